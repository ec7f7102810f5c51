/* Directions of the accelerated methods, which add momentum to the Frank-Wolfe family: Nesterov's
 * momentum by [N] (25), its normalised form by [N] (30), and Polyak's heavy ball.
 *
 * The nearest point x is the gradient of |x|^2 / 2, and d its running mean. d points from the
 * origin towards D; the support vertex s is found along -d. */
#ifndef GD_MOMENTUM_H
#define GD_MOMENTUM_H

#include "growth_distance.h"
#include "math/vec.h"

/* Steps without gain that Nesterov's momentum survives; long vectors of a far start delay it. [N]
 * Alg. 7 allows none: in 94 % of close ellipsoid pairs momentum then ends by step 3, without
 * benefit. With 2 it takes 17 iterations, GJK 38 (tolerance 2^-26, distance 0.01). */
#define MOMENTUM_IDLE_STEPS 2
/* After this many steps all momentum is dropped: by then it has paid off, and on needle shapes it
 * may cycle. */
#define MOMENTUM_STEPS 32.0

typedef struct momentum {
    gd_method method;
    vec3 d; /* not unit */
    vec3 s; /* the previous support vertex */
    double k;
    int idle; /* further steps without gain before momentum is dropped */
} momentum;

GD_INLINE void momentum_begin(momentum* m, gd_method method) {
    m->method = method;
    m->k = 0.0;
    m->idle = method == GD_METHOD_NESTEROV ? MOMENTUM_IDLE_STEPS : 0;
}

GD_INLINE vec3 momentum_unit(vec3 v, vec3 otherwise) {
    const double length = length3(v);
    return length > 0.0 ? scale3(1.0 / length, v) : otherwise;
}

/* The next direction: unit, from D towards the origin. normal is the direction of -x, which
 * Frank-Wolfe uses. */
static GD_NOINLINE vec3 momentum_direction(momentum* m, vec3 x, vec3 normal) {
    if (m->method == GD_METHOD_FRANK_WOLFE) return normal;
    if (m->k == 0.0) m->d = m->s = x;
    const double delta = (m->k + 1.0) / (m->k + 3.0);
    const vec3 y = add3(scale3(delta, x), scale3(1.0 - delta, m->s)), back = neg3(normal);
    if (m->method == GD_METHOD_NESTEROV) {
        m->d = add3(scale3(delta, m->d), scale3(2.0 * (1.0 - delta), y)); /* the gradient is 2 y */
    } else if (m->method == GD_METHOD_NESTEROV_NORMALIZED) {
        m->d = add3(scale3(delta, momentum_unit(m->d, back)),
                    scale3(1.0 - delta, momentum_unit(y, back)));
    } else {
        const double beta = 1.0 / (m->k + 2.0);
        m->d = add3(scale3(beta, m->d), scale3(1.0 - beta, x));
    }
    m->k += 1.0;
    return neg3(momentum_unit(m->d, back));
}

#endif
