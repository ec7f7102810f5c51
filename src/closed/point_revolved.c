/* Closed forms for a solid of revolution and a ball or point: cylinder, cone and frustum; for
 * growth also a capsule. 3D only.
 *
 * The point and the solid's axis span a plane. In it the solid is a polygon with two corners off
 * the axis, its rims: (bottom, -h) and (top, h). Coordinates are the distance r from the axis and
 * the height y. The nearest feature is a face, the side or a rim; inside, the nearest of both faces
 * and the side gives the depth.
 *
 * A normal n with n.r >= 0 proves the bound min over the rims of n.(x - rim). */
#include "closed/closed.h"
#include "closed/point_solid.h"

/* Squared distances from the axis up to this count as 0. Sizes are at least 1e-75. */
#define REVOLVED_ON_AXIS 0x1p-900

/* Half of the section through the axis: r = x, height = y of the vectors. */
typedef struct profile {
    double half_height, bottom, top;
    vec2 side; /* unit normal of the side */
} profile;

GD_INLINE profile profile_of(const gd_shape* solid) {
    profile p = {solid->size.y, solid->size.x, solid->size.z, {1.0, 0.0}};
    if (solid->core == GD_CORE_FRUSTUM) {
        const vec2 across = make2(2.0 * p.half_height, p.bottom - p.top);
        p.side = scale2(1.0 / length2(across), across);
    }
    return p;
}

/* From the rims to a point. */
GD_INLINE vec2 profile_from_bottom(const profile* p, vec2 x) {
    return make2(x.x - p->bottom, x.y + p->half_height);
}
GD_INLINE vec2 profile_from_top(const profile* p, vec2 x) {
    return make2(x.x - p->top, x.y - p->half_height);
}

/* What a normal proves of a point's signed distance. */
GD_INLINE double profile_proof(const profile* p, vec2 x, vec2 n) {
    return min2(dot2(n, profile_from_bottom(p, x)), dot2(n, profile_from_top(p, x)));
}

/* Of both faces and the side, the one nearest to a point inside: its normal. Returns the signed
 * distance of its plane. */
static double profile_face(const profile* p, vec2 x, vec2* normal) {
    const double side = dot2(p->side, profile_from_bottom(p, x));
    const double face = fabs(x.y) - p->half_height;
    *normal = side > face ? p->side : make2(0.0, copysign(1.0, x.y));
    return max2(side, face);
}

/* The vector from the nearest point of the profile to a point outside; 0 inside. */
GD_INLINE vec2 profile_outside(const profile* p, vec2 x) {
    const vec2 bottom = profile_from_bottom(p, x), top = profile_from_top(p, x);
    const double side = dot2(p->side, bottom);
    if (bottom.y < 0.0 && bottom.x <= 0.0) return make2(0.0, bottom.y);
    if (top.y > 0.0 && top.x <= 0.0) return make2(0.0, top.y);
    if (side <= 0.0 && bottom.y >= 0.0 && top.y <= 0.0) return make2(0.0, 0.0);
    if (cross2(p->side, bottom) <= 0.0) return bottom;
    if (cross2(p->side, top) >= 0.0) return top;
    return scale2(max2(side, 0.0), p->side);
}

/* Directions in the solid's frame that span the plane of a vector and the axis. */
typedef struct meridian {
    double x, z; /* unit vector across the axis */
} meridian;

/* Coordinates r, y of a vector in the solid's frame, and its plane. */
GD_INLINE vec2 meridian_of(vec3 v, meridian* m) {
    const double square = v.x * v.x + v.z * v.z;
    *m = (meridian){1.0, 0.0};
    if (!(square > REVOLVED_ON_AXIS)) return make2(0.0, v.y);
    const double r = sqrt(square), inverse = 1.0 / r;
    *m = (meridian){inverse * v.x, inverse * v.z};
    return make2(r, v.y);
}

GD_INLINE vec3 meridian_vector(meridian m, vec2 v) {
    return make3(v.x * m.x, v.y, v.x * m.z);
}

GD_NOINLINE bool gd_point_revolved_gap(const gd_query* query, gap_goal goal, core_gap* gap) {
    point_solid s;
    meridian plane;
    if (!point_solid_of(query, &s)) return false;
    if (!s.solid->solid) return false; /* the point of gd_shape_contains */
    const vec2 x = meridian_of(point_solid_local(&s), &plane);
    const profile p = profile_of(s.solid);
    gap->size = p.half_height + max2(p.bottom, p.top) + x.x + fabs(x.y);
    vec2 n = profile_outside(&p, x);
    gap->length = length2(n);
    if (gap->length > GAP_ROUNDING * gap->size) {
        n = scale2(1.0 / gap->length, n);
        gap->lower = min2(profile_proof(&p, x, n), gap->length);
    } else if (goal == GAP_DISTANCE) {
        point_solid_inside(&s, gap);
        return true;
    } else {
        if (point_solid_left(query)) return false;
        const double outside = gap->length;
        const double face = profile_face(&p, x, &n);
        gap->length = outside > 0.0 ? outside : min2(face + GAP_ROUNDING * gap->size, 0.0);
        gap->lower = 0.0 + min2(face, gap->length);
    }
    point_solid_fill(&s, meridian_vector(plane, n), gap);
    return true;
}

/* ---- growth -------------------------------------------------------------------------------- */

/* The ray between the centres in its plane with the axis, in the profile's coordinates: from start,
 * on the axis, along the unit vector d, where d.x >= 0. */
typedef struct revolved_ray {
    vec2 start, d;
    double radius; /* of both shapes */
} revolved_ray;

/* Where the ray leaves the rounded profile: a normal, and the point less the radius. */
typedef struct revolved_exit {
    vec2 normal, foot;
} revolved_exit;

/* Whether the ray between the centres lies in a plane with the axis. It must start inside. */
static bool revolved_grows(const gd_shape* a, const gd_shape* b) {
    const gd_shape* solid = shape_is_point(a) ? b : a;
    return point_grows(a, b) && solid->center.x == 0.0 && solid->center.z == 0.0;
}

/* The plane of a face or of the side, moved out by the radius, that the ray crosses first. Sets *n
 * to its normal and returns the distance along the ray. */
static double profile_first(const profile* p, const revolved_ray* ray, vec2* n) {
    const vec2 d = ray->d;
    const double sign = copysign(1.0, d.y), up = fabs(d.y), out = dot2(p->side, d);
    const double face = p->half_height - sign * ray->start.y + ray->radius;
    const double side = ray->radius - dot2(p->side, profile_from_bottom(p, ray->start));
    const bool first = face * out > side * up;
    *n = first ? p->side : make2(0.0, sign);
    return first ? side / out : face / up;
}

/* The rim that ends a face or the side with normal n before x, a point of its plane. Returns false
 * if x is on the face or side itself. */
static bool profile_rim_before(const profile* p, vec2 x, vec2 n, vec2* rim) {
    const vec2 bottom = make2(p->bottom, -p->half_height), top = make2(p->top, p->half_height);
    if (n.x > 0.0) {
        const bool below = cross2(n, sub2(x, bottom)) < 0.0;
        *rim = below ? bottom : top;
        return below || cross2(n, sub2(x, top)) > 0.0;
    }
    *rim = n.y < 0.0 ? bottom : top;
    return x.x > rim->x;
}

/* Beyond a face or the side, the ray crosses the arc about a rim. Returns false if rounding
 * prevents a result. */
static bool profile_exit(const profile* p, const revolved_ray* ray, revolved_exit* e) {
    const double beta = profile_first(p, ray, &e->normal), radius = ray->radius;
    vec2 rim;
    e->foot = madd2(madd2(ray->start, beta, ray->d), -radius, e->normal);
    if (!profile_rim_before(p, e->foot, e->normal, &rim)) return true;
    e->foot = rim;
    if (!(radius > 0.0)) return true;
    const vec2 v = sub2(rim, ray->start);
    const double across = cross2(ray->d, v), square = (radius - across) * (radius + across);
    if (!(square > 0.0)) return false;
    e->normal = unit2(sub2(scale2(dot2(ray->d, v) + sqrt(square), ray->d), v));
    return true;
}

bool gd_growth_point_revolved(const gd_query* query, gd_growth_result* out) {
    point_solid s;
    meridian plane;
    revolved_exit e;
    if (!revolved_grows(query->a, query->b) || !point_solid_of(query, &s)) return false;
    const profile p = profile_of(s.solid);
    const point_ray ray = point_ray_of(query, &s);
    const revolved_ray flat = {{0.0, s.solid->center.y}, meridian_of(ray.d, &plane), ray.radius};
    if (!profile_exit(&p, &flat, &e)) return false;
    const double h = ray.radius - profile_proof(&p, flat.start, e.normal);
    point_exit exit = {.normal = meridian_vector(plane, e.normal),
                       .foot = meridian_vector(plane, sub2(e.foot, flat.start)),
                       .outer = h / dot2(e.normal, flat.d)};
    point_exit_prove(&exit, &ray);
    return point_exit_fill(query, &s, &ray, &exit, out);
}
