/* Flat sets that pass through each other at one instant, found independently: bisection of a
 * determinant in extended precision. */
#include "lib/check.h"
#include "lib/draw.h"
#include "lib/make.h"
#include "lib/motions.h"

#include "growth_distance.h"

#include <string.h>

static const double IDENTITY[7] = {0, 0, 0, 0, 0, 0, 1};

/* Two shapes in motion and four of their points: two of each, or three and one. */
typedef struct flat_pair {
    double corners[4][3];
    int of_b[4];
    double pose_a[7], pose_b[7];
    gd_motion motion;
} flat_pair;

static void corners_at(const flat_pair* f, long double t, long double x[4][3]) {
    exact_place a, b;
    exact_place_at(3, f->pose_a, f->motion.velocity_a, f->motion.angular_a, t, &a);
    exact_place_at(3, f->pose_b, f->motion.velocity_b, f->motion.angular_b, t, &b);
    for (int i = 0; i < 4; i++)
        exact_point(f->of_b[i] ? &b : &a, f->corners[i], x[i]);
}

/* Six times the volume of the four points. */
static long double volume_at(const flat_pair* f, long double t) {
    long double x[4][3], e[3][3];
    corners_at(f, t, x);
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            e[i][k] = x[i + 1][k] - x[0][k];
    return e[0][0] * (e[1][1] * e[2][2] - e[1][2] * e[2][1]) -
           e[0][1] * (e[1][0] * e[2][2] - e[1][2] * e[2][0]) +
           e[0][2] * (e[1][0] * e[2][1] - e[1][1] * e[2][0]);
}

/* The time at which the four points are coplanar, between two times with opposite signs. */
static double coplanar_time(const flat_pair* f, long double low, long double high) {
    const bool positive = volume_at(f, low) > 0.0L;
    for (int i = 0; i < 80; i++) {
        const long double middle = 0.5L * (low + high);
        if ((volume_at(f, middle) > 0.0L) == positive)
            low = middle;
        else
            high = middle;
    }
    return (double)low;
}

static gd_shape* make_from(gd_kind kind, int count, double corners[][3]) {
    double record[15] = {kind};
    for (int i = 0; i < 3 * count; i++)
        record[6 + i] = corners[i / 3][i % 3];
    return make(record, (size_t)(6 + 3 * count));
}

static void draw_turns(flat_pair* f) {
    for (int i = 0; i < 3; i++) {
        f->motion.angular_a[i] = random_between(-0.3, 0.3);
        f->motion.angular_b[i] = random_between(-0.3, 0.3);
        f->motion.velocity_a[i] = random_between(-0.1, 0.1);
        f->motion.velocity_b[i] = random_between(-0.1, 0.1);
    }
    f->motion.velocity_b[2] -= 1.0;
    f->motion.max_time = 1.0;
    f->motion.target = random_next() < 0.5 ? 0.0 : 0x1p-245; /* rounding hides such a target */
}

/* Checks that the first contact is the instant at which the points are coplanar. */
static void check_crossing(const flat_pair* f, const gd_shape* a, const gd_shape* b) {
    gd_cast_result r;
    const gd_query q = {a, f->pose_a, b, f->pose_b, NULL, NULL};
    CHECK(volume_at(f, 0.0L) * volume_at(f, 1.0L) < 0.0L);
    const double time = coplanar_time(f, 0.0L, 1.0L);
    CHECK(gd_time_of_impact(&q, &f->motion, &r) == GD_STATUS_OPTIMAL);
    CHECK(r.hit == 1.0 && r.lower <= time && time <= r.upper);
    CHECK(r.upper - r.lower <= GD_DEFAULT_IMPACT_TOLERANCE);
    CHECK(gd_stays_apart(&q, &f->motion) == 0);
}

/* Segments along x and y, through each other's inner halves. */
static void test_segments_cross(void) {
    for (int i = 0; i < 300; i++) {
        flat_pair f = {.of_b = {0, 0, 1, 1}, .pose_b = {0, 0, 0.5, 0, 0, 0, 1}};
        memcpy(f.pose_a, IDENTITY, sizeof IDENTITY);
        draw_turns(&f);
        for (int k = 0; k < 4; k++)
            for (int j = 0; j < 3; j++)
                f.corners[k][j] = random_between(-0.1, 0.1);
        f.corners[0][0] -= 1.0;
        f.corners[1][0] += 1.0;
        f.corners[2][1] -= 1.0;
        f.corners[3][1] += 1.0;
        gd_shape* a = make_from(GD_KIND_SEGMENT, 2, f.corners);
        gd_shape* b = make_from(GD_KIND_SEGMENT, 2, f.corners + 2);
        check_crossing(&f, a, b);
        gd_shape_destroy(a);
        gd_shape_destroy(b);
    }
}

/* In the middle of both, on the diagonal of the face of two edges. */
static void test_segments_cross_in_their_middles(void) {
    for (int i = 0; i < 100; i++) {
        double x[2][3], y[2][3];
        for (int j = 0; j < 3; j++) {
            x[0][j] = random_between(-1.0, 1.0);
            y[0][j] = random_between(-1.0, 1.0);
            x[1][j] = -x[0][j];
            y[1][j] = -y[0][j];
        }
        gd_shape *a = make_from(GD_KIND_SEGMENT, 2, x), *b = make_from(GD_KIND_SEGMENT, 2, y);
        /* B moves across both from one side to the other */
        const double n[3] = {x[0][1] * y[0][2] - x[0][2] * y[0][1],
                             x[0][2] * y[0][0] - x[0][0] * y[0][2],
                             x[0][0] * y[0][1] - x[0][1] * y[0][0]};
        const double pose[7] = {n[0], n[1], n[2], 0, 0, 0, 1};
        const gd_motion m = {.velocity_b = {-2.0 * n[0], -2.0 * n[1], -2.0 * n[2]},
                             .max_time = 1.0};
        gd_cast_result r;
        CHECK(gd_time_of_impact(&(gd_query){a, IDENTITY, b, pose, NULL, NULL}, &m, &r) ==
              GD_STATUS_OPTIMAL);
        CHECK(r.hit == 1.0 && r.lower <= 0.5 && r.upper >= 0.5 - 1e-15);
        gd_shape_destroy(a);
        gd_shape_destroy(b);
    }
}

/* A point through the inside of a triangle, as A or as B. */
static void test_a_point_passes_a_triangle(void) {
    for (int i = 0; i < 300; i++) {
        flat_pair f = {.of_b = {0, 0, 0, 1}, .pose_b = {0, 0, 0.5, 0, 0, 0, 1}};
        memcpy(f.pose_a, IDENTITY, sizeof IDENTITY);
        draw_turns(&f);
        const double corners[4][3] = {{-1, -1, 0}, {1, -1, 0}, {0, 1, 0}, {0, 0, 0}};
        for (int k = 0; k < 3; k++)
            for (int j = 0; j < 3; j++)
                f.corners[k][j] = corners[k][j] + random_between(-0.1, 0.1);
        const double point_record[6] = {GD_KIND_POINT};
        gd_shape *a = make_from(GD_KIND_TRIANGLE, 3, f.corners), *b = make(point_record, 6);
        check_crossing(&f, a, b);
        gd_shape_destroy(a);
        gd_shape_destroy(b);
    }
}

/* A segment hits a triangle with an end, two triangles with an edge each: the general face. */
static void test_triangles_cross(void) {
    double upper[3][3] = {{0.0, -0.5, 0.1}, {0.0, 0.5, 0.1}, {0.0, 0.0, 2.0}};
    double lower[3][3] = {{-1.0, 0.0, 0.0}, {1.0, 0.0, 0.0}, {0.0, 0.2, -2.0}};
    gd_shape* a = make_from(GD_KIND_TRIANGLE, 3, lower);
    gd_shape* b = make_from(GD_KIND_TRIANGLE, 3, upper);
    const double pose[7] = {0.2, 0.1, 0.5, 0, 0, 0, 1};
    const gd_motion m = {.velocity_b = {0.0, 0.0, -1.0}, .max_time = 2.0};
    gd_cast_result r;
    gd_query q = {a, IDENTITY, b, pose, NULL, NULL};
    CHECK(gd_time_of_impact(&q, &m, &r) == GD_STATUS_OPTIMAL && r.hit == 1.0);
    CHECK(r.lower <= 0.6 && r.upper >= 0.6);
    double end[2][3] = {{0.0, 0.0, 0.1}, {0.3, 0.0, 2.0}};
    double floor[3][3] = {{-1.0, -1.0, 0.0}, {1.0, -1.0, 0.0}, {0.0, 2.0, 0.0}};
    gd_shape *segment = make_from(GD_KIND_SEGMENT, 2, end),
             *plate = make_from(GD_KIND_TRIANGLE, 3, floor);
    q = (gd_query){plate, IDENTITY, segment, pose, NULL, NULL};
    CHECK(gd_time_of_impact(&q, &m, &r) == GD_STATUS_OPTIMAL && r.hit == 1.0);
    CHECK(r.lower <= 0.6 && r.upper >= 0.6);
    gd_shape_destroy(a);
    gd_shape_destroy(b);
    gd_shape_destroy(segment);
    gd_shape_destroy(plate);
}

/* Segments that pass beside each other's ends, however near. */
static void test_segments_that_pass_are_free(void) {
    double x[2][3] = {{-1, 0, 0}, {1, 0, 0}}, y[2][3] = {{0, -1, 0}, {0, 1, 0}};
    gd_shape *a = make_from(GD_KIND_SEGMENT, 2, x), *b = make_from(GD_KIND_SEGMENT, 2, y);
    const gd_motion m = {.velocity_b = {0.0, 0.0, -1.0}, .max_time = 2.0};
    for (int e = 1; e < 8; e++) {
        const double beside[7] = {1.0 + pow(10.0, -e), 0.3, 1.0, 0, 0, 0, 1};
        const double inside[7] = {1.0 - pow(10.0, -e), 0.3, 1.0, 0, 0, 0, 1};
        gd_cast_result r;
        CHECK(gd_time_of_impact(&(gd_query){a, IDENTITY, b, beside, NULL, NULL}, &m, &r) == 0);
        CHECK(r.hit == 0.0);
        CHECK(gd_time_of_impact(&(gd_query){a, IDENTITY, b, inside, NULL, NULL}, &m, &r) == 0);
        CHECK(r.hit == 1.0 && r.lower <= 1.0 && r.upper >= 1.0);
    }
    gd_shape_destroy(a);
    gd_shape_destroy(b);
}

/* Far from the local origins rounding is larger than the distance travelled within the tolerance.
 * The contact is shown nevertheless, with wider bounds. */
static void test_a_slow_crossing_far_from_the_origin(void) {
    for (int i = 0; i < 20; i++) {
        const double x0 = random_between(900.0, 1000.0);
        double x[2][3] = {{x0 - 1.0, 0.1, 0.0}, {x0 + 1.0, 0.0, 0.1}};
        double y[2][3] = {{x0, -1.0, 0.2}, {x0 + 0.1, 1.0, 0.1}};
        flat_pair f = {.of_b = {0, 0, 1, 1}, .pose_b = {0, 0, 1e-3, 0, 0, 0, 1}};
        memcpy(f.pose_a, IDENTITY, sizeof IDENTITY);
        memcpy(f.corners, x, sizeof x);
        memcpy(f.corners[2], y, sizeof y);
        f.motion.velocity_b[2] = -0.2 - random_between(0.001, 0.01);
        f.motion.angular_b[0] = 1e-3;
        f.motion.max_time = 1.0;
        f.motion.velocity_b[0] = 1e-3;
        gd_shape *a = make_from(GD_KIND_SEGMENT, 2, x), *b = make_from(GD_KIND_SEGMENT, 2, y);
        const double time = coplanar_time(&f, 0.0L, 1.0L);
        gd_cast_result r;
        const gd_query q = {a, f.pose_a, b, f.pose_b, NULL, NULL};
        const gd_status status = gd_time_of_impact(&q, &f.motion, &r);
        CHECK(status == GD_STATUS_OPTIMAL || status == GD_STATUS_PRECISION);
        CHECK(r.hit == 1.0 && r.lower <= time && time <= r.upper && r.upper - r.lower < 1e-6);
        gd_shape_destroy(a);
        gd_shape_destroy(b);
    }
}

/* In 2D a point passes a segment. */
static void test_a_point_passes_a_segment_in_2d(void) {
    const double segment_record[10] = {GD_KIND_SEGMENT2, 0, 0, 0, 0, 0, -1.0, 0.0, 1.0, 0.0};
    const double point_record[6] = {GD_KIND_POINT2};
    gd_shape *segment = make(segment_record, 10), *point = make(point_record, 6);
    const double pose[3] = {0.0, 0.0, 0.0}, above[3] = {0.4, 1.0, 0.0}, beside[3] = {1.4, 1.0, 0.0};
    gd_motion m = {.velocity_b = {0.0, -1.0}, .max_time = 2.0};
    gd_cast_result r;
    gd_query q = {segment, pose, point, above, NULL, NULL};
    CHECK(gd_time_of_impact(&q, &m, &r) == GD_STATUS_OPTIMAL);
    CHECK(r.hit == 1.0 && r.lower <= 1.0 && r.upper >= 1.0 && r.upper <= 1.0 + 2e-9);
    q.pose_b = beside;
    CHECK(gd_time_of_impact(&q, &m, &r) == GD_STATUS_OPTIMAL && r.hit == 0.0);
    m.angular_a[0] = 1.0; /* the segment turns to meet the point: tan t = (1 - t) / 0.4 */
    q.pose_b = above;
    CHECK(gd_time_of_impact(&q, &m, &r) == GD_STATUS_OPTIMAL && r.hit == 1.0);
    CHECK(0.4 * sin(r.lower) <= (1.0 - r.lower) * cos(r.lower) + 1e-15);
    CHECK(0.4 * sin(r.upper) >= (1.0 - r.upper) * cos(r.upper) - 1e-15);
    gd_shape_destroy(segment);
    gd_shape_destroy(point);
}

/* Two points have no face to pass through: they are in contact if rounding hides their distance. */
static void test_contacts_without_a_face(void) {
    const double point_record[6] = {GD_KIND_POINT};
    gd_shape* point = make(point_record, 6);
    const double above[7] = {0.0, 0.0, 1.0, 0, 0, 0, 1};
    const gd_motion m = {.velocity_b = {0.0, 0.0, -0.7}, .max_time = 2.0};
    gd_cast_result r;
    const gd_query q = {point, IDENTITY, point, above, NULL, NULL};
    CHECK(gd_time_of_impact(&q, &m, &r) == GD_STATUS_OPTIMAL);
    CHECK(r.hit == 1.0 && r.lower <= 1.0 / 0.7 && r.upper > 1.0 / 0.7);
    CHECK(r.upper - r.lower <= 2e-9);
    gd_shape_destroy(point);
}

/* A triangle falls on an equal one, which is turned so that two corners meet, or nearly. Parallel
 * faces have no face between them either. */
static void test_corners_of_parallel_triangles_meet(void) {
    const double record[15] = {GD_KIND_TRIANGLE, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 1, 0};
    gd_shape* triangle = make(record, 15);
    for (int i = 0; i < 100; i++) {
        const double aside = i % 2 ? 1e-6 : 0.0, fall = random_between(1.5, 3.0);
        const double corner[7] = {-aside, 0.0, 1.0, 0, 0, 1, 0}; /* half a turn about z */
        const gd_motion m = {
            .velocity_b = {0.0, 0.0, -fall}, .max_time = 1.0, .target = i % 4 < 2 ? 0.0 : 0x1p-245};
        const gd_query q = {triangle, IDENTITY, triangle, corner, NULL, NULL};
        gd_cast_result r;
        CHECK(gd_time_of_impact(&q, &m, &r) == GD_STATUS_OPTIMAL);
        CHECK(r.hit == (i % 2 ? 0.0 : 1.0));
        if (i % 2) continue;
        CHECK(r.lower <= 1.0 / fall && r.upper >= 1.0 / fall && r.upper - r.lower <= 1e-9);
    }
    gd_shape_destroy(triangle);
}

/* A point passes through a diagonal of a flat hull, on which no triangle of its corners has it
 * inside. Beside an edge the point passes by. */
static void test_points_on_diagonals(void) {
    const double record[24] = {GD_KIND_FLAT_HULL,
                               0,
                               0,
                               0,
                               0,
                               0,
                               0,
                               0,
                               0,
                               4,
                               0,
                               1,
                               5,
                               4,
                               2,
                               0,
                               4,
                               0.75,
                               2,
                               5,
                               1.4375,
                               1,
                               1,
                               0.4375};
    const double corner[6] = {GD_KIND_POINT};
    gd_shape *a = make(record, 24), *b = make(corner, 6);
    for (int i = 0; i < 200; i++) {
        const double s = random_between(0.01, 0.99), side = i % 2 ? 1.0 : -1.0;
        const double pose[7] = {5 * s, 4 * s, 2 * s + side, 0, 0, 0, 1};
        const gd_motion motion = {.velocity_b = {0, 0, -2 * side}, .max_time = 1.0};
        const gd_query forth = {a, IDENTITY, b, pose, NULL, NULL};
        const gd_motion other = {.velocity_a = {0, 0, -2 * side}, .max_time = 1.0};
        const gd_query back = {b, pose, a, IDENTITY, NULL, NULL};
        gd_cast_result r;
        CHECK(gd_time_of_impact(&forth, &motion, &r) == GD_STATUS_OPTIMAL);
        CHECK(r.hit == 1.0 && r.lower <= 0.5 && r.upper >= 0.5 && r.upper - r.lower <= 1e-9);
        CHECK(gd_time_of_impact(&back, &other, &r) == GD_STATUS_OPTIMAL);
        CHECK(r.hit == 1.0 && r.lower <= 0.5 && r.upper >= 0.5);
        const double beside[7] = {4 * s, -1e-6, s + side, 0, 0, 0, 1};
        const gd_query miss = {a, IDENTITY, b, beside, NULL, NULL};
        CHECK(gd_time_of_impact(&miss, &motion, &r) == GD_STATUS_OPTIMAL && r.hit == 0.0);
    }
    gd_shape_destroy(a);
    gd_shape_destroy(b);
}

TEST(impact_crossing) {
    test_points_on_diagonals();
    test_segments_cross();
    test_segments_cross_in_their_middles();
    test_a_point_passes_a_triangle();
    test_triangles_cross();
    test_segments_that_pass_are_free();
    test_a_slow_crossing_far_from_the_origin();
    test_a_point_passes_a_segment_in_2d();
    test_contacts_without_a_face();
    test_corners_of_parallel_triangles_meet();
}
