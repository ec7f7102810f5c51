/* What the comparison methods share: C and its ray, the outer bound with its normal, the inner
 * bound with the points of C that prove it, and the record they end in.
 *
 * inner <= beta <= outer, the distance along the ray at which it leaves C; sigma = distance / beta
 * (algorithms.md 2). inner is proved by at most four vertices of C whose weighted sum lies on the
 * ray, outer by one supporting plane. */
#ifndef GD_COMPARE_RAY_H
#define GD_COMPARE_RAY_H

#include "../portal.h"
#include "../solvers.h"
#include "../stop.h"

#define RAY_POINTS 4

typedef struct compare_ray {
    pair3 pair;
    double extent;    /* of C; thresholds are parts of it */
    double unit;      /* 1 / extent^2: brings normals of facets near length 1 */
    double ball;      /* radius of a ball in C about the origin */
    vec3 ball_offset; /* between the centres of the two inner balls */
    double max_iterations;
    stop_rule rule;

    double iterations;
    double outer;
    vec3 normal; /* unit, A's frame */
    double inner;
    int count;
    vertex3 point[RAY_POINTS];
    double weight[RAY_POINTS];
} compare_ray;

/* OPTIMAL when the pair can be solved: both are bounded, and the origin is inside C. */
GD_INLINE gd_status compare_ray_init(compare_ray* ray, const gd_query* query) {
    if (query->a->dimension != 3 || query->b->dimension != 3) return GD_ERROR_DIMENSION;
    if (query->a->bound_radius < 0.0 || query->b->bound_radius < 0.0) return GD_ERROR_UNDEFINED;
    if (!pair3_init(&ray->pair, query->a, query->pose_a, query->b, query->pose_b))
        return GD_ERROR_POSE;
    ray->ball = pair3_inner_radius(&ray->pair, &ray->ball_offset);
    if (!(ray->ball > 0.0)) return GD_ERROR_UNDEFINED;
    ray->extent = query->a->bound_radius + query->b->bound_radius;
    ray->unit = 1.0 / (ray->extent * ray->extent);
    ray->max_iterations = query->settings->max_iterations;
    ray->iterations = 0.0;
    /* the balls around the shapes, which hold them up to rounding */
    ray->outer = ray->extent * (1.0 + 0x1p-40);
    ray->normal = ray->pair.ray;
    ray->inner = 0.0;
    ray->count = 0;
    ray->rule = stop_rule_of(query->settings, false, ray->pair.distance, ray->extent, ray->outer);
    return GD_STATUS_OPTIMAL;
}

GD_INLINE bool compare_ray_proved(const compare_ray* ray) {
    return stop_proved(&ray->rule, ray->inner, ray->outer);
}

/* Support vertex along n, of any length > 0 near 1, and what its plane proves. Returns the
 * vertex's height above the plane of that normal through the ray's point at inner. */
GD_INLINE double compare_ray_support(compare_ray* ray, vec3 n, vertex3* s) {
    const double inverse = 1.0 / length3(n);
    pair3_support(&ray->pair, n, inverse, s);
    ray->iterations += 1.0;
    const double h = dot3(n, s->s), rise = dot3(n, ray->pair.ray);
    if (rise > 0.0 && h < ray->outer * rise) {
        ray->outer = h / rise;
        ray->normal = scale3(inverse, n);
    }
    return (h - ray->inner * rise) * inverse;
}

/* A point of the inner ball as a vertex of C: both parts go along s less the offset of the balls,
 * in proportion to their radii. */
GD_INLINE void compare_ray_ball(const compare_ray* ray, vec3 s, vertex3* vertex) {
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

/* Three vertices as a portal; false unless the ray passes between them. */
GD_INLINE bool compare_ray_surrounded(const vertex3 v[3], portal3* portal) {
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

/* The portal becomes the proof of the inner bound if it is a better one. */
GD_INLINE void compare_ray_portal(compare_ray* ray, const portal3* portal) {
    if (!(portal->inner > ray->inner)) return;
    ray->inner = portal->inner;
    ray->count = 3;
    for (int i = 0; i < 3; i++) {
        ray->point[i] = portal->v[i];
        ray->weight[i] = portal->weight[i];
    }
}

/* The parts of the point where the ray leaves the hull of the proof's points. */
GD_INLINE vec3 compare_ray_mean(const compare_ray* ray, bool part_b) {
    vec3 mean = make3(0.0, 0.0, 0.0);
    double sum = 0.0;
    for (int i = 0; i < ray->count; i++) {
        mean = madd3(mean, ray->weight[i], part_b ? ray->point[i].b : ray->point[i].a);
        sum += ray->weight[i];
    }
    return scale3(1.0 / sum, mean);
}

/* The record of gd_growth_distance from bounds and the parts of the common point. */
GD_INLINE gd_status compare_ray_fill(const compare_ray* ray, gd_status status, vec3 part_a,
                                     vec3 part_b, gd_growth_result* out) {
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

GD_INLINE gd_status compare_ray_finish(const compare_ray* ray, gd_status status,
                                       gd_growth_result* out) {
    return compare_ray_fill(ray, status, compare_ray_mean(ray, false), compare_ray_mean(ray, true),
                            out);
}

/* Internal expanding from a facet in C that the ray leaves through (ie.c): the second half of the
 * hybrid. */
GD_INTERNAL gd_status gd_compare_expand(compare_ray* ray, portal3* facet);

#endif
