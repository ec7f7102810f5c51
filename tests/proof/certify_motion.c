/* Certificates of casts, rays and times of impact: see certify_motion.h. */
#include "certify_motion.h"

#include <math.h>
#include <string.h>

/* Times at which an impact is tested for an earlier contact. */
#define SAMPLES 300
/* Times near the lower bound among them: each halves the rest. */
#define NEAR 24
/* Rounding of the gap at the time of a result, as a part of the extent. */
#define SAMPLE_ROUNDING 1e-11L
/* A contact at a sampled time is deeper than this part of the extent and of the way. */
#define SAMPLE_CONTACT 4e-15L
/* Rounding of extended precision, as a part of the extent. */
#define NOISE 1e-18L
/* Points may be apart by the tolerance of the distance that found them, and for casts by the
 * tolerance of the time. */
#define APART 0x1p-25L
/* A normal this nearly perpendicular to the displacement is perpendicular, apart from rounding. */
#define ACROSS 4e-15L
/* Relative rounding of a time. */
#define TIME 1e-14L

/* ---- fields ---------------------------------------------------------------------------------- */

static bool is_zero(const double x[3]) {
    return x[0] == 0.0 && x[1] == 0.0 && x[2] == 0.0;
}

static bool is_unit(const double n[3]) {
    const real v[3] = {n[0], n[1], n[2]};
    return fabsl(real_length(v) - 1) <= 1e-14L;
}

static bool is_finite(const double* x, int count) {
    for (int i = 0; i < count; i++)
        if (!(fabs(x[i]) < (double)INFINITY)) return false;
    return true;
}

/* The form of a result, whatever it claims. */
static const char* certify_fields(const gd_cast_result* r, double start, double end) {
    if (isnan(r->status) || isnan(r->iterations)) return "a field is NaN";
    if (!is_finite(r->normal, 9)) return "a vector is not finite";
    if (r->hit != 0.0 && r->hit != 1.0) return "hit is neither 0 nor 1";
    if (r->hit == 0.0) {
        if (r->status != GD_STATUS_OPTIMAL) return "a miss that is not optimal";
        if (r->time != (double)INFINITY || r->upper != (double)INFINITY || r->lower != end)
            return "a miss with other times";
        if (!is_zero(r->point_a) || !is_zero(r->point_b)) return "a miss with points";
        return is_unit(r->normal) ? NULL : "the normal is not unit";
    }
    if (r->status == GD_STATUS_OVERLAPPING) {
        if (r->time != start || r->lower != start || r->upper != start)
            return "overlapping at another time than the start";
        if (!is_zero(r->normal) || !is_zero(r->point_a) || !is_zero(r->point_b))
            return "overlapping with a normal or points";
        return NULL;
    }
    if (r->time != r->lower) return "the time is not the lower bound";
    if (!(start <= r->lower && r->lower <= end)) return "a contact outside the interval";
    if (!(r->lower <= r->upper)) return "the lower bound is above the upper";
    if (r->status == GD_STATUS_OPTIMAL && r->upper == (double)INFINITY)
        return "optimal without an upper bound";
    return is_unit(r->normal) ? NULL : "the normal is not unit";
}

/* The points, at the time of the result, are in their shapes, and together within the target at a
 * time until `upper`. rate: how fast they may approach */
static const char* certify_points(moved_pair* p, const gd_cast_result* r, real rate, worst* seen) {
    moved_to(p, r->time);
    const real extent = moved_extent(p), late = (real)r->upper - r->lower;
    const real open = MEETING * extent;
    const double back[3] = {-r->normal[0], -r->normal[1], -r->normal[2]};
    if (!certify_holds(&p->set_a, r->point_a, r->normal, open, extent, seen))
        return "the point of A lies outside";
    if (!certify_holds(&p->set_b, r->point_b, back, open, extent, seen))
        return "the point of B lies outside";
    real apart[3];
    for (int i = 0; i < 3; i++)
        apart[i] = (real)r->point_b[i] - r->point_a[i];
    const real near = p->move->motion.target + rate * late + 2 * open + APART * moved_size(p);
    if (real_length(apart) > near) return "the points are too far apart for a contact";
    return NULL;
}

/* ---- casts ----------------------------------------------------------------------------------- */

/* With a fixed normal, the gap of the shapes is a linear function of time: the gap at time 0, less
 * the target, and its rate. */
typedef struct gap_line {
    real start, rate;
    real rounding; /* of the support values here */
} gap_line;

static gap_line gap_line_of(moved_pair* p, const double normal[3]) {
    const double* v = p->move->motion.velocity_b;
    const bool wall = p->set_a.halfspace || p->set_b.halfspace;
    const int dimension = p->set_a.dimension;
    gap_line g;
    real n[3] = {normal[0], normal[1], normal[2]}, opposite[3], rate = 0;
    const real length = real_length(n), speed = moved_length(v, dimension);
    for (int i = 0; i < dimension; i++)
        rate += n[i] * v[i] / length;
    moved_to(p, 0);
    g.rounding = NOISE * (p->set_a.extent + p->set_b.extent);
    /* a half-space has no other normal, and a hit along it bounds its time by the rounding of rate
     */
    const bool across = !wall && speed > 0 && fabsl(rate) <= ACROSS * speed;
    for (int i = 0; i < dimension && across; i++) /* make it perpendicular */
        n[i] -= rate / speed * length * (v[i] / speed);
    for (int i = 0; i < 3; i++)
        opposite[i] = -n[i];
    const real gap = wall ? -certify_width(&p->set_a, &p->set_b, normal)
                          : -(posed_support(&p->set_a, n) + posed_support(&p->set_b, opposite));
    g.start = gap / length - p->move->motion.target;
    g.rate = across ? 0 : rate;
    return g;
}

/* Whether the gap is not negative at a time, which may be infinite. */
static bool free_at(const gap_line* g, double time) {
    if (g->rate == 0) return g->start >= -g->rounding;
    if (fabs(time) < (double)INFINITY) return g->start + g->rate * (real)time >= -g->rounding;
    return (time > 0.0) == (g->rate > 0);
}

static const char* certify_lower(const moved_pair* p, const gap_line* g, const gd_cast_result* r,
                                 worst* seen) {
    if (!(g->rate < 0)) return "the normal of a hit does not face the motion";
    if (r->lower == p->move->min_time) return NULL; /* nothing is before the interval */
    const real extent = p->set_a.extent + p->set_b.extent;
    note(&seen->proof, -(g->start + g->rate * (real)r->lower) / extent);
    return free_at(g, r->lower) ? NULL : "the lower bound is later than its normal proves";
}

/* Whether no contact can come between the bounds: one normal has a gap at both. */
static bool never_between(moved_pair* p, const gd_cast_result* r, real time) {
    double n[3] = {r->normal[0], r->normal[1], r->normal[2]};
    real depth;
    moved_to(p, time);
    moved_gap_found(p, n, &depth);
    const real rounding = 2 * ROUNDING * moved_extent(p);
    return moved_gap_along(p, n, r->lower) > rounding && moved_gap_along(p, n, r->upper) > rounding;
}

/* The points are in their shapes, and exactly the target apart at `upper`. steep: speed by rate */
static const char* certify_contact(moved_pair* p, const gd_cast_result* r, real steep,
                                   worst* seen) {
    const double* v = p->move->motion.velocity_b;
    const double back[3] = {-r->normal[0], -r->normal[1], -r->normal[2]};
    real apart[3] = {0, 0, 0};
    for (int i = 0; i < p->set_a.dimension; i++)
        apart[i] = (real)r->point_b[i] + ((real)r->upper - r->lower) * v[i] - (real)r->point_a[i];
    moved_to(p, r->upper);
    const real extent = moved_extent(p) + moved_size(p);
    moved_to(p, r->lower);
    if (!certify_holds(&p->set_a, r->point_a, r->normal, 0, extent, seen))
        return "the point of A lies outside";
    if (!certify_holds(&p->set_b, r->point_b, back, 0, extent, seen))
        return "the point of B lies outside";
    if (real_length(apart) - p->move->motion.target > ROUNDING * extent * steep)
        return "the points are no contact at the upper bound";
    return NULL;
}

static const char* certify_overlap(moved_pair* p) {
    const moving* m = p->move;
    const real speed = moved_length(m->motion.velocity_b, p->set_a.dimension);
    const bool wall = p->set_a.halfspace || p->set_b.halfspace;
    if (m->min_time == -(double)INFINITY)
        return speed > 0 && !wall ? "overlapping infinitely early" : NULL;
    const real gap = moved_gap_at(p, m->min_time);
    return gap > 2 * ROUNDING * moved_extent(p) ? "no overlap at the start" : NULL;
}

const char* certify_cast(moved_pair* p, const gd_cast_result* r, double tolerance, worst* seen) {
    const moving* m = p->move;
    const char* wrong = certify_fields(r, m->min_time, m->max_time);
    if (wrong) return wrong;
    if (r->status == GD_STATUS_OVERLAPPING) return certify_overlap(p);
    const gap_line g = gap_line_of(p, r->normal);
    if (r->hit == 0.0)
        return free_at(&g, m->min_time) && free_at(&g, m->max_time)
                   ? NULL
                   : "the normal does not prove the miss";
    wrong = certify_lower(p, &g, r, seen);
    if (wrong || r->upper == (double)INFINITY) return wrong;
    if (never_between(p, r, r->upper) || never_between(p, r, ((real)r->lower + r->upper) / 2))
        return "no contact until the upper bound";
    moved_to(p, r->time);
    const real speed = moved_length(m->motion.velocity_b, p->set_a.dimension);
    const real width = ((real)r->upper - r->lower) * speed, size = moved_size(p);
    const bool wall = p->set_a.halfspace || p->set_b.halfspace;
    if (r->status != GD_STATUS_OPTIMAL) {
        note(&seen->open, width / moved_extent(p));
    } else if (!wall) {
        if (width > tolerance * size * (1 + 1e-9L) + TIME * fabsl(r->time) * speed)
            return "called optimal with bounds wider than the tolerance";
        if (size > 0) note(&seen->gap, width / size);
    }
    return certify_contact(p, r, speed / -g.rate, seen);
}

const char* certify_cast_derivatives(const moving* move, const gd_cast_gradient_result* r) {
    if (r->unique != 0.0 && r->unique != 1.0) return "unique is neither 0 nor 1";
    if (!is_finite(&r->unique, 16)) return "a derivative is not finite";
    const double *a = r->gradient, *b = r->gradient + 6;
    const bool none = r->result.hit == 0.0 || r->result.status == GD_STATUS_OVERLAPPING;
    real along = 0, size = 0;
    for (int i = 0; i < 3; i++) {
        if (none && (a[i] != 0.0 || b[i] != 0.0 || r->displacement[i] != 0.0))
            return "a derivative of a time that is constant";
        if (a[i] != -b[i]) return "a translation of both shapes changes the time";
        along += (real)b[i] * move->motion.velocity_b[i];
        size += fabsl((real)b[i] * move->motion.velocity_b[i]);
    }
    if (none || r->unique == 0.0) return NULL;
    return fabsl(along + 1) <= 1e-9L * (1 + size) ? NULL
                                                  : "a delay of B does not delay the contact by it";
}

/* ---- impacts --------------------------------------------------------------------------------- */

/* A bound on the speed at which points of the shapes approach each other. */
static real rate_of(const moved_pair* p) {
    const gd_motion* m = &p->move->motion;
    const int n = p->set_a.dimension, turns = n == 3 ? 3 : 1;
    real rate = moved_length(m->velocity_a, n) + moved_length(m->velocity_b, n);
    real spin[2] = {0, 0};
    for (int i = 0; i < turns; i++) {
        spin[0] += fabsl((real)m->angular_a[i]);
        spin[1] += fabsl((real)m->angular_b[i]);
    }
    const posed* sets[2] = {&p->set_a, &p->set_b};
    for (int i = 0; i < 2; i++)
        rate += spin[i] * (sets[i]->halfspace ? moved_extent(p)
                                              : sets[i]->radius + real_length(sets[i]->local));
    return rate;
}

/* Whether a time is free: a plane proves it, or at least no contact is shown. The library's normals
 * are not exact near a contact. */
static bool is_free_at(moved_pair* p, const gd_cast_result* r, real t, real* gap) {
    double n[3] = {r->normal[0], r->normal[1], r->normal[2]};
    real depth;
    moved_to(p, t);
    *gap = moved_gap_found(p, n, &depth);
    return *gap >= 0 || depth <= SAMPLE_CONTACT * (moved_extent(p) + t * rate_of(p));
}

/* Whether no sampled time before `end` is in contact. A gap also proves the times after it that it
 * cannot close before, so there are fewer samples far from a contact. */
static bool is_free(moved_pair* p, const gd_cast_result* r, real end) {
    const real rate = rate_of(p), step = end / (SAMPLES - NEAR);
    real gap, t = 0;
    if (end == 0) return true;
    while (t < end) {
        if (!is_free_at(p, r, t, &gap)) return false;
        const real safe = gap > 0 && rate > 0 ? gap / rate : 0;
        t += safe > step ? safe : step;
        if (!(step > 0)) break;
    }
    for (int i = 0; i < NEAR; i++)
        if (!is_free_at(p, r, end * (1 - ldexpl(1, -i - 8)), &gap)) return false;
    return is_free_at(p, r, end, &gap);
}

/* Contact is shown between the bounds. Flat shapes pass through each other at one instant, which
 * need not be `upper`. At `upper` their distance may be as large as the motion since then allows,
 * and the gap is less by the target. */
static const char* certify_upper(moved_pair* p, const gd_cast_result* r) {
    const bool solid = p->set_a.solid || p->set_b.solid;
    const real late = (real)r->upper - r->lower;
    const real gap = moved_gap_at(p, r->upper), rounding = SAMPLE_ROUNDING * moved_extent(p);
    const real since = solid ? 0 : fmaxl(rate_of(p) * late - p->move->motion.target, 0);
    return gap > rounding + since ? "no contact at the upper bound" : NULL;
}

const char* certify_impact(moved_pair* p, const gd_cast_result* r, double tolerance, worst* seen) {
    const gd_motion* m = &p->move->motion;
    const char* wrong = certify_fields(r, 0.0, m->max_time);
    if (wrong) return wrong;
    if (r->status == GD_STATUS_OVERLAPPING)
        return moved_gap_at(p, 0) > SAMPLE_ROUNDING * moved_extent(p) ? "no overlap at the start"
                                                                      : NULL;
    if (!is_free(p, r, r->lower))
        return r->hit == 0.0 ? "a miss, but not free at a sampled time"
                             : "not free at a sampled time before the lower bound";
    if (r->hit == 0.0) return NULL;
    const real gap = moved_gap_along(p, r->normal, r->lower),
               rounding = SAMPLE_ROUNDING * moved_extent(p);
    /* only an optimal result claims anything of the time 0 */
    const bool claims = r->status == GD_STATUS_OPTIMAL || r->lower > 0.0;
    if (claims) note(&seen->proof, -gap / moved_extent(p));
    if (claims && gap < -rounding) return "the normal does not prove the gap at the lower bound";
    const real size = moved_size(p);
    const bool wall = p->set_a.halfspace || p->set_b.halfspace;
    if (r->status == GD_STATUS_GRAZING)
        return !wall && gap > tolerance * size * (1 + 1e-9L) + rounding
                   ? "called grazing with a gap beyond the tolerance"
                   : NULL;
    if (r->status != GD_STATUS_OPTIMAL) return NULL;
    const real late = (real)r->upper - r->lower;
    if (late > tolerance * m->max_time * (1 + 1e-9L) + TIME * r->lower)
        return "called optimal with bounds wider than the tolerance";
    if (m->max_time > 0.0) note(&seen->gap, late / m->max_time);
    wrong = certify_upper(p, r);
    return wrong ? wrong : certify_points(p, r, rate_of(p), seen);
}
