/* Proxies of shapes and their world boxes: see aabb.h.
 *
 * With the rotation R, the extent along world axis i is
 *   discs      the larger of +-h R_iy + r sqrt(R_ix^2 + R_iz^2) over both discs of radius r.
 *   ellipsoid  sqrt(sum_j (R_ij r_j)^2).
 *   box        sum_j |R_ij| e_j about its middle, at most the extent of the ball. */
#include "world/aabb.h"

/* Relative enlargement of a box against rounding: about a dozen operations. */
#define AABB_ROUNDING 0x1p-48

/* Local box of the core, that is, of the shape without its radius. */
static void aabb_local(const gd_shape* shape, gd_aabb_proxy* out) {
    const double identity[7] = {0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0};
    double b[6];
    gd_shape_bounds(shape, identity, b);
    const vec3 low = load3(b), high = load3(b + 3);
    out->middle = scale3(0.5, add3(low, high));
    const vec3 half = scale3(0.5, sub3(high, low)), c = out->middle;
    const double r = shape->radius;
    /* the rounding error of a difference is relative to the coordinates */
    const double slack = AABB_ROUNDING * (max_abs3(c) + max_abs3(half));
    out->size = make3(max2(half.x - r, 0.0) + slack, max2(half.y - r, 0.0) + slack,
                      max2(half.z - r, 0.0) + slack);
}

void gd_aabb_proxy_make(const gd_shape* shape, gd_aabb_proxy* out) {
    const vec3 size = shape->size;
    *out =
        (gd_aabb_proxy){.kind = GD_AABB_DISCS, .radius = shape->radius, .ball_radius = GD_INFINITY};
    switch (shape->core) {
    case GD_CORE_POINT: return;
    case GD_CORE_SEGMENT: out->size.y = size.y; return;
    case GD_CORE_CYLINDER: out->size = make3(size.x, size.y, size.x); return;
    case GD_CORE_FRUSTUM: out->size = size; return;
    case GD_CORE_ELLIPSOID:
        out->kind = GD_AABB_ELLIPSOID;
        out->size = size;
        return;
    case GD_CORE_HALFSPACE:
        out->kind = GD_AABB_HALFSPACE;
        out->size = size;
        out->ball_radius = shape->offset;
        return;
    case GD_CORE_BOX:
        out->kind = GD_AABB_BOX;
        out->size = size;
        return;
    case GD_CORE_VERTICES:
    case GD_CORE_MESH:
    case GD_CORE_SMOOTH:
    case GD_CORE_TRANSFORMED:
    case GD_CORE_SUM:
    case GD_CORE_CUSTOM:
    case GD_CORE_POINTS: break; /* unreachable: worlds reject point sets and norm balls */
    }
    out->kind = GD_AABB_BOX;
    aabb_local(shape, out);
    out->ball_center = shape->center;
    out->ball_radius = shape->bound_radius - shape->radius;
}

/* Extent of a proxy along one world axis: upwards and downwards from the shape's origin. size is
 * the sum of the terms, to which rounding is relative. */
typedef struct aabb_span {
    double up, down, size;
} aabb_span;

/* axis is the world axis in the shape's frame. */
static aabb_span aabb_reach(const gd_aabb_proxy* proxy, vec3 axis) {
    const vec3 s = proxy->size;
    switch (proxy->kind) {
    case GD_AABB_DISCS: {
        const double along = s.y * axis.y, across = sqrt(axis.x * axis.x + axis.z * axis.z);
        const double lower = s.x * across, upper = s.z * across;
        return (aabb_span){max2(along + upper, lower - along), max2(upper - along, along + lower),
                           s.x + s.y + s.z};
    }
    case GD_AABB_ELLIPSOID: {
        const double x = s.x * axis.x, y = s.y * axis.y, z = s.z * axis.z;
        const double h = sqrt(x * x + y * y + z * z);
        return (aabb_span){h, h, s.x + s.y + s.z};
    }
    case GD_AABB_BOX: {
        const double h = s.x * fabs(axis.x) + s.y * fabs(axis.y) + s.z * fabs(axis.z);
        const double at = dot3(axis, proxy->middle), ball = proxy->ball_radius;
        const double from = dot3(axis, proxy->ball_center);
        const vec3 m = proxy->middle, b = proxy->ball_center;
        const double size =
            s.x + s.y + s.z + fabs(m.x) + fabs(m.y) + fabs(m.z) + fabs(b.x) + fabs(b.y) + fabs(b.z);
        return (aabb_span){min2(h + at, ball + from), min2(h - at, ball - from), size};
    }
    case GD_AABB_HALFSPACE: break;
    }
    return (aabb_span){GD_INFINITY, GD_INFINITY, 0.0};
}

bool gd_aabb_of(const gd_aabb_proxy* proxy, const double* pose, int dimension, double extra,
                gd_aabb* out) {
    frame3 frame;
    if (!frame_of_pose(pose, dimension, &frame)) return false;
    const mat3* r = &frame.rotation;
    const vec3 axes[3] = {make3(r->cx.x, r->cy.x, r->cz.x), make3(r->cx.y, r->cy.y, r->cz.y),
                          make3(r->cx.z, r->cy.z, r->cz.z)};
    const double at[3] = {frame.position.x, frame.position.y, frame.position.z};
    for (int i = 0; i < 3; i++) {
        const aabb_span h = aabb_reach(proxy, axes[i]);
        const double more = proxy->radius + extra +
                            AABB_ROUNDING * (fabs(at[i]) + h.size + proxy->radius + fabs(extra));
        out->axis[i] = (lanes2){at[i] - h.down - more, -at[i] - h.up - more};
    }
    return true;
}

bool gd_aabb_meets_halfspace(const gd_aabb_proxy* halfspace, const double* pose, int dimension,
                             double extra, const gd_aabb* box) {
    frame3 frame;
    if (!frame_of_pose(pose, dimension, &frame)) return false; /* unreachable: accepted before */
    const vec3 normal = rotate(&frame.rotation, halfspace->size);
    const double n[3] = {normal.x, normal.y, normal.z};
    const double p[3] = {frame.position.x, frame.position.y, frame.position.z};
    double low = -halfspace->ball_radius - extra; /* minimum of n.(x - p) - offset over the box */
    double size = fabs(halfspace->ball_radius) + extra;
    for (int i = 0; i < dimension; i++) {
        const double x = n[i] > 0.0 ? box->axis[i][0] : -box->axis[i][1];
        low += n[i] * (x - p[i]);
        size += fabs(n[i]) * (fabs(x) + fabs(p[i]));
    }
    return low <= AABB_ROUNDING * size;
}
