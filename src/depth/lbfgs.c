/* A local minimum of h_D over unit directions by quasi-Newton steps (L-BFGS), for smooth D without
 * a portal.
 *
 * The gradient of h_D on the unit sphere is the part of the support vertex s perpendicular to n. So
 * each support call gives the value and the gradient, and at a minimum s is parallel to n. SQP
 * ([P]) converges linearly with rate depth / radius of curvature, which is near 1 for deep
 * overlaps. Two stored steps approximate the curvature in both directions and converge
 * superlinearly: 9 support calls instead of 90 for two ellipsoids at tolerance 2^-26.
 *
 * If D has edges or faces, the gradient jumps and no step lowers h. Then incremental.c continues
 * from the best direction. */
#include "depth/depth.h"

#define LBFGS_STEPS 24
/* The largest length of a step, as a tangent. */
#define LBFGS_REACH 0.5
/* Angle of the probes around a stationary start, as a tangent. */
#define LBFGS_PROBE 0x1p-6
/* How many lengths of a step are tried. */
#define LBFGS_TRIALS 2
/* A fall of h below this fraction of the extent is rounding. */
#define LBFGS_ROUNDING (64.0 * GD_EPS)

typedef struct lbfgs_point {
    vec3 n, gradient;
    core_vertex s;
    double h;
} lbfgs_point;

static void lbfgs_evaluate(gjk* g, vec3 n, lbfgs_point* at, depth_bounds* d) {
    gd_gjk_support(g, n, 0);
    d->calls += 1.0;
    d->iterations += 1.0;
    at->n = n;
    at->s = (core_vertex){g->x[0], g->a[0], g->b[0]};
    at->h = dot3(n, at->s.x);
    at->gradient = madd3(at->s.x, -at->h, n);
}

/* Records the evaluated direction with the best bound so far. */
static GD_COLD void lbfgs_record(const gjk* g, const lbfgs_point* asked, const lbfgs_point* best,
                                 const depth_rule* rule, const depth_bounds* d) {
    const bool better = best->h < d->upper;
    trace_step step = depth_step(GD_ITERATE_DIRECTION, g, rule, d, better ? best->h : d->upper);
    if (better) {
        step.normal = best->n;
        step.offset = best->h;
    }
    step.direction = asked->n;
    step.support = true;
    step.vertex_count = 1;
    gd_iterate* row = gd_trace_row(rule->trace, &g->pair, &step);
    if (row) depth_vertex(row, g, 0, &asked->s, 0.0);
}

/* A step and the change of the gradient along it. */
typedef struct lbfgs_pair {
    vec3 step, change;
    double product; /* > 0 */
} lbfgs_pair;

/* Multiplies the gradient by the inverse Hessian that the stored steps define; pair[0] is the
 * newest. */
static vec3 lbfgs_direction(const lbfgs_pair* pair, int count, vec3 gradient, double scale) {
    double alpha[2] = {0.0, 0.0};
    vec3 q = gradient;
    for (int i = 0; i < count; i++) {
        alpha[i] = dot3(pair[i].step, q) / pair[i].product;
        q = madd3(q, -alpha[i], pair[i].change);
    }
    q = scale3(count > 0 ? pair[0].product / dot3(pair[0].change, pair[0].change) : scale, q);
    for (int i = count - 1; i >= 0; i--) {
        const double beta = dot3(pair[i].change, q) / pair[i].product;
        q = madd3(q, alpha[i] - beta, pair[i].step);
    }
    return q;
}

/* Whether a stationary direction is not a minimum; *down is then a descent direction. A start on an
 * axis of symmetry is often stationary. Two probes give the columns of the Hessian. */
static bool lbfgs_unstable(gjk* g, const lbfgs_point* at, const depth_rule* rule, depth_bounds* d,
                           vec3* down) {
    const bool plane = g->pair.a->dimension == 2;
    vec3 e1, e2;
    complete_ray(at->n, &e1, &e2);
    if (plane) e1 = make3(-at->n.y, at->n.x, 0.0);
    lbfgs_point aside;
    lbfgs_evaluate(g, unit3(madd3(at->n, LBFGS_PROBE, e1)), &aside, d);
    if (rule->trace) lbfgs_record(g, &aside, at, rule, d);
    const double h11 = dot3(aside.gradient, e1);
    double h12 = 0.0, h22 = GD_INFINITY;
    if (!plane) {
        h12 = dot3(aside.gradient, e2);
        lbfgs_evaluate(g, unit3(madd3(at->n, LBFGS_PROBE, e2)), &aside, d);
        if (rule->trace) lbfgs_record(g, &aside, at, rule, d);
        h22 = dot3(aside.gradient, e2);
    }
    const double rounding = 0x1p-40 * LBFGS_PROBE * at->h;
    if (h11 < -rounding || h22 < -rounding)
        *down = h11 < h22 ? e1 : e2;
    else if (!plane && h12 * h12 > h11 * h22 + rounding * rounding)
        *down = h12 > 0.0 ? sub3(e1, e2) : add3(e1, e2);
    else
        return false;
    return true;
}

bool gd_lbfgs(gjk* g, vec3 direction, const depth_rule* rule, depth_bounds* d) {
    lbfgs_point at, next;
    lbfgs_pair pair[2];
    int count = 0;
    lbfgs_evaluate(g, direction, &at, d);
    if (rule->trace) lbfgs_record(g, &at, &at, rule, d);
    bool smooth = false, moved = false;
    for (int k = 0; k < LBFGS_STEPS && d->iterations < rule->max_iterations; k++) {
        if (!(at.h > 0.0)) break;
        /* tests the gradient, because the witness points move with the normal; the value would
         * converge twice as fast */
        const double steep = sqrt(dot3(at.gradient, at.gradient));
        smooth = steep <= rule->tolerance * (at.h + rule->radius);
        if (smooth) {
            vec3 down;
            if (moved || !lbfgs_unstable(g, &at, rule, d, &down)) break;
            lbfgs_evaluate(g, unit3(madd3(at.n, 0.5 * LBFGS_REACH, down)), &at, d);
            if (rule->trace) lbfgs_record(g, &at, &at, rule, d);
            smooth = false;
            moved = true;
            continue;
        }
        vec3 p = neg3(lbfgs_direction(pair, count, at.gradient, 0.5 / at.h));
        p = madd3(p, -dot3(p, at.n), at.n);
        const double slope =
            dot3(p, at.gradient); /* < 0, because the product of every pair is positive */
        const double reach = sqrt(dot3(p, p));
        double t = reach > LBFGS_REACH ? LBFGS_REACH / reach : 1.0;
        int trial = 0;
        for (; trial < LBFGS_TRIALS; trial++, t *= 0.25) {
            lbfgs_evaluate(g, unit3(madd3(at.n, t, p)), &next, d);
            const bool accepted = next.h <= at.h + 1e-4 * t * slope;
            if (rule->trace) lbfgs_record(g, &next, accepted ? &next : &at, rule, d);
            if (accepted) break;
        }
        if (trial == LBFGS_TRIALS) {
            /* stopped by rounding, or by an edge of D: the size of the gradient distinguishes
             * them, because it promised to lower h by its square / at.h */
            smooth = steep * steep <= LBFGS_ROUNDING * g->extent * at.h;
            break;
        }
        const vec3 step = sub3(next.n, at.n), change = sub3(next.gradient, at.gradient);
        const double product = dot3(step, change);
        if (product > 1e-10 * dot3(change, change) * dot3(step, step) / (at.h + at.h)) {
            pair[1] = pair[0];
            pair[0] = (lbfgs_pair){step, change, product};
            count = count < 2 ? count + 1 : 2;
        }
        at = next;
        moved = true;
    }
    if (at.h < d->upper) {
        d->upper = max2(at.h, 0.0);
        d->normal = at.n;
        d->a = at.s.a;
        d->b = at.s.b;
    }
    return smooth;
}
