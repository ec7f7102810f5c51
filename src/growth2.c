/* Growth distance in 2D: growth.c with a segment for a portal ([G] Alg. 3 with l = 2). */
#include "solvers.h"

#include "portal.h"
#include "stop.h"
#include "trace.h"
#include "warm.h"

typedef struct growth2 {
    pair2 pair;
    portal2 portal;
    vec2 normal;
    double outer;
    double iterations;
} growth2;

static vec2 growth2_warm_start(growth2* g, const gd_warm* warm) {
    vertex2 kept[2];
    const int count = warm_vertices2(warm, &g->pair, kept);
    int entered = 0;
    for (int i = 0; i < count; i++) {
        const vec2 n = portal2_normal(&g->portal);
        if (dot2(n, kept[i].s) > dot2(n, g->portal.v[0].s))
            entered += portal2_pivot(&g->portal, &kept[i]);
    }
    const vec2 last = make2(warm->normal[0], warm->normal[1]);
    const bool restored = count == 2 && entered == 2;
    return !restored && dot2(last, g->pair.ray) > 0.0 ? last : unit2(portal2_normal(&g->portal));
}

/* The portal and, unless NULL, a vertex that does not belong to it yet. */
static GD_COLD void growth2_record(const growth2* g, gd_trace* trace, const vertex2* s, vec2 n) {
    const trace_growth known = {make3(g->normal.x, g->normal.y, 0.0), g->outer, g->iterations};
    gd_trace_portal2(trace, &g->pair, &g->portal, known, s, n);
}

/* Inlined twice, as in growth.c. */
GD_INLINE gd_status growth2_run(growth2* g, vec2 n, const gd_settings* settings, bool boolean,
                                gd_trace* trace) {
    const double extent = g->pair.a->bound_radius + g->pair.b->bound_radius;
    const double unit = 1.0 / extent; /* brings normals near length 1 */
    stop_rule rule = stop_rule_of(settings, boolean, g->pair.distance, extent, g->outer);
    for (;;) {
        if (stop_proved(&rule, g->portal.inner, g->outer)) return GD_STATUS_OPTIMAL;
        const double length = length2(n);
        if (!(length > 0.0)) return GD_STATUS_PRECISION;
        if (g->iterations == settings->max_iterations) return GD_STATUS_MAX_ITERATIONS;

        const double inverse = 1.0 / length;
        vertex2 s;
        if (trace)
            gd_trace_support2(&g->pair, n, inverse, &s);
        else
            pair2_support(&g->pair, n, inverse, &s);
        g->iterations += 1.0;

        const double h = dot2(n, s.s), rise = dot2(n, g->pair.ray);
        const double above = (h - g->portal.inner * rise) * inverse;
        if (rise > 0.0 && h < g->outer * rise) {
            g->outer = h / rise;
            g->normal = scale2(inverse, n);
        }
        if (trace) growth2_record(g, trace, &s, n);
        if (!portal2_pivot(&g->portal, &s)) return GD_STATUS_PRECISION;
        if (stop_stalled(&rule, g->portal.inner, g->outer, above)) return GD_STATUS_PRECISION;
        n = scale2(unit, portal2_normal(&g->portal));
    }
}

static GD_COLD gd_status growth2_run_traced(growth2* g, vec2 n, const gd_settings* settings,
                                            bool boolean) {
    gd_trace* trace = trace_of(settings);
    GD_ASSERT(trace);
    const gd_status status = growth2_run(g, n, settings, boolean, trace);
    growth2_record(g, trace, NULL, n);
    return status;
}

static bool growth2_solve(growth2* g, const gd_query* query, bool boolean, gd_status* status) {
    if (!pair2_init(&g->pair, query->a, query->pose_a, query->b, query->pose_b)) {
        *status = GD_ERROR_POSE;
        return false;
    }
    if (!portal2_init(&g->portal, &g->pair)) {
        *status = GD_ERROR_UNDEFINED;
        return false;
    }
    g->iterations = 0.0;
    g->normal = g->pair.ray;
    /* the balls around the shapes, which hold them up to rounding */
    g->outer = (query->a->bound_radius + query->b->bound_radius) * (1.0 + 0x1p-40);
    *status = GD_STATUS_OPTIMAL;
    if (boolean && g->pair.distance > g->outer) return true; /* apart at a glance */
    vec2 n = g->pair.ray;
    if (warm_fits(query->warm, query->a, query->b, WARM_GROWTH))
        n = growth2_warm_start(g, query->warm);
    *status = query->settings->trace == 0.0 ? growth2_run(g, n, query->settings, boolean, NULL)
                                            : growth2_run_traced(g, n, query->settings, boolean);
    if (query->warm) warm_save2(query->warm, &g->pair, &g->portal, g->normal);
    return true;
}

static vec2 growth2_mean(const portal2* portal, bool part_b) {
    const vec2 v0 = part_b ? portal->v[0].b : portal->v[0].a;
    const vec2 v1 = part_b ? portal->v[1].b : portal->v[1].a;
    const vec2 mean = madd2(scale2(portal->weight[0], v0), portal->weight[1], v1);
    return scale2(1.0 / portal->weight_sum, mean);
}

static void growth2_store(double* v, vec2 a) {
    store3(v, make3(a.x, a.y, 0.0));
}

gd_status gd_growth2(const gd_query* query, gd_growth_result* out) {
    growth2 g;
    gd_status status;
    if (!growth2_solve(&g, query, false, &status)) return status;
    const vec2 a = rotate2(g.pair.rotation_a, growth2_mean(&g.portal, false));
    const vec2 b = rotate2(g.pair.rotation_b, growth2_mean(&g.portal, true));
    const double upper = g.pair.distance / g.portal.inner;
    growth_fill(out, status, g.iterations, upper, g.pair.distance / g.outer);
    growth2_store(out->normal, rotate2(g.pair.rotation_a, g.normal));
    growth2_store(out->point_a, add2(g.pair.center_a, a));
    growth2_store(out->point_b, add2(g.pair.center_b, b));
    growth2_store(out->contact, scale2(0.5, add2(madd2(g.pair.center_a, upper, a),
                                                 madd2(g.pair.center_b, upper, b))));
    return (gd_status)out->status;
}

gd_status gd_collide2(const gd_query* query, gd_collision_result* out) {
    growth2 g;
    gd_status status;
    if (!growth2_solve(&g, query, true, &status)) return status;
    const vec2 a = rotate2(g.pair.rotation_a, growth2_mean(&g.portal, false));
    const double upper = g.pair.distance / g.portal.inner;
    collision_fill(out, status, g.iterations, upper, g.pair.distance / g.outer);
    growth2_store(out->normal, rotate2(g.pair.rotation_a, g.normal));
    growth2_store(out->point, madd2(g.pair.center_a, min2(upper, 1.0), a));
    return status;
}
