/* Growth distance in 3D by cutting planes. For parallel boxes and for similar ellipsoids it is a
 * formula. Every other answer has a certificate, checked from the definition of the shapes in
 * extended precision: the normal's plane proves the lower bound, two points prove the upper one.
 * The bounds enclose the true value after any number of steps, and each step is one support
 * call. */
#include "lib/certified.h"
#include "lib/check.h"
#include "lib/draw.h"
#include "lib/make.h"
#include "lib/overlap.h"

#include "growth/growth.h"

static const double HERE[7] = {0, 0, 0, 0, 0, 0, 1};

static gd_settings settings_of(gd_method method, double max_iterations) {
    return (gd_settings){.tolerance = 1e-9, .max_iterations = max_iterations, .method = method};
}

/* C is a box whose half extents are the sums of both: the ray leaves it through the first face. */
static void test_parallel_boxes(void) {
    const gd_settings settings = settings_of(GD_METHOD_CUTTING_PLANE, 100.0);
    for (int i = 0; i < 200; i++) {
        double half[2][3], at[3], pose_a[7], pose_b[7], sigma = 0.0;
        for (int k = 0; k < 3; k++) {
            half[0][k] = random_between(0.3, 2.0);
            half[1][k] = random_between(0.3, 2.0);
            at[k] = random_between(-6.0, 6.0);
            sigma = fmax(sigma, fabs(at[k]) / (half[0][k] + half[1][k]));
        }
        overlap_parallel_poses(load3(at), pose_a, pose_b);
        gd_shape* a = make_box(half[0][0], half[0][1], half[0][2]);
        gd_shape* b = make_box(half[1][0], half[1][1], half[1][2]);
        const gd_query query = {a, pose_a, b, pose_b, &settings, NULL};
        gd_growth_result r;
        CHECK(gd_growth3(&query, &r) == GD_STATUS_OPTIMAL);
        CHECK_NEAR(r.value, sigma, 1e-9 * sigma);
        CHECK(r.lower <= sigma * (1.0 + 1e-14) && sigma <= r.upper * (1.0 + 1e-14));
        CHECK(r.value == r.upper && r.iterations >= 1.0);
        gd_collision_result c;
        CHECK(gd_collide3(&query, &c) == GD_STATUS_OPTIMAL);
        CHECK((c.colliding == 1.0) == (sigma <= 1.0));
        CHECK(gd_intersects3(&query) == (sigma <= 1.0 ? EARLY_OUT_MEET : EARLY_OUT_APART));
        CHECK(c.lower <= sigma * (1.0 + 1e-14) && sigma <= c.upper * (1.0 + 1e-14));
        gd_shape_destroy(a);
        gd_shape_destroy(b);
    }
}

/* C of two similar ellipsoids is an ellipsoid, in whose norm the growth distance is the length of
 * the vector between the centres. The bounds enclose it after any number of steps, and never get
 * worse. */
static void test_any_number_of_steps(void) {
    const double record[2][9] = {{GD_KIND_ELLIPSOID, 0, 0, 0, 0, 0, 2, 1, 3},
                                 {GD_KIND_ELLIPSOID, 0, 0, 0, 0, 0, 1, 0.5, 1.5}};
    gd_shape *a = make(record[0], 9), *b = make(record[1], 9);
    const double pose[7] = {3, 3, 4.5, 0, 0, 0, 1}, sigma = sqrt(1.0 + 4.0 + 1.0);
    double lower = 0.0, upper = INFINITE;
    for (int steps = 1; steps < 40; steps++) {
        const gd_settings settings = settings_of(GD_METHOD_CUTTING_PLANE, steps);
        gd_growth_result r;
        const gd_status status = gd_growth3(&(gd_query){a, HERE, b, pose, &settings, NULL}, &r);
        CHECK(status ==
              (r.upper <= r.lower * (1.0 + 1e-9) ? GD_STATUS_OPTIMAL : GD_STATUS_MAX_ITERATIONS));
        CHECK(r.iterations <= steps && (status == GD_STATUS_OPTIMAL || r.iterations == steps));
        CHECK(r.lower <= sigma * (1.0 + 1e-14) && sigma <= r.upper * (1.0 + 1e-14));
        CHECK(r.lower >= lower && r.upper <= upper);
        CHECK(r.status == (double)status && r.value == r.upper);
        lower = r.lower;
        upper = r.upper;
        if (steps < 3) CHECK(status == GD_STATUS_MAX_ITERATIONS);
    }
    CHECK_NEAR(lower, sigma, 1e-8);
    CHECK_NEAR(upper, sigma, 1e-8);
    gd_shape_destroy(a);
    gd_shape_destroy(b);
}

static double warm_steps, cold_steps; /* of the second of two queries */

static void check_pair(const posed set[2], gd_query query) {
    const certified answer = certified_growth(gd_growth3, set, query);
    CHECK(answer.warm <= answer.cold);
    warm_steps += answer.warm;
    cold_steps += 2.0 * answer.cold;
    certified_collision(gd_collide3, set, query, answer.value);
    if (fabs(answer.value - 1.0) < 1e-6) return;
    CHECK(gd_intersects3(&query) == (answer.value < 1.0 ? EARLY_OUT_MEET : EARLY_OUT_APART));
}

static void test_every_shape_type(void) {
    static const gd_kind kinds[] = {
        GD_KIND_SPHERE, GD_KIND_ELLIPSOID, GD_KIND_BOX,  GD_KIND_CAPSULE,     GD_KIND_CYLINDER,
        GD_KIND_CONE,   GD_KIND_FRUSTUM,   GD_KIND_HULL, GD_KIND_TRANSFORMED, GD_KIND_SUM};
    const int count = (int)LENGTH(kinds);
    for (int i = 0; i < 200; i++) {
        drawn shape[2];
        posed set[2];
        double pose[2][7];
        draw_shape(kinds[i % count], 1.0, &shape[0]);
        draw_shape(kinds[i / count % count], 1.0, &shape[1]);
        for (int k = 0; k < 2; k++) {
            draw_pose(3, 4.0, false, pose[k]);
            posed_make(&set[k], shape[k].record, shape[k].length, pose[k], shape[k].shape);
        }
        const gd_settings settings = settings_of(i % 2 ? GD_METHOD_CUTTING_PLANE : 0, 200.0);
        check_pair(set,
                   (gd_query){shape[0].shape, pose[0], shape[1].shape, pose[1], &settings, NULL});
        gd_shape_destroy(shape[0].shape);
        gd_shape_destroy(shape[1].shape);
    }
    CHECK(warm_steps < 0.2 * cold_steps);
}

static void test_steps_are_support_calls_and_rows(void) {
    double calls = 0.0;
    gd_shape *a = overlap_counted_ball(1.0, &calls), *b = make_box(1, 2, 0.5);
    const double pose[7] = {2, 3, 1, 0.1, 0.2, 0.3, 1};
    gd_settings settings = settings_of(GD_METHOD_CUTTING_PLANE, 200.0);
    settings.tolerance = 1e-4;
    const gd_query query = {a, HERE, b, pose, &settings, NULL};
    gd_growth_result r;
    gd_collision_result c;
    calls = 0.0;
    CHECK(gd_growth3(&query, &r) == GD_STATUS_OPTIMAL);
    CHECK(r.iterations > 3.0 && calls == r.iterations);
    calls = 0.0;
    CHECK(gd_collide3(&query, &c) == GD_STATUS_OPTIMAL);
    CHECK(calls == c.iterations);
    certified_trace(gd_growth3, query);
    gd_shape_destroy(a);
    gd_shape_destroy(b);
}

/* Two flat shapes and invalid poses are refused. Coincident centres need no growth. */
static void test_refusals_and_coincident_centers(void) {
    const double flat[15] = {GD_KIND_TRIANGLE, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0};
    const double none[7] = {0, 0, 0, 0, 0, 0, 0}, away[7] = {9, 0, 0, 0, 0, 0, 1};
    gd_shape *box = make_box(1, 1, 1), *triangle = make(flat, 15);
    const gd_settings settings = settings_of(GD_METHOD_CUTTING_PLANE, 100.0);
    gd_growth_result r;
    gd_collision_result c;
    const gd_query thin = {triangle, HERE, triangle, away, &settings, NULL};
    CHECK(gd_growth3(&thin, &r) == GD_ERROR_UNDEFINED);
    CHECK(gd_collide3(&thin, &c) == GD_ERROR_UNDEFINED);
    const gd_query touching = {triangle, HERE, triangle, HERE, &settings, NULL};
    CHECK(gd_intersects3(&touching) == EARLY_OUT_UNDECIDED);
    const gd_query lost = {box, HERE, triangle, none, &settings, NULL};
    CHECK(gd_growth3(&lost, &r) == GD_ERROR_POSE && gd_collide3(&lost, &c) == GD_ERROR_POSE);
    const gd_query same = {box, away, box, away, &settings, NULL};
    CHECK(gd_growth3(&same, &r) == GD_STATUS_COINCIDENT);
    CHECK(r.value == 0.0 && r.lower == 0.0 && r.upper == 0.0);
    /* the bounding balls are separated: no step */
    const gd_query far = {box, HERE, triangle, away, &settings, NULL};
    CHECK(gd_collide3(&far, &c) == GD_STATUS_OPTIMAL);
    CHECK(c.colliding == 0.0 && c.iterations == 0.0 && c.lower > 1.0);
    gd_shape_destroy(box);
    gd_shape_destroy(triangle);
}

TEST(cutting_plane) {
    test_parallel_boxes();
    test_any_number_of_steps();
    test_every_shape_type();
    test_steps_are_support_calls_and_rows();
    test_refusals_and_coincident_centers();
}
