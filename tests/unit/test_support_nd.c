/* Shapes of every type on their own, and in the n-dimensional queries. The properties of a shape
 * must be consistent, and the dense basis must agree with the solvers of 2D and 3D. */
#include "lib/check.h"
#include "lib/draw.h"
#include "lib/make.h"

#include "growth_distance.h"

#include <stdlib.h>
#include <string.h>

#define DIMENSIONS_MOST 6

static double height(int dimension, const double* d, const double* x) {
    double sum = 0.0;
    for (int i = 0; i < dimension; i++)
        sum += d[i] * x[i];
    return sum;
}

/* ---- properties of a shape ----------------------------------------------------------------- */

/* Support points must be farthest, in the shape, and in its bounds; points beyond them must be
 * outside. */
static void sets_describe(const drawn* set) {
    const gd_shape* shape = set->shape;
    gd_shape_info info;
    gd_shape_describe(shape, &info);
    const int n = info.dimension == 2.0 ? 2 : 3;
    double center[3], identity[7], box[6], far[8][3], d[8][3];
    gd_shape_center(shape, center);
    draw_pose(n, 0.0, true, identity);
    CHECK(gd_shape_bounds(shape, identity, box) == GD_STATUS_OPTIMAL);
    const int inside = gd_shape_contains(shape, center);
    CHECK(inside == (info.inradius > 0.0 ? 1 : GD_ERROR_UNDEFINED) || info.bound_radius < 0.0);
    for (int k = 0; k < 8; k++) {
        for (int i = 0; i < 3; i++)
            d[k][i] = i < n ? random_between(-1.0, 1.0) : 0.0;
        if (gd_shape_support(shape, d[k], far[k]) == GD_ERROR_UNDEFINED) {
            CHECK(info.bound_radius < 0.0); /* a half-space */
            return;
        }
        double reach = 0.0;
        for (int i = 0; i < n; i++) {
            CHECK(far[k][i] >= box[i] - 1e-13 && far[k][i] <= box[3 + i] + 1e-13);
            reach += (far[k][i] - center[i]) * (far[k][i] - center[i]);
        }
        CHECK(sqrt(reach) <= info.bound_radius * (1.0 + 1e-15));
        for (int j = 0; j < k; j++) {
            CHECK(height(n, d[j], far[j]) >= height(n, d[j], far[k]) - 1e-13);
            CHECK(height(n, d[k], far[k]) >= height(n, d[k], far[j]) - 1e-13);
        }
        if (inside != 1) continue;
        double within[3], beyond[3];
        for (int i = 0; i < n; i++) {
            within[i] = center[i] + 0.999 * (far[k][i] - center[i]);
            beyond[i] = center[i] + 1.001 * (far[k][i] - center[i]);
        }
        CHECK(gd_shape_contains(shape, within) == 1);
        CHECK(gd_shape_contains(shape, beyond) == 0);
    }
}

static void test_a_shape_is_what_it_says(void) {
    random_seed(41);
    for (int kind = GD_KIND_SPHERE; kind <= GD_KIND_CUSTOM2; kind++)
        for (int k = 0; k < 20; k++) {
            drawn set;
            draw_shape((gd_kind)kind, 1.0, &set);
            sets_describe(&set);
            gd_shape_destroy(set.shape);
        }
}

/* ---- the dense basis against the solvers of 2D and 3D -------------------------------------- */

static bool overlap(double lower, double upper, double other_lower, double other_upper) {
    return lower <= other_upper * (1.0 + 1e-10) + 1e-13 &&
           other_lower <= upper * (1.0 + 1e-10) + 1e-13;
}

static void sets_ask(const drawn* a, const drawn* b, int dimension, double* workspace) {
    double pose_a[7], pose_b[7], vectors[4 * 3];
    draw_pose(dimension, 1.0, false, pose_a);
    draw_pose(dimension, 4.0, false, pose_b);
    gd_growth_result plain;
    gd_growth_n_result dense;
    const gd_status status =
        gd_growth_distance(&(gd_query){a->shape, pose_a, b->shape, pose_b, NULL, NULL}, &plain);
    const gd_status status_n = gd_growth_distance_n(
        &(gd_query){a->shape, pose_a, b->shape, pose_b, NULL, NULL}, workspace, &dense, vectors);
    if (status < 0) return;
    CHECK(status_n >= 0 || status_n == GD_ERROR_UNDEFINED);
    if (status_n < 0) return; /* half-spaces */
    CHECK(dense.lower <= dense.upper);
    CHECK(overlap(plain.lower, plain.upper, dense.lower, dense.upper));
    gd_collision_n_result boolean;
    const gd_status status_b = gd_collide_n(
        &(gd_query){a->shape, pose_a, b->shape, pose_b, NULL, NULL}, workspace, &boolean, vectors);
    CHECK(status_b >= 0);
    CHECK(overlap(plain.lower, plain.upper, boolean.lower, boolean.upper));
    if (fabs(plain.value - 1.0) > 1e-7) CHECK(boolean.colliding == (plain.value < 1.0));
}

/* With the unit ball as Q, the generalized distance must equal gd_distance. */
static void sets_metric(const drawn* a, const drawn* b, int dimension, double* workspace) {
    double pose_a[7], pose_b[7], origin[7], vectors[4 * 3];
    draw_pose(dimension, 1.0, false, pose_a);
    draw_pose(dimension, 6.0, false, pose_b);
    draw_pose(dimension, 0.0, true, origin);
    const double record[7] = {dimension == 3 ? GD_KIND_SPHERE : GD_KIND_CIRCLE, 0, 0, 0, 0, 0, 1};
    gd_shape* ball = make(record, 7);
    gd_distance_result plain;
    gd_generalized_result general;
    const gd_status status =
        gd_distance(&(gd_query){a->shape, pose_a, b->shape, pose_b, NULL, NULL}, &plain);
    const gd_status status_n =
        gd_generalized_distance(&(gd_query){ball, origin, b->shape, pose_b, NULL, NULL}, a->shape,
                                pose_a, workspace, &general, vectors);
    CHECK(status >= 0 ? status_n >= 0 : status_n == GD_ERROR_UNDEFINED);
    if (status >= 0) {
        CHECK(general.lower <= general.upper);
        CHECK(general.lower <= plain.value * (1.0 + 1e-9) + 1e-12);
        CHECK(plain.lower <= general.upper * (1.0 + 1e-9) + 1e-12);
    }
    gd_shape_destroy(ball);
}

static void test_the_dense_basis_agrees(void) {
    static const gd_kind kinds[2][10] = {
        {GD_KIND_CIRCLE, GD_KIND_ELLIPSE, GD_KIND_RECTANGLE, GD_KIND_POLYGON, GD_KIND_STADIUM,
         GD_KIND_DSF2, GD_KIND_TRANSFORMED2, GD_KIND_SUM2, GD_KIND_SEGMENT2, GD_KIND_HALFPLANE},
        {GD_KIND_ELLIPSOID, GD_KIND_BOX, GD_KIND_CYLINDER, GD_KIND_FRUSTUM, GD_KIND_HULL,
         GD_KIND_DSF, GD_KIND_TRANSFORMED, GD_KIND_SUM, GD_KIND_TRIANGLE, GD_KIND_HALFSPACE}};
    random_seed(42);
    for (int dimension = 2; dimension <= 3; dimension++) {
        double* workspace = malloc(gd_workspace(dimension) * sizeof *workspace);
        for (int i = 0; i < 100; i++) {
            drawn a, b;
            draw_shape(kinds[dimension - 2][i % 10], 1.0, &a);
            draw_shape(kinds[dimension - 2][i / 10], 1.0, &b);
            for (int k = 0; k < 5; k++) {
                sets_ask(&a, &b, dimension, workspace);
                sets_metric(&a, &b, dimension, workspace);
            }
            gd_shape_destroy(a.shape);
            gd_shape_destroy(b.shape);
        }
        free(workspace);
    }
}

/* ---- norm balls ---------------------------------------------------------------------------- */

static double norm(int n, double p, const double* x) {
    double most = 0.0, sum = 0.0;
    for (int i = 0; i < n; i++) {
        most = fmax(most, fabs(x[i]));
        sum += pow(fabs(x[i]), p);
    }
    return isinf(p) ? most : pow(sum, 1.0 / p);
}

/* Measured by a norm ball, the distance of a point from the origin is its norm divided by the
 * radius. */
static void test_norms_are_what_their_formula_says(void) {
    const double exponents[] = {1.0, 1.2, 2.0, 3.5, INFINITE};
    random_seed(43);
    for (size_t e = 0; e < sizeof exponents / sizeof exponents[0]; e++) {
        const double p = exponents[e];
        for (int n = 2; n <= DIMENSIONS_MOST; n++) {
            double* workspace = malloc(gd_workspace(n) * sizeof *workspace);
            double vectors[4 * DIMENSIONS_MOST], x[DIMENSIONS_MOST], support[DIMENSIONS_MOST];
            double record[7 + DIMENSIONS_MOST] = {GD_KIND_POINTS}, pose[7] = {0};
            if (n == 3) pose[6] = 1.0;
            record[6] = n;
            for (int i = 0; i < n; i++)
                record[7 + i] = x[i] = random_between(-3.0, 3.0);
            const double ball[9] = {GD_KIND_NORM_BALL, 0, 0, 0, 0, 0, n, p, 0.5};
            gd_shape *q = make(ball, 9), *point = make(record, 7 + (size_t)n);
            gd_generalized_result r;
            CHECK(gd_generalized_distance(&(gd_query){q, pose, point, pose, NULL, NULL}, NULL, NULL,
                                          workspace, &r, vectors) >= 0);
            const double truth = norm(n, p, x) / 0.5;
            CHECK(r.lower <= truth * (1.0 + 1e-9) && r.upper >= truth * (1.0 - 1e-9));
            /* the support point is on the ball's surface, and its height is the dual norm's */
            CHECK(gd_shape_support(q, x, support) == GD_STATUS_OPTIMAL);
            const double dual = p == 1.0 ? INFINITE : isinf(p) ? 1.0 : p / (p - 1.0);
            CHECK_NEAR(norm(n, p, support), 0.5, 1e-12);
            CHECK_NEAR(height(n, x, support), 0.5 * norm(n, dual, x), 1e-11);
            x[0] = NOT_A_NUMBER;
            CHECK(gd_shape_support(q, x, support) == GD_ERROR_DIRECTION);
            memset(x, 0, sizeof x);
            CHECK(gd_shape_support(q, x, support) == GD_ERROR_DIRECTION);
            /* a margin moves the surface outwards */
            double wide[9];
            memcpy(wide, ball, sizeof wide);
            wide[GD_RECORD_MARGIN] = 0.25;
            gd_shape* rounded = make(wide, 9);
            x[n - 1] = -2.0;
            CHECK(gd_shape_support(rounded, x, support) == GD_STATUS_OPTIMAL);
            CHECK_NEAR(support[n - 1], -0.75, 1e-12);
            gd_shape_destroy(rounded);
            gd_shape_destroy(q);
            gd_shape_destroy(point);
            free(workspace);
        }
    }
}

/* ---- refused and composed shapes ----------------------------------------------------------- */

static void sets_refuse(const gd_shape* a, const gd_shape* b, int dimension) {
    union {
        gd_growth_result growth;
        gd_collision_result collision;
        gd_distance_result distance;
        gd_penetration_result depth;
        gd_signed_result sign;
    } out;
    const double wrong[] = {NOT_A_NUMBER, INFINITE, -INFINITE, 1e200};
    for (int i = 0; i < 2 * (dimension == 3 ? 7 : 3); i++)
        for (size_t k = 0; k < sizeof wrong / sizeof wrong[0]; k++) {
            double poses[2][7];
            const int count = dimension == 3 ? 7 : 3;
            draw_pose(dimension, 3.0, false, poses[0]);
            draw_pose(dimension, 3.0, false, poses[1]);
            const bool huge = dimension == 3 && i % count > 2 && wrong[k] == 1e200;
            if (huge) continue; /* a quaternion of any finite length is valid */
            poses[i / count][i % count] = wrong[k];
            const double *p = poses[0], *q = poses[1];
            CHECK(gd_growth_distance(&(gd_query){a, p, b, q, NULL, NULL}, &out.growth) ==
                  GD_ERROR_POSE);
            CHECK(out.growth.value == 0.0 && out.growth.status == GD_ERROR_POSE);
            CHECK(gd_collide(&(gd_query){a, p, b, q, NULL, NULL}, &out.collision) == GD_ERROR_POSE);
            CHECK(gd_intersects(&(gd_query){a, p, b, q, NULL, NULL}) == GD_ERROR_POSE);
            CHECK(gd_distance(&(gd_query){a, p, b, q, NULL, NULL}, &out.distance) == GD_ERROR_POSE);
            CHECK(gd_penetration(&(gd_query){a, p, b, q, NULL, NULL}, &out.depth) == GD_ERROR_POSE);
            CHECK(gd_signed_distance(&(gd_query){a, p, b, q, NULL, NULL}, &out.sign) ==
                  GD_ERROR_POSE);
        }
}

static void test_wrong_poses_are_refused_by_every_solver(void) {
    static const gd_kind kinds[2][6] = {{GD_KIND_CIRCLE, GD_KIND_RECTANGLE, GD_KIND_POLYGON,
                                         GD_KIND_ELLIPSE, GD_KIND_STADIUM, GD_KIND_HALFPLANE},
                                        {GD_KIND_SPHERE, GD_KIND_BOX, GD_KIND_HULL,
                                         GD_KIND_CYLINDER, GD_KIND_CAPSULE, GD_KIND_HALFSPACE}};
    random_seed(44);
    for (int dimension = 2; dimension <= 3; dimension++)
        for (int i = 0; i < 35; i++) { /* all pairs except two half-spaces */
            drawn a, b;
            draw_shape(kinds[dimension - 2][i % 6], 1.0, &a);
            draw_shape(kinds[dimension - 2][i / 6], 1.0, &b);
            sets_refuse(a.shape, b.shape, dimension);
            gd_shape_destroy(a.shape);
            gd_shape_destroy(b.shape);
        }
}

/* A transformed half-space, and a sum with one, is a half-space. Here y <= 2 is stretched along y
 * by 3 and raised by 1, or added to a ball of radius 0.5. */
static void test_composed_half_spaces(void) {
    const double image[] = {GD_KIND_TRANSFORMED, 0, 0, 0, 0, 0, 1, 0, 0, 0, 3, 0, 0, 0, 1, 0, 1, 0,
                            GD_KIND_HALFSPACE,   0, 0, 0, 0, 0, 0, 1, 0, 2};
    const double sum[] = {
        GD_KIND_SUM, 0, 0, 0, 0, 0, 7, GD_KIND_SPHERE, 0, 0, 0, 0, 0, 0.5, GD_KIND_HALFSPACE, 0, 0,
        0,           0, 0, 0, 1, 0, 2};
    const double both[] = {GD_KIND_SUM, 0, 0, 0, 0, 0, 10, GD_KIND_HALFSPACE, 0, 0,
                           0,           0, 0, 0, 1, 0, 2,  GD_KIND_HALFSPACE, 0, 0,
                           0,           0, 0, 0, 1, 0, 2};
    const double identity[7] = {0, 0, 0, 0, 0, 0, 1}, above[7] = {0, 10, 0, 0, 0, 0, 1};
    gd_shape *a = make(image, sizeof image / sizeof *image),
             *b = make(sum, sizeof sum / sizeof *sum);
    gd_shape* ball = make_sphere(1);
    gd_distance_result r;
    CHECK(gd_distance(&(gd_query){ball, above, a, identity, NULL, NULL}, &r) == GD_STATUS_OPTIMAL);
    CHECK_NEAR(r.value, 2.0, 1e-14);
    CHECK(gd_distance(&(gd_query){ball, above, b, identity, NULL, NULL}, &r) == GD_STATUS_OPTIMAL);
    CHECK_NEAR(r.value, 6.5, 1e-14);
    CHECK(try_record(both, sizeof both / sizeof *both) == GD_ERROR_PARTS);
    gd_shape_destroy(a);
    gd_shape_destroy(b);
    gd_shape_destroy(ball);
}

TEST(support_nd) {
    test_wrong_poses_are_refused_by_every_solver();
    test_composed_half_spaces();
    test_a_shape_is_what_it_says();
    test_the_dense_basis_agrees();
    test_norms_are_what_their_formula_says();
}
