/* Penetration depth of overlapping cores: the types and the solvers. */
#ifndef GD_DEPTH_H
#define GD_DEPTH_H

#include "depth/initial_simplex.h"

/* Depth and signed distance in 2D and 3D, no half-spaces. On success each function fills *out and
 * returns its status. On an error it returns the error and leaves *out unchanged. */
GD_INTERNAL gd_status gd_penetration_solve(const gd_query* query, gd_penetration_result* out);
GD_INTERNAL gd_status gd_signed_solve(const gd_query* query, gd_signed_result* out);

/* Cores that overlap by less than this fraction of the extent only touch. */
#define DEPTH_ROUNDING (8.0 * GD_EPS)

/* Depth of the cores. upper is h_D(normal); lower comes from an inscribed polytope. */
typedef struct depth_bounds {
    double upper;
    double lower;
    vec3 normal; /* unit, A's frame: moving B along it by upper separates the cores */
    vec3 a, b; /* nearest points, in A's and B's frame, relative to the centres: a - b = upper n */
    double iterations;
    double calls;
} depth_bounds;

/* Settings of one search. The tolerance is relative to the depth of the shapes, that is of the
 * cores plus radius. */
typedef struct depth_rule {
    double tolerance;
    double max_iterations;
    double radius;
    gd_trace* trace; /* NULL: no recording */
} depth_rule;

/* A trace row with the bounds so far and no vertices. */
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

/* How to answer a query, decided once. */
typedef struct depth_plan {
    const gd_query* query;
    gjk_goal goal;
    gd_method method;
    bool plane;      /* 2D */
    bool edges_only; /* both cores are polytopes */
    bool newton;     /* Newton's method comes first */
    bool directed;   /* the caller or the warm state gives the first direction */
    bool warm;       /* the warm state fits the pair */
    vec3 direction;  /* of Newton's and the local methods, A's frame; otherwise the centres' */
} depth_plan;

/* Each solver starts from a simplex of D and from bounds whose upper, normal and points are set. It
 * lowers upper, finds lower, and adds its iterations and support calls.
 *
 * Expanding polytope: the global minimum (epa.c, epa_2d.c). Returns OPTIMAL, MAX_ITERATIONS or
 * PRECISION. */
GD_INTERNAL gd_status gd_epa3(gjk* g, const initial_simplex* start, const depth_rule* rule,
                              depth_bounds* d);
GD_INTERNAL gd_status gd_epa2(gjk* g, const initial_simplex* start, const depth_rule* rule,
                              depth_bounds* d);

/* Quasi-Newton steps from direction (unit, A's frame), in 2D and 3D (lbfgs.c). Returns true at a
 * stationary point where D is smooth, usually a local minimum. Returns false at an edge or face of
 * D; d then has the best direction so far. */
GD_INTERNAL bool gd_lbfgs(gjk* g, vec3 direction, const depth_rule* rule, depth_bounds* d);

/* Follows rays from the origin, the first along direction (unit, A's frame): finds a local minimum
 * or, for MPR, the depth along that direction (incremental.c). Returns LOCAL, MAX_ITERATIONS or
 * PRECISION. */
GD_INTERNAL gd_status gd_incremental(gjk* g, const initial_simplex* start, gd_method method,
                                     vec3 direction, const depth_rule* rule, depth_bounds* d);

typedef enum newton_depth_end {
    NEWTON_DEPTH_FOUND, /* the cores overlap, or they are disjoint and the shapes overlap */
    NEWTON_DEPTH_APART, /* the normal separates the shapes */
    NEWTON_DEPTH_LOST,
} newton_depth_end;

/* Most iterations of Newton's method. */
#define NEWTON_DEPTH_STEPS 128.0

/* Newton's method with a certificate of the global depth (newton_depth.c). If it finds the depth,
 * it saves the warm state. */
GD_INTERNAL bool gd_newton_depth_fits(const gd_shape* a, const gd_shape* b);
GD_INTERNAL newton_depth_end gd_newton_depth(const gjk* g, const depth_plan* plan, depth_bounds* d);

#endif
