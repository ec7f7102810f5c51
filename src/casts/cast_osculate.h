/* A step of Newton's method for casts: where the line enters the ellipsoid that osculates K.
 *
 * The ellipsoid has K's support point, normal and curvature there, and its half width along the
 * normal is the mean radius of curvature. The line enters it at a normal in closed form. For balls
 * this step is exact. Newton's own step in y grows only by a factor of 1.5 near a tangent line. */
#ifndef GD_CAST_OSCULATE_H
#define GD_CAST_OSCULATE_H

#include "second_order/support_model.h"

typedef enum osculate_result {
    OSCULATE_NONE,   /* no ellipsoid, or the step ends on a kink that is not straight */
    OSCULATE_STEP,   /* *y is the next direction */
    OSCULATE_BESIDE, /* the line misses the ellipsoid; *y is the normal across it that separates */
} osculate_result;

typedef struct osculate_step {
    vec2 y;
    double height; /* predicted h(y) */
    bool active;   /* the step ends on a kink */
} osculate_step;

/* The step from the local model m of K, whose origin is on the line. */
GD_INTERNAL osculate_result gd_cast_osculate(const local_model* m, osculate_step* step);

#endif
