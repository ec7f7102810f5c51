/* Growth distance and generalized distance in any dimension, no half-spaces for growth. */
#ifndef GD_ND_H
#define GD_ND_H

#include "minkowski/problem.h"

/* workspace and vectors are the public functions' arguments. On success each function fills *out
 * and returns its status. On an error it returns the error and leaves *out unchanged. */
GD_INTERNAL gd_status gd_growth_nd(const gd_query* query, double* workspace,
                                   gd_growth_n_result* out, double* vectors);
GD_INTERNAL gd_status gd_collide_nd(const gd_query* query, double* workspace,
                                    gd_collision_n_result* out, double* vectors);

/* d_Q(A - minus). query->a is Q, query->b is A; minus may be NULL. */
GD_INTERNAL gd_status gd_generalized_solve(const gd_query* query, const gd_shape* minus,
                                           const double* pose_minus, double* workspace,
                                           gd_generalized_result* out, double* vectors);

#endif
