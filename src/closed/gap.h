/* Signed distance of two cores in closed form, and the results that follow from it.
 *
 * A closed form computes one core_gap in world coordinates. gap.c then adds the radii and fills the
 * result of a query. The witness points are the core points moved along the normal, so that all
 * results of a pair agree. */
#ifndef GD_GAP_H
#define GD_GAP_H

#include "minkowski/problem.h"

/* Fraction of a pair's size below which cores touch; also the uncertainty of a depth. */
#define GAP_ROUNDING (8.0 * GD_EPS)

typedef struct core_gap {
    double length; /* upper bound of the signed distance of the cores */
    double lower;  /* the bound that the normal proves; at most length */
    double size;   /* of the pair: rounding is relative to it */
    vec3 normal;   /* unit, world, from A towards B */
    vec3 a, b;     /* core points, world: b - a = length * normal up to rounding */
} core_gap;

/* What a closed form computes for cores that overlap. */
typedef enum gap_goal {
    GAP_DISTANCE, /* length is 0, a and b are one common point; lower may be -infinity */
    GAP_SIGNED,   /* length and lower are minus the depth */
    GAP_DEPTH,    /* the same; of separated boxes only the lower bound counts */
} gap_goal;

/* Each function fills out, including its status, and returns the status. */
GD_INTERNAL gd_status gd_gap_distance(const gd_query* query, const core_gap* gap,
                                      gd_distance_result* out);
GD_INTERNAL gd_status gd_gap_penetration(const gd_query* query, const core_gap* gap,
                                         gd_penetration_result* out);
GD_INTERNAL gd_status gd_gap_signed(const gd_query* query, const core_gap* gap,
                                    gd_signed_result* out);

/* Overlap test by the gap for GAP_DISTANCE. */
GD_INTERNAL gd_status gd_gap_collide(const gd_query* query, const core_gap* gap,
                                     gd_collision_result* out);

/* Whether bounding balls prove the shapes separated; requires centres at the local origins. If so,
 * out is filled. */
GD_INTERNAL bool gd_balls_apart(const gd_query* query, gd_collision_result* out);

#endif
