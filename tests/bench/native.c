/* The native program of the benchmark. It reads a scene written by bench.js. For every number k on
 * standard input it runs all queries k times and prints the nanoseconds per query.
 * Usage: bench <scene file> <query> <dimension>; the queries are in the table below
 *
 * A scene is a list of doubles: the number of pairs, then the pairs. A pair is the length and the
 * doubles of both records, and both poses (7 doubles each, in 2D 3). For cast, ray and impact a
 * gd_cast, gd_ray (against A) or gd_motion follows. The first line of output is a digest of all
 * bits of the results, as subjects.js computes it.
 *
 * scan, climb and find look up the support vertex of hull A. The direction is the vector part of
 * the quaternion in A's pose. scan compares all vertices, climb starts from the previous vertex,
 * and find uses the library's lookup. */
#include "growth_distance.h"
#include "shapes/hull_lookup.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct item {
    gd_shape *a, *b;
    const double *pose_a, *pose_b, *motion;
} item;

typedef union result {
    gd_growth_result growth;
    gd_collision_result collision;
    gd_distance_result distance;
    gd_penetration_result penetration;
    gd_cast_result cast;
    gd_ray_result ray;
    double vertex;
} result;

typedef struct query {
    const char* name;
    size_t size;
    void (*run)(const item*, result*);
    size_t motion; /* doubles after the poses of a pair */
} query;

static void run_growth(const item* i, result* out) {
    gd_growth_distance(&(gd_query){i->a, i->pose_a, i->b, i->pose_b, NULL, NULL}, &out->growth);
}
static void run_collide(const item* i, result* out) {
    gd_collide(&(gd_query){i->a, i->pose_a, i->b, i->pose_b, NULL, NULL}, &out->collision);
}
static void run_distance(const item* i, result* out) {
    gd_distance(&(gd_query){i->a, i->pose_a, i->b, i->pose_b, NULL, NULL}, &out->distance);
}
static void run_penetration(const item* i, result* out) {
    gd_penetration(&(gd_query){i->a, i->pose_a, i->b, i->pose_b, NULL, NULL}, &out->penetration);
}

static void run_cast(const item* i, result* out) {
    gd_cast_shape(&(gd_query){i->a, i->pose_a, i->b, i->pose_b, NULL, NULL},
                  (const gd_cast*)(const void*)i->motion, &out->cast);
}
static void run_ray(const item* i, result* out) {
    gd_cast_ray(i->a, i->pose_a, (const gd_ray*)(const void*)i->motion, NULL, &out->ray);
}
static void run_impact(const item* i, result* out) {
    gd_time_of_impact(&(gd_query){i->a, i->pose_a, i->b, i->pose_b, NULL, NULL},
                      (const gd_motion*)(const void*)i->motion, &out->cast);
}

static vec3 direction(const item* i) {
    return make3(i->pose_a[3], i->pose_a[4], i->pose_a[5]);
}
static void run_scan(const item* i, result* out) {
    const gd_shape* shape = i->a;
    out->vertex =
        vertices_scan(shape->vertices.corners, shape->vertices.padded_count, direction(i));
}
static void run_climb(const item* i, result* out) {
    static uint32_t last;
    const gd_hull* hull = i->a->hull;
    last = gd_hull_support(hull, direction(i), last < hull->vertex_count ? last : 0);
    out->vertex = last;
}
static void run_find(const item* i, result* out) {
    if (i->a->vertices.cells) {
        const vec3 n = direction(i);
        out->vertex = mesh_support(i->a, n.x, n.y, n.z, GD_NO_HINT);
    } else {
        run_scan(i, out);
    }
}

static const query queries[] = {
    {"growth", sizeof(gd_growth_result), run_growth, 0},
    {"collide", sizeof(gd_collision_result), run_collide, 0},
    {"distance", sizeof(gd_distance_result), run_distance, 0},
    {"penetration", sizeof(gd_penetration_result), run_penetration, 0},
    {"cast", sizeof(gd_cast_result), run_cast, sizeof(gd_cast) / sizeof(double)},
    {"ray", sizeof(gd_ray_result), run_ray, sizeof(gd_ray) / sizeof(double)},
    {"impact", sizeof(gd_cast_result), run_impact, sizeof(gd_motion) / sizeof(double)},
    {"scan", sizeof(double), run_scan, 0},
    {"climb", sizeof(double), run_climb, 0},
    {"find", sizeof(double), run_find, 0},
};

static double* read_file(const char* path, size_t* count) {
    FILE* file = fopen(path, "rb");
    if (!file) return NULL;
    fseek(file, 0, SEEK_END);
    *count = (size_t)ftell(file) / sizeof(double);
    rewind(file);
    double* data = malloc(*count * sizeof *data);
    if (data && fread(data, sizeof *data, *count, file) != *count) *count = 0;
    fclose(file);
    return data;
}

/* The shapes made so far. Equal records share a shape. */
typedef struct known {
    const double* record;
    gd_shape* shape;
} known;

static size_t known_count;

static const double* read_shape(const double* at, known* shapes, gd_shape** shape) {
    const size_t length = (size_t)at[0], bytes = (length + 1) * sizeof *at;
    for (size_t i = 0; i < known_count; i++)
        if (shapes[i].record[0] == at[0] && memcmp(shapes[i].record, at, bytes) == 0) {
            *shape = shapes[i].shape;
            return at + 1 + length;
        }
    if (gd_shape_create(at + 1, length, shape) != GD_STATUS_OPTIMAL) exit(2);
    shapes[known_count++] = (known){at, *shape};
    return at + 1 + length;
}

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return 1e9 * (double)t.tv_sec + (double)t.tv_nsec;
}

static uint32_t digest(const query* q, const item* items, size_t count) {
    uint32_t hash = UINT32_C(0x811c9dc5), word;
    for (size_t i = 0; i < count; i++) {
        result out;
        memset(&out, 0, sizeof out);
        q->run(&items[i], &out);
        for (size_t k = 0; k < q->size; k += sizeof word) {
            memcpy(&word, (const char*)&out + k, sizeof word);
            hash = (hash ^ word) * UINT32_C(0x01000193);
        }
    }
    return hash;
}

int main(int argc, char** argv) {
    if (argc != 4) return 1;
    const query* q = NULL;
    for (size_t i = 0; i < sizeof queries / sizeof *queries; i++)
        if (strcmp(argv[2], queries[i].name) == 0) q = &queries[i];
    size_t size;
    double* data = read_file(argv[1], &size);
    if (!q || !data || size < 1) return 1;
    const size_t stride = strcmp(argv[3], "3") == 0 ? 7 : 3, count = (size_t)data[0];
    item* items = malloc(count * sizeof *items);
    known* shapes = malloc(2 * count * sizeof *shapes);
    if (!items || !shapes) return 1;
    const double* at = data + 1;
    for (size_t i = 0; i < count; i++) {
        at = read_shape(at, shapes, &items[i].a);
        at = read_shape(at, shapes, &items[i].b);
        items[i].pose_a = at;
        items[i].pose_b = at + stride;
        items[i].motion = at + 2 * stride;
        at += 2 * stride + q->motion;
    }
    printf("%08x\n", digest(q, items, count));
    fflush(stdout);
    unsigned long repeats;
    while (scanf("%lu", &repeats) == 1) {
        result out;
        const double start = now();
        for (unsigned long k = 0; k < repeats; k++)
            for (size_t i = 0; i < count; i++)
                q->run(&items[i], &out);
        printf("%.3f\n", (now() - start) / (double)(repeats * count));
        fflush(stdout);
    }
    for (size_t i = 0; i < known_count; i++)
        gd_shape_destroy(shapes[i].shape);
    free(shapes);
    free(items);
    free(data);
    return 0;
}
