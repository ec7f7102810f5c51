/* Curvature of support functions: the other switch over cores, in the order of support.h.
 *
 * The support function of each core is a maximum of a few pieces that are smooth wherever they are
 * defined: every vertex of a polytope (constant support point), the two rims or the apex of a
 * round shape, an ellipsoid as a whole. A piece is named by any core support point c on it. For a
 * unit direction n, piece_support is the point the piece has for it, whether or not another piece
 * reaches farther, and curvature the Hessian of the support function along it, the shape's ball
 * included. Both are in the local frame; h is homogeneous, so at t n the Hessian is 1/t of it.
 *
 * A 2D shape lies in the plane z = 0, and so do its directions; entries that concern z say nothing.
 * Formulas: algorithms.md 2.2. */
#ifndef GD_CURVATURE_H
#define GD_CURVATURE_H

#include "support.h"

/* A symmetric matrix. */
typedef struct sym3 {
    double xx, yy, zz, xy, xz, yz;
} sym3;

GD_INLINE vec3 sym3_apply(const sym3* h, vec3 v) {
    return (vec3){h->xx * v.x + h->xy * v.y + h->xz * v.z, h->xy * v.x + h->yy * v.y + h->yz * v.z,
                  h->xz * v.x + h->yz * v.y + h->zz * v.z};
}
/* h + t v v^T */
GD_INLINE sym3 sym3_add_square(sym3 h, double t, vec3 v) {
    return (sym3){h.xx + t * v.x * v.x, h.yy + t * v.y * v.y, h.zz + t * v.z * v.z,
                  h.xy + t * v.x * v.y, h.xz + t * v.x * v.z, h.yz + t * v.y * v.z};
}
/* h + t g */
GD_INLINE sym3 sym3_add(sym3 h, double t, const sym3* g) {
    return (sym3){h.xx + t * g->xx, h.yy + t * g->yy, h.zz + t * g->zz,
                  h.xy + t * g->xy, h.xz + t * g->xz, h.yz + t * g->yz};
}
/* R h R^T */
GD_INLINE sym3 sym3_rotate(const mat3* r, const sym3* h) {
    const vec3 x = make3(r->cx.x, r->cy.x, r->cz.x), y = make3(r->cx.y, r->cy.y, r->cz.y);
    const vec3 z = make3(r->cx.z, r->cy.z, r->cz.z);
    const vec3 hx = sym3_apply(h, x), hy = sym3_apply(h, y), hz = sym3_apply(h, z);
    return (sym3){dot3(x, hx), dot3(y, hy), dot3(z, hz), dot3(x, hy), dot3(x, hz), dot3(y, hz)};
}

/* Support point of the core in either dimension, about the local origin. */
GD_INLINE vec3 core_support(const gd_shape* shape, vec3 n, uint32_t* hint) {
    if (shape->dimension == 3) return core_support3(shape, n, hint);
    const vec2 s = core_support2(shape, make2(n.x, n.y));
    return make3(s.x, s.y, 0.0);
}

/* Radius of the rim a point lies on; 0 at an apex. */
GD_INLINE double piece_rim(const gd_shape* shape, vec3 c) {
    return c.y > 0.0 ? shape->size.z : shape->size.x;
}

/* Whether two core support points lie on one piece. */
GD_INLINE bool piece_same(const gd_shape* shape, vec3 c, vec3 d) {
    switch (shape->core) {
    case GD_CORE_POINT:
    case GD_CORE_ELLIPSOID: return true;
    case GD_CORE_SEGMENT:
    case GD_CORE_CYLINDER:
    case GD_CORE_FRUSTUM: return c.y == d.y;
    case GD_CORE_BOX:
    case GD_CORE_VERTICES:
    case GD_CORE_MESH: return c.x == d.x && c.y == d.y && c.z == d.z;
    case GD_CORE_HALFSPACE: break; /* unbounded: closed.c */
    }
    return true;
}

/* Core support point of the piece that c lies on, for another direction n. */
GD_INLINE vec3 piece_support(const gd_shape* shape, vec3 c, vec3 n) {
    const vec3 size = shape->size;
    switch (shape->core) {
    case GD_CORE_ELLIPSOID: {
        const vec3 d = make3(size.x * n.x, size.y * n.y, size.z * n.z);
        const double t = 1.0 / length3(d);
        return make3(size.x * d.x * t, size.y * d.y * t, size.z * d.z * t);
    }
    case GD_CORE_CYLINDER:
    case GD_CORE_FRUSTUM: {
        const double rho = sqrt(n.x * n.x + n.z * n.z);
        const double t = rho > 0.0 ? piece_rim(shape, c) / rho : 0.0;
        return make3(t * n.x, c.y, t * n.z);
    }
    case GD_CORE_POINT:
    case GD_CORE_SEGMENT:
    case GD_CORE_BOX:
    case GD_CORE_VERTICES:
    case GD_CORE_MESH:
    case GD_CORE_HALFSPACE: break;
    }
    return c;
}

/* Hessian of the piece that c lies on, at a unit n, with the shape's ball. A rim's is infinite on
 * the axis and given as 0 there: a face, see round_face. */
GD_INLINE sym3 curvature(const gd_shape* shape, vec3 c, vec3 n) {
    const double r = shape->radius;
    const sym3 ball = sym3_add_square((sym3){r, r, r, 0.0, 0.0, 0.0}, -r, n);
    const vec3 size = shape->size;
    switch (shape->core) {
    case GD_CORE_ELLIPSOID: {
        /* D / h - (D n)(D n)^T / h^3 with D = diag(size^2) and h = |diag(size) n| */
        const double h = length3(make3(size.x * n.x, size.y * n.y, size.z * n.z)), t = 1.0 / h;
        const vec3 s = make3(size.x * (size.x * n.x * t), size.y * (size.y * n.y * t),
                             size.z * (size.z * n.z * t));
        const sym3 d = {
            size.x * (size.x * t), size.y * (size.y * t), size.z * (size.z * t), 0.0, 0.0, 0.0};
        return sym3_add_square(sym3_add(ball, 1.0, &d), -t, s);
    }
    case GD_CORE_CYLINDER:
    case GD_CORE_FRUSTUM: {
        const double rho = sqrt(n.x * n.x + n.z * n.z);
        if (!(rho > 0.0)) return ball;
        const vec3 along = make3(-n.z / rho, 0.0, n.x / rho);
        return sym3_add_square(ball, piece_rim(shape, c) / rho, along);
    }
    case GD_CORE_POINT:
    case GD_CORE_SEGMENT:
    case GD_CORE_BOX:
    case GD_CORE_VERTICES:
    case GD_CORE_MESH:
    case GD_CORE_HALFSPACE: break;
    }
    return ball;
}

/* Whether the core has a flat face with a smooth rim whose normal lies within an angle (its sine,
 * below 1) of n: there the rim's support point turns all the way round, and its curvature has no
 * bound. *normal is the face's, and *middle the middle of the face. */
GD_INLINE bool round_face(const gd_shape* shape, vec3 n, double sine, vec3* normal, vec3* middle) {
    if (shape->core != GD_CORE_CYLINDER && shape->core != GD_CORE_FRUSTUM) return false;
    *normal = make3(0.0, copysign(1.0, n.y), 0.0);
    *middle = make3(0.0, copysign(shape->size.y, n.y), 0.0);
    return n.x * n.x + n.z * n.z <= sine * sine && piece_rim(shape, *middle) > 0.0;
}

#endif
