/* From the arguments of a query in any dimension to its solver. */
#include "nd/basis.h"

#include "minkowski/trace.h"

static const gd_settings queryn_defaults = {
    .tolerance = GD_DEFAULT_TOLERANCE,
    .max_iterations = GD_DEFAULT_RAY_ITERATIONS,
};

static gd_status queryn_check(gd_query* query, gd_quantity quantity) {
    const unsigned methods = 1u << GD_METHOD_AUTO | 1u << GD_METHOD_CUTTING_PLANE;
    const gd_status status = gd_query_settings(query, methods, &queryn_defaults);
    if (status != GD_STATUS_OPTIMAL) return status;
    if (query->settings->trace != 0.0) gd_trace_begin(trace_of(query->settings), quantity);
    return nset_dimension(query->a) == nset_dimension(query->b) ? GD_STATUS_OPTIMAL
                                                                : GD_ERROR_DIMENSION;
}

static bool queryn_unbounded(const gd_query* query) {
    return nset_unbounded(query->a) || nset_unbounded(query->b);
}

gd_status gd_growth_distance_n(const gd_shape* a, const double* pose_a, const gd_shape* b,
                               const double* pose_b, const gd_settings* settings, double* workspace,
                               gd_growth_n_result* out, double* vectors) {
    gd_query query = {a, pose_a, b, pose_b, settings, NULL};
    gd_status status = queryn_check(&query, GD_QUANTITY_GROWTH);
    if (status == GD_STATUS_OPTIMAL)
        status = queryn_unbounded(&query) ? GD_ERROR_UNDEFINED
                                          : gd_growthn(&query, workspace, out, vectors);
    QUERY_END(out, status);
}

gd_status gd_collide_n(const gd_shape* a, const double* pose_a, const gd_shape* b,
                       const double* pose_b, const gd_settings* settings, double* workspace,
                       gd_collision_n_result* out, double* vectors) {
    gd_query query = {a, pose_a, b, pose_b, settings, NULL};
    gd_status status = queryn_check(&query, GD_QUANTITY_GROWTH);
    if (status == GD_STATUS_OPTIMAL)
        status = queryn_unbounded(&query) ? GD_ERROR_UNDEFINED
                                          : gd_collidesn(&query, workspace, out, vectors);
    QUERY_END(out, status);
}

gd_status gd_generalized_distance(const gd_shape* q, const double* pose_q, const gd_shape* minus,
                                  const double* pose_minus, const gd_shape* a, const double* pose_a,
                                  const gd_settings* settings, double* workspace,
                                  gd_generalized_result* out, double* vectors) {
    gd_query query = {q, pose_q, a, pose_a, settings, NULL};
    gd_status status = queryn_check(&query, GD_QUANTITY_GENERALIZED);
    if (status == GD_STATUS_OPTIMAL && minus && nset_dimension(minus) != nset_dimension(a))
        status = GD_ERROR_DIMENSION;
    if (status == GD_STATUS_OPTIMAL)
        status = gd_generalized_solve(&query, minus, pose_minus, workspace, out, vectors);
    if (status >= 0 && query.settings->trace != 0.0) { /* the common point of A and the scaled Q */
        const cone_view view = {.scale = 1.0, .lower = out->lower, .upper = out->upper};
        const int n = nset_dimension(a);
        gd_cone_record_result(trace_of(query.settings), n, &view, out->ray_iterations, vectors + n,
                              vectors, vectors);
    }
    QUERY_END(out, status);
}
