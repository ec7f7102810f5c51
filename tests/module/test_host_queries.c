/* The module's queries, natively: every invalid argument is refused, results have the same bits as
 * the library's, and traces write nothing outside their block. */
#include "lib/check.h"
#include "lib/draw.h"
#include "memory.h"
#include "module.h"

#include <stdlib.h>
#include <string.h>

enum { SHAPES = 3, DOUBLES_MOST = 256 };

static const double sphere[7] = {GD_KIND_SPHERE, 0, 0, 0, 0, 0, 1};
static const double box[9] = {GD_KIND_BOX, 0, 0, 0, 0, 0, 1, 2, 3};
static const double circle[7] = {GD_KIND_CIRCLE, 0, 0, 0, 0, 0, 1};
static const double apart[7] = {5, 1, 0, 0, 0, 0, 1};

/* A batch of queries in blocks of the module. */
typedef struct table {
    int32_t* shapes; /* a sphere, a box, and a circle */
    double* poses;
    uint32_t* pairs;
    gd_settings* settings;
    gd_warm* warm;
    double* velocities;
    gd_jacobians* jacobians;
    double* results;
    double* workspace;
} table;

static int make_handle(const double* record, uint32_t length) {
    double* block = module_alloc(8 * length);
    memcpy(block, record, 8 * (size_t)length);
    const int handle = module_shape_create(block, length);
    CHECK(handle > 0 && module_release(block) == 0);
    return handle;
}

static table make_table(void) {
    table t = {module_alloc(4 * SHAPES),
               module_alloc(8 * 7 * SHAPES),
               module_alloc(8),
               module_alloc(sizeof *t.settings),
               module_alloc(sizeof *t.warm),
               module_alloc(8 * 12),
               module_alloc(sizeof *t.jacobians),
               module_alloc(8 * DOUBLES_MOST),
               module_alloc(8 * module_workspace(3))};
    t.shapes[0] = make_handle(sphere, 7);
    t.shapes[1] = make_handle(box, 9);
    t.shapes[2] = make_handle(circle, 7);
    for (int i = 0; i < SHAPES; i++)
        t.poses[7 * i + 6] = 1.0;
    memcpy(t.poses + 7, apart, sizeof apart);
    t.pairs[1] = 1;
    t.settings->tolerance = 1e-6;
    t.settings->max_iterations = 100;
    t.velocities[6] = 1.0;
    return t;
}

static void release_table(const table* t) {
    for (int i = 0; i < SHAPES; i++)
        CHECK(module_shape_destroy(t->shapes[i]) == 0);
    void* const blocks[] = {t->shapes,     t->poses,     t->pairs,   t->settings, t->warm,
                            t->velocities, t->jacobians, t->results, t->workspace};
    for (size_t i = 0; i < sizeof blocks / sizeof blocks[0]; i++)
        CHECK(module_release(blocks[i]) == 0);
}

/* ---- batches --------------------------------------------------------------------------------- */

typedef enum batch_query {
    GROWTH,
    COLLIDE,
    DISTANCE,
    PENETRATION,
    SIGNED,
    GROWTH_GRADIENT,
    DISTANCE_GRADIENT,
    PENETRATION_GRADIENT,
    BATCHES
} batch_query;

static int ask(batch_query query, const table* t, uint32_t dimension, uint32_t count) {
    void* out = t->results;
#define ARGUMENTS dimension, t->shapes, SHAPES, t->poses, t->pairs, count, t->settings
    switch (query) {
    case GROWTH: return module_growth_distance(ARGUMENTS, t->warm, out);
    case COLLIDE: return module_collide(ARGUMENTS, t->warm, out);
    case DISTANCE: return module_distance(ARGUMENTS, t->warm, out);
    case PENETRATION: return module_penetration(ARGUMENTS, t->warm, out);
    case SIGNED: return module_signed_distance(ARGUMENTS, t->warm, out);
    case GROWTH_GRADIENT:
        return module_growth_gradient(ARGUMENTS, t->velocities, t->jacobians, t->warm, out);
    case DISTANCE_GRADIENT:
        return module_distance_gradient(ARGUMENTS, t->velocities, t->jacobians, t->warm, out);
    case PENETRATION_GRADIENT:
        return module_penetration_gradient(ARGUMENTS, t->velocities, t->jacobians, t->warm, out);
    case BATCHES: break;
    }
#undef ARGUMENTS
    return 1;
}

/* Runs the same query through the library; returns the number of doubles in its result. */
static size_t ask_library(batch_query query, const table* t, double* out, gd_jacobians* jacobians) {
    static gd_shape* shapes[2];
    CHECK(gd_shape_create(sphere, 7, &shapes[0]) == GD_STATUS_OPTIMAL);
    CHECK(gd_shape_create(box, 9, &shapes[1]) == GD_STATUS_OPTIMAL);
    const double *p = t->poses, *q = t->poses + 7;
    const gd_query pair = {shapes[0], p, shapes[1], q, t->settings, NULL};
    size_t bytes = 0;
    void* to = out;
#define QUERY(name, type)                                                                          \
    gd_##name(&pair, to);                                                                          \
    bytes = sizeof(gd_##type##_result);                                                            \
    break
#define GRADIENT(name)                                                                             \
    gd_##name##_gradient(&pair, t->velocities, jacobians, to);                                     \
    bytes = sizeof(gd_##name##_gradient_result);                                                   \
    break
    switch (query) {
    case GROWTH: QUERY(growth_distance, growth);
    case COLLIDE: QUERY(collide, collision);
    case DISTANCE: QUERY(distance, distance);
    case PENETRATION: QUERY(penetration, penetration);
    case SIGNED: QUERY(signed_distance, signed);
    case GROWTH_GRADIENT: GRADIENT(growth);
    case DISTANCE_GRADIENT: GRADIENT(distance);
    case PENETRATION_GRADIENT: GRADIENT(penetration);
    case BATCHES: break;
    }
#undef QUERY
#undef GRADIENT
    for (int i = 0; i < 2; i++)
        gd_shape_destroy(shapes[i]);
    return bytes / 8;
}

static void test_batches_give_what_the_library_does(table t) {
    gd_warm* warm = t.warm;
    t.warm = NULL;
    for (int i = 0; i < 2 * BATCHES; i++) {
        const batch_query query = (batch_query)(i % BATCHES);
        double expected[DOUBLES_MOST] = {0.0}; /* not all parts are written: simplexes */
        gd_jacobians jacobians;
        memset(&jacobians, 0, sizeof jacobians);
        memset(t.jacobians, 0, sizeof jacobians);
        if (i == BATCHES) { /* finally of overlapping shapes, at the smallest tolerance */
            t.poses[7] = 1.7;
            t.poses[10] = 0.3;
            t.settings->tolerance = 1e-15;
        }
        const size_t length = ask_library(query, &t, expected, &jacobians);
        memset(t.results, 0, 8 * DOUBLES_MOST);
        CHECK(ask(query, &t, 3, 1) == 0);
        CHECK(length > 10 && memcmp(t.results, expected, 8 * length) == 0);
        CHECK(memcmp(t.jacobians, &jacobians, sizeof jacobians) == 0);
    }
    memcpy(t.poses + 7, apart, sizeof apart);
    t.settings->tolerance = 1e-6;
    t.warm = warm;
    t.settings->method = GD_METHOD_CUTTING_PLANE; /* the closed form saves no warm state */
    memset(warm, 0, sizeof *warm);
    CHECK(ask(GROWTH, &t, 3, 1) == 0 && warm->key != 0.0);
    t.settings->method = GD_METHOD_AUTO;
    memset(warm, 0, sizeof *warm);
}

/* Draws a shape, and creates it in the module from the same record. */
static int draw_handle(gd_kind kind, drawn* shape) {
    draw_shape(kind, 1.0, shape);
    if (kind == GD_KIND_CUSTOM || kind == GD_KIND_CUSTOM2) draw_identify(2.0, shape);
    return make_handle(shape->record, (uint32_t)shape->length);
}

/* The depth of a shape in itself at the smallest tolerance, for which the solver computes the
 * growth distance, too. */
static void check_depth(const table* t, const gd_shape* shape) {
    gd_penetration_result depth;
    t->settings->tolerance = 1e-15;
    t->pairs[1] = 0;
    gd_penetration(&(gd_query){shape, t->poses, shape, t->poses, t->settings, NULL}, &depth);
    memset(t->warm, 0, sizeof *t->warm);
    CHECK(ask(PENETRATION, t, 3, 1) == 0);
    CHECK(depth.depth > 0.0 && memcmp(t->results, &depth, sizeof depth) == 0);
    t->settings->tolerance = 1e-6;
    t->pairs[1] = 1;
}

static void test_composed_shapes_give_what_the_library_does(table t) {
    const gd_kind kinds[2][4] = {
        {GD_KIND_DSF, GD_KIND_TRANSFORMED, GD_KIND_SUM, GD_KIND_CUSTOM},
        {GD_KIND_DSF2, GD_KIND_TRANSFORMED2, GD_KIND_SUM2, GD_KIND_CUSTOM2}};
    const int32_t kept[2] = {t.shapes[0], t.shapes[1]};
    random_seed(87);
    for (int i = 0; i < 160; i++) {
        const int dimension = 2 + i % 2;
        const gd_kind* of = kinds[3 - dimension];
        drawn a, b;
        double pose[7];
        t.shapes[0] = draw_handle(of[i / 2 % 4], &a);
        t.shapes[1] = draw_handle(of[i / 8 % 4], &b);
        draw_pose(dimension, 1.0, false, pose);
        memcpy(t.poses, pose, sizeof pose);
        draw_pose(dimension, 5.0, false, pose);
        memcpy(t.poses + (dimension == 3 ? 7 : 3), pose, sizeof pose);
        const double* pose_b = t.poses + (dimension == 3 ? 7 : 3);
        gd_growth_result value;
        gd_growth_gradient_result gradient;
        gd_jacobians jacobians;
        gd_growth_distance(&(gd_query){a.shape, t.poses, b.shape, pose_b, t.settings, NULL},
                           &value);
        gd_growth_gradient(&(gd_query){a.shape, t.poses, b.shape, pose_b, t.settings, NULL},
                           t.velocities, &jacobians, &gradient);
        CHECK(value.value > 0.0);
        memset(t.warm, 0, sizeof *t.warm);
        CHECK(ask(GROWTH, &t, (uint32_t)dimension, 1) == 0);
        CHECK(memcmp(t.results, &value, sizeof value) == 0);
        memset(t.warm, 0, sizeof *t.warm);
        CHECK(ask(GROWTH_GRADIENT, &t, (uint32_t)dimension, 1) == 0);
        CHECK(memcmp(t.results, &gradient, sizeof gradient) == 0);
        CHECK(memcmp(t.jacobians, &jacobians, sizeof jacobians) == 0);
        if (i % 20 == 1) check_depth(&t, a.shape);
        for (int k = 0; k < 2; k++)
            CHECK(module_shape_destroy(t.shapes[k]) == 0);
        gd_shape_destroy(a.shape);
        gd_shape_destroy(b.shape);
    }
    memcpy(t.shapes, kept, sizeof kept);
    memset(t.poses, 0, 6 * sizeof *t.poses);
    t.poses[6] = 1.0;
    memcpy(t.poses + 7, apart, sizeof apart);
}

/* Runs a batch with one argument replaced. */
static int ask_without(const table* whole, int which, void* instead) {
    table t = *whole;
    void** const buffers[] = {(void**)&t.shapes,    (void**)&t.poses,  (void**)&t.pairs,
                              (void**)&t.settings,  (void**)&t.warm,   (void**)&t.velocities,
                              (void**)&t.jacobians, (void**)&t.results};
    *buffers[which] = instead;
    return ask(GROWTH_GRADIENT, &t, 3, 1);
}

static bool all_zero(const double* x, size_t count) {
    bool zero = true;
    for (size_t i = 0; i < count; i++)
        zero = zero && x[i] == 0.0;
    return zero;
}

static void test_batches_refuse_what_they_cannot_read(const table* t) {
    double outside[256] = {0}; /* in no block */
    for (int which = 0; which < 8; which++) {
        CHECK(ask_without(t, which, outside) == GD_ERROR_BUFFER);
        const bool optional = which >= 3 && which <= 6;
        CHECK(ask_without(t, which, NULL) == (optional ? 0 : GD_ERROR_BUFFER));
    }
    CHECK(ask(GROWTH, t, 4, 1) == GD_ERROR_DIMENSION);
    CHECK(ask(GROWTH, t, 3, 2) == GD_ERROR_BUFFER); /* the block contains only one pair */
    CHECK(ask(GROWTH, t, 3, 0) == 0);
    const uint32_t pairs[][2] = {{SHAPES, 1}, {0, SHAPES}, {0, 2}, {2, 0}};
    const double why[] = {GD_ERROR_INDEX, GD_ERROR_INDEX, GD_ERROR_DIMENSION, GD_ERROR_DIMENSION};
    for (int i = 0; i < 4; i++) {
        memcpy(t->pairs, pairs[i], sizeof pairs[i]);
        t->results[1] = 1.0;
        CHECK(ask(GROWTH, t, 3, 1) == 0 && t->results[0] == why[i]);
        CHECK(all_zero(t->results + 1, 16));
    }
    for (uint32_t i = 0; i < 2; i++) {
        const int32_t handle = t->shapes[i];
        t->shapes[i] = 0;
        t->pairs[0] = 0;
        t->pairs[1] = 1;
        CHECK(ask(GROWTH, t, 3, 1) == 0 && t->results[0] == GD_ERROR_HANDLE);
        t->shapes[i] = handle;
    }
    t->pairs[0] = t->pairs[1] = 2; /* in 2D a pose has three numbers */
    t->poses[6] = 3.0;
    CHECK(ask(GROWTH, t, 2, 1) == 0 && t->results[0] == GD_STATUS_COINCIDENT);
    t->poses[6] = 1.0;
    t->pairs[0] = 0;
    t->pairs[1] = 1;
}

/* ---- traces ---------------------------------------------------------------------------------- */

static int ask_traced(const table* t, double address) {
    t->settings->trace = address;
    const int status = ask(GROWTH_GRADIENT, t, 3, 1);
    t->settings->trace = 0.0;
    return status;
}

static void test_traces_lie_in_a_block_of_their_own(const table* t) {
    gd_trace* trace = module_alloc(8 * 300);
    const double at = (double)(uintptr_t)trace;
    const double wrong[] = {NOT_A_NUMBER, -8.0, 0x1p32, at + 0.5, at + 4.0, at - 8.0};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        CHECK(ask_traced(t, wrong[i]) == GD_ERROR_BUFFER);
    const double capacities[] = {NOT_A_NUMBER, -1.0, 0x1p30, 20.5, 300.0};
    for (size_t i = 0; i < sizeof capacities / sizeof capacities[0]; i++) {
        trace->capacity = capacities[i];
        CHECK(ask_traced(t, at) == GD_ERROR_BUFFER);
    }
    trace->capacity = 200.0;
    CHECK(ask_traced(t, at) == 0 && trace->used > 0.0 && trace->used <= 200.0);
    /* a trace must not overlap anything the query reads or writes */
    void* const parts[] = {t->settings, t->poses, t->warm, t->velocities, t->jacobians};
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        double kept[2];
        memcpy(kept, parts[i], sizeof kept);
        memset(parts[i], 0, 8);
        CHECK(ask_traced(t, (double)(uintptr_t)parts[i]) == GD_ERROR_BUFFER);
        memcpy(parts[i], kept, sizeof kept);
    }
    t->results[0] = 0.0;
    CHECK(ask_traced(t, (double)(uintptr_t)t->results) == GD_ERROR_BUFFER);
    t->results[32] = 0.0;
    CHECK(ask_traced(t, (double)(uintptr_t)(t->results + 32)) == GD_ERROR_BUFFER);
    t->results[33] = 0.0; /* directly behind the result */
    CHECK(ask_traced(t, (double)(uintptr_t)(t->results + 33)) == 0);
    table bare = *t;
    bare.warm = NULL;
    bare.velocities = NULL;
    bare.jacobians = NULL;
    CHECK(ask_traced(&bare, at) == 0 && trace->used > 0.0);
    t->settings->trace = at;
    CHECK(ask(GROWTH, t, 3, 0) == GD_ERROR_SETTINGS); /* traces are only for a single pair */
    t->settings->trace = 0.0;
    CHECK(module_release(trace) == 0);
}

/* ---- one pair -------------------------------------------------------------------------------- */

typedef struct arguments {
    double own[2];
    gd_settings settings;
    double poses[14];
    double motion[14];
    double result[217];
} arguments;

static void test_single_queries_answer_as_batches(const table* t) {
    const int32_t a = t->shapes[0], b = t->shapes[1], flat = t->shapes[2];
    CHECK(module_pair_distance(a, b, 0, NULL) == GD_ERROR_BUFFER); /* before there is a block */
    CHECK(module_pair_intersects(a, b, 0, NULL) == GD_ERROR_BUFFER);
    memory_allow(0);
    CHECK(module_argument_block() == NULL);
    memory_suffice();
    arguments* x = module_argument_block();
    CHECK(x != NULL && module_argument_block() == x && module_release(x) == GD_ERROR_BUFFER);
    memcpy(x->poses, t->poses, sizeof x->poses);
    static int (*const queries[])(int32_t, int32_t, int32_t, gd_warm*) = {
        module_pair_growth_distance, module_pair_collide, module_pair_distance,
        module_pair_penetration, module_pair_signed_distance};
    static int (*const straight[])(const gd_shape*, const gd_shape*, int32_t, gd_warm*) = {
        module_straight_growth_distance, module_straight_collide, module_straight_distance,
        module_straight_penetration, module_straight_signed_distance};
    const gd_shape *shape_a = module_shape_address(a), *shape_b = module_shape_address(b);
    CHECK(shape_a && shape_b && module_shape_address(0) == NULL);
    for (int query = 0; query <= SIGNED; query++) {
        double expected[DOUBLES_MOST] = {0.0};
        const size_t length = ask_library((batch_query)query, t, expected, NULL);
        memset(x->result, 0, sizeof x->result);
        CHECK(queries[query](a, b, 0, NULL) == 0);
        x->settings = *t->settings;
        CHECK(queries[query](a, b, 1, NULL) == (int)expected[0]);
        CHECK(memcmp(x->result, expected, 8 * length) == 0);
        memset(x->result, 0, sizeof x->result);
        CHECK(straight[query](shape_a, shape_b, 1, NULL) == (int)expected[0]);
        CHECK(memcmp(x->result, expected, 8 * length) == 0);
        CHECK(queries[query](a, 0, 0, NULL) == GD_ERROR_HANDLE);
        CHECK(queries[query](0, b, 0, NULL) == GD_ERROR_HANDLE);
        CHECK(queries[query](a, flat, 0, NULL) == GD_ERROR_DIMENSION);
        CHECK(queries[query](a, b, 0, (gd_warm*)(void*)expected) == GD_ERROR_BUFFER);
        CHECK(queries[query](a, b, 0, t->warm) == 0);
    }
    CHECK(module_pair_intersects(a, b, 0, t->warm) == 0);
    CHECK(module_straight_intersects(shape_a, shape_b, 0, NULL) == 0);
    x->poses[7] = 1.5;
    CHECK(module_pair_intersects(a, b, 0, NULL) == 1);
    CHECK(module_straight_intersects(shape_a, shape_b, 0, t->warm) == 1);
    CHECK(module_pair_intersects(a, 0, 0, NULL) == GD_ERROR_HANDLE);
    CHECK(module_pair_growth_distance(flat, flat, 0, NULL) == GD_STATUS_COINCIDENT);
    /* a trace must not overlap the argument block or the pair's warm state */
    gd_trace* trace = module_alloc(8 * 300);
    trace->capacity = 200.0;
    x->settings.trace = (double)(uintptr_t)trace;
    CHECK(module_pair_growth_distance(a, b, 1, NULL) == 0 && trace->used > 0.0);
    CHECK(module_pair_growth_distance(a, b, 1, t->warm) == 0);
    memset(t->warm, 0, sizeof *t->warm);
    x->settings.trace = (double)(uintptr_t)t->warm;
    CHECK(module_pair_growth_distance(a, b, 1, t->warm) == GD_ERROR_BUFFER);
    x->settings.trace = (double)(uintptr_t)x->result;
    CHECK(module_pair_growth_distance(a, b, 1, NULL) == GD_ERROR_BUFFER);
    x->settings.trace = 0.0;
    CHECK(module_release(trace) == 0);
}

/* ---- any dimension --------------------------------------------------------------------------- */

static void test_sets_of_any_dimension_check_what_they_are_given(const table* t) {
    const int32_t a = t->shapes[0], b = t->shapes[1], flat = t->shapes[2];
    const double *p = t->poses, *q = t->poses + 7;
    double outside[64] = {0};
    double* out = t->results;
    gd_growth_n_result* growth = (void*)out;
    gd_collision_n_result* hit = (void*)out;
    gd_generalized_result* general = (void*)out;
    CHECK(module_workspace(GD_DIMENSION_MAX + 1) == 0 && module_workspace(1) == 0);
    CHECK(module_workspace(3) == gd_workspace(3));
    double* work = t->workspace;
    CHECK(module_growth_distance_n(a, p, b, q, NULL, work, growth) == 0);
    CHECK(growth->status == 0.0);
    CHECK_NEAR(growth->value, gd_workspace(3) > 0 ? 2.5 : 0.0, 1e-6); /* 5 along x; both reach 1 */
    CHECK(module_collide_n(a, p, b, q, t->settings, work, hit) == 0 && hit->colliding == 0.0);
    /* the box extends from 4 to 6 along x, at the height of the origin */
    CHECK(module_generalized_distance(a, p, 0, NULL, b, q, NULL, work, general) == 0);
    CHECK_NEAR(general->value, 4.0, 1e-6);
    CHECK(module_generalized_distance(a, p, a, p, b, q, NULL, work, general) == 0);
    CHECK_NEAR(general->value, 3.0, 1e-6);

    CHECK(module_growth_distance_n(0, p, b, q, NULL, work, growth) == GD_ERROR_HANDLE);
    CHECK(module_collide_n(a, p, 0, q, NULL, work, hit) == GD_ERROR_HANDLE);
    CHECK(module_generalized_distance(a, p, -5, p, b, q, NULL, work, general) == GD_ERROR_HANDLE);
    CHECK(module_collide_n(a, p, flat, q, NULL, work, hit) == GD_ERROR_DIMENSION);
    CHECK(module_collide_n(flat, p, flat, outside, NULL, work, hit) == GD_ERROR_BUFFER);
    CHECK(module_growth_distance_n(a, outside, b, q, NULL, work, growth) == GD_ERROR_BUFFER);
    CHECK(module_growth_distance_n(a, p, b, q, (gd_settings*)(void*)outside, work, growth) ==
          GD_ERROR_BUFFER);
    CHECK(module_growth_distance_n(a, p, b, q, NULL, outside, growth) == GD_ERROR_BUFFER);
    CHECK(module_growth_distance_n(a, p, b, q, NULL, work, (gd_growth_n_result*)(void*)outside) ==
          GD_ERROR_BUFFER);
    gd_trace* trace = module_alloc(8 * 300);
    trace->capacity = 200.0;
    t->settings->trace = (double)(uintptr_t)trace;
    CHECK(module_collide_n(a, p, b, q, t->settings, work, hit) == 0 && trace->used > 0.0);
    work[0] = 0.0;
    t->settings->trace = (double)(uintptr_t)work;
    CHECK(module_collide_n(a, p, b, q, t->settings, work, hit) == GD_ERROR_BUFFER);
    t->settings->trace = 0.0;
    const double ball[9] = {GD_KIND_NORM_BALL, 0, 0, 0, 0, 0, 9, 1, 2};
    const int32_t nine = make_handle(ball, 9);
    double *origin = module_alloc(72), *place = module_alloc(72);
    double *room = module_alloc(8 * module_workspace(9)), *record = module_alloc(8 * (5 + 4 * 9));
    place[8] = 7.0;
    t->settings->trace = (double)(uintptr_t)trace;
    CHECK(module_growth_distance_n(nine, origin, nine, place, t->settings, room,
                                   (gd_growth_n_result*)(void*)record) == 0);
    CHECK_NEAR(record[2], 1.75, 1e-6);
    CHECK(module_growth_distance_n(nine, origin, nine, origin + 1, NULL, room,
                                   (gd_growth_n_result*)(void*)record) == GD_ERROR_BUFFER);
    t->settings->trace = 0.0;
    void* const blocks[] = {origin, place, room, record, trace};
    for (size_t i = 0; i < sizeof blocks / sizeof blocks[0]; i++)
        CHECK(module_release(blocks[i]) == 0);
    CHECK(module_shape_destroy(nine) == 0);
}

void test_host_queries(void) {
    const table t = make_table();
    test_batches_give_what_the_library_does(t);
    test_composed_shapes_give_what_the_library_does(t);
    test_batches_refuse_what_they_cannot_read(&t);
    test_traces_lie_in_a_block_of_their_own(&t);
    test_single_queries_answer_as_batches(&t);
    test_sets_of_any_dimension_check_what_they_are_given(&t);
    release_table(&t);
}
