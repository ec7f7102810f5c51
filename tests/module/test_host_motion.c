/* The module's casts, rays and times of impact, natively: the same bits as the library, and an
 * error code for every invalid argument. */
#include "lib/check.h"
#include "memory.h"
#include "module.h"

#include <string.h>

enum { POSES = 11, MOTION = 25, RESULT = 39 }; /* offsets in the argument block */

static const double sphere[7] = {GD_KIND_SPHERE, 0, 0, 0, 0, 0, 1};
static const double box[9] = {GD_KIND_BOX, 0, 0, 0, 0, 0, 1, 2, 3};
static const double origin[7] = {0, 0, 0, 0, 0, 0, 1};

static int make_handle(const double* record, uint32_t length) {
    double* block = module_alloc(8 * length);
    memcpy(block, record, 8 * (size_t)length);
    const int handle = module_shape_create(block, length);
    CHECK(handle > 0 && module_release(block) == 0);
    return handle;
}

static void random_pose(double* pose) {
    for (int i = 0; i < 7; i++)
        pose[i] = random_between(-1.0, 1.0) * (i < 3 ? 6.0 : 1.0);
}

/* Compares the calls of one pair with the library. */
static void check_pair(int32_t a, int32_t b, const gd_shape* shape_a, const gd_shape* shape_b) {
    double* block = module_argument_block();
    const gd_query query = {shape_a, block + POSES, shape_b, block + POSES + 7, NULL, NULL};
    random_pose(block + POSES);
    random_pose(block + POSES + 7);
    gd_cast cast = {.max_time = 1.0};
    for (int i = 0; i < 3; i++)
        cast.displacement[i] = random_between(-9.0, 9.0);
    memcpy(block + MOTION, &cast, sizeof cast);
    gd_cast_result expected;
    CHECK(gd_cast_shape(&query, &cast, &expected) == module_pair_cast_shape(a, b, 0, NULL));
    CHECK(memcmp(block + RESULT, &expected, sizeof expected) == 0);
    memset(block + RESULT, 0, sizeof expected);
    CHECK(module_straight_cast_shape(shape_a, shape_b, 0, NULL) == (int)expected.status);
    CHECK(memcmp(block + RESULT, &expected, sizeof expected) == 0);
    gd_motion motion = {.max_time = 1.0};
    for (int i = 0; i < 3; i++) {
        motion.velocity_b[i] = cast.displacement[i];
        motion.angular_a[i] = random_between(-2.0, 2.0);
    }
    memcpy(block + MOTION, &motion, sizeof motion);
    CHECK(gd_time_of_impact(&query, &motion, &expected) ==
          module_pair_time_of_impact(a, b, 0, NULL));
    CHECK(memcmp(block + RESULT, &expected, sizeof expected) == 0);
    memset(block + RESULT, 0, sizeof expected);
    CHECK(module_straight_time_of_impact(shape_a, shape_b, 0, NULL) == (int)expected.status);
    CHECK(memcmp(block + RESULT, &expected, sizeof expected) == 0);
    CHECK(gd_stays_apart(&query, &motion) == module_pair_stays_apart(a, b, 0, NULL));
    gd_ray ray = {.origin = {9, 1, 0}, .direction = {-1, 0.1, 0}, .max_time = 30.0};
    memcpy(block + MOTION, &ray, sizeof ray);
    gd_ray_result hit;
    CHECK(gd_cast_ray(shape_b, block + POSES, &ray, NULL, &hit) == module_cast_ray(b, 0));
    CHECK(memcmp(block + RESULT, &hit, sizeof hit) == 0);
    memset(block + RESULT, 0, sizeof hit);
    CHECK(module_straight_cast_ray(shape_b, 0) == (int)hit.status);
    CHECK(memcmp(block + RESULT, &hit, sizeof hit) == 0);
}

static void check_refusals(int32_t a, int32_t b) {
    double* block = module_argument_block();
    gd_warm* warm = module_alloc(sizeof *warm);
    memcpy(block + POSES, origin, sizeof origin);
    memset(block + MOTION, 0, 14 * sizeof *block);
    block[2] = 2.0; /* the tolerance */
    CHECK(module_pair_cast_shape(a, b, 1, NULL) == GD_ERROR_SETTINGS);
    CHECK(module_pair_time_of_impact(a, 0, 0, NULL) == GD_ERROR_HANDLE);
    CHECK(module_pair_stays_apart(0, b, 0, NULL) == GD_ERROR_HANDLE);
    CHECK(module_pair_stays_apart(a, b, 0, warm + 1) == GD_ERROR_BUFFER);
    CHECK(module_cast_ray(0, 0) == GD_ERROR_HANDLE);
    CHECK(module_cast_ray(a, 0) == GD_ERROR_MOTION);
    block[MOTION] = NOT_A_NUMBER;
    CHECK(module_pair_cast_shape(a, b, 0, NULL) == GD_ERROR_MOTION);
    CHECK(module_pair_time_of_impact(a, b, 0, NULL) == GD_ERROR_MOTION);
    CHECK(module_release(warm) == 0);
    double *pose = module_alloc(sizeof origin), *out = module_alloc(48);
    CHECK(module_motion_between(3, pose, pose, out) == GD_ERROR_POSE);
    memcpy(pose, origin, sizeof origin);
    CHECK(module_motion_between(3, pose, pose, out) == 0 && out[5] == 0.0);
    CHECK(module_motion_between(2, pose, pose, out) == 0);
    CHECK(module_motion_between(1, pose, pose, out) == GD_ERROR_DIMENSION);
    CHECK(module_motion_between(3, pose + 1, pose, out) == GD_ERROR_BUFFER);
    CHECK(module_motion_between(3, pose, pose + 1, out) == GD_ERROR_BUFFER);
    CHECK(module_motion_between(3, pose, pose, out + 1) == GD_ERROR_BUFFER);
    CHECK(module_release(pose) == 0 && module_release(out) == 0);
}

void test_host_motion(void) {
    gd_shape *shape_a, *shape_b;
    CHECK(gd_shape_create(sphere, 7, &shape_a) == 0 && gd_shape_create(box, 9, &shape_b) == 0);
    const int32_t a = make_handle(sphere, 7), b = make_handle(box, 9);
    random_seed(41);
    for (int i = 0; i < 30; i++)
        check_pair(a, b, shape_a, shape_b);
    check_refusals(a, b);
    CHECK(module_shape_destroy(a) == 0 && module_shape_destroy(b) == 0);
    gd_shape_destroy(shape_a);
    gd_shape_destroy(shape_b);
}
