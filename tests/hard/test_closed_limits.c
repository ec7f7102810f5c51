/* Closed forms and early outs at their limits: parallel axes on one line, centres away from the
 * middle, and squares outside the range of doubles. Also pairs that touch to the last bit, and
 * inconsistent support functions. */
#include "lib/check.h"
#include "lib/make.h"

#include "growth_distance.h"
#include "growth_distance_trace.h"
#include "math/pow.h"

#include <stdlib.h>
#include <string.h>

static const double HERE[7] = {0, 0, 0, 0, 0, 0, 1};

/* Capsules on one axis, in any direction: the shortest separation is across the axis, by the sum of
 * the radii. */
static void test_capsules_on_one_axis(void) {
    const double capsule[] = {GD_KIND_CAPSULE, 0, 0, 0, 0, 0, 2, 0.5};
    const double stadium[] = {GD_KIND_STADIUM, 0, 0, 0, 0, 0, 2, 0.5};
    /* the axis along y, x, z, between x and y, nearly along y; with B towards either end */
    const double turns[][4] = {{0, 0, 0, 1},   {0, 0, 1, 1}, {1, 0, 0, 1}, {0, 0, 1, 2},
                               {0, 0, 1, 200}, {1, 1, 0, 3}, {0, 1, 1, 3}};
    gd_shape *space = make(capsule, 8), *plane = make(stadium, 8);
    for (size_t i = 0; i < 2 * sizeof turns / sizeof turns[0]; i++) {
        const double* q = turns[i / 2];
        const double norm = q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3];
        const double way = i % 2 ? 1.5 : -1.5;
        const double axis[3] = {2.0 * (q[0] * q[1] - q[2] * q[3]) / norm,
                                1.0 - 2.0 * (q[0] * q[0] + q[2] * q[2]) / norm,
                                2.0 * (q[1] * q[2] + q[0] * q[3]) / norm};
        const double a[7] = {0, 0, 0, q[0], q[1], q[2], q[3]};
        const double b[7] = {way * axis[0], way * axis[1], way * axis[2], q[0], q[1], q[2], q[3]};
        gd_penetration_result r;
        CHECK(gd_penetration(&(gd_query){space, a, space, b, NULL, NULL}, &r) == GD_STATUS_OPTIMAL);
        CHECK_NEAR(r.depth, 1.0, 1e-14);
        double along = 0.0;
        for (int k = 0; k < 3; k++)
            along += axis[k] * r.normal[k];
        CHECK_NEAR(along, 0.0, 1e-7);
        const double flat[3] = {0, i % 2 ? 1.5 : -1.5, 0};
        CHECK(gd_penetration(&(gd_query){plane, HERE, plane, flat, NULL, NULL}, &r) ==
              GD_STATUS_OPTIMAL);
        CHECK_NEAR(r.depth, 1.0, 1e-14);
        CHECK_NEAR(r.normal[1], 0.0, 1e-14);
    }
    gd_shape_destroy(space);
    gd_shape_destroy(plane);
}

/* Balls whose centres of growth are half a radius off along each axis. Towards the other shape they
 * reach half as far. */
static void test_balls_about_other_centres(void) {
    for (int i = 0; i < 9; i++) {
        const int axis = i % 3, which = i / 3; /* 0: A's, 1: B's, 2: both */
        double ra[7] = {GD_KIND_SPHERE, 0, which != 1, 0, 0, 0, 1};
        double rb[7] = {GD_KIND_SPHERE, 0, which != 0, 0, 0, 0, 1};
        double at[7] = {0, 0, 0, 0, 0, 0, 1};
        ra[GD_RECORD_CENTER + axis] = 0.5;
        rb[GD_RECORD_CENTER + axis] = -0.5;
        at[axis] = 4.0;
        gd_shape *a = make(ra, 7), *b = make(rb, 7);
        gd_growth_result r;
        CHECK(gd_growth_distance(&(gd_query){a, HERE, b, at, NULL, NULL}, &r) == GD_STATUS_OPTIMAL);
        CHECK_NEAR(r.value, which == 2 ? 3.0 : 3.5 / 1.5, 1e-7);
        gd_collision_result c;
        CHECK(gd_collide(&(gd_query){a, HERE, b, at, NULL, NULL}, &c) == GD_STATUS_OPTIMAL);
        CHECK(c.colliding == 0.0 && c.lower > 1.0 && c.lower <= r.upper);
        gd_shape_destroy(a);
        gd_shape_destroy(b);
    }
}

/* Squares underflow or overflow: growth is still linear in the distance. */
static void test_distances_of_any_magnitude(void) {
    const double record[] = {GD_KIND_ELLIPSE, 0, 0, 0, 0, 0, 1, 1};
    const double solid[] = {GD_KIND_ELLIPSOID, 0, 0, 0, 0, 0, 1, 1, 1};
    gd_shape *disk = make(record, 8), *ball = make(solid, 9);
    const double sizes[] = {1e-300, 1e-140, 1.0, 1e140};
    for (int i = 0; i < 4; i++) {
        const double at[7] = {0, 2.0 * sizes[i], 0, 0, 0, 0, 1}, flat[3] = {0, 2.0 * sizes[i], 0};
        gd_growth_result r;
        CHECK(gd_growth_distance(&(gd_query){disk, HERE, disk, flat, NULL, NULL}, &r) >= 0);
        CHECK_NEAR(r.value / sizes[i], 1.0, 1e-7);
        CHECK(gd_growth_distance(&(gd_query){ball, HERE, ball, at, NULL, NULL}, &r) >= 0);
        CHECK_NEAR(r.value / sizes[i], 1.0, 1e-7);
    }
    gd_shape_destroy(disk);
    gd_shape_destroy(ball);
    const double point[] = {GD_KIND_POINT, 0, 0, 0, 0, 0};
    gd_shape* dot = make(point, 6);
    const double near[7] = {1e-140, 0, 0, 0, 0, 0, 1};
    CHECK(gd_intersects(&(gd_query){dot, HERE, dot, near, NULL, NULL}) == 0);
    gd_shape_destroy(dot);
    /* positions beyond the limit are refused, even if the shapes are close to each other */
    gd_shape* box = make_box(1, 1, 1);
    const double lost[7] = {1.5e150, 0, 0, 0, 0, 0, 1}, beside[7] = {1.5e150, 1e130, 0, 0, 0, 0, 1};
    gd_collision_result c;
    CHECK(gd_collide(&(gd_query){box, lost, box, beside, NULL, NULL}, &c) == GD_ERROR_POSE);
    gd_shape_destroy(box);
}

/* The smallest valid balls, of radius 2e-85: their squares underflow, so the bounding balls cannot
 * decide. */
static void test_the_smallest_balls_touch_like_any(void) {
    const double record[] = {
        GD_KIND_TRANSFORMED, 0, 0, 0, 0, 0, 2e-10, 0, 0, 0, 2e-10, 0, 0, 0, 2e-10, 0, 0, 0,
        GD_KIND_SPHERE,      0, 0, 0, 0, 0, 1e-75};
    gd_shape* speck = make(record, 25);
    const double apart[7] = {9e-85, 0, 0, 0, 0, 0, 1}, meeting[7] = {3e-85, 0, 0, 0, 0, 0, 1};
    CHECK(gd_intersects(&(gd_query){speck, HERE, speck, apart, NULL, NULL}) == 0);
    CHECK(gd_intersects(&(gd_query){speck, HERE, speck, meeting, NULL, NULL}) == 1);
    gd_shape_destroy(speck);
}

/* Centres of growth that coincide while the shapes' middles do not; and warm states with an invalid
 * normal. */
static void test_first_looks_that_see_nothing(void) {
    const double record[] = {GD_KIND_CYLINDER, 0, 1, 0, 0.9, 0, 1, 1};
    gd_shape* cylinder = make(record, 8);
    const double over[7] = {0, 1.8, 0, 1, 0, 0, 0}, away[7] = {0, 2.5, 0, 1, 0, 0, 0};
    CHECK(gd_intersects(&(gd_query){cylinder, HERE, cylinder, over, NULL, NULL}) == 1);
    for (int i = 0; i < 3; i++) {
        gd_warm odd = {.key = 1.0};
        odd.normal[i] = INFINITE;
        CHECK(gd_intersects(&(gd_query){cylinder, HERE, cylinder, away, NULL, &odd}) == 0);
        odd = (gd_warm){.key = 1.0};
        odd.normal[i] = NOT_A_NUMBER;
        CHECK(gd_intersects(&(gd_query){cylinder, HERE, cylinder, away, NULL, &odd}) == 0);
    }
    gd_shape_destroy(cylinder);
}

/* Moves boxes and points until they touch. The overlap test must decide one way, or report
 * `precision`. */
static void test_boxes_that_touch_to_the_last_bit(void) {
    const double record[] = {GD_KIND_POINT, 0, 0, 0, 0, 0};
    gd_shape *box = make_box(1, 2, 3), *other = make_box(0.7, 0.3, 0.9), *dot = make(record, 6);
    random_seed(66);
    int open = 0;
    for (int i = 0; i < 3000; i++) {
        double a[7] = {0}, b[7] = {0};
        for (int k = 0; k < 4; k++) {
            a[3 + k] = random_between(-1.0, 1.0);
            b[3 + k] = random_between(-1.0, 1.0);
        }
        for (int k = 0; k < 3; k++)
            b[k] = random_between(-4.0, 4.0);
        const gd_shape* second = i % 2 ? dot : other;
        gd_growth_result g;
        CHECK(gd_growth_distance(&(gd_query){box, a, second, b, NULL, NULL}, &g) >= 0);
        for (int k = 0; k < 3; k++)
            b[k] /= g.value;
        gd_collision_result r;
        CHECK(gd_collide(&(gd_query){box, a, second, b, NULL, NULL}, &r) >= 0);
        CHECK(r.lower <= 1.0 + 1e-14 && r.upper >= 1.0 - 1e-14);
        const bool decided = r.lower > 1.0 || r.upper <= 1.0;
        CHECK(r.status == (decided ? GD_STATUS_OPTIMAL : GD_STATUS_PRECISION));
        open += !decided;
    }
    CHECK(open > 0);
    gd_shape_destroy(box);
    gd_shape_destroy(other);
    gd_shape_destroy(dot);
}

/* A random point that depends little on the direction except for its side. After the shape is made,
 * `reach` makes it inconsistent. */
static void lie(void* context, double id, const double direction[3], double point[3]) {
    const double reach = *(double*)context;
    (void)id;
    for (int i = 0; i < 3; i++)
        point[i] =
            reach * random_next() < 0.5 ? direction[i] : random_between(-0.5, 1.0) * direction[i];
}

/* An inconsistent support function has no right answer, but the queries must end with numbers and
 * ordered bounds. */
static void test_support_functions_that_lie(void) {
    double reach = 1.0;
    const gd_custom liar = {lie, &reach};
    const double record[] = {GD_KIND_CUSTOM, 0, 0, 0, 0, 0, 1};
    const double flat[] = {GD_KIND_CUSTOM2, 0, 0, 0, 0, 0, 1};
    const double room = 60000.0;
    gd_trace* trace = calloc(1, sizeof *trace + (size_t)room * sizeof(double));
    random_seed(67);
    for (int i = 0; i < 1200; i++) {
        gd_shape *a, *b;
        reach = 1.0;
        const double* of = i % 4 == 3 ? flat : record;
        const gd_status status = gd_shape_create_custom(of, 7, &liar, &a);
        CHECK(status == GD_STATUS_OPTIMAL || status == GD_ERROR_CENTER || status == GD_ERROR_FLAT);
        CHECK(gd_shape_create_custom(of, 7, &liar, &b) <= 0);
        if (i % 2) reach = pow(10.0, random_between(0.0, 14.0));
        if (a && b) {
            const double at[7] = {random_between(0, 1.5), 0.1, 0, 0.1, 0.2, 0.3, 1};
            gd_settings settings = {.tolerance = i % 2 ? 1e-12 : GD_DEFAULT_TOLERANCE,
                                    .max_iterations = 500.0};
            settings.method = i % 2 ? GD_METHOD_EPA : GD_METHOD_INCREMENTAL + i / 2 % 4;
            if (i % 3 == 0) settings.trace = (double)(uintptr_t)trace;
            trace->capacity = room;
            gd_penetration_result depth;
            CHECK(gd_penetration(&(gd_query){a, HERE, b, at, &settings, NULL}, &depth) >= 0);
            CHECK(fabs(depth.depth) < 100.0 * reach && depth.lower <= depth.depth);
            CHECK(depth.iterations <= 1000.0);
            gd_growth_result growth;
            settings.method = i % 2 ? GD_METHOD_CUTTING_PLANE : GD_METHOD_AUTO;
            const gd_status grown =
                gd_growth_distance(&(gd_query){a, HERE, b, at, &settings, NULL}, &growth);
            CHECK(grown >= 0 || grown == GD_ERROR_UNDEFINED);
            CHECK(growth.value == growth.value);
        }
        gd_shape_destroy(a);
        gd_shape_destroy(b);
    }
    free(trace);
}

/* Meshes as thin as needles take more steps than others. */
static void test_meshes_that_take_many_steps(void) {
    static double record[GD_RECORD_PARAMETERS + 3 * 1500] = {GD_KIND_HULL};
    const gd_settings fine = {.tolerance = 1e-14, .max_iterations = 100.0};
    random_seed(68);
    for (int i = 0; i < 12; i++) {
        gd_shape* mesh[2];
        for (int k = 0; k < 2; k++) {
            const double thin = pow(10.0, -random_between(0.0, 4.0));
            for (int m = 0; m < 1500; m++) {
                const double z = random_between(-1.0, 1.0), turn = random_between(0.0, 6.3);
                double* p = record + GD_RECORD_PARAMETERS + 3 * (size_t)m;
                p[0] = sqrt(1.0 - z * z) * cos(turn);
                p[1] = thin * sqrt(1.0 - z * z) * sin(turn);
                p[2] = i % 2 ? z : thin * z;
            }
            mesh[k] = make(record, sizeof record / sizeof *record);
        }
        for (int k = 0; k < 20; k++) {
            double a[7] = {0}, b[7] = {0};
            for (int m = 0; m < 4; m++) {
                a[3 + m] = random_between(-1.0, 1.0);
                b[3 + m] = random_between(-1.0, 1.0);
            }
            for (int m = 0; m < 3; m++)
                b[m] = random_between(-2.0, 2.0);
            gd_growth_result one, other;
            CHECK(gd_growth_distance(&(gd_query){mesh[0], a, mesh[1], b, &fine, NULL}, &one) >= 0);
            CHECK(gd_growth_distance(&(gd_query){mesh[1], b, mesh[0], a, &fine, NULL}, &other) >=
                  0);
            CHECK(one.lower <= one.upper && one.upper <= one.lower * (1.0 + 1e-7));
            CHECK(one.lower <= other.upper * (1.0 + 1e-12));
            CHECK(other.lower <= one.upper * (1.0 + 1e-12));
        }
        gd_shape_destroy(mesh[0]);
        gd_shape_destroy(mesh[1]);
    }
}

/* Meshes as thin as rounding, at any distance: they take so many steps that the solver stops trying
 * neighbour vertices. The bounds of growth and of the overlap test must agree. */
static void test_the_thinnest_meshes(void) {
    static double record[GD_RECORD_PARAMETERS + 3 * 400] = {GD_KIND_HULL};
    for (unsigned i = 0; i < 12; i++) {
        gd_shape* mesh[2];
        random_seed(i);
        for (int k = 0; k < 2; k++) {
            double thin[3];
            for (int c = 0; c < 3; c++)
                thin[c] = random_next() < 0.5 ? 1.0 : pow(10.0, -random_between(0.0, 9.0));
            const size_t count = 150 + (size_t)(250 * random_next());
            for (size_t m = 0; m < count; m++) {
                const double z = random_between(-1.0, 1.0), turn = random_between(0.0, 6.3);
                double* p = record + GD_RECORD_PARAMETERS + 3 * m;
                p[0] = thin[0] * sqrt(1.0 - z * z) * cos(turn);
                p[1] = thin[1] * sqrt(1.0 - z * z) * sin(turn);
                p[2] = thin[2] * z;
            }
            mesh[k] = make(record, GD_RECORD_PARAMETERS + 3 * count);
        }
        for (int k = 0; k < 10; k++) {
            double a[7] = {0}, b[7] = {0};
            for (int m = 3; m < 7; m++) {
                a[m] = random_between(-1.0, 1.0);
                b[m] = random_next() < 0.3 ? a[m] : random_between(-1.0, 1.0);
            }
            const double reach = pow(10.0, random_between(-9.0, 1.0));
            for (int m = 0; m < 3; m++)
                b[m] = random_between(-reach, reach);
            const gd_settings settings = {.tolerance = k % 2 ? 1e-15 : 1e-8,
                                          .max_iterations = 300.0};
            gd_growth_result r;
            gd_collision_result hit;
            CHECK(gd_growth_distance(&(gd_query){mesh[0], a, mesh[1], b, &settings, NULL}, &r) >=
                  0);
            CHECK(gd_collide(&(gd_query){mesh[0], a, mesh[1], b, &settings, NULL}, &hit) >= 0);
            CHECK(r.lower <= r.upper && r.upper < INFINITE && hit.lower <= hit.upper);
            CHECK(r.lower <= hit.upper * (1.0 + 1e-6) && hit.lower <= r.upper * (1.0 + 1e-6));
        }
        gd_shape_destroy(mesh[0]);
        gd_shape_destroy(mesh[1]);
    }
}

/* Centres a few bits inside a face: the shapes reach only rounding beyond them, so the growth
 * distance is huge. */
static void test_centres_next_to_a_face(void) {
    random_seed(69);
    for (int i = 0; i < 400; i++) {
        const double bit = ldexp(1.0, -46 - i % 8);
        double ra[9] = {GD_KIND_BOX, 0, 1, 1.0 - bit, 0.1, 0.2, 1, 0.7, 0.3};
        double rb[9] = {GD_KIND_BOX, 0, 1, bit - 0.6, 0.1, 0.2, 0.6, 0.7, 0.4};
        gd_shape *a = make(ra, 9), *b = make(rb, 9);
        double at[7] = {4, 0.1, 0.2, random_between(-1.0, 1.0), 0, 0, 1};
        if (i % 2) at[4] = ldexp(random_between(-1.0, 1.0), -40 - i % 12);
        gd_growth_result r;
        CHECK(gd_growth_distance(&(gd_query){a, HERE, b, at, NULL, NULL}, &r) >= 0);
        CHECK(r.lower <= r.upper && r.lower > 0.0);
        if (i % 2 == 0 &&
            i % 8 == 0) /* aligned: the gap between the faces, divided by the sum of the reaches */
            CHECK(r.lower <= 4.0 / bit && r.upper >= 0.25 / bit);
        gd_shape_destroy(a);
        gd_shape_destroy(b);
    }
}

/* The same to the last bit: the sum of the reaches is a few ulps of the centres' coordinates. */
static void test_centres_in_a_face_to_rounding(void) {
    const double ra[9] = {GD_KIND_BOX, 0, 1, 1.0 - 0x1p-53, 0, 0, 1, 1, 1};
    const double rb[9] = {GD_KIND_BOX, 0, 1, -0.25, 0, 0, 0.25 + 0x1p-54, 1, 1};
    const double at[7] = {4, 0, 0, 0, 0, 0, 1};
    gd_shape *a = make(ra, 9), *b = make(rb, 9);
    gd_growth_result r;
    CHECK(gd_growth_distance(&(gd_query){a, HERE, b, at, NULL, NULL}, &r) >= 0);
    CHECK(r.lower <= r.upper && r.lower > 0.0);
    CHECK(r.upper >= 2.75 / 0x1p-51);
    gd_shape_destroy(a);
    gd_shape_destroy(b);
}

/* Transformed shapes of the smallest valid size, with centres close to their surface. */
static void test_the_smallest_sets_about_other_centres(void) {
    const gd_kind kinds[] = {GD_KIND_BOX, GD_KIND_ELLIPSOID, GD_KIND_FRUSTUM};
    random_seed(70);
    for (int i = 0; i < 60; i++) {
        const double turn = random_between(0.0, 6.3), s = 3e-10 * sin(turn), c = 3e-10 * cos(turn);
        double record[27] = {GD_KIND_TRANSFORMED, 0, 1, 0, 0, 0, c, s, 0, -s, c, 0, 0, 0, 3e-10};
        const double inner[9] = {(double)kinds[i % 3], 0, 0, 0, 0, 0, 1e-75, 1e-75, 1e-75};
        memcpy(record + 18, inner, sizeof inner);
        /* along local x, where the surface is at 1 */
        const double deep = 1.0 - pow(10.0, -random_between(0.5, 3.0)), t = deep * 1e-75;
        record[GD_RECORD_CENTER] = c * t;
        record[GD_RECORD_CENTER + 1] = s * t;
        gd_shape* speck = make(record, 27);
        gd_shape_info info;
        gd_shape_describe(speck, &info);
        CHECK(info.inradius <= 3e-85 * (1.0 - deep) * (1.0 + 1e-9));
        CHECK(info.inradius > 0.0);
        gd_shape_destroy(speck);
    }
}

/* The thinnest valid coins touch at their rims, tilted about the line between them. */
static void test_the_thinnest_coins_touch_at_their_rims(void) {
    const double record[] = {
        GD_KIND_TRANSFORMED, 0, 0, 0, 0, 0, 1,    0,    0,    0, 1, 0, 0, 0, 3e-10, 0, 0, 0,
        GD_KIND_ELLIPSOID,   0, 0, 0, 0, 0, 5e74, 5e74, 1e-75};
    gd_shape* coin = make(record, 27);
    for (int i = 0; i < 9; i++) {
        const double tilt = i / 4.0 - 1.0;
        const double here[7] = {0, 0, 0, tilt, 0, 0, 1}, at[7] = {2e75, 0, 0, tilt, 0, 0, 1};
        gd_growth_result r;
        CHECK(gd_growth_distance(&(gd_query){coin, here, coin, at, NULL, NULL}, &r) >= 0);
        CHECK(r.lower <= 2.0 * (1.0 + 1e-14) && r.upper >= 2.0 * (1.0 - 1e-14));
    }
    gd_shape_destroy(coin);
}

static void test_powers_of_any_exponent(void) {
    CHECK(power(2.0, 10.0) == 1024.0);
    CHECK_NEAR(power(1.5, 65.0) / pow(1.5, 65.0), 1.0, 1e-13);
    CHECK_NEAR(power(0.99, 1e3) / pow(0.99, 1e3), 1.0, 1e-11);
    CHECK(power(0.0, 1e3) == 0.0 && power(0.5, 1e6) == 0.0 && power(1.0, 1e6) == 1.0);
}

TEST(closed_limits) {
    test_capsules_on_one_axis();
    test_balls_about_other_centres();
    test_distances_of_any_magnitude();
    test_the_smallest_balls_touch_like_any();
    test_first_looks_that_see_nothing();
    test_boxes_that_touch_to_the_last_bit();
    test_support_functions_that_lie();
    test_meshes_that_take_many_steps();
    test_the_thinnest_meshes();
    test_centres_next_to_a_face();
    test_centres_in_a_face_to_rounding();
    test_the_smallest_sets_about_other_centres();
    test_the_thinnest_coins_touch_at_their_rims();
    test_powers_of_any_exponent();
}
