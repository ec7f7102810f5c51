/* Fuzzes the construction of hulls from points on coarse lattices, near lattices or anywhere. Every
 * hull must be a closed surface that contains every point. */
#include "fuzz.h"

#include "shapes/quickhull.h"

#define POINTS_MAX 120

static void check_hull(const gd_hull* hull, const double* points, size_t count) {
    REQUIRE(hull->vertex_count >= 4 && hull->vertex_count <= count);
    REQUIRE(hull->triangle_count == 2 * hull->vertex_count - 4);
    REQUIRE(hull->volume >= 0.0);
    REQUIRE(hull->padded_count >= hull->vertex_count && hull->padded_count % 4 == 0);
    real extent = 0;
    for (size_t i = 0; i < 3 * count; i++)
        extent = fmaxl(extent, fabsl(points[i]));
    for (uint32_t t = 0; t < hull->triangle_count; t++) {
        vec3 v[3];
        for (int k = 0; k < 3; k++) {
            const uint32_t at = hull->triangles[3 * t + (uint32_t)k];
            REQUIRE(at < hull->vertex_count);
            v[k] = hull_corner(hull->corners, at);
        }
        const real e[3] = {(real)v[1].x - v[0].x, (real)v[1].y - v[0].y, (real)v[1].z - v[0].z};
        const real f[3] = {(real)v[2].x - v[0].x, (real)v[2].y - v[0].y, (real)v[2].z - v[0].z};
        const real n[3] = {e[1] * f[2] - e[2] * f[1], e[2] * f[0] - e[0] * f[2],
                           e[0] * f[1] - e[1] * f[0]};
        const real size = real_length(n), longest = fmaxl(real_length(e), real_length(f));
        /* rounding decides the normal of a sliver */
        if (size < 1e-6L * longest * longest) continue;
        for (size_t i = 0; i < count; i++) {
            const real x[3] = {(real)points[3 * i] - v[0].x, (real)points[3 * i + 1] - v[0].y,
                               (real)points[3 * i + 2] - v[0].z};
            REQUIRE(real_dot(n, x) <= 1e-12L * size * extent);
        }
    }
    for (uint32_t i = 0; i < hull->vertex_count; i++) {
        REQUIRE(hull->first_neighbor[i] < hull->first_neighbor[i + 1]);
        for (uint32_t k = hull->first_neighbor[i]; k < hull->first_neighbor[i + 1]; k++)
            REQUIRE(hull->neighbors[k] < hull->vertex_count && hull->neighbors[k] != i);
    }
    for (uint32_t i = 0; i < 6 * hull->grid * hull->grid; i++)
        for (uint32_t k = 0; k < GD_DIRECTION_CELL_CAPACITY; k++)
            REQUIRE((hull->cells[i].vertex[k] & ~GD_HULL_OPEN) < hull->vertex_count);
}

static void check_polygon(const gd_polygon* polygon, size_t count) {
    REQUIRE(polygon->vertex_count >= 3 && polygon->vertex_count <= count);
    REQUIRE(polygon->area >= 0.0);
    for (uint32_t i = 0; i < polygon->vertex_count; i++) {
        const uint32_t j = (i + 1) % polygon->vertex_count, k = (j + 1) % polygon->vertex_count;
        const real turn =
            ((real)polygon->x[j] - polygon->x[i]) * ((real)polygon->y[k] - polygon->y[j]) -
            ((real)polygon->y[j] - polygon->y[i]) * ((real)polygon->x[k] - polygon->x[j]);
        const real scale = fabsl(polygon->x[i]) + fabsl(polygon->y[i]) + fabsl(polygon->x[j]) +
                           fabsl(polygon->y[j]) + fabsl(polygon->x[k]) + fabsl(polygon->y[k]);
        REQUIRE(turn >= -1e-15L * scale * scale);
    }
}

static double draw_coordinate(draw* d, uint8_t way) {
    if (way < 100) return (double)(draw_byte(d) % 4);
    if (way < 160) return (double)(draw_byte(d) % 4) + 0x1p-50 * (double)(draw_byte(d) % 3);
    if (way < 220) return 2.0 * draw_unit(d) - 1.0;
    const double x = draw_any(d);
    return fabs(x) <= GD_LENGTH_MAX ? x : 0.5;
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    draw d = {.bytes = data, .left = size};
    const uint8_t way = draw_byte(&d);
    const size_t count = draw_byte(&d) % POINTS_MAX;
    double* points = malloc(24 * count + 1);
    for (size_t i = 0; i < 3 * count; i++)
        points[i] = draw_coordinate(&d, way);
    gd_hull* hull = NULL;
    if (gd_hull_build(points, count, &hull) == GD_STATUS_OPTIMAL) {
        check_hull(hull, points, count);
        gd_hull_free(hull);
    }
    gd_polygon* polygon = NULL;
    if (gd_polygon_build(points, 3 * count / 2, &polygon) == GD_STATUS_OPTIMAL) {
        check_polygon(polygon, 3 * count / 2);
        gd_polygon_free(polygon);
    }
    free(points);
    return 0;
}
