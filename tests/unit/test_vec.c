/* Vectors, rotations and poses. */
#include "lib/check.h"

#include "math/pose.h"

static void test_rotation_of_angle_is_cosine_and_sine(void) {
    random_seed(1);
    for (int i = 0; i < 10000; i++) {
        const double angle = (random_next() - 0.5) * (i % 2 ? 20.0 : 2e9);
        const rot2 r = rotation_of_angle(angle);
        CHECK_NEAR(r.c, cos(angle), 3e-16);
        CHECK_NEAR(r.s, sin(angle), 3e-16);
    }
    CHECK(rotation_of_angle(0.0).c == 1.0 && rotation_of_angle(0.0).s == 0.0);
}

static void test_lengths_neither_overflow_nor_underflow(void) {
    CHECK_NEAR(safe_length3(make3(3e-200, 4e-200, 0.0)) / 5e-200, 1.0, 1e-15);
    CHECK_NEAR(safe_length3(make3(3e200, 0.0, 4e200)) / 5e200, 1.0, 1e-15);
    CHECK(safe_length3(make3(0.0, 0.0, 0.0)) == 0.0);
    const vec3 n = unit3(make3(1e-300, 1e-300, 0.0));
    CHECK_NEAR(length3(n), 1.0, 1e-15);
    for (int i = -600; i <= 900; i += 100) {
        const double scale = ldexp(1.0, i);
        vec3 along = {7.0, 7.0, 7.0};
        const vec3 v = make3(3.0 * scale, 0.0, -4.0 * scale);
        CHECK_NEAR(length_and_unit3(v, &along) / scale, 5.0, 1e-15);
        CHECK_NEAR(length3(sub3(along, make3(0.6, 0.0, -0.8))), 0.0, 1e-15);
    }
    vec3 kept = {7.0, 7.0, 7.0};
    CHECK(length_and_unit3(make3(0.0, 0.0, 0.0), &kept) == 0.0 && kept.x == 7.0);
}

static void test_quaternions_of_any_length_turn_alike(void) {
    frame3 one = {0}, other = {0};
    const double unit[7] = {1.0, 2.0, 3.0, 0.5, -0.5, 0.5, 0.5};
    CHECK(frame_of_pose3(unit, &one));
    const double lengths[] = {2.0, 1e-160, 1e160, 1e-300};
    for (size_t i = 0; i < sizeof lengths / sizeof lengths[0]; i++) {
        double pose[7];
        for (int k = 0; k < 7; k++)
            pose[k] = k < 3 ? unit[k] : unit[k] * lengths[i];
        CHECK(frame_of_pose3(pose, &other));
        CHECK_NEAR(other.rotation.cx.y, one.rotation.cx.y, 1e-15);
        CHECK_NEAR(other.rotation.cz.x, one.rotation.cz.x, 1e-15);
        vec3 position;
        CHECK(position_of_pose(pose, 3, &position) && position.y == 2.0);
    }
}

static void test_poses_that_are_none_are_refused(void) {
    frame3 frame3_out;
    frame2 frame2_out;
    vec3 position;
    for (int k = 0; k < 7; k++) {
        double pose[7] = {0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0};
        pose[k] = NOT_A_NUMBER;
        CHECK(!frame_of_pose3(pose, &frame3_out) && !position_of_pose(pose, 3, &position));
        CHECK(k >= 3 || !position_of_pose(pose, 2, &position));
        pose[k] = GD_INFINITY;
        CHECK(!frame_of_pose3(pose, &frame3_out) && !position_of_pose(pose, 3, &position));
    }
    const double zero[7] = {0.0};
    CHECK(!frame_of_pose3(zero, &frame3_out));
    const double far[3] = {2e150, 0.0, 0.0}, wound[3] = {0.0, 0.0, 2e9},
                 nan[3] = {0.0, NOT_A_NUMBER, 0.0};
    CHECK(!frame_of_pose2(far, &frame2_out));
    CHECK(!frame_of_pose2(wound, &frame2_out));
    CHECK(!frame_of_pose2(nan, &frame2_out));
    CHECK(!position_of_pose(far, 2, &position) && !position_of_pose(wound, 2, &position));
}

TEST(vec) {
    test_rotation_of_angle_is_cosine_and_sine();
    test_lengths_neither_overflow_nor_underflow();
    test_quaternions_of_any_length_turn_alike();
    test_poses_that_are_none_are_refused();
}
