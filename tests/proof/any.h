/* Shapes of 2 to 8 dimensions by their definition, and certificates of the n-dimensional queries:
 * point clouds and p-norm balls, translated but not rotated. In 2D and 3D also every shape of
 * sets.h, except half-spaces. */
#ifndef ANY_H
#define ANY_H

#include "certify.h"

#define ANY_MOST 8

typedef struct any_set {
    int n;
    const double* record;
    size_t length;
    const double* pose;
    real center[ANY_MOST]; /* world */
    real extent;           /* radius of a ball about the world's origin that contains the shape */
    bool round;            /* certainly contains a ball about its centre */
    bool central; /* certainly contains its centre: for point clouds, only without a centre in the
                     record */
    bool thin;    /* a cloud without a proved ball about its centre */
    bool known;   /* a shape of sets.h, posed in `set` */
    posed set;
} any_set;

/* Makes the shape of a valid record. The record and the pose must outlive it. */
void any_make(any_set* set, int n, const double* record, size_t length, const double* pose,
              const gd_shape* shape);

/* max of d.x over the shape, in the world. */
real any_support(const any_set* set, const real* d);

/* Whether the Minkowski difference of two shapes certainly contains a ball about its centre, so
 * that the growth distance exists. */
bool any_solid(const any_set* a, const any_set* b);

/* Bounds of a growth or generalized distance that are proved so far. Other answers must not
 * contradict them. */
typedef struct any_truth {
    real least, most;
} any_truth;

/* Each function returns what is wrong with a result, or NULL. `vectors` are the query's. */
const char* certify_growth_n(const any_set* a, const any_set* b, const gd_growth_n_result* r,
                             const double* vectors, double tolerance, any_truth* t, worst* seen);
const char* certify_collision_n(const any_set* a, const any_set* b, const gd_collision_n_result* r,
                                const double* vectors, const any_truth* t, worst* seen);
/* minus: NULL, or the set that is subtracted from a */
const char* certify_generalized(const any_set* q, const any_set* minus, const any_set* a,
                                const gd_generalized_result* r, const double* vectors,
                                double tolerance, any_truth* t, worst* seen);

#endif
