/* Random shapes and poses: see draw.h. */
#include "check.h"

#include "draw.h"

#include <string.h>

void draw_support(void* context, double id, const double direction[3], double point[3]) {
    (void)context;
    const double radii[3] = {id, 0.5 * id, 0.75 * id};
    double length = 0.0;
    for (int i = 0; i < 3; i++)
        length += radii[i] * direction[i] * (radii[i] * direction[i]);
    length = sqrt(length);
    for (int i = 0; i < 3; i++)
        point[i] = radii[i] * (radii[i] * direction[i] / length);
}

const gd_custom draw_custom = {draw_support, NULL};

static double draw_size(double scale) {
    return scale * random_between(0.3, 3.0);
}

static size_t draw_sizes(double* at, int count, double scale) {
    for (int i = 0; i < count; i++)
        at[i] = draw_size(scale);
    return (size_t)count;
}

/* Draws each point with its opposite, so that the hull contains the origin. */
static size_t draw_points(double* at, int dimension, int pairs, double scale) {
    const int opposite = dimension * pairs;
    for (int i = 0; i < opposite; i++) {
        at[i] = scale * random_between(-2.0, 2.0);
        at[opposite + i] = -at[i];
    }
    return (size_t)(2 * opposite);
}

/* Points on a plane (2D: on a line) through the origin, up to rounding. */
static size_t draw_flat(double* at, int dimension, double scale) {
    const double slope[2] = {random_between(-1.0, 1.0), random_between(-1.0, 1.0)};
    const size_t doubles = draw_points(at, dimension, random_next() < 0.5 ? 3 : 20, scale);
    for (double* p = at; p < at + doubles; p += dimension)
        p[dimension - 1] = dimension == 3 ? slope[0] * p[0] + slope[1] * p[1] : slope[0] * p[0];
    return doubles;
}

static size_t draw_record(gd_kind kind, double scale, double* at);

/* A matrix that stretches and shears, an offset, and the record of the shape they transform. */
static size_t draw_image(int dimension, double scale, double* at) {
    const int entries = dimension * dimension;
    for (int i = 0; i < entries; i++)
        at[i] = i % (dimension + 1) == 0 ? random_between(0.5, 2.0) : random_between(-0.2, 0.2);
    for (int i = 0; i < dimension; i++)
        at[entries + i] = scale * random_between(-0.1, 0.1);
    static const gd_kind solid[] = {GD_KIND_ELLIPSOID, GD_KIND_BOX, GD_KIND_CYLINDER};
    static const gd_kind flat[] = {GD_KIND_ELLIPSE, GD_KIND_RECTANGLE, GD_KIND_STADIUM};
    const int pick = (int)(3.0 * random_next());
    const size_t head = (size_t)(entries + dimension);
    return head + draw_record(dimension == 3 ? solid[pick] : flat[pick], scale, at + head);
}

static size_t draw_sum(int dimension, double scale, double* at) {
    static const gd_kind kinds[2][3] = {{GD_KIND_ELLIPSE, GD_KIND_RECTANGLE, GD_KIND_SEGMENT2},
                                        {GD_KIND_ELLIPSOID, GD_KIND_BOX, GD_KIND_SEGMENT}};
    const gd_kind* of = kinds[dimension - 2];
    const size_t first = draw_record(of[(int)(2.0 * random_next())], scale, at + 1);
    at[0] = (double)first;
    return 1 + first + draw_record(of[(int)(3.0 * random_next())], scale, at + 1 + first);
}

static size_t draw_parameters(gd_kind kind, double scale, double* at) {
    switch (kind) {
    case GD_KIND_SPHERE:
    case GD_KIND_CIRCLE: return draw_sizes(at, 1, scale);
    case GD_KIND_ELLIPSE:
    case GD_KIND_RECTANGLE:
    case GD_KIND_STADIUM:
    case GD_KIND_CAPSULE:
    case GD_KIND_CYLINDER:
    case GD_KIND_CONE: return draw_sizes(at, 2, scale);
    case GD_KIND_ELLIPSOID:
    case GD_KIND_BOX:
    case GD_KIND_FRUSTUM: return draw_sizes(at, 3, scale);
    case GD_KIND_HULL: return draw_points(at, 3, random_next() < 0.5 ? 5 : 60, scale);
    case GD_KIND_POLYGON: return draw_points(at, 2, 6, scale);
    case GD_KIND_FLAT_HULL:
    case GD_KIND_FLAT_POLYGON: return draw_flat(at, kind == GD_KIND_FLAT_HULL ? 3 : 2, scale);
    case GD_KIND_HALFSPACE:
    case GD_KIND_HALFPLANE: {
        const int dimension = kind == GD_KIND_HALFSPACE ? 3 : 2;
        for (int i = 0; i < dimension; i++)
            at[i] = random_between(0.1, 1.0);
        at[dimension] = scale * random_between(-1.0, 1.0);
        return (size_t)dimension + 1;
    }
    case GD_KIND_SEGMENT: return draw_points(at, 3, 1, scale);
    case GD_KIND_SEGMENT2: return draw_points(at, 2, 1, scale);
    /* two opposite points and a third */
    case GD_KIND_TRIANGLE: return draw_points(at, 3, 1, scale) + draw_sizes(at + 6, 3, scale);
    case GD_KIND_TRIANGLE2: return draw_points(at, 2, 1, scale) + draw_sizes(at + 4, 2, scale);
    case GD_KIND_DSF:
    case GD_KIND_DSF2:
        at[0] = random_next() < 0.5 ? 2.5 : 6.0;
        return 1 + draw_points(at + 1, kind == GD_KIND_DSF ? 3 : 2, 5, scale);
    case GD_KIND_TRANSFORMED: return draw_image(3, scale, at);
    case GD_KIND_TRANSFORMED2: return draw_image(2, scale, at);
    case GD_KIND_SUM: return draw_sum(3, scale, at);
    case GD_KIND_SUM2: return draw_sum(2, scale, at);
    case GD_KIND_CUSTOM:
    case GD_KIND_CUSTOM2: return draw_sizes(at, 1, scale);
    case GD_KIND_POINT:
    case GD_KIND_POINT2: return 0;
    case GD_KIND_NONE:
    case GD_KIND_POINTS:
    case GD_KIND_NORM_BALL: break; /* n-dimensional shapes */
    }
    CHECK(kind == GD_KIND_NONE && false); /* cannot be drawn */
    return 0;
}

static size_t draw_record(gd_kind kind, double scale, double* at) {
    memset(at, 0, GD_RECORD_PARAMETERS * sizeof *at);
    at[GD_RECORD_KIND] = kind;
    if (random_next() < 0.25) at[GD_RECORD_MARGIN] = 0.2 * draw_size(scale);
    return GD_RECORD_PARAMETERS + draw_parameters(kind, scale, at + GD_RECORD_PARAMETERS);
}

static void draw_make(drawn* out) {
    CHECK(gd_shape_create_custom(out->record, out->length, &draw_custom, &out->shape) ==
          GD_STATUS_OPTIMAL);
}

void draw_shape(gd_kind kind, double scale, drawn* out) {
    out->kind = kind;
    out->length = draw_record(kind, scale, out->record);
    draw_make(out);
}

void draw_identify(double id, drawn* out) {
    gd_shape_destroy(out->shape);
    out->record[GD_RECORD_PARAMETERS] = id;
    draw_make(out);
}

void draw_pose(int dimension, double reach, bool aligned, double pose[7]) {
    memset(pose, 0, 7 * sizeof *pose);
    const int axis = (int)((double)dimension * random_next());
    for (int i = 0; i < dimension; i++) {
        const double x = reach * random_between(-1.0, 1.0);
        if (!aligned || i == axis) pose[i] = x;
    }
    if (dimension == 2) {
        pose[2] = aligned ? 0.0 : random_between(-3.0, 3.0);
        return;
    }
    for (int i = 3; i < 7; i++)
        pose[i] = aligned ? 0.0 : random_between(-1.0, 1.0);
    if (aligned) pose[6] = 1.0;
}
