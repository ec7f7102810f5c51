/* Casts of shapes along a line, from the definition: the normal proves lower, the points prove
 * upper. Known times are those of balls on a line. */
#include "lib/check.h"
#include "lib/make.h"
#include "proof/cast_pairs.h"

#include <string.h>

#define INTERVALS 64

static const double here[7] = {0, 0, 0, 0, 0, 0, 1};

/* Two unit balls, B at x = 5, which approaches at unit speed: in contact from t = 3 to 7. */
static gd_cast_result approach(double min_time, double max_time, double target) {
    gd_shape *a = make_sphere(1.0), *b = make_sphere(1.0);
    const double there[7] = {5, 0, 0, 0, 0, 0, 1};
    const gd_cast cast = {{-1, 0, 0}, min_time, max_time, target};
    gd_cast_result r;
    CHECK(gd_cast_shape(&(gd_query){a, here, b, there, NULL, NULL}, &cast, &r) >= 0);
    gd_shape_destroy(a);
    gd_shape_destroy(b);
    return r;
}

static void test_balls_meet_at_the_known_time(void) {
    const gd_cast_result r = approach(0.0, 10.0, 0.0);
    CHECK(r.status == GD_STATUS_OPTIMAL && r.hit == 1.0 && r.time == r.lower);
    CHECK(r.lower <= 3.0 && r.upper >= 3.0);
    CHECK_NEAR(r.time, 3.0, 1e-7);
    CHECK_NEAR(r.normal[0], 1.0, 1e-12);
    CHECK_NEAR(r.point_a[0], 1.0, 1e-7);
    CHECK_NEAR(r.point_b[0], 1.0, 1e-7);
    const gd_cast_result early = approach(0.0, 10.0, 0.5);
    CHECK_NEAR(early.time, 2.5, 1e-7);
    CHECK_NEAR(early.point_b[0] - early.point_a[0], 0.5, 1e-7);
}

static void test_the_interval_decides(void) {
    CHECK(approach(0.0, 2.999, 0.0).hit == 0.0);
    CHECK(approach(0.0, 2.999, 0.0).lower == 2.999);
    CHECK(approach(0.0, 2.999, 0.0).time == INFINITE);
    CHECK(approach(0.0, 3.001, 0.0).status == GD_STATUS_OPTIMAL);
    const gd_cast_result inside = approach(4.0, 10.0, 0.0);
    CHECK(inside.status == GD_STATUS_OVERLAPPING && inside.hit == 1.0);
    CHECK(inside.time == 4.0 && inside.lower == 4.0 && inside.upper == 4.0);
    CHECK(approach(6.999, 10.0, 0.0).status == GD_STATUS_OVERLAPPING);
    CHECK(approach(7.001, 10.0, 0.0).hit == 0.0);
    CHECK(approach(3.0, 10.0, 0.0).hit == 1.0); /* touches exactly at the start */
    CHECK(approach(-5.0, -1.0, 0.0).hit == 0.0);
    CHECK(approach(-INFINITE, INFINITE, 0.0).hit == 1.0);
    CHECK_NEAR(approach(-INFINITE, INFINITE, 0.0).time, 3.0, 1e-7);
    CHECK(approach(-INFINITE, 2.0, 0.0).hit == 0.0);
    CHECK(approach(8.0, INFINITE, 0.0).hit == 0.0);
}

/* Without a displacement, the shapes overlap or miss, whatever the interval. */
static void test_shapes_at_rest(void) {
    gd_shape *a = make_box(1, 1, 1), *b = make_sphere(0.5);
    for (int i = 0; i < 3; i++) {
        const double at[7] = {1.0 + 0.25 * (i + 1), 0, 0, 0, 0, 0, 1};
        const gd_cast cast = {{0, 0, 0}, -1.0, 3.0, 0.0};
        gd_cast_result r;
        gd_cast_shape(&(gd_query){a, here, b, at, NULL, NULL}, &cast, &r);
        CHECK(r.hit == (i < 2 ? 1.0 : 0.0));
        CHECK(r.status == (i < 2 ? GD_STATUS_OVERLAPPING : GD_STATUS_OPTIMAL));
        CHECK(i < 2 ? r.time == -1.0 : r.lower == 3.0);
    }
    gd_shape_destroy(a);
    gd_shape_destroy(b);
}

/* A line that passes 3e-10 of the size inside or outside the shadow's rim. */
static void test_tangent_lines_are_decided(void) {
    gd_shape *a = make_ball(1.0), *b = make_ball(1.0);
    for (int i = -1; i <= 1; i += 2) {
        const double at[7] = {-7.0, 2.0 + i * 6e-10, 0.3, 0, 0, 0, 1};
        const double up[7] = {0.0, 0.0, 0.3, 0, 0, 0, 1};
        const gd_cast cast = {{14.0, 0, 0}, 0.0, 1.0, 0.0};
        gd_cast_result r;
        gd_cast_shape(&(gd_query){a, up, b, at, NULL, NULL}, &cast, &r);
        CHECK(r.hit == (i < 0 ? 1.0 : 0.0));
        CHECK(r.iterations <= 40.0);
    }
    gd_shape_destroy(a);
    gd_shape_destroy(b);
}

static bool is_still(const gd_cast* cast) {
    const double* v = cast->displacement;
    return v[0] == 0.0 && v[1] == 0.0 && v[2] == 0.0;
}

/* Also where a search for the exit or distance queries follow. */
static void test_few_iterations_leave_true_bounds(void) {
    draw d = {.state = 11};
    for (int i = 0; i < ROUNDS(6000); i++) {
        cast_pair c;
        const gd_kind a = draw_kinds_3d[i % DRAW_KINDS_3D], b = draw_kinds_3d[i / 16 % 16];
        const gd_settings settings = {.tolerance = GD_DEFAULT_TOLERANCE,
                                      .max_iterations = 1 + i % 5};
        gd_cast_result r, full;
        if (!draw_cast(&d, (family)(i / 5 % FAMILY_COUNT), a, b, &c)) continue;
        gd_query query = {c.a.shape, c.a.pose, c.b.shape, c.b.pose, &settings, NULL};
        CHECK(gd_cast_shape(&query, &c.cast, &r) >= 0);
        CHECK_CERTIFIED(certify_cast_pair(&c, &r));
        CHECK(r.iterations <= settings.max_iterations || is_still(&c.cast));
        query.settings = NULL;
        gd_cast_shape(&query, &c.cast, &full);
        if (full.hit == 1.0) CHECK(r.hit == 1.0 && r.lower <= full.upper);
        if (r.status == GD_STATUS_MAX_ITERATIONS) CHECK(r.hit == 1.0 && r.time == r.lower);
        cast_pair_free(&c);
    }
}

/* All pairs of shape types with all families. */
static void test_random_casts_are_certified(void) {
    for (uint64_t i = 0; i < ROUNDS(40000); i++) {
        draw d = {.state = i * UINT64_C(0xd1342543de82ef95) + 5};
        const uint64_t space = DRAW_KINDS_3D * DRAW_KINDS_3D, plane = DRAW_KINDS_2D * DRAW_KINDS_2D;
        const uint64_t k = i / FAMILY_COUNT % (space + plane), p = k - space;
        const gd_kind a =
            k < space ? draw_kinds_3d[k / DRAW_KINDS_3D] : draw_kinds_2d[p / DRAW_KINDS_2D];
        const gd_kind b =
            k < space ? draw_kinds_3d[k % DRAW_KINDS_3D] : draw_kinds_2d[p % DRAW_KINDS_2D];
        cast_pair c;
        gd_cast_result r, again;
        if (!draw_cast(&d, (family)(i % FAMILY_COUNT), a, b, &c)) continue;
        const gd_query query = {c.a.shape, c.a.pose, c.b.shape, c.b.pose, NULL, NULL};
        CHECK(gd_cast_shape(&query, &c.cast, &r) >= 0);
        gd_cast_shape(&query, &c.cast, &again);
        CHECK_CERTIFIED(certify_cast_pair(&c, &r));
        CHECK(memcmp(&r, &again, sizeof r) == 0);
        cast_pair_free(&c);
    }
}

TEST(cast) {
    test_balls_meet_at_the_known_time();
    test_the_interval_decides();
    test_shapes_at_rest();
    test_tangent_lines_are_decided();
    test_few_iterations_leave_true_bounds();
    test_random_casts_are_certified();
}
