/* Second-order steps for the growth distance of curved sets (algorithms.md 2.2).
 *
 * With n = ray + E y, E the two axes across the ray, 1/sigma is the minimum of h_C(n) over y, whose
 * gradient is the support vertex's place across the ray, (u, v), and whose Hessian K = E' H E sums
 * the curvatures of both sets. A Newton step turns n to where the vertex should lie on the ray.
 *
 * Steps start from the best direction so far and are no longer than a radius of trust, which
 * follows how well they turn out. The portal stays what it is in growth.c: vertices that raise it
 * go into it, it bounds from inside, and after a step that fails its normal is the next direction.
 */
#ifndef GD_NEWTON_H
#define GD_NEWTON_H

#include "curvature.h"
#include "pair.h"

/* What is known at a direction ray + E y. */
typedef struct newton_value {
    vec2 y;
    double height; /* h_C */
    vec2 slope;
    double k00, k01, k11;
} newton_value;

typedef struct newton {
    newton_value last, best;
    double trust;
    double predicted; /* what the last step should have gained; 0: it was none of Newton's */
    int steps;
    bool curvature; /* K is wanted of the next vertex */
} newton;

/* Whether both sets' support functions are twice differentiable, for which the steps are made. */
GD_INLINE bool newton_fits(const gd_shape* a, const gd_shape* b) {
    return a->twice_differentiable && b->twice_differentiable;
}

GD_INTERNAL void gd_newton_start(newton* w);

/* pair3_support, and K where it is wanted. */
GD_INTERNAL void gd_newton_support(newton* w, pair3* pair, vec3 n, double inverse, vertex3* vertex);

/* The next direction after the vertex of the last one, or false: the portal's normal. */
GD_INTERNAL bool gd_newton_next(newton* w, const pair3* pair, vec3* n);

#endif
