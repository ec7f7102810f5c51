/* The expanding polytope in 3D. The depths of parallel boxes, rotated boxes, balls and a cylinder
 * in a face are known. The bounds enclose the depth after any number of steps. The normal separates
 * the cores by the upper bound. The polytope of the last row is a closed convex surface. */
#include "lib/check.h"
#include "lib/make.h"
#include "lib/overlap.h"

#include <stdlib.h>
#include <string.h>

static const depth_rule FINE = {.tolerance = 1e-9, .max_iterations = 500.0};

static double random_half(void) {
    return random_between(0.3, 2.0);
}

/* Checks that EPA finds the depth, and that its normal and points prove it. */
static void check_depth(overlap* o, const depth_rule* rule, double truth) {
    CHECK(gd_epa3(&o->g, &o->simplex, rule, &o->depth) == GD_STATUS_OPTIMAL);
    overlap_check_depth(o, rule->tolerance, truth);
}

/* Parallel boxes separate across a face: the depth is the least of the six overlaps. */
static void test_parallel_boxes(void) {
    for (int i = 0; i < 200; i++) {
        double half[2][3], at[3], pose_a[7], pose_b[7], truth = INFINITE;
        int axis = 0;
        for (int k = 0; k < 3; k++) {
            half[0][k] = random_half();
            half[1][k] = random_half();
            at[k] = random_between(-1.0, 1.0) * (half[0][k] + half[1][k]);
            const double open = half[0][k] + half[1][k] - fabs(at[k]);
            if (open < truth) axis = k;
            truth = fmin(truth, open);
        }
        overlap_parallel_poses(load3(at), pose_a, pose_b);
        gd_shape* a = make_box(half[0][0], half[0][1], half[0][2]);
        gd_shape* b = make_box(half[1][0], half[1][1], half[1][2]);
        overlap o;
        CHECK(overlap_begin(&o, &(gd_query){a, pose_a, b, pose_b, NULL, NULL}));
        check_depth(&o, &FINE, truth);
        double n[3];
        store3(n, o.depth.normal);
        CHECK(n[axis] * at[axis] > 0.0);
        CHECK_NEAR(fabs(n[axis]), 1.0, 1e-12);
        gd_shape_destroy(a);
        gd_shape_destroy(b);
    }
}

/* Rotated boxes: the depth is the least overlap along the 15 axes of the separating axis
 * theorem. */
static void test_turned_boxes(void) {
    int overlapping = 0;
    for (int i = 0; i < 300; i++) {
        double pose_a[7], pose_b[7];
        vec3 half[2];
        for (int k = 0; k < 2; k++) {
            const double x = random_half(), y = random_half(), z = random_half();
            half[k] = make3(x, y, z);
        }
        overlap_random_poses(1.2, pose_a, pose_b);
        const double truth = overlap_box_depth(half[0], pose_a, half[1], pose_b);
        if (truth < 1e-6) continue;
        overlapping++;
        gd_shape* a = make_box(half[0].x, half[0].y, half[0].z);
        gd_shape* b = make_box(half[1].x, half[1].y, half[1].z);
        overlap o;
        CHECK(overlap_begin(&o, &(gd_query){a, pose_a, b, pose_b, NULL, NULL}));
        check_depth(&o, &FINE, truth);
        CHECK_NEAR(o.depth.upper, truth, 1e-12);
        gd_shape_destroy(a);
        gd_shape_destroy(b);
    }
    CHECK(overlapping > 100);
}

/* The depth of balls is the sum of their radii minus the distance of their centres. */
static void test_balls(void) {
    const depth_rule coarse = {.tolerance = 1e-3, .max_iterations = 500.0};
    for (int i = 0; i < 20; i++) {
        const double ra = random_half(), rb = random_half();
        const double distance = random_between(0.3, 0.9) * (ra + rb);
        double pose_a[7], pose_b[7];
        overlap_parallel_poses(make3(distance, 0.0, 0.0), pose_a, pose_b);
        gd_shape *a = make_ball(ra), *b = make_ball(rb);
        overlap o;
        CHECK(overlap_begin(&o, &(gd_query){a, pose_a, b, pose_b, NULL, NULL}));
        o.depth.normal = make3(0.0, 1.0, 0.0); /* start away from the answer */
        o.depth.upper = overlap_width(&o, o.depth.normal);
        check_depth(&o, &coarse, ra + rb - distance);
        CHECK(o.depth.normal.x > 0.99);
        gd_shape_destroy(a);
        gd_shape_destroy(b);
    }
}

/* A cylinder tilted by an angle reaches h cos + r sin below its middle into a face. */
static void test_a_cylinder_in_a_face(void) {
    gd_shape* box = make_box(10, 5, 10);
    for (int i = 0; i < 40; i++) {
        const double half_height = random_half(), radius = random_half();
        const double record[8] = {GD_KIND_CYLINDER, 0, 0, 0, 0, 0, half_height, radius};
        const double angle = random_between(0.1, 1.4);
        const double reach = half_height * cos(angle) + radius * sin(angle);
        const double depth = random_between(0.1, 1.0) * reach;
        const double pose_a[7] = {0, -5, 0, 0, 0, 0, 1};
        const double pose_b[7] = {0.3, reach - depth,   0.2, sin(0.5 * angle), 0,
                                  0,   cos(0.5 * angle)};
        gd_shape* cylinder = make(record, 8);
        overlap o;
        CHECK(overlap_begin(&o, &(gd_query){box, pose_a, cylinder, pose_b, NULL, NULL}));
        check_depth(&o, &FINE, depth);
        CHECK_NEAR(o.depth.normal.y, 1.0, 1e-12);
        gd_shape_destroy(cylinder);
    }
    gd_shape_destroy(box);
}

/* The bounds enclose the depth after any number of steps and never get worse. */
static void test_bounds_of_any_number_of_steps(void) {
    gd_shape *a = make_ball(1.0), *b = make_ball(0.5);
    const double pose_a[7] = {0, 0, 0, 0, 0, 0, 1}, pose_b[7] = {0.6, 0.5, 0.3, 0, 0, 0, 1};
    const double truth = 1.5 - sqrt(0.7);
    double lower = 0.0, upper = INFINITE;
    for (int steps = 0; steps <= 128; steps++) {
        const depth_rule rule = {.tolerance = 1e-15, .max_iterations = steps};
        overlap o;
        CHECK(overlap_begin(&o, &(gd_query){a, pose_a, b, pose_b, NULL, NULL}));
        o.depth.normal = make3(0.0, 0.0, 1.0);
        o.depth.upper = overlap_width(&o, o.depth.normal);
        CHECK(gd_epa3(&o.g, &o.simplex, &rule, &o.depth) == GD_STATUS_MAX_ITERATIONS);
        CHECK(o.depth.iterations == steps && o.depth.calls == steps);
        CHECK(o.depth.lower <= truth + 1e-14 && truth <= o.depth.upper + 1e-14);
        CHECK(o.depth.lower >= lower && o.depth.upper <= upper);
        lower = o.depth.lower;
        upper = o.depth.upper;
    }
    CHECK(upper - lower < 1e-6 * truth);
    /* until rounding stops it */
    const depth_rule endless = {.tolerance = 1e-17, .max_iterations = 1e6};
    overlap o;
    CHECK(overlap_begin(&o, &(gd_query){a, pose_a, b, pose_b, NULL, NULL}));
    CHECK(gd_epa3(&o.g, &o.simplex, &endless, &o.depth) == GD_STATUS_PRECISION);
    CHECK_NEAR(o.depth.lower, truth, 1e-13);
    CHECK_NEAR(o.depth.upper, truth, 1e-13);
    gd_shape_destroy(a);
    gd_shape_destroy(b);
}

/* The depth of a point on the axis of a cone is the same along a circle of directions: the polytope
 * gets full, and its bounds stay valid. */
static void test_a_full_polytope(void) {
    const double record[8] = {GD_KIND_CONE, 0, 0, 0, 0, 0, 1, 1}, point[6] = {GD_KIND_POINT};
    const double here[7] = {0, 0, 0, 0, 0, 0, 1};
    gd_shape *a = make(record, 8), *b = make(point, 6);
    const depth_rule rule = {.tolerance = 1e-15, .max_iterations = 1e6};
    overlap o;
    CHECK(overlap_begin(&o, &(gd_query){a, here, b, here, NULL, NULL}));
    CHECK(gd_epa3(&o.g, &o.simplex, &rule, &o.depth) == GD_STATUS_MAX_ITERATIONS);
    CHECK(o.depth.iterations > 400.0 && o.depth.iterations < 600.0);
    CHECK(o.depth.lower <= sqrt(0.2) + 1e-14 && sqrt(0.2) <= o.depth.upper + 1e-14);
    CHECK(o.depth.upper - o.depth.lower < 1e-3);
    gd_shape_destroy(a);
    gd_shape_destroy(b);
}

static void test_every_support_call_is_counted(void) {
    double calls = 0.0;
    gd_shape *a = overlap_counted_ball(1.0, &calls), *b = make_box(1, 1, 1);
    double pose_a[7], pose_b[7];
    overlap_random_poses(0.4, pose_a, pose_b);
    overlap o;
    CHECK(overlap_begin(&o, &(gd_query){a, pose_a, b, pose_b, NULL, NULL}));
    const depth_rule coarse = {.tolerance = 1e-2, .max_iterations = 500.0};
    calls = 0.0;
    CHECK(gd_epa3(&o.g, &o.simplex, &coarse, &o.depth) == GD_STATUS_OPTIMAL);
    CHECK(calls > 0.0 && o.depth.calls == calls && o.depth.iterations == calls);
    gd_shape_destroy(a);
    gd_shape_destroy(b);
}

/* Each edge of the surface belongs to two faces that traverse it in opposite directions, and no
 * vertex is above a face. */
static void check_surface(const gd_iterate* row) {
    const double* vertices = row->data + GD_ITERATE_VECTORS * 3;
    const int vertex_count = (int)row->vertex_count, face_count = (int)row->face_count;
    const double* faces = vertices + 10 * (size_t)vertex_count;
    unsigned char edges[64][64], used[64];
    memset(edges, 0, sizeof edges);
    memset(used, 0, sizeof used);
    CHECK(vertex_count <= 64 && face_count >= 4);
    for (int f = 0; f < face_count; f++) {
        int v[3];
        vec3 x[3];
        for (int i = 0; i < 3; i++) {
            v[i] = (int)faces[3 * f + i];
            x[i] = load3(vertices + 10 * v[i]);
            used[v[i]] = 1;
        }
        for (int i = 0; i < 3; i++)
            edges[v[i]][v[(i + 1) % 3]]++;
        const vec3 n = unit3(cross3(sub3(x[1], x[0]), sub3(x[2], x[0])));
        CHECK(dot3(n, x[0]) >= -1e-13); /* the origin is inside */
        for (int i = 0; i < vertex_count; i++)
            CHECK(dot3(n, sub3(load3(vertices + 10 * i), x[0])) <= 1e-10);
    }
    int corners = 0;
    for (int i = 0; i < 64; i++) {
        corners += used[i];
        for (int j = 0; j < 64; j++)
            CHECK(edges[i][j] == edges[j][i] && edges[i][j] <= 1);
    }
    CHECK(face_count == 2 * corners - 4); /* Euler's formula */
}

static void test_the_polytope_stays_closed_and_convex(void) {
    const size_t room = 60000;
    gd_trace* trace = calloc(1, sizeof *trace + room * sizeof(double));
    gd_shape *a = make_ball(1.0), *b = make_box(0.5, 0.7, 0.4);
    for (int i = 0; i < 10; i++) {
        double pose_a[7], pose_b[7];
        overlap_random_poses(0.4, pose_a, pose_b);
        trace->capacity = (double)room;
        gd_trace_begin(trace, GD_QUANTITY_DEPTH);
        const depth_rule rule = {.tolerance = 1e-9, .max_iterations = 30.0, .trace = trace};
        overlap o;
        CHECK(overlap_begin(&o, &(gd_query){a, pose_a, b, pose_b, NULL, NULL}));
        gd_epa3(&o.g, &o.simplex, &rule, &o.depth);
        CHECK(trace->needed <= trace->capacity && trace->iterates >= 5.0);
        check_surface(overlap_last_row(trace));
    }
    free(trace);
    gd_shape_destroy(a);
    gd_shape_destroy(b);
}

TEST(epa) {
    test_parallel_boxes();
    test_turned_boxes();
    test_balls();
    test_a_cylinder_in_a_face();
    test_bounds_of_any_number_of_steps();
    test_a_full_polytope();
    test_every_support_call_is_counted();
    test_the_polytope_stays_closed_and_convex();
}
