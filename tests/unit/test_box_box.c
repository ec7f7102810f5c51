/* Boxes, capsules and balls in closed form: known values, the same bounds in either order, no
 * search, and no pair without a certificate. */
#include "lib/check.h"
#include "lib/make.h"

#include "growth_distance.h"

#include <string.h>

static const double identity[7] = {0, 0, 0, 0, 0, 0, 1};

static gd_shape* make_capsule(double half_height, double radius) {
    const double record[8] = {GD_KIND_CAPSULE, 0, 0, 0, 0, 0, half_height, radius};
    return make(record, 8);
}

static double random_size(void) {
    return exp(random_between(-2.3, 2.3));
}

static void random_pose(double pose[7], double far) {
    for (int i = 0; i < 7; i++)
        pose[i] = i < 3 ? random_between(-far, far) : random_between(-1.0, 1.0);
}

static void test_balls_meet_on_the_line_between_them(void) {
    random_seed(31);
    for (int i = 0; i < 200; i++) {
        const double ra = random_size(), rb = random_size();
        gd_shape *a = make_sphere(ra), *b = make_sphere(rb);
        double pose_a[7], pose_b[7], square = 0.0;
        random_pose(pose_a, 5.0);
        random_pose(pose_b, 5.0);
        for (int k = 0; k < 3; k++)
            square += (pose_b[k] - pose_a[k]) * (pose_b[k] - pose_a[k]);
        const double sigma = sqrt(square) / (ra + rb);
        gd_growth_result r;
        CHECK(gd_growth_distance(&(gd_query){a, pose_a, b, pose_b, NULL, NULL}, &r) ==
              GD_STATUS_OPTIMAL);
        CHECK(r.iterations == 0.0 && r.lower == r.upper);
        CHECK_NEAR(r.value, sigma, 2e-15 * sigma);
        gd_collision_result c;
        gd_collide(&(gd_query){a, pose_a, b, pose_b, NULL, NULL}, &c);
        CHECK(c.colliding == (sigma <= 1.0 ? 1.0 : 0.0));
        gd_shape_destroy(a);
        gd_shape_destroy(b);
    }
}

/* A capsule at a box's face, edge and corner; the values are computed by hand. */
static void test_a_capsule_meets_face_edge_and_corner(void) {
    gd_shape *box = make_box(1, 2, 3), *capsule = make_capsule(1, 0.5);
    gd_growth_result r;
    const double face[7] = {3, 0.5, 0.25, 0, 0, 0, 1};
    gd_growth_distance(&(gd_query){box, identity, capsule, face, NULL, NULL}, &r);
    CHECK_NEAR(r.value, 2.0, 1e-14); /* 3 / (1 + 0.5) */
    CHECK_NEAR(r.normal[0], 1.0, 1e-15);
    gd_distance_result d;
    const double edge[7] = {4, 7, 0, 0, 0, 0, 1};
    gd_distance(&(gd_query){box, identity, capsule, edge, NULL, NULL}, &d);
    CHECK_NEAR(d.value, 4.5, 1e-14); /* |(3, 4)| - 0.5 */
    const double corner[7] = {3, 6, 4, 0, 0, 0, 1};
    gd_distance(&(gd_query){capsule, corner, box, identity, NULL, NULL}, &d);
    CHECK_NEAR(d.value, sqrt(4.0 + 9.0 + 1.0) - 0.5, 1e-14);
    CHECK(d.normal[0] < 0.0 && d.iterations == 0.0);
    gd_penetration_result p;
    const double deep[7] = {0.75, 0, 0, 0, 0, 0, 1};
    gd_penetration(&(gd_query){box, identity, capsule, deep, NULL, NULL}, &p);
    CHECK_NEAR(p.depth, 0.75, 1e-14); /* 1 - 0.75 + 0.5 */
    CHECK(p.support_calls == 0.0 && p.lower <= p.depth);
    gd_shape_destroy(box);
    gd_shape_destroy(capsule);
}

/* Every pair of the three shape types: no support calls, bounds equal up to rounding, and the same
 * values when A and B are exchanged. */
static void test_no_pair_needs_a_search(void) {
    random_seed(32);
    for (int i = 0; i < 3000; i++) {
        gd_shape* s[2];
        for (int k = 0; k < 2; k++) {
            const int kind = (k ? i / 3 : i) % 3;
            s[k] = kind == 0   ? make_sphere(random_size())
                   : kind == 1 ? make_capsule(random_size(), random_size())
                               : make_box(random_size(), random_size(), random_size());
        }
        double pose_a[7], pose_b[7];
        random_pose(pose_a, 3.0);
        random_pose(pose_b, 9.0);
        gd_growth_result r, back;
        gd_growth_distance(&(gd_query){s[0], pose_a, s[1], pose_b, NULL, NULL}, &r);
        gd_growth_distance(&(gd_query){s[1], pose_b, s[0], pose_a, NULL, NULL}, &back);
        CHECK(r.status == GD_STATUS_OPTIMAL && r.iterations == 0.0);
        CHECK(r.lower <= r.upper && r.upper <= r.lower * (1.0 + 1e-11));
        CHECK_NEAR(back.value, r.value, 1e-11 * r.value);
        CHECK_NEAR(back.normal[0] + r.normal[0], 0.0, 1e-7);
        gd_collision_result c;
        gd_collide(&(gd_query){s[0], pose_a, s[1], pose_b, NULL, NULL}, &c);
        CHECK(c.colliding == (r.value <= 1.0 ? 1.0 : 0.0) || fabs(r.value - 1.0) < 1e-12);
        CHECK(c.lower <= r.upper * (1.0 + 1e-13) && c.upper >= r.lower * (1.0 - 1e-13));
        gd_shape_destroy(s[0]);
        gd_shape_destroy(s[1]);
    }
}

/* A cube rotated about its edges by ever smaller angles: the normals across nearly parallel
 * edges. */
static void test_nearly_parallel_edges(void) {
    gd_shape *a = make_box(1, 1, 1), *b = make_box(1, 1, 1);
    const gd_settings planes = {
        .tolerance = 1e-13, .max_iterations = 200, .method = GD_METHOD_CUTTING_PLANE};
    for (double angle = 0.1; angle > 1e-18; angle *= 0.3) {
        const double at[3][3] = {{2.5, 0.3, 0.2}, {2.5, 2.5, 0.2}, {2.5, 2.5, 2.5}};
        for (int i = 0; i < 3; i++) {
            const double pose[7] = {at[i][0], at[i][1], at[i][2], 0.3 * angle, angle, 0, 1};
            gd_growth_result r, t;
            gd_growth_distance(&(gd_query){a, identity, b, pose, NULL, NULL}, &r);
            gd_growth_distance(&(gd_query){a, identity, b, pose, &planes, NULL}, &t);
            CHECK(r.upper <= r.lower * (1 + 1e-11));
            CHECK(r.lower <= t.upper * (1 + 1e-14) && t.lower <= r.upper * (1 + 1e-14));
        }
    }
    gd_shape_destroy(a);
    gd_shape_destroy(b);
}

/* Cubes turned by less than rounding, along a diagonal: two of their edges are parallel, except for
 * rounding. The planes across such edges have no correct digit, and the faces' planes must win. */
static void test_cubes_turned_by_less_than_rounding(void) {
    random_seed(75);
    for (int i = 0; i < 400; i++) {
        const double half = random_between(0.5, 2.0), other = random_between(0.5, 2.0);
        const double turn = random_between(0.5, 1.0) * ldexp(1.0, -52 - i % 8);
        const double t = 5.0;
        double pose[7] = {t, t, 0, 0, 0, 0, 1};
        pose[3 + i % 3] = turn;
        pose[(i / 3) % 3] = 0.0;
        pose[(i / 3 + 1) % 3] = pose[(i / 3 + 2) % 3] = t;
        gd_shape *a = make_box(half, half, half), *b = make_box(other, other, other);
        gd_growth_result r;
        CHECK(gd_growth_distance(&(gd_query){a, identity, b, pose, NULL, NULL}, &r) ==
              GD_STATUS_OPTIMAL);
        CHECK_NEAR(r.value * (half + other), t, 1e-14);
        CHECK_NEAR(r.lower * (half + other), t, 1e-14);
        gd_shape_destroy(a);
        gd_shape_destroy(b);
    }
}

/* The end of a segment approaches a face, until rounding dominates the line between the nearest
 * points and its direction proves nothing. */
static void test_nearly_touching(void) {
    random_seed(33);
    gd_shape *box = make_box(1, 1, 1), *capsule = make_capsule(1, 0.5);
    for (int i = 0; i < 4000; i++) {
        const double gap = exp(random_between(-38.0, -16.0)); /* 3e-17 to 1e-7 */
        double pose[7];
        random_pose(pose, 0.1);
        const double x = pose[3], y = pose[4], z = pose[5], w = pose[6];
        const double rise = (y * y + w * w - x * x - z * z) / (x * x + y * y + z * z + w * w);
        pose[1] = 1.0 + fabs(rise) + gap;
        if (fabs(rise) < 0.5) continue; /* the end may be beside the face */
        gd_signed_result r;
        gd_signed_distance(&(gd_query){box, identity, capsule, pose, NULL, NULL}, &r);
        CHECK(r.lower <= gap - 0.5 + 1e-14 && r.upper >= gap - 0.5 - 1e-14);
        CHECK(r.upper - r.lower <= (gap < 1e-9 ? 2e-14 : 1e-14 / gap));
        CHECK_NEAR(r.normal[1], 1.0, 1e-6);
    }
    gd_shape_destroy(box);
    gd_shape_destroy(capsule);
}

/* Invalid poses are refused; closed forms neither read nor write the warm state. */
/* The overlap test agrees with the certified growth distance, also where edges are nearly parallel
 * and where the boxes touch up to rounding. */
static void test_overlap_agrees_with_growth(void) {
    int touching = 0;
    random_seed(37);
    for (int i = 0; i < 2000; i++) {
        gd_shape* a = make_box(random_size(), random_size(), random_size());
        gd_shape* b = make_box(random_size(), random_size(), random_size());
        double pose_a[7], pose_b[7];
        random_pose(pose_a, 1.0);
        random_pose(pose_b, 3.0);
        if (i % 2) memcpy(pose_b + 3, pose_a + 3, 4 * sizeof *pose_a);
        if (i % 4 == 3) pose_b[3] += 1e-9 * random_between(-1.0, 1.0);
        const gd_query query = {a, pose_a, b, pose_b, NULL, NULL};
        gd_growth_result r;
        for (int step = 0; step < 3; step++) {
            CHECK(gd_growth_distance(&query, &r) >= 0);
            const int expected = r.upper <= 1.0 - 1e-13 ? 1 : r.lower > 1.0 + 1e-13 ? 0 : -1;
            if (expected < 0)
                touching++;
            else
                CHECK(gd_intersects(&query) == expected);
            /* first where they touch, then a trillionth apart or overlapping */
            const double scale = (step == 0 ? 1.0 : i & 8 ? 1.0 + 1e-12 : 1.0 - 1e-12) / r.value;
            for (int k = 0; k < 3; k++)
                pose_b[k] = pose_a[k] + scale * (pose_b[k] - pose_a[k]);
        }
        gd_shape_destroy(a);
        gd_shape_destroy(b);
    }
    CHECK(touching > 500);
}

static void test_bad_poses_and_states(void) {
    gd_shape *ball = make_sphere(1), *box = make_box(1, 1, 1);
    const double wrong[3][7] = {
        {NOT_A_NUMBER, 0, 0, 0, 0, 0, 1}, {0, 0, INFINITE, 0, 0, 0, 1}, {0, 0, 0, 0, 0, 0, 0}};
    for (int i = 0; i < 3; i++) {
        gd_growth_result r;
        gd_collision_result c;
        gd_signed_result s;
        CHECK(gd_growth_distance(&(gd_query){ball, wrong[i], box, identity, NULL, NULL}, &r) ==
              GD_ERROR_POSE);
        CHECK(gd_growth_distance(&(gd_query){ball, wrong[i], ball, identity, NULL, NULL}, &r) ==
              GD_ERROR_POSE);
        CHECK(gd_collide(&(gd_query){box, identity, ball, wrong[i], NULL, NULL}, &c) ==
              GD_ERROR_POSE);
        CHECK(gd_signed_distance(&(gd_query){box, wrong[i], box, identity, NULL, NULL}, &s) ==
              GD_ERROR_POSE);
    }
    gd_warm warm;
    memset(&warm, 0x7f, sizeof warm);
    gd_warm before = warm;
    const double pose[7] = {2, 1, 0, 0.1, 0.2, 0.3, 1};
    gd_growth_result r;
    CHECK(gd_growth_distance(&(gd_query){ball, identity, box, pose, NULL, &warm}, &r) ==
          GD_STATUS_OPTIMAL);
    CHECK(memcmp(&warm, &before, sizeof warm) == 0);
    gd_shape_destroy(ball);
    gd_shape_destroy(box);
}

TEST(box_box) {
    test_balls_meet_on_the_line_between_them();
    test_a_capsule_meets_face_edge_and_corner();
    test_no_pair_needs_a_search();
    test_nearly_parallel_edges();
    test_cubes_turned_by_less_than_rounding();
    test_nearly_touching();
    test_overlap_agrees_with_growth();
    test_bad_poses_and_states();
}
