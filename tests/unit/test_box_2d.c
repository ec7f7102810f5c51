/* Where the ray of two rounded boxes in 2D leaves their difference C. Every answer has a
 * certificate: the supporting line, computed from the corners, proves the outer bound. Two points,
 * one on each shape, are on the ray at the inner bound, and both bounds are equal. Parallel
 * rectangles and circles have formulas, too. */
#include "lib/check.h"
#include "lib/make.h"

#include "closed/box_2d.h"

/* Draws a rectangle, stadium, circle or segment with its centre anywhere inside. */
static gd_shape* random_box(int type, double* center) {
    double record[10] = {0};
    const double x = random_between(0.2, 2.0), y = random_between(0.2, 2.0);
    size_t length = 8;
    if (type == 0) { /* every other rectangle is rounded */
        record[0] = GD_KIND_RECTANGLE;
        record[1] = random_next() < 0.5 ? random_between(0.1, 1.0) : 0.0;
        record[6] = x;
        record[7] = y;
    } else if (type == 1) {
        record[0] = GD_KIND_STADIUM;
        record[6] = x;
        record[7] = y;
    } else {
        record[0] = GD_KIND_CIRCLE;
        record[6] = x;
        length = 7;
    }
    center[0] = center[1] = 0.0;
    if (random_next() < 0.5) {
        record[2] = 1.0;
        for (int k = 0; k < 2; k++)
            record[3 + k] = center[k] = random_between(-0.1, 0.1);
    }
    return make(record, length);
}

/* Returns max of n.x over the shape about its centre, from the corners. */
static double reach(const gd_shape* shape, vec2 n, const double* center) {
    double most = -INFINITE;
    for (int i = 0; i < 4; i++) {
        const double x = i & 1 ? shape->size.x : -shape->size.x;
        const double y = i & 2 ? shape->size.y : -shape->size.y;
        most = fmax(most, n.x * (x - center[0]) + n.y * (y - center[1]));
    }
    return most + shape->radius * length2(n);
}

/* Returns how far a point, relative to the centre, is outside. */
static double outside(const gd_shape* shape, vec2 x, const double* center) {
    const double dx = fmax(fabs(x.x + center[0]) - shape->size.x, 0.0);
    const double dy = fmax(fabs(x.y + center[1]) - shape->size.y, 0.0);
    return sqrt(dx * dx + dy * dy) - shape->radius;
}

static void random_pose2(double pose[3]) {
    pose[0] = random_between(-4.0, 4.0);
    pose[1] = random_between(-4.0, 4.0);
    pose[2] = random_between(-3.0, 3.0);
}

static void check_exit(const pair2* pair, const exit2* exit, const double* center_a,
                       const double* center_b) {
    const double extent = pair->a->bound_radius + pair->b->bound_radius, rounding = 1e-14 * extent;
    CHECK_NEAR(length2(exit->normal), 1.0, 1e-14);
    CHECK(exit->inner > 0.0 && exit->inner <= exit->outer * (1.0 + 1e-14));
    CHECK(exit->outer - exit->inner <= 1e-12 * exit->outer);
    /* the outer bound: h_C(n) / n.ray, in each shape's frame */
    const vec2 n = exit->normal, n_a = along_ray2(pair->ray_a, n.x, n.y);
    const vec2 n_b = along_ray2(pair->ray_b, n.x, n.y);
    const double h = reach(pair->a, n_a, center_a) + reach(pair->b, n_b, center_b);
    CHECK(n.y > 0.0);
    CHECK_NEAR(exit->outer * n.y, h, rounding);
    /* the inner bound: a - b is on the ray, and both are points of the shapes */
    CHECK(outside(pair->a, exit->a, center_a) <= rounding);
    CHECK(outside(pair->b, exit->b, center_b) <= rounding);
    const vec2 a = rotate2(pair->rotation_a, exit->a), b = rotate2(pair->rotation_b, exit->b);
    const vec2 miss = sub2(sub2(a, b), scale2(exit->inner, pair->ray));
    CHECK_NEAR(length2(miss), 0.0, 20.0 * rounding + (exit->outer - exit->inner));
}

static void test_random_pairs(void) {
    int found = 0;
    for (int i = 0; i < 3000; i++) {
        double center_a[2], center_b[2], pose_a[3], pose_b[3];
        gd_shape *a = random_box(i % 3, center_a), *b = random_box(i / 3 % 3, center_b);
        random_pose2(pose_a);
        random_pose2(pose_b);
        if (i % 4 == 0) pose_b[2] = pose_a[2]; /* parallel edges */
        pair2 pair;
        vertex2 offset;
        exit2 exit;
        CHECK(pair2_init(&pair, &(gd_query){a, pose_a, b, pose_b, NULL, NULL}));
        const double ball = pair2_inner_radius(&pair, &offset);
        CHECK(ball > 0.0);
        if (gd_box_2d_exit(&pair, ball, &exit)) {
            check_exit(&pair, &exit, center_a, center_b);
            found++;
        }
        gd_shape_destroy(a);
        gd_shape_destroy(b);
    }
    CHECK(found == 3000);
}

/* C is a rectangle for parallel rectangles, and a circle for circles. */
static void test_formulas(void) {
    for (int i = 0; i < 200; i++) {
        double x[2], y[2];
        for (int k = 0; k < 2; k++) {
            x[k] = random_between(0.2, 2.0);
            y[k] = random_between(0.2, 2.0);
        }
        const double record_a[8] = {GD_KIND_RECTANGLE, 0, 0, 0, 0, 0, x[0], y[0]};
        const double record_b[8] = {GD_KIND_RECTANGLE, 0, 0, 0, 0, 0, x[1], y[1]};
        const double ring_a[7] = {GD_KIND_CIRCLE, 0, 0, 0, 0, 0, x[0]};
        const double ring_b[7] = {GD_KIND_CIRCLE, 0, 0, 0, 0, 0, x[1]};
        gd_shape *a = make(record_a, 8), *b = make(record_b, 8);
        gd_shape *circle_a = make(ring_a, 7), *circle_b = make(ring_b, 7);
        const double angle = random_between(-3.0, 3.0), here[3] = {0, 0, 0};
        const double at[3] = {5.0 * cos(angle), 5.0 * sin(angle), 0};
        pair2 pair;
        exit2 exit;
        CHECK(pair2_init(&pair, &(gd_query){a, here, b, at, NULL, NULL}) &&
              gd_box_2d_exit(&pair, 0.1, &exit));
        const double truth =
            fmin((x[0] + x[1]) / fabs(cos(angle)), (y[0] + y[1]) / fabs(sin(angle)));
        CHECK_NEAR(exit.outer, truth, 1e-14 * truth);
        CHECK_NEAR(exit.inner, truth, 1e-13 * truth);
        CHECK(pair2_init(&pair, &(gd_query){circle_a, here, circle_b, at, NULL, NULL}) &&
              gd_box_2d_exit(&pair, 0.1, &exit));
        CHECK_NEAR(exit.outer, x[0] + x[1], 1e-14);
        CHECK_NEAR(exit.inner, x[0] + x[1], 1e-14);
        gd_shape_destroy(a);
        gd_shape_destroy(b);
        gd_shape_destroy(circle_a);
        gd_shape_destroy(circle_b);
    }
}

TEST(box_2d) {
    test_random_pairs();
    test_formulas();
}
