/* Motions of a pair, and what bounds them. */
#include "motion/moving_pair.h"

#include "minkowski/difference.h"

/* Factor that covers the rounding of a bound computed from a few lengths. */
#define MOVING_SPARE (1.0 + 0x1p-40)
/* The same for a sum of signed numbers. */
#define MOVING_SPARE_OF(limit) (0x1p-40 * (limit))
/* Two directions count as parallel if the sine of their angle is below this. */
#define MOVING_PARALLEL 0x1p-52

/* ---- reach of a core ----------------------------------------------------------------------- */

static double moving_across_box(vec3 size, vec3 axis) {
    double best = 0.0;
    for (int i = 0; i < 4; i++) {
        const vec3 corner = make3(i & 1 ? -size.x : size.x, i & 2 ? -size.y : size.y, size.z);
        best = max2(best, length3(cross3(axis, corner)));
    }
    return best;
}

/* The ellipsoid's shadow along the axis is an ellipse: its greatest radius. */
static double moving_across_ellipsoid(vec3 size, vec3 axis) {
    vec3 e, f;
    complete_ray(axis, &e, &f);
    const vec3 de = make3(size.x * e.x, size.y * e.y, size.z * e.z);
    const vec3 df = make3(size.x * f.x, size.y * f.y, size.z * f.z);
    const double p = dot3(de, de), q = dot3(df, df), r = dot3(de, df);
    return sqrt(0.5 * (p + q + sqrt((p - q) * (p - q) + 4.0 * r * r)));
}

/* The rim of radius r at the height y: its point farthest from the axis is at the angle whose
 * cosine is c, measured from the axis' own direction. */
static double moving_across_rim(double r, double y, vec3 axis) {
    const double ky = fabs(axis.y), sy = sqrt(axis.x * axis.x + axis.z * axis.z);
    const double a = y * sy, b = r * ky, d = r * sy;
    const double c = b * a < d * d ? b * a / (d * d) : 1.0;
    const double x = a + b * c;
    return sqrt(x * x + r * r * (1.0 - c * c));
}

/* Vertex cores with more vertices use their ball: a hull of 141 takes 1 us. */
#define MOVING_VERTICES 16

static double moving_across_vertices(const gd_shape* shape, vec3 axis) {
    double best = 0.0;
    for (uint32_t i = 0; i < shape->vertices.count; i++) {
        best = max2(best, length3(cross3(axis, shape_vertex(&shape->vertices, i))));
    }
    return best;
}

/* Largest distance of a core point from a line through the local origin; axis is local. */
static double moving_across(const gd_shape* shape, vec3 axis, double reach) {
    const vec3 size = shape->size;
    switch (shape->core) {
    case GD_CORE_POINT:
    case GD_CORE_HALFSPACE: return 0.0;
    case GD_CORE_SEGMENT: return size.y * length3(cross3(axis, make3(0.0, 1.0, 0.0)));
    case GD_CORE_BOX: return moving_across_box(size, axis);
    case GD_CORE_ELLIPSOID: return moving_across_ellipsoid(size, axis) - shape->summand_radius;
    case GD_CORE_CYLINDER: return moving_across_rim(size.x, size.y, axis);
    case GD_CORE_FRUSTUM:
        return max2(moving_across_rim(size.x, size.y, axis),
                    moving_across_rim(size.z, size.y, axis));
    case GD_CORE_VERTICES:
        return shape->vertices.count <= MOVING_VERTICES ? moving_across_vertices(shape, axis)
                                                        : reach;
    case GD_CORE_MESH:
    case GD_CORE_SMOOTH:
    case GD_CORE_TRANSFORMED:
    case GD_CORE_SUM:
    case GD_CORE_CUSTOM:
    case GD_CORE_POINTS: break;
    }
    return reach;
}

static double moving_reach(const gd_shape* shape) {
    const vec3 size = shape->size;
    switch (shape->core) {
    case GD_CORE_POINT:
    case GD_CORE_HALFSPACE: return 0.0;
    case GD_CORE_SEGMENT:
    case GD_CORE_BOX: return length3(size);
    case GD_CORE_ELLIPSOID: return max_abs3(size) - shape->summand_radius;
    case GD_CORE_CYLINDER: return length3(make3(size.x, size.y, 0.0));
    case GD_CORE_FRUSTUM: return length3(make3(max2(size.x, size.z), size.y, 0.0));
    case GD_CORE_VERTICES:
    case GD_CORE_MESH:
    case GD_CORE_SMOOTH:
    case GD_CORE_TRANSFORMED:
    case GD_CORE_SUM:
    case GD_CORE_CUSTOM:
    case GD_CORE_POINTS: break;
    }
    /* the ball contains the radius; its rounding is relative to the whole */
    return shape->origin_bound_radius * MOVING_SPARE - shape->radius;
}

static bool moving_parallel(double x, double y) {
    return x * x + y * y < MOVING_PARALLEL * MOVING_PARALLEL;
}

/* Whether a turn about the local axis leaves the core as it is. */
static bool moving_is_symmetric(const gd_shape* shape, vec3 axis) {
    const vec3 size = shape->size;
    switch (shape->core) {
    case GD_CORE_POINT: return true;
    case GD_CORE_SEGMENT:
    case GD_CORE_CYLINDER:
    case GD_CORE_FRUSTUM: return moving_parallel(axis.x, axis.z);
    case GD_CORE_ELLIPSOID:
        return (size.y == size.z && moving_parallel(axis.y, axis.z)) ||
               (size.x == size.z && moving_parallel(axis.x, axis.z)) ||
               (size.x == size.y && moving_parallel(axis.x, axis.y)) ||
               (shape->dimension == 3 && size.x == size.y && size.y == size.z);
    case GD_CORE_BOX:
    case GD_CORE_VERTICES:
    case GD_CORE_MESH:
    case GD_CORE_SMOOTH:
    case GD_CORE_TRANSFORMED:
    case GD_CORE_SUM:
    case GD_CORE_CUSTOM:
    case GD_CORE_HALFSPACE:
    case GD_CORE_POINTS: break;
    }
    return false;
}

/* ---- setting up ---------------------------------------------------------------------------- */

/* The pose at time 0: an angle in 2D, otherwise a unit quaternion. */
static void moving_body_pose(moving_body* body, const double* pose) {
    if (body->shape->dimension == 2) {
        body->turn[0] = angle_reduced(pose[2]);
        return;
    }
    double m = 0.0, square = 0.0;
    for (int i = 0; i < 4; i++)
        m = max2(m, fabs(pose[3 + i]));
    for (int i = 0; i < 4; i++) {
        body->turn[i] = pose[3 + i] / m;
        square += body->turn[i] * body->turn[i];
    }
    for (int i = 0; i < 4; i++)
        body->turn[i] /= sqrt(square);
}

static mat3 cross_columns(vec3 axis, const mat3* r) {
    return (mat3){cross3(axis, r->cx), cross3(axis, r->cy), cross3(axis, r->cz)};
}

static void moving_body_init(moving_body* body, const gd_shape* shape, const frame3* frame,
                             vec3 spin) {
    body->shape = shape;
    body->start = frame->rotation;
    body->axis = make3(0.0, 0.0, 1.0);
    body->rate = safe_length3(spin);
    if (body->rate > 0.0) body->axis = unit3(spin);
    body->radius = shape->core == GD_CORE_HALFSPACE ? shape->offset : shape->radius;
    const vec3 axis = inv_rotate(&body->start, body->axis);
    if (moving_is_symmetric(shape, axis)) body->rate = 0.0;
    body->reach = moving_reach(shape) * MOVING_SPARE;
    body->across =
        min2(moving_across(shape, axis, body->reach) + 16.0 * GD_EPS * body->reach, body->reach);
    if (body->rate == 0.0) return;
    body->sine = cross_columns(body->axis, &body->start);
    body->cosine = cross_columns(body->axis, &body->sine);
}

/* Rounding of a support value, except the part that grows with the angle. */
static double moving_error(const moving_body* body) {
    const bool composite = body->shape->composite || body->shape->smooth;
    const double reach = composite ? MOVING_ERROR_COMPOSITE : MOVING_ERROR_REACH;
    const double core = body->reach + body->shape->summand_radius;
    return GD_EPS * (reach * core + MOVING_ERROR_RADIUS * fabs(body->radius));
}

GD_INLINE vec3 moving_spin(const double* angular, int dimension, double time) {
    return dimension == 3 ? scale3(time, load3(angular)) : make3(0.0, 0.0, time * angular[0]);
}

static void moving_set_errors(moving_pair* m) {
    const moving_body *a = &m->a, *b = &m->b;
    m->error = moving_error(a) + moving_error(b) + MOVING_ERROR_RADIUS * GD_EPS * m->target;
    m->error_growth = MOVING_ERROR_ANGLE * GD_EPS * (a->rate * a->reach + b->rate * b->reach);
    m->position_error = MOVING_ERROR_POSITION * GD_EPS;
    m->position_error_growth = 0.0;
    if (!moving_is_halfspace(a) && !moving_is_halfspace(b)) return;
    const double reach = a->reach + b->reach; /* one of them is 0 */
    const double rate = moving_is_halfspace(a) ? a->rate : b->rate;
    m->error += MOVING_ERROR_REACH * GD_EPS * reach;
    m->error_growth += MOVING_ERROR_ANGLE * GD_EPS * rate * reach;
    m->position_error += MOVING_ERROR_REACH * GD_EPS;
    m->position_error_growth = MOVING_ERROR_ANGLE * GD_EPS * rate;
}

gd_status gd_moving_pair_init(moving_pair* m, const gd_query* query, const gd_motion* motion) {
    const gd_shape *a = query->a, *b = query->b;
    const int dimension = a->dimension;
    frame3 frame_a, frame_b;
    if (!frame_of_pose(query->pose_a, dimension, &frame_a) ||
        !frame_of_pose(query->pose_b, dimension, &frame_b))
        return GD_ERROR_POSE;
    const double time = motion->max_time;
    moving_body_init(&m->a, a, &frame_a, moving_spin(motion->angular_a, dimension, time));
    moving_body_init(&m->b, b, &frame_b, moving_spin(motion->angular_b, dimension, time));
    moving_body_pose(&m->a, query->pose_a);
    moving_body_pose(&m->b, query->pose_b);
    m->dimension = dimension;
    m->p = sub3(frame_b.position, frame_a.position);
    m->v = scale3(time, sub3(load3(motion->velocity_b), load3(motion->velocity_a)));
    if (dimension == 2) m->v.z = 0.0;
    m->target = motion->target;
    m->radius = m->a.radius + m->b.radius + motion->target;
    m->bound = a->origin_bound_radius + b->origin_bound_radius + motion->target;
    m->size = motion->target;
    if (!moving_is_halfspace(&m->a)) m->size += a->origin_bound_radius;
    if (!moving_is_halfspace(&m->b)) m->size += b->origin_bound_radius;
    moving_set_errors(m);
    m->hint_a = m->hint_b = GD_NO_HINT;
    return GD_STATUS_OPTIMAL;
}

/* The quaternion of the turn by angle about the body's axis, times the body's own. */
static void moving_quaternion(const moving_body* body, double t, double* out) {
    const double* q = body->turn;
    const rot2 half = rotation_of_angle(0.5 * body->rate * t);
    const vec3 k = scale3(half.s, body->axis), v = load3(q);
    store3(out, add3(madd3(scale3(q[3], k), half.c, v), cross3(k, v)));
    out[3] = half.c * q[3] - dot3(k, v);
}

static void moving_pose(const moving_body* body, double t, vec3 position, double* pose) {
    store3(pose, position);
    if (body->shape->dimension == 2)
        pose[2] = body->turn[0] + angle_reduced(body->axis.z * body->rate * t);
    else
        moving_quaternion(body, t, pose + 3);
}

void gd_moving_poses(const moving_pair* m, double t, double pose_a[7], double pose_b[7]) {
    moving_pose(&m->a, t, make3(0.0, 0.0, 0.0), pose_a);
    moving_pose(&m->b, t, madd3(m->p, t, m->v), pose_b);
}

/* ---- bounds -------------------------------------------------------------------------------- */

/* Bounding balls, with lengths divided by the largest. Let x be the point p + t v, for t from 0 to
 * 1, that is nearest to the origin. Along x all other points are at least as far, so x proves a
 * miss. */
double gd_moving_balls_free(const moving_pair* m, vec3* normal) {
    const double unit = max2(max2(max_abs3(m->p), max_abs3(m->v)), m->bound);
    if (!(unit > 0.0 && unit < GD_INFINITY)) return 0.0;
    const vec3 p = scale3(1.0 / unit, m->p), v = scale3(1.0 / unit, m->v);
    const double r = m->bound / unit + 0x1p-40, vv = dot3(v, v), pv = dot3(p, v);
    const double c = dot3(p, p) - r * r;
    if (!(c > 0.0)) return 0.0;
    const double nearest = pv >= 0.0 ? 0.0 : -pv < vv ? -pv / vv : 1.0;
    const vec3 x = madd3(p, nearest, v);
    *normal = unit3(x);
    if (dot3(x, x) > r * r) return 1.0;
    const vec3 side = cross3(p, v); /* pv^2 - vv c would lose the digits of r */
    const double root = vv * r * r - dot3(side, side);
    if (!(root > 0.0)) return 0.0;
    const double t = c / (sqrt(root) - pv) * (1.0 - 0x1p-30);
    *normal = unit3(madd3(p, t, v));
    return t;
}

/* d2(n.y)/dt2 = (n x w).(w x y) for a point y of a body that turns by w. */
double gd_moving_curvature(const moving_pair* m, vec3 n) {
    const moving_body *a = &m->a, *b = &m->b;
    return (length3(cross3(n, a->axis)) * a->rate * a->rate * a->across +
            length3(cross3(n, b->axis)) * b->rate * b->rate * b->across) *
           MOVING_SPARE;
}

/* A quantity on an interval, from its values at both ends, a bound of its derivative, and one of
 * its magnitude. */
GD_INLINE double moving_greatest(double x, double y, double change, double limit) {
    return min2(0.5 * (x + y + change), limit);
}

/* Seen from the frame of n, a body turns by d = w - omega. Then d2(n.y)/dt2 = -q.y with q = d x (n
 * x d) - n x (d x omega). Returns the greatest |q| times the reach. */
GD_INLINE double moving_body_turning(const moving_body* body, const moving_turn* turn) {
    const vec3 d = madd3(neg3(turn->omega), body->rate, body->axis);
    const vec3 e = cross3(d, turn->omega);
    const vec3 q = sub3(cross3(d, cross3(turn->n, d)), cross3(turn->n, e));
    const vec3 q2 = sub3(cross3(d, cross3(turn->n2, d)), cross3(turn->n2, e));
    const double limit = dot3(d, d) + length3(e);
    const double change = limit * length3(turn->omega) * (turn->t2 - turn->t);
    return moving_greatest(length3(q), length3(q2), change, limit) * body->reach;
}

/* d2(n.p)/dt2 = n.x with x = omega x (omega x p) - 2 omega x v. Both n and x turn, and p moves. */
double gd_moving_curvature_turning(const moving_pair* m, const moving_turn* turn) {
    const vec3 w = turn->omega, v = cross3(w, m->v);
    const vec3 p = cross3(w, madd3(m->p, turn->t, m->v));
    const vec3 p2 = cross3(w, madd3(m->p, turn->t2, m->v));
    const double x = dot3(turn->n, sub3(cross3(w, p), scale3(2.0, v)));
    const double x2 = dot3(turn->n2, sub3(cross3(w, p2), scale3(2.0, v)));
    const double rate = length3(w), swirl = length3(v);
    const double limit = rate * max2(length3(p), length3(p2)) + 2.0 * swirl;
    const double change = rate * (limit + swirl) * (turn->t2 - turn->t);
    const double sum = moving_greatest(x, x2, change, limit) + MOVING_SPARE_OF(limit) +
                       moving_body_turning(&m->a, turn) + moving_body_turning(&m->b, turn);
    return max2(sum * MOVING_SPARE, 0.0);
}

double gd_moving_fall(const moving_pair* m, vec3 omega, double t, double t2) {
    const vec3 x = cross3(omega, madd3(m->p, t, m->v)), y = cross3(omega, madd3(m->p, t2, m->v));
    const double far = max2(length3(x), length3(y));
    const vec3 a = madd3(neg3(omega), m->a.rate, m->a.axis);
    const vec3 b = madd3(neg3(omega), m->b.rate, m->b.axis);
    return (length3(a) * m->a.reach + length3(b) * m->b.reach + far + length3(m->v)) * MOVING_SPARE;
}
