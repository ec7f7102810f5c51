#include "sight.h"

/* Sine of the angle between the ray and a face below which the face is seen edge-on. */
#define SIGHT_EDGE_ON 0x1p-20

void gd_sight_init(sight* at, const gd_shape* shape, vec3 ray, vec3 e1, vec3 e2, bool of_b,
                   uint32_t hint) {
    at->shape = shape;
    at->ray = ray;
    at->e1 = e1;
    at->e2 = e2;
    at->hint = hint;
    at->of_b = of_b;
    at->face = false;
    if (shape->core == GD_CORE_ELLIPSOID) {
        const vec3 d1 = scaled3(shape->size, e1), d2 = scaled3(shape->size, e2);
        at->spread00 = dot3(d1, d1);
        at->spread01 = dot3(d1, d2);
        at->spread11 = dot3(d2, d2);
    } else if (shape->core == GD_CORE_CYLINDER || shape->core == GD_CORE_FRUSTUM) {
        const bool up = ray.y > 0.0;
        const double t = 1.0 / ray.y, height = up ? shape->size.y : -shape->size.y;
        at->face_y = make2(t * e1.y, t * e2.y);
        at->face_middle = sub3(make3(0.0, height, 0.0), shape->center);
        at->face_radius = up ? shape->size.z : shape->size.x;
        at->face = fabs(ray.y) > SIGHT_EDGE_ON && at->face_radius > 0.0;
    }
}

/* A direction in the local frame. */
GD_INLINE vec3 sight_direction(const sight* at, vec2 y) {
    return madd3(madd3(at->ray, y.x, at->e1), y.y, at->e2);
}

/* Adds the core's support point c to the vertex, with the shape's ball. */
GD_INLINE void sight_point(const sight* at, vec3 c, vec3 n, double inverse, bend* m) {
    const vec3 p = madd3(sub3(c, at->shape->center), at->shape->radius * inverse, n);
    m->s.u += dot3(at->e1, p);
    m->s.v += dot3(at->e2, p);
    m->s.w += dot3(at->ray, p);
    if (at->of_b)
        m->s.b = p;
    else
        m->s.a = p;
}

/* Adds the hinge to the piece whose support point is another by part, and whose curvature along
 * tangent is larger by k. */
GD_INLINE void sight_hinge(const sight* at, vec3 part, vec3 n, double k, bend* m) {
    hinge* h = &m->hinges[m->count];
    h->drop = max2(-dot3(n, part), 0.0);
    h->slope = make2(dot3(at->e1, part), dot3(at->e2, part));
    h->bent = k;
    h->tangent = at->tangent;
    h->part = part;
    h->of_b = at->of_b;
    if (dot2(h->slope, h->slope) > 0.0) m->count++;
}

/* Adds k t t^T to the curvature. */
GD_INLINE void sight_curve(bend* m, double k, vec2 t) {
    m->k00 += k * t.x * t.x;
    m->k01 += k * t.x * t.y;
    m->k11 += k * t.y * t.y;
}

/* Adds a Hessian in the local frame at |n| = 1. */
static GD_COLD void sight_hessian(const sight* at, const sym3* h, double inverse, bend* m) {
    const vec3 h1 = sym3_apply(h, at->e1), h2 = sym3_apply(h, at->e2);
    m->k00 += inverse * dot3(at->e1, h1);
    m->k01 += inverse * dot3(at->e2, h1);
    m->k11 += inverse * dot3(at->e2, h2);
}

/* What lies beyond the hinges of one shape: support points less the one that supports. */
typedef struct sight_beyond {
    vec3 part[3];
    int count;
    double bent; /* curvature more along tangent */
} sight_beyond;

/* A round shape's two rims, one of which may be an apex. */
GD_INLINE vec3 sight_round(sight* at, vec3 n, bend* m, sight_beyond* beyond) {
    const vec3 size = at->shape->size;
    const double rho = sqrt(n.x * n.x + n.z * n.z), t = rho > 0.0 ? 1.0 / rho : 0.0;
    at->up = 2.0 * size.y * n.y + (size.z - size.x) * rho > 0.0;
    at->rim = at->up ? size.z : size.x;
    at->radial = make2(t * n.x, t * n.z);
    at->tangent = make2(at->radial.x * at->e1.z - at->radial.y * at->e1.x,
                        at->radial.x * at->e2.z - at->radial.y * at->e2.x);
    at->bent = at->rim * t;
    sight_curve(m, at->bent, at->tangent);
    const double y = at->up ? size.y : -size.y, wider = (at->up ? size.x : size.z) - at->rim;
    beyond->count = 1;
    beyond->part[0] = make3(wider * at->radial.x, -2.0 * y, wider * at->radial.y);
    beyond->bent = wider * t;
    return make3(at->rim * at->radial.x, y, at->rim * at->radial.y);
}

GD_INLINE vec3 sight_ellipsoid(const sight* at, vec3 n, bend* m) {
    const vec3 size = at->shape->size, d = scaled3(size, n);
    const double t = 1.0 / length3(d);
    const vec3 c = scale3(t, scaled3(size, d));
    const double u = dot3(at->e1, c), v = dot3(at->e2, c);
    m->k00 += t * (at->spread00 - u * u);
    m->k01 += t * (at->spread01 - u * v);
    m->k11 += t * (at->spread11 - v * v);
    return c;
}

void gd_sight_bend(sight* at, double inverse, bend* m) {
    const gd_shape* shape = at->shape;
    const vec3 n = sight_direction(at, m->y), size = shape->size;
    sight_beyond beyond;
    beyond.count = 0;
    beyond.bent = 0.0;
    vec3 c = make3(0.0, 0.0, 0.0);
    at->tangent = make2(0.0, 0.0);
    switch (shape->core) {
    case GD_CORE_POINT: break;
    case GD_CORE_SEGMENT:
        c.y = copysign(size.y, n.y);
        beyond.count = 1;
        beyond.part[0] = make3(0.0, -2.0 * c.y, 0.0);
        break;
    case GD_CORE_BOX:
        c = make3(copysign(size.x, n.x), copysign(size.y, n.y), copysign(size.z, n.z));
        beyond.count = 3;
        beyond.part[0] = make3(-2.0 * c.x, 0.0, 0.0);
        beyond.part[1] = make3(0.0, -2.0 * c.y, 0.0);
        beyond.part[2] = make3(0.0, 0.0, -2.0 * c.z);
        break;
    case GD_CORE_ELLIPSOID: c = sight_ellipsoid(at, n, m); break;
    case GD_CORE_CYLINDER:
    case GD_CORE_FRUSTUM: c = sight_round(at, n, m, &beyond); break;
    case GD_CORE_SMOOTH:
    case GD_CORE_TRANSFORMED:
    case GD_CORE_SUM:
    case GD_CORE_CUSTOM: {
        sym3 h;
        const vec3 unit = scale3(inverse, n);
        const vec3 p = support_curvature(shape, unit, &at->hint, &h);
        c = madd3(add3(p, shape->center), -shape->radius, unit);
        const sym3 ball = curvature_ball(shape->radius, unit);
        h = sym3_add(h, -1.0, &ball);
        sight_hessian(at, &h, inverse, m);
        break;
    }
    case GD_CORE_VERTICES: /* sight_fits: their pieces are not known */
    case GD_CORE_MESH:
    case GD_CORE_HALFSPACE:
    case GD_CORE_POINTS: break;
    }
    sight_point(at, c, n, inverse, m);
    for (int i = 0; i < beyond.count && m->count < SIGHT_HINGES; i++)
        sight_hinge(at, beyond.part[i], n, beyond.bent, m);
}

/* ---- round faces ------------------------------------------------------------------------- */

/* The face's point x, z for which its places across the ray are g, times determinant. */
GD_INLINE vec2 sight_face_solve(const sight* at, vec2 g, double* determinant) {
    *determinant = at->e1.x * at->e2.z - at->e1.z * at->e2.x;
    return make2(g.x * at->e2.z - g.y * at->e1.z, g.y * at->e1.x - g.x * at->e2.x);
}

bool gd_sight_face(const sight* at, const bend* m) {
    if (!at->face || at->up != (at->ray.y > 0.0)) return false;
    const vec2 d = sub2(at->face_y, m->y), round = at->radial, across = at->tangent;
    /* where the point of everything else will be: without the rim's own place and curvature */
    const double k = at->bent * dot2(across, d);
    vec2 g = make2(m->s.u + m->k00 * d.x + m->k01 * d.y, m->s.v + m->k01 * d.x + m->k11 * d.y);
    g = madd2(g, -k, across);
    g.x -= at->rim * (round.x * at->e1.x + round.y * at->e1.z);
    g.y -= at->rim * (round.x * at->e2.x + round.y * at->e2.z);
    for (int i = 0; i < m->count; i++)
        if (m->hinges[i].of_b != at->of_b && dot2(m->hinges[i].slope, d) > m->hinges[i].drop)
            g = add2(g, m->hinges[i].slope);
    double determinant;
    const vec2 x = sight_face_solve(at, g, &determinant);
    const double reach = at->face_radius * determinant;
    return dot2(x, x) <= reach * reach;
}

void gd_sight_face_bend(sight* at, double inverse, bend* m) {
    const vec3 c = at->face_middle;
    const vec3 n = sight_direction(at, m->y);
    const vec3 p = madd3(c, at->shape->radius * inverse, n);
    const vec2 g = make2(m->s.u + dot3(at->e1, p), m->s.v + dot3(at->e2, p));
    double determinant;
    vec2 x = sight_face_solve(at, g, &determinant);
    x = scale2(-1.0 / determinant, x);
    const double far = length2(x);
    if (far > at->face_radius) x = scale2(at->face_radius / far, x);
    sight_point(at, add3(make3(c.x + x.x, c.y, c.z + x.y), at->shape->center), n, inverse, m);
}
