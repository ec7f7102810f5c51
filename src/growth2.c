/* Growth distance in 2D: growth.c with a segment for a portal ([G] Alg. 3 with l = 2), and Newton's
 * steps where the curvature is known (algorithms.md 2.2).
 *
 * With n = ray + y across, beta is the minimum over y of h_C(n), whose slope is the place u of the
 * support vertex across the ray. A vertex of C bounds h_C from below by the line w + u y: the
 * portal's normal is where the lines of its two vertices meet, which finds a corner at once, but
 * halves the way to a smooth minimum only. There the step is Newton's from the best y, unless the
 * line of a vertex on the other side rises above what Newton's model expects: a corner lies
 * between. */
#include "solvers.h"

#include "curvature.h"
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

/* Brings a vertex into the portal, or, if it may lie below, where it lies above. False when
 * rounding leaves no portal. */
GD_INLINE bool growth2_raise(portal2* portal, const vertex2* s, bool below) {
    const vec2 n = portal2_normal(portal);
    if (below && !(dot2(n, s->s) > dot2(n, portal->v[0].s))) return true;
    return portal2_pivot(portal, s);
}

/* What Newton's steps know: the best y so far. */
typedef struct newton2 {
    double radius; /* of the balls of both shapes */
    vec2 across;
    double y, height, slope, bent;
    bool stepped; /* the last direction was a step of Newton's */
} newton2;

static newton2 growth2_newton(const pair2* pair) {
    newton2 w = {.radius = pair->a->radius + pair->b->radius,
                 .across = make2(-pair->ray.y, pair->ray.x),
                 .height = GD_INFINITY};
    return w;
}

/* The direction after n, whose vertex is s: Newton's or the portal's. */
GD_INLINE vec2 growth2_next(newton2* w, const growth2* g, vec2 n, double rise, const vertex2* s) {
    const pair2* pair = &g->pair;
    const vec2 normal = portal2_normal(&g->portal);
    if (!(rise > 0.0)) return normal;
    const double t = 1.0 / rise, y = t * dot2(n, w->across), height = s->w + s->u * y;
    const bool gained = height < w->height, failed = w->stepped && !gained;
    w->stepped = false;
    if (gained) {
        const vec2 m = madd2(pair->ray, y, w->across);
        const double inverse = 1.0 / length2(m);
        w->y = y;
        w->height = height;
        w->slope = s->u;
        w->bent = w->radius * (inverse * inverse * inverse);
        w->bent += curvature_core2(pair->a, m, w->across);
        w->bent += curvature_core2(pair->b, inv_rotate2(pair->b_to_a, m),
                                   inv_rotate2(pair->b_to_a, w->across));
    }
    if (failed || !(w->bent > 0.0)) return normal;
    /* on h^2 rather than h, as in hinge.c */
    const double bent = w->bent + w->slope * w->slope / w->height;
    const double step = -w->slope / bent, next = w->y + step;
    const double expected = w->height + 0.5 * w->slope * step;
    const vertex2* other = &g->portal.v[w->slope > 0.0 ? 0 : 1];
    if (other->w + other->u * next > expected) return normal;
    w->stepped = true;
    return madd2(pair->ray, next, w->across);
}

/* Inlined twice, as in growth.c. */
GD_INLINE gd_status growth2_run(growth2* g, vec2 n, const gd_settings* settings, bool boolean,
                                gd_trace* trace) {
    const double extent = g->pair.a->bound_radius + g->pair.b->bound_radius;
    const double unit = 1.0 / extent; /* brings normals near length 1 */
    stop_rule rule = stop_rule_of(settings, boolean, g->pair.distance, extent, g->outer);
    newton2 w = growth2_newton(&g->pair);
    const bool newton = !boolean && settings->method != GD_METHOD_CUTTING_PLANE;
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
        if (!growth2_raise(&g->portal, &s, newton)) return GD_STATUS_PRECISION;
        if (stop_stalled(&rule, g->portal.inner, g->outer, above)) return GD_STATUS_PRECISION;
        n = newton ? growth2_next(&w, g, n, rise, &s) : portal2_normal(&g->portal);
        if (!w.stepped) n = scale2(unit, n);
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

/* Where to look first: along the normal of an ellipse as wide as C in each direction. */
static vec2 growth2_first(const pair2* pair) {
    const vec2 ray = pair->ray, across = make2(-ray.y, ray.x);
    const vec2 ray_b = inv_rotate2(pair->b_to_a, ray), across_b = inv_rotate2(pair->b_to_a, across);
    const vec3 a = pair->a->spread, b = pair->b->spread;
    const double wide = (a.x * across.x * across.x + a.y * across.y * across.y) +
                        (b.x * across_b.x * across_b.x + b.y * across_b.y * across_b.y);
    const double skew = (a.x * ray.x * across.x + a.y * ray.y * across.y) +
                        (b.x * ray_b.x * across_b.x + b.y * ray_b.y * across_b.y);
    return wide > 0.0 ? madd2(ray, -skew / wide, across) : ray;
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
    else if (!boolean && query->settings->method != GD_METHOD_CUTTING_PLANE)
        n = growth2_first(&g->pair);
    *status = trace_wanted(query->settings) ? growth2_run_traced(g, n, query->settings, boolean)
                                            : growth2_run(g, n, query->settings, boolean, NULL);
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
