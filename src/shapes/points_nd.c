/* Point sets and p-norm balls of any dimension.
 *
 * A scan of all points finds the support point. Coordinates are stored in blocks of eight points,
 * with one row of eight numbers per coordinate, so a scan reads memory once from end to end.
 *
 * The support point of a p-norm ball is the gradient of the dual norm. Let 1/p + 1/q = 1 and t_i =
 * |n_i|^(q-1). Then the support point is t / |t|_p with the signs of n. Powers come from pow.h, so
 * the bits are equal on every platform. */
#include "shapes/points_nd.h"

#include "math/pow.h"
#include "math/vec_nd.h"
#include "shapes/support.h"

#include <stdlib.h>
#include <string.h>

/* Safety factor for the rounding of bounds: covers a sum of up to GD_DIMENSION_MAX squares. */
#define POINTS_SAFE 0x1p-40
/* Limit on the products spent on the ball inside a point set. A larger set gets no ball. */
#define POINTS_BALL_WORK 0x1p26
/* Accepted relative error of that ball's radius due to rounding. */
#define POINTS_BALL_ROUNDING 0x1p-5
/* rounding errors of one rotation */
#define POINTS_BALL_STEPS 8.0

static bool points_coordinate(double x) {
    return fabs(x) <= GD_LENGTH_MAX;
}
static bool points_size(double x) {
    return x >= GD_LENGTH_MIN && x <= GD_LENGTH_MAX;
}

/* ---- p-norms ------------------------------------------------------------------------------- */

/* |v|_p divided by the largest |v_i|: a number from 1 to n. *max_abs receives the largest |v_i|. */
static double norm_ratio(int n, const double* v, double p, double* max_abs) {
    double m = 0.0;
    for (int i = 0; i < n; i++)
        m = max2(m, fabs(v[i]));
    *max_abs = m;
    if (!(m > 0.0) || p == GD_INFINITY) return 1.0;
    double sum = 0.0;
    for (int i = 0; i < n; i++)
        sum += p == 1.0 ? fabs(v[i]) / m : power(fabs(v[i]) / m, p);
    return p == 1.0 ? sum : p == 2.0 ? sqrt(sum) : power(sum, 1.0 / p);
}

/* s = radius times the point of the unit p-norm ball that is farthest along the unit vector n. */
static void norm_ball_support(int dims, double p, double radius, const double* n, double* s) {
    int max_abs = 0;
    for (int i = 1; i < dims; i++)
        if (fabs(n[i]) > fabs(n[max_abs])) max_abs = i;
    const double m = fabs(n[max_abs]);
    const double at_most = copysign(radius, n[max_abs]);
    if (p == 2.0) {
        for (int i = 0; i < dims; i++)
            s[i] = radius * n[i]; /* n has length 1 */
        return;
    }
    if (p == GD_INFINITY) {
        for (int i = 0; i < dims; i++)
            s[i] = copysign(radius, n[i]);
        return;
    }
    if (p == 1.0 || !(m > 0.0)) {
        for (int i = 0; i < dims; i++)
            s[i] = i == max_abs ? at_most : 0.0;
        return;
    }
    const double e = 1.0 / (p - 1.0);
    double sum = 0.0; /* |t|_p^p = sum a t, because p e = e + 1 */
    for (int i = 0; i < dims; i++) {
        const double a = fabs(n[i]) / m, t = power(a, e);
        sum += a * t;
        s[i] = copysign(t, n[i]);
    }
    const double scale = radius / power(sum, 1.0 / p);
    for (int i = 0; i < dims; i++)
        s[i] *= scale;
}

/* ---- point sets ---------------------------------------------------------------------------- */

/* The first point among those farthest along n. */
static uint32_t points_scan(const gd_shape* shape, const double* n) {
    const int dims = shape->nd_set.dimension;
    const uint32_t blocks = shape->vertices.padded_count / GD_POINTS_BLOCK;
    const f64x2* x = (const f64x2*)(const void*)shape->nd_set.points;
    uint32_t best_at = 0;
    double best = -GD_INFINITY;
    for (uint32_t block = 0; block < blocks; block++) {
        const f64x2 first = {n[0], n[0]};
        f64x2 h0 = first * x[0], h1 = first * x[1], h2 = first * x[2], h3 = first * x[3];
        x += 4;
        for (int k = 1; k < dims; k++, x += 4) {
            const f64x2 nk = {n[k], n[k]};
            h0 += nk * x[0];
            h1 += nk * x[1];
            h2 += nk * x[2];
            h3 += nk * x[3];
        }
        const f64x2 m0 = (f64x2)lanes_select((i64x2)(h0 > h1), (i64x2)h0, (i64x2)h1);
        const f64x2 m1 = (f64x2)lanes_select((i64x2)(h2 > h3), (i64x2)h2, (i64x2)h3);
        const f64x2 m = (f64x2)lanes_select((i64x2)(m0 > m1), (i64x2)m0, (i64x2)m1);
        if (!(m[0] > best || m[1] > best)) continue;
        const double h[GD_POINTS_BLOCK] = {h0[0], h0[1], h1[0], h1[1], h2[0], h2[1], h3[0], h3[1]};
        for (uint32_t i = 0; i < GD_POINTS_BLOCK; i++) {
            if (!(h[i] > best)) continue;
            best = h[i];
            best_at = GD_POINTS_BLOCK * block + i;
        }
    }
    return best_at; /* never padding, which repeats the first point */
}

static double* points_at(const gd_shape* shape, uint32_t i, int k) {
    const size_t block = i / GD_POINTS_BLOCK, lane = i % GD_POINTS_BLOCK;
    return shape->nd_set.points +
           (block * (size_t)shape->nd_set.dimension + (size_t)k) * GD_POINTS_BLOCK + lane;
}

void gd_points_support(const gd_shape* shape, const double* n, double* s) {
    const int dims = shape->nd_set.dimension;
    const double* c = shape->nd_set.center;
    if (shape->kind == GD_KIND_NORM_BALL) {
        if (shape->radius > 0.0) { /* n and s may be the same array */
            double kept[GD_DIMENSION_MAX];
            memcpy(kept, n, (size_t)dims * sizeof *n);
            norm_ball_support(dims, shape->nd_set.exponent, shape->size.x, kept, s);
            for (int i = 0; i < dims; i++)
                s[i] += shape->radius * kept[i];
        } else {
            norm_ball_support(dims, shape->nd_set.exponent, shape->size.x, n, s);
        }
        for (int i = 0; i < dims; i++)
            s[i] -= c[i];
        return;
    }
    const uint32_t at = points_scan(shape, n);
    for (int i = 0; i < dims; i++)
        s[i] = (*points_at(shape, at, i) - c[i]) + shape->radius * n[i];
}

gd_status gd_points_farthest(const gd_shape* shape, const double* direction, double* point) {
    const int n = shape->nd_set.dimension;
    double d[GD_DIMENSION_MAX];
    GD_ASSERT(n >= 2);
    memcpy(d, direction, (size_t)n * sizeof *d);
    for (int i = 0; i < n; i++)
        if (!(fabs(d[i]) < GD_INFINITY)) return GD_ERROR_DIRECTION;
    if (!gd_normalize_n(n, d)) return GD_ERROR_DIRECTION;
    gd_points_support(shape, d, point);
    for (int i = 0; i < n; i++)
        point[i] += shape->nd_set.center[i];
    return GD_STATUS_OPTIMAL;
}

/* ---- records ------------------------------------------------------------------------------- */

static gd_status points_read_ball(gd_shape* shape, const double* p, size_t count) {
    if (count != 2) return GD_ERROR_LENGTH;
    if (!(p[0] >= 1.0)) return GD_ERROR_EXPONENT;
    if (!points_size(p[1])) return GD_ERROR_RADIUS;
    const double n = shape->nd_set.dimension, radius = p[1];
    shape->nd_set.exponent = p[0];
    shape->size.x = radius;
    double max_abs;
    const double center =
        norm_ratio(shape->nd_set.dimension, shape->nd_set.center, p[0], &max_abs) * max_abs;
    if (!(center < radius)) return GD_ERROR_CENTER;
    /* |v|_2 <= |v|_p <= n^(1/p - 1/2) |v|_2 for p <= 2; reversed for p >= 2 */
    const double ratio = sqrt(n) / power(n, p[0] == GD_INFINITY ? 0.0 : 1.0 / p[0]);
    const double inner = ratio < 1.0 ? ratio * (1.0 - POINTS_SAFE) : 1.0;
    const double outer = ratio > 1.0 ? ratio * (1.0 + POINTS_SAFE) : 1.0;
    shape->inner_radius = (radius - center) * inner * (1.0 - POINTS_SAFE) + shape->radius;
    shape->nd_set.inradius = shape->inner_radius;
    shape->bound_radius = radius * outer + max_abs * sqrt(n) + shape->radius;
    return GD_STATUS_OPTIMAL;
}

/* Computes the triangle R of the factorisation X = Q R, by rotations, one row of X after another.
 * The rows of X are the points minus their mean. Returns a bound on the rounding error in a column
 * of X, relative to the column's length. The bound includes the rounding of the mean. */
static double cloud_triangle(int n, const double* x, size_t count, const double* mean, double* r,
                             double* row) {
    const double* end = x + count * (size_t)n;
    for (const double* p = x; p < end; p += n) {
        for (int k = 0; k < n; k++)
            row[k] = p[k] - mean[k];
        for (int c = 0; c < n; c++) {
            double* at = r + c * n;
            const double length = sqrt(at[c] * at[c] + row[c] * row[c]);
            if (!(length > 0.0)) continue;
            const double cosine = at[c] / length, sine = row[c] / length;
            for (int k = c; k < n; k++) {
                const double turned = cosine * at[k] + sine * row[k];
                row[k] = cosine * row[k] - sine * at[k];
                at[k] = turned;
            }
        }
    }
    double part = 0.0;
    for (int k = 0; k < n; k++) {
        double max_abs = 0.0, square = 0.0;
        for (const double* p = x; p < end; p += n)
            max_abs = max2(max_abs, fabs(p[k]));
        for (int c = 0; c <= k; c++)
            square += r[c * n + k] * r[c * n + k];
        row[k] = sqrt(square);
        part = row[k] >= GD_LENGTH_MIN ? max2(part, max_abs / row[k]) : GD_INFINITY;
        if (!(part < GD_INFINITY)) break;
    }
    return part * (POINTS_BALL_STEPS * GD_EPS * (double)(count + (size_t)n)) * (double)count;
}

/* *radius = radius of a ball about the mean inside the hull of N points; 0: none found. Returns
 * false if out of memory.
 *
 * Along a unit direction the coordinates have mean 0 and a sum of squares S >= (least singular
 * value of X)^2 >= 1 / (sum of squares of R's inverse). The largest of N such numbers is at least
 * sqrt(S / (N (N - 1))). */
static bool cloud_ball(int n, const double* x, size_t count, const double* mean, double* radius) {
    const size_t square = (size_t)n * (size_t)n;
    *radius = 0.0;
    if (!(count > (size_t)n && (double)(count + (size_t)n) * (double)square <= POINTS_BALL_WORK))
        return true;
    double* r = calloc(square + 2 * (size_t)n, sizeof *r);
    if (!r) return false;
    double *length = r + square, *column = length + n, inverse = 0.0, scaled = 0.0;
    const double rounding = cloud_triangle(n, x, count, mean, r, length);
    for (int i = 0; i < n && rounding < GD_INFINITY; i++)
        for (int k = i; k >= 0; k--) { /* a column of the inverse */
            double left = k == i ? 1.0 : 0.0;
            for (int j = k + 1; j <= i; j++)
                left -= r[k * n + j] * column[j];
            column[k] = left / r[k * n + k];
            inverse += column[k] * column[k];
            scaled += length[k] * column[k] * (length[k] * column[k]);
        }
    free(r);
    /* Judge with columns scaled to length 1, because rounding is relative to each column. */
    if (rounding * sqrt((double)n * scaled) <= POINTS_BALL_ROUNDING)
        *radius = (1.0 - 2.0 * POINTS_BALL_ROUNDING) /
                  sqrt(inverse * ((double)count * (double)(count - 1)));
    return true;
}

static gd_status points_read_cloud(gd_shape* shape, const double* x, size_t doubles,
                                   bool has_center) {
    const size_t n = (size_t)shape->nd_set.dimension;
    if (doubles % n != 0) return GD_ERROR_LENGTH;
    const size_t count = doubles / n;
    if (count == 0) return GD_ERROR_TOO_FEW_POINTS;
    if (count > UINT32_MAX - GD_POINTS_BLOCK) return GD_ERROR_MEMORY;
    for (size_t i = 0; i < doubles; i++)
        if (!points_coordinate(x[i])) return GD_ERROR_POINTS;
    shape->vertices.count = (uint32_t)count;
    shape->vertices.padded_count =
        (uint32_t)(count + GD_POINTS_BLOCK - 1) / GD_POINTS_BLOCK * GD_POINTS_BLOCK;
    shape->nd_set.points = aligned_alloc(16, shape->vertices.padded_count * n * sizeof *x);
    if (!shape->nd_set.points) return GD_ERROR_MEMORY;
    for (uint32_t i = 0; i < shape->vertices.padded_count; i++)
        for (size_t k = 0; k < n; k++)
            *points_at(shape, i, (int)k) = x[(i < count ? i : 0) * n + k];
    double* mean = shape->nd_set.center;
    if (has_center) mean = shape->nd_set.mean = calloc(n, sizeof *x);
    if (!mean) return GD_ERROR_MEMORY;
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < n; k++)
            mean[k] += x[i * n + k] / (double)count;
    double bound = 0.0, off[GD_DIMENSION_MAX];
    for (size_t i = 0; i < count; i++) {
        for (size_t k = 0; k < n; k++)
            off[k] = x[i * n + k] - shape->nd_set.center[k];
        bound = max2(bound, gd_length_n(shape->nd_set.dimension, off));
    }
    /* The hull contains the mean, so the shape contains a ball of radius margin about the mean. */
    if (!cloud_ball(shape->nd_set.dimension, x, count, mean, &shape->nd_set.inradius))
        return GD_ERROR_MEMORY;
    shape->nd_set.inradius += shape->radius;
    for (size_t k = 0; k < n; k++)
        off[k] = mean[k] - shape->nd_set.center[k];
    const double from_center = gd_length_n(shape->nd_set.dimension, off) * (1.0 + POINTS_SAFE);
    shape->inner_radius = max2(shape->nd_set.inradius - from_center, 0.0);
    shape->bound_radius = bound * (1.0 + POINTS_SAFE) + shape->radius;
    return GD_STATUS_OPTIMAL;
}

gd_status gd_points_read(gd_shape* shape, const double* p, size_t count, bool has_center) {
    if (count < 1) return GD_ERROR_LENGTH;
    if (!(p[0] >= 2.0 && p[0] <= GD_DIMENSION_MAX && p[0] == floor(p[0])))
        return GD_ERROR_DIMENSION;
    shape->nd_set.dimension = (int)p[0];
    const size_t n = (size_t)shape->nd_set.dimension, header = has_center ? 1 + n : 1;
    if (count < header) return GD_ERROR_LENGTH;
    shape->nd_set.center = calloc(n, sizeof *p);
    if (!shape->nd_set.center) return GD_ERROR_MEMORY;
    for (size_t i = 1; i < header; i++) {
        if (!points_coordinate(p[i])) return GD_ERROR_CENTER;
        shape->nd_set.center[i - 1] = p[i];
    }
    const gd_status status = shape->kind == GD_KIND_NORM_BALL
                                 ? points_read_ball(shape, p + header, count - header)
                                 : points_read_cloud(shape, p + header, count - header, has_center);
    shape->solid = shape->inner_radius > 0.0;
    return status;
}

void gd_points_free(gd_shape* shape) {
    free(shape->nd_set.center);
    free(shape->nd_set.mean);
    free(shape->nd_set.points);
}
