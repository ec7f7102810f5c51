/* The bodies near a shape, compared with a loop over all bodies. Bodies are separated, overlapping
 * and far away; there are half-spaces, masks, excluded bodies, margins, limits of number and
 * distance, and changing poses. */
#include "lib/check.h"
#include "lib/make.h"

#include "growth_distance_world.h"

#include <math.h>
#include <stdlib.h>

#define BODIES 300
#define SHAPES 8

typedef struct crowd {
    gd_world* world;
    int dimension;
    gd_shape* shapes[SHAPES];
    const gd_shape* shape[BODIES];
    uint32_t group[BODIES];
    bool used[BODIES];
} crowd;

typedef struct truth {
    gd_distance_result distance;
    uint32_t body;
    bool overlaps;
} truth;

static void random_place(int dimension, double spread, double* pose) {
    const int coordinates = dimension == 3 ? 7 : 3;
    for (int i = 0; i < coordinates; i++)
        pose[i] = random_between(-1.0, 1.0) * (i < dimension ? spread : 1.0);
}

static void add(crowd* c, const gd_shape* shape) {
    double pose[7];
    random_place(c->dimension, 12.0, pose);
    const uint32_t group = 1u << (int)random_between(0.0, 3.0);
    const int32_t body = gd_world_add(c->world, shape, pose, group, UINT32_MAX);
    CHECK(body >= 0 && body < BODIES);
    if (body < 0 || body >= BODIES) return;
    c->shape[body] = shape;
    c->group[body] = group;
    c->used[body] = true;
}

static void open_crowd(crowd* c, int dimension) {
    *c = (crowd){.dimension = dimension};
    CHECK(gd_world_create(dimension, &c->world) == GD_STATUS_OPTIMAL);
    const double records[2][SHAPES][12] = {{{GD_KIND_CIRCLE, 0, 0, 0, 0, 0, 0.7},
                                            {GD_KIND_CIRCLE, 0, 0, 0, 0, 0, 0.3},
                                            {GD_KIND_RECTANGLE, 0, 0, 0, 0, 0, 0.5, 0.9},
                                            {GD_KIND_RECTANGLE, 0.2, 0, 0, 0, 0, 1.5, 0.1},
                                            {GD_KIND_ELLIPSE, 0, 0, 0, 0, 0, 0.5, 0.9},
                                            {GD_KIND_STADIUM, 0, 0, 0, 0, 0, 0.5, 0.4},
                                            {GD_KIND_STADIUM, 0.1, 0, 0, 0, 0, 2.5, 0.4},
                                            {GD_KIND_ELLIPSE, 0, 0, 0, 0, 0, 1.5, 0.2}},
                                           {{GD_KIND_SPHERE, 0, 0, 0, 0, 0, 0.7},
                                            {GD_KIND_BOX, 0, 0, 0, 0, 0, 0.5, 0.9, 0.4},
                                            {GD_KIND_BOX, 0.2, 0, 0, 0, 0, 2.5, 0.1, 0.4},
                                            {GD_KIND_CAPSULE, 0, 0, 0, 0, 0, 0.5, 0.4},
                                            {GD_KIND_CYLINDER, 0, 0, 0, 0, 0, 0.5, 0.9},
                                            {GD_KIND_CONE, 0, 0, 0, 0, 0, 0.5, 0.9},
                                            {GD_KIND_ELLIPSOID, 0, 0, 0, 0, 0, 0.5, 1.4, 0.9},
                                            {GD_KIND_CYLINDER, 0, 0, 0, 0, 0, 3.0, 0.2}}};
    const size_t lengths[2][SHAPES] = {{7, 7, 8, 8, 8, 8, 8, 8}, {7, 9, 9, 8, 8, 8, 9, 8}};
    for (int k = 0; k < SHAPES; k++)
        CHECK(gd_shape_create(records[dimension - 2][k], lengths[dimension - 2][k],
                              &c->shapes[k]) == GD_STATUS_OPTIMAL);
    for (int k = 0; k < BODIES - 20; k++)
        add(c, c->shapes[k % SHAPES]);
}

static void close_crowd(crowd* c) {
    gd_world_destroy(c->world);
    for (int k = 0; k < SHAPES; k++)
        gd_shape_destroy(c->shapes[k]);
}

static int compare(const void* a, const void* b) {
    const truth *x = a, *y = b;
    if (x->distance.value != y->distance.value)
        return x->distance.value < y->distance.value ? -1 : 1;
    return (x->body > y->body) - (x->body < y->body);
}

/* All bodies that a probe may find, the nearest first. */
static uint32_t measure_all(const crowd* c, const gd_world_probe* probe, truth* out) {
    const double* poses = gd_world_at(c->world, GD_WORLD_ARRAY_POSES);
    const size_t stride = c->dimension == 3 ? 7 : 3;
    uint32_t count = 0;
    for (uint32_t body = 0; body < BODIES; body++) {
        if (!c->used[body] || !(c->group[body] & probe->mask)) continue;
        bool excluded = false;
        for (uint32_t k = 0; k < probe->exclude_count; k++)
            excluded = excluded || probe->exclude[k] == body;
        if (excluded) continue;
        const gd_query query = {.a = c->shape[body],
                                .pose_a = poses + stride * body,
                                .b = probe->shape,
                                .pose_b = probe->pose};
        truth* item = &out[count];
        item->body = body;
        if (gd_distance(&query, &item->distance) < 0) continue; /* two half-spaces */
        item->overlaps = gd_intersects(&query) == 1;
        count++;
    }
    qsort(out, count, sizeof *out, compare);
    return count;
}

static void check_nearest(const crowd* c, const gd_world_probe* probe, uint32_t count,
                          double most) {
    truth all[BODIES];
    const uint32_t known = measure_all(c, probe, all);
    uint32_t expected = 0;
    while (expected < count && expected < known && all[expected].distance.value <= most)
        expected++;
    const int32_t found = gd_world_nearest(c->world, probe, count, most);
    CHECK(found == (int32_t)expected);
    const gd_world_neighbor* neighbors = gd_world_at(c->world, GD_WORLD_ARRAY_NEIGHBORS);
    int different = 0;
    for (uint32_t k = 0; k < expected && found == (int32_t)expected; k++)
        different += neighbors[k].body != all[k].body ||
                     neighbors[k].distance.value != all[k].distance.value ||
                     neighbors[k].distance.lower != all[k].distance.lower ||
                     neighbors[k].distance.point_a[0] != all[k].distance.point_a[0];
    CHECK(different == 0);
}

static void check_overlapping(const crowd* c, const gd_world_probe* probe) {
    truth all[BODIES];
    const uint32_t known = measure_all(c, probe, all);
    bool expected[BODIES] = {false};
    uint32_t count = 0;
    for (uint32_t k = 0; k < known; k++) {
        expected[all[k].body] = all[k].overlaps;
        count += all[k].overlaps;
    }
    CHECK(gd_world_overlapping(c->world, probe) == (int32_t)count);
    const uint32_t* found = gd_world_at(c->world, GD_WORLD_ARRAY_OVERLAPPING);
    int wrong = 0;
    for (uint32_t k = 0; k < count; k++)
        wrong += !expected[found[k]] || (k > 0 && found[k] <= found[k - 1]);
    CHECK(wrong == 0);
}

static void check_around(const crowd* c, const gd_shape* shape) {
    double pose[7];
    random_place(c->dimension, 16.0, pose);
    const uint32_t some[3] = {3, 250, 17};
    gd_world_probe probe = {.shape = shape, .pose = pose, .mask = UINT32_MAX};
    check_nearest(c, &probe, 1, (double)INFINITY);
    check_nearest(c, &probe, 7, (double)INFINITY);
    check_nearest(c, &probe, 2 * BODIES, (double)INFINITY);
    check_nearest(c, &probe, 50, 2.0);
    check_nearest(c, &probe, 50, 0.0);
    check_overlapping(c, &probe);
    probe.mask = 2;
    probe.exclude = some;
    probe.exclude_count = 3;
    check_nearest(c, &probe, 4, (double)INFINITY);
    check_overlapping(c, &probe);
}

static void check_crowd(int dimension) {
    crowd c;
    open_crowd(&c, dimension);
    for (int round = 0; round < 6; round++) {
        if (round == 2) CHECK(gd_world_find(c.world, 3.0) >= 0); /* boxes enlarged by 1.5 */
        if (round == 3) CHECK(gd_world_find(c.world, (double)INFINITY) >= 0);
        if (round == 4) {
            double* poses = gd_world_at(c.world, GD_WORLD_ARRAY_POSES);
            const size_t stride = dimension == 3 ? 7 : 3;
            for (size_t body = 0; body < BODIES - 20; body += 3)
                random_place(dimension, 12.0, poses + stride * body);
        }
        if (round == 5) {
            CHECK(gd_world_remove(c.world, 41) == GD_STATUS_OPTIMAL);
            c.used[41] = false;
            CHECK(gd_world_set_shape(c.world, 12, c.shapes[0]) == GD_STATUS_OPTIMAL);
            c.shape[12] = c.shapes[0];
            CHECK(gd_world_set_filter(c.world, 13, 2, 0) == GD_STATUS_OPTIMAL);
            c.group[13] = 2;
        }
        CHECK(gd_world_fit(c.world) == GD_STATUS_OPTIMAL);
        for (int k = 0; k < SHAPES; k++)
            check_around(&c, c.shapes[k]);
    }
    close_crowd(&c);
}

/* Half-spaces have no box. As bodies they are always measured; as the probe they are measured
 * against all bodies. */
static void check_half_spaces(void) {
    crowd c;
    open_crowd(&c, 3);
    const double record[10] = {GD_KIND_HALFSPACE, 0, 0, 0, 0, 0, 0.0, 1.0, 0.0, -8.0};
    gd_shape* ground = NULL;
    CHECK(gd_shape_create(record, 10, &ground) == GD_STATUS_OPTIMAL);
    add(&c, ground);
    CHECK(gd_world_fit(c.world) == GD_STATUS_OPTIMAL);
    for (int k = 0; k < SHAPES; k++)
        check_around(&c, c.shapes[k]);
    check_around(&c, ground);
    close_crowd(&c);
    gd_shape_destroy(ground);
}

/* Among equal distances, the smaller body number comes first, wherever it is in the tree. */
static void check_ties(void) {
    crowd c;
    open_crowd(&c, 3);
    gd_world* world = NULL;
    CHECK(gd_world_create(3, &world) == GD_STATUS_OPTIMAL);
    const double origin[7] = {0, 0, 0, 0, 0, 0, 1};
    for (int k = 0; k < 40; k++) {
        const double pose[7] = {k % 2 ? 5.0 : -5.0, 0, 0, 0, 0, 0, 1};
        CHECK(gd_world_add(world, c.shapes[0], pose, 1, 1) == k);
    }
    const gd_world_probe probe = {.shape = c.shapes[0], .pose = origin, .mask = 1};
    CHECK(gd_world_nearest(world, &probe, 9, (double)INFINITY) ==
          9); /* the first query fits the boxes of a new world */
    const gd_world_neighbor* neighbors = gd_world_at(world, GD_WORLD_ARRAY_NEIGHBORS);
    for (int k = 0; k < 9; k++)
        CHECK(neighbors[k].body == k);
    gd_world_destroy(world);
    close_crowd(&c);
}

/* Overlapping pairs must equal the result of a loop over all pairs. A later query of the found
 * pairs must still be warm. */
static void check_overlaps(int dimension) {
    crowd c;
    open_crowd(&c, dimension);
    CHECK(gd_world_set_filter(c.world, 7, 1, 0) == GD_STATUS_OPTIMAL);
    const int32_t pairs = gd_world_find(c.world, 2.0);
    CHECK(gd_world_ask(c.world, GD_WORLD_GROWTH, GD_WORLD_FOUND, NULL, 0, 1) == pairs);
    const int32_t count = gd_world_overlaps(c.world);
    CHECK(count > 50);
    const uint32_t* found = gd_world_at(c.world, GD_WORLD_ARRAY_OVERLAPS);
    const double* poses = gd_world_at(c.world, GD_WORLD_ARRAY_POSES);
    const size_t stride = dimension == 3 ? 7 : 3;
    int32_t at = 0, wrong = 0;
    for (uint32_t i = 0; i < BODIES - 20; i++)
        for (uint32_t j = i + 1; j < BODIES - 20; j++) {
            const gd_query query = {.a = c.shape[i],
                                    .pose_a = poses + stride * i,
                                    .b = c.shape[j],
                                    .pose_b = poses + stride * j};
            const bool is = at < count && found[2 * at] == i && found[2 * at + 1] == j;
            at += is;
            wrong += is != (i != 7 && j != 7 && gd_intersects(&query) == 1);
        }
    CHECK(at == count && wrong == 0);
    CHECK(gd_world_ask(c.world, GD_WORLD_GROWTH, GD_WORLD_FOUND, NULL, 0, 1) == pairs);
    poses = gd_world_at(c.world, GD_WORLD_ARRAY_POSES);
    ((double*)gd_world_at(c.world, GD_WORLD_ARRAY_POSES))[0] = (double)NAN;
    CHECK(gd_world_overlaps(c.world) == GD_ERROR_POSE);
    gd_world_clear(c.world);
    CHECK(gd_world_overlaps(c.world) == 0 && gd_world_find(c.world, 1.0) == 0);
    const double origin[7] = {0, 0, 0, 0, 0, 0, 1};
    for (int k = 0; k < 3; k++)
        CHECK(gd_world_add(c.world, c.shapes[0], origin, 1, 1) == k);
    CHECK(gd_world_overlaps(c.world) == 3);
    close_crowd(&c);
}

/* Two equal triangles overlap, although neither is solid. */
static void check_flat_overlaps(void) {
    const double triangle[] = {GD_KIND_TRIANGLE, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 2, 0};
    gd_shape* shape = NULL;
    gd_world* world = NULL;
    CHECK(gd_shape_create(triangle, 15, &shape) == GD_STATUS_OPTIMAL);
    CHECK(gd_world_create(3, &world) == GD_STATUS_OPTIMAL);
    const double origin[7] = {0, 0, 0, 0, 0, 0, 1};
    for (int k = 0; k < 2; k++)
        CHECK(gd_world_add(world, shape, origin, 1, 1) == k);
    CHECK(gd_world_overlaps(world) == 1);
    gd_world_destroy(world);
    gd_shape_destroy(shape);
}

static void check_refusals(void) {
    crowd c;
    open_crowd(&c, 3);
    const double bad[7] = {0}, origin[7] = {0, 0, 0, 0, 0, 0, 1};
    const double record[7] = {GD_KIND_CIRCLE, 0, 0, 0, 0, 0, 0.7};
    gd_shape* circle = NULL;
    CHECK(gd_shape_create(record, 7, &circle) == GD_STATUS_OPTIMAL);
    gd_world_probe probe = {.shape = c.shapes[0], .pose = bad, .mask = 1};
    CHECK(gd_world_nearest(c.world, &probe, 1, 1.0) == GD_ERROR_POSE);
    CHECK(gd_world_overlapping(c.world, &probe) == GD_ERROR_POSE);
    probe.pose = origin;
    CHECK(gd_world_nearest(c.world, &probe, 0, 1.0) == 0);
    CHECK(gd_world_nearest(c.world, &probe, 1, -1.0) == GD_ERROR_SETTINGS);
    CHECK(gd_world_nearest(c.world, &probe, 1, (double)NAN) == GD_ERROR_SETTINGS);
    probe.shape = circle;
    CHECK(gd_world_nearest(c.world, &probe, 1, 1.0) == GD_ERROR_DIMENSION);
    CHECK(gd_world_overlapping(c.world, &probe) == GD_ERROR_DIMENSION);
    CHECK(gd_world_set_shape(c.world, 0, circle) == GD_ERROR_DIMENSION);
    CHECK(gd_world_set_shape(c.world, BODIES, c.shapes[0]) == GD_ERROR_INDEX);
    CHECK(gd_world_set_filter(c.world, BODIES, 1, 1) == GD_ERROR_INDEX);
    double* poses = gd_world_at(c.world, GD_WORLD_ARRAY_POSES);
    poses[7 * 4] = (double)NAN;
    CHECK(gd_world_fit(c.world) == GD_ERROR_POSE);
    CHECK(gd_world_fit(c.world) == GD_ERROR_POSE);
    poses[7 * 4] = 1.0;
    CHECK(gd_world_fit(c.world) == GD_STATUS_OPTIMAL);
    close_crowd(&c);
    gd_shape_destroy(circle);
}

TEST(nearest) {
    check_crowd(3);
    check_crowd(2);
    check_half_spaces();
    check_ties();
    check_overlaps(3);
    check_overlaps(2);
    check_flat_overlaps();
    check_refusals();
}
