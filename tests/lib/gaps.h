/* Closed forms of a ball or point and a solid, checked through every result of their gaps. */
#ifndef GAPS_H
#define GAPS_H

#include "closed/closed.h"

typedef bool gap_function(const gd_query* query, gap_goal goal, core_gap* gap);

/* A solid, and a ball or point at a place of the solid's frame. */
typedef struct gap_case {
    double record[9]; /* of the solid */
    size_t length;
    double radius; /* of the ball; 0: a point */
    double pose[7];
    vec3 at;         /* of the ball, local to the solid */
    bool ball_first; /* the ball is A */
} gap_case;

/* Checks distance, depth, signed distance and overlap test. distance is the signed distance of the
 * ball's centre from the solid without its margin. */
void check_gap_case(gap_function* gap, const gap_case* c, double distance);

typedef bool growth_function(const gd_query* query, gd_growth_result* out);

/* Certifies the growth distance, and compares it with the cutting planes. */
void check_growth_case(growth_function* grows, const gap_case* c);

/* A place in the cube of this half extent. */
vec3 draw_in_cube(double reach);

/* Draws a pose and an order; leaves record and at. The radius is 0 for every third number i. */
void draw_gap_case(gap_case* c, int dimension, int i);

#endif
