/* The end of the search for a time of impact: bisection next to a contact, and grazes. */
#include "lib/check.h"
#include "lib/make.h"

#include "motion/impact.h"

static const double IDENTITY[7] = {0, 0, 0, 0, 0, 0, 1};
static const gd_settings settings = {.tolerance = 1e-9, .max_iterations = 1000.0};

/* The ball B passes A on a line at this distance, from x = -5 to 5. */
static void start(const gd_shape* ball, const double pose[7], double t, impact* w) {
    const gd_motion m = {.velocity_b = {10.0, 0.0, 0.0}, .max_time = 1.0};
    const gd_query q = {ball, IDENTITY, ball, pose, &settings, NULL};
    CHECK(gd_impact_init(w, &q, &m) == GD_STATUS_OPTIMAL);
    w->at = moving_at(&w->pair, t);
    w->sharp = true;
    gd_impact_find_normal(w);
}

static void test_a_contact_is_bisected_from_afar(void) {
    gd_shape* ball = make_sphere(1.0);
    for (int i = 0; i < 50; i++) {
        const double y = random_between(-1.9, 1.9);
        const double pose[7] = {-5.0, y, 0.0, 0, 0, 0, 1};
        const double time = 0.1 * (5.0 - sqrt(4.0 - y * y));
        impact w;
        start(ball, pose, time - random_shrunk(1e-3, 20.0), &w);
        CHECK(gd_impact_finish(&w) == GD_STATUS_OPTIMAL);
        CHECK(w.at.t <= time && time <= w.upper + 1e-15 && w.upper - w.at.t <= 1e-9);
    }
    gd_shape_destroy(ball);
}

static void test_a_graze_ends_where_the_gap_grows_again(void) {
    gd_shape* ball = make_sphere(1.0);
    const double pose[7] = {-5.0, 2.0 + 1e-15, 0.0, 0, 0, 0, 1};
    impact w;
    start(ball, pose, 0.5 - 1e-6, &w);
    CHECK(gd_impact_finish(&w) == GD_STATUS_GRAZING);
    CHECK(w.at.t < 0.5 && w.upper > 0.5);
    gd_shape_destroy(ball);
}

static void test_the_limit_of_normals_holds(void) {
    gd_shape* ball = make_sphere(1.0);
    const double pose[7] = {-5.0, 2.0 + 1e-11, 0.0, 0, 0, 0, 1};
    impact w;
    start(ball, pose, 0.5 - 1e-7, &w);
    w.max_normals = w.normals + 2.0;
    CHECK(gd_impact_finish(&w) == GD_STATUS_MAX_ITERATIONS);
    CHECK(w.normals == w.max_normals && w.upper == INFINITE);
    gd_shape_destroy(ball);
}

static void test_a_clearance_is_passed(void) {
    gd_shape* ball = make_sphere(1.0);
    const double pose[7] = {-5.0, 2.0 + 1e-11, 0.0, 0, 0, 0, 1};
    impact w;
    start(ball, pose, 0.5 - 1e-7, &w);
    CHECK(w.gap.g < w.small_gap);
    CHECK(gd_impact_finish(&w) == IMPACT_ON);
    CHECK(w.at.t > 0.5 && w.gap.g > 0.0 && w.upper == INFINITE);
    gd_shape_destroy(ball);
}

TEST(impact_finish) {
    test_a_contact_is_bisected_from_afar();
    test_a_graze_ends_where_the_gap_grows_again();
    test_the_limit_of_normals_holds();
    test_a_clearance_is_passed();
}
