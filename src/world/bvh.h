/* A tree of bounding boxes (bounding volume hierarchy) over the bodies of a world. It is refitted
 * in every frame, and rebuilt if motion has made searches more expensive. The pairs that a search
 * finds do not depend on how the tree was built. */
#ifndef GD_BVH_H
#define GD_BVH_H

#include "growth_distance_world.h"
#include "world/aabb.h"

/* Largest number of bodies in a leaf. Searching 1,000 bodies takes 0.6 times as long as with one
 * body per leaf; with 4 per leaf it takes 0.65 times. */
#define GD_BVH_LEAF 8

/* Largest number of entries on the stack of a search that visits the nearer child first: 40 levels
 * by planes and 32 by halving, two children at each. */
#define GD_BVH_STACK 160

/* Nodes are in preorder: the first child of an inner node directly follows it. */
typedef struct gd_bvh_node {
    gd_aabb box;
    uint32_t skip;  /* the node after this one's subtree */
    uint32_t first; /* leaf: index of its first body in order */
    uint32_t count; /* leaf: number of its bodies; 0 for inner nodes */
} gd_bvh_node;

typedef struct gd_bvh {
    gd_bvh_node* nodes; /* room for 2 capacity - 1 */
    uint32_t* order;    /* room for capacity: bodies, leaf after leaf */
    gd_aabb* boxes;     /* room for capacity: boxes of the bodies in this order */
    uint32_t node_count;
    bool stale;          /* bodies have come or gone since the tree was built */
    uint64_t built_cost; /* visited nodes of the first search after building; 0: none yet */
    uint64_t cost;       /* visited nodes of the previous search */
} gd_bvh;

/* A growing list of pairs of bodies. */
typedef struct gd_pairs {
    uint32_t* items; /* two numbers per pair */
    uint32_t count, capacity;
} gd_pairs;

/* Makes room for at least capacity pairs. Returns false without memory or beyond the limit. */
GD_INTERNAL bool gd_pairs_grow(gd_pairs* pairs, uint32_t capacity);

/* Makes room for more pairs. */
GD_INLINE bool pairs_room(gd_pairs* pairs, uint32_t more) {
    return pairs->capacity - pairs->count >= more || gd_pairs_grow(pairs, pairs->count + more);
}

/* Appends a pair; false without memory. */
GD_INLINE bool pairs_push(gd_pairs* pairs, uint32_t i, uint32_t j) {
    if (pairs->count == pairs->capacity && !gd_pairs_grow(pairs, pairs->count + 1)) return false;
    pairs->items[2 * (size_t)pairs->count] = i;
    pairs->items[2 * (size_t)pairs->count + 1] = j;
    pairs->count++;
    return true;
}

/* Rebuilds the tree if necessary, then fits the boxes of all nodes to the boxes of the bodies.
 * bodies lists the body_count bodies of the tree. */
GD_INTERNAL void gd_bvh_fit(gd_bvh* bvh, const gd_aabb* boxes, const uint32_t* bodies,
                            uint32_t body_count);

/* Appends all pairs i < j of bodies with overlapping boxes, in no particular order. Returns false
 * without memory. */
GD_INTERNAL bool gd_bvh_search(gd_bvh* bvh, gd_pairs* out);

#endif
