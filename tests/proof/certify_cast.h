/* Certificates of casts, checked from the definitions of the shapes alone. */
#ifndef CERTIFY_CAST_H
#define CERTIFY_CAST_H

#include "sets.h"

/* A cast as its query sees it: b is posed at time 0. Not for half-spaces. */
typedef struct cast_case {
    const posed* a;
    const posed* b;
    const gd_cast* cast;
    double tolerance;
} cast_case;

/* Returns what is wrong with a result, or NULL. The normal must prove that nothing is in contact
 * before lower, or the miss; the points must prove a contact at upper. `overlapping` tells whether
 * the shapes are in contact at min_time: 1, 0, or -1 if it is uncertain. */
const char* certify_cast(const cast_case* c, const gd_cast_result* r, int overlapping);

/* Size of a cast, which scales its tolerance, by the definitions. */
real cast_size(const cast_case* c);

#endif
