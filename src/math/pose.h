/* Converts a pose (7 doubles in 3D, 3 in 2D; see growth_distance.h) into a frame, or rejects it. */
#ifndef GD_POSE_H
#define GD_POSE_H

#include "growth_distance.h"
#include "math/vec.h"

typedef struct frame3 {
    mat3 rotation;
    vec3 position;
} frame3;

typedef struct frame2 {
    rot2 rotation;
    vec2 position;
} frame2;

/* Cosine and sine: reduce the angle to |r| <= pi/4, then evaluate Taylor polynomials. Only + - *
 * and floor are used, so the bits are equal on every platform, which no C library's sin and cos
 * guarantee.
 *
 * pi/2 is split into parts of 23 bits. k times each part is exact for |k| < 2^30, which covers
 * |angle| <= GD_ANGLE_MAX. The parts together differ from pi/2 by less than 2^-95. */
GD_INLINE rot2 rotation_of_angle(double angle) {
    const double k = floor(angle * 0x1.45f306dc9c883p-1 + 0.5);
    double r = angle - k * 0x1.921fb4p+0;
    r -= k * 0x1.4442dp-24;
    r -= k * 0x1.846988p-48;
    r -= k * 0x1.8cc514p-72;
    const double z = r * r, z2 = z * z, z4 = z2 * z2;
    /* Terms up to r^17 (sine) and r^16 (cosine); the next ones are below 2^-58. Two half sums
     * shorten the chain of dependent operations to about half of Horner's. */
    const double s =
        r - r * z *
                (((1.0 / 6.0 - z * (1.0 / 120.0)) + z2 * (1.0 / 5040.0 - z * (1.0 / 362880.0))) +
                 z4 * ((1.0 / 39916800.0 - z * (1.0 / 6227020800.0)) +
                       z2 * (1.0 / 1307674368000.0 - z * (1.0 / 355687428096000.0))));
    const double c =
        (1.0 - 0.5 * z) +
        z2 * (((1.0 / 24.0 - z * (1.0 / 720.0)) + z2 * (1.0 / 40320.0 - z * (1.0 / 3628800.0))) +
              z4 * ((1.0 / 479001600.0 - z * (1.0 / 87178291200.0)) +
                    z2 * (1.0 / 20922789888000.0)));
    const int quadrant = (int)(k - 4.0 * floor(k * 0.25));
    switch (quadrant) {
    case 1: return (rot2){-s, c};
    case 2: return (rot2){-c, -s};
    case 3: return (rot2){s, -c};
    default: return (rot2){c, s};
    }
}

static GD_NOINLINE bool frame_of_pose2(const double* pose, frame2* frame) {
    if (!(fabs(pose[0]) <= GD_POSITION_MAX && fabs(pose[1]) <= GD_POSITION_MAX &&
          fabs(pose[2]) <= GD_ANGLE_MAX))
        return false;
    frame->position = make2(pose[0], pose[1]);
    frame->rotation = rotation_of_angle(pose[2]);
    return true;
}

/* Divides a quaternion by its largest component, because its squared norm could overflow or
 * underflow. Returns the squared norm of the result, or 0 if the quaternion is zero or not
 * finite. */
static GD_COLD __attribute__((unused)) double frame_scaled(const double* q, double* scaled) {
    const double m = max2(max2(fabs(q[0]), fabs(q[1])), max2(fabs(q[2]), fabs(q[3])));
    if (!(m > 0.0 && m < GD_INFINITY)) return 0.0;
    double norm2 = 0.0;
    for (int i = 0; i < 4; i++) {
        scaled[i] = q[i] / m;
        norm2 += scaled[i] * scaled[i];
    }
    return norm2 >= 1.0 ? norm2 : 0.0; /* NaN beside a larger component */
}

/* Always inlined: as a function call the frame would pass through memory, which costs queries with
 * an early out a few hundredths of their time. Returns false if the pose is not valid. */
GD_INLINE bool frame_of_pose3(const double* pose, frame3* frame) {
    if (!(fabs(pose[0]) <= GD_POSITION_MAX && fabs(pose[1]) <= GD_POSITION_MAX &&
          fabs(pose[2]) <= GD_POSITION_MAX))
        return false;
    double x = pose[3], y = pose[4], z = pose[5], w = pose[6];
    double norm2 = x * x + y * y + z * z + w * w;
    if (!(norm2 > 0x1p-900 && norm2 < 0x1p900)) {
        double scaled[4];
        norm2 = frame_scaled(pose + 3, scaled);
        if (!(norm2 > 0.0)) return false;
        x = scaled[0];
        y = scaled[1];
        z = scaled[2];
        w = scaled[3];
    }
    frame->position = make3(pose[0], pose[1], pose[2]);
    frame->rotation = rotation_of(x, y, z, w, norm2);
    return true;
}

/* Converts a 2D or 3D pose to a 3D frame. A 2D pose rotates about z. */
static GD_NOINLINE bool frame_of_pose(const double* pose, int dimension, frame3* frame) {
    if (dimension == 3) return frame_of_pose3(pose, frame);
    frame2 plane;
    if (!frame_of_pose2(pose, &plane)) return false;
    const double c = plane.rotation.c, s = plane.rotation.s;
    frame->position = make3(plane.position.x, plane.position.y, 0.0);
    frame->rotation = (mat3){{c, s, 0.0}, {-s, c, 0.0}, {0.0, 0.0, 1.0}};
    return true;
}

/* Whether a pose is valid whose numbers are not in the usual range. */
static GD_COLD __attribute__((unused)) bool pose_is_valid(const double* pose, int dimension) {
    frame3 frame;
    return frame_of_pose(pose, dimension, &frame);
}

/* The position of a 2D or 3D pose. Returns false if the pose is not valid. For shapes that look the
 * same in all orientations: the rotation is not computed. */
GD_INLINE bool position_of_pose(const double* pose, int dimension, vec3* position) {
    const double *q = pose + 3, x = pose[0], y = pose[1], z = pose[2];
    const bool plane = dimension == 2;
    const double norm2 = plane ? 1.0 : q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3];
    *position = make3(x, y, plane ? 0.0 : z);
    const bool usual = fabs(x) <= GD_POSITION_MAX && fabs(y) <= GD_POSITION_MAX &&
                       fabs(z) <= (plane ? GD_ANGLE_MAX : GD_POSITION_MAX) && norm2 > 0x1p-900 &&
                       norm2 < 0x1p900;
    return usual || pose_is_valid(pose, dimension);
}

#endif
