/* Sines, cosines and angles within their stated errors, against the C library in long double. */
#include "lib/check.h"

#include "growth_distance.h"
#include "math/trig.h"

#define DRAWS 200000

/* Angles of all sizes, and angles next to multiples of pi/4, where the reduction loses most. */
static double draw_angle(int i) {
    const double large = random_between(-1.0, 1.0) * GD_ANGLE_MAX;
    switch (i % 4) {
    case 0: return random_between(-4.0, 4.0);
    case 1: return large;
    case 2: return random_shrunk(large, 80.0);
    default: return floor(random_shrunk(large, 30.0)) * (0.5 * TRIG_QUARTER) + random_tiny(60.0);
    }
}

static void test_sine_and_cosine_are_within_their_error(void) {
    double worst = 0.0;
    for (int i = 0; i < DRAWS; i++) {
        const double angle = draw_angle(i);
        const rot2 r = rotation_of_angle(angle);
        worst = fmax(worst, (double)fabsl((long double)r.c - cosl((long double)angle)));
        worst = fmax(worst, (double)fabsl((long double)r.s - sinl((long double)angle)));
    }
    CHECK(worst <= TRIG_ERROR);
    CHECK(worst > 0.25 * TRIG_ERROR); /* the bound is not idle */
}

static void test_a_reduced_angle_differs_by_full_turns(void) {
    for (int i = 0; i < DRAWS; i++) {
        const double angle = draw_angle(i), reduced = angle_reduced(angle);
        const long double whole = (long double)angle, rest = (long double)reduced;
        CHECK(fabs(reduced) <= TRIG_PI + 0x1p-21);
        CHECK(fabsl(sinl(whole) - sinl(rest)) <= 0x1p-50L);
        CHECK(fabsl(cosl(whole) - cosl(rest)) <= 0x1p-50L);
    }
}

static void test_the_angle_of_a_vector_is_within_its_error(void) {
    for (int i = 0; i < DRAWS; i++) {
        const double length = random_shrunk(1.0, i % 2 ? 0.0 : 300.0);
        const double y = length * fabs(random_fine(i % 3 ? 60.0 : 1.0));
        const double x = length * random_fine(i % 3 ? 1.0 : 60.0);
        const long double truth = atan2l((long double)y, (long double)x);
        CHECK(fabsl((long double)angle_of(y, x) - truth) <= 8.0L * (long double)GD_EPS * truth);
    }
}

static void test_the_axes_have_exact_angles(void) {
    CHECK(angle_of(0.0, 0.0) == 0.0);
    CHECK(angle_of(0.0, 2.0) == 0.0);
    CHECK(angle_of(3.0, 0.0) == TRIG_QUARTER);
    CHECK(angle_of(0.0, -2.0) == TRIG_PI);
    CHECK(angle_reduced(0.0) == 0.0);
}

TEST(trig) {
    test_sine_and_cosine_are_within_their_error();
    test_a_reduced_angle_differs_by_full_turns();
    test_the_angle_of_a_vector_is_within_its_error();
    test_the_axes_have_exact_angles();
}
