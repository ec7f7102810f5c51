/* GJK and related methods on the cores of a pair: the first stage of distance, overlap tests and
 * penetration depth.
 *
 * Balls are stripped first, so the iteration sees only the cores. The distance of the shapes is the
 * distance of the cores minus the radii. Spheres become points, capsules become segments, and
 * rounded shapes that touch have cores at a clear distance. An ellipsoid also is the sum of a ball
 * and a smaller convex set. AUTO strips that ball too ("deflates" the ellipsoid), which makes close
 * ellipsoids as easy as distant ones.
 *
 * Everything is in A's frame and relative to the centres. s is a vertex of C = (A - a) - (B - b)
 * and p = b - a, so x = s - p is a point of D = A - B. */
#ifndef GD_GJK_H
#define GD_GJK_H

#include "minkowski/difference.h"
#include "distance/simplex.h"
#include "minkowski/problem.h"
#include "minkowski/trace.h"
#include "minkowski/warm_start.h"

/* Below this fraction of the pair's extent a distance of the cores is rounding: they touch. */
#define GJK_ROUNDING (4.0 * GD_EPS)
/* The volume of a flat simplex is rounding. Such a simplex may miss the origin by this fraction of
 * the extent, and the distance is 0. */
#define GJK_FLAT 0x1p-36

typedef struct gjk {
    pair3 pair;                  /* without e1, e2 */
    warm_family family;          /* what the vertices belong to */
    double deflate_a, deflate_b; /* radii of the balls taken out of the cores */
    double radius_a, radius_b;   /* all radii taken from each shape */
    double radius;               /* radius_a + radius_b */
    double extent;               /* size of the pair and its distance: scales rounding */
    vec3 x[4];                   /* vertices of D */
    vec3 a[4];                   /* their parts on A's core, A's frame, relative to A's centre */
    vec3 b[4];                   /* their parts on B's core, B's frame, relative to B's centre */
    double weight[4];
    int count;
    int vertices;  /* Newton's method stores the nearest point as one vertex, and the simplex around
                      it, if wanted, in so many slots after it */
    vec3 along;    /* from the nearest point of D to the origin, A's frame */
    vec3 normal;   /* along as a unit vector: from A towards B */
    double length; /* of the nearest point: upper bound of the cores' distance */
    double lower;  /* best support bound of all directions: lower bound of the cores' distance */
    vec3 proof;    /* the unit direction that proves lower */
    double iterations;
    bool meet; /* the cores touch or overlap, up to rounding */
} gjk;

/* When the search may end before the bounds of the distance agree to the tolerance. BOOLEAN and
 * APART end as soon as the shapes are proved separated. */
typedef enum gjk_goal {
    GJK_SIGNED,
    GJK_DISTANCE, /* if the shapes overlap and the error of the normal is below 1e-3 */
    GJK_BOOLEAN,  /* also if the shapes are proved to overlap */
    GJK_APART,
} gjk_goal;

/* Starts a search of two shapes at these frames. deflate: strip the balls inside ellipsoids too. */
GD_INTERNAL void gd_gjk_join(gjk* g, const gd_shape* a, const frame3* frame_a, const gd_shape* b,
                             const frame3* frame_b, bool deflate);

/* The same for the poses of a query. Returns false if one is not valid. */
GD_INTERNAL bool gd_gjk_init(gjk* g, const gd_query* query, bool deflate);

/* Adds the balls back: the search then runs on the whole shapes. */
GD_INTERNAL void gd_gjk_keep_radii(gjk* g);

/* Resets the search to its state after init; the pair stays. */
GD_INTERNAL void gd_gjk_reset(gjk* g);

/* Runs the method from the warm state, if that fits the pair, and saves the new state. AUTO selects
 * plain GJK, or Nesterov's momentum if the goal is GJK_APART and both cores are strictly convex. */
GD_INTERNAL gd_status gd_gjk_run(gjk* g, const gd_query* query, gd_method method, gjk_goal goal);

/* An upper bound of the cores' distance if the search reports contact: the distance from the origin
 * to a simplex that is flat up to rounding, otherwise 0. */
GD_INTERNAL double gd_gjk_flat_gap(const gjk* g);

/* Lower bound of the growth distance from a separating plane: along its normal p = gap + h_C, so
 * sigma >= p / (p - gap). Returns 0 if the shapes are not proved separated. */
GD_INLINE double gjk_growth_lower(const gjk* g) {
    /* in contact, rounding may report both: an upper bound <= radius decides */
    if (g->meet || g->length <= g->radius || !(g->lower > g->radius)) return 0.0;
    const double p = dot3(g->proof, g->pair.p), gap = g->lower - g->radius;
    return p > gap ? p / (p - gap) : GD_INFINITY;
}
GD_INLINE double gjk_growth_upper(const gjk* g) {
    return g->meet || g->length <= g->radius ? 1.0 : GD_INFINITY;
}

/* Computes vertex i of D from its parts. */
GD_INLINE void gjk_place(gjk* g, int i) {
    g->x[i] = sub3(sub3(g->a[i], rotate(&g->pair.b_to_a, g->b[i])), g->pair.p);
}

/* The number of vertices of the simplex, from slot *first on. */
GD_INLINE int gjk_simplex(const gjk* g, int* first) {
    *first = g->vertices > 0 ? 1 : 0;
    return g->vertices > 0 ? g->vertices : g->count;
}

/* A weighted mean that misses the nearest point by more than this fraction of the extent is a
 * different point. */
#define GJK_MISS 0x1p-42

/* Stores the nearest points of the stripped cores, each in its own frame, relative to its centre.
 * Returns their difference, a point of D. Inlined where a query's time counts. */
GD_INLINE vec3 gjk_points(gjk* g, vec3* on_a, vec3* on_b) {
    vec3 x = make3(0.0, 0.0, 0.0), a = x, b = x;
    simplex_weights(g->x, g->count, g->weight);
    for (int i = 0; i < g->count; i++) {
        x = madd3(x, g->weight[i], g->x[i]);
        a = madd3(a, g->weight[i], g->a[i]);
        b = madd3(b, g->weight[i], g->b[i]);
    }
    *on_a = a;
    *on_b = b;
    return x;
}
GD_INTERNAL vec3 gd_gjk_points(gjk* g, vec3* on_a, vec3* on_b);

/* On a needle triangle the normal is inexact, so the foot of the perpendicular may differ from the
 * weighted mean x: by 1e-4 at an aspect ratio of 2e5. x surely is a point of D. If x is as near,
 * normal and length are taken from it. Returns false if nothing changes. */
GD_INTERNAL bool gd_gjk_take_mean(gjk* g, double x, double y, double z);
GD_INLINE bool gjk_use_mean(gjk* g, vec3 x) {
    const vec3 miss = madd3(x, g->length, g->normal);
    return !g->meet && max_abs3(miss) > GJK_MISS * g->extent && gd_gjk_take_mean(g, x.x, x.y, x.z);
}
GD_INTERNAL bool gd_gjk_use_mean(gjk* g, vec3 x);

/* Sets vertex i to the support vertex of the stripped cores along n, in A's frame. n is unit if
 * balls are stripped from ellipsoids. */
GD_INTERNAL void gd_gjk_support(gjk* g, vec3 n, int i);

/* Records the simplex and, if support is true, the vertex after it, found along n. */
GD_INTERNAL void gd_gjk_record(const gjk* g, gd_trace* trace, vec3 n, bool support);

/* Saves the state from which the next query of the pair may start. */
GD_INTERNAL void gd_gjk_save(gd_warm* warm, const gjk* g);

#endif
