/* Newton steps on h_C, and how they end in a portal. */
#include "newton.h"

/* The outer bound's relative gap, as Newton's model has it, below which the next step lands near
 * enough to the ray to aim at corners around it. */
#define NEWTON_NEAR 0x1p-12
/* Triangles aimed at before the portal goes on by itself: a second one begins where K has been
 * taken anew. */
#define NEWTON_TRIANGLES 3
/* Directions proposed at most: where the model has not led to the end by then, it does not hold,
 * and the portal goes on alone. 99 % of random pairs of smooth hulls need fewer. */
#define NEWTON_STEPS 24
/* A smaller ratio of K's determinant to its trace squared is a ruling or an edge. */
#define NEWTON_SINGULAR 0x1p-40

/* Support point relative to the centre along a unit n, and the Hessian there. */
static vec3 curved_support(const gd_shape* shape, vec3 n, uint32_t* hint, sym3* h) {
    vec3 core;
    if (shape->core == GD_CORE_SMOOTH) {
        core = gd_smooth_curvature(shape->smooth, n, h);
        const sym3 ball = curvature_ball(shape->radius, n);
        *h = sym3_add(*h, 1.0, &ball);
    } else {
        const vec3 c = core_support3(shape, n, hint);
        *h = curvature(shape, c, n);
        core = sub3(c, shape->center);
    }
    return madd3(core, shape->radius, n);
}

void gd_newton_support(newton* w, pair3* pair, vec3 n, double inverse, vertex3* vertex) {
    const double rise = dot3(n, pair->ray), t = rise > 0.0 ? 1.0 / rise : 0.0;
    w->y0 = t * dot3(n, pair->e1);
    w->y1 = t * dot3(n, pair->e2);
    if (!w->curvature) {
        pair3_support(pair, n, inverse, vertex);
        return;
    }
    const vec3 unit = scale3(inverse, n);
    sym3 ha, hb;
    vertex->a = curved_support(pair->a, unit, &pair->hint_a, &ha);
    vertex->b = curved_support(pair->b, inv_rotate(&pair->b_to_a, neg3(unit)), &pair->hint_b, &hb);
    pair3_place(pair, vertex);
    const sym3 turned = sym3_rotate(&pair->b_to_a, &hb), h = sym3_add(ha, 1.0, &turned);
    /* at n / rise the Hessian is rise / |n| of that at unit length */
    const double scale = rise * inverse;
    const vec3 h1 = sym3_apply(&h, pair->e1);
    w->k00 = scale * dot3(pair->e1, h1);
    w->k01 = scale * dot3(pair->e2, h1);
    w->k11 = scale * dot3(pair->e2, sym3_apply(&h, pair->e2));
}

bool gd_newton_next(newton* w, const pair3* pair, const vertex3* s, vec3* n) {
    const double height = s->w + w->y0 * s->u + w->y1 * s->v; /* h_C at ray + E y */
    const double trace = w->k00 + w->k11, det = w->k00 * w->k11 - w->k01 * w->k01;
    if (!(det > NEWTON_SINGULAR * trace * trace) || !(height > 0.0)) return false;
    if (w->steps++ == NEWTON_STEPS) {
        w->steps = NEWTON_STEPS;
        w->curvature = false;
        return false;
    }
    const bool gained = height <= w->best;
    if (gained) w->best = height;
    if (!gained && w->aimed == 0) return false;

    /* what is left of h, by the model */
    const double left =
        0.5 * (w->k11 * s->u * s->u - 2.0 * w->k01 * s->u * s->v + w->k00 * s->v * s->v) / det;
    double u = 0.0, v = 0.0;
    if (w->aimed > 0 || left <= NEWTON_NEAR * height) {
        if (w->aimed == 3 * NEWTON_TRIANGLES) return false;
        /* corners of K^(1/2) times an equilateral triangle: all cost the bounds the same */
        static const double corner[3][2] = {
            {1.0, 0.0}, {-0.5, 0.8660254037844386}, {-0.5, -0.8660254037844386}};
        const double* c = corner[w->aimed % 3];
        const double size = sqrt(0.5 * w->tolerance * height);
        const double l00 = sqrt(w->k00), l10 = w->k01 / l00, l11 = sqrt(det / w->k00);
        u = size * l00 * c[0];
        v = size * (l10 * c[0] + l11 * c[1]);
        w->aimed++;
        w->curvature = w->aimed % 3 == 0;
    }
    /* Newton on h^2 rather than h, along the same line: h is nearer to the root of a quadratic
     * form, an ellipsoid's is one, and the step that much shorter when it is far */
    const double damped = height / (height + 2.0 * left);
    const double du = damped * (u - s->u), dv = damped * (v - s->v);
    const double y0 = w->y0 + (w->k11 * du - w->k01 * dv) / det;
    const double y1 = w->y1 + (w->k00 * dv - w->k01 * du) / det;
    *n = madd3(madd3(pair->ray, y0, pair->e1), y1, pair->e2);
    return true;
}
