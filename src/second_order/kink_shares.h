/* Shares of the pieces beyond kinks. At a kink, the support vertex plus a share in [0, 1] of the
 * way to the vertex beyond is a point of the same shape. */
#ifndef GD_KINK_SHARES_H
#define GD_KINK_SHARES_H

#include "second_order/support_model.h"

/* Which kinks may contribute to a point of D. */
typedef struct kink_limits {
    double near; /* gap divided by slope: the tangent of the kink's angle to n */
    double flat; /* gap of kinks that pass through n: parallel features */
} kink_limits;

/* Moves *x to the point nearest to the origin among *x plus shares of (slope, -gap) of the kinks
 * within the limits. share receives one share per kink. */
GD_INTERNAL void gd_kink_shares(const local_model* m, kink_limits limits, vec3* x, double* share);

#endif
