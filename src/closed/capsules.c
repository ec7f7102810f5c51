/* Closed forms for two shapes whose cores are points or segments: spheres, circles, capsules,
 * stadiums, points. They work in world coordinates and need only the axis of each rotation. The
 * setup of a solver alone would take four times as long.
 *
 * Segments that cross in 2D, or may cross up to rounding, are left to the solvers, because they
 * have a depth of their own. */
#include "closed/boxes.h"

/* If the squared sine of the angle between two segments is below this, rounding destroys the common
 * perpendicular. Then the ends are tried, too. */
#define LINES_PARALLEL 0x1p-20
/* If the squared sine is below this, the cross product of the axes is rounding: they do not
 * cross. */
#define LINES_CROSSING 0x1p-92
/* Squared distances within this fraction are equal. */
#define LINES_TIE 0x1p-48
/* If the squared distance is below this fraction of the squared lengths, it contains rounding along
 * the segments. */
#define LINES_SHORT 0x1p-10
/* If the distance of two segments is below this fraction of their size, it is rounding: they
 * touch. */
#define LINES_ROUNDING (4.0 * GD_EPS)

/* Two segments, each given by its centre and half vector, u and v; r leads from B's centre to A's.
 * The nearest points minimise |r + s u - t v|. A point has a zero half vector. */
typedef struct lines {
    vec3 center_a, center_b;
    vec3 u, v, r;
    double uu, vv, uv, ru, rv;
    double s, t;
    double length;
    double lower; /* bound that the normal proves */
    vec3 normal;  /* unit, from A towards B; perpendicular to both segments if they touch */
} lines;

static vec3 line_along(double x, double y, double z, double w, double scale) {
    return make3(scale * (x * y - w * z), 1.0 - scale * (x * x + z * z), scale * (y * z + w * x));
}

/* The middle of the core and its half vector. Returns false if the pose is invalid. */
static GD_NOINLINE bool line_at(const gd_shape* shape, const double* pose, vec3* center,
                                vec3* half) {
    const bool plane = shape->dimension == 2;
    const double* q = pose + 3;
    const double norm2 = plane ? 1.0 : q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3];
    *half = make3(0.0, 0.0, 0.0);
    *center = make3(pose[0], pose[1], plane ? 0.0 : pose[2]);
    const bool usual = fabs(center->x) <= GD_POSITION_MAX && fabs(center->y) <= GD_POSITION_MAX &&
                       fabs(center->z) <= GD_POSITION_MAX && norm2 > 0x1p-900 && norm2 < 0x1p900 &&
                       (!plane || fabs(pose[2]) <= GD_ANGLE_MAX);
    if (usual && (shape_is_point(shape) || !plane)) {
        if (!shape_is_point(shape))
            *half = scale3(shape->size.y, line_along(q[0], q[1], q[2], q[3], 2.0 / norm2));
        return true;
    }
    frame3 frame; /* a segment in 2D, or an unusual or invalid pose */
    if (!gd_frame_of(shape, pose, &frame)) return false;
    *center = frame.position;
    if (!shape_is_point(shape)) *half = scale3(shape->size.y, frame.rotation.cy);
    return true;
}

GD_INLINE double line_clamp(double t) {
    return t < -1.0 ? -1.0 : t > 1.0 ? 1.0 : t;
}
GD_INLINE double line_s(const lines* l, double t) {
    return l->uu > 0.0 ? line_clamp((l->uv * t - l->ru) / l->uu) : 0.0;
}
GD_INLINE double line_t(const lines* l, double s) {
    return l->vv > 0.0 ? line_clamp((l->uv * s + l->rv) / l->vv) : 0.0;
}
GD_INLINE vec3 line_between(const lines* l, double s, double t) {
    return madd3(madd3(l->r, s, l->u), -t, l->v);
}

/* The lower bound that the normal along x proves, relative to the distance |x|. */
static GD_NOINLINE double line_proof(const lines* l, vec3 x, double square) {
    return (dot3(x, l->r) - fabs(dot3(x, l->u)) - fabs(dot3(x, l->v))) / square;
}

static void line_parameters(lines* l) {
    const double sine = l->uu * l->vv - l->uv * l->uv;
    l->s = sine > 0.0 ? line_clamp((l->uv * l->rv - l->vv * l->ru) / sine) : 0.0;
    l->t = line_t(l, l->s);
    l->s = line_s(l, l->t);
    if (sine > LINES_PARALLEL * l->uu * l->vv) return;
    /* Among equally near points, choose those whose normal proves most. */
    const vec3 x = line_between(l, l->s, l->t);
    double min_square = dot3(x, x), best = line_proof(l, x, min_square);
#pragma GCC unroll 1
    for (int i = 0; i < 4; i++) {
        const double end = i & 1 ? 1.0 : -1.0;
        const double s = i & 2 ? end : line_s(l, end);
        const double t = i & 2 ? line_t(l, end) : end;
        const vec3 xi = line_between(l, s, t);
        const double square = dot3(xi, xi), proof = line_proof(l, xi, square);
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
static GD_NOINLINE vec3 line_upright(vec3 x, vec3 axis, double square, double at, double sign) {
    const double along = dot3(x, axis);
    if (!(square > 0.0) || (fabs(at) >= 1.0 && !(at * sign * along > 0.0))) return x;
    return madd3(x, -along / square, axis);
}

/* Corrects the vector between segments that nearly touch. Projects it onto the common
 * perpendicular, or, at an end or if they are nearly parallel, corrects it along each axis. */
static vec3 line_short(const lines* l, vec3 x) {
    const vec3 n = cross3(l->u, l->v);
    const double nn = dot3(n, n);
    if (fabs(l->s) < 1.0 && fabs(l->t) < 1.0 && nn > LINES_PARALLEL * l->uu * l->vv)
        return scale3(dot3(x, n) / nn, n);
    x = line_upright(x, l->u, l->uu, l->s, 1.0);
    return line_upright(x, l->v, l->vv, l->t, -1.0);
}

/* Unit vector perpendicular to two segments that cross, or to the line that contains both. They
 * have no depth along it. */
static vec3 line_across(const lines* l, vec3 ray, bool crossing, int dimension) {
    const vec3 axis = l->uu > l->vv ? l->u : l->v;
    const double square = dot3(axis, axis);
    if (!(square > 0.0)) return ray;
    vec3 n = cross3(l->u, l->v);
    if (crossing) {
        /* Remove rounding along the axes. Where it is large, the axes nearly coincide. */
        n = madd3(n, -dot3(n, axis) / square, axis);
    } else {
        /* the ray's component across the line, or any perpendicular */
        n = madd3(ray, -dot3(ray, axis) / square, axis);
        if (!(dot3(n, n) > LINES_PARALLEL)) {
            if (dimension == 2)
                n = make3(-axis.y, axis.x, 0.0);
            else if (fabs(axis.x) <= fabs(axis.y) && fabs(axis.x) <= fabs(axis.z))
                n = make3(0.0, -axis.z, axis.y);
            else
                n = fabs(axis.y) <= fabs(axis.z) ? make3(-axis.z, 0.0, axis.x)
                                                 : make3(-axis.y, axis.x, 0.0);
        }
    }
    n = unit3(n);
    return dot3(n, ray) < 0.0 ? neg3(n) : n;
}

/* Returns false if the segments cross in 2D, or may cross, and for invalid poses. */
static GD_NOINLINE bool lines_of(const gd_query* query, lines* l) {
    const gd_shape *a = query->a, *b = query->b;
    if (!line_at(a, query->pose_a, &l->center_a, &l->u) ||
        !line_at(b, query->pose_b, &l->center_b, &l->v))
        return false;
    l->r = sub3(l->center_a, l->center_b);
    l->uu = dot3(l->u, l->u);
    l->vv = dot3(l->v, l->v);
    l->s = l->t = 0.0;
    vec3 x = l->r;
    if (l->uu + l->vv > 0.0) {
        l->uv = dot3(l->u, l->v);
        l->ru = dot3(l->r, l->u);
        l->rv = dot3(l->r, l->v);
        line_parameters(l);
        x = line_between(l, l->s, l->t);
        if (dot3(x, x) < LINES_SHORT * (l->uu + l->vv)) x = line_short(l, x);
    }
    const vec3 zero = make3(0.0, 0.0, 0.0); /* neg3 would turn 0 into -0 */
    l->length = gd_length_of(sub3(zero, x), &l->normal);
    const double size = a->size.y + b->size.y + max_abs3(l->r);
    if (l->length > LINES_ROUNDING * size) {
        const double bound =
            -dot3(l->normal, l->r) - fabs(dot3(l->normal, l->u)) - fabs(dot3(l->normal, l->v));
        l->lower = min2(bound, l->length);
        /* For separated segments, the bound is at least -length. If it is smaller, they may cross
         * at a small angle beside the points found, and rounding cannot distinguish the two
         * cases. */
        return !(bound < -l->length);
    }
    const vec3 across = cross3(l->u, l->v);
    const bool crossing = dot3(across, across) > LINES_CROSSING * l->uu * l->vv;
    if (crossing && a->dimension == 2) return false;
    vec3 ray = make3(1.0, 0.0, 0.0);
    gd_length_of(sub3(zero, l->r), &ray);
    l->length = l->lower = 0.0;
    l->normal = line_across(l, ray, crossing, a->dimension);
    return true;
}

/* Witness points on both shapes: the nearest points of the segments, corrected to be length apart
 * along the normal, plus the radii. The correction removes rounding and is split evenly. */
static void lines_points(const gd_query* query, const lines* l, double length, double* point_a,
                         double* point_b) {
    const vec3 on_a = madd3(l->center_a, l->s, l->u), on_b = madd3(l->center_b, l->t, l->v);
    const vec3 miss = sub3(sub3(on_b, on_a), scale3(length, l->normal));
    store3(point_a, madd3(madd3(on_a, 0.5, miss), query->a->radius, l->normal));
    store3(point_b, madd3(madd3(on_b, -0.5, miss), -query->b->radius, l->normal));
}

static double lines_status(const gd_query* query, const lines* l, double open, double value) {
    const double size = query->a->size.y + query->b->size.y + max_abs3(l->r);
    return closed_status(query->settings, open, value, size);
}

bool gd_signed_lines(const gd_query* query, gd_signed_result* out) {
    lines l;
    if (!lines_of(query, &l)) return false;
    const double radius = query->a->radius + query->b->radius;
    out->iterations = out->support_calls = 0.0;
    out->lower = l.lower - radius;
    out->upper = l.length - radius;
    out->value = out->upper > 0.0 ? out->upper : out->lower;
    out->status = lines_status(query, &l, out->upper - out->lower, out->value);
    store3(out->normal, l.normal);
    lines_points(query, &l, out->value + radius, out->point_a, out->point_b);
    return true;
}

bool gd_penetration_lines(const gd_query* query, gd_penetration_result* out) {
    lines l;
    if (!lines_of(query, &l)) return false;
    const double radius = query->a->radius + query->b->radius;
    out->iterations = out->support_calls = 0.0;
    out->depth = max2(radius - l.lower, 0.0);
    out->lower = max2(radius - l.length, 0.0);
    out->status = lines_status(query, &l, out->depth - out->lower, out->depth);
    store3(out->normal, l.normal);
    lines_points(query, &l, l.lower, out->point_a, out->point_b);
    return true;
}

bool gd_distance_lines(const gd_query* query, gd_distance_result* out) {
    lines l;
    if (!lines_of(query, &l)) return false;
    const double radius_a = query->a->radius, radius = radius_a + query->b->radius;
    const double value = max2(l.length - radius, 0.0);
    const vec3 on_a = madd3(l.center_a, l.s, l.u), on_b = madd3(l.center_b, l.t, l.v);
    out->iterations = 0.0;
    out->value = value;
    out->lower = max2(l.lower - radius, 0.0);
    out->gap = value - out->lower;
    out->status = lines_status(query, &l, out->gap, value);
    store3(out->normal, l.normal);
    lines_points(query, &l, l.length, out->point_a, out->point_b);
    if (value == 0.0) {
        /* In contact both witnesses are one common point, placed by A's share of the radius. */
        const double reach = radius > 0.0 ? l.length * (radius_a / radius) : 0.0;
        const vec3 common = madd3(on_a, reach, l.normal);
        store3(out->point_a, common);
        store3(out->point_b, common);
    }
    out->simplex_count = 1.0;
    store3(out->simplex_a, on_a);
    store3(out->simplex_b, on_b);
    simplex_repeat(out, 1);
    return true;
}

/* Whether the centre is the local origin. Growth below handles balls about their centres only;
 * other pairs of segments are handled as boxes (boxes.h). */
static bool lines_centered(const gd_shape* shape) {
    return shape->center.x == 0.0 && shape->center.y == 0.0 && shape->center.z == 0.0;
}

bool gd_growth_lines(const gd_query* query, gd_growth_result* out) {
    const gd_shape *a = query->a, *b = query->b;
    const double radius = a->radius + b->radius;
    if (!shape_is_point(a) || !shape_is_point(b) || !lines_centered(a) || !lines_centered(b) ||
        !(radius > 0.0))
        return false;
    vec3 center_a, center_b, half;
    if (!line_at(a, query->pose_a, &center_a, &half) ||
        !line_at(b, query->pose_b, &center_b, &half))
        return false;
    const vec3 p = sub3(center_b, center_a);
    vec3 n = make3(1.0, 0.0, 0.0);
    const double distance = gd_length_of(p, &n);
    const double sigma = distance / radius;
    growth_fill(out, GD_STATUS_OPTIMAL, 0.0, sigma, sigma);
    store3(out->normal, n);
    store3(out->point_a, madd3(center_a, a->radius, n));
    store3(out->point_b, madd3(center_b, -b->radius, n));
    store3(out->contact, madd3(center_a, sigma * a->radius, n));
    return true;
}

/* Overlap test by the distance of the segments, without growth. The normal proves the lower bound
 * of the growth distance. The balls about the centres prove the upper bound, which is at most 1 if
 * the shapes overlap. */
bool gd_collide_lines(const gd_query* query, gd_collision_result* out) {
    const gd_shape *a = query->a, *b = query->b;
    const double radius = a->radius + b->radius;
    if (!lines_centered(a) || !lines_centered(b) || !(radius > 0.0)) return false;
    if (gd_balls_apart(query, out)) return true;
    lines l;
    if (!lines_of(query, &l)) return false;
    const double n_dot_p = -dot3(l.normal, l.r);
    const double reach = fabs(dot3(l.normal, l.u)) + fabs(dot3(l.normal, l.v)) + radius;
    vec3 ray;
    const double far = gd_length_of(l.r, &ray) / radius, lower = max2(n_dot_p, 0.0) / reach;
    const double upper = l.length <= radius ? min2(far, 1.0) : far;
    const vec3 on_a = madd3(l.center_a, l.s, l.u);
    collision_fill(out, upper <= 1.0 || lower > 1.0 ? GD_STATUS_OPTIMAL : GD_STATUS_PRECISION, 0.0,
                   upper, lower);
    store3(out->normal, l.normal);
    store3(out->point, madd3(on_a, min2(l.length, radius) * (a->radius / radius), l.normal));
    return true;
}
