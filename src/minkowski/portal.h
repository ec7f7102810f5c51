/* The portal: l vertices of C whose cone contains the ray, the inner approximation of the cutting
 * plane. In 3D a triangle, in 2D a segment; seen along the ray it surrounds the origin.
 *
 * weights are the barycentric coordinates of the origin in that projection, computed from signed
 * areas (lengths) of the projected vertices: the ratio test of the simplex method without a solve,
 * invariant under scale and well-conditioned where S is not ([G] III-F2; docs/algorithms.md,
 * Cutting planes). inner is where the ray leaves the portal: a lower bound of beta, so distance /
 * inner is an upper bound of the growth distance, attained at the weighted mean of the vertices. */
#ifndef GD_PORTAL_H
#define GD_PORTAL_H

#include "minkowski/difference.h"

typedef struct portal3 {
    vertex3 v[3]; /* counter-clockwise about the ray */
    double weight[3];
    double weight_sum;
    double inner;
    double rounding; /* of the vertices' coordinates */
    double ball;     /* radius of a ball about the origin in C */
} portal3;

GD_INLINE double vertex3_cross(const vertex3* p, const vertex3* q) {
    return p->u * q->v - p->v * q->u;
}

GD_INLINE void portal3_measure(portal3* portal) {
    const double* w = portal->weight;
    portal->weight_sum = w[0] + w[1] + w[2];
    portal->inner = (w[0] * portal->v[0].w + w[1] * portal->v[1].w + w[2] * portal->v[2].w) /
                    portal->weight_sum;
}

/* What every portal of a pair has in common; *offset: between the centres of the inner balls. False
 * when C is not known to hold a ball about the origin. */
GD_INLINE bool portal3_begin(portal3* portal, const pair3* pair, vec3* offset) {
    portal->ball = pair3_inner_radius(pair, offset);
    portal->rounding = 8.0 * GD_EPS * (pair->a->bound_radius + pair->b->bound_radius);
    return portal->ball > 0.0;
}

/* A point of the inner ball by its ray coordinates: both parts go along s minus the offset of the
 * inner balls, in proportion to the radii. */
static GD_NOINLINE void portal3_point(vertex3* v, const pair3* pair, const vec3* offset,
                                      double across, double along, double h) {
    const double total = pair->a->inner_radius + pair->b->inner_radius;
    const double share_a = pair->a->inner_radius / total;
    v->u = across;
    v->v = along;
    v->w = h;
    v->s = add3(scale3(h, pair->ray), add3(scale3(across, pair->e1), scale3(along, pair->e2)));
    const vec3 d = sub3(v->s, *offset);
    v->a = madd3(pair->a->inner_center, share_a, d);
    v->b = madd3(pair->b->inner_center, share_a - 1.0, inv_rotate(&pair->b_to_a, d));
}

/* The first portal: three points of the inner ball, in a plane across the ray at half its radius.
 */
static GD_NOINLINE void portal3_init(portal3* portal, const pair3* pair, vec3 offset) {
    const double r = portal->ball;
    /* 0.5 along and 0.85 across the ray: 1.4 % inside the ball, more than rounding */
    const double h = 0.5 * r, reach = 0.85 * r, sin60 = 0.8660254037844386;
    const double across[3][2] = {{1.0, 0.0}, {-0.5, sin60}, {-0.5, -sin60}};
    for (int i = 0; i < 3; i++) {
        portal3_point(&portal->v[i], pair, &offset, reach * across[i][0], reach * across[i][1], h);
        portal->weight[i] = sin60 * reach * reach; /* what the other two span */
    }
    portal3_measure(portal);
}

/* Of a pair that is known to hold a ball about the origin. */
GD_INLINE void portal3_start(portal3* portal, const pair3* pair) {
    vec3 offset;
    portal3_begin(portal, pair, &offset);
    portal3_init(portal, pair, offset);
}

/* Normal of the portal's plane, not normalised, along the ray. */
GD_INLINE vec3 portal3_normal(const portal3* portal) {
    const vec3 s0 = portal->v[0].s;
    return cross3(sub3(portal->v[1].s, s0), sub3(portal->v[2].s, s0));
}

GD_INLINE double vertex3_spread(const vertex3* v) {
    return fabs(v->u) + fabs(v->v);
}

/* The vertex that may leave and leaves the largest area; -1 when none does. For the hard cases: q
 * in line with a vertex, or a portal as thin as the rounding of its coordinates, on which signs
 * mean nothing. There an area below that rounding counts as none, and a sign as either; what two
 * vertices next to the ray span is known better than what the farthest spans with one. */
static inline int portal3_leaving(const portal3* portal, const vertex3* q, const double d[3]) {
    double noise[3], largest = 0.0;
    for (int k = 0; k < 3; k++)
        noise[k] = portal->rounding * (vertex3_spread(q) + vertex3_spread(&portal->v[k]));
    int leaving = -1;
    for (int k = 0; k < 3; k++) {
        const int i = (k + 1) % 3, j = (k + 2) % 3;
        const double area = portal->weight[k] + d[i] - d[j];
        if (d[i] >= -noise[i] && d[j] <= noise[j] && area > max2(largest, noise[i] + noise[j])) {
            largest = area;
            leaving = k;
        }
    }
    return leaving;
}

/* q takes the place of vertex k; i and j follow it around the ray. */
GD_INLINE void portal3_replace(portal3* portal, const vertex3* q, const double d[3], int k, int i,
                               int j) {
    vertex3* v = &portal->v[k]; /* by parts: as a whole it would be a call in wasm */
    v->s = q->s;
    v->a = q->a;
    v->b = q->b;
    v->u = q->u;
    v->v = q->v;
    v->w = q->w;
    portal->weight[i] = max2(-d[j], 0.0);
    portal->weight[j] = max2(d[i], 0.0);
}

/* Brings q into the portal: the vertex k leaves without which the other two, i and j, and q still
 * surround the ray. With d_i = cross(q, v_i) that is the one with d_i >= 0 > d_j; the new weights
 * are -d_j and d_i, and q takes over k's, which is what v_i and v_j span. Where the area collapses
 * the choice is made with care. False when rounding leaves none: the portal is then as good as
 * doubles can make it.
 *
 * Three branches with constant indices, although each is mispredicted now and then: looking k up
 * and indexing by it keeps the portal in memory, where every iteration waits for its stores (60 ns
 * an iteration instead of 41 natively, 76 instead of 45 in wasm; make bench). */
GD_INLINE bool portal3_pivot(portal3* portal, const vertex3* q) {
    const double collapsed = 0x1p-24 * portal->weight_sum;
    const double d[3] = {vertex3_cross(q, &portal->v[0]), vertex3_cross(q, &portal->v[1]),
                         vertex3_cross(q, &portal->v[2])};
    const double* w = portal->weight;
    int k;
    if (d[0] >= 0.0 && d[1] < 0.0 && w[2] + d[0] - d[1] > collapsed)
        k = 2;
    else if (d[1] >= 0.0 && d[2] < 0.0 && w[0] + d[1] - d[2] > collapsed)
        k = 0;
    else if (d[2] >= 0.0 && d[0] < 0.0 && w[1] + d[2] - d[0] > collapsed)
        k = 1;
    else
        k = portal3_leaving(portal, q, d);
    switch (k) {
    case 0: portal3_replace(portal, q, d, 0, 1, 2); break;
    case 1: portal3_replace(portal, q, d, 1, 2, 0); break;
    case 2: portal3_replace(portal, q, d, 2, 0, 1); break;
    default: return false;
    }
    portal3_measure(portal);
    return true;
}

/* The same out of line, for portals that lie in memory anyway. */
static GD_NOINLINE bool portal3_enter(portal3* portal, const vertex3* q) {
    return portal3_pivot(portal, q);
}

/* A vertex in ray coordinates, and the portal's normal in these. */
GD_INLINE vec3 in_ray_frame(const vertex3* v) {
    return make3(v->u, v->v, v->w);
}
GD_INLINE vec3 portal3_normal_in_ray_frame(const portal3* portal) {
    const vec3 s0 = in_ray_frame(&portal->v[0]);
    return cross3(sub3(in_ray_frame(&portal->v[1]), s0), sub3(in_ray_frame(&portal->v[2]), s0));
}

/* Brings a vertex, or else another one, into the portal if it lies above it. False when rounding
 * leaves no portal. */
static GD_NOINLINE bool portal3_expand(portal3* portal, const vertex3* v, const vertex3* other) {
    const vec3 n = portal3_normal_in_ray_frame(portal);
    const double h = dot3(n, in_ray_frame(&portal->v[0]));
    const vertex3* higher = dot3(n, in_ray_frame(v)) > h ? v : other;
    return !(dot3(n, in_ray_frame(higher)) > h) || portal3_enter(portal, higher);
}

/* One step of iterative refinement of the weights. On a thin portal the cross products cancel and
 * the weighted mean misses the ray by more than rounding (5e-12 of the extent was seen); shifting
 * the origin by that miss changes each weight by cross(miss, v_k - v_j). Brings the mean onto the
 * ray to rounding. */
GD_INLINE void portal3_refine(portal3* portal) {
    const vertex3* v = portal->v;
    double* w = portal->weight;
    const double mu = (w[0] * v[0].u + w[1] * v[1].u + w[2] * v[2].u) / portal->weight_sum;
    const double mv = (w[0] * v[0].v + w[1] * v[1].v + w[2] * v[2].v) / portal->weight_sum;
    for (int i = 0; i < 3; i++) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        const double refined = w[i] + (mu * (v[k].v - v[j].v) - mv * (v[k].u - v[j].u));
        w[i] = refined > 0.0 ? refined : 0.0;
    }
    portal3_measure(portal);
}

/* The inner bound made certain, whatever digits the weights have left: their mean is a point of C,
 * and what it misses the ray by is made up for by the ball about the origin in C, at the price
 * of a part of the bound. A portal thinner than rounding once claimed 4e-10 too much, one
 * of needles 1e-7. */
GD_INLINE double portal3_certain(const portal3* portal, double ball) {
    const vertex3* v = portal->v;
    const double* w = portal->weight;
    const double miss_u = w[0] * v[0].u + w[1] * v[1].u + w[2] * v[2].u;
    const double miss_v = w[0] * v[0].v + w[1] * v[1].v + w[2] * v[2].v;
    const double reach = ball * portal->weight_sum;
    return portal->inner * (reach / (reach + (fabs(miss_u) + fabs(miss_v))));
}

static GD_NOINLINE void portal3_certify(portal3* portal) {
    portal3_refine(portal);
    portal->inner = portal3_certain(portal, portal->ball);
}

/* Three kept vertices as a portal of the moved pair; false when they no longer surround the ray, or
 * give less than the first portal would. */
GD_INLINE bool portal3_restore(portal3* portal, const vertex3 kept[3]) {
    const double w0 = vertex3_cross(&kept[1], &kept[2]);
    const double w1 = vertex3_cross(&kept[2], &kept[0]);
    const double w2 = vertex3_cross(&kept[0], &kept[1]);
    const double spread = vertex3_spread(&kept[0]) + vertex3_spread(&kept[1]);
    if (!(w0 >= 0.0 && w1 >= 0.0 && w2 >= 0.0 && w0 + w1 + w2 > portal->rounding * spread))
        return false;
    portal3 restored = {
        {kept[0], kept[1], kept[2]}, {w0, w1, w2}, 0.0, 0.0, portal->rounding, portal->ball};
    portal3_measure(&restored);
    if (!(restored.inner > 0.5 * portal->ball)) return false;
    *portal = restored;
    return true;
}

typedef struct portal2 {
    vertex2 v[2]; /* v[0] on the side u <= 0, v[1] on u >= 0 */
    double weight[2];
    double weight_sum;
    double inner;
} portal2;

GD_INLINE void portal2_measure(portal2* portal) {
    portal->weight[0] = portal->v[1].u;
    portal->weight[1] = -portal->v[0].u;
    portal->weight_sum = portal->weight[0] + portal->weight[1];
    portal->inner = (portal->weight[0] * portal->v[0].w + portal->weight[1] * portal->v[1].w) /
                    portal->weight_sum;
}

/* The first portal, from pair2_inner_radius. */
GD_INLINE void portal2_init(portal2* portal, const pair2* pair, const vertex2* offset, double r) {
    const double h = 0.5 * r, reach = 0.85 * r; /* as in 3D */
    const double share_a = pair->a->inner_radius / (pair->a->inner_radius + pair->b->inner_radius);
    const double share_b = 1.0 - share_a;
    for (int i = 0; i < 2; i++) {
        vertex2* v = &portal->v[i];
        v->u = i == 0 ? -reach : reach;
        v->w = h;
        const double across = v->u - offset->u, along = v->w - offset->w;
        v->a = madd2(offset->a, share_a, along_ray2(pair->ray_a, across, along));
        v->b = madd2(offset->b, share_b, along_ray2(pair->ray_b, across, along));
    }
    portal2_measure(portal);
}

/* Where along the ray + y across the lines of the two vertices meet. */
GD_INLINE double portal2_kink(const portal2* portal) {
    return (portal->v[0].w - portal->v[1].w) / portal->weight_sum;
}

/* How far q lies above the portal, times weight_sum. */
GD_INLINE double portal2_above(const portal2* portal, const vertex2* q) {
    return portal->weight_sum * (q->w - portal->v[0].w) -
           (q->u - portal->v[0].u) * (portal->v[1].w - portal->v[0].w);
}

/* q takes the place of the vertex on its side; in line with the ray, of the nearer one, so that the
 * two never both lie there, and the segment has a width. */
GD_INLINE void portal2_pivot(portal2* portal, const vertex2* q) {
    const bool left = q->u < 0.0 || (q->u == 0.0 && -portal->v[0].u < portal->v[1].u);
    if (left)
        portal->v[0] = *q;
    else
        portal->v[1] = *q;
    portal2_measure(portal);
}

#endif
