/* The basis of the n-D cutting plane: start, support, pivot, inverse (basis.h). */
#include "nd/basis.h"

#include "math/vec.h"

#include <string.h>

/* Radius of the first artificial ball as a fraction of the extent, the factor by which it shrinks,
 * and its minimum. With a large ball the search finds the facet sooner. But if it is too large, the
 * search takes more steps until the points of the ball have left the basis. */
#define BASIS_ARTIFICIAL 0x1p-4
#define BASIS_SHRINK 0x1p-14
#define BASIS_ARTIFICIAL_MIN 0x1p-46
/* A weight is rounding if it moves the point on the ray by less than this fraction. */
#define BASIS_NOTHING (64.0 * GD_EPS)
/* A pivot below this fraction of the largest is noise of the inverse. */
#define BASIS_PIVOT_MIN 0x1p-36
/* Ratios within this factor are equal: the largest pivot among them keeps the basis independent. */
#define BASIS_TIE 0x1p-40
/* The weighted sum of the points may miss the point at distance 1 on the ray by this much. */
#define BASIS_MISS 0x1p-40
/* A point is inside C if it is at less than this fraction of the way to the surface. */
#define BASIS_INSIDE (1.0 - BASIS_MISS)
/* Pivots between two inversions. */
#define BASIS_PIVOTS_MAX 24
/* A row that shrinks below this factor during elimination depends on the others. */
#define BASIS_SINGULAR (8.0 * GD_EPS)

/* A point above the plane of the basis by less than this fraction of the extent is on it. */
#define BASIS_FLAT (4.0 * GD_EPS)
/* Steps per dimension after which a point counts as out of reach. */
#define BASIS_REACH_STEPS 100

static double* basis_take(double** at, size_t count) {
    double* taken = *at;
    *at += count;
    return taken;
}

double* gd_basis_place(gd_basis* basis, double* workspace) {
    const size_t n = (size_t)basis->n;
    double* at = workspace;
    for (int k = 0; k < basis->sets; k++) {
        basis->part[k] = basis_take(&at, n * n);
        basis->point[k] = basis_take(&at, n);
    }
    basis->s = basis_take(&at, n * n);
    basis->inverse = basis_take(&at, n * n);
    basis->work = basis_take(&at, n * (n + 1));
    basis->lambda = basis_take(&at, n);
    basis->artificial = basis_take(&at, n);
    basis->ray = basis_take(&at, n);
    basis->direction = basis_take(&at, n);
    basis->entering = basis_take(&at, n);
    basis->normal = basis_take(&at, n);
    basis->mu = basis_take(&at, n);
    return at;
}

static void basis_add_up(gd_basis* basis) {
    basis->sum = basis->spare = 0.0;
    for (int i = 0; i < basis->n; i++)
        basis->sum += basis->lambda[i];
}

/* ---- the inverse -------------------------------------------------------------------------- */

static void basis_swap_rows(int n, double* m, int a, int b) {
    for (int j = 0; j < n; j++) {
        const double t = m[a * n + j];
        m[a * n + j] = m[b * n + j];
        m[b * n + j] = t;
    }
}

/* Eliminates column c of m (rows of n numbers) and applies the same operations to inverse. */
static void basis_eliminate(int n, double* m, double* inverse, int c) {
    const double t = 1.0 / m[c * n + c];
    for (int j = 0; j < n; j++) {
        m[c * n + j] *= t;
        inverse[c * n + j] *= t;
    }
    for (int i = 0; i < n; i++) {
        const double f = m[i * n + c];
        if (i == c || f == 0.0) continue;
        for (int j = 0; j < n; j++) {
            m[i * n + j] -= f * m[c * n + j];
            inverse[i * n + j] -= f * inverse[c * n + j];
        }
    }
}

/* inverse = S^-1 by Gauss-Jordan elimination. The columns s_i are scaled first, so that a tiny
 * artificial point does not become a small pivot. */
static bool basis_invert(gd_basis* basis) {
    const int n = basis->n;
    double *m = basis->work, *scale = basis->work + n * n, *inverse = basis->inverse;
    for (int i = 0; i < n; i++) {
        double max_abs = 0.0;
        for (int k = 0; k < n; k++)
            max_abs = max2(max_abs, fabs(basis->s[i * n + k]));
        if (!(max_abs > 0.0 && max_abs < GD_INFINITY)) return false;
        scale[i] = 1.0 / max_abs;
        for (int k = 0; k < n; k++) {
            m[k * n + i] = basis->s[i * n + k] * scale[i];
            inverse[k * n + i] = k == i ? 1.0 : 0.0;
        }
    }
    for (int c = 0; c < n; c++) {
        int pivot = c;
        for (int i = c + 1; i < n; i++)
            if (fabs(m[i * n + c]) > fabs(m[pivot * n + c])) pivot = i;
        if (!(fabs(m[pivot * n + c]) > BASIS_SINGULAR)) return false;
        if (pivot != c) {
            basis_swap_rows(n, m, c, pivot);
            basis_swap_rows(n, inverse, c, pivot);
        }
        basis_eliminate(n, m, inverse, c);
    }
    for (int i = 0; i < n; i++)
        for (int k = 0; k < n; k++)
            inverse[i * n + k] *= scale[i];
    return true;
}

/* lambda from the inverse, with two steps of refinement. S lambda must equal the ray up to
 * rounding, however thin the cone is. The normal n of the basis has n . s_i = 1, so sum lambda =
 * n . S lambda, and a miss would change this bound. */
static void basis_weigh(gd_basis* basis) {
    const int n = basis->n;
    double* miss = basis->work;
    for (int i = 0; i < n; i++)
        basis->lambda[i] = dot_n(n, basis->inverse + i * n, basis->ray);
    for (int round = 0; round < 2; round++) {
        memcpy(miss, basis->ray, (size_t)n * sizeof *miss);
        for (int i = 0; i < n; i++)
            for (int k = 0; k < n; k++)
                miss[k] -= basis->lambda[i] * basis->s[i * n + k];
        for (int i = 0; i < n; i++)
            basis->lambda[i] += dot_n(n, basis->inverse + i * n, miss);
    }
}

/* Distance of the weighted sum of the points from the point at distance 1 on the ray. Leaves the
 * difference in work. */
static double basis_miss(const gd_basis* basis) {
    const int n = basis->n;
    double* miss = basis->work;
    memcpy(miss, basis->ray, (size_t)n * sizeof *miss);
    for (int i = 0; i < n; i++)
        for (int k = 0; k < n; k++)
            miss[k] -= basis->lambda[i] * basis->s[i * n + k];
    return gd_length_n(n, miss);
}

bool gd_basis_refactor(gd_basis* basis) {
    if (!basis_invert(basis)) return false;
    basis->pivots = 0;
    basis_weigh(basis);
    bool clamped = false;
    for (int i = 0; i < basis->n; i++) {
        if (basis->lambda[i] >= 0.0) continue;
        basis->lambda[i] = 0.0;
        clamped = true;
    }
    basis_add_up(basis);
    return basis->sum > 0.0 && !(clamped && basis_miss(basis) > BASIS_MISS);
}

/* ---- the first basis ---------------------------------------------------------------------- */

/* Returns the radius of a ball about the origin inside C, <= 0 if none is known. It follows from
 * one ball in each set: radii and basis->point receive the radii and centres of these balls, and
 * offset the weighted sum of the centres. */
static double basis_ball(gd_basis* basis, double* offset, double radii[GD_BASIS_SETS]) {
    const int n = basis->n;
    double total = 0.0;
    for (int i = 0; i < n; i++)
        offset[i] = 0.0;
    for (int k = 0; k < basis->sets; k++) {
        radii[k] = gd_support_nd_ball(basis->set[k], basis->point[k]);
        total += fabs(basis->factor[k]) * radii[k];
        for (int i = 0; i < n; i++)
            offset[i] += basis->factor[k] * basis->point[k][i];
    }
    return total - gd_length_n(n, offset);
}

/* How far C surely reaches along a unit vector; 0 if unknown. Every set must contain its reference
 * point. That is certain if the set contains a ball about the point, or if the point is the centre
 * of the set's own ball. It is also certain if offset is set: then the caller chose a point of the
 * set. The parts of the reached point go to basis->point. */
static double basis_held(gd_basis* basis, const double* unit) {
    const int n = basis->n;
    double reach = 0.0;
    for (int k = 0; k < basis->sets; k++) {
        const gd_support_nd* set = basis->set[k];
        double* part = basis->point[k];
        const double radius = gd_support_nd_ball(set, part), off = gd_length_n(n, part);
        const double held = max2(radius - off, set->held);
        if (!(held > 0.0 || off <= BASIS_FLAT * basis->extent || set->offset)) return 0.0;
        for (int i = 0; i < n; i++)
            part[i] = held > 0.0 ? copysign(held, basis->factor[k]) * unit[i] : 0.0;
        reach += fabs(basis->factor[k]) * max2(held, 0.0);
    }
    return reach;
}

/* Element i of row `which` of a matrix whose rows 0 ... n - 2 complete the ray to an orthonormal
 * basis: Householder's reflection of the last axis onto the ray. */
static double basis_across(const gd_basis* basis, int which, int i) {
    const int last = basis->n - 1;
    const double* ray = basis->ray;
    const double sign = ray[last] > 0.0 ? -1.0 : 1.0;
    /* v = ray - sign e_last, |v|^2 = 2 (1 - sign ray_last) */
    const double vi = i == last ? ray[last] - sign : ray[i];
    return (which == i ? 1.0 : 0.0) - ray[which] * vi / (1.0 - sign * ray[last]);
}

void gd_basis_start(gd_basis* basis) {
    const int n = basis->n;
    double *offset = basis->entering, *d = basis->direction, radii[GD_BASIS_SETS];
    double r = basis_ball(basis, offset, radii), total = 0.0;
    basis->extent = 0.0;
    for (int k = 0; k < basis->sets; k++) {
        const double f = fabs(basis->factor[k]);
        total += f * radii[k];
        basis->extent += f * basis->set[k]->shape->bound_radius;
        if (basis->set[k]->offset) basis->extent += f * gd_length_n(n, basis->set[k]->offset);
    }
    basis->artificial_radius = r > 0.0 ? 0.0 : BASIS_ARTIFICIAL * basis->extent;
    if (!(r > 0.0)) r = basis->artificial_radius;
    /* 0.5 along and 0.85 across the ray, as in 3D; the last point is opposite to the sum of the
     * others */
    const double along = 0.5 * r, reach = 0.85 * r, share = 1.0 / sqrt((double)n - 1.0);
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < n; k++) {
            double across = 0.0;
            if (i < n - 1)
                across = basis_across(basis, i, k);
            else
                for (int j = 0; j < n - 1; j++)
                    across -= share * basis_across(basis, j, k);
            d[k] = along * basis->ray[k] + reach * across;
        }
        memcpy(basis->s + i * n, d, (size_t)n * sizeof *d);
        basis->artificial[i] = basis->artificial_radius > 0.0 ? 1.0 : 0.0;
        for (int j = 0; j < basis->sets; j++) {
            const double t = total > 0.0 ? copysign(radii[j] / total, basis->factor[j]) : 0.0;
            for (int k = 0; k < n; k++)
                basis->part[j][i * n + k] = basis->point[j][k] + t * (d[k] - offset[k]);
        }
    }
    basis->iterations = 0.0;
    memcpy(basis->normal, basis->ray, (size_t)n * sizeof *d);
    basis->outer = basis->extent * (1.0 + 0x1p-40);
    /* if the points are so tiny that there is no inverse, these values remain */
    basis->pivots = 0;
    basis->sum = basis->spare = 0.0;
    memset(basis->lambda, 0, (size_t)n * sizeof *d);
    memset(basis->inverse, 0, (size_t)(n * n) * sizeof *d);
    gd_basis_refactor(basis);
}

bool gd_basis_is_artificial(const gd_basis* basis) {
    if (!(basis->artificial_radius > 0.0)) return false;
    for (int i = 0; i < basis->n; i++)
        if (basis->artificial[i] != 0.0 &&
            basis->lambda[i] * basis->artificial_radius > BASIS_NOTHING)
            return true;
    return false;
}

bool gd_basis_certify(gd_basis* basis) {
    const int n = basis->n;
    /* if points coincide, there is no inverse, and the weights of the steps remain */
    if (basis->pivots > 0) gd_basis_refactor(basis);
    if (gd_basis_is_artificial(basis)) return false;
    for (int i = 0; i < n; i++)
        if (basis->artificial[i] != 0.0) basis->lambda[i] = 0.0;
    basis_add_up(basis);
    if (!(basis->sum > 0.0)) return false;
    const double miss = basis_miss(basis);
    if (!(miss > BASIS_MISS)) return true;
    /* the weights of a needle miss by more than rounding: add a point of C in the missing
     * direction */
    for (int i = 0; i < n; i++)
        basis->work[i] /= miss;
    const double reach = basis_held(basis, basis->work);
    if (!(reach > 0.0)) return false;
    basis->spare = miss / reach;
    basis->sum += basis->spare;
    return basis->sum < GD_INFINITY;
}

bool gd_basis_shrink(gd_basis* basis) {
    const int n = basis->n;
    basis->artificial_radius *= BASIS_SHRINK;
    if (!(basis->artificial_radius >= BASIS_ARTIFICIAL_MIN * basis->extent)) return false;
    for (int i = 0; i < n; i++) {
        if (basis->artificial[i] == 0.0) continue;
        basis->lambda[i] /= BASIS_SHRINK;
        for (int k = 0; k < n; k++) {
            basis->s[i * n + k] *= BASIS_SHRINK;
            basis->inverse[i * n + k] /= BASIS_SHRINK;
        }
    }
    basis_add_up(basis);
    return true;
}

/* ---- a step ------------------------------------------------------------------------------- */

bool gd_basis_normal(gd_basis* basis) {
    const int n = basis->n;
    double* d = basis->direction;
    for (int k = 0; k < n; k++)
        d[k] = 0.0;
    for (int i = 0; i < n; i++)
        for (int k = 0; k < n; k++)
            d[k] += basis->inverse[i * n + k];
    return gd_normalize_n(n, d);
}

void gd_basis_support(gd_basis* basis) {
    const int n = basis->n;
    memset(basis->entering, 0, (size_t)n * sizeof *basis->entering);
    for (int k = 0; k < basis->sets; k++) {
        const double f = basis->factor[k];
        gd_support_nd_point(basis->set[k], basis->direction, f > 0.0 ? 1.0 : -1.0, basis->point[k]);
        for (int i = 0; i < n; i++)
            basis->entering[i] += f * basis->point[k][i];
    }
    basis->iterations += 1.0;
    basis->height = dot_n(n, basis->direction, basis->entering);
    basis->n_dot_ray = dot_n(n, basis->direction, basis->ray);
    if (basis->n_dot_ray > 0.0 && basis->height < basis->outer * basis->n_dot_ray) {
        basis->outer = basis->height / basis->n_dot_ray;
        memcpy(basis->normal, basis->direction, (size_t)n * sizeof *basis->normal);
    }
}

/* The row that leaves: the one with the least lambda_i / mu_i, among equals the one with the
 * largest mu_i. Returns -1 if there is none. */
static int basis_leaving(const gd_basis* basis) {
    const int n = basis->n;
    const double *mu = basis->mu, *lambda = basis->lambda;
    double max_abs = 0.0, min_ratio = GD_INFINITY;
    for (int i = 0; i < n; i++)
        max_abs = max2(max_abs, fabs(mu[i]));
    const double floor_mu = BASIS_PIVOT_MIN * max_abs;
    for (int i = 0; i < n; i++)
        if (mu[i] > floor_mu && lambda[i] < min_ratio * mu[i]) min_ratio = lambda[i] / mu[i];
    if (min_ratio == GD_INFINITY) return -1;
    int leaving = -1;
    const double limit = min_ratio * (1.0 + BASIS_TIE);
    for (int i = 0; i < n; i++) {
        if (!(mu[i] > floor_mu && lambda[i] <= limit * mu[i])) continue;
        if (leaving < 0 || mu[i] > mu[leaving]) leaving = i;
    }
    return leaving;
}

bool gd_basis_pivot(gd_basis* basis) {
    const int n = basis->n;
    double* mu = basis->mu;
    for (int i = 0; i < n; i++)
        mu[i] = dot_n(n, basis->inverse + i * n, basis->entering);
    const int r = basis_leaving(basis);
    if (r < 0) return false;
    const double theta = basis->lambda[r] / mu[r], t = 1.0 / mu[r];
    double* row = basis->inverse + r * n;
    for (int k = 0; k < n; k++)
        row[k] *= t;
    for (int i = 0; i < n; i++) {
        if (i == r) continue;
        double* other = basis->inverse + i * n;
        for (int k = 0; k < n; k++)
            other[k] -= mu[i] * row[k];
        const double left = basis->lambda[i] - theta * mu[i];
        basis->lambda[i] = left > 0.0 ? left : 0.0;
    }
    basis->lambda[r] = theta;
    basis->artificial[r] = 0.0;
    memcpy(basis->s + r * n, basis->entering, (size_t)n * sizeof *row);
    for (int k = 0; k < basis->sets; k++)
        memcpy(basis->part[k] + r * n, basis->point[k], (size_t)n * sizeof *row);
    basis_add_up(basis);
    if (++basis->pivots >= BASIS_PIVOTS_MAX) return gd_basis_refactor(basis);
    return true;
}

/* Starts a new basis and returns whether C contains the ray's point at this distance, in a cone of
 * n independent points. */
static bool basis_reaches(gd_basis* basis, double distance) {
    const int n = basis->n;
    gd_basis_start(basis);
    if (!(basis->extent > 0.0)) return false; /* a single point has no basis */
    for (int k = 0; k < BASIS_REACH_STEPS * (n + 8); k++) {
        double left = 0.0;
        for (int i = 0; i < n; i++)
            left += basis->artificial[i];
        if (left == 0.0 && distance * basis->sum < BASIS_INSIDE)
            return gd_basis_refactor(basis) && gd_basis_certify(basis) &&
                   distance * basis->sum < BASIS_INSIDE;
        if (!gd_basis_normal(basis)) return false;
        gd_basis_support(basis);
        if (distance >= basis->outer) return false;
        const double height = basis->height - basis->n_dot_ray / basis->sum;
        if (height > BASIS_FLAT * basis->extent && gd_basis_pivot(basis)) continue;
        if (basis->pivots > 0 && gd_basis_refactor(basis)) continue;
        if (!gd_basis_shrink(basis)) return false;
    }
    return false;
}

bool gd_basis_holds_origin(const gd_basis* basis, gd_support_nd* set, double* center,
                           double* offset) {
    gd_basis alone = *basis;
    gd_support_nd part = *set;
    const int n = alone.n;
    set->held = max2(gd_support_nd_ball(set, alone.entering) - gd_length_n(n, alone.entering), 0.0);
    if (set->held > 0.0) return true;
    gd_support_nd_recenter(&part, center, offset);
    const double ball = gd_support_nd_ball(&part, alone.entering);
    const bool central = gd_length_n(n, alone.entering) == 0.0;
    alone.sets = 1;
    alone.set[0] = &part;
    alone.factor[0] = 1.0;
    for (int i = 0; i < n; i++)
        alone.ray[i] = -center[i];
    const double distance = gd_length_n(n, alone.ray);
    if (!gd_normalize_n(n, alone.ray)) alone.ray[0] = 1.0;
    if (!basis_reaches(&alone, distance)) return false;
    /* the hull of the ball about the centre and of the point where the ray leaves contains a ball
     * about the origin */
    if (central) set->held = ball * (1.0 - distance * alone.sum);
    return true;
}

void gd_basis_mean(const gd_basis* basis, int set, double* mean) {
    const int n = basis->n;
    for (int k = 0; k < n; k++)
        mean[k] = basis->spare > 0.0 ? basis->spare / basis->sum * basis->point[set][k] : 0.0;
    for (int i = 0; i < n; i++) {
        if (basis->artificial[i] != 0.0) continue;
        const double w = basis->lambda[i] / basis->sum;
        for (int k = 0; k < n; k++)
            mean[k] += w * basis->part[set][i * n + k];
    }
}
