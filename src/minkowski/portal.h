/* The portal: as many vertices of C as there are dimensions, whose cone contains the ray. In 3D it
 * is a triangle, in 2D a segment; projected along the ray, it surrounds the origin. The portal is
 * the inner approximation of the cutting-plane method.
 *
 * weights are the barycentric coordinates of the origin in that projection, computed from signed
 * areas (2D: lengths) of the projected vertices. They perform the ratio test of the simplex method
 * without solving a linear system. Their ratios do not depend on scale, and they remain
 * well-conditioned if the matrix of the vertices is not ([G] III-F2; docs/algorithms.md, Cutting
 * planes).
 *
 * inner is the distance along the ray to the portal: a lower bound of beta. So distance / inner is
 * an upper bound of the growth distance. The weighted mean of the vertices attains it. */
#ifndef GD_PORTAL_H
#define GD_PORTAL_H

#include "minkowski/difference.h"

typedef struct portal3 {
    vertex3 v[3]; /* counter-clockwise about the ray */
    double weight[3];
    double weight_sum;
    double inner;
    double rounding; /* rounding error of the vertices' coordinates */
    double ball;     /* radius of a ball about the origin inside C */
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

/* Sets the fields that all portals of a pair share. *offset is the vector between the centres of
 * the inner balls. Returns false if no ball about the origin is known to be inside C. */
GD_INLINE bool portal3_begin(portal3* portal, const pair3* pair, vec3* offset) {
    portal->ball = pair3_inner_radius(pair, offset);
    portal->rounding = 8.0 * GD_EPS * (pair->a->bound_radius + pair->b->bound_radius);
    return portal->ball > 0.0;
}

/* A point of the inner ball, given by its ray coordinates. s minus the offset is divided between
 * the two parts in proportion to the inner radii. */
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

/* The first portal: three points of the inner ball, in a plane perpendicular to the ray, at half
 * the ball's radius. */
static GD_NOINLINE void portal3_init(portal3* portal, const pair3* pair, vec3 offset) {
    const double r = portal->ball;
    /* 0.5 along and 0.85 across the ray: 1.4 % inside the ball, more than rounding */
    const double h = 0.5 * r, reach = 0.85 * r, sin60 = 0.8660254037844386;
    const double across[3][2] = {{1.0, 0.0}, {-0.5, sin60}, {-0.5, -sin60}};
    for (int i = 0; i < 3; i++) {
        portal3_point(&portal->v[i], pair, &offset, reach * across[i][0], reach * across[i][1], h);
        portal->weight[i] = sin60 * reach * reach; /* area spanned by the other two vertices */
    }
    portal3_measure(portal);
}

/* The point v, which proves inner, replaces the portal's vertices. */
GD_INLINE void portal3_take_point(portal3* portal, const vertex3* v, double inner) {
    const int count = portal->inner > 0.0 ? 1 : 3;
    for (int i = 0; i < count; i++)
        vertex3_copy(&portal->v[i], v);
    portal->weight[0] = portal->weight_sum = 1.0;
    portal->weight[1] = portal->weight[2] = 0.0;
    portal->inner = inner;
}

/* The first portal of a pair with a known ball about the origin inside C. */
GD_INLINE void portal3_start(portal3* portal, const pair3* pair) {
    vec3 offset;
    portal3_begin(portal, pair, &offset);
    portal3_init(portal, pair, offset);
}

/* Normal of the portal's plane, on the side of the ray. Not normalised. */
GD_INLINE vec3 portal3_normal(const portal3* portal) {
    const vec3 s0 = portal->v[0].s;
    return cross3(sub3(portal->v[1].s, s0), sub3(portal->v[2].s, s0));
}

GD_INLINE double vertex3_spread(const vertex3* v) {
    return fabs(v->u) + fabs(v->v);
}

/* For pivots near rounding. Seen along the ray, q is in line with a vertex and the origin. Or the
 * portal is so thin that the signs of d (see portal3_pivot) are uncertain. Returns the vertex whose
 * replacement gives the largest area, the most reliable choice; or -1. An area below rounding does
 * not count, and a d below rounding may have either sign. */
static inline int portal3_leaving(const vertex3 v[3], const double weight[3], double rounding,
                                  const vertex3* q, const double d[3]) {
    double noise[3], largest = 0.0;
    for (int k = 0; k < 3; k++)
        noise[k] = rounding * (vertex3_spread(q) + vertex3_spread(&v[k]));
    int leaving = -1;
    for (int k = 0; k < 3; k++) {
        const int i = (k + 1) % 3, j = (k + 2) % 3;
        const double area = weight[k] + d[i] - d[j];
        if (d[i] >= -noise[i] && d[j] <= noise[j] && area > max2(largest, noise[i] + noise[j])) {
            largest = area;
            leaving = k;
        }
    }
    return leaving;
}

/* The vertex that q replaces, so that q and the other two surround the ray; -1: rounding leaves no
 * choice. sum adds the weights, d_i is cross(q, v_i). */
GD_INLINE int portal3_choose(const vertex3 v[3], const double weight[3], double sum,
                             double rounding, const vertex3* q, const double d[3]) {
    const double collapsed = 0x1p-24 * sum;
    if (d[0] >= 0.0 && d[1] < 0.0 && weight[2] + d[0] - d[1] > collapsed) return 2;
    if (d[1] >= 0.0 && d[2] < 0.0 && weight[0] + d[1] - d[2] > collapsed) return 0;
    if (d[2] >= 0.0 && d[0] < 0.0 && weight[1] + d[2] - d[0] > collapsed) return 1;
    return portal3_leaving(v, weight, rounding, q, d);
}

/* q replaces vertex k; i and j follow k around the ray. */
GD_INLINE void portal3_replace(portal3* portal, const vertex3* q, const double d[3], int k, int i,
                               int j) {
    vertex3_copy(&portal->v[k], q);
    portal->weight[i] = max2(-d[j], 0.0);
    portal->weight[j] = max2(d[i], 0.0);
}

/* q replaces a vertex k. Afterwards q and the other two vertices, i and j, must surround the ray.
 * With d_i = cross(q, v_i), this is true if d_i >= 0 > d_j. The new weight of i is -d_j, the one of
 * j is d_i, and q takes the weight of k. If the area collapses, portal3_leaving chooses k. Returns
 * false if rounding leaves no choice: doubles cannot improve the portal.
 *
 * There are three branches with constant indices, although each is sometimes mispredicted. An index
 * k would keep the portal in memory, and each iteration would wait for its stores. It would take 60
 * ns instead of 41 natively, and 76 instead of 45 in wasm (make bench). */
GD_INLINE bool portal3_pivot(portal3* portal, const vertex3* q) {
    const double d[3] = {vertex3_cross(q, &portal->v[0]), vertex3_cross(q, &portal->v[1]),
                         vertex3_cross(q, &portal->v[2])};
    switch (portal3_choose(portal->v, portal->weight, portal->weight_sum, portal->rounding, q, d)) {
    case 0: portal3_replace(portal, q, d, 0, 1, 2); break;
    case 1: portal3_replace(portal, q, d, 1, 2, 0); break;
    case 2: portal3_replace(portal, q, d, 2, 0, 1); break;
    default: return false;
    }
    portal3_measure(portal);
    return true;
}

/* The same, not inlined, for portals that are in memory anyway. */
static GD_NOINLINE bool portal3_enter(portal3* portal, const vertex3* q) {
    return portal3_pivot(portal, q);
}

/* A vertex in ray coordinates; below, the portal's normal in ray coordinates. */
GD_INLINE vec3 in_ray_frame(const vertex3* v) {
    return make3(v->u, v->v, v->w);
}
GD_INLINE vec3 portal3_normal_in_ray_frame(const portal3* portal) {
    const vec3 s0 = in_ray_frame(&portal->v[0]);
    return cross3(sub3(in_ray_frame(&portal->v[1]), s0), sub3(in_ray_frame(&portal->v[2]), s0));
}

/* Brings v into the portal if v is above the portal, otherwise `other` if `other` is above it.
 * Returns false if rounding prevents the pivot. */
static GD_NOINLINE bool portal3_expand(portal3* portal, const vertex3* v, const vertex3* other) {
    const vec3 n = portal3_normal_in_ray_frame(portal);
    const double h = dot3(n, in_ray_frame(&portal->v[0]));
    const vertex3* higher = dot3(n, in_ray_frame(v)) > h ? v : other;
    return !(dot3(n, in_ray_frame(higher)) > h) || portal3_enter(portal, higher);
}

/* One step of iterative refinement of the weights. In a thin portal the cross products cancel, and
 * the mean misses the ray by up to 5e-12 of the extent (observed). Shifting the origin by the miss
 * changes each weight by cross(miss, v_k - v_j) and moves the mean onto the ray up to rounding. */
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

/* The cone from a ball about the origin to a point contains the ray up to this height, which the
 * point's distance from the ray lowers. The ball is inside C, the point in ray coordinates. */
GD_INLINE double cone_inner(double ball, vec3 point) {
    return point.z * (ball / (ball + (fabs(point.x) + fabs(point.y))));
}

/* A proved inner bound, however inaccurate the weights are: if their mean, a point of C, misses the
 * ray, the cone to it compensates and reduces the bound. Without this compensation, the bound was
 * too large by 4e-10 for a portal thinner than rounding, and by 1e-7 for a portal of needles. */
GD_INLINE double portal3_certain(const portal3* portal, double ball) {
    const vertex3* v = portal->v;
    const double* w = portal->weight;
    const double miss_u = w[0] * v[0].u + w[1] * v[1].u + w[2] * v[2].u;
    const double miss_v = w[0] * v[0].v + w[1] * v[1].v + w[2] * v[2].v;
    return cone_inner(ball * portal->weight_sum, make3(miss_u, miss_v, portal->inner));
}

static GD_NOINLINE void portal3_certify(portal3* portal) {
    portal3_refine(portal);
    portal->inner = portal3_certain(portal, portal->ball);
}

/* Uses three stored vertices as the portal of the moved pair. Returns false if they no longer
 * surround the ray, or if the first portal would give a better inner bound. */
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
    vertex2 v[2]; /* v[0] has u <= 0, v[1] has u >= 0 */
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

/* The first portal; offset and r come from pair2_inner_radius. */
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

/* The y for which both vertices have the same support value along ray + y across. */
GD_INLINE double portal2_kink(const portal2* portal) {
    return (portal->v[0].w - portal->v[1].w) / portal->weight_sum;
}

/* Height of q above the portal, times weight_sum. */
GD_INLINE double portal2_above(const portal2* portal, const vertex2* q) {
    return portal->weight_sum * (q->w - portal->v[0].w) -
           (q->u - portal->v[0].u) * (portal->v[1].w - portal->v[0].w);
}

/* q replaces the vertex on its side of the ray. If q is on the line of the ray, it replaces the
 * vertex nearer to this line. So the two vertices are never both on the line, and the segment keeps
 * a width. */
GD_INLINE void portal2_pivot(portal2* portal, const vertex2* q) {
    const bool left = q->u < 0.0 || (q->u == 0.0 && -portal->v[0].u < portal->v[1].u);
    if (left)
        portal->v[0] = *q;
    else
        portal->v[1] = *q;
    portal2_measure(portal);
}

#endif
