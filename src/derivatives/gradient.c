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

/* A refined optimum as the results need it. */
typedef struct refined_optimum {
    optimum t;
    bool refined;
    vec3 on_a, on_b; /* witness points relative to the centres, world axes */
    double miss;     /* distance of on_a - on_b from q, or from q - v n */
    double reach;    /* h_C(n) */
} refined_optimum;

static void refined_points(refined_optimum* o) {
    vec3 a = make3(0.0, 0.0, 0.0), b = a;
    double sum = 0.0;
    for (int i = 0; i < o->t.basis_count; i++) {
        const active_piece* v = &o->t.piece[o->t.basis[i]];
        a = madd3(a, v->weight, v->a);
        b = madd3(b, v->weight, v->b);
        sum += v->weight; /* 1, except for rounding if pieces are nearly dependent */
    }
    o->on_a = scale3(1.0 / sum, a);
    o->on_b = scale3(1.0 / sum, b);
    active_piece top;
    gd_optimum_support(&o->t, o->t.n, &top);
    o->reach = dot3(o->t.n, top.s);
}

/* The fields of a result that describe the contact. */
typedef struct contact_fields {
    double *normal, *point_a, *point_b;
} contact_fields;

#define CONTACT_FIELDS(r) ((contact_fields){(r)->normal, (r)->point_a, (r)->point_b})

/* Refines the optimum from a query's normal and witness points. */
static void refined_find(refined_optimum* o, const gd_query* query, bool growth,
                         contact_fields at) {
    optimum* t = &o->t;
    o->refined = false;
    gd_optimum_init(t, query, growth);
    const vec3 n = load3(at.normal);
    o->on_a = sub3(load3(at.point_a), t->center_a);
    o->on_b = sub3(load3(at.point_b), t->center_b);
    const bool found =
        (!growth || dot3(n, t->p) > 0.0) && gd_optimum_refine(t, n, o->on_a, o->on_b);
    if (!found) {
        t->n = n;
        return;
    }
    const vec3 on_a = o->on_a, on_b = o->on_b;
    refined_points(o);
    /* the weighted mean of the pieces must be q, or q - v n */
    const vec3 miss = sub3(sub3(sub3(o->on_a, o->on_b), t->q), scale3(t->level, t->n));
    o->miss = safe_length3(miss);
    o->refined = o->miss <= GRADIENT_MISS * t->extent;
    if (o->refined) return;
    o->on_a = on_a;
    o->on_b = on_b;
}

static void refined_direction(gd_derivatives* out, double lower, double upper) {
    out->directional_lower = lower;
    out->directional_upper = upper;
    out->directional = 0.5 * (lower + upper);
}

/* Without a refined optimum: the gradient for the query's normal and contact, which may not be
 * the only ones. The directional derivative is then bounded only by the largest rate of the
 * velocities. */
static void refined_derive(refined_optimum* o, double sigma, const double* velocity,
                           gd_derivatives* out) {
    optimum* t = &o->t;
    if (o->refined) {
        gd_optimum_derive(t, velocity, out);
        return;
    }
    vec3 n = unit3(t->n);
    if (t->growth) {
        active_piece top;
        gd_optimum_support(t, n, &top);
        const double n_dot_p = dot3(n, t->p);
        const double reach =
            dot3(n, top.s); /* may be rounding if one set is 1e16 times as large as the other */
        n = scale3(n_dot_p > 0.0 ? sigma / n_dot_p : reach > 0.0 ? 1.0 / reach : 0.0, n);
    }
    gd_optimum_gradient(t, n, t->growth ? sigma : 1.0, o->on_a, o->on_b, out->gradient);
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
    store3(at.point_a, add3(o->t.center_a, o->on_a));
    store3(at.point_b, add3(o->t.center_b, o->on_b));
}

/* Stores the normal and points of a refined value. Returns false if its bounds prove less than the
 * query's bounds: for tiny distances and depths, rounding may exceed the tolerance. */
static GD_NOINLINE bool refined_store(const refined_optimum* o, const gd_query* query, double value,
                                      double lower, double* status, contact_fields at) {
    if (value - lower <= query->settings->tolerance * value)
        *status = GD_STATUS_OPTIMAL;
    else if (*status == (double)GD_STATUS_OPTIMAL)
        return false;
    gradient_store_points(o, at);
    return true;
}

/* ---- half-spaces ---------------------------------------------------------------------------- */

/* Handles pairs with a half-space; returns false for others. The value is max(0, sign x), where
 * gd_plane_derive differentiates x. */
static bool plane_value(const gd_query* query, const double* velocity, bool growth, double sign,
                        gd_derivatives* d) {
    if (query->a->bound_radius >= 0.0 && query->b->bound_radius >= 0.0) return false;
    const double extent = query->a->bound_radius + query->b->bound_radius +
                          1.0; /* a half-space has bound_radius -1 */
    const double x = sign * gd_plane_derive(query, velocity, growth, d);
    const double rate = sign * d->directional;
    if (x > GRADIENT_CLEAR * extent) {
        for (int i = 0; i < 12; i++)
            d->gradient[i] *= sign;
        refined_direction(d, rate, rate);
        return true;
    }
    memset(d, 0, sizeof *d);
    d->unique = x < -GRADIENT_CLEAR * extent;
    if (velocity && d->unique == 0.0) refined_direction(d, max2(rate, 0.0), max2(rate, 0.0));
    return true;
}

/* ---- growth --------------------------------------------------------------------------------- */

static void growth_improve(refined_optimum* o, const gd_query* query, gd_growth_result* r) {
    const optimum* t = &o->t;
    const double n_dot_p = dot3(t->n, t->p), value = 1.0 / t->t;
    if (!(value <= r->upper * (1.0 + GRADIENT_WORSE))) {
        o->refined = false;
        return;
    }
    /* Only a point beside q is certainly in C. For a thin set, whose ball is not much larger than
     * the miss, that proves less than the query did. */
    const double ball = t->a->center_inradius + t->b->center_inradius;
    if (!(o->miss <= GRADIENT_WORSE * ball)) return;
    gradient_store_points(o, CONTACT_FIELDS(r));
    r->value = r->upper = min2(value * (1.0 + o->miss / ball), r->upper);
    r->lower = min2(max2(r->lower, n_dot_p / o->reach), r->upper);
    const vec3 on_a = madd3(t->center_a, value, o->on_a), on_b = madd3(t->center_b, value, o->on_b);
    store3(r->contact, scale3(0.5, add3(on_a, on_b)));
    if (r->upper <= (1.0 + query->settings->tolerance) * r->lower) r->status = GD_STATUS_OPTIMAL;
}

/* Coincident centres: sigma grows from 0 at the rate of the growth distance in the direction in
 * which the centres separate. */
static void growth_part(const gd_query* query, const double* velocity, gd_derivatives* out) {
    optimum t;
    gd_optimum_init(&t, query, true);
    const vec3 da = add3(load3(velocity), cross3(load3(velocity + 3), t.offset_a));
    const vec3 db = add3(load3(velocity + 6), cross3(load3(velocity + 9), t.offset_b));
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

static void growth_derive(const gd_query* query, const double* velocity,
                          gd_growth_gradient_result* out) {
    gd_growth_result* r = &out->result;
    if (plane_value(query, velocity, true, 1.0, &out->derivatives)) return;
    refined_optimum o;
    refined_find(&o, query, true, CONTACT_FIELDS(r));
    if (o.refined) growth_improve(&o, query, r);
    refined_derive(&o, r->value, velocity, &out->derivatives);
    if (r->status == (double)GD_STATUS_COINCIDENT && velocity)
        growth_part(query, velocity, &out->derivatives);
}

/* ---- distance ------------------------------------------------------------------------------- */

static void distance_improve(refined_optimum* o, const gd_query* query, gd_distance_result* r) {
    const optimum* t = &o->t;
    /* for thin sets the refined points are farther apart than the refined level */
    const double value = max2(-t->level, safe_length3(sub3(sub3(o->on_a, o->on_b), t->q)));
    if (!(t->level < 0.0 && value <= r->value + GRADIENT_WORSE * t->extent)) {
        o->refined = false;
        return;
    }
    const double lower = min2(max2(r->lower, dot3(t->n, t->p) - o->reach), value);
    if (!refined_store(o, query, value, lower, &r->status, CONTACT_FIELDS(r))) return;
    r->value = value;
    r->lower = lower;
    r->gap = value - lower;
}

/* For touching shapes distance and depth are max(0, v) and max(0, -v) of the signed distance v.
 * Their one-sided derivative is exact if v is differentiable, otherwise only bounded. */
static void touching_derive(const gd_query* query, const double* velocity, contact_fields at,
                            double sign, gd_derivatives* out) {
    if (!velocity) return;
    refined_optimum o;
    gd_derivatives of_signed = {.unique = 0.0};
    refined_find(&o, query, false, at);
    refined_direction(out, 0.0, gd_optimum_fastest(&o.t, 1.0, velocity));
    out->directional = 0.0;
    if (!o.refined) return;
    gd_optimum_derive(&o.t, velocity, &of_signed);
    if (of_signed.unique == 0.0) return;
    const double rate = max2(sign * of_signed.directional, 0.0);
    refined_direction(out, rate, rate);
}

static void distance_derive(const gd_query* query, const double* velocity,
                            gd_distance_gradient_result* out) {
    gd_distance_result* r = &out->result;
    gd_derivatives* d = &out->derivatives;
    if (plane_value(query, velocity, false, 1.0, d)) return;
    if (!(r->value > 0.0)) {
        /* if the shapes overlap and do not just touch, the distance is 0 in all poses nearby */
        gd_growth_result growth;
        const gd_status status = gd_growth_distance(
            &(gd_query){query->a, query->pose_a, query->b, query->pose_b, NULL, NULL}, &growth);
        d->unique = status >= 0 && growth.upper < 1.0 - GRADIENT_CLEAR;
        if (d->unique == 0.0) touching_derive(query, velocity, CONTACT_FIELDS(r), 1.0, d);
        return;
    }
    refined_optimum o;
    refined_find(&o, query, false, CONTACT_FIELDS(r));
    if (o.refined) distance_improve(&o, query, r);
    refined_derive(&o, 1.0, velocity, d);
}

/* ---- penetration ---------------------------------------------------------------------------- */

static void penetration_improve(refined_optimum* o, const gd_query* query,
                                gd_penetration_result* r) {
    const optimum* t = &o->t;
    const double depth = o->reach - dot3(t->n, t->p);
    if (!(depth > 0.0 && depth <= r->depth + GRADIENT_WORSE * t->extent)) {
        o->refined = false;
        return;
    }
    /* for touching shapes rounding may exceed the tolerance, as above */
    const double lower = min2(r->lower, depth);
    double status = r->status; /* LOCAL stays */
    if (!refined_store(o, query, depth, lower, &status, CONTACT_FIELDS(r))) return;
    r->depth = depth;
    r->lower = lower;
}

static void penetration_derive(const gd_query* query, const double* velocity,
                               gd_penetration_gradient_result* out) {
    gd_penetration_result* r = &out->result;
    gd_derivatives* d = &out->derivatives;
    if (plane_value(query, velocity, false, -1.0, d)) return;
    refined_optimum o;
    if (!(r->depth > 0.0)) {
        gd_optimum_init(&o.t, query, false);
        active_piece top;
        const vec3 n = load3(r->normal);
        gd_optimum_support(&o.t, n, &top);
        d->unique = dot3(n, sub3(o.t.p, top.s)) > GRADIENT_CLEAR * o.t.extent;
        if (d->unique == 0.0) touching_derive(query, velocity, CONTACT_FIELDS(r), -1.0, d);
        return;
    }
    refined_find(&o, query, false, CONTACT_FIELDS(r));
    if (o.refined) penetration_improve(&o, query, r);
    refined_derive(&o, 1.0, velocity, d);
    /* the depth is minus the signed distance */
    for (int i = 0; i < 12; i++)
        d->gradient[i] = -d->gradient[i];
    const double upper = -d->directional_lower;
    d->directional_lower = -d->directional_upper;
    d->directional_upper = upper;
    d->directional = -d->directional;
}

/* ---- the queries ---------------------------------------------------------------------------- */

gd_status gd_growth_gradient(const gd_query* given, const double* velocity,
                             gd_growth_gradient_result* out) {
    memset(out, 0, sizeof *out);
    const gd_status status = gd_growth_distance(given, &out->result);
    if (status < 0) return status;
    gd_query query = *given;
    query.settings = given->settings ? given->settings : &gradient_defaults;
    query.warm = NULL;
    growth_derive(&query, velocity, out);
    return (gd_status)out->result.status;
}

gd_status gd_distance_gradient(const gd_query* given, const double* velocity,
                               gd_distance_gradient_result* out) {
    memset(out, 0, sizeof *out);
    const gd_status status = gd_distance(given, &out->result);
    if (status < 0) return status;
    gd_query query = *given;
    query.settings = given->settings ? given->settings : &gradient_defaults;
    query.warm = NULL;
    distance_derive(&query, velocity, out);
    return (gd_status)out->result.status;
}

gd_status gd_penetration_gradient(const gd_query* given, const double* velocity,
                                  gd_penetration_gradient_result* out) {
    memset(out, 0, sizeof *out);
    const gd_status status = gd_penetration(given, &out->result);
    if (status < 0) return status;
    gd_query query = *given;
    query.settings = given->settings ? given->settings : &gradient_defaults;
    query.warm = NULL;
    penetration_derive(&query, velocity, out);
    return (gd_status)out->result.status;
}
