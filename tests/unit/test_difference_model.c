/* The local model of the Minkowski difference: its height is the support function, its gradient and
 * Hessian are differences of it, and a round face is exact at its normal. */
#include "lib/check.h"
#include "lib/second_order.h"

#include "second_order/difference_model.h"

static vec3 step_of(const evaluation* at, double u, double v) {
    return madd3(madd3(at->n, u, at->e1), v, at->e2);
}

/* Differences of h on the tangent plane, if no kink is near. */
static void check_differences(curved_pair* p, const evaluation* at) {
    const local_model* m = &at->m;
    const double step = 1e-3, size = p->g.extent;
    for (int i = 0; i < m->count; i++)
        if (m->kinks[i].gap < 4.0 * step * (size + length2(m->kinks[i].slope))) return;
    const double up = curved_height(p, step_of(at, step, 0.0));
    const double down = curved_height(p, step_of(at, -step, 0.0));
    const double sum = curved_height(p, step_of(at, step, step));
    const double side = curved_height(p, step_of(at, 0.0, step));
    const double bend = fabs(m->k00) + fabs(m->k11);
    if (bend > 20.0 * size) return; /* beside a round face */
    CHECK_NEAR((up - down) / (2.0 * step), m->s.u, 1e-4 * (size + bend * bend / size));
    CHECK_NEAR((up + down - 2.0 * m->height) / (step * step), m->k00,
               0.05 * (size + bend * bend / size));
    CHECK_NEAR((sum - up - side + m->height) / (step * step), m->k01,
               0.05 * (size + bend * bend / size));
}

static void test_models_of_random_pairs(void) {
    for (int i = 0; i < 2000; i++) {
        curved_pair p;
        curved_draw(&p, 2.0, i % 8 == 0);
        difference_model d;
        difference_model_init(&d, &p.g.pair);
        evaluation at;
        at.n = curved_direction();
        gd_difference_evaluate(&d, &at);
        CHECK_NEAR(at.m.height, curved_height(&p, at.n), 1e-13 * p.g.extent);
        CHECK(at.m.s.w == at.m.height && at.m.count <= LOCAL_MODEL_KINKS);
        check_differences(&p, &at);
        curved_destroy(&p);
    }
}

/* A sphere above the top of a cylinder: the minimum is on the face, also for a direction beside it.
 */
static void test_round_faces(void) {
    const gd_settings settings = {.tolerance = GD_DEFAULT_TOLERANCE, .max_iterations = 100.0};
    drawn cylinder, sphere;
    draw_shape(GD_KIND_CYLINDER, 1.0, &cylinder);
    draw_shape(GD_KIND_SPHERE, 1.0, &sphere);
    const double half = cylinder.shape->size.y, radius = cylinder.shape->size.x;
    const double low[7] = {0, 0, 0, 0, 0, 0, 1},
                 high[7] = {0.5 * radius, half + 0.1, 0, 0, 0, 0, 1};
    const gd_query query = {cylinder.shape, low, sphere.shape, high, &settings, NULL};
    gjk g;
    CHECK(gd_gjk_init(&g, &query, false));
    difference_model d;
    difference_model_init(&d, &g.pair);
    evaluation at;
    at.n = unit3(make3(0.02, 1.0, 0.01));
    gd_difference_evaluate(&d, &at);
    at.m.k00 += 0.1;
    at.m.k11 += 0.1;
    vec3 n;
    CHECK(gd_difference_face(&d, &at.m, &n));
    CHECK(d.faces == 1 && n.y == 1.0);
    at.n = n;
    gd_difference_evaluate(&d, &at);
    CHECK_NEAR(at.m.height, -0.1, 1e-14);
    CHECK_NEAR(length2(make2(at.m.s.u, at.m.s.v)), 0.0, 1e-14);
    CHECK_NEAR(d.models[0].face_point.x, 0.5 * radius, 1e-14);
    d.faces = 0;
    at.n = unit3(make3(0.02, 1.0, 0.01));
    gd_difference_evaluate(&d, &at);
    CHECK(!gd_difference_face(&d, &at.m, &n)); /* tried before */
    gd_shape_destroy(cylinder.shape);
    gd_shape_destroy(sphere.shape);
}

TEST(difference_model) {
    test_models_of_random_pairs();
    test_round_faces();
}
