/* The tree of a scene's broad phase: see tree.h.
 *
 * Built from the top by halving the bodies at the best of a few planes across the longest axis of
 * their middles, where best means the least expected number of boxes a search compares: count times
 * size of both halves (the size of a box being the sum of its edges, so that flat scenes are no
 * exception). A frame then only takes unions from the last node to the first. The search goes
 * through the tree once for every leaf, over what follows it in preorder: no stack, and every pair
 * met once. Where two leaves meet, all their bodies are compared without a branch. The number of
 * nodes looked at is what motion makes worse; when it is much above what it was after building, the
 * tree is built again. */
#include "world/bvh.h"

#include <stdlib.h>
#include <string.h>

/* Planes tried between the least and the greatest middle. */
#define TREE_BINS 8
/* Built again when a search looks at this many times the nodes it did after building. Building
 * takes about as long as two searches. */
#define TREE_WORSE 1.25
/* Below this depth bodies are halved by number, which ends within 32 more levels. */
#define TREE_DEPTH 40

bool gd_pairs_grow(gd_pairs* pairs, uint32_t capacity) {
    if (capacity > GD_SCENE_PAIRS_MAX) return false;
    uint32_t room = pairs->capacity ? pairs->capacity : 64;
    while (room < capacity)
        room *= 2;
    uint32_t* items = realloc(pairs->items, 2 * sizeof *items * (size_t)room);
    if (!items) return false;
    pairs->items = items;
    pairs->capacity = room;
    return true;
}

/* Twice the middle along an axis. */
GD_INLINE double tree_middle(const gd_box* box, int axis) {
    return box->axis[axis][0] - box->axis[axis][1];
}

static double tree_size(const gd_box* box) {
    double size = 0.0;
    for (int i = 0; i < 3; i++)
        size -= box->axis[i][0] + box->axis[i][1];
    return size;
}

static const gd_box tree_nothing = {
    {{GD_INFINITY, GD_INFINITY}, {GD_INFINITY, GD_INFINITY}, {GD_INFINITY, GD_INFINITY}}};

/* The longest axis of the middles, where they begin, and how far apart the planes are. */
typedef struct tree_cut {
    int axis;
    double from, scale;
} tree_cut;

static tree_cut tree_axis(const gd_box* boxes, const uint32_t* bodies, uint32_t count) {
    tree_cut cut = {0, 0.0, 0.0};
    double longest = 0.0;
    for (int axis = 0; axis < 3; axis++) {
        double low = GD_INFINITY, high = -GD_INFINITY;
        for (uint32_t i = 0; i < count; i++) {
            const double m = tree_middle(&boxes[bodies[i]], axis);
            low = min2(low, m);
            high = max2(high, m);
        }
        if (high - low > longest) {
            longest = high - low;
            cut = (tree_cut){axis, low, TREE_BINS / longest};
        }
    }
    return cut;
}

static int tree_bin(const tree_cut* cut, const gd_box* box) {
    const double at = (tree_middle(box, cut->axis) - cut->from) * cut->scale;
    return at < TREE_BINS - 1 ? (int)at : TREE_BINS - 1;
}

/* The first bin of the second half. The first bin and the last hold a body each, so both halves
 * do. */
static int tree_plane(const gd_box* boxes, const uint32_t* bodies, uint32_t count,
                      const tree_cut* cut) {
    gd_box bin[TREE_BINS];
    uint32_t held[TREE_BINS] = {0};
    for (int b = 0; b < TREE_BINS; b++)
        bin[b] = tree_nothing;
    for (uint32_t i = 0; i < count; i++) {
        const gd_box* box = &boxes[bodies[i]];
        const int b = tree_bin(cut, box);
        bin[b] = box_union(&bin[b], box);
        held[b]++;
    }
    double above[TREE_BINS];
    gd_box side = tree_nothing;
    uint32_t number = 0;
    for (int b = TREE_BINS - 1; b > 0; b--) {
        side = box_union(&side, &bin[b]);
        number += held[b];
        above[b] = number * tree_size(&side);
    }
    side = tree_nothing;
    number = 0;
    int best_at = 1;
    double best = GD_INFINITY;
    for (int b = 1; b < TREE_BINS; b++) {
        side = box_union(&side, &bin[b - 1]);
        number += held[b - 1];
        const double cost = number * tree_size(&side) + above[b];
        if (cost < best) {
            best = cost;
            best_at = b;
        }
    }
    return best_at;
}

/* Sorts bodies so that those of the first half come first; returns how many those are. */
static uint32_t tree_divide(const gd_box* boxes, uint32_t* bodies, uint32_t count, int depth) {
    if (depth > TREE_DEPTH) return count / 2;
    const tree_cut cut = tree_axis(boxes, bodies, count);
    if (!(cut.scale > 0.0 && cut.scale < GD_INFINITY)) return count / 2;
    const int plane = tree_plane(boxes, bodies, count, &cut);
    uint32_t low = 0, high = count;
    while (low < high) {
        if (tree_bin(&cut, &boxes[bodies[low]]) < plane) {
            low++;
        } else {
            const uint32_t other = bodies[--high];
            bodies[high] = bodies[low];
            bodies[low] = other;
        }
    }
    return low;
}

/* Appends the subtree over some of the bodies in order; its boxes are left to the refitting. */
static void tree_grow(gd_tree* tree, const gd_box* boxes, uint32_t first, uint32_t count,
                      int depth) {
    gd_node* node = &tree->nodes[tree->node_count++];
    node->first = first;
    node->count = count <= GD_LEAF ? count : 0;
    if (node->count == 0) {
        const uint32_t half = tree_divide(boxes, tree->order + first, count, depth);
        tree_grow(tree, boxes, first, half, depth + 1);
        tree_grow(tree, boxes, first + half, count - half, depth + 1);
    }
    node->skip = tree->node_count;
}

static void tree_refit(gd_tree* tree, const gd_box* boxes, uint32_t body_count) {
    for (uint32_t i = 0; i < body_count; i++)
        tree->boxes[i] = boxes[tree->order[i]];
    for (uint32_t i = tree->node_count; i-- > 0;) {
        gd_node* node = &tree->nodes[i];
        if (node->count == 0) {
            node->box = box_union(&node[1].box, &tree->nodes[node[1].skip].box);
            continue;
        }
        node->box = tree->boxes[node->first];
        for (uint32_t k = 1; k < node->count; k++)
            node->box = box_union(&node->box, &tree->boxes[node->first + k]);
    }
}

void gd_tree_fit(gd_tree* tree, const gd_box* boxes, const uint32_t* bodies, uint32_t body_count) {
    if (tree->stale || (double)tree->cost > TREE_WORSE * (double)tree->built_cost) {
        tree->node_count = 0;
        if (body_count > 0) {
            memcpy(tree->order, bodies, body_count * sizeof *bodies);
            tree_grow(tree, boxes, 0, body_count, 0);
        }
        tree->stale = false;
        tree->built_cost = 0;
    }
    tree_refit(tree, boxes, body_count);
}

/* Writes the pairs of one body with some that follow in order; returns behind the last. A pair is
 * written whether its boxes meet or not, and then counts or not: nobody could predict a branch. */
GD_INLINE uint32_t* tree_compare(const gd_tree* tree, uint32_t i, uint32_t from, uint32_t to,
                                 uint32_t* item) {
    const gd_box flipped = box_flip(&tree->boxes[i]);
    const uint32_t body = tree->order[i];
    for (uint32_t k = from; k < to; k++) {
        const uint32_t other = tree->order[k];
        item[0] = body < other ? body : other;
        item[1] = body < other ? other : body;
        item += box_apart(&tree->boxes[k], &flipped) ? 0 : 2;
    }
    return item;
}

bool gd_tree_search(gd_tree* tree, gd_pairs* out) {
    const gd_node* nodes = tree->nodes;
    const uint32_t end = tree->node_count;
    uint64_t cost = 0;
    for (uint32_t at = 0; at < end; at++) {
        const gd_node* leaf = &nodes[at];
        if (leaf->count == 0) continue;
        const gd_box flipped = box_flip(&leaf->box);
        const uint32_t first = leaf->first, last = first + leaf->count;
        if (!pairs_room(out, GD_LEAF * GD_LEAF)) return false;
        uint32_t* item = out->items + 2 * (size_t)out->count;
        for (uint32_t i = first; i < last; i++)
            item = tree_compare(tree, i, i + 1, last, item);
        out->count = (uint32_t)((size_t)(item - out->items) / 2);
        for (uint32_t k = at + 1; k < end;) {
            const gd_node* node = &nodes[k];
            const bool apart = box_apart(&node->box, &flipped);
            k = apart ? node->skip : k + 1;
            cost++;
            if (apart || node->count == 0) continue;
            if (!pairs_room(out, GD_LEAF * GD_LEAF)) return false;
            item = out->items + 2 * (size_t)out->count;
            for (uint32_t i = first; i < last; i++)
                item = tree_compare(tree, i, node->first, node->first + node->count, item);
            out->count = (uint32_t)((size_t)(item - out->items) / 2);
        }
    }
    tree->cost = cost;
    if (tree->built_cost == 0) tree->built_cost = cost;
    return true;
}
