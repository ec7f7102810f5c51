/* Growth distance of two polytopes of which at least one is rounded, for example a hull and a
 * sphere or capsule.
 *
 * C is the difference of the cores, a polytope, plus a ball. The basis is one to three vertices of
 * the polytope. The ray leaves the rounded hull of the basis through a sphere, a cylinder or a
 * plane, so beta has a closed form there (inner). The normal at that point gives the next support
 * vertex and an upper bound (outer). The vertex enters the basis, and all that the exit does not
 * need leave it. Each step raises inner, and the last one is exact.
 *
 * The first basis is a triangle in the cores' inner ball, because a rounded hull of vertices alone
 * may miss the ray. */
#ifndef GD_ROUNDED_POLYTOPES_H
#define GD_ROUNDED_POLYTOPES_H

#include "growth/growth.h"

/* Whether the method takes this pair. */
GD_INTERNAL bool gd_rounded_fits(const growth3* g);

/* Starts along g->start if the query is warm, otherwise along a guess. Returns true if the bounds
 * prove the answer. If not, outer and normal are valid, and g has no portal. */
GD_INTERNAL bool gd_rounded_run(growth3* g);

#endif
