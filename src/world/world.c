/* Worlds: bodies, the pairs among them, and queries of all pairs at once. See
 * growth_distance_world.h.
 *
 * A frame has these steps.
 *   1. Compute the boxes of moved bodies from their proxies (aabb.c).
 *   2. Find pairs of boxes with the tree (bvh.c), and pairs with half-spaces by a loop.
 *   3. Look up the previous warm record of each pair (pair_cache.c).
 *   4. Solve the query of each pair and store the result as one row of the columns (columns.h).
 *
 * The pairs depend only on the boxes, never on the history of the tree. The result of a pair
 * depends only on its shapes, its poses and its own record. So a world that solves only some of its
 * pairs gives the same bits for them. */
#include "world/columns.h"

#include <stdlib.h>
#include <string.h>

#define WORLD_NONE UINT32_MAX

/* ---- bodies ------------------------------------------------------------------------------ */

gd_status gd_world_create(int dimension, gd_world** out) {
    *out = NULL;
    if (dimension != 2 && dimension != 3) return GD_ERROR_DIMENSION;
    gd_world* world = calloc(1, sizeof *world);
    if (!world) return GD_ERROR_MEMORY;
    world->dimension = dimension;
    world->free_first = WORLD_NONE;
    *out = world;
    return GD_STATUS_OPTIMAL;
}

void gd_world_destroy(gd_world* world) {
    if (!world) return;
    free(world->shapes);
    free(world->proxies);
    free(world->poses);
    free(world->posed);
    free(world->boxes);
    free(world->filters);
    free(world->next_free);
    free(world->counts);
    free(world->bounded);
    free(world->unbounded);
    free(world->bvh.nodes);
    free(world->bvh.order);
    free(world->bvh.boxes);
    free(world->rows);
    free(world->neighbors);
    free(world->overlapping);
    free(world->overlaps.items);
    free(world->ray_hits);
    free(world->swept.nodes);
    free(world->swept.order);
    free(world->swept.boxes);
    free(world->swept_boxes);
    free(world->impacts);
    for (int i = 0; i < WORLD_CACHES; i++)
        gd_pair_cache_free(&world->caches[i]);
    for (int i = 0; i < WORLD_QUERIES; i++)
        free(world->columns[i].block);
    free(world);
}

static bool world_reserve(gd_world* world) {
    const size_t n = world->capacity ? 2 * (size_t)world->capacity : 64;
    world->version++; /* arrays may move even if a later one gets no memory */
    if (n > GD_WORLD_BODIES_MAX || !world_resize((void**)&world->shapes, n * sizeof(void*)) ||
        !world_resize((void**)&world->proxies, n * sizeof *world->proxies) ||
        !world_resize((void**)&world->poses, 7 * n * sizeof *world->poses) ||
        !world_resize((void**)&world->posed, 7 * n * sizeof *world->posed) ||
        !world_resize((void**)&world->boxes, n * sizeof *world->boxes) ||
        !world_resize((void**)&world->filters, 2 * n * sizeof *world->filters) ||
        !world_resize((void**)&world->next_free, n * sizeof *world->next_free) ||
        !world_resize((void**)&world->counts, (n + 1) * sizeof *world->counts) ||
        !world_resize((void**)&world->bounded, n * sizeof *world->bounded) ||
        !world_resize((void**)&world->unbounded, n * sizeof *world->unbounded) ||
        !world_resize((void**)&world->bvh.nodes, 2 * n * sizeof *world->bvh.nodes) ||
        !world_resize((void**)&world->bvh.order, n * sizeof *world->bvh.order) ||
        !world_resize((void**)&world->bvh.boxes, n * sizeof *world->bvh.boxes))
        return false;
    world->capacity = (uint32_t)n;
    return true;
}

/* Invalidates the box of a body; the next fit computes it. */
static void world_unbox(gd_world* world, uint32_t body) {
    for (size_t k = 0; k < 7; k++)
        world->posed[7 * (size_t)body + k] = (double)NAN;
}

/* Sets the shape of a body; the next fit computes its box. */
static void world_cover(gd_world* world, uint32_t body, const gd_shape* shape) {
    world->shapes[body] = shape;
    gd_aabb_proxy_make(shape, &world->proxies[body]);
    world_unbox(world, body);
    world->bvh.stale = true;
}

/* Discards the found pairs and makes the body's pairs cold. */
static void world_forget_pairs(gd_world* world, uint32_t body) {
    world->caches[GD_WORLD_FOUND].pairs.count = 0;
    for (int i = 0; i < WORLD_CACHES; i++)
        gd_pair_cache_remove_body(&world->caches[i], body);
}

int32_t gd_world_add(gd_world* world, const gd_shape* shape, const double* pose, uint32_t group,
                     uint32_t mask) {
    frame3 frame;
    if (shape->nd_set.dimension || shape->dimension != world->dimension) return GD_ERROR_DIMENSION;
    if (!frame_of_pose(pose, world->dimension, &frame)) return GD_ERROR_POSE;
    uint32_t body = world->free_first;
    if (body != WORLD_NONE) {
        world->free_first = world->next_free[body];
    } else {
        if (world->count == world->capacity && !world_reserve(world)) return GD_ERROR_MEMORY;
        body = world->count++;
    }
    const int stride = world_stride(world);
    memcpy(world->poses + (size_t)stride * body, pose, (size_t)stride * sizeof *pose);
    world->next_free[body] = body; /* in use */
    world_cover(world, body, shape);
    gd_world_set_filter(world, body, group, mask);
    return (int32_t)body;
}

gd_status gd_world_set_shape(gd_world* world, uint32_t body, const gd_shape* shape) {
    if (!world_holds(world, body)) return GD_ERROR_INDEX;
    if (shape->nd_set.dimension || shape->dimension != world->dimension) return GD_ERROR_DIMENSION;
    world_cover(world, body, shape);
    world_forget_pairs(world, body);
    return GD_STATUS_OPTIMAL;
}

gd_status gd_world_set_filter(gd_world* world, uint32_t body, uint32_t group, uint32_t mask) {
    if (!world_holds(world, body)) return GD_ERROR_INDEX;
    world->filters[2 * (size_t)body] = group;
    world->filters[2 * (size_t)body + 1] = mask;
    return GD_STATUS_OPTIMAL;
}

gd_status gd_world_remove(gd_world* world, uint32_t body) {
    if (!world_holds(world, body)) return GD_ERROR_INDEX;
    world->shapes[body] = NULL;
    /* A free body has next_free != body. If no other is free, next_free is WORLD_NONE, which is not
     * the number of a body. */
    world->next_free[body] = world->free_first;
    world->free_first = body;
    world->bvh.stale = true;
    world_forget_pairs(world, body);
    return GD_STATUS_OPTIMAL;
}

void gd_world_clear(gd_world* world) {
    world->count = 0;
    world->free_first = WORLD_NONE;
    world->bvh.stale = true;
    for (int i = 0; i < WORLD_CACHES; i++) {
        world->caches[i].pairs.count = 0;
        gd_pair_cache_clear(&world->caches[i]);
    }
}

/* ---- pairs ------------------------------------------------------------------------------- */

bool gd_world_allows(const gd_world* world, uint32_t i, uint32_t j) {
    const uint32_t* a = world->filters + 2 * (size_t)i;
    const uint32_t* b = world->filters + 2 * (size_t)j;
    return (a[0] & b[1]) != 0 && (b[0] & a[1]) != 0;
}

/* False if a pose contains NaN, because NaN differs from itself. */
GD_INLINE bool world_same_pose(const double* a, const double* b, int dimension) {
    if (dimension == 2) return a[0] == b[0] && a[1] == b[1] && a[2] == b[2];
    lanes2 p[3], q[3];
    memcpy(p, a, sizeof p);
    memcpy(q, b, sizeof q);
    const mask2 differs = (mask2)(p[0] != q[0]) | (mask2)(p[1] != q[1]) | (mask2)(p[2] != q[2]);
    return a[6] == b[6] && !mask_any(differs);
}

/* Updates the box of a body if its pose or the margin has changed; false if the pose is invalid. */
static bool world_box(gd_world* world, uint32_t body) {
    const size_t stride = (size_t)world_stride(world);
    const double* pose = world->poses + stride * body;
    double* posed = world->posed + 7 * (size_t)body;
    if (world_same_pose(pose, posed, world->dimension)) return true;
    world->moved = true;
    world_unbox(world, body); /* in case the pose is invalid */
    if (!gd_aabb_of(&world->proxies[body], pose, world->dimension, 0.5 * world->margin,
                    &world->boxes[body]))
        return false;
    memcpy(posed, pose, stride * sizeof *pose);
    return true;
}

/* Updates the boxes of all bodies. */
static gd_status world_bound(gd_world* world) {
    for (uint32_t i = 0; i < world->count; i++) {
        if (!world_holds(world, i)) continue;
        if (!world->shapes[i]) return GD_ERROR_HANDLE;
        if (!world_box(world, i)) return GD_ERROR_POSE;
    }
    return GD_STATUS_OPTIMAL;
}

/* Lists the bodies of the tree and the half-spaces. */
static void world_sort_bodies(gd_world* world) {
    world->bounded_count = world->unbounded_count = 0;
    for (uint32_t i = 0; i < world->count; i++) {
        if (!world_holds(world, i)) continue;
        if (world->proxies[i].kind == GD_AABB_HALFSPACE)
            world->unbounded[world->unbounded_count++] = i;
        else
            world->bounded[world->bounded_count++] = i;
    }
}

gd_status gd_world_fit(gd_world* world) {
    const gd_status status = world_bound(world);
    if (status != GD_STATUS_OPTIMAL) return status;
    if (world->bvh.stale) world_sort_bodies(world);
    if (world->moved || world->bvh.stale)
        gd_bvh_fit(&world->bvh, world->boxes, world->bounded, world->bounded_count);
    world->moved = false;
    return GD_STATUS_OPTIMAL;
}

/* Sets the margin; a change invalidates all boxes. */
static void world_set_margin(gd_world* world, double margin) {
    if (margin == world->margin) return;
    world->margin = margin;
    for (uint32_t i = 0; i < world->count; i++)
        world_unbox(world, i);
}

/* Appends the pairs of a half-space and a bounded body. */
static bool world_search_halfspaces(gd_world* world, double margin, gd_pairs* out) {
    const int stride = world_stride(world);
    for (uint32_t k = 0; k < world->unbounded_count; k++) {
        const uint32_t i = world->unbounded[k];
        const double* pose = world->poses + (size_t)stride * i;
        for (uint32_t m = 0; m < world->bounded_count; m++) {
            const uint32_t j = world->bounded[m];
            if (gd_aabb_meets_halfspace(&world->proxies[i], pose, world->dimension, 0.5 * margin,
                                        &world->boxes[j]) &&
                !pairs_push(out, i < j ? i : j, i < j ? j : i))
                return false;
        }
    }
    return true;
}

void gd_world_filter_pairs(const gd_world* world, gd_pairs* pairs) {
    uint32_t kept = 0;
    for (uint32_t k = 0; k < pairs->count; k++) {
        const uint32_t i = pairs->items[2 * (size_t)k], j = pairs->items[2 * (size_t)k + 1];
        pairs->items[2 * (size_t)kept] = i;
        pairs->items[2 * (size_t)kept + 1] = j;
        kept += gd_world_allows(world, i, j);
    }
    pairs->count = kept;
}

/* Appends all pairs of bodies that groups and masks allow, except two half-spaces. */
static bool world_search_all(const gd_world* world, gd_pairs* out) {
    for (uint32_t k = 0; k < world->bounded_count; k++) {
        const uint32_t i = world->bounded[k];
        for (uint32_t m = k + 1; m < world->bounded_count; m++)
            if (gd_world_allows(world, i, world->bounded[m]) &&
                !pairs_push(out, i, world->bounded[m]))
                return false;
        for (uint32_t m = 0; m < world->unbounded_count; m++) {
            const uint32_t j = world->unbounded[m];
            if (gd_world_allows(world, i, j) && !pairs_push(out, i < j ? i : j, i < j ? j : i))
                return false;
        }
    }
    return true;
}

bool gd_world_search(gd_world* world, gd_pairs* out) {
    if (!gd_bvh_search(&world->bvh, out) || !world_search_halfspaces(world, world->margin, out))
        return false;
    gd_world_filter_pairs(world, out);
    return true;
}

/* Frees a list of pairs and its records, because there is not enough memory for them. */
static int32_t world_give_back(gd_world* world, gd_pair_cache* cache) {
    gd_pair_cache_free(cache);
    *cache = (gd_pair_cache){0};
    world->version++;
    return GD_ERROR_MEMORY;
}

int32_t gd_world_find(gd_world* world, double margin) {
    gd_pair_cache* cache = &world->caches[GD_WORLD_FOUND];
    gd_pairs* pairs = &cache->pairs;
    const uint32_t capacity = pairs->capacity;
    const bool all = margin == GD_INFINITY;
    if (cache->starved) world_give_back(world, cache);
    pairs->count = 0;
    if (!(margin >= 0.0 && (margin <= GD_POSITION_MAX || all))) return GD_ERROR_MARGIN;
    if (!all) world_set_margin(world, margin);
    const gd_status status = gd_world_fit(world);
    if (status != GD_STATUS_OPTIMAL) return status;
    const bool found = (all ? world_search_all(world, pairs) : gd_world_search(world, pairs)) &&
                       gd_pair_cache_update(cache, world->count, world->counts, true);
    if (pairs->capacity != capacity) world->version++;
    return found ? (int32_t)pairs->count : world_give_back(world, cache);
}

uint32_t* gd_world_give(gd_world* world, uint32_t count) {
    gd_pair_cache* cache = &world->caches[GD_WORLD_GIVEN];
    gd_pairs* pairs = &cache->pairs;
    pairs->count = 0;
    if (cache->starved) world_give_back(world, cache);
    if (count > pairs->capacity || pairs->capacity == 0) {
        if (!gd_pairs_grow(pairs, count)) return NULL;
        world->version++;
    }
    pairs->count = count;
    return pairs->items;
}

void gd_world_reset(gd_world* world) {
    for (int i = 0; i < WORLD_CACHES; i++)
        gd_pair_cache_clear(&world->caches[i]);
}

/* ---- queries ----------------------------------------------------------------------------- */

/* The part of a pair: a hash of its two numbers. */
GD_INLINE uint32_t world_part(uint32_t i, uint32_t j, uint32_t parts) {
    uint32_t h = i * UINT32_C(0x9e3779b1) ^ j * UINT32_C(0x85ebca77);
    h ^= h >> 15;
    h *= UINT32_C(0xc2b2ae3d);
    return (h >> 8) % parts;
}

/* Solves the query of one pair. */
static gd_status world_solve(const gd_world* world, gd_world_query query, const uint32_t pair[2],
                             const gd_settings* settings, gd_warm* warm, world_record* out) {
    gd_query q = world_pair(world, pair[0], pair[1]);
    q.settings = settings;
    q.warm = warm;
    switch (query) {
    case GD_WORLD_GROWTH: return gd_growth_distance(&q, &out->growth);
    case GD_WORLD_COLLISION: return gd_collide(&q, &out->collision);
    case GD_WORLD_DISTANCE: return gd_distance(&q, &out->distance);
    case GD_WORLD_PENETRATION: return gd_penetration(&q, &out->penetration);
    case GD_WORLD_SIGNED: return gd_signed_distance(&q, &out->signed_);
    }
    return GD_ERROR_SETTINGS; /* unreachable: every query is above */
}

/* Number of rows to allocate: the capacity of the list of pairs, but at most 4 times its length
 * plus 1024, because the list may have been far longer once. */
static uint32_t world_rows(const gd_pairs* pairs) {
    const uint32_t most = 4 * pairs->count + 1024;
    return pairs->capacity < most ? pairs->capacity : most;
}

/* Makes room for capacity rows, in the columns of a query and in the list of rows. */
static bool world_make_room(gd_world* world, gd_world_query query, uint32_t capacity) {
    world_columns* columns = &world->columns[query];
    if (world->row_capacity < capacity) {
        if (!world_resize((void**)&world->rows, capacity * sizeof *world->rows)) return false;
        world->row_capacity = capacity;
        world->version++;
    }
    if (columns->capacity >= capacity) return true;
    /* the old contents are not needed, and realloc would copy them */
    free(columns->block);
    columns->block = calloc((size_t)world_forms[query].doubles * capacity, sizeof *columns->block);
    columns->capacity = columns->block ? capacity : 0;
    world->version++;
    return columns->block != NULL;
}

/* Whether the pose of a body is valid. The pose of its box is. */
static bool world_posed(const gd_world* world, uint32_t body) {
    frame3 frame;
    const double* pose = world->poses + (size_t)world_stride(world) * body;
    if (world_same_pose(pose, world->posed + 7 * (size_t)body, world->dimension)) return true;
    return frame_of_pose(pose, world->dimension, &frame);
}

/* Checks that the bodies of all pairs exist and that their current poses are valid. For found pairs
 * it checks the poses of all bodies, because there are fewer bodies than pairs. */
static gd_status world_check(const gd_world* world, gd_world_source source) {
    const gd_pairs* pairs = &world->caches[source].pairs;
    const bool given = source == GD_WORLD_GIVEN;
    for (size_t k = 0; k < 2 * (size_t)pairs->count; k++) {
        const uint32_t body = pairs->items[k];
        if (!world_holds(world, body) || !world->shapes[body]) return GD_ERROR_INDEX;
        if (given && !world_posed(world, body)) return GD_ERROR_POSE;
    }
    for (uint32_t i = 0; i < world->count && !given; i++)
        if (world_holds(world, i) && !world_posed(world, i)) return GD_ERROR_POSE;
    return GD_STATUS_OPTIMAL;
}

/* Marks a cache for which there was not enough memory. Its pairs stay, so that the caller can
 * repeat the query. The next gd_world_find or gd_world_give frees the cache. */
static int32_t world_starve(gd_pair_cache* cache) {
    cache->starved = true;
    return GD_ERROR_MEMORY;
}

int32_t gd_world_ask(gd_world* world, gd_world_query query, gd_world_source source,
                     const gd_settings* settings, uint32_t part, uint32_t parts) {
    gd_pair_cache* cache = &world->caches[source];
    const gd_pairs* pairs = &cache->pairs;
    if ((settings && settings->trace != 0.0) || parts == 0 || part >= parts)
        return GD_ERROR_SETTINGS;
    const gd_status status = world_check(world, source);
    if (status != GD_STATUS_OPTIMAL) return status;
    if (source == GD_WORLD_GIVEN &&
        !gd_pair_cache_update(cache, world->count, world->counts, false))
        return world_starve(cache);
    if (pairs->count == 0) return 0;
    const world_form* form = &world_forms[query];
    gd_warm* warm = gd_pair_cache_warm(cache, form->pool);
    if (!warm || !world_make_room(world, query, world_rows(pairs))) return world_starve(cache);
    cache->starved = false;
    world_record record;
    uint32_t row = 0;
    for (uint32_t k = 0; k < pairs->count; k++) {
        const uint32_t* pair = pairs->items + 2 * (size_t)k;
        if (parts > 1 && world_part(pair[0], pair[1], parts) != part) continue;
        const gd_status result =
            world_solve(world, query, pair, settings, warm + cache->slots[k], &record);
        if (result < 0) world_unknown(form, query, &record);
        world_store(form, &world->columns[query], world->dimension, row, record.fields);
        world->rows[row++] = k;
    }
    return (int32_t)row;
}

/* ---- arrays ------------------------------------------------------------------------------ */

const gd_shape** gd_world_shapes(gd_world* world) {
    return world->shapes;
}

uint32_t gd_world_bodies(const gd_world* world) {
    return world->count;
}

void* gd_world_at(gd_world* world, gd_world_array array) {
    switch (array) {
    case GD_WORLD_ARRAY_POSES: return world->poses;
    case GD_WORLD_ARRAY_FOUND: return world->caches[GD_WORLD_FOUND].pairs.items;
    case GD_WORLD_ARRAY_GIVEN: return world->caches[GD_WORLD_GIVEN].pairs.items;
    case GD_WORLD_ARRAY_ROWS: return world->rows;
    case GD_WORLD_ARRAY_NEIGHBORS: return world->neighbors;
    case GD_WORLD_ARRAY_OVERLAPPING: return world->overlapping;
    case GD_WORLD_ARRAY_OVERLAPS: return world->overlaps.items;
    case GD_WORLD_ARRAY_RAY_HITS: return world->ray_hits;
    case GD_WORLD_ARRAY_MOVING: return world->caches[WORLD_MOVING].pairs.items;
    case GD_WORLD_ARRAY_IMPACTS: return world->impacts;
    case GD_WORLD_ARRAY_COLUMNS: break;
    }
    return world->columns[array - GD_WORLD_ARRAY_COLUMNS].block;
}

uint32_t gd_world_room(const gd_world* world, gd_world_array array) {
    switch (array) {
    case GD_WORLD_ARRAY_POSES: return world->capacity;
    case GD_WORLD_ARRAY_FOUND: return world->caches[GD_WORLD_FOUND].pairs.capacity;
    case GD_WORLD_ARRAY_GIVEN: return world->caches[GD_WORLD_GIVEN].pairs.capacity;
    case GD_WORLD_ARRAY_ROWS: return world->row_capacity;
    case GD_WORLD_ARRAY_NEIGHBORS: return world->neighbor_capacity;
    case GD_WORLD_ARRAY_OVERLAPPING: return world->overlapping_capacity;
    case GD_WORLD_ARRAY_OVERLAPS: return world->overlaps.capacity;
    case GD_WORLD_ARRAY_RAY_HITS: return world->ray_hit_capacity;
    case GD_WORLD_ARRAY_MOVING: return world->caches[WORLD_MOVING].pairs.capacity;
    case GD_WORLD_ARRAY_IMPACTS: return world->impact_capacity;
    case GD_WORLD_ARRAY_COLUMNS: break;
    }
    return world->columns[array - GD_WORLD_ARRAY_COLUMNS].capacity;
}

uint32_t gd_world_version(const gd_world* world) {
    return world->version;
}
