/* Newton's method on the smooth pieces of C, from a normal near the optimum.
 *
 * Every step minimises, over the tangent plane, the largest of the pieces' linear models plus the
 * curvature of their weighted sum (qp2.c). The support point at its solution is a new piece or
 * proves progress, as in a bundle method; on a corner of the normals' problem (a face of C) the
 * step is exact, where C is curved it is Newton's and squares the error.
 *
 * Source: docs/algorithms.md, Second order; the quadratic programs of bundle-Newton methods (Luksan
 * and Vlcek 1998). */
#include "derivatives/optimum.h"

/* Steps at most; from a query's normal 3 to 8 are usual. */
#define OPTIMUM_STEPS 48
#define OPTIMUM_FACE_STEPS 16
/* Steps that may raise h, and by how much of the square of their length, relative to the extent. */
#define OPTIMUM_TRUSTED 12
#define OPTIMUM_TRUST 64.0
/* A face's normal is found when the search ends within this angle of it. */
#define OPTIMUM_ON_FACE 1e-9
/* Angle of the first step at most: what a query's normal may be wrong by. */
#define OPTIMUM_RADIUS 1e-2
/* Rounding of a piece's level, relative to the extent. */
#define OPTIMUM_ROUNDING (32.0 * GD_EPS)
/* First damping of steps along which there is no curvature. */
#define OPTIMUM_DAMPING 1e-6
/* Steps this small end the search; below the second, when they no longer shrink. */
#define OPTIMUM_STEP_END 1e-14
#define OPTIMUM_STEP_STALLED 1e-7

/* The least damping that keeps the step within a radius. */
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

/* Along a curved kink a Newton step leaves the kink by the square of its length and h may rise by
 * that, although the step is right (the Maratos effect): such steps are taken, a few times. */
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

/* Whether the optimum is the normal of a round face of A or B near n; on_a and on_b are the witness
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
