/* Derivatives of pairs with a half-space H = { x : m.x <= o }, in closed form.
 *
 * Let c be the centre of the body X, s = s_X(-m), height = m.(c - p_H) - o and reach = -m.s. Then
 * the signed distance is height - reach and the growth distance is height / reach. The normal is
 * H's, so only s is an optimum. The values change with m, c and the rotation of s:
 *    d height = dm.(c - p_H) + m.(dc - dp_H),   d reach = -dm.s - m.(w_X x s),   dm = w_H x m
 *
 * If a face or edge of X is parallel to the plane, reach is the maximum over its points. The value
 * then has one-sided derivatives, which one more support point, a little aside, determines.
 *
 * Source: docs/algorithms.md, Derivatives. */
#include "derivatives/halfspace.h"
#include "derivatives/optimum.h"

/* Tilt of the normal that finds other points touching the plane. */
#define PLANE_ANGLE 1e-6
/* Points nearer to each other than this fraction of the extent are equal. A point that is higher
 * above the plane by more than this does not touch it. */
#define PLANE_SAME 1e-9

typedef struct plane {
    const gd_shape* body;
    bool body_is_a;
    bool growth;
    mat3 rotation; /* of the body */
    vec3 m;        /* outward normal of H, world */
    vec3 offset;   /* from the body's position to its centre, world axes */
    vec3 height;   /* from H's position to the body's centre */
    vec3 s;        /* the body's point nearest to the plane, relative to its centre */
    sym3 h;        /* curvature of the support function at s, world axes */
    double sigma;  /* the scale of s: sigma for growth, otherwise 1 */
    double scale;  /* the scale of the value: 1 / reach for growth, otherwise 1 */
    double value;
    double above; /* height over the plane: of the centre for growth, otherwise of s */
} plane;

static GD_NOINLINE vec3 plane_support(plane* f, vec3 n, vec3* core) {
    uint32_t hint = GD_NO_HINT;
    const vec3 local = inv_rotate(&f->rotation, n);
    *core = core_support(f->body, local, &hint);
    return madd3(rotate(&f->rotation, sub3(*core, f->body->center)), f->body->radius, n);
}

static bool plane_init(plane* f, const gd_query* query, bool growth) {
    f->body_is_a = query->b->bound_radius < 0.0;
    const gd_shape* half = f->body_is_a ? query->b : query->a;
    f->body = f->body_is_a ? query->a : query->b;
    frame3 at, of_plane;
    const double* pose_body = f->body_is_a ? query->pose_a : query->pose_b;
    const double* pose_half = f->body_is_a ? query->pose_b : query->pose_a;
    if (!frame_of_pose(pose_body, half->dimension, &at) ||       /* unreachable: valid poses */
        !frame_of_pose(pose_half, half->dimension, &of_plane)) { /* unreachable: likewise */
        return false;                                            /* unreachable: likewise */
    }
    f->growth = growth;
    f->rotation = at.rotation;
    f->m = rotate(&of_plane.rotation, half->size);
    f->offset = rotate(&at.rotation, f->body->center);
    f->height = add3(sub3(at.position, of_plane.position), f->offset);
    const vec3 down = neg3(f->m);
    vec3 core;
    f->s = plane_support(f, down, &core);
    const sym3 h = curvature(f->body, core, inv_rotate(&f->rotation, down));
    f->h = sym3_rotate(&f->rotation, &h);
    const double height = dot3(f->m, f->height) - half->offset, reach = dot3(f->s, down);
    f->sigma = growth ? height / reach : 1.0;
    f->scale = growth ? 1.0 / reach : 1.0;
    f->value = growth ? f->sigma : height - reach;
    f->above = growth ? height : height - reach;
    return true;
}

/* Velocities of both bodies: a unit column of the Jacobians, or the caller's. */
typedef struct plane_motion {
    vec3 body, body_turn, half, half_turn;
} plane_motion;

static plane_motion plane_motion_of(const plane* f, const double* v) {
    const double *body = f->body_is_a ? v : v + 6, *half = f->body_is_a ? v + 6 : v;
    return (plane_motion){load3(body), load3(body + 3), load3(half), load3(half + 3)};
}

/* Derivative of the value while the point s of the body stays nearest. */
static double plane_rate(const plane* f, const plane_motion* v, vec3 s) {
    const vec3 lever = madd3(f->offset, f->sigma, s), far = madd3(f->height, f->sigma, s);
    const vec3 moved = sub3(add3(v->body, cross3(v->body_turn, lever)), v->half);
    return f->scale * (dot3(f->m, moved) + dot3(cross3(v->half_turn, f->m), far));
}

/* Whether another point of the body, in the direction of the tangent, is equally near to the
 * plane. */
static bool plane_touches(plane* f, vec3 tangent, vec3* other) {
    const vec3 n = unit3(madd3(neg3(f->m), PLANE_ANGLE, tangent));
    const double same = PLANE_SAME * f->body->bound_radius;
    vec3 core;
    plane_support(f, n, &core);
    const vec3 on_core = rotate(&f->rotation, sub3(core, f->body->center));
    *other = madd3(on_core, -f->body->radius, f->m);
    /* on a curved surface the point moves in proportion to the angle, and only that far */
    const vec3 moved = sub3(*other, f->s);
    const vec3 bent = scale3(PLANE_ANGLE, sym3_apply(&f->h, tangent));
    return max_abs3(moved) > same + 4.0 * max_abs3(bent) && dot3(f->m, moved) <= same;
}

static bool plane_unique(plane* f) {
    vec3 e[2], other, normal, middle;
    if (f->body->dimension == 2) {
        e[0] = make3(-f->m.y, f->m.x, 0.0);
        return !plane_touches(f, e[0], &other) && !plane_touches(f, neg3(e[0]), &other);
    }
    if (round_face(f->body, inv_rotate(&f->rotation, neg3(f->m)), PLANE_SAME, &normal, &middle))
        return false;
    complete_ray(f->m, &e[0], &e[1]);
    for (int k = 0; k < 8; k++) {
        const double x = k % 4 == 2 ? 0.0 : k < 2 || k == 7 ? 1.0 : -1.0;
        const double y = k % 4 == 0 ? 0.0 : k < 4 ? 1.0 : -1.0;
        if (plane_touches(f, add3(scale3(x, e[0]), scale3(y, e[1])), &other)) return false;
    }
    return true;
}

static void plane_column(double* rows, int j, vec3 x) {
    for (int i = 0; i < 3; i++)
        rows[12 * i + j] = i == 0 ? x.x : i == 1 ? x.y : x.z;
}

static void plane_jacobian(const plane* f, const plane_motion* v, int j, gd_derivatives* out) {
    const vec3 dm = cross3(v->half_turn, f->m), down = neg3(f->m);
    const double rate = plane_rate(f, v, f->s);
    const vec3 bend = sub3(neg3(dm), cross3(v->body_turn, down));
    const vec3 ds = add3(cross3(v->body_turn, f->s), sym3_apply(&f->h, bend));
    const vec3 dc = add3(v->body, cross3(v->body_turn, f->offset));
    const vec3 on_body = add3(dc, ds);
    vec3 on_plane = sub3(on_body, madd3(scale3(rate, f->m), f->value, dm));
    if (f->growth) on_plane = add3(dc, madd3(scale3(rate, f->s), f->sigma, ds));
    plane_column(out->normal, j, f->body_is_a ? neg3(dm) : dm);
    plane_column(out->point_a, j, f->body_is_a ? on_body : on_plane);
    plane_column(out->point_b, j, f->body_is_a ? on_plane : on_body);
    if (f->growth) plane_column(out->contact, j, on_plane);
}

/* The one-sided derivative. reach is the maximum over the touching points, so the value's rate is
 * the minimum of their rates, which are linear in s. */
static double plane_directional(plane* f, const plane_motion* v) {
    const vec3 slope = add3(cross3(f->m, v->body_turn), cross3(v->half_turn, f->m));
    const vec3 aside = madd3(slope, -dot3(slope, f->m), f->m);
    const double min_rate = plane_rate(f, v, f->s);
    vec3 other;
    if (!(max_abs3(aside) > 0.0) || !plane_touches(f, neg3(unit3(aside)), &other)) return min_rate;
    return min2(min_rate, plane_rate(f, v, other));
}

double gd_plane_derive(const gd_query* query, const double* velocity, bool growth,
                       gd_derivatives* out) {
    plane f;
    if (!plane_init(&f, query, growth)) return 0.0; /* unreachable: valid poses */
    if (!(f.scale > 0.0 && f.scale < GD_INFINITY)) return min2(f.above, 0.0);
    const bool plane_only = f.body->dimension == 2;
    out->unique = plane_unique(&f);
    out->regular = out->unique;
    for (int j = 0; j < 12; j++) {
        const bool turn = j % 6 >= 3;
        if (plane_only && (turn ? j % 6 != 5 : j % 6 == 2)) continue;
        double unit[12] = {0.0};
        unit[j] = 1.0;
        const plane_motion v = plane_motion_of(&f, unit);
        out->gradient[j] = plane_rate(&f, &v, f.s);
        if (out->unique != 0.0) plane_jacobian(&f, &v, j, out);
    }
    if (!velocity) return f.above;
    const plane_motion v = plane_motion_of(&f, velocity);
    out->directional = plane_directional(&f, &v);
    out->directional_lower = out->directional_upper = out->directional;
    return f.above;
}
