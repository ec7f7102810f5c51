/* Growth distances with closed forms, and at the ends of the range of doubles. */
#include "lib/check.h"
#include "lib/make.h"

#include "growth_distance.h"

static gd_growth_result growth(const gd_shape* a, const gd_shape* b, double x, double y, double z) {
    const double pose_a[7] = {0, 0, 0, 0, 0, 0, 1}, pose_b[7] = {x, y, z, 0, 0, 0, 1};
    gd_growth_result result;
    CHECK(gd_growth_distance(&(gd_query){a, pose_a, b, pose_b, NULL, NULL}, &result) >= 0);
    return result;
}

static void test_spheres_touch_where_the_centre_line_crosses_them(void) {
    const double scales[] = {1.0, 1e-6, 1e6, 1e-70, 1e70};
    for (size_t i = 0; i < sizeof scales / sizeof scales[0]; i++) {
        const double s = scales[i];
        gd_shape *a = make_sphere(s), *b = make_sphere(2.0 * s);
        const gd_growth_result r = growth(a, b, 0.0, 6.0 * s, 0.0);
        CHECK_NEAR(r.value, 2.0, 1e-15);
        CHECK(r.status == GD_STATUS_OPTIMAL);
        CHECK_NEAR(r.point_a[1] / s, 1.0, 1e-14);
        CHECK_NEAR(r.point_b[1] / s, 4.0, 1e-14);
        CHECK_NEAR(r.contact[1] / s, 2.0, 1e-14);
        CHECK_NEAR(r.normal[1], 1.0, 1e-15);
        gd_shape_destroy(a);
        gd_shape_destroy(b);
    }
}

static void test_parallel_boxes_meet_along_the_tightest_axis(void) {
    gd_shape *a = make_box(1, 2, 3), *b = make_box(0.5, 0.25, 1);
    random_seed(9);
    for (int i = 0; i < 500; i++) {
        const double d[3] = {8 * (random_next() - 0.5), 8 * (random_next() - 0.5),
                             8 * (random_next() - 0.5)};
        const double truth = fmax(fabs(d[0]) / 1.5, fmax(fabs(d[1]) / 2.25, fabs(d[2]) / 4.0));
        const gd_growth_result r = growth(a, b, d[0], d[1], d[2]);
        CHECK_NEAR(r.value, truth, 2e-15 * truth);
        CHECK(r.lower <= truth * (1 + 1e-15) && r.upper >= truth * (1 - 1e-15));
    }
    gd_shape_destroy(a);
    gd_shape_destroy(b);
}

static void test_coincident_centres_give_zero_and_a_complete_result(void) {
    gd_shape *a = make_box(1, 2, 3), *b = make_sphere(1);
    const gd_growth_result r = growth(a, b, 0, 0, 0);
    CHECK(r.status == GD_STATUS_COINCIDENT);
    CHECK(r.value == 0.0 && r.lower == 0.0 && r.upper == 0.0);
    CHECK_NEAR(
        sqrt(r.normal[0] * r.normal[0] + r.normal[1] * r.normal[1] + r.normal[2] * r.normal[2]),
        1.0, 1e-15);
    CHECK_NEAR(r.point_a[0], 1.0, 1e-8);
    CHECK_NEAR(r.point_b[0], -1.0, 1e-8);
    const gd_growth_result near = growth(a, b, 0, 1e-200, 0);
    CHECK_NEAR(near.value / 1e-200, 1.0 / 3.0, 1e-8);
    CHECK(near.status == GD_STATUS_OPTIMAL);
    gd_shape_destroy(a);
    gd_shape_destroy(b);
}

static void test_a_half_space_is_not_scaled(void) {
    const double ground[10] = {GD_KIND_HALFSPACE, 0.5, 0, 0, 0, 0, 0, 3, 0, -3};
    gd_shape *half = make(ground, 10), *ball = make_sphere(2);
    /* y <= -1, with its margin y <= -0.5 */
    const gd_growth_result r = growth(ball, half, 0, -0.5, 0);
    CHECK_NEAR(r.value, 0.5, 1e-15);
    CHECK(r.normal[1] == -1.0);
    CHECK_NEAR(r.contact[1], -1.0, 1e-15);
    CHECK(growth(ball, half, 0, 5, 0).value == 0.0);
    gd_growth_result undefined;
    const double identity[7] = {0, 0, 0, 0, 0, 0, 1};
    CHECK(gd_growth_distance(&(gd_query){half, identity, half, identity, NULL, NULL}, &undefined) ==
          GD_ERROR_UNDEFINED);
    gd_shape_destroy(half);
    gd_shape_destroy(ball);
}

static void test_results_scale_by_powers_of_two_to_the_bit(void) {
    const double cone[8] = {GD_KIND_CONE, 0, 0, 0, 0, 0, 1.3, 0.7};
    const double ellipsoid[9] = {GD_KIND_ELLIPSOID, 0.1, 0, 0, 0, 0, 1.1, 2.3, 0.4};
    const double pose_a[7] = {0.1, 0.2, 0.3, 0.1, 0.2, 0.3, 0.9};
    const double pose_b[7] = {2.5, -1.2, 1.7, 0.5, 0.1, -0.3, 0.4};
    gd_growth_result base, scaled;
    gd_shape *a = make(cone, 8), *b = make(ellipsoid, 9);
    gd_growth_distance(&(gd_query){a, pose_a, b, pose_b, NULL, NULL}, &base);
    gd_shape_destroy(a);
    gd_shape_destroy(b);
    for (int e = -60; e <= 60; e += 20) {
        const double s = ldexp(1.0, e);
        double ca[8], eb[9], pa[7], pb[7];
        for (int i = 0; i < 9; i++) {
            if (i < 8) ca[i] = i >= 6 || i == 1 ? s * cone[i] : cone[i];
            eb[i] = i >= 6 || i == 1 ? s * ellipsoid[i] : ellipsoid[i];
        }
        for (int i = 0; i < 7; i++) {
            pa[i] = i < 3 ? s * pose_a[i] : pose_a[i];
            pb[i] = i < 3 ? s * pose_b[i] : pose_b[i];
        }
        a = make(ca, 8);
        b = make(eb, 9);
        gd_growth_distance(&(gd_query){a, pa, b, pb, NULL, NULL}, &scaled);
        CHECK(scaled.value == base.value && scaled.lower == base.lower);
        CHECK(scaled.iterations == base.iterations);
        CHECK(scaled.normal[0] == base.normal[0] && scaled.contact[2] == s * base.contact[2]);
        gd_shape_destroy(a);
        gd_shape_destroy(b);
    }
}

static void test_sets_that_are_not_solid_need_a_solid_partner(void) {
    const double segment[12] = {GD_KIND_SEGMENT, 0, 0, 0, 0, 0, -1, 0, 0, 1, 0, 0};
    const double point[6] = {GD_KIND_POINT};
    gd_shape *s = make(segment, 12), *p = make(point, 6), *box = make_box(2, 1, 2);
    CHECK_NEAR(growth(s, box, 0, 2, 0).value, 2.0, 1e-14);
    CHECK_NEAR(growth(p, box, 1, 0, 0).value, 0.5, 1e-14);
    gd_growth_result r;
    const double identity[7] = {0, 0, 0, 0, 0, 0, 1}, away[7] = {3, 0, 0, 0, 0, 0, 1};
    CHECK(gd_growth_distance(&(gd_query){s, identity, p, away, NULL, NULL}, &r) ==
          GD_ERROR_UNDEFINED);
    CHECK(r.status == GD_ERROR_UNDEFINED && r.value == 0.0);
    gd_shape_destroy(s);
    gd_shape_destroy(p);
    gd_shape_destroy(box);
}

static void test_settings_outside_their_range_are_refused(void) {
    gd_shape* ball = make_sphere(1);
    const double identity[7] = {0, 0, 0, 0, 0, 0, 1};
    const double bad[][3] = {{0, 100, 0},
                             {1, 100, 0},
                             {NOT_A_NUMBER, 100, 0},
                             {-1, 100, 0},
                             {1e-8, 0, 0},
                             {1e-8, 1.5, 0},
                             {1e-8, NOT_A_NUMBER, 0},
                             {1e-8, 1e7, 0},
                             {1e-8, 100, GD_METHOD_EPA},
                             {1e-8, 100, -1},
                             {1e-8, 100, 0.5},
                             {1e-8, 100, NOT_A_NUMBER}};
    gd_growth_result r;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        const gd_settings settings = {
            .tolerance = bad[i][0], .max_iterations = bad[i][1], .method = bad[i][2]};
        CHECK(gd_growth_distance(&(gd_query){ball, identity, ball, identity, &settings, NULL},
                                 &r) == GD_ERROR_SETTINGS);
    }
    gd_shape_destroy(ball);
}

static void test_tighter_tolerances_end_with_tight_bounds_or_say_so(void) {
    const double cone[8] = {GD_KIND_CONE, 0, 0, 0, 0, 0, 1.3, 0.7};
    const double ellipsoid[9] = {GD_KIND_ELLIPSOID, 0, 0, 0, 0, 0, 1.1, 2.3, 0.4};
    gd_shape *a = make(cone, 8), *b = make(ellipsoid, 9);
    const double pose_a[7] = {0.1, 0.2, 0.3, 0.1, 0.2, 0.3, 0.9};
    random_seed(10);
    for (int i = 0; i < 300; i++) {
        double pose_b[7];
        for (int k = 0; k < 7; k++)
            pose_b[k] = 4.0 * (random_next() - 0.5);
        const gd_settings tight = {.tolerance = 1e-15, .max_iterations = 1000};
        gd_growth_result r;
        gd_growth_distance(&(gd_query){a, pose_a, b, pose_b, &tight, NULL}, &r);
        CHECK(r.status == GD_STATUS_OPTIMAL || r.status == GD_STATUS_PRECISION);
        CHECK(r.upper <= r.lower * (1.0 + 1e-11));
        CHECK(r.iterations < 200.0);
    }
    gd_shape_destroy(a);
    gd_shape_destroy(b);
}

TEST(growth) {
    test_spheres_touch_where_the_centre_line_crosses_them();
    test_parallel_boxes_meet_along_the_tightest_axis();
    test_coincident_centres_give_zero_and_a_complete_result();
    test_a_half_space_is_not_scaled();
    test_results_scale_by_powers_of_two_to_the_bit();
    test_sets_that_are_not_solid_need_a_solid_partner();
    test_settings_outside_their_range_are_refused();
    test_tighter_tolerances_end_with_tight_bounds_or_say_so();
}
