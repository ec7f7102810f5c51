/* Queries of one pair, for hosts that make thousands of single calls per frame. The module owns the
 * block of arguments and result, so a call checks no pointers except warm. The solvers are those
 * that batches call.
 *
 * The functions straight_<query> take addresses of 3D shapes instead of handles, and check neither
 * them nor warm. That saves 8 of 90 ns a call. Only a host that guards its shapes may call them. */
#ifndef PAIR_CALL_H
#define PAIR_CALL_H

#include "batch.h"

/* 256 doubles. The host writes all parts before result and reads result. */
typedef struct argument_block {
    double own[2]; /* free for the host, for example for the indices of a batch of one */
    gd_settings settings;
    double poses[14];  /* the second pose directly follows the 7 or 3 doubles of the first */
    double motion[14]; /* gd_cast, gd_ray or gd_motion */
    double result[217];
} argument_block;

/* Fills the query and the address of its result from the argument block. Returns 0 or an error. */
static int pair_call_arguments(int32_t a, int32_t b, int32_t own_settings, gd_warm* warm,
                               gd_query* query, double** out);

/* The query of two shapes in 3D whose other arguments are in the argument block. */
GD_INLINE gd_query straight_call(const gd_shape* a, const gd_shape* b, int32_t own_settings,
                                 gd_warm* warm);

/* Exports function as straight_<name>: the status of the result, or an error. */
#define STRAIGHT_CALL(name, function, result_type)                                                 \
    int EXPORT(straight_##name)(const gd_shape* a, const gd_shape* b, int32_t own_settings,        \
                                gd_warm* warm) {                                                   \
        const gd_query query = straight_call(a, b, own_settings, warm);                            \
        return function(&query, (result_type*)(void*)arguments->result);                           \
    }

/* Exports gd_intersects as straight_intersects: 1 or 0, or an error; no result is written. */
#define STRAIGHT_CALL_INTERSECTS                                                                   \
    int EXPORT(straight_intersects)(const gd_shape* a, const gd_shape* b, int32_t own_settings,    \
                                    gd_warm* warm) {                                               \
        const gd_query query = straight_call(a, b, own_settings, warm);                            \
        return gd_intersects(&query);                                                              \
    }

/* Exports function as pair_<name>: the status of the result, or an error. */
#define PAIR_CALL(name, function, result_type)                                                     \
    int EXPORT(pair_##name)(int32_t a, int32_t b, int32_t own_settings, gd_warm * warm) {          \
        gd_query query;                                                                            \
        double* out;                                                                               \
        const int status = pair_call_arguments(a, b, own_settings, warm, &query, &out);            \
        if (status != GD_STATUS_OPTIMAL) return status;                                            \
        return function(&query, (result_type*)(void*)out);                                         \
    }

/* Exports gd_intersects as pair_intersects: 1 or 0, or an error; no result is written. */
#define PAIR_CALL_INTERSECTS                                                                       \
    int EXPORT(pair_intersects)(int32_t a, int32_t b, int32_t own_settings, gd_warm * warm) {      \
        gd_query query;                                                                            \
        double* out;                                                                               \
        const int status = pair_call_arguments(a, b, own_settings, warm, &query, &out);            \
        return status == GD_STATUS_OPTIMAL ? gd_intersects(&query) : status;                       \
    }

#endif
