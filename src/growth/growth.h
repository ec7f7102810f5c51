/* What the two loops of the growth distance in space work on: the cutting plane (growth.c) and
 * Newton's method (newton.c). */
#ifndef GD_GROWTH_H
#define GD_GROWTH_H

#include "minkowski/portal.h"
#include "minkowski/problem.h"

typedef struct growth3 {
    pair3 pair;
    portal3 portal; /* where inner is 0 there is none yet */
    vec3 offset;    /* between the centres of the inner balls */
    vec3 normal;    /* unit, A's frame: the best certificate */
    double outer;
    double iterations;
} growth3;

#endif
