/* Balls inside and around a core: what growth needs to know of a shape's centre. */
#ifndef GD_CORE_H
#define GD_CORE_H

#include "shapes/shape.h"

/* Whether the core has an interior: box, ellipsoid, cylinder, frustum, hull, polygon. */
GD_INTERNAL bool gd_core_has_interior(const gd_shape* shape);

/* Distance of the centre to the surface of a core with an interior; <= 0 when not inside. */
GD_SHARED double gd_core_depth(const gd_shape* shape);

/* Point of a core without interior nearest to the centre, local frame. */
GD_INTERNAL vec3 gd_core_nearest(const gd_shape* shape);

/* Radius of a ball about the centre that holds the core. */
GD_INTERNAL double gd_core_bound(const gd_shape* shape);

/* What tells pairs at a glance: reach, grasp, hold and spread. */
GD_INTERNAL void gd_core_measure(gd_shape* shape);

#endif
