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

/* Those that the module's core may lend to its extensions. */
#ifndef GD_SHARED
#define GD_SHARED extern
#endif

/* Worth 10-20 % in the solver loops: removes struct copies. A unit that is to be small leaves it to
 * the compiler. */
#ifndef GD_INLINE
#define GD_INLINE static inline __attribute__((always_inline, unused))
#endif

#define GD_NOINLINE __attribute__((noinline))

/* In a header: one instance of what several functions of a unit ask for. */
#define GD_LONE __attribute__((noinline, unused))

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
