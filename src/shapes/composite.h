/* Shapes made of something else: an affine image of a shape, the Minkowski sum of two, sets known
 * only by a support function of the caller's, and smooth hulls. */
#ifndef GD_COMPOSITE_H
#define GD_COMPOSITE_H

#include "shapes/shape.h"

/* What such a core consists of; owned by its shape. */
typedef struct gd_composite {
    gd_shape* first;
    gd_shape* second; /* of a sum */
    mat3 matrix;      /* of an affine image x -> matrix x + offset */
    vec3 offset;
    double shrink;      /* matrix makes no length shorter than shrink times itself */
    double least, most; /* images in images, all in all, scale by this much */
    gd_custom custom;
    double id;
    uint32_t leaves; /* parts that are not made of others */
} gd_composite;

/* Fills shape->composite, or of a smooth hull shape->hull, from its parameters, which hold whole
 * records of the parts. A half-space turned or moved, or summed with a bounded set, is a half-space
 * again: then shape->core says so.
 */
GD_SHARED gd_status gd_composite_read(gd_shape* shape, const double* p, size_t count, int depth,
                                      const gd_custom* custom);
GD_SHARED void gd_composite_free(gd_composite* composite);

/* Once the shape's radius and centre are known, from the same parameters: the balls inside and
 * around it, and a smooth hull's points, which are taken about the centre. */
GD_SHARED gd_status gd_composite_derive(gd_shape* shape, const double* p, size_t count);

/* Support point of a composite or smooth core about the local origin, either dimension (z = 0). */
GD_SHARED vec3 gd_composite_support(const gd_shape* shape, vec3 n, uint32_t* hint);

/* Smooth pieces of such a core, made of pieces of its parts and named by a direction m that finds
 * them: the piece's support point and Hessian at a unit n, and whether two directions find the same
 * one. A custom set counts as one piece. */
GD_SHARED vec3 gd_composite_piece(const gd_shape* shape, vec3 m, vec3 n);
GD_SHARED sym3 gd_composite_bend(const gd_shape* shape, vec3 m, vec3 n);
GD_SHARED bool gd_composite_same(const gd_shape* shape, vec3 m, vec3 k);

#endif
