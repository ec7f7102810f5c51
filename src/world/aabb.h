/* World-space bounding boxes of posed shapes, cheap enough to compute in every frame.
 *
 * Each shape gets one proxy that contains it and whose world box has a closed form. A proxy is the
 * hull of two discs across local Y, an ellipsoid, or the intersection of a box and a ball, each
 * enlarged by a radius. A primitive's proxy has the same box as the primitive. For hulls and
 * composites the proxy is their local box, intersected with the bounding ball about their centre.
 * Boxes are rounded outwards, so touching shapes have overlapping boxes. */
#ifndef GD_AABB_H
#define GD_AABB_H

#include "math/pose.h"
#include "shapes/shape.h"

typedef double lanes2 __attribute__((vector_size(16)));
typedef long long mask2 __attribute__((vector_size(16)));

/* { min, -max } per axis. The union of two boxes is the minimum of each lane. Two boxes are
 * separated along an axis if a lane of { min, -max } exceeds { max, -min } of the other box. */
typedef struct gd_aabb {
    lanes2 axis[3];
} gd_aabb;

typedef enum gd_aabb_kind {
    GD_AABB_DISCS,
    GD_AABB_ELLIPSOID,
    GD_AABB_BOX,
    GD_AABB_HALFSPACE,
} gd_aabb_kind;

typedef struct gd_aabb_proxy {
    gd_aabb_kind kind;
    double radius;      /* of the ball added to the rest of the proxy */
    vec3 size;          /* DISCS: lower radius, half height, upper radius; others: as shape->size */
    vec3 middle;        /* BOX: middle of the box, local */
    vec3 ball_center;   /* BOX: centre of the intersecting ball, local */
    double ball_radius; /* BOX: its radius; HALFSPACE: the offset */
} gd_aabb_proxy;

/* Makes the proxy of a shape. */
GD_INTERNAL void gd_aabb_proxy_make(const gd_shape* shape, gd_aabb_proxy* out);

/* The world box of a posed proxy, enlarged by extra on all sides. A negative extra shrinks the box,
 * even to a negative size. Returns false if the pose is invalid. The box of a half-space is the
 * whole space. */
GD_INTERNAL bool gd_aabb_of(const gd_aabb_proxy* proxy, const double* pose, int dimension,
                            double extra, gd_aabb* out);

/* Whether a box is within the distance extra of a half-space, whose pose is valid. */
GD_INTERNAL bool gd_aabb_meets_halfspace(const gd_aabb_proxy* halfspace, const double* pose,
                                         int dimension, double extra, const gd_aabb* box);

GD_INLINE gd_aabb aabb_union(const gd_aabb* a, const gd_aabb* b) {
    gd_aabb u;
    for (int i = 0; i < 3; i++) {
        const mask2 less = (mask2)(a->axis[i] < b->axis[i]);
        u.axis[i] = (lanes2)((less & (mask2)a->axis[i]) | (~less & (mask2)b->axis[i]));
    }
    return u;
}

/* { max, -min }: the form of a box with which aabb_apart and aabb_distance_squared compare. */
GD_INLINE gd_aabb aabb_flip(const gd_aabb* a) {
    gd_aabb f;
    for (int i = 0; i < 3; i++)
        f.axis[i] = (lanes2){-a->axis[i][1], -a->axis[i][0]};
    return f;
}

/* Square of the distance of two boxes. The second argument comes from aabb_flip. */
GD_INLINE double aabb_distance_squared(const gd_aabb* a, const gd_aabb* flipped) {
    double sum = 0.0;
    for (int i = 0; i < 3; i++) {
        const lanes2 gap = a->axis[i] - flipped->axis[i];
        const double longer = max2(max2(gap[0], gap[1]), 0.0);
        sum += longer * longer;
    }
    return sum;
}

GD_INLINE bool mask_any(mask2 m) {
#if defined(__wasm_simd128__)
    return __builtin_wasm_any_true_v128((signed char __attribute__((vector_size(16))))m);
#elif defined(__SSE2__)
    return __builtin_ia32_movmskpd((lanes2)m) != 0;
#else
    return (m[0] | m[1]) != 0;
#endif
}

/* Whether two boxes are separated. The second argument comes from aabb_flip. */
GD_INLINE bool aabb_apart(const gd_aabb* a, const gd_aabb* flipped) {
    const mask2 apart = (mask2)(a->axis[0] > flipped->axis[0]) |
                        (mask2)(a->axis[1] > flipped->axis[1]) |
                        (mask2)(a->axis[2] > flipped->axis[2]);
    return mask_any(apart);
}

#endif
