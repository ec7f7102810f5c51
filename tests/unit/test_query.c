/* Arguments that queries refuse before they evaluate the shapes, and forged warm states. */
#include "lib/check.h"
#include "lib/make.h"

#include "growth_distance.h"
#include "growth_distance_trace.h"
#include "minkowski/warm_start.h"

#include <string.h>

static const double HERE[7] = {0, 0, 0, 0, 0, 0, 1}, THERE[7] = {4, 0, 0, 0, 0, 0, 1};

/* The statuses of all queries of a pair. */
typedef struct statuses {
    int of[6];
} statuses;

static statuses ask_all(const gd_shape* a, const double* pose_a, const gd_shape* b,
                        const double* pose_b, const gd_settings* settings) {
    gd_growth_result growth;
    gd_collision_result boolean;
    gd_distance_result distance;
    gd_penetration_result depth;
    gd_signed_result both;
    return (statuses){
        {gd_growth_distance(&(gd_query){a, pose_a, b, pose_b, settings, NULL}, &growth),
         gd_collide(&(gd_query){a, pose_a, b, pose_b, settings, NULL}, &boolean),
         gd_intersects(&(gd_query){a, pose_a, b, pose_b, settings, NULL}),
         gd_distance(&(gd_query){a, pose_a, b, pose_b, settings, NULL}, &distance),
         gd_penetration(&(gd_query){a, pose_a, b, pose_b, settings, NULL}, &depth),
         gd_signed_distance(&(gd_query){a, pose_a, b, pose_b, settings, NULL}, &both)}};
}

static void check_all(statuses seen, gd_status expected) {
    for (int i = 0; i < 6; i++)
        CHECK(seen.of[i] == (int)expected);
}

static void test_settings_are_refused_by_every_query(void) {
    gd_shape* ball = make_sphere(1);
    const gd_settings good = {.tolerance = GD_DEFAULT_TOLERANCE, .max_iterations = 100.0};
    static gd_trace full = {.capacity = 0.0};
    /* each field at its offset, in doubles */
    const struct {
        size_t field;
        double value;
    } cases[] = {
        {offsetof(gd_settings, tolerance), 0.0},
        {offsetof(gd_settings, tolerance), NOT_A_NUMBER},
        {offsetof(gd_settings, max_iterations), 0.5},
        {offsetof(gd_settings, max_iterations), 2.5},
        {offsetof(gd_settings, max_iterations), 1e300},
        {offsetof(gd_settings, method), -1.0},
        {offsetof(gd_settings, method), 1000.0},
        {offsetof(gd_settings, method), 0.5},
        {offsetof(gd_settings, method), GD_METHOD_DCOL},
        {offsetof(gd_settings, subalgorithm), 3.0},
        {offsetof(gd_settings, subalgorithm), NOT_A_NUMBER},
        {offsetof(gd_settings, direction), 1e200},
        {offsetof(gd_settings, direction) + 2 * sizeof(double), NOT_A_NUMBER},
        {offsetof(gd_settings, trace), -8.0},
        {offsetof(gd_settings, trace), 0x1p60},
        {offsetof(gd_settings, trace), 8.5},
        {offsetof(gd_settings, trace), 9.0},
    };
    check_all(ask_all(ball, HERE, ball, THERE, &good), GD_STATUS_OPTIMAL);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        gd_settings wrong = good;
        memcpy((char*)&wrong + cases[i].field, &cases[i].value, sizeof(double));
        check_all(ask_all(ball, HERE, ball, THERE, &wrong), GD_ERROR_SETTINGS);
    }
    gd_settings traced = good;
    traced.trace = (double)(uintptr_t)&full;
    check_all(ask_all(ball, HERE, ball, THERE, &traced), GD_STATUS_OPTIMAL);
    full.capacity = -1.0;
    check_all(ask_all(ball, HERE, ball, THERE, &traced), GD_ERROR_SETTINGS);
    gd_shape_destroy(ball);
}

static void test_dimensions_do_not_mix(void) {
    const double circle[] = {GD_KIND_CIRCLE, 0, 0, 0, 0, 0, 1};
    const double points[] = {GD_KIND_POINTS, 0, 0, 0, 0, 0, 3, 1, 2, 3};
    gd_shape *ball = make_sphere(1), *disk = make(circle, 7), *cloud = make(points, 10);
    check_all(ask_all(ball, HERE, disk, HERE, NULL), GD_ERROR_DIMENSION);
    check_all(ask_all(ball, HERE, cloud, HERE, NULL), GD_ERROR_DIMENSION);
    check_all(ask_all(cloud, HERE, ball, HERE, NULL), GD_ERROR_DIMENSION);
    check_all(ask_all(cloud, HERE, cloud, HERE, NULL), GD_ERROR_DIMENSION);
    gd_shape_destroy(ball);
    gd_shape_destroy(disk);
    gd_shape_destroy(cloud);
}

/* Methods that other solvers answer must refuse invalid poses, too. */
static void test_no_method_takes_a_pose_that_is_none(void) {
    gd_shape *ball = make_sphere(1), *box = make_box(1, 2, 3);
    const double none[7] = {0};
    for (int method = GD_METHOD_AUTO; method <= GD_METHOD_NEWTON; method++) {
        const gd_settings settings = {
            .tolerance = GD_DEFAULT_TOLERANCE, .max_iterations = 100.0, .method = method};
        for (int k = 0; k < 2; k++) {
            const statuses seen = ask_all(ball, k ? none : HERE, box, k ? HERE : none, &settings);
            for (int i = 0; i < 6; i++)
                CHECK(seen.of[i] == GD_ERROR_POSE || seen.of[i] == GD_ERROR_SETTINGS);
        }
    }
    gd_shape_destroy(ball);
    gd_shape_destroy(box);
}

/* A warm state with a right checksum but impossible counts, hints or normals must act as a cold
 * start at worst. */
static void test_forged_states_are_cold_at_worst(void) {
    const double cylinder[] = {GD_KIND_CYLINDER, 0, 0, 0, 0, 0, 1, 0.5};
    const double ellipse[] = {GD_KIND_ELLIPSE, 0, 0, 0, 0, 0, 1, 0.5};
    const double there[7] = {3, 0.5, 0.25, 0.1, 0.2, 0.3, 1}, there2[3] = {3, 0.5, 0.25};
    const double values[] = {-1.0, 0.0, 1e-200, 7.0, 1e300, INFINITE, NOT_A_NUMBER};
    const gd_settings cut = {.tolerance = GD_DEFAULT_TOLERANCE,
                             .max_iterations = 100.0,
                             .method = GD_METHOD_CUTTING_PLANE};
    for (int i = 0; i < 2 * 7 * 2; i++) {
        const bool plane = i % 2, counts = i / 2 % 2;
        const double value = values[i / 4], *at = plane ? there2 : there;
        gd_shape* shape = plane ? make(ellipse, 8) : make(cylinder, 8);
        gd_growth_result cold, warm;
        gd_distance_result apart, near;
        gd_warm states[4] = {{0}};
        CHECK(gd_growth_distance(&(gd_query){shape, HERE, shape, at, NULL, &states[0]}, &cold) ==
              0);
        CHECK(gd_distance(&(gd_query){shape, HERE, shape, at, NULL, &states[1]}, &apart) == 0);
        for (int k = 0; k < 2; k++) {
            if (counts || k == 0) states[k].count = counts ? value : 7.0;
            for (int n = 0; n < 3 && !counts && k == 0; n++)
                states[k].normal[n] *= fmin(value, 7.0);
            states[k].check = warm_check(&states[k]);
        }
        states[2] = states[3] = states[0];
        for (int k = 0; k < 2; k++) {
            const gd_settings* settings = k ? &cut : NULL;
            CHECK(gd_growth_distance(&(gd_query){shape, HERE, shape, at, settings, &states[2 * k]},
                                     &warm) >= 0);
            CHECK(warm.lower <= warm.upper);
            CHECK(warm.lower <= cold.upper && cold.lower <= warm.upper);
        }
        CHECK(gd_intersects(&(gd_query){shape, HERE, shape, at, NULL, &states[3]}) == 0);
        CHECK(gd_distance(&(gd_query){shape, HERE, shape, at, NULL, &states[1]}, &near) ==
              GD_STATUS_OPTIMAL);
        CHECK(near.lower <= apart.value + 1e-14 && apart.lower <= near.value + 1e-14);
        gd_shape_destroy(shape);
    }
}

/* Two points collide only if they coincide, also if squares overflow or underflow. */
static void test_points_far_apart_do_not_collide(void) {
    const double record[] = {GD_KIND_POINT, 0, 0, 0, 0, 0};
    gd_shape* point = make(record, 6);
    for (int k = 0; k < 4; k++) {
        const double far = k & 1 ? 1e140 : 3.0, turn = k & 2 ? 1e-140 : 1.0;
        const double at[7] = {far, 0.5 * far, 0.25 * far, 0, 0, 0, turn};
        gd_collision_result r;
        CHECK(gd_collide(&(gd_query){point, HERE, point, at, NULL, NULL}, &r) == GD_STATUS_OPTIMAL);
        CHECK(r.colliding == 0.0 && r.lower > 1.0);
        CHECK(gd_intersects(&(gd_query){point, HERE, point, at, NULL, NULL}) == 0);
        CHECK(gd_collide(&(gd_query){point, at, point, at, NULL, NULL}, &r) == GD_STATUS_OPTIMAL);
        CHECK(r.colliding == 1.0 && r.upper <= 1.0);
    }
    gd_shape_destroy(point);
}

/* The thinnest valid transformed ellipse. */
static void test_the_thinnest_ellipses_touch_at_their_tips(void) {
    const double image[] = {GD_KIND_TRANSFORMED2, 0, 0, 0, 0, 0, 1,    0,    0, 2e-10, 0, 0,
                            GD_KIND_ELLIPSE,      0, 0, 0, 0, 0, 5e74, 1e-75};
    const double at[3] = {2e75, 0, 0};
    gd_shape* thin = make(image, 20);
    gd_growth_result r;
    CHECK(gd_growth_distance(&(gd_query){thin, HERE, thin, at, NULL, NULL}, &r) >= 0);
    CHECK(r.lower <= 2.0 * (1.0 + 1e-14) && r.upper >= 2.0 * (1.0 - 1e-14));
    gd_shape_destroy(thin);
}

TEST(query) {
    test_settings_are_refused_by_every_query();
    test_dimensions_do_not_mix();
    test_no_method_takes_a_pose_that_is_none();
    test_forged_states_are_cold_at_worst();
    test_points_far_apart_do_not_collide();
    test_the_thinnest_ellipses_touch_at_their_tips();
}
