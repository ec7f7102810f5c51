/* The cone of the cutting plane in n dimensions: a basis of n points s_i of C whose cone contains
 * the ray. The weights lambda = S^-1 ray are >= 0. Where cutting_plane.c projects a triangle along
 * the ray, this file keeps the inverse of S. Pivots update it by rank one; certificates recompute
 * it. Source: docs/algorithms.md, Cutting planes.
 *
 * C = sum of factor_k X_k over two or three sets X_k and must contain the origin. Each set is given
 * by its support points, which are relative to a reference point. Every s_i keeps its parts, one
 * point of each X_k.
 *
 * If no ball inside C is known, the first basis consists of n points of an artificial ball. The
 * cone bounds C from inside only after these have left or have weight 0. Until then the ball
 * shrinks. If artificial points keep weight to the end, C has no interior. */
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
    double extent; /* radius of a ball about the origin that contains C */

    double* part[GD_BASIS_SETS]; /* row i: the part of s_i on X_k */
    double* s;                   /* row i: s_i */
    double* inverse;             /* row i: b_i with b_i . s_j = (i == j) */
    double* lambda;
    double* artificial; /* row i: 1 if s_i is a point of the artificial ball */
    double* ray;        /* unit */

    double* direction;            /* unit: direction of the previous support call */
    double* entering;             /* its support point of C */
    double* point[GD_BASIS_SETS]; /* the parts of entering */
    double height;                /* direction . entering */
    double n_dot_ray;             /* direction . ray */

    double* normal; /* unit: proves outer */
    double outer;   /* the ray leaves C at outer or before */
    double sum;     /* sum of the weights: the ray leaves C at 1 / sum or later, if the cone has no
                       artificial weight */
    double spare; /* weight of an extra point of C, stored in point, that a certificate may need */
    double artificial_radius; /* radius of the artificial ball; 0: none */
    double* mu;
    double* work; /* n (n + 1) */
    double iterations;
    int pivots; /* pivots since the last inversion */
} gd_basis;

/* Workspace, in doubles, of a basis of n dimensions over the given number of sets. */
GD_INLINE size_t basis_workspace(int n, int sets) {
    const size_t m = (size_t)n;
    return m * m * (3 + (size_t)sets) + m * (9 + (size_t)sets);
}

/* Places the arrays in the workspace; returns the first address after them. */
GD_INTERNAL double* gd_basis_place(gd_basis* basis, double* workspace);

/* Makes the first basis around basis->ray. set, factor and ray must be set. */
GD_INTERNAL void gd_basis_start(gd_basis* basis);

/* Sets direction to the unit normal of the basis's plane. Returns false if there is none. */
GD_INTERNAL bool gd_basis_normal(gd_basis* basis);

/* Finds the support point along direction and updates the outer bound. */
GD_INTERNAL void gd_basis_support(gd_basis* basis);

/* Pivots the entering point into the basis. Returns false if rounding leaves no pivot. */
GD_INTERNAL bool gd_basis_pivot(gd_basis* basis);

/* Recomputes the inverse and the weights from the points. Returns false if the basis is singular or
 * its cone does not contain the ray. */
GD_INTERNAL bool gd_basis_refactor(gd_basis* basis);

/* Whether artificial points have weight: then 1 / sum is no bound. */
GD_INTERNAL bool gd_basis_is_artificial(const gd_basis* basis);

/* Recomputes the weights and drops artificial points whose weight is rounding. Returns true if S
 * lambda is then on the ray, without artificial points. Then 1 / sum is an inner bound, to which a
 * point of a ball inside C may contribute until the next step. */
GD_INTERNAL bool gd_basis_certify(gd_basis* basis);

/* Shrinks the artificial ball; returns false if it is as small as rounding. */
GD_INTERNAL bool gd_basis_shrink(gd_basis* basis);

/* What a query adds to its basis for recording. Parts of set 0 are relative to center, parts of set
 * 1 to center_b. Parts of set 2, which are subtracted from set 0's, are relative to center_minus.
 * NULL stands for 0. */
typedef struct basis_view {
    const double* center;
    const double* center_b;
    const double* center_minus;
    double scale; /* of set 1 */
    double lower, upper;
    bool asked; /* this step has found the entering point */
} basis_view;

/* Appends the basis without artificial points, and the entering point (basis_trace.c). */
GD_INTERNAL void gd_basis_record(gd_trace* trace, const gd_basis* basis, const basis_view* view);

/* Appends the result of a query. The difference of its points is a - scale b + shift, and shift is
 * 0 without a centre. */
GD_INTERNAL void gd_basis_record_result(gd_trace* trace, int n, const basis_view* view,
                                        const trace_answer* answer);

/* Whether a set given about the world origin contains it: in its known ball, or in a cone of its
 * points. Sets set->held to the radius of a ball about the origin, 0 if unknown. The search
 * overwrites the basis's memory, and center and offset, n doubles each. */
GD_INTERNAL bool gd_basis_holds_origin(const gd_basis* basis, gd_support_nd* set, double* center,
                                       double* offset);

/* The weighted mean of a set's parts. */
GD_INTERNAL void gd_basis_mean(const gd_basis* basis, int set, double* mean);

#endif
