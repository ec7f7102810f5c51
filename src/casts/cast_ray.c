#include "casts/cast_ray.h"

/* A point at the ray's origin, cast along it. */
static gd_status ray_as_cast(const gd_query* shape, const gd_ray* ray, gd_ray_result* out) {
    const int dims = shape->a->dimension;
    const gd_shape point = {.kind = dims == 3 ? GD_KIND_POINT : GD_KIND_POINT2,
                            .core = GD_CORE_POINT,
                            .dimension = dims,
                            .strictly_convex = true};
    const double *o = ray->origin, *d = ray->direction;
    const double at[7] = {o[0], o[1], dims == 3 ? o[2] : 0.0, 0.0, 0.0, 0.0, 1.0};
    const gd_query query = {shape->a, shape->pose_a, &point, at, shape->settings, NULL};
    const gd_cast cast = {{d[0], d[1], d[2]}, ray->min_time, ray->max_time, ray->target};
    gd_cast_result found;
    const gd_status status = gd_cast_solve(&query, &cast, &found);
    if (status < 0) return status;
    out->status = found.status;
    out->iterations = found.iterations;
    out->hit = found.hit;
    out->time = found.time;
    out->lower = found.lower;
    out->upper = found.upper;
    store3(out->normal, load3(found.normal));
    store3(out->point, load3(found.point_a));
    return status;
}

gd_status gd_ray_solve(const gd_shape* shape, const double* pose, const gd_ray* ray,
                       const gd_settings* settings, gd_ray_result* out) {
    const gd_query query = {shape, pose, NULL, NULL, settings, NULL};
    frame3 frame;
    if (!ray_frame(shape, pose, &frame)) return GD_ERROR_POSE;
    if (shape->core != GD_CORE_HALFSPACE &&
        gd_ray_closed(shape, &frame, ray, settings->tolerance, out))
        return (gd_status)out->status;
    return ray_as_cast(&query, ray, out);
}
