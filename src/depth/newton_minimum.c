#include "depth/newton_minimum.h"

#include "second_order/kink_shares.h"
#include "second_order/model_step.h"
#include "second_order/polar_step.h"

/* Limits on the evaluations of one search, and on its steps without gain. */
#define MINIMUM_STEPS 12
#define MINIMUM_POOR 4
/* Largest step in the tangent plane, and largest one where the model is not convex. */
#define MINIMUM_TRUST 1.0
#define MINIMUM_LONG 0.5
/* The model is convex if its least curvature exceeds h by this factor. */
#define MINIMUM_CONVEX 1.0625
/* Otherwise this fraction of h is added, to find the kinks that hold. */
#define MINIMUM_RAISED 0.125
/* The least curvatures that count in Newton's step, free and along a kink, as fractions of h. */
#define MINIMUM_FREE 0.125
#define MINIMUM_ALONG 0x1p-10
/* The gradient of a minimum, as fractions of the tolerance and of the extent. */
#define MINIMUM_GRADIENT 8.0
#define MINIMUM_FINE 1e-9
/* Kinks whose gap is below this fraction of the tolerance pass through n. */
#define MINIMUM_FLAT 0.125
/* Values are equal up to this fraction of the extent. */
#define MINIMUM_EQUAL (4.0 * GD_EPS)

typedef struct minimum_search {
    depth_search* s;
    evaluation evaluations[2];
    int best; /* index of the evaluation with the least h; the other one is free */
    double least;
    double trust, walked;
    int poor;
    vec3 x; /* the point of D with the shares, in the evaluation's frame */
    double share[LOCAL_MODEL_KINKS];
} minimum_search;

/* ---- the step ---------------------------------------------------------------------------- */

/* How far d is beyond kink h. */
static double minimum_beyond(const kink* h, vec2 d) {
    const double along = dot2(h->tangent, d);
    return dot2(h->slope, d) - h->gap + 0.5 * h->curvature * along * along;
}

/* Normal of a kink at d. */
static vec2 minimum_kink_normal(const kink* h, vec2 d) {
    return madd2(h->slope, h->curvature * dot2(h->tangent, d), h->tangent);
}

/* Newton's step on a Hessian that need not be definite, along its axes. least is its least
 * curvature, least + 2 root the other one, both including the sphere's. */
static vec2 minimum_saddle(const local_model* m, double least, double root) {
    const double half = 0.5 * (m->k00 - m->k11), h = m->height;
    vec2 axis = half < 0.0 ? make2(m->k01, root - half) : make2(half + root, m->k01);
    const double length = length2(axis);
    axis = length > 0.0 ? scale2(1.0 / length, axis) : make2(1.0, 0.0);
    const vec2 across = make2(-axis.y, axis.x), g = make2(m->s.u, m->s.v);
    const double p = -dot2(axis, g) / max2(least + 2.0 * root, MINIMUM_FREE * h);
    const double q = -dot2(across, g) / max2(fabs(least), MINIMUM_FREE * h);
    const vec2 d = add2(scale2(p, axis), scale2(q, across));
    const double walked = length2(d);
    return walked > MINIMUM_LONG ? scale2(MINIMUM_LONG / walked, d) : d;
}

/* Moves from d along kink i, by Newton's step on the true Hessian, at most to the next kink. */
static vec2 minimum_along(const local_model* m, int i, vec2 d, double raised) {
    const kink* h = &m->kinks[i];
    const vec2 p = minimum_kink_normal(h, d);
    const double pp = dot2(p, p), w = m->height;
    if (!(pp > 0.0)) return d;
    const vec2 c =
        make2(m->s.u + m->k00 * d.x + m->k01 * d.y, m->s.v + m->k01 * d.x + m->k11 * d.y);
    const double share = min2(max2(-dot2(p, madd2(c, raised, d)) / pp, 0.0), 1.0);
    const vec2 z = scale2(1.0 / sqrt(pp), make2(-p.y, p.x));
    const double slope = dot2(z, madd2(c, -w, d)), turn = dot2(h->tangent, z);
    const double k = m->k00 * z.x * z.x + 2.0 * m->k01 * z.x * z.y + m->k11 * z.y * z.y +
                     share * h->curvature * turn * turn - w;
    double by = -slope / max2(fabs(k), MINIMUM_ALONG * w);
    by = min2(max2(by, -MINIMUM_LONG), MINIMUM_LONG);
    for (int j = 0; j < m->count; j++) {
        const double rate = dot2(m->kinks[j].slope, z), left = -minimum_beyond(&m->kinks[j], d);
        if (j != i && left * rate * by > 0.0 && fabs(left) < fabs(rate * by)) by = left / rate;
    }
    d = madd2(d, by, z);
    if (h->curvature == 0.0) return d;
    const vec2 q = minimum_kink_normal(h, d);
    return madd2(d, -minimum_beyond(h, d) / dot2(q, q), q);
}

/* gd_model_step with a multiple of the identity added to the Hessian. */
static model_step minimum_model_step(local_model* m, double added, double trust) {
    const double k00 = m->k00, k11 = m->k11;
    m->k00 += added;
    m->k11 += added;
    const model_step step = gd_model_step(m, 0.0, trust);
    m->k00 = k00;
    m->k11 = k11;
    return step;
}

/* The step from the best evaluation towards a local minimum of h on the sphere. */
static vec2 minimum_step(local_model* m, double trust) {
    const double h = m->height, half = 0.5 * (m->k00 - m->k11);
    const double root = sqrt(half * half + m->k01 * m->k01);
    const double least = 0.5 * (m->k00 + m->k11) - root;
    double bend = 0.0; /* pieces beyond kinks may bend less */
    for (int i = 0; i < m->count; i++)
        bend += min2(m->kinks[i].curvature, 0.0);
    const bool convex = h <= 0.0 || least + bend > MINIMUM_CONVEX * h;
    const double added = convex ? -h : MINIMUM_RAISED * h;
    const model_step step = minimum_model_step(m, added, trust);
    if (convex || step.active_count == 2) return step.d;
    if (step.active_count == 1) return minimum_along(m, step.active[0], step.d, added);
    const vec2 d = minimum_saddle(m, least - h, root);
    for (int i = 0; i < m->count; i++)
        if (minimum_beyond(&m->kinks[i], d) > 0.0) return step.d;
    return d;
}

/* ---- the search -------------------------------------------------------------------------- */

/* The shapes' depth along a normal with the given h, for tolerances. */
static double minimum_depth(const depth_search* s, double h) {
    return fabs(h + s->radius);
}

/* Sets the point of D that the kinks through n span, nearest to h n. Returns whether n is a
 * stationary point. */
static bool minimum_is_stationary(minimum_search* w, const local_model* m) {
    const depth_search* s = w->s;
    const double enough = s->tolerance * minimum_depth(s, m->height);
    const double fine = MINIMUM_GRADIENT * enough + MINIMUM_FINE * s->g->extent;
    w->x = make3(m->s.u, m->s.v, 0.0);
    gd_kink_shares(m, (kink_limits){0.0, MINIMUM_FLAT * enough}, &w->x, w->share);
    w->x.z += m->s.w;
    if (!(w->x.x * w->x.x + w->x.y * w->x.y <= fine * fine)) return false;
    return m->height > 0.0 || length3(w->x) + m->height <= enough;
}

/* The support points of the cores. */
static void minimum_support(const minimum_search* w, const evaluation* at, vec3* a, vec3* b) {
    const support_model* models = w->s->d.models;
    const vec3 n_b = support_model_local(&models[1], make3(0.0, 0.0, 1.0));
    *a = madd3(at->m.s.a, -models[0].shape->radius, at->n);
    *b = madd3(at->m.s.b, -models[1].shape->radius, n_b);
}

/* The parts of x: the support points, moved by the shares. */
static void minimum_points(const minimum_search* w, const evaluation* at, depth_minimum* out) {
    const local_model* m = &at->m;
    minimum_support(w, at, &out->a, &out->b);
    for (int i = 0; i < m->count; i++) {
        const kink* h = &m->kinks[i];
        vec3* part = h->of_b ? &out->b : &out->a;
        if (w->share[i] > 0.0) *part = madd3(*part, w->share[i], h->beyond);
    }
}

static void minimum_fill(const minimum_search* w, const evaluation* at, depth_minimum* out) {
    out->h = at->m.height;
    out->n = at->n;
    out->e1 = at->e1;
    out->e2 = at->e2;
    out->x = madd3(madd3(scale3(w->x.z, at->n), w->x.x, at->e1), w->x.y, at->e2);
    minimum_points(w, at, out);
    out->reach = 0.0;
    if (!(out->h > 0.0)) return;
    const depth_search* s = w->s;
    const bool lower = !(s->lower > 0.0) || out->h < s->lower;
    const double tau =
        gd_cap(&s->d, &at->m, w->share, w->x, lower ? depth_lower(s, out->h) : s->lower);
    if (tau > 0.0) out->reach = sqrt(1.0 + tau * tau);
}

/* Makes the new evaluation the best one. Returns true if a round face is to be evaluated next. */
static bool minimum_gain(minimum_search* w) {
    w->best = 1 - w->best;
    local_model* m = &w->evaluations[w->best].m;
    w->least = min2(w->least, m->height);
    w->trust = min2(MINIMUM_TRUST, 4.0 * w->trust);
    const double k00 = m->k00, k11 = m->k11;
    m->k00 -= m->height;
    m->k11 -= m->height;
    const bool face = gd_difference_face(&w->s->d, m, &w->evaluations[1 - w->best].n);
    m->k00 = k00;
    m->k11 = k11;
    return face;
}

/* Chooses the direction of the next evaluation. Returns false if the steps stop to gain. */
static bool minimum_next(minimum_search* w, bool gained) {
    const bool whole = w->s->d.faces == 0;
    w->s->d.faces = 0;
    if (whole && gained && minimum_gain(w)) return true;
    if (whole && !gained) {
        if (++w->poor >= MINIMUM_POOR) return false;
        w->trust = 0.25 * w->walked;
    }
    evaluation* at = &w->evaluations[w->best];
    vec2 d = minimum_step(&at->m, w->trust);
    if (whole && gained) gd_polar_step(w->s->d.models, &at->m, -at->m.height, &d);
    w->walked = difference_step(at, d, w->trust, &w->evaluations[1 - w->best].n);
    return true;
}

GD_COLD void gd_depth_record(depth_search* s, vec3 n, const core_vertex* v, vec3 best, double h) {
    const pair3* pair = s->d.pair;
    const depth_rule rule = {.radius = s->radius, .trace = s->trace};
    s->nearest = min2(s->nearest, length3(v->x));
    const depth_bounds d = {
        .upper = h, .lower = -s->nearest, .normal = best, .iterations = s->steps};
    trace_step step = depth_step(GD_ITERATE_DIRECTION, s->g, &rule, &d, h);
    step.radius_a = pair->a->radius;
    step.radius_b = pair->b->radius;
    step.direction = n;
    step.support = true;
    step.vertex_count = 1;
    gd_iterate* row = gd_trace_row(s->trace, pair, &step);
    if (row) depth_vertex(row, s->g, 0, v, 0.0);
}

static GD_COLD void minimum_record(const minimum_search* w, const evaluation* at) {
    const evaluation* best = at->m.height < w->least ? at : &w->evaluations[w->best];
    core_vertex v;
    minimum_support(w, at, &v.a, &v.b);
    const pair3* pair = w->s->d.pair;
    v.x = sub3(sub3(v.a, rotate(&pair->b_to_a, v.b)), pair->p);
    gd_depth_record(w->s, at->n, &v, best->n, best->m.height);
}

/* Fills *out at the best direction so far. */
static void minimum_give_up(minimum_search* w, depth_minimum* out) {
    evaluation* at = &w->evaluations[w->best];
    w->s->d.faces = 0;
    gd_difference_evaluate(&w->s->d, at);
    w->s->steps += 1.0;
    minimum_is_stationary(w, &at->m);
    minimum_fill(w, at, out);
}

minimum_end gd_newton_minimum(depth_search* s, vec3 n, depth_minimum* out) {
    minimum_search w; /* not cleared as a whole: two local models are large */
    w.s = s;
    w.best = w.poor = 0;
    w.least = GD_INFINITY;
    w.trust = MINIMUM_TRUST;
    w.evaluations[1].n = n;
    w.evaluations[0].m.s.s = w.evaluations[1].m.s.s = make3(0.0, 0.0, 0.0); /* not used */
    difference_model_init(&s->d, &s->g->pair);
    for (int step = 0; step < MINIMUM_STEPS && s->steps < s->limit; step++) {
        evaluation* at = &w.evaluations[1 - w.best];
        gd_difference_evaluate(&s->d, at);
        s->steps += 1.0;
        const double h = at->m.height;
        if (!(h < GD_INFINITY)) return MINIMUM_LOST; /* not a number */
        if (s->trace) minimum_record(&w, at);
        const bool apart = h + s->radius <= 0.0;
        const bool gained = h < w.least + MINIMUM_EQUAL * s->g->extent;
        const bool found = minimum_is_stationary(&w, &at->m) && gained;
        if (apart || found) {
            minimum_fill(&w, at, out);
            return apart ? MINIMUM_APART : MINIMUM_FOUND;
        }
        if (!minimum_next(&w, gained)) break;
    }
    if (!(w.least < GD_INFINITY)) return MINIMUM_LOST;
    minimum_give_up(&w, out);
    return MINIMUM_FOUND;
}
