/* Two shapes that translate and rotate uniformly: their places, the gap along a normal, and bounds
 * of its second derivative. Source: docs/algorithms.md, Times of impact.
 *
 * Time runs from 0 to 1: velocities are multiplied by the motion's max_time. Positions are relative
 * to A's position at the same time, so far origins cancel. A half-space is a point with the radius
 * offset, and its normal is the only one.
 *
 * g_n(t) = n.p(t) - h_A(n) - h_B(-n) - target is at most the distance less the target, for every
 * unit n. Bounds of its derivatives need the cores only: balls add a constant. Here an ellipsoid is
 * a smaller core and a ball, too. */
#ifndef GD_MOVING_PAIR_H
#define GD_MOVING_PAIR_H

#include "math/pose.h"
#include "shapes/support.h"

typedef struct moving_body {
    const gd_shape* shape;
    mat3 start, sine, cosine; /* R(t) = start + sin(rate t) sine + (1 - cos(rate t)) cosine */
    vec3 axis;                /* unit, world */
    double rate;              /* radians from 0 to 1; 0 if the body looks the same at all times */
    double turn[4];           /* its rotation at 0: unit quaternion; 2D: the angle */
    double radius;            /* of the ball added to the core; half-space: its offset */
    double reach;             /* no core point is farther from the local origin */
    double across;            /* or from the axis through it */
} moving_body;

typedef struct moving_pair {
    moving_body a, b;
    int dimension;
    vec3 p, v;     /* from A's position to B's at time 0, and its change until 1 */
    double target; /* the distance that counts as contact */
    double radius; /* both radii and the target */
    double size;   /* bounding radii about the local origins, and the target */
    double bound;  /* the same; infinite with a half-space */
    /* Rounding of a gap, and its growth until 1: without positions, and as a part of them. */
    double error, error_growth, position_error, position_error_growth;
    uint32_t hint_a, hint_b;
} moving_pair;

/* Both bodies at one time. */
typedef struct moving_place {
    double t;
    mat3 a, b;
    vec3 p;
    double error; /* of a gap: rounding of this place and of support values */
} moving_place;

/* The gap along a normal at a place. */
typedef struct moving_gap {
    double g;  /* at most the gap of the exact motion: the error is subtracted */
    vec3 a, b; /* support points of the cores, in their own frames */
} moving_gap;

/* Returns OPTIMAL, or GD_ERROR_POSE. The motion is valid. */
GD_INTERNAL gd_status gd_moving_pair_init(moving_pair* m, const gd_query* query,
                                          const gd_motion* motion);

/* The poses at a time, with A's position at the origin, for queries that take poses. */
GD_INTERNAL void gd_moving_poses(const moving_pair* m, double t, double pose_a[7],
                                 double pose_b[7]);

/* A time until which bounding balls prove the pair free, from 0 to 1. 0 if they prove nothing. */
GD_INTERNAL double gd_moving_balls_free(const moving_pair* m, vec3* normal);

/* A normal that turns from n at t to n2 at t2 by omega, radians from 0 to 1. */
typedef struct moving_turn {
    vec3 omega, n, n2;
    double t, t2;
} moving_turn;

/* Bounds of the second derivative of the gap between every pair of core points: for a fixed
 * normal, and for one that turns, on [t, t2]. At least 0. */
GD_INTERNAL double gd_moving_curvature(const moving_pair* m, vec3 n);
GD_INTERNAL double gd_moving_curvature_turning(const moving_pair* m, const moving_turn* turn);

/* Bound of the rate at which the gap falls on [t, t2] while n turns by omega. */
GD_INTERNAL double gd_moving_fall(const moving_pair* m, vec3 omega, double t, double t2);

/* n turned by angle about the unit axis. */
GD_INLINE vec3 moving_turned(vec3 n, vec3 axis, double angle) {
    const rot2 q = rotation_of_angle(angle);
    const vec3 s = cross3(axis, n), c = cross3(axis, s);
    return madd3(madd3(n, q.s, s), 1.0 - q.c, c);
}

/* Whether the body is a half-space. */
GD_INLINE bool moving_is_halfspace(const moving_body* body) {
    return body->shape->core == GD_CORE_HALFSPACE;
}

GD_INLINE mat3 moving_rotation(const moving_body* body, double t) {
    if (body->rate == 0.0) return body->start;
    const rot2 q = rotation_of_angle(body->rate * t);
    const double f = 1.0 - q.c;
    const mat3 *r = &body->start, *s = &body->sine, *c = &body->cosine;
    return (mat3){madd3(madd3(r->cx, q.s, s->cx), f, c->cx),
                  madd3(madd3(r->cy, q.s, s->cy), f, c->cy),
                  madd3(madd3(r->cz, q.s, s->cz), f, c->cz)};
}

/* Rounding errors of a gap in units of GD_EPS, relative to: the vector between the positions and
 * its change, a radius, a core's reach, a core's reach times its angle. The greatest ones of 4e6
 * random places are 1.7, 1, 5.0 and 0.7. Composite cores add the rounding of their parts. The
 * normal of a half-space is no free choice: there the errors of its rotation count for all lengths.
 */
#define MOVING_ERROR_POSITION 4.0
#define MOVING_ERROR_RADIUS 4.0
#define MOVING_ERROR_REACH 12.0
#define MOVING_ERROR_COMPOSITE 48.0
#define MOVING_ERROR_ANGLE 2.5

GD_INLINE moving_place moving_at(const moving_pair* m, double t) {
    moving_place at;
    at.t = t;
    at.a = moving_rotation(&m->a, t);
    at.b = moving_rotation(&m->b, t);
    at.p = madd3(m->p, t, m->v);
    const double far = max_abs3(at.p) + max_abs3(m->v) * t;
    at.error =
        (m->error + t * m->error_growth) + (m->position_error + t * m->position_error_growth) * far;
    return at;
}

GD_INLINE vec3 moving_support(const moving_body* body, vec3 n, uint32_t* hint) {
    if (moving_is_halfspace(body)) return make3(0.0, 0.0, 0.0);
    return core_support(body->shape, n, hint);
}

GD_INLINE moving_gap moving_gap_at(moving_pair* m, const moving_place* at, vec3 n) {
    moving_gap gap;
    const vec3 la = inv_rotate(&at->a, n), lb = neg3(inv_rotate(&at->b, n));
    gap.a = moving_support(&m->a, la, &m->hint_a);
    gap.b = moving_support(&m->b, lb, &m->hint_b);
    gap.g = dot3(n, at->p) - dot3(la, gap.a) - dot3(lb, gap.b) - m->radius - at->error;
    return gap;
}

/* The rate of the gap between a point of A and a point of B, both world and relative to their
 * body's position, while n turns by omega. */
GD_INLINE double moving_rate(const moving_pair* m, const moving_place* at, vec3 n, vec3 omega,
                             vec3 a, vec3 b) {
    const vec3 spin_a = madd3(neg3(omega), m->a.rate, m->a.axis);
    const vec3 spin_b = madd3(neg3(omega), m->b.rate, m->b.axis);
    const vec3 v = sub3(m->v, cross3(omega, at->p));
    return dot3(n, add3(sub3(v, cross3(spin_a, a)), cross3(spin_b, b)));
}

#endif
