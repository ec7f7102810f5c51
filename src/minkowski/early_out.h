/* Booleans at a glance: two tests that answer most pairs without a solver.
 *
 * Balls about the local origins need no rotation: the two positions tell whether those that hold
 * the shapes are apart, or those inside them meet. Then one plane in space: seen as ellipsoids as
 * wide as their boxes, with matrices Q_A and Q_B, two shapes are parted best about where n = (Q_A +
 * Q_B)^-1 p for the vector p between them. It parts nine of ten random pairs at a growth distance
 * of 1.25, half at 1.05.
 *
 * Whatever is decided leaves a margin far above rounding, so the solver would decide the same.
 * Anything else, poses that are none included, is left to it. */
#ifndef GD_GLANCE_H
#define GD_GLANCE_H

#include "shapes/support.h"

/* Between a glance and the solver, which rounds otherwise: of balls, squared, and of a plane. */
#define GLANCE_BALL 0x1p-20
#define GLANCE_PLANE 0x1p-40
/* Overlaps that the plane finds deeper than by this part of the support value are deep. */
#define GLANCE_DEPTH 0.4
/* Squares beyond these, and products of two that are not, are left to the solver; positions and
 * quaternions within are valid. */
#define GLANCE_LARGE 0x1p500
#define GLANCE_SMALL 0x1p-500

typedef enum glance {
    GLANCE_APART,
    GLANCE_MEET,
    GLANCE_UNDECIDED,
    GLANCE_CLOSE, /* by the plane, which says how far from it they are: */
    GLANCE_DEEP,
} glance;

GD_INLINE glance glance_balls(const gd_shape* a, const gd_shape* b, double squared) {
    const double reach = a->reach + b->reach, hold = a->hold + b->hold;
    if (squared > reach * reach * (1.0 + GLANCE_BALL) && squared > GLANCE_SMALL)
        return GLANCE_APART;
    if (hold > 0.0 && squared <= hold * hold * (1.0 - GLANCE_BALL)) return GLANCE_MEET;
    return GLANCE_UNDECIDED;
}

GD_INLINE double square4(const double* q) {
    return q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3];
}

GD_INLINE bool glance_within(double squared) {
    return squared > GLANCE_SMALL && squared < GLANCE_LARGE;
}

/* The direction n of two ellipsoids, A's frame; p is between their middles. */
GD_INLINE vec3 glance_direction(const gd_shape* a, const gd_shape* b, const mat3* r, vec3 p) {
    const vec3 x = r->cx, y = r->cy, z = r->cz, s = a->spread, t = b->spread;
    const double q00 = s.x + (t.x * x.x * x.x + t.y * y.x * y.x + t.z * z.x * z.x);
    const double q11 = s.y + (t.x * x.y * x.y + t.y * y.y * y.y + t.z * z.y * z.y);
    const double q22 = s.z + (t.x * x.z * x.z + t.y * y.z * y.z + t.z * z.z * z.z);
    const double q01 = t.x * x.x * x.y + t.y * y.x * y.y + t.z * z.x * z.y;
    const double q02 = t.x * x.x * x.z + t.y * y.x * y.z + t.z * z.x * z.z;
    const double q12 = t.x * x.y * x.z + t.y * y.y * y.z + t.z * z.y * z.z;
    const double m01 = q02 * q12 - q01 * q22, m02 = q01 * q12 - q02 * q11;
    const double m12 = q01 * q02 - q12 * q00;
    return make3((q11 * q22 - q12 * q12) * p.x + m01 * p.y + m02 * p.z,
                 m01 * p.x + (q00 * q22 - q02 * q02) * p.y + m12 * p.z,
                 m02 * p.x + m12 * p.y + (q00 * q11 - q01 * q01) * p.z);
}

/* How far the core reaches along n about the local origin. */
GD_INLINE double glance_height(const gd_shape* shape, vec3 n) {
    uint32_t hint = GD_NO_HINT;
    return dot3(n, support_core3(shape, n, &hint));
}

/* d is between the positions; u and v are the quaternions, of these squared lengths. Any direction
 * is as true as another, so the one a warm state keeps needs no check. */
GD_INLINE glance glance_plane(const gd_shape* a, const double* u, double uu, const gd_shape* b,
                              const double* v, double vv, vec3 d, const gd_warm* warm) {
    const mat3 ra = rotation_of(u[0], u[1], u[2], u[3], uu);
    /* the quaternion conj(u) v */
    const mat3 r = rotation_of(u[3] * v[0] - u[0] * v[3] - (u[1] * v[2] - u[2] * v[1]),
                               u[3] * v[1] - u[1] * v[3] - (u[2] * v[0] - u[0] * v[2]),
                               u[3] * v[2] - u[2] * v[3] - (u[0] * v[1] - u[1] * v[0]),
                               u[3] * v[3] + (u[0] * v[0] + u[1] * v[1] + u[2] * v[2]), uu * vv);
    const vec3 p = inv_rotate(&ra, d);
    vec3 n = warm && warm->key != 0.0
                 ? load3(warm->normal)
                 : glance_direction(a, b, &r, add3(p, sub3(rotate(&r, b->center), a->center)));
    const double m = max_abs3(n);
    if (!(m > 0.0 && m < GD_INFINITY)) return GLANCE_UNDECIDED;
    n = scale3(1.0 / m, n);
    const double length = length3(n), far = dot3(n, p);
    const double safe = GLANCE_PLANE * length * (a->reach + b->reach);
    const double h = length * (a->radius + b->radius) + glance_height(a, n) +
                     glance_height(b, inv_rotate(&r, neg3(n)));
    if (far - h > safe) return GLANCE_APART;
    return h - far > GLANCE_DEPTH * h ? GLANCE_DEEP : GLANCE_CLOSE;
}

GD_INLINE glance glance_space(const gd_shape* a, const double* pose_a, const gd_shape* b,
                              const double* pose_b, const gd_warm* warm) {
    const vec3 x = load3(pose_a), y = load3(pose_b), d = sub3(y, x);
    const double uu = square4(pose_a + 3), vv = square4(pose_b + 3);
    if (!(dot3(x, x) < GLANCE_LARGE && dot3(y, y) < GLANCE_LARGE && glance_within(uu) &&
          glance_within(vv)))
        return GLANCE_UNDECIDED;
    const glance seen = glance_balls(a, b, dot3(d, d));
    if (seen != GLANCE_UNDECIDED || !(a->reach + b->reach < GD_INFINITY)) return seen;
    return glance_plane(a, pose_a + 3, uu, b, pose_b + 3, vv, d, warm);
}

GD_INLINE glance glance_flat(const gd_shape* a, const double* pose_a, const gd_shape* b,
                             const double* pose_b) {
    const vec2 x = make2(pose_a[0], pose_a[1]), y = make2(pose_b[0], pose_b[1]), d = sub2(y, x);
    if (!(dot2(x, x) < GLANCE_LARGE && dot2(y, y) < GLANCE_LARGE &&
          fabs(pose_a[2]) <= GD_ANGLE_MAX && fabs(pose_b[2]) <= GD_ANGLE_MAX))
        return GLANCE_UNDECIDED;
    return glance_balls(a, b, dot2(d, d));
}

/* Two shapes of one dimension, 2 or 3, at poses of any content; warm may be NULL. */
GD_INLINE glance glance_at(const gd_shape* a, const double* pose_a, const gd_shape* b,
                           const double* pose_b, const gd_warm* warm) {
    /* pairs without an inner ball about their centres may be refused */
    if (!(a->grasp + b->grasp > 0.0)) return GLANCE_UNDECIDED;
    return a->dimension == 3 ? glance_space(a, pose_a, b, pose_b, warm)
                             : glance_flat(a, pose_a, b, pose_b);
}

#endif
