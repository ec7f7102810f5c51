/* The extension of distances: the solvers of distance, depth and booleans by GJK that the core
 * turns to where there is no closed form. */
#include "extension.h"
#include "late.h"

#include "../src/box_queries.c"
#include "../src/boxes.c"
#include "../src/closed.c"
#include "../src/distance.c"
#include "../src/distances.c"
#include "../src/gjk.c"
#include "../src/lines.c"
#include "../src/rounded.c"
#include "../src/simplex.c"
#include "../src/descent.c"
#include "../src/epa.c"
#include "../src/epa2.c"
#include "../src/incremental.c"
#include "../src/incremental2.c"
#include "../src/penetration.c"
#include "../src/seed.c"
#include "../src/trace.c"

void EXPORT(install)(void) {
    const late_distances functions = {gd_distance, gd_penetration, gd_signed_distance,
                                      gd_collide_gjk};
    host_take_distances(&functions);
}
