/* Smooth hulls: convex sets with a differentiable support function, h(d) = (sum t_i^e)^(1/e) with
 * t_i = max(0, v_i.d), over points v_i about the centre (docs/algorithms.md, Sets, support). The
 * exponent e >= 1 rounds more the smaller it is; for e > 2 h is twice differentiable. Points of the
 * plane have z = 0. */
#ifndef GD_SMOOTH_HULL_H
#define GD_SMOOTH_HULL_H

#include "math/vec.h"

typedef struct gd_smooth {
    double exponent;
    uint32_t count;
    vec3 v[]; /* about the centre */
} gd_smooth;

/* From count points of dims coordinates; NULL when out of memory. Free it with free. */
GD_INTERNAL gd_smooth* gd_smooth_make(const double* points, uint32_t count, uint32_t dims,
                                      double exponent, vec3 center);

/* Radius of a ball about the centre that holds the set. */
GD_INTERNAL double gd_smooth_bound(const gd_smooth* smooth);

/* Support point, relative to the centre, along n of any length but 0. */
GD_INTERNAL vec3 gd_smooth_support(const gd_smooth* smooth, vec3 n);

/* The same, and the Hessian of h at n. */
GD_INTERNAL vec3 gd_smooth_curvature(const gd_smooth* smooth, vec3 n, sym3* hessian);

#endif
