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
 * The columns are the fields of the result record, in the order of the record and without the
 * simplex of a distance. Let room be gd_world_room of the column array. A field at double o of the
 * record begins at double o * room of the array. Each row takes one double of a scalar field, and
 * as many doubles of a vector field as the world has dimensions. Exceptions are status, iterations,
 * support_calls and colliding. They begin in the same way, but each row takes one int32_t. */
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
 * Returns the number of the body, >= 0: the number that became free last or, if none is free, the
 * next unused one. After ERROR_DIMENSION, ERROR_POSE or ERROR_MEMORY the bodies are unchanged. */
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

/* Finds the pairs of bodies whose bounding boxes touch or overlap if each is enlarged by half the
 * margin on every side. Groups and masks must allow the pair. The pairs (i, j) have i < j and are
 * sorted by i, then by j. Two bodies that make no pair are farther apart than margin, or excluded
 * by group and mask. A half-space makes pairs with the bodies whose boxes are within margin of it,
 * but not with other half-spaces.
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

/* The probe: a posed shape, around which a search finds bodies. It need not be a body.
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
 * The search descends the tree of boxes, nearest box first. Once it has found count bodies, it
 * skips boxes that are farther away than the farthest of the count nearest ones.
 *
 * Returns the number of bodies, or ERROR_DIMENSION, ERROR_POSE, ERROR_HANDLE, ERROR_MEMORY or
 * ERROR_SETTINGS (max_distance is negative or NaN). */
GD_API int32_t gd_world_nearest(gd_world* world, const gd_world_probe* probe, uint32_t count,
                                double max_distance);

/* Finds the bodies that overlap the probe (gd_intersects). They are stored in
 * GD_WORLD_ARRAY_OVERLAPPING, sorted by number. Returns the number of bodies, or ERROR_DIMENSION,
 * ERROR_POSE, ERROR_HANDLE or ERROR_MEMORY. */
GD_API int32_t gd_world_overlapping(gd_world* world, const gd_world_probe* probe);

/* Finds all pairs of overlapping bodies (gd_intersects without warm records) that groups and masks
 * allow. They are stored in GD_WORLD_ARRAY_OVERLAPS, sorted as by gd_world_find. The result omits
 * pairs for which the overlap test is undefined, for example two shapes that are not solid. The
 * found pairs and the warm records do not change.
 *
 * Returns the number of pairs, or ERROR_POSE, ERROR_HANDLE or ERROR_MEMORY. */
GD_API int32_t gd_world_overlaps(gd_world* world);

/* ---- motion ------------------------------------------------------------------------------- */

/* The bodies that a cast can hit.
 *
 * mask     only bodies whose group has a bit of the mask.
 * group    only bodies whose mask has a bit of it; 0: the masks of bodies do not matter.
 * exclude  exclude_count numbers of bodies that the cast ignores. */
typedef struct gd_world_filter {
    uint32_t mask;
    uint32_t group;
    const uint32_t* exclude;
    uint32_t exclude_count;
} gd_world_filter;

/* The first hit: the body, or -1 on a miss, and the result of the query of this body alone. On a
 * miss the normal is 0. */
typedef struct gd_world_cast_hit {
    double body;
    gd_cast_result cast; /* the body is A */
} gd_world_cast_hit;

typedef struct gd_world_ray_hit {
    double body;
    gd_ray_result ray;
} gd_world_ray_hit;

/* Casts a shape among the bodies, as gd_cast_shape: the hit with the least lower. For equal bounds
 * it is the body with the least number. The search descends the tree of boxes, in the order in
 * which the shape reaches them. It skips boxes that the shape reaches after the least upper bound
 * so far. As for gd_world_nearest, call gd_world_fit first.
 *
 * query  the moving shape is B, with its pose and the settings; A, its pose and warm are ignored.
 *        If B is a half-space, it hits no half-spaces
 * out    filled on every path
 *
 * Returns the status of the hit, OPTIMAL for a miss, or GD_ERROR_*. */
GD_API gd_status gd_world_cast_shape(gd_world* world, const gd_query* query, const gd_cast* cast,
                                     const gd_world_filter* filter, gd_world_cast_hit* out);

/* Casts one ray among the bodies, as gd_cast_ray; otherwise as gd_world_cast_shape. */
GD_API gd_status gd_world_cast_ray(gd_world* world, const gd_ray* ray, const gd_settings* settings,
                                   const gd_world_filter* filter, gd_world_ray_hit* out);

/* Finds all bodies that the ray hits. They are stored in GD_WORLD_ARRAY_RAY_HITS, least lower
 * first; equal bounds are in order of body numbers. Returns the number of bodies or GD_ERROR_*. */
GD_API int32_t gd_world_cast_ray_all(gd_world* world, const gd_ray* ray,
                                     const gd_settings* settings, const gd_world_filter* filter);

/* Whether the ray hits any body: 1 if a hit is proved, otherwise 0, or GD_ERROR_*. It stops at the
 * first proved hit. */
GD_API int gd_world_cast_ray_any(gd_world* world, const gd_ray* ray, const gd_settings* settings,
                                 const gd_world_filter* filter);

/* The motion of all bodies, each from its pose.
 *
 * velocities  6 doubles for each number of a body, also for free ones: velocity and angular
 *             velocity as in gd_motion. 2D ignores the third and uses only the fourth of the rest
 * max_time    finite, >= 0
 * target      >= 0: the distance that counts as contact */
typedef struct gd_world_motion {
    const double* velocities;
    double max_time;
    double target;
} gd_world_motion;

/* Times of impact of all pairs whose swept boxes touch or overlap, if groups and masks allow them.
 * The pairs are stored in GD_WORLD_ARRAY_MOVING, sorted as by gd_world_find, their results in
 * GD_WORLD_ARRAY_IMPACTS. A swept box contains the body during the whole motion. All other pairs
 * stay apart. If the query of a pair fails, its record has the error as its status, hit 1, lower 0
 * and upper infinite. A pair starts from its previous result if it was listed in the previous call.
 *
 * Returns the number of pairs, or ERROR_POSE, ERROR_HANDLE, ERROR_MEMORY or ERROR_MOTION. */
GD_API int32_t gd_world_times_of_impact(gd_world* world, const gd_world_motion* motion,
                                        const gd_settings* settings);

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
 *   ERROR_INDEX     a pair contains a number that no body has, or a body without a shape.
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
    GD_WORLD_ARRAY_RAY_HITS = 7,    /* gd_world_ray_hit */
    GD_WORLD_ARRAY_MOVING = 8,      /* pairs, two uint32_t each */
    GD_WORLD_ARRAY_IMPACTS = 9,     /* gd_cast_result */
    GD_WORLD_ARRAY_COLUMNS = 10,    /* columns of query 0; 11 to 14: of queries 1 to 4 */
} gd_world_array;
#define GD_WORLD_ARRAYS 15

/* gd_world_at returns the address of an array, or NULL if it does not exist yet. gd_world_room
 * returns the number of bodies, pairs or rows for which the array has room.
 *
 * Both can change only when gd_world_version changes, that is, when an array grows or its memory is
 * freed. An array may grow when there are more bodies or pairs than ever before, and at the first
 * call of a query. */
GD_API void* gd_world_at(gd_world* world, gd_world_array array);
GD_API uint32_t gd_world_room(const gd_world* world, gd_world_array array);
GD_API uint32_t gd_world_version(const gd_world* world);

#endif
