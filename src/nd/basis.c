/* The basis of the n-D cutting plane: start, support, pivot, inverse (cone.h). */
#include "nd/basis.h"

#include "math/vec.h"

#include <string.h>

/* The virtual ball to begin with, as a part of the extent, and what it shrinks by. A large ball
 * finds the facet sooner, a wrong one costs the steps until its points have left. */
#define CONE_GUESS 0x1p-4
#define CONE_SHRINK 0x1p-14
#define CONE_GUESS_LEAST 0x1p-46
/* A weight that moves the point on the ray by less than this part is rounding. */
#define CONE_NOTHING (64.0 * GD_EPS)
/* Pivots below this part of the largest are noise of the inverse. */
#define CONE_PIVOT_LEAST 0x1p-36
/* Ratios this near count as equal; the largest pivot among them keeps the basis independent. */
#define CONE_TIE 0x1p-40
/* The weighted points may miss the ray by this part of it. */
#define CONE_MISS 0x1p-40
/* A point is inside when it is at less than this part of the way to the surface. */
#define CONE_INSIDE (1.0 - CONE_MISS)
/* Pivots between two inversions. */
#define CONE_AGE 24
/* A row that shrinks below this part in the elimination depends on the others. */
#define CONE_SINGULAR (8.0 * GD_EPS)

/* A point above the plane of the basis by less than this part of the extent is on it. */
#define CONE_FLAT (4.0 * GD_EPS)
/* Steps for each dimension, after which a point counts as out of reach. */
#define CONE_REACH_STEPS 100

static double* cone_take(double** at, size_t count) {
    double* taken = *at;
    *at += count;
    return taken;
}

double* gd_cone_place(gd_cone* cone, double* workspace) {
    const size_t n = (size_t)cone->n;
    double* at = workspace;
    for (int k = 0; k < cone->sets; k++) {
        cone->part[k] = cone_take(&at, n * n);
        cone->point[k] = cone_take(&at, n);
    }
    cone->s = cone_take(&at, n * n);
    cone->inverse = cone_take(&at, n * n);
    cone->work = cone_take(&at, n * (n + 1));
    cone->lambda = cone_take(&at, n);
    cone->guessed = cone_take(&at, n);
    cone->ray = cone_take(&at, n);
    cone->direction = cone_take(&at, n);
    cone->entering = cone_take(&at, n);
    cone->normal = cone_take(&at, n);
    cone->mu = cone_take(&at, n);
    return at;
}

static void cone_add_up(gd_cone* cone) {
    cone->sum = cone->spare = 0.0;
    for (int i = 0; i < cone->n; i++)
        cone->sum += cone->lambda[i];
}

/* ---- the inverse --------------------------------------------------------------------------- */

static void cone_swap_rows(int n, double* m, int a, int b) {
    for (int j = 0; j < n; j++) {
        const double t = m[a * n + j];
        m[a * n + j] = m[b * n + j];
        m[b * n + j] = t;
    }
}

/* Eliminates column c of m (rows of n) and does the same to the rows of inverse. */
static void cone_eliminate(int n, double* m, double* inverse, int c) {
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

/* inverse = S^-1, by Gauss and Jordan on the matrix with columns s_i / scale_i, so that a tiny
 * virtual point is no small pivot. */
static bool cone_invert(gd_cone* cone) {
    const int n = cone->n;
    double *m = cone->work, *scale = cone->work + n * n, *inverse = cone->inverse;
    for (int i = 0; i < n; i++) {
        double most = 0.0;
        for (int k = 0; k < n; k++)
            most = max2(most, fabs(cone->s[i * n + k]));
        if (!(most > 0.0 && most < GD_INFINITY)) return false;
        scale[i] = 1.0 / most;
        for (int k = 0; k < n; k++) {
            m[k * n + i] = cone->s[i * n + k] * scale[i];
            inverse[k * n + i] = k == i ? 1.0 : 0.0;
        }
    }
    for (int c = 0; c < n; c++) {
        int pivot = c;
        for (int i = c + 1; i < n; i++)
            if (fabs(m[i * n + c]) > fabs(m[pivot * n + c])) pivot = i;
        if (!(fabs(m[pivot * n + c]) > CONE_SINGULAR)) return false;
        if (pivot != c) {
            cone_swap_rows(n, m, c, pivot);
            cone_swap_rows(n, inverse, c, pivot);
        }
        cone_eliminate(n, m, inverse, c);
    }
    for (int i = 0; i < n; i++)
        for (int k = 0; k < n; k++)
            inverse[i * n + k] *= scale[i];
    return true;
}

/* lambda by the inverse and two steps of refinement: what counts is that S lambda meets the ray to
 * rounding, however thin the cone is, because sum lambda = n . S lambda. */
static void cone_weigh(gd_cone* cone) {
    const int n = cone->n;
    double* miss = cone->work;
    for (int i = 0; i < n; i++)
        cone->lambda[i] = dot_n(n, cone->inverse + i * n, cone->ray);
    for (int round = 0; round < 2; round++) {
        memcpy(miss, cone->ray, (size_t)n * sizeof *miss);
        for (int i = 0; i < n; i++)
            for (int k = 0; k < n; k++)
                miss[k] -= cone->lambda[i] * cone->s[i * n + k];
        for (int i = 0; i < n; i++)
            cone->lambda[i] += dot_n(n, cone->inverse + i * n, miss);
    }
}

/* How far the weighted points are from the ray's point at 1. */
static double cone_miss(const gd_cone* cone) {
    const int n = cone->n;
    double* miss = cone->work;
    memcpy(miss, cone->ray, (size_t)n * sizeof *miss);
    for (int i = 0; i < n; i++)
        for (int k = 0; k < n; k++)
            miss[k] -= cone->lambda[i] * cone->s[i * n + k];
    return gd_length_n(n, miss);
}

bool gd_cone_renew(gd_cone* cone) {
    if (!cone_invert(cone)) return false;
    cone->age = 0;
    cone_weigh(cone);
    bool clamped = false;
    for (int i = 0; i < cone->n; i++) {
        if (cone->lambda[i] >= 0.0) continue;
        cone->lambda[i] = 0.0;
        clamped = true;
    }
    cone_add_up(cone);
    return cone->sum > 0.0 && !(clamped && cone_miss(cone) > CONE_MISS);
}

/* ---- the first basis ----------------------------------------------------------------------- */

/* The ball inside C: its radius (<= 0: none known) and the offset of the balls' centres; each set's
 * own centre goes to cone->point, its radius to radii. */
static double cone_ball(gd_cone* cone, double* offset, double radii[GD_CONE_SETS]) {
    const int n = cone->n;
    double total = 0.0;
    for (int i = 0; i < n; i++)
        offset[i] = 0.0;
    for (int k = 0; k < cone->sets; k++) {
        radii[k] = gd_nset_ball(cone->set[k], cone->point[k]);
        total += fabs(cone->factor[k]) * radii[k];
        for (int i = 0; i < n; i++)
            offset[i] += cone->factor[k] * cone->point[k][i];
    }
    return total - gd_length_n(n, offset);
}

/* How far C goes along a unit vector for sure, by balls of the sets about the origin; 0: not known.
 * Sets given about the world's origin hold it, as do those about centres that are their balls'. The
 * parts of the point there go to cone->point. */
static double cone_held(gd_cone* cone, const double* unit) {
    const int n = cone->n;
    double reach = 0.0;
    for (int k = 0; k < cone->sets; k++) {
        const gd_nset* set = cone->set[k];
        double* part = cone->point[k];
        const double radius = gd_nset_ball(set, part), off = gd_length_n(n, part);
        const double held = max2(radius - off, set->held);
        if (!(held > 0.0 || off <= CONE_FLAT * cone->extent || set->offset)) return 0.0;
        for (int i = 0; i < n; i++)
            part[i] = held > 0.0 ? copysign(held, cone->factor[k]) * unit[i] : 0.0;
        reach += fabs(cone->factor[k]) * max2(held, 0.0);
    }
    return reach;
}

/* Row `which` of a matrix whose rows 0 ... n - 2 complete the ray to an orthonormal basis:
 * Householder's reflection of the last axis onto the ray. */
static double cone_across(const gd_cone* cone, int which, int i) {
    const int last = cone->n - 1;
    const double* ray = cone->ray;
    const double sign = ray[last] > 0.0 ? -1.0 : 1.0;
    /* v = ray - sign e_last, |v|^2 = 2 (1 - sign ray_last) */
    const double vi = i == last ? ray[last] - sign : ray[i];
    return (which == i ? 1.0 : 0.0) - ray[which] * vi / (1.0 - sign * ray[last]);
}

void gd_cone_start(gd_cone* cone) {
    const int n = cone->n;
    double *offset = cone->entering, *d = cone->direction, radii[GD_CONE_SETS];
    double r = cone_ball(cone, offset, radii), total = 0.0;
    cone->extent = 0.0;
    for (int k = 0; k < cone->sets; k++) {
        const double f = fabs(cone->factor[k]);
        total += f * radii[k];
        cone->extent += f * cone->set[k]->shape->bound_radius;
        if (cone->set[k]->offset) cone->extent += f * gd_length_n(n, cone->set[k]->offset);
    }
    cone->guess = r > 0.0 ? 0.0 : CONE_GUESS * cone->extent;
    if (!(r > 0.0)) r = cone->guess;
    /* 0.5 along and 0.85 across the ray, as in 3D: one point against the sum of all others */
    const double along = 0.5 * r, reach = 0.85 * r, share = 1.0 / sqrt((double)n - 1.0);
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < n; k++) {
            double across = 0.0;
            if (i < n - 1)
                across = cone_across(cone, i, k);
            else
                for (int j = 0; j < n - 1; j++)
                    across -= share * cone_across(cone, j, k);
            d[k] = along * cone->ray[k] + reach * across;
        }
        memcpy(cone->s + i * n, d, (size_t)n * sizeof *d);
        cone->guessed[i] = cone->guess > 0.0 ? 1.0 : 0.0;
        for (int j = 0; j < cone->sets; j++) {
            const double t = total > 0.0 ? copysign(radii[j] / total, cone->factor[j]) : 0.0;
            for (int k = 0; k < n; k++)
                cone->part[j][i * n + k] = cone->point[j][k] + t * (d[k] - offset[k]);
        }
    }
    cone->iterations = 0.0;
    memcpy(cone->normal, cone->ray, (size_t)n * sizeof *d);
    cone->outer = cone->extent * (1.0 + 0x1p-40);
    /* of points next to nothing there is no inverse: then no weights either */
    cone->age = 0;
    cone->sum = cone->spare = 0.0;
    memset(cone->lambda, 0, (size_t)n * sizeof *d);
    memset(cone->inverse, 0, (size_t)(n * n) * sizeof *d);
    gd_cone_renew(cone);
}

bool gd_cone_virtual(const gd_cone* cone) {
    if (!(cone->guess > 0.0)) return false;
    for (int i = 0; i < cone->n; i++)
        if (cone->guessed[i] != 0.0 && cone->lambda[i] * cone->guess > CONE_NOTHING) return true;
    return false;
}

bool gd_cone_certify(gd_cone* cone) {
    const int n = cone->n;
    /* where points have become one there is no inverse: the weights are those of the steps then */
    if (cone->age > 0) gd_cone_renew(cone);
    if (gd_cone_virtual(cone)) return false;
    for (int i = 0; i < n; i++)
        if (cone->guessed[i] != 0.0) cone->lambda[i] = 0.0;
    cone_add_up(cone);
    if (!(cone->sum > 0.0)) return false;
    const double miss = cone_miss(cone);
    if (!(miss > CONE_MISS)) return true;
    /* of needles the weights' last digits miss by more: what is missing is a point of C, too */
    for (int i = 0; i < n; i++)
        cone->work[i] /= miss;
    const double reach = cone_held(cone, cone->work);
    if (!(reach > 0.0)) return false;
    cone->spare = miss / reach;
    cone->sum += cone->spare;
    return cone->sum < GD_INFINITY;
}

bool gd_cone_shrink(gd_cone* cone) {
    const int n = cone->n;
    cone->guess *= CONE_SHRINK;
    if (!(cone->guess >= CONE_GUESS_LEAST * cone->extent)) return false;
    for (int i = 0; i < n; i++) {
        if (cone->guessed[i] == 0.0) continue;
        cone->lambda[i] /= CONE_SHRINK;
        for (int k = 0; k < n; k++) {
            cone->s[i * n + k] *= CONE_SHRINK;
            cone->inverse[i * n + k] /= CONE_SHRINK;
        }
    }
    cone_add_up(cone);
    return true;
}

/* ---- a step -------------------------------------------------------------------------------- */

bool gd_cone_aim(gd_cone* cone) {
    const int n = cone->n;
    double* d = cone->direction;
    for (int k = 0; k < n; k++)
        d[k] = 0.0;
    for (int i = 0; i < n; i++)
        for (int k = 0; k < n; k++)
            d[k] += cone->inverse[i * n + k];
    return gd_normalize_n(n, d);
}

void gd_cone_support(gd_cone* cone) {
    const int n = cone->n;
    memset(cone->entering, 0, (size_t)n * sizeof *cone->entering);
    for (int k = 0; k < cone->sets; k++) {
        const double f = cone->factor[k];
        gd_nset_support(cone->set[k], cone->direction, f > 0.0 ? 1.0 : -1.0, cone->point[k]);
        for (int i = 0; i < n; i++)
            cone->entering[i] += f * cone->point[k][i];
    }
    cone->iterations += 1.0;
    cone->height = dot_n(n, cone->direction, cone->entering);
    cone->rise = dot_n(n, cone->direction, cone->ray);
    if (cone->rise > 0.0 && cone->height < cone->outer * cone->rise) {
        cone->outer = cone->height / cone->rise;
        memcpy(cone->normal, cone->direction, (size_t)n * sizeof *cone->normal);
    }
}

/* The row that leaves: the least lambda_i / mu_i, the largest mu_i among equals; -1: none. */
static int cone_leaving(const gd_cone* cone) {
    const int n = cone->n;
    const double *mu = cone->mu, *lambda = cone->lambda;
    double most = 0.0, least = GD_INFINITY;
    for (int i = 0; i < n; i++)
        most = max2(most, fabs(mu[i]));
    const double floor_mu = CONE_PIVOT_LEAST * most;
    for (int i = 0; i < n; i++)
        if (mu[i] > floor_mu && lambda[i] < least * mu[i]) least = lambda[i] / mu[i];
    if (least == GD_INFINITY) return -1;
    int leaving = -1;
    const double limit = least * (1.0 + CONE_TIE);
    for (int i = 0; i < n; i++) {
        if (!(mu[i] > floor_mu && lambda[i] <= limit * mu[i])) continue;
        if (leaving < 0 || mu[i] > mu[leaving]) leaving = i;
    }
    return leaving;
}

bool gd_cone_pivot(gd_cone* cone) {
    const int n = cone->n;
    double* mu = cone->mu;
    for (int i = 0; i < n; i++)
        mu[i] = dot_n(n, cone->inverse + i * n, cone->entering);
    const int r = cone_leaving(cone);
    if (r < 0) return false;
    const double theta = cone->lambda[r] / mu[r], t = 1.0 / mu[r];
    double* row = cone->inverse + r * n;
    for (int k = 0; k < n; k++)
        row[k] *= t;
    for (int i = 0; i < n; i++) {
        if (i == r) continue;
        double* other = cone->inverse + i * n;
        for (int k = 0; k < n; k++)
            other[k] -= mu[i] * row[k];
        const double left = cone->lambda[i] - theta * mu[i];
        cone->lambda[i] = left > 0.0 ? left : 0.0;
    }
    cone->lambda[r] = theta;
    cone->guessed[r] = 0.0;
    memcpy(cone->s + r * n, cone->entering, (size_t)n * sizeof *row);
    for (int k = 0; k < cone->sets; k++)
        memcpy(cone->part[k] + r * n, cone->point[k], (size_t)n * sizeof *row);
    cone_add_up(cone);
    if (++cone->age >= CONE_AGE) return gd_cone_renew(cone);
    return true;
}

/* From a new basis: whether the ray goes through C, and n independent points of it, to beyond this
 * distance. */
static bool cone_reaches(gd_cone* cone, double distance) {
    const int n = cone->n;
    gd_cone_start(cone);
    if (!(cone->extent > 0.0)) return false; /* of a point there is no basis */
    for (int k = 0; k < CONE_REACH_STEPS * (n + 8); k++) {
        double left = 0.0;
        for (int i = 0; i < n; i++)
            left += cone->guessed[i];
        if (left == 0.0 && distance * cone->sum < CONE_INSIDE)
            return gd_cone_renew(cone) && gd_cone_certify(cone) &&
                   distance * cone->sum < CONE_INSIDE;
        if (!gd_cone_aim(cone)) return false;
        gd_cone_support(cone);
        if (distance >= cone->outer) return false;
        const double above = cone->height - cone->rise / cone->sum;
        if (above > CONE_FLAT * cone->extent && gd_cone_pivot(cone)) continue;
        if (cone->age > 0 && gd_cone_renew(cone)) continue;
        if (!gd_cone_shrink(cone)) return false;
    }
    return false;
}

bool gd_cone_holds(const gd_cone* cone, gd_nset* set, double* center, double* offset) {
    gd_cone alone = *cone;
    gd_nset part = *set;
    const int n = alone.n;
    set->held = max2(gd_nset_ball(set, alone.entering) - gd_length_n(n, alone.entering), 0.0);
    if (set->held > 0.0) return true;
    gd_nset_recenter(&part, center, offset);
    const double ball = gd_nset_ball(&part, alone.entering);
    const bool central = gd_length_n(n, alone.entering) == 0.0;
    alone.sets = 1;
    alone.set[0] = &part;
    alone.factor[0] = 1.0;
    for (int i = 0; i < n; i++)
        alone.ray[i] = -center[i];
    const double distance = gd_length_n(n, alone.ray);
    if (!gd_normalize_n(n, alone.ray)) alone.ray[0] = 1.0;
    if (!cone_reaches(&alone, distance)) return false;
    /* a part of a ball about the point of the set is around the origin, too: the smaller the nearer
     * that is to where the ray from there leaves the set */
    if (central) set->held = ball * (1.0 - distance * alone.sum);
    return true;
}

void gd_cone_mean(const gd_cone* cone, int set, double* mean) {
    const int n = cone->n;
    for (int k = 0; k < n; k++)
        mean[k] = cone->spare > 0.0 ? cone->spare / cone->sum * cone->point[set][k] : 0.0;
    for (int i = 0; i < n; i++) {
        if (cone->guessed[i] != 0.0) continue;
        const double w = cone->lambda[i] / cone->sum;
        for (int k = 0; k < n; k++)
            mean[k] += w * cone->part[set][i * n + k];
    }
}
