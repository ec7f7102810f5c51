/* A world of many random bodies, and a half-space as the last one. */
#ifndef CROWD_H
#define CROWD_H

#include "growth_distance_world.h"

#define CROWD_BODIES 200
#define CROWD_SHAPES 4

typedef struct crowd {
    gd_world* world;
    int dimension;
    uint32_t count;
    gd_shape* shapes[CROWD_SHAPES + 1]; /* the last one is a half-space */
    const gd_shape* shape[CROWD_BODIES];
    uint32_t group[CROWD_BODIES], mask[CROWD_BODIES];
    double velocities[6 * CROWD_BODIES];
} crowd;

/* Fills a vector, in 2D with a third coordinate of 0. */
void crowd_vector(int dimension, double size, double* out);

/* Fills a pose with a position up to spread from the origin. */
void crowd_place(int dimension, double spread, double* pose);

void crowd_open(crowd* c, int dimension);
void crowd_close(crowd* c);

/* The pose of a body; it moves when a body is added. */
const double* crowd_pose(const crowd* c, uint32_t body);

#endif
