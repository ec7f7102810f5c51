/* The core's side of late.h: what stands in for an extension's functions. Until it is loaded what
 * would need them is refused. */
#include "late.h"

#include "host.h"

static late_functions late;

late_functions* host_late(void) {
    return &late;
}

/* Until then a query's record holds why it was refused, and zeros. */
static GD_COLD gd_status late_refused(void* out, size_t bytes) {
    host_refuse(out, bytes, GD_ERROR_EXTENSION);
    return GD_ERROR_EXTENSION;
}

#define LATE(name, result)                                                                         \
    gd_status gd_##name(const gd_shape* a, const double* pose_a, const gd_shape* b,                \
                        const double* pose_b, const gd_settings* settings, gd_warm* warm,          \
                        result* out) {                                                             \
        if (!late.distances.name) return late_refused(out, sizeof *out);                           \
        return late.distances.name(a, pose_a, b, pose_b, settings, warm, out);                     \
    }

LATE(distance, gd_distance_result)
LATE(penetration, gd_penetration_result)
LATE(signed_distance, gd_signed_result)

/* With a trace by the extension. */
#define TRACED(name, result)                                                                       \
    static GD_COLD gd_status traced_##name(                                                        \
        const gd_shape* a, const double* pose_a, const gd_shape* b, const double* pose_b,          \
        const gd_settings* settings, gd_warm* warm, result* out) {                                 \
        if (!late.traces.name) return late_refused(out, sizeof *out);                              \
        return late.traces.name(a, pose_a, b, pose_b, settings, warm, out);                        \
    }                                                                                              \
    gd_status gd_##name(const gd_shape* a, const double* pose_a, const gd_shape* b,                \
                        const double* pose_b, const gd_settings* settings, gd_warm* warm,          \
                        result* out) {                                                             \
        if (settings && settings->trace != 0.0)                                                    \
            return traced_##name(a, pose_a, b, pose_b, settings, warm, out);                       \
        return untraced_##name(a, pose_a, b, pose_b, settings, warm, out);                         \
    }

TRACED(growth_distance, gd_growth_result)
TRACED(collide, gd_collision_result)

gd_status gd_collide_gjk(const gd_query* query, gd_collision_result* out) {
    return late.distances.collide ? late.distances.collide(query, out) : GD_ERROR_EXTENSION;
}

/* ---- kinds of shapes ----------------------------------------------------------------------- */

/* Whether shapes of the kind of a record wait for an extension: then none is made, and what follows
 * is not called. */
static bool late_waits(double kind) {
    if (kind == GD_KIND_POINTS || kind == GD_KIND_NORM_BALL) return !late.points.read;
    return kind >= GD_KIND_DSF && kind <= GD_KIND_CUSTOM2 && !late.composites.read;
}

gd_status gd_composite_read(gd_shape* shape, const double* p, size_t count, int depth,
                            const gd_custom* custom) {
    return late.composites.read(shape, p, count, depth, custom);
}

void gd_composite_free(gd_composite* composite) {
    if (composite) late.composites.free(composite);
}

gd_status gd_composite_derive(gd_shape* shape, const double* p, size_t count) {
    return late.composites.derive(shape, p, count);
}

vec3 gd_composite_support(const gd_shape* shape, vec3 n, uint32_t* hint) {
    return late.composites.support(shape, n, hint);
}

vec3 gd_composite_piece(const gd_shape* shape, vec3 m, vec3 n) {
    return late.composites.piece(shape, m, n);
}

sym3 gd_composite_curvature(const gd_shape* shape, vec3 m, vec3 n) {
    return late.composites.bend(shape, m, n);
}

bool gd_composite_same(const gd_shape* shape, vec3 m, vec3 k) {
    return late.composites.same(shape, m, k);
}

vec3 gd_smooth_curvature(const gd_smooth* smooth, vec3 n, sym3* hessian) {
    return late.composites.smooth_curvature(smooth, n, hessian);
}

gd_status gd_points_read(gd_shape* shape, const double* parameters, size_t count, bool has_center) {
    return late.points.read(shape, parameters, count, has_center);
}

void gd_points_free(gd_shape* shape) {
    if (shape->core == GD_CORE_POINTS) late.points.free(shape);
}

gd_status gd_points_farthest(const gd_shape* shape, const double* direction, double* point) {
    return late.points.farthest(shape, direction, point);
}
