/* Differences that derivatives are compared with: poses moved a little along one column of a row of
 * derivatives, which is x y z, then rotations about the world's axes. */
#ifndef DIFFERENCES_H
#define DIFFERENCES_H

#include "math/vec.h"

#define DIFFERENCES_STEP 1e-5

/* A pose moved by a length or an angle along column j of its body, 0 to 5. */
void differences_move(const double* pose, int dimension, int j, double by, double* out);

/* Column j of three rows of derivatives against a vector's values a step below and above. */
void differences_check(const double* rows, int j, vec3 low, vec3 high, double tolerance);

#endif
