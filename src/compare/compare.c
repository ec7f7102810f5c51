/* Calls the solver of a query's method, as query.c does for the library's own methods. */
#include "compare/compare.h"

#include "queries/query.h"

#include <string.h>

static gd_status compare_solve(const gd_query* query, gd_growth_result* out) {
    switch ((gd_method)(int)query->settings->method) {
    case GD_METHOD_IE: return gd_compare_ie(query, out);
    case GD_METHOD_ZC: return gd_compare_zc(query, out);
    case GD_METHOD_ZC_IE: return gd_compare_zc_ie(query, out);
    case GD_METHOD_INC: return gd_compare_inc(query, out);
    case GD_METHOD_DCF: return gd_compare_dcf(query, out);
    case GD_METHOD_DCOL: return gd_compare_dcol(query, out);
    case GD_METHOD_AUTO:
    case GD_METHOD_CUTTING_PLANE:
    case GD_METHOD_GJK:
    case GD_METHOD_NESTEROV:
    case GD_METHOD_NESTEROV_NORMALIZED:
    case GD_METHOD_POLYAK:
    case GD_METHOD_FRANK_WOLFE:
    case GD_METHOD_INCREMENTAL:
    case GD_METHOD_SQP:
    case GD_METHOD_MPR:
    case GD_METHOD_EPA:
    case GD_METHOD_NEWTON: break; /* unreachable: query_check has refused the library's own */
    }
    return GD_ERROR_SETTINGS; /* unreachable: every other method returned */
}

gd_status gd_compare_growth_distance(const gd_query* given, gd_growth_result* out) {
    const gd_settings* settings = given->settings;
    if (!settings || !(settings->method >= GD_METHOD_IE && settings->method <= GD_METHOD_DCOL))
        return gd_growth_distance(given, out);
    const gd_shape *a = given->a, *b = given->b;
    gd_query query = *given;
    query.warm = NULL;
    const unsigned methods = ((1u << (GD_METHOD_DCOL + 1)) - 1u) & ~((1u << GD_METHOD_IE) - 1u);
    gd_status status = query_check(&query, methods, GD_QUANTITY_GROWTH);
    const bool bounded = a->core != GD_CORE_HALFSPACE && b->core != GD_CORE_HALFSPACE;
    if (status == GD_STATUS_OPTIMAL)
        status = a->dimension == 3 && bounded ? compare_solve(&query, out) : GD_ERROR_UNDEFINED;
    if (status >= 0 && settings->trace != 0.0)
        gd_trace_result(&query, &(trace_answer){out->iterations, out->lower, out->upper,
                                                out->normal, out->point_a, out->point_b});
    if (status < 0) {
        memset(out, 0, sizeof *out);
        out->status = status;
    }
    return status;
}
