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
#define TOUCH_STEPS 48
#define TOUCH_FACE_STEPS 16
/* Steps that may raise h, and by how much of the square of their length, relative to the extent. */
#define TOUCH_TRUSTED 12
#define TOUCH_TRUST 64.0
/* A face's normal is found when the search ends within this angle of it. */
#define TOUCH_ON_FACE 1e-9
/* Angle of the first step at most: what a query's normal may be wrong by. */
#define TOUCH_RADIUS 1e-2
/* Rounding of a piece's level, relative to the extent. */
#define TOUCH_ROUNDING (32.0 * GD_EPS)
/* First damping of steps along which there is no curvature. */
#define TOUCH_DAMPING 1e-6
/* Steps this small end the search; below the second, when they no longer shrink. */
#define TOUCH_STEP_END 1e-14
#define TOUCH_STEP_STALLED 1e-7

/* The least damping that keeps the step within a radius. */
static bool touch_solve(touch* t, double radius, touch_step* step) {
    t->flat = false;
    double damping = 0.0;
    for (int k = 0; k < 60; k++) {
        if (gd_touch_minimise(t, damping, step) &&
            step->d[0] * step->d[0] + step->d[1] * step->d[1] <= radius * radius)
            return true;
        t->flat = true;
        damping = damping > 0.0 ? 8.0 * damping : TOUCH_DAMPING * t->extent;
    }
    return false;
}

static void touch_take(touch* t, const touch_step* step) {
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
static bool touch_run(touch* t, int steps) {
    double radius = TOUCH_RADIUS, before = GD_INFINITY;
    int trusted = TOUCH_TRUSTED;
    for (int k = 0; k < steps; k++) {
        touch_step step;
        gd_touch_hessian(t);
        if (!touch_solve(t, radius, &step)) return false;
        touch_take(t, &step);
        const double length = sqrt(step.d[0] * step.d[0] + step.d[1] * step.d[1]);
        const vec3 n = unit3(madd3(madd3(t->n, step.d[0], t->e[0]), step.d[1], t->e[1]));
        touch_piece found;
        gd_touch_support(t, n, &found);
        const double above = dot3(n, sub3(found.s, t->q)) - t->level;
        const bool lower = above <= TOUCH_ROUNDING * t->extent;
        const bool fresh = above > -radius * t->extent && gd_touch_add(t, &found);
        const bool trust =
            !lower && !fresh && trusted > 0 && above <= TOUCH_TRUST * length * length * t->extent;
        trusted -= trust;
        if ((lower || trust) && (!t->growth || dot3(n, t->p) > 0.0)) {
            gd_touch_move(t, n);
            if (length >= 0.5 * radius) radius = min2(4.0 * radius, 0.5);
        } else {
            if (fresh) gd_touch_move(t, t->n);
            if (!fresh) radius = 0.25 * min2(length, radius);
            if (!(radius > TOUCH_STEP_END)) return false;
        }
        const bool stalled = length <= TOUCH_STEP_STALLED && length >= 0.5 * before;
        if ((lower || !fresh) && (length <= TOUCH_STEP_END || stalled)) {
            gd_touch_hessian(t);
            if (!touch_solve(t, TOUCH_STEP_STALLED, &step)) return false;
            touch_take(t, &step);
            gd_touch_hessian(t);
            return true;
        }
        before = length;
    }
    return false;
}

/* Whether the optimum is the normal of a round face of A or B near n; on_a and on_b are the witness
 * points relative to the centres. */
static bool touch_on_face(touch* t, vec3 n, vec3 on_a, vec3 on_b, bool is_a) {
    if (!gd_touch_pin_face(t, n, on_a, on_b, is_a)) return false;
    const vec3 start = t->n;
    return touch_run(t, TOUCH_FACE_STEPS) && max_abs3(sub3(t->n, start)) <= TOUCH_ON_FACE;
}

bool gd_touch_refine(touch* t, vec3 n, vec3 on_a, vec3 on_b) {
    n = unit3(n);
    if (touch_on_face(t, n, on_a, on_b, true) || touch_on_face(t, n, on_a, on_b, false))
        return true;
    t->face_a = t->face_b = false;
    t->count = 0;
    touch_piece first;
    t->n = n;
    gd_touch_support(t, n, &first);
    gd_touch_add(t, &first);
    t->piece[0].weight = 1.0;
    gd_touch_move(t, n);
    return touch_run(t, TOUCH_STEPS);
}
