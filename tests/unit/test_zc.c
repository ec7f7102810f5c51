/* Conic projection along the ray: closed forms, certificates, agreement with the cutting plane, and
 * few steps for polytopes. */
#include "lib/check.h"
#include "lib/compared.h"
#include "lib/make.h"

/* Axis-aligned boxes: the ray leaves through one face, and few vertices are enough to find its
 * plane. */
static void test_boxes_take_few_steps(void) {
    gd_shape *a = make_box(1, 2, 3), *b = make_box(0.5, 0.25, 1);
    for (int i = 0; i < 200; i++) {
        const double x = random_between(-4, 4), y = random_between(-4, 4);
        const double z = random_between(-4, 4);
        const gd_growth_result r = compared_solve_at(gd_compare_zc, a, b, x, y, z);
        compared_check_truth(&r, fmax(fabs(x) / 1.5, fmax(fabs(y) / 2.25, fabs(z) / 4.0)));
        CHECK(r.iterations <= 12.0);
    }
    gd_shape_destroy(a);
    gd_shape_destroy(b);
}

/* An invalid pose, and shapes without a ball about their centres. */
static void test_refusals(void) {
    const double segment[12] = {GD_KIND_SEGMENT, 0, 0, 0, 0, 0, -1, 0, 0, 1, 0, 0};
    gd_shape *line = make(segment, 12), *ball = make_sphere(1);
    compared_check_refused(gd_compare_zc, ball, ball, GD_ERROR_POSE);
    compared_check_refused(gd_compare_zc, line, line, GD_ERROR_UNDEFINED);
    gd_shape_destroy(line);
    gd_shape_destroy(ball);
}

TEST(zc) {
    const gd_kind kinds[] = {GD_KIND_SPHERE, GD_KIND_BOX, GD_KIND_HULL, GD_KIND_CYLINDER,
                             GD_KIND_CONE};
    compared_check_spheres(gd_compare_zc);
    compared_check_pairs(gd_compare_zc, kinds, 5, 4, 40.0);
    compared_check_scales(gd_compare_zc, GD_KIND_CONE);
    compared_check_coincident(gd_compare_zc);
    compared_check_bounds(gd_compare_zc, GD_KIND_BOX, GD_KIND_HULL);
    test_boxes_take_few_steps();
    test_refusals();
}
