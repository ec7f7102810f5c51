/* Orientation tests with exact signs: the result is the sign of the real determinant of the given
 * doubles. */
#ifndef GD_PREDICATES_H
#define GD_PREDICATES_H

#include "math/vec.h"

/* The power of two that scales a magnitude into (1/2, 1], limited to 2^1000 for magnitudes below
 * 2^-1000. */
GD_INLINE double exact_unit(double magnitude) {
    double unit = 1.0;
    while (magnitude * unit > 1.0)
        unit *= 0.5;
    while (magnitude * unit <= 0.5 && unit < 0x1p1000)
        unit *= 2.0;
    return unit;
}

/* Scales a coordinate by unit and rounds it to a multiple of 2^-342. Then no product of three
 * differences loses bits to underflow, and all orientation signs are exact and consistent. Only
 * coordinates below 2^-290 of the largest change. */
GD_INLINE double exact_snap(double unit, double x) {
    const double scaled = unit * x;
    return fabs(scaled) < 0x1p-290 ? (scaled + 0x1.8p-288) - 0x1.8p-288 : scaled;
}

/* Sign of det(b - a, c - a, d - a): 1 if a, b, c turn counter-clockwise seen from d, -1 if they
 * turn clockwise, 0 if the four points are coplanar. Exact for coordinates from exact_snap. */
GD_INTERNAL int gd_orient3(vec3 a, vec3 b, vec3 c, vec3 d);

/* The vector to - from, which is not rounded. */
typedef struct exact_edge {
    vec3 from, to;
} exact_edge;

/* Sign of the determinant of three edges, in the range of gd_orient3. */
GD_INTERNAL int gd_turn3(const exact_edge edge[3]);

/* Sign of det(b - a, c - a): 1 if a, b, c turn counter-clockwise, -1 if clockwise, 0 if collinear.
 * Exact for coordinates from exact_snap. */
GD_INTERNAL int gd_orient2(vec2 a, vec2 b, vec2 c);

/* Six times the signed volume of the tetrahedron: the determinant whose sign gd_orient3 returns.
 * effort selects doubles (0), pairs of doubles (1) or a few units in the last place (2). *error
 * receives an error bound. */
GD_INTERNAL double gd_volume3(vec3 a, vec3 b, vec3 c, vec3 d, int effort, double* error);

/* Twice the signed area of the triangle: the determinant whose sign gd_orient2 returns, in pairs of
 * doubles. */
GD_INTERNAL double gd_area2(vec2 a, vec2 b, vec2 c);

/* The cross product of two edges, in pairs of doubles: also accurate if they are nearly parallel.
 */
GD_INTERNAL vec3 gd_edge_cross(exact_edge e, exact_edge f);

#endif
