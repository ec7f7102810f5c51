/* The common part of the comparison methods: C and its ray, both bounds with their proofs, and the
 * result.
 *
 * inner <= beta <= outer, where the ray leaves C at the distance beta; sigma = distance / beta
 * (docs/algorithms.md, Cutting planes). inner is proved by points of C whose weighted sum is on the
 * ray, outer by one supporting plane. */
#ifndef GD_RAY_H
#define GD_RAY_H

#include "minkowski/portal.h"
#include "minkowski/problem.h"
#include "minkowski/convergence.h"
#include "minkowski/trace.h"

#define RAY_POINTS 5 /* a triangle and the ball points of zc.c and gd_ray_complete */

typedef struct compare_ray {
    pair3 pair;
    double extent;    /* of C; thresholds are fractions of it */
    double unit;      /* 1 / extent^2: scales facet normals to a length near 1 */
    double ball;      /* radius of a ball in C about the origin */
    vec3 ball_offset; /* between the centres of the two inner balls */
    double max_iterations;
    gd_trace* trace; /* NULL: no recording */
    stop_rule rule;

    double iterations;
    double outer;
    vec3 normal; /* unit, A's frame */
    double inner;
    int count;
    vertex3 point[RAY_POINTS];
    double weight[RAY_POINTS];
} compare_ray;

/* Returns OPTIMAL, or an error unless both shapes are bounded and C has a known ball about the
 * origin. */
GD_INTERNAL gd_status gd_ray_init(compare_ray* ray, const gd_query* query);

/* Records the support vertex along n, with the points that prove the inner bound. */
GD_INTERNAL void gd_ray_record(const compare_ray* ray, const vertex3* s, vec3 n);

/* Sets vertex to the point s of the inner ball, with its parts on A and B. */
GD_INTERNAL void gd_ray_ball(const compare_ray* ray, vec3 s, vertex3* vertex);

/* Makes a portal of three vertices; returns false unless the ray passes between them. */
GD_INTERNAL bool gd_ray_surrounded(const vertex3 v[3], portal3* portal);

/* Moves the weighted mean of the proof's points onto the ray by adding a point of the inner ball.
 * inner is then proved up to rounding, whatever the weights are. If the ball alone proves more, it
 * replaces the points. */
GD_INTERNAL void gd_ray_complete(compare_ray* ray);

/* The end of every method: completes the proof, corrects the status if the bounds decide otherwise,
 * and fills *out. */
GD_INTERNAL gd_status gd_ray_finish(compare_ray* ray, gd_status status, gd_growth_result* out);

GD_INLINE bool ray_proved(const compare_ray* ray) {
    return stop_proved(&ray->rule, ray->inner, ray->outer);
}

/* Finds the support vertex along n, of any length > 0 near 1, and updates the outer bound. */
GD_INLINE void ray_support(compare_ray* ray, vec3 n, vertex3* s) {
    const double inverse = 1.0 / length3(n);
    pair3_support(&ray->pair, n, inverse, s);
    ray->iterations += 1.0;
    const double h = dot3(n, s->s), n_dot_ray = dot3(n, ray->pair.ray);
    if (h > 0.0 && h < ray->outer * n_dot_ray) { /* as in cutting_plane.c */
        ray->outer = h / n_dot_ray;
        ray->normal = scale3(inverse, n);
    }
    if (ray->trace) gd_ray_record(ray, s, n);
}

/* Takes the portal as proof of the inner bound if it is a better one. */
GD_INLINE void ray_improve(compare_ray* ray, const portal3* portal) {
    const double inner = portal3_certain(portal, ray->ball);
    if (!(inner > ray->inner)) return;
    ray->inner = inner;
    ray->count = 3;
    for (int i = 0; i < 3; i++) {
        ray->point[i] = portal->v[i];
        ray->weight[i] = portal->weight[i];
    }
}

/* Internal expanding from a facet in C through which the ray leaves (ie.c); also the second half of
 * the hybrid. */
GD_INTERNAL gd_status gd_compare_expand(compare_ray* ray, portal3* facet);

#endif
