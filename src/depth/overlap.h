/* Depth of overlapping cores by the method that the query asks for. */
#ifndef GD_OVERLAP_H
#define GD_OVERLAP_H

#include "depth/depth.h"

/* The depth from GJK's simplex around the origin; changes the simplex. */
GD_INTERNAL gd_status gd_overlap_depth(gjk* g, const depth_plan* plan, depth_bounds* d);

/* The growth distance's normal, A's frame. The growth ray crosses a touching contact from the
 * centres, whereas GJK starts at the contact itself. Returns the direction of the centres if there
 * is no growth distance. */
GD_INTERNAL vec3 gd_normal_from_growth(const gjk* g, const gd_query* query, double* iterations,
                                       double* calls);

#endif
