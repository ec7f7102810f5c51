/* Conic descriptions of shapes: the least s for which rows and cone accept a point is the shape's
 * gauge about its centre. gd_shape_contains must agree. */
#include "lib/check.h"
#include "lib/make.h"

#include "compare/compare.h"
#include "compare/conic.h"
#include "compare/soc.h"

static const double HERE[7] = {0, 0, 0, 0, 0, 0, 1};
static const gd_settings DEFAULTS = {.tolerance = GD_DEFAULT_TOLERANCE, .max_iterations = 100.0};

static vec3 random3(double size) {
    const double x = random_between(-size, size), y = random_between(-size, size);
    return make3(x, y, random_between(-size, size));
}

/* Returns the least s that rows and cone allow at q, relative to the centre, in units. */
static double least_scale(const conic_set* set, const vec3* rows, vec3 q) {
    double s = 0.0;
    for (uint32_t i = 0; i < set->row_count; i++)
        s = fmax(s, -dot3(rows[i], q));
    if (!set->coned) return s;
    double low = s, high = s + 100.0;
    for (int k = 0; k < 80; k++) { /* a half-line of s is feasible */
        const double mid = 0.5 * (low + high);
        const soc x = {mid * set->cone_ts + dot3(set->cone_t, q),
                       madd3(rotate(&set->cone_x, q), mid, set->cone_xs)};
        if (length3(x.x) <= x.t)
            high = mid;
        else
            low = mid;
    }
    return high;
}

static bool holds(const gd_shape* shape, vec3 local) {
    return gd_shape_contains(shape, (const double[3]){local.x, local.y, local.z}) == 1;
}

/* Shapes without a ball need no auxiliary variables. */
static void test_descriptions_are_gauges(void) {
    const double records[][18] = {
        {GD_KIND_BOX, 0, 1, 0.3, -0.2, 0.1, 1, 2, 0.5},
        {GD_KIND_ELLIPSOID, 0, 1, 0.3, -0.2, 0.1, 1, 2, 0.5},
        {GD_KIND_CYLINDER, 0, 1, 0.3, -0.2, 0.1, 1, 2},
        {GD_KIND_CONE, 0, 1, 0.1, -0.2, 0.1, 1, 2},
        {GD_KIND_FRUSTUM, 0, 1, 0.1, 0.2, 0.1, 1, 2, 0.7},
        {GD_KIND_FRUSTUM, 0, 0, 0, 0, 0, 1, 0, 0.7},
        {GD_KIND_HULL, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 3}};
    const size_t lengths[] = {9, 9, 8, 8, 9, 9, 18};
    const uint32_t row_counts[] = {6, 0, 2, 1, 2, 1, 4};
    for (size_t i = 0; i < LENGTH(records); i++) {
        gd_shape* shape = make(records[i], lengths[i]);
        conic_set set;
        vec3 rows[CONIC_ROWS_MAX];
        const double unit = 2.5;
        CHECK(gd_conic_of(shape, unit, &set, rows, CONIC_ROWS_MAX));
        CHECK(set.core && !set.ball && set.aux == CONIC_NONE && set.row_count == row_counts[i]);
        CHECK(set.coned == (shape->core != GD_CORE_BOX && !shape->hull));
        CHECK_NEAR(least_scale(&set, rows, make3(0, 0, 0)), 0.0, 1e-12);
        for (int k = 0; k < 200; k++) {
            const vec3 q = random3(1.0);
            const double s = least_scale(&set, rows, q);
            const vec3 x = scale3(unit / s, q);
            CHECK(holds(shape, madd3(shape->center, 1.0 - 1e-9, x)));
            CHECK(!holds(shape, madd3(shape->center, 1.0 + 1e-9, x)));
        }
        gd_shape_destroy(shape);
    }
}

/* Balls have a centre, capsules an axis, and rounded cores both. */
static void test_balls_are_described(void) {
    const double ball[7] = {GD_KIND_SPHERE, 0, 1, 0.5, 0, 0, 2};
    const double capsule[8] = {GD_KIND_CAPSULE, 0, 1, 0, 1.5, 0, 2, 1};
    const double rounded[9] = {GD_KIND_BOX, 0.5, 0, 0, 0, 0, 1, 2, 3};
    gd_shape* shape[3] = {make(ball, 7), make(capsule, 8), make(rounded, 9)};
    conic_set set;
    vec3 rows[CONIC_ROWS_MAX];
    CHECK(gd_conic_of(shape[0], 4.0, &set, rows, CONIC_ROWS_MAX));
    CHECK(!set.core && set.ball && set.aux == CONIC_NONE && set.radius == 0.5);
    CHECK(set.gap.x == 0.25 && set.gap.y == 0.0 && set.row_count == 0 && !set.coned);
    CHECK(gd_conic_of(shape[1], 4.0, &set, rows, CONIC_ROWS_MAX));
    CHECK(set.core && set.ball && set.aux == CONIC_AXIS && set.radius == 0.25 && set.axis == 0.5);
    /* the axis' parameter starts at the point from which `gap` leads to the centre */
    const double from = 1.5 - set.gap.y * 1.0;
    CHECK(set.row_count == 2 && fabs(from) < 2.0 && fabs(1.5 - from) < 1.0);
    CHECK_NEAR(1.0 / rows[0].x, -(1.0 - from / 2.0), 1e-15); /* s + row x = 0 at the ends */
    CHECK_NEAR(1.0 / rows[1].x, 1.0 + from / 2.0, 1e-15);
    CHECK(gd_conic_of(shape[2], 4.0, &set, rows, CONIC_ROWS_MAX));
    CHECK(set.core && set.ball && set.aux == CONIC_BALL && set.radius == 0.125);
    CHECK(set.row_count == 6 && max_abs3(set.gap) == 0.0);
    for (int i = 0; i < 3; i++)
        gd_shape_destroy(shape[i]);
}

/* A capsule's parameter starts at an inner point of the axis, whose ball contains the centre,
 * wherever the centre is. */
static void test_capsules_start_inside(void) {
    for (int i = 0; i < 500; i++) {
        const double half = random_between(0.05, 2.0), radius = random_between(0.1, 2.0);
        const double along = i % 5 == 0 ? 0.0 : i % 5 == 1 ? half : random_between(0.0, half);
        const double side = i & 1 ? 1.0 : -1.0, reach = random_between(0.0, 0.95) * radius;
        const double turn = random_between(0.0, 1.5); /* from the axis, beyond this point */
        const vec3 c = make3(reach * sin(turn), side * (along + reach * cos(turn)), 0.0);
        const double record[8] = {GD_KIND_CAPSULE, 0, 1, c.x, c.y, c.z, half, radius};
        gd_shape* shape = make(record, 8);
        conic_set set;
        vec3 rows[CONIC_ROWS_MAX];
        CHECK(gd_conic_of(shape, 1.0, &set, rows, CONIC_ROWS_MAX) && set.row_count == 2);
        const vec3 from = madd3(c, -radius, set.gap);
        CHECK_NEAR(from.x, 0.0, 1e-15);
        CHECK_NEAR(from.z, 0.0, 1e-15);
        CHECK(fabs(from.y) < half * (1.0 - 1e-9) && length3(set.gap) < 1.0 - 1e-9);
        /* at the ends, a row has no slack at s = 1 */
        CHECK_NEAR(from.y - half / rows[0].x, half, 1e-13 * (half + radius));
        CHECK_NEAR(from.y - half / rows[1].x, -half, 1e-13 * (half + radius));
        gd_shape_destroy(shape);
    }
}

/* Points outside move inside; points inside do not move. */
static void test_points_are_held(void) {
    const double records[][9] = {{GD_KIND_BOX, 0.5, 1, 0.3, -0.2, 0.1, 1, 2, 0.5},
                                 {GD_KIND_ELLIPSOID, 0, 1, 0.3, -0.2, 0.1, 1, 2, 0.5},
                                 {GD_KIND_CYLINDER, 0.1, 1, 0.3, -0.2, 0.1, 1, 2},
                                 {GD_KIND_CONE, 0, 1, 0.1, -0.2, 0.1, 1, 2},
                                 {GD_KIND_FRUSTUM, 0, 0, 0, 0, 0, 1, 2, 0.7},
                                 {GD_KIND_CAPSULE, 0, 1, 0.3, -0.2, 0.1, 1, 2},
                                 {GD_KIND_SPHERE, 0, 1, 0.3, -0.2, 0.1, 1}};
    const size_t lengths[] = {9, 9, 8, 8, 9, 8, 7};
    for (size_t i = 0; i < LENGTH(records); i++) {
        gd_shape* shape = make(records[i], lengths[i]);
        for (int k = 0; k < 300; k++) {
            const vec3 x = random3(4.0), held = gd_conic_hold(shape, x, x);
            CHECK(holds(shape, madd3(shape->center, 1.0 - 1e-9, held)));
            const bool inside = holds(shape, madd3(shape->center, 1.0 + 1e-9, x));
            /* a point in the margin also needs its core point; the core's own points do not */
            if (inside) CHECK(max_abs3(sub3(held, x)) < 1e-12);
        }
        gd_shape_destroy(shape);
    }
}

/* Shapes without a conic description, and hulls whose triangles have no area or point inwards. */
static void test_what_has_no_description(void) {
    const double half[10] = {GD_KIND_HALFSPACE, 0, 0, 0, 0, 0, 0, 1, 0, 0};
    const double cloud[9] = {GD_KIND_POINTS, 1, 0, 0, 0, 0, 2, 0, 0};
    const double cube[30] = {GD_KIND_HULL, 0,  0,  0, 0, 0,  1, 1,  1,  1,  1, -1, 1,  -1, 1, 1,
                             -1,           -1, -1, 1, 1, -1, 1, -1, -1, -1, 1, -1, -1, -1};
    conic_set set;
    vec3 rows[CONIC_ROWS_MAX];
    gd_shape *refused[2] = {make(half, 10), make(cloud, 9)}, *hull = make(cube, 30);
    for (int i = 0; i < 2; i++) {
        CHECK(refused[i]->solid && !gd_conic_of(refused[i], 1.0, &set, rows, CONIC_ROWS_MAX));
        gd_shape_destroy(refused[i]);
    }
    CHECK(gd_conic_of(hull, 1.0, &set, rows, 12) && set.row_count == 12);
    CHECK(!gd_conic_of(hull, 1.0, &set, rows, 11));
    uint32_t* first = hull->hull->triangles;
    const uint32_t kept = first[1];
    first[1] = first[2];
    CHECK(gd_conic_of(hull, 1.0, &set, rows, CONIC_ROWS_MAX) && set.row_count == 11);
    first[1] = first[0];
    first[0] = kept;
    CHECK(!gd_conic_of(hull, 1.0, &set, rows, CONIC_ROWS_MAX));
    /* without a known inner ball there is no starting point */
    gd_shape* ball = make_sphere(1.0);
    ball->inner_radius = 0.0;
    const double away[7] = {3, 0, 0, 0, 0, 0, 1};
    const gd_query query = {ball, HERE, ball, away, &DEFAULTS, NULL};
    gd_growth_result r;
    CHECK(gd_compare_dcol(&query, &r) == GD_ERROR_UNDEFINED);
    gd_shape_destroy(ball);
    gd_shape_destroy(hull);
}

TEST(conic) {
    test_descriptions_are_gauges();
    test_balls_are_described();
    test_capsules_start_inside();
    test_points_are_held();
    test_what_has_no_description();
}
