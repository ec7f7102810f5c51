/* Growth distance of rounded polytopes. A hull with the corners of a box has the closed form of
 * that box as truth. Every other answer has a certificate, checked from the definition of the
 * shapes. */
#include "lib/certified.h"
#include "lib/check.h"
#include "lib/draw.h"
#include "lib/make.h"

#include "growth/rounded_polytopes.h"

static const double HERE[7] = {0, 0, 0, 0, 0, 0, 1};

static gd_settings settings_of(double tolerance, double max_iterations) {
    return (gd_settings){.tolerance = tolerance, .max_iterations = max_iterations};
}

static gd_shape* corners_of_box(const double half[3]) {
    double record[6 + 24] = {GD_KIND_HULL};
    for (int i = 0; i < 24; i++)
        record[6 + i] = (i / 3 >> i % 3 & 1 ? 1.0 : -1.0) * half[i % 3];
    return make(record, 30);
}

/* The ray leaves through faces, edges and corners, beside spheres and capsules of all sizes. */
static void test_corners_of_a_box(void) {
    const gd_settings settings = settings_of(1e-12, 100.0);
    for (int i = 0; i < 300; i++) {
        double half[3], pose[7];
        for (int k = 0; k < 3; k++)
            half[k] = random_between(0.2, 2.0);
        const double radius = random_shrunk(3.0, 12.0);
        draw_pose(3, 4.0, false, pose);
        gd_shape *hull = corners_of_box(half), *box = make_box(half[0], half[1], half[2]);
        const double round[8] = {GD_KIND_CAPSULE, 0, 0, 0, 0, 0, 1.0, radius};
        const double ball[7] = {GD_KIND_SPHERE, 0, 0, 0, 0, 0, radius};
        gd_shape* other = i % 2 ? make(round, 8) : make(ball, 7);
        gd_growth_result r, known;
        CHECK(gd_growth3(&(gd_query){hull, HERE, other, pose, &settings, NULL}, &r) ==
              GD_STATUS_OPTIMAL);
        CHECK(gd_growth_distance(&(gd_query){box, HERE, other, pose, &settings, NULL}, &known) ==
              GD_STATUS_OPTIMAL);
        CHECK(r.iterations >= 1.0 && r.iterations <= 12.0);
        CHECK_NEAR(r.value, known.value, 2e-12 * known.value);
        CHECK_NEAR(r.lower, known.value, 2e-12 * known.value);
        gd_shape_destroy(hull);
        gd_shape_destroy(box);
        gd_shape_destroy(other);
    }
}

/* Polytopes, of which one or both have a margin, cold and warm, in both orders. */
static void test_margins(void) {
    static const gd_kind kinds[] = {GD_KIND_HULL, GD_KIND_BOX, GD_KIND_SEGMENT, GD_KIND_SPHERE};
    double steps = 0.0, warm = 0.0, cuts = 0.0;
    int count = 0;
    for (int i = 0; i < 240; i++) {
        drawn shape[2];
        posed set[2];
        double pose[2][7];
        draw_shape(GD_KIND_HULL, 1.0, &shape[0]);
        draw_shape(kinds[i % 4], 1.0, &shape[1]);
        const int rounded = i / 4 % 2;
        gd_shape_destroy(shape[rounded].shape);
        shape[rounded].record[1] = random_shrunk(1.0, 16.0);
        shape[rounded].shape = make(shape[rounded].record, shape[rounded].length);
        for (int k = 0; k < 2; k++) {
            draw_pose(3, 4.0, false, pose[k]);
            posed_make(&set[k], shape[k].record, shape[k].length, pose[k], shape[k].shape);
        }
        const gd_settings settings = settings_of(1e-9, 200.0);
        gd_settings planes = settings;
        planes.method = GD_METHOD_CUTTING_PLANE;
        const gd_query query = {shape[0].shape, pose[0], shape[1].shape, pose[1], &settings, NULL};
        gd_query cut = query;
        cut.settings = &planes;
        const certified answer = certified_growth(gd_growth3, set, query);
        gd_growth_result slow, swapped;
        CHECK(gd_growth3(&cut, &slow) == GD_STATUS_OPTIMAL);
        CHECK_NEAR(answer.value, slow.value, 2e-9 * slow.value);
        const gd_query back = {query.b, query.pose_b, query.a, query.pose_a, &settings, NULL};
        CHECK(gd_growth3(&back, &swapped) == GD_STATUS_OPTIMAL);
        CHECK_NEAR(answer.value, swapped.value, 1e-9 * slow.value);
        warm += answer.warm;
        steps += answer.cold;
        cuts += slow.iterations;
        count++;
        gd_shape_destroy(shape[0].shape);
        gd_shape_destroy(shape[1].shape);
    }
    CHECK(steps < 6.0 * count && steps < 0.4 * cuts && warm < 0.8 * steps);
}

/* If the steps do not suffice, the other methods continue. The bounds enclose the value. */
static void test_any_number_of_steps(void) {
    const double half[3] = {1.0, 2.0, 0.5}, ball[7] = {GD_KIND_SPHERE, 0, 0, 0, 0, 0, 0.125};
    const double pose[7] = {2.0, 3.0, 1.25, 0, 0, 0, 1};
    gd_shape *hull = corners_of_box(half), *sphere = make(ball, 7);
    const gd_settings fine = settings_of(1e-9, 100.0);
    gd_growth_result known, r;
    CHECK(gd_growth3(&(gd_query){hull, HERE, sphere, pose, &fine, NULL}, &known) == 0);
    CHECK(known.iterations > 2.0);
    for (int steps = 1; steps <= (int)known.iterations; steps++) {
        const gd_settings settings = settings_of(1e-9, steps);
        const gd_status status =
            gd_growth3(&(gd_query){hull, HERE, sphere, pose, &settings, NULL}, &r);
        CHECK(status ==
              (steps < (int)known.iterations ? GD_STATUS_MAX_ITERATIONS : GD_STATUS_OPTIMAL));
        CHECK(r.iterations == steps);
        CHECK(r.lower <= known.upper * (1.0 + 1e-14) && known.lower <= r.upper * (1.0 + 1e-14));
    }
    gd_shape_destroy(hull);
    gd_shape_destroy(sphere);
}

static void test_the_trace_has_a_row_a_step(void) {
    const double half[3] = {1.0, 2.0, 0.5}, ball[7] = {GD_KIND_SPHERE, 0, 0, 0, 0, 0, 0.125};
    const double pose[7] = {2.0, 3.0, 1.25, 0, 0, 0, 1};
    gd_shape *hull = corners_of_box(half), *sphere = make(ball, 7);
    const gd_settings settings = settings_of(1e-9, 100.0);
    certified_trace(gd_growth3, (gd_query){hull, HERE, sphere, pose, &settings, NULL});
    gd_shape_destroy(hull);
    gd_shape_destroy(sphere);
}

/* If all lengths change by a power of two, steps and values keep every bit. */
static void test_every_scale(void) {
    const gd_settings settings = settings_of(1e-9, 100.0);
    for (int i = 0; i < 60; i++) {
        gd_growth_result r[3];
        double half[3], pose[7];
        for (int k = 0; k < 3; k++)
            half[k] = random_between(0.2, 2.0);
        const double radius = random_shrunk(1.0, 4.0);
        draw_pose(3, 4.0, false, pose);
        for (int k = 0; k < 3; k++) {
            const double scale = k == 0 ? 1.0 : k == 1 ? 0x1p200 : 0x1p-200;
            const double wide[3] = {scale * half[0], scale * half[1], scale * half[2]};
            const double round[8] = {GD_KIND_CAPSULE, 0, 0, 0, 0, 0, scale, scale * radius};
            double at[7];
            for (int m = 0; m < 7; m++)
                at[m] = m < 3 ? scale * pose[m] : pose[m];
            gd_shape *hull = corners_of_box(wide), *capsule = make(round, 8);
            CHECK(gd_growth3(&(gd_query){hull, HERE, capsule, at, &settings, NULL}, &r[k]) == 0);
            CHECK(r[k].iterations == r[0].iterations && r[k].value == r[0].value);
            CHECK(r[k].lower == r[0].lower);
            gd_shape_destroy(hull);
            gd_shape_destroy(capsule);
        }
    }
}

/* Too little rounding, a flat hull, shapes that are no polytopes, and too small a tolerance. */
static void test_pairs_that_do_not_fit(void) {
    const double pose[7] = {2.0, 3.0, 1.25, 0, 0, 0, 1}, half[3] = {1.0, 2.0, 0.5};
    const double ball[7] = {GD_KIND_SPHERE, 0, 0, 0, 0, 0, 1e-7};
    const double cone[8] = {GD_KIND_CONE, 0.5, 0, 0, 0, 0, 1, 1};
    const double flat[15] = {GD_KIND_TRIANGLE, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0};
    const double wide[7] = {GD_KIND_SPHERE, 0, 0, 0, 0, 0, 1};
    gd_shape* shape[5] = {make(ball, 7), make(cone, 8), make(flat, 15), make(wide, 7),
                          corners_of_box(half)};
    const int pairs[4][2] = {{4, 0}, {4, 1}, {2, 3}, {4, 3}};
    for (int i = 0; i < 4; i++) {
        growth3 g;
        const gd_query query = {shape[pairs[i][0]], HERE, shape[pairs[i][1]], pose, NULL, NULL};
        const gd_settings usual = settings_of(GD_DEFAULT_TOLERANCE, 100.0);
        const gd_settings fine = settings_of(1e-15, 100.0);
        CHECK(pair3_init(&g.pair, &query));
        CHECK(portal3_begin(&g.portal, &g.pair, &g.offset));
        g.settings = &usual;
        CHECK(gd_rounded_fits(&g) == (i == 3));
        g.settings = &fine;
        CHECK(!gd_rounded_fits(&g));
    }
    for (int i = 0; i < 5; i++)
        gd_shape_destroy(shape[i]);
}

TEST(rounded_polytopes) {
    test_corners_of_a_box();
    test_margins();
    test_any_number_of_steps();
    test_the_trace_has_a_row_a_step();
    test_every_scale();
    test_pairs_that_do_not_fit();
}
