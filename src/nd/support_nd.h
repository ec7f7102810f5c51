/* A posed set as its support function, in any dimension: what the n-D solvers see of a shape.
 *
 * Vectors are arrays of n doubles. Support points are in world axes, relative to the set's centre
 * or, when `offset` is given, to the world origin. */
#ifndef GD_SUPPORT_ND_H
#define GD_SUPPORT_ND_H

#include "math/pose.h"
#include "math/vec_nd.h"
#include "shapes/shape.h"

typedef struct gd_support_nd {
    const gd_shape* shape;
    int n;
    bool turned;            /* a pose of two or three dimensions, which may rotate */
    frame3 frame;           /* then; */
    const double* position; /* otherwise */
    const double* offset;   /* world centre, added to support points; NULL: none */
    double held;            /* radius of a ball inside about the point they count from, if known */
} gd_support_nd;

GD_INLINE int support_nd_dimension(const gd_shape* shape) {
    return shape->nd_set.dimension ? shape->nd_set.dimension : shape->dimension;
}

/* A half-space: it has no support points. */
GD_INLINE bool support_nd_unbounded(const gd_shape* shape) {
    return shape->bound_radius < 0.0;
}

/* False when the pose is refused. */
GD_INTERNAL bool gd_support_nd_init(gd_support_nd* set, const gd_shape* shape, const double* pose);

/* The centre in the world. */
GD_INTERNAL void gd_support_nd_center(const gd_support_nd* set, double* center);

/* A point of the set, local axes turned as support points are, relative to the centre: the middle
 * of its ball, or the mean of a point set with a given centre, whose hull need not hold that. */
GD_INTERNAL void gd_support_nd_member(const gd_support_nd* set, double* point);

/* Whether the centre need not be in the set: given for points, or beside a flat set. */
GD_INTERNAL bool gd_support_nd_outside_center(const gd_support_nd* set);

/* Makes support points count from a point of the set for sure, which goes to center, world: its
 * centre, or where that need not be one, gd_support_nd_member's. offset is the set's to keep: n
 * doubles.
 */
GD_INTERNAL void gd_support_nd_recenter(gd_support_nd* set, double* center, double* offset);

/* Centre, relative as support points are, and radius (returned, >= 0) of a ball inside the set. */
GD_INTERNAL double gd_support_nd_ball(const gd_support_nd* set, double* center);

/* The support point for sign * direction; the direction has length 1. */
GD_INTERNAL void gd_support_nd_point(gd_support_nd* set, const double* direction, double sign,
                                     double* s);

#endif
