/* Flat hulls and polygons: their corners, surface, centre and balls, and queries that treat them
 * like the triangles, segments and points they consist of. */
#include "lib/check.h"
#include "lib/make.h"

#include "shapes/flat_hull.h"
#include "shapes/shape.h"

#include <stdlib.h>
#include <string.h>

#define POINTS 300

static const double here[7] = {0, 0, 0, 0, 0, 0, 1};

static gd_shape* flat(gd_kind kind, double margin, const double* points, int doubles) {
    double record[6 + 3 * POINTS] = {kind, margin};
    memcpy(record + 6, points, (size_t)doubles * sizeof *points);
    return make(record, (size_t)(6 + doubles));
}

static gd_shape_info describe(const gd_shape* shape) {
    gd_shape_info info;
    gd_shape_describe(shape, &info);
    return info;
}

static void test_corners_and_centres(void) {
    const double square[] = {0, 0, 1, 2, 0, 1, 2, 2, 1, 0, 2, 1, 1, 1, 1, 1, 0, 1, 2, 2, 1};
    gd_shape* shape = flat(GD_KIND_FLAT_HULL, 0.0, square, LENGTH(square));
    gd_shape_info info = describe(shape);
    CHECK(info.vertex_count == 4.0 && info.triangle_count == 4.0 && info.volume == 0.0);
    CHECK(info.center[0] == 1.0 && info.center[1] == 1.0 && info.center[2] == 1.0);
    CHECK(info.inradius == 0.0);
    CHECK_NEAR(info.bound_radius, sqrt(2.0), 1e-15);
    CHECK(gd_shape_contains(shape, info.center) == GD_ERROR_UNDEFINED);
    gd_shape_destroy(shape);

    const double row[] = {1, 1, 1, 3, 3, 3, 2, 2, 2, 1, 1, 1};
    shape = flat(GD_KIND_FLAT_HULL, 0.0, row, LENGTH(row));
    info = describe(shape);
    CHECK(info.vertex_count == 2.0 && info.triangle_count == 0.0 && info.center[0] == 2.0);
    gd_shape_destroy(shape);
    shape = flat(GD_KIND_FLAT_POLYGON, 0.0, row, LENGTH(row)); /* (1,1) (1,3) (3,3) … is solid */
    CHECK(describe(shape).volume > 0.0 && describe(shape).inradius > 0.0);
    gd_shape_destroy(shape);
    shape = flat(GD_KIND_FLAT_HULL, 0.5, row, 3);
    info = describe(shape);
    CHECK(info.vertex_count == 1.0 && info.inradius == 0.5 && info.bound_radius == 0.5);
    CHECK(gd_shape_contains(shape, row) == 1);
    gd_shape_destroy(shape);

    const double line[] = {0, 0, 4, 2, 2, 1, 8, 4};
    shape = flat(GD_KIND_FLAT_POLYGON, 0.0, line, LENGTH(line));
    info = describe(shape);
    CHECK(info.vertex_count == 2.0 && info.volume == 0.0);
    CHECK(info.center[0] == 4.0 && info.center[1] == 2.0);
    gd_shape_destroy(shape);
}

/* What is refused without `flat` stays refused, and solid points make the same solid. */
static void test_solid_points_stay_solid(void) {
    double cube[6 + 24] = {GD_KIND_HULL};
    for (int i = 0; i < 24; i++)
        cube[6 + i] = (i / 3) >> (i % 3) & 1;
    gd_shape *plain = make(cube, 30), *other = NULL;
    cube[0] = GD_KIND_FLAT_HULL;
    gd_shape* accepted = make(cube, 30);
    const gd_shape_info a = describe(plain), b = describe(accepted);
    CHECK(a.volume == 1.0 && b.volume == 1.0 && a.inradius == b.inradius);
    for (int i = 6; i < 30; i += 3)
        cube[i] = 0.0;
    cube[0] = GD_KIND_HULL;
    CHECK(gd_shape_create(cube, 30, &other) == GD_ERROR_FLAT);
    cube[0] = GD_KIND_FLAT_HULL;
    CHECK(gd_shape_create(cube, 6, &other) == GD_ERROR_TOO_FEW_POINTS);
    CHECK(gd_shape_create(cube, 8, &other) == GD_ERROR_LENGTH);
    cube[6] = INFINITE;
    CHECK(gd_shape_create(cube, 30, &other) == GD_ERROR_POINTS);
    gd_shape_destroy(plain);
    gd_shape_destroy(accepted);
}

/* n points on an ellipse and inside it, in a plane up to rounding or exactly. */
static int draw_disk(int n, bool exact, double* points) {
    const double slope[2] = {random_between(-2.0, 2.0), random_between(-2.0, 2.0)};
    for (int i = 0; i < n; i++) {
        double *p = points + 3 * i, length = 0.0;
        for (int k = 0; k < 2; k++) {
            p[k] = random_between(-1.0, 1.0);
            length += p[k] * p[k];
        }
        for (int k = 0; k < 2; k++)
            p[k] = exact ? floor(64.0 * p[k]) : i % 4 == 3 ? p[k] : p[k] / sqrt(length);
        p[2] = exact ? 3.0 * p[0] - 2.0 * p[1] : slope[0] * p[0] + slope[1] * p[1];
    }
    return 3 * n;
}

/* Every triangle has a neighbour across each edge. Support points are as far as by a scan. */
static void test_surfaces(void) {
    for (int i = 0; i < 200; i++) {
        double points[3 * POINTS], vertices[3 * POINTS];
        uint32_t triangles[6 * POINTS];
        const int n = 3 + (int)((i % 2 ? POINTS - 3 : 20) * random_next());
        gd_shape* shape = flat(GD_KIND_FLAT_HULL, 0.0, points, draw_disk(n, i % 4 < 2, points));
        const gd_shape_info info = describe(shape);
        const int edges = 3 * (int)info.triangle_count;
        CHECK(info.triangle_count == 2.0 * info.vertex_count - 4.0 && info.volume == 0.0);
        gd_shape_surface(shape, vertices, triangles);
        for (int e = 0; e < edges; e++) {
            int twins = 0;
            const uint32_t from = triangles[e], to = triangles[e / 3 * 3 + (e + 1) % 3];
            for (int f = 0; f < edges; f++)
                twins += triangles[f] == to && triangles[f / 3 * 3 + (f + 1) % 3] == from;
            CHECK(i % 4 < 2 ? twins >= 1 : twins == 1);
        }
        for (int k = 0; k < 20; k++) {
            double s[3], best = -INFINITE;
            const double d[3] = {random_fine(10.0), random_fine(10.0), random_fine(10.0)};
            CHECK(gd_shape_support(shape, d, s) == GD_STATUS_OPTIMAL);
            for (int j = 0; j < n; j++)
                best = fmax(best, d[0] * points[3 * j] + d[1] * points[3 * j + 1] +
                                      d[2] * points[3 * j + 2]);
            CHECK_NEAR(d[0] * s[0] + d[1] * s[1] + d[2] * s[2], best, 1e-13 * (1.0 + fabs(best)));
        }
        gd_shape_destroy(shape);
    }
}

/* A triangle's own shape type answers every query the same way. */
static void test_queries_agree_with_triangles(void) {
    for (int i = 0; i < 400; i++) {
        double corners[9];
        for (int k = 0; k < 9; k++)
            corners[k] = random_between(-1.0, 1.0);
        const double margin = i % 2 ? 0.0 : 0.2;
        gd_shape* a[2] = {flat(GD_KIND_TRIANGLE, margin, corners, 9),
                          flat(GD_KIND_FLAT_HULL, margin, corners, 9)};
        gd_shape* ball = i % 4 < 2 ? make_sphere(0.3) : make_box(0.3, 0.2, 0.1);
        const double pose[7] = {
            random_between(-1.5, 1.5), 0.3, random_between(-0.5, 0.5), 0.1, 0.2, 0.3, 0.9};
        const gd_cast cast = {{-pose[0], -0.3, -pose[2]}, 0.0, 4.0, 0.0};
        const gd_ray ray = {{pose[0], pose[1], pose[2]}, {-pose[0], -0.3, -pose[2]}, 0.0, 4.0, 0.0};
        double growth[2], signed_distance[2], cast_time[2], ray_time[2];
        for (int k = 0; k < 2; k++) {
            const gd_query query = {a[k], here, ball, pose, NULL, NULL};
            gd_growth_result g;
            gd_signed_result s;
            gd_cast_result c;
            gd_ray_result r;
            CHECK(gd_growth_distance(&query, &g) >= 0 && gd_signed_distance(&query, &s) >= 0);
            CHECK(gd_cast_shape(&query, &cast, &c) >= 0);
            CHECK(gd_cast_ray(a[k], here, &ray, NULL, &r) >= 0);
            growth[k] = g.upper;
            signed_distance[k] = s.value;
            cast_time[k] = c.hit != 0.0 ? c.lower : -1.0;
            ray_time[k] = r.hit != 0.0 ? r.lower : -1.0;
        }
        CHECK_NEAR(growth[0], growth[1], 1e-7 * (1.0 + growth[0]));
        CHECK_NEAR(signed_distance[0], signed_distance[1], 1e-7);
        CHECK_NEAR(cast_time[0], cast_time[1], 1e-6);
        CHECK_NEAR(ray_time[0], ray_time[1], 1e-6);
        gd_shape_destroy(a[0]);
        gd_shape_destroy(a[1]);
        gd_shape_destroy(ball);
    }
}

/* With a margin the centre may be off the plane by less than the margin. */
static void test_centres_off_the_plane(void) {
    double record[18] = {
        GD_KIND_FLAT_HULL, 0.5, 1, 0.25, 0.25, 0.125, 0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0};
    gd_shape *shape = make(record, 18), *none;
    CHECK(describe(shape).inradius == 0.375);
    gd_shape_destroy(shape);
    record[5] = 0.5;
    CHECK(gd_shape_create(record, 18, &none) == GD_ERROR_CENTER);
    record[4] = -0.75;
    record[5] = 0.125;
    CHECK(gd_shape_create(record, 18, &none) == GD_ERROR_CENTER);
}

TEST(flat_hull) {
    test_corners_and_centres();
    test_solid_points_stay_solid();
    test_surfaces();
    test_queries_agree_with_triangles();
    test_centres_off_the_plane();
}
