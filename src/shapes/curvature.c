/* Curvature of composite cores, composed from the pieces of their parts. */
#include "shapes/curvature.h"

/* Step of the central differences, as the tangent of an angle. The error is the step squared
 * (differences) plus 2^-52 / step (rounding). */
#define COMPOSITE_STEP 0x1p-17

/* Curvature of a custom shape by central differences of support points, along two directions
 * perpendicular to n. Its support function provides nothing better. */
static sym3 custom_curvature(const gd_shape* shape, vec3 n) {
    const gd_composite* c = shape->composite;
    const vec3 axis = fabs(n.x) < 0.5 ? make3(1.0, 0.0, 0.0) : make3(0.0, 1.0, 0.0);
    const vec3 across = shape->dimension == 2 ? make3(-n.y, n.x, 0.0) : unit3(cross3(n, axis));
    const vec3 e[2] = {across, cross3(n, across)};
    vec3 change[2];
    for (int i = 0; i < shape->dimension - 1; i++) {
        const vec3 ahead = gd_custom_support(c, madd3(n, COMPOSITE_STEP, e[i]), shape->center);
        const vec3 behind = gd_custom_support(c, madd3(n, -COMPOSITE_STEP, e[i]), shape->center);
        change[i] = scale3(0.5 / COMPOSITE_STEP, sub3(ahead, behind));
    }
    if (shape->dimension == 2) change[1] = make3(0.0, 0.0, 0.0);
    const double k00 = dot3(change[0], e[0]), k11 = dot3(change[1], e[1]);
    const double k01 = 0.5 * (dot3(change[0], e[1]) + dot3(change[1], e[0]));
    /* k00 e0 e0' + k11 e1 e1' + k01 (e0 e1' + e1 e0') */
    sym3 h = {0.0, 0.0, 0.0, 0.0, 0.0, 0.0};
    h = sym3_add_square(h, k00 - k01, e[0]);
    h = sym3_add_square(h, k11 - k01, e[1]);
    return sym3_add_square(h, k01, add3(e[0], e[1]));
}

static bool is_composed(const gd_shape* part) {
    return part->core == GD_CORE_TRANSFORMED || part->core == GD_CORE_SUM;
}

static vec3 part_found(const gd_shape* part, vec3 m) {
    uint32_t hint = GD_NO_HINT;
    return core_support(part, m, &hint);
}

static sym3 part_curvature(const gd_shape* part, vec3 m, vec3 n) {
    const sym3 none = {0.0, 0.0, 0.0, 0.0, 0.0, 0.0};
    return is_composed(part) ? gd_composite_curvature(part, m, n)
                             : curvature_core(part, part_found(part, m), n, none);
}

sym3 gd_composite_curvature(const gd_shape* shape, vec3 m, vec3 n) {
    const gd_composite* c = shape->composite;
    sym3 h = {0.0, 0.0, 0.0, 0.0, 0.0, 0.0};
    if (shape->core == GD_CORE_SMOOTH) {
        gd_smooth_curvature(shape->smooth, n, &h);
    } else if (shape->core == GD_CORE_TRANSFORMED) {
        /* h(n) = h_part(M' n) + t.n */
        const vec3 inside = inv_rotate(&c->matrix, n);
        const double length = length3(inside);
        if (!(length > 0.0)) return h;
        const vec3 unit = scale3(1.0 / length, inside);
        const sym3 ball = curvature_ball(c->first->radius, unit);
        const sym3 core = part_curvature(c->first, inv_rotate(&c->matrix, m), unit);
        h = sym3_add(sym3_add(h, 1.0 / length, &ball), 1.0 / length, &core);
        h = sym3_rotate(&c->matrix, &h);
    } else if (shape->core == GD_CORE_SUM) {
        const sym3 second = part_curvature(c->second, m, n);
        h = part_curvature(c->first, m, n);
        h = sym3_add(h, 1.0, &second);
    } else {
        h = custom_curvature(shape, n);
    }
    return h;
}
