/* The checks of n-dimensional queries before their solvers: refused dimensions, half-spaces, poses
 * and settings, results of refused queries, defaults, and the workspace. */
#include "lib/check.h"
#include "lib/make.h"

#include "queries/query.h"

#include <stdlib.h>
#include <string.h>

static void test_queries_of_any_dimension_refuse(void) {
    const double half[9] = {GD_KIND_HALFPLANE, 0, 0, 0, 0, 0, 1, 0, 0};
    const double at[4] = {3, 0, 0, 0}, nowhere[4] = {NOT_A_NUMBER, 0, 0, 0};
    gd_shape *ball = make_norm_ball(2, 2, 1), *four = make_norm_ball(4, 2, 1),
             *plane = make(half, 9);
    double* work = malloc(gd_workspace(4) * sizeof *work);
    double v[16] = {0};
    gd_growth_n_result growth;
    gd_collision_n_result hit;
    gd_generalized_result r;
    CHECK(gd_workspace(1) == 0 && gd_workspace(GD_DIMENSION_MAX + 1) == 0);
#define GROW(a, p, b, q) gd_growth_distance_n(&(gd_query){a, p, b, q, NULL, NULL}, work, &growth, v)
#define HIT(a, p, b, q) gd_collide_n(&(gd_query){a, p, b, q, NULL, NULL}, work, &hit, v)
#define GENERAL(q, p, m, o, a, w)                                                                  \
    gd_generalized_distance(&(gd_query){q, p, a, w, NULL, NULL}, m, o, work, &r, v)
    CHECK(GROW(ball, at, four, at) == GD_ERROR_DIMENSION && growth.value == 0.0);
    CHECK(HIT(ball, at, four, at) == GD_ERROR_DIMENSION && hit.colliding == 0.0);
    CHECK(GROW(ball, at, plane, at) == GD_ERROR_UNDEFINED);
    CHECK(HIT(ball, at, plane, at) == GD_ERROR_UNDEFINED);
    CHECK(HIT(plane, at, ball, at) == GD_ERROR_UNDEFINED);
    CHECK(GROW(four, nowhere, four, at) == GD_ERROR_POSE);
    CHECK(GROW(four, at, four, nowhere) == GD_ERROR_POSE);
    CHECK(HIT(ball, nowhere, ball, at) == GD_ERROR_POSE);
    CHECK(GENERAL(plane, at, NULL, NULL, ball, at) == GD_ERROR_UNDEFINED);
    CHECK(GENERAL(ball, nowhere, NULL, NULL, ball, at) == GD_ERROR_POSE);
    CHECK(GENERAL(ball, v, ball, nowhere, ball, at) == GD_ERROR_POSE);
    memset(v, 0, sizeof v);
    const double origin[3] = {0, 0, 0}, behind[3] = {-5, 0, 0};
    CHECK(GENERAL(ball, origin, plane, at, plane, at) == GD_ERROR_UNDEFINED);
    CHECK(GENERAL(ball, nowhere, NULL, NULL, plane, at) == GD_ERROR_POSE);
    /* the half-plane x <= -5 is 5 away from the origin, and 7 from the unit ball about (3, 0) */
    CHECK(GENERAL(ball, origin, NULL, NULL, plane, behind) == GD_STATUS_OPTIMAL);
    CHECK_NEAR(r.value, 5.0, 1e-13);
    CHECK(GENERAL(ball, origin, ball, at, plane, behind) == GD_STATUS_OPTIMAL);
    CHECK_NEAR(r.value, 7.0, 1e-13);
#undef GROW
#undef HIT
#undef GENERAL
    gd_shape_destroy(ball);
    gd_shape_destroy(four);
    gd_shape_destroy(plane);
    free(work);
}

/* Whether all doubles of a record except the status are 0. */
static bool is_blank(const double* record, size_t size) {
    for (size_t i = 1; i < size / sizeof(double); i++)
        if (record[i] != 0.0) return false;
    return true;
}

/* Settings that every n-dimensional query refuses; the result must be cleared. */
static void test_settings_are_refused(void) {
    const double here[4] = {0, 0, 0, 0}, there[4] = {3, 0, 0, 0};
    gd_shape* ball = make_norm_ball(4, 2, 1);
    double *work = malloc(gd_workspace(4) * sizeof *work), v[16];
    const gd_settings wrong[] = {{.tolerance = 0.0, .max_iterations = 10},
                                 {.tolerance = 1.0, .max_iterations = 10},
                                 {.tolerance = 1e-6, .max_iterations = 0},
                                 {.tolerance = 1e-6, .max_iterations = 10, .method = GD_METHOD_GJK},
                                 {.tolerance = 1e-6, .max_iterations = 10, .method = -1}};
    for (size_t i = 0; i < LENGTH(wrong); i++) {
        const gd_query query = {ball, here, ball, there, &wrong[i], NULL};
        gd_growth_n_result growth;
        gd_collision_n_result hit;
        gd_generalized_result r;
        memset(&growth, 0xff, sizeof growth);
        memset(&hit, 0xff, sizeof hit);
        memset(&r, 0xff, sizeof r);
        CHECK(gd_growth_distance_n(&query, work, &growth, v) == GD_ERROR_SETTINGS);
        CHECK(gd_collide_n(&query, work, &hit, v) == GD_ERROR_SETTINGS);
        CHECK(gd_generalized_distance(&query, NULL, NULL, work, &r, v) == GD_ERROR_SETTINGS);
        CHECK(growth.status == GD_ERROR_SETTINGS && is_blank(&growth.status, sizeof growth));
        CHECK(hit.status == GD_ERROR_SETTINGS && is_blank(&hit.status, sizeof hit));
        CHECK(r.status == GD_ERROR_SETTINGS && is_blank(&r.status, sizeof r));
    }
    free(work);
    gd_shape_destroy(ball);
}

/* The defaults and both accepted methods give the same answer for balls. A trace ends with the
 * result. */
static void test_methods_answer_alike(void) {
    const double here[4] = {0, 0, 0, 0}, there[4] = {3, 0, 0, 4};
    gd_shape *a = make_norm_ball(4, 2, 1), *b = make_norm_ball(4, 2, 1.5),
             *five = make_norm_ball(5, 2, 1);
    double *work = malloc(gd_workspace(5) * sizeof *work), v[20];
    gd_trace* trace = calloc(1, sizeof *trace + 4000 * sizeof(double));
    trace->capacity = 4000.0;
    gd_settings settings = {.tolerance = GD_DEFAULT_TOLERANCE, .max_iterations = 2000};
    for (int i = 0; i < 3; i++) {
        settings.method = i == 1 ? GD_METHOD_CUTTING_PLANE : GD_METHOD_AUTO;
        gd_query query = {a, here, b, there, i ? &settings : NULL, NULL};
        gd_growth_n_result growth;
        CHECK(gd_growth_distance_n(&query, work, &growth, v) == GD_STATUS_OPTIMAL);
        CHECK_NEAR(growth.value, 2.0, 1e-7);
        gd_collision_n_result hit;
        CHECK(gd_collide_n(&query, work, &hit, v) == GD_STATUS_OPTIMAL);
        CHECK(hit.colliding == 0.0 && hit.lower > 1.0);
        gd_generalized_result r; /* the distance of b's centre ball in units of a: |p| - 1.5 */
        CHECK(gd_generalized_distance(&query, NULL, NULL, work, &r, v) == GD_STATUS_OPTIMAL);
        CHECK_NEAR(r.value, 3.5, 1e-6);
        CHECK(gd_generalized_distance(&query, five, here, work, &r, v) == GD_ERROR_DIMENSION);
        settings.trace = (double)(uintptr_t)trace;
    }
    CHECK(trace->quantity == GD_QUANTITY_GENERALIZED && trace->iterates == 0.0); /* refused */
    gd_generalized_result r;
    const gd_query query = {a, here, b, there, &settings, NULL};
    CHECK(gd_generalized_distance(&query, NULL, NULL, work, &r, v) == GD_STATUS_OPTIMAL);
    const double* at = trace->rows;
    for (int i = 1; i < (int)trace->iterates; i++)
        at += (size_t)((const gd_iterate*)(const void*)at)->length;
    const gd_iterate* row = (const gd_iterate*)(const void*)at;
    CHECK(row->type == GD_ITERATE_RESULT && row->lower == r.lower && row->upper == r.upper);
    CHECK(row->iteration == r.ray_iterations && row->scale == 1.0);
    free(trace);
    free(work);
    gd_shape_destroy(a);
    gd_shape_destroy(b);
    gd_shape_destroy(five);
}

/* Enough for a basis of three shapes and eight vectors. */
static void test_workspaces(void) {
    for (size_t n = 2; n <= GD_DIMENSION_MAX; n++)
        CHECK(gd_workspace((int)n) >= 6 * n * n + 19 * n);
    CHECK(gd_workspace(0) == 0 && gd_workspace(-3) == 0);
}

TEST(query_nd) {
    test_queries_of_any_dimension_refuse();
    test_settings_are_refused();
    test_methods_answer_alike();
    test_workspaces();
}
