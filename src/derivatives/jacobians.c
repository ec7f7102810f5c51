/* Derivatives of normal and points at a refined optimum (optimum.h), by its linearised optimality
 * conditions. Let E be a tangent basis of the unit normals at n. While the poses move:
 *    R1    = E^T (sum mu_i s_i - q)  = 0   (two equations)
 *    R2_i  = n.(s_i - q) - level     = 0   (one per pair with weight)
 *    R3    = sum mu_i - 1            = 0
 *
 * A rotation w changes a point a of A by w x a - H (w x n), and p moves with the centres. The
 * change of the value is known from the gradient. So the unknowns are dn = E y and the changes of
 * all weights but the first. With u_i = E^T (s_i - s_0) they satisfy
 *    M y + sum dmu_i u_i = -rho,    u_i.y = -low_i
 *
 * Here rho and low_i are the changes of R1 and of R2_i - R2_0 at fixed n and mu. M contains v for
 * signed distances, because E turns with n. The causes are the displacement of p and the rotations
 * of A and B about their centres. A vec3 stores a quantity's derivatives by the components of one
 * cause.
 *
 * Source: docs/algorithms.md, Derivatives; Fiacco 1983 for the implicit function theorem. */
#include "derivatives/optimum.h"

#include <string.h>

/* The system is singular if a pivot is below this, relative to the extent. */
#define JACOBIAN_PIVOT 1e-10

/* What changes: the displacement of p, the rotations of A and B. */
enum { BY_P, BY_A, BY_B, CAUSES };

/* What a cause changes: y, and the weights of the second and third pair. */
typedef struct response {
    vec3 y[2];
    vec3 mu[2];
} response;

typedef struct jacobian {
    optimum* t;
    vec3 on_a[3], on_b[3]; /* points of the pairs, relative to the centres */
    vec2 u[2];             /* E^T (s_i - s_0) */
    response by[CAUSES];
} jacobian;

/* ---- the pairs ------------------------------------------------------------------------------- */

/* The number of active pieces of a side. *used: whether each belongs to a pair with weight. */
static int jacobian_active(const optimum* t, const side* s, const int* pieces, bool* used) {
    int count = 0;
    for (int i = 0; i < s->pieces.count; i++) {
        if (!side_active(s, i, t->extent)) continue;
        bool found = false;
        for (int k = 0; k < t->basis_count; k++)
            found = found || pieces[t->basis[k]] == i;
        *used = *used && found;
        count++;
    }
    return count;
}

/* Whether the pairs with weights span all that is active: of two edges that cross, two opposite
 * pairs do not. */
static bool jacobian_spans(const optimum* t) {
    bool used = true;
    const int count_a = jacobian_active(t, &t->a, t->on_a, &used);
    const int count_b = jacobian_active(t, &t->b, t->on_b, &used);
    return used && count_a + count_b - 2 < t->basis_count;
}

/* Sets the weights, with sum 1, for which three pairs have the mean 0 in the tangent plane. */
static GD_COLD void jacobian_weigh(optimum* t, const int* at) {
    const vec2 g0 = t->model[at[0]].g, g1 = t->model[at[1]].g, g2 = t->model[at[2]].g;
    const vec2 u = sub2(g0, g2), v = sub2(g1, g2);
    const double det = cross2(u, v);
    if (!(fabs(det) > OPTIMUM_FLAT * (dot2(u, u) + dot2(v, v)))) return;
    t->weight[0] = -cross2(g2, v) / det;
    t->weight[1] = -cross2(u, g2) / det;
    t->weight[2] = 1.0 - t->weight[0] - t->weight[1];
    t->basis_count = 3;
    for (int i = 0; i < 3; i++)
        t->basis[i] = at[i];
    gd_optimum_curve(t);
}

/* Chooses new weights if the pieces fix n but not all were needed to find it, for example inside a
 * box's face. The three pairs that span the largest area get the weights, which may be negative. */
static GD_COLD void jacobian_span(optimum* t) {
    double most = 0.0;
    int at[3] = {0, 0, 0};
    for (int i = 0; i < t->count; i++)
        for (int j = 0; j < i; j++)
            for (int k = 0; k < j; k++) {
                const vec2 o = t->model[k].g;
                const double area = fabs(cross2(sub2(t->model[i].g, o), sub2(t->model[j].g, o)));
                const double low =
                    min2(t->model[i].level, min2(t->model[j].level, t->model[k].level));
                if (!(area > most && low >= -SIDE_ACTIVE * t->extent)) continue;
                most = area;
                at[0] = i;
                at[1] = j;
                at[2] = k;
            }
    if (most > 0.0) jacobian_weigh(t, at);
}

/* Whether each pair has weight, or the pieces alone fix n. */
static bool jacobian_strict(optimum* t) {
    bool strict = true;
    for (int i = 0; i < t->basis_count; i++)
        strict = strict && t->weight[i] > OPTIMUM_WEIGHT;
    if (t->a.shape->dimension == 2 || (strict && jacobian_spans(t))) return strict;
    if (!gd_optimum_pinned(t)) return strict;
    jacobian_span(t);
    return true;
}

static void jacobian_points(jacobian* s) {
    const optimum* t = s->t;
    for (int i = 0; i < t->basis_count; i++) {
        const int at = t->basis[i];
        s->on_a[i] = side_place(&t->a, t->a.pieces.item[t->on_a[at]].core, t->n);
        s->on_b[i] = side_place(&t->b, t->b.pieces.item[t->on_b[at]].core, neg3(t->n));
        if (i > 0) s->u[i - 1] = sub2(t->model[at].g, t->model[t->basis[0]].g);
    }
}

/* ---- the linear system ----------------------------------------------------------------------- */

static vec3 combine(double s, vec3 a, double t, vec3 b) {
    return add3(scale3(s, a), scale3(t, b));
}

/* rho + M y */
static void response_force(const optimum* t, const vec3* rho, const vec3* y, vec3* f) {
    f[0] = add3(rho[0], combine(t->m.xx, y[0], t->m.xy, y[1]));
    f[1] = add3(rho[1], combine(t->m.xy, y[0], t->m.yy, y[1]));
}

static bool response_one(const optimum* t, const vec3* rho, response* r) {
    const double det = t->m.xx * t->m.yy - t->m.xy * t->m.xy;
    if (!(fabs(det) > JACOBIAN_PIVOT * t->extent * (fabs(t->m.xx) + fabs(t->m.yy)))) return false;
    const double s = -1.0 / det;
    r->y[0] = combine(s * t->m.yy, rho[0], -s * t->m.xy, rho[1]);
    r->y[1] = combine(s * t->m.xx, rho[1], -s * t->m.xy, rho[0]);
    return true;
}

/* Along u, y keeps the pairs level. Along v, across it, y balances the force. */
static bool response_two(const optimum* t, vec2 w, const vec3* rho, vec3 low, response* r) {
    const double length = length2(w);
    if (!(length > JACOBIAN_PIVOT * t->extent)) return false;
    const double inverse = 1.0 / length;
    const vec2 u = scale2(inverse, w), v = make2(-u.y, u.x), mv = sym2_apply(t->m, v);
    const double curved = dot2(mv, v);
    if (!(fabs(curved) > JACOBIAN_PIVOT * t->extent)) return false;
    const vec3 along = scale3(-inverse, low);
    const vec3 force = add3(combine(v.x, rho[0], v.y, rho[1]), scale3(dot2(mv, u), along));
    const vec3 across = scale3(-1.0 / curved, force);
    r->y[0] = combine(u.x, along, v.x, across);
    r->y[1] = combine(u.y, along, v.y, across);
    vec3 f[2];
    response_force(t, rho, r->y, f);
    r->mu[0] = combine(-u.x * inverse, f[0], -u.y * inverse, f[1]);
    return true;
}

static bool response_three(const optimum* t, const vec2* u, const vec3* rho, const vec3* low,
                           response* r) {
    const double det = cross2(u[0], u[1]), size = length2(u[0]) + length2(u[1]);
    if (!(fabs(det) > JACOBIAN_PIVOT * t->extent * size)) return false;
    const double s = 1.0 / det;
    r->y[0] = combine(-s * u[1].y, low[0], s * u[0].y, low[1]);
    r->y[1] = combine(s * u[1].x, low[0], -s * u[0].x, low[1]);
    vec3 f[2];
    response_force(t, rho, r->y, f);
    r->mu[0] = combine(-s * u[1].y, f[0], s * u[1].x, f[1]);
    r->mu[1] = combine(s * u[0].y, f[0], -s * u[0].x, f[1]);
    return true;
}

static bool response_solve(const jacobian* s, const vec3* rho, const vec3* low, response* r) {
    r->mu[0] = r->mu[1] = make3(0.0, 0.0, 0.0);
    switch (s->t->basis_count) {
    case 1: return response_one(s->t, rho, r);
    case 2: return response_two(s->t, s->u[0], rho, low[0], r);
    default: return response_three(s->t, s->u, rho, low, r);
    }
}

/* The share of the value's change in rho, per unit of it: for growth q turns with p. */
static vec2 jacobian_lean(const optimum* t) {
    return t->growth ? scale2(1.0 / t->h, t->q) : make2(0.0, 0.0);
}

static bool jacobian_by_p(jacobian* s) {
    const optimum* t = s->t;
    const vec2 lean = jacobian_lean(t);
    const vec3 none[2] = {{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}};
    const vec3 rho[2] = {combine(-t->t, t->e[0], t->t * lean.x, t->n),
                         combine(-t->t, t->e[1], t->t * lean.y, t->n)};
    return response_solve(s, rho, none, &s->by[BY_P]);
}

/* The points of B count negatively in C. */
static bool jacobian_by_turn(jacobian* s, bool of_a) {
    const optimum* t = s->t;
    const double sign = of_a ? 1.0 : -1.0;
    const vec3 touch = of_a ? t->touch_a : t->touch_b, *on = of_a ? s->on_a : s->on_b;
    const sym2 k = of_a ? t->ka : t->kb;
    const vec3 e = t->e[0], f = t->e[1], lever = scale3(sign, cross3(touch, t->n));
    const vec2 lean = jacobian_lean(t);
    const vec3 turn[2] = {scale3(sign, cross3(touch, e)), scale3(sign, cross3(touch, f))};
    /* E^T (w x n) = (w.f, -w.e) */
    const vec3 rho[2] = {sub3(madd3(turn[0], -lean.x, lever), combine(k.xx, f, -k.xy, e)),
                         sub3(madd3(turn[1], -lean.y, lever), combine(k.xy, f, -k.yy, e))};
    vec3 low[2] = {{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}};
    for (int i = 1; i < t->basis_count; i++)
        low[i - 1] = scale3(sign, cross3(sub3(on[i], on[0]), t->n));
    return response_solve(s, rho, low, &s->by[of_a ? BY_A : BY_B]);
}

/* ---- active pieces without weight ------------------------------------------------------------ */

/* Whether a piece of A or B stays level with the piece of the first pair. */
static GD_COLD bool jacobian_piece_stays(const jacobian* s, bool of_a, const piece* p,
                                         const piece* first) {
    const optimum* t = s->t;
    const side* x = of_a ? &t->a : &t->b;
    const vec3 along = rotate(&x->rotation, sub3(p->core, first->core));
    const vec2 g = sub2(p->g, first->g);
    for (int k = 0; k < CAUSES; k++) {
        const vec3* y = s->by[k].y;
        const double slope = max_abs3(y[0]) + max_abs3(y[1]);
        const double size = (k == BY_P ? 1.0 : t->extent) + t->extent * slope;
        vec3 miss = combine(g.x, y[0], g.y, y[1]);
        if (k == (of_a ? BY_A : BY_B)) miss = madd3(miss, of_a ? 1.0 : -1.0, cross3(along, t->n));
        if (!(max_abs3(miss) <= SIDE_SAME * size)) return false;
    }
    return true;
}

static bool jacobian_side_stays(const jacobian* s, bool of_a) {
    const optimum* t = s->t;
    const side* x = of_a ? &t->a : &t->b;
    const piece* item = x->pieces.item;
    const piece* first = item + (of_a ? t->on_a : t->on_b)[t->basis[0]];
    for (int i = 0; i < x->pieces.count; i++)
        if (side_active(x, i, t->extent) && !jacobian_piece_stays(s, of_a, &item[i], first))
            return false;
    return true;
}

/* ---- results --------------------------------------------------------------------------------- */

/* A 3x3 matrix by rows: a row's numbers are the derivatives by the components of a cause. */
typedef struct rows3 {
    vec3 r[3];
} rows3;

/* The outer product of a vector and a list of derivatives, added to m. */
static void rows_add(rows3* m, vec3 v, vec3 by) {
    m->r[0] = madd3(m->r[0], v.x, by);
    m->r[1] = madd3(m->r[1], v.y, by);
    m->r[2] = madd3(m->r[2], v.z, by);
}

/* Adds w x v as a function of w. */
static void rows_add_turn(rows3* m, vec3 v) {
    m->r[0] = add3(m->r[0], make3(0.0, v.z, -v.y));
    m->r[1] = add3(m->r[1], make3(-v.z, 0.0, v.x));
    m->r[2] = add3(m->r[2], make3(v.y, -v.x, 0.0));
}

/* One quantity's derivatives by the three causes. */
typedef struct causes {
    rows3 by[CAUSES];
} causes;

static void jacobian_normal(const jacobian* s, causes* c) {
    memset(c, 0, sizeof *c);
    for (int k = 0; k < CAUSES; k++) {
        rows_add(&c->by[k], s->t->e[0], s->by[k].y[0]);
        rows_add(&c->by[k], s->t->e[1], s->by[k].y[1]);
    }
}

/* A witness point relative to its centre. */
static void jacobian_point(const jacobian* s, bool of_a, causes* c) {
    const optimum* t = s->t;
    const sym2 h = of_a ? t->ka : t->kb;
    const double sign = of_a ? 1.0 : -1.0;
    const vec3* on = of_a ? s->on_a : s->on_b;
    memset(c, 0, sizeof *c);
    for (int k = 0; k < CAUSES; k++) {
        const response* r = &s->by[k];
        rows3* m = &c->by[k];
        vec3 y[2] = {r->y[0], r->y[1]};
        if (k == (of_a ? BY_A : BY_B)) { /* the normal in the shape's own frame */
            y[0] = sub3(y[0], t->e[1]);
            y[1] = add3(y[1], t->e[0]);
            rows_add_turn(m, of_a ? t->touch_a : t->touch_b);
        }
        rows_add(m, t->e[0], combine(sign * h.xx, y[0], sign * h.xy, y[1]));
        rows_add(m, t->e[1], combine(sign * h.xy, y[0], sign * h.yy, y[1]));
        for (int i = 1; i < t->basis_count; i++)
            rows_add(m, sub3(on[i], on[0]), r->mu[i - 1]);
    }
}

/* Writes rows of 12: derivatives by the poses. Moving A's position moves p backwards, and a
 * rotation about a position also moves the centre. of_a, of_b: the quantity is relative to this
 * centre. */
static void jacobian_store(const optimum* t, const causes* c, bool of_a, bool of_b, double* out) {
    const vec3 at_a = t->a.offset, at_b = t->b.offset;
    for (int i = 0; i < 3; i++) {
        const vec3 p = c->by[BY_P].r[i];
        const vec3 axis = make3(i == 0 ? 1.0 : 0.0, i == 1 ? 1.0 : 0.0, i == 2 ? 1.0 : 0.0);
        vec3 by_a = sub3(of_a ? axis : make3(0.0, 0.0, 0.0), p); /* by the centre of A */
        vec3 by_b = add3(of_b ? axis : make3(0.0, 0.0, 0.0), p);
        store3(out + 12 * i, by_a);
        store3(out + 12 * i + 3, add3(c->by[BY_A].r[i], cross3(at_a, by_a)));
        store3(out + 12 * i + 6, by_b);
        store3(out + 12 * i + 9, add3(c->by[BY_B].r[i], cross3(at_b, by_b)));
    }
}

/* The contact is a + sigma y_A, with the witness point y_A relative to the centre a. */
static void jacobian_contact(const optimum* t, causes* c) {
    const double sigma = 1.0 / t->t, s = sigma / t->h;
    const vec3 of_sigma[CAUSES] = {scale3(1.0 / t->h, t->n), scale3(-s, cross3(t->touch_a, t->n)),
                                   scale3(s, cross3(t->touch_b, t->n))};
    for (int k = 0; k < CAUSES; k++) {
        for (int i = 0; i < 3; i++)
            c->by[k].r[i] = scale3(sigma, c->by[k].r[i]);
        rows_add(&c->by[k], t->touch_a, of_sigma[k]);
    }
}

/* In 2D only x and y of positions and z of rotations count. */
static GD_COLD void jacobian_flatten(double* out) {
    for (int i = 0; i < 36; i++)
        if (i % 6 >= 2 && i % 6 <= 4) out[i] = 0.0;
}

static void jacobian_fill(const jacobian* s, gd_jacobians* out) {
    const optimum* t = s->t;
    causes c;
    jacobian_normal(s, &c);
    jacobian_store(t, &c, false, false, out->normal);
    jacobian_point(s, false, &c);
    jacobian_store(t, &c, false, true, out->point_b);
    jacobian_point(s, true, &c);
    jacobian_store(t, &c, true, false, out->point_a);
    if (t->growth) {
        jacobian_contact(t, &c);
        jacobian_store(t, &c, true, false, out->contact);
    }
    if (t->a.shape->dimension == 3) return;
    jacobian_flatten(out->normal);
    jacobian_flatten(out->point_a);
    jacobian_flatten(out->point_b);
    jacobian_flatten(out->contact);
}

void gd_optimum_jacobians(optimum* t, gd_jacobians* out) {
    if (!jacobian_strict(t)) return;
    jacobian s;
    s.t = t;
    jacobian_points(&s);
    if (!jacobian_by_p(&s) || !jacobian_by_turn(&s, true) || !jacobian_by_turn(&s, false)) return;
    if (!jacobian_spans(t) && !(jacobian_side_stays(&s, true) && jacobian_side_stays(&s, false)))
        return;
    out->regular = 1.0;
    jacobian_fill(&s, out);
}
