/* Searches for the bodies near one shape (the probe) and for overlapping bodies: see
 * growth_distance_world.h.
 *
 * The nearest search descends the tree with a stack, nearer child first. A body is at least as far
 * as its box. So the search skips a box that is farther from the probe's box than the farthest
 * candidate. The boxes of bodies include half the margin, so the probe's box is smaller by the same
 * length. The candidates are a binary heap with the farthest first. Its order is total, so the
 * result does not depend on the tree. */
#include "world/world.h"

/* Relative error of the square of a box's distance: about a dozen roundings. */
#define NEAREST_ROUNDING 0x1p-48

typedef struct world_search {
    gd_world* world;
    const gd_world_probe* probe;
    gd_query query; /* A is a body, B the probe */
    gd_aabb flipped;
    bool unbounded; /* the probe is a half-space: its box is the whole space */
    uint32_t found;
    uint32_t count;      /* largest number of bodies to find */
    double most;         /* largest distance of a candidate */
    double most_squared; /* its square, rounded up */
    gd_status status;
} world_search;

static gd_status search_start(gd_world* world, const gd_world_probe* probe, world_search* out) {
    const gd_shape* shape = probe->shape;
    if (shape->nd_set.dimension || shape->dimension != world->dimension) return GD_ERROR_DIMENSION;
    if (world->bvh.stale) {
        const gd_status status = gd_world_fit(world);
        if (status != GD_STATUS_OPTIMAL) return status;
    }
    *out = (world_search){.world = world, .probe = probe};
    out->query.b = shape;
    out->query.pose_b = probe->pose;
    gd_aabb_proxy proxy;
    gd_aabb box;
    gd_aabb_proxy_make(shape, &proxy);
    if (!gd_aabb_of(&proxy, probe->pose, world->dimension, -0.5 * world->margin, &box))
        return GD_ERROR_POSE;
    out->flipped = aabb_flip(&box);
    out->unbounded = proxy.kind == GD_AABB_HALFSPACE;
    return GD_STATUS_OPTIMAL;
}

/* Whether the mask and the excluded bodies allow a body; if so, it becomes query.a. */
static bool search_takes(world_search* search, uint32_t body) {
    const gd_world_probe* probe = search->probe;
    if (!world_selects(search->world, body, probe->mask, probe->exclude, probe->exclude_count))
        return false;
    const bool lives = world_select(search->world, body, &search->query);
    if (!lives) search->status = GD_ERROR_HANDLE;
    return lives;
}

/* Square of a lower bound of the distance of the bodies in a box. */
static double search_bound(const void* at, const gd_aabb* box) {
    const world_search* search = at;
    if (search->unbounded) return 0.0;
    return aabb_distance_squared(box, &search->flipped) * (1.0 - NEAREST_ROUNDING);
}

/* ---- candidates ---------------------------------------------------------------------------- */

/* Whether a is farther than b. For equal distances the larger number counts as farther. */
static bool neighbor_farther(const gd_world_neighbor* a, const gd_world_neighbor* b) {
    const double x = a->distance.value, y = b->distance.value;
    return x > y || (x == y && a->body > b->body);
}

/* Inserts item into a heap with a hole: moves the hole down until item fits. */
static void neighbor_sink(gd_world_neighbor* heap, uint32_t count, uint32_t hole,
                          const gd_world_neighbor* item) {
    for (;;) {
        uint32_t child = 2 * hole + 1;
        if (child >= count) break;
        if (child + 1 < count && neighbor_farther(&heap[child + 1], &heap[child])) child++;
        if (!neighbor_farther(&heap[child], item)) break;
        heap[hole] = heap[child];
        hole = child;
    }
    heap[hole] = *item;
}

/* Inserts item into a heap with a hole at its end: moves the hole up until item fits. */
static void neighbor_rise(gd_world_neighbor* heap, uint32_t hole, const gd_world_neighbor* item) {
    while (hole > 0 && neighbor_farther(item, &heap[(hole - 1) / 2])) {
        heap[hole] = heap[(hole - 1) / 2];
        hole = (hole - 1) / 2;
    }
    heap[hole] = *item;
}

/* Turns the heap into a list, nearest first. */
static void neighbor_sort(gd_world_neighbor* heap, uint32_t count) {
    while (count > 1) {
        const gd_world_neighbor last = heap[--count];
        heap[count] = heap[0];
        neighbor_sink(heap, count, 0, &last);
    }
}

/* Makes a body a candidate if it is among the count nearest so far. */
static void search_keep(world_search* search, const gd_world_neighbor* item) {
    gd_world* world = search->world;
    if (item->distance.value > search->most) return;
    if (search->found < search->count) {
        if (!world_room_for(world, (void**)&world->neighbors, sizeof *item, search->found,
                            &world->neighbor_capacity)) {
            search->status = GD_ERROR_MEMORY;
            return;
        }
        neighbor_rise(world->neighbors, search->found++, item);
    } else if (neighbor_farther(&world->neighbors[0], item)) {
        neighbor_sink(world->neighbors, search->found, 0, item);
    }
    if (search->found < search->count) return;
    search->most = world->neighbors[0].distance.value;
    search->most_squared = search->most * search->most * (1.0 + NEAREST_ROUNDING);
}

/* Computes the distance of a body and keeps it. */
static void search_measure(world_search* search, uint32_t body) {
    if (!search_takes(search, body)) return;
    gd_world_neighbor item = {.body = body};
    const gd_status status = gd_distance(&search->query, &item.distance);
    if (status < 0) {
        if (status != GD_ERROR_UNDEFINED) search->status = status; /* undefined: two half-spaces */
        return;
    }
    search_keep(search, &item);
}

/* ---- the tree ------------------------------------------------------------------------------ */

static bool search_skips(const void* search, double bound) {
    return bound > ((const world_search*)search)->most_squared;
}

static bool search_visit(void* at, uint32_t body) {
    world_search* search = at;
    search_measure(search, body);
    return search->status >= 0;
}

static const bvh_visitor nearest_first = {search_bound, search_skips, search_visit};

int32_t gd_world_nearest(gd_world* world, const gd_world_probe* probe, uint32_t count,
                         double max_distance) {
    world_search search;
    const gd_status status = search_start(world, probe, &search);
    if (status != GD_STATUS_OPTIMAL) return status;
    if (!(max_distance >= 0.0)) return GD_ERROR_SETTINGS;
    if (count == 0) return 0;
    search.count = count;
    search.most = max_distance;
    search.most_squared = max_distance * max_distance * (1.0 + NEAREST_ROUNDING);
    bvh_descend(&world->bvh, &nearest_first, &search);
    for (uint32_t k = 0; k < world->unbounded_count && search.status >= 0; k++)
        search_measure(&search, world->unbounded[k]);
    if (search.status < 0) return search.status;
    neighbor_sort(world->neighbors, search.found);
    return (int32_t)search.found;
}

/* ---- overlapping --------------------------------------------------------------------------- */

static void overlap_test(world_search* search, uint32_t body) {
    if (!search_takes(search, body)) return;
    const int overlap = gd_intersects(&search->query);
    if (overlap < 0) {
        if (overlap != GD_ERROR_UNDEFINED) search->status = overlap;
        return;
    }
    if (!overlap) return;
    gd_world* world = search->world;
    if (world_room_for(world, (void**)&world->overlapping, sizeof body, search->found,
                       &world->overlapping_capacity))
        world->overlapping[search->found++] = body;
    else
        search->status = GD_ERROR_MEMORY;
}

static void overlap_tree(world_search* search) {
    const gd_bvh* bvh = &search->world->bvh;
    for (uint32_t at = 0; at < bvh->node_count && search->status >= 0;) {
        const gd_bvh_node* node = &bvh->nodes[at];
        const bool apart = !search->unbounded && aabb_apart(&node->box, &search->flipped);
        at = apart ? node->skip : at + 1;
        if (apart) continue;
        for (uint32_t k = node->first; k < node->first + node->count && search->status >= 0; k++)
            if (search->unbounded || !aabb_apart(&bvh->boxes[k], &search->flipped))
                overlap_test(search, bvh->order[k]);
    }
}

static int compare_numbers(const void* a, const void* b) {
    const uint32_t x = *(const uint32_t*)a, y = *(const uint32_t*)b;
    return (x > y) - (x < y);
}

int32_t gd_world_overlapping(gd_world* world, const gd_world_probe* probe) {
    world_search search;
    const gd_status status = search_start(world, probe, &search);
    if (status != GD_STATUS_OPTIMAL) return status;
    overlap_tree(&search);
    for (uint32_t k = 0; k < world->unbounded_count && search.status >= 0; k++)
        overlap_test(&search, world->unbounded[k]);
    if (search.status < 0) return search.status;
    if (search.found > 1)
        qsort(world->overlapping, search.found, sizeof *world->overlapping, compare_numbers);
    return (int32_t)search.found;
}

static int compare_pairs(const void* a, const void* b) {
    const uint32_t *x = a, *y = b;
    return x[0] == y[0] ? (x[1] > y[1]) - (x[1] < y[1]) : (x[0] > y[0]) - (x[0] < y[0]);
}

/* Sorts pairs by their first body, then by their second. */
static void nearest_sort_pairs(gd_pairs* pairs) {
    if (pairs->count > 1)
        qsort(pairs->items, pairs->count, 2 * sizeof *pairs->items, compare_pairs);
}

int32_t gd_world_overlaps(gd_world* world) {
    const gd_status status = gd_world_fit(world);
    if (status != GD_STATUS_OPTIMAL) return status;
    gd_pairs* pairs = &world->overlaps;
    const uint32_t capacity = pairs->capacity;
    pairs->count = 0;
    const bool found = gd_world_search(world, pairs);
    if (!found) {
        free(pairs->items);
        *pairs = (gd_pairs){0};
    }
    if (pairs->capacity != capacity) world->version++;
    if (!found) return GD_ERROR_MEMORY;
    uint32_t count = 0;
    for (uint32_t k = 0; k < pairs->count; k++) {
        const uint32_t i = pairs->items[2 * (size_t)k], j = pairs->items[2 * (size_t)k + 1];
        const gd_query query = world_pair(world, i, j);
        pairs->items[2 * (size_t)count] = i;
        pairs->items[2 * (size_t)count + 1] = j;
        count += gd_intersects(&query) == 1;
    }
    pairs->count = count;
    nearest_sort_pairs(pairs);
    return (int32_t)count;
}
