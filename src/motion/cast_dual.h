/* The dual of a step: a point of K on the line, without another evaluation.
 *
 * A step from y ends where the model's gradient is 0. There the support point is on the line: rims
 * have turned as far as the step turns their normal, and kinks on which it ends contribute a share.
 * Two of these numbers are solved for, so that the point is on the line exactly; its height has an
 * error of third order in the step. */
#ifndef GD_CAST_DUAL_H
#define GD_CAST_DUAL_H

#include "second_order/support_model.h"

/* Whether the shape has rims. */
GD_INLINE bool cast_has_rims(const gd_shape* shape) {
    return shape->core == GD_CORE_CYLINDER || shape->core == GD_CORE_FRUSTUM;
}

/* The point for the step d from the local model m. Returns false if there is none. `flat` is the
 * rounding of a kink's gap. */
GD_INTERNAL bool gd_cast_dual(const support_model models[2], const local_model* m, vec2 d,
                              double flat, vertex3* x);

#endif
