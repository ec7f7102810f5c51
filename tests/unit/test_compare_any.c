/* The comparison methods through the function that a host calls. Every method runs on every shape
 * type, and on needles, slivers and lattices. Runs are with and without traces, with the smallest
 * tolerance and with few iterations. No bound may contradict the cutting plane's bounds, and a
 * trace changes no result. */
#include "lib/check.h"
#include "lib/draw.h"
#include "lib/make.h"

#include "compare/compare.h"
#include "math/pose.h"

#include <stdlib.h>
#include <string.h>

static const double identity[7] = {0, 0, 0, 0, 0, 0, 1};

static double lattice(double spread) {
    return floor(random_between(-spread, spread + 1.0));
}

/* Draws lattice points, flattened along some axes, with a centre that may be close to a facet. */
static gd_shape* random_lattice(void) {
    double record[6 + 3 + 3 * 30];
    const double thin[] = {1.0, 1.0, 1e-3, 1e-7, 1e-10};
    gd_shape* shape = NULL;
    while (!shape) {
        memset(record, 0, sizeof record);
        record[0] = GD_KIND_HULL;
        size_t at = GD_RECORD_PARAMETERS;
        const double y = thin[(int)random_between(0.0, 5.0)],
                     z = thin[(int)random_between(0.0, 5.0)];
        const int count = 4 + (int)random_between(0.0, 26.0);
        const bool exact = random_next() < 0.7;
        for (int i = 0; i < count; i++) {
            record[at++] = exact ? lattice(2.0) : random_between(-2.0, 2.0);
            record[at++] = y * (exact ? lattice(2.0) : random_between(-2.0, 2.0));
            record[at++] = z * (exact ? lattice(2.0) : random_between(-2.0, 2.0));
        }
        gd_shape_create(record, at, &shape);
    }
    return shape;
}

static gd_shape* random_solid(void) {
    const gd_kind kinds[] = {
        GD_KIND_SPHERE,  GD_KIND_ELLIPSOID, GD_KIND_BOX,         GD_KIND_CAPSULE,
        GD_KIND_CONE,    GD_KIND_CYLINDER,  GD_KIND_HULL,        GD_KIND_FRUSTUM,
        GD_KIND_DSF,     GD_KIND_SUM,       GD_KIND_TRANSFORMED, GD_KIND_CUSTOM,
        GD_KIND_SEGMENT, GD_KIND_TRIANGLE,  GD_KIND_POINT,       GD_KIND_DSF};
    if (random_next() < 0.4) return random_lattice();
    drawn shape;
    draw_shape(kinds[(int)random_between(0.0, 16.0)], random_next() < 0.2 ? 1e-4 : 1.0, &shape);
    return shape.shape;
}

static void random_place(double pose[7]) {
    const double spread = random_next() < 0.2 ? 1e-5 : 3.0;
    draw_pose(3, spread, random_next() < 0.4, pose);
    if (random_next() < 0.4)
        for (int i = 0; i < 3; i++)
            pose[i] = lattice(3.0);
}

/* How much rounding may change a bound, relative. Positions and sizes are accurate to the last
 * digit. Their error counts relative to the smaller of two lengths: the pair's width along the
 * normal, and the centres' distance along it, which is r->upper times that width. */
static double rounding(const gd_shape* a, const double* pose_a, const gd_shape* b,
                       const double* pose_b, const gd_growth_result* r) {
    const gd_shape* shapes[2] = {a, b};
    const double* poses[2] = {pose_a, pose_b};
    double size = 0.0, width = 0.0;
    for (int k = 0; k < 2; k++) {
        gd_shape_info info;
        gd_shape_describe(shapes[k], &info);
        size += info.bound_radius;
        frame3 frame;
        CHECK(frame_of_pose(poses[k], 3, &frame));
        const vec3 n = scale3(k ? -1.0 : 1.0, load3(r->normal));
        double along[3], s[3];
        store3(along, inv_rotate(&frame.rotation, n));
        CHECK(gd_shape_support(shapes[k], along, s) == GD_STATUS_OPTIMAL);
        width += dot3(load3(along), sub3(load3(s), load3(info.center)));
        for (int i = 0; i < 3; i++)
            size += fabs(poses[k][i]) + fabs(info.center[i]);
    }
    return 1e-12 + 0x1p-45 * size / (width * fmin(1.0, r->upper));
}

static void test_no_method_contradicts_the_cutting_plane(void) {
    gd_trace* trace = calloc(sizeof *trace / 8 + 6000, 8);
    random_seed(91);
    for (int i = 0; i < 1500; i++) {
        gd_shape *a = random_solid(), *b = random_solid();
        double pose_a[7], pose_b[7];
        random_place(pose_a);
        random_place(pose_b);
        gd_growth_result ours, theirs, traced;
        const gd_status known =
            gd_growth_distance(&(gd_query){a, pose_a, b, pose_b, NULL, NULL}, &ours);
        gd_settings settings = {.tolerance = random_next() < 0.4 ? 1e-15 : 0x1p-26,
                                .max_iterations = random_next() < 0.2 ? 4.0 : 300.0};
        for (int method = GD_METHOD_IE; method <= GD_METHOD_DCOL; method++) {
            settings.method = method;
            settings.trace = 0.0;
            const gd_status status = gd_compare_growth_distance(
                &(gd_query){a, pose_a, b, pose_b, &settings, NULL}, &theirs);
            CHECK((double)status == theirs.status);
            CHECK(status >= 0 || status == GD_ERROR_UNDEFINED);
            if (status >= 0 && known >= 0) {
                CHECK(theirs.lower >= 0.0 && theirs.lower <= theirs.upper);
                const double slack = 1.0 + fmax(rounding(a, pose_a, b, pose_b, &ours),
                                                rounding(a, pose_a, b, pose_b, &theirs));
                CHECK(theirs.lower <= ours.upper * slack);
                CHECK(ours.lower <= theirs.upper * slack);
            }
            if (i % 4 != 0) continue;
            trace->capacity = 6000.0;
            settings.trace = (double)(uintptr_t)trace;
            gd_compare_growth_distance(&(gd_query){a, pose_a, b, pose_b, &settings, NULL}, &traced);
            CHECK(memcmp(&theirs, &traced, sizeof traced) == 0);
            CHECK(status < 0 || trace->iterates > 0.0);
        }
        gd_shape_destroy(a);
        gd_shape_destroy(b);
    }
    free(trace);
}

static void test_comparisons_refuse_what_they_do_not_know(void) {
    const double half[10] = {GD_KIND_HALFSPACE, 0, 0, 0, 0, 0, 0, 1, 0, 0};
    const double circle[7] = {GD_KIND_CIRCLE, 0, 0, 0, 0, 0, 1};
    const double up[7] = {0, 3, 0, 0, 0, 0, 1}, nowhere[7] = {NOT_A_NUMBER, 0, 0, 0, 0, 0, 1};
    gd_shape *ball = make_sphere(1), *ground = make(half, 10), *flat = make(circle, 7);
    gd_growth_result r;
    for (int method = GD_METHOD_IE; method <= GD_METHOD_DCOL; method++) {
        gd_settings settings = {.tolerance = 1e-6, .max_iterations = 100, .method = method};
        const gd_settings* s = &settings;
#define COMPARED(a, p, b, q) gd_compare_growth_distance(&(gd_query){a, p, b, q, s, NULL}, &r)
        CHECK(COMPARED(ball, identity, ground, identity) == GD_ERROR_UNDEFINED);
        CHECK(COMPARED(ground, identity, ball, identity) == GD_ERROR_UNDEFINED);
        CHECK(COMPARED(flat, identity, flat, up) == GD_ERROR_UNDEFINED);
        CHECK(COMPARED(ball, identity, flat, up) == GD_ERROR_DIMENSION);
        CHECK(r.status == GD_ERROR_DIMENSION && r.value == 0.0);
        const gd_status posed = COMPARED(ball, nowhere, ball, up);
        CHECK(posed == (method == GD_METHOD_INC ? GD_ERROR_UNDEFINED : GD_ERROR_POSE));
        gd_shape* box = make_box(1, 1, 1);
        CHECK(COMPARED(box, identity, box, nowhere) == GD_ERROR_POSE);
        gd_shape_destroy(box);
        settings.tolerance = 2.0;
        CHECK(COMPARED(ball, identity, ball, up) == GD_ERROR_SETTINGS);
    }
    gd_settings settings = {.tolerance = 1e-6, .max_iterations = 100};
    const gd_settings* s = &settings;
    CHECK(COMPARED(ball, identity, ball, up) == GD_STATUS_OPTIMAL); /* valid settings */
    CHECK_NEAR(r.value, 1.5, 1e-6);
    s = NULL;
    CHECK(COMPARED(ball, identity, ball, up) == GD_STATUS_OPTIMAL);
    s = &settings;
    settings.method = GD_METHOD_DCOL + 1;
    CHECK(COMPARED(ball, identity, ball, up) == GD_ERROR_SETTINGS);
#undef COMPARED
    gd_shape_destroy(ball);
    gd_shape_destroy(ground);
    gd_shape_destroy(flat);
}

TEST(compare_any) {
    test_no_method_contradicts_the_cutting_plane();
    test_comparisons_refuse_what_they_do_not_know();
}
