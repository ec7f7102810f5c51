/* Worlds: the part of growth_distance.h about many moving shapes.
 *
 * A world holds bodies, that is posed shapes, finds the pairs whose boxes meet, and asks queries of
 * all of them at once. What a query learns about a pair stays with the pair from frame to frame, so
 * that each starts where the last one ended; the answers are those of the single queries with the
 * same history, to the bit. Results are columns: one array for every field of the result record.
 *
 * Unlike queries worlds own memory, which grows when more bodies or pairs come than ever before
 * and otherwise stays. A world is used by one thread at a time. */
#ifndef GROWTH_DISTANCE_WORLD_H
#define GROWTH_DISTANCE_WORLD_H

#include "growth_distance.h"

typedef struct gd_world gd_world;

/* Bodies and pairs at most; tests build with fewer. */
#ifndef GD_WORLD_BODIES_MAX
#define GD_WORLD_BODIES_MAX (1u << 20)
#endif
#define GD_WORLD_PAIRS_MAX (1u << 26)

/* The pairs that a query is asked of. */
typedef enum gd_world_source {
    GD_WORLD_FOUND = 0, /* by gd_world_find */
    GD_WORLD_GIVEN = 1, /* by gd_world_give */
} gd_world_source;

/* Queries, and the columns of their results: the fields of the result record in its order, without
 * a distance's simplex. A field that begins at double o of the record begins at double o * room of
 * the columns; its entry for a row takes one double, of a vector as many as the world has
 * dimensions. Status, iterations, support calls and colliding are int32_t instead, at the same
 * places. */
typedef enum gd_world_query {
    GD_WORLD_GROWTH = 0,      /* gd_growth_distance, gd_growth_result */
    GD_WORLD_COLLISION = 1,   /* gd_collide, gd_collision_result */
    GD_WORLD_DISTANCE = 2,    /* gd_distance, gd_distance_result */
    GD_WORLD_PENETRATION = 3, /* gd_penetration, gd_penetration_result */
    GD_WORLD_SIGNED = 4,      /* gd_signed_distance, gd_signed_result */
} gd_world_query;

/* An empty world of dimension 2 or 3. Returns OPTIMAL, ERROR_DIMENSION or ERROR_MEMORY. */
GD_API gd_status gd_world_create(int dimension, gd_world** world);
GD_API void gd_world_destroy(gd_world* world);

/* Adds a body and returns its number, which is that of the body removed last, or the next one.
 *
 * shape       of the world's dimension; must live as long as the body
 * pose        copied
 * group, mask two bodies make a pair only if each one's group has a bit of the other's mask
 *
 * Or returns ERROR_DIMENSION, ERROR_POSE or ERROR_MEMORY, and nothing has changed. */
GD_API int32_t gd_world_add(gd_world* world, const gd_shape* shape, const double* pose,
                            uint32_t group, uint32_t mask);

/* Forgets the pairs found, too. Returns OPTIMAL, or ERROR_INDEX where there is no such body. */
GD_API gd_status gd_world_remove(gd_world* world, uint32_t body);

/* Removes all bodies; the next one has number 0. */
GD_API void gd_world_clear(gd_world* world);

/* Gives a body another shape of the world's dimension; its pairs become cold, and the found pairs
 * are gone. Returns OPTIMAL, ERROR_INDEX or ERROR_DIMENSION. */
GD_API gd_status gd_world_set_shape(gd_world* world, uint32_t body, const gd_shape* shape);

/* Changes group and mask of a body, from the next search on. Returns OPTIMAL or ERROR_INDEX. */
GD_API gd_status gd_world_set_filter(gd_world* world, uint32_t body, uint32_t group, uint32_t mask);

/* The shapes of all bodies, NULL where a number is free; whoever replaces one vouches that it is an
 * equal one, or NULL, which the next gd_world_find refuses. */
GD_API const gd_shape** gd_world_shapes(gd_world* world);

/* One more than the greatest number of a body so far. */
GD_API uint32_t gd_world_bodies(const gd_world* world);

/* Finds all pairs of bodies whose bounding boxes come as near as margin, in the order of their
 * numbers: (i, j) with i < j, sorted. A half-space makes pairs with the boxes it reaches, not with
 * other half-spaces. What is not a pair is farther apart than margin.
 *
 * margin  >= 0; with infinity every two bodies are a pair, except two half-spaces
 *
 * Returns how many, or ERROR_MARGIN, ERROR_POSE (a body's pose is not valid), ERROR_HANDLE (a body
 * has no shape) or ERROR_MEMORY; then there are none, and after ERROR_MEMORY all pairs are cold. */
GD_API int32_t gd_world_find(gd_world* world, double margin);

/* Room for count pairs that the caller writes, two numbers of bodies each, in any order; NULL when
 * there is no memory. */
GD_API uint32_t* gd_world_give(gd_world* world, uint32_t count);

/* The shape whose surroundings are searched.
 *
 * mask     only bodies whose group has a bit of it
 * exclude  exclude_count numbers of bodies that are left out */
typedef struct gd_world_probe {
    const gd_shape* shape;
    const double* pose;
    uint32_t mask;
    const uint32_t* exclude;
    uint32_t exclude_count;
} gd_world_probe;

/* A body, and its distance from the probe: the body is A, the probe B. */
typedef struct gd_world_neighbor {
    double body;
    gd_distance_result distance;
} gd_world_neighbor;

/* Takes poses that were written since the last gd_world_fit or gd_world_find into account. The two
 * searches below need it before them. It costs a few nanoseconds a body whose pose is unchanged.
 * Returns OPTIMAL, ERROR_POSE or ERROR_HANDLE. */
GD_API gd_status gd_world_fit(gd_world* world);

/* The count bodies nearest to a shape, as GD_WORLD_ARRAY_NEIGHBORS: nearest first, those of equal
 * distance by number. Bodies farther than max_distance are left out, and with a half-space as the
 * probe other half-spaces. The search goes down the tree of boxes, the nearest box first, and
 * leaves out boxes that are farther than the farthest of count bodies found so far.
 *
 * Returns how many there are, or ERROR_DIMENSION, ERROR_POSE, ERROR_HANDLE or ERROR_MEMORY. */
GD_API int32_t gd_world_nearest(gd_world* world, const gd_world_probe* probe, uint32_t count,
                                double max_distance);

/* The bodies that overlap a shape (gd_intersects), by number, as GD_WORLD_ARRAY_OVERLAPPING.
 * Returns how many, or an error as gd_world_nearest does. */
GD_API int32_t gd_world_overlapping(gd_world* world, const gd_world_probe* probe);

/* All pairs of bodies that overlap (gd_intersects, cold) and whose groups and masks allow it,
 * sorted, as GD_WORLD_ARRAY_OVERLAPS. Pairs of which it is undefined, as of two shapes that are not
 * solid, are left out. The pairs found and the records of pairs stay as they are.
 *
 * Returns how many, or ERROR_POSE, ERROR_HANDLE or ERROR_MEMORY. */
GD_API int32_t gd_world_overlaps(gd_world* world);

/* Forgets what queries learnt about the pairs: the next ones are cold. */
GD_API void gd_world_reset(gd_world* world);

/* Asks a query of all pairs of a source.
 *
 * settings     NULL for the defaults; no trace
 * part, parts  only pairs of this part of several: 0 <= part < parts. Which one a pair belongs to
 *              depends on its bodies only, so that parts can be asked of equal worlds elsewhere and
 *              together give what one would, to the bit
 *
 * A row of results follows for every pair of the part, in the order of the source. A pair for which
 * the quantity does not exist has ERROR_UNDEFINED as its status, and bounds from 0 to infinity.
 *
 * Returns the number of rows, or ERROR_SETTINGS, ERROR_INDEX (a given pair names no body),
 * ERROR_POSE (a given pair's body, or with found pairs any, has a pose that is not valid), or
 * ERROR_MEMORY; nothing was asked then. */
GD_API int32_t gd_world_ask(gd_world* world, gd_world_query query, gd_world_source source,
                            const gd_settings* settings, uint32_t part, uint32_t parts);

/* The arrays of a world. */
typedef enum gd_world_array {
    GD_WORLD_ARRAY_POSES = 0, /* 7 or 3 doubles a body, to be written at any time */
    GD_WORLD_ARRAY_FOUND = 1, /* pairs, two uint32_t each */
    GD_WORLD_ARRAY_GIVEN = 2,
    GD_WORLD_ARRAY_ROWS = 3,        /* uint32_t: which pair each row of the last query is of */
    GD_WORLD_ARRAY_NEIGHBORS = 4,   /* gd_world_neighbor */
    GD_WORLD_ARRAY_OVERLAPPING = 5, /* uint32_t */
    GD_WORLD_ARRAY_OVERLAPS = 6,    /* pairs, two uint32_t each */
    GD_WORLD_ARRAY_COLUMNS = 7,     /* of query 0, and so on to 11 */
} gd_world_array;
#define GD_WORLD_ARRAYS 12

/* Where an array is, NULL where there is none yet, and how many bodies, pairs or rows it has room
 * for. They move only when gd_world_version changes: when a body has a new number, more pairs come
 * than ever before, or a query is asked for the first time. */
GD_API void* gd_world_at(gd_world* world, gd_world_array array);
GD_API uint32_t gd_world_room(const gd_world* world, gd_world_array array);
GD_API uint32_t gd_world_version(const gd_world* world);

#endif
