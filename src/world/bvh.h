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

/* ---- searches for one shape --------------------------------------------------------------- */

/* Largest number of entries on the stack of a descent: 40 levels by planes and 32 by halving, two
 * children at each. */
#define GD_BVH_STACK 160

/* A search that visits near boxes first. */
typedef struct bvh_visitor {
    double (*key)(const void* search, const gd_aabb* box); /* the nearer, the less */
    bool (*skips)(const void* search, double key);         /* larger keys are skipped, too */
    bool (*visit)(void* search, uint32_t body);            /* false ends the search */
} bvh_visitor;

typedef struct bvh_item {
    uint32_t at; /* index of a node, or of a body in the tree's order */
    double key;
} bvh_item;

/* Visits the bodies of a leaf in the order of their keys. Returns false at the end of the search.
 */
GD_INLINE bool bvh_descend_leaf(const gd_bvh* bvh, const gd_bvh_node* leaf,
                                const bvh_visitor* visitor, void* search) {
    bvh_item items[GD_BVH_LEAF];
    uint32_t count = 0;
    for (uint32_t k = leaf->first; k < leaf->first + leaf->count; k++) {
        const double key = visitor->key(search, &bvh->boxes[k]);
        if (visitor->skips(search, key)) continue;
        uint32_t at = count++;
        for (; at > 0 && items[at - 1].key > key; at--)
            items[at] = items[at - 1];
        items[at] = (bvh_item){k, key};
    }
    for (uint32_t k = 0; k < count && !visitor->skips(search, items[k].key); k++)
        if (!visitor->visit(search, bvh->order[items[k].at])) return false;
    return true;
}

/* Descends the tree with a stack, the child with the lesser key first. The visitor is a constant,
 * so that its functions are inlined. */
GD_INLINE void bvh_descend(const gd_bvh* bvh, const bvh_visitor* visitor, void* search) {
    const gd_bvh_node* nodes = bvh->nodes;
    if (bvh->node_count == 0) return;
    bvh_item stack[GD_BVH_STACK];
    uint32_t depth = 0;
    stack[depth++] = (bvh_item){0, visitor->key(search, &nodes[0].box)};
    while (depth > 0) {
        const bvh_item item = stack[--depth];
        if (visitor->skips(search, item.key)) continue;
        const gd_bvh_node* node = &nodes[item.at];
        if (node->count > 0) {
            if (!bvh_descend_leaf(bvh, node, visitor, search)) return;
            continue;
        }
        bvh_item near = {item.at + 1, visitor->key(search, &node[1].box)};
        bvh_item far = {node[1].skip, visitor->key(search, &nodes[node[1].skip].box)};
        if (far.key < near.key) {
            const bvh_item other = near;
            near = far;
            far = other;
        }
        stack[depth++] = far;
        stack[depth++] = near;
    }
}

#endif
