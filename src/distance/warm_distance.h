/* A warm distance of curved shapes: few support calls, from the optimum of the previous query
 * (warm_model.h).
 *
 * Certificate: as GJK's. The support value is the lower bound, and the point of the vertex or edges
 * nearest to the origin gives the upper one. If three calls do not prove the answer, Newton's
 * method continues. */
#ifndef GD_WARM_DISTANCE_H
#define GD_WARM_DISTANCE_H

#include "distance/gjk.h"

/* Saves the optimum: the unit normal n and the nearest points g->a[0] and g->b[0]. */
GD_INTERNAL void gd_warm_distance_save(gd_warm* warm, const gjk* g, vec3 n);

/* Runs from the query's warm state, which must fit. If the bounds prove the answer, saves the new
 * state and returns true, with the nearest points in g as in gd_newton_distance. Otherwise *start
 * is the best normal, of unit length. */
GD_INTERNAL bool gd_warm_distance(gjk* g, const gd_query* query, vec3* start);

#endif
