/* Random shapes of every type, and poses for them. If the scale changes by a power of two, the same
 * draws give the same numbers times that power. */
#ifndef DRAW_H
#define DRAW_H

#include "growth_distance.h"

#include <stdbool.h>
#include <stddef.h>

#define DRAW_RECORD_MAX 512

/* A shape and the record it comes from. */
typedef struct drawn {
    gd_kind kind;
    size_t length;
    double record[DRAW_RECORD_MAX];
    gd_shape* shape; /* the caller destroys it */
} drawn;

/* The callbacks of custom shapes: ellipsoids, see draw_support. */
extern const gd_custom draw_custom;

/* Draws a shape of a type, with sizes between 0.3 and 3 times the scale. */
void draw_shape(gd_kind kind, double scale, drawn* out);

/* The support function of custom shapes: an ellipsoid with radii 1, 0.5 and 0.75 times the id. */
void draw_support(void* context, double id, const double direction[3], double point[3]);

/* Gives a drawn custom shape another id. */
void draw_identify(double id, drawn* shape);

/* Draws a pose of either dimension. Each coordinate of its position is within `reach` of 0. An
 * aligned pose has no rotation and a position on one axis. */
void draw_pose(int dimension, double reach, bool aligned, double pose[7]);

#endif
