/* A warm growth distance of curved shapes: few support calls, from the optimum of the previous
 * query (warm_model.h).
 *
 * Certificate: a support value bounds beta from above. The point of the support vertex or of the
 * edges in contact is in C, and so is its cone to the ball about the origin. Where the ray leaves
 * the cone bounds beta from below; the steps end when that point is on the ray up to rounding. */
#ifndef GD_WARM_GROWTH_H
#define GD_WARM_GROWTH_H

#include "growth/growth.h"

/* Whether growth distances of the pair save their optimum. */
GD_INTERNAL bool gd_warm_growth_fits(const gd_shape* a, const gd_shape* b);

/* Saves the optimum from the portal's mean points a and b, relative to the centres. Returns false
 * if the normal is fixed to a shape: the portal serves better then. */
GD_INTERNAL bool gd_warm_growth_save(gd_warm* warm, const growth3* g, vec3 a, vec3 b);

/* Runs from a state that fits. If the bounds prove the answer, saves the new state and returns
 * true, and the portal is the point on the ray. Otherwise g->start is the best normal. */
GD_INTERNAL bool gd_warm_growth(growth3* g, gd_warm* warm);

#endif
