/* The extension of comparison methods: growth distance by the methods ours is compared with. */
#include "extension.h"

#include "compare/compare.c"
#include "compare/conic_projection.c"
#include "compare/conic.c"
#include "compare/dcf.c"
#include "compare/dcol.c"
#include "compare/ie.c"
#include "compare/inc.c"
#include "compare/ray.c"
#include "compare/zc.c"
#include "compare/zc_ie.c"
#include "minkowski/trace.c"

BATCH(compare_growth_distance, gd_compare_growth_distance, gd_growth_result)
