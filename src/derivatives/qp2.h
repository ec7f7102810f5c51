/* Quadratic programs in two variables. They minimise over d the maximum of linear models
 * level_i + g_i.d, plus d^T M d / 2. The variables are a step in a tangent plane of the unit
 * normals. */
#ifndef GD_QP2_H
#define GD_QP2_H

#include "math/vec.h"

/* A linear model. */
typedef struct qp2_model {
    double level;
    vec2 g;
} qp2_model;

typedef struct qp2 {
    const qp2_model* models;
    int count;
    sym2 m;
    double extent; /* scales rounding: of levels, of g and of m */
} qp2;

/* A point at which some models are equally high, and their weights. */
typedef struct qp2_step {
    vec2 d;
    double weight[3]; /* sum 1 */
    int basis[3];     /* indices of these models */
    int count;
    double score; /* violation of the optimality conditions; 0 for the solution */
} qp2_step;

GD_INLINE double qp2_height(const qp2_model* v, vec2 d) {
    return v->level + dot2(v->g, d);
}

/* Solves the program. Returns false if it has no solution, because m does not bound d. */
GD_INTERNAL bool gd_qp2_solve(const qp2* program, qp2_step* step);

/* The same with m + damping I, which bounds d. */
GD_INTERNAL bool gd_qp2_solve_damped(const qp2* program, double damping, qp2_step* step);

#endif
