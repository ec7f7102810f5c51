/* Depth along rays in 2D. The ray from inside the difference of two parallel rectangles leaves it
 * through a known side (MPR). Each of the four sides is a local minimum (SQP, with and without the
 * shortcut). The depth of two circles along a direction is the root of a quadratic. Every normal
 * separates by the upper bound. */
#include "lib/check.h"
#include "lib/make.h"
#include "lib/overlap.h"

#include <string.h>

static const depth_rule FINE = {.tolerance = 1e-10, .max_iterations = 500.0};
static const double HERE[3] = {0, 0, 0};
static const gd_method METHODS[] = {GD_METHOD_MPR, GD_METHOD_SQP, GD_METHOD_INCREMENTAL};

static vec3 direction_of(double angle) {
    return make3(cos(angle), sin(angle), 0.0);
}

/* D is a rectangle about -at, with half extents `sum`. */
static void check_rectangles(overlap* o, gd_method method, const double* sum, const double* at) {
    const vec3 ray = direction_of(random_between(-3.0, 3.0));
    const double d[2] = {ray.x, ray.y};
    CHECK(gd_incremental(&o->g, &o->simplex, method, ray, &FINE, &o->depth) == GD_STATUS_LOCAL);
    CHECK(o->depth.normal.z == 0.0);
    if (method == GD_METHOD_MPR) {
        double exit = INFINITE;
        for (int k = 0; k < 2; k++)
            exit = fmin(exit, (sum[k] - copysign(at[k], at[k] * d[k])) / fabs(d[k]));
        CHECK_NEAR(o->depth.upper, exit, 1e-11 * exit);
        CHECK_NEAR(length3(sub3(o->depth.normal, ray)), 0.0, 1e-15);
        CHECK(overlap_miss(o) <= 1e-11 * exit);
        return;
    }
    overlap_check(o, 1e-13 * o->g.extent);
    CHECK(overlap_miss(o) <= 1e-9 * o->depth.upper);
    const int axis = fabs(o->depth.normal.y) > 0.5;
    const double along = axis ? o->depth.normal.y : o->depth.normal.x;
    CHECK_NEAR(fabs(along), 1.0, 1e-12);
    CHECK_NEAR(o->depth.upper, sum[axis] - copysign(at[axis], at[axis] * along),
               1e-12 * o->g.extent);
}

static void test_parallel_rectangles(void) {
    for (int i = 0; i < 600; i++) {
        double half[2][2], sum[2], at[2], pose_a[3], pose_b[3];
        for (int k = 0; k < 2; k++) {
            half[0][k] = random_between(0.3, 2.0);
            half[1][k] = random_between(0.3, 2.0);
            sum[k] = half[0][k] + half[1][k];
            at[k] = random_between(-0.9, 0.9) * sum[k];
            pose_a[k] = random_between(-1.0, 1.0);
        }
        const double angle = random_between(-3.0, 3.0);
        pose_a[2] = pose_b[2] = angle;
        pose_b[0] = pose_a[0] + cos(angle) * at[0] - sin(angle) * at[1];
        pose_b[1] = pose_a[1] + sin(angle) * at[0] + cos(angle) * at[1];
        gd_shape *a = make_rectangle(half[0][0], half[0][1]),
                 *b = make_rectangle(half[1][0], half[1][1]);
        overlap o;
        CHECK(overlap_begin_local(&o, &(gd_query){a, pose_a, b, pose_b, NULL, NULL}));
        check_rectangles(&o, METHODS[i % 3], sum, at);
        gd_shape_destroy(a);
        gd_shape_destroy(b);
    }
}

/* D is a disk about -p: the ray along d leaves it where |t d + p| is its radius. The depth has its
 * only minimum along p, and a maximum in the opposite direction, which the search must leave. */
static void test_circles(void) {
    const depth_rule rule = {.tolerance = 1e-7, .max_iterations = 500.0};
    for (int i = 0; i < 120; i++) {
        const double ra = random_between(0.5, 2.0), rb = random_between(0.5, 2.0), sum = ra + rb;
        const double distance = random_between(0.1, 0.9) * sum, angle = random_between(-3.0, 3.0);
        const vec3 p = scale3(distance, direction_of(angle));
        const double pose_b[3] = {p.x, p.y, 0.4};
        gd_shape *a = make_circle(ra), *b = make_circle(rb);
        overlap o;
        CHECK(overlap_begin_local(&o, &(gd_query){a, HERE, b, pose_b, NULL, NULL}));
        const bool along = i % 3 == 0;
        const vec3 ray = i % 4 == 1 ? unit3(neg3(p)) : direction_of(random_between(-3.0, 3.0));
        CHECK(gd_incremental(&o.g, &o.simplex, METHODS[i % 3], ray, &rule, &o.depth) ==
              GD_STATUS_LOCAL);
        const double half = dot3(ray, p), least = sum - distance;
        const double truth =
            along ? sqrt(half * half - distance * distance + sum * sum) - half : least;
        CHECK(truth * (1.0 - 1e-12) <= o.depth.upper);
        CHECK_NEAR(o.depth.upper, truth, 2e-6 * truth);
        CHECK(o.depth.lower <= least * (1.0 + 1e-12));
        CHECK(overlap_miss(&o) <= 1e-5 * truth);
        if (!along) overlap_check(&o, 1e-13 * o.g.extent);
        gd_shape_destroy(a);
        gd_shape_destroy(b);
    }
}

/* From a triangle without area, the first ray goes opposite to the centres and ends at the greatest
 * depth; directions beside it have less depth. The shortcut leaves rays early, which saves support
 * calls. */
static void test_a_greatest_depth_is_left(void) {
    const double at[3] = {0.5, 0, 0};
    const depth_rule rule = {.tolerance = 1e-6, .max_iterations = 500.0};
    gd_shape *a = make_circle(1.0), *b = make_circle(0.5);
    overlap o;
    CHECK(overlap_begin_local(&o, &(gd_query){a, HERE, b, at, NULL, NULL}));
    memset(o.simplex.v, 0, sizeof o.simplex.v);
    gd_incremental(&o.g, &o.simplex, GD_METHOD_SQP, make3(-1.0, 0.0, 0.0), &rule, &o.depth);
    CHECK(o.depth.upper < 2.0 - 1e-5);
    overlap_check(&o, 1e-13);
    double calls[2] = {0.0, 0.0};
    for (int i = 0; i < 40; i++) {
        const vec3 ray = direction_of(0.07 * (1 + i / 2));
        CHECK(overlap_begin_local(&o, &(gd_query){a, HERE, b, at, NULL, NULL}));
        gd_incremental(&o.g, &o.simplex, METHODS[1 + i % 2], ray, &rule, &o.depth);
        CHECK_NEAR(o.depth.upper, 1.0, 2e-5);
        calls[i % 2] += o.depth.calls;
    }
    CHECK(calls[1] < calls[0]);
    gd_shape_destroy(a);
    gd_shape_destroy(b);
}

/* At the limit of steps: the best plane so far, or for MPR the bounds along the only ray. */
static void test_few_steps(void) {
    gd_shape *a = make_circle(1.0), *b = make_circle(0.5);
    const double pose_b[3] = {0.6, 0.5, 0.3}, least = 1.5 - sqrt(0.61);
    for (int i = 0; i < 18; i++) {
        const depth_rule rule = {.tolerance = 1e-14, .max_iterations = i / 3};
        overlap o;
        CHECK(overlap_begin_local(&o, &(gd_query){a, HERE, b, pose_b, NULL, NULL}));
        CHECK(gd_incremental(&o.g, &o.simplex, METHODS[i % 3], direction_of(1.9), &rule,
                             &o.depth) == GD_STATUS_MAX_ITERATIONS);
        CHECK(o.depth.iterations == i / 3 && o.depth.calls >= i / 3);
        CHECK(o.depth.upper >= least && o.depth.upper <= o.g.extent);
        CHECK(o.depth.lower <= least && o.depth.lower >= 0.0);
        if (i % 3 && i >= 3) CHECK_NEAR(overlap_width(&o, o.depth.normal), o.depth.upper, 1e-13);
    }
    gd_shape_destroy(a);
    gd_shape_destroy(b);
}

TEST(incremental_2d) {
    test_parallel_rectangles();
    test_circles();
    test_a_greatest_depth_is_left();
    test_few_steps();
}
