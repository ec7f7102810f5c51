/* World boxes of posed shapes, cheap enough for every frame.
 *
 * A shape is covered once by a set whose world box has a closed form: two discs across an axis, an
 * ellipsoid, or a box cut by a ball, each rounded by a radius. For the primitives the cover's box
 * is the shape's own; for hulls and composites it is that of their local box, cut by the ball about
 * their centre. Boxes are rounded outwards: what touches has boxes that overlap. */
#ifndef GD_AABB_H
#define GD_AABB_H

#include "math/pose.h"
#include "shapes/shape.h"

typedef double lanes2 __attribute__((vector_size(16)));
typedef long long mask2 __attribute__((vector_size(16)));

/* Per axis { min, -max }: a union is the smaller of both lanes, and two boxes are apart where
 * { min, -max } of one exceeds { max, -min } of the other. */
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
    double radius;      /* of the ball summed to what follows */
    vec3 size;          /* of DISCS: radius of the lower, half height, radius of the upper */
    vec3 middle;        /* of the box, local */
    vec3 ball_center;   /* of the ball that cuts it, local */
    double ball_radius; /* and its radius; of a half-space, its offset */
} gd_aabb_proxy;

GD_INTERNAL void gd_aabb_proxy_make(const gd_shape* shape, gd_aabb_proxy* out);

/* The world box of a posed cover, enlarged by extra on all sides (shrunk
 * where it is negative, perhaps to less than nothing); false when the pose is not valid.
 * A half-space has the box of its whole space. */
GD_INTERNAL bool gd_aabb_of(const gd_aabb_proxy* proxy, const double* pose, int dimension,
                            double extra, gd_aabb* out);

/* Whether a box comes as near to a half-space as extra; the pose is valid. */
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

/* { max, -min }: what a box is compared with. */
GD_INLINE gd_aabb aabb_flip(const gd_aabb* a) {
    gd_aabb f;
    for (int i = 0; i < 3; i++)
        f.axis[i] = (lanes2){-a->axis[i][1], -a->axis[i][0]};
    return f;
}

/* Square of the distance of two boxes; flipped is that of one of them. */
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

GD_INLINE bool aabb_apart(const gd_aabb* a, const gd_aabb* flipped) {
    const mask2 apart = (mask2)(a->axis[0] > flipped->axis[0]) |
                        (mask2)(a->axis[1] > flipped->axis[1]) |
                        (mask2)(a->axis[2] > flipped->axis[2]);
    return mask_any(apart);
}

#endif
