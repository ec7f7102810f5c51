/* Facet walking on two polytopes: exact answers that few facets prove, closed forms, bounds at the
 * limit of steps, and refusals of shapes that are not polytopes. */
#include "lib/check.h"
#include "lib/compared.h"
#include "lib/make.h"

/* A box, or the hull of 20 points; sometimes about a centre away from the middle. */
static gd_shape* random_polytope(bool box) {
    double record[66] = {box ? GD_KIND_BOX : GD_KIND_HULL};
    const size_t count = box ? 3 : 60;
    for (size_t i = 0; i < count; i++)
        record[6 + i] = box ? random_between(0.3, 3.0) : random_between(-1.0, 1.0);
    if (random_next() < 0.5) {
        record[GD_RECORD_HAS_CENTER] = 1.0;
        for (int i = 0; i < 3; i++)
            record[GD_RECORD_CENTER + i] = random_between(-0.1, 0.1);
    }
    return make(record, 6 + count);
}

/* The final facets intersect at the optimum: the bounds are equal up to rounding. */
static void test_answers_are_exact(void) {
    for (int i = 0; i < 400; i++) {
        gd_shape *a = random_polytope(i % 2), *b = random_polytope(i % 4 < 2);
        double pose_a[7], pose_b[7];
        compared_pose(pose_a, 1.0);
        compared_pose(pose_b, 1.0);
        const gd_query query = {a, pose_a, b, pose_b, &compared_usual, NULL};
        gd_growth_result r, cut;
        CHECK(gd_compare_inc(&query, &r) == GD_STATUS_OPTIMAL);
        CHECK(gd_growth_distance(&query, &cut) == GD_STATUS_OPTIMAL);
        CHECK(r.upper <= r.lower * (1.0 + 1e-12) && r.iterations < 60.0);
        CHECK(r.lower <= cut.upper * (1.0 + 1e-11) && cut.lower <= r.upper * (1.0 + 1e-11));
        compared_check_certificate(&query, &r, 1.0);
        gd_shape_destroy(a);
        gd_shape_destroy(b);
    }
}

/* Axis-aligned boxes, also as a hull of triangles: the axis with the largest ratio decides. */
static void test_boxes_meet_along_the_tightest_axis(void) {
    double corners[30] = {GD_KIND_HULL};
    for (int i = 0; i < 8; i++) {
        corners[6 + 3 * i] = i & 1 ? 1.0 : -1.0;
        corners[7 + 3 * i] = i & 2 ? 2.0 : -2.0;
        corners[8 + 3 * i] = i & 4 ? 3.0 : -3.0;
    }
    gd_shape *a[2] = {make_box(1, 2, 3), make(corners, 30)}, *b = make_box(0.5, 0.25, 1);
    for (int i = 0; i < 300; i++) {
        const double x = random_between(-4, 4), y = random_between(-4, 4);
        const double z = random_between(-4, 4);
        const gd_growth_result r = compared_solve_at(gd_compare_inc, a[i % 2], b, x, y, z);
        const double truth = fmax(fabs(x) / 1.5, fmax(fabs(y) / 2.25, fabs(z) / 4.0));
        compared_check_truth(&r, truth);
        CHECK_NEAR(r.value, truth, 1e-13 * truth);
        CHECK(r.iterations <= 8.0);
    }
    for (int i = 0; i < 2; i++)
        gd_shape_destroy(a[i]);
    gd_shape_destroy(b);
}

/* Changes of facets are counted and limited; the bounds at the limit must be valid. */
static void test_steps_run_out(void) {
    int open = 0;
    for (int i = 0; i < 100; i++) {
        gd_shape *a = random_polytope(false), *b = random_polytope(false);
        double pose[7];
        compared_pose(pose, 1.0);
        const gd_settings few = {.tolerance = 1e-9, .max_iterations = 1};
        const gd_growth_result r = compared_solve(gd_compare_inc, a, compared_here, b, pose, &few);
        const gd_growth_result all =
            compared_solve(gd_compare_inc, a, compared_here, b, pose, &compared_usual);
        CHECK(r.iterations <= 1.0 && r.lower <= all.upper && r.upper >= all.lower);
        CHECK(r.status == (all.iterations > 1.0 ? GD_STATUS_MAX_ITERATIONS : GD_STATUS_OPTIMAL) ||
              r.upper <= r.lower * (1.0 + 1e-9));
        open += r.status == GD_STATUS_MAX_ITERATIONS;
        gd_shape_destroy(a);
        gd_shape_destroy(b);
    }
    CHECK(open > 50);
}

static void test_what_is_no_polytope_is_refused(void) {
    const double rounded[9] = {GD_KIND_BOX, 0.1, 0, 0, 0, 0, 1, 1, 1};
    const double triangle[15] = {GD_KIND_TRIANGLE, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
    gd_shape* refused[3] = {make(rounded, 9), make_sphere(1), make(triangle, 15)};
    gd_shape* box = make_box(1, 1, 1);
    for (int i = 0; i < 3; i++) {
        const double pose_b[7] = {3, 0, 0, 0, 0, 0, 1};
        const gd_query query = {box, compared_here, refused[i], pose_b, &compared_usual, NULL};
        const gd_query swapped = {refused[i], compared_here, box, pose_b, &compared_usual, NULL};
        gd_growth_result r;
        CHECK(gd_compare_inc(&query, &r) == GD_ERROR_UNDEFINED);
        CHECK(gd_compare_inc(&swapped, &r) == GD_ERROR_UNDEFINED);
        gd_shape_destroy(refused[i]);
    }
    gd_shape_destroy(box);
}

TEST(inc) {
    test_answers_are_exact();
    test_boxes_meet_along_the_tightest_axis();
    test_steps_run_out();
    test_what_is_no_polytope_is_refused();
}
