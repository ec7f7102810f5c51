/* Worlds at their limits: bodies that no plane separates, pairs without an answer, and memory that
 * runs out in a frame. */
#include "lib/check.h"
#include "lib/make.h"
#include "module/memory.h"

#include "growth_distance_world.h"

static const double identity[7] = {0, 0, 0, 0, 0, 0, 1};

static gd_world* make_scene(int dimension) {
    gd_world* scene;
    CHECK(gd_world_create(dimension, &scene) == GD_STATUS_OPTIMAL);
    return scene;
}

/* Adds a body at a place, in every group. */
static int32_t put(gd_world* scene, const gd_shape* shape, double x, double y, double z) {
    const double pose[7] = {x, y, z, 0, 0, 0, 1};
    return gd_world_add(scene, shape, pose, UINT32_MAX, UINT32_MAX);
}

static gd_shape* make_point(void) {
    const double record[6] = {GD_KIND_POINT};
    return make(record, 6);
}

static gd_shape* make_ground(void) {
    const double record[10] = {GD_KIND_HALFSPACE, 0, 0, 0, 0, 0, 0, 1, 0, 0};
    return make(record, 10);
}

/* ---- the tree ---------------------------------------------------------------------------- */

/* Points on a line: those at equal places are the pairs. */
static void check_points(const double* x, int count) {
    gd_world* scene = make_scene(3);
    gd_shape* point = make_point();
    int32_t pairs = 0;
    for (int i = 0; i < count; i++) {
        CHECK(put(scene, point, x[i], 0, 0) == i);
        for (int k = 0; k < i; k++)
            pairs += x[k] == x[i];
    }
    CHECK(gd_world_find(scene, 0.0) == pairs);
    const uint32_t* found = gd_world_at(scene, GD_WORLD_ARRAY_FOUND);
    for (int32_t k = 0; k < pairs; k++)
        CHECK(x[found[2 * k]] == x[found[2 * k + 1]]);
    gd_world_destroy(scene);
    gd_shape_destroy(point);
}

static void test_bodies_that_planes_cannot_divide_are_found(void) {
    double x[80];
    for (int i = 0; i < 80; i++)
        x[i] = 0.5; /* all at one place */
    check_points(x, 80);
    for (int i = 0; i < 80; i++)
        x[i] = (i / 2) * 0x1p-1070; /* so close that the position of a split overflows */
    check_points(x, 80);
    for (int i = 0; i < 80; i++)
        x[i] = ldexp(1.0, -8 * (i / 2 * 2)); /* every split separates only the outermost bodies */
    check_points(x, 80);
    for (int i = 0; i < 80; i++)
        x[i] = ldexp(1.0, -8 * i);
    check_points(x, 80);
}

/* If all bodies have moved elsewhere, the tree is built again; it must find all pairs. */
static void test_bodies_that_change_places_are_found(void) {
    enum { COUNT = 200 };
    gd_world* scene = make_scene(3);
    gd_shape* ball = make_sphere(0.5);
    random_seed(85);
    for (int i = 0; i < COUNT; i++)
        put(scene, ball, 0, 0, 0);
    for (int frame = 0; frame < 6; frame++) {
        double* poses = gd_world_at(scene, GD_WORLD_ARRAY_POSES);
        int32_t pairs = 0;
        for (int i = 0; i < COUNT; i++) {
            for (int k = 0; k < 3; k++)
                poses[7 * i + k] = random_between(-5.0, 5.0);
            for (int j = 0; j < i; j++) {
                const double *p = &poses[7 * i], *q = &poses[7 * j];
                const double apart =
                    fmax(fabs(p[0] - q[0]), fmax(fabs(p[1] - q[1]), fabs(p[2] - q[2])));
                pairs += apart <= 1.0;
            }
        }
        CHECK(gd_world_find(scene, 0.0) == pairs);
    }
    for (uint32_t i = 0; i < COUNT; i++)
        CHECK(gd_world_remove(scene, i) == GD_STATUS_OPTIMAL);
    CHECK(gd_world_find(scene, 0.0) == 0);
    gd_world_destroy(scene);
    gd_shape_destroy(ball);
}

/* ---- pairs ------------------------------------------------------------------------------- */

static void test_half_spaces_meet_what_reaches_them(void) {
    gd_world* scene = make_scene(3);
    gd_shape *ball = make_sphere(1), *ground = make_ground();
    for (int i = 0; i < 100; i++)
        put(scene, ball, 3.0 * i, i % 4 == 0 ? 1.5 : 0.5, 0);
    put(scene, ground, 0, 0, 0);
    CHECK(gd_world_find(scene, 0.0) == 75);
    CHECK(gd_world_find(scene, 0.5) == 100);
    CHECK(gd_world_find(scene, 0.25) == 75);
    CHECK(gd_world_find(scene, 1e151) == GD_ERROR_MARGIN);
    gd_world_destroy(scene);
    gd_shape_destroy(ball);
    gd_shape_destroy(ground);
}

static void test_each_group_must_be_in_the_others_mask(void) {
    gd_world* scene = make_scene(3);
    gd_shape* ball = make_sphere(1);
    CHECK(gd_world_add(scene, ball, identity, 1, 2) == 0);
    CHECK(gd_world_add(scene, ball, identity, 2, 1) == 1);
    CHECK(gd_world_add(scene, ball, identity, 2, 4) == 2);
    CHECK(gd_world_add(scene, ball, identity, 4, 1) == 3);
    CHECK(gd_world_find(scene, 0.0) == 1);
    const uint32_t* found = gd_world_at(scene, GD_WORLD_ARRAY_FOUND);
    CHECK(found[0] == 0 && found[1] == 1);
    gd_world_destroy(scene);
    gd_shape_destroy(ball);
}

/* Two half-spaces have no growth distance, distance or depth: their bounds are 0 and infinity. */
static void test_pairs_without_an_answer_have_bounds_that_hold(void) {
    gd_world* scene = make_scene(3);
    gd_shape* ground = make_ground();
    put(scene, ground, 0, 0, 0);
    put(scene, ground, 0, 5, 0);
    CHECK(gd_world_at(scene, GD_WORLD_ARRAY_GIVEN) == NULL);
    CHECK(gd_world_give(scene, 0) != NULL); /* an array, although of length 0 */
    const uint32_t version = gd_world_version(scene);
    uint32_t* given = gd_world_give(scene, 1);
    CHECK(gd_world_version(scene) == version);
    CHECK(gd_world_at(scene, GD_WORLD_ARRAY_GIVEN) == given);
    given[0] = 0;
    given[1] = 1;
    /* where each query's record has its lower and its upper bound */
    const size_t lower[] = {3, 3, 3, 4, 4}, upper[] = {4, 4, 2, 3, 5};
    for (int query = GD_WORLD_GROWTH; query <= GD_WORLD_SIGNED; query++) {
        const gd_world_array array = (gd_world_array)(GD_WORLD_ARRAY_COLUMNS + query);
        CHECK(gd_world_at(scene, array) == NULL && gd_world_room(scene, array) == 0);
        CHECK(gd_world_ask(scene, (gd_world_query)query, GD_WORLD_GIVEN, NULL, 0, 1) == 1);
        const double* columns = gd_world_at(scene, array);
        const size_t room = gd_world_room(scene, array);
        CHECK(room >= 1 && room == gd_world_room(scene, GD_WORLD_ARRAY_GIVEN) &&
              room == gd_world_room(scene, GD_WORLD_ARRAY_ROWS));
        CHECK(((const int32_t*)(const void*)columns)[0] == GD_ERROR_UNDEFINED);
        CHECK(columns[lower[query] * room] == 0.0);
        CHECK(columns[upper[query] * room] == INFINITE);
        if (query == GD_WORLD_COLLISION)
            CHECK(((const int32_t*)(const void*)(columns + 2 * room))[0] == 1);
    }
    CHECK(gd_world_room(scene, GD_WORLD_ARRAY_POSES) >= 2);
    CHECK(gd_world_room(scene, GD_WORLD_ARRAY_FOUND) == 0);
    gd_world_destroy(scene);
    gd_shape_destroy(ground);
}

static void test_shapes_that_are_gone_are_noticed(void) {
    const gd_settings traced = {.tolerance = 1e-6, .max_iterations = 10, .trace = 8.0};
    gd_world* scene = make_scene(3);
    gd_shape* ball = make_sphere(1);
    put(scene, ball, 0, 0, 0);
    put(scene, ball, 1, 0, 0);
    uint32_t* given = gd_world_give(scene, 1);
    given[0] = 0;
    given[1] = 1;
    CHECK(gd_world_ask(scene, GD_WORLD_GROWTH, GD_WORLD_GIVEN, &traced, 0, 1) == GD_ERROR_SETTINGS);
    gd_world_shapes(scene)[1] = NULL;
    CHECK(gd_world_ask(scene, GD_WORLD_GROWTH, GD_WORLD_GIVEN, NULL, 0, 1) == GD_ERROR_INDEX);
    CHECK(gd_world_find(scene, 0.0) == GD_ERROR_HANDLE);
    gd_world_shapes(scene)[1] = ball;
    const gd_settings plain = {.tolerance = 1e-6, .max_iterations = 10};
    CHECK(gd_world_ask(scene, GD_WORLD_GROWTH, GD_WORLD_GIVEN, &plain, 0, 1) == 1);
    CHECK(gd_world_find(scene, 0.0) == 1);
    const double record[9] = {GD_KIND_NORM_BALL, 0, 0, 0, 0, 0, 3, 2, 1};
    gd_shape* any = make(record, 9);
    CHECK(put(scene, any, 0, 0, 0) == GD_ERROR_DIMENSION);
    gd_world_destroy(scene);
    gd_shape_destroy(ball);
    gd_shape_destroy(any);
}

/* A pair given twice has one warm record, and an answer in both rows. A pair that returns without a
 * query in between starts cold. */
static void test_pairs_come_twice_and_again(void) {
    gd_world* scene = make_scene(3);
    gd_shape* box = make_box(1, 2, 3);
    put(scene, box, 0, 0, 0);
    put(scene, box, 1.5, 0, 0);
    uint32_t* given = gd_world_give(scene, 3);
    for (int i = 0; i < 6; i++)
        given[i] = (uint32_t)i % 2;
    CHECK(gd_world_ask(scene, GD_WORLD_GROWTH, GD_WORLD_GIVEN, NULL, 0, 1) == 3);
    const double* columns = gd_world_at(scene, GD_WORLD_ARRAY_COLUMNS);
    const size_t room = gd_world_room(scene, GD_WORLD_ARRAY_COLUMNS);
    for (size_t row = 0; row < 3; row++)
        CHECK_NEAR(columns[2 * room + row], 0.75, 1e-13);
    double* poses = gd_world_at(scene, GD_WORLD_ARRAY_POSES);
    const double away[3] = {1.5, 9.0, 1.5};
    for (int frame = 0; frame < 3; frame++) {
        poses[7] = away[frame];
        CHECK(gd_world_find(scene, 0.0) == (frame != 1));
    }
    CHECK(gd_world_ask(scene, GD_WORLD_GROWTH, GD_WORLD_FOUND, NULL, 0, 1) == 1);
    CHECK_NEAR(columns[2 * room], 0.75, 1e-13);
    gd_world_destroy(scene);
    gd_shape_destroy(box);
}

/* ---- memory ------------------------------------------------------------------------------ */

enum {
    STEP_ADD,
    STEP_FIND,
    STEP_ASK,
    STEP_GIVE,
    STEP_ASK_GIVEN,
    STEP_NEAREST,
    STEP_OVERLAPPING,
    STEP_OVERLAPS,
    STEP_RAY,
    STEP_IMPACTS,
    STEP_FIND_ALL,
    STEPS
};

/* A row of balls over the ground. */
typedef struct story {
    const gd_shape *ball, *ground;
    double spacing;
    int32_t pairs;
} story;

enum { STORY_BODIES = 90 }; /* more than the first capacity */

static int32_t story_add(gd_world* scene, const story* told) {
    for (int i = (int)gd_world_bodies(scene); i < STORY_BODIES; i++) {
        const int32_t body = i == 0 ? put(scene, told->ground, 0, 0, 0)
                                    : put(scene, told->ball, told->spacing * i, 0, 0);
        if (body < 0) return body;
    }
    return 0;
}

static int32_t story_step(gd_world* scene, int step, const story* told) {
    switch (step) {
    case STEP_ADD: return story_add(scene, told);
    case STEP_FIND: return gd_world_find(scene, 0.0);
    case STEP_ASK: return gd_world_ask(scene, GD_WORLD_GROWTH, GD_WORLD_FOUND, NULL, 0, 1);
    case STEP_GIVE: {
        uint32_t* given = gd_world_give(scene, 2);
        if (!given) return GD_ERROR_MEMORY;
        for (uint32_t i = 0; i < 4; i++)
            given[i] = 1 + i;
        return 0;
    }
    case STEP_ASK_GIVEN: return gd_world_ask(scene, GD_WORLD_DISTANCE, GD_WORLD_GIVEN, NULL, 0, 1);
    case STEP_NEAREST: {
        const gd_world_probe probe = {.shape = told->ball, .pose = identity, .mask = UINT32_MAX};
        return gd_world_nearest(scene, &probe, STORY_BODIES, HUGE_VAL);
    }
    case STEP_OVERLAPPING: {
        const gd_world_probe probe = {.shape = told->ground, .pose = identity, .mask = UINT32_MAX};
        return gd_world_overlapping(scene, &probe);
    }
    case STEP_OVERLAPS: return gd_world_overlaps(scene);
    case STEP_RAY: {
        const gd_ray ray = {.origin = {-9, 0.25, 0}, .direction = {1, 0, 0}, .max_time = HUGE_VAL};
        const gd_world_filter filter = {.mask = UINT32_MAX};
        return gd_world_cast_ray_all(scene, &ray, NULL, &filter);
    }
    case STEP_IMPACTS: {
        static const double at_rest[6 * STORY_BODIES];
        const gd_world_motion motion = {.velocities = at_rest, .max_time = 1.0};
        return gd_world_times_of_impact(scene, &motion, NULL);
    }
    default: return gd_world_find(scene, HUGE_VAL);
    }
}

/* Runs a frame in which memory runs out after some allocations. The failed step is repeated once,
 * and must then give the usual result. Returns whether any allocation failed. */
static bool story_goes_on(int allocations, const story* told) {
    const int32_t balls = STORY_BODIES - 1, pairs = told->pairs;
    const int32_t truth[STEPS] = {
        0, pairs, pairs, 0, 2, STORY_BODIES, balls, pairs, balls, pairs, STORY_BODIES * balls / 2};
    gd_world* scene;
    memory_allow(allocations);
    gd_status created = gd_world_create(3, &scene);
    bool failed = false;
    if (memory_failed()) {
        CHECK(created == GD_ERROR_MEMORY && !scene);
        memory_suffice();
        failed = true;
        created = gd_world_create(3, &scene);
    }
    CHECK(created == GD_STATUS_OPTIMAL);
    for (int step = 0; step < STEPS; step++) {
        int32_t got = story_step(scene, step, told);
        if (!failed && memory_failed()) {
            CHECK(got == GD_ERROR_MEMORY);
            memory_suffice();
            failed = true;
            if (step == STEP_FIND)
                CHECK(gd_world_ask(scene, GD_WORLD_GROWTH, GD_WORLD_FOUND, NULL, 0, 1) == 0);
            got = story_step(scene, step, told);
        }
        CHECK(got == truth[step]);
    }
    for (int array = 0; array <= GD_WORLD_ARRAY_COLUMNS; array++)
        CHECK(gd_world_at(scene, (gd_world_array)array) &&
              gd_world_room(scene, (gd_world_array)array) > 0);
    memory_suffice();
    gd_world_destroy(scene);
    return failed;
}

static void test_scenes_go_on_after_memory_ran_out(void) {
    gd_shape *ball = make_sphere(0.5), *ground = make_ground();
    /* each ball overlaps its next three neighbours; or balls overlap the ground only */
    const story stories[] = {{ball, ground, 0.3, 88 + 87 + 86 + 89}, {ball, ground, 1.1, 89}};
    for (int i = 0; i < 2; i++) {
        int allocations = 0;
        while (story_goes_on(allocations, &stories[i]))
            allocations++;
        CHECK(allocations > 30);
    }
    gd_shape_destroy(ball);
    gd_shape_destroy(ground);
}

TEST(world_limits) {
    test_bodies_that_planes_cannot_divide_are_found();
    test_bodies_that_change_places_are_found();
    test_half_spaces_meet_what_reaches_them();
    test_each_group_must_be_in_the_others_mask();
    test_pairs_without_an_answer_have_bounds_that_hold();
    test_shapes_that_are_gone_are_noticed();
    test_pairs_come_twice_and_again();
    test_scenes_go_on_after_memory_ran_out();
}
