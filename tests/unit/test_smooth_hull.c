/* Smooth hulls against the formula of their support function: its value, its gradient (the support
 * point) and its Hessian by differences, and the bounding ball. */
#include "lib/check.h"
#include "shapes/smooth_hull.h"

#include <stdlib.h>

#define POINTS 9

static vec3 random_vector(uint32_t dims, double size) {
    double v[3] = {0.0, 0.0, 0.0};
    for (uint32_t k = 0; k < dims; k++)
        v[k] = random_between(-size, size);
    return load3(v);
}

/* h(n) = (sum max(0, v_i.n)^e)^(1/e) over the given points, about the centre. */
static double height(const double* points, uint32_t dims, double exponent, vec3 center, vec3 n) {
    double largest = 0.0, sum = 0.0, t[POINTS];
    for (int i = 0; i < POINTS; i++) {
        const double* p = points + (size_t)i * dims;
        t[i] = dot3(n, sub3(make3(p[0], p[1], dims == 3 ? p[2] : 0.0), center));
        largest = fmax(largest, t[i]);
    }
    for (int i = 0; i < POINTS; i++)
        sum += t[i] > 0.0 ? pow(t[i] / largest, exponent) : 0.0;
    return largest > 0.0 ? largest * pow(sum, 1.0 / exponent) : 0.0;
}

static void check_hessian(const gd_smooth* smooth, vec3 n, vec3 way, double size) {
    sym3 hessian;
    const double step = 1e-5;
    const vec3 s = gd_smooth_curvature(smooth, n, &hessian);
    CHECK_NEAR(max_abs3(sub3(s, gd_smooth_support(smooth, n))), 0.0, 1e-14 * size);
    const vec3 ahead = gd_smooth_support(smooth, madd3(n, step, way));
    const vec3 behind = gd_smooth_support(smooth, madd3(n, -step, way));
    const vec3 slope = scale3(0.5 / step, sub3(ahead, behind)), got = sym3_apply(&hessian, way);
    CHECK_NEAR(max_abs3(sub3(got, slope)), 0.0, 1e-4 * size);
    /* h is homogeneous and convex */
    CHECK_NEAR(max_abs3(sym3_apply(&hessian, n)), 0.0, 1e-12 * size);
    CHECK(dot3(way, got) >= -1e-12 * size);
}

static void test_support_functions_of_random_points(void) {
    const double exponents[] = {1.0, 1.5, 2.5, 4.0, 10.0, 300.0};
    for (int i = 0; i < 400; i++) {
        const uint32_t dims = i % 2 ? 3 : 2;
        const double e = exponents[i / 2 % (int)LENGTH(exponents)];
        double points[3 * POINTS];
        for (uint32_t k = 0; k < POINTS * dims; k++)
            points[k] = random_between(-2.0, 2.0);
        const vec3 center = random_vector(dims, 0.5);
        gd_smooth* smooth = gd_smooth_make(points, POINTS, dims, e, center);
        CHECK(smooth != NULL);
        const double bound = gd_smooth_bound(smooth);
        for (int k = 0; k < 20; k++) {
            const vec3 n = random_vector(dims, 1.0);
            const double h = height(points, dims, e, center, n);
            const vec3 s = gd_smooth_support(smooth, n);
            if (h == 0.0) continue;
            CHECK_NEAR(dot3(n, s), h, 1e-13 * bound);
            CHECK(length3(s) <= bound);
            CHECK_NEAR(max_abs3(sub3(s, gd_smooth_support(smooth, scale3(3.0, n)))), 0.0,
                       1e-13 * bound);
            /* a support point is in the shape: no direction's support value is exceeded */
            const vec3 other = random_vector(dims, 1.0);
            CHECK(dot3(other, s) <= height(points, dims, e, center, other) + 1e-13 * bound);
            if (e > 2.0 && e < 20.0)
                check_hessian(smooth, unit3(n), unit3(random_vector(dims, 1.0)), bound);
        }
        free(smooth);
    }
}

/* One point, `count` times: its support function is count^(1/e) times a single point's. */
static void test_one_point_many_times(void) {
    const double points[3 * 4] = {3, 0, 4, 3, 0, 4, 3, 0, 4, 3, 0, 4};
    gd_smooth* smooth = gd_smooth_make(points, 4, 3, 2.0, make3(0.0, 0.0, 0.0));
    CHECK(smooth->count == 4 && smooth->exponent == 2.0);
    CHECK(gd_smooth_bound(smooth) >= 10.0);
    CHECK_NEAR(gd_smooth_bound(smooth), 10.0, 1e-12);
    const vec3 s = gd_smooth_support(smooth, make3(1.0, 1.0, 0.0));
    CHECK_NEAR(s.x, 6.0, 1e-14);
    CHECK_NEAR(s.z, 8.0, 1e-14);
    /* no point is on this side: the shape ends at its centre */
    sym3 hessian = {1, 1, 1, 1, 1, 1};
    const vec3 away = make3(-1.0, 0.0, 0.0);
    CHECK(max_abs3(gd_smooth_support(smooth, away)) == 0.0);
    CHECK(max_abs3(gd_smooth_curvature(smooth, away, &hessian)) == 0.0);
    CHECK(max_abs3(sym3_apply(&hessian, make3(1.0, 2.0, 3.0))) == 0.0);
    free(smooth);
}

TEST(smooth_hull) {
    test_support_functions_of_random_points();
    test_one_point_many_times();
}
