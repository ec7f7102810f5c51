/* Distance and overlap tests by GJK: runs the search on the cores and adds the balls back to its
 * result. */
#include "distance/distance.h"
#include "distance/gjk.h"

/* A point of each core, in the core's own frame, relative to its shape's centre. */
typedef struct core_points {
    vec3 a, b;
} core_points;

/* Makes witness points from the cores' nearest points, so that pointB - pointA = value * normal. */
static void distance_witness(const gjk* g, double value, vec3 n, core_points on, double* point_a,
                             double* point_b) {
    vec3 on_a = add3(g->pair.center_a, rotate(&g->pair.rotation_a, on.a));
    vec3 on_b = add3(g->pair.center_b, rotate(&g->pair.rotation_b, on.b));
    const double length = g->meet ? 0.0 : g->length;
    /* on_b - on_a differs from length * n by rounding: half of the difference goes to each point */
    const vec3 miss = sub3(sub3(on_b, on_a), scale3(length, n));
    on_a = madd3(on_a, 0.5, miss);
    on_b = madd3(on_b, -0.5, miss);
    /* in contact both witnesses are one common point; the radii divide the length between the
     * cores */
    const double radius_a = g->radius_a, radius_b = g->radius_b;
    const double reach =
        value > 0.0 || g->radius == 0.0 ? radius_a : length * (radius_a / g->radius);
    const vec3 point = madd3(on_a, reach, n);
    store3(point_a, point);
    store3(point_b, value > 0.0 ? madd3(on_b, -radius_b, n) : point);
}

gd_status gd_distance_gjk(const gd_query* query, gd_distance_result* out) {
    gjk g;
    const gd_method method = (gd_method)(int)query->settings->method;
    if (!gd_gjk_init(&g, query, method == GD_METHOD_AUTO)) return GD_ERROR_POSE;
    gd_status status = gd_gjk_run(&g, query, method, GJK_DISTANCE);
    core_points on;
    gd_gjk_use_mean(&g, gd_gjk_points(&g, &on.a, &on.b));
    const double value = g.meet ? 0.0 : max2(g.length - g.radius, 0.0);
    if (value == 0.0 && status == GD_STATUS_PRECISION) status = GD_STATUS_OPTIMAL;
    const vec3 n = rotate(&g.pair.rotation_a, g.normal);
    out->status = status;
    out->iterations = g.iterations;
    out->value = value;
    out->lower = min2(max2(g.lower - g.radius, 0.0), value);
    out->gap = value - out->lower;
    store3(out->normal, n);
    distance_witness(&g, value, n, on, out->point_a, out->point_b);
    const int count = simplex_wanted(query) ? g.count : 0;
    out->simplex_count = count;
    for (int i = 0; i < count; i++) {
        store3(out->simplex_a + 3 * i, add3(g.pair.center_a, rotate(&g.pair.rotation_a, g.a[i])));
        store3(out->simplex_b + 3 * i, add3(g.pair.center_b, rotate(&g.pair.rotation_b, g.b[i])));
    }
    if (count > 0) simplex_repeat(out, count);
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
    double point_b[3];
    core_points on;
    gd_gjk_use_mean(&g, gd_gjk_points(&g, &on.a, &on.b));
    const vec3 n = rotate(&g.pair.rotation_a, g.normal);
    distance_witness(&g, 0.0, n, on, out->point, point_b);
    return (gd_status)out->status;
}
