/* Local second-order model of a shape's support function, for Newton's method on the growth
 * distance (docs/algorithms.md, Second order).
 *
 * With n = ray + y0 e1 + y1 e2, each support function is convex in y. Its gradient is the place (u,
 * v) of the support point across the ray. It is a maximum of smooth pieces (curvature.h); between
 * two pieces the gradient jumps, which is a kink. Every primitive has known pieces: two ends of a
 * segment, two rims of a round shape, two signs of each half extent of a box. The local model at
 * one y consists of the support vertex, the curvature of its pieces, and the kinks to their
 * neighbours.
 *
 * A hull's pieces are its vertices. The model has the nearest two of the kinks between the support
 * vertex and the vertices beside it.
 *
 * A round face is a kink in every direction, because its rim has infinite curvature there. Two
 * functions below test whether the model's minimum is on such a face, and compute its point.
 *
 * The axes of the second shape are negated, because C = A - B. Then both shapes are treated alike
 * and coordinates add up. The s of a vertex is in ray coordinates (u, v, w). */
#ifndef GD_SUPPORT_MODEL_H
#define GD_SUPPORT_MODEL_H

#include "shapes/curvature.h"
#include "minkowski/difference.h"

typedef struct support_model {
    const gd_shape* shape;
    vec3 x, y, z; /* the local axes in ray coordinates */
    vec3 origin;  /* the local origin relative to the centre, in ray coordinates */
    double spread00, spread01, spread11; /* ellipsoid: the matrix of squared radii, across the
                                          * ray */
    bool of_b;
    double inner_square; /* ellipsoid_inner_square */
    double ball; /* radius of a ball inside the shape that touches the previous support point */

    bool face;          /* the round face towards the ray may still be tried */
    vec2 face_y;        /* y of its normal */
    double face_height; /* position on the local y axis */
    double face_radius;
    vec2 face_point;  /* (x, z) of the face's point at the previous evaluation of the face */
    double face_miss; /* how far beside the face, in its plane, that point would have to be */

    /* of a round shape, at the previous local model */
    bool up;          /* top rim (true) or bottom rim */
    double rim;       /* radius of that rim */
    vec2 radial;      /* unit vector (x, z) from its middle to the support point */
    vec2 tangent;     /* along the rim, projected across the ray */
    double curvature; /* along tangent */

    uint32_t hint; /* of a mesh: the previous support vertex */
} support_model;

/* The difference between the supporting piece and the piece beyond a kink. */
typedef struct kink {
    double gap; /* of the support values, >= 0 */
    vec2 slope;
    double curvature; /* along tangent */
    vec2 tangent;
    vec3 beyond;  /* change of the support point, local frame */
    double wider; /* radius of the rim beyond, minus the radius of this rim */
    bool of_b;
    bool vertex; /* beyond is another vertex of a hull */
} kink;

/* Whether only one of two kinks can be crossed: each leads to another vertex of the same hull. */
GD_INLINE bool kinks_exclude(const kink* h, const kink* k) {
    return h->vertex && k->vertex && h->of_b == k->of_b;
}

/* Number of kinks of two boxes. */
#define LOCAL_MODEL_KINKS 6

typedef struct local_model {
    vec2 y;
    double height; /* h_C(n) */
    vertex3 s;
    double k00, k01, k11; /* Hessian in y of the supporting pieces */
    int count;
    kink kinks[LOCAL_MODEL_KINKS];
} local_model;

/* Whether the shape has a model: its pieces are known, or it has only one. */
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
    case GD_CORE_POINTS: /* unreachable: see points_nd.c */
    case GD_CORE_VERTICES:
    case GD_CORE_MESH:
    case GD_CORE_HALFSPACE: break;
    }
    return false;
}

/* Converts a direction from ray coordinates to the local frame. */
GD_INLINE vec3 support_model_local(const support_model* at, vec3 d) {
    return make3(dot3(at->x, d), dot3(at->y, d), dot3(at->z, d));
}

/* Whether the shape has a model: its pieces are known, or it is a hull. */
GD_INLINE bool support_model_exists(const gd_shape* shape) {
    return support_model_fits(shape) || (shape->dimension == 3 && shape->vertices.count > 0);
}

/* If the sine of the angle between ray and face is below this, a round face is edge-on. */
#define SUPPORT_MODEL_EDGE_ON 0x1p-20

/* Converts a local point or direction to ray coordinates. */
GD_INLINE vec3 support_model_place(const support_model* at, vec3 c) {
    return madd3(madd3(scale3(c.x, at->x), c.y, at->y), c.z, at->z);
}

/* The direction at y, in the local frame. */
GD_INLINE vec3 support_model_direction(const support_model* at, vec2 y) {
    return make3(at->x.z + (y.x * at->x.x + y.y * at->x.y),
                 at->y.z + (y.x * at->y.x + y.y * at->y.y),
                 at->z.z + (y.x * at->z.x + y.y * at->z.y));
}

/* Starts the model of a shape, before it is aimed. */
GD_INTERNAL void gd_support_model_init(support_model* at, const gd_shape* shape, bool of_b);

GD_INLINE void support_models_init(support_model models[2], const pair3* pair) {
    gd_support_model_init(&models[0], pair->a, false);
    gd_support_model_init(&models[1], pair->b, true);
}

/* Aims the model of one shape along a ray. ray, e1 and e2 are in the shape's frame, negated for
 * the second shape. */
GD_INLINE void support_model_aim(support_model* at, vec3 ray, vec3 e1, vec3 e2) {
    const gd_shape* shape = at->shape;
    const vec3 size = shape->size;
    at->x = make3(e1.x, e2.x, ray.x);
    at->y = make3(e1.y, e2.y, ray.y);
    at->z = make3(e1.z, e2.z, ray.z);
    at->origin = make3(0.0, 0.0, 0.0);
    if (shape->off_center) at->origin = neg3(support_model_place(at, shape->center));
    at->ball = shape->radius;
    at->face = false;
    if (shape->core == GD_CORE_ELLIPSOID) {
        const vec3 d1 = scaled3(size, e1), d2 = scaled3(size, e2);
        at->spread00 = dot3(d1, d1);
        at->spread01 = dot3(d1, d2);
        at->spread11 = dot3(d2, d2);
    } else if (shape_has_rims(shape)) {
        const bool up = ray.y > 0.0;
        const double t = 1.0 / ray.y;
        at->face_y = make2(t * e1.y, t * e2.y);
        at->face_height = up ? size.y : -size.y;
        at->face_radius = up ? size.z : size.x;
        at->face = fabs(ray.y) > SUPPORT_MODEL_EDGE_ON && at->face_radius > 0.0;
    }
}

/* Aims the models of both shapes. ray, e1 and e2 are in A's frame. */
GD_INLINE void support_models_aim(support_model models[2], const pair3* pair, vec3 ray, vec3 e1,
                                  vec3 e2) {
    const mat3* r = &pair->b_to_a;
    support_model_aim(&models[0], ray, e1, e2);
    support_model_aim(&models[1], neg3(inv_rotate(r, ray)), neg3(inv_rotate(r, e1)),
                      neg3(inv_rotate(r, e2)));
}

/* Adds one shape to the local model at m->y; inverse is 1 / |n|. The caller adds the contributions
 * of balls and centres to place and curvature. */
GD_INTERNAL void gd_support_model_evaluate(support_model* at, double inverse, local_model* m);

/* The same along the ray, at m->y = 0. */
GD_INTERNAL void gd_support_model_evaluate_along(support_model* at, local_model* m);

/* Whether, by the local model, the ray leaves C through the round face of this shape. m must be the
 * previous local model, which contains the rim. */
GD_INTERNAL bool gd_support_model_face(const support_model* at, const local_model* m);

/* Adds the face to the local model at its normal, after the other shape. Chooses the face's point
 * for which the vertex is nearest to the ray. */
GD_INTERNAL void gd_support_model_evaluate_face(support_model* at, double inverse, local_model* m);

#endif
