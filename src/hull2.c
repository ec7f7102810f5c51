/* Convex hull in 2D: monotone chains (Andrew 1979) on exact orientation tests, so corners are kept
 * as given and points inside edges are left out without a tolerance. */
#include "exact.h"
#include "hull.h"

#include <stdlib.h>

/* As in hull.c. */
#define POLYGON_FLAT_EXTENT 0x1p-48
#define POLYGON_FLAT_COORDINATE 0x1p-50

static int polygon_order(const void* left, const void* right) {
    const vec2 *a = left, *b = right;
    if (a->x != b->x) return a->x < b->x ? -1 : 1;
    return (a->y > b->y) - (a->y < b->y);
}

/* Appends to a chain what keeps it turning counter-clockwise. base is where the chain began. */
static uint32_t polygon_push(vec2* chain, uint32_t size, uint32_t base, vec2 p) {
    while (size >= base + 2 && gd_orient2(chain[size - 2], chain[size - 1], p) <= 0)
        size--;
    chain[size] = p;
    return size + 1;
}

/* Corners of sorted points, counter-clockwise; chain is room for count + 1. */
static uint32_t polygon_corners(const vec2* points, uint32_t count, vec2* chain) {
    uint32_t size = 0;
    for (uint32_t i = 0; i < count; i++)
        size = polygon_push(chain, size, 0, points[i]);
    const uint32_t base = size - 1;
    for (uint32_t i = count - 1; i-- > 0;)
        size = polygon_push(chain, size, base, points[i]);
    return size - 1; /* the last is the first again */
}

static bool polygon_is_flat(const vec2* corner, uint32_t count) {
    double extent = 0.0, width = 0.0, magnitude = 0.0;
    uint32_t far = 0;
    for (uint32_t i = 0; i < count; i++) {
        const double d = safe_length2(sub2(corner[i], corner[0]));
        magnitude = max2(magnitude, max2(fabs(corner[i].x), fabs(corner[i].y)));
        if (d > extent) {
            extent = d;
            far = i;
        }
    }
    if (!(extent > 0.0)) return true;
    const vec2 along = unit2(sub2(corner[far], corner[0]));
    for (uint32_t i = 0; i < count; i++)
        width = max2(width, fabs(cross2(along, sub2(corner[i], corner[0]))));
    return !(width > max2(extent * POLYGON_FLAT_EXTENT, magnitude * POLYGON_FLAT_COORDINATE));
}

static void polygon_measure(gd_polygon* polygon) {
    const vec2 apex = make2(polygon->x[0], polygon->y[0]);
    double area = 0.0;
    vec2 moment = make2(0.0, 0.0);
    for (uint32_t i = 1; i + 1 < polygon->vertex_count; i++) {
        const vec2 a = sub2(make2(polygon->x[i], polygon->y[i]), apex);
        const vec2 b = sub2(make2(polygon->x[i + 1], polygon->y[i + 1]), apex);
        const double two = cross2(a, b);
        area += two;
        moment = madd2(moment, two, add2(a, b));
    }
    polygon->area = 0.5 * area;
    polygon->centroid = madd2(apex, 1.0 / (3.0 * area), moment);
}

static gd_polygon* polygon_allocate(uint32_t count) {
    const size_t padded = (count + (size_t)3) & ~(size_t)3;
    const size_t head = (sizeof(gd_polygon) + 15) & ~(size_t)15;
    char* at = aligned_alloc(16, head + 2 * padded * sizeof(double));
    if (!at) return NULL;
    gd_polygon* polygon = (gd_polygon*)(void*)at;
    polygon->vertex_count = count;
    polygon->padded_count = (uint32_t)padded;
    polygon->x = (double*)(void*)(at + head);
    polygon->y = polygon->x + padded;
    return polygon;
}

gd_status gd_polygon_build(const double* input, size_t size, gd_polygon** out) {
    *out = NULL;
    if (size < 3) return GD_ERROR_TOO_FEW_POINTS;
    if (size > UINT32_MAX / 64) return GD_ERROR_MEMORY;
    uint32_t count = (uint32_t)size;
    vec2* points = malloc(2 * (size + 1) * sizeof *points);
    if (!points) return GD_ERROR_MEMORY;
    for (uint32_t i = 0; i < count; i++)
        points[i] = make2(input[2 * i], input[2 * i + 1]);
    qsort(points, count, sizeof *points, polygon_order);
    uint32_t distinct = 1;
    for (uint32_t i = 1; i < count; i++)
        if (points[i].x != points[distinct - 1].x || points[i].y != points[distinct - 1].y)
            points[distinct++] = points[i];
    gd_status status = distinct < 3 ? GD_ERROR_TOO_FEW_POINTS : GD_STATUS_OPTIMAL;
    vec2* corner = points + size;
    if (status == GD_STATUS_OPTIMAL) {
        count = polygon_corners(points, distinct, corner);
        if (count < 3 || polygon_is_flat(corner, count)) status = GD_ERROR_FLAT;
    }
    if (status == GD_STATUS_OPTIMAL) {
        gd_polygon* polygon = polygon_allocate(count);
        if (polygon) {
            for (uint32_t i = 0; i < polygon->padded_count; i++) {
                polygon->x[i] = corner[i < count ? i : 0].x;
                polygon->y[i] = corner[i < count ? i : 0].y;
            }
            polygon_measure(polygon);
        } else {
            status = GD_ERROR_MEMORY;
        }
        *out = polygon;
    }
    free(points);
    return status;
}

void gd_polygon_free(gd_polygon* polygon) {
    free(polygon);
}

double gd_polygon_inradius(const gd_polygon* polygon, vec2 center) {
    double least = GD_INFINITY;
    for (uint32_t i = 0; i < polygon->vertex_count; i++) {
        const uint32_t j = i + 1 < polygon->vertex_count ? i + 1 : 0;
        const vec2 a = make2(polygon->x[i], polygon->y[i]);
        const vec2 along = unit2(sub2(make2(polygon->x[j], polygon->y[j]), a));
        least = min2(least, cross2(along, sub2(center, a)));
    }
    return least;
}
