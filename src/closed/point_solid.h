/* A point or ball opposite a solid: which shape of a pair is which, and the gap from an answer in
 * the solid's frame. */
#ifndef GD_POINT_SOLID_H
#define GD_POINT_SOLID_H

#include "closed/gap.h"
#include "closed/pose_lanes.h"

typedef struct point_solid {
    const gd_shape* solid;
    bool point_is_a;
    frame3 frame; /* of the solid */
    vec3 point;   /* world */
} point_solid;

/* Shapes in 2D, or poses that are unusual or invalid. */
static GD_COLD __attribute__((unused)) bool
point_solid_of_frames(const double* solid, const double* point, int dimension, point_solid* x) {
    return frame_of_pose(solid, dimension, &x->frame) &&
           position_of_pose(point, dimension, &x->point);
}

/* Returns false if a pose is invalid. */
GD_INLINE bool point_solid_of(const gd_query* query, point_solid* x) {
    const bool point_is_a = shape_is_point(query->a);
    const double* solid = point_is_a ? query->pose_b : query->pose_a;
    const double* point = point_is_a ? query->pose_a : query->pose_b;
    x->point_is_a = point_is_a;
    x->solid = point_is_a ? query->b : query->a;
    if (x->solid->dimension == 3) {
        const pose_lanes l = pose_lanes_of(solid, point);
        x->frame.position = lane3(&l.position, 0);
        x->frame.rotation = rotation_of(solid[3], solid[4], solid[5], solid[6], l.norm2[0]);
        x->point = lane3(&l.position, 1);
        if (pose_lanes_usual(&l)) return true;
    }
    point_solid other = *x; /* apart, so that the usual pair stays in registers */
    const bool valid = point_solid_of_frames(solid, point, x->solid->dimension, &other);
    *x = other;
    return valid;
}

/* From the solid's position to the point, in the solid's frame. */
GD_INLINE vec3 point_solid_local(const point_solid* x) {
    return inv_rotate(&x->frame.rotation, sub3(x->point, x->frame.position));
}

/* Whether the query leaves points inside a solid to its method: only AUTO takes a closed form. */
GD_INLINE bool point_solid_left(const gd_query* query) {
    return query->settings->method != GD_METHOD_AUTO;
}

/* Sets normal and points of a gap whose length is set. The local normal leads from the solid to the
 * point, or out of the solid if the point is inside. */
GD_INLINE void point_solid_fill(const point_solid* x, vec3 local, core_gap* gap) {
    const vec3 normal = rotate(&x->frame.rotation, local);
    const vec3 foot = madd3(x->point, -gap->length, normal);
    gap->a = x->point_is_a ? x->point : foot;
    gap->b = x->point_is_a ? foot : x->point;
    /* neg3 would turn 0 into -0 */
    gap->normal = x->point_is_a ? sub3(make3(0.0, 0.0, 0.0), normal) : normal;
}

/* The gap for GAP_DISTANCE of a point inside: the point itself, and the direction between the
 * positions. */
GD_INLINE void point_solid_inside(const point_solid* x, core_gap* gap) {
    const vec3 between = sub3(x->point, x->frame.position);
    gap->length = 0.0;
    gap->lower = -GD_INFINITY;
    gap->a = gap->b = x->point;
    gap->normal = make3(1.0, 0.0, 0.0);
    length_and_unit3(x->point_is_a ? sub3(make3(0.0, 0.0, 0.0), between) : between, &gap->normal);
}

#endif
