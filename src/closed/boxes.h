/* Two boxes, any half extents of which may be 0 - points, segments along Y, rectangles - each
 * rounded by its ball: what their closed forms share (box_box.c, box_capsule.c, box_queries.c).
 *
 * All is seen from A's frame. Z, the difference of the boxes about their middles, is the sum of six
 * segments, their edges. With q from A's middle to B's, the boxes meet where q is in Z; with z the
 * same for coincident centres, growth follows z + beta d out of Z and the radii. An answer is a
 * normal and a point of either box, and becomes a result only by what these two prove. */
#ifndef GD_BOXES_H
#define GD_BOXES_H

#include "closed/closed.h"
#include "math/pose.h"

typedef struct boxes {
    const gd_shape* a;
    const gd_shape* b;
    bool swapped;  /* a is the query's B */
    double radius; /* of both */
    mat3 rotation_a, rotation_b, b_to_a;
    vec3 middle_a, middle_b; /* world */
    vec3 q;
} boxes;

/* What growth needs besides. */
typedef struct boxes_ray {
    vec3 center_a, center_b; /* world */
    double distance;
    double inner, outer; /* radii of balls inside and around C */
    vec3 d, z;           /* d is unit */
} boxes_ray;

/* A unit normal in A's frame and the points that it belongs to, each in its box's frame. */
typedef struct boxes_answer {
    vec3 normal, a, b;
} boxes_answer;

/* A shape's frame by its pose in either dimension; false when that is none. */
GD_INTERNAL bool gd_frame_of(const gd_shape* shape, const double* pose, frame3* frame);

/* Length of a vector of any size, and a unit vector along it; that is left alone where there is
 * none. */
GD_INTERNAL double gd_length_of(vec3 v, vec3* unit);

/* The line, if one is, becomes B; points count as lines. False when a pose is not valid. */
GD_INTERNAL bool gd_boxes_of(const gd_query* query, boxes* x);

/* What a depth is uncertain by. */
GD_INTERNAL double gd_boxes_rounding(const boxes* x);

/* max of n.v over v in Z */
GD_INTERNAL double gd_boxes_support(const boxes* x, vec3 n);

/* Where the ray leaves Z; false where rounding finds no place. */
GD_INTERNAL bool gd_boxes_exit(const boxes* x, const boxes_ray* ray, boxes_answer* answer);

/* The least factor by which Z, scaled, reaches q. Unless it is above 1, the points are those at
 * which the boxes meet. */
GD_INTERNAL double gd_boxes_gauge(const boxes* x, boxes_answer* answer);

/* Depth of q in Z, about the middles: the least of h_Z(n) - n.q over unit normals n. Negative where
 * a normal proves that q is outside; then the points are any. */
GD_INTERNAL double gd_boxes_depth(const boxes* x, boxes_answer* answer);

/* Of needles that are nearly parallel the normal leans by rounding, and proves less than the points
 * are apart: OPTIMAL only where value, a length of which so much is open, meets the tolerance but
 * for the rounding of lengths as large as size. */
GD_INLINE double closed_status(const gd_settings* settings, double open, double value,
                               double size) {
    const bool met = open <= settings->tolerance * fabs(value) + 32.0 * GD_EPS * size;
    return met ? GD_STATUS_OPTIMAL : GD_STATUS_PRECISION;
}

/* One of the two is rounded and B is a line: where the ray leaves the rounded Z, or the nearest
 * point of Z to x, with the vector from it; the normal is left alone. */
GD_INTERNAL bool gd_box_capsule_exit(const boxes* x, const boxes_ray* ray, boxes_answer* answer);
GD_INTERNAL vec3 gd_box_capsule_nearest(const boxes* x, boxes_answer* answer);

#endif
