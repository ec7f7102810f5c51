/* Pairs with a closed form: a half-space and any shape, segments and points, boxes. */
#ifndef GD_CLOSED_H
#define GD_CLOSED_H

#include "minkowski/problem.h"

/* Whether bounding balls prove the shapes separated; requires centres at the local origins. If so,
 * out is filled. */
GD_INTERNAL bool gd_balls_apart(const gd_query* query, gd_collision_result* out);

/* Each of the functions below fills out, including its status, and returns true. Otherwise it
 * returns false and leaves out unchanged: then a solver handles the pair.
 *
 * For cores that are points or segments, in 2D or 3D. They return false if the segments cross in
 * 2D. */
GD_INTERNAL bool gd_growth_lines(const gd_query* query, gd_growth_result* out);
GD_INTERNAL bool gd_collide_lines(const gd_query* query, gd_collision_result* out);
GD_INTERNAL bool gd_distance_lines(const gd_query* query, gd_distance_result* out);
GD_INTERNAL bool gd_penetration_lines(const gd_query* query, gd_penetration_result* out);
GD_INTERNAL bool gd_signed_lines(const gd_query* query, gd_signed_result* out);

/* For cores that are boxes, segments or points, in 2D or 3D. They return false if there is no
 * closed form, or if rounding keeps the bounds from meeting the tolerance. */
GD_INTERNAL bool gd_growth_boxes(const gd_query* query, gd_growth_result* out);
GD_INTERNAL bool gd_collide_boxes(const gd_query* query, gd_collision_result* out);
GD_INTERNAL bool gd_distance_boxes(const gd_query* query, gd_distance_result* out);
GD_INTERNAL bool gd_penetration_boxes(const gd_query* query, gd_penetration_result* out);
GD_INTERNAL bool gd_signed_boxes(const gd_query* query, gd_signed_result* out);

/* For a pair with one half-space, in 2D or 3D. Each fills out and returns its status, or returns an
 * error and leaves out unchanged. */
GD_INTERNAL gd_status gd_signed_halfspace(const gd_query* query, gd_signed_result* out);
GD_INTERNAL gd_status gd_penetration_halfspace(const gd_query* query, gd_penetration_result* out);
GD_INTERNAL gd_status gd_distance_halfspace(const gd_query* query, gd_distance_result* out);
GD_INTERNAL gd_status gd_growth_halfspace(const gd_query* query, gd_growth_result* out);
GD_INTERNAL gd_status gd_collide_halfspace(const gd_query* query, gd_collision_result* out);

#endif
