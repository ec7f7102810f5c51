/* Penetration depth and signed distance. GJK on the cores comes first and answers every pair with
 * disjoint cores. If the cores overlap, the selected depth solver continues from its simplex. */
#include "depth/depth.h"

#include "closed/boxes.h"
#include "growth/growth.h"
#include "shapes/bounds.h"

/* Cores that overlap by less than this fraction of the extent only touch. */
#define PENETRATION_ROUNDING (8.0 * GD_EPS)

/* Witness points may miss each other by this fraction of the extent; both then share the
 * difference. */
#define PENETRATION_MISS 1e-9
/* If the final normal does not prove the best bound, the search repeats with a tolerance smaller by
 * FINER, down to FINEST. For needles it must be that small: the normal's error is the square root
 * of the gap, times a large length. */
#define PENETRATION_FINER 0x1p-12
#define PENETRATION_FINEST 0x1p-36
/* If rounding stops the search with a gap above this fraction of the extent (needles), the growth
 * distance gives a normal. */
#define PENETRATION_FAR_APART 0x1p-21
/* Iterations of the local methods after the polytope's limit, and limit of the growth query. */
#define PENETRATION_RAYS 100.0

/* Result of the search, before it is stored in world coordinates. */
typedef struct penetration {
    gjk g;
    gd_status status;
    double iterations, calls;
    double upper, lower; /* of the signed distance */
    vec3 normal;         /* world */
    vec3 a, b;           /* nearest points of the cores, own frames, relative to the centres */
} penetration;

/* First direction of the local methods, A's frame: the caller's, otherwise prev. */
static vec3 penetration_direction(const gjk* g, const gd_query* query, vec3 prev) {
    vec3 guess = load3(query->settings->direction);
    if (g->pair.a->dimension == 2) guess.z = 0.0;
    if (max_abs3(guess) > 0.0) return unit3(inv_rotate(&g->pair.rotation_a, guess));
    return prev;
}

/* The upper bound of GJK's final normal; for touching shapes it is the exact one. Leaves GJK's
 * simplex unchanged. */
static void penetration_first(gjk* g, depth_bounds* d) {
    const core_vertex kept = {g->x[0], g->a[0], g->b[0]};
    gd_gjk_points(g, &d->a, &d->b);
    d->normal = g->normal;
    d->lower = d->iterations = 0.0;
    d->calls = 1.0;
    gd_gjk_support(g, g->normal, 0);
    d->upper = max2(dot3(g->normal, g->x[0]), 0.0);
    g->x[0] = kept.x;
    g->a[0] = kept.a;
    g->b[0] = kept.b;
}

/* Updates the upper bound with one more direction, A's frame. */
static void penetration_try(gjk* g, vec3 n, depth_bounds* d) {
    gd_gjk_support(g, n, 0);
    d->calls += 1.0;
    const double h = dot3(n, g->x[0]);
    if (!(h < d->upper)) return;
    d->upper = max2(h, 0.0);
    d->normal = n;
    d->a = g->a[0];
    d->b = g->b[0];
}

/* The growth distance's normal, A's frame. The growth ray crosses a touching contact from the
 * centres, whereas GJK starts at the contact itself. Returns the direction of the centres if there
 * is no growth distance. */
static vec3 penetration_normal_from_growth(const gjk* g, const gd_query* query, double* iterations,
                                           double* calls) {
    const gd_settings tight = {.tolerance = GD_EPS, .max_iterations = PENETRATION_RAYS};
    const gd_query growth = {query->a, query->pose_a, query->b, query->pose_b, &tight, NULL};
    gd_growth_result r;
    if (gd_growth(&growth, &r) < 0) return g->pair.ray;
    *iterations += r.iterations;
    *calls += r.iterations;
    return inv_rotate(&g->pair.rotation_a, load3(r.normal));
}

/* The polytope is full or stopped by rounding: the growth distance and the local methods may still
 * lower the upper bound. */
static void penetration_polish(gjk* g, const gd_query* query, const initial_simplex* start,
                               const depth_rule* rule, depth_bounds* d) {
    const bool plane = query->a->dimension == 2;
    penetration_try(g, penetration_normal_from_growth(g, query, &d->iterations, &d->calls), d);
    depth_rule more = *rule;
    more.max_iterations = d->iterations + PENETRATION_RAYS;
    const bool edges_only = shape_is_polytope(query->a) && shape_is_polytope(query->b);
    if (edges_only || !gd_lbfgs(g, d->normal, &more, d))
        (plane ? gd_incremental2 : gd_incremental3)(g, start, GD_METHOD_INCREMENTAL, d->normal,
                                                    &more, d);
}

/* Closed form for two boxes. Returns false if it does not apply. */
static bool penetration_boxes(const gd_query* query, depth_bounds* d) {
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

/* Lower bound for a point inside a core with a closed form; zero for other pairs. On a cone's axis
 * the depth is equal along a circle of directions, where the polytope would never converge. */
static double penetration_point(const gjk* g) {
    const pair3* pair = &g->pair;
    const bool swap = !shape_is_point(pair->a);
    const gd_shape* point = swap ? pair->b : pair->a;
    if (!shape_is_point(point)) return 0.0;
    gd_shape around = swap ? *pair->a : *pair->b;
    const vec3 x = neg3(point->center);
    const vec3 at = swap ? add3(rotate(&pair->b_to_a, x), pair->p)
                         : inv_rotate(&pair->b_to_a, sub3(x, pair->p));
    around.center = add3(around.center, at);
    return gd_core_depth(&around) - g->deflate_a - g->deflate_b;
}

static gd_status penetration_deep(gjk* g, const gd_query* query, vec3 direction, depth_bounds* d) {
    if (penetration_boxes(query, d)) return GD_STATUS_OPTIMAL;
    penetration_first(g, d);
    if (d->upper <= PENETRATION_ROUNDING * g->extent) return GD_STATUS_OPTIMAL;
    initial_simplex start;
    const initial_simplex_kind kind = gd_initial_simplex(g, &start);
    d->calls += start.calls;
    if (kind == INITIAL_SIMPLEX_FLAT) {
        d->upper = 0.0;
        d->normal = start.normal;
        return GD_STATUS_OPTIMAL;
    }
    const gd_method method = (gd_method)(int)query->settings->method;
    const depth_rule rule = {query->settings->tolerance, query->settings->max_iterations, g->radius,
                             trace_of(query->settings)};
    const bool plane = query->a->dimension == 2;
    const bool edges_only = shape_is_polytope(query->a) && shape_is_polytope(query->b);
    const bool global = method == GD_METHOD_AUTO || method == GD_METHOD_EPA;
    if (!global) {
        d->lower = gd_initial_simplex_offset(&start, g->extent, query->a->dimension);
        d->upper = GD_INFINITY; /* local methods use only the directions from the given one on */
        if (method == GD_METHOD_INCREMENTAL && !edges_only) {
            if (gd_lbfgs(g, direction, &rule, d)) return GD_STATUS_LOCAL;
            direction = d->normal;
        }
        return (plane ? gd_incremental2 : gd_incremental3)(g, &start, method, direction, &rule, d);
    }

    const gd_status status = (plane ? gd_epa2 : gd_epa3)(g, &start, &rule, d);
    if (status == GD_STATUS_OPTIMAL) return status;
    const double lower = d->lower;
    penetration_polish(g, query, &start, &rule, d);
    d->lower = min2(max2(lower, penetration_point(g)), d->upper);
    return depth_proved(d, &rule) ? GD_STATUS_OPTIMAL : status;
}

/* Lower bound of the cores' distance that the normal proves; negative if the cores may overlap
 * along it. The search has found the cores disjoint. */
static double penetration_proof(penetration* p, vec3 normal) {
    gjk* g = &p->g;
    gd_gjk_support(g, normal, g->count); /* disjoint: count < 4, so the slot is free */
    p->calls += 1.0;
    return -dot3(normal, g->x[g->count]);
}

/* Finds the nearest points and returns what the normal proves. Replaces the normal by the one
 * through the weighted means if that proves more. */
static double penetration_bound(penetration* p) {
    gjk* g = &p->g;
    const double bound = penetration_proof(p, g->normal);
    const vec3 normal = g->normal, along = g->along;
    const double length = g->length;
    if (!gd_gjk_use_mean(g, gd_gjk_points(g, &p->a, &p->b))) return bound;
    const double other = penetration_proof(p, g->normal);
    if (other > bound) return other;
    g->normal = normal;
    g->along = along;
    g->length = length;
    return bound;
}

/* Continues the search at a smaller tolerance and updates *bound with what the final normal proves.
 * If rounding now reports contact although the cores were proved disjoint, takes the contact points
 * and the proof's normal. */
static gd_status penetration_refine(penetration* p, const gd_query* query, double part,
                                    double* bound) {
    gjk* g = &p->g;
    gd_settings finer = *query->settings;
    finer.tolerance *= part;
    gd_query again = *query;
    again.settings = &finer;
    again.warm = NULL;
    const double lower = g->lower, iterations = g->iterations;
    const vec3 proof = g->proof;
    /* an earlier normal's bound above the length is rounding and would stop the search at once */
    if (g->lower > g->length) g->lower = max2(*bound, 0.0);
    const gd_status status = gd_gjk_run(g, &again, GD_METHOD_GJK, GJK_SIGNED);
    p->iterations += g->iterations - iterations;
    p->calls += g->iterations - iterations;
    if (g->meet) {
        gd_gjk_points(g, &p->a, &p->b);
        g->meet = false;
        g->length = max2(g->length, lower);
        g->normal = proof;
        *bound = g->lower = lower;
    } else {
        *bound = penetration_bound(p);
        if (g->lower < lower) {
            g->lower = lower;
            g->proof = proof;
        }
    }
    return status;
}

/* Takes a normal that proves more than the present one, if the witness points are at that distance
 * along it, up to PENETRATION_MISS. */
static void penetration_accept_better_normal(gjk* g, vec3 normal, double proved, double* bound) {
    const vec3 miss = sub3(scale3(g->length, g->normal), scale3(proved, normal));
    if (!(proved > *bound && max_abs3(miss) <= PENETRATION_MISS * g->extent)) return;
    *bound = proved;
    g->normal = normal;
}

/* Disjoint cores whose balls overlap. The depth must be the one that the returned normal proves,
 * and the normal must fit the witness points. If an earlier direction has the best bound, the
 * search continues a little. Coincident points have no normal, so they get the best bound's. */
static void penetration_shallow(penetration* p, const gd_query* query) {
    gjk* g = &p->g;
    double bound = penetration_bound(p);
    const double enough = query->settings->tolerance * fabs(g->length - g->radius);
    if (g->lower > 0.0 && g->length - bound > enough) {
        gd_status status = p->status;
        double part = PENETRATION_FINER;
        for (; part >= PENETRATION_FINEST && g->length - bound > enough; part *= PENETRATION_FINER)
            status = penetration_refine(p, query, part, &bound);
        if (g->length - bound > PENETRATION_FAR_APART * g->extent &&
            status == GD_STATUS_PRECISION) {
            const vec3 afar = penetration_normal_from_growth(g, query, &p->iterations, &p->calls);
            penetration_accept_better_normal(g, afar, penetration_proof(p, afar), &bound);
        }
        penetration_accept_better_normal(g, g->proof, g->lower, &bound);
        if (p->status == GD_STATUS_OPTIMAL && g->length - bound > enough)
            p->status = status == GD_STATUS_OPTIMAL ? GD_STATUS_PRECISION : status;
    }
    g->lower = bound;
}

/* Finds nearest points if the support vertices of the normal are elsewhere on its plane: the
 * contact of the pair moved apart by the depth. Returns false if the iterations do not suffice. */
static bool penetration_find_witness(const gjk* g, const gd_query* query, depth_bounds* d) {
    const vec3 z = scale3(d->upper, d->normal);
    const vec3 x = sub3(sub3(d->a, rotate(&g->pair.b_to_a, d->b)), g->pair.p);
    const double miss = max_abs3(sub3(x, z)), extent = PENETRATION_MISS * g->extent;
    if (miss <= extent + 8.0 * query->settings->tolerance * (d->upper + g->radius)) return true;
    gjk moved = *g;
    moved.pair.p = add3(g->pair.p, z);
    gd_gjk_reset(&moved);
    moved.normal = d->normal;
    gd_settings untraced = *query->settings; /* a trace would show the moved pair */
    untraced.trace = 0.0;
    gd_query cold = *query;
    cold.settings = &untraced;
    cold.warm = NULL;
    const gd_status status = gd_gjk_run(&moved, &cold, GD_METHOD_GJK, GJK_DISTANCE);
    gd_gjk_points(&moved, &d->a, &d->b);
    d->calls += moved.iterations;
    d->iterations += moved.iterations;
    return status != GD_STATUS_MAX_ITERATIONS;
}

/* The depth of cores that overlap, as far as the search can tell. */
static depth_bounds penetration_overlap(penetration* p, const gd_query* query, vec3 prev) {
    gjk* g = &p->g;
    depth_bounds d;
    const double open = gd_gjk_flat_gap(g);
    p->status = penetration_deep(g, query, penetration_direction(g, query, prev), &d);
    if (open > 0.0 && !(d.lower > 0.0)) {
        d.lower = -open;
        const bool enough = d.upper + open <= query->settings->tolerance * (d.upper + g->radius);
        if (!enough && p->status == GD_STATUS_OPTIMAL) p->status = GD_STATUS_PRECISION;
    }
    if (!penetration_find_witness(g, query, &d)) p->status = GD_STATUS_MAX_ITERATIONS;
    p->iterations += d.iterations;
    p->calls += d.calls;
    const double value = 0.0 - g->radius; /* avoids -0 */
    p->upper = value - min2(d.lower, d.upper);
    p->lower = value - d.upper;
    p->normal = rotate(&g->pair.rotation_a, d.normal);
    p->a = d.a;
    p->b = d.b;
    g->normal = d.normal;
    if (query->warm) gd_gjk_save(query->warm, g);
    return d;
}

/* GJK stopped on a flat simplex and cannot tell whether the origin is inside: the depth solver
 * decides. If that proves no depth either, the cores touch, or the solver stopped early and they
 * overlap by up to d.upper. If they touch, the signed distance uses GJK's own points and normal. */
static void penetration_resolve_flat_simplex(penetration* p, const gd_query* query, vec3 prev,
                                             gjk_goal goal) {
    gjk *g = &p->g, search = *g;
    const depth_bounds d = penetration_overlap(p, query, prev);
    if (d.lower > 0.0) return;
    g->meet = d.upper > PENETRATION_MISS * g->extent;
    p->upper = search.length - g->radius;
    const double value = fabs(p->upper > 0.0 && !g->meet ? p->upper : p->lower);
    const bool proved = p->upper - p->lower <= query->settings->tolerance * value;
    if (p->status == GD_STATUS_OPTIMAL && !proved) p->status = GD_STATUS_PRECISION;
    if (g->meet || goal != GJK_SIGNED || !(p->upper > 0.0)) return;
    gd_gjk_use_mean(&search, gd_gjk_points(&search, &p->a, &p->b));
    p->upper = search.length - g->radius;
    p->normal = rotate(&g->pair.rotation_a, search.normal);
}

static bool penetration_solve(penetration* p, const gd_query* query, gjk_goal goal) {
    gjk* g = &p->g;
    const gd_method method = (gd_method)(int)query->settings->method;
    if (!gd_gjk_init(g, query, method == GD_METHOD_AUTO)) return false;
    /* MPR's depth along one direction is not the cores' depth plus the radii, so the balls stay
     * on */
    if (method == GD_METHOD_MPR) gd_gjk_keep_radii(g);
    const bool warm = warm_fits(query->warm, query->a, query->b, g->family);
    const vec3 prev = warm ? load3(query->warm->normal) : g->pair.ray;
    p->status =
        gd_gjk_run(g, query, method == GD_METHOD_MPR ? GD_METHOD_GJK : GD_METHOD_AUTO, goal);
    if (g->meet && g->iterations == 0.0) {
        /* the warm simplex reported contact without a support call: run plain GJK */
        gd_gjk_reset(g);
        p->status = gd_gjk_run(g, query, GD_METHOD_GJK, goal);
    }
    p->iterations = p->calls = g->iterations;
    if (g->meet) {
        penetration_overlap(p, query, prev);
    } else if (!(g->lower > 0.0) && p->status == GD_STATUS_PRECISION) {
        penetration_resolve_flat_simplex(p, query, prev, goal);
    } else {
        /* separated shapes, or for signed distances disjoint cores: the witness points give the
         * normal. If length <= radius although lower > radius, which is rounding, the shapes
         * overlap and the normal still needs its proof */
        if (g->length > g->radius &&
            (g->lower > g->radius || (goal == GJK_SIGNED && g->lower > 0.0)))
            gd_gjk_use_mean(g, gd_gjk_points(g, &p->a, &p->b));
        else
            penetration_shallow(p, query);
        p->upper = g->length - g->radius;
        p->lower = min2(g->lower, g->length) - g->radius;
        p->normal = rotate(&g->pair.rotation_a, g->normal);
    }
    return true;
}

/* Witness points on both shapes, p->upper or p->lower apart along the normal. The cores' points are
 * length apart; half of the rounding between them goes to each. */
static void penetration_witness(penetration* p, double length, double* point_a, double* point_b) {
    const pair3* pair = &p->g.pair;
    const vec3 on_a = add3(pair->center_a, rotate(&pair->rotation_a, p->a));
    const vec3 on_b = add3(pair->center_b, rotate(&pair->rotation_b, p->b));
    const vec3 miss = sub3(sub3(on_b, on_a), scale3(length, p->normal));
    store3(point_a, madd3(madd3(on_a, 0.5, miss), p->g.radius_a, p->normal));
    store3(point_b, madd3(madd3(on_b, -0.5, miss), -p->g.radius_b, p->normal));
}

gd_status gd_penetration_solve(const gd_query* query, gd_penetration_result* out) {
    penetration p;
    if (!penetration_solve(&p, query, GJK_APART)) return GD_ERROR_POSE;
    const bool apart = p.lower > 0.0;
    if (apart) p.status = GD_STATUS_OPTIMAL;
    if (apart) p.normal = rotate(&p.g.pair.rotation_a, p.g.proof);
    out->status = p.status;
    out->iterations = p.iterations;
    out->support_calls = p.calls;
    out->depth = max2(-p.lower, 0.0);
    out->lower = min2(max2(-p.upper, 0.0), out->depth);
    store3(out->normal, p.normal);
    penetration_witness(&p, p.g.radius + (apart ? p.upper : p.lower), out->point_a, out->point_b);
    return p.status;
}

gd_status gd_signed_solve(const gd_query* query, gd_signed_result* out) {
    penetration p;
    if (!penetration_solve(&p, query, GJK_SIGNED)) return GD_ERROR_POSE;
    out->status = p.status;
    out->iterations = p.iterations;
    out->support_calls = p.calls;
    out->lower = p.lower;
    out->upper = p.upper;
    /* separated: what the witness points attain; overlapping: what surely separates */
    out->value = p.upper > 0.0 && !p.g.meet ? p.upper : p.lower;
    store3(out->normal, p.normal);
    penetration_witness(&p, p.g.radius + out->value, out->point_a, out->point_b);
    return p.status;
}
