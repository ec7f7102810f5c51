/* The core's side of late.h: what stands in for an extension's functions. Until it is loaded what
 * would need them is refused. */
#include "late.h"

static late_distances late;

void host_take_distances(const late_distances* functions) {
    late = *functions;
}

/* Until then a query's record holds why it was refused, and zeros. */
#define LATE(name, result)                                                                         \
    gd_status gd_##name(const gd_shape* a, const double* pose_a, const gd_shape* b,                \
                        const double* pose_b, const gd_settings* settings, gd_warm* warm,          \
                        result* out) {                                                             \
        if (late.name) return late.name(a, pose_a, b, pose_b, settings, warm, out);                \
        memset(out, 0, sizeof *out);                                                               \
        out->status = GD_ERROR_EXTENSION;                                                          \
        return GD_ERROR_EXTENSION;                                                                 \
    }

LATE(distance, gd_distance_result)
LATE(penetration, gd_penetration_result)
LATE(signed_distance, gd_signed_result)

static late_traces late_traced;

void host_take_traces(const late_traces* functions) {
    late_traced = *functions;
}

/* With a trace by the extension. */
#define TRACED(name, result)                                                                       \
    static GD_COLD gd_status traced_##name(                                                        \
        const gd_shape* a, const double* pose_a, const gd_shape* b, const double* pose_b,          \
        const gd_settings* settings, gd_warm* warm, result* out) {                                 \
        if (late_traced.name) return late_traced.name(a, pose_a, b, pose_b, settings, warm, out);  \
        memset(out, 0, sizeof *out);                                                               \
        out->status = GD_ERROR_EXTENSION;                                                          \
        return GD_ERROR_EXTENSION;                                                                 \
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
    return late.collide ? late.collide(query, out) : GD_ERROR_EXTENSION;
}
