/* Certificates of growth, overlap tests, distance and depth: see certify.h. */
#include "certify.h"

#include <math.h>
#include <string.h>

/* The library's GJK_FLAT: a distance below this part of the extent may count as 0. */
#define FLAT 1e-10L
/* Witness points of a depth may come from an earlier polytope than its bounds. Relative to the
 * depth. */
#define DEPTH_POINTS 0x1p-20L
/* Largest gap between the bounds of a length if rounding stopped the solver, as a part of the
 * extent. The last digits of a normal weigh this much for needles that are 1e6 times as long as
 * wide. */
#define DIGITS 1e-6L
/* If rounding stopped the solver and the shapes overlap, the distance is less than this part of the
 * extent. */
#define OVERLAPPING 1e-8L
/* Directions that are tried against the lower bound of a depth. */
#define TRIED 24

typedef const double vector[3];

static bool finite_all(const double* x, int count) {
    for (int i = 0; i < count; i++)
        if (!(fabs(x[i]) < (double)INFINITY)) return false;
    return true;
}

static bool is_unit(vector n) {
    const real v[3] = {n[0], n[1], n[2]};
    return fabsl(real_length(v) - 1) <= 1e-14L;
}

static real extent_of(const posed* a, const posed* b) {
    return a->extent + b->extent;
}

real certify_width(const posed* a, const posed* b, const double normal[3]) {
    const real n[3] = {normal[0], normal[1], normal[2]};
    const real back[3] = {-n[0], -n[1], -n[2]};
    if (!a->halfspace && !b->halfspace) return posed_support(a, n) + posed_support(b, back);
    const posed* wall = a->halfspace ? a : b;
    const real sign = a->halfspace ? 1 : -1;
    real off[3];
    for (int i = 0; i < 3; i++)
        off[i] = sign * n[i] - wall->wall[i];
    if (real_length(off) > 1e-13L) return (real)INFINITY;
    return wall->offset + (a->halfspace ? posed_support(b, back) : posed_support(a, n));
}

bool certify_holds(const posed* set, const double x[3], const double hint[3], real open,
                   real extent, worst* seen) {
    const real outside = posed_outside(set, x, hint);
    if (extent > 0) note(&seen->outside, outside / extent); /* else both are one point */
    return outside <= ROUNDING * extent + open;
}

/* Checks that the witness points lie on A and B, up to `open`, and that their distance along the
 * normal is the value. */
static const char* certify_points(const posed* a, const posed* b, vector point_a, vector point_b,
                                  vector normal, real apart, real open, worst* seen) {
    const real extent = extent_of(a, b);
    if (!certify_holds(a, point_a, normal, open, extent, seen))
        return "the witness point of A lies outside";
    if (!certify_holds(b, point_b, normal, open, extent, seen))
        return "the witness point of B lies outside";
    real miss[3];
    for (int i = 0; i < 3; i++)
        miss[i] = (real)point_b[i] - point_a[i] - apart * normal[i];
    if (!(real_length(miss) <= 32 * ROUNDING * extent))
        return "the witness points are not as far apart as the value says";
    return NULL;
}

static const char* certify_status(double status, double lower, double upper, double tolerance,
                                  real extent, worst* seen) {
    if (!(lower <= upper)) return "the lower bound is above the upper";
    if (status > GD_STATUS_COINCIDENT)
        note(&seen->open, ((real)upper - lower) / (extent > 0 ? extent : (real)upper));
    if (status != GD_STATUS_OPTIMAL) return NULL;
    if (lower > 0) note(&seen->gap, ((real)upper - lower) / upper);
    if ((real)upper - lower >
        tolerance * (real)upper * (1 + 1e-9L) + 1e-15L * upper + 1e-14L * extent)
        return "called optimal with bounds wider than the tolerance";
    return NULL;
}

/* If rounding stopped the solver, checks that its bounds are as close as rounding allows. */
static const char* certify_digits(double status, double lower, double upper, real extent) {
    if (status != GD_STATUS_PRECISION || (real)upper - lower <= DIGITS * extent) return NULL;
    return "stopped by rounding with a gap wider than rounding";
}

/* ---- growth -------------------------------------------------------------------------------- */

/* The exact growth distance from a half-space: the height of the centre above the wall, divided by
 * the body's reach towards the wall. */
static real wall_growth(const posed* a, const posed* b, real* rounding) {
    const posed* wall = a->halfspace ? a : b;
    const posed* body = a->halfspace ? b : a;
    const real down[3] = {-wall->wall[0], -wall->wall[1], -wall->wall[2]};
    const real rise = real_dot(wall->wall, body->center) - wall->offset;
    const real reach = posed_support(body, down) - real_dot(down, body->center);
    *rounding = ROUNDING * extent_of(a, b) * (1 + fmaxl(rise, 0) / reach) / reach;
    if (reach <= ROUNDING * extent_of(a, b)) *rounding = 0;
    return rise > 0 ? rise / reach : 0;
}

/* The greatest lower bound on the growth distance that a normal proves. */
static real proved_growth(const posed* a, const posed* b, vector normal, real* rounding) {
    real n[3], back[3], p[3];
    for (int i = 0; i < 3; i++) {
        n[i] = normal[i];
        back[i] = -n[i];
        p[i] = b->center[i] - a->center[i];
    }
    const real reach = posed_support(a, n) - real_dot(n, a->center) + posed_support(b, back) -
                       real_dot(back, b->center);
    const real rise = real_dot(n, p), least = ROUNDING * extent_of(a, b);
    /* a reach smaller than rounding proves nothing; its sign may be wrong, too */
    *rounding = reach > least ? least * (1 + fabsl(rise) / reach) / reach : (real)INFINITY;
    return rise / reach;
}

double certify_crossing(const posed* a, const posed* b, double sigma) {
    const double extent = (double)extent_of(a, b), ball = (double)(a->inradius + b->inradius);
    return 1e-9 * sigma + 1e-14 * extent * (1.0 + sigma) / ball;
}

/* The upper bound on the growth distance that the witness points prove. Scaled by the value, their
 * difference about the centres should be p. The remaining miss, and points outside their shapes,
 * raise the bound by their length divided by the sum of the inradii. */
static real attained_growth(const posed* a, const posed* b, const gd_growth_result* r) {
    const real extent = extent_of(a, b), ball = a->inradius + b->inradius;
    if (!(ball > ROUNDING * extent)) return (real)INFINITY;
    const real outside = fmaxl(0, posed_outside(a, r->point_a, r->normal)) +
                         fmaxl(0, posed_outside(b, r->point_b, r->normal));
    real miss[3];
    for (int i = 0; i < 3; i++)
        miss[i] = b->center[i] - a->center[i] -
                  r->upper * ((r->point_a[i] - a->center[i]) - (r->point_b[i] - b->center[i]));
    const real rounding = ROUNDING * extent * (1 + r->upper);
    return r->upper + (real_length(miss) + r->upper * outside + rounding) / ball;
}

static const char* certify_contact(const posed* set, vector point, vector contact, real value,
                                   real open, real extent) {
    real miss[3];
    for (int i = 0; i < 3; i++)
        miss[i] = contact[i] - (set->center[i] + value * (point[i] - set->center[i]));
    /* scaling multiplies the witness point's rounding */
    if (!(real_length(miss) <= WITNESS * extent * fmaxl(1, value) + open))
        return "the contact is not in a scaled set";
    return NULL;
}

const char* certify_growth(const posed* a, const posed* b, const gd_growth_result* r,
                           double tolerance, const truth* t, worst* seen) {
    const real extent = extent_of(a, b);
    if (!finite_all(&r->status, 17)) return "a number is not finite";
    if (!is_unit(r->normal)) return "the normal is not unit";
    if (r->value != r->upper) return "the value is not the upper bound";
    real rounding;
    if (a->halfspace || b->halfspace) {
        const real wall = wall_growth(a, b, &rounding);
        if (!(rounding > 0)) return NULL; /* moves along the wall, up to rounding */
        if (r->lower > wall + rounding) return "the lower bound is above the truth";
        if (r->upper < wall - rounding) return "the upper bound is below the truth";
        return NULL;
    }
    const real proved = proved_growth(a, b, r->normal, &rounding);
    note(&seen->proof, (r->lower - proved) * ROUNDING / rounding);
    if (r->lower > proved + rounding) return "the normal does not prove the lower bound";
    if (r->upper < t->growth_least - 2 * rounding) return "the upper bound is below the truth";
    if (!certify_holds(a, r->point_a, r->normal, 0, extent, seen))
        return "the witness point of A is outside";
    if (!certify_holds(b, r->point_b, r->normal, 0, extent, seen))
        return "the witness point of B is outside";
    if (r->status == GD_STATUS_COINCIDENT)
        return r->upper == 0.0 ? NULL : "coincident with a value that is not 0";
    /* the contact is the mean of two points, whose distance the bounds limit */
    real apart[3];
    for (int i = 0; i < 3; i++)
        apart[i] = b->center[i] - a->center[i];
    const real thin = r->status == GD_STATUS_OPTIMAL ? 0 : MEETING * extent;
    const real open = ((real)r->upper - r->lower) / r->upper * real_length(apart) + thin;
    const char* wrong = certify_contact(a, r->point_a, r->contact, r->upper, open, extent);
    if (!wrong) wrong = certify_contact(b, r->point_b, r->contact, r->upper, open, extent);
    return wrong ? wrong : certify_status(r->status, r->lower, r->upper, tolerance, 0, seen);
}

/* Whether the bounds of an overlap test enclose the known growth distance. An upper bound of
 * exactly 1 may come from a common point, which is accurate to MEETING. */
static const char* certify_enclosure(const posed* a, const posed* b, const gd_collision_result* r,
                                     const truth* t) {
    if (r->lower > t->growth_most) return "the lower bound is above the truth";
    if (!(t->growth_least > r->upper)) return NULL;
    const real ball = a->inradius + b->inradius;
    const real part = r->colliding == 1.0 && r->upper == 1.0 ? MEETING : ROUNDING;
    const real open = part * extent_of(a, b) * (1 + r->upper);
    if (ball * (t->growth_least - r->upper) > open) return "the upper bound is below the truth";
    return NULL;
}

const char* certify_collision(const posed* a, const posed* b, const gd_collision_result* r,
                              const truth* t, worst* seen) {
    const real extent = extent_of(a, b);
    if (!finite_all(&r->status, 3) || r->lower != r->lower || r->upper != r->upper)
        return "a number is NaN";
    if (!(r->lower <= r->upper)) return "the lower bound is above the upper";
    const char* wrong = certify_enclosure(a, b, r, t);
    if (wrong) return wrong;
    if (r->colliding == 1.0) {
        if (r->lower > 1.0 + 1e-12) return "collides with a lower bound above 1";
        if (!finite_all(r->point, 3)) return "the common point is not finite";
        if (r->status != GD_STATUS_OPTIMAL) return NULL;
        const real open = MEETING * extent;
        if (!certify_holds(a, r->point, r->normal, open, extent, seen))
            return "the common point is not in A";
        if (!certify_holds(b, r->point, r->normal, open, extent, seen))
            return "the common point is not in B";
        return NULL;
    }
    if (r->colliding != 0.0) return "colliding is neither 0 nor 1";
    if (r->status != GD_STATUS_OPTIMAL) return NULL;
    if (!finite_all(r->normal, 3) || !is_unit(r->normal)) return "the normal is not unit";
    const real width = certify_width(a, b, r->normal);
    note(&seen->proof, width / extent);
    return width <= ROUNDING * extent ? NULL : "the plane does not separate";
}

/* ---- distance and depth -------------------------------------------------------------------- */

static real next_unit(uint64_t* state) {
    *state += UINT64_C(0x9e3779b97f4a7c15);
    uint64_t z = *state;
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return (real)((z ^ (z >> 31)) >> 11) * 0x1p-53L;
}

/* Returns the least width found: random directions first, then ever smaller steps around the
 * best. */
static real least_width(const posed* a, const posed* b, vector normal, uint64_t seed) {
    real best = certify_width(a, b, normal), step = 1;
    double at[3] = {normal[0], normal[1], normal[2]};
    for (int i = 0; i < TRIED; i++) {
        double n[3] = {0, 0, 0};
        real v[3] = {0, 0, 0};
        for (int k = 0; k < a->dimension; k++)
            v[k] = (i < TRIED / 2 ? 0 : at[k]) + step * (2 * next_unit(&seed) - 1);
        const real size = real_length(v);
        if (!(size > 0)) continue;
        for (int k = 0; k < 3; k++)
            n[k] = (double)(v[k] / size);
        const real width = certify_width(a, b, n);
        if (width < best) {
            best = width;
            memcpy(at, n, sizeof at);
        }
        if (i >= TRIED / 2) step *= 0.3L;
    }
    return best;
}

/* A smaller tolerance than any test uses. */
static const gd_settings fine = {.tolerance = 1e-12, .max_iterations = 1000};

void truth_of_growth(truth* t, const posed* a, const posed* b, const gd_shape* shape_a,
                     const double* pose_a, const gd_shape* shape_b, const double* pose_b) {
    gd_growth_result grown;
    t->distance_least = t->growth_least = 0;
    t->distance_most = t->depth_most = t->growth_most = (real)INFINITY;
    t->depth_least = 0;
    if (gd_growth_distance(&(gd_query){shape_a, pose_a, shape_b, pose_b, &fine, NULL}, &grown) < 0)
        return;
    const real width = certify_width(a, b, grown.normal);
    t->distance_least = fmaxl(0, -width);
    t->depth_most = fmaxl(0, width);
    real rounding;
    if (a->halfspace || b->halfspace) {
        const real wall = wall_growth(a, b, &rounding);
        if (!(rounding > 0)) return;
        t->growth_least = wall - rounding;
        t->growth_most = wall + rounding;
        return;
    }
    t->growth_least = proved_growth(a, b, grown.normal, &rounding) - rounding;
    t->growth_most = attained_growth(a, b, &grown);
}

void truth_find(truth* t, const posed* a, const posed* b, const gd_shape* shape_a,
                const double* pose_a, const gd_shape* shape_b, const double* pose_b,
                uint64_t seed) {
    gd_distance_result apart;
    gd_penetration_result deep;
    worst unseen = {0, 0, 0, 0};
    truth_of_growth(t, a, b, shape_a, pose_a, shape_b, pose_b);
    if (gd_distance(&(gd_query){shape_a, pose_a, shape_b, pose_b, &fine, NULL}, &apart) >= 0) {
        t->distance_least = fmaxl(t->distance_least, -certify_width(a, b, apart.normal));
        if (!certify_points(a, b, apart.point_a, apart.point_b, apart.normal, apart.value, 0,
                            &unseen))
            t->distance_most = apart.value + (apart.value > 0 ? 0 : FLAT * extent_of(a, b)) +
                               fmaxl(0, posed_outside(a, apart.point_a, apart.normal)) +
                               fmaxl(0, posed_outside(b, apart.point_b, apart.normal));
    }
    if (gd_penetration(&(gd_query){shape_a, pose_a, shape_b, pose_b, &fine, NULL}, &deep) >= 0) {
        const real width = a->halfspace || b->halfspace ? certify_width(a, b, deep.normal)
                                                        : least_width(a, b, deep.normal, seed);
        t->depth_most = fmaxl(0, fminl(t->depth_most, width));
        t->depth_least = deep.lower;
    }
}

/* Below this part of the extent, shapes count as touching: a flat simplex cannot resolve a distance
 * of 0. */
static real flat(double value) {
    return value == 0.0 ? FLAT : ROUNDING;
}

const char* certify_distance(const posed* a, const posed* b, const gd_distance_result* r,
                             double tolerance, const truth* t, worst* seen) {
    const real extent = extent_of(a, b);
    if (!finite_all(&r->status, 15)) return "a number is not finite";
    if (!is_unit(r->normal)) return "the normal is not unit";
    if (!(r->simplex_count >= 0.0 && r->simplex_count <= 4.0))
        return "a simplex without 0 to 4 vertices";
    if (r->value < 0.0 || r->lower < 0.0) return "a negative distance";
    note(&seen->proof, (r->lower - t->distance_most) / extent);
    if (r->lower > t->distance_most + ROUNDING * extent)
        return "the lower bound is above the truth";
    if (r->value < t->distance_least - flat(r->value) * extent)
        return "the value is below the truth";
    const char* wrong = certify_points(a, b, r->point_a, r->point_b, r->normal, r->value,
                                       (r->value > 0.0 ? WITNESS : MEETING) * extent, seen);
    if (!wrong) wrong = certify_digits(r->status, r->lower, r->value, extent);
    if (!wrong && r->status == GD_STATUS_PRECISION && r->value > OVERLAPPING * extent &&
        t->depth_least > ROUNDING * extent)
        return "stopped by rounding with a distance, but the shapes overlap";
    return wrong ? wrong : certify_status(r->status, r->lower, r->value, tolerance, extent, seen);
}

/* Local methods prove only the lower bound of their first polytope. */
static bool is_local(double method) {
    return method == GD_METHOD_INCREMENTAL || method == GD_METHOD_SQP || method == GD_METHOD_MPR;
}

/* Whether moving B by the depth along the normal leaves no common interior point. */
static bool moves_apart(const posed* a, const posed* b, const gd_penetration_result* r,
                        worst* seen) {
    const real extent = extent_of(a, b), width = certify_width(a, b, r->normal);
    note(&seen->proof, (width - r->depth) / extent);
    return width <= r->depth + ROUNDING * extent;
}

const char* certify_depth(const posed* a, const posed* b, const gd_penetration_result* r,
                          double tolerance, double method, const truth* t, worst* seen) {
    const real extent = extent_of(a, b);
    if (!finite_all(&r->status, 14)) return "a number is not finite";
    if (!is_unit(r->normal)) return "the normal is not unit";
    if (r->depth < 0.0 || r->lower < 0.0) return "a negative depth";
    note(&seen->proof, (r->lower - t->depth_most) / extent);
    if (r->lower > t->depth_most + ROUNDING * extent) return "the lower bound is above the truth";
    if (r->depth > 0.0) {
        if (method != GD_METHOD_MPR && !moves_apart(a, b, r, seen))
            return "moving by the depth does not separate";
        /* a local method's lower bound does not limit its points; MPR's points need not be
         * nearest */
        real apart = (real)r->depth - r->lower;
        if (r->status == GD_STATUS_LOCAL && method != GD_METHOD_MPR)
            apart = fminl(apart, DIGITS * extent);
        const real open = apart + (DEPTH_POINTS + 8 * tolerance) * r->depth + MEETING * extent;
        const char* wrong =
            certify_points(a, b, r->point_a, r->point_b, r->normal, -(real)r->depth, open, seen);
        /* at the limit of iterations, the points are the best so far */
        if (wrong && r->status != GD_STATUS_MAX_ITERATIONS) return wrong;
    } else if (r->status == GD_STATUS_OPTIMAL && t->depth_most > ROUNDING * extent &&
               certify_width(a, b, r->normal) > ROUNDING * extent) {
        return "depth 0, but no known plane separates";
    }
    if (!is_local(method)) {
        const char* wrong = certify_digits(r->status, r->lower, r->depth, extent);
        if (wrong) return wrong;
    }
    return certify_status(r->status, r->lower, r->depth, tolerance, extent, seen);
}

const char* certify_signed(const posed* a, const posed* b, const gd_signed_result* r,
                           double tolerance, double method, const truth* t, worst* seen) {
    const real extent = extent_of(a, b);
    if (!finite_all(&r->status, 15)) return "a number is not finite";
    if (!(r->lower <= r->upper)) return "the lower bound is above the upper";
    if (!(r->lower <= r->value && r->value <= r->upper)) return "the value is not in its bounds";
    if (r->value == 0.0 && signbit(r->value)) return "the value is -0";
    if (r->value < 0.0) {
        gd_penetration_result d = {.status = r->status, .depth = -r->value, .lower = -r->upper};
        if (d.lower < 0.0) d.lower = 0.0;
        memcpy(d.normal, r->normal, sizeof d.normal);
        memcpy(d.point_a, r->point_a, sizeof d.point_a);
        memcpy(d.point_b, r->point_b, sizeof d.point_b);
        return certify_depth(a, b, &d, tolerance, method, t, seen);
    }
    if (!is_unit(r->normal)) return "the normal is not unit";
    note(&seen->proof, (r->lower - t->distance_most) / extent);
    if (r->lower > t->distance_most + ROUNDING * extent)
        return "the lower bound is above the truth";
    if (t->depth_least > 0 && r->lower > ROUNDING * extent - t->depth_least)
        return "the lower bound is above a finer search's depth";
    if (r->value < t->distance_least - flat(r->value) * extent)
        return "the value is below the truth";
    const char* wrong = certify_points(a, b, r->point_a, r->point_b, r->normal, r->value,
                                       (r->value > 0.0 ? WITNESS : MEETING) * extent, seen);
    /* at the limit of iterations, the points are the best so far, even if the depth is 0 */
    if (wrong && !(r->value == 0.0 && r->status == GD_STATUS_MAX_ITERATIONS)) return wrong;
    wrong = is_local(method) ? NULL : certify_digits(r->status, r->lower, r->upper, extent);
    if (wrong || (r->status == GD_STATUS_OPTIMAL && r->lower < 0.0)) return wrong;
    return certify_status(r->status, r->lower, r->value, tolerance, extent, seen);
}

const char* certify_refusal(const posed* a, const posed* b, double status, bool needs_solid,
                            double method) {
    if (status >= 0.0) return NULL;
    if (status != GD_ERROR_UNDEFINED) return "refused with another error than undefined";
    if (a->halfspace && b->halfspace) return NULL;
    if (method != GD_METHOD_AUTO && method != GD_METHOD_CUTTING_PLANE && needs_solid) return NULL;
    if (needs_solid && (!a->solid || !b->solid)) return NULL;
    return "refused as undefined, but the quantity exists";
}
