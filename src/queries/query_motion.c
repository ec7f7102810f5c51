/* The public casts: each checks its arguments, calls its solver and fills a refused result. */
#include "queries/query.h"

#include "motion/cast.h"

/* Least length of a displacement that is not 0. Times are then below 1e301. */
#define MOTION_SPEED_MIN 1e-150

static const gd_settings motion_defaults = {
    .tolerance = GD_DEFAULT_TOLERANCE,
    .max_iterations = GD_DEFAULT_CAST_ITERATIONS,
};

/* Whether displacement, interval and target are in range. */
static bool motion_holds(const double* displacement, int dimension, const double* interval,
                         double target) {
    double largest = 0.0;
    for (int i = 0; i < dimension; i++) {
        if (!(fabs(displacement[i]) <= GD_POSITION_MAX)) return false;
        largest = fabs(displacement[i]) > largest ? fabs(displacement[i]) : largest;
    }
    if (largest > 0.0 && largest < MOTION_SPEED_MIN) return false;
    if (!(interval[0] <= interval[1]) || interval[0] == GD_INFINITY || interval[1] == -GD_INFINITY)
        return false;
    return target >= 0.0 && target <= GD_LENGTH_MAX;
}

static gd_status motion_check(gd_query* query) {
    if (!query->settings)
        query->settings = &motion_defaults;
    else if (gd_query_settings(query, METHOD(AUTO), &motion_defaults) != GD_STATUS_OPTIMAL)
        return GD_ERROR_SETTINGS;
    if (query->a->dimension != query->b->dimension || query->a->dimension == 0)
        return GD_ERROR_DIMENSION;
    return GD_STATUS_OPTIMAL;
}

gd_status gd_cast_shape(const gd_query* given, const gd_cast* cast, gd_cast_result* out) {
    gd_query query = *given;
    const double interval[2] = {cast->min_time, cast->max_time};
    gd_status status = motion_check(&query);
    if (status == GD_STATUS_OPTIMAL &&
        !motion_holds(cast->displacement, query.a->dimension, interval, cast->target))
        status = GD_ERROR_MOTION;
    if (status == GD_STATUS_OPTIMAL) status = gd_cast_solve(&query, cast, out);
    QUERY_END(out, status);
}

/* A ray is a cast of a point at its origin. */
gd_status gd_cast_ray(const gd_shape* shape, const double* pose, const gd_ray* ray,
                      const gd_settings* settings, gd_ray_result* out) {
    const int dims = shape->dimension;
    const gd_shape point = {.kind = dims == 3 ? GD_KIND_POINT : GD_KIND_POINT2,
                            .core = GD_CORE_POINT,
                            .dimension = dims,
                            .strictly_convex = true};
    const double* o = ray->origin;
    const double at[7] = {o[0], o[1], dims == 3 ? o[2] : 0.0, 0.0, 0.0, 0.0, 1.0};
    const gd_query query = {shape, pose, &point, at, settings, NULL};
    const double* d = ray->direction;
    const gd_cast cast = {{d[0], d[1], d[2]}, ray->min_time, ray->max_time, ray->target};
    gd_cast_result found;
    const double interval[2] = {ray->min_time, ray->max_time};
    gd_status status = dims == 0 ? GD_ERROR_DIMENSION : GD_STATUS_OPTIMAL;
    const bool still = d[0] == 0.0 && d[1] == 0.0 && (dims == 2 || d[2] == 0.0);
    if (status == GD_STATUS_OPTIMAL && still) status = GD_ERROR_MOTION;
    if (status == GD_STATUS_OPTIMAL && !motion_holds(d, dims, interval, ray->target))
        status = GD_ERROR_MOTION;
    if (status == GD_STATUS_OPTIMAL) status = gd_cast_shape(&query, &cast, &found);
    if (status >= 0) {
        out->status = found.status;
        out->iterations = found.iterations;
        out->hit = found.hit;
        out->time = found.time;
        out->lower = found.lower;
        out->upper = found.upper;
        store3(out->normal, load3(found.normal));
        store3(out->point, load3(found.point_a));
    }
    QUERY_END(out, status);
}
