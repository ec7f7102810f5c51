/* Warm distances of curved shapes: certified along every motion, with few evaluations. */
#include "lib/check.h"
#include "lib/draw.h"
#include "proof/certify.h"

#include "distance/warm_distance.h"

#include <string.h>

static const gd_kind KINDS[] = {GD_KIND_ELLIPSOID, GD_KIND_BOX,  GD_KIND_CAPSULE,
                                GD_KIND_CYLINDER,  GD_KIND_CONE, GD_KIND_FRUSTUM};

#define KIND_COUNT (int)LENGTH(KINDS)

static const gd_settings SETTINGS = {
    .tolerance = GD_DEFAULT_TOLERANCE, .max_iterations = 100.0, .simplex = 1.0};

/* Two shapes of which the second moves. */
typedef struct moving_case {
    drawn a, b;
    double pose_a[7], pose_b[7];
    posed set_a, set_b;
    gd_warm warm;
} moving_case;

static void begin(moving_case* c, gd_kind a, gd_kind b, bool aligned) {
    memset(&c->warm, 0, sizeof c->warm);
    draw_shape(a, 1.0, &c->a);
    draw_shape(b, 1.0, &c->b);
    draw_pose(3, 4.0, aligned, c->pose_a);
    draw_pose(3, 4.0, aligned, c->pose_b);
    posed_make(&c->set_a, c->a.record, c->a.length, c->pose_a, c->a.shape);
    posed_make(&c->set_b, c->b.record, c->b.length, c->pose_b, c->b.shape);
}

static void finish(moving_case* c) {
    gd_shape_destroy(c->a.shape);
    gd_shape_destroy(c->b.shape);
}

static void move(moving_case* c, double step) {
    for (int i = 0; i < 7; i++)
        c->pose_b[i] += random_between(-step, step);
    posed_move(&c->set_b, c->pose_b);
}

static gd_query query_of(moving_case* c, const gd_settings* settings) {
    return (gd_query){c->a.shape, c->pose_a, c->b.shape, c->pose_b, settings, &c->warm};
}

/* Certifies the warm distance. Plain GJK supplies bounds of the true one. */
static gd_distance_result certified(moving_case* c, const gd_settings* settings) {
    const gd_settings plain = {
        .tolerance = 1e-10, .max_iterations = 1000.0, .method = GD_METHOD_GJK};
    gd_query query = query_of(c, &plain);
    gd_distance_result cold, warm;
    query.warm = NULL;
    gd_distance(&query, &cold);
    query = query_of(c, settings);
    gd_distance(&query, &warm);
    const real far = (real)INFINITE;
    truth known = {0, far, (real)cold.lower, (real)cold.value, far, 0};
    worst seen = {0};
    CHECK_CERTIFIED(
        certify_distance(&c->set_a, &c->set_b, &warm, settings->tolerance, &known, &seen));
    if (settings->simplex != 0.0) CHECK_CERTIFIED(certify_simplex(&c->set_a, &c->set_b, &warm));
    return warm;
}

/* The mean number of evaluations of separated pairs after steps of this size. */
static double mean_after(double step, bool aligned) {
    double sum = 0.0, count = 0.0;
    for (int i = 0; i < ROUNDS(600); i++) {
        moving_case c;
        begin(&c, KINDS[i % KIND_COUNT], KINDS[i / KIND_COUNT % KIND_COUNT], aligned);
        certified(&c, &SETTINGS);
        for (int k = 0; k < 6; k++) {
            move(&c, step);
            const gd_distance_result r = certified(&c, &SETTINGS);
            /* not a closed form, and solved without GJK */
            const bool counts = c.warm.count <= 0.0 && r.value > 0.0 && r.iterations > 0.0;
            sum += counts ? r.iterations : 0.0;
            count += counts;
        }
        finish(&c);
    }
    CHECK(count > 0.8 * ROUNDS(600));
    return sum / count;
}

static void test_motions_are_certified(void) {
    CHECK(mean_after(0.0, false) < 1.3);
    CHECK(mean_after(1e-6, false) < 1.3);
    CHECK(mean_after(1e-3, false) < 1.6);
    CHECK(mean_after(1e-2, false) < 2.0);
    CHECK(mean_after(0.3, false) < 6.0);
    CHECK(mean_after(1e-3, true) < 3.0);
}

/* The simplex is an addition: it changes no other number. */
static void test_the_simplex_changes_nothing(void) {
    for (int i = 0; i < ROUNDS(300); i++) {
        moving_case c;
        begin(&c, KINDS[i % KIND_COUNT], KINDS[3 + i % 3], false);
        gd_settings bare = SETTINGS;
        bare.simplex = 0.0;
        for (int k = 0; k < 3; k++) {
            move(&c, 1e-3);
            gd_distance_result r, s;
            const gd_warm before = c.warm;
            gd_query query = query_of(&c, &bare);
            gd_distance(&query, &r);
            c.warm = before;
            query.settings = &SETTINGS;
            gd_distance(&query, &s);
            CHECK(r.value == s.value && r.lower == s.lower && r.iterations == s.iterations);
            CHECK(memcmp(r.point_a, s.point_a, sizeof r.point_a) == 0);
            CHECK(memcmp(r.point_b, s.point_b, sizeof r.point_b) == 0);
            CHECK(memcmp(r.normal, s.normal, sizeof r.normal) == 0);
        }
        finish(&c);
    }
}

/* A query from the previous normal squares the error of each component. Without care, a component
 * becomes subnormal after some dozens of queries, and each query then takes twice as long. */
static void test_no_subnormal_components(void) {
    for (int i = 0; i < ROUNDS(100); i++) {
        moving_case c;
        begin(&c, GD_KIND_BOX, KINDS[2 + i % 4], false);
        const double start = c.pose_b[i % 3];
        for (int k = 0; k < 60; k++) {
            c.pose_b[i % 3] = start + 1e-2 * (k % 7);
            gd_distance_result r;
            const gd_query query = query_of(&c, &SETTINGS);
            gd_distance(&query, &r);
            for (int m = 0; m < 3; m++)
                CHECK(c.warm.normal[m] == 0.0 || fabs(c.warm.normal[m]) > 1e-60);
        }
        finish(&c);
    }
}

static void test_keeps_the_limit_of_iterations(void) {
    for (int i = 0; i < ROUNDS(200); i++) {
        moving_case c;
        begin(&c, KINDS[i % KIND_COUNT], KINDS[3 + i % 3], false);
        certified(&c, &SETTINGS);
        for (int limit = 1; limit <= 4; limit++) {
            gd_settings few = SETTINGS;
            few.max_iterations = limit;
            move(&c, 0.1);
            CHECK(certified(&c, &few).iterations <= limit);
        }
        finish(&c);
    }
}

TEST(warm_distance) {
    test_motions_are_certified();
    test_the_simplex_changes_nothing();
    test_no_subnormal_components();
    test_keeps_the_limit_of_iterations();
}
