/* Where a ray leaves the difference Z of two boxes, and the depth of the origin in Z. Both use Z's
 * normals: three of each box, and nine perpendicular to an edge of each (the separating axes of
 * Gottschalk, Lin, Manocha 1996, OBBTree).
 *
 * The ray leaves Z at the first face plane that it crosses: the normal with the largest n.d /
 * (h_Z(n) - n.z). The depth is the least h_Z(n) - n.q. Any normal proves a bound, so superfluous
 * normals do no harm. A point of a face is a sum of one point per edge. Edges outside the face
 * contribute an end, and the edges in the face share the remaining vector.
 *
 * Two nearly parallel edges span a face as narrow as the sine of their angle, and its normal loses
 * as many digits. The support value therefore belongs to the normal as computed, not to one exactly
 * perpendicular to both edges. */
#include "closed/boxes.h"

/* If the squared sine of the angle between two edges is below this, their face is narrower than
 * rounding. The neighbouring faces replace it. */
#define BOXES_SAME 0x1p-100
/* An edge lies in a face if the sine of their angle is below this. Its component out of the face is
 * far below any tolerance. */
#define BOXES_IN_FACE 0x1p-40

/* If a computed point misses its target by more than this fraction of the extent, it is not on that
 * face. */
#define BOXES_ROUNDING (8.0 * GD_EPS)
#define BOXES_SWEEPS 12
/* Steps of the first sweeps, which skip edges that lean out of the face by more than BOXES_LEAN. */
#define BOXES_FIRST_STEPS 36
#define BOXES_LEAN 0x1p-32

#define BOXES_NORMALS 15

/* For every normal n: support value, squared length, n.u and n.v. Order: A's axes, B's axes, and at
 * 6 + 3 i + j the cross product of A's edge i and B's edge j. */
typedef struct boxes_table {
    double reach[BOXES_NORMALS], square[BOXES_NORMALS], u[BOXES_NORMALS], v[BOXES_NORMALS];
    int count;
} boxes_table;

typedef struct boxes_plane {
    vec3 normal; /* unit */
    double rate; /* 1 / beta */
} boxes_plane;

GD_INLINE double boxes_reach(vec3 size, vec3 n) {
    return size.x * fabs(n.x) + size.y * fabs(n.y) + size.z * fabs(n.z);
}

GD_NOINLINE double gd_boxes_support(const boxes* x, vec3 n) {
    return boxes_reach(x->a->size, n) + boxes_reach(x->b->size, inv_rotate(&x->b_to_a, n));
}

static vec3 boxes_axis(const boxes* x, int k) {
    const mat3* m = &x->b_to_a;
    switch (k) {
    case 0: return make3(1.0, 0.0, 0.0);
    case 1: return make3(0.0, 1.0, 0.0);
    case 2: return make3(0.0, 0.0, 1.0);
    case 3: return m->cx;
    case 4: return m->cy;
    default: return m->cz;
    }
}

static vec3 boxes_normal(const boxes* x, int k) {
    return k < 6 ? boxes_axis(x, k)
                 : cross3(boxes_axis(x, (k - 6) / 3), boxes_axis(x, 3 + (k - 6) % 3));
}

static GD_NOINLINE void boxes_measure(const boxes* x, vec3 u, vec3 v, boxes_table* t) {
    const mat3* m = &x->b_to_a;
    const vec3 ub = inv_rotate(m, u), vb = inv_rotate(m, v);
    const double e[3] = {x->a->size.x, x->a->size.y, x->a->size.z};
    const double f[3] = {x->b->size.x, x->b->size.y, x->b->size.z};
    const double r[3][3] = {
        {m->cx.x, m->cy.x, m->cz.x}, {m->cx.y, m->cy.y, m->cz.y}, {m->cx.z, m->cy.z, m->cz.z}};
    const double us[6] = {u.x, u.y, u.z, ub.x, ub.y, ub.z};
    const double vs[6] = {v.x, v.y, v.z, vb.x, vb.y, vb.z};
    for (int i = 0; i < 3; i++) {
        t->reach[i] = e[i] + fabs(r[i][0]) * f[0] + fabs(r[i][1]) * f[1] + fabs(r[i][2]) * f[2];
        t->reach[3 + i] = f[i] + fabs(r[0][i]) * e[0] + fabs(r[1][i]) * e[1] + fabs(r[2][i]) * e[2];
    }
    for (int k = 0; k < 6; k++) {
        t->square[k] = 1.0;
        t->u[k] = us[k];
        t->v[k] = vs[k];
    }
    t->count = 6;
    if (x->a->dimension == 2) { /* ignore normals perpendicular to the plane */
        t->reach[2] = t->reach[5] = GD_INFINITY;
        return;
    }
    t->count = BOXES_NORMALS;
    for (int i = 0; i < 3; i++) {
        const int i1 = (i + 1) % 3, i2 = (i + 2) % 3;
        for (int j = 0; j < 3; j++) {
            const int j1 = (j + 1) % 3, j2 = (j + 2) % 3, k = 6 + 3 * i + j;
            const double n1 = -r[i2][j], n2 = r[i1][j];
            t->square[k] = n1 * n1 + n2 * n2;
            t->reach[k] = (e[i1] * fabs(n1) + e[i2] * fabs(n2)) +
                          (f[j1] * fabs(n1 * r[i1][j1] + n2 * r[i2][j1]) +
                           f[j2] * fabs(n1 * r[i1][j2] + n2 * r[i2][j2]));
            t->u[k] = n1 * us[i1] + n2 * us[i2];
            t->v[k] = n1 * vs[i1] + n2 * vs[i2];
        }
    }
}

/* A normal of the table with length 1, on the side of u. */
static GD_NOINLINE vec3 boxes_unit(const boxes* x, const boxes_table* t, int k) {
    /* cppcheck-suppress arrayIndexOutOfBoundsCond ; k is below 15 */
    const double length = k < 6 ? 1.0 : 1.0 / sqrt(t->square[k]);
    return scale3(t->u[k] < 0.0 ? -length : length, boxes_normal(x, k));
}

/* ---- points of a face ---------------------------------------------------------------------- */

/* The edges whose coordinates are not fixed yet. */
typedef struct boxes_edges {
    vec3 axis[6];
    double half[6];
    int box_edge[6];
    int count;
} boxes_edges;

/* Fixes every edge that has a component along n: at that end, times scale. Subtracts the fixed
 * parts from rest. */
static GD_NOINLINE void edges_fix_ends(boxes_edges* g, vec3 n, double scale, double* y,
                                       vec3* rest) {
    int open = 0;
    for (int k = 0; k < g->count; k++) {
        const double along = dot3(n, g->axis[k]);
        if (fabs(along) > BOXES_IN_FACE) {
            const double part = scale * copysign(g->half[k], along);
            y[g->box_edge[k]] = part;
            *rest = madd3(*rest, -part, g->axis[k]);
        } else {
            g->axis[open] = g->axis[k];
            g->half[open] = g->half[k];
            g->box_edge[open++] = g->box_edge[k];
        }
    }
    g->count = open;
}

/* Gauge of a point in the edges' sum, which lies in a plane with normal n: 0 in the middle, 1 on
 * the border. *side is the normal of the side in that direction. Returns 0 if the sum is a line. */
static double edges_gauge(const boxes_edges* g, vec3 n, vec3 point, vec3* side) {
    double gauge = 0.0;
    for (int k = 0; k < g->count; k++) {
        const vec3 m = cross3(n, g->axis[k]);
        double reach = 0.0, most = 0.0;
        for (int i = 0; i < g->count; i++) {
            reach += g->half[i] * fabs(dot3(m, g->axis[i]));
            most += g->half[i];
        }
        const double at = dot3(m, point);
        if (!(reach > BOXES_IN_FACE * most) || !(fabs(at) > gauge * reach)) continue;
        gauge = fabs(at) / reach;
        *side = at < 0.0 ? neg3(m) : m;
    }
    return min2(gauge, 1.0);
}

/* Moves the point of edge i by part, within the edge. Returns the new remaining vector. */
static vec3 boxes_take(const boxes* x, const double* half, int i, double part, vec3 rest,
                       double* y) {
    const double to = min2(max2(y[i] + part, -half[i]), half[i]);
    rest = madd3(rest, y[i] - to, boxes_axis(x, i));
    y[i] = to;
    return rest;
}

/* If two faces nearly coincide, rounding may choose the wrong one: distribute the remaining vector
 * among edges with room. Moves an edge of each box together first, because nearly parallel edges
 * moved one by one undo each other. Starts in the face: an edge that leans out leaves a new
 * remainder. */
static GD_COLD void boxes_polish(const boxes* x, vec3 n, const double* half, double enough,
                                 vec3 rest, double* y) {
    for (int k = 0; k < BOXES_SWEEPS * 9 && max_abs3(rest) > enough; k++) {
        const int i = k % 3, j = 3 + k / 3 % 3;
        const vec3 a = boxes_axis(x, i), b = boxes_axis(x, j), across = madd3(b, -dot3(a, b), a);
        const double lean = fabs(dot3(n, a)) + fabs(dot3(n, b));
        if (k < BOXES_FIRST_STEPS && lean > BOXES_LEAN) continue;
        const double square = dot3(across, across);
        if (square > BOXES_SAME)
            rest = boxes_take(x, half, j, dot3(rest, across) / square, rest, y);
        rest = boxes_take(x, half, i, dot3(rest, a), rest, y);
        rest = boxes_take(x, half, j, dot3(rest, b), rest, y);
    }
}

/* Splits point v of Z's face with normal n into a point of each box. */
static GD_NOINLINE void boxes_divide(const boxes* x, vec3 v, boxes_answer* answer) {
    const vec3 n = answer->normal;
    const double half[6] = {x->a->size.x, x->a->size.y, x->a->size.z,
                            x->b->size.x, x->b->size.y, x->b->size.z};
    double y[6] = {0.0, 0.0, 0.0, 0.0, 0.0, 0.0};
    boxes_edges g;
    g.count = 0;
#pragma GCC unroll 1
    for (int k = 0; k < 6; k++) {
        if (!(half[k] > 0.0)) continue;
        g.axis[g.count] = boxes_axis(x, k);
        g.half[g.count] = half[k];
        g.box_edge[g.count++] = k;
    }
    edges_fix_ends(&g, n, 1.0, y, &v);
    vec3 side;
    const double gauge = edges_gauge(&g, n, v, &side);
    if (gauge > 0.0) edges_fix_ends(&g, side, gauge, y, &v);
    /* The remaining edges are parallel. */
    double most = 0.0;
    for (int k = 0; k < g.count; k++)
        most += g.half[k];
    const vec3 left = v;
    for (int k = 0; k < g.count; k++) {
        const double sign = copysign(1.0, dot3(g.axis[0], g.axis[k]));
        const double part = dot3(left, g.axis[0]) / most;
        y[g.box_edge[k]] = sign * g.half[k] * min2(max2(part, -1.0), 1.0);
        v = madd3(v, -y[g.box_edge[k]], g.axis[k]);
    }
    const double enough = BOXES_ROUNDING * (max_abs3(x->a->size) + max_abs3(x->b->size));
    if (max_abs3(v) > enough) boxes_polish(x, n, half, enough, v, y);
    answer->a = make3(y[0], y[1], y[2]);
    answer->b = make3(-y[3], -y[4], -y[5]);
}

/* ---- exit, gauge and depth ----------------------------------------------------------------- */

/* Finds the first plane that z + beta d crosses. Returns false if rounding finds none. */
static GD_NOINLINE bool boxes_first(const boxes* x, vec3 d, vec3 z, boxes_plane* plane) {
    boxes_table t;
    boxes_measure(x, d, z, &t);
    double rise = 0.0, reach = 1.0;
    int best = 0;
    for (int k = 0; k < t.count; k++) {
        const double r = fabs(t.u[k]), h = t.u[k] < 0.0 ? t.reach[k] + t.v[k] : t.reach[k] - t.v[k];
        if (!(r * reach > rise * h) || t.square[k] < BOXES_SAME) continue;
        rise = r;
        reach = h;
        best = k;
    }
    plane->normal = boxes_unit(x, &t, best);
    plane->rate = rise / reach;
    return rise > 0.0 && reach > 0.0;
}

bool gd_boxes_exit(const boxes* x, const boxes_ray* ray, boxes_answer* answer) {
    boxes_plane plane;
    if (!boxes_first(x, ray->d, ray->z, &plane)) return false;
    answer->normal = plane.normal;
    boxes_divide(x, madd3(ray->z, 1.0 / plane.rate, ray->d), answer);
    return true;
}

double gd_boxes_gauge(const boxes* x, boxes_answer* answer) {
    boxes_plane plane;
    boxes_first(x, x->q, make3(0.0, 0.0, 0.0), &plane);
    answer->normal = plane.normal;
    answer->a = answer->b = make3(0.0, 0.0, 0.0);
    /* No common point; the rate is infinite for two different points. */
    if (!(plane.rate > 0.0) || plane.rate > 1.0) return plane.rate;
    boxes_divide(x, scale3(1.0 / plane.rate, x->q), answer);
    answer->a = scale3(plane.rate, answer->a);
    answer->b = scale3(plane.rate, answer->b);
    return plane.rate;
}

double gd_boxes_depth(const boxes* x, boxes_answer* answer) {
    boxes_table t;
    boxes_measure(x, x->q, x->q, &t);
    double depth = GD_INFINITY;
    int best = 0;
    for (int k = 0; k < t.count; k++) {
        const double d = (t.reach[k] - fabs(t.u[k])) / sqrt(t.square[k]);
        if (!(d < depth) || t.square[k] < BOXES_SAME) continue;
        depth = d;
        best = k;
    }
    answer->normal = boxes_unit(x, &t, best);
    boxes_divide(x, madd3(x->q, depth, answer->normal), answer);
    return depth;
}
