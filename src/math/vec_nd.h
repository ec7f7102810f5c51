/* Vectors of any dimension: arrays of n doubles. */
#ifndef GD_VEC_ND_H
#define GD_VEC_ND_H

#include "math/base.h"

GD_INLINE double dot_n(int n, const double* a, const double* b) {
    double sum = 0.0;
    for (int i = 0; i < n; i++)
        sum += a[i] * b[i];
    return sum;
}

/* Length without overflow or underflow. */
GD_INTERNAL double gd_length_n(int n, const double* a);

/* a becomes a unit vector; false when it is zero or not finite. Divided by its largest component
 * first, because 1 / length may overflow. */
GD_INTERNAL bool gd_normalize_n(int n, double* a);

#endif
