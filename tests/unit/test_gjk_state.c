/* The state of GJK outside of its loop: it begins in both dimensions, saves what a warm start
 * needs, and takes a better mean for the nearest point. */
#include "lib/check.h"
#include "lib/make.h"

#include "distance/gjk.h"

static const double HERE[7] = {0, 0, 0, 0, 0, 0, 1}, APART[7] = {4, 0, 0, 0, 0, 0, 1};
static const gd_settings SETTINGS = {.tolerance = GD_DEFAULT_TOLERANCE, .max_iterations = 100.0};

static void test_begins_along_the_centers(void) {
    gd_shape* box = make_box(1, 1, 1);
    gd_shape* ball = make_ball(0.5);
    gjk g;
    CHECK(gd_gjk_init(&g, &(gd_query){box, HERE, ball, APART, &SETTINGS, NULL}, true));
    CHECK(g.count == 0 && g.length == INFINITE && g.lower == 0.0 && !g.meet);
    CHECK(g.normal.x == 1.0 && g.proof.x == 1.0 && g.along.x == 1.0);
    CHECK(g.family == WARM_DEFLATED && g.radius_a == 0.0 && g.radius_b == 0.5);
    gd_gjk_support(&g, g.normal, 2); /* the stripped ball is a point */
    CHECK_NEAR(g.x[2].x, -3.0, 1e-15);
    CHECK(fabs(g.a[2].y) == 1.0 && max_abs3(g.b[2]) <= 1e-15);
    const double zero[7] = {0};
    CHECK(!gd_gjk_init(&g, &(gd_query){box, HERE, ball, zero, &SETTINGS, NULL}, true));
    gd_shape_destroy(box);
    gd_shape_destroy(ball);
}

static void test_begins_in_2d(void) {
    gd_shape* a = make_rectangle(1, 2);
    const double turned[3] = {0, 9, 0x1.921fb54442d18p+0};
    gjk g;
    CHECK(gd_gjk_init(&g, &(gd_query){a, HERE, a, turned, &SETTINGS, NULL}, false));
    gd_gjk_support(&g, g.normal, 0);
    CHECK_NEAR(g.x[0].y, -6.0, 1e-14);
    CHECK(g.x[0].z == 0.0);
    const double nowhere[3] = {0, 0, NOT_A_NUMBER};
    CHECK(!gd_gjk_init(&g, &(gd_query){a, HERE, a, nowhere, &SETTINGS, NULL}, false));
    gd_shape_destroy(a);
}

/* The saved simplex at the same poses is the answer: one support call proves it. */
static void test_saves_the_simplex(void) {
    gd_shape* a = make_box(1, 1, 1);
    gd_warm warm = {0};
    const double turned[7] = {4, 0.1, 0.2, 0.1, 0.2, 0.3, 1};
    gd_settings settings = SETTINGS; /* AUTO has a closed form */
    settings.method = GD_METHOD_GJK;
    const gd_query query = {a, HERE, a, turned, &settings, &warm};
    gd_distance_result first, second;
    CHECK(gd_distance(&query, &first) == GD_STATUS_OPTIMAL && first.iterations > 1.0);
    CHECK(warm_fits(&warm, a, a, WARM_CORES) && !warm_fits(&warm, a, a, WARM_DEFLATED));
    CHECK(gd_distance(&query, &second) == GD_STATUS_OPTIMAL && second.iterations == 1.0);
    CHECK_NEAR(second.value, first.value, 1e-15);
    gd_shape_destroy(a);
}

/* A mean at the origin has no direction, and a mean that is not nearer changes nothing. */
static void test_takes_a_nearer_mean(void) {
    gd_shape* a = make_box(1, 1, 1);
    gjk g;
    CHECK(gd_gjk_init(&g, &(gd_query){a, HERE, a, APART, &SETTINGS, NULL}, false));
    g.length = 1.0;
    CHECK(!gd_gjk_use_mean(&g, make3(0.0, 0.0, 0.0)));
    CHECK(!gd_gjk_use_mean(&g, make3(-1.0, 0.0, 0.0)));
    CHECK(!gd_gjk_use_mean(&g, make3(-1.0, 0.1, 0.0)));
    CHECK(g.length == 1.0 && g.normal.x == 1.0);
    CHECK(gd_gjk_use_mean(&g, make3(0.0, -0.5, 0.0)));
    CHECK(g.length == 0.5 && g.normal.y == 1.0);
    gd_shape_destroy(a);
}

TEST(gjk_state) {
    test_begins_along_the_centers();
    test_begins_in_2d();
    test_saves_the_simplex();
    test_takes_a_nearer_mean();
}
