/* Points of K on the kinks of a local model.
 *
 * At a kink, the support vertex plus a share in [0, 1] of the way to the vertex beyond is a point
 * of K. Shares of vertices of one hull add up to at most 1. */
#ifndef GD_CAST_KINKS_H
#define GD_CAST_KINKS_H

#include "second_order/model_step.h"

/* The point of the kinks with a gap below `near` that is nearest to the line. Kinks with a gap
 * below `flat` pass through the normal, as those of parallel faces: all of them contribute. */
GD_INTERNAL vertex3 gd_cast_kinks(const local_model* m, double near, double flat);

#endif
