/* The L-BFGS descent. At its end on smooth shapes, the support point is along the normal, and no
 * direction nearby has a smaller width. The depth of balls is known. The descent takes few support
 * calls and leaves a maximum. On boxes it reports an edge or a face, and its depth is the width
 * along the normal. */
#include "lib/check.h"
#include "lib/make.h"
#include "lib/overlap.h"

static const depth_rule FINE = {.tolerance = 0x1p-26, .max_iterations = 500.0};
static const double HERE[7] = {0, 0, 0, 0, 0, 0, 1};

static vec3 random_direction(int dimension) {
    const double x = random_between(-1.0, 1.0), y = random_between(-1.0, 1.0);
    return unit3(make3(x, y, dimension == 3 ? random_between(-1.0, 1.0) : 0.0));
}

static gd_shape* make_ellipsoid(double x, double y, double z) {
    const double record[9] = {GD_KIND_ELLIPSOID, 0, 0, 0, 0, 0, x, y, z};
    return make(record, 9);
}

static gd_shape* make_ellipse(double x, double y) {
    const double record[8] = {GD_KIND_ELLIPSE, 0, 0, 0, 0, 0, x, y};
    return make(record, 8);
}

static gd_shape* random_round(int dimension) {
    const double x = random_between(0.5, 1.5), y = random_between(0.5, 1.5);
    return dimension == 3 ? make_ellipsoid(x, y, random_between(0.5, 1.5)) : make_ellipse(x, y);
}

/* The gradient vanishes, and directions beside the normal are no better. */
static void check_minimum(overlap* o, const depth_rule* rule, int dimension) {
    depth_bounds* d = &o->depth;
    const double rounding = 1e-13 * o->g.extent;
    overlap_check(o, rounding);
    CHECK(overlap_miss(o) <= rounding);
    gd_gjk_support(&o->g, d->normal, 0);
    const vec3 across = madd3(o->g.x[0], -d->upper, d->normal);
    CHECK(length3(across) <=
          1e-3 * d->upper); /* the root of the tolerance, because the value is quadratic in it */
    for (int i = 0; i < 12; i++) {
        const vec3 n = unit3(madd3(d->normal, 0.03, random_direction(dimension)));
        CHECK(overlap_width(o, n) >= d->upper * (1.0 - 4.0 * rule->tolerance));
    }
}

static void test_ellipsoids(int dimension) {
    double calls = 0.0;
    int searches = 0;
    for (int i = 0; i < 300; i++) {
        gd_shape *a = random_round(dimension), *b = random_round(dimension);
        double pose_a[7], pose_b[7];
        overlap_random_poses(0.4, pose_a, pose_b);
        overlap o;
        CHECK(overlap_begin(&o, &(gd_query){a, pose_a, b, pose_b, NULL, NULL}));
        const vec3 start = random_direction(dimension);
        const double first = overlap_width(&o, start);
        o.depth = (depth_bounds){.upper = INFINITE};
        if (gd_lbfgs(&o.g, start, &FINE, &o.depth)) {
            check_minimum(&o, &FINE, dimension);
            calls += o.depth.calls;
            searches++;
        }
        CHECK(o.depth.upper <= first && o.depth.calls == o.depth.iterations);
        CHECK(dimension == 3 || o.depth.normal.z == 0.0);
        gd_shape_destroy(a);
        gd_shape_destroy(b);
    }

    CHECK(searches > 250);
    CHECK(calls < 15.0 * searches);
}

/* The depth of two balls is least along their centres. In the opposite direction it is greatest,
 * and the descent must leave this maximum. It gives up if its steps are too long for a shallow
 * depth. */
static void test_balls(int dimension) {
    int found = 0;
    for (int i = 0; i < 60; i++) {
        const double ra = random_between(0.5, 2.0), rb = random_between(0.5, 2.0);
        const double distance = random_between(0.1, 0.9) * (ra + rb);
        const double at[7] = {distance, 0, 0, 0, 0, 0, 1};
        gd_shape* a = dimension == 3 ? make_ellipsoid(ra, ra, ra) : make_ellipse(ra, ra);
        gd_shape* b = dimension == 3 ? make_ellipsoid(rb, rb, rb) : make_ellipse(rb, rb);
        overlap o;
        CHECK(overlap_begin(&o, &(gd_query){a, HERE, b, at, NULL, NULL}));
        const vec3 back = make3(-1.0, 0.0, 0.0);
        o.depth = (depth_bounds){.upper = INFINITE};
        if (gd_lbfgs(&o.g, i % 2 ? back : random_direction(dimension), &FINE, &o.depth)) {
            found++;
            CHECK_NEAR(o.depth.upper, ra + rb - distance, 1e-12 * (ra + rb));
            CHECK_NEAR(o.depth.normal.x, 1.0, 1e-12);
        }
        overlap_check(&o, 1e-13 * o.g.extent);
        gd_shape_destroy(a);
        gd_shape_destroy(b);
    }
    CHECK(found > 40);
}

/* The depth of concentric ellipsoids is least along the shortest axis. The other axes are
 * stationary: a maximum and, in 3D, a saddle, which probes beside the start recognise. */
static void test_stationary_starts(void) {
    const vec3 axes[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    for (int i = 0; i < 6; i++) {
        const double radii[3] = {3 - i % 3, 3 - (i + 1) % 3, 3 - (i + 2) % 3};
        gd_shape* a = make_ellipsoid(radii[0], radii[1], radii[2]);
        overlap o;
        CHECK(overlap_begin(&o, &(gd_query){a, HERE, a, HERE, NULL, NULL}));
        for (int k = 0; k < 3; k++) {
            o.depth = (depth_bounds){.upper = INFINITE};
            CHECK(gd_lbfgs(&o.g, axes[k], &FINE, &o.depth));
            CHECK_NEAR(o.depth.upper, 2.0, 1e-12); /* twice the shortest radius */
        }
        gd_shape_destroy(a);
        gd_shape* flat = make_ellipse(radii[0], radii[1]);
        CHECK(overlap_begin(&o, &(gd_query){flat, HERE, flat, HERE, NULL, NULL}));
        for (int k = 0; k < 2; k++) {
            o.depth = (depth_bounds){.upper = INFINITE};
            CHECK(gd_lbfgs(&o.g, axes[k], &FINE, &o.depth));
            CHECK_NEAR(o.depth.upper, 2.0 * fmin(radii[0], radii[1]), 1e-12);
            CHECK(o.depth.normal.z == 0.0);
        }
        gd_shape_destroy(flat);
    }
}

/* At a saddle whose axes are between the probes, both probes rise. Only the mixed second derivative
 * shows the direction of descent. */
static void test_a_saddle_between_the_probes(void) {
    const double eighth = 0.5 * 0.78539816339744831;
    const double turned[7] = {0, 0, 0, 0, 0, sin(eighth), cos(eighth)};
    gd_shape *a = make_ellipsoid(0.5, 0.5, 0.5), *b = make_ellipsoid(3, 1.5, 2);
    overlap o;
    CHECK(overlap_begin(&o, &(gd_query){a, HERE, b, turned, NULL, NULL}));
    o.depth = (depth_bounds){.upper = INFINITE};
    CHECK(gd_lbfgs(&o.g, make3(0.0, 0.0, 1.0), &FINE, &o.depth));
    CHECK_NEAR(o.depth.upper, 2.0, 1e-12);
    gd_shape_destroy(a);
    gd_shape_destroy(b);
}

/* On a box, no step improves the depth at an edge. A better previous depth must stay. */
static void test_boxes(void) {
    for (int i = 0; i < 100; i++) {
        gd_shape *a = make_box(1, 1.2, 0.8), *b = make_box(0.5, 0.4, 0.7);
        double pose_a[7], pose_b[7];
        overlap_random_poses(0.4, pose_a, pose_b);
        overlap o;
        CHECK(overlap_begin(&o, &(gd_query){a, pose_a, b, pose_b, NULL, NULL}));
        const vec3 start = random_direction(3);
        const double first = overlap_width(&o, start);
        o.depth = (depth_bounds){.upper = INFINITE};
        CHECK(!gd_lbfgs(&o.g, start, &FINE, &o.depth));
        CHECK(o.depth.upper <= first);
        overlap_check(&o, 1e-13);
        const depth_bounds best = {.upper = 0.125, .normal = start};
        o.depth = best;
        CHECK(!gd_lbfgs(&o.g, start, &FINE, &o.depth));
        CHECK(o.depth.upper == best.upper && o.depth.normal.x == start.x);
        gd_shape_destroy(a);
        gd_shape_destroy(b);
    }
}

static void test_every_support_call_is_counted_and_limited(void) {
    double calls = 0.0;
    gd_shape *a = overlap_counted_ball(1.0, &calls), *b = make_ellipsoid(1, 2, 0.7);
    const double at[7] = {0.3, 0.2, 0.1, 0, 0, 0, 1};
    overlap o;
    CHECK(overlap_begin(&o, &(gd_query){a, HERE, b, at, NULL, NULL}));
    for (int steps = 1; steps < 30; steps++) {
        const depth_rule rule = {.tolerance = 0x1p-30, .max_iterations = steps};
        calls = 0.0;
        o.depth = (depth_bounds){.upper = INFINITE};
        const bool smooth = gd_lbfgs(&o.g, make3(0.6, 0.8, 0.0), &rule, &o.depth);
        CHECK(calls > 0.0 && o.depth.calls == calls);
        CHECK(calls <= steps + 2.0); /* up to three in one step */
        if (steps < 6) CHECK(!smooth);
        if (steps > 26) CHECK(smooth && calls < 27.0);
    }
    gd_shape_destroy(a);
    gd_shape_destroy(b);
}

TEST(lbfgs) {
    test_ellipsoids(3);
    test_ellipsoids(2);
    test_balls(3);
    test_balls(2);
    test_stationary_starts();
    test_a_saddle_between_the_probes();
    test_boxes();
    test_every_support_call_is_counted_and_limited();
}
