/* Rays in closed form: a span or a normal is proposed, and one support value proves it. */
#include "casts/cast_ray.h"

#include "shapes/support.h"

/* Rounding of positions and support values, as a multiple of the sizes. */
#define RAY_ROUNDING (16.0 * GD_EPS)
/* Relative rounding of a time. */
#define RAY_TIME_ROUNDING (2.0 * GD_EPS)
/* Largest cosine with the line of a normal that proposes a miss. An ellipsoid with the radii 1e-5,
 * 5 and 1.5 had 1.5e-4. */
#define RAY_ACROSS 0.25
/* A normal whose squared length differs from 1 by less is a unit vector after one step without a
 * root. */
#define RAY_UNIT 0x1p-28

/* Rounding of a facet's normal, divided by the sine of one of its angles: an angle. */
#define RAY_TILT (8.0 * GD_EPS)

/* A ray, its line in the shape's frame, and the limits of time as lengths along the line. */
typedef struct ray_cast {
    const gd_shape* shape;
    const gd_ray* ray;
    const frame3* frame;
    ray_line line;
    double ref, speed;    /* x is the point at the time ref */
    double pace;          /* 1 / speed */
    double start, end;    /* lengths from x */
    double error;         /* rounding of start and end */
    double radius, limit; /* of the ball; the tolerance as a length */
} ray_cast;

/* Between the frames of the shape and of the world. A ball has no rotation. */
GD_INLINE vec3 ray_local(const ray_cast* c, vec3 v) {
    return shape_is_point(c->shape) ? v : inv_rotate(&c->frame->rotation, v);
}
GD_INLINE vec3 ray_world(const ray_cast* c, vec3 v) {
    return shape_is_point(c->shape) ? v : rotate(&c->frame->rotation, v);
}

/* The unit vector along a normal that is not 0. */
GD_INLINE vec3 ray_unit(vec3 n) {
    const double square = dot3(n, n);
    if (fabs(square - 1.0) < RAY_UNIT) return scale3(1.5 - 0.5 * square, n);
    length_and_unit3(n, &n);
    return n;
}

/* max of n.x over the shape with the target, for a unit n in its frame. */
GD_INLINE double ray_height(const ray_cast* c, vec3 n) {
    return core_support_value(c->shape, n) + c->radius;
}

/* Moves the line next to the shape. Returns false if the numbers are unusual: the cast of a point
 * takes more care. */
static bool ray_start(ray_cast* c) {
    const gd_ray* ray = c->ray;
    const bool plane = c->shape->dimension == 2;
    const vec3 d = make3(ray->direction[0], ray->direction[1], plane ? 0.0 : ray->direction[2]);
    const vec3 o = make3(ray->origin[0], ray->origin[1], plane ? 0.0 : ray->origin[2]);
    const vec3 from = sub3(o, c->frame->position);
    const double square = dot3(d, d), extent = c->shape->origin_bound_radius + ray->target;
    if (!(square > 0x1p-700 && square < 0x1p700)) return false;
    const double inverse = 1.0 / square;
    c->speed = sqrt(square);
    c->pace = c->speed * inverse;
    c->ref = -dot3(from, d) * inverse;
    const double far = max_abs3(from), slack = RAY_ROUNDING * (far + extent);
    if (!(far < 0x1p20 * extent)) return false;
    const vec3 x = madd3(from, c->ref, d);
    c->line.x = ray_local(c, x);
    c->line.v = ray_local(c, scale3(c->pace, d));
    c->line.slack = slack;
    c->start = (ray->min_time - c->ref) * c->speed;
    c->end = (ray->max_time - c->ref) * c->speed;
    const double ends = (fabs(ray->min_time) < GD_INFINITY ? fabs(ray->min_time) : 0.0) +
                        (fabs(ray->max_time) < GD_INFINITY ? fabs(ray->max_time) : 0.0);
    c->error = slack + RAY_TIME_ROUNDING * c->speed * (fabs(c->ref) + ends);
    return true;
}

/* Fills a miss or an overlap; n is the miss's normal in the shape's frame. */
static bool ray_end(const ray_cast* c, gd_status status, vec3 n, gd_ray_result* out) {
    const bool overlaps = status == GD_STATUS_OVERLAPPING;
    const vec3 zero = make3(0.0, 0.0, 0.0);
    out->status = status;
    out->hit = overlaps ? 1.0 : 0.0;
    out->lower = overlaps ? c->ray->min_time : c->ray->max_time;
    out->time = out->upper = overlaps ? c->ray->min_time : GD_INFINITY;
    store3(out->normal, overlaps ? zero : ray_world(c, n));
    store3(out->point, zero);
    return true;
}

/* Whether the line misses the bounding ball, with its radius. x is the point of the line nearest to
 * the ball's middle, up to rounding. */
static bool ray_beside(const ray_cast* c, double bound, gd_ray_result* out) {
    const vec3 x = c->line.x, v = c->line.v;
    const double reach = bound + c->line.slack;
    if (!(dot3(x, x) > reach * reach)) return false;
    return ray_end(c, GD_STATUS_OPTIMAL, ray_unit(madd3(x, -dot3(x, v), v)), out);
}

/* Whether the normal n, made perpendicular to the line, proves a miss. */
static bool ray_misses(const ray_cast* c, vec3 n, gd_ray_result* out) {
    if (!(max_abs3(n) > 0.0)) return false;
    n = ray_unit(n);
    const double along = dot3(n, c->line.v);
    if (!(fabs(along) < RAY_ACROSS)) return false;
    n = ray_unit(madd3(n, -along, c->line.v));
    const bool separates = dot3(n, c->line.x) - ray_height(c, n) > c->line.slack;
    return separates && ray_end(c, GD_STATUS_OPTIMAL, n, out);
}

/* The length at which the line crosses a plane with the unit normal n that bounds the shape, and
 * its error. The exact plane of a hull's facet bounds the hull, so the rounding of its normal
 * limits how far a vertex is above it. Returns false if rounding leaves more than the tolerance, or
 * if it is not where the span ends. */
static bool ray_plane(const ray_cast* c, vec3 n, const ray_span* span, double end, double* at,
                      double* error) {
    const bool facet = span->sine > 0.0;
    const double t = 1.0 / dot3(n, c->line.v);
    const double height = facet ? dot3(n, span->corner) : ray_height(c, n);
    const double above = facet ? 2.0 * c->shape->origin_bound_radius * RAY_TILT / span->sine : 0.0;
    const double crossing = (height - dot3(n, c->line.x)) * t;
    *at = crossing + above * t;
    *error = c->line.slack * fabs(t);
    return 4.0 * (*error + above * fabs(t)) <= c->limit && fabs(crossing - end) <= *error;
}

/* The span has passed before the start, or the ray starts inside. Returns false if it is
 * uncertain. */
static bool ray_started(const ray_cast* c, const ray_span* span, gd_ray_result* out) {
    double at, error;
    ray_span other = *span;
    if (c->shape->hull) { /* walk from the other side */
        const ray_line back = {c->line.x, neg3(c->line.v), c->line.slack};
        if (gd_ray_hull(c->shape, &back, &other) != RAY_SPAN) return false;
        other.out = -other.in;
        other.n_out = other.n_in;
    }
    if (!(other.out < GD_INFINITY)) return false;
    const vec3 n = ray_unit(other.n_out);
    /* the normal at an apex is a guess: the line must leave through its plane */
    if (!(dot3(n, c->line.v) > 0.0) || !ray_plane(c, n, &other, other.out, &at, &error))
        return false;
    error += c->error;
    if (at + error < c->start) return ray_end(c, GD_STATUS_OPTIMAL, n, out);
    return other.out - error > c->start && ray_end(c, GD_STATUS_OVERLAPPING, n, out);
}

static bool ray_hits(const ray_cast* c, const ray_span* span, gd_ray_result* out) {
    double at, error;
    const vec3 n = ray_unit(span->n_in);
    if (!(dot3(n, c->line.v) < 0.0) || !ray_plane(c, n, span, span->in, &at, &error)) return false;
    if (at + error + c->error < c->start) return ray_started(c, span, out);
    const double low = at - error, high = span->in + error, beside = c->error - c->line.slack;
    if (!(low > c->start + c->error)) return false;
    if (low > c->end + c->error) return ray_end(c, GD_STATUS_OPTIMAL, n, out);
    if (!(high < c->end - c->error) || high - low + 2.0 * beside > c->limit) return false;
    const double rounding = RAY_TIME_ROUNDING * fabs(c->ref);
    out->status = GD_STATUS_OPTIMAL;
    out->hit = 1.0;
    out->lower = out->time = c->ref + low * c->pace - rounding;
    out->upper = c->ref + high * c->pace + rounding;
    store3(out->normal, ray_world(c, n));
    const vec3 point = madd3(madd3(c->line.x, span->in, c->line.v), -c->ray->target, n);
    store3(out->point, add3(c->frame->position, ray_world(c, point)));
    return true;
}

bool gd_ray_closed(const gd_shape* shape, const frame3* frame, const gd_ray* ray, double tolerance,
                   gd_ray_result* out) {
    const double bound = shape->origin_bound_radius + ray->target;
    ray_cast c = {.shape = shape,
                  .ray = ray,
                  .frame = frame,
                  .radius = shape->radius + ray->target,
                  .limit = tolerance * bound};
    ray_span span;
    span.sine = 0.0;
    if (!ray_start(&c)) return false;
    out->iterations = 1.0;
    if (ray_beside(&c, bound, out)) return true;
    ray_answer answer = RAY_UNKNOWN;
    if (shape->hull && shape->solid && c.radius == 0.0)
        answer = gd_ray_hull(shape, &c.line, &span);
    else
        answer = gd_ray_primitive(shape, c.radius, &c.line, &span);
    if (answer == RAY_MISS) return ray_misses(&c, span.n_in, out);
    return answer == RAY_SPAN && span.in > -GD_INFINITY && ray_hits(&c, &span, out);
}
