/* Vectors, matrices and quaternions of two and three doubles, passed by value. */
#ifndef GD_VEC_H
#define GD_VEC_H

#include "math/base.h"

#if defined(__wasm_simd128__)
#include <wasm_simd128.h>
#endif

typedef struct vec2 {
    double x, y;
} vec2;

typedef struct vec3 {
    double x, y, z;
} vec3;

/* A matrix by columns: cx, cy, cz are the images of the axes. */
typedef struct mat3 {
    vec3 cx, cy, cz;
} mat3;

/* A 2D rotation: c and s are the cosine and sine of its angle. */
typedef struct rot2 {
    double c, s;
} rot2;

GD_INLINE double min2(double a, double b) {
    return a < b ? a : b;
}
GD_INLINE double max2(double a, double b) {
    return a > b ? a : b;
}
/* x, but from -half to half */
GD_INLINE double clamp(double x, double half) {
    return min2(max2(x, -half), half);
}

/* max2 for numbers in no predictable order. WebAssembly engines compile a choice of doubles as a
 * branch; the maximum of lanes is none, which spares GJK a quarter of its time. */
GD_INLINE double max2_branchless(double a, double b) {
#if defined(__wasm_simd128__)
    return wasm_f64x2_extract_lane(wasm_f64x2_pmax(wasm_f64x2_splat(b), wasm_f64x2_splat(a)), 0);
#else
    return max2(a, b);
#endif
}

GD_INLINE vec2 make2(double x, double y) {
    return (vec2){x, y};
}
GD_INLINE vec2 neg2(vec2 a) {
    return (vec2){-a.x, -a.y};
}
GD_INLINE vec2 add2(vec2 a, vec2 b) {
    return (vec2){a.x + b.x, a.y + b.y};
}
GD_INLINE vec2 sub2(vec2 a, vec2 b) {
    return (vec2){a.x - b.x, a.y - b.y};
}
GD_INLINE vec2 scale2(double t, vec2 a) {
    return (vec2){t * a.x, t * a.y};
}
GD_INLINE vec2 madd2(vec2 a, double t, vec2 b) {
    return (vec2){a.x + t * b.x, a.y + t * b.y};
}
GD_INLINE double dot2(vec2 a, vec2 b) {
    return a.x * b.x + a.y * b.y;
}
GD_INLINE double cross2(vec2 a, vec2 b) {
    return a.x * b.y - a.y * b.x;
}
GD_INLINE double length2(vec2 a) {
    return sqrt(dot2(a, a));
}

GD_INLINE vec3 make3(double x, double y, double z) {
    return (vec3){x, y, z};
}
GD_INLINE vec3 load3(const double* v) {
    return (vec3){v[0], v[1], v[2]};
}
/* A copy, number by number: the wider loads of a struct's copy wait for stores of single numbers, 5
 * ns. */
GD_INLINE vec3 vec3_read(const vec3* v) {
    return (vec3){v->x, v->y, v->z};
}
GD_INLINE void store3(double* v, vec3 a) {
    v[0] = a.x;
    v[1] = a.y;
    v[2] = a.z;
}
GD_INLINE vec3 neg3(vec3 a) {
    return (vec3){-a.x, -a.y, -a.z};
}
GD_INLINE vec3 add3(vec3 a, vec3 b) {
    return (vec3){a.x + b.x, a.y + b.y, a.z + b.z};
}
GD_INLINE vec3 sub3(vec3 a, vec3 b) {
    return (vec3){a.x - b.x, a.y - b.y, a.z - b.z};
}
GD_INLINE vec3 scale3(double t, vec3 a) {
    return (vec3){t * a.x, t * a.y, t * a.z};
}
GD_INLINE vec3 scaled3(vec3 a, vec3 b) {
    return make3(a.x * b.x, a.y * b.y, a.z * b.z);
}
GD_INLINE vec3 madd3(vec3 a, double t, vec3 b) {
    return (vec3){a.x + t * b.x, a.y + t * b.y, a.z + t * b.z};
}
GD_INLINE double dot3(vec3 a, vec3 b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}
GD_INLINE vec3 cross3(vec3 a, vec3 b) {
    return (vec3){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
GD_INLINE double length3(vec3 a) {
    return sqrt(dot3(a, a));
}
GD_INLINE vec3 clamp3(vec3 x, vec3 half) {
    return make3(clamp(x.x, half.x), clamp(x.y, half.y), clamp(x.z, half.z));
}
GD_INLINE double max_abs3(vec3 a) {
    return max2(max2(fabs(a.x), fabs(a.y)), fabs(a.z));
}

GD_INLINE double max_abs3_branchless(vec3 a) {
    return max2_branchless(max2_branchless(fabs(a.x), fabs(a.y)), fabs(a.z));
}

/* Unit vector along a. a must not be zero; any other finite length is allowed, also subnormal
 * ones. */
GD_INLINE vec3 unit3(vec3 a) {
    const double m = max_abs3(a);
    const vec3 b = make3(a.x / m, a.y / m, a.z / m);
    return scale3(1.0 / length3(b), b);
}
GD_INLINE vec2 unit2(vec2 a) {
    const double m = max2(fabs(a.x), fabs(a.y));
    const vec2 b = make2(a.x / m, a.y / m);
    return scale2(1.0 / length2(b), b);
}
/* Lengths without intermediate overflow or underflow. */
GD_INLINE double safe_length3(vec3 a) {
    const double m = max_abs3(a);
    return m > 0.0 ? m * length3(make3(a.x / m, a.y / m, a.z / m)) : 0.0;
}
GD_INLINE double safe_length2(vec2 a) {
    return safe_length3(make3(a.x, a.y, 0.0));
}
/* Length of any a, and its unit vector; *unit is unchanged if a is 0. The usual case does not wait
 * for the root before it divides. */
static GD_COLD __attribute__((unused)) double unusual_length3(vec3 a, vec3* unit) {
    const double length = safe_length3(a);
    if (length > 0.0) *unit = unit3(a);
    return length;
}
GD_INLINE double length_and_unit3(vec3 a, vec3* unit) {
    const double square = dot3(a, a);
    if (square > 0x1p-900 && square < 0x1p900) {
        const double inverse = 1.0 / square, length = sqrt(square);
        *unit = scale3(inverse * length, a);
        return length;
    }
    vec3 other = *unit; /* apart, so that the usual vector stays in registers */
    const double length = unusual_length3(a, &other);
    *unit = other;
    return length;
}

GD_INLINE vec3 rotate(const mat3* r, vec3 a) {
    return (vec3){r->cx.x * a.x + r->cy.x * a.y + r->cz.x * a.z,
                  r->cx.y * a.x + r->cy.y * a.y + r->cz.y * a.z,
                  r->cx.z * a.x + r->cy.z * a.y + r->cz.z * a.z};
}
GD_INLINE vec3 inv_rotate(const mat3* r, vec3 a) {
    return (vec3){dot3(r->cx, a), dot3(r->cy, a), dot3(r->cz, a)};
}
/* a^T b: for rotations, b's rotation in a's frame. */
GD_INLINE mat3 inv_mul(const mat3* a, const mat3* b) {
    return (mat3){inv_rotate(a, b->cx), inv_rotate(a, b->cy), inv_rotate(a, b->cz)};
}

/* Rotation matrix of a quaternion x y z w with squared norm norm2. Needs one division; normalising
 * the quaternion first would also need a square root. */
GD_INLINE mat3 rotation_of(double x, double y, double z, double w, double norm2) {
    const double s = 2.0 / norm2, sx = s * x, sy = s * y, sz = s * z;
    const double xx = sx * x, yy = sy * y, zz = sz * z;
    const double xy = sx * y, xz = sx * z, yz = sy * z;
    const double wx = sx * w, wy = sy * w, wz = sz * w;
    return (mat3){{1.0 - (yy + zz), xy + wz, xz - wy},
                  {xy - wz, 1.0 - (xx + zz), yz + wx},
                  {xz + wy, yz - wx, 1.0 - (xx + yy)}};
}

/* A symmetric 3x3 matrix. */
typedef struct sym3 {
    double xx, yy, zz, xy, xz, yz;
} sym3;

GD_INLINE vec3 sym3_apply(const sym3* h, vec3 v) {
    return (vec3){h->xx * v.x + h->xy * v.y + h->xz * v.z, h->xy * v.x + h->yy * v.y + h->yz * v.z,
                  h->xz * v.x + h->yz * v.y + h->zz * v.z};
}
/* h + t v v^T */
GD_INLINE sym3 sym3_add_square(sym3 h, double t, vec3 v) {
    return (sym3){h.xx + t * v.x * v.x, h.yy + t * v.y * v.y, h.zz + t * v.z * v.z,
                  h.xy + t * v.x * v.y, h.xz + t * v.x * v.z, h.yz + t * v.y * v.z};
}
/* h + t g */
GD_INLINE sym3 sym3_add(sym3 h, double t, const sym3* g) {
    return (sym3){h.xx + t * g->xx, h.yy + t * g->yy, h.zz + t * g->zz,
                  h.xy + t * g->xy, h.xz + t * g->xz, h.yz + t * g->yz};
}
/* R h R^T */
GD_INLINE sym3 sym3_rotate(const mat3* r, const sym3* h) {
    const vec3 x = make3(r->cx.x, r->cy.x, r->cz.x), y = make3(r->cx.y, r->cy.y, r->cz.y);
    const vec3 z = make3(r->cx.z, r->cy.z, r->cz.z);
    const vec3 hx = sym3_apply(h, x), hy = sym3_apply(h, y), hz = sym3_apply(h, z);
    return (sym3){dot3(x, hx), dot3(y, hy), dot3(z, hz), dot3(x, hy), dot3(x, hz), dot3(y, hz)};
}

GD_INLINE vec2 rotate2(rot2 r, vec2 a) {
    return (vec2){r.c * a.x - r.s * a.y, r.s * a.x + r.c * a.y};
}
GD_INLINE vec2 inv_rotate2(rot2 r, vec2 a) {
    return (vec2){r.c * a.x + r.s * a.y, r.c * a.y - r.s * a.x};
}

GD_INLINE sym3 sym3_scale(double t, const sym3* h) {
    return (sym3){t * h->xx, t * h->yy, t * h->zz, t * h->xy, t * h->xz, t * h->yz};
}
/* The adjugate: the inverse times the determinant. */
GD_INLINE sym3 sym3_adjugate(const sym3* h) {
    return (sym3){h->yy * h->zz - h->yz * h->yz, h->xx * h->zz - h->xz * h->xz,
                  h->xx * h->yy - h->xy * h->xy, h->xz * h->yz - h->xy * h->zz,
                  h->xy * h->yz - h->xz * h->yy, h->xy * h->xz - h->xx * h->yz};
}

/* A symmetric 2x2 matrix. */
typedef struct sym2 {
    double xx, xy, yy;
} sym2;

GD_INLINE vec2 sym2_apply(sym2 h, vec2 v) {
    return (vec2){h.xx * v.x + h.xy * v.y, h.xy * v.x + h.yy * v.y};
}
/* h + t v v^T */
GD_INLINE sym2 sym2_add_square(sym2 h, double t, vec2 v) {
    return (sym2){h.xx + t * v.x * v.x, h.xy + t * v.x * v.y, h.yy + t * v.y * v.y};
}
/* h + t g */
GD_INLINE sym2 sym2_add(sym2 h, double t, sym2 g) {
    return (sym2){h.xx + t * g.xx, h.xy + t * g.xy, h.yy + t * g.yy};
}

#endif
