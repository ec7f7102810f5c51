/* Point clouds and p-norm balls. Support points are compared with a scan and with dual norms, inner
 * and bounding balls with the points and planes that limit them. Every refused field has its error
 * code. */
#include "lib/check.h"
#include "lib/make.h"

#include "math/vec_nd.h"
#include "shapes/points_nd.h"
#include "shapes/quickhull.h"

#include <string.h>

#define DIMENSIONS 8
#define POINTS 60

static double points[1 + DIMENSIONS + DIMENSIONS * POINTS];

/* A shape from its parameters, as gd_shape_create begins it. */
static gd_status read_set(gd_shape* shape, gd_kind kind, double margin, const double* parameters,
                          size_t count) {
    memset(shape, 0, sizeof *shape);
    shape->kind = kind;
    shape->radius = margin;
    return gd_points_read(shape, parameters, count, false);
}

static gd_status read_about(gd_shape* shape, gd_kind kind, const double* parameters, size_t count) {
    memset(shape, 0, sizeof *shape);
    shape->kind = kind;
    return gd_points_read(shape, parameters, count, true);
}

static void draw_unit(int n, double* u) {
    do {
        for (int k = 0; k < n; k++)
            u[k] = random_between(-1.0, 1.0);
    } while (!gd_normalize_n(n, u));
}

/* ---- clouds -------------------------------------------------------------------------------- */

/* Writes the parameters: the dimension, a centre if wanted, and points about an offset. */
static size_t draw_cloud(int n, int count, bool centered) {
    size_t at = 0;
    points[at++] = n;
    for (int k = 0; k < n && centered; k++)
        points[at++] = 0.1 * k;
    for (int i = 0; i < n * count; i++)
        points[at++] = random_between(-1.0, 1.0) + (centered ? 0.0 : 5.0);
    return at;
}

static void check_cloud(int n, int count, bool centered, double margin) {
    gd_shape shape;
    const size_t length = draw_cloud(n, count, centered), first = centered ? 1 + (size_t)n : 1;
    memset(&shape, 0, sizeof shape);
    shape.kind = GD_KIND_POINTS;
    shape.radius = margin;
    CHECK(gd_points_read(&shape, points, length, centered) == GD_STATUS_OPTIMAL);
    CHECK(shape.nd_set.dimension == n && shape.vertices.count == (uint32_t)count);
    CHECK(shape.vertices.padded_count % GD_POINTS_BLOCK == 0);
    const double* x = points + first;
    double mean[DIMENSIONS] = {0.0};
    for (int i = 0; i < count; i++)
        for (int k = 0; k < n; k++)
            mean[k] += x[i * n + k] / count;
    for (int k = 0; k < n; k++)
        CHECK_NEAR(shape.nd_set.center[k], centered ? 0.1 * k : mean[k], 1e-14);
    double bound = 0.0;
    for (int i = 0; i < 200; i++) {
        double u[DIMENSIONS], s[DIMENSIONS], h = -INFINITE, over = -INFINITE;
        draw_unit(n, u);
        gd_points_support(&shape, u, s);
        for (int j = 0; j < count; j++) {
            double off[DIMENSIONS];
            h = fmax(h, dot_n(n, u, x + j * n));
            for (int k = 0; k < n; k++)
                off[k] = x[j * n + k] - shape.nd_set.center[k];
            bound = fmax(bound, gd_length_n(n, off));
            for (int k = 0; k < n; k++)
                off[k] = x[j * n + k] - mean[k];
            over = fmax(over, dot_n(n, u, off));
        }
        CHECK_NEAR(dot_n(n, u, s), h - dot_n(n, u, shape.nd_set.center) + margin, 1e-13);
        /* inner balls about the mean and about the centre; 0 if the centre is outside */
        CHECK(shape.nd_set.inradius <= over + margin + 1e-14);
        CHECK(shape.inner_radius == 0.0 || shape.inner_radius <= dot_n(n, u, s) + 1e-14);
        /* and about the origin, for a direction of any length */
        double far[DIMENSIONS];
        const double scale = ldexp(1.0, i - 100);
        for (int k = 0; k < n; k++)
            u[k] *= scale;
        CHECK(gd_points_farthest(&shape, u, far) == GD_STATUS_OPTIMAL);
        for (int k = 0; k < n; k++)
            CHECK_NEAR(far[k], s[k] + shape.nd_set.center[k], 1e-14);
    }
    CHECK_NEAR(shape.bound_radius, bound + margin, 1e-11);
    CHECK(shape.bound_radius >= bound + margin);
    CHECK(shape.solid == (shape.inner_radius > 0.0));
    CHECK(margin == 0.0 || shape.nd_set.inradius >= margin);
    gd_points_free(&shape);
}

static void test_clouds_are_scanned(void) {
    for (int i = 0; i < 200; i++) {
        const int n = 2 + i % (DIMENSIONS - 1), count = 1 + i * 7 % POINTS;
        check_cloud(n, count, i % 2 != 0, i % 3 == 0 ? 0.5 : 0.0);
    }
}

/* The cloud of both unit vectors along every axis contains a ball of radius 1 / sqrt(n). The bound
 * on it is 1 / (n sqrt(2 n - 1)), minus rounding. A flat cloud contains none. */
static void test_the_ball_in_a_cross(void) {
    for (int n = 2; n <= DIMENSIONS; n++) {
        gd_shape shape;
        memset(points, 0, sizeof points);
        points[0] = n;
        for (int k = 0; k < n; k++) {
            points[1 + 2 * k * n + k] = 3.0;
            points[1 + (2 * k + 1) * n + k] = -3.0;
        }
        const size_t length = 1 + 2 * (size_t)(n * n);
        CHECK(read_set(&shape, GD_KIND_POINTS, 0.25, points, length) == GD_STATUS_OPTIMAL);
        const double bound = 3.0 / (n * sqrt(2.0 * n - 1.0)), ball = shape.nd_set.inradius - 0.25;
        CHECK(ball >= 0.9 * bound && ball <= 3.0 / sqrt(n));
        CHECK(ball <= bound);
        CHECK_NEAR(shape.bound_radius, 3.25, 1e-11);
        gd_points_free(&shape);
        for (size_t i = 1; i < length; i += (size_t)n)
            points[i] = 1.0;
        CHECK(read_set(&shape, GD_KIND_POINTS, 0.0, points, length) == GD_STATUS_OPTIMAL);
        CHECK(shape.nd_set.inradius == 0.0 && !shape.solid);
        gd_points_free(&shape);
    }
}

/* In 3D the ball about the mean is inside the hull, whose planes are known. */
static void test_the_ball_is_inside_the_hull(void) {
    for (int i = 0; i < 200; i++) {
        gd_shape shape;
        const int count = 5 + i % 50;
        const size_t length = draw_cloud(3, count, false);
        for (size_t k = 0; k < length - 1; k += 3)
            points[1 + k] *= ldexp(1.0, -i / 10); /* ever thinner */
        gd_hull* hull;
        CHECK(read_set(&shape, GD_KIND_POINTS, 0.0, points, length) == GD_STATUS_OPTIMAL);
        CHECK(gd_hull_build(points + 1, (size_t)count, &hull) == GD_STATUS_OPTIMAL);
        const double depth = gd_hull_inradius(hull, load3(shape.nd_set.center));
        CHECK(shape.nd_set.inradius > 0.0 && shape.nd_set.inradius <= depth);
        gd_hull_free(hull);
        gd_points_free(&shape);
    }
}

/* ---- p-norm balls --------------------------------------------------------------------------- */

static double norm(int n, double p, const double* x) {
    double largest = 0.0, sum = 0.0;
    for (int k = 0; k < n; k++) {
        largest = fmax(largest, fabs(x[k]));
        sum += isinf(p) ? 0.0 : pow(fabs(x[k]), p);
    }
    return isinf(p) ? largest : pow(sum, 1.0 / p);
}

static void check_ball(int n, double p, double margin) {
    gd_shape shape;
    double record[3 + DIMENSIONS] = {n}, around = 0.0, inside = INFINITE, u[DIMENSIONS];
    const double dual = p == 1.0 ? INFINITE : isinf(p) ? 1.0 : p / (p - 1.0);
    for (int k = 0; k < n; k++)
        record[1 + k] = k % 2 ? -0.03 : 0.02;
    record[1 + n] = p;
    record[2 + n] = 2.0;
    memset(&shape, 0, sizeof shape);
    shape.kind = GD_KIND_NORM_BALL;
    shape.radius = margin;
    CHECK(gd_points_read(&shape, record, 3 + (size_t)n, true) == GD_STATUS_OPTIMAL);
    for (int i = 0; i < 200; i++) {
        double s[DIMENSIONS], about[DIMENSIONS];
        draw_unit(n, u);
        if (i < n) /* along an axis */
            for (int k = 0; k < n; k++)
                u[k] = k == i ? -1.0 : 0.0;
        if (i == n) /* along a diagonal */
            for (int k = 0; k < n; k++)
                u[k] = 1.0 / sqrt(n);
        memcpy(s, u, sizeof u);
        gd_points_support(&shape, s, s); /* in place */
        for (int k = 0; k < n; k++)
            about[k] = s[k] + record[1 + k];
        CHECK_NEAR(dot_n(n, u, about), 2.0 * norm(n, dual, u) + margin, 1e-12);
        around = fmax(around, gd_length_n(n, s));
        inside = fmin(inside, dot_n(n, u, s));
        for (int k = 0; k < n; k++) /* without the margin it is on the sphere */
            about[k] -= margin * u[k];
        CHECK_NEAR(norm(n, p, about), 2.0, 1e-11);
    }
    CHECK(around <= shape.bound_radius && shape.inner_radius <= inside && shape.solid);
    /* near: the centre is off by some hundredths, and its norm by a few times that */
    CHECK(shape.bound_radius <= around + 0.25);
    CHECK(shape.inner_radius >= inside - 0.5);
    gd_points_free(&shape);
}

static void test_norm_balls_by_their_dual_norm(void) {
    const double exponents[] = {1.0, 1.25, 2.0, 3.5, INFINITE};
    for (size_t e = 0; e < LENGTH(exponents); e++)
        for (int n = 2; n <= DIMENSIONS; n++) {
            check_ball(n, exponents[e], 0.0);
            check_ball(n, exponents[e], 0.75);
        }
}

/* About its own centre, the inner ball touches along an axis or a diagonal, and the bounding ball
 * along the other. */
static void test_radii_of_norm_balls(void) {
    for (int n = 2; n <= DIMENSIONS; n++) {
        const double root = sqrt(n), cube[3] = {n, INFINITE, 3.0}, cross[3] = {n, 1.0, 3.0},
                     ball[3] = {n, 2.0, 3.0};
        gd_shape shape;
        CHECK(read_set(&shape, GD_KIND_NORM_BALL, 0.5, cube, 3) == GD_STATUS_OPTIMAL);
        CHECK_NEAR(shape.inner_radius, 3.5, 1e-11);
        CHECK_NEAR(shape.bound_radius, 3.0 * root + 0.5, 1e-11);
        gd_points_free(&shape);
        CHECK(read_set(&shape, GD_KIND_NORM_BALL, 0.5, cross, 3) == GD_STATUS_OPTIMAL);
        CHECK_NEAR(shape.inner_radius, 3.0 / root + 0.5, 1e-11);
        CHECK_NEAR(shape.bound_radius, 3.5, 1e-11);
        gd_points_free(&shape);
        CHECK(read_set(&shape, GD_KIND_NORM_BALL, 0.5, ball, 3) == GD_STATUS_OPTIMAL);
        CHECK_NEAR(shape.inner_radius, 3.5, 1e-11);
        CHECK_NEAR(shape.bound_radius, 3.5, 1e-11);
        CHECK(shape.inner_radius <= 3.5 && shape.bound_radius >= 3.5);
        gd_points_free(&shape);
    }
}

/* ---- refusals ------------------------------------------------------------------------------ */

static void test_each_field_of_a_cloud_and_a_ball_has_its_code(void) {
    const struct {
        double parameters[6];
        size_t count;
        gd_kind kind;
        bool centered;
        gd_status status;
    } cases[] = {
        {{2}, 0, GD_KIND_POINTS, false, GD_ERROR_LENGTH},
        {{1, 0, 0}, 3, GD_KIND_POINTS, false, GD_ERROR_DIMENSION},
        {{2.5, 0, 0}, 3, GD_KIND_POINTS, false, GD_ERROR_DIMENSION},
        {{GD_DIMENSION_MAX + 1, 0, 0}, 3, GD_KIND_POINTS, false, GD_ERROR_DIMENSION},
        {{NOT_A_NUMBER, 0, 0}, 3, GD_KIND_POINTS, false, GD_ERROR_DIMENSION},
        {{2, 0}, 2, GD_KIND_POINTS, true, GD_ERROR_LENGTH},
        {{2, 0, 0, 1, 1}, 5, GD_KIND_POINTS, true, GD_STATUS_OPTIMAL},
        {{2, 0, NOT_A_NUMBER, 1, 1}, 5, GD_KIND_POINTS, true, GD_ERROR_CENTER},
        {{2, 0, 0, 1}, 4, GD_KIND_POINTS, false, GD_ERROR_LENGTH},
        {{2}, 1, GD_KIND_POINTS, false, GD_ERROR_TOO_FEW_POINTS},
        {{2, 0, INFINITE}, 3, GD_KIND_POINTS, false, GD_ERROR_POINTS},
        {{2, 2.0 * GD_LENGTH_MAX, 0}, 3, GD_KIND_POINTS, false, GD_ERROR_POINTS},
        {{2, 2, 1}, 3, GD_KIND_NORM_BALL, false, GD_STATUS_OPTIMAL},
        {{2, 2, 1, 1}, 4, GD_KIND_NORM_BALL, false, GD_ERROR_LENGTH},
        {{2, 0.99, 1}, 3, GD_KIND_NORM_BALL, false, GD_ERROR_EXPONENT},
        {{2, NOT_A_NUMBER, 1}, 3, GD_KIND_NORM_BALL, false, GD_ERROR_EXPONENT},
        {{2, 2, 0}, 3, GD_KIND_NORM_BALL, false, GD_ERROR_RADIUS},
        {{2, 2, INFINITE}, 3, GD_KIND_NORM_BALL, false, GD_ERROR_RADIUS},
        {{2, 0.9, 0.9, 2, 1}, 5, GD_KIND_NORM_BALL, true, GD_ERROR_CENTER},
        {{2, 0.9, 0.9, INFINITE, 1}, 5, GD_KIND_NORM_BALL, true, GD_STATUS_OPTIMAL},
    };
    for (size_t i = 0; i < LENGTH(cases); i++) {
        gd_shape shape;
        const gd_status status =
            cases[i].centered
                ? read_about(&shape, cases[i].kind, cases[i].parameters, cases[i].count)
                : read_set(&shape, cases[i].kind, 0.0, cases[i].parameters, cases[i].count);
        CHECK(status == cases[i].status);
        gd_points_free(&shape);
    }
}

static void test_directions_are_finite_and_not_zero(void) {
    const double parameters[4] = {3, 2, 1};
    const double wrong[][3] = {
        {0, 0, 0}, {NOT_A_NUMBER, 1, 1}, {1, INFINITE, 0}, {1, 1, -INFINITE}};
    gd_shape shape;
    double s[3] = {0};
    CHECK(read_set(&shape, GD_KIND_NORM_BALL, 0.0, parameters, 3) == GD_STATUS_OPTIMAL);
    for (size_t i = 0; i < LENGTH(wrong); i++)
        CHECK(gd_points_farthest(&shape, wrong[i], s) == GD_ERROR_DIRECTION);
    gd_points_free(&shape);
}

/* More points than an index can number: the cloud is refused before the code reads any point. */
static void test_clouds_of_more_points_than_there_are_numbers(void) {
    const double dimension = 2.0;
    gd_shape shape;
    memset(&shape, 0, sizeof shape);
    shape.kind = GD_KIND_POINTS;
    const size_t count = (size_t)UINT32_MAX;
    CHECK(gd_points_read(&shape, &dimension, 1 + 2 * count, false) == GD_ERROR_MEMORY);
    CHECK(!shape.nd_set.points);
    gd_points_free(&shape);
}

/* Clouds so small that the inverse of a basis overflows: a refusal, or a right answer. */
static void test_clouds_next_to_nothing(void) {
    double workspace[2000], vectors[20];
    for (int i = 0; i < 5 * 60; i++) {
        const int n = 2 + i % 4;
        const double size = ldexp(1.0, -1074 + i / 4);
        double record[7 + 2 * 5 * 5] = {GD_KIND_POINTS}, pose[3][7] = {{0}};
        record[6] = n;
        for (int k = 0; k < n; k++) {
            record[7 + 2 * k * n + k] = size;
            record[7 + (2 * k + 1) * n + k] = -size;
        }
        if (n == 3) pose[0][6] = pose[1][6] = pose[2][6] = 1.0;
        pose[1][0] = 3.0 * size;
        pose[2][1] = size;
        gd_shape* cross = make(record, 7 + 2 * (size_t)(n * n));
        gd_growth_n_result r;
        gd_status status = gd_growth_distance_n(
            &(gd_query){cross, pose[0], cross, pose[1], NULL, NULL}, workspace, &r, vectors);
        CHECK(status >= 0 || status == GD_ERROR_UNDEFINED);
        if (status >= 0) CHECK(r.lower <= 1.5 * (1.0 + 1e-9) && r.upper >= 1.5 * (1.0 - 1e-9));
        gd_generalized_result g;
        status = gd_generalized_distance(&(gd_query){cross, pose[0], cross, pose[1], NULL, NULL},
                                         i % 2 ? cross : NULL, pose[2], workspace, &g, vectors);
        CHECK(status >= 0 || status == GD_ERROR_UNDEFINED);
        if (status >= 0) CHECK(g.lower <= g.upper && g.lower >= 0.0);
        gd_shape_destroy(cross);
    }
}

TEST(points_nd) {
    test_clouds_are_scanned();
    test_the_ball_in_a_cross();
    test_the_ball_is_inside_the_hull();
    test_norm_balls_by_their_dual_norm();
    test_radii_of_norm_balls();
    test_each_field_of_a_cloud_and_a_ball_has_its_code();
    test_directions_are_finite_and_not_zero();
    test_clouds_of_more_points_than_there_are_numbers();
    test_clouds_next_to_nothing();
}
