/* From the arguments of a query of distance or depth to its solver. */
#include "queries/query.h"

gd_status gd_distance(const gd_shape* a, const double* pose_a, const gd_shape* b,
                      const double* pose_b, const gd_settings* settings, gd_warm* warm,
                      gd_distance_result* out) {
    gd_query query = {a, pose_a, b, pose_b, settings, warm};
    gd_status status = query_check(&query, METHODS_DISTANCE, GD_QUANTITY_DISTANCE);
    if (status == GD_STATUS_OPTIMAL) status = QUERY_LINES(distance, &query, out);
    if (status == GD_ERROR_UNDEFINED) status = QUERY_BOXES(distance, &query, out);
    if (status == GD_ERROR_UNDEFINED)
        status = query_has_halfspace(&query) ? gd_distance_halfspace(&query, out)
                                             : gd_distance_gjk(&query, out);
    if (query_traced(&query, status))
        gd_trace_result(&query, out->iterations, out->lower, out->value, out->normal, out->point_a,
                        out->point_b);
    QUERY_END(out, status);
}

gd_status gd_penetration(const gd_shape* a, const double* pose_a, const gd_shape* b,
                         const double* pose_b, const gd_settings* settings, gd_warm* warm,
                         gd_penetration_result* out) {
    gd_query query = {a, pose_a, b, pose_b, settings, warm};
    gd_status status = query_check(&query, METHODS_PENETRATION, GD_QUANTITY_DEPTH);
    if (status == GD_STATUS_OPTIMAL) status = QUERY_LINES(penetration, &query, out);
    if (status == GD_ERROR_UNDEFINED) status = QUERY_BOXES(penetration, &query, out);
    if (status == GD_ERROR_UNDEFINED)
        status = query_has_halfspace(&query) ? gd_penetration_halfspace(&query, out)
                                             : gd_penetration_solve(&query, out);
    if (query_traced(&query, status))
        gd_trace_result(&query, out->iterations, out->lower, out->depth, out->normal, out->point_a,
                        out->point_b);
    QUERY_END(out, status);
}

gd_status gd_signed_distance(const gd_shape* a, const double* pose_a, const gd_shape* b,
                             const double* pose_b, const gd_settings* settings, gd_warm* warm,
                             gd_signed_result* out) {
    gd_query query = {a, pose_a, b, pose_b, settings, warm};
    gd_status status = query_check(&query, METHODS_PENETRATION, GD_QUANTITY_SIGNED);
    if (status == GD_STATUS_OPTIMAL) status = QUERY_LINES(signed, &query, out);
    if (status == GD_ERROR_UNDEFINED) status = QUERY_BOXES(signed, &query, out);
    if (status == GD_ERROR_UNDEFINED)
        status = query_has_halfspace(&query) ? gd_signed_halfspace(&query, out)
                                             : gd_signed_solve(&query, out);
    if (query_traced(&query, status))
        gd_trace_result(&query, out->iterations, out->lower, out->upper, out->normal, out->point_a,
                        out->point_b);
    QUERY_END(out, status);
}
