/* Shapes made of something else: an affine image of a shape, the Minkowski sum of two, sets known
 * only by a support function of the caller's, and smooth hulls. */
#ifndef GD_COMPOSITE_H
#define GD_COMPOSITE_H

#include "shapes/shape.h"

/* Records in records at most. */
#define COMPOSITE_DEPTH 16

/* The records of the parts within the parameters of a shape made of others. */
typedef struct gd_part_records {
    const double* record[2];
    size_t length[2];
    int count; /* 0: a custom set */
} gd_part_records;

/* Finds the records of the parts. Then each part is read and added, and the shape is joined. */
GD_INTERNAL gd_status gd_composite_parts(const gd_shape* shape, const double* p, size_t count,
                                         gd_part_records* parts);

/* Adds a part that was read; it belongs to the composite already. */
GD_INTERNAL gd_status gd_composite_add(gd_shape* shape, const gd_shape* part);

/* The core from its parts. A half-space turned or moved, or summed with a bounded set, is a
 * half-space again: then shape->core says so. */
GD_INTERNAL gd_status gd_composite_join(gd_shape* shape, const double* p);

/* A smooth hull's points, until its centre's depth in their hull is known. */
GD_INTERNAL gd_status gd_composite_read_smooth(gd_shape* shape, const double* p, size_t count);

/* Once the shape's radius and centre are known, from the same parameters: the balls inside and
 * around it, and a smooth hull's points, which are taken about the centre. */
GD_INTERNAL gd_status gd_composite_derive(gd_shape* shape, const double* p, size_t count);

#endif
