/* Random pairs of curved shapes for the tests of second order, and their support function. */
#ifndef SECOND_ORDER_H
#define SECOND_ORDER_H

#include "draw.h"

#include "distance/gjk.h"

typedef struct curved_pair {
    drawn a, b;
    double pose_a[7], pose_b[7];
    gd_settings settings;
    gd_query query;
    gjk g; /* the cores, ellipsoids whole */
} curved_pair;

/* Draws two shapes of the types sphere, capsule, box, ellipsoid, cylinder, cone and frustum, at
 * least one of them curved. Each coordinate of a position is within reach of 0. */
void curved_draw(curved_pair* p, double reach, bool aligned);
void curved_destroy(curved_pair* p);

/* A random unit vector. */
vec3 curved_direction(void);

/* The support function of the cores' difference at n, A's frame. */
double curved_height(curved_pair* p, vec3 n);

#endif
