#include "growth/warm_growth.h"

#include "second_order/support_model.h"
#include "second_order/warm_model.h"

/* Limit on the support calls of a query. */
#define WARM_GROWTH_STEPS 4
/* Least cosine of the angle between normal and ray. */
#define WARM_GROWTH_STEEP 0x1p-10

bool gd_warm_growth_fits(const gd_shape* a, const gd_shape* b) {
    return support_model_fits(a) && support_model_fits(b);
}

void gd_warm_growth_save(gd_warm* warm, const growth3* g, vec3 a, vec3 b) {
    const pair3* pair = &g->pair;
    const vec3 n = vec3_read(&g->normal), m = inv_rotate(&pair->b_to_a, neg3(n));
    gd_warm_model_save(warm, pair, WARM_GROWTH, n, madd3(a, -pair->a->radius, n),
                       madd3(b, -pair->b->radius, m));
}

/* The portal becomes a point of C. */
static void warm_growth_portal(growth3* g, const warm_support* at, vec3 m, double inner) {
    const pair3* pair = &g->pair;
    portal3* portal = &g->portal;
    vertex3* v = &portal->v[0];
    const vec3 m_b = inv_rotate(&pair->b_to_a, neg3(m));
    v->a = madd3(madd3(at->a, at->share[0], at->way[0]), pair->a->radius, m);
    v->b = madd3(madd3(at->b, at->share[1], at->way[1]), pair->b->radius, m_b);
    pair3_place(pair, v);
    portal->v[1] = portal->v[2] = *v;
    portal->weight[0] = portal->weight_sum = 1.0;
    portal->weight[1] = portal->weight[2] = 0.0;
    portal->inner = inner;
}

/* From the place where the ray meets the plane of x and m to x. */
static vec3 warm_growth_residual(const growth3* g, vec3 x, vec3 m) {
    return madd3(x, -dot3(m, x) / dot3(m, g->pair.ray), g->pair.ray);
}

/* Evaluates the unit normal m, and updates the outer bound. Returns the inner bound; 0: the contact
 * is not the saved one. */
static double warm_growth_evaluate(growth3* g, const warm_model* w, vec3 m, warm_support* at,
                                   vec3* residual) {
    const pair3* pair = &g->pair;
    const double radius = pair->a->radius + pair->b->radius, ball = g->portal.ball;
    gd_warm_model_support(w, m, at);
    const vec3 x = madd3(sub3(at->a, rotate(&pair->b_to_a, at->b)), radius, m);
    const double beta = dot3(m, x) / dot3(m, pair->ray);
    g->iterations += 1.0;
    if (beta > 0.0 && beta < g->outer) {
        g->outer = beta;
        g->normal = m;
    }
    *residual = madd3(x, -beta, pair->ray);
    if (!gd_warm_model_shares(w, at, residual)) return 0.0;
    const vec3 r = *residual;
    const double miss = fabs(dot3(pair->e1, r)) + fabs(dot3(pair->e2, r));
    return (beta + dot3(pair->ray, r)) * (ball / (ball + miss));
}

bool gd_warm_growth(growth3* g, const gd_warm* warm) {
    const double radius = g->pair.a->radius + g->pair.b->radius;
    const double slack = 1.0 + g->settings->tolerance, ball = g->portal.ball;
    warm_model w;
    warm_support at;
    const bool model = gd_warm_model_load(&w, &g->pair, warm);
    g->start = w.n;
    if (!model || !(ball > 0.0) || !(dot3(w.n, g->pair.ray) > WARM_GROWTH_STEEP)) return false;
    const vec3 x = madd3(warm_model_point(&w), radius, w.n);
    vec3 m = gd_warm_model_minimum(&w, warm_growth_residual(g, x, w.n), radius), residual;
    for (int i = 0; i < WARM_GROWTH_STEPS && gd_warm_model_near(&w, m); i++) {
        m = unit3(m);
        if (!(dot3(m, g->pair.ray) > WARM_GROWTH_STEEP)) break;
        if (!(g->iterations < g->settings->max_iterations - 1.0)) break;
        g->start = m;
        const double inner = warm_growth_evaluate(g, &w, m, &at, &residual);
        if (!(inner > 0.0)) break;
        if (g->outer <= slack * inner) {
            warm_growth_portal(g, &at, m, inner);
            return true;
        }
        gd_warm_model_bend(&w, m, &at, radius);
        m = gd_warm_model_step(&w, m, residual);
    }
    return false;
}
