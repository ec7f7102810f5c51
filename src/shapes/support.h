/* Support points: the only switch over cores inside a hot loop.
 *
 * Three functions return points of the core about the local origin: core_support2 and core_support3
 * for hot loops, which inline them, and core_support for all other callers. support2 and support3
 * return points of the whole shape relative to its centre. All are in the local frame.
 *
 * Directions have any length near 1; their squares must not overflow. inverse is 1 / |n|. Only the
 * radius needs it, so the processor searches the core while it computes the square root. For a
 * mesh, *hint receives the vertex found, so that a later search may start from there. */
#ifndef GD_SUPPORT_H
#define GD_SUPPORT_H

#include "shapes/hull_lookup.h"
#include "shapes/shape.h"

/* A direction closer than this to the axis of a round face counts as the axis, because squares of
 * its components would underflow. */
#define SUPPORT_AXIS 0x1p-500

/* Support point of a composite or smooth core about the local origin, in 2D or 3D (2D: z = 0). */
GD_INTERNAL vec3 gd_composite_support(const gd_shape* shape, vec3 n, uint32_t* hint);

/* Support point of a whole part about its local origin, the part's radius included. n has any
 * length. */
GD_INTERNAL vec3 gd_part_support(const gd_shape* part, vec3 n, uint32_t* hint);

/* Support point of a custom shape; n has any length. Falls back to the point `otherwise` if n is 0,
 * or if the caller's function returns a point that is not finite or too far. */
GD_INTERNAL vec3 gd_custom_support(const gd_composite* composite, vec3 n, vec3 otherwise);

/* Calls with vectors in registers: a struct in memory would cost every core of the switch a store
 * and a load. */
static GD_NOINLINE void support_composite_at(const gd_shape* shape, double x, double y, double z,
                                             uint32_t* hint, vec3* out) {
    *out = gd_composite_support(shape, make3(x, y, z), hint);
}
GD_INLINE vec3 support_composite(const gd_shape* shape, vec3 n, uint32_t* hint) {
    vec3 s;
    support_composite_at(shape, n.x, n.y, n.z, hint, &s);
    return vec3_read(&s);
}

/* Support point of a 3D core about the local origin. */
GD_INLINE vec3 core_support3(const gd_shape* shape, vec3 n, uint32_t* hint) {
    const vec3 size = shape->size;
    switch (shape->core) {
    case GD_CORE_POINT: return make3(0.0, 0.0, 0.0);
    case GD_CORE_SEGMENT: return make3(0.0, copysign(size.y, n.y), 0.0);
    case GD_CORE_BOX:
        return make3(copysign(size.x, n.x), copysign(size.y, n.y), copysign(size.z, n.z));
    case GD_CORE_ELLIPSOID: {
        const vec3 d = make3(size.x * n.x, size.y * n.y, size.z * n.z);
        const double t = 1.0 / length3(d);
        return make3(size.x * d.x * t, size.y * d.y * t, size.z * d.z * t);
    }
    case GD_CORE_CYLINDER: {
        const double rho = sqrt(n.x * n.x + n.z * n.z);
        const double t = rho > SUPPORT_AXIS ? size.x / rho : 0.0;
        return make3(t * n.x, copysign(size.y, n.y), t * n.z);
    }
    case GD_CORE_FRUSTUM: {
        const double rho = sqrt(n.x * n.x + n.z * n.z);
        const bool top = 2.0 * size.y * n.y + (size.z - size.x) * rho > 0.0;
        const double t = rho > SUPPORT_AXIS ? (top ? size.z : size.x) / rho : 0.0;
        return make3(t * n.x, top ? size.y : -size.y, t * n.z);
    }
    case GD_CORE_VERTICES: {
        const uint32_t i =
            support_scan(shape->vertices.corners, shape->vertices.padded_count, n.x, n.y, n.z);
        return hull_corner(shape->vertices.corners, i);
    }
    case GD_CORE_MESH: {
        *hint = mesh_support(shape, n.x, n.y, n.z, *hint);
        return hull_corner(shape->vertices.corners, *hint);
    }
    case GD_CORE_SMOOTH:
    case GD_CORE_TRANSFORMED:
    case GD_CORE_SUM:
    case GD_CORE_CUSTOM: return support_composite(shape, n, hint);
    case GD_CORE_HALFSPACE:
    case GD_CORE_POINTS: break; /* unreachable: see halfspace.c and support_nd.h */
    }
    return make3(0.0, 0.0, 0.0); /* unreachable: every core returned */
}

GD_INLINE vec2 core_support2(const gd_shape* shape, vec2 n) {
    const vec3 size = shape->size;
    switch (shape->core) {
    case GD_CORE_POINT: return make2(0.0, 0.0);
    case GD_CORE_SEGMENT: return make2(0.0, copysign(size.y, n.y));
    case GD_CORE_BOX: return make2(copysign(size.x, n.x), copysign(size.y, n.y));
    case GD_CORE_ELLIPSOID: {
        const vec2 d = make2(size.x * n.x, size.y * n.y);
        const double t = 1.0 / length2(d);
        return make2(size.x * d.x * t, size.y * d.y * t);
    }
    case GD_CORE_VERTICES: {
        const uint32_t i = polygon_support(shape, n.x, n.y);
        return make2(shape->vertices.x[i], shape->vertices.y[i]);
    }
    case GD_CORE_SMOOTH:
    case GD_CORE_TRANSFORMED:
    case GD_CORE_SUM:
    case GD_CORE_CUSTOM: {
        uint32_t hint = GD_NO_HINT;
        const vec3 s = gd_composite_support(shape, make3(n.x, n.y, 0.0), &hint);
        return make2(s.x, s.y);
    }
    case GD_CORE_CYLINDER:
    case GD_CORE_FRUSTUM:
    case GD_CORE_MESH:
    case GD_CORE_HALFSPACE:
    case GD_CORE_POINTS: break; /* unreachable: 3D only, or see halfspace.c and support_nd.h */
    }
    return make2(0.0, 0.0); /* unreachable: every core returned */
}

/* Support point of a core of either dimension (2D: z = 0). Not inlined: the switches are large.
 * Static, because compilers pass the vector to a static function in registers. */
static GD_NOINLINE vec3 core_support(const gd_shape* shape, vec3 n, uint32_t* hint) {
    if (shape->dimension == 3) return core_support3(shape, n, hint);
    const vec2 s = core_support2(shape, make2(n.x, n.y));
    return make3(s.x, s.y, 0.0);
}

/* Support value of a core of either dimension about the local origin. Curved cores need no point
 * for it, and no division. */
GD_INLINE double core_support_value(const gd_shape* shape, vec3 n) {
    const vec3 size = shape->size;
    if (shape->core == GD_CORE_ELLIPSOID) return length3(scaled3(size, n));
    if (shape_has_rims(shape)) {
        const double rho = sqrt(n.x * n.x + n.z * n.z), up = size.y * n.y;
        return max2(size.z * rho + up, size.x * rho - up);
    }
    uint32_t hint = GD_NO_HINT;
    return dot3(n, core_support(shape, n, &hint));
}

/* Support point of the shape relative to its centre. */
GD_INLINE vec3 support3(const gd_shape* shape, vec3 n, double inverse, uint32_t* hint) {
    const vec3 core = sub3(core_support3(shape, n, hint), shape->center);
    return madd3(core, shape->radius * inverse, n);
}

GD_INLINE vec2 support2(const gd_shape* shape, vec2 n, double inverse) {
    const vec2 core = sub2(core_support2(shape, n), make2(shape->center.x, shape->center.y));
    return madd2(core, shape->radius * inverse, n);
}

#endif
