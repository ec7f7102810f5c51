/* Newton's method on the smooth pieces of C, from a normal near the optimum.
 *
 * Each step minimises the maximum of the pieces' linear models plus the curvature of their weighted
 * sum, over the tangent plane (qp2.c). As in a bundle method, the support point at the solution is
 * a new piece or proves progress. On a face of C, where h_C has a corner, the step is exact. Where
 * C is curved, it is a Newton step, which squares the error.
 *
 * Source: docs/algorithms.md, Second order; Luksan and Vlcek 1998 for the quadratic programs of
 * bundle-Newton methods. */
#include "derivatives/optimum.h"

/* The most steps; from a query's normal 3 to 8 are usual. */
#define OPTIMUM_STEPS 48
#define OPTIMUM_FACE_STEPS 16
/* How many steps may raise h, and by how much: length^2 * extent times OPTIMUM_TRUST. */
#define OPTIMUM_TRUSTED 12
#define OPTIMUM_TRUST 64.0
/* If the search ends within this angle of a face's normal, that normal is the optimum. */
#define OPTIMUM_ON_FACE 1e-9
/* Largest angle of the first step: the error of a query's normal. */
#define OPTIMUM_RADIUS 1e-2
/* Rounding of a piece's level, relative to the extent. */
#define OPTIMUM_ROUNDING (32.0 * GD_EPS)
/* The first damping, for steps in directions without curvature. */
#define OPTIMUM_DAMPING 1e-6
/* A step below STEP_END ends the search. So does one below STEP_STALLED that is at least half as
 * long as the previous. */
#define OPTIMUM_STEP_END 1e-14
#define OPTIMUM_STEP_STALLED 1e-7

/* Solves with the least damping that keeps the step within the radius. */
static bool optimum_solve(optimum* t, double radius, qp2_step* step) {
    t->flat = false;
    double damping = 0.0;
    for (int k = 0; k < 60; k++) {
        if (gd_qp2_minimise(t, damping, step) &&
            step->d[0] * step->d[0] + step->d[1] * step->d[1] <= radius * radius)
            return true;
        t->flat = true;
        damping = damping > 0.0 ? 8.0 * damping : OPTIMUM_DAMPING * t->extent;
    }
    return false;
}

static void optimum_take(optimum* t, const qp2_step* step) {
    for (int i = 0; i < t->count; i++)
        t->piece[i].weight = 0.0;
    t->basis_count = step->count;
    for (int i = 0; i < step->count; i++) {
        t->basis[i] = step->basis[i];
        t->piece[step->basis[i]].weight = max2(step->weight[i], 0.0);
    }
}

/* A Newton step along a curved kink leaves the kink by the square of its length. h may rise by as
 * much although the step is right (the Maratos effect), so a few such steps are accepted. */
static bool optimum_run(optimum* t, int steps) {
    double radius = OPTIMUM_RADIUS, prev_length = GD_INFINITY;
    int trusted = OPTIMUM_TRUSTED;
    for (int k = 0; k < steps; k++) {
        qp2_step step;
        gd_optimum_hessian(t);
        if (!optimum_solve(t, radius, &step)) return false;
        optimum_take(t, &step);
        const double length = sqrt(step.d[0] * step.d[0] + step.d[1] * step.d[1]);
        const vec3 n = unit3(madd3(madd3(t->n, step.d[0], t->e[0]), step.d[1], t->e[1]));
        active_piece found;
        gd_optimum_support(t, n, &found);
        const double height = dot3(n, sub3(found.s, t->q)) - t->level;
        const bool lower = height <= OPTIMUM_ROUNDING * t->extent;
        const bool fresh = height > -radius * t->extent && gd_optimum_add(t, &found);
        const bool trust = !lower && !fresh && trusted > 0 &&
                           height <= OPTIMUM_TRUST * length * length * t->extent;
        trusted -= trust;
        if ((lower || trust) && (!t->growth || dot3(n, t->p) > 0.0)) {
            gd_optimum_move(t, n);
            if (length >= 0.5 * radius) radius = min2(4.0 * radius, 0.5);
        } else {
            if (fresh) gd_optimum_move(t, t->n);
            if (!fresh) radius = 0.25 * min2(length, radius);
            if (!(radius > OPTIMUM_STEP_END)) return false;
        }
        const bool stalled = length <= OPTIMUM_STEP_STALLED && length >= 0.5 * prev_length;
        if ((lower || !fresh) && (length <= OPTIMUM_STEP_END || stalled)) {
            gd_optimum_hessian(t);
            if (!optimum_solve(t, OPTIMUM_STEP_STALLED, &step)) return false;
            optimum_take(t, &step);
            gd_optimum_hessian(t);
            return true;
        }
        prev_length = length;
    }
    return false;
}

/* Whether the optimum is the normal of a round face of A or B near n. on_a and on_b are the witness
 * points relative to the centres. */
static bool optimum_on_face(optimum* t, vec3 n, vec3 on_a, vec3 on_b, bool is_a) {
    if (!gd_optimum_pin_face(t, n, on_a, on_b, is_a)) return false;
    const vec3 start = t->n;
    return optimum_run(t, OPTIMUM_FACE_STEPS) && max_abs3(sub3(t->n, start)) <= OPTIMUM_ON_FACE;
}

bool gd_optimum_refine(optimum* t, vec3 n, vec3 on_a, vec3 on_b) {
    n = unit3(n);
    if (optimum_on_face(t, n, on_a, on_b, true) || optimum_on_face(t, n, on_a, on_b, false))
        return true;
    t->face_a = t->face_b = false;
    t->count = 0;
    active_piece first;
    t->n = n;
    gd_optimum_support(t, n, &first);
    gd_optimum_add(t, &first);
    t->piece[0].weight = 1.0;
    gd_optimum_move(t, n);
    return optimum_run(t, OPTIMUM_STEPS);
}
