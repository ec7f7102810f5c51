/* One-sided derivatives at optima with many normals or contacts. For axis-aligned boxes the extreme
 * rates are known; for every motion there is a largest possible rate. */
#include "lib/check.h"
#include "lib/make.h"

#include "derivatives/optimum.h"

#include <string.h>

static const double HERE[7] = {0, 0, 0, 0, 0, 0, 1};

/* Computes the optimum of a pair from a known normal. */
static void optimum_at(optimum* t, const gd_shape* a, const gd_shape* b, vec3 at, bool growth,
                       vec3 n) {
    const double pose[7] = {at.x, at.y, at.z, 0, 0, 0, 1};
    gd_optimum_init(t, &(gd_query){a, HERE, b, pose, NULL, NULL}, growth);
    t->n = t->touch_a = n;
    t->touch_b = neg3(n);
    CHECK(gd_optimum_refine(t));
}

static void check_range(const gd_derivatives* d, double truth) {
    CHECK_NEAR(d->directional_lower, truth, 1e-9);
    CHECK_NEAR(d->directional_upper, truth, 1e-9);
    CHECK_NEAR(d->directional, truth, 1e-9);
}

/* Two boxes face on face: the contact point that approaches first decides. A's face covers y and z
 * from -1 to 1; B's covers y from -0.5 to 1.5 and z from -1.5 to 0.5. */
static void test_the_nearest_contact_decides(const gd_shape* cube) {
    for (int growth = 0; growth < 2; growth++) {
        for (int i = 0; i < 200; i++) {
            optimum t;
            optimum_at(&t, cube, cube, make3(3.0, 0.5, -0.5), growth, make3(1, 0, 0));
            double v[12] = {0};
            for (int k = 0; k < 12; k++)
                v[k] = i % 4 || (k != 4 && k != 5 && k != 10 && k != 11) ? random_between(-1.0, 1.0)
                                                                         : 0.0;
            gd_derivatives d;
            memset(&d, 0, sizeof d);
            gd_optimum_directional(&t, v, true, false, &d);
            /* growth scales the boxes by 1.5; the contact region is the intersection of the scaled
             * faces */
            const double sigma = growth ? 1.5 : 1.0, low = 0.5 - sigma, high = sigma;
            double least = INFINITE;
            for (int corner = 0; corner < 4; corner++) {
                const double y = corner & 1 ? low : high, z = corner & 2 ? -low : -high;
                const vec3 wa = load3(v + 3), wb = load3(v + 9);
                const vec3 on_a = cross3(wa, make3(sigma, y, z));
                const vec3 on_b = cross3(wb, make3(-sigma, y - 0.5, z + 0.5));
                least = fmin(least, v[6] - v[0] + on_b.x - on_a.x);
            }
            check_range(&d, growth ? 0.5 * least : least);
        }
    }
}

/* Growth at an edge or a corner: of all separating planes, the one that moves fastest decides. */
static void test_the_steepest_normal_decides(const gd_shape* cube) {
    for (int i = 0; i < 200; i++) {
        optimum t;
        optimum_at(&t, cube, cube, make3(3, 3, 3), true, unit3(make3(1.0, 0.9, 0.8)));
        double v[12] = {0};
        for (int k = 0; k < 3; k++) {
            v[k] = random_between(-1.0, 1.0);
            v[6 + k] = random_between(-1.0, 1.0);
        }
        gd_derivatives d;
        memset(&d, 0, sizeof d);
        gd_optimum_directional(&t, v, false, true, &d);
        check_range(&d, 0.5 * fmax(fmax(v[6] - v[0], v[7] - v[1]), v[8] - v[2]));
        /* also if the contact is not a single point, the bounds must enclose the derivative */
        optimum_at(&t, cube, cube, make3(3, 3, 0.25), true, unit3(make3(1.0, 0.9, 0.0)));
        gd_optimum_directional(&t, v, false, false, &d);
        const double truth = 0.5 * fmax(v[6] - v[0], v[7] - v[1]);
        CHECK(d.directional_lower <= truth + 1e-9 && truth <= d.directional_upper + 1e-9);
    }
}

/* Squares corner on corner: two normals, and all between them. */
static void test_the_same_in_the_plane(void) {
    const double record[8] = {GD_KIND_RECTANGLE, 0, 0, 0, 0, 0, 1, 1};
    gd_shape* square = make(record, 8);
    const double here[3] = {0, 0, 0}, there[3] = {3, 3, 0};
    for (int i = 0; i < 100; i++) {
        optimum t;
        gd_optimum_init(&t, &(gd_query){square, here, square, there, NULL, NULL}, true);
        const vec3 n = unit3(make3(1.0, 0.7, 0.0));
        t.n = t.touch_a = n;
        t.touch_b = neg3(n);
        CHECK(gd_optimum_refine(&t));
        double v[12] = {0};
        for (int k = 0; k < 2; k++) {
            v[k] = random_between(-1.0, 1.0);
            v[6 + k] = random_between(-1.0, 1.0);
        }
        gd_derivatives d;
        memset(&d, 0, sizeof d);
        gd_optimum_directional(&t, v, false, true, &d);
        check_range(&d, 0.5 * fmax(v[6] - v[0], v[7] - v[1]));
    }
    gd_shape_destroy(square);
}

/* Balls have one normal and one contact, so the rate equals the rate of the centres' distance.
 * Without motion the rate is 0. If a distance has many possible normals, only the speed limits
 * it. */
static void test_known_rates(void) {
    gd_shape *a = make_sphere(1.0), *b = make_sphere(2.0);
    optimum t;
    optimum_at(&t, a, b, make3(0, 6, 8), true, unit3(make3(0, 6, 8)));
    const double v[12] = {1, 0.5, 0, 3, 2, 1, -1, 0, 2, 9, 9, 9}, rest[12] = {0};
    gd_derivatives d;
    memset(&d, 0, sizeof d);
    gd_optimum_directional(&t, v, true, true, &d);
    check_range(&d, (-0.5 * 0.6 + 2.0 * 0.8) / 3.0);
    gd_optimum_directional(&t, rest, true, true, &d);
    check_range(&d, 0.0);
    optimum_at(&t, a, b, make3(0, 6, 8), false, unit3(make3(0, 6, 8)));
    gd_optimum_directional(&t, v, false, true, &d);
    CHECK_NEAR(d.directional_upper, gd_optimum_fastest(&t, 1.0, v), 1e-12);
    CHECK(d.directional_lower == -d.directional_upper && d.directional == 0.0);
    gd_shape_destroy(a);
    gd_shape_destroy(b);
}

/* The speed of the centres and of rotating points. The normals of a growth distance are at most as
 * long as the ball in C allows. */
static void test_the_fastest_motion(void) {
    gd_shape *a = make_sphere(1.0), *b = make_sphere(2.0);
    optimum t;
    optimum_at(&t, a, b, make3(0, 0, 12), false, make3(0, 0, 1));
    const double v[12] = {3, 0, 0, 0, 0, 0.5, 0, 4, 0, 0, 0.25, 0};
    const double speed = 5.0 + (3.0 + 12.0) * 0.75;
    CHECK_NEAR(gd_optimum_fastest(&t, 1.0, v), speed, 1e-12);
    optimum_at(&t, a, b, make3(0, 0, 12), true, make3(0, 0, 1));
    const double grown = 5.0 + 3.0 * 0.75;
    CHECK_NEAR(gd_optimum_fastest(&t, 4.0, v), 4.0 * grown / 3.0, 1e-12);
    CHECK_NEAR(gd_optimum_fastest(&t, 0.5, v), grown / 3.0, 1e-12);
    gd_shape_destroy(a);
    gd_shape_destroy(b);
}

/* How far the contact region extends backwards along a tangent, on A. */
static void test_the_least_contact(const gd_shape* cube) {
    optimum t;
    optimum_at(&t, cube, cube, make3(3.0, 0.5, -0.75), false, make3(1, 0, 0));
    CHECK_NEAR(gd_optimum_least(&t, make3(0, 1, 0)), -0.5, 1e-9);
    CHECK_NEAR(gd_optimum_least(&t, make3(0, -1, 0)), -1.0, 1e-9);
    CHECK_NEAR(gd_optimum_least(&t, make3(0, 0, 1)), -1.0, 1e-9);
    CHECK_NEAR(gd_optimum_least(&t, make3(0, 0, -1)), -0.25, 1e-9);
    optimum_at(&t, cube, cube, make3(3.0, 0.5, -0.75), true, make3(1, 0, 0));
    CHECK_NEAR(gd_optimum_least(&t, make3(0, 1, 0)), -1.0 / 1.5, 1e-9);
    CHECK_NEAR(gd_optimum_least(&t, make3(0, 0, -1)), -0.75 / 1.5, 1e-9);
}

TEST(directional) {
    gd_shape* cube = make_box(1, 1, 1);
    test_the_nearest_contact_decides(cube);
    test_the_steepest_normal_decides(cube);
    test_the_least_contact(cube);
    test_the_same_in_the_plane();
    test_known_rates();
    test_the_fastest_motion();
    gd_shape_destroy(cube);
}
