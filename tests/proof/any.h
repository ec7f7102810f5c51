/* Sets of any dimension by their definition, and certificates of the queries that take them: point
 * clouds and p-norm balls, moved but not turned, of 2 to 8 dimensions; in the plane and in space
 * also what sets.h knows, but for half-spaces. */
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
    real extent;           /* of a ball about the world's origin that holds it */
    bool round;            /* holds a ball about its centre for sure */
    bool central;          /* holds its centre for sure: of a point set one that was not given */
    bool thin;             /* a cloud in which no ball about its centre is proved */
    bool known;            /* by sets.h, as which it is posed */
    posed set;
} any_set;

/* The set of a valid record, which must outlive it, as must the pose. */
void any_make(any_set* set, int n, const double* record, size_t length, const double* pose,
              const gd_shape* shape);

/* max of d.x over the set, in the world. */
real any_support(const any_set* set, const real* d);

/* Whether two sets together hold a ball about their centres for sure, so that growth exists. */
bool any_solid(const any_set* a, const any_set* b);

/* What is proved of a growth or generalized distance so far; other answers must not contradict it.
 */
typedef struct any_truth {
    real least, most;
} any_truth;

/* What is wrong with a result, or NULL. vectors are those of the query. */
const char* certify_growth_n(const any_set* a, const any_set* b, const gd_growth_n_result* r,
                             const double* vectors, double tolerance, any_truth* t, worst* seen);
const char* certify_collision_n(const any_set* a, const any_set* b, const gd_collision_n_result* r,
                                const double* vectors, const any_truth* t, worst* seen);
/* minus: NULL, or the set that is taken from a */
const char* certify_generalized(const any_set* q, const any_set* minus, const any_set* a,
                                const gd_generalized_result* r, const double* vectors,
                                double tolerance, any_truth* t, worst* seen);

#endif
