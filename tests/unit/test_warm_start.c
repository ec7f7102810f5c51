/* Warm starts: fewer iterations, the same bounds, and no effect of a state that was not saved. */
#include "lib/check.h"
#include "lib/make.h"

#include "growth_distance.h"

#include "minkowski/warm_start.h"

#include <stdint.h>
#include <string.h>

/* B drifts and turns slightly every frame. */
static void drift(int frame, double pose_b[7]) {
    const double t = 0.002 * frame;
    const double pose[7] = {2.5 + t, 0.7 - t, 0.3 + 0.5 * t, 0.1 + t, 0.2, 0.3 - t, 0.9};
    memcpy(pose_b, pose, sizeof pose);
}

static void test_a_warm_pair_needs_fewer_iterations_for_the_same_answer(void) {
    const double box[9] = {GD_KIND_BOX, 0, 0, 0, 0, 0, 1, 0.5, 0.7};
    gd_shape *a = make(box, 9), *b = make(box, 9);
    const double pose_a[7] = {0, 0, 0, 0.1, 0, 0, 1};
    const gd_settings planes = {.tolerance = GD_DEFAULT_TOLERANCE,
                                .max_iterations = GD_DEFAULT_MAX_ITERATIONS,
                                .method = GD_METHOD_CUTTING_PLANE};
    gd_warm warm = {0};
    double cold_iterations = 0.0, warm_iterations = 0.0;
    for (int frame = 0; frame < 100; frame++) {
        double pose_b[7];
        drift(frame, pose_b);
        gd_growth_result cold_result, warm_result;
        gd_growth_distance(&(gd_query){a, pose_a, b, pose_b, &planes, NULL}, &cold_result);
        gd_growth_distance(&(gd_query){a, pose_a, b, pose_b, &planes, &warm}, &warm_result);
        CHECK(warm_result.status == GD_STATUS_OPTIMAL);
        CHECK_NEAR(warm_result.value, cold_result.value, 3e-8 * cold_result.value);
        cold_iterations += cold_result.iterations;
        warm_iterations += warm_result.iterations;
    }
    CHECK(2.0 * warm_iterations < cold_iterations);
    gd_shape_destroy(a);
    gd_shape_destroy(b);
}

static void test_a_boolean_and_a_distance_share_their_state(void) {
    const double cylinder[8] = {GD_KIND_CYLINDER, 0, 0, 0, 0, 0, 1, 0.5};
    gd_shape *a = make(cylinder, 8), *b = make(cylinder, 8);
    const double pose_a[7] = {0, 0, 0, 0, 0, 0, 1}, pose_b[7] = {0.9, 0.7, 0.2, 0.3, 0.1, 0.2, 1};
    gd_warm warm = {0};
    gd_collision_result boolean;
    gd_growth_result cold, result;
    gd_growth_distance(&(gd_query){a, pose_a, b, pose_b, NULL, NULL}, &cold);
    gd_collide(&(gd_query){a, pose_a, b, pose_b, NULL, &warm}, &boolean);
    CHECK(warm.count == 3.0);
    gd_growth_distance(&(gd_query){a, pose_a, b, pose_b, NULL, &warm}, &result);
    /* an overlap test stops early, so its normal may be a step worse than a guess */
    CHECK(result.iterations <= cold.iterations + 1.0);
    CHECK_NEAR(result.value, cold.value, 3e-8 * cold.value);
    gd_collide(&(gd_query){a, pose_a, b, pose_b, NULL, &warm}, &boolean);
    CHECK(boolean.iterations <= 1.0);
    gd_shape_destroy(a);
    gd_shape_destroy(b);
}

static void test_a_state_that_was_not_saved_for_the_pair_is_ignored(void) {
    const double rod[8] = {GD_KIND_CAPSULE, 0, 0, 0, 0, 0, 0.5, 1};
    const double cone[8] = {GD_KIND_CONE, 0, 0, 0, 0, 0, 1, 0.5};
    gd_shape *a = make(rod, 8), *b = make(cone, 8);
    const double pose_a[7] = {0, 0, 0, 0, 0, 0, 1}, pose_b[7] = {2, 1, 0.2, 0.3, 0.1, 0.2, 1};
    gd_warm saved = {0};
    gd_growth_result cold, result;
    gd_growth_distance(&(gd_query){a, pose_a, b, pose_b, NULL, NULL}, &cold);
    gd_growth_distance(&(gd_query){a, pose_a, b, pose_b, NULL, &saved}, &result);
    /* every word changed, one after the other, in several ways */
    const double other[] = {0.0, 1.0, -1.0, 1e300, NOT_A_NUMBER, INFINITE, 3.0};
    for (size_t i = 0; i < sizeof saved / sizeof(double); i++)
        for (size_t k = 0; k < sizeof other / sizeof other[0]; k++) {
            gd_warm damaged = saved;
            double* words = (double*)(void*)&damaged;
            if (words[i] == other[k]) continue;
            words[i] = other[k];
            gd_growth_distance(&(gd_query){a, pose_a, b, pose_b, NULL, &damaged}, &result);
            CHECK(memcmp(&result, &cold, sizeof cold) == 0);
        }
    /* a state of the pair in the other order */
    gd_warm swapped = saved;
    gd_growth_distance(&(gd_query){b, pose_b, a, pose_a, NULL, &swapped}, &result);
    CHECK_NEAR(result.value, cold.value, 3e-8 * cold.value);
    /* the same shapes made again: the state identifies contents, not addresses */
    gd_shape *a2 = make(rod, 8), *b2 = make(cone, 8);
    gd_warm kept = saved;
    gd_growth_distance(&(gd_query){a2, pose_a, b2, pose_b, NULL, &kept}, &result);
    CHECK(result.iterations < cold.iterations);
    gd_shape_destroy(a);
    gd_shape_destroy(b);
    gd_shape_destroy(a2);
    gd_shape_destroy(b2);
}

/* Damage that the checksum hides, as of a caller who copies states: bounds still hold. */
static void test_bounds_hold_with_damaged_states(void) {
    static const double records[][8] = {{GD_KIND_CYLINDER, 0, 0, 0, 0, 0, 1, 0.5},
                                        {GD_KIND_CONE, 0, 0, 0, 0, 0, 1, 0.5}};
    static const double other[] = {0.0, 1.3, -7.5, 1e300, 1e-300, NOT_A_NUMBER, INFINITE};
    gd_shape *a = make(records[0], 8), *b = make(records[1], 8);
    const double pose_a[7] = {0, 0, 0, 0, 0, 0, 1}, pose_b[7] = {2.5, 0.7, 0.2, 0.3, 0.1, 0.2, 1};
    gd_warm growth = {0}, distance = {0};
    gd_growth_result cold_growth, g;
    gd_distance_result cold_distance, d;
    gd_growth_distance(&(gd_query){a, pose_a, b, pose_b, NULL, &growth}, &cold_growth);
    gd_distance(&(gd_query){a, pose_a, b, pose_b, NULL, &distance}, &cold_distance);
    for (size_t i = 2; i < sizeof growth / sizeof(double); i++)
        for (size_t k = 0; k < sizeof other / sizeof other[0]; k++) {
            gd_warm states[2] = {growth, distance};
            for (int q = 0; q < 2; q++) {
                ((double*)(void*)&states[q])[i] = other[k];
                states[q].check = warm_check(&states[q]);
            }
            gd_growth_distance(&(gd_query){a, pose_a, b, pose_b, NULL, &states[0]}, &g);
            gd_distance(&(gd_query){a, pose_a, b, pose_b, NULL, &states[1]}, &d);
            CHECK_NEAR(g.lower, cold_growth.value, 4e-8 * cold_growth.value);
            CHECK_NEAR(g.upper, cold_growth.value, 4e-8 * cold_growth.value);
            CHECK_NEAR(d.lower, cold_distance.value, 4e-8 * cold_distance.value);
            CHECK_NEAR(d.value, cold_distance.value, 4e-8 * cold_distance.value);
        }
    gd_shape_destroy(a);
    gd_shape_destroy(b);
}

/* An overlap test that needs no portal must not save one. */
static void test_warm_booleans_of_far_and_deep_poses_in_turn_are_those_of_cold_ones(void) {
    const double records[][9] = {
        {GD_KIND_CAPSULE, 0, 0, 0, 0, 0, 0.5, 0.3},
        {GD_KIND_CYLINDER, 0, 0, 0, 0, 0, 0.5, 0.3},
        {GD_KIND_CONE, 0, 0, 0, 0, 0, 0.5, 0.3},
        {GD_KIND_ELLIPSOID, 0, 0, 0, 0, 0, 1, 0.5, 0.2},
        {GD_KIND_BOX, 0, 0, 0, 0, 0, 0.1, 0.9, 0.2},
    };
    const size_t lengths[] = {8, 8, 8, 9, 9};
    uint32_t seed = 7;
    for (int k = 0; k < 25; k++) {
        gd_shape* a = make(records[k % 5], lengths[k % 5]);
        gd_shape* b = make(records[k / 5], lengths[k / 5]);
        gd_warm warm = {0};
        for (int frame = 0; frame < 400; frame++) {
            double poses[2][7];
            for (int i = 0; i < 14; i++) {
                seed = 1664525u * seed + 1013904223u;
                const double x = 0x1p-31 * seed - 1.0;
                poses[i / 7][i % 7] = frame % 3 > 0 && i % 7 < 3 ? 0.4 * x : x;
            }
            gd_growth_result cold;
            if (gd_growth_distance(&(gd_query){a, poses[0], b, poses[1], NULL, NULL}, &cold) < 0)
                continue;
            const int meet = gd_intersects(&(gd_query){a, poses[0], b, poses[1], NULL, &warm});
            CHECK(cold.upper < 1.0 - 1e-9   ? meet == 1
                  : cold.lower > 1.0 + 1e-9 ? meet == 0
                                            : meet >= 0);
        }
        gd_shape_destroy(a);
        gd_shape_destroy(b);
    }
}

/* A certified distance above 1e-10 of the extent decides every overlap test, warm or cold. */
static void check_booleans_after_a_distance(const gd_shape* a, const double* pose_a,
                                            const gd_shape* b, const double* pose_b) {
    const double extent = 6.0;
    gd_warm warm = {0}, same;
    gd_growth_result growth;
    gd_distance_result apart;
    gd_collision_result cold, result;
    gd_distance(&(gd_query){a, pose_a, b, pose_b, NULL, NULL}, &apart);
    gd_growth_distance(&(gd_query){a, pose_a, b, pose_b, NULL, &warm}, &growth);
    same = warm;
    gd_collide(&(gd_query){a, pose_a, b, pose_b, NULL, NULL}, &cold);
    gd_collide(&(gd_query){a, pose_a, b, pose_b, NULL, &warm}, &result);
    if (apart.lower > 1e-10 * extent) {
        CHECK(cold.colliding == 0.0);
        CHECK(result.colliding == 0.0);
        CHECK(gd_intersects(&(gd_query){a, pose_a, b, pose_b, NULL, &same}) == 0);
    }
    CHECK(result.lower <= cold.upper + 1e-14 && cold.lower <= result.upper + 1e-14);
}

static void test_warm_booleans_beside_nearly_round_shapes_are_those_of_cold_ones(void) {
    const double point[6] = {GD_KIND_POINT}, point2[6] = {GD_KIND_POINT2};
    gd_shape *solid = make(point, 6), *flat = make(point2, 6);
    const double known[8] = {GD_KIND_ELLIPSE, 0, 0, 0, 0, 0, 3.0, 3.0000000017608413};
    const double turn = 2.0943951023931953;
    gd_shape* ellipse = make(known, 8);
    check_booleans_after_a_distance(flat, (double[3]){0, 0, turn}, ellipse,
                                    (double[3]){0, 3.0000000015618693, turn});
    gd_shape_destroy(ellipse);
    random_seed(91);
    for (int k = 0; k < 4000; k++) {
        const bool plane = k % 2 == 0;
        const double e = pow(10.0, random_between(-10.0, -8.0));
        const double gap = pow(10.0, random_between(-10.0, -7.0));
        const double step = pow(10.0, random_between(-12.0, 0.0));
        const double angle = k % 5 < 2 ? turn : random_between(0.0, 6.3);
        const double record[9] = {
            plane ? GD_KIND_ELLIPSE : GD_KIND_ELLIPSOID, 0, 0, 0, 0, 0, 3.0, 3.0 * (1.0 + e),
            k % 3 == 0 ? 3.0 * (1.0 - e) : 3.0};
        const double here[7] = {0, 0, plane ? angle : 0.0, 0, 0, 0, 1};
        const double there[7] = {step, 3.0 + gap,        plane ? angle : 0.0, 0,
                                 0,    sin(0.5 * angle), cos(0.5 * angle)};
        gd_shape* round = make(record, plane ? 8 : 9);
        check_booleans_after_a_distance(plane ? flat : solid, here, round, there);
        gd_shape_destroy(round);
    }
    gd_shape_destroy(solid);
    gd_shape_destroy(flat);
}

TEST(warm_start) {
    test_warm_booleans_beside_nearly_round_shapes_are_those_of_cold_ones();
    test_warm_booleans_of_far_and_deep_poses_in_turn_are_those_of_cold_ones();
    test_a_warm_pair_needs_fewer_iterations_for_the_same_answer();
    test_a_boolean_and_a_distance_share_their_state();
    test_a_state_that_was_not_saved_for_the_pair_is_ignored();
    test_bounds_hold_with_damaged_states();
}
