/* The optimum at which two sets touch, to the last digits: the optimal normal and the smooth pieces
 * that meet at it, which derivatives are taken of.
 *
 * Growth and signed distance are one kind of problem. With C = (A - a) - (B - b) and p = b - a,
 *   growth   1 / sigma = min over n of h_C(n) / n.p
 *   signed   -v        = min over unit n of h_C(n) - n.p   (a local minimum where v < 0)
 * With q = p / sigma or q = p, both say: some weights mu >= 0, sum 1, of pieces s_i(n) of C with
 * equal n.s_i = h_C(n) make sum mu_i s_i - q parallel to n, and vanish for growth. In a tangent
 * plane E of the unit normals that is a system in n, mu and the value. */
#ifndef GD_OPTIMUM_H
#define GD_OPTIMUM_H

#include "shapes/curvature.h"
#include "minkowski/difference.h"

/* Angle by which normals lean to find what else supports along one. */
#define OPTIMUM_LEAN 1e-6
/* What is lower than the optimum by less than this part of the extent supports there, too. */
#define OPTIMUM_ACTIVE 1e-9
/* Points that differ by less than this part of the extent are one. */
#define OPTIMUM_SAME 1e-8

/* Angle within which the normal of a round face is tried. */
#define OPTIMUM_FACE 1e-2

/* Pieces kept at most; the optimum needs three, flat contacts have more. */
#define OPTIMUM_MAX 16

/* A piece of a shape, in its frame: a core point on it and a direction that found it. */
typedef struct piece_name {
    vec3 core;
    vec3 along;
    bool fixed; /* the point itself, of a round face, and not the rim it lies on */
} piece_name;

/* A piece of C: one of A's and one of B's. */
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
    double extent; /* of the pair: what rounding is relative to */
    vec3 n;        /* unit, world */
    vec3 e[2];     /* complete it; in the plane e[1] is 0 */
    double t;      /* growth: 1 / sigma; otherwise 1 */
    vec3 q;        /* t p */
    double level;  /* largest of the pieces: 0 for growth, otherwise -v */
    double m[3];   /* xx xy yy of E^T (sum mu_i H_i) E, and for signed distances v more */
    active_piece piece[OPTIMUM_MAX];
    int count;
    int basis[3]; /* the pieces with weights */
    int basis_count;
    bool face_a, face_b; /* n was brought onto the normal of a round face */
    bool flat;           /* pieces and curvature leave n free in some direction */
} optimum;

/* From a query that was answered: its poses are valid. Both sets are bounded. */
GD_INTERNAL void gd_optimum_init(optimum* t, const gd_query* query, bool growth);

/* Newton's method from a query's normal n (refine.c). on_a and on_b are its witness points,
 * relative to the centres. True when it ended at an optimum; what is known of n is then good to
 * rounding. */
GD_INTERNAL bool gd_optimum_refine(optimum* t, vec3 n, vec3 on_a, vec3 on_b);

/* Sets n and evaluates every piece there. */
GD_INTERNAL void gd_optimum_move(optimum* t, vec3 n);

/* The pieces of C that support along n, which must be unit; n.s is h_C(n). */
GD_INTERNAL void gd_optimum_support(const optimum* t, vec3 n, active_piece* piece);

/* Evaluates a piece at t's n. */
GD_INTERNAL void gd_optimum_place(const optimum* t, active_piece* piece);

/* Adds a piece unless it is there; returns whether it was new. */
GD_INTERNAL bool gd_optimum_add(optimum* t, const active_piece* piece);

/* The curvature m of the weighted sum of pieces. */
GD_INTERNAL void gd_optimum_hessian(optimum* t);

/* Hessians of a piece's two parts, world axes. */
GD_INTERNAL void gd_optimum_curvature(const optimum* t, const active_piece* piece, sym3* of_a,
                                      sym3* of_b);

/* Where a round face of A or B has its normal near n, makes that t's normal, with three points of
 * the face around the contact as the pieces; false where there is none. on_a and on_b are the
 * witness points relative to the centres (round_face.c). */
GD_INTERNAL bool gd_optimum_pin_face(optimum* t, vec3 n, vec3 on_a, vec3 on_b, bool is_a);

/* A stationary point of the model with some pieces active. */
typedef struct qp2_step {
    double d[2];
    double weight[3];
    int basis[3];
    int count;
    double score; /* how far it is from being the solution; 0 when it is */
} qp2_step;

/* The solution of the program with some damping; false when there is none (qp2.c). */
GD_INTERNAL bool gd_qp2_minimise(const optimum* t, double damping, qp2_step* best);

/* The step d in the tangent plane at which the largest level + g.d of all pieces is least, m and a
 * damping times the square of d added; *level is that largest. False when there is none. */
GD_INTERNAL bool gd_qp2_solve(const optimum* t, double damping, double* d, double* level);

/* Fills the derivatives at a refined optimum; pieces that meet at it and were not needed to find it
 * are added. velocity may be NULL. */
GD_INTERNAL void gd_optimum_derive(optimum* t, const double* velocity, gd_derivatives* out);

/* Whether the sets touch in one point, which is on_a, for sure (unique_contact.c). */
GD_INTERNAL bool gd_optimum_contact(const optimum* t, vec3 on_a);

/* No contact's point of A, from its centre, is less far along a tangent (directional.c). */
GD_INTERNAL double gd_optimum_least(const optimum* t, vec3 along);

/* The directional derivative and its bounds; whether the optimal normal and contact are the only
 * ones (directional.c). */
GD_INTERNAL void gd_optimum_directional(optimum* t, const double* velocity, bool normal,
                                        bool contact, gd_derivatives* out);

/* What no derivative along velocities exceeds, whatever the normal and contact: the sets' points
 * pass one another no faster. */
GD_INTERNAL double gd_optimum_fastest(const optimum* t, double sigma, const double* velocity);

/* The gradient of the value for a normal and a witness point on A and B relative to the centres. */
GD_INTERNAL void gd_optimum_gradient(const optimum* t, vec3 n, double sigma, vec3 on_a, vec3 on_b,
                                     double* gradient);

#endif
