/* Hulls in 2D: each corner is a given point, each turn is to the left, and each given point is on
 * the left of every edge. Area, centroid and inradius match the corners. */
#include "lib/check.h"
#include "shapes/quickhull.h"

static vec2 corner(const gd_polygon* polygon, uint32_t i) {
    const uint32_t k = i % polygon->vertex_count;
    return make2(polygon->x[k], polygon->y[k]);
}

/* Area and centroid from triangles at one corner; inradius from the least height above the
 * edges. */
static void check_measures(const gd_polygon* polygon, double size) {
    const vec2 apex = corner(polygon, 0), c = polygon->centroid;
    double area = 0.0, nearest = INFINITE;
    vec2 moment = make2(0.0, 0.0);
    for (uint32_t i = 0; i < polygon->vertex_count; i++) {
        const vec2 p = corner(polygon, i), q = corner(polygon, i + 1), edge = sub2(q, p);
        const double part = 0.5 * cross2(sub2(p, apex), sub2(q, apex));
        area += part;
        moment = madd2(moment, part / 3.0, add2(sub2(p, apex), sub2(q, apex)));
        nearest = fmin(nearest, cross2(edge, sub2(c, p)) / length2(edge));
    }
    CHECK_NEAR(polygon->area, area, 1e-14 * size * size);
    CHECK_NEAR(c.x - apex.x, moment.x / area, 1e-13 * size);
    CHECK_NEAR(c.y - apex.y, moment.y / area, 1e-13 * size);
    CHECK_NEAR(gd_polygon_inradius(polygon, c), nearest, 1e-13 * size);
    CHECK(nearest > 0.0);
}

static void check_polygon(const gd_polygon* polygon, const double* points, size_t count) {
    for (uint32_t i = 0; i < polygon->vertex_count; i++) {
        const vec2 p = corner(polygon, i), edge = sub2(corner(polygon, i + 1), p);
        bool given = false;
        CHECK(cross2(edge, sub2(corner(polygon, i + 2), p)) > 0.0);
        for (size_t k = 0; k < count; k++) {
            const vec2 x = make2(points[2 * k], points[2 * k + 1]);
            given |= x.x == p.x && x.y == p.y;
            CHECK(cross2(edge, sub2(x, p)) >= 0.0);
        }
        CHECK(given);
    }
    CHECK(polygon->padded_count % 4 == 0 && polygon->padded_count >= polygon->vertex_count);
    for (uint32_t i = polygon->vertex_count; i < polygon->padded_count; i++)
        CHECK(polygon->x[i] == polygon->x[0] && polygon->y[i] == polygon->y[0]);
}

/* Coordinates of few binary digits, so that all products above are exact; many points are on one
 * line or at one place. */
static void test_hulls_of_random_clouds(void) {
    double points[2 * 60];
    for (int i = 0; i < 1000; i++) {
        const size_t count = 3 + (size_t)i % 58;
        const double digits = i % 3 == 0 ? 4.0 : 1024.0, x = floor(random_between(-9.0, 9.0));
        for (size_t k = 0; k < 2 * count; k++)
            points[k] = x + floor(digits * random_next());
        gd_polygon* polygon;
        const gd_status status = gd_polygon_build(points, count, &polygon);
        CHECK((status == GD_STATUS_OPTIMAL) == (polygon != NULL));
        CHECK(status == GD_STATUS_OPTIMAL || count < 9);
        if (!polygon) continue;
        check_polygon(polygon, points, count);
        check_measures(polygon, digits + 9.0);
        gd_polygon_free(polygon);
    }
}

/* Legs 3 and 4: a circle of radius 1 about (1, 1) touches all sides. */
static void test_inradius_of_a_triangle(void) {
    const double points[] = {3, 0, 0, 4, 0, 0};
    gd_polygon* polygon;
    CHECK(gd_polygon_build(points, 3, &polygon) == GD_STATUS_OPTIMAL);
    CHECK_NEAR(gd_polygon_inradius(polygon, make2(1.0, 1.0)), 1.0, 1e-15);
    CHECK_NEAR(gd_polygon_inradius(polygon, make2(0.25, 1.0)), 0.25, 1e-15);
    CHECK_NEAR(gd_polygon_inradius(polygon, make2(1.0, 0.125)), 0.125, 1e-15);
    /* the middle of the long side, and a point 12/5 beyond it */
    CHECK_NEAR(gd_polygon_inradius(polygon, make2(1.5, 2.0)), 0.0, 1e-15);
    CHECK_NEAR(gd_polygon_inradius(polygon, make2(3.0, 4.0)), -2.4, 1e-15);
    CHECK(polygon->area == 6.0);
    gd_polygon_free(polygon);
}

static void test_a_square_and_clouds_that_are_none(void) {
    const double square[] = {0, 0, 2, 2, 1, 1, 2, 0, 1, 0, 0, 2, 0, 0, 2, 1};
    gd_polygon* polygon;
    CHECK(gd_polygon_build(square, 8, &polygon) == GD_STATUS_OPTIMAL);
    CHECK(polygon->vertex_count == 4 && polygon->area == 4.0);
    CHECK(polygon->centroid.x == 1.0 && polygon->centroid.y == 1.0);
    CHECK(gd_polygon_inradius(polygon, make2(0.5, 1.0)) == 0.5);
    CHECK(gd_polygon_inradius(polygon, make2(-0.5, 1.0)) == -0.5);
    gd_polygon_free(polygon);
    const double line[] = {0, 0, 1, 1, 2, 2, 3, 3};
    CHECK(gd_polygon_build(line, 4, &polygon) == GD_ERROR_FLAT && polygon == NULL);
    CHECK(gd_polygon_build(line, 2, &polygon) == GD_ERROR_TOO_FEW_POINTS);
    const double same[] = {1, 1, 1, 1, 2, 2, 1, 1};
    CHECK(gd_polygon_build(same, 4, &polygon) == GD_ERROR_TOO_FEW_POINTS);
}

static void test_thin_polygons_keep_their_area(void) {
    const double t = 1e-9;
    const double thin[] = {0.6, 0.8, 0.6 - 0.8 * t, 0.8 + 0.6 * t, -0.8 * t, 0.6 * t, 0.0, 0.0};
    gd_polygon* polygon;
    CHECK(gd_polygon_build(thin, 4, &polygon) == GD_STATUS_OPTIMAL);
    CHECK(polygon->vertex_count == 4);
    CHECK_NEAR(polygon->area / t, 1.0, 1e-6);
    CHECK(gd_polygon_inradius(polygon, polygon->centroid) > 0.4 * t);
    gd_polygon_free(polygon);
    /* the predicates round both left corners to x = 0 */
    const double mixed[] = {0, 3, 1e-300, 0, 1e-300, 5, 1, 1};
    CHECK(gd_polygon_build(mixed, 4, &polygon) == GD_STATUS_OPTIMAL);
    CHECK(polygon->vertex_count == 3 && polygon->area == 2.5);
    gd_polygon_free(polygon);
}

/* Thinner than the rounding of its coordinates. */
static void test_slivers_within_rounding_are_flat(void) {
    const double sliver[] = {0, 0, 1, 0, 0.5, 0x1p-51};
    gd_polygon* polygon;
    CHECK(gd_polygon_build(sliver, 3, &polygon) == GD_ERROR_FLAT && polygon == NULL);
}

TEST(polygon) {
    test_hulls_of_random_clouds();
    test_inradius_of_a_triangle();
    test_a_square_and_clouds_that_are_none();
    test_thin_polygons_keep_their_area();
    test_slivers_within_rounding_are_flat();
}
