/* Posed sets by their definition: support functions and membership of shape records in extended
 * precision, written from the conventions alone and sharing nothing with the solvers, for
 * certificates to be checked against. */
#ifndef SETS_H
#define SETS_H

#include "growth_distance.h"

#include <stdbool.h>

typedef long double real;

/* Directions along which every set is looked at, whatever is asked of it. */
#define POSED_PROBES 26

typedef struct posed {
    const double* record;
    size_t length;
    int dimension;
    real turn[9]; /* rows */
    real at[3];
    real local[3];  /* the centre, in its own frame */
    real center[3]; /* world */
    real extent;    /* of a ball about the world's origin that holds it: the unit of its rounding */
    real radius;    /* of a ball about the centre that holds it */
    real inradius;  /* of a ball that it holds; 0: none */
    bool solid;
    bool halfspace;
    real wall[3]; /* of a half-space, in the world: { x : wall.x <= offset } */
    real offset;
    real probe[POSED_PROBES]; /* the support function along each of them, local */
} posed;

/* The support function of the kinds CUSTOM and CUSTOM2 in these programs: an ellipsoid whose radii
 * depend on the id. */
extern const gd_custom set_custom;

/* The set of a valid record, which must outlive it; the shape made of it says where its centre is
 * and how large it is. */
void posed_make(posed* set, const double* record, size_t length, const double* pose,
                const gd_shape* shape);

/* The same set at another pose. */
void posed_move(posed* set, const double* pose);

/* max of n.x over the set, in the world; not of a half-space. */
real posed_support(const posed* set, const real n[3]);

/* A lower bound of how far a point is outside, exact for most kinds; <= 0: not found to be. hint is
 * a direction worth trying. */
real posed_outside(const posed* set, const double x[3], const double hint[3]);

real real_dot(const real a[3], const real b[3]);
real real_length(const real a[3]);

#endif
