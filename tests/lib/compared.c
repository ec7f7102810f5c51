/* Shared checks of the comparison methods: see compared.h. The certificates use support points of
 * the public interface and their own rotation, not the solvers' code. */
#include "lib/compared.h"

#include "lib/check.h"
#include "lib/make.h"

#include <string.h>

#define COMPARED_RECORD_MAX 128

const gd_settings compared_usual = {.tolerance = GD_DEFAULT_TOLERANCE,
                                    .max_iterations = GD_DEFAULT_MAX_ITERATIONS};
const double compared_here[7] = {0, 0, 0, 0, 0, 0, 1};

gd_shape* compared_kind(gd_kind kind, double p, double q, double r) {
    const double record[9] = {kind, 0, 0, 0, 0, 0, p, q, r};
    const size_t count =
        kind == GD_KIND_SPHERE                                                        ? 1
        : kind == GD_KIND_CAPSULE || kind == GD_KIND_CYLINDER || kind == GD_KIND_CONE ? 2
                                                                                      : 3;
    return make(record, 6 + count);
}

/* Draws each size of a primitive within a factor of about 3 of the scale. A third of the shapes
 * have a margin, and half have a centre away from the local origin. */
gd_shape* compared_random(gd_kind kind, double scale) {
    double record[COMPARED_RECORD_MAX] = {kind};
    const bool cloud = kind == GD_KIND_HULL || kind == GD_KIND_DSF;
    size_t length = 6;
    if (kind == GD_KIND_DSF) record[length++] = random_between(2.5, 9.0);
    const size_t count =
        cloud                                                                         ? 60
        : kind == GD_KIND_SPHERE                                                      ? 1
        : kind == GD_KIND_CAPSULE || kind == GD_KIND_CYLINDER || kind == GD_KIND_CONE ? 2
                                                                                      : 3;
    for (size_t i = 0; i < count; i++)
        record[length++] = scale * (cloud ? random_between(-1.0, 1.0) : random_between(0.3, 3.0));
    if (random_next() < 0.3) record[1] = scale * random_between(0.0, 0.5);
    if (random_next() < 0.5) {
        record[2] = 1.0;
        for (int i = 3; i < 6; i++)
            record[i] = scale * random_between(-0.05, 0.05);
    }
    return make(record, length);
}

void compared_pose(double pose[7], double scale) {
    for (int i = 0; i < 3; i++)
        pose[i] = scale * random_between(-3.0, 3.0);
    for (int i = 3; i < 7; i++)
        pose[i] = random_between(-1.0, 1.0);
}

gd_growth_result compared_solve(compared_method* run, const gd_shape* a, const double* pose_a,
                                const gd_shape* b, const double* pose_b,
                                const gd_settings* settings) {
    gd_growth_result result;
    const gd_query query = {a, pose_a, b, pose_b, settings, NULL};
    CHECK(run(&query, &result) >= 0);
    return result;
}

gd_growth_result compared_solve_at(compared_method* run, const gd_shape* a, const gd_shape* b,
                                   double x, double y, double z) {
    const double pose[7] = {x, y, z, 0, 0, 0, 1};
    return compared_solve(run, a, compared_here, b, pose, &compared_usual);
}

void compared_check_truth(const gd_growth_result* r, double expected) {
    CHECK(r->status == GD_STATUS_OPTIMAL);
    CHECK_NEAR(r->value / expected, 1.0, COMPARED_WITHIN);
    CHECK(r->lower <= expected * (1 + 1e-14) && r->upper >= expected * (1 - 1e-14));
}

/* ---- certificates ------------------------------------------------------------------------- */

static void turn(const double pose[7], const double in[3], bool back, double out[3]) {
    const double norm =
        sqrt(pose[3] * pose[3] + pose[4] * pose[4] + pose[5] * pose[5] + pose[6] * pose[6]);
    const double x = pose[3] / norm, y = pose[4] / norm, z = pose[5] / norm;
    const double w = (back ? -1 : 1) * pose[6] / norm;
    const double t[3] = {2 * (y * in[2] - z * in[1]), 2 * (z * in[0] - x * in[2]),
                         2 * (x * in[1] - y * in[0])};
    out[0] = in[0] + w * t[0] + y * t[2] - z * t[1];
    out[1] = in[1] + w * t[1] + z * t[0] - x * t[2];
    out[2] = in[2] + w * t[2] + x * t[1] - y * t[0];
}

static void center_of(const gd_shape* shape, const double pose[7], double out[3]) {
    gd_shape_info info;
    gd_shape_describe(shape, &info);
    turn(pose, info.center, false, out);
    for (int i = 0; i < 3; i++)
        out[i] += pose[i];
}

/* Returns the support value about the centre, along a world direction. */
static double reach(const gd_shape* shape, const double pose[7], const double n[3], double sign) {
    double local[3], point[3];
    turn(pose, n, true, local);
    for (int i = 0; i < 3; i++)
        local[i] *= sign;
    gd_shape_info info;
    gd_shape_describe(shape, &info);
    CHECK(gd_shape_support(shape, local, point) == GD_STATUS_OPTIMAL);
    double h = 0;
    for (int i = 0; i < 3; i++)
        h += local[i] * (point[i] - info.center[i]);
    return h;
}

/* Moves a witness point towards its centre by 1e-9, and checks that the shape contains it. Also
 * checks that growing the witness point gives the contact. */
static void check_witness(const gd_shape* shape, const double pose[7], const double point[3],
                          const gd_growth_result* r, double scale) {
    double center[3], offset[3], local[3];
    center_of(shape, pose, center);
    for (int i = 0; i < 3; i++) {
        CHECK_NEAR(center[i] + r->upper * (point[i] - center[i]), r->contact[i], 1e-7 * scale);
        offset[i] = center[i] + (point[i] - center[i]) * (1 - 1e-9) - pose[i];
    }
    turn(pose, offset, true, local);
    CHECK(gd_shape_contains(shape, local) == 1);
}

void compared_check_certificate(const gd_query* query, const gd_growth_result* r, double scale) {
    double a[3], b[3], rise = 0, length = 0;
    center_of(query->a, query->pose_a, a);
    center_of(query->b, query->pose_b, b);
    for (int i = 0; i < 3; i++) {
        rise += r->normal[i] * (b[i] - a[i]);
        length += r->normal[i] * r->normal[i];
    }
    CHECK_NEAR(length, 1.0, 1e-14);
    const double h = reach(query->a, query->pose_a, r->normal, 1.0) +
                     reach(query->b, query->pose_b, r->normal, -1.0);
    CHECK_NEAR(rise / h / r->lower, 1.0, 1e-12);
    check_witness(query->a, query->pose_a, r->point_a, r, scale);
    check_witness(query->b, query->pose_b, r->point_b, r, scale);
}

void compared_check_pairs(compared_method* run, const gd_kind* kinds, int kind_count, int rounds,
                          double most) {
    for (int i = 0; i < kind_count * kind_count * rounds; i++) {
        const double scale = i % 3 == 0 ? 1.0 : i % 3 == 1 ? 1e-6 : 1e6;
        gd_shape* a = compared_random(kinds[i % kind_count], scale);
        gd_shape* b = compared_random(kinds[i / kind_count % kind_count], scale);
        double pose_a[7], pose_b[7];
        compared_pose(pose_a, scale);
        compared_pose(pose_b, scale);
        const gd_query query = {a, pose_a, b, pose_b, &compared_usual, NULL};
        const gd_growth_result r = compared_solve(run, a, pose_a, b, pose_b, &compared_usual);
        gd_growth_result cut;
        gd_growth_distance(&(gd_query){a, pose_a, b, pose_b, NULL, NULL}, &cut);
        CHECK(r.status == GD_STATUS_OPTIMAL && r.iterations <= most);
        CHECK(r.value == r.upper && r.upper <= r.lower * (1 + 1.5e-8));
        CHECK(r.lower <= cut.upper * (1 + 1e-11) && cut.lower <= r.upper * (1 + 1e-11));
        compared_check_certificate(&query, &r, scale);
        gd_shape_destroy(a);
        gd_shape_destroy(b);
    }
}

/* The result must stay unwritten. */
void compared_check_refused(compared_method* run, const gd_shape* a, const gd_shape* b,
                            gd_status error) {
    gd_growth_result result = {.value = 7};
    const double pose[7] = {5, 0, 0, 0, 0, 0, error == GD_ERROR_POSE ? 0 : 1};
    const gd_query query = {a, compared_here, b, pose, &compared_usual, NULL};
    CHECK(run(&query, &result) == error);
    CHECK(result.value == 7);
}

/* ---- checks of every method ---------------------------------------------------------------- */

void compared_check_spheres(compared_method* run) {
    const double scales[] = {1.0, 1e-6, 1e6, 1e-70, 1e70};
    for (size_t i = 0; i < LENGTH(scales); i++) {
        const double s = scales[i];
        gd_shape *a = make_sphere(s), *b = make_sphere(2 * s);
        const gd_growth_result r = compared_solve_at(run, a, b, 0, 6 * s, 0);
        compared_check_truth(&r, 2.0);
        CHECK_NEAR(r.normal[1], 1.0, 1e-14);
        CHECK_NEAR(r.point_a[1] / s, 1.0, COMPARED_WITHIN);
        CHECK_NEAR(r.point_b[1] / s, 4.0, COMPARED_WITHIN);
        CHECK_NEAR(r.contact[1] / s, 2.0, 4 * COMPARED_WITHIN);
        gd_shape_destroy(a);
        gd_shape_destroy(b);
    }
}

void compared_check_scales(compared_method* run, gd_kind kind) {
    const double at[7] = {2.5, -1.2, 1.7, 0.5, 0.1, -0.3, 0.4};
    gd_growth_result base = {0};
    for (int e = 0; e <= 60; e += 20) {
        const double s = ldexp(1.0, e);
        gd_shape* a = compared_kind(kind, s * 1.3, s * 0.7, s * 0.9);
        gd_shape* b = compared_kind(GD_KIND_ELLIPSOID, s * 1.1, s * 2.3, s * 0.4);
        double pose[7];
        for (int i = 0; i < 7; i++)
            pose[i] = i < 3 ? s * at[i] : at[i];
        const gd_growth_result r = compared_solve(run, a, compared_here, b, pose, &compared_usual);
        if (e == 0) base = r;
        CHECK(r.status == GD_STATUS_OPTIMAL && r.iterations == base.iterations);
        CHECK(r.upper == base.upper && r.lower == base.lower);
        CHECK(r.normal[0] == base.normal[0] && r.contact[2] == s * base.contact[2]);
        gd_shape_destroy(a);
        gd_shape_destroy(b);
    }
}

void compared_check_coincident(compared_method* run) {
    gd_shape *a = compared_kind(GD_KIND_ELLIPSOID, 1, 2, 3), *b = make_sphere(1);
    const gd_growth_result r = compared_solve_at(run, a, b, 0, 0, 0);
    CHECK(r.status == GD_STATUS_COINCIDENT);
    CHECK(r.value == 0.0 && r.lower == 0.0 && r.upper == 0.0);
    CHECK_NEAR(r.normal[0], 1.0, 1e-7);
    CHECK_NEAR(r.point_a[0], 1.0, 1e-7);
    CHECK_NEAR(r.point_b[0], -1.0, 1e-7);
    const gd_growth_result near = compared_solve_at(run, a, b, 0, 1e-200, 0);
    CHECK_NEAR(near.value / 1e-200, 1.0 / 3.0, 1e-8);
    gd_shape_destroy(a);
    gd_shape_destroy(b);
}

void compared_check_bounds(compared_method* run, gd_kind kind_a, gd_kind kind_b) {
    const gd_settings tight = {.tolerance = 1e-15, .max_iterations = 1000};
    for (int i = 0; i < 100; i++) {
        gd_shape *a = compared_random(kind_a, 1), *b = compared_random(kind_b, 1);
        double pose[7];
        compared_pose(pose, 1);
        const gd_settings few = {.tolerance = 1e-15, .max_iterations = 1 + i % 8};
        const gd_growth_result early = compared_solve(run, a, compared_here, b, pose, &few);
        const gd_growth_result late = compared_solve(run, a, compared_here, b, pose, &tight);
        CHECK(early.status == GD_STATUS_MAX_ITERATIONS || early.status == GD_STATUS_PRECISION ||
              early.status == GD_STATUS_OPTIMAL);
        CHECK(early.iterations <= few.max_iterations);
        CHECK(late.status == GD_STATUS_OPTIMAL || late.status == GD_STATUS_PRECISION);
        CHECK(late.upper <= late.lower * (1 + 1e-9) && late.iterations < 200.0);
        /* rounding may cross the bounds by an ulp or two */
        CHECK(early.lower <= late.upper * (1 + 1e-14) && late.lower <= early.upper * (1 + 1e-14));
        gd_shape_destroy(a);
        gd_shape_destroy(b);
    }
}
