/* The local model of the Minkowski difference D = A - B at a unit normal n: its support function
 * h_D on the tangent plane at n. Distance and depth minimise h_D over all unit normals with it.
 *
 * The model's frame is (e1, e2, n), so steps start at y = 0, and m.height = h_D(n). The shapes
 * count without their radii. A point of D that the kinks near n span is the support vertex plus
 * shares in [0, 1] of the pieces beyond. */
#ifndef GD_DIFFERENCE_MODEL_H
#define GD_DIFFERENCE_MODEL_H

#include "second_order/support_model.h"

/* A direction with its frame, in A's frame, and the local model there. */
typedef struct evaluation {
    vec3 n, e1, e2;
    local_model m;
} evaluation;

typedef struct difference_model {
    const pair3* pair;
    support_model models[2]; /* at the previous evaluation */
    int faces;               /* whose round faces are evaluated: 1 A's, 2 B's, 3 both, parallel */
    int tried[2];            /* round faces evaluated: 1 the bottom, 2 the top */
} difference_model;

GD_INLINE void difference_model_init(difference_model* d, const pair3* pair) {
    d->pair = pair;
    d->faces = 0;
    d->tried[0] = d->tried[1] = 0;
    support_models_init(d->models, pair);
}

/* For guesses: the matrix of an ellipsoid about as wide as D, and the middle of D's mass, in A's
 * frame. */
GD_INTERNAL sym3 gd_difference_ellipsoid(const pair3* pair);
GD_INTERNAL vec3 gd_difference_middle(const pair3* pair);

/* Evaluates the local model at the unit normal at->n. */
GD_INTERNAL void gd_difference_evaluate(difference_model* d, evaluation* at);

/* The direction after the step d from an evaluation, shortened to trust. Returns its length. */
GD_INLINE double difference_step(const evaluation* at, vec2 d, double trust, vec3* n) {
    double square = dot2(d, d);
    if (square > trust * trust) {
        d = scale2(trust / sqrt(square), d);
        square = trust * trust;
    }
    const vec3 v = madd3(madd3(at->n, d.x, at->e1), d.y, at->e2);
    *n = scale3(1.0 / sqrt(1.0 + square), v);
    return sqrt(square);
}

/* Selects a round face, or two parallel ones, for the next evaluation at the normal *n, if the
 * minimum of the model is on it. m must be the previous local model, with the Hessian of the
 * quantity to minimise. */
GD_INTERNAL bool gd_difference_face(difference_model* d, const local_model* m, vec3* n);

#endif
