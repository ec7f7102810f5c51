/* The check of a time of impact: see impact_checks.h. */
#include "impact_checks.h"

#include "check.h"
#include "make.h"
#include "motions.h"

gd_shape* make_long(double scale) {
    static const gd_kind kinds[] = {GD_KIND_ELLIPSOID, GD_KIND_BOX, GD_KIND_FRUSTUM,
                                    GD_KIND_CYLINDER, GD_KIND_CAPSULE};
    const int kind = (int)random_between(0.0, 5.0);
    double record[9] = {kinds[kind]};
    for (int i = 6; i < 9; i++)
        record[i] = random_shrunk(scale, 6.6);
    return make(record, kind < 3 ? 9 : 8);
}

double bound_radius(const gd_shape* shape) {
    gd_shape_info info;
    gd_shape_describe(shape, &info);
    return info.bound_radius;
}

static bool is_solid(const gd_shape* shape) {
    gd_shape_info info;
    gd_shape_describe(shape, &info);
    return info.inradius > 0.0 || info.bound_radius < 0.0;
}

/* Whether contacts last: a contact can then be seen at one time. */
static bool lasts(const gd_query* q, const gd_motion* m) {
    return is_solid(q->a) || is_solid(q->b) || m->target > 0.0;
}

/* How far rounding may move a sampled pose, as a length. */
static double slack_of(const gd_query* q, const gd_motion* m) {
    const double radii = fmax(bound_radius(q->a), 0.0) + fmax(bound_radius(q->b), 0.0);
    double far = radii + m->target, turn = 0.0;
    for (int i = 0; i < 3; i++) {
        const double part[4] = {m->velocity_a[i], m->velocity_b[i], q->pose_a[i], q->pose_b[i]};
        const double turns[2] = {m->angular_a[i], m->angular_b[i]};
        for (int k = 0; k < 4; k++)
            if (isfinite(part[k])) far += fabs(part[k]) * (k < 2 ? m->max_time : 1.0);
        for (int k = 0; k < 2; k++)
            if (isfinite(turns[k])) turn += fabs(turns[k]) * m->max_time;
    }
    return 4e-15 * (far + radii * turn);
}

/* Whether the poses at time t are in contact by more than slack. */
static bool in_contact(const gd_query* q, const gd_motion* m, double t, double slack) {
    double pose_a[7], pose_b[7];
    exact_poses_at(q, m, t, pose_a, pose_b);
    const gd_query at = {q->a, pose_a, q->b, pose_b, NULL, NULL};
    gd_distance_result d;
    gd_signed_result s;
    gd_distance(&at, &d);
    if (d.value > 0.0) return d.value <= m->target - slack;
    if (m->target > 0.0 || !lasts(q, m)) return true;
    gd_signed_distance(&at, &s);
    return s.value < -slack;
}

static const char* check_fields(const gd_motion* m, const gd_cast_result* r) {
    const double* n = r->normal;
    if (r->status == GD_STATUS_OVERLAPPING)
        return r->hit == 1.0 && r->time == 0.0 && r->lower == 0.0 && r->upper == 0.0
                   ? NULL
                   : "fields of a start in contact";
    if (!(r->lower >= 0.0 && r->lower <= m->max_time && r->upper >= r->lower))
        return "bounds out of order";
    if (!(r->time == (r->hit == 1.0 ? r->lower : INFINITE))) return "time is not lower";
    if (!(fabs(n[0] * n[0] + n[1] * n[1] + n[2] * n[2] - 1.0) < 1e-14)) return "normal not unit";
    if (r->hit == 0.0 && !(r->lower == m->max_time && r->upper == INFINITE && r->status == 0.0))
        return "fields of a miss";
    if (r->hit == 1.0 && r->status == GD_STATUS_OPTIMAL &&
        !(r->upper - r->lower <= GD_DEFAULT_IMPACT_TOLERANCE * m->max_time))
        return "bounds wider than the tolerance";
    return NULL;
}

const char* check_impact(const gd_query* query, const gd_motion* motion, int samples,
                         gd_cast_result* out) {
    const gd_status status = gd_time_of_impact(query, motion, out);
    if (status < 0 || (double)status != out->status) return "refused";
    if (out->iterations > GD_DEFAULT_CAST_ITERATIONS) return "too many normals";
    const char* wrong = check_fields(motion, out);
    if (wrong) return wrong;
    const int separated = gd_stays_apart(query, motion);
    if (separated != 0 && separated != 1) return "gd_stays_apart is no decision";
    if (separated == 1 && out->hit == 1.0) return "gd_stays_apart proves a hit away";
    const double slack = slack_of(query, motion);
    for (int k = 0; k < samples && status != GD_STATUS_OVERLAPPING; k++) {
        const double part = k % 2 ? random_next() : 1.0 - random_shrunk(random_next(), 40.0);
        if (in_contact(query, motion, part * out->lower, slack)) return "contact before lower";
    }
    const bool shown = status == GD_STATUS_OPTIMAL || status == GD_STATUS_PRECISION;
    if (!(out->hit == 1.0 && shown && out->upper < INFINITE && lasts(query, motion))) return NULL;
    double pose_a[7], pose_b[7];
    gd_distance_result d;
    exact_poses_at(query, motion, out->upper, pose_a, pose_b);
    gd_distance(&(gd_query){query->a, pose_a, query->b, pose_b, NULL, NULL}, &d);
    return d.lower <= motion->target + slack ? NULL : "no contact at upper";
}
