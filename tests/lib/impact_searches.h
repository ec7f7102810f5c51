/* Searches for a time of impact of random pairs, for tests of their steps. */
#ifndef IMPACT_SEARCHES_H
#define IMPACT_SEARCHES_H

#include "draw.h"

#include "motion/impact.h"

/* A random pair in motion and its search; the caller destroys it. */
typedef struct drawn_impact_search {
    drawn a, b;
    double pose_a[7], pose_b[7];
    gd_motion motion;
    gd_query query;
    impact search;
} drawn_impact_search;

/* Draws a pair of 2D or 3D shapes of one dimension, with angular velocities up to turn. */
void draw_impact_search(int number, double turn, drawn_impact_search* out);
void destroy_impact_search(drawn_impact_search* s);

/* Starts the search again after a change of the motion. */
void restart_impact_search(drawn_impact_search* s);

#endif
