/* Shapes as conic sets: the constraints of DCol. Source: Tracy, Howell and Manchester 2023,
 * Differentiable collision detection for a set of convex primitives; [G] Table I.
 *
 * The shape scaled by s about its centre is the set of q (local, relative to the centre) for which
 * an auxiliary vector xi satisfies these constraints:
 *    core:  rows  s + row . xi >= 0   and one second-order cone  (s cone_s + cone xi),
 *    ball:  (s, b(q, xi) + s gap) in the second-order cone.
 *
 * The auxiliary's kind, below, defines xi and its relation to q. All rows and cones are scaled so
 * that at the centre (q = 0, xi = 0) each has slack s. So a larger s enters all of them. */
#ifndef GD_CONIC_H
#define GD_CONIC_H

#include "shapes/shape.h"

/* The most rows of a pair; queries do not allocate memory, so larger hulls are refused. */
#define CONIC_ROWS_MAX 1024

typedef enum conic_aux {
    CONIC_NONE, /* core on xi = q, or a ball alone on q / radius */
    CONIC_AXIS, /* capsule: xi.x is the position on the axis in half heights; ball on (q - axis
                   xi.x) / radius */
    CONIC_BALL, /* rounded core on xi = q - radius * omega; ball on omega */
} conic_aux;

typedef struct conic_set {
    conic_aux aux;
    bool core;
    bool ball;
    double radius; /* of the ball, in units */
    double axis;   /* half height of a capsule, in units */
    vec3 gap;      /* from the ball's centre to the shape's, in radii */
    bool coned; /* the core has a cone: first component from cone_ts and cone_t, others from cone_xs
                   and cone_x */
    double cone_ts;
    vec3 cone_t; /* t = s cone_ts + cone_t . xi */
    vec3 cone_xs;
    mat3 cone_x; /* x = s cone_xs + cone_x xi */
    uint32_t row_count;
} conic_set;

/* Describes a shape, with lengths divided by unit, and stores its rows. Returns false if the method
 * does not support the shape, or if it has more than `capacity` rows. */
GD_INTERNAL bool gd_conic_of(const gd_shape* shape, double unit, conic_set* set, vec3* rows,
                             uint32_t capacity);

/* A point of the shape near x, given a point `core` near x's part in the core. Both are relative to
 * the centre, and a point of the shape stays unchanged, up to rounding of the shape's coordinates.
 * For a hull, `core` must satisfy the rows. */
GD_INTERNAL vec3 gd_conic_hold(const gd_shape* shape, vec3 x, vec3 core);

#endif
