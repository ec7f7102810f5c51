/* Closed forms for rays: balls, capsules and ellipsoids; boxes, cylinders and frustums, also
 * enlarged by a ball. */
#include "casts/cast_ray.h"

#include "shapes/support.h"

/* A cone flatter than this has no closed form: its radius multiplies the rounding of y by k. */
#define RAY_FLAT 64.0
/* A capsule whose axis is this nearly parallel to the ray has no closed form: squared sine. */
#define RAY_PARALLEL 0x1p-40
/* A cone's quadratic is linear if its leading coefficient is below this fraction. */
#define RAY_LINEAR 0x1p-50
/* The line is given near the shape. Farther along it than this many sizes, the place nearest to the
 * axis is of no use: coordinates there have few digits left. */
#define RAY_FARTHEST 16.0

static void span_enter(ray_span* span, double t, vec3 n) {
    if (!(t > span->in)) return;
    span->in = t;
    span->n_in = n;
}

static void span_leave(ray_span* span, double t, vec3 n) {
    if (!(t < span->out)) return;
    span->out = t;
    span->n_out = n;
}

static ray_answer span_miss(ray_span* span, vec3 across) {
    span->n_in = across;
    return RAY_MISS;
}

static ray_span span_whole(void) {
    const vec3 none = make3(0.0, 0.0, 0.0);
    return (ray_span){-GD_INFINITY, GD_INFINITY, none, none, none, 0.0};
}

/* If the line leaves one part of the boundary before it enters another, both normals combine to one
 * across the line. */
static ray_answer span_answer(const ray_line* line, ray_span* span) {
    if (span->in <= span->out) return RAY_SPAN;
    const double enters = dot3(span->n_in, line->v), leaves = dot3(span->n_out, line->v);
    return span_miss(span, sub3(scale3(leaves, span->n_in), scale3(enters, span->n_out)));
}

/* Clips the span to |x.axis| <= half. Returns false if the line misses the slab, which it then is
 * parallel to. */
static bool span_slab(ray_span* span, vec3 axis, double x, double v, double half) {
    if (v == 0.0) {
        if (fabs(x) <= half) return true;
        span->n_in = scale3(copysign(1.0, x), axis);
        return false;
    }
    const double t = 1.0 / v, middle = -x * t, reach = half * fabs(t);
    const vec3 n = scale3(copysign(1.0, v), axis);
    span_enter(span, middle - reach, neg3(n));
    span_leave(span, middle + reach, n);
    return true;
}

static ray_answer ray_ball(vec3 x, vec3 v, double r, ray_span* span) {
    const double along = dot3(x, v);
    const vec3 q = madd3(x, -along, v);
    const double left = r * r - dot3(q, q);
    if (!(left >= 0.0)) return span_miss(span, q);
    const double half = sqrt(left), t = 1.0 / r;
    span->in = -along - half;
    span->out = -along + half;
    span->n_in = scale3(t, madd3(q, -half, v));
    span->n_out = scale3(t, madd3(q, half, v));
    return RAY_SPAN;
}

static ray_answer ray_box(const ray_line* line, vec3 half, ray_span* span) {
    const vec3 x = line->x, v = line->v;
    *span = span_whole();
    if (!span_slab(span, make3(1.0, 0.0, 0.0), x.x, v.x, half.x) ||
        !span_slab(span, make3(0.0, 1.0, 0.0), x.y, v.y, half.y) ||
        !span_slab(span, make3(0.0, 0.0, 1.0), x.z, v.z, half.z))
        return RAY_MISS;
    return span_answer(line, span);
}

static ray_answer ray_ellipsoid(const ray_line* line, const gd_shape* shape, ray_span* span) {
    const vec3 r = shape->size, x = line->x, v = line->v;
    const vec3 i = make3(1.0 / r.x, 1.0 / r.y, shape->dimension == 2 ? 0.0 : 1.0 / r.z);
    const vec3 p = make3(x.x * i.x, x.y * i.y, x.z * i.z);
    const vec3 u = make3(v.x * i.x, v.y * i.y, v.z * i.z);
    const double t = 1.0 / dot3(u, u), along = dot3(p, u) * t;
    const vec3 q = madd3(p, -along, u);
    const double left = 1.0 - dot3(q, q);
    if (!(left >= 0.0)) return span_miss(span, make3(q.x * i.x, q.y * i.y, q.z * i.z));
    const double half = sqrt(left * t);
    const vec3 in = madd3(q, -half, u), out = madd3(q, half, u);
    span->in = -along - half;
    span->out = -along + half;
    span->n_in = make3(in.x * i.x, in.y * i.y, in.z * i.z);
    span->n_out = make3(out.x * i.x, out.y * i.y, out.z * i.z);
    return RAY_SPAN;
}

/* Where the line enters a capsule (end 0) or leaves it (end 1), given where it meets the infinite
 * cylinder. Beyond the segment's end it is the ball there. */
static ray_answer ray_capsule_end(const ray_line* line, double half, double r, double t, int end,
                                  ray_span* span) {
    const vec3 x = line->x, v = line->v;
    const double y = x.y + t * v.y;
    double* at = end ? &span->out : &span->in;
    vec3* n = end ? &span->n_out : &span->n_in;
    if (fabs(y) <= half) {
        *at = t;
        *n = scale3(1.0 / r, make3(x.x + t * v.x, 0.0, x.z + t * v.z));
        return RAY_SPAN;
    }
    ray_span ball;
    const ray_answer answer = ray_ball(make3(x.x, x.y - copysign(half, y), x.z), v, r, &ball);
    if (answer == RAY_MISS) return span_miss(span, ball.n_in);
    *at = end ? ball.out : ball.in;
    *n = end ? ball.n_out : ball.n_in;
    return RAY_SPAN;
}

static ray_answer ray_capsule(const ray_line* line, double half, double r, ray_span* span) {
    const vec3 x = line->x, v = line->v;
    const double square = v.x * v.x + v.z * v.z;
    if (!(square > RAY_PARALLEL)) return RAY_UNKNOWN;
    const double t = -(x.x * v.x + x.z * v.z) / square;
    const vec3 q = make3(x.x + t * v.x, 0.0, x.z + t * v.z);
    const double left = r * r - dot3(q, q);
    if (!(left >= 0.0)) return span_miss(span, q);
    const double reach = sqrt(left / square);
    const ray_answer in = ray_capsule_end(line, half, r, t - reach, 0, span);
    return in == RAY_SPAN ? ray_capsule_end(line, half, r, t + reach, 1, span) : in;
}

/* Exchanges the axes in a cycle, so that the given one becomes Y. */
GD_INLINE vec3 box_turned(vec3 v, int axis) {
    return axis == 0 ? make3(v.z, v.x, v.y) : axis == 1 ? v : make3(v.y, v.z, v.x);
}

/* Enters the span at the ball around an edge of a box along an axis, if this is earlier. The edge
 * is the one next to the corner. */
static void ray_box_edge(const ray_line* line, vec3 corner, double r, int axis, ray_span* span) {
    const vec3 c = box_turned(corner, axis), x = box_turned(line->x, axis);
    const ray_line from = {make3(x.x - c.x, x.y, x.z - c.z), box_turned(line->v, axis), 0.0};
    ray_span edge = span_whole();
    if (ray_capsule(&from, fabs(c.y), r, &edge) != RAY_SPAN || !(edge.in < span->in)) return;
    span->in = edge.in;
    span->n_in = box_turned(edge.n_in, 2 - axis);
}

/* A box enlarged by r. Where its slabs end beyond two or three faces, the boundary is round: the
 * line enters there by an edge next to the corner. */
static ray_answer ray_round_box(const ray_line* line, vec3 half, double r, ray_span* span) {
    const ray_answer answer = ray_box(line, add3(half, make3(r, r, r)), span);
    if (answer != RAY_SPAN) return answer;
    vec3 p = madd3(line->x, span->in, line->v);
    const int beyond = (fabs(p.x) > half.x) | (fabs(p.y) > half.y) << 1 | (fabs(p.z) > half.z) << 2;
    const vec3 q = madd3(line->x, span->out, line->v);
    if ((fabs(q.x) > half.x) + (fabs(q.y) > half.y) + (fabs(q.z) > half.z) != 1)
        span->out = GD_INFINITY;
    if ((beyond & (beyond - 1)) == 0) return RAY_SPAN;
    span->in = GD_INFINITY;
    const vec3 corner = make3(copysign(half.x, p.x), copysign(half.y, p.y), copysign(half.z, p.z));
    for (int axis = 0; axis < 3; axis++) /* the edge along the axis is beyond the other two */
        if ((beyond | 1 << axis) == 7) ray_box_edge(line, corner, r, axis, span);
    return span->in < GD_INFINITY ? RAY_SPAN : RAY_UNKNOWN;
}

/* A cone of radius m + k y. A point of the line is t from the place nearest to the axis, which is
 * at `from`. Its squared distance from the axis less the squared radius there is a t^2 + 2 b t + c.
 */
typedef struct ray_cone {
    double k, cosine; /* slope of the radius; of the angle between the axis and a ruling */
    double middle;    /* m */
    double from, radius, a, b, c;
    double across; /* squared speed across the axis */
} ray_cone;

static ray_cone ray_cone_of(const ray_line* line, double m, double k, double slant, double size) {
    const vec3 x = line->x, v = line->v;
    ray_cone q = {.k = k, .cosine = 1.0 / slant, .middle = m, .across = v.x * v.x + v.z * v.z};
    const double kv = k * v.y;
    q.from = q.across > 0.0 ? -(x.x * v.x + x.z * v.z) / q.across : 0.0;
    if (!(fabs(q.from) <= RAY_FARTHEST * size)) q.from = 0.0;
    const vec3 p = madd3(x, q.from, v);
    q.radius = m + k * p.y;
    q.a = q.across - kv * kv;
    q.b = (p.x * v.x + p.z * v.z) - q.radius * kv;
    q.c = p.x * p.x + p.z * p.z - q.radius * q.radius;
    return q;
}

/* The outward unit normal of the cone at x + t v. */
static vec3 ray_cone_normal(const ray_line* line, const ray_cone* q, double t) {
    const vec3 p = madd3(line->x, t, line->v);
    const double square = p.x * p.x + p.z * p.z, radius = sqrt(square);
    /* 1 / square does not wait for the root */
    const double f = radius > SUPPORT_AXIS ? q->cosine * radius * (1.0 / square) : 0.0;
    return make3(f * p.x, -q->cosine * q->k, f * p.z);
}

/* The line misses the cone. Seen along the line, the cone is bounded by two rulings, whose normals
 * are across the line, and the apex. */
static ray_answer ray_cone_miss(const ray_line* line, const ray_cone* q, ray_span* span) {
    if (!(q->a > 0.0)) return RAY_UNKNOWN;
    const vec3 x = line->x, v = line->v;
    const double kv = q->k * v.y, s = copysign(sqrt(q->a), v.x * x.z - v.z * x.x);
    const vec3 n = make3(kv * v.x - s * v.z, -q->k * q->across, kv * v.z + s * v.x);
    if (q->k == 0.0) return span_miss(span, n);
    const vec3 from = make3(x.x, x.y + q->middle / q->k, x.z); /* from the apex */
    return span_miss(span, dot3(n, from) > 0.0 ? n : madd3(from, -dot3(from, v), v));
}

/* Clips the span to the cone's part with positive radius. Returns RAY_SPAN, or that the line misses
 * it. */
static ray_answer ray_cone_clip(const ray_line* line, const ray_cone* q, ray_span* span) {
    const double kv = q->k * line->v.y, a = q->a, b = q->b, c = q->c;
    double in = -GD_INFINITY, out = GD_INFINITY;
    if (q->across == 0.0 && q->k == 0.0) {
        if (c <= 0.0) return RAY_SPAN;
        return span_miss(span, ray_cone_normal(line, q, q->from));
    }
    if (fabs(a) > RAY_LINEAR * (q->across + kv * kv)) {
        const double square = b * b - a * c;
        if (!(square >= 0.0)) return ray_cone_miss(line, q, span);
        const double root = sqrt(square), sum = b > 0.0 ? -b - root : -b + root;
        const double t = sum / a, other = sum != 0.0 ? c / sum : t;
        const double low = min2(t, other), high = max2(t, other);
        if (a > 0.0) {
            in = low;
            out = high;
            if (q->radius + kv * low < 0.0 && q->radius + kv * high < 0.0)
                return ray_cone_miss(line, q, span);
        } else if (kv > 0.0) { /* opens along the ray: the later root is on the cone */
            in = high;
        } else {
            out = low;
        }
    } else if (b != 0.0) { /* parallel to a ruling */
        const double t = -0.5 * c / b;
        if (b < 0.0)
            in = t;
        else
            out = t;
    } else if (c > 0.0) {
        return RAY_UNKNOWN;
    }
    in += q->from;
    out += q->from;
    if (in > span->in) span_enter(span, in, ray_cone_normal(line, q, in));
    if (out < span->out) span_leave(span, out, ray_cone_normal(line, q, out));
    return RAY_SPAN;
}

/* Whether a point of the surface x + t v of a shape enlarged by r belongs to the flat face or to
 * the side, not to the rim between them. n is a normal there, of any length. */
static bool ray_round_holds(const ray_line* line, double t, vec3 n, const gd_shape* shape,
                            double r) {
    const vec3 p = madd3(line->x, t, line->v), size = shape->size;
    if (n.x != 0.0 || n.z != 0.0) return fabs(p.y - r / length3(n) * n.y) <= size.y;
    const double face = n.y > 0.0 ? size.z : size.x;
    return p.x * p.x + p.z * p.z <= face * face;
}

/* Cylinders and frustums, enlarged by r: a slab and a cone. If r is not 0, rims have no closed
 * form.
 */
static ray_answer ray_round(const ray_line* line, const gd_shape* shape, double r, ray_span* span) {
    const vec3 size = shape->size;
    *span = span_whole();
    if (!span_slab(span, make3(0.0, 1.0, 0.0), line->x.y, line->v.y, size.y + r)) return RAY_MISS;
    const double k = (size.z - size.x) / (2.0 * size.y), slant = sqrt(1.0 + k * k);
    if (fabs(k) > RAY_FLAT) return RAY_UNKNOWN;
    const double middle = 0.5 * (size.x + size.z) + r * slant;
    const ray_cone q = ray_cone_of(line, middle, k, slant, size.y + size.x + size.z + r);
    ray_answer answer = ray_cone_clip(line, &q, span);
    if (answer == RAY_SPAN) answer = span_answer(line, span);
    if (answer != RAY_SPAN || r == 0.0) return answer;
    if (!ray_round_holds(line, span->in, span->n_in, shape, r)) return RAY_UNKNOWN;
    if (!ray_round_holds(line, span->out, span->n_out, shape, r)) span->out = GD_INFINITY;
    return RAY_SPAN;
}

ray_answer gd_ray_primitive(const gd_shape* shape, double radius, const ray_line* line,
                            ray_span* span) {
    const vec3 size = shape->size;
    if (shape->core == GD_CORE_POINT)
        return radius > 0.0 ? ray_ball(line->x, line->v, radius, span) : RAY_UNKNOWN;
    if (shape->core == GD_CORE_SEGMENT)
        return radius > 0.0 ? ray_capsule(line, size.y, radius, span) : RAY_UNKNOWN;
    switch (shape->core) {
    case GD_CORE_BOX:
        return radius > 0.0 ? ray_round_box(line, size, radius, span) : ray_box(line, size, span);
    case GD_CORE_ELLIPSOID: return radius > 0.0 ? RAY_UNKNOWN : ray_ellipsoid(line, shape, span);
    case GD_CORE_CYLINDER:
    case GD_CORE_FRUSTUM: return ray_round(line, shape, radius, span);
    case GD_CORE_POINT:
    case GD_CORE_SEGMENT:
    case GD_CORE_VERTICES:
    case GD_CORE_MESH:
    case GD_CORE_SMOOTH:
    case GD_CORE_TRANSFORMED:
    case GD_CORE_SUM:
    case GD_CORE_CUSTOM:
    case GD_CORE_HALFSPACE:
    case GD_CORE_POINTS: break;
    }
    return RAY_UNKNOWN;
}
