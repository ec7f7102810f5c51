/* A polytope to start from: a simplex inscribed in D = A - B, as fat as a few support vertices make
 * it, or the proof that D has no depth. */
#ifndef GD_INITIAL_SIMPLEX_H
#define GD_INITIAL_SIMPLEX_H

#include "distance/gjk.h"

/* A vertex of D and where it came from, as in gjk. */
typedef struct core_vertex {
    vec3 x, a, b;
} core_vertex;

typedef enum initial_simplex_kind {
    INITIAL_SIMPLEX_SOLID, /* the simplex is there */
    INITIAL_SIMPLEX_FLAT,  /* D is flat, to rounding: no depth along normal */
} initial_simplex_kind;

typedef struct initial_simplex {
    core_vertex v[4]; /* tetrahedron, 0 1 2 counter-clockwise seen from 3's far side; in the plane
                         a counter-clockwise triangle */
    vec3 normal;
    double calls; /* support calls it took */
} initial_simplex;

/* Least distance of the simplex's faces from the origin, less what rounding may add to it; 0 when
 * the origin is outside: a lower bound of any depth. */
GD_INTERNAL double gd_initial_simplex_offset(const initial_simplex* s, double extent,
                                             int dimension);

/* From the simplex at which the search on the cores ended. */
GD_INTERNAL initial_simplex_kind gd_initial_simplex(gjk* g, initial_simplex* out);

#endif
