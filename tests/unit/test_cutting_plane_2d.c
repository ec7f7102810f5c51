/* Growth distance in 2D by cutting planes and Newton's steps. For parallel rectangles and for
 * similar ellipses it is a formula. Every other answer has a certificate, checked from the
 * definition of the shapes in extended precision. The bounds enclose the true value after any
 * number of steps. Newton's steps save support calls for smooth shapes. */
#include "lib/certified.h"
#include "lib/check.h"
#include "lib/draw.h"
#include "lib/make.h"

#include "growth/growth.h"

static const double HERE[3] = {0, 0, 0};

static gd_settings settings_of(gd_method method, double max_iterations) {
    return (gd_settings){.tolerance = 1e-9, .max_iterations = max_iterations, .method = method};
}

static gd_shape* make_pair_of_sizes(gd_kind kind, double x, double y) {
    const double record[8] = {kind, 0, 0, 0, 0, 0, x, y};
    return make(record, 8);
}

/* C is a rectangle whose half extents are the sums of both: the ray leaves it through the first
 * side. */
static void test_parallel_rectangles(void) {
    const gd_method methods[] = {GD_METHOD_AUTO, GD_METHOD_CUTTING_PLANE, GD_METHOD_NEWTON};
    for (int i = 0; i < 300; i++) {
        double half[2][2], at[2], sigma = 0.0;
        for (int k = 0; k < 2; k++) {
            half[0][k] = random_between(0.3, 2.0);
            half[1][k] = random_between(0.3, 2.0);
            at[k] = random_between(-6.0, 6.0);
            sigma = fmax(sigma, fabs(at[k]) / (half[0][k] + half[1][k]));
        }
        const double angle = random_between(-3.0, 3.0), c = cos(angle), s = sin(angle);
        const double pose_a[3] = {1, 2, angle};
        const double pose_b[3] = {1 + c * at[0] - s * at[1], 2 + s * at[0] + c * at[1], angle};
        gd_shape* a = make_pair_of_sizes(GD_KIND_RECTANGLE, half[0][0], half[0][1]);
        gd_shape* b = make_pair_of_sizes(GD_KIND_RECTANGLE, half[1][0], half[1][1]);
        const gd_settings settings = settings_of(methods[i % 3], 100.0);
        const gd_query query = {a, pose_a, b, pose_b, &settings, NULL};
        gd_growth_result r;
        CHECK(gd_growth2(&query, &r) == GD_STATUS_OPTIMAL);
        CHECK_NEAR(r.value, sigma, 1e-9 * sigma);
        CHECK(r.lower <= sigma * (1.0 + 1e-14) && sigma <= r.upper * (1.0 + 1e-14));
        CHECK((r.iterations == 0.0) == (i % 3 == 0)); /* this method has a closed form */
        CHECK(r.normal[2] == 0.0 && r.point_a[2] == 0.0 && r.contact[2] == 0.0);
        gd_collision_result hit;
        CHECK(gd_collide2(&query, &hit) == GD_STATUS_OPTIMAL);
        CHECK((hit.colliding == 1.0) == (sigma <= 1.0));
        CHECK(hit.lower <= sigma * (1.0 + 1e-14) && sigma <= hit.upper * (1.0 + 1e-14));
        gd_shape_destroy(a);
        gd_shape_destroy(b);
    }
}

/* C of two similar ellipses is an ellipse, in whose norm the growth distance is the length of the
 * vector between the centres. */
static void test_any_number_of_steps(void) {
    gd_shape* a = make_pair_of_sizes(GD_KIND_ELLIPSE, 2, 1);
    gd_shape* b = make_pair_of_sizes(GD_KIND_ELLIPSE, 1, 0.5);
    const double pose[3] = {3, 3, 0}, sigma = sqrt(5.0);
    double steps_of[2] = {0.0, 0.0};
    for (int method = 0; method < 2; method++) {
        double lower = 0.0, upper = INFINITE;
        for (int steps = 1; steps < 40; steps++) {
            gd_settings settings =
                settings_of(method ? GD_METHOD_NEWTON : GD_METHOD_CUTTING_PLANE, steps);
            gd_growth_result r;
            const gd_status status = gd_growth2(&(gd_query){a, HERE, b, pose, &settings, NULL}, &r);
            CHECK(status == (r.upper <= r.lower * (1.0 + 1e-9) ? GD_STATUS_OPTIMAL
                                                               : GD_STATUS_MAX_ITERATIONS));
            CHECK(r.iterations <= steps && r.status == (double)status);
            CHECK(status == GD_STATUS_OPTIMAL || r.iterations == steps);
            CHECK(r.lower <= sigma * (1.0 + 1e-14) && sigma <= r.upper * (1.0 + 1e-14));
            CHECK(r.lower >= lower && r.upper <= upper);
            lower = r.lower;
            upper = r.upper;
            steps_of[method] = r.iterations;
        }
        CHECK(upper - lower <= 1e-8);
    }
    CHECK(steps_of[1] < 0.8 * steps_of[0]);
    gd_shape_destroy(a);
    gd_shape_destroy(b);
}

static double warm_steps, cold_steps; /* of the second of two queries */

static void check_pair(const posed set[2], gd_query query) {
    const certified answer = certified_growth(gd_growth2, set, query);
    warm_steps += answer.warm;
    cold_steps += 2.0 * answer.cold;
    certified_collision(gd_collide2, set, query, answer.value);
}

static void test_every_shape_type(void) {
    static const gd_kind kinds[] = {GD_KIND_CIRCLE,  GD_KIND_ELLIPSE,      GD_KIND_RECTANGLE,
                                    GD_KIND_POLYGON, GD_KIND_STADIUM,      GD_KIND_TRIANGLE2,
                                    GD_KIND_DSF2,    GD_KIND_TRANSFORMED2, GD_KIND_SUM2};
    static const gd_method methods[] = {GD_METHOD_AUTO, GD_METHOD_CUTTING_PLANE};
    const int count = (int)LENGTH(kinds);
    for (int i = 0; i < 4 * count * count; i++) {
        drawn shape[2];
        posed set[2];
        double pose[2][7];
        /* two triangles count as flat */
        if (i % (count * count) == 5 * count + 5) continue;
        draw_shape(kinds[i % count], 1.0, &shape[0]);
        draw_shape(kinds[i / count % count], 1.0, &shape[1]);
        for (int k = 0; k < 2; k++) {
            draw_pose(2, 4.0, false, pose[k]);
            posed_make(&set[k], shape[k].record, shape[k].length, pose[k], shape[k].shape);
        }
        const gd_settings settings = settings_of(methods[i / (count * count) % 2], 200.0);
        check_pair(set,
                   (gd_query){shape[0].shape, pose[0], shape[1].shape, pose[1], &settings, NULL});
        gd_shape_destroy(shape[0].shape);
        gd_shape_destroy(shape[1].shape);
    }
    CHECK(warm_steps < 0.25 * cold_steps);
}

/* Counts the support calls of a method for random pairs of an ellipse and another shape. */
static double count_steps(gd_method method, gd_kind kind) {
    double steps = 0.0;
    random_seed(5);
    for (int i = 0; i < 200; i++) {
        double pose[2][7];
        drawn shape[2];
        draw_shape(GD_KIND_ELLIPSE, 1.0, &shape[0]);
        draw_shape(kind, 1.0, &shape[1]);
        draw_pose(2, 6.0, false, pose[0]);
        draw_pose(2, 6.0, false, pose[1]);
        gd_settings settings = settings_of(method, 200.0);
        settings.tolerance = 1e-12;
        const gd_query query = {shape[0].shape, pose[0], shape[1].shape, pose[1], &settings, NULL};
        gd_growth_result r;
        CHECK(gd_growth2(&query, &r) >= 0);
        steps += r.iterations;
        gd_shape_destroy(shape[0].shape);
        gd_shape_destroy(shape[1].shape);
    }
    return steps;
}

static void test_newton_saves_steps(void) {
    const double cut = count_steps(GD_METHOD_CUTTING_PLANE, GD_KIND_ELLIPSE);
    const double newton = count_steps(GD_METHOD_NEWTON, GD_KIND_ELLIPSE);
    const double cut_corners = count_steps(GD_METHOD_CUTTING_PLANE, GD_KIND_POLYGON);
    const double newton_corners = count_steps(GD_METHOD_NEWTON, GD_KIND_POLYGON);
    CHECK(newton < 0.22 * cut);
    CHECK(newton_corners < 0.55 * cut_corners);
}

static void test_rows(void) {
    gd_shape* a = make_pair_of_sizes(GD_KIND_ELLIPSE, 2, 1);
    gd_shape* b = make_pair_of_sizes(GD_KIND_RECTANGLE, 1, 0.5);
    const double pose[3] = {3, 2, 0.5};
    const gd_settings settings = settings_of(GD_METHOD_CUTTING_PLANE, 100.0);
    const gd_query query = {a, HERE, b, pose, &settings, NULL};
    CHECK(certified_trace(gd_growth2, query).iterations > 3.0);
    gd_shape_destroy(a);
    gd_shape_destroy(b);
}

/* Two flat shapes and invalid poses are refused. Coincident centres need no growth. */
static void test_refusals_and_coincident_centers(void) {
    const double line[10] = {GD_KIND_SEGMENT2, 0, 0, 0, 0, 0, -1, 0, 1, 0};
    const double none[3] = {0, 0, NOT_A_NUMBER}, away[3] = {9, 0, 0};
    gd_shape *disk = make_pair_of_sizes(GD_KIND_ELLIPSE, 1, 2), *segment = make(line, 10);
    const gd_settings settings = settings_of(GD_METHOD_AUTO, 100.0);
    gd_growth_result r;
    gd_collision_result c;
    const gd_query thin = {segment, HERE, segment, away, &settings, NULL};
    CHECK(gd_growth2(&thin, &r) == GD_ERROR_UNDEFINED);
    CHECK(gd_collide2(&thin, &c) == GD_ERROR_UNDEFINED);
    const gd_query lost = {disk, HERE, segment, none, &settings, NULL};
    CHECK(gd_growth2(&lost, &r) == GD_ERROR_POSE && gd_collide2(&lost, &c) == GD_ERROR_POSE);
    const gd_query same = {disk, away, disk, away, &settings, NULL};
    CHECK(gd_growth2(&same, &r) == GD_STATUS_COINCIDENT);
    CHECK(r.value == 0.0 && r.lower == 0.0 && r.upper == 0.0);
    /* the bounding balls are separated: no step */
    const gd_query far = {disk, HERE, segment, away, &settings, NULL};
    CHECK(gd_collide2(&far, &c) == GD_STATUS_OPTIMAL);
    CHECK(c.colliding == 0.0 && c.iterations == 0.0);
    CHECK_NEAR(c.lower, 3.0, 1e-11);
    gd_shape_destroy(disk);
    gd_shape_destroy(segment);
}

TEST(cutting_plane_2d) {
    test_parallel_rectangles();
    test_any_number_of_steps();
    test_every_shape_type();
    test_newton_saves_steps();
    test_rows();
    test_refusals_and_coincident_centers();
}
