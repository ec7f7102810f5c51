/* Internal expanding: closed forms, certificates, and the same iterates as the cutting plane, whose
 * facets it finds in another way. */
#include "lib/check.h"
#include "lib/compared.h"
#include "lib/make.h"

#include "compare/ray.h"

/* The ray leaves through one facet, so both methods evaluate the same support points. */
static void test_iterates_are_those_of_the_cutting_plane(void) {
    const gd_settings cutting = {.tolerance = GD_DEFAULT_TOLERANCE,
                                 .max_iterations = GD_DEFAULT_MAX_ITERATIONS,
                                 .method = GD_METHOD_CUTTING_PLANE};
    int alike = 0;
    for (int i = 0; i < 200; i++) {
        gd_shape *a = compared_random(GD_KIND_ELLIPSOID, 1), *b = compared_random(GD_KIND_HULL, 1);
        double pose[7];
        compared_pose(pose, 1);
        const gd_growth_result r =
            compared_solve(gd_compare_ie, a, compared_here, b, pose, &compared_usual);
        gd_growth_result c;
        gd_growth_distance(&(gd_query){a, compared_here, b, pose, &cutting, NULL}, &c);
        alike += r.iterations == c.iterations && fabs(r.value - c.value) < 1e-12 * c.value;
        gd_shape_destroy(a);
        gd_shape_destroy(b);
    }
    CHECK(alike >= 190);
}

/* From any facet in C around the ray, the search ends at the same bounds within the allowed
 * steps. */
static void test_any_facet_can_be_expanded(void) {
    gd_shape *a = make_box(1, 2, 3), *b = compared_kind(GD_KIND_ELLIPSOID, 1, 0.5, 2);
    for (int i = 0; i < 100; i++) {
        double pose[7];
        compared_pose(pose, 1);
        const gd_query query = {a, compared_here, b, pose, &compared_usual, NULL};
        const gd_growth_result r =
            compared_solve(gd_compare_ie, a, compared_here, b, pose, &compared_usual);
        compare_ray ray;
        portal3 start, facet;
        CHECK(gd_ray_init(&ray, &query) == GD_STATUS_OPTIMAL);
        portal3_start(&start, &ray.pair);
        facet = start;
        for (int k = 0; k < 3; k++) /* a smaller facet, rotated about the ray */
            gd_ray_ball(&ray, scale3(0.1 + 0.2 * (i % 4), start.v[(k + i) % 3].s), &facet.v[k]);
        CHECK(gd_ray_surrounded(facet.v, &facet));
        facet.rounding = 0.5 * ray.rule.rounding;
        const double inner = facet.inner;
        CHECK(gd_compare_expand(&ray, &facet) == GD_STATUS_OPTIMAL);
        CHECK(facet.inner > inner && ray.inner <= ray.outer * (1.0 + 1e-12) && ray.count == 3);
        CHECK_NEAR(ray.pair.distance / ray.inner, r.value, 2e-8 * r.value);
        for (int k = 0; k < 3; k++)
            CHECK(facet.weight[k] >= 0.0);
    }
    gd_shape_destroy(a);
    gd_shape_destroy(b);
}

TEST(ie) {
    const gd_kind kinds[] = {GD_KIND_SPHERE,   GD_KIND_ELLIPSOID, GD_KIND_BOX,
                             GD_KIND_CYLINDER, GD_KIND_CONE,      GD_KIND_HULL};
    compared_check_spheres(gd_compare_ie);
    compared_check_pairs(gd_compare_ie, kinds, 6, 4, 60.0);
    compared_check_scales(gd_compare_ie, GD_KIND_CONE);
    compared_check_coincident(gd_compare_ie);
    compared_check_bounds(gd_compare_ie, GD_KIND_BOX, GD_KIND_HULL);
    test_iterates_are_those_of_the_cutting_plane();
    test_any_facet_can_be_expanded();
}
