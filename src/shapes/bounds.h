/* Balls inside and around a core: what growth needs to know of a shape's centre. */
#ifndef GD_BOUNDS_H
#define GD_BOUNDS_H

#include "shapes/shape.h"

/* Whether the core has an interior: box, ellipsoid, cylinder, frustum, hull, polygon. */
GD_INTERNAL bool gd_core_has_interior(const gd_shape* shape);

/* Distance of the centre to the surface of a core with an interior; <= 0 when not inside. */
GD_INTERNAL double gd_core_depth(const gd_shape* shape);

/* Point of a core without interior nearest to the centre, local frame. */
GD_INTERNAL vec3 gd_core_nearest(const gd_shape* shape);

/* Radius of a ball about the centre that holds the core. */
GD_INTERNAL double gd_core_bound(const gd_shape* shape);

/* What early outs need: the balls inside and around the shape, and its ellipsoid proxy. */
GD_INTERNAL void gd_core_measure(gd_shape* shape);

#endif
