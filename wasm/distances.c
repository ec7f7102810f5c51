/* The extension of distances: queries of distance, depth and signed distance, which other
 * extensions ask for through the core, and the core's booleans by GJK. */
#include "extension.h"
#include "late.h"
#include "single.h"

#include "closed/box_queries.c"
#include "closed/box_box.c"
#include "closed/halfspace.c"
#include "distance/distance.c"
#include "queries/distances.c"
#include "distance/gjk.c"
#include "closed/capsules.c"
#include "closed/box_capsule.c"
#include "distance/simplex.c"
#include "depth/lbfgs.c"
#include "depth/epa.c"
#include "depth/epa_2d.c"
#include "depth/incremental.c"
#include "depth/incremental_2d.c"
#include "depth/penetration.c"
#include "depth/initial_simplex.c"
#include "minkowski/trace.c"

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
