/* Functions that fill the result of a query. Solvers take a gd_query whose settings are never
 * NULL. */
#ifndef GD_PROBLEM_H
#define GD_PROBLEM_H

#include "growth_distance.h"
#include "shapes/shape.h"

#include <string.h>

/* Ends a query. If the query is rejected, its result contains the status and zeros. */
#define QUERY_END(out, status)                                                                     \
    do {                                                                                           \
        if ((status) < 0) {                                                                        \
            memset(out, 0, sizeof *(out));                                                         \
            (out)->status = status;                                                                \
        }                                                                                          \
        return status;                                                                             \
    } while (0)

/* Sets bounds and status of a growth query. upper = 0 means that the centres coincide. */
GD_INLINE void growth_fill(gd_growth_result* out, gd_status status, double iterations, double upper,
                           double lower) {
    out->status = upper > 0.0 ? (double)status : (double)GD_STATUS_COINCIDENT;
    out->iterations = iterations;
    out->value = upper;
    out->upper = upper;
    out->lower = min2(lower, upper); /* rounding may cross the bounds by an ulp */
}

/* Whether the caller asks for the simplex of a distance. */
GD_INLINE bool simplex_wanted(const gd_query* query) {
    return query->settings->simplex != 0.0;
}

/* Fills the unused vertices of a distance result with the first one, which leaves the simplex
 * unchanged. */
GD_INLINE void simplex_repeat(gd_distance_result* out, int count) {
    const vec3 a = load3(out->simplex_a), b = load3(out->simplex_b);
    for (int i = count; i < 4; i++) {
        store3(out->simplex_a + 3 * i, a);
        store3(out->simplex_b + 3 * i, b);
    }
}

/* Sets the simplex of a distance to one point of each core. */
GD_INLINE void simplex_fill_point(vec3 a, vec3 b, gd_distance_result* out) {
    out->simplex_count = 1.0;
    store3(out->simplex_a, a);
    store3(out->simplex_b, b);
    simplex_repeat(out, 1);
}

/* Sets bounds and status of an overlap test. Undecided pairs, which touch up to rounding or reached
 * the iteration limit, count as overlapping: "separated" always requires a proof. */
GD_INLINE void collision_fill(gd_collision_result* out, gd_status status, double iterations,
                              double upper, double lower) {
    out->status = status;
    out->iterations = iterations;
    out->colliding = lower > 1.0 && upper > 1.0 ? 0.0 : 1.0;
    out->upper = upper;
    out->lower = min2(lower, upper);
}

#endif
