/* Casts with derivatives of the time of contact.
 *
 * At the contact the gap g between the shapes equals the target, and it changes at the rate n.v
 * along the displacement v, with the normal n. So the time t changes by
 *    dt = -(dg + t n.dv) / n.v
 * where dg is the change of the signed distance of the shapes, moved to the time t. It follows from
 * n and the points of contact alone, as for distances.
 *
 * The plain cast finds the normal. Newton's method refines it (optimum.h, casts), which also gives
 * the time to rounding. */
#include "derivatives/halfspace.h"
#include "derivatives/optimum.h"
#include "casts/cast_line.h"

#include <float.h>

/* Refined points are rejected if they miss each other by more than this fraction of the extent. */
#define CAST_GRADIENT_MISS 1e-11
/* A refined time may be outside the bounds of the cast by this length, relative to the extent. */
#define CAST_GRADIENT_BESIDE 1e-9
/* A contact, a gap or an overlap stays in all poses nearby if it exceeds this fraction of the
 * extent. */
#define CAST_GRADIENT_CLEAR 1e-12
/* Least cosine of the angle between normal and ray. The digits of n determine a smaller one badly.
 */
#define CAST_GRADIENT_STEEP 0x1p-24
/* A normal across the displacement, up to rounding. */
#define CAST_GRADIENT_ACROSS 1e-14

/* A cast that succeeded. Lengths are in the caller's unit, rates in lengths per line.unit. */
typedef struct cast_case {
    const gd_query* query;
    const gd_cast* cast;
    const gd_cast_result* found;
    cast_line line; /* if neither shape is a half-space and B moves */
    vec3 velocity;  /* world */
    bool moves, halfspace;
} cast_case;

/* Stores s x, limited to finite numbers. */
static void cast_store(double* out, double s, vec3 x) {
    const double c[3] = {s * x.x, s * x.y, s * x.z};
    for (int i = 0; i < 3; i++)
        out[i] = max2(-DBL_MAX, min2(c[i], DBL_MAX));
}

/* The poses at a time. Returns the pose of B in pose. */
static gd_query cast_at(const cast_case* c, double time, double* pose) {
    const int dims = c->query->a->dimension;
    gd_query moved = *c->query;
    memcpy(pose, c->query->pose_b, (dims == 2 ? 3 : 7) * sizeof *pose);
    for (int i = 0; i < dims && c->moves; i++)
        pose[i] += time * c->cast->displacement[i];
    moved.pose_b = pose;
    moved.warm = NULL;
    return moved;
}

/* Whether a time is inside the interval, by a length that is not rounding. */
static bool cast_inside(const cast_case* c, double time, double extent) {
    const double speed = safe_length3(c->velocity), clear = CAST_GRADIENT_CLEAR * extent;
    return (time - c->cast->min_time) * speed > clear && (c->cast->max_time - time) * speed > clear;
}

/* ---- a contact ------------------------------------------------------------------------------- */

/* The derivatives of the time, from the derivatives of the gap. least is the rate at which the gap
 * falls. */
static void cast_divide(const double* gap, double time, double rate, gd_cast_gradient_result* out) {
    if (!(rate > 0.0)) return;
    const double scale = min2(1.0 / rate, DBL_MAX);
    for (int i = 0; i < 12; i += 3)
        cast_store(out->gradient + i, scale, load3(gap + i));
    cast_store(out->displacement, max2(-DBL_MAX, min2(time * scale, DBL_MAX)), load3(gap + 6));
}

/* The derivatives of the gap for a normal and points, as for distances. */
static void cast_gap_gradient(const optimum* t, double* gap) {
    const bool plane = t->a.shape->dimension == 2;
    const vec3 wa = cross3(t->n, add3(t->a.offset, t->touch_a));
    const vec3 wb = cross3(add3(t->b.offset, t->touch_b), t->n);
    store3(gap, neg3(t->n));
    store3(gap + 3, plane ? make3(0.0, 0.0, wa.z) : wa);
    store3(gap + 6, t->n);
    store3(gap + 9, plane ? make3(0.0, 0.0, wb.z) : wb);
}

/* The time of a refined optimum. */
static double cast_time(const cast_case* c, const optimum* t) {
    return c->line.unit * (c->line.ref - t->t / c->line.speed);
}

/* Takes the normal and the points of the cast. */
static void cast_reject(const cast_case* c, optimum* t) {
    const double time = c->found->time / c->line.unit;
    const vec3 b = madd3(t->b.center, time, c->line.velocity);
    t->n = load3(c->found->normal);
    t->touch_a = sub3(load3(c->found->point_a), t->a.center);
    t->touch_b = sub3(load3(c->found->point_b), b);
}

/* Whether the refined points are in contact on the line, between the bounds of the cast. */
static bool cast_accepts(const cast_case* c, const optimum* t) {
    const vec3 q = madd3(t->base, t->t, t->p);
    const vec3 s = madd3(sub3(t->touch_a, t->touch_b), t->target, t->n);
    const double time = cast_time(c, t), speed = safe_length3(c->velocity);
    const double beside = CAST_GRADIENT_BESIDE * t->extent;
    return dot3(t->n, t->p) >= CAST_GRADIENT_STEEP &&
           safe_length3(sub3(s, q)) <= CAST_GRADIENT_MISS * t->extent &&
           (c->found->lower - time) * speed <= beside && (time - c->found->upper) * speed <= beside;
}

/* Sets the problem up. Its ray is -v / |v|. */
static void cast_aim(const cast_case* c, optimum* t) {
    const vec3 base = rotate(&c->line.pair.rotation_a, c->line.pair.p);
    gd_optimum_init(t, c->query, false);
    gd_optimum_aim(t, base, scale3(-1.0 / c->line.speed, c->line.velocity), c->cast->target);
}

static void cast_derive(const cast_case* c, gd_cast_gradient_result* out) {
    optimum t;
    double gap[12], time = c->found->time;
    cast_aim(c, &t);
    cast_reject(c, &t);
    if (!(dot3(t.n, t.p) > 0.0)) return;
    const bool refined = gd_optimum_refine(&t) && cast_accepts(c, &t);
    if (refined)
        time = cast_time(c, &t);
    else
        cast_reject(c, &t);
    cast_gap_gradient(&t, gap);
    cast_divide(gap, time, dot3(t.n, t.p) * (c->line.speed / c->line.unit), out);
    out->unique = refined && cast_inside(c, time, t.extent) && gd_optimum_unique_normal(&t) &&
                  gd_optimum_unique_contact(&t);
}

static GD_COLD void cast_derive_halfspace(const cast_case* c, gd_cast_gradient_result* out) {
    double pose[7];
    gd_derivatives d;
    memset(&d, 0, sizeof d);
    const gd_query moved = cast_at(c, c->found->time, pose);
    const gd_shape *a = moved.a, *b = moved.b;
    gd_plane_derive(&moved, NULL, false, &d, NULL);
    cast_divide(d.gradient, c->found->time, -dot3(load3(d.gradient + 6), c->velocity), out);
    const double extent = a->bound_radius + b->bound_radius + 1.0 + c->cast->target;
    out->unique = d.unique != 0.0 && cast_inside(c, c->found->time, extent);
}

/* ---- a constant time ------------------------------------------------------------------------- */

/* A gap along a fixed normal: at + rate (time - ref). */
typedef struct cast_gap {
    double at, ref, rate, clear;
} cast_gap;

/* The gap along the normal of the result, beyond the target. */
static GD_COLD cast_gap cast_gap_of(const cast_case* c) {
    const vec3 n = load3(c->found->normal);
    const double target = c->cast->target;
    cast_gap g = {.ref = 0.0, .rate = dot3(n, c->velocity)};
    if (c->halfspace) {
        gd_derivatives d;
        g.at = gd_plane_derive(c->query, NULL, false, &d, NULL) - target;
        const double bounds = c->query->a->bound_radius + c->query->b->bound_radius + 1.0;
        g.clear = CAST_GRADIENT_CLEAR * (bounds + target + fabs(g.at));
        return g;
    }
    optimum t;
    if (c->moves) {
        cast_aim(c, &t);
        g.ref = c->line.unit * c->line.ref;
    } else {
        gd_optimum_init(&t, c->query, false);
        t.base = t.p;
    }
    g.at = dot3(n, sub3(t.base, gd_optimum_support(&t, n))) - target;
    g.clear = CAST_GRADIENT_CLEAR * (t.extent + target);
    return g;
}

/* Whether the gap is clearly positive at an end of the interval. */
static bool cast_clear_at(const cast_gap* g, double time) {
    if (fabs(time) == GD_INFINITY && g->rate != 0.0) return g->rate * time > 0.0;
    return g->at + (g->rate != 0.0 ? g->rate * (time - g->ref) : 0.0) > g->clear;
}

/* Whether a miss stays one nearby: the gap along one normal is clearly positive at both ends. */
static GD_COLD bool cast_stays_missed(const cast_case* c) {
    cast_gap g = cast_gap_of(c);
    const bool endless = c->cast->min_time == -GD_INFINITY || c->cast->max_time == GD_INFINITY;
    if (!c->moves && endless) return false;
    if (fabs(g.rate) <= CAST_GRADIENT_ACROSS * safe_length3(c->velocity)) g.rate = 0.0;
    return cast_clear_at(&g, c->cast->min_time) && cast_clear_at(&g, c->cast->max_time);
}

/* Whether the shapes clearly overlap at the start, or are clearly nearer than the target. */
static GD_COLD bool cast_stays_overlapping(const cast_case* c) {
    double pose[7];
    const gd_query moved = cast_at(c, c->cast->min_time, pose);
    const double target = c->cast->target;
    if (c->halfspace) {
        gd_derivatives d;
        if (c->moves && c->cast->min_time == -GD_INFINITY) return true;
        const double bounds = moved.a->bound_radius + moved.b->bound_radius + 1.0;
        const double gap = gd_plane_derive(&moved, NULL, false, &d, NULL);
        return gap - target < -CAST_GRADIENT_CLEAR * (bounds + target);
    }
    if (target > 0.0) {
        gd_distance_result near;
        const double extent = moved.a->bound_radius + moved.b->bound_radius + target;
        const gd_query distance = {moved.a, moved.pose_a, moved.b, moved.pose_b, NULL, NULL};
        if (gd_distance(&distance, &near) < 0) return false;
        if (near.value > 0.0) return near.value < target - CAST_GRADIENT_CLEAR * extent;
        return target > CAST_GRADIENT_CLEAR * extent;
    }
    gd_growth_result growth;
    const gd_query scaled = {moved.a, moved.pose_a, moved.b, moved.pose_b, NULL, NULL};
    return gd_growth_distance(&scaled, &growth) >= 0 && growth.upper < 1.0 - CAST_GRADIENT_CLEAR;
}

/* ---- the query ------------------------------------------------------------------------------- */

gd_status gd_cast_gradient(const gd_query* query, const gd_cast* cast,
                           gd_cast_gradient_result* out) {
    memset(out, 0, sizeof *out);
    const gd_status status = gd_cast_shape(query, cast, &out->result);
    if (status < 0) return status;
    cast_case c = {.query = query, .cast = cast, .found = &out->result};
    const double* v = cast->displacement;
    c.velocity = make3(v[0], v[1], query->a->dimension == 2 ? 0.0 : v[2]);
    c.moves = max_abs3(c.velocity) > 0.0;
    c.halfspace = query->a->bound_radius < 0.0 || query->b->bound_radius < 0.0;
    if (c.moves && !c.halfspace && !gd_cast_line_init(&c.line, query, cast))
        return status; /* unreachable: the poses are valid */
    if (status == GD_STATUS_OVERLAPPING)
        out->unique = cast_stays_overlapping(&c);
    else if (out->result.hit == 0.0)
        out->unique = cast_stays_missed(&c);
    else if (c.halfspace)
        cast_derive_halfspace(&c, out);
    else
        cast_derive(&c, out);
    return status;
}
