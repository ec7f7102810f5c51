/* The hull of points that are flat up to rounding; quickhull.c completes it. */
#ifndef GD_FLAT_HULL_H
#define GD_FLAT_HULL_H

#include "shapes/hull.h"

/* Finds points that span a simplex of the greatest dimension: a point (0) to a tetrahedron (3).
 * Exact for coordinates from exact_snap. Returns the dimension, and the points in corner. */
GD_INTERNAL int gd_flat_hull_simplex(const vec3* points, uint32_t count, uint32_t corner[4]);

/* The corners of exactly coplanar points, in order; dimension and corner as from
 * gd_flat_hull_simplex. loop has room for count indices. Returns the number of corners, or 0 if out
 * of memory. */
GD_INTERNAL uint32_t gd_flat_hull_loop(const vec3* points, uint32_t count, int dimension,
                                       const uint32_t corner[4], uint32_t* loop);

/* Covers a polygon of count corners by 2 count - 4 triangles, half of them from each side, three
 * indices each. In between the two sides, the surface is closed. Returns their number. */
GD_INTERNAL uint32_t gd_flat_hull_cover(uint32_t count, uint32_t* triangles);

/* Centroid of a flat hull: of its area, or the middle if it is collinear up to rounding. */
GD_INTERNAL vec3 gd_flat_hull_centroid(const gd_hull* hull);

#endif
