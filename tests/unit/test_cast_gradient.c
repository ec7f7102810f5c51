/* Derivatives of the time of a cast: against finite differences for all pairs of shape types, and
 * where there are none. */
#include "lib/check.h"
#include "lib/differences.h"
#include "lib/draw.h"
#include "lib/make.h"

#include "growth_distance.h"
#include "math/vec.h"

#include <string.h>

/* ---- finite differences ---------------------------------------------------------------------- */

/* A scene whose 15 numbers can be moved: the columns of both poses, then the displacement. */
typedef struct scene {
    const gd_shape *a, *b;
    int dimension;
    double pose_a[7], pose_b[7];
    gd_cast cast;
} scene;

static scene scene_moved(const scene* s, int j, double by) {
    scene moved = *s;
    if (j < 6)
        differences_move(s->pose_a, s->dimension, j, by, moved.pose_a);
    else if (j < 12)
        differences_move(s->pose_b, s->dimension, j - 6, by, moved.pose_b);
    else
        moved.cast.displacement[j - 12] += by;
    return moved;
}

/* The middle of tight bounds of the time; not a number on a miss. */
static double scene_time(const scene* s) {
    const gd_settings tight = {.tolerance = 1e-14, .max_iterations = 2000};
    gd_cast_result r;
    gd_cast_shape(&(gd_query){s->a, s->pose_a, s->b, s->pose_b, &tight, NULL}, &s->cast, &r);
    return r.status >= 0.0 && r.hit == 1.0 ? 0.5 * (r.lower + r.upper) : NOT_A_NUMBER;
}

static double scene_difference(const scene* s, int j, double step) {
    const scene low = scene_moved(s, j, -step), high = scene_moved(s, j, step);
    return (scene_time(&high) - scene_time(&low)) / (2.0 * step);
}

/* Columns of 2D scenes that do not exist. */
static bool scene_skips(const scene* s, int j) {
    return s->dimension == 2 && (j == 14 || (j < 12 && j % 6 >= 2 && j % 6 <= 4));
}

/* The largest error of the derivatives, relative to the largest of them. Each column takes the best
 * of several steps: near kinks a long step is wrong, and a short one rounds. */
static double scene_error(const scene* s, const gd_cast_gradient_result* r) {
    const double steps[] = {1e-3, 1e-4, 1e-5, 1e-6, 1e-7};
    double row[15], size = 0.0, error = 0.0;
    memcpy(row, r->gradient, sizeof r->gradient);
    memcpy(row + 12, r->displacement, sizeof r->displacement);
    for (int j = 0; j < 15; j++)
        size = fmax(size, fabs(row[j]));
    for (int j = 0; j < 15; j++) {
        if (scene_skips(s, j)) {
            CHECK(row[j] == 0.0);
            continue;
        }
        double best = INFINITE;
        for (size_t k = 0; k < LENGTH(steps); k++)
            best = fmin(best, fabs(scene_difference(s, j, steps[k]) - row[j]));
        error = fmax(error, best / size);
    }
    return error;
}

/* Random poses, and a displacement that leads B to a point near A. */
static void scene_draw(scene* s, const drawn* a, const drawn* b, bool aligned) {
    s->a = a->shape;
    s->b = b->shape;
    draw_pose(s->dimension, 1.0, aligned, s->pose_a);
    draw_pose(s->dimension, 5.0, aligned, s->pose_b);
    s->pose_b[0] += 6.0;
    for (int i = 0; i < 3; i++)
        s->cast.displacement[i] =
            i < s->dimension ? s->pose_a[i] - s->pose_b[i] + random_between(-1.0, 1.0) : 0.0;
    s->cast.min_time = 0.0;
    s->cast.max_time = 2.0;
    s->cast.target = random_next() < 0.3 ? random_between(0.0, 0.5) : 0.0;
}

static const gd_kind SPACE[] = {
    GD_KIND_SPHERE,    GD_KIND_ELLIPSOID,   GD_KIND_BOX,     GD_KIND_CAPSULE,
    GD_KIND_CYLINDER,  GD_KIND_CONE,        GD_KIND_FRUSTUM, GD_KIND_HULL,
    GD_KIND_HALFSPACE, GD_KIND_POINT,       GD_KIND_SEGMENT, GD_KIND_TRIANGLE,
    GD_KIND_DSF,       GD_KIND_TRANSFORMED, GD_KIND_SUM,     GD_KIND_CUSTOM,
};
static const gd_kind PLANE[] = {
    GD_KIND_CIRCLE,       GD_KIND_ELLIPSE, GD_KIND_RECTANGLE, GD_KIND_POLYGON,   GD_KIND_STADIUM,
    GD_KIND_HALFPLANE,    GD_KIND_POINT2,  GD_KIND_SEGMENT2,  GD_KIND_TRIANGLE2, GD_KIND_DSF2,
    GD_KIND_TRANSFORMED2, GD_KIND_SUM2,    GD_KIND_CUSTOM2,
};

typedef struct tally {
    int hits, unique;
} tally;

static void check_pair(int dimension, gd_kind kind_a, gd_kind kind_b, tally* t) {
    drawn a, b;
    draw_shape(kind_a, 1.0, &a);
    draw_shape(kind_b, 1.0, &b);
    scene s = {.dimension = dimension};
    scene_draw(&s, &a, &b, false);
    gd_cast_gradient_result r;
    gd_cast_result plain;
    const gd_query query = {s.a, s.pose_a, s.b, s.pose_b, NULL, NULL};
    const gd_status status = gd_cast_gradient(&query, &s.cast, &r);
    CHECK(gd_cast_shape(&query, &s.cast, &plain) == status);
    CHECK(status < 0 || memcmp(&plain, &r.result, sizeof plain) == 0);
    if (status == GD_STATUS_OPTIMAL && r.result.hit == 1.0) {
        t->hits++;
        t->unique += r.unique == 1.0;
        if (r.unique == 1.0) CHECK(scene_error(&s, &r) < 1e-6);
    }
    gd_shape_destroy(a.shape);
    gd_shape_destroy(b.shape);
}

/* The poses are arbitrary, so nearly every contact is unique. */
static void test_derivatives_agree_with_finite_differences(void) {
    tally t = {0, 0};
    for (int k = 0; k < 2; k++) {
        for (size_t i = 0; i < LENGTH(SPACE); i++)
            for (size_t j = 0; j < LENGTH(SPACE); j++)
                check_pair(3, SPACE[i], SPACE[j], &t);
        for (size_t i = 0; i < LENGTH(PLANE); i++)
            for (size_t j = 0; j < LENGTH(PLANE); j++)
                check_pair(2, PLANE[i], PLANE[j], &t);
    }
    CHECK(t.hits > 500 && t.unique >= t.hits - t.hits / 100);
}

/* ---- known values ---------------------------------------------------------------------------- */

static const double HERE[7] = {0, 0, 0, 0, 0, 0, 1};

static gd_cast_gradient_result ask(const gd_shape* a, const gd_shape* b, const double* pose_b,
                                   gd_cast cast) {
    gd_cast_gradient_result r;
    CHECK(gd_cast_gradient(&(gd_query){a, HERE, b, pose_b, NULL, NULL}, &cast, &r) >= 0);
    return r;
}

/* Two balls on a line: t = (5 - 2) / 6, and each unit that B moves costs 1 / 6. */
static void test_two_balls(void) {
    gd_shape* ball = make_sphere(1.0);
    const double there[7] = {5, 0, 0, 0, 0, 0, 1};
    const gd_cast cast = {{-6, 0, 0}, 0.0, 1.0, 0.0};
    const gd_cast_gradient_result r = ask(ball, ball, there, cast);
    CHECK(r.unique == 1.0);
    for (int i = 0; i < 12; i++)
        CHECK_NEAR(r.gradient[i], i == 0 ? -1.0 / 6.0 : i == 6 ? 1.0 / 6.0 : 0.0, 1e-14);
    CHECK_NEAR(r.displacement[0], 0.5 / 6.0, 1e-14);
    CHECK_NEAR(r.displacement[1], 0.0, 1e-14);
    gd_shape_destroy(ball);
}

/* Faces on faces have many contacts, and a corner on a corner has many normals. A ball has one of
 * each, also at a corner: the normal then leads from the corner to the ball's centre. */
static void test_what_is_not_unique(void) {
    gd_shape *cube = make_box(1, 1, 1), *ball = make_sphere(0.5), *point = make_sphere(1e-3);
    const gd_cast across = {{-4, 0, 0}, 0.0, 1.0, 0.0}, slope = {{-4, -4, -4}, 0.0, 1.0, 0.0};
    const double level[7] = {4, 0.5, 0.25, 0, 0, 0, 1}, corner[7] = {4, 4, 4, 0, 0, 0, 1};
    const double along[7] = {4, 0.2, 0.1, 0, 0, 0, 1};
    CHECK(ask(cube, cube, level, across).unique == 0.0);
    CHECK_NEAR(ask(cube, cube, level, across).gradient[6], 0.25, 1e-12);
    CHECK(ask(cube, cube, corner, slope).unique == 0.0);
    CHECK(ask(cube, ball, along, across).unique == 1.0);
    CHECK(ask(cube, ball, corner, slope).unique == 1.0);
    CHECK(ask(cube, point, corner, slope).unique == 1.0);
    gd_cast near = slope;
    near.target = 0.1;
    CHECK(ask(cube, cube, corner, near).unique == 1.0); /* the target rounds the corner */
    gd_cast ends = across;
    ends.max_time = 0.625; /* ball and cube touch at this time */
    const gd_cast_gradient_result last = ask(cube, ball, along, ends);
    CHECK(last.result.hit == 0.0 || last.unique == 0.0);
    gd_shape_destroy(cube);
    gd_shape_destroy(ball);
    gd_shape_destroy(point);
}

static void check_constant(gd_cast_gradient_result r, double hit, double unique) {
    CHECK(r.result.hit == hit);
    CHECK(r.unique == unique);
    for (int i = 0; i < 15; i++)
        CHECK((&r.unique)[1 + i] == 0.0);
}

/* A miss and an overlap have the gradient 0, and are unique if they stay so nearby. */
static void test_constant_times(void) {
    const double ground[10] = {GD_KIND_HALFSPACE, 0, 0, 0, 0, 0, 1, 0, 0, 0};
    gd_shape *ball = make_sphere(1.0), *box = make_box(1, 1, 1), *half = make(ground, 10);
    const double far[7] = {5, 0, 0, 0, 0, 0, 1}, touching[7] = {2, 0, 0, 0, 0, 0, 1},
                 inside[7] = {1, 0, 0, 0, 0, 0, 1}, above[7] = {5, 2, 0, 0, 0, 0, 1};
    const gd_shape* fixed[3] = {ball, box, half};
    for (int i = 0; i < 3; i++) {
        const gd_shape* a = fixed[i];
        const double x = i == 2 ? 1.0 : 0.0; /* the half-space ends at 0, the others at 1 */
        const double touch[7] = {touching[0] - x, 0, 0, 0, 0, 0, 1};
        const double deep[7] = {inside[0] - x, 0, 0, 0, 0, 0, 1};
        check_constant(ask(a, ball, far, (gd_cast){{1, 0, 0}, 0, 1, 0}), 0, 1);
        check_constant(ask(a, ball, far, (gd_cast){{1, 0, 0}, 0, INFINITE, 0}), 0, 1);
        check_constant(ask(a, ball, far, (gd_cast){{-1, 0, 0}, 0, 1, 0}), 0, 1);
        check_constant(ask(a, ball, far, (gd_cast){{0, 0, 0}, 0, 1, 0}), 0, 1);
        check_constant(ask(a, ball, far, (gd_cast){{0, 0, 0}, 0, INFINITE, 0}), 0, 0);
        check_constant(ask(a, ball, deep, (gd_cast){{-1, 0, 0}, 0, 1, 0}), 1, 1);
        check_constant(ask(a, ball, deep, (gd_cast){{0, 0, 0}, 0, 1, 0}), 1, 1);
        check_constant(ask(a, ball, touch, (gd_cast){{-1, 0, 0}, 0, 1, 0}), 1, 0);
        check_constant(ask(a, ball, touch, (gd_cast){{-1, 0, 0}, 0, 1, 1}), 1, 1);
    }
    /* a ball that passes the box at the distance 0, or at a greater one */
    const gd_cast passing = {{-9, 0, 0}, 0, 1, 0}, endless = {{-9, 0, 0}, -INFINITE, INFINITE, 0};
    const double clear[7] = {5, 2.5, 0, 0, 0, 0, 1};
    const gd_cast_gradient_result tangent = ask(box, ball, above, passing);
    CHECK(tangent.unique == 0.0); /* the time of a tangent line has no derivative */
    check_constant(ask(box, ball, clear, passing), 0, 1);
    check_constant(ask(box, ball, clear, endless), 0, 1);
    check_constant(ask(half, ball, inside, (gd_cast){{1, 0, 0}, -INFINITE, 1, 0}), 1, 1);
    gd_shape_destroy(ball);
    gd_shape_destroy(box);
    gd_shape_destroy(half);
}

/* In another unit of length times stay, so derivatives by lengths are divided by the unit. */
static void test_derivatives_do_not_depend_on_the_unit(void) {
    const double units[] = {1.0, 0x1p-230, 0x1p-90, 0x1p90, 0x1p230};
    gd_cast_gradient_result first;
    memset(&first, 0, sizeof first);
    for (int i = 0; i < 5; i++) {
        const double u = units[i];
        const double cone[] = {GD_KIND_CONE, 0, 0, 0, 0, 0, 2 * u, u};
        const double box[] = {GD_KIND_BOX, 0.1 * u, 0, 0, 0, 0, u, 2 * u, 3 * u};
        gd_shape *a = make(cone, 8), *b = make(box, 9);
        const double pose_a[7] = {0, 0, 0, 0.1, 0.2, 0.3, 0.9};
        const double pose_b[7] = {7 * u, 4 * u, 2 * u, -0.3, 0.2, 0.1, 0.8};
        const gd_cast cast = {{-7 * u, -4 * u, -2 * u}, 0.0, 1.0, 0.01 * u};
        gd_cast_gradient_result r;
        CHECK(gd_cast_gradient(&(gd_query){a, pose_a, b, pose_b, NULL, NULL}, &cast, &r) == 0);
        CHECK(r.unique == 1.0);
        if (i == 0) first = r;
        for (int k = 0; k < 12; k++)
            CHECK_NEAR(r.gradient[k] * (k % 6 < 3 ? u : 1.0), first.gradient[k], 1e-12);
        for (int k = 0; k < 3; k++)
            CHECK_NEAR(r.displacement[k] * u, first.displacement[k], 1e-12);
        gd_shape_destroy(a);
        gd_shape_destroy(b);
    }
}

/* Far too slow or too fast motions, and poses at the limits: every number is finite. */
static void test_derivatives_are_finite(void) {
    gd_shape *ball = make_sphere(1e-60), *egg = make_ball(1e60);
    for (int i = 0; i < 200; i++) {
        const double speed = pow(10.0, random_between(-149.0, 149.0));
        double pose[7] = {random_tiny(500.0) * 1e149, random_fine(3), random_fine(3), 0, 0, 0, 1};
        const gd_cast cast = {{pose[0] > 0 ? -speed : speed, random_fine(100), 0},
                              -INFINITE,
                              INFINITE,
                              i % 2 ? 0.0 : 1e-3};
        const gd_query query = {i % 3 ? ball : egg, HERE, i % 5 ? ball : egg, pose, NULL, NULL};
        gd_cast_gradient_result r;
        gd_cast_gradient(&query, &cast, &r);
        CHECK(r.unique == 0.0 || r.unique == 1.0);
        for (int k = 0; k < 15; k++)
            CHECK(fabs((&r.unique)[1 + k]) < INFINITE);
    }
    gd_shape_destroy(ball);
    gd_shape_destroy(egg);
}

static void check_refused(const gd_query* query, const gd_cast* cast, gd_status error) {
    gd_cast_gradient_result r;
    memset(&r, 0xff, sizeof r);
    CHECK(gd_cast_gradient(query, cast, &r) == error);
    CHECK(r.result.status == (double)error);
    for (size_t i = 1; i < sizeof r / sizeof(double); i++)
        CHECK((&r.result.status)[i] == 0.0);
}

static void test_a_refused_cast_has_no_derivatives(void) {
    const double disc[7] = {GD_KIND_CIRCLE, 0, 0, 0, 0, 0, 1};
    gd_shape *a = make_sphere(1.0), *b = make(disc, 7);
    const gd_cast cast = {{1, 0, 0}, 0, 1, 0}, wrong = {{1, 0, 0}, 0, 1, -1};
    const double none[7] = {0};
    check_refused(&(gd_query){a, HERE, b, HERE, NULL, NULL}, &cast, GD_ERROR_DIMENSION);
    check_refused(&(gd_query){a, HERE, a, none, NULL, NULL}, &cast, GD_ERROR_POSE);
    check_refused(&(gd_query){a, HERE, a, HERE, NULL, NULL}, &wrong, GD_ERROR_MOTION);
    gd_shape_destroy(a);
    gd_shape_destroy(b);
}

TEST(cast_gradient) {
    test_two_balls();
    test_what_is_not_unique();
    test_constant_times();
    test_derivatives_do_not_depend_on_the_unit();
    test_derivatives_are_finite();
    test_a_refused_cast_has_no_derivatives();
    test_derivatives_agree_with_finite_differences();
}
