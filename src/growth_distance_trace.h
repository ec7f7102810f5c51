/* Traces: the part of growth_distance.h that records every iterate of a query, for drawing.
 *
 * Any query accepts a trace: settings.trace is its address. The query clears the trace, appends one
 * row per iterate while rows fit, and counts all rows. The result of the query is the same with and
 * without a trace. */
#ifndef GROWTH_DISTANCE_TRACE_H
#define GROWTH_DISTANCE_TRACE_H

/* The quantity whose bounds are lower and upper. */
typedef enum gd_quantity {
    GD_QUANTITY_GROWTH = 0,      /* gd_growth_distance, gd_collide, and the same in n dimensions */
    GD_QUANTITY_DISTANCE = 1,    /* gd_distance */
    GD_QUANTITY_DEPTH = 2,       /* gd_penetration */
    GD_QUANTITY_SIGNED = 3,      /* gd_signed_distance */
    GD_QUANTITY_GENERALIZED = 4, /* gd_generalized_distance */
    GD_QUANTITY_TIME = 5,        /* casts and gd_time_of_impact: the time of contact */
} gd_quantity;

/* Header of a trace; capacity doubles follow it. The caller sets capacity, the query the rest. */
typedef struct gd_trace {
    double capacity; /* doubles that follow this header */
    double quantity; /* gd_quantity */
    double used;     /* doubles written after this header */
    double needed;   /* doubles of the whole trace without this header; if > capacity, the last rows
                        are missing */
    double iterates; /* rows of the whole trace */
    double lower;    /* best bounds of all rows, except the row of the result */
    double upper;
    double rows[]; /* gd_iterate after gd_iterate */
} gd_trace;

/* Type of an iterate: the meaning of its vertices. */
typedef enum gd_iterate_type {
    GD_ITERATE_RESULT = 0,    /* the last row: bounds, normal and witness points of the result */
    GD_ITERATE_PORTAL = 1,    /* growth: the triangle (2D: segment) that the ray crosses */
    GD_ITERATE_SIMPLEX = 2,   /* distance: the simplex; point is its point nearest to the origin. By
                                 second order: the vertices found at one normal */
    GD_ITERATE_POLYTOPE = 3,  /* expanding polytope: all of it; point is on the nearest face */
    GD_ITERATE_RAY = 4,       /* penetration along a ray from the origin: its portal */
    GD_ITERATE_DIRECTION = 5, /* descent, depth by second order, and casts: one direction and its
                                 support vertex */
    GD_ITERATE_INTERVAL = 6,  /* time of impact: an interval of time that is proved free */
    GD_ITERATE_PROBE = 7,     /* time of impact: a test for contact at one time */
} gd_iterate_type;

/* The vectors of an iterate, in this order. */
typedef enum gd_iterate_vector {
    GD_VECTOR_NORMAL = 0,    /* unit normal of the best supporting plane, normal.x <= offset */
    GD_VECTOR_DIRECTION = 1, /* unit direction of this step's support call; 0: no call */
    GD_VECTOR_RAY = 2,       /* unit direction of the ray from the origin; 0: no ray. Casts: of the
                                displacement */
    GD_VECTOR_POINT = 3, /* weighted mean of the vertices: the point nearest to the origin, or the
                            point on the ray */
    GD_VECTOR_SHIFT = 4, /* see gd_iterate */
    GD_VECTOR_TURN = 5,  /* INTERVAL: angular velocity of the normal, radians per unit of time */
} gd_iterate_vector;
#define GD_ITERATE_VECTORS 6

/* One row: the state of the solver when it requested a support vertex, this vertex, and the bounds
 * that follow from it. The last row of a search has no support vertex, and no row of a distance by
 * second order has one.
 *
 * data contains, in this order:
 *   - GD_ITERATE_VECTORS vectors of width doubles.
 *   - vertex_count vertices of three vectors and a weight: the vertex of the difference, then the
 *     points of A and of B (world) that it comes from.
 *   - face_count faces of three vertex indices, counter-clockwise from outside; in 2D two indices
 *     and 0.
 *
 * A row describes a Minkowski difference, in world orientation:
 *   - growth: C = (A - a) - (B - b) about the centres a and b. The ray has the direction of
 *     shift = b - a. C scaled by the growth distance just reaches shift.
 *   - generalized distance: A is the A (or A - A1) of the query, and B is its Q. a is the point
 *     about which A grows, and shift = -a. scale is the multiple of Q that the present growth
 *     problem uses.
 *   - casts: D = A - B with B at time 0; shift = 0. At the time t there is contact if the point
 *     t * displacement is within the target of D.
 *   - times of impact: D = A - B with both shapes at the time `start`; shift = 0.
 *   - all others: D = A - B and the origin; shift = 0.
 * A RESULT with a time of contact contains its points at this time.
 *
 * A vertex is its part on A - scale * its part on B + shift. The vector point is the sum of
 * weight * vertex. In a RESULT of the generalized distance, both parts are the common point of A
 * and the scaled Q. A search on the cores describes the difference of reduced shapes: A without a
 * ball of radius_a, and B without a ball of radius_b.
 *
 * During an INTERVAL the normal turns from its direction at `start` at the constant rate TURN, and
 * the gap along it stays larger than the target. An INTERVAL without a support vertex is proved by
 * bounding balls instead. A PROBE that shows contact sets upper to its time. */
typedef struct gd_iterate {
    double type;      /* gd_iterate_type */
    double length;    /* doubles of this row, after which the next row begins */
    double width;     /* doubles per vector: n in n dimensions, but at least 3 (in 2D z is 0) */
    double iteration; /* steps so far, as iterations of the result counts them; generalized
                         distance: support calls so far */
    double lower;     /* best lower bound so far, of gd_quantity; -infinity: none yet */
    double upper;     /* best upper bound so far; infinity: none yet */
    double offset;    /* of the plane normal.x <= offset; infinity: no plane yet */
    double scale;     /* of B: 1, except for the generalized distance */
    double radius_a;  /* radii of the balls subtracted from A and B */
    double radius_b;
    double support; /* 1: this step found the last vertex of data, which has weight 0 */
    double vertex_count;
    double face_count;
    double nearest; /* index of the face that this step expands; -1: none */
    double start;   /* INTERVAL: from this time ... */
    double end;     /* ... to this one; PROBE: both are the time of the test; 0 otherwise */
    double data[];
} gd_iterate;

#endif
