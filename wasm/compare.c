/* The second module: growth distance by the methods ours is compared with, and by ours, over the
 * same flat buffers. */
#define GD_API static __attribute__((unused))
#define GD_INTERNAL static __attribute__((unused))
#define GD_SHARED static __attribute__((unused))

#include "sources.h"

#include "host.c"

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

BATCH(growth_distance, gd_compare_growth_distance, gd_growth_result)
