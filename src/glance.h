/* Booleans at a glance: balls about the local origins, before any rotation is known.
 *
 * A ball about its local origin that holds a shape needs no rotation, so pairs far apart are told
 * from the two positions alone; so are those whose inner balls meet. Most pairs a broad phase hands
 * on are of the first kind. Both answers leave a margin far above rounding: where a glance decides,
 * the solver would decide the same. */
#ifndef GD_GLANCE_H
#define GD_GLANCE_H

#include "shape.h"

/* Between a glance and the solver, which rounds otherwise. */
#define GLANCE_FAR (1.0 + 0x1p-20)
#define GLANCE_NEAR (1.0 - 0x1p-20)
/* Squares beyond these are left to the solver; positions within are valid. */
#define GLANCE_LARGE 0x1p900
#define GLANCE_SMALL 0x1p-900

typedef enum glance {
    GLANCE_APART,
    GLANCE_MEET,
    GLANCE_UNDECIDED, /* or not valid: the solver says */
} glance;

GD_INLINE glance glance_balls(const gd_shape* a, const gd_shape* b, double squared) {
    const double reach = a->reach + b->reach, hold = a->hold + b->hold;
    /* pairs without an inner ball about their centres may be refused */
    if (!(a->grasp + b->grasp > 0.0)) return GLANCE_UNDECIDED;
    if (squared > reach * reach * GLANCE_FAR && squared > GLANCE_SMALL) return GLANCE_APART;
    if (hold > 0.0 && squared <= hold * hold * GLANCE_NEAR) return GLANCE_MEET;
    return GLANCE_UNDECIDED;
}

GD_INLINE double glance_square(const double* v, int count) {
    double sum = v[0] * v[0] + v[1] * v[1];
    for (int i = 2; i < count; i++)
        sum += v[i] * v[i];
    return sum;
}

GD_INLINE bool glance_rotates(const double* q) {
    const double squared = glance_square(q, 4);
    return squared > GLANCE_SMALL && squared < GLANCE_LARGE;
}

/* Two shapes of one dimension, 2 or 3, at poses of any content. */
GD_INLINE glance glance_at(const gd_shape* a, const double* pose_a, const gd_shape* b,
                           const double* pose_b) {
    const int n = a->dimension;
    if (!(glance_square(pose_a, n) < GLANCE_LARGE && glance_square(pose_b, n) < GLANCE_LARGE))
        return GLANCE_UNDECIDED;
    const double x = pose_b[0] - pose_a[0], y = pose_b[1] - pose_a[1];
    if (n == 3) {
        const double z = pose_b[2] - pose_a[2];
        if (!(glance_rotates(pose_a + 3) && glance_rotates(pose_b + 3))) return GLANCE_UNDECIDED;
        return glance_balls(a, b, x * x + y * y + z * z);
    }
    if (!(fabs(pose_a[2]) <= GD_ANGLE_MAX && fabs(pose_b[2]) <= GD_ANGLE_MAX))
        return GLANCE_UNDECIDED;
    return glance_balls(a, b, x * x + y * y);
}

#endif
