/* Scenes: bodies, the pairs among them, and queries of all pairs at once. See
 * growth_distance_scene.h.
 *
 * A frame is: covers to boxes (cover.c), boxes to pairs (tree.c, half-spaces beside it), pairs to
 * the records they had last time (list.c), queries, and a transposition of each result into
 * columns. Which pairs there are depends on the boxes alone, never on the tree's history; the
 * answer to a pair depends on its shapes, its poses and its own record. So a scene in which other
 * pairs are left to somebody else gives the same bits. */
#include "growth_distance_world.h"
#include "world/pair_cache.h"

#include <stdlib.h>
#include <string.h>

#define SCENE_NONE UINT32_MAX
#define SCENE_QUERIES 5

typedef struct scene_columns {
    double* block;
    uint32_t room;
} scene_columns;

struct gd_scene {
    int dimension;
    uint32_t count; /* numbers in use or free again */
    uint32_t capacity;
    uint32_t free_first; /* numbers free again: a stack through next_free */
    uint32_t version;
    const gd_shape** shapes;
    gd_cover* covers;
    double* poses;
    gd_box* boxes;
    uint32_t* filters; /* group and mask of every body */
    uint32_t* next_free;
    uint32_t* counts;  /* room for capacity + 1 */
    uint32_t* bounded; /* the bodies that the tree holds */
    uint32_t bounded_count;
    uint32_t* unbounded;
    uint32_t unbounded_count;
    gd_tree tree;
    gd_list lists[2]; /* by gd_scene_source */
    scene_columns columns[SCENE_QUERIES];
    uint32_t* rows;
    uint32_t row_room;
};

/* How a result record is made: integers, then other numbers up to scalars, then vectors. Of a
 * refused pair the fields in bounds (bits) are infinite. */
typedef struct scene_form {
    uint8_t integers, scalars, vectors, doubles;
    uint8_t bounds;
    gd_warm_pool pool;
} scene_form;

static const scene_form scene_forms[SCENE_QUERIES] = {
    [GD_SCENE_GROWTH] = {2, 5, 4, 17, 0x14, GD_POOL_GROWTH},
    [GD_SCENE_COLLISION] = {3, 5, 2, 11, 0x10, GD_POOL_GROWTH},
    [GD_SCENE_DISTANCE] = {2, 5, 3, 14, 0x14, GD_POOL_DISTANCE},
    [GD_SCENE_PENETRATION] = {3, 5, 3, 14, 0x08, GD_POOL_DISTANCE},
    [GD_SCENE_SIGNED] = {3, 6, 3, 15, 0x28, GD_POOL_DISTANCE},
};

static int scene_stride(const gd_scene* scene) {
    return scene->dimension == 3 ? 7 : 3;
}

/* ---- bodies ------------------------------------------------------------------------------ */

gd_status gd_scene_create(int dimension, gd_scene** out) {
    *out = NULL;
    if (dimension != 2 && dimension != 3) return GD_ERROR_DIMENSION;
    gd_scene* scene = calloc(1, sizeof *scene);
    if (!scene) return GD_ERROR_MEMORY;
    scene->dimension = dimension;
    scene->free_first = SCENE_NONE;
    *out = scene;
    return GD_STATUS_OPTIMAL;
}

void gd_scene_destroy(gd_scene* scene) {
    if (!scene) return;
    free(scene->shapes);
    free(scene->covers);
    free(scene->poses);
    free(scene->boxes);
    free(scene->filters);
    free(scene->next_free);
    free(scene->counts);
    free(scene->bounded);
    free(scene->unbounded);
    free(scene->tree.nodes);
    free(scene->tree.order);
    free(scene->tree.boxes);
    free(scene->rows);
    for (int i = 0; i < 2; i++)
        gd_list_free(&scene->lists[i]);
    for (int i = 0; i < SCENE_QUERIES; i++)
        free(scene->columns[i].block);
    free(scene);
}

static bool scene_resize(void** array, size_t bytes) {
    void* grown = realloc(*array, bytes);
    if (!grown) return false;
    *array = grown;
    return true;
}

static bool scene_reserve(gd_scene* scene) {
    const size_t n = scene->capacity ? 2 * (size_t)scene->capacity : 64;
    scene->version++; /* arrays move, also where a later one finds no memory */
    if (n > GD_SCENE_BODIES_MAX || !scene_resize((void**)&scene->shapes, n * sizeof(void*)) ||
        !scene_resize((void**)&scene->covers, n * sizeof *scene->covers) ||
        !scene_resize((void**)&scene->poses, 7 * n * sizeof *scene->poses) ||
        !scene_resize((void**)&scene->boxes, n * sizeof *scene->boxes) ||
        !scene_resize((void**)&scene->filters, 2 * n * sizeof *scene->filters) ||
        !scene_resize((void**)&scene->next_free, n * sizeof *scene->next_free) ||
        !scene_resize((void**)&scene->counts, (n + 1) * sizeof *scene->counts) ||
        !scene_resize((void**)&scene->bounded, n * sizeof *scene->bounded) ||
        !scene_resize((void**)&scene->unbounded, n * sizeof *scene->unbounded) ||
        !scene_resize((void**)&scene->tree.nodes, 2 * n * sizeof *scene->tree.nodes) ||
        !scene_resize((void**)&scene->tree.order, n * sizeof *scene->tree.order) ||
        !scene_resize((void**)&scene->tree.boxes, n * sizeof *scene->tree.boxes))
        return false;
    scene->capacity = (uint32_t)n;
    return true;
}

int32_t gd_scene_add(gd_scene* scene, const gd_shape* shape, const double* pose, uint32_t group,
                     uint32_t mask) {
    frame3 frame;
    if (shape->nd || shape->dimension != scene->dimension) return GD_ERROR_DIMENSION;
    if (!frame_of_pose(pose, scene->dimension, &frame)) return GD_ERROR_POSE;
    uint32_t body = scene->free_first;
    if (body != SCENE_NONE) {
        scene->free_first = scene->next_free[body];
    } else {
        if (scene->count == scene->capacity && !scene_reserve(scene)) return GD_ERROR_MEMORY;
        body = scene->count++;
    }
    const int stride = scene_stride(scene);
    scene->shapes[body] = shape;
    gd_cover_make(shape, &scene->covers[body]);
    memcpy(scene->poses + (size_t)stride * body, pose, (size_t)stride * sizeof *pose);
    scene->filters[2 * body] = group;
    scene->filters[2 * body + 1] = mask;
    scene->next_free[body] = body; /* in use */
    scene->tree.stale = true;
    return (int32_t)body;
}

static bool scene_holds(const gd_scene* scene, uint32_t body) {
    return body < scene->count && scene->next_free[body] == body;
}

gd_status gd_scene_remove(gd_scene* scene, uint32_t body) {
    if (!scene_holds(scene, body)) return GD_ERROR_INDEX;
    scene->shapes[body] = NULL;
    /* the end of the stack is no number of a body either */
    scene->next_free[body] = scene->free_first;
    scene->free_first = body;
    scene->tree.stale = true;
    scene->lists[GD_SCENE_FOUND].pairs.count = 0;
    for (int i = 0; i < 2; i++)
        gd_list_leave(&scene->lists[i], body);
    return GD_STATUS_OPTIMAL;
}

/* ---- pairs ------------------------------------------------------------------------------- */

static bool scene_meet(const gd_scene* scene, uint32_t i, uint32_t j) {
    const uint32_t* a = scene->filters + 2 * (size_t)i;
    const uint32_t* b = scene->filters + 2 * (size_t)j;
    return (a[0] & b[1]) != 0 && (b[0] & a[1]) != 0;
}

/* Who is in the tree and who is not; boxes of all, half the margin larger on every side. */
static gd_status scene_bound(gd_scene* scene, double margin) {
    const int stride = scene_stride(scene);
    scene->bounded_count = scene->unbounded_count = 0;
    for (uint32_t i = 0; i < scene->count; i++) {
        if (!scene_holds(scene, i)) continue;
        if (!scene->shapes[i]) return GD_ERROR_HANDLE;
        const gd_cover* cover = &scene->covers[i];
        const double* pose = scene->poses + (size_t)stride * i;
        if (!gd_cover_box(cover, pose, scene->dimension, 0.5 * margin, &scene->boxes[i]))
            return GD_ERROR_POSE;
        if (cover->kind == GD_COVER_HALFSPACE)
            scene->unbounded[scene->unbounded_count++] = i;
        else
            scene->bounded[scene->bounded_count++] = i;
    }
    return GD_STATUS_OPTIMAL;
}

/* Pairs with a half-space. */
static bool scene_search_halfspaces(gd_scene* scene, double margin, gd_pairs* out) {
    const int stride = scene_stride(scene);
    for (uint32_t k = 0; k < scene->unbounded_count; k++) {
        const uint32_t i = scene->unbounded[k];
        const double* pose = scene->poses + (size_t)stride * i;
        for (uint32_t m = 0; m < scene->bounded_count; m++) {
            const uint32_t j = scene->bounded[m];
            if (gd_cover_meets(&scene->covers[i], pose, scene->dimension, 0.5 * margin,
                               &scene->boxes[j]) &&
                !pairs_push(out, i < j ? i : j, i < j ? j : i))
                return false;
        }
    }
    return true;
}

/* Drops the pairs that groups and masks exclude. */
static void scene_filter(const gd_scene* scene, gd_pairs* pairs) {
    uint32_t kept = 0;
    for (uint32_t k = 0; k < pairs->count; k++) {
        const uint32_t i = pairs->items[2 * (size_t)k], j = pairs->items[2 * (size_t)k + 1];
        pairs->items[2 * (size_t)kept] = i;
        pairs->items[2 * (size_t)kept + 1] = j;
        kept += scene_meet(scene, i, j);
    }
    pairs->count = kept;
}

int32_t gd_scene_find(gd_scene* scene, double margin) {
    gd_list* list = &scene->lists[GD_SCENE_FOUND];
    gd_pairs* pairs = &list->pairs;
    const uint32_t room = pairs->capacity;
    pairs->count = 0;
    if (!(margin >= 0.0 && margin <= GD_POSITION_MAX)) return GD_ERROR_MARGIN;
    const gd_status status = scene_bound(scene, margin);
    if (status != GD_STATUS_OPTIMAL) return status;
    gd_tree_fit(&scene->tree, scene->boxes, scene->bounded, scene->bounded_count);
    bool found =
        gd_tree_search(&scene->tree, pairs) && scene_search_halfspaces(scene, margin, pairs);
    if (found) {
        scene_filter(scene, pairs);
        found = gd_list_settle(list, scene->count, scene->counts, true);
    }
    if (pairs->capacity != room) scene->version++;
    if (!found) pairs->count = 0;
    return found ? (int32_t)pairs->count : GD_ERROR_MEMORY;
}

uint32_t* gd_scene_give(gd_scene* scene, uint32_t count) {
    gd_pairs* pairs = &scene->lists[GD_SCENE_GIVEN].pairs;
    pairs->count = 0;
    if (count > pairs->capacity || pairs->capacity == 0) {
        if (!gd_pairs_grow(pairs, count)) return NULL;
        scene->version++;
    }
    pairs->count = count;
    return pairs->items;
}

void gd_scene_reset(gd_scene* scene) {
    for (int i = 0; i < 2; i++)
        gd_list_forget(&scene->lists[i]);
}

/* ---- queries ----------------------------------------------------------------------------- */

/* The part that a pair belongs to: its numbers, mixed. */
GD_INLINE uint32_t scene_part(uint32_t i, uint32_t j, uint32_t parts) {
    uint32_t h = i * UINT32_C(0x9e3779b1) ^ j * UINT32_C(0x85ebca77);
    h ^= h >> 15;
    h *= UINT32_C(0xc2b2ae3d);
    return (h >> 8) % parts;
}

typedef union scene_record {
    gd_growth_result growth;
    gd_collision_result collision;
    gd_distance_result distance;
    gd_penetration_result penetration;
    gd_signed_result signed_;
    double fields[sizeof(gd_distance_result) / sizeof(double)];
} scene_record;

/* One pair's query. */
static gd_status scene_solve(const gd_scene* scene, gd_scene_query query, uint32_t i, uint32_t j,
                             const gd_settings* settings, gd_warm* warm, scene_record* out) {
    const size_t stride = (size_t)scene_stride(scene);
    const gd_shape *a = scene->shapes[i], *b = scene->shapes[j];
    const double *p = scene->poses + stride * i, *q = scene->poses + stride * j;
    switch (query) {
    case GD_SCENE_GROWTH: return gd_growth_distance(a, p, b, q, settings, warm, &out->growth);
    case GD_SCENE_COLLISION: return gd_collide(a, p, b, q, settings, warm, &out->collision);
    case GD_SCENE_DISTANCE: return gd_distance(a, p, b, q, settings, warm, &out->distance);
    case GD_SCENE_PENETRATION: return gd_penetration(a, p, b, q, settings, warm, &out->penetration);
    case GD_SCENE_SIGNED: return gd_signed_distance(a, p, b, q, settings, warm, &out->signed_);
    }
    return GD_ERROR_SETTINGS; /* unreachable: every query is above */
}

/* What is known of a pair that has no such quantity. */
static GD_COLD void scene_unknown(const scene_form* form, gd_scene_query query,
                                  scene_record* record) {
    for (int f = 0; f < form->scalars; f++)
        if (form->bounds >> f & 1) record->fields[f] = GD_INFINITY;
    if (query == GD_SCENE_COLLISION) record->collision.colliding = 1.0; /* not proved apart */
}

/* Writes a record as one row of the columns. */
GD_INLINE void scene_store(const scene_form* form, const scene_columns* columns, int dimension,
                           uint32_t row, const double* record) {
    const size_t room = columns->room;
    double* block = columns->block;
    for (size_t f = 0; f < form->integers; f++)
        /* cppcheck-suppress invalidPointerCast ; the block has columns of both */
        ((int32_t*)(block + f * room))[row] = (int32_t)record[f];
    for (size_t f = form->integers; f < form->scalars; f++)
        block[f * room + row] = record[f];
    for (size_t v = 0; v < form->vectors; v++) {
        const size_t f = form->scalars + 3 * v;
        double* to = block + f * room + (size_t)dimension * row;
        to[0] = record[f];
        to[1] = record[f + 1];
        if (dimension == 3) to[2] = record[f + 2];
    }
}

static bool scene_make_room(gd_scene* scene, gd_scene_query query, uint32_t room) {
    scene_columns* columns = &scene->columns[query];
    if (scene->row_room < room) {
        if (!scene_resize((void**)&scene->rows, room * sizeof *scene->rows)) return false;
        scene->row_room = room;
        scene->version++;
    }
    if (columns->room >= room) return true;
    /* nothing is kept: a realloc would copy it */
    free(columns->block);
    const size_t doubles = (size_t)scene_forms[query].doubles * room;
    columns->block = calloc(doubles, sizeof *columns->block);
    columns->room = columns->block ? room : 0;
    scene->version++;
    return columns->block != NULL;
}

static bool scene_posed(const gd_scene* scene, uint32_t body) {
    frame3 frame;
    const double* pose = scene->poses + (size_t)scene_stride(scene) * body;
    return frame_of_pose(pose, scene->dimension, &frame);
}

/* The bodies of all pairs; their poses, as they are now, too: of found pairs those of all bodies,
 * which are fewer. */
static gd_status scene_check(const gd_scene* scene, gd_scene_source source) {
    const gd_pairs* pairs = &scene->lists[source].pairs;
    const bool given = source == GD_SCENE_GIVEN;
    for (size_t k = 0; k < 2 * (size_t)pairs->count; k++) {
        const uint32_t body = pairs->items[k];
        if (!scene_holds(scene, body) || !scene->shapes[body]) return GD_ERROR_INDEX;
        if (given && !scene_posed(scene, body)) return GD_ERROR_POSE;
    }
    for (uint32_t i = 0; i < scene->count && !given; i++)
        if (scene_holds(scene, i) && !scene_posed(scene, i)) return GD_ERROR_POSE;
    return GD_STATUS_OPTIMAL;
}

int32_t gd_scene_ask(gd_scene* scene, gd_scene_query query, gd_scene_source source,
                     const gd_settings* settings, uint32_t part, uint32_t parts) {
    gd_list* list = &scene->lists[source];
    const gd_pairs* pairs = &list->pairs;
    if ((settings && settings->trace != 0.0) || parts == 0 || part >= parts)
        return GD_ERROR_SETTINGS;
    const gd_status status = scene_check(scene, source);
    if (status != GD_STATUS_OPTIMAL) return status;
    if (source == GD_SCENE_GIVEN && !gd_list_settle(list, scene->count, scene->counts, false))
        return GD_ERROR_MEMORY;
    if (pairs->count == 0) return 0;
    const scene_form* form = &scene_forms[query];
    gd_warm* warm = gd_list_warm(list, form->pool);
    if (!warm || !scene_make_room(scene, query, pairs->capacity)) return GD_ERROR_MEMORY;
    scene_record record;
    uint32_t row = 0;
    for (uint32_t k = 0; k < pairs->count; k++) {
        const uint32_t i = pairs->items[2 * (size_t)k], j = pairs->items[2 * (size_t)k + 1];
        if (parts > 1 && scene_part(i, j, parts) != part) continue;
        const gd_status result =
            scene_solve(scene, query, i, j, settings, warm + list->slots[k], &record);
        if (result < 0) scene_unknown(form, query, &record);
        scene_store(form, &scene->columns[query], scene->dimension, row, record.fields);
        scene->rows[row++] = k;
    }
    return (int32_t)row;
}

/* ---- what there is ----------------------------------------------------------------------- */

const gd_shape** gd_scene_shapes(gd_scene* scene) {
    return scene->shapes;
}

uint32_t gd_scene_bodies(const gd_scene* scene) {
    return scene->count;
}

void* gd_scene_at(gd_scene* scene, gd_scene_array array) {
    switch (array) {
    case GD_SCENE_ARRAY_POSES: return scene->poses;
    case GD_SCENE_ARRAY_FOUND: return scene->lists[GD_SCENE_FOUND].pairs.items;
    case GD_SCENE_ARRAY_GIVEN: return scene->lists[GD_SCENE_GIVEN].pairs.items;
    case GD_SCENE_ARRAY_ROWS: return scene->rows;
    case GD_SCENE_ARRAY_COLUMNS: break;
    }
    return scene->columns[array - GD_SCENE_ARRAY_COLUMNS].block;
}

uint32_t gd_scene_room(const gd_scene* scene, gd_scene_array array) {
    switch (array) {
    case GD_SCENE_ARRAY_POSES: return scene->capacity;
    case GD_SCENE_ARRAY_FOUND: return scene->lists[GD_SCENE_FOUND].pairs.capacity;
    case GD_SCENE_ARRAY_GIVEN: return scene->lists[GD_SCENE_GIVEN].pairs.capacity;
    case GD_SCENE_ARRAY_ROWS: return scene->row_room;
    case GD_SCENE_ARRAY_COLUMNS: break;
    }
    return scene->columns[array - GD_SCENE_ARRAY_COLUMNS].room;
}

uint32_t gd_scene_version(const gd_scene* scene) {
    return scene->version;
}
