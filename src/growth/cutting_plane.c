/* Growth distance in 3D by the cutting plane: inner and outer polyhedral approximation of C where
 * the ray leaves it ([G] Alg. 3; docs/algorithms.md, Cutting planes).
 *
 * With beta the distance along the ray at which it leaves C, sigma = |p| / beta. A portal of three
 * points of C bounds beta from below (inner), the supporting plane of any normal n from above,
 * beta <= h_C(n) / n.ray (outer). Each step asks for the support vertex along the portal's normal,
 * tightens outer, and brings the vertex into the portal, which raises inner.
 *
 * The vertices of a mesh that lie around one are at hand, the others are not: the caches hold few
 * meshes. So between two steps the portal of two polytopes is raised as far as the vertices around
 * the last one go; they are points of C like any other. A third of the steps are left.
 *
 * Invariants: weights >= 0; inner rises and outer falls up to rounding; inner <= beta <= outer. The
 * origin is inside C, so a support value h_C(n) <= 0 is rounding, and proves nothing.
 * Every comparison is of quantities of one pair: the same scene at any scale takes the same steps.
 */
#include "minkowski/early_out.h"
#include "growth/newton.h"
#include "minkowski/trace.h"
#include "minkowski/warm_start.h"

/* A boolean that the first direction has found to be within this factor is left to Newton. */
#define GROWTH_NEWTON_WITHIN 1.75
/* A normal's length below which its squares have lost digits. */
#define GROWTH_UNDERFLOW 0x1p-480
/* A first direction decides only by more than this part of the pair's extent. */
#define GROWTH_SAFE 0x1p-40
/* Part of the inner ball by which a portal's mean may miss the ray: the inner bound is as much
 * lower than the mean. */
#define GROWTH_MISS 0x1p-40

/* What is asked for: a boolean stops where the bounds part at 1. */
typedef enum growth_goal {
    GROWTH_VALUE,
    GROWTH_BOOLEAN,
    GROWTH_CLOSE, /* of a pair known to be nearly apart */
    GROWTH_DEEP,  /* or deep in each other */
} growth_goal;

/* The last portal in its new place if it still surrounds the ray, otherwise the first one with what
 * of the last raises it. The search starts along the last normal, or, if the cutting plane goes on
 * from the portal, along the portal's own. */
static void growth_warm_start(growth3* g, const gd_warm* warm, bool cut) {
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

/* The portal and, unless NULL, the vertex found along n, which does not belong to it yet. */
static GD_COLD void growth_record(const growth3* g, const vertex3* s, vec3 n) {
    const trace_growth known = {g->normal, g->outer, g->iterations};
    gd_trace_portal3(g->trace, &g->pair, &g->portal, known, s, n);
}

/* Most steps among neighbours at a time, the part of the gap that a vertex must rise by, and the
 * steps after which there are none: a query that takes so many is not of the kind they help. */
#define GROWTH_NEIGHBOR_STEPS 8
#define GROWTH_NEIGHBOR_GAIN 0.25
#define GROWTH_NEIGHBOR_LAST 16.0

/* Of two polytopes; beside something curved there would be half the steps, in 1.03 to 1.14 of the
 * time. */
static GD_NOINLINE bool growth_neighbor_pays(const gd_shape* a, const gd_shape* b) {
    const bool polytopes =
        shape_is_polytope(a) && shape_is_polytope(b) && a->radius + b->radius == 0.0;
    return polytopes && (a->vertices.cells || b->vertices.cells);
}

static GD_NOINLINE vec3 growth_support(const gd_shape* shape, vec3 n, double inverse,
                                       uint32_t* hint) {
    const vec3 core = sub3(support_core3(shape, n, hint), shape->center);
    return madd3(core, shape->radius * inverse, n);
}

/* Support point of a part of a shape: of a mesh the vertices around one, otherwise all of it. */
static GD_NOINLINE vec3 growth_neighbor_support(const gd_shape* shape, vec3 n, double inverse,
                                                uint32_t around, uint32_t* hint) {
    if (!shape->vertices.cells) return growth_support(shape, n, inverse, hint);
    const uint32_t from = vertices_neighborhood(shape, around);
    const uint32_t best = from + support_scan(shape->vertices.corners + 3 * from,
                                              VERTICES_NEIGHBORHOOD, n.x, n.y, n.z);
    const vec3 core = hull_corner(shape->vertices.corners, best);
    return madd3(sub3(core, shape->center), shape->radius * inverse, n);
}

/* One step out of the loop: the vertex along n, and what it tells of the outer bound. */
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

/* Raises the portal by the vertices around those found last while that may close a good part of the
 * gap. Going on to the best portal of these would make it thin, and its normal theirs alone. */
static GD_NOINLINE void growth_neighbor_expand(growth3* g, double unit) {
    pair3* pair = &g->pair;
    portal3 portal = g->portal;
    const uint32_t around_a = pair->hint_a, around_b = pair->hint_b;
    for (int i = 0; i < GROWTH_NEIGHBOR_STEPS; i++) {
        const vec3 n = scale3(unit, portal3_normal(&portal));
        const double length = length3(n), inverse = 1.0 / length;
        if (!(length > 0.0)) break;
        const vec3 m = inv_rotate(&pair->b_to_a, neg3(n));
        vertex3 s;
        s.a = growth_neighbor_support(pair->a, n, inverse, around_a, &pair->hint_a);
        s.b = growth_neighbor_support(pair->b, m, inverse, around_b, &pair->hint_b);
        pair3_place(pair, &s);
        const double min_height = portal.inner + GROWTH_NEIGHBOR_GAIN * (g->outer - portal.inner);
        if (!(dot3(n, s.s) > min_height * dot3(n, pair->ray)) || !portal3_enter(&portal, &s)) break;
    }
    g->portal = portal;
}

/* Runs until the bounds meet the tolerance or, for a boolean, part at 1; false where they do not,
 * or are so near that rounding shows in the weights. Inlined twice, with traced known: where an
 * iteration may be recorded, what the loop works on lies in memory, which costs a quarter of the
 * time. */
GD_INLINE bool growth_run(growth3* g, bool traced) {
    vec3 n = g->start;
    const double extent = growth_extent(g);
    const double unit = 1.0 / (extent * extent); /* brings normals near length 1 */
    const bool near = growth_neighbor_pays(g->pair.a, g->pair.b) &&
                      g->settings->method != GD_METHOD_CUTTING_PLANE;
    stop_rule rule = growth_stop_rule(g);
    const double max_iterations = min2(g->settings->max_iterations, STOP_LATE);
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
        if (near && g->iterations < GROWTH_NEIGHBOR_LAST &&
            !stop_proved(&rule, g->portal.inner, g->outer))
            growth_neighbor_expand(g, unit);
        n = scale3(unit, portal3_normal(&g->portal));
    }
    portal3_certify(&g->portal);
    return stop_proved(&rule, g->portal.inner, g->outer);
}

/* The same, recorded. */
static GD_NOINLINE bool growth_run_traced(growth3* g) {
    const bool proved = growth_run(g, true);
    if (proved) growth_record(g, NULL, g->start);
    return proved;
}

/* The portal's normal, A's frame, with one step of refinement: the cross product of two long and
 * nearly parallel edges leans towards them by rounding, over the sine between them. */
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

/* A mean that misses the ray by more than rounding, as that of a portal like a needle may, or one
 * kept that the ray passes beside, is brought back onto it by a point of the inner ball, which is
 * what the inner bound has been made certain by: each vertex moves towards it. The means of both
 * sets are one contact again. */
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

/* Goes on where the loops give up. A portal like a needle has a normal that leans, by 1e-10 at a
 * million to one, which its length makes a ten-thousandth of the bound: here the normal and the
 * weights are refined in every step, and the best portal counts. */
static GD_COLD gd_status growth_finish(growth3* g) {
    pair3* pair = &g->pair;
    stop_rule rule = growth_stop_rule(g);
    gd_status status = GD_STATUS_PRECISION;
    vec3 n = g->normal;
    for (int i = 0; g->trace && i < 3; i++) /* which Newton does without */
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
        if (!(dot3(n, n) > 0.0)) break; /* also where squares of tiny sets vanish */
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

/* A boolean's first direction, along which two ellipsoids are parted best: true when it parts the
 * shapes, by more than rounding; otherwise the vertex goes into the portal. */
static bool growth_separated_by_guess(growth3* g) {
    pair3* pair = &g->pair;
    vec3 n = early_out_direction(pair->a, pair->b, &pair->b_to_a, pair->p);
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

/* What is asked, the pair, the ray and the balls about and within the shapes. */
GD_INLINE gd_status growth_init(growth3* g, const gd_query* query, bool boolean) {
    if (!pair3_init(&g->pair, query)) return GD_ERROR_POSE;
    if (!portal3_begin(&g->portal, &g->pair, &g->offset)) return GD_ERROR_UNDEFINED;
    g->settings = query->settings;
    g->trace = trace_wanted(g->settings) ? trace_of(g->settings) : NULL;
    g->boolean = boolean;
    g->iterations = 0.0;
    g->normal = g->start = g->pair.ray;
    /* the balls around the shapes, which hold them up to rounding */
    g->outer = growth_extent(g) * (1.0 + 0x1p-40);
    return GD_STATUS_OPTIMAL;
}

/* Whether Newton's steps are taken: where they are asked for or pay, and know the pieces. */
GD_INLINE bool growth_by_newton(const growth3* g, growth_goal goal) {
    const double method = g->settings->method;
    if (method == GD_METHOD_CUTTING_PLANE || goal == GROWTH_DEEP) return false;
    return (method == GD_METHOD_NEWTON || (g->warm && goal == GROWTH_VALUE) ||
            newton_pays(g->pair.a, g->pair.b)) &&
           gd_newton_fits(g->pair.a, g->pair.b);
}

/* By one of the loops, and the other or both where one does not end it. */
GD_INLINE gd_status growth_search(growth3* g, growth_goal goal, bool newton, bool keep) {
    bool proved = false;
    if (!newton || (g->boolean && g->warm)) /* a kept portal decides most booleans */
        proved = g->trace ? growth_run_traced(g) : growth_run(g, false);
    if (newton && !proved) proved = gd_newton_run(g);
    /* A needle's weights may leave nothing certain. Who asks but whether they meet needs none,
     * unless it is to be kept. */
    if (!(g->portal.inner > 0.0) && (keep || !(proved && goal > GROWTH_BOOLEAN)))
        portal3_init(&g->portal, &g->pair, g->offset);
    const gd_status status = proved ? GD_STATUS_OPTIMAL : growth_finish(g);
    if (goal <= GROWTH_BOOLEAN) growth_project_witness_on_ray(g); /* others name no point */
    return status;
}

/* Everything but the results: false with a refusal in *status. */
static bool growth_solve(growth3* g, const gd_query* query, growth_goal goal, gd_status* status) {
    *status = growth_init(g, query, goal != GROWTH_VALUE);
    if (*status < 0) return false;
    const bool far = g->boolean && g->pair.distance > g->outer;
    g->warm = !far && warm_fits(query->warm, query->a, query->b, WARM_GROWTH);
    bool newton = growth_by_newton(g, goal);
    if (g->warm)
        growth_warm_start(g, query->warm, !g->boolean && !newton);
    else if (newton && goal != GROWTH_BOOLEAN)
        g->portal.inner = 0.0; /* it may do without */
    else
        portal3_init(&g->portal, &g->pair, g->offset);
    if (far) return true; /* apart at a glance */
    if (goal == GROWTH_BOOLEAN && !g->warm) {
        if (growth_separated_by_guess(g)) return true;
        const double unit = 1.0 / growth_extent(g);
        g->start = scale3(unit * unit, portal3_normal(&g->portal));
        newton = newton && g->outer < GROWTH_NEWTON_WITHIN * g->pair.distance;
    }
    *status = growth_search(g, goal, newton, query->warm != NULL);
    if (query->warm) warm_save3(query->warm, &g->pair, &g->portal, g->normal);
    return true;
}

/* In the world. */
static GD_NOINLINE void growth_store_normal(const growth3* g, double* normal) {
    store3(normal, rotate(&g->pair.rotation_a, g->normal));
}

/* The parts of the point where the ray leaves the portal, about the centres. */
static GD_NOINLINE vec3 growth_mean(const growth3* g, bool part_b) {
    const portal3* portal = &g->portal;
    vec3 mean = make3(0.0, 0.0, 0.0);
    for (int i = 0; i < 3; i++)
        mean = madd3(mean, portal->weight[i], part_b ? portal->v[i].b : portal->v[i].a);
    return rotate(part_b ? &g->pair.rotation_b : &g->pair.rotation_a,
                  scale3(1.0 / portal->weight_sum, mean));
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
    const vec3 a = growth_mean(&g, false);
    const double upper = g.pair.distance / g.portal.inner;
    collision_fill(out, status, g.iterations, upper, g.pair.distance / g.outer);
    growth_store_normal(&g, out->normal);
    store3(out->point, madd3(g.pair.center_a, min2(upper, 1.0), a));
    return status;
}

gd_status gd_intersects3(const gd_query* query, bool close, bool* colliding) {
    growth3 g;
    gd_status status;
    const bool solved = growth_solve(&g, query, close ? GROWTH_CLOSE : GROWTH_DEEP, &status);
    if (!solved) return status; /* unreachable: the glance has seen the poses and a ball */
    const double upper = g.pair.distance / g.portal.inner, lower = g.pair.distance / g.outer;
    *colliding = !(lower > 1.0 && upper > 1.0);
    return status;
}
