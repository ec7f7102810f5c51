/* Distance and overlap tests by GJK: runs the search on the cores and adds the balls back to its
 * result. */
#include "distance/distance.h"
#include "distance/newton_distance.h"

/* The nearest point of A's core, in A's frame relative to its centre, and its difference x from the
 * nearest point of B's core. */
typedef struct core_points {
    vec3 on_a, x;
} core_points;

GD_INLINE core_points distance_points(gjk* g) {
    core_points on;
    vec3 on_b;
    on.x = gjk_points(g, &on.on_a, &on_b);
    gjk_use_mean(g, on.x);
    return on;
}

/* Stores the witness points, pointB - pointA = value * normal. In contact both are one common
 * point: the radii divide the length between the cores. */
GD_INLINE void distance_witness(const gjk* g, const core_points* on, double value, double* point_a,
                                double* point_b) {
    const vec3 n = vec3_read(&g->normal), far = rotate(&g->pair.rotation_a, n);
    const double length = g->meet ? 0.0 : g->length, ratio = length / g->radius;
    const double reach = value > 0.0 || g->radius == 0.0 ? g->radius_a : g->radius_a * ratio;
    /* x differs from -length * n by rounding: half of the difference goes to each point */
    const vec3 middle = madd3(on->on_a, -0.5, madd3(on->x, length, n));
    const vec3 local = madd3(middle, reach, n);
    const vec3 point = add3(g->pair.center_a, rotate(&g->pair.rotation_a, local));
    store3(point_a, point);
    store3(point_b, madd3(point, value, far));
}

static GD_NOINLINE void distance_simplex_out(const gjk* g, gd_distance_result* out) {
    int first;
    const int count = gjk_simplex(g, &first);
    out->simplex_count = count;
    for (int i = 0; i < count; i++) {
        const vec3 a = rotate(&g->pair.rotation_a, g->a[first + i]);
        const vec3 b = rotate(&g->pair.rotation_b, g->b[first + i]);
        store3(out->simplex_a + 3 * i, add3(g->pair.center_a, a));
        store3(out->simplex_b + 3 * i, add3(g->pair.center_b, b));
    }
    simplex_repeat(out, count);
}

gd_status gd_distance_gjk(const gd_query* query, gd_distance_result* out) {
    gjk g;
    const gd_method method = (gd_method)(int)query->settings->method;
    if (!gd_gjk_init(&g, query, method == GD_METHOD_AUTO)) return GD_ERROR_POSE;
    gd_status status = method == GD_METHOD_AUTO ? gjk_run_auto(&g, query)
                                                : gd_gjk_run(&g, query, method, GJK_DISTANCE);
    const core_points on = distance_points(&g);
    const double value = g.meet ? 0.0 : max2(g.length - g.radius, 0.0);
    if (value == 0.0 && status == GD_STATUS_PRECISION) status = GD_STATUS_OPTIMAL;
    out->status = status;
    out->iterations = g.iterations;
    out->value = value;
    out->lower = min2(max2(g.lower - g.radius, 0.0), value);
    out->gap = value - out->lower;
    store3(out->normal, rotate(&g.pair.rotation_a, vec3_read(&g.normal)));
    distance_witness(&g, &on, value, out->point_a, out->point_b);
    out->simplex_count = 0.0;
    if (simplex_wanted(query)) distance_simplex_out(&g, out);
    return status;
}

gd_status gd_collide_gjk(const gd_query* query, gd_collision_result* out) {
    gjk g;
    if (!gd_gjk_init(&g, query, false)) return GD_ERROR_POSE;
    out->status = gd_gjk_run(&g, query, (gd_method)(int)query->settings->method, GJK_BOOLEAN);
    out->iterations = g.iterations;
    out->colliding = !g.meet && g.length > g.radius && g.lower > g.radius ? 0.0 : 1.0;
    out->lower = gjk_growth_lower(&g);
    out->upper = gjk_growth_upper(&g);
    store3(out->normal, rotate(&g.pair.rotation_a, g.proof));
    const core_points on = distance_points(&g);
    double point_b[3];
    distance_witness(&g, &on, 0.0, out->point, point_b);
    return (gd_status)out->status;
}
