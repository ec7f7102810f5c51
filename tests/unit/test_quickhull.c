/* Hulls: what becomes of clouds of points. */
#include "lib/check.h"

#include "shapes/quickhull.h"
#include "lib/make.h"
#include "shapes/hull_lookup.h"

#include <stdlib.h>
#include <string.h>

static void cloud_push(double* points, size_t* count, double x, double y, double z) {
    points[3 * *count] = x;
    points[3 * *count + 1] = y;
    points[3 * *count + 2] = z;
    ++*count;
}

static void cloud_turn(double* points, size_t count) {
    const vec3 axis = unit3(make3(random_next() + 0.1, random_next(), random_next()));
    const double half = random_next(), s = sqrt(1.0 - half * half);
    const mat3 turn = rotation_of(s * axis.x, s * axis.y, s * axis.z, half, 1.0);
    for (size_t i = 0; i < count; i++)
        store3(points + 3 * i, rotate(&turn, load3(points + 3 * i)));
}

/* Euler, and adjacency both ways. */
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

/* Closed, and every point of the cloud under every triangle to rounding. */
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
        /* the coordinates themselves are rounded */
        const double slack = 1e-14 / t;
        CHECK_NEAR(hull->volume / (needle ? 8.0 * t * t : 8.0 * t), 1.0, slack);
        CHECK(max_abs3(hull->centroid) < slack);
        CHECK_NEAR(gd_hull_inradius(hull, hull->centroid) / t, 1.0, slack);
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

/* On a surface of revolution about z, as everyone writes it: the last turn is the first but for
 * rounding, and so are the points of a pole; in single precision as in double. */
static void cloud_seamed(double* points, size_t* count, int rows, int turns, bool single) {
    const double pi = 3.141592653589793;
    for (int j = 0; j <= rows; j++)
        for (int i = 0; i <= turns; i++) {
            const double u = 2.0 * pi * i / turns, v = pi * j / rows;
            const double p[3] = {-cos(u) * sin(v), sin(u) * sin(v), cos(v)};
            double to[3];
            for (int k = 0; k < 3; k++)
                to[k] = single ? (double)(float)p[k] : p[k];
            cloud_push(points, count, to[0], to[1], to[2]);
        }
}

/* Each point with others next to it, by a few units in the last place up to 1e-9. */
static void cloud_knot(double* points, size_t* count, vec3 at) {
    for (int i = 0; i < 4; i++) {
        const double off = i ? random_shrunk(1e-9, 30.0) : 0.0;
        const double x = random_next() - 0.5, y = random_next() - 0.5, z = random_next() - 0.5;
        cloud_push(points, count, at.x + off * x, at.y + off * y, at.z + off * z);
    }
}

/* On a box in rows, stretched and turned until the rows are straight but for rounding. */
static void cloud_rows(double* points, size_t* count, int rows) {
    for (int i = 0; i <= rows; i++)
        for (int j = 0; j <= rows; j++)
            for (int k = 0; k <= rows; k++) {
                const bool inside = i % rows && j % rows && k % rows;
                if (!inside) cloud_push(points, count, 0.5 * i, 1.0 * j, 1.5 * k);
            }
    cloud_turn(points, *count);
    for (size_t i = 0; i < 3 * *count; i++)
        points[i] *= i % 3 == 0 ? 0.3 : i % 3 == 1 ? 0.7 : 0.2;
    cloud_turn(points, *count);
}

/* A shape of the points; its centre is theirs, so that none is refused for lying outside. */
static gd_shape* make_hull(const double* points, size_t count) {
    static double record[GD_RECORD_PARAMETERS + 3 * 2000];
    memset(record, 0, GD_RECORD_PARAMETERS * sizeof *record);
    record[GD_RECORD_KIND] = GD_KIND_HULL;
    memcpy(record + GD_RECORD_PARAMETERS, points, 3 * count * sizeof *points);
    return make(record, GD_RECORD_PARAMETERS + 3 * count);
}

/* Looking a vertex up gives what scanning all of them does, in open cells to rounding; returns the
 * part of the directions that did not meet one. */
static double check_lookup(const gd_shape* shape, double magnitude) {
    int closed = 0, same = 1, near = 1, seen = 0;
    for (int i = 0; i < 20000; i++) {
        vec3 n = make3(random_next() - 0.5, random_next() - 0.5, random_next() - 0.5);
        if (i % 4 == 0) /* along axes and diagonals */
            n = make3(i / 4 % 3 - 1, i / 12 % 3 - 1, i / 36 % 3 - 1);
        if (i % 4 == 1 && shape->hull->grid) /* the corners of cells */
            n = madd3(
                direction_cell_middle((uint32_t)i % (6 * shape->hull->grid * shape->hull->grid),
                                      shape->hull->grid),
                1.0 / shape->hull->grid, make3(i & 4 ? 1 : -1, i & 8 ? 1 : -1, i & 16 ? 1 : -1));
        if (i % 4 == 2 && shape->hull->grid) { /* across facets, either way */
            n = gd_hull_normal(shape->hull, (uint32_t)i / 8 % shape->hull->triangle_count);
            n = scale3(i & 4 ? 1.0 : -1.0, n);
        }
        if (i % 4 == 3 && shape->hull->grid) { /* across an edge */
            const uint32_t* corner = shape->hull->triangles +
                                     3 * (size_t)((uint32_t)i / 4 % shape->hull->triangle_count);
            n = cross3(sub3(hull_corner(shape->vertices.corners, corner[1]),
                            hull_corner(shape->vertices.corners, corner[0])),
                       n);
        }
        if (!(max_abs3(n) > 0.0)) continue;
        n = unit3(n);
        const uint32_t scanned =
            vertices_scan(shape->vertices.corners, shape->vertices.padded_count, n);
        const double best = dot3(n, hull_corner(shape->vertices.corners, scanned));
        double most = -INFINITE;
        uint32_t first = 0;
        for (uint32_t k = 0; k < shape->vertices.count; k++) {
            const double h = dot3(n, hull_corner(shape->vertices.corners, k));
            if (h > most) first = k;
            most = max2(most, h);
        }
        same &= scanned == first && best == most;
        if (!shape->hull->grid) continue;
        const gd_direction_cell* cell =
            shape->hull->cells + direction_cell_of(n, shape->hull->grid);
        const uint32_t found = mesh_support(shape, n);
        seen++;
        if (cell->vertex[GD_DIRECTION_CELL_CAPACITY - 1] & GD_HULL_OPEN) {
            near &=
                dot3(n, hull_corner(shape->vertices.corners, found)) >= most - 1e-15 * magnitude;
        } else {
            same &= found == scanned;
            closed++;
        }
    }
    CHECK(same);
    CHECK(near);
    return seen ? (double)closed / seen : 1.0;
}

static void test_the_farthest_vertex_is_what_a_scan_finds(void) {
    static double points[3 * 2000];
    random_seed(11);
    for (int kind = 0; kind < 5; kind++)
        for (int size = 4; size <= 2000; size = 3 * size / 2 + 1) {
            size_t count = 0;
            double magnitude = 1.0;
            for (int i = 0; i < size; i++) {
                const double a = 2.0 * 3.141592653589793 * i / size;
                const vec3 u =
                    unit3(make3(random_next() - 0.5, random_next() - 0.5, random_next() - 0.5));
                switch (kind) {
                case 0: cloud_push(points, &count, u.x, 0.7 * u.y, 0.4 * u.z); break;
                case 1: /* far from the origin */
                    cloud_push(points, &count, 1e4 + u.x, u.y - 1e4, u.z);
                    magnitude = 2e4;
                    break;
                case 2: /* a prism */
                    cloud_push(points, &count, cos(a), i % 2 ? 1.0 : -1.0, sin(a));
                    break;
                case 3: /* a cone: one vertex with all others as neighbours */
                    cloud_push(points, &count, i ? cos(a) : 0.0, i ? 0.0 : 1.0, i ? sin(a) : 0.0);
                    break;
                default: /* flat and tiny */
                    cloud_push(points, &count, 1e-6 * u.x, 1e-6 * u.y, 1e-10 * u.z);
                    magnitude = 1e-6;
                }
            }
            gd_shape* shape = make_hull(points, count);
            const double closed = check_lookup(shape, magnitude);
            CHECK(kind != 0 || closed > 0.5);
            gd_shape_destroy(shape);
        }
}

/* Corners that are one but for rounding have one height, and no way up may end at one of them. */
static void test_corners_that_are_nearly_one(void) {
    static double points[3 * 2000];
    random_seed(14);
    for (int round = 0; round < 60; round++) {
        const int kind = round % 5, step = round / 5;
        const int rows = 4 + step % 5 * 6, turns = 6 + step % 7 * 6;
        size_t count = 0;
        double size = 1.0;
        switch (kind) {
        case 0:
        case 1: cloud_seamed(points, &count, rows, turns, kind == 1); break;
        case 2:
            cloud_seamed(points, &count, rows, turns, false);
            cloud_turn(points, count);
            break;
        case 3:
            while (count < 160u * (1 + (unsigned)step))
                cloud_knot(
                    points, &count,
                    unit3(make3(random_next() - 0.5, random_next() - 0.5, random_next() - 0.5)));
            break;
        default: cloud_rows(points, &count, 3 + step % 5); size = 7.0;
        }
        gd_shape* shape = make_hull(points, count);
        check_lookup(shape, size);
        gd_shape_destroy(shape);
    }
}

static void test_no_direction_leaves_the_vertices(void) {
    double points[3 * 100];
    random_seed(12);
    size_t count = 0;
    while (count < 100) {
        const vec3 u = unit3(make3(random_next() - 0.5, random_next() - 0.5, random_next() - 0.5));
        cloud_push(points, &count, u.x, u.y, u.z);
    }
    const double odd[] = {0.0, -0.0, 1.0, INFINITE, -INFINITE, NOT_A_NUMBER, 1e-320, -1e308};
    gd_shape* shape = make_hull(points, count);
    int inside = 1;
    for (int i = 0; i < 512; i++) {
        const vec3 n = make3(odd[i & 7], odd[i >> 3 & 7], odd[i >> 6]);
        inside &= mesh_support(shape, n) < shape->vertices.count;
        inside &= vertices_scan(shape->vertices.corners, shape->vertices.padded_count, n) <
                  shape->vertices.padded_count;
    }
    CHECK(inside);
    gd_shape_destroy(shape);
}

static void test_polygons(void) {
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
    /* the tests see both left corners at x = 0 */
    const double mixed[] = {0, 3, 1e-300, 0, 1e-300, 5, 1, 1};
    CHECK(gd_polygon_build(mixed, 4, &polygon) == GD_STATUS_OPTIMAL);
    CHECK(polygon->vertex_count == 3 && polygon->area == 2.5);
    gd_polygon_free(polygon);
}

/* Four integer points whose determinant cancels in doubles and in pairs of doubles: three at one
 * end of a needle 2^50 long, one at the other. */
static void test_a_needle_of_integers_has_its_volume_to_the_last_bits(void) {
    const double n = 0x1p50;
    for (int sign = -1; sign <= 1; sign += 2) {
        const double end[3] = {sign * (n + 1.0), sign * (n - 3.0), sign * (n + 7.0)};
        /* the determinant of end, (64 0 0) and (0 64 0) is 4096 end.z; the sixth is the volume */
        const double points[] = {0.0,           0.0,    0.0,    end[0], end[1],        end[2],
                                 end[0] + 64.0, end[1], end[2], end[0], end[1] + 64.0, end[2]};
        gd_hull* hull;
        CHECK(gd_hull_build(points, 4, &hull) == GD_STATUS_OPTIMAL);
        CHECK_NEAR(hull->volume / (4096.0 / 6.0 * (n + 7.0)), 1.0, 1e-12);
        CHECK_NEAR(hull->centroid.z / end[2], 0.75, 1e-12);
        gd_hull_free(hull);
    }
}

/* A corner cut off by a triangle so small that its area underflows: the others bound the hull. */
static void test_a_triangle_without_area_is_passed_over(void) {
    const double s = 1e-70, t = 1e-170;
    const double points[] = {t, 0, 0, 0, t, 0, 0, 0, t, s, 0, 0, 0, s, 0, 0, 0, s};
    gd_hull* hull;
    CHECK(gd_hull_build(points, 6, &hull) == GD_STATUS_OPTIMAL);
    check_closed(hull);
    CHECK(hull->vertex_count == 6);
    int empty = 0;
    for (uint32_t i = 0; i < hull->triangle_count; i++)
        empty += max_abs3(gd_hull_normal(hull, i)) == 0.0;
    CHECK(empty > 0);
    /* of the simplex with legs s: 1 - x - y - z at the centre times s over sqrt 3, or x */
    CHECK_NEAR(gd_hull_inradius(hull, make3(0.1 * s, 0.2 * s, 0.3 * s)) / s, 0.1, 1e-15);
    CHECK_NEAR(gd_hull_inradius(hull, make3(0.3 * s, 0.3 * s, 0.3 * s)) / s, 0.1 / sqrt(3.0),
               1e-15);
    gd_hull_free(hull);
}

/* Thinner than the rounding of their coordinates. */
static void test_clouds_within_rounding_are_flat(void) {
    const double e = 0x1p-52;
    const double speck[] = {1, 1, 1, 1 + e, 1, 1, 1, 1 + e, 1, 1, 1, 1 + e};
    gd_hull* hull;
    CHECK(gd_hull_build(speck, 4, &hull) == GD_ERROR_FLAT && hull == NULL);
    const double sliver[] = {0, 0, 1, 0, 0.5, 0x1p-51};
    gd_polygon* polygon;
    CHECK(gd_polygon_build(sliver, 3, &polygon) == GD_ERROR_FLAT && polygon == NULL);
}

TEST(quickhull) {
    test_a_needle_of_integers_has_its_volume_to_the_last_bits();
    test_a_triangle_without_area_is_passed_over();
    test_clouds_within_rounding_are_flat();
    test_a_grid_has_eight_corners();
    test_far_from_the_origin_nothing_is_lost();
    test_slabs_and_needles_are_solid();
    test_tilted_slabs_and_needles_keep_their_volume();
    test_coordinates_of_any_magnitude_give_a_closed_surface();
    test_turned_planes_are_flat();
    test_flat_clouds_are_refused();
    test_the_hull_of_a_hull_is_itself();
    test_the_farthest_vertex_is_what_a_scan_finds();
    test_corners_that_are_nearly_one();
    test_no_direction_leaves_the_vertices();
    test_polygons();
    test_thin_polygons_keep_their_area();
}
