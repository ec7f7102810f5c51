/* Certificates of results, checked from the definitions of the shapes alone.
 *
 * Each function returns what is wrong with a result, or NULL. Numbers must be finite, bounds in
 * order and proved by the normal and the witness points, and points in their shapes. A status must
 * not claim more than the bounds prove. Lengths may be wrong by rounding, relative to the extent of
 * both shapes. */
#ifndef CERTIFY_H
#define CERTIFY_H

#include "sets.h"

/* Rounding of a query, as a part of the extent: some dozens of operations on coordinates. */
#define ROUNDING 1e-12L
/* Rounding of witness points: means over a simplex, whose weights lose digits if it is thin. */
#define WITNESS 1e-10L
/* Rounding of common points of touching shapes: means over a simplex that is as thin as
 * rounding. */
#define MEETING 1e-9L

/* The worst figures over all results that were certified with it. */
typedef struct worst {
    real gap;     /* between the bounds of optimal results, relative */
    real outside; /* witness points outside their shapes, as a part of the extent */
    real proof;   /* a bound beyond what the normal proves, as a part of the extent */
    real open;    /* between the bounds of other results: part of the extent, for growth relative */
} worst;
static inline void note(real* most, real x) {
    if (x > *most) *most = x;
}

/* Bounds of a pair's growth distance, distance and depth, each proved by a plane, two points or a
 * direction. Results must agree with them. A result cannot prove itself alone, because its lower
 * bound may come from an earlier plane than its normal. */
typedef struct truth {
    real growth_least, growth_most;
    real distance_least, distance_most;
    real depth_most;
    real depth_least; /* proved by no definition: the lower bound of the search with the finest
                         tolerance */
} truth;

/* Use the planes and points that the library finds at its finest tolerance, and random planes. The
 * growth distance alone takes a tenth of the time of all. */
void truth_of_growth(truth* t, const posed* a, const posed* b, const gd_shape* shape_a,
                     const double* pose_a, const gd_shape* shape_b, const double* pose_b);
void truth_find(truth* t, const posed* a, const posed* b, const gd_shape* shape_a,
                const double* pose_a, const gd_shape* shape_b, const double* pose_b, uint64_t seed);

/* By how much rounding may make the bounds of two methods cross. A support value is accurate to a
 * part of the extent, and it is at least the sum of the inradii. Infinite if both inradii are 0. */
double certify_crossing(const posed* a, const posed* b, double sigma);

/* max of n.(x - y) over x in A and y in B: how far B must move along n to leave A. If it is
 * negative, a plane with normal n separates them by that length. Infinite for a half-space unless n
 * is its normal. */
real certify_width(const posed* a, const posed* b, const double normal[3]);

/* Whether a point lies in a shape, up to rounding and `open`. */
bool certify_holds(const posed* set, const double x[3], const double hint[3], real open,
                   real extent, worst* seen);

const char* certify_growth(const posed* a, const posed* b, const gd_growth_result* r,
                           double tolerance, const truth* t, worst* seen);
const char* certify_collision(const posed* a, const posed* b, const gd_collision_result* r,
                              const truth* t, worst* seen);
const char* certify_distance(const posed* a, const posed* b, const gd_distance_result* r,
                             double tolerance, const truth* t, worst* seen);
/* The simplex of a distance (certify_simplex.c). Do not use it for gradients, whose normal may be
 * more accurate than the simplex. */
const char* certify_simplex(const posed* a, const posed* b, const gd_distance_result* r);
/* method: local methods prove little from below. MPR's depth is measured along its normal, which
 * need not separate */
const char* certify_depth(const posed* a, const posed* b, const gd_penetration_result* r,
                          double tolerance, double method, const truth* t, worst* seen);
const char* certify_signed(const posed* a, const posed* b, const gd_signed_result* r,
                           double tolerance, double method, const truth* t, worst* seen);

/* Whether the query may refuse: the quantity is undefined, or the method does not support these
 * shapes. */
const char* certify_refusal(const posed* a, const posed* b, double status, bool needs_solid,
                            double method);

#endif
