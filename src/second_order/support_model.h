/* A shape as the ray of a growth problem sees it: what Newton's method wants to know of the support
 * function around a direction (docs/algorithms.md, Second order).
 *
 * With n = ray + y0 e1 + y1 e2 the support function of each shape is a convex function of y; its
 * slope is the place (u, v) of the support point across the ray. It is a maximum of pieces that are
 * smooth on their own (curvature.h), and where two of them meet it bends as a sheet does at a
 * kink. Which pieces these are is known of every primitive without a search: the two ends of a
 * segment, the two rims of a round shape, the two signs of each half extent of a box. What is known
 * at one y is a local model: the support vertex, the curvature of the pieces it lies on, and the
 * kinks to their neighbours.
 *
 * A round face is a kink in every direction at once: the curvature of its rim is infinite there.
 * gd_support_model_face tells when the model has its minimum on one, gd_support_model_evaluate_face
 * finds its point.
 *
 * The second shape of a pair is seen with its axes negated, since C = A - B: so both are treated
 * alike, and coordinates add up. Vertices have s in ray coordinates, (u, v, w). */
#ifndef GD_SUPPORT_MODEL_H
#define GD_SUPPORT_MODEL_H

#include "shapes/curvature.h"
#include "minkowski/difference.h"

typedef struct support_model {
    const gd_shape* shape;
    vec3 x, y, z; /* the local axes in ray coordinates */
    vec3 origin;  /* the local origin, relative to the centre, in ray coordinates */
    double spread00, spread01, spread11; /* of an ellipsoid's matrix, across the ray */
    bool of_b;
    double min_radius2; /* of an ellipsoid's radii, squared */
    double ball; /* radius of one inside the shape that touches it in the previous support point */

    bool face;          /* its round face that looks along the ray may still be tried: */
    vec2 face_y;        /* its normal */
    double face_height; /* along y */
    double face_radius;

    /* of a round shape, at the previous local model: */
    bool up;          /* top rim or bottom rim */
    double rim;       /* its radius */
    vec2 radial;      /* from its middle to the support point, x and z, of length 1 */
    vec2 tangent;     /* along the rim, across the ray */
    double curvature; /* along tangent */
} support_model;

/* The change from the piece that supports to the one beyond a kink. */
typedef struct kink {
    double gap; /* of h, >= 0 */
    vec2 slope;
    double curvature; /* along tangent */
    vec2 tangent;
    double along; /* of the support point: along a local axis, and */
    int axis;
    double wider; /* along the radial direction */
    bool of_b;
} kink;

/* Of two boxes. */
#define LOCAL_MODEL_KINKS 6

typedef struct local_model {
    vec2 y;
    double height; /* h_C(n) */
    vertex3 s;
    double k00, k01, k11; /* Hessian in y of the pieces that support */
    int count;
    kink kinks[LOCAL_MODEL_KINKS];
} local_model;

/* Whether the shape can be seen: its pieces are known, or it has but one. */
GD_INLINE bool support_model_fits(const gd_shape* shape) {
    switch (shape->core) {
    case GD_CORE_POINT:
    case GD_CORE_SEGMENT:
    case GD_CORE_BOX:
    case GD_CORE_ELLIPSOID:
    case GD_CORE_CYLINDER:
    case GD_CORE_FRUSTUM: return true;
    case GD_CORE_SMOOTH:
    case GD_CORE_TRANSFORMED:
    case GD_CORE_SUM:
    case GD_CORE_CUSTOM: return shape->twice_differentiable;
    case GD_CORE_POINTS: /* unreachable: points_nd.c's */
    case GD_CORE_VERTICES:
    case GD_CORE_MESH:
    case GD_CORE_HALFSPACE: break;
    }
    return false;
}

GD_INLINE vec3 scaled3(vec3 a, vec3 b) {
    return make3(a.x * b.x, a.y * b.y, a.z * b.z);
}

/* A direction of ray coordinates in the local frame. */
GD_INLINE vec3 support_model_local(const support_model* at, vec3 d) {
    return make3(dot3(at->x, d), dot3(at->y, d), dot3(at->z, d));
}

/* ray, e1 and e2 in the shape's frame, negated for the second shape. */
GD_INTERNAL void gd_support_model_init(support_model* at, const gd_shape* shape, vec3 ray, vec3 e1,
                                       vec3 e2, bool of_b);

/* One shape's part of the local model, with 1 / |n|, but for what balls and centres add to place
 * and curvature. */
GD_INTERNAL void gd_support_model_evaluate(support_model* at, double inverse, local_model* m);

/* Where the support point of the previous local model goes beyond a kink of the shape, local frame.
 */
GD_INLINE vec3 support_model_beyond(const support_model* at, const kink* h) {
    vec3 part = make3(h->wider * at->radial.x, 0.0, h->wider * at->radial.y);
    if (h->axis == 0)
        part.x += h->along;
    else if (h->axis == 1)
        part.y += h->along;
    else
        part.z += h->along;
    return part;
}

/* Whether the ray leaves through the face of a round shape as far as the local model knows, which
 * has its last rim. */
GD_INTERNAL bool gd_support_model_face(const support_model* at, const local_model* m);

/* The face's part of the local model along its normal, after the other shape's: its point nearest
 * to where the vertex lies on the ray. */
GD_INTERNAL void gd_support_model_evaluate_face(support_model* at, double inverse, local_model* m);

#endif
