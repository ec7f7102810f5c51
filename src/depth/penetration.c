/* Penetration depth and signed distance.
 *
 * Curved shapes with known pieces are solved by Newton's method first (newton_depth.c). It ends
 * with the depth, with a separating plane, or without a proof. For all other pairs, and without a
 * proof, GJK runs on the cores. Its end names the case: the cores overlap, they are disjoint, or a
 * flat simplex cannot tell. If they overlap, the selected depth solver continues from its simplex.
 */
#include "depth/overlap.h"
#include "distance/newton_distance.h"

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

/* Result of the search, before it is stored in world coordinates. */
typedef struct penetration {
    gjk g;
    gd_status status;
    double iterations, calls;
    double upper, lower; /* of the signed distance */
    vec3 normal;         /* world */
    vec3 a, b;           /* nearest points of the cores, own frames, relative to the centres */
} penetration;

/* Newton's method needs iterations to spare: it may end without a proof. */
static bool penetration_suits_newton(const gd_query* query) {
    const gd_settings* settings = query->settings;
    return settings->method == GD_METHOD_AUTO &&
           settings->max_iterations >= 2.0 * NEWTON_DEPTH_STEPS &&
           gd_newton_depth_fits(query->a, query->b);
}

static depth_plan penetration_plan(const gjk* g, const gd_query* query, gjk_goal goal) {
    depth_plan plan = {.query = query, .goal = goal};
    plan.method = (gd_method)(int)query->settings->method;
    plan.plane = query->a->dimension == 2;
    plan.edges_only = shape_is_polytope(query->a) && shape_is_polytope(query->b);
    plan.newton = penetration_suits_newton(query);
    vec3 guess = load3(query->settings->direction);
    if (plan.plane) guess.z = 0.0;
    const bool given = max_abs3(guess) > 0.0;
    plan.warm = warm_fits(query->warm, query->a, query->b, g->family);
    plan.directed = given || plan.warm;
    plan.direction = given       ? unit3(inv_rotate(&g->pair.rotation_a, guess))
                     : plan.warm ? load3(query->warm->normal)
                                 : g->pair.ray;
    return plan;
}

/* ---- disjoint cores ---------------------------------------------------------------------- */

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
            const vec3 afar = gd_normal_from_growth(g, query, &p->iterations, &p->calls);
            penetration_accept_better_normal(g, afar, penetration_proof(p, afar), &bound);
        }
        penetration_accept_better_normal(g, g->proof, g->lower, &bound);
        if (p->status == GD_STATUS_OPTIMAL && g->length - bound > enough)
            p->status = status == GD_STATUS_OPTIMAL ? GD_STATUS_PRECISION : status;
    }
    g->lower = bound;
}

/* Disjoint cores: their distance less the radii bounds the signed distance. */
static void penetration_keep_distance(penetration* p) {
    const gjk* g = &p->g;
    p->upper = g->length - g->radius;
    p->lower = min2(g->lower, g->length) - g->radius;
    p->normal = rotate(&g->pair.rotation_a, g->normal);
}

/* ---- the result of a depth solver -------------------------------------------------------- */

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
    /* the search ends at a fraction of this; the radius of disjoint cores exceeds the depth */
    moved.radius = min2(g->radius, d->upper + g->radius);
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

/* Finds the nearest points, and stores the bounds. */
static void penetration_keep_depth(penetration* p, const depth_plan* plan, depth_bounds* d) {
    gjk* g = &p->g;
    if (!penetration_find_witness(g, plan->query, d)) p->status = GD_STATUS_MAX_ITERATIONS;
    p->iterations += d->iterations;
    p->calls += d->calls;
    const double value = 0.0 - g->radius; /* avoids -0 */
    p->upper = value - min2(d->lower, d->upper);
    p->lower = value - d->upper;
    p->normal = rotate(&g->pair.rotation_a, d->normal);
    p->a = d->a;
    p->b = d->b;
    g->normal = d->normal;
}

/* The depth of cores that overlap, as far as the search can tell. */
static depth_bounds penetration_overlap(penetration* p, const depth_plan* plan) {
    gjk* g = &p->g;
    const double tolerance = plan->query->settings->tolerance;
    depth_bounds d;
    const double open = gd_gjk_flat_gap(g);
    p->status = gd_overlap_depth(g, plan, &d);
    if (open > 0.0 && !(d.lower > 0.0)) {
        d.lower = -open;
        const bool enough = d.upper + open <= tolerance * (d.upper + g->radius);
        if (!enough && p->status == GD_STATUS_OPTIMAL) p->status = GD_STATUS_PRECISION;
    }
    penetration_keep_depth(p, plan, &d);
    if (plan->query->warm) gd_gjk_save(plan->query->warm, g);
    return d;
}

/* GJK stopped on a flat simplex and cannot tell whether the origin is inside: the depth solver
 * decides. If that proves no depth either, the cores touch, or the solver stopped early and they
 * overlap by up to d.upper. If they touch, the signed distance uses GJK's own points and normal. */
static void penetration_resolve_flat_simplex(penetration* p, const depth_plan* plan) {
    gjk *g = &p->g, search = *g;
    const depth_bounds d = penetration_overlap(p, plan);
    if (d.lower > 0.0) return;
    g->meet = d.upper > PENETRATION_MISS * g->extent;
    p->upper = search.length - g->radius;
    const double value = fabs(p->upper > 0.0 && !g->meet ? p->upper : p->lower);
    const bool proved = p->upper - p->lower <= plan->query->settings->tolerance * value;
    if (p->status == GD_STATUS_OPTIMAL && !proved) p->status = GD_STATUS_PRECISION;
    if (g->meet || plan->goal != GJK_SIGNED || !(p->upper > 0.0)) return;
    gd_gjk_use_mean(&search, gd_gjk_points(&search, &p->a, &p->b));
    p->upper = search.length - g->radius;
    p->normal = rotate(&g->pair.rotation_a, search.normal);
}

/* ---- the search -------------------------------------------------------------------------- */

typedef enum penetration_case {
    PENETRATION_SOLVED,
    PENETRATION_OVERLAP, /* the cores overlap */
    PENETRATION_FLAT,    /* GJK cannot tell: its simplex is flat */
    PENETRATION_SHALLOW, /* disjoint cores whose balls overlap */
    PENETRATION_APART,   /* separated shapes; for signed distances, disjoint cores with a bound */
} penetration_case;

/* Puts the balls inside ellipsoids back. */
static void penetration_inflate(gjk* g) {
    g->deflate_a = g->deflate_b = 0.0;
    g->radius_a = g->pair.a->radius;
    g->radius_b = g->pair.b->radius;
    g->radius = g->radius_a + g->radius_b;
}

/* Stores a direction that separates the shapes as GJK does. */
static void penetration_separate(gjk* g, const depth_plan* plan, const depth_bounds* d) {
    penetration_inflate(g);
    g->normal = d->normal;
    if (plan->query->warm) gd_gjk_save(plan->query->warm, g);
    g->proof = d->normal;
    g->lower = -d->upper;
    g->a[0] = d->a;
    g->b[0] = d->b;
    gjk_place(g, 0);
    g->count = 1;
    g->along = neg3(g->x[0]);
    const double length = length3(g->x[0]);
    /* touching shapes keep the plane's normal, as touching cores do: their support points may
     * differ along the plane, or be nearer by rounding */
    g->meet = !(min2(g->lower, length) > g->radius);
    g->length = g->meet ? g->lower : length;
    if (!g->meet) g->normal = scale3(1.0 / length, g->along);
}

/* Newton's method. A signed distance of separated shapes is their distance. Returns false if GJK
 * has to answer. */
static bool penetration_newton(penetration* p, const depth_plan* plan, penetration_case* end) {
    gjk* g = &p->g;
    depth_bounds d;
    const newton_depth_end found = gd_newton_depth(g, plan, &d);
    *end = found == NEWTON_DEPTH_FOUND ? PENETRATION_SOLVED : PENETRATION_APART;
    if (found == NEWTON_DEPTH_FOUND) {
        penetration_inflate(g);
        penetration_keep_depth(p, plan, &d);
        return true;
    }
    g->iterations = d.iterations;
    if (found == NEWTON_DEPTH_LOST) return false;
    if (plan->goal != GJK_APART) return gd_newton_distance(g, plan->query);
    penetration_separate(g, plan, &d);
    return true;
}

/* GJK on the cores. */
static penetration_case penetration_gjk(penetration* p, const depth_plan* plan) {
    gjk* g = &p->g;
    const gd_query* query = plan->query;
    const gd_method method = plan->method == GD_METHOD_MPR ? GD_METHOD_GJK : GD_METHOD_AUTO;
    const double before = g->iterations;
    p->status = gd_gjk_run(g, query, method, plan->goal);
    if (g->meet && g->iterations == before) {
        /* the warm simplex reported contact without a support call: run plain GJK */
        gd_gjk_reset(g);
        p->status = gd_gjk_run(g, query, GD_METHOD_GJK, plan->goal);
    }
    if (g->meet) return PENETRATION_OVERLAP;
    if (!(g->lower > 0.0) && p->status == GD_STATUS_PRECISION) return PENETRATION_FLAT;
    /* if length <= radius although lower > radius, which is rounding, the shapes overlap and the
     * normal still needs its proof */
    const bool bounded = plan->goal == GJK_SIGNED && g->lower > 0.0;
    return g->length > g->radius && (g->lower > g->radius || bounded) ? PENETRATION_APART
                                                                      : PENETRATION_SHALLOW;
}

static bool penetration_solve(penetration* p, const gd_query* query, gjk_goal goal) {
    gjk* g = &p->g;
    const gd_method method = (gd_method)(int)query->settings->method;
    if (!gd_gjk_init(g, query, method == GD_METHOD_AUTO)) return false;
    /* MPR's depth along one direction is not the cores' depth plus the radii, so the balls stay
     * on */
    if (method == GD_METHOD_MPR) gd_gjk_keep_radii(g);
    depth_plan plan = penetration_plan(g, query, goal);
    p->status = GD_STATUS_OPTIMAL;
    p->iterations = p->calls = 0.0;
    penetration_case end;
    if (!plan.newton || !penetration_newton(p, &plan, &end)) end = penetration_gjk(p, &plan);
    if (end != PENETRATION_SOLVED) p->iterations = p->calls = g->iterations;
    switch (end) {
    case PENETRATION_SOLVED: break;
    case PENETRATION_OVERLAP: penetration_overlap(p, &plan); break;
    case PENETRATION_FLAT: penetration_resolve_flat_simplex(p, &plan); break;
    case PENETRATION_SHALLOW:
        penetration_shallow(p, query);
        penetration_keep_distance(p);
        break;
    case PENETRATION_APART: /* the witness points give the normal */
        gd_gjk_use_mean(g, gd_gjk_points(g, &p->a, &p->b));
        penetration_keep_distance(p);
        break;
    }
    return true;
}

/* ---- results ----------------------------------------------------------------------------- */

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
