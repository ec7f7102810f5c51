/* Early outs of the overlap test: two checks that decide most pairs without a solver.
 *
 * First, balls about the local origins, which need no rotation. If the bounding balls are
 * separated, so are the shapes; if the inner balls overlap, so do the shapes.
 *
 * Second, in 3D, one supporting plane. Its normal n = (Q_A + Q_B)^-1 p is the best separating
 * normal of two ellipsoids with the half extents of the shapes' boxes. Q_A and Q_B are the matrices
 * of the ellipsoids, and p is the vector between their centres. This plane separates nine of ten
 * random pairs with growth distance 1.25, and half of those with 1.05.
 *
 * A decision requires a margin far above rounding, so the solver would decide the same. All other
 * pairs, including pairs with invalid poses, go to the solver. */
#ifndef GD_EARLY_OUT_H
#define GD_EARLY_OUT_H

#include "minkowski/difference.h"

/* Margins that cover the different rounding here and in the solver: for squared distances of balls,
 * and for a plane. */
#define EARLY_OUT_BALL 0x1p-20
#define EARLY_OUT_PLANE 0x1p-40
/* An overlap along the plane's normal is deep if it exceeds this fraction of the support value. */
#define EARLY_OUT_DEPTH 0.4
/* If a squared length is outside these limits, the pair goes to the solver: products of two squares
 * must stay in range. Positions and quaternions within the limits are valid. */
#define EARLY_OUT_LARGE 0x1p500
#define EARLY_OUT_SMALL 0x1p-500

typedef enum early_out {
    EARLY_OUT_APART,
    EARLY_OUT_MEET,
    EARLY_OUT_NONE, /* only the solver can tell: no plane is tried */
    EARLY_OUT_UNDECIDED,
    EARLY_OUT_CLOSE, /* Undecided, too, but the plane gives an estimate. CLOSE: separated or
                        slightly overlapping along its normal; DEEP: deeply overlapping. */
    EARLY_OUT_DEEP,
} early_out;

GD_INLINE early_out early_out_balls(const gd_shape* a, const gd_shape* b, double squared) {
    const double reach = a->origin_bound_radius + b->origin_bound_radius,
                 hold = a->origin_inradius + b->origin_inradius;
    if (squared > reach * reach * (1.0 + EARLY_OUT_BALL) && squared > EARLY_OUT_SMALL)
        return EARLY_OUT_APART;
    if (hold > 0.0 && squared <= hold * hold * (1.0 - EARLY_OUT_BALL)) return EARLY_OUT_MEET;
    return EARLY_OUT_UNDECIDED;
}

GD_INLINE double square4(const double* q) {
    return q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3];
}

GD_INLINE bool early_out_within(double squared) {
    return squared > EARLY_OUT_SMALL && squared < EARLY_OUT_LARGE;
}

/* The adjugate of Q_A + Q_B: its inverse up to a factor. r rotates from B's frame to A's. */
GD_INLINE sym3 early_out_inverse(const gd_shape* a, const gd_shape* b, const mat3* r) {
    const vec3 x = r->cx, y = r->cy, z = r->cz, s = a->ellipsoid_proxy, t = b->ellipsoid_proxy;
    const double q00 = s.x + (t.x * x.x * x.x + t.y * y.x * y.x + t.z * z.x * z.x);
    const double q11 = s.y + (t.x * x.y * x.y + t.y * y.y * y.y + t.z * z.y * z.y);
    const double q22 = s.z + (t.x * x.z * x.z + t.y * y.z * y.z + t.z * z.z * z.z);
    const double q01 = t.x * x.x * x.y + t.y * y.x * y.y + t.z * z.x * z.y;
    const double q02 = t.x * x.x * x.z + t.y * y.x * y.z + t.z * z.x * z.z;
    const double q12 = t.x * x.y * x.z + t.y * y.y * y.z + t.z * z.y * z.z;
    return (sym3){q11 * q22 - q12 * q12, q00 * q22 - q02 * q02, q00 * q11 - q01 * q01,
                  q02 * q12 - q01 * q22, q01 * q12 - q02 * q11, q01 * q02 - q12 * q00};
}

/* Sets the shapes, rotation_a, b_to_a, p and the hints of a pair, whose poses are in the usual
 * range. The quaternions are multiplied, not the matrices. Returns the vector from A's
 * local origin to B's, in A's frame. */
GD_INLINE vec3 early_out_join(pair3* pair, const gd_query* query) {
    const double *u = query->pose_a + 3, *v = query->pose_b + 3;
    const double uu = square4(u), vv = square4(v);
    const gd_shape *a = query->a, *b = query->b;
    pair->a = a;
    pair->b = b;
    pair->rotation_a = rotation_of(u[0], u[1], u[2], u[3], uu);
    /* the quaternion conj(u) v */
    pair->b_to_a = rotation_of(u[3] * v[0] - u[0] * v[3] - (u[1] * v[2] - u[2] * v[1]),
                               u[3] * v[1] - u[1] * v[3] - (u[2] * v[0] - u[0] * v[2]),
                               u[3] * v[2] - u[2] * v[3] - (u[0] * v[1] - u[1] * v[0]),
                               u[3] * v[3] + (u[0] * v[0] + u[1] * v[1] + u[2] * v[2]), uu * vv);
    const vec3 d = inv_rotate(&pair->rotation_a, sub3(load3(query->pose_b), load3(query->pose_a)));
    pair->p = d;
    if (a->off_center || b->off_center)
        pair->p = add3(d, sub3(rotate(&pair->b_to_a, b->center), a->center));
    pair->hint_a = pair->hint_b = GD_NO_HINT;
    return d;
}

/* A supporting plane of a pair: its normal, of a length near 1, and the support points of the
 * cores, each about its local origin in its own frame. */
typedef struct early_out_plane {
    vec3 normal;
    double length; /* of normal */
    vec3 a, b;
} early_out_plane;

/* Sets the plane of the normal n, A's frame, of any length. d is the vector between the local
 * origins. Any direction may prove separation, so the normal of a warm-start state needs no
 * check. */
GD_INLINE early_out early_out_judge(pair3* pair, vec3 d, vec3 n, early_out_plane* plane) {
    const gd_shape *a = pair->a, *b = pair->b;
    const double m = max_abs3(n);
    if (!(m > 0.0 && m < GD_INFINITY)) return EARLY_OUT_UNDECIDED;
    n = scale3(1.0 / m, n);
    const vec3 back = inv_rotate(&pair->b_to_a, neg3(n));
    plane->normal = n;
    plane->length = length3(n);
    plane->a = core_support(a, n, &pair->hint_a);
    plane->b = core_support(b, back, &pair->hint_b);
    const double far = dot3(n, d);
    const double safe =
        EARLY_OUT_PLANE * plane->length * (a->origin_bound_radius + b->origin_bound_radius);
    const double h =
        plane->length * (a->radius + b->radius) + dot3(n, plane->a) + dot3(back, plane->b);
    if (far - h > safe) return EARLY_OUT_APART;
    return h - far > EARLY_OUT_DEPTH * h ? EARLY_OUT_DEEP : EARLY_OUT_CLOSE;
}

/* Whether both 3D poses are valid and in range. */
GD_INLINE bool early_out_usual(const gd_query* query) {
    const vec3 x = load3(query->pose_a), y = load3(query->pose_b);
    return dot3(x, x) < EARLY_OUT_LARGE && dot3(y, y) < EARLY_OUT_LARGE &&
           early_out_within(square4(query->pose_a + 3)) &&
           early_out_within(square4(query->pose_b + 3));
}

GD_INLINE early_out early_out_space(const gd_query* query) {
    const gd_shape *a = query->a, *b = query->b;
    if (!early_out_usual(query)) return EARLY_OUT_NONE;
    const vec3 d = sub3(load3(query->pose_b), load3(query->pose_a));
    const early_out seen = early_out_balls(a, b, dot3(d, d));
    const bool bounded = a->origin_bound_radius + b->origin_bound_radius < GD_INFINITY;
    return seen == EARLY_OUT_UNDECIDED && !bounded ? EARLY_OUT_NONE : seen;
}

GD_INLINE early_out early_out_flat(const gd_query* query) {
    const double *at_a = query->pose_a, *at_b = query->pose_b;
    const vec2 x = make2(at_a[0], at_a[1]), y = make2(at_b[0], at_b[1]), d = sub2(y, x);
    if (!(dot2(x, x) < EARLY_OUT_LARGE && dot2(y, y) < EARLY_OUT_LARGE &&
          fabs(at_a[2]) <= GD_ANGLE_MAX && fabs(at_b[2]) <= GD_ANGLE_MAX))
        return EARLY_OUT_NONE;
    const early_out seen = early_out_balls(query->a, query->b, dot2(d, d));
    return seen == EARLY_OUT_UNDECIDED ? EARLY_OUT_NONE : seen;
}

/* The first check, for two shapes of one dimension, 2 or 3. Poses may be invalid. */
GD_INLINE early_out early_out_by_balls(const gd_query* query) {
    /* if no ball about the origin is known to be inside C, the solver may have to return an error
     */
    if (!(query->a->center_inradius + query->b->center_inradius > 0.0)) return EARLY_OUT_NONE;
    return query->a->dimension == 3 ? early_out_space(query) : early_out_flat(query);
}

/* The second check, of 3D pairs that the first one leaves undecided; warm may be NULL. */
GD_INLINE early_out early_out_by_plane(const gd_query* query) {
    pair3 pair;
    early_out_plane plane;
    const vec3 d = early_out_join(&pair, query);
    const sym3 inverse = early_out_inverse(pair.a, pair.b, &pair.b_to_a);
    const bool warm = query->warm && query->warm->key != 0.0;
    const vec3 n = warm ? load3(query->warm->normal) : sym3_apply(&inverse, pair.p);
    return early_out_judge(&pair, d, n, &plane);
}

#endif
