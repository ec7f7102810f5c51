/* Depth along rays in 3D. The ray from inside the difference of two parallel boxes leaves it
 * through a known face (MPR). Each of the six faces is a local minimum (SQP, with and without the
 * shortcut). The depth of two balls along a direction is the root of a quadratic. Every normal
 * separates by the upper bound. */
#include "lib/check.h"
#include "lib/make.h"
#include "lib/overlap.h"

#include <stdlib.h>
#include <string.h>

static const depth_rule FINE = {.tolerance = 1e-10, .max_iterations = 500.0};
static const gd_settings DEFAULTS = {.tolerance = GD_DEFAULT_TOLERANCE, .max_iterations = 100.0};
static const double HERE[7] = {0, 0, 0, 0, 0, 0, 1};

static vec3 random_direction(void) {
    const double x = random_between(-1.0, 1.0), y = random_between(-1.0, 1.0);
    return unit3(make3(x, y, random_between(-1.0, 1.0)));
}

/* Counts searches whose points belong to another plane than the best one. They are few;
 * penetration.c then looks for better points. */
static int points_elsewhere;

/* D of parallel boxes is a box with a corner at `sum`; the origin is at -at from its middle. */
static void check_boxes(overlap* o, gd_method method, vec3 sum, vec3 at) {
    const double h[3] = {sum.x, sum.y, sum.z}, p[3] = {at.x, at.y, at.z};
    const vec3 ray = random_direction();
    double n[3], d[3], exit = INFINITE;
    store3(d, ray);
    CHECK(gd_incremental(&o->g, &o->simplex, method, ray, &FINE, &o->depth) == GD_STATUS_LOCAL);
    store3(n, o->depth.normal);
    if (method == GD_METHOD_MPR) {
        for (int k = 0; k < 3; k++)
            exit = fmin(exit, (h[k] - copysign(p[k], p[k] * d[k])) / fabs(d[k]));
        CHECK_NEAR(o->depth.upper, exit, 1e-11 * exit);
        CHECK_NEAR(length3(sub3(o->depth.normal, ray)), 0.0, 1e-15);
        const pair3* pair = &o->g.pair;
        const vec3 back = rotate(&pair->b_to_a, o->depth.b);
        const vec3 x = sub3(sub3(o->depth.a, back), pair->p);
        CHECK_NEAR(length3(sub3(x, scale3(exit, ray))), 0.0, 1e-11 * exit);
        return;
    }
    overlap_check(o, 1e-13 * o->g.extent);
    if (overlap_miss(o) > 1e-9 * o->depth.upper) points_elsewhere++;
    for (int k = 0; k < 3; k++)
        if (fabs(n[k]) > 0.5) {
            CHECK_NEAR(fabs(n[k]), 1.0, 1e-12);
            exit = h[k] - copysign(p[k], p[k] * n[k]);
        }
    CHECK_NEAR(o->depth.upper, exit, 1e-12 * o->g.extent);
}

static void test_parallel_boxes(void) {
    const gd_method methods[] = {GD_METHOD_MPR, GD_METHOD_SQP, GD_METHOD_INCREMENTAL};
    for (int i = 0; i < 600; i++) {
        double a_half[3], b_half[3], at[3], pose_a[7], pose_b[7];
        for (int k = 0; k < 3; k++) {
            a_half[k] = random_between(0.3, 2.0);
            b_half[k] = random_between(0.3, 2.0);
            at[k] = random_between(-0.9, 0.9) * (a_half[k] + b_half[k]);
        }
        overlap_parallel_poses(load3(at), pose_a, pose_b);
        gd_shape *a = make_box(a_half[0], a_half[1], a_half[2]),
                 *b = make_box(b_half[0], b_half[1], b_half[2]);
        overlap o;
        CHECK(overlap_begin_local(&o, &(gd_query){a, pose_a, b, pose_b, NULL, NULL}));
        check_boxes(&o, methods[i % 3], add3(load3(a_half), load3(b_half)), load3(at));
        gd_shape_destroy(a);
        gd_shape_destroy(b);
    }
    CHECK(points_elsewhere < 10);
}

/* D is a ball about -p: the ray along d leaves it where |t d + p| is its radius. The depth has its
 * only minimum along p, and a maximum in the opposite direction, which the search must leave. */
static void test_balls(void) {
    const depth_rule rule = {.tolerance = 1e-7, .max_iterations = 500.0};
    for (int i = 0; i < 60; i++) {
        const double ra = random_between(0.5, 2.0), rb = random_between(0.5, 2.0);
        const double distance = random_between(0.1, 0.9) * (ra + rb);
        double pose_a[7], pose_b[7];
        const vec3 p = scale3(distance, random_direction());
        overlap_parallel_poses(p, pose_a, pose_b);
        gd_shape *a = make_ball(ra), *b = make_ball(rb);
        overlap o;
        CHECK(overlap_begin_local(&o, &(gd_query){a, pose_a, b, pose_b, NULL, NULL}));
        const bool along = i % 3 == 0;
        const vec3 ray = i % 4 == 1 ? unit3(neg3(p)) : random_direction();
        const gd_method method = along        ? GD_METHOD_MPR
                                 : i % 3 == 1 ? GD_METHOD_SQP
                                              : GD_METHOD_INCREMENTAL;
        const gd_status status = gd_incremental(&o.g, &o.simplex, method, ray, &rule, &o.depth);
        CHECK(status == GD_STATUS_LOCAL);
        const double b_half = dot3(ray, p), c = distance * distance - (ra + rb) * (ra + rb);
        const double least = ra + rb - distance;
        const double truth = along ? -b_half + sqrt(b_half * b_half - c) : least;
        CHECK(truth * (1.0 - 1e-12) <= o.depth.upper);
        CHECK_NEAR(o.depth.upper, truth, 2e-6 * truth);
        CHECK(o.depth.lower <= least * (1.0 + 1e-12));
        if (!along) {
            overlap_check(&o, 1e-13 * o.g.extent);
            CHECK(overlap_miss(&o) <= 1e-5 * truth);
        }
        gd_shape_destroy(a);
        gd_shape_destroy(b);
    }
}

/* Opposite to the centres the depth of two balls has a maximum: its plane is stationary, but
 * directions beside it have less depth. The shortcut leaves rays early, which saves support
 * calls. */
static void test_a_greatest_depth_is_left(void) {
    const depth_rule rule = {.tolerance = 1e-6, .max_iterations = 500.0};
    const double at[7] = {0.5, 0, 0, 0, 0, 0, 1};
    gd_shape *a = make_ball(1.0), *b = make_ball(0.5);
    double calls[2];
    for (int i = 0; i < 2; i++) {
        const gd_method method = i ? GD_METHOD_INCREMENTAL : GD_METHOD_SQP;
        overlap o;
        CHECK(overlap_begin_local(&o, &(gd_query){a, HERE, b, at, NULL, NULL}));
        gd_incremental(&o.g, &o.simplex, method, make3(-1.0, 0.0, 0.0), &rule, &o.depth);
        CHECK_NEAR(o.depth.upper, 1.0, 2e-5);
        calls[i] = o.depth.calls;
    }
    CHECK(calls[1] < 0.8 * calls[0]);
    /* from a flat tetrahedron, the first ray ends there */
    overlap o;
    CHECK(overlap_begin_local(&o, &(gd_query){a, HERE, b, at, NULL, NULL}));
    memset(o.simplex.v, 0, sizeof o.simplex.v);
    gd_incremental(&o.g, &o.simplex, GD_METHOD_SQP, make3(-1.0, 0.0, 0.0), &rule, &o.depth);
    CHECK(o.depth.upper < 2.0 - 1e-5);
    overlap_check(&o, 1e-13);
    gd_shape_destroy(a);
    gd_shape_destroy(b);
}

/* At the limit of steps: the best plane so far, or for MPR the bounds along the only ray. */
static void test_few_steps(void) {
    const gd_method methods[] = {GD_METHOD_MPR, GD_METHOD_SQP, GD_METHOD_INCREMENTAL};
    gd_shape *a = make_ball(1.0), *b = make_ball(0.5);
    const double pose_b[7] = {0.6, 0.5, 0.3, 0, 0, 0, 1}, least = 1.5 - sqrt(0.7);
    const vec3 ray = {0.0, 0.6, 0.8};
    for (int i = 0; i < 24; i++) {
        const depth_rule rule = {.tolerance = 1e-12, .max_iterations = i / 3};
        overlap o;
        CHECK(overlap_begin_local(&o, &(gd_query){a, HERE, b, pose_b, NULL, NULL}));
        CHECK(gd_incremental(&o.g, &o.simplex, methods[i % 3], ray, &rule, &o.depth) ==
              GD_STATUS_MAX_ITERATIONS);
        CHECK(o.depth.iterations == i / 3 && o.depth.calls >= i / 3);
        CHECK(o.depth.upper >= least && o.depth.upper <= o.g.extent);
        CHECK(o.depth.lower <= least && o.depth.lower >= 0.0);
        if (i % 3 && i >= 3) CHECK_NEAR(overlap_width(&o, o.depth.normal), o.depth.upper, 1e-13);
    }
    gd_shape_destroy(a);
    gd_shape_destroy(b);
}

static void test_every_support_call_is_counted(void) {
    const gd_method methods[] = {GD_METHOD_MPR, GD_METHOD_SQP, GD_METHOD_INCREMENTAL};
    double calls = 0.0;
    gd_shape *a = overlap_counted_ball(1.0, &calls), *b = make_box(1, 1, 1);
    for (int i = 0; i < 30; i++) {
        double pose_a[7], pose_b[7];
        overlap_random_poses(0.4, pose_a, pose_b);
        overlap o;
        CHECK(overlap_begin_local(&o, &(gd_query){a, pose_a, b, pose_b, NULL, NULL}));
        calls = 0.0;
        gd_incremental(&o.g, &o.simplex, methods[i % 3], random_direction(), &FINE, &o.depth);
        CHECK(calls > 0.0 && o.depth.calls == calls);
        CHECK(o.depth.iterations <= calls);
    }
    gd_shape_destroy(a);
    gd_shape_destroy(b);
}

/* Rays from a tetrahedron without volume: every facet is edge-on, and only the support points of D
 * end the search. The depth of the two boxes along x is 1.5. */
static void test_rays_from_a_point(void) {
    gd_shape *a = make_box(1, 1, 1), *b = make_box(0.5, 0.5, 0.5);
    gd_trace* trace = calloc(1, sizeof *trace + 20000 * sizeof(double));
    for (int i = 0; i < 8; i++) {
        trace->capacity = 20000.0;
        const gd_query query = {a, HERE, b, HERE, &DEFAULTS, NULL};
        gjk g;
        CHECK(gd_gjk_init(&g, &query, false));
        const gd_method methods[] = {GD_METHOD_MPR, GD_METHOD_SQP, GD_METHOD_INCREMENTAL,
                                     GD_METHOD_MPR};
        const double at = i % 2 ? 0.0 : 0.125;
        initial_simplex s;
        memset(&s, 0, sizeof s);
        for (int k = 0; k < 4; k++)
            s.v[k].x = s.v[k].a = make3(at, 0.0, 0.0);
        const depth_rule rule = {1e-8, 100.0, 0.0, i < 4 ? trace : NULL};
        depth_bounds d = {.upper = GD_INFINITY, .normal = make3(1.0, 0.0, 0.0)};
        const gd_status status =
            gd_incremental(&g, &s, methods[i / 2], make3(1.0, 0.0, 0.0), &rule, &d);
        CHECK(status == GD_STATUS_PRECISION || status == GD_STATUS_LOCAL);
        CHECK(d.iterations <= 100.0 && d.lower <= d.upper);
        CHECK_NEAR(d.upper, 1.5, 1e-12);
        CHECK_NEAR(fabs(d.normal.x), 1.0, 1e-12);
    }
    free(trace);
    gd_shape_destroy(a);
    gd_shape_destroy(b);
}

TEST(incremental) {
    test_parallel_boxes();
    test_balls();
    test_a_greatest_depth_is_left();
    test_few_steps();
    test_every_support_call_is_counted();
    test_rays_from_a_point();
}
