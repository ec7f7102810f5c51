/* Depth of overlapping cores by the method that the query asks for. */
#ifndef GD_OVERLAP_H
#define GD_OVERLAP_H

#include "depth/depth.h"

/* How to answer a query, decided once. */
typedef struct depth_plan {
    const gd_query* query;
    gjk_goal goal;
    gd_method method;
    bool plane;      /* 2D */
    bool edges_only; /* both cores are polytopes */
    bool newton;     /* Newton's method comes first */
    bool directed;   /* the caller or the warm state gives the first direction */
    vec3 direction;  /* of Newton's and the local methods, A's frame; otherwise the centres' */
} depth_plan;

/* The depth from GJK's simplex around the origin; changes the simplex. */
GD_INTERNAL gd_status gd_overlap_depth(gjk* g, const depth_plan* plan, depth_bounds* d);

/* The growth distance's normal, A's frame. The growth ray crosses a touching contact from the
 * centres, whereas GJK starts at the contact itself. Returns the direction of the centres if there
 * is no growth distance. */
GD_INTERNAL vec3 gd_normal_from_growth(const gjk* g, const gd_query* query, double* iterations,
                                       double* calls);

#endif
