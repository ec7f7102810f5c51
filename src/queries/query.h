/* Steps of every query before and after its solver: default settings, checks, trace. */
#ifndef GD_QUERY_H
#define GD_QUERY_H

#include "minkowski/trace.h"
#include "queries/query_table.h"

static const gd_settings query_defaults = {
    .tolerance = GD_DEFAULT_TOLERANCE,
    .max_iterations = GD_DEFAULT_MAX_ITERATIONS,
};

static const gd_settings query_depth_defaults = {
    .tolerance = GD_DEFAULT_TOLERANCE,
    .max_iterations = GD_DEFAULT_DEPTH_ITERATIONS,
};

/* Copies field by field. A wider copy would wait for the caller's stores, about 15 ns. */
GD_INLINE gd_query query_copy(const gd_query* q) {
    return (gd_query){q->a, q->pose_a, q->b, q->pose_b, q->settings, q->warm};
}

/* Replaces NULL settings by the defaults, and checks others. methods has a bit for each accepted
 * method. Returns OPTIMAL or GD_ERROR_SETTINGS. */
GD_INTERNAL gd_status gd_query_settings(gd_query* query, unsigned methods,
                                        const gd_settings* defaults);

GD_INLINE gd_status query_check(gd_query* query, unsigned methods, gd_quantity quantity) {
    const gd_settings* defaults =
        methods == METHODS_PENETRATION ? &query_depth_defaults : &query_defaults;
    if (!query->settings)
        query->settings = defaults;
    else if (gd_query_settings(query, methods, defaults) != GD_STATUS_OPTIMAL)
        return GD_ERROR_SETTINGS;
    if (trace_wanted(query->settings)) gd_trace_begin(trace_of(query->settings), quantity);
    /* point sets and p-norm balls have dimension 0 in this field */
    if (query->a->dimension != query->b->dimension || query->a->dimension == 0)
        return GD_ERROR_DIMENSION;
    return GD_STATUS_OPTIMAL;
}

/* Whether a solved query must append its result to a trace. */
GD_INLINE bool query_traced(const gd_query* query, gd_status status) {
    return status >= 0 && trace_wanted(query->settings);
}

/* Appends the result of a cast or a time of impact. */
GD_INTERNAL void gd_query_trace_cast(const gd_query* query, const gd_cast_result* out);

#endif
