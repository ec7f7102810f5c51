/* Support points of composite shapes.
 *
 * Support functions compose. The support point of M K + t along n is M s_K(M'n) + t; the support
 * point of a sum is the sum of the support points ([G] II-C). So solvers need no case for these
 * cores; each support call costs one or two support calls of the parts. */
#include "shapes/support.h"

vec3 gd_part_support(const gd_shape* part, vec3 n, uint32_t* hint) {
    const vec3 s = core_support(part, n, hint);
    if (part->radius == 0.0) return s;
    const double length = length3(n);
    return length > 0.0 ? madd3(s, part->radius / length, n) : s;
}

vec3 gd_custom_support(const gd_composite* composite, vec3 n, vec3 otherwise) {
    const double length = length3(n);
    if (!(length > 0.0)) return otherwise;
    const double t = 1.0 / length, direction[3] = {t * n.x, t * n.y, t * n.z};
    double point[3] = {otherwise.x, otherwise.y, otherwise.z};
    composite->custom.support(composite->custom.context, composite->id, direction, point);
    for (int i = 0; i < 3; i++)
        if (!(fabs(point[i]) <= GD_LENGTH_MAX)) return otherwise;
    return load3(point);
}

vec3 gd_composite_support(const gd_shape* shape, vec3 n, uint32_t* hint) {
    const gd_composite* c = shape->composite;
    switch (shape->core) {
    case GD_CORE_SMOOTH: return add3(shape->center, gd_smooth_support(shape->smooth, n));
    case GD_CORE_TRANSFORMED:
        return add3(c->offset,
                    rotate(&c->matrix, gd_part_support(c->first, inv_rotate(&c->matrix, n), hint)));
    case GD_CORE_SUM: {
        uint32_t none = GD_NO_HINT;
        return add3(core_support(c->first, n, hint), core_support(c->second, n, &none));
    }
    case GD_CORE_CUSTOM: return gd_custom_support(c, n, shape->center);
    case GD_CORE_POINT:
    case GD_CORE_SEGMENT:
    case GD_CORE_BOX:
    case GD_CORE_ELLIPSOID:
    case GD_CORE_CYLINDER:
    case GD_CORE_FRUSTUM:
    case GD_CORE_VERTICES:
    case GD_CORE_MESH:
    case GD_CORE_HALFSPACE:
    case GD_CORE_POINTS: break; /* unreachable: not composite */
    }
    return shape->center; /* unreachable: every composite core returned */
}
