/* Casts against a half-space: its only normal gives the contact in closed form. The gap to the
 * plane changes at a constant rate. */
#include "closed/closed.h"
#include "motion/cast.h"

/* Rounding of the gap, as a multiple of the coordinates. */
#define HALFSPACE_ROUNDING (8.0 * GD_EPS)
/* Rounding of the rate of the gap, as a multiple of the speed. */
#define HALFSPACE_RATE (4.0 * GD_EPS)

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
    /* the rate's rounding grows with the speed, also of a motion along the plane */
    const double contact = -gap / rate, way = fabs(contact) * safe_length3(v);
    const double error =
        (slack + HALFSPACE_RATE * way) / fabs(rate) + HALFSPACE_RATE * fabs(contact);
    out->iterations = 1.0;
    if (rate == 0.0 || (rate > 0.0 && start == -GD_INFINITY))
        return gap <= 0.0 || rate > 0.0 ? gd_cast_overlapping(cast, out)
                                        : gd_cast_missed(cast, n, out);
    if (rate > 0.0) /* in contact until then */
        return start <= contact ? gd_cast_overlapping(cast, out) : gd_cast_missed(cast, n, out);
    if (contact <= start) return gd_cast_overlapping(cast, out);
    if (contact - error > end) return gd_cast_missed(cast, n, out);
    out->status = GD_STATUS_OPTIMAL;
    out->hit = 1.0;
    out->time = out->lower = max2(contact - error, start);
    out->upper = contact + error;
    store3(out->normal, n);
    const vec3 away = scale3(cast->target, n);
    vec3 a = load3(at.point_a), b = load3(at.point_b);
    if (fixed) {
        b = madd3(b, out->time, v);
        a = sub3(b, away);
    } else {
        b = add3(a, away);
    }
    store3(out->point_a, a);
    store3(out->point_b, b);
    return GD_STATUS_OPTIMAL;
}
