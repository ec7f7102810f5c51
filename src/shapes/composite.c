/* Reading and asking shapes made of others; inscribe.c finds the balls inside and around them.
 *
 * Support functions compose: of M K + t it is M s_K(M'n) + t, of a sum the sum (docs/algorithms.md;
 * [G] II-C). So no solver knows these cores; each of their support calls costs one
 * or two of their parts'. What is a ball in the parts of a sum is one in the sum, which has it as
 * its radius; an image of a ball is none, and belongs to the core. */
#include "shapes/composite.h"

#include "shapes/curvature.h"

#include <stdlib.h>
#include <string.h>

/* Records in records at most. */
#define COMPOSITE_DEPTH 16
/* Parts in all: every one of them is asked in every support call. */
#define COMPOSITE_LEAVES 256
/* A matrix whose determinant is below this part of the product of its columns' lengths squeezes
 * the shape flat as far as doubles can tell. */
#define COMPOSITE_SINGULAR 0x1p-44

/* Turn of the direction, as a tangent, over which a custom set's curvature is taken: its error is
 * the square of it from the differences and 2^-52 over it from rounding. */
#define COMPOSITE_STEP 0x1p-17

/* ---- support ----------------------------------------------------------------------------- */

/* Support point of a whole part, its radius included, about its local origin. */
static vec3 part_support(const gd_shape* part, vec3 n, uint32_t* hint) {
    const vec3 s = gd_core_support(part, n, hint);
    if (part->radius == 0.0) return s;
    const double length = length3(n);
    return length > 0.0 ? madd3(s, part->radius / length, n) : s;
}

static vec3 custom_support(const gd_composite* composite, vec3 n, vec3 otherwise) {
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
                    rotate(&c->matrix, part_support(c->first, inv_rotate(&c->matrix, n), hint)));
    case GD_CORE_SUM: {
        uint32_t none = GD_NO_HINT;
        return add3(gd_core_support(c->first, n, hint), gd_core_support(c->second, n, &none));
    }
    case GD_CORE_CUSTOM: return custom_support(c, n, shape->center);
    case GD_CORE_POINT:
    case GD_CORE_SEGMENT:
    case GD_CORE_BOX:
    case GD_CORE_ELLIPSOID:
    case GD_CORE_CYLINDER:
    case GD_CORE_FRUSTUM:
    case GD_CORE_VERTICES:
    case GD_CORE_MESH:
    case GD_CORE_HALFSPACE:
    case GD_CORE_POINTS: break; /* unreachable: not composed */
    }
    return shape->center; /* unreachable: every composed core returned */
}

/* ---- curvature --------------------------------------------------------------------------- */

/* By central differences of support points along two directions across n: all that is known of a
 * custom set. */
static sym3 custom_curvature(const gd_shape* shape, vec3 n) {
    const gd_composite* c = shape->composite;
    const vec3 axis = fabs(n.x) < 0.5 ? make3(1.0, 0.0, 0.0) : make3(0.0, 1.0, 0.0);
    const vec3 across = shape->dimension == 2 ? make3(-n.y, n.x, 0.0) : unit3(cross3(n, axis));
    const vec3 e[2] = {across, cross3(n, across)};
    vec3 change[2];
    for (int i = 0; i < shape->dimension - 1; i++) {
        const vec3 ahead = custom_support(c, madd3(n, COMPOSITE_STEP, e[i]), shape->center);
        const vec3 behind = custom_support(c, madd3(n, -COMPOSITE_STEP, e[i]), shape->center);
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

/* ---- pieces ------------------------------------------------------------------------------ */

static bool is_composed(const gd_shape* part) {
    return part->core == GD_CORE_TRANSFORMED || part->core == GD_CORE_SUM;
}

static vec3 part_found(const gd_shape* part, vec3 m) {
    uint32_t hint = GD_NO_HINT;
    return gd_core_support(part, m, &hint);
}

/* Of a part's core, at a unit n; what its ball adds is for who asks. */
static vec3 part_piece(const gd_shape* part, vec3 m, vec3 n) {
    return is_composed(part) ? gd_composite_piece(part, m, n)
                             : piece_support(part, part_found(part, m), n);
}

static sym3 part_bend(const gd_shape* part, vec3 m, vec3 n) {
    const sym3 none = {0.0, 0.0, 0.0, 0.0, 0.0, 0.0};
    return is_composed(part) ? gd_composite_bend(part, m, n)
                             : curvature_core(part, part_found(part, m), n, none);
}

static bool part_same(const gd_shape* part, vec3 m, vec3 k) {
    return is_composed(part) ? gd_composite_same(part, m, k)
                             : piece_same(part, part_found(part, m), part_found(part, k));
}

vec3 gd_composite_piece(const gd_shape* shape, vec3 m, vec3 n) {
    const gd_composite* c = shape->composite;
    if (shape->core == GD_CORE_TRANSFORMED) {
        const vec3 inside = unit3(inv_rotate(&c->matrix, n));
        const vec3 s = part_piece(c->first, inv_rotate(&c->matrix, m), inside);
        return add3(c->offset, rotate(&c->matrix, madd3(s, c->first->radius, inside)));
    }
    if (shape->core == GD_CORE_SUM)
        return add3(part_piece(c->first, m, n), part_piece(c->second, m, n));
    uint32_t hint = GD_NO_HINT;
    return gd_composite_support(shape, n, &hint);
}

sym3 gd_composite_bend(const gd_shape* shape, vec3 m, vec3 n) {
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
        const sym3 core = part_bend(c->first, inv_rotate(&c->matrix, m), unit);
        h = sym3_add(sym3_add(h, 1.0 / length, &ball), 1.0 / length, &core);
        h = sym3_rotate(&c->matrix, &h);
    } else if (shape->core == GD_CORE_SUM) {
        const sym3 second = part_bend(c->second, m, n);
        h = part_bend(c->first, m, n);
        h = sym3_add(h, 1.0, &second);
    } else {
        h = custom_curvature(shape, n);
    }
    return h;
}

bool gd_composite_same(const gd_shape* shape, vec3 m, vec3 k) {
    const gd_composite* c = shape->composite;
    if (shape->core == GD_CORE_TRANSFORMED)
        return part_same(c->first, inv_rotate(&c->matrix, m), inv_rotate(&c->matrix, k));
    if (shape->core == GD_CORE_SUM) return part_same(c->first, m, k) && part_same(c->second, m, k);
    return true;
}

/* ---- reading ----------------------------------------------------------------------------- */

/* Turns the shape into the half-space { x : normal.x <= offset }, normal not 0. */
static gd_status composite_halfspace(gd_shape* shape, vec3 normal, double offset) {
    const double length = safe_length3(normal);
    if (!(fabs(offset / length) <= GD_LENGTH_MAX)) return GD_ERROR_OFFSET;
    shape->core = GD_CORE_HALFSPACE;
    shape->size = unit3(normal);
    shape->offset = offset / length;
    return GD_STATUS_OPTIMAL;
}

/* Columns of length about 1 in, cofactors out: M^-T times the determinant. */
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
    /* in the plane z keeps its scale, so that it counts neither as short nor as long */
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
    c->least *= c->shrink;
    c->most *= scale;
    /* beyond, the squares of a direction led inwards are lost, and with them all it says */
    if (!(c->least >= GD_LENGTH_MIN && c->most <= GD_LENGTH_MAX)) return GD_ERROR_MATRIX;
    const gd_shape* part = c->first;
    if (part->core == GD_CORE_HALFSPACE) {
        const vec3 normal = scale3(1.0 / (det * scale), rotate(&cofactor, part->size));
        return composite_halfspace(shape, normal, part->offset + dot3(normal, c->offset));
    }
    shape->core = GD_CORE_TRANSFORMED;
    shape->polytope = part->polytope && part->radius == 0.0;
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
        const vec3 s = part_support(other, half->size, &hint);
        return composite_halfspace(shape, half->size, half->offset + dot3(half->size, s));
    }
    shape->core = GD_CORE_SUM;
    shape->polytope = a->polytope && b->polytope;
    shape->radius = a->radius + b->radius;
    shape->ball = a->ball + b->ball;
    shape->strictly_convex = a->strictly_convex && b->strictly_convex;
    shape->twice_differentiable = a->twice_differentiable && b->twice_differentiable;
    shape->center = add3(a->center, b->center);
    return GD_STATUS_OPTIMAL;
}

/* One part from its record. */
static gd_status read_part(const gd_shape* shape, const double* record, size_t length, int depth,
                           const gd_custom* custom, gd_shape** part) {
    const gd_status status = gd_shape_read(record, length, depth + 1, custom, part);
    if (status != GD_STATUS_OPTIMAL) return status;
    gd_composite* c = shape->composite;
    const gd_composite* inner = (*part)->composite;
    c->leaves += inner ? inner->leaves : 1;
    if (inner) {
        c->least = min2(c->least, inner->least);
        c->most = max2(c->most, inner->most);
    }
    if (c->leaves > COMPOSITE_LEAVES) return GD_ERROR_PARTS;
    return (*part)->dimension == shape->dimension ? GD_STATUS_OPTIMAL : GD_ERROR_PARTS;
}

/* The hull of a smooth hull's points, until the centre's depth in it is known: it lies in the set,
 * and its centroid is the default centre. */
static gd_status read_smooth(gd_shape* shape, const double* p, size_t count) {
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

gd_status gd_composite_read(gd_shape* shape, const double* p, size_t count, int depth,
                            const gd_custom* custom) {
    const gd_kind kind = shape->kind;
    if (kind == GD_KIND_DSF || kind == GD_KIND_DSF2) return read_smooth(shape, p, count);
    if (depth == COMPOSITE_DEPTH) return GD_ERROR_PARTS;
    gd_composite* c = shape->composite = calloc(1, sizeof *shape->composite);
    if (!c) return GD_ERROR_MEMORY;
    c->least = c->most = 1.0;
    if (kind == GD_KIND_TRANSFORMED || kind == GD_KIND_TRANSFORMED2) {
        const size_t own = shape->dimension == 3 ? 12 : 6;
        if (count < own) return GD_ERROR_LENGTH;
        const gd_status status = read_part(shape, p + own, count - own, depth, custom, &c->first);
        return status == GD_STATUS_OPTIMAL ? read_transformed(shape, p) : status;
    }
    if (kind == GD_KIND_SUM || kind == GD_KIND_SUM2) {
        if (count < 1 || !(p[0] >= 0.0 && p[0] <= (double)(count - 1))) return GD_ERROR_LENGTH;
        const size_t length = (size_t)p[0];
        gd_status status = read_part(shape, p + 1, length, depth, custom, &c->first);
        if (status == GD_STATUS_OPTIMAL)
            status =
                read_part(shape, p + 1 + length, count - 1 - length, depth, custom, &c->second);
        return status == GD_STATUS_OPTIMAL ? read_sum(shape) : status;
    }
    if (!custom) return GD_ERROR_KIND;
    c->custom = *custom;
    c->id = p[0];
    shape->core = GD_CORE_CUSTOM;
    return GD_STATUS_OPTIMAL;
}

void gd_composite_free(gd_composite* composite) {
    if (!composite) return;
    gd_shape_destroy(composite->first);
    gd_shape_destroy(composite->second);
    free(composite);
}
