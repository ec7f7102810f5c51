/* Composite shapes: an affine image of a shape, the Minkowski sum of two shapes, and custom shapes
 * that the caller defines by a support function. Smooth hulls are here, too, because they need the
 * same bounds. */
#ifndef GD_COMPOSITE_H
#define GD_COMPOSITE_H

#include "shapes/shape.h"

/* Limit on the nesting depth of records. */
#define COMPOSITE_DEPTH 16

/* The records of the parts, inside the parameters of a composite. */
typedef struct gd_part_records {
    const double* record[2];
    size_t length[2];
    int count; /* 0: a custom shape */
} gd_part_records;

/* Creating a composite takes three steps. This one finds the records of the parts; p are the count
 * parameters of the composite. */
GD_INTERNAL gd_status gd_composite_parts(const gd_shape* shape, const double* p, size_t count,
                                         gd_part_records* parts);

/* Second step, once for each part after it was read: adds its leaves and scales. The composite
 * already owns the part. */
GD_INTERNAL gd_status gd_composite_add(gd_shape* shape, const gd_shape* part);

/* Third step: derives the core from the parts. The image of a half-space is a half-space, and so is
 * its sum with a bounded shape; then shape->core becomes GD_CORE_HALFSPACE. */
GD_INTERNAL gd_status gd_composite_join(gd_shape* shape, const double* p);

/* Reads a smooth hull and builds the hull of its points, which gd_composite_derive replaces. */
GD_INTERNAL gd_status gd_composite_read_smooth(gd_shape* shape, const double* p, size_t count);

/* Last step, when radius and centre are set: computes the balls inside and around the shape. p and
 * count are the same parameters. A smooth hull then stores its points relative to the centre. */
GD_INTERNAL gd_status gd_composite_derive(gd_shape* shape, const double* p, size_t count);

#endif
