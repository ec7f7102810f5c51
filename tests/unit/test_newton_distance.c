/* The distance by second order agrees with plain GJK on pairs of every curved type, within both
 * certificates. */
#include "lib/check.h"
#include "lib/draw.h"

#include "distance/newton_distance.h"

static const gd_kind CURVED[] = {GD_KIND_SPHERE,  GD_KIND_ELLIPSOID, GD_KIND_BOX,
                                 GD_KIND_CAPSULE, GD_KIND_CYLINDER,  GD_KIND_CONE,
                                 GD_KIND_FRUSTUM};
#define CURVED_COUNT (int)(sizeof CURVED / sizeof *CURVED)
#define PAIRS 300

static gd_settings settings_of(gd_method method, double max_iterations) {
    return (gd_settings){
        .tolerance = GD_DEFAULT_TOLERANCE, .max_iterations = max_iterations, .method = method};
}

/* Whether the method applies to a cold query of two shapes. */
static bool fits(const gd_shape* a, const gd_shape* b) {
    gjk g;
    g.family = WARM_CORES;
    return gd_newton_distance_fits(&g, &(gd_query){a, NULL, b, NULL, NULL, NULL});
}

/* Runs the method alone. Checks its bounds against those of GJK. Returns whether it answered. */
static bool agrees(const gd_query* query) {
    const gd_settings reference = settings_of(GD_METHOD_GJK, 1000.0);
    gd_query other = *query;
    other.settings = &reference;
    other.warm = NULL;
    gd_distance_result r;
    gd_distance(&other, &r);
    gjk g;
    CHECK(gd_gjk_init(&g, query, true));
    const double extent = g.extent;
    if (!gd_newton_distance(&g, query)) {
        CHECK(g.count == 0);
        CHECK_NEAR(dot3(g.normal, g.normal), 1.0, 1e-14);
        return false;
    }
    const double upper = g.length - g.radius, lower = g.lower - g.radius;
    CHECK(lower > 0.0 && upper - lower <= GD_DEFAULT_TOLERANCE * upper * (1.0 + 1e-9));
    CHECK(upper >= r.lower - 8.0 * GD_EPS * extent);
    CHECK(lower <= r.value + 8.0 * GD_EPS * extent);
    CHECK(g.count >= 1 && g.count <= 3);
    vec3 a, b;
    const vec3 x = gd_gjk_points(&g, &a, &b);
    CHECK_NEAR(length3(x), g.length, 1e-9 * extent);
    return true;
}

static void test_random_pairs_agree_with_gjk(void) {
    int answered = 0, separated = 0;
    const gd_settings settings = settings_of(GD_METHOD_AUTO, 100.0);
    for (int i = 0; i < PAIRS * CURVED_COUNT; i++) {
        drawn a, b;
        double pose_a[7], pose_b[7];
        draw_shape(CURVED[i % CURVED_COUNT], 1.0, &a);
        draw_shape(CURVED[(int)random_between(0.0, CURVED_COUNT)], 1.0, &b);
        draw_pose(3, 4.0, i % 16 == 0, pose_a);
        draw_pose(3, 4.0, i % 16 == 0, pose_b);
        gd_warm warm = {0};
        const gd_query query = {a.shape, pose_a, b.shape, pose_b, &settings, &warm};
        gd_distance_result r;
        gd_distance(&query, &r);
        if (fits(a.shape, b.shape) && r.lower > 0.0) {
            warm = (gd_warm){0};
            separated++;
            const bool cold = agrees(&query);
            answered += cold;
            if (cold) { /* warm at another place */
                pose_b[0] += 1e-3;
                agrees(&query);
            }
        }
        gd_shape_destroy(a.shape);
        gd_shape_destroy(b.shape);
    }
    CHECK(separated > 500);
    CHECK(answered > 0.9 * separated);
}

static void test_overlapping_shapes_are_left_to_gjk(void) {
    const gd_settings settings = settings_of(GD_METHOD_AUTO, 100.0);
    drawn a, b;
    draw_shape(GD_KIND_CYLINDER, 1.0, &a);
    draw_shape(GD_KIND_CONE, 1.0, &b);
    const double pose[7] = {0, 0, 0, 0, 0, 0, 1}, near[7] = {1e-3, 0, 0, 0, 0, 0, 1};
    const gd_query query = {a.shape, pose, b.shape, near, &settings, NULL};
    CHECK(!agrees(&query));
    gd_distance_result r;
    CHECK(gd_distance(&query, &r) == GD_STATUS_OPTIMAL && r.value == 0.0);
    gd_shape_destroy(a.shape);
    gd_shape_destroy(b.shape);
}

static void test_other_shapes_do_not_fit(void) {
    drawn box, other, hull;
    draw_shape(GD_KIND_BOX, 1.0, &box);
    draw_shape(GD_KIND_BOX, 1.0, &other);
    draw_shape(GD_KIND_HULL, 1.0, &hull);
    CHECK(!fits(box.shape, other.shape));
    CHECK(!fits(box.shape, hull.shape));
    gd_shape_destroy(box.shape);
    gd_shape_destroy(other.shape);
    gd_shape_destroy(hull.shape);
}

TEST(newton_distance) {
    test_random_pairs_agree_with_gjk();
    test_overlapping_shapes_are_left_to_gjk();
    test_other_shapes_do_not_fit();
}
