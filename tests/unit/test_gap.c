/* Results from a gap of two cores: the radii are added, and the distance of the witness points is
 * the value. The status tells whether the bounds are close enough. The overlap test proves its
 * bounds of the growth distance by the same normal. */
#include "lib/check.h"
#include "lib/make.h"

#include "closed/gap.h"

#include <string.h>

static const double HERE[7] = {0, 0, 0, 0, 0, 0, 1}, FAR[7] = {5, 0, 0, 0, 0, 0, 1};
static gd_settings settings = {.tolerance = GD_DEFAULT_TOLERANCE, .max_iterations = 100.0};

/* Two balls of radii 1 and 3, five apart along x. */
static gd_query balls(void) {
    return (gd_query){make_sphere(1.0), HERE, make_sphere(3.0), FAR, &settings, NULL};
}

static void destroy(gd_query* query) {
    gd_shape_destroy((gd_shape*)(void*)query->a);
    gd_shape_destroy((gd_shape*)(void*)query->b);
}

static core_gap gap_of(double length, double lower) {
    return (core_gap){length,          lower, 5.0, make3(1.0, 0.0, 0.0), make3(0.0, 0.0, 0.0),
                      make3(5.0, 0, 0)};
}

static void test_separated(void) {
    gd_query q = balls();
    const core_gap gap = gap_of(5.0, 5.0);
    gd_distance_result d;
    gd_penetration_result p;
    gd_signed_result s;
    CHECK(gd_gap_distance(&q, &gap, &d) == GD_STATUS_OPTIMAL && d.status == 0.0);
    CHECK(d.value == 1.0 && d.lower == 1.0 && d.gap == 0.0 && d.normal[0] == 1.0);
    CHECK(d.point_a[0] == 1.0 && d.point_b[0] == 2.0);
    CHECK(gd_gap_penetration(&q, &gap, &p) == GD_STATUS_OPTIMAL && p.depth == 0.0 &&
          p.lower == 0.0);
    CHECK(gd_gap_signed(&q, &gap, &s) == GD_STATUS_OPTIMAL && s.value == 1.0);
    CHECK(s.lower == 1.0 && s.upper == 1.0 && s.point_a[0] == 1.0 && s.point_b[0] == 2.0);
    destroy(&q);
}

/* Overlapping radii: one common point, placed by the share of the radii; the depth's points are on
 * the surfaces. */
static void test_overlapping(void) {
    gd_query q = balls();
    core_gap gap = gap_of(2.0, 2.0);
    gap.b.x = 2.0;
    gd_distance_result d;
    gd_penetration_result p;
    gd_signed_result s;
    CHECK(gd_gap_distance(&q, &gap, &d) == GD_STATUS_OPTIMAL && d.value == 0.0 && d.lower == 0.0);
    CHECK(d.point_a[0] == 0.5 && d.point_b[0] == 0.5);
    CHECK(gd_gap_penetration(&q, &gap, &p) == GD_STATUS_OPTIMAL && p.depth == 2.0 &&
          p.lower == 2.0);
    CHECK(p.point_a[0] == 1.0 && p.point_b[0] == -1.0);
    CHECK(gd_gap_signed(&q, &gap, &s) == GD_STATUS_OPTIMAL && s.value == -2.0);
    destroy(&q);
}

/* Bounds wider than the tolerance: the distance takes the points' bound, the depth the
 * normal's. Half of the difference goes to each point. */
static void test_open(void) {
    gd_query q = balls();
    core_gap gap = gap_of(5.0, 4.75);
    gd_distance_result d;
    gd_penetration_result p;
    gd_signed_result s;
    CHECK(gd_gap_distance(&q, &gap, &d) == GD_STATUS_PRECISION);
    CHECK(d.value == 1.0 && d.lower == 0.75 && d.gap == 0.25);
    gap = gap_of(3.5, 3.25);
    gap.b.x = 3.5;
    CHECK(gd_gap_penetration(&q, &gap, &p) == GD_STATUS_PRECISION);
    CHECK(p.depth == 0.75 && p.lower == 0.5);
    CHECK(p.point_a[0] - p.point_b[0] == 0.75 && p.point_a[0] == 1.125);
    CHECK(gd_gap_signed(&q, &gap, &s) == GD_STATUS_PRECISION);
    CHECK(s.value == -0.75 && s.lower == -0.75 && s.upper == -0.5);
    destroy(&q);
}

/* The simplex: one point of each core, repeated; not written unless asked for. */
static void test_simplex(void) {
    gd_query q = balls();
    const core_gap gap = gap_of(5.0, 5.0);
    gd_distance_result d;
    memset(&d, 0xff, sizeof d);
    gd_gap_distance(&q, &gap, &d);
    CHECK(d.simplex_count == 0.0 && d.simplex_a[0] != d.simplex_a[0]);
    gd_settings asked = settings;
    asked.simplex = 1.0;
    q.settings = &asked;
    gd_gap_distance(&q, &gap, &d);
    CHECK(d.simplex_count == 1.0);
    for (int i = 0; i < 4; i++)
        CHECK(d.simplex_a[3 * i] == 0.0 && d.simplex_b[3 * i] == 5.0 &&
              d.simplex_b[3 * i + 1] == 0.0);
    destroy(&q);
}

static void test_overlap(void) {
    gd_query q = balls();
    core_gap gap = gap_of(5.0, 5.0);
    gd_collision_result c;
    CHECK(gd_gap_collide(&q, &gap, &c) == GD_STATUS_OPTIMAL && c.colliding == 0.0);
    CHECK(c.lower == 1.25 && c.upper == 1.25);
    gap = gap_of(0.0, -INFINITE); /* the cores overlap; the normal proves nothing */
    CHECK(gd_gap_collide(&q, &gap, &c) == GD_STATUS_OPTIMAL && c.colliding == 1.0);
    CHECK(c.lower == 0.0 && c.upper == 1.0);
    gap = gap_of(4.0, 4.0); /* touching */
    q.pose_b = HERE;
    CHECK(gd_gap_collide(&q, &gap, &c) >= 0 && c.colliding == 1.0);
    destroy(&q);
}

/* Centres away from the positions: the growth distance is about them. */
static void test_overlap_about_other_centres(void) {
    const double aside[7] = {GD_KIND_SPHERE, 0, 1, -0.5, 0, 0, 1},
                 turned[7] = {5, 0, 0, 0, 1, 0, 0};
    gd_shape* a = make(aside, 7);
    const gd_query q = {a, HERE, a, turned, &settings, NULL}; /* B's centre is at 5.5 */
    const core_gap gap = gap_of(5.0, 5.0);
    gd_collision_result c;
    CHECK(gd_gap_collide(&q, &gap, &c) == GD_STATUS_OPTIMAL && c.colliding == 0.0);
    CHECK_NEAR(c.lower, 6.0 / 3.0, 1e-15); /* both reach 1.5 towards the other */
    CHECK_NEAR(c.upper, 6.0, 1e-15);       /* and hold a ball of radius 0.5 */
    gd_shape_destroy(a);
}

TEST(gap) {
    test_separated();
    test_overlapping();
    test_open();
    test_simplex();
    test_overlap();
    test_overlap_about_other_centres();
}
