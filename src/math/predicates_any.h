/* Orientation tests with exact signs for all finite doubles; see predicates.h. */
#ifndef GD_PREDICATES_ANY_H
#define GD_PREDICATES_ANY_H

#include "math/predicates.h"

GD_INTERNAL int gd_orient3_any(vec3 a, vec3 b, vec3 c, vec3 d);
GD_INTERNAL int gd_orient2_any(vec2 a, vec2 b, vec2 c);

#endif
