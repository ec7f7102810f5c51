/* Casts of rays, in closed form where the shape allows it.
 *
 * A closed form gives the span of the line inside the shape, with the normals at both ends; or a
 * normal across the line, if the line misses the shape. Each is only a proposal: one support value
 * along the normal proves the bound or the miss. If it does not, near a tangent or for shapes as
 * thin as needles, the ray is cast as a point. */
#ifndef GD_CAST_RAY_H
#define GD_CAST_RAY_H

#include "casts/cast.h"

/* A line in the shape's frame. x is a point of the line near the shape, v is a unit vector. */
typedef struct ray_line {
    vec3 x, v;
    double slack; /* rounding of n.x and of a support value, for a unit n */
} ray_line;

/* The part of the line inside a shape, from x + in v to x + out v, and outward normals there, of
 * any length. The ends may be infinite. */
typedef struct ray_span {
    double in, out;
    vec3 n_in, n_out;
    vec3 corner; /* of the facet with the normal n_in, if the shape is a hull */
    double sine; /* of the facet's angle there; 0: n_in is not of a facet */
} ray_span;

typedef enum ray_answer {
    RAY_UNKNOWN,
    RAY_MISS, /* n_in is across the line and separates it from the shape */
    RAY_SPAN,
} ray_answer;

/* The span of a primitive with the radius of its ball; RAY_UNKNOWN for other shapes. */
GD_INTERNAL ray_answer gd_ray_primitive(const gd_shape* shape, double radius, const ray_line* line,
                                        ray_span* span);

/* The entry into a hull without a ball, by a walk over its facets; the exit is not computed. */
GD_INTERNAL ray_answer gd_ray_hull(const gd_shape* shape, const ray_line* line, ray_span* span);

/* The frame of a shape for gd_ray_closed: of a ball only the position is set. Returns false if the
 * pose is not valid. */
GD_INLINE bool ray_frame(const gd_shape* shape, const double* pose, frame3* frame) {
    return shape_is_point(shape) ? position_of_pose(pose, shape->dimension, &frame->position)
                                 : frame_of_pose_inlined(pose, shape->dimension, frame);
}

/* Casts a ray in closed form, against a shape that is no half-space. Returns false if there is no
 * closed form, or if it proves nothing; otherwise fills *out. */
GD_INTERNAL bool gd_ray_closed(const gd_shape* shape, const frame3* frame, const gd_ray* ray,
                               double tolerance, gd_ray_result* out);

/* Casts a ray. The arguments must be valid, except the pose. Fills *out and returns its status, or
 * returns an error. */
GD_INTERNAL gd_status gd_ray_solve(const gd_shape* shape, const double* pose, const gd_ray* ray,
                                   const gd_settings* settings, gd_ray_result* out);

#endif
