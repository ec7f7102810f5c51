/* Growth distance by Newton's method on the pieces of the support functions (docs/algorithms.md,
 * Second order).
 *
 * With n = ray + y0 e1 + y1 e2, beta is the minimum of h_C(n) over y. At each y the local model of
 * C (support_model.h) is a model of h_C, quadratic but for kinks; its minimum (model_step.c) is the
 * next y. Where that lies on kinks the supporting face is an edge or more, and the vertex of it
 * nearest to the ray goes into the portal. Round faces are tried once their point is known to lie
 * on the ray.
 *
 * The portal stays what it is in cutting_plane.c: it bounds from inside, and after a step that
 * gained nothing its normal is the next direction. It is not begun before that is of use. Where C
 * holds a ball that touches it in the vertex, as it does of balls and ellipsoids, the place where
 * the ray leaves that ball bounds from inside as well: most such queries end there, a step earlier.
 *
 * Steps start from the best y so far and are no longer than a radius of trust, which follows how
 * well they turn out. */
#ifndef GD_NEWTON_H
#define GD_NEWTON_H

#include "growth/growth.h"

/* Whether the pieces of both shapes are known, and one of them is curved. */
GD_INTERNAL bool gd_newton_fits(const gd_shape* a, const gd_shape* b);

/* Whether its steps pay from nothing: of a box and a cone or a frustum the cutting plane finds the
 * face in 12 to 15 steps, and is faster (1.05 to 1.2 x in wasm). */
GD_INLINE bool newton_pays(const gd_shape* a, const gd_shape* b) {
    const bool flat_a = shape_is_polytope(a) && !shape_is_line(a),
               flat_b = shape_is_polytope(b) && !shape_is_line(b);
    const bool round_a = a->strictly_convex || shape_is_line(a) || shape_is_cylinder(a);
    const bool round_b = b->strictly_convex || shape_is_line(b) || shape_is_cylinder(b);
    return !(flat_a && !round_b) && !(flat_b && !round_a);
}

/* From the direction of a warm start, or the ray; the portal may have been raised. False when it
 * comes to no answer, or not soon: g may go on from the portal, if it has begun one. */
GD_INTERNAL bool gd_newton_run(growth3* g);

#endif
