/* Batches of queries over flat buffers, and the checks that every export shares.
 *
 * No argument of a host may trap: before anything is read, every pointer is checked to lie in one
 * block from alloc, and every handle to belong to a living shape. */
#ifndef BATCH_H
#define BATCH_H

#include "growth_distance.h"
#include "minkowski/trace.h"

#include <string.h>

/* The C name of an export: the tests link both modules into one program. */
#ifndef MODULE
#define MODULE(name) module_##name
#endif
#define EXPORT(name) __attribute__((export_name(#name), used)) MODULE(name)

/* Whether doubles at an address lie in one block, aligned. */
static bool host_holds_doubles(const void* pointer, uint64_t count);

/* The shape of a handle; NULL: none alive. */
static const gd_shape* host_shape(int32_t handle);

/* The arguments every batch shares. */
typedef struct batch {
    const int32_t* shapes; /* handles */
    const double* poses;
    const uint32_t* pairs; /* two indices into shapes and poses each */
    const gd_settings* settings;
    gd_warm* warm;
    uint32_t shape_count, pose_stride, count;
    const double* velocities; /* of gradients: 12 doubles a pair */
} batch;

/* A part of the memory that a query works with. */
typedef struct span {
    const void* start;
    uint64_t doubles;
} span;

/* A trace is written during its query: it must lie in one block and touch nothing the query works
 * with. */
static int host_trace_check(const gd_settings* settings, const span* others, int count);

/* The buffers of a batch whose results are of this many doubles each. */
static int host_batch_check(const batch* b, const void* results, uint64_t result_doubles);

/* One pair of a batch as the arguments of a query, or why not. */
typedef struct batch_item {
    gd_query query;
    const double* velocity; /* NULL: none */
} batch_item;

static gd_status host_batch_at(const batch* b, uint32_t k, batch_item* item);

/* A record of zeros but for its status, its first double. */
static void host_refuse(void* out, size_t bytes, gd_status status);

/* ---- batches ------------------------------------------------------------------------------- */

GD_INLINE uint32_t pose_stride(uint32_t dimension) {
    return dimension == 3 ? 7 : dimension == 2 ? 3 : 0;
}

/* A query of one pair; out is the record its results consist of. */
typedef gd_status batch_query(const batch_item* item, void* out);

/* Inlined with its query known, so that a batch costs no indirect call. Whatever cannot be asked
 * leaves its reason in the record, whose first double is the status. */
GD_INLINE int batch_run(const batch* b, void* results, size_t result_size, batch_query* query) {
    const int status = host_batch_check(b, results, result_size / 8);
    if (status != GD_STATUS_OPTIMAL) return status;
    for (uint32_t k = 0; k < b->count; k++) {
        char* out = (char*)results + result_size * k;
        batch_item item;
        const gd_status refused = host_batch_at(b, k, &item);
        if (refused == GD_STATUS_OPTIMAL) {
            query(&item, out);
            continue;
        }
        host_refuse(out, result_size, refused);
    }
    return GD_STATUS_OPTIMAL;
}

/* Exports function as the batch query <name>. */
#define BATCH(name, function, result_type)                                                         \
    GD_INLINE gd_status batch_##name(const batch_item* item, void* out) {                          \
        return function(&item->query, (result_type*)out);                                          \
    }                                                                                              \
    int EXPORT(name)(uint32_t dimension, const int32_t* shapes, uint32_t shape_count,              \
                     const double* poses, const uint32_t* pairs, uint32_t count,                   \
                     const gd_settings* settings, gd_warm* warm, result_type* results) {           \
        const batch b =                                                                            \
            {shapes, poses, pairs, settings, warm, shape_count, pose_stride(dimension),            \
             count,  NULL};                                                                        \
        return batch_run(&b, results, sizeof *results, batch_##name);                              \
    }

/* The same of a query with derivatives, which takes velocities. */
#define BATCH_GRADIENT(name)                                                                       \
    GD_INLINE gd_status batch_##name##_gradient(const batch_item* item, void* out) {               \
        return gd_##name##_gradient(&item->query, item->velocity,                                  \
                                    (gd_##name##_gradient_result*)out);                            \
    }                                                                                              \
    int EXPORT(name##_gradient)(uint32_t dimension, const int32_t* shapes, uint32_t shape_count,   \
                                const double* poses, const uint32_t* pairs, uint32_t count,        \
                                const gd_settings* settings, const double* velocities,             \
                                gd_warm* warm, gd_##name##_gradient_result* results) {             \
        const batch b = {                                                                          \
            shapes, poses,     pairs, settings, warm, shape_count, pose_stride(dimension),         \
            count,  velocities};                                                                   \
        return batch_run(&b, results, sizeof *results, batch_##name##_gradient);                   \
    }

#endif
