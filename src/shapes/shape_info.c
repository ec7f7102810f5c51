/* Properties of a shape for callers: description, centre, support point, bounding box and
 * surface. */
#include "math/pose.h"
#include "shapes/points_nd.h"
#include "shapes/support.h"

#include <string.h>

void gd_shape_describe(const gd_shape* shape, gd_shape_info* out) {
    memset(out, 0, sizeof *out);
    out->kind = shape->kind;
    out->dimension = shape->nd_set.dimension ? shape->nd_set.dimension : shape->dimension;
    store3(out->center, shape->center);
    const double inradius = shape->inner_radius - safe_length3(shape->inner_center);
    out->inradius = max2(inradius, 0.0);
    out->bound_radius = shape->bound_radius;
    if (shape->hull) {
        out->vertex_count = shape->hull->vertex_count;
        out->triangle_count = shape->hull->triangle_count;
        out->volume = shape->hull->volume;
    }
    if (shape->polygon) {
        out->vertex_count = shape->polygon->vertex_count;
        out->volume = shape->polygon->area;
    }
}

void gd_shape_center(const gd_shape* shape, double* center) {
    if (shape->nd_set.dimension)
        memcpy(center, shape->nd_set.center, (size_t)shape->nd_set.dimension * sizeof *center);
    else
        memcpy(center, &shape->center, (size_t)shape->dimension * sizeof *center);
}

/* Support point about the local origin for a unit direction, 2D or 3D. */
static vec3 shape_support(const gd_shape* shape, vec3 n) {
    uint32_t hint = GD_NO_HINT;
    return madd3(core_support(shape, n, &hint), shape->radius, n);
}

gd_status gd_shape_support(const gd_shape* shape, const double* direction, double* point) {
    if (shape->nd_set.dimension) return gd_points_farthest(shape, direction, point);
    memset(point, 0, 3 * sizeof *point);
    if (shape->core == GD_CORE_HALFSPACE) return GD_ERROR_UNDEFINED;
    const vec3 d = make3(direction[0], direction[1], shape->dimension == 3 ? direction[2] : 0.0);
    const double m = max_abs3(d); /* NaN if z is NaN */
    if (!(m > 0.0 && m < GD_INFINITY) || d.x != d.x || d.y != d.y) return GD_ERROR_DIRECTION;
    store3(point, shape_support(shape, unit3(d)));
    return GD_STATUS_OPTIMAL;
}

gd_status gd_shape_bounds(const gd_shape* shape, const double* pose, double* out) {
    frame3 frame;
    if (shape->nd_set.dimension) return GD_ERROR_DIMENSION;
    if (!frame_of_pose(pose, shape->dimension, &frame)) {
        memset(out, 0, 6 * sizeof *out);
        return GD_ERROR_POSE;
    }
    for (int i = 0; i < 6; i++) {
        const int axis = i % 3;
        const double sign = i < 3 ? -1.0 : 1.0;
        const vec3 world =
            make3(axis == 0 ? sign : 0.0, axis == 1 ? sign : 0.0, axis == 2 ? sign : 0.0);
        if (shape->dimension == 2 && axis == 2) {
            out[i] = 0.0;
        } else if (shape->core == GD_CORE_HALFSPACE) {
            /* bounded along an axis only if the axis is the normal */
            const vec3 n = rotate(&frame.rotation, shape->size);
            const vec3 off = sub3(n, world);
            const double at = shape->offset + dot3(n, frame.position);
            out[i] = dot3(off, off) == 0.0 ? sign * at : sign * GD_INFINITY;
        } else {
            const vec3 s = shape_support(shape, inv_rotate(&frame.rotation, world));
            const vec3 x = add3(rotate(&frame.rotation, s), frame.position);
            out[i] = axis == 0 ? x.x : axis == 1 ? x.y : x.z;
        }
    }
    return GD_STATUS_OPTIMAL;
}

void gd_shape_surface(const gd_shape* shape, double* vertices, uint32_t* triangles) {
    const bool vertexed = shape->hull || shape->polygon;
    for (uint32_t i = 0; vertices && vertexed && i < shape->vertices.count; i++) {
        store3(vertices + 3 * i, shape_vertex(&shape->vertices, i));
    }
    if (triangles && shape->hull)
        memcpy(triangles, shape->hull->triangles,
               3 * sizeof *triangles * (size_t)shape->hull->triangle_count);
}
