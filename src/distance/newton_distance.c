#include "distance/newton_distance.h"

#include "distance/first_normal.h"
#include "distance/warm_distance.h"
#include "second_order/difference_model.h"
#include "second_order/kink_shares.h"
#include "second_order/model_step.h"
#include "second_order/polar_step.h"

/* Limit on the evaluations; 9 suffice for all but 1 % of random pairs. */
#define DISTANCE_STEPS 9.0
/* Limit on the steps without gain. */
#define DISTANCE_POOR 3
/* The same for a hull, whose vertices the method has to find first: 7 evaluations on average. */
#define DISTANCE_HULL_STEPS 20.0
#define DISTANCE_HULL_POOR 8
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

/* Shares that add up to this are the whole, up to rounding. */
#define DISTANCE_WHOLE (1.0 - 0x1p-40)

typedef struct newton_distance {
    gjk* g;
    difference_model d;
    evaluation evaluations[2];
    int best; /* index of the evaluation with the largest gap; the other one is free */
    bool known, warm;
    double lower; /* the best gap */
    double trust, walked;
    double ball[2]; /* radii of the balls that are summands of the cores */
    vec3 x;         /* the nearest known point of D, less the balls, in the evaluation's frame */
    double share[LOCAL_MODEL_KINKS];
    int poor, max_poor;
} newton_distance;

static bool distance_has_hull(const gd_query* query) {
    return query->a->vertices.count > 0 || query->b->vertices.count > 0;
}

bool gd_newton_distance_fits(const gjk* g, const gd_query* query) {
    const gd_shape *a = query->a, *b = query->b;
    const bool curved = !shape_is_polytope(a) || !shape_is_polytope(b);
    if (a->dimension != 3 || !curved || !support_model_exists(a) || !support_model_exists(b))
        return false;
    /* a point beside a cylinder or cone takes GJK 2 or 3 steps, and half of this method's time */
    if ((shape_is_point(a) && !b->strictly_convex) || (shape_is_point(b) && !a->strictly_convex))
        return false;
    const bool overlapped = query->warm && query->warm->count == 4.0;
    return !((overlapped || distance_has_hull(query)) && warm_fits(query->warm, a, b, g->family));
}

/* Evaluates the local model of h_D at at->n. The balls are those that GJK strips, so that the
 * simplex belongs to the same cores. */
static void distance_evaluate(newton_distance* w, evaluation* at) {
    const pair3* pair = &w->g->pair;
    gd_difference_evaluate(&w->d, at);
    w->ball[0] = w->g->deflate_a;
    w->ball[1] = w->g->deflate_b;
    w->d.models[0].ball = pair->a->radius + w->ball[0];
    w->d.models[1].ball = pair->b->radius + w->ball[1];
    w->g->iterations += 1.0;
}

/* Sets x to the point of D nearest to the origin that the kinks near n span. */
static void distance_nearest(newton_distance* w, const local_model* m) {
    const kink_limits limits = {DISTANCE_NEAR, DISTANCE_FLAT * w->g->pair.distance};
    w->x = make3(m->s.u, m->s.v, m->height - (w->ball[0] + w->ball[1]));
    gd_kink_shares(m, limits, &w->x, w->share);
}

/* The part of the scale 0 ... 1 that a kink's share covers. */
typedef struct distance_part {
    const kink* kink;
    double start, end;
} distance_part;

/* The kinks that have shares. A share starts after the shares of kinks that exclude its own. */
static int distance_parts(const newton_distance* w, const local_model* m, distance_part* parts) {
    int count = 0;
    for (int i = 0; i < m->count; i++) {
        if (w->share[i] == 0.0) continue;
        double start = 0.0;
        for (int k = 0; k < count; k++)
            if (kinks_exclude(parts[k].kink, &m->kinks[i])) start += parts[k].end - parts[k].start;
        parts[count++] = (distance_part){&m->kinks[i], start, start + w->share[i]};
    }
    return count;
}

/* Stores the simplex of x in g, from slot `first` on. Between two ends of parts, the vertex is
 * beyond the kinks that cover that part of the scale. So all kinks of x are crossed for their
 * shares. Returns the number of vertices; 0: more than three. */
static int distance_simplex(newton_distance* w, const local_model* m, const vec3 support[2],
                            int first) {
    distance_part parts[LOCAL_MODEL_KINKS];
    const int count = distance_parts(w, m, parts);
    double from = 0.0;
    for (int slot = first; slot < first + 3; slot++) {
        double next = 1.0;
        vec3 on[2] = {support[0], support[1]};
        for (int i = 0; i < count; i++) {
            const distance_part* part = &parts[i];
            if (part->start > from) next = min2(next, part->start);
            if (part->end > from) next = min2(next, part->end);
            if (from < part->start || from >= part->end) continue;
            vec3* moved = &on[part->kink->of_b];
            *moved = add3(*moved, part->kink->beyond);
        }
        w->g->a[slot] = on[0];
        w->g->b[slot] = on[1];
        gjk_place(w->g, slot);
        from = next;
        if (from >= DISTANCE_WHOLE) return slot + 1 - first;
    }
    return 0;
}

/* The support points of the stripped cores at n, each relative to its centre. */
static void distance_support(const newton_distance* w, const evaluation* at, vec3 support[2]) {
    const vec3 n_b = support_model_local(&w->d.models[1], make3(0.0, 0.0, 1.0));
    support[0] = madd3(at->m.s.a, -w->d.models[0].ball, at->n);
    support[1] = madd3(at->m.s.b, -w->d.models[1].ball, n_b);
}

/* Stores x in g as one vertex, and its simplex, if wanted, after it. */
static void distance_store(newton_distance* w, const evaluation* at, bool simplex) {
    gjk* g = w->g;
    vec3 on[2];
    distance_support(w, at, on);
    if (simplex) g->vertices = distance_simplex(w, &at->m, on, 1);
    for (int i = 0; i < at->m.count; i++)
        if (w->share[i] != 0.0) {
            const kink* h = &at->m.kinks[i];
            on[h->of_b] = madd3(on[h->of_b], w->share[i], h->beyond);
        }
    g->count = 1;
    g->a[0] = on[0];
    g->b[0] = on[1];
    gjk_place(g, 0);
    g->radius_a = w->d.models[0].ball;
    g->radius_b = w->d.models[1].ball;
    g->radius = g->radius_a + g->radius_b;
    g->along = neg3(madd3(madd3(scale3(w->x.z, at->n), w->x.x, at->e1), w->x.y, at->e2));
    g->length = length3(w->x);
    g->normal = scale3(1.0 / g->length, g->along);
}

/* Chooses the direction of the next evaluation. Returns false if the method ends without an
 * answer. */
static bool distance_next(newton_distance* w) {
    evaluation* at = &w->evaluations[1 - w->best];
    const bool whole = w->d.faces == 0;
    const bool gained = !w->known || at->m.height < w->evaluations[w->best].m.height;
    w->d.faces = 0;
    if (gained && whole) {
        const double gap = max2(-at->m.height, DISTANCE_FLOOR * w->g->pair.distance);
        at->m.k00 += gap;
        at->m.k11 += gap;
        w->best = 1 - w->best;
        w->known = true;
        if (gd_difference_face(&w->d, &at->m, &w->evaluations[1 - w->best].n)) return true;
    } else if (whole) {
        if (++w->poor >= w->max_poor) return false;
        w->trust = 0.25 * w->walked;
    }
    at = &w->evaluations[w->best];
    const model_step step = gd_model_step(&at->m, 0.0, w->trust);
    vec2 d = step.d;
    if (w->g->iterations > 1.0 && at->m.height - step.gain > DISTANCE_DEEP * w->g->pair.distance)
        return false;
    if (gained && whole) gd_polar_step(w->d.models, &at->m, 0.0, &d);
    w->walked = difference_step(at, d, w->trust, &w->evaluations[1 - w->best].n);
    return true;
}

/* Records the vertices at n. All rows use the whole cores: the balls differ from row to row. */
static GD_COLD void distance_record(newton_distance* w, const evaluation* at, gd_trace* trace) {
    newton_distance whole = *w;
    gjk g = *w->g;
    whole.g = &g;
    whole.ball[0] = whole.ball[1] = 0.0;
    whole.d.models[0].ball = g.pair.a->radius;
    whole.d.models[1].ball = g.pair.b->radius;
    vec3 support[2];
    distance_support(&whole, at, support);
    distance_nearest(&whole, &at->m);
    distance_store(&whole, at, false);
    g.count = distance_simplex(&whole, &at->m, support, 0);
    if (g.count == 0) return;
    g.lower = w->lower;
    gd_gjk_record(&g, trace, make3(0.0, 0.0, 0.0), false);
}

/* Evaluates the free evaluation and updates the bounds. Returns true if they prove the answer,
 * which is then in g. */
static bool distance_step(newton_distance* w, const gd_query* query) {
    gjk* g = w->g;
    const gd_settings* settings = query->settings;
    const double radius = g->pair.a->radius + g->pair.b->radius;
    evaluation* at = &w->evaluations[1 - w->best];
    distance_evaluate(w, at);
    if (-at->m.height > w->lower) {
        w->lower = -at->m.height;
        g->proof = vec3_read(&at->n);
    }
    if (settings->trace != 0.0) distance_record(w, at, trace_of(settings));
    if (!w->known && !w->warm) return false; /* no guess is exact */
    distance_nearest(w, &at->m);
    const double balls = w->ball[0] + w->ball[1], upper = length3(w->x) - balls;
    const bool apart = w->lower > radius && upper > radius; /* rounding may tell otherwise */
    const bool proved = apart && upper - w->lower <= settings->tolerance * (upper - radius);
    if (!proved) return false;
    distance_store(w, at, simplex_wanted(query));
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
    newton_distance w; /* not cleared as a whole: two local models are large */
    w.g = g;
    w.best = w.poor = 0;
    w.known = false;
    w.warm =
        warm_fits(query->warm, query->a, query->b, g->family) && warm_is_unit(query->warm->normal);
    difference_model_init(&w.d, &g->pair);
    w.trust = DISTANCE_TRUST;
    w.lower = 0.0;
    w.evaluations[0].m.s.s = w.evaluations[1].m.s.s = make3(0.0, 0.0, 0.0); /* not used */
    if (w.warm && gd_warm_distance(g, query, &w.evaluations[1].n)) return true;
    if (!w.warm) w.evaluations[1].n = first_normal(&g->pair);
    const bool hull = distance_has_hull(query);
    w.max_poor = hull ? DISTANCE_HULL_POOR : DISTANCE_POOR;
    /* GJK needs an iteration after a method without an answer */
    const double limit =
        min2(query->settings->max_iterations - 1.0, hull ? DISTANCE_HULL_STEPS : DISTANCE_STEPS);
    while (g->iterations < limit) {
        if (distance_step(&w, query)) {
            if (query->warm) gd_warm_distance_save(query->warm, g, w.evaluations[1 - w.best].n);
            return true;
        }
        if (!distance_next(&w)) break;
    }
    distance_give_up(g);
    return false;
}
