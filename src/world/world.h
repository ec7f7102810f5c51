/* The data of a world. world.c adds bodies, finds pairs and solves queries for them; nearest.c
 * searches around one shape; world_casts.c moves one shape, world_impacts.c all bodies. */
#ifndef GD_WORLD_H
#define GD_WORLD_H

#include "growth_distance_world.h"
#include "world/pair_cache.h"

#include <stdlib.h>

#define WORLD_QUERIES 5

/* Caches of pairs: by gd_world_source, and of the previous gd_world_times_of_impact. */
#define WORLD_MOVING 2
#define WORLD_CACHES 3

typedef struct world_columns {
    double* block;
    uint32_t capacity;
} world_columns;

struct gd_world {
    int dimension;
    uint32_t count; /* numbers given out so far, in use or free again */
    uint32_t capacity;
    uint32_t free_first; /* top of the stack of free numbers, linked by next_free */
    uint32_t version;
    const gd_shape** shapes;
    gd_aabb_proxy* proxies;
    double* poses;  /* the caller writes them */
    double* posed;  /* poses for which boxes is valid, 7 doubles per body; NaN: no box */
    gd_aabb* boxes; /* enlarged by half the margin on every side */
    double margin;
    bool moved;          /* a box has changed since the tree was refitted */
    uint32_t* filters;   /* group and mask of every body */
    uint32_t* next_free; /* of a body in use: its own number */
    uint32_t* counts;    /* scratch, capacity + 1 */
    uint32_t* bounded;   /* bodies in the tree */
    uint32_t bounded_count;
    uint32_t* unbounded; /* half-spaces */
    uint32_t unbounded_count;
    gd_bvh bvh;
    gd_pair_cache caches[WORLD_CACHES];
    world_columns columns[WORLD_QUERIES];
    uint32_t* rows;
    uint32_t row_capacity;
    gd_world_neighbor* neighbors; /* results of the previous gd_world_nearest, nearest first */
    uint32_t neighbor_capacity;
    uint32_t* overlapping; /* results of the previous gd_world_overlapping */
    uint32_t overlapping_capacity;
    gd_pairs overlaps;          /* results of the previous gd_world_overlaps */
    gd_world_ray_hit* ray_hits; /* results of the previous gd_world_cast_ray_all */
    uint32_t ray_hit_capacity;
    gd_bvh swept; /* of gd_world_times_of_impact: boxes that contain the motions */
    gd_aabb* swept_boxes;
    uint32_t swept_capacity;
    gd_cast_result* impacts; /* of the pairs of the cache WORLD_MOVING */
    uint32_t impact_capacity;
};

/* Doubles per pose. */
GD_INLINE int world_stride(const gd_world* world) {
    return world->dimension == 3 ? 7 : 3;
}

/* Whether a body has this number. */
GD_INLINE bool world_holds(const gd_world* world, uint32_t body) {
    return body < world->count && world->next_free[body] == body;
}

/* The query of two bodies, with default settings and cold. */
GD_INLINE gd_query world_pair(const gd_world* world, uint32_t i, uint32_t j) {
    const size_t stride = (size_t)world_stride(world);
    return (gd_query){.a = world->shapes[i],
                      .pose_a = world->poses + stride * i,
                      .b = world->shapes[j],
                      .pose_b = world->poses + stride * j};
}

GD_INLINE bool world_resize(void** array, size_t bytes) {
    void* grown = realloc(*array, bytes);
    if (!grown) return false;
    *array = grown;
    return true;
}

/* Makes room in an array for one more element behind count; doubles the array if it is full.
 * Returns false without memory. */
GD_INLINE bool world_room_for(gd_world* world, void** array, size_t element, uint32_t count,
                              uint32_t* capacity) {
    if (count < *capacity) return true;
    const uint32_t grown = *capacity ? 2 * *capacity : 8;
    if (!world_resize(array, grown * element)) return false;
    *capacity = grown;
    world->version++;
    return true;
}

/* Whether the mask of a search allows a body that is not excluded. */
GD_INLINE bool world_selects(const gd_world* world, uint32_t body, uint32_t mask,
                             const uint32_t* exclude, uint32_t exclude_count) {
    if (!(world->filters[2 * (size_t)body] & mask)) return false;
    for (uint32_t k = 0; k < exclude_count; k++)
        if (exclude[k] == body) return false;
    return true;
}

/* Sets A of a search's query to a body. Returns false if its shape has been destroyed. */
GD_INLINE bool world_select(const gd_world* world, uint32_t body, gd_query* query) {
    query->a = world->shapes[body];
    query->pose_a = world->poses + (size_t)world_stride(world) * body;
    return query->a != NULL;
}

/* Whether groups and masks allow a pair. */
GD_INTERNAL bool gd_world_allows(const gd_world* world, uint32_t i, uint32_t j);

/* Removes the pairs that groups and masks exclude. */
GD_INTERNAL void gd_world_filter_pairs(const gd_world* world, gd_pairs* pairs);

/* Appends the pairs whose boxes come as near as the margin and whose groups and masks allow a pair,
 * in no particular order. Returns false without memory. */
GD_INTERNAL bool gd_world_search(gd_world* world, gd_pairs* out);

#endif
