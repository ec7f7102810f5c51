/* The queries of boxes, capsules and balls by closed forms. Every answer has a certificate, checked
 * from the definition of the shapes in extended precision. The depth of parallel boxes and the
 * signed distance of a ball and a box are known. Pairs without a closed form must be left to the
 * solvers. */
#include "lib/check.h"
#include "lib/make.h"

#include "closed/boxes.h"
#include "proof/certify.h"

#include <string.h>

static const gd_settings DEFAULTS = {
    .tolerance = GD_DEFAULT_TOLERANCE, .max_iterations = 100.0, .simplex = 1.0};
static const double HERE[7] = {0, 0, 0, 0, 0, 0, 1};

/* The results of the gap; false if there is no closed form. */
#define FROM_GAP(name, goal, type)                                                                 \
    static bool name##_boxes(const gd_query* query, type* out) {                                   \
        core_gap gap;                                                                              \
        return gd_boxes_gap(query, goal, &gap) && gd_gap_##name(query, &gap, out) >= 0;            \
    }
FROM_GAP(distance, GAP_DISTANCE, gd_distance_result)
FROM_GAP(penetration, GAP_DEPTH, gd_penetration_result)
FROM_GAP(signed, GAP_SIGNED, gd_signed_result)
FROM_GAP(collide, GAP_DISTANCE, gd_collision_result)

typedef struct body {
    double record[9], pose[7];
    size_t length;
    gd_shape* shape;
    posed posed;
} body;

enum { BALL, ROD, BOX, ROUNDED_BOX, TYPES };

static void draw_body(body* x, int type, int dimension, double reach) {
    static const gd_kind kinds[2][3] = {{GD_KIND_CIRCLE, GD_KIND_STADIUM, GD_KIND_RECTANGLE},
                                        {GD_KIND_SPHERE, GD_KIND_CAPSULE, GD_KIND_BOX}};
    memset(x->record, 0, sizeof x->record);
    x->record[0] = kinds[dimension - 2][type == ROUNDED_BOX ? BOX : type];
    if (type == ROUNDED_BOX) x->record[1] = random_between(0.1, 0.5);
    x->length = type == BALL ? 7 : type == ROD ? 8 : (size_t)(6 + dimension);
    for (size_t k = 6; k < x->length; k++)
        x->record[k] = random_between(0.3, 2.0);
    for (int k = 0; k < 7; k++)
        x->pose[k] = (k < 3 ? reach : 1.0) * random_between(-1.0, 1.0);
    x->record[2] = random_next() < 0.5 ? 1.0 : 0.0; /* a centre away from the middle */
    for (int k = 3; k < 3 + dimension; k++)
        x->record[k] = random_between(-0.2, 0.2);
    x->shape = make(x->record, x->length);
    posed_make(&x->posed, x->record, x->length, x->pose, x->shape);
}

/* Counts the pairs with a closed form, by query. Nearest points need a line; growth needs an
 * unrounded shape. */
static int answered[5];

static void check_pair(const body* a, const body* b, int type_a, int type_b) {
    const gd_query query = {a->shape, a->pose, b->shape, b->pose, &DEFAULTS, NULL};
    const truth any = {.growth_most = (real)INFINITY,
                       .distance_most = (real)INFINITY,
                       .depth_most = (real)INFINITY};
    const bool line = type_a <= ROD || type_b <= ROD;
    const bool grows = a->shape->dimension == 3 && (line || (type_a == BOX && type_b == BOX));
    worst seen = {0};
    gd_growth_result g;
    const bool grown = gd_growth_boxes(&query, &g);
    if (grown) {
        CHECK_CERTIFIED(certify_growth(&a->posed, &b->posed, &g, 1e-10, &any, &seen));
        CHECK(g.status == GD_STATUS_OPTIMAL && g.iterations == 0.0);
    }
    gd_collision_result c;
    const bool collided = line ? collide_boxes(&query, &c) : gd_collide_boxes(&query, &c);
    if (collided) CHECK_CERTIFIED(certify_collision(&a->posed, &b->posed, &c, &any, &seen));
    if (collided && grown && fabs(g.value - 1.0) > 1e-9) {
        CHECK(c.colliding == (g.value <= 1.0 ? 1.0 : 0.0) && c.status == GD_STATUS_OPTIMAL);
        CHECK(c.lower <= g.upper * (1.0 + 1e-13) && g.lower <= c.upper * (1.0 + 1e-13));
    }
    CHECK(grows || !grown);
    CHECK(!grows || collided);

    gd_distance_result d;
    gd_signed_result s;
    gd_penetration_result p;
    if (line) {
        CHECK(distance_boxes(&query, &d) && signed_boxes(&query, &s));
        CHECK_CERTIFIED(certify_distance(&a->posed, &b->posed, &d, 1e-10, &any, &seen));
        CHECK_CERTIFIED(certify_simplex(&a->posed, &b->posed, &d));
        CHECK_CERTIFIED(
            certify_signed(&a->posed, &b->posed, &s, 1e-10, GD_METHOD_AUTO, &any, &seen));
        CHECK(d.iterations == 0.0 && s.iterations == 0.0 && s.support_calls == 0.0);
        CHECK_NEAR(d.value, fmax(s.value, 0.0), 1e-12);
        CHECK(d.gap == d.value - d.lower && d.gap <= 1e-11 && s.upper - s.lower <= 1e-11);
    }
    const bool deep = penetration_boxes(&query, &p);
    if (deep) {
        CHECK_CERTIFIED(
            certify_depth(&a->posed, &b->posed, &p, 1e-10, GD_METHOD_AUTO, &any, &seen));
        if (line) CHECK_NEAR(p.depth, fmax(-s.value, 0.0), 1e-12);
        CHECK(p.iterations == 0.0 && p.support_calls == 0.0);
        if (collided && c.upper <= 1.0 && p.depth > 1e-9) CHECK(c.colliding == 1.0);
    }
    CHECK(deep || type_a + type_b > 2 * BOX); /* rounded boxes may overlap only by their margins */
    const bool found[5] = {grown, collided, line, line, deep};
    for (int k = 0; k < 5; k++)
        answered[k] += found[k];
}

static void test_every_pair_of_types(void) {
    for (int i = 0; i < 3200; i++) {
        const int dimension = i % 2 ? 3 : 2, type_a = i / 2 % TYPES, type_b = i / 8 % TYPES;
        body a, b;
        draw_body(&a, type_a, dimension, 2.5);
        draw_body(&b, type_b, dimension, 2.5);
        check_pair(&a, &b, type_a, type_b);
        gd_shape_destroy(a.shape);
        gd_shape_destroy(b.shape);
    }
    CHECK(answered[0] > 1200 && answered[1] > 1300); /* 1300 for such a pair of types in 3D */
    CHECK(answered[2] == 2400 && answered[4] > 3000);
}

/* The depth is the sum of both half extents minus the offset, along the axis where this is
 * least. */
static void test_parallel_boxes(void) {
    for (int i = 0; i < 200; i++) {
        double half[2][3], pose[7] = {0, 0, 0, 0, 0, 0, 1}, value = INFINITE;
        for (int k = 0; k < 3; k++) {
            half[0][k] = random_between(0.3, 2.0);
            half[1][k] = random_between(0.3, 2.0);
            pose[k] = random_between(-1.2, 1.2) * (half[0][k] + half[1][k]);
            value = fmin(value, half[0][k] + half[1][k] - fabs(pose[k]));
        }
        gd_shape* a = make_box(half[0][0], half[0][1], half[0][2]);
        gd_shape* b = make_box(half[1][0], half[1][1], half[1][2]);
        gd_settings settings = DEFAULTS;
        gd_penetration_result p;
        const gd_query query = {a, HERE, b, pose, &settings, NULL};
        CHECK(penetration_boxes(&query, &p) && p.status == GD_STATUS_OPTIMAL);
        CHECK_NEAR(p.depth, fmax(value, 0.0), 1e-14);
        CHECK(p.lower <= p.depth && p.depth - p.lower <= 1e-13);
        settings.method = GD_METHOD_EPA; /* a search, not a closed form */
        CHECK(penetration_boxes(&query, &p) == false);
        gd_shape_destroy(a);
        gd_shape_destroy(b);
    }
}

/* Outside, the distance is the vector to the box; inside, the nearest face counts. In either
 * order. */
static void test_a_ball_and_a_box(void) {
    const double half[3] = {1, 2, 3}, radius = 0.5;
    gd_shape *box = make_box(1, 2, 3), *ball = make_sphere(radius);
    for (int i = 0; i < 400; i++) {
        double pose[7] = {0, 0, 0, 0, 0, 0, 1}, square = 0.0, inside = INFINITE;
        for (int k = 0; k < 3; k++) {
            pose[k] = random_between(-2.0, 2.0) * half[k];
            const double beyond = fabs(pose[k]) - half[k];
            if (beyond > 0.0) square += beyond * beyond;
            inside = fmin(inside, -beyond);
        }
        const double value = (square > 0.0 ? sqrt(square) : -inside) - radius;
        gd_query query = {box, HERE, ball, pose, &DEFAULTS, NULL};
        gd_signed_result s, back;
        CHECK(signed_boxes(&query, &s));
        CHECK_NEAR(s.value, value, 1e-14);
        query = (gd_query){ball, pose, box, HERE, &DEFAULTS, NULL};
        CHECK(signed_boxes(&query, &back) && back.value == s.value);
        for (int k = 0; k < 3; k++)
            CHECK(back.normal[k] == -s.normal[k] && back.point_a[k] == s.point_b[k]);
    }
    gd_shape_destroy(box);
    gd_shape_destroy(ball);
}

/* The bounding balls are separated; the line of the centres proves the bound. */
static void test_balls_apart(void) {
    gd_shape *box = make_box(1, 2, 2), *ball = make_sphere(2.0); /* bounding radii 3 and 2 */
    const double record[10] = {GD_KIND_BOX, 0, 1, 0.1, 0, 0, 1, 2, 2};
    gd_shape* aside = make(record, 9);
    gd_collision_result c;
    for (int i = 1; i < 40; i++) {
        const double at[7] = {0.6 * 0.25 * i, 0, 0.8 * 0.25 * i, 0, 0, 0, 1};
        const gd_query query = {box, HERE, ball, at, &DEFAULTS, NULL};
        CHECK(gd_balls_apart(&query, &c) == (i > 20));
        if (i <= 20) continue;
        CHECK(c.status == GD_STATUS_OPTIMAL && c.colliding == 0.0 && c.iterations == 0.0);
        CHECK_NEAR(c.lower, 0.05 * i, 1e-11);
        CHECK(c.lower <= 0.05 * i && c.upper == INFINITE);
        CHECK_NEAR(c.normal[0], 0.6, 1e-15);
        CHECK_NEAR(c.normal[2], 0.8, 1e-15);
        const gd_query moved = {aside, HERE, ball, at, &DEFAULTS, NULL};
        CHECK(!gd_balls_apart(&moved, &c)); /* the positions are not the middles */
    }
    const double wrong[3][7] = {
        {9, 0, 0, 0, 0, 0, 0}, {9, NOT_A_NUMBER, 0, 0, 0, 0, 1}, {1e151, 0, 0, 0, 0, 0, 1}};
    for (int i = 0; i < 3; i++)
        CHECK(!gd_balls_apart(&(gd_query){box, wrong[i], ball, HERE, &DEFAULTS, NULL}, &c));
    gd_shape_destroy(box);
    gd_shape_destroy(ball);
    gd_shape_destroy(aside);
}

/* Frames of usual and invalid poses. The frame of a ball has no rotation. */
static void test_frames(void) {
    gd_shape *ball = make_sphere(1.0), *box = make_box(1, 1, 1);
    const double turned[7] = {1, 2, 3, 0, 0, 3, 4}, none[7] = {0, 0, 0, 0, 0, 0, 0};
    frame3 frame;
    CHECK(gd_frame_of(box, turned, &frame));
    CHECK(frame.position.y == 2.0);
    CHECK_NEAR(frame.rotation.cx.x, 0.28,
               1e-15); /* the cosine of twice the angle with tangent 3/4 */
    CHECK_NEAR(frame.rotation.cx.y, 0.96, 1e-15);
    CHECK(gd_frame_of(ball, turned, &frame) && frame.rotation.cx.x == 1.0);
    CHECK(!gd_frame_of(ball, none, &frame) && !gd_frame_of(box, none, &frame));
    gd_growth_result g;
    gd_distance_result d;
    const gd_query query = {ball, HERE, box, none, &DEFAULTS, NULL};
    CHECK(!gd_growth_boxes(&query, &g) && !distance_boxes(&query, &d));
    gd_shape_destroy(ball);
    gd_shape_destroy(box);
}

TEST(box_queries) {
    test_every_pair_of_types();
    test_parallel_boxes();
    test_a_ball_and_a_box();
    test_balls_apart();
    test_frames();
}
