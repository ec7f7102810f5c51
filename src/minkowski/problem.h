/* What every solver takes and how it reports: the inner side of query.c. */
#ifndef GD_SOLVERS_H
#define GD_SOLVERS_H

#include "growth_distance.h"
#include "shapes/shape.h"

#include <string.h>

typedef struct gd_query {
    const gd_shape* a;
    const double* pose_a;
    const gd_shape* b;
    const double* pose_b;
    const gd_settings* settings; /* never NULL here */
    gd_warm* warm;               /* may be NULL */
} gd_query;

/* Puts in the default settings, or refuses those there are; methods has a bit
 * for each that the query takes. */
GD_SHARED gd_status gd_query_settings(gd_query* query, unsigned methods,
                                      const gd_settings* defaults);

/* A refused query's record holds its status and zeros. */
#define QUERY_END(out, status)                                                                     \
    do {                                                                                           \
        if ((status) < 0) {                                                                        \
            memset(out, 0, sizeof *(out));                                                         \
            (out)->status = status;                                                                \
        }                                                                                          \
        return status;                                                                             \
    } while (0)

/* Each fills out and returns a status, or returns an error and leaves out alone. */
GD_INTERNAL gd_status gd_growth3(const gd_query* query, gd_growth_result* out);
GD_INTERNAL gd_status gd_growth2(const gd_query* query, gd_growth_result* out);
GD_SHARED gd_status gd_growth(const gd_query* query, gd_growth_result* out); /* either of them */
GD_INTERNAL gd_status gd_collide3(const gd_query* query, gd_collision_result* out);
GD_INTERNAL gd_status gd_collide2(const gd_query* query, gd_collision_result* out);
/* The answer of gd_collide3 alone, for pairs that are nearly apart (close) or deep in each other.
 */
GD_INTERNAL gd_status gd_intersects3(const gd_query* query, bool close, bool* colliding);

/* Either dimension; no half-space. */
GD_INTERNAL gd_status gd_distance_gjk(const gd_query* query, gd_distance_result* out);
GD_SHARED gd_status gd_collide_gjk(const gd_query* query, gd_collision_result* out);
GD_INTERNAL gd_status gd_penetration_solve(const gd_query* query, gd_penetration_result* out);
GD_INTERNAL gd_status gd_signed_solve(const gd_query* query, gd_signed_result* out);

/* Whether balls around both, with their centres in the cores' middles, are apart; then out is
 * filled. */
GD_INTERNAL bool gd_balls_apart(const gd_query* query, gd_collision_result* out);

/* Both cores are points or segments: closed form, either dimension; GD_ERROR_UNDEFINED where
 * they cross in the plane. */
GD_SHARED gd_status gd_growth_lines(const gd_query* query, gd_growth_result* out);
GD_SHARED gd_status gd_collide_lines(const gd_query* query, gd_collision_result* out);
GD_INTERNAL gd_status gd_distance_lines(const gd_query* query, gd_distance_result* out);
GD_INTERNAL gd_status gd_penetration_lines(const gd_query* query, gd_penetration_result* out);
GD_INTERNAL gd_status gd_signed_lines(const gd_query* query, gd_signed_result* out);

/* Both cores are boxes, segments or points: closed form, either dimension; GD_ERROR_UNDEFINED where
 * there is none, or where rounding leaves its bounds apart (boxes.h). */
GD_SHARED gd_status gd_growth_boxes(const gd_query* query, gd_growth_result* out);
GD_SHARED gd_status gd_collide_boxes(const gd_query* query, gd_collision_result* out);
GD_INTERNAL gd_status gd_distance_boxes(const gd_query* query, gd_distance_result* out);
GD_INTERNAL gd_status gd_penetration_boxes(const gd_query* query, gd_penetration_result* out);
GD_INTERNAL gd_status gd_signed_boxes(const gd_query* query, gd_signed_result* out);

/* One of the two is a half-space: closed form, either dimension. */
GD_INTERNAL gd_status gd_signed_halfspace(const gd_query* query, gd_signed_result* out);
GD_INTERNAL gd_status gd_penetration_halfspace(const gd_query* query, gd_penetration_result* out);
GD_INTERNAL gd_status gd_distance_halfspace(const gd_query* query, gd_distance_result* out);
GD_SHARED gd_status gd_growth_halfspace(const gd_query* query, gd_growth_result* out);
GD_SHARED gd_status gd_collide_halfspace(const gd_query* query, gd_collision_result* out);
/* Brings the common point that growth found into sets whose centre lies beside them. */
GD_SHARED void gd_collide_astray(const gd_query* query, gd_collision_result* out);

/* Any dimension; no half-space. The workspace and vectors of the public functions. */
GD_INTERNAL gd_status gd_growthn(const gd_query* query, double* workspace, gd_growth_n_result* out,
                                 double* vectors);
GD_INTERNAL gd_status gd_collidesn(const gd_query* query, double* workspace,
                                   gd_collision_n_result* out, double* vectors);

/* d_Q(A - minus), minus may be NULL; query->a is Q, query->b is A. */
GD_INTERNAL gd_status gd_generalized_solve(const gd_query* query, const gd_shape* minus,
                                           const double* pose_minus, double* workspace,
                                           gd_generalized_result* out, double* vectors);

/* Derivatives where one of the two is a half-space: of the growth distance, when the body's centre
 * is outside, or of the signed distance. Returns how far above the plane the centre, or the body
 * is. */
GD_INTERNAL double gd_plane_derive(const gd_query* query, const double* velocity, bool growth,
                                   gd_derivatives* out);

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
