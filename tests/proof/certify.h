/* Certificates of results, checked from the definitions of the sets alone.
 *
 * Each function returns what is wrong with a result, or NULL: a number that is not finite, bounds
 * in the wrong order or not proved by the normal and the witness points, points outside their sets,
 * a status that claims more than the bounds say. Lengths may be wrong by rounding, which is
 * relative to the extent of both sets. */
#ifndef CERTIFY_H
#define CERTIFY_H

#include "sets.h"

/* Rounding a query may make, of the extent: coordinates are rounded some dozens of times. */
#define ROUNDING 1e-12L
/* Witness points are means of a simplex's, whose weights lose digits when it is thin. */
#define WITNESS 1e-10L
/* Common points of sets that touch: those of a simplex as thin as rounding lets it be. */
#define MEETING 1e-9L

/* What was seen at worst, over all results certified with it. */
typedef struct worst {
    real gap;     /* of the bounds of what is called optimal, relative */
    real outside; /* witness points, of the extent */
    real proof;   /* by how much what the normal proves misses the bound, of the extent */
    real open;    /* between the bounds of what is not: of the extent, of growth relative */
} worst;
static inline void note(real* most, real x) {
    if (x > *most) *most = x;
}

/* What is known of a pair's growth, distance and depth, each from the definitions: a plane that
 * separates, points that are so near, a direction in which so short a way separates. A query's
 * normal is that of its points, and its lower bound may be an earlier plane's: others than these
 * must not contradict what is known. */
typedef struct truth {
    real growth_least, growth_most;
    real distance_least, distance_most;
    real depth_most;
    real depth_least; /* no definition proves it: the bound of the finest search, to agree with */
} truth;

/* By the planes and points that the library names at its finest tolerance, and by random ones.
 * Growth alone costs a tenth of all. */
void truth_of_growth(truth* t, const posed* a, const posed* b, const gd_shape* shape_a,
                     const double* pose_a, const gd_shape* shape_b, const double* pose_b);
void truth_find(truth* t, const posed* a, const posed* b, const gd_shape* shape_a,
                const double* pose_a, const gd_shape* shape_b, const double* pose_b, uint64_t seed);

/* By how much rounding may cross bounds of a growth distance by different methods: a support value
 * is right to a part of the extent, and none is smaller than the balls inside. Infinite where there
 * are none. */
double certify_crossing(const posed* a, const posed* b, double sigma);

const char* certify_growth(const posed* a, const posed* b, const gd_growth_result* r,
                           double tolerance, const truth* t, worst* seen);
const char* certify_collision(const posed* a, const posed* b, const gd_collision_result* r,
                              const truth* t, worst* seen);
const char* certify_distance(const posed* a, const posed* b, const gd_distance_result* r,
                             double tolerance, const truth* t, worst* seen);
/* The simplex of a distance (certify_simplex.c). A gradient's normal may be better than it. */
const char* certify_simplex(const posed* a, const posed* b, const gd_distance_result* r);
/* method: local ones prove little from below, and by MPR the depth is that along the normal, which
 * need not be that of a separating plane */
const char* certify_depth(const posed* a, const posed* b, const gd_penetration_result* r,
                          double tolerance, double method, const truth* t, worst* seen);
const char* certify_signed(const posed* a, const posed* b, const gd_signed_result* r,
                           double tolerance, double method, const truth* t, worst* seen);

/* Whether a query that was refused may have been: no quantity, or no method, for these sets. */
const char* certify_refusal(const posed* a, const posed* b, double status, bool needs_solid,
                            double method);

#endif
