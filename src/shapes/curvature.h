/* Curvature of support functions (docs/algorithms.md, Second order).
 *
 * The support function of a core is the maximum of smooth pieces: one vertex of a polytope, a rim
 * or the apex of a round shape, or a whole ellipsoid. Any core support point c on a piece
 * identifies it. curvature_core returns the Hessian of the support function on that piece at a unit
 * direction n, in the local frame. The Hessian at t n is 1/t times the Hessian at n.
 *
 * A support point of a composite core does not identify the pieces of its parts. So a composite
 * counts as one piece. derivatives/pieces.h lists the pieces of composites.
 *
 * 2D shapes and their directions lie in the plane z = 0; entries for z have no meaning. */
#ifndef GD_CURVATURE_H
#define GD_CURVATURE_H

#include "shapes/support.h"

/* Hessian of a composite core at a unit n, from the pieces of its parts that support along m. A
 * custom shape is one piece. */
GD_INTERNAL sym3 gd_composite_curvature(const gd_shape* shape, vec3 m, vec3 n);

/* Radius of the rim that a point lies on; 0 at an apex. */
GD_INLINE double piece_rim(const gd_shape* shape, vec3 c) {
    return c.y > 0.0 ? shape->size.z : shape->size.x;
}

GD_INLINE bool same3(vec3 c, vec3 d) {
    return c.x == d.x && c.y == d.y && c.z == d.z;
}

/* Hessian of a ball's support function at a unit n. */
GD_INLINE sym3 curvature_ball(double r, vec3 n) {
    return sym3_add_square((sym3){r, r, r, 0.0, 0.0, 0.0}, -r, n);
}

/* The square of the least radius of an ellipsoid with the radii S. Divided by |S n| for a unit n,
 * it is the radius r of a ball inside. The ball touches the surface at the support point c along n:
 * every v satisfies h(v) - v.c >= r (|v| - v.n). */
GD_INLINE double ellipsoid_inner_square(vec3 radii) {
    const double least = min2(min2(radii.x, radii.y), radii.z);
    return least * least;
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

/* Second derivative of a 2D core's support function at n along a vector t with n x t = 1. Returns 0
 * for every core except an ellipse. For composite and smooth cores this means that the curvature is
 * unknown. */
GD_INLINE double curvature_core2(const gd_shape* shape, vec2 n) {
    if (shape->core != GD_CORE_ELLIPSOID) return 0.0;
    const double x = shape->size.x, y = shape->size.y;
    const double h = length2(make2(x * n.x, y * n.y)), area = x * (y / h);
    return area * area / h;
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
