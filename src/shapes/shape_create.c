/* Creates a validated shape from a flat record, or returns an error.
 *
 * Each shape type has one row in the table of parameters, which says how many doubles follow the
 * header. It also has one case in shape_read, which interprets and validates them. */
#include "shapes/shape.h"

#include "shapes/composite.h"
#include "shapes/bounds.h"
#include "shapes/points_nd.h"
#include "shapes/quickhull.h"

#include <stdlib.h>
#include <string.h>

typedef struct kind_row {
    int dimension;
    int parameters; /* doubles after the header; -1: any number */
} kind_row;

static const kind_row shape_kinds[] = {
    [GD_KIND_NONE] = {0, 0},         [GD_KIND_SPHERE] = {3, 1},
    [GD_KIND_ELLIPSOID] = {3, 3},    [GD_KIND_BOX] = {3, 3},
    [GD_KIND_CAPSULE] = {3, 2},      [GD_KIND_CYLINDER] = {3, 2},
    [GD_KIND_CONE] = {3, 2},         [GD_KIND_FRUSTUM] = {3, 3},
    [GD_KIND_HULL] = {3, -1},        [GD_KIND_HALFSPACE] = {3, 4},
    [GD_KIND_POINT] = {3, 0},        [GD_KIND_SEGMENT] = {3, 6},
    [GD_KIND_TRIANGLE] = {3, 9},     [GD_KIND_CIRCLE] = {2, 1},
    [GD_KIND_ELLIPSE] = {2, 2},      [GD_KIND_RECTANGLE] = {2, 2},
    [GD_KIND_POLYGON] = {2, -1},     [GD_KIND_STADIUM] = {2, 2},
    [GD_KIND_HALFPLANE] = {2, 3},    [GD_KIND_POINT2] = {2, 0},
    [GD_KIND_SEGMENT2] = {2, 4},     [GD_KIND_TRIANGLE2] = {2, 6},
    [GD_KIND_DSF] = {3, -1},         [GD_KIND_DSF2] = {2, -1},
    [GD_KIND_TRANSFORMED] = {3, -1}, [GD_KIND_TRANSFORMED2] = {2, -1},
    [GD_KIND_SUM] = {3, -1},         [GD_KIND_SUM2] = {2, -1},
    [GD_KIND_CUSTOM] = {3, 1},       [GD_KIND_CUSTOM2] = {2, 1},
    [GD_KIND_POINTS] = {0, -1},      [GD_KIND_NORM_BALL] = {0, -1},
    [GD_KIND_FLAT_HULL] = {3, -1},   [GD_KIND_FLAT_POLYGON] = {2, -1},
};

/* ---- validation -------------------------------------------------------------------------- */

static bool is_length(double x) {
    return x >= GD_LENGTH_MIN && x <= GD_LENGTH_MAX;
}
static bool is_length_or_zero(double x) {
    return x == 0.0 || is_length(x);
}
static bool is_coordinate(double x) {
    return fabs(x) <= GD_LENGTH_MAX;
}

static bool are_coordinates(const double* v, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (!is_coordinate(v[i])) return false;
    return true;
}

static uint64_t record_hash(const double* record, size_t length) {
    uint64_t h = UINT64_C(0x9e3779b97f4a7c15) ^ length;
    for (size_t i = 0; i < length; i++) {
        uint64_t bits;
        memcpy(&bits, &record[i], sizeof bits);
        h = (h ^ bits) * UINT64_C(0xff51afd7ed558ccd);
        h ^= h >> 32;
    }
    return h;
}

/* ---- vertex cores ------------------------------------------------------------------------ */

static void shape_use_vertices(gd_shape* shape, const double* corners, const double* x,
                               const double* y, uint32_t count, uint32_t padded_count) {
    shape->core = GD_CORE_VERTICES;
    shape->vertices.corners = corners;
    shape->vertices.cells = NULL;
    shape->vertices.x = x;
    shape->vertices.y = y;
    shape->vertices.count = count;
    shape->vertices.padded_count = padded_count;
}

/* Stores the two or three vertices of a segment or triangle in the shape itself. */
static gd_status shape_read_inline_vertices(gd_shape* shape, const double* v, uint32_t count,
                                            uint32_t dims) {
    if (!are_coordinates(v, (size_t)count * dims)) return GD_ERROR_POINTS;
    for (uint32_t i = 0; i < 4; i++) {
        const double* from = v + (i < count ? i : 0) * dims;
        shape->inline_vertices[i] = from[0];
        shape->inline_vertices[4 + i] = from[1];
        shape->inline_vertices[8 + i] = dims == 3 ? from[2] : 0.0;
    }
    const bool space = dims == 3;
    shape_use_vertices(shape, space ? shape->inline_vertices : NULL,
                       space ? NULL : shape->inline_vertices,
                       space ? NULL : shape->inline_vertices + 4, count, 4);
    for (uint32_t i = 0; i < count; i++)
        shape->center = madd3(shape->center, 1.0 / count, hull_corner(shape->inline_vertices, i));
    return GD_STATUS_OPTIMAL;
}

static bool shape_refused_flat(gd_status status) {
    return status == GD_ERROR_FLAT || status == GD_ERROR_TOO_FEW_POINTS;
}

static gd_status shape_read_hull(gd_shape* shape, const double* points, size_t doubles) {
    if (doubles % 3 != 0) return GD_ERROR_LENGTH;
    if (!are_coordinates(points, doubles)) return GD_ERROR_POINTS;
    gd_status status = gd_hull_build(points, doubles / 3, &shape->hull);
    if (shape->kind == GD_KIND_FLAT_HULL && shape_refused_flat(status))
        status = gd_flat_hull_build(points, doubles / 3, &shape->hull);
    if (status != GD_STATUS_OPTIMAL) return status;
    const gd_hull* hull = shape->hull;
    shape_use_vertices(shape, hull->corners, NULL, NULL, hull->vertex_count, hull->padded_count);
    if (hull->grid > 0) {
        shape->core = GD_CORE_MESH;
        shape->vertices.cells = hull->cells;
        shape->vertices.grid = hull->grid;
        shape->vertices.stretch = hull->stretch;
    }
    shape->center = hull->centroid;
    return GD_STATUS_OPTIMAL;
}

static gd_status shape_read_polygon(gd_shape* shape, const double* points, size_t doubles) {
    if (doubles % 2 != 0) return GD_ERROR_LENGTH;
    if (!are_coordinates(points, doubles)) return GD_ERROR_POINTS;
    gd_status status = gd_polygon_build(points, doubles / 2, &shape->polygon);
    if (shape->kind == GD_KIND_FLAT_POLYGON && shape_refused_flat(status))
        status = gd_flat_polygon_build(points, doubles / 2, &shape->polygon);
    if (status != GD_STATUS_OPTIMAL) return status;
    const gd_polygon* polygon = shape->polygon;
    shape_use_vertices(shape, NULL, polygon->x, polygon->y, polygon->vertex_count,
                       polygon->padded_count);
    shape->center = make3(polygon->centroid.x, polygon->centroid.y, 0.0);
    return GD_STATUS_OPTIMAL;
}

/* ---- shape types ------------------------------------------------------------------------- */

static gd_status shape_read_sizes(gd_shape* shape, const double* p, int count, gd_core core,
                                  gd_status error) {
    for (int i = 0; i < count; i++)
        if (!is_length(p[i])) return error;
    shape->core = core;
    shape->size = make3(p[0], p[1], count == 3 ? p[2] : 0.0);
    return GD_STATUS_OPTIMAL;
}

static gd_status shape_read_frustum(gd_shape* shape, double half_height, double bottom,
                                    double top) {
    if (!is_length(half_height)) return GD_ERROR_HALF_HEIGHT;
    if (!is_length_or_zero(bottom)) return GD_ERROR_BOTTOM_RADIUS;
    if (!is_length_or_zero(top)) return GD_ERROR_TOP_RADIUS;
    if (bottom == 0.0 && top == 0.0) return GD_ERROR_BOTTOM_RADIUS;
    shape->core = GD_CORE_FRUSTUM;
    shape->size = make3(bottom, half_height, top);
    return GD_STATUS_OPTIMAL;
}

static gd_status shape_read_halfspace(gd_shape* shape, vec3 normal, double offset) {
    const double length = safe_length3(normal);
    if (!(length > 0.0 && length <= GD_LENGTH_MAX)) return GD_ERROR_NORMAL;
    if (!is_coordinate(offset) || !is_coordinate(offset / length)) return GD_ERROR_OFFSET;
    shape->core = GD_CORE_HALFSPACE;
    shape->size = unit3(normal);
    shape->offset = offset / length;
    return GD_STATUS_OPTIMAL;
}

/* Creates a shape from a record that is nested depth levels deep. */
static gd_status shape_make(const double* record, size_t length, int depth, const gd_custom* custom,
                            gd_shape** out);

/* Creates the parts first; their records are among the parameters. */
static gd_status shape_read_composite(gd_shape* shape, const double* p, size_t count, int depth,
                                      const gd_custom* custom) {
    if (depth == COMPOSITE_DEPTH) return GD_ERROR_PARTS;
    gd_composite* c = shape->composite = calloc(1, sizeof *shape->composite);
    if (!c) return GD_ERROR_MEMORY;
    c->min_scale = c->max_scale = 1.0;
    gd_part_records parts;
    gd_status status = gd_composite_parts(shape, p, count, &parts);
    for (int i = 0; i < parts.count && status == GD_STATUS_OPTIMAL; i++) {
        gd_shape** part = i == 0 ? &c->first : &c->second;
        status = shape_make(parts.record[i], parts.length[i], depth + 1, custom, part);
        if (status == GD_STATUS_OPTIMAL) status = gd_composite_add(shape, *part);
    }
    if (status != GD_STATUS_OPTIMAL) return status;
    if (parts.count == 0 && !custom) return GD_ERROR_KIND;
    if (parts.count == 0) c->custom = *custom;
    return gd_composite_join(shape, p);
}

/* Reads the parameters and sets shape->center to the default centre. */
static gd_status shape_read(gd_shape* shape, const double* p, size_t count, int depth,
                            const gd_custom* custom) {
    switch (shape->kind) {
    case GD_KIND_SPHERE:
    case GD_KIND_CIRCLE:
        if (!is_length(p[0])) return GD_ERROR_RADIUS;
        shape->core = GD_CORE_POINT;
        shape->radius = p[0];
        return GD_STATUS_OPTIMAL;
    case GD_KIND_CAPSULE:
    case GD_KIND_STADIUM:
        if (!is_length_or_zero(p[0])) return GD_ERROR_HALF_HEIGHT;
        if (!is_length(p[1])) return GD_ERROR_RADIUS;
        shape->core = p[0] > 0.0 ? GD_CORE_SEGMENT : GD_CORE_POINT;
        shape->size = make3(0.0, p[0], 0.0);
        shape->radius = p[1];
        return GD_STATUS_OPTIMAL;
    case GD_KIND_CYLINDER:
        if (!is_length(p[0])) return GD_ERROR_HALF_HEIGHT;
        if (!is_length(p[1])) return GD_ERROR_RADIUS;
        shape->core = GD_CORE_CYLINDER;
        shape->size = make3(p[1], p[0], p[1]);
        return GD_STATUS_OPTIMAL;
    case GD_KIND_CONE:
        if (!is_length(p[1])) return is_length(p[0]) ? GD_ERROR_RADIUS : GD_ERROR_HALF_HEIGHT;
        return shape_read_frustum(shape, p[0], p[1], 0.0);
    case GD_KIND_FRUSTUM: return shape_read_frustum(shape, p[0], p[1], p[2]);
    case GD_KIND_ELLIPSOID: return shape_read_sizes(shape, p, 3, GD_CORE_ELLIPSOID, GD_ERROR_RADII);
    case GD_KIND_ELLIPSE: return shape_read_sizes(shape, p, 2, GD_CORE_ELLIPSOID, GD_ERROR_RADII);
    case GD_KIND_BOX: return shape_read_sizes(shape, p, 3, GD_CORE_BOX, GD_ERROR_HALF_EXTENTS);
    case GD_KIND_RECTANGLE:
        return shape_read_sizes(shape, p, 2, GD_CORE_BOX, GD_ERROR_HALF_EXTENTS);
    case GD_KIND_HULL:
    case GD_KIND_FLAT_HULL: return shape_read_hull(shape, p, count);
    case GD_KIND_POLYGON:
    case GD_KIND_FLAT_POLYGON: return shape_read_polygon(shape, p, count);
    case GD_KIND_SEGMENT: return shape_read_inline_vertices(shape, p, 2, 3);
    case GD_KIND_TRIANGLE: return shape_read_inline_vertices(shape, p, 3, 3);
    case GD_KIND_SEGMENT2: return shape_read_inline_vertices(shape, p, 2, 2);
    case GD_KIND_TRIANGLE2: return shape_read_inline_vertices(shape, p, 3, 2);
    case GD_KIND_HALFSPACE: return shape_read_halfspace(shape, load3(p), p[3]);
    case GD_KIND_HALFPLANE: return shape_read_halfspace(shape, make3(p[0], p[1], 0.0), p[2]);
    case GD_KIND_POINT:
    case GD_KIND_POINT2: shape->core = GD_CORE_POINT; return GD_STATUS_OPTIMAL;
    case GD_KIND_DSF:
    case GD_KIND_DSF2: return gd_composite_read_smooth(shape, p, count);
    case GD_KIND_TRANSFORMED:
    case GD_KIND_TRANSFORMED2:
    case GD_KIND_SUM:
    case GD_KIND_SUM2:
    case GD_KIND_CUSTOM:
    case GD_KIND_CUSTOM2: return shape_read_composite(shape, p, count, depth, custom);
    case GD_KIND_POINTS:
    case GD_KIND_NORM_BALL:
    case GD_KIND_NONE: break; /* unreachable: shape_fill read or rejected these */
    }
    return GD_ERROR_KIND; /* unreachable: every other shape type returned */
}

/* ---- derived data -------------------------------------------------------------------------- */

static gd_status shape_derive(gd_shape* shape) {
    if (shape->core == GD_CORE_HALFSPACE) {
        shape->offset += shape->radius;
        shape->solid = true;
        shape->bound_radius = -1.0;
        return GD_STATUS_OPTIMAL;
    }
    if (gd_core_has_interior(shape)) {
        const double depth = gd_core_depth(shape);
        if (!(depth > 0.0)) return GD_ERROR_CENTER;
        shape->inner_radius = depth + shape->radius;
        shape->solid = true;
    } else {
        shape->inner_center = sub3(gd_core_nearest(shape), shape->center);
        shape->inner_radius = shape->radius;
        shape->solid = shape->radius > 0.0;
        if (shape->solid && !(safe_length3(shape->inner_center) < shape->radius))
            return GD_ERROR_CENTER;
    }
    shape->bound_radius = gd_core_bound(shape) + shape->radius;
    return GD_STATUS_OPTIMAL;
}

/* ---- creation and destruction ------------------------------------------------------------ */

static gd_status shape_fill(gd_shape* shape, const double* record, size_t length, int depth,
                            const gd_custom* custom) {
    if (length < GD_RECORD_PARAMETERS) return GD_ERROR_LENGTH;
    const double kind = record[GD_RECORD_KIND];
    const size_t kinds = sizeof shape_kinds / sizeof *shape_kinds;
    if (!(kind >= 1.0 && kind < (double)kinds)) return GD_ERROR_KIND;
    shape->kind = (gd_kind)kind;
    if ((double)shape->kind != kind) return GD_ERROR_KIND;
    const kind_row row = shape_kinds[shape->kind];
    const size_t count = length - GD_RECORD_PARAMETERS;
    if (row.parameters >= 0 && count != (size_t)row.parameters) return GD_ERROR_LENGTH;
    const double margin = record[GD_RECORD_MARGIN];
    if (!is_length_or_zero(margin)) return GD_ERROR_MARGIN;
    shape->dimension = row.dimension;

    if (row.dimension == 0) {
        shape->core = GD_CORE_POINTS;
        shape->radius = margin;
        shape->key = record_hash(record, length);
        return gd_points_read(shape, record + GD_RECORD_PARAMETERS, count,
                              record[GD_RECORD_HAS_CENTER] != 0.0);
    }

    gd_status status = shape_read(shape, record + GD_RECORD_PARAMETERS, count, depth, custom);
    if (status != GD_STATUS_OPTIMAL) return status;
    shape->radius += margin;

    if (record[GD_RECORD_HAS_CENTER] != 0.0) {
        const double* c = record + GD_RECORD_CENTER;
        if (!are_coordinates(c, (size_t)row.dimension)) return GD_ERROR_CENTER;
        shape->center = make3(c[0], c[1], row.dimension == 3 ? c[2] : 0.0);
    }
    if (shape->core == GD_CORE_ELLIPSOID) {
        const vec3 r = shape->size;
        const double z = shape->dimension == 3 ? r.z : r.x;
        const double min_radius = min2(min2(r.x, r.y), z);
        shape->summand_radius = min_radius * (min_radius / max2(max2(r.x, r.y), z));
    }
    const bool composed = shape->composite || shape->core == GD_CORE_SMOOTH;
    if (!composed) {
        shape->strictly_convex = shape_is_point(shape) || shape->core == GD_CORE_ELLIPSOID;
        shape->twice_differentiable =
            shape->core == GD_CORE_ELLIPSOID || (shape_is_point(shape) && shape->radius > 0.0);
    }
    shape->key = record_hash(record, length);
    status = composed && shape->core != GD_CORE_HALFSPACE
                 ? gd_composite_derive(shape, record + GD_RECORD_PARAMETERS, count)
                 : shape_derive(shape);
    if (status == GD_STATUS_OPTIMAL) gd_core_measure(shape);
    return status;
}

static gd_status shape_make(const double* record, size_t length, int depth, const gd_custom* custom,
                            gd_shape** out) {
    *out = NULL;
    gd_shape* shape = calloc(1, sizeof *shape);
    if (!shape) return GD_ERROR_MEMORY;
    const gd_status status = shape_fill(shape, record, length, depth, custom);
    if (status != GD_STATUS_OPTIMAL) {
        gd_shape_destroy(shape);
        return status;
    }
    *out = shape;
    return GD_STATUS_OPTIMAL;
}

gd_status gd_shape_create(const double* record, size_t length, gd_shape** out) {
    return shape_make(record, length, 0, NULL, out);
}

gd_status gd_shape_create_custom(const double* record, size_t length, const gd_custom* custom,
                                 gd_shape** out) {
    return shape_make(record, length, 0, custom, out);
}

void gd_shape_destroy(gd_shape* shape) {
    if (!shape) return;
    gd_hull_free(shape->hull);
    gd_polygon_free(shape->polygon);
    free(shape->smooth);
    if (shape->composite) {
        gd_shape_destroy(shape->composite->first);
        gd_shape_destroy(shape->composite->second);
        free(shape->composite);
    }
    gd_points_free(shape);
    free(shape);
}
