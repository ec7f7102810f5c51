/* Inner balls and radii of composite shapes: margins, and the balls in the parts of a sum. */
#include "lib/check.h"
#include "lib/make.h"
#include "shapes/shape.h"

/* A segment from -1 to 1 along X. */
static void line_support(void* context, double id, const double* n, double* point) {
    (void)context;
    (void)id;
    point[0] = n[0] > 0.0 ? 1.0 : n[0] < 0.0 ? -1.0 : 0.0;
    point[1] = point[2] = 0.0;
}

/* A margin makes a shape solid even if it is only rounding beside the shape's size, about centres
 * that the shape certainly contains. */
static void test_margins_next_to_nothing(void) {
    const gd_custom function = {line_support, NULL};
    double line[] = {GD_KIND_CUSTOM, 1e-30, 0, 0, 0, 0, 1};
    gd_shape* shape;
    CHECK(gd_shape_create_custom(line, LENGTH(line), &function, &shape) == GD_STATUS_OPTIMAL);
    if (shape) {
        gd_shape_info info;
        gd_shape_describe(shape, &info);
        CHECK(info.inradius == 1e-30);
        gd_shape_destroy(shape);
    }
    line[GD_RECORD_HAS_CENTER] = 1.0;
    line[GD_RECORD_CENTER] = 0.5;
    CHECK(gd_shape_create_custom(line, LENGTH(line), &function, &shape) == GD_ERROR_CENTER);
}

/* Radii in both parts of a sum add up to a radius of the sum, so that its core is small: a point or
 * a box here. */
static void test_balls_of_parts(void) {
    const double cushion[] = {
        GD_KIND_SUM, 0.25, 0, 0, 0, 0, 7, GD_KIND_SPHERE, 0.25, 0, 0, 0, 0, 0.5, GD_KIND_BOX, 0.125,
        0,           0,    0, 0, 1, 2, 3};
    const double marble[] = {GD_KIND_SUM,    0, 0, 0, 0, 0, 7, GD_KIND_SPHERE, 0, 0, 0, 0, 0, 1,
                             GD_KIND_SPHERE, 0, 0, 0, 0, 0, 2};
    const double here[7] = {0, 0, 0, 0, 0, 0, 1}, inside[7] = {0.5, 0, 0, 0, 0, 0, 1};
    gd_shape *a = make(cushion, LENGTH(cushion)), *b = make(marble, LENGTH(marble));
    CHECK(a->radius == 1.125 && b->radius == 3.0);
    gd_shape_info info;
    gd_shape_describe(a, &info);
    CHECK(info.inradius == 2.125);
    gd_penetration_result r;
    CHECK(gd_penetration(&(gd_query){b, here, b, inside, NULL, NULL}, &r) == GD_STATUS_OPTIMAL);
    CHECK_NEAR(r.depth, 5.5, 1e-14);
    CHECK(gd_penetration(&(gd_query){a, here, b, inside, NULL, NULL}, &r) == GD_STATUS_OPTIMAL);
    CHECK_NEAR(r.depth, 4.625, 1e-14);
    gd_shape_destroy(a);
    gd_shape_destroy(b);
    /* the inner balls of ellipsoids add up, too; solvers use them to separate shapes that nearly
     * touch */
    const double egg[] = {GD_KIND_SUM, 0, 0, 0, 0, 0, 9, GD_KIND_ELLIPSOID, 0,
                          0,           0, 0, 0, 1, 2, 4, GD_KIND_ELLIPSOID, 0,
                          0,           0, 0, 0, 3, 3, 3};
    a = make(egg, LENGTH(egg));
    CHECK(a->summand_radius == 3.25);
    gd_shape_destroy(a);
}

TEST(bounds) {
    test_margins_next_to_nothing();
    test_balls_of_parts();
}
