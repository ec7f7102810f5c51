/* A local minimum of the depth over unit normals, by Newton's method on the local model of h_D.
 *
 * On the sphere of unit normals, the Hessian is the model's minus h_D times the identity. The
 * Lagrange term is against the search: where the sphere bends more than h_D, the model is not
 * convex. Then a convex model finds the kinks that hold the step, and the true Hessian along them
 * decides its length. If the cores are disjoint, h_D < 0 and the model is always convex.
 *
 * At a kink, shares of the pieces beyond give the point of D at the minimum, and a cap of
 * directions in which no depth is smaller (cap.h). */
#ifndef GD_NEWTON_MINIMUM_H
#define GD_NEWTON_MINIMUM_H

#include "depth/depth.h"
#include "second_order/cap.h"

/* The data of one query. */
typedef struct depth_search {
    const gjk* g;
    difference_model d;
    double radius;    /* of both shapes; balls inside ellipsoids stay on */
    double tolerance; /* relative to the depth of the shapes */
    double lower;     /* the bound that is being proved: caps are for it; 0: none yet */
    double steps;     /* evaluations so far */
    double limit;     /* of the evaluations */
    gd_trace* trace;  /* NULL: no recording */
    double nearest;   /* with a trace: least length of the recorded vertices */
} depth_search;

/* A local minimum of h_D, or a direction where the search stopped. Points belong to the cores. */
typedef struct depth_minimum {
    double h;     /* h_D(n) */
    vec3 n;       /* unit, A's frame */
    vec3 e1, e2;  /* across n */
    vec3 x;       /* a point of D, near h n at a minimum */
    vec3 a, b;    /* its parts, relative to the centres */
    double reach; /* of the cap around n, 1 / cos of its half angle; 0: none */
} depth_minimum;

typedef enum minimum_end {
    MINIMUM_FOUND,
    MINIMUM_APART, /* the shapes are disjoint: n separates them, and a - b is a point of D */
    MINIMUM_LOST,  /* overflow: nothing is known */
} minimum_end;

/* The lower bound to prove for a local minimum h > 0 of the cores. */
GD_INLINE double depth_lower(const depth_search* s, double h) {
    const double rounding = DEPTH_ROUNDING * s->g->extent;
    const double gap = max2(0.99 * s->tolerance * (h + s->radius), rounding);
    return h - min2(gap, 0.5 * h);
}

/* Records the support vertex along n, and the best direction so far with its h. */
GD_INTERNAL void gd_depth_record(depth_search* s, vec3 n, const core_vertex* v, vec3 best,
                                 double h);

/* Searches from the unit normal n. */
GD_INTERNAL minimum_end gd_newton_minimum(depth_search* s, vec3 n, depth_minimum* out);

#endif
