/* Projection of a point on the convex cone of a few vertices of C: the sub-problem of zc.c and
 * zc_ie.c.
 *
 * Every vertex has a further coordinate, the lift: (s, lift). With lift 0 the cone is spanned by
 * the vertices themselves. A larger lift draws the sum of coefficients towards 1. In the limit this
 * is GJK's projection on their convex hull. */
#ifndef GD_CONIC_PROJECTION_H
#define GD_CONIC_PROJECTION_H

#include "compare/ray.h"

/* The vertices with positive coefficients: the face of the cone that contains the projection. */
typedef struct cone3 {
    vertex3 v[4]; /* one place more, for the new vertex */
    double lambda[3];
    int count;
    vec3 residual;  /* x minus the projection, without the lift */
    double squared; /* its squared length, with the lift */
    vec3 normal;    /* of the face, towards the residual, any length; only with 3 vertices */
} cone3;

/* Projects the lifted x on the cone of the previous face's vertices and s. Returns false and
 * changes nothing if no face has positive coefficients. */
GD_INTERNAL bool gd_conic_project(cone3* cone, const vertex3* s, vec3 x, double lift);

#endif
