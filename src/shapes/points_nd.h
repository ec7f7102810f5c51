/* Point sets and p-norm balls of any dimension. Their coordinates are arrays of nd_set.dimension
 * doubles, which the shape owns, not the vectors of vec.h. */
#ifndef GD_POINTS_ND_H
#define GD_POINTS_ND_H

#include "shapes/shape.h"

/* Points per block: four independent sums of two lanes hide the latency of an addition. */
#define GD_POINTS_BLOCK 8

/* Reads a record of kind POINTS or NORM_BALL into a shape whose kind and margin are set. The
 * parameters start with the dimension; a centre follows if has_center. Returns a gd_status as
 * gd_shape_create does. */
GD_INTERNAL gd_status gd_points_read(gd_shape* shape, const double* parameters, size_t count,
                                     bool has_center);
GD_INTERNAL void gd_points_free(gd_shape* shape);

/* Support point relative to the centre, margin included. n must have length 1; n and s may be the
 * same array. */
GD_INTERNAL void gd_points_support(const gd_shape* shape, const double* n, double* s);

/* gd_shape_support for these shapes: direction of any length, point about the local origin. */
GD_INTERNAL gd_status gd_points_farthest(const gd_shape* shape, const double* direction,
                                         double* point);

#endif
