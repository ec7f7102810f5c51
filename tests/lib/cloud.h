/* Point clouds for the tests of hulls: three doubles a point, in an array that the test owns. */
#ifndef CLOUD_H
#define CLOUD_H

#include "math/vec.h"

#include <stddef.h>

void cloud_push(double* points, size_t* count, double x, double y, double z);

/* Turns all points about the origin, by the same random rotation. */
void cloud_turn(double* points, size_t count);

#endif
