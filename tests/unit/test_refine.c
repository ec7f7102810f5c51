/* Newton's method from a slightly wrong normal: at its end the optimality conditions of the growth
 * and the distance problem are fulfilled up to rounding. They are sufficient, so they prove the
 * normal. */
#include "lib/check.h"
#include "lib/draw.h"
#include "lib/make.h"

#include "derivatives/optimum.h"

#include <string.h>

/* Checks weights of pieces at one level: their mean minus q is along n; for growth the mean is
 * q. */
static void check_optimal(const optimum* t) {
    vec3 mean = make3(0.0, 0.0, 0.0);
    double sum = 0.0, h = -INFINITE;
    for (int i = 0; i < t->basis_count; i++) {
        const active_piece* v = &t->piece[t->basis[i]];
        CHECK(v->weight >= 0.0);
        CHECK_NEAR(v->level, t->level, 1e-11 * t->extent);
        mean = madd3(mean, v->weight, v->s);
        sum += v->weight;
    }
    CHECK_NEAR(sum, 1.0, 1e-9);
    active_piece top;
    gd_optimum_support(t, t->n, &top);
    h = dot3(t->n, sub3(top.s, t->q));
    CHECK_NEAR(h, t->level, 1e-12 * t->extent); /* no point of C is farther */
    const vec3 x = sub3(mean, t->q);
    CHECK(max_abs3(madd3(x, -t->level, t->n)) <= 1e-8 * t->extent);
}

/* Starts from the result of a query, with its normal rotated by as much as a tolerance allows. */
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
    memset(t, 0, sizeof *t);
    gd_optimum_init(t, query, growth);
    const double x = random_between(-1e-3, 1e-3), y = random_between(-1e-3, 1e-3);
    const vec3 n = add3(load3(normal), make3(x, y, random_between(-1e-3, 1e-3)));
    const vec3 on_a = sub3(load3(point_a), t->center_a), on_b = sub3(load3(point_b), t->center_b);
    return gd_optimum_refine(t, n, on_a, on_b);
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
        optimum t;
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
        memset(&t, 0, sizeof t);
        gd_optimum_init(&t, &(gd_query){a, here, b, there, NULL, NULL}, growth);
        const vec3 start = unit3(add3(truth, make3(1e-3, -2e-3, 1e-3)));
        CHECK(gd_optimum_refine(&t, start, start, scale3(-2.0, start)));
        CHECK(max_abs3(sub3(t.n, truth)) < 1e-15);
        CHECK_NEAR(growth ? 1.0 / t.t : -t.level, growth ? 13.0 / 3.0 : 10.0, 1e-14);
        CHECK(t.basis_count == 1 && t.count >= 1 && !t.face_a && !t.face_b && !t.flat);
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
        memset(&t, 0, sizeof t);
        gd_optimum_init(&t, &(gd_query){round, here, ball, there, NULL, NULL}, false);
        const vec3 on_round = make3(fmin(x, 1.0), 1.0, 0.0);
        CHECK(gd_optimum_refine(&t, add3(truth, make3(1e-4, 0, 1e-4)), on_round, neg3(truth)));
        CHECK(t.face_a == (x < 1.0) && !t.face_b);
        CHECK(max_abs3(sub3(t.n, truth)) < (x < 1.0 ? 1e-15 : 1e-14));
        CHECK_NEAR(-t.level, x < 1.0 ? 2.0 : hypot(x - 1.0, 3.0) - 1.0, 1e-14);
    }
    gd_shape_destroy(round);
    gd_shape_destroy(ball);
}

TEST(refine) {
    test_random_pairs_end_at_their_optimum();
    test_the_normal_of_balls();
    test_round_faces();
}
