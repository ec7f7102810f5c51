/* Where the ray of a pair in the plane leaves C, and the closed form for boxes. */
#ifndef GD_BOX_2D_H
#define GD_BOX_2D_H

#include "minkowski/difference.h"

typedef struct exit2 {
    double inner, outer; /* the ray leaves C between them */
    vec2 normal;         /* unit, proves outer; across and along the ray */
    vec2 a, b;           /* points whose difference proves inner; as in vertex2 */
} exit2;

/* Both cores are boxes, segments or points; ball: radius of a ball about the origin in C. False
 * where rounding finds no exit. */
GD_INTERNAL bool gd_box_2d_exit(const pair2* pair, double ball, exit2* out);

#endif
