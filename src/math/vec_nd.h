/* Vectors of any dimension, stored as arrays of n doubles. */
#ifndef GD_VEC_ND_H
#define GD_VEC_ND_H

#include "math/base.h"

GD_INLINE double dot_n(int n, const double* a, const double* b) {
    double sum = 0.0;
    for (int i = 0; i < n; i++)
        sum += a[i] * b[i];
    return sum;
}

/* Length without intermediate overflow or underflow. */
GD_INTERNAL double gd_length_n(int n, const double* a);

/* Normalises a in place. Returns false if a is zero or not finite. Divides by the largest component
 * first, because 1 / length could overflow. */
GD_INTERNAL bool gd_normalize_n(int n, double* a);

#endif
