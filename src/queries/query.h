/* What every query does before and after its solver. */
#ifndef GD_QUERY_H
#define GD_QUERY_H

#include "minkowski/trace.h"

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
    /* those of other dimensions have none here */
    if (query->a->dimension != query->b->dimension || query->a->dimension == 0)
        return GD_ERROR_DIMENSION;
    return GD_STATUS_OPTIMAL;
}

GD_INLINE bool query_has_halfspace(const gd_query* query) {
    return query->a->core == GD_CORE_HALFSPACE || query->b->core == GD_CORE_HALFSPACE;
}

/* A depth's methods are for cores that overlap; other methods are taken at their word. */
GD_INLINE bool query_asks_for_any(const gd_query* query) {
    const int method = (int)query->settings->method;
    return method == GD_METHOD_AUTO || method == GD_METHOD_INCREMENTAL || method == GD_METHOD_SQP ||
           method == GD_METHOD_EPA;
}

/* Two lines have a closed form. */
GD_INLINE bool query_has_lines(const gd_query* query) {
    return query->a->line && query->b->line && query_asks_for_any(query);
}

/* So do boxes, lines among them, but where they overlap for AUTO only. */
GD_INLINE bool query_has_boxes(const gd_query* query) {
    return query->a->box && query->b->box && query_asks_for_any(query) &&
           (query->a->line || query->b->line || query->settings->method == GD_METHOD_AUTO);
}

/* A closed form's status, UNDEFINED without one: of lines, and for what these leave of boxes. */
#define QUERY_LINES(quantity, query, out)                                                          \
    (query_has_lines(query) ? gd_##quantity##_lines(query, out) : GD_ERROR_UNDEFINED)
#define QUERY_BOXES(quantity, query, out)                                                          \
    (query_has_boxes(query) ? gd_##quantity##_boxes(query, out) : GD_ERROR_UNDEFINED)

/* Whether an answered query has a last row to write. */
GD_INLINE bool query_traced(const gd_query* query, gd_status status) {
    return status >= 0 && trace_wanted(query->settings);
}

#endif
