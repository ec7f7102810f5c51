/* Finite differences for the tests of derivatives. A row of derivatives has six columns:
 * translations along x, y, z, then rotations about the world's axes. These functions move a pose
 * along one column. */
#ifndef DIFFERENCES_H
#define DIFFERENCES_H

#include "math/vec.h"

#define DIFFERENCES_STEP 1e-5

/* Moves a pose along column j (0 to 5), by a length or an angle. */
void differences_move(const double* pose, int dimension, int j, double by, double* out);

/* Compares column j of three rows of derivatives with a vector's central difference. */
void differences_check(const double* rows, int j, vec3 low, vec3 high, double tolerance);

#endif
