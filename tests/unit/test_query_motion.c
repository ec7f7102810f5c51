/* Checks of the arguments of casts, and results of refused ones. */
#include "lib/check.h"
#include "lib/make.h"

static const double here[7] = {0, 0, 0, 0, 0, 0, 1}, there[7] = {5, 0, 0, 0, 0, 0, 1};

static gd_status status_of(const gd_shape* a, const gd_shape* b, gd_cast cast,
                           const gd_settings* settings) {
    gd_cast_result r;
    const gd_status status =
        gd_cast_shape(&(gd_query){a, here, b, there, settings, NULL}, &cast, &r);
    CHECK(r.status == (double)status);
    if (status < 0) CHECK(r.hit == 0.0 && r.time == 0.0 && r.upper == 0.0 && r.normal[0] == 0.0);
    return status;
}

TEST(query_motion) {
    gd_shape *a = make_sphere(1.0), *b = make_box(1, 1, 1), *flat = make_rectangle(1, 1);
    const gd_cast good = {{-1, 0, 0}, 0, 9, 0};
    CHECK(status_of(a, b, good, NULL) == GD_STATUS_OPTIMAL);
    CHECK(status_of(a, flat, good, NULL) == GD_ERROR_DIMENSION);
    const gd_cast bad[9] = {
        {{NOT_A_NUMBER, 0, 0}, 0, 9, 0},     {{1e151, 0, 0}, 0, 9, 0},
        {{1e-151, 0, 0}, 0, 9, 0},           {{-1, 0, 0}, 9, 0, 0},
        {{-1, 0, 0}, NOT_A_NUMBER, 9, 0},    {{-1, 0, 0}, 0, 9, -1},
        {{-1, 0, 0}, INFINITE, INFINITE, 0}, {{-1, 0, 0}, -INFINITE, -INFINITE, 0},
        {{-1, 0, 0}, 0, 9, INFINITE},
    };
    for (int i = 0; i < 9; i++)
        CHECK(status_of(a, b, bad[i], NULL) == GD_ERROR_MOTION);
    const gd_settings method = {.tolerance = 1e-6, .max_iterations = 9, .method = GD_METHOD_GJK};
    CHECK(status_of(a, b, good, &method) == GD_ERROR_SETTINGS);
    gd_cast_result r;
    const double zero[7] = {0};
    CHECK(gd_cast_shape(&(gd_query){a, here, b, zero, NULL, NULL}, &good, &r) == GD_ERROR_POSE);
    const gd_cast still = {{0, 0, 0}, 0, 9, 0};
    CHECK(gd_cast_shape(&(gd_query){a, zero, b, here, NULL, NULL}, &still, &r) == GD_ERROR_POSE);
    /* the least and the largest speeds */
    const gd_cast slow = {{-1e-150, 0, 0}, 0, INFINITE, 0}, fast = {{-1e150, 0, 0}, 0, 1, 0};
    CHECK(gd_cast_shape(&(gd_query){a, here, b, there, NULL, NULL}, &slow, &r) == 0 && r.hit == 1);
    CHECK_NEAR(r.time / 3e150, 1.0, 1e-8);
    CHECK(gd_cast_shape(&(gd_query){a, here, b, there, NULL, NULL}, &fast, &r) == 0 && r.hit == 1);
    CHECK_NEAR(r.time * 1e150 / 3.0, 1.0, 1e-8);
    gd_shape_destroy(a);
    gd_shape_destroy(b);
    gd_shape_destroy(flat);
}
