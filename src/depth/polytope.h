/* A polytope that expands by one vertex at a time, sorted by the distance of its facets from the
 * origin: the certificate of the global depth.
 *
 * Invariants: the polytope is the exact convex hull of its vertices, and each facet has an area
 * above zero. Exact predicates decide on which side of a plane a vertex is. So the facets that see
 * a new vertex form a disc with one closed border. With rounded signs, a thin facet could stay by
 * mistake and fold over the new ones.
 *
 * A sliver of height t is within t of its neighbours' planes. Ignoring its own plane moves the
 * nearest point by at most t^2 / (2 depth), far less than the rounding of its normal would. */
#ifndef GD_POLYTOPE_H
#define GD_POLYTOPE_H

#include "depth/initial_simplex.h"

#define POLYTOPE_VERTICES 512
#define POLYTOPE_FACETS 1024 /* 2 * POLYTOPE_VERTICES - 4 facets are the most in use */
/* A support vertex less than this fraction of the extent above a facet counts as on it. */
#define POLYTOPE_ROUNDING (8.0 * GD_EPS)

typedef uint16_t polytope_index;

typedef struct polytope_facet {
    vec3 n;                   /* unit, outward */
    double plane;             /* n.x of its points */
    double doubt;             /* bound of the rounding of n.x - plane for any x of D */
    polytope_index v[3];      /* counter-clockwise from outside */
    polytope_index across[3]; /* the neighbour's side at the edge from v[i] to v[i + 1] */
    bool sliver;
    bool removed;
} polytope_facet;

typedef struct polytope {
    core_vertex vertex[POLYTOPE_VERTICES];
    polytope_facet facet[POLYTOPE_FACETS];
    double offset[POLYTOPE_FACETS]; /* of facets that may be nearest; infinite for all others */
    bool listed[POLYTOPE_FACETS];   /* whether open contains the facet */
    polytope_index open[POLYTOPE_FACETS]; /* facets with an offset below the upper bound, and some
                                             outdated entries */
    int open_count;
    int vertex_count;
    int facet_count; /* facets ever used; those not in use are in free */
    polytope_index free[POLYTOPE_FACETS];
    int free_count;
    polytope_index horizon[POLYTOPE_FACETS]; /* sides of the facets that stay, in order around the
                                                hole */
    int horizon_count;
    polytope_index hole[POLYTOPE_FACETS]; /* facets to remove */
    int hole_count;
    double extent;
    double rounding;
    double unit; /* scale of lengths, so that squared areas do not underflow */
} polytope;

/* Starts from a tetrahedron, whose face 0 1 2 is counter-clockwise seen from outside. upper is an
 * upper bound of the depth. */
GD_INTERNAL void gd_polytope_init(polytope* p, double extent, const core_vertex v[4], double upper);

/* The nearest facet whose offset is below upper, or -1. */
GD_INTERNAL int gd_polytope_nearest(polytope* p, double upper);

typedef enum polytope_push { POLYTOPE_PUSHED, POLYTOPE_REFUSED, POLYTOPE_FULL } polytope_push;

/* Adds a vertex that a facet sees. Returns REFUSED and changes nothing if the facet does not see it
 * exactly, and FULL if there is no room. */
GD_INTERNAL polytope_push gd_polytope_push(polytope* p, int facet, const core_vertex* w,
                                           double upper);

#endif
