/* The expanding polytope in 2D. The depths of rectangles and circles are known. The bounds enclose
 * the depth after any number of steps, the normal separates the cores by the upper bound, and the
 * polygon of the last row is convex. */
#include "lib/check.h"
#include "lib/make.h"
#include "lib/overlap.h"

#include <stdlib.h>

static const depth_rule FINE = {.tolerance = 1e-9, .max_iterations = 500.0};

/* The depth of two rectangles from their four axes; negative if one separates them. */
static double rectangle_depth(double half[2][2], const double* pose_a, const double* pose_b) {
    double depth = INFINITE;
    for (int i = 0; i < 4; i++) {
        const double angle = (i < 2 ? pose_a : pose_b)[2] + (i % 2 ? 1.5707963267948966 : 0.0);
        const double n[2] = {cos(angle), sin(angle)};
        double open = -fabs(n[0] * (pose_b[0] - pose_a[0]) + n[1] * (pose_b[1] - pose_a[1]));
        for (int k = 0; k < 2; k++) {
            const double turn = angle - (k ? pose_b : pose_a)[2];
            open += half[k][0] * fabs(cos(turn)) + half[k][1] * fabs(sin(turn));
        }
        depth = fmin(depth, open);
    }
    return depth;
}

/* Checks that the polytope finds the depth, and that its normal and points prove it. */
static void check_depth(overlap* o, const depth_rule* rule, double truth) {
    CHECK(gd_epa2(&o->g, &o->simplex, rule, &o->depth) == GD_STATUS_OPTIMAL);
    overlap_check_depth(o, rule->tolerance, truth);
    CHECK(o->depth.normal.z == 0.0 && o->depth.a.z == 0.0 && o->depth.b.z == 0.0);
}

static void test_rectangles(void) {
    int overlapping = 0;
    for (int i = 0; i < 600; i++) {
        double half[2][2], pose_a[3], pose_b[3];
        for (int k = 0; k < 2; k++) {
            half[0][k] = random_between(0.2, 2.0);
            half[1][k] = random_between(0.2, 2.0);
            pose_a[k] = random_between(-1.0, 1.0);
            pose_b[k] = random_between(-1.0, 1.0);
        }
        pose_a[2] = random_between(-3.0, 3.0);
        pose_b[2] =
            i % 2 ? pose_a[2] : random_between(-3.0, 3.0); /* every other pair is parallel */
        const double truth = rectangle_depth(half, pose_a, pose_b);
        if (truth < 1e-6) continue;
        overlapping++;
        gd_shape *a = make_rectangle(half[0][0], half[0][1]),
                 *b = make_rectangle(half[1][0], half[1][1]);
        overlap o;
        CHECK(overlap_begin(&o, &(gd_query){a, pose_a, b, pose_b, NULL, NULL}));
        check_depth(&o, &FINE, truth);
        CHECK_NEAR(o.depth.upper, truth, 1e-12);
        gd_shape_destroy(a);
        gd_shape_destroy(b);
    }
    CHECK(overlapping > 200);
}

/* The depth of circles is the sum of their radii minus the distance of their centres. The bounds
 * enclose it after each step, until rounding stops the search. */
static void test_circles(void) {
    const double pose_a[3] = {0.2, 0.1, 0.7}, pose_b[3] = {0.8, 0.9, 0.1}, truth = 0.5;
    gd_shape *a = make_circle(1.0), *b = make_circle(0.5);
    double lower = 0.0, upper = INFINITE;
    for (int steps = 0; steps <= 20; steps++) {
        const depth_rule rule = {.tolerance = 1e-15, .max_iterations = steps};
        overlap o;
        CHECK(overlap_begin(&o, &(gd_query){a, pose_a, b, pose_b, NULL, NULL}));
        o.depth.normal = make3(0.0, 1.0, 0.0); /* start away from the answer */
        o.depth.upper = overlap_width(&o, o.depth.normal);
        CHECK(gd_epa2(&o.g, &o.simplex, &rule, &o.depth) == GD_STATUS_MAX_ITERATIONS);
        CHECK(o.depth.iterations == steps && o.depth.calls == steps);
        CHECK(o.depth.lower <= truth + 1e-14 && truth <= o.depth.upper + 1e-14);
        CHECK(o.depth.lower >= lower && o.depth.upper <= upper);
        lower = o.depth.lower;
        upper = o.depth.upper;
        const depth_rule fine = {.tolerance = 1e-4, .max_iterations = 500.0};
        if (steps == 0) check_depth(&o, &fine, truth);
    }
    CHECK(upper - lower < 1e-3);
    const depth_rule endless = {.tolerance = 1e-17, .max_iterations = 1e6};
    overlap o;
    CHECK(overlap_begin(&o, &(gd_query){a, pose_a, b, pose_b, NULL, NULL}));
    o.depth.upper = INFINITE;
    CHECK(gd_epa2(&o.g, &o.simplex, &endless, &o.depth) == GD_STATUS_PRECISION);
    CHECK_NEAR(o.depth.lower, truth, 1e-13);
    CHECK_NEAR(o.depth.upper, truth, 1e-13);
    gd_shape_destroy(a);
    gd_shape_destroy(b);
}

/* Concentric circles have the same depth in every direction: the polygon gets full, and its bounds
 * stay valid. */
static void test_a_full_polygon(void) {
    const double here[3] = {0, 0, 0};
    gd_shape *a = make_circle(1.0), *b = make_circle(0.5);
    const depth_rule rule = {.tolerance = 1e-15, .max_iterations = 1e6};
    overlap o;
    CHECK(overlap_begin(&o, &(gd_query){a, here, b, here, NULL, NULL}));
    CHECK(gd_epa2(&o.g, &o.simplex, &rule, &o.depth) == GD_STATUS_MAX_ITERATIONS);
    CHECK(o.depth.iterations == 509.0); /* 512 edges, three at the start */
    CHECK(o.depth.lower <= 1.5 + 1e-14 && 1.5 - 1e-14 <= o.depth.upper);
    CHECK(o.depth.upper - o.depth.lower < 1e-3);
    gd_shape_destroy(a);
    gd_shape_destroy(b);
}

/* The edges form one ring around the origin that turns left at each corner. */
static void check_polygon(const gd_iterate* row) {
    const double* vertices = row->data + GD_ITERATE_VECTORS * 3;
    const double* edges = vertices + 10 * (size_t)row->vertex_count;
    const int count = (int)row->face_count;
    double next[64];
    for (int i = 0; i < 64; i++)
        next[i] = -1.0;
    for (int i = 0; i < count; i++)
        next[(int)edges[3 * i]] = edges[3 * i + 1];
    int at = (int)edges[0], length = 0;
    do {
        const double *x = vertices + 10 * at, *y = vertices + 10 * (int)next[at];
        const double* z = vertices + 10 * (int)next[(int)next[at]];
        CHECK(x[0] * y[1] - x[1] * y[0] >= 0.0);
        CHECK((y[0] - x[0]) * (z[1] - y[1]) - (y[1] - x[1]) * (z[0] - y[0]) >= -1e-12);
        at = (int)next[at];
    } while (++length < count && at != (int)edges[0]);
    CHECK(length == count && at == (int)edges[0]);
}

/* Also from a triangle whose corners are inside D, as after a change of the pose. */
static void test_the_polygon_stays_convex(void) {
    const size_t room = 30000;
    gd_trace* trace = calloc(1, sizeof *trace + room * sizeof(double));
    gd_shape *a = make_circle(1.0), *b = make_rectangle(0.5, 0.7);
    for (int i = 0; i < 20; i++) {
        double pose_a[3] = {0, 0, 0}, pose_b[3];
        for (int k = 0; k < 3; k++)
            pose_b[k] = random_between(-0.4, 0.4);
        trace->capacity = (double)room;
        gd_trace_begin(trace, GD_QUANTITY_DEPTH);
        const depth_rule rule = {.tolerance = 1e-9, .max_iterations = 30.0, .trace = trace};
        overlap o;
        CHECK(overlap_begin(&o, &(gd_query){a, pose_a, b, pose_b, NULL, NULL}));
        for (int k = 0; k < 3 && i % 2; k++) {
            o.simplex.v[k].x = scale3(0.3, o.simplex.v[k].x);
            o.simplex.v[k].x.y *= k == 1 ? 0.1 : 1.0;
        }
        CHECK(gd_epa2(&o.g, &o.simplex, &rule, &o.depth) >= 0);
        CHECK(trace->needed <= trace->capacity && trace->iterates >= 3.0);
        check_polygon(overlap_last_row(trace));
    }
    free(trace);
    gd_shape_destroy(a);
    gd_shape_destroy(b);
}

TEST(epa_2d) {
    test_rectangles();
    test_circles();
    test_a_full_polygon();
    test_the_polygon_stays_convex();
}
