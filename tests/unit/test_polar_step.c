/* Newton's step beside a round face: of a rim against a point it ends in the minimum, where the
 * quadratic model leads far away. It does not cross kinks. */
#include "lib/check.h"
#include "lib/second_order.h"

#include "second_order/difference_model.h"
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

TEST(polar_step) {
    test_the_step_ends_in_the_minimum();
    test_other_shapes_do_not_turn();
}
