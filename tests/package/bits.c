/* Prints a digest of the bits of all results, part by part, and the number of results. Every
 * compiler and the WebAssembly module must give the same digests; tests/lib/digest.js runs the same
 * queries in the same order.
 *
 * Usage: bits <file>. The file contains pairs of any dimension, in the format of
 * tests/bench/native.c. 2D and 3D pairs run every query, other pairs the queries of any dimension.
 * The first 2D and 3D shapes are also the bodies of two worlds. */
#include "growth_distance.h"
#include "growth_distance_world.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BODIES 24      /* of a scene */
#define DIMENSIONS 8   /* at most */
#define POSE_DOUBLES 8 /* at most */

/* Two lanes of 32 bits, as JavaScript multiplies them. */
static uint32_t lanes[2] = {0x811c9dc5u, 0x9e3779b9u};
static size_t results;

static void digest_add(const void* data, size_t bytes) {
    const unsigned char* at = data;
    for (size_t i = 0; i < bytes; i += 4) {
        uint32_t word;
        memcpy(&word, at + i, 4);
        lanes[0] = (lanes[0] ^ word) * 0x01000193u;
        lanes[1] = (lanes[1] ^ word ^ lanes[0] >> 15) * 0x85ebca6bu;
    }
}

static void digest_result(const void* data, size_t bytes) {
    digest_add(data, bytes);
    results++;
}
#define RESULT(record) digest_result(&(record), sizeof(record))

/* ---- pairs --------------------------------------------------------------------------------- */

typedef struct posed {
    gd_shape* shape;
    double pose[POSE_DOUBLES];
    int dimension;
} posed;

static int pose_doubles(int dimension) {
    return dimension == 3 ? 7 : dimension == 2 ? 3 : dimension;
}

static const double* read_shape(const double* at, posed* x) {
    const size_t length = (size_t)at[0];
    gd_shape_info info;
    if (gd_shape_create(at + 1, length, &x->shape) != GD_STATUS_OPTIMAL) exit(2);
    gd_shape_describe(x->shape, &info);
    x->dimension = (int)info.dimension;
    return at + 1 + length;
}

static const double* read_pose(const double* at, posed* x) {
    const int count = pose_doubles(x->dimension);
    memcpy(x->pose, at, (size_t)count * sizeof *at);
    return at + count;
}

static const gd_settings with_simplex = {
    .tolerance = GD_DEFAULT_TOLERANCE, .max_iterations = GD_DEFAULT_MAX_ITERATIONS, .simplex = 1.0};

static void ask_pair(const posed* a, const posed* b) {
    const gd_settings incremental = {.tolerance = GD_DEFAULT_TOLERANCE,
                                     .max_iterations = GD_DEFAULT_DEPTH_ITERATIONS,
                                     .method = GD_METHOD_INCREMENTAL};
    gd_growth_result growth;
    gd_collision_result collision;
    gd_distance_result distance;
    gd_penetration_result depth, local;
    gd_signed_result both;
    gd_growth_distance(&(gd_query){a->shape, a->pose, b->shape, b->pose, NULL, NULL}, &growth);
    gd_collide(&(gd_query){a->shape, a->pose, b->shape, b->pose, NULL, NULL}, &collision);
    gd_distance(&(gd_query){a->shape, a->pose, b->shape, b->pose, &with_simplex, NULL}, &distance);
    gd_penetration(&(gd_query){a->shape, a->pose, b->shape, b->pose, NULL, NULL}, &depth);
    gd_penetration(&(gd_query){a->shape, a->pose, b->shape, b->pose, &incremental, NULL}, &local);
    gd_signed_distance(&(gd_query){a->shape, a->pose, b->shape, b->pose, NULL, NULL}, &both);
    RESULT(growth);
    RESULT(collision);
    RESULT(distance);
    RESULT(depth);
    RESULT(local);
    RESULT(both);
}

static void ask_gradients(const posed* a, const posed* b) {
    const double velocity[12] = {1, 2, 3, 4, 5, 6, 6, 5, 4, 3, 2, 1};
    const gd_query pair = {a->shape, a->pose, b->shape, b->pose, NULL, NULL};
    gd_jacobians jacobians;
    gd_growth_gradient_result growth;
    gd_distance_gradient_result distance;
    gd_penetration_gradient_result depth;
    gd_growth_gradient(&pair, velocity, &jacobians, &growth);
    RESULT(growth);
    RESULT(jacobians);
    gd_distance_gradient(&(gd_query){a->shape, a->pose, b->shape, b->pose, &with_simplex, NULL},
                         NULL, NULL, &distance);
    RESULT(distance);
    gd_penetration_gradient(&pair, NULL, &jacobians, &depth);
    RESULT(depth);
    RESULT(jacobians);
}

/* B flies through A. The ray starts at B. */
static void ask_motions(const posed* a, const posed* b) {
    const gd_query pair = {a->shape, a->pose, b->shape, b->pose, NULL, NULL};
    gd_cast cast = {.min_time = -1.0, .max_time = 2.0};
    gd_ray ray = {.max_time = (double)INFINITY};
    gd_motion motion = {
        .angular_a = {1.0, -2.0, 0.5}, .angular_b = {-0.5, 1.5, 1.0}, .max_time = 1.0};
    for (int k = 0; k < a->dimension; k++) {
        const double way = a->pose[k] - b->pose[k];
        cast.displacement[k] = 2.0 * way;
        ray.origin[k] = b->pose[k];
        ray.direction[k] = way;
        motion.velocity_b[k] = 1.5 * way;
    }
    gd_cast_gradient_result gradient;
    gd_ray_result hit;
    gd_cast_result impact;
    gd_cast_gradient(&pair, &cast, &gradient);
    gd_cast_ray(a->shape, a->pose, &ray, NULL, &hit);
    gd_time_of_impact(&pair, &motion, &impact);
    RESULT(gradient);
    RESULT(hit);
    RESULT(impact);
}

/* Generalized distance measured by A's shape at the origin: of B, and from A to B. */
static void ask_any_dimension(const posed* a, const posed* b, double* workspace) {
    const size_t vector = (size_t)a->dimension * sizeof(double);
    double origin[POSE_DOUBLES] = {0}, vectors[4 * DIMENSIONS];
    if (a->dimension == 3) origin[6] = 1.0;
    gd_growth_n_result growth;
    gd_growth_distance_n(&(gd_query){a->shape, a->pose, b->shape, b->pose, NULL, NULL}, workspace,
                         &growth, vectors);
    RESULT(growth);
    digest_add(vectors, 4 * vector);
    gd_collision_n_result collision;
    gd_collide_n(&(gd_query){a->shape, a->pose, b->shape, b->pose, NULL, NULL}, workspace,
                 &collision, vectors);
    RESULT(collision);
    digest_add(vectors, 2 * vector);
    for (int i = 0; i < 2; i++) {
        gd_generalized_result general;
        gd_generalized_distance(&(gd_query){a->shape, origin, b->shape, b->pose, NULL, NULL},
                                i == 0 ? NULL : a->shape, a->pose, workspace, &general, vectors);
        RESULT(general);
        digest_add(vectors, 4 * vector);
    }
}

/* ---- scenes -------------------------------------------------------------------------------- */

typedef struct bodies {
    posed item[BODIES];
    int count;
} bodies;

/* Doubles of a row of each query's columns: a distance's are without its simplex. */
static const size_t columns[GD_WORLD_SIGNED + 1] = {
    sizeof(gd_growth_result) / sizeof(double), sizeof(gd_collision_result) / sizeof(double),
    sizeof(gd_distance_result) / sizeof(double) - 25,
    sizeof(gd_penetration_result) / sizeof(double), sizeof(gd_signed_result) / sizeof(double)};

/* Two frames, the second of which starts where the first one ended. */
static void ask_scene(int dimension, const bodies* kept) {
    gd_world* scene;
    if (gd_world_create(dimension, &scene) != GD_STATUS_OPTIMAL) exit(3);
    for (int i = 0; i < kept->count; i++)
        if (gd_world_add(scene, kept->item[i].shape, kept->item[i].pose, 1, 1) != i) exit(3);
    for (int frame = 0; frame < 2; frame++) {
        if (gd_world_find(scene, 0.5) < 0) exit(3);
        for (gd_world_query query = GD_WORLD_GROWTH; query <= GD_WORLD_SIGNED; query++) {
            const int32_t rows = gd_world_ask(scene, query, GD_WORLD_FOUND, NULL, 0, 1);
            if (rows < 0) exit(3);
            const gd_world_array array = GD_WORLD_ARRAY_COLUMNS + query;
            digest_add(gd_world_at(scene, array),
                       columns[query] * gd_world_room(scene, array) * sizeof(double));
            results += (size_t)rows;
        }
        double* poses = gd_world_at(scene, GD_WORLD_ARRAY_POSES);
        for (int i = 0; i < kept->count; i++)
            poses[i * pose_doubles(dimension)] += 0.0625 * (i % 3);
    }
    gd_world_destroy(scene);
}

/* Whether the pair's shapes live on as bodies. */
static bool keep(bodies* kept, const posed* a, const posed* b) {
    if (a->dimension > 3 || kept[a->dimension].count == BODIES) return false;
    kept[a->dimension].item[kept[a->dimension].count++] = *a;
    kept[a->dimension].item[kept[a->dimension].count++] = *b;
    return true;
}

/* ---- the part ------------------------------------------------------------------------------ */

static void ask_part(const double* at, double* workspace) {
    bodies kept[4] = {0};
    const size_t count = (size_t)*at++;
    for (size_t i = 0; i < count; i++) {
        posed a, b;
        at = read_shape(at, &a);
        at = read_shape(at, &b);
        at = read_pose(at, &a);
        at = read_pose(at, &b);
        if (a.dimension <= 3) {
            ask_pair(&a, &b);
            ask_gradients(&a, &b);
            ask_motions(&a, &b);
        }
        ask_any_dimension(&a, &b, workspace);
        if (keep(kept, &a, &b)) continue;
        gd_shape_destroy(a.shape);
        gd_shape_destroy(b.shape);
    }
    for (int dimension = 2; dimension <= 3; dimension++) {
        ask_scene(dimension, &kept[dimension]);
        for (int i = 0; i < kept[dimension].count; i++)
            gd_shape_destroy(kept[dimension].item[i].shape);
    }
}

int main(int argc, char** argv) {
    FILE* file = argc == 2 ? fopen(argv[1], "rb") : NULL;
    if (!file) return 1;
    fseek(file, 0, SEEK_END);
    const size_t size = (size_t)ftell(file);
    rewind(file);
    double* data = malloc(size + 8);
    double* workspace = malloc(gd_workspace(DIMENSIONS) * sizeof *workspace);
    if (!data || !workspace || fread(data, 1, size, file) != size) return 1;
    fclose(file);
    ask_part(data, workspace);
    free(workspace);
    free(data);
    printf("%08x%08x %zu\n", lanes[0], lanes[1], results);
    return 0;
}
