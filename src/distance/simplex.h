/* The nearest point of a simplex of up to four points to the origin: the sub-algorithm of GJK.
 *
 * GJK needs the face with the nearest point in every iteration, but its weights only once, at the
 * end. So two functions compute them.
 *
 * All methods assume two properties of GJK: the last point is the newest, and the nearest point of
 * the others is already known. So the face with the nearest point contains the last point. */
#ifndef GD_SIMPLEX_H
#define GD_SIMPLEX_H

#include "growth_distance.h"
#include "math/vec.h"

/* The smallest face of the simplex that contains its nearest point. */
typedef struct simplex_face {
    unsigned kept; /* bit i: the face has point i; 15: the origin is inside the tetrahedron */
    vec3 nearest;  /* for a triangle the foot of the perpendicular: near the origin it keeps the
                      direction that a weighted mean loses */
} simplex_face;

/* By signed volumes. x contains count points, 1 to 4, the newest last. simplex_methods.h has other
 * methods. */
GD_INTERNAL simplex_face gd_simplex_signed_volumes(const vec3* x, int count);

/* Takes the nearest of all faces with the newest point: for simplices so flat that the signs of
 * volumes are rounding. */
GD_INTERNAL simplex_face gd_simplex_search(const vec3* x, int count);

/* Weights of the nearest point, >= 0 with sum 1. All points of the simplex must be needed for
 * it. */
GD_INTERNAL void gd_simplex_weights(const vec3* x, int count, double lambda[4]);

/* The same; one or two points inline. */
GD_INLINE void simplex_weights(const vec3* x, int count, double lambda[4]) {
    if (count > 2) {
        gd_simplex_weights(x, count, lambda);
        return;
    }
    lambda[0] = 1.0;
    if (count == 1) return;
    const vec3 d = sub3(x[1], x[0]);
    const double a = max2(dot3(x[1], d), 0.0), b = max2(-dot3(x[0], d), 0.0), sum = a + b;
    lambda[0] = sum > 0.0 ? a / sum : 1.0;
    lambda[1] = sum > 0.0 ? b / sum : 0.0;
}

/* ---- faces ---------------------------------------------------------------------------------- */

GD_INLINE double simplex_square(const simplex_face* f) {
    return dot3(f->nearest, f->nearest);
}

GD_INLINE simplex_face simplex_vertex(const vec3* x, int i) {
    return (simplex_face){1u << i, x[i]};
}

GD_INLINE void simplex_less(simplex_face* best, simplex_face f) {
    if (simplex_square(&f) < simplex_square(best)) *best = f;
}

#endif
