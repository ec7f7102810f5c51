/* Growth distance and generalized distance in any dimension; no half-space. */
#ifndef GD_ND_H
#define GD_ND_H

#include "minkowski/problem.h"

/* The workspace and vectors are those of the public functions. Each fills out and returns a status,
 * or returns an error and leaves out alone. */
GD_INTERNAL gd_status gd_growth_nd(const gd_query* query, double* workspace,
                                   gd_growth_n_result* out, double* vectors);
GD_INTERNAL gd_status gd_collide_nd(const gd_query* query, double* workspace,
                                    gd_collision_n_result* out, double* vectors);

/* d_Q(A - minus), minus may be NULL; query->a is Q, query->b is A. */
GD_INTERNAL gd_status gd_generalized_solve(const gd_query* query, const gd_shape* minus,
                                           const double* pose_minus, double* workspace,
                                           gd_generalized_result* out, double* vectors);

#endif
