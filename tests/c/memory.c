#include "memory.h"

#include <stddef.h>

#define NEVER (-1)

static int left = NEVER; /* allocations until one fails */
static bool failed;
static long blocks;

void memory_fail_after(int count) {
    left = count;
    failed = false;
}

bool memory_failed(void) {
    left = NEVER;
    return failed;
}

long memory_blocks(void) {
    return blocks;
}

static bool fails_now(void) {
    if (left == NEVER || left-- > 0) return false;
    failed = true;
    return true;
}

static void* counted(void* block) {
    blocks += block != NULL;
    return block;
}

/* The names are the linker's. NOLINTBEGIN(bugprone-reserved-identifier) */
void* __real_malloc(size_t size);
void* __real_calloc(size_t count, size_t size);
void* __real_realloc(void* block, size_t size);
void* __real_aligned_alloc(size_t alignment, size_t size);
void __real_free(void* block);
void* __wrap_malloc(size_t size);
void* __wrap_calloc(size_t count, size_t size);
void* __wrap_realloc(void* block, size_t size);
void* __wrap_aligned_alloc(size_t alignment, size_t size);
void __wrap_free(void* block);

void* __wrap_malloc(size_t size) {
    return fails_now() ? NULL : counted(__real_malloc(size));
}

void* __wrap_calloc(size_t count, size_t size) {
    return fails_now() ? NULL : counted(__real_calloc(count, size));
}

void* __wrap_realloc(void* block, size_t size) {
    if (fails_now()) return NULL;
    void* grown = __real_realloc(block, size);
    return block ? grown : counted(grown);
}

void* __wrap_aligned_alloc(size_t alignment, size_t size) {
    return fails_now() ? NULL : counted(__real_aligned_alloc(alignment, size));
}

void __wrap_free(void* block) {
    blocks -= block != NULL;
    __real_free(block);
}
/* NOLINTEND(bugprone-reserved-identifier) */
