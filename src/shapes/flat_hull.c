/* Hulls of points that are flat up to rounding.
 *
 * If four points are not coplanar in exact arithmetic, the hull is a thin solid, and quickhull
 * constructs it. Otherwise this file lists its corners in order. The surface then covers the
 * polygon twice, once from each side. So it is closed like the surface of a solid: n corners have
 * 2n - 4 triangles, and the neighbours of a corner include the two beside it. */
#include "shapes/flat_hull.h"

#include "math/predicates.h"
#include "shapes/quickhull.h"

#include <stdlib.h>

static GD_COLD vec2 flat_hull_project(vec3 p, int axis) {
    return axis == 0 ? make2(p.y, p.z) : axis == 1 ? make2(p.z, p.x) : make2(p.x, p.y);
}

/* The axis along which three points project to a triangle, or -1 if they are collinear. */
static GD_COLD int flat_hull_axis(vec3 a, vec3 b, vec3 c) {
    for (int axis = 2; axis >= 0; axis--)
        if (gd_orient2(flat_hull_project(a, axis), flat_hull_project(b, axis),
                       flat_hull_project(c, axis)) != 0)
            return axis;
    return -1;
}

GD_COLD int gd_flat_hull_simplex(const vec3* points, uint32_t count, uint32_t corner[4]) {
    int dimension = 0;
    corner[0] = 0;
    for (uint32_t i = 1; i < count && dimension < 3; i++) {
        const vec3 a = points[0], p = points[i];
        bool wider = p.x != a.x || p.y != a.y || p.z != a.z;
        if (dimension > 0) wider = wider && flat_hull_axis(a, points[corner[1]], p) >= 0;
        if (dimension > 1) wider = gd_orient3(a, points[corner[1]], points[corner[2]], p) != 0;
        if (wider) corner[++dimension] = i;
    }
    return dimension;
}

/* An axis along which no two points project to the same point. */
static int flat_hull_view(const vec3* points, int dimension, const uint32_t corner[4]) {
    if (dimension == 0) return 0;
    const vec3 a = points[corner[0]], b = points[corner[1]];
    if (dimension == 1) return b.x != a.x || b.y != a.y ? 2 : 0;
    return flat_hull_axis(a, b, points[corner[2]]);
}

GD_COLD uint32_t gd_flat_hull_loop(const vec3* points, uint32_t count, int dimension,
                                   const uint32_t corner[4], uint32_t* loop) {
    double* flat = malloc(2 * (size_t)count * sizeof *flat);
    if (!flat) return 0;
    const int axis = flat_hull_view(points, dimension, corner);
    for (uint32_t i = 0; i < count; i++) {
        const vec2 p = flat_hull_project(points[i], axis);
        flat[2 * (size_t)i] = p.x;
        flat[2 * (size_t)i + 1] = p.y;
    }
    const uint32_t corners = gd_polygon_loop(flat, count, loop);
    free(flat);
    return corners;
}

/* The polygon is a strip: each corner of its diagonals is one step farther than the previous one on
 * its side. Few triangles share a corner. */
GD_COLD uint32_t gd_flat_hull_cover(uint32_t count, uint32_t* triangles) {
    uint32_t low = 0, high = count - 1, written = 0;
    while (low + 1 < high) {
        const bool left = written % 4 == 0;
        const uint32_t tip = left ? low + 1 : high - 1;
        const uint32_t both[6] = {low, tip, high, low, high, tip};
        for (int k = 0; k < 6; k++)
            triangles[3 * (size_t)written + (size_t)k] = both[k];
        written += 2;
        if (left)
            low = tip;
        else
            high = tip;
    }
    return written;
}

/* The vertex farthest from a point. */
static GD_COLD vec3 flat_hull_farthest(const gd_hull* hull, vec3 from) {
    vec3 best = from;
    double most = 0.0;
    for (uint32_t i = 0; i < hull->vertex_count; i++) {
        const vec3 v = hull_vertex(hull, i);
        const double d = safe_length3(sub3(v, from));
        if (d > most) best = v;
        most = max2(d, most);
    }
    return best;
}

static GD_COLD vec3 flat_hull_snapped(const gd_hull* hull, double unit, uint32_t i) {
    const vec3 v = hull_vertex(hull, i);
    return make3(exact_snap(unit, v.x), exact_snap(unit, v.y), exact_snap(unit, v.z));
}

/* Both sides of the surface have the same centroid up to rounding, so all triangles count. */
GD_COLD vec3 gd_flat_hull_centroid(const gd_hull* hull) {
    const vec3 end = flat_hull_farthest(hull, hull_vertex(hull, 0));
    const vec3 other = flat_hull_farthest(hull, end);
    double magnitude = 0.0, area = 0.0; /* area: four times the polygon's */
    for (uint32_t i = 0; i < hull->vertex_count; i++)
        magnitude = max2(magnitude, max_abs3(hull_vertex(hull, i)));
    const double unit = exact_unit(magnitude);
    const vec3 apex = flat_hull_snapped(hull, unit, 0);
    vec3 moment = make3(0.0, 0.0, 0.0);
    for (uint32_t t = 0; t < hull->triangle_count; t++) {
        const uint32_t* v = hull->triangles + 3 * (size_t)t;
        const vec3 a = flat_hull_snapped(hull, unit, v[0]);
        const vec3 b = flat_hull_snapped(hull, unit, v[1]);
        const vec3 c = flat_hull_snapped(hull, unit, v[2]);
        const double two = length3(gd_edge_cross((exact_edge){a, b}, (exact_edge){a, c}));
        const vec3 sum = add3(sub3(a, apex), add3(sub3(b, apex), sub3(c, apex)));
        area += two;
        moment = madd3(moment, two, sum);
    }
    const double extent = unit * safe_length3(sub3(other, end));
    const double width = max2(extent * HULL_FLAT_EXTENT, HULL_FLAT_COORDINATE);
    if (!(area > 4.0 * extent * width)) return madd3(end, 0.5, sub3(other, end));
    const double t = 3.0 * area * unit;
    return add3(hull_vertex(hull, 0), make3(moment.x / t, moment.y / t, moment.z / t));
}
