/* The extension of comparison methods: growth distance by the methods ours is compared with. */
#include "extension.h"

#include "../src/compare/compare.c"
#include "../src/compare/cone.c"
#include "../src/compare/conic.c"
#include "../src/compare/dcf.c"
#include "../src/compare/dcol.c"
#include "../src/compare/ie.c"
#include "../src/compare/inc.c"
#include "../src/compare/ray.c"
#include "../src/compare/zc.c"
#include "../src/compare/zc_ie.c"
#include "../src/trace.c"

BATCH(compare_growth_distance, gd_compare_growth_distance, gd_growth_result)
