/* Orientation tests: their signs must be those of exact arithmetic. */
#include "lib/check.h"

#include "math/predicates.h"

/* Points a few ulps from a common plane (line); integers give the true sign. */
static void test_planes_are_told_apart_by_one_ulp(void) {
    const double ulp = 0x1p-53;
    random_seed(2);
    for (int i = 0; i < 2000; i++) {
        /* x + y + z = 1 on multiples of an ulp: d is off the plane by k ulps along z */
        const double x = 0.25 + 0.25 * random_next(), y = 0.125 + 0.25 * random_next();
        const int k = i % 5 - 2;
        const double qx = floor(x / ulp) * ulp, qy = floor(y / ulp) * ulp;
        const vec3 d = make3(qx, qy, ((1.0 - qx) - qy) + k * ulp);
        const int sign =
            gd_orient3(make3(1.0, 0.0, 0.0), make3(0.0, 1.0, 0.0), make3(0.0, 0.0, 1.0), d);
        CHECK(sign == (k > 0) - (k < 0));
    }
}

static void test_lines_are_told_apart_by_one_ulp(void) {
    random_seed(3);
    for (int i = 0; i < 2000; i++) {
        const int k = i % 5 - 2;
        const double x = 0.5 + 0.4 * random_next();
        const vec2 p = make2(x, x + k * 0x1p-53);
        CHECK(gd_orient2(make2(0.0, 0.0), make2(1.0, 1.0), p) == (k > 0) - (k < 0));
        CHECK(gd_orient2(make2(0.25, 0.25), make2(1.0, 1.0), p) == (k > 0) - (k < 0));
    }
}

static void test_orientation_changes_sign_with_every_exchange(void) {
    random_seed(4);
    for (int i = 0; i < 2000; i++) {
        vec3 p[4];
        for (int k = 0; k < 4; k++) {
            /* few distinct values: many degenerate cases */
            const double s = i % 2 ? 3.0 : 1e6;
            p[k] = make3(floor(random_next() * s) / s, floor(random_next() * s) / s, 1.0 / 3.0);
            if (i % 3) p[k].z = floor(random_next() * s) / s;
        }
        const int sign = gd_orient3(p[0], p[1], p[2], p[3]);
        CHECK(gd_orient3(p[1], p[0], p[2], p[3]) == -sign);
        CHECK(gd_orient3(p[0], p[1], p[3], p[2]) == -sign);
        CHECK(gd_orient3(p[1], p[2], p[0], p[3]) == sign);
        if (i % 3 == 0) CHECK(sign == 0);
    }
}

static void test_volumes_keep_to_their_error_bounds(void) {
    random_seed(11);
    for (int i = 0; i < 2000; i++) {
        const double thin = pow(10.0, -12.0 * random_next());
        vec3 p[4];
        for (int k = 0; k < 4; k++)
            p[k] = make3(random_next(), random_next() * thin, random_next() * thin);
        for (int k = 0; k < 4; k++) /* tilted, so that digits cancel */
            p[k] = make3(p[k].x, 0.3 * p[k].x + p[k].y, 0.7 * p[k].x + p[k].z);
        double error[3], value[3];
        for (int effort = 0; effort < 3; effort++)
            value[effort] = gd_volume3(p[0], p[1], p[2], p[3], effort, &error[effort]);
        CHECK(fabs(value[0] - value[2]) <= error[0] + error[2]);
        CHECK(fabs(value[1] - value[2]) <= error[1] + GD_EPS * fabs(value[1]) + error[2]);
        CHECK((value[2] > 0.0) - (value[2] < 0.0) == gd_orient3(p[0], p[1], p[2], p[3]));
    }
}

TEST(predicates) {
    test_planes_are_told_apart_by_one_ulp();
    test_lines_are_told_apart_by_one_ulp();
    test_orientation_changes_sign_with_every_exchange();
    test_volumes_keep_to_their_error_bounds();
}
