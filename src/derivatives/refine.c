/* Newton's method on the pieces of a pair, from a normal near the optimum.
 *
 * Each step minimises the maximum of the pairs' linear models plus the curvature of their weighted
 * sum, over the tangent plane (qp2.c). The lists contain every piece within a window, so on a face
 * of C, where h_C has a corner, one step is exact. Where C is curved, a step squares the error: the
 * normals of queries are optimal up to 1e-5 (curved) or rounding (polytopes) and need two
 * evaluations or one.
 *
 * Source: docs/algorithms.md, Derivatives; Luksan and Vlcek 1998 for the quadratic programs of
 * bundle-Newton methods. */
#include "derivatives/optimum.h"
#include "shapes/curvature.h"

#define REFINE_STEPS 32
/* Largest step in the tangent plane. */
#define REFINE_RADIUS 0.25
/* A step may raise h by this times length^2 * extent: a step along a curved kink leaves the kink by
 * the square of its length (the Maratos effect). Longer steps are shortened. */
#define REFINE_TRUST 64.0
#define REFINE_ROUNDING (64.0 * GD_EPS)
#define REFINE_SHORTEN 0.25
/* The damping of a program that has no solution, relative to the extent. */
#define REFINE_DAMPING 1e-6
/* The last step: below EXACT it is rounding. A step below STALLED that is at least half as long as
 * the previous one is rounding, too. */
#define REFINE_EXACT 1e-14
#define REFINE_STALLED 1e-7

/* If the search does not converge, n is far from the optimum, as after few iterations of a query.
 * One more search has a window this many times as wide. */
#define REFINE_WIDEN 64.0

/* The last step may move points by this fraction of the extent: the square of that leaves the
 * surface. More is an edge that is nearly a kink. */
#define REFINE_FOLLOW 1e-8
/* On a curve whose radius is below this fraction of the extent, less is allowed. */
#define REFINE_SMALL 0x1p-6

/* A round face's normal is tried if n is within this angle of it, and is the optimum if the step
 * from it is shorter than the second. Two faces are parallel up to rounding within the third. */
#define REFINE_FACE 1e-2
#define REFINE_ON_FACE 1e-9
#define REFINE_PARALLEL 1e-12

/* ---- one step -------------------------------------------------------------------------------- */

static bool refine_solve(const optimum* t, qp2_step* step) {
    const qp2 program = {t->model, t->count, t->m, t->extent};
    return gd_qp2_solve(&program, step) ||
           gd_qp2_solve_damped(&program, REFINE_DAMPING * t->extent, step);
}

/* The piece of a side that is highest after the step. */
static int refine_highest(const piece_list* list, vec2 d, double* height) {
    int best = 0;
    *height = -GD_INFINITY;
    for (int i = 0; i < list->count; i++) {
        const double h = list->item[i].h - list->top + dot2(list->item[i].g, d);
        if (!(h > *height)) continue;
        *height = h;
        best = i;
    }
    return best;
}

/* Drops the models that the solution does not need. */
static void refine_compress(optimum* t, qp2_step* step) {
    int on_a[3], on_b[3];
    for (int i = 0; i < step->count; i++) {
        on_a[i] = t->on_a[step->basis[i]];
        on_b[i] = t->on_b[step->basis[i]];
        step->basis[i] = i;
    }
    t->count = 0;
    for (int i = 0; i < step->count; i++)
        gd_optimum_add(t, on_a[i], on_b[i]);
}

/* Faces on faces: adds the pair that is highest at the solution, until none is above it. */
static GD_COLD bool refine_columns(optimum* t, qp2_step* step) {
    for (int k = 0; k < 2 * PIECES_MAX; k++) {
        if (!refine_solve(t, step)) return false;
        double on_a, on_b;
        const int i = refine_highest(&t->a.pieces, step->d, &on_a);
        const int j = refine_highest(&t->b.pieces, step->d, &on_b);
        const double level = qp2_height(&t->model[step->basis[0]], step->d);
        if (on_a + on_b - dot2(t->q, step->d) <= level + REFINE_ROUNDING * t->extent) return true;
        if (t->count == OPTIMUM_PAIRS) refine_compress(t, step);
        gd_optimum_add(t, i, j);
    }
    return false;
}

static void refine_take(optimum* t, const qp2_step* step) {
    double sum = 0.0; /* 1, unless a weight was negative by rounding */
    t->basis_count = step->count;
    for (int i = 0; i < step->count; i++) {
        t->basis[i] = step->basis[i];
        t->weight[i] = max2(step->weight[i], 0.0);
        sum += t->weight[i];
    }
    for (int i = 0; i < step->count && sum != 1.0; i++)
        t->weight[i] /= sum;
}

/* Whether pieces of one side differ in curvature. */
static bool refine_curves_differ(const piece_list* list) {
    const sym2 k = list->item[0].k;
    for (int i = 1; i < list->count; i++) {
        const sym2 l = list->item[i].k;
        if (l.xx != k.xx || l.xy != k.xy || l.yy != k.yy) return true;
    }
    return false;
}

/* Beside a kink, h_C is higher than on it, by a multiple of the distance, and so is q on the ray.
 * Moves q to where the program's solution predicts it; returns whether that changes the solution.
 */
static GD_COLD bool refine_turn_ray(optimum* t, const qp2_step* step) {
    if (!t->growth || step->count == 1) return false;
    const double level = qp2_height(&t->model[step->basis[0]], step->d);
    const vec2 p = make2(dot3(t->e[0], t->p), dot3(t->e[1], t->p));
    const vec2 q = t->cast ? scale2(level / dot3(t->n, t->p), p) : scale2(level / t->h, t->q);
    if (!(fabs(q.x) + fabs(q.y) > REFINE_EXACT * t->extent)) return false;
    t->q = add2(t->q, q);
    for (int i = 0; i < t->count; i++)
        t->model[i].g = sub2(t->model[i].g, q);
    return true;
}

static bool refine_program(optimum* t, bool all, qp2_step* step) {
    if (!(all ? refine_solve(t, step) : refine_columns(t, step))) return false;
    refine_take(t, step);
    return true;
}

/* The step from t->n. If the curvature depends on the weights, they are first those whose mean is
 * nearest to q: their error is of the order of the step. */
static bool refine_step(optimum* t, qp2_step* step) {
    const bool all = gd_optimum_pairs(t);
    const bool vary = refine_curves_differ(&t->a.pieces) || refine_curves_differ(&t->b.pieces);
    t->basis_count = 1;
    t->basis[0] = 0;
    t->weight[0] = 1.0;
    if (vary) {
        t->m = (sym2){t->extent, 0.0, t->extent};
        if (!refine_program(t, all, step)) return false;
    }
    gd_optimum_curve(t);
    if (!refine_program(t, all, step)) return false;
    if (refine_turn_ray(t, step) && !refine_program(t, all, step)) return false;
    if (vary) gd_optimum_curve(t);
    return true;
}

/* ---- the loop -------------------------------------------------------------------------------- */

/* unit3 of a vector of length near 1. */
GD_INLINE vec3 refine_unit(vec3 n) {
    return scale3(1.0 / length3(n), n);
}

/* Moves n by s d, with shorter and shorter steps while that raises h too much. */
static bool refine_move(optimum* t, vec2 d) {
    const vec3 n = t->n, step = add3(scale3(d.x, t->e[0]), scale3(d.y, t->e[1]));
    const double before = t->growth ? t->t : t->level, length = length2(d);
    for (double s = min2(1.0, REFINE_RADIUS / length); s * length > REFINE_EXACT;
         s *= REFINE_SHORTEN) {
        t->n = refine_unit(madd3(n, s, step));
        gd_optimum_evaluate(t);
        const double n_dot_p = dot3(t->n, t->p);
        if (t->growth && !(n_dot_p > 0.0)) continue;
        const double rise = t->growth ? (t->t - before) * n_dot_p : t->level - before;
        const double trust = REFINE_TRUST * (s * length) * (s * length);
        if (rise <= (trust + REFINE_ROUNDING) * t->extent) return true;
    }
    return false;
}

/* The weighted mean of a side's points after the step d, to first order. sign: 1 for A, -1 for B.
 */
static vec3 refine_touch(const optimum* t, const side* s, const int* pieces, sym2 k, vec2 d) {
    const double sign = s == &t->a ? 1.0 : -1.0;
    vec3 core = make3(0.0, 0.0, 0.0);
    for (int i = 0; i < t->basis_count; i++)
        core = madd3(core, t->weight[i], s->pieces.item[pieces[t->basis[i]]].core);
    const vec2 moved = scale2(sign, sym2_apply(k, d));
    const vec3 point = side_place(s, core, scale3(sign, t->n));
    return madd3(madd3(point, moved.x, t->e[0]), moved.y, t->e[1]);
}

/* How far the step d moves a side's point. On a curve of radius r, a move of x leaves the surface
 * by x^2 / (2 r), so moves on a small rim or shape count more. */
static double refine_reach_on(const optimum* t, const side* s, const int* pieces, sym2 k, vec2 d) {
    const double reach = length2(sym2_apply(k, d)), least = REFINE_SMALL * t->extent;
    const vec3 x = add3(s->pieces.item[pieces[t->basis[0]]].core, s->shape->center);
    const bool round = core_has_round_face(s->shape->core);
    const double radius = round ? piece_rim(s->shape, x) : s->shape->bound_radius;
    return radius > 0.0 && radius < least ? reach * sqrt(least / radius) : reach;
}

static double refine_reach(const optimum* t, vec2 d) {
    return refine_reach_on(t, &t->a, t->on_a, t->ka, d) +
           refine_reach_on(t, &t->b, t->on_b, t->kb, d);
}

/* Takes the last step d: the points follow it to first order. The normal does not, because on a
 * kink that no list contains it would prove less than its value. */
static void refine_finish(optimum* t, vec2 d) {
    t->touch_a = refine_touch(t, &t->a, t->on_a, t->ka, d);
    t->touch_b = refine_touch(t, &t->b, t->on_b, t->kb, d);
}

static bool refine_run(optimum* t) {
    double prev_length = GD_INFINITY;
    gd_optimum_evaluate(t);
    for (int k = 0; k < REFINE_STEPS; k++) {
        qp2_step step;
        if (!refine_step(t, &step)) return false;
        const double length = length2(step.d);
        const bool stalled = length <= REFINE_STALLED && length >= 0.5 * prev_length;
        if ((stalled || length <= REFINE_EXACT) &&
            refine_reach(t, step.d) <= REFINE_FOLLOW * t->extent) {
            refine_finish(t, step.d);
            return true;
        }
        if (!refine_move(t, step.d)) return false;
        prev_length = length;
    }
    return false;
}

/* Whether a round face's normal is the optimum. Beside it, the three points of a pinned side are
 * not the highest ones, so the normal never leaves it. */
static bool refine_on_axis(optimum* t, vec3 axis) {
    qp2_step step;
    t->n = axis;
    gd_optimum_evaluate(t);
    if (!refine_step(t, &step) || !(length2(step.d) <= REFINE_ON_FACE) ||
        !(refine_reach(t, step.d) <= REFINE_FOLLOW * t->extent))
        return false;
    refine_finish(t, step.d);
    return true;
}

/* Tries the round faces of A and B near n. If both faces have the same normal, both are pinned. */
static bool refine_on_face(optimum* t, vec3 n) {
    vec3 axis = gd_side_pin(&t->a, n, t->touch_a, REFINE_FACE);
    if (t->a.pinned) {
        gd_side_pin(&t->b, neg3(axis), t->touch_b, REFINE_PARALLEL);
        if (refine_on_axis(t, axis)) return true;
    }
    t->a.pinned = false;
    axis = neg3(gd_side_pin(&t->b, neg3(n), t->touch_b, REFINE_FACE));
    if (t->b.pinned && refine_on_axis(t, axis)) return true;
    t->b.pinned = false;
    return false;
}

bool gd_optimum_refine(optimum* t) {
    const vec3 n = refine_unit(t->n);
    if ((core_has_round_face(t->a.shape->core) || core_has_round_face(t->b.shape->core)) &&
        refine_on_face(t, n))
        return true;
    t->n = n;
    if (refine_run(t)) return true;
    t->window *= REFINE_WIDEN;
    t->n = n;
    return refine_run(t);
}
