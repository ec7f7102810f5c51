/* The overlap test without witness. One supporting plane (early_out.h) decides most pairs. The
 * search of all other pairs begins with this plane's vertex. */
#include "growth/growth.h"
#include "minkowski/warm_start.h"

/* The rest of the pair, the bounds from the shapes' balls and the first portal's ball. Returns
 * false if only gd_collide3 can decide. */
static bool intersects_init(growth3* g, const gd_query* query) {
    pair3* pair = &g->pair;
    const double squared = dot3(pair->p, pair->p);
    if (!(squared > 0x1p-900) || !portal3_begin(&g->portal, pair, &g->offset)) return false;
    pair->distance = sqrt(squared);
    pair->ray = scale3(1.0 / pair->distance, pair->p);
    complete_ray(pair->ray, &pair->e1, &pair->e2);
    g->portal.inner = 0.0;
    g->settings = query->settings;
    g->trace = NULL;
    g->boolean = true;
    g->answer_only = !query->warm;
    g->aimed = true;
    g->iterations = 0.0;
    g->normal = g->start = pair->ray;
    g->outer = growth_extent(g) * (1.0 + 0x1p-40);
    return true;
}

/* The plane's vertex of C; lowers the outer bound. */
static void intersects_use_plane(growth3* g, const early_out_plane* plane, vertex3* s) {
    const pair3* pair = &g->pair;
    const gd_shape *a = pair->a, *b = pair->b;
    const vec3 n = plane->normal, back = inv_rotate(&pair->b_to_a, neg3(n));
    const double inverse = 1.0 / plane->length;
    s->a = madd3(sub3(plane->a, a->center), a->radius * inverse, n);
    s->b = madd3(sub3(plane->b, b->center), b->radius * inverse, back);
    pair3_place(pair, s);
    const double h = dot3(n, s->s), n_dot_ray = dot3(n, pair->ray);
    if (!(h > 0.0 && h < g->outer * n_dot_ray)) return;
    g->outer = h / n_dot_ray;
    g->normal = scale3(inverse, n);
}

/* The direction in which a quadratic model of h_C^2 is least. At the plane's normal n the model has
 * the value and the gradient of h_C^2, given by the vertex s. The two ellipsoids give its second
 * derivatives. inverse is early_out_inverse, scaled so that it maps p to n. */
static vec3 intersects_aim(const pair3* pair, const sym3* inverse, double scale, vec3 n, vec3 s) {
    const double h = dot3(n, s);
    if (!(h > 0.0)) return n; /* only by rounding: the origin is inside C */
    return madd3(add3(n, n), -dot3(n, pair->p) * scale / h, sym3_apply(inverse, s));
}

/* Starts cutting planes: the first portal with the plane's vertex, and its normal. */
static void intersects_open(growth3* g, const vertex3* s) {
    const double unit = 1.0 / growth_extent(g);
    portal3_init(&g->portal, &g->pair, g->offset);
    portal3_expand(&g->portal, s, s);
    g->start = scale3(unit * unit, portal3_normal(&g->portal));
}

early_out gd_intersects3(const gd_query* query) {
    growth3 g;
    early_out_plane plane;
    vertex3 s;
    const gd_warm* warm = query->warm;
    const vec3 d = early_out_join(&g.pair, query);
    const sym3 inverse = early_out_inverse(query->a, query->b, &g.pair.b_to_a);
    const bool saved = warm && warm->key != 0.0;
    const vec3 n = saved ? load3(warm->normal) : sym3_apply(&inverse, g.pair.p);
    const early_out seen = early_out_judge(&g.pair, d, n, &plane);
    if (seen < EARLY_OUT_CLOSE) return seen;
    if (!intersects_init(&g, query)) return EARLY_OUT_UNDECIDED;
    if (g.pair.distance > g.outer) return EARLY_OUT_APART;
    intersects_use_plane(&g, &plane, &s);
    const growth_goal goal = seen == EARLY_OUT_CLOSE ? GROWTH_CLOSE : GROWTH_DEEP;
    const bool newton = gd_growth_by_newton(&g, goal);
    g.warm = saved && warm->count > 0.0 && warm_fits(warm, query->a, query->b, WARM_GROWTH);
    g.start = plane.normal;
    if (g.warm)
        gd_growth_warm_start(&g, warm, false);
    else if (!newton)
        intersects_open(&g, &s);
    if (!newton && !saved && seen == EARLY_OUT_CLOSE)
        g.start = intersects_aim(&g.pair, &inverse, 1.0 / max_abs3(n), plane.normal, s.s);
    gd_growth_search(&g, goal, newton, warm != NULL);
    if (warm) warm_save3(query->warm, &g.pair, &g.portal, g.normal);
    const double upper = g.pair.distance / g.portal.inner, lower = g.pair.distance / g.outer;
    return lower > 1.0 && upper > 1.0 ? EARLY_OUT_APART : EARLY_OUT_MEET;
}
