/* Inner balls of composite shapes, found from their parts or by the search over support points. */
#include "lib/check.h"
#include "lib/draw.h"
#include "lib/make.h"

#include "shapes/support.h"

static void counted_support(void* context, double id, const double direction[3], double point[3]) {
    ++*(int*)context;
    draw_support(NULL, id, direction, point);
}

/* An ellipsoid whose search needs more points than it stores: the radius is near the largest one
 * about the centre. A centre outside is refused. */
static void test_balls_about_given_centres(void) {
    double record[] = {GD_KIND_SUM, 0, 1, 0.04, 0.05, 1.49, 9,   GD_KIND_ELLIPSOID, 0,
                       0,           0, 0, 0,    1,    1,    2.5, GD_KIND_POINT,     0,
                       0,           0, 0, 0};
    gd_shape* shape = make(record, LENGTH(record));
    gd_shape_info info;
    gd_shape_describe(shape, &info);
    double least = GD_INFINITY;
    for (int i = 0; i < 20000; i++) {
        double d[3], p[3];
        store3(d, unit3(make3(random_next() - 0.5, random_next() - 0.5, random_next() - 0.5)));
        CHECK(gd_shape_support(shape, d, p) == GD_STATUS_OPTIMAL);
        least = min2(least, dot3(load3(d), sub3(load3(p), load3(info.center))));
    }
    CHECK(info.inradius <= least && info.inradius > 0.85 * least);
    gd_shape_destroy(shape);
    record[GD_RECORD_CENTER] += 1.1;
    CHECK(gd_shape_create(record, LENGTH(record), &shape) == GD_ERROR_CENTER);
    /* few points are enough to refuse it */
    int calls = 0;
    const gd_custom function = {counted_support, &calls};
    const double beside[] = {GD_KIND_CUSTOM, 0, 1, 2.1, 0, 0, 2};
    CHECK(gd_shape_create_custom(beside, 7, &function, &shape) == GD_ERROR_CENTER && calls < 40);
}

/* The smallest valid sizes in the smallest valid transformation. */
static void test_the_smallest_sets_keep_their_ball(void) {
    const double least[3] = {2e-10, 2e-10, 2e-10};
    const gd_kind kinds[] = {GD_KIND_BOX, GD_KIND_ELLIPSOID, GD_KIND_CYLINDER, GD_KIND_CONE};
    const double inradius[] = {0.25, 0.25, 0.25, 0.25};
    for (size_t k = 0; k < LENGTH(kinds); k++) {
        double record[32] = {(double)kinds[k], 0, 0, 0, 0, 0, 1e-75, 1e-75, 1e-75};
        size_t length = wrap(record, k < 2 ? 9 : 8, least, 0.0);
        record[GD_RECORD_HAS_CENTER] = 1.0;
        record[GD_RECORD_CENTER + 1] = -1.5e-85;
        gd_shape* speck = make(record, length);
        if (!speck) continue;
        gd_shape_info info;
        gd_shape_describe(speck, &info);
        CHECK(info.inradius >= 1.8e-85 * inradius[k]);
        CHECK(info.inradius <= 2.0000001e-85 * inradius[k]);
        gd_shape_destroy(speck);
    }
}

/* If no part's ball contains the centre of a thin shape, the search uses the directions that the
 * shape spans. */
static void test_thin_sets_about_another_centre(void) {
    const double thin[][3] = {
        {1, 1, 1e-12}, {1, 1e-12, 1e-12}, {1e-12, 1, 1e-12}, {1, 1, 1e-30}, {1, 1e-30, 1e-30}};
    for (size_t k = 0; k < LENGTH(thin); k++) {
        double record[40] = {GD_KIND_ELLIPSOID, 0, 0, 0, 0, 0, 1, 1, 1};
        size_t length = wrap(record, 9, thin[k], 0.0);
        record[GD_RECORD_HAS_CENTER] = 1.0;
        record[GD_RECORD_CENTER + (k == 2)] = 0.5;
        gd_shape* shape; /* or thinner than doubles can represent: flat */
        const gd_status status = gd_shape_create(record, length, &shape);
        CHECK(status == GD_STATUS_OPTIMAL || (k > 2 && status == GD_ERROR_MATRIX));
        gd_shape_info info;
        if (!shape) continue;
        gd_shape_describe(shape, &info);
        CHECK(k > 2 || (info.inradius > 0.2e-12 && info.inradius <= 0.87e-12));
        gd_shape_destroy(shape);
    }
    /* a tilted rectangle; its centre is at 0.9 of the short half extent 1, so few sides are near */
    const double plane[] = {
        GD_KIND_TRANSFORMED2, 0, 1, 1.04, -0.06, 0, 0.8, 0.6, -0.6, 0.8, 0.5, -0.84,
        GD_KIND_RECTANGLE,    0, 0, 0,    0,     0, 1,   2};
    gd_shape* rectangle = make(plane, LENGTH(plane));
    gd_shape_info info;
    gd_shape_describe(rectangle, &info);
    CHECK_NEAR(info.inradius, 0.1, 1e-14);
    gd_shape_destroy(rectangle);
}

TEST(composite_bounds) {
    random_seed(64);
    test_balls_about_given_centres();
    test_the_smallest_sets_keep_their_ball();
    test_thin_sets_about_another_centre();
}
