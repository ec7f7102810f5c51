/* Signed volumes. The barycentric coordinates of the projection are ratios of signed volumes
 * (areas, lengths). Their signs, compared with the sign of the whole, select the faces to examine.
 * Nothing is divided before that decision, so it also works for nearly flat simplices. Source:
 * Montanari, Petrinic and Barbieri 2017, Improving the GJK algorithm for faster and more reliable
 * distance queries. */
#include "distance/simplex.h"

/* Rounding of a triple product, relative to the cube of its largest coordinate. */
#define SIMPLEX_NOISE (8.0 * GD_EPS)
/* Rounding of a tetrahedron's weighted mean: squared miss / squared size. */
#define WEIGHTS_ROUNDING 0x1p-88
/* A triangle is fat if its height exceeds 1/16 of its longest edge: then its normal is as exact as
 * its points. */
#define SIMPLEX_FAT 0x1p-8

/* Removes the rounding of a foot along an edge, to which it must be perpendicular; square =
 * |edge|^2. If the edge is shorter than the foot is far from the origin, the foot's direction is
 * the more exact one and nothing changes. */
GD_INLINE vec3 simplex_across(vec3 foot, vec3 edge, double square) {
    if (square < dot3(foot, foot)) return foot;
    return madd3(foot, -dot3(foot, edge) / square, edge);
}

/* Foot of the perpendicular from the origin on the line through two points. The weights are signed
 * lengths. */
GD_INLINE simplex_face simplex_edge(const vec3* x, int i, int j) {
    const vec3 d = sub3(x[j], x[i]);
    const double wj = -dot3(x[i], d), wi = dot3(x[j], d);
    if (!(wi > 0.0)) return simplex_vertex(x, j);
    if (!(wj > 0.0)) return simplex_vertex(x, i);
    const double t = 1.0 / (wi + wj);
    const vec3 mean = madd3(scale3(wi * t, x[i]), wj * t, x[j]);
    return (simplex_face){1u << i | 1u << j, simplex_across(mean, d, wi + wj)};
}

/* Signed areas of the three triangles that the foot spans with the edges, in the coordinate plane
 * where the whole triangle looks largest. All have the sign of the whole if the foot is inside. */
typedef struct simplex_areas {
    vec3 n; /* normal of the plane, and nn = |n|^2 */
    double nn;
    vec3 foot; /* of the perpendicular from the origin */
    double part[3];
    double whole;
    int axis; /* the dropped coordinate */
} simplex_areas;

GD_INLINE double simplex_area(vec3 u, vec3 v, int axis) {
    return axis == 0   ? u.y * v.z - u.z * v.y
           : axis == 1 ? u.z * v.x - u.x * v.z
                       : u.x * v.y - u.y * v.x;
}

/* Returns false for a triangle without area. */
GD_INLINE bool simplex_areas_of(vec3 x0, vec3 x1, vec3 x2, simplex_areas* out) {
    const vec3 n = cross3(sub3(x1, x0), sub3(x2, x0));
    const double nn = dot3(n, n);
    if (!(nn > 0.0)) return false;
    /* the nearest vertex has the smallest rounding */
    const double d0 = dot3(x0, x0), d1 = dot3(x1, x1), d2 = dot3(x2, x2);
    const vec3 near = d0 < d1 ? (d0 < d2 ? x0 : x2) : d1 < d2 ? x1 : x2;
    const vec3 o = scale3(dot3(n, near) / nn, n);
    const double ax = fabs(n.x), ay = fabs(n.y), az = fabs(n.z);
    out->axis = ax >= ay && ax >= az ? 0 : ay >= az ? 1 : 2;
    out->whole = out->axis == 0 ? n.x : out->axis == 1 ? n.y : n.z;
    const vec3 r0 = sub3(x0, o), r1 = sub3(x1, o), r2 = sub3(x2, o);
    out->n = n;
    out->nn = nn;
    out->foot = o;
    out->part[0] = simplex_area(r1, r2, out->axis);
    out->part[1] = simplex_area(r2, r0, out->axis);
    out->part[2] = simplex_area(r0, r1, out->axis);
    return true;
}

/* Finds a triangle's longest edge and its squared length; returns the opposite vertex. */
GD_INLINE int simplex_longest(const vec3 x[3], vec3* edge, double* square) {
    int third = 0;
    *edge = sub3(x[2], x[1]);
    *square = dot3(*edge, *edge);
    for (int i = 1; i < 3; i++) {
        const vec3 e = sub3(x[(i + 2) % 3], x[(i + 1) % 3]);
        if (!(dot3(e, e) > *square)) continue;
        third = i;
        *edge = e;
        *square = dot3(e, e);
    }
    return third;
}

/* Weights of the foot of the perpendicular from the origin; a foot outside has a negative one. The
 * longest edge has the most exact direction: across it only the third vertex counts, and along it
 * the two ends share the rest. Returns false for a triangle without height. */
static bool simplex_share(const vec3 x[3], int third, vec3 edge, double square, double* weight) {
    const vec3 from = x[(third + 1) % 3], side = sub3(x[third], from);
    const double at = -dot3(from, edge) / square, along = dot3(side, edge) / square;
    const vec3 foot = madd3(from, at, edge), height = madd3(side, -along, edge);
    const double heights = dot3(height, height);
    if (!(heights > 0.0)) return false;
    const double t = -dot3(foot, height) / heights, to = at - t * along;
    weight[third] = t;
    weight[(third + 1) % 3] = 1.0 - t - to;
    weight[(third + 2) % 3] = to;
    return true;
}

/* Corrects the foot on a thin triangle, whose normal is inexact, by the weighted mean. If the
 * triangle's height is less than the mean's distance from the origin, the mean's part across the
 * longest edge is more exact than the normal. Returns false if the foot is outside. */
GD_INLINE bool simplex_foot(const vec3 x[3], const simplex_areas* t, vec3* foot) {
    vec3 edge;
    double square, weight[3];
    *foot = t->foot;
    const int third = simplex_longest(x, &edge, &square);
    if (t->nn > SIMPLEX_FAT * square * square) return true;
    if (!simplex_share(x, third, edge, square, weight)) return true;
    if (!(weight[0] >= 0.0 && weight[1] >= 0.0 && weight[2] >= 0.0)) return false;
    const vec3 mean = madd3(madd3(scale3(weight[0], x[0]), weight[1], x[1]), weight[2], x[2]);
    *foot = t->nn < square * dot3(mean, mean) ? simplex_across(mean, edge, square)
                                              : scale3(dot3(t->n, mean) / t->nn, t->n);
    return true;
}

/* Tests the edges with the newest vertex k, and edge ij only if the others are excluded. */
GD_NOINLINE static simplex_face simplex_triangle(const vec3* x, int i, int j, int k) {
    simplex_areas t;
    if (!simplex_areas_of(x[i], x[j], x[k], &t)) {
        simplex_face best = simplex_edge(x, i, k);
        simplex_less(&best, simplex_edge(x, j, k));
        return best;
    }
    const double sign = t.whole > 0.0 ? 1.0 : -1.0;
    const bool in_i = sign * t.part[0] > 0.0, in_j = sign * t.part[1] > 0.0;
    if (in_i && in_j) {
        const vec3 y[3] = {x[i], x[j], x[k]};
        simplex_face face = {1u << i | 1u << j | 1u << k, t.foot};
        if (!(sign * t.part[2] > 0.0)) return simplex_edge(x, i, j);
        if (simplex_foot(y, &t, &face.nearest)) return face;
    } else if (in_i) {
        return simplex_edge(x, i, k);
    } else if (in_j) {
        return simplex_edge(x, j, k);
    }
    simplex_face best = simplex_edge(x, i, k);
    simplex_less(&best, simplex_edge(x, j, k));
    return best;
}

static simplex_face simplex_tetrahedron(const vec3* x) {
    const vec3 c23 = cross3(x[2], x[3]), c01 = cross3(x[0], x[1]);
    const double part[4] = {-dot3(x[1], c23), dot3(x[0], c23), -dot3(x[3], c01), dot3(x[2], c01)};
    const double whole = dot3(sub3(x[0], x[3]), cross3(sub3(x[1], x[3]), sub3(x[2], x[3])));
    const double sign = whole > 0.0 ? -1.0 : whole < 0.0 ? 1.0 : 0.0;
    /* a volume within rounding does not prove that the origin is inside. All vertices have the
     * rounding of the farthest, which the other two edges of a volume multiply */
    const double m0 = max_abs3(x[0]), m1 = max_abs3(x[1]), m2 = max_abs3(x[2]), m3 = max_abs3(x[3]);
    const double noise = SIMPLEX_NOISE * max2(max2(m0, m1), max2(m2, m3));
    const bool in0 = sign * part[0] < -noise * (m1 * m2 + m2 * m3 + m3 * m1);
    const bool in1 = sign * part[1] < -noise * (m0 * m2 + m2 * m3 + m3 * m0);
    const bool in2 = sign * part[2] < -noise * (m0 * m1 + m1 * m3 + m3 * m0);
    if (in0 && in1 && in2) {
        if (sign * part[3] < -noise * (m0 * m1 + m1 * m2 + m2 * m0))
            return (simplex_face){15, {0.0, 0.0, 0.0}};
        return simplex_triangle(x, 0, 1, 2);
    }
    simplex_face best = {0, {0.0, 0.0, 0.0}};
    if (!in0) best = simplex_triangle(x, 1, 2, 3);
    if (!in1) {
        const simplex_face f = simplex_triangle(x, 0, 2, 3);
        if (best.kept == 0 || simplex_square(&f) < simplex_square(&best)) best = f;
    }
    if (!in2) {
        const simplex_face f = simplex_triangle(x, 0, 1, 3);
        if (best.kept == 0 || simplex_square(&f) < simplex_square(&best)) best = f;
    }
    return best;
}

simplex_face gd_simplex_signed_volumes(const vec3* x, int count) {
    GD_ASSERT(count >= 1 && count <= 4);
    switch (count) {
    case 1: return simplex_vertex(x, 0);
    case 2: return simplex_edge(x, 0, 1);
    case 3: return simplex_triangle(x, 0, 1, 2);
    default: return simplex_tetrahedron(x);
    }
}

simplex_face gd_simplex_search(const vec3* x, int count) {
    GD_ASSERT(count >= 1 && count <= 4);
    const int last = count - 1;
    simplex_face best = simplex_vertex(x, last);
    for (int i = 0; i < last; i++) {
        simplex_less(&best, simplex_edge(x, i, last));
        for (int j = i + 1; j < last; j++)
            simplex_less(&best, simplex_triangle(x, i, j, last));
    }
    return best;
}

/* Sets negative weights to 0 and scales the sum to 1. Returns false if nothing remains. */
static bool weights_scale(double* lambda, int count) {
    double sum = 0.0;
    for (int i = 0; i < count; i++) {
        lambda[i] = max2(lambda[i], 0.0);
        sum += lambda[i];
    }
    if (!(sum > 0.0)) return false;
    for (int i = 0; i < count; i++)
        lambda[i] /= sum;
    return true;
}

static bool weights_segment(const vec3* x, double* lambda) {
    const vec3 d = sub3(x[1], x[0]);
    lambda[0] = dot3(x[1], d);
    lambda[1] = -dot3(x[0], d);
    return weights_scale(lambda, 2);
}

static bool weights_triangle(const vec3* x, double* lambda) {
    vec3 edge;
    double square;
    const int third = simplex_longest(x, &edge, &square);
    if (!simplex_share(x, third, edge, square, lambda)) return false;
    return weights_scale(lambda, 3);
}

/* Weights for an origin inside. Projects along the longest edge from vertex 0, which gives a
 * triangle; then the edge's ends share so that nothing remains along it. Unlike the volumes of a
 * needle, this keeps the rounding of the vertices. */
static bool weights_tetrahedron(const vec3* x, double* lambda) {
    vec3 edge = sub3(x[1], x[0]), y[3];
    int far = 1;
    for (int i = 2; i < 4; i++) {
        const vec3 e = sub3(x[i], x[0]);
        if (!(dot3(e, e) > dot3(edge, edge))) continue;
        far = i;
        edge = e;
    }
    const int at[3] = {0, far == 1 ? 2 : 1, far == 3 ? 2 : 3};
    const double square = dot3(edge, edge);
    double along[3], square_y, weight[3];
    for (int i = 0; i < 3; i++) {
        along[i] = dot3(x[at[i]], edge) / square;
        y[i] = madd3(x[at[i]], -along[i], edge);
    }
    const int third = simplex_longest(y, &edge, &square_y);
    if (!simplex_share(y, third, edge, square_y, weight)) return false;
    lambda[far] = 0.0;
    for (int i = 0; i < 3; i++) {
        lambda[at[i]] = weight[i];
        lambda[far] -= weight[i] * along[i];
    }
    lambda[0] -= lambda[far];
    return weights_scale(lambda, 4);
}

/* Squared distance of the weighted mean from the origin. */
static double weights_square(const vec3* x, int count, const double* lambda) {
    vec3 mean = make3(0.0, 0.0, 0.0);
    for (int i = 0; i < count; i++)
        mean = madd3(mean, lambda[i], x[i]);
    return dot3(mean, mean);
}

void gd_simplex_weights(const vec3* x, int count, double lambda[4]) {
    GD_ASSERT(count >= 1 && count <= 4);
    lambda[0] = 1.0;
    lambda[1] = lambda[2] = lambda[3] = 0.0;
    if (count == 1) return;
    const bool found = count == 2   ? weights_segment(x, lambda)
                       : count == 3 ? weights_triangle(x, lambda)
                                    : weights_tetrahedron(x, lambda);
    if (count == 2 && found) return;
    /* the volumes of a flat simplex are rounding, and a weight of a triangle may be cut off at 0.
     * One of the faces contains the same point */
    double min_square = found ? weights_square(x, count, lambda) : GD_INFINITY;
    double size = 0.0;
    for (int i = 0; i < count; i++)
        size = max2(size, max_abs3(x[i]));
    const bool within = lambda[0] * lambda[1] * lambda[2] > 0.0; /* no weight is negative */
    if (count == 4 ? min_square <= WEIGHTS_ROUNDING * size * size : found && within) return;
    for (int left_out = 0; left_out < count; left_out++) {
        vec3 y[3];
        double part[4];
        for (int i = 0, k = 0; i < count; i++)
            if (i != left_out) y[k++] = x[i];
        gd_simplex_weights(y, count - 1, part);
        const double square = weights_square(y, count - 1, part);
        if (!(square < min_square)) continue;
        min_square = square;
        for (int i = 0, k = 0; i < count; i++)
            lambda[i] = i == left_out ? 0.0 : part[k++];
    }
}
