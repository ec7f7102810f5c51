/* Derivatives of pairs with a half-space. */
#ifndef GD_DERIVATIVES_HALFSPACE_H
#define GD_DERIVATIVES_HALFSPACE_H

#include "minkowski/problem.h"

/* Derivatives of the growth distance, if the body's centre is outside the half-space, or of the
 * signed distance. One of the shapes is a half-space. Returns the height over the plane: of the
 * centre for growth, otherwise of the body. velocity and jacobians may be NULL. */
GD_INTERNAL double gd_plane_derive(const gd_query* query, const double* velocity, bool growth,
                                   gd_derivatives* out, gd_jacobians* jacobians);

#endif
