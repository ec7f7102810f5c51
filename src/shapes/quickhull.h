/* Making convex hulls of points, and measuring them.
 *
 * Construction is exact: the sign of every orientation test is that of real arithmetic on the
 * given coordinates (floating-point filter first, expansions where it cannot tell), so
 * duplicates, collinear and coplanar points need no tolerance and no corner is ever dropped or
 * moved. Points that are not corners (inside, inside an edge, inside a facet) are removed. */
#ifndef GD_QUICKHULL_H
#define GD_QUICKHULL_H

#include "shapes/hull.h"

/* points are count * 3 finite doubles with |coordinate| <= GD_LENGTH_MAX. On success *hull is
 * owned by the caller. Returns GD_STATUS_OPTIMAL, GD_ERROR_TOO_FEW_POINTS (fewer than 4
 * different points), GD_ERROR_FLAT (no volume: exactly, or below rounding of the coordinates),
 * GD_ERROR_MEMORY. */
GD_INTERNAL gd_status gd_hull_build(const double* points, size_t count, gd_hull** hull);
GD_INTERNAL void gd_hull_free(gd_hull* hull);

/* Outward normal of a triangle of the surface, of any length; 0 where it has no area. */
GD_INTERNAL vec3 gd_hull_normal(const gd_hull* hull, uint32_t triangle);

/* Distance from a point to the nearest facet plane: the inradius about an inside point; <= 0
 * when the point is not strictly inside. */
GD_INTERNAL double gd_hull_inradius(const gd_hull* hull, vec3 center);

/* The same in 2D. */
GD_INTERNAL gd_status gd_polygon_build(const double* points, size_t count, gd_polygon** polygon);
GD_INTERNAL void gd_polygon_free(gd_polygon* polygon);
GD_INTERNAL double gd_polygon_inradius(const gd_polygon* polygon, vec2 center);

#endif
