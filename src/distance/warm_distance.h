/* A warm distance of curved shapes: few support calls, from the optimum of the previous query.
 *
 * At the optimum the normal n, the nearest points and the edges in contact are known. Their
 * curvatures give a model of h_D at n (curvature.h). At the new poses, A's part of the model is the
 * same, and B's turned with B. The minimum of the model is the next normal, with an error of second
 * order in the motion. Each further step takes the gradient at the new normal and the same
 * curvatures. A step costs a fourth of one by Newton's method (newton_distance.h), which answers if
 * two or three steps do not.
 *
 * A kink with a share of the nearest point is an edge of A or B in contact. The normal stays
 * perpendicular to that edge, which turns with its shape. Two edges of one shape, or its round
 * face, fix the normal to the shape.
 *
 * Certificate: as GJK's. The support value is the lower bound, and the point of the vertex or edges
 * nearest to the origin gives the upper one. */
#ifndef GD_WARM_DISTANCE_H
#define GD_WARM_DISTANCE_H

#include "distance/gjk.h"

/* What the normal keeps from query to query, as the count of the state. GJK's counts are positive,
 * and WARM_AROUND is -3. */
typedef enum warm_contact {
    WARM_FIXED_TO_A = 0, /* the state is the normal alone */
    WARM_FIXED_TO_B = -4,
    WARM_FREE = -5,
    WARM_EDGE_OF_A = -6,
    WARM_EDGE_OF_B = -7,
    WARM_TWO_EDGES = -8,
} warm_contact;

/* Saves the optimum: the unit normal n, the nearest points g->a[0] and g->b[0], and an edge of
 * each shape in contact, in its frame. */
GD_INTERNAL void gd_warm_distance_save(gd_warm* warm, const gjk* g, vec3 n, warm_contact contact,
                                       const vec3 edge[2]);

/* Runs from the query's warm state, which must fit. If the bounds prove the answer, saves the new
 * state and returns true, with the nearest points in g as in gd_newton_distance. Otherwise *start
 * is the best normal, of unit length. */
GD_INTERNAL bool gd_warm_distance(gjk* g, const gd_query* query, vec3* start);

#endif
