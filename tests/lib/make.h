/* Shapes for the tests, made from their records. */
#ifndef MAKE_H
#define MAKE_H

#include "growth_distance.h"

#include <stddef.h>

/* Makes the shape of a valid record; the caller destroys it. */
gd_shape* make(const double* record, size_t length);
gd_shape* make_sphere(double radius);
gd_shape* make_box(double x, double y, double z);
gd_shape* make_rectangle(double x, double y);
gd_shape* make_norm_ball(int n, double p, double radius);

/* A ball and a circle, made as an ellipsoid and an ellipse. Their core is the whole shape, while
 * the core of a sphere is a point. */
gd_shape* make_ball(double radius);
gd_shape* make_circle(double radius);

/* Wraps a record into a Transformed: a diagonal matrix and an offset along x. Returns the new
 * length. */
size_t wrap(double* record, size_t length, const double diagonal[3], double x);

/* Returns the status of a record, valid or not, and destroys the shape if there is one. */
gd_status try_record(const double* record, size_t length);

#endif
