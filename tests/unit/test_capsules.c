/* Spheres, capsules and their 2D relatives in closed form. A ternary search finds the distance of
 * two segments, which is a convex minimum. Every answer must be that distance minus the radii. The
 * points must be on both shapes, and their distance must be the value. Segments that cross in 2D
 * are left to the solvers. */
#include "lib/check.h"
#include "lib/make.h"

#include "closed/closed.h"
#include "math/vec.h"

#include <string.h>

static const gd_settings DEFAULTS = {
    .tolerance = GD_DEFAULT_TOLERANCE, .max_iterations = 100.0, .simplex = 1.0};
static const double HERE[7] = {0, 0, 0, 0, 0, 0, 1};

/* The results of the gap; false if there is no closed form. */
#define FROM_GAP(name, type)                                                                       \
    static bool name##_lines(const gd_query* query, type* out) {                                   \
        core_gap gap;                                                                              \
        return gd_lines_gap(query, &gap) && gd_gap_##name(query, &gap, out) >= 0;                  \
    }
FROM_GAP(distance, gd_distance_result)
FROM_GAP(penetration, gd_penetration_result)
FROM_GAP(signed, gd_signed_result)
FROM_GAP(collide, gd_collision_result)

/* A rounded segment in the world. */
typedef struct rounded {
    vec3 middle, half;
    double radius;
} rounded;

static double distance_to(const rounded* line, vec3 x) {
    const vec3 w = sub3(x, line->middle);
    const double square = dot3(line->half, line->half);
    const double t = square > 0.0 ? fmin(fmax(dot3(w, line->half) / square, -1.0), 1.0) : 0.0;
    return length3(madd3(w, -t, line->half));
}

static double distance_between(const rounded* a, const rounded* b) {
    double low = -1.0, high = 1.0;
    for (int i = 0; i < 120; i++) {
        const double s = low + (high - low) / 3.0, t = high - (high - low) / 3.0;
        if (distance_to(b, madd3(a->middle, s, a->half)) <
            distance_to(b, madd3(a->middle, t, a->half)))
            high = t;
        else
            low = s;
    }
    return distance_to(b, madd3(a->middle, 0.5 * (low + high), a->half));
}

static gd_shape* make_rounded(int dimension, double half_height, double radius) {
    const double record[8] = {
        dimension == 3 ? GD_KIND_CAPSULE : GD_KIND_STADIUM, 0, 0, 0, 0, 0, half_height, radius};
    return make(record, 8);
}

static rounded placed(const gd_shape* shape, const double* pose) {
    rounded line = {load3(pose), make3(0.0, 0.0, 0.0), shape->radius};
    if (shape->dimension == 2) {
        line.middle.z = 0.0;
        line.half = scale3(shape->size.y, make3(-sin(pose[2]), cos(pose[2]), 0.0));
    } else {
        const double *q = pose + 3, norm2 = q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3];
        const mat3 turn = rotation_of(q[0], q[1], q[2], q[3], norm2);
        line.half = scale3(shape->size.y, turn.cy);
    }
    return line;
}

static void random_rounded_pose(int dimension, double pose[7]) {
    for (int k = 0; k < 7; k++)
        pose[k] = k < 3 ? random_between(-2.0, 2.0) : random_between(-1.0, 1.0);
    if (dimension == 2) pose[2] = random_between(-3.0, 3.0);
}

/* Checks that the points are on the surfaces, and that their difference is the value along the
 * normal. */
static void check_points(const rounded* set, const double* a, const double* b, double value,
                         const double* normal) {
    CHECK_NEAR(distance_to(&set[0], load3(a)), set[0].radius, 1e-12);
    CHECK_NEAR(distance_to(&set[1], load3(b)), set[1].radius, 1e-12);
    const vec3 miss = madd3(sub3(load3(b), load3(a)), -value, load3(normal));
    CHECK_NEAR(length3(miss), 0.0, 1e-12);
    CHECK_NEAR(length3(load3(normal)), 1.0, 1e-14);
}

static void check_lengths(const gd_query* query, const rounded* set, double truth) {
    gd_signed_result s;
    CHECK(signed_lines(query, &s) && s.status == GD_STATUS_OPTIMAL);
    CHECK_NEAR(s.value, truth, 1e-12);
    CHECK(s.lower <= s.value && s.value <= s.upper && s.upper - s.lower <= 1e-12);
    CHECK(s.iterations == 0.0 && s.support_calls == 0.0);
    check_points(set, s.point_a, s.point_b, s.value, s.normal);

    gd_penetration_result p;
    CHECK(penetration_lines(query, &p) && p.status == GD_STATUS_OPTIMAL);
    CHECK_NEAR(p.depth, fmax(-truth, 0.0), 1e-12);
    CHECK(p.lower <= p.depth && p.depth - p.lower <= 1e-12);
    CHECK(p.iterations == 0.0 && p.support_calls == 0.0);
    check_points(set, p.point_a, p.point_b, truth, p.normal);

    gd_distance_result d;
    CHECK(distance_lines(query, &d) && d.status == GD_STATUS_OPTIMAL);
    CHECK_NEAR(d.value, fmax(truth, 0.0), 1e-12);
    CHECK(d.lower <= d.value && d.gap == d.value - d.lower && d.gap <= 1e-12);
    CHECK(d.iterations == 0.0 && d.simplex_count == 1.0);
    const double apart = length3(sub3(load3(d.simplex_b), load3(d.simplex_a)));
    CHECK_NEAR(apart, truth + set[0].radius + set[1].radius, 1e-12);
    for (int i = 1; i < 4; i++) /* the unused vertices repeat the first */
        CHECK(memcmp(d.simplex_a, d.simplex_a + 3 * i, 3 * sizeof(double)) == 0 &&
              memcmp(d.simplex_b, d.simplex_b + 3 * i, 3 * sizeof(double)) == 0);
    if (truth > 0.0) {
        check_points(set, d.point_a, d.point_b, d.value, d.normal);
    } else { /* one point of both */
        CHECK(memcmp(d.point_a, d.point_b, sizeof d.point_a) == 0);
        CHECK(distance_to(&set[0], load3(d.point_a)) <= set[0].radius + 1e-12);
        CHECK(distance_to(&set[1], load3(d.point_a)) <= set[1].radius + 1e-12);
    }
}

static void check_collision(const gd_query* query, const rounded* set, double truth) {
    gd_collision_result c;
    CHECK(collide_lines(query, &c));
    CHECK(c.status == GD_STATUS_OPTIMAL && c.iterations == 0.0 && c.lower <= c.upper);
    CHECK(c.colliding == (truth <= 0.0 ? 1.0 : 0.0));
    if (truth <= 0.0) {
        CHECK(c.upper <= 1.0);
        CHECK(distance_to(&set[0], load3(c.point)) <= set[0].radius + 1e-12);
        CHECK(distance_to(&set[1], load3(c.point)) <= set[1].radius + 1e-12);
    } else {
        /* the normal or the bounding balls must prove the lower bound */
        const vec3 n = load3(c.normal), p = sub3(set[1].middle, set[0].middle);
        const double reach =
            fabs(dot3(n, set[0].half)) + fabs(dot3(n, set[1].half)) + set[0].radius + set[1].radius;
        CHECK(c.lower > 1.0 && c.lower <= dot3(n, p) / reach * (1.0 + 1e-14));
    }
}

static void test_random_pairs(void) {
    int left = 0, apart = 0;
    for (int i = 0; i < 2000; i++) {
        const int dimension = 2 + i % 2;
        gd_shape* shapes[2];
        rounded set[2];
        double pose[2][7];
        for (int k = 0; k < 2; k++) {
            const double half_height = (i >> (1 + k)) % 4 ? random_between(0.2, 2.0) : 0.0;
            shapes[k] = make_rounded(dimension, half_height, random_between(0.2, 1.0));
            random_rounded_pose(dimension, pose[k]);
        }
        if (i % 5 == 0) memcpy(&pose[1][3], &pose[0][3], 4 * sizeof(double)); /* parallel */
        if (i % 5 == 0 && dimension == 2) pose[1][2] = pose[0][2];
        for (int k = 0; k < 2; k++)
            set[k] = placed(shapes[k], pose[k]);
        const gd_query query = {shapes[0], pose[0], shapes[1], pose[1], &DEFAULTS, NULL};
        const double cores = distance_between(&set[0], &set[1]);
        const double truth = cores - set[0].radius - set[1].radius;
        if (dimension == 2 && cores < 1e-6) { /* the segments cross */
            gd_signed_result s;
            CHECK(!signed_lines(&query, &s));
            left++;
        } else {
            check_lengths(&query, set, truth);
            check_collision(&query, set, truth);
            apart += truth > 0.0;
        }
        gd_shape_destroy(shapes[0]);
        gd_shape_destroy(shapes[1]);
    }
    CHECK(left > 20 && apart > 200 && apart < 1500);
}

/* Segments that cross in 3D or are on one line: the depth is the sum of the radii, across both. */
static void test_segments_that_cross(void) {
    gd_shape *a = make_rounded(3, 2.0, 0.5), *b = make_rounded(3, 1.0, 0.25);
    const double poses[4][7] = {{0, 0.5, 0, 0, 0, 1, 1},  /* along x */
                                {0, -1, 0, 1, 0, 0, 1},   /* along z */
                                {0, 1.5, 0, 0, 0, 0, 1},  /* on the same line */
                                {0, 0, 0, 0, 0, 0.3, 1}}; /* both middles at one place */
    for (int i = 0; i < 4; i++) {
        const gd_query query = {a, HERE, b, poses[i], &DEFAULTS, NULL};
        const rounded set[2] = {placed(a, HERE), placed(b, poses[i])};
        gd_penetration_result p;
        CHECK(penetration_lines(&query, &p));
        CHECK_NEAR(p.depth, 0.75, 1e-15);
        CHECK_NEAR(dot3(load3(p.normal), set[0].half), 0.0, 1e-14);
        CHECK_NEAR(dot3(load3(p.normal), set[1].half), 0.0, 1e-14);
        check_lengths(&query, set, -0.75);
        check_collision(&query, set, -0.75);
    }
    /* on one line in 2D: the normal is across it, within the plane */
    gd_shape* stadium = make_rounded(2, 1.0, 0.5);
    const double at[3] = {0, 1.5, 0};
    const gd_query query = {stadium, HERE, stadium, at, &DEFAULTS, NULL};
    const rounded set[2] = {placed(stadium, HERE), placed(stadium, at)};
    gd_signed_result s;
    CHECK(signed_lines(&query, &s));
    CHECK_NEAR(fabs(s.normal[0]), 1.0, 1e-15);
    CHECK(s.normal[2] == 0.0);
    check_lengths(&query, set, -1.0);
    gd_shape_destroy(stadium);
    gd_shape_destroy(a);
    gd_shape_destroy(b);
}

/* The growth distance of two spheres is the distance of their centres divided by the sum of the
 * radii. */
static void test_growth_of_spheres(void) {
    for (int i = 0; i < 100; i++) {
        const double ra = random_between(0.2, 2.0), rb = random_between(0.2, 2.0);
        gd_shape *a = make_sphere(ra), *b = make_sphere(rb);
        double pose_a[7], pose_b[7];
        random_rounded_pose(3, pose_a);
        random_rounded_pose(3, pose_b);
        const vec3 p = sub3(load3(pose_b), load3(pose_a));
        const double sigma = length3(p) / (ra + rb);
        gd_growth_result r;
        CHECK(gd_growth_balls(&(gd_query){a, pose_a, b, pose_b, &DEFAULTS, NULL}, &r));
        CHECK(r.status == GD_STATUS_OPTIMAL && r.iterations == 0.0);
        CHECK(r.lower == r.value && r.upper == r.value);
        CHECK_NEAR(r.value, sigma, 1e-15 * sigma);
        const vec3 n = unit3(p);
        CHECK_NEAR(length3(sub3(load3(r.normal), n)), 0.0, 1e-15);
        const vec3 on_a = madd3(load3(pose_a), ra, n), on_b = madd3(load3(pose_b), -rb, n);
        const vec3 contact = madd3(load3(pose_a), sigma * ra, n);
        CHECK_NEAR(length3(sub3(load3(r.point_a), on_a)), 0.0, 1e-14);
        CHECK_NEAR(length3(sub3(load3(r.point_b), on_b)), 0.0, 1e-14);
        CHECK_NEAR(length3(sub3(load3(r.contact), contact)), 0.0, 1e-14);
        gd_shape_destroy(a);
        gd_shape_destroy(b);
    }
}

/* No closed form: growth of capsules, centres away from the middle, points without size, invalid
 * poses. Overlap tests need neither centres nor sizes. */
static void test_pairs_that_are_left_alone(void) {
    const double aside[7] = {GD_KIND_SPHERE, 0, 1, 0.1, 0, 0, 1}, dot[6] = {GD_KIND_POINT};
    const double wrong[7] = {NOT_A_NUMBER, 0, 0, 0, 0, 0, 1};
    gd_shape *ball = make_sphere(1.0), *moved = make(aside, 7), *point = make(dot, 6),
             *capsule = make_rounded(3, 1.0, 0.5);
    const double at[7] = {1.25, 0, 0, 0, 0, 0, 1};
    gd_growth_result g;
    gd_collision_result c;
    gd_signed_result s;
    CHECK(gd_growth_balls(&(gd_query){ball, HERE, ball, at, &DEFAULTS, NULL}, &g));
    CHECK(!gd_growth_balls(&(gd_query){ball, HERE, capsule, at, &DEFAULTS, NULL}, &g));
    CHECK(!gd_growth_balls(&(gd_query){ball, HERE, moved, at, &DEFAULTS, NULL}, &g));
    CHECK(!gd_growth_balls(&(gd_query){point, HERE, point, at, &DEFAULTS, NULL}, &g));
    CHECK(!gd_growth_balls(&(gd_query){ball, HERE, ball, wrong, &DEFAULTS, NULL}, &g));
    CHECK(collide_lines(&(gd_query){ball, HERE, moved, at, &DEFAULTS, NULL}, &c));
    CHECK(c.colliding == 1.0 && c.status == GD_STATUS_OPTIMAL);
    CHECK(collide_lines(&(gd_query){point, HERE, point, at, &DEFAULTS, NULL}, &c));
    CHECK(c.colliding == 0.0 && c.lower > 1e10 && c.upper == INFINITE);
    CHECK(collide_lines(&(gd_query){point, HERE, point, HERE, &DEFAULTS, NULL}, &c));
    CHECK(c.colliding == 1.0 && c.upper == 1.0);
    CHECK(!collide_lines(&(gd_query){capsule, wrong, ball, at, &DEFAULTS, NULL}, &c));
    CHECK(!signed_lines(&(gd_query){capsule, HERE, capsule, wrong, &DEFAULTS, NULL}, &s));
    gd_shape_destroy(ball);
    gd_shape_destroy(moved);
    gd_shape_destroy(point);
    gd_shape_destroy(capsule);
}

TEST(capsules) {
    test_random_pairs();
    test_segments_that_cross();
    test_growth_of_spheres();
    test_pairs_that_are_left_alone();
}
