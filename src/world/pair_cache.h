/* A list of pairs that persists from frame to frame, with the warm records of its pairs.
 *
 * A pair keeps its slot among the records as long as it is in the list; a new pair is cold. One
 * pass over two sorted lists, the previous and the new one, finds the pairs that stayed. It takes a
 * few nanoseconds per pair. The cache stores nothing about pairs that have left the list. */
#ifndef GD_PAIR_CACHE_H
#define GD_PAIR_CACHE_H

#include "world/bvh.h"

/* Groups of queries that can use each other's warm records. */
typedef enum gd_warm_pool {
    GD_POOL_GROWTH,
    GD_POOL_DISTANCE,
    GD_POOLS,
} gd_warm_pool;

/* A pair of a list sorted by bodies; row is its index in the unsorted list. */
typedef struct gd_pair_entry {
    uint32_t i, j;
    uint32_t row;
    uint32_t slot;
} gd_pair_entry;

typedef struct gd_pair_cache {
    gd_pairs pairs;  /* in the order of the queries */
    uint32_t* slots; /* slot of every pair */
    gd_pair_entry* sorted;
    gd_pair_entry* prev; /* the previous list, sorted, without repeated pairs */
    gd_pair_entry* scratch;
    uint32_t prev_count;
    uint32_t* free; /* stack of slots without a pair */
    uint32_t free_count, slot_count;
    uint32_t capacity; /* of slots, sorted, prev, scratch and free */
    gd_warm* warm[GD_POOLS];
    uint32_t warm_count[GD_POOLS]; /* allocated records; the first query allocates them */
    bool starved;                  /* the previous query had no memory for records or results */
} gd_pair_cache;

/* Assigns a slot to each pair of cache->pairs, whose bodies are below body_count. counts is scratch
 * space for body_count + 1 numbers. If sort is true, it also sorts the pairs by their bodies.
 * Returns false without memory; then nothing has changed. */
GD_INTERNAL bool gd_pair_cache_update(gd_pair_cache* cache, uint32_t body_count, uint32_t* counts,
                                      bool sort);

/* Returns the records of all slots for a group of queries; NULL without memory. */
GD_INTERNAL gd_warm* gd_pair_cache_warm(gd_pair_cache* cache, gd_warm_pool pool);

/* Makes the pairs of a body cold, because another body may get its number or its shape changed. */
GD_INTERNAL void gd_pair_cache_remove_body(gd_pair_cache* cache, uint32_t body);

/* Makes all pairs cold. */
GD_INTERNAL void gd_pair_cache_clear(gd_pair_cache* cache);
GD_INTERNAL void gd_pair_cache_free(gd_pair_cache* cache);

#endif
