/* Depth of overlapping cores: closed forms, then the method that the query asks for. EPA is global;
 * if it does not prove the depth, the local methods may still lower the upper bound. */
#include "depth/overlap.h"

#include "closed/boxes.h"
#include "growth/growth.h"
#include "shapes/bounds.h"

/* Iterations of the local methods after the polytope's limit, and limit of the growth query. */
#define OVERLAP_RAYS 100.0

static depth_rule overlap_rule(const depth_plan* plan, const gjk* g) {
    const gd_settings* settings = plan->query->settings;
    return (depth_rule){settings->tolerance, settings->max_iterations, g->radius,
                        trace_of(settings)};
}

/* The upper bound of GJK's final normal, with its support points. Leaves GJK's simplex unchanged.
 */
static void overlap_first(gjk* g, depth_bounds* d) {
    const core_vertex kept = {g->x[0], g->a[0], g->b[0]};
    d->normal = g->normal;
    d->lower = d->iterations = 0.0;
    d->calls = 1.0;
    gd_gjk_support(g, g->normal, 0);
    d->upper = max2(dot3(g->normal, g->x[0]), 0.0);
    d->a = g->a[0];
    d->b = g->b[0];
    g->x[0] = kept.x;
    g->a[0] = kept.a;
    g->b[0] = kept.b;
}

/* Updates the upper bound with one more direction, A's frame. */
static void overlap_try(gjk* g, vec3 n, depth_bounds* d) {
    gd_gjk_support(g, n, 0);
    d->calls += 1.0;
    const double h = dot3(n, g->x[0]);
    if (!(h < d->upper)) return;
    d->upper = max2(h, 0.0);
    d->normal = n;
    d->a = g->a[0];
    d->b = g->b[0];
}

vec3 gd_normal_from_growth(const gjk* g, const gd_query* query, double* iterations, double* calls) {
    const gd_settings tight = {.tolerance = GD_EPS, .max_iterations = OVERLAP_RAYS};
    const gd_query growth = {query->a, query->pose_a, query->b, query->pose_b, &tight, NULL};
    gd_growth_result r;
    if (gd_growth(&growth, &r) < 0) return g->pair.ray;
    *iterations += r.iterations;
    *calls += r.iterations;
    return inv_rotate(&g->pair.rotation_a, load3(r.normal));
}

/* A local method from a direction. */
static gd_status overlap_local(gjk* g, const depth_plan* plan, const initial_simplex* start,
                               gd_method method, const depth_rule* rule, depth_bounds* d) {
    vec3 direction = d->normal;
    if (method == GD_METHOD_INCREMENTAL && !plan->edges_only) {
        if (gd_lbfgs(g, direction, rule, d)) return GD_STATUS_LOCAL;
        direction = d->normal;
    }
    return gd_incremental(g, start, method, direction, rule, d);
}

/* The polytope is full or stopped by rounding: the growth distance and the local methods may still
 * lower the upper bound. */
static void overlap_polish(gjk* g, const depth_plan* plan, const initial_simplex* start,
                           depth_bounds* d) {
    const vec3 afar = gd_normal_from_growth(g, plan->query, &d->iterations, &d->calls);
    overlap_try(g, afar, d);
    depth_rule more = overlap_rule(plan, g);
    more.max_iterations = d->iterations + OVERLAP_RAYS;
    overlap_local(g, plan, start, GD_METHOD_INCREMENTAL, &more, d);
}

/* Closed form for two boxes. Returns false if it does not apply. */
static bool overlap_boxes(const gd_query* query, depth_bounds* d) {
    boxes x;
    boxes_answer answer;
    if (!shape_is_box(query->a) || !shape_is_box(query->b) || shape_is_line(query->a) ||
        shape_is_line(query->b) || query->settings->method != GD_METHOD_AUTO)
        return false;
    gd_boxes_of(query, &x); /* gd_gjk_init has accepted the poses */
    d->upper = max2(gd_boxes_depth(&x, &answer), 0.0);
    d->lower = max2(d->upper - gd_boxes_rounding(&x), 0.0);
    d->normal = answer.normal;
    d->a = sub3(answer.a, x.a->center);
    d->b = sub3(answer.b, x.b->center);
    d->iterations = d->calls = 0.0;
    return true;
}

/* Depth of a point (own frame, relative to the centre) in a core with a closed form, otherwise 0.
 */
static double overlap_inside(const gd_shape* shape, vec3 at) {
    if (!gd_core_has_interior(shape)) return 0.0;
    gd_shape around = *shape;
    around.center = add3(around.center, at);
    return gd_core_depth(&around);
}

/* Lower bound by the nearest points. D contains A minus a point of B, whose depth may have a closed
 * form. For a small core near the axis of a cone, the depth is nearly equal along a circle of
 * directions, where the polytope would hardly converge. */
static double overlap_points(const gjk* g, const depth_bounds* d) {
    const pair3* pair = &g->pair;
    const vec3 b = add3(rotate(&pair->b_to_a, d->b), pair->p);
    const vec3 a = inv_rotate(&pair->b_to_a, sub3(d->a, pair->p));
    return max2(overlap_inside(pair->a, b) - g->deflate_a,
                overlap_inside(pair->b, a) - g->deflate_b);
}

/* The expanding polytope, and if it does not prove the depth, all that may still help. */
static gd_status overlap_global(gjk* g, const depth_plan* plan, const initial_simplex* start,
                                depth_bounds* d) {
    const depth_rule rule = overlap_rule(plan, g);
    const gd_status status = (plan->plane ? gd_epa2 : gd_epa3)(g, start, &rule, d);
    if (status == GD_STATUS_OPTIMAL) return status;
    const double lower = d->lower;
    overlap_polish(g, plan, start, d);
    d->lower = min2(max2(lower, overlap_points(g, d)), d->upper);
    return depth_proved(d, &rule) ? GD_STATUS_OPTIMAL : status;
}

gd_status gd_overlap_depth(gjk* g, const depth_plan* plan, depth_bounds* d) {
    if (overlap_boxes(plan->query, d)) return GD_STATUS_OPTIMAL;
    overlap_first(g, d);
    if (d->upper <= DEPTH_ROUNDING * g->extent) { /* touching: GJK's normal is the exact one */
        gd_gjk_points(g, &d->a, &d->b);
        return GD_STATUS_OPTIMAL;
    }
    initial_simplex start;
    const initial_simplex_kind kind = gd_initial_simplex(g, &start);
    d->calls += start.calls;
    if (kind == INITIAL_SIMPLEX_FLAT) {
        d->upper = 0.0;
        d->normal = start.normal;
        d->a = start.a;
        d->b = start.b;
        return GD_STATUS_OPTIMAL;
    }
    if (plan->method == GD_METHOD_AUTO || plan->method == GD_METHOD_EPA)
        return overlap_global(g, plan, &start, d);
    const depth_rule rule = overlap_rule(plan, g);
    d->lower = gd_initial_simplex_offset(&start, g->extent, g->pair.a->dimension);
    d->upper = GD_INFINITY; /* local methods use only the directions from the given one on */
    d->normal = plan->direction;
    return overlap_local(g, plan, &start, plan->method, &rule, d);
}
