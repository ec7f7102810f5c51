/* Finds the vertex of a hull or polygon that is farthest along a direction.
 *
 * Few vertices are scanned. With many vertices, directions are divided into cells: squares of a
 * grid on each face of a cube. A cell lists every vertex that may be farthest, up to rounding, for
 * one of its directions. Scanning the cell therefore gives the result of scanning all vertices: the
 * lowest index among the farthest, whatever the previous query was. A lookup waits for memory twice
 * (the cell, then its vertices); climbing waits twice per step.
 *
 * The grid divides directions stretched by the hull's size along each axis. On an ellipsoid, the
 * vertices then spread evenly over the cells. Without this, a few cells on the flat sides of a long
 * hull had most of the vertices, and 86 % of the lookups found an open cell.
 *
 * A cell is open if more vertices belong to it than fit, as around the normal of a facet with many
 * corners. Then the lookup climbs from the best listed vertex. On a convex surface, only the
 * farthest vertex has no farther neighbour. Rounding can break this rule: if an edge is level up to
 * rounding, the lookup scans all vertices. */
#ifndef GD_HULL_LOOKUP_H
#define GD_HULL_LOOKUP_H

#include "math/simd.h"
#include "shapes/shape.h"

#define GD_NO_HINT UINT32_MAX

/* Steepest ascent along edges. The result includes GD_HULL_OPEN if it is uncertain: an edge is
 * level, as in a straight row of corners, where the ascent may continue at the row's other end. The
 * climb also stops there at a vertex with more than max_degree neighbours. */
GD_INTERNAL uint32_t gd_hull_climb(const gd_hull* hull, vec3 n, uint32_t from, uint32_t max_degree);

/* The vertex farthest along a direction, climbing from a given one. Scans all vertices if the climb
 * is uncertain or a vertex has so many neighbours that scanning is faster. */
GD_INTERNAL uint32_t gd_hull_support(const gd_hull* hull, vec3 n, uint32_t from);

/* The first vertex among those farthest along n. count is a multiple of 4; each step compares four
 * vertices. Each lane stores the step of its best vertex; after the loop, the vertex is found in
 * the block of that step. Padding repeats vertex 0, which comes first. */
GD_INLINE uint32_t vertices_scan(const double* corners, uint32_t count, vec3 n) {
    const f64x2* block = (const f64x2*)(const void*)corners;
    const f64x2 nx = {n.x, n.x}, ny = {n.y, n.y}, nz = {n.z, n.z};
#define HEIGHTS(b, k) (nx * (b)[k] + ny * (b)[2 + (k)] + nz * (b)[4 + (k)])
    const i64x2 one = {1, 1};
    i64x2 step = {0, 0}, at = {0, 0};
    f64x2 best = lanes_max(HEIGHTS(block, 0), HEIGHTS(block, 1));
#pragma GCC unroll 1
    for (const f64x2 *b = block + 6, *end = block + 6 * (count / 4); b < end; b += 6) {
        const f64x2 h = lanes_max(HEIGHTS(b, 0), HEIGHTS(b, 1));
        step += one;
        at = lanes_select((i64x2)(h > best), step, at);
        best = lanes_max(h, best);
    }
    const f64x2 top = lanes_top(best);
    const uint32_t lanes = lanes_equal(best, top);
    const uint32_t at0 = (uint32_t)at[0], at1 = (uint32_t)at[1];
    const uint32_t i = lanes == 1 || (lanes == 3 && at0 < at1) ? at0 : at1;
    const f64x2* b = block + 6 * i;
    /* if n is not a number, no height is equal; the block's first vertex is never padding */
    const uint32_t equal =
        lanes_equal(HEIGHTS(b, 0), top) | lanes_equal(HEIGHTS(b, 1), top) << 2 | 1u << 4;
#undef HEIGHTS
    return 4 * i + ((uint32_t)__builtin_ctz(equal) & 3u);
}

/* The same, not inlined because it is large. Scalar arguments stay in registers. */
static GD_NOINLINE uint32_t support_scan(const double* corners, uint32_t count, double x, double y,
                                         double z) {
    return vertices_scan(corners, count, make3(x, y, z));
}

/* The first of a polygon's vertices that are farthest along a direction. */
static GD_NOINLINE uint32_t polygon_support(const gd_shape* shape, double x, double y) {
    uint32_t best_at = 0;
    double best = x * shape->vertices.x[0] + y * shape->vertices.y[0];
    for (uint32_t i = 1; i < shape->vertices.count; i++) {
        const double h = x * shape->vertices.x[i] + y * shape->vertices.y[i];
        if (h > best) {
            best = h;
            best_at = i;
        }
    }
    return best_at;
}

/* Number of vertices scanned around a given one. Neighbours on the surface have nearby indices. */
#define VERTICES_NEIGHBORHOOD 32u

/* The first vertex of that range, a multiple of 4. */
GD_INLINE uint32_t vertices_neighborhood(const gd_shape* shape, uint32_t v) {
    const uint32_t last = shape->vertices.padded_count - VERTICES_NEIGHBORHOOD, middle = v & ~3u;
    uint32_t from = middle > VERTICES_NEIGHBORHOOD / 2 ? middle - VERTICES_NEIGHBORHOOD / 2 : 0;
    return from > last ? last : from;
}

/* The cell of a direction. Tiles of 8 by 8 cells are contiguous in memory, because a query's
 * directions are close together. Indexing replaces branches: the cube's face is unpredictable. */
GD_INLINE uint32_t direction_cell_of(vec3 n, uint32_t grid) {
    const double c[5] = {n.x, n.y, n.z, n.x, n.y};
    const double ax = fabs(n.x), ay = fabs(n.y), az = fabs(n.z);
    const uint32_t y_leads = ay > ax, z_leads = az > max2(ax, ay);
    const uint32_t axis = z_leads ? 2 : y_leads;
    const double m = fabs(c[axis]), half = 0.5 * grid;
    if (!(m > 0x1p-1000)) return 0;
    const double scale = half / m;
    const double u = max2(c[axis + 1] * scale + half, 0.0);
    const double v = max2(c[axis + 2] * scale + half, 0.0);
    const uint32_t i = u < grid ? (uint32_t)u : grid - 1, j = v < grid ? (uint32_t)v : grid - 1;
    const uint32_t row = grid < 8 ? grid : 8, face = 2 * axis + (c[axis] < 0.0);
    return face * grid * grid + (i >> 3) * 8 * grid + (j >> 3) * 64 + (i & 7) * row + (j & 7);
}

/* The middle of a cell on the face of the cube [-1, 1]^3. The cell extends 1 / grid to each
 * side. */
GD_INLINE vec3 direction_cell_middle(uint32_t cell, uint32_t grid) {
    const uint32_t row = grid < 8 ? grid : 8, tiles = grid < 8 ? 1 : grid / 8;
    const uint32_t face = cell / (grid * grid), tile = cell % (grid * grid) / (row * row);
    const uint32_t in = cell % (row * row);
    const uint32_t i = tile / tiles * 8 + in / row, j = tile % tiles * 8 + in % row;
    const double u = (i + 0.5) * (2.0 / grid) - 1.0, v = (j + 0.5) * (2.0 / grid) - 1.0;
    const double m = face % 2 == 0 ? 1.0 : -1.0;
    return face < 2 ? make3(m, u, v) : face < 4 ? make3(v, m, u) : make3(u, v, m);
}

/* The first of a cell's vertices that are farthest along n. Computes all heights at once. */
GD_INLINE uint32_t direction_cell_support(const double* corners, const gd_direction_cell* cell,
                                          vec3 n) {
    const f64x2 nx = {n.x, n.x}, ny = {n.y, n.y}, nz = {n.z, n.z};
    const uint32_t* vertex = cell->vertex;
    f64x2 h[GD_DIRECTION_CELL_CAPACITY / 2];
#pragma GCC unroll 8
    for (uint32_t i = 0; i < GD_DIRECTION_CELL_CAPACITY / 2; i++) {
        const vec3 p = hull_corner(corners, vertex[2 * i]);
        const vec3 q = hull_corner(corners, vertex[2 * i + 1] & ~GD_HULL_OPEN);
        const f64x2 x = {p.x, q.x}, y = {p.y, q.y}, z = {p.z, q.z};
        h[i] = nx * x + ny * y + nz * z;
    }
    const f64x2 top = lanes_top(lanes_max(lanes_max(h[0], h[1]), lanes_max(h[2], h[3])));
    uint32_t equal = 1u << (GD_DIRECTION_CELL_CAPACITY - 1); /* a valid index even if n is NaN */
#pragma GCC unroll 8
    for (uint32_t i = 0; i < GD_DIRECTION_CELL_CAPACITY / 2; i++)
        equal |= lanes_equal(h[i], top) << 2 * i;
    return vertex[__builtin_ctz(equal)] & ~GD_HULL_OPEN;
}

/* The vertex of a mesh that is farthest along a direction. In an open cell the climb starts from
 * `near`, a vertex or GD_NO_HINT, if that is farther than the listed ones: the searches of a solver
 * end near each other. The result is the same from any start. Not inlined because it is large. */
static GD_NOINLINE uint32_t mesh_support(const gd_shape* shape, double x, double y, double z,
                                         uint32_t near) {
    GD_ASSERT(shape->vertices.cells != NULL);
    const vec3 n = make3(x, y, z);
    const double* corners = shape->vertices.corners;
    const gd_direction_cell* cell =
        shape->vertices.cells +
        direction_cell_of(scaled3(shape->vertices.stretch, n), shape->vertices.grid);
    uint32_t best = direction_cell_support(corners, cell, n);
    if (!(cell->vertex[GD_DIRECTION_CELL_CAPACITY - 1] & GD_HULL_OPEN)) return best;
    if (near < shape->vertices.count &&
        dot3(n, hull_corner(corners, near)) > dot3(n, hull_corner(corners, best)))
        best = near;
    return gd_hull_support(shape->hull, n, best);
}

#endif
