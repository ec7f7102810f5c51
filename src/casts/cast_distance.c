/* The last resort of a cast: time steps by distance queries.
 *
 * A distance query with B at the height outer gives a normal n, and h(n) is the next outer. This is
 * Newton's method on the distance as a function of time. The function is convex, so the steps never
 * pass a contact. They also converge if K is flat or the line is tangent. Then no three vertices of
 * K surround the line in doubles. */
#include "convex/convex.h"
#include "casts/cast_search.h"
#include "distance/gjk.h"

/* Limit on the distance queries. */
#define CAST_DISTANCES 40
/* Shapes this near, as a multiple of the slack, touch up to rounding. */
#define CAST_TOUCH 4.0

/* The query with B moved to the height z, relative to A at the world's origin. */
static void distance_move(const cast_search* c, const gd_query* query, double z, double* pose_a,
                          double* pose_b) {
    const pair3* pair = &c->line.pair;
    const vec3 between = madd3(pair->p, z, pair->ray);
    const vec3 center = rotate(&pair->rotation_b, pair->b->center);
    const vec3 x = sub3(rotate(&pair->rotation_a, add3(between, pair->a->center)), center);
    const bool plane = pair->a->dimension == 2;
    memcpy(pose_a, query->pose_a, (plane ? 3 : 7) * sizeof *pose_a);
    memcpy(pose_b, query->pose_b, (plane ? 3 : 7) * sizeof *pose_b);
    pose_a[0] = pose_a[1] = 0.0;
    pose_b[0] = x.x;
    pose_b[1] = x.y;
    if (plane) return;
    pose_a[2] = 0.0;
    pose_b[2] = x.z;
}

/* The distance at the height z. Returns its normal in ray coordinates. */
static vec3 distance_at(cast_search* c, const gd_query* query, double z, gd_distance_result* d) {
    const pair3* pair = &c->line.pair;
    const double left = c->max_iterations - c->iterations - 1.0;
    const gd_settings settings = {.tolerance = GD_DEFAULT_TOLERANCE,
                                  .max_iterations = min2(GD_DEFAULT_MAX_ITERATIONS, left)};
    double pose_a[7], pose_b[7];
    distance_move(c, query, z, pose_a, pose_b);
    convex_distance(&(gd_query){query->a, pose_a, query->b, pose_b, &settings, NULL}, d);
    c->iterations += d->iterations;
    return cast_seen(pair, inv_rotate(&pair->rotation_a, load3(d->normal)));
}

static bool distance_touches(const cast_search* c, const gd_distance_result* d) {
    return d->value <= c->line.target + CAST_TOUCH * c->line.slack;
}

cast_place gd_cast_place_at(cast_search* c, const gd_query* query, double z) {
    gd_distance_result d;
    vertex3 s;
    const vec3 n = distance_at(c, query, z, &d);
    if (distance_touches(c, &d)) return CAST_TOUCHES;
    gd_cast_support(&c->line, n, &s);
    c->iterations += 1.0;
    if (n.z > 0.0 || !(dot3(n, in_ray_frame(&s)) < z * n.z - c->line.slack)) return CAST_APPROACHES;
    c->normal = n;
    return CAST_LEAVES;
}

/* Takes touching points, which are on the line up to rounding. */
static void distance_touch(cast_search* c, const gd_distance_result* d, double z) {
    const pair3* pair = &c->line.pair;
    const vec3 offset = rotate(&pair->rotation_a, pair->a->center);
    const vec3 b = madd3(pair->p, z, pair->ray);
    /* a known contact within this error is more exact */
    const double error = d->value > 0.0 ? 0.0 : GJK_FLAT * (c->line.extent + max_abs3(b));
    if (!(z - c->inner > error / c->normal.z)) return;
    c->inner = z;
    c->on_a = inv_rotate(&pair->rotation_a, sub3(load3(d->point_a), offset));
    const vec3 on_b = sub3(load3(d->point_b), add3(offset, rotate(&pair->rotation_a, b)));
    c->on_b = inv_rotate(&pair->rotation_b, on_b);
}

/* If outer has a normal with w > 0 and n separates at outer with w <= 0, the line misses K: this is
 * their combination across the line. */
static vec3 distance_across(vec3 outer, vec3 n) {
    const vec3 sum = add3(scale3(-n.z, outer), scale3(outer.z, n));
    return unit3(make3(sum.x, sum.y, 0.0));
}

gd_status gd_cast_by_distance(cast_search* c, const gd_query* query) {
    gd_distance_result d;
    vertex3 s;
    for (int i = 0; i < CAST_DISTANCES && cast_may_measure(c); i++) {
        const double z = c->outer;
        vec3 n = distance_at(c, query, z, &d);
        if (distance_touches(c, &d)) distance_touch(c, &d, z);
        if (cast_decided(c)) return GD_STATUS_OPTIMAL;
        if (!(max_abs3(n) > 0.0)) break;
        const bool leaves = !(n.z > 0.0);
        if (leaves) n = distance_across(c->normal, n);
        gd_cast_support(&c->line, n, &s);
        c->iterations += 1.0;
        gd_cast_take_normal(c, n, &s);
        if (cast_decided(c)) return GD_STATUS_OPTIMAL;
        if (leaves || !(c->outer < z)) break;
    }
    return cast_may_measure(c) ? GD_STATUS_PRECISION : GD_STATUS_MAX_ITERATIONS;
}
