/* The cone of the cutting plane in n dimensions: a basis of n points s_i of C whose cone contains
 * the ray, with weights lambda = S^-1 ray >= 0 (docs/algorithms.md, Cutting planes). Where growth.c
 * works on a triangle seen along the ray, this keeps the inverse of S, updated by rank one and made
 * anew before anything is promised.
 *
 * C = sum of factor_k X_k over two or three sets X_k, each given by its support function about the
 * point from which its support points count; C must contain the origin. Every s_i keeps its parts,
 * one point of each X_k. Where no ball inside C is known, the first basis is guessed: n columns of
 * a virtual ball, which must have left, or weigh nothing, before the cone bounds anything from
 * inside; while they stay the ball shrinks, and where they stay for good C has no inside. */
#ifndef GD_CONE_H
#define GD_CONE_H

#include "nd/support_nd.h"

#define GD_CONE_SETS 3

typedef struct gd_cone {
    int n;
    int sets;
    gd_nset* set[GD_CONE_SETS];
    double factor[GD_CONE_SETS];
    double extent; /* radius of a ball about the origin that holds C */

    double* part[GD_CONE_SETS]; /* row i: the part of s_i on X_k */
    double* s;                  /* row i: s_i */
    double* inverse;            /* row i: b_i with b_i . s_j = (i == j) */
    double* lambda;
    double* guessed; /* row i: 1 where s_i is of the virtual ball */
    double* ray;     /* unit */

    double* direction;           /* unit: where the last support point was asked for */
    double* entering;            /* that point of C, */
    double* point[GD_CONE_SETS]; /* its parts, */
    double height;               /* direction . entering, */
    double rise;                 /* and direction . ray */

    double* normal; /* unit: the best certificate, */
    double outer;   /* by which the ray leaves C before outer */
    double sum;     /* of lambda: the ray leaves C after 1 / sum, if the cone is real */
    double spare;   /* and of a last point of C, in point, that a certificate may need */
    double guess;   /* radius of the virtual ball; 0: none */
    double* mu;
    double* work; /* n (n + 1) */
    double iterations;
    int age; /* pivots since the inverse was made */
} gd_cone;

/* Doubles of workspace that a cone of n dimensions over a number of sets needs. */
GD_INLINE size_t cone_workspace(int n, int sets) {
    const size_t m = (size_t)n;
    return m * m * (3 + (size_t)sets) + m * (9 + (size_t)sets);
}

/* Lays out the arrays in the workspace; returns what follows them. */
GD_INTERNAL double* gd_cone_place(gd_cone* cone, double* workspace);

/* First basis around cone->ray. Needs set, factor, ray. */
GD_INTERNAL void gd_cone_start(gd_cone* cone);

/* Direction from the basis: the normal of its plane, unit. False when there is none. */
GD_INTERNAL bool gd_cone_aim(gd_cone* cone);

/* Support point along direction, and the outer bound it gives. */
GD_INTERNAL void gd_cone_support(gd_cone* cone);

/* Brings the entering point into the basis. False when rounding leaves no pivot. */
GD_INTERNAL bool gd_cone_pivot(gd_cone* cone);

/* Inverse and weights made anew from the points. False when the basis is singular or does not
 * contain the ray. */
GD_INTERNAL bool gd_cone_renew(gd_cone* cone);

/* Whether guessed points carry weight, so that 1 / sum bounds nothing. */
GD_INTERNAL bool gd_cone_virtual(const gd_cone* cone);

/* Makes the weights anew and drops the guessed points that weigh nothing. Whether S lambda then
 * meets the ray with real points, so that the ray leaves C no sooner than at 1 / sum. A point of a
 * ball inside C may be among them, until the next step. */
GD_INTERNAL bool gd_cone_certify(gd_cone* cone);

/* Shrinks the virtual ball; false when it has become as small as rounding. */
GD_INTERNAL bool gd_cone_shrink(gd_cone* cone);

/* What a query knows beside its cone when it records an iterate. Parts of set 0 count from center,
 * of set 1 from center_b (NULL: 0), those of set 2, which are subtracted from set 0's, from
 * center_minus (NULL: 0). */
typedef struct cone_view {
    const double* center;
    const double* center_b;
    const double* center_minus;
    double scale; /* of set 1 */
    double lower, upper;
    bool asked; /* the entering point was found in this step */
} cone_view;

/* Appends the basis, but for points of the virtual ball, and the entering point (trace_cone.c). */
GD_INTERNAL void gd_cone_record(gd_trace* trace, const gd_cone* cone, const cone_view* view);

/* Appends the result of a query: a and b are its points, a - scale b + shift that of the
 * difference; without a centre the shift is 0. */
GD_INTERNAL void gd_cone_record_result(gd_trace* trace, int n, const cone_view* view,
                                       double iterations, const double* normal, const double* a,
                                       const double* b);

/* Whether a set, whose support points count from the world's origin, holds that inside: in its
 * known ball, or reached within a cone of its points. set->held is then the radius of a ball about
 * the origin, if one is known. The cone and its memory, center and offset, n doubles each, are for
 * the search. */
GD_INTERNAL bool gd_cone_holds(const gd_cone* cone, gd_nset* set, double* center, double* offset);

/* The weighted mean of a set's parts. */
GD_INTERNAL void gd_cone_mean(const gd_cone* cone, int set, double* mean);

#endif
