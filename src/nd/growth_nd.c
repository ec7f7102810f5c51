/* Growth distance in any dimension by cutting planes. Source: [G] Algorithm 3; docs/algorithms.md,
 * Cutting planes.
 *
 * As cutting_plane.c, with the cone of basis.h instead of the portal. If the ray leaves C at beta,
 * sigma = |p| / beta. The weights of the cone bound beta from below (inner), the supporting plane
 * of any normal from above (outer). Each step finds the support point along the basis's normal and
 * pivots it in.
 *
 * Invariants: lambda >= 0; outer holds after every step, inner once the cone is certified. */
#include "nd/nd.h"
#include "nd/basis.h"
#include "minkowski/convergence.h"
#include "minkowski/trace.h"
#include "math/vec.h"

#include <string.h>

typedef struct growth_nd {
    gd_support_nd a, b;
    gd_basis basis;
    double* center_a;
    double* center_b;
    double* mean_a; /* witness points that certify inner, relative to the centres */
    double* mean_b;
    double distance; /* between the centres */
    double inner;    /* the best certified inner bound */
} growth_nd;

static void growth_nd_keep(growth_nd* g) {
    gd_basis_mean(&g->basis, 0, g->mean_a);
    gd_basis_mean(&g->basis, 1, g->mean_b);
}

/* Certifies the cone, which is optimal but may have artificial weight, and keeps the witness points
 * of the best bound: a later cone may be worse. *real: no artificial weight. Returns true if a
 * smaller ball is worth a try. */
static bool growth_nd_certify(growth_nd* g, bool* real) {
    *real = gd_basis_certify(&g->basis);
    const double inner = 1.0 / g->basis.sum;
    if (*real && inner > g->inner) {
        g->inner = inner;
        growth_nd_keep(g);
    }
    return !*real && gd_basis_is_artificial(&g->basis) && gd_basis_shrink(&g->basis);
}

/* The lower bound from the best plane; 0 if that plane is behind the centre. */
static double growth_nd_lower(const growth_nd* g, double upper) {
    return g->basis.outer > 0.0 ? min2(g->distance / g->basis.outer, upper) : 0.0;
}

static basis_view growth_nd_view(const growth_nd* g, double upper) {
    const double lower = growth_nd_lower(g, upper);
    return (basis_view){g->center_a, g->center_b, NULL, 1.0, lower, upper, false};
}

/* Records the step (asked) or the end. */
static GD_COLD void growth_nd_record(const growth_nd* g, gd_trace* trace, bool asked) {
    const double inner =
        asked && !gd_basis_is_artificial(&g->basis) ? 1.0 / g->basis.sum : g->inner;
    const double upper = inner > 0.0 ? g->distance / inner : g->distance > 0.0 ? GD_INFINITY : 0.0;
    basis_view view = growth_nd_view(g, upper);
    view.asked = asked;
    gd_basis_record(trace, &g->basis, &view);
}

/* Runs until the bounds prove the answer to the tolerance; an overlap test stops when 1 is no
 * longer between them. */
static gd_status growth_nd_run(growth_nd* g, const gd_settings* settings, bool boolean) {
    gd_basis* basis = &g->basis;
    stop_rule rule = stop_rule_of(settings, boolean, g->distance, basis->extent, basis->outer);
    bool renewed = false;
    for (;;) {
        bool real;
        /* outer <= 0 proves nothing: a set that is flat up to rounding may seem to end behind its
         * centre */
        if (boolean && basis->outer > 0.0 && g->distance > basis->outer) {
            growth_nd_certify(g, &real); /* for the upper bound */
            return GD_STATUS_OPTIMAL;
        }
        /* near the centre any artificial ball seems to prove an overlap: wait for real points */
        if (!(boolean && gd_basis_is_artificial(basis)) &&
            stop_proved(&rule, 1.0 / basis->sum, basis->outer)) {
            const bool more = growth_nd_certify(g, &real);
            if (real && stop_proved(&rule, g->inner, basis->outer)) return GD_STATUS_OPTIMAL;
            if (!real && !more)
                return gd_basis_is_artificial(basis) ? GD_ERROR_UNDEFINED : GD_STATUS_PRECISION;
        }
        if (!gd_basis_normal(basis))
            break; /* unreachable: without an inverse the sum is 0, which proves above */
        if (basis->iterations == settings->max_iterations) {
            growth_nd_certify(g, &real);
            return GD_STATUS_MAX_ITERATIONS;
        }
        gd_basis_support(basis);
        if (settings->trace != 0.0) growth_nd_record(g, trace_of(settings), true);
        const double inner = 1.0 / basis->sum;
        const double height = basis->height - inner * basis->n_dot_ray;
        const bool moved = height > 0.0 && gd_basis_pivot(basis);
        const bool stalled = stop_stalled(&rule, 1.0 / basis->sum, basis->outer, height);
        if (rule.idle == 0) renewed = false;
        if (moved && !stalled) continue;
        /* once more with a new inverse, then with a smaller ball */
        if (!renewed && basis->pivots > 0 && gd_basis_refactor(basis)) {
            renewed = true;
            continue;
        }
        if (!growth_nd_certify(g, &real)) break;
        rule.idle = 0;
        rule.inner = 0.0;
    }
    bool real;
    growth_nd_certify(g, &real);
    return gd_basis_is_artificial(basis) ? GD_ERROR_UNDEFINED : GD_STATUS_PRECISION;
}

static gd_status growth_nd_solve(growth_nd* g, const gd_settings* settings, bool boolean) {
    const gd_status status = growth_nd_run(g, settings, boolean);
    if (g->inner == 0.0) { /* nothing is certified: return a point of each set */
        gd_support_nd_ball(&g->a, g->mean_a);
        gd_support_nd_ball(&g->b, g->mean_b);
    }
    return status;
}

/* Initialises the sets, the ray and the first basis. The ray joins the centres or, if members,
 * points inside the sets. */
static gd_status growth_nd_init(growth_nd* g, const gd_query* query, bool members,
                                double* workspace) {
    if (!gd_support_nd_init(&g->a, query->a, query->pose_a) ||
        !gd_support_nd_init(&g->b, query->b, query->pose_b))
        return GD_ERROR_POSE;
    const int n = g->a.n;
    gd_basis* basis = &g->basis;
    basis->n = n;
    basis->sets = 2;
    basis->set[0] = &g->a;
    basis->set[1] = &g->b;
    basis->factor[0] = 1.0;
    basis->factor[1] = -1.0;
    g->center_a = gd_basis_place(basis, workspace);
    g->center_b = g->center_a + n;
    g->mean_a = g->center_b + n;
    g->mean_b = g->mean_a + n;
    g->inner = 0.0;
    if (members) {
        gd_support_nd_recenter(&g->a, g->center_a, g->mean_b + n);
        gd_support_nd_recenter(&g->b, g->center_b, g->mean_b + 2 * n);
    } else {
        gd_support_nd_center(&g->a, g->center_a);
        gd_support_nd_center(&g->b, g->center_b);
    }
    for (int i = 0; i < n; i++)
        basis->ray[i] = g->center_b[i] - g->center_a[i];
    g->distance = gd_length_n(n, basis->ray);
    if (!gd_normalize_n(n, basis->ray)) { /* coincident centres: world +X */
        memset(basis->ray, 0, (size_t)n * sizeof *basis->ray);
        basis->ray[0] = 1.0;
    }
    gd_basis_start(basis);
    /* the difference of two points has no cone */
    return basis->extent > 0.0 ? GD_STATUS_OPTIMAL : GD_ERROR_UNDEFINED;
}

gd_status gd_growth_nd(const gd_query* query, double* workspace, gd_growth_n_result* out,
                       double* vectors) {
    growth_nd g;
    gd_status status = growth_nd_init(&g, query, false, workspace);
    if (status == GD_STATUS_OPTIMAL) status = growth_nd_solve(&g, query->settings, false);
    if (status < 0) return status;
    /* no basis of real points exists: the sets' difference has no volume. Or a plane has all of C
     * behind the centre, because a point set's centre is outside */
    if (status == GD_STATUS_PRECISION && !(g.inner > 0.0)) return GD_ERROR_UNDEFINED;
    if (status == GD_STATUS_OPTIMAL && !(g.basis.outer > 0.0)) return GD_ERROR_UNDEFINED;
    const int n = g.a.n;
    double *normal = vectors, *a = vectors + n, *b = a + n, *contact = b + n;
    const double upper = g.inner > 0.0      ? g.distance / g.inner
                         : g.distance > 0.0 ? GD_INFINITY
                                            : 0.0;
    out->status = upper > 0.0 ? (double)status : (double)GD_STATUS_COINCIDENT;
    out->iterations = g.basis.iterations;
    out->value = out->upper = upper;
    out->lower = growth_nd_lower(&g, upper);
    const double scale = upper < GD_INFINITY ? upper : 1.0;
    for (int i = 0; i < n; i++) {
        normal[i] = g.basis.normal[i];
        contact[i] =
            0.5 * ((g.center_a[i] + scale * g.mean_a[i]) + (g.center_b[i] + scale * g.mean_b[i]));
        a[i] = g.center_a[i] + g.mean_a[i];
        b[i] = g.center_b[i] + g.mean_b[i];
    }
    if (query->settings->trace != 0.0) {
        gd_trace* trace = trace_of(query->settings);
        growth_nd_record(&g, trace, false);
        const basis_view view = growth_nd_view(&g, upper);
        const trace_answer answer = {g.basis.iterations, view.lower, view.upper, normal, a, b};
        gd_basis_record_result(trace, n, &view, &answer);
    }
    return (gd_status)out->status;
}

/* An upper bound of the ray's length in C. By rounding, thin sets may seem to end at the centre or
 * before it; a point set with an outside centre really does. */
static double growth_nd_outer(const growth_nd* g) {
    const gd_basis* basis = &g->basis;
    if (basis->outer > 0.0) return basis->outer;
    return STOP_ROUNDING * basis->extent / dot_n(basis->n, basis->normal, basis->ray);
}

/* Fills an overlap test's result except its iterations. */
static void growth_nd_collision(const growth_nd* g, gd_status status, gd_collision_n_result* out,
                                double* vectors) {
    const int n = g->a.n;
    double *normal = vectors, *point = vectors + n;
    const double upper = g->distance == 0.0 ? 0.0
                         : g->inner > 0.0   ? g->distance / g->inner
                                            : GD_INFINITY;
    out->status = status;
    out->lower = min2(g->distance / growth_nd_outer(g), upper);
    out->upper = upper;
    out->colliding = out->lower > 1.0 ? 0.0 : 1.0;
    /* a plane behind the centre separates the bounds without proving anything */
    const bool told = out->colliding == 0.0 || upper <= 1.0;
    if (!told && status == GD_STATUS_OPTIMAL) out->status = GD_STATUS_PRECISION;
    for (int i = 0; i < n; i++) {
        normal[i] = g->basis.normal[i];
        point[i] = g->center_a[i] + min2(upper, 1.0) * g->mean_a[i];
    }
}

/* Repeats an overlap test about points inside the sets. The segment from an outside centre to the
 * surface is not inside the set, so the first test finds no common point. Here the test finds one,
 * or proves that there is none. */
static void growth_nd_about_members(const gd_query* query, double* workspace,
                                    gd_collision_n_result* out, double* vectors) {
    growth_nd g;
    gd_settings settings = *query->settings;
    gd_collision_n_result about;
    settings.trace = 0.0;
    settings.max_iterations -= out->iterations;
    growth_nd_init(&g, query, true, workspace); /* cannot be refused: the first test was not */
    const gd_status status = growth_nd_solve(&g, &settings, true);
    growth_nd_collision(&g, status < 0 ? GD_STATUS_PRECISION : status, &about, vectors);
    out->iterations += g.basis.iterations;
    out->status = about.status;
    if (about.colliding == 1.0) return;
    out->colliding = 0.0;
    out->lower = about.lower;
    out->upper = about.upper;
}

gd_status gd_collide_nd(const gd_query* query, double* workspace, gd_collision_n_result* out,
                        double* vectors) {
    growth_nd g;
    gd_status status = growth_nd_init(&g, query, false, workspace);
    if (status == GD_STATUS_OPTIMAL) status = growth_nd_solve(&g, query->settings, true);
    if (status < 0) return status;
    out->iterations = g.basis.iterations;
    gd_trace* trace = query->settings->trace != 0.0 ? trace_of(query->settings) : NULL;
    growth_nd_collision(&g, status, out, vectors);
    if (trace) growth_nd_record(&g, trace, false);
    if (out->colliding == 1.0 &&
        (gd_support_nd_outside_center(&g.a) || gd_support_nd_outside_center(&g.b))) {
        growth_nd_about_members(query, workspace, out, vectors);
        gd_support_nd_center(&g.a, g.center_a);
        gd_support_nd_center(&g.b, g.center_b);
    }
    if (trace) {
        const basis_view view = growth_nd_view(&g, out->upper);
        const double* point = vectors + g.a.n;
        const trace_answer answer = {out->iterations, out->lower, out->upper,
                                     vectors,         point,      point};
        gd_basis_record_result(trace, g.a.n, &view, &answer);
    }
    return (gd_status)out->status;
}
