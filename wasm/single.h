/* Queries of one pair, for hosts that ask thousands a frame one at a time: arguments and result lie
 * in a block that the module itself keeps, so that no pointer has to be checked, and the handles
 * come as numbers. The same functions answer as in batches. */
#ifndef SINGLE_H
#define SINGLE_H

#include "host.h"

/* 256 doubles: what a host writes, and from result on what it reads. */
typedef struct exchange {
    double own[2]; /* the host's, as it likes: what batches of one pair need */
    gd_settings settings;
    double poses[14]; /* of the second shape directly after the first one's 7 or 3 doubles */
    double result[232];
} exchange;

static exchange* exchange_block; /* as block_kept */

/* The same block at every call; 0 when there is no memory for it. It cannot be released. */
void* EXPORT(exchange)(void) {
    if (!exchange_block) block_kept = exchange_block = module_alloc(sizeof(exchange));
    return exchange_block;
}

/* The arguments of a query; an error instead of a status 0 where they are none. */
static int single_read(int32_t a, int32_t b, int32_t own_settings, gd_warm* warm, batch_item* item,
                       const gd_settings** settings) {
    exchange* x = exchange_block;
    if (!x) return GD_ERROR_BUFFER;
    item->a = slot_shape(a);
    item->b = slot_shape(b);
    if (!item->a || !item->b) return GD_ERROR_HANDLE;
    if (item->a->dimension != item->b->dimension) return GD_ERROR_DIMENSION;
    item->pose_a = x->poses;
    item->pose_b = x->poses + (item->a->dimension == 3 ? 7 : 3);
    if (warm && !holds_doubles(warm, sizeof *warm / 8)) return GD_ERROR_BUFFER;
    item->warm = warm;
    *settings = own_settings ? &x->settings : NULL;
    if (!own_settings || x->settings.trace == 0.0) return GD_STATUS_OPTIMAL;
    const span others[] = {{x, sizeof *x / 8}, {warm, warm ? sizeof *warm / 8 : 0}};
    return trace_check(&x->settings, others, 2);
}

/* Exports gd_<query> as pair_<query>: the status of the result, or an error. */
#define SINGLE(name, function, type)                                                               \
    int EXPORT(pair_##name)(int32_t a, int32_t b, int32_t own_settings, gd_warm * warm) {          \
        batch_item item;                                                                           \
        const gd_settings* settings;                                                               \
        const int status = single_read(a, b, own_settings, warm, &item, &settings);                \
        if (status != GD_STATUS_OPTIMAL) return status;                                            \
        return function(item.a, item.pose_a, item.b, item.pose_b, settings, item.warm,             \
                        (type*)exchange_block->result);                                            \
    }

/* 1 or 0, or an error; no result is written. */
int EXPORT(pair_intersects)(int32_t a, int32_t b, int32_t own_settings, gd_warm* warm) {
    batch_item item;
    const gd_settings* settings;
    const int status = single_read(a, b, own_settings, warm, &item, &settings);
    if (status != GD_STATUS_OPTIMAL) return status;
    return gd_intersects(item.a, item.pose_a, item.b, item.pose_b, settings, item.warm);
}

#endif
