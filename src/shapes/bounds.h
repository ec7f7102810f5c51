/* Balls inside and around a core. Growth scales a shape about its centre, so both balls refer to
 * it. */
#ifndef GD_BOUNDS_H
#define GD_BOUNDS_H

#include "shapes/shape.h"

/* Whether the core is a box, ellipsoid, cylinder, frustum, hull or polygon with an interior. For
 * composite and smooth cores, composite_bounds.c decides. */
GD_INTERNAL bool gd_core_has_interior(const gd_shape* shape);

/* Distance from the centre to the surface of a core with an interior; <= 0 if the centre is not
 * strictly inside. */
GD_INTERNAL double gd_core_depth(const gd_shape* shape);

/* Point nearest to the centre of a core without interior, in the local frame. */
GD_INTERNAL vec3 gd_core_nearest(const gd_shape* shape);

/* Radius of a ball about the centre that contains the core. */
GD_INTERNAL double gd_core_bound(const gd_shape* shape);

/* Computes the fields of gd_shape that early outs use: radii of balls inside and around the shape,
 * and its ellipsoid proxy. */
GD_INTERNAL void gd_core_measure(gd_shape* shape);

#endif
