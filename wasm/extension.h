/* Begins every extension of the core module: a dynamic library that shares the core's memory, its
 * stack and its shapes, and calls the core's functions.
 *
 * What an extension defines itself is its own, and of the core it sees GD_API and GD_SHARED. It
 * must not take the address of a function, nor of what the core defines: then the host would have
 * to fill tables (wasm/ABI.md tells what it does). */
#ifndef EXTENSION_H
#define EXTENSION_H

#define GD_INTERNAL static __attribute__((unused))

/* The core's, instead of one more. */
#include <stdlib.h>
#define realloc host_realloc

#include "lent.h"

#include "host.h"

GD_SHARED void* host_realloc(void* old, size_t bytes);

#endif
