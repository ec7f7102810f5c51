/* Casts, their derivatives and times of impact of one pair of shapes, and rays. Poses, motion,
 * settings and result are in the argument block. */
#include "pair_call.h"

/* Exports function as pair_<name>: the status of the result, or an error. */
#define PAIR_MOTION(name, function, motion_type, result_type)                                      \
    int EXPORT(pair_##name)(int32_t a, int32_t b, int32_t own_settings, gd_warm * warm) {          \
        gd_query query;                                                                            \
        double* out;                                                                               \
        const int status = pair_call_arguments(a, b, own_settings, warm, &query, &out);            \
        if (status != GD_STATUS_OPTIMAL) return status;                                            \
        const motion_type* motion = (const motion_type*)(const void*)arguments->motion;            \
        return function(&query, motion, (result_type*)(void*)out);                                 \
    }

/* Exports function as straight_<name>: see STRAIGHT_CALL. */
#define STRAIGHT_MOTION(name, function, motion_type, result_type)                                  \
    int EXPORT(straight_##name)(const gd_shape* a, const gd_shape* b, int32_t own_settings,        \
                                gd_warm* warm) {                                                   \
        const gd_query query = straight_call(a, b, own_settings, warm);                            \
        const motion_type* motion = (const motion_type*)(const void*)arguments->motion;            \
        return function(&query, motion, (result_type*)(void*)arguments->result);                   \
    }

PAIR_MOTION(cast_shape, gd_cast_shape, gd_cast, gd_cast_result)
PAIR_MOTION(cast_gradient, gd_cast_gradient, gd_cast, gd_cast_gradient_result)
PAIR_MOTION(time_of_impact, gd_time_of_impact, gd_motion, gd_cast_result)
STRAIGHT_MOTION(cast_shape, gd_cast_shape, gd_cast, gd_cast_result)
STRAIGHT_MOTION(time_of_impact, gd_time_of_impact, gd_motion, gd_cast_result)

/* Returns 1 or 0, or an error; no result is written. */
int EXPORT(pair_stays_apart)(int32_t a, int32_t b, int32_t own_settings, gd_warm* warm) {
    gd_query query;
    double* out;
    const int status = pair_call_arguments(a, b, own_settings, warm, &query, &out);
    if (status != GD_STATUS_OPTIMAL) return status;
    return gd_stays_apart(&query, (const gd_motion*)(const void*)arguments->motion);
}

/* The pose of the shape is the first pose of the block. */
int EXPORT(cast_ray)(int32_t shape, int32_t own_settings) {
    gd_query query;
    double* out;
    const int status = pair_call_arguments(shape, shape, own_settings, NULL, &query, &out);
    if (status != GD_STATUS_OPTIMAL) return status;
    const gd_ray* ray = (const gd_ray*)(const void*)arguments->motion;
    return gd_cast_ray(query.a, query.pose_a, ray, query.settings, (gd_ray_result*)(void*)out);
}

int EXPORT(straight_cast_ray)(const gd_shape* shape, int32_t own_settings) {
    const gd_query query = straight_call(shape, shape, own_settings, NULL);
    const gd_ray* ray = (const gd_ray*)(const void*)arguments->motion;
    gd_ray_result* out = (gd_ray_result*)(void*)arguments->result;
    return gd_cast_ray(shape, query.pose_a, ray, query.settings, out);
}

/* Writes the velocity and the angular velocity to out, 3 doubles each. */
int EXPORT(motion_between)(uint32_t dimension, const double* from, const double* to, double* out) {
    const uint32_t stride = pose_stride(dimension);
    if (stride == 0) return GD_ERROR_DIMENSION;
    if (!host_holds_doubles(from, stride) || !host_holds_doubles(to, stride) ||
        !host_holds_doubles(out, 6))
        return GD_ERROR_BUFFER;
    return gd_motion_between((int)dimension, from, to, out, out + 3);
}
