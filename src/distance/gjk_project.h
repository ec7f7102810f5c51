/* Careful projection of the origin on GJK's simplex: slower than simplex_filter.h, but it decides
 * every simplex, and measures thin ones as exactly as their vertices allow. */
#ifndef GD_GJK_PROJECT_H
#define GD_GJK_PROJECT_H

#include "distance/gjk.h"

/* Below this length a vector's square loses digits to underflow, and so does its direction. */
#define GJK_UNDERFLOW 0x1p-480

/* Sets the nearest point. Next to the origin, rounding may put it on the other side: then the
 * normal keeps its side. */
GD_INLINE void gjk_approach(gjk* g, vec3 x, double length) {
    g->length = length;
    if (!(length > GJK_UNDERFLOW)) return;
    g->along = neg3(x);
    const vec3 n = scale3(1.0 / length, g->along);
    const bool beyond = length <= GJK_ROUNDING * g->extent && dot3(n, g->normal) < 0.0;
    if (beyond) g->along = x;
    g->normal = beyond ? neg3(n) : n;
}

/* Projects the origin on the simplex and one more vertex. Returns false and changes nothing if
 * the new point is not nearer than the previous one plus slack: then the previous simplex is the
 * best. */
GD_INTERNAL bool gd_gjk_project(gjk* g, gd_subalgorithm how, double slack);

/* Repeats the projection on the same simplex by signed volumes, the most precise method. */
GD_INTERNAL void gd_gjk_refresh(gjk* g);

/* Replaces the simplex by its nearest point, which Frank-Wolfe keeps as a vertex. */
GD_INTERNAL void gd_gjk_merge(gjk* g);

#endif
