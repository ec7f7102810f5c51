/* Newton's method on smooth hulls for the growth distance: closed forms, certificates from support
 * points of the public interface, and agreement with the cutting plane in fewer steps. */
#include "lib/check.h"
#include "lib/compared.h"
#include "lib/make.h"

static void test_centres_may_lie_off_the_middle(void) {
    const double near[7] = {GD_KIND_SPHERE, 0, 1, 0.75, 0, 0, 1};
    gd_shape* ball = make(near, 7);
    const gd_growth_result r = compared_solve_at(gd_compare_dcf, ball, ball, 4, 0, 0);
    compared_check_truth(&r, 4.0 / (0.25 + 1.75));
    gd_shape_destroy(ball);
}

static void test_newton_agrees_with_the_cutting_plane(void) {
    const gd_kind kinds[] = {GD_KIND_DSF, GD_KIND_ELLIPSOID, GD_KIND_SPHERE};
    random_seed(33);
    compared_check_pairs(gd_compare_dcf, kinds, 3, 40, 40.0);
}

static void test_newton_needs_a_third_of_the_support_calls(void) {
    const gd_settings cutting = {.tolerance = GD_DEFAULT_TOLERANCE,
                                 .max_iterations = GD_DEFAULT_MAX_ITERATIONS,
                                 .method = GD_METHOD_CUTTING_PLANE};
    double newton = 0, cuts = 0;
    random_seed(34);
    for (int i = 0; i < 50; i++) {
        gd_shape *a = compared_random(GD_KIND_DSF, 1), *b = compared_random(GD_KIND_DSF, 1);
        double pose[7];
        compared_pose(pose, 1);
        const gd_growth_result r =
            compared_solve(gd_compare_dcf, a, compared_here, b, pose, &compared_usual);
        gd_growth_result c;
        gd_growth_distance(&(gd_query){a, compared_here, b, pose, &cutting, NULL}, &c);
        newton += r.iterations;
        cuts += c.iterations;
        gd_shape_destroy(a);
        gd_shape_destroy(b);
    }
    CHECK(3 * newton < cuts);
}

/* Each additional step proves at least as much, because a failed step keeps the best bound. */
static void test_steps_keep_the_best_bound(void) {
    for (int i = 0; i < 60; i++) {
        const gd_kind kind = i % 2 ? GD_KIND_DSF : GD_KIND_ELLIPSOID;
        gd_shape *a = compared_random(kind, 1), *b = compared_random(GD_KIND_ELLIPSOID, 1);
        double pose[7], lower = 0.0;
        compared_pose(pose, 1);
        for (int most = 1; most <= 12; most++) {
            const gd_settings few = {.tolerance = 1e-15, .max_iterations = most};
            const gd_growth_result r =
                compared_solve(gd_compare_dcf, a, compared_here, b, pose, &few);
            /* rounding may cross the bounds by an ulp */
            CHECK(r.lower >= lower * (1.0 - 1e-14));
            lower = r.lower;
        }
        gd_shape_destroy(a);
        gd_shape_destroy(b);
    }
}

/* Boxes, and smooth hulls of exponent 2, whose curvature is unbounded. */
static void test_what_is_not_smooth_is_refused(void) {
    const double rough[19] = {GD_KIND_DSF, 0, 0, 0, 0, 0, 2, 1, 0, 0, 0, 1, 0, 0, 0, 1, -1, -1, -1};
    gd_shape *ball = make_sphere(1), *box = make_box(1, 1, 1), *dsf = make(rough, 19);
    compared_check_refused(gd_compare_dcf, ball, box, GD_ERROR_UNDEFINED);
    compared_check_refused(gd_compare_dcf, dsf, ball, GD_ERROR_UNDEFINED);
    compared_check_refused(gd_compare_dcf, ball, ball, GD_ERROR_POSE);
    gd_shape_destroy(ball);
    gd_shape_destroy(box);
    gd_shape_destroy(dsf);
}

TEST(dcf) {
    compared_check_spheres(gd_compare_dcf);
    test_centres_may_lie_off_the_middle();
    test_newton_agrees_with_the_cutting_plane();
    test_newton_needs_a_third_of_the_support_calls();
    compared_check_scales(gd_compare_dcf, GD_KIND_ELLIPSOID);
    compared_check_coincident(gd_compare_dcf);
    compared_check_bounds(gd_compare_dcf, GD_KIND_DSF, GD_KIND_ELLIPSOID);
    test_steps_keep_the_best_bound();
    test_what_is_not_smooth_is_refused();
}
