/* The optimal normal of a pair, refined to rounding, and the pieces of both shapes that are active
 * there. Derivatives are computed from both.
 *
 * Growth and signed distance are problems of one form, with C = (A - a) - (B - b) and p = b - a:
 *    growth   1 / sigma = min over n of h_C(n) / n.p
 *    signed   -v        = min over unit n of h_C(n) - n.p   (a local minimum if v < 0)
 * A cast is of the first form, with a ray p that starts at a point other than the origin:
 *    cast     t         = min over n of (h_C(n) + target - n.base) / n.p
 *
 * Let q = p / sigma, q = p or q = base + t p. At the optimum there are weights mu >= 0 with sum 1
 * on pairs s_i(n) = a_i(n) - b_i(n) of pieces, all with n.s_i = h_C(n). The vector sum mu_i s_i - q
 * is parallel to n, and zero for growth. In a tangent plane E of the unit normals, this is a system
 * of equations in n, mu and the value. */
#ifndef GD_OPTIMUM_H
#define GD_OPTIMUM_H

#include "derivatives/side.h"
#include "minkowski/difference.h"

/* The most pairs in one quadratic program. The optimum needs three, faces on faces have more. */
#define OPTIMUM_PAIRS 16

/* Pieces are listed within this fraction of the shapes' size: the queries' normals are within 5e-4
 * of the optimum (20,000 pairs of all types), mostly within 1e-4. */
#define OPTIMUM_WINDOW 0x1p-11

/* A smaller weight counts as 0: its pair may become inactive at once. */
#define OPTIMUM_WEIGHT 1e-9
/* Curvature below this fraction of the extent counts as zero. */
#define OPTIMUM_FLAT 1e-11

typedef struct optimum {
    side a, b;     /* b's normal is -n */
    vec3 p;        /* from centre to centre, world axes; of casts the unit ray */
    bool growth;   /* the value is a length along the ray p: growth and casts */
    bool cast;     /* the next two fields count; otherwise they are 0 */
    vec3 base;     /* of casts: the start of the ray */
    double target; /* of casts: the distance that counts as contact */
    double extent; /* of the pair: scales rounding */
    double window; /* pieces are listed within this height */

    vec3 n;       /* unit, world */
    vec3 e[2];    /* a basis of the tangent plane with e[0] x e[1] = n; in 2D e[1] is z */
    double h;     /* h_C(n), of casts with the target */
    double t;     /* 1 / sigma for growth, t for casts, otherwise 1 */
    double level; /* 0 for growth, -target for casts, otherwise -v */
    vec2 q;       /* E^T q */

    qp2_model model[OPTIMUM_PAIRS]; /* of pairs: level below h_C(n), and E^T (s - q) */
    int on_a[OPTIMUM_PAIRS], on_b[OPTIMUM_PAIRS]; /* their pieces */
    int count;
    double weight[3];
    int basis[3]; /* indices of the pairs with weights */
    int basis_count;
    sym2 ka, kb;           /* Hessians of the weighted pieces of A and B, balls included */
    sym2 m;                /* ka + kb, plus v on the diagonal for signed distances */
    vec3 touch_a, touch_b; /* weighted means of the points, world axes, relative to the centres */
} optimum;

/* From a query that succeeded, so its poses are valid. Both shapes are bounded. */
GD_INTERNAL void gd_optimum_init(optimum* t, const gd_query* query, bool growth);

/* After gd_optimum_init: the problem of a cast along a unit ray. base is the vector between the
 * centres at the start of the ray. All vectors have world axes. */
GD_INTERNAL void gd_optimum_aim(optimum* t, vec3 base, vec3 ray, double target);

/* Finds everything that depends on the unit n, up to q. */
GD_INTERNAL void gd_optimum_evaluate(optimum* t);

/* Fills the models from the pieces: all pairs, or the highest pair only if there are too many.
 * Returns whether it was all of them. */
GD_INTERNAL bool gd_optimum_pairs(optimum* t);

/* Appends the model of a pair of pieces; count is below OPTIMUM_PAIRS. */
GD_INTERNAL void gd_optimum_add(optimum* t, int on_a, int on_b);

/* Sets ka, kb and m from the weights. */
GD_INTERNAL void gd_optimum_curve(optimum* t);

/* Support point of C along any vector n, relative to the centres. */
GD_INTERNAL vec3 gd_optimum_support(const optimum* t, vec3 n);

/* Newton's method from the normal n and the witness points touch_a and touch_b of a query
 * (refine.c). Returns true if it reached an optimum, which is exact up to rounding. */
GD_INTERNAL bool gd_optimum_refine(optimum* t);

/* Whether n is the only optimal normal (unique.c). */
GD_INTERNAL bool gd_optimum_unique_normal(const optimum* t);

/* Whether the shapes touch in one point only (unique.c). */
GD_INTERNAL bool gd_optimum_unique_contact(const optimum* t);

/* Whether the active pieces alone fix n (unique.c). */
GD_INTERNAL bool gd_optimum_pinned(const optimum* t);

/* The derivatives of normal and points, if they exist and the optimum is unique (jacobians.c). */
GD_INTERNAL void gd_optimum_jacobians(optimum* t, gd_jacobians* out);

/* A lower bound of along.x over all contacts x on A, relative to its centre (directional.c). */
GD_INTERNAL double gd_optimum_least(const optimum* t, vec3 along);

/* The directional derivative and its bounds. normal and contact: whether these are the only optimal
 * ones (directional.c). */
GD_INTERNAL void gd_optimum_directional(const optimum* t, const double* velocity, bool normal,
                                        bool contact, gd_derivatives* out);

/* Upper bound of any derivative along the velocities, for every normal and contact: points of the
 * shapes approach each other no faster. */
GD_INTERNAL double gd_optimum_fastest(const optimum* t, double sigma, const double* velocity);

#endif
