/* The queries with derivatives. Each runs the plain query and refines its optimum (optimum.h). The
 * refined optimum gives better bounds, the gradient and the Jacobians. */
#include "derivatives/halfspace.h"
#include "derivatives/optimum.h"

#include <string.h>

/* Refined points are rejected if they miss each other by more than this fraction of the extent. */
#define GRADIENT_MISS 1e-11
/* How far a refined value may exceed the query's value, relative to the extent, by rounding. Beyond
 * that it belongs to another optimum. */
#define GRADIENT_WORSE 1e-12
/* Beyond this relative overlap or gap, shapes stay overlapping or separated in all poses nearby. */
#define GRADIENT_CLEAR 1e-12

/* Settings of a query without any; only the tolerance matters here. */
static const gd_settings gradient_defaults = {.tolerance = GD_DEFAULT_TOLERANCE};

/* What a query was asked for. */
typedef struct gradient_request {
    const gd_query* query; /* with settings, without warm state */
    const double* velocity;
    gd_jacobians* jacobians;
} gradient_request;

/* The fields of a result that describe the contact. */
typedef struct contact_fields {
    double *normal, *point_a, *point_b;
} contact_fields;

#define CONTACT_FIELDS(r) ((contact_fields){(r)->normal, (r)->point_a, (r)->point_b})

/* A query's optimum, refined if possible. */
typedef struct refined_optimum {
    optimum t;
    bool refined;
    double miss; /* distance of touch_a - touch_b from q, or from q - v n */
} refined_optimum;

/* Takes the query's normal and witness points. */
static void refined_reject(refined_optimum* o, contact_fields at) {
    o->refined = false;
    o->t.n = load3(at.normal);
    o->t.touch_a = sub3(load3(at.point_a), o->t.a.center);
    o->t.touch_b = sub3(load3(at.point_b), o->t.b.center);
}

/* Refines the optimum from a query's normal and witness points. The weighted mean of the pieces
 * must be q, or q - v n. */
static void refined_find(refined_optimum* o, const gradient_request* r, bool growth,
                         contact_fields at) {
    optimum* t = &o->t;
    gd_optimum_init(t, r->query, growth);
    refined_reject(o, at);
    if (growth && !(dot3(t->n, t->p) > 0.0)) return;
    if (gd_optimum_refine(t)) {
        const vec3 s = sub3(sub3(t->touch_a, t->touch_b), scale3(t->t, t->p));
        o->miss = safe_length3(sub3(s, scale3(t->level, t->n)));
        o->refined = o->miss <= GRADIENT_MISS * t->extent;
    }
    if (!o->refined) refined_reject(o, at);
}

static void refined_direction(gd_derivatives* out, double lower, double upper) {
    out->directional_lower = lower;
    out->directional_upper = upper;
    out->directional = 0.5 * (lower + upper);
}

/* The gradient for a normal, of length |N| for growth, and for the witness points. */
static void refined_gradient(const refined_optimum* o, vec3 n, double sigma, double* gradient) {
    const bool plane = o->t.a.shape->dimension == 2;
    const vec3 wa = cross3(n, madd3(o->t.a.offset, sigma, o->t.touch_a));
    const vec3 wb = cross3(madd3(o->t.b.offset, sigma, o->t.touch_b), n);
    store3(gradient, neg3(n));
    store3(gradient + 3, plane ? make3(0.0, 0.0, wa.z) : wa);
    store3(gradient + 6, n);
    store3(gradient + 9, plane ? make3(0.0, 0.0, wb.z) : wb);
}

/* Everything at a refined optimum. */
static void refined_derive(refined_optimum* o, const gradient_request* r, gd_derivatives* out) {
    optimum* t = &o->t;
    const double sigma = 1.0 / t->t;
    const vec3 n = t->growth ? scale3(sigma / dot3(t->n, t->p), t->n) : t->n;
    refined_gradient(o, n, sigma, out->gradient);
    const bool normal = gd_optimum_unique_normal(t), contact = gd_optimum_unique_contact(t);
    out->unique = normal && contact;
    if (r->velocity) gd_optimum_directional(t, r->velocity, normal, contact, out);
    if (r->jacobians && normal && contact) gd_optimum_jacobians(t, r->jacobians);
}

/* Without a refined optimum: the gradient for the query's normal and contact, which may not be
 * the only ones. The directional derivative is then bounded only by the largest rate of the
 * velocities. */
static GD_COLD void refined_guess(const refined_optimum* o, double sigma, const double* velocity,
                                  gd_derivatives* out) {
    const optimum* t = &o->t;
    vec3 n = unit3(o->t.n);
    if (t->growth) {
        const double n_dot_p = dot3(n, t->p);
        /* may be rounding if one set is 1e16 times as large as the other */
        const double reach = dot3(n, gd_optimum_support(t, n));
        n = scale3(n_dot_p > 0.0 ? sigma / n_dot_p : reach > 0.0 ? 1.0 / reach : 0.0, n);
    }
    refined_gradient(o, n, t->growth ? sigma : 1.0, out->gradient);
    if (!velocity) return;
    const double max_rate = gd_optimum_fastest(t, sigma, velocity);
    double rate = 0.0;
    for (int i = 0; i < 12; i++)
        rate += out->gradient[i] * velocity[i];
    refined_direction(out, -max_rate, max_rate);
    out->directional = max2(-max_rate, min2(rate, max_rate));
}

static void gradient_store_points(const refined_optimum* o, contact_fields at) {
    store3(at.normal, o->t.n);
    store3(at.point_a, add3(o->t.a.center, o->t.touch_a));
    store3(at.point_b, add3(o->t.b.center, o->t.touch_b));
}

/* Stores the normal and points of a refined value. Returns false if its bounds prove less than the
 * query's bounds: for tiny distances and depths, rounding may exceed the tolerance. */
static bool refined_store(const refined_optimum* o, double tolerance, double value, double lower,
                          double* status, contact_fields at) {
    if (value - lower <= tolerance * value)
        *status = GD_STATUS_OPTIMAL;
    else if (*status == (double)GD_STATUS_OPTIMAL)
        return false;
    gradient_store_points(o, at);
    return true;
}

/* ---- half-spaces ---------------------------------------------------------------------------- */

/* Handles pairs with a half-space; returns false for others. The value is max(0, sign x), where
 * gd_plane_derive differentiates x. */
static GD_COLD bool plane_value(const gradient_request* r, bool growth, double sign,
                                gd_derivatives* d) {
    const gd_shape *a = r->query->a, *b = r->query->b;
    if (a->bound_radius >= 0.0 && b->bound_radius >= 0.0) return false;
    const double extent =
        a->bound_radius + b->bound_radius + 1.0; /* a half-space has bound_radius -1 */
    const double x = sign * gd_plane_derive(r->query, r->velocity, growth, d, r->jacobians);
    const double rate = sign * d->directional;
    if (x > GRADIENT_CLEAR * extent) {
        for (int i = 0; i < 12; i++)
            d->gradient[i] *= sign;
        refined_direction(d, rate, rate);
        return true;
    }
    memset(d, 0, sizeof *d);
    if (r->jacobians) memset(r->jacobians, 0, sizeof *r->jacobians);
    d->unique = x < -GRADIENT_CLEAR * extent;
    if (r->velocity && d->unique == 0.0) refined_direction(d, max2(rate, 0.0), max2(rate, 0.0));
    return true;
}

/* ---- growth --------------------------------------------------------------------------------- */

/* 1 / t bounds sigma from below. Only a point beside q is certainly in C, so the ball in C raises
 * the upper bound by the miss. For a thin set, whose ball is not much larger than the miss, that
 * proves less than the query did. */
static void growth_improve(refined_optimum* o, const gd_query* query, gd_growth_result* r) {
    const double value = 1.0 / o->t.t;
    if (!(value <= r->upper * (1.0 + GRADIENT_WORSE))) {
        refined_reject(o, CONTACT_FIELDS(r));
        return;
    }
    const double ball = query->a->center_inradius + query->b->center_inradius;
    if (!(o->miss <= GRADIENT_WORSE * ball)) return;
    gradient_store_points(o, CONTACT_FIELDS(r));
    r->value = r->upper = min2(value * (1.0 + o->miss / ball), r->upper);
    r->lower = min2(max2(r->lower, value), r->upper);
    const vec3 on_a = madd3(o->t.a.center, value, o->t.touch_a);
    const vec3 on_b = madd3(o->t.b.center, value, o->t.touch_b);
    store3(r->contact, scale3(0.5, add3(on_a, on_b)));
    if (r->upper <= (1.0 + query->settings->tolerance) * r->lower) r->status = GD_STATUS_OPTIMAL;
}

/* Coincident centres: sigma grows from 0 at the rate of the growth distance in the direction in
 * which the centres separate. */
static GD_COLD void growth_part(const gd_query* query, const double* velocity,
                                gd_derivatives* out) {
    optimum t;
    gd_optimum_init(&t, query, true);
    const vec3 da = add3(load3(velocity), cross3(load3(velocity + 3), t.a.offset));
    const vec3 db = add3(load3(velocity + 6), cross3(load3(velocity + 9), t.b.offset));
    const vec3 apart = sub3(db, da);
    const double speed = safe_length3(apart);
    if (!(speed > 0.0)) {
        refined_direction(out, 0.0, 0.0);
        return;
    }
    double pose[7];
    const bool plane = query->b->dimension == 2;
    memcpy(pose, query->pose_b, (plane ? 3 : 7) * sizeof *pose);
    const vec3 step = scale3(t.extent / speed, apart);
    pose[0] += step.x;
    pose[1] += step.y;
    if (!plane) pose[2] += step.z;
    gd_growth_result r;
    gd_growth_distance(&(gd_query){query->a, query->pose_a, query->b, pose, NULL, NULL}, &r);
    if (r.status < 0.0) return; /* unreachable: near the position limit such a step rounds to 0 */
    refined_direction(out, r.lower * (speed / t.extent), r.upper * (speed / t.extent));
}

static void growth_derive(const gradient_request* request, gd_growth_gradient_result* out) {
    gd_growth_result* r = &out->result;
    gd_derivatives* d = &out->derivatives;
    if (plane_value(request, true, 1.0, d)) return;
    refined_optimum o;
    refined_find(&o, request, true, CONTACT_FIELDS(r));
    if (o.refined) growth_improve(&o, request->query, r);
    if (o.refined)
        refined_derive(&o, request, d);
    else
        refined_guess(&o, r->value, request->velocity, d);
    if (r->status == (double)GD_STATUS_COINCIDENT && request->velocity)
        growth_part(request->query, request->velocity, d);
}

/* ---- distance ------------------------------------------------------------------------------- */

static void distance_improve(refined_optimum* o, const gd_query* query, gd_distance_result* r) {
    const optimum* t = &o->t;
    const contact_fields at = CONTACT_FIELDS(r);
    /* for thin sets the refined points are farther apart than the refined level */
    const vec3 apart = sub3(sub3(o->t.touch_a, o->t.touch_b), t->p);
    const double value = max2(-t->level, safe_length3(apart));
    if (!(t->level < 0.0 && value <= r->value + GRADIENT_WORSE * t->extent)) {
        refined_reject(o, at);
        return;
    }
    const double lower = min2(max2(r->lower, -t->level), value);
    if (!refined_store(o, query->settings->tolerance, value, lower, &r->status, at)) return;
    r->value = value;
    r->lower = lower;
    r->gap = value - lower;
}

/* For touching shapes distance and depth are max(0, v) and max(0, -v) of the signed distance v.
 * Their one-sided derivative is exact if v is differentiable, otherwise only bounded. */
static GD_COLD void touching_derive(const gradient_request* r, contact_fields at, double sign,
                                    gd_derivatives* out) {
    if (!r->velocity) return;
    refined_optimum o;
    const gradient_request of_signed = {r->query, r->velocity, NULL};
    gd_derivatives d = {.unique = 0.0};
    refined_find(&o, &of_signed, false, at);
    refined_direction(out, 0.0, gd_optimum_fastest(&o.t, 1.0, r->velocity));
    out->directional = 0.0;
    if (o.refined) refined_derive(&o, &of_signed, &d);
    if (d.unique == 0.0) return;
    const double rate = max2(sign * d.directional, 0.0);
    refined_direction(out, rate, rate);
}

static void distance_derive(const gradient_request* request, gd_distance_gradient_result* out) {
    gd_distance_result* r = &out->result;
    gd_derivatives* d = &out->derivatives;
    const gd_query* q = request->query;
    if (plane_value(request, false, 1.0, d)) return;
    if (!(r->value > 0.0)) {
        /* if the shapes overlap and do not just touch, the distance is 0 in all poses nearby */
        gd_growth_result growth;
        const gd_status status =
            gd_growth_distance(&(gd_query){q->a, q->pose_a, q->b, q->pose_b, NULL, NULL}, &growth);
        d->unique = status >= 0 && growth.upper < 1.0 - GRADIENT_CLEAR;
        if (d->unique == 0.0) touching_derive(request, CONTACT_FIELDS(r), 1.0, d);
        return;
    }
    refined_optimum o;
    refined_find(&o, request, false, CONTACT_FIELDS(r));
    if (o.refined) distance_improve(&o, q, r);
    if (o.refined)
        refined_derive(&o, request, d);
    else
        refined_guess(&o, 1.0, request->velocity, d);
}

/* ---- penetration ---------------------------------------------------------------------------- */

static void penetration_improve(refined_optimum* o, const gd_query* query,
                                gd_penetration_result* r) {
    const double depth = o->t.level;
    const contact_fields at = CONTACT_FIELDS(r);
    if (!(depth > 0.0 && depth <= r->depth + GRADIENT_WORSE * o->t.extent)) {
        refined_reject(o, at);
        return;
    }
    /* for touching shapes rounding may exceed the tolerance, as above */
    const double lower = min2(r->lower, depth);
    double status = r->status; /* LOCAL stays */
    if (!refined_store(o, query->settings->tolerance, depth, lower, &status, at)) return;
    r->depth = depth;
    r->lower = lower;
}

/* Whether the normal of separated shapes proves a gap. */
static GD_COLD bool penetration_apart(const gd_query* query, const double* normal) {
    optimum t;
    gd_optimum_init(&t, query, false);
    const vec3 n = load3(normal);
    return dot3(n, sub3(t.p, gd_optimum_support(&t, n))) > GRADIENT_CLEAR * t.extent;
}

/* The depth is minus the signed distance. */
static void penetration_negate(gd_derivatives* d) {
    for (int i = 0; i < 12; i++)
        d->gradient[i] = -d->gradient[i];
    const double upper = -d->directional_lower;
    d->directional_lower = -d->directional_upper;
    d->directional_upper = upper;
    d->directional = -d->directional;
}

static void penetration_derive(const gradient_request* request,
                               gd_penetration_gradient_result* out) {
    gd_penetration_result* r = &out->result;
    gd_derivatives* d = &out->derivatives;
    if (plane_value(request, false, -1.0, d)) return;
    if (!(r->depth > 0.0)) {
        d->unique = penetration_apart(request->query, r->normal);
        if (d->unique == 0.0) touching_derive(request, CONTACT_FIELDS(r), -1.0, d);
        return;
    }
    refined_optimum o;
    refined_find(&o, request, false, CONTACT_FIELDS(r));
    if (o.refined) penetration_improve(&o, request->query, r);
    if (o.refined)
        refined_derive(&o, request, d);
    else
        refined_guess(&o, 1.0, request->velocity, d);
    penetration_negate(d);
}

/* ---- the queries ---------------------------------------------------------------------------- */

/* Each solves the plain query, whose warm state the derivatives do not need, then derives. */
#define GRADIENT_QUERY(name, solve)                                                                \
    gd_status gd_##name##_gradient(const gd_query* given, const double* velocity,                  \
                                   gd_jacobians* jacobians, gd_##name##_gradient_result* out) {    \
        if (jacobians) memset(jacobians, 0, sizeof *jacobians);                                    \
        memset(&out->derivatives, 0, sizeof out->derivatives);                                     \
        const gd_status status = solve(given, &out->result);                                       \
        if (status < 0) return status;                                                             \
        gd_query query = *given;                                                                   \
        query.settings = given->settings ? given->settings : &gradient_defaults;                   \
        query.warm = NULL;                                                                         \
        name##_derive(&(gradient_request){&query, velocity, jacobians}, out);                      \
        return (gd_status)out->result.status;                                                      \
    }

GRADIENT_QUERY(growth, gd_growth_distance)
GRADIENT_QUERY(distance, gd_distance)
GRADIENT_QUERY(penetration, gd_penetration)
