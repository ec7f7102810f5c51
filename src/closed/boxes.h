/* Shared parts of the closed forms for two boxes, each rounded by its ball (box_box.c,
 * box_capsule.c, box_queries.c). Half extents may be 0, which includes points, segments along Y and
 * rectangles.
 *
 * All data are in A's frame. Z, the difference of the boxes about their middles, is the sum of six
 * segments: their edges. q is the vector from A's middle to B's, so the boxes overlap if q is in Z.
 * z is the same vector if the centres coincide; growth follows z + beta d out of the rounded Z. An
 * answer is a normal and a point of each box. It becomes a result only through the bounds that
 * these prove. */
#ifndef GD_BOXES_H
#define GD_BOXES_H

#include "closed/closed.h"
#include "math/pose.h"

typedef struct boxes {
    const gd_shape* a;
    const gd_shape* b;
    bool swapped;  /* a is the query's B */
    double radius; /* sum of both radii */
    mat3 rotation_a, rotation_b, b_to_a;
    vec3 middle_a, middle_b; /* world */
    vec3 q;
} boxes;

/* Additional data for growth. */
typedef struct boxes_ray {
    vec3 center_a, center_b; /* world */
    double distance;
    double inner, outer; /* radii of balls inside and around C */
    vec3 d, z;           /* d is a unit vector */
} boxes_ray;

/* A unit normal in A's frame and its points, each in the frame of its box. */
typedef struct boxes_answer {
    vec3 normal, a, b;
} boxes_answer;

/* A face of Z, by two edges in it, and a point of it. */
typedef struct boxes_face {
    vec3 normal;   /* of any length: the next steps need not wait for a root */
    double length; /* of normal */
    int edge[2];   /* A's edges are 0 to 2, B's 3 to 5 */
    vec3 point;
} boxes_face;

/* The part of a line v + w u inside Z, from w = in to out, and the faces there. */
typedef struct boxes_span {
    double in, out;
    boxes_face enters, leaves;
} boxes_span;

/* How far a coordinate is outside a box, with its sign. */
GD_INLINE double box_beyond(double x, double half) {
    return x > half ? x - half : x < -half ? x + half : 0.0;
}
GD_INLINE vec3 box_beyond3(vec3 x, vec3 half) {
    return make3(box_beyond(x.x, half.x), box_beyond(x.y, half.y), box_beyond(x.z, half.z));
}

/* The direction of an edge. Copies number by number: wider loads would wait for the stores. */
GD_INLINE vec3 boxes_axis(const boxes* x, int edge) {
    static const vec3 own[3] = {{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}};
    const vec3* axis = edge < 3 ? &own[edge] : &x->b_to_a.cx + (edge - 3);
    return make3(axis->x, axis->y, axis->z);
}

/* The frame of a shape for a pose, in 2D or 3D. Returns false if the pose is invalid. */
GD_INTERNAL bool gd_frame_of(const gd_shape* shape, const double* pose, frame3* frame);

/* Sets up a pair. If one shape is a segment or point, it becomes b. Returns false if a pose is
 * invalid. */
GD_INTERNAL bool gd_boxes_of(const gd_query* query, boxes* x);

/* Uncertainty of a depth due to rounding. */
GD_INTERNAL double gd_boxes_rounding(const boxes* x);

/* max of n.v over v in Z */
GD_INTERNAL double gd_boxes_support(const boxes* x, vec3 n);

/* Splits the point of a face into a point of each box. Sets all fields of answer. */
GD_INTERNAL void gd_boxes_divide(const boxes* x, const boxes_face* face, boxes_answer* answer);

/* Where the ray leaves Z. Returns false if rounding finds no point. */
GD_INTERNAL bool gd_boxes_exit(const boxes* x, const boxes_ray* ray, boxes_answer* answer);

/* Where a line v + w u is in Z. If in > out it is nowhere, and the point of `leaves` is outside Z.
 * The point of `enters` is not set. */
GD_INTERNAL void gd_boxes_span(const boxes* x, vec3 u, vec3 v, boxes_span* span);

/* The least factor by which Z must be scaled to reach q. If it is at most 1, answer contains a
 * common point of the boxes. */
GD_INTERNAL double gd_boxes_gauge(const boxes* x, boxes_answer* answer);

/* Depth of q in Z about the middles: the least h_Z(n) - n.q over unit normals n. If negative, a
 * normal proves that q is outside, and the points are arbitrary. */
GD_INTERNAL double gd_boxes_depth(const boxes* x, boxes_answer* answer);

/* Where the ray leaves the rounded Z, for a radius > 0. Requires b to be a segment or point. */
GD_INTERNAL bool gd_box_capsule_exit(const boxes* x, const boxes_ray* ray, boxes_answer* answer);

/* The nearest points of two boxes. */
typedef struct box_nearest {
    vec3 b; /* on B, in its frame */
    vec3 w; /* from A's point to B's, in A's frame; 0 if the boxes have a common point */
} box_nearest;

/* Finds the nearest points. size: of the pair; rounding is relative to it. Returns false if the
 * steps do not suffice. */
GD_INTERNAL bool gd_box_distance(const boxes* x, double size, box_nearest* nearest);

/* A segment q + t g, |t| <= 1, and a box of half extents e about the origin. */
typedef struct box_capsule {
    vec3 q, g, e;
    double t; /* of the segment's point nearest to the box */
    vec3 w;   /* from the box to that point; 0 if they overlap */
} box_capsule;

/* Sets t and w. */
GD_INTERNAL void gd_box_capsule_nearest(box_capsule* r);

#endif
