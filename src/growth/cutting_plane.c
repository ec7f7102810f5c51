/* Growth distance in 3D by cutting planes: an inner and an outer polyhedral approximation of C near
 * the exit point of the ray. Source: [G] Algorithm 3; docs/algorithms.md, Cutting planes.
 *
 * Let beta be the distance from the origin to the exit point, so sigma = |p| / beta. A portal of
 * three points of C bounds beta from below (inner). The supporting plane of any normal n bounds it
 * from above (outer): beta <= h_C(n) / n.ray. Each step finds the support vertex along the portal's
 * normal, lowers outer, and pivots the vertex into the portal, which raises inner.
 *
 * Invariants: weights >= 0; inner rises and outer falls, up to rounding; inner <= beta <= outer.
 * The origin is inside C, so a support value h_C(n) <= 0 is rounding and proves nothing. Every
 * comparison uses quantities of one pair, so a scene takes the same steps at every scale. */
#include "minkowski/early_out.h"
#include "growth/newton.h"
#include "growth/rounded_polytopes.h"
#include "growth/warm_growth.h"
#include "second_order/support_model.h"
#include "minkowski/trace.h"
#include "minkowski/warm_start.h"

/* An overlap test uses Newton's method if outer < this factor times the distance of the centres. */
#define GROWTH_NEWTON_WITHIN 1.75
/* Below this length of a normal, its square loses digits to underflow. */
#define GROWTH_UNDERFLOW 0x1p-480
/* The first direction of an overlap test decides only if the centres' distance exceeds the outer
 * bound by more than this fraction of the extent. */
#define GROWTH_SAFE 0x1p-40
/* Number of cutting planes after which an overlap test continues by Newton's method. */
#define GROWTH_CUTS 16.0
/* A witness is moved if it misses the ray by more than this fraction of the inner ball's radius. A
 * miss lowers the inner bound by the same fraction. */
#define GROWTH_MISS 0x1p-40

void gd_growth_warm_start(growth3* g, const gd_warm* warm, bool cut) {
    vertex3 kept[3];
    const int count = warm_vertices3(warm, &g->pair, kept);
    const bool restored = count == 3 && portal3_restore(&g->portal, kept);
    if (!restored) {
        portal3_init(&g->portal, &g->pair, g->offset);
        for (int i = 0; i < count; i++)
            portal3_expand(&g->portal, &kept[i], &kept[i]);
    }
    g->start = load3(warm->normal);
    if (!(cut && restored) && dot3(g->start, g->pair.ray) > 0.0) return;
    const double unit = 1.0 / growth_extent(g);
    g->start = scale3(unit * unit, portal3_normal(&g->portal));
}

/* Records the portal and, unless s is NULL, the support vertex s along n, which is not in the
 * portal yet. */
static GD_COLD void growth_record(const growth3* g, const vertex3* s, vec3 n) {
    const trace_growth known = {g->normal, g->outer, g->iterations};
    gd_trace_portal3(g->trace, &g->pair, &g->portal, known, s, n);
}

/* A ball in C below this fraction of the extent. */
#define GROWTH_THIN 0x1p-16

static GD_NOINLINE vec3 growth_support(const gd_shape* shape, vec3 n, double inverse,
                                       uint32_t* hint) {
    const vec3 core = sub3(core_support(shape, n, hint), shape->center);
    return madd3(core, shape->radius * inverse, n);
}

/* One step outside the loop: finds the support vertex along n and updates the outer bound. */
static GD_NOINLINE void growth_evaluate_normal(growth3* g, vec3 n, vertex3* s) {
    pair3* pair = &g->pair;
    const double inverse = 1.0 / length3(n);
    if (g->trace) {
        gd_trace_support3(pair, n, inverse, s);
    } else {
        s->a = growth_support(pair->a, n, inverse, &pair->hint_a);
        s->b = growth_support(pair->b, inv_rotate(&pair->b_to_a, neg3(n)), inverse, &pair->hint_b);
        pair3_place(pair, s);
    }
    g->iterations += 1.0;
    const double h = dot3(n, s->s), n_dot_ray = dot3(n, pair->ray);
    if (h > 0.0 && h < g->outer * n_dot_ray) {
        g->outer = h / n_dot_ray;
        g->normal = scale3(inverse, n);
    }
    if (g->trace) growth_record(g, s, n);
}

/* Runs until the bounds prove the answer. Returns false if they cannot, or if they are so close
 * that the rounding of the weights matters. Compiled twice, with and without trace: recording keeps
 * the loop's state in memory, which costs a quarter of the time. */
GD_INLINE bool growth_run(growth3* g, bool traced, double limit) {
    vec3 n = g->start;
    const double extent = growth_extent(g);
    const double unit = 1.0 / (extent * extent); /* scales normals to a length near 1 */
    stop_rule rule = growth_stop_rule(g);
    const double max_iterations = min2(g->settings->max_iterations, limit);
    for (;;) {
        if (stop_proved(&rule, g->portal.inner, g->outer) ||
            g->outer <= STOP_FINE * g->portal.inner || g->iterations >= max_iterations)
            break;
        const double length = length3(n);
        if (!(length > GROWTH_UNDERFLOW)) break;

        const double inverse = 1.0 / length;
        vertex3 s;
        if (traced)
            gd_trace_support3(&g->pair, n, inverse, &s);
        else
            pair3_support(&g->pair, n, inverse, &s);
        g->iterations += 1.0;

        const double h = dot3(n, s.s), n_dot_ray = dot3(n, g->pair.ray);
        const double height = (h - g->portal.inner * n_dot_ray) * inverse;
        if (h > 0.0 && h < g->outer * n_dot_ray) {
            g->outer = h / n_dot_ray;
            g->normal = scale3(inverse, n);
        }
        if (traced) growth_record(g, &s, n);
        if (!portal3_enter(&g->portal, &s)) break;
        if (stop_stalled(&rule, g->portal.inner, g->outer, height)) break;
        n = scale3(unit, portal3_normal(&g->portal));
    }
    if (g->answer_only && g->pair.distance > STOP_TOUCH * g->outer) return true;
    portal3_certify(&g->portal);
    return stop_proved(&rule, g->portal.inner, g->outer);
}

/* growth_run with recording. */
static GD_NOINLINE bool growth_run_traced(growth3* g, double limit) {
    const bool proved = growth_run(g, true, limit);
    if (proved) growth_record(g, NULL, g->start);
    return proved;
}

/* The portal's normal in A's frame with one step of iterative refinement. The cross product of two
 * long, nearly parallel edges has a rounding error along them, proportional to 1 / sine of the
 * angle between them. */
static vec3 growth_sharp_normal(const growth3* g) {
    const vertex3* v = g->portal.v;
    const vec3 e = sub3(in_ray_frame(&v[1]), in_ray_frame(&v[0]));
    const vec3 f = sub3(in_ray_frame(&v[2]), in_ray_frame(&v[0]));
    const vec3 n = cross3(e, f);
    const double nn = dot3(n, n);
    if (!(nn > 0.0)) return n;
    const vec3 lean = madd3(scale3(dot3(n, f), e), -dot3(n, e), f);
    return unit3(from_ray_frame(&g->pair, madd3(n, 1.0 / nn, cross3(lean, n))));
}

/* If the witness misses the ray by more than rounding, moves it back onto the ray. Needle-shaped
 * and reused portals may miss the ray. Each vertex moves towards the same point of the inner ball
 * that portal3_certain assumes. Then the means on A and B describe one contact again. */
static GD_COLD void growth_project_witness_on_ray(growth3* g) {
    const pair3* pair = &g->pair;
    portal3* portal = &g->portal;
    double u = 0.0, v = 0.0;
    for (int i = 0; i < 3; i++) {
        u += portal->weight[i] * portal->v[i].u;
        v += portal->weight[i] * portal->v[i].v;
    }
    const double miss = fabs(u) + fabs(v), ball = portal->ball * portal->weight_sum;
    if (!(miss > GROWTH_MISS * ball)) return;
    vertex3 back;
    const double t = portal->ball / miss;
    portal3_point(&back, pair, &g->offset, -t * u, -t * v, 0.0);
    const double share = ball / (ball + miss);
    for (int i = 0; i < 3; i++) {
        vertex3* x = &portal->v[i];
        x->a = madd3(scale3(share, x->a), 1.0 - share, back.a);
        x->b = madd3(scale3(share, x->b), 1.0 - share, back.b);
        pair3_place(pair, x);
    }
}

/* Continues when the loops stop without a proof. On a portal with aspect ratio 1e6 rounding tilts
 * the normal by 1e-10, which changes the bound by 1e-4. Here each step refines the normal and the
 * weights; the best portal is kept. */
static GD_COLD gd_status growth_finish(growth3* g) {
    pair3* pair = &g->pair;
    stop_rule rule = growth_stop_rule(g);
    gd_status status = GD_STATUS_PRECISION;
    vec3 n = g->normal;
    for (int i = 0; g->trace && i < 3; i++) /* Newton's method does not set s */
        g->portal.v[i].s = from_ray_frame(pair, in_ray_frame(&g->portal.v[i]));
    portal3 best = g->portal;
    for (;;) {
        portal3_certify(&g->portal);
        if (g->portal.inner > best.inner) best = g->portal;
        if (stop_proved(&rule, best.inner, g->outer)) {
            status = GD_STATUS_OPTIMAL;
            break;
        }
        if (g->iterations >= g->settings->max_iterations) {
            status = GD_STATUS_MAX_ITERATIONS;
            break;
        }
        n = growth_sharp_normal(g);
        if (!(dot3(n, n) > 0.0)) break; /* also if the squares of a tiny pair underflow */
        vertex3 s;
        growth_evaluate_normal(g, n, &s);
        const double height = dot3(n, s.s) - g->portal.inner * dot3(n, pair->ray);
        if (!portal3_enter(&g->portal, &s)) break;
        if (stop_stalled(&rule, best.inner, g->outer, height)) break;
    }
    g->portal = best;
    if (g->trace) growth_record(g, NULL, n);
    return status;
}

/* First direction of an overlap test: the best separating direction of two ellipsoids with the half
 * extents of the shapes' boxes. Returns true if it separates the shapes by more than rounding,
 * otherwise adds its vertex to the portal. */
static bool growth_separated_by_guess(growth3* g) {
    pair3* pair = &g->pair;
    const sym3 inverse = early_out_inverse(pair->a, pair->b, &pair->b_to_a);
    vec3 n = sym3_apply(&inverse, pair->p);
    const double m = max_abs3(n);
    if (!(m > 0.0)) return false;
    n = scale3(1.0 / m, n);
    vertex3 s;
    growth_evaluate_normal(g, n, &s);
    const bool parted = pair->distance - g->outer > GROWTH_SAFE * growth_extent(g);
    if (g->trace && parted) growth_record(g, NULL, n);
    if (!parted) portal3_expand(&g->portal, &s, &s);
    return parted;
}

/* Initialises the settings, the pair, the ray and the bounds from the shapes' balls. */
GD_INLINE gd_status growth_init(growth3* g, const gd_query* query, bool boolean) {
    if (!pair3_init(&g->pair, query)) return GD_ERROR_POSE;
    if (!portal3_begin(&g->portal, &g->pair, &g->offset)) return GD_ERROR_UNDEFINED;
    g->settings = query->settings;
    g->trace = trace_wanted(g->settings) ? trace_of(g->settings) : NULL;
    g->boolean = boolean;
    g->answer_only = false;
    g->iterations = 0.0;
    g->normal = g->start = g->pair.ray;
    /* the bounding balls, enlarged by more than their rounding */
    g->outer = growth_extent(g) * (1.0 + 0x1p-40);
    return GD_STATUS_OPTIMAL;
}

/* Whether C is thin and one of its shapes is a hull, as for a triangle beside a tiny shape.
 * Rounding then decides which of the vertices found so far is beyond a kink, and Newton's bounds
 * were wrong by 1e-8. */
static bool growth_is_thin(const growth3* g) {
    return (!support_model_fits(g->pair.a) || !support_model_fits(g->pair.b)) &&
           g->portal.ball < GROWTH_THIN * growth_extent(g);
}

bool gd_growth_by_newton(const growth3* g, growth_goal goal) {
    const double method = g->settings->method;
    if (method == GD_METHOD_CUTTING_PLANE || goal == GROWTH_DEEP) return false;
    return (method == GD_METHOD_NEWTON || newton_pays(g->pair.a, g->pair.b)) &&
           gd_newton_fits(g->pair.a, g->pair.b) && !growth_is_thin(g);
}

/* Whether an overlap test begins with cutting planes. A warm portal decides most tests. Beside a
 * strictly convex shape, Newton's method is faster. */
GD_INLINE bool growth_cuts_first(const growth3* g, growth_goal goal) {
    if (g->boolean && g->warm) return true;
    return goal == GROWTH_BOOLEAN && !g->pair.a->strictly_convex && !g->pair.b->strictly_convex;
}

GD_NOINLINE gd_status gd_growth_search(growth3* g, growth_goal goal, bool newton, bool keep) {
    bool proved = false;
    const bool cuts = !newton || growth_cuts_first(g, goal);
    if (cuts) {
        const double limit = newton ? GROWTH_CUTS : STOP_LATE;
        proved = g->trace ? growth_run_traced(g, limit) : growth_run(g, false, limit);
    }
    if (newton && !proved) {
        if (cuts) g->start = g->normal;
        g->aimed = g->aimed || cuts;
        proved = gd_newton_run(g);
    }
    /* Rounding of a needle-shaped portal may leave no inner bound. A proved overlap test without
     * witness needs none, unless the portal is to be saved. */
    if (!(g->portal.inner > 0.0) && (keep || !(proved && goal > GROWTH_BOOLEAN)))
        portal3_init(&g->portal, &g->pair, g->offset);
    const gd_status status = proved ? GD_STATUS_OPTIMAL : growth_finish(g);
    if (goal <= GROWTH_BOOLEAN)
        growth_project_witness_on_ray(g); /* the other goals return no point */
    return status;
}

/* The part on A or B of the point where the ray leaves the portal: the shape's frame, relative to
 * its centre. */
static GD_NOINLINE vec3 growth_local_mean(const growth3* g, bool part_b) {
    const portal3* portal = &g->portal;
    vec3 mean = make3(0.0, 0.0, 0.0);
    for (int i = 0; i < 3; i++)
        mean = madd3(mean, portal->weight[i], part_b ? portal->v[i].b : portal->v[i].a);
    return scale3(1.0 / portal->weight_sum, mean);
}

/* Saves the optimum, or the portal if that has no model. */
static void growth_save(gd_warm* warm, const growth3* g, bool optimum) {
    if (optimum && gd_warm_growth_fits(g->pair.a, g->pair.b) &&
        gd_warm_growth_save(warm, g, growth_local_mean(g, false), growth_local_mean(g, true)))
        return;
    warm_save3(warm, &g->pair, &g->portal, g->normal);
}

/* Answers a warm query from the saved optimum. Otherwise the search starts along g->start. */
static bool growth_by_optimum(growth3* g, gd_warm* warm) {
    if (!gd_warm_growth(g, warm)) return false;
    growth_project_witness_on_ray(g);
    if (g->trace) growth_record(g, NULL, g->start);
    return true;
}

/* Answers a query about rounded polytopes. A warm query starts along the saved normal. */
static bool growth_by_rounded(growth3* g, const gd_query* query, growth_goal goal) {
    if (goal != GROWTH_VALUE || g->settings->method != GD_METHOD_AUTO || !gd_rounded_fits(g))
        return false;
    if (g->warm) g->start = load3(query->warm->normal);
    if (!gd_rounded_run(g)) return false;
    growth_project_witness_on_ray(g);
    if (g->trace) growth_record(g, NULL, g->start);
    return true;
}

/* The whole query except the result record. Returns false if the query is refused; *status then
 * says why. */
static bool growth_solve(growth3* g, const gd_query* query, growth_goal goal, gd_status* status) {
    *status = growth_init(g, query, goal != GROWTH_VALUE);
    if (*status < 0) return false;
    g->portal.inner = 0.0; /* no portal yet: Newton's method may not need one */
    if (g->boolean && g->pair.distance > g->outer) return true; /* separated bounding balls */
    g->warm = g->aimed = warm_fits(query->warm, query->a, query->b, WARM_GROWTH);
    bool newton = gd_growth_by_newton(g, goal);
    const bool optimum = newton && g->warm && query->warm->count < 0.0;
    if (optimum && growth_by_optimum(g, query->warm)) return true;
    if (growth_by_rounded(g, query, goal)) {
        if (query->warm) growth_save(query->warm, g, true);
        return true;
    }
    if (g->warm && !(optimum && goal == GROWTH_VALUE)) /* Newton's method may not need a portal */
        gd_growth_warm_start(g, query->warm, !g->boolean && !newton);
    if (!g->warm && (!newton || goal == GROWTH_BOOLEAN))
        portal3_init(&g->portal, &g->pair, g->offset);
    if (goal == GROWTH_BOOLEAN && !g->warm) {
        if (growth_separated_by_guess(g)) return true;
        const double unit = 1.0 / growth_extent(g);
        g->start = scale3(unit * unit, portal3_normal(&g->portal));
        newton = newton && g->outer < GROWTH_NEWTON_WITHIN * g->pair.distance;
    }
    *status = gd_growth_search(g, goal, newton, query->warm != NULL);
    const bool solved = newton && !g->boolean && *status == GD_STATUS_OPTIMAL;
    if (query->warm) growth_save(query->warm, g, solved);
    return true;
}

/* Stores the normal in world coordinates. */
static GD_NOINLINE void growth_store_normal(const growth3* g, double* normal) {
    store3(normal, rotate(&g->pair.rotation_a, g->normal));
}

/* The same, world axes. */
static GD_NOINLINE vec3 growth_mean(const growth3* g, bool part_b) {
    return rotate(part_b ? &g->pair.rotation_b : &g->pair.rotation_a, growth_local_mean(g, part_b));
}

gd_status gd_growth3(const gd_query* query, gd_growth_result* out) {
    growth3 g;
    gd_status status;
    if (!growth_solve(&g, query, GROWTH_VALUE, &status)) return status;
    const vec3 a = growth_mean(&g, false);
    const vec3 b = growth_mean(&g, true);
    const double upper = g.pair.distance / g.portal.inner;
    growth_fill(out, status, g.iterations, upper, g.pair.distance / g.outer);
    growth_store_normal(&g, out->normal);
    store3(out->point_a, add3(g.pair.center_a, a));
    store3(out->point_b, add3(g.pair.center_b, b));
    store3(out->contact,
           scale3(0.5, add3(madd3(g.pair.center_a, upper, a), madd3(g.pair.center_b, upper, b))));
    return (gd_status)out->status;
}

gd_status gd_collide3(const gd_query* query, gd_collision_result* out) {
    growth3 g;
    gd_status status;
    if (!growth_solve(&g, query, GROWTH_BOOLEAN, &status)) return status;
    const bool portal = g.portal.inner > 0.0;
    const vec3 a = portal ? growth_mean(&g, false) : make3(0.0, 0.0, 0.0);
    const double upper = portal ? g.pair.distance / g.portal.inner : GD_INFINITY;
    collision_fill(out, status, g.iterations, upper, g.pair.distance / g.outer);
    growth_store_normal(&g, out->normal);
    store3(out->point, madd3(g.pair.center_a, min2(upper, 1.0), a));
    return status;
}
