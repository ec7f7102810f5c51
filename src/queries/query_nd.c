/* The public queries of any dimension: each checks its arguments and calls its solver. */
#include "queries/query.h"

#include "nd/basis.h"
#include "nd/nd.h"

size_t gd_workspace(int dimension) {
    if (dimension < 2 || dimension > GD_DIMENSION_MAX) return 0;
    return basis_workspace(dimension, GD_BASIS_SETS) + 8 * (size_t)dimension;
}

static const gd_settings query_nd_defaults = {
    .tolerance = GD_DEFAULT_TOLERANCE,
    .max_iterations = GD_DEFAULT_RAY_ITERATIONS,
};

static gd_status query_nd_check(gd_query* query, gd_quantity quantity) {
    const unsigned methods = 1u << GD_METHOD_AUTO | 1u << GD_METHOD_CUTTING_PLANE;
    const gd_status status = gd_query_settings(query, methods, &query_nd_defaults);
    if (status != GD_STATUS_OPTIMAL) return status;
    if (query->settings->trace != 0.0) gd_trace_begin(trace_of(query->settings), quantity);
    return support_nd_dimension(query->a) == support_nd_dimension(query->b) ? GD_STATUS_OPTIMAL
                                                                            : GD_ERROR_DIMENSION;
}

static bool query_nd_unbounded(const gd_query* query) {
    return support_nd_unbounded(query->a) || support_nd_unbounded(query->b);
}

gd_status gd_growth_distance_n(const gd_query* given, double* workspace, gd_growth_n_result* out,
                               double* vectors) {
    gd_query query = *given;
    gd_status status = query_nd_check(&query, GD_QUANTITY_GROWTH);
    if (status == GD_STATUS_OPTIMAL)
        status = query_nd_unbounded(&query) ? GD_ERROR_UNDEFINED
                                            : gd_growth_nd(&query, workspace, out, vectors);
    QUERY_END(out, status);
}

gd_status gd_collide_n(const gd_query* given, double* workspace, gd_collision_n_result* out,
                       double* vectors) {
    gd_query query = *given;
    gd_status status = query_nd_check(&query, GD_QUANTITY_GROWTH);
    if (status == GD_STATUS_OPTIMAL)
        status = query_nd_unbounded(&query) ? GD_ERROR_UNDEFINED
                                            : gd_collide_nd(&query, workspace, out, vectors);
    QUERY_END(out, status);
}

gd_status gd_generalized_distance(const gd_query* given, const gd_shape* minus,
                                  const double* pose_minus, double* workspace,
                                  gd_generalized_result* out, double* vectors) {
    gd_query query = *given;
    gd_status status = query_nd_check(&query, GD_QUANTITY_GENERALIZED);
    if (status == GD_STATUS_OPTIMAL && minus &&
        support_nd_dimension(minus) != support_nd_dimension(query.b))
        status = GD_ERROR_DIMENSION;
    if (status == GD_STATUS_OPTIMAL)
        status = gd_generalized_solve(&query, minus, pose_minus, workspace, out, vectors);
    if (status >= 0 && query.settings->trace != 0.0) { /* both parts are the common point */
        const basis_view view = {.scale = 1.0};
        const int n = support_nd_dimension(query.b);
        const trace_answer answer = {out->ray_iterations, out->lower, out->upper,
                                     vectors + n,         vectors,    vectors};
        gd_basis_record_result(trace_of(query.settings), n, &view, &answer);
    }
    QUERY_END(out, status);
}
