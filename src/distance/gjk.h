/* GJK and its kin on the cores of a pair: what distance, the booleans and penetration begin with.
 *
 * Balls are stripped first: the iteration sees only the cores, whose distance less the radii is the
 * answer; so spheres and capsules are points and segments, and touching rounded shapes are far from
 * degenerate. An ellipsoid, too, is the sum of a ball and a smaller convex set; AUTO strips that as
 * well, and close ellipsoids are as easy as distant ones. Everything is seen from A's frame and
 * relative to the centres: x = s - p, where s is a vertex of C = (A - a) - (B - b) and p = b - a,
 * so x is one of D = A - B. */
#ifndef GD_GJK_H
#define GD_GJK_H

#include "minkowski/difference.h"
#include "distance/simplex.h"
#include "minkowski/problem.h"
#include "minkowski/trace.h"
#include "minkowski/warm_start.h"

typedef struct gjk {
    pair3 pair;                  /* without e1, e2 */
    warm_family family;          /* what the vertices belong to */
    double deflate_a, deflate_b; /* of the balls taken out of the cores */
    double radius_a, radius_b;   /* of all that is taken from each shape */
    double radius;               /* and from both */
    double extent;               /* of the pair: what rounding is relative to */
    vec3 x[4];                   /* vertices of D */
    vec3 a[4];                   /* their parts on A's core, A's frame, relative to its centre */
    vec3 b[4];                   /* and on B's core, B's frame, relative to its centre */
    double weight[4];
    int count;
    vec3 along;    /* from the nearest point of D to the origin */
    vec3 normal;   /* unit, from the nearest point of D to the origin: from A towards B */
    double length; /* of the nearest point: cores are no farther apart, */
    double lower;  /* and no nearer: the best support bound of any direction, */
    vec3 proof;    /* this one */
    double iterations;
    bool meet; /* the cores intersect, to rounding */
} gjk;

/* When the search may end before the bounds of the distance meet; from BOOLEAN on as soon as the
 * shapes are proved disjoint. */
typedef enum gjk_goal {
    GJK_SIGNED,
    GJK_DISTANCE, /* as soon as the shapes overlap and their normal is good to a thousandth */
    GJK_BOOLEAN,  /* or proved to meet */
    GJK_APART,
} gjk_goal;

/* False when a pose is not valid. deflate: take the balls out of ellipsoids, too. */
GD_INTERNAL bool gd_gjk_init(gjk* g, const gd_query* query, bool deflate);

/* Puts the balls back: the search is on the shapes as they are. */
GD_INTERNAL void gd_gjk_keep_radii(gjk* g);

/* Forgets what was found, not the pair: as after init. */
GD_INTERNAL void gd_gjk_reset(gjk* g);

/* By closed form where there is one and the method is AUTO, otherwise iterating, from the warm
 * state if it fits; saves the new one. */
GD_INTERNAL gd_status gd_gjk_run(gjk* g, const gd_query* query, gd_method method, gjk_goal goal);

/* Nearest points of what was left of the cores, each in its own frame, relative to its centre; and
 * the point of D that they make. */
GD_INTERNAL vec3 gd_gjk_points(gjk* g, vec3* on_a, vec3* on_b);

/* How far cores that meet may be apart all the same: by what the simplex that says so misses the
 * origin, where it is as flat as rounding; otherwise 0. */
GD_INTERNAL double gd_gjk_flat_gap(const gjk* g);

/* The foot on a triangle like a needle leans with its normal, and its weighted mean x may be
 * another point, 1e-4 away where the needle is 2e5 long. The mean is one of D for sure: if it is as
 * near, the normal and the length become its own. False where all stays as it was. */
GD_INTERNAL bool gd_gjk_use_mean(gjk* g, vec3 x);

/* Lower bound of the growth distance that the normal of a separating plane proves: along it
 * p = gap + h_C, so sigma >= p / (p - gap). 0 when the shapes are not proved apart. */
GD_INLINE double gjk_growth_lower(const gjk* g) {
    /* at contact rounding may say both: the points have met */
    if (g->meet || g->length <= g->radius || !(g->lower > g->radius)) return 0.0;
    const double p = dot3(g->proof, g->pair.p), gap = g->lower - g->radius;
    return p > gap ? p / (p - gap) : GD_INFINITY;
}
GD_INLINE double gjk_growth_upper(const gjk* g) {
    return g->meet || g->length <= g->radius ? 1.0 : GD_INFINITY;
}

/* Fills vertex i with the support vertex of the cores along a direction of A's frame; unit where
 * balls are stripped from the cores. */
GD_INTERNAL void gd_gjk_support(gjk* g, vec3 n, int i);

/* The state from which the next query of the pair may continue. */
GD_INTERNAL void gd_gjk_save(gd_warm* warm, const gjk* g);

#endif
