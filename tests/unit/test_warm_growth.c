/* Warm growth distances of curved shapes: certified along every motion, with few evaluations. */
#include "lib/check.h"
#include "lib/draw.h"
#include "proof/certify.h"

#include "second_order/warm_model.h"

#include <string.h>

static const gd_kind KINDS[] = {GD_KIND_ELLIPSOID, GD_KIND_BOX,  GD_KIND_CAPSULE,
                                GD_KIND_CYLINDER,  GD_KIND_CONE, GD_KIND_FRUSTUM};
#define KIND_COUNT (int)LENGTH(KINDS)

static const gd_settings PLANES = {
    .tolerance = 1e-10, .max_iterations = 1000.0, .method = GD_METHOD_CUTTING_PLANE};

/* Certifies the warm growth distance. Cutting planes supply bounds of the true one. */
static gd_growth_result certified(const gd_query* query, const posed* a, const posed* b) {
    gd_query other = *query;
    other.settings = &PLANES;
    other.warm = NULL;
    gd_growth_result cold, warm;
    gd_growth_distance(&other, &cold);
    CHECK(gd_growth_distance(query, &warm) == GD_STATUS_OPTIMAL);
    const real far = (real)INFINITE;
    const truth known = {(real)cold.lower, (real)cold.upper, 0, far, far, 0};
    worst seen = {0};
    CHECK_CERTIFIED(certify_growth(a, b, &warm, GD_DEFAULT_TOLERANCE, &known, &seen));
    return warm;
}

/* An overlap test from the same state agrees with the growth distance. */
static void collide(const gd_query* query, double value) {
    gd_collision_result c;
    gd_collide(query, &c);
    CHECK(c.lower <= value * (1.0 + 1e-7) && value <= c.upper * (1.0 + 1e-7));
    if (fabs(value - 1.0) > 1e-6) CHECK((c.colliding == 1.0) == (value < 1.0));
}

/* The mean number of evaluations after steps of this size. */
static double mean_after(double step, double reach, bool tests) {
    double sum = 0.0, count = 0.0;
    for (int i = 0; i < ROUNDS(400); i++) {
        drawn a, b;
        double pose_a[7], pose_b[7];
        posed set_a, set_b;
        gd_warm warm = {0};
        draw_shape(KINDS[i % KIND_COUNT], 1.0, &a);
        draw_shape(KINDS[i / KIND_COUNT % KIND_COUNT], 1.0, &b);
        draw_pose(3, reach, false, pose_a);
        draw_pose(3, reach, false, pose_b);
        posed_make(&set_a, a.record, a.length, pose_a, a.shape);
        posed_make(&set_b, b.record, b.length, pose_b, b.shape);
        const gd_query query = {a.shape, pose_a, b.shape, pose_b, NULL, &warm};
        for (int k = 0; k < 7; k++) {
            posed_move(&set_b, pose_b);
            const gd_growth_result r = certified(&query, &set_a, &set_b);
            const bool counts = k > 0 && warm.count <= WARM_FREE;
            sum += counts ? r.iterations : 0.0;
            count += counts;
            if (tests) collide(&query, r.value);
            for (int m = 0; m < 7; m++)
                pose_b[m] += random_between(-step, step);
        }
        gd_shape_destroy(a.shape);
        gd_shape_destroy(b.shape);
    }
    CHECK(count > 0.75 * ROUNDS(400));
    return sum / count;
}

static void test_motions_are_certified(void) {
    CHECK(mean_after(0.0, 4.0, false) < 1.3);
    CHECK(mean_after(1e-6, 4.0, false) < 1.6);
    CHECK(mean_after(1e-3, 4.0, false) < 2.3);
    CHECK(mean_after(1e-2, 1.0, false) < 3.0);
    CHECK(mean_after(0.3, 2.0, false) < 6.0);
}

static void test_overlap_tests_share_the_state(void) {
    CHECK(mean_after(1e-3, 2.0, true) < 2.3);
    CHECK(mean_after(1e-2, 0.5, true) < 3.0);
}

TEST(warm_growth) {
    test_motions_are_certified();
    test_overlap_tests_share_the_state();
}
