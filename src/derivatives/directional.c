/* One-sided derivatives of a value along given velocities, also where it is not differentiable.
 *
 * A growth distance is a maximum over normals N with N.p = sigma and h_C(N) <= 1, of a minimum over
 * contacts. A contact is a list of weights of pieces of C whose weighted sum is q. A distance has
 * the same form. Let Y_A and Y_B be the contact relative to A's and B's centre. The derivative
 * along velocities is the same maximum and minimum of a rate F, over the optimal normals and
 * contacts only:
 *    F = N.(db - da) - w_A.(Y_A x N) + w_B.(Y_B x N)
 *
 * With one optimal normal this is a linear program over contacts, with one contact a linear program
 * over normals. Column generation solves both: it adds points of C until one more support point
 * proves that none is missing. With several normals and contacts, each program gives one bound.
 *
 * Source: Gol'shtein 1972, Theory of convex programming; docs/algorithms.md, Derivatives. */
#include "derivatives/optimum.h"

/* The most columns, and the gain that ends the search, relative to the largest possible rate. */
#define DIRECTIONAL_COLUMNS 32
#define DIRECTIONAL_END 1e-12
/* Damping of the program over contacts, which keeps its multipliers finite. */
#define DIRECTIONAL_DAMPING 1e-10

/* Velocities of the centres and rotations, scaled so that no point moves faster than 1. */
typedef struct direction_motion {
    vec3 apart; /* db - da */
    vec3 wa, wb;
    double speed; /* the scale that was divided out */
} direction_motion;

static GD_COLD direction_motion direction_motion_of(const optimum* t, const double* v) {
    const vec3 wa = load3(v + 3), wb = load3(v + 9);
    const vec3 da = add3(load3(v), cross3(wa, t->a.offset));
    const vec3 db = add3(load3(v + 6), cross3(wb, t->b.offset));
    direction_motion m = {sub3(db, da), wa, wb, 0.0};
    m.speed = safe_length3(m.apart) + t->extent * (safe_length3(wa) + safe_length3(wb));
    if (m.speed > 0.0) {
        m.apart = scale3(1.0 / m.speed, m.apart);
        m.wa = scale3(1.0 / m.speed, wa);
        m.wb = scale3(1.0 / m.speed, wb);
    }
    return m;
}

/* F for a normal and the points of one piece, or of a weighted mean of pieces. */
static double direction_rate(const direction_motion* m, double sigma, vec3 n, vec3 a, vec3 b) {
    const vec3 turn = sub3(cross3(m->wb, b), cross3(m->wa, a));
    return dot3(n, m->apart) + sigma * dot3(n, turn);
}

typedef struct direction_range {
    double lower, upper;
} direction_range;

/* Radius of a ball about the origin in C. No normal N is longer than its inverse. */
static double direction_ball(const optimum* t) {
    const vec3 offset = sub3(rotate(&t->a.rotation, t->a.shape->inner_center),
                             rotate(&t->b.rotation, t->b.shape->inner_center));
    return t->a.shape->inner_radius + t->b.shape->inner_radius - safe_length3(offset);
}

double gd_optimum_fastest(const optimum* t, double sigma, const double* velocity) {
    const double speed = direction_motion_of(t, velocity).speed;
    return t->growth ? max2(1.0, sigma) * speed / direction_ball(t) : speed;
}

/* ---- one normal: the minimum over contacts --------------------------------------------------- */

/* Pairs of touching points, and the program over them. */
typedef struct direction_contacts {
    const optimum* t;
    const direction_motion* m;
    vec3 n; /* N: scaled */
    double sigma;
    double unit; /* from rates to levels of about the extent */
    qp2_model model[OPTIMUM_PAIRS];
    int count;
} direction_contacts;

/* By duality the minimum of sum mu_i F_i over weights with sum mu_i g_i = 0 is minus the minimum of
 * max(-F_i + g_i.d) over d. */
static qp2_model direction_model(const direction_contacts* c, vec3 a, vec3 b) {
    const optimum* t = c->t;
    const vec3 s = sub3(a, b);
    return (qp2_model){-c->unit * direction_rate(c->m, c->sigma, c->n, a, b),
                       sub2(make2(dot3(t->e[0], s), dot3(t->e[1], s)), t->q)};
}

/* The touching points that raise -F + g.d most. */
static GD_COLD qp2_model direction_farthest(const direction_contacts* c, vec2 d) {
    const optimum* t = c->t;
    const double turn = c->unit * c->sigma;
    const vec3 across = add3(scale3(d.x, t->e[0]), scale3(d.y, t->e[1]));
    const vec3 along_a = add3(scale3(turn, cross3(c->n, c->m->wa)), across);
    const vec3 along_b = neg3(add3(scale3(turn, cross3(c->n, c->m->wb)), across));
    return direction_model(c, gd_side_extreme(&t->a, t->n, along_a, t->extent),
                           gd_side_extreme(&t->b, neg3(t->n), along_b, t->extent));
}

/* Adds a model; a full list drops the one that matters least at d. */
static GD_COLD void direction_add(direction_contacts* c, qp2_model model, vec2 d) {
    int at = c->count;
    if (at < OPTIMUM_PAIRS) {
        c->count++;
    } else {
        at = 0;
        for (int i = 1; i < c->count; i++)
            if (qp2_height(&c->model[i], d) < qp2_height(&c->model[at], d)) at = i;
    }
    c->model[at] = model;
}

static GD_COLD direction_range directional_contact(const optimum* t, const direction_motion* m,
                                                   vec3 n, double sigma) {
    /* no point moves faster than 1 */
    const double most = length3(n) * max2(1.0, sigma);
    direction_contacts c = {t, m, n, sigma, t->extent / most, {{0.0, {0.0, 0.0}}}, 0};
    direction_range range = {-most, most};
    if (!t->a.pieces.complete || !t->b.pieces.complete) return range;
    for (int i = 0; i < t->basis_count; i++) {
        const int at = t->basis[i];
        const vec3 a = side_place(&t->a, t->a.pieces.item[t->on_a[at]].core, t->n);
        const vec3 b = side_place(&t->b, t->b.pieces.item[t->on_b[at]].core, neg3(t->n));
        c.model[c.count++] = direction_model(&c, a, b);
    }
    for (int k = 0; k < DIRECTIONAL_COLUMNS; k++) {
        qp2_step step;
        const qp2 program = {c.model, c.count, {0.0, 0.0, 0.0}, t->extent};
        if (!gd_qp2_solve_damped(&program, DIRECTIONAL_DAMPING * t->extent, &step))
            return range; /* unreachable: the damped program has a minimum */
        const double level = qp2_height(&c.model[step.basis[0]], step.d);
        range.upper = min2(range.upper, -level / c.unit);
        const qp2_model farthest = direction_farthest(&c, step.d);
        const double above = max2(qp2_height(&farthest, step.d) - level, 0.0);
        range.lower = max2(range.lower, -(level + above) / c.unit);
        if (above <= DIRECTIONAL_END * t->extent) {
            range.lower = range.upper;
            return range;
        }
        direction_add(&c, farthest, step.d);
    }
    return range;
}

double gd_optimum_least(const optimum* t, vec3 along) {
    /* the rate at which turning A changes n.(a point of A) */
    const double unit = 1.0 / t->extent;
    const direction_motion turn = {.wa = scale3(unit, cross3(t->n, along))};
    return t->extent * directional_contact(t, &turn, t->n, 1.0).lower;
}

/* ---- one contact: the maximum over normals --------------------------------------------------- */

/* A half-plane x.y <= c of the normals N0 + E y. */
typedef struct direction_cut {
    double x[2], c;
} direction_cut;

/* The maximum of f.y over the half-planes, of which the first four form a box. */
static GD_COLD double direction_cuts_solve(const direction_cut* cuts, int count, const double* f,
                                           double* y) {
    double best = -GD_INFINITY;
    for (int i = 0; i < count; i++) {
        for (int j = 0; j < i; j++) {
            const direction_cut *p = &cuts[i], *r = &cuts[j];
            const double det = p->x[0] * r->x[1] - p->x[1] * r->x[0];
            if (!(fabs(det) > 1e-12)) continue;
            const double u = (p->c * r->x[1] - r->c * p->x[1]) / det;
            const double v = (r->c * p->x[0] - p->c * r->x[0]) / det;
            const double size = 1e-12 * (1.0 + fabs(u) + fabs(v));
            bool inside = true;
            for (int k = 0; k < count && inside; k++)
                inside = cuts[k].x[0] * u + cuts[k].x[1] * v <= cuts[k].c + size;
            if (!inside || !(f[0] * u + f[1] * v > best)) continue;
            best = f[0] * u + f[1] * v;
            y[0] = u;
            y[1] = v;
        }
    }
    return best;
}

/* The half-plane of a point s of C, with |x| = 1: y is relative to the length of N0. A point on the
 * ray bounds nothing. */
static direction_cut direction_cut_of(vec3 n0, const vec3* e, vec3 s) {
    const double unit = length3(n0);
    const double x = unit * dot3(e[0], s), y = unit * dot3(e[1], s), c = 1.0 - dot3(n0, s);
    const double length = sqrt(x * x + y * y);
    if (!(length > DIRECTIONAL_END * unit * length3(s))) return (direction_cut){{0.0, 0.0}, 1.0};
    return (direction_cut){{x / length, y / length}, c / length};
}

/* The point of C of a pair. */
static vec3 direction_point(const optimum* t, int pair) {
    return sub3(side_place(&t->a, t->a.pieces.item[t->on_a[pair]].core, t->n),
                side_place(&t->b, t->b.pieces.item[t->on_b[pair]].core, neg3(t->n)));
}

static GD_COLD direction_range directional_normal(const optimum* t, const direction_motion* m,
                                                  vec3 n0, double sigma) {
    const vec3 turn = sub3(cross3(m->wb, t->touch_b), cross3(m->wa, t->touch_a));
    const vec3 f = madd3(m->apart, sigma, turn), ray = unit3(t->p);
    vec3 e[2];
    complete_ray(ray, &e[0], &e[1]);
    if (t->a.shape->dimension == 2) {
        e[0] = make3(-ray.y, ray.x, 0.0);
        e[1] = make3(0.0, 0.0, 0.0);
    }
    const double ball = direction_ball(t), unit = length3(n0), box = 2.0 / (ball * unit);
    direction_cut cuts[4 + DIRECTIONAL_COLUMNS] = {
        {{1.0, 0.0}, box}, {{-1.0, 0.0}, box}, {{0.0, 1.0}, box}, {{0.0, -1.0}, box}};
    int count = 4;
    for (int i = 0; i < t->basis_count; i++)
        cuts[count++] = direction_cut_of(n0, e, direction_point(t, t->basis[i]));
    const double slope[2] = {unit * dot3(e[0], f), unit * dot3(e[1], f)};
    direction_range range = {dot3(n0, f), length3(f) / ball};
    while (count < 4 + DIRECTIONAL_COLUMNS) {
        double y[2] = {0.0, 0.0};
        const double gain = direction_cuts_solve(cuts, count, slope, y);
        if (!(gain > -GD_INFINITY)) return range;
        range.upper = max2(range.lower, min2(range.upper, dot3(n0, f) + gain));
        const vec3 step = add3(scale3(unit * y[0], e[0]), scale3(unit * y[1], e[1]));
        const vec3 n = add3(n0, step);
        const vec3 top = gd_optimum_support(t, n);
        const double h = dot3(n, top);
        if (h <= 1.0 + DIRECTIONAL_END * (1.0 + length3(n) * t->extent)) {
            range.lower = range.upper;
            return range;
        }
        cuts[count++] = direction_cut_of(n0, e, top);
    }
    return range;
}

/* ---- entry ----------------------------------------------------------------------------------- */

void gd_optimum_directional(const optimum* t, const double* velocity, bool normal, bool contact,
                            gd_derivatives* out) {
    const direction_motion m = direction_motion_of(t, velocity);
    const double sigma = 1.0 / t->t;
    const vec3 n = t->growth ? scale3(sigma / dot3(t->n, t->p), t->n) : t->n;
    const double rate = direction_rate(&m, sigma, n, t->touch_a, t->touch_b);
    direction_range range = {rate, rate};
    if (!normal && !t->growth) {
        range = (direction_range){-1.0, 1.0}; /* no point moves faster than 1 */
    } else if (!normal || !contact) {
        if (!contact) range = directional_contact(t, &m, n, sigma);
        if (!normal) {
            const direction_range most = directional_normal(t, &m, n, sigma);
            range.upper = most.upper;
            if (contact) range.lower = most.lower;
        }
    }
    if (!(range.lower <= range.upper)) range.lower = range.upper = rate;
    out->directional_lower = m.speed * range.lower;
    out->directional_upper = m.speed * range.upper;
    out->directional = 0.5 * (out->directional_lower + out->directional_upper);
}
