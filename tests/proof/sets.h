/* Posed shapes by their definition: support functions and membership of shape records, in extended
 * precision. Written from the conventions alone, without code of the solvers, so that certificates
 * can be checked against it. */
#ifndef SETS_H
#define SETS_H

#include "growth_distance.h"

#include <stdbool.h>

typedef long double real;

/* Directions that are tried for every shape, whatever the query. */
#define POSED_PROBES 26

typedef struct posed {
    const double* record;
    size_t length;
    int dimension;
    real turn[9]; /* rows */
    real at[3];
    real local[3];  /* the centre, in its own frame */
    real center[3]; /* world */
    real extent;   /* radius of a ball about the world's origin that contains the shape: the unit of
                      rounding */
    real radius;   /* radius of a ball about the centre that contains the shape */
    real inradius; /* radius of a ball inside the shape; 0 if there is none */
    bool solid;
    bool halfspace;
    real wall[3]; /* of a half-space, in the world: { x : wall.x <= offset } */
    real offset;
    real probe[POSED_PROBES]; /* the support value along each local direction */
} posed;

/* The callbacks of the types CUSTOM and CUSTOM2 in these programs: ellipsoids whose radii depend on
 * the id. */
extern const gd_custom set_custom;

/* Makes the posed shape of a valid record, which must outlive it. The library's shape supplies its
 * centre and size. */
void posed_make(posed* set, const double* record, size_t length, const double* pose,
                const gd_shape* shape);

/* Moves the shape to another pose. */
void posed_move(posed* set, const double* pose);

/* Moves the shape to where it is at a time t: from a pose, at constant velocities in the world's
 * axes. In 2D the angular velocity is the first double. */
void posed_carry(posed* set, const double* pose, const double velocity[3], const double angular[3],
                 real t);

/* max of n.x over the shape, in the world. Not for half-spaces. */
real posed_support(const posed* set, const real n[3]);

/* Returns a lower bound of how far a point is outside, exact for most shape types. If it is <= 0,
 * no separating plane was found. `hint` is a direction to try. */
real posed_outside(const posed* set, const double x[3], const double hint[3]);

real real_dot(const real a[3], const real b[3]);
real real_length(const real a[3]);

#endif
