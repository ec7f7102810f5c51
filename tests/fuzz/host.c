/* Fuzzes the ABI with arbitrary handles, pointers and lengths: the module's host layer, compiled
 * natively. Its memory is below 4 GB, so that pointers fit into 32 bits as in WebAssembly. Memory
 * outside the blocks is poisoned, so that the address sanitizer reports any access to it. */
#define _GNU_SOURCE
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#include <sanitizer/asan_interface.h>
#define POISONED
#endif
#endif
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#define ARENA_BYTES (UINT32_C(16) << 20)

static uint8_t* arena;
static size_t arena_used;

/* Without the address sanitizer, nothing is poisoned. */
static void arena_open(void* at, size_t bytes) {
#ifdef POISONED
    __asan_unpoison_memory_region(at, bytes);
#else
    (void)at, (void)bytes;
#endif
}

static void arena_close(void* at, size_t bytes) {
#ifdef POISONED
    __asan_poison_memory_region(at, bytes);
#else
    (void)at, (void)bytes;
#endif
}

/* Never returns the same address twice for one input. The next input starts with an empty arena. */
static void* arena_take(size_t alignment, size_t bytes) {
    (void)alignment;
    const size_t start = (arena_used + 63) & ~(size_t)15; /* leave poison between blocks */
    if (start + bytes > ARENA_BYTES) return NULL;
    arena_used = start + bytes;
    arena_open(arena + start, bytes);
    return arena + start;
}

static void arena_give(void* pointer) {
    arena_close(pointer, 16);
}

static void arena_clear(void) {
    if (!arena) {
        arena = mmap(NULL, ARENA_BYTES, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_32BIT, -1, 0);
        if (arena == MAP_FAILED) abort();
    }
    arena_used = 0;
    arena_close(arena, ARENA_BYTES);
}

#define aligned_alloc(alignment, bytes) arena_take(alignment, bytes)
#pragma clang diagnostic ignored "-Wignored-attributes"
#pragma clang diagnostic ignored "-Wunknown-attributes"
#pragma clang diagnostic ignored "-Wmissing-prototypes"
#include "../../wasm/batch.h"

static void host_free(void* pointer) {
    if ((uint8_t*)pointer >= arena && (uint8_t*)pointer < arena + ARENA_BYTES)
        arena_give(pointer);
    else
        (free)(pointer);
}
#define free(pointer) host_free(pointer)
#include "../../wasm/host.c"
#include "../../wasm/pair_call.c"
#include "../../wasm/pair_motion.c"

BATCH(growth_distance, gd_growth_distance, gd_growth_result)
BATCH(collide, gd_collide, gd_collision_result)
BATCH(distance, gd_distance, gd_distance_result)
BATCH(penetration, gd_penetration, gd_penetration_result)
BATCH(signed_distance, gd_signed_distance, gd_signed_result)
PAIR_CALL(growth_distance, gd_growth_distance, gd_growth_result)
PAIR_CALL(distance, gd_distance, gd_distance_result)
PAIR_CALL_INTERSECTS
#undef free
#undef aligned_alloc

#include "fuzz.h"

void host_custom_support(uint32_t id, const double* direction, double* point) {
    set_custom.support(NULL, (double)(id % 64), direction, point);
}

#define KEPT 12

typedef struct state {
    void* block[KEPT];
    uint32_t bytes[KEPT];
    int32_t handle[KEPT];
} state;

/* Draws a pointer: the start of a block, near its start or end, or anywhere. */
static void* draw_pointer(draw* d, const state* s) {
    const uint8_t way = draw_byte(d), which = draw_byte(d) % KEPT;
    const uint32_t start = (uint32_t)(uintptr_t)s->block[which];
    uint32_t at = start;
    if (way > 200)
        at = (uint32_t)draw_word(d);
    else if (way > 150)
        at = start + s->bytes[which] - 8u * (draw_byte(d) % 40);
    else if (way > 100)
        at = start + 8u * (draw_byte(d) % 64);
    else if (way > 90)
        at = start + draw_byte(d);
    if (draw_byte(d) < 8) at = 0;
    void* pointer = (void*)(uintptr_t)at;
    return pointer;
}

static uint32_t draw_count(draw* d) {
    const uint8_t way = draw_byte(d);
    return way < 200 ? way % 6 : way < 240 ? draw_byte(d) : (uint32_t)draw_word(d);
}

static int32_t draw_handle(draw* d, const state* s) {
    const uint8_t way = draw_byte(d);
    return way < 230 ? s->handle[way % KEPT] : (int32_t)draw_word(d);
}

/* Fills a block with doubles: a record, poses, settings with a trace into another block, or
 * arbitrary numbers. */
static void fill(draw* d, state* s) {
    const uint8_t which = draw_byte(d) % KEPT;
    if (!s->block[which]) return;
    double* at = s->block[which];
    const size_t doubles = s->bytes[which] / 8;
    if (!host_holds_doubles(at, doubles)) return; /* released */
    const uint8_t way = draw_byte(d);
    double record[DRAW_RECORD_MAX] = {0};
    size_t length = 0;
    if (way < 96) {
        length = draw_record(d, draw_kinds_3d[draw_byte(d) % DRAW_KINDS_3D], FAMILY_GENERAL, 1.0,
                             record);
    } else if (way < 160) {
        const double settings[8] = {1e-6,
                                    100,
                                    draw_byte(d) % 12,
                                    draw_byte(d) % 3,
                                    0,
                                    0,
                                    0,
                                    draw_byte(d) & 1 ? (double)(uintptr_t)draw_pointer(d, s) : 0.0};
        memcpy(record, settings, sizeof settings);
        length = 8;
    } else if (way < 220) {
        length = 14;
        for (size_t i = 0; i < length; i++)
            record[i] = 4.0 * draw_unit(d) - 2.0;
    } else {
        length = draw_byte(d) % 60;
        for (size_t i = 0; i < length; i++)
            record[i] = draw_any(d);
    }
    memcpy(at, record, 8 * (length < doubles ? length : doubles));
    if (way > 250 || way % 16 == 3) /* handles and indices */
        for (size_t i = 0; i < 2 * doubles && i < 16; i++)
            ((int32_t*)(void*)at)[i] = way & 1 ? draw_handle(d, s) : (int32_t)(draw_byte(d) % 4);
}

#define BATCH_ARGUMENTS                                                                            \
    draw_byte(d) % 5, draw_pointer(d, s), draw_count(d), draw_pointer(d, s), draw_pointer(d, s),   \
        draw_count(d), draw_pointer(d, s), draw_pointer(d, s), draw_pointer(d, s)

static void step(draw* d, state* s) {
    const uint8_t slot = draw_byte(d) % KEPT;
    switch (draw_byte(d) % 18) {
    case 0:
    case 1: {
        const uint32_t bytes =
            draw_byte(d) < 250 ? 8u * (1 + draw_byte(d)) : (uint32_t)draw_word(d);
        s->block[slot] = module_alloc(bytes);
        s->bytes[slot] = s->block[slot] ? bytes : 0;
        break;
    }
    case 2: {
        const int released = module_release(s->block[slot]);
        REQUIRE(released == 0 || released == GD_ERROR_BUFFER);
        REQUIRE(module_release(s->block[slot]) == GD_ERROR_BUFFER);
        break;
    }
    case 3:
    case 4:
    case 5: fill(d, s); break;
    case 6:
    case 7: {
        const int32_t handle = module_shape_create(draw_pointer(d, s), 6 + draw_count(d));
        if (handle > 0) s->handle[slot] = handle;
        break;
    }
    case 8: {
        const int32_t handle = draw_handle(d, s);
        module_shape_destroy(handle);
        REQUIRE(module_shape_destroy(handle) == GD_ERROR_HANDLE);
        REQUIRE(!host_shape(handle));
        break;
    }
    case 9: module_shape_describe(draw_handle(d, s), draw_pointer(d, s)); break;
    case 10: {
        void* in = draw_pointer(d, s);
        module_shape_support(draw_handle(d, s), in, draw_count(d), draw_pointer(d, s));
        module_shape_contains(draw_handle(d, s), in);
        module_shape_center(draw_handle(d, s), in);
        break;
    }
    case 11: module_shape_bounds(draw_handle(d, s), draw_pointer(d, s), draw_pointer(d, s)); break;
    case 12: module_shape_surface(draw_handle(d, s), draw_pointer(d, s), draw_pointer(d, s)); break;
    case 13: module_growth_distance(BATCH_ARGUMENTS); break;
    case 14: module_collide(BATCH_ARGUMENTS); break;
    case 15: module_distance(BATCH_ARGUMENTS); break;
    case 16: module_penetration(BATCH_ARGUMENTS); break;
    default:
        s->block[0] = module_argument_block();
        s->bytes[0] = s->block[0] ? sizeof(argument_block) : 0;
        module_pair_growth_distance(draw_handle(d, s), draw_handle(d, s), draw_byte(d) & 1,
                                    draw_pointer(d, s));
        module_pair_distance(draw_handle(d, s), draw_handle(d, s), draw_byte(d) & 1,
                             draw_pointer(d, s));
        module_pair_intersects(draw_handle(d, s), draw_handle(d, s), draw_byte(d) & 1,
                               draw_pointer(d, s));
        module_pair_cast_shape(draw_handle(d, s), draw_handle(d, s), draw_byte(d) & 1,
                               draw_pointer(d, s));
        module_pair_time_of_impact(draw_handle(d, s), draw_handle(d, s), draw_byte(d) & 1,
                                   draw_pointer(d, s));
        module_pair_stays_apart(draw_handle(d, s), draw_handle(d, s), draw_byte(d) & 1,
                                draw_pointer(d, s));
        module_cast_ray(draw_handle(d, s), draw_byte(d) & 1);
        module_motion_between(draw_byte(d) % 5, draw_pointer(d, s), draw_pointer(d, s),
                              draw_pointer(d, s));
        break;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    draw d = {.bytes = data, .left = size};
    state s = {0};
    arena_clear();
    arguments = NULL;
    block_kept = NULL;
    block_count = 0;
    block_last = block_before = (block){0, 0};
    for (int i = 0; i < 200 && d.left > 0; i++)
        step(&d, &s);
    for (uint32_t i = 0; i < slot_count; i++)
        if (slots[i].shape)
            REQUIRE(module_shape_destroy((int32_t)(slots[i].generation << SLOT_BITS | i)) == 0);
    REQUIRE(module_shape_count() == 0);
    return 0;
}
