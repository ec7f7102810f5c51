/* The benchmark's native side: reads a scene written by bench.js, runs it in rounds, prints the
 * median nanoseconds a query. Usage: bench <scene file> <rounds>
 *
 * A scene is doubles: pair count, then for each pair the length and the doubles of both records,
 * then both poses (7 doubles each). */
#include "growth_distance.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

typedef struct item {
    gd_shape *a, *b;
    double pose_a[7], pose_b[7];
} item;

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

static const double* read_shape(const double* at, gd_shape** shape) {
    const size_t length = (size_t)at[0];
    if (gd_shape_create(at + 1, length, shape) != GD_STATUS_OPTIMAL) exit(2);
    return at + 1 + length;
}

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return 1e9 * (double)t.tv_sec + (double)t.tv_nsec;
}

static int compare(const void* left, const void* right) {
    const double a = *(const double*)left, b = *(const double*)right;
    return (a > b) - (a < b);
}

int main(int argc, char** argv) {
    if (argc != 3) return 1;
    size_t size;
    double* data = read_file(argv[1], &size);
    if (!data || size < 1) return 1;
    const size_t count = (size_t)data[0], rounds = (size_t)atoi(argv[2]);
    item* items = malloc(count * sizeof *items);
    double* times = malloc(rounds * sizeof *times);
    if (!items || !times || rounds == 0) return 1;
    const double* at = data + 1;
    for (size_t i = 0; i < count; i++) {
        at = read_shape(at, &items[i].a);
        at = read_shape(at, &items[i].b);
        for (int k = 0; k < 7; k++)
            items[i].pose_a[k] = *at++;
        for (int k = 0; k < 7; k++)
            items[i].pose_b[k] = *at++;
    }
    double iterations = 0.0;
    const size_t repeats = 1 + 20000 / count;
    for (size_t round = 0; round < rounds + 1; round++) { /* the first warms up */
        const double start = now();
        iterations = 0.0;
        for (size_t k = 0; k < repeats; k++)
            for (size_t i = 0; i < count; i++) {
                gd_growth_result result;
                gd_growth_distance(items[i].a, items[i].pose_a, items[i].b, items[i].pose_b, NULL,
                                   NULL, &result);
                iterations += result.iterations;
            }
        if (round > 0) times[round - 1] = (now() - start) / (double)(repeats * count);
    }
    qsort(times, rounds, sizeof *times, compare);
    printf("%.3f %.6f\n", times[rounds / 2], iterations / (double)(repeats * count));
    for (size_t i = 0; i < count; i++) {
        gd_shape_destroy(items[i].a);
        gd_shape_destroy(items[i].b);
    }
    free(items);
    free(times);
    free(data);
    return 0;
}
