/* The local model of a difference C of two shapes along a ray, for Newton's method on h_C(n) with n
 * = ray + y0 e1 + y1 e2 (support_model.h). Growth distances and casts minimise it. The axes of pair
 * and ray are those of pair3. */
#ifndef GD_RAY_MODEL_H
#define GD_RAY_MODEL_H

#include "second_order/support_model.h"

typedef struct ray_model {
    support_model models[2]; /* at the previous evaluation */
    double radius;           /* of all balls */
    vec3 middle;             /* sum of the cores' local origins, ray coordinates */
} ray_model;

GD_INLINE void ray_model_init(ray_model* at, const pair3* pair) {
    support_models_init(at->models, pair);
    support_models_aim(at->models, pair, vec3_read(&pair->ray), vec3_read(&pair->e1),
                       vec3_read(&pair->e2));
    at->radius = pair->a->radius + pair->b->radius;
    at->middle = add3(at->models[0].origin, at->models[1].origin);
}

/* Adds all balls. Without them, nothing waits for the root in `inverse`. */
GD_INLINE void ray_model_add_balls(const ray_model* at, double inverse, local_model* m) {
    const double k = at->radius * inverse;
    const vec2 y = m->y, t = scale2(inverse, y);
    m->s.u += k * y.x;
    m->s.v += k * y.y;
    m->s.w += k;
    m->k00 = k - k * t.x * t.x;
    m->k01 = -k * t.x * t.y;
    m->k11 = k - k * t.y * t.y;
}

/* The local model at y. face is the shape whose round face is evaluated, or -1. Returns 1 / |n|. */
GD_INLINE double ray_model_evaluate(ray_model* at, vec2 y, int face, local_model* m) {
    const double inverse = 1.0 / sqrt(1.0 + dot2(y, y));
    m->y = y;
    m->s.u = at->middle.x;
    m->s.v = at->middle.y;
    m->s.w = at->middle.z;
    m->k00 = m->k01 = m->k11 = 0.0;
    m->count = 0;
    if (at->radius > 0.0) ray_model_add_balls(at, inverse, m);
    gd_support_model_evaluate(&at->models[face == 0], inverse, m);
    if (face >= 0) /* after the other shape: the face's point depends on it */
        gd_support_model_evaluate_face(&at->models[face], inverse, m);
    else
        gd_support_model_evaluate(&at->models[1], inverse, m);
    m->height = dot2(make2(m->s.u, m->s.v), y) + m->s.w;
    return inverse;
}

/* The shape whose round face the ray leaves C through, by the previous local model m; or -1. This
 * face is not selected again. *y becomes the y of its normal. */
GD_INLINE int ray_model_select_face(ray_model* at, const local_model* m, vec2* y) {
#pragma GCC unroll 1
    for (int i = 0; i < 2; i++) {
        if (!gd_support_model_face(&at->models[i], m)) continue;
        at->models[i].face = false;
        *y = at->models[i].face_y;
        return i;
    }
    return -1;
}

#endif
