/* Growth distance of sets with twice differentiable support functions by Newton's method (DCF:
 * Lee, Lee, Lee 2023, Uncertain pose estimation during contact tasks using differentiable contact
 * features; [G] Table I; algorithms.md 2.2, 2.8).
 *
 * beta = min h_C(n) over n.ray = 1: a convex function of n's two coordinates across the ray, whose
 * gradient is where the support point lies across it, and whose Hessian is the sum of the two
 * sets'. Newton's step within a radius of trust proposes the next normal; where it fails, the
 * normal of the portal does, which is a step of internal expanding and converges from anywhere.
 *
 * Every support point goes into a portal around the ray, so that both bounds hold: outer is the
 * least value seen, inner where the ray leaves the portal. As Newton's steps bring the support
 * point onto the ray, quadratically, inner follows one step behind. */
#include "compare.h"

#include "../portal.h"
#include "../stop.h"
#include "dsf.h"

/* A Hessian whose lesser eigenvalue is below this part of the greater says nothing of a step. */
#define DCF_SINGULAR 0x1p-40
/* Parts of the predicted gain below and above which the radius of trust shrinks and grows. */
#define DCF_POOR 0.25
#define DCF_GOOD 0.75
/* The first radius of trust: the normal turns by 27 degrees at most. */
#define DCF_TRUST 0.5
/* How far rounding may lift the inner bound above the outer one. */
#define DCF_ROUNDING (1.0 + 0x1p-42)
/* Steps without any gain after which there is none to come, far apart as the bounds may be. */
#define DCF_IDLE 32

/* h_C at the normal ray + x e1 + y e2: value, gradient, Hessian. */
typedef struct dcf_value {
    vec2 at;
    double h;
    vec2 gradient;
    dsf_form hessian;
} dcf_value;

typedef struct dcf_solver {
    pair3 pair;
    portal3 portal;
    vec3 normal; /* unit, A's frame: of outer */
    double outer;
    double iterations;
    dcf_value best;
    vec2 step;        /* the last, from best, if it was Newton's */
    double predicted; /* its gain; 0: the last step was the portal's */
    double trust;     /* longest step */
} dcf_solver;

static dcf_value dcf_evaluate(dcf_solver* solver, vec2 at, vertex3* s) {
    const pair3* pair = &solver->pair;
    const vec3 n = madd3(madd3(pair->ray, at.x, pair->e1), at.y, pair->e2);
    const double inverse = 1.0 / length3(n);
    const vec3 unit = scale3(inverse, n);
    dsf_form a, b;
    s->a = dsf_support(pair->a, unit, pair->e1, pair->e2, &a);
    s->b =
        dsf_support(pair->b, inv_rotate(&pair->b_to_a, neg3(unit)),
                    inv_rotate(&pair->b_to_a, pair->e1), inv_rotate(&pair->b_to_a, pair->e2), &b);
    pair3_place(pair, s);
    solver->iterations += 1.0;
    const dcf_value value = {
        at,
        s->w + (at.x * s->u + at.y * s->v),
        make2(s->u, s->v),
        {inverse * (a.xx + b.xx), inverse * (a.xy + b.xy), inverse * (a.yy + b.yy)}};
    if (value.h > 0.0 && value.h < solver->outer) {
        solver->outer = value.h;
        solver->normal = unit;
    }
    return value;
}

/* Newton's step from the best value, no longer than the radius of trust, and what it should gain;
 * false when the Hessian is singular. */
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

/* What the new value says of the step that led to it. */
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

/* Where to look next: Newton's step after a success, or when the portal's normal has failed too. */
static bool dcf_next(dcf_solver* solver, bool success, vec2* at) {
    const bool was_newton = solver->predicted > 0.0;
    solver->predicted = 0.0;
    if ((success || !was_newton) && dcf_newton(solver)) {
        *at = add2(solver->best.at, solver->step);
        return true;
    }
    solver->predicted = 0.0;
    const vec3 n = portal3_normal(&solver->portal);
    const double rise = dot3(n, solver->pair.ray);
    if (!(rise > 0.0)) return false;
    *at = make2(dot3(n, solver->pair.e1) / rise, dot3(n, solver->pair.e2) / rise);
    return true;
}

/* Brings a vertex into the portal if that raises the inner bound: Newton's vertices may lie below
 * the portal. Not when rounding would lift a thin portal above what is proved from outside. */
static void dcf_pivot(dcf_solver* solver, const vertex3* s) {
    portal3 next = solver->portal;
    if (portal3_pivot(&next, s) && next.inner > solver->portal.inner &&
        next.inner <= DCF_ROUNDING * solver->outer)
        solver->portal = next;
}

/* A portal so thin that the better weights put it behind the origin stays as it was. */
static void dcf_refine(dcf_solver* solver) {
    portal3 refined = solver->portal;
    portal3_refine(&refined);
    if (refined.inner > 0.0) solver->portal = refined;
}

static gd_status dcf_run(dcf_solver* solver, const gd_settings* settings) {
    const double extent = solver->pair.a->bound_radius + solver->pair.b->bound_radius;
    stop_rule rule = stop_rule_of(settings, false, solver->pair.distance, extent, solver->outer);
    vec2 at = make2(0.0, 0.0);
    solver->best.h = GD_INFINITY;
    solver->trust = DCF_TRUST;
    solver->predicted = 0.0;
    for (;;) {
        if (stop_proved(&rule, solver->portal.inner, solver->outer) ||
            solver->outer <= STOP_FINE * solver->portal.inner) {
            dcf_refine(solver);
            if (stop_proved(&rule, solver->portal.inner, solver->outer)) return GD_STATUS_OPTIMAL;
        }
        if (solver->iterations == settings->max_iterations) return GD_STATUS_MAX_ITERATIONS;

        vertex3 s;
        const dcf_value value = dcf_evaluate(solver, at, &s);
        dcf_judge(solver, &value);
        const bool success = value.h < solver->best.h;
        if (success) solver->best = value;
        const double above =
            (value.h - solver->portal.inner) / sqrt(1.0 + dot2(value.at, value.at));
        dcf_pivot(solver, &s);
        if (stop_stalled(&rule, solver->portal.inner, solver->outer, above) ||
            rule.idle == DCF_IDLE)
            break;
        if (!dcf_next(solver, success, &at)) break;
    }
    return GD_STATUS_PRECISION;
}

/* The parts of the point where the ray leaves the portal. */
static vec3 dcf_mean(const portal3* portal, bool part_b) {
    vec3 mean = make3(0.0, 0.0, 0.0);
    for (int i = 0; i < 3; i++)
        mean = madd3(mean, portal->weight[i], part_b ? portal->v[i].b : portal->v[i].a);
    return scale3(1.0 / portal->weight_sum, mean);
}

gd_status gd_compare_dcf(const gd_query* query, gd_growth_result* out) {
    dcf_solver solver;
    pair3* pair = &solver.pair;
    if (query->a->dimension != 3 || query->b->dimension != 3) return GD_ERROR_DIMENSION;
    if (!pair3_init(pair, query->a, query->pose_a, query->b, query->pose_b)) return GD_ERROR_POSE;
    if (!dsf_knows(query->a) || !dsf_knows(query->b)) return GD_ERROR_UNDEFINED;
    if (!portal3_init(&solver.portal, pair)) return GD_ERROR_UNDEFINED;
    solver.iterations = 0.0;
    solver.normal = pair->ray;
    /* the balls around the shapes, which hold them up to rounding */
    solver.outer = (query->a->bound_radius + query->b->bound_radius) * (1.0 + 0x1p-40);
    const gd_status status = dcf_run(&solver, query->settings);
    const vec3 a = rotate(&pair->rotation_a, dcf_mean(&solver.portal, false));
    const vec3 b = rotate(&pair->rotation_b, dcf_mean(&solver.portal, true));
    const double upper = pair->distance / solver.portal.inner;
    growth_fill(out, status, solver.iterations, upper, pair->distance / solver.outer);
    store3(out->normal, rotate(&pair->rotation_a, solver.normal));
    store3(out->point_a, add3(pair->center_a, a));
    store3(out->point_b, add3(pair->center_b, b));
    store3(out->contact,
           scale3(0.5, add3(madd3(pair->center_a, upper, a), madd3(pair->center_b, upper, b))));
    return (gd_status)out->status;
}
