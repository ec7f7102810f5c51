/* The interior-point and the Newton method for growth distance (src/compare/): closed forms,
 * certificates by support points of the public interface, and agreement with the cutting plane. */
#include "lib/check.h"
#include "lib/make.h"

#include "compare/compare.h"
#include "proof/certify.h"
#include "proof/draw.h"

#include <string.h>

#define RECORD_MAX 128

/* What the default tolerance, 1.5e-8, leaves. */
#define WITHIN 2e-8

typedef gd_status method(const gd_query* query, gd_growth_result* out);

static const gd_settings usual = {.tolerance = GD_DEFAULT_TOLERANCE,
                                  .max_iterations = GD_DEFAULT_MAX_ITERATIONS};
static const double identity[7] = {0, 0, 0, 0, 0, 0, 1};

static gd_shape* make_kind(gd_kind kind, double p, double q, double r) {
    const double record[9] = {kind, 0, 0, 0, 0, 0, p, q, r};
    const size_t count =
        kind == GD_KIND_SPHERE                                                        ? 1
        : kind == GD_KIND_CAPSULE || kind == GD_KIND_CYLINDER || kind == GD_KIND_CONE ? 2
                                                                                      : 3;
    return make(record, 6 + count);
}

/* A random shape of a kind; round ones up to two sizes a factor of 3 either way, hulls and smooth
 * hulls of 20 points; margins and centres off the middle now and then. */
static gd_shape* make_random(gd_kind kind, double scale) {
    double record[RECORD_MAX] = {kind};
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

static void random_pose(double pose[7], double scale) {
    for (int i = 0; i < 3; i++)
        pose[i] = scale * random_between(-3.0, 3.0);
    for (int i = 3; i < 7; i++)
        pose[i] = random_between(-1.0, 1.0);
}

static gd_growth_result solve(method* run, const gd_shape* a, const double* pose_a,
                              const gd_shape* b, const double* pose_b,
                              const gd_settings* settings) {
    gd_growth_result result;
    const gd_query query = {a, pose_a, b, pose_b, settings, NULL};
    CHECK(run(&query, &result) >= 0);
    return result;
}

static gd_growth_result solve_at(method* run, const gd_shape* a, const gd_shape* b, double x,
                                 double y, double z) {
    const double pose[7] = {x, y, z, 0, 0, 0, 1};
    return solve(run, a, identity, b, pose, &usual);
}

static void check_truth(const gd_growth_result* r, double expected) {
    CHECK(r->status == GD_STATUS_OPTIMAL);
    CHECK_NEAR(r->value / expected, 1.0, WITHIN);
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

/* Support value about the centre along a world direction. */
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

/* A witness point, drawn a little towards the centre, lies in its shape, and the contact is where
 * growing takes it. */
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

static void check_certificate(const gd_query* query, const gd_growth_result* r, double scale) {
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

/* Random pairs of every two kinds of the list, against the cutting plane. */
static void check_pairs(method* run, const gd_kind* kinds, int kind_count, int rounds) {
    for (int i = 0; i < kind_count * kind_count * rounds; i++) {
        const double scale = i % 3 == 0 ? 1.0 : i % 3 == 1 ? 1e-6 : 1e6;
        gd_shape* a = make_random(kinds[i % kind_count], scale);
        gd_shape* b = make_random(kinds[i / kind_count % kind_count], scale);
        double pose_a[7], pose_b[7];
        random_pose(pose_a, scale);
        random_pose(pose_b, scale);
        const gd_query query = {a, pose_a, b, pose_b, &usual, NULL};
        const gd_growth_result r = solve(run, a, pose_a, b, pose_b, &usual);
        gd_growth_result cut;
        gd_growth_distance(&(gd_query){a, pose_a, b, pose_b, NULL, NULL}, &cut);
        CHECK(r.status == GD_STATUS_OPTIMAL && r.iterations <= 40.0);
        CHECK(r.value == r.upper && r.upper <= r.lower * (1 + 1.5e-8));
        CHECK(r.lower <= cut.upper * (1 + 1e-11) && cut.lower <= r.upper * (1 + 1e-11));
        check_certificate(&query, &r, scale);
        gd_shape_destroy(a);
        gd_shape_destroy(b);
    }
}

/* ---- closed forms ------------------------------------------------------------------------- */

static void test_both_methods_know_where_spheres_touch(void) {
    method* const methods[] = {gd_compare_dcol, gd_compare_dcf};
    const double scales[] = {1.0, 1e-6, 1e6, 1e-70, 1e70};
    for (size_t i = 0; i < 10; i++) {
        const double s = scales[i / 2];
        gd_shape *a = make_kind(GD_KIND_SPHERE, s, 0, 0),
                 *b = make_kind(GD_KIND_SPHERE, 2 * s, 0, 0);
        const gd_growth_result r = solve_at(methods[i % 2], a, b, 0, 6 * s, 0);
        check_truth(&r, 2.0);
        CHECK_NEAR(r.normal[1], 1.0, 1e-14);
        CHECK_NEAR(r.point_a[1] / s, 1.0, WITHIN);
        CHECK_NEAR(r.point_b[1] / s, 4.0, WITHIN);
        CHECK_NEAR(r.contact[1] / s, 2.0, 4 * WITHIN);
        gd_shape_destroy(a);
        gd_shape_destroy(b);
    }
}

static void test_parallel_boxes_meet_along_the_tightest_axis(void) {
    gd_shape *a = make_kind(GD_KIND_BOX, 1, 2, 3), *b = make_kind(GD_KIND_BOX, 0.5, 0.25, 1);
    random_seed(31);
    for (int i = 0; i < 200; i++) {
        const double x = random_between(-4, 4), y = random_between(-4, 4),
                     z = random_between(-4, 4);
        const gd_growth_result r = solve_at(gd_compare_dcol, a, b, x, y, z);
        check_truth(&r, fmax(fabs(x) / 1.5, fmax(fabs(y) / 2.25, fabs(z) / 4.0)));
    }
    /* faces that touch everywhere, along an edge, in a corner */
    gd_growth_result r = solve_at(gd_compare_dcol, a, b, 1.5, 0, 0);
    check_truth(&r, 1.0);
    r = solve_at(gd_compare_dcol, a, b, 1.5, 2.25, 0);
    check_truth(&r, 1.0);
    r = solve_at(gd_compare_dcol, a, b, 1.5, -2.25, 4);
    check_truth(&r, 1.0);
    gd_shape_destroy(a);
    gd_shape_destroy(b);
}

/* Round shapes on one axis: heights add up along it, radii across it. */
static void test_coaxial_round_shapes_add_their_heights(void) {
    const struct {
        gd_kind kind;
        double height, radius, top; /* of the record */
        double up;                  /* how far it reaches */
    } rows[] = {{GD_KIND_CAPSULE, 0.7, 0.4, 0, 1.1},     {GD_KIND_CAPSULE, 0, 0.4, 0, 0.4},
                {GD_KIND_CYLINDER, 0.7, 0.4, 0, 0.7},    {GD_KIND_CONE, 0.7, 0.4, 0, 0.7},
                {GD_KIND_FRUSTUM, 0.7, 0.4, 0.2, 0.7},   {GD_KIND_FRUSTUM, 0.7, 0, 0.2, 0.7},
                {GD_KIND_ELLIPSOID, 0.3, 0.8, 0.5, 0.8}, {GD_KIND_SPHERE, 0.5, 0, 0, 0.5}};
    const int count = sizeof rows / sizeof rows[0];
    for (int i = 0; i < count * count; i++) {
        const int j = i / count, k = i % count;
        gd_shape* a = make_kind(rows[j].kind, rows[j].height, rows[j].radius, rows[j].top);
        gd_shape* b = make_kind(rows[k].kind, rows[k].height, rows[k].radius, rows[k].top);
        const gd_growth_result r = solve_at(gd_compare_dcol, a, b, 0, 2.5, 0);
        check_truth(&r, 2.5 / (rows[j].up + rows[k].up));
        gd_shape_destroy(a);
        gd_shape_destroy(b);
    }
}

/* With its centre moved by c towards the other shape a set reaches r - c that way, r + c back. */
static void test_centres_may_lie_off_the_middle(void) {
    const double near[7] = {GD_KIND_SPHERE, 0, 1, 0.75, 0, 0, 1};
    const double tip[8] = {GD_KIND_CAPSULE, 0, 1, 0, 1.875, 0, 1, 1};
    gd_shape *ball = make(near, 7), *capsule = make(tip, 8);
    gd_growth_result r = solve_at(gd_compare_dcol, ball, ball, 4, 0, 0);
    check_truth(&r, 4.0 / (0.25 + 1.75));
    r = solve_at(gd_compare_dcf, ball, ball, 4, 0, 0);
    check_truth(&r, 4.0 / (0.25 + 1.75));
    r = solve_at(gd_compare_dcol, capsule, capsule, 0, 8, 0);
    check_truth(&r, 8.0 / (0.125 + 3.875));
    gd_shape_destroy(ball);
    gd_shape_destroy(capsule);
}

/* ---- agreement --------------------------------------------------------------------------- */

static void test_the_interior_point_method_agrees_with_the_cutting_plane(void) {
    const gd_kind kinds[] = {GD_KIND_SPHERE,   GD_KIND_ELLIPSOID, GD_KIND_BOX,     GD_KIND_CAPSULE,
                             GD_KIND_CYLINDER, GD_KIND_CONE,      GD_KIND_FRUSTUM, GD_KIND_HULL};
    random_seed(32);
    check_pairs(gd_compare_dcol, kinds, 8, 6);
}

static void test_newton_agrees_with_the_cutting_plane(void) {
    const gd_kind kinds[] = {GD_KIND_DSF, GD_KIND_ELLIPSOID, GD_KIND_SPHERE};
    random_seed(33);
    check_pairs(gd_compare_dcf, kinds, 3, 40);
}

static void test_newton_needs_a_third_of_the_support_calls(void) {
    const gd_settings cutting = {.tolerance = GD_DEFAULT_TOLERANCE,
                                 .max_iterations = GD_DEFAULT_MAX_ITERATIONS,
                                 .method = GD_METHOD_CUTTING_PLANE};
    double newton = 0, cuts = 0;
    random_seed(34);
    for (int i = 0; i < 50; i++) {
        gd_shape *a = make_random(GD_KIND_DSF, 1), *b = make_random(GD_KIND_DSF, 1);
        double pose[7];
        random_pose(pose, 1);
        const gd_growth_result r = solve(gd_compare_dcf, a, identity, b, pose, &usual);
        gd_growth_result c;
        gd_growth_distance(&(gd_query){a, identity, b, pose, &cutting, NULL}, &c);
        newton += r.iterations;
        cuts += c.iterations;
        gd_shape_destroy(a);
        gd_shape_destroy(b);
    }
    CHECK(3 * newton < cuts);
}

/* ---- the ends of the range ------------------------------------------------------------------ */

static void test_results_scale_by_powers_of_two_to_the_bit(void) {
    const double sizes[2][3] = {{1.3, 0.7, 0}, {1.1, 2.3, 0.4}};
    const gd_kind kinds[2] = {GD_KIND_CONE, GD_KIND_ELLIPSOID};
    method* const methods[] = {gd_compare_dcol, gd_compare_dcf};
    const double at[7] = {2.5, -1.2, 1.7, 0.5, 0.1, -0.3, 0.4};
    for (int m = 0; m < 2; m++) {
        gd_growth_result base = {0};
        for (int e = 0; e <= 60; e += 20) {
            const double s = ldexp(1.0, e);
            const double* p = sizes[m]; /* Newton knows no cone */
            gd_shape* a = make_kind(kinds[m], s * p[0], s * p[1], s * p[2]);
            p = sizes[1];
            gd_shape* b = make_kind(kinds[1], s * p[0], s * p[1], s * p[2]);
            double pose[7];
            for (int i = 0; i < 7; i++)
                pose[i] = i < 3 ? s * at[i] : at[i];
            const gd_growth_result r = solve(methods[m], a, identity, b, pose, &usual);
            if (e == 0) base = r;
            CHECK(r.status == GD_STATUS_OPTIMAL && r.iterations == base.iterations);
            CHECK(r.upper == base.upper && r.lower == base.lower);
            CHECK(r.normal[0] == base.normal[0] && r.contact[2] == s * base.contact[2]);
            gd_shape_destroy(a);
            gd_shape_destroy(b);
        }
    }
}

static void test_coincident_centres_give_zero(void) {
    method* const methods[] = {gd_compare_dcol, gd_compare_dcf};
    for (int m = 0; m < 2; m++) {
        gd_shape *a = make_kind(GD_KIND_ELLIPSOID, 1, 2, 3),
                 *b = make_kind(GD_KIND_SPHERE, 1, 0, 0);
        const gd_growth_result r = solve_at(methods[m], a, b, 0, 0, 0);
        CHECK(r.status == GD_STATUS_COINCIDENT);
        CHECK(r.value == 0.0 && r.lower == 0.0 && r.upper == 0.0);
        CHECK_NEAR(r.normal[0], 1.0, 1e-7);
        CHECK_NEAR(r.point_a[0], 1.0, 1e-7);
        CHECK_NEAR(r.point_b[0], -1.0, 1e-7);
        const gd_growth_result near = solve_at(methods[m], a, b, 0, 1e-200, 0);
        CHECK_NEAR(near.value / 1e-200, 1.0 / 3.0, 1e-8);
        gd_shape_destroy(a);
        gd_shape_destroy(b);
    }
}

static void test_bounds_hold_however_early_or_late_a_method_stops(void) {
    const gd_kind kinds[2][2] = {{GD_KIND_CONE, GD_KIND_HULL}, {GD_KIND_DSF, GD_KIND_ELLIPSOID}};
    method* const methods[] = {gd_compare_dcol, gd_compare_dcf};
    const gd_settings tight = {.tolerance = 1e-15, .max_iterations = 1000};
    random_seed(35);
    for (int i = 0; i < 200; i++) {
        const int m = i % 2;
        gd_shape *a = make_random(kinds[m][0], 1), *b = make_random(kinds[m][1], 1);
        double pose[7];
        random_pose(pose, 1);
        const gd_settings few = {.tolerance = 1e-15, .max_iterations = 1 + i % 8};
        const gd_growth_result early = solve(methods[m], a, identity, b, pose, &few);
        const gd_growth_result late = solve(methods[m], a, identity, b, pose, &tight);
        CHECK(early.status == GD_STATUS_MAX_ITERATIONS || early.status == GD_STATUS_PRECISION ||
              early.status == GD_STATUS_OPTIMAL);
        CHECK(early.iterations <= few.max_iterations);
        CHECK(late.status == GD_STATUS_OPTIMAL || late.status == GD_STATUS_PRECISION);
        CHECK(late.upper <= late.lower * (1 + 1e-9) && late.iterations < 200.0);
        /* rounding may cross them by an ulp or two */
        CHECK(early.lower <= late.upper * (1 + 1e-14) && late.lower <= early.upper * (1 + 1e-14));
        gd_shape_destroy(a);
        gd_shape_destroy(b);
    }
}

/* ---- centres next to surfaces --------------------------------------------------------------- */

/* A box, an ellipsoid or a capsule whose centre is a few bits, or many, below its surface; NULL
 * where it is too small. */
static void lopsided_draw(double size, drawn* out) {
    static const gd_kind kinds[] = {GD_KIND_BOX, GD_KIND_ELLIPSOID, GD_KIND_CAPSULE};
    memset(out, 0, sizeof *out);
    double *record = out->record, *p = record + GD_RECORD_PARAMETERS;
    const gd_kind kind = kinds[(int)(3.0 * random_next())];
    const int sizes = kind == GD_KIND_CAPSULE ? 2 : 3, axis = (int)(3.0 * random_next());
    for (int i = 0; i < sizes; i++)
        p[i] = size * random_between(0.3, 3.0);
    if (random_next() < 0.5) p[axis % sizes] = random_shrunk(p[axis % sizes], 40.0);
    const double reach = sizes == 3 ? p[axis] : axis == 1 ? p[0] + p[1] : p[1];
    const double below = random_shrunk(reach, 54.0);
    record[GD_RECORD_HAS_CENTER] = 1.0;
    record[GD_RECORD_CENTER + axis] = copysign(reach - below, random_next() - 0.5);
    drawn_make(out, kind, (size_t)sizes);
    out->pose[6] = 1.0;
    if (random_next() < 0.3) return;
    for (int k = 3; k < 7; k++)
        out->pose[k] = random_between(-1.0, 1.0);
}

/* Two of them, up to 2^494 apart in size, certified. */
static void lopsided_pair(unsigned long long index) {
    random_seed(index * 987654321ULL + 17);
    const int bits = (int)(247.0 * random_next());
    const bool swap = random_next() < 0.5;
    drawn set[2];
    lopsided_draw(ldexp(1.0, swap ? -bits : bits), &set[0]);
    lopsided_draw(ldexp(1.0, swap ? bits : -bits), &set[1]);
    for (int k = 0; k < 3; k++)
        set[1].pose[k] = ldexp(random_between(-4.0, 4.0), bits);
    if (set[0].shape && set[1].shape) {
        const gd_query query = {set[0].shape, set[0].pose, set[1].shape, set[1].pose, &usual, NULL};
        posed a, b;
        truth known;
        worst seen = {0};
        gd_growth_result r;
        posed_make(&a, set[0].record, set[0].length, set[0].pose, set[0].shape);
        posed_make(&b, set[1].record, set[1].length, set[1].pose, set[1].shape);
        truth_of_growth(&known, &a, &b, query.a, query.pose_a, query.b, query.pose_b);
        const gd_status status = gd_compare_dcol(&query, &r);
        CHECK(status >= 0 || status == GD_ERROR_UNDEFINED);
        CHECK(status < 0 || r.lower <= r.upper);
        CHECK(status < 0 || !certify_growth(&a, &b, &r, usual.tolerance, &known, &seen));
    }
    gd_shape_destroy(set[0].shape);
    gd_shape_destroy(set[1].shape);
}

/* Of 400000 such pairs some come to where rounding leaves the interior point nothing: 87 and 284
 * start with duals that are not positive, of 64 and 463 the matrix overflows, and the planes of
 * 10032 and 21712 pass the centre on the wrong side. */
static void test_bounds_hold_about_centres_next_to_surfaces(void) {
    static const unsigned rare[] = {284, 463, 10032, 21712};
    for (unsigned i = 0; i < 100; i++)
        lopsided_pair(i);
    for (size_t i = 0; i < sizeof rare / sizeof rare[0]; i++)
        lopsided_pair(rare[i]);
}

/* Shapes a method does not know, by a record that has to stay as it was. */
static void check_refused(method* run, const gd_shape* a, const gd_shape* b, gd_status error) {
    gd_growth_result result = {.value = 7};
    const double pose[7] = {5, 0, 0, 0, 0, 0, error == GD_ERROR_POSE ? 0 : 1};
    const gd_query query = {a, identity, b, pose, &usual, NULL};
    CHECK(run(&query, &result) == error);
    CHECK(result.value == 7);
}

static void test_what_a_method_does_not_know_is_refused(void) {
    static double cloud[6 + 3 * 600] = {GD_KIND_HULL};
    random_seed(36);
    for (int i = 0; i < 600; i++) { /* nearly all of them corners: about 1200 facets */
        double* p = cloud + 6 + 3 * (size_t)i;
        double length = 2;
        while (length > 1) {
            for (int k = 0; k < 3; k++)
                p[k] = random_between(-1, 1);
            length = sqrt(p[0] * p[0] + p[1] * p[1] + p[2] * p[2]);
        }
        for (int k = 0; k < 3; k++)
            p[k] /= length;
    }
    const double segment[12] = {GD_KIND_SEGMENT, 0, 0, 0, 0, 0, -1, 0, 0, 1, 0, 0};
    const double rough[19] = {GD_KIND_DSF, 0, 0, 0, 0, 0, 2, 1, 0, 0, 0, 1, 0, 0, 0, 1, -1, -1, -1};
    gd_shape *ball = make_kind(GD_KIND_SPHERE, 1, 0, 0), *box = make_kind(GD_KIND_BOX, 1, 1, 1);
    gd_shape *large = make(cloud, sizeof cloud / sizeof cloud[0]), *line = make(segment, 12);
    gd_shape* dsf = make(rough, 19);
    check_refused(gd_compare_dcol, ball, dsf, GD_ERROR_UNDEFINED);
    check_refused(gd_compare_dcol, line, ball, GD_ERROR_UNDEFINED);
    check_refused(gd_compare_dcol, ball, large, GD_ERROR_UNDEFINED);
    check_refused(gd_compare_dcol, ball, ball, GD_ERROR_POSE);
    check_refused(gd_compare_dcf, ball, box, GD_ERROR_UNDEFINED);
    check_refused(gd_compare_dcf, dsf, ball, GD_ERROR_UNDEFINED); /* exponent 2 */
    check_refused(gd_compare_dcf, ball, ball, GD_ERROR_POSE);
    gd_shape* shapes[] = {ball, box, large, line, dsf};
    for (size_t i = 0; i < sizeof shapes / sizeof shapes[0]; i++)
        gd_shape_destroy(shapes[i]);
}

TEST(compare_conic) {
    test_both_methods_know_where_spheres_touch();
    test_parallel_boxes_meet_along_the_tightest_axis();
    test_coaxial_round_shapes_add_their_heights();
    test_centres_may_lie_off_the_middle();
    test_the_interior_point_method_agrees_with_the_cutting_plane();
    test_newton_agrees_with_the_cutting_plane();
    test_newton_needs_a_third_of_the_support_calls();
    test_results_scale_by_powers_of_two_to_the_bit();
    test_coincident_centres_give_zero();
    test_bounds_hold_however_early_or_late_a_method_stops();
    test_bounds_hold_about_centres_next_to_surfaces();
    test_what_a_method_does_not_know_is_refused();
}
