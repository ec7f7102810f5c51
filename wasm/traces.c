/* The extension of traces: growth distance and booleans once more, recording their iterates. */
#include "extension.h"
#include "late.h"

#include "../src/box_queries.c"
#include "../src/boxes.c"
#include "../src/closed.c"
#include "../src/growth.c"
#include "../src/growth2.c"
#include "../src/hinge.c"
#include "../src/lines.c"
#include "../src/newton.c"
#include "../src/query.c"
#include "../src/rounded.c"
#include "../src/sight.c"
#include "../src/trace.c"
#include "../src/zonogon.c"

void EXPORT(install)(void) {
    host_late()->traces = (late_traces){gd_growth_distance, gd_collide};
}
