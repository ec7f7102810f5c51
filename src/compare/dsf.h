/* Sets with a twice differentiable support function (DSF): the support point of a unit direction,
 * and how it moves with the direction. Besides conic.c, this is the only comparison file that
 * distinguishes cores. */
#ifndef GD_DSF_H
#define GD_DSF_H

#include "shapes/shape.h"

/* Hessian of a support function at a unit vector n, for two directions x and y. */
typedef struct dsf_form {
    double xx, xy, yy;
} dsf_form;

GD_INLINE bool dsf_knows(const gd_shape* shape) {
    return shape->core == GD_CORE_POINT || shape->core == GD_CORE_ELLIPSOID ||
           (shape->core == GD_CORE_SMOOTH && shape->smooth->exponent > 2.0);
}

/* r (I - n n') */
GD_INLINE dsf_form dsf_ball(double r, vec3 n, vec3 x, vec3 y) {
    const double nx = dot3(n, x), ny = dot3(n, y);
    return (dsf_form){r * (dot3(x, x) - nx * nx), r * (dot3(x, y) - nx * ny),
                      r * (dot3(y, y) - ny * ny)};
}

/* D / h - (D n)(D n)' / h^3 with D = diag(radii^2) and h = |diag(radii) n|: a stretched ball's
 * Hessian. */
GD_INLINE vec3 dsf_ellipsoid(vec3 radii, vec3 n, vec3 x, vec3 y, dsf_form* form) {
    const vec3 d = make3(radii.x * n.x, radii.y * n.y, radii.z * n.z);
    const double h = length3(d), inverse = 1.0 / h;
    const vec3 unit = scale3(inverse, d);
    *form = dsf_ball(inverse, unit, make3(radii.x * x.x, radii.y * x.y, radii.z * x.z),
                     make3(radii.x * y.x, radii.y * y.y, radii.z * y.z));
    return make3(radii.x * unit.x, radii.y * unit.y, radii.z * unit.z);
}

GD_INLINE double dsf_between(const sym3* h, vec3 x, vec3 y) {
    return dot3(x, sym3_apply(h, y));
}

/* Support point relative to the centre, and the Hessian. */
GD_INLINE vec3 dsf_support(const gd_shape* shape, vec3 n, vec3 x, vec3 y, dsf_form* form) {
    vec3 s = neg3(shape->center);
    *form = (dsf_form){0.0, 0.0, 0.0};
    if (shape->core == GD_CORE_ELLIPSOID) {
        s = add3(s, dsf_ellipsoid(shape->size, n, x, y, form));
    } else if (shape->core == GD_CORE_SMOOTH) {
        sym3 h;
        s = gd_smooth_curvature(shape->smooth, n, &h);
        *form = (dsf_form){dsf_between(&h, x, x), dsf_between(&h, x, y), dsf_between(&h, y, y)};
    }
    const dsf_form ball = dsf_ball(shape->radius, n, x, y);
    form->xx += ball.xx;
    form->xy += ball.xy;
    form->yy += ball.yy;
    return madd3(s, shape->radius, n);
}

#endif
