/* Point clouds of any dimension at the limits of their size. */
#include "lib/check.h"
#include "lib/make.h"

#include "shapes/points_nd.h"

#include <string.h>

/* More points than an index counts are refused before one is looked at. */
static void test_clouds_of_more_points_than_there_are_numbers(void) {
    const double dimension = 2.0;
    gd_shape shape;
    memset(&shape, 0, sizeof shape);
    shape.kind = GD_KIND_POINTS;
    const size_t count = (size_t)UINT32_MAX;
    CHECK(gd_points_read(&shape, &dimension, 1 + 2 * count, false) == GD_ERROR_MEMORY);
    CHECK(!shape.nd_set.points);
    gd_points_free(&shape);
}

/* Clouds so small that the inverse of a basis overflows: no answer, or a true one. */
static void test_clouds_next_to_nothing(void) {
    double workspace[2000], vectors[20];
    for (int i = 0; i < 5 * 60; i++) {
        const int n = 2 + i % 4;
        const double size = ldexp(1.0, -1074 + i / 4);
        double record[7 + 2 * 5 * 5] = {GD_KIND_POINTS}, pose[3][7] = {{0}};
        record[6] = n;
        for (int k = 0; k < n; k++) {
            record[7 + 2 * k * n + k] = size;
            record[7 + (2 * k + 1) * n + k] = -size;
        }
        if (n == 3) pose[0][6] = pose[1][6] = pose[2][6] = 1.0;
        pose[1][0] = 3.0 * size;
        pose[2][1] = size;
        gd_shape* cross = make(record, 7 + 2 * (size_t)(n * n));
        gd_growth_n_result r;
        gd_status status = gd_growth_distance_n(
            &(gd_query){cross, pose[0], cross, pose[1], NULL, NULL}, workspace, &r, vectors);
        CHECK(status >= 0 || status == GD_ERROR_UNDEFINED);
        if (status >= 0) CHECK(r.lower <= 1.5 * (1.0 + 1e-9) && r.upper >= 1.5 * (1.0 - 1e-9));
        gd_generalized_result g;
        status = gd_generalized_distance(&(gd_query){cross, pose[0], cross, pose[1], NULL, NULL},
                                         i % 2 ? cross : NULL, pose[2], workspace, &g, vectors);
        CHECK(status >= 0 || status == GD_ERROR_UNDEFINED);
        if (status >= 0) CHECK(g.lower <= g.upper && g.lower >= 0.0);
        gd_shape_destroy(cross);
    }
}

TEST(points_nd) {
    test_clouds_of_more_points_than_there_are_numbers();
    test_clouds_next_to_nothing();
}
