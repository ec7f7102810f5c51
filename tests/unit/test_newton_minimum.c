/* Local minima of the depth: no direction nearby is lower, the points of the shapes are at the foot
 * of the normal, and the cap around it holds. Disjoint shapes get a normal that separates them. */
#include "lib/check.h"
#include "lib/second_order.h"

#include "depth/newton_minimum.h"

static depth_search search_of(const curved_pair* p) {
    depth_search s = {
        .g = &p->g, .tolerance = GD_DEFAULT_TOLERANCE, .limit = 100.0, .nearest = INFINITE};
    s.radius = p->a.shape->radius + p->b.shape->radius;
    difference_model_init(&s.d, &p->g.pair);
    return s;
}

static vec3 near(vec3 n, double angle) {
    return unit3(madd3(n, angle, curved_direction()));
}

static void check_neighbours(curved_pair* p, const depth_search* s, const depth_minimum* m) {
    const double depth = m->h + s->radius, rounding = 1e-13 * p->g.extent;
    for (int k = 0; k < 60; k++) {
        const vec3 n = near(m->n, ldexp(1.0, -k % 20));
        const double h = curved_height(p, n);
        if (m->reach > 0.0 && dot3(n, m->n) * m->reach >= 1.0 + 1e-9)
            CHECK(h >= depth_lower(s, m->h) - rounding);
        if (k % 20 > 10) CHECK(h >= m->h - 1e-7 * depth - rounding);
    }
}

static void test_minima_of_random_pairs(void) {
    int found = 0, exact = 0, apart = 0, capped = 0;
    for (int i = 0; i < 3000; i++) {
        curved_pair p;
        curved_draw(&p, i % 2 ? 0.5 : 2.0, i % 16 == 0);
        depth_search s = search_of(&p);
        depth_minimum m;
        const minimum_end end = gd_newton_minimum(&s, curved_direction(), &m);
        const double rounding = 1e-13 * p.g.extent;
        CHECK(end != MINIMUM_LOST && s.steps >= 1.0 && s.steps <= 13.0);
        CHECK_NEAR(length3(m.n), 1.0, 1e-14);
        CHECK_NEAR(curved_height(&p, m.n), m.h, rounding);
        CHECK((end == MINIMUM_APART) == (m.h + s.radius <= 0.0));
        const pair3* pair = &p.g.pair;
        const vec3 x = sub3(sub3(m.a, rotate(&pair->b_to_a, m.b)), pair->p);
        CHECK_NEAR(max_abs3(sub3(x, m.x)), 0.0, rounding);
        const double miss = length3(sub3(m.x, scale3(m.h, m.n)));
        const bool stationary = miss <= 1e-6 * p.g.extent;
        found += end == MINIMUM_FOUND;
        apart += end == MINIMUM_APART;
        if (end == MINIMUM_FOUND && stationary) {
            exact++;
            capped += m.reach > 0.0;
            if (m.h > 0.0) check_neighbours(&p, &s, &m);
        }
        curved_destroy(&p);
    }
    CHECK(found > 1000 && apart > 300);
    CHECK(exact > 0.9 * found && capped > 500);
}

static void test_the_limit_of_evaluations(void) {
    curved_pair p;
    curved_draw(&p, 0.5, false);
    depth_search s = search_of(&p);
    s.limit = 1.0;
    depth_minimum m;
    CHECK(gd_newton_minimum(&s, curved_direction(), &m) == MINIMUM_FOUND);
    CHECK(s.steps <= 2.0); /* the best direction is evaluated again */
    CHECK_NEAR(curved_height(&p, m.n), m.h, 1e-13 * p.g.extent);
    curved_destroy(&p);
}

static void test_numbers_that_overflow_end_the_search(void) {
    curved_pair p;
    curved_draw(&p, 0.5, false);
    depth_search s = search_of(&p);
    depth_minimum m;
    const double none = 0.0 / (p.g.extent - p.g.extent);
    CHECK(gd_newton_minimum(&s, make3(none, none, none), &m) == MINIMUM_LOST);
    curved_destroy(&p);
}

TEST(newton_minimum) {
    test_minima_of_random_pairs();
    test_the_limit_of_evaluations();
    test_numbers_that_overflow_end_the_search();
}
