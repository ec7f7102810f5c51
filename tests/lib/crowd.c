#include "lib/crowd.h"

#include "lib/check.h"

#include <string.h>

void crowd_vector(int dimension, double size, double* out) {
    out[2] = 0.0;
    for (int i = 0; i < dimension; i++)
        out[i] = random_between(-size, size);
}

void crowd_place(int dimension, double spread, double* pose) {
    const int coordinates = dimension == 3 ? 7 : 3;
    for (int i = 0; i < coordinates; i++)
        pose[i] = random_between(-1.0, 1.0) * (i < dimension ? spread : 1.0);
}

static void add(crowd* c, const gd_shape* shape, const double* pose) {
    const uint32_t group = 1u << (int)random_between(0.0, 3.0);
    const uint32_t mask = random_next() < 0.2 ? 1u : UINT32_MAX;
    const int32_t body = gd_world_add(c->world, shape, pose, group, mask);
    CHECK(body == (int32_t)c->count);
    c->shape[body] = shape;
    c->group[body] = group;
    c->mask[body] = mask;
    c->count++;
}

void crowd_open(crowd* c, int dimension) {
    memset(c, 0, sizeof *c);
    c->dimension = dimension;
    CHECK(gd_world_create(dimension, &c->world) == GD_STATUS_OPTIMAL);
    const double records[2][CROWD_SHAPES + 1][10] = {
        {{GD_KIND_CIRCLE, 0, 0, 0, 0, 0, 0.7},
         {GD_KIND_RECTANGLE, 0.2, 0, 0, 0, 0, 1.5, 0.1},
         {GD_KIND_ELLIPSE, 0, 0, 0, 0, 0, 0.5, 0.9},
         {GD_KIND_STADIUM, 0.1, 0, 0, 0, 0, 2.5, 0.4},
         {GD_KIND_HALFPLANE, 0, 0, 0, 0, 0, 0, 1, -13}},
        {{GD_KIND_SPHERE, 0, 0, 0, 0, 0, 0.7},
         {GD_KIND_BOX, 0.2, 0, 0, 0, 0, 2.5, 0.1, 0.4},
         {GD_KIND_CAPSULE, 0, 0, 0, 0, 0, 0.5, 0.4},
         {GD_KIND_CONE, 0, 0, 0, 0, 0, 0.5, 0.9},
         {GD_KIND_HALFSPACE, 0, 0, 0, 0, 0, 0, 1, 0, -13}}};
    const size_t lengths[2][CROWD_SHAPES + 1] = {{7, 8, 8, 8, 9}, {7, 9, 8, 8, 10}};
    for (int k = 0; k <= CROWD_SHAPES; k++)
        CHECK(gd_shape_create(records[dimension - 2][k], lengths[dimension - 2][k],
                              &c->shapes[k]) == GD_STATUS_OPTIMAL);
    const double identity[7] = {0, 0, 0, 0, 0, 0, dimension == 3 ? 1.0 : 0.0};
    while (c->count < CROWD_BODIES - 1) {
        double pose[7];
        crowd_place(dimension, 12.0, pose);
        add(c, c->shapes[c->count % CROWD_SHAPES], pose);
    }
    add(c, c->shapes[CROWD_SHAPES], identity);
}

void crowd_close(crowd* c) {
    gd_world_destroy(c->world);
    for (int k = 0; k <= CROWD_SHAPES; k++)
        gd_shape_destroy(c->shapes[k]);
}

const double* crowd_pose(const crowd* c, uint32_t body) {
    const double* poses = gd_world_at(c->world, GD_WORLD_ARRAY_POSES);
    return poses + (size_t)(c->dimension == 3 ? 7 : 3) * body;
}
