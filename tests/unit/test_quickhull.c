/* Hulls of point clouds: closed surfaces that contain every point, and the clouds that are refused
 * as flat. */
#include "lib/check.h"
#include "lib/cloud.h"

#include "shapes/quickhull.h"

/* Checks Euler's formula, and that adjacency is symmetric. */
static void check_closed(const gd_hull* hull) {
    CHECK(hull->triangle_count == 2 * hull->vertex_count - 4);
    CHECK(hull->first_neighbor[hull->vertex_count] == 3 * hull->triangle_count);
    int linked = 1;
    for (uint32_t u = 0; u < hull->vertex_count; u++)
        for (uint32_t e = hull->first_neighbor[u]; e < hull->first_neighbor[u + 1]; e++) {
            const uint32_t v = hull->neighbors[e];
            int back = 0;
            for (uint32_t f = hull->first_neighbor[v]; f < hull->first_neighbor[v + 1]; f++)
                back |= hull->neighbors[f] == u;
            linked &= back && u != v;
        }
    CHECK(linked);
}

/* Checks that the surface is closed, and that every point is below every triangle up to
 * rounding. */
static void check_surface(const gd_hull* hull, const double* points, size_t count, double slack) {
    check_closed(hull);
    int under = 1;
    for (uint32_t t = 0; t < hull->triangle_count; t++) {
        vec3 corner[3];
        for (int k = 0; k < 3; k++) {
            const uint32_t i = hull->triangles[3 * t + (uint32_t)k];
            corner[k] = hull_corner(hull->corners, i);
        }
        const vec3 n = cross3(sub3(corner[1], corner[0]), sub3(corner[2], corner[0]));
        if (!(max_abs3(n) > 0.0)) continue;
        for (size_t i = 0; i < count; i++)
            under &= dot3(unit3(n), sub3(load3(points + 3 * i), corner[0])) <= slack;
    }
    CHECK(under);
}

static void test_a_grid_has_eight_corners(void) {
    static double points[3 * 2000];
    const double scales[] = {1.0, 1e-70, 1e70, 0.1};
    for (size_t s = 0; s < sizeof scales / sizeof scales[0]; s++) {
        size_t count = 0;
        for (int x = 0; x <= 8; x++)
            for (int y = 0; y <= 8; y++)
                for (int z = 0; z <= 8; z++)
                    cloud_push(points, &count, x * scales[s], y * scales[s], z * scales[s]);
        gd_hull* hull;
        CHECK(gd_hull_build(points, count, &hull) == GD_STATUS_OPTIMAL);
        CHECK(hull->vertex_count == 8);
        CHECK_NEAR(hull->centroid.x / scales[s], 4.0, 1e-14);
        CHECK_NEAR(gd_hull_inradius(hull, hull->centroid) / scales[s], 4.0, 1e-14);
        check_surface(hull, points, count, 1e-14 * scales[s]);
        gd_hull_free(hull);
    }
}

static void test_slabs_and_needles_are_solid(void) {
    static double points[3 * 300];
    const double thickness[] = {1e-3, 1e-6, 1e-9, 1e-12};
    for (size_t s = 0; s < sizeof thickness / sizeof thickness[0]; s++)
        for (int needle = 0; needle < 2; needle++) {
            random_seed(5 + s);
            size_t count = 0;
            for (int i = 0; i < 300; i++)
                cloud_push(points, &count, random_next(), thickness[s] * random_next(),
                           (needle ? thickness[s] : 1.0) * random_next());
            gd_hull* hull;
            CHECK(gd_hull_build(points, count, &hull) == GD_STATUS_OPTIMAL);
            check_surface(hull, points, count, 1e-15);
            CHECK(gd_hull_inradius(hull, hull->centroid) > 0.0);
            gd_hull_free(hull);
        }
}

static void test_coordinates_of_any_magnitude_give_a_closed_surface(void) {
    double points[3 * 100];
    random_seed(9);
    for (int i = 0; i < 20000; i++) {
        const size_t count = 4 + (size_t)(96.0 * random_next() * random_next());
        for (size_t k = 0; k < 3 * count; k++) {
            const double least = i % 2 ? -320.0 : -75.0, kind = random_next();
            const double size = pow(10.0, kind < 0.3 ? 0.0 : least * random_next());
            points[k] = kind > 0.9 ? 0.0 : (2.0 * random_next() - 1.0) * size;
        }
        gd_hull* hull;
        if (gd_hull_build(points, count, &hull) == GD_STATUS_OPTIMAL) check_closed(hull);
        gd_hull_free(hull);
    }
}

static void test_turned_planes_are_flat(void) {
    double points[3 * 50];
    random_seed(10);
    for (int i = 0; i < 2000; i++) {
        const double width = pow(10.0, -6.0 * random_next());
        size_t count = 0;
        for (int k = 0; k < 50; k++)
            cloud_push(points, &count, random_next(), width * random_next(), i % 2 ? 0.0 : 0.7);
        cloud_turn(points, count);
        gd_hull* hull;
        CHECK(gd_hull_build(points, count, &hull) == GD_ERROR_FLAT);
        gd_hull_free(hull);
    }
}

static void test_flat_clouds_are_refused(void) {
    static double points[3 * 200];
    gd_hull* hull;
    random_seed(6);
    size_t count = 0;
    const mat3 turn = rotation_of(0.5, 0.5, -0.5, 0.5, 1.0),
               tilt = rotation_of(0.6, 0.0, 0.0, 0.8, 1.0);
    for (int i = 0; i < 200; i++) {
        const vec3 p = rotate(&tilt, rotate(&turn, make3(random_next(), random_next(), 0.25)));
        cloud_push(points, &count, p.x, p.y, p.z);
    }
    CHECK(gd_hull_build(points, count, &hull) == GD_ERROR_FLAT && hull == NULL);
    for (size_t i = 0; i < count; i++)
        points[3 * i] = points[3 * i + 1] = points[3 * i + 2];
    CHECK(gd_hull_build(points, count, &hull) == GD_ERROR_FLAT);
    for (size_t i = 0; i < 3 * count; i++)
        points[i] = 7.0;
    CHECK(gd_hull_build(points, count, &hull) == GD_ERROR_TOO_FEW_POINTS);
    CHECK(gd_hull_build(points, 3, &hull) == GD_ERROR_TOO_FEW_POINTS);
    CHECK(gd_hull_build(points, 0, &hull) == GD_ERROR_TOO_FEW_POINTS);
}

static void test_the_hull_of_a_hull_is_itself(void) {
    static double points[3 * 1000];
    random_seed(7);
    size_t count = 0;
    for (int i = 0; i < 1000; i++)
        cloud_push(points, &count, random_next(), random_next() * random_next(), random_next());
    gd_hull *once, *twice;
    CHECK(gd_hull_build(points, count, &once) == GD_STATUS_OPTIMAL);
    check_surface(once, points, count, 1e-15);
    count = 0;
    for (uint32_t i = 0; i < once->vertex_count; i++) {
        const vec3 v = hull_corner(once->corners, i);
        cloud_push(points, &count, v.x, v.y, v.z);
    }
    CHECK(gd_hull_build(points, count, &twice) == GD_STATUS_OPTIMAL);
    CHECK(twice->vertex_count == once->vertex_count);
    CHECK_NEAR(twice->volume, once->volume, 1e-14);
    gd_hull_free(once);
    gd_hull_free(twice);
}

/* Thinner than the rounding of their coordinates. */
static void test_clouds_within_rounding_are_flat(void) {
    const double e = 0x1p-52;
    const double speck[] = {1, 1, 1, 1 + e, 1, 1, 1, 1 + e, 1, 1, 1, 1 + e};
    gd_hull* hull;
    CHECK(gd_hull_build(speck, 4, &hull) == GD_ERROR_FLAT && hull == NULL);
}

TEST(quickhull) {
    test_clouds_within_rounding_are_flat();
    test_a_grid_has_eight_corners();
    test_slabs_and_needles_are_solid();
    test_coordinates_of_any_magnitude_give_a_closed_surface();
    test_turned_planes_are_flat();
    test_flat_clouds_are_refused();
    test_the_hull_of_a_hull_is_itself();
}
