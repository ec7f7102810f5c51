/* Converts a triangulated convex surface into the arrays that queries need: vertices ordered for
 * the cache, adjacency, direction cells, volume and centroid. */
#include "shapes/hull_mesh.h"
#include "shapes/flat_hull.h"
#include "shapes/hull_lookup.h"
#include "shapes/quickhull.h"

#include <stdlib.h>
#include <string.h>

static vec3 surface_point(const gd_surface* surface, uint32_t i) {
    return load3(surface->points + 3 * (size_t)surface->origin[i]);
}

/* Directions of a flat hull are stretched by at least this. */
#define STRETCH_LEAST 0x1p-20

/* The extents along the axes, relative to the largest. */
static vec3 surface_stretch(const gd_surface* surface) {
    vec3 least = surface_point(surface, 0), most = least;
    for (uint32_t i = 1; i < surface->count; i++) {
        const vec3 p = surface_point(surface, i);
        least = make3(min2(least.x, p.x), min2(least.y, p.y), min2(least.z, p.z));
        most = make3(max2(most.x, p.x), max2(most.y, p.y), max2(most.z, p.z));
    }
    const vec3 extent = sub3(most, least);
    const double largest = max_abs3(extent), floor = STRETCH_LEAST * largest;
    return make3(max2(extent.x, floor) / largest, max2(extent.y, floor) / largest,
                 max2(extent.z, floor) / largest);
}

/* ---- adjacency --------------------------------------------------------------------------- */

/* Offsets of each vertex's neighbours. A vertex has as many neighbours as triangles. */
static void surface_count(const uint32_t* triangles, uint32_t triangle_count, uint32_t count,
                          uint32_t* first) {
    memset(first, 0, (count + (size_t)1) * sizeof *first);
    for (uint32_t i = 0; i < 3 * triangle_count; i++)
        first[triangles[i] + 1]++;
    for (uint32_t i = 0; i < count; i++)
        first[i + 1] += first[i];
}

/* Neighbours of every vertex, in the order of its triangles. Each triangle u v w adds the neighbour
 * v to u, so every edge is added once at each end. fill is scratch for count offsets. */
static void surface_link(const uint32_t* triangles, uint32_t triangle_count, uint32_t count,
                         const uint32_t* first, uint32_t* fill, gd_hull* hull) {
    memcpy(fill, first, count * sizeof *fill);
    for (uint32_t t = 0; t < triangle_count; t++)
        for (uint32_t k = 0; k < 3; k++) {
            const uint32_t u = triangles[3 * t + k];
            hull->edge_triangles[fill[u]] = t;
            hull->neighbors[fill[u]++] = triangles[3 * t + (k + 1) % 3];
        }
}

/* Numbers the vertices in the order of the cells of their normals, so that nearby vertices are
 * close in memory. order[new] = old; number is the inverse. normals and first are scratch: count
 * vectors, and one offset more than cells. */
static void surface_number(const gd_surface* surface, uint32_t grid, vec3* normals, uint32_t* first,
                           uint32_t* order, uint32_t* number) {
    const uint32_t count = surface->count, cells = 6 * grid * grid;
    memset(normals, 0, count * sizeof *normals);
    memset(first, 0, (cells + (size_t)1) * sizeof *first);
    for (uint32_t t = 0; t < surface->triangle_count; t++) {
        const uint32_t* v = surface->triangles + 3 * (size_t)t;
        const vec3 p = surface_point(surface, v[0]);
        const vec3 n =
            cross3(sub3(surface_point(surface, v[1]), p), sub3(surface_point(surface, v[2]), p));
        for (int k = 0; k < 3; k++)
            normals[v[k]] = add3(normals[v[k]], n);
    }
    for (uint32_t i = 0; i < count; i++) {
        number[i] = direction_cell_of(normals[i], grid);
        first[number[i] + 1]++;
    }
    for (uint32_t c = 0; c < cells; c++)
        first[c + 1] += first[c];
    for (uint32_t i = 0; i < count; i++) {
        number[i] = first[number[i]]++;
        order[number[i]] = i;
    }
}

/* The largest number of neighbours of any vertex. degrees is scratch for one number a vertex. */
static uint32_t surface_degree(const gd_surface* surface, uint32_t* degrees) {
    uint32_t max_degree = 0;
    memset(degrees, 0, surface->count * sizeof *degrees);
    for (uint32_t i = 0; i < 3 * surface->triangle_count; i++) {
        const uint32_t degree = ++degrees[surface->triangles[i]];
        if (degree > max_degree) max_degree = degree;
    }
    return max_degree;
}

/* ---- construction ------------------------------------------------------------------------ */

static size_t hull_round_up(size_t bytes) {
    return (bytes + 63) & ~(size_t)63;
}

/* One allocation for the struct and its arrays. */
static gd_hull* hull_allocate(uint32_t count, uint32_t triangle_count, uint32_t grid) {
    const size_t padded = (count + (size_t)3) & ~(size_t)3;
    const size_t head = hull_round_up(sizeof(gd_hull));
    const size_t cells = 6 * (size_t)grid * grid * sizeof(gd_direction_cell);
    const size_t edges = 3 * (size_t)triangle_count * sizeof(uint32_t);
    char* at = aligned_alloc(64, hull_round_up(head + cells + padded * sizeof(vec3) + 3 * edges +
                                               (count + (size_t)1) * sizeof(uint32_t)));
    if (!at) return NULL;
    gd_hull* hull = (gd_hull*)(void*)at;
    memset(hull, 0, sizeof *hull);
    hull->vertex_count = count;
    hull->padded_count = (uint32_t)padded;
    hull->triangle_count = triangle_count;
    hull->grid = grid;
    hull->cells = (gd_direction_cell*)(void*)(at + head);
    hull->corners = (double*)(void*)(at + head + cells);
    hull->first_neighbor = (uint32_t*)(void*)(hull->corners + 3 * padded);
    hull->neighbors = hull->first_neighbor + count + 1;
    hull->edge_triangles = hull->neighbors + 3 * (size_t)triangle_count;
    hull->triangles = hull->edge_triangles + 3 * (size_t)triangle_count;
    return hull;
}

gd_status gd_hull_from_surface(const gd_surface* surface, gd_hull** out) {
    const uint32_t count = surface->count, triangle_count = surface->triangle_count;
    uint32_t* order = malloc(2 * (size_t)count * sizeof *order);
    if (!order) return GD_ERROR_MEMORY;
    uint32_t* number = order + count;
    const uint32_t grid = gd_hull_grid(count, surface_degree(surface, order));
    const uint32_t sorted = grid > 0 ? grid : 1, cells = 6 * sorted * sorted;
    vec3* normals = malloc(count * sizeof *normals + (cells + (size_t)1) * sizeof(uint32_t));
    gd_hull* hull = hull_allocate(count, triangle_count, grid);
    if (hull && normals)
        surface_number(surface, sorted, normals, (uint32_t*)(void*)(normals + count), order,
                       number);
    free(normals);
    if (!hull || !normals) {
        free(order);
        free(hull);
        return GD_ERROR_MEMORY;
    }

    for (uint32_t i = 0; i < hull->padded_count; i++) {
        const vec3 p = surface_point(surface, order[i < count ? i : 0]);
        double* at = hull->corners + i + 2 * (i & ~3u);
        at[0] = p.x;
        at[4] = p.y;
        at[8] = p.z;
    }
    for (uint32_t i = 0; i < 3 * triangle_count; i++)
        hull->triangles[i] = number[surface->triangles[i]];
    surface_count(hull->triangles, triangle_count, count, hull->first_neighbor);
    surface_link(hull->triangles, triangle_count, count, hull->first_neighbor, order, hull);
    hull->stretch = surface_stretch(surface);
    gd_hull_fill_direction_cells(hull, order);
    free(order);
    hull->flat = surface->flat;
    if (hull->flat)
        hull->centroid = gd_flat_hull_centroid(hull);
    else
        gd_hull_measure(hull);
    *out = hull;
    return GD_STATUS_OPTIMAL;
}

void gd_hull_free(gd_hull* hull) {
    free(hull);
}
