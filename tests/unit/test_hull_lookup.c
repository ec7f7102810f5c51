/* Every way to look up the farthest vertex of a hull finds a vertex as far as a scan of all
 * points. */
#include "lib/check.h"
#include "lib/cloud.h"
#include "lib/make.h"

#include "shapes/hull_lookup.h"
#include "shapes/quickhull.h"

#include <stdlib.h>
#include <string.h>

static double farthest(const double* points, int count, const double* n) {
    double best = -INFINITE;
    for (int i = 0; i < count; i++) {
        const double h = n[0] * points[3 * i] + n[1] * points[3 * i + 1] + n[2] * points[3 * i + 2];
        if (h > best) best = h;
    }
    return best;
}

/* Points on a ball, which are all corners; or on a lattice, of which many are in one plane. */
static void check_hull(int count, bool lattice) {
    double* record = calloc((size_t)(6 + 3 * count), sizeof *record);
    double* points = record + 6;
    record[GD_RECORD_KIND] = GD_KIND_HULL;
    for (int i = 0; i < count; i++) {
        double v[3], length = 0.0;
        for (int k = 0; k < 3; k++) {
            v[k] = random_between(-1.0, 1.0);
            length += v[k] * v[k];
        }
        for (int k = 0; k < 3; k++)
            points[3 * i + k] = lattice ? floor(4.0 * v[k]) : v[k] / sqrt(length);
    }
    gd_shape* hull = make(record, (size_t)(6 + 3 * count));
    for (int i = 0; i < 500; i++) {
        double n[3], s[3];
        for (int k = 0; k < 3; k++)
            n[k] = i % 5 == 0 ? floor(random_between(-1.0, 2.0)) : random_between(-1.0, 1.0);
        if (n[0] == 0.0 && n[1] == 0.0 && n[2] == 0.0) continue;
        CHECK(gd_shape_support(hull, n, s) == GD_STATUS_OPTIMAL);
        const double h = n[0] * s[0] + n[1] * s[1] + n[2] * s[2];
        CHECK_NEAR(h, farthest(points, count, n), 1e-14 * (lattice ? 30.0 : 3.0));
    }
    gd_shape_destroy(hull);
    free(record);
}

static void test_support_points_of_balls_and_lattices(void) {
    const int counts[] = {5, 8, 33, 64, 141, 626, 2500};
    for (size_t i = 0; i < LENGTH(counts); i++) {
        check_hull(counts[i], false);
        if (counts[i] > 20) check_hull(counts[i], true);
    }
}

/* Points on a surface of revolution about z, as meshes usually have them. The last turn repeats the
 * first up to rounding, and so do the points of a pole. In single or double precision. */
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

/* A point with others around it, at distances from a few ulps up to 1e-9. */
static void cloud_knot(double* points, size_t* count, vec3 at) {
    for (int i = 0; i < 4; i++) {
        const double off = i ? random_shrunk(1e-9, 30.0) : 0.0;
        const double x = random_next() - 0.5, y = random_next() - 0.5, z = random_next() - 0.5;
        cloud_push(points, count, at.x + off * x, at.y + off * y, at.z + off * z);
    }
}

/* Points in rows on a box, stretched and rotated so that the rows are straight only up to
 * rounding. */
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

/* Makes a hull about its own centroid, so that no record is refused because of its centre. */
static gd_shape* make_hull(const double* points, size_t count) {
    static double record[GD_RECORD_PARAMETERS + 3 * 2000];
    memset(record, 0, GD_RECORD_PARAMETERS * sizeof *record);
    record[GD_RECORD_KIND] = GD_KIND_HULL;
    memcpy(record + GD_RECORD_PARAMETERS, points, 3 * count * sizeof *points);
    return make(record, GD_RECORD_PARAMETERS + 3 * count);
}

/* A direction at a corner of cell i. */
static vec3 cell_corner(const gd_hull* hull, int i) {
    const uint32_t grid = hull->grid;
    const vec3 s = hull->stretch;
    const vec3 n = madd3(direction_cell_middle((uint32_t)i % (6 * grid * grid), grid), 1.0 / grid,
                         make3(i & 4 ? 1 : -1, i & 8 ? 1 : -1, i & 16 ? 1 : -1));
    return make3(n.x / s.x, n.y / s.y, n.z / s.z);
}

/* A lookup must give what a scan of all vertices does; in open cells, up to rounding. Returns the
 * fraction of directions in closed cells. */
static double check_lookup(const gd_shape* shape, double magnitude) {
    int closed = 0, same = 1, near = 1, seen = 0;
    const int count = ROUNDS(ROUNDS(20000)); /* scans of all vertices are slow */
    for (int i = 0; i < count; i++) {
        vec3 n = make3(random_next() - 0.5, random_next() - 0.5, random_next() - 0.5);
        if (i % 4 == 0) /* along axes and diagonals */
            n = make3(i / 4 % 3 - 1, i / 12 % 3 - 1, i / 36 % 3 - 1);
        if (i % 4 == 1 && shape->hull->grid) /* the corners of cells */
            n = cell_corner(shape->hull, i);
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
            shape->hull->cells +
            direction_cell_of(scaled3(shape->hull->stretch, n), shape->hull->grid);
        const uint32_t found = mesh_support(shape, n.x, n.y, n.z, GD_NO_HINT);
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
                case 3: /* a cone: one vertex is adjacent to all others */
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

/* Corners that coincide up to rounding have the same height. No ascent may end at one of them below
 * the top. */
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

static void check_odd_directions(size_t corners) {
    double points[3 * 100];
    random_seed(12);
    size_t count = 0;
    while (count < corners) {
        const vec3 u = unit3(make3(random_next() - 0.5, random_next() - 0.5, random_next() - 0.5));
        cloud_push(points, &count, u.x, u.y, u.z);
    }
    const double odd[] = {0.0, -0.0, 1.0, INFINITE, -INFINITE, NOT_A_NUMBER, 1e-320, -1e308};
    gd_shape* shape = make_hull(points, count);
    int inside = 1;
    for (int i = 0; i < 512; i++) {
        const vec3 n = make3(odd[i & 7], odd[i >> 3 & 7], odd[i >> 6]);
        if (shape->core == GD_CORE_MESH)
            inside &= mesh_support(shape, n.x, n.y, n.z, GD_NO_HINT) < shape->vertices.count;
        const uint32_t padded = shape->vertices.padded_count;
        const bool infinite =
            fabs(n.x) == INFINITE || fabs(n.y) == INFINITE || fabs(n.z) == INFINITE;
        inside &= vertices_scan(shape->vertices.corners, padded, n) <
                  (infinite ? padded : shape->vertices.count);
    }
    CHECK(inside);
    gd_shape_destroy(shape);

    /* a hull of two corners, whose block is padded */
    const double record[] = {GD_KIND_FLAT_HULL, 0, 0, 0, 0, 0, -1, 0, 0, 1, 2, 3};
    gd_shape* segment = make(record, 12);
    const gd_vertices* v = &segment->vertices;
    const vec3 none = make3(NOT_A_NUMBER, NOT_A_NUMBER, NOT_A_NUMBER);
    CHECK(v->count == 2 && vertices_scan(v->corners, v->padded_count, none) < v->count);
    gd_shape_destroy(segment);
}

/* Also of hulls whose last block of four is padded. Only an infinite direction may find padding. */
static void test_no_direction_leaves_the_vertices(void) {
    for (size_t corners = 5; corners <= 100; corners += 5)
        check_odd_directions(corners);
}

TEST(hull_lookup) {
    test_support_points_of_balls_and_lattices();
    test_the_farthest_vertex_is_what_a_scan_finds();
    test_corners_that_are_nearly_one();
    test_no_direction_leaves_the_vertices();
}
