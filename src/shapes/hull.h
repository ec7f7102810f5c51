/* Convex hulls of points as their arrays: what a vertex shape is made of. quickhull.h makes them.
 */
#ifndef GD_HULL_H
#define GD_HULL_H

#include "growth_distance.h"
#include "math/vec.h"

/* Vertices up to which scanning all of them beats looking them up (measured: make bench).
 */
#define GD_HULL_SCAN_MAX 32u

/* Some directions and the vertices farthest along them: hull_lookup.h. */
#define GD_DIRECTION_CELL_CAPACITY 8u
#define GD_HULL_OPEN (UINT32_C(1) << 31)
typedef struct gd_direction_cell {
    uint32_t vertex[GD_DIRECTION_CELL_CAPACITY]; /* rising; the last one again where there are
                                           fewer, and with GD_HULL_OPEN where not all are named */
} gd_direction_cell;

/* All arrays live in one allocation with the struct. */
typedef struct gd_hull {
    uint32_t vertex_count;
    uint32_t padded_count;    /* vertex_count rounded up to a multiple of 4 */
    uint32_t triangle_count;  /* 2 vertex_count - 4 */
    double* corners;          /* 3 padded_count, 16-byte aligned: four x, their y, their z, the next
                                 four; padding repeats vertex 0 */
    uint32_t* first_neighbor; /* vertex_count + 1 offsets into neighbors */
    uint32_t* neighbors;      /* of every vertex, along the edges of the triangulated surface */
    uint32_t* triangles;      /* 3 triangle_count, counter-clockwise from outside */
    gd_direction_cell* cells; /* 6 grid^2, 64-byte aligned */
    uint32_t grid;            /* 0: few vertices, which are scanned */
    double volume;
    vec3 centroid;
} gd_hull;

/* A vertex of such blocks. */
GD_INLINE vec3 hull_corner(const double* corners, uint32_t i) {
    const double* at = corners + i + 2 * (i & ~3u);
    return make3(at[0], at[4], at[8]);
}

GD_INLINE vec3 hull_vertex(const gd_hull* hull, uint32_t i) {
    return hull_corner(hull->corners, i);
}

/* How many neighbours a vertex has. */
GD_INLINE uint32_t hull_degree(const gd_hull* hull, uint32_t v) {
    return hull->first_neighbor[v + 1] - hull->first_neighbor[v];
}

/* Looking around a vertex with more neighbours takes long. */
#define HULL_DEGREE_MAX 64u

/* The same in the plane: corners counter-clockwise, one allocation. */
typedef struct gd_polygon {
    uint32_t vertex_count;
    uint32_t padded_count;
    double* x;
    double* y;
    double area;
    vec2 centroid;
} gd_polygon;

#endif
