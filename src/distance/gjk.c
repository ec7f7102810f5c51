/* The Frank-Wolfe family of methods for the minimum of |x|^2 over D = A - B. Source: [N] Algorithms
 * 1, 4, 7 and 8; docs/algorithms.md, Distance.
 *
 * Each step finds the support vertex s of D along -d and projects the origin on the kept points and
 * s. The methods differ in the direction d: the nearest point x itself, or x with momentum. They
 * also differ in what they keep: Frank-Wolfe only x, the others the smallest simplex that contains
 * x.
 *
 * Any unit n bounds the distance from below by -h_D(n). So the best bound of all directions is
 * kept, and one certificate, length - lower, serves every method.
 *
 * Invariants: length falls; lower rises; lower <= distance of the cores <= length. */
#include "distance/gjk.h"

#include "distance/simplex_methods.h"

/* Below this fraction of the pair's extent a distance of the cores is rounding: they touch. */
#define GJK_ROUNDING (4.0 * GD_EPS)
/* Steps without gain that Nesterov's momentum survives; long vectors of a far start delay it. [N]
 * Alg. 7 allows none: in 94 % of close ellipsoid pairs momentum then ends by step 3, without
 * benefit. With 2 it takes 17 iterations, GJK 38 (tolerance 2^-26, distance 0.01). */
#define GJK_IDLE_STEPS 2
/* Frank-Wolfe alone may use max_iterations divided by this. */
#define GJK_CREEP 4.0
/* The volume of a flat simplex is rounding. Such a simplex may miss the origin by this fraction of
 * the extent. */
#define GJK_FLAT 0x1p-36
/* A vertex may be nearer to the origin along the normal, although the simplex with it is no nearer.
 * Then it may be one of several support points, so the next support call tilts the normal away from
 * it by this much. */
#define GJK_TILT 0x1p-20
/* If a vertex is nearer along the normal by more than this fraction of the extent, the normal is
 * inexact, even if the simplex with the vertex is no nearer. GJK_EVEN_STEPS steps of this kind are
 * allowed. */
#define GJK_LEAN 0x1p-40
#define GJK_EVEN_STEPS 16
/* Tolerance if the distance is surely 0 and only the normal is needed. The normal's error is its
 * square root. */
#define GJK_OVERLAP 0x1p-20
/* If rounding stops the search with a larger gap than this fraction of the extent, the search
 * restarts cold. */
#define GJK_STUCK 0x1p-30
/* Below this length a vector's square loses digits to underflow, and so does its direction. */
#define GJK_UNDERFLOW 0x1p-480
/* A weighted mean that misses the nearest point by more than this fraction of the extent is a
 * different point. It counts as equally near if its length is within GJK_AS_NEAR. */
#define GJK_MISS 0x1p-42
#define GJK_AS_NEAR (1.0 + 0x1p-40)
/* Steps of plain GJK after Frank-Wolfe has reached the tolerance. */
#define GJK_FINISH_STEPS 4
/* After this many steps all momentum is dropped: by then it has paid off, and on needle shapes it
 * may cycle. */
#define GJK_MOMENTUM_STEPS 32.0

bool gd_gjk_init(gjk* g, const gd_query* query, bool deflate) {
    frame3 frame_a, frame_b;
    if (!frame_of_pose(query->pose_a, query->a->dimension, &frame_a) ||
        !frame_of_pose(query->pose_b, query->b->dimension, &frame_b))
        return false;
    pair3_join(&g->pair, query->a, &frame_a, query->b, &frame_b);
    g->family = deflate && query->a->summand_radius + query->b->summand_radius > 0.0 ? WARM_DEFLATED
                                                                                     : WARM_CORES;
    g->deflate_a = deflate ? query->a->summand_radius : 0.0;
    g->deflate_b = deflate ? query->b->summand_radius : 0.0;
    g->radius_a = query->a->radius + g->deflate_a;
    g->radius_b = query->b->radius + g->deflate_b;
    g->radius = g->radius_a + g->radius_b;
    g->extent = query->a->bound_radius + query->b->bound_radius + g->pair.distance;
    gd_gjk_reset(g);
    return true;
}

void gd_gjk_keep_radii(gjk* g) {
    g->family = WARM_WHOLE;
    g->deflate_a = -g->pair.a->radius;
    g->deflate_b = -g->pair.b->radius;
    g->radius_a = g->radius_b = g->radius = 0.0;
}

void gd_gjk_reset(gjk* g) {
    g->count = 0;
    g->length = GD_INFINITY;
    g->lower = 0.0;
    g->iterations = 0.0;
    g->normal = g->proof = g->along = g->pair.ray;
    g->meet = false;
}

/* Support point of a 2D or 3D core, relative to the centre; in 2D z stays 0. */
GD_INLINE vec3 gjk_core(const gd_shape* shape, vec3 n, uint32_t* hint) {
    return sub3(core_support(shape, n, hint), shape->center);
}

GD_INLINE void gjk_place(gjk* g, int i) {
    g->x[i] = sub3(sub3(g->a[i], rotate(&g->pair.b_to_a, g->b[i])), g->pair.p);
}

/* Not inlined: copies of the switch over cores in every solver made the module half as large
 * again. */
GD_NOINLINE void gd_gjk_support(gjk* g, vec3 n, int i) {
    const vec3 m = inv_rotate(&g->pair.b_to_a, neg3(n));
    g->a[i] = madd3(gjk_core(g->pair.a, n, &g->pair.hint_a), -g->deflate_a, n);
    g->b[i] = madd3(gjk_core(g->pair.b, m, &g->pair.hint_b), -g->deflate_b, m);
    gjk_place(g, i);
}

GD_INLINE void gjk_move(gjk* g, int from, int to) {
    g->x[to] = g->x[from];
    g->a[to] = g->a[from];
    g->b[to] = g->b[from];
}

/* Updates the lower bound with the support vertex s along the unit vector n. */
GD_INLINE void gjk_bound(gjk* g, vec3 n, vec3 s) {
    const double bound = -dot3(n, s);
    if (!(bound > g->lower)) return;
    g->lower = bound;
    g->proof = n;
}

/* Reduces the simplex to the face with the nearest point. */
static void gjk_reduce(gjk* g, const simplex_face* face, double length) {
    const vec3 prev = g->normal;
    if (length > GJK_UNDERFLOW) {
        g->along = neg3(face->nearest);
        g->normal = scale3(1.0 / length, g->along);
        /* next to the origin, rounding may put the nearest point on its other side: keep the
         * normal's side */
        if (length <= GJK_ROUNDING * g->extent && dot3(g->normal, prev) < 0.0)
            g->along = g->normal = neg3(g->normal);
    }
    g->length = length;
    int kept = 0;
    for (int i = 0; face->kept >> i != 0; i++) {
        if (!(face->kept >> i & 1u)) continue;
        if (kept != i) gjk_move(g, i, kept);
        kept++;
    }
    g->count = kept;
}

/* Projects the origin on the simplex and one more vertex. Returns false and changes nothing if
 * the new point is not nearer than the previous one plus slack: then the previous simplex is the
 * best. */
static bool gjk_project_within(gjk* g, gd_subalgorithm how, double slack) {
    const double max_length = g->length + slack;
    const int count = g->count + 1;
    simplex_face face = simplex_nearest(how, g->x, count);
    double length = sqrt(dot3(face.nearest, face.nearest));
    /* the determinants of the other two methods cancel sooner: if these gain nothing or report the
     * origin inside, signed volumes decide */
    const bool full = face.kept == 15 || (face.kept == 7 && g->pair.a->dimension == 2);
    if (how != GD_SUBALGORITHM_SIGNED_VOLUMES && (full || !(length < max_length))) {
        face = simplex_nearest(GD_SUBALGORITHM_SIGNED_VOLUMES, g->x, count);
        length = sqrt(dot3(face.nearest, face.nearest));
    }
    /* a proved lower bound contradicts volumes that report the origin inside: the tetrahedron is
     * flat */
    const bool apart = face.kept == 15 && g->lower > GJK_ROUNDING * g->extent;
    if (apart || !(length < max_length)) {
        face = gd_simplex_search(g->x, count);
        length = sqrt(dot3(face.nearest, face.nearest));
        if (!(length < max_length)) return false;
    }
    gjk_reduce(g, &face, length);
    return true;
}

static bool gjk_project(gjk* g, gd_subalgorithm how) {
    return gjk_project_within(g, how, 0.0);
}

/* Repeats the projection on the same simplex by signed volumes, the most precise method. */
static void gjk_refresh(gjk* g) {
    const simplex_face face = simplex_nearest(GD_SUBALGORITHM_SIGNED_VOLUMES, g->x, g->count);
    const double length = sqrt(dot3(face.nearest, face.nearest));
    if (face.kept == (1u << g->count) - 1u || length < g->length) gjk_reduce(g, &face, length);
}

/* Replaces the simplex by its nearest point, which Frank-Wolfe keeps as a vertex. */
static void gjk_merge(gjk* g) {
    if (g->count == 1) return;
    double w[4];
    gd_simplex_weights(g->x, g->count, w);
    vec3 a = make3(0.0, 0.0, 0.0), b = a;
    for (int i = 0; i < g->count; i++) {
        a = madd3(a, w[i], g->a[i]);
        b = madd3(b, w[i], g->b[i]);
    }
    g->a[0] = a;
    g->b[0] = b;
    gjk_place(g, 0);
    g->count = 1;
}

/* State of the accelerated methods: the previous direction and the previous vertex. */
typedef struct gjk_momentum {
    gd_method method;
    vec3 d; /* from the origin towards D, not unit */
    vec3 s;
    double k;
    int idle; /* further steps without gain before momentum is dropped */
} gjk_momentum;

GD_INLINE vec3 gjk_unit(vec3 v, vec3 otherwise) {
    const double length = sqrt(dot3(v, v));
    return length > 0.0 ? scale3(1.0 / length, v) : otherwise;
}

/* The next direction by [N] (25), by (30), or by the heavy ball: unit, from D towards the
 * origin. */
static vec3 gjk_accelerate(gjk_momentum* m, const gjk* g) {
    const vec3 x = scale3(-g->length, g->normal);
    const double delta = (m->k + 1.0) / (m->k + 3.0);
    const vec3 y = add3(scale3(delta, x), scale3(1.0 - delta, m->s));
    if (m->method == GD_METHOD_NESTEROV) {
        m->d = add3(scale3(delta, m->d), scale3(2.0 * (1.0 - delta), y)); /* the gradient is 2 y */
    } else if (m->method == GD_METHOD_NESTEROV_NORMALIZED) {
        const vec3 along = neg3(g->normal);
        m->d = add3(scale3(delta, gjk_unit(m->d, along)), scale3(1.0 - delta, gjk_unit(y, along)));
    } else {
        const double beta = 1.0 / (m->k + 2.0);
        m->d = add3(scale3(beta, m->d), scale3(1.0 - beta, x));
    }
    m->k += 1.0;
    return neg3(gjk_unit(m->d, neg3(g->normal)));
}

/* Records the simplex and, if support is true, the vertex after it, found along n. */
static GD_COLD void gjk_record(const gjk* g, gd_trace* trace, vec3 n, bool support) {
    const double upper = g->meet ? 0.0 : g->length;
    trace_step step = {
        .type = GD_ITERATE_SIMPLEX,
        .iteration = g->iterations,
        .normal = g->proof,
        .offset = g->lower > 0.0 ? -g->lower : GD_INFINITY,
        .direction = n,
        .radius_a = g->radius_a,
        .radius_b = g->radius_b,
        .vertex_count = support ? g->count + 1 : g->count,
        .support = support,
        .nearest = -1,
    };
    if (trace->quantity == GD_QUANTITY_GROWTH) {
        step.lower = gjk_growth_lower(g);
        step.upper = gjk_growth_upper(g);
    } else {
        const double lower = g->lower > 0.0 ? g->lower - g->radius : -GD_INFINITY;
        gd_trace_bounds(trace, lower, upper - g->radius, &step);
    }
    gd_iterate* row = gd_trace_row(trace, &g->pair, &step);
    if (!row) return;
    double weight[4] = {0.0, 0.0, 0.0, 0.0};
    if (g->count > 0) gd_simplex_weights(g->x, g->count, weight);
    for (int i = 0; i < step.vertex_count; i++)
        gd_trace_vertex(row, &g->pair, i,
                        &(trace_point){g->x[i], g->a[i], g->b[i], i < g->count ? weight[i] : 0.0});
}

/* Whether lower <= distance of the cores <= length proves the answer. */
GD_INLINE bool gjk_proved(const gjk* g, const gd_settings* settings, gjk_goal goal) {
    if (goal >= GJK_BOOLEAN && g->lower > g->radius) return true;
    if (goal == GJK_BOOLEAN) return g->length <= g->radius;
    /* without a lower bound the cores may overlap deeply */
    if (!(g->lower > 0.0)) return false;
    const double known = g->length - g->radius; /* upper bound of the signed distance */
    const bool overlap = goal == GJK_DISTANCE && known <= 0.0;
    const double tolerance = overlap ? max2(settings->tolerance, GJK_OVERLAP) : settings->tolerance;
    return g->length - g->lower <= tolerance * fabs(known);
}

static gd_status gjk_iterate(gjk* g, const gd_settings* settings, gd_method method, gjk_goal goal) {
    gd_subalgorithm how = (gd_subalgorithm)(int)settings->subalgorithm;
    const double rounding = GJK_ROUNDING * g->extent;
    gjk_momentum momentum = {.method = method};
    momentum.idle = method == GD_METHOD_NESTEROV ? GJK_IDLE_STEPS : 0;
    const bool unit = g->deflate_a != 0.0 || g->deflate_b != 0.0 || method != GD_METHOD_GJK;
    bool plain = method == GD_METHOD_GJK;
    int finish = GJK_FINISH_STEPS, even = GJK_EVEN_STEPS;
    for (;;) {
        if (g->count == 4 || g->length <= rounding) {
            g->meet = true;
            g->lower = 0.0;
            return GD_STATUS_OPTIMAL;
        }
        if (gjk_proved(g, settings, goal)) {
            /* Frank-Wolfe converges slowly: a few steps of plain GJK make its result as exact as
             * the others' */
            if (method != GD_METHOD_FRANK_WOLFE || goal >= GJK_BOOLEAN || finish == 0)
                return GD_STATUS_OPTIMAL;
            plain = true;
            finish--;
        }
        if (g->iterations >= settings->max_iterations) return GD_STATUS_MAX_ITERATIONS;

        /* cores accept a normal of any length: using the nearest point itself avoids waiting for
         * its square root and quotient, 8 ns per step */
        vec3 n = g->normal, along = unit ? n : g->along;
        if (!plain && method != GD_METHOD_FRANK_WOLFE) {
            if (momentum.k == 0.0) momentum.d = momentum.s = scale3(-g->length, n);
            along = n = gjk_accelerate(&momentum, g);
        }
        gd_gjk_support(g, along, g->count);
        g->iterations += 1.0;
        const vec3 s = g->x[g->count];
        gjk_bound(g, n, s);
        if (settings->trace != 0.0) gjk_record(g, trace_of(settings), n, true);
        if (goal >= GJK_BOOLEAN && g->lower > g->radius) return GD_STATUS_OPTIMAL;
        momentum.s = s;

        /* how much nearer to the origin than x the vertex s is, along x */
        const double gain = g->length + dot3(g->normal, s);
        if (plain) {
            if (gain > rounding && gjk_project(g, how)) continue;
            if (how == GD_SUBALGORITHM_SIGNED_VOLUMES) {
                if (!(gain > rounding)) break;
                /* such a gain makes the nearest point nearer, even if by less than rounding. For
                 * shapes that nearly touch it corrects the normal */
                if (gain > GJK_LEAN * g->extent && even-- > 0 &&
                    gjk_project_within(g, how, rounding))
                    continue;
                gd_gjk_support(g, unit3(madd3(n, -GJK_TILT / g->extent, s)), g->count);
                if (!gjk_project(g, how)) break;
            }
            how = GD_SUBALGORITHM_SIGNED_VOLUMES;
            gjk_refresh(g);
        } else if (gain <= max2(rounding, settings->tolerance * fabs(g->length - g->radius)) ||
                   !gjk_project(g, how)) {
            plain = momentum.idle-- == 0;
        } else if (momentum.k >= GJK_MOMENTUM_STEPS) {
            plain = true;
        } else if (method == GD_METHOD_FRANK_WOLFE) {
            if (g->count == 4) continue;
            gjk_merge(g);
            if (GJK_CREEP * g->iterations >= settings->max_iterations) plain = true;
        }
    }
    if (!(g->lower > 0.0) && g->length <= GJK_FLAT * g->extent) {
        /* no direction separates the cores and no vertex is nearer: the origin is on the simplex,
         * or inside by less than the rounding of its volume */
        g->meet = true;
        return GD_STATUS_OPTIMAL;
    }
    return gjk_proved(g, settings, goal) ? GD_STATUS_OPTIMAL : GD_STATUS_PRECISION;
}

/* Rebuilds the saved simplex at the new poses, vertex by vertex. */
static void gjk_warm_start(gjk* g, const gd_warm* warm) {
    const int count = warm->count >= 1.0 && warm->count <= 3.0 ? (int)warm->count : 0;
    for (int i = 0; i < count; i++) {
        g->a[g->count] = load3(warm->points_a + 3 * i);
        g->b[g->count] = load3(warm->points_b + 3 * i);
        gjk_place(g, g->count);
        gjk_project(g, GD_SUBALGORITHM_SIGNED_VOLUMES);
    }
    if (count == 0) g->normal = load3(warm->normal);
}

void gd_gjk_save(gd_warm* warm, const gjk* g) {
    memset(warm, 0, sizeof *warm);
    warm->key = warm_key(g->pair.a, g->pair.b, g->family);
    warm->count = g->count < 3 ? g->count : 3;
    store3(warm->normal, g->normal);
    for (int i = 0; i < g->count && i < 3; i++) {
        store3(warm->points_a + 3 * i, g->a[i]);
        store3(warm->points_b + 3 * i, g->b[i]);
    }
    warm->check = warm_check(warm);
}

/* Starts from the present simplex, or from a first vertex if there is none. */
static gd_status gjk_search(gjk* g, const gd_settings* settings, gd_method method, gjk_goal goal) {
    if (g->count == 0) {
        gd_gjk_support(g, g->normal, 0);
        g->iterations += 1.0;
        gjk_bound(g, g->normal, g->x[0]);
        if (settings->trace != 0.0) gjk_record(g, trace_of(settings), g->normal, true);
        gjk_project(g, GD_SUBALGORITHM_SIGNED_VOLUMES);
    }
    return gjk_iterate(g, settings, method, goal);
}

gd_status gd_gjk_run(gjk* g, const gd_query* query, gd_method method, gjk_goal goal) {
    if (method == GD_METHOD_AUTO) {
        /* separated ellipsoids are far enough apart after deflation for plain GJK: 15 iterations,
         * with momentum 16, without deflation 39 */
        const bool close = goal == GJK_APART;
        method = close && query->a->strictly_convex && query->b->strictly_convex
                     ? GD_METHOD_NESTEROV
                     : GD_METHOD_GJK;
    }
    const bool warm = warm_fits(query->warm, query->a, query->b, g->family);
    if (warm) gjk_warm_start(g, query->warm);
    gd_status status = gjk_search(g, query->settings, method, goal);
    if (status == GD_STATUS_PRECISION && g->length - g->lower > GJK_STUCK * g->extent) {
        /* rounding may come from the vertices: weighted means have lost digits, and saved or early
         * vertices may span a badly shaped simplex. Restart cold with plain GJK */
        gjk prev = *g;
        g->count = 0;
        g->length = GD_INFINITY;
        status = gjk_search(g, query->settings, GD_METHOD_GJK, goal);
        if (g->length > prev.length) {
            prev.lower = g->lower;
            prev.iterations = g->iterations;
            prev.proof = g->proof;
            *g = prev;
        }
    }
    /* the witness points come from signed volumes, so their normal must too */
    if (query->settings->subalgorithm != GD_SUBALGORITHM_SIGNED_VOLUMES && !g->meet) gjk_refresh(g);
    if (query->settings->trace != 0.0)
        gjk_record(g, trace_of(query->settings), make3(0.0, 0.0, 0.0), false);
    if (query->warm) gd_gjk_save(query->warm, g);
    return status;
}

double gd_gjk_flat_gap(const gjk* g) {
    const bool flat = g->meet && g->count < 4 && g->length > GJK_ROUNDING * g->extent;
    return flat ? g->length : 0.0;
}

bool gd_gjk_use_mean(gjk* g, vec3 x) {
    if (g->meet || !(max_abs3(madd3(x, g->length, g->normal)) > GJK_MISS * g->extent)) return false;
    const double length = sqrt(dot3(x, x));
    if (!(length > GJK_UNDERFLOW && length <= g->length * GJK_AS_NEAR)) return false;
    g->length = length;
    g->along = neg3(x);
    g->normal = scale3(1.0 / length, g->along);
    return true;
}

vec3 gd_gjk_points(gjk* g, vec3* on_a, vec3* on_b) {
    if (g->count == 1) {
        *on_a = g->a[0];
        *on_b = g->b[0];
        return g->x[0];
    }
    gd_simplex_weights(g->x, g->count, g->weight);
    vec3 x = make3(0.0, 0.0, 0.0);
    *on_a = *on_b = x;
    for (int i = 0; i < g->count; i++) {
        x = madd3(x, g->weight[i], g->x[i]);
        *on_a = madd3(*on_a, g->weight[i], g->a[i]);
        *on_b = madd3(*on_b, g->weight[i], g->b[i]);
    }
    return x;
}
