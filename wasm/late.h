/* Functions of the library that an extension brings to the core, which calls them from the midst of
 * its queries: by pointers in the table of functions, set when the extension is loaded. */
#ifndef LATE_H
#define LATE_H

#include "../src/solvers.h"

typedef struct late_distances {
    gd_status (*distance)(const gd_query* query, gd_distance_result* out);
    gd_status (*collide)(const gd_query* query, gd_collision_result* out);
    gd_status (*penetration)(const gd_query* query, gd_penetration_result* out);
    gd_status (*signed_distance)(const gd_query* query, gd_signed_result* out);
} late_distances;

GD_SHARED void host_take_distances(const late_distances* functions);

#endif
