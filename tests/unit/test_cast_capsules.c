/* Casts of capsules in closed form: known times, certified bounds, the contact that the portal
 * finds, and how many casts need no search. */
#include "lib/cast_searches.h"
#include "lib/check.h"
#include "lib/make.h"

#include "casts/cast.h"

static const gd_settings settings = {.tolerance = GD_DEFAULT_TOLERANCE, .max_iterations = 1000};
static const double here[7] = {0, 0, 0, 0, 0, 0, 1};

static gd_cast_result cast_capsules(const double pose_b[7], double x, double max_time) {
    gd_shape* a = make((double[]){GD_KIND_CAPSULE, 0, 0, 0, 0, 0, 2.0, 0.5}, 8);
    gd_shape* b = make((double[]){GD_KIND_CAPSULE, 0, 0, 0, 0, 0, 1.0, 0.25}, 8);
    const gd_cast cast = {{x, 0, 0}, 0.0, max_time, 0.0};
    gd_cast_result r;
    gd_cast_solve(&(gd_query){a, here, b, pose_b, &settings, NULL}, &cast, &r);
    CHECK(r.status == GD_STATUS_OPTIMAL && r.iterations == 1.0);
    gd_shape_destroy(a);
    gd_shape_destroy(b);
    return r;
}

/* Axes that cross touch side by side, parallel ones in their middles. */
static void test_sides_touch(void) {
    const double s = 0.7071067811865475; /* a quarter turn about x */
    const double crossed[7] = {10.0, 0.5, 0.25, s, 0, 0, s}, parallel[7] = {10, 0.5, 0, 0, 0, 0, 1};
    const gd_cast_result r = cast_capsules(crossed, -2.0, 9.0), t = cast_capsules(parallel, -2, 9);
    CHECK(r.hit == 1.0 && t.hit == 1.0);
    CHECK_NEAR(r.time, 0.5 * 9.25, 1e-13);
    CHECK_NEAR(t.time, 0.5 * 9.25, 1e-13);
    const double point[3] = {0.5, 0.5, 0.0};
    for (int i = 0; i < 3; i++) {
        CHECK_NEAR(r.point_a[i], point[i], 1e-12);
        CHECK_NEAR(r.point_b[i], point[i], 1e-12);
    }
    CHECK_NEAR(r.normal[0], 1.0, 1e-13);
}

/* Ends are balls, whose centres are 0.75 apart at the contact. */
static void test_ends_touch_and_sides_miss(void) {
    const double touch[7] = {10, 3.45, 0, 0, 0, 0, 1}, miss[7] = {10, 0.5, 0.75 + 1e-7, 0, 0, 0, 1};
    const gd_cast_result r = cast_capsules(touch, -2.0, 9.0), t = cast_capsules(miss, -2.0, 9.0);
    CHECK(r.hit == 1.0 && t.hit == 0.0);
    CHECK_NEAR(r.time, 0.5 * (10.0 - 0.6), 1e-12);
    CHECK_NEAR(r.normal[0], 0.8, 1e-12);
    CHECK_NEAR(r.normal[1], 0.6, 1e-12);
    CHECK_NEAR(t.normal[2], 1.0, 1e-12);
}

/* A capsule that moves away: one normal proves the miss. */
static void test_a_capsule_moves_away(void) {
    const double at[7] = {5, 0.5, 0.25, 0, 0, 0.6, 0.8};
    CHECK(cast_capsules(at, 2.0, 9.0).hit == 0.0);
}

static void test_results_are_certified(void) {
    for (uint64_t i = 0; i < 12000; i++) {
        draw d = {.state = i * UINT64_C(0xd1342543de82ef95) + 9};
        cast_pair c;
        if (!draw_cast(&d, (family)(i % FAMILY_COUNT), GD_KIND_CAPSULE, GD_KIND_CAPSULE, &c))
            continue;
        const gd_query query = {c.a.shape, c.a.pose, c.b.shape, c.b.pose, &settings, NULL};
        gd_cast_result r;
        gd_cast_solve(&query, &c.cast, &r);
        CHECK_CERTIFIED(certify_cast_pair(&c, &r));
        cast_pair_free(&c);
    }
}

TEST(cast_capsules) {
    test_sides_touch();
    test_ends_touch_and_sides_miss();
    test_a_capsule_moves_away();
    test_results_are_certified();
    CHECK(closed_part_of_casts(GD_KIND_CAPSULE, gd_cast_by_capsules) > 0.99);
}
