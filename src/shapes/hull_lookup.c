/* Finds the vertex farthest along a direction by climbing over the surface of a hull. */
#include "shapes/hull_lookup.h"

/* The rise n.d along an edge d is a sum of three products. If it is below this fraction of the sum
 * of their magnitudes, it may be rounding. */
#define CLIMB_LEVEL 0x1p-50

/* Uses the rise along each edge, not the difference of two heights. Two corners may be so close, as
 * at the seam of a surface of revolution, that their heights round to the same number. Each step
 * rises by more than rounding, so the climb terminates. */
uint32_t gd_hull_climb(const gd_hull* hull, vec3 n, uint32_t from, uint32_t max_degree) {
    for (;;) {
        if (hull_degree(hull, from) > max_degree) return from | GD_HULL_OPEN;
        const vec3 corner = hull_vertex(hull, from);
        double rise = 0.0;
        uint32_t at = from, level = 0;
        for (uint32_t e = hull->first_neighbor[from]; e < hull->first_neighbor[from + 1]; e++) {
            const uint32_t i = hull->neighbors[e];
            const vec3 d = sub3(hull_vertex(hull, i), corner);
            const vec3 part = make3(n.x * d.x, n.y * d.y, n.z * d.z);
            const double r = part.x + part.y + part.z;
            if (fabs(r) <= CLIMB_LEVEL * (fabs(part.x) + fabs(part.y) + fabs(part.z))) {
                level = GD_HULL_OPEN;
            } else if (r > rise) {
                rise = r;
                at = i;
            }
        }
        if (at == from) return at | level;
        from = at;
    }
}

/* Visiting a neighbour takes as long as scanning this many vertices. So the climb stops at a vertex
 * with too many neighbours. The growth distance of a cone with 256 sides takes 7.6 us without this
 * limit and 4.2 us with it. */
#define SUPPORT_NEIGHBOR 8u

GD_NOINLINE uint32_t gd_hull_support(const gd_hull* hull, vec3 n, uint32_t from) {
    const uint32_t at = gd_hull_climb(hull, n, from, hull->vertex_count / SUPPORT_NEIGHBOR);
    if (!(at & GD_HULL_OPEN)) return at;
    return support_scan(hull->corners, (hull->vertex_count + 3) & ~3u, n.x, n.y, n.z);
}
