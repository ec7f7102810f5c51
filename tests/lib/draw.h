/* Random shapes of every kind and poses for them, drawn so that another scale, a power of two,
 * gives the same numbers times that power. */
#ifndef DRAW_H
#define DRAW_H

#include "growth_distance.h"

#include <stdbool.h>
#include <stddef.h>

#define DRAW_RECORD_MAX 512

/* A shape with the record it was made from. */
typedef struct drawn {
    gd_kind kind;
    size_t length;
    double record[DRAW_RECORD_MAX];
    gd_shape* shape; /* the caller destroys it */
} drawn;

/* What custom shapes are drawn with: ellipsoids. */
extern const gd_custom draw_custom;

/* A shape of a kind with sizes within a decade of scale. */
void draw_shape(gd_kind kind, double scale, drawn* out);

/* The support function of custom sets: of an ellipsoid whose radii are 1, 0.5 and 0.75 times the
 * id. */
void draw_support(void* context, double id, const double direction[3], double point[3]);

/* Makes a custom set that was drawn one of another id. */
void draw_identify(double id, drawn* shape);

/* A pose of either dimension with its position up to reach away from the origin along each axis;
 * aligned ones are turned by nothing, and lie on an axis. */
void draw_pose(int dimension, double reach, bool aligned, double pose[7]);

#endif
