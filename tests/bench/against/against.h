/* The interface between the native driver (native.c) and a tree's C API. Each tree becomes a shared
 * object with two adapters: one for queries of pairs, one for bodies in a world. The adapters
 * include the tree's own headers. An adapter exports one structure, so the driver needs no header
 * of the library. */
#ifndef AGAINST_H
#define AGAINST_H

#include <stdbool.h>
#include <stddef.h>

#define AGAINST_EXPORT __attribute__((visibility("default")))

/* The same numbers as QUERIES in cells.js. */
typedef enum against_query {
    AGAINST_GROWTH = 0,
    AGAINST_COLLIDE = 1,
    AGAINST_INTERSECTS = 2,
    AGAINST_DISTANCE = 3,
    AGAINST_PENETRATION = 4,
    AGAINST_GROWTH_GRADIENT = 5,
    AGAINST_DISTANCE_GRADIENT = 6,
    AGAINST_PENETRATION_GRADIENT = 7,
    AGAINST_FIND = 8, /* only for bodies: the pairs whose boxes overlap */
    /* B moves from its first to its second pose; trees without casts return growth distances */
    AGAINST_CAST = 9,
} against_query;

/* The same numbers as STATES in cells.js. */
typedef enum against_state {
    AGAINST_COLD = 0,
    AGAINST_WARM = 1,
    AGAINST_JACOBIANS = 2, /* cold; gradients with the derivatives of normal and points */
} against_state;

typedef struct against_pair {
    const void *a, *b;
    const double* pose_a;
    const double* poses_b; /* one for every frame */
    void* warm;
} against_pair;

typedef struct against_pairs {
    const against_pair* items;
    size_t count;
    size_t stride; /* doubles of a pose */
} against_pairs;

/* One value and its status. */
typedef struct against_answer {
    double value, status;
} against_answer;

/* Exported as `against_pairs_adapter`. */
typedef struct against_pairs_api {
    /* NULL if the library refuses the record */
    void* (*shape)(const double* record, size_t length);
    void (*shape_free)(void* shape);
    size_t warm_bytes; /* of a warm record; all zero means cold */
    /* Runs a query for every pair. answers is NULL in timed runs. */
    void (*run)(against_query query, const against_pairs* pairs, size_t frame, against_state state,
                against_answer* answers);
} against_pairs_api;

/* Exported as `against_bodies_adapter`. */
typedef struct against_bodies_api {
    /* Bodies in 3D. The shapes must outlive the bodies. NULL if there is no memory. */
    void* (*create)(void* const* shapes, const double* poses, size_t count);
    void (*destroy)(void* bodies);
    /* Writes all poses, finds the pairs and runs the query for them. Returns the number of pairs,
     * or a negative number for an error. *answer becomes the sum of the values, unless it is NULL.
     */
    long (*frame)(void* bodies, against_query query, const double* poses, double* answer);
} against_bodies_api;

#endif
