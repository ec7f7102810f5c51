/* The distance of separated 3D shapes by second order: Newton's method on the supporting planes.
 * Source: docs/algorithms.md, Second order.
 *
 * With D = A - B, a unit normal n proves a distance of at least its gap -h_D(n), and the distance
 * is the largest gap. Each iteration evaluates the local model of h_D at n (support_model.h). On
 * the tangent plane at n, the sphere adds the gap times the identity to the Hessian. The model's
 * minimum gives the next n.
 *
 * Certificate: the best gap is the lower bound. At a kink, any share of the piece beyond gives a
 * point of D; the shares nearest to the origin give the upper bound. An ellipsoid counts without
 * the ball that is a summand of it, which makes the upper bound quadratic in n's error.
 *
 * The iteration ends without an answer if the shapes seem to overlap, or if its steps stop to gain.
 * Then GJK continues from the best normal. Invariant: lower <= distance of the cores. */
#ifndef GD_NEWTON_DISTANCE_H
#define GD_NEWTON_DISTANCE_H

#include "distance/gjk.h"

/* Whether the method applies: both shapes have a local model, and at least one is curved. A warm
 * state beside a hull is left to GJK, whose state has the vertices. GJK then takes 2
 * steps, and this method takes 10 with the normal alone. Cores that overlapped in the previous
 * query are left to GJK, too: this method has no answer for them. */
GD_INTERNAL bool gd_newton_distance_fits(const gjk* g, const gd_query* query);

/* Runs from the warm state's normal or from a guess. If the bounds prove the answer, returns true
 * and leaves the nearest simplex in g, as GJK does. Otherwise g is reset, with the best normal. */
GD_INTERNAL bool gd_newton_distance(gjk* g, const gd_query* query);

/* The search of AUTO for a distance: Newton's method if it applies and converges, otherwise GJK. */
GD_INLINE gd_status gjk_run_auto(gjk* g, const gd_query* query) {
    if (gd_newton_distance_fits(g, query) && gd_newton_distance(g, query)) return GD_STATUS_OPTIMAL;
    return gd_gjk_run(g, query, GD_METHOD_AUTO, GJK_DISTANCE);
}

#endif
