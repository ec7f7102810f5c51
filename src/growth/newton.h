/* Growth distance by Newton's method on the pieces of the support functions (docs/algorithms.md,
 * Second order).
 *
 * With n = ray + y0 e1 + y1 e2, beta is the minimum of h_C(n) over y. A local model of C
 * (support_model.h) approximates h_C around y by a quadratic with kinks; its minimum (model_step.c)
 * is the next y. If the minimum is on kinks, the supporting face is an edge or larger, and its
 * point nearest to the ray enters the portal. A round face is tried as soon as the model says that
 * the ray leaves through it.
 *
 * The portal of cutting_plane.c gives the inner bound. It is started only when needed, and its
 * normal is the next direction after a Newton step that does not lower h. C may contain a ball that
 * touches it in the vertex, for example if both shapes are ellipsoids. Then the exit point of the
 * ray from that ball is an inner bound too, and ends most such queries a step earlier.
 *
 * Steps start from the best y. A trust radius limits their length and follows the ratio of actual
 * to predicted gain. */
#ifndef GD_NEWTON_H
#define GD_NEWTON_H

#include "growth/growth.h"

/* True if the support models cover both shapes and at least one shape is curved. */
GD_INTERNAL bool gd_newton_fits(const gd_shape* a, const gd_shape* b);

/* Whether Newton's method pays for a polytope and another shape. Beside a
 * cone or frustum it does not: the cutting plane takes 12 to 18 steps, and as long. Beside a
 * cylinder it pays for a box only: for a hull it takes 1.2 to 1.6 times as long. */
GD_INLINE bool newton_pays_beside(const gd_shape* polytope, const gd_shape* other) {
    if (!shape_is_polytope(polytope) || shape_is_line(polytope)) return true;
    return other->strictly_convex || shape_is_line(other) ||
           (shape_is_cylinder(other) && shape_is_box(polytope));
}

GD_INLINE bool newton_pays(const gd_shape* a, const gd_shape* b) {
    return newton_pays_beside(a, b) && newton_pays_beside(b, a);
}

/* Starts from the warm direction or from a guess; the portal may already be expanded. Returns true
 * if the bounds prove the answer, false if not within its limits. The cutting plane may continue
 * from g, if g has a portal. */
GD_INTERNAL bool gd_newton_run(growth3* g);

#endif
