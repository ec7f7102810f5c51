/* Shapes of any dimension and certificates of their queries: see any.h. */
#include "any.h"

#include <math.h>
#include <string.h>

/* Frank-Wolfe steps from a point cloud towards a point outside it. */
#define STEPS 24

static real any_dot(int n, const real* a, const real* b) {
    real sum = 0;
    for (int i = 0; i < n; i++)
        sum += a[i] * b[i];
    return sum;
}

static real any_length(int n, const real* a) {
    return sqrtl(any_dot(n, a, a));
}

static void widen(int n, const double* x, real* out) {
    for (int i = 0; i < n; i++)
        out[i] = x[i];
}

/* ---- shapes -------------------------------------------------------------------------------- */

/* Returns the parameters after the dimension and the centre, if the record has one. */
static const double* described(const any_set* set) {
    const bool given = set->record[GD_RECORD_HAS_CENTER] != 0.0;
    return set->record + GD_RECORD_PARAMETERS + 1 + (given ? set->n : 0);
}

static const double* cloud_points(const any_set* set, size_t* count) {
    const double* points = described(set);
    *count = (set->length - (size_t)(points - set->record)) / (size_t)set->n;
    return points;
}

/* Returns the point of a cloud that is farthest along d, a local direction. */
static const double* cloud_support(const any_set* set, const real* d, real* most) {
    size_t count;
    const double *p = cloud_points(set, &count), *best = p;
    *most = -(real)INFINITY;
    for (size_t i = 0; i < count; i++, p += set->n) {
        real h = 0;
        for (int k = 0; k < set->n; k++)
            h += d[k] * p[k];
        if (!(h > *most)) continue;
        *most = h;
        best = p;
    }
    return best;
}

/* Returns the p-norm of d; the largest entry is not 0. */
static real norm(int n, const real* d, real p) {
    real most = 0, sum = 0;
    for (int i = 0; i < n; i++)
        most = fmaxl(most, fabsl(d[i]));
    if (isinf(p) || !(most > 0)) return most;
    for (int i = 0; i < n; i++)
        sum += powl(fabsl(d[i]) / most, p);
    return most * powl(sum, 1 / p);
}

static real ball_support(const any_set* set, const real* d) {
    const real p = described(set)[0], radius = described(set)[1];
    const real dual = isinf(p) ? 1 : p == 1 ? (real)INFINITY : p / (p - 1);
    return radius * norm(set->n, d, dual);
}

static bool is_cloud(const any_set* set) {
    return set->record[GD_RECORD_KIND] == GD_KIND_POINTS;
}

void any_make(any_set* set, int n, const double* record, size_t length, const double* pose,
              const gd_shape* shape) {
    gd_shape_info info;
    double center[ANY_MOST];
    memset(set, 0, sizeof *set);
    set->n = n;
    set->record = record;
    set->length = length;
    set->pose = pose;
    const gd_kind kind = (gd_kind)record[GD_RECORD_KIND];
    set->known = kind != GD_KIND_POINTS && kind != GD_KIND_NORM_BALL;
    set->central = kind != GD_KIND_POINTS || record[GD_RECORD_HAS_CENTER] == 0.0;
    if (set->known) {
        posed_make(&set->set, record, length, pose, shape);
        memcpy(set->center, set->set.center, sizeof set->set.center);
        set->extent = set->set.extent;
        set->round = set->set.solid;
        return;
    }
    gd_shape_center(shape, center);
    gd_shape_describe(shape, &info);
    real at[ANY_MOST], from[ANY_MOST];
    widen(n, pose, at);
    widen(n, center, from);
    for (int i = 0; i < n; i++)
        set->center[i] = at[i] + from[i];
    /* the sum of all addends' lengths, even if they cancel */
    set->extent = any_length(n, at) + any_length(n, from) + info.bound_radius;
    set->round = !is_cloud(set);
    set->thin = is_cloud(set) && info.inradius == 0.0;
}

bool any_solid(const any_set* a, const any_set* b) {
    return (a->round && b->central) || (b->round && a->central);
}

real any_support(const any_set* set, const real* d) {
    if (set->known) {
        const real n[3] = {d[0], d[1], set->n == 3 ? d[2] : 0};
        return posed_support(&set->set, n);
    }
    real h, at[ANY_MOST];
    if (is_cloud(set))
        cloud_support(set, d, &h);
    else
        h = ball_support(set, d);
    widen(set->n, set->pose, at);
    return h + set->record[GD_RECORD_MARGIN] * any_length(set->n, d) + any_dot(set->n, d, at);
}

/* Returns how far a point is beyond the supporting plane with normal d. */
static real beyond(const any_set* set, const real* x, const real* d) {
    const real length = any_length(set->n, d);
    return length > 0 ? (any_dot(set->n, d, x) - any_support(set, d)) / length : 0;
}

/* Frank-Wolfe from the first point of the cloud towards x. Each step tries the plane across the
 * direction that is left. */
static real beyond_cloud(const any_set* set, const real* x) {
    const int n = set->n;
    real y[ANY_MOST], d[ANY_MOST], most = 0, h;
    size_t count;
    const double* first = cloud_points(set, &count);
    for (int i = 0; i < n; i++)
        y[i] = (real)first[i] + set->pose[i];
    for (int step = 0; step < STEPS; step++) {
        for (int i = 0; i < n; i++)
            d[i] = x[i] - y[i];
        most = fmaxl(most, beyond(set, x, d));
        const double* s = cloud_support(set, d, &h);
        real along = 0, square = 0;
        for (int i = 0; i < n; i++) {
            const real e = (real)s[i] + set->pose[i] - y[i];
            along += d[i] * e;
            square += e * e;
        }
        if (!(along > 0)) break;
        const real t = fminl(along / square, 1);
        for (int i = 0; i < n; i++)
            y[i] += t * ((real)s[i] + set->pose[i] - y[i]);
    }
    return most;
}

/* Tries the normal of the norm's level set through the point. */
static real beyond_ball(const any_set* set, const real* x) {
    const real p = described(set)[0];
    real off[ANY_MOST], d[ANY_MOST], most = 0;
    for (int i = 0; i < set->n; i++) {
        off[i] = x[i] - set->pose[i];
        most = fmaxl(most, fabsl(off[i]));
    }
    if (!(most > 0)) return 0;
    for (int i = 0; i < set->n; i++) {
        const real part = fabsl(off[i]) / most;
        d[i] = copysignl(isinf(p) ? part == 1 : powl(part, p - 1), off[i]);
    }
    return beyond(set, x, d);
}

/* Returns a lower bound of how far a point is outside. If the bound is <= 0, no separating plane
 * was found. */
static real any_outside(const any_set* set, const real* x, const real* hint) {
    const int n = set->n;
    if (set->known) {
        const double at[3] = {(double)x[0], (double)x[1], n == 3 ? (double)x[2] : 0.0};
        const double along[3] = {(double)hint[0], (double)hint[1], n == 3 ? (double)hint[2] : 0.0};
        return posed_outside(&set->set, at, along);
    }
    real d[ANY_MOST] = {0}, most = beyond(set, x, hint);
    for (int i = 0; i < n; i++)
        d[i] = -hint[i];
    most = fmaxl(most, beyond(set, x, d));
    for (int i = 0; i < 2 * n; i++) {
        memset(d, 0, sizeof d);
        d[i / 2] = i % 2 ? 1 : -1;
        most = fmaxl(most, beyond(set, x, d));
    }
    return fmaxl(most, is_cloud(set) ? beyond_cloud(set, x) : beyond_ball(set, x));
}

/* ---- certificates -------------------------------------------------------------------------- */

static bool numbers(const double* x, int count) {
    for (int i = 0; i < count; i++)
        if (x[i] != x[i]) return false;
    return true;
}

static const char* any_status(double status, double lower, double upper, double tolerance,
                              worst* seen) {
    if (!(lower >= 0.0)) return "a negative lower bound";
    if (!(lower <= upper)) return "the lower bound is above the upper";
    if (status > GD_STATUS_COINCIDENT) note(&seen->open, ((real)upper - lower) / upper);
    if (status != GD_STATUS_OPTIMAL) return NULL;
    if (lower > 0) note(&seen->gap, ((real)upper - lower) / upper);
    if ((real)upper - lower > tolerance * (real)upper * (1 + 1e-9L) + 1e-15L * upper)
        return "called optimal with bounds wider than the tolerance";
    return NULL;
}

/* Compares bounds with what is proved so far, and then adds them to it. */
static const char* any_agree(any_truth* t, real lower, real upper, real rounding) {
    if (lower > t->most + rounding) return "the lower bound is above the truth";
    if (upper < t->least - rounding) return "the upper bound is below the truth";
    if (lower - rounding > t->least) t->least = lower - rounding;
    if (upper + rounding < t->most) t->most = upper + rounding;
    return NULL;
}

/* Whether a witness point lies in a shape, up to rounding and `open`. */
static bool any_holds(const any_set* set, const double* point, const real* hint, real open,
                      real extent, worst* seen) {
    real x[ANY_MOST];
    widen(set->n, point, x);
    const real outside = any_outside(set, x, hint);
    note(&seen->outside, outside / extent);
    return outside <= ROUNDING * extent + open;
}

static bool grown_to(const any_set* set, const double* point, const double* contact, real value,
                     real open) {
    real miss[ANY_MOST];
    for (int i = 0; i < set->n; i++)
        miss[i] = contact[i] - (set->center[i] + value * (point[i] - set->center[i]));
    return any_length(set->n, miss) <= open;
}

const char* certify_growth_n(const any_set* a, const any_set* b, const gd_growth_n_result* r,
                             const double* vectors, double tolerance, any_truth* t, worst* seen) {
    const int n = a->n;
    const double *point_a = vectors + n, *point_b = point_a + n, *contact = point_b + n;
    const real extent = a->extent + b->extent, least = ROUNDING * extent;
    real normal[ANY_MOST] = {0}, back[ANY_MOST] = {0}, apart[ANY_MOST] = {0};
    if (!numbers(&r->status, 5) || !numbers(vectors, 4 * n)) return "a number is NaN";
    if (r->value != r->upper) return "the value is not the upper bound";
    widen(n, vectors, normal);
    if (fabsl(any_length(n, normal) - 1) > 1e-14L) return "the normal is not unit";
    for (int i = 0; i < n; i++) {
        back[i] = -normal[i];
        apart[i] = b->center[i] - a->center[i];
    }
    const real reach = any_support(a, normal) - any_dot(n, normal, a->center) +
                       any_support(b, back) - any_dot(n, back, b->center);
    const real rise = any_dot(n, normal, apart);
    /* a reach smaller than rounding proves nothing */
    const real rounding =
        reach > least ? least * (1 + fabsl(rise) / reach) / reach : (real)INFINITY;
    note(&seen->proof, (r->lower - rise / reach) * ROUNDING / rounding);
    if (r->lower > rise / reach + rounding) return "the normal does not prove the lower bound";
    if (!(r->upper < (double)INFINITY))
        return r->status == GD_STATUS_MAX_ITERATIONS
                   ? NULL
                   : "no upper bound, although the status is not max-iterations";
    if (!any_holds(a, point_a, normal, 0, extent, seen))
        return "the witness point of A lies outside";
    if (!any_holds(b, point_b, normal, 0, extent, seen))
        return "the witness point of B lies outside";
    if (r->status == GD_STATUS_COINCIDENT)
        return r->upper == 0.0 ? NULL : "coincident with a value that is not 0";
    const real thin = r->status == GD_STATUS_OPTIMAL ? 0 : MEETING * extent;
    const real open = ((real)r->upper - r->lower) / r->upper * any_length(n, apart) + thin +
                      WITNESS * extent * fmaxl(1, r->upper);
    if (!grown_to(a, point_a, contact, r->upper, open) ||
        !grown_to(b, point_b, contact, r->upper, open))
        return "the contact is not in a scaled set";
    const char* wrong = any_agree(t, r->lower, r->upper, rounding);
    return wrong ? wrong : any_status(r->status, r->lower, r->upper, tolerance, seen);
}

const char* certify_collision_n(const any_set* a, const any_set* b, const gd_collision_n_result* r,
                                const double* vectors, const any_truth* t, worst* seen) {
    const int n = a->n;
    const real extent = a->extent + b->extent;
    /* if a centre is outside its shape, growth below 1 does not give a common point */
    const any_truth unknown = {0, (real)INFINITY};
    if (!a->central || !b->central) t = &unknown;
    real normal[ANY_MOST] = {0}, back[ANY_MOST] = {0};
    if (!numbers(&r->status, 5) || !numbers(vectors, 2 * n)) return "a number is NaN";
    if (!(r->lower >= 0.0 && r->lower <= r->upper)) return "the lower bound is above the upper";
    if (r->lower > t->most * (1 + 1e-9L)) return "the lower bound is above the truth";
    if (r->upper < t->least * (1 - 1e-9L)) return "the upper bound is below the truth";
    widen(n, vectors, normal);
    if (r->colliding == 1.0) {
        if (r->lower > 1.0 + 1e-12) return "collides with a lower bound above 1";
        if (r->status != GD_STATUS_OPTIMAL) return NULL;
        if (t->least > 1 + 1e-9L) return "collides, but a plane separates";
        for (int k = 0; k < 2; k++)
            if (!any_holds(k ? b : a, vectors + n, normal, MEETING * extent, extent, seen))
                return k ? "the common point is not in B" : "the common point is not in A";
        return NULL;
    }
    if (r->colliding != 0.0) return "colliding is neither 0 nor 1";
    if (t->most < 1 - 1e-9L) return "separated, but there is a common point";
    if (r->status != GD_STATUS_OPTIMAL) return NULL;
    if (fabsl(any_length(n, normal) - 1) > 1e-14L) return "the normal is not unit";
    for (int i = 0; i < n; i++)
        back[i] = -normal[i];
    const real width = any_support(a, normal) + any_support(b, back);
    note(&seen->proof, width / extent);
    return width <= ROUNDING * extent ? NULL : "the plane does not separate";
}

const char* certify_generalized(const any_set* q, const any_set* minus, const any_set* a,
                                const gd_generalized_result* r, const double* vectors,
                                double tolerance, any_truth* t, worst* seen) {
    const int n = a->n;
    const double *contact = vectors, *point_a = vectors + 2 * n, *point_b = point_a + n;
    const real extent = a->extent + (minus ? minus->extent : 0);
    real normal[ANY_MOST] = {0}, back[ANY_MOST] = {0}, miss[ANY_MOST] = {0}, scaled[ANY_MOST] = {0};
    if (!numbers(&r->status, 6) || !numbers(vectors, 4 * n)) return "a number is NaN";
    if (r->value != r->upper) return "the value is not the upper bound";
    widen(n, vectors + n, normal);
    if (fabsl(any_length(n, normal) - 1) > 1e-14L) return "the normal is not unit";
    for (int i = 0; i < n; i++)
        back[i] = -normal[i];
    /* the plane that supports Q scaled by `lower` has the whole set on its far side */
    const real from = -any_support(a, back) - (minus ? any_support(minus, normal) : 0);
    const real reach = any_support(q, normal);
    const real rounding = ROUNDING * (extent + r->lower * q->extent) / reach;
    if (!(reach > 0)) return "the origin is not in Q";
    if (r->lower > 0.0) {
        note(&seen->proof, (r->lower - from / reach) * ROUNDING / rounding);
        if (r->lower > from / reach + rounding) return "the normal does not prove the lower bound";
    }
    if (!(r->upper < (double)INFINITY)) {
        const bool spent = r->status == GD_STATUS_MAX_ITERATIONS;
        return spent || q->thin ? NULL
                                : "no upper bound, although the status is not max-iterations";
    }
    if (!any_holds(a, point_b, normal, WITNESS * extent, extent, seen))
        return "the witness point of the set lies outside";
    if (minus && !any_holds(minus, point_a, normal, WITNESS * extent, extent, seen))
        return "the witness point of the subtracted set lies outside";
    for (int i = 0; i < n; i++)
        miss[i] = contact[i] - ((real)point_b[i] - (minus ? point_a[i] : 0));
    if (any_length(n, miss) > 32 * ROUNDING * extent) return "the contact is not the difference";
    const real whole = extent + r->upper * q->extent;
    for (int i = 0; i < n; i++)
        scaled[i] = r->upper > 0.0 ? contact[i] / (real)r->upper : contact[i];
    const real out =
        r->upper > 0.0 ? r->upper * any_outside(q, scaled, normal) : any_length(n, scaled);
    note(&seen->outside, out / whole);
    if (out > WITNESS * whole) return "the contact is not in the scaled Q";
    const char* wrong = any_agree(t, r->lower, r->upper, rounding + WITNESS * whole / reach);
    return wrong ? wrong : any_status(r->status, r->lower, r->upper, tolerance, seen);
}
