/* The first polytope of the depth solvers: a simplex inscribed in D = A - B, as fat as a few
 * support vertices allow, or the proof that D is flat. */
#ifndef GD_INITIAL_SIMPLEX_H
#define GD_INITIAL_SIMPLEX_H

#include "distance/gjk.h"

/* A vertex of D and its parts on A and B, as in gjk. */
typedef struct core_vertex {
    vec3 x, a, b;
} core_vertex;

typedef enum initial_simplex_kind {
    INITIAL_SIMPLEX_SOLID, /* the simplex is valid */
    INITIAL_SIMPLEX_FLAT,  /* D is flat up to rounding: the depth along normal is 0 */
} initial_simplex_kind;

typedef struct initial_simplex {
    core_vertex v[4]; /* 3D: tetrahedron, 0 1 2 counter-clockwise seen from outside; 2D:
                         counter-clockwise triangle */
    vec3 normal;
    vec3 a, b;    /* of a flat set: the parts of the origin on the search's simplex */
    double calls; /* number of support calls */
} initial_simplex;

/* Lower bound of any depth: the least distance from the origin to the simplex's faces minus
 * rounding, or 0 if the origin is outside. */
GD_INTERNAL double gd_initial_simplex_offset(const initial_simplex* s, double extent,
                                             int dimension);

/* Builds the simplex from the final simplex of the search on the cores. */
GD_INTERNAL initial_simplex_kind gd_initial_simplex(gjk* g, initial_simplex* out);

#endif
