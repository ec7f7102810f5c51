/* The closed form for 2D boxes: where a pair's ray leaves C. */
#ifndef GD_BOX_2D_H
#define GD_BOX_2D_H

#include "minkowski/difference.h"

typedef struct exit2 {
    double inner, outer; /* bounds of the distance at which the ray leaves C */
    vec2 normal;         /* proves outer; unit, across and along the ray */
    vec2 a, b;           /* points whose difference proves inner; as in vertex2 */
} exit2;

/* Requires cores that are boxes, segments or points. ball is the radius of a ball about the origin
 * inside C. Returns false if rounding prevents a result. */
GD_INTERNAL bool gd_box_2d_exit(const pair2* pair, double ball, exit2* out);

#endif
