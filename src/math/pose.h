/* Converts a pose (7 doubles in 3D, 3 in 2D; see growth_distance.h) into a frame, or rejects it. */
#ifndef GD_POSE_H
#define GD_POSE_H

#include "growth_distance.h"
#include "math/trig.h"

typedef struct frame3 {
    mat3 rotation;
    vec3 position;
} frame3;

typedef struct frame2 {
    rot2 rotation;
    vec2 position;
} frame2;

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

/* The same for hot paths. Inlined in 3D, where a frame in memory costs 10 ns. */
GD_INLINE bool frame_of_pose_inlined(const double* pose, int dimension, frame3* frame) {
    if (dimension == 3) return frame_of_pose3(pose, frame);
    frame3 flat;
    if (!frame_of_pose(pose, 2, &flat)) return false;
    *frame = flat;
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
