/* Shapes of any dimension: their records, and growth and generalized distances whose values are
 * known. */
#include "lib/check.h"
#include "lib/make.h"
#include "module/memory.h"

#include "growth_distance.h"

#include <stdlib.h>
#include <string.h>

#define DIMENSIONS_MOST 40

/* The corners of a cross: +- size along every axis about a centre. */
static gd_shape* make_cross(int n, double size, const double* about) {
    double record[7 + 2 * DIMENSIONS_MOST * DIMENSIONS_MOST] = {GD_KIND_POINTS};
    double* x = record + 7;
    record[6] = n;
    for (int i = 0; i < 2 * n; i++, x += n)
        for (int k = 0; k < n; k++)
            x[k] = about[k] + (i / 2 == k ? (i % 2 ? size : -size) : 0.0);
    return make(record, 7 + 2 * (size_t)n * (size_t)n);
}

static void test_records_of_any_dimension_are_validated(void) {
    const double identity[7] = {0, 0, 0, 0, 0, 0, 1};
    double points[14] = {GD_KIND_POINTS, 0, 0, 0, 0, 0, 4, 1, 2, 3, 4, 5, 6, 7};
    CHECK(try_record(points, 14) == GD_ERROR_LENGTH);
    CHECK(try_record(points, 11) == GD_STATUS_OPTIMAL);
    CHECK(try_record(points, 7) == GD_ERROR_TOO_FEW_POINTS);
    CHECK(try_record(points, 6) == GD_ERROR_LENGTH);
    points[2] = 1;
    CHECK(try_record(points, 11) == GD_ERROR_TOO_FEW_POINTS); /* a centre without points */
    CHECK(try_record(points, 10) == GD_ERROR_LENGTH);
    points[2] = 0;
    const double dimensions[] = {1, 0, -3, 2.5, GD_DIMENSION_MAX + 1.0, NOT_A_NUMBER};
    for (size_t i = 0; i < sizeof dimensions / sizeof dimensions[0]; i++) {
        points[6] = dimensions[i];
        CHECK(try_record(points, 11) == GD_ERROR_DIMENSION);
    }
    points[6] = 4;
    points[8] = NOT_A_NUMBER;
    CHECK(try_record(points, 11) == GD_ERROR_POINTS);
    double ball[9] = {GD_KIND_NORM_BALL, 0, 0, 0, 0, 0, 3, 0.5, 1};
    CHECK(try_record(ball, 9) == GD_ERROR_EXPONENT);
    ball[7] = NOT_A_NUMBER;
    CHECK(try_record(ball, 9) == GD_ERROR_EXPONENT);
    ball[7] = 2;
    ball[8] = -1;
    CHECK(try_record(ball, 9) == GD_ERROR_RADIUS);
    /* the queries of 2D and 3D refuse n-dimensional shapes */
    gd_shape* sphere = make_norm_ball(3, 2, 1);
    gd_growth_result growth;
    CHECK(gd_growth_distance(&(gd_query){sphere, identity, sphere, identity, NULL, NULL},
                             &growth) == GD_ERROR_DIMENSION);
    double box[6];
    CHECK(gd_shape_bounds(sphere, identity, box) == GD_ERROR_DIMENSION);
    CHECK(gd_shape_contains(sphere, identity) == GD_ERROR_DIMENSION);
    gd_shape_destroy(sphere);
}

/* A metric with corners and a flat shape: a segment whose end is at 9 in the 1-norm, measured by
 * the ball of radius 2. */
static void test_a_segment_in_the_sum_norm(void) {
    const double ball[9] = {GD_KIND_NORM_BALL, 0, 0, 0, 0, 0, 4, 1, 2};
    const double ends[19] = {GD_KIND_POINTS, 0, 1, 0, 0, 0, 4, 0, 0, 0, 1, 9, 9, 9, 9, 0, 0, 0, 1};
    const double here[4] = {0, 0, 0, 0}, away[4] = {3, 0, 0, 5};
    gd_shape *q = make(ball, 9), *segment = make(ends, 19);
    double *workspace = malloc(8 * gd_workspace(4)), vectors[16];
    gd_generalized_result r;
    CHECK(gd_generalized_distance(&(gd_query){q, here, segment, away, NULL, NULL}, NULL, NULL,
                                  workspace, &r, vectors) == GD_STATUS_OPTIMAL);
    CHECK_NEAR(r.value, 4.5, 1e-12);
    free(workspace);
    gd_shape_destroy(q);
    gd_shape_destroy(segment);
}

/* The inner ball that a cloud's covariance proves: for crosses with unit arms it is at most 1 /
 * sqrt(n). One arm is also 1e6 times as long, or as short. Flat crosses and clouds with too many
 * points have none. */
static void test_balls_inside_clouds(void) {
    const double arms[] = {1.0, 1e6, 1e-6, 0.0};
    gd_shape_info info;
    for (int n = 2; n <= 8; n++)
        for (int arm = 0; arm < 4; arm++) {
            double record[7 + 2 * 8 * 8] = {GD_KIND_POINTS};
            record[6] = n;
            for (int i = 0; i < 2 * n; i++)
                record[7 + i * n + i / 2] = (i / 2 ? 1.0 : arms[arm]) * (i % 2 ? 1.0 : -1.0);
            gd_shape* cross = make(record, (size_t)(7 + 2 * n * n));
            gd_shape_describe(cross, &info);
            /* the distance of a facet: one over the length of the vector of inverse arms */
            const double most =
                arms[arm] > 0.0 ? 1.0 / sqrt(n - 1 + 1.0 / (arms[arm] * arms[arm])) : 0.0;
            CHECK(info.inradius <= most && info.inradius >= 0.9 * most / (n * sqrt(2.0 * n)));
            gd_shape_destroy(cross);
        }
    const size_t many = 1100, wide = 256;
    double* record = calloc(7 + many * wide, sizeof *record);
    if (!record) return;
    record[0] = GD_KIND_POINTS;
    record[6] = (double)wide;
    for (size_t i = 0; i < many; i++)
        record[7 + i * wide + i % wide] = i % 3 ? 1.0 : -1.0;
    gd_shape* cloud = make(record, 7 + many * wide);
    gd_shape_describe(cloud, &info);
    CHECK(info.inradius == 0.0);
    gd_shape_destroy(cloud);
    free(record);
}

static void test_crosses_touch_as_the_sum_norm_says(void) {
    double workspace_check = 0.0;
    random_seed(4);
    for (int n = 2; n <= DIMENSIONS_MOST; n += n < 6 ? 1 : 11) {
        const double zero[DIMENSIONS_MOST] = {0};
        double pose_a[DIMENSIONS_MOST] = {0}, pose_b[DIMENSIONS_MOST] = {0}, sum = 0.0;
        if (n == 3) pose_a[6] = pose_b[6] = 1.0;
        for (int i = 0; i < n; i++) {
            pose_b[i] = 6.0 * random_next() - 3.0;
            sum += fabs(pose_b[i]);
        }
        gd_shape *a = make_cross(n, 1.0, zero), *b = make_cross(n, 0.5, zero);
        const size_t size = gd_workspace(n);
        double* workspace = malloc((size + 1) * sizeof *workspace);
        double vectors[4 * DIMENSIONS_MOST];
        workspace[size] = 12345.0;
        gd_growth_n_result r;
        CHECK(gd_growth_distance_n(&(gd_query){a, pose_a, b, pose_b, NULL, NULL}, workspace, &r,
                                   vectors) == GD_STATUS_OPTIMAL);
        CHECK_NEAR(r.value, sum / 1.5, 1e-13 * sum);
        CHECK(r.lower <= r.upper && r.lower >= r.upper * (1.0 - 1e-7));
        gd_collision_n_result c;
        gd_collide_n(&(gd_query){a, pose_a, b, pose_b, NULL, NULL}, workspace, &c, vectors);
        CHECK(c.colliding == (sum > 1.5 ? 0.0 : 1.0));
        gd_generalized_result d;
        double around[DIMENSIONS_MOST];
        for (int i = 0; i < n; i++)
            around[i] = 10.0 + i;
        gd_shape* far_off = make_cross(n, 0.25, around);
        CHECK(gd_generalized_distance(&(gd_query){a, pose_a, far_off, pose_a, NULL, NULL}, NULL,
                                      NULL, workspace, &d, vectors) == GD_STATUS_OPTIMAL);
        CHECK_NEAR(d.value, 10.0 * n + 0.5 * n * (n - 1.0) - 0.25, 1e-6 * d.value);
        CHECK(workspace[size] == 12345.0); /* nothing was written behind it */
        workspace_check += r.value;
        gd_shape_destroy(a);
        gd_shape_destroy(b);
        gd_shape_destroy(far_off);
        free(workspace);
    }
    CHECK(workspace_check > 0.0);
}

static void test_generalized_distance_scales_to_the_bit(void) {
    const double ellipsoid[9] = {GD_KIND_ELLIPSOID, 0, 0, 0, 0, 0, 1.1, 2.3, 0.4};
    const double cone[8] = {GD_KIND_CONE, 0.1, 0, 0, 0, 0, 1.3, 0.7};
    const double pose_q[7] = {0.1, 0.2, 0.05, 0.1, 0.2, 0.3, 0.9};
    const double pose_a[7] = {3.5, -2.2, 2.7, 0.5, 0.1, -0.3, 0.4};
    double* workspace = malloc(gd_workspace(3) * sizeof *workspace);
    double vectors[12];
    gd_shape *q = make(ellipsoid, 9), *a = make(cone, 8);
    gd_generalized_result base, scaled;
    gd_generalized_distance(&(gd_query){q, pose_q, a, pose_a, NULL, NULL}, NULL, NULL, workspace,
                            &base, vectors);
    CHECK(base.status == GD_STATUS_OPTIMAL && base.value > 1.0);
    gd_shape_destroy(a);
    for (int e = -40; e <= 40; e += 20) {
        const double s = ldexp(1.0, e);
        double record[8], pose[7];
        for (int i = 0; i < 8; i++)
            record[i] = i == 1 || i >= 6 ? s * cone[i] : cone[i];
        for (int i = 0; i < 7; i++)
            pose[i] = i < 3 ? s * pose_a[i] : pose_a[i];
        a = make(record, 8);
        gd_generalized_distance(&(gd_query){q, pose_q, a, pose, NULL, NULL}, NULL, NULL, workspace,
                                &scaled, vectors);
        CHECK(scaled.value == s * base.value && scaled.lower == s * base.lower);
        CHECK(scaled.ray_iterations == base.ray_iterations);
        gd_shape_destroy(a);
    }
    gd_shape_destroy(q);
    free(workspace);
}

static void test_generalized_distance_refuses_and_fills_its_record(void) {
    const double zero[7] = {0, 0, 0, 0, 0, 0, 1}, away[7] = {5, 0, 0, 0, 0, 0, 1};
    const double nowhere[7] = {NOT_A_NUMBER, 0, 0, 0, 0, 0, 1};
    double* workspace = malloc(gd_workspace(4) * sizeof *workspace);
    double vectors[16];
    gd_shape *ball = make_norm_ball(3, 2, 1), *four = make_norm_ball(4, 2, 1);
    gd_generalized_result r;
    CHECK(gd_generalized_distance(&(gd_query){ball, away, ball, away, NULL, NULL}, NULL, NULL,
                                  workspace, &r, vectors) == GD_ERROR_UNDEFINED);
    CHECK(r.status == GD_ERROR_UNDEFINED && r.value == 0.0 && r.upper == 0.0);
    CHECK(gd_generalized_distance(&(gd_query){ball, zero, ball, nowhere, NULL, NULL}, NULL, NULL,
                                  workspace, &r, vectors) == GD_ERROR_POSE);
    CHECK(gd_generalized_distance(&(gd_query){four, zero, ball, away, NULL, NULL}, NULL, NULL,
                                  workspace, &r, vectors) == GD_ERROR_DIMENSION);
    CHECK(gd_generalized_distance(&(gd_query){ball, zero, ball, away, NULL, NULL}, four, zero,
                                  workspace, &r, vectors) == GD_ERROR_DIMENSION);
    gd_settings settings = {.tolerance = 0.0, .max_iterations = 10.0};
    CHECK(gd_generalized_distance(&(gd_query){ball, zero, ball, away, &settings, NULL}, NULL, NULL,
                                  workspace, &r, vectors) == GD_ERROR_SETTINGS);
    settings.tolerance = 0.1;
    settings.trace = 12.0; /* not the address of a double */
    CHECK(gd_generalized_distance(&(gd_query){ball, zero, ball, away, &settings, NULL}, NULL, NULL,
                                  workspace, &r, vectors) == GD_ERROR_SETTINGS);
    CHECK(gd_generalized_distance(&(gd_query){ball, zero, ball, away, NULL, NULL}, NULL, NULL,
                                  workspace, &r, vectors) == GD_STATUS_OPTIMAL);
    CHECK_NEAR(r.value, 4.0, 1e-12);
    CHECK_NEAR(vectors[0], 4.0, 1e-12);
    CHECK(vectors[3] == 1.0);
    gd_shape_destroy(ball);
    gd_shape_destroy(four);
    free(workspace);
}

/* Two points at one place once had a growth distance of 0, with points that were NaN. */
static void test_two_points_at_one_place_do_not_grow(void) {
    const double point[6] = {GD_KIND_POINT2}, pose[3] = {-3.25, 4.5, -1.75};
    gd_shape* dot = make(point, 6);
    double* workspace = malloc(gd_workspace(2) * sizeof *workspace);
    double vectors[8];
    gd_growth_n_result growth;
    gd_collision_n_result collision;
    CHECK(gd_growth_distance_n(&(gd_query){dot, pose, dot, pose, NULL, NULL}, workspace, &growth,
                               vectors) == GD_ERROR_UNDEFINED);
    CHECK(gd_collide_n(&(gd_query){dot, pose, dot, pose, NULL, NULL}, workspace, &collision,
                       vectors) == GD_ERROR_UNDEFINED);
    free(workspace);
    gd_shape_destroy(dot);
}

static void test_centres_of_norm_balls_must_lie_inside(void) {
    const double exponents[] = {1, 1.5, 2, 7, INFINITE};
    const double about[2] = {0.6, -0.6};
    for (size_t i = 0; i < sizeof exponents / sizeof exponents[0]; i++) {
        const double p = exponents[i];
        const double norm = p < INFINITE ? 0.6 * pow(2.0, 1.0 / p) : 0.6;
        double record[11] = {GD_KIND_NORM_BALL, 0, 1, 0, 0, 0, 2, about[0], about[1], p, 0};
        record[10] = norm * (1.0 + 1e-9);
        CHECK(try_record(record, 11) == GD_STATUS_OPTIMAL);
        record[10] = norm * (1.0 - 1e-9);
        CHECK(try_record(record, 11) == GD_ERROR_CENTER);
        record[10] = 1e80;
        CHECK(try_record(record, 11) == GD_ERROR_RADIUS);
        CHECK(try_record(record, 10) == GD_ERROR_LENGTH);
        record[7] = NOT_A_NUMBER;
        CHECK(try_record(record, 11) == GD_ERROR_CENTER);
    }
}

/* The padding of a cloud's last block repeats its first point. */
static void test_any_point_of_a_cloud_may_be_the_farthest(void) {
    double record[7 + 2 * 13] = {GD_KIND_POINTS, 0, 0, 0, 0, 0, 2};
    for (int i = 0; i < 13; i++)
        record[7 + 2 * i] = record[8 + 2 * i] = 1.0 - 0.01 * i;
    for (int first = 0; first < 13; first++) {
        record[7 + 2 * first] = 3.0;
        gd_shape* cloud = make(record, 33);
        const double direction[2] = {1.0, 0.1};
        double point[3];
        CHECK(gd_shape_support(cloud, direction, point) == GD_STATUS_OPTIMAL);
        CHECK(point[0] == 3.0 && point[1] == record[8 + 2 * first]);
        gd_shape_destroy(cloud);
        record[7 + 2 * first] = record[8 + 2 * first];
    }
}

static void test_sets_of_any_dimension_need_memory(void) {
    const double record[12] = {GD_KIND_POINTS, 0, 1, 0, 0, 0, 2, 0, 0, 1, 2, 0};
    const double cloud[11] = {GD_KIND_POINTS, 0, 1, 0, 0, 0, 2, 0, 0, 1, 2};
    int allocations = 0;
    CHECK(try_record(record, 12) == GD_ERROR_LENGTH);
    for (;; allocations++) {
        memory_allow(allocations);
        const gd_status status = try_record(cloud, 11);
        const bool failed = memory_failed();
        memory_suffice();
        CHECK(status == (failed ? GD_ERROR_MEMORY : GD_STATUS_OPTIMAL));
        if (!failed) break;
    }
    CHECK(allocations == 4); /* the shape, its centre, its points, their mean */
}

/* With a single point as Q there is no basis for the search of the origin. The query once read such
 * a basis uninitialised, which the memory sanitizer reports. */
static void test_a_point_is_no_unit_of_generalized_distance(void) {
    const double cloud[8] = {GD_KIND_POINTS, 0, 0, 0, 0, 0, 2, 0.5}, pose[3] = {-0.5, 0, 0};
    double record[9] = {0}, *workspace = malloc(gd_workspace(2) * sizeof *workspace), vectors[8];
    memcpy(record, cloud, sizeof cloud);
    gd_shape *dot = make(record, 9), *ball = make_norm_ball(2, 2, 1);
    gd_generalized_result r;
    CHECK(gd_generalized_distance(&(gd_query){dot, pose, ball, pose, NULL, NULL}, NULL, NULL,
                                  workspace, &r, vectors) == GD_ERROR_UNDEFINED);
    CHECK(r.status == GD_ERROR_UNDEFINED && r.value == 0.0 && r.upper == 0.0);
    free(workspace);
    gd_shape_destroy(dot);
    gd_shape_destroy(ball);
}

/* The origin is on Q's surface, or off it by rounding, and Q does not reach the plane. The result
 * was once a distance of 0 or infinity, without a point. */
static void test_half_spaces_that_q_does_not_reach(void) {
    double workspace[1000], vectors[12];
    int held = 0, refused = 0;
    CHECK(gd_workspace(3) <= sizeof workspace / sizeof *workspace);
    random_seed(74);
    for (int i = 0; i < 20000; i++) {
        double record[30] = {GD_KIND_HULL},
               plane[10] = {GD_KIND_HALFSPACE, 0, 0, 0, 0, 0, 0, 0, 0, -1};
        for (int k = 6; k < 30; k++)
            record[k] = floor(random_between(-2.0, 3.0));
        for (int k = 6; k < 9; k++)
            plane[k] = floor(random_between(-1.0, 2.0));
        gd_shape *hull, *half;
        gd_shape_create(record, 30, &hull);
        gd_shape_create(plane, 10, &half);
        /* half turns that bring a corner, or the middle between two, to the origin */
        const double turns[3][4] = {{1, 1, 0, 0}, {1, 0, 1, 0}, {0, 1, 1, 0}};
        const double* q = turns[i % 3];
        double at[3] = {0, 0, 0}, pose[7] = {0, 0, 0, q[0], q[1], q[2], q[3]};
        for (int k = 0; k < 3; k++)
            at[k] = 0.5 * (record[6 + k] + record[9 + 3 * (i % 2) + k]);
        const double along = at[0] * q[0] + at[1] * q[1] + at[2] * q[2];
        for (int k = 0; k < 3; k++)
            pose[k] = at[k] - along * q[k];
        const double here[7] = {0, 0, 0, 0, 0, 0, 1};
        gd_generalized_result r;
        if (hull && half) {
            const gd_status status =
                gd_generalized_distance(&(gd_query){hull, pose, half, here, NULL, NULL}, NULL, NULL,
                                        workspace, &r, vectors);
            CHECK(status == GD_STATUS_OPTIMAL || status == GD_ERROR_UNDEFINED);
            for (int k = 0; k < 12 && status == GD_STATUS_OPTIMAL; k++)
                CHECK(fabs(vectors[k]) < INFINITE && r.value > 0.0 && r.value < INFINITE);
            held += status == GD_STATUS_OPTIMAL;
            refused += status == GD_ERROR_UNDEFINED;
        }
        gd_shape_destroy(hull);
        gd_shape_destroy(half);
    }
    CHECK(held > 0 && refused > 0);
}

TEST(generalized) {
    test_half_spaces_that_q_does_not_reach();
    test_centres_of_norm_balls_must_lie_inside();
    test_any_point_of_a_cloud_may_be_the_farthest();
    test_sets_of_any_dimension_need_memory();
    test_two_points_at_one_place_do_not_grow();
    test_records_of_any_dimension_are_validated();
    test_a_segment_in_the_sum_norm();
    test_balls_inside_clouds();
    test_crosses_touch_as_the_sum_norm_says();
    test_generalized_distance_scales_to_the_bit();
    test_generalized_distance_refuses_and_fills_its_record();
    test_a_point_is_no_unit_of_generalized_distance();
}
