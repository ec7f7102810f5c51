/* Casts of shapes and rays. */
#ifndef GD_CAST_H
#define GD_CAST_H

#include "casts/cast_search.h"

/* The first contact of two posed shapes, B of which moves along a line. The arguments must be
 * valid, except the poses. Fills *out and returns its status, or returns an error. */
GD_INTERNAL gd_status gd_cast_solve(const gd_query* query, const gd_cast* cast,
                                    gd_cast_result* out);

/* The same if one of the shapes is a half-space. */
GD_INTERNAL gd_status gd_cast_halfspace(const gd_query* query, const gd_cast* cast,
                                        gd_cast_result* out);

/* The same in closed form if one of the shapes is a ball. The displacement must not be 0, and no
 * shape is a half-space. Returns false if there is no closed form, if it proves nothing or if a
 * pose is not valid. */
GD_INTERNAL bool gd_cast_ball(const gd_query* query, const gd_cast* cast, gd_cast_result* out);

/* Fills a result: a miss, which normal proves, or a contact at the start of the interval. */
GD_INTERNAL gd_status gd_cast_missed(const gd_cast* cast, vec3 normal, gd_cast_result* out);
GD_INTERNAL gd_status gd_cast_overlapping(const gd_cast* cast, gd_cast_result* out);

#endif
