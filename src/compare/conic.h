/* Shapes as conic sets: the constraints of DCol ([G] Tab. I; Tracy, Howell, Manchester 2023,
 * Differentiable collision detection for a set of convex primitives).
 *
 * The shape scaled by s about its centre is the set of q (local, from the centre) for which an
 * auxiliary xi exists with
 *     core:  rows  s + row . xi >= 0   and one second-order cone  (s cone_s + cone xi),
 *     ball:  (s, b(q, xi) + s gap) in the second-order cone.
 * What xi is and how q enters depends on the kind of auxiliary below. All rows and cones are
 * scaled so that at the centre (q = 0, xi = 0) each has slack s: growing s enters all of them. */
#ifndef GD_CONIC_H
#define GD_CONIC_H

#include "shapes/shape.h"

/* Rows of one pair at most: more facets would need memory that a query does not have. */
#define CONIC_ROWS_MAX 1024

typedef enum conic_aux {
    CONIC_NONE, /* core on xi = q, or a ball alone on q / radius */
    CONIC_AXIS, /* a capsule: xi.x along its axis in half heights; ball on (q - axis xi.x) / radius
                 */
    CONIC_BALL, /* a rounded core on xi = q - radius * omega; ball on omega */
} conic_aux;

typedef struct conic_set {
    conic_aux aux;
    bool core;
    bool ball;
    double radius; /* of the ball, in units */
    double axis;   /* half height of a capsule, in units */
    vec3 gap;      /* from the ball's centre to the shape's, in radii */
    bool coned;    /* the core has a cone: first components (t_s, t), others (x_s, x) */
    double cone_ts;
    vec3 cone_t; /* t = s cone_ts + cone_t . xi */
    vec3 cone_xs;
    mat3 cone_x; /* x = s cone_xs + cone_x xi */
    uint32_t row_count;
} conic_set;

/* The constraints of a shape, lengths divided by unit; the rows go to the given place. False when
 * the shape is not one of the method's, or has more rows than there is room for. */
GD_INTERNAL bool gd_conic_of(const gd_shape* shape, double unit, conic_set* set, vec3* rows,
                             uint32_t capacity);

/* A point of the shape near x, given a point near the part of x in the core; all about the centre,
 * and up to the rounding of the shape's coordinates. A point of the shape stays where it is. That
 * the core's point satisfies the rows of a hull is taken for granted. */
GD_INTERNAL vec3 gd_conic_hold(const gd_shape* shape, vec3 x, vec3 core);

#endif
