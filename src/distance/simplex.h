/* Nearest point of a simplex of up to four points to the origin: the sub-algorithm of GJK.
 *
 * Which points carry the nearest one is decided in every iteration; their weights are needed once,
 * at the end, so the two are separate.
 *
 * All methods assume what holds in GJK: the last point is the newest and the nearest point of
 * the others was found before, so the answer's face holds the last point. */
#ifndef GD_SIMPLEX_H
#define GD_SIMPLEX_H

#include "growth_distance.h"
#include "math/vec.h"

/* The least face of the simplex that holds its nearest point. */
typedef struct simplex_face {
    unsigned kept; /* bit i: point i carries it; 15: the origin is inside the tetrahedron */
    vec3 nearest;  /* the nearest point; of a triangle the foot of the perpendicular, which keeps
                      its direction next to the origin, where a weighted mean has lost it */
} simplex_face;

/* By signed volumes; x holds count points, 1 to 4, the newest last. simplex_methods.h has others.
 */
GD_INTERNAL simplex_face gd_simplex_signed_volumes(const vec3* x, int count);

/* The least of all faces that hold the newest point: for simplices so flat that the signs of
 * volumes are rounding. */
GD_INTERNAL simplex_face gd_simplex_search(const vec3* x, int count);

/* Weights, >= 0 with sum 1, of the nearest point of a simplex all of whose points carry it. */
GD_INTERNAL void gd_simplex_weights(const vec3* x, int count, double lambda[4]);

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
