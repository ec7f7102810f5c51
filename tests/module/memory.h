/* Memory that runs out when a test wants it to: the linker leads every allocation of the library
 * and of the tests through here (Makefile: --wrap). */
#ifndef MEMORY_H
#define MEMORY_H

#include <stdbool.h>
#include <stddef.h>

/* From now on this many allocations succeed, the next fails, and those after it succeed again. */
void memory_fail_after(int count);

/* From now on this many allocations succeed, and then none. */
void memory_allow(int count);

/* Whether one has failed since. */
bool memory_failed(void);

/* Back to normal; whether one failed. */
bool memory_suffice(void);

/* Blocks allocated and not yet freed. */
long memory_blocks(void);

/* Aligned, and below 4 GB, where an address fits the module's 32 bits: what aligned_alloc and
 * free are in the module when it is built for tests. Whatever lies outside a block, or in one that
 * was freed, cannot be read or written. An older block lies at a higher address. */
void* memory_low(size_t alignment, size_t bytes);
void memory_low_free(void* pointer);

#endif
