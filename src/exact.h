/* Orientation tests whose sign is that of real arithmetic on the given doubles. */
#ifndef GD_EXACT_H
#define GD_EXACT_H

#include "vec.h"

/* Sign of det(b - a, c - a, d - a): 1 when a, b, c turn counter-clockwise seen from d, -1 when
 * clockwise, 0 when the four lie in a plane. Exact for coordinates of magnitude at most 1 as long
 * as no product of three of their differences underflows (all above 1e-90 do). */
GD_INTERNAL int gd_orient3(vec3 a, vec3 b, vec3 c, vec3 d);

/* Sign of det(b - a, c - a): 1 when a, b, c turn counter-clockwise; exact likewise. */
GD_INTERNAL int gd_orient2(vec2 a, vec2 b, vec2 c);

#endif
