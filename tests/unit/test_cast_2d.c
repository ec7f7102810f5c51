/* Casts in 2D: circles have known contacts, and lines along a rim take few evaluations. */
#include "lib/check.h"
#include "lib/cast_searches.h"
#include "lib/make.h"

#include <math.h>

static void test_random_pairs_agree_with_known_contacts(void) {
    int hits = 0, misses = 0;
    for (uint64_t i = 0; i < 6000; i++) {
        draw d = {.state = i + 1};
        cast_pair pair;
        cast_search c;
        const gd_kind a = draw_kinds_2d[i % DRAW_KINDS_2D], b = draw_kinds_2d[i / 13 % 13];
        if (!draw_cast_search(&d, FAMILY_GENERAL, a, b, &pair, &c)) continue;
        const gd_status status = gd_cast_2d(&c, gd_cast_guess(&c.line).entry);
        CHECK(status != GD_STATUS_MAX_ITERATIONS && c.iterations < 100.0);
        hits += status == GD_STATUS_OPTIMAL && !c.miss;
        misses += c.miss;
        const bool centered = !pair.a.shape->off_center && !pair.b.shape->off_center;
        if (a == GD_KIND_CIRCLE && b == GD_KIND_CIRCLE && centered) {
            const double r = pair.a.shape->radius + pair.b.shape->radius + c.line.target;
            const double off = c.line.at.x, square = r * r - off * off;
            if (square > 1e-9 * r * r) CHECK_NEAR(c.outer + c.line.at.z, sqrt(square), 1e-7 * r);
            if (square < -1e-9 * r * r) CHECK(c.miss);
        }
        cast_pair_free(&pair);
    }
    CHECK(hits > 1000 && misses > 300);
}

/* Half of the height of an ellipse with radii 1 and y, turned by an angle. */
static double half_height(double y, double angle) {
    return hypot(sin(angle), y * cos(angle));
}

/* A line 1e-9 of the size inside or outside the rim. */
static void test_tangent_lines_take_few_evaluations(void) {
    draw d = {.state = 3};
    for (int i = 0; i < 400; i++) {
        const double y = 0.1 + draw_unit(&d), z = 0.1 + draw_unit(&d), side = i & 1 ? 1.0 : -1.0;
        const double at[3] = {0.0, 0.0, 6.0 * draw_unit(&d)};
        double from[3] = {5.0, 0.0, 6.0 * draw_unit(&d)};
        from[1] = (half_height(y, at[2]) + half_height(z, from[2])) * (1.0 + 1e-9 * side);
        const gd_cast cast = {{-10.0, 0.0, 0.0}, 0.0, 1.0, 0.0};
        gd_shape* a = make((double[]){GD_KIND_ELLIPSE, 0, 0, 0, 0, 0, 1.0, y}, 8);
        gd_shape* b = make((double[]){GD_KIND_ELLIPSE, 0, 0, 0, 0, 0, 1.0, z}, 8);
        gd_cast_result r;
        gd_cast_shape(&(gd_query){a, at, b, from, NULL, NULL}, &cast, &r);
        CHECK(r.hit == (side < 0.0 ? 1.0 : 0.0) && r.status == GD_STATUS_OPTIMAL);
        CHECK(r.iterations <= 12.0);
        gd_shape_destroy(a);
        gd_shape_destroy(b);
    }
}

TEST(cast_2d) {
    test_random_pairs_agree_with_known_contacts();
    test_tangent_lines_take_few_evaluations();
}
