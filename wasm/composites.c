/* The extension of shapes made of others: affine images, Minkowski sums, support functions of the
 * host's, and smooth hulls. */
#include "extension.h"
#include "late.h"

#include "shapes/composite.c"
#include "shapes/composite_bounds.c"
#include "shapes/smooth_hull.c"

void EXPORT(install)(void) {
    host_late()->composites = (late_composites){
        gd_composite_read,  gd_composite_free, gd_composite_derive, gd_composite_support,
        gd_composite_piece, gd_composite_bend, gd_composite_same,   gd_smooth_curvature};
}
