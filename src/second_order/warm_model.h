/* The local model of D = A - B at the optimum of the previous query, for warm queries of shapes
 * whose pieces are known (support_model.h).
 *
 * At the optimum the normal n, the nearest points and the edges in contact are known. The
 * curvatures of the points' pieces give a model of h_D at n (curvature.h). At the new poses, A's
 * part of the model is the same, and B's turned with B. The minimum of the model is the next
 * normal, with an error of second order in the motion. A further step takes the gradient at the new
 * normal. It costs a fourth of a step by Newton's method with its kinks.
 *
 * A normal of an edge in contact has a known angle to that edge, which turns with its shape. Two
 * edges of one shape, or its round face, fix the normal to the shape.
 *
 * Residuals are vectors beside a normal m, in A's frame: the gradient of the quantity to minimise
 * over unit normals. */
#ifndef GD_WARM_MODEL_H
#define GD_WARM_MODEL_H

#include "minkowski/warm_start.h"
#include "shapes/curvature.h"

/* What the normal keeps from query to query, as the count of the state. The counts of simplices are
 * positive, and WARM_AROUND is -3. */
typedef enum warm_contact {
    WARM_FIXED_TO_A = -4,
    WARM_FIXED_TO_B = -5,
    WARM_FREE = -6,
    WARM_EDGE_OF_A = -7,
    WARM_EDGE_OF_B = -8,
    WARM_TWO_EDGES = -9,
} warm_contact;

/* The unit normals of an edge in contact: n.u = c, with a unit vector u in A's frame. */
typedef struct edge_normals {
    vec3 u;
    double c;
} edge_normals;

/* The model in a frame at the saved normal n. A direction is t (n + y0 e1 + y1 e2). */
typedef struct warm_model {
    pair3* pair;
    const gd_warm* warm;
    warm_contact contact;
    vec3 n, e1, e2;
    sym2 k;                /* Hessian in y */
    edge_normals edges[2]; /* of A and B, in contact */
    vec3 u_b;              /* B's u in its own frame */
} warm_model;

/* The support points at a unit normal, and the point of the edges in contact with the least
 * residual: they plus shares of the ways to the edges' other ends. */
typedef struct warm_support {
    vec3 a, b;   /* of the cores, relative to the centres */
    vec3 way[2]; /* in the shape's frame */
    double share[2];
} warm_support;

GD_INLINE bool warm_has_edge(const warm_model* w, int of_b) {
    return w->contact == WARM_TWO_EDGES || w->contact == (of_b ? WARM_EDGE_OF_B : WARM_EDGE_OF_A);
}

/* Saves an optimum: the unit normal n, and the nearest points of the cores, relative to the
 * centres. */
GD_INTERNAL void gd_warm_model_save(gd_warm* warm, const pair3* pair, warm_family family, vec3 n,
                                    vec3 a, vec3 b);

/* The same in a state of this pair with the same contact. */
GD_INTERNAL void gd_warm_model_update(gd_warm* warm, const pair3* pair, vec3 n, vec3 a, vec3 b);

/* Loads the state of a warm query. w->n is of use even if there is no model: then returns false. */
GD_INTERNAL bool gd_warm_model_load(warm_model* w, pair3* pair, const gd_warm* warm);

/* The saved nearest points as a point of A - B about the centres. */
GD_INLINE vec3 warm_model_point(const warm_model* w) {
    return sub3(load3(w->warm->points_a), rotate(&w->pair->b_to_a, load3(w->warm->points_b)));
}

/* The normal of the model's minimum, for the residual of the saved points. `added` times the
 * identity is added to the Hessian. Not of unit length. */
GD_INTERNAL vec3 gd_warm_model_minimum(warm_model* w, vec3 residual, double added);

/* Computes the Hessian anew at the unit normal m. */
GD_INTERNAL void gd_warm_model_bend(warm_model* w, vec3 m, const warm_support* at, double added);

/* The normal after Newton's step from the unit normal m. */
GD_INTERNAL vec3 gd_warm_model_step(const warm_model* w, vec3 m, vec3 residual);

/* Whether m is near the saved normal. */
GD_INTERNAL bool gd_warm_model_near(const warm_model* w, vec3 m);

/* Support points at the unit normal m. */
GD_INTERNAL void gd_warm_model_support(const warm_model* w, vec3 m, warm_support* at);

/* Chooses the shares and changes the residual. Returns false if the point is not inside the
 * edges. */
GD_INTERNAL bool gd_warm_model_shares(const warm_model* w, warm_support* at, vec3* residual);

/* Radius of a ball in the shape that touches it at the unit normal n (ellipsoid_inner_square). */
GD_INTERNAL double gd_warm_model_ball(const gd_shape* shape, vec3 n);

#endif
