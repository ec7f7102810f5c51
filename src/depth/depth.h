/* Penetration of two cores that meet: what its solvers take and give. */
#ifndef GD_DEPTH_H
#define GD_DEPTH_H

#include "depth/initial_simplex.h"

/* Depth and signed distance of a pair in either dimension; no half-space. Each fills out and
 * returns a status, or returns an error and leaves out alone. */
GD_INTERNAL gd_status gd_penetration_solve(const gd_query* query, gd_penetration_result* out);
GD_INTERNAL gd_status gd_signed_solve(const gd_query* query, gd_signed_result* out);

/* The depth of the cores: h_D(normal) from above, the lower bound from an inscribed polytope. */
typedef struct depth_bounds {
    double upper;
    double lower;
    vec3 normal; /* unit, A's frame: moving B along it separates */
    vec3 a, b;   /* nearest points, A's and B's frames, relative to the centres: a - b = upper n */
    double iterations;
    double calls;
} depth_bounds;

/* Settings of one search: the tolerance is relative to the depth of the shapes, cores and radii. */
typedef struct depth_rule {
    double tolerance;
    double max_iterations;
    double radius;
    gd_trace* trace; /* NULL: none */
} depth_rule;

/* A row of a depth search, of the bounds known and no vertices yet. */
GD_INLINE trace_step depth_step(gd_iterate_type type, const gjk* g, const depth_rule* rule,
                                const depth_bounds* d, double upper) {
    trace_step step = {
        .type = type,
        .iteration = g->iterations + d->iterations,
        .normal = d->normal,
        .offset = d->upper,
        .radius_a = g->radius_a,
        .radius_b = g->radius_b,
        .nearest = -1,
    };
    gd_trace_bounds(rule->trace, -(upper + rule->radius), -(min2(d->lower, upper) + rule->radius),
                    &step);
    return step;
}

GD_INLINE void depth_vertex(gd_iterate* row, const gjk* g, int i, const core_vertex* v,
                            double weight) {
    gd_trace_vertex(row, &g->pair, i, &(trace_point){v->x, v->a, v->b, weight});
}

GD_INLINE bool depth_proved(const depth_bounds* d, const depth_rule* rule) {
    return d->upper - d->lower <= rule->tolerance * (d->upper + rule->radius);
}

/* Each starts from a simplex of D and from a depth whose upper bound, with its normal and points,
 * is known; it lowers that, finds the lower bound and adds its iterations and calls.
 *
 * Expanding polytope: the global minimum (epa.c, epa_2d.c). OPTIMAL, MAX_ITERATIONS or PRECISION.
 */
GD_INTERNAL gd_status gd_epa3(gjk* g, const initial_simplex* start, const depth_rule* rule,
                              depth_bounds* d);
GD_INTERNAL gd_status gd_epa2(gjk* g, const initial_simplex* start, const depth_rule* rule,
                              depth_bounds* d);

/* Quasi-Newton steps from a direction (unit, A's frame), in either dimension (lbfgs.c). True when
 * they end at a point where D is smooth, a local minimum or stationary; false where D has an edge
 * or a face, with the best direction seen. */
GD_INTERNAL bool gd_lbfgs(gjk* g, vec3 direction, const depth_rule* rule, depth_bounds* d);

/* Along rays from the origin, beginning with direction (unit, A's frame): a local minimum, or for
 * MPR the depth along that direction (incremental.c, incremental_2d.c). LOCAL, MAX_ITERATIONS or
 * PRECISION. */
GD_INTERNAL gd_status gd_incremental3(gjk* g, const initial_simplex* start, gd_method method,
                                      vec3 direction, const depth_rule* rule, depth_bounds* d);
GD_INTERNAL gd_status gd_incremental2(gjk* g, const initial_simplex* start, gd_method method,
                                      vec3 direction, const depth_rule* rule, depth_bounds* d);

#endif
