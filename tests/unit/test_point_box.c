/* A ball or point and a box or rectangle: the signed distance is known from the point's
 * coordinates. Points are at random places, and exactly on faces, edges, corners, and in the
 * middle. */
#include "lib/check.h"
#include "lib/gaps.h"

static double truth_of(const double* half, const double* x, int dimension) {
    double square = 0.0, inside = -INFINITE;
    for (int k = 0; k < dimension; k++) {
        const double beyond = fabs(x[k]) - half[k];
        if (beyond > 0.0) square += beyond * beyond;
        inside = fmax(inside, beyond);
    }
    return square > 0.0 ? sqrt(square) : inside;
}

static void test_places(void) {
    for (int i = 0; i < 1200; i++) {
        const int dimension = i % 4 ? 3 : 2;
        gap_case c = {.record = {dimension == 3 ? GD_KIND_BOX : GD_KIND_RECTANGLE},
                      .length = (size_t)(6 + dimension)};
        double x[3] = {0, 0, 0};
        draw_gap_case(&c, dimension, i);
        if (i % 5 == 0) c.record[GD_RECORD_MARGIN] = 0.25;
        for (int k = 0; k < dimension; k++) {
            c.record[6 + k] = random_between(0.2, 2.0);
            const double part = random_between(-2.0, 2.0); /* exactly 0 or 1 now and then */
            x[k] = c.record[6 + k] * (fabs(part) < 0.2 ? 0.0 : fabs(part) > 1.7 ? 1.0 : part);
        }
        c.at = load3(x);
        check_gap_case(gd_point_box_gap, &c, truth_of(c.record + 6, x, dimension));
    }
}

/* Boxes from 1e-12 to 1e12, and plates. */
static void test_sizes(void) {
    for (int i = -12; i <= 12; i += 3) {
        const double scale = pow(10.0, i);
        gap_case c = {.record = {GD_KIND_BOX, 0, 0, 0, 0, 0, scale, 1e-4 * scale, 2.0 * scale},
                      .length = 9,
                      .radius = 0.5 * scale,
                      .pose = {0, 0, 0, 0, 0, 0, 1}};
        c.at = make3(0.25 * scale, 3e-5 * scale, 0.5 * scale);
        check_gap_case(gd_point_box_gap, &c, -7e-5 * scale);
        c.at = make3(0.25 * scale, 1.0001 * scale, 0.5 * scale);
        check_gap_case(gd_point_box_gap, &c, scale);
    }
}

TEST(point_box) {
    test_places();
    test_sizes();
}
