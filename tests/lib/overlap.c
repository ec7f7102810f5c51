/* Overlapping pairs for the tests of src/depth: see overlap.h. */
#include "overlap.h"

#include "check.h"

static const gd_settings defaults = {.tolerance = GD_DEFAULT_TOLERANCE, .max_iterations = 500.0};

bool overlap_begin(overlap* o, const gd_query* query) {
    gd_query search = *query;
    search.settings = &defaults;
    CHECK(gd_gjk_init(&o->g, &search, false));
    gd_gjk_run(&o->g, &search, GD_METHOD_GJK, GJK_SIGNED);
    if (!o->g.meet || gd_initial_simplex(&o->g, &o->simplex) != INITIAL_SIMPLEX_SOLID) return false;
    o->depth = (depth_bounds){.normal = o->g.pair.ray};
    o->depth.upper = overlap_width(o, o->depth.normal);
    o->depth.a = o->g.a[0];
    o->depth.b = o->g.b[0];
    return true;
}

bool overlap_begin_local(overlap* o, const gd_query* query) {
    if (!overlap_begin(o, query)) return false;
    const double lower = gd_initial_simplex_offset(&o->simplex, o->g.extent, query->a->dimension);
    o->depth = (depth_bounds){.upper = INFINITE, .lower = lower};
    return true;
}

double overlap_width(overlap* o, vec3 n) {
    gd_gjk_support(&o->g, n, 0);
    return dot3(n, o->g.x[0]);
}

void overlap_check(overlap* o, double rounding) {
    const depth_bounds* d = &o->depth;
    CHECK(0.0 <= d->lower && d->lower <= d->upper + rounding);
    CHECK_NEAR(length3(d->normal), 1.0, 1e-14);
    CHECK_NEAR(overlap_width(o, d->normal), d->upper, rounding);
}

double overlap_miss(const overlap* o) {
    const depth_bounds* d = &o->depth;
    const pair3* pair = &o->g.pair;
    const vec3 x = sub3(sub3(d->a, rotate(&pair->b_to_a, d->b)), pair->p);
    return fabs(dot3(d->normal, x) - d->upper);
}

void overlap_check_depth(overlap* o, double tolerance, double truth) {
    const double rounding = 1e-13 * o->g.extent;
    overlap_check(o, rounding);
    CHECK(overlap_miss(o) <= rounding + 2.0 * tolerance * truth);
    CHECK(o->depth.lower <= truth + rounding && truth <= o->depth.upper + rounding);
    CHECK(o->depth.upper - o->depth.lower <= tolerance * o->depth.upper + rounding);
}

const gd_iterate* overlap_last_row(const gd_trace* trace) {
    const double* at = trace->rows;
    for (int k = 1; k < (int)trace->iterates; k++)
        at += (size_t)((const gd_iterate*)(const void*)at)->length;
    return (const gd_iterate*)(const void*)at;
}

static void random_quaternion(double pose[7]) {
    for (int i = 3; i < 7; i++)
        pose[i] = random_between(-1.0, 1.0);
}

static mat3 rotation_of_pose(const double* pose) {
    const double *q = pose + 3, norm2 = q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3];
    return rotation_of(q[0], q[1], q[2], q[3], norm2);
}

void overlap_parallel_poses(vec3 offset, double pose_a[7], double pose_b[7]) {
    random_quaternion(pose_a);
    for (int i = 3; i < 7; i++)
        pose_b[i] = pose_a[i];
    const mat3 turn = rotation_of_pose(pose_a);
    const vec3 moved = rotate(&turn, offset);
    for (int i = 0; i < 3; i++)
        pose_a[i] = random_between(-2.0, 2.0);
    store3(pose_b, add3(load3(pose_a), moved));
}

void overlap_random_poses(double distance, double pose_a[7], double pose_b[7]) {
    random_quaternion(pose_a);
    random_quaternion(pose_b);
    for (int i = 0; i < 3; i++) {
        pose_a[i] = random_between(-2.0, 2.0);
        pose_b[i] = pose_a[i] + random_between(-distance, distance);
    }
}

static double reach_along(const mat3* turn, vec3 half, vec3 n) {
    return half.x * fabs(dot3(turn->cx, n)) + half.y * fabs(dot3(turn->cy, n)) +
           half.z * fabs(dot3(turn->cz, n));
}

double overlap_box_depth(vec3 half_a, const double* pose_a, vec3 half_b, const double* pose_b) {
    const mat3 a = rotation_of_pose(pose_a), b = rotation_of_pose(pose_b);
    const vec3 axes_a[3] = {a.cx, a.cy, a.cz}, axes_b[3] = {b.cx, b.cy, b.cz};
    const vec3 p = sub3(load3(pose_b), load3(pose_a));
    double depth = INFINITE;
    for (int i = 0; i < 15; i++) {
        const vec3 n = i < 3   ? axes_a[i]
                       : i < 6 ? axes_b[i - 3]
                               : cross3(axes_a[(i - 6) / 3], axes_b[(i - 6) % 3]);
        if (!(length3(n) > 1e-6)) continue; /* parallel edges have no axis */
        const vec3 unit = unit3(n);
        depth = fmin(depth, reach_along(&a, half_a, unit) + reach_along(&b, half_b, unit) -
                                fabs(dot3(unit, p)));
    }
    return depth;
}

static void count_ball(void* context, double radius, const double direction[3], double point[3]) {
    double* calls = context;
    *calls += 1.0;
    store3(point, scale3(radius, load3(direction)));
}

gd_shape* overlap_counted_ball(double radius, double* calls) {
    const double record[7] = {GD_KIND_CUSTOM, 0, 0, 0, 0, 0, radius};
    const gd_custom custom = {count_ball, calls};
    gd_shape* shape;
    CHECK(gd_shape_create_custom(record, 7, &custom, &shape) == GD_STATUS_OPTIMAL);
    return shape;
}
