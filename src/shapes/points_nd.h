/* Sets of any dimension: point clouds and p-norm balls. Their coordinates are not vectors of vec.h
 * but arrays of `nd` doubles, which the shape owns. */
#ifndef GD_POINTS_ND_H
#define GD_POINTS_ND_H

#include "shapes/shape.h"

/* Points of one block of the cloud: four chains of two lanes hide the latency of an addition. */
#define GD_POINTS_BLOCK 8

/* Reads a record of kind POINTS or NORM_BALL into a shape whose kind and margin are known. */
GD_INTERNAL gd_status gd_points_read(gd_shape* shape, const double* parameters, size_t count,
                                     bool has_center);
GD_INTERNAL void gd_points_free(gd_shape* shape);

/* Support point relative to the centre for a direction of length 1; both have `nd` doubles. */
GD_INTERNAL void gd_points_support(const gd_shape* shape, const double* n, double* s);

/* gd_shape_support of such a set. */
GD_INTERNAL gd_status gd_points_farthest(const gd_shape* shape, const double* direction,
                                         double* point);

#endif
