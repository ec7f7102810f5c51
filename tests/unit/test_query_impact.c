/* Arguments of times of impact, and motions between two poses. */
#include "lib/check.h"
#include "lib/draw.h"
#include "lib/make.h"
#include "lib/motions.h"

#include "growth_distance.h"

#include <string.h>

static const double IDENTITY[7] = {0, 0, 0, 0, 0, 0, 1};
#define PI 3.14159265358979323846

/* ---- arguments ----------------------------------------------------------------------------- */

static void check_refused(const gd_query* q, const gd_motion* m, gd_status error) {
    gd_cast_result r;
    memset(&r, 1, sizeof r);
    CHECK(gd_time_of_impact(q, m, &r) == error);
    CHECK(r.status == (double)error);
    const double* fields = &r.iterations;
    for (size_t i = 0; i + 1 < sizeof r / sizeof(double); i++)
        CHECK(fields[i] == 0.0);
    CHECK(gd_stays_apart(q, m) == (int)error);
}

static void test_invalid_motions_are_refused(const gd_query* q) {
    const double bad[] = {NOT_A_NUMBER, INFINITE, -INFINITE, 2e150};
    for (size_t k = 0; k < LENGTH(bad); k++)
        for (int i = 0; i < 14; i++) { /* the fields of gd_motion in their order */
            gd_motion m = {.max_time = 1.0};
            double fields[14];
            memcpy(fields, &m, sizeof m);
            fields[i] = bad[k];
            memcpy(&m, fields, sizeof m);
            check_refused(q, &m, GD_ERROR_MOTION);
        }
    check_refused(q, &(gd_motion){.max_time = -1.0}, GD_ERROR_MOTION);
    check_refused(q, &(gd_motion){.max_time = 1.0, .target = -1.0}, GD_ERROR_MOTION);
    check_refused(q, &(gd_motion){.max_time = 10.0, .angular_a = {1e8, 0, 0}}, GD_ERROR_MOTION);
    check_refused(q, &(gd_motion){.max_time = 1e60, .velocity_b = {0, 1e91, 0}}, GD_ERROR_MOTION);
}

static void test_invalid_queries_are_refused(const gd_query* q) {
    const gd_motion m = {.max_time = 1.0};
    const double zero[7] = {0};
    gd_query other = *q;
    other.pose_b = zero;
    check_refused(&other, &m, GD_ERROR_POSE);
    gd_shape* flat = make_rectangle(1.0, 1.0);
    other = *q;
    other.b = flat;
    check_refused(&other, &m, GD_ERROR_DIMENSION);
    gd_shape* ball = make_norm_ball(3, 2.0, 1.0);
    other.a = other.b = ball;
    check_refused(&other, &m, GD_ERROR_DIMENSION);
    const double record[10] = {GD_KIND_HALFSPACE, 0, 0, 0, 0, 0, 0, 1, 0, 0};
    gd_shape* plane = make(record, 10);
    other.a = other.b = plane;
    check_refused(&other, &m, GD_ERROR_UNDEFINED);
    gd_settings bad = {.tolerance = 0.0, .max_iterations = 10.0};
    other = *q;
    other.settings = &bad;
    check_refused(&other, &m, GD_ERROR_SETTINGS);
    bad = (gd_settings){.tolerance = 1e-9, .max_iterations = 10.0, .method = GD_METHOD_GJK};
    check_refused(&other, &m, GD_ERROR_SETTINGS);
    gd_shape_destroy(flat);
    gd_shape_destroy(ball);
    gd_shape_destroy(plane);
}

/* 2D motions ignore what they have no use for. */
static void test_2d_ignores_other_fields(void) {
    gd_shape* box = make_rectangle(1.0, 1.0);
    const double pose[3] = {0, 0, 0}, beside[3] = {4, 0, 0};
    const double none = NOT_A_NUMBER;
    const gd_motion m = {.velocity_a = {0, 0, none},
                         .angular_a = {0, none, none},
                         .velocity_b = {-4, 0, none},
                         .angular_b = {0, none, none},
                         .max_time = 1.0};
    gd_cast_result r;
    CHECK(gd_time_of_impact(&(gd_query){box, pose, box, beside, NULL, NULL}, &m, &r) == 0);
    CHECK(r.hit == 1.0 && r.lower <= 0.5 && r.upper >= 0.5 && r.point_a[2] == 0.0);
    gd_shape_destroy(box);
}

/* Sizes, positions and speeds at the ends of their ranges give no NaN. */
static void test_extreme_motions_end(void) {
    const double lengths[] = {1e-75, 1e-30, 1.0, 1e30, 1e74};
    for (int i = 0; i < 500; i++) {
        double record[8] = {GD_KIND_CYLINDER}, pose[7], poses[2][7];
        gd_shape* shapes[2];
        gd_motion m = {0};
        for (int k = 0; k < 2; k++) {
            record[6] = lengths[(int)random_between(0.0, 5.0)];
            record[7] = record[6] * random_between(1.0, 9.0);
            shapes[k] = make(record, 8);
            draw_pose(3, random_shrunk(1e150, 900.0), false, pose);
            memcpy(poses[k], pose, sizeof pose);
        }
        m.max_time = random_shrunk(1e150, 900.0);
        for (int k = 0; k < 3; k++) {
            m.velocity_a[k] = random_fine(500.0) * 1e150 / fmax(m.max_time, 1.0);
            m.velocity_b[k] = random_fine(500.0) * 1e150 / fmax(m.max_time, 1.0);
            m.angular_b[k] = random_fine(30.0) * 1e8 / fmax(m.max_time, 1.0);
        }
        gd_cast_result r;
        const gd_query q = {shapes[0], poses[0], shapes[1], poses[1], NULL, NULL};
        CHECK(gd_time_of_impact(&q, &m, &r) >= 0);
        CHECK(r.lower >= 0.0 && r.lower <= m.max_time && r.upper >= r.lower);
        for (int k = 0; k < 3; k++)
            CHECK(fabs(r.normal[k]) <= 1.0 + 1e-15 && fabs(r.point_a[k]) <= 1e151 &&
                  fabs(r.point_b[k]) <= 1e151);
        gd_shape_destroy(shapes[0]);
        gd_shape_destroy(shapes[1]);
    }
}

/* ---- motions between poses ----------------------------------------------------------------- */

static void test_a_motion_between_poses_reaches_the_second(void) {
    for (int i = 0; i < 2000; i++) {
        double from[7], to[7], end[7], v[3], w[3];
        draw_pose(3, 10.0, i % 5 == 0, from);
        draw_pose(3, 10.0, i % 7 == 0, to);
        if (i % 3 == 0) { /* a small turn */
            memcpy(to + 3, from + 3, 4 * sizeof *to);
            to[3 + i % 4] += random_tiny(60.0);
        }
        CHECK(gd_motion_between(3, from, to, v, w) == GD_STATUS_OPTIMAL);
        exact_pose_at(3, from, v, w, 1.0, end);
        double dot = 0.0, nn = 0.0, mm = 0.0;
        for (int k = 0; k < 4; k++) {
            dot += end[3 + k] * to[3 + k];
            nn += end[3 + k] * end[3 + k];
            mm += to[3 + k] * to[3 + k];
        }
        for (int k = 0; k < 4; k++)
            CHECK_NEAR(end[3 + k] / sqrt(nn) * (dot < 0.0 ? -1.0 : 1.0), to[3 + k] / sqrt(mm),
                       1e-15);
        for (int k = 0; k < 3; k++)
            CHECK_NEAR(end[k], to[k], 1e-14);
        CHECK(w[0] * w[0] + w[1] * w[1] + w[2] * w[2] <= PI * PI * (1.0 + 1e-15));
    }
}

static void test_a_turn_goes_the_short_way(void) {
    const double from[7] = {1, 2, 3, 0, 0, 0, 2}, c = cos(0.1), s = sin(0.1);
    const double to[7] = {1, 2, 4, 0, 0, -3.0 * s, -3.0 * c};
    double v[3], w[3];
    CHECK(gd_motion_between(3, from, to, v, w) == GD_STATUS_OPTIMAL);
    CHECK(v[0] == 0.0 && v[1] == 0.0 && v[2] == 1.0 && w[0] == 0.0 && w[1] == 0.0);
    CHECK_NEAR(w[2], 0.2, 1e-16);
    CHECK(gd_motion_between(3, from, from, v, w) == GD_STATUS_OPTIMAL);
    CHECK(w[0] == 0.0 && w[1] == 0.0 && w[2] == 0.0);
    const double half[7] = {1, 2, 3, 0, 1, 0, 0};
    CHECK(gd_motion_between(3, from, half, v, w) == GD_STATUS_OPTIMAL);
    CHECK(w[0] == 0.0 && fabs(w[1]) == PI && w[2] == 0.0);
}

static void test_an_angle_in_2d_is_within_half_a_turn(void) {
    double v[3], w[3];
    for (int i = 0; i < 2000; i++) {
        const double from[3] = {1.0, 2.0, random_shrunk(GD_ANGLE_MAX, 8.0)};
        const double to[3] = {3.0, 1.0, random_between(-1.0, 1.0) * GD_ANGLE_MAX};
        CHECK(gd_motion_between(2, from, to, v, w) == GD_STATUS_OPTIMAL);
        CHECK(v[0] == 2.0 && v[1] == -1.0 && v[2] == 0.0 && w[1] == 0.0 && w[2] == 0.0);
        CHECK(w[0] >= -PI && w[0] <= PI);
        const long double d = (long double)to[2] - (long double)from[2], r = (long double)w[0];
        CHECK(fabsl(sinl(d) - sinl(r)) < 1e-15L && fabsl(cosl(d) - cosl(r)) < 1e-15L);
    }
    const double from[3] = {0, 0, 1.0}, to[3] = {0, 0, 1.0 + PI};
    CHECK(gd_motion_between(2, from, to, v, w) == GD_STATUS_OPTIMAL);
    CHECK_NEAR(fabs(w[0]), PI, 1e-15);
}

static void test_invalid_poses_are_refused(void) {
    const double zero[7] = {0}, far[7] = {2e150, 0, 0, 0, 0, 0, 1};
    double v[3], w[3];
    CHECK(gd_motion_between(3, IDENTITY, zero, v, w) == GD_ERROR_POSE);
    CHECK(gd_motion_between(3, far, IDENTITY, v, w) == GD_ERROR_POSE);
    CHECK(gd_motion_between(2, far, IDENTITY, v, w) == GD_ERROR_POSE);
    CHECK(gd_motion_between(4, IDENTITY, IDENTITY, v, w) == GD_ERROR_DIMENSION);
}

TEST(query_impact) {
    gd_shape* box = make_box(1.0, 2.0, 3.0);
    const double beside[7] = {9, 0, 0, 0, 0, 0, 1};
    const gd_query q = {box, IDENTITY, box, beside, NULL, NULL};
    test_invalid_motions_are_refused(&q);
    test_invalid_queries_are_refused(&q);
    gd_shape_destroy(box);
    test_2d_ignores_other_fields();
    test_extreme_motions_end();
    test_a_motion_between_poses_reaches_the_second();
    test_a_turn_goes_the_short_way();
    test_an_angle_in_2d_is_within_half_a_turn();
    test_invalid_poses_are_refused();
}
