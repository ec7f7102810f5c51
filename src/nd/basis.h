/* The cone of the cutting plane in n dimensions: a basis of n points s_i of C whose cone contains
 * the ray, with weights lambda = S^-1 ray >= 0 (docs/algorithms.md, Cutting planes). Where
 * cutting_plane.c works on a triangle seen along the ray, this keeps the inverse of S, updated by
 * rank one and made anew before anything is promised.
 *
 * C = sum of factor_k X_k over two or three sets X_k, each given by its support function about the
 * point from which its support points count; C must contain the origin. Every s_i keeps its parts,
 * one point of each X_k. Where no ball inside C is known, the first basis is artificial: n columns
 * of an artificial ball, which must have left, or weigh nothing, before the cone bounds anything
 * from inside; while they stay the ball shrinks, and where they stay for good C has no inside. */
#ifndef GD_BASIS_H
#define GD_BASIS_H

#include "minkowski/trace.h"
#include "nd/support_nd.h"

#define GD_BASIS_SETS 3

typedef struct gd_basis {
    int n;
    int sets;
    gd_support_nd* set[GD_BASIS_SETS];
    double factor[GD_BASIS_SETS];
    double extent; /* radius of a ball about the origin that holds C */

    double* part[GD_BASIS_SETS]; /* row i: the part of s_i on X_k */
    double* s;                   /* row i: s_i */
    double* inverse;             /* row i: b_i with b_i . s_j = (i == j) */
    double* lambda;
    double* artificial; /* row i: 1 where s_i is of the artificial ball */
    double* ray;        /* unit */

    double* direction;            /* unit: where the last support point was asked for */
    double* entering;             /* that point of C, */
    double* point[GD_BASIS_SETS]; /* its parts, */
    double height;                /* direction . entering, */
    double n_dot_ray;             /* and direction . ray */

    double* normal;           /* unit: the best certificate, */
    double outer;             /* by which the ray leaves C before outer */
    double sum;               /* of lambda: the ray leaves C after 1 / sum, if the cone is real */
    double spare;             /* and of a last point of C, in point, that a certificate may need */
    double artificial_radius; /* radius of the artificial ball; 0: none */
    double* mu;
    double* work; /* n (n + 1) */
    double iterations;
    int pivots; /* pivots since the inverse was made */
} gd_basis;

/* Doubles of workspace that a basis of n dimensions over a number of sets needs. */
GD_INLINE size_t basis_workspace(int n, int sets) {
    const size_t m = (size_t)n;
    return m * m * (3 + (size_t)sets) + m * (9 + (size_t)sets);
}

/* Lays out the arrays in the workspace; returns what follows them. */
GD_INTERNAL double* gd_basis_place(gd_basis* basis, double* workspace);

/* First basis around basis->ray. Needs set, factor, ray. */
GD_INTERNAL void gd_basis_start(gd_basis* basis);

/* Direction from the basis: the normal of its plane, unit. False when there is none. */
GD_INTERNAL bool gd_basis_normal(gd_basis* basis);

/* Support point along direction, and the outer bound it gives. */
GD_INTERNAL void gd_basis_support(gd_basis* basis);

/* Brings the entering point into the basis. False when rounding leaves no pivot. */
GD_INTERNAL bool gd_basis_pivot(gd_basis* basis);

/* Inverse and weights made anew from the points. False when the basis is singular or does not
 * contain the ray. */
GD_INTERNAL bool gd_basis_refactor(gd_basis* basis);

/* Whether artificial points carry weight, so that 1 / sum bounds nothing. */
GD_INTERNAL bool gd_basis_is_artificial(const gd_basis* basis);

/* Makes the weights anew and drops the artificial points that weigh nothing. Whether S lambda then
 * meets the ray with real points, so that the ray leaves C no sooner than at 1 / sum. A point of a
 * ball inside C may be among them, until the next step. */
GD_INTERNAL bool gd_basis_certify(gd_basis* basis);

/* Shrinks the artificial ball; false when it has become as small as rounding. */
GD_INTERNAL bool gd_basis_shrink(gd_basis* basis);

/* What a query knows beside its basis when it records an iterate. Parts of set 0 count from center,
 * of set 1 from center_b (NULL: 0), those of set 2, which are subtracted from set 0's, from
 * center_minus (NULL: 0). */
typedef struct basis_view {
    const double* center;
    const double* center_b;
    const double* center_minus;
    double scale; /* of set 1 */
    double lower, upper;
    bool asked; /* the entering point was found in this step */
} basis_view;

/* Appends the basis, but for points of the artificial ball, and the entering point (basis_trace.c).
 */
GD_INTERNAL void gd_basis_record(gd_trace* trace, const gd_basis* basis, const basis_view* view);

/* Appends the result of a query: a - scale b + shift of its points is that of the difference;
 * without a centre the shift is 0. */
GD_INTERNAL void gd_basis_record_result(gd_trace* trace, int n, const basis_view* view,
                                        const trace_answer* answer);

/* Whether a set, whose support points count from the world's origin, holds that inside: in its
 * known ball, or reached within a cone of its points. set->held is then the radius of a ball about
 * the origin, if one is known. The basis and its memory, center and offset, n doubles each, are for
 * the search. */
GD_INTERNAL bool gd_basis_holds_origin(const gd_basis* basis, gd_support_nd* set, double* center,
                                       double* offset);

/* The weighted mean of a set's parts. */
GD_INTERNAL void gd_basis_mean(const gd_basis* basis, int set, double* mean);

#endif
