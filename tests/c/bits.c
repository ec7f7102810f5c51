/* Prints a digest of the bits of all results of a scene: the same from every compiler and from the
 * wasm module (tests/determinism.test.js). Usage: bits <scene file>, as tests/bench/native.c reads.
 */
#include "growth_distance.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Two lanes of 32 bits, as JavaScript multiplies them (tests/lib/digest.js). */
static uint32_t lanes[2] = {0x811c9dc5u, 0x9e3779b9u};

static void digest_add(const void* data, size_t bytes) {
    const unsigned char* at = data;
    for (size_t i = 0; i < bytes; i += 4) {
        uint32_t word;
        memcpy(&word, at + i, 4);
        lanes[0] = (lanes[0] ^ word) * 0x01000193u;
        lanes[1] = (lanes[1] ^ word ^ lanes[0] >> 15) * 0x85ebca6bu;
    }
}

static const double* read_shape(const double* at, gd_shape** shape) {
    const size_t length = (size_t)at[0];
    if (gd_shape_create(at + 1, length, shape) != GD_STATUS_OPTIMAL) exit(2);
    return at + 1 + length;
}

int main(int argc, char** argv) {
    FILE* file = argc == 2 ? fopen(argv[1], "rb") : NULL;
    if (!file) return 1;
    fseek(file, 0, SEEK_END);
    const size_t size = (size_t)ftell(file);
    rewind(file);
    double* data = malloc(size + 8);
    if (!data || fread(data, 1, size, file) != size) return 1;
    fclose(file);
    const size_t count = (size_t)data[0];
    const double* at = data + 1;
    for (size_t i = 0; i < count; i++) {
        gd_shape *a, *b;
        at = read_shape(at, &a);
        at = read_shape(at, &b);
        gd_growth_result growth;
        gd_collision_result collision;
        gd_distance_result distance;
        gd_growth_distance(a, at, b, at + 7, NULL, NULL, &growth);
        gd_collide(a, at, b, at + 7, NULL, NULL, &collision);
        gd_penetration_result depth, local;
        gd_signed_result signed_distance;
        const gd_settings incremental = {.tolerance = GD_DEFAULT_TOLERANCE,
                                         .max_iterations = GD_DEFAULT_DEPTH_ITERATIONS,
                                         .method = GD_METHOD_INCREMENTAL};
        gd_distance(a, at, b, at + 7, NULL, NULL, &distance);
        gd_penetration(a, at, b, at + 7, NULL, NULL, &depth);
        gd_penetration(a, at, b, at + 7, &incremental, NULL, &local);
        gd_signed_distance(a, at, b, at + 7, NULL, NULL, &signed_distance);
        digest_add(&growth, sizeof growth);
        digest_add(&collision, sizeof collision);
        digest_add(&distance, sizeof distance);
        digest_add(&depth, sizeof depth);
        digest_add(&local, sizeof local);
        digest_add(&signed_distance, sizeof signed_distance);
        const double velocity[12] = {1, 2, 3, 4, 5, 6, 6, 5, 4, 3, 2, 1};
        gd_growth_gradient_result growth_gradient;
        gd_distance_gradient_result distance_gradient;
        gd_penetration_gradient_result depth_gradient;
        gd_growth_gradient(a, at, b, at + 7, NULL, velocity, NULL, &growth_gradient);
        gd_distance_gradient(a, at, b, at + 7, NULL, NULL, NULL, &distance_gradient);
        gd_penetration_gradient(a, at, b, at + 7, NULL, NULL, NULL, &depth_gradient);
        digest_add(&growth_gradient, sizeof growth_gradient);
        digest_add(&distance_gradient, sizeof distance_gradient);
        digest_add(&depth_gradient, sizeof depth_gradient);
        at += 14;
        gd_shape_destroy(a);
        gd_shape_destroy(b);
    }
    free(data);
    printf("%08x%08x\n", lanes[0], lanes[1]);
    return 0;
}
