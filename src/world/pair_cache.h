/* A list of pairs that lives from frame to frame, and the warm-start records of its pairs.
 *
 * A pair keeps its place (slot) among the records as long as it is in the list; a pair that comes
 * anew is cold. Finding out who stayed is one pass over two sorted lists, the last and the new one,
 * so that it costs a few nanoseconds a pair and remembers nothing of those that left. */
#ifndef GD_PAIR_CACHE_H
#define GD_PAIR_CACHE_H

#include "world/bvh.h"

/* Queries that understand each other's records. */
typedef enum gd_warm_pool {
    GD_POOL_GROWTH,
    GD_POOL_DISTANCE,
    GD_POOLS,
} gd_warm_pool;

/* A pair in the order of its bodies, and where it stands in the list. */
typedef struct gd_pair_entry {
    uint32_t i, j;
    uint32_t row;
    uint32_t slot;
} gd_pair_entry;

typedef struct gd_pair_cache {
    gd_pairs pairs;  /* as the queries go through them */
    uint32_t* slots; /* of every pair */
    gd_pair_entry* sorted;
    gd_pair_entry* prev; /* the different pairs of the last list, sorted */
    gd_pair_entry* scratch;
    uint32_t prev_count;
    uint32_t* free; /* slots without a pair: a stack */
    uint32_t free_count, slot_count;
    uint32_t capacity; /* of these five */
    gd_warm* warm[GD_POOLS];
    uint32_t warm_count[GD_POOLS]; /* records there are; the first query makes them */
    bool starved;                  /* there was no memory for records or results of these pairs */
} gd_pair_cache;

/* Takes pairs as they now stand in list->pairs, all of bodies below body_count, and gives each its
 * slot. counts is room for body_count + 1 numbers. When sort is true the pairs themselves are put
 * in the order of their bodies. False when there is no memory: nothing has changed. */
GD_INTERNAL bool gd_pair_cache_update(gd_pair_cache* cache, uint32_t body_count, uint32_t* counts,
                                      bool sort);

/* The records of all slots for some queries; NULL when there is no memory for them. */
GD_INTERNAL gd_warm* gd_pair_cache_warm(gd_pair_cache* cache, gd_warm_pool pool);

/* Makes the pairs of a body cold: its number may be given to another. */
GD_INTERNAL void gd_pair_cache_remove_body(gd_pair_cache* cache, uint32_t body);

/* Makes all pairs cold. */
GD_INTERNAL void gd_pair_cache_clear(gd_pair_cache* cache);
GD_INTERNAL void gd_pair_cache_free(gd_pair_cache* cache);

#endif
