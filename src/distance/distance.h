/* Distance, and overlap tests by the methods of its family. */
#ifndef GD_DISTANCE_H
#define GD_DISTANCE_H

#include "minkowski/problem.h"

/* Either dimension; no half-space. */
GD_INTERNAL gd_status gd_distance_gjk(const gd_query* query, gd_distance_result* out);
GD_INTERNAL gd_status gd_collide_gjk(const gd_query* query, gd_collision_result* out);

#endif
