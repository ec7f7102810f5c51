#include "distance/warm_distance.h"

#include "distance/gjk_project.h"
#include "distance/gjk_stop.h"
#include "second_order/warm_model.h"

/* Limit on the support calls of a query. */
#define WARM_DISTANCE_STEPS 3
/* Least gap used in the Hessian, as a fraction of the distance of the centres. */
#define WARM_DISTANCE_FLOOR 0x1p-14

void gd_warm_distance_save(gd_warm* warm, const gjk* g, vec3 n) {
    const vec3 m = inv_rotate(&g->pair.b_to_a, neg3(n));
    const vec3 a = madd3(g->a[0], g->deflate_a, n), b = madd3(g->b[0], g->deflate_b, m);
    gd_warm_model_save(warm, &g->pair, g->family, n, a, b);
}

/* Evaluates the unit normal m, updates the lower bound, and moves x from the support point to the
 * nearest point. Returns false if the contact is not the saved one. */
static bool warm_distance_evaluate(gjk* g, const warm_model* w, vec3 m, warm_support* at, vec3* x) {
    gd_warm_model_support(w, m, at);
    const double deflated = g->deflate_a + g->deflate_b;
    *x = sub3(sub3(at->a, rotate(&g->pair.b_to_a, at->b)), g->pair.p);
    *x = madd3(*x, -deflated, m);
    g->iterations += 1.0;
    const double bound = -dot3(m, *x);
    if (bound > g->lower) {
        g->lower = bound;
        g->proof = m;
    }
    return gd_warm_model_shares(w, at, x);
}

/* Stores a vertex that has these shares of the ways. */
static void warm_distance_place(gjk* g, int slot, const warm_support* at, double of_a,
                                double of_b) {
    const vec3 m = inv_rotate(&g->pair.b_to_a, neg3(g->proof));
    g->a[slot] = madd3(madd3(at->a, of_a, at->way[0]), -g->deflate_a, g->proof);
    g->b[slot] = madd3(madd3(at->b, of_b, at->way[1]), -g->deflate_b, m);
    gjk_place(g, slot);
}

/* Stores the nearest point as one vertex, and after it the simplex around it, if wanted. */
static void warm_distance_store(gjk* g, const warm_support* at, vec3 x, bool simplex) {
    const double* share = at->share;
    gjk_approach(g, x, length3(x));
    g->count = 1;
    warm_distance_place(g, 0, at, share[0], share[1]);
    if (!simplex) return;
    const double first = share[0] >= share[1] ? 1.0 : 0.0; /* the larger share is A's */
    g->vertices = 0;
    warm_distance_place(g, ++g->vertices, at, 0.0, 0.0);
    if (share[0] > 0.0 || share[1] > 0.0)
        warm_distance_place(g, ++g->vertices, at, first, 1.0 - first);
    if (share[0] > 0.0 && share[1] > 0.0) warm_distance_place(g, ++g->vertices, at, 1.0, 1.0);
}

bool gd_warm_distance(gjk* g, const gd_query* query, vec3* start) {
    warm_model w;
    warm_support at;
    const bool model = gd_warm_model_load(&w, &g->pair, query->warm);
    *start = w.n;
    if (!model) return false;
    const gjk_stop stop = gjk_stop_of(g, query->settings, GJK_DISTANCE);
    vec3 x = sub3(warm_model_point(&w), g->pair.p);
    const double gap = max2(-dot3(w.n, x), WARM_DISTANCE_FLOOR * g->pair.distance);
    vec3 m = gd_warm_model_minimum(&w, x, gap);
    for (int i = 0; i < WARM_DISTANCE_STEPS && gd_warm_model_near(&w, m); i++) {
        if (!(g->iterations < query->settings->max_iterations - 1.0)) break;
        *start = m = unit3(m);
        if (!warm_distance_evaluate(g, &w, m, &at, &x)) break;
        const double length = length3(x);
        const bool best = same3(g->proof, m) && g->lower > g->radius && length > g->radius;
        if (best && gjk_answered(&stop, length, g->lower)) {
            warm_distance_store(g, &at, x, simplex_wanted(query));
            gd_warm_model_update(query->warm, &g->pair, m, madd3(at.a, at.share[0], at.way[0]),
                                 madd3(at.b, at.share[1], at.way[1]));
            return true;
        }
        m = gd_warm_model_step(&w, m, madd3(x, -dot3(x, m), m));
    }
    if (gd_warm_model_near(&w, m)) *start = unit3(m);
    return false;
}
