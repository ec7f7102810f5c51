/* Sines, cosines and angles, computed from + - * / and sqrt alone. So the bits are equal on every
 * platform, which no C library's functions guarantee. */
#ifndef GD_TRIG_H
#define GD_TRIG_H

#include "math/vec.h"

/* pi/2 is split into parts of 23 bits. k times each part is exact for |k| < 2^30, which covers
 * |angle| <= 1.6e9. The parts together differ from pi/2 by less than 2^-95. */
#define TRIG_QUARTER_1 0x1.921fb4p+0
#define TRIG_QUARTER_2 0x1.4442dp-24
#define TRIG_QUARTER_3 0x1.846988p-48
#define TRIG_QUARTER_4 0x1.8cc514p-72
#define TRIG_QUARTER 0x1.921fb54442d18p+0
#define TRIG_PI 0x1.921fb54442d18p+1

/* angle - k pi/2 for an integer k. The first difference is exact if the result is below pi. Each
 * other one rounds by half a unit in the last place. */
GD_INLINE double trig_subtract_quarters(double angle, double k) {
    const double r = angle - k * TRIG_QUARTER_1;
    return ((r - k * TRIG_QUARTER_2) - k * TRIG_QUARTER_3) - k * TRIG_QUARTER_4;
}

/* Bound of the errors of rotation_of_angle, for |angle| <= GD_ANGLE_MAX. */
#define TRIG_ERROR (2.0 * GD_EPS)

/* Cosine and sine: reduce the angle to |r| <= pi/4, then evaluate Taylor polynomials.
 *
 * Both errors are below TRIG_ERROR = 2^-51. The unit of the following numbers is 2^-54, half a unit
 * in the last place below 1. The reduction rounds three times, by 1 each. The sine's polynomial
 * and its difference round by 1 each. The cosine's square rounds by 0.7, its quartic part by 0.2,
 * and its two sums by 1 each. The omitted terms are below 0.1. So the sum of all is
 * below 6.1. */
GD_INLINE rot2 rotation_of_angle(double angle) {
    const double k = floor(angle * 0x1.45f306dc9c883p-1 + 0.5);
    const double r = trig_subtract_quarters(angle, k);
    const double z = r * r, z2 = z * z, z4 = z2 * z2;
    /* Terms up to r^17 (sine) and r^16 (cosine); the next ones are below 2^-58. Two half sums
     * shorten the chain of dependent operations to about half of Horner's. */
    const double s =
        r - r * z *
                (((1.0 / 6.0 - z * (1.0 / 120.0)) + z2 * (1.0 / 5040.0 - z * (1.0 / 362880.0))) +
                 z4 * ((1.0 / 39916800.0 - z * (1.0 / 6227020800.0)) +
                       z2 * (1.0 / 1307674368000.0 - z * (1.0 / 355687428096000.0))));
    const double c =
        (1.0 - 0.5 * z) +
        z2 * (((1.0 / 24.0 - z * (1.0 / 720.0)) + z2 * (1.0 / 40320.0 - z * (1.0 / 3628800.0))) +
              z4 * ((1.0 / 479001600.0 - z * (1.0 / 87178291200.0)) +
                    z2 * (1.0 / 20922789888000.0)));
    const int quadrant = (int)(k - 4.0 * floor(k * 0.25));
    switch (quadrant) {
    case 1: return (rot2){-s, c};
    case 2: return (rot2){-c, -s};
    case 3: return (rot2){s, -c};
    default: return (rot2){c, s};
    }
}

/* The angle less the nearest number of full turns, for |angle| <= 2^31. The error is below 2^-50:
 * three roundings of a number up to pi. The result is from -pi to pi. Next to half a turn the
 * rounded number of turns may be off by one; the result then exceeds pi by less than 2^-21. */
GD_INLINE double angle_reduced(double angle) {
    const double turns = floor(angle * (0.25 / TRIG_QUARTER) + 0.5);
    return trig_subtract_quarters(angle, 4.0 * turns);
}

/* The angle of the vector (x, y) with y >= 0, from 0 to pi; 0 for the zero vector. The squares must
 * neither overflow nor lose the larger coordinate.
 *
 * A rational guess is within 0.004. Each step adds the angle d between the guess and the vector,
 * from its sine: asin d = d + d^3/6 + 3 d^5/40 + ... The first step leaves 3/40 * 0.004^5 < 2^-43,
 * the second only rounding. The relative error is below 8 GD_EPS. If the angle is small, y, x, c
 * and s have relative errors of at most 2 GD_EPS. So the error of d is 5 GD_EPS times the angle. */
static GD_NOINLINE double angle_of(double y, double x) {
    const double length = sqrt(x * x + y * y);
    if (!(length > 0.0)) return 0.0;
    const double s = y / length, c = x / length, cosine = fabs(c);
    const double ratio = s < cosine ? s / cosine : cosine / s;
    double angle = ratio * (0.25 * TRIG_PI + 0.273 * (1.0 - ratio));
    if (!(s < cosine)) angle = TRIG_QUARTER - angle;
    if (c < 0.0) angle = TRIG_PI - angle;
    for (int i = 0; i < 2; i++) {
        const rot2 q = rotation_of_angle(angle);
        const double d = s * q.c - c * q.s;
        angle += d + d * d * d * (1.0 / 6.0);
    }
    return angle;
}

#endif
