/* Newton steps on h_C. */
#include "newton.h"

/* Longest first step in y, the tangent of an angle. Over random smooth hulls of two decades 1 takes
 * 8.7 support calls in the mean, 0.5 and 4 8.9; without the damping below 9.4 to 9.9. */
#define NEWTON_TRUST 1.0
/* Parts of the predicted gain below which a step was too long, and above which it may be longer. */
#define NEWTON_POOR 0.25
#define NEWTON_GOOD 0.75
/* Once the model sees less than this part of h above the minimum, K is known well enough for the
 * step that follows, the last one or the last but one. */
#define NEWTON_NEAR 0x1p-28
/* Vertices at most: where the model has not led to the end by then, it does not hold, and the
 * portal goes on alone. */
#define NEWTON_STEPS 32
/* A smaller ratio of K's determinant to its trace squared is a ruling or an edge. */
#define NEWTON_SINGULAR 0x1p-40

void gd_newton_start(newton* w) {
    w->best.height = GD_INFINITY;
    w->trust = NEWTON_TRUST;
    w->predicted = 0.0;
    w->steps = 0;
    w->curvature = true;
}

void gd_newton_support(newton* w, pair3* pair, vec3 n, double inverse, vertex3* vertex) {
    newton_value* at = &w->last;
    const double rise = dot3(n, pair->ray), t = rise > 0.0 ? 1.0 / rise : 0.0;
    at->y = make2(t * dot3(n, pair->e1), t * dot3(n, pair->e2));
    if (w->curvature) {
        const vec3 unit = scale3(inverse, n), m = inv_rotate(&pair->b_to_a, neg3(unit));
        sym3 ha, hb;
        vertex->a = support_curvature(pair->a, unit, &pair->hint_a, &ha);
        vertex->b = support_curvature(pair->b, m, &pair->hint_b, &hb);
        pair3_place(pair, vertex);
        const sym3 turned = sym3_rotate(&pair->b_to_a, &hb), h = sym3_add(ha, 1.0, &turned);
        /* at n / rise the Hessian is rise / |n| of that at unit length */
        const double scale = rise * inverse;
        const vec3 h1 = sym3_apply(&h, pair->e1), h2 = sym3_apply(&h, pair->e2);
        at->k00 = scale * dot3(pair->e1, h1);
        at->k01 = scale * dot3(pair->e2, h1);
        at->k11 = scale * dot3(pair->e2, h2);
    } else {
        pair3_support(pair, n, inverse, vertex);
    }
    at->slope = make2(vertex->u, vertex->v);
    at->height = rise > 0.0 ? vertex->w + dot2(at->y, at->slope) : GD_INFINITY;
}

/* What the last vertex says of the step that led to it. */
static void newton_judge(newton* w) {
    if (w->predicted == 0.0) return;
    const double gain = (w->best.height - w->last.height) / w->predicted;
    const double length = length2(sub2(w->last.y, w->best.y));
    if (!(gain > NEWTON_POOR))
        w->trust = 0.25 * length;
    else if (gain > NEWTON_GOOD)
        w->trust = max2(w->trust, 2.0 * length);
}

/* Newton's step from the best direction: false when K is singular. */
static bool newton_step(newton* w, vec2* step) {
    const newton_value* at = &w->best;
    const double trace = at->k00 + at->k11, det = at->k00 * at->k11 - at->k01 * at->k01;
    if (!(det > NEWTON_SINGULAR * trace * trace)) return false;
    const vec2 g = at->slope;
    const vec2 full =
        make2((at->k01 * g.y - at->k11 * g.x) / det, (at->k01 * g.x - at->k00 * g.y) / det);
    /* Newton on h^2 rather than h, along the same line: h is nearer to the root of a quadratic
     * form, an ellipsoid's is one, and the step that much shorter when it is far */
    const double left = -0.5 * dot2(g, full);
    double t = at->height / (at->height + 2.0 * left);
    const double length = t * length2(full);
    if (length > w->trust) t *= w->trust / length;
    *step = scale2(t, full);
    w->predicted = left * t * (2.0 - t);
    w->curvature = left > NEWTON_NEAR * at->height;
    return w->predicted > 0.0;
}

bool gd_newton_next(newton* w, const pair3* pair, vec3* n) {
    const bool gained = w->last.height<w->best.height, newtons = w->predicted> 0.0;
    newton_judge(w);
    if (gained) w->best = w->last;
    w->predicted = 0.0;
    if (w->steps == NEWTON_STEPS) {
        w->curvature = false;
        return false;
    }
    w->steps++;
    w->curvature = true;
    vec2 step;
    if ((newtons && !gained) || !newton_step(w, &step)) return false;
    const vec2 y = add2(w->best.y, step);
    *n = madd3(madd3(pair->ray, y.x, pair->e1), y.y, pair->e2);
    return true;
}
