/* Derivatives at the ends of the range of doubles, of refused queries, and without velocities. */
#include "lib/check.h"
#include "lib/draw.h"
#include "lib/make.h"

#include "growth_distance.h"

#include <string.h>

static double sum_of(const double* v, size_t count) {
    double sum = 0.0;
    for (size_t i = 0; i < count; i++)
        sum += fabs(v[i]);
    return sum;
}

/* The same scene in other units: derivatives of growth by positions scale with 1 / unit. */
static void test_derivatives_do_not_depend_on_the_unit(void) {
    const double units[] = {1.0, 1e-70, 1e-30, 1e30, 1e70};
    gd_growth_gradient_result first;
    gd_jacobians first_rows;
    memset(&first, 0, sizeof first);
    memset(&first_rows, 0, sizeof first_rows);
    for (int i = 0; i < 5; i++) {
        const double u = units[i];
        const double cone[] = {GD_KIND_CONE, 0, 0, 0, 0, 0, 2 * u, u};
        const double box[] = {GD_KIND_BOX, 0.1 * u, 0, 0, 0, 0, u, 2 * u, 3 * u};
        gd_shape *a = make(cone, 8), *b = make(box, 9);
        const double pose_a[7] = {0, 0, 0, 0.1, 0.2, 0.3, 0.9};
        const double pose_b[7] = {3 * u, 4 * u, 2 * u, -0.3, 0.2, 0.1, 0.8};
        gd_growth_gradient_result r;
        gd_jacobians j;
        CHECK(gd_growth_gradient(&(gd_query){a, pose_a, b, pose_b, NULL, NULL}, NULL, &j, &r) == 0);
        const gd_derivatives* d = &r.derivatives;
        CHECK(d->unique == 1.0 && j.regular == 1.0);
        CHECK(d->directional == 0.0);
        if (i == 0) {
            first = r;
            first_rows = j;
        }
        const gd_derivatives* e = &first.derivatives;
        CHECK_NEAR(r.result.value, first.result.value, 1e-14);
        for (int k = 0; k < 12; k++) {
            const double scale = k % 6 < 3 ? u : 1.0;
            CHECK_NEAR(d->gradient[k] * scale, e->gradient[k], 1e-12);
            CHECK_NEAR(j.normal[k] * scale, first_rows.normal[k], 1e-10);
            CHECK_NEAR(j.contact[k] * scale / u, first_rows.contact[k], 1e-10);
        }
        gd_shape_destroy(a);
        gd_shape_destroy(b);
    }
}

/* A common translation or rotation of both shapes changes no value. */
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
        CHECK(gd_growth_gradient(&(gd_query){a, pose_a, b, pose_b, NULL, NULL}, NULL, NULL,
                                 &growth) == 0);
        CHECK(gd_distance_gradient(&(gd_query){a, pose_a, b, pose_b, NULL, NULL}, NULL, NULL,
                                   &distance) == 0);
        CHECK(growth.derivatives.unique == 1.0 && distance.derivatives.unique == 1.0);
        const double* g[2] = {growth.derivatives.gradient, distance.derivatives.gradient};
        for (int q = 0; q < 2; q++) {
            for (int i = 0; i < 3; i++) {
                const int j = (i + 1) % 3, l = (i + 2) % 3;
                CHECK_NEAR(g[q][i] + g[q][6 + i], 0.0, 1e-14);
                /* a rotation about the origin moves the positions, too */
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
    gd_jacobians j;
    memset(&j, 0xff, sizeof j);
    CHECK(gd_growth_gradient(&(gd_query){a, pose, b, pose, NULL, NULL}, NULL, &j, &r) ==
          GD_ERROR_DIMENSION);
    CHECK(sum_of((const double*)&r + 1, sizeof r / 8 - 1) == 0.0);
    CHECK(sum_of(&j.regular, sizeof j / 8) == 0.0);
    CHECK(gd_growth_gradient(&(gd_query){a, none, a, pose, NULL, NULL}, NULL, &j, &r) ==
          GD_ERROR_POSE);
    CHECK(sum_of((const double*)&r + 1, sizeof r / 8 - 1) == 0.0);
    CHECK(gd_growth_gradient(&(gd_query){a, pose, a, none, NULL, NULL}, NULL, &j, &r) ==
          GD_ERROR_POSE);
    gd_distance_gradient_result d;
    const double ground[10] = {GD_KIND_HALFSPACE, 0, 0, 0, 0, 0, 0, 1, 0, 0};
    gd_shape* half = make(ground, 10);
    CHECK(gd_growth_gradient(&(gd_query){half, pose, a, none, NULL, NULL}, NULL, &j, &r) ==
          GD_ERROR_POSE);
    CHECK(gd_distance_gradient(&(gd_query){half, none, a, pose, NULL, NULL}, NULL, &j, &d) ==
          GD_ERROR_POSE);
    CHECK(gd_distance_gradient(&(gd_query){half, pose, half, pose, NULL, NULL}, NULL, &j, &d) ==
          GD_ERROR_UNDEFINED);
    CHECK(sum_of((const double*)&d + 1, sizeof d / 8 - 1) == 0.0);
    gd_shape_destroy(half);
    gd_settings wrong = {.tolerance = 2.0};
    gd_penetration_gradient_result p;
    CHECK(gd_penetration_gradient(&(gd_query){a, pose, a, pose, &wrong, NULL}, NULL, &j, &p) ==
          GD_ERROR_SETTINGS);
    /* balls with one centre part in any direction */
    CHECK(gd_penetration_gradient(&(gd_query){a, pose, a, pose, NULL, NULL}, NULL, &j, &p) ==
          GD_STATUS_OPTIMAL);
    CHECK(p.derivatives.unique == 0.0 && j.regular == 0.0);
    gd_shape_destroy(a);
    gd_shape_destroy(b);
}

/* One-sided derivatives against differences of the value: boxes and half-spaces with faces, edges
 * and corners in contact, with and without rotation. There are many normals, many contacts, or
 * both. */
static void test_bounds_of_directional_derivatives_hold(void) {
    const gd_kind kinds[] = {GD_KIND_BOX,      GD_KIND_CYLINDER, GD_KIND_CONE,      GD_KIND_HULL,
                             GD_KIND_SEGMENT,  GD_KIND_CAPSULE,  GD_KIND_HALFSPACE, GD_KIND_FRUSTUM,
                             GD_KIND_TRIANGLE, GD_KIND_ELLIPSOID};
    random_seed(92);
    for (int i = 0; i < 1500; i++) {
        drawn a, b;
        double pose_a[7], pose_b[7], moved_a[7], moved_b[7], velocity[12] = {0};
        draw_shape(kinds[i % 10], 1.0, &a);
        draw_shape(kinds[(int)random_between(0.0, 10.0)], 1.0, &b);
        draw_pose(3, i % 3 ? 1.0 : 0.0, true, pose_a);
        draw_pose(3, 4.0, random_next() < 0.7, pose_b);
        if (i % 4 == 0) { /* cubes corner on corner, edge on edge, face on face */
            const double cube[9] = {GD_KIND_BOX, 0, 0, 0, 0, 0, 1, 1, 1};
            gd_shape_destroy(a.shape);
            gd_shape_destroy(b.shape);
            a.shape = make(cube, 9);
            b.shape = make(cube, 9);
            memcpy(pose_a, (const double[7]){0, 0, 0, 0, 0, 0, 1}, sizeof pose_a);
            const double at = i % 8 ? 3.0 : 1.5;
            memcpy(pose_b, (const double[7]){at, i % 3 ? at : 0.5, i % 16 < 8 ? at : 0, 0, 0, 0, 1},
                   sizeof pose_b);
        }
        for (int k = 0; k < 12 && i % 5; k++)
            velocity[k] = i % 7 < 3 && k >= 3 && k != 7 ? 0.0 : random_between(-1.0, 1.0);
        gd_growth_gradient_result r;
        const gd_status status = gd_growth_gradient(
            &(gd_query){a.shape, pose_a, b.shape, pose_b, NULL, NULL}, velocity, NULL, &r);
        const gd_derivatives* d = &r.derivatives;
        if (status >= 0) {
            CHECK(d->directional_lower <= d->directional && d->directional <= d->directional_upper);
            memcpy(moved_a, pose_a, sizeof moved_a);
            memcpy(moved_b, pose_b, sizeof moved_b);
            const double step = 1e-5;
            bool turns = false;
            for (int k = 0; k < 3; k++) {
                moved_a[k] += step * velocity[k];
                moved_b[k] += step * velocity[6 + k];
                turns = turns || velocity[3 + k] != 0.0 || velocity[9 + k] != 0.0;
            }
            const gd_settings tight = {.tolerance = 1e-12, .max_iterations = 300};
            gd_growth_result here, there;
            gd_growth_distance(&(gd_query){a.shape, pose_a, b.shape, pose_b, &tight, NULL}, &here);
            gd_growth_distance(&(gd_query){a.shape, moved_a, b.shape, moved_b, &tight, NULL},
                               &there);
            const double slope = (there.value - here.value) / step;
            /* for second derivatives and rounding */
            const double slack = 1e-3 * (1.0 + fabs(slope)) * (1.0 + here.value);
            if (!turns && here.value > 1e-3) {
                CHECK(slope >= d->directional_lower - slack);
                CHECK(slope <= d->directional_upper + slack);
            }
        }
        gd_distance_gradient_result apart;
        gd_penetration_gradient_result deep;
        const gd_status far = gd_distance_gradient(
            &(gd_query){a.shape, pose_a, b.shape, pose_b, NULL, NULL}, velocity, NULL, &apart);
        if (far >= 0)
            CHECK(apart.derivatives.directional_lower <= apart.derivatives.directional_upper);
        const gd_status near = gd_penetration_gradient(
            &(gd_query){a.shape, pose_a, b.shape, pose_b, NULL, NULL}, velocity, NULL, &deep);
        if (near >= 0)
            CHECK(deep.derivatives.directional_lower <= deep.derivatives.directional_upper);
        gd_shape_destroy(a.shape);
        gd_shape_destroy(b.shape);
    }
}

/* Shapes that just touch a half-space or each other: distance and depth are 0, and their
 * derivatives depend on the velocities. Without velocities there are none. */
static void test_touching_shapes_have_one_sided_derivatives(void) {
    const double ground[10] = {GD_KIND_HALFSPACE, 0, 0, 0, 0, 0, 0, 1, 0, 0};
    const double flat_ground[9] = {GD_KIND_HALFPLANE, 0, 0, 0, 0, 0, 0, 1, 0};
    const double square[8] = {GD_KIND_RECTANGLE, 0, 0, 0, 0, 0, 1, 1};
    const double cylinder[8] = {GD_KIND_CYLINDER, 0, 0, 0, 0, 0, 1, 1};
    const double disc[7] = {GD_KIND_CIRCLE, 0, 0, 0, 0, 0, 1};
    gd_shape* under[2] = {make(ground, 10), make(flat_ground, 9)};
    gd_shape* over[5] = {make_box(1, 1, 1), make(cylinder, 8), make_sphere(1), make(square, 8),
                         make(disc, 7)};
    const double origin[7] = {0, 0, 0, 0, 0, 0, 1};
    for (int i = 0; i < 5; i++) {
        const gd_shape *half = under[i / 3], *body = over[i];
        for (int way = -1; way <= 1; way += 2) {
            const double velocity[12] = {0, 0, 0, 0, 0, 0, 0, way};
            double pose[7] = {0, 1, 0, 0, 0, 0, 1};
            if (i >= 3) pose[6] = 0.0;
            gd_distance_gradient_result d;
            gd_penetration_gradient_result p;
            gd_growth_gradient_result g;
            CHECK(gd_distance_gradient(&(gd_query){half, origin, body, pose, NULL, NULL}, velocity,
                                       NULL, &d) >= 0);
            CHECK(d.derivatives.unique == 0.0 && d.derivatives.directional == fmax(way, 0.0));
            CHECK(gd_penetration_gradient(&(gd_query){body, pose, half, origin, NULL, NULL}, NULL,
                                          NULL, &p) >= 0);
            CHECK(p.derivatives.unique == 0.0 && p.derivatives.directional == 0.0);
            /* a body that rests on a face may tilt either way */
            CHECK(gd_growth_gradient(&(gd_query){half, origin, body, pose, NULL, NULL}, NULL, NULL,
                                     &g) >= 0);
            CHECK(g.derivatives.unique == (i == 2 || i == 4 ? 1.0 : 0.0));
            CHECK_NEAR(g.derivatives.gradient[7], 1.0, 1e-9);
            gd_growth_gradient(&(gd_query){half, origin, body, pose, NULL, NULL}, velocity, NULL,
                               &g);
            CHECK_NEAR(g.derivatives.directional, way, 1e-9);
        }
    }
    gd_distance_gradient_result d;
    gd_growth_gradient_result g;
    const double beside[7] = {2, 0, 0, 0, 0, 0, 1}, turn[12] = {0, 0, 0, 1};
    CHECK(gd_distance_gradient(&(gd_query){over[0], origin, over[0], beside, NULL, NULL}, NULL,
                               NULL, &d) >= 0);
    CHECK(d.result.value == 0.0 && d.derivatives.unique == 0.0);
    for (int k = 0; k < 2; k++) { /* with equal centres, at rest or turning in place */
        gd_growth_gradient(&(gd_query){over[0], origin, over[2], origin, NULL, NULL},
                           k ? turn : NULL, NULL, &g);
        CHECK(g.result.status == GD_STATUS_COINCIDENT && g.derivatives.directional == 0.0);
    }
    for (int i = 0; i < 5; i++)
        gd_shape_destroy(over[i]);
    gd_shape_destroy(under[0]);
    gd_shape_destroy(under[1]);
}

/* Cubes face on face have many contacts, and edge on edge, for growth, many normals. A ball on a
 * face has one of each. */
static void test_what_is_not_unique(void) {
    gd_shape *cube = make_box(1, 1, 1), *ball = make_sphere(1);
    const double here[7] = {0, 0, 0, 0, 0, 0, 1};
    const double at[3][7] = {
        {3, 0.5, 0.25, 0, 0, 0, 1}, {3, 3, 3, 0, 0, 0, 1}, {4, 0, 0, 0, 0, 0, 1}};
    for (int i = 0; i < 6; i++) {
        const gd_query query = {cube, here, i % 3 == 2 ? ball : cube, at[i % 3], NULL, NULL};
        gd_growth_gradient_result r;
        gd_jacobians j;
        CHECK(gd_growth_gradient(&query, NULL, i < 3 ? &j : NULL, &r) == GD_STATUS_OPTIMAL);
        const gd_derivatives* d = &r.derivatives;
        CHECK(d->unique == (i % 3 == 2) && (i >= 3 || j.regular == (i % 3 == 2)));
        CHECK_NEAR(d->gradient[6] + d->gradient[7] + d->gradient[8], 0.5, 1e-12);
        CHECK_NEAR(d->gradient[0], -d->gradient[6], 0.0);
    }
    gd_shape_destroy(cube);
    gd_shape_destroy(ball);
}

/* Without Jacobians the optimum is refined in fewer steps: value and gradient are the same to
 * rounding. */
static void test_jacobians_change_nothing_else(void) {
    const gd_kind kinds[] = {GD_KIND_BOX,  GD_KIND_CYLINDER, GD_KIND_CONE,
                             GD_KIND_HULL, GD_KIND_CAPSULE,  GD_KIND_ELLIPSOID};
    for (int i = 0; i < 360; i++) {
        drawn a, b;
        double pose_a[7], pose_b[7];
        draw_shape(kinds[i % 6], 1.0, &a);
        draw_shape(kinds[i / 6 % 6], 1.0, &b);
        draw_pose(3, 1.0, false, pose_a);
        draw_pose(3, 4.0, false, pose_b);
        const gd_query query = {a.shape, pose_a, b.shape, pose_b, NULL, NULL};
        gd_growth_gradient_result plain, full;
        gd_jacobians j;
        gd_growth_gradient(&query, NULL, NULL, &plain);
        gd_growth_gradient(&query, NULL, &j, &full);
        const double size = 1.0 + full.result.value;
        CHECK_NEAR(plain.result.value, full.result.value, 1e-11 * size);
        CHECK(plain.derivatives.unique == full.derivatives.unique);
        CHECK(full.derivatives.unique == 0.0 || j.regular == 1.0);
        for (int k = 0; k < 12; k++)
            CHECK_NEAR(plain.derivatives.gradient[k], full.derivatives.gradient[k], 1e-11 * size);
        gd_shape_destroy(a.shape);
        gd_shape_destroy(b.shape);
    }
}

TEST(gradient) {
    test_what_is_not_unique();
    test_jacobians_change_nothing_else();
    test_touching_shapes_have_one_sided_derivatives();
    test_bounds_of_directional_derivatives_hold();
    test_derivatives_do_not_depend_on_the_unit();
    test_rigid_motions_have_derivative_zero();
    test_a_refused_query_has_no_derivatives();
}
