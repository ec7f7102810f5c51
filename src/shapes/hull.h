/* Convex hulls as arrays, for hull and polygon shapes. quickhull.h constructs them. */
#ifndef GD_HULL_H
#define GD_HULL_H

#include "growth_distance.h"
#include "math/vec.h"

/* Up to this many vertices, scanning all of them is faster than a lookup (measured by make
 * bench). */
#define GD_HULL_SCAN_MAX 36u

/* A range of directions and the vertices that are farthest there: see hull_lookup.h. */
#define GD_DIRECTION_CELL_CAPACITY 8u
#define GD_HULL_OPEN (UINT32_C(1) << 31)
typedef struct gd_direction_cell {
    uint32_t vertex[GD_DIRECTION_CELL_CAPACITY]; /* ascending; unused entries repeat the last
                                                  * vertex. GD_HULL_OPEN in the last entry:
                                                  * incomplete */
} gd_direction_cell;

/* Points are flat up to the rounding of their coordinates if they are thinner than this fraction of
 * their extent, or than this fraction of the largest coordinate. */
#define HULL_FLAT_EXTENT 0x1p-48
#define HULL_FLAT_COORDINATE 0x1p-50

/* All arrays share one allocation with the struct. */
typedef struct gd_hull {
    bool flat; /* up to rounding: not solid; see flat_hull.c */
    uint32_t vertex_count;
    uint32_t padded_count;    /* vertex_count rounded up to a multiple of 4 */
    uint32_t triangle_count;  /* 2 vertex_count - 4, at least 0 */
    double* corners;          /* 3 padded_count, 16-byte aligned. Blocks of four vertices: four
                               * x, four y, four z. Padding repeats vertex 0. */
    uint32_t* first_neighbor; /* vertex_count + 1 offsets into neighbors */
    uint32_t* neighbors;      /* neighbours of every vertex, along edges of the triangulated
                               * surface */
    uint32_t* edge_triangles; /* the triangle to the left of the edge to every neighbour */
    uint32_t* triangles;      /* 3 triangle_count, counter-clockwise from outside */
    gd_direction_cell* cells; /* 6 grid^2, 64-byte aligned */
    uint32_t grid;            /* cells along an axis of a cube face; 0: few vertices, scanned */
    vec3 stretch;             /* of directions, before the lookup of their cell */
    double volume;            /* 0 if flat */
    vec3 centroid;
} gd_hull;

/* Vertex i of an array in this block layout. */
GD_INLINE vec3 hull_corner(const double* corners, uint32_t i) {
    const double* at = corners + i + 2 * (i & ~3u);
    return make3(at[0], at[4], at[8]);
}

GD_INLINE vec3 hull_vertex(const gd_hull* hull, uint32_t i) {
    return hull_corner(hull->corners, i);
}

/* Number of neighbours of a vertex. */
GD_INLINE uint32_t hull_degree(const gd_hull* hull, uint32_t v) {
    return hull->first_neighbor[v + 1] - hull->first_neighbor[v];
}

/* Limit on neighbours: visiting all of them takes long at a vertex with more. */
#define HULL_DEGREE_MAX 64u

/* A 2D hull: corners counter-clockwise, padded as above, in one allocation. */
typedef struct gd_polygon {
    bool flat; /* up to rounding: not solid; 1 or more corners */
    uint32_t vertex_count;
    uint32_t padded_count;
    double* x;
    double* y;
    double area; /* 0 if flat */
    vec2 centroid;
} gd_polygon;

#endif
