/* Curvature of support functions (docs/algorithms.md, Second order).
 *
 * The support function of a core is the maximum of smooth pieces: one vertex of a polytope, a rim
 * or the apex of a round shape, or a whole ellipsoid. Any core support point c on a piece
 * identifies it. For a unit direction n, piece_support returns the support point of that piece,
 * even if another piece reaches farther. curvature returns the Hessian of the support function on
 * that piece, the shape's ball included. Both are in the local frame. The Hessian at t n is 1/t
 * times the Hessian at n.
 *
 * A support point of a composite core does not identify the pieces of its parts. So piece_support
 * and curvature treat every support point of a composite polytope as a piece, and any other
 * composite as one piece. piece_point and piece_curvature also take the direction m that found the
 * piece, and evaluate the pieces of the parts.
 *
 * 2D shapes and their directions lie in the plane z = 0; entries for z have no meaning. */
#ifndef GD_CURVATURE_H
#define GD_CURVATURE_H

#include "shapes/support.h"

/* Smooth pieces of a composite core, composed from the pieces of its parts. A direction m
 * identifies a piece: the one that supports along m. The functions return the support point and
 * Hessian at a unit n, and whether m and k find the same piece. A custom shape is one piece. */
GD_INTERNAL vec3 gd_composite_piece(const gd_shape* shape, vec3 m, vec3 n);
GD_INTERNAL sym3 gd_composite_curvature(const gd_shape* shape, vec3 m, vec3 n);
GD_INTERNAL bool gd_composite_same(const gd_shape* shape, vec3 m, vec3 k);

/* Radius of the rim that a point lies on; 0 at an apex. */
GD_INLINE double piece_rim(const gd_shape* shape, vec3 c) {
    return c.y > 0.0 ? shape->size.z : shape->size.x;
}

GD_INLINE bool same3(vec3 c, vec3 d) {
    return c.x == d.x && c.y == d.y && c.z == d.z;
}

/* Whether two core support points lie on the same piece. */
GD_INLINE bool piece_same(const gd_shape* shape, vec3 c, vec3 d) {
    switch (shape->core) {
    case GD_CORE_POINT:
    case GD_CORE_ELLIPSOID:
    case GD_CORE_SMOOTH: return true;
    case GD_CORE_SEGMENT:
    case GD_CORE_CYLINDER:
    case GD_CORE_FRUSTUM: return c.y == d.y;
    case GD_CORE_BOX:
    case GD_CORE_VERTICES:
    case GD_CORE_MESH:
    case GD_CORE_TRANSFORMED:
    case GD_CORE_SUM:
    case GD_CORE_CUSTOM: return same3(c, d);
    case GD_CORE_HALFSPACE:
    case GD_CORE_POINTS: break; /* unreachable: see halfspace.c and points_nd.c */
    }
    return true; /* unreachable: every core returned */
}

/* Core support point for direction n on the piece of c. */
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
        const double t = rho > SUPPORT_AXIS ? piece_rim(shape, c) / rho : 0.0;
        return make3(t * n.x, c.y, t * n.z);
    }
    case GD_CORE_SMOOTH:
    case GD_CORE_TRANSFORMED:
    case GD_CORE_SUM:
    case GD_CORE_CUSTOM: {
        if (shape_is_polytope(shape)) break;
        uint32_t hint = GD_NO_HINT;
        return gd_composite_support(shape, n, &hint);
    }
    case GD_CORE_HALFSPACE:
    case GD_CORE_POINTS: /* unreachable: see halfspace.c and points_nd.c */
    case GD_CORE_POINT:
    case GD_CORE_SEGMENT:
    case GD_CORE_BOX:
    case GD_CORE_VERTICES:
    case GD_CORE_MESH: break;
    }
    return c;
}

/* Hessian of a ball's support function at a unit n. */
GD_INLINE sym3 curvature_ball(double r, vec3 n) {
    return sym3_add_square((sym3){r, r, r, 0.0, 0.0, 0.0}, -r, n);
}

/* Hessian at a unit n on the core's piece of c, added to ball, the Hessian of the shape's ball. On
 * the axis a rim's Hessian is infinite; it counts as 0 there, because the contact is a face
 * (round_face). */
GD_INLINE sym3 curvature_core(const gd_shape* shape, vec3 c, vec3 n, sym3 ball) {
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
        if (!(rho > SUPPORT_AXIS)) return ball;
        const vec3 along = make3(-n.z / rho, 0.0, n.x / rho);
        return sym3_add_square(ball, piece_rim(shape, c) / rho, along);
    }
    case GD_CORE_SMOOTH:
    case GD_CORE_TRANSFORMED:
    case GD_CORE_SUM:
    case GD_CORE_CUSTOM: {
        const sym3 core = gd_composite_curvature(shape, n, n);
        return sym3_add(ball, 1.0, &core);
    }
    case GD_CORE_HALFSPACE:
    case GD_CORE_POINTS: /* unreachable: see halfspace.c and points_nd.c */
    case GD_CORE_POINT:
    case GD_CORE_SEGMENT:
    case GD_CORE_BOX:
    case GD_CORE_VERTICES:
    case GD_CORE_MESH: break;
    }
    return ball;
}

/* Hessian at a unit n on the piece of c, the shape's ball included. */
GD_INLINE sym3 curvature(const gd_shape* shape, vec3 c, vec3 n) {
    return curvature_core(shape, c, n, curvature_ball(shape->radius, n));
}

/* Second derivative of a 2D core's support function at n along a vector t with n x t = 1. Returns 0
 * for every core except an ellipse. For composite and smooth cores this means that the curvature is
 * unknown. */
GD_INLINE double curvature_core2(const gd_shape* shape, vec2 n) {
    if (shape->core != GD_CORE_ELLIPSOID) return 0.0;
    const double x = shape->size.x, y = shape->size.y;
    const double h = length2(make2(x * n.x, y * n.y)), area = x * (y / h);
    return area * area / h;
}

/* The same functions for all cores, composites included. c is the support point that direction m
 * found; d and k likewise. The functions evaluate that piece at direction n. */
GD_INLINE bool piece_composed(const gd_shape* shape) {
    return shape->composite && !shape_is_polytope(shape);
}
GD_INLINE vec3 piece_point(const gd_shape* shape, vec3 c, vec3 m, vec3 n) {
    return piece_composed(shape) ? gd_composite_piece(shape, m, n) : piece_support(shape, c, n);
}
GD_INLINE sym3 piece_curvature(const gd_shape* shape, vec3 c, vec3 m, vec3 n) {
    if (!piece_composed(shape)) return curvature(shape, c, n);
    const sym3 core = gd_composite_curvature(shape, m, n);
    return sym3_add(curvature_ball(shape->radius, n), 1.0, &core);
}
GD_INLINE bool piece_equal(const gd_shape* shape, vec3 c, vec3 m, vec3 d, vec3 k) {
    return piece_composed(shape) ? gd_composite_same(shape, m, k) : piece_same(shape, c, d);
}

/* Whether a core has flat faces bounded by smooth rims. */
GD_INLINE bool core_has_round_face(gd_core core) {
    switch (core) {
    case GD_CORE_CYLINDER:
    case GD_CORE_FRUSTUM: return true;
    case GD_CORE_POINT:
    case GD_CORE_SEGMENT:
    case GD_CORE_BOX:
    case GD_CORE_ELLIPSOID:
    case GD_CORE_VERTICES:
    case GD_CORE_MESH:
    case GD_CORE_SMOOTH:
    case GD_CORE_TRANSFORMED:
    case GD_CORE_SUM:
    case GD_CORE_CUSTOM:
    case GD_CORE_HALFSPACE:
    case GD_CORE_POINTS: break;
    }
    return false;
}

/* Whether the core has a flat face with a smooth rim whose normal is within an angle of n, given by
 * its sine (< 1). Near that normal the support point runs round the rim and the curvature is
 * unbounded. Returns the face's *normal and its centre *middle. */
GD_INLINE bool round_face(const gd_shape* shape, vec3 n, double sine, vec3* normal, vec3* middle) {
    if (!core_has_round_face(shape->core)) return false;
    *normal = make3(0.0, copysign(1.0, n.y), 0.0);
    *middle = make3(0.0, copysign(shape->size.y, n.y), 0.0);
    return n.x * n.x + n.z * n.z <= sine * sine && piece_rim(shape, *middle) > 0.0;
}

#endif
