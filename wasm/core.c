/* The WebAssembly module: the library over flat buffers. wasm/ABI.md is its manual. */

/* Extensions may ask for any of them (wasm/lent.mjs). What they share is there once: inlined as
 * well it would be there twice. */
#define GD_API extern
#define GD_SHARED extern __attribute__((noinline))
#define GD_INTERNAL static __attribute__((unused))

/* Recording is left to an extension: what would call it is dead code, which leaves no import. */
#define GD_UNTRACED
#pragma clang diagnostic ignored "-Wundefined-internal"

#include <malloc.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "lent.h"

/* What the library copies and clears is short; the C library's functions, made for long runs, are
 * four times as large. Extensions borrow these, too. */
typedef uint64_t word __attribute__((aligned(1), may_alias));
#define PLAIN __attribute__((no_builtin("memcpy", "memmove", "memset"), minsize))

/* Forwards, for memmove, too. */
PLAIN void* memcpy(void* to, const void* from, size_t bytes) {
    char* t = to;
    const char* f = from;
    for (; bytes >= 8; bytes -= 8, t += 8, f += 8)
        *(word*)t = *(const word*)f;
    while (bytes--)
        *t++ = *f++;
    return to;
}

PLAIN void* memmove(void* to, const void* from, size_t bytes) {
    char* t = to;
    const char* f = from;
    if ((uintptr_t)t - (uintptr_t)f >= bytes) return memcpy(to, from, bytes);
    for (; bytes >= 8; bytes -= 8)
        *(word*)(t + bytes - 8) = *(const word*)(f + bytes - 8);
    while (bytes--)
        t[bytes] = f[bytes];
    return to;
}

PLAIN void* memset(void* to, int byte, size_t bytes) {
    char* t = to;
    const uint64_t eight = (uint8_t)byte * UINT64_C(0x0101010101010101);
    for (; bytes >= 8; bytes -= 8, t += 8)
        *(word*)t = eight;
    while (bytes--)
        *t++ = (char)byte;
    return to;
}

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

SINGLE(growth_distance, gd_growth_distance, gd_growth_result)
SINGLE(collide, gd_collide, gd_collision_result)
