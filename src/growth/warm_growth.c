#include "growth/warm_growth.h"

#include "minkowski/trace.h"
#include "second_order/support_model.h"
#include "second_order/warm_model.h"

/* Limit on the support calls of a query. */
#define WARM_GROWTH_STEPS 4
/* Least cosine of the angle between normal and ray. */
#define WARM_GROWTH_STEEP 0x1p-10

bool gd_warm_growth_fits(const gd_shape* a, const gd_shape* b) {
    return support_model_fits(a) && support_model_fits(b);
}

bool gd_warm_growth_save(gd_warm* warm, const growth3* g, vec3 a, vec3 b) {
    const pair3* pair = &g->pair;
    const vec3 n = vec3_read(&g->normal), m = inv_rotate(&pair->b_to_a, neg3(n));
    gd_warm_model_save(warm, pair, WARM_GROWTH, n, madd3(a, -pair->a->radius, n),
                       madd3(b, -pair->b->radius, m));
    return warm->count <= WARM_FREE;
}

/* A point of C in the supporting plane of the unit normal m. Balls in A and B that touch it there
 * are a ball in C. */
typedef struct warm_touch {
    vec3 m, m_b;    /* m in both frames */
    vec3 point;     /* A's frame */
    double ball[2]; /* radii */
    double inner;   /* the bound of beta */
    bool on_ray;    /* the bound comes from the ball: its exit point is on the ray */
    vec3 exit;      /* normal at the point where the ray leaves the ball, or m */
} warm_touch;

/* The inner bound: where the ray leaves the ball, or the cone from the point to the ball about the
 * origin. */
static void warm_growth_inner(const growth3* g, warm_touch* t) {
    const pair3* pair = &g->pair;
    const double r = t->ball[0] + t->ball[1];
    const vec3 middle = madd3(t->point, -r, t->m);
    const double along = dot3(pair->ray, middle);
    const vec3 across = madd3(middle, -along, pair->ray);
    const double left = r * r - dot3(across, across);
    t->exit = t->m;
    t->on_ray = r > 0.0 && left > 0.0;
    if (t->on_ray) {
        t->inner = along + sqrt(left);
        t->exit = scale3(1.0 / r, sub3(scale3(t->inner, pair->ray), middle));
        return;
    }
    const vec3 p = t->point;
    const vec3 place = make3(dot3(pair->e1, p), dot3(pair->e2, p), dot3(pair->ray, p));
    t->inner = cone_inner(g->portal.ball, place);
}

/* The portal becomes the point that proves the inner bound. */
static void warm_growth_portal(growth3* g, const warm_support* at, const warm_touch* t) {
    const pair3* pair = &g->pair;
    const vec3 turn = sub3(t->exit, t->m), turn_b = inv_rotate(&pair->b_to_a, neg3(turn));
    vertex3 v;
    v.a = madd3(madd3(at->a, at->share[0], at->way[0]), pair->a->radius, t->m);
    v.b = madd3(madd3(at->b, at->share[1], at->way[1]), pair->b->radius, t->m_b);
    v.a = madd3(v.a, t->ball[0], turn);
    v.b = madd3(v.b, t->ball[1], turn_b);
    pair3_place(pair, &v);
    if (t->on_ray) v.u = v.v = 0.0; /* up to rounding */
    portal3_take_point(&g->portal, &v, t->inner);
}

/* From the place where the ray meets the plane of x and m to x. */
static vec3 warm_growth_residual(const growth3* g, vec3 x, vec3 m) {
    return madd3(x, -dot3(m, x) / dot3(m, g->pair.ray), g->pair.ray);
}

/* Records the support vertex, which is not in the portal. */
static GD_COLD void warm_growth_record(const growth3* g, const warm_support* at,
                                       const warm_touch* t) {
    const pair3* pair = &g->pair;
    const trace_growth known = {g->normal, g->outer, g->iterations};
    portal3 portal = g->portal;
    vertex3 s = {.a = madd3(at->a, pair->a->radius, t->m),
                 .b = madd3(at->b, pair->b->radius, t->m_b)};
    pair3_place(pair, &s);
    portal3_init(&portal, pair, g->offset);
    gd_trace_portal3(g->trace, pair, &portal, known, &s, t->m);
}

/* Evaluates the unit normal t->m, and updates the outer bound. Returns false if the contact is not
 * the saved one. */
static bool warm_growth_evaluate(growth3* g, const warm_model* w, warm_support* at, warm_touch* t,
                                 vec3* residual) {
    const pair3* pair = &g->pair;
    const vec3 m = t->m;
    t->m_b = inv_rotate(&pair->b_to_a, neg3(m));
    gd_warm_model_support(w, m, at);
    const double radius = pair->a->radius + pair->b->radius;
    const vec3 x = madd3(sub3(at->a, rotate(&pair->b_to_a, at->b)), radius, m);
    const double beta = dot3(m, x) / dot3(m, pair->ray);
    g->iterations += 1.0;
    if (beta > 0.0 && beta < g->outer) {
        g->outer = beta;
        g->normal = m;
    }
    if (g->trace) warm_growth_record(g, at, t);
    *residual = madd3(x, -beta, pair->ray);
    if (!gd_warm_model_shares(w, at, residual)) return false;
    t->point = madd3(*residual, beta, pair->ray);
    t->ball[0] = gd_warm_model_ball(pair->a, m);
    t->ball[1] = gd_warm_model_ball(pair->b, t->m_b);
    warm_growth_inner(g, t);
    return true;
}

bool gd_warm_growth(growth3* g, gd_warm* warm) {
    const double radius = g->pair.a->radius + g->pair.b->radius;
    const stop_rule rule = growth_stop_rule(g);
    warm_model w;
    warm_support at;
    warm_touch t;
    const bool model = gd_warm_model_load(&w, &g->pair, warm);
    g->start = w.n;
    if (!model || !(dot3(w.n, g->pair.ray) > WARM_GROWTH_STEEP)) return false;
    const vec3 x = madd3(warm_model_point(&w), radius, w.n);
    vec3 m = gd_warm_model_minimum(&w, warm_growth_residual(g, x, w.n), radius), residual;
    for (int i = 0; i < WARM_GROWTH_STEPS && gd_warm_model_near(&w, m); i++) {
        m = unit3(m);
        if (!(dot3(m, g->pair.ray) > WARM_GROWTH_STEEP)) break;
        if (!(g->iterations < g->settings->max_iterations - 1.0)) break;
        g->start = m;
        t.m = m;
        if (!warm_growth_evaluate(g, &w, &at, &t, &residual)) break;
        if (t.inner > 0.0 && stop_proved(&rule, t.inner, g->outer)) {
            warm_growth_portal(g, &at, &t);
            gd_warm_model_update(warm, &g->pair, m, madd3(at.a, at.share[0], at.way[0]),
                                 madd3(at.b, at.share[1], at.way[1]));
            return true;
        }
        gd_warm_model_bend(&w, m, &at, radius);
        m = gd_warm_model_step(&w, m, residual);
    }
    return false;
}
