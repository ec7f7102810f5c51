/* Support points out of line, for callers that are not hot: the switch over cores is large. */
#include "shapes/support.h"

GD_NOINLINE vec3 gd_core_support(const gd_shape* shape, vec3 n, uint32_t* hint) {
    return core_support(shape, n, hint);
}
