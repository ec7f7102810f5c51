/* Worlds: the part of growth_distance.h for many moving bodies.
 *
 * A world contains bodies (posed shapes). It finds the pairs whose bounding boxes are near each
 * other and solves a query for all of them in one call. Each pair keeps a warm record from frame to
 * frame, so that its query starts from the previous result. The results are bit-identical to single
 * queries with the same warm records. They are stored as columns: one array for each field of the
 * result record.
 *
 * Unlike queries, worlds allocate memory. It grows only when there are more bodies or pairs than
 * ever before. At most one thread may use a world at a time. */
#ifndef GROWTH_DISTANCE_WORLD_H
#define GROWTH_DISTANCE_WORLD_H

#include "growth_distance.h"

typedef struct gd_world gd_world;

/* Largest number of bodies and of pairs. Tests build with fewer bodies. */
#ifndef GD_WORLD_BODIES_MAX
#define GD_WORLD_BODIES_MAX (1u << 20)
#endif
#define GD_WORLD_PAIRS_MAX (1u << 26)

/* Source of the pairs of gd_world_ask. */
typedef enum gd_world_source {
    GD_WORLD_FOUND = 0, /* the pairs of the last gd_world_find */
    GD_WORLD_GIVEN = 1, /* the pairs that the caller wrote after gd_world_give */
} gd_world_source;

/* Queries of gd_world_ask, and the layout of their columns.
 *
 * The columns are the fields of the result record in its order, without the simplex of a distance.
 * Let room be gd_world_room of the column array. A field at double o of the record begins at double
 * o * room of the array. Each row takes one double of a scalar field, and as many doubles of a
 * vector field as the world has dimensions. Exceptions are status, iterations, support_calls and
 * colliding: they begin at the same places, but each row takes one int32_t. */
typedef enum gd_world_query {
    GD_WORLD_GROWTH = 0,      /* gd_growth_distance, gd_growth_result */
    GD_WORLD_COLLISION = 1,   /* gd_collide, gd_collision_result */
    GD_WORLD_DISTANCE = 2,    /* gd_distance, gd_distance_result */
    GD_WORLD_PENETRATION = 3, /* gd_penetration, gd_penetration_result */
    GD_WORLD_SIGNED = 4,      /* gd_signed_distance, gd_signed_result */
} gd_world_query;

/* Creates an empty world of dimension 2 or 3. Returns OPTIMAL, or ERROR_DIMENSION or ERROR_MEMORY;
 * *world is NULL after an error. */
GD_API gd_status gd_world_create(int dimension, gd_world** world);

/* Frees a world, but not the shapes of its bodies. NULL is allowed. */
GD_API void gd_world_destroy(gd_world* world);

/* Adds a body.
 *
 * shape  of the world's dimension; must live as long as the body.
 * pose   7 doubles (3D) or 3 (2D); copied.
 * group  bits of the groups that the body belongs to.
 * mask   bits of the groups that it makes pairs with. Two bodies make a pair only if the group of
 *        each has a bit of the other's mask.
 *
 * Returns the number of the body, >= 0: the number that became free last, otherwise the next unused
 * one. Or returns ERROR_DIMENSION, ERROR_POSE or ERROR_MEMORY; the bodies are then unchanged. */
GD_API int32_t gd_world_add(gd_world* world, const gd_shape* shape, const double* pose,
                            uint32_t group, uint32_t mask);

/* Removes a body, which frees its number. The found pairs are discarded. Returns OPTIMAL, or
 * ERROR_INDEX if no body has this number. */
GD_API gd_status gd_world_remove(gd_world* world, uint32_t body);

/* Removes all bodies. The next body has number 0. */
GD_API void gd_world_clear(gd_world* world);

/* Gives a body another shape of the world's dimension. The body's pairs become cold and the found
 * pairs are discarded. Returns OPTIMAL, ERROR_INDEX or ERROR_DIMENSION. */
GD_API gd_status gd_world_set_shape(gd_world* world, uint32_t body, const gd_shape* shape);

/* Changes group and mask of a body; the next search uses them. Returns OPTIMAL or ERROR_INDEX. */
GD_API gd_status gd_world_set_filter(gd_world* world, uint32_t body, uint32_t group, uint32_t mask);

/* Returns the shapes of all bodies by number; free numbers have NULL. The caller may replace an
 * entry by an equal shape, or by NULL, which the next gd_world_find refuses. The world does not
 * check that the shapes are equal. */
GD_API const gd_shape** gd_world_shapes(gd_world* world);

/* Returns one more than the largest number of a body so far. */
GD_API uint32_t gd_world_bodies(const gd_world* world);

/* Finds the pairs of bodies whose bounding boxes come as near as margin, and whose groups and
 * masks allow a pair. The pairs (i, j) have i < j and are sorted by i, then by j. Two bodies that
 * make no pair are farther apart than margin, or excluded by group and mask. A half-space makes
 * pairs with the bounded bodies whose boxes it reaches, but not with other half-spaces.
 *
 * margin  0 ... GD_POSITION_MAX; or infinity: all bodies make pairs, except two half-spaces
 *
 * Returns the number of pairs, stored in GD_WORLD_ARRAY_FOUND. After an error there are none.
 *   ERROR_MARGIN  the margin is out of range.
 *   ERROR_POSE    the pose of a body is invalid.
 *   ERROR_HANDLE  a body has no shape.
 *   ERROR_MEMORY  there is no memory; the pairs become cold. */
GD_API int32_t gd_world_find(gd_world* world, double margin);

/* Returns room for count given pairs, or NULL if there is no memory or count exceeds
 * GD_WORLD_PAIRS_MAX. The caller writes two numbers of bodies for each pair, in any order. A pair
 * may occur more than once. */
GD_API uint32_t* gd_world_give(gd_world* world, uint32_t count);

/* A shape at a pose whose surroundings are searched (the probe). It need not be a body.
 *
 * mask     only bodies whose group has a bit of the mask are found.
 * exclude  exclude_count numbers of bodies that are not found. */
typedef struct gd_world_probe {
    const gd_shape* shape;
    const double* pose;
    uint32_t mask;
    const uint32_t* exclude;
    uint32_t exclude_count;
} gd_world_probe;

/* A body and its distance from the probe. In the result the body is A and the probe is B. */
typedef struct gd_world_neighbor {
    double body;
    gd_distance_result distance;
} gd_world_neighbor;

/* Updates the boxes of bodies whose poses have changed since the last gd_world_fit or
 * gd_world_find. Call it before gd_world_nearest and gd_world_overlapping. A body with an unchanged
 * pose costs a few nanoseconds. Returns OPTIMAL, ERROR_POSE or ERROR_HANDLE. */
GD_API gd_status gd_world_fit(gd_world* world);

/* Finds the bodies nearest to the probe: at most count of them, not farther than max_distance
 * (>= 0, may be infinite). They are stored in GD_WORLD_ARRAY_NEIGHBORS, nearest first; equal
 * distances are in order of body numbers. If the probe is a half-space, it finds no half-spaces.
 * The search descends the tree of boxes, nearest box first, and skips boxes that are farther than
 * the farthest of count bodies found so far.
 *
 * Returns the number of bodies, or ERROR_DIMENSION, ERROR_POSE, ERROR_HANDLE, ERROR_MEMORY or
 * ERROR_SETTINGS (max_distance is negative or NaN). */
GD_API int32_t gd_world_nearest(gd_world* world, const gd_world_probe* probe, uint32_t count,
                                double max_distance);

/* Finds the bodies that overlap the probe (gd_intersects). They are stored by number in
 * GD_WORLD_ARRAY_OVERLAPPING. Returns the number of bodies, or ERROR_DIMENSION, ERROR_POSE,
 * ERROR_HANDLE or ERROR_MEMORY. */
GD_API int32_t gd_world_overlapping(gd_world* world, const gd_world_probe* probe);

/* Finds all pairs of overlapping bodies (gd_intersects without warm records) that groups and masks
 * allow. They are stored in GD_WORLD_ARRAY_OVERLAPS, sorted as by gd_world_find. The result omits
 * pairs for which the overlap test is undefined, for example two shapes that are not solid. The
 * found pairs and the warm records do not change.
 *
 * Returns the number of pairs, or ERROR_POSE, ERROR_HANDLE or ERROR_MEMORY. */
GD_API int32_t gd_world_overlaps(gd_world* world);

/* Clears the warm records of all pairs: their next queries are cold. */
GD_API void gd_world_reset(gd_world* world);

/* Solves a query for all pairs of a source.
 *
 * settings     NULL for the defaults. A trace is not allowed.
 * part, parts  solves only the pairs of one part, 0 <= part < parts. The part of a pair depends
 *              only on the numbers of its bodies. So several equal worlds can each solve one part;
 *              together they give the results of one world, bit for bit.
 *
 * Returns the number of rows. The rows have the order of the source; GD_WORLD_ARRAY_ROWS gives the
 * pair of each row. If the query of a pair fails, its row has the error as its status, colliding 1,
 * and bounds 0 and infinity. For example, two half-spaces have ERROR_UNDEFINED; a tolerance out
 * of range gives ERROR_SETTINGS in every row.
 *
 * After the following errors no query was solved.
 *   ERROR_SETTINGS  settings contain a trace, or part is not below parts.
 *   ERROR_INDEX     a pair has a number that no body has, or whose body has no shape.
 *   ERROR_POSE      a pose is invalid: of a body in a given pair or, for found pairs, of any body.
 *   ERROR_MEMORY    there is no memory for records or results. */
GD_API int32_t gd_world_ask(gd_world* world, gd_world_query query, gd_world_source source,
                            const gd_settings* settings, uint32_t part, uint32_t parts);

/* The arrays of a world. */
typedef enum gd_world_array {
    GD_WORLD_ARRAY_POSES = 0, /* 7 or 3 doubles per body; the caller may write them at any time */
    GD_WORLD_ARRAY_FOUND = 1, /* pairs, two uint32_t each */
    GD_WORLD_ARRAY_GIVEN = 2, /* pairs, two uint32_t each */
    GD_WORLD_ARRAY_ROWS = 3,  /* uint32_t per row of the last gd_world_ask: the index of its pair */
    GD_WORLD_ARRAY_NEIGHBORS = 4,   /* gd_world_neighbor */
    GD_WORLD_ARRAY_OVERLAPPING = 5, /* uint32_t */
    GD_WORLD_ARRAY_OVERLAPS = 6,    /* pairs, two uint32_t each */
    GD_WORLD_ARRAY_COLUMNS = 7,     /* columns of query 0; 8 to 11: of queries 1 to 4 */
} gd_world_array;
#define GD_WORLD_ARRAYS 12

/* gd_world_at returns the address of an array, or NULL if it does not exist yet. gd_world_room
 * returns the number of bodies, pairs or rows for which the array has room.
 *
 * Both can change only when gd_world_version changes, that is, when an array grows or returns its
 * memory. For example, this happens when a body gets a new number or more pairs exist than ever
 * before, and at the first call of a query. */
GD_API void* gd_world_at(gd_world* world, gd_world_array array);
GD_API uint32_t gd_world_room(const gd_world* world, gd_world_array array);
GD_API uint32_t gd_world_version(const gd_world* world);

#endif
