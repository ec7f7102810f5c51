/* From a surface to a hull: its corners and triangles are the given ones, and each edge is listed
 * from both ends. The direction cells of the corners' normals determine their numbers. */
#include "lib/check.h"
#include "lib/cloud.h"

#include "shapes/hull_lookup.h"
#include "shapes/hull_mesh.h"
#include "shapes/quickhull.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define DEPTH_MAX 12u
#define CORNERS_MAX (4u * DEPTH_MAX * DEPTH_MAX + 2u)

/* A surface; some of its points, in any order, are its corners. */
typedef struct sphere {
    double points[3 * 2 * CORNERS_MAX];
    uint32_t origin[CORNERS_MAX];
    uint32_t triangles[3 * 2 * CORNERS_MAX];
    gd_surface surface;
} sphere;

static uint32_t sphere_corner(sphere* s, vec3 v) {
    for (uint32_t i = 0; i < s->surface.count; i++)
        if (max_abs3(sub3(load3(s->points + 3 * (size_t)i), v)) == 0.0) return i;
    store3(s->points + 3 * (size_t)s->surface.count, v);
    return s->surface.count++;
}

static void sphere_triangle(sphere* s, vec3 a, vec3 b, vec3 c) {
    uint32_t* at = s->triangles + 3 * (size_t)s->surface.triangle_count++;
    at[0] = sphere_corner(s, a);
    at[1] = sphere_corner(s, b);
    at[2] = sphere_corner(s, c);
}

/* A point of one face of an octahedron, from its coordinates. */
static vec3 sphere_point(uint32_t octant, uint32_t x, uint32_t y, uint32_t z) {
    const double i = x, j = y, k = z;
    return make3(octant & 1 ? -i : i, octant & 2 ? -j : j, octant & 4 ? -k : k);
}

/* An octahedron whose sides are divided into depth^2 triangles, projected onto the unit sphere and
 * rotated. Every second point is inside the sphere and no corner. */
static void sphere_make(sphere* s, uint32_t depth) {
    memset(s, 0, sizeof *s);
    for (uint32_t octant = 0; octant < 8; octant++) {
        const bool mirrored = (octant & 1) ^ (octant >> 1 & 1) ^ (octant >> 2);
        for (uint32_t i = 0; i < depth; i++)
            for (uint32_t j = 0; i + j < depth; j++) {
                const uint32_t k = depth - i - j;
                const vec3 a = sphere_point(octant, i, j, k),
                           b = sphere_point(octant, i + 1, j, k - 1),
                           c = sphere_point(octant, i, j + 1, k - 1);
                sphere_triangle(s, a, mirrored ? c : b, mirrored ? b : c);
                if (k < 2) continue;
                const vec3 d = sphere_point(octant, i + 1, j + 1, k - 2);
                sphere_triangle(s, b, mirrored ? c : d, mirrored ? d : c);
            }
    }
    for (uint32_t i = s->surface.count; i-- > 0;) {
        const vec3 v = unit3(load3(s->points + 3 * (size_t)i));
        s->origin[i] = 2 * i + 1;
        store3(s->points + 6 * (size_t)i, scale3(0.5, v));
        store3(s->points + 6 * (size_t)i + 3, v);
    }
    cloud_turn(s->points, 2 * (size_t)s->surface.count);
    s->surface.points = s->points;
    s->surface.origin = s->origin;
    s->surface.triangles = s->triangles;
}

/* The triangles keep their order, and each keeps its corners and their order. */
static void check_triangles(const gd_hull* hull, const gd_surface* from) {
    CHECK(hull->vertex_count == from->count && hull->triangle_count == from->triangle_count);
    for (uint32_t i = 0; i < 3 * from->triangle_count; i++) {
        const uint32_t v = hull->triangles[i];
        const double* p = from->points + 3 * (size_t)from->origin[from->triangles[i]];
        CHECK(v < hull->vertex_count && max_abs3(sub3(hull_vertex(hull, v), load3(p))) == 0.0);
    }
    CHECK(hull->padded_count % 4 == 0 && hull->padded_count - hull->vertex_count < 4);
    for (uint32_t i = hull->vertex_count; i < hull->padded_count; i++)
        CHECK(max_abs3(sub3(hull_vertex(hull, i), hull_vertex(hull, 0))) == 0.0);
    CHECK((uintptr_t)hull->corners % 16 == 0 && (uintptr_t)hull->cells % 64 == 0);
}

/* The neighbours of a vertex are the second corners of its triangles, in the triangles' order. Each
 * edge is listed from both ends. */
static void check_neighbors(const gd_hull* hull) {
    static unsigned char edge[CORNERS_MAX][CORNERS_MAX];
    static uint32_t next[CORNERS_MAX];
    memset(edge, 0, sizeof edge);
    memcpy(next, hull->first_neighbor, hull->vertex_count * sizeof *next);
    CHECK(hull->first_neighbor[0] == 0);
    CHECK(hull->first_neighbor[hull->vertex_count] == 3 * hull->triangle_count);
    for (uint32_t i = 0; i < 3 * hull->triangle_count; i++) {
        const uint32_t u = hull->triangles[i], v = hull->triangles[i % 3 == 2 ? i - 2 : i + 1];
        CHECK(hull->neighbors[next[u]++] == v);
        edge[u][v]++;
    }
    for (uint32_t u = 0; u < hull->vertex_count; u++) {
        CHECK(next[u] == hull->first_neighbor[u + 1]);
        for (uint32_t v = 0; v < hull->vertex_count; v++)
            CHECK(edge[u][v] <= 1 && edge[u][v] == edge[v][u]);
    }
}

/* The numbers increase with the direction cell of the sum of the adjacent triangles' normals. */
static void check_numbers(const gd_hull* hull) {
    static vec3 normals[CORNERS_MAX];
    memset(normals, 0, sizeof normals);
    for (uint32_t t = 0; t < hull->triangle_count; t++) {
        const uint32_t* v = hull->triangles + 3 * (size_t)t;
        const vec3 p = hull_vertex(hull, v[0]);
        const vec3 n = cross3(sub3(hull_vertex(hull, v[1]), p), sub3(hull_vertex(hull, v[2]), p));
        for (int k = 0; k < 3; k++)
            normals[v[k]] = add3(normals[v[k]], n);
    }
    const uint32_t grid = hull->grid ? hull->grid : 1;
    for (uint32_t i = 1; i < hull->vertex_count; i++)
        CHECK(direction_cell_of(normals[i - 1], grid) <= direction_cell_of(normals[i], grid));
}

TEST(hull_mesh) {
    static sphere s;
    for (uint32_t depth = 1; depth <= DEPTH_MAX; depth++) {
        gd_hull* hull = NULL;
        sphere_make(&s, depth);
        CHECK(s.surface.count == 4 * depth * depth + 2);
        CHECK(gd_hull_from_surface(&s.surface, &hull) == GD_STATUS_OPTIMAL);
        if (!hull) continue;
        check_triangles(hull, &s.surface);
        check_neighbors(hull);
        check_numbers(hull);
        CHECK((hull->grid > 0) == (hull->vertex_count > GD_HULL_SCAN_MAX));
        CHECK_NEAR(max_abs3(hull->centroid), 0.0, 1e-14);
        const double ball = 4.0 / 3.0 * 3.141592653589793;
        CHECK(hull->volume < ball && (depth > 1 || fabs(hull->volume - 4.0 / 3.0) < 1e-14));
        CHECK(hull->volume > ball * (1.0 - 1.55 / (depth * depth)));
        gd_hull_free(hull);
    }
}
