/* Derivatives of pairs with a half-space. */
#ifndef GD_DERIVATIVES_HALFSPACE_H
#define GD_DERIVATIVES_HALFSPACE_H

#include "minkowski/problem.h"

/* Derivatives where one of the two is a half-space: of the growth distance, when the body's centre
 * is outside, or of the signed distance. Returns how far above the plane the centre, or the body
 * is. */
GD_INTERNAL double gd_plane_derive(const gd_query* query, const double* velocity, bool growth,
                                   gd_derivatives* out);

#endif
