/* The check of a time of impact from the definition of the motion: poses at many times before
 * `lower`, and one at `upper`. */
#ifndef IMPACT_CHECKS_H
#define IMPACT_CHECKS_H

#include "growth_distance.h"

/* Solves a motion and checks all fields of the result. Samples are distances at times before
 * lower; half of these times are close to it. Returns NULL, or what is wrong. */
const char* check_impact(const gd_query* query, const gd_motion* motion, int samples,
                         gd_cast_result* out);

/* Draws a shape with sides up to 1 : 100 in 3D. */
gd_shape* make_long(double scale);

double bound_radius(const gd_shape* shape);

#endif
