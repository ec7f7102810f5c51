/* Shapes made of other shapes: records inside records, and support functions of the caller. */
#include "lib/check.h"
#include "lib/draw.h"
#include "lib/make.h"

#include "shapes/composite.h"
#include "shapes/curvature.h"
#include "growth_distance.h"

#include <string.h>

/* a matrix with scales 1.5, 0.5, 1 and a shear, and the offset (1, 2, 3), of an ellipsoid with a
 * margin */
static const double IMAGE[] = {
    GD_KIND_TRANSFORMED, 0.25, 0, 0, 0, 0, 1.5, 0, 0,  0.2, 0.5, 0, 0, 0.1, 1, 1, 2, 3,
    GD_KIND_ELLIPSOID,   0.1,  0, 0, 0, 0, 1,   2, 0.5};
/* an ellipsoid and a ball */
static const double SUM[] = {GD_KIND_SUM, 0, 0, 0, 0, 0, 9, GD_KIND_ELLIPSOID, 0,
                             0,           0, 0, 0, 1, 2, 3, GD_KIND_SPHERE,    0,
                             0,           0, 0, 0, 2};
static const double SMOOTH[] = {GD_KIND_DSF, 0.1, 0, 0,   0,  0, 3.5, 1,   0.1, 0, -1, 0, 0.1,
                                0,           1,   0, 0.1, -1, 0, 0,   0.1, 1,   0, 0,  -1};
static const double SMOOTH2[] = {GD_KIND_DSF2, 0, 0, 0, 0, 0, 4, 1, 0, 0, 2, -1, 0, 0, -1};

/* Tries every truncation of a record, and replaces every double by difficult numbers. Each must be
 * refused or make a shape; the sanitizers report any other failure. */
static void check_malformed(const double* record, size_t length) {
    static const double bad[] = {0.0, -1.0, 1e300, 1e-300, 0.5, 1e9};
    double copy[64];
    CHECK(try_record(record, length) == GD_STATUS_OPTIMAL);
    for (size_t cut = 0; cut < length; cut++)
        CHECK(try_record(record, cut) < 0 || record[0] == GD_KIND_DSF || record[0] == GD_KIND_DSF2);
    for (size_t i = 0; i < length; i++)
        for (size_t k = 0; k < LENGTH(bad) + 2; k++) {
            memcpy(copy, record, length * sizeof *copy);
            copy[i] = k < LENGTH(bad) ? bad[k] : k == LENGTH(bad) ? NOT_A_NUMBER : INFINITE;
            const gd_status status = try_record(copy, length);
            CHECK(status <= 0);
        }
}

/* No other support point may be farther along a direction than its own. */
static void check_support(const double* record, size_t length) {
    gd_shape* shape;
    CHECK(gd_shape_create(record, length, &shape) == GD_STATUS_OPTIMAL);
    for (int k = 0; k < 100; k++) {
        double d[3], e[3], p[3], q[3];
        for (int i = 0; i < 3; i++) {
            d[i] = random_next() - 0.5;
            e[i] = random_next() - 0.5;
        }
        CHECK(gd_shape_support(shape, d, p) == GD_STATUS_OPTIMAL);
        CHECK(gd_shape_support(shape, e, q) == GD_STATUS_OPTIMAL);
        CHECK(dot3(load3(d), load3(p)) >= dot3(load3(d), load3(q)) - 1e-14);
    }
    gd_shape_info info;
    gd_shape_describe(shape, &info);
    CHECK(info.inradius > 0.0 && info.inradius <= info.bound_radius);
    gd_shape_destroy(shape);
}

/* Compares the curvature with differences of support points: a composite core has the curvature of
 * all its parts. */
static void check_curvature(const double* record, size_t length) {
    gd_shape* shape;
    CHECK(gd_shape_create(record, length, &shape) == GD_STATUS_OPTIMAL);
    const double step = 1e-5;
    for (int k = 0; k < 50; k++) {
        vec3 v[2];
        for (int i = 0; i < 2; i++)
            v[i] = unit3(make3(random_next() - 0.5, random_next() - 0.5, random_next() - 0.5));
        const vec3 n = v[0], t = sub3(v[1], scale3(dot3(v[0], v[1]), v[0]));
        uint32_t hint = GD_NO_HINT;
        vec3 s[2];
        for (int i = 0; i < 2; i++) {
            const vec3 m = madd3(n, i ? step : -step, t);
            s[i] = madd3(core_support(shape, m, &hint), shape->radius / length3(m), m);
        }
        const vec3 c = core_support(shape, n, &hint);
        const sym3 h = curvature_core(shape, c, n, curvature_ball(shape->radius, n));
        const vec3 expected = scale3(0.5 / step, sub3(s[1], s[0]));
        const vec3 error = sub3(sym3_apply(&h, t), expected);
        CHECK_NEAR(max_abs3(error), 0.0, 1e-7 * (shape->bound_radius + max_abs3(expected)));
    }
    gd_shape_destroy(shape);
}

/* ---- custom support functions ------------------------------------------------------------ */

typedef struct asked_ball {
    double radius;
    int calls;
    bool broken;
} asked_ball;

static void ball_support(void* context, double id, const double direction[3], double point[3]) {
    asked_ball* b = context;
    b->calls++;
    CHECK(id == 7.0);
    CHECK_NEAR(length3(load3(direction)), 1.0, 1e-15);
    for (int i = 0; i < 3; i++)
        point[i] = b->broken ? NOT_A_NUMBER : b->radius * direction[i];
}

static void test_custom(void) {
    const double record[] = {GD_KIND_CUSTOM, 0, 0, 0, 0, 0, 7};
    const double other[] = {GD_KIND_SPHERE, 0, 0, 0, 0, 0, 1};
    const double here[7] = {0, 0, 0, 0, 0, 0, 1}, there[7] = {6, 0, 0, 0, 0, 0, 1};
    gd_shape *custom, *sphere;
    asked_ball b = {2.0, 0, false};
    const gd_custom function = {ball_support, &b};
    CHECK(gd_shape_create(record, 7, &custom) == GD_ERROR_KIND);
    CHECK(gd_shape_create_custom(record, 7, &function, &custom) == GD_STATUS_OPTIMAL);
    CHECK(gd_shape_create(other, 7, &sphere) == GD_STATUS_OPTIMAL);
    CHECK(b.calls > 0);
    gd_shape_info info;
    gd_shape_describe(custom, &info);
    CHECK(info.inradius > 1.8 && info.inradius <= 2.0 && info.bound_radius >= 2.0);
    gd_growth_result growth;
    gd_distance_result distance;
    CHECK(gd_growth_distance(&(gd_query){custom, here, sphere, there, NULL, NULL}, &growth) == 0);
    CHECK_NEAR(growth.value, 2.0, 1e-7);
    CHECK(gd_distance(&(gd_query){custom, here, sphere, there, NULL, NULL}, &distance) == 0);
    CHECK_NEAR(distance.value, 3.0, 1e-7);
    /* a support function that breaks later must cause no trap, no NaN and no endless loop */
    b.broken = true;
    CHECK(gd_growth_distance(&(gd_query){custom, here, sphere, there, NULL, NULL}, &growth) >= 0);
    CHECK(growth.value == growth.value && growth.iterations <= 100.0);
    CHECK(gd_distance(&(gd_query){custom, here, sphere, there, NULL, NULL}, &distance) >= 0);
    CHECK(distance.value == distance.value);
    gd_penetration_result depth;
    CHECK(gd_penetration(&(gd_query){custom, here, sphere, here, NULL, NULL}, &depth) >= 0);
    CHECK(depth.depth == depth.depth);
    gd_shape_destroy(custom);
    CHECK(gd_shape_create_custom(record, 7, &function, &custom) == GD_STATUS_OPTIMAL);
    gd_shape_destroy(custom); /* a single point */
    gd_shape_destroy(sphere);
}

static void test_nesting(void) {
    /* transformed shapes of transformed shapes of a sphere: at most 16 levels */
    double record[12 * 20 + 6 * 20 + 8];
    for (int depth = 0; depth < 20; depth++) {
        double* p = record;
        for (int i = 0; i < depth; i++) {
            const double image[18] = {
                GD_KIND_TRANSFORMED, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0.5, 0, 0, 0, 1, 0, 0, 0};
            memcpy(p, image, sizeof image);
            p += 18;
        }
        const double sphere[7] = {GD_KIND_SPHERE, 0, 0, 0, 0, 0, 1};
        memcpy(p, sphere, sizeof sphere);
        CHECK(try_record(record, (size_t)(p - record) + 7) ==
              (depth <= 16 ? GD_STATUS_OPTIMAL : GD_ERROR_PARTS));
    }
}

/* A transformed transformed shape, or sum, equals a single transformation of the inner shape. */
static void test_nested_images_are_plain_ones(void) {
    const double ball[] = {GD_KIND_SPHERE, 0, 0, 0, 0, 0, 1};
    const double ellipsoid[] = {GD_KIND_ELLIPSOID, 0, 0, 0, 0, 0, 2, 3, 1};
    const double sum[] = {GD_KIND_SUM,    0, 0, 0, 0, 0, 7,  GD_KIND_SPHERE, 0, 0, 0, 0, 0, 0.5,
                          GD_KIND_SPHERE, 0, 0, 0, 0, 0, 0.5};
    const double first[3] = {2, 1, 0.5}, second[3] = {1, 3, 2};
    gd_shape* plain = make(ellipsoid, 9);
    random_seed(64);
    for (int k = 0; k < 2; k++) {
        double record[64];
        size_t length = k ? LENGTH(sum) : LENGTH(ball);
        memcpy(record, k ? sum : ball, length * sizeof *record);
        length = wrap(record, length, first, 0.0);
        length = wrap(record, length, second, 0.0);
        gd_shape* nested = make(record, length);
        for (int i = 0; i < 40; i++) {
            const double here[7] = {0, 0, 0, random_next(), random_next(), random_next(), 1};
            const double there[7] = {random_between(-9, 9), random_between(-9, 9), 3, 0, 0, 0, 1};
            gd_growth_result a, b;
            CHECK(gd_growth_distance(&(gd_query){plain, here, plain, there, NULL, NULL}, &a) >= 0);
            CHECK(gd_growth_distance(&(gd_query){nested, here, nested, there, NULL, NULL}, &b) >=
                  0);
            CHECK_NEAR(b.value / a.value, 1.0, 1e-7);
            CHECK(b.lower <= a.upper * (1.0 + 1e-14) && a.lower <= b.upper * (1.0 + 1e-14));
        }
        gd_shape_destroy(nested);
    }
    gd_shape_destroy(plain);
}

/* A transformed shape is valid or refused, however thin it is. No support point may be lost because
 * squares underflow or overflow. */
static void test_images_are_sets_or_refused(void) {
    const double inner[][40] = {
        {GD_KIND_SPHERE, 0, 0, 0, 0, 0, 1},
        {GD_KIND_CUSTOM, 0, 0, 0, 0, 0, 1},
        {GD_KIND_ELLIPSOID, 0, 0, 0, 0, 0, 1, 2, 3},
        {GD_KIND_DSF, 0, 0, 0, 0, 0, 4, 1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1}};
    const size_t lengths[] = {7, 7, 9, 25};
    const double here[7] = {0, 0, 0, 0, 0, 0, 1}, there[7] = {3, 0, 0, 0, 0, 0, 1};
    gd_shape* ball = make_sphere(1);
    int made = 0;
    for (int k = 0; k < 4 * 16 * 4; k++) {
        /* ever thinner along z or everywhere, once or several times */
        double record[160], direction[3] = {1, 2, 3}, up[3] = {0, 0, 1}, point[3];
        const double t = pow(10.0, -20.0 * (k / 4 % 16)),
                     by[3] = {k & 64 ? t : 1, k & 64 ? t : 1, t};
        size_t length = lengths[k % 4];
        memcpy(record, inner[k % 4], length * sizeof *record);
        for (int i = 0; i < (k & 128 ? 3 : 1); i++)
            length = wrap(record, length, by, 0.0);
        gd_shape* speck;
        const gd_status status = gd_shape_create_custom(record, length, &draw_custom, &speck);
        CHECK(status == (t >= (k & 128 ? 1e-25 : 1e-75) ? GD_STATUS_OPTIMAL : GD_ERROR_MATRIX));
        if (!speck) continue;
        made++;
        CHECK(gd_shape_support(speck, direction, point) == GD_STATUS_OPTIMAL);
        CHECK(max_abs3(load3(point)) <= 3.5 && dot3(load3(direction), load3(point)) > 0.0);
        CHECK(gd_shape_support(speck, up, point) == GD_STATUS_OPTIMAL);
        CHECK(point[2] > 0.0 && point[2] <= 3.5 * (k & 128 ? t * t * t : t));
        gd_distance_result r;
        CHECK(gd_distance(&(gd_query){speck, here, ball, there, NULL, NULL}, &r) >= 0);
        CHECK(r.lower <= r.value && r.value <= 2.0 + 1e-7);
        gd_shape_destroy(speck);
    }
    CHECK(made >= 4 * (4 + 4 + 2 + 2));
    gd_shape_destroy(ball);
}

/* For a zero direction, composite shapes return one of their points, and no curvature. */
static void test_no_direction_finds_a_point_of_the_set(void) {
    random_seed(65);
    const gd_kind kinds[] = {GD_KIND_TRANSFORMED, GD_KIND_SUM, GD_KIND_CUSTOM, GD_KIND_DSF};
    const vec3 none = make3(0.0, 0.0, 0.0), up = make3(0.0, 1.0, 0.0);
    for (int k = 0; k < 40; k++) {
        drawn set;
        draw_shape(kinds[k % 4], 1.0, &set);
        uint32_t hint = GD_NO_HINT;
        if (k % 4 > 1) {
            const vec3 s = gd_composite_support(set.shape, none, &hint);
            CHECK(max_abs3(sub3(s, set.shape->center)) <= set.shape->bound_radius);
        }
        if (k % 4 == 3) {
            sym3 h;
            gd_smooth_curvature(set.shape->smooth, none, &h);
            CHECK(h.xx == 0.0 && h.yy == 0.0 && h.zz == 0.0);
        }
        gd_shape_destroy(set.shape);
    }
    const double one[3] = {1, 1, 1};
    double record[64] = {GD_KIND_SPHERE, 0, 0, 0, 0, 0, 1};
    size_t length = 7;
    for (int i = 0; i < 3; i++) {
        length = wrap(record, length, one, 1.0);
        gd_shape* ball = make(record, length);
        uint32_t hint = GD_NO_HINT;
        const vec3 s = gd_composite_support(ball, none, &hint);
        CHECK(s.x == i + 1.0 && s.y == 0.0 && s.z == 0.0);
        const sym3 h = gd_composite_curvature(ball, up, none);
        CHECK(h.xx == 0.0 && h.yy == 0.0 && h.zz == 0.0);
        gd_shape_destroy(ball);
    }
}

static void test_parts_have_their_codes(void) {
    const struct {
        double record[48];
        size_t length;
        gd_status status;
    } cases[] = {
        /* a 2D circle in a 3D sum */
        {{GD_KIND_SUM,    0, 0, 0, 0, 0, 7, GD_KIND_CIRCLE, 0, 0, 0, 0, 0, 1,
          GD_KIND_SPHERE, 0, 0, 0, 0, 0, 1},
         21,
         GD_ERROR_PARTS},
        {{GD_KIND_TRANSFORMED2, 0, 0, 0, 0, 0, 1, 0, 0, INFINITE, 0, 0, GD_KIND_CIRCLE, 0, 0, 0, 0,
          0, 1},
         19,
         GD_ERROR_MATRIX},
        {{GD_KIND_TRANSFORMED2, 0, 0, 0, 0, 0, 1, 0, 0, 1, 0, 1e80, GD_KIND_CIRCLE, 0, 0, 0, 0, 0,
          1},
         19,
         GD_ERROR_OFFSET},
        {{GD_KIND_TRANSFORMED, 0, 0, 0, 0, 0, 1e-80, 0, 0, 0, 1e-80, 0, 0, 0, 1e-80, 0, 0, 0,
          GD_KIND_SPHERE,      0, 0, 0, 0, 0, 1},
         25,
         GD_ERROR_MATRIX},
        /* scales whose product is too large */
        {{GD_KIND_TRANSFORMED, 0, 0, 0, 0, 0, 1e40, 0, 0, 0, 1e40, 0, 0, 0, 1e40, 0, 0, 0,
          GD_KIND_TRANSFORMED, 0, 0, 0, 0, 0, 1e40, 0, 0, 0, 1e40, 0, 0, 0, 1e40, 0, 0, 0,
          GD_KIND_POINT,       0, 0, 0},
         42,
         GD_ERROR_MATRIX},
        /* the transformed plane has no normal, or is too far away */
        {{GD_KIND_TRANSFORMED, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1e-310, 0, 0, 0,
          GD_KIND_HALFSPACE,   0, 0, 0, 0, 0, 0, 0, 1, 0},
         28,
         GD_ERROR_MATRIX},
        {{GD_KIND_TRANSFORMED, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1e-310, 0, 0, 0,
          GD_KIND_HALFSPACE,   0, 0, 0, 0, 0, 1, 0, 0, 0},
         28,
         GD_ERROR_MATRIX},
        {{GD_KIND_TRANSFORMED, 0, 0, 0, 0, 0, 1e75, 0, 0, 0,   1e75, 0, 0, 0, 1e75, 0, 0, 0,
          GD_KIND_HALFSPACE,   0, 0, 0, 0, 0, 0,    0, 1, 1e10},
         28,
         GD_ERROR_OFFSET},
        {{GD_KIND_TRANSFORMED, 0, 0, 0, 0, 0, 1e75, 0, 0, 0, 1e75, 0, 0, 0, 1e75, 0, 0, 0,
          GD_KIND_SPHERE,      0, 0, 0, 0, 0, 10},
         25,
         GD_ERROR_PARTS},
        {{GD_KIND_TRANSFORMED, 0, 0, 0, 0, 0, 1e-20, 0, 0, 0, 1e-20, 0, 0, 0, 1e-20, 0, 0, 0,
          GD_KIND_SPHERE,      0, 0, 0, 0, 0, 1e-75},
         25,
         GD_ERROR_PARTS},
        {{GD_KIND_DSF2, 0, 1, 0, 3, 0, 4, 1, 0, 0, 2, -1, 0, 0, -1}, 15, GD_ERROR_CENTER},
        /* a square of two segments, whose margin does not reach the centre */
        {{GD_KIND_SUM, 0.5, 1,  0, 0, 1, 12, GD_KIND_SEGMENT, 0, 0, 0, 0,
          0,           -1,  0,  0, 1, 0, 0,  GD_KIND_SEGMENT, 0, 0, 0, 0,
          0,           0,   -1, 0, 0, 1, 0},
         31,
         GD_ERROR_CENTER},
    };
    for (size_t i = 0; i < LENGTH(cases); i++)
        CHECK(try_record(cases[i].record, cases[i].length) == cases[i].status);
}

/* Sums of sums of balls, with as many leaves as allowed and one more. */
static size_t sum_of(double* record, int leaves) {
    const double ball[7] = {GD_KIND_SPHERE, 0, 0, 0, 0, 0, 1};
    memset(record, 0, 7 * sizeof *record);
    if (leaves == 1) {
        memcpy(record, ball, sizeof ball);
        return 7;
    }
    record[0] = GD_KIND_SUM;
    const size_t first = sum_of(record + 7, leaves / 2);
    record[6] = (double)first;
    return 7 + first + sum_of(record + 7 + first, leaves - leaves / 2);
}

static void test_the_number_of_parts_is_bounded(void) {
    static double record[16 * 257];
    CHECK(try_record(record, sum_of(record, 256)) == GD_STATUS_OPTIMAL);
    CHECK(try_record(record, sum_of(record, 257)) == GD_ERROR_PARTS);
}

/* The sum of two segments is a flat square; a margin makes it solid. Three segments make a box,
 * although no part has an inner ball. */
static void test_sums_of_segments(void) {
    double flat[] = {GD_KIND_SUM, 0,  0,  0, 0, 0, 12, GD_KIND_SEGMENT, 0, 0, 0, 0,
                     0,           -1, 0,  0, 1, 0, 0,  GD_KIND_SEGMENT, 0, 0, 0, 0,
                     0,           0,  -1, 0, 0, 1, 0};
    gd_shape_info info;
    gd_shape* square = make(flat, LENGTH(flat));
    gd_shape_describe(square, &info);
    CHECK(info.inradius == 0.0);
    gd_shape* ball = make_sphere(1);
    const double here[7] = {0, 0, 0, 0, 0, 0, 1}, above[7] = {0.5, 0.5, 4, 0, 0, 0, 1};
    gd_distance_result r;
    CHECK(gd_distance(&(gd_query){square, here, ball, above, NULL, NULL}, &r) == GD_STATUS_OPTIMAL);
    CHECK_NEAR(r.value, 3.0, 1e-7);
    gd_shape_destroy(square);
    flat[GD_RECORD_MARGIN] = 0.5;
    square = make(flat, LENGTH(flat));
    gd_shape_describe(square, &info);
    CHECK(info.inradius == 0.5);
    gd_shape_destroy(square);
    double line[40] = {GD_KIND_SEGMENT, 0, 0, 0, 0, 0, -1, 0, 0, 1, 0, 0};
    const double same[3] = {1, 1, 1};
    gd_shape* segment = make(line, wrap(line, 12, same, 2.0));
    CHECK(gd_distance(&(gd_query){segment, here, ball, above, NULL, NULL}, &r) ==
          GD_STATUS_OPTIMAL);
    CHECK_NEAR(r.value, sqrt(0.5 * 0.5 + 0.5 * 0.5 + 16.0) - 1.0, 1e-7);
    gd_shape_destroy(segment);
    double upright[40] = {GD_KIND_SEGMENT, 0, 0, 0, 0, 0, 0, -1, 0, 0, 1, 0};
    segment = make(upright, wrap(upright, 12, same, 2.0));
    CHECK(gd_distance(&(gd_query){segment, here, ball, above, NULL, NULL}, &r) ==
          GD_STATUS_OPTIMAL);
    CHECK_NEAR(r.value, sqrt(1.5 * 1.5 + 16.0) - 1.0, 1e-7);
    gd_shape_destroy(segment);
    /* in 2D */
    const double drawn_line[] = {GD_KIND_TRANSFORMED2, 0, 0, 0, 0, 0, 1,  0, 0, 1, 2, 0,
                                 GD_KIND_SEGMENT2,     0, 0, 0, 0, 0, -1, 0, 1, 0};
    const double circle[] = {GD_KIND_CIRCLE, 0, 0, 0, 0, 0, 1};
    segment = make(drawn_line, LENGTH(drawn_line));
    gd_shape* disk = make(circle, 7);
    const double over[3] = {2.5, 4.0, 0.0};
    CHECK(gd_distance(&(gd_query){segment, here, disk, over, NULL, NULL}, &r) == GD_STATUS_OPTIMAL);
    CHECK_NEAR(r.value, 3.0, 1e-7);
    gd_shape_destroy(segment);
    gd_shape_destroy(disk);
    double box[64] = {GD_KIND_SUM, 0, 0, 0, 0, 0, LENGTH(flat)};
    flat[GD_RECORD_MARGIN] = 0.0;
    memcpy(box + 7, flat, sizeof flat);
    const double third[12] = {GD_KIND_SEGMENT, 0, 0, 0, 0, 0, 0, 0, -1, 0, 0, 1};
    memcpy(box + 7 + LENGTH(flat), third, sizeof third);
    gd_shape* cube = make(box, 7 + LENGTH(flat) + 12);
    gd_shape_describe(cube, &info);
    CHECK_NEAR(info.inradius, 1.0, 1e-12);
    gd_shape_destroy(cube);
    gd_shape_destroy(ball);
}

TEST(composite) {
    test_nested_images_are_plain_ones();
    test_images_are_sets_or_refused();
    test_no_direction_finds_a_point_of_the_set();
    test_parts_have_their_codes();
    test_the_number_of_parts_is_bounded();
    test_sums_of_segments();
    random_seed(3);
    check_malformed(IMAGE, LENGTH(IMAGE));
    check_malformed(SUM, LENGTH(SUM));
    check_malformed(SMOOTH, LENGTH(SMOOTH));
    check_malformed(SMOOTH2, LENGTH(SMOOTH2));
    check_support(IMAGE, LENGTH(IMAGE));
    check_support(SUM, LENGTH(SUM));
    check_support(SMOOTH, LENGTH(SMOOTH));
    check_curvature(IMAGE, LENGTH(IMAGE));
    check_curvature(SUM, LENGTH(SUM));
    check_curvature(SMOOTH, LENGTH(SMOOTH));
    test_custom();
    test_nesting();
}
