/* The minimum of a kinked quadratic: the local model of h_C that Newton's method has
 * (support_model.h), g.d + d.K d / 2 + sum_k max(0, slope_k.d - gap_k) over steps d in the plane.
 *
 * Found by walking downhill from d = 0: along Newton's direction to the first kink, across it
 * where the slope beyond still falls, otherwise along it, to the next one; two kinks make a
 * corner. A kink is let go again where its multiplier, the share of the piece beyond, leaves 0
 * ... 1. What comes out is exact after a few legs; after WALK_LEGS it is a step downhill all the
 * same. */
#ifndef GD_MODEL_STEP_H
#define GD_MODEL_STEP_H

#include "second_order/support_model.h"

/* Sine squared of the angle below which two kinks are one. */
#define KINK_PARALLEL 0x1p-60

/* Whether kinks of slopes s and t make a corner; cross: their cross product. */
GD_INLINE bool kinks_cross(vec2 s, vec2 t, double cross) {
    return cross * cross > KINK_PARALLEL * dot2(s, s) * dot2(t, t);
}

/* The step, no longer than trust, how much it gains by the model, and whether it ends on kinks. */
GD_INTERNAL vec2 gd_model_step(const local_model* m, double trust, double* gain, bool* active);

#endif
