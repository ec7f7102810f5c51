/* The hybrid of conic projection and internal expanding: closed forms, certificates, agreement with
 * the cutting plane, and about as many steps as internal expanding alone. */
#include "lib/check.h"
#include "lib/compared.h"
#include "lib/make.h"

/* The projection replaces the first steps of the expansion, and costs about as many. */
static void test_steps_are_about_those_of_expanding_alone(void) {
    double hybrid = 0.0, alone = 0.0;
    for (int i = 0; i < 200; i++) {
        gd_shape *a = compared_random(GD_KIND_HULL, 1), *b = compared_random(GD_KIND_BOX, 1);
        double pose[7];
        compared_pose(pose, 1);
        const gd_growth_result r =
            compared_solve(gd_compare_zc_ie, a, compared_here, b, pose, &compared_usual);
        hybrid += r.iterations;
        alone +=
            compared_solve(gd_compare_ie, a, compared_here, b, pose, &compared_usual).iterations;
        gd_shape_destroy(a);
        gd_shape_destroy(b);
    }
    CHECK(hybrid < 1.25 * alone);
}

/* At a limit within the projection: its vertices must prove valid bounds. */
static void test_steps_may_end_in_the_first_half(void) {
    gd_shape *a = make_box(1, 2, 3), *b = make_sphere(1);
    for (int steps = 1; steps < 6; steps++) {
        const gd_settings few = {.tolerance = 1e-12, .max_iterations = steps};
        const double pose[7] = {3, 4, 5, 0, 0, 0, 1};
        const gd_growth_result r =
            compared_solve(gd_compare_zc_ie, a, compared_here, b, pose, &few);
        gd_growth_result truth;
        gd_growth_distance(&(gd_query){a, compared_here, b, pose, NULL, NULL}, &truth);
        CHECK(r.iterations <= steps && r.lower <= truth.upper && r.upper >= truth.lower);
        CHECK(r.status != GD_STATUS_OPTIMAL || r.upper <= r.lower * (1.0 + 1e-12));
    }
    gd_shape_destroy(a);
    gd_shape_destroy(b);
}

TEST(zc_ie) {
    const gd_kind kinds[] = {GD_KIND_SPHERE,   GD_KIND_ELLIPSOID, GD_KIND_BOX,
                             GD_KIND_CYLINDER, GD_KIND_CONE,      GD_KIND_HULL};
    compared_check_spheres(gd_compare_zc_ie);
    compared_check_pairs(gd_compare_zc_ie, kinds, 6, 4, 60.0);
    compared_check_scales(gd_compare_zc_ie, GD_KIND_CONE);
    compared_check_coincident(gd_compare_zc_ie);
    compared_check_bounds(gd_compare_zc_ie, GD_KIND_BOX, GD_KIND_HULL);
    test_steps_are_about_those_of_expanding_alone();
    test_steps_may_end_in_the_first_half();
}
