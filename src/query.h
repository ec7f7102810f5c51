/* What every query does before and after its solver. */
#ifndef GD_QUERY_H
#define GD_QUERY_H

#include "trace.h"

#include <string.h>

static const gd_settings query_defaults = {
    .tolerance = GD_DEFAULT_TOLERANCE,
    .max_iterations = GD_DEFAULT_MAX_ITERATIONS,
};

static const gd_settings query_depth_defaults = {
    .tolerance = GD_DEFAULT_TOLERANCE,
    .max_iterations = GD_DEFAULT_DEPTH_ITERATIONS,
};

/* The methods of each query, one bit each. */
#define METHOD(name) (1u << GD_METHOD_##name)
#define METHODS_GROWTH (METHOD(AUTO) | METHOD(CUTTING_PLANE) | METHOD(NEWTON))
#define METHODS_DISTANCE                                                                           \
    (METHOD(AUTO) | METHOD(GJK) | METHOD(NESTEROV) | METHOD(NESTEROV_NORMALIZED) |                 \
     METHOD(POLYAK) | METHOD(FRANK_WOLFE))
#define METHODS_COLLIDE (METHODS_DISTANCE | METHOD(CUTTING_PLANE))
#define METHODS_PENETRATION                                                                        \
    (METHOD(AUTO) | METHOD(INCREMENTAL) | METHOD(SQP) | METHOD(MPR) | METHOD(EPA))

GD_INLINE gd_status query_check(gd_query* query, unsigned methods, gd_quantity quantity) {
    const gd_settings* defaults =
        methods == METHODS_PENETRATION ? &query_depth_defaults : &query_defaults;
    if (!query->settings)
        query->settings = defaults;
    else if (gd_query_settings(query, methods, defaults) != GD_STATUS_OPTIMAL)
        return GD_ERROR_SETTINGS;
    if (trace_wanted(query->settings)) gd_trace_begin(trace_of(query->settings), quantity);
    if (query->a->dimension != query->b->dimension || query->a->nd || query->b->nd)
        return GD_ERROR_DIMENSION;
    return GD_STATUS_OPTIMAL;
}

GD_INLINE bool query_has_halfspace(const gd_query* query) {
    return query->a->core == GD_CORE_HALFSPACE || query->b->core == GD_CORE_HALFSPACE;
}

/* Whether an answered query has a last row to write. */
GD_INLINE bool query_traced(const gd_query* query, gd_status status) {
    return status >= 0 && trace_wanted(query->settings);
}

/* A refused query's record holds its status and zeros. */
#define QUERY_END(out, status)                                                                     \
    do {                                                                                           \
        if ((status) < 0) {                                                                        \
            memset(out, 0, sizeof *(out));                                                         \
            (out)->status = status;                                                                \
        }                                                                                          \
        return status;                                                                             \
    } while (0)

#endif
