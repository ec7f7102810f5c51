/* Growth distance in any dimension by the cutting plane ([G] Alg. 3; docs/algorithms.md, Cutting
 * planes).
 *
 * As growth.c, with the cone of cone.h in place of the portal: with beta where the ray leaves C,
 * sigma = |p| / beta; the weights of the cone bound beta from below (inner), the supporting plane
 * of any normal from above (outer). Each step asks for the support point along the normal of the
 * basis and brings it in.
 *
 * Invariants: lambda >= 0; outer holds for every step, inner once the cone is certified. */
#include "nd/basis.h"
#include "minkowski/problem.h"
#include "minkowski/convergence.h"
#include "minkowski/trace.h"
#include "math/vec.h"

#include <string.h>

typedef struct growthn {
    gd_nset a, b;
    gd_cone cone;
    double* center_a;
    double* center_b;
    double* mean_a; /* the witness points that certify inner, about the centres */
    double* mean_b;
    double distance; /* between the centres */
    double inner;    /* certified */
} growthn;

size_t gd_workspace(int dimension) {
    if (dimension < 2 || dimension > GD_DIMENSION_MAX) return 0;
    return cone_workspace(dimension, GD_CONE_SETS) + 8 * (size_t)dimension;
}

static void growthn_keep(growthn* g) {
    gd_cone_mean(&g->cone, 0, g->mean_a);
    gd_cone_mean(&g->cone, 1, g->mean_b);
}

/* The cone is optimal, but perhaps only for the virtual ball. Whether there is more to do. The next
 * cone may bound less, or miss the ray: what bounds most keeps its points. */
static bool growthn_settle(growthn* g, bool* real) {
    *real = gd_cone_certify(&g->cone);
    const double inner = 1.0 / g->cone.sum;
    if (*real && inner > g->inner) {
        g->inner = inner;
        growthn_keep(g);
    }
    return !*real && gd_cone_virtual(&g->cone) && gd_cone_shrink(&g->cone);
}

/* What the best plane proves, unless it lies behind the centre. */
static double growthn_lower(const growthn* g, double upper) {
    return g->cone.outer > 0.0 ? min2(g->distance / g->cone.outer, upper) : 0.0;
}

static cone_view growthn_view(const growthn* g, double upper) {
    const double lower = growthn_lower(g, upper);
    return (cone_view){g->center_a, g->center_b, NULL, 1.0, lower, upper, false};
}

/* The step just asked for, or the end. */
static GD_COLD void growthn_record(const growthn* g, gd_trace* trace, bool asked) {
    const double inner = asked && !gd_cone_virtual(&g->cone) ? 1.0 / g->cone.sum : g->inner;
    const double upper = inner > 0.0 ? g->distance / inner : g->distance > 0.0 ? GD_INFINITY : 0.0;
    cone_view view = growthn_view(g, upper);
    view.asked = asked;
    gd_cone_record(trace, &g->cone, &view);
}

/* Runs until the bounds meet the tolerance or, for a boolean, part at 1. */
static gd_status growthn_run(growthn* g, const gd_settings* settings, bool boolean) {
    gd_cone* cone = &g->cone;
    stop_rule rule = stop_rule_of(settings, boolean, g->distance, cone->extent, cone->outer);
    bool renewed = false;
    for (;;) {
        bool real;
        /* a set that is flat but for rounding may lie behind its centre: that proves nothing */
        if (boolean && cone->outer > 0.0 && g->distance > cone->outer) {
            growthn_settle(g, &real); /* how far they are apart at most */
            return GD_STATUS_OPTIMAL;
        }
        /* next to the centre any ball proves a boolean: real points are still to come */
        if (!(boolean && gd_cone_virtual(cone)) &&
            stop_proved(&rule, 1.0 / cone->sum, cone->outer)) {
            const bool more = growthn_settle(g, &real);
            if (real && stop_proved(&rule, g->inner, cone->outer)) return GD_STATUS_OPTIMAL;
            if (!real && !more)
                return gd_cone_virtual(cone) ? GD_ERROR_UNDEFINED : GD_STATUS_PRECISION;
        }
        if (!gd_cone_aim(cone)) break; /* unreachable: of no inverse the sum is 0: proved above */
        if (cone->iterations == settings->max_iterations) {
            growthn_settle(g, &real);
            return GD_STATUS_MAX_ITERATIONS;
        }
        gd_cone_support(cone);
        if (settings->trace != 0.0) growthn_record(g, trace_of(settings), true);
        const double inner = 1.0 / cone->sum;
        const double above = cone->height - inner * cone->rise;
        const bool moved = above > 0.0 && gd_cone_pivot(cone);
        const bool stalled = stop_stalled(&rule, 1.0 / cone->sum, cone->outer, above);
        if (rule.idle == 0) renewed = false;
        if (moved && !stalled) continue;
        /* once more with a fresh inverse, then with a smaller ball */
        if (!renewed && cone->age > 0 && gd_cone_renew(cone)) {
            renewed = true;
            continue;
        }
        if (!growthn_settle(g, &real)) break;
        rule.idle = 0;
        rule.inner = 0.0;
    }
    bool real;
    growthn_settle(g, &real);
    return gd_cone_virtual(cone) ? GD_ERROR_UNDEFINED : GD_STATUS_PRECISION;
}

static gd_status growthn_solve(growthn* g, const gd_settings* settings, bool boolean) {
    const gd_status status = growthn_run(g, settings, boolean);
    if (g->inner == 0.0) { /* nothing is certified: a point of each */
        gd_nset_ball(&g->a, g->mean_a);
        gd_nset_ball(&g->b, g->mean_b);
    }
    return status;
}

/* The sets, the ray between their centres, or points of them for sure, and the first basis. */
static gd_status growthn_init(growthn* g, const gd_query* query, bool members, double* workspace) {
    if (!gd_nset_init(&g->a, query->a, query->pose_a) ||
        !gd_nset_init(&g->b, query->b, query->pose_b))
        return GD_ERROR_POSE;
    const int n = g->a.n;
    gd_cone* cone = &g->cone;
    cone->n = n;
    cone->sets = 2;
    cone->set[0] = &g->a;
    cone->set[1] = &g->b;
    cone->factor[0] = 1.0;
    cone->factor[1] = -1.0;
    g->center_a = gd_cone_place(cone, workspace);
    g->center_b = g->center_a + n;
    g->mean_a = g->center_b + n;
    g->mean_b = g->mean_a + n;
    g->inner = 0.0;
    if (members) {
        gd_nset_recenter(&g->a, g->center_a, g->mean_b + n);
        gd_nset_recenter(&g->b, g->center_b, g->mean_b + 2 * n);
    } else {
        gd_nset_center(&g->a, g->center_a);
        gd_nset_center(&g->b, g->center_b);
    }
    for (int i = 0; i < n; i++)
        cone->ray[i] = g->center_b[i] - g->center_a[i];
    g->distance = gd_length_n(n, cone->ray);
    if (!gd_normalize_n(n, cone->ray)) { /* world +X */
        memset(cone->ray, 0, (size_t)n * sizeof *cone->ray);
        cone->ray[0] = 1.0;
    }
    gd_cone_start(cone);
    /* two points have no cone: every vertex of it is 0 */
    return cone->extent > 0.0 ? GD_STATUS_OPTIMAL : GD_ERROR_UNDEFINED;
}

gd_status gd_growthn(const gd_query* query, double* workspace, gd_growth_n_result* out,
                     double* vectors) {
    growthn g;
    gd_status status = growthn_init(&g, query, false, workspace);
    if (status == GD_STATUS_OPTIMAL) status = growthn_solve(&g, query->settings, false);
    if (status < 0) return status;
    /* no basis of real points, and nothing left to try: together they span no volume; or a plane
     * has all of them behind the centre, which is that of a point set elsewhere */
    if (status == GD_STATUS_PRECISION && !(g.inner > 0.0)) return GD_ERROR_UNDEFINED;
    if (status == GD_STATUS_OPTIMAL && !(g.cone.outer > 0.0)) return GD_ERROR_UNDEFINED;
    const int n = g.a.n;
    double *normal = vectors, *a = vectors + n, *b = a + n, *contact = b + n;
    const double upper = g.inner > 0.0      ? g.distance / g.inner
                         : g.distance > 0.0 ? GD_INFINITY
                                            : 0.0;
    out->status = upper > 0.0 ? (double)status : (double)GD_STATUS_COINCIDENT;
    out->iterations = g.cone.iterations;
    out->value = out->upper = upper;
    out->lower = growthn_lower(&g, upper);
    const double scale = upper < GD_INFINITY ? upper : 1.0;
    for (int i = 0; i < n; i++) {
        normal[i] = g.cone.normal[i];
        contact[i] =
            0.5 * ((g.center_a[i] + scale * g.mean_a[i]) + (g.center_b[i] + scale * g.mean_b[i]));
        a[i] = g.center_a[i] + g.mean_a[i];
        b[i] = g.center_b[i] + g.mean_b[i];
    }
    if (query->settings->trace != 0.0) {
        gd_trace* trace = trace_of(query->settings);
        growthn_record(&g, trace, false);
        const cone_view view = growthn_view(&g, upper);
        gd_cone_record_result(trace, n, &view, g.cone.iterations, normal, a, b);
    }
    return (gd_status)out->status;
}

/* How far the ray goes in C at most, where that has volume. Thin sets may seem to end at the centre
 * or before it by rounding; and where the centre of a point set lies outside, they do. */
static double growthn_outer(const growthn* g) {
    const gd_cone* cone = &g->cone;
    if (cone->outer > 0.0) return cone->outer;
    return STOP_ROUNDING * cone->extent / dot_n(cone->n, cone->normal, cone->ray);
}

/* The answer to a boolean, but for the number of iterations. */
static void growthn_collision(const growthn* g, gd_status status, gd_collision_n_result* out,
                              double* vectors) {
    const int n = g->a.n;
    double *normal = vectors, *point = vectors + n;
    const double upper = g->distance == 0.0 ? 0.0
                         : g->inner > 0.0   ? g->distance / g->inner
                                            : GD_INFINITY;
    out->status = status;
    out->lower = min2(g->distance / growthn_outer(g), upper);
    out->upper = upper;
    out->colliding = out->lower > 1.0 ? 0.0 : 1.0;
    /* a plane behind the centre parts bounds that say nothing */
    const bool told = out->colliding == 0.0 || upper <= 1.0;
    if (!told && status == GD_STATUS_OPTIMAL) out->status = GD_STATUS_PRECISION;
    for (int i = 0; i < n; i++) {
        normal[i] = g->cone.normal[i];
        point[i] = g->center_a[i] + min2(upper, 1.0) * g->mean_a[i];
    }
}

/* From a centre outside a set the way to its surface is not in it. About points of both sets a
 * common one is found, or that there is none. */
static void growthn_meet(const gd_query* query, double* workspace, gd_collision_n_result* out,
                         double* vectors) {
    growthn g;
    gd_settings settings = *query->settings;
    gd_collision_n_result about;
    settings.trace = 0.0;
    settings.max_iterations -= out->iterations;
    growthn_init(&g, query, true, workspace); /* not refused, as it was not about the centres */
    const gd_status status = growthn_solve(&g, &settings, true);
    growthn_collision(&g, status < 0 ? GD_STATUS_PRECISION : status, &about, vectors);
    out->iterations += g.cone.iterations;
    out->status = about.status;
    if (about.colliding == 1.0) return;
    out->colliding = 0.0;
    out->lower = about.lower;
    out->upper = about.upper;
}

gd_status gd_collidesn(const gd_query* query, double* workspace, gd_collision_n_result* out,
                       double* vectors) {
    growthn g;
    gd_status status = growthn_init(&g, query, false, workspace);
    if (status == GD_STATUS_OPTIMAL) status = growthn_solve(&g, query->settings, true);
    if (status < 0) return status;
    out->iterations = g.cone.iterations;
    gd_trace* trace = query->settings->trace != 0.0 ? trace_of(query->settings) : NULL;
    growthn_collision(&g, status, out, vectors);
    if (trace) growthn_record(&g, trace, false);
    if (out->colliding == 1.0 && (gd_nset_astray(&g.a) || gd_nset_astray(&g.b))) {
        growthn_meet(query, workspace, out, vectors);
        gd_nset_center(&g.a, g.center_a);
        gd_nset_center(&g.b, g.center_b);
    }
    if (trace) {
        cone_view view = growthn_view(&g, out->upper);
        const double* point = vectors + g.a.n;
        view.lower = out->lower;
        gd_cone_record_result(trace, g.a.n, &view, out->iterations, vectors, point, point);
    }
    return (gd_status)out->status;
}
