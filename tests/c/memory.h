/* Memory that runs out when a test wants it to: the linker leads every allocation of the library
 * and of the tests through here (Makefile: --wrap). */
#ifndef MEMORY_H
#define MEMORY_H

#include <stdbool.h>

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

#endif
