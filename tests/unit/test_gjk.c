/* GJK and its variants on axis-aligned boxes, whose distance, normal and overlap are known: the
 * bounds enclose the true value, and the distance of the nearest points is the value. */
#include "lib/check.h"
#include "lib/make.h"

#include "distance/gjk.h"

static const gd_method methods[] = {GD_METHOD_GJK, GD_METHOD_NESTEROV,
                                    GD_METHOD_NESTEROV_NORMALIZED, GD_METHOD_POLYAK,
                                    GD_METHOD_FRANK_WOLFE};

/* The distance of two axis-aligned boxes: the length of the vector of gaps. */
static double gap_of(const double* half_a, const double* half_b, const double* offset) {
    double sum = 0.0;
    for (int k = 0; k < 3; k++) {
        const double gap = fabs(offset[k]) - half_a[k] - half_b[k];
        if (gap > 0.0) sum += gap * gap;
    }
    return sqrt(sum);
}

static void check_distance(const gd_query* query, double truth, double rounding) {
    gd_distance_result r;
    const gd_status status = gd_distance(query, &r);
    CHECK(status >= 0);
    CHECK(r.lower <= truth + rounding && truth <= r.value + rounding);
    if (status == GD_STATUS_OPTIMAL) CHECK_NEAR(r.value, truth, 1e-8 * truth + rounding);
    double square = 0.0;
    for (int k = 0; k < 3; k++)
        square += (r.point_b[k] - r.point_a[k]) * (r.point_b[k] - r.point_a[k]);
    CHECK_NEAR(sqrt(square), r.value, rounding);
    gd_collision_result hit;
    CHECK(gd_collide(query, &hit) >= 0);
    if (truth > rounding) CHECK(hit.colliding == 0.0 && hit.lower > 1.0);
}

static void test_boxes_along_the_axes(void) {
    for (int i = 0; i < 400; i++) {
        double half_a[3], half_b[3], pose_a[7] = {0, 0, 0, 0, 0, 0, 1};
        double pose_b[7] = {0, 0, 0, 0, 0, 0, 1};
        const double scale = random_shrunk(1e3, 20.0);
        for (int k = 0; k < 3; k++) {
            half_a[k] = scale * random_between(0.2, 2.0);
            half_b[k] = scale * random_between(0.2, 2.0);
            pose_b[k] = scale * random_between(-8.0, 8.0);
        }
        gd_shape* a = make_box(half_a[0], half_a[1], half_a[2]);
        gd_shape* b = make_box(half_b[0], half_b[1], half_b[2]);
        gd_settings settings = {.tolerance = 1e-9, .max_iterations = 500};
        settings.method = methods[i % (int)LENGTH(methods)];
        settings.subalgorithm = settings.method == GD_METHOD_GJK ? i / 5 % 3 : 0;
        gd_query query = {a, pose_a, b, pose_b, &settings, NULL};
        if (settings.method == GD_METHOD_FRANK_WOLFE) settings.tolerance = 1e-3;
        const double truth = gap_of(half_a, half_b, pose_b), rounding = 1e-9 * scale;
        gd_distance_result r;
        if (settings.method ==
            GD_METHOD_FRANK_WOLFE) { /* it converges slowly, so check only its bounds */
            CHECK(gd_distance(&query, &r) >= 0);
            CHECK(r.lower <= truth + rounding && truth <= r.value + rounding);
        } else if (truth > 0.0) {
            check_distance(&query, truth, rounding);
        } else {
            CHECK(gd_distance(&query, &r) >= 0 && r.lower <= rounding);
        }
        gd_shape_destroy(a);
        gd_shape_destroy(b);
    }
}

TEST(gjk) {
    test_boxes_along_the_axes();
}
