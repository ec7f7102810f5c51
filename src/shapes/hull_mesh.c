/* From a triangulated convex surface to what queries need: arrays ordered for the cache,
 * adjacency, volume and centroid; and the questions asked of it. */
#include "math/predicates.h"
#include "shapes/hull.h"
#include "shapes/shape.h"
#include "shapes/hull_lookup.h"

#include <stdlib.h>
#include <string.h>

/* What a hull is made of: corner i of the triangles is points[origin[i]]. */
typedef struct gd_surface {
    const double* points;
    const uint32_t* origin;
    uint32_t count;
    const uint32_t* triangles;
    uint32_t triangle_count;
} gd_surface;

static vec3 surface_point(const gd_surface* surface, uint32_t i) {
    return load3(surface->points + 3 * (size_t)surface->origin[i]);
}

/* ---- adjacency --------------------------------------------------------------------------- */

/* Offsets of each vertex's neighbours; every vertex has as many as triangles. */
static void surface_count(const uint32_t* triangles, uint32_t triangle_count, uint32_t count,
                          uint32_t* first) {
    memset(first, 0, (count + (size_t)1) * sizeof *first);
    for (uint32_t i = 0; i < 3 * triangle_count; i++)
        first[triangles[i] + 1]++;
    for (uint32_t i = 0; i < count; i++)
        first[i + 1] += first[i];
}

/* Neighbours of every vertex, in the order of its triangles: each triangle u v w gives u the
 * neighbour v, so every edge is given once to each end. fill is room for count offsets. */
static void surface_link(const uint32_t* triangles, uint32_t triangle_count, uint32_t count,
                         const uint32_t* first, uint32_t* fill, uint32_t* neighbors) {
    memcpy(fill, first, count * sizeof *fill);
    for (uint32_t t = 0; t < triangle_count; t++)
        for (uint32_t k = 0; k < 3; k++) {
            const uint32_t u = triangles[3 * t + k];
            neighbors[fill[u]++] = triangles[3 * t + (k + 1) % 3];
        }
}

/* Numbers vertices in the order of the cells their normals lie in, so that those around one lie
 * together in memory: order[new] = old, number is the inverse. normals and first are room for as
 * many vertices, and cells and one. */
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
        number[i] = vertices_cell(normals[i], grid);
        first[number[i] + 1]++;
    }
    for (uint32_t c = 0; c < cells; c++)
        first[c + 1] += first[c];
    for (uint32_t i = 0; i < count; i++) {
        number[i] = first[number[i]]++;
        order[number[i]] = i;
    }
}

/* ---- measures ---------------------------------------------------------------------------- */

static vec3 hull_vertex(const gd_hull* hull, uint32_t i) {
    return hull_corner(hull->corners, i);
}

/* The sum of the tetrahedra's errors may be this part of their volume: 2^-40 is far below what
 * moves the centroid out of a hull that is not flat, and met at once by all but thin ones. */
#define HULL_MEASURE_ERROR 0x1p-40

static vec3 hull_snapped(const gd_hull* hull, double unit, uint32_t i) {
    const vec3 v = hull_vertex(hull, i);
    return make3(exact_snap(unit, v.x), exact_snap(unit, v.y), exact_snap(unit, v.z));
}

/* Tetrahedra from the first vertex to every triangle: far from the origin nothing cancels. In a
 * tilted needle or slab everything does: then again with more digits. */
static void hull_measure(gd_hull* hull) {
    double magnitude = 0.0;
    for (uint32_t i = 0; i < hull->vertex_count; i++)
        magnitude = max2(magnitude, max_abs3(hull_vertex(hull, i)));
    const double unit = exact_unit(magnitude);
    const vec3 apex = hull_snapped(hull, unit, 0);
    double volume = 0.0;
    vec3 moment = {0.0, 0.0, 0.0};
    double slack = 0.0;
    for (int effort = 0; effort == 0 || (effort < 3 && !(slack <= HULL_MEASURE_ERROR * volume));
         effort++) {
        volume = slack = 0.0;
        moment = make3(0.0, 0.0, 0.0);
        for (uint32_t t = 0; t < hull->triangle_count; t++) {
            const uint32_t* v = hull->triangles + 3 * (size_t)t;
            const vec3 a = hull_snapped(hull, unit, v[0]);
            const vec3 b = hull_snapped(hull, unit, v[1]);
            const vec3 c = hull_snapped(hull, unit, v[2]);
            double error;
            const double six = -gd_volume3(a, b, c, apex, effort, &error);
            volume += six;
            slack += error;
            const vec3 sum = add3(sub3(a, apex), add3(sub3(b, apex), sub3(c, apex)));
            moment = madd3(moment, six, sum);
        }
    }
    const double length = 1.0 / unit;
    const vec3 offset = scale3(0.25 / volume, moment);
    hull->centroid = madd3(hull_vertex(hull, 0), length, offset);
    hull->volume = volume / 6.0 * length * length * length;
}

/* In pairs of doubles, for in a needle's slivers all digits cancel. */
vec3 gd_hull_normal(const gd_hull* hull, uint32_t triangle) {
    const uint32_t* v = hull->triangles + 3 * (size_t)triangle;
    const vec3 a = hull_vertex(hull, v[0]);
    const vec3 b = hull_vertex(hull, v[1]);
    const vec3 c = hull_vertex(hull, v[2]);
    return make3(gd_area2(make2(a.y, a.z), make2(b.y, b.z), make2(c.y, c.z)),
                 gd_area2(make2(a.z, a.x), make2(b.z, b.x), make2(c.z, c.x)),
                 gd_area2(make2(a.x, a.y), make2(b.x, b.y), make2(c.x, c.y)));
}

/* Looking around a vertex of more neighbours is dear. */
#define SURFACE_DEGREE 64u

/* What rises or falls along an edge by less than this part of its products may be rounding. */
#define CLIMB_LEVEL 0x1p-50

static uint32_t hull_degree(const gd_hull* hull, uint32_t v) {
    return hull->first_neighbor[v + 1] - hull->first_neighbor[v];
}

/* An edge tells what its end is farther, not two heights: corners that only rounding has moved
 * apart, as at the seam of a surface of revolution, have the same. What rises for certain comes to
 * an end. */
uint32_t gd_hull_climb(const gd_hull* hull, vec3 n, uint32_t from, uint32_t most) {
    for (;;) {
        if (hull_degree(hull, from) > most) return from | GD_HULL_OPEN;
        const vec3 corner = hull_vertex(hull, from);
        double rise = 0.0;
        uint32_t at = from, level = 0;
        for (uint32_t e = hull->first_neighbor[from]; e < hull->first_neighbor[from + 1]; e++) {
            const uint32_t i = hull->neighbors[e];
            const vec3 d = sub3(hull_vertex(hull, i), corner);
            const vec3 part = make3(n.x * d.x, n.y * d.y, n.z * d.z);
            const double r = part.x + part.y + part.z;
            if (fabs(r) <= CLIMB_LEVEL * (fabs(part.x) + fabs(part.y) + fabs(part.z))) {
                level = GD_HULL_OPEN;
            } else if (r > rise) {
                rise = r;
                at = i;
            }
        }
        if (at == from) return at | level;
        from = at;
    }
}

double gd_hull_inradius(const gd_hull* hull, vec3 center) {
    double least = GD_INFINITY;
    for (uint32_t t = 0; t < hull->triangle_count; t++) {
        const uint32_t* v = hull->triangles + 3 * (size_t)t;
        const vec3 normal = gd_hull_normal(hull, t);
        if (!(max_abs3(normal) > 0.0)) continue;
        /* the plane through the farthest vertex bounds the hull however the normal is rounded;
         * climbing to it takes no step from a good normal */
        const vec3 n = unit3(normal);
        /* along the facet's own edges it is open; less far is less of a ball. Looking around the
         * tip of a cone at each facet took seconds of 32,000 */
        const uint32_t top = gd_hull_climb(hull, n, v[0], SURFACE_DEGREE) & ~GD_HULL_OPEN;
        const vec3 s = hull_vertex(hull, top);
        least = min2(least, dot3(n, sub3(s, center)));
    }
    return least;
}

/* ---- cells of directions ----------------------------------------------------------------- */

/* As many cells as vertices, about: then some five are farthest somewhere in one. A surface that
 * has a vertex of many neighbours gets fewer cells. An odd grid has one cell, not four, around the
 * middle of a face of a box. */
static uint32_t surface_grid(uint32_t count, uint32_t degree) {
    if (count <= GD_HULL_SCAN_MAX) return 0;
    const double share = degree > SURFACE_DEGREE ? (double)SURFACE_DEGREE / degree : 1.0;
    const uint32_t grid = (uint32_t)(sqrt(share * count / 6.0) + 0.5);
    return grid <= 8 ? grid + (grid == 0) : (grid + 4) / 8 * 8;
}

/* Of the vertex with most neighbours. */
static uint32_t surface_degree(const gd_surface* surface, uint32_t* degrees) {
    uint32_t most = 0;
    memset(degrees, 0, surface->count * sizeof *degrees);
    for (uint32_t i = 0; i < 3 * surface->triangle_count; i++) {
        const uint32_t degree = ++degrees[surface->triangles[i]];
        if (degree > most) most = degree;
    }
    return most;
}

/* Neighbours by which a vertex is judged, and vertices judged before a cell is left open. */
#define CELL_NEIGHBORS 16u
#define CELL_TRIES 64u

/* What a vertex may be lower than another and still be found farther by doubles, as a part of the
 * coordinates: more than two sums of three products are wrong by. */
#define SURFACE_SLACK 0x1p-44

/* The directions of a cell: multiples of those that differ from the middle by at most half along
 * each axis, of which one is 0. */
typedef struct cell_extent {
    vec3 middle, half;
    double slack;
} cell_extent;

/* Whether v may be as far as w somewhere in a cell. */
GD_INLINE bool cell_reaches(const cell_extent* c, vec3 v, vec3 w) {
    const vec3 d = sub3(v, w), half = c->half;
    const double reach = fabs(d.x) * half.x + fabs(d.y) * half.y + fabs(d.z) * half.z;
    return dot3(c->middle, d) + reach >= c->slack;
}

/* Whether no neighbour is farther all over a cell; of many, those looked at. */
static bool cell_leads(const gd_hull* hull, const cell_extent* c, uint32_t v) {
    const vec3 at = hull_vertex(hull, v);
    const uint32_t* neighbor = hull->neighbors + hull->first_neighbor[v];
    const uint32_t degree = hull_degree(hull, v);
    bool leads = true;
    for (uint32_t i = 0; i < degree && i < CELL_NEIGHBORS; i++)
        leads &= cell_reaches(c, at, hull_vertex(hull, neighbor[i]));
    return leads;
}

/* Fills a record from the vertex farthest in the middle. All that lead somewhere in a cell hang
 * together by edges, as the cell's directions do. tried: per vertex, the last cell it was looked at
 * for. */
static void cell_fill(const gd_hull* hull, uint32_t number, const cell_extent* c, uint32_t first,
                      uint32_t* tried) {
    uint32_t* vertex = hull->cells[number].vertex;
    uint32_t queue[GD_HULL_CELL_ROOM] = {first};
    uint32_t found = 1, tries = 0, open = 0;
    tried[first] = number;
    vertex[0] = first;
    for (uint32_t i = 0; i < found && !open; i++) {
        const uint32_t from = queue[i], end = hull->first_neighbor[from + 1];
        for (uint32_t e = hull->first_neighbor[from]; e < end && !open; e++) {
            const uint32_t v = hull->neighbors[e];
            if (tried[v] == number) continue;
            tried[v] = number;
            if (++tries > CELL_TRIES) open = GD_HULL_OPEN;
            if (!cell_reaches(c, hull_vertex(hull, v), hull_vertex(hull, first)) ||
                !cell_leads(hull, c, v))
                continue;
            if (found == GD_HULL_CELL_ROOM) {
                open = GD_HULL_OPEN;
                break;
            }
            uint32_t k = found;
            for (; k > 0 && vertex[k - 1] > v; k--)
                vertex[k] = vertex[k - 1];
            vertex[k] = v;
            queue[found++] = v;
        }
    }
    for (; found < GD_HULL_CELL_ROOM; found++)
        vertex[found] = vertex[found - 1];
    vertex[GD_HULL_CELL_ROOM - 1] |= open;
}

/* tried: room for a number a vertex. */
static void surface_fill_cells(const gd_hull* hull, uint32_t* tried) {
    const uint32_t grid = hull->grid;
    double magnitude = 0.0;
    for (uint32_t i = 0; i < hull->vertex_count; i++)
        magnitude = max2(magnitude, max_abs3(hull_vertex(hull, i)));
    memset(tried, 0xff, hull->vertex_count * sizeof *tried);
    uint32_t at = 0;
    for (uint32_t i = 0; i < 6 * grid * grid; i++) {
        const uint32_t axis = i / (2 * grid * grid);
        const double r = 1.0 / grid;
        const cell_extent c = {vertices_middle(i, grid),
                               make3(axis == 0 ? 0.0 : r, axis == 1 ? 0.0 : r, axis == 2 ? 0.0 : r),
                               -SURFACE_SLACK * magnitude};
        at = gd_hull_top(hull, c.middle, at);
        cell_fill(hull, i, &c, at, tried);
    }
}

/* ---- making ------------------------------------------------------------------------------ */

static size_t hull_round_up(size_t bytes) {
    return (bytes + 63) & ~(size_t)63;
}

/* One allocation for the struct and its arrays. */
static gd_hull* hull_allocate(uint32_t count, uint32_t triangle_count, uint32_t grid) {
    const size_t padded = (count + (size_t)3) & ~(size_t)3;
    const size_t head = hull_round_up(sizeof(gd_hull));
    const size_t cells = 6 * (size_t)grid * grid * sizeof(gd_hull_cell);
    const size_t edges = 3 * (size_t)triangle_count * sizeof(uint32_t);
    char* at = aligned_alloc(64, hull_round_up(head + cells + padded * sizeof(vec3) + 2 * edges +
                                               (count + (size_t)1) * sizeof(uint32_t)));
    if (!at) return NULL;
    gd_hull* hull = (gd_hull*)(void*)at;
    memset(hull, 0, sizeof *hull);
    hull->vertex_count = count;
    hull->padded_count = (uint32_t)padded;
    hull->triangle_count = triangle_count;
    hull->grid = grid;
    hull->cells = (gd_hull_cell*)(void*)(at + head);
    hull->corners = (double*)(void*)(at + head + cells);
    hull->first_neighbor = (uint32_t*)(void*)(hull->corners + 3 * padded);
    hull->neighbors = hull->first_neighbor + count + 1;
    hull->triangles = hull->neighbors + 3 * (size_t)triangle_count;
    return hull;
}

gd_status gd_hull_from_surface(const double* points, const uint32_t* origin, uint32_t count,
                               const uint32_t* triangles, uint32_t triangle_count, gd_hull** out) {
    const gd_surface surface = {points, origin, count, triangles, triangle_count};
    uint32_t* order = malloc(2 * (size_t)count * sizeof *order);
    if (!order) return GD_ERROR_MEMORY;
    uint32_t* number = order + count;
    const uint32_t grid = surface_grid(count, surface_degree(&surface, order));
    const uint32_t sorted = grid > 0 ? grid : 1, cells = 6 * sorted * sorted;
    vec3* normals = malloc(count * sizeof *normals + (cells + (size_t)1) * sizeof(uint32_t));
    gd_hull* hull = hull_allocate(count, triangle_count, grid);
    if (hull && normals)
        surface_number(&surface, sorted, normals, (uint32_t*)(void*)(normals + count), order,
                       number);
    free(normals);
    if (!hull || !normals) {
        free(order);
        free(hull);
        return GD_ERROR_MEMORY;
    }

    for (uint32_t i = 0; i < hull->padded_count; i++) {
        const vec3 p = surface_point(&surface, order[i < count ? i : 0]);
        double* at = hull->corners + i + 2 * (i & ~3u);
        at[0] = p.x;
        at[4] = p.y;
        at[8] = p.z;
    }
    for (uint32_t i = 0; i < 3 * triangle_count; i++)
        hull->triangles[i] = number[triangles[i]];
    surface_count(hull->triangles, triangle_count, count, hull->first_neighbor);
    surface_link(hull->triangles, triangle_count, count, hull->first_neighbor, order,
                 hull->neighbors);
    surface_fill_cells(hull, order);
    free(order);
    hull_measure(hull);
    *out = hull;
    return GD_STATUS_OPTIMAL;
}

void gd_hull_free(gd_hull* hull) {
    free(hull);
}

void gd_shape_surface(const gd_shape* shape, double* vertices, uint32_t* triangles) {
    const bool vertexed = shape->hull || shape->polygon;
    for (uint32_t i = 0; vertices && vertexed && i < shape->vertex_count; i++) {
        store3(vertices + 3 * i, shape->corners ? hull_corner(shape->corners, i)
                                                : make3(shape->x[i], shape->y[i], 0.0));
    }
    if (triangles && shape->hull)
        memcpy(triangles, shape->hull->triangles,
               3 * sizeof *triangles * (size_t)shape->hull->triangle_count);
}
