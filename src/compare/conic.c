/* The conic description of every core. u = q + s c is the local coordinate times s, where c is the
 * shape's centre. */
#include "compare/conic.h"

#include "shapes/quickhull.h"

/* A point outside a shape by less than this fraction of its coordinates counts as inside. */
#define CONIC_ROUNDING (4.0 * GD_EPS)

/* A half-space n . u <= s d as a row: s + row . q >= 0. */
static void conic_row(conic_set* set, vec3* rows, vec3 n, double slack, double unit) {
    rows[set->row_count++] = scale3(-unit / slack, n);
}

static void conic_slab(conic_set* set, vec3* rows, vec3 axis, double half, double center,
                       double unit) {
    conic_row(set, rows, axis, half - center, unit);
    conic_row(set, rows, neg3(axis), half + center, unit);
}

static void conic_box(conic_set* set, const gd_shape* shape, vec3* rows, double unit) {
    const vec3 h = shape->size, c = shape->center;
    conic_slab(set, rows, make3(1.0, 0.0, 0.0), h.x, c.x, unit);
    conic_slab(set, rows, make3(0.0, 1.0, 0.0), h.y, c.y, unit);
    conic_slab(set, rows, make3(0.0, 0.0, 1.0), h.z, c.z, unit);
}

/* |u / radii| <= s */
static void conic_ellipsoid(conic_set* set, const gd_shape* shape, double unit) {
    const vec3 r = shape->size, c = shape->center;
    set->coned = true;
    set->cone_ts = 1.0;
    set->cone_xs = make3(c.x / r.x, c.y / r.y, c.z / r.z);
    set->cone_x = (mat3){make3(unit / r.x, 0.0, 0.0), make3(0.0, unit / r.y, 0.0),
                         make3(0.0, 0.0, unit / r.z)};
}

/* The radius around the axis is a + b u.y: |(u.x, u.z)| <= s a + b u.y */
static void conic_around_axis(conic_set* set, const gd_shape* shape, double a, double b,
                              double unit) {
    const vec3 c = shape->center;
    const double inverse = 1.0 / (a + b * c.y), f = unit * inverse;
    set->coned = true;
    set->cone_ts = 1.0;
    set->cone_t = make3(0.0, b * f, 0.0);
    set->cone_xs = make3(c.x * inverse, c.z * inverse, 0.0);
    set->cone_x = (mat3){make3(f, 0.0, 0.0), make3(0.0, 0.0, 0.0), make3(0.0, f, 0.0)};
}

/* An end that is a point needs no plane: the cone suffices. */
static void conic_frustum(conic_set* set, const gd_shape* shape, vec3* rows, double unit) {
    const double bottom = shape->size.x, h = shape->size.y, top = shape->size.z;
    const vec3 axis = make3(0.0, 1.0, 0.0);
    if (top > 0.0) conic_row(set, rows, axis, h - shape->center.y, unit);
    if (bottom > 0.0) conic_row(set, rows, neg3(axis), h + shape->center.y, unit);
    conic_around_axis(set, shape, 0.5 * (bottom + top), 0.5 * (top - bottom) / h, unit);
}

/* Adds one row for every triangle of the surface. Some facets have several rows, which moves the
 * central path but not its end. The plane goes through the farthest of the three corners. */
static bool conic_facets(conic_set* set, const gd_shape* shape, vec3* rows, double unit) {
    const gd_hull* hull = shape->hull;
    for (uint32_t i = 0; i < hull->triangle_count; i++) {
        const uint32_t* v = hull->triangles + 3 * (size_t)i;
        const vec3 p = sub3(hull_corner(hull->corners, v[0]), shape->center);
        const vec3 q = sub3(hull_corner(hull->corners, v[1]), shape->center);
        const vec3 r = sub3(hull_corner(hull->corners, v[2]), shape->center);
        const vec3 normal = gd_hull_normal(hull, i); /* is exact for slivers too */
        if (!(max_abs3(normal) > 0.0)) continue;
        const vec3 n = unit3(normal);
        const double slack = max2(dot3(n, p), max2(dot3(n, q), dot3(n, r)));
        if (!(slack > 0.0)) return false;
        conic_row(set, rows, n, slack, unit);
    }
    return true;
}

/* Adds the ball around a point or a segment. The segment's parameter starts from a point that is
 * not an end and is nearer to the centre than the radius. */
static void conic_around_segment(conic_set* set, const gd_shape* shape, vec3* rows, double unit) {
    const vec3 c = shape->center;
    const double h = shape->size.y;
    vec3 from = make3(0.0, 0.0, 0.0);
    if (set->aux == CONIC_AXIS) {
        const double nearest = shape->inner_center.y + c.y;
        const double slack = shape->radius - safe_length3(shape->inner_center);
        from.y = copysign(max2(fabs(nearest) - 0.5 * slack, 0.0), nearest);
        conic_slab(set, rows, make3(1.0, 0.0, 0.0), 1.0, from.y / h, 1.0);
        set->axis = h / unit;
    }
    set->gap = scale3(1.0 / shape->radius, sub3(c, from));
}

bool gd_conic_of(const gd_shape* shape, double unit, conic_set* set, vec3* rows,
                 uint32_t capacity) {
    *set = (conic_set){.radius = shape->radius / unit, .ball = shape->radius > 0.0};
    if (!shape->solid) return false;
    if (capacity < (shape->hull ? shape->hull->triangle_count : 6)) return false;
    switch (shape->core) {
    case GD_CORE_POINT: conic_around_segment(set, shape, rows, unit); return true;
    case GD_CORE_SEGMENT:
        set->core = true;
        set->aux = CONIC_AXIS;
        conic_around_segment(set, shape, rows, unit);
        return true;
    case GD_CORE_BOX: conic_box(set, shape, rows, unit); break;
    case GD_CORE_ELLIPSOID: conic_ellipsoid(set, shape, unit); break;
    case GD_CORE_CYLINDER:
        conic_slab(set, rows, make3(0.0, 1.0, 0.0), shape->size.y, shape->center.y, unit);
        conic_around_axis(set, shape, shape->size.x, 0.0, unit);
        break;
    case GD_CORE_FRUSTUM: conic_frustum(set, shape, rows, unit); break;
    case GD_CORE_VERTICES:
    case GD_CORE_MESH:
        if (!shape->hull || shape->hull->flat || !conic_facets(set, shape, rows, unit))
            return false;
        break;
    case GD_CORE_SMOOTH:
    case GD_CORE_TRANSFORMED:
    case GD_CORE_SUM:
    case GD_CORE_CUSTOM:
    case GD_CORE_POINTS:
    case GD_CORE_HALFSPACE: return false;
    }
    set->core = true;
    if (set->ball) set->aux = CONIC_BALL;
    return true;
}

/* ---- points of the sets ------------------------------------------------------------------- */

/* |x| minus its rounding, but not below 0. */
static double conic_less(double x, double rounding) {
    return max2(fabs(x) - rounding, 0.0);
}

/* Scales x towards the centre until it is inside the ellipsoid, up to rounding. */
static vec3 conic_hold_ellipsoid(vec3 r, vec3 x, double rounding) {
    const double f = length3(make3(conic_less(x.x, rounding) / r.x, conic_less(x.y, rounding) / r.y,
                                   conic_less(x.z, rounding) / r.z));
    return f > 1.0 ? scale3(1.0 / f, x) : x;
}

/* Moves x into the body of radius a + b y around the axis, -h <= y <= h. */
static vec3 conic_hold_around(double a, double b, double h, vec3 x, double rounding) {
    const double y = clamp(x.y, h), out = safe_length3(make3(x.x, 0.0, x.z));
    const double most = min2(max2(a + b * y + fabs(b) * rounding, 0.0), a + fabs(b) * h);
    const double f = out > most ? most / out : 1.0;
    return make3(f * x.x, y, f * x.z);
}

/* A point of the core near x, about the local origin; x itself if the rows alone describe the
 * core. */
static vec3 conic_hold_core(const gd_shape* shape, vec3 x, double rounding) {
    const vec3 size = shape->size;
    switch (shape->core) {
    case GD_CORE_SEGMENT: return make3(0.0, clamp(x.y, size.y), 0.0);
    case GD_CORE_BOX: return clamp3(x, size);
    case GD_CORE_ELLIPSOID: return conic_hold_ellipsoid(size, x, rounding);
    case GD_CORE_CYLINDER: return conic_hold_around(size.x, 0.0, size.y, x, rounding);
    case GD_CORE_FRUSTUM:
        return conic_hold_around(0.5 * (size.x + size.z), 0.5 * (size.z - size.x) / size.y, size.y,
                                 x, rounding);
    case GD_CORE_VERTICES:
    case GD_CORE_MESH: return x;
    case GD_CORE_POINT:
    case GD_CORE_SMOOTH:
    case GD_CORE_TRANSFORMED:
    case GD_CORE_SUM:
    case GD_CORE_CUSTOM:
    case GD_CORE_POINTS:
    case GD_CORE_HALFSPACE: break; /* unreachable: gd_conic_of has refused all but points */
    }
    return make3(0.0, 0.0, 0.0);
}

vec3 gd_conic_hold(const gd_shape* shape, vec3 x, vec3 core) {
    const vec3 c = shape->center;
    const double rounding = CONIC_ROUNDING * (shape->bound_radius + max_abs3(c));
    const vec3 held = conic_hold_core(shape, add3(core, c), rounding);
    const vec3 out = sub3(add3(x, c), held);
    const double length = safe_length3(out);
    const double most = length > shape->radius ? shape->radius / length : 1.0;
    return sub3(madd3(held, most, out), c);
}
