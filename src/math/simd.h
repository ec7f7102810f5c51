/* Two doubles per instruction: SSE2 natively, SIMD128 in WebAssembly, plain C elsewhere. Each lane
 * performs the operations of the scalar code in the same order, so the bits are equal. */
#ifndef GD_SIMD_H
#define GD_SIMD_H

#include "math/base.h"

#if defined(__wasm_simd128__)
#include <wasm_simd128.h>
#elif defined(__SSE2__)
#include <emmintrin.h>
#endif

typedef double f64x2 __attribute__((vector_size(16)));
typedef long long i64x2 __attribute__((vector_size(16)));

/* Per lane: a if the mask is set, otherwise b. */
GD_INLINE i64x2 lanes_select(i64x2 mask, i64x2 a, i64x2 b) {
    return (mask & a) | (~mask & b);
}

/* Per lane: the larger number, in one instruction if the target has one. For 0 and -0 the result
 * may be either. */
GD_INLINE f64x2 lanes_max(f64x2 a, f64x2 b) {
#if defined(__wasm_simd128__)
    return (f64x2)wasm_f64x2_pmax((v128_t)a, (v128_t)b);
#elif defined(__SSE2__)
    return (f64x2)_mm_max_pd((__m128d)a, (__m128d)b);
#else
    return (f64x2)lanes_select((i64x2)(a > b), (i64x2)a, (i64x2)b);
#endif
}

/* The same, but b if a is NaN. */
GD_INLINE f64x2 lanes_max_of_known(f64x2 a, f64x2 b) {
#if defined(__wasm_simd128__)
    return (f64x2)wasm_f64x2_pmax((v128_t)b, (v128_t)a); /* b < a ? a : b */
#elif defined(__SSE2__)
    return (f64x2)_mm_max_pd((__m128d)a, (__m128d)b); /* a > b ? a : b */
#else
    return (f64x2)lanes_select((i64x2)(a > b), (i64x2)a, (i64x2)b);
#endif
}

/* Per lane: the smaller number, as lanes_max. */
GD_INLINE f64x2 lanes_min(f64x2 a, f64x2 b) {
#if defined(__wasm_simd128__)
    return (f64x2)wasm_f64x2_pmin((v128_t)a, (v128_t)b);
#elif defined(__SSE2__)
    return (f64x2)_mm_min_pd((__m128d)a, (__m128d)b);
#else
    return (f64x2)lanes_select((i64x2)(a < b), (i64x2)a, (i64x2)b);
#endif
}

/* Per lane: the magnitude. */
GD_INLINE f64x2 lanes_abs(f64x2 a) {
    const i64x2 sign = {INT64_MIN, INT64_MIN};
    return (f64x2)((i64x2)a & ~sign);
}

/* Per lane: the square root. */
GD_INLINE f64x2 lanes_sqrt(f64x2 a) {
#if defined(__wasm_simd128__)
    return (f64x2)wasm_f64x2_sqrt((v128_t)a);
#elif defined(__SSE2__)
    return (f64x2)_mm_sqrt_pd((__m128d)a);
#else
    return (f64x2){sqrt(a[0]), sqrt(a[1])};
#endif
}

/* Whether both lanes of a mask are set. */
GD_INLINE bool lanes_all(i64x2 mask) {
#if defined(__wasm_simd128__)
    return wasm_i64x2_all_true((v128_t)mask);
#elif defined(__SSE2__)
    return _mm_movemask_pd((__m128d)mask) == 3;
#else
    return mask[0] && mask[1];
#endif
}

/* Whether a lane of a mask is set. */
GD_INLINE bool lanes_any(i64x2 mask) {
#if defined(__wasm_simd128__)
    return wasm_v128_any_true((v128_t)mask);
#elif defined(__SSE2__)
    return _mm_movemask_pd((__m128d)mask) != 0;
#else
    return mask[0] || mask[1];
#endif
}

/* A bit mask of the two lanes: bit i is set if a[i] == b[i]. */
GD_INLINE uint32_t lanes_equal(f64x2 a, f64x2 b) {
    const i64x2 equal = (i64x2)(a == b);
#if defined(__wasm_simd128__)
    return (uint32_t)wasm_i64x2_bitmask((v128_t)equal);
#elif defined(__SSE2__)
    return (uint32_t)_mm_movemask_pd((__m128d)equal);
#else
    return (uint32_t)((equal[0] & 1) | (equal[1] & 2));
#endif
}

/* The larger of the two lanes, in both lanes. */
GD_INLINE f64x2 lanes_top(f64x2 a) {
    const f64x2 swapped = {a[1], a[0]};
    return lanes_max(a, swapped);
}

#endif
