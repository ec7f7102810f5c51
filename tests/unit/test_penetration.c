/* Distance and penetration on random and degenerate shapes, at any scale, and from any warm state:
 * the certificates are valid, no number is NaN, and every query ends. */
#include "lib/check.h"
#include "lib/make.h"

#include "growth_distance.h"

#include <string.h>

/* Coordinates that often coincide: halves from -1 to 1. */
static double coarse(void) {
    return 0.5 * (double)(int)random_between(-2.999, 2.999);
}

/* The number of parameters of each shape type, and whether they are coordinates of points. */
static const struct {
    gd_kind kind;
    size_t size;
    bool points;
} kinds3[] =
    {
        {GD_KIND_SPHERE, 1, false},  {GD_KIND_ELLIPSOID, 3, false}, {GD_KIND_BOX, 3, false},
        {GD_KIND_CAPSULE, 2, false}, {GD_KIND_CYLINDER, 2, false},  {GD_KIND_CONE, 2, false},
        {GD_KIND_FRUSTUM, 3, false}, {GD_KIND_HULL, 24, true},      {GD_KIND_POINT, 0, false},
        {GD_KIND_SEGMENT, 6, true},  {GD_KIND_TRIANGLE, 9, true},   {GD_KIND_HULL, 60, true},
},
  kinds2[] = {
      {GD_KIND_CIRCLE, 1, false},  {GD_KIND_ELLIPSE, 2, false},  {GD_KIND_RECTANGLE, 2, false},
      {GD_KIND_POLYGON, 10, true}, {GD_KIND_STADIUM, 2, false},  {GD_KIND_POINT2, 0, false},
      {GD_KIND_SEGMENT2, 4, true}, {GD_KIND_TRIANGLE2, 6, true}, {GD_KIND_POLYGON, 40, true},
};

static gd_shape* random_shape(double scale, int dimension) {
    double record[6 + 60] = {0};
    const int k = (int)random_between(0, dimension == 3 ? 12 : 9);
    const bool points = dimension == 3 ? kinds3[k].points : kinds2[k].points;
    const size_t length = 6 + (dimension == 3 ? kinds3[k].size : kinds2[k].size);
    record[0] = dimension == 3 ? kinds3[k].kind : kinds2[k].kind;
    record[1] = random_next() < 0.2 ? scale * random_between(0.1, 1) : 0.0;
    const bool flat = random_next() < 0.1; /* needles and plates */
    for (size_t i = 6; i < length; i++) {
        if (points)
            record[i] = scale * (length > 36 ? random_between(-1, 1) : coarse());
        else
            record[i] = scale * (random_next() < 0.3 ? 1.0 : random_between(0.2, 2)) *
                        (flat && i == 6 ? 1e-6 : 1.0);
    }
    gd_shape* shape;
    return gd_shape_create(record, length, &shape) == GD_STATUS_OPTIMAL ? shape : NULL;
}

static void random_pose(double scale, int dimension, double pose[7]) {
    const bool exact = random_next() < 0.4; /* on a lattice, by quarter turns */
    for (int i = 0; i < 3; i++)
        pose[i] = scale * (exact ? coarse() : random_between(-1.5, 1.5));
    for (int i = 3; i < 7; i++)
        pose[i] = exact ? 0.0 : random_between(-1, 1);
    if (dimension == 2) {
        pose[2] = exact ? 1.5707963267948966 * coarse() : random_between(-3, 3);
    } else if (exact) {
        pose[3 + (int)random_between(0, 3.999)] = 1.0;
        if (random_next() < 0.5) pose[6] = 1.0;
    }
}

static bool finite_record(const void* record, size_t bytes) {
    double values[64];
    memcpy(values, record, bytes);
    for (size_t i = 0; i < bytes / sizeof(double); i++)
        if (!(fabs(values[i]) < INFINITE)) return false;
    return true;
}

static const gd_method depth_methods[] = {GD_METHOD_AUTO, GD_METHOD_EPA, GD_METHOD_INCREMENTAL,
                                          GD_METHOD_SQP, GD_METHOD_MPR};
static const gd_method distance_methods[] = {
    GD_METHOD_AUTO,   GD_METHOD_GJK,         GD_METHOD_NESTEROV, GD_METHOD_NESTEROV_NORMALIZED,
    GD_METHOD_POLYAK, GD_METHOD_FRANK_WOLFE,
};

static void test_every_method_certifies_what_it_says(void) {
    random_seed(99);
    const double scales[3] = {1.0, 1e60, 1e-60};
    for (int i = 0; i < 3000; i++) {
        const int dimension = i % 3 == 2 ? 2 : 3;
        const double scale = i % 10 == 0 ? scales[1 + i / 10 % 2] : 1.0;
        gd_shape *a = random_shape(scale, dimension), *b = random_shape(scale, dimension);
        if (a && b) {
            double pose_a[7], pose_b[7];
            random_pose(scale, dimension, pose_a);
            random_pose(scale, dimension, pose_b);
            const double size = 20.0 * scale, rounding = 1e-13 * size;
            gd_signed_result s;
            gd_signed_distance(&(gd_query){a, pose_a, b, pose_b, NULL, NULL}, &s);
            CHECK(finite_record(&s, sizeof s));
            CHECK(s.lower <= s.value && s.value <= s.upper);
            for (int k = 0; k < 5; k++) {
                const gd_settings settings = {.tolerance = GD_DEFAULT_TOLERANCE,
                                              .max_iterations = GD_DEFAULT_DEPTH_ITERATIONS,
                                              .method = depth_methods[k]};
                gd_penetration_result r;
                gd_penetration(&(gd_query){a, pose_a, b, pose_b, &settings, NULL}, &r);
                CHECK(finite_record(&r, sizeof r));
                CHECK(r.lower <= r.depth);
                if (dimension == 2) CHECK(r.normal[2] == 0.0);
                /* the bounds of different methods must not contradict each other */
                CHECK(r.lower <= fmax(-s.lower, 0.0) + rounding);
                CHECK(r.depth >= fmax(-s.upper, 0.0) - rounding);
                if (!(r.depth > 0.0)) continue;
                double moved[7];
                memcpy(moved, pose_b, sizeof moved);
                for (int j = 0; j < dimension; j++)
                    moved[j] += r.depth * r.normal[j];
                gd_signed_result after;
                gd_signed_distance(&(gd_query){a, pose_a, b, moved, NULL, NULL}, &after);
                CHECK(after.upper >= -10.0 * rounding);
            }
            for (int k = 0; k < 6; k++) {
                const gd_settings settings = {.tolerance = GD_DEFAULT_TOLERANCE,
                                              .max_iterations = 100,
                                              .simplex = 1,
                                              .method = distance_methods[k],
                                              .subalgorithm = i / 3 % 3};
                gd_distance_result r;
                gd_distance(&(gd_query){a, pose_a, b, pose_b, &settings, NULL}, &r);
                CHECK(finite_record(&r, sizeof r));
                CHECK(r.lower <= r.value);
                CHECK(r.lower <= fmax(s.upper, 0.0) + rounding);
                CHECK(r.value >= fmax(s.lower, 0.0) - rounding);
            }
        }
        gd_shape_destroy(a);
        gd_shape_destroy(b);
    }
}

/* Tolerances from far below rounding to large, and limits from one step to a million. */
static void test_any_settings_end(void) {
    random_seed(100);
    const double tolerances[4] = {1e-300, 1e-16, 1e-4, 0.9}, limits[4] = {1, 2, 7, 1e6};
    for (int i = 0; i < 600; i++) {
        const int dimension = i % 3 == 2 ? 2 : 3;
        gd_shape *a = random_shape(1.0, dimension), *b = random_shape(1.0, dimension);
        if (a && b) {
            double pose_a[7], pose_b[7];
            random_pose(1.0, dimension, pose_a);
            random_pose(1.0, dimension, pose_b);
            gd_settings settings = {.tolerance = tolerances[i % 4],
                                    .max_iterations = limits[i / 4 % 4],
                                    .simplex = 1,
                                    .method = depth_methods[i % 5]};
            for (int k = 0; k < 3;
                 k++) /* one statement each: the order in an initialiser is not defined */
                settings.direction[k] = coarse();
            gd_penetration_result r;
            gd_penetration(&(gd_query){a, pose_a, b, pose_b, &settings, NULL}, &r);
            CHECK(finite_record(&r, sizeof r) && r.lower <= r.depth);
            settings.method = distance_methods[i % 6];
            gd_distance_result d;
            gd_distance(&(gd_query){a, pose_a, b, pose_b, &settings, NULL}, &d);
            CHECK(finite_record(&d, sizeof d) && d.lower <= d.value);
            gd_collision_result c;
            if (settings.method != GD_METHOD_AUTO)
                CHECK(gd_collide(&(gd_query){a, pose_a, b, pose_b, &settings, NULL}, &c) >= 0);
        }
        gd_shape_destroy(a);
        gd_shape_destroy(b);
    }
}

/* At a limit of few steps: the bounds are wide but valid. */
static void test_bounds_hold_after_any_number_of_steps(void) {
    random_seed(102);
    for (int i = 0; i < 400; i++) {
        const int dimension = i % 3 == 2 ? 2 : 3;
        gd_shape *a = random_shape(1.0, dimension), *b = random_shape(1.0, dimension);
        if (a && b) {
            double pose_a[7], pose_b[7];
            random_pose(1.0, dimension, pose_a);
            random_pose(1.0, dimension, pose_b);
            gd_signed_result truth, s;
            gd_signed_distance(&(gd_query){a, pose_a, b, pose_b, NULL, NULL}, &truth);
            for (int steps = 1; steps < 9; steps++) {
                const gd_settings settings = {.tolerance = 0.5, .max_iterations = steps};
                gd_signed_distance(&(gd_query){a, pose_a, b, pose_b, &settings, NULL}, &s);
                CHECK(s.lower <= truth.upper + 1e-12 && s.upper >= truth.lower - 1e-12);
                CHECK(s.lower <= s.value && s.value <= s.upper);
                gd_penetration_result r;
                gd_penetration(&(gd_query){a, pose_a, b, pose_b, &settings, NULL}, &r);
                CHECK(r.lower <= fmax(-truth.lower, 0.0) + 1e-12);
                CHECK(r.depth >= fmax(-truth.upper, 0.0) - 1e-12);
            }
        }
        gd_shape_destroy(a);
        gd_shape_destroy(b);
    }
}

/* A warm state along a path gives the answers of cold queries; a damaged state changes nothing. */
static void test_warm_states_change_no_answer(void) {
    random_seed(101);
    for (int i = 0; i < 150; i++) {
        const int dimension = i % 3 == 2 ? 2 : 3;
        gd_shape *a = random_shape(1.0, dimension), *b = random_shape(1.0, dimension);
        if (a && b) {
            gd_warm warm;
            memset(&warm, i % 2 ? 0x5a : 0, sizeof warm);
            double pose_a[7], pose_b[7];
            random_pose(1.0, dimension, pose_a);
            random_pose(1.0, dimension, pose_b);
            for (int k = 0; k < 12; k++) {
                pose_b[k % dimension] += 0.05;
                gd_signed_result cold, r;
                gd_distance_result d;
                gd_signed_distance(&(gd_query){a, pose_a, b, pose_b, NULL, NULL}, &cold);
                gd_signed_distance(&(gd_query){a, pose_a, b, pose_b, NULL, &warm}, &r);
                CHECK(r.lower <= cold.upper + 1e-12 && cold.lower <= r.upper + 1e-12);
                gd_distance(&(gd_query){a, pose_a, b, pose_b, NULL, &warm}, &d);
                CHECK(d.lower <= fmax(cold.upper, 0.0) + 1e-12);
                CHECK(d.value >= fmax(cold.lower, 0.0) - 1e-12);
                if (k == 6) warm.points_a[0] += 1.0;
            }
        }
        gd_shape_destroy(a);
        gd_shape_destroy(b);
    }
}

/* The soak test found this case: the value was right, the points were not. */
static void test_points_that_are_not_found_are_no_optimum(void) {
    gd_shape *a = make_box(3, 2, 1), *b = make_box(3, 3, 4);
    const double pose_a[7] = {-3, -3, -4, 1, 0, 0, 1}, pose_b[7] = {2, -1, -1, 0, 0, 0, 1};
    gd_settings settings = {.tolerance = 1e-12,
                            .max_iterations = 3,
                            .method = GD_METHOD_EPA,
                            .subalgorithm = GD_SUBALGORITHM_JOHNSON};
    gd_signed_result r;
    CHECK(gd_signed_distance(&(gd_query){a, pose_a, b, pose_b, &settings, NULL}, &r) ==
          GD_STATUS_MAX_ITERATIONS);
    settings.max_iterations = GD_DEFAULT_DEPTH_ITERATIONS;
    CHECK(gd_signed_distance(&(gd_query){a, pose_a, b, pose_b, &settings, NULL}, &r) ==
          GD_STATUS_OPTIMAL);
    CHECK_NEAR(r.value, -1.0, 1e-12);
    CHECK_NEAR(r.point_a[0], 0.0, 1e-12);
    CHECK(r.point_a[2] <= -2.0 + 1e-12);
    gd_shape_destroy(a);
    gd_shape_destroy(b);
}

/* The soak test found this case: the bounds of touching circles crossed by one ulp. */
static void test_booleans_of_touching_sets_keep_their_bounds_in_order(void) {
    const double point[6] = {GD_KIND_POINT2};
    const double circle[7] = {GD_KIND_CIRCLE, 0.4881323579166677, 0, 0, 0, 0, 0.36687165608373101};
    gd_shape *a = make(point, 6), *b = make(circle, 7);
    const double pose_a[3] = {-0.059313331064380428, 0.10346599746502649, 2.4664169311523438};
    const double pose_b[3] = {-0.30996665361432107, -0.71397193647948365, -0.19235687255859357};
    for (int method = GD_METHOD_GJK; method <= GD_METHOD_FRANK_WOLFE; method++) {
        const gd_settings settings = {
            .tolerance = GD_DEFAULT_TOLERANCE, .max_iterations = 500, .method = method};
        gd_collision_result r;
        CHECK(gd_collide(&(gd_query){a, pose_a, b, pose_b, &settings, NULL}, &r) >= 0);
        CHECK(r.lower <= r.upper);
        CHECK((r.colliding == 1.0) == (r.lower <= 1.0));
    }
    gd_shape_destroy(a);
    gd_shape_destroy(b);
}

TEST(penetration) {
    test_points_that_are_not_found_are_no_optimum();
    test_booleans_of_touching_sets_keep_their_bounds_in_order();
    test_every_method_certifies_what_it_says();
    test_any_settings_end();
    test_bounds_hold_after_any_number_of_steps();
    test_warm_states_change_no_answer();
}
