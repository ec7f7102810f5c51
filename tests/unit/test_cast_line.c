/* The line of a cast: heights are times, and positions far away cancel exactly. */
#include "lib/check.h"
#include "lib/make.h"

#include "casts/cast_line.h"

static gd_shape *box, *ball; /* they outlive the lines */

static void init(cast_line* line, const double* at, const gd_cast* cast) {
    const double here[7] = {0, 0, 0, 0, 0, 0, 1};
    CHECK(gd_cast_line_init(line, &(gd_query){box, here, ball, at, NULL, NULL}, cast));
}

static void test_heights_are_times(void) {
    cast_line line;
    const double at[7] = {8, 0, 0, 0, 0, 0, 1};
    const gd_cast cast = {{-2, 0, 0}, 0.0, 1.0, 0.25};
    init(&line, at, &cast);
    CHECK(line.ref == 4.0 && line.speed == 2.0 && line.pair.ray.x == 1.0);
    CHECK(cast_height(&line, 4.0) == 0.0 && cast_height(&line, 0.0) == 8.0);
    CHECK(cast_height(&line, INFINITE) == -INFINITE && cast_height(&line, -INFINITE) == INFINITE);
    const cast_line back = gd_cast_line_reversed(&line);
    CHECK(back.ref == -4.0 && back.pair.ray.x == -1.0);
    CHECK(cast_height(&back, -4.0) == 0.0 && cast_height(&back, -8.0) == -8.0 + 0.0 * at[0] + 16.0);
}

/* From 2^40 away, B passes A's centre at exactly 3 / 4: no digit is lost. */
static void test_far_positions_cancel(void) {
    cast_line line;
    const double far = 0x1p40, at[7] = {far, far + 0.75, 0, 0, 0, 0, 1};
    const gd_cast cast = {{-1.0, -1.0, 0}, 0.0, 1.0, 0.0};
    init(&line, at, &cast);
    const double across = length2(make2(line.at.x, line.at.y));
    CHECK_NEAR(across, 0.75 / sqrt(2.0), 1e-15);
    CHECK(line.slack < 1e-13);
}

/* A displacement of 1e-120 is scaled by a power of two, so its square does not underflow. */
static void test_tiny_displacements(void) {
    cast_line line;
    const double at[7] = {8, 0, 0, 0, 0, 0, 1};
    const gd_cast cast = {{-1e-120, 0, 0}, 0.0, INFINITE, 0.0};
    init(&line, at, &cast);
    CHECK_NEAR(line.ref * line.unit / 8e120, 1.0, 1e-15);
    CHECK(line.speed >= 1.0 && line.speed < 2.0);
}

TEST(cast_line) {
    box = make_box(1, 2, 3);
    ball = make_sphere(1.0);
    test_heights_are_times();
    test_far_positions_cancel();
    test_tiny_displacements();
    gd_shape_destroy(box);
    gd_shape_destroy(ball);
}
