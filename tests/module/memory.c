/* Allocations that fail on request, and blocks below 4 GB between pages without access: see
 * memory.h. */
#define _GNU_SOURCE
#include "memory.h"

#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>

#define NEVER (-1)

static int left = NEVER; /* allocations until one fails */
static bool for_ever;    /* all later allocations fail, too */
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

/* The linker prescribes the names. NOLINTBEGIN(bugprone-reserved-identifier) */
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

/* ---- below 4 GB ---------------------------------------------------------------------------- */

#define PAGE ((size_t)4096)
#define LOW_PAGES ((size_t)1 << 16)
#ifndef MAP_32BIT
#define MAP_32BIT 0
#endif

static char* low; /* reserved once; blocks are taken from its end and never reused */
static size_t low_free = LOW_PAGES;
static uint32_t low_pages[LOW_PAGES]; /* pages of the block that starts in this page */

static void low_reserve(void) {
    low = mmap((void*)(uintptr_t)0x10000000, LOW_PAGES * PAGE, PROT_NONE,
               MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_32BIT, -1, 0);
    if (low == MAP_FAILED || (uintptr_t)low + LOW_PAGES * PAGE > UINT32_MAX) abort();
}

/* The block ends at the end of a page, and the next page stays inaccessible. */
void* memory_low(size_t alignment, size_t bytes) {
    const size_t size = (bytes + alignment - 1) & ~(alignment - 1),
                 pages = (size + PAGE - 1) / PAGE;
    if (!low) low_reserve();
    if (pages + 1 > low_free || fails_now()) return NULL;
    low_free -= pages + 1;
    low_pages[low_free] = (uint32_t)pages;
    if (mprotect(low + low_free * PAGE, pages * PAGE, PROT_READ | PROT_WRITE) != 0) abort();
    return low + (low_free + pages) * PAGE - size;
}

void memory_low_free(void* pointer) {
    const char* at = pointer;
    if (!low || at < low || at >= low + LOW_PAGES * PAGE) {
        free(pointer);
        return;
    }
    const size_t page = (size_t)(at - low) / PAGE, bytes = low_pages[page] * PAGE;
    if (mmap(low + page * PAGE, bytes, PROT_NONE,
             MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0) == MAP_FAILED)
        abort();
}
