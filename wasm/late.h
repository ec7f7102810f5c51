/* Functions of the library that an extension brings to the core, which calls them from the midst of
 * its queries: by pointers in the table of functions, set when the extension is loaded. */
#ifndef LATE_H
#define LATE_H

#include "shapes/composite.h"
#include "shapes/points_nd.h"
#include "shapes/smooth_hull.h"
#include "minkowski/problem.h"

typedef struct late_distances {
    __typeof__(gd_distance)* distance;
    __typeof__(gd_penetration)* penetration;
    __typeof__(gd_signed_distance)* signed_distance;
    __typeof__(gd_collide_gjk)* collide;
} late_distances;

/* Of queries that ask for a trace. */
typedef struct late_traces {
    __typeof__(gd_growth_distance)* growth_distance;
    __typeof__(gd_collide)* collide;
} late_traces;

/* Of shapes made of others, and smooth hulls. */
typedef struct late_composites {
    __typeof__(gd_composite_read)* read;
    __typeof__(gd_composite_free)* free;
    __typeof__(gd_composite_derive)* derive;
    __typeof__(gd_composite_support)* support;
    __typeof__(gd_composite_piece)* piece;
    __typeof__(gd_composite_bend)* bend;
    __typeof__(gd_composite_same)* same;
    __typeof__(gd_smooth_curvature)* smooth_curvature;
} late_composites;

/* Of sets of any dimension. */
typedef struct late_points {
    __typeof__(gd_points_read)* read;
    __typeof__(gd_points_free)* free;
    __typeof__(gd_points_farthest)* farthest;
} late_points;

typedef struct late_functions {
    late_distances distances;
    late_traces traces;
    late_composites composites;
    late_points points;
} late_functions;

/* Where an extension puts its own. */
GD_SHARED late_functions* host_late(void);

#endif
