/* Two posed shapes as one Minkowski difference C = (A - a) - (B - b) about their centres a and b,
 * in A's frame. Growth follows the ray from the origin of C along p = b - a.
 *
 * In A's frame, A's support function needs no rotation and B's needs two; results are rotated back
 * once. Every vertex of C stores its part on A and its part on B, the latter in B's frame. Witness
 * points are combinations of these parts. The parts remain points of the shapes when the pair
 * moves, which makes warm starts possible. */
#ifndef GD_DIFFERENCE_H
#define GD_DIFFERENCE_H

#include "math/pose.h"
#include "shapes/support.h"

typedef struct pair3 {
    const gd_shape* a;
    const gd_shape* b;
    mat3 rotation_a; /* A's frame to world */
    mat3 rotation_b;
    mat3 b_to_a;
    vec3 center_a; /* world */
    vec3 center_b;
    vec3 p;          /* from a to b, in A's frame */
    double distance; /* |p|; if the ray leaves C at the length l, the growth distance is |p| / l */
    vec3 ray;        /* unit, in A's frame, from a towards b */
    vec3 e1, e2;     /* complete ray to a right-handed frame: e1 x e2 = ray */
    uint32_t hint_a; /* mesh vertices found by the previous support call */
    uint32_t hint_b;
} pair3;

/* A vertex of C: s = a - R b, with its coordinates across (u, v) and along (w) the ray. */
typedef struct vertex3 {
    vec3 s;
    vec3 a; /* part on A, in A's frame, relative to A's centre */
    vec3 b; /* part on B, in B's frame, relative to B's centre */
    double u, v, w;
} vertex3;

/* Copies field by field: a struct copy is a function call in wasm. */
GD_INLINE void vertex3_copy(vertex3* to, const vertex3* from) {
    to->s = from->s;
    to->a = from->a;
    to->b = from->b;
    to->u = from->u;
    to->v = from->v;
    to->w = from->w;
}

/* Computes e1, e2 with e1 x e2 = r for a unit vector r, without a branch (Duff et al. 2017,
 * Building an orthonormal basis, revisited). */
GD_INLINE void complete_ray(vec3 r, vec3* e1, vec3* e2) {
    const double sign = copysign(1.0, r.z);
    const double f = -1.0 / (sign + r.z);
    const double g = r.x * r.y * f;
    *e1 = make3(1.0 + sign * r.x * r.x * f, sign * g, -sign * r.x);
    *e2 = make3(g, sign + r.y * r.y * f, -r.y);
}

/* Sets all fields except e1 and e2. If the centres coincide, the ray is world +X. */
GD_INLINE void pair3_join(pair3* pair, const gd_shape* a, const frame3* frame_a, const gd_shape* b,
                          const frame3* frame_b) {
    pair->a = a;
    pair->b = b;
    pair->rotation_a = frame_a->rotation;
    pair->rotation_b = frame_b->rotation;
    pair->b_to_a = inv_mul(&frame_a->rotation, &frame_b->rotation);
    /* Subtract the positions first: far from the origin this difference is exact. */
    vec3 p = sub3(frame_b->position, frame_a->position);
    vec3 offset_a = make3(0.0, 0.0, 0.0), offset_b = offset_a;
    if (a->off_center || b->off_center) { /* rare; the ray then waits for two rotations */
        offset_a = rotate(&frame_a->rotation, a->center);
        offset_b = rotate(&frame_b->rotation, b->center);
    }
    p = add3(p, sub3(offset_b, offset_a));
    pair->center_a = add3(frame_a->position, offset_a);
    pair->center_b = add3(frame_b->position, offset_b);
    pair->p = inv_rotate(&frame_a->rotation, p);
    const double squared = dot3(p, p);
    if (squared > 0x1p-900 && squared < 0x1p900) {
        pair->distance = sqrt(squared);
        pair->ray = scale3(1.0 / pair->distance, pair->p);
    } else { /* zero, tiny or huge: squares would underflow or overflow */
        pair->distance = safe_length3(p);
        const vec3 ray = pair->distance > 0.0 ? unit3(p) : make3(1.0, 0.0, 0.0);
        pair->ray = inv_rotate(&frame_a->rotation, ray);
    }
    pair->hint_a = pair->hint_b = GD_NO_HINT;
}

/* Returns false if a pose is not valid. */
GD_INLINE bool pair3_init(pair3* pair, const gd_query* query) {
    frame3 frame_a, frame_b;
    if (!frame_of_pose3(query->pose_a, &frame_a) || !frame_of_pose3(query->pose_b, &frame_b))
        return false;
    pair3_join(pair, query->a, &frame_a, query->b, &frame_b);
    complete_ray(pair->ray, &pair->e1, &pair->e2);
    return true;
}

/* Computes s and its ray coordinates from the two parts. */
GD_INLINE void pair3_place(const pair3* pair, vertex3* vertex) {
    vertex->s = sub3(vertex->a, rotate(&pair->b_to_a, vertex->b));
    vertex->u = dot3(pair->e1, vertex->s);
    vertex->v = dot3(pair->e2, vertex->s);
    vertex->w = dot3(pair->ray, vertex->s);
}

/* Converts ray coordinates (across, across, along) to A's frame. */
static GD_NOINLINE vec3 from_ray_frame(const pair3* pair, vec3 s) {
    return madd3(madd3(scale3(s.z, pair->ray), s.x, pair->e1), s.y, pair->e2);
}

/* Support vertex of C along n; inverse is 1 / |n|. */
GD_INLINE void pair3_support(pair3* pair, vec3 n, double inverse, vertex3* vertex) {
    vertex->a = support3(pair->a, n, inverse, &pair->hint_a);
    vertex->b = support3(pair->b, inv_rotate(&pair->b_to_a, neg3(n)), inverse, &pair->hint_b);
    pair3_place(pair, vertex);
}

/* Radius of a ball about the origin inside C. The inner balls of both shapes prove that C contains
 * a larger ball about *offset. If the result is <= 0, the origin may be outside C: neither shape is
 * solid, or a shape that is not solid has its inner_center away from its centre. */
GD_INLINE double pair3_inner_radius(const pair3* pair, vec3* offset) {
    *offset = sub3(pair->a->inner_center, rotate(&pair->b_to_a, pair->b->inner_center));
    return pair->a->inner_radius + pair->b->inner_radius - safe_length3(*offset);
}

/* In 2D, each shape uses its own coordinates across and along the ray; B's ray leads back to A.
 * Then the coordinates of a vertex of C are sums, and no part needs a rotation. */
typedef struct pair2 {
    const gd_shape* a;
    const gd_shape* b;
    rot2 rotation_a;
    rot2 rotation_b;
    vec2 center_a;
    vec2 center_b;
    double distance;
    vec2 ray;   /* unit, world, from a towards b */
    vec2 ray_a; /* the same, in A's frame */
    vec2 ray_b; /* from b towards a, in B's frame */
} pair2;

typedef struct vertex2 {
    vec2 a;
    vec2 b;
    double u, w; /* across and along the ray */
} vertex2;

GD_INLINE vec2 plane_center(const gd_shape* shape) {
    return make2(shape->center.x, shape->center.y);
}

/* Converts coordinates across and along a ray to the frame in which ray is given. */
GD_INLINE vec2 along_ray2(vec2 ray, double across, double along) {
    return make2(along * ray.x - across * ray.y, along * ray.y + across * ray.x);
}

GD_INLINE bool pair2_init(pair2* pair, const gd_query* query) {
    const gd_shape *a = query->a, *b = query->b;
    frame2 frame_a, frame_b;
    if (!frame_of_pose2(query->pose_a, &frame_a) || !frame_of_pose2(query->pose_b, &frame_b))
        return false;
    pair->a = a;
    pair->b = b;
    pair->rotation_a = frame_a.rotation;
    pair->rotation_b = frame_b.rotation;
    vec2 p = sub2(frame_b.position, frame_a.position);
    pair->center_a = frame_a.position;
    pair->center_b = frame_b.position;
    if (a->off_center || b->off_center) { /* as in pair3_join */
        const vec2 offset_a = rotate2(frame_a.rotation, plane_center(a));
        const vec2 offset_b = rotate2(frame_b.rotation, plane_center(b));
        p = add2(p, sub2(offset_b, offset_a));
        pair->center_a = add2(frame_a.position, offset_a);
        pair->center_b = add2(frame_b.position, offset_b);
    }
    const double squared = dot2(p, p);
    pair->ray = make2(1.0, 0.0);
    if (squared > 0x1p-900 && squared < 0x1p900) {
        pair->distance = sqrt(squared);
        pair->ray = scale2(1.0 / pair->distance, p);
    } else {
        pair->distance = safe_length2(p);
        if (pair->distance > 0.0) pair->ray = unit2(p);
    }
    pair->ray_a = inv_rotate2(frame_a.rotation, pair->ray);
    pair->ray_b = inv_rotate2(frame_b.rotation, neg2(pair->ray));
    return true;
}

GD_INLINE void pair2_place(const pair2* pair, vertex2* vertex) {
    vertex->u = cross2(pair->ray_a, vertex->a) + cross2(pair->ray_b, vertex->b);
    vertex->w = dot2(pair->ray_a, vertex->a) + dot2(pair->ray_b, vertex->b);
}

/* Support vertex of C along ray + y across; inverse is 1 / sqrt(1 + y^2). */
GD_INLINE void pair2_support(const pair2* pair, double y, double inverse, vertex2* vertex) {
    vertex->a = support2(pair->a, along_ray2(pair->ray_a, y, 1.0), inverse);
    vertex->b = support2(pair->b, along_ray2(pair->ray_b, y, 1.0), inverse);
    pair2_place(pair, vertex);
}

/* As pair3_inner_radius, with *offset in ray coordinates. */
GD_INLINE double pair2_inner_radius(const pair2* pair, vertex2* offset) {
    const vec3 a = pair->a->inner_center, b = pair->b->inner_center;
    offset->a = make2(a.x, a.y);
    offset->b = make2(b.x, b.y);
    pair2_place(pair, offset);
    return pair->a->inner_radius + pair->b->inner_radius -
           safe_length2(make2(offset->u, offset->w));
}

#endif
