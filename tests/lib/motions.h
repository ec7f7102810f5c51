/* Motions from their definition, in extended precision, and random ones. They share no code with
 * the library. */
#ifndef MOTIONS_H
#define MOTIONS_H

#include "growth_distance.h"

/* A body at one time. */
typedef struct exact_place {
    long double rotation[3][3]; /* by rows */
    long double position[3];
} exact_place;

/* The place of a body with constant velocities at time t. Units as in gd_motion. */
void exact_place_at(int dimension, const double* pose, const double* velocity,
                    const double* angular, long double t, exact_place* out);

/* The same as a pose of doubles. */
void exact_pose_at(int dimension, const double* pose, const double* velocity, const double* angular,
                   double t, double* out);

/* Both poses of a pair at time t. */
void exact_poses_at(const gd_query* query, const gd_motion* motion, double t, double pose_a[7],
                    double pose_b[7]);

/* The point of a body in world coordinates. */
void exact_point(const exact_place* at, const double local[3], long double out[3]);

/* Draws poses some sizes apart, and velocities that bring seven of ten pairs near each other.
 * Angular velocities are up to `turn` radians per unit of time. max_time is 1. */
void draw_motion(int dimension, double size, double turn, double pose_a[7], double pose_b[7],
                 gd_motion* out);

#endif
