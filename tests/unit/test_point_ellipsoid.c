/* A ball or point and an ellipsoid or ellipse. The signed distance comes from bisection of the
 * equation of the nearest point, in extended precision. Points are at random places, on the axes
 * and planes of symmetry, where two points are nearest, and close to them. */
#include "lib/check.h"
#include "lib/gaps.h"
#include "lib/make.h"

typedef long double real;

/* The least root is above -(least radius)^2; the sum falls. If it is below 1 next to the pole, the
 * nearest point is off the plane of symmetry, by what the equation of the surface leaves. */
static double truth_of(const double* radii, const double* point, int dimension) {
    real r[3] = {0}, y[3] = {0};
    int least = 0;
    for (int k = 0; k < dimension; k++) {
        r[k] = (real)radii[k];
        y[k] = fabsl((real)point[k]);
        if (r[k] < r[least] || (r[k] == r[least] && y[k] > y[least])) least = k;
    }
    const real pole = r[least] * r[least];
    real low = 0, high = pole; /* of t + pole */
    for (int k = 0; k < dimension; k++)
        high += r[k] * y[k];
    for (int step = 0; step < 400; step++) {
        const real mid = low + (high - low) / 2;
        real sum = 0;
        for (int k = 0; k < dimension; k++) {
            const real below = mid + (r[k] - r[least]) * (r[k] + r[least]);
            const real part = y[k] > 0 ? r[k] * y[k] / below : 0;
            sum += part * part;
        }
        if (sum > 1)
            low = mid;
        else
            high = mid;
    }
    real rest = 1, square = 0, inside = 0;
    for (int k = 0; k < dimension; k++) {
        inside += y[k] / r[k] * y[k] / r[k];
        if (k == least) continue;
        const real below = high + (r[k] - r[least]) * (r[k] + r[least]);
        const real x = y[k] > 0 ? r[k] * r[k] * y[k] / below : 0;
        rest -= x / r[k] * x / r[k];
        square += (x - y[k]) * (x - y[k]);
    }
    const real off = r[least] * sqrtl(fmaxl(rest, 0)) - y[least];
    const real distance = sqrtl(square + off * off);
    return (double)(inside > 1 ? distance : -distance);
}

static void draw_case(gap_case* c, int i, double spread) {
    const int dimension = i % 4 ? 3 : 2;
    *c = (gap_case){.record = {dimension == 3 ? GD_KIND_ELLIPSOID : GD_KIND_ELLIPSE},
                    .length = (size_t)(6 + dimension)};
    draw_gap_case(c, dimension, i / 3);
    if (i % 5 == 0) c->record[GD_RECORD_MARGIN] = 0.25;
    for (int k = 0; k < dimension; k++)
        c->record[6 + k] = pow(10.0, random_between(-spread, spread));
    if (i % 6 == 0) c->record[7] = c->record[6];
    if (i % 18 == 0 && dimension == 3) c->record[8] = c->record[6];
}

static void test_places(void) {
    for (int i = 0; i < 2400; i++) {
        gap_case c;
        draw_case(&c, i, i % 2 ? 0.5 : 1.5);
        const int dimension = (int)c.length - 6;
        double x[3] = {0, 0, 0};
        for (int k = 0; k < dimension; k++) {
            const double part = random_between(-1.5, 1.5);
            x[k] = c.record[6 + k] * (i / 4 % 3 && fabs(part) < 0.5 ? 0.0 : part);
            if (i / 12 % 4 == 0 && x[k] == 0.0) x[k] = random_tiny(100.0);
        }
        c.at = load3(x);
        check_gap_case(gd_point_ellipsoid_gap, &c, truth_of(c.record + 6, x, dimension));
    }
}

/* The middle: the least radius is the depth, along its axis. */
static void test_middle(void) {
    for (int i = 0; i < 30; i++) {
        gap_case c;
        draw_case(&c, 4 * i + 1 + i % 3, 0.5);
        const double *r = c.record + 6, least = fmin(fmin(r[0], r[1]), r[2]);
        c.at = make3(0.0, 0.0, 0.0);
        check_gap_case(gd_point_ellipsoid_gap, &c, -least);
    }
}

/* Ellipsoids from 1e-12 to 1e12, of axes 1 to 1e4. */
static void test_sizes(void) {
    for (int i = 0; i < 400; i++) {
        const double scale = pow(10.0, i % 25 - 12);
        gap_case c;
        draw_case(&c, i, 2.0);
        const int dimension = (int)c.length - 6;
        double x[3] = {0, 0, 0};
        c.radius *= scale, c.record[GD_RECORD_MARGIN] = 0.0;
        for (int k = 0; k < dimension; k++) {
            c.pose[k] *= scale, c.record[6 + k] *= scale;
            x[k] = random_between(-1.2, 1.2) * c.record[6 + k];
        }
        c.at = load3(x);
        if (dimension == 2) c.pose[2] = 0.5;
        check_gap_case(gd_point_ellipsoid_gap, &c, truth_of(c.record + 6, x, dimension));
    }
}

static void test_growth(void) {
    for (int i = 0; i < 1200; i++) {
        const double scale = pow(10.0, i % 25 - 12);
        gap_case c;
        draw_case(&c, 4 * i + 1 + i % 3, i % 2 ? 0.5 : 1.5);
        c.radius *= scale, c.record[GD_RECORD_MARGIN] *= scale;
        for (int k = 0; k < 3; k++)
            c.pose[k] *= scale, c.record[6 + k] *= scale;
        c.at = i % 11 ? draw_in_cube(3.0 * scale) : make3(0.0, 0.0, 0.0);
        check_growth_case(gd_growth_point_ellipsoid, &c);
    }
}

/* Growth without a closed form: in 2D, and a centre beside the middle. */
static void test_growth_left_alone(void) {
    static const double here[7] = {0, 0, 0, 0, 0, 0, 1}, there[7] = {3, 0, 0, 0, 0, 0, 1};
    const gd_settings settings = {.tolerance = GD_DEFAULT_TOLERANCE, .max_iterations = 400.0};
    const double aside[9] = {GD_KIND_ELLIPSOID, 0, 1, 0.1, 0, 0, 1, 2, 3};
    const double flat[8] = {GD_KIND_ELLIPSE, 0, 0, 0, 0, 0, 1, 2};
    const double disc[7] = {GD_KIND_CIRCLE, 0, 0, 0, 0, 0, 1};
    gd_shape *off = make(aside, 9), *ball = make_sphere(1.0);
    gd_shape *ellipse = make(flat, 8), *circle = make(disc, 7);
    gd_growth_result r;
    CHECK(!gd_growth_point_ellipsoid(&(gd_query){off, here, ball, there, &settings, NULL}, &r));
    CHECK(
        !gd_growth_point_ellipsoid(&(gd_query){ellipse, here, circle, there, &settings, NULL}, &r));
    gd_shape_destroy(off);
    gd_shape_destroy(ball);
    gd_shape_destroy(ellipse);
    gd_shape_destroy(circle);
}

TEST(point_ellipsoid) {
    test_places();
    test_middle();
    test_sizes();
    test_growth();
    test_growth_left_alone();
}
