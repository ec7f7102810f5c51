/* Nearest points of cores that have them in closed form: points and segments in any combination
 * (spheres, capsules, stadiums and points), a point and a box. */
#include "gjk.h"

/* Below this sine squared of the angle between two segments the common perpendicular is lost in
 * rounding, and the ends are looked at, too. */
#define NEAREST_PARALLEL 0x1p-20

GD_INLINE bool nearest_is_line(const gd_shape* shape) {
    return shape->point || shape->core == GD_CORE_SEGMENT;
}

GD_INLINE double nearest_clamp(double t) {
    return t < -1.0 ? -1.0 : t > 1.0 ? 1.0 : t;
}

/* Two segments as centre -+ half a vector, r from B's centre to A's: |r + s u - t v| is least. */
typedef struct nearest_lines {
    vec3 u, v, r;
    double uu, vv, uv, ru, rv;
} nearest_lines;

GD_INLINE double nearest_s(const nearest_lines* l, double t) {
    return l->uu > 0.0 ? nearest_clamp((l->uv * t - l->ru) / l->uu) : 0.0;
}
GD_INLINE double nearest_t(const nearest_lines* l, double s) {
    return l->vv > 0.0 ? nearest_clamp((l->uv * s + l->rv) / l->vv) : 0.0;
}
GD_INLINE vec3 nearest_between(const nearest_lines* l, double s, double t) {
    return madd3(madd3(l->r, s, l->u), -t, l->v);
}

static void nearest_parameters(const nearest_lines* l, double* s, double* t) {
    const double sine = l->uu * l->vv - l->uv * l->uv;
    *s = sine > 0.0 ? nearest_clamp((l->uv * l->rv - l->vv * l->ru) / sine) : 0.0;
    *t = nearest_t(l, *s);
    *s = nearest_s(l, *t);
    if (sine > NEAREST_PARALLEL * l->uu * l->vv) return;
    const vec3 x = nearest_between(l, *s, *t);
    double least = dot3(x, x);
    for (int i = 0; i < 4; i++) {
        const double end = i & 1 ? 1.0 : -1.0;
        const double si = i & 2 ? end : nearest_s(l, end);
        const double ti = i & 2 ? nearest_t(l, end) : end;
        const vec3 xi = nearest_between(l, si, ti);
        const double square = dot3(xi, xi);
        if (!(square < least)) continue;
        least = square;
        *s = si;
        *t = ti;
    }
}

/* Unit normal of two segments that cross, or of the line they both lie on: no depth along it. */
static vec3 nearest_across(const nearest_lines* l, vec3 ray, int dimension) {
    vec3 n = cross3(l->u, l->v);
    if (!(dot3(n, n) > NEAREST_PARALLEL * l->uu * l->vv)) {
        const vec3 axis = l->uu > l->vv ? l->u : l->v;
        if (!(dot3(axis, axis) > 0.0)) return ray;
        /* the part of the ray across the line, or anything across it */
        n = madd3(ray, -dot3(ray, axis) / dot3(axis, axis), axis);
        if (!(dot3(n, n) > NEAREST_PARALLEL)) {
            if (dimension == 2)
                n = make3(-axis.y, axis.x, 0.0);
            else if (fabs(axis.x) <= fabs(axis.y) && fabs(axis.x) <= fabs(axis.z))
                n = make3(0.0, -axis.z, axis.y);
            else
                n = fabs(axis.y) <= fabs(axis.z) ? make3(-axis.z, 0.0, axis.x)
                                                 : make3(-axis.y, axis.x, 0.0);
        }
    }
    n = unit3(n);
    return dot3(n, ray) < 0.0 ? neg3(n) : n;
}

/* Squares of lengths near the ends of the range would underflow. */
GD_INLINE double nearest_length(vec3 x) {
    const double square = dot3(x, x);
    return square > 0x1p-900 ? sqrt(square) : safe_length3(x);
}
GD_INLINE vec3 nearest_normal(vec3 x, double length) {
    return length > 0x1p-450 ? scale3(-1.0 / length, x) : neg3(unit3(x));
}

/* Vertex 0 to bounds and normal; the cores are apart. */
static void nearest_finish(gjk* g, double length) {
    g->count = 1;
    g->length = length;
    g->normal = g->proof = nearest_normal(g->x[0], length);
    gd_gjk_support(g, g->normal, 1);
    g->lower = max2(min2(-dot3(g->normal, g->x[1]), length), 0.0);
}

static void nearest_meet(gjk* g, vec3 normal, bool touch) {
    g->count = 1;
    g->length = g->lower = 0.0;
    g->normal = normal;
    g->meet = true;
    g->touch = touch;
}

static bool nearest_of_lines(gjk* g) {
    const gd_shape *a = g->pair.a, *b = g->pair.b;
    const vec3 ca = neg3(a->center), cb = neg3(b->center);
    nearest_lines l = {.u = {0.0, a->size.y, 0.0}, .v = scale3(b->size.y, g->pair.b_to_a.cy)};
    l.r = sub3(sub3(ca, rotate(&g->pair.b_to_a, cb)), g->pair.p);
    l.uu = dot3(l.u, l.u);
    l.vv = dot3(l.v, l.v);
    l.uv = dot3(l.u, l.v);
    l.ru = dot3(l.r, l.u);
    l.rv = dot3(l.r, l.v);
    double s = 0.0, t = 0.0;
    if (l.uu + l.vv > 0.0) nearest_parameters(&l, &s, &t);
    g->a[0] = make3(ca.x, ca.y + s * a->size.y, ca.z);
    g->b[0] = make3(cb.x, cb.y + t * b->size.y, cb.z);
    g->x[0] = nearest_between(&l, s, t);
    const double length = nearest_length(g->x[0]);
    if (length > 4.0 * GD_EPS * (a->size.y + b->size.y + max_abs3(l.r)) && length > 0.0) {
        g->normal = g->proof = nearest_normal(g->x[0], length);
        g->count = 1;
        g->length = length;
        g->lower = max2(
            min2(-dot3(g->normal, l.r) - fabs(dot3(g->normal, l.u)) - fabs(dot3(g->normal, l.v)),
                 length),
            0.0);
        return true;
    }
    /* in the plane two segments that cross have depth */
    const bool deep =
        a->dimension == 2 && l.uu * l.vv - l.uv * l.uv > NEAREST_PARALLEL * l.uu * l.vv;
    nearest_meet(g, deep ? g->pair.ray : nearest_across(&l, g->pair.ray, a->dimension), !deep);
    return true;
}

/* A point, relative to the centre of the box it is near, and the box's nearest point. */
static bool nearest_in_box(vec3 q, vec3 size, vec3* nearest) {
    *nearest = make3(q.x < -size.x  ? -size.x
                     : q.x > size.x ? size.x
                                    : q.x,
                     q.y < -size.y  ? -size.y
                     : q.y > size.y ? size.y
                                    : q.y,
                     q.z < -size.z  ? -size.z
                     : q.z > size.z ? size.z
                                    : q.z);
    return nearest->x == q.x && nearest->y == q.y && nearest->z == q.z;
}

static bool nearest_of_point_and_box(gjk* g, bool box_is_a) {
    const gd_shape *a = g->pair.a, *b = g->pair.b;
    bool inside;
    vec3 at;
    if (box_is_a) {
        g->b[0] = neg3(b->center);
        const vec3 q = add3(add3(g->pair.p, rotate(&g->pair.b_to_a, g->b[0])), a->center);
        inside = nearest_in_box(q, a->size, &at);
        g->x[0] = sub3(at, q);
        g->a[0] = sub3(at, a->center);
    } else {
        g->a[0] = neg3(a->center);
        const vec3 q = add3(inv_rotate(&g->pair.b_to_a, sub3(g->a[0], g->pair.p)), b->center);
        inside = nearest_in_box(q, b->size, &at);
        g->x[0] = rotate(&g->pair.b_to_a, sub3(q, at));
        g->b[0] = sub3(at, b->center);
    }
    const double length = nearest_length(g->x[0]);
    if (inside || !(length > 4.0 * GD_EPS * g->extent))
        nearest_meet(g, g->pair.ray, false);
    else
        nearest_finish(g, length);
    return true;
}

bool gd_nearest(gjk* g) {
    const gd_shape *a = g->pair.a, *b = g->pair.b;
    if (nearest_is_line(a) && nearest_is_line(b)) return nearest_of_lines(g);
    if (a->core == GD_CORE_POINT && b->core == GD_CORE_BOX)
        return nearest_of_point_and_box(g, false);
    if (a->core == GD_CORE_BOX && b->core == GD_CORE_POINT)
        return nearest_of_point_and_box(g, true);
    return false;
}
