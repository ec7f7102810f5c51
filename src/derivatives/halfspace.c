/* Derivatives of pairs with a half-space H = { x : m.x <= o }, in closed form.
 *
 * Let c be the centre of the body X, s = s_X(-m), height = m.(c - p_H) - o and reach = -m.s. Then
 * the signed distance is height - reach and the growth distance is height / reach. The normal is
 * H's, so only s is an optimum. The values change with m, c and the rotation of s:
 *    d height = dm.(c - p_H) + m.(dc - dp_H),   d reach = -dm.s - m.(w_X x s),   dm = w_H x m
 *
 * If a face or edge of X is parallel to the plane, reach is the maximum over its points. The value
 * then has one-sided derivatives, which the farthest of these points determine.
 *
 * Source: docs/algorithms.md, Derivatives. */
#include "derivatives/halfspace.h"
#include "derivatives/side.h"
#include "minkowski/difference.h"

/* Pieces of the body within this fraction of its size may touch the plane. */
#define PLANE_WINDOW 0x1p-26

typedef struct plane {
    side body;
    bool body_is_a;
    bool growth;
    vec3 m;       /* outward normal of H, world */
    vec3 e[2];    /* a basis across it */
    vec3 height;  /* from H's position to the body's centre */
    vec3 s;       /* the body's point nearest to the plane, relative to its centre */
    sym2 k;       /* Hessian of the support function at s, in the basis e */
    double sigma; /* the scale of s: sigma for growth, otherwise 1 */
    double scale; /* the scale of the value: 1 / reach for growth, otherwise 1 */
    double value;
    double above; /* height over the plane: of the centre for growth, otherwise of s */
} plane;

/* The body's highest piece along -m. */
static void plane_touch(plane* f) {
    const gd_shape* body = f->body.shape;
    if (body->dimension == 3) {
        complete_ray(f->m, &f->e[0], &f->e[1]);
    } else {
        f->e[0] = make3(-f->m.y, f->m.x, 0.0);
        f->e[1] = make3(0.0, 0.0, 1.0);
    }
    const vec3 down = neg3(f->m);
    gd_side_find(&f->body, &down, f->e, PLANE_WINDOW * body->bound_radius);
    const piece* top = f->body.pieces.item;
    while (top->h < f->body.pieces.top)
        top++;
    f->s = side_place(&f->body, top->core, down);
    f->k = sym2_add(top->k, body->radius, (sym2){1.0, 0.0, 1.0});
}

static GD_COLD bool plane_init(plane* f, const gd_query* query, bool growth) {
    f->body_is_a = query->b->bound_radius < 0.0;
    const gd_shape* half = f->body_is_a ? query->b : query->a;
    const gd_shape* body = f->body_is_a ? query->a : query->b;
    const double* pose_body = f->body_is_a ? query->pose_a : query->pose_b;
    const double* pose_half = f->body_is_a ? query->pose_b : query->pose_a;
    frame3 of_plane;
    if (!gd_side_init(&f->body, body, pose_body) ||              /* unreachable: valid poses */
        !frame_of_pose(pose_half, half->dimension, &of_plane)) { /* unreachable: likewise */
        return false;                                            /* unreachable: likewise */
    }
    f->growth = growth;
    f->m = rotate(&of_plane.rotation, half->size);
    /* Subtract the positions first: far from the origin this difference is exact. */
    const vec3 at = {pose_body[0], pose_body[1], half->dimension == 3 ? pose_body[2] : 0.0};
    f->height = add3(sub3(at, of_plane.position), f->body.offset);
    plane_touch(f);
    const double height = dot3(f->m, f->height) - half->offset, reach = -dot3(f->s, f->m);
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
static GD_COLD double plane_rate(const plane* f, const plane_motion* v, vec3 s) {
    const vec3 lever = madd3(f->body.offset, f->sigma, s), far = madd3(f->height, f->sigma, s);
    const vec3 moved = sub3(add3(v->body, cross3(v->body_turn, lever)), v->half);
    return f->scale * (dot3(f->m, moved) + dot3(cross3(v->half_turn, f->m), far));
}

static GD_COLD void plane_gradient(const plane* f, double* gradient) {
    const vec3 n = scale3(f->scale, f->m);
    const vec3 lever = madd3(f->body.offset, f->sigma, f->s),
               far = madd3(f->height, f->sigma, f->s);
    double *body = gradient + (f->body_is_a ? 0 : 6), *half = gradient + (f->body_is_a ? 6 : 0);
    store3(body, n);
    store3(body + 3, cross3(lever, n));
    store3(half, neg3(n));
    store3(half + 3, cross3(n, far));
    if (f->body.shape->dimension == 2)
        for (int i = 0; i < 12; i++)
            if (i % 6 >= 2 && i % 6 <= 4) gradient[i] = 0.0;
}

/* ---- Jacobians ------------------------------------------------------------------------------- */

static void plane_column(double* rows, int j, vec3 x) {
    rows[j] = x.x;
    rows[12 + j] = x.y;
    rows[24 + j] = x.z;
}

static GD_COLD void plane_jacobian(const plane* f, const plane_motion* v, int j,
                                   gd_jacobians* out) {
    const vec3 dm = cross3(v->half_turn, f->m), down = neg3(f->m);
    const double rate = plane_rate(f, v, f->s);
    const vec3 bend = sub3(neg3(dm), cross3(v->body_turn, down));
    const vec2 moved = sym2_apply(f->k, make2(dot3(f->e[0], bend), dot3(f->e[1], bend)));
    const vec3 curved = add3(scale3(moved.x, f->e[0]), scale3(moved.y, f->e[1]));
    const vec3 ds = add3(cross3(v->body_turn, f->s), curved);
    const vec3 dc = add3(v->body, cross3(v->body_turn, f->body.offset));
    const vec3 on_body = add3(dc, ds);
    vec3 on_plane = sub3(on_body, madd3(scale3(rate, f->m), f->value, dm));
    if (f->growth) on_plane = add3(dc, madd3(scale3(rate, f->s), f->sigma, ds));
    plane_column(out->normal, j, f->body_is_a ? neg3(dm) : dm);
    plane_column(out->point_a, j, f->body_is_a ? on_body : on_plane);
    plane_column(out->point_b, j, f->body_is_a ? on_plane : on_body);
    if (f->growth) plane_column(out->contact, j, on_plane);
}

static void plane_jacobians(const plane* f, gd_jacobians* out) {
    const bool plane_only = f->body.shape->dimension == 2;
    out->regular = 1.0;
    for (int j = 0; j < 12; j++) {
        if (plane_only && j % 6 >= 2 && j % 6 <= 4) continue;
        double unit[12] = {0.0};
        unit[j] = 1.0;
        const plane_motion v = plane_motion_of(f, unit);
        plane_jacobian(f, &v, j, out);
    }
}

/* ---- entry ----------------------------------------------------------------------------------- */

/* The one-sided derivative. reach is the maximum over the touching points, so the value's rate is
 * the minimum of their rates, which are linear in s. */
static GD_COLD double plane_directional(const plane* f, const plane_motion* v) {
    const vec3 slope = add3(cross3(f->m, v->body_turn), cross3(v->half_turn, f->m));
    const vec3 aside = madd3(slope, -dot3(slope, f->m), f->m), down = neg3(f->m);
    const vec3 farthest = gd_side_extreme(&f->body, down, neg3(aside), f->body.shape->bound_radius);
    return min2(plane_rate(f, v, f->s), plane_rate(f, v, farthest));
}

double gd_plane_derive(const gd_query* query, const double* velocity, bool growth,
                       gd_derivatives* out, gd_jacobians* jacobians) {
    plane f;
    vec2 along;
    if (!plane_init(&f, query, growth)) return 0.0; /* unreachable: valid poses */
    if (!(f.scale > 0.0 && f.scale < GD_INFINITY)) return min2(f.above, 0.0);
    const double extent = f.body.shape->bound_radius;
    out->unique = gd_side_contact(&f.body, neg3(f.m), extent, &along) == SIDE_POINT;
    plane_gradient(&f, out->gradient);
    if (jacobians && out->unique != 0.0) plane_jacobians(&f, jacobians);
    if (!velocity) return f.above;
    const plane_motion v = plane_motion_of(&f, velocity);
    out->directional = plane_directional(&f, &v);
    out->directional_lower = out->directional_upper = out->directional;
    return f.above;
}
