/* Exact overlap tests of flat sets: points, segments, triangles, and flat hulls and polygons.
 *
 * The vertices are rounded once to world coordinates; for their convex hulls the answer is exact.
 * Touching sets overlap. Points that are coplanar up to rounding span a thin solid, which counts as
 * it is.
 *
 * A vertex p of A is the column (p, 1, 0), a vertex q of B the column (-q, 0, 1). The sets overlap
 * if (0, 1, 1) is a combination of columns with weights >= 0. The search for the weights exchanges
 * one column of a basis in each step. It is the proof of the fundamental theorem of linear
 * inequalities (Schrijver 1986, Theory of Linear and Integer Programming, 7.1), whose rule of the
 * least index (Bland) excludes cycles. All decisions are signs of determinants of differences of
 * vertices (math/predicates_any.h). */
#ifndef GD_FLAT_SETS_H
#define GD_FLAT_SETS_H

#include "minkowski/problem.h"

typedef enum flat_answer {
    FLAT_UNKNOWN, /* not two flat sets given by vertices */
    FLAT_APART,
    FLAT_MEET,
} flat_answer;

/* The poses must be valid. If the sets are separated, replaces the unit vector *normal if the gap
 * along the normal of the separating plane found is larger. That plane separates them up to
 * rounding, also if the distance is below rounding. */
GD_INTERNAL flat_answer gd_flat_sets(const gd_query* query, double normal[3]);

#endif
