/* Queries of one pair, for hosts that ask thousands a frame one at a time: arguments and result lie
 * in a block that the module itself keeps, so that no pointer has to be checked, and the handles
 * come as numbers. The same functions answer as in batches. */
#ifndef PAIR_CALL_H
#define PAIR_CALL_H

#include "batch.h"

/* 256 doubles: what a host writes, and from result on what it reads. */
typedef struct argument_block {
    double own[2]; /* the host's, as it likes: what batches of one pair need */
    gd_settings settings;
    double poses[14]; /* of the second shape directly after the first one's 7 or 3 doubles */
    double result[232];
} argument_block;

/* The arguments of a query and where its result goes; an error instead of a status 0 where they are
 * none. */
static int pair_call_arguments(int32_t a, int32_t b, int32_t own_settings, gd_warm* warm,
                               gd_query* query, double** out);

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
