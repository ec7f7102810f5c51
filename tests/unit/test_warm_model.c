/* The state of warm queries by second order: which contact a normal has, and how it turns with the
 * shapes. */
#include "lib/check.h"
#include "lib/make.h"

#include "second_order/warm_model.h"

static const double HERE[7] = {0, 0, 0, 0, 0, 0, 1}, THERE[7] = {5, 0, 0, 0, 0, 0, 1};
static const double CYLINDER[8] = {GD_KIND_CYLINDER, 0, 0, 0, 0, 0, 1.0, 0.5};

/* The contact that is saved for a normal of A. */
static double contact_of(const gd_shape* a, const gd_shape* b, vec3 n) {
    const vec3 zero = make3(0.0, 0.0, 0.0);
    pair3 pair;
    gd_warm warm;
    CHECK(pair3_init(&pair, &(gd_query){a, HERE, b, THERE, NULL, NULL}));
    gd_warm_model_save(&warm, &pair, WARM_GROWTH, n, zero, zero);
    CHECK(warm_fits(&warm, a, b, WARM_GROWTH) && !warm_fits(&warm, b, a, WARM_GROWTH));
    return warm.count;
}

static void test_contacts(void) {
    gd_shape *box = make_box(1, 2, 3), *can = make(CYLINDER, 8), *ball = make_ball(1);
    const vec3 face = make3(0, 0, 1), side = make3(0.6, 0, 0.8), free = make3(0.48, 0.6, 0.64);
    CHECK(contact_of(box, ball, face) == WARM_FIXED_TO_A);
    CHECK(contact_of(ball, box, face) == WARM_FIXED_TO_B);
    CHECK(contact_of(box, ball, side) == WARM_EDGE_OF_A);
    CHECK(contact_of(ball, box, side) == WARM_EDGE_OF_B);
    CHECK(contact_of(box, ball, free) == WARM_FREE);
    CHECK(contact_of(can, ball, make3(0, -1, 0)) == WARM_FIXED_TO_A);
    CHECK(contact_of(can, ball, side) == WARM_EDGE_OF_A);
    CHECK(contact_of(can, box, side) == WARM_TWO_EDGES);
    gd_shape_destroy(box);
    gd_shape_destroy(can);
    gd_shape_destroy(ball);
}

/* A face's normal of B is known after any turn of B. */
static void test_a_fixed_normal_turns(void) {
    gd_shape *box = make_box(1, 2, 3), *ball = make_ball(1);
    const double turned[7] = {5, 0, 0, 0, 0.6, 0, 0.8};
    const vec3 n = make3(1, 0, 0), zero = make3(0, 0, 0);
    pair3 pair;
    gd_warm warm;
    warm_model w;
    CHECK(pair3_init(&pair, &(gd_query){ball, HERE, box, THERE, NULL, NULL}));
    gd_warm_model_save(&warm, &pair, WARM_GROWTH, n, zero, zero);
    CHECK(pair3_init(&pair, &(gd_query){ball, HERE, box, turned, NULL, NULL}));
    CHECK(!gd_warm_model_load(&w, &pair, &warm));
    CHECK_NEAR(w.n.x, 0.28, 1e-15); /* cosine of twice the half angle */
    CHECK_NEAR(w.n.z, -0.96, 1e-15);
    gd_shape_destroy(box);
    gd_shape_destroy(ball);
}

TEST(warm_model) {
    test_contacts();
    test_a_fixed_normal_turns();
}
