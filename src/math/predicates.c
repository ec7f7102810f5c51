/* Exact signs of orientation determinants. Three stages, each used only if the previous one cannot
 * decide the sign: doubles with an error bound, pairs of doubles with an error bound, and exact
 * sums of doubles.
 *
 * Building blocks: the rounding error of a sum or product of doubles is itself a double (Dekker
 * 1971, A floating-point technique for extending the available precision). Therefore any polynomial
 * of doubles is a sum of doubles. If the bits of the terms do not overlap, the last and largest
 * term has the sign of the sum. */
#include "math/predicates.h"

/* Bounds of the error of a 3x3 determinant relative to its permanent. The error is below 8
 * half-ulps in doubles (2x2: 4), and below 2^-98 in pairs of doubles. Both bounds include a safety
 * factor of two. */
#define EXACT_BOUND_DOUBLE 0x1p-49
#define EXACT_BOUND_PAIR 0x1p-97
/* Determinants below this are left to the exact stage: rounding errors and bounds may be
 * subnormal. */
#define EXACT_TINY 0x1p-1000

/* The number hi + lo, with |lo| at most half an ulp of hi. */
typedef struct pair_sum {
    double hi, lo;
} pair_sum;

GD_INLINE pair_sum exact_add(double a, double b) {
    const double hi = a + b, t = hi - a;
    return (pair_sum){hi, (a - (hi - t)) + (b - t)};
}

/* Splits a into two halves of 26 bits, whose products are exact. */
GD_INLINE pair_sum exact_split(double a) {
    const double t = 134217729.0 * a, hi = t - (t - a); /* 2^27 + 1 */
    return (pair_sum){hi, a - hi};
}

GD_INLINE pair_sum exact_mul(double a, double b) {
    const double hi = a * b;
    const pair_sum x = exact_split(a), y = exact_split(b);
    return (pair_sum){hi, x.lo * y.lo - (((hi - x.hi * y.hi) - x.lo * y.hi) - x.hi * y.lo)};
}

static pair_sum pair_mul(pair_sum a, pair_sum b) {
    const pair_sum p = exact_mul(a.hi, b.hi);
    return exact_add(p.hi, p.lo + (a.hi * b.lo + a.lo * b.hi));
}

static pair_sum pair_sub(pair_sum a, pair_sum b) {
    const pair_sum s = exact_add(a.hi, -b.hi), t = exact_add(a.lo, -b.lo);
    const pair_sum u = exact_add(s.hi, s.lo + t.hi);
    return exact_add(u.hi, u.lo + t.lo);
}

/* An exact sum of doubles: the bits of the terms do not overlap, and the magnitudes increase. */
typedef struct exact_sum {
    double term[200];
    int count;
} exact_sum;

static void exact_sum_add(exact_sum* sum, double x) {
    int kept = 0;
    for (int i = 0; i < sum->count; i++) {
        const pair_sum s = exact_add(x, sum->term[i]);
        if (s.lo != 0.0) sum->term[kept++] = s.lo;
        x = s.hi;
    }
    if (x != 0.0) sum->term[kept++] = x;
    sum->count = kept;
}

/* sum += sign * a * b * c. Adds at most 32 terms. */
static void exact_sum_add_product(exact_sum* sum, double sign, pair_sum a, pair_sum b, pair_sum c) {
    const double u[2] = {sign * a.lo, sign * a.hi}, v[2] = {b.lo, b.hi}, w[2] = {c.lo, c.hi};
    for (int i = 0; i < 8; i++) {
        const double x = u[i & 1], y = v[i >> 1 & 1], z = w[i >> 2];
        if (x == 0.0 || y == 0.0 || z == 0.0) continue;
        const pair_sum xy = exact_mul(x, y);
        const pair_sum low = exact_mul(xy.lo, z), high = exact_mul(xy.hi, z);
        exact_sum_add(sum, low.lo);
        exact_sum_add(sum, low.hi);
        exact_sum_add(sum, high.lo);
        exact_sum_add(sum, high.hi);
    }
}

static int exact_sign(double x) {
    return (x > 0.0) - (x < 0.0);
}

static int exact_sum_sign(const exact_sum* sum) {
    return sum->count == 0 ? 0 : exact_sign(sum->term[sum->count - 1]);
}

/* Three differences without rounding, by coordinate. */
typedef struct exact_matrix {
    pair_sum e[3][3];
} exact_matrix;

static exact_matrix exact_matrix_of(const exact_edge edge[3]) {
    exact_matrix matrix;
    for (int i = 0; i < 3; i++) {
        matrix.e[i][0] = exact_add(edge[i].to.x, -edge[i].from.x);
        matrix.e[i][1] = exact_add(edge[i].to.y, -edge[i].from.y);
        matrix.e[i][2] = exact_add(edge[i].to.z, -edge[i].from.z);
    }
    return matrix;
}

static void turn3_exact(exact_sum* sum, const exact_matrix* m) {
    sum->count = 0;
    for (int i = 0; i < 3; i++) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        exact_sum_add_product(sum, 1.0, m->e[0][i], m->e[1][j], m->e[2][k]);
        exact_sum_add_product(sum, -1.0, m->e[0][i], m->e[1][k], m->e[2][j]);
    }
}

static double turn3_pair(const exact_matrix* m) {
    pair_sum det = {0.0, 0.0};
    for (int i = 0; i < 3; i++) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        const pair_sum minor =
            pair_sub(pair_mul(m->e[1][j], m->e[2][k]), pair_mul(m->e[1][k], m->e[2][j]));
        const pair_sum term = pair_mul(m->e[0][i], minor);
        det = pair_sub(det, (pair_sum){-term.hi, -term.lo});
    }
    return det.hi;
}

/* The determinant in doubles, and the permanent to which the error bound is relative. */
GD_INLINE double turn3_double(vec3 u, vec3 v, vec3 w, double* permanent) {
    const double vx_wy = v.x * w.y, vy_wx = v.y * w.x, vy_wz = v.y * w.z;
    const double vz_wy = v.z * w.y, vz_wx = v.z * w.x, vx_wz = v.x * w.z;
    *permanent = fabs(u.x) * (fabs(vy_wz) + fabs(vz_wy)) + fabs(u.y) * (fabs(vz_wx) + fabs(vx_wz)) +
                 fabs(u.z) * (fabs(vx_wy) + fabs(vy_wx));
    return u.x * (vy_wz - vz_wy) + u.y * (vz_wx - vx_wz) + u.z * (vx_wy - vy_wx);
}

static int turn3_sign(const exact_edge e[3], double permanent) {
    if (permanent == 0.0) return 0; /* no product underflows */
    const exact_matrix matrix = exact_matrix_of(e);
    const double det = turn3_pair(&matrix);
    if (fabs(det) > EXACT_BOUND_PAIR * permanent + EXACT_TINY) return exact_sign(det);
    exact_sum sum;
    turn3_exact(&sum, &matrix);
    return exact_sum_sign(&sum);
}

GD_NOINLINE int gd_turn3(const exact_edge e[3]) {
    double permanent;
    const double det = turn3_double(sub3(e[0].to, e[0].from), sub3(e[1].to, e[1].from),
                                    sub3(e[2].to, e[2].from), &permanent);
    if (fabs(det) > EXACT_BOUND_DOUBLE * permanent + EXACT_TINY) return exact_sign(det);
    return turn3_sign(e, permanent);
}

GD_NOINLINE int gd_orient3(vec3 a, vec3 b, vec3 c, vec3 d) {
    double permanent;
    const double det = turn3_double(sub3(b, a), sub3(c, a), sub3(d, a), &permanent);
    if (fabs(det) > EXACT_BOUND_DOUBLE * permanent + EXACT_TINY) return exact_sign(det);
    return turn3_sign((const exact_edge[3]){{a, b}, {a, c}, {a, d}}, permanent);
}

double gd_volume3(vec3 a, vec3 b, vec3 c, vec3 d, int effort, double* error) {
    double permanent;
    const double det = turn3_double(sub3(b, a), sub3(c, a), sub3(d, a), &permanent);
    *error = (effort == 0 ? EXACT_BOUND_DOUBLE : EXACT_BOUND_PAIR) * permanent;
    if (effort == 0) return det;
    const exact_edge edge[3] = {{a, b}, {a, c}, {a, d}};
    const exact_matrix matrix = exact_matrix_of(edge);
    if (effort == 1) return turn3_pair(&matrix);
    exact_sum sum;
    turn3_exact(&sum, &matrix);
    double value = 0.0;
    for (int i = 0; i < sum.count; i++)
        value += sum.term[i];
    *error = GD_EPS * fabs(value);
    return value;
}

GD_NOINLINE int gd_orient2(vec2 a, vec2 b, vec2 c) {
    const vec2 u = sub2(b, a), v = sub2(c, a);
    const double left = u.x * v.y, right = u.y * v.x;
    const double det = left - right;
    if (fabs(det) > EXACT_BOUND_DOUBLE * (fabs(left) + fabs(right)) + EXACT_TINY)
        return exact_sign(det);
    const pair_sum one = {1.0, 0.0};
    exact_sum sum = {.count = 0};
    exact_sum_add_product(&sum, 1.0, exact_add(b.x, -a.x), exact_add(c.y, -a.y), one);
    exact_sum_add_product(&sum, -1.0, exact_add(b.y, -a.y), exact_add(c.x, -a.x), one);
    return exact_sum_sign(&sum);
}

double gd_area2(vec2 a, vec2 b, vec2 c) {
    return pair_sub(pair_mul(exact_add(b.x, -a.x), exact_add(c.y, -a.y)),
                    pair_mul(exact_add(b.y, -a.y), exact_add(c.x, -a.x)))
        .hi;
}

/* Component i of the cross product is the determinant of the components j and k. */
vec3 gd_edge_cross(exact_edge e, exact_edge f) {
    const exact_edge edge[3] = {e, f, f};
    const exact_matrix m = exact_matrix_of(edge);
    double cross[3];
    for (int i = 0; i < 3; i++) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        cross[i] = pair_sub(pair_mul(m.e[0][j], m.e[1][k]), pair_mul(m.e[0][k], m.e[1][j])).hi;
    }
    return load3(cross);
}
