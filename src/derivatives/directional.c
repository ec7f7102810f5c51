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
 * over normals. Column generation solves both: it adds pieces of C until a support point proves
 * that none is missing. With several normals and contacts, each program gives one bound.
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

static direction_motion direction_motion_of(const optimum* t, const double* v) {
    const vec3 wa = load3(v + 3), wb = load3(v + 9);
    const vec3 da = add3(load3(v), cross3(wa, t->offset_a));
    const vec3 db = add3(load3(v + 6), cross3(wb, t->offset_b));
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
    const vec3 offset = sub3(rotate(&t->rotation_a, t->a->inner_center),
                             rotate(&t->rotation_b, t->b->inner_center));
    return t->a->inner_radius + t->b->inner_radius - safe_length3(offset);
}

double gd_optimum_fastest(const optimum* t, double sigma, const double* velocity) {
    const double speed = direction_motion_of(t, velocity).speed;
    return t->growth ? max2(1.0, sigma) * speed / direction_ball(t) : speed;
}

/* ---- one normal: the minimum over contacts --------------------------------------------------- */

/* The piece of C's face that is farthest along one direction on A and another on B. Returns false
 * if it does not reach the optimum. */
static bool directional_corner(optimum* t, vec3 along_a, vec3 along_b, active_piece* piece) {
    active_piece other;
    const double size_a = max_abs3(along_a), size_b = max_abs3(along_b);
    const vec3 ta = size_a > 0.0 ? unit3(along_a) : along_a;
    const vec3 tb = size_b > 0.0 ? unit3(along_b) : along_b;
    gd_optimum_support(t, unit3(madd3(t->n, OPTIMUM_LEAN, ta)), piece);
    gd_optimum_support(t, unit3(madd3(t->n, -OPTIMUM_LEAN, tb)), &other);
    piece->on_b = other.on_b;
    gd_optimum_place(t, piece);
    return dot3(t->n, sub3(piece->s, t->q)) - t->level >= -OPTIMUM_ACTIVE * t->extent;
}

/* The minimum of sum mu_i F_i over weights with sum mu_i g_i = 0. By duality it is minus the
 * minimum of max(-F_i + g_i.d) over d. */
static direction_range directional_contact(optimum* t, const direction_motion* m, vec3 n,
                                           double sigma) {
    /* no point moves faster than 1 */
    const double most = length3(n) * max2(1.0, sigma), unit = t->extent / most;
    direction_range range = {-most, most};
    for (int k = 0; k < DIRECTIONAL_COLUMNS; k++) {
        gd_optimum_move(t, t->n);
        for (int i = 0; i < t->count; i++) {
            active_piece* v = &t->piece[i];
            v->level = -unit * direction_rate(m, sigma, n, v->a, v->b);
        }
        double d[2], level;
        t->m[0] = t->m[1] = t->m[2] = 0.0;
        const bool found = gd_qp2_solve(t, DIRECTIONAL_DAMPING * t->extent, d, &level);
        if (!found) return range; /* unreachable: the damped program has a minimum */
        range.upper = min2(range.upper, -level / unit);
        const vec3 across = add3(scale3(d[0], t->e[0]), scale3(d[1], t->e[1]));
        /* directions on A and B that raise -F + g.d */
        const vec3 on_a = add3(scale3(unit * sigma, cross3(n, m->wa)), across);
        const vec3 on_b = neg3(add3(scale3(unit * sigma, cross3(n, m->wb)), across));
        active_piece corner;
        if (!directional_corner(t, on_a, on_b, &corner)) return range;
        const vec3 x = sub3(corner.s, t->q);
        const double slope = dot3(t->e[0], x) * d[0] + dot3(t->e[1], x) * d[1];
        const double above = slope - unit * direction_rate(m, sigma, n, corner.a, corner.b) - level;
        range.lower = max2(range.lower, -(level + max2(above, 0.0)) / unit);
        if (above <= DIRECTIONAL_END * t->extent) {
            range.lower = range.upper;
            return range;
        }
        for (int i = 0; i < t->count; i++) { /* a full list drops the piece that matters least */
            active_piece* v = &t->piece[i];
            v->level += v->g[0] * d[0] + v->g[1] * d[1];
            v->weight = 0.0;
        }
        if (!gd_optimum_add(t, &corner)) return range;
    }
    return range;
}

double gd_optimum_least(const optimum* t, vec3 along) {
    optimum copy = *t;
    copy.face_a = copy.face_b = true;
    /* the rate at which turning A changes n.(a point of A) */
    const double unit = 1.0 / t->extent;
    const direction_motion turn = {.wa = scale3(unit, cross3(t->n, along))};
    return t->extent * directional_contact(&copy, &turn, t->n, 1.0).lower;
}

/* ---- one contact: the maximum over normals --------------------------------------------------- */

/* A half-plane x.y <= c of the normals N0 + E y. */
typedef struct direction_cut {
    double x[2], c;
} direction_cut;

/* The maximum of f.y over the half-planes, of which the first four form a box. */
static double direction_cuts_solve(const direction_cut* cuts, int count, const double* f,
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

static direction_range directional_normal(optimum* t, const direction_motion* m, vec3 n0,
                                          double sigma, vec3 on_a, vec3 on_b) {
    const vec3 turn = sub3(cross3(m->wb, on_b), cross3(m->wa, on_a));
    const vec3 f = madd3(m->apart, sigma, turn), ray = unit3(t->p);
    vec3 e[2];
    complete_ray(ray, &e[0], &e[1]);
    if (t->a->dimension == 2) {
        e[0] = make3(-ray.y, ray.x, 0.0);
        e[1] = make3(0.0, 0.0, 0.0);
    }
    const double ball = direction_ball(t), unit = length3(n0), box = 2.0 / (ball * unit);
    direction_cut cuts[4 + DIRECTIONAL_COLUMNS] = {
        {{1.0, 0.0}, box}, {{-1.0, 0.0}, box}, {{0.0, 1.0}, box}, {{0.0, -1.0}, box}};
    int count = 4;
    for (int i = 0; i < t->count; i++)
        cuts[count++] = direction_cut_of(n0, e, t->piece[i].s);
    const double slope[2] = {unit * dot3(e[0], f), unit * dot3(e[1], f)};
    direction_range range = {dot3(n0, f), length3(f) / ball};
    while (count < 4 + DIRECTIONAL_COLUMNS) {
        double y[2] = {0.0, 0.0};
        const double gain = direction_cuts_solve(cuts, count, slope, y);
        if (!(gain > -GD_INFINITY)) return range;
        range.upper = max2(range.lower, min2(range.upper, dot3(n0, f) + gain));
        const vec3 step = add3(scale3(unit * y[0], e[0]), scale3(unit * y[1], e[1]));
        const vec3 n = add3(n0, step);
        active_piece top;
        gd_optimum_support(t, unit3(n), &top);
        const double h = dot3(n, top.s);
        if (h <= 1.0 + DIRECTIONAL_END * (1.0 + length3(n) * t->extent)) {
            range.lower = range.upper;
            return range;
        }
        cuts[count++] = direction_cut_of(n0, e, top.s);
    }
    return range;
}

/* ---- entry ----------------------------------------------------------------------------------- */

void gd_optimum_directional(optimum* t, const double* velocity, bool normal, bool contact,
                            gd_derivatives* out) {
    const direction_motion m = direction_motion_of(t, velocity);
    vec3 on_a = make3(0.0, 0.0, 0.0), on_b = on_a;
    for (int i = 0; i < t->basis_count; i++) {
        const active_piece* v = &t->piece[t->basis[i]];
        on_a = madd3(on_a, v->weight, v->a);
        on_b = madd3(on_b, v->weight, v->b);
    }
    const double sigma = 1.0 / t->t;
    const vec3 n = t->growth ? scale3(sigma / dot3(t->n, t->p), t->n) : t->n;
    const double rate = direction_rate(&m, sigma, n, on_a, on_b);
    direction_range range = {rate, rate};
    if (!normal && !t->growth) {
        range = (direction_range){-1.0, 1.0}; /* no point moves faster than 1 */
    } else if (!normal || !contact) {
        optimum copy = *t;
        copy.face_a = copy.face_b = true;
        if (!contact) range = directional_contact(&copy, &m, n, sigma);
        if (!normal) {
            const direction_range most = directional_normal(t, &m, n, sigma, on_a, on_b);
            range.upper = most.upper;
            if (contact) range.lower = most.lower;
        }
    }
    if (!(range.lower <= range.upper)) range.lower = range.upper = rate;
    out->directional_lower = m.speed * range.lower;
    out->directional_upper = m.speed * range.upper;
    out->directional = 0.5 * (out->directional_lower + out->directional_upper);
}
