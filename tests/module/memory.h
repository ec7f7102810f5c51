/* Allocations that fail when a test wants them to. The linker redirects every allocation of the
 * library and of the tests to memory.c (Makefile: --wrap). */
#ifndef MEMORY_H
#define MEMORY_H

#include <stdbool.h>
#include <stddef.h>

/* After `count` more allocations one fails; later ones succeed again. */
void memory_fail_after(int count);

/* After `count` more allocations all fail. */
void memory_allow(int count);

/* Whether an allocation has failed since the last of these calls. */
bool memory_failed(void);

/* Lets all allocations succeed again; returns whether one has failed. */
bool memory_suffice(void);

/* The number of blocks that are allocated and not freed. */
long memory_blocks(void);

/* Replace aligned_alloc and free in the module when it is built for tests. A block is aligned and
 * below 4 GB, so that its address fits into the module's 32 bits. Any access outside a block or to
 * a released block faults. Newer blocks have lower addresses. */
void* memory_low(size_t alignment, size_t bytes);
void memory_low_free(void* pointer);

#endif
