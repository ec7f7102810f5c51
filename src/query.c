/* From a query's arguments to its solver; the only file that knows all of them. */
#include "solvers.h"

#include <string.h>

static const gd_settings query_defaults = {
    .tolerance = GD_DEFAULT_TOLERANCE,
    .max_iterations = GD_DEFAULT_MAX_ITERATIONS,
};

/* What every query refuses before it looks at the shapes' positions. */
static gd_status query_check(gd_query* query) {
    if (!query->settings) query->settings = &query_defaults;
    const double tolerance = query->settings->tolerance;
    const double max_iterations = query->settings->max_iterations;
    if (!(tolerance > 0.0 && tolerance < 1.0)) return GD_ERROR_SETTINGS;
    if (!(max_iterations >= 1.0 && max_iterations <= GD_MAX_ITERATIONS_LIMIT) ||
        max_iterations != floor(max_iterations))
        return GD_ERROR_SETTINGS;
    if (query->a->dimension != query->b->dimension) return GD_ERROR_DIMENSION;
    return GD_STATUS_OPTIMAL;
}

static bool query_has_halfspace(const gd_query* query) {
    return query->a->core == GD_CORE_HALFSPACE || query->b->core == GD_CORE_HALFSPACE;
}

gd_status gd_growth_distance(const gd_shape* a, const double* pose_a, const gd_shape* b,
                             const double* pose_b, const gd_settings* settings, gd_warm* warm,
                             gd_growth_result* out) {
    gd_query query = {a, pose_a, b, pose_b, settings, warm};
    gd_status status = query_check(&query);
    if (status == GD_STATUS_OPTIMAL)
        status = query_has_halfspace(&query) ? gd_growth_halfspace(&query, out)
                 : a->dimension == 3         ? gd_growth3(&query, out)
                                             : gd_growth2(&query, out);
    if (status < 0) {
        memset(out, 0, sizeof *out);
        out->status = status;
    }
    return status;
}

gd_status gd_collide(const gd_shape* a, const double* pose_a, const gd_shape* b,
                     const double* pose_b, const gd_settings* settings, gd_warm* warm,
                     gd_collision_result* out) {
    gd_query query = {a, pose_a, b, pose_b, settings, warm};
    gd_status status = query_check(&query);
    if (status == GD_STATUS_OPTIMAL)
        status = query_has_halfspace(&query) ? gd_collide_halfspace(&query, out)
                 : a->dimension == 3         ? gd_collide3(&query, out)
                                             : gd_collide2(&query, out);
    if (status < 0) {
        memset(out, 0, sizeof *out);
        out->status = status;
    }
    return status;
}

gd_status gd_distance(const gd_shape* a, const double* pose_a, const gd_shape* b,
                      const double* pose_b, const gd_settings* settings, gd_distance_result* out) {
    gd_query query = {a, pose_a, b, pose_b, settings, NULL};
    memset(out, 0, sizeof *out);
    gd_status status = query_check(&query);
    if (status == GD_STATUS_OPTIMAL)
        status = query_has_halfspace(&query) ? gd_distance_halfspace(&query, out)
                                             : gd_distance_gjk(&query, out);
    if (status < 0) {
        memset(out, 0, sizeof *out);
        out->status = status;
    }
    return status;
}
