/* Casts against a half-space: its only normal gives the contact in closed form. The gap to the
 * plane changes at a constant rate. */
#include "closed/closed.h"
#include "casts/cast.h"

/* Rounding of the gap, as a multiple of the coordinates. */
#define HALFSPACE_ROUNDING (8.0 * GD_EPS)
/* Rounding of the rate of the gap, as a multiple of the speed: it is large beside the rate of a
 * motion along the plane. */
#define HALFSPACE_RATE (4.0 * GD_EPS)
/* Relative rounding of a time. */
#define HALFSPACE_TIME (4.0 * GD_EPS)

/* Completes a contact whose times are known. at: the shapes at time 0; v: the displacement;
 * fixed: A is the half-space */
static gd_status halfspace_hit(const gd_cast* cast, const gd_signed_result* at, vec3 v, bool fixed,
                               gd_cast_result* out) {
    const vec3 n = load3(at->normal), away = scale3(cast->target, n);
    vec3 a = load3(at->point_a), b = load3(at->point_b);
    out->status = out->upper < GD_INFINITY ? GD_STATUS_OPTIMAL : GD_STATUS_PRECISION;
    out->hit = 1.0;
    if (fixed) {
        b = madd3(b, out->time, v);
        a = sub3(b, away);
    } else {
        b = add3(a, away);
    }
    store3(out->normal, n);
    store3(out->point_a, a);
    store3(out->point_b, b);
    return (gd_status)out->status;
}

gd_status gd_cast_halfspace(const gd_query* query, const gd_cast* cast, gd_cast_result* out) {
    const bool plane = query->a->dimension == 2, fixed = query->a->core == GD_CORE_HALFSPACE;
    const gd_shape *half = fixed ? query->a : query->b, *body = fixed ? query->b : query->a;
    gd_signed_result at;
    const gd_status status = gd_signed_halfspace(query, &at);
    if (status < 0) return status;
    const vec3 v =
        make3(cast->displacement[0], cast->displacement[1], plane ? 0.0 : cast->displacement[2]);
    const vec3 n = load3(at.normal);
    const double gap = at.value - cast->target, rate = dot3(n, v);
    const double places =
        safe_length3(make3(query->pose_a[0], query->pose_a[1], plane ? 0.0 : query->pose_a[2])) +
        safe_length3(make3(query->pose_b[0], query->pose_b[1], plane ? 0.0 : query->pose_b[2]));
    const double slack = HALFSPACE_ROUNDING *
                         (places + fabs(half->offset) + body->origin_bound_radius + cast->target);
    const double start = cast->min_time, end = cast->max_time;
    const double contact = -gap / rate, drift = HALFSPACE_RATE * safe_length3(v);
    out->iterations = 1.0;
    if (rate == 0.0 || (rate > 0.0 && start == -GD_INFINITY))
        return gap <= slack || rate > 0.0 ? gd_cast_overlapping(cast, out)
                                          : gd_cast_missed(cast, n, out);
    if (rate > 0.0) /* the pair separates: the start decides, and touching counts as contact */
        return gap + rate * start <= slack + drift * fabs(start) ? gd_cast_overlapping(cast, out)
                                                                 : gd_cast_missed(cast, n, out);
    if (contact <= start) return gd_cast_overlapping(cast, out);
    const double most = -rate + drift, least = max2(-rate - drift, 0.0);
    const double near = gap - slack, far = gap + slack;
    const double lower = near / (near >= 0.0 ? most : least);
    const double upper = far / (far > 0.0 ? least : most);
    if (lower == GD_INFINITY) return gd_cast_missed(cast, n, out);
    out->lower = out->time = max2(lower - HALFSPACE_TIME * fabs(lower), start);
    if (out->lower > end) return gd_cast_missed(cast, n, out);
    if (out->lower == -GD_INFINITY) return gd_cast_overlapping(cast, out);
    out->upper = upper + HALFSPACE_TIME * fabs(upper);
    return halfspace_hit(cast, &at, v, fixed, out);
}
