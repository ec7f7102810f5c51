/* Smooth hulls: convex shapes with a differentiable support function over points v_i about the
 * centre, h(d) = (sum t_i^e)^(1/e) with t_i = max(0, v_i.d).
 *
 * The exponent is e >= 1; the smaller it is, the rounder the shape. For e > 2, h is twice
 * differentiable. In 2D the points have z = 0. */
#ifndef GD_SMOOTH_HULL_H
#define GD_SMOOTH_HULL_H

#include "math/vec.h"

typedef struct gd_smooth {
    double exponent;
    uint32_t count;
    vec3 v[]; /* relative to the centre */
} gd_smooth;

/* Copies count points of dims coordinates and makes them relative to center. Returns NULL if out of
 * memory. Release the result with free. */
GD_INTERNAL gd_smooth* gd_smooth_make(const double* points, uint32_t count, uint32_t dims,
                                      double exponent, vec3 center);

/* Radius of a ball about the centre that contains the shape. */
GD_INTERNAL double gd_smooth_bound(const gd_smooth* smooth);

/* Support point relative to the centre. n has any length except 0. */
GD_INTERNAL vec3 gd_smooth_support(const gd_smooth* smooth, vec3 n);

/* The same, and the Hessian of h at n. */
GD_INTERNAL vec3 gd_smooth_curvature(const gd_smooth* smooth, vec3 n, sym3* hessian);

#endif
