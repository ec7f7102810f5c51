/* Growth distance of sets with twice differentiable support functions by Newton's method (DCF).
 * Source: Lee, Lee and Lee 2023, Uncertain pose estimation during contact tasks using
 * differentiable contact features; [G] Table I; docs/algorithms.md, Second order.
 *
 * beta is the minimum of h_C(n) over n.ray = 1, a convex function of n's two coordinates across the
 * ray. Its gradient is the support point's coordinates across the ray, its Hessian the sum of both
 * sets' Hessians. A Newton step within a trust radius gives the next normal. If it fails, the
 * portal's normal replaces it, a step of internal expanding that converges from anywhere.
 *
 * Every support point is offered to a portal around the ray, so both bounds hold: outer is the
 * least value so far, inner is where the ray leaves the portal. Newton steps bring the support
 * point onto the ray with quadratic convergence, and inner follows one step later. */
#include "compare/compare.h"

#include "compare/dsf.h"
#include "compare/ray.h"

/* A Hessian is singular if its determinant is below this fraction of its squared trace. */
#define DCF_SINGULAR 0x1p-40
/* Actual gain / predicted gain: below POOR the trust radius shrinks, above GOOD it grows. */
#define DCF_POOR 0.25
#define DCF_GOOD 0.75
/* The first trust radius: the normal turns by 27 degrees at most. */
#define DCF_TRUST 0.5
/* How far rounding may lift the inner bound above the outer one. */
#define DCF_ROUNDING (1.0 + 0x1p-42)
/* After this many steps without gain the search ends, whatever the gap. */
#define DCF_IDLE 32

/* h_C at the normal ray + x e1 + y e2: value, gradient, Hessian. */
typedef struct dcf_value {
    vec2 at;
    double h;
    vec2 gradient;
    dsf_form hessian;
} dcf_value;

typedef struct dcf_solver {
    compare_ray ray;
    portal3 portal;
    dcf_value best;
    vec2 step;        /* the previous Newton step, from best */
    double predicted; /* its predicted gain; 0: the previous step was the portal's */
    double trust;     /* the trust radius */
} dcf_solver;

static GD_COLD void dcf_record(const dcf_solver* solver, const vertex3* s, vec3 n) {
    const compare_ray* ray = &solver->ray;
    const trace_growth known = {ray->normal, ray->outer, ray->iterations};
    gd_trace_portal3(ray->trace, &ray->pair, &solver->portal, known, s, n);
}

static dcf_value dcf_evaluate(dcf_solver* solver, vec2 at, vertex3* s) {
    const pair3* pair = &solver->ray.pair;
    const vec3 n = madd3(madd3(pair->ray, at.x, pair->e1), at.y, pair->e2);
    const double inverse = 1.0 / length3(n);
    const vec3 unit = scale3(inverse, n);
    dsf_form a, b;
    s->a = dsf_support(pair->a, unit, pair->e1, pair->e2, &a);
    s->b =
        dsf_support(pair->b, inv_rotate(&pair->b_to_a, neg3(unit)),
                    inv_rotate(&pair->b_to_a, pair->e1), inv_rotate(&pair->b_to_a, pair->e2), &b);
    pair3_place(pair, s);
    solver->ray.iterations += 1.0;
    const dcf_value value = {
        at,
        s->w + (at.x * s->u + at.y * s->v),
        make2(s->u, s->v),
        {inverse * (a.xx + b.xx), inverse * (a.xy + b.xy), inverse * (a.yy + b.yy)}};
    if (value.h > 0.0 && value.h < solver->ray.outer) {
        solver->ray.outer = value.h;
        solver->ray.normal = unit;
    }
    if (solver->ray.trace) dcf_record(solver, s, unit);
    return value;
}

/* Sets the Newton step from the best value, within the trust radius, and its predicted gain.
 * Returns false if the Hessian is singular. */
static bool dcf_newton(dcf_solver* solver) {
    const dsf_form h = solver->best.hessian;
    const vec2 g = solver->best.gradient;
    const double det = h.xx * h.yy - h.xy * h.xy, trace = h.xx + h.yy;
    if (!(det > DCF_SINGULAR * trace * trace)) return false;
    vec2 d = make2((h.xy * g.y - h.yy * g.x) / det, (h.xy * g.x - h.xx * g.y) / det);
    const double length = length2(d);
    if (length > solver->trust) d = scale2(solver->trust / length, d);
    const double curved = d.x * (h.xx * d.x + 2.0 * h.xy * d.y) + h.yy * d.y * d.y;
    solver->predicted = -dot2(g, d) - 0.5 * curved;
    solver->step = d;
    return solver->predicted > 0.0;
}

/* Updates the trust radius from the value that the step led to. */
static void dcf_judge(dcf_solver* solver, const dcf_value* value) {
    if (solver->predicted > 0.0) {
        const double gain = (solver->best.h - value->h) / solver->predicted;
        const double length = length2(solver->step);
        if (!(gain > DCF_POOR))
            solver->trust = 0.25 * length;
        else if (gain > DCF_GOOD)
            solver->trust = max2(solver->trust, 2.0 * length);
    }
}

/* Chooses the next normal: a Newton step after a success, or if the portal's normal has failed
 * too. */
static bool dcf_next(dcf_solver* solver, bool success, vec2* at) {
    const bool was_newton = solver->predicted > 0.0;
    solver->predicted = 0.0;
    if ((success || !was_newton) && dcf_newton(solver)) {
        *at = add2(solver->best.at, solver->step);
        return true;
    }
    solver->predicted = 0.0;
    const vec3 n = portal3_normal(&solver->portal);
    const double n_dot_ray = dot3(n, solver->ray.pair.ray);
    if (!(n_dot_ray > 0.0)) return false;
    *at = make2(dot3(n, solver->ray.pair.e1) / n_dot_ray, dot3(n, solver->ray.pair.e2) / n_dot_ray);
    return true;
}

/* Pivots a vertex into the portal if that raises the inner bound; a Newton step's vertex may be
 * below the portal. Rejects the result if rounding lifts a thin portal above the outer bound. */
static void dcf_pivot(dcf_solver* solver, const vertex3* s) {
    portal3 next = solver->portal;
    if (portal3_pivot(&next, s) && next.inner > solver->portal.inner &&
        next.inner <= DCF_ROUNDING * solver->ray.outer)
        solver->portal = next;
}

/* Refines the weights, unless these put a thin portal behind the origin. */
static void dcf_refine(dcf_solver* solver) {
    portal3 refined = solver->portal;
    portal3_refine(&refined);
    if (refined.inner > 0.0) solver->portal = refined;
}

static gd_status dcf_run(dcf_solver* solver) {
    stop_rule* rule = &solver->ray.rule;
    vec2 at = make2(0.0, 0.0);
    solver->best.h = GD_INFINITY;
    solver->trust = DCF_TRUST;
    solver->predicted = 0.0;
    for (;;) {
        if (stop_proved(rule, solver->portal.inner, solver->ray.outer) ||
            solver->ray.outer <= STOP_FINE * solver->portal.inner) {
            dcf_refine(solver);
            if (stop_proved(rule, solver->portal.inner, solver->ray.outer))
                return GD_STATUS_OPTIMAL;
        }
        if (solver->ray.iterations == solver->ray.max_iterations) return GD_STATUS_MAX_ITERATIONS;

        vertex3 s;
        const dcf_value value = dcf_evaluate(solver, at, &s);
        dcf_judge(solver, &value);
        const bool success = value.h < solver->best.h;
        if (success) solver->best = value;
        const double height =
            (value.h - solver->portal.inner) / sqrt(1.0 + dot2(value.at, value.at));
        dcf_pivot(solver, &s);
        if (stop_stalled(rule, solver->portal.inner, solver->ray.outer, height) ||
            rule->idle == DCF_IDLE)
            break;
        if (!dcf_next(solver, success, &at)) break;
    }
    return GD_STATUS_PRECISION;
}

gd_status gd_compare_dcf(const gd_query* query, gd_growth_result* out) {
    dcf_solver solver;
    gd_status status = gd_ray_init(&solver.ray, query);
    if (status != GD_STATUS_OPTIMAL) return status;
    if (!dsf_knows(query->a) || !dsf_knows(query->b)) return GD_ERROR_UNDEFINED;
    portal3_start(&solver.portal, &solver.ray.pair);
    status = dcf_run(&solver);
    ray_improve(&solver.ray, &solver.portal);
    return gd_ray_finish(&solver.ray, status, out);
}
