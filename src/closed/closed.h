/* Pairs with a closed form: a half-space and any shape, segments and points, boxes, a point in or
 * beside a box, round shape or ellipsoid. */
#ifndef GD_CLOSED_H
#define GD_CLOSED_H

#include "closed/gap.h"
#include "minkowski/early_out.h"

/* Closed forms of the signed distance, by the cores of a pair in either order. */
typedef enum closed_form {
    CLOSED_NONE,
    CLOSED_LINES,           /* two points or segments */
    CLOSED_POINT_BOX,       /* a point and a box */
    CLOSED_POINT_REVOLVED,  /* a point and a cylinder or frustum */
    CLOSED_POINT_ELLIPSOID, /* a point and an ellipsoid */
    CLOSED_BOX_SEGMENT,     /* a segment and a box */
    CLOSED_BOXES,           /* two boxes */
    CLOSED_HALFSPACE,       /* a half-space and another shape; also two, which is an error */
} closed_form;

/* Compares in the order of gd_core: point, segment, box, ellipsoid, cylinder, frustum, others. */
GD_INLINE closed_form closed_form_of(const gd_shape* a, const gd_shape* b) {
    const gd_core first = a->core < b->core ? a->core : b->core;
    const gd_core last = a->core < b->core ? b->core : a->core;
    if (last == GD_CORE_HALFSPACE) return CLOSED_HALFSPACE;
    if (first > GD_CORE_SEGMENT) return last == GD_CORE_BOX ? CLOSED_BOXES : CLOSED_NONE;
    if (last <= GD_CORE_SEGMENT) return CLOSED_LINES;
    if (first == GD_CORE_SEGMENT) return last == GD_CORE_BOX ? CLOSED_BOX_SEGMENT : CLOSED_NONE;
    if (last == GD_CORE_BOX) return CLOSED_POINT_BOX;
    if (last == GD_CORE_ELLIPSOID) return CLOSED_POINT_ELLIPSOID;
    return last <= GD_CORE_FRUSTUM ? CLOSED_POINT_REVOLVED : CLOSED_NONE;
}

/* Whether the form takes no longer than one supporting plane of both shapes. */
GD_INLINE bool closed_is_fast(closed_form form) {
    return form >= CLOSED_LINES && form <= CLOSED_POINT_REVOLVED;
}

/* Whether overlap tests and motions use the gap. Two boxes have faster ways. */
GD_INLINE bool closed_has_gap(closed_form form) {
    return form >= CLOSED_LINES && form <= CLOSED_BOX_SEGMENT;
}

/* Each of the functions below fills its result and returns true. Otherwise it returns false: then a
 * solver handles the pair.
 *
 * The gap of the cores. False for segments that cross in 2D, for cores that overlap if the method
 * is not AUTO, and if rounding prevents a result. gd_boxes_gap is the one for two boxes, or a
 * segment and a box. */
GD_INTERNAL bool gd_lines_gap(const gd_query* query, core_gap* gap);
GD_INTERNAL bool gd_point_box_gap(const gd_query* query, gap_goal goal, core_gap* gap);
GD_INTERNAL bool gd_boxes_gap(const gd_query* query, gap_goal goal, core_gap* gap);
GD_INTERNAL bool gd_point_revolved_gap(const gd_query* query, gap_goal goal, core_gap* gap);
GD_INTERNAL bool gd_point_ellipsoid_gap(const gd_query* query, gap_goal goal, core_gap* gap);

/* Growth. False if the centres are not where the closed form needs them, or if rounding keeps the
 * bounds from meeting the tolerance. gd_growth_boxes takes any boxes, segments and points;
 * gd_growth_point_revolved a point and a segment, too. */
GD_INTERNAL bool gd_growth_balls(const gd_query* query, gd_growth_result* out);
GD_INTERNAL bool gd_growth_boxes(const gd_query* query, gd_growth_result* out);
GD_INTERNAL bool gd_growth_point_revolved(const gd_query* query, gd_growth_result* out);
GD_INTERNAL bool gd_growth_point_ellipsoid(const gd_query* query, gd_growth_result* out);

/* Overlap test of two boxes without radii, in 3D. */
GD_INTERNAL bool gd_collide_boxes(const gd_query* query, gd_collision_result* out);

/* Only the answer, for poses in the usual range. UNDECIDED: the boxes touch up to rounding. */
GD_INTERNAL early_out gd_intersects_boxes(const gd_query* query);

/* For a pair with one half-space, in 2D or 3D. Each fills out and returns its status, or returns an
 * error and leaves out unchanged. */
GD_INTERNAL gd_status gd_signed_halfspace(const gd_query* query, gd_signed_result* out);
GD_INTERNAL gd_status gd_penetration_halfspace(const gd_query* query, gd_penetration_result* out);
GD_INTERNAL gd_status gd_distance_halfspace(const gd_query* query, gd_distance_result* out);
GD_INTERNAL gd_status gd_growth_halfspace(const gd_query* query, gd_growth_result* out);
GD_INTERNAL gd_status gd_collide_halfspace(const gd_query* query, gd_collision_result* out);

#endif
