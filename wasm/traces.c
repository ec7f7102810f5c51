/* The extension of traces: growth distance and booleans once more, recording their iterates. Those
 * are for looking at: compiled for size, with the core's closed forms and support points. */
#define GD_TRACED
#define GD_SUPPORT_LENT
#define GD_INLINE static inline __attribute__((unused))
#pragma clang attribute push(__attribute__((minsize)), apply_to = function)

#include "extension.h"
#include "late.h"

#include "growth/cutting_plane.c"
#include "growth/cutting_plane_2d.c"
#include "second_order/model_step.c"
#include "growth/newton.c"
#include "queries/query.c"
#include "second_order/support_model.c"
#include "minkowski/trace.c"

void EXPORT(install)(void) {
    host_late()->traces = (late_traces){gd_growth_distance, gd_collide};
}

#pragma clang attribute pop
