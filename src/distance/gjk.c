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
 * A step of plain GJK is inline as a whole: both supports, the bounds and the projection by
 * simplex_filter.h. All else leaves the loop: it works on the struct gjk, with signed volumes.
 *
 * Invariants: length falls; lower rises; lower <= distance of the cores <= length. */
#include "distance/gjk.h"

#include "distance/first_normal.h"
#include "distance/gjk_project.h"
#include "distance/gjk_stop.h"
#include "distance/momentum.h"
#include "distance/simplex_filter.h"

/* Frank-Wolfe alone may use max_iterations divided by this. */
#define GJK_CREEP 4.0
/* A vertex may be nearer to the origin along the normal, although the simplex with it is no nearer.
 * Then it may be one of several support points, so the next support call tilts the normal away from
 * it by this much. */
#define GJK_TILT 0x1p-20
/* If a vertex is nearer along the normal by more than this fraction of the extent, the normal is
 * inexact, even if the simplex with the vertex is no nearer. GJK_EVEN_STEPS steps of this kind are
 * allowed. */
#define GJK_LEAN 0x1p-40
#define GJK_EVEN_STEPS 16
/* If rounding stops the search with a larger gap than this fraction of the extent, the search
 * restarts cold. */
#define GJK_STUCK 0x1p-30
/* Steps of plain GJK after Frank-Wolfe has reached the tolerance. */
#define GJK_FINISH_STEPS 4

/* Support point of a core relative to the centre, with the switch over cores inlined for 3D; in 2D
 * z stays 0. */
GD_INLINE vec3 gjk_core(const gd_shape* shape, vec3 n, uint32_t* hint) {
    const vec3 s =
        shape->dimension == 3 ? core_support3(shape, n, hint) : core_support(shape, n, hint);
    return sub3(s, shape->center);
}

/* Sets vertex i to the support vertex along n, which is unit if balls are stripped. Returns it. */
GD_INLINE vec3 gjk_support(gjk* g, vec3 n, bool deflate, int i) {
    const vec3 m = inv_rotate(&g->pair.b_to_a, neg3(n));
    vec3 a = gjk_core(g->pair.a, n, &g->pair.hint_a);
    vec3 b = gjk_core(g->pair.b, m, &g->pair.hint_b);
    if (deflate) {
        a = madd3(a, -g->deflate_a, n);
        b = madd3(b, -g->deflate_b, m);
    }
    const vec3 x = sub3(sub3(a, rotate(&g->pair.b_to_a, b)), g->pair.p);
    g->x[i] = x;
    g->a[i] = a;
    g->b[i] = b;
    return x;
}

/* The length before the first vertex is known: finite, so that no bounds seem to agree. */
#define GJK_UNKNOWN 0x1p1000

/* The part of the state that every step changes. The loop keeps it out of memory, so all others use
 * a copy of it. */
typedef struct progress {
    vec3 along; /* the next direction, of length 1 / scale */
    double scale;
    double length; /* of the nearest point */
    double lower;
    unsigned used; /* slots of g with the simplex's vertices, as bits */
    bool thin;     /* the filter found the nearest point on a thin triangle */
} progress;

/* A running search. A step fills a free slot of g: no vertex is moved. */
typedef struct search {
    gjk* g;
    const gd_settings* settings;
    gjk_stop stop;
    double rounding;
    bool deflate;
    gd_subalgorithm how; /* for steps that the filter does not decide */
    bool filter;         /* the filter projects first */
    bool plain;          /* the direction is the normal, as in plain GJK */
    bool ended;          /* the answer is exact, too */
    bool stuck;          /* nothing comes nearer */
    int even, finish; /* steps left: without a nearer point, and of plain GJK after Frank-Wolfe */
    momentum momentum;
    vec3 x;        /* the nearest point */
    vec3 proof[2]; /* the unit directions of a bound below the best one, and of the best one: an
                    * index is no branch to mispredict */
    progress p;    /* the loop's, for functions outside of it */
} search;

GD_INLINE int gjk_free_slot(unsigned used) {
    return __builtin_ctz(~used);
}

static void gjk_move(gjk* g, int from, int to) {
    if (from == to) return;
    g->x[to] = vec3_read(&g->x[from]);
    g->a[to] = vec3_read(&g->a[from]);
    g->b[to] = vec3_read(&g->b[from]);
}

/* Moves the vertices in the used slots to the first ones. Returns those slots. */
static unsigned gjk_compact(gjk* g, unsigned used) {
    g->count = slots_count[used];
    for (int i = g->count; used >> i != 0; i++) {
        if (!(used >> i & 1u)) continue;
        const int to = gjk_free_slot(used);
        gjk_move(g, i, to);
        used |= 1u << to;
    }
    return (1u << g->count) - 1u;
}

/* Copies the state to g; then with the newest vertex, which follows the simplex. */
static void search_store(search* w) {
    gjk* g = w->g;
    if (w->p.used != 0) gjk_approach(g, w->x, w->p.length);
    g->lower = w->p.lower;
    g->proof = vec3_read(&w->proof[1]);
    w->p.used = gjk_compact(g, w->p.used);
}
static void search_store_newest(search* w) {
    gjk* g = w->g;
    const int slot = gjk_free_slot(w->p.used);
    const vec3 x = g->x[slot], a = g->a[slot], b = g->b[slot];
    search_store(w);
    g->x[g->count] = x;
    g->a[g->count] = a;
    g->b[g->count] = b;
}

/* Sets the next direction to the normal. Cores accept one of any length: the nearest point itself
 * spares the wait for its square root and quotient, 8 ns per step. */
GD_INLINE void progress_turn(progress* p, vec3 x, double length, bool unit) {
    p->scale = 1.0 / length;
    p->length = length;
    p->along = neg3(x);
    if (!unit) return;
    p->along = scale3(p->scale, p->along);
    p->scale = 1.0;
}

/* Copies the state from g. */
static void search_load(search* w) {
    const gjk* g = w->g;
    progress* p = &w->p;
    w->x = neg3(vec3_read(&g->along));
    *p = (progress){.lower = g->lower, .used = (1u << g->count) - 1u};
    progress_turn(p, w->x, g->length, w->deflate);
    if (w->plain) return;
    p->along = momentum_direction(&w->momentum, w->x, g->normal);
    p->scale = 1.0;
}

/* The search has its answer. But if the filter found the length on a thin triangle, the careful
 * method repeats it. And Frank-Wolfe converges slowly: a few steps of plain GJK make its result as
 * exact as the others'. */
static GD_NOINLINE void search_confirm(search* w) {
    if (w->p.thin) {
        search_store_newest(w);
        const int newest = w->g->count;
        gd_gjk_refresh(w->g);
        gjk_move(w->g, newest, w->g->count);
        w->filter = false;
        search_load(w);
    }
    const bool finish = w->finish > 0 && w->p.length > w->rounding;
    w->ended = !finish && gjk_answered(&w->stop, w->p.length, w->p.lower);
    if (!finish) return;
    w->plain = true;
    w->finish--;
}

GD_INLINE bool search_ends(search* w, progress* p) {
    if (!gjk_answered(&w->stop, p->length, p->lower)) return false;
    if (!p->thin && w->finish == 0) return true;
    w->p = *p;
    search_confirm(w);
    *p = w->p;
    return w->ended;
}

/* A step by the filter. Returns false if that does not decide, or does not come nearer. */
GD_INLINE bool search_filter(search* w, progress* p, vec3 s) {
    const filtered_face face = simplex_filter(w->g->x, p->used, s, gjk_free_slot(p->used));
    const double length = length3(face.nearest);
    if (!(face.kept && length < p->length)) return false;
    w->x = face.nearest;
    progress_turn(p, face.nearest, length, w->deflate);
    p->used = face.kept;
    p->thin = face.thin;
    return true;
}

/* How much nearer to the origin than the nearest point the next vertex is, along the normal. */
static double gjk_gain(const gjk* g) {
    return g->length + dot3(g->normal, g->x[g->count]);
}

/* A step of a method with momentum, or of Frank-Wolfe. */
static void search_accelerated(search* w) {
    gjk* g = w->g;
    const double gain = gjk_gain(g);
    momentum* m = &w->momentum;
    m->s = g->x[g->count];
    const double enough = max2(w->rounding, w->settings->tolerance * fabs(g->length - g->radius));
    if (gain <= enough || !gd_gjk_project(g, w->how, 0.0)) {
        w->plain = m->idle-- == 0;
    } else if (m->k >= MOMENTUM_STEPS) {
        w->plain = true;
    } else if (m->method == GD_METHOD_FRANK_WOLFE && g->count < 4) {
        gd_gjk_merge(g);
        if (GJK_CREEP * g->iterations >= w->settings->max_iterations) w->plain = true;
    }
}

/* A step of plain GJK. Returns false if nothing comes nearer. */
static bool search_careful(search* w) {
    gjk* g = w->g;
    const double gain = gjk_gain(g);
    if (gain > w->rounding && gd_gjk_project(g, w->how, 0.0)) return true;
    if (w->how == GD_SUBALGORITHM_SIGNED_VOLUMES && !w->filter) {
        if (!(gain > w->rounding)) return false;
        /* such a gain makes the nearest point nearer, even if by less than rounding. For shapes
         * that nearly touch it corrects the normal */
        if (gain > GJK_LEAN * g->extent && w->even-- > 0 && gd_gjk_project(g, w->how, w->rounding))
            return true;
        gd_gjk_support(g, unit3(madd3(g->normal, -GJK_TILT / g->extent, g->x[g->count])), g->count);
        if (!gd_gjk_project(g, w->how, 0.0)) return false;
    }
    w->how = GD_SUBALGORITHM_SIGNED_VOLUMES;
    w->filter = false;
    gd_gjk_refresh(g);
    return true;
}

static GD_NOINLINE void search_step(search* w) {
    search_store_newest(w);
    if (w->plain || w->g->count == 0)
        w->stuck = !search_careful(w);
    else
        search_accelerated(w);
    search_load(w);
}

/* Records a copy: the slots stay as they are, so that a trace does not change the result. */
static GD_COLD void search_record(const search* w) {
    search at = *w;
    gjk g = *w->g;
    at.g = &g;
    search_store_newest(&at);
    gd_gjk_record(&g, trace_of(w->settings), scale3(w->p.scale, w->p.along), true);
}

GD_INLINE void search_begin(search* w, gjk* g, const gd_settings* settings, gd_method method,
                            gjk_goal goal) {
    w->g = g;
    w->settings = settings;
    w->stop = gjk_stop_of(g, settings, goal);
    w->rounding = GJK_ROUNDING * g->extent;
    w->deflate = g->deflate_a != 0.0 || g->deflate_b != 0.0;
    w->how = (gd_subalgorithm)(int)settings->subalgorithm;
    w->plain = method == GD_METHOD_GJK;
    w->filter = w->plain && w->how == GD_SUBALGORITHM_SIGNED_VOLUMES;
    w->ended = w->stuck = false;
    w->even = GJK_EVEN_STEPS;
    w->finish = method == GD_METHOD_FRANK_WOLFE && goal < GJK_BOOLEAN ? GJK_FINISH_STEPS : 0;
    w->proof[1] = vec3_read(&g->proof);
    momentum_begin(&w->momentum, method);
    w->p = (progress){vec3_read(&g->normal), 1.0, GJK_UNKNOWN, g->lower, 0, false};
    if (g->count > 0) search_load(w);
}

/* The status at the end. If no vertex is nearer and no direction separates the cores, then the
 * origin is on a flat simplex, or inside by less than the rounding of its volume. */
static gd_status gjk_end(gjk* g, const search* w) {
    if (g->length <= w->rounding) g->lower = 0.0;
    if (g->length <= (w->stuck && !(g->lower > 0.0) ? GJK_FLAT * g->extent : w->rounding)) {
        g->meet = true;
        return GD_STATUS_OPTIMAL;
    }
    if (gjk_answered(&w->stop, g->length, g->lower)) return GD_STATUS_OPTIMAL;
    return w->stuck ? GD_STATUS_PRECISION : GD_STATUS_MAX_ITERATIONS;
}

/* Starts from the present simplex, or along the normal if there is none. */
static gd_status gjk_iterate(gjk* g, const gd_settings* settings, gd_method method, gjk_goal goal) {
    search w;
    search_begin(&w, g, settings, method, goal);
    progress p = w.p;
    while (!w.stuck && !search_ends(&w, &p) &&
           (g->iterations < settings->max_iterations || p.used == 0)) {
        const vec3 s = gjk_support(g, p.along, w.deflate, gjk_free_slot(p.used));
        g->iterations += 1.0;
        const vec3 n = scale3(p.scale, p.along);
        const double bound = -dot3(n, s);
        w.proof[bound > p.lower] = n;
        p.lower = max2_branchless(bound, p.lower);
        if (trace_wanted(settings)) {
            w.p = p;
            search_record(&w);
        }
        if (search_ends(&w, &p)) break;
        if (w.filter && p.length - bound > w.rounding && search_filter(&w, &p, s)) continue;
        w.p = p;
        search_step(&w);
        p = w.p;
    }
    w.p = p;
    search_store(&w);
    if (g->count == 0) gd_gjk_project(g, GD_SUBALGORITHM_SIGNED_VOLUMES, 0.0);
    return gjk_end(g, &w);
}

/* Places the saved simplex at the new poses. If the filter does not decide it, projects on its
 * vertices one after the other. */
static void gjk_warm_start(gjk* g, const gd_warm* warm) {
    const int count = warm->count >= 1.0 && warm->count <= 4.0 ? (int)min2(warm->count, 3.0) : 0;
    if (count == 0) {
        g->normal = load3(warm->normal);
        return;
    }
    for (int i = 0; i < count; i++) {
        g->a[i] = load3(warm->points_a + 3 * i);
        g->b[i] = load3(warm->points_b + 3 * i);
        gjk_place(g, i);
    }
    const int newest = count - 1;
    const filtered_face face =
        simplex_filter(g->x, (1u << newest) - 1u, vec3_read(&g->x[newest]), newest);
    if (face.kept && !face.thin) {
        gjk_approach(g, face.nearest, length3(face.nearest));
        gjk_compact(g, face.kept);
        return;
    }
    for (int i = 0; i < count; i++) {
        gjk_move(g, i, g->count);
        gd_gjk_project(g, GD_SUBALGORITHM_SIGNED_VOLUMES, 0.0);
    }
}

/* The method of AUTO. Separated ellipsoids are far enough apart after deflation for plain GJK: 15
 * iterations, with momentum 16, without deflation 39. */
static gd_method gjk_auto(const gd_query* query, gjk_goal goal) {
    const bool strict = query->a->strictly_convex && query->b->strictly_convex;
    return goal == GJK_APART && strict ? GD_METHOD_NESTEROV : GD_METHOD_GJK;
}

/* Whether the first direction is worth its time: with a mesh, whose support calls are the
 * slowest. */
static bool gjk_guesses(const gd_query* query, gd_method method, gjk_goal goal) {
    return method == GD_METHOD_AUTO && goal == GJK_DISTANCE && query->a->dimension == 3 &&
           (query->a->vertices.cells || query->b->vertices.cells);
}

gd_status gd_gjk_run(gjk* g, const gd_query* query, gd_method method, gjk_goal goal) {
    const bool warm = warm_fits(query->warm, query->a, query->b, g->family);
    if (warm)
        gjk_warm_start(g, query->warm);
    else if (gjk_guesses(query, method, goal))
        g->normal = first_normal(&g->pair);
    if (method == GD_METHOD_AUTO) method = gjk_auto(query, goal);
    gd_status status = gjk_iterate(g, query->settings, method, goal);
    if (status == GD_STATUS_PRECISION && g->length - g->lower > GJK_STUCK * g->extent) {
        /* rounding may come from the vertices: weighted means have lost digits, and saved or early
         * vertices may span a badly shaped simplex. Restart cold with plain GJK */
        gjk prev = *g;
        g->count = 0;
        g->length = GD_INFINITY;
        status = gjk_iterate(g, query->settings, GD_METHOD_GJK, goal);
        if (g->length > prev.length) {
            prev.lower = g->lower;
            prev.iterations = g->iterations;
            prev.proof = g->proof;
            *g = prev;
        }
    }
    /* the witness points come from signed volumes, so their normal must too */
    if (query->settings->subalgorithm != GD_SUBALGORITHM_SIGNED_VOLUMES && !g->meet)
        gd_gjk_refresh(g);
    if (query->settings->trace != 0.0)
        gd_gjk_record(g, trace_of(query->settings), make3(0.0, 0.0, 0.0), false);
    if (query->warm) gd_gjk_save(query->warm, g);
    return status;
}
