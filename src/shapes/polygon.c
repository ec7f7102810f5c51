/* Convex hull in 2D: monotone chains (Andrew 1979) with exact orientation tests. Corners keep their
 * given coordinates, and points inside edges are removed without a tolerance. */
#include "math/predicates.h"
#include "shapes/quickhull.h"

#include <stdlib.h>

/* A point as given, and as snapped for the exact tests. */
typedef struct polygon_point {
    vec2 given;
    vec2 snapped;
    uint32_t index;
} polygon_point;

static int polygon_order2(vec2 a, vec2 b) {
    if (a.x != b.x) return a.x < b.x ? -1 : 1;
    return (a.y > b.y) - (a.y < b.y);
}

static bool polygon_before(const polygon_point* a, const polygon_point* b) {
    const int order = polygon_order2(a->snapped, b->snapped);
    return (order != 0 ? order : polygon_order2(a->given, b->given)) < 0;
}

/* Heapsort: smaller than the C library's sort, and the order of equal points is the same
 * everywhere. */
static void polygon_heapsort(polygon_point* points, uint32_t count) {
    uint32_t first = count / 2, end = count;
    while (end > 1) {
        if (first > 0) { /* the heap is still being built, from the end */
            first--;
        } else {
            const polygon_point last = points[--end];
            points[end] = points[0];
            points[0] = last;
        }
        const polygon_point sinking = points[first];
        uint32_t at = first;
        for (uint32_t child; (child = 2 * at + 1) < end; at = child) {
            if (child + 1 < end && polygon_before(&points[child], &points[child + 1])) child++;
            if (!polygon_before(&sinking, &points[child])) break;
            points[at] = points[child];
        }
        points[at] = sinking;
    }
}

/* Removes points from the end of the chain until it turns counter-clockwise at p, then appends p.
 * base is the index of the chain's first point. */
static uint32_t polygon_push(polygon_point* chain, uint32_t size, uint32_t base, polygon_point p) {
    while (size >= base + 2 &&
           gd_orient2(chain[size - 2].snapped, chain[size - 1].snapped, p.snapped) <= 0)
        size--;
    chain[size] = p;
    return size + 1;
}

/* The corners of sorted points, counter-clockwise. chain has room for count + 1 points. */
static uint32_t polygon_corners(const polygon_point* points, uint32_t count, polygon_point* chain) {
    uint32_t size = 0;
    for (uint32_t i = 0; i < count; i++)
        size = polygon_push(chain, size, 0, points[i]);
    if (size == 1) return 1;
    const uint32_t base = size - 1;
    for (uint32_t i = count - 1; i-- > 0;)
        size = polygon_push(chain, size, base, points[i]);
    return size - 1; /* the last point repeats the first */
}

/* Whether the corners are flat up to rounding. Consecutive corners differ, so extent > 0. */
static bool polygon_is_flat(const polygon_point* corner, uint32_t count) {
    const vec2 a = corner[0].snapped;
    double extent = 0.0, width = 0.0;
    uint32_t far = 0;
    for (uint32_t i = 0; i < count; i++) {
        const double d = length2(sub2(corner[i].snapped, a));
        if (d > extent) {
            extent = d;
            far = i;
        }
    }
    const vec2 along = scale2(1.0 / extent, sub2(corner[far].snapped, a));
    for (uint32_t i = 0; i < count; i++)
        width = max2(width, fabs(cross2(along, sub2(corner[i].snapped, a))));
    return !(width > max2(extent * HULL_FLAT_EXTENT, HULL_FLAT_COORDINATE));
}

/* Computed in pairs of doubles, because a thin polygon consists of thin triangles. */
static void polygon_measure(gd_polygon* polygon, const polygon_point* corner, double unit) {
    const vec2 apex = corner[0].snapped;
    double area = 0.0;
    vec2 moment = make2(0.0, 0.0);
    for (uint32_t i = 1; i + 1 < polygon->vertex_count; i++) {
        const vec2 a = corner[i].snapped, b = corner[i + 1].snapped;
        const double two = gd_area2(apex, a, b);
        area += two;
        moment = madd2(moment, two, add2(sub2(a, apex), sub2(b, apex)));
    }
    const double length = 1.0 / unit;
    polygon->area = 0.5 * area * length * length;
    polygon->centroid = madd2(corner[0].given, length, scale2(1.0 / (3.0 * area), moment));
}

/* The middle between the first corner and the farthest one. The first corner has the least x, so it
 * is an end. */
static GD_COLD void polygon_measure_flat(gd_polygon* polygon, const polygon_point* corner) {
    const vec2 end = corner[0].given;
    vec2 along = make2(0.0, 0.0);
    for (uint32_t i = 1; i < polygon->vertex_count; i++) {
        const vec2 d = sub2(corner[i].given, end);
        if (safe_length2(d) > safe_length2(along)) along = d;
    }
    polygon->area = 0.0;
    polygon->centroid = madd2(end, 0.5, along);
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

static uint32_t polygon_sort(const double* input, uint32_t count, double unit,
                             polygon_point* points) {
    for (uint32_t i = 0; i < count; i++) {
        const vec2 given = make2(input[2 * (size_t)i], input[2 * (size_t)i + 1]);
        const vec2 snapped = make2(exact_snap(unit, given.x), exact_snap(unit, given.y));
        points[i] = (polygon_point){given, snapped, i};
    }
    polygon_heapsort(points, count);
    uint32_t distinct = 1;
    for (uint32_t i = 1; i < count; i++)
        if (polygon_order2(points[i].given, points[distinct - 1].given) != 0)
            points[distinct++] = points[i];
    return distinct;
}

/* Sorts the points, and writes the corners behind them. Returns their number. */
static GD_COLD uint32_t polygon_hull(const double* input, uint32_t count, double unit,
                                     polygon_point* points, uint32_t* distinct) {
    *distinct = polygon_sort(input, count, unit, points);
    return polygon_corners(points, *distinct, points + count);
}

static gd_status polygon_build(const double* input, uint32_t count, bool flat,
                               polygon_point* points, gd_polygon** out) {
    double magnitude = 0.0;
    for (size_t i = 0; i < 2 * (size_t)count; i++)
        magnitude = max2(magnitude, fabs(input[i]));
    const double unit = exact_unit(magnitude);
    const polygon_point* corner = points + count;
    uint32_t distinct;
    const uint32_t kept = polygon_hull(input, count, unit, points, &distinct);
    if (!flat && distinct < 3) return GD_ERROR_TOO_FEW_POINTS;
    if (!flat && (kept < 3 || polygon_is_flat(corner, kept))) return GD_ERROR_FLAT;
    gd_polygon* polygon = polygon_allocate(kept);
    if (!polygon) return GD_ERROR_MEMORY;
    polygon->flat = flat;
    for (uint32_t i = 0; i < polygon->padded_count; i++) {
        polygon->x[i] = corner[i < kept ? i : 0].given.x;
        polygon->y[i] = corner[i < kept ? i : 0].given.y;
    }
    if (flat)
        polygon_measure_flat(polygon, corner);
    else
        polygon_measure(polygon, corner, unit);
    *out = polygon;
    return GD_STATUS_OPTIMAL;
}

static polygon_point* polygon_reserve(size_t count) {
    return malloc((2 * count + 1) * sizeof(polygon_point));
}

static gd_status polygon_make(const double* input, size_t size, bool flat, gd_polygon** polygon) {
    *polygon = NULL;
    if (size < (flat ? 1 : 3)) return GD_ERROR_TOO_FEW_POINTS;
    if (size > UINT32_MAX / 128) return GD_ERROR_MEMORY;
    polygon_point* points = polygon_reserve(size);
    if (!points) return GD_ERROR_MEMORY;
    const gd_status status = polygon_build(input, (uint32_t)size, flat, points, polygon);
    free(points);
    return status;
}

gd_status gd_polygon_build(const double* points, size_t count, gd_polygon** polygon) {
    return polygon_make(points, count, false, polygon);
}

gd_status gd_flat_polygon_build(const double* points, size_t count, gd_polygon** polygon) {
    return polygon_make(points, count, true, polygon);
}

uint32_t gd_polygon_loop(const double* input, uint32_t count, uint32_t* loop) {
    polygon_point* points = polygon_reserve(count);
    if (!points) return 0;
    uint32_t distinct;
    const uint32_t kept = polygon_hull(input, count, 1.0, points, &distinct);
    for (uint32_t i = 0; i < kept; i++)
        loop[i] = points[count + i].index;
    free(points);
    return kept;
}

void gd_polygon_free(gd_polygon* polygon) {
    free(polygon);
}

double gd_polygon_inradius(const gd_polygon* polygon, vec2 center) {
    double min_height = GD_INFINITY;
    for (uint32_t i = 0; i < polygon->vertex_count; i++) {
        const uint32_t j = i + 1 < polygon->vertex_count ? i + 1 : 0;
        const vec2 a = make2(polygon->x[i], polygon->y[i]);
        const vec2 along = unit2(sub2(make2(polygon->x[j], polygon->y[j]), a));
        min_height = min2(min_height, cross2(along, sub2(center, a)));
    }
    return min_height;
}
