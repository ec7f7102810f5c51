/* Powers and roots computed from + - * / and the bits of a double. Results are equal on every
 * platform, which no C library's pow guarantees.
 *
 * x^e = exp(e log x). The logarithm writes x = 2^k m with m in [sqrt(1/2), sqrt(2)), where log m =
 * 2 artanh((m - 1) / (m + 1)) is a power series.
 *
 * The exponential writes y = k log 2 + r with |r| <= log(2) / 2, where exp(r) is a power series.
 * The first omitted term of both series is below 2^-56.
 *
 * An error of half an ulp in y = e log x becomes an error of |y| / 2 ulp in the power. Use these
 * functions only for sums in which powers with a large |y| contribute little: terms of norms scaled
 * to at most 1, and roots of such sums. */
#ifndef GD_POW_H
#define GD_POW_H

#include "math/base.h"

#include <string.h>

/* log 2 in two parts. The first part has 32 bits, so k times it is exact. */
#define POWER_LOG2_HIGH 0x1.62e42feep-1
#define POWER_LOG2_LOW 0x1.a39ef35793c76p-33
/* Below this y, e^y is less than 2^-63, which is negligible beside 1. */
#define POWER_NOTHING (-44.0)

/* Natural logarithm of a positive normal number. */
GD_INLINE double power_log(double x) {
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    /* Bits of sqrt(1/2). The exponent k counts from there, so m = x / 2^k lies around 1. */
    const uint64_t half = UINT64_C(0x3fe6a09e667f3bcd);
    const int64_t k = ((int64_t)(bits - half)) >> 52;
    bits -= (uint64_t)k << 52;
    double m;
    memcpy(&m, &bits, sizeof m);
    const double f = m - 1.0, s = f / (2.0 + f), z = s * s;
    double sum = 1.0 / 21.0;
    sum = sum * z + 1.0 / 19.0;
    sum = sum * z + 1.0 / 17.0;
    sum = sum * z + 1.0 / 15.0;
    sum = sum * z + 1.0 / 13.0;
    sum = sum * z + 1.0 / 11.0;
    sum = sum * z + 1.0 / 9.0;
    sum = sum * z + 1.0 / 7.0;
    sum = sum * z + 1.0 / 5.0;
    sum = sum * z + 1.0 / 3.0;
    const double tail = 2.0 * s * z * sum, n = (double)k;
    return n * POWER_LOG2_HIGH + (2.0 * s + (tail + n * POWER_LOG2_LOW));
}

/* e^y for |y| <= 700. */
GD_INLINE double power_exp(double y) {
    const double k = floor(y * 0x1.71547652b82fep+0 + 0.5);
    const double r = (y - k * POWER_LOG2_HIGH) - k * POWER_LOG2_LOW;
    double sum = 1.0 + r * (1.0 / 14.0);
    for (int i = 13; i > 1; i--)
        sum = 1.0 + r * sum * (1.0 / i);
    sum = 1.0 + r * sum;
    const uint64_t bits = (uint64_t)((int64_t)k + 1023) << 52;
    double scale;
    memcpy(&scale, &bits, sizeof scale);
    return sum * scale;
}

/* x^e for x >= 0 and e > 0; x^e may be at most exp(700). Results below 2^-63 may become 0. Integer
 * exponents up to 64 use repeated multiplication, which is faster and rounds less. */
GD_INLINE double power(double x, double e) {
    if (e <= 64.0 && e == floor(e)) {
        double result = 1.0, square = x;
        for (unsigned k = (unsigned)e; k > 0; k >>= 1) {
            if (k & 1u) result *= square;
            square *= square;
        }
        return result;
    }
    if (!(x >= 0x1p-1022)) return 0.0;
    const double y = e * power_log(x);
    return y < POWER_NOTHING ? 0.0 : power_exp(y);
}

#endif
