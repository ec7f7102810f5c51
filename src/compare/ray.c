/* Start and end of the comparison methods: from a query to its ray, and from a proof to the result.
 *
 * Rounding takes the weights of each method off the ray by a different amount, and a sum that
 * misses the ray proves nothing about it. Completing the proof makes the bounds comparable. */
#include "compare/ray.h"

gd_status gd_ray_init(compare_ray* ray, const gd_query* query) {
    if (!pair3_init(&ray->pair, query)) return GD_ERROR_POSE;
    ray->ball = pair3_inner_radius(&ray->pair, &ray->ball_offset);
    if (!(ray->ball > 0.0)) return GD_ERROR_UNDEFINED;
    ray->extent = query->a->bound_radius + query->b->bound_radius;
    ray->unit = 1.0 / (ray->extent * ray->extent);
    ray->max_iterations = query->settings->max_iterations;
    ray->iterations = 0.0;
    ray->trace = query->settings->trace == 0.0 ? NULL : trace_of(query->settings);
    /* the bounding balls, enlarged by more than their rounding */
    ray->outer = ray->extent * (1.0 + 0x1p-40);
    ray->normal = ray->pair.ray;
    ray->inner = 0.0;
    ray->count = 0;
    ray->rule = stop_rule_of(query->settings, false, ray->pair.distance, ray->extent, ray->outer);
    return GD_STATUS_OPTIMAL;
}

GD_COLD void gd_ray_record(const compare_ray* ray, const vertex3* s, vec3 n) {
    const trace_growth known = {ray->normal, ray->outer, ray->iterations};
    if (ray->count != 3) {
        gd_trace_direction3(ray->trace, &ray->pair, ray->inner, known, s, n);
        return;
    }
    portal3 portal;
    for (int i = 0; i < 3; i++) {
        portal.v[i] = ray->point[i];
        portal.weight[i] = ray->weight[i];
    }
    portal3_measure(&portal);
    gd_trace_portal3(ray->trace, &ray->pair, &portal, known, s, n);
}

/* Both parts move along s minus the balls' offset, in proportion to their radii. */
void gd_ray_ball(const compare_ray* ray, vec3 s, vertex3* vertex) {
    const gd_shape *a = ray->pair.a, *b = ray->pair.b;
    const double share = a->inner_radius / (a->inner_radius + b->inner_radius);
    const vec3 d = sub3(s, ray->ball_offset);
    vertex->a = madd3(a->inner_center, share, d);
    vertex->b = madd3(b->inner_center, share - 1.0, inv_rotate(&ray->pair.b_to_a, d));
    vertex->s = s;
    vertex->u = dot3(ray->pair.e1, s);
    vertex->v = dot3(ray->pair.e2, s);
    vertex->w = dot3(ray->pair.ray, s);
}

bool gd_ray_surrounded(const vertex3 v[3], portal3* portal) {
    const bool turned = vertex3_cross(&v[0], &v[1]) < 0.0;
    portal->v[0] = v[0];
    portal->v[1] = v[turned ? 2 : 1];
    portal->v[2] = v[turned ? 1 : 2];
    portal->rounding = 0.0;
    double sum = 0.0;
    for (int i = 0; i < 3; i++) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        portal->weight[i] = vertex3_cross(&portal->v[j], &portal->v[k]);
        if (!(portal->weight[i] >= 0.0)) return false;
        sum += portal->weight[i];
    }
    if (!(sum > 0.0)) return false;
    portal3_measure(portal);
    return true;
}

/* A point of the inner ball on the ray always proves this fraction of its radius: 2 % inside, more
 * than rounding. */
#define RAY_INSIDE 0.98

void gd_ray_complete(compare_ray* ray) {
    vec3 mean = make3(0.0, 0.0, 0.0);
    double sum = 0.0;
    for (int i = 0; i < ray->count; i++) {
        mean = madd3(mean, ray->weight[i], ray->point[i].s);
        sum += ray->weight[i];
    }
    const double along = dot3(mean, ray->pair.ray);
    const vec3 miss = sub3(scale3(along, ray->pair.ray), mean);
    const double length = length3(miss), share = length / ray->ball;
    const double min_inner = RAY_INSIDE * ray->ball;
    ray->inner = along / (sum + share);
    if (!(ray->inner > min_inner)) { /* also if there are no points */
        ray->inner = min_inner;
        ray->count = 1;
        ray->weight[0] = 1.0;
        gd_ray_ball(ray, scale3(min_inner, ray->pair.ray), &ray->point[0]);
    } else if (length > 0.0) {
        gd_ray_ball(ray, scale3(ray->ball / length, miss), &ray->point[ray->count]);
        ray->weight[ray->count++] = share;
    }
}

/* The parts of the point where the ray leaves the hull of the proof's points. */
static vec3 ray_mean(const compare_ray* ray, bool part_b) {
    vec3 mean = make3(0.0, 0.0, 0.0);
    double sum = 0.0;
    for (int i = 0; i < ray->count; i++) {
        mean = madd3(mean, ray->weight[i], part_b ? ray->point[i].b : ray->point[i].a);
        sum += ray->weight[i];
    }
    return scale3(1.0 / sum, mean);
}

/* Fills the result of gd_growth_distance from the bounds and the parts of the common point. */
static gd_status ray_fill(const compare_ray* ray, gd_status status, vec3 part_a, vec3 part_b,
                          gd_growth_result* out) {
    const pair3* pair = &ray->pair;
    const vec3 a = rotate(&pair->rotation_a, part_a);
    const vec3 b = rotate(&pair->rotation_b, part_b);
    const double upper = pair->distance / ray->inner;
    growth_fill(out, status, ray->iterations, upper, pair->distance / ray->outer);
    store3(out->normal, rotate(&pair->rotation_a, ray->normal));
    store3(out->point_a, add3(pair->center_a, a));
    store3(out->point_b, add3(pair->center_b, b));
    store3(out->contact,
           scale3(0.5, add3(madd3(pair->center_a, upper, a), madd3(pair->center_b, upper, b))));
    return (gd_status)out->status;
}

gd_status gd_ray_finish(compare_ray* ray, gd_status status, gd_growth_result* out) {
    gd_ray_complete(ray);
    if (ray_proved(ray))
        status = GD_STATUS_OPTIMAL;
    else if (status == GD_STATUS_OPTIMAL)
        status = GD_STATUS_PRECISION;
    return ray_fill(ray, status, ray_mean(ray, false), ray_mean(ray, true), out);
}
