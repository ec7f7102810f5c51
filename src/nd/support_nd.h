/* A posed set as its support function, in any dimension: the only view that n-D solvers have of a
 * shape.
 *
 * Vectors are arrays of n doubles. Support points are in world axes and relative to a reference
 * point: the set's centre or, if `offset` is set, the centre minus offset. */
#ifndef GD_SUPPORT_ND_H
#define GD_SUPPORT_ND_H

#include "math/pose.h"
#include "math/vec_nd.h"
#include "shapes/shape.h"

typedef struct gd_support_nd {
    const gd_shape* shape;
    int n;
    bool turned;            /* the pose has 2 or 3 dimensions and may rotate */
    frame3 frame;           /* the pose if turned */
    const double* position; /* the pose if not turned */
    const double* offset;   /* added to support points; NULL: none */
    double held;            /* radius of a ball in the set about the reference point; 0: unknown */
} gd_support_nd;

GD_INLINE int support_nd_dimension(const gd_shape* shape) {
    return shape->nd_set.dimension ? shape->nd_set.dimension : shape->dimension;
}

/* Whether the set is a half-space, which has no support points. */
GD_INLINE bool support_nd_unbounded(const gd_shape* shape) {
    return shape->bound_radius < 0.0;
}

/* Returns false if the pose is not valid. */
GD_INTERNAL bool gd_support_nd_init(gd_support_nd* set, const gd_shape* shape, const double* pose);

/* The centre in world coordinates. */
GD_INTERNAL void gd_support_nd_center(const gd_support_nd* set, double* center);

/* A point of the set, relative to the centre, in world axes. It is the centre of the set's ball, or
 * the mean of a point set with a given centre, which may be outside the hull. */
GD_INTERNAL void gd_support_nd_member(const gd_support_nd* set, double* point);

/* Whether the centre may be outside the set: given for a point set, or beside a flat set. */
GD_INTERNAL bool gd_support_nd_outside_center(const gd_support_nd* set);

/* Makes support points relative to a point that is surely in the set, and stores it in center
 * (world). It is the centre or, if that may be outside, gd_support_nd_member's point. The set keeps
 * offset, n doubles. */
GD_INTERNAL void gd_support_nd_recenter(gd_support_nd* set, double* center, double* offset);

/* Stores the centre of a ball in the set, relative to the same reference point; returns its radius
 * >= 0. */
GD_INTERNAL double gd_support_nd_ball(const gd_support_nd* set, double* center);

/* The support point along sign * direction; direction is a unit vector. */
GD_INTERNAL void gd_support_nd_point(gd_support_nd* set, const double* direction, double sign,
                                     double* s);

#endif
