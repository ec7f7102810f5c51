#include "casts/cast_portal.h"

static void portal_measure(cast_portal* p) {
    const double* w = p->weight;
    p->weight_sum = w[0] + w[1] + w[2];
    p->inner = (w[0] * p->v[0].w + w[1] * p->v[1].w + w[2] * p->v[2].w) / p->weight_sum;
}

/* The share of q in the point of the segment from p to q nearest to the line, and the square of its
 * distance. */
static double portal_nearest(const vertex3* p, const vertex3* q, double* square) {
    const double eu = q->u - p->u, ev = q->v - p->v, ee = eu * eu + ev * ev;
    const double t = ee > 0.0 ? min2(max2(-(p->u * eu + p->v * ev) / ee, 0.0), 1.0) : 0.0;
    const double u = p->u + t * eu, v = p->v + t * ev;
    *square = u * u + v * v;
    return t;
}

/* Whether the line is between the portal's two vertices and q. If so, q completes the portal. */
static bool portal_complete(cast_portal* p, const vertex3* q) {
    vertex3* v = p->v;
    double w0 = vertex3_cross(&v[1], q), w1 = vertex3_cross(q, &v[0]),
           w2 = vertex3_cross(&v[0], &v[1]);
    if (w0 + w1 + w2 < 0.0) { /* clockwise: exchange the two */
        vertex3 first;
        cast_portal_copy(&first, &v[0]);
        cast_portal_copy(&v[0], &v[1]);
        cast_portal_copy(&v[1], &first);
        const double other = -w0;
        w0 = -w1;
        w1 = other;
        w2 = -w2;
    }
    if (!(w0 >= 0.0 && w1 >= 0.0 && w2 >= 0.0 && w0 + w1 + w2 > 0.0)) return false;
    cast_portal_copy(&v[2], q);
    p->weight[0] = w0;
    p->weight[1] = w1;
    p->weight[2] = w2;
    p->count = 3;
    portal_measure(p);
    return true;
}

/* GJK in the projection: keeps the vertex or the edge nearest to the line. */
static bool portal_gather(cast_portal* p, const vertex3* q) {
    vertex3* v = p->v;
    if (p->count == 0) {
        cast_portal_copy(&v[0], q);
        p->count = 1;
        return true;
    }
    if (p->count == 2 && portal_complete(p, q)) return true;
    double least, square;
    int keep = -1;
    if (p->count == 2)
        portal_nearest(&v[0], &v[1], &least);
    else
        least = v[0].u * v[0].u + v[0].v * v[0].v;
    double share = 0.0;
    for (int i = 0; i < p->count; i++) {
        const double t = portal_nearest(&v[i], q, &square);
        if (!(square < least)) continue;
        least = square;
        keep = i;
        share = t;
    }
    if (keep < 0) return false;
    if (keep == 1) cast_portal_copy(&v[0], &v[1]);
    p->count = share < 1.0 ? 2 : 1;
    cast_portal_copy(&v[p->count - 1], q);
    return true;
}

/* q replaces the vertex k, so that q and the other two surround the line: see portal3_pivot. */
static bool portal_pivot(cast_portal* p, const vertex3* q) {
    const double d[3] = {vertex3_cross(q, &p->v[0]), vertex3_cross(q, &p->v[1]),
                         vertex3_cross(q, &p->v[2])};
    const int k = portal3_choose(p->v, p->weight, p->weight_sum, p->rounding, q, d);
    if (k < 0) return false;
    const int i = (k + 1) % 3, j = (k + 2) % 3;
    cast_portal_copy(&p->v[k], q);
    p->weight[i] = max2(-d[j], 0.0);
    p->weight[j] = max2(d[i], 0.0);
    portal_measure(p);
    return true;
}

bool gd_cast_portal_enter(cast_portal* p, const vertex3* q) {
    return p->count == 3 ? portal_pivot(p, q) : portal_gather(p, q);
}

vec3 gd_cast_portal_normal(const cast_portal* p) {
    const vertex3* v = p->v;
    if (p->count == 3) {
        const vec3 s0 = in_ray_frame(&v[0]);
        return cross3(sub3(in_ray_frame(&v[1]), s0), sub3(in_ray_frame(&v[2]), s0));
    }
    if (p->count == 2) { /* across the edge, towards the line */
        const double eu = v[1].u - v[0].u, ev = v[1].v - v[0].v;
        return vertex3_cross(&v[0], &v[1]) > 0.0 ? make3(-ev, eu, 0.0) : make3(ev, -eu, 0.0);
    }
    return p->count == 1 ? make3(-v[0].u, -v[0].v, 0.0) : make3(0.0, 0.0, 0.0);
}

/* One step of iterative refinement of the weights: see portal3_refine. */
static void portal_refine(cast_portal* p) {
    const vertex3* v = p->v;
    double* w = p->weight;
    const double t = 1.0 / p->weight_sum;
    const double mu = t * (w[0] * v[0].u + w[1] * v[1].u + w[2] * v[2].u);
    const double mv = t * (w[0] * v[0].v + w[1] * v[1].v + w[2] * v[2].v);
    for (int i = 0; i < 3; i++) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        const double refined = w[i] + (mu * (v[k].v - v[j].v) - mv * (v[k].u - v[j].u));
        w[i] = max2(refined, 0.0);
    }
    portal_measure(p);
}

vertex3 gd_cast_portal_point(cast_portal* p) {
    const vertex3* v = p->v;
    double w[3] = {1.0, 0.0, 0.0}, square;
    if (p->count == 3) {
        portal_refine(p);
        for (int i = 0; i < 3; i++)
            w[i] = p->weight[i] / p->weight_sum;
    } else if (p->count == 2) {
        w[1] = portal_nearest(&v[0], &v[1], &square);
        w[0] = 1.0 - w[1];
    }
    vertex3 x = {.u = 0.0};
    for (int i = 0; i < p->count; i++) {
        x.a = madd3(x.a, w[i], v[i].a);
        x.b = madd3(x.b, w[i], v[i].b);
        x.u += w[i] * v[i].u;
        x.v += w[i] * v[i].v;
        x.w += w[i] * v[i].w;
    }
    return x;
}
