/* The WebAssembly module: the library over flat buffers. wasm/ABI.md is its manual. */

/* Extensions may ask for any of them (wasm/lent.mjs). */
#define GD_API extern
#define GD_SHARED extern
#define GD_INTERNAL static __attribute__((unused))

/* Recording is left to an extension: what would call it is dead code, which leaves no import. */
#define GD_UNTRACED
#pragma clang diagnostic ignored "-Wundefined-internal"

#include <malloc.h>
#include <stdlib.h>
#include <string.h>

/* Blocks grow seldom, and double: in place of the allocator's, which is ten times as large. */
GD_SHARED void* host_realloc(void* old, size_t bytes);
__attribute__((noinline)) void* host_realloc(void* old, size_t bytes) {
    void* grown = malloc(bytes);
    if (!grown || !old) return grown;
    const size_t kept = malloc_usable_size(old);
    memcpy(grown, old, kept < bytes ? kept : bytes);
    free(old);
    return grown;
}
#define realloc host_realloc

#include "sources.h"

#include "late.c"

#include "host.c"
#include "single.c"

BATCH(growth_distance, gd_growth_distance, gd_growth_result)
BATCH(collide, gd_collide, gd_collision_result)
BATCH(distance, gd_distance, gd_distance_result)
BATCH(penetration, gd_penetration, gd_penetration_result)
BATCH(signed_distance, gd_signed_distance, gd_signed_result)

SINGLE(growth_distance, gd_growth_distance, gd_growth_result)
SINGLE(collide, gd_collide, gd_collision_result)
SINGLE(distance, gd_distance, gd_distance_result)
SINGLE(penetration, gd_penetration, gd_penetration_result)
SINGLE(signed_distance, gd_signed_distance, gd_signed_result)
