/* Pairs whose answer is a closed form: a half-space and anything, segments and points, boxes. */
#ifndef GD_CLOSED_H
#define GD_CLOSED_H

#include "minkowski/problem.h"

/* Whether balls around both, with their centres in the cores' middles, are apart; then out is
 * filled. */
GD_INTERNAL bool gd_balls_apart(const gd_query* query, gd_collision_result* out);

/* Each answers a pair and fills out, its status included, or returns false and leaves out alone:
 * then a search answers it.
 *
 * Both cores are points or segments, either dimension; false if they cross in 2D. */
GD_INTERNAL bool gd_growth_lines(const gd_query* query, gd_growth_result* out);
GD_INTERNAL bool gd_collide_lines(const gd_query* query, gd_collision_result* out);
GD_INTERNAL bool gd_distance_lines(const gd_query* query, gd_distance_result* out);
GD_INTERNAL bool gd_penetration_lines(const gd_query* query, gd_penetration_result* out);
GD_INTERNAL bool gd_signed_lines(const gd_query* query, gd_signed_result* out);

/* Both cores are boxes, segments or points, either dimension; false if there is no closed form, or
 * if rounding leaves its bounds apart. */
GD_INTERNAL bool gd_growth_boxes(const gd_query* query, gd_growth_result* out);
GD_INTERNAL bool gd_collide_boxes(const gd_query* query, gd_collision_result* out);
GD_INTERNAL bool gd_distance_boxes(const gd_query* query, gd_distance_result* out);
GD_INTERNAL bool gd_penetration_boxes(const gd_query* query, gd_penetration_result* out);
GD_INTERNAL bool gd_signed_boxes(const gd_query* query, gd_signed_result* out);

/* One of the two is a half-space, either dimension. Each fills out and returns a status, or returns
 * an error and leaves out alone. */
GD_INTERNAL gd_status gd_signed_halfspace(const gd_query* query, gd_signed_result* out);
GD_INTERNAL gd_status gd_penetration_halfspace(const gd_query* query, gd_penetration_result* out);
GD_INTERNAL gd_status gd_distance_halfspace(const gd_query* query, gd_distance_result* out);
GD_INTERNAL gd_status gd_growth_halfspace(const gd_query* query, gd_growth_result* out);
GD_INTERNAL gd_status gd_collide_halfspace(const gd_query* query, gd_collision_result* out);

#endif
