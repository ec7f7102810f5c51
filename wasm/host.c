/* Exports that both modules share: memory blocks and shape handles. Also the checks of arguments
 * that every query uses. */
#include "batch.h"
#include "nd/support_nd.h"
#include "shapes/shape.h"

#include <stdlib.h>

#ifdef __wasm__
/* ---- memory growth ----------------------------------------------------------------------- */

int __real_emscripten_resize_heap(size_t bytes);
int __wrap_emscripten_resize_heap(size_t bytes);

/* Replaces the C library's function by the linker's --wrap; the allocator calls it for more memory.
 * Growing by single pages takes 848 growths for 150,000 boxes, and the engine collects garbage at
 * each. So memory grows by a quarter and at least 1 MB, or near the maximum by what is needed. */
int __wrap_emscripten_resize_heap(size_t bytes) {
    const size_t now = __builtin_wasm_memory_size(0) * (size_t)65536;
    const size_t step = now / 4 > (size_t)1 << 20 ? now / 4 : (size_t)1 << 20;
    if (now + step > bytes && __real_emscripten_resize_heap(now + step)) return 1;
    return __real_emscripten_resize_heap(bytes);
}
#endif

/* ---- memory blocks of the host ----------------------------------------------------------- */

typedef struct block {
    uint32_t start, end;
} block;

static block* blocks; /* sorted by start */
static uint32_t block_count, block_capacity;
static block block_last,
    block_before;        /* blocks of the two previous searches; the next pointer is often in one */
static void* block_kept; /* the argument block, which release refuses */

/* Index of the first block that starts after an address. */
static GD_NOINLINE uint32_t block_after(uint32_t address) {
    uint32_t low = 0, high = block_count;
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if (blocks[middle].start <= address)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Whether a buffer lies inside one block. alignment is a power of two. */
static GD_NOINLINE bool block_holds(const void* pointer, uint64_t bytes, uint32_t alignment) {
    const uint32_t start = (uint32_t)(uintptr_t)pointer;
    const uint64_t end = start + bytes;
    if (start & (alignment - 1)) return false;
    if (start >= block_last.start && end <= block_last.end) return true;
    if (start >= block_before.start && end <= block_before.end) return true;
    const uint32_t i = block_after(start);
    if (i == 0 || end > blocks[i - 1].end) return false;
    block_before = block_last;
    block_last = blocks[i - 1];
    return true;
}

bool host_holds_doubles(const void* pointer, uint64_t count) {
    return block_holds(pointer, 8 * count, 8);
}
static bool holds_integers(const void* pointer, uint64_t count) {
    return block_holds(pointer, 4 * count, 4);
}

void* EXPORT(alloc)(uint32_t bytes) {
    if (bytes == 0 || bytes > UINT32_C(1) << 30) return NULL;
    if (block_count == block_capacity) {
        const uint32_t capacity = block_capacity ? 2 * block_capacity : 16;
        block* grown = realloc(blocks, capacity * sizeof *blocks);
        if (!grown) return NULL;
        blocks = grown;
        block_capacity = capacity;
    }
    const uint32_t size = (bytes + 15) & ~UINT32_C(15);
    void* pointer = aligned_alloc(16, size);
    if (!pointer) return NULL;
    memset(pointer, 0, size);
    const uint32_t start = (uint32_t)(uintptr_t)pointer, i = block_after(start);
    memmove(blocks + i + 1, blocks + i, (block_count - i) * sizeof *blocks);
    blocks[i] = (block){start, start + bytes};
    block_count++;
    return pointer;
}

int EXPORT(release)(void* pointer) {
    const uint32_t start = (uint32_t)(uintptr_t)pointer, i = block_after(start);
    if (i == 0 || blocks[i - 1].start != start || pointer == block_kept) return GD_ERROR_BUFFER;
    memmove(blocks + i - 1, blocks + i, (block_count - i) * sizeof *blocks);
    block_count--;
    block_last = block_before = (block){0, 0};
    free(pointer);
    return GD_STATUS_OPTIMAL;
}

/* ---- custom shapes ----------------------------------------------------------------------- */

/* Support function of the host's custom shapes: see ABI.md. The host reads direction and overwrites
 * point, three doubles each; before the call point contains the shape's centre. The arguments are
 * integers, because V8 allocates an object for every double argument (40 ns per call for four). */
__attribute__((import_module("env"), import_name("custom_support"))) void
host_custom_support(uint32_t id, const double* direction, double* point);

static void custom_ask(void* context, double id, const double direction[3], double point[3]) {
    (void)context;
    host_custom_support((uint32_t)id, direction, point);
}

/* ---- shape handles ----------------------------------------------------------------------- */

/* A handle is the index of a slot and its generation. Every reuse changes the generation, so that a
 * stale handle is detected. Free slots form a queue, which reuses each as late as possible. */
#define SLOT_BITS 20
#define SLOT_MASK ((UINT32_C(1) << SLOT_BITS) - 1)
#ifndef SLOT_LIMIT /* tests build with fewer */
#define SLOT_LIMIT (UINT32_C(1) << SLOT_BITS)
#endif
#define GENERATION_LIMIT (UINT32_C(1) << (31 - SLOT_BITS))
#define SLOT_NONE UINT32_MAX

typedef struct slot {
    gd_shape* shape; /* NULL when free */
    uint32_t generation;
    uint32_t next_free;
} slot;

static slot* slots;
static uint32_t slot_count, slot_capacity, slots_alive;
static uint32_t free_first = SLOT_NONE, free_last = SLOT_NONE;

const gd_shape* host_shape(int32_t handle) {
    const uint32_t i = (uint32_t)handle & SLOT_MASK;
    if (handle <= 0 || i >= slot_count) return NULL;
    return slots[i].generation == (uint32_t)handle >> SLOT_BITS ? slots[i].shape : NULL;
}

/* Returns a free slot, or SLOT_NONE if there is no memory for one. */
static uint32_t slot_take(void) {
    if (free_first != SLOT_NONE) {
        const uint32_t i = free_first;
        free_first = slots[i].next_free;
        if (free_first == SLOT_NONE) free_last = SLOT_NONE;
        return i;
    }
    if (slot_count == SLOT_LIMIT) return SLOT_NONE;
    if (slot_count == slot_capacity) {
        const uint32_t capacity = slot_capacity ? 2 * slot_capacity : 64;
        slot* grown = realloc(slots, capacity * sizeof *slots);
        if (!grown) return SLOT_NONE;
        slots = grown;
        slot_capacity = capacity;
    }
    slots[slot_count] = (slot){NULL, 1, SLOT_NONE};
    return slot_count++;
}

static void slot_give(uint32_t i) {
    slots[i].shape = NULL;
    slots[i].next_free = SLOT_NONE;
    slots[i].generation = slots[i].generation + 1 == GENERATION_LIMIT ? 1 : slots[i].generation + 1;
    if (free_last == SLOT_NONE)
        free_first = i;
    else
        slots[free_last].next_free = i;
    free_last = i;
}

int EXPORT(shape_create)(const double* record, uint32_t length) {
    if (!host_holds_doubles(record, length)) return GD_ERROR_BUFFER;
    gd_shape* shape;
    const gd_custom custom = {custom_ask, NULL};
    const gd_status status = gd_shape_create_custom(record, length, &custom, &shape);
    if (status != GD_STATUS_OPTIMAL) return status;
    const uint32_t i = slot_take();
    if (i == SLOT_NONE) {
        gd_shape_destroy(shape);
        return GD_ERROR_MEMORY;
    }
    slots[i].shape = shape;
    slots_alive++;
    return (int)(slots[i].generation << SLOT_BITS | i);
}

/* Number of destroyed shapes. While it does not change, all live handles stay alive. */
static uint32_t shapes_destroyed;

int EXPORT(shape_destroy)(int32_t handle) {
    if (!host_shape(handle)) return GD_ERROR_HANDLE;
    shapes_destroyed++;
    const uint32_t i = (uint32_t)handle & SLOT_MASK;
    gd_shape_destroy(slots[i].shape);
    slot_give(i);
    slots_alive--;
    return GD_STATUS_OPTIMAL;
}

uint32_t EXPORT(shape_count)(void) {
    return slots_alive;
}

/* ---- properties of a shape --------------------------------------------------------------- */

int EXPORT(shape_describe)(int32_t handle, gd_shape_info* out) {
    const gd_shape* shape = host_shape(handle);
    if (!shape) return GD_ERROR_HANDLE;
    if (!host_holds_doubles(out, sizeof *out / 8)) return GD_ERROR_BUFFER;
    gd_shape_describe(shape, out);
    return GD_STATUS_OPTIMAL;
}

/* Evaluates count directions and stops at the first with an error. */
int EXPORT(shape_support)(int32_t handle, const double* directions, uint32_t count, double* out) {
    const gd_shape* shape = host_shape(handle);
    if (!shape) return GD_ERROR_HANDLE;
    const uint32_t stride = (uint32_t)support_nd_dimension(shape), step = stride > 3 ? stride : 3;
    if (!host_holds_doubles(directions, (uint64_t)stride * count) ||
        !host_holds_doubles(out, (uint64_t)step * count))
        return GD_ERROR_BUFFER;
    for (uint32_t i = 0; i < count; i++) {
        const gd_status status =
            gd_shape_support(shape, directions + (size_t)i * stride, out + (size_t)i * step);
        if (status != GD_STATUS_OPTIMAL) return status;
    }
    return GD_STATUS_OPTIMAL;
}

int EXPORT(shape_center)(int32_t handle, double* out) {
    const gd_shape* shape = host_shape(handle);
    if (!shape) return GD_ERROR_HANDLE;
    if (!host_holds_doubles(out, (uint64_t)support_nd_dimension(shape))) return GD_ERROR_BUFFER;
    gd_shape_center(shape, out);
    return GD_STATUS_OPTIMAL;
}

int EXPORT(shape_bounds)(int32_t handle, const double* pose, double* out) {
    const gd_shape* shape = host_shape(handle);
    if (!shape) return GD_ERROR_HANDLE;
    if (!host_holds_doubles(pose, shape->dimension == 3 ? 7 : 3) || !host_holds_doubles(out, 6))
        return GD_ERROR_BUFFER;
    return gd_shape_bounds(shape, pose, out);
}

int EXPORT(shape_contains)(int32_t handle, const double* point) {
    const gd_shape* shape = host_shape(handle);
    if (!shape) return GD_ERROR_HANDLE;
    if (!host_holds_doubles(point, (uint64_t)shape->dimension)) return GD_ERROR_BUFFER;
    return gd_shape_contains(shape, point);
}

int EXPORT(shape_surface)(int32_t handle, double* vertices, uint32_t* triangles) {
    const gd_shape* shape = host_shape(handle);
    if (!shape) return GD_ERROR_HANDLE;
    gd_shape_info info;
    gd_shape_describe(shape, &info);
    if (vertices && !host_holds_doubles(vertices, 3 * (uint64_t)info.vertex_count))
        return GD_ERROR_BUFFER;
    if (triangles && !holds_integers(triangles, 3 * (uint64_t)info.triangle_count))
        return GD_ERROR_BUFFER;
    gd_shape_surface(shape, vertices, triangles);
    return GD_STATUS_OPTIMAL;
}

/* ---- checks of queries ----------------------------------------------------------------------- */

int host_trace_check(const gd_settings* settings, const span* others, int count) {
    const double address = settings->trace;
    if (!(address > 0.0 && address <= (double)UINT32_MAX && address == floor(address)))
        return GD_ERROR_BUFFER;
    const gd_trace* trace = trace_of(settings);
    if (!host_holds_doubles(trace, sizeof *trace / 8)) return GD_ERROR_BUFFER;
    const double capacity = trace->capacity;
    if (!(capacity >= 0.0 && capacity <= 0x1p29 && capacity == floor(capacity)))
        return GD_ERROR_BUFFER;
    const uint64_t doubles = sizeof *trace / 8 + (uint64_t)capacity;
    if (!host_holds_doubles(trace, doubles)) return GD_ERROR_BUFFER;
    const uint64_t start = (uintptr_t)trace, end = start + 8 * doubles;
    for (int i = 0; i < count; i++) {
        const uint64_t other = (uintptr_t)others[i].start;
        if (start < other + 8 * others[i].doubles && other < end) return GD_ERROR_BUFFER;
    }
    return GD_STATUS_OPTIMAL;
}

int host_batch_check(const batch* b, const void* results, uint64_t result_doubles) {
    if (b->pose_stride != 7 && b->pose_stride != 3) return GD_ERROR_DIMENSION;
    if (!holds_integers(b->shapes, b->shape_count) ||
        !host_holds_doubles(b->poses, (uint64_t)b->pose_stride * b->shape_count) ||
        !holds_integers(b->pairs, UINT64_C(2) * b->count) ||
        (b->settings && !host_holds_doubles(b->settings, sizeof *b->settings / 8)) ||
        (b->warm && !host_holds_doubles(b->warm, sizeof *b->warm / 8 * (uint64_t)b->count)) ||
        (b->velocities && !host_holds_doubles(b->velocities, UINT64_C(12) * b->count)) ||
        (b->jacobians &&
         !host_holds_doubles(b->jacobians, sizeof *b->jacobians / 8 * (uint64_t)b->count)) ||
        !host_holds_doubles(results, result_doubles * b->count))
        return GD_ERROR_BUFFER;
    if (!b->settings || b->settings->trace == 0.0) return GD_STATUS_OPTIMAL;
    if (b->count != 1) return GD_ERROR_SETTINGS;
    const span others[] = {{b->settings, sizeof *b->settings / 8},
                           {b->poses, (uint64_t)b->pose_stride * b->shape_count},
                           {b->warm, b->warm ? sizeof *b->warm / 8 : 0},
                           {b->velocities, b->velocities ? 12 : 0},
                           {b->jacobians, b->jacobians ? sizeof *b->jacobians / 8 : 0},
                           {results, result_doubles}};
    return host_trace_check(b->settings, others, 6);
}

gd_status host_batch_at(const batch* b, uint32_t k, batch_item* item) {
    const uint32_t i = b->pairs[2 * k], j = b->pairs[2 * k + 1];
    if (i >= b->shape_count || j >= b->shape_count) return GD_ERROR_INDEX;
    gd_query* query = &item->query;
    query->a = host_shape(b->shapes[i]);
    query->b = host_shape(b->shapes[j]);
    if (!query->a || !query->b) return GD_ERROR_HANDLE;
    const int dimension = b->pose_stride == 7 ? 3 : 2;
    if (query->a->dimension != dimension || query->b->dimension != dimension)
        return GD_ERROR_DIMENSION;
    query->pose_a = b->poses + (size_t)b->pose_stride * i;
    query->pose_b = b->poses + (size_t)b->pose_stride * j;
    query->warm = b->warm ? b->warm + k : NULL;
    query->settings = b->settings;
    item->velocity = b->velocities ? b->velocities + (size_t)12 * k : NULL;
    item->jacobians = b->jacobians ? b->jacobians + k : NULL;
    return GD_STATUS_OPTIMAL;
}

void host_refuse(void* out, size_t bytes, gd_status status) {
    memset(out, 0, bytes);
    *(double*)out = status;
}

uint32_t EXPORT(abi_version)(void) {
    return GD_ABI_VERSION;
}
