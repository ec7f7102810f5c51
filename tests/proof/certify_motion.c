/* Certificates of casts, rays and times of impact: see certify_motion.h. */
#include "certify_motion.h"

#include <math.h>
#include <string.h>

/* Times at which an impact is tested for an earlier contact. */
#define SAMPLES 300
/* Times near the lower bound among them: each halves the rest. */
#define NEAR 24
/* The gap of a sample may be less than the target by this part of the extent. */
#define SAMPLE_ROUNDING 1e-11L
/* Rounding of extended precision, as a part of the extent. */
#define NOISE 1e-18L
/* Points may be apart by the tolerance of the distance that found them, and for casts by the
 * tolerance of the time. */
#define APART 0x1p-25L
/* A normal across the displacement up to its rounding. */
#define ACROSS 1e-14L
/* Relative rounding of a time. */
#define TIME 1e-14L

static const gd_settings fine = {.tolerance = 1e-12, .max_iterations = 1000};

/* ---- moving shapes --------------------------------------------------------------------------- */

void moved_to(moved_pair* p, real time) {
    static const double none[3] = {0, 0, 0};
    const gd_motion* m = &p->move->motion;
    p->time = time;
    posed_carry(&p->set_b, p->b->pose, m->velocity_b, p->cast ? none : m->angular_b, time);
    if (p->cast) return;
    posed_carry(&p->set_a, p->a->pose, m->velocity_a, m->angular_a, time);
}

void moved_make(moved_pair* p, const drawn* a, const drawn* b, const moving* move, bool cast) {
    p->a = a;
    p->b = b;
    p->move = move;
    p->cast = cast;
    posed_make(&p->set_a, a->record, a->length, a->pose, a->shape);
    posed_make(&p->set_b, b->record, b->length, b->pose, b->shape);
    moved_to(p, 0);
}

static real length_of(const double v[3], int dimension) {
    const real x[3] = {v[0], v[1], dimension == 3 ? v[2] : 0};
    return real_length(x);
}

/* The unit of rounding: coordinates where the sets are, and on the way there. */
static real extent_of(const moved_pair* p) {
    const gd_motion* m = &p->move->motion;
    real way = length_of(m->velocity_b, p->set_a.dimension);
    if (!p->cast) way += length_of(m->velocity_a, p->set_a.dimension);
    return p->set_a.extent + p->set_b.extent + m->target + fabsl(p->time) * way;
}

/* The size that scales tolerances. A half-space has none. */
static real size_of(const moved_pair* p) {
    real size = p->move->motion.target;
    const posed* sets[2] = {&p->set_a, &p->set_b};
    for (int i = 0; i < 2; i++)
        if (!sets[i]->halfspace) size += sets[i]->radius + real_length(sets[i]->local);
    return size;
}

/* The quaternion of a rotation matrix, by its largest component. */
static void quaternion_of(const real turn[9], double q[4]) {
    const real xx = turn[0], yy = turn[4], zz = turn[8];
    const real square[4] = {1 + xx - yy - zz, 1 - xx + yy - zz, 1 - xx - yy + zz, 1 + xx + yy + zz};
    int k = 0;
    for (int i = 1; i < 4; i++)
        if (square[i] > square[k]) k = i;
    if (k == 3) {
        q[0] = (double)(turn[7] - turn[5]);
        q[1] = (double)(turn[2] - turn[6]);
        q[2] = (double)(turn[3] - turn[1]);
    } else {
        const int i = (k + 1) % 3, j = (k + 2) % 3;
        q[i] = (double)(turn[3 * k + i] + turn[3 * i + k]);
        q[j] = (double)(turn[3 * k + j] + turn[3 * j + k]);
        q[3] = (double)(turn[3 * j + i] - turn[3 * i + j]);
    }
    q[k] = (double)square[k];
}

/* The pose of a set, rounded, with its position relative to a point. */
static void pose_of(const posed* set, const real from[3], double pose[7]) {
    for (int i = 0; i < set->dimension; i++)
        pose[i] = (double)(set->at[i] - from[i]);
    if (set->dimension == 3)
        quaternion_of(set->turn, pose + 3);
    else
        pose[2] = (double)atan2l(set->turn[3], set->turn[0]);
}

/* The gap beyond the target that a normal proves where the sets are. */
static real gap_here(const moved_pair* p, const double n[3]) {
    const real x[3] = {n[0], n[1], n[2]}, size = real_length(x);
    if (!(size > 0)) return -(real)INFINITY;
    return -certify_width(&p->set_a, &p->set_b, n) / size - p->move->motion.target;
}

/* The gap beyond the target that a normal proves at a time. */
static real gap_along(moved_pair* p, const double n[3], real time) {
    moved_to(p, time);
    return gap_here(p, n);
}

/* Keeps the better of two normals. */
static void keep_better(const moved_pair* p, const double n[3], double best[3], real* gap) {
    const real found = gap_here(p, n);
    if (!(found > *gap)) return;
    *gap = found;
    memcpy(best, n, 3 * sizeof *n);
}

/* The largest gap beyond the target that is proved where the sets are. The library's queries only
 * propose normals; `best` is tried first and receives the best one. *depth: a depth if none is
 * positive, and the shapes overlap. */
static real gap_found(const moved_pair* p, double best[3], real* depth) {
    const posed *a = &p->set_a, *b = &p->set_b;
    real gap = gap_here(p, best);
    *depth = 0;
    if (a->halfspace || b->halfspace) {
        double n[3];
        for (int i = 0; i < 3; i++)
            n[i] = (double)(a->halfspace ? a->wall[i] : -b->wall[i]);
        keep_better(p, n, best, &gap);
        *depth = -gap;
        return gap;
    }
    double pose_a[7], pose_b[7];
    pose_of(a, a->at, pose_a);
    pose_of(b, a->at, pose_b);
    const gd_query query = {p->a->shape, pose_a, p->b->shape, pose_b, &fine, NULL};
    gd_distance_result apart;
    gd_distance(&query, &apart);
    keep_better(p, apart.normal, best, &gap);
    if (gap > 0) return gap;
    gd_signed_result deep;
    gd_growth_result grown;
    if (gd_signed_distance(&query, &deep) >= 0) {
        keep_better(p, deep.normal, best, &gap);
        *depth = p->move->motion.target - deep.upper;
    }
    if (gd_growth_distance(&query, &grown) >= 0) keep_better(p, grown.normal, best, &gap);
    return gap;
}

/* The same at a time, from no normal. */
static real gap_at(moved_pair* p, real time) {
    double n[3] = {0, 0, 0};
    real depth;
    moved_to(p, time);
    return gap_found(p, n, &depth);
}

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
    const real extent = extent_of(p), late = (real)r->upper - r->lower;
    const real open = MEETING * extent;
    const double back[3] = {-r->normal[0], -r->normal[1], -r->normal[2]};
    if (!certify_holds(&p->set_a, r->point_a, r->normal, open, extent, seen))
        return "the point of A lies outside";
    if (!certify_holds(&p->set_b, r->point_b, back, open, extent, seen))
        return "the point of B lies outside";
    real apart[3];
    for (int i = 0; i < 3; i++)
        apart[i] = (real)r->point_b[i] - r->point_a[i];
    const real near = p->move->motion.target + rate * late + 2 * open + APART * size_of(p);
    if (real_length(apart) > near) return "the points are too far apart for a contact";
    return NULL;
}

/* ---- casts ----------------------------------------------------------------------------------- */

/* Whether the normal proves a gap at an end of the interval. */
static bool misses_at(const gd_cast_result* r, moved_pair* p, double time) {
    const double* v = p->move->motion.velocity_b;
    const real rounding = ROUNDING * extent_of(p);
    real rate = 0, at = time;
    for (int i = 0; i < p->set_a.dimension; i++)
        rate += (real)r->normal[i] * v[i];
    if (fabs(time) == (double)INFINITY) {
        const real across = ACROSS * length_of(v, p->set_a.dimension);
        if (fabsl(rate) > across) return (rate > 0) == (time > 0);
        at = 0;
    }
    return gap_along(p, r->normal, at) >= -rounding - 1e-15L * fabsl(at) * length_of(v, 3);
}

/* The first time that the normal allows. */
static real time_of_normal(moved_pair* p, const gd_cast_result* r, real* rate) {
    const double* v = p->move->motion.velocity_b;
    *rate = 0;
    for (int i = 0; i < p->set_a.dimension; i++)
        *rate += (real)r->normal[i] * v[i];
    const real n[3] = {r->normal[0], r->normal[1], r->normal[2]};
    return -gap_along(p, r->normal, 0) * real_length(n) / *rate;
}

static const char* certify_lower(moved_pair* p, const gd_cast_result* r, worst* seen) {
    real rate;
    if (r->lower == p->move->min_time) return NULL;
    const real time = time_of_normal(p, r, &rate);
    if (!(rate < 0)) return "the normal does not point against the motion";
    moved_to(p, r->lower);
    const real late = (r->lower - time) * -rate / extent_of(p);
    note(&seen->proof, late);
    return late <= NOISE ? NULL : "the lower bound is later than its normal proves";
}

/* Whether no contact can come between the bounds: one normal has a gap at both. */
static bool never_between(moved_pair* p, const gd_cast_result* r, real time) {
    double n[3] = {r->normal[0], r->normal[1], r->normal[2]};
    real depth;
    moved_to(p, time);
    gap_found(p, n, &depth);
    const real rounding = 2 * ROUNDING * extent_of(p);
    return gap_along(p, n, r->lower) > rounding && gap_along(p, n, r->upper) > rounding;
}

const char* certify_moved_cast(moved_pair* p, const gd_cast_result* r, double tolerance,
                               worst* seen) {
    const moving* m = p->move;
    const char* wrong = certify_fields(r, m->min_time, m->max_time);
    const real speed = length_of(m->motion.velocity_b, p->set_a.dimension);
    if (wrong) return wrong;
    if (r->hit == 0.0)
        return misses_at(r, p, m->min_time) && misses_at(r, p, m->max_time)
                   ? NULL
                   : "the normal does not prove the miss";
    if (r->status == GD_STATUS_OVERLAPPING) {
        if (m->min_time == -(double)INFINITY && speed > 0 && !p->set_a.halfspace &&
            !p->set_b.halfspace)
            return "overlapping infinitely early";
        const real at = m->min_time == -(double)INFINITY ? 0 : m->min_time;
        const real gap = gap_at(p, at);
        return at == m->min_time && gap > 2 * ROUNDING * extent_of(p) ? "no overlap at the start"
                                                                      : NULL;
    }
    wrong = certify_lower(p, r, seen);
    if (wrong || r->upper == (double)INFINITY) return wrong;
    if (never_between(p, r, r->upper) || never_between(p, r, ((real)r->lower + r->upper) / 2))
        return "no contact until the upper bound";
    moved_to(p, r->time);
    const real width = ((real)r->upper - r->lower) * speed;
    if (r->status != GD_STATUS_OPTIMAL) {
        note(&seen->open, width / extent_of(p));
        return NULL;
    }
    if (!p->set_a.halfspace && !p->set_b.halfspace) {
        const real size = size_of(p);
        if (width > tolerance * size * (1 + 1e-9L) + TIME * fabsl(r->time) * speed)
            return "called optimal with bounds wider than the tolerance";
        if (size > 0) note(&seen->gap, width / size);
    }
    return certify_points(p, r, speed, seen);
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
    real rate = length_of(m->velocity_a, n) + length_of(m->velocity_b, n);
    real spin[2] = {0, 0};
    for (int i = 0; i < turns; i++) {
        spin[0] += fabsl((real)m->angular_a[i]);
        spin[1] += fabsl((real)m->angular_b[i]);
    }
    const posed* sets[2] = {&p->set_a, &p->set_b};
    for (int i = 0; i < 2; i++)
        rate += spin[i] *
                (sets[i]->halfspace ? extent_of(p) : sets[i]->radius + real_length(sets[i]->local));
    return rate;
}

/* Whether a time is free: a plane proves it up to rounding, or at least no overlap is found. The
 * library's normals are not exact near a contact. */
static bool is_free_at(moved_pair* p, const gd_cast_result* r, real t, real* gap) {
    double n[3] = {r->normal[0], r->normal[1], r->normal[2]};
    real depth;
    moved_to(p, t);
    *gap = gap_found(p, n, &depth);
    const real rounding = SAMPLE_ROUNDING * extent_of(p);
    return *gap >= -rounding || depth <= rounding;
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

/* Contact is shown between the bounds. Flat shapes are in contact at one instant only, so their gap
 * at `upper` may be as large as the motion allows. */
static const char* certify_upper(moved_pair* p, const gd_cast_result* r) {
    const bool solid = p->set_a.solid || p->set_b.solid || p->move->motion.target > 0.0;
    const real late = (real)r->upper - r->lower;
    const real gap = gap_at(p, r->upper), rounding = SAMPLE_ROUNDING * extent_of(p);
    if (gap > rounding + (solid ? 0 : rate_of(p) * late)) return "no contact at the upper bound";
    return NULL;
}

const char* certify_impact(moved_pair* p, const gd_cast_result* r, double tolerance, worst* seen) {
    const gd_motion* m = &p->move->motion;
    const char* wrong = certify_fields(r, 0.0, m->max_time);
    if (wrong) return wrong;
    if (r->status == GD_STATUS_OVERLAPPING)
        return gap_at(p, 0) > SAMPLE_ROUNDING * extent_of(p) ? "no overlap at the start" : NULL;
    if (!is_free(p, r, r->lower))
        return r->hit == 0.0 ? "a miss, but not free at a sampled time"
                             : "not free at a sampled time before the lower bound";
    if (r->hit == 0.0) return NULL;
    const real gap = gap_along(p, r->normal, r->lower), rounding = SAMPLE_ROUNDING * extent_of(p);
    note(&seen->proof, -gap / extent_of(p));
    const bool unfinished =
        r->status == GD_STATUS_MAX_ITERATIONS || r->status == GD_STATUS_PRECISION;
    if (gap < -rounding && !(unfinished && r->lower == 0.0)) /* nothing is claimed there */
        return "the normal does not prove the gap at the lower bound";
    const real size = size_of(p);
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
