/* Lengths and directions of vectors of any dimension, at the ends of the range of doubles. */
#include "lib/check.h"
#include "lib/make.h"

#include "math/vec_nd.h"
#include "shapes/points_nd.h"

static void test_vectors_that_are_no_direction(void) {
    double endless[2] = {INFINITE, 1.0}, none[2] = {0.0, 0.0}, tiny[2] = {0x1p-1074, 0.0};
    CHECK(!gd_normalize_n(2, endless) && !gd_normalize_n(2, none));
    CHECK(gd_normalize_n(2, tiny) && tiny[0] == 1.0);
    /* a support point all the same: one of the ball */
    const double ball[9] = {GD_KIND_NORM_BALL, 0, 0, 0, 0, 0, 2, 3, 2};
    gd_shape* shape = make(ball, 9);
    double s[2];
    gd_points_support(shape, none, s);
    CHECK(hypot(s[0], s[1]) == 2.0);
    gd_shape_destroy(shape);
}

TEST(vec_nd) {
    test_vectors_that_are_no_direction();
}
