/* Traces: the part of growth_distance.h about recording every iterate of a query, for drawing.
 *
 * A trace is given to any query by the address in its settings. The query clears what was there,
 * writes one row after the other while they fit, and counts all of them; its answer is the same
 * with and without. */
#ifndef GROWTH_DISTANCE_TRACE_H
#define GROWTH_DISTANCE_TRACE_H

/* What lower and upper bound. */
typedef enum gd_quantity {
    GD_QUANTITY_GROWTH = 0,      /* growth distance: gd_growth_distance, gd_collide, also _n */
    GD_QUANTITY_DISTANCE = 1,    /* gd_distance */
    GD_QUANTITY_DEPTH = 2,       /* gd_penetration */
    GD_QUANTITY_SIGNED = 3,      /* gd_signed_distance */
    GD_QUANTITY_GENERALIZED = 4, /* gd_generalized_distance */
} gd_quantity;

/* capacity doubles follow this header. */
typedef struct gd_trace {
    double capacity; /* in: doubles that follow */
    double quantity; /* out, as all below: gd_quantity */
    double used;     /* doubles written */
    double needed;   /* doubles of the whole trace; > capacity: its later rows are missing */
    double iterates; /* rows of the whole trace */
    double lower;    /* the best bounds of all rows but the result's */
    double upper;
    double rows[]; /* gd_iterate after gd_iterate */
} gd_trace;

/* What the vertices of an iterate are. */
typedef enum gd_iterate_type {
    GD_ITERATE_RESULT = 0,    /* the last row: the result's bounds, normal, witness points */
    GD_ITERATE_PORTAL = 1,    /* growth: the triangle (2D: segment) through which the ray goes */
    GD_ITERATE_SIMPLEX = 2,   /* distance: the simplex of which point is nearest to the origin */
    GD_ITERATE_POLYTOPE = 3,  /* expanding polytope: all of it, point on the nearest face */
    GD_ITERATE_RAY = 4,       /* penetration along a ray from the origin: its portal */
    GD_ITERATE_DIRECTION = 5, /* a direction and its support vertex alone: descent */
} gd_iterate_type;

/* The vectors of an iterate, in this order. */
typedef enum gd_iterate_vector {
    GD_VECTOR_NORMAL = 0,    /* unit, of the best supporting plane, normal.x <= offset */
    GD_VECTOR_DIRECTION = 1, /* unit: asked for in this step; zero: none */
    GD_VECTOR_RAY = 2,       /* unit, from the origin of the picture: followed; zero: none */
    GD_VECTOR_POINT = 3,     /* of the inner approximation: nearest, or where the ray leaves it */
    GD_VECTOR_SHIFT = 4,
} gd_iterate_vector;
#define GD_ITERATE_VECTORS 5

/* An iterate: what the solver knew when it asked for a support vertex, with that vertex and the
 * bounds it gave; a search ends with one more row that asks for none. These doubles are followed by
 * GD_ITERATE_VECTORS vectors of width doubles; then by vertices, each three vectors (its point, the
 * part on A and the part on B, points of the world) and a weight; then by faces of three indices of
 * vertices each, counter-clockwise from outside (2D: two and 0).
 *
 * The picture is that of the Minkowski difference, in world orientation: for growth it is
 * C = (A - a) - (B - b) about the centres a, b and the ray goes along shift = b - a, which C scaled
 * by the growth distance just reaches; for all others D = A - B and the origin. For the generalized
 * distance B is the Q of the query and A its A (of a pair A2 - A1, shown by its difference), a the
 * point about which A grows, and scale the multiple of Q under which A - Q is growing. A vertex's
 * point is its part on A - scale * its part on B + shift; the iterate's is the sum of weight times
 * point; the result's parts are both the common point of A and the scaled Q. Searches on cores
 * (shapes without radius_a and radius_b) draw the difference of those. */
typedef struct gd_iterate {
    double type;      /* gd_iterate_type */
    double length;    /* doubles of this row: the next one follows */
    double width;     /* doubles of a vector: 3 (in 2D z is 0), in n dimensions n if that is more */
    double iteration; /* support calls of the query so far, as counted in its result */
    double lower;     /* best so far, of the query's quantity; -infinity: none yet */
    double upper;     /* likewise; infinity: none yet */
    double offset;    /* of the plane across normal; infinite: none yet */
    double scale;     /* of B: 1 but for generalized distance */
    double radius_a;  /* of balls taken off A and B */
    double radius_b;
    double support; /* 1: the last vertex, of weight 0, was found in this step */
    double vertex_count;
    double face_count;
    double nearest; /* index of the face that is pushed out; -1: none */
    double data[];
} gd_iterate;

#endif
