/* The module's scenes: numbers that are never used again, bodies whose shapes may be destroyed, and
 * the ends of what there is room for. */
#include "lib/check.h"
#include "memory.h"
#include "module.h"

#include <string.h>

enum { NUMBERS = 8, BODIES = 128 }; /* of this build */

static int32_t make_ball(void) {
    double* record = module_alloc(56);
    record[GD_RECORD_KIND] = GD_KIND_SPHERE;
    record[GD_RECORD_PARAMETERS] = 1.0;
    const int handle = module_shape_create(record, 7);
    CHECK(handle > 0 && module_release(record) == 0);
    return handle;
}

/* Every function that takes the number of a scene refuses one that is none. */
static void check_no_scene(int id, int32_t ball, const double* pose) {
    CHECK(module_scene_destroy(id) == GD_ERROR_HANDLE);
    CHECK(module_scene_add(id, ball, pose, 1, 1) == GD_ERROR_HANDLE);
    CHECK(module_scene_remove(id, 0) == GD_ERROR_HANDLE);
    CHECK(module_scene_find(id, 0.0) == GD_ERROR_HANDLE);
    CHECK(module_scene_give(id, 1) == NULL);
    CHECK(module_scene_reset(id) == GD_ERROR_HANDLE);
    CHECK(module_scene_ask(id, 0, 0, NULL, 0, 1) == GD_ERROR_HANDLE);
    CHECK(module_scene_array(id, 0) == NULL);
    CHECK(module_scene_room(id, 0) == 0 && module_scene_version(id) == 0);
}

static void test_scenes_answer_to_their_numbers(int32_t ball, double* pose) {
    const int first = module_scene_create(3), second = module_scene_create(2);
    CHECK(first > 0 && second == first + 1);
    CHECK(module_scene_create(4) == GD_ERROR_DIMENSION);
    CHECK(module_scene_create(1) == GD_ERROR_DIMENSION);
    for (int allocations = 0; allocations < 2; allocations++) {
        memory_allow(allocations);
        CHECK(module_scene_create(3) == GD_ERROR_MEMORY);
        memory_suffice();
    }
    CHECK(module_scene_add(second, ball, pose, 1, 1) == GD_ERROR_DIMENSION);
    CHECK(module_scene_add(first, 0, pose, 1, 1) == GD_ERROR_HANDLE);
    CHECK(module_scene_add(first, ball, pose + 1, 1, 1) == GD_ERROR_BUFFER);
    memory_allow(0);
    CHECK(module_scene_add(first, ball, pose, 1, 1) == GD_ERROR_MEMORY);
    memory_suffice();
    CHECK(module_scene_add(first, ball, pose, 1, 1) == 0);
    pose[0] = 0.5;
    CHECK(module_scene_add(first, ball, pose, 1, 1) == 1);
    pose[0] = 0.0;
    CHECK(module_scene_find(first, 0.0) == 1);
    gd_settings outside = {.tolerance = 1e-6, .max_iterations = 9};
    gd_settings* settings = module_alloc(sizeof *settings);
    memcpy(settings, &outside, sizeof outside);
    CHECK(module_scene_ask(first, 0, 0, &outside, 0, 1) == GD_ERROR_BUFFER);
    CHECK(module_scene_ask(first, 0, 0, settings, 0, 1) == 1);
    CHECK(module_scene_ask(first, GD_SCENE_SIGNED + 1, 0, NULL, 0, 1) == GD_ERROR_SETTINGS);
    CHECK(module_scene_ask(first, 0, GD_SCENE_GIVEN + 1, NULL, 0, 1) == GD_ERROR_SETTINGS);
    CHECK(module_release(settings) == 0);
    const double* columns = module_scene_array(first, GD_SCENE_ARRAY_COLUMNS);
    CHECK_NEAR(columns[2 * module_scene_room(first, GD_SCENE_ARRAY_COLUMNS)], 0.25, 1e-14);
    CHECK(module_scene_array(first, GD_SCENE_ARRAYS) == NULL);
    CHECK(module_scene_room(first, GD_SCENE_ARRAYS) == 0 && module_scene_version(first) > 0);
    CHECK(module_scene_give(first, 3) == module_scene_array(first, GD_SCENE_ARRAY_GIVEN));
    CHECK(module_scene_reset(first) == 0);
    CHECK(module_scene_remove(first, 2) == GD_ERROR_INDEX);
    CHECK(module_scene_remove(first, 0) == 0);
    CHECK(module_scene_find(first, 0.0) == 0); /* a free number needs no shape */
    CHECK(module_scene_destroy(first) == 0);
    check_no_scene(first, ball, pose);
    check_no_scene(0, ball, pose);
    check_no_scene(-1, ball, pose);
    CHECK(module_scene_find(second, 0.0) == 0 && module_scene_destroy(second) == 0);
}

static void test_bodies_whose_shape_was_destroyed_are_noticed(int32_t ball, const double* pose) {
    const int32_t gone = make_ball();
    const int scene = module_scene_create(3);
    CHECK(module_scene_add(scene, gone, pose, 1, 1) == 0);
    CHECK(module_scene_add(scene, ball, pose, 1, 1) == 1);
    CHECK(module_scene_find(scene, 0.0) == 1 && module_shape_destroy(gone) == 0);
    CHECK(module_scene_find(scene, 0.0) == GD_ERROR_HANDLE);
    CHECK(module_scene_ask(scene, 0, 0, NULL, 0, 1) == GD_ERROR_HANDLE);
    CHECK(module_scene_remove(scene, 0) == 0 && module_scene_find(scene, 0.0) == 0);
    CHECK(module_scene_destroy(scene) == 0);
}

static void test_scenes_and_bodies_run_out(int32_t ball, const double* pose) {
    const int scene = module_scene_create(3);
    for (int i = 0; i < BODIES; i++)
        CHECK(module_scene_add(scene, ball, pose, 1, 1) == i);
    CHECK(module_scene_add(scene, ball, pose, 1, 1) == GD_ERROR_MEMORY);
    CHECK(module_scene_find(scene, 0.0) == BODIES * (BODIES - 1) / 2);
    CHECK(module_scene_destroy(scene) == 0);
    for (int id = scene + 1; id <= NUMBERS; id++)
        CHECK(module_scene_create(3) == id && module_scene_destroy(id) == 0);
    CHECK(module_scene_create(3) == GD_ERROR_MEMORY);
}

void test_host_scenes(void) {
    const int32_t ball = make_ball();
    double* pose = module_alloc(56);
    pose[6] = 1.0;
    test_scenes_answer_to_their_numbers(ball, pose);
    test_bodies_whose_shape_was_destroyed_are_noticed(ball, pose);
    test_scenes_and_bodies_run_out(ball, pose);
    CHECK(module_shape_destroy(ball) == 0 && module_release(pose) == 0);
}
