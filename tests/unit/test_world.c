/* Worlds: memory while bodies are added and removed, pairs against all boxes, columns against
 * single queries. */
#include "lib/check.h"
#include "lib/make.h"

#include "growth_distance_world.h"

#include <stdlib.h>
#include <string.h>

#define BODIES 150
#define FRAMES 30

typedef struct world {
    gd_world* scene;
    gd_shape* shapes[BODIES];
    bool used[BODIES];
} world;

static gd_shape* random_shape(void) {
    double record[6 + 3 * 40] = {0};
    size_t length = 9;
    const double kind = floor(random_between(0.0, 9.0)) + 1.0;
    record[GD_RECORD_KIND] = kind;
    record[GD_RECORD_MARGIN] = random_next() < 0.2 ? random_next() : 0.0;
    double* p = record + GD_RECORD_PARAMETERS;
    for (int i = 0; i < 120; i++)
        p[i] = random_between(0.2, 1.5);
    switch ((int)kind) {
    case GD_KIND_SPHERE: length = 7; break;
    case GD_KIND_CAPSULE:
    case GD_KIND_CYLINDER:
    case GD_KIND_CONE: length = 8; break;
    case GD_KIND_HULL:
        length = 6 + 3 * (4 + (size_t)random_between(1.0, 36.0));
        for (int i = 0; i < 120; i++)
            p[i] = random_between(-1.5, 1.5);
        break;
    case GD_KIND_HALFSPACE: /* rarely */
        length = 10;
        p[3] = -random_between(8.0, 12.0);
        break;
    default: break;
    }
    gd_shape* shape = NULL;
    CHECK(gd_shape_create(record, length, &shape) == GD_STATUS_OPTIMAL);
    return shape;
}

static void random_pose(double* pose, double spread) {
    for (int i = 0; i < 3; i++)
        pose[i] = random_between(-spread, spread);
    for (int i = 3; i < 7; i++)
        pose[i] = random_between(-1.0, 1.0);
}

static void add_body(world* w) {
    double pose[7];
    random_pose(pose, 6.0);
    gd_shape* shape = random_shape();
    const int32_t body = gd_world_add(w->scene, shape, pose, 1, UINT32_MAX);
    CHECK(body >= 0 && body < BODIES && !w->used[body]);
    if (body < 0 || body >= BODIES || w->used[body]) return;
    w->shapes[body] = shape;
    w->used[body] = true;
}

static void remove_body(world* w, uint32_t body) {
    CHECK(gd_world_remove(w->scene, body) == GD_STATUS_OPTIMAL);
    CHECK(gd_world_remove(w->scene, body) == GD_ERROR_INDEX);
    gd_shape_destroy(w->shapes[body]);
    w->used[body] = false;
}

/* Every two boxes that overlap must be a pair. */
static void check_pairs(world* w, int32_t count) {
    const uint32_t* pairs = gd_world_at(w->scene, GD_WORLD_ARRAY_FOUND);
    const double* poses = gd_world_at(w->scene, GD_WORLD_ARRAY_POSES);
    bool* listed = calloc((size_t)BODIES * BODIES, sizeof *listed);
    CHECK(listed != NULL);
    if (!listed) return;
    bool sorted = true;
    for (int32_t k = 0; k < count; k++) {
        const size_t i = pairs[2 * k], j = pairs[2 * k + 1];
        const size_t at = i * BODIES + j;
        sorted = sorted && i < j && j < BODIES && w->used[i] && w->used[j];
        if (k > 0) sorted = sorted && at > pairs[2 * k - 2] * BODIES + pairs[2 * k - 1];
        listed[at] = true;
    }
    CHECK(sorted);
    int missing = 0;
    for (size_t i = 0; i < BODIES; i++) {
        double a[6], b[6];
        gd_shape_info info;
        if (!w->used[i]) continue;
        gd_shape_describe(w->shapes[i], &info);
        if (info.bound_radius < 0.0)
            continue; /* a half-space has no box: see test_world_limits.c */
        gd_shape_bounds(w->shapes[i], poses + 7 * i, a);
        for (size_t j = i + 1; j < BODIES; j++) {
            if (!w->used[j]) continue;
            gd_shape_describe(w->shapes[j], &info);
            gd_shape_bounds(w->shapes[j], poses + 7 * j, b);
            bool meet = info.bound_radius >= 0.0;
            for (int axis = 0; axis < 3; axis++)
                meet = meet && a[axis] <= b[axis + 3] && b[axis] <= a[axis + 3];
            if (meet && !listed[i * BODIES + j]) missing++;
        }
    }
    CHECK(missing == 0);
    free(listed);
}

/* The two halves of a query must give the rows of one query; the rows of a cold world must equal
 * single queries. */
static void check_columns(world* w, int32_t count) {
    gd_world_reset(w->scene);
    const uint32_t* pairs = gd_world_at(w->scene, GD_WORLD_ARRAY_FOUND);
    const double* poses = gd_world_at(w->scene, GD_WORLD_ARRAY_POSES);
    int32_t rows = 0;
    int different = 0;
    for (uint32_t part = 0; part < 2; part++) {
        const int32_t own = gd_world_ask(w->scene, GD_WORLD_GROWTH, GD_WORLD_FOUND, NULL, part, 2);
        CHECK(own >= 0);
        rows += own;
        const uint32_t* row_pairs = gd_world_at(w->scene, GD_WORLD_ARRAY_ROWS);
        const double* columns = gd_world_at(w->scene, GD_WORLD_ARRAY_COLUMNS);
        const size_t room = gd_world_room(w->scene, GD_WORLD_ARRAY_COLUMNS);
        for (int32_t row = 0; row < own; row++) {
            const uint32_t k = row_pairs[row];
            const size_t i = pairs[2 * k], j = pairs[2 * k + 1];
            gd_growth_result r;
            if (gd_growth_distance(&(gd_query){w->shapes[i], poses + 7 * i, w->shapes[j],
                                               poses + 7 * j, NULL, NULL},
                                   &r) < 0)
                continue;
            if (memcmp(&r.value, columns + 2 * room + row, sizeof r.value) != 0 ||
                memcmp(r.contact, columns + 14 * room + 3 * row, sizeof r.contact) != 0)
                different++;
        }
    }
    CHECK(rows == count);
    CHECK(different == 0);
}

static void test_frames(void) {
    world w = {0};
    CHECK(gd_world_create(4, &w.scene) == GD_ERROR_DIMENSION);
    CHECK(gd_world_create(3, &w.scene) == GD_STATUS_OPTIMAL);
    random_seed(81);
    for (int i = 0; i < BODIES / 2; i++)
        add_body(&w);
    for (int frame = 0; frame < FRAMES; frame++) {
        const int32_t count = gd_world_find(w.scene, 0.0);
        CHECK(count > 10);
        check_pairs(&w, count);
        for (int query = GD_WORLD_GROWTH; query <= GD_WORLD_SIGNED; query++)
            CHECK(gd_world_ask(w.scene, (gd_world_query)query, GD_WORLD_FOUND, NULL, 0, 1) ==
                  count);
        if (frame % 10 == 5) check_columns(&w, count);
        double* poses = gd_world_at(w.scene, GD_WORLD_ARRAY_POSES);
        for (size_t i = 0; i < (size_t)7 * BODIES / 2; i++)
            poses[i] += random_between(-0.1, 0.1) * (frame % 7 == 6 ? 50.0 : 1.0);
        for (uint32_t i = 0; i < BODIES; i++)
            if (w.used[i] && random_next() < 0.05) remove_body(&w, i);
        for (int i = 0; i < 3; i++)
            add_body(&w);
    }
    gd_world_destroy(w.scene);
    for (int i = 0; i < BODIES; i++)
        if (w.used[i]) gd_shape_destroy(w.shapes[i]);
}

static void test_refusals(void) {
    gd_world* scene;
    CHECK(gd_world_create(2, &scene) == GD_STATUS_OPTIMAL);
    const double circle[7] = {GD_KIND_CIRCLE, 0, 0, 0, 0, 0, 1}, sphere[7] = {1, 0, 0, 0, 0, 0, 1};
    gd_shape *flat, *round;
    CHECK(gd_shape_create(circle, 7, &flat) == GD_STATUS_OPTIMAL);
    CHECK(gd_shape_create(sphere, 7, &round) == GD_STATUS_OPTIMAL);
    const double pose[7] = {0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0};
    const double bad[3] = {0.0, NOT_A_NUMBER, 0.0};
    CHECK(gd_world_add(scene, round, pose, 1, 1) == GD_ERROR_DIMENSION);
    CHECK(gd_world_add(scene, flat, bad, 1, 1) == GD_ERROR_POSE);
    CHECK(gd_world_find(scene, 0.0) == 0);
    CHECK(gd_world_ask(scene, GD_WORLD_GROWTH, GD_WORLD_FOUND, NULL, 0, 1) == 0);
    CHECK(gd_world_add(scene, flat, pose, 1, 1) == 0);
    CHECK(gd_world_add(scene, flat, pose, 1, 1) == 1);
    CHECK(gd_world_find(scene, -1.0) == GD_ERROR_MARGIN);
    CHECK(gd_world_find(scene, NOT_A_NUMBER) == GD_ERROR_MARGIN);
    CHECK(gd_world_find(scene, 0.0) == 1);
    CHECK(gd_world_ask(scene, GD_WORLD_GROWTH, GD_WORLD_FOUND, NULL, 1, 1) == GD_ERROR_SETTINGS);
    CHECK(gd_world_ask(scene, GD_WORLD_GROWTH, GD_WORLD_FOUND, NULL, 0, 0) == GD_ERROR_SETTINGS);
    uint32_t* given = gd_world_give(scene, 1);
    given[0] = 0;
    given[1] = 2;
    CHECK(gd_world_ask(scene, GD_WORLD_GROWTH, GD_WORLD_GIVEN, NULL, 0, 1) == GD_ERROR_INDEX);
    given[1] = 1;
    CHECK(gd_world_ask(scene, GD_WORLD_GROWTH, GD_WORLD_GIVEN, NULL, 0, 1) == 1);
    CHECK(gd_world_give(scene, UINT32_MAX) == NULL);
    double* poses = gd_world_at(scene, GD_WORLD_ARRAY_POSES);
    poses[3] = INFINITE;
    CHECK(gd_world_find(scene, 0.0) == GD_ERROR_POSE);
    CHECK(gd_world_remove(scene, 1) == GD_STATUS_OPTIMAL);
    CHECK(gd_world_find(scene, 0.0) == 0);
    gd_world_destroy(scene);
    gd_world_destroy(NULL);
    gd_shape_destroy(flat);
    gd_shape_destroy(round);
}

static void test_pairs_of_invalid_poses_are_refused(void) {
    const double invalid[][7] = {
        {NOT_A_NUMBER, 0, 0, 0, 0, 0, 1}, {0, 1e200, 0, 0, 0, 0, 1}, {0, 0, 0, 0, 0, 0, 0}};
    const double identity[7] = {0, 0, 0, 0, 0, 0, 1};
    gd_shape* ball = make_sphere(1.0);
    gd_world* scene;
    CHECK(gd_world_create(3, &scene) == GD_STATUS_OPTIMAL);
    for (int32_t i = 0; i < 3; i++)
        CHECK(gd_world_add(scene, ball, identity, 1, 1) == i);
    for (size_t i = 0; i < LENGTH(invalid); i++)
        for (int query = GD_WORLD_GROWTH; query <= GD_WORLD_SIGNED; query++)
            for (uint32_t side = 0; side < 2; side++) {
                double* poses = gd_world_at(scene, GD_WORLD_ARRAY_POSES);
                uint32_t* given = gd_world_give(scene, 2);
                memcpy(given, (uint32_t[4]){1, 2, 1, 2}, 4 * sizeof *given);
                memcpy(poses, invalid[i], sizeof identity);
                CHECK(gd_world_ask(scene, (gd_world_query)query, GD_WORLD_GIVEN, NULL, 0, 1) == 2);
                given[2 + side] = 0;
                CHECK(gd_world_ask(scene, (gd_world_query)query, GD_WORLD_GIVEN, NULL, 0, 1) ==
                      GD_ERROR_POSE);
                memcpy(poses, identity, sizeof identity);
                CHECK(gd_world_ask(scene, (gd_world_query)query, GD_WORLD_GIVEN, NULL, 0, 1) == 2);
            }
    /* a pose written after the search */
    CHECK(gd_world_find(scene, 0.0) == 3);
    memcpy(gd_world_at(scene, GD_WORLD_ARRAY_POSES), invalid[0], sizeof identity);
    CHECK(gd_world_ask(scene, GD_WORLD_COLLISION, GD_WORLD_FOUND, NULL, 0, 1) == GD_ERROR_POSE);
    gd_world_destroy(scene);
    gd_shape_destroy(ball);
}

/* Queries the growth distance of the pairs 0 1 and 0 2, given or found. */
static const double* ask_two(gd_world* scene, gd_world_source source, size_t* room) {
    if (source == GD_WORLD_GIVEN)
        memcpy(gd_world_give(scene, 2), (uint32_t[4]){0, 1, 0, 2}, 4 * sizeof(uint32_t));
    else
        CHECK(gd_world_find(scene, 0.0) == 2);
    CHECK(gd_world_ask(scene, GD_WORLD_GROWTH, source, NULL, 0, 1) == 2);
    *room = gd_world_room(scene, GD_WORLD_ARRAY_COLUMNS);
    return gd_world_at(scene, GD_WORLD_ARRAY_COLUMNS);
}

static void check_row(const double* columns, size_t room, size_t row, const gd_growth_result* r) {
    const double* iterations = columns + room;
    CHECK(((const int32_t*)(const void*)iterations)[row] == (int32_t)r->iterations);
    CHECK(memcmp(&r->value, columns + 2 * room + row, sizeof r->value) == 0);
    CHECK(memcmp(&r->lower, columns + 3 * room + row, sizeof r->lower) == 0);
}

static void test_a_body_under_the_number_of_a_removed_one_is_cold(void) {
    const double record[8] = {GD_KIND_CYLINDER, 0, 0, 0, 0, 0, 1, 0.5};
    const double middle[7] = {0, 0, 0, 0, 0, 0, 1}, left[7] = {-0.8, -0.5, 0.2, 0.1, 0.2, 0.3, 0.9},
                 right[7] = {0.8, 0.7, 0.45, 0.3, 0.2, 0.1, 1};
    gd_shape* can = make(record, 8);
    for (int source = GD_WORLD_FOUND; source <= GD_WORLD_GIVEN; source++) {
        gd_growth_result cold, unmoved;
        gd_warm warm = {0};
        size_t room;
        gd_world* scene;
        CHECK(gd_world_create(3, &scene) == GD_STATUS_OPTIMAL);
        CHECK(gd_world_add(scene, can, middle, 1, 2) == 0);
        CHECK(gd_world_add(scene, can, right, 2, 1) == 1);
        CHECK(gd_world_add(scene, can, left, 2, 1) == 2);
        gd_growth_distance(&(gd_query){can, middle, can, right, NULL, NULL}, &cold);
        gd_growth_distance(&(gd_query){can, middle, can, left, NULL, &warm}, &unmoved);
        const double* columns = ask_two(scene, (gd_world_source)source, &room);
        check_row(columns, room, 0, &cold);
        check_row(columns, room, 1, &unmoved);
        CHECK(gd_world_remove(scene, 1) == GD_STATUS_OPTIMAL);
        CHECK(gd_world_add(scene, can, right, 2, 1) == 1);
        const double first = unmoved.iterations;
        gd_growth_distance(&(gd_query){can, middle, can, left, NULL, &warm}, &unmoved);
        CHECK(unmoved.iterations < first);
        columns = ask_two(scene, (gd_world_source)source, &room);
        check_row(columns, room, 0, &cold);
        check_row(columns, room, 1, &unmoved);
        gd_world_destroy(scene);
    }
    gd_shape_destroy(can);
}

TEST(world) {
    test_frames();
    test_refusals();
    test_pairs_of_invalid_poses_are_refused();
    test_a_body_under_the_number_of_a_removed_one_is_cold();
}
