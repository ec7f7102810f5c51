/* The state of the interior-point method of dcol.c, and the contribution of one group of
 * constraints to each of its sums. */
#ifndef GD_DCOL_H
#define GD_DCOL_H

#include "compare/conic.h"
#include "compare/ray.h"
#include "compare/soc.h"

#define DCOL_VARIABLES 10 /* y, three auxiliaries of each body, s */

/* Constraints of one body on the same xi = map v + offset: rows and at most one cone. */
typedef struct dcol_group {
    bool of_b;
    bool coned;
    uint32_t first, last; /* rows */
    double map[3][DCOL_VARIABLES];
    vec3 offset;
    soc column[4]; /* the cone's slack is the sum of column[i] xi[i]; the last column is for s */
    double xi[4];  /* xi and s */
    soc slack, dual, slack_step, dual_step;
    soc_scaling scaling;
    double hessian[4][4];
} dcol_group;

typedef struct dcol_solver {
    compare_ray ray; /* proves its inner bound by one point of C, whose parts come from y */
    int count;       /* of variables; the last is s */
    int group_count;
    dcol_group group[4];
    int core[2]; /* of A and B: index of the group whose xi is the core's part of y, relative to the
                    centre; -1: the part is y itself */
    double v[DCOL_VARIABLES];
    double matrix[DCOL_VARIABLES][DCOL_VARIABLES]; /* F'W^-2 F, then its Cholesky factor */
    double degree;                                 /* number of rows and cones */
    double products;                               /* slack . dual */
    vec3 origin;                                   /* of y, from A's centre */
    vec3 row[CONIC_ROWS_MAX];                      /* slack = s + row . xi */
    double slack[CONIC_ROWS_MAX];
    double dual[CONIC_ROWS_MAX];
    double slack_step[CONIC_ROWS_MAX];
    double dual_step[CONIC_ROWS_MAX];
} dcol_solver;

/* A group's xi and s for v, or their change for a step of v. */
GD_INLINE void dcol_locate(const dcol_solver* solver, const dcol_group* g, const double* v,
                           bool is_step, double xi[4]) {
    const int n = solver->count;
    const double offset[3] = {g->offset.x, g->offset.y, g->offset.z};
    for (int i = 0; i < 3; i++) {
        double sum = is_step ? 0.0 : offset[i];
        for (int k = 0; k + 1 < n; k++)
            sum += g->map[i][k] * v[k];
        xi[i] = sum;
    }
    xi[3] = v[n - 1];
}

GD_INLINE soc dcol_cone(const dcol_group* g, const double xi[4]) {
    soc out = {0.0, {0.0, 0.0, 0.0}};
    for (int i = 0; i < 4; i++)
        out = soc_add(out, xi[i], g->column[i]);
    return out;
}

/* Adds a group's gradient in (xi, s) to F'z. */
GD_INLINE void dcol_spread(const dcol_solver* solver, const dcol_group* g, const double gradient[4],
                           double* out) {
    const int n = solver->count;
    for (int k = 0; k + 1 < n; k++)
        out[k] +=
            g->map[0][k] * gradient[0] + g->map[1][k] * gradient[1] + g->map[2][k] * gradient[2];
    out[n - 1] += gradient[3];
}

GD_INLINE void dcol_gather_row(vec3 row, double z, double gradient[4]) {
    gradient[0] += z * row.x;
    gradient[1] += z * row.y;
    gradient[2] += z * row.z;
    gradient[3] += z;
}

GD_INLINE void dcol_gather_cone(const dcol_group* g, soc z, double gradient[4]) {
    for (int i = 0; i < 4; i++)
        gradient[i] += soc_dot(g->column[i], z);
}

/* Sets up the groups and variables of a pair; returns false if a shape has no conic description
 * (dcol_build.c). */
GD_INTERNAL bool gd_dcol_build(dcol_solver* solver);

#endif
