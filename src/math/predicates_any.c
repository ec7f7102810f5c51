/* Orientation tests for all finite doubles, by integers: every double is a multiple of 2^-1074.
 *
 * The tests of predicates.c are exact and fast if no nonzero coordinate is below 2^-250 or above
 * 2^250, because no product then leaves the range of doubles. All other coordinates go through
 * integers of up to 6,500 bits, in some microseconds. */
#include "math/predicates_any.h"

#include <string.h>

/* Coordinates within these limits need no integers. */
#define ANY_LEAST 0x1p-250
#define ANY_MOST 0x1p250
/* Digits of 32 bits: a product of three differences of doubles, and a sum of six of these. */
#define ANY_DIGITS 208

/* A number by sign and magnitude, the least digit first. The sign is 0 for zero. */
typedef struct any_integer {
    int sign, count;
    uint32_t digit[ANY_DIGITS];
} any_integer;

/* x times 2^1074. */
static void any_from(double x, any_integer* out) {
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    const uint64_t fraction = bits & ((UINT64_C(1) << 52) - 1);
    const int exponent = (int)(bits >> 52 & 2047);
    const uint64_t mantissa = exponent ? fraction | UINT64_C(1) << 52 : fraction;
    const int shift = exponent ? exponent - 1 : 0, at = shift / 32, by = shift % 32;
    memset(out, 0, sizeof *out);
    if (mantissa == 0) return;
    out->sign = bits >> 63 ? -1 : 1;
    out->count = at + 3;
    out->digit[at] = (uint32_t)(mantissa << by);
    out->digit[at + 1] = (uint32_t)(mantissa << by >> 32);
    if (by) out->digit[at + 2] = (uint32_t)(mantissa >> (64 - by));
}

static int any_compare(const any_integer* a, const any_integer* b) {
    for (int i = ANY_DIGITS - 1; i >= 0; i--)
        if (a->digit[i] != b->digit[i]) return a->digit[i] < b->digit[i] ? -1 : 1;
    return 0;
}

/* a + sign b, for sign = 1 or -1. */
static void any_add(const any_integer* a, int sign, const any_integer* b, any_integer* out) {
    const bool same = a->sign * b->sign * sign >= 0;
    const int larger = same ? 1 : any_compare(a, b);
    const any_integer *x = larger >= 0 ? a : b, *y = larger >= 0 ? b : a;
    any_integer sum;
    int64_t carry = 0;
    memset(&sum, 0, sizeof sum);
    for (int i = 0; i < ANY_DIGITS; i++) {
        carry += (int64_t)x->digit[i] + (same ? (int64_t)y->digit[i] : -(int64_t)y->digit[i]);
        sum.digit[i] = (uint32_t)carry;
        carry >>= 32;
        if (sum.digit[i]) sum.count = i + 1;
    }
    if (sum.count)
        sum.sign = same         ? (a->sign ? a->sign : sign * b->sign)
                   : larger > 0 ? a->sign
                                : sign * b->sign;
    *out = sum;
}

static void any_multiply(const any_integer* a, const any_integer* b, any_integer* out) {
    any_integer product;
    memset(&product, 0, sizeof product);
    for (int i = 0; i < a->count; i++) {
        uint64_t carry = 0;
        for (int k = 0; k < b->count || carry; k++) {
            const uint64_t factor = k < b->count ? b->digit[k] : 0;
            carry += product.digit[i + k] + a->digit[i] * factor;
            product.digit[i + k] = (uint32_t)carry;
            carry >>= 32;
            if (product.digit[i + k] && i + k >= product.count) product.count = i + k + 1;
        }
    }
    product.sign = a->sign * b->sign;
    *out = product;
}

static void any_difference(double a, double b, any_integer* out) {
    any_integer x, y;
    any_from(a, &x);
    any_from(b, &y);
    any_add(&x, -1, &y, out);
}

/* The determinant of two vectors of two integers. */
static void any_cross(const any_integer* a, const any_integer* b, const any_integer* c,
                      const any_integer* d, any_integer* out) {
    any_integer p, q;
    any_multiply(a, d, &p);
    any_multiply(b, c, &q);
    any_add(&p, -1, &q, out);
}

static GD_COLD int any_turn3(const exact_edge e[3]) {
    any_integer d[3][3], sum, cross, term;
    memset(&sum, 0, sizeof sum);
    for (int i = 0; i < 3; i++) {
        any_difference(e[i].to.x, e[i].from.x, &d[i][0]);
        any_difference(e[i].to.y, e[i].from.y, &d[i][1]);
        any_difference(e[i].to.z, e[i].from.z, &d[i][2]);
    }
    for (int i = 0; i < 3; i++) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        any_cross(&d[1][j], &d[1][k], &d[2][j], &d[2][k], &cross);
        any_multiply(&d[0][i], &cross, &term);
        any_add(&sum, 1, &term, &sum);
    }
    return sum.sign;
}

/* Whether a coordinate needs no integers. */
GD_INLINE bool any_usual(double x) {
    return x == 0.0 || (fabs(x) >= ANY_LEAST && fabs(x) <= ANY_MOST);
}

GD_INLINE bool any_usual3(vec3 p) {
    return any_usual(p.x) && any_usual(p.y) && any_usual(p.z);
}

GD_NOINLINE int gd_turn3_any(const exact_edge e[3]) {
    for (int i = 0; i < 3; i++)
        if (!any_usual3(e[i].from) || !any_usual3(e[i].to)) return any_turn3(e);
    return gd_turn3(e);
}
