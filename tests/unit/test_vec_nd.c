/* Lengths and directions of arrays, from their definition and at both ends of the range of
 * doubles. */
#include "lib/check.h"
#include "lib/make.h"
#include "math/vec_nd.h"
#include "shapes/points_nd.h"

#define DIMENSIONS 12

static void test_products_and_lengths_of_random_arrays(void) {
    for (int i = 0; i < 2000; i++) {
        const int n = 1 + i % DIMENSIONS;
        const double scale = ldexp(1.0, (int)random_between(-900.0, 900.0));
        double a[DIMENSIONS], b[DIMENSIONS], product = 0.0, square = 0.0;
        for (int k = 0; k < n; k++) {
            const double x = random_between(-1.0, 1.0);
            b[k] = random_between(-1.0, 1.0);
            a[k] = scale * x;
            product += x * b[k];
            square += x * x;
        }
        CHECK_NEAR(dot_n(n, a, b) / scale, product, 1e-14);
        CHECK_NEAR(gd_length_n(n, a) / scale, sqrt(square), 1e-14);
        CHECK(gd_normalize_n(n, a));
        CHECK_NEAR(dot_n(n, a, a), 1.0, 1e-14);
    }
}

/* The unit vector times the length must be the array. */
static void test_unit_vectors_keep_their_direction(void) {
    const double scales[] = {0x1p-1074, 0x1p-1040, 1.0, 0x1p1000};
    for (size_t i = 0; i < LENGTH(scales); i++) {
        const double s = scales[i];
        double a[4] = {2.0 * s, -4.0 * s, 5.0 * s, -6.0 * s}; /* of length 9 s */
        CHECK(gd_length_n(4, a) / s == 9.0);
        CHECK(gd_normalize_n(4, a));
        CHECK_NEAR(a[0], 2.0 / 9.0, 1e-15);
        CHECK_NEAR(a[1], -4.0 / 9.0, 1e-15);
        CHECK_NEAR(a[2], 5.0 / 9.0, 1e-15);
        CHECK_NEAR(a[3], -6.0 / 9.0, 1e-15);
    }
}

static void test_arrays_without_a_direction(void) {
    double zero[3] = {0.0, -0.0, 0.0}, infinite[3] = {1.0, -INFINITE, 0.0},
           both[3] = {1.0, NOT_A_NUMBER, 0.0}, nothing[2] = {NOT_A_NUMBER, NOT_A_NUMBER};
    CHECK(gd_length_n(3, zero) == 0.0 && gd_length_n(0, zero) == 0.0);
    CHECK(!gd_normalize_n(3, zero) && zero[0] == 0.0);
    CHECK(!gd_normalize_n(3, infinite));
    CHECK(!gd_normalize_n(3, both));
    CHECK(!gd_normalize_n(2, nothing));
}

static void test_vectors_that_are_no_direction(void) {
    double endless[2] = {INFINITE, 1.0}, none[2] = {0.0, 0.0}, tiny[2] = {0x1p-1074, 0.0};
    CHECK(!gd_normalize_n(2, endless) && !gd_normalize_n(2, none));
    CHECK(gd_normalize_n(2, tiny) && tiny[0] == 1.0);
    /* also without a direction, the result is a support point: a point of the ball */
    const double ball[9] = {GD_KIND_NORM_BALL, 0, 0, 0, 0, 0, 2, 3, 2};
    gd_shape* shape = make(ball, 9);
    double s[2];
    gd_points_support(shape, none, s);
    CHECK(hypot(s[0], s[1]) == 2.0);
    gd_shape_destroy(shape);
}

TEST(vec_nd) {
    test_products_and_lengths_of_random_arrays();
    test_unit_vectors_keep_their_direction();
    test_arrays_without_a_direction();
    test_vectors_that_are_no_direction();
}
