/* Lets every allocation fail once. Then creation makes no shape and leaks no memory, and the status
 * names the reason. */
#include "lib/check.h"
#include "lib/draw.h"
#include "shapes/quickhull.h"
#include "lib/make.h"
#include "module/memory.h"

#include <stdlib.h>

/* Creation must fail for every allocation that fails, and succeed if none does. */
static void starve(const double* record, size_t length, const gd_custom* custom) {
    const long before = memory_blocks();
    for (int count = 0;; count++) {
        gd_shape* shape;
        memory_fail_after(count);
        const gd_status status = gd_shape_create_custom(record, length, custom, &shape);
        const bool failed = memory_suffice();
        CHECK(status == (failed ? GD_ERROR_MEMORY : GD_STATUS_OPTIMAL));
        CHECK((shape == NULL) == failed);
        gd_shape_destroy(shape);
        CHECK(memory_blocks() == before);
        if (!failed) return;
    }
}

static void test_every_kind_needs_its_memory(void) {
    random_seed(61);
    for (int kind = GD_KIND_SPHERE; kind <= GD_KIND_CUSTOM2; kind++) {
        drawn set;
        draw_shape((gd_kind)kind, 1.0, &set);
        starve(set.record, set.length, &draw_custom);
        gd_shape_destroy(set.shape);
    }
    const double ball[] = {GD_KIND_NORM_BALL, 0, 0, 0, 0, 0, 4, 1.5, 2};
    const double points[] = {GD_KIND_POINTS, 0, 1, 0, 0, 0, 4, 0, 0, 0, 0, 1, 2, 3, 4, 4, 3, 2, 1};
    starve(ball, sizeof ball / sizeof *ball, NULL);
    starve(points, sizeof points / sizeof *points, NULL);
    const double kite[] = {GD_KIND_POINTS, 0, 0, 0, 0, 0, 2, 1, 0, 0, 1, -1, 0, 0, -2};
    starve(kite, sizeof kite / sizeof *kite, NULL);
    /* a needle-thin core with only a support function: the search samples it twice */
    const double needle[] = {GD_KIND_SUM, 0,    0,    0,   0, 0, 12, GD_KIND_SEGMENT,   0, 0, 0, 0,
                             0,           0,    0,    0,   1, 1, 1,  GD_KIND_ELLIPSOID, 0, 0, 0, 0,
                             0,           1e-9, 1e-9, 1e-9};
    starve(needle, sizeof needle / sizeof *needle, NULL);
    /* a centre close to the surface: the search samples until the radius is accurate enough */
    const double beside[] = {GD_KIND_CUSTOM, 0, 1, 0.1, -0.44, 0.05, 1};
    starve(beside, sizeof beside / sizeof *beside, &draw_custom);
}

/* Points on a sphere are all corners, so all work arrays grow; points inside facets cause a second
 * triangulation. */
static void test_a_large_cloud_needs_its_memory(void) {
    static double record[GD_RECORD_PARAMETERS + 3 * 300] = {GD_KIND_HULL};
    random_seed(62);
    for (int i = 0; i < 300; i++) {
        const double z = random_between(-1.0, 1.0), turn = random_between(0.0, 6.3);
        double* p = record + GD_RECORD_PARAMETERS + 3 * (size_t)i;
        p[0] = sqrt(1.0 - z * z) * cos(turn);
        p[1] = sqrt(1.0 - z * z) * sin(turn);
        p[2] = z;
    }
    starve(record, sizeof record / sizeof *record, NULL);
    for (int count = 4; count < 60; count++) /* arrays grow at other moments */
        starve(record, GD_RECORD_PARAMETERS + 3 * (size_t)count, NULL);
    for (int i = 0; i < 300; i++)
        for (int k = 0; k < 3; k++)
            record[GD_RECORD_PARAMETERS + 3 * i + k] = floor(random_between(0.0, 5.0));
    starve(record, sizeof record / sizeof *record, NULL);
}

/* More points than indices can number; the points must not be read. */
static void test_too_many_points_are_refused(void) {
    const double point[3] = {0, 0, 0};
    gd_hull* hull;
    gd_polygon* polygon;
    CHECK(gd_hull_build(point, ((size_t)1 << 28) + 1, &hull) == GD_ERROR_MEMORY && !hull);
    CHECK(gd_polygon_build(point, (size_t)1 << 28, &polygon) == GD_ERROR_MEMORY && !polygon);
}

TEST(memory) {
    test_every_kind_needs_its_memory();
    test_a_large_cloud_needs_its_memory();
    test_too_many_points_are_refused();
}
