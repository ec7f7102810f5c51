/* The depth of overlapping cores from GJK's simplex. Boxes have a closed form, the polytope is
 * global, local methods are never lower, and flat sets have depth 0. */
#include "lib/check.h"
#include "lib/make.h"
#include "lib/overlap.h"

#include "depth/overlap.h"

static gd_status solve(const gd_query* query, gd_method method, overlap* o) {
    const gd_settings settings = {.tolerance = 1e-9, .max_iterations = 500.0, .method = method};
    gd_query search = *query;
    search.settings = &settings;
    CHECK(gd_gjk_init(&o->g, &search, false));
    gd_gjk_run(&o->g, &search, GD_METHOD_GJK, GJK_SIGNED);
    CHECK(o->g.meet);
    const depth_plan plan = {.query = &search,
                             .goal = GJK_SIGNED,
                             .method = method,
                             .edges_only = true,
                             .direction = o->g.pair.ray};
    return gd_overlap_depth(&o->g, &plan, &o->depth);
}

static void test_boxes(void) {
    int overlapping = 0;
    for (int i = 0; i < 300; i++) {
        double pose_a[7], pose_b[7];
        vec3 half[2];
        for (int k = 0; k < 2; k++) {
            const double x = random_between(0.3, 2.0), y = random_between(0.3, 2.0);
            half[k] = make3(x, y, random_between(0.3, 2.0));
        }
        overlap_random_poses(1.0, pose_a, pose_b);
        const double truth = overlap_box_depth(half[0], pose_a, half[1], pose_b);
        if (truth < 1e-3) continue;
        overlapping++;
        gd_shape* a = make_box(half[0].x, half[0].y, half[0].z);
        gd_shape* b = make_box(half[1].x, half[1].y, half[1].z);
        const gd_query query = {a, pose_a, b, pose_b, NULL, NULL};
        overlap o;
        CHECK(solve(&query, GD_METHOD_AUTO, &o) == GD_STATUS_OPTIMAL);
        CHECK(o.depth.calls == 0.0);
        overlap_check_depth(&o, 1e-9, truth);
        CHECK(solve(&query, GD_METHOD_EPA, &o) == GD_STATUS_OPTIMAL);
        overlap_check_depth(&o, 1e-9, truth);
        CHECK(solve(&query, GD_METHOD_SQP, &o) == GD_STATUS_LOCAL);
        CHECK(o.depth.upper >= truth - 1e-12 && o.depth.lower <= truth + 1e-12);
        CHECK_NEAR(overlap_width(&o, o.depth.normal), o.depth.upper, 1e-12);
        gd_shape_destroy(a);
        gd_shape_destroy(b);
    }
    CHECK(overlapping > 100);
}

/* Two crossing segments span a plane. */
static void test_flat_sets_have_depth_0(void) {
    const double one[12] = {GD_KIND_SEGMENT, 0, 0, 0, 0, 0, -1, 0, 0, 1, 0, 0};
    const double other[12] = {GD_KIND_SEGMENT, 0, 0, 0, 0, 0, 0, -1, 0, 0, 2, 0};
    const double here[7] = {0, 0, 0, 0, 0, 0, 1};
    gd_shape *a = make(one, 12), *b = make(other, 12);
    overlap o;
    CHECK(solve(&(gd_query){a, here, b, here, NULL, NULL}, GD_METHOD_EPA, &o) == GD_STATUS_OPTIMAL);
    CHECK(o.depth.upper == 0.0 && o.depth.lower == 0.0);
    CHECK_NEAR(fabs(rotate(&o.g.pair.rotation_a, o.depth.normal).z), 1.0, 1e-12);
    CHECK(overlap_miss(&o) <= 1e-12);
    gd_shape_destroy(a);
    gd_shape_destroy(b);
}

static void test_the_normal_of_growth(void) {
    gd_shape *a = make_box(1, 1, 1), *b = make_box(1, 1, 1);
    const double here[7] = {0, 0, 0, 0, 0, 0, 1}, there[7] = {0.2, 1.5, 0.1, 0, 0, 0, 1};
    const gd_query query = {a, here, b, there, NULL, NULL};
    overlap o;
    CHECK(solve(&query, GD_METHOD_EPA, &o) == GD_STATUS_OPTIMAL);
    double iterations = 0.0, calls = 0.0;
    const vec3 n = gd_normal_from_growth(&o.g, &query, &iterations, &calls);
    CHECK_NEAR(n.y, 1.0, 1e-12);
    CHECK(iterations == calls);
    gd_shape_destroy(a);
    gd_shape_destroy(b);
}

TEST(overlap) {
    test_boxes();
    test_flat_sets_have_depth_0();
    test_the_normal_of_growth();
}
