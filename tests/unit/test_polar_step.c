/* Newton's step beside a round face: of a rim against a point it ends in the minimum, where the
 * quadratic model leads far away. It does not cross kinks. */
#include "lib/check.h"
#include "lib/second_order.h"

#include "second_order/difference_model.h"
#include "second_order/model_step.h"
#include "second_order/polar_step.h"

static const double HERE[7] = {0, 0, 0, 0, 0, 0, 1};
static const gd_settings SETTINGS = {.tolerance = GD_DEFAULT_TOLERANCE, .max_iterations = 100.0};

/* Length of the gradient at a step from the evaluation, of h plus half `added` times its square. */
static double slope_at(difference_model* d, const evaluation* at, double added, vec2 step) {
    const vec3 n = madd3(madd3(at->n, step.x, at->e1), step.y, at->e2);
    evaluation there;
    there.n = unit3(n);
    gd_difference_evaluate(d, &there);
    const vec3 x =
        madd3(madd3(scale3(there.m.s.w, there.n), there.m.s.u, there.e1), there.m.s.v, there.e2);
    const vec2 g = make2(dot3(x, at->e1), dot3(x, at->e2));
    return length2(madd2(g, added, step));
}

/* A cylinder and a point above its face, outside the rim by some of its radius. */
static void test_the_step_ends_in_the_minimum(void) {
    int stepped = 0;
    for (int i = 0; i < 1000; i++) {
        drawn cylinder, point;
        draw_shape(GD_KIND_CYLINDER, 1.0, &cylinder);
        draw_shape(GD_KIND_SPHERE, 1.0, &point);
        const double radius = cylinder.shape->size.x, half = cylinder.shape->size.y;
        const double out = radius * random_between(1.05, 2.0), above = random_between(0.5, 2.0);
        const double high[7] = {out, half + above, 0, 0, 0, 0, 1};
        gjk g;
        CHECK(gd_gjk_init(&g, &(gd_query){cylinder.shape, HERE, point.shape, high, &SETTINGS, NULL},
                          false));
        difference_model d;
        difference_model_init(&d, &g.pair);
        evaluation at;
        const double turn = random_between(0.0, 6.28), tilt = random_between(0.01, 0.1);
        at.n = unit3(make3(tilt * cos(turn), 1.0, tilt * sin(turn)));
        gd_difference_evaluate(&d, &at);
        vec2 step = make2(0.3, -0.2);
        const bool done = gd_polar_step(d.models, &at.m, above, &step);
        stepped += done;
        if (done) CHECK(slope_at(&d, &at, above, step) <= 1e-3 * radius);
        CHECK(done || (step.x == 0.3 && step.y == -0.2));
        gd_shape_destroy(cylinder.shape);
        gd_shape_destroy(point.shape);
    }
    CHECK(stepped > 700);
}

static void test_other_shapes_do_not_turn(void) {
    curved_pair p;
    for (int i = 0; i < 200; i++) {
        curved_draw(&p, 2.0, false);
        difference_model d;
        difference_model_init(&d, &p.g.pair);
        evaluation at;
        at.n = curved_direction();
        gd_difference_evaluate(&d, &at);
        bool round = false;
        for (int k = 0; k < 2; k++) {
            const gd_core core = d.models[k].shape->core;
            round |= core == GD_CORE_CYLINDER || core == GD_CORE_FRUSTUM;
        }
        vec2 none = make2(0.0, 0.0), long_step = make2(1.0, 1.0);
        CHECK(!gd_polar_step(d.models, &at.m, 0.0, &none));
        if (!round) CHECK(!gd_polar_step(d.models, &at.m, 0.0, &long_step));
        curved_destroy(&p);
    }
}

/* A cylinder and a segment with one centre: the Hessian is singular, and the step once was not a
 * number. */
static void test_a_singular_model_has_no_step(void) {
    const double segment[] = {GD_KIND_FLAT_HULL,
                              0.32460300730879349,
                              0,
                              0,
                              0,
                              0,
                              0.063527077174958105,
                              3.8708331165630248,
                              2.3332850480163345,
                              -0.11404703760485482,
                              -1.5342809628108978,
                              -0.86437944660734267};
    const double cylinder[] = {GD_KIND_CYLINDER,   0, 0, 0, 0, 0, 0.92223956510442362,
                               0.11619449342216095};
    const double pose_a[] = {-0.1159164360386991,  0.041729512520212071, -0.10759480075783297,
                             -0.11918981792436752, -0.45100178552678499, -0.88452878797403078,
                             -0.548248291015625};
    const double pose_b[] = {-0.47919782726137683, 0.13470448981028227, 1.220678612080272,
                             0.40443860477819299,  -0.9087482075662151, 0.1029859709390543,
                             -0.99163818359375};
    gd_shape *a, *b;
    CHECK(gd_shape_create(segment, 12, &a) == GD_STATUS_OPTIMAL);
    CHECK(gd_shape_create(cylinder, 8, &b) == GD_STATUS_OPTIMAL);
    gjk g;
    CHECK(gd_gjk_init(&g, &(gd_query){a, pose_a, b, pose_b, &SETTINGS, NULL}, false));
    g.pair.p = make3(3.2016778197105766e-13, -1.7391958535347994e-13, -1.9065281747158104e-13);
    difference_model d;
    difference_model_init(&d, &g.pair);
    evaluation at;
    at.n = make3(0.99061458914415368, -0.022852546824610329, -0.13476088779163062);
    gd_difference_evaluate(&d, &at);
    at.m.k11 = 0.011359610765003905; /* one rounding more, as a gap of 1e-17 adds it */
    vec2 step = gd_model_step(&at.m, 0.0, 2.0).d;
    CHECK(step.x != 0.0);
    gd_polar_step(d.models, &at.m, 0.0, &step);
    CHECK(dot2(step, step) <= 1e6);
    gd_shape_destroy(a);
    gd_shape_destroy(b);
}

TEST(polar_step) {
    test_a_singular_model_has_no_step();
    test_the_step_ends_in_the_minimum();
    test_other_shapes_do_not_turn();
}
