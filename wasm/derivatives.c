/* The extension with derivatives: growth distance, distance and penetration over the batches of
 * the core, with velocities. Few support points are asked for, after the query: the core's do. */
#define GD_SUPPORT_LENT

#include "extension.h"

#include "derivatives/unique_contact.c"
#include "derivatives/directional.c"
#include "derivatives/gradient.c"
#include "derivatives/halfspace.c"
#include "derivatives/sensitivity.c"
#include "derivatives/optimum.c"

/* Queries with derivatives take velocities, too. */
#define BATCH_GRADIENT(name, function, result)                                                     \
    GD_INLINE gd_status batch_##name(const batch_item* item, const gd_settings* settings,          \
                                     void* out) {                                                  \
        return function(item->a, item->pose_a, item->b, item->pose_b, settings, item->velocity,    \
                        item->warm, (result*)out);                                                 \
    }                                                                                              \
    int EXPORT(name)(uint32_t dimension, const int32_t* shapes, uint32_t shape_count,              \
                     const double* poses, const uint32_t* pairs, uint32_t count,                   \
                     const gd_settings* settings, const double* velocities, gd_warm* warm,         \
                     result* results) {                                                            \
        const batch b = {                                                                          \
            shapes, poses,     pairs, settings, warm, shape_count, pose_stride(dimension),         \
            count,  velocities};                                                                   \
        return batch_run(&b, results, sizeof *results, batch_##name);                              \
    }

BATCH_GRADIENT(growth_gradient, gd_growth_gradient, gd_growth_gradient_result)
BATCH_GRADIENT(distance_gradient, gd_distance_gradient, gd_distance_gradient_result)
BATCH_GRADIENT(penetration_gradient, gd_penetration_gradient, gd_penetration_gradient_result)
