/* Projection of the origin on a simplex of up to four points: the sub-algorithm of GJK.
 *
 * Signed volumes (Montanari et al. 2017, Improving the GJK algorithm for faster and more reliable
 * distance queries): the barycentric coordinates of the projection are ratios of signed volumes
 * (areas, lengths), and their signs against that of the whole say which faces to look at. Nothing
 * is divided before the decision, so nearly flat simplices are decided, too. */
#ifndef GD_SIMPLEX_H
#define GD_SIMPLEX_H

#include "vec.h"

/* Weights of the nearest point: 0 for points that do not carry it; they sum to 1. */
typedef struct simplex_point {
    double lambda[4];
    vec3 x;      /* the weighted mean: a point of the simplex, so its length is an upper bound */
    vec3 normal; /* the same in real arithmetic; next to the origin x has lost its direction, but a
                    triangle's normal has not */
} simplex_point;

/* x holds count points, 1 to 4. */
GD_INTERNAL simplex_point gd_simplex_project(const vec3* x, int count);

/* The nearest point of all faces that hold the last point: for simplices so flat that the signs of
 * volumes are rounding. */
GD_INTERNAL simplex_point gd_simplex_search(const vec3* x, int count);

#endif
