/* Distance, and overlap tests by the GJK family of methods. */
#ifndef GD_DISTANCE_H
#define GD_DISTANCE_H

#include "minkowski/problem.h"

/* 2D or 3D shapes, no half-spaces. On an error *out is unchanged. */
GD_INTERNAL gd_status gd_distance_gjk(const gd_query* query, gd_distance_result* out);
GD_INTERNAL gd_status gd_collide_gjk(const gd_query* query, gd_collision_result* out);

#endif
