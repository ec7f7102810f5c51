/* Newton's method from a slightly wrong normal: at its end the optimality conditions of the growth
 * and the distance problem are fulfilled up to rounding. They are sufficient, so they prove the
 * normal. */
#include "lib/check.h"
#include "lib/draw.h"
#include "lib/make.h"

#include "derivatives/optimum.h"

#include <string.h>

/* Weights of pairs at one level whose mean, less q, is along n; for growth it is q. */
static void check_optimal(const optimum* t) {
    double sum = 0.0;
    for (int i = 0; i < t->basis_count; i++) {
        const int at = t->basis[i];
        const double low_a = t->a.pieces.item[t->on_a[at]].h - t->a.pieces.top;
        CHECK(t->weight[i] >= 0.0);
        CHECK_NEAR(low_a + t->b.pieces.item[t->on_b[at]].h - t->b.pieces.top, 0.0,
                   1e-11 * t->extent);
        sum += t->weight[i];
    }
    CHECK_NEAR(sum, 1.0, 1e-9);
    CHECK_NEAR(length3(t->n), 1.0, 1e-15);
    const vec3 q = scale3(t->t, t->p);
    const double h = dot3(t->n, sub3(gd_optimum_support(t, t->n), q));
    CHECK_NEAR(h, t->level, 1e-12 * t->extent); /* no point of C is farther */
    const vec3 x = sub3(sub3(t->touch_a, t->touch_b), q);
    CHECK(max_abs3(madd3(x, -t->level, t->n)) <= 1e-11 * t->extent);
}

/* The answer of a query to start from, its normal turned by what a tolerance may leave. */
static bool refine_pair(optimum* t, const gd_query* query, bool growth) {
    double normal[3], point_a[3], point_b[3];
    if (growth) {
        gd_growth_result r;
        if (gd_growth_distance(query, &r) != GD_STATUS_OPTIMAL) return false;
        memcpy(normal, r.normal, sizeof normal);
        memcpy(point_a, r.point_a, sizeof point_a);
        memcpy(point_b, r.point_b, sizeof point_b);
    } else {
        gd_distance_result r;
        if (gd_distance(query, &r) != GD_STATUS_OPTIMAL || !(r.value > 0.1)) return false;
        memcpy(normal, r.normal, sizeof normal);
        memcpy(point_a, r.point_a, sizeof point_a);
        memcpy(point_b, r.point_b, sizeof point_b);
    }
    gd_optimum_init(t, query, growth);
    const double x = random_between(-1e-3, 1e-3), y = random_between(-1e-3, 1e-3);
    t->n = add3(load3(normal), make3(x, y, random_between(-1e-3, 1e-3)));
    t->touch_a = sub3(load3(point_a), t->a.center);
    t->touch_b = sub3(load3(point_b), t->b.center);
    return gd_optimum_refine(t);
}

static void test_random_pairs_end_at_their_optimum(void) {
    static const gd_kind kinds[] = {GD_KIND_SPHERE,  GD_KIND_ELLIPSOID, GD_KIND_BOX,
                                    GD_KIND_CAPSULE, GD_KIND_CYLINDER,  GD_KIND_CONE,
                                    GD_KIND_HULL};
    int ended = 0;
    for (int i = 0; i < 490; i++) {
        drawn a, b;
        double pose_a[7], pose_b[7];
        draw_shape(kinds[i % 7], 1.0, &a);
        draw_shape(kinds[i / 7 % 7], 1.0, &b);
        draw_pose(3, 1.0, false, pose_a);
        draw_pose(3, 1.0, false, pose_b);
        pose_b[i % 3] += 9.0;
        const gd_query query = {a.shape, pose_a, b.shape, pose_b, NULL, NULL};
        static optimum t;
        if (refine_pair(&t, &query, i % 2)) {
            ended++;
            check_optimal(&t);
        }
        gd_shape_destroy(a.shape);
        gd_shape_destroy(b.shape);
    }
    CHECK(ended > 480);
}

/* The normal of balls is along the line of their centres, accurate to the last digits. */
static void test_the_normal_of_balls(void) {
    gd_shape *a = make_sphere(1.0), *b = make_sphere(2.0);
    const double here[7] = {0, 0, 0, 0, 0, 0, 1}, there[7] = {3, 4, 12, 0, 0, 0, 1};
    const vec3 truth = make3(3.0 / 13.0, 4.0 / 13.0, 12.0 / 13.0);
    for (int growth = 0; growth < 2; growth++) {
        optimum t;
        gd_optimum_init(&t, &(gd_query){a, here, b, there, NULL, NULL}, growth);
        const vec3 start = unit3(add3(truth, make3(1e-3, -2e-3, 1e-3)));
        t.n = t.touch_a = start;
        t.touch_b = scale3(-2.0, start);
        CHECK(gd_optimum_refine(&t));
        CHECK(max_abs3(sub3(t.n, truth)) < 1e-15);
        CHECK_NEAR(growth ? 1.0 / t.t : -t.level, growth ? 13.0 / 3.0 : 10.0, 1e-14);
        CHECK(t.basis_count == 1 && t.count == 1 && !t.a.pinned && !t.b.pinned);
    }
    gd_shape_destroy(a);
    gd_shape_destroy(b);
}

/* A ball above a cylinder's face has exactly the axis as its normal. Beside the face it touches the
 * rim. */
static void test_round_faces(void) {
    const double record[8] = {GD_KIND_CYLINDER, 0, 0, 0, 0, 0, 1, 1};
    gd_shape *round = make(record, 8), *ball = make_sphere(1.0);
    const double here[7] = {0, 0, 0, 0, 0, 0, 1};
    for (int i = 0; i < 20; i++) {
        const double x = 0.1 * i + 0.05, there[7] = {x, 4, 0, 0, 0, 0, 1};
        const vec3 truth = x < 1.0 ? make3(0, 1, 0) : unit3(make3(x - 1.0, 3, 0));
        optimum t;
        gd_optimum_init(&t, &(gd_query){round, here, ball, there, NULL, NULL}, false);
        const vec3 on_round = make3(fmin(x, 1.0), 1.0, 0.0);
        t.n = add3(truth, make3(1e-4, 0, 1e-4));
        t.touch_a = on_round;
        t.touch_b = neg3(truth);
        CHECK(gd_optimum_refine(&t));
        CHECK(t.a.pinned == (x < 1.0) && !t.b.pinned);
        CHECK(max_abs3(sub3(t.n, truth)) < (x < 1.0 ? 1e-15 : 1e-14));
        CHECK_NEAR(-t.level, x < 1.0 ? 2.0 : hypot(x - 1.0, 3.0) - 1.0, 1e-14);
    }
    gd_shape_destroy(round);
    gd_shape_destroy(ball);
}

/* Prisms face on face, turned: of more pairs than a program holds, three carry the contact. With so
 * many sides the program becomes full, and drops the pairs that it does not need. */
static void test_faces_on_faces(void) {
    enum { SIDES = 31, DOUBLES = 6 + 6 * SIDES };
    double record[DOUBLES] = {GD_KIND_HULL};
    for (int i = 0; i < 2 * SIDES; i++) {
        const double turn = (i / 2) * 2.0 * acos(-1.0) / SIDES;
        const double corner[3] = {cos(turn), i % 2 ? 1.0 : -1.0, sin(turn)};
        memcpy(record + 6 + 3 * i, corner, sizeof corner);
    }
    gd_shape* prism = make(record, DOUBLES);
    for (int i = 0; i < 40; i++) {
        const double here[7] = {0, 0, 0, 0, 0, 0, 1}, x = random_between(-1.5, 1.5);
        const double there[7] = {x, 3, random_between(-1.0, 1.0), 0, random_between(-1.0, 1.0),
                                 0, 1};
        static optimum t;
        const gd_query query = {prism, here, prism, there, NULL, NULL};
        CHECK(refine_pair(&t, &query, i % 2));
        check_optimal(&t);
        CHECK(max_abs3(sub3(t.n, make3(0, 1, 0))) < 1e-14);
    }
    gd_shape_destroy(prism);
}

/* Discs face on face: both faces have the normal, and a third disc beside them touches a rim. */
static void test_discs_on_discs(void) {
    const double record[8] = {GD_KIND_CYLINDER, 0, 0, 0, 0, 0, 1, 1};
    gd_shape* round = make(record, 8);
    for (int i = 0; i < 19; i++) {
        const double here[7] = {0, 0, 0, 0, 0, 0, 1}, there[7] = {0.1 * i, 4, 0, 0, 0, 0, 1};
        static optimum t;
        const gd_query query = {round, here, round, there, NULL, NULL};
        CHECK(refine_pair(&t, &query, false));
        check_optimal(&t);
        CHECK(t.n.y == 1.0 && t.a.pinned && t.b.pinned);
    }
    gd_shape_destroy(round);
}

TEST(refine) {
    test_random_pairs_end_at_their_optimum();
    test_the_normal_of_balls();
    test_round_faces();
    test_faces_on_faces();
    test_discs_on_discs();
}
