#include "memory.h"

#include <stddef.h>

#define NEVER (-1)

static int left = NEVER; /* allocations until one fails */
static bool for_ever;    /* all others fail, too */
static bool failed;
static long blocks;

static void limit(int count, bool all) {
    left = count;
    for_ever = all;
    failed = false;
}

void memory_fail_after(int count) {
    limit(count, false);
}

void memory_allow(int count) {
    limit(count, true);
}

bool memory_failed(void) {
    return failed;
}

bool memory_suffice(void) {
    left = NEVER;
    return failed;
}

long memory_blocks(void) {
    return blocks;
}

static bool fails_now(void) {
    if (left == NEVER) return false;
    if (left > 0) {
        left--;
        return false;
    }
    left = for_ever ? 0 : NEVER;
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
