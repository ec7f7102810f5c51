/* Orientation tests whose sign is that of real arithmetic on the given doubles. */
#ifndef GD_PREDICATES_H
#define GD_PREDICATES_H

#include "math/vec.h"

/* Power of two that brings a magnitude into (1/2, 1]; below 2^-1000 as near as one factor can. */
GD_INLINE double exact_unit(double magnitude) {
    double unit = 1.0;
    while (magnitude * unit > 1.0)
        unit *= 0.5;
    while (magnitude * unit <= 0.5 && unit < 0x1p1000)
        unit *= 2.0;
    return unit;
}

/* Brings a coordinate where signs are exact: times unit, to a multiple of 2^-342, so that the last
 * bit of no product of three differences underflows. Only what is smaller than 2^-290 of the whole
 * is rounded; without it, signs contradict each other and no algorithm survives. */
GD_INLINE double exact_snap(double unit, double x) {
    const double scaled = unit * x;
    return fabs(scaled) < 0x1p-290 ? (scaled + 0x1.8p-288) - 0x1.8p-288 : scaled;
}

/* Sign of det(b - a, c - a, d - a): 1 when a, b, c turn counter-clockwise seen from d, -1 when
 * clockwise, 0 when the four lie in a plane. Exact for coordinates that exact_snap returned. */
GD_INTERNAL int gd_orient3(vec3 a, vec3 b, vec3 c, vec3 d);

/* Sign of det(b - a, c - a): 1 when a, b, c turn counter-clockwise; exact likewise. */
GD_INTERNAL int gd_orient2(vec2 a, vec2 b, vec2 c);

/* Six times the volume of the tetrahedron: the determinant of gd_orient3, by doubles (effort 0),
 * pairs of doubles (1) or to a few units in the last place (2). *error is a bound. */
GD_INTERNAL double gd_volume3(vec3 a, vec3 b, vec3 c, vec3 d, int effort, double* error);

/* Twice the area of the triangle: the determinant of gd_orient2, by pairs of doubles. */
GD_INTERNAL double gd_area2(vec2 a, vec2 b, vec2 c);

#endif
