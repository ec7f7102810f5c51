/* Functions of the library that an extension brings to the core, which calls them from the midst of
 * its queries: by pointers in the table of functions, set when the extension is loaded. */
#ifndef LATE_H
#define LATE_H

#include "../src/solvers.h"

typedef struct late_penetration {
    gd_status (*solve)(const gd_query* query, gd_penetration_result* out);
    gd_status (*solve_signed)(const gd_query* query, gd_signed_result* out);
} late_penetration;

GD_SHARED void host_take_penetration(const late_penetration* functions);

#endif
