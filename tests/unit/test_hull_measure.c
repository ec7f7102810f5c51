/* Volume, centroid, normals and inradius of hulls against closed forms: of simplices, of
 * transformed cubes, of needles and slabs, and of hulls with triangles whose area underflows. */
#include "lib/check.h"
#include "lib/cloud.h"

#include "shapes/hull_mesh.h"
#include "shapes/quickhull.h"

static gd_hull* build(const double* points, size_t count) {
    gd_hull* hull;
    CHECK(gd_hull_build(points, count, &hull) == GD_STATUS_OPTIMAL);
    return hull;
}

/* The outward normals, each as long as twice its triangle's area, add up to 0 over a closed
 * surface. */
static void check_normals(const gd_hull* hull, double size) {
    vec3 sum = make3(0.0, 0.0, 0.0);
    for (uint32_t t = 0; t < hull->triangle_count; t++) {
        const vec3 n = gd_hull_normal(hull, t);
        const vec3 p = hull_vertex(hull, hull->triangles[3 * t]);
        CHECK(dot3(n, sub3(p, hull->centroid)) > 0.0);
        sum = add3(sum, n);
    }
    CHECK_NEAR(max_abs3(sum), 0.0, 1e-14 * size * size);
}

/* The volume is a sixth of the determinant, and the centroid the mean of the corners. It is a
 * quarter of a height above each side; the height is the determinant divided by twice the side's
 * area. */
static void test_random_simplices(void) {
    for (int i = 0; i < 500; i++) {
        double points[12], area = 0.0;
        vec3 v[4], mean = make3(0.0, 0.0, 0.0);
        for (int k = 0; k < 12; k++)
            points[k] = random_between(-1.0, 1.0);
        for (int k = 0; k < 4; k++) {
            v[k] = load3(points + 3 * k);
            mean = madd3(mean, 0.25, v[k]);
        }
        const vec3 e = sub3(v[1], v[0]), f = sub3(v[2], v[0]), g = sub3(v[3], v[0]);
        const double six = fabs(dot3(e, cross3(f, g)));
        if (six < 1e-3) continue;
        gd_hull* hull = build(points, 4);
        CHECK_NEAR(hull->volume, six / 6.0, 1e-14);
        CHECK_NEAR(max_abs3(sub3(hull->centroid, mean)), 0.0, 1e-14);
        check_normals(hull, 2.0);
        for (int k = 0; k < 4; k++) {
            const vec3 a = v[(k + 1) % 4], b = v[(k + 2) % 4], c = v[(k + 3) % 4];
            area = fmax(area, length3(cross3(sub3(b, a), sub3(c, a))));
        }
        CHECK_NEAR(gd_hull_inradius(hull, hull->centroid), 0.25 * six / area, 1e-13);
        CHECK_NEAR(gd_hull_inradius(hull, v[2]), 0.0, 1e-13);
        gd_hull_free(hull);
    }
}

/* The volume is eight times the product of the half extents; the inradius is the distance of the
 * nearest of six planes. */
static void test_images_of_a_cube(void) {
    for (int i = 0; i < 200; i++) {
        double points[3 * 8 + 3];
        size_t count = 0;
        const vec3 half = make3(random_between(0.1, 2.0), random_between(0.1, 2.0), 1.0);
        const vec3 at = make3(random_between(-9.0, 9.0), 5.0, random_between(-9.0, 9.0));
        const vec3 in = make3(random_between(-1.5, 1.5) * half.x,
                              random_between(-0.9, 0.9) * half.y, random_between(-0.9, 0.9));
        for (int k = 0; k < 8; k++)
            cloud_push(points, &count, at.x + (k & 1 ? half.x : -half.x),
                       at.y + (k & 2 ? half.y : -half.y), at.z + (k & 4 ? half.z : -half.z));
        cloud_push(points, &count, at.x + in.x, at.y + in.y, at.z + in.z);
        cloud_turn(points, count);
        const vec3 turned = load3(points + 24);
        gd_hull* hull = build(points, 8);
        CHECK_NEAR(hull->volume, 8.0 * half.x * half.y * half.z, 1e-12);
        const vec3 c = scale3(0.5, add3(load3(points), load3(points + 21)));
        CHECK_NEAR(max_abs3(sub3(hull->centroid, c)), 0.0, 1e-13);
        const double depth = fmin(half.x - fabs(in.x), fmin(half.y - fabs(in.y), 1.0 - fabs(in.z)));
        CHECK_NEAR(gd_hull_inradius(hull, turned), depth, 1e-13);
        check_normals(hull, 4.0);
        hull->volume = 0.0;
        gd_hull_measure(hull); /* from the arrays alone */
        CHECK_NEAR(hull->volume, 8.0 * half.x * half.y * half.z, 1e-12);
        gd_hull_free(hull);
    }
}

/* A vertex with more neighbours than the code compares: a cone of height 2 over a polygon of 200
 * corners. Its distance from the sides follows from one triangle. */
static void test_the_tip_of_a_cone(void) {
    double points[3 * 201];
    size_t count = 0;
    const double pi = 3.141592653589793, near = cos(pi / 200.0);
    for (int i = 0; i < 200; i++)
        cloud_push(points, &count, cos(pi * i / 100.0), sin(pi * i / 100.0), 0.0);
    cloud_push(points, &count, 0.0, 0.0, 2.0);
    gd_hull* hull = build(points, count);
    CHECK_NEAR(hull->volume, 200.0 * near * sin(pi / 200.0) * 2.0 / 3.0, 1e-13);
    CHECK_NEAR(hull->centroid.z, 0.5, 1e-14);
    CHECK_NEAR(gd_hull_inradius(hull, make3(0.0, 0.0, 0.25)), 0.25, 1e-14);
    const double side = 0.5 * near / sqrt(near * near + 4.0);
    CHECK_NEAR(gd_hull_inradius(hull, make3(0.0, 0.0, 1.5)), side, 1e-14);
    gd_hull_free(hull);
}

static void test_far_from_the_origin_nothing_is_lost(void) {
    double points[3 * 8];
    size_t count = 0;
    for (int i = 0; i < 8; i++)
        cloud_push(points, &count, 1e6 + (i & 1), -1e6 + (i >> 1 & 1), 1e6 + (i >> 2));
    gd_hull* hull;
    CHECK(gd_hull_build(points, count, &hull) == GD_STATUS_OPTIMAL);
    CHECK(hull->volume == 1.0);
    CHECK(hull->centroid.x == 1e6 + 0.5 && hull->centroid.y == -1e6 + 0.5);
    gd_hull_free(hull);
}

static void test_tilted_slabs_and_needles_keep_their_volume(void) {
    double points[3 * 8];
    random_seed(8);
    for (int i = 0; i < 200; i++) {
        const int needle = i % 2;
        const double t = pow(10.0, -1.0 - 8.0 * random_next());
        size_t count = 0;
        for (int k = 0; k < 8; k++)
            cloud_push(points, &count, k & 1 ? 1.0 : -1.0,
                       (needle ? t : 1.0) * (k & 2 ? 1.0 : -1.0), k & 4 ? t : -t);
        cloud_turn(points, count);
        gd_hull* hull;
        CHECK(gd_hull_build(points, count, &hull) == GD_STATUS_OPTIMAL);
        if (!hull) continue;
        /* because the coordinates are rounded */
        const double slack = 1e-14 / t;
        CHECK_NEAR(hull->volume / (needle ? 8.0 * t * t : 8.0 * t), 1.0, slack);
        CHECK(max_abs3(hull->centroid) < slack);
        CHECK_NEAR(gd_hull_inradius(hull, hull->centroid) / t, 1.0, slack);
        gd_hull_free(hull);
    }
}

/* Four integer points whose determinant cancels in doubles and in pairs of doubles: three at one
 * end of a needle of length 2^50, one at the other. */
static void test_a_needle_of_integers_has_its_volume_to_the_last_bits(void) {
    const double n = 0x1p50;
    for (int sign = -1; sign <= 1; sign += 2) {
        const double end[3] = {sign * (n + 1.0), sign * (n - 3.0), sign * (n + 7.0)};
        /* the determinant of end, (64 0 0) and (0 64 0) is 4096 end.z; a sixth of it is the
         * volume */
        const double points[] = {0.0,           0.0,    0.0,    end[0], end[1],        end[2],
                                 end[0] + 64.0, end[1], end[2], end[0], end[1] + 64.0, end[2]};
        gd_hull* hull;
        CHECK(gd_hull_build(points, 4, &hull) == GD_STATUS_OPTIMAL);
        CHECK_NEAR(hull->volume / (4096.0 / 6.0 * (n + 7.0)), 1.0, 1e-12);
        CHECK_NEAR(hull->centroid.z / end[2], 0.75, 1e-12);
        gd_hull_free(hull);
    }
}

/* A corner cut off by a triangle whose area underflows: the other triangles bound the hull. */
static void test_a_triangle_without_area_is_passed_over(void) {
    const double s = 1e-70, t = 1e-170;
    const double points[] = {t, 0, 0, 0, t, 0, 0, 0, t, s, 0, 0, 0, s, 0, 0, 0, s};
    gd_hull* hull;
    CHECK(gd_hull_build(points, 6, &hull) == GD_STATUS_OPTIMAL);
    CHECK(hull->vertex_count == 6);
    int empty = 0;
    for (uint32_t i = 0; i < hull->triangle_count; i++)
        empty += max_abs3(gd_hull_normal(hull, i)) == 0.0;
    CHECK(empty > 0);
    /* in the simplex with legs s: s (1 - x - y - z) / sqrt 3 at the centre, or x */
    CHECK_NEAR(gd_hull_inradius(hull, make3(0.1 * s, 0.2 * s, 0.3 * s)) / s, 0.1, 1e-15);
    CHECK_NEAR(gd_hull_inradius(hull, make3(0.3 * s, 0.3 * s, 0.3 * s)) / s, 0.1 / sqrt(3.0),
               1e-15);
    gd_hull_free(hull);
}

TEST(hull_measure) {
    test_random_simplices();
    test_images_of_a_cube();
    test_the_tip_of_a_cone();
    test_far_from_the_origin_nothing_is_lost();
    test_tilted_slabs_and_needles_keep_their_volume();
    test_a_needle_of_integers_has_its_volume_to_the_last_bits();
    test_a_triangle_without_area_is_passed_over();
}
