/* The module's host layer (wasm/), natively: blocks of memory, handles, and questions about shapes.
 * Every invalid argument gets an error code. Nothing outside a block is accessed, because every
 * block ends before an inaccessible page. test_host_queries.c tests the queries. */
#include "lib/check.h"
#include "lib/draw.h"
#include "memory.h"
#include "module.h"

#include <string.h>

void host_custom_support(uint32_t id, const double* direction, double* point) {
    draw_support(NULL, id, direction, point);
}

static const double sphere[7] = {GD_KIND_SPHERE, 0, 0, 0, 0, 0, 1};

/* Copies a record into a block of exactly its length. */
static double* give(const double* record, uint32_t length) {
    double* block = module_alloc(8 * length);
    CHECK(block != NULL);
    memcpy(block, record, 8 * (size_t)length);
    return block;
}

static int try_shape(const double* record, uint32_t length) {
    double* block = give(record, length);
    const int handle = module_shape_create(block, length);
    CHECK(module_release(block) == 0);
    return handle;
}

/* ---- blocks ---------------------------------------------------------------------------------- */

static void test_blocks_are_cleared_aligned_and_released_once(void) {
    enum { COUNT = 40 };
    unsigned char* blocks[COUNT];
    CHECK(module_alloc(0) == NULL && module_alloc((UINT32_C(1) << 30) + 1) == NULL);
    memory_allow(0);
    CHECK(module_alloc(8) == NULL); /* no memory for the list of blocks */
    memory_suffice();
    for (uint32_t i = 0; i < COUNT; i++) {
        if (i >= 16) memory_allow(1); /* from time to time, no memory for the block */
        blocks[i] = module_alloc(i + 1);
        memory_suffice();
        if (!blocks[i]) blocks[i] = module_alloc(i + 1);
        CHECK(blocks[i] && (uintptr_t)blocks[i] % 16 == 0 && blocks[i][0] == 0 &&
              blocks[i][i] == 0);
    }
    memory_allow(0);
    CHECK(module_alloc(8) == NULL);
    memory_suffice();
    for (uint32_t i = 0; i < COUNT; i++) {
        const uint32_t k = (7 * i) % COUNT;
        CHECK(module_release(blocks[k] + 16) == GD_ERROR_BUFFER);
        CHECK(module_release(blocks[k]) == 0);
        CHECK(module_release(blocks[k]) == GD_ERROR_BUFFER);
    }
    CHECK(module_release(NULL) == GD_ERROR_BUFFER);
}

static void test_pointers_must_lie_in_one_block(void) {
    double *a = module_alloc(56), *b = module_alloc(56), *c = module_alloc(56);
    double* blocks[] = {a, b, c};
    for (int i = 0; i < 3; i++)
        memcpy(blocks[i], sphere, sizeof sphere);
    for (int round = 0; round < 9; round++) { /* the module caches the last two blocks it found */
        const int handle = module_shape_create(blocks[round * round % 3], 7);
        CHECK(handle > 0 && module_shape_destroy(handle) == 0);
        CHECK(module_shape_create(blocks[round % 3] + 1, 7) == GD_ERROR_BUFFER);
    }
    CHECK(module_shape_create(a, 8) == GD_ERROR_BUFFER);
    CHECK(module_shape_create((double*)(void*)((char*)a + 4), 6) == GD_ERROR_BUFFER);
    CHECK(module_shape_create(NULL, 7) == GD_ERROR_BUFFER);
    CHECK(module_shape_create(a, UINT32_MAX) == GD_ERROR_BUFFER);
    CHECK(module_shape_create((double*)(uintptr_t)0xfffffff8u, 2) == GD_ERROR_BUFFER);
    CHECK(module_shape_create(a, 0) == GD_ERROR_LENGTH);
    CHECK(module_release(b) == 0);
    CHECK(module_shape_create(b, 7) == GD_ERROR_BUFFER);
    CHECK(module_release(a) == 0 && module_release(c) == 0);
}

/* ---- handles --------------------------------------------------------------------------------- */

static void test_stale_handles_are_recognised(void) {
    double* record = give(sphere, 7);
    gd_shape_info* info = module_alloc(sizeof *info);
    const int first = module_shape_create(record, 7), second = module_shape_create(record, 7);
    CHECK(first > 0 && second > 0 && first != second && module_shape_count() == 2);
    CHECK(module_shape_describe(first, info) == 0 && info->kind == GD_KIND_SPHERE);
    CHECK(module_shape_destroy(first) == 0);
    CHECK(module_shape_destroy(first) == GD_ERROR_HANDLE);
    CHECK(module_shape_destroy(second) == 0);
    const int never[] = {0, -1, INT32_MIN, INT32_MAX, second + 1, second + (1 << 20)};
    for (size_t i = 0; i < sizeof never / sizeof never[0]; i++)
        CHECK(module_shape_describe(never[i], info) == GD_ERROR_HANDLE);
    /* a slot gets a new handle each time, until its 2047 generations are used */
    int again = 0;
    for (int i = 1; i <= 2 * 2048 && again == 0; i++) {
        const int handle = module_shape_create(record, 7);
        CHECK(handle > 0);
        if (handle == first) again = i;
        CHECK(module_shape_describe(first, info) == (again ? 0 : GD_ERROR_HANDLE));
        CHECK(module_shape_destroy(handle) == 0);
    }
    CHECK(again >= 2 * 2046);
    CHECK(module_shape_count() == 0);
    module_release(record);
    module_release(info);
}

static void test_shapes_run_out(void) {
    enum { LIMIT = 128 }; /* limit of the test build */
    int handles[LIMIT];
    double* record = give(sphere, 7);
    for (int i = 0; i < LIMIT; i++) {
        handles[i] = module_shape_create(record, 7);
        CHECK(handles[i] > 0);
        if (i != 63) continue;
        memory_allow(1); /* enough for the shape, not for a longer list of handles */
        CHECK(module_shape_create(record, 7) == GD_ERROR_MEMORY);
        memory_suffice();
    }
    CHECK(module_shape_create(record, 7) == GD_ERROR_MEMORY);
    CHECK(module_shape_count() == LIMIT);
    for (int i = 0; i < LIMIT; i++)
        CHECK(module_shape_destroy(handles[i]) == 0);
    CHECK(module_shape_count() == 0);
    module_release(record);
}

/* ---- questions about a shape ----------------------------------------------------------------- */

static void test_questions_about_a_shape_check_what_they_are_given(void) {
    const double cube[30] = {GD_KIND_HULL,
                             0,
                             0,
                             0,
                             0,
                             0,
                             0,
                             0,
                             0,
                             2,
                             0,
                             0,
                             0,
                             2,
                             0,
                             2,
                             2,
                             0,
                             0,
                             0,
                             2,
                             2,
                             0,
                             2,
                             0,
                             2,
                             2,
                             2,
                             2,
                             2};
    const int hull = try_shape(cube, 30), none = hull + 1;
    double *in = module_alloc(56), *out = module_alloc(24 * 8), *small = module_alloc(16);
    uint32_t* triangles = module_alloc(12 * 12);
    gd_shape_info* info = module_alloc(sizeof *info);
    CHECK(module_shape_describe(none, info) == GD_ERROR_HANDLE);
    CHECK(module_shape_describe(hull, (gd_shape_info*)(void*)small) == GD_ERROR_BUFFER);
    CHECK(module_shape_describe(hull, info) == 0 && info->volume == 8.0);

    in[0] = 1.0;
    in[4] = -1.0;
    CHECK(module_shape_support(none, in, 1, out) == GD_ERROR_HANDLE);
    CHECK(module_shape_support(hull, small, 1, out) == GD_ERROR_BUFFER);
    CHECK(module_shape_support(hull, in, 1, small) == GD_ERROR_BUFFER);
    CHECK(module_shape_support(hull, in, UINT32_MAX, out) == GD_ERROR_BUFFER);
    CHECK(module_shape_support(hull, in, 2, out) == 0 && out[0] == 2.0 && out[4] == 0.0);
    in[4] = 0.0;
    CHECK(module_shape_support(hull, in, 2, out) == GD_ERROR_DIRECTION);

    CHECK(module_shape_center(none, out) == GD_ERROR_HANDLE);
    CHECK(module_shape_center(hull, small) == GD_ERROR_BUFFER);
    CHECK(module_shape_center(hull, out) == 0 && out[0] == 1.0 && out[1] == 1.0 && out[2] == 1.0);

    const double pose[7] = {10, 0, 0, 0, 0, 0, 1};
    memcpy(in, pose, sizeof pose);
    CHECK(module_shape_bounds(none, in, out) == GD_ERROR_HANDLE);
    CHECK(module_shape_bounds(hull, small, out) == GD_ERROR_BUFFER);
    CHECK(module_shape_bounds(hull, in, small) == GD_ERROR_BUFFER);
    CHECK(module_shape_bounds(hull, in, out) == 0 && out[0] == 10.0 && out[3] == 12.0);

    CHECK(module_shape_contains(none, in) == GD_ERROR_HANDLE);
    CHECK(module_shape_contains(hull, small) == GD_ERROR_BUFFER);
    CHECK(module_shape_contains(hull, in) == 0);
    in[0] = 1.0;
    CHECK(module_shape_contains(hull, in) == 1);

    CHECK(module_shape_surface(none, out, triangles) == GD_ERROR_HANDLE);
    CHECK(module_shape_surface(hull, small, triangles) == GD_ERROR_BUFFER);
    CHECK(module_shape_surface(hull, out, (uint32_t*)(void*)small) == GD_ERROR_BUFFER);
    CHECK(module_shape_surface(hull, NULL, NULL) == 0);
    CHECK(module_shape_surface(hull, out, triangles) == 0);
    bool corners = true, indices = true;
    for (int i = 0; i < 24; i++)
        corners = corners && (out[i] == 0.0 || out[i] == 2.0);
    for (int i = 0; i < 36; i++)
        indices = indices && triangles[i] < 8;
    CHECK(corners && indices);

    const double circle[7] = {GD_KIND_CIRCLE, 0, 0, 0, 0, 0, 3};
    const int flat = try_shape(circle, 7);
    const double turned[3] = {1, 2, 0.5};
    memcpy(small, turned, 16);
    CHECK(module_shape_bounds(flat, small, out) == GD_ERROR_BUFFER);
    memcpy(in, turned, sizeof turned);
    CHECK(module_shape_bounds(flat, in, out) == 0);
    CHECK_NEAR(out[0], -2.0, 1e-14);
    CHECK_NEAR(out[4], 5.0, 1e-14);
    CHECK(module_shape_destroy(flat) == 0 && module_shape_destroy(hull) == 0);
    void* const blocks[] = {in, out, small, triangles, info};
    for (size_t i = 0; i < sizeof blocks / sizeof blocks[0]; i++)
        CHECK(module_release(blocks[i]) == 0);
}

/* ---- both modules ---------------------------------------------------------------------------- */

static void test_composed_shapes_have_the_support_points_of_the_library(void) {
    const gd_kind kinds[] = {GD_KIND_DSF, GD_KIND_DSF2, GD_KIND_TRANSFORMED, GD_KIND_TRANSFORMED2,
                             GD_KIND_SUM, GD_KIND_SUM2, GD_KIND_CUSTOM,      GD_KIND_CUSTOM2};
    const double cloud[11] = {GD_KIND_POINTS, 0, 0, 0, 0, 0, 4, 1, 2, 3, 4};
    const double ball[9] = {GD_KIND_NORM_BALL, 0, 0, 0, 0, 0, 4, 1, 2};
    const double unknown[7] = {1000, 0, 0, 0, 0, 0, 1};
    CHECK(try_shape(unknown, 7) == GD_ERROR_KIND);
    const int points = try_shape(cloud, 11), norm = try_shape(ball, 9);
    CHECK(points > 0 && norm > 0);
    double *in = module_alloc(32), *out = module_alloc(32);
    in[2] = -7.0;
    CHECK(module_shape_support(points, in, 1, out) == 0 && out[3] == 4.0);
    CHECK(module_shape_support(norm, in, 1, out) == 0 && out[2] == -2.0 && out[3] == 0.0);
    CHECK(module_shape_destroy(points) == 0 && module_shape_destroy(norm) == 0);
    CHECK(module_release(in) == 0 && module_release(out) == 0);
    random_seed(86);
    for (size_t i = 0; i < LENGTH(kinds); i++) {
        drawn shape;
        draw_shape(kinds[i], 1.0, &shape);
        if (kinds[i] == GD_KIND_CUSTOM || kinds[i] == GD_KIND_CUSTOM2) draw_identify(2.0, &shape);
        const int handle = try_shape(shape.record, (uint32_t)shape.length);
        CHECK(handle > 0);
        in = module_alloc(24);
        out = module_alloc(24);
        for (int k = 0; k < 3; k++)
            in[k] = random_between(-1.0, 1.0);
        double expected[3];
        CHECK(gd_shape_support(shape.shape, in, expected) == GD_STATUS_OPTIMAL);
        CHECK(module_shape_support(handle, in, 1, out) == 0);
        CHECK(memcmp(out, expected, sizeof expected) == 0);
        CHECK(module_shape_destroy(handle) == 0);
        CHECK(module_release(in) == 0 && module_release(out) == 0);
        gd_shape_destroy(shape.shape);
    }
}

/* Blocks and handles of one module are invalid in the other. */
static void test_the_comparison_module_has_its_own_shapes(void) {
    const double box[9] = {GD_KIND_BOX, 0, 0, 0, 0, 0, 1, 2, 3};
    double* record = module_compare_alloc(sizeof box);
    memcpy(record, box, sizeof box);
    CHECK(module_shape_create(record, 9) == GD_ERROR_BUFFER);
    CHECK(module_release(record) == GD_ERROR_BUFFER);
    int32_t* shapes = module_compare_alloc(2 * sizeof *shapes);
    shapes[0] = module_compare_shape_create(record, 9);
    shapes[1] = module_compare_shape_create(record, 9);
    CHECK(shapes[0] > 0 && shapes[1] > 0 && module_compare_shape_count() == 2);
    double* poses = module_compare_alloc(14 * sizeof *poses);
    poses[6] = poses[13] = 1.0;
    poses[7] = 5.0;
    uint32_t* pairs = module_compare_alloc(2 * sizeof *pairs);
    pairs[1] = 1;
    gd_settings* settings = module_compare_alloc(sizeof *settings);
    gd_growth_result* result = module_compare_alloc(sizeof *result);
    settings->tolerance = GD_DEFAULT_TOLERANCE;
    settings->max_iterations = 100.0;
    for (int method = 0; method <= GD_METHOD_DCOL; method++) {
        settings->method = method;
        const int status =
            module_compare_growth_distance(3, shapes, 2, poses, pairs, 1, settings, NULL, result);
        CHECK(status == 0);
        const bool known = method <= GD_METHOD_CUTTING_PLANE ||
                           (method >= GD_METHOD_IE && method != GD_METHOD_DCF);
        if (known)
            CHECK_NEAR(result->value, 2.5, 1e-7);
        else
            CHECK(result->status < 0.0);
    }
    void* const blocks[] = {record, shapes, poses, pairs, settings, result};
    for (int i = 0; i < 2; i++)
        CHECK(module_compare_shape_destroy(shapes[i]) == 0);
    for (size_t i = 0; i < LENGTH(blocks); i++)
        CHECK(module_compare_release(blocks[i]) == 0);
}

TEST(host) {
    test_blocks_are_cleared_aligned_and_released_once();
    test_pointers_must_lie_in_one_block();
    test_stale_handles_are_recognised();
    test_shapes_run_out();
    test_questions_about_a_shape_check_what_they_are_given();
    CHECK(module_abi_version() == GD_ABI_VERSION);
    test_composed_shapes_have_the_support_points_of_the_library();
    test_the_comparison_module_has_its_own_shapes();
    test_host_queries();
    test_host_motion();
    test_host_pointers();
    test_host_worlds();
    CHECK(module_shape_count() == 0);
}
