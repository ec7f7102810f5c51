/* Shapes and settings from a stream of bytes: see draw.h. */
#include "draw.h"

#include "sets.h"

#include <math.h>
#include <string.h>

const char* const family_names[FAMILY_COUNT] = {
    "general", "coincident", "touching", "needles",  "flat",    "huge",
    "small",   "unequal",    "aligned",  "parallel", "meeting", "features",
};

const gd_kind draw_kinds_3d[DRAW_KINDS_3D] = {
    GD_KIND_SPHERE,  GD_KIND_ELLIPSOID, GD_KIND_BOX,  GD_KIND_CAPSULE,   GD_KIND_CYLINDER,
    GD_KIND_CONE,    GD_KIND_FRUSTUM,   GD_KIND_HULL, GD_KIND_HALFSPACE, GD_KIND_POINT,
    GD_KIND_SEGMENT, GD_KIND_TRIANGLE,  GD_KIND_DSF,  GD_KIND_SUM,       GD_KIND_TRANSFORMED,
    GD_KIND_CUSTOM,  GD_KIND_FLAT_HULL,
};
const gd_kind draw_kinds_2d[DRAW_KINDS_2D] = {
    GD_KIND_CIRCLE,       GD_KIND_ELLIPSE, GD_KIND_RECTANGLE, GD_KIND_POLYGON,      GD_KIND_STADIUM,
    GD_KIND_HALFPLANE,    GD_KIND_POINT2,  GD_KIND_SEGMENT2,  GD_KIND_TRIANGLE2,    GD_KIND_DSF2,
    GD_KIND_TRANSFORMED2, GD_KIND_SUM2,    GD_KIND_CUSTOM2,   GD_KIND_FLAT_POLYGON,
};

bool is_plane(gd_kind kind) {
    return (kind >= GD_KIND_CIRCLE && kind <= GD_KIND_TRIANGLE2) || kind == GD_KIND_DSF2 ||
           kind == GD_KIND_TRANSFORMED2 || kind == GD_KIND_SUM2 || kind == GD_KIND_CUSTOM2 ||
           kind == GD_KIND_FLAT_POLYGON;
}

/* ---- numbers ------------------------------------------------------------------------------- */

uint8_t draw_byte(draw* d) {
    if (d->bytes) {
        if (d->left == 0) return 0;
        d->left--;
        return *d->bytes++;
    }
    d->state += UINT64_C(0x9e3779b97f4a7c15);
    uint64_t z = d->state;
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return (uint8_t)(z >> 56);
}

uint64_t draw_word(draw* d) {
    uint64_t word = 0;
    for (int i = 0; i < 8; i++)
        word = word << 8 | draw_byte(d);
    return word;
}

double draw_unit(draw* d) {
    const unsigned high = draw_byte(d);
    return (double)(high << 8 | draw_byte(d)) * 0x1p-16;
}

double draw_any(draw* d) {
    static const double odd[] = {0.0,
                                 -0.0,
                                 1.0,
                                 -1.0,
                                 1e-75,
                                 1e75,
                                 1e150,
                                 -1e150,
                                 1e-160,
                                 1e200,
                                 0x1p-1074,
                                 -0x1p-1074,
                                 1e308,
                                 -1e308,
                                 (double)INFINITY,
                                 -(double)INFINITY,
                                 (double)NAN,
                                 0.5,
                                 1e-6,
                                 1e6,
                                 2.0,
                                 1e9,
                                 0x1p-1022,
                                 4294967296.0};
    const uint8_t choice = draw_byte(d);
    if (choice < sizeof odd / sizeof *odd) return odd[choice];
    if (choice < 128) return (double)(choice - 64) * 0.25;
    if (choice < 192) return 2.0 * draw_unit(d) - 1.0;
    const uint64_t word = draw_word(d);
    double x;
    memcpy(&x, &word, sizeof x);
    return x;
}

double draw_decades(draw* d, double decades) {
    return pow(10.0, decades * draw_unit(d));
}

static double draw_integer(draw* d, int most) {
    return (double)(1 + draw_byte(d) % most);
}

/* Returns 1 plus a tiny difference. */
static double draw_nearly(draw* d) {
    const double off = draw_unit(d) - 0.5;
    return 1.0 + off / draw_decades(d, 15.0);
}

void draw_direction(draw* d, int dimension, double* n) {
    double square = 0.0;
    for (int i = 0; i < dimension; i++) {
        n[i] = draw_unit(
            d); /* one draw a statement: the compiler chooses the order within an expression */
        n[i] += draw_unit(d);
        n[i] += draw_unit(d);
        n[i] -= 1.5;
        square += n[i] * n[i];
    }
    if (!(square > 1e-6)) n[0] = square = 1.0;
    for (int i = 0; i < dimension; i++)
        n[i] /= sqrt(square);
}

/* ---- sizes --------------------------------------------------------------------------------- */

/* Draws the i-th size of a shape. */
static double draw_size(draw* d, family f, double scale, int i, int odd) {
    if (f == FAMILY_ALIGNED || f == FAMILY_PARALLEL) return scale * draw_integer(d, 4);
    if (f == FAMILY_FEATURES) {
        const uint8_t which = draw_byte(d);
        const double size = scale * draw_integer(d, 4);
        if (which < 192) return which < 64 ? size * draw_nearly(d) : size;
    }
    const double size = scale * 0.1 * draw_decades(d, 2.0);
    if (f == FAMILY_NEEDLES) return i == odd ? size * draw_decades(d, 6.0) : size;
    if (f == FAMILY_FLAT) return i == odd ? size / draw_decades(d, 6.0) : size;
    return size;
}

/* Draws the points of a hull: lattice points in the aligned families, otherwise points in an
 * ellipsoid. */
static size_t draw_points(draw* d, family f, double scale, int dimension, int count, double* v) {
    const int odd = draw_byte(d) % dimension;
    double radii[3];
    for (int k = 0; k < dimension; k++)
        radii[k] = draw_size(d, f, scale, k, odd);
    const uint8_t how = f == FAMILY_FEATURES ? draw_byte(d) : 0;
    const bool lattice = f == FAMILY_ALIGNED || f == FAMILY_PARALLEL || how & 1;
    for (int i = 0; i < count; i++, v += dimension) {
        if (lattice) {
            for (int k = 0; k < dimension; k++) {
                v[k] = scale * (double)(draw_byte(d) % 5 - 2);
                if (how & 2) v[k] *= draw_nearly(d);
            }
            continue;
        }
        draw_direction(d, dimension, v);
        const double t = 0.7 + 0.3 * draw_unit(d);
        for (int k = 0; k < dimension; k++)
            v[k] *= t * radii[k];
    }
    return (size_t)(count * dimension);
}

/* Draws points in a coordinate plane, in a plane up to rounding, or on a line up to rounding (2D:
 * on a line). One time in four, draws any points. */
static size_t draw_flat(draw* d, family f, double scale, int dimension, double* v) {
    const int count = 1 + draw_byte(d) % 12, how = draw_byte(d) % 4;
    const size_t doubles = draw_points(d, f, scale, dimension, count, v);
    const double slope[2] = {2.0 * draw_unit(d) - 1.0, 2.0 * draw_unit(d) - 1.0};
    for (double* p = v; p < v + doubles && how < 3; p += dimension) {
        double* const last = p + dimension - 1;
        *last = how == 0 ? v[dimension - 1] : slope[0] * p[0];
        if (how == 1 && dimension == 3) *last += slope[1] * p[1];
        if (how == 2 && dimension == 3) p[1] = slope[1] * p[0];
    }
    return doubles;
}

/* Draws points in rows on a box. A linear map makes the rows straight only up to rounding. */
static size_t draw_rows(draw* d, const double* radii, double* v) {
    const int rows = 2 + draw_byte(d) % 2;
    double turn[9], *const begin = v;
    for (int k = 0; k < 3; k++)
        draw_direction(d, 3, turn + 3 * k);
    for (int i = 0; i <= rows; i++)
        for (int j = 0; j <= rows; j++)
            for (int k = 0; k <= rows; k++) {
                if (i % rows && j % rows && k % rows) continue;
                const double at[3] = {radii[0] * (2.0 * i / rows - 1.0),
                                      radii[1] * (2.0 * j / rows - 1.0),
                                      radii[2] * (2.0 * k / rows - 1.0)};
                for (int c = 0; c < 3; c++)
                    v[c] = turn[3 * c] * at[0] + turn[3 * c + 1] * at[1] + turn[3 * c + 2] * at[2];
                v += 3;
            }
    return (size_t)(v - begin);
}

/* Draws corners that coincide up to rounding: a surface of revolution whose last turn returns to
 * the first, clusters of 2 to 4 points, or rows. At most 80, so that two hulls fit into one
 * record. */
static size_t draw_nearly_one(draw* d, double scale, double* v) {
    double radii[3];
    for (int k = 0; k < 3; k++)
        radii[k] = scale * draw_integer(d, 4);
    const double *end = v + 3 * (size_t)80, *begin = v;
    const uint8_t which = draw_byte(d);
    if (which & 2) return draw_rows(d, radii, v);
    if (which & 1) {
        const int rows = 2 + draw_byte(d) % 5, turns = 3 + draw_byte(d) % 8;
        const double pi = 3.141592653589793;
        for (int j = 0; j <= rows; j++)
            for (int i = 0; i <= turns; i++, v += 3) {
                const double turn = 2.0 * pi * i / turns, down = pi * j / rows;
                v[0] = radii[0] * sin(down) * cos(turn);
                v[1] = radii[1] * sin(down) * sin(turn);
                v[2] = radii[2] * cos(down);
            }
        return (size_t)(v - begin);
    }
    const int times = 2 + draw_byte(d) % 3;
    while (v + 3 * times <= end) {
        draw_direction(d, 3, v);
        for (int k = 0; k < 3; k++)
            v[k] *= radii[k];
        for (int i = 1; i < times; i++)
            for (int k = 0; k < 3; k++)
                v[3 * i + k] = v[k] * draw_nearly(d);
        v += 3 * times;
    }
    return (size_t)(v - begin);
}

/* ---- records ------------------------------------------------------------------------------- */

/* Draws a bounded shape type that may be part of another shape. */
static gd_kind draw_part(draw* d, bool plane) {
    return plane ? draw_kinds_2d[draw_byte(d) % 5] : draw_kinds_3d[draw_byte(d) % 8];
}

static size_t draw_smooth(draw* d, family f, double scale, int dimension, double* record) {
    static const double exponents[] = {1.0, 1.5, 2.0, 2.5, 3.0, 8.0, 20.0, 300.0};
    double* p = record + GD_RECORD_PARAMETERS;
    const int count = 3 + draw_byte(d) % 5;
    record[GD_RECORD_HAS_CENTER] = 1.0;
    p[0] = exponents[draw_byte(d) % 8];
    const size_t half = draw_points(d, f, scale, dimension, count, p + 1);
    for (size_t i = 0; i < half; i++)
        p[1 + half + i] = -p[1 + i];
    return 1 + 2 * half;
}

static size_t draw_image(draw* d, family f, double scale, int dimension, double* record) {
    double* p = record + GD_RECORD_PARAMETERS;
    const int square = dimension * dimension;
    for (int i = 0; i < square; i++) {
        p[i] = 0.4 * (draw_unit(d) - 0.5);
        if (i % (dimension + 1) == 0) p[i] += 0.5 + draw_unit(d);
    }
    for (int i = 0; i < dimension; i++)
        p[square + i] = scale * (draw_unit(d) - 0.5);
    const size_t inner = (size_t)(square + dimension);
    return inner + draw_record(d, draw_part(d, dimension == 2), f, scale, p + inner);
}

static size_t draw_sum(draw* d, family f, double scale, bool plane, double* record) {
    double* p = record + GD_RECORD_PARAMETERS;
    const size_t first = draw_record(d, draw_part(d, plane), f, scale, p + 1);
    p[0] = (double)first;
    return 1 + first + draw_record(d, draw_part(d, plane), f, scale, p + 1 + first);
}

static size_t draw_wall(draw* d, family f, double scale, int dimension, double* p) {
    if (f == FAMILY_ALIGNED || f == FAMILY_PARALLEL) {
        memset(p, 0, (size_t)dimension * sizeof *p);
        const double height = draw_byte(d) & 1 ? 2.0 : -1.0;
        p[draw_byte(d) % dimension] = height;
    } else {
        draw_direction(d, dimension, p);
    }
    p[dimension] = scale * (draw_unit(d) - 0.5);
    return (size_t)dimension + 1;
}

static size_t draw_parameters(draw* d, gd_kind kind, family f, double scale, double* record) {
    double* p = record + GD_RECORD_PARAMETERS;
    const bool plane = is_plane(kind);
    const int dimension = plane ? 2 : 3, odd = draw_byte(d) % 3;
    int sizes = 0;
    switch (kind) {
    case GD_KIND_HULL:
        if (f == FAMILY_FEATURES && draw_byte(d) < 96) return draw_nearly_one(d, scale, p);
        return draw_points(d, f, scale, 3, 4 + draw_byte(d) % 40, p);
    case GD_KIND_POLYGON: return draw_points(d, f, scale, 2, 3 + draw_byte(d) % 16, p);
    case GD_KIND_FLAT_HULL:
    case GD_KIND_FLAT_POLYGON: return draw_flat(d, f, scale, dimension, p);
    case GD_KIND_SEGMENT:
    case GD_KIND_SEGMENT2: return draw_points(d, f, scale, dimension, 2, p);
    case GD_KIND_TRIANGLE:
    case GD_KIND_TRIANGLE2: return draw_points(d, f, scale, dimension, 3, p);
    case GD_KIND_DSF:
    case GD_KIND_DSF2: return draw_smooth(d, f, scale, dimension, record);
    case GD_KIND_TRANSFORMED:
    case GD_KIND_TRANSFORMED2: return draw_image(d, f, scale, dimension, record);
    case GD_KIND_SUM:
    case GD_KIND_SUM2: return draw_sum(d, f, scale, plane, record);
    case GD_KIND_HALFSPACE:
    case GD_KIND_HALFPLANE: return draw_wall(d, f, scale, dimension, p);
    case GD_KIND_CUSTOM:
    case GD_KIND_CUSTOM2: p[0] = draw_byte(d) % 32; return 1;
    case GD_KIND_SPHERE:
    case GD_KIND_CIRCLE: sizes = 1; break;
    case GD_KIND_CAPSULE:
    case GD_KIND_CYLINDER:
    case GD_KIND_CONE:
    case GD_KIND_ELLIPSE:
    case GD_KIND_RECTANGLE:
    case GD_KIND_STADIUM: sizes = 2; break;
    case GD_KIND_ELLIPSOID:
    case GD_KIND_BOX:
    case GD_KIND_FRUSTUM: sizes = 3; break;
    case GD_KIND_POINT:
    case GD_KIND_POINT2:
    case GD_KIND_NONE:
    case GD_KIND_POINTS:
    case GD_KIND_NORM_BALL: break;
    }
    for (int i = 0; i < sizes; i++)
        p[i] = draw_size(d, f, scale, i, odd % sizes);
    return (size_t)sizes;
}

size_t draw_record(draw* d, gd_kind kind, family f, double scale, double* record) {
    memset(record, 0, GD_RECORD_PARAMETERS * sizeof *record);
    record[GD_RECORD_KIND] = kind;
    const uint8_t rounded = draw_byte(d);
    if (rounded < 64)
        record[GD_RECORD_MARGIN] = rounded < 8 ? scale : scale * 0.01 * draw_decades(d, 2.0);
    return GD_RECORD_PARAMETERS + draw_parameters(d, kind, f, scale, record);
}

/* ---- shapes -------------------------------------------------------------------------------- */

/* How often a centre is drawn nearer to the shape's own centre, until the shape accepts it. */
#define CENTERS 8

void draw_center(draw* d, drawn* x) {
    gd_shape_info info;
    gd_shape_describe(x->shape, &info);
    if (info.bound_radius < 0.0) return; /* a half-space */
    drawn moved = *x;
    double off[3] = {0}, part = ldexp(1.0, 1 - (int)(draw_byte(d) % 4));
    for (int k = 0; k < (int)info.dimension; k++)
        off[k] = info.bound_radius * (draw_unit(d) - 0.5);
    moved.record[GD_RECORD_HAS_CENTER] = 1.0;
    for (int i = 0; i < CENTERS; i++, part *= 0.5) {
        for (int k = 0; k < 3; k++)
            moved.record[GD_RECORD_CENTER + k] = info.center[k] + part * off[k];
        if (gd_shape_create_custom(moved.record, moved.length, &set_custom, &moved.shape) !=
            GD_STATUS_OPTIMAL)
            continue;
        gd_shape_destroy(x->shape);
        *x = moved;
        return;
    }
}

void drawn_make(drawn* out, gd_kind kind, size_t sizes) {
    out->record[GD_RECORD_KIND] = kind;
    out->length = GD_RECORD_PARAMETERS + sizes;
    gd_shape_create(out->record, out->length, &out->shape);
}

void drawn_free(drawn* a, drawn* b) {
    gd_shape_destroy(a->shape);
    gd_shape_destroy(b->shape);
}

const gd_settings* draw_settings(draw* d, const gd_method* methods, int count,
                                 gd_settings* settings) {
    static const double tolerances[] = {GD_DEFAULT_TOLERANCE, 1e-2, 0.5, 1e-12, 1e-15};
    static const double iterations[] = {100, 500, 2000, 1, 3, 17};
    const uint8_t which = draw_byte(d);
    memset(settings, 0, sizeof *settings);
    settings->tolerance = GD_DEFAULT_TOLERANCE;
    settings->max_iterations = GD_DEFAULT_DEPTH_ITERATIONS;
    settings->simplex = which % 2;
    if (which < 64) return NULL;
    settings->method = methods[draw_byte(d) % count];
    settings->subalgorithm = draw_byte(d) % 3;
    if (which < 160) return settings;
    settings->tolerance = tolerances[draw_byte(d) % 5];
    settings->max_iterations = iterations[draw_byte(d) % 6];
    if (which < 224) return settings;
    draw_direction(d, 3, settings->direction);
    return settings;
}
