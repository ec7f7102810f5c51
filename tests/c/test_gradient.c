/* Derivatives at the ends of the range of doubles, of refused queries, and without velocities. */
#include "check.h"
#include "make.h"

#include "growth_distance.h"

#include <string.h>

static double sum_of(const double* v, size_t count) {
    double sum = 0.0;
    for (size_t i = 0; i < count; i++)
        sum += fabs(v[i]);
    return sum;
}

/* The same scene in other units: growth's derivatives by positions scale with 1 / unit. */
static void test_derivatives_do_not_depend_on_the_unit(void) {
    const double units[] = {1.0, 1e-70, 1e-30, 1e30, 1e70};
    gd_growth_gradient_result first;
    memset(&first, 0, sizeof first);
    for (int i = 0; i < 5; i++) {
        const double u = units[i];
        const double cone[] = {GD_KIND_CONE, 0, 0, 0, 0, 0, 2 * u, u};
        const double box[] = {GD_KIND_BOX, 0.1 * u, 0, 0, 0, 0, u, 2 * u, 3 * u};
        gd_shape *a = make(cone, 8), *b = make(box, 9);
        const double pose_a[7] = {0, 0, 0, 0.1, 0.2, 0.3, 0.9};
        const double pose_b[7] = {3 * u, 4 * u, 2 * u, -0.3, 0.2, 0.1, 0.8};
        gd_growth_gradient_result r;
        CHECK(gd_growth_gradient(a, pose_a, b, pose_b, NULL, NULL, NULL, &r) == 0);
        const gd_derivatives* d = &r.derivatives;
        CHECK(d->unique == 1.0 && d->regular == 1.0);
        CHECK(d->directional == 0.0);
        if (i == 0) first = r;
        const gd_derivatives* e = &first.derivatives;
        CHECK_NEAR(r.result.value, first.result.value, 1e-14);
        for (int j = 0; j < 12; j++) {
            const double scale = j % 6 < 3 ? u : 1.0;
            CHECK_NEAR(d->gradient[j] * scale, e->gradient[j], 1e-12);
            CHECK_NEAR(d->normal[j] * scale, e->normal[j], 1e-10);
            CHECK_NEAR(d->contact[j] * scale / u, e->contact[j], 1e-10);
        }
        gd_shape_destroy(a);
        gd_shape_destroy(b);
    }
}

/* Translating or turning everything changes nothing. */
static void test_rigid_motions_have_derivative_zero(void) {
    const double cylinder[] = {GD_KIND_CYLINDER, 0, 1, 0.1, 0.2, 0.3, 2, 1};
    const double egg[] = {GD_KIND_ELLIPSOID, 0, 0, 0, 0, 0, 1, 2, 3};
    gd_shape *a = make(cylinder, 8), *b = make(egg, 9);
    random_seed(3);
    for (int k = 0; k < 50; k++) {
        double pose_a[7], pose_b[7];
        for (int i = 0; i < 7; i++) {
            pose_a[i] = random_next() - 0.5;
            pose_b[i] = random_next() + (i < 3 ? 3.0 : -0.5);
        }
        gd_growth_gradient_result growth;
        gd_distance_gradient_result distance;
        CHECK(gd_growth_gradient(a, pose_a, b, pose_b, NULL, NULL, NULL, &growth) == 0);
        CHECK(gd_distance_gradient(a, pose_a, b, pose_b, NULL, NULL, NULL, &distance) == 0);
        CHECK(growth.derivatives.unique == 1.0 && distance.derivatives.unique == 1.0);
        const double* g[2] = {growth.derivatives.gradient, distance.derivatives.gradient};
        for (int q = 0; q < 2; q++) {
            for (int i = 0; i < 3; i++) {
                const int j = (i + 1) % 3, l = (i + 2) % 3;
                CHECK_NEAR(g[q][i] + g[q][6 + i], 0.0, 1e-14);
                /* about the origin a rotation moves the positions, too */
                const double of_a = pose_a[j] * g[q][l] - pose_a[l] * g[q][j];
                const double of_b = pose_b[j] * g[q][6 + l] - pose_b[l] * g[q][6 + j];
                CHECK_NEAR(g[q][3 + i] + g[q][9 + i] + of_a + of_b, 0.0, 1e-11);
            }
        }
    }
    gd_shape_destroy(a);
    gd_shape_destroy(b);
}

static void test_a_refused_query_has_no_derivatives(void) {
    const double sphere[] = {GD_KIND_SPHERE, 0, 0, 0, 0, 0, 1},
                 disc[] = {GD_KIND_CIRCLE, 0, 0, 0, 0, 0, 1};
    gd_shape *a = make(sphere, 7), *b = make(disc, 7);
    const double pose[7] = {0, 0, 0, 0, 0, 0, 1}, none[7] = {NOT_A_NUMBER, 0, 0, 0, 0, 0, 1};
    gd_growth_gradient_result r;
    CHECK(gd_growth_gradient(a, pose, b, pose, NULL, NULL, NULL, &r) == GD_ERROR_DIMENSION);
    CHECK(sum_of((const double*)&r + 1, sizeof r / 8 - 1) == 0.0);
    CHECK(gd_growth_gradient(a, none, a, pose, NULL, NULL, NULL, &r) == GD_ERROR_POSE);
    CHECK(sum_of((const double*)&r + 1, sizeof r / 8 - 1) == 0.0);
    gd_settings wrong = {.tolerance = 2.0};
    gd_penetration_gradient_result p;
    CHECK(gd_penetration_gradient(a, pose, a, pose, &wrong, NULL, NULL, &p) == GD_ERROR_SETTINGS);
    /* balls with one centre part in any direction */
    CHECK(gd_penetration_gradient(a, pose, a, pose, NULL, NULL, NULL, &p) == GD_STATUS_OPTIMAL);
    CHECK(p.derivatives.unique == 0.0 && p.derivatives.regular == 0.0);
    gd_shape_destroy(a);
    gd_shape_destroy(b);
}

void test_gradient(void) {
    test_derivatives_do_not_depend_on_the_unit();
    test_rigid_motions_have_derivative_zero();
    test_a_refused_query_has_no_derivatives();
}
