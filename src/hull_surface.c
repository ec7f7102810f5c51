/* From a triangulated convex surface to what queries need: arrays ordered for the cache,
 * adjacency, volume and centroid; and the questions asked of it. */
#include "hull.h"

#include <stdlib.h>
#include <string.h>

/* ---- adjacency --------------------------------------------------------------------------- */

/* Offsets of each vertex's neighbours; every vertex has as many as triangles. */
static void surface_count(const uint32_t* triangles, uint32_t triangle_count, uint32_t count,
                          uint32_t* first) {
    memset(first, 0, (count + (size_t)1) * sizeof *first);
    for (uint32_t i = 0; i < 3 * triangle_count; i++)
        first[triangles[i] + 1]++;
    for (uint32_t i = 0; i < count; i++)
        first[i + 1] += first[i];
}

/* Neighbours of every vertex, in the order of its triangles: each triangle u v w gives u the
 * neighbour v, so every edge is given once to each end. fill is room for count offsets. */
static void surface_link(const uint32_t* triangles, uint32_t triangle_count, uint32_t count,
                         const uint32_t* first, uint32_t* fill, uint32_t* neighbors) {
    memcpy(fill, first, count * sizeof *fill);
    for (uint32_t t = 0; t < triangle_count; t++)
        for (uint32_t k = 0; k < 3; k++) {
            const uint32_t u = triangles[3 * t + k];
            neighbors[fill[u]++] = triangles[3 * t + (k + 1) % 3];
        }
}

/* number[old] = place in breadth-first order from vertex 0; queue is room for count. */
static void surface_number(const uint32_t* first, const uint32_t* neighbors, uint32_t count,
                           uint32_t* queue, uint32_t* number) {
    memset(number, 0xff, count * sizeof *number);
    uint32_t found = 0;
    number[0] = found;
    queue[found++] = 0;
    for (uint32_t i = 0; i < found; i++) {
        const uint32_t u = queue[i];
        for (uint32_t e = first[u]; e < first[u + 1]; e++)
            if (number[neighbors[e]] == UINT32_MAX) {
                number[neighbors[e]] = found;
                queue[found++] = neighbors[e];
            }
    }
}

/* ---- measures ---------------------------------------------------------------------------- */

static vec3 hull_vertex(const gd_hull* hull, uint32_t i) {
    return make3(hull->x[i], hull->y[i], hull->z[i]);
}

/* Tetrahedra from the first vertex to every triangle: far from the origin nothing cancels. */
static void hull_measure(gd_hull* hull) {
    const vec3 apex = hull_vertex(hull, 0);
    /* in units of the extent, so that no product of three lengths leaves the range */
    double extent = 0.0;
    for (uint32_t i = 1; i < hull->vertex_count; i++)
        extent = max2(extent, max_abs3(sub3(hull_vertex(hull, i), apex)));
    double volume = 0.0;
    vec3 moment = make3(0.0, 0.0, 0.0);
    for (uint32_t t = 0; t < hull->triangle_count; t++) {
        const uint32_t* v = hull->triangles + 3 * (size_t)t;
        const vec3 a = scale3(1.0 / extent, sub3(hull_vertex(hull, v[0]), apex));
        const vec3 b = scale3(1.0 / extent, sub3(hull_vertex(hull, v[1]), apex));
        const vec3 c = scale3(1.0 / extent, sub3(hull_vertex(hull, v[2]), apex));
        const double six = dot3(a, cross3(b, c));
        volume += six;
        moment = madd3(moment, six, add3(a, add3(b, c)));
    }
    hull->centroid = madd3(apex, 0.25 * extent / volume, moment);
    hull->volume = volume / 6.0 * extent * extent * extent;
}

double gd_hull_inradius(const gd_hull* hull, vec3 center) {
    double least = GD_INFINITY;
    for (uint32_t t = 0; t < hull->triangle_count; t++) {
        const uint32_t* v = hull->triangles + 3 * (size_t)t;
        const vec3 a = hull_vertex(hull, v[0]);
        const vec3 normal =
            cross3(sub3(hull_vertex(hull, v[1]), a), sub3(hull_vertex(hull, v[2]), a));
        if (!(max_abs3(normal) > 0.0)) continue;
        const vec3 n = unit3(normal);
        /* a sliver's normal is off by rounding; the supporting plane along it still bounds the
         * hull, and climbing to it takes no step from a good normal */
        uint32_t at = v[0];
        double height = dot3(n, sub3(a, center));
        for (uint32_t here = UINT32_MAX; here != at;) {
            here = at;
            for (uint32_t e = hull->first_neighbor[here]; e < hull->first_neighbor[here + 1]; e++) {
                const uint32_t i = hull->neighbors[e];
                const double h = dot3(n, sub3(hull_vertex(hull, i), center));
                if (h > height) {
                    height = h;
                    at = i;
                }
            }
        }
        least = min2(least, height);
    }
    return least;
}

/* ---- making ------------------------------------------------------------------------------ */

static size_t hull_round_up(size_t bytes) {
    return (bytes + 15) & ~(size_t)15;
}

/* One allocation for the struct and its arrays. */
static gd_hull* hull_allocate(uint32_t count, uint32_t triangle_count) {
    const size_t padded = (count + (size_t)3) & ~(size_t)3;
    const size_t head = hull_round_up(sizeof(gd_hull));
    const size_t column = padded * sizeof(double);
    const size_t edges = 3 * (size_t)triangle_count * sizeof(uint32_t);
    char* at = aligned_alloc(
        16, hull_round_up(head + 3 * column + 2 * edges + (count + (size_t)1) * sizeof(uint32_t)));
    if (!at) return NULL;
    gd_hull* hull = (gd_hull*)(void*)at;
    memset(hull, 0, sizeof *hull);
    hull->vertex_count = count;
    hull->padded_count = (uint32_t)padded;
    hull->triangle_count = triangle_count;
    hull->x = (double*)(void*)(at + head);
    hull->y = hull->x + padded;
    hull->z = hull->y + padded;
    hull->first_neighbor = (uint32_t*)(void*)(hull->z + padded);
    hull->neighbors = hull->first_neighbor + count + 1;
    hull->triangles = hull->neighbors + 3 * (size_t)triangle_count;
    return hull;
}

gd_status gd_hull_from_surface(const double* points, const uint32_t* origin, uint32_t count,
                               const uint32_t* triangles, uint32_t triangle_count, gd_hull** out) {
    gd_hull* hull = hull_allocate(count, triangle_count);
    uint32_t* work = malloc(2 * (size_t)count * sizeof *work);
    if (!hull || !work) {
        free(hull);
        free(work);
        return GD_ERROR_MEMORY;
    }
    uint32_t *queue = work, *number = work + count;
    surface_count(triangles, triangle_count, count, hull->first_neighbor);
    surface_link(triangles, triangle_count, count, hull->first_neighbor, queue, hull->neighbors);
    surface_number(hull->first_neighbor, hull->neighbors, count, queue, number);

    for (uint32_t i = 0; i < hull->padded_count; i++) {
        const double* p = points + 3 * (size_t)origin[queue[i < count ? i : 0]];
        hull->x[i] = p[0];
        hull->y[i] = p[1];
        hull->z[i] = p[2];
    }
    for (uint32_t i = 0; i < 3 * triangle_count; i++)
        hull->triangles[i] = number[triangles[i]];
    surface_count(hull->triangles, triangle_count, count, hull->first_neighbor);
    surface_link(hull->triangles, triangle_count, count, hull->first_neighbor, queue,
                 hull->neighbors);
    free(work);
    hull_measure(hull);
    *out = hull;
    return GD_STATUS_OPTIMAL;
}

void gd_hull_free(gd_hull* hull) {
    free(hull);
}
