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

/* ---- growth -------------------------------------------------------------------------------- */

/* The ray from the solid's centre through the point. */
typedef struct point_ray {
    vec3 center; /* world */
    vec3 d;      /* unit, the solid's frame */
    double distance;
    double radius; /* of both shapes */
    double ball;   /* radius of a ball inside C */
} point_ray;

/* Where the ray leaves C: the unit normal, and the core's point as a vector from the centre, in the
 * solid's frame. The normal proves outer, the point inner. */
typedef struct point_exit {
    vec3 normal, foot;
    double inner, outer;
} point_exit;

/* Whether one shape is a ball about its position, and a ball around the ray's start is in C. */
GD_INLINE bool point_grows(const gd_shape* a, const gd_shape* b) {
    const gd_shape* point = shape_is_point(a) ? a : b;
    return a->dimension == 3 && shape_is_point(point) && !point->off_center &&
           a->center_inradius + b->center_inradius > 0.0;
}

GD_INLINE point_ray point_ray_of(const gd_query* query, const point_solid* s) {
    const gd_shape *a = query->a, *b = query->b;
    point_ray ray = {.center = s->frame.position,
                     .radius = a->radius + b->radius,
                     .ball = a->center_inradius + b->center_inradius};
    /* Subtract the positions first: far from the origin this difference is exact. */
    vec3 p = sub3(s->point, s->frame.position);
    if (s->solid->off_center) {
        const vec3 offset = rotate(&s->frame.rotation, s->solid->center);
        ray.center = add3(ray.center, offset);
        p = sub3(p, offset);
    }
    vec3 d = make3(s->point_is_a ? -1.0 : 1.0, 0.0, 0.0);
    ray.distance = length_and_unit3(p, &d);
    ray.d = inv_rotate(&s->frame.rotation, d);
    return ray;
}

/* Sets inner from the point, for a known outer. The ball inside C compensates for the point's
 * distance from the ray, as in portal.h. A point beyond the plane's crossing is no contact, so the
 * excess counts against it. */
GD_INLINE void point_exit_prove(point_exit* e, const point_ray* ray) {
    const vec3 reach = madd3(e->foot, ray->radius, e->normal);
    const vec3 miss = cross3(reach, ray->d);
    const double missed = fabs(miss.x) + fabs(miss.y) + fabs(miss.z), along = dot3(reach, ray->d);
    e->inner = min2(along, 2.0 * e->outer - along) * (ray->ball / (ray->ball + missed));
}

/* Fills *out. Returns false if the bounds do not meet the tolerance. */
GD_INLINE bool point_exit_fill(const gd_query* query, const point_solid* s, const point_ray* ray,
                               const point_exit* e, gd_growth_result* out) {
    /* A larger tolerance than the default must not move the contact farther from the ray. */
    const double tolerance = min2(query->settings->tolerance, GD_DEFAULT_TOLERANCE);
    if (!(e->outer > 0.0 && e->outer <= (1.0 + tolerance) * e->inner)) return false;
    const mat3* r = &s->frame.rotation;
    const double upper = ray->distance / e->inner, radius = s->solid->radius;
    const vec3 normal = rotate(r, e->normal);
    const vec3 x = madd3(rotate(r, e->foot), radius, normal);
    const vec3 y = scale3(radius - ray->radius, normal);
    const vec3 on_solid = add3(ray->center, x), on_point = add3(s->point, y);
    growth_fill(out, GD_STATUS_OPTIMAL, 0.0, upper, ray->distance / e->outer);
    /* neg3 would turn 0 into -0 */
    store3(out->normal, s->point_is_a ? sub3(make3(0.0, 0.0, 0.0), normal) : normal);
    store3(out->point_a, s->point_is_a ? on_point : on_solid);
    store3(out->point_b, s->point_is_a ? on_solid : on_point);
    store3(out->contact,
           scale3(0.5, add3(madd3(ray->center, upper, x), madd3(s->point, upper, y))));
    return true;
}

#endif
