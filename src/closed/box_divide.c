/* Splits a point of a face of Z, the difference of two boxes, into a point of each box.
 *
 * Z is the sum of both boxes' edges, and a point of Z is a sum of one point per edge. Edges outside
 * the face contribute an end, and the edges in the face share the remaining vector. Usually two
 * edges are in the face, and two products give their shares. Aligned boxes have more of them: then
 * the gauge of the sum of these edges fixes one after the other. */
#include "closed/boxes.h"

/* An edge lies in a face if the sine of their angle is below this. Its component out of the face is
 * far below any tolerance. */
#define BOXES_IN_FACE 0x1p-40
/* If the squared sine of the angle between two edges is below the first number, rounding decides
 * their shares; below the second, they are parallel. */
#define BOXES_NARROW 0x1p-20
#define BOXES_PARALLEL 0x1p-100

/* If a computed point misses its target by more than this fraction of the extent, it is not on that
 * face. */
#define BOXES_ROUNDING (8.0 * GD_EPS)
#define BOXES_SWEEPS 12
/* Steps of the first sweeps, which skip edges that lean out of the face by more than BOXES_LEAN. */
#define BOXES_FIRST_STEPS 36
#define BOXES_LEAN 0x1p-32

/* The edges of both boxes: points y[k] * axis k, where |y[k]| <= half[k]. */
typedef struct boxes_edges {
    const boxes* x;
    double half[6], y[6];
    double enough; /* a smaller remainder is rounding */
} boxes_edges;

GD_INLINE void edges_of(const boxes* x, boxes_edges* e) {
    const vec3 a = x->a->size, b = x->b->size;
    e->x = x;
    const double half[6] = {a.x, a.y, a.z, b.x, b.y, b.z};
    for (int k = 0; k < 6; k++) {
        e->half[k] = half[k];
        e->y[k] = 0.0;
    }
    e->enough = BOXES_ROUNDING * (max_abs3(a) + max_abs3(b));
}

GD_INLINE void edges_answer(const boxes_edges* e, boxes_answer* answer) {
    const double* y = e->y;
    answer->a = make3(y[0], y[1], y[2]);
    answer->b = make3(-y[3], -y[4], -y[5]);
}

/* ---- two edges in the face ----------------------------------------------------------------- */

/* Fixes the edges outside the face at their ends. Returns false if another edge is in the face. */
GD_INLINE bool edges_fix_others(const boxes* x, const boxes_face* face, boxes_edges* e,
                                vec3* rest) {
    const vec3 n = face->normal, m = inv_rotate(&x->b_to_a, n);
    const double along[6] = {n.x, n.y, n.z, m.x, m.y, m.z}, least = BOXES_IN_FACE * face->length;
    unsigned inside = 0;
    for (int k = 0; k < 6; k++) {
        e->y[k] = copysign(e->half[k], along[k]);
        inside |= (unsigned)((fabs(along[k]) <= least) & (e->half[k] > 0.0)) << k;
    }
    double* y = e->y;
    y[face->edge[0]] = y[face->edge[1]] = 0.0;
    *rest = sub3(*rest, make3(y[0], y[1], y[2]));
    *rest = sub3(*rest, rotate(&x->b_to_a, make3(y[3], y[4], y[5])));
    return (inside & ~(1u << face->edge[0] | 1u << face->edge[1])) == 0;
}

/* Returns false if the face's own two edges cannot share the point. */
static bool edges_share(const boxes* x, const boxes_face* face, boxes_edges* e) {
    vec3 v = face->point;
    if (!edges_fix_others(x, face, e, &v)) return false;
    const int i = face->edge[0], j = face->edge[1];
    const vec3 p = boxes_axis(x, i), q = boxes_axis(x, j);
    const double cosine = dot3(p, q), sine2 = 1.0 - cosine * cosine;
    if (!(sine2 > BOXES_NARROW)) return false;
    const double vp = dot3(v, p), vq = dot3(v, q), inverse = 1.0 / sine2;
    const double s = clamp(inverse * (vp - cosine * vq), e->half[i]);
    const double t = clamp(inverse * (vq - cosine * vp), e->half[j]);
    e->y[i] = s;
    e->y[j] = t;
    return max_abs3(madd3(madd3(v, -s, p), -t, q)) <= e->enough;
}

/* ---- more edges in the face ---------------------------------------------------------------- */

/* The numbers of the edges whose points are not fixed yet. */
typedef struct open_edges {
    int edge[6];
    int count;
} open_edges;

/* Fixes every open edge that has a component along n: at that end, times scale. Subtracts the fixed
 * parts from rest. */
static void open_fix_ends(open_edges* open, boxes_edges* e, vec3 n, double scale, vec3* rest) {
    int left = 0;
    for (int i = 0; i < open->count; i++) {
        const int k = open->edge[i];
        const double along = dot3(n, boxes_axis(e->x, k));
        if (fabs(along) > BOXES_IN_FACE) {
            e->y[k] = scale * copysign(e->half[k], along);
            *rest = madd3(*rest, -e->y[k], boxes_axis(e->x, k));
        } else {
            open->edge[left++] = k;
        }
    }
    open->count = left;
}

/* Gauge of a point in the open edges' sum, which lies in a plane with normal n: 0 in the middle, 1
 * on the border. *side is the normal of the side in that direction. Returns 0 if the sum is a
 * line. */
static double open_gauge(const open_edges* open, const boxes_edges* e, vec3 n, vec3 point,
                         vec3* side) {
    double gauge = 0.0;
    for (int i = 0; i < open->count; i++) {
        const vec3 m = cross3(n, boxes_axis(e->x, open->edge[i]));
        double reach = 0.0, most = 0.0;
        for (int j = 0; j < open->count; j++) {
            reach += e->half[open->edge[j]] * fabs(dot3(m, boxes_axis(e->x, open->edge[j])));
            most += e->half[open->edge[j]];
        }
        const double at = dot3(m, point);
        if (!(reach > BOXES_IN_FACE * most) || !(fabs(at) > gauge * reach)) continue;
        gauge = fabs(at) / reach;
        *side = at < 0.0 ? neg3(m) : m;
    }
    return min2(gauge, 1.0);
}

/* Distributes the remainder among open edges that are parallel. Returns what is left. */
static vec3 open_share_line(const open_edges* open, boxes_edges* e, vec3 rest) {
    double most = 0.0;
    for (int i = 0; i < open->count; i++)
        most += e->half[open->edge[i]];
    const vec3 whole = rest, line = boxes_axis(e->x, open->edge[0]);
    for (int i = 0; i < open->count; i++) {
        const int k = open->edge[i];
        const double sign = copysign(1.0, dot3(line, boxes_axis(e->x, k))),
                     part = dot3(whole, line) / most;
        e->y[k] = sign * e->half[k] * min2(max2(part, -1.0), 1.0);
        rest = madd3(rest, -e->y[k], boxes_axis(e->x, k));
    }
    return rest;
}

/* Moves the point of edge k by part, within the edge. Returns the new remaining vector. */
static vec3 edges_take(boxes_edges* e, int k, double part, vec3 rest) {
    const double to = clamp(e->y[k] + part, e->half[k]);
    rest = madd3(rest, e->y[k] - to, boxes_axis(e->x, k));
    e->y[k] = to;
    return rest;
}

/* If two faces nearly coincide, rounding may choose the wrong one: distribute the remaining vector
 * among edges with room. Moves an edge of each box together first, because nearly parallel edges
 * moved one by one undo each other. Starts in the face: an edge that leans out leaves a new
 * remainder. */
static GD_COLD void edges_polish(boxes_edges* e, vec3 n, vec3 rest) {
    for (int k = 0; k < BOXES_SWEEPS * 9 && max_abs3(rest) > e->enough; k++) {
        const int i = k % 3, j = 3 + k / 3 % 3;
        const vec3 a = boxes_axis(e->x, i), b = boxes_axis(e->x, j),
                   across = madd3(b, -dot3(a, b), a);
        const double lean = fabs(dot3(n, a)) + fabs(dot3(n, b));
        if (k < BOXES_FIRST_STEPS && lean > BOXES_LEAN) continue;
        const double square = dot3(across, across);
        if (square > BOXES_PARALLEL) rest = edges_take(e, j, dot3(rest, across) / square, rest);
        rest = edges_take(e, i, dot3(rest, a), rest);
        rest = edges_take(e, j, dot3(rest, b), rest);
    }
}

static GD_NOINLINE void edges_share_any(boxes_edges* e, vec3 n, vec3 v) {
    open_edges open = {{0}, 0};
    for (int k = 0; k < 6; k++) {
        e->y[k] = 0.0;
        if (e->half[k] > 0.0) open.edge[open.count++] = k;
    }
    open_fix_ends(&open, e, n, 1.0, &v);
    vec3 side;
    const double gauge = open_gauge(&open, e, n, v, &side);
    if (gauge > 0.0) open_fix_ends(&open, e, side, gauge, &v);
    if (open.count > 0) v = open_share_line(&open, e, v);
    if (max_abs3(v) > e->enough) edges_polish(e, n, v);
}

void gd_boxes_divide(const boxes* x, const boxes_face* face, boxes_answer* answer) {
    boxes_edges e;
    answer->normal = scale3(1.0 / face->length, face->normal);
    edges_of(x, &e);
    if (!edges_share(x, face, &e)) edges_share_any(&e, answer->normal, face->point);
    edges_answer(&e, answer);
}
