/* The public casts: each checks its arguments, calls its solver and fills a refused result. */
#include "queries/query.h"

#include "casts/cast_ray.h"

/* Least length of a displacement that is not 0. Times are then below 1e301. */
#define MOTION_SPEED_MIN 1e-150

static const gd_settings motion_defaults = {
    .tolerance = GD_DEFAULT_TOLERANCE,
    .max_iterations = GD_DEFAULT_CAST_ITERATIONS,
};

/* Whether displacement, interval and target are in range. */
static bool motion_holds(const double* displacement, int dimension, double min_time,
                         double max_time, double target) {
    const double x = fabs(displacement[0]), y = fabs(displacement[1]);
    const double z = dimension == 3 ? fabs(displacement[2]) : 0.0, sum = x + y + z;
    const bool usual = sum <= GD_POSITION_MAX && sum >= 3.0 * MOTION_SPEED_MIN;
    if (!usual) {
        const double largest = max2(max2(x, y), z);
        if (!(x <= GD_POSITION_MAX && y <= GD_POSITION_MAX && z <= GD_POSITION_MAX)) return false;
        if (largest > 0.0 && largest < MOTION_SPEED_MIN) return false;
    }
    if (!(min_time <= max_time) || min_time == GD_INFINITY || max_time == -GD_INFINITY)
        return false;
    return target >= 0.0 && target <= GD_LENGTH_MAX;
}

static gd_status motion_check(gd_query* query) {
    if (!query->settings)
        query->settings = &motion_defaults;
    else if (gd_query_settings(query, METHOD(AUTO), &motion_defaults) != GD_STATUS_OPTIMAL)
        return GD_ERROR_SETTINGS;
    if (trace_wanted(query->settings)) gd_trace_begin(trace_of(query->settings), GD_QUANTITY_TIME);
    if (query->a->dimension != query->b->dimension || query->a->dimension == 0)
        return GD_ERROR_DIMENSION;
    return GD_STATUS_OPTIMAL;
}

void gd_query_trace_cast(const gd_query* query, const gd_cast_result* out) {
    const trace_answer answer = {out->iterations, out->lower,   out->upper,
                                 out->normal,     out->point_a, out->point_b};
    gd_trace_result(query, &answer);
}

gd_status gd_cast_shape(const gd_query* given, const gd_cast* cast, gd_cast_result* out) {
    gd_query query = query_copy(given);
    gd_status status = motion_check(&query);
    if (status == GD_STATUS_OPTIMAL && !motion_holds(cast->displacement, query.a->dimension,
                                                     cast->min_time, cast->max_time, cast->target))
        status = GD_ERROR_MOTION;
    if (status == GD_STATUS_OPTIMAL) status = gd_cast_solve(&query, cast, out);
    if (query_traced(&query, status)) gd_query_trace_cast(&query, out);
    QUERY_END(out, status);
}

gd_status gd_cast_ray(const gd_shape* shape, const double* pose, const gd_ray* ray,
                      const gd_settings* settings, gd_ray_result* out) {
    gd_query query = {shape, pose, shape, pose, settings, NULL};
    const double *d = ray->direction, *o = ray->origin;
    gd_status status = motion_check(&query);
    if (status == GD_STATUS_OPTIMAL) {
        const bool plane = shape->dimension == 2;
        const bool still = d[0] == 0.0 && d[1] == 0.0 && (plane || d[2] == 0.0);
        const bool near = fabs(o[0]) <= GD_POSITION_MAX && fabs(o[1]) <= GD_POSITION_MAX &&
                          (plane || fabs(o[2]) <= GD_POSITION_MAX);
        if (still || !near ||
            !motion_holds(d, shape->dimension, ray->min_time, ray->max_time, ray->target))
            status = GD_ERROR_MOTION;
    }
    if (status == GD_STATUS_OPTIMAL) status = gd_ray_solve(shape, pose, ray, query.settings, out);
    if (query_traced(&query, status)) {
        const trace_answer answer = {out->iterations, out->lower, out->upper,
                                     out->normal,     out->point, out->point};
        gd_trace_result(&query, &answer);
    }
    QUERY_END(out, status);
}
