/* Balls inside and around composite shapes and smooth hulls, computed once when a shape is created.
 *
 * The balls inside the parts often determine a ball inside the composite. If not, this file
 * constructs an inscribed polytope: the hull of support points, refined where its surface is
 * nearest to the centre. Every such polytope lies inside the shape. Therefore the distance from the
 * centre to its surface is the radius of a ball inside the shape, and refinement only enlarges
 * it. */
#include "shapes/composite.h"
#include "shapes/support.h"
#include "shapes/quickhull.h"

#include <stdlib.h>

#define INSCRIBE_POINTS 96
#define INSCRIBE_ROUNDS 8
/* Refine the facets whose distance is at most this factor times the smallest one. */
#define INSCRIBE_NEAR 1.5
/* Stop refining if the ball reaches this fraction of the upper bound from the supporting planes. */
#define INSCRIBE_ENOUGH 0.9
/* Smallest inradius accepted. A box of the smallest size has one as small if its centre is next to
 * its surface. Products of three such lengths are still normal doubles. */
#define INSCRIBE_LEAST (0x1p-53 * GD_LENGTH_MIN)

typedef struct inscribed {
    const gd_shape* shape;
    uint32_t count;
    double min_depth; /* least depth of the centre below the supporting planes so far */
    double points[3 * INSCRIBE_POINTS];
} inscribed;

/* Adds the support point of the whole shape along n, unless n is zero or the array is full. */
static void inscribe_add(inscribed* in, vec3 n) {
    const int dims = in->shape->dimension;
    if (!(max_abs3(n) > 0.0) || in->count == INSCRIBE_POINTS) return;
    uint32_t hint = GD_NO_HINT;
    const vec3 unit = unit3(n);
    const vec3 s = madd3(gd_composite_support(in->shape, unit, &hint), in->shape->radius, unit);
    double* p = in->points + (size_t)in->count * (size_t)dims;
    p[0] = s.x;
    p[1] = s.y;
    if (dims == 3) p[2] = s.z;
    in->count++;
    in->min_depth = min2(in->min_depth, dot3(unit, sub3(s, in->shape->center)));
}

static vec3 inscribe_point(const inscribed* in, uint32_t i) {
    const double* p = in->points + (size_t)i * (size_t)in->shape->dimension;
    return make3(p[0], p[1], in->shape->dimension == 3 ? p[2] : 0.0);
}

/* Support points along the 26 directions with components -1, 0, 1 (8 directions in 2D). */
static void inscribe_start(inscribed* in) {
    for (int k = 0; k < 27; k++) {
        const int z = k / 9 - 1;
        const vec3 n = make3(k % 3 - 1, k / 3 % 3 - 1, z);
        if (in->shape->dimension == 3 || n.z == 0.0) inscribe_add(in, n);
    }
}

/* Adds support points of a needle or sheet along directions perpendicular to its longest side. The
 * first direction leads to the point farthest from that side. In 3D, the second is the normal of
 * the plane through the side and this point. The others are opposite to these. */
static void inscribe_widen(inscribed* in) {
    const vec3 p0 = inscribe_point(in, 0);
    vec3 along = make3(0.0, 0.0, 0.0), across = along;
    double longest = 0.0, widest = 0.0;
    for (uint32_t i = 1; i < in->count; i++) {
        const vec3 d = sub3(inscribe_point(in, i), p0);
        if (safe_length3(d) > longest) {
            longest = safe_length3(d);
            along = d;
        }
    }
    if (!(longest > 0.0)) return;
    const vec3 e = scale3(1.0 / longest, along);
    for (uint32_t i = 1; i < in->count; i++) {
        const vec3 d = sub3(inscribe_point(in, i), p0);
        const vec3 off = madd3(d, -dot3(d, e), e);
        if (safe_length3(off) > widest) {
            widest = safe_length3(off);
            across = off;
        }
    }
    const vec3 axis = fabs(e.x) < 0.5 ? make3(1.0, 0.0, 0.0) : make3(0.0, 1.0, 0.0);
    if (in->shape->dimension == 2) across = make3(-e.y, e.x, 0.0);
    if (!(widest > 0.0) && in->shape->dimension == 3) across = cross3(e, axis);
    const vec3 normal = cross3(e, scale3(1.0 / max_abs3(across), across));
    for (int sign = -1; sign <= 1; sign += 2) {
        inscribe_add(in, scale3(sign, across));
        if (in->shape->dimension == 3) inscribe_add(in, scale3(sign, normal));
    }
}

/* Depth of the centre below the plane of a facet with outward normal n; infinite if n is 0. */
static double facet_depth(vec3 p, vec3 n, vec3 center) {
    const double length = safe_length3(n);
    return length > 0.0 ? dot3(scale3(1.0 / length, n), sub3(p, center)) : GD_INFINITY;
}

static vec3 hull_facet(const gd_hull* hull, uint32_t t, vec3* p) {
    *p = hull_corner(hull->corners, hull->triangles[3 * (size_t)t]);
    return gd_hull_normal(hull, t);
}

static vec3 polygon_facet(const gd_polygon* polygon, uint32_t i, vec3* p) {
    const uint32_t j = i + 1 == polygon->vertex_count ? 0 : i + 1;
    *p = make3(polygon->x[i], polygon->y[i], 0.0);
    return make3(polygon->y[j] - polygon->y[i], polygon->x[i] - polygon->x[j], 0.0);
}

/* Builds the polytope of the points so far, computes the centre's depth in it, and adds support
 * points along the normals of the facets nearest to the centre. */
static gd_status inscribe_round(inscribed* in, double* depth) {
    const bool plane = in->shape->dimension == 2;
    gd_hull* hull = NULL;
    gd_polygon* polygon = NULL;
    const gd_status status = plane ? gd_polygon_build(in->points, in->count, &polygon)
                                   : gd_hull_build(in->points, in->count, &hull);
    if (status != GD_STATUS_OPTIMAL) return status;
    GD_ASSERT(plane ? polygon != NULL : hull != NULL);
    const uint32_t facets = plane ? polygon->vertex_count : hull->triangle_count;
    const vec3 center = in->shape->center;
    vec3 p;
    /* The plane of a sliver may have no correct digit. These functions do not rely on it. */
    const double min_depth = plane ? gd_polygon_inradius(polygon, make2(center.x, center.y))
                                   : gd_hull_inradius(hull, center);
    *depth = min_depth;
    for (uint32_t i = 0; i < facets; i++) {
        const vec3 n = plane ? polygon_facet(polygon, i, &p) : hull_facet(hull, i, &p);
        if (facet_depth(p, n, center) <= max2(INSCRIBE_NEAR * min_depth, 0.0)) inscribe_add(in, n);
    }
    gd_hull_free(hull);
    gd_polygon_free(polygon);
    return GD_STATUS_OPTIMAL;
}

/* Distance from the centre to the surface of an inscribed polytope; > 0 if the centre is proved
 * inside. *inner is a point of the shape near the centre, relative to it. Returns
 * GD_STATUS_OPTIMAL, GD_ERROR_FLAT if the shape has no interior, or GD_ERROR_MEMORY. */
static gd_status inscribe(const gd_shape* shape, double* depth, vec3* inner) {
    inscribed* in = malloc(sizeof *in);
    if (!in) return GD_ERROR_MEMORY;
    in->shape = shape;
    in->count = 0;
    in->min_depth = GD_INFINITY;
    *depth = 0.0;
    inscribe_start(in);
    vec3 mean = make3(0.0, 0.0, 0.0);
    for (uint32_t i = 0; i < in->count; i++)
        mean = madd3(mean, 1.0 / in->count, inscribe_point(in, i));
    *inner = sub3(mean, shape->center);
    gd_status status = inscribe_round(in, depth);
    if (status == GD_ERROR_FLAT || status == GD_ERROR_TOO_FEW_POINTS) {
        inscribe_widen(in);
        status = inscribe_round(in, depth);
    }
    for (int k = 0; status == GD_STATUS_OPTIMAL && k < INSCRIBE_ROUNDS; k++) {
        const bool enough = *depth >= INSCRIBE_ENOUGH * in->min_depth || in->min_depth < 0.0;
        if (enough || in->count == INSCRIBE_POINTS) break;
        double deeper = 0.0;
        status = inscribe_round(in, &deeper);
        if (status == GD_STATUS_OPTIMAL) *depth = deeper;
    }
    free(in);
    return status == GD_ERROR_TOO_FEW_POINTS ? GD_ERROR_FLAT : status;
}

/* ---- the shape's fields ------------------------------------------------------------------ */

/* Radius of a ball inside the shape that follows from the balls inside its parts, or 0 if there is
 * none. *center is the ball's centre relative to the shape's. */
static double inscribe_parts(const gd_shape* shape, vec3* center) {
    const gd_composite* c = shape->composite;
    *center = make3(0.0, 0.0, 0.0);
    if (shape->core == GD_CORE_CUSTOM) return 0.0;
    const gd_shape *a = c->first, *b = c->second;
    const vec3 ball_a = add3(a->center, a->inner_center);
    if (shape->core == GD_CORE_TRANSFORMED) {
        *center = sub3(add3(c->offset, rotate(&c->matrix, ball_a)), shape->center);
        return c->shrink * a->inner_radius + shape->radius;
    }
    *center = sub3(add3(ball_a, add3(b->center, b->inner_center)), shape->center);
    const double margin = shape->radius - (a->radius + b->radius);
    return a->inner_radius + b->inner_radius + margin;
}

/* Radius of a ball about the centre that contains the core. The support points along the axes
 * define a box symmetric about the centre; the radius is half its diagonal. */
static double inscribe_bound(const gd_shape* shape) {
    double far[3] = {0.0, 0.0, 0.0};
    for (int i = 0; i < 2 * shape->dimension; i++) {
        const double sign = i % 2 ? 1.0 : -1.0;
        const int axis = i / 2;
        const vec3 n =
            make3(axis == 0 ? sign : 0.0, axis == 1 ? sign : 0.0, axis == 2 ? sign : 0.0);
        uint32_t hint = GD_NO_HINT;
        const vec3 s = sub3(gd_composite_support(shape, n, &hint), shape->center);
        far[axis] = max2(far[axis], fabs(dot3(n, s)));
    }
    return safe_length3(load3(far));
}

/* Uses the ball from the parts if it contains the centre; otherwise constructs an inscribed
 * polytope. */
static gd_status inscribe_composite(gd_shape* shape) {
    shape->inner_radius = inscribe_parts(shape, &shape->inner_center);
    shape->solid = safe_length3(shape->inner_center) < shape->inner_radius;
    if (!shape->solid) {
        double depth;
        vec3 inner;
        const gd_status status = inscribe(shape, &depth, &inner);
        if (status == GD_STATUS_OPTIMAL && !(depth > 0.0)) return GD_ERROR_CENTER;
        if (status != GD_STATUS_OPTIMAL && status != GD_ERROR_FLAT) return status;
        shape->solid = status == GD_STATUS_OPTIMAL;
        if (!shape->solid && shape->core == GD_CORE_CUSTOM) shape->inner_center = inner;
        if (shape->solid) shape->inner_center = make3(0.0, 0.0, 0.0);
        shape->inner_radius = shape->solid ? depth : shape->radius;
    }
    if (!shape->solid && shape->radius > 0.0) { /* rounding at this size removes the margin */
        shape->solid = safe_length3(shape->inner_center) < shape->radius;
        if (!shape->solid) return GD_ERROR_CENTER;
    }
    if (shape->solid && shape->inner_radius < INSCRIBE_LEAST) return GD_ERROR_PARTS;
    shape->bound_radius = (inscribe_bound(shape) + shape->radius) * (1.0 + 0x1p-40);
    return shape->bound_radius <= GD_LENGTH_MAX ? GD_STATUS_OPTIMAL : GD_ERROR_PARTS;
}

/* Measures the centre's depth in the hull of the points, then replaces the hull by the smooth
 * hull. */
static gd_status inscribe_smooth(gd_shape* shape, const double* p, size_t count) {
    const uint32_t dims = (uint32_t)shape->dimension;
    const vec3 c = shape->center;
    const double depth = shape->hull ? gd_hull_inradius(shape->hull, c)
                                     : gd_polygon_inradius(shape->polygon, make2(c.x, c.y));
    gd_hull_free(shape->hull);
    gd_polygon_free(shape->polygon);
    shape->hull = NULL;
    shape->polygon = NULL;
    if (!(depth > 0.0)) return GD_ERROR_CENTER;
    shape->smooth = gd_smooth_make(p + 1, (uint32_t)((count - 1) / dims), dims, p[0], c);
    if (!shape->smooth) return GD_ERROR_MEMORY;
    shape->inner_radius = depth + shape->radius;
    shape->solid = true;
    shape->strictly_convex = true;
    shape->twice_differentiable = shape->smooth->exponent >= 2.0;
    shape->bound_radius =
        min2(gd_smooth_bound(shape->smooth), inscribe_bound(shape)) + shape->radius;
    return GD_STATUS_OPTIMAL;
}

gd_status gd_composite_derive(gd_shape* shape, const double* p, size_t count) {
    return shape->core == GD_CORE_SMOOTH ? inscribe_smooth(shape, p, count)
                                         : inscribe_composite(shape);
}
