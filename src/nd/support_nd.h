/* A posed set as its support function, in any dimension: what the n-D solvers see of a shape.
 *
 * Vectors are arrays of n doubles. Support points are in world axes, relative to the set's centre
 * or, when `offset` is given, to the world origin. */
#ifndef GD_NSET_H
#define GD_NSET_H

#include "math/pose.h"
#include "shapes/shape.h"

typedef struct gd_nset {
    const gd_shape* shape;
    int n;
    bool turned;            /* a pose of two or three dimensions, which may rotate */
    frame3 frame;           /* then; */
    const double* position; /* otherwise */
    const double* offset;   /* world centre, added to support points; NULL: none */
    double held;            /* radius of a ball inside about the point they count from, if known */
} gd_nset;

GD_INLINE int nset_dimension(const gd_shape* shape) {
    return shape->nd ? shape->nd : shape->dimension;
}

/* A half-space: it has no support points. */
GD_INLINE bool nset_unbounded(const gd_shape* shape) {
    return shape->bound_radius < 0.0;
}

/* False when the pose is refused. */
GD_INTERNAL bool gd_nset_init(gd_nset* set, const gd_shape* shape, const double* pose);

/* The centre in the world. */
GD_INTERNAL void gd_nset_center(const gd_nset* set, double* center);

/* A point of the set, local axes turned as support points are, relative to the centre: the middle
 * of its ball, or the mean of a point set with a given centre, whose hull need not hold that. */
GD_INTERNAL void gd_nset_member(const gd_nset* set, double* point);

/* Whether the centre need not be in the set: given for points, or beside a flat set. */
GD_INTERNAL bool gd_nset_astray(const gd_nset* set);

/* Makes support points count from a point of the set for sure, which goes to center, world: its
 * centre, or where that need not be one, gd_nset_member's. offset is the set's to keep: n doubles.
 */
GD_INTERNAL void gd_nset_recenter(gd_nset* set, double* center, double* offset);

/* Centre, relative as support points are, and radius (returned, >= 0) of a ball inside the set. */
GD_INTERNAL double gd_nset_ball(const gd_nset* set, double* center);

/* The support point for sign * direction; the direction has length 1. */
GD_INTERNAL void gd_nset_support(gd_nset* set, const double* direction, double sign, double* s);

/* ---- vectors of n doubles ---------------------------------------------------------------- */

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
