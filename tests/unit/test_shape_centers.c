/* Centres of solid shapes. A centre outside the shape is refused, whether slightly or far; a centre
 * just inside is valid. Each type's own formula gives the boundary. */
#include "lib/check.h"
#include "lib/draw.h"
#include "lib/make.h"

#include "growth_distance.h"

#include <string.h>

#define DIRECTIONS ROUNDS(200)

/* A formula of a shape: negative inside, positive outside, about the local origin. */
typedef double level(const double* p, const double* x);

static double most(double x, double y) {
    return x > y ? x : y;
}

static double level_ball(const double* p, const double* x) {
    return hypot(hypot(x[0], x[1]), x[2]) - p[0];
}

static double level_ellipsoid(const double* p, const double* x) {
    return hypot(hypot(x[0] / p[0], x[1] / p[1]), x[2] / p[2]) - 1.0;
}

static double level_ellipse(const double* p, const double* x) {
    return hypot(x[0] / p[0], x[1] / p[1]) - 1.0;
}

static double level_box(const double* p, const double* x) {
    return most(most(fabs(x[0]) - p[0], fabs(x[1]) - p[1]), fabs(x[2]) - p[2]);
}

static double level_rectangle(const double* p, const double* x) {
    return most(fabs(x[0]) - p[0], fabs(x[1]) - p[1]);
}

/* Half height and radius; also for a stadium, where z is 0. */
static double level_capsule(const double* p, const double* x) {
    return hypot(hypot(x[0], x[2]), most(fabs(x[1]) - p[0], 0.0)) - p[1];
}

static double level_cylinder(const double* p, const double* x) {
    return most(hypot(x[0], x[2]) - p[1], fabs(x[1]) - p[0]);
}

/* The radius changes linearly from the bottom to the top. */
static double level_frustum(const double* p, const double* x) {
    const double part = 0.5 * (1.0 + x[1] / p[0]);
    return most(hypot(x[0], x[2]) - (p[1] + part * (p[2] - p[1])), fabs(x[1]) - p[0]);
}

static double level_cone(const double* p, const double* x) {
    const double sizes[3] = {p[0], p[1], 0.0};
    return level_frustum(sizes, x);
}

/* |x| / 2 + |y| / 3 + |z| <= 1: the hull of its six corners. */
static double level_octahedron(const double* p, const double* x) {
    (void)p;
    return fabs(x[0]) / 2.0 + fabs(x[1]) / 3.0 + fabs(x[2]) - 1.0;
}

/* The cube |q| <= 1 under x = (2 q_x + q_y + 5, q_y, 3 q_z). */
static double level_sheared(const double* p, const double* x) {
    const double unit[3] = {1.0, 1.0, 1.0};
    const double q[3] = {0.5 * (x[0] - 5.0 - x[1]), x[1], x[2] / 3.0};
    (void)p;
    return level_box(unit, q);
}

/* The sum of a box 1 1 1 and a box 0.5 0.25 2: their half extents add up. */
static double level_sum(const double* p, const double* x) {
    static const double sizes[3] = {1.5, 1.25, 3.0};
    (void)p;
    return level_box(sizes, x);
}

/* The ellipsoid of tests/lib/draw.c. */
static double level_custom(const double* p, const double* x) {
    const double radii[3] = {p[0], 0.5 * p[0], 0.75 * p[0]};
    return level_ellipsoid(radii, x);
}

/* A margin around a segment from -e_x to e_x. */
static double level_segment(const double* p, const double* x) {
    (void)p;
    return hypot(hypot(most(fabs(x[0]) - 1.0, 0.0), x[1]), x[2]) - 0.5;
}

/* A margin around the triangle (-1, 0) (1, 0) (0, 1) in the plane z = 0. */
static double level_triangle(const double* p, const double* x) {
    const double side = sqrt(0.5), u = fabs(x[0]);
    double out = 0.0;
    (void)p;
    if (x[1] < 0.0) {
        out = hypot(most(u - 1.0, 0.0), x[1]);
    } else if (u + x[1] > 1.0) {
        /* along the slanted side from (1, 0) to (0, 1) */
        const double t = fmin(most(0.5 * (1.0 - u + x[1]), 0.0), 1.0);
        out = hypot(u - (1.0 - t), x[1] - t);
        if (t > 0.0 && t < 1.0) out = side * (u + x[1] - 1.0);
    }
    return hypot(out, x[2]) - 0.5;
}

typedef struct center_case {
    const char* name;
    int dimension;
    level* level;
    size_t length;
    double record[64];
    /* How near to the boundary a centre is certainly accepted, as a part of its way there. For a
     * shape with only a support function, a search must find a polytope that contains the
     * centre. */
    double near;
} center_case;

#define HEAD(kind) GD_KIND_##kind, 0, 0, 0, 0, 0
#define WIDE(kind) GD_KIND_##kind, 0.5, 0, 0, 0, 0
#define NEAR 1e-9
#define POLYTOPE 2, 0, 0, -2, 0, 0, 0, 3, 0, 0, -3, 0, 0, 0, 1, 0, 0, -1
#define POLYGON 2, 0, 0, 3, -2, 0, 0, -3

static const center_case cases[] = {
    {"sphere", 3, level_ball, 7, {HEAD(SPHERE), 2}, NEAR},
    {"ellipsoid", 3, level_ellipsoid, 9, {HEAD(ELLIPSOID), 1, 3, 0.5}, NEAR},
    {"round ellipsoid", 3, level_ellipsoid, 9, {HEAD(ELLIPSOID), 2, 2, 2}, NEAR},
    {"box", 3, level_box, 9, {HEAD(BOX), 1, 2, 0.5}, NEAR},
    {"capsule", 3, level_capsule, 8, {HEAD(CAPSULE), 2, 0.5}, NEAR},
    {"capsule of no height", 3, level_capsule, 8, {HEAD(CAPSULE), 0, 0.5}, NEAR},
    {"cylinder", 3, level_cylinder, 8, {HEAD(CYLINDER), 2, 0.5}, NEAR},
    {"flat cylinder", 3, level_cylinder, 8, {HEAD(CYLINDER), 0.1, 3}, NEAR},
    {"cone", 3, level_cone, 8, {HEAD(CONE), 2, 1}, NEAR},
    {"frustum", 3, level_frustum, 9, {HEAD(FRUSTUM), 1, 2, 0.5}, NEAR},
    {"frustum upside down", 3, level_frustum, 9, {HEAD(FRUSTUM), 1, 0, 2}, NEAR},
    {"hull", 3, level_octahedron, 24, {HEAD(HULL), POLYTOPE}, NEAR},
    {"smooth hull", 3, level_octahedron, 25, {HEAD(DSF), 4, POLYTOPE}, NEAR},
    {"image",
     3,
     level_sheared,
     27,
     {HEAD(TRANSFORMED), 2, 0, 0, 1, 1, 0, 0, 0, 3, 5, 0, 0, HEAD(BOX), 1, 1, 1},
     1e-3},
    {"sum", 3, level_sum, 25, {HEAD(SUM), 9, HEAD(BOX), 1, 1, 1, HEAD(BOX), 0.5, 0.25, 2}, 1e-3},
    {"custom", 3, level_custom, 7, {HEAD(CUSTOM), 2}, 0.2},
    {"point with a margin", 3, level_ball, 6, {WIDE(POINT), 0.5}, NEAR},
    {"segment with a margin", 3, level_segment, 12, {WIDE(SEGMENT), -1, 0, 0, 1, 0, 0}, NEAR},
    {"triangle with a margin",
     3,
     level_triangle,
     15,
     {WIDE(TRIANGLE), -1, 0, 0, 1, 0, 0, 0, 1, 0},
     NEAR},
    {"circle", 2, level_ball, 7, {HEAD(CIRCLE), 2}, NEAR},
    {"ellipse", 2, level_ellipse, 8, {HEAD(ELLIPSE), 1, 3}, NEAR},
    {"wide ellipse", 2, level_ellipse, 8, {HEAD(ELLIPSE), 3, 0.5}, NEAR},
    {"rectangle", 2, level_rectangle, 8, {HEAD(RECTANGLE), 1, 2}, NEAR},
    {"polygon", 2, level_octahedron, 14, {HEAD(POLYGON), POLYGON}, NEAR},
    {"stadium", 2, level_capsule, 8, {HEAD(STADIUM), 2, 0.5}, NEAR},
    {"smooth hull", 2, level_octahedron, 15, {HEAD(DSF2), 4, POLYGON}, NEAR},
    {"image",
     2,
     level_sheared,
     20,
     {HEAD(TRANSFORMED2), 2, 0, 1, 1, 5, 0, HEAD(RECTANGLE), 1, 1},
     1e-3},
    {"sum",
     2,
     level_sum,
     23,
     {HEAD(SUM2), 8, HEAD(RECTANGLE), 1, 1, HEAD(RECTANGLE), 0.5, 0.25},
     1e-3},
    {"custom", 2, level_custom, 7, {HEAD(CUSTOM2), 2}, 0.2},
    {"point with a margin", 2, level_ball, 6, {WIDE(POINT2), 0.5}, NEAR},
    {"segment with a margin", 2, level_segment, 10, {WIDE(SEGMENT2), -1, 0, 1, 0}, NEAR},
    {"triangle with a margin", 2, level_triangle, 12, {WIDE(TRIANGLE2), -1, 0, 1, 0, 0, 1}, NEAR},
};

/* The status of a shape whose centre is moved by `far` along a direction. */
static gd_status try_center(const center_case* c, const double* from, const double* way,
                            double far) {
    double record[64];
    memcpy(record, c->record, sizeof record);
    record[GD_RECORD_HAS_CENTER] = 1.0;
    for (int i = 0; i < 3; i++)
        record[GD_RECORD_CENTER + i] = from[i] + far * way[i];
    gd_shape* shape;
    const gd_status status = gd_shape_create_custom(record, c->length, &draw_custom, &shape);
    CHECK((status == GD_STATUS_OPTIMAL) == (shape != NULL));
    gd_shape_destroy(shape);
    return status;
}

static bool inside(const center_case* c, const double* from, const double* way, double far) {
    double x[3];
    for (int i = 0; i < 3; i++)
        x[i] = from[i] + far * way[i];
    return c->level(c->record + GD_RECORD_PARAMETERS, x) < 0.0;
}

/* The distance of the boundary along a direction, by bisection. */
static double boundary(const center_case* c, const double* from, const double* way) {
    double low = 0.0, high = 1e9;
    CHECK(inside(c, from, way, low) && !inside(c, from, way, high));
    for (int i = 0; i < 120; i++) {
        const double middle = 0.5 * (low + high);
        if (inside(c, from, way, middle))
            low = middle;
        else
            high = middle;
    }
    return low;
}

static void check_direction(const center_case* c, const double* from, const double* way) {
    static const double far[] = {1.0 + 1e-9, 1.0 + 1e-3, 1.5, 10.0, 1e6, 1e60};
    const double at = boundary(c, from, way);
    bool right = try_center(c, from, way, at * (1.0 - c->near)) == GD_STATUS_OPTIMAL &&
                 try_center(c, from, way, 0.5 * at) == GD_STATUS_OPTIMAL;
    for (size_t i = 0; i < LENGTH(far); i++)
        right = right && try_center(c, from, way, at * far[i]) == GD_ERROR_CENTER;
    CHECK(right);
    if (!right)
        printf("  %s (%dD) along %g %g %g\n", c->name, c->dimension, way[0], way[1], way[2]);
}

static void test_centers_of_solid_shapes_lie_inside(void) {
    random_seed(61);
    for (size_t i = 0; i < LENGTH(cases); i++) {
        const center_case* c = &cases[i];
        double from[3] = {0, 0, 0};
        gd_shape* shape;
        CHECK(gd_shape_create_custom(c->record, c->length, &draw_custom, &shape) == 0);
        gd_shape_center(shape, from);
        gd_shape_destroy(shape);
        for (int k = 0; k < 6 + DIRECTIONS; k++) {
            double way[3] = {0, 0, 0};
            for (int axis = 0; axis < c->dimension; axis++)
                way[axis] =
                    k < 6 ? (k / 2 == axis ? 1.0 - 2.0 * (k % 2) : 0.0) : random_between(-1.0, 1.0);
            if (hypot(hypot(way[0], way[1]), way[2]) > 0.0) check_direction(c, from, way);
        }
    }
}

/* A margin around a solid core allows centres within the margin only. */
static void test_centers_beyond_the_margin_are_refused(void) {
    random_seed(62);
    for (size_t i = 0; i < LENGTH(cases); i++) {
        center_case c = cases[i];
        if (c.record[GD_RECORD_MARGIN] != 0.0) continue;
        c.record[GD_RECORD_MARGIN] = 0.25;
        double from[3] = {0, 0, 0}, far[3];
        gd_shape* shape;
        CHECK(gd_shape_create_custom(c.record, c.length, &draw_custom, &shape) == 0);
        gd_shape_center(shape, from);
        for (int k = 0; k < DIRECTIONS; k++) {
            double way[3] = {0, 0, 0};
            for (int axis = 0; axis < c.dimension; axis++)
                way[axis] = random_between(-1.0, 1.0);
            CHECK(gd_shape_support(shape, way, far) == GD_STATUS_OPTIMAL);
            for (int axis = 0; axis < 3; axis++)
                far[axis] -= from[axis];
            /* a support point is on the boundary; beyond it the shape ends */
            CHECK(try_center(&c, from, far, 1.0 + 1e-6) == GD_ERROR_CENTER);
            CHECK(try_center(&c, from, far, 3.0) == GD_ERROR_CENTER);
            CHECK(try_center(&c, from, way, 0.5 * boundary(&c, from, way)) == GD_STATUS_OPTIMAL);
        }
        gd_shape_destroy(shape);
    }
}

/* Each coordinate of the centre, in shapes of every type, solid or not. */
static void test_centers_are_numbers(void) {
    static const double wrong[] = {NOT_A_NUMBER, INFINITE, -INFINITE, 2e75, -2e75};
    random_seed(63);
    for (int kind = GD_KIND_SPHERE; kind <= GD_KIND_CUSTOM2; kind++) {
        drawn shape;
        draw_shape((gd_kind)kind, 1.0, &shape);
        gd_shape_info info;
        gd_shape_describe(shape.shape, &info);
        for (int axis = 0; axis < 3; axis++)
            for (size_t i = 0; i < LENGTH(wrong); i++) {
                gd_shape* other;
                double record[DRAW_RECORD_MAX];
                memcpy(record, shape.record, sizeof record);
                record[GD_RECORD_HAS_CENTER] = 1.0;
                memcpy(record + GD_RECORD_CENTER, info.center, sizeof info.center);
                record[GD_RECORD_CENTER + axis] = wrong[i];
                const bool counts = axis < (int)info.dimension;
                CHECK(gd_shape_create_custom(record, shape.length, &draw_custom, &other) ==
                      (counts ? GD_ERROR_CENTER : GD_STATUS_OPTIMAL));
                gd_shape_destroy(other);
            }
        gd_shape_destroy(shape.shape);
    }
}

/* Flat shapes and half-spaces accept any finite centre, and report it. */
static void test_flat_shapes_take_any_center(void) {
    static const double records[][16] = {
        {GD_KIND_POINT, 0, 1, 3, -4, 5},
        {GD_KIND_SEGMENT, 0, 1, 3, -4, 5, -1, 0, 0, 1, 0, 0},
        {GD_KIND_TRIANGLE, 0, 1, 3, -4, 5, -1, 0, 0, 1, 0, 0, 0, 1, 0},
        {GD_KIND_HALFSPACE, 0, 1, 3, -4, 5, 0, 1, 0, 2},
        {GD_KIND_POINT2, 0, 1, 3, -4, 0},
        {GD_KIND_SEGMENT2, 0, 1, 3, -4, 0, -1, 0, 1, 0},
        {GD_KIND_TRIANGLE2, 0, 1, 3, -4, 0, -1, 0, 1, 0, 0, 1},
        {GD_KIND_HALFPLANE, 0, 1, 3, -4, 0, 0, 1, 2},
    };
    static const size_t lengths[] = {6, 12, 15, 10, 6, 10, 12, 9};
    for (size_t i = 0; i < LENGTH(records); i++) {
        gd_shape* shape = make(records[i], lengths[i]);
        gd_shape_info info;
        gd_shape_describe(shape, &info);
        for (int k = 0; k < 3; k++)
            CHECK(info.center[k] == records[i][GD_RECORD_CENTER + k]);
        gd_shape_destroy(shape);
    }
}

/* A norm ball of any dimension and exponent. */
static void test_centers_of_norm_balls_lie_inside(void) {
    static const double exponents[] = {1.0, 1.5, 2.0, 4.0, INFINITE};
    random_seed(64);
    for (int n = 2; n <= 6; n++)
        for (size_t e = 0; e < LENGTH(exponents); e++)
            for (int k = 0; k < 20; k++) {
                const double p = exponents[e], radius = 2.0;
                double record[15] = {GD_KIND_NORM_BALL, 0, 1, 0, 0, 0, n}, way[6], sum = 0.0;
                double largest = 0.0;
                for (int i = 0; i < n; i++) {
                    way[i] = random_between(-1.0, 1.0);
                    sum += pow(fabs(way[i]), p);
                    largest = most(largest, fabs(way[i]));
                }
                const double size = isinf(p) ? largest : pow(sum, 1.0 / p);
                static const double parts[] = {0.5, 1.0 - 1e-9, 1.0 + 1e-9, 2.0, 1e60};
                for (size_t f = 0; f < LENGTH(parts); f++) {
                    for (int i = 0; i < n; i++)
                        record[7 + i] = parts[f] * radius / size * way[i];
                    record[7 + n] = p;
                    record[8 + n] = radius;
                    CHECK(try_record(record, (size_t)n + 9) ==
                          (parts[f] < 1.0 ? GD_STATUS_OPTIMAL : GD_ERROR_CENTER));
                }
            }
}

TEST(shape_centers) {
    test_centers_of_solid_shapes_lie_inside();
    test_centers_beyond_the_margin_are_refused();
    test_centers_are_numbers();
    test_flat_shapes_take_any_center();
    test_centers_of_norm_balls_lie_inside();
}
