/* Functions of the library that an extension brings to the core, which calls them from the midst of
 * its queries: by pointers in the table of functions, set when the extension is loaded. */
#ifndef LATE_H
#define LATE_H

#include "../src/solvers.h"

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

GD_SHARED void host_take_traces(const late_traces* functions);
GD_SHARED void host_take_distances(const late_distances* functions);

#endif
