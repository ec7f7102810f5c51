/* Selects the solver for a pair of convex shapes: a closed form, or the solver of the requested
 * method. The arguments must be valid. */
#ifndef GD_CONVEX_H
#define GD_CONVEX_H

#include "closed/closed.h"
#include "closed/flat_sets.h"
#include "depth/depth.h"
#include "distance/distance.h"
#include "growth/newton.h"
#include "math/pose.h"

/* Whether the method allows a closed form. INCREMENTAL, SQP and EPA apply to overlapping cores
 * only, so they allow one, too. Any other requested method is always used. */
GD_INLINE bool convex_asks_for_any(const gd_query* query) {
    const int method = (int)query->settings->method;
    return method == GD_METHOD_AUTO || method == GD_METHOD_INCREMENTAL || method == GD_METHOD_SQP ||
           method == GD_METHOD_EPA;
}

/* The closed form that answers the pair, if the method allows it. A half-space has no other. */
GD_INLINE closed_form convex_form(const gd_query* query) {
    const gd_shape *a = query->a, *b = query->b;
    if (convex_asks_for_any(query)) return closed_form_of(a, b);
    return a->core == GD_CORE_HALFSPACE || b->core == GD_CORE_HALFSPACE ? CLOSED_HALFSPACE
                                                                        : CLOSED_NONE;
}

/* Whether form has a gap for the goal, which is filled. */
GD_INLINE bool convex_gap(const gd_query* query, closed_form form, gap_goal goal, core_gap* gap) {
    switch (form) {
    case CLOSED_LINES: return gd_lines_gap(query, gap) || gd_boxes_gap(query, goal, gap);
    case CLOSED_POINT_BOX: return gd_point_box_gap(query, goal, gap);
    case CLOSED_BOX_SEGMENT:
    case CLOSED_BOXES: return gd_boxes_gap(query, goal, gap);
    case CLOSED_POINT_REVOLVED: return gd_point_revolved_gap(query, goal, gap);
    case CLOSED_POINT_ELLIPSOID: return gd_point_ellipsoid_gap(query, goal, gap);
    case CLOSED_HALFSPACE:
    case CLOSED_NONE: break;
    }
    return false;
}

GD_INLINE bool convex_closed_growth(const gd_query* query, closed_form form,
                                    gd_growth_result* out) {
    switch (form) {
    case CLOSED_LINES:
        return gd_growth_balls(query, out) || gd_growth_point_revolved(query, out) ||
               gd_growth_boxes(query, out);
    case CLOSED_POINT_REVOLVED: return gd_growth_point_revolved(query, out);
    case CLOSED_POINT_BOX:
    case CLOSED_BOX_SEGMENT:
    case CLOSED_BOXES: return gd_growth_boxes(query, out);
    case CLOSED_POINT_ELLIPSOID: return gd_growth_point_ellipsoid(query, out);
    case CLOSED_HALFSPACE:
    case CLOSED_NONE: break;
    }
    return false;
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
    const closed_form form = convex_form(query);
    if (convex_closed_growth(query, form, out)) return (gd_status)out->status;
    if (!convex_suits_newton(query)) return GD_ERROR_UNDEFINED;
    if (form == CLOSED_HALFSPACE) return gd_growth_halfspace(query, out);
    return gd_growth(query, out);
}

GD_INLINE gd_status convex_distance(const gd_query* query, gd_distance_result* out);

/* Tolerance of the distance that gives an overlap test of flat shapes its normal and point. */
#define CONVEX_FLAT_TOLERANCE 0x1p-40
/* Below this distance, as a part of the coordinates, the distance's normal may not separate them.
 */
#define CONVEX_FLAT_NEAR 0x1p-30

/* The lower bound of the growth distance that the plane of the distance of separated shapes proves.
 * Along its normal, the vector p between the centres is the gap plus h of both shapes. */
static GD_COLD __attribute__((unused)) double convex_growth_lower(const gd_query* query,
                                                                  const gd_distance_result* d) {
    frame3 a, b;
    const int dimension = query->a->dimension;
    if (!frame_of_pose(query->pose_a, dimension, &a) ||
        !frame_of_pose(query->pose_b, dimension, &b))
        return 1.0; /* unreachable: the distance has checked the poses */
    const vec3 center_a = rotate(&a.rotation, query->a->center);
    const vec3 center_b = rotate(&b.rotation, query->b->center);
    const vec3 p = add3(sub3(b.position, a.position), sub3(center_b, center_a));
    const double far = dot3(load3(d->normal), p);
    const double rounding = CONVEX_FLAT_TOLERANCE * max_abs3(p);
    if (!(d->lower > 0.0)) return far >= -rounding ? 1.0 : 0.0;
    if (!(far > 0.0)) return 0.0; /* a centre outside its shape */
    return far > d->lower ? far / (far - d->lower) : GD_INFINITY;
}

/* Whether the distance of two shapes exceeds the rounding of their coordinates in the world by far.
 */
static GD_COLD __attribute__((unused)) bool convex_flat_is_far(const gd_query* query,
                                                               const gd_distance_result* d) {
    double size = query->a->origin_bound_radius + query->b->origin_bound_radius;
    for (int i = 0; i < query->a->dimension; i++)
        size += fabs(query->pose_a[i]) + fabs(query->pose_b[i]);
    return d->lower > CONVEX_FLAT_NEAR * size;
}

/* Overlap test of two shapes of which neither is solid: exact for hulls of points, otherwise by the
 * distance. */
static GD_COLD __attribute__((unused)) gd_status convex_collide_flat(const gd_query* query,
                                                                     gd_collision_result* out) {
    const gd_settings settings = {.tolerance = CONVEX_FLAT_TOLERANCE,
                                  .max_iterations = GD_DEFAULT_MAX_ITERATIONS};
    const gd_query near = {query->a, query->pose_a, query->b, query->pose_b, &settings, NULL};
    gd_distance_result d;
    const gd_status status = gd_distance_gjk(&near, &d);
    if (status < 0) return status;
    const vec3 near_normal = load3(d.normal);
    const flat_answer exact =
        convex_flat_is_far(query, &d) ? FLAT_APART : gd_flat_sets(query, d.normal);
    const bool apart = exact == FLAT_UNKNOWN ? d.lower > 0.0 : exact == FLAT_APART;
    if (d.normal[0] != near_normal.x || d.normal[1] != near_normal.y ||
        d.normal[2] != near_normal.z)
        d.lower = 0.0; /* the bound of the previous normal */
    out->status = exact == FLAT_UNKNOWN ? d.status : (double)GD_STATUS_OPTIMAL;
    out->iterations = d.iterations;
    out->colliding = apart ? 0.0 : 1.0;
    out->lower = apart ? convex_growth_lower(query, &d) : 0.0;
    out->upper = apart ? GD_INFINITY : 1.0;
    store3(out->normal, load3(d.normal));
    const vec3 a = load3(d.point_a), b = load3(d.point_b);
    store3(out->point, madd3(a, 0.5, sub3(b, a)));
    return (gd_status)out->status;
}

GD_INLINE gd_status convex_collide(const gd_query* query, gd_collision_result* out) {
    const closed_form form = convex_form(query);
    core_gap gap;
    if (form == CLOSED_HALFSPACE) return gd_collide_halfspace(query, out);
    if (form != CLOSED_NONE) {
        if (gd_balls_apart(query, out)) return GD_STATUS_OPTIMAL;
        if (form == CLOSED_BOXES && gd_collide_boxes(query, out)) return (gd_status)out->status;
        if (convex_gap(query, form, GAP_DISTANCE, &gap)) return gd_gap_collide(query, &gap, out);
    }
    if (query->settings->method > GD_METHOD_CUTTING_PLANE) return gd_collide_gjk(query, out);
    if (!query->a->solid && !query->b->solid) return convex_collide_flat(query, out);
    return gd_collide_growth(query, out);
}

GD_INLINE gd_status convex_distance(const gd_query* query, gd_distance_result* out) {
    const closed_form form = convex_form(query);
    core_gap gap;
    if (convex_gap(query, form, GAP_DISTANCE, &gap)) return gd_gap_distance(query, &gap, out);
    if (form == CLOSED_HALFSPACE) return gd_distance_halfspace(query, out);
    return gd_distance_gjk(query, out);
}

GD_INLINE gd_status convex_penetration(const gd_query* query, gd_penetration_result* out) {
    const closed_form form = convex_form(query);
    core_gap gap;
    if (convex_gap(query, form, GAP_DEPTH, &gap)) return gd_gap_penetration(query, &gap, out);
    if (form == CLOSED_HALFSPACE) return gd_penetration_halfspace(query, out);
    return gd_penetration_solve(query, out);
}

GD_INLINE gd_status convex_signed(const gd_query* query, gd_signed_result* out) {
    const closed_form form = convex_form(query);
    core_gap gap;
    if (convex_gap(query, form, GAP_SIGNED, &gap)) return gd_gap_signed(query, &gap, out);
    if (form == CLOSED_HALFSPACE) return gd_signed_halfspace(query, out);
    return gd_signed_solve(query, out);
}

#endif
