/* The argument block of pair calls, and the checks of its contents. */
#include "pair_call.h"

static argument_block* arguments; /* the same pointer as block_kept */

/* Returns the same block at every call; 0 without memory. */
void* EXPORT(argument_block)(void) {
    if (!arguments) block_kept = arguments = MODULE(alloc)(sizeof(argument_block));
    return arguments;
}

int pair_call_arguments(int32_t a, int32_t b, int32_t own_settings, gd_warm* warm, gd_query* query,
                        double** out) {
    argument_block* x = arguments;
    if (!x) return GD_ERROR_BUFFER;
    query->a = host_shape(a);
    query->b = host_shape(b);
    if (!query->a || !query->b) return GD_ERROR_HANDLE;
    if (query->a->dimension != query->b->dimension) return GD_ERROR_DIMENSION;
    query->pose_a = x->poses;
    query->pose_b = x->poses + (query->a->dimension == 3 ? 7 : 3);
    if (warm && !host_holds_doubles(warm, sizeof *warm / 8)) return GD_ERROR_BUFFER;
    query->warm = warm;
    *out = x->result;
    query->settings = own_settings ? &x->settings : NULL;
    if (!own_settings || x->settings.trace == 0.0) return GD_STATUS_OPTIMAL;
    const span others[] = {{x, sizeof *x / 8}, {warm, warm ? sizeof *warm / 8 : 0}};
    return host_trace_check(&x->settings, others, 2);
}

const gd_shape* EXPORT(shape_address)(int32_t handle) {
    return host_shape(handle);
}

GD_INLINE gd_query straight_call(const gd_shape* a, const gd_shape* b, int32_t own_settings,
                                 gd_warm* warm) {
    argument_block* x = arguments;
    return (gd_query){a, x->poses, b, x->poses + 7, own_settings ? &x->settings : NULL, warm};
}
