/* The sub-algorithms of GJK by name. Besides signed volumes (simplex.h) there are two for
 * comparison: Johnson's (Gilbert, Johnson and Keerthi 1988) and the recursive least squares of
 * [D]. */
#ifndef GD_SIMPLEX_METHODS_H
#define GD_SIMPLEX_METHODS_H

#include "distance/simplex.h"

/* Any method except signed volumes; x as for gd_simplex_signed_volumes. */
GD_INTERNAL simplex_face gd_simplex_by_method(gd_subalgorithm how, const vec3* x, int count);

GD_INLINE simplex_face simplex_nearest(gd_subalgorithm how, const vec3* x, int count) {
    return how == GD_SUBALGORITHM_SIGNED_VOLUMES ? gd_simplex_signed_volumes(x, count)
                                                 : gd_simplex_by_method(how, x, count);
}

#endif
