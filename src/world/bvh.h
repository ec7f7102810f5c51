/* A tree of boxes over the bodies of a world, refitted every frame and built anew when motion has
 * made it worse. Which pairs it finds does not depend on how it is built. */
#ifndef GD_BVH_H
#define GD_BVH_H

#include "growth_distance_world.h"
#include "world/aabb.h"

/* Bodies of a leaf at most. Searching 1,000 bodies takes 0.6 times as long as with single ones,
 * with 4 a leaf 0.65. */
#define GD_BVH_LEAF 8

/* Nodes stand in preorder: the first child of an inner node follows it. */
typedef struct gd_bvh_node {
    gd_aabb box;
    uint32_t skip;  /* the node after this one's subtree */
    uint32_t first; /* of a leaf: its bodies' place in order */
    uint32_t count; /* and number; 0 for inner nodes */
} gd_bvh_node;

typedef struct gd_bvh {
    gd_bvh_node* nodes; /* room for 2 capacity - 1 */
    uint32_t* order;    /* room for capacity: the bodies, leaf after leaf */
    gd_aabb* boxes;     /* room for capacity: theirs, in this order */
    uint32_t node_count;
    bool stale;          /* bodies have come or gone since it was built */
    uint64_t built_cost; /* of the first search after building, in nodes looked at; 0: not yet */
    uint64_t cost;       /* of the last */
} gd_bvh;

/* A growing list of pairs of bodies. */
typedef struct gd_pairs {
    uint32_t* items; /* two a pair */
    uint32_t count, capacity;
} gd_pairs;

/* Appends a pair; false when there is no memory. */
GD_INTERNAL bool gd_pairs_grow(gd_pairs* pairs, uint32_t capacity);
GD_INLINE bool pairs_room(gd_pairs* pairs, uint32_t more) {
    return pairs->capacity - pairs->count >= more || gd_pairs_grow(pairs, pairs->count + more);
}
GD_INLINE bool pairs_push(gd_pairs* pairs, uint32_t i, uint32_t j) {
    if (pairs->count == pairs->capacity && !gd_pairs_grow(pairs, pairs->count + 1)) return false;
    pairs->items[2 * (size_t)pairs->count] = i;
    pairs->items[2 * (size_t)pairs->count + 1] = j;
    pairs->count++;
    return true;
}

/* Fits the boxes of all nodes to those of the bodies, after building when that is worth it. bodies
 * are the ones to hold, of which there are body_count. */
GD_INTERNAL void gd_bvh_fit(gd_bvh* bvh, const gd_aabb* boxes, const uint32_t* bodies,
                            uint32_t body_count);

/* Finds all pairs i < j of bodies whose boxes meet, in no particular order; false when there is no
 * memory for them. */
GD_INTERNAL bool gd_bvh_search(gd_bvh* bvh, gd_pairs* out);

#endif
