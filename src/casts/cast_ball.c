/* Casts of a ball: its centre is cast as a ray, with the ball's radius as a part of the target. If
 * A is the ball, its centre moves backwards past B. */
#include "casts/cast_ray.h"

/* Whether gd_ray_closed suits a shape and a ball. */
static bool ball_suits(const gd_shape* shape) {
    switch (shape->core) {
    case GD_CORE_POINT:
    case GD_CORE_SEGMENT:
    case GD_CORE_BOX:
    case GD_CORE_CYLINDER:
    case GD_CORE_FRUSTUM: return true;
    case GD_CORE_ELLIPSOID:
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

/* A ball of the radius with its centre at o, which the displacement v moves. */
typedef struct moved_ball {
    vec3 o, v;
    double radius;
    bool is_a; /* A is the ball, B moves */
} moved_ball;

/* The result of the cast, from the one of its ray. Near a tangent the ray's point is inaccurate
 * along the ray, so the ball's own point comes from its centre. */
static void ball_result(const moved_ball* m, const gd_ray_result* ray, gd_cast_result* out) {
    const vec3 n = load3(ray->normal), p = load3(ray->point);
    *out = (gd_cast_result){.status = ray->status,
                            .iterations = ray->iterations,
                            .hit = ray->hit,
                            .time = ray->time,
                            .lower = ray->lower,
                            .upper = ray->upper};
    store3(out->normal, m->is_a ? neg3(n) : n);
    if (ray->hit == 0.0 || ray->status == GD_STATUS_OVERLAPPING) return;
    const vec3 moved = scale3(ray->time, m->v), own = madd3(m->o, -m->radius, n);
    store3(out->point_a, m->is_a ? own : p);
    store3(out->point_b, add3(m->is_a ? p : own, moved));
}

bool gd_cast_ball(const gd_query* query, const gd_cast* cast, gd_cast_result* out) {
    moved_ball m = {.is_a = query->b->core != GD_CORE_POINT};
    const gd_shape *ball = m.is_a ? query->a : query->b, *shape = m.is_a ? query->b : query->a;
    if (!shape_is_point(ball) || !ball_suits(shape)) return false;
    const int dimension = shape->dimension;
    const double* pose = m.is_a ? query->pose_b : query->pose_a;
    frame3 frame;
    gd_ray_result found;
    if (!position_of_pose(m.is_a ? query->pose_a : query->pose_b, dimension, &m.o) ||
        !ray_frame(shape, pose, &frame))
        return false;
    m.v = load3(cast->displacement);
    if (dimension == 2) m.v.z = 0.0;
    m.radius = ball->radius;
    gd_ray ray = {.min_time = cast->min_time,
                  .max_time = cast->max_time,
                  .target = cast->target + ball->radius};
    store3(ray.origin, m.o);
    store3(ray.direction, m.is_a ? neg3(m.v) : m.v);
    if (!gd_ray_closed(shape, &frame, &ray, query->settings->tolerance, &found)) return false;
    ball_result(&m, &found, out);
    return true;
}
