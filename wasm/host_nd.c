/* Exported queries of one pair in any dimension, including generalized distance. */
#include "batch.h"
#include "nd/support_nd.h"

uint32_t EXPORT(workspace)(uint32_t dimension) {
    return dimension > GD_DIMENSION_MAX ? 0 : (uint32_t)gd_workspace((int)dimension);
}

/* A posed shape; shape is NULL for an invalid handle. */
typedef struct place {
    const gd_shape* shape;
    const double* pose;
} place;

/* Checks two or three posed shapes, the settings, and the buffers of a query. vectors is the number
 * of result vectors. */
static int places_check(const place* places, int count, const gd_settings* settings,
                        const double* workspace, const void* out, size_t out_size,
                        uint32_t vectors) {
    int dimension = 0;
    for (int i = 0; i < count; i++) {
        if (!places[i].shape) return GD_ERROR_HANDLE;
        const int n = support_nd_dimension(places[i].shape);
        if (i > 0 && n != dimension) return GD_ERROR_DIMENSION;
        dimension = n;
        if (!host_holds_doubles(places[i].pose, n == 3 ? 7 : n == 2 ? 3 : (uint64_t)n))
            return GD_ERROR_BUFFER;
    }
    const uint64_t n = (uint64_t)dimension, out_doubles = out_size / 8 + vectors * n;
    if ((settings && !host_holds_doubles(settings, sizeof *settings / 8)) ||
        !host_holds_doubles(workspace, gd_workspace(dimension)) ||
        !host_holds_doubles(out, out_doubles))
        return GD_ERROR_BUFFER;
    if (!settings || settings->trace == 0.0) return GD_STATUS_OPTIMAL;
    span others[6] = {
        {settings, sizeof *settings / 8}, {workspace, gd_workspace(dimension)}, {out, out_doubles}};
    for (int i = 0; i < count; i++)
        others[3 + i] = (span){places[i].pose, n > 7 ? n : 7};
    return host_trace_check(settings, others, 3 + count);
}

int EXPORT(growth_distance_n)(int32_t a, const double* pose_a, int32_t b, const double* pose_b,
                              const gd_settings* settings, double* workspace,
                              gd_growth_n_result* out) {
    const place places[] = {{host_shape(a), pose_a}, {host_shape(b), pose_b}};
    const int status = places_check(places, 2, settings, workspace, out, sizeof *out, 4);
    if (status != GD_STATUS_OPTIMAL) return status;
    const gd_query query = {places[0].shape, pose_a, places[1].shape, pose_b, settings, NULL};
    gd_growth_distance_n(&query, workspace, out, (double*)(out + 1));
    return GD_STATUS_OPTIMAL;
}

int EXPORT(collide_n)(int32_t a, const double* pose_a, int32_t b, const double* pose_b,
                      const gd_settings* settings, double* workspace, gd_collision_n_result* out) {
    const place places[] = {{host_shape(a), pose_a}, {host_shape(b), pose_b}};
    const int status = places_check(places, 2, settings, workspace, out, sizeof *out, 2);
    if (status != GD_STATUS_OPTIMAL) return status;
    const gd_query query = {places[0].shape, pose_a, places[1].shape, pose_b, settings, NULL};
    gd_collide_n(&query, workspace, out, (double*)(out + 1));
    return GD_STATUS_OPTIMAL;
}

/* minus is a handle, or 0 for none. */
int EXPORT(generalized_distance)(int32_t q, const double* pose_q, int32_t minus,
                                 const double* pose_minus, int32_t a, const double* pose_a,
                                 const gd_settings* settings, double* workspace,
                                 gd_generalized_result* out) {
    const place places[] = {
        {host_shape(q), pose_q}, {host_shape(a), pose_a}, {host_shape(minus), pose_minus}};
    const int status =
        places_check(places, minus == 0 ? 2 : 3, settings, workspace, out, sizeof *out, 4);
    if (status != GD_STATUS_OPTIMAL) return status;
    const gd_query query = {places[0].shape, pose_q, places[1].shape, pose_a, settings, NULL};
    gd_generalized_distance(&query, minus == 0 ? NULL : places[2].shape, pose_minus, workspace, out,
                            (double*)(out + 1));
    return GD_STATUS_OPTIMAL;
}
