/* Results of a world's queries as columns: each result record becomes one row of all columns. */
#ifndef GD_COLUMNS_H
#define GD_COLUMNS_H

#include "world/world.h"

/* Layout of a result record. Its first fields are integers, then numbers; together these are the
 * scalars. Vectors follow. doubles is the sum of all. If the query of a pair fails, the fields
 * whose bits are set in bounds become infinite. */
typedef struct world_form {
    uint8_t integers, scalars, vectors, doubles;
    uint8_t bounds;
    gd_warm_pool pool;
} world_form;

static const world_form world_forms[WORLD_QUERIES] = {
    [GD_WORLD_GROWTH] = {2, 5, 4, 17, 0x14, GD_POOL_GROWTH},
    [GD_WORLD_COLLISION] = {3, 5, 2, 11, 0x10, GD_POOL_GROWTH},
    [GD_WORLD_DISTANCE] = {2, 5, 3, 14, 0x14, GD_POOL_DISTANCE},
    [GD_WORLD_PENETRATION] = {3, 5, 3, 14, 0x08, GD_POOL_DISTANCE},
    [GD_WORLD_SIGNED] = {3, 6, 3, 15, 0x28, GD_POOL_DISTANCE},
};

typedef union world_record {
    gd_growth_result growth;
    gd_collision_result collision;
    gd_distance_result distance;
    gd_penetration_result penetration;
    gd_signed_result signed_;
    double fields[sizeof(gd_distance_result) / sizeof(double)];
} world_record;

/* Sets the infinite bounds of a pair whose query failed; the other bounds are 0 already. */
static GD_COLD void world_unknown(const world_form* form, gd_world_query query,
                                  world_record* record) {
    for (int f = 0; f < form->scalars; f++)
        if (form->bounds >> f & 1) record->fields[f] = GD_INFINITY;
    if (query == GD_WORLD_COLLISION) record->collision.colliding = 1.0; /* without proof */
}

/* Writes a record as one row of the columns. */
GD_INLINE void world_store(const world_form* form, const world_columns* columns, int dimension,
                           uint32_t row, const double* record) {
    const size_t capacity = columns->capacity;
    double* block = columns->block;
    for (size_t f = 0; f < form->integers; f++)
        /* cppcheck-suppress invalidPointerCast ; the block has columns of both types */
        ((int32_t*)(block + f * capacity))[row] = (int32_t)record[f];
    for (size_t f = form->integers; f < form->scalars; f++)
        block[f * capacity + row] = record[f];
    for (size_t v = 0; v < form->vectors; v++) {
        const size_t f = form->scalars + 3 * v;
        double* to = block + f * capacity + (size_t)dimension * row;
        to[0] = record[f];
        to[1] = record[f + 1];
        if (dimension == 3) to[2] = record[f + 2];
    }
}

#endif
