/* The optimal normal of a pair, refined to rounding, and the smooth pieces of C that are active
 * there. Derivatives are computed from both.
 *
 * Growth and signed distance are problems of one form, with C = (A - a) - (B - b) and p = b - a:
 *    growth   1 / sigma = min over n of h_C(n) / n.p
 *    signed   -v        = min over unit n of h_C(n) - n.p   (a local minimum if v < 0)
 *
 * Let q = p / sigma or q = p. At the optimum there are weights mu >= 0 with sum 1 on pieces
 * s_i(n) of C, all with n.s_i = h_C(n). The vector sum mu_i s_i - q is parallel to n, and zero
 * for growth. In a tangent plane E of the unit normals, this is a system of equations in n, mu
 * and the value. */
#ifndef GD_OPTIMUM_H
#define GD_OPTIMUM_H

#include "shapes/curvature.h"
#include "minkowski/difference.h"

/* Angle by which a normal is tilted to find other support points. */
#define OPTIMUM_LEAN 1e-6
/* A piece is active if it is lower than the optimum by less than this fraction of the extent. */
#define OPTIMUM_ACTIVE 1e-9
/* Points that differ by less than this fraction of the extent are equal. */
#define OPTIMUM_SAME 1e-8

/* The normal of a round face is tried if it is within this angle. */
#define OPTIMUM_FACE 1e-2

/* The most pieces stored. The optimum needs three, flat contacts have more. */
#define OPTIMUM_MAX 16

/* A piece of a shape in the shape's frame: a core point on it and a direction that found it. */
typedef struct piece_name {
    vec3 core;
    vec3 along;
    bool fixed; /* the core point itself, which is on a round face, instead of its rim */
} piece_name;

/* A piece of C: a piece of A and a piece of B. */
typedef struct active_piece {
    piece_name on_a, on_b;
    vec3 a, b;    /* points for n on A and B, world axes, relative to the centres */
    vec3 s;       /* a - b */
    double level; /* n.(s - q) */
    double g[2];  /* E^T (s - q) */
    double weight;
} active_piece;

typedef struct optimum {
    const gd_shape *a, *b;
    mat3 rotation_a, rotation_b;
    vec3 offset_a, offset_b; /* from position to centre, world axes */
    vec3 center_a, center_b;
    vec3 p; /* from centre to centre, world axes */
    bool growth;
    double extent; /* of the pair: scales rounding */
    vec3 n;        /* unit, world */
    vec3 e[2];     /* the tangent plane E; in 2D e[1] is 0 */
    double t;      /* 1 / sigma for growth, otherwise 1 */
    vec3 q;        /* t p */
    double level;  /* largest level of the pieces: 0 for growth, otherwise -v */
    double m[3]; /* xx xy yy of E^T (sum mu_i H_i) E, plus v on the diagonal for signed distances */
    active_piece piece[OPTIMUM_MAX];
    int count;
    int basis[3]; /* indices of the pieces with weights */
    int basis_count;
    bool face_a, face_b; /* n was set to the normal of a round face */
    bool flat;           /* pieces and curvature do not determine n in some direction */
} optimum;

/* From a query that succeeded, so its poses are valid. Both shapes are bounded. */
GD_INTERNAL void gd_optimum_init(optimum* t, const gd_query* query, bool growth);

/* Newton's method from a query's normal n and its witness points, relative to the centres
 * (refine.c). Returns true if it reached an optimum; n and the pieces are then exact up to
 * rounding. */
GD_INTERNAL bool gd_optimum_refine(optimum* t, vec3 n, vec3 on_a, vec3 on_b);

/* Sets n and evaluates every piece there. */
GD_INTERNAL void gd_optimum_move(optimum* t, vec3 n);

/* The pieces of A and B that support along the unit vector n; n.s is h_C(n). */
GD_INTERNAL void gd_optimum_support(const optimum* t, vec3 n, active_piece* piece);

/* Evaluates a piece at t->n. */
GD_INTERNAL void gd_optimum_place(const optimum* t, active_piece* piece);

/* Adds a piece if it is new; returns whether it was. */
GD_INTERNAL bool gd_optimum_add(optimum* t, const active_piece* piece);

/* Sets m, the curvature of the weighted sum of pieces. */
GD_INTERNAL void gd_optimum_hessian(optimum* t);

/* Hessians of a piece's two parts, world axes. */
GD_INTERNAL void gd_optimum_curvature(const optimum* t, const active_piece* piece, sym3* of_a,
                                      sym3* of_b);

/* If a round face of A or B has its normal near n, sets t->n to that normal and the pieces to three
 * points of the face around the contact. Returns false otherwise. on_a, on_b: witness points
 * relative to the centres (round_face.c). */
GD_INTERNAL bool gd_optimum_pin_face(optimum* t, vec3 n, vec3 on_a, vec3 on_b, bool is_a);

/* A stationary point of the model with some pieces active. */
typedef struct qp2_step {
    double d[2];
    double weight[3];
    int basis[3];
    int count;
    double score; /* violation of the optimality conditions; 0 for the solution */
} qp2_step;

/* Solves the quadratic program with some damping; returns false if there is no solution (qp2.c). */
GD_INTERNAL bool gd_qp2_minimise(const optimum* t, double damping, qp2_step* best);

/* Finds the step d in the tangent plane that minimises the largest level + g.d of all pieces plus
 * the quadratic form m and a damping. *level is that largest model value. Returns false if there is
 * no solution. */
GD_INTERNAL bool gd_qp2_solve(const optimum* t, double damping, double* d, double* level);

/* Fills the derivatives at a refined optimum and adds the active pieces that the refinement did not
 * need. velocity may be NULL. */
GD_INTERNAL void gd_optimum_derive(optimum* t, const double* velocity, gd_derivatives* out);

/* Whether the shapes surely touch in one point only, which is on_a (unique_contact.c). */
GD_INTERNAL bool gd_optimum_contact(const optimum* t, vec3 on_a);

/* A lower bound of along.x over all contacts x on A, relative to its centre (directional.c). */
GD_INTERNAL double gd_optimum_least(const optimum* t, vec3 along);

/* The directional derivative and its bounds. normal and contact: whether these are the only optimal
 * ones (directional.c). */
GD_INTERNAL void gd_optimum_directional(optimum* t, const double* velocity, bool normal,
                                        bool contact, gd_derivatives* out);

/* Upper bound of any derivative along the velocities, for every normal and contact: points of the
 * shapes approach each other no faster. */
GD_INTERNAL double gd_optimum_fastest(const optimum* t, double sigma, const double* velocity);

/* The gradient of the value for a normal and witness points relative to the centres. */
GD_INTERNAL void gd_optimum_gradient(const optimum* t, vec3 n, double sigma, vec3 on_a, vec3 on_b,
                                     double* gradient);

#endif
