/* The core's side of single.h: the block of arguments, and what every query reads of it. */
#include "single.h"

static exchange* exchange_block; /* as block_kept */

/* The same block at every call; 0 when there is no memory for it. It cannot be released. */
void* EXPORT(exchange)(void) {
    if (!exchange_block) block_kept = exchange_block = module_alloc(sizeof(exchange));
    return exchange_block;
}

int host_single(int32_t a, int32_t b, int32_t own_settings, gd_warm* warm, batch_item* item,
                const gd_settings** settings, double** out) {
    exchange* x = exchange_block;
    if (!x) return GD_ERROR_BUFFER;
    item->a = host_shape(a);
    item->b = host_shape(b);
    if (!item->a || !item->b) return GD_ERROR_HANDLE;
    if (item->a->dimension != item->b->dimension) return GD_ERROR_DIMENSION;
    item->pose_a = x->poses;
    item->pose_b = x->poses + (item->a->dimension == 3 ? 7 : 3);
    if (warm && !host_holds_doubles(warm, sizeof *warm / 8)) return GD_ERROR_BUFFER;
    item->warm = warm;
    *out = x->result;
    *settings = own_settings ? &x->settings : NULL;
    if (!own_settings || x->settings.trace == 0.0) return GD_STATUS_OPTIMAL;
    const span others[] = {{x, sizeof *x / 8}, {warm, warm ? sizeof *warm / 8 : 0}};
    return host_trace_check(&x->settings, others, 2);
}

/* 1 or 0, or an error; no result is written. */
int EXPORT(pair_intersects)(int32_t a, int32_t b, int32_t own_settings, gd_warm* warm) {
    batch_item item;
    const gd_settings* settings;
    double* out;
    const int status = host_single(a, b, own_settings, warm, &item, &settings, &out);
    if (status != GD_STATUS_OPTIMAL) return status;
    return gd_intersects(item.a, item.pose_a, item.b, item.pose_b, settings, item.warm);
}
