/* The tree of a world's broad phase: see bvh.h.
 *
 * Building divides the bodies from the top. It tries a few planes perpendicular to the axis along
 * which the middles of the boxes spread most. It takes the plane for which a search is expected to
 * cost least. The cost is the sum of count times size over both halves. The size of a box is the
 * sum of its edges, which is not 0 in flat worlds. Refitting computes the unions of children, from
 * the last node to the first.
 *
 * For each leaf, a search visits the nodes that follow it in preorder. So it needs no stack and
 * compares two leaves only once. If the boxes of two leaves overlap, it compares all their bodies
 * without a branch. Motion increases the number of visited nodes. If it exceeds BVH_WORSE times the
 * number after building, the tree is rebuilt. */
#include "world/bvh.h"

#include <stdlib.h>
#include <string.h>

/* Number of bins between the smallest and the largest middle; BVH_BINS - 1 planes separate them. */
#define BVH_BINS 8
/* The tree is rebuilt if a search visits this many times the nodes of the first search. Building
 * takes about as long as two searches. */
#define BVH_WORSE 1.25
/* Nodes deeper than this are divided into halves of equal number, which ends within 32 more
 * levels. */
#define BVH_DEPTH 40

bool gd_pairs_grow(gd_pairs* pairs, uint32_t capacity) {
    if (capacity > GD_WORLD_PAIRS_MAX) return false;
    uint32_t grown = pairs->capacity ? pairs->capacity : 64;
    while (grown < capacity)
        grown *= 2;
    uint32_t* items = realloc(pairs->items, 2 * sizeof *items * (size_t)grown);
    if (!items) return false;
    pairs->items = items;
    pairs->capacity = grown;
    return true;
}

/* Twice the middle of a box along an axis. */
GD_INLINE double bvh_middle(const gd_aabb* box, int axis) {
    return box->axis[axis][0] - box->axis[axis][1];
}

/* Sum of the three edges. */
static double bvh_size(const gd_aabb* box) {
    double size = 0.0;
    for (int i = 0; i < 3; i++)
        size -= box->axis[i][0] + box->axis[i][1];
    return size;
}

/* The empty box, neutral for unions. */
static const gd_aabb bvh_nothing = {
    {{GD_INFINITY, GD_INFINITY}, {GD_INFINITY, GD_INFINITY}, {GD_INFINITY, GD_INFINITY}}};

/* Axis along which the middles spread most, smallest middle on it, and bins per unit of length. */
typedef struct bvh_cut {
    int axis;
    double from, scale;
} bvh_cut;

static bvh_cut bvh_axis(const gd_aabb* boxes, const uint32_t* bodies, uint32_t count) {
    bvh_cut cut = {0, 0.0, 0.0};
    double longest = 0.0;
    for (int axis = 0; axis < 3; axis++) {
        double low = GD_INFINITY, high = -GD_INFINITY;
        for (uint32_t i = 0; i < count; i++) {
            const double m = bvh_middle(&boxes[bodies[i]], axis);
            low = min2(low, m);
            high = max2(high, m);
        }
        if (high - low > longest) {
            longest = high - low;
            cut = (bvh_cut){axis, low, BVH_BINS / longest};
        }
    }
    return cut;
}

static int bvh_bin(const bvh_cut* cut, const gd_aabb* box) {
    const double at = (bvh_middle(box, cut->axis) - cut->from) * cut->scale;
    return at < BVH_BINS - 1 ? (int)at : BVH_BINS - 1;
}

/* Returns the first bin of the second half. The first and the last bin contain a body, so neither
 * half is empty. */
static int bvh_plane(const gd_aabb* boxes, const uint32_t* bodies, uint32_t count,
                     const bvh_cut* cut) {
    gd_aabb bin[BVH_BINS];
    uint32_t held[BVH_BINS] = {0};
    for (int b = 0; b < BVH_BINS; b++)
        bin[b] = bvh_nothing;
    for (uint32_t i = 0; i < count; i++) {
        const gd_aabb* box = &boxes[bodies[i]];
        const int b = bvh_bin(cut, box);
        bin[b] = aabb_union(&bin[b], box);
        held[b]++;
    }
    double above[BVH_BINS];
    gd_aabb side = bvh_nothing;
    uint32_t number = 0;
    for (int b = BVH_BINS - 1; b > 0; b--) {
        side = aabb_union(&side, &bin[b]);
        number += held[b];
        above[b] = number * bvh_size(&side);
    }
    side = bvh_nothing;
    number = 0;
    int best_at = 1;
    double best = GD_INFINITY;
    for (int b = 1; b < BVH_BINS; b++) {
        side = aabb_union(&side, &bin[b - 1]);
        number += held[b - 1];
        const double cost = number * bvh_size(&side) + above[b];
        if (cost < best) {
            best = cost;
            best_at = b;
        }
    }
    return best_at;
}

/* Moves the bodies of the first half to the front and returns their number. */
static uint32_t bvh_divide(const gd_aabb* boxes, uint32_t* bodies, uint32_t count, int depth) {
    if (depth > BVH_DEPTH) return count / 2;
    const bvh_cut cut = bvh_axis(boxes, bodies, count);
    if (!(cut.scale > 0.0 && cut.scale < GD_INFINITY)) return count / 2;
    const int plane = bvh_plane(boxes, bodies, count, &cut);
    uint32_t low = 0, high = count;
    while (low < high) {
        if (bvh_bin(&cut, &boxes[bodies[low]]) < plane) {
            low++;
        } else {
            const uint32_t other = bodies[--high];
            bodies[high] = bodies[low];
            bodies[low] = other;
        }
    }
    return low;
}

/* Appends the subtree over count bodies from order[first] on. Refitting fills its boxes. */
static void bvh_grow(gd_bvh* bvh, const gd_aabb* boxes, uint32_t first, uint32_t count, int depth) {
    gd_bvh_node* node = &bvh->nodes[bvh->node_count++];
    node->first = first;
    node->count = count <= GD_BVH_LEAF ? count : 0;
    if (node->count == 0) {
        const uint32_t half = bvh_divide(boxes, bvh->order + first, count, depth);
        bvh_grow(bvh, boxes, first, half, depth + 1);
        bvh_grow(bvh, boxes, first + half, count - half, depth + 1);
    }
    node->skip = bvh->node_count;
}

static void bvh_refit(gd_bvh* bvh, const gd_aabb* boxes, uint32_t body_count) {
    for (uint32_t i = 0; i < body_count; i++)
        bvh->boxes[i] = boxes[bvh->order[i]];
    for (uint32_t i = bvh->node_count; i-- > 0;) {
        gd_bvh_node* node = &bvh->nodes[i];
        if (node->count == 0) {
            node->box = aabb_union(&node[1].box, &bvh->nodes[node[1].skip].box);
            continue;
        }
        node->box = bvh->boxes[node->first];
        for (uint32_t k = 1; k < node->count; k++)
            node->box = aabb_union(&node->box, &bvh->boxes[node->first + k]);
    }
}

void gd_bvh_fit(gd_bvh* bvh, const gd_aabb* boxes, const uint32_t* bodies, uint32_t body_count) {
    if (bvh->stale || (double)bvh->cost > BVH_WORSE * (double)bvh->built_cost) {
        bvh->node_count = 0;
        if (body_count > 0) {
            memcpy(bvh->order, bodies, body_count * sizeof *bodies);
            bvh_grow(bvh, boxes, 0, body_count, 0);
        }
        bvh->stale = false;
        bvh->built_cost = 0;
    }
    bvh_refit(bvh, boxes, body_count);
}

/* Compares the box of body order[i] with those of order[from ... to - 1]. Appends the pairs whose
 * boxes overlap, and returns the end of the list. A branch would be unpredictable. So the code
 * writes every pair, and advances only if the boxes overlap. */
GD_INLINE uint32_t* bvh_compare(const gd_bvh* bvh, uint32_t i, uint32_t from, uint32_t to,
                                uint32_t* item) {
    const gd_aabb flipped = aabb_flip(&bvh->boxes[i]);
    const uint32_t body = bvh->order[i];
    for (uint32_t k = from; k < to; k++) {
        const uint32_t other = bvh->order[k];
        item[0] = body < other ? body : other;
        item[1] = body < other ? other : body;
        item += aabb_apart(&bvh->boxes[k], &flipped) ? 0 : 2;
    }
    return item;
}

bool gd_bvh_search(gd_bvh* bvh, gd_pairs* out) {
    const gd_bvh_node* nodes = bvh->nodes;
    const uint32_t end = bvh->node_count;
    uint64_t cost = 0;
    for (uint32_t at = 0; at < end; at++) {
        const gd_bvh_node* leaf = &nodes[at];
        if (leaf->count == 0) continue;
        const gd_aabb flipped = aabb_flip(&leaf->box);
        const uint32_t first = leaf->first, last = first + leaf->count;
        if (!pairs_room(out, GD_BVH_LEAF * GD_BVH_LEAF)) return false;
        uint32_t* item = out->items + 2 * (size_t)out->count;
        for (uint32_t i = first; i < last; i++)
            item = bvh_compare(bvh, i, i + 1, last, item);
        out->count = (uint32_t)((size_t)(item - out->items) / 2);
        for (uint32_t k = at + 1; k < end;) {
            const gd_bvh_node* node = &nodes[k];
            const bool apart = aabb_apart(&node->box, &flipped);
            k = apart ? node->skip : k + 1;
            cost++;
            if (apart || node->count == 0) continue;
            if (!pairs_room(out, GD_BVH_LEAF * GD_BVH_LEAF)) return false;
            item = out->items + 2 * (size_t)out->count;
            const gd_aabb other = aabb_flip(&node->box);
            for (uint32_t i = first; i < last; i++)
                if (!aabb_apart(&bvh->boxes[i], &other))
                    item = bvh_compare(bvh, i, node->first, node->first + node->count, item);
            out->count = (uint32_t)((size_t)(item - out->items) / 2);
        }
    }
    bvh->cost = cost;
    if (bvh->built_cost == 0) bvh->built_cost = cost;
    return true;
}
