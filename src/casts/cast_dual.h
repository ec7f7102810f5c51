/* The dual of a step: a point of K on the line, without another evaluation.
 *
 * At the end of a step the model's gradient is 0, so its support point is on the line. On the way
 * there, rims turn by the angle of their normal, and kinks contribute their shares. Two of these
 * numbers are solved for, which puts the point on the line exactly. The error of its height is of
 * third order in the step. */
#ifndef GD_CAST_DUAL_H
#define GD_CAST_DUAL_H

#include "second_order/support_model.h"

/* The point for the step d from the local model m. Returns false if there is none. `flat` is the
 * rounding of a kink's gap. */
GD_INTERNAL bool gd_cast_dual(const support_model models[2], const local_model* m, vec2 d,
                              double flat, vertex3* x);

#endif
