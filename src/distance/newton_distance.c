#include "distance/newton_distance.h"

#include "distance/first_normal.h"
#include "second_order/model_step.h"

/* Limit on the evaluations; 9 suffice for all but 1 % of random pairs. */
#define DISTANCE_STEPS 9.0
/* Limit on the steps without gain. */
#define DISTANCE_POOR 3
/* Largest step in the tangent plane. */
#define DISTANCE_TRUST 2.0
/* Least gap used in the Hessian, as a fraction of the distance of the centres: 2^-3 fails in up to
 * 18 % of random pairs. */
#define DISTANCE_FLOOR 0x1p-14
/* If the model's least h exceeds this fraction of the distance of the centres, the shapes seem to
 * overlap. */
#define DISTANCE_DEEP 0x1p-3
/* A kink may contribute to the nearest point if its gap divided by its slope is below this angle.
 */
#define DISTANCE_NEAR 0.5
/* Kinks whose gap is below this fraction of the distance pass through n: parallel features. */
#define DISTANCE_FLAT 0x1p-30
#define DISTANCE_SWEEPS 8

/* A direction with its frame, in A's frame, and the local model there. */
typedef struct evaluation {
    vec3 n, e1, e2;
    local_model m;
} evaluation;

typedef struct newton_distance {
    gjk* g;
    support_model models[2];
    evaluation evaluations[2];
    int best; /* index of the evaluation with the largest gap; the other one is free */
    bool known;
    double lower; /* the best gap */
    vec3 n;       /* the next direction, unit, A's frame */
    int face;     /* index of the shape whose round face is evaluated, or -1 */
    double trust, walked;
    double ball[2]; /* radii of balls inside the cores that touch the support points */
    vec3 x;         /* the nearest known point of D, less the balls, in the evaluation's frame */
    double share[LOCAL_MODEL_KINKS];
    int poor;
    int tried[2]; /* round faces evaluated: 1 the bottom, 2 the top */
} newton_distance;

bool gd_newton_distance_fits(const gd_shape* a, const gd_shape* b) {
    return a->dimension == 3 && (!shape_is_box(a) || !shape_is_box(b)) && support_model_fits(a) &&
           support_model_fits(b);
}

/* Evaluates the local model of h_D at w->n. */
static void distance_evaluate(newton_distance* w, evaluation* at) {
    const pair3* pair = &w->g->pair;
    local_model* m = &at->m;
    at->n = w->n;
    complete_ray(at->n, &at->e1, &at->e2);
    const mat3* r = &pair->b_to_a;
    gd_support_model_init(&w->models[0], pair->a, at->n, at->e1, at->e2, false);
    gd_support_model_init(&w->models[1], pair->b, neg3(inv_rotate(r, at->n)),
                          neg3(inv_rotate(r, at->e1)), neg3(inv_rotate(r, at->e2)), true);
    for (int i = 0; i < 2; i++)
        if (w->tried[i] & (w->models[i].y.z > 0.0 ? 2 : 1)) w->models[i].face = false;
    const vec3 middle = add3(w->models[0].origin, w->models[1].origin);
    m->y = make2(0.0, 0.0);
    m->s.u = middle.x - dot3(pair->p, at->e1);
    m->s.v = middle.y - dot3(pair->p, at->e2);
    m->s.w = middle.z - dot3(pair->p, at->n);
    m->k00 = m->k01 = m->k11 = 0.0;
    m->count = 0;
    gd_support_model_evaluate(&w->models[w->face == 0], 1.0, m);
    if (w->face >= 0)
        gd_support_model_evaluate_face(&w->models[w->face], 1.0, m);
    else
        gd_support_model_evaluate(&w->models[1], 1.0, m);
    m->height = m->s.w;
    w->ball[0] = w->models[0].ball - pair->a->radius;
    w->ball[1] = w->models[1].ball - pair->b->radius;
    w->g->iterations += 1.0;
}

/* Shares l in [0, 1]^2 that minimise l.A l / 2 - b.l: inside, or on the best of four edges. */
static void distance_square(double a00, double a01, double a11, vec2 b, double* l0, double* l1) {
    const double det = a00 * a11 - a01 * a01;
    const double p = a11 * b.x - a01 * b.y, q = a00 * b.y - a01 * b.x;
    if (det > 0x1p-44 * a00 * a11 && p >= 0.0 && p <= det && q >= 0.0 && q <= det) {
        *l0 = p / det;
        *l1 = q / det;
        return;
    }
    double least = GD_INFINITY;
    for (int edge = 0; edge < 4; edge++) {
        const bool first = edge < 2; /* the first share is fixed */
        const double fixed = edge & 1 ? 1.0 : 0.0;
        const double free_a = first ? a11 : a00, free_b = (first ? b.y : b.x) - fixed * a01;
        const double l = free_b > 0.0 ? (free_b < free_a ? free_b / free_a : 1.0) : 0.0;
        const double rest = fixed * (0.5 * (first ? a00 : a11) - (first ? b.x : b.y));
        const double value = l * (0.5 * free_a * l - free_b) + rest;
        if (!(value < least)) continue;
        least = value;
        *l0 = first ? fixed : l;
        *l1 = first ? l : fixed;
    }
}

GD_INLINE vec3 distance_beyond(const kink* h) {
    return make3(h->slope.x, h->slope.y, -h->gap);
}

/* The two kinks nearest to n by angle; -1: none within DISTANCE_NEAR. */
static void distance_nearest_kinks(const local_model* m, int held[2]) {
    double angle[2] = {DISTANCE_NEAR * DISTANCE_NEAR, DISTANCE_NEAR * DISTANCE_NEAR};
    held[0] = held[1] = -1;
    for (int i = 0; i < m->count; i++) {
        const kink* h = &m->kinks[i];
        const double square = h->gap * h->gap / dot2(h->slope, h->slope);
        if (square < angle[0]) {
            held[1] = held[0];
            angle[1] = angle[0];
            held[0] = i;
            angle[0] = square;
        } else if (square < angle[1]) {
            held[1] = i;
            angle[1] = square;
        }
    }
}

/* Several kinks through n, of parallel features: their shares one after the other. */
static GD_COLD void distance_sweep(newton_distance* w, const local_model* m, double flat) {
    for (int sweep = 0; sweep < DISTANCE_SWEEPS; sweep++) {
        for (int i = 0; i < m->count; i++) {
            if (m->kinks[i].gap > flat && w->share[i] == 0.0) continue;
            const vec3 beyond = distance_beyond(&m->kinks[i]);
            const double l = w->share[i] - dot3(beyond, w->x) / dot3(beyond, beyond);
            const double share = min2(max2(l, 0.0), 1.0);
            w->x = madd3(w->x, share - w->share[i], beyond);
            w->share[i] = share;
        }
    }
}

/* Sets x to the point of D nearest to the origin that the kinks near n span. */
static void distance_nearest(newton_distance* w, const local_model* m) {
    int held[2];
    w->x = make3(m->s.u, m->s.v, m->height - (w->ball[0] + w->ball[1]));
    for (int i = 0; i < m->count; i++)
        w->share[i] = 0.0;
    distance_nearest_kinks(m, held);
    if (held[0] < 0) return;
    const vec3 s = distance_beyond(&m->kinks[held[0]]);
    double *first = &w->share[held[0]], second = 0.0;
    if (held[1] < 0) {
        *first = min2(max2(-dot3(s, w->x) / dot3(s, s), 0.0), 1.0);
        w->x = madd3(w->x, *first, s);
        return;
    }
    const vec3 t = distance_beyond(&m->kinks[held[1]]);
    distance_square(dot3(s, s), dot3(s, t), dot3(t, t), make2(-dot3(s, w->x), -dot3(t, w->x)),
                    first, &second);
    w->share[held[1]] = second;
    w->x = madd3(madd3(w->x, *first, s), second, t);
    const double flat = DISTANCE_FLAT * w->g->pair.distance;
    for (int i = 0; i < m->count; i++) {
        if (i == held[0] || i == held[1] || m->kinks[i].gap > flat) continue;
        distance_sweep(w, m, flat);
        return;
    }
}

/* Moves a vertex of D across the kinks whose share is exactly this one. */
static void distance_cross(const newton_distance* w, const local_model* m, double share, vec3* a,
                           vec3* b) {
    for (int i = 0; i < m->count; i++) {
        const kink* h = &m->kinks[i];
        if (w->share[i] != share) continue;
        vec3* part = h->of_b ? b : a;
        *part = add3(*part, support_model_beyond(&w->models[h->of_b], h));
    }
}

/* The largest share below a limit; 0: none. */
static double distance_share_below(const newton_distance* w, const local_model* m, double limit) {
    double share = 0.0;
    for (int i = 0; i < m->count; i++)
        if (w->share[i] < limit) share = max2(share, w->share[i]);
    return share;
}

/* Stores x in g as GJK does, with its simplex: the support vertex, then the vertices beyond the
 * kinks in the order of falling shares. Returns false if that takes more than three vertices. */
static bool distance_store(newton_distance* w, const evaluation* at) {
    gjk* g = w->g;
    const local_model* m = &at->m;
    const vec3 n_b = support_model_local(&w->models[1], make3(0.0, 0.0, 1.0));
    vec3 a = madd3(m->s.a, -w->models[0].ball, at->n), b = madd3(m->s.b, -w->models[1].ball, n_b);
    double share = 1.0;
    distance_cross(w, m, share, &a, &b);
    for (g->count = 0; g->count < 3; g->count++) {
        g->a[g->count] = a;
        g->b[g->count] = b;
        gjk_place(g, g->count);
        share = distance_share_below(w, m, share);
        if (share == 0.0) break;
        distance_cross(w, m, share, &a, &b);
    }
    if (g->count++ == 3) return false;
    g->radius_a = w->models[0].ball;
    g->radius_b = w->models[1].ball;
    g->radius = g->radius_a + g->radius_b;
    g->along = neg3(madd3(madd3(scale3(w->x.z, at->n), w->x.x, at->e1), w->x.y, at->e2));
    g->length = length3(w->x);
    g->normal = scale3(1.0 / g->length, g->along);
    return true;
}

/* Selects a round face for the next evaluation, if the model's minimum is on it. */
static bool distance_face(newton_distance* w, const local_model* m) {
    for (int i = 0; i < 2; i++) {
        if (!gd_support_model_face(&w->models[i], m)) continue;
        const double sign = copysign(1.0, w->models[i].y.z);
        w->tried[i] |= sign > 0.0 ? 2 : 1;
        w->face = i;
        w->n = i == 0 ? make3(0.0, sign, 0.0) : scale3(-sign, w->g->pair.b_to_a.cy);
        return true;
    }
    return false;
}

/* Chooses the next direction. Returns false if the method ends without an answer. */
static bool distance_next(newton_distance* w) {
    evaluation* at = &w->evaluations[1 - w->best];
    const bool whole = w->face < 0;
    const bool gained = !w->known || at->m.height < w->evaluations[w->best].m.height;
    w->face = -1;
    if (gained && whole) {
        const double gap = max2(-at->m.height, DISTANCE_FLOOR * w->g->pair.distance);
        at->m.k00 += gap;
        at->m.k11 += gap;
        w->best = 1 - w->best;
        w->known = true;
        if (distance_face(w, &at->m)) return true;
    } else if (whole) {
        if (++w->poor >= DISTANCE_POOR) return false;
        w->trust = 0.25 * w->walked;
    }
    at = &w->evaluations[w->best];
    double gain;
    bool active;
    const vec2 d = gd_model_step(&at->m, 0.0, w->trust, &gain, &active);
    if (w->g->iterations > 1.0 && at->m.height - gain > DISTANCE_DEEP * w->g->pair.distance)
        return false;
    w->walked = length2(d);
    w->n = unit3(madd3(madd3(at->n, d.x, at->e1), d.y, at->e2));
    return true;
}

/* Saves the normal, from which the next query starts. */
static void distance_save(gd_warm* warm, const gjk* g, vec3 n) {
    memset(warm, 0, sizeof *warm);
    warm->key = warm_key(g->pair.a, g->pair.b, g->family);
    store3(warm->normal, n);
    warm->check = warm_check(warm);
}

/* Records the vertices at n. All rows use the whole cores: the balls differ from row to row. */
static GD_COLD void distance_record(newton_distance* w, const evaluation* at, gd_trace* trace) {
    newton_distance whole = *w;
    gjk g = *w->g;
    whole.g = &g;
    whole.ball[0] = whole.ball[1] = 0.0;
    whole.models[0].ball = g.pair.a->radius;
    whole.models[1].ball = g.pair.b->radius;
    distance_nearest(&whole, &at->m);
    if (!distance_store(&whole, at)) return;
    g.lower = w->lower;
    gd_gjk_record(&g, trace, make3(0.0, 0.0, 0.0), false);
}

/* Evaluates w->n and updates the bounds. Returns true if they prove the answer, which is then in
 * g. */
static bool distance_step(newton_distance* w, const gd_settings* settings) {
    gjk* g = w->g;
    const double radius = g->pair.a->radius + g->pair.b->radius;
    evaluation* at = &w->evaluations[1 - w->best];
    distance_evaluate(w, at);
    if (-at->m.height > w->lower) {
        w->lower = -at->m.height;
        g->proof = at->n;
    }
    if (settings->trace != 0.0) distance_record(w, at, trace_of(settings));
    distance_nearest(w, &at->m);
    const double balls = w->ball[0] + w->ball[1], upper = length3(w->x) - balls;
    const bool proved =
        w->lower > radius && upper - w->lower <= settings->tolerance * (upper - radius);
    if (!proved || !distance_store(w, at)) return false;
    g->lower = w->lower + balls;
    return true;
}

/* Resets g for GJK, which starts along the best normal. */
static void distance_give_up(gjk* g) {
    const double iterations = g->iterations;
    const vec3 proof = g->proof;
    g->radius_a = g->pair.a->radius + g->deflate_a;
    g->radius_b = g->pair.b->radius + g->deflate_b;
    g->radius = g->radius_a + g->radius_b;
    gd_gjk_reset(g);
    g->iterations = iterations;
    g->normal = proof;
}

bool gd_newton_distance(gjk* g, const gd_query* query) {
    const bool warm = warm_fits(query->warm, query->a, query->b, g->family);
    newton_distance w; /* not cleared as a whole: two local models are large */
    w.g = g;
    w.best = w.poor = w.tried[0] = w.tried[1] = 0;
    w.known = false;
    w.face = -1;
    w.trust = DISTANCE_TRUST;
    w.lower = 0.0;
    w.evaluations[0].m.s.s = w.evaluations[1].m.s.s = make3(0.0, 0.0, 0.0); /* not used */
    w.n = warm ? load3(query->warm->normal) : first_normal(&g->pair);
    const double limit = min2(query->settings->max_iterations, DISTANCE_STEPS);
    while (g->iterations < limit) {
        if (distance_step(&w, query->settings)) {
            if (query->warm) distance_save(query->warm, g, g->proof);
            return true;
        }
        if (!distance_next(&w)) break;
    }
    distance_give_up(g);
    return false;
}
