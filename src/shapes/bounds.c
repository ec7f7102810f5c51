/* Depth of the centre inside a core, and radius of the core about the centre. Computed once, when a
 * shape is created. */
#include "shapes/bounds.h"

#include "shapes/support.h"
#include "shapes/quickhull.h"

/* Distance from an inner point c to the surface of an ellipsoid.
 *
 * The signs of c do not matter, so let c_i >= 0. The nearest surface point is x_i = r_i^2 c_i / (t
 * + r_i^2). Here t in (-min r^2, 0] is the root of sum (r_i c_i / (t + r_i^2))^2 = 1, whose left
 * side falls with t; bisection finds t to the last bit.
 *
 * If c is 0 along the shortest axis, the root may not exist. Then t is the lower end of the
 * interval, and the equation of the surface determines that coordinate of x. */
static double ellipsoid_depth(vec3 radii, vec3 c) {
    double r[3] = {radii.x, radii.y, radii.z};
    double y[3] = {fabs(c.x), fabs(c.y), fabs(c.z)};
    int shortest = 0;
    for (int i = 1; i < 3; i++)
        if (r[i] < r[shortest] || (r[i] == r[shortest] && y[i] > y[shortest])) shortest = i;
    const double unit = r[shortest]; /* scale the shortest radius to 1 */
    for (int i = 0; i < 3; i++) {
        r[i] /= unit;
        y[i] /= unit;
    }
    double low = -1.0, high = 0.0;
    for (int k = 0; k < 128; k++) {
        const double t = 0.5 * (low + high);
        double sum = 0.0;
        for (int i = 0; i < 3; i++) {
            const double q = y[i] > 0.0 ? r[i] * y[i] / (t + r[i] * r[i]) : 0.0;
            sum += q * q;
        }
        if (sum > 1.0)
            low = t;
        else
            high = t;
    }
    double distance2 = 0.0, rest = 1.0;
    for (int i = 0; i < 3; i++) {
        if (i == shortest) continue;
        const double x = y[i] > 0.0 ? r[i] * r[i] * y[i] / (high + r[i] * r[i]) : 0.0;
        distance2 += (x - y[i]) * (x - y[i]);
        rest -= x * x / (r[i] * r[i]);
    }
    /* If rest is small, its square root enlarges its rounding error. Subtract the error, so that
     * the depth is not too large. */
    if (!(rest > 0.25)) rest -= 16.0 * GD_EPS;
    const double x = rest > 0.0 ? sqrt(rest) : 0.0, d = max2(x - y[shortest], 0.0);
    return unit * sqrt(distance2 + d * d);
}

/* Returns 0 for cores without a closed form, which do not get here. */
double gd_core_depth(const gd_shape* shape) {
    const vec3 c = shape->center, size = shape->size;
    if (shape->hull) return gd_hull_inradius(shape->hull, c);
    if (shape->polygon) return gd_polygon_inradius(shape->polygon, make2(c.x, c.y));
    const double rho = sqrt(c.x * c.x + c.z * c.z);
    switch (shape->core) {
    case GD_CORE_BOX: {
        const double depth = min2(size.x - fabs(c.x), size.y - fabs(c.y));
        return shape->dimension == 3 ? min2(depth, size.z - fabs(c.z)) : depth;
    }
    case GD_CORE_ELLIPSOID: {
        const double gx = c.x / size.x, gy = c.y / size.y;
        const double gz = shape->dimension == 3 ? c.z / size.z : 0.0;
        if (!(gx * gx + gy * gy + gz * gz < 1.0)) return -1.0;
        /* 2D: rotated about y, the ellipse becomes an ellipsoid. c lies in its meridian plane z =
         * 0, so both have the same depth. */
        return ellipsoid_depth(make3(size.x, size.y, shape->dimension == 3 ? size.z : size.x), c);
    }
    case GD_CORE_CYLINDER: return min2(size.y - fabs(c.y), size.x - rho);
    case GD_CORE_FRUSTUM: {
        /* Distance to the lateral surface, whose normal in the (rho, y) plane is (2h, bottom -
         * top). */
        const double slope = (size.x - size.z) / (2.0 * size.y);
        const double side =
            (0.5 * (size.x + size.z) - slope * c.y - rho) / sqrt(1.0 + slope * slope);
        return min2(size.y - fabs(c.y), side);
    }
    case GD_CORE_POINT:
    case GD_CORE_SEGMENT:
    case GD_CORE_MESH:
    case GD_CORE_HALFSPACE:
    case GD_CORE_POINTS: /* unreachable: flat, a hull, or no closed form */
    case GD_CORE_VERTICES:
    case GD_CORE_SMOOTH:
    case GD_CORE_TRANSFORMED:
    case GD_CORE_SUM:
    case GD_CORE_CUSTOM: break;
    }
    return 0.0;
}

static GD_COLD vec3 nearest_on_segment(vec3 a, vec3 b, vec3 c) {
    const vec3 ab = sub3(b, a);
    const double m = max_abs3(ab);
    if (!(m > 0.0)) return a;
    const vec3 e = scale3(1.0 / m, ab);
    double t = dot3(scale3(1.0 / m, sub3(c, a)), e) / dot3(e, e);
    t = t < 0.0 ? 0.0 : t > 1.0 ? 1.0 : t;
    return madd3(a, t, ab);
}

/* The point of a triangle nearest to c: the projection if it falls inside the triangle, otherwise
 * the nearest point of an edge. */
static GD_COLD vec3 nearest_on_triangle(const vec3 v[3], vec3 c) {
    vec3 best = nearest_on_segment(v[0], v[1], c);
    double best_distance = safe_length3(sub3(best, c));
    for (int i = 1; i < 3; i++) {
        const vec3 q = nearest_on_segment(v[i], v[(i + 1) % 3], c);
        const double distance = safe_length3(sub3(q, c));
        if (distance < best_distance) {
            best = q;
            best_distance = distance;
        }
    }
    const double m = max2(max_abs3(sub3(v[1], v[0])), max_abs3(sub3(v[2], v[0])));
    if (!(m > 0.0)) return best;
    const vec3 e = scale3(1.0 / m, sub3(v[1], v[0])), f = scale3(1.0 / m, sub3(v[2], v[0]));
    const vec3 n = cross3(e, f), q = scale3(1.0 / m, sub3(c, v[0]));
    const double nn = dot3(n, n);
    if (!(nn > 0.0)) return best;
    const double s = dot3(cross3(q, f), n) / nn, t = dot3(cross3(e, q), n) / nn;
    if (s < 0.0 || t < 0.0 || s + t > 1.0) return best;
    return madd3(madd3(v[0], s * m, e), t * m, f);
}

/* Uses the triangles of a hull's surface, or a fan. If there are fewer than three vertices, the
 * first one repeats. */
static GD_COLD vec3 nearest_on_vertices(const gd_shape* shape, vec3 c) {
    const uint32_t count = shape->vertices.count;
    const uint32_t* index = shape->hull && count > 2 ? shape->hull->triangles : NULL;
    const uint32_t triangles = index ? shape->hull->triangle_count : count > 3 ? count - 2 : 1;
    vec3 best = c;
    double least = GD_INFINITY;
    for (uint32_t t = 0; t < triangles; t++) {
        vec3 v[3];
        for (uint32_t k = 0; k < 3; k++) {
            const uint32_t fan = k > 0 && t + k < count ? t + k : 0;
            v[k] = shape_vertex(&shape->vertices, index ? index[3 * (size_t)t + k] : fan);
        }
        const vec3 q = nearest_on_triangle(v, c);
        const double distance = safe_length3(sub3(q, c));
        if (distance < least) best = q;
        least = min2(least, distance);
    }
    return best;
}

vec3 gd_core_nearest(const gd_shape* shape) {
    const vec3 c = shape->center;
    switch (shape->core) {
    case GD_CORE_POINT: break;
    case GD_CORE_SEGMENT: {
        const double h = shape->size.y;
        return make3(0.0, c.y < -h ? -h : c.y > h ? h : c.y, 0.0);
    }
    case GD_CORE_VERTICES:
    case GD_CORE_MESH: return nearest_on_vertices(shape, c);
    case GD_CORE_BOX:
    case GD_CORE_ELLIPSOID:
    case GD_CORE_CYLINDER:
    case GD_CORE_FRUSTUM:
    case GD_CORE_SMOOTH:
    case GD_CORE_TRANSFORMED:
    case GD_CORE_SUM:
    case GD_CORE_CUSTOM:
    case GD_CORE_HALFSPACE:
    case GD_CORE_POINTS: break; /* unreachable: has an interior, or see composite_bounds.c */
    }
    return make3(0.0, 0.0, 0.0);
}

double gd_core_bound(const gd_shape* shape) {
    const vec3 c = shape->center, size = shape->size;
    const double rho = sqrt(c.x * c.x + c.z * c.z);
    switch (shape->core) {
    case GD_CORE_POINT: return safe_length3(c);
    case GD_CORE_SEGMENT:
    case GD_CORE_BOX:
        return safe_length3(make3(size.x + fabs(c.x), size.y + fabs(c.y), size.z + fabs(c.z)));
    case GD_CORE_ELLIPSOID: return max_abs3(size) + safe_length3(c);
    case GD_CORE_CYLINDER: return safe_length3(make3(size.x + rho, size.y + fabs(c.y), 0.0));
    case GD_CORE_FRUSTUM:
        return max2(safe_length3(make3(size.x + rho, size.y + c.y, 0.0)),
                    safe_length3(make3(size.z + rho, size.y - c.y, 0.0)));
    case GD_CORE_VERTICES:
    case GD_CORE_MESH: {
        double bound = 0.0;
        for (uint32_t i = 0; i < shape->vertices.count; i++) {
            const vec3 v = shape_vertex(&shape->vertices, i);
            bound = max2(bound, safe_length3(sub3(v, c)));
        }
        return bound;
    }
    case GD_CORE_SMOOTH:
    case GD_CORE_TRANSFORMED:
    case GD_CORE_SUM:
    case GD_CORE_CUSTOM:
    case GD_CORE_HALFSPACE:
    case GD_CORE_POINTS:
        break; /* unreachable: see composite_bounds.c and points_nd.c, or unbounded */
    }
    return 0.0; /* unreachable: every other core returned */
}

bool gd_core_has_interior(const gd_shape* shape) {
    switch (shape->core) {
    case GD_CORE_BOX:
    case GD_CORE_ELLIPSOID:
    case GD_CORE_CYLINDER:
    case GD_CORE_FRUSTUM: return true;
    case GD_CORE_VERTICES:
    case GD_CORE_MESH:
        return (shape->hull && !shape->hull->flat) || (shape->polygon && !shape->polygon->flat);
    case GD_CORE_POINT:
    case GD_CORE_SEGMENT:
    case GD_CORE_SMOOTH:
    case GD_CORE_TRANSFORMED:
    case GD_CORE_SUM:
    case GD_CORE_CUSTOM:
    case GD_CORE_HALFSPACE:
    case GD_CORE_POINTS: break;
    }
    return false;
}

static GD_COLD double core_height(const gd_shape* shape, vec3 n) {
    uint32_t hint = GD_NO_HINT;
    return dot3(n, core_support(shape, n, &hint));
}

/* Squared half extents e along the axes, divided by the largest e: e * (e / largest e), which has
 * the unit of a length. */
static vec3 core_ellipsoid_proxy(const gd_shape* shape) {
    double extent[3] = {0.0, 0.0, 0.0}, largest = 0.0;
    for (int i = 0; i < shape->dimension; i++) {
        const vec3 axis = make3(i == 0, i == 1, i == 2);
        const double width = core_height(shape, axis) + core_height(shape, neg3(axis));
        extent[i] = 0.5 * width + shape->radius;
        largest = max2(largest, extent[i]);
    }
    if (!(largest > 0.0)) return make3(0.0, 0.0, 0.0);
    return make3(extent[0] * (extent[0] / largest), extent[1] * (extent[1] / largest),
                 extent[2] * (extent[2] / largest));
}

void gd_core_measure(gd_shape* shape) {
    shape->center_inradius = shape->inner_radius - safe_length3(shape->inner_center);
    const double off = safe_length3(shape->center);
    shape->off_center = off > 0.0;
    shape->origin_inradius = shape->center_inradius - off;
    shape->origin_bound_radius = shape->bound_radius + off;
    if (shape->core == GD_CORE_HALFSPACE) {
        shape->origin_inradius = -GD_INFINITY;
        shape->origin_bound_radius = GD_INFINITY;
        return;
    }
    shape->ellipsoid_proxy = core_ellipsoid_proxy(shape);
    if (shape->vertices.count > 0) { /* The bound through the centre is loose for an asymmetric
                                        hull, so measure from the origin. */
        gd_shape moved = *shape;
        moved.center = make3(0.0, 0.0, 0.0);
        shape->origin_bound_radius =
            min2(shape->origin_bound_radius, gd_core_bound(&moved) + shape->radius);
    }
}
