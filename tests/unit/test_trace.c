/* Traces in buffers of every size. Nothing is written beyond the end (the sanitizers check), the
 * rows that fit are the beginning of the full trace, and the answer does not change. */
#include "lib/check.h"
#include "lib/make.h"

#include "growth_distance.h"

#include <stdlib.h>
#include <string.h>

#define TRACE_QUERIES 10

/* The result of any query. */
typedef union answer {
    gd_growth_result growth;
    gd_collision_result collision;
    gd_distance_result distance;
    gd_penetration_result penetration;
    gd_signed_result sign;
    gd_cast_result cast;
    gd_ray_result ray;
    struct {
        gd_generalized_result record;
        double vectors[12];
    } generalized;
    struct {
        gd_growth_n_result record;
        double vectors[12];
    } sets;
} answer;

static void ask(int query, gd_shape* const* shapes, const double* pose_a, const double* pose_b,
                const gd_settings* settings, answer* out) {
    const gd_shape *a = shapes[0], *b = shapes[1];
    const double back[3] = {-pose_b[0], -0.2, 0.1};
    double workspace[256];
    memset(out, 0, sizeof *out);
    switch (query) {
    case 0:
        gd_growth_distance(&(gd_query){a, pose_a, b, pose_b, settings, NULL}, &out->growth);
        break;
    case 1: gd_collide(&(gd_query){a, pose_a, b, pose_b, settings, NULL}, &out->collision); break;
    case 2: gd_distance(&(gd_query){a, pose_a, b, pose_b, settings, NULL}, &out->distance); break;
    case 3:
        gd_penetration(&(gd_query){a, pose_a, b, pose_b, settings, NULL}, &out->penetration);
        break;
    case 4:
        gd_signed_distance(&(gd_query){a, pose_a, b, pose_b, settings, NULL}, &out->sign);
        break;
    case 5:
        CHECK(gd_workspace(3) <= 256);
        gd_growth_distance_n(&(gd_query){a, pose_a, b, pose_b, settings, NULL}, workspace,
                             &out->sets.record, out->sets.vectors);
        break;
    case 6: {
        const gd_cast cast = {{back[0], back[1], back[2]}, 0.0, 2.0, 0.1};
        gd_cast_shape(&(gd_query){a, pose_a, b, pose_b, settings, NULL}, &cast, &out->cast);
        break;
    }
    case 7: {
        const gd_ray ray = {{pose_b[0], 0.3, 0.2}, {back[0], back[1], back[2]}, 0.0, 2.0, 0.1};
        gd_cast_ray(a, pose_a, &ray, settings, &out->ray);
        break;
    }
    case 8: {
        const gd_motion motion = {
            .velocity_b = {back[0], back[1], back[2]}, .angular_a = {1, 2, 3}, .max_time = 2.0};
        gd_time_of_impact(&(gd_query){a, pose_a, b, pose_b, settings, NULL}, &motion, &out->cast);
        break;
    }
    default:
        gd_generalized_distance(&(gd_query){a, pose_a, b, pose_b, settings, NULL}, NULL, NULL,
                                workspace, &out->generalized.record, out->generalized.vectors);
    }
}

/* A trace in a block of exactly `capacity` doubles. */
static gd_trace* trace_of_size(size_t capacity) {
    gd_trace* trace = calloc(1, sizeof *trace + capacity * sizeof(double));
    trace->capacity = (double)capacity;
    return trace;
}

static void check_query(int query, gd_shape* const* shapes, const double* pose_b) {
    const double pose_a[7] = {0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0};
    gd_settings settings = {.tolerance = GD_DEFAULT_TOLERANCE, .max_iterations = 300.0};
    answer plain, traced;
    ask(query, shapes, pose_a, pose_b, &settings, &plain);
    CHECK(plain.growth.status >= 0.0);

    gd_trace* all = trace_of_size(1000000);
    settings.trace = (double)(uintptr_t)all;
    ask(query, shapes, pose_a, pose_b, &settings, &traced);
    CHECK(memcmp(&plain, &traced, sizeof plain) == 0);
    CHECK(all->used == all->needed && all->needed <= all->capacity);
    const size_t needed = (size_t)all->needed;
    size_t at = 0, rows = 0;
    for (; at < needed; rows++)
        at += (size_t)((const gd_iterate*)(all->rows + at))->length;
    CHECK(at == needed && (double)rows == all->iterates);

    for (int k = 0; k < 8; k++) {
        const size_t capacity =
            k == 0 ? 0 : needed - 1 - (size_t)(random_next() * (double)needed) % needed;
        gd_trace* some = trace_of_size(capacity);
        settings.trace = (double)(uintptr_t)some;
        ask(query, shapes, pose_a, pose_b, &settings, &traced);
        CHECK(memcmp(&plain, &traced, sizeof plain) == 0);
        CHECK(some->needed == all->needed && some->used <= some->capacity);
        CHECK(memcmp(some->rows, all->rows, (size_t)some->used * sizeof(double)) == 0);
        free(some);
    }
    free(all);
}

TEST(trace) {
    random_seed(12);
    const double ellipsoid[] = {GD_KIND_ELLIPSOID, 0.1, 0, 0, 0, 0, 1.0, 2.0, 0.5};
    const double cylinder[] = {GD_KIND_CYLINDER, 0, 0, 0, 0, 0, 1.0, 0.75};
    const double box[] = {GD_KIND_BOX, 0, 0, 0, 0, 0, 1.0, 0.5, 0.25};
    gd_shape* const shapes[] = {make(ellipsoid, 9), make(cylinder, 8), make(box, 9)};
    for (int i = 0; i < 30; i++) {
        const double far = 4.0 * random_next();
        const double pose[7] = {far, 0.3, 0.2, random_next(), random_next(), random_next(), 1.0};
        gd_shape* const pair[] = {shapes[i % 3], shapes[(i / 3) % 3]};
        for (int query = 0; query < TRACE_QUERIES; query++)
            check_query(query, pair, pose);
    }
    for (int i = 0; i < 3; i++)
        gd_shape_destroy(shapes[i]);
}
