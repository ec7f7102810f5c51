/* Certificates of casts: see certify_cast.h.
 *
 * With a fixed normal, the gap of the shapes is a linear function of time. So one support value of
 * each shape tells it for all times. */
#include "certify_cast.h"

#include <math.h>

/* A normal this nearly perpendicular to the displacement is perpendicular, apart from rounding. */
#define ACROSS 4e-15L
/* Rounding of the support values here, as a part of the extents. */
#define CAST_REAL 1e-18L
/* Rounding of witness points, as a part of the lengths involved. */
#define CAST_POINTS 1e-12L

/* The gap of the shapes along n at time 0, less the target, and its rate. */
typedef struct gap_line {
    real start, rate;
} gap_line;

static void velocity_of(const cast_case* c, real v[3]) {
    for (int i = 0; i < 3; i++)
        v[i] = i < c->a->dimension ? c->cast->displacement[i] : 0;
}

static real speed_of(const cast_case* c) {
    real v[3];
    velocity_of(c, v);
    return real_length(v);
}

static gap_line gap_of(const cast_case* c, const double normal[3]) {
    gap_line g;
    real n[3] = {normal[0], normal[1], normal[2]}, opposite[3], v[3];
    const real length = real_length(n), speed = speed_of(c);
    velocity_of(c, v);
    real rate = real_dot(n, v) / length;
    if (speed > 0 && fabsl(rate) <= ACROSS * speed) { /* make it perpendicular */
        for (int i = 0; i < 3; i++)
            n[i] -= rate / speed * length * (v[i] / speed);
        rate = 0;
    }
    for (int i = 0; i < 3; i++)
        opposite[i] = -n[i];
    const real gap = -(posed_support(c->a, n) + posed_support(c->b, opposite));
    g.start = gap / length - c->cast->target;
    g.rate = rate;
    return g;
}

static bool same(double x, double y) {
    return x == y;
}

static bool zeros(const double* x) {
    return x[0] == 0.0 && x[1] == 0.0 && x[2] == 0.0;
}

static bool infinite(double x) {
    return fabs(x) == (double)INFINITY;
}

/* Whether the gap is not negative at a time, which may be infinite. */
static bool free_at(const gap_line* g, double time, real rounding) {
    if (g->rate == 0) return g->start >= -rounding;
    if (!infinite(time)) return g->start + g->rate * (real)time >= -rounding;
    return (time > 0.0) == (g->rate > 0);
}

static const char* certify_miss(const cast_case* c, const gd_cast_result* r, int overlapping) {
    if (!same(r->time, (double)INFINITY) || !same(r->upper, (double)INFINITY))
        return "a miss has a finite time or upper bound";
    if (!same(r->lower, c->cast->max_time)) return "a miss has another lower bound than max_time";
    if (!zeros(r->point_a) || !zeros(r->point_b)) return "a miss has points";
    if (overlapping == 1) return "a miss starts in contact";
    const gap_line g = gap_of(c, r->normal);
    const real rounding = CAST_REAL * (c->a->extent + c->b->extent);
    if (!free_at(&g, c->cast->min_time, rounding) || !free_at(&g, c->cast->max_time, rounding))
        return "the normal does not prove the miss";
    return NULL;
}

static const char* certify_start(const cast_case* c, const gd_cast_result* r, int overlapping) {
    const double t = c->cast->min_time;
    if (!same(r->time, t) || !same(r->lower, t) || !same(r->upper, t))
        return "an overlap has another time than min_time";
    if (!zeros(r->normal) || !zeros(r->point_a) || !zeros(r->point_b))
        return "an overlap has a normal or points";
    return overlapping == 0 ? "the shapes do not overlap at min_time" : NULL;
}

/* How far the points are from a contact at upper. */
static real contact_error(const cast_case* c, const gd_cast_result* r) {
    real d[3] = {0, 0, 0};
    for (int i = 0; i < c->a->dimension; i++) {
        const real later = ((real)r->upper - (real)r->lower) * (real)c->cast->displacement[i];
        d[i] = (real)r->point_b[i] + later - (real)r->point_a[i];
    }
    return real_length(d) - c->cast->target;
}

static const char* certify_points(const cast_case* c, const gd_cast_result* r, real steep) {
    const real moved = fabsl(r->upper) * speed_of(c);
    const real tolerance = CAST_POINTS * (c->a->extent + c->b->extent + moved + cast_size(c));
    double b[3];
    if (contact_error(c, r) > tolerance * steep) return "the points are no contact at upper";
    for (int i = 0; i < 3; i++)
        b[i] = (double)((real)r->point_b[i] - (real)r->lower * (real)c->cast->displacement[i]);
    if (posed_outside(c->a, r->point_a, r->normal) > tolerance) return "point_a is not on A";
    if (posed_outside(c->b, b, r->normal) > tolerance) return "point_b is not on B";
    return NULL;
}

static const char* certify_hit(const cast_case* c, const gd_cast_result* r) {
    if (!same(r->time, r->lower)) return "time is not lower";
    if (!(r->lower >= c->cast->min_time && r->lower <= c->cast->max_time))
        return "a hit outside the interval";
    if (!(r->upper >= r->lower)) return "upper is below lower";
    const gap_line g = gap_of(c, r->normal);
    const real speed = speed_of(c);
    if (!(g.rate < 0)) return "the normal of a hit does not face the motion";
    const real rounding = CAST_REAL * (c->a->extent + c->b->extent);
    /* nothing is before the start of the interval */
    if (r->lower > c->cast->min_time && !(g.start + g.rate * (real)r->lower >= -rounding))
        return "the normal does not prove lower";
    if (infinite(r->upper)) return r->status == GD_STATUS_OPTIMAL ? "no upper bound" : NULL;
    const real width = ((real)r->upper - (real)r->lower) * speed;
    if (r->status == GD_STATUS_OPTIMAL && !(width <= cast_size(c) * c->tolerance * 1.000001L))
        return "optimal bounds are wider than the tolerance";
    return certify_points(c, r, speed / -g.rate);
}

real cast_size(const cast_case* c) {
    real size = c->cast->target;
    for (int i = 0; i < 2; i++) {
        const posed* set = i ? c->b : c->a;
        real from[3];
        for (int k = 0; k < 3; k++)
            from[k] = set->center[k] - set->at[k];
        size += set->radius + real_length(from);
    }
    return size;
}

const char* certify_cast(const cast_case* c, const gd_cast_result* r, int overlapping) {
    const double* words = (const double*)(const void*)r;
    for (size_t i = 0; i < sizeof *r / sizeof *words; i++)
        if (isnan(words[i])) return "a result contains NaN";
    if (r->hit != 0.0 && r->hit != 1.0) return "hit is neither 0 nor 1";
    if (r->status == GD_STATUS_OVERLAPPING) return certify_start(c, r, overlapping);
    return r->hit == 1.0 ? certify_hit(c, r) : certify_miss(c, r, overlapping);
}
