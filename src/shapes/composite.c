/* Creates composite shapes (affine images, Minkowski sums, custom shapes) and smooth hulls from
 * their records. composite_bounds.c finds the balls inside and around them.
 *
 * Every shape is a core plus a ball. The balls of a sum's parts add up to the ball of the sum, so
 * they become its radius. The affine image of a ball is an ellipsoid, so it belongs to the core. */
#include "shapes/composite.h"

#include "shapes/quickhull.h"
#include "shapes/support.h"

/* Limit on the leaves (parts that are not composite), because each support call evaluates all of
 * them. */
#define COMPOSITE_LEAVES 256
/* A matrix is singular up to rounding if its determinant is below this fraction of the product of
 * its columns' lengths. */
#define COMPOSITE_SINGULAR 0x1p-44

/* Turns the shape into the half-space { x : normal.x <= offset }; normal must not be 0. */
static gd_status composite_halfspace(gd_shape* shape, vec3 normal, double offset) {
    const double length = safe_length3(normal);
    if (!(fabs(offset / length) <= GD_LENGTH_MAX)) return GD_ERROR_OFFSET;
    shape->core = GD_CORE_HALFSPACE;
    shape->size = unit3(normal);
    shape->offset = offset / length;
    return GD_STATUS_OPTIMAL;
}

/* The cofactor matrix, M^-T det M. The largest entry of m must be about 1, so that no product
 * overflows or underflows. */
static mat3 cofactors(const mat3* m) {
    return (mat3){cross3(m->cy, m->cz), cross3(m->cz, m->cx), cross3(m->cx, m->cy)};
}

static double frobenius(const mat3* m) {
    return safe_length3(make3(safe_length3(m->cx), safe_length3(m->cy), safe_length3(m->cz)));
}

static gd_status read_transformed(gd_shape* shape, const double* p) {
    gd_composite* c = shape->composite;
    const bool plane = shape->dimension == 2;
    const int doubles = plane ? 6 : 12;
    for (int i = 0; i < doubles; i++)
        if (!(fabs(p[i]) <= GD_LENGTH_MAX))
            return i < (plane ? 4 : 9) ? GD_ERROR_MATRIX : GD_ERROR_OFFSET;
    double scale = 0.0;
    for (int i = 0; i < (plane ? 4 : 9); i++)
        scale = max2(scale, fabs(p[i]));
    if (!(scale >= GD_LENGTH_MIN)) return GD_ERROR_MATRIX;
    /* In 2D, z is scaled by the largest entry, so that it is not the longest axis and not by far
     * the shortest. */
    c->matrix = plane
                    ? (mat3){make3(p[0], p[1], 0.0), make3(p[2], p[3], 0.0), make3(0.0, 0.0, scale)}
                    : (mat3){load3(p), load3(p + 3), load3(p + 6)};
    c->offset = plane ? make3(p[4], p[5], 0.0) : load3(p + 9);
    const double t = 1.0 / scale;
    const mat3 m = {scale3(t, c->matrix.cx), scale3(t, c->matrix.cy), scale3(t, c->matrix.cz)};
    const mat3 cofactor = cofactors(&m);
    const double det = dot3(m.cx, cofactor.cx);
    const double volume = length3(m.cx) * length3(m.cy) * length3(m.cz);
    if (!(fabs(det) > COMPOSITE_SINGULAR * volume)) return GD_ERROR_MATRIX;
    c->shrink = scale * fabs(det) / frobenius(&cofactor) * (1.0 - 0x1p-40);
    c->min_scale *= c->shrink;
    c->max_scale *= scale;
    /* Outside these limits, the squares of a direction mapped into the part would underflow or
     * overflow, and its support points would be meaningless. */
    if (!(c->min_scale >= GD_LENGTH_MIN && c->max_scale <= GD_LENGTH_MAX)) return GD_ERROR_MATRIX;
    const gd_shape* part = c->first;
    if (part->core == GD_CORE_HALFSPACE) {
        const vec3 normal = scale3(1.0 / (det * scale), rotate(&cofactor, part->size));
        return composite_halfspace(shape, normal, part->offset + dot3(normal, c->offset));
    }
    shape->core = GD_CORE_TRANSFORMED;
    c->polytope = shape_is_polytope(part) && part->radius == 0.0;
    shape->strictly_convex = part->strictly_convex;
    shape->twice_differentiable = part->twice_differentiable;
    shape->center = add3(c->offset, rotate(&c->matrix, part->center));
    return GD_STATUS_OPTIMAL;
}

static gd_status read_sum(gd_shape* shape) {
    const gd_shape *a = shape->composite->first, *b = shape->composite->second;
    if (a->core == GD_CORE_HALFSPACE || b->core == GD_CORE_HALFSPACE) {
        const gd_shape* half = a->core == GD_CORE_HALFSPACE ? a : b;
        const gd_shape* other = half == a ? b : a;
        if (other->core == GD_CORE_HALFSPACE) return GD_ERROR_PARTS;
        uint32_t hint = GD_NO_HINT;
        const vec3 s = gd_part_support(other, half->size, &hint);
        return composite_halfspace(shape, half->size, half->offset + dot3(half->size, s));
    }
    shape->core = GD_CORE_SUM;
    shape->composite->polytope = shape_is_polytope(a) && shape_is_polytope(b);
    shape->radius = a->radius + b->radius;
    shape->summand_radius = a->summand_radius + b->summand_radius;
    shape->strictly_convex = a->strictly_convex && b->strictly_convex;
    shape->twice_differentiable = a->twice_differentiable && b->twice_differentiable;
    shape->center = add3(a->center, b->center);
    return GD_STATUS_OPTIMAL;
}

/* Builds the hull of a smooth hull's points. The hull lies inside the shape, so the depth of the
 * centre in the hull is a valid inradius. The default centre is the centroid of the hull. */
gd_status gd_composite_read_smooth(gd_shape* shape, const double* p, size_t count) {
    const size_t dims = (size_t)shape->dimension;
    if (count < 1) return GD_ERROR_LENGTH;
    if (!(p[0] >= 1.0 && p[0] <= GD_EXPONENT_MAX)) return GD_ERROR_EXPONENT;
    if ((count - 1) % dims != 0) return GD_ERROR_LENGTH;
    for (size_t i = 1; i < count; i++)
        if (!(fabs(p[i]) <= GD_LENGTH_MAX)) return GD_ERROR_POINTS;
    shape->core = GD_CORE_SMOOTH;
    const size_t points = (count - 1) / dims;
    const gd_status status = dims == 3 ? gd_hull_build(p + 1, points, &shape->hull)
                                       : gd_polygon_build(p + 1, points, &shape->polygon);
    if (status != GD_STATUS_OPTIMAL) return status;
    const gd_polygon* polygon = shape->polygon;
    shape->center =
        shape->hull ? shape->hull->centroid : make3(polygon->centroid.x, polygon->centroid.y, 0.0);
    return GD_STATUS_OPTIMAL;
}

gd_status gd_composite_parts(const gd_shape* shape, const double* p, size_t count,
                             gd_part_records* parts) {
    const gd_kind kind = shape->kind;
    parts->count = 0;
    if (kind == GD_KIND_TRANSFORMED || kind == GD_KIND_TRANSFORMED2) {
        const size_t own = shape->dimension == 3 ? 12 : 6;
        if (count < own) return GD_ERROR_LENGTH;
        *parts = (gd_part_records){{p + own}, {count - own}, 1};
    } else if (kind == GD_KIND_SUM || kind == GD_KIND_SUM2) {
        if (count < 1 || !(p[0] >= 0.0 && p[0] <= (double)(count - 1))) return GD_ERROR_LENGTH;
        const size_t length = (size_t)p[0];
        *parts = (gd_part_records){{p + 1, p + 1 + length}, {length, count - 1 - length}, 2};
    }
    return GD_STATUS_OPTIMAL;
}

gd_status gd_composite_add(gd_shape* shape, const gd_shape* part) {
    gd_composite* c = shape->composite;
    const gd_composite* inner = part->composite;
    c->leaves += inner ? inner->leaves : 1;
    if (inner) {
        c->min_scale = min2(c->min_scale, inner->min_scale);
        c->max_scale = max2(c->max_scale, inner->max_scale);
    }
    if (c->leaves > COMPOSITE_LEAVES) return GD_ERROR_PARTS;
    return part->dimension == shape->dimension ? GD_STATUS_OPTIMAL : GD_ERROR_PARTS;
}

gd_status gd_composite_join(gd_shape* shape, const double* p) {
    if (shape->composite->second) return read_sum(shape);
    if (shape->composite->first) return read_transformed(shape, p);
    shape->composite->id = p[0];
    shape->core = GD_CORE_CUSTOM;
    return GD_STATUS_OPTIMAL;
}
