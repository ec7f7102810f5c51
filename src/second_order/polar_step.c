#include "second_order/polar_step.h"

#include "second_order/model_step.h"

/* A normal is beside a face if the squared tangent of their angle is below this. */
#define POLAR_NEAR 0.25
/* A step turns the rim by much if its squared length across the axis exceeds this fraction of the
 * squared distance from the axis. */
#define POLAR_TURN 0.25
/* Newton's steps to T. */
#define POLAR_ROOTS 3

/* Whether the step d from y would turn the rim of a round face by much. */
static bool polar_turns(const support_model* s, vec2 at, vec2 d) {
    if (!shape_has_rims(s->shape)) return false;
    const vec3 n = support_model_direction(s, at);
    const double rho2 = n.x * n.x + n.z * n.z;
    if (s->up != (n.y > 0.0) || !(s->rim > 0.0) || rho2 > POLAR_NEAR * n.y * n.y) return false;
    const double x = s->x.x * d.x + s->x.y * d.y, z = s->z.x * d.x + s->z.y * d.y;
    return x * x + z * z > POLAR_TURN * rho2;
}

/* The problem c.y + y.Q y / 2 + r |y|. */
typedef struct polar {
    vec2 c;
    sym2 q;
    double r;
} polar;

/* Finds the minimum by Newton's method on T. */
static bool polar_solve(const polar* p, vec2* y) {
    const double r = p->r, length = length2(p->c);
    const double bend = dot2(p->c, sym2_apply(p->q, p->c));
    if (!(length > r && bend > 0.0)) return false;
    double t = (length - r) * length * length / bend;
    vec2 v = make2(0.0, 0.0);
    for (int i = 0; i < POLAR_ROOTS; i++) {
        const sym2 m = {t * p->q.xx + r, t * p->q.xy, t * p->q.yy + r};
        const sym2 w = {m.yy, -m.xy, m.xx}; /* the inverse times det */
        const double det = m.xx * m.yy - m.xy * m.xy, trace = m.xx + m.yy;
        if (!(det > MODEL_STEP_SINGULAR * trace * trace)) return false;
        v = scale2(1.0 / det, sym2_apply(w, p->c));
        const vec2 u = sym2_apply(p->q, v);
        const double vv = dot2(v, v), fall = dot2(v, sym2_apply(w, u)) / det;
        if (!(fall > 0.0)) break;
        t += (sqrt(vv) - 1.0) * vv / fall;
        if (!(t > 0.0)) return false;
    }
    *y = scale2(-t, v);
    return true;
}

/* Which kinks, except the shape's own, the step d crosses: one bit each. */
static int polar_crossed(const support_model* s, const local_model* m, vec2 d) {
    int crossed = 0;
    for (int i = 0; i < m->count; i++)
        if (m->kinks[i].of_b != s->of_b && dot2(m->kinks[i].slope, d) > m->kinks[i].gap)
            crossed |= 1 << i;
    return crossed;
}

/* Whether the step d leads across the shape's own kink. */
static bool polar_leaves(const support_model* s, const local_model* m, vec2 d) {
    for (int i = 0; i < m->count; i++) {
        const kink* h = &m->kinks[i];
        const double along = dot2(h->tangent, d);
        if (h->of_b == s->of_b &&
            dot2(h->slope, d) - h->gap + 0.5 * h->curvature * along * along > 0.0)
            return true;
    }
    return false;
}

/* Replaces the step beside the face of this shape. */
static bool polar_replace(const support_model* s, const local_model* m, double added, vec2* d) {
    const vec2 x = make2(s->x.x, s->x.y), z = make2(s->z.x, s->z.y);
    const sym2 k =
        sym2_add_square((sym2){m->k00 + added, m->k01, m->k11 + added}, -s->curvature, s->tangent);
    const vec2 face = sub2(s->face_y, m->y); /* the step to the face's normal */
    const int crossed = polar_crossed(s, m, face);
    vec2 g = add2(make2(m->s.u, m->s.v), sym2_apply(k, face));
    g = madd2(madd2(g, -s->rim * s->radial.x, x), -s->rim * s->radial.y, z);
    for (int i = 0; i < m->count; i++)
        if (crossed >> i & 1) g = add2(g, m->kinks[i].slope);
    const double t = 1.0 / cross2(x, z);
    const vec2 a = make2(t * z.y, -t * z.x), b = make2(-t * x.y, t * x.x); /* y to steps */
    const vec2 ka = sym2_apply(k, a), kb = sym2_apply(k, b);
    const polar p = {
        make2(dot2(a, g), dot2(b, g)), {dot2(a, ka), dot2(b, ka), dot2(b, kb)}, s->rim};
    vec2 y;
    if (!polar_solve(&p, &y)) return false;
    const vec2 step = madd2(madd2(face, y.x, a), y.y, b);
    if (polar_leaves(s, m, step) || polar_crossed(s, m, step) != crossed) return false;
    *d = step;
    return true;
}

bool gd_polar_step(const support_model models[2], const local_model* m, double added, vec2* d) {
    for (int i = 0; i < 2; i++)
        if (polar_turns(&models[i], m->y, *d)) return polar_replace(&models[i], m, added, d);
    return false;
}
