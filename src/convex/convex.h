/* Selects the solver for a pair of convex shapes: a closed form, or the solver of the requested
 * method. The arguments must be valid. */
#ifndef GD_CONVEX_H
#define GD_CONVEX_H

#include "closed/closed.h"
#include "depth/depth.h"
#include "distance/distance.h"
#include "growth/newton.h"

GD_INLINE bool convex_has_halfspace(const gd_query* query) {
    return query->a->core == GD_CORE_HALFSPACE || query->b->core == GD_CORE_HALFSPACE;
}

/* Whether the method allows a closed form. INCREMENTAL, SQP and EPA apply to overlapping cores
 * only, so they allow one, too. Any other requested method is always used. */
GD_INLINE bool convex_asks_for_any(const gd_query* query) {
    const int method = (int)query->settings->method;
    return method == GD_METHOD_AUTO || method == GD_METHOD_INCREMENTAL || method == GD_METHOD_SQP ||
           method == GD_METHOD_EPA;
}

/* Whether both cores are segments or points, which have a closed form. */
GD_INLINE bool convex_has_lines(const gd_query* query) {
    return shape_is_line(query->a) && shape_is_line(query->b) && convex_asks_for_any(query);
}

/* Whether a closed form may exist for cores that are boxes, segments or points. Two boxes have one
 * for AUTO only. An overlapping box and segment have one for AUTO only, too, which box_queries.c
 * decides. */
GD_INLINE bool convex_has_boxes(const gd_query* query) {
    return shape_is_box(query->a) && shape_is_box(query->b) && convex_asks_for_any(query) &&
           (shape_is_line(query->a) || shape_is_line(query->b) ||
            query->settings->method == GD_METHOD_AUTO);
}

/* Whether NEWTON can solve the pair, if requested. It needs a curved shape, and in 3D two shapes
 * with known pieces. */
GD_INLINE bool convex_suits_newton(const gd_query* query) {
    const gd_shape *a = query->a, *b = query->b;
    if (query->settings->method != GD_METHOD_NEWTON) return true;
    if (a->dimension == 3) return gd_newton_fits(a, b);
    return !shape_is_polytope(a) || !shape_is_polytope(b) || a->radius + b->radius > 0.0;
}

GD_INLINE gd_status convex_growth(const gd_query* query, gd_growth_result* out) {
    if (convex_has_lines(query) && gd_growth_lines(query, out)) return (gd_status)out->status;
    if (convex_has_boxes(query) && gd_growth_boxes(query, out)) return (gd_status)out->status;
    if (!convex_suits_newton(query)) return GD_ERROR_UNDEFINED;
    if (convex_has_halfspace(query)) return gd_growth_halfspace(query, out);
    return gd_growth(query, out);
}

GD_INLINE gd_status convex_collide(const gd_query* query, gd_collision_result* out) {
    if (convex_has_lines(query) && gd_collide_lines(query, out)) return (gd_status)out->status;
    if (convex_has_boxes(query) && gd_collide_boxes(query, out)) return (gd_status)out->status;
    if (convex_has_halfspace(query)) return gd_collide_halfspace(query, out);
    if (query->settings->method > GD_METHOD_CUTTING_PLANE) return gd_collide_gjk(query, out);
    return gd_collide_growth(query, out);
}

GD_INLINE gd_status convex_distance(const gd_query* query, gd_distance_result* out) {
    if (convex_has_lines(query) && gd_distance_lines(query, out)) return (gd_status)out->status;
    if (convex_has_boxes(query) && gd_distance_boxes(query, out)) return (gd_status)out->status;
    if (convex_has_halfspace(query)) return gd_distance_halfspace(query, out);
    return gd_distance_gjk(query, out);
}

GD_INLINE gd_status convex_penetration(const gd_query* query, gd_penetration_result* out) {
    if (convex_has_lines(query) && gd_penetration_lines(query, out)) return (gd_status)out->status;
    if (convex_has_boxes(query) && gd_penetration_boxes(query, out)) return (gd_status)out->status;
    if (convex_has_halfspace(query)) return gd_penetration_halfspace(query, out);
    return gd_penetration_solve(query, out);
}

GD_INLINE gd_status convex_signed(const gd_query* query, gd_signed_result* out) {
    if (convex_has_lines(query) && gd_signed_lines(query, out)) return (gd_status)out->status;
    if (convex_has_boxes(query) && gd_signed_boxes(query, out)) return (gd_status)out->status;
    if (convex_has_halfspace(query)) return gd_signed_halfspace(query, out);
    return gd_signed_solve(query, out);
}

#endif
