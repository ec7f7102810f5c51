/* Pairs whose answer is a closed form: a half-space and anything, segments and points, boxes. */
#ifndef GD_CLOSED_H
#define GD_CLOSED_H

#include "minkowski/problem.h"

/* Whether balls around both, with their centres in the cores' middles, are apart; then out is
 * filled. */
GD_INTERNAL bool gd_balls_apart(const gd_query* query, gd_collision_result* out);

/* Both cores are points or segments: closed form, either dimension; GD_ERROR_UNDEFINED where
 * they cross in the plane. */
GD_SHARED gd_status gd_growth_lines(const gd_query* query, gd_growth_result* out);
GD_SHARED gd_status gd_collide_lines(const gd_query* query, gd_collision_result* out);
GD_INTERNAL gd_status gd_distance_lines(const gd_query* query, gd_distance_result* out);
GD_INTERNAL gd_status gd_penetration_lines(const gd_query* query, gd_penetration_result* out);
GD_INTERNAL gd_status gd_signed_lines(const gd_query* query, gd_signed_result* out);

/* Both cores are boxes, segments or points: closed form, either dimension; GD_ERROR_UNDEFINED where
 * there is none, or where rounding leaves its bounds apart. */
GD_SHARED gd_status gd_growth_boxes(const gd_query* query, gd_growth_result* out);
GD_SHARED gd_status gd_collide_boxes(const gd_query* query, gd_collision_result* out);
GD_INTERNAL gd_status gd_distance_boxes(const gd_query* query, gd_distance_result* out);
GD_INTERNAL gd_status gd_penetration_boxes(const gd_query* query, gd_penetration_result* out);
GD_INTERNAL gd_status gd_signed_boxes(const gd_query* query, gd_signed_result* out);

/* One of the two is a half-space: closed form, either dimension. */
GD_INTERNAL gd_status gd_signed_halfspace(const gd_query* query, gd_signed_result* out);
GD_INTERNAL gd_status gd_penetration_halfspace(const gd_query* query, gd_penetration_result* out);
GD_INTERNAL gd_status gd_distance_halfspace(const gd_query* query, gd_distance_result* out);
GD_SHARED gd_status gd_growth_halfspace(const gd_query* query, gd_growth_result* out);
GD_SHARED gd_status gd_collide_halfspace(const gd_query* query, gd_collision_result* out);

#endif
