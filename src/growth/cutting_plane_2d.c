/* Growth distance in 2D: cutting_plane.c with a segment as portal, and Newton steps where the
 * curvature is known. Source: [G] Algorithm 3 with l = 2; docs/algorithms.md, Second order.
 *
 * A normal is ray + y across, where across is perpendicular to the ray. So the search has one
 * unknown: beta is the minimum over y of h_C, and the slope of h_C is the coordinate u of the
 * support vertex across the ray. Each vertex of C bounds h_C from below by the line w + u y. The
 * lines of the portal's two vertices intersect at the y of the portal's normal.
 *
 * This intersection finds a corner of h_C at once but only halves the distance to a smooth minimum.
 * There a Newton step from the best y is faster. One portal vertex has the line that rises in the
 * direction of this step. If that line exceeds the model's prediction at the new y, h_C has a
 * corner before it, and the intersection is used. Boxes need no search (box_2d.c). */
#include "growth/growth.h"

#include "shapes/curvature.h"
#include "minkowski/portal.h"
#include "minkowski/trace.h"
#include "minkowski/warm_start.h"
#include "closed/box_2d.h"

/* The largest |y|: a steeper normal is perpendicular to the ray, up to rounding. Its square does
 * not overflow, and the sizes of a pair differ by less than its cube. */
#define GROWTH2_STEEP 0x1p240

typedef struct growth2 {
    pair2 pair;
    portal2 portal;
    double y; /* the normal that proves outer, which is the least support value */
    double outer;
    double iterations;
} growth2;

static GD_COLD double growth2_warm_start(growth2* g, const gd_warm* warm) {
    vertex2 kept[2];
    const int count = warm_vertices2(warm, &g->pair, kept);
    int entered = 0;
    for (int i = 0; i < count; i++)
        if (portal2_above(&g->portal, &kept[i]) > 0.0) {
            portal2_pivot(&g->portal, &kept[i]);
            entered++;
        }
    const vec2 prev_normal = make2(warm->normal[0], warm->normal[1]);
    const double n_dot_ray = dot2(g->pair.ray_a, prev_normal);
    const bool restored = count == 2 && entered == 2;
    return !restored && n_dot_ray > 0.0 ? cross2(g->pair.ray_a, prev_normal) / n_dot_ray
                                        : portal2_kink(&g->portal);
}

/* The unit normal of y, in the frame of the given ray. */
static vec2 growth2_normal(vec2 ray, double y) {
    const double inverse = 1.0 / sqrt(1.0 + y * y);
    return along_ray2(ray, y * inverse, inverse);
}

/* Records the portal and, unless s is NULL, a vertex that is not in the portal yet. */
static GD_COLD void growth2_record(const growth2* g, gd_trace* trace, const vertex2* s, double y) {
    const vec2 normal = growth2_normal(g->pair.ray_a, g->y);
    const trace_growth known = {make3(normal.x, normal.y, 0.0), g->outer, g->iterations};
    gd_trace_portal2(trace, &g->pair, &g->portal, known, s, y);
}

/* State of the Newton steps besides the best y. */
typedef struct newton2 {
    double radius;           /* sum of both shapes' radii */
    double slope, curvature; /* of h_C at the best y */
    bool stepped;            /* the previous normal came from a Newton step */
} newton2;

/* The next y. If the previous normal lowered outer (gained), s is its vertex and replaces slope and
 * curvature. */
GD_INLINE double growth2_next(newton2* m, const growth2* g, bool gained, const vertex2* s,
                              double inverse) {
    const double meet = portal2_kink(&g->portal);
    const bool failed = m->stepped && !gained;
    m->stepped = false;
    if (gained) {
        m->slope = s->u;
        m->curvature = m->radius * (inverse * inverse * inverse) +
                       curvature_core2(g->pair.a, along_ray2(g->pair.ray_a, g->y, 1.0)) +
                       curvature_core2(g->pair.b, along_ray2(g->pair.ray_b, g->y, 1.0));
    }
    if (failed || !(m->curvature > 0.0)) return meet;
    /* the step minimises a model of h^2, as in model_step.c */
    const double step = -m->slope / (m->curvature + m->slope * m->slope / g->outer);
    const double y = g->y + step, expected = g->outer + 0.5 * m->slope * step;
    const vertex2* other = &g->portal.v[m->slope > 0.0 ? 0 : 1];
    if (other->w + other->u * y > expected) return meet;
    m->stepped = true;
    return y;
}

/* Compiled twice, as in cutting_plane.c. */
GD_INLINE gd_status growth2_run(growth2* g, double y, const gd_settings* settings, bool boolean,
                                gd_trace* trace) {
    const double extent = g->pair.a->bound_radius + g->pair.b->bound_radius;
    stop_rule rule = stop_rule_of(settings, boolean, g->pair.distance, extent, g->outer);
    newton2 m = {.radius = g->pair.a->radius + g->pair.b->radius};
    const bool newton = settings->method != GD_METHOD_CUTTING_PLANE;
    for (;;) {
        if (stop_proved(&rule, g->portal.inner, g->outer)) return GD_STATUS_OPTIMAL;
        if (g->iterations == settings->max_iterations) return GD_STATUS_MAX_ITERATIONS;
        y = min2(max2(y, -GROWTH2_STEEP), GROWTH2_STEEP);

        const double inverse = 1.0 / sqrt(1.0 + y * y);
        vertex2 s;
        if (trace)
            gd_trace_support2(&g->pair, y, inverse, &s);
        else
            pair2_support(&g->pair, y, inverse, &s);
        g->iterations += 1.0;

        const double h = s.w + s.u * y, height = (h - g->portal.inner) * inverse;
        const bool gained = h > 0.0 && h < g->outer; /* h <= 0 is rounding */
        if (gained) {
            g->outer = h;
            g->y = y;
        }
        if (trace) growth2_record(g, trace, &s, y);
        /* the vertex of a Newton step may lie below the portal */
        if (portal2_above(&g->portal, &s) > 0.0) portal2_pivot(&g->portal, &s);
        if (stop_stalled(&rule, g->portal.inner, g->outer, height)) return GD_STATUS_PRECISION;
        y = newton ? growth2_next(&m, g, gained, &s, inverse) : portal2_kink(&g->portal);
    }
}

static GD_COLD gd_status growth2_run_traced(growth2* g, double y, const gd_settings* settings,
                                            bool boolean) {
    gd_trace* trace = trace_of(settings);
    GD_ASSERT(trace);
    const gd_status status = growth2_run(g, y, settings, boolean, trace);
    growth2_record(g, trace, NULL, y);
    return status;
}

/* The first y: the exit normal of an ellipse that is as wide as C in each direction. */
static double growth2_first(const pair2* pair) {
    const vec3 a = pair->a->ellipsoid_proxy, b = pair->b->ellipsoid_proxy;
    const vec2 p = pair->ray_a, q = pair->ray_b;
    const double wide = (a.x * p.y * p.y + a.y * p.x * p.x) + (b.x * q.y * q.y + b.y * q.x * q.x);
    const double skew = (a.y - a.x) * p.x * p.y + (b.y - b.x) * q.x * q.y;
    return -skew / wide; /* wide > 0, because one of the shapes is solid */
}

static vec2 growth2_mean(const portal2* portal, vec2 v0, vec2 v1) {
    const double inverse = 1.0 / portal->weight_sum;
    return madd2(scale2(portal->weight[0] * inverse, v0), portal->weight[1] * inverse, v1);
}

/* Copies the result of the search. */
static void growth2_finish(const growth2* g, exit2* exit) {
    const double inverse = 1.0 / sqrt(1.0 + g->y * g->y);
    exit->inner = g->portal.inner;
    exit->outer = g->outer;
    exit->normal = make2(g->y * inverse, inverse);
    exit->a = growth2_mean(&g->portal, g->portal.v[0].a, g->portal.v[1].a);
    exit->b = growth2_mean(&g->portal, g->portal.v[0].b, g->portal.v[1].b);
}

static gd_status growth2_search(growth2* g, const gd_query* query, bool boolean) {
    double y = 0.0;
    if (warm_fits(query->warm, query->a, query->b, WARM_GROWTH))
        y = growth2_warm_start(g, query->warm);
    else if (query->settings->method != GD_METHOD_CUTTING_PLANE)
        y = growth2_first(&g->pair);
    const gd_status status = trace_wanted(query->settings)
                                 ? growth2_run_traced(g, y, query->settings, boolean)
                                 : growth2_run(g, y, query->settings, boolean, NULL);
    if (query->warm)
        warm_save2(query->warm, &g->pair, &g->portal, growth2_normal(g->pair.ray_a, g->y));
    return status;
}

/* Returns true if a closed form proves the answer. */
static bool growth2_closed(const growth2* g, const gd_query* query, bool boolean, double ball,
                           exit2* exit) {
    if (!shape_is_box(query->a) || !shape_is_box(query->b) ||
        query->settings->method != GD_METHOD_AUTO || !gd_box_2d_exit(&g->pair, ball, exit))
        return false;
    if (g->outer <
        exit->outer) { /* the bounding balls give the better bound; its normal is the ray */
        exit->outer = g->outer;
        exit->normal = make2(0.0, 1.0);
    }
    const stop_rule rule = stop_rule_of(query->settings, boolean, g->pair.distance, 0.0, 0.0);
    return stop_proved(&rule, exit->inner, exit->outer);
}

static gd_status growth2_solve(growth2* g, const gd_query* query, bool boolean, exit2* exit) {
    if (!pair2_init(&g->pair, query)) return GD_ERROR_POSE;
    vertex2 offset;
    const double ball = pair2_inner_radius(&g->pair, &offset);
    if (!(ball > 0.0)) return GD_ERROR_UNDEFINED;
    g->iterations = 0.0;
    g->y = 0.0;
    /* the bounding balls, enlarged by more than their rounding */
    g->outer = (query->a->bound_radius + query->b->bound_radius) * (1.0 + 0x1p-40);
    const bool apart = boolean && g->pair.distance > g->outer;
    if (!apart && growth2_closed(g, query, boolean, ball, exit)) return GD_STATUS_OPTIMAL;
    portal2_init(&g->portal, &g->pair, &offset, ball);
    const gd_status status = apart ? GD_STATUS_OPTIMAL : growth2_search(g, query, boolean);
    growth2_finish(g, exit);
    return status;
}

static void growth2_store(double* v, vec2 a) {
    v[0] = a.x;
    v[1] = a.y;
    v[2] = 0.0;
}

gd_status gd_growth2(const gd_query* query, gd_growth_result* out) {
    growth2 g;
    exit2 exit;
    const gd_status status = growth2_solve(&g, query, false, &exit);
    if (status < 0) return status;
    const vec2 a = rotate2(g.pair.rotation_a, exit.a), b = rotate2(g.pair.rotation_b, exit.b);
    const double upper = g.pair.distance / exit.inner;
    growth_fill(out, status, g.iterations, upper, g.pair.distance / exit.outer);
    growth2_store(out->normal, along_ray2(g.pair.ray, exit.normal.x, exit.normal.y));
    growth2_store(out->point_a, add2(g.pair.center_a, a));
    growth2_store(out->point_b, add2(g.pair.center_b, b));
    growth2_store(out->contact, scale2(0.5, add2(madd2(g.pair.center_a, upper, a),
                                                 madd2(g.pair.center_b, upper, b))));
    return (gd_status)out->status;
}

gd_status gd_collide2(const gd_query* query, gd_collision_result* out) {
    growth2 g;
    exit2 exit;
    const gd_status status = growth2_solve(&g, query, true, &exit);
    if (status < 0) return status;
    const vec2 a = rotate2(g.pair.rotation_a, exit.a);
    const double upper = g.pair.distance / exit.inner;
    collision_fill(out, status, g.iterations, upper, g.pair.distance / exit.outer);
    growth2_store(out->normal, along_ray2(g.pair.ray, exit.normal.x, exit.normal.y));
    growth2_store(out->point, madd2(g.pair.center_a, min2(upper, 1.0), a));
    return status;
}
