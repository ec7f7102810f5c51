/* The minimum of a hinged quadratic: the model that Newton's method has of h_C around a bend
 * (sight.h), g.d + d.K d / 2 + sum_k max(0, slope_k.d - drop_k) over steps d in the plane.
 *
 * Found by walking downhill from d = 0: along Newton's direction to the first hinge, across it
 * where the slope beyond still falls, otherwise along it, to the next one; two hinges make a
 * corner. A hinge is let go again where its multiplier, the share of the piece beyond, leaves 0
 * ... 1. What comes out is exact after a few legs; after HINGE_LEGS it is a step downhill all the
 * same. */
#ifndef GD_HINGE_H
#define GD_HINGE_H

#include "second_order/support_model.h"

/* Sine squared of the angle below which two hinges are one. */
#define HINGE_PARALLEL 0x1p-60

/* Whether hinges of slopes s and t make a corner; cross: their cross product. */
GD_INLINE bool hinge_crosses(vec2 s, vec2 t, double cross) {
    return cross * cross > HINGE_PARALLEL * dot2(s, s) * dot2(t, t);
}

/* The step, no longer than trust, how much it gains by the model, and whether it ends on hinges. */
GD_INTERNAL vec2 gd_hinge_step(const bend* m, double trust, double* gain, bool* held);

#endif
