/* Newton's step beside a round face. A rim turns all the way round within a small angle of its
 * face's normal, where its curvature has no bound and a quadratic model leads anywhere.
 *
 * In coordinates y around that normal, the part of a direction across the face's axis, the rim's
 * support function is r |y| exactly. With c and Q of all other pieces, the step minimises
 * c.y + y.Q y / 2 + r |y|. So y = -T (T Q + r I)^-1 c with T = |y|, and |(T Q + r I)^-1 c| = 1. */
#ifndef GD_POLAR_STEP_H
#define GD_POLAR_STEP_H

#include "second_order/support_model.h"

/* Replaces the step *d from the previous evaluation if it would turn the rim of a round face by
 * much. `added` times the identity is added to the model's Hessian. Returns false and keeps *d if
 * not, if the new step crosses a kink, or if there is no minimum. */
GD_INTERNAL bool gd_polar_step(const support_model models[2], const local_model* m, double added,
                               vec2* d);

#endif
