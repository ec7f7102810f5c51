/* Shapes for the tests, made from their records. */
#ifndef MAKE_H
#define MAKE_H

#include "growth_distance.h"

#include <stddef.h>

/* The shape of a valid record; the caller destroys it. */
gd_shape* make(const double* record, size_t length);
gd_shape* make_sphere(double radius);
gd_shape* make_box(double x, double y, double z);
gd_shape* make_rectangle(double x, double y);
gd_shape* make_norm_ball(int n, double p, double radius);

/* A ball and a circle that are ellipsoids: their cores are all of them, not a point. */
gd_shape* make_ball(double radius);
gd_shape* make_circle(double radius);

/* A record around another, as long as it returns: an image by a diagonal matrix, moved along x. */
size_t wrap(double* record, size_t length, const double diagonal[3], double x);

/* What becomes of a record, valid or not; a shape it makes is destroyed again. */
gd_status try_record(const double* record, size_t length);

#endif
