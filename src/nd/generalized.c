/* Generalized distance d_Q(A). Source: [Q] Algorithm 1; docs/algorithms.md, Generalized distance.
 *
 * Let a_c be a point of A and Q_k = eta_k Q. The growth problem of A about a_c and Q_k about the
 * origin has a value sigma_k and a normal n_k, with C_k = (A - a_c) - Q_k. The supporting plane of
 * A with that normal touches Q at the next scale, eta_{k+1} = -h_A(n_k) / h_Q(-n_k). Three
 * additions:
 *
 * - Every support point gives a lower bound -h_A(n) / h_Q(-n). The first bound becomes eta_0, so
 *   the size of Q does not matter. The next eta is slightly above the best bound. Then the
 *   final sigma is <= 1, and sigma eta is an upper bound.
 * - A growth problem ends when its gap is small compared with |sigma - 1|.
 * - If A and Q_k overlap and no plane so far separates A from the origin, eta is too large and
 *   shrinks. If the basis at eta = 0 contains the origin, so does A, and the distance is 0.
 *
 * From one eta to the next, the basis keeps its parts on A and Q, so its points in C_k move. If the
 * ray then misses its cone and eta has grown, the parts on Q shrink, which restores the points in
 * C_k. The parts remain in Q, because Q contains the origin. */
#include "nd/nd.h"
#include "nd/basis.h"
#include "minkowski/convergence.h"
#include "minkowski/trace.h"
#include "math/vec.h"

#include <string.h>

/* A growth problem is solved if its gap is this fraction of |sigma - 1|. */
#define GENERALIZED_ENOUGH 0.25
/* How far eta exceeds the lower bound, as a fraction of the tolerance. The value is at most eta, so
 * its relative error is at most this fraction of the tolerance. A fraction of 0.5 would save 10 %
 * of the support points at tolerance 1e-10 and double the error. */
#define GENERALIZED_RAISE 0.2
/* Factor of eta if A and eta Q overlap and no plane separates A from the origin. */
#define GENERALIZED_SHRINK 0.125
/* If eta Q is below this fraction of A's extent and still overlaps A, the origin is in A up to
 * rounding. */
#define GENERALIZED_NOTHING 0x1p-44
/* Rounding of sigma on the surface of A. */
#define GENERALIZED_SURFACE (64.0 * GD_EPS)
/* After IDLE * (n + 1) support points without a better bound, a gap of sigma below IDLE_GAP is
 * final. A bound counts as better only if it improves by more than the fraction GAIN. */
#define GENERALIZED_IDLE 4
#define GENERALIZED_IDLE_GAP 0x1p-30
#define GENERALIZED_GAIN 0x1p-48
/* How often eta may rise until the final basis gives an upper bound. */
#define GENERALIZED_RAISES 60

enum { SET_A, SET_Q, SET_MINUS };

typedef struct generalized {
    gd_support_nd a, q, minus;
    gd_basis basis;
    bool has_minus;
    double* center_a; /* the point of A about which A grows; world */
    double* center_minus;
    double* center; /* a_c: center_a - center_minus */
    double* offset_a;
    double* offset_minus;
    double* center_q;
    double* normal; /* of the best lower bound, from A towards Q */
    double tolerance;
    double distance; /* from the origin to a_c */
    double radius_q; /* radius of a ball about the origin that contains Q */
    double eta;
    double lower, upper;
    double relative, height_q,
        n_dot_ray; /* h_{A - a_c}(n), h_Q(-n) and n . ray of the best plane */
    double steps;
    double* contact; /* of the best upper bound, as are point_minus and point_a */
    double* point_minus;
    double* point_a;
} generalized;

static double generalized_sigma(const generalized* g) {
    return g->distance * g->basis.sum;
}

/* ---- planes ------------------------------------------------------------------------------- */

/* Updates the lower bound with the support point just found. Returns false if the interior
 * of Q does not contain the origin. */
static bool generalized_plane(generalized* g) {
    const gd_basis* basis = &g->basis;
    const int n = basis->n;
    const double* d = basis->direction;
    double relative = dot_n(n, d, basis->point[SET_A]);
    if (g->has_minus) relative -= dot_n(n, d, basis->point[SET_MINUS]);
    const double height_q = -dot_n(n, d, basis->point[SET_Q]);
    if (!(height_q > 0.0)) return false;
    const double bound = -(relative + dot_n(n, d, g->center)) / height_q;
    if (!(bound > g->lower)) return true;
    g->lower = bound;
    g->relative = relative;
    g->height_q = height_q;
    g->n_dot_ray = basis->n_dot_ray;
    memcpy(g->normal, d, (size_t)n * sizeof *d);
    return true;
}

/* Sets the outer bound of C at a new eta: from the best plane if that is lower, otherwise from the
 * ball around C. */
static void generalized_reset_outer(generalized* g) {
    gd_basis* basis = &g->basis;
    basis->extent =
        g->a.shape->bound_radius + g->eta * g->radius_q + gd_length_n(basis->n, g->offset_a);
    if (g->has_minus)
        basis->extent += g->minus.shape->bound_radius + gd_length_n(basis->n, g->offset_minus);
    basis->outer = basis->extent * (1.0 + 0x1p-40);
    if (!(g->lower > 0.0)) return;
    const double outer = (g->relative + g->eta * g->height_q) / max2(g->n_dot_ray, 0.0);
    if (outer < basis->outer) basis->outer = outer;
}

/* ---- scales ------------------------------------------------------------------------------- */

/* Moves the basis to another eta. Returns false if its cone does not contain the ray there. */
static bool generalized_express(generalized* g, double eta) {
    gd_basis* basis = &g->basis;
    const int n = basis->n;
    g->eta = eta;
    basis->factor[SET_Q] = -eta;
    for (int i = 0; i < n; i++) {
        if (basis->artificial[i] != 0.0) continue;
        for (int k = i * n; k < (i + 1) * n; k++) {
            basis->s[k] = basis->part[SET_A][k] - eta * basis->part[SET_Q][k];
            if (g->has_minus) basis->s[k] -= basis->part[SET_MINUS][k];
        }
    }
    return gd_basis_refactor(basis);
}

/* Continues at another eta with the same parts, so that the points in C_k move. If the cone then
 * misses the ray, keeps the points and shrinks the parts on Q, or starts a new basis. */
static void generalized_rescale(generalized* g, double eta) {
    const double prev_eta = g->eta;
    gd_basis* basis = &g->basis;
    bool kept = generalized_express(g, eta);
    if (!kept && eta >= prev_eta) { /* both are > 0 */
        for (int k = 0; k < basis->n * basis->n; k++)
            basis->part[SET_Q][k] *= prev_eta / eta;
        kept = generalized_express(g, eta);
    }
    if (!kept) {
        const double iterations = basis->iterations;
        gd_basis_start(basis);
        basis->iterations = iterations;
    }
    generalized_reset_outer(g);
    g->steps += 1.0;
}

/* ---- upper bounds ------------------------------------------------------------------------- */

/* If sigma <= 1 without artificial points, updates the upper bound sigma eta and its witness
 * points. */
static bool generalized_attain(generalized* g) {
    gd_basis* basis = &g->basis;
    const int n = basis->n;
    if (!gd_basis_certify(basis)) return false;
    const double sigma = generalized_sigma(g), upper = sigma * g->eta;
    /* at eta = 0 the origin may be on A's surface, where sigma is 1 up to rounding */
    if (!(sigma <= (g->eta > 0.0 ? 1.0 : 1.0 + GENERALIZED_SURFACE))) return false;
    if (!(upper < g->upper)) return true;
    g->upper = upper;
    gd_basis_mean(basis, SET_A, g->point_a);
    if (g->has_minus) gd_basis_mean(basis, SET_MINUS, g->point_minus);
    for (int i = 0; i < n; i++) {
        g->point_a[i] = g->center_a[i] + sigma * g->point_a[i];
        g->point_minus[i] = g->has_minus ? g->center_minus[i] + sigma * g->point_minus[i] : 0.0;
        g->contact[i] = g->point_a[i] - g->point_minus[i];
    }
    return true;
}

/* Ends a run that missed the tolerance: raises eta until the basis gives an upper bound. */
static void generalized_close(generalized* g) {
    double raise = 4.0 * GD_EPS;
    const double eta = g->eta;
    for (int k = 0; k < GENERALIZED_RAISES; k++, raise *= 2.0) {
        if (generalized_attain(g)) return;
        if (!generalized_express(g, eta * (1.0 + raise)) && gd_basis_is_artificial(&g->basis))
            return;
    }
}

/* Ends a run that has reached the tolerance. If the basis is optimal, as on polytopes, its upper
 * bound at eta = lower equals lower, up to rounding. */
static void generalized_polish(generalized* g) {
    const double least = g->lower * (1.0 + 4.0 * GD_EPS);
    if (g->upper > least && generalized_express(g, least)) generalized_attain(g);
}

/* The distance is 0: A contains the origin or, with minus, A and minus intersect. point_minus is
 * the origin or a common point. */
static void generalized_zero(generalized* g) {
    const size_t n = (size_t)g->basis.n;
    g->lower = g->upper = 0.0;
    memcpy(g->point_a, g->point_minus, n * sizeof *g->point_a);
    memset(g->contact, 0, n * sizeof *g->contact);
}

/* ---- the loop ----------------------------------------------------------------------------- */

typedef enum { NEXT_STEP, NEXT_DONE, NEXT_STALLED, NEXT_SPENT, NEXT_REFUSED } generalized_next;

/* Whether sigma eta is an upper bound within the tolerance, if no artificial point has weight. */
static bool generalized_near(const generalized* g) {
    const double sigma = generalized_sigma(g);
    return sigma <= 1.0 && sigma * g->eta <= (1.0 + g->tolerance) * g->lower;
}

/* Whether the gap of sigma is small compared with |sigma - 1|. If a_c is near the origin, any
 * artificial ball makes both sigma and the gap small. So artificial points must have no weight. */
static bool generalized_solved(const generalized* g) {
    if (gd_basis_is_artificial(&g->basis)) return false;
    const double sigma = generalized_sigma(g), least = g->distance / g->basis.outer;
    return sigma - least <= GENERALIZED_ENOUGH * (least > 1.0 ? least - 1.0 : 1.0 - sigma);
}

/* The bounds when one of them last improved, and the number of steps since then. */
typedef struct generalized_rest {
    double sum, outer, lower;
    int idle;
    bool renewed; /* the inverse was recomputed since then */
} generalized_rest;

/* Whether the search has stalled: the previous point was on the plane of the basis up to rounding,
 * or only rounding moves the bounds. */
static bool generalized_rests(const generalized* g, generalized_rest* rest, double height) {
    const gd_basis* basis = &g->basis;
    const double less = 1.0 - GENERALIZED_GAIN, more = 1.0 + GENERALIZED_GAIN;
    if (basis->sum < less * rest->sum || basis->outer < less * rest->outer ||
        g->lower > more * rest->lower) {
        *rest = (generalized_rest){basis->sum, basis->outer, g->lower, 0, false};
        return false;
    }
    rest->idle++;
    return height <= STOP_ROUNDING * basis->extent ||
           (rest->idle > GENERALIZED_IDLE * (basis->n + 1) &&
            basis->outer * basis->sum <= 1.0 + GENERALIZED_IDLE_GAP);
}

static GD_COLD void generalized_record(const generalized* g, gd_trace* trace) {
    const basis_view view = {g->center_a, NULL, g->center_minus, g->eta, g->lower, g->upper, true};
    gd_basis_record(trace, &g->basis, &view);
}

/* Solves one growth problem as far as the next eta needs it. */
static generalized_next generalized_shoot(generalized* g, const gd_settings* settings) {
    gd_basis* basis = &g->basis;
    generalized_rest rest = {GD_INFINITY, GD_INFINITY, 0.0, 0, false};
    for (;;) {
        const bool near = generalized_near(g), solved = generalized_solved(g);
        if (near || solved) {
            if (gd_basis_certify(basis)) {
                generalized_attain(g);
                if (g->upper <= (1.0 + g->tolerance) * g->lower) return NEXT_DONE;
                /* the certified bound may be weaker than the estimate */
                if (!near && generalized_solved(g)) return NEXT_STEP;
            } else if (!gd_basis_is_artificial(basis) || !gd_basis_shrink(basis)) {
                return NEXT_STALLED;
            }
        }
        if (!gd_basis_normal(basis)) return NEXT_STALLED;
        if (basis->iterations == settings->max_iterations) return NEXT_SPENT;
        gd_basis_support(basis);
        if (!generalized_plane(g)) return NEXT_REFUSED;
        if (settings->trace != 0.0) generalized_record(g, trace_of(settings));
        const double height = basis->height - basis->n_dot_ray / basis->sum;
        const bool moved = height > 0.0 && gd_basis_pivot(basis);
        const bool stalled = generalized_rests(g, &rest, height);
        if (moved && !stalled) continue;
        if (!solved && !near && (generalized_solved(g) || generalized_near(g))) continue;
        if (!rest.renewed && basis->pivots > 0 && gd_basis_refactor(basis)) {
            rest.renewed = true;
            continue;
        }
        if (gd_basis_is_artificial(basis) && gd_basis_shrink(basis)) continue;
        return NEXT_STALLED;
    }
}

/* Whether the basis proves at eta = 0 that A contains the origin. */
static bool generalized_holds(generalized* g) {
    const double eta = g->eta;
    if (generalized_express(g, 0.0) && generalized_attain(g)) return true;
    generalized_express(g, eta);
    return false;
}

/* Continues at a smaller eta; returns false if A contains the origin. */
static bool generalized_shrink(generalized* g) {
    const double eta = g->eta, extent = g->basis.extent - eta * g->radius_q + g->distance;
    const double next = eta * GENERALIZED_SHRINK;
    if (!(next * g->radius_q > GENERALIZED_NOTHING * extent) || generalized_holds(g)) return false;
    generalized_rescale(g, next);
    return true;
}

/* The upper bound if no basis of real points exists: the scale at which Q's ball about the origin
 * contains A's centre. */
static void generalized_by_ball(generalized* g) {
    const int n = g->basis.n;
    if (!(g->q.held > 0.0)) return;
    g->upper = g->distance / g->q.held;
    memcpy(g->contact, g->center, (size_t)n * sizeof *g->center);
    memcpy(g->point_a, g->center_a, (size_t)n * sizeof *g->center);
    memcpy(g->point_minus, g->center_minus, (size_t)n * sizeof *g->center);
}

/* Ends a run whose bounds do not agree to the tolerance. */
static gd_status generalized_rest_here(generalized* g, gd_status status) {
    if (!(g->lower > 0.0) && generalized_holds(g)) {
        generalized_zero(g);
        return GD_STATUS_OPTIMAL;
    }
    generalized_close(g);
    if (!(g->upper < GD_INFINITY)) generalized_by_ball(g);
    return g->upper <= (1.0 + g->tolerance) * g->lower ? GD_STATUS_OPTIMAL : status;
}

static gd_status generalized_run(generalized* g, const gd_settings* settings) {
    for (;;) {
        switch (generalized_shoot(g, settings)) {
        case NEXT_DONE: generalized_polish(g); return GD_STATUS_OPTIMAL;
        case NEXT_REFUSED: return GD_ERROR_UNDEFINED;
        case NEXT_SPENT: return generalized_rest_here(g, GD_STATUS_MAX_ITERATIONS);
        case NEXT_STALLED: return generalized_rest_here(g, GD_STATUS_PRECISION);
        case NEXT_STEP: break;
        }
        if (g->lower > 0.0) {
            const double eta = g->lower * (1.0 + GENERALIZED_RAISE * g->tolerance);
            /* the same problem again: the sets touch up to rounding */
            if (eta == g->eta) return generalized_rest_here(g, GD_STATUS_PRECISION);
            generalized_rescale(g, eta);
        } else if (!generalized_shrink(g)) {
            generalized_zero(g);
            return GD_STATUS_OPTIMAL;
        }
    }
}

/* ---- setting up --------------------------------------------------------------------------- */

static gd_status generalized_init(generalized* g, const gd_query* query, const gd_shape* minus,
                                  const double* pose_minus, double* workspace, double* vectors) {
    if (!gd_support_nd_init(&g->q, query->a, query->pose_a) ||
        !gd_support_nd_init(&g->a, query->b, query->pose_b) ||
        (minus && !gd_support_nd_init(&g->minus, minus, pose_minus)))
        return GD_ERROR_POSE;
    const int n = g->q.n;
    gd_basis* basis = &g->basis;
    basis->n = n;
    basis->set[SET_A] = &g->a;
    basis->set[SET_Q] = &g->q;
    basis->set[SET_MINUS] = &g->minus;
    basis->factor[SET_A] = 1.0;
    basis->factor[SET_Q] = -1.0;
    basis->factor[SET_MINUS] = -1.0;
    g->has_minus = minus != NULL;
    basis->sets = minus ? 3 : 2;
    double* at = gd_basis_place(basis, workspace);
    double** const arrays[] = {&g->center_a,     &g->center_minus, &g->center, &g->offset_a,
                               &g->offset_minus, &g->center_q,     &g->normal};
    for (size_t i = 0; i < sizeof arrays / sizeof arrays[0]; i++, at += n)
        *arrays[i] = at;
    g->contact = vectors;
    g->point_minus = vectors + 2 * n;
    g->point_a = vectors + 3 * n;
    memset(vectors, 0, 4 * (size_t)n * sizeof *vectors);
    gd_support_nd_center(&g->q, g->center_q);
    g->q.offset = g->center_q;
    g->radius_q = query->a->bound_radius + gd_length_n(n, g->center_q);
    gd_support_nd_recenter(&g->a, g->center_a, g->offset_a);
    memset(g->center_minus, 0, 2 * (size_t)n * sizeof *at);
    memset(g->offset_minus, 0, (size_t)n * sizeof *at);
    if (minus) gd_support_nd_recenter(&g->minus, g->center_minus, g->offset_minus);
    for (int i = 0; i < n; i++)
        g->center[i] = g->center_a[i] - g->center_minus[i];
    return gd_basis_holds_origin(basis, &g->q, g->normal, g->point_a) ? GD_STATUS_OPTIMAL
                                                                      : GD_ERROR_UNDEFINED;
}

/* The first eta and basis. The plane through A's support point towards the origin gives the first
 * lower bound. */
static bool generalized_start(generalized* g) {
    gd_basis* basis = &g->basis;
    const int n = basis->n;
    for (int i = 0; i < n; i++)
        basis->ray[i] = -g->center[i];
    gd_normalize_n(n, basis->ray);
    memcpy(basis->direction, basis->ray, (size_t)n * sizeof *basis->ray);
    basis->iterations = 0.0;
    basis->outer = 0.0;
    g->lower = 0.0;
    g->upper = GD_INFINITY;
    gd_basis_support(basis);
    if (!generalized_plane(g)) return false;
    g->eta = g->lower > 0.0 ? g->lower * (1.0 + GENERALIZED_RAISE * g->tolerance)
                            : g->distance / g->radius_q;
    basis->factor[SET_Q] = -g->eta;
    gd_basis_start(basis);
    generalized_reset_outer(g);
    basis->iterations = 1.0;
    g->steps = 1.0;
    return true;
}

/* ---- half-spaces -------------------------------------------------------------------------- */

/* A = { x : m.x <= o }, or the difference of a half-space and another set. In closed form the
 * distance is -o / h_Q(-m), because the plane of A itself is the supporting plane. */
static gd_status generalized_halfspace(const gd_query* query, const gd_shape* minus,
                                       const double* pose_minus, double* workspace,
                                       gd_generalized_result* out, double* vectors) {
    generalized g;
    gd_status status = generalized_init(&g, query, minus, pose_minus, workspace, vectors);
    if (status != GD_STATUS_OPTIMAL) return status;
    const int n = g.q.n;
    const bool half_is_a = support_nd_unbounded(query->b);
    gd_support_nd *half = half_is_a ? &g.a : &g.minus, *body = half_is_a ? &g.minus : &g.a;
    double *normal = vectors + n, *m = normal, *s = g.center, *body_center = g.center_minus;
    if (!half_is_a) body_center = g.center_a;
    const vec3 world = rotate(&half->frame.rotation, half->shape->size);
    m[0] = world.x;
    m[1] = world.y;
    if (n == 3) m[2] = world.z;
    double offset = half->shape->offset + dot3(world, half->frame.position);
    memset(s, 0, (size_t)n * sizeof *s);
    if (minus) { /* s: the point of the other set farthest along -m, first relative to its centre */
        gd_support_nd_point(body, m, -1.0, s);
        for (int i = 0; i < n; i++)
            s[i] += body_center[i];
        offset -= dot_n(n, m, s);
        /* for a half-space H and a set S, S - H is unbounded along m: { z : -m.z <= o - m.s } */
        if (!half_is_a)
            for (int i = 0; i < n; i++)
                m[i] = -m[i];
    }
    gd_support_nd_point(&g.q, m, -1.0, g.contact);
    const double height_q = -dot_n(n, m, g.contact);
    if (!(height_q > 0.0)) return GD_ERROR_UNDEFINED; /* rounding puts the origin on Q's surface */
    const double value = max2(-offset / height_q, 0.0);
    for (int i = 0; i < n; i++) {
        g.contact[i] *= value;
        g.point_minus[i] = half_is_a ? s[i] : s[i] - g.contact[i];
        g.point_a[i] = half_is_a ? s[i] + g.contact[i] : s[i];
        normal[i] = -m[i];
    }
    out->status = GD_STATUS_OPTIMAL;
    out->iterations = out->ray_iterations = 1.0;
    out->value = out->lower = out->upper = value;
    return GD_STATUS_OPTIMAL;
}

gd_status gd_generalized_solve(const gd_query* query, const gd_shape* minus,
                               const double* pose_minus, double* workspace,
                               gd_generalized_result* out, double* vectors) {
    const bool half_a = support_nd_unbounded(query->b);
    const bool half_minus = minus && support_nd_unbounded(minus);
    if (support_nd_unbounded(query->a) || (half_a && half_minus)) return GD_ERROR_UNDEFINED;
    if (half_a || half_minus)
        return generalized_halfspace(query, minus, pose_minus, workspace, out, vectors);
    generalized g;
    gd_status status = generalized_init(&g, query, minus, pose_minus, workspace, vectors);
    if (status != GD_STATUS_OPTIMAL) return status;
    const int n = g.q.n;
    double* normal = vectors + n;
    g.tolerance = query->settings->tolerance;
    g.distance = gd_length_n(n, g.center);
    g.basis.iterations = g.steps = 0.0;
    if (g.distance > 0.0) {
        if (!generalized_start(&g)) return GD_ERROR_UNDEFINED;
        status = generalized_run(&g, query->settings);
        if (status < 0) return status;
    } else {
        memcpy(g.point_minus, g.center_minus, (size_t)n * sizeof *normal);
        generalized_zero(&g);
    }
    for (int i = 0; i < n; i++)
        normal[i] = g.lower > 0.0 ? -g.normal[i] : i == 0 ? 1.0 : 0.0;
    out->status = status;
    out->iterations = g.steps;
    out->ray_iterations = g.basis.iterations;
    out->value = out->upper = g.upper;
    out->lower = min2(g.lower, g.upper);
    return status;
}
