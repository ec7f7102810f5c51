/* Volume, centroid, normals and inradius of a hull, accurate also for thin hulls. */
#include "shapes/hull_lookup.h"
#include "shapes/hull_mesh.h"
#include "shapes/quickhull.h"

#include "math/predicates.h"

/* Accepted error of the volume, as a fraction of it. 2^-40 is far too small to move the centroid
 * out of a hull that is not flat. All but thin hulls reach it with plain doubles. */
#define HULL_MEASURE_ERROR 0x1p-40

static vec3 hull_snapped(const gd_hull* hull, double unit, uint32_t i) {
    const vec3 v = hull_vertex(hull, i);
    return make3(exact_snap(unit, v.x), exact_snap(unit, v.y), exact_snap(unit, v.z));
}

/* Sums the tetrahedra from the first vertex to every triangle, so distance from the origin causes
 * no cancellation. In a tilted needle or slab the terms still cancel: then the sum repeats with
 * more digits. */
void gd_hull_measure(gd_hull* hull) {
    double magnitude = 0.0;
    for (uint32_t i = 0; i < hull->vertex_count; i++)
        magnitude = max2(magnitude, max_abs3(hull_vertex(hull, i)));
    const double unit = exact_unit(magnitude);
    const vec3 apex = hull_snapped(hull, unit, 0);
    double volume = 0.0;
    vec3 moment = {0.0, 0.0, 0.0};
    double slack = 0.0;
    for (int effort = 0; effort == 0 || (effort < 3 && !(slack <= HULL_MEASURE_ERROR * volume));
         effort++) {
        volume = slack = 0.0;
        moment = make3(0.0, 0.0, 0.0);
        for (uint32_t t = 0; t < hull->triangle_count; t++) {
            const uint32_t* v = hull->triangles + 3 * (size_t)t;
            const vec3 a = hull_snapped(hull, unit, v[0]);
            const vec3 b = hull_snapped(hull, unit, v[1]);
            const vec3 c = hull_snapped(hull, unit, v[2]);
            double error;
            const double six = -gd_volume3(a, b, c, apex, effort, &error);
            volume += six;
            slack += error;
            const vec3 sum = add3(sub3(a, apex), add3(sub3(b, apex), sub3(c, apex)));
            moment = madd3(moment, six, sum);
        }
    }
    const double length = 1.0 / unit;
    const vec3 offset = scale3(0.25 / volume, moment);
    hull->centroid = madd3(hull_vertex(hull, 0), length, offset);
    hull->volume = volume / 6.0 * length * length * length;
}

/* Computed in pairs of doubles, because all digits of a needle's slivers cancel. */
vec3 gd_hull_normal(const gd_hull* hull, uint32_t triangle) {
    const uint32_t* v = hull->triangles + 3 * (size_t)triangle;
    const vec3 a = hull_vertex(hull, v[0]);
    return gd_edge_cross((exact_edge){a, hull_vertex(hull, v[1])},
                         (exact_edge){a, hull_vertex(hull, v[2])});
}

double gd_hull_inradius(const gd_hull* hull, vec3 center) {
    double min_height = GD_INFINITY;
    for (uint32_t t = 0; t < hull->triangle_count; t++) {
        const uint32_t* v = hull->triangles + 3 * (size_t)t;
        const vec3 normal = gd_hull_normal(hull, t);
        if (!(max_abs3(normal) > 0.0)) continue;
        /* The plane through the farthest vertex bounds the hull however the normal was rounded.
         * With a good normal the climb takes no step. */
        const vec3 n = unit3(normal);
        /* Ignore GD_HULL_OPEN: the facet's own edges are level, and a lower vertex only makes the
         * ball smaller. Limit the degree: with the tip's neighbours visited at each facet, a cone
         * of 32,000 sides took seconds. */
        const uint32_t top = gd_hull_climb(hull, n, v[0], HULL_DEGREE_MAX) & ~GD_HULL_OPEN;
        const vec3 s = hull_vertex(hull, top);
        min_height = min2(min_height, dot3(n, sub3(s, center)));
    }
    return min_height;
}
