/* Tests every pointer of every export. A block that is one number too short is refused. A block of
 * exactly the needed length is accepted. A trace must be refused if it overlaps, by one double,
 * anything that the query reads or writes. Directly beside it, a trace is valid. */
#include "lib/check.h"
#include "module.h"

#include <string.h>

enum { PIECES_MOST = 8, DIMENSIONS_MOST = 5, SHAPES = 2, DIRECTIONS = 2, CORNERS = 8, FACES = 12 };

/* The meaning of a pointer argument. */
typedef enum piece_role {
    ROLE_RECORD,
    ROLE_DIRECTIONS,
    ROLE_POINT,
    ROLE_POSE,
    ROLE_OTHER_POSE, /* of the second shape */
    ROLE_POSES,
    ROLE_SHAPES, /* this and the next two: integers of four bytes */
    ROLE_PAIRS,
    ROLE_TRIANGLES,
    ROLE_SETTINGS,
    ROLE_WARM,
    ROLE_VELOCITY,
    ROLE_JACOBIANS,
    ROLE_WORKSPACE,
    ROLE_OUT,
} piece_role;

typedef struct piece {
    piece_role role;
    size_t count; /* of doubles or integers */
} piece;

typedef struct call {
    const char* name;
    int (*run)(int dimension, void* const* at);
    int dimension;
    piece pieces[PIECES_MOST];
} call;

static int32_t shapes[DIMENSIONS_MOST + 1][SHAPES]; /* by dimension */
static int32_t hull, world;

static const double box[9] = {GD_KIND_BOX, 0, 0, 0, 0, 0, 1, 2, 3};

static int32_t make_handle(const double* record, uint32_t length) {
    double* block = module_alloc(8 * length);
    memcpy(block, record, 8 * (size_t)length);
    const int handle = module_shape_create(block, length);
    CHECK(handle > 0 && module_release(block) == 0);
    return handle;
}

static void make_shapes(void) {
    const double ball[7] = {GD_KIND_SPHERE, 0, 0, 0, 0, 0, 1};
    const double disk[7] = {GD_KIND_CIRCLE, 0, 0, 0, 0, 0, 1};
    const double rectangle[8] = {GD_KIND_RECTANGLE, 0, 0, 0, 0, 0, 1, 2};
    const double norm[9] = {GD_KIND_NORM_BALL, 0, 0, 0, 0, 0, 5, 2, 1};
    double cube[GD_RECORD_PARAMETERS + 3 * CORNERS] = {GD_KIND_HULL};
    for (int i = 0; i < 3 * CORNERS; i++)
        cube[GD_RECORD_PARAMETERS + i] = i / 3 >> i % 3 & 1 ? 1.0 : -1.0;
    shapes[3][0] = make_handle(ball, 7);
    shapes[3][1] = make_handle(box, 9);
    shapes[2][0] = make_handle(disk, 7);
    shapes[2][1] = make_handle(rectangle, 8);
    shapes[5][0] = make_handle(norm, 9);
    shapes[5][1] = make_handle(norm, 9);
    hull = make_handle(cube, LENGTH(cube));
    world = module_world_create(3);
    CHECK(world > 0);
}

static void destroy_shapes(void) {
    CHECK(module_world_destroy(world) == 0 && module_shape_destroy(hull) == 0);
    for (int n = 2; n <= DIMENSIONS_MOST; n++)
        for (int i = 0; i < SHAPES && shapes[n][i]; i++)
            CHECK(module_shape_destroy(shapes[n][i]) == 0);
}

/* ---- the exports ----------------------------------------------------------------------------- */

static int run_create(int n, void* const* at) {
    (void)n;
    const int handle = module_shape_create(at[0], LENGTH(box));
    return handle > 0 ? module_shape_destroy(handle) : handle;
}

static int run_describe(int n, void* const* at) {
    return module_shape_describe(shapes[n][0], at[0]);
}

static int run_support(int n, void* const* at) {
    return module_shape_support(shapes[n][0], at[0], DIRECTIONS, at[1]);
}

static int run_center(int n, void* const* at) {
    return module_shape_center(shapes[n][0], at[0]);
}

static int run_bounds(int n, void* const* at) {
    return module_shape_bounds(shapes[n][0], at[0], at[1]);
}

static int run_contains(int n, void* const* at) {
    const int inside = module_shape_contains(shapes[n][0], at[0]);
    return inside == 1 ? 0 : inside;
}

static int run_surface(int n, void* const* at) {
    (void)n;
    return module_shape_surface(hull, at[0], at[1]);
}

#define RUN_BATCH(name)                                                                            \
    static int run_##name(int n, void* const* at) {                                                \
        return module_##name((uint32_t)n, at[0], SHAPES, at[1], at[2], 1, at[3], at[4], at[5]);    \
    }
#define RUN_GRADIENT(name)                                                                         \
    static int run_##name(int n, void* const* at) {                                                \
        return module_##name((uint32_t)n, at[0], SHAPES, at[1], at[2], 1, at[3], at[4], at[5],     \
                             at[6], at[7]);                                                        \
    }
#define RUN_ANY(name)                                                                              \
    static int run_##name(int n, void* const* at) {                                                \
        return module_##name(shapes[n][0], at[0], shapes[n][1], at[1], at[2], at[3], at[4]);       \
    }
RUN_BATCH(growth_distance)
RUN_BATCH(collide)
RUN_BATCH(distance)
RUN_BATCH(penetration)
RUN_BATCH(signed_distance)
RUN_GRADIENT(growth_gradient)
RUN_GRADIENT(distance_gradient)
RUN_GRADIENT(penetration_gradient)
RUN_ANY(growth_distance_n)
RUN_ANY(collide_n)

static int run_generalized(int n, void* const* at) {
    return module_generalized_distance(shapes[n][0], at[0], 0, NULL, shapes[n][1], at[1], at[2],
                                       at[3], at[4]);
}

static int run_difference(int n, void* const* at) {
    return module_generalized_distance(shapes[n][0], at[0], shapes[n][0], at[5], shapes[n][1],
                                       at[1], at[2], at[3], at[4]);
}

/* The other arguments are in the argument block. */
#define RUN_PAIR(name)                                                                             \
    static int run_pair_##name(int n, void* const* at) {                                           \
        return module_pair_##name(shapes[n][0], shapes[n][1], 1, at[0]);                           \
    }
RUN_PAIR(growth_distance)
RUN_PAIR(collide)
RUN_PAIR(distance)
RUN_PAIR(penetration)
RUN_PAIR(signed_distance)
RUN_PAIR(intersects)

static int run_world_add(int n, void* const* at) {
    const int body = module_world_add(world, shapes[n][0], at[0], 1, 1);
    return body >= 0 ? module_world_remove(world, (uint32_t)body) : body;
}

static int run_world_nearest(int n, void* const* at) {
    return module_world_nearest(world, shapes[n][0], at[0], 1, NULL, 0, 1, 1.0);
}

static int run_world_overlapping(int n, void* const* at) {
    return module_world_overlapping(world, shapes[n][0], at[0], 1, NULL, 0);
}

static int run_world_ask(int n, void* const* at) {
    (void)n;
    return module_world_ask(world, 0, GD_WORLD_FOUND, at[0], 0, 1);
}

/* ---- arguments of the exports -------------------------------------------------------------- */

#define DOUBLES(type) (sizeof(type) / sizeof(double))
#define BATCH(name, n, type)                                                                       \
    {                                                                                              \
#name, run_##name, n, {                                                                    \
            {ROLE_SHAPES, SHAPES}, {ROLE_POSES, SHAPES * (n == 3 ? 7 : 3)}, {ROLE_PAIRS, 2},       \
                {ROLE_SETTINGS, DOUBLES(gd_settings)}, {ROLE_WARM, DOUBLES(gd_warm)}, {            \
                ROLE_OUT, DOUBLES(type)                                                            \
            }                                                                                      \
        }                                                                                          \
    }
#define GRADIENT(name, n, type)                                                                    \
    {                                                                                              \
#name, run_##name, n, {                                                                    \
            {ROLE_SHAPES, SHAPES}, {ROLE_POSES, SHAPES * (n == 3 ? 7 : 3)}, {ROLE_PAIRS, 2},       \
                {ROLE_SETTINGS, DOUBLES(gd_settings)}, {ROLE_VELOCITY, 12},                        \
                {ROLE_JACOBIANS, DOUBLES(gd_jacobians)}, {ROLE_WARM, DOUBLES(gd_warm)}, {          \
                ROLE_OUT, DOUBLES(type)                                                            \
            }                                                                                      \
        }                                                                                          \
    }
/* the length of the workspace is determined when the test runs */
#define ANY(name, n, type, vectors, ...)                                                           \
    {                                                                                              \
#name, run_##name, n, {                                                                    \
            {ROLE_POSE, n == 3   ? 7                                                               \
                        : n == 2 ? 3                                                               \
                                 : n},                                                             \
                {ROLE_OTHER_POSE, n == 3   ? 7                                                     \
                                  : n == 2 ? 3                                                     \
                                           : n},                                                   \
                {ROLE_SETTINGS, DOUBLES(gd_settings)}, {ROLE_WORKSPACE, 1},                        \
                {ROLE_OUT, DOUBLES(type) + vectors * n}, __VA_ARGS__                               \
        }                                                                                          \
    }
#define PAIR(name, n)                                                                              \
    {                                                                                              \
        "pair_" #name, run_pair_##name, n, {                                                       \
            { ROLE_WARM, DOUBLES(gd_warm) }                                                        \
        }                                                                                          \
    }

static const call calls[] = {
    {"shape_create", run_create, 3, {{ROLE_RECORD, LENGTH(box)}}},
    {"shape_describe", run_describe, 3, {{ROLE_OUT, DOUBLES(gd_shape_info)}}},
    {"shape_support", run_support, 3, {{ROLE_DIRECTIONS, 6}, {ROLE_OUT, 6}}},
    {"shape_support", run_support, 2, {{ROLE_DIRECTIONS, 4}, {ROLE_OUT, 6}}},
    {"shape_support", run_support, 5, {{ROLE_DIRECTIONS, 10}, {ROLE_OUT, 10}}},
    {"shape_center", run_center, 3, {{ROLE_OUT, 3}}},
    {"shape_center", run_center, 2, {{ROLE_OUT, 2}}},
    {"shape_center", run_center, 5, {{ROLE_OUT, 5}}},
    {"shape_bounds", run_bounds, 3, {{ROLE_POSE, 7}, {ROLE_OUT, 6}}},
    {"shape_bounds", run_bounds, 2, {{ROLE_POSE, 3}, {ROLE_OUT, 6}}},
    {"shape_contains", run_contains, 3, {{ROLE_POINT, 3}}},
    {"shape_contains", run_contains, 2, {{ROLE_POINT, 2}}},
    {"shape_surface", run_surface, 3, {{ROLE_OUT, 3 * CORNERS}, {ROLE_TRIANGLES, 3 * FACES}}},
    BATCH(growth_distance, 3, gd_growth_result),
    BATCH(growth_distance, 2, gd_growth_result),
    BATCH(collide, 3, gd_collision_result),
    BATCH(collide, 2, gd_collision_result),
    BATCH(distance, 3, gd_distance_result),
    BATCH(distance, 2, gd_distance_result),
    BATCH(penetration, 3, gd_penetration_result),
    BATCH(penetration, 2, gd_penetration_result),
    BATCH(signed_distance, 3, gd_signed_result),
    BATCH(signed_distance, 2, gd_signed_result),
    GRADIENT(growth_gradient, 3, gd_growth_gradient_result),
    GRADIENT(growth_gradient, 2, gd_growth_gradient_result),
    GRADIENT(distance_gradient, 3, gd_distance_gradient_result),
    GRADIENT(distance_gradient, 2, gd_distance_gradient_result),
    GRADIENT(penetration_gradient, 3, gd_penetration_gradient_result),
    GRADIENT(penetration_gradient, 2, gd_penetration_gradient_result),
    ANY(growth_distance_n, 3, gd_growth_n_result, 4, {ROLE_RECORD, 0}),
    ANY(growth_distance_n, 2, gd_growth_n_result, 4, {ROLE_RECORD, 0}),
    ANY(growth_distance_n, 5, gd_growth_n_result, 4, {ROLE_RECORD, 0}),
    ANY(collide_n, 3, gd_collision_n_result, 2, {ROLE_RECORD, 0}),
    ANY(collide_n, 2, gd_collision_n_result, 2, {ROLE_RECORD, 0}),
    ANY(collide_n, 5, gd_collision_n_result, 2, {ROLE_RECORD, 0}),
    ANY(generalized, 3, gd_generalized_result, 4, {ROLE_RECORD, 0}),
    ANY(generalized, 2, gd_generalized_result, 4, {ROLE_RECORD, 0}),
    ANY(generalized, 5, gd_generalized_result, 4, {ROLE_RECORD, 0}),
    ANY(difference, 3, gd_generalized_result, 4, {ROLE_POSE, 7}),
    ANY(difference, 2, gd_generalized_result, 4, {ROLE_POSE, 3}),
    ANY(difference, 5, gd_generalized_result, 4, {ROLE_POSE, 5}),
    PAIR(growth_distance, 3),
    PAIR(growth_distance, 2),
    PAIR(collide, 3),
    PAIR(collide, 2),
    PAIR(distance, 3),
    PAIR(distance, 2),
    PAIR(penetration, 3),
    PAIR(penetration, 2),
    PAIR(signed_distance, 3),
    PAIR(signed_distance, 2),
    PAIR(intersects, 3),
    PAIR(intersects, 2),
    {"world_add", run_world_add, 3, {{ROLE_POSE, 7}}},
    {"world_nearest", run_world_nearest, 3, {{ROLE_POSE, 7}}},
    {"world_overlapping", run_world_overlapping, 3, {{ROLE_POSE, 7}}},
    {"world_ask", run_world_ask, 3, {{ROLE_SETTINGS, DOUBLES(gd_settings)}}},
};

static size_t unit_of(piece_role role) {
    return role == ROLE_SHAPES || role == ROLE_PAIRS || role == ROLE_TRIANGLES ? 4 : 8;
}

static size_t length_of(const call* c, int i) {
    if (c->pieces[i].role != ROLE_WORKSPACE) return c->pieces[i].count;
    return module_workspace((uint32_t)c->dimension);
}

static int pieces_of(const call* c) {
    int count = 0;
    while (count < PIECES_MOST && c->pieces[count].count > 0)
        count++;
    return count;
}

static void fill_pose(int dimension, double x, double* pose) {
    pose[0] = x;
    if (dimension == 3) pose[6] = 1.0;
}

/* Writes valid contents of an argument into a zeroed block, as much as fits. */
static void fill(const call* c, int i, size_t room, void* block) {
    double whole[64] = {0};
    const int n = c->dimension, stride = n == 3 ? 7 : 3;
    const gd_settings settings = {.tolerance = 1e-6, .max_iterations = 100};
    const uint32_t pairs[2] = {0, 1};
    const size_t bytes = room * unit_of(c->pieces[i].role);
    switch (c->pieces[i].role) {
    case ROLE_RECORD: memcpy(whole, box, sizeof box); break;
    case ROLE_DIRECTIONS:
        for (int k = 0; k < DIRECTIONS; k++)
            whole[n * k + k] = 1.0;
        break;
    case ROLE_POSE: fill_pose(n, 0.0, whole); break;
    case ROLE_OTHER_POSE: fill_pose(n, 5.0, whole); break;
    case ROLE_POSES:
        fill_pose(n, 0.0, whole);
        fill_pose(n, 5.0, whole + stride);
        break;
    case ROLE_SHAPES: memcpy(whole, shapes[n], sizeof shapes[n]); break;
    case ROLE_PAIRS: memcpy(whole, pairs, sizeof pairs); break;
    case ROLE_SETTINGS: memcpy(whole, &settings, sizeof settings); break;
    case ROLE_VELOCITY: whole[6] = 1.0; break;
    case ROLE_POINT:
    case ROLE_TRIANGLES:
    case ROLE_WARM:
    case ROLE_JACOBIANS:
    case ROLE_WORKSPACE:
    case ROLE_OUT: break;
    }
    if (bytes <= sizeof whole) memcpy(block, whole, bytes);
}

static bool is_optional(piece_role role) {
    return role == ROLE_SETTINGS || role == ROLE_WARM || role == ROLE_VELOCITY ||
           role == ROLE_JACOBIANS || role == ROLE_TRIANGLES;
}

static void tell(bool right, const call* c, int i, const char* what) {
    CHECK(right);
    if (!right) printf("  %s (%dD), argument %d: %s\n", c->name, c->dimension, i, what);
}

static void prepare_exchange(const call* c) {
    double* exchange = module_argument_block();
    gd_settings* settings = (gd_settings*)(void*)(exchange + 2);
    *settings = (gd_settings){.tolerance = 1e-6, .max_iterations = 100};
    double* poses = exchange + 2 + DOUBLES(gd_settings);
    memset(poses, 0, 14 * sizeof *poses);
    fill_pose(c->dimension, 0.0, poses);
    fill_pose(c->dimension, 5.0, poses + (c->dimension == 3 ? 7 : 3));
}

/* ---- the end of a block ---------------------------------------------------------------------- */

static void check_lengths(const call* c) {
    void* at[PIECES_MOST] = {NULL};
    const int count = pieces_of(c);
    for (int i = 0; i < count; i++) {
        const size_t length = length_of(c, i), unit = unit_of(c->pieces[i].role);
        at[i] = module_alloc((uint32_t)(unit * length));
        fill(c, i, length, at[i]);
    }
    tell(c->run(c->dimension, at) == 0, c, -1, "of the exact length was refused");
    for (int i = 0; i < count; i++) {
        const piece_role role = c->pieces[i].role;
        const size_t length = length_of(c, i), unit = unit_of(role);
        void* whole = at[i];
        at[i] = length > 1 ? module_alloc((uint32_t)(unit * (length - 1))) : NULL;
        void* brief = at[i];
        if (brief) fill(c, i, length - 1, brief);
        tell(c->run(c->dimension, at) == GD_ERROR_BUFFER, c, i,
             "too short by one number was accepted");
        at[i] = (char*)whole + unit;
        tell(c->run(c->dimension, at) == GD_ERROR_BUFFER, c, i, "one number too far was accepted");
        at[i] = (char*)whole + unit / 2;
        tell(c->run(c->dimension, at) == GD_ERROR_BUFFER, c, i, "between two numbers was accepted");
        const bool surface = c->run == run_surface; /* surface accepts NULL for both pointers */
        at[i] = NULL;
        tell(c->run(c->dimension, at) == (is_optional(role) || surface ? 0 : GD_ERROR_BUFFER), c, i,
             "missing");
        at[i] = whole;
        if (brief) CHECK(module_release(brief) == 0);
    }
    for (int i = 0; i < count; i++)
        CHECK(module_release(at[i]) == 0);
}

/* ---- traces ---------------------------------------------------------------------------------- */

/* Whether the query accesses this argument while it records a trace. */
static bool is_used(piece_role role) {
    return role == ROLE_POSE || role == ROLE_OTHER_POSE || role == ROLE_POSES ||
           role == ROLE_SETTINGS || role == ROLE_WARM || role == ROLE_VELOCITY ||
           role == ROLE_JACOBIANS || role == ROLE_WORKSPACE || role == ROLE_OUT;
}

/* Puts an argument and a trace into one block; the trace begins `from` doubles after the
 * argument. */
static void check_trace_at(const call* c, void** at, int i, int settings, ptrdiff_t from,
                           bool allowed) {
    enum { AROUND = 16 };
    const size_t length = length_of(c, i), header = DOUBLES(gd_trace);
    void* whole = at[i];
    double* block = module_alloc((uint32_t)(8 * (length + 2 * AROUND)));
    double* trace = block + AROUND + from;
    at[i] = block + AROUND;
    fill(c, i, length, at[i]);
    /* the capacity ends at the argument's start, and is 0 if the trace begins after it */
    const ptrdiff_t before = -from - (ptrdiff_t)header;
    if (from < 0) *trace = before >= 0 ? (double)before : 0.0;
    gd_settings* chosen = settings < 0 ? (gd_settings*)(void*)((double*)module_argument_block() + 2)
                                       : (gd_settings*)at[settings];
    chosen->trace = (double)(uintptr_t)trace;
    const int status = c->run(c->dimension, at);
    chosen->trace = 0.0;
    tell(status == (allowed ? 0 : GD_ERROR_BUFFER), c, i,
         allowed ? "beside a trace was refused" : "under a trace was accepted");
    at[i] = whole;
    CHECK(module_release(block) == 0);
}

static void check_traces(const call* c) {
    void* at[PIECES_MOST] = {NULL};
    const int count = pieces_of(c);
    const ptrdiff_t header = DOUBLES(gd_trace);
    int settings = -1;
    for (int i = 0; i < count; i++) {
        const size_t length = length_of(c, i);
        at[i] = module_alloc((uint32_t)(unit_of(c->pieces[i].role) * length));
        fill(c, i, length, at[i]);
        if (c->pieces[i].role == ROLE_SETTINGS) settings = i;
    }
    for (int i = 0; i < count; i++) {
        if (!is_used(c->pieces[i].role)) continue;
        /* an overlap by one double overlaps the capacity; the last double of settings is the
         * trace's address, so overlap the one before */
        const ptrdiff_t length = (ptrdiff_t)length_of(c, i),
                        last = length - (i == settings ? 2 : 1);
        check_trace_at(c, at, i, settings, 1 - header, false);
        check_trace_at(c, at, i, settings, 1 - header - 3, true);
        check_trace_at(c, at, i, settings, -header, true);
        check_trace_at(c, at, i, settings, last, false);
        check_trace_at(c, at, i, settings, length < 7 ? 7 : length, true);
    }
    for (int i = 0; i < count; i++)
        CHECK(module_release(at[i]) == 0);
}

/* Refuses a trace in any part of the argument block. */
static void check_exchange(const call* c) {
    double* exchange = module_argument_block();
    gd_settings* settings = (gd_settings*)(void*)(exchange + 2);
    void* const none[1] = {NULL};
    for (int i = 0; i < 256 - (int)DOUBLES(gd_trace); i++) {
        if (i >= 2 && i < 11) continue; /* settings that the query needs */
        const double kept = exchange[i];
        prepare_exchange(c);
        if (i < 2 || i >= 25) exchange[i] = 0.0;
        settings->trace = (double)(uintptr_t)(exchange + i);
        tell(c->run(c->dimension, none) == GD_ERROR_BUFFER, c, i,
             "as a trace in the argument block was accepted");
        exchange[i] = kept;
    }
    settings->trace = 0.0;
}

static bool takes_trace(const call* c) {
    if (c->run == run_world_ask) return false;
    for (int i = 0; i < pieces_of(c); i++)
        if (c->pieces[i].role == ROLE_SETTINGS) return true;
    return strncmp(c->name, "pair_", 5) == 0;
}

void test_host_pointers(void) {
    make_shapes();
    for (size_t i = 0; i < LENGTH(calls); i++) {
        const call* c = &calls[i];
        prepare_exchange(c);
        check_lengths(c);
        if (!takes_trace(c)) continue;
        check_traces(c);
        if (strncmp(c->name, "pair_", 5) == 0) check_exchange(c);
    }
    destroy_shapes();
}
