/* Distances and overlap tests of rounded shapes: the search uses the cores, so radii and margins
 * must be added to value, bounds, witness points and simplex. For axis-aligned boxes all values are
 * known. */
#include "lib/check.h"
#include "lib/make.h"

#include "distance/distance.h"

static const gd_settings USUAL = {
    .tolerance = GD_DEFAULT_TOLERANCE, .max_iterations = 100.0, .simplex = 1.0};

/* A pair of rounded boxes, without rotation. */
typedef struct boxes {
    double half[2][3], margin[2], pose[2][7];
    gd_shape* shape[2];
    double gap; /* between the cores */
} boxes;

static void draw_boxes(boxes* p, double spread) {
    double square = 0.0;
    for (int i = 0; i < 2; i++) {
        p->margin[i] = random_next() < 0.3 ? 0.0 : random_between(0.0, 1.0);
        for (int k = 0; k < 7; k++)
            p->pose[i][k] = k < 3 ? random_between(-spread, spread) : k == 6;
        for (int k = 0; k < 3; k++)
            p->half[i][k] = random_between(0.2, 2.0);
        const double* h = p->half[i];
        const double record[9] = {GD_KIND_BOX, p->margin[i], 0, 0, 0, 0, h[0], h[1], h[2]};
        p->shape[i] = make(record, 9);
    }
    for (int k = 0; k < 3; k++) {
        const double apart = fabs(p->pose[1][k] - p->pose[0][k]);
        const double gap = fmax(apart - p->half[0][k] - p->half[1][k], 0.0);
        square += gap * gap;
    }
    p->gap = sqrt(square);
}

/* Returns how far a point is outside a rounded box; negative inside, down to minus the margin. */
static double outside(const boxes* p, int i, const double* x) {
    double square = 0.0;
    for (int k = 0; k < 3; k++) {
        const double out = fmax(fabs(x[k] - p->pose[i][k]) - p->half[i][k], 0.0);
        square += out * out;
    }
    return sqrt(square) - p->margin[i];
}

/* Checks that the simplex' vertices are points of the cores, and that the unused ones repeat the
 * first. */
static void check_simplex(const boxes* p, const gd_distance_result* r) {
    const int count = (int)r->simplex_count;
    CHECK(count >= 1 && count <= 4);
    for (int i = 0; i < 4; i++) {
        CHECK(outside(p, 0, r->simplex_a + 3 * i) <= 1e-13 - p->margin[0]);
        CHECK(outside(p, 1, r->simplex_b + 3 * i) <= 1e-13 - p->margin[1]);
        for (int k = 0; k < 3 && i >= count; k++)
            CHECK(r->simplex_a[3 * i + k] == r->simplex_a[k] &&
                  r->simplex_b[3 * i + k] == r->simplex_b[k]);
    }
}

static void check_distance(const boxes* p) {
    const gd_query query = {p->shape[0], p->pose[0], p->shape[1], p->pose[1], &USUAL, NULL};
    const double radius = p->margin[0] + p->margin[1], truth = fmax(p->gap - radius, 0.0);
    gd_distance_result r;
    const gd_status status = gd_distance_gjk(&query, &r);
    CHECK(status >= 0 && r.status == (double)status && r.iterations >= 1.0);
    CHECK_NEAR(r.value, truth, 1e-7);
    CHECK(r.lower <= truth + 1e-13 && r.value >= truth - 1e-13 && r.lower >= 0.0);
    CHECK(r.gap == r.value - r.lower);
    if (truth == 0.0) CHECK(status == GD_STATUS_OPTIMAL && r.value == 0.0);
    double square = 0.0;
    for (int k = 0; k < 3; k++) {
        CHECK_NEAR(r.point_b[k] - r.point_a[k], r.value * r.normal[k], 1e-13);
        square += r.normal[k] * r.normal[k];
    }
    CHECK_NEAR(square, 1.0, 1e-13);
    CHECK(outside(p, 0, r.point_a) < 1e-7 && outside(p, 1, r.point_b) < 1e-7);
    check_simplex(p, &r);
}

/* The growth of axis-aligned boxes without margins is the largest of three ratios. */
static void check_overlap(const boxes* p) {
    const gd_query query = {p->shape[0], p->pose[0], p->shape[1], p->pose[1], &USUAL, NULL};
    const double radius = p->margin[0] + p->margin[1];
    gd_collision_result r;
    CHECK(gd_collide_gjk(&query, &r) == (gd_status)r.status && r.status >= 0);
    if (fabs(p->gap - radius) > 1e-9) CHECK(r.colliding == (p->gap < radius));
    double growth = 0.0, reach_a = p->margin[0], reach_b = p->margin[1];
    double least = 0.0;
    for (int k = 0; k < 3; k++) {
        const double apart = p->pose[1][k] - p->pose[0][k];
        growth = fmax(growth, fabs(apart) / (p->half[0][k] + p->half[1][k]));
        reach_a += fabs(r.normal[k]) * p->half[0][k];
        reach_b += fabs(r.normal[k]) * p->half[1][k];
        least += r.normal[k] * apart;
    }
    CHECK(r.lower <= growth * (1.0 + 1e-13));
    if (radius == 0.0) CHECK(growth <= r.upper * (1.0 + 1e-13));
    if (r.colliding == 0.0) {
        CHECK(r.lower > 1.0 && least > reach_a + reach_b); /* the plane is between the shapes */
        CHECK_NEAR(r.lower, least / (reach_a + reach_b), 1e-12 * r.lower);
    } else {
        CHECK(r.upper <= 1.0);
        CHECK(outside(p, 0, r.point) < 1e-9 && outside(p, 1, r.point) < 1e-9);
    }
}

static void test_rounded_boxes(void) {
    for (int i = 0; i < 600; i++) {
        boxes p;
        draw_boxes(&p, i % 2 ? 6.0 : 1.5);
        check_distance(&p);
        check_overlap(&p);
        gd_shape_destroy(p.shape[0]);
        gd_shape_destroy(p.shape[1]);
    }
}

/* Balls whose cores are points: if they overlap, the common point divides the line of the centres
 * in the ratio of the radii. */
static void test_balls_share_the_way(void) {
    gd_shape *a = make_sphere(1.0), *b = make_sphere(3.0);
    const double here[7] = {0, 0, 0, 0, 0, 0, 1}, near[7] = {2, 0, 0, 0, 0, 0, 1};
    const double far[7] = {0, 0, 10, 0, 0, 0, 1}, nowhere[7] = {0, 0, 0, 0, 0, 0, 0};
    gd_distance_result r;
    gd_collision_result hit;
    CHECK(gd_distance_gjk(&(gd_query){a, here, b, near, &USUAL, NULL}, &r) == 0);
    CHECK(r.value == 0.0 && r.normal[0] == 1.0);
    CHECK_NEAR(r.point_a[0], 0.5, 1e-15);
    CHECK(r.point_b[0] == r.point_a[0]);
    CHECK(gd_distance_gjk(&(gd_query){a, here, b, far, &USUAL, NULL}, &r) == 0);
    CHECK(r.value == 6.0 && r.point_a[2] == 1.0 && r.point_b[2] == 7.0 && r.simplex_b[2] == 10.0);
    CHECK(gd_collide_gjk(&(gd_query){a, here, b, far, &USUAL, NULL}, &hit) == 0);
    CHECK(hit.colliding == 0.0 && hit.lower == 2.5 && hit.normal[2] == 1.0);
    CHECK(gd_distance_gjk(&(gd_query){a, here, b, nowhere, &USUAL, NULL}, &r) == GD_ERROR_POSE);
    CHECK(gd_collide_gjk(&(gd_query){a, nowhere, b, far, &USUAL, NULL}, &hit) == GD_ERROR_POSE);
    gd_shape_destroy(a);
    gd_shape_destroy(b);
}

/* Ellipsoids on one axis, searched from a centre away from it, so that no search ends exactly. With
 * few steps or a large tolerance the bounds enclose the true value, and overlapping shapes are
 * never called separated. */
static void test_bounds_enclose_the_truth(void) {
    for (int i = 0; i < 400; i++) {
        const double ra = random_between(0.5, 2.0), rb = random_between(0.5, 2.0);
        const double margin = i % 2 ? random_between(0.1, 1.0) : 0.0;
        const double a[9] = {GD_KIND_ELLIPSOID, margin, 1, 0, 0.5 * ra, 0.3 * ra, ra, 2 * ra, ra};
        const double b[9] = {GD_KIND_ELLIPSOID, 0, 0, 0, 0, 0, rb, rb, 1.5 * rb};
        const double gap = i % 4 < 2 ? random_between(0.1, 2.0) : -0.01;
        const double here[7] = {0, 0, 0, 0, 0, 0, 1};
        const double there[7] = {ra + rb + margin + gap, 0, 0, 0, 0, 0, 1};
        const gd_settings loose = {.tolerance = 0.01, .max_iterations = 2 + i % 7};
        gd_shape *first = make(a, 9), *second = make(b, 9);
        const gd_query query = {first, here, second, there, &loose, NULL};
        gd_distance_result r;
        gd_collision_result hit;
        const gd_status status = gd_distance_gjk(&query, &r);
        CHECK(r.lower <= fmax(gap, 0.0) + 1e-13 && r.value >= gap - 1e-13);
        if (status == GD_STATUS_OPTIMAL && gap > 0.0) CHECK(r.gap <= 0.01 * r.value);
        CHECK(gd_collide_gjk(&query, &hit) >= 0);
        if (gap < 0.0) CHECK(hit.colliding == 1.0);
        gd_shape_destroy(first);
        gd_shape_destroy(second);
    }
}

TEST(distance) {
    test_bounds_enclose_the_truth();
    test_rounded_boxes();
    test_balls_share_the_way();
}
