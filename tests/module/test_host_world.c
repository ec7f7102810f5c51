/* The module's worlds, natively: ids that are never reused, bodies whose shapes are destroyed, and
 * the limits of worlds and bodies. */
#include "lib/check.h"
#include "memory.h"
#include "module.h"

#include <string.h>

enum { NUMBERS = 8, BODIES = 128 }; /* limits of the test build */

static int32_t make_ball(void) {
    double* record = module_alloc(56);
    record[GD_RECORD_KIND] = GD_KIND_SPHERE;
    record[GD_RECORD_PARAMETERS] = 1.0;
    const int handle = module_shape_create(record, 7);
    CHECK(handle > 0 && module_release(record) == 0);
    return handle;
}

/* Every function refuses an invalid world id. */
static void check_no_world(int id, int32_t ball, const double* pose) {
    CHECK(module_world_destroy(id) == GD_ERROR_HANDLE);
    CHECK(module_world_add(id, ball, pose, 1, 1) == GD_ERROR_HANDLE);
    CHECK(module_world_remove(id, 0) == GD_ERROR_HANDLE);
    CHECK(module_world_find(id, 0.0) == GD_ERROR_HANDLE);
    CHECK(module_world_set_shape(id, 0, ball) == GD_ERROR_HANDLE);
    CHECK(module_world_set_filter(id, 0, 1, 1) == GD_ERROR_HANDLE);
    CHECK(module_world_fit(id) == GD_ERROR_HANDLE);
    CHECK(module_world_clear(id) == GD_ERROR_HANDLE);
    CHECK(module_world_overlaps(id) == GD_ERROR_HANDLE);
    CHECK(module_world_nearest(id, ball, pose, 1, NULL, 0, 1, 1.0) == GD_ERROR_HANDLE);
    CHECK(module_world_overlapping(id, ball, pose, 1, NULL, 0) == GD_ERROR_HANDLE);
    CHECK(module_world_cast_shape(id, ball, pose, NULL, NULL, 1, 0, NULL, 0, NULL) ==
          GD_ERROR_HANDLE);
    CHECK(module_world_cast_rays(id, NULL, 0, NULL, 1, 0, NULL, 0, NULL) == GD_ERROR_HANDLE);
    CHECK(module_world_cast_ray_all(id, NULL, NULL, 1, 0, NULL, 0, 0) == GD_ERROR_HANDLE);
    CHECK(module_world_times_of_impact(id, pose, 1.0, 0.0, NULL) == GD_ERROR_HANDLE);
    CHECK(module_world_give(id, 1) == NULL);
    CHECK(module_world_reset(id) == GD_ERROR_HANDLE);
    CHECK(module_world_ask(id, 0, 0, NULL, 0, 1) == GD_ERROR_HANDLE);
    CHECK(module_world_array(id, 0) == NULL);
    CHECK(module_world_room(id, 0) == 0 && module_world_version(id) == 0);
}

/* The casts of a world with two balls at x = 0 and 0.5, and their refusals. */
static void check_world_casts(int id, int32_t ball, double* pose) {
    gd_cast* cast = module_alloc(sizeof *cast);
    gd_ray* rays = module_alloc(2 * sizeof *rays);
    gd_world_cast_hit* hit = module_alloc(sizeof *hit);
    gd_world_ray_hit* hits = module_alloc(2 * sizeof *hits);
    gd_settings* settings = module_alloc(sizeof *settings);
    double* velocities = module_alloc(12 * sizeof *velocities);
    uint32_t* exclude = module_alloc(8);
    cast->displacement[0] = 9.0;
    cast->max_time = 1.0;
    pose[0] = -5.0;
#define SHAPE(pose, cast, settings, exclude, out)                                                  \
    module_world_cast_shape(id, ball, pose, cast, settings, 1, 0, exclude, 1, out)
    CHECK(SHAPE(pose, cast, NULL, exclude, hit) == 0 && hit->body == 1.0);
    CHECK_NEAR(hit->cast.time, 3.5 / 9.0, 1e-7);
    CHECK(SHAPE(pose + 1, cast, NULL, exclude, hit) == GD_ERROR_BUFFER);
    CHECK(SHAPE(pose, cast + 1, NULL, exclude, hit) == GD_ERROR_BUFFER);
    CHECK(SHAPE(pose, cast, settings + 1, exclude, hit) == GD_ERROR_BUFFER);
    CHECK(SHAPE(pose, cast, NULL, exclude + 2, hit) == GD_ERROR_BUFFER);
    CHECK(SHAPE(pose, cast, NULL, exclude, hit + 1) == GD_ERROR_BUFFER);
    CHECK(SHAPE(pose, cast, settings, exclude, hit) == GD_ERROR_SETTINGS);
    settings->trace = 8.0;
    CHECK(SHAPE(pose, cast, settings, exclude, hit) == GD_ERROR_SETTINGS);
#undef SHAPE
    for (int i = 0; i < 2; i++)
        rays[i] = (gd_ray){.origin = {-5, i * 3.0, 0}, .direction = {1, 0, 0}, .max_time = 9.0};
    CHECK(module_world_cast_rays(id, rays, 2, NULL, 1, 0, NULL, 0, hits) == 0);
    CHECK(hits[0].body == 0.0 && hits[1].body == -1.0);
    CHECK(module_world_cast_rays(id, rays, 3, NULL, 1, 0, NULL, 0, hits) == GD_ERROR_BUFFER);
    CHECK(module_world_cast_rays(id, rays, 2, NULL, 1, 0, NULL, 0, hits + 1) == GD_ERROR_BUFFER);
    memory_allow(0);
    CHECK(module_world_cast_ray_all(id, rays, NULL, 1, 0, NULL, 0, 0) == GD_ERROR_MEMORY);
    memory_suffice();
    CHECK(module_world_cast_ray_all(id, rays, NULL, 1, 0, NULL, 0, 0) == 2);
    CHECK(module_world_cast_ray_all(id, rays, NULL, 1, 0, NULL, 0, 1) == 1);
    CHECK(module_world_cast_ray_all(id, rays + 2, NULL, 1, 0, NULL, 0, 1) == GD_ERROR_BUFFER);
    memory_allow(0);
    CHECK(module_world_times_of_impact(id, velocities, 1.0, 0.0, NULL) == GD_ERROR_MEMORY);
    memory_suffice();
    CHECK(module_world_times_of_impact(id, velocities, 1.0, 0.0, NULL) == 1);
    CHECK(module_world_times_of_impact(id, velocities + 1, 1.0, 0.0, NULL) == GD_ERROR_BUFFER);
    CHECK(module_world_times_of_impact(id, velocities, -1.0, 0.0, NULL) == GD_ERROR_MOTION);
    void* const blocks[] = {cast, rays, hit, hits, settings, velocities, exclude};
    for (size_t i = 0; i < sizeof blocks / sizeof blocks[0]; i++)
        CHECK(module_release(blocks[i]) == 0);
    pose[0] = 0.0;
}

static void test_worlds_answer_to_their_numbers(int32_t ball, double* pose) {
    const int first = module_world_create(3), second = module_world_create(2);
    CHECK(first > 0 && second == first + 1);
    CHECK(module_world_create(4) == GD_ERROR_DIMENSION);
    CHECK(module_world_create(1) == GD_ERROR_DIMENSION);
    for (int allocations = 0; allocations < 2; allocations++) {
        memory_allow(allocations);
        CHECK(module_world_create(3) == GD_ERROR_MEMORY);
        memory_suffice();
    }
    CHECK(module_world_add(second, ball, pose, 1, 1) == GD_ERROR_DIMENSION);
    CHECK(module_world_add(first, 0, pose, 1, 1) == GD_ERROR_HANDLE);
    CHECK(module_world_add(first, ball, pose + 1, 1, 1) == GD_ERROR_BUFFER);
    memory_allow(0);
    CHECK(module_world_add(first, ball, pose, 1, 1) == GD_ERROR_MEMORY);
    memory_suffice();
    CHECK(module_world_add(first, ball, pose, 1, 1) == 0);
    pose[0] = 0.5;
    CHECK(module_world_add(first, ball, pose, 1, 1) == 1);
    pose[0] = 0.0;
    CHECK(module_world_find(first, 0.0) == 1);
    check_world_casts(first, ball, pose);
    gd_settings outside = {.tolerance = 1e-6, .max_iterations = 9};
    gd_settings* settings = module_alloc(sizeof *settings);
    memcpy(settings, &outside, sizeof outside);
    CHECK(module_world_ask(first, 0, 0, &outside, 0, 1) == GD_ERROR_BUFFER);
    CHECK(module_world_ask(first, 0, 0, settings, 0, 1) == 1);
    CHECK(module_world_ask(first, GD_WORLD_SIGNED + 1, 0, NULL, 0, 1) == GD_ERROR_SETTINGS);
    CHECK(module_world_ask(first, 0, GD_WORLD_GIVEN + 1, NULL, 0, 1) == GD_ERROR_SETTINGS);
    CHECK(module_release(settings) == 0);
    const double* columns = module_world_array(first, GD_WORLD_ARRAY_COLUMNS);
    CHECK_NEAR(columns[2 * module_world_room(first, GD_WORLD_ARRAY_COLUMNS)], 0.25, 1e-14);
    CHECK(module_world_array(first, GD_WORLD_ARRAYS) == NULL);
    CHECK(module_world_room(first, GD_WORLD_ARRAYS) == 0 && module_world_version(first) > 0);
    CHECK(module_world_give(first, 3) == module_world_array(first, GD_WORLD_ARRAY_GIVEN));
    CHECK(module_world_reset(first) == 0);
    CHECK(module_world_remove(first, 2) == GD_ERROR_INDEX);
    CHECK(module_world_remove(first, 0) == 0);
    CHECK(module_world_find(first, 0.0) == 0); /* a removed body needs no shape */
    CHECK(module_world_destroy(first) == 0);
    check_no_world(first, ball, pose);
    check_no_world(0, ball, pose);
    check_no_world(-1, ball, pose);
    CHECK(module_world_find(second, 0.0) == 0 && module_world_destroy(second) == 0);
}

static void test_bodies_whose_shape_was_destroyed_are_noticed(int32_t ball, const double* pose) {
    const int32_t gone = make_ball();
    const int world = module_world_create(3);
    CHECK(module_world_add(world, gone, pose, 1, 1) == 0);
    CHECK(module_world_add(world, ball, pose, 1, 1) == 1);
    CHECK(module_world_find(world, 0.0) == 1 && module_shape_destroy(gone) == 0);
    CHECK(module_world_find(world, 0.0) == GD_ERROR_HANDLE);
    CHECK(module_world_ask(world, 0, 0, NULL, 0, 1) == GD_ERROR_HANDLE);
    CHECK(module_world_fit(world) == GD_ERROR_HANDLE);
    CHECK(module_world_nearest(world, ball, pose, 1, NULL, 0, 1, 1.0) == GD_ERROR_HANDLE);
    CHECK(module_world_overlapping(world, ball, pose, 1, NULL, 0) == GD_ERROR_HANDLE);
    CHECK(module_world_set_shape(world, 0, gone) == GD_ERROR_HANDLE);
    CHECK(module_world_set_shape(world, 0, ball) == 0 && module_world_fit(world) == 0);
    CHECK(module_world_nearest(world, ball, pose, 1, NULL, 0, 9, 1.0) == 2);
    CHECK(module_world_overlapping(world, ball, pose, 1, NULL, 0) == 2);
    CHECK(module_world_nearest(world, gone, pose, 1, NULL, 0, 9, 1.0) == GD_ERROR_HANDLE);
    CHECK(module_world_overlapping(world, gone, pose, 1, NULL, 0) == GD_ERROR_HANDLE);
    CHECK(module_world_remove(world, 0) == 0 && module_world_find(world, 0.0) == 0);
    CHECK(module_world_destroy(world) == 0);
}

static void test_worlds_and_bodies_run_out(int32_t ball, const double* pose) {
    const int world = module_world_create(3);
    for (int i = 0; i < BODIES; i++)
        CHECK(module_world_add(world, ball, pose, 1, 1) == i);
    CHECK(module_world_add(world, ball, pose, 1, 1) == GD_ERROR_MEMORY);
    CHECK(module_world_find(world, 0.0) == BODIES * (BODIES - 1) / 2);
    CHECK(module_world_destroy(world) == 0);
    for (int id = world + 1; id <= NUMBERS; id++)
        CHECK(module_world_create(3) == id && module_world_destroy(id) == 0);
    CHECK(module_world_create(3) == GD_ERROR_MEMORY);
}

void test_host_worlds(void) {
    const int32_t ball = make_ball();
    double* pose = module_alloc(56);
    pose[6] = 1.0;
    test_worlds_answer_to_their_numbers(ball, pose);
    test_bodies_whose_shape_was_destroyed_are_noticed(ball, pose);
    test_worlds_and_bodies_run_out(ball, pose);
    CHECK(module_shape_destroy(ball) == 0 && module_release(pose) == 0);
}
