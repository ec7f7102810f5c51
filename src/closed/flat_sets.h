/* Exact overlap tests of flat sets: points, segments and triangles, also degenerate ones.
 *
 * The vertices are rounded once to world coordinates; for these the answer is exact. All decisions
 * are signs of orientation determinants (math/predicates_any.h). Touching sets overlap.
 *
 * Two flat sets overlap exactly if an edge of one meets the other. The ends of a common segment are
 * on edges, and a coplanar set inside another has its edges there. */
#ifndef GD_FLAT_SETS_H
#define GD_FLAT_SETS_H

#include "minkowski/problem.h"

typedef enum flat_answer {
    FLAT_UNKNOWN, /* not two flat sets given by vertices */
    FLAT_APART,
    FLAT_MEET,
} flat_answer;

/* Neither shape may be solid. The poses must be valid. */
GD_INTERNAL flat_answer gd_flat_sets(const gd_query* query);

/* Replaces the unit normal of two flat sets that are separated if the normal of a facet of A - B
 * has a larger gap; returns whether one has. If the distance is less than rounding, its normal may
 * be wrong, but one of these facets separates the sets. Two edges span a facet, of one set or of
 * both; in 2D one edge does. */
GD_INTERNAL bool gd_flat_normal(const gd_query* query, double normal[3]);

#endif
