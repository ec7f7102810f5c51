/* Projection of a point on the convex cone of few vertices of C: the sub-problem of zc.c, zc_ie.c.
 *
 * Every vertex may carry a further coordinate, the lift: (s, lift). With lift 0 it is the cone of
 * the vertices themselves; the larger the lift, the nearer the sum of coefficients must be to 1,
 * and in the limit it is the projection of GJK on their convex hull. */
#ifndef GD_CONIC_PROJECTION_H
#define GD_CONIC_PROJECTION_H

#include "compare/ray.h"

/* The vertices with positive coefficients: the face of the cone that holds the projection. */
typedef struct cone3 {
    vertex3 v[4]; /* room for one that joins */
    double lambda[3];
    int count;
    vec3 residual;  /* x less the projection, without the lift */
    double squared; /* its length squared, with the lift */
    vec3 normal;    /* of the face, along the residual, of any length; 3 vertices only */
} cone3;

/* Projects x, lifted, on the cone of the vertices of the last face and s. False when no face that
 * holds s is nearer to x than by rounding: nothing is changed. */
GD_INTERNAL bool gd_conic_project(cone3* cone, const vertex3* s, vec3 x, double lift);

#endif
