/* The WebAssembly module: all queries over flat buffers. wasm/ABI.md is its manual.
 *
 * All sources are one translation unit, so that solvers inline the support functions and the
 * compiler removes functions that no export needs. The order of the includes is the order of the
 * folders' ranks. */
#include "small.h"

#ifdef LIBRARY_LINKED /* native tests link the library, and only its worlds get other limits */

#include "queries/query_table.h"
#include "world/world.c"

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
SMALL_BEGIN
#include "closed/box_queries.c"
SMALL_END
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
SMALL_BEGIN
#include "distance/gjk_project.c"
SMALL_END
#include "distance/gjk_state.c"
#include "distance/newton_distance.c"
#include "distance/simplex.c"
SMALL_BEGIN
#include "distance/simplex_methods.c"
SMALL_END
#include "distance/warm_distance.c"

SMALL_BEGIN
#include "nd/basis.c"
#include "nd/basis_trace.c"
#include "nd/generalized.c"
#include "nd/growth_nd.c"
#include "nd/support_nd.c"
SMALL_END

#include "depth/epa.c"
SMALL_BEGIN
#include "depth/epa_2d.c"
#include "depth/incremental.c"
#include "depth/initial_simplex.c"
#include "depth/lbfgs.c"
SMALL_END
#include "depth/newton_depth.c"
#include "depth/newton_minimum.c"
SMALL_BEGIN
#include "depth/overlap.c"
#include "depth/penetration.c"
SMALL_END
#include "depth/polytope.c"

#include "casts/cast.c"
#include "casts/cast_2d.c"
#include "casts/cast_ball.c"
#include "casts/cast_boxes.c"
#include "casts/cast_capsules.c"
#include "casts/cast_distance.c"
#include "casts/cast_dual.c"
SMALL_BEGIN
#include "casts/cast_halfspace.c"
SMALL_END
#include "casts/cast_kinks.c"
#include "casts/cast_line.c"
#include "casts/cast_newton.c"
#include "casts/cast_osculate.c"
#include "casts/cast_portal.c"
#include "casts/cast_ray.c"
SMALL_BEGIN
#include "casts/cast_result.c"
SMALL_END
#include "casts/cast_search.c"
SMALL_BEGIN
#include "casts/cast_trace.c"
SMALL_END
#include "casts/cast_warm.c"
#include "casts/ray_closed.c"
#include "casts/ray_hull.c"
#include "casts/ray_primitive.c"

#include "motion/impact.c"
#include "motion/impact_contact.c"
#include "motion/impact_crossing.c"
#include "motion/impact_finish.c"
#include "motion/impact_normal.c"
#include "motion/impact_step.c"
SMALL_BEGIN
#include "motion/impact_trace.c"
SMALL_END
#include "motion/moving_pair.c"

#include "queries/query.c"
SMALL_BEGIN
#include "queries/query_impact.c"
SMALL_END
#include "queries/query_motion.c"

SMALL_BEGIN
#include "queries/query_nd.c"

#include "derivatives/cast_gradient.c"
#include "derivatives/directional.c"
#include "derivatives/gradient.c"
#include "derivatives/halfspace.c"
#include "derivatives/jacobians.c"
#include "derivatives/optimum.c"
#include "derivatives/pieces.c"
#include "derivatives/qp2.c"
#include "derivatives/refine.c"
#include "derivatives/side.c"
#include "derivatives/unique.c"
SMALL_END

#include "world/bvh.c"
#include "world/world_casts.c"

SMALL_BEGIN
#include "world/aabb.c"
#include "world/nearest.c"
#include "world/pair_cache.c"
#include "world/world.c"
#include "world/world_impacts.c"
SMALL_END

#endif

SMALL_BEGIN
#include "host.c"
SMALL_END

#include "pair_call.c"
#include "pair_motion.c"

SMALL_BEGIN
#include "host_nd.c"
#include "host_world.c"
SMALL_END

#define EXPORT_QUERY(name, result, ...)                                                            \
    BATCH(name, gd_##name, gd_##result##_result)                                                   \
    PAIR_CALL(name, gd_##name, gd_##result##_result)                                               \
    STRAIGHT_CALL(name, gd_##name, gd_##result##_result)

GD_PAIR_QUERIES(EXPORT_QUERY)

SMALL_BEGIN
GD_GRADIENT_QUERIES(BATCH_GRADIENT)
SMALL_END

PAIR_CALL_INTERSECTS
STRAIGHT_CALL_INTERSECTS
