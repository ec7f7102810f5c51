/* Second-order steps for the growth distance of curved sets (algorithms.md 2.2).
 *
 * With n = ray + E y, E the two axes across the ray, 1/sigma is the minimum of h_C(n) over y, whose
 * gradient is the support vertex's place across the ray, (u, v), and whose Hessian K = E' H E sums
 * the curvatures of both sets. A Newton step turns n to where the vertex should lie on the ray.
 *
 * The outer bound needs only such steps, the inner one a portal around the ray. So once the steps
 * are short, three of them aim at the corners of a small triangle around it, small enough that the
 * portal through them is within the tolerance: the gap of both bounds falls with the square of its
 * size.
 *
 * The portal stays what it is in growth.c: every vertex goes into it, and wherever a step does not
 * lower h, or K is singular, its normal is the next direction. */
#ifndef GD_NEWTON_H
#define GD_NEWTON_H

#include "curvature.h"
#include "pair.h"

typedef struct newton {
    double tolerance;
    double y0, y1;        /* the direction asked last */
    double k00, k01, k11; /* K at the last direction of which it is known */
    double best;          /* least h_C seen */
    int steps;            /* directions proposed */
    int aimed;            /* corners of the triangle aimed at so far; 0 while stepping */
    bool curvature;       /* K is wanted of the next vertex */
} newton;

/* Whether both sets' support functions are twice differentiable, for which the steps are made. */
GD_INLINE bool newton_fits(const gd_shape* a, const gd_shape* b) {
    return a->twice_differentiable && b->twice_differentiable;
}

GD_INLINE newton newton_start(double tolerance) {
    return (newton){.tolerance = tolerance, .best = GD_INFINITY, .curvature = true};
}

/* pair3_support, and K where it is wanted. */
GD_INTERNAL void gd_newton_support(newton* w, pair3* pair, vec3 n, double inverse, vertex3* vertex);

/* The next direction from the vertex s along n, or false where the portal's normal is better. */
GD_INTERNAL bool gd_newton_next(newton* w, const pair3* pair, const vertex3* s, vec3* n);

#endif
