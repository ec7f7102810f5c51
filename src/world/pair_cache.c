/* Pairs from frame to frame: see list.h. */
#include "world/pair_cache.h"

#include <stdlib.h>
#include <string.h>

#define LIST_NO_SLOT UINT32_MAX

/* *array with room for count elements, or false. */
static bool list_resize(void** array, size_t element, uint32_t count) {
    void* grown = realloc(*array, element * count);
    if (!grown) return false;
    *array = grown;
    return true;
}

static bool list_reserve(gd_list* list) {
    const uint32_t room = list->pairs.capacity;
    if (list->capacity >= room) return true;
    if (!list_resize((void**)&list->slots, sizeof *list->slots, room) ||
        !list_resize((void**)&list->sorted, sizeof *list->sorted, room) ||
        !list_resize((void**)&list->before, sizeof *list->before, room) ||
        !list_resize((void**)&list->scratch, sizeof *list->scratch, room) ||
        !list_resize((void**)&list->free, sizeof *list->free, room))
        return false;
    list->capacity = room;
    return true;
}

/* Stable, by one of both bodies: counting how many pairs each has. */
static void list_sort_by(const gd_entry* from, gd_entry* to, uint32_t count, uint32_t* counts,
                         uint32_t body_count, bool second) {
    memset(counts, 0, (body_count + 1) * sizeof *counts);
    for (uint32_t k = 0; k < count; k++)
        counts[(second ? from[k].j : from[k].i) + 1]++;
    for (uint32_t b = 0; b < body_count; b++)
        counts[b + 1] += counts[b];
    for (uint32_t k = 0; k < count; k++)
        to[counts[second ? from[k].j : from[k].i]++] = from[k];
}

static void list_sort(gd_list* list, uint32_t body_count, uint32_t* counts, bool sort) {
    const uint32_t count = list->pairs.count;
    uint32_t* items = list->pairs.items;
    for (uint32_t k = 0; k < count; k++)
        list->sorted[k] = (gd_entry){items[2 * k], items[2 * k + 1], k, LIST_NO_SLOT};
    list_sort_by(list->sorted, list->scratch, count, counts, body_count, true);
    list_sort_by(list->scratch, list->sorted, count, counts, body_count, false);
    if (!sort) return;
    for (uint32_t k = 0; k < count; k++) {
        gd_entry* entry = &list->sorted[k];
        entry->row = k;
        items[2 * k] = entry->i;
        items[2 * k + 1] = entry->j;
    }
}

GD_INLINE bool entry_less(const gd_entry* a, const gd_entry* b) {
    return a->i < b->i || (a->i == b->i && a->j < b->j);
}

static void list_give_back(gd_list* list, uint32_t slot) {
    list->free[list->free_count++] = slot;
}

/* Pairs that were there before keep their slots; those of pairs that left become free. */
static void list_keep(gd_list* list) {
    const gd_entry* before = list->before;
    const uint32_t end = list->before_count;
    uint32_t at = 0;
    for (uint32_t k = 0; k < list->pairs.count; k++) {
        gd_entry* entry = &list->sorted[k];
        while (at < end && entry_less(&before[at], entry))
            list_give_back(list, before[at++].slot);
        if (at < end && !entry_less(entry, &before[at])) entry->slot = before[at++].slot;
    }
    while (at < end)
        list_give_back(list, before[at++].slot);
}

static GD_NOINLINE void list_cool(gd_list* list, uint32_t slot) {
    for (int pool = 0; pool < GD_POOLS; pool++)
        if (slot < list->warm_count[pool]) memset(list->warm[pool] + slot, 0, sizeof(gd_warm));
}

/* A slot for a new pair; whoever had it before is forgotten. */
static uint32_t list_take(gd_list* list) {
    if (list->free_count == 0) return list->slot_count++;
    const uint32_t slot = list->free[--list->free_count];
    list_cool(list, slot);
    return slot;
}

bool gd_list_settle(gd_list* list, uint32_t body_count, uint32_t* counts, bool sort) {
    if (!list_reserve(list)) return false;
    if (list->pairs.count > 0) list_sort(list, body_count, counts, sort);
    list_keep(list);
    uint32_t unique = 0;
    for (uint32_t k = 0; k < list->pairs.count; k++) {
        gd_entry entry = list->sorted[k];
        /* a pair given twice has one record */
        if (unique > 0 && !entry_less(&list->sorted[unique - 1], &entry)) {
            list->slots[entry.row] = list->sorted[unique - 1].slot;
            continue;
        }
        if (entry.slot == LIST_NO_SLOT) entry.slot = list_take(list);
        list->slots[entry.row] = entry.slot;
        list->sorted[unique++] = entry;
    }
    gd_entry* swap = list->before;
    list->before = list->sorted;
    list->sorted = swap;
    list->before_count = unique;
    return true;
}

gd_warm* gd_list_warm(gd_list* list, gd_warm_pool pool) {
    const uint32_t had = list->warm_count[pool], count = list->capacity;
    if (had >= count) return list->warm[pool];
    if (!list_resize((void**)&list->warm[pool], sizeof(gd_warm), count)) return NULL;
    memset(list->warm[pool] + had, 0, sizeof(gd_warm) * (count - had));
    list->warm_count[pool] = count;
    return list->warm[pool];
}

void gd_list_leave(gd_list* list, uint32_t body) {
    for (uint32_t k = 0; k < list->before_count; k++) {
        const gd_entry* entry = &list->before[k];
        if (entry->i == body || entry->j == body) list_cool(list, entry->slot);
    }
}

void gd_list_forget(gd_list* list) {
    for (int pool = 0; pool < GD_POOLS; pool++)
        if (list->warm[pool]) memset(list->warm[pool], 0, sizeof(gd_warm) * list->warm_count[pool]);
}

void gd_list_free(gd_list* list) {
    free(list->pairs.items);
    free(list->slots);
    free(list->sorted);
    free(list->before);
    free(list->scratch);
    free(list->free);
    for (int pool = 0; pool < GD_POOLS; pool++)
        free(list->warm[pool]);
}
