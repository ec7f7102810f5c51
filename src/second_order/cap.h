/* A cap of directions around a unit normal n in which the support function h_D is at least L,
 * proved by one evaluation of the local model.
 *
 * Each piece of h_D is a global lower bound of h_D. With t on the tangent plane at n, |t| <= tau:
 * - A rim or an ellipsoid is |P (n + t)| = x + q / (|P (n + t)| + x), where x = r + e.t is linear
 *   and q a quadratic form. The denominator is at most X = x' + sqrt(x'^2 + b tau^2), with
 *   x' = r + |e| tau. So the piece exceeds its tangent plane by t.K t / 2 times 2 r / X, K its
 *   Hessian at n.
 * - A kink through n with share l adds c |s.t| >= c (s.t)^2 / (|s| tau), c = min(l, 1 - l).
 * - A round face, n on its axis, adds (R - |q|) |t| + |q| (|t| - t.q / |q|) at its point q.
 * The sphere of radius L asks for L sqrt(1 + |t|^2) = L + |t|^2 L / (1 + sqrt(1 + |t|^2)).
 *
 * Let M be the sum of these curvatures minus 2 L / (1 + sqrt(1 + tau^2)), a = h_D(n) - L and g the
 * gradient. If M is positive definite and g.M^-1 g <= 2 a, then h_D >= L in the whole cap of half
 * angle atan(tau). All terms fall with tau at least as fast as the sphere's, so one test at the rim
 * of the cap covers its inside. No bound of a third derivative is needed. */
#ifndef GD_CAP_H
#define GD_CAP_H

#include "second_order/difference_model.h"

/* Whether the shape's pieces are known. Composites and smooth hulls have a curvature at n only. */
GD_INLINE bool cap_fits(const gd_shape* shape) {
    return support_model_fits(shape) && shape->composite == NULL && shape->smooth == NULL;
}

/* Returns the tangent of the cap's half angle; 0: no proof. m is the previous evaluation of d.
 * Kinks have the given shares, 0 if they are not at n. x is the point of D with these shares, whose
 * first two coordinates are the gradient. lower is L > 0. */
GD_INTERNAL double gd_cap(const difference_model* d, const local_model* m, const double* share,
                          vec3 x, double lower);

#endif
