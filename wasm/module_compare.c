/* The WebAssembly module of the comparison methods: growth distance by the methods that we compare
 * ours with. Memory, shapes and batches are those of wasm/module.c. */
#define MODULE(name) module_compare_##name

#include "small.h"

#ifdef LIBRARY_LINKED /* native tests link the library */

#include "compare/compare.h"

#else

#define GD_API static __attribute__((unused))
#define GD_INTERNAL static __attribute__((unused))

SMALL_BEGIN
#include "math/predicates.c"
#include "math/predicates_any.c"
SMALL_END
#include "math/vec_nd.c"

SMALL_BEGIN
#include "shapes/bounds.c"
#include "shapes/composite.c"
SMALL_END
#include "shapes/curvature.c"
#include "shapes/direction_cells.c"
#include "shapes/hull_lookup.c"
#include "shapes/support.c"

SMALL_BEGIN
#include "shapes/composite_bounds.c"
#include "shapes/flat_hull.c"
#include "shapes/hull_measure.c"
#include "shapes/hull_mesh.c"
#include "shapes/points_nd.c"
#include "shapes/polygon.c"
#include "shapes/quickhull.c"
#include "shapes/shape_create.c"
#include "shapes/shape_info.c"
#include "shapes/smooth_hull.c"

#include "minkowski/trace.c"
SMALL_END

#include "closed/box_2d.c"
#include "closed/box_box.c"
#include "closed/box_capsule.c"
#include "closed/box_distance.c"
#include "closed/box_divide.c"
#include "closed/box_queries.c"
#include "closed/capsules.c"
SMALL_BEGIN
#include "closed/flat_sets.c"
SMALL_END
#include "closed/gap.c"
#include "closed/halfspace.c"
#include "closed/point_box.c"
#include "closed/point_ellipsoid.c"
#include "closed/point_revolved.c"

#include "second_order/cap.c"
#include "second_order/difference_model.c"
#include "second_order/kink_shares.c"
#include "second_order/model_step.c"
#include "second_order/polar_step.c"
#include "second_order/support_model.c"
#include "second_order/warm_model.c"

#include "growth/cutting_plane.c"
#include "growth/cutting_plane_2d.c"
#include "growth/growth.c"
#include "growth/intersects.c"
#include "growth/newton.c"
#include "growth/rounded_polytopes.c"
#include "growth/warm_growth.c"

#include "distance/distance.c"
#include "distance/gjk.c"
#include "distance/gjk_project.c"
#include "distance/gjk_state.c"
#include "distance/newton_distance.c"
#include "distance/simplex.c"
#include "distance/simplex_methods.c"
#include "distance/warm_distance.c"

SMALL_BEGIN
#include "depth/epa.c"
#include "depth/epa_2d.c"
#include "depth/incremental.c"
#include "depth/initial_simplex.c"
#include "depth/lbfgs.c"
#include "depth/newton_depth.c"
#include "depth/newton_minimum.c"
#include "depth/overlap.c"
#include "depth/penetration.c"
#include "depth/polytope.c"
SMALL_END

#include "queries/query.c"

#include "compare/compare.c"
#include "compare/conic.c"
#include "compare/conic_projection.c"
#include "compare/dcf.c"
#include "compare/dcol.c"
#include "compare/dcol_build.c"
#include "compare/ie.c"
#include "compare/inc.c"
#include "compare/ray.c"
#include "compare/zc.c"
#include "compare/zc_ie.c"

#endif

SMALL_BEGIN
#include "host.c"
SMALL_END
#include "pair_call.c"

BATCH(growth_distance, gd_compare_growth_distance, gd_growth_result)

PAIR_CALL(growth_distance, gd_compare_growth_distance, gd_growth_result)
