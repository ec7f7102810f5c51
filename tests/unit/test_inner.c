/* States that no query of whole shapes leads to, or only by rounding, made by hand: what the parts
 * inside do with them. */
#include "lib/check.h"
#include "lib/make.h"

#include "closed/boxes.h"
#include "compare/compare.h"
#include "compare/conic_projection.h"
#include "compare/conic.h"
#include "depth/depth.h"
#include "derivatives/optimum.h"
#include "second_order/model_step.h"
#include "nd/basis.h"
#include "shapes/points_nd.h"

#include <stdlib.h>
#include <string.h>

static const double HERE[7] = {0, 0, 0, 0, 0, 0, 1};
static const gd_settings DEFAULTS = {.tolerance = GD_DEFAULT_TOLERANCE, .max_iterations = 100.0};

/* ---- models and simplices ------------------------------------------------------------------ */

/* Neither slope nor curvature: the minimum is everywhere, and nothing is gained. */
static void test_a_flat_model_has_no_step(void) {
    local_model flat;
    memset(&flat, 0, sizeof flat);
    flat.height = 1.0;
    double gain = 1.0;
    bool active = true;
    const vec2 step = gd_model_step(&flat, 0.5, &gain, &active);
    CHECK(step.x == 0.0 && step.y == 0.0 && gain == 0.0 && !active);
}

/* ---- sets of any dimension ----------------------------------------------------------------- */

static void test_vectors_that_are_no_direction(void) {
    double endless[2] = {INFINITE, 1.0}, none[2] = {0.0, 0.0}, tiny[2] = {0x1p-1074, 0.0};
    CHECK(!gd_normalize_n(2, endless) && !gd_normalize_n(2, none));
    CHECK(gd_normalize_n(2, tiny) && tiny[0] == 1.0);
    /* a support point all the same: one of the ball */
    const double ball[9] = {GD_KIND_NORM_BALL, 0, 0, 0, 0, 0, 2, 3, 2};
    gd_shape* shape = make(ball, 9);
    double s[2];
    gd_points_support(shape, none, s);
    CHECK(hypot(s[0], s[1]) == 2.0);
    gd_shape_destroy(shape);
}

/* More points than an index counts are refused before one is looked at. */
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

/* Clouds so small that the inverse of a basis overflows: no answer, or a true one. */
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

/* A basis with a corner that is nowhere has no inverse, a point in the origin no place in it; the
 * basis stays as it was. */
static void test_bases_that_cannot_be(void) {
    double workspace[200];
    const double radius[9] = {GD_KIND_NORM_BALL, 0, 0, 0, 0, 0, 2, 2, 1};
    gd_shape* ball = make(radius, 9);
    gd_support_nd set;
    gd_basis basis = {.n = 2, .sets = 1, .set = {&set}, .factor = {1.0}};
    CHECK(gd_support_nd_init(&set, ball, HERE));
    gd_basis_place(&basis, workspace);
    basis.ray[0] = 1.0;
    basis.ray[1] = 0.0;
    gd_basis_start(&basis);
    const double sum = basis.sum;
    basis.entering[0] = basis.entering[1] = 0.0;
    CHECK(!gd_basis_pivot(&basis));
    CHECK(basis.sum == sum && basis.sum > 1.0 && basis.sum < INFINITE);
    basis.s[0] = INFINITE;
    CHECK(!gd_basis_refactor(&basis));
    gd_shape_destroy(ball);
}

/* Sets about one centre, out of steps before anything is known: the distance is 0 all the same. */
static void test_one_centre_and_no_basis(void) {
    double workspace[400], vectors[12];
    const double record[15] = {GD_KIND_POINTS, 0, 1, 0, 0, 0, 2, 0, 0, -1, 0, 1, 0.5, 1, -0.5};
    gd_shape* set = make(record, 15);
    for (int steps = 1; steps < 60; steps++) {
        const gd_settings few = {.tolerance = 1e-8, .max_iterations = steps};
        gd_collision_n_result hit;
        const gd_status status =
            gd_collide_n(&(gd_query){set, HERE, set, HERE, &few, NULL}, workspace, &hit, vectors);
        CHECK(status >= 0 || status == GD_ERROR_UNDEFINED);
        if (status >= 0) CHECK(hit.colliding == 1.0 && hit.upper == 0.0 && hit.lower == 0.0);
        gd_growth_n_result r;
        if (gd_growth_distance_n(&(gd_query){set, HERE, set, HERE, &few, NULL}, workspace, &r,
                                 vectors) >= 0)
            CHECK(r.status == GD_STATUS_COINCIDENT && r.value == 0.0 && r.lower == 0.0);
    }
    gd_shape_destroy(set);
}

/* No piece, no step. */
static void test_programs_of_nothing(void) {
    optimum t;
    memset(&t, 0, sizeof t);
    double d[2], level;
    CHECK(!gd_qp2_solve(&t, 1.0, d, &level));
}

/* ---- the comparison methods ---------------------------------------------------------------- */

static void test_projections_on_nothing(void) {
    cone3 basis;
    memset(&basis, 0, sizeof basis);
    vertex3 behind;
    memset(&behind, 0, sizeof behind);
    behind.s = make3(-1.0, 0.0, 0.0);
    CHECK(!gd_conic_project(&basis, &behind, make3(1.0, 0.0, 0.0), 0.0));
    CHECK(basis.count == 0);
    /* three vertices on the ray surround nothing */
    vertex3 on_ray[3];
    memset(on_ray, 0, sizeof on_ray);
    portal3 portal;
    CHECK(!gd_ray_surrounded(on_ray, &portal));
}

/* What has no conic description, and hulls whose triangles have no area or look inwards. */
static void test_conic_descriptions(void) {
    const double half[10] = {GD_KIND_HALFSPACE, 0, 0, 0, 0, 0, 0, 1, 0, 0};
    const double cloud[9] = {GD_KIND_POINTS, 1, 0, 0, 0, 0, 2, 0, 0};
    const double cube[30] = {GD_KIND_HULL, 0,  0,  0, 0, 0,  1, 1,  1,  1,  1, -1, 1,  -1, 1, 1,
                             -1,           -1, -1, 1, 1, -1, 1, -1, -1, -1, 1, -1, -1, -1};
    conic_set set;
    vec3 rows[CONIC_ROWS_MAX];
    gd_shape *refused[2] = {make(half, 10), make(cloud, 9)}, *hull = make(cube, 30);
    for (int i = 0; i < 2; i++) {
        CHECK(refused[i]->solid && !gd_conic_of(refused[i], 1.0, &set, rows, CONIC_ROWS_MAX));
        gd_shape_destroy(refused[i]);
    }
    CHECK(gd_conic_of(hull, 1.0, &set, rows, CONIC_ROWS_MAX) && set.row_count == 12);
    uint32_t* first = hull->hull->triangles;
    const uint32_t kept = first[1];
    first[1] = first[2];
    CHECK(gd_conic_of(hull, 1.0, &set, rows, CONIC_ROWS_MAX) && set.row_count == 11);
    first[1] = first[0];
    first[0] = kept;
    CHECK(!gd_conic_of(hull, 1.0, &set, rows, CONIC_ROWS_MAX));
    /* nothing inside that is known: no place to begin */
    gd_shape* ball = make_sphere(1.0);
    ball->inner_radius = 0.0;
    const double away[7] = {3, 0, 0, 0, 0, 0, 1};
    const gd_query query = {ball, HERE, ball, away, &DEFAULTS, NULL};
    gd_growth_result r;
    CHECK(gd_compare_dcol(&query, &r) == GD_ERROR_UNDEFINED);
    gd_shape_destroy(ball);
    gd_shape_destroy(hull);
}

TEST(inner) {
    test_a_flat_model_has_no_step();
    test_vectors_that_are_no_direction();
    test_clouds_of_more_points_than_there_are_numbers();
    test_clouds_next_to_nothing();
    test_bases_that_cannot_be();
    test_one_centre_and_no_basis();
    test_programs_of_nothing();
    test_projections_on_nothing();
    test_conic_descriptions();
}
