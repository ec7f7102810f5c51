/* Growth distance of two boxes in 2D, in closed form. Half extents may be 0, so this includes
 * rectangles, stadiums, circles and segments, each rounded by its ball.
 *
 * The difference C is a zonogon plus a ball: a sum of segments, the edges of both boxes.
 * Coordinates are across (u) and along (w) the ray. Edge j reaches from -u_j to u_j and has the
 * unit normal (t_j, c_j), where u_j and c_j are not negative. For a unit normal (t, c), the support
 * value h divided by c is convex in t / c; its slope is
 *
 *     F(t) = radius t + sum of u_j sign(t - t_j) + u of the middle.
 *
 * F increases, so its sign at t_j shows on which side of edge j the minimum of h / c is. No sorting
 * is needed. If F passes 0 at an edge, the minimum is on that edge, otherwise on the arc about the
 * corner that the signs select. */
#include "closed/box_2d.h"

typedef struct edge2 {
    double half; /* half extent along the shape's axis */
    double t, c;
    double axis;  /* sign of the axis' component across the ray */
    double slope; /* F in the middle of the edge */
    double sign;  /* -1 to 1: position of the answer on the edge */
} edge2;

GD_INLINE edge2 edge2_of(double half, double across, double along) {
    const double axis = copysign(1.0, across);
    return (edge2){half, -along * axis, fabs(across), axis, 0.0, 0.0};
}

/* The point of a shape selected by the signs of its two edges. */
GD_INLINE vec2 box_2d_point(const gd_shape* shape, const edge2* e, vec2 n) {
    const vec2 core = make2(e[0].sign * e[0].axis * e[0].half - shape->center.x,
                            e[1].sign * e[1].axis * e[1].half - shape->center.y);
    return madd2(core, shape->radius, n);
}

bool gd_box_2d_exit(const pair2* pair, double ball, exit2* out) {
    const gd_shape *a = pair->a, *b = pair->b;
    const vec2 p = pair->ray_a, q = pair->ray_b;
    const double radius = a->radius + b->radius;
    edge2 e[4] = {edge2_of(a->size.x, -p.y, p.x), edge2_of(a->size.y, p.x, p.y),
                  edge2_of(b->size.x, -q.y, q.x), edge2_of(b->size.y, q.x, q.y)};
    vertex2 s = {neg2(plane_center(a)), neg2(plane_center(b)), 0.0, 0.0};
    pair2_place(pair, &s);
    for (int j = 0; j < 4; j++) {
        e[j].slope += s.u + radius * e[j].t;
        for (int i = 0; i < j; i++) { /* parallel edges: the first one counts as smaller */
            const double turn = e[i].t <= e[j].t ? 1.0 : -1.0;
            e[j].slope += turn * (e[i].half * e[i].c);
            e[i].slope -= turn * (e[j].half * e[j].c);
        }
    }
    double t = 0.0, c = 0.0, u = s.u;
    for (int j = 0; j < 4; j++) {
        const double reach = e[j].half * e[j].c;
        e[j].sign = e[j].slope > 0.0 ? -1.0 : 1.0;
        if (c == 0.0 && fabs(e[j].slope) < reach) { /* the minimum is on this edge */
            t = e[j].t;
            c = e[j].c;
            e[j].sign = -e[j].slope / reach;
        }
        u += e[j].sign * reach;
    }
    if (c == 0.0) { /* on the arc about the corner */
        const double square = (radius - u) * (radius + u);
        if (!(square > 0.0)) return false;
        t = -u / radius;
        c = sqrt(square) / radius;
    }
    double h = radius + (t * s.u + c * s.w);
    for (int j = 0; j < 4; j++)
        h += e[j].half * fabs(t * e[j].c - c * e[j].t);
    out->outer = h / c;
    out->normal = make2(t, c);
    out->a = s.a = box_2d_point(a, e, along_ray2(p, t, c));
    out->b = s.b = box_2d_point(b, e + 2, along_ray2(q, t, c));
    pair2_place(pair, &s);
    /* The ball inside C compensates for the point's distance from the ray, as in portal.h. */
    out->inner = s.w * (ball / (ball + fabs(s.u)));
    return out->outer > 0.0;
}
