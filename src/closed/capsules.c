/* Closed forms for two shapes whose cores are points or segments: spheres, circles, capsules,
 * stadiums, points. They work in world coordinates and need only the axis of each rotation. The
 * setup of a solver alone would take four times as long.
 *
 * Lengths along the segments are their parameters, so that the nearest points of two segments need
 * one division (Ericson 2005, Real-Time Collision Detection, 5.1.9).
 *
 * Segments that cross in 2D, or may cross up to rounding, are left to the solvers, because they
 * have a depth of their own. */
#include "closed/closed.h"
#include "closed/pose_lanes.h"

/* If the squared sine of the angle between two segments is below this, rounding destroys the common
 * perpendicular. Then the ends are tried, too. */
#define LINES_PARALLEL 0x1p-20
/* If the squared sine is below this, the cross product of the axes is rounding: they do not
 * cross. */
#define LINES_CROSSING 0x1p-92
/* Squared distances within this fraction are equal. */
#define LINES_TIE 0x1p-48
/* If the squared distance is below this fraction of the squared lengths, it contains rounding along
 * the segments, which tilts the normal so far that its proof suffers. */
#define LINES_SHORT 0x1p-8
/* If the distance of two segments is below this fraction of their size, it is rounding: they
 * touch. */
#define LINES_ROUNDING (4.0 * GD_EPS)
/* What the normal of separated segments proves is more than minus this fraction of their distance:
 * 1 less rounding. */
#define LINES_PROOF (1.0 - 0x1p-20)

/* ---- points ------------------------------------------------------------------------------ */

/* Points in 2D, or poses that are unusual or invalid. */
static GD_COLD bool points_of_poses(const gd_query* query, vec3* a, vec3* b) {
    return position_of_pose(query->pose_a, query->a->dimension, a) &&
           position_of_pose(query->pose_b, query->b->dimension, b);
}

/* The positions of two points. Returns false if a pose is invalid. */
GD_INLINE bool points_of(const gd_query* query, vec3* a, vec3* b) {
    if (query->a->dimension == 3) {
        const pose_lanes l = pose_lanes_of(query->pose_a, query->pose_b);
        *a = lane3(&l.position, 0);
        *b = lane3(&l.position, 1);
        if (pose_lanes_usual(&l)) return true;
    }
    vec3 c, d; /* apart, so that usual positions stay in registers */
    const bool valid = points_of_poses(query, &c, &d);
    *a = c;
    *b = d;
    return valid;
}

/* Two points. */
static bool points_gap(const gd_query* query, core_gap* gap) {
    vec3 a, b, n = make3(1.0, 0.0, 0.0);
    if (!points_of(query, &a, &b)) return false;
    const vec3 between = sub3(b, a);
    gap->length = gap->lower = length_and_unit3(between, &n);
    gap->size = max_abs3(between);
    gap->normal = n;
    gap->a = a;
    gap->b = b;
    return true;
}

/* Balls about their centres only; other pairs of segments are handled as boxes (boxes.h). */
bool gd_growth_balls(const gd_query* query, gd_growth_result* out) {
    const gd_shape *a = query->a, *b = query->b;
    const double radius = a->radius + b->radius;
    core_gap gap;
    if (!shape_is_point(a) || !shape_is_point(b) || a->off_center || b->off_center ||
        !(radius > 0.0) || !points_gap(query, &gap))
        return false;
    const double sigma = gap.length / radius;
    growth_fill(out, GD_STATUS_OPTIMAL, 0.0, sigma, sigma);
    store3(out->normal, gap.normal);
    store3(out->point_a, madd3(gap.a, a->radius, gap.normal));
    store3(out->point_b, madd3(gap.b, -b->radius, gap.normal));
    store3(out->contact, madd3(gap.a, sigma * a->radius, gap.normal));
    return true;
}

/* ---- segments ---------------------------------------------------------------------------- */

/* Two segments: the points center + s * axis, where |s| <= half. A's numbers are in lane 0 and B's
 * in lane 1. The axes need not be unit vectors; a point may have any. */
typedef struct line_pair {
    lanes3 center, axis;
    f64x2 inverse; /* of the lengths of the axes */
    f64x2 half;
} line_pair;

/* Their nearest points. q leads from A's centre to B's; the points at s and t along the unit axes u
 * and v minimise |q + t v - s u|. */
typedef struct near_points {
    vec3 q;
    lanes3 axis; /* unit: u and v */
    f64x2 half;
    double s, t;
} near_points;

/* The same as the rare cases need it, in memory, so that all others stay in registers. */
typedef struct lines {
    vec3 q;
    vec3 u, v; /* of a point 0 */
    double half_a, half_b;
    double cosine; /* of the angle between the axes */
    double qa, qb; /* components of q along the axes */
    double s, t;
} lines;

/* Segments in 2D, or poses that are unusual or invalid. */
static GD_COLD bool line_pair_of_frames(const gd_query* query, line_pair* p) {
    frame3 a, b;
    if (!frame_of_pose(query->pose_a, query->a->dimension, &a) ||
        !frame_of_pose(query->pose_b, query->b->dimension, &b))
        return false;
    const vec3 c = a.position, d = b.position, u = a.rotation.cy, v = b.rotation.cy;
    p->center = (lanes3){{c.x, d.x}, {c.y, d.y}, {c.z, d.z}};
    p->axis = (lanes3){{u.x, v.x}, {u.y, v.y}, {u.z, v.z}};
    p->inverse = lanes_of(1.0, 1.0);
    return true;
}

/* The segments of 3D shapes. Returns false if a pose is unusual or invalid. */
GD_INLINE bool line_pair_usual(const double* a, const double* b, line_pair* p) {
    const pose_lanes l = pose_lanes_of(a, b);
    const f64x2 xy = l.x * l.y - l.w * l.z, yz = l.y * l.z + l.w * l.x;
    p->center = l.position;
    /* the Y axes of the rotations, times the squared norms */
    p->axis = (lanes3){xy + xy, (l.y * l.y + l.w * l.w) - (l.x * l.x + l.z * l.z), yz + yz};
    p->inverse = 1.0 / l.norm2;
    return pose_lanes_usual(&l);
}

/* The cores of a pair. Returns false if a pose is invalid. */
GD_INLINE bool line_pair_of(const gd_query* query, line_pair* p) {
    p->half = lanes_of(query->a->size.y, query->b->size.y);
    if (query->a->dimension == 3 && line_pair_usual(query->pose_a, query->pose_b, p)) return true;
    line_pair other = *p; /* apart, so that the usual pair stays in registers */
    const bool valid = line_pair_of_frames(query, &other);
    *p = other;
    return valid;
}

/* The parameter of the point of one segment nearest to a point of the other. */
GD_INLINE double line_s(const lines* l, double t) {
    return clamp(l->cosine * t + l->qa, l->half_a);
}
GD_INLINE double line_t(const lines* l, double s) {
    return clamp(l->cosine * s - l->qb, l->half_b);
}
GD_INLINE vec3 line_between(const lines* l, double s, double t) {
    return madd3(madd3(l->q, t, l->v), -s, l->u);
}

/* What the normal along x proves of the distance, times |x|. */
GD_INLINE double line_proof(const lines* l, vec3 x) {
    return dot3(x, l->q) - l->half_a * fabs(dot3(x, l->u)) - l->half_b * fabs(dot3(x, l->v));
}

/* For nearly parallel segments: tries the ends. Among equally near points, chooses those whose
 * normal proves most. */
static GD_NOINLINE void lines_try_ends(lines* l) {
    const vec3 x = line_between(l, l->s, l->t);
    double min_square = dot3(x, x), best = line_proof(l, x);
#pragma GCC unroll 1
    for (int i = 0; i < 4; i++) {
        const double half = i & 2 ? l->half_a : l->half_b, end = i & 1 ? half : -half;
        const double s = i & 2 ? end : line_s(l, end);
        const double t = i & 2 ? line_t(l, end) : end;
        const vec3 xi = line_between(l, s, t);
        const double square = dot3(xi, xi), proof = line_proof(l, xi);
        if (!(square < (1.0 - LINES_TIE) * min_square ||
              (square <= (1.0 + LINES_TIE) * min_square && proof > best)))
            continue;
        min_square = square;
        best = proof;
        l->s = s;
        l->t = t;
    }
}

/* Removes the component of the distance along an axis. Inside the segment this component is
 * rounding: large if the segments nearly touch. At an end it is rounding only if its sign
 * contradicts a minimum there. */
static vec3 line_upright(vec3 x, vec3 axis, double half, double at) {
    const double along = dot3(x, axis);
    if (fabs(at) >= half && !(at * along > 0.0)) return x;
    return madd3(x, -along, axis);
}

/* Removes rounding from the vector between segments. Projects it onto the common perpendicular, or,
 * at an end or if they are nearly parallel, corrects it along each axis. */
static GD_NOINLINE vec3 lines_upright(const lines* l) {
    const vec3 x = line_between(l, l->s, l->t), n = cross3(l->u, l->v);
    const double nn = dot3(n, n);
    if (fabs(l->s) < l->half_a && fabs(l->t) < l->half_b && nn > LINES_PARALLEL)
        return scale3(dot3(x, n) / nn, n);
    return line_upright(line_upright(x, l->u, l->half_a, -l->s), l->v, l->half_b, l->t);
}

/* Any vector perpendicular to an axis, in 2D in the plane. */
static vec3 line_perpendicular(vec3 axis, int dimension) {
    if (dimension == 2) return make3(-axis.y, axis.x, 0.0);
    if (fabs(axis.x) <= fabs(axis.y) && fabs(axis.x) <= fabs(axis.z))
        return make3(0.0, -axis.z, axis.y);
    return fabs(axis.y) <= fabs(axis.z) ? make3(-axis.z, 0.0, axis.x) : make3(-axis.y, axis.x, 0.0);
}

/* Unit vector perpendicular to two segments that cross, or to the line that contains both. They
 * have no depth along it. ray leads from A's centre to B's. */
static vec3 lines_across(const lines* l, vec3 ray, bool crossing, int dimension) {
    const vec3 axis = l->half_a > l->half_b ? l->u : l->v;
    vec3 n = cross3(l->u, l->v);
    if (crossing) {
        /* Remove rounding along the axes. Where it is large, the axes nearly coincide. */
        n = madd3(n, -dot3(n, axis), axis);
    } else {
        /* the ray's component across the line, or any perpendicular */
        n = madd3(ray, -dot3(ray, axis), axis);
        if (!(dot3(n, n) > LINES_PARALLEL)) n = line_perpendicular(axis, dimension);
    }
    n = unit3(n);
    return dot3(n, ray) < 0.0 ? neg3(n) : n;
}

/* The normal of segments that touch. Returns false if they cross in 2D. */
static GD_NOINLINE bool lines_touching(const lines* l, int dimension, vec3* normal) {
    const vec3 across = cross3(l->u, l->v);
    const bool crossing = dot3(across, across) > LINES_CROSSING;
    if (crossing && dimension == 2) return false;
    vec3 ray = make3(1.0, 0.0, 0.0);
    length_and_unit3(l->q, &ray);
    *normal = lines_across(l, ray, crossing, dimension);
    return true;
}

static GD_COLD lines lines_of(vec3 q, lanes3 axis, f64x2 half, f64x2 at) {
    lines l = {.q = q, .half_a = half[0], .half_b = half[1], .s = at[0], .t = at[1]};
    l.u = scale3(l.half_a > 0.0 ? 1.0 : 0.0, lane3(&axis, 0));
    l.v = scale3(l.half_b > 0.0 ? 1.0 : 0.0, lane3(&axis, 1));
    l.cosine = dot3(l.u, l.v);
    l.qa = dot3(q, l.u);
    l.qb = dot3(q, l.v);
    return l;
}
GD_INLINE lines lines_of_near(const near_points* n) {
    return lines_of(n->q, n->axis, n->half, lanes_of(n->s, n->t));
}

GD_INLINE near_points near_points_of(const line_pair* p) {
    near_points n = {.half = p->half, .axis = lanes_scale3(&p->axis, p->inverse)};
    n.q = sub3(lane3(&p->center, 1), lane3(&p->center, 0));
    /* the products of the axes need not wait for the division */
    const double product = dot3(lane3(&p->axis, 0), lane3(&p->axis, 1));
    const double cosine = product * (p->inverse[0] * p->inverse[1]), sine2 = 1.0 - cosine * cosine;
    const f64x2 along = lanes_dot3(&p->axis, n.q) * p->inverse;
    const double qa = along[0], qb = along[1], half_a = p->half[0], half_b = p->half[1];
    /* Parallel segments may divide by 0; the clamp then gives an end, and the ends are tried. */
    n.s = clamp((qa - cosine * qb) / sine2, half_a);
    n.t = clamp(cosine * n.s - qb, half_b);
    n.s = clamp(cosine * n.t + qa, half_a);
    if (!(sine2 > LINES_PARALLEL) && half_a > 0.0 && half_b > 0.0) {
        lines l = lines_of_near(&n);
        lines_try_ends(&l);
        n.s = l.s;
        n.t = l.t;
    }
    return n;
}

/* The vector between the nearest points, from A to B. */
GD_INLINE vec3 near_points_between(const near_points* n) {
    const vec3 x = madd3(madd3(n->q, n->t, lane3(&n->axis, 1)), -n->s, lane3(&n->axis, 0));
    const double half_a = n->half[0], half_b = n->half[1];
    if (!(dot3(x, x) < LINES_SHORT * (half_a * half_a + half_b * half_b))) return x;
    const lines l = lines_of_near(n);
    return lines_upright(&l);
}

/* Sets a and b: the nearest points. */
GD_INLINE void near_points_place(const near_points* n, const lanes3* center, core_gap* gap) {
    const f64x2 at = lanes_of(n->s, n->t);
    const lanes3 on = {center->x + at * n->axis.x, center->y + at * n->axis.y,
                       center->z + at * n->axis.z};
    gap->a = lane3(&on, 0);
    gap->b = lane3(&on, 1);
}

GD_NOINLINE bool gd_lines_gap(const gd_query* query, core_gap* gap) {
    line_pair p;
    if (shape_is_point(query->a) && shape_is_point(query->b)) return points_gap(query, gap);
    if (!line_pair_of(query, &p)) return false;
    const near_points n = near_points_of(&p);
    const vec3 x = near_points_between(&n);
    near_points_place(&n, &p.center, gap);
    gap->size = n.half[0] + n.half[1] + max_abs3(n.q);
    const f64x2 reach = n.half * lanes_abs(lanes_dot3(&n.axis, x));
    const double square = dot3(x, x), length = sqrt(square), inverse = length * (1.0 / square);
    const double bound = inverse * (dot3(x, n.q) - (reach[0] + reach[1]));
    if (!(length > LINES_ROUNDING * gap->size)) {
        const lines l = lines_of_near(&n);
        gap->length = gap->lower = 0.0;
        return lines_touching(&l, query->a->dimension, &gap->normal);
    }
    gap->length = length;
    gap->lower = min2(bound, length);
    gap->normal = scale3(inverse, x);
    /* For separated segments, the bound is more than -length. Otherwise they may cross at a small
     * angle beside the points found, and rounding cannot distinguish the two cases. */
    return bound > -LINES_PROOF * length;
}
