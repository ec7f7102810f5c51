/* Pairs that persist from frame to frame: see pair_cache.h. */
#include "world/pair_cache.h"

#include <stdlib.h>
#include <string.h>

#define PAIR_CACHE_NO_SLOT UINT32_MAX

/* Gives *array room for count elements; false without memory. */
static bool pair_cache_resize(void** array, size_t element, uint32_t count) {
    void* grown = realloc(*array, element * count);
    if (!grown) return false;
    *array = grown;
    return true;
}

static bool pair_cache_reserve(gd_pair_cache* cache) {
    const uint32_t capacity = cache->pairs.capacity;
    if (cache->capacity >= capacity) return true;
    if (!pair_cache_resize((void**)&cache->slots, sizeof *cache->slots, capacity) ||
        !pair_cache_resize((void**)&cache->sorted, sizeof *cache->sorted, capacity) ||
        !pair_cache_resize((void**)&cache->prev, sizeof *cache->prev, capacity) ||
        !pair_cache_resize((void**)&cache->scratch, sizeof *cache->scratch, capacity) ||
        !pair_cache_resize((void**)&cache->free, sizeof *cache->free, capacity))
        return false;
    cache->capacity = capacity;
    return true;
}

/* Stable counting sort of pairs by their first or second body. */
static void pair_cache_sort_by(const gd_pair_entry* from, gd_pair_entry* to, uint32_t count,
                               uint32_t* counts, uint32_t body_count, bool second) {
    memset(counts, 0, (body_count + 1) * sizeof *counts);
    for (uint32_t k = 0; k < count; k++)
        counts[(second ? from[k].j : from[k].i) + 1]++;
    for (uint32_t b = 0; b < body_count; b++)
        counts[b + 1] += counts[b];
    for (uint32_t k = 0; k < count; k++)
        to[counts[second ? from[k].j : from[k].i]++] = from[k];
}

static void pair_cache_sort(gd_pair_cache* cache, uint32_t body_count, uint32_t* counts,
                            bool sort) {
    const uint32_t count = cache->pairs.count;
    uint32_t* items = cache->pairs.items;
    for (uint32_t k = 0; k < count; k++)
        cache->sorted[k] = (gd_pair_entry){items[2 * k], items[2 * k + 1], k, PAIR_CACHE_NO_SLOT};
    pair_cache_sort_by(cache->sorted, cache->scratch, count, counts, body_count, true);
    pair_cache_sort_by(cache->scratch, cache->sorted, count, counts, body_count, false);
    if (!sort) return;
    for (uint32_t k = 0; k < count; k++) {
        gd_pair_entry* entry = &cache->sorted[k];
        entry->row = k;
        items[2 * k] = entry->i;
        items[2 * k + 1] = entry->j;
    }
}

GD_INLINE bool entry_less(const gd_pair_entry* a, const gd_pair_entry* b) {
    return a->i < b->i || (a->i == b->i && a->j < b->j);
}

static void pair_cache_give_back(gd_pair_cache* cache, uint32_t slot) {
    cache->free[cache->free_count++] = slot;
}

/* Pairs of the previous list keep their slots; slots of pairs that left become free. */
static void pair_cache_keep(gd_pair_cache* cache) {
    const gd_pair_entry* prev = cache->prev;
    const uint32_t end = cache->prev_count;
    uint32_t at = 0;
    for (uint32_t k = 0; k < cache->pairs.count; k++) {
        gd_pair_entry* entry = &cache->sorted[k];
        while (at < end && entry_less(&prev[at], entry))
            pair_cache_give_back(cache, prev[at++].slot);
        if (at < end && !entry_less(entry, &prev[at])) entry->slot = prev[at++].slot;
    }
    while (at < end)
        pair_cache_give_back(cache, prev[at++].slot);
}

static GD_NOINLINE void pair_cache_clear_slot(gd_pair_cache* cache, uint32_t slot) {
    for (int pool = 0; pool < GD_POOLS; pool++)
        if (slot < cache->warm_count[pool]) memset(cache->warm[pool] + slot, 0, sizeof(gd_warm));
}

/* Returns a slot with cleared records for a new pair. */
static uint32_t pair_cache_take(gd_pair_cache* cache) {
    if (cache->free_count == 0) return cache->slot_count++;
    const uint32_t slot = cache->free[--cache->free_count];
    pair_cache_clear_slot(cache, slot);
    return slot;
}

bool gd_pair_cache_update(gd_pair_cache* cache, uint32_t body_count, uint32_t* counts, bool sort) {
    if (!pair_cache_reserve(cache)) return false;
    if (cache->pairs.count > 0) pair_cache_sort(cache, body_count, counts, sort);
    pair_cache_keep(cache);
    uint32_t unique = 0;
    for (uint32_t k = 0; k < cache->pairs.count; k++) {
        gd_pair_entry entry = cache->sorted[k];
        /* a repeated pair shares one record */
        if (unique > 0 && !entry_less(&cache->sorted[unique - 1], &entry)) {
            cache->slots[entry.row] = cache->sorted[unique - 1].slot;
            continue;
        }
        if (entry.slot == PAIR_CACHE_NO_SLOT) entry.slot = pair_cache_take(cache);
        cache->slots[entry.row] = entry.slot;
        cache->sorted[unique++] = entry;
    }
    gd_pair_entry* swap = cache->prev;
    cache->prev = cache->sorted;
    cache->sorted = swap;
    cache->prev_count = unique;
    return true;
}

gd_warm* gd_pair_cache_warm(gd_pair_cache* cache, gd_warm_pool pool) {
    const uint32_t had = cache->warm_count[pool], count = cache->capacity;
    if (had >= count) return cache->warm[pool];
    if (!pair_cache_resize((void**)&cache->warm[pool], sizeof(gd_warm), count)) return NULL;
    memset(cache->warm[pool] + had, 0, sizeof(gd_warm) * (count - had));
    cache->warm_count[pool] = count;
    return cache->warm[pool];
}

void gd_pair_cache_remove_body(gd_pair_cache* cache, uint32_t body) {
    for (uint32_t k = 0; k < cache->prev_count; k++) {
        const gd_pair_entry* entry = &cache->prev[k];
        if (entry->i == body || entry->j == body) pair_cache_clear_slot(cache, entry->slot);
    }
}

void gd_pair_cache_clear(gd_pair_cache* cache) {
    for (int pool = 0; pool < GD_POOLS; pool++)
        if (cache->warm[pool])
            memset(cache->warm[pool], 0, sizeof(gd_warm) * cache->warm_count[pool]);
}

void gd_pair_cache_free(gd_pair_cache* cache) {
    free(cache->pairs.items);
    free(cache->slots);
    free(cache->sorted);
    free(cache->prev);
    free(cache->scratch);
    free(cache->free);
    for (int pool = 0; pool < GD_POOLS; pool++)
        free(cache->warm[pool]);
}
