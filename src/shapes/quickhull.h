/* Constructs convex hulls of points, and measures them.
 *
 * Construction is exact: the sign of every orientation test equals the sign of the real determinant
 * of the given coordinates. A floating-point filter decides most tests, expansions the rest.
 * Therefore duplicate, collinear and coplanar points need no tolerance, and no corner is dropped or
 * moved. Points inside the hull, a facet or an edge are removed. */
#ifndef GD_QUICKHULL_H
#define GD_QUICKHULL_H

#include "shapes/hull.h"

/* Builds the hull of count points: 3 * count finite doubles with |coordinate| <= GD_LENGTH_MAX. On
 * success the caller owns *hull; otherwise *hull is NULL.
 *
 * Returns GD_STATUS_OPTIMAL, GD_ERROR_TOO_FEW_POINTS (fewer than 4 different points), GD_ERROR_FLAT
 * (no volume: exactly, or up to the rounding of the coordinates), or GD_ERROR_MEMORY. */
GD_INTERNAL gd_status gd_hull_build(const double* points, size_t count, gd_hull** hull);

/* The same for points that gd_hull_build found to be flat or too few; any number from 1. */
GD_INTERNAL gd_status gd_flat_hull_build(const double* points, size_t count, gd_hull** hull);
GD_INTERNAL void gd_hull_free(gd_hull* hull);

/* Outward normal of a triangle of the surface: twice the area long, 0 if it has no area. */
GD_INTERNAL vec3 gd_hull_normal(const gd_hull* hull, uint32_t triangle);

/* Distance from a point to the nearest facet plane: for a point inside, the radius of the largest
 * ball about it. <= 0 if the point is not strictly inside. */
GD_INTERNAL double gd_hull_inradius(const gd_hull* hull, vec3 center);

/* The same for polygons: points are 2 * count doubles, at least 3 of them different. */
GD_INTERNAL gd_status gd_polygon_build(const double* points, size_t count, gd_polygon** polygon);
GD_INTERNAL gd_status gd_flat_polygon_build(const double* points, size_t count,
                                            gd_polygon** polygon);

/* The corners of the hull of 2D points: indices in counter-clockwise order. loop has room for count
 * indices. Returns their number, or 0 if out of memory. Exact for coordinates from exact_snap. */
GD_INTERNAL uint32_t gd_polygon_loop(const double* points, uint32_t count, uint32_t* loop);
GD_INTERNAL void gd_polygon_free(gd_polygon* polygon);
GD_INTERNAL double gd_polygon_inradius(const gd_polygon* polygon, vec2 center);

#endif
