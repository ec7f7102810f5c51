/* Covers of shapes and their world boxes: see cover.h.
 *
 * With R the rotation, the box of rounded discs reaches along world axis i as far as the farther
 * of both discs: +-h R_iy + r sqrt(R_ix^2 + R_iz^2); an ellipsoid sqrt(sum_j (R_ij r_j)^2); a box
 * sum_j |R_ij| e_j about its middle. */
#include "world/aabb.h"

/* Part of a coordinate's terms by which a box is enlarged against rounding: a dozen operations. */
#define COVER_ROUNDING 0x1p-48

static gd_cover_kind cover_kind(gd_core core) {
    switch (core) {
    case GD_CORE_POINT:
    case GD_CORE_SEGMENT:
    case GD_CORE_CYLINDER:
    case GD_CORE_FRUSTUM: return GD_COVER_DISCS;
    case GD_CORE_ELLIPSOID: return GD_COVER_ELLIPSOID;
    case GD_CORE_HALFSPACE: return GD_COVER_HALFSPACE;
    case GD_CORE_BOX:
    case GD_CORE_VERTICES:
    case GD_CORE_MESH:
    case GD_CORE_SMOOTH:
    case GD_CORE_TRANSFORMED:
    case GD_CORE_SUM:
    case GD_CORE_CUSTOM:
    case GD_CORE_POINTS: break; /* unreachable: no body of a scene is of any dimension */
    }
    return GD_COVER_BOX;
}

/* The local box of the core alone: that of the shape without its radius. */
static void cover_local_box(const gd_shape* shape, gd_cover* out) {
    const double identity[7] = {0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0};
    double b[6];
    gd_shape_bounds(shape, identity, b);
    const vec3 low = load3(b), high = load3(b + 3);
    out->middle = scale3(0.5, add3(low, high));
    const vec3 half = scale3(0.5, sub3(high, low)), c = out->middle;
    const double r = shape->radius;
    /* differences of coordinates have the rounding of these, not of themselves */
    const double slack = COVER_ROUNDING * (max_abs3(c) + max_abs3(half));
    out->size = make3(max2(half.x - r, 0.0) + slack, max2(half.y - r, 0.0) + slack,
                      max2(half.z - r, 0.0) + slack);
}

void gd_cover_make(const gd_shape* shape, gd_cover* out) {
    const gd_core core = shape->core;
    *out = (gd_cover){.kind = cover_kind(core), .radius = shape->radius};
    out->ball_radius = GD_INFINITY;
    switch (out->kind) {
    case GD_COVER_DISCS:
        if (core == GD_CORE_SEGMENT) out->size.y = shape->size.y;
        if (core == GD_CORE_FRUSTUM) out->size = shape->size;
        if (core == GD_CORE_CYLINDER)
            out->size = make3(shape->size.x, shape->size.y, shape->size.x);
        return;
    case GD_COVER_ELLIPSOID: out->size = shape->size; return;
    case GD_COVER_HALFSPACE:
        out->size = shape->size;
        out->ball_radius = shape->offset;
        return;
    case GD_COVER_BOX: break;
    }
    if (core == GD_CORE_BOX) {
        out->size = shape->size;
        return;
    }
    cover_local_box(shape, out);
    out->ball_center = shape->center;
    out->ball_radius = shape->bound_radius - shape->radius;
}

/* One axis of the world box: what the cover reaches in both directions about the shape's origin,
 * given the axis in the shape's frame. */
typedef struct cover_span {
    double up, down, size;
} cover_span;

static cover_span cover_reach(const gd_cover* cover, vec3 axis) {
    const vec3 s = cover->size;
    switch (cover->kind) {
    case GD_COVER_DISCS: {
        const double along = s.y * axis.y, across = sqrt(axis.x * axis.x + axis.z * axis.z);
        const double lower = s.x * across, upper = s.z * across;
        return (cover_span){max2(along + upper, lower - along), max2(upper - along, along + lower),
                            s.x + s.y + s.z};
    }
    case GD_COVER_ELLIPSOID: {
        const double x = s.x * axis.x, y = s.y * axis.y, z = s.z * axis.z;
        const double h = sqrt(x * x + y * y + z * z);
        return (cover_span){h, h, s.x + s.y + s.z};
    }
    case GD_COVER_BOX: {
        const double h = s.x * fabs(axis.x) + s.y * fabs(axis.y) + s.z * fabs(axis.z);
        const double at = dot3(axis, cover->middle), ball = cover->ball_radius;
        const double from = dot3(axis, cover->ball_center);
        const vec3 m = cover->middle, b = cover->ball_center;
        const double size =
            s.x + s.y + s.z + fabs(m.x) + fabs(m.y) + fabs(m.z) + fabs(b.x) + fabs(b.y) + fabs(b.z);
        return (cover_span){min2(h + at, ball + from), min2(h - at, ball - from), size};
    }
    case GD_COVER_HALFSPACE: break;
    }
    return (cover_span){GD_INFINITY, GD_INFINITY, 0.0};
}

bool gd_cover_box(const gd_cover* cover, const double* pose, int dimension, double extra,
                  gd_box* out) {
    frame3 frame;
    if (!frame_of_pose(pose, dimension, &frame)) return false;
    const mat3* r = &frame.rotation;
    const vec3 axes[3] = {make3(r->cx.x, r->cy.x, r->cz.x), make3(r->cx.y, r->cy.y, r->cz.y),
                          make3(r->cx.z, r->cy.z, r->cz.z)};
    const double at[3] = {frame.position.x, frame.position.y, frame.position.z};
    for (int i = 0; i < 3; i++) {
        const cover_span h = cover_reach(cover, axes[i]);
        const double more =
            cover->radius + extra + COVER_ROUNDING * (fabs(at[i]) + h.size + cover->radius + extra);
        out->axis[i] = (lanes2){at[i] - h.down - more, -at[i] - h.up - more};
    }
    return true;
}

bool gd_cover_meets(const gd_cover* halfspace, const double* pose, int dimension, double extra,
                    const gd_box* box) {
    frame3 frame;
    if (!frame_of_pose(pose, dimension, &frame)) return false; /* unreachable: it has had a box */
    const vec3 normal = rotate(&frame.rotation, halfspace->size);
    const double n[3] = {normal.x, normal.y, normal.z};
    const double p[3] = {frame.position.x, frame.position.y, frame.position.z};
    double low = -halfspace->ball_radius - extra; /* of n.(x - p) - offset over the box */
    double size = fabs(halfspace->ball_radius) + extra;
    for (int i = 0; i < dimension; i++) {
        const double x = n[i] > 0.0 ? box->axis[i][0] : -box->axis[i][1];
        low += n[i] * (x - p[i]);
        size += fabs(n[i]) * (fabs(x) + fabs(p[i]));
    }
    return low <= COVER_ROUNDING * size;
}
