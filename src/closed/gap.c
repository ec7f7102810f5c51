/* Results of the closed forms: value, bounds, status and witness points from a core_gap. */
#include "closed/gap.h"

#include "math/pose.h"

/* Status of a closed form whose value has an open gap. If needles are nearly parallel, rounding
 * tilts the normal, and it proves less than the distance of the points. OPTIMAL requires a gap
 * within the tolerance plus the rounding of lengths as large as size. */
static gd_status gap_status(const gd_query* query, double open, double value, double size) {
    const bool met = open <= query->settings->tolerance * fabs(value) + 32.0 * GD_EPS * size;
    return met ? GD_STATUS_OPTIMAL : GD_STATUS_PRECISION;
}

/* The normal, and witness points on both shapes: the core points, corrected to be length apart
 * along the normal, plus the radii. The correction removes rounding and is split evenly, so that
 * the middle stays. */
GD_INLINE void gap_points(const gd_query* query, const core_gap* gap, double length, double* normal,
                          double* point_a, double* point_b) {
    const vec3 n = gap->normal, middle = scale3(0.5, add3(gap->a, gap->b));
    store3(normal, n);
    store3(point_a, madd3(middle, query->a->radius - 0.5 * length, n));
    store3(point_b, madd3(middle, 0.5 * length - query->b->radius, n));
}

/* A common point of two shapes in contact, placed by A's share of the radius. */
GD_INLINE vec3 gap_common(const gd_query* query, const core_gap* gap, double radius) {
    const double share = radius > 0.0 ? query->a->radius / radius : 0.0;
    return madd3(gap->a, min2(gap->length, radius) * share, gap->normal);
}

/* The simplex of an ellipsoid is on a smaller core, as GJK's (gd_distance). */
static void gap_simplex(const gd_query* query, const core_gap* gap, gd_distance_result* out) {
    const double ball_a = query->a->summand_radius, ball_b = query->b->summand_radius;
    simplex_fill_point(madd3(gap->a, -ball_a, gap->normal), madd3(gap->b, ball_b, gap->normal),
                       out);
}

gd_status gd_gap_distance(const gd_query* query, const core_gap* gap, gd_distance_result* out) {
    const double radius = query->a->radius + query->b->radius;
    const double value = max2(gap->length - radius, 0.0);
    out->iterations = 0.0;
    out->value = value;
    out->lower = max2(gap->lower - radius, 0.0);
    out->gap = value - out->lower;
    if (value > 0.0) {
        gap_points(query, gap, gap->length, out->normal, out->point_a, out->point_b);
    } else {
        const vec3 common = gap_common(query, gap, radius);
        store3(out->normal, gap->normal);
        store3(out->point_a, common);
        store3(out->point_b, common);
    }
    out->simplex_count = 0.0;
    if (simplex_wanted(query)) gap_simplex(query, gap, out);
    const gd_status status = gap_status(query, out->gap, value, gap->size);
    out->status = status;
    return status;
}

gd_status gd_gap_penetration(const gd_query* query, const core_gap* gap,
                             gd_penetration_result* out) {
    const double radius = query->a->radius + query->b->radius;
    const double depth = max2(radius - gap->lower, 0.0), lower = max2(radius - gap->length, 0.0);
    const gd_status status = gap_status(query, depth - lower, depth, gap->size);
    out->status = status;
    out->iterations = out->support_calls = 0.0;
    out->depth = depth;
    out->lower = lower;
    gap_points(query, gap, gap->lower, out->normal, out->point_a, out->point_b);
    return status;
}

gd_status gd_gap_signed(const gd_query* query, const core_gap* gap, gd_signed_result* out) {
    const double radius = query->a->radius + query->b->radius;
    const double lower = gap->lower - radius, upper = gap->length - radius;
    const bool apart = upper > 0.0;
    const double value = apart ? upper : lower;
    const gd_status status = gap_status(query, upper - lower, value, gap->size);
    out->status = status;
    out->iterations = out->support_calls = 0.0;
    out->value = value;
    out->lower = lower;
    out->upper = upper;
    gap_points(query, gap, value + radius, out->normal, out->point_a, out->point_b);
    return status;
}

/* ---- overlap ------------------------------------------------------------------------------- */

/* The vector between the centres, world. The poses are valid. */
static GD_COLD vec3 gap_off_centers(const gd_query* query) {
    frame3 a, b;
    frame_of_pose(query->pose_a, query->a->dimension, &a);
    frame_of_pose(query->pose_b, query->b->dimension, &b);
    const vec3 between = sub3(b.position, a.position);
    return add3(between,
                sub3(rotate(&b.rotation, query->b->center), rotate(&a.rotation, query->a->center)));
}

GD_INLINE vec3 gap_centers(const gd_query* query) {
    const double *a = query->pose_a, *b = query->pose_b;
    if (query->a->off_center || query->b->off_center) return gap_off_centers(query);
    return make3(b[0] - a[0], b[1] - a[1], query->a->dimension == 3 ? b[2] - a[2] : 0.0);
}

/* The plane across the normal proves the lower bound n.p / h(n) of the growth distance, where h is
 * the support value about the centres: h = n.p - gap. Balls about the centres, or a common point,
 * prove the upper bound. */
gd_status gd_gap_collide(const gd_query* query, const core_gap* gap, gd_collision_result* out) {
    const gd_shape *a = query->a, *b = query->b;
    const double radius = a->radius + b->radius, inner = a->center_inradius + b->center_inradius;
    const vec3 p = gap_centers(query), n = gap->normal;
    const double n_dot_p = dot3(n, p), rounding = GAP_ROUNDING * gap->size;
    /* h is small if the centre is next to the surface: use at least its rounding */
    const double h = max2(n_dot_p - (gap->lower - radius), rounding);
    const double lower = n_dot_p > 0.0 ? n_dot_p / h : 0.0;
    const bool meet = gap->length <= radius;
    const double balls = inner > 0.0 ? safe_length3(p) / inner : GD_INFINITY;
    const double upper = meet ? min2(balls, 1.0) : balls;
    const gd_status status = upper <= 1.0 || lower > 1.0 ? GD_STATUS_OPTIMAL : GD_STATUS_PRECISION;
    collision_fill(out, status, 0.0, upper, lower);
    store3(out->normal, n);
    store3(out->point, gap_common(query, gap, radius));
    return status;
}

bool gd_balls_apart(const gd_query* query, gd_collision_result* out) {
    const gd_shape *a = query->a, *b = query->b;
    const bool plane = a->dimension == 2;
    const double *at_a = query->pose_a, *at_b = query->pose_b;
    /* out may be where the poses are: read before writing */
    const vec3 position = make3(at_a[0], at_a[1], plane ? 0.0 : at_a[2]);
    const vec3 p = make3(at_b[0] - at_a[0], at_b[1] - at_a[1], plane ? 0.0 : at_b[2] - at_a[2]);
    const double outer = (a->bound_radius + b->bound_radius) * (1.0 + 0x1p-40);
    const double square = dot3(p, p);
    if (!(square > outer * outer && square < 0x1p900 && square > 0x1p-900)) return false;
    if (a->off_center || b->off_center) return false;
#pragma GCC unroll 1
    for (int i = 0; i < 2; i++) {
        const double *pose = i ? at_b : at_a, *q = pose + 3;
        const double norm2 = plane ? 1.0 : q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3];
        if (!(norm2 > 0x1p-900 && norm2 < 0x1p900)) return false;
        if (plane && !(fabs(pose[2]) <= GD_ANGLE_MAX)) return false;
        if (max_abs3(make3(pose[0], pose[1], pose[2])) > GD_POSITION_MAX) return false;
    }
    const double distance = sqrt(square), lower = distance / outer;
    if (!(lower > 1.0)) return false; /* the squares may round differently */
    collision_fill(out, GD_STATUS_OPTIMAL, 0.0, GD_INFINITY, lower);
    store3(out->normal, scale3(1.0 / distance, p));
    store3(out->point, position);
    return true;
}
