/* Motions in extended precision: see motions.h. */
#include "motions.h"

#include "check.h"
#include "draw.h"

#include <string.h>

#define PI 3.14159265358979323846264338327950288L

/* Sine and cosine of half the angle, times the unit axis: the quaternion of the turn. */
static void turn_quaternion(const double* angular, long double t, long double q[4]) {
    const long double x = (long double)angular[0], y = (long double)angular[1],
                      z = (long double)angular[2], rate = sqrtl(x * x + y * y + z * z);
    const long double s = rate > 0.0L ? sinl(0.5L * rate * t) / rate : 0.0L;
    q[0] = s * x;
    q[1] = s * y;
    q[2] = s * z;
    q[3] = cosl(0.5L * rate * t);
}

/* The turn times the body's quaternion, of any length. */
static void turned(const double* pose, const double* angular, long double t, long double q[4]) {
    long double k[4], v[4];
    turn_quaternion(angular, t, k);
    for (int i = 0; i < 4; i++)
        v[i] = (long double)pose[3 + i];
    q[0] = k[3] * v[0] + k[0] * v[3] + k[1] * v[2] - k[2] * v[1];
    q[1] = k[3] * v[1] + k[1] * v[3] + k[2] * v[0] - k[0] * v[2];
    q[2] = k[3] * v[2] + k[2] * v[3] + k[0] * v[1] - k[1] * v[0];
    q[3] = k[3] * v[3] - k[0] * v[0] - k[1] * v[1] - k[2] * v[2];
}

static void rotation_of_quaternion(const long double q[4], long double r[3][3]) {
    const long double x = q[0], y = q[1], z = q[2], w = q[3],
                      s = 2.0L / (x * x + y * y + z * z + w * w);
    r[0][0] = 1.0L - s * (y * y + z * z);
    r[0][1] = s * (x * y - z * w);
    r[0][2] = s * (x * z + y * w);
    r[1][0] = s * (x * y + z * w);
    r[1][1] = 1.0L - s * (x * x + z * z);
    r[1][2] = s * (y * z - x * w);
    r[2][0] = s * (x * z - y * w);
    r[2][1] = s * (y * z + x * w);
    r[2][2] = 1.0L - s * (x * x + y * y);
}

static long double angle_at(const double* pose, const double* angular, long double t) {
    return (long double)pose[2] + (long double)angular[0] * t;
}

void exact_place_at(int dimension, const double* pose, const double* velocity,
                    const double* angular, long double t, exact_place* out) {
    memset(out, 0, sizeof *out);
    for (int i = 0; i < dimension; i++)
        out->position[i] = (long double)pose[i] + (long double)velocity[i] * t;
    if (dimension == 3) {
        long double q[4];
        turned(pose, angular, t, q);
        rotation_of_quaternion(q, out->rotation);
        return;
    }
    const long double angle = angle_at(pose, angular, t);
    out->rotation[0][0] = out->rotation[1][1] = cosl(angle);
    out->rotation[1][0] = sinl(angle);
    out->rotation[0][1] = -out->rotation[1][0];
    out->rotation[2][2] = 1.0L;
}

void exact_pose_at(int dimension, const double* pose, const double* velocity, const double* angular,
                   double t, double* out) {
    const long double time = (long double)t;
    for (int i = 0; i < dimension; i++)
        out[i] = (double)((long double)pose[i] + (long double)velocity[i] * time);
    if (dimension == 2) {
        out[2] = (double)remainderl(angle_at(pose, angular, time), 2.0L * PI);
        return;
    }
    long double q[4];
    turned(pose, angular, time, q);
    for (int i = 0; i < 4; i++)
        out[3 + i] = (double)q[i];
}

void exact_poses_at(const gd_query* query, const gd_motion* motion, double t, double pose_a[7],
                    double pose_b[7]) {
    gd_shape_info info;
    gd_shape_describe(query->a, &info);
    const int dimension = (int)info.dimension;
    exact_pose_at(dimension, query->pose_a, motion->velocity_a, motion->angular_a, t, pose_a);
    exact_pose_at(dimension, query->pose_b, motion->velocity_b, motion->angular_b, t, pose_b);
}

void exact_point(const exact_place* at, const double local[3], long double out[3]) {
    for (int i = 0; i < 3; i++) {
        out[i] = at->position[i];
        for (int j = 0; j < 3; j++)
            out[i] += at->rotation[i][j] * (long double)local[j];
    }
}

/* ---- random motions ------------------------------------------------------------------------ */

static void draw_direction(int dimension, double out[3]) {
    double length = 0.0;
    do {
        length = 0.0;
        for (int i = 0; i < 3; i++) {
            out[i] = i < dimension ? random_between(-1.0, 1.0) : 0.0;
            length += out[i] * out[i];
        }
    } while (!(length > 0.01 && length <= 1.0));
    for (int i = 0; i < 3; i++)
        out[i] /= sqrt(length);
}

static void draw_angular(int dimension, double turn, double out[3]) {
    const double rate = turn * random_next();
    double axis[3];
    draw_direction(3, axis);
    for (int i = 0; i < 3; i++)
        out[i] = dimension == 3 ? rate * axis[i] : 0.0;
    if (dimension == 2) out[0] = axis[0] < 0.0 ? -rate : rate;
}

void draw_motion(int dimension, double size, double turn, double pose_a[7], double pose_b[7],
                 gd_motion* out) {
    double away[3];
    memset(out, 0, sizeof *out);
    draw_pose(dimension, size, false, pose_a);
    draw_pose(dimension, size, false, pose_b);
    draw_direction(dimension, away);
    const double far = size * random_between(0.9, 3.0);
    const double beside = random_next() < 0.7 ? 0.5 * size : 1.5 * size;
    for (int i = 0; i < dimension; i++) {
        pose_b[i] = pose_a[i] + far * away[i];
        out->velocity_a[i] = size * random_between(-0.5, 0.5);
        const double aside = beside * random_between(-1.0, 1.0);
        out->velocity_b[i] = out->velocity_a[i] - far * random_between(0.8, 1.6) * away[i] + aside;
    }
    draw_angular(dimension, turn, out->angular_a);
    draw_angular(dimension, turn, out->angular_b);
    out->max_time = 1.0;
}
