/* One step of the search for a time of impact: intervals that pass the test are free. */
#include "lib/check.h"
#include "lib/impact_searches.h"

#include <string.h>

#define PAIRS ROUNDS(2000)

static vec3 draw_unit(int dimension) {
    const double x = random_between(-1.0, 1.0), y = random_between(-1.0, 1.0);
    const double z = random_between(-1.0, 1.0);
    return unit3(make3(x, y, dimension == 3 ? z : 0.0));
}

/* The smallest gap at 50 times in an interval, along the course of the normal. */
static double smallest_gap(impact* w, const impact_course* c, double t2) {
    double smallest = INFINITE;
    const double rate = length3(c->omega);
    for (int k = 0; k <= 50; k++) {
        const double t = w->at.t + 0.02 * k * (t2 - w->at.t);
        const moving_place at = moving_at(&w->pair, t);
        vec3 n = w->n;
        if (rate > 0.0) n = moving_turned(n, scale3(1.0 / rate, c->omega), rate * (t - w->at.t));
        const double g = moving_gap_at(&w->pair, &at, n).g + 2.0 * at.error;
        smallest = fmin(smallest, g);
    }
    return smallest;
}

static void test_intervals_that_pass_are_free(void) {
    int passed = 0, refused = 0, closed = 0;
    for (int i = 0; i < PAIRS; i++) {
        drawn_impact_search s;
        draw_impact_search(i, i % 2 ? 3.0 : 20.0, &s);
        impact* w = &s.search;
        gd_impact_find_normal(w);
        if (w->gap.g > 0.0) {
            impact_course c = {.curvature = gd_moving_curvature(&w->pair, w->n)};
            if (i % 3) {
                const vec3 axis = w->pair.dimension == 3 ? draw_unit(3) : make3(0.0, 0.0, 1.0);
                c.turns = true;
                c.omega = scale3(random_shrunk(10.0, 5.0), axis);
            }
            const double t2 = w->at.t + random_shrunk(1.0 - w->at.t, 6.0);
            impact_end end;
            gd_impact_evaluate(w, &c, t2, &end);
            const bool free = t2 - w->at.t < end.reach;
            const double gap = smallest_gap(w, &c, t2);
            passed += free;
            refused += !free;
            if (free) CHECK(gap > 0.0);
            closed += !free && end.g > 0.0 && gap < 0.0; /* both ends alone do not suffice */
        }
        destroy_impact_search(&s);
    }
    CHECK(passed > PAIRS / 10 && refused > PAIRS / 10 && closed > PAIRS / 400);
}

/* Translation alone has no curvature: two ends suffice. */
static void test_translations_need_two_ends(void) {
    for (int i = 0; i < 200; i++) {
        drawn_impact_search s;
        draw_impact_search(i, 0.0, &s);
        impact* w = &s.search;
        gd_impact_find_normal(w);
        if (w->gap.g > 0.0) {
            const impact_course c = {.curvature = gd_moving_curvature(&w->pair, w->n)};
            impact_end end;
            CHECK(c.curvature == 0.0);
            gd_impact_evaluate(w, &c, 1.0, &end);
            CHECK(end.reach == (end.g > 0.0 ? INFINITE : 0.0));
        }
        destroy_impact_search(&s);
    }
}

/* Steps lead forwards and keep the gap positive. They end at the end, or next to a contact. */
static void test_steps_advance(void) {
    int ends = 0;
    for (int i = 0; i < PAIRS; i++) {
        drawn_impact_search s;
        draw_impact_search(i, 10.0, &s);
        impact* w = &s.search;
        int steps = 0;
        for (; steps < 200 && w->at.t < 1.0 && w->upper == INFINITE; steps++) {
            gd_impact_find_normal(w);
            if (gd_impact_is_close(w)) break;
            const double t = w->at.t;
            CHECK(gd_impact_advance(w));
            CHECK(w->at.t > t && w->at.t <= 1.0);
            CHECK(w->gap.g > 0.0 && w->upper > w->at.t);
        }
        CHECK(steps < 200);
        ends += w->at.t == 1.0;
        destroy_impact_search(&s);
    }
    CHECK(ends > PAIRS / 10);
}

TEST(impact_step) {
    test_intervals_that_pass_are_free();
    test_translations_need_two_ends();
    test_steps_advance();
}
