/* The comparison methods: closed forms, agreement with the cutting plane on every shape type, and
 * bounds that are valid wherever a method stops. */
#include "lib/check.h"
#include "lib/make.h"

#include "compare/compare.h"
#include "math/pose.h"

#include <string.h>

typedef gd_status method(const gd_query* query, gd_growth_result* out);

static const struct {
    const char* name;
    method* solve;
    bool polytopes_only;
} methods[] = {
    {"ie", gd_compare_ie, false},
    {"zc", gd_compare_zc, false},
    {"zc-ie", gd_compare_zc_ie, false},
    {"inc", gd_compare_inc, true},
};
#define METHOD_COUNT (sizeof methods / sizeof methods[0])

static const gd_settings defaults = {.tolerance = GD_DEFAULT_TOLERANCE,
                                     .max_iterations = GD_DEFAULT_MAX_ITERATIONS};
static const double identity[7] = {0, 0, 0, 0, 0, 0, 1};

/* A box as the hull of its corners. */
static gd_shape* make_corners(double x, double y, double z) {
    double record[30] = {GD_KIND_HULL};
    for (int i = 0; i < 8; i++) {
        record[6 + 3 * i] = i & 1 ? x : -x;
        record[7 + 3 * i] = i & 2 ? y : -y;
        record[8 + 3 * i] = i & 4 ? z : -z;
    }
    return make(record, 30);
}

/* A size between 0.1 and 3, small ones about as likely as large ones. */
static double random_size(void) {
    const double t = random_between(0.31, 1.73);
    return t * t;
}

static size_t random_points(double* p, int count) {
    const double size[3] = {random_size(), random_size(), random_size()};
    for (int i = 0; i < 3 * count; i++)
        p[i] = size[i % 3] * random_between(-1.0, 1.0);
    return 3 * (size_t)count;
}

/* Writes the record of a solid shape, with a margin in a third of the cases. Returns its length. */
static size_t random_record(gd_kind kind, bool margin, double* record) {
    static const int sizes[] = {[GD_KIND_SPHERE] = 1,  [GD_KIND_ELLIPSOID] = 3, [GD_KIND_BOX] = 3,
                                [GD_KIND_CAPSULE] = 2, [GD_KIND_CYLINDER] = 2,  [GD_KIND_CONE] = 2,
                                [GD_KIND_FRUSTUM] = 3};
    memset(record, 0, 6 * sizeof *record);
    record[0] = kind;
    if (margin && random_next() < 0.33) record[1] = 0.3 * random_size();
    if (kind == GD_KIND_HULL) return 6 + random_points(record + 6, (int)random_between(8.0, 60.0));
    if (kind == GD_KIND_DSF) {
        record[6] = 4.0;
        return 7 + random_points(record + 7, (int)random_between(8.0, 20.0));
    }
    if (kind == GD_KIND_TRANSFORMED) {
        for (int i = 0; i < 9; i++)
            record[6 + i] = (i % 4 == 0 ? 1.0 : 0.0) + random_between(-0.4, 0.4);
        for (int i = 0; i < 3; i++)
            record[15 + i] = 0.0;
        return 18 + random_record(GD_KIND_CYLINDER, false, record + 18);
    }
    if (kind == GD_KIND_SUM) {
        const size_t first = random_record(GD_KIND_BOX, false, record + 7);
        record[6] = (double)first;
        return 7 + first + random_record(GD_KIND_ELLIPSOID, false, record + 7 + first);
    }
    for (int i = 0; i < sizes[kind]; i++)
        record[6 + i] = random_size();
    return 6 + (size_t)sizes[kind];
}

static gd_shape* random_shape(gd_kind kind, bool margin) {
    double record[256];
    return make(record, random_record(kind, margin, record));
}

static void random_pose(double pose[7]) {
    for (int k = 0; k < 7; k++)
        pose[k] = k < 3 ? random_between(-3.0, 3.0) : random_between(-1.0, 1.0);
}

static frame3 frame_of(const double* pose) {
    frame3 frame;
    memset(&frame, 0, sizeof frame);
    CHECK(frame_of_pose3(pose, &frame));
    return frame;
}

static void world_center(const gd_shape* shape, const double* pose, double center[3]) {
    const frame3 frame = frame_of(pose);
    gd_shape_info info;
    gd_shape_describe(shape, &info);
    store3(center, add3(frame.position, rotate(&frame.rotation, load3(info.center))));
}

static double support_value(const gd_shape* shape, const double* pose, const double center[3],
                            vec3 n) {
    const frame3 frame = frame_of(pose);
    double direction[3], point[3];
    store3(direction, inv_rotate(&frame.rotation, n));
    CHECK(gd_shape_support(shape, direction, point) == GD_STATUS_OPTIMAL);
    const vec3 s = add3(frame.position, rotate(&frame.rotation, load3(point)));
    return dot3(n, sub3(s, load3(center)));
}

/* Whether a world point is in the shape up to rounding, along random directions and the normal. */
static bool holds(const gd_shape* shape, const double* pose, const double center[3],
                  const double point[3], vec3 normal, double rounding) {
    const vec3 y = sub3(load3(point), load3(center));
    for (int i = 0; i < 20; i++) {
        vec3 n = make3(random_between(-1, 1), random_between(-1, 1), random_between(-1, 1));
        n = i == 0 ? normal : i == 1 ? neg3(normal) : unit3(n);
        if (!(dot3(n, y) <= support_value(shape, pose, center, n) + rounding)) return false;
    }
    return true;
}

/* Checks that the normal proves the lower bound, and the points the upper bound. */
static void check_certificate(const gd_query* query, const gd_growth_result* r) {
    double a[3], b[3];
    world_center(query->a, query->pose_a, a);
    world_center(query->b, query->pose_b, b);
    const vec3 n = load3(r->normal), p = sub3(load3(b), load3(a));
    gd_shape_info info_a, info_b;
    gd_shape_describe(query->a, &info_a);
    gd_shape_describe(query->b, &info_b);
    const double extent = info_a.bound_radius + info_b.bound_radius;
    const double h = support_value(query->a, query->pose_a, a, n) +
                     support_value(query->b, query->pose_b, b, neg3(n));
    CHECK_NEAR(length3(n), 1.0, 1e-14);
    CHECK(r->lower <= r->upper && r->value == r->upper);
    if (r->status != GD_STATUS_MAX_ITERATIONS) /* else the bounding ball may decide */
        CHECK_NEAR(r->lower, dot3(n, p) / h, 1e-12 * r->lower * (1.0 + extent / h));
    const double rounding = 1e-12 * (extent + length3(p));
    CHECK(holds(query->a, query->pose_a, a, r->point_a, n, rounding));
    CHECK(holds(query->b, query->pose_b, b, r->point_b, neg3(n), rounding));
    for (int i = 0; i < 3; i++) {
        const double za = a[i] + r->upper * (r->point_a[i] - a[i]);
        const double zb = b[i] + r->upper * (r->point_b[i] - b[i]);
        CHECK_NEAR(za, zb, rounding * (1.0 + r->upper));
        CHECK_NEAR(za, r->contact[i], rounding * (1.0 + r->upper));
    }
}

static gd_growth_result solve(size_t m, const gd_shape* a, const gd_shape* b, double x, double y,
                              double z) {
    const double pose_b[7] = {x, y, z, 0, 0, 0, 1};
    const gd_query query = {a, identity, b, pose_b, &defaults, NULL};
    gd_growth_result result;
    memset(&result, 0, sizeof result);
    CHECK(methods[m].solve(&query, &result) >= 0);
    return result;
}

static void test_compared_spheres_touch_where_the_centre_line_crosses_them(void) {
    const double scales[] = {1.0, 1e-6, 1e6, 1e-70, 1e70};
    for (size_t i = 0; i < sizeof scales / sizeof scales[0]; i++) {
        const double s = scales[i];
        gd_shape *a = make_sphere(s), *b = make_sphere(2.0 * s);
        for (size_t m = 0; m < METHOD_COUNT; m++) {
            if (methods[m].polytopes_only) continue;
            const gd_growth_result r = solve(m, a, b, 0.0, 6.0 * s, 0.0);
            CHECK(r.status == GD_STATUS_OPTIMAL);
            CHECK_NEAR(r.value, 2.0, 1e-14);
            CHECK_NEAR(r.point_a[1] / s, 1.0, 1e-13);
            CHECK_NEAR(r.point_b[1] / s, 4.0, 1e-13);
            CHECK_NEAR(r.contact[1] / s, 2.0, 1e-13);
            CHECK_NEAR(r.normal[1], 1.0, 1e-14);
        }
        gd_shape_destroy(a);
        gd_shape_destroy(b);
    }
}

static void test_compared_boxes_meet_along_the_tightest_axis(void) {
    gd_shape *a = make_box(1, 2, 3), *b = make_box(0.5, 0.25, 1);
    gd_shape *c = make_corners(1, 2, 3), *d = make_corners(0.5, 0.25, 1);
    random_seed(31);
    for (int i = 0; i < 200; i++) {
        double at[3];
        for (int k = 0; k < 3; k++) /* sometimes exactly on an axis or a diagonal */
            at[k] = i % 4 == 0 ? floor(random_between(-2.0, 3.0)) : random_between(-4.0, 4.0);
        const double truth = fmax(fabs(at[0]) / 1.5, fmax(fabs(at[1]) / 2.25, fabs(at[2]) / 4.0));
        for (size_t m = 0; m < METHOD_COUNT && truth > 0.0; m++) {
            const gd_growth_result r = solve(m, a, b, at[0], at[1], at[2]);
            CHECK(r.status == GD_STATUS_OPTIMAL);
            CHECK_NEAR(r.value, truth, 1e-13 * truth);
            const gd_growth_result same = solve(m, c, d, at[0], at[1], at[2]);
            CHECK(same.status == GD_STATUS_OPTIMAL);
            CHECK_NEAR(same.value, truth, 1e-13 * truth);
        }
    }
    gd_shape_destroy(a);
    gd_shape_destroy(b);
    gd_shape_destroy(c);
    gd_shape_destroy(d);
}

static void check_agreement(const gd_query* query) {
    gd_growth_result ours;
    CHECK(gd_growth_distance(
              &(gd_query){query->a, query->pose_a, query->b, query->pose_b, NULL, NULL}, &ours) ==
          GD_STATUS_OPTIMAL);
    for (size_t m = 0; m < METHOD_COUNT; m++) {
        gd_growth_result r;
        memset(&r, 0, sizeof r);
        const gd_status status = methods[m].solve(query, &r);
        if (methods[m].polytopes_only && status == GD_ERROR_UNDEFINED) continue;
        CHECK(status == GD_STATUS_OPTIMAL);
        CHECK(r.upper <= r.lower * (1.0 + 1.01 * GD_DEFAULT_TOLERANCE));
        CHECK(r.lower <= ours.upper * (1.0 + 1e-12) && r.upper >= ours.lower * (1.0 - 1e-12));
        CHECK_NEAR(r.value, ours.value, 2.02 * GD_DEFAULT_TOLERANCE * ours.value);
        check_certificate(query, &r);
    }
}

static void test_all_methods_agree_on_all_kinds_of_solids(void) {
    const gd_kind kinds[] = {GD_KIND_SPHERE,      GD_KIND_ELLIPSOID, GD_KIND_BOX,
                             GD_KIND_CAPSULE,     GD_KIND_CYLINDER,  GD_KIND_CONE,
                             GD_KIND_FRUSTUM,     GD_KIND_HULL,      GD_KIND_DSF,
                             GD_KIND_TRANSFORMED, GD_KIND_SUM};
    const size_t count = sizeof kinds / sizeof kinds[0];
    random_seed(32);
    for (size_t i = 0; i < 3 * count * count; i++) {
        gd_shape* a = random_shape(kinds[i % count], true);
        gd_shape* b = random_shape(kinds[i / count % count], true);
        double pose_a[7], pose_b[7];
        random_pose(pose_a);
        random_pose(pose_b);
        const gd_query query = {a, pose_a, b, pose_b, &defaults, NULL};
        check_agreement(&query);
        gd_shape_destroy(a);
        gd_shape_destroy(b);
    }
}

static void test_polytopes_without_margins(void) {
    random_seed(33);
    for (int i = 0; i < 200; i++) {
        gd_shape* a = random_shape(i % 2 ? GD_KIND_BOX : GD_KIND_HULL, false);
        gd_shape* b = random_shape(i % 4 < 2 ? GD_KIND_BOX : GD_KIND_HULL, false);
        double pose_a[7], pose_b[7];
        random_pose(pose_a);
        random_pose(pose_b);
        const gd_query query = {a, pose_a, b, pose_b, &defaults, NULL};
        gd_growth_result r;
        CHECK(gd_compare_inc(&query, &r) == GD_STATUS_OPTIMAL);
        CHECK(r.upper <= r.lower * (1.0 + 1e-12));
        CHECK(r.iterations < 60.0);
        check_agreement(&query);
        gd_shape_destroy(a);
        gd_shape_destroy(b);
    }
}

static void test_compared_methods_take_sets_that_are_not_solid(void) {
    const double segment[12] = {GD_KIND_SEGMENT, 0, 0, 0, 0, 0, -1, 0, 0, 1, 0, 0};
    const double point[6] = {GD_KIND_POINT};
    gd_shape *s = make(segment, 12), *p = make(point, 6), *box = make_box(2, 1, 2);
    for (size_t m = 0; m < METHOD_COUNT; m++) {
        const double away[7] = {3, 0, 0, 0, 0, 0, 1};
        const gd_query flat = {s, identity, p, away, &defaults, NULL};
        gd_growth_result r;
        CHECK(methods[m].solve(&flat, &r) == GD_ERROR_UNDEFINED);
        if (methods[m].polytopes_only) continue;
        CHECK_NEAR(solve(m, s, box, 0, 2, 0).value, 2.0, 1e-13);
        CHECK_NEAR(solve(m, p, box, 1, 0, 0).value, 0.5, 1e-13);
    }
    gd_shape_destroy(s);
    gd_shape_destroy(p);
    gd_shape_destroy(box);
}

static void test_compared_coincident_centres_give_zero_and_a_complete_result(void) {
    gd_shape *a = make_box(1, 2, 3), *b = make_corners(1, 1, 1);
    for (size_t m = 0; m < METHOD_COUNT; m++) {
        const gd_growth_result r = solve(m, a, b, 0, 0, 0);
        CHECK(r.status == GD_STATUS_COINCIDENT);
        CHECK(r.value == 0.0 && r.lower == 0.0 && r.upper == 0.0);
        CHECK_NEAR(length3(load3(r.normal)), 1.0, 1e-14);
        CHECK_NEAR(r.point_a[0], 1.0, 1e-8);
        CHECK_NEAR(r.point_b[0], -1.0, 1e-8);
        const gd_growth_result near = solve(m, a, b, 0, 1e-200, 0);
        CHECK_NEAR(near.value / 1e-200, 1.0 / 3.0, 1e-8);
        CHECK(near.status == GD_STATUS_OPTIMAL);
    }
    gd_shape_destroy(a);
    gd_shape_destroy(b);
}

/* Face on face, edge on face, corner on face, edge across edge, corner on corner. */
static void test_compared_methods_see_touching_boxes_touch(void) {
    const double h = 0.70710678118654752;
    const double touching[][7] = {
        {2, 0, 0, 0, 0, 0, 1},
        {2, 0.3, -0.7, 0, 0, 0, 1},
        {2, 2, 2, 0, 0, 0, 1},
        {2, 2, 0, 0, 0, 0, 1},
        {2, 0.2, 0.1, h, 0, 0, h},
        {1 + 2 * h, 0, 0.4, 0, 0, 0.38268343236508977, 0.92387953251128674}};
    for (int shape = 0; shape < 2; shape++) {
        gd_shape* box = shape ? make_box(1, 1, 1) : make_corners(1, 1, 1);
        for (size_t i = 0; i < sizeof touching / sizeof touching[0]; i++)
            for (size_t m = 0; m < METHOD_COUNT; m++) {
                const gd_query query = {box, identity, box, touching[i], &defaults, NULL};
                gd_growth_result r;
                CHECK(methods[m].solve(&query, &r) == GD_STATUS_OPTIMAL);
                CHECK_NEAR(r.value, 1.0, 1e-13);
                CHECK(r.lower <= 1.0 + 1e-14 && r.upper >= 1.0 - 1e-14);
                check_certificate(&query, &r);
            }
        gd_shape_destroy(box);
    }
}

static void test_compared_bounds_hold_whenever_the_steps_run_out(void) {
    random_seed(34);
    for (int i = 0; i < 150; i++) {
        gd_shape* a = random_shape(i % 3 ? GD_KIND_HULL : GD_KIND_CONE, false);
        gd_shape* b = random_shape(i % 3 ? GD_KIND_BOX : GD_KIND_ELLIPSOID, false);
        double pose_a[7], pose_b[7];
        random_pose(pose_a);
        random_pose(pose_b);
        gd_growth_result truth;
        gd_growth_distance(&(gd_query){a, pose_a, b, pose_b, NULL, NULL}, &truth);
        for (size_t m = 0; m < METHOD_COUNT; m++)
            for (double steps = 1.0; steps <= 6.0; steps += 1.0) {
                const gd_settings few = {.tolerance = 1e-12, .max_iterations = steps};
                const gd_query query = {a, pose_a, b, pose_b, &few, NULL};
                gd_growth_result r;
                memset(&r, 0, sizeof r);
                const gd_status status = methods[m].solve(&query, &r);
                if (status == GD_ERROR_UNDEFINED) continue;
                CHECK(status == GD_STATUS_OPTIMAL || status == GD_STATUS_MAX_ITERATIONS);
                CHECK(r.iterations <= steps);
                CHECK(r.lower <= truth.upper * (1.0 + 1e-12));
                CHECK(r.upper >= truth.lower * (1.0 - 1e-12));
                check_certificate(&query, &r);
            }
        gd_shape_destroy(a);
        gd_shape_destroy(b);
    }
}

static void test_compared_tolerances_that_doubles_cannot_meet_end_honestly(void) {
    random_seed(35);
    for (int i = 0; i < 150; i++) {
        gd_shape* a = random_shape(i % 2 ? GD_KIND_CONE : GD_KIND_HULL, false);
        gd_shape* b = random_shape(i % 4 < 2 ? GD_KIND_ELLIPSOID : GD_KIND_HULL, false);
        double pose_a[7], pose_b[7];
        random_pose(pose_a);
        random_pose(pose_b);
        for (size_t m = 0; m < METHOD_COUNT; m++) {
            const gd_settings tight = {.tolerance = 1e-15, .max_iterations = 1000};
            const gd_query query = {a, pose_a, b, pose_b, &tight, NULL};
            gd_growth_result r;
            const gd_status status = methods[m].solve(&query, &r);
            if (status == GD_ERROR_UNDEFINED) continue;
            CHECK(status == GD_STATUS_OPTIMAL || status == GD_STATUS_PRECISION);
            CHECK(r.upper <= r.lower * (1.0 + 1e-9));
            CHECK(r.iterations < 200.0);
        }
        gd_shape_destroy(a);
        gd_shape_destroy(b);
    }
}

static void test_compared_results_scale_by_powers_of_two_to_the_bit(void) {
    random_seed(36);
    for (int i = 0; i < 20; i++) {
        double base[9], scaled[9], pose_a[7], pose_b[7], scaled_a[7], scaled_b[7];
        random_record(GD_KIND_BOX, false, base);
        random_pose(pose_a);
        random_pose(pose_b);
        const double s = ldexp(1.0, 20 * (i % 7) - 60);
        for (int k = 0; k < 9; k++)
            scaled[k] = k >= 6 ? s * base[k] : base[k];
        for (int k = 0; k < 7; k++) {
            scaled_a[k] = k < 3 ? s * pose_a[k] : pose_a[k];
            scaled_b[k] = k < 3 ? s * pose_b[k] : pose_b[k];
        }
        gd_shape *box = make(base, 9), *large = make(scaled, 9);
        for (size_t m = 0; m < METHOD_COUNT; m++) {
            const gd_query query = {box, pose_a, box, pose_b, &defaults, NULL};
            const gd_query other = {large, scaled_a, large, scaled_b, &defaults, NULL};
            gd_growth_result r, t;
            CHECK(methods[m].solve(&query, &r) == methods[m].solve(&other, &t));
            CHECK(r.value == t.value && r.lower == t.lower && r.iterations == t.iterations);
            CHECK(r.normal[0] == t.normal[0] && s * r.contact[2] == t.contact[2]);
        }
        gd_shape_destroy(box);
        gd_shape_destroy(large);
    }
}

TEST(compare) {
    test_compared_spheres_touch_where_the_centre_line_crosses_them();
    test_compared_boxes_meet_along_the_tightest_axis();
    test_all_methods_agree_on_all_kinds_of_solids();
    test_polytopes_without_margins();
    test_compared_methods_take_sets_that_are_not_solid();
    test_compared_coincident_centres_give_zero_and_a_complete_result();
    test_compared_methods_see_touching_boxes_touch();
    test_compared_bounds_hold_whenever_the_steps_run_out();
    test_compared_tolerances_that_doubles_cannot_meet_end_honestly();
    test_compared_results_scale_by_powers_of_two_to_the_bit();
}
