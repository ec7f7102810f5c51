/* Convex hulls of points: what a vertex shape is made of.
 *
 * Construction is exact: the sign of every orientation test is that of real arithmetic on the
 * given coordinates (floating-point filter first, expansions where it cannot tell), so
 * duplicates, collinear and coplanar points need no tolerance and no corner is ever dropped or
 * moved. Points that are not corners (inside, inside an edge, inside a facet) are removed. */
#ifndef GD_HULL_H
#define GD_HULL_H

#include "growth_distance.h"
#include "math/vec.h"

/* Vertices up to which scanning all of them beats looking them up (measured: make bench).
 */
#define GD_HULL_SCAN_MAX 32u

/* Some directions and the vertices farthest along them: vertices.h. */
#define GD_HULL_CELL_ROOM 8u
#define GD_HULL_OPEN (UINT32_C(1) << 31)
typedef struct gd_hull_cell {
    uint32_t vertex[GD_HULL_CELL_ROOM]; /* rising; the last one again where there are fewer, and
                                           with GD_HULL_OPEN where not all are named */
} gd_hull_cell;

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
    gd_hull_cell* cells;      /* 6 grid^2, 64-byte aligned */
    uint32_t grid;            /* 0: few vertices, which are scanned */
    double volume;
    vec3 centroid;
} gd_hull;

/* A vertex of such blocks. */
GD_INLINE vec3 hull_corner(const double* corners, uint32_t i) {
    const double* at = corners + i + 2 * (i & ~3u);
    return make3(at[0], at[4], at[8]);
}

/* points are count * 3 finite doubles with |coordinate| <= GD_LENGTH_MAX. On success *hull is
 * owned by the caller. Returns GD_STATUS_OPTIMAL, GD_ERROR_TOO_FEW_POINTS (fewer than 4
 * different points), GD_ERROR_FLAT (no volume: exactly, or below rounding of the coordinates),
 * GD_ERROR_MEMORY. */
GD_SHARED gd_status gd_hull_build(const double* points, size_t count, gd_hull** hull);
GD_SHARED void gd_hull_free(gd_hull* hull);

/* The last step of building: numbers the corners so that neighbours lie near each other, and
 * derives adjacency, volume and centroid. Corner i of the triangles is points[origin[i]]. */
GD_INTERNAL gd_status gd_hull_from_surface(const double* points, const uint32_t* origin,
                                           uint32_t count, const uint32_t* triangles,
                                           uint32_t triangle_count, gd_hull** hull);

/* Steepest ascent over the surface's edges; with GD_HULL_OPEN where an edge does not fall for
 * certain, as along a straight row of corners: the way up may begin at its other end. So it ends,
 * too, at a vertex with more neighbours than `most`. */
GD_INTERNAL uint32_t gd_hull_climb(const gd_hull* hull, vec3 n, uint32_t from, uint32_t most);

/* The vertex farthest along a direction, climbing from one; where the climb cannot tell, or asking
 * all vertices is quicker than one's neighbours, all are asked. */
GD_SHARED uint32_t gd_hull_top(const gd_hull* hull, vec3 n, uint32_t from);

/* Outward normal of a triangle of the surface, of any length; 0 where it has no area. */
GD_SHARED vec3 gd_hull_normal(const gd_hull* hull, uint32_t triangle);

/* Distance from a point to the nearest facet plane: the inradius about an inside point; <= 0
 * when the point is not strictly inside. */
GD_SHARED double gd_hull_inradius(const gd_hull* hull, vec3 center);

/* The same in the plane: corners counter-clockwise, one allocation. */
typedef struct gd_polygon {
    uint32_t vertex_count;
    uint32_t padded_count;
    double* x;
    double* y;
    double area;
    vec2 centroid;
} gd_polygon;

GD_SHARED gd_status gd_polygon_build(const double* points, size_t count, gd_polygon** polygon);
GD_SHARED void gd_polygon_free(gd_polygon* polygon);
GD_SHARED double gd_polygon_inradius(const gd_polygon* polygon, vec2 center);

#endif
