/* GJK's projection of the origin on a simplex, decided by a floating-point filter.
 *
 * The face with the nearest point contains the newest point s (simplex.h). All tests use products
 * of the edges e_i from s to the other points. Their signs name the Voronoi region of the origin
 * (Ericson 2005, Real-Time Collision Detection, 5.1). Nothing is divided before the decision, and
 * then only for one face.
 *
 * A sign counts only if it exceeds rounding. Otherwise the face is undecided, and the caller uses
 * gd_simplex_signed_volumes. A decided face contains its nearest point. */
#ifndef GD_SIMPLEX_FILTER_H
#define GD_SIMPLEX_FILTER_H

#include "distance/simplex.h"

/* Bound of the rounding of all tests, as a fraction of their factors' largest coordinates. */
#define FILTER_ROUNDING 0x1p-45
/* A triangle whose height is below 2^-16 of its longest edge stays undecided. A triangle below 2^-4
 * is thin: GJK repeats its nearest point by the careful method before it ends. */
#define FILTER_NEEDLE 0x1p-32
#define FILTER_THIN 0x1p-8

/* Sets of slots, as bits. Points stay in their slots of an array when others leave the simplex. */
static const uint8_t slots_of[16][4] = {
    {0}, {0},    {1},    {0, 1},    {2},    {0, 2},    {1, 2},    {0, 1, 2}, /* 0 ... 7 */
    {3}, {0, 3}, {1, 3}, {0, 1, 3}, {2, 3}, {0, 2, 3}, {1, 2, 3}, {0, 1, 2, 3}};
static const uint8_t slots_count[16] = {0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4};

/* A face: the slots of its points, none if it is undecided, and its nearest point. */
typedef struct filtered_face {
    unsigned kept;
    bool thin;
    vec3 nearest;
} filtered_face;

/* The newest point and its edges, up to three. */
typedef struct simplex_fan {
    vec3 s, e[3];
    const vec3* x;        /* the points in all slots */
    unsigned own, bit[3]; /* the slots of s and of the other ends of the edges, as bits */
    double along[3];      /* -s.e_i: the origin's coordinate along edge i, times its length */
    double d[3][3];       /* e_i.e_j */
    double longest;       /* the largest coordinate of an edge */
    /* rounding of `along`, of the weights in a triangle, and of volumes */
    double on_line, on_face, in_volume;
} simplex_fan;

/* Adds edge i, which ends at the point in a slot. */
GD_INLINE void fan_add(simplex_fan* f, int i, int slot) {
    const vec3 e = sub3(f->x[slot], f->s);
    f->bit[i] = 1u << slot;
    f->e[i] = e;
    f->along[i] = -dot3(f->s, e);
    f->longest = max2_branchless(f->longest, max_abs3_branchless(e));
    if (i > 0) f->d[0][i] = f->d[i][0] = dot3(f->e[0], e);
    if (i > 1) f->d[1][i] = f->d[i][1] = dot3(f->e[1], e);
    f->d[i][i] = dot3(e, e);
}

/* The fan of the point s in slot `own` and of the points in the slots at[]. Written without loops,
 * which the compiler does not unroll. */
GD_INLINE simplex_fan fan_of(vec3 s, int own, const vec3* x, const uint8_t* at, int edges) {
    simplex_fan f;
    f.s = s;
    f.x = x;
    f.own = 1u << own;
    f.longest = 0.0;
    fan_add(&f, 0, at[0]);
    if (edges > 1) fan_add(&f, 1, at[1]);
    if (edges > 2) fan_add(&f, 2, at[2]);
    f.on_line = FILTER_ROUNDING * max_abs3_branchless(s) * f.longest;
    f.in_volume = f.on_line * f.longest;
    f.on_face = f.in_volume * f.longest;
    return f;
}

/* Weight of point i for the origin's projection on the triangle of s, i and j, times nn. */
GD_INLINE double fan_weight(const simplex_fan* f, int i, int j) {
    return f->d[j][j] * f->along[i] - f->d[i][j] * f->along[j];
}

GD_INLINE filtered_face fan_undecided(void) {
    return (filtered_face){0, false, {0.0, 0.0, 0.0}};
}

/* The edge s, i. The last term removes the rounding along the edge. */
GD_INLINE filtered_face fan_edge(const simplex_fan* f, int i) {
    const double t = 1.0 / f->d[i][i];
    const vec3 foot = madd3(f->s, t * f->along[i], f->e[i]);
    const vec3 nearest = madd3(foot, -t * dot3(foot, f->e[i]), f->e[i]);
    return (filtered_face){f->own | f->bit[i], false, nearest};
}

/* Of s, i and j the point nearest to the origin: it has the smallest rounding. */
GD_INLINE vec3 fan_nearest_point(const simplex_fan* f, int i, int j) {
    const double to_i = f->d[i][i] - 2.0 * f->along[i], to_j = f->d[j][j] - 2.0 * f->along[j];
    if (to_i > 0.0 && to_j > 0.0) return f->s;
    return vec3_read(&f->x[__builtin_ctz(to_i < to_j ? f->bit[i] : f->bit[j])]);
}

/* The triangle s, i, j; w is the sum of the weights of i and j. */
GD_INLINE filtered_face fan_triangle(const simplex_fan* f, int i, int j, double w) {
    const vec3 n = cross3(f->e[i], f->e[j]);
    const double nn = dot3(n, n), third = f->d[i][i] + f->d[j][j] - 2.0 * f->d[i][j];
    const double square = max2_branchless(max2_branchless(f->d[i][i], f->d[j][j]), third);
    if (!(nn > FILTER_NEEDLE * square * square && nn - w > f->on_face)) return fan_undecided();
    const vec3 foot = scale3(dot3(n, fan_nearest_point(f, i, j)) / nn, n);
    const bool thin = nn <= FILTER_THIN * square * square;
    return (filtered_face){f->own | f->bit[i] | f->bit[j], thin, foot};
}

/* Whether the origin projects on the inside of edge i. */
GD_INLINE bool fan_over_edge(const simplex_fan* f, int i) {
    return f->along[i] > f->on_line && f->along[i] < f->d[i][i];
}

/* The point s, if the origin projects on no edge. */
GD_INLINE filtered_face fan_point(const simplex_fan* f, double max_along) {
    if (!(max_along < -f->on_line)) return fan_undecided();
    return (filtered_face){f->own, false, f->s};
}

GD_INLINE filtered_face filter_edge(const simplex_fan* f) {
    if (!(f->along[0] > 0.0)) return (filtered_face){f->own, false, f->s};
    return f->along[0] < f->d[0][0] ? fan_edge(f, 0) : fan_undecided();
}

GD_INLINE filtered_face filter_triangle(const simplex_fan* f) {
    const double w0 = fan_weight(f, 0, 1), w1 = fan_weight(f, 1, 0), noise = f->on_face;
    if (w0 > noise && w1 > noise) return fan_triangle(f, 0, 1, w0 + w1);
    if (w1 < -noise && fan_over_edge(f, 0)) return fan_edge(f, 0);
    if (w0 < -noise && fan_over_edge(f, 1)) return fan_edge(f, 1);
    return fan_point(f, max2_branchless(f->along[0], f->along[1]));
}

GD_INLINE filtered_face filter_tetrahedron(const simplex_fan* f) {
    const vec3 n = cross3(f->e[0], f->e[1]), m = cross3(f->e[2], f->s);
    const double sign = copysign(1.0, dot3(n, f->e[2]));
    const double w01 = fan_weight(f, 0, 1), w10 = fan_weight(f, 1, 0), noise = f->on_face;
    const double w12 = fan_weight(f, 1, 2), w21 = fan_weight(f, 2, 1);
    const double w02 = fan_weight(f, 0, 2), w20 = fan_weight(f, 2, 0);
    if (w01 > noise && w10 > noise && sign * dot3(n, f->s) > f->in_volume)
        return fan_triangle(f, 0, 1, w01 + w10);
    if (w12 > noise && w21 > noise && sign * dot3(m, f->e[1]) > f->in_volume)
        return fan_triangle(f, 1, 2, w12 + w21);
    if (w02 > noise && w20 > noise && -sign * dot3(m, f->e[0]) > f->in_volume)
        return fan_triangle(f, 0, 2, w02 + w20);
    if (w10 < -noise && w20 < -noise && fan_over_edge(f, 0)) return fan_edge(f, 0);
    if (w01 < -noise && w21 < -noise && fan_over_edge(f, 1)) return fan_edge(f, 1);
    if (w02 < -noise && w12 < -noise && fan_over_edge(f, 2)) return fan_edge(f, 2);
    return fan_point(f, max2_branchless(max2_branchless(f->along[0], f->along[1]), f->along[2]));
}

/* The simplex of the newest point s, for slot `own`, and of the points in the slots `used`. */
GD_INLINE filtered_face simplex_filter(const vec3* x, unsigned used, vec3 s, int own) {
    const uint8_t* at = slots_of[used];
    if (slots_count[used] == 3) {
        const simplex_fan f = fan_of(s, own, x, at, 3);
        return filter_tetrahedron(&f);
    }
    if (slots_count[used] == 2) {
        const simplex_fan f = fan_of(s, own, x, at, 2);
        return filter_triangle(&f);
    }
    if (slots_count[used] == 0) return (filtered_face){1u << own, false, s};
    const simplex_fan f = fan_of(s, own, x, at, 1);
    return filter_edge(&f);
}

#endif
