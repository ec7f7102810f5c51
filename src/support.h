/* Support points: the one place that switches over cores in a hot loop.
 *
 * Support points are relative to the shape's centre, in its local frame. Directions have any
 * length near 1 (squares must not overflow); inverse is 1 / |n|, which only the radius needs, so
 * that the core is found while the square root is still under way. hint is
 * the vertex last found on a mesh and where the next climb starts. */
#ifndef GD_SUPPORT_H
#define GD_SUPPORT_H

#include "composite.h"

/* Two lanes: SSE2 natively, SIMD128 in wasm; the same additions in the same order per vertex as
 * scalar code, so the same bits. */
typedef double f64x2 __attribute__((vector_size(16)));
typedef long long i64x2 __attribute__((vector_size(16)));

GD_INLINE i64x2 lanes_select(i64x2 mask, i64x2 a, i64x2 b) {
    return (mask & a) | (~mask & b);
}

/* First vertex of those farthest along n. Four vertices a step in two independent chains. */
GD_INLINE uint32_t scan3(const gd_shape* shape, vec3 n) {
    const f64x2* x = (const f64x2*)(const void*)shape->x;
    const f64x2* y = (const f64x2*)(const void*)shape->y;
    const f64x2* z = (const f64x2*)(const void*)shape->z;
    const f64x2 nx = {n.x, n.x}, ny = {n.y, n.y}, nz = {n.z, n.z};
    const i64x2 step = {4, 4};
    i64x2 at0 = {0, 1}, at1 = {2, 3}, best_at0 = at0, best_at1 = at1;
    f64x2 best0 = nx * x[0] + ny * y[0] + nz * z[0];
    f64x2 best1 = nx * x[1] + ny * y[1] + nz * z[1];
    const uint32_t count = shape->padded_count / 2;
    for (uint32_t i = 2; i < count; i += 2) {
        const f64x2 h0 = nx * x[i] + ny * y[i] + nz * z[i];
        const f64x2 h1 = nx * x[i + 1] + ny * y[i + 1] + nz * z[i + 1];
        at0 += step;
        at1 += step;
        const i64x2 farther0 = (i64x2)(h0 > best0);
        const i64x2 farther1 = (i64x2)(h1 > best1);
        best0 = (f64x2)lanes_select(farther0, (i64x2)h0, (i64x2)best0);
        best1 = (f64x2)lanes_select(farther1, (i64x2)h1, (i64x2)best1);
        best_at0 = lanes_select(farther0, at0, best_at0);
        best_at1 = lanes_select(farther1, at1, best_at1);
    }
    const double h[4] = {best0[0], best0[1], best1[0], best1[1]};
    const long long at[4] = {best_at0[0], best_at0[1], best_at1[0], best_at1[1]};
    int lane = 0;
    for (int i = 1; i < 4; i++)
        if (h[i] > h[lane] || (h[i] == h[lane] && at[i] < at[lane])) lane = i;
    const uint32_t found = (uint32_t)at[lane];
    return found < shape->vertex_count ? found : 0; /* padding repeats vertex 0 */
}

GD_INLINE uint32_t scan2(const gd_shape* shape, vec2 n) {
    uint32_t best_at = 0;
    double best = n.x * shape->x[0] + n.y * shape->y[0];
    for (uint32_t i = 1; i < shape->vertex_count; i++) {
        const double h = n.x * shape->x[i] + n.y * shape->y[i];
        if (h > best) {
            best = h;
            best_at = i;
        }
    }
    return best_at;
}

#define GD_NO_HINT UINT32_MAX

/* Cell of the start table for a direction: on the cube around the sphere, the face it leaves
 * through and a grid of GRID by GRID cells on that. */
GD_INLINE uint32_t climb_cell(vec3 n) {
    const double ax = fabs(n.x), ay = fabs(n.y), az = fabs(n.z);
    uint32_t face;
    double u, v, m;
    if (ax >= ay && ax >= az) {
        face = n.x < 0.0;
        m = ax;
        u = n.y;
        v = n.z;
    } else if (ay >= az) {
        face = 2 + (n.y < 0.0);
        m = ay;
        u = n.z;
        v = n.x;
    } else {
        face = 4 + (n.z < 0.0);
        m = az;
        u = n.x;
        v = n.y;
    }
    if (!(m > 0.0)) return 0;
    const double scale = 0.5 * GD_START_GRID / m, half = 0.5 * GD_START_GRID;
    const uint32_t i = (uint32_t)(u * scale + half), j = (uint32_t)(v * scale + half);
    const uint32_t end = GD_START_GRID - 1;
    return (face * GD_START_GRID + (i < end ? i : end)) * GD_START_GRID + (j < end ? j : end);
}

/* The vertex to climb from: the one of the table, or the last one if it is farther along n. */
GD_INLINE uint32_t climb_start(const gd_shape* shape, vec3 n, uint32_t hint) {
    const uint32_t start = shape->start[climb_cell(n)];
    if (hint == GD_NO_HINT) return start;
    return dot3(n, shape->corner[hint]) >= dot3(n, shape->corner[start]) ? hint : start;
}

/* Steepest ascent over the surface's edges. On a convex surface no vertex but the farthest is
 * without a farther neighbour; the height rises at every step, so it ends. */
GD_INLINE uint32_t climb(const gd_shape* shape, vec3 n, uint32_t from) {
    const vec3* corner = shape->corner;
    uint32_t at = from;
    double h = dot3(n, corner[at]);
    for (;;) {
        const uint32_t here = at;
        for (uint32_t e = shape->first_neighbor[here]; e < shape->first_neighbor[here + 1]; e++) {
            const uint32_t i = shape->neighbors[e];
            const double hi = dot3(n, corner[i]);
            if (hi > h) {
                h = hi;
                at = i;
            }
        }
        if (at == here) return at;
    }
}

/* Support point of the core, about the local origin. */
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
        const double t = rho > 0.0 ? size.x / rho : 0.0;
        return make3(t * n.x, copysign(size.y, n.y), t * n.z);
    }
    case GD_CORE_FRUSTUM: {
        const double rho = sqrt(n.x * n.x + n.z * n.z);
        const bool top = 2.0 * size.y * n.y + (size.z - size.x) * rho > 0.0;
        const double t = rho > 0.0 ? (top ? size.z : size.x) / rho : 0.0;
        return make3(t * n.x, top ? size.y : -size.y, t * n.z);
    }
    case GD_CORE_VERTICES: {
        const uint32_t i = scan3(shape, n);
        return make3(shape->x[i], shape->y[i], shape->z[i]);
    }
    case GD_CORE_MESH: {
        const uint32_t i = climb(shape, n, climb_start(shape, n, *hint));
        *hint = i;
        return shape->corner[i];
    }
    case GD_CORE_SMOOTH:
    case GD_CORE_TRANSFORMED:
    case GD_CORE_SUM:
    case GD_CORE_CUSTOM: return gd_composite_support(shape, n, hint);
    case GD_CORE_HALFSPACE:     /* unbounded: closed.c */
    case GD_CORE_POINTS: break; /* nset.h */
    }
    return make3(0.0, 0.0, 0.0);
}

/* Support point of the shape relative to its centre. */
GD_INLINE vec3 support3(const gd_shape* shape, vec3 n, double inverse, uint32_t* hint) {
    const vec3 core = sub3(core_support3(shape, n, hint), shape->center);
    return madd3(core, shape->radius * inverse, n);
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
        const uint32_t i = scan2(shape, n);
        return make2(shape->x[i], shape->y[i]);
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
    case GD_CORE_HALFSPACE: /* 3D only; closed.c */
    case GD_CORE_POINTS: break;
    }
    return make2(0.0, 0.0);
}

/* Support point of the core in either dimension (z = 0 in the plane), about the local origin. */
GD_INLINE vec3 core_support(const gd_shape* shape, vec3 n, uint32_t* hint) {
    if (shape->dimension == 3) return core_support3(shape, n, hint);
    const vec2 s = core_support2(shape, make2(n.x, n.y));
    return make3(s.x, s.y, 0.0);
}

GD_INLINE vec2 support2(const gd_shape* shape, vec2 n, double inverse) {
    const vec2 core = sub2(core_support2(shape, n), make2(shape->center.x, shape->center.y));
    return madd2(core, shape->radius * inverse, n);
}

#endif
