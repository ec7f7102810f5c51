/* The data of a world. world.c adds bodies, finds pairs and solves queries for them; nearest.c
 * searches around one shape; world_casts.c moves one shape, world_impacts.c all bodies. */
#ifndef GD_WORLD_H
#define GD_WORLD_H

#include "growth_distance_world.h"
#include "world/pair_cache.h"

#include <stdlib.h>

#define WORLD_QUERIES 5

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
    gd_pair_cache caches[2]; /* by gd_world_source */
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
    gd_pairs moving; /* results of the previous gd_world_times_of_impact */
    gd_cast_result* impacts;
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

/* Whether groups and masks allow a pair. */
GD_INTERNAL bool gd_world_allows(const gd_world* world, uint32_t i, uint32_t j);

/* Sorts pairs by their first body, then by their second. */
GD_INTERNAL void gd_world_sort_pairs(gd_pairs* pairs);

/* Appends the pairs whose boxes come as near as the margin and whose groups and masks allow a pair,
 * in no particular order. Returns false without memory. */
GD_INTERNAL bool gd_world_search(gd_world* world, gd_pairs* out);

#endif
