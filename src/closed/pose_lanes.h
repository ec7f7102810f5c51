/* Two 3D poses side by side: the first in lane 0, the second in lane 1 (simd.h). The closed forms
 * are short, so that reading both poses at once is a tenth of their time. */
#ifndef GD_POSE_LANES_H
#define GD_POSE_LANES_H

#include "math/pose.h"
#include "math/simd.h"

typedef struct lanes3 {
    f64x2 x, y, z;
} lanes3;

GD_INLINE f64x2 lanes_of(double a, double b) {
    return (f64x2){a, b};
}
GD_INLINE vec3 lane3(const lanes3* v, int lane) {
    return make3(v->x[lane], v->y[lane], v->z[lane]);
}
GD_INLINE lanes3 lanes_scale3(const lanes3* v, f64x2 t) {
    return (lanes3){t * v->x, t * v->y, t * v->z};
}
GD_INLINE f64x2 lanes_dot3(const lanes3* v, vec3 a) {
    return v->x * a.x + v->y * a.y + v->z * a.z;
}

typedef struct pose_lanes {
    lanes3 position;
    f64x2 x, y, z, w; /* quaternions */
    f64x2 norm2;      /* their squared norms */
} pose_lanes;

GD_INLINE pose_lanes pose_lanes_of(const double* a, const double* b) {
    pose_lanes l;
    l.position = (lanes3){lanes_of(a[0], b[0]), lanes_of(a[1], b[1]), lanes_of(a[2], b[2])};
    l.x = lanes_of(a[3], b[3]);
    l.y = lanes_of(a[4], b[4]);
    l.z = lanes_of(a[5], b[5]);
    l.w = lanes_of(a[6], b[6]);
    l.norm2 = (l.x * l.x + l.y * l.y) + (l.z * l.z + l.w * l.w);
    return l;
}

/* Whether both poses are valid and in a range where products of two norms are finite. All others
 * need the functions of pose.h. */
GD_INLINE bool pose_lanes_usual(const pose_lanes* l) {
    return lanes_all((i64x2)(lanes_abs(l->position.x) <= GD_POSITION_MAX) &
                     (i64x2)(lanes_abs(l->position.y) <= GD_POSITION_MAX) &
                     (i64x2)(lanes_abs(l->position.z) <= GD_POSITION_MAX) &
                     (i64x2)(l->norm2 > 0x1p-400) & (i64x2)(l->norm2 < 0x1p400));
}

#endif
