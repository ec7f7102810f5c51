/* A ball about a shape's centre inside its core, from support points alone. */
#ifndef GD_INSCRIBE_H
#define GD_INSCRIBE_H

#include "shape.h"

/* Distance of the centre to the surface of a polytope inside the core, refined where it is nearest:
 * positive when the centre is inside, <= 0 when it is not known to be. GD_ERROR_FLAT when the core
 * has no interior, GD_ERROR_MEMORY. inner is a point of the core near the centre, relative to it.
 */
GD_SHARED gd_status gd_inscribe(const gd_shape* shape, double* depth, vec3* inner);

#endif
