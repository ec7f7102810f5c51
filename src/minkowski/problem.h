/* How solvers fill the results of a query. They take a gd_query whose settings are never NULL. */
#ifndef GD_PROBLEM_H
#define GD_PROBLEM_H

#include "growth_distance.h"
#include "shapes/shape.h"

#include <string.h>

/* A refused query's record holds its status and zeros. */
#define QUERY_END(out, status)                                                                     \
    do {                                                                                           \
        if ((status) < 0) {                                                                        \
            memset(out, 0, sizeof *(out));                                                         \
            (out)->status = status;                                                                \
        }                                                                                          \
        return status;                                                                             \
    } while (0)

/* Bounds and status of a growth query; coincident centres are recognised by upper = 0. */
GD_INLINE void growth_fill(gd_growth_result* out, gd_status status, double iterations, double upper,
                           double lower) {
    out->status = upper > 0.0 ? (double)status : (double)GD_STATUS_COINCIDENT;
    out->iterations = iterations;
    out->value = upper;
    out->upper = upper;
    out->lower = min2(lower, upper); /* rounding may cross them by an ulp */
}

/* A distance record's vertices beyond the count repeat the first: the same hull, and no call of
 * memset, which a row of zeros becomes (20 ns). */
GD_INLINE void simplex_repeat(gd_distance_result* out, int count) {
    const vec3 a = load3(out->simplex_a), b = load3(out->simplex_b);
    for (int i = count; i < 4; i++) {
        store3(out->simplex_a + 3 * i, a);
        store3(out->simplex_b + 3 * i, b);
    }
}

/* Undecided means touching to rounding, or out of iterations: never "apart" without a proof. */
GD_INLINE void collision_fill(gd_collision_result* out, gd_status status, double iterations,
                              double upper, double lower) {
    out->status = status;
    out->iterations = iterations;
    out->colliding = lower > 1.0 && upper > 1.0 ? 0.0 : 1.0;
    out->upper = upper;
    out->lower = min2(lower, upper);
}

#endif
