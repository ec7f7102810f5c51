/* Casts of boxes, capsules and segments in closed form: known times, certified bounds, the contact
 * that the portal finds, and how many casts need no search. */
#include "lib/cast_searches.h"
#include "lib/check.h"
#include "lib/make.h"

#include "casts/cast.h"

static const gd_settings settings = {.tolerance = GD_DEFAULT_TOLERANCE, .max_iterations = 1000};

/* Two cubes of edge 2, the second turned by an eighth about z: its edge hits a face. */
static void test_an_edge_hits_a_face(void) {
    gd_shape *a = make_box(1.0, 1.0, 1.0), *b = make_box(1.0, 1.0, 1.0);
    const double s = 0.3826834323650898, c = 0.9238795325112867; /* of pi / 8 */
    const double here[7] = {0, 0, 0, 0, 0, 0, 1}, at[7] = {10.0, 0.3, 0.5, 0, 0, s, c};
    const gd_cast cast = {{-1, 0, 0}, 0.0, 20.0, 0.0};
    gd_cast_result r;
    gd_cast_solve(&(gd_query){a, here, b, at, &settings, NULL}, &cast, &r);
    const double time = 10.0 - 1.0 - 1.4142135623730951;
    CHECK(r.status == GD_STATUS_OPTIMAL && r.hit == 1.0 && r.iterations == 1.0);
    CHECK(r.lower <= time + 1e-15 && r.upper >= time - 1e-15 && r.upper - r.lower < 1e-12);
    CHECK_NEAR(r.normal[0], 1.0, 1e-14);
    CHECK_NEAR(r.point_a[0], 1.0, 1e-13);
    CHECK_NEAR(r.point_b[0], 1.0, 1e-13);
    CHECK_NEAR(r.point_b[1], 0.3, 1e-13);
    gd_shape_destroy(a);
    gd_shape_destroy(b);
}

/* An edge of each, which cross. B passes 1e-6 above A in the second cast. */
static void test_edges_cross_or_miss(void) {
    gd_shape *a = make_box(1.0, 1.0, 3.0), *b = make_box(1.0, 3.0, 1.0);
    const double s = 0.3826834323650898, c = 0.9238795325112867; /* of pi / 8 */
    const double half = 1.4142135623730951;                      /* of a diagonal */
    const double pose_a[7] = {0, 0, 0, 0, 0, s, c};
    for (int k = 0; k < 2; k++) {
        const double at[7] = {10.0, 0.25, k ? 3.0 + half + 1e-6 : 2.5, 0, s, 0, c};
        const gd_cast cast = {{-2, 0, 0}, 0.0, 20.0, 0.0};
        gd_cast_result r;
        gd_cast_solve(&(gd_query){a, pose_a, b, at, &settings, NULL}, &cast, &r);
        CHECK(r.status == GD_STATUS_OPTIMAL && r.hit == 1.0 - k && r.iterations == 1.0);
        CHECK_NEAR(r.normal[k ? 2 : 0], 1.0, 1e-14);
        if (k) continue;
        CHECK_NEAR(r.time, 5.0 - half, 1e-12);
        const double point[3] = {half, 0.0, 2.5};
        for (int i = 0; i < 3; i++) {
            CHECK_NEAR(r.point_a[i], point[i], 1e-13);
            CHECK_NEAR(r.point_b[i], point[i], 1e-13);
        }
    }
    gd_shape_destroy(a);
    gd_shape_destroy(b);
}

static void test_results_are_certified(void) {
    const gd_kind kinds[] = {GD_KIND_BOX, GD_KIND_CAPSULE, GD_KIND_SEGMENT};
    for (uint64_t i = 0; i < 12000; i++) {
        draw d = {.state = i * UINT64_C(0xd1342543de82ef95) + 9};
        cast_pair c;
        if (!draw_cast(&d, (family)(i % FAMILY_COUNT), kinds[i / FAMILY_COUNT % 3],
                       kinds[i / FAMILY_COUNT / 3 % 3], &c))
            continue;
        const gd_query query = {c.a.shape, c.a.pose, c.b.shape, c.b.pose, &settings, NULL};
        gd_cast_result r;
        gd_cast_solve(&query, &c.cast, &r);
        CHECK_CERTIFIED(certify_cast_pair(&c, &r));
        cast_pair_free(&c);
    }
}

/* A box that moves away, and one that has passed before the start: one normal proves the miss. */
static void test_a_contact_before_the_start(void) {
    gd_shape *a = make_box(1.0, 2.0, 3.0), *b = make_box(1.0, 1.0, 1.0);
    const double here[7] = {0, 0, 0, 0, 0, 0, 1}, at[7] = {5, 0.5, 0.25, 0, 0, 0, 1};
    const gd_cast away = {{2, 0, 0}, 0.0, 9.0, 0.0}, late = {{-2, 0, 0}, 4.0, 9.0, 0.0};
    gd_cast_result r;
    gd_cast_solve(&(gd_query){a, here, b, at, &settings, NULL}, &away, &r);
    CHECK(r.status == GD_STATUS_OPTIMAL && r.hit == 0.0 && r.iterations == 1.0);
    CHECK_NEAR(r.normal[0], 1.0, 1e-15);
    gd_cast_solve(&(gd_query){a, here, b, at, &settings, NULL}, &late, &r);
    CHECK(r.status == GD_STATUS_OPTIMAL && r.hit == 0.0 && r.iterations == 1.0);
    CHECK_NEAR(r.normal[0], -1.0, 1e-15);
    gd_shape_destroy(a);
    gd_shape_destroy(b);
}

TEST(cast_boxes) {
    test_an_edge_hits_a_face();
    test_edges_cross_or_miss();
    test_a_contact_before_the_start();
    test_results_are_certified();
    CHECK(closed_part_of_casts(GD_KIND_BOX, gd_cast_by_boxes) > 0.4);
}
