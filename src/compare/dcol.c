/* Growth distance as a conic program, solved by a primal-dual interior-point method (DCol). Source:
 * Tracy, Howell and Manchester 2023, Differentiable collision detection for a set of convex
 * primitives; docs/lab/methods.md.
 *
 * Minimise s over v = (y, auxiliaries, s), where the point y is in both sets scaled by s about
 * their centres. Every constraint of conic.h is linear in v, and its slack F v + f is in a cone K:
 *    min s,  F v + f in K;      dual: max -f'z,  F'z = e_s,  z in K.
 *
 * The method is Mehrotra's predictor-corrector with Nesterov-Todd scaling. Only the dual starts
 * infeasible, because a larger s makes any y feasible. F'W^-2 F has at most ten rows and is added
 * up group by group.
 *
 * The bounds do not rely on the solver, whose s has no digits left if a centre is next to a
 * surface. Upper bound: y scaled back gives a point of each set, and a ball in C compensates their
 * distance from the ray. Lower bound: the duals' force on y is a normal with a support plane.
 *
 * Lengths in y are divided by the distance of the centres, lengths of the sets by their extent. So
 * s >= 1. */
#include "compare/compare.h"

#include "compare/dcol.h"

/* Fraction of the way to the cone's boundary that a step takes. */
#define DCOL_STEP 0.99
/* The first s as a multiple of the least feasible one, which leaves slack for the first step. */
#define DCOL_START 1.5
/* How far y's parts may miss the ray without loss, as a fraction of the ball in C. */
#define DCOL_MISS 0x1p-48
/* After this many iterations without gain the rest is rounding. */
#define DCOL_IDLE 12

/* ---- bounds ------------------------------------------------------------------------------ */

/* The least s for which y and the auxiliaries are feasible. */
static double dcol_entry(const dcol_solver* solver, const dcol_group* g, const double xi[4]) {
    double min_s = -GD_INFINITY;
    for (uint32_t i = g->first; i < g->last; i++)
        min_s = max2(min_s, -dot3(solver->row[i], make3(xi[0], xi[1], xi[2])));
    if (g->coned) {
        const double still[4] = {xi[0], xi[1], xi[2], 0.0};
        min_s = max2(min_s, soc_entry(dcol_cone(g, still), g->column[3]));
    }
    return min_s;
}

/* The part of y in one body scaled by s, moved into the body; relative to its centre, in its
 * frame. */
static vec3 dcol_hold(const dcol_solver* solver, bool of_b, double s) {
    const pair3* pair = &solver->ray.pair;
    const double unit = solver->ray.extent / s;
    vec3 y = add3(load3(solver->v), solver->origin);
    if (of_b) {
        const vec3 from_b =
            sub3(solver->origin, pair->ray); /* exactly 0 if y is relative to B's centre */
        y = inv_rotate(&pair->b_to_a, add3(load3(solver->v), from_b));
    }
    const int k = solver->core[of_b];
    const vec3 x = scale3(unit, y), core = k < 0 ? x : scale3(unit, load3(solver->group[k].xi));
    return gd_conic_hold(of_b ? pair->b : pair->a, x, core);
}

/* Updates the inner bound with y and s. Its parts are points of the sets whatever the rounding, and
 * the ball in C compensates their distance from the ray. Returns false if that exceeds rounding. */
static bool dcol_prove(dcol_solver* solver, double s) {
    compare_ray* ray = &solver->ray;
    vertex3 w;
    w.a = dcol_hold(solver, false, s);
    w.b = dcol_hold(solver, true, s);
    pair3_place(&ray->pair, &w);
    const double along = dot3(w.s, ray->pair.ray);
    const vec3 miss = sub3(scale3(along, ray->pair.ray), w.s);
    const double share = length3(miss) / ray->ball, inner = along / (1.0 + share);
    if (inner > ray->inner) {
        ray->inner = inner;
        ray->count = 1;
        ray->weight[0] = 1.0;
        ray->point[0] = w;
    }
    return share <= DCOL_MISS;
}

/* Computes the slacks of v, their products with the duals, and the inner bound. The bound uses the
 * least s for which y is feasible, or v's own s, which rounding affects less if a centre is near a
 * surface. Both respect the rows, because only these keep y inside a hull. */
static void dcol_measure_primal(dcol_solver* solver) {
    double min_s = 0.0, rows = 0.0;
    solver->products = 0.0;
    for (int k = 0; k < solver->group_count; k++) {
        dcol_group* g = &solver->group[k];
        dcol_locate(solver, g, solver->v, false, g->xi);
        const vec3 xi = make3(g->xi[0], g->xi[1], g->xi[2]);
        for (uint32_t i = g->first; i < g->last; i++) {
            const double along = dot3(solver->row[i], xi);
            solver->slack[i] = g->xi[3] + along;
            solver->products += solver->slack[i] * solver->dual[i];
            rows = max2(rows, -along);
        }
        if (g->coned) {
            g->slack = dcol_cone(g, g->xi);
            solver->products += soc_dot(g->slack, g->dual);
        }
        min_s = max2(min_s, dcol_entry(solver, g, g->xi));
    }
    const double s = solver->v[solver->count - 1];
    if (!dcol_prove(solver, max2(min_s, rows)) || s < min_s) dcol_prove(solver, max2(s, rows));
}

/* Updates the outer bound. The duals push y out of B and into A along the normal; both forces are
 * equal once the duals are feasible. */
static void dcol_measure_dual(dcol_solver* solver) {
    compare_ray* ray = &solver->ray;
    vec3 n = make3(0.0, 0.0, 0.0);
    for (int k = 0; k < solver->group_count; k++) {
        const dcol_group* g = &solver->group[k];
        double gradient[4] = {0.0, 0.0, 0.0, 0.0}, force[DCOL_VARIABLES] = {0.0};
        for (uint32_t i = g->first; i < g->last; i++)
            dcol_gather_row(solver->row[i], solver->dual[i], gradient);
        if (g->coned) dcol_gather_cone(g, g->dual, gradient);
        dcol_spread(solver, g, gradient, force);
        n = madd3(n, g->of_b ? 1.0 : -1.0, load3(force));
    }
    const double m = max_abs3(n);
    if (!(m > 0.0)) return;
    if (!(m < GD_INFINITY)) return; /* unreachable: by zeros of A's map infinite duals give NaN */
    n = unit3(n);
    vertex3 s;
    pair3_support(&ray->pair, n, 1.0, &s);
    const double h = dot3(n, s.s), n_dot_ray = dot3(n, ray->pair.ray);
    if (h > 0.0 && h < ray->outer * n_dot_ray) {
        ray->outer = h / n_dot_ray;
        ray->normal = n;
    }
    if (ray->trace) gd_ray_record(ray, &s, n);
}

/* ---- one iteration ------------------------------------------------------------------------ */

/* F'W^-2 F of one group, in (xi, s). A row a has W^2 = slack / dual and adds dual / slack times (a,
 * 1)(a, 1)'. A cone adds the products of the columns of W^-1 F, which are scaled once. */
static bool dcol_group_hessian(dcol_solver* solver, dcol_group* g) {
    double h[10] = {0.0}; /* xx xy xz yy yz zz; x, y, z and 1 with s */
    for (uint32_t i = g->first; i < g->last; i++) {
        if (!(solver->slack[i] > 0.0 && solver->dual[i] > 0.0)) return false;
        const double f = solver->dual[i] / solver->slack[i];
        const vec3 a = solver->row[i], b = scale3(f, a);
        h[0] += b.x * a.x;
        h[1] += b.x * a.y;
        h[2] += b.x * a.z;
        h[3] += b.y * a.y;
        h[4] += b.y * a.z;
        h[5] += b.z * a.z;
        h[6] += b.x;
        h[7] += b.y;
        h[8] += b.z;
        h[9] += f;
    }
    const int place[4][4] = {{0, 1, 2, 6}, {1, 3, 4, 7}, {2, 4, 5, 8}, {6, 7, 8, 9}};
    soc scaled[4];
    if (g->coned) {
        if (!soc_scale(&g->scaling, g->slack, g->dual)) return false;
        for (int i = 0; i < 4; i++)
            scaled[i] = soc_unapply(&g->scaling, g->column[i]);
    }
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++)
            g->hessian[i][j] = h[place[i][j]] + (g->coned ? soc_dot(scaled[i], scaled[j]) : 0.0);
    return true;
}

/* Adds map' hessian map to the lower triangle. */
static void dcol_group_spread(dcol_solver* solver, const dcol_group* g) {
    const int n = solver->count;
    for (int k = 0; k < n; k++) {
        double column[4];
        for (int i = 0; i < 4; i++)
            column[i] = k == n - 1
                            ? g->hessian[i][3]
                            : g->hessian[i][0] * g->map[0][k] + g->hessian[i][1] * g->map[1][k] +
                                  g->hessian[i][2] * g->map[2][k];
        for (int i = k; i + 1 < n; i++)
            solver->matrix[i][k] +=
                g->map[0][i] * column[0] + g->map[1][i] * column[1] + g->map[2][i] * column[2];
        solver->matrix[n - 1][k] += column[3];
    }
}

/* Adds up and factors the matrix; returns false if rounding makes it indefinite. */
static bool dcol_factor(dcol_solver* solver) {
    const int n = solver->count;
    for (int i = 0; i < n; i++)
        for (int k = 0; k <= i; k++)
            solver->matrix[i][k] = 0.0;
    for (int k = 0; k < solver->group_count; k++) {
        if (!dcol_group_hessian(solver, &solver->group[k])) return false;
        dcol_group_spread(solver, &solver->group[k]);
    }
    for (int k = 0; k < n; k++) {
        double* at = solver->matrix[k];
        for (int i = 0; i < k; i++) {
            double sum = at[i];
            for (int j = 0; j < i; j++)
                sum -= at[j] * solver->matrix[i][j];
            at[i] = sum / solver->matrix[i][i];
        }
        double pivot = at[k];
        for (int j = 0; j < k; j++)
            pivot -= at[j] * at[j];
        if (!(pivot > 0.0 && pivot < GD_INFINITY)) return false;
        at[k] = sqrt(pivot);
    }
    return true;
}

static void dcol_solve(const dcol_solver* solver, double* x) {
    const int n = solver->count;
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < i; j++)
            x[i] -= solver->matrix[i][j] * x[j];
        x[i] /= solver->matrix[i][i];
    }
    for (int i = n - 1; i >= 0; i--) {
        for (int j = i + 1; j < n; j++)
            x[i] -= solver->matrix[j][i] * x[j];
        x[i] /= solver->matrix[i][i];
    }
}

/* The corrector's target for a row and for a cone: W^-1 (lambda \ (target - slack step * dual
 * step)). The steps are the predictor's, scaled. The predictor's own target is 0. */
static double dcol_aim_row(const dcol_solver* solver, uint32_t i, double target) {
    return (target - solver->slack_step[i] * solver->dual_step[i]) / solver->slack[i];
}

static soc dcol_aim_cone(const dcol_group* g, double target) {
    soc aim =
        soc_product(soc_unapply(&g->scaling, g->slack_step), soc_apply(&g->scaling, g->dual_step));
    aim = (soc){target - aim.t, neg3(aim.x)};
    return soc_unapply(&g->scaling, soc_divide(g->scaling.lambda, aim));
}

typedef struct dcol_steps {
    double primal, dual; /* the longest steps that stay in the cone */
    double mixed[3];     /* slack step . dual, slack . dual step, slack step . dual step */
} dcol_steps;

static void dcol_steps_add(dcol_steps* steps, double ds_z, double s_dz, double ds_dz) {
    steps->mixed[0] += ds_z;
    steps->mixed[1] += s_dz;
    steps->mixed[2] += ds_dz;
}

/* Slack and dual steps for a step dv towards the target (< 0: predictor). With ds = F dv, the
 * linearised condition lambda * (W^-1 ds + W dz) = target - lambda * lambda - ds * dz gives dz =
 * aim - z - W^-2 ds, with aim from dcol_aim_row and dcol_aim_cone. */
static dcol_steps dcol_directions(dcol_solver* solver, const double* dv, double target) {
    dcol_steps steps = {GD_INFINITY, GD_INFINITY, {0.0, 0.0, 0.0}};
    for (int k = 0; k < solver->group_count; k++) {
        dcol_group* g = &solver->group[k];
        double d[4];
        dcol_locate(solver, g, dv, true, d);
        for (uint32_t i = g->first; i < g->last; i++) {
            const double s = solver->slack[i], z = solver->dual[i];
            const double aim = target < 0.0 ? 0.0 : dcol_aim_row(solver, i, target);
            const double ds = d[3] + dot3(solver->row[i], make3(d[0], d[1], d[2]));
            const double dz = aim - z - z / s * ds;
            solver->slack_step[i] = ds;
            solver->dual_step[i] = dz;
            if (ds * steps.primal < -s) steps.primal = -s / ds;
            if (dz * steps.dual < -z) steps.dual = -z / dz;
            dcol_steps_add(&steps, ds * z, s * dz, ds * dz);
        }
        if (!g->coned) continue;
        const soc ds = dcol_cone(g, d);
        soc dz = soc_unapply(&g->scaling, soc_unapply(&g->scaling, ds));
        dz = soc_add((soc){-g->dual.t, neg3(g->dual.x)}, -1.0, dz);
        if (target >= 0.0) dz = soc_add(dz, 1.0, dcol_aim_cone(g, target));
        g->slack_step = ds;
        g->dual_step = dz;
        steps.primal = min2(steps.primal, soc_step(g->slack, ds));
        steps.dual = min2(steps.dual, soc_step(g->dual, dz));
        dcol_steps_add(&steps, soc_dot(ds, g->dual), soc_dot(g->slack, dz), soc_dot(ds, dz));
    }
    return steps;
}

static double dcol_damp(double step) {
    return min2(1.0, DCOL_STEP * step);
}

/* The fraction of the mean product to aim for: the square of the fraction that the predictor would
 * leave. */
static double dcol_centering(const dcol_solver* solver, const dcol_steps* steps) {
    const double p = dcol_damp(steps->primal), d = dcol_damp(steps->dual);
    const double* m = steps->mixed;
    const double left = 1.0 + (p * m[0] + d * m[1] + p * d * m[2]) / solver->products;
    return left * left;
}

/* Takes one predictor-corrector step; returns false if rounding has made the iterate useless. */
static bool dcol_iterate(dcol_solver* solver) {
    const int n = solver->count;
    if (!dcol_factor(solver)) return false;
    double dv[DCOL_VARIABLES] = {0.0};
    dv[n - 1] = -1.0;
    dcol_solve(solver, dv);
    dcol_steps steps = dcol_directions(solver, dv, -1.0);

    const double target = dcol_centering(solver, &steps) * solver->products / solver->degree;
    for (int i = 0; i < n; i++)
        dv[i] = i == n - 1 ? -1.0 : 0.0;
    for (int k = 0; k < solver->group_count; k++) {
        const dcol_group* g = &solver->group[k];
        double gradient[4] = {0.0, 0.0, 0.0, 0.0};
        for (uint32_t i = g->first; i < g->last; i++)
            dcol_gather_row(solver->row[i], dcol_aim_row(solver, i, target), gradient);
        if (g->coned) dcol_gather_cone(g, dcol_aim_cone(g, target), gradient);
        dcol_spread(solver, g, gradient, dv);
    }
    dcol_solve(solver, dv);
    steps = dcol_directions(solver, dv, target);

    /* One step length for both. With separate lengths the products become so uneven that one pair
     * in a thousand converges very slowly. */
    const double t = dcol_damp(min2(steps.primal, steps.dual));
    for (int i = 0; i < n; i++)
        solver->v[i] += t * dv[i];
    for (int k = 0; k < solver->group_count; k++) {
        dcol_group* g = &solver->group[k];
        for (uint32_t i = g->first; i < g->last; i++)
            solver->dual[i] += t * solver->dual_step[i];
        if (g->coned) g->dual = soc_add(g->dual, t, g->dual_step);
    }
    return t > 0.0; /* false for NaN */
}

/* ---- start and loop ---------------------------------------------------------------------- */

/* Sets each dual to the inverse of its slack, scaled so that F'z has the right s component. This is
 * on the central path if y is optimal. */
static void dcol_start_duals(dcol_solver* solver) {
    double sum = 0.0;
    for (int k = 0; k < solver->group_count; k++) {
        dcol_group* g = &solver->group[k];
        dcol_locate(solver, g, solver->v, false, g->xi);
        for (uint32_t i = g->first; i < g->last; i++) {
            solver->dual[i] =
                1.0 / (g->xi[3] + dot3(solver->row[i], make3(g->xi[0], g->xi[1], g->xi[2])));
            sum += solver->dual[i];
        }
        if (!g->coned) continue;
        const soc s = dcol_cone(g, g->xi);
        const double inverse = 1.0 / soc_det(s);
        g->dual = (soc){inverse * s.t, scale3(-inverse, s.x)};
        sum += soc_dot(g->column[3], g->dual);
    }
    for (int k = 0; k < solver->group_count; k++) {
        dcol_group* g = &solver->group[k];
        for (uint32_t i = g->first; i < g->last; i++)
            solver->dual[i] /= sum;
        if (g->coned) g->dual = (soc){g->dual.t / sum, scale3(1.0 / sum, g->dual.x)};
    }
}

/* Starts with y in both inner balls and s large enough; the balls give the first bounds. */
static void dcol_start(dcol_solver* solver) {
    compare_ray* ray = &solver->ray;
    gd_ray_complete(ray);
    for (int i = 0; i < solver->count; i++)
        solver->v[i] = 0.0;
    store3(solver->v, sub3(scale3(1.0 / ray->inner, ray->point[0].a), solver->origin));
    double min_s = 0.0;
    for (int k = 0; k < solver->group_count; k++) {
        dcol_group* g = &solver->group[k];
        dcol_locate(solver, g, solver->v, false, g->xi);
        min_s = max2(min_s, dcol_entry(solver, g, g->xi));
    }
    solver->v[solver->count - 1] = DCOL_START * min_s;
    dcol_start_duals(solver);
}

static gd_status dcol_run(dcol_solver* solver, const gd_settings* settings) {
    compare_ray* ray = &solver->ray;
    double gap = GD_INFINITY;
    for (int idle = 0; idle < DCOL_IDLE; idle++) {
        dcol_measure_primal(solver);
        dcol_measure_dual(solver);
        if (ray_proved(ray)) return GD_STATUS_OPTIMAL;
        if (ray->iterations == settings->max_iterations) return GD_STATUS_MAX_ITERATIONS;
        const double now = ray->extent / ray->inner - ray->extent / ray->outer;
        if (now < 0.9 * gap) {
            gap = now;
            idle = 0;
        }
        if (!dcol_iterate(solver)) break;
        ray->iterations += 1.0;
    }
    return GD_STATUS_PRECISION;
}

gd_status gd_compare_dcol(const gd_query* query, gd_growth_result* out) {
    dcol_solver solver;
    const gd_status status = gd_ray_init(&solver.ray, query);
    if (status != GD_STATUS_OPTIMAL) return status;
    if (!gd_dcol_build(&solver)) return GD_ERROR_UNDEFINED;
    dcol_start(&solver);
    return gd_ray_finish(&solver.ray, dcol_run(&solver, query->settings), out);
}
