/* The extension of distances: queries of distance, depth and signed distance, which other
 * extensions ask for through the core, and the core's booleans by GJK. */
#include "extension.h"
#include "late.h"
#include "single.h"

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
    host_late()->distances =
        (late_distances){gd_distance, gd_penetration, gd_signed_distance, gd_collide_gjk};
}

BATCH(distance, gd_distance, gd_distance_result)
BATCH(penetration, gd_penetration, gd_penetration_result)
BATCH(signed_distance, gd_signed_distance, gd_signed_result)

SINGLE(distance, gd_distance, gd_distance_result)
SINGLE(penetration, gd_penetration, gd_penetration_result)
SINGLE(signed_distance, gd_signed_distance, gd_signed_result)
