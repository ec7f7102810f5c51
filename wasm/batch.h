/* Batches of queries over flat buffers, and the checks that all exports share.
 *
 * No argument may make the module trap. So every export checks first that each buffer lies inside
 * one block from alloc, and that each handle belongs to a live shape. */
#ifndef BATCH_H
#define BATCH_H

#include "growth_distance.h"
#include "minkowski/trace.h"

#include <string.h>

/* C name of an export. It differs between the modules, because the tests link both into one
 * program. */
#ifndef MODULE
#define MODULE(name) module_##name
#endif
#define EXPORT(name) __attribute__((export_name(#name), used)) MODULE(name)

/* Whether count doubles at an aligned address lie inside one block. */
static bool host_holds_doubles(const void* pointer, uint64_t count);

/* Returns the live shape of a handle, or NULL. */
static const gd_shape* host_shape(int32_t handle);

/* Arguments of a batch. */
typedef struct batch {
    const int32_t* shapes; /* handles */
    const double* poses;
    const uint32_t* pairs; /* two indices into shapes and poses per pair */
    const gd_settings* settings;
    gd_warm* warm;
    uint32_t shape_count, pose_stride, count;
    const double* velocities; /* of gradients: 12 doubles per pair; NULL: none */
    gd_jacobians* jacobians;  /* of gradients; NULL: none */
} batch;

/* A buffer of a query. */
typedef struct span {
    const void* start;
    uint64_t doubles;
} span;

/* Checks that a trace lies inside one block. The solver writes it during the query, so it must not
 * overlap the other buffers. */
static int host_trace_check(const gd_settings* settings, const span* others, int count);

/* Checks the buffers of a batch; result_doubles is the size of one result. */
static int host_batch_check(const batch* b, const void* results, uint64_t result_doubles);

/* One pair of a batch. */
typedef struct batch_item {
    gd_query query;
    const double* velocity;  /* NULL: none */
    gd_jacobians* jacobians; /* NULL: none */
} batch_item;

/* Fills item with pair k, or returns an error. */
static gd_status host_batch_at(const batch* b, uint32_t k, batch_item* item);

/* Fills a result with zeros, and its first double with the status. */
static void host_refuse(void* out, size_t bytes, gd_status status);

/* ---- batches ------------------------------------------------------------------------------- */

GD_INLINE uint32_t pose_stride(uint32_t dimension) {
    return dimension == 3 ? 7 : dimension == 2 ? 3 : 0;
}

/* Solves one pair and writes its result to out. */
typedef gd_status batch_query(const batch_item* item, void* out);

/* Inlined together with its query, so that a batch has no indirect calls. A pair with invalid
 * arguments gets a result with the error as its status. */
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
        if (b->jacobians) memset(b->jacobians + k, 0, sizeof *b->jacobians);
    }
    return GD_STATUS_OPTIMAL;
}

/* Exports function as the batch <name>. */
#define BATCH(name, function, result_type)                                                         \
    GD_INLINE gd_status batch_##name(const batch_item* item, void* out) {                          \
        return function(&item->query, (result_type*)out);                                          \
    }                                                                                              \
    int EXPORT(name)(uint32_t dimension, const int32_t* shapes, uint32_t shape_count,              \
                     const double* poses, const uint32_t* pairs, uint32_t count,                   \
                     const gd_settings* settings, gd_warm* warm, result_type* results) {           \
        const batch b = {                                                                          \
            shapes, poses, pairs, settings, warm, shape_count, pose_stride(dimension),             \
            count,  NULL,  NULL};                                                                  \
        return batch_run(&b, results, sizeof *results, batch_##name);                              \
    }

/* Exports gd_<name>_gradient as the batch <name>_gradient, which also has velocities and Jacobians.
 */
#define BATCH_GRADIENT(name)                                                                       \
    GD_INLINE gd_status batch_##name##_gradient(const batch_item* item, void* out) {               \
        return gd_##name##_gradient(&item->query, item->velocity, item->jacobians,                 \
                                    (gd_##name##_gradient_result*)out);                            \
    }                                                                                              \
    int EXPORT(name##_gradient)(uint32_t dimension, const int32_t* shapes, uint32_t shape_count,   \
                                const double* poses, const uint32_t* pairs, uint32_t count,        \
                                const gd_settings* settings, const double* velocities,             \
                                gd_jacobians* jacobians, gd_warm* warm,                            \
                                gd_##name##_gradient_result* results) {                            \
        const batch b = {                                                                          \
            shapes, poses,      pairs,    settings, warm, shape_count, pose_stride(dimension),     \
            count,  velocities, jacobians};                                                        \
        return batch_run(&b, results, sizeof *results, batch_##name##_gradient);                   \
    }

#endif
