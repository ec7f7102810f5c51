/* Steps of kinked quadratic models: the gain must equal the model's decrease, and the step must be
 * a minimum. The model is convex, so its neighbourhood decides. */
#include "lib/check.h"

#include "second_order/model_step.h"

#include <string.h>

/* g.d + d.K d / 2 + the sum of max(0, slope.d - gap), with the curvature that g adds to K. */
static double model_value(const local_model* m, vec2 d) {
    const double t = 1.0 / m->height, g = m->s.u * d.x + m->s.v * d.y;
    double sum = g + 0.5 * (m->k00 * d.x * d.x + 2.0 * m->k01 * d.x * d.y + m->k11 * d.y * d.y) +
                 0.5 * t * g * g;
    for (int i = 0; i < m->count; i++)
        sum += fmax(dot2(m->kinks[i].slope, d) - m->kinks[i].gap, 0.0);
    return sum;
}

static vec2 random2(double size) {
    const double x = random_between(-size, size), y = random_between(-size, size);
    return make2(x, y);
}

static void random_model(local_model* m, int i) {
    memset(m, 0, sizeof *m);
    m->height = random_between(0.5, 2.0);
    const vec2 g = random2(1.0), b = random2(1.0);
    m->s.u = g.x;
    m->s.v = g.y;
    const double c = i % 3 ? random_between(0.05, 1.0) : 0.0;
    m->k00 = b.x * b.x + c;
    m->k01 = b.x * b.y;
    m->k11 = b.y * b.y + c;
    m->count = i % (LOCAL_MODEL_KINKS + 1);
    for (int k = 0; k < m->count; k++) {
        m->kinks[k].gap = random_between(0.0, 1.0);
        m->kinks[k].slope = random2(1.0);
    }
}

/* Without a limit of trust, no neighbour is lower. */
static void test_steps_end_in_the_minimum(void) {
    int stopped = 0;
    for (int i = 0; i < 3000; i++) {
        local_model m;
        random_model(&m, i);
        const model_step found = gd_model_step(&m, 1.0 / m.height, 1e4);
        const vec2 d = found.d;
        const double value = model_value(&m, d);
        CHECK_NEAR(found.gain, -value, 1e-11 * (1.0 + fabs(value)));
        double nearest = INFINITE, least = value;
        for (int k = 0; k < m.count; k++) {
            const vec2 s = m.kinks[k].slope;
            nearest = fmin(nearest, fabs(dot2(s, d) - m.kinks[k].gap) / length2(s));
        }
        CHECK(found.active_count > 0 ? nearest < 1e-9 : true);
        for (int k = 0; k < 16; k++)
            least = fmin(least, model_value(&m, add2(d, random2(ldexp(1.0, -k)))));
        stopped += least < value - 1e-9 * (1.0 + fabs(value));
    }
    CHECK(stopped <= 3); /* at the limit of legs */
}

/* No step is longer than the trust radius, and all steps decrease the model. */
static void test_steps_stay_within_trust(void) {
    for (int i = 0; i < 3000; i++) {
        local_model m;
        random_model(&m, i);
        const double trust = random_between(0.01, 0.5);
        const model_step found = gd_model_step(&m, 1.0 / m.height, trust);
        const vec2 d = found.d;
        CHECK(length2(d) <= trust * (1.0 + 1e-12));
        CHECK_NEAR(found.gain, -model_value(&m, d), 1e-12);
        CHECK(found.gain > 0.0);
        if (length2(d) <
            trust * (1.0 - 1e-9)) /* inside the trust radius, the minimum is unconstrained */
            for (int k = 4; k < 16; k++)
                CHECK(model_value(&m, add2(d, random2(ldexp(1.0, -k)))) >= -found.gain - 1e-9);
    }
}

/* The model beyond the kink of the next test. */
static double beyond_kink(double curvature, vec2 d) {
    return -2.0 * d.x + 0.5 * d.x * d.x - 1.0 - d.y + 0.5 * (1.0 + curvature) * d.y * d.y;
}

/* Beyond a kink at x = 1 the slope is steeper by 1, and the curvature across it is different. */
static void test_curved_kinks(void) {
    local_model m;
    memset(&m, 0, sizeof m);
    m.height = INFINITE;
    m.s.u = -3.0;
    m.s.v = -1.0;
    m.k00 = m.k11 = 1.0;
    m.count = 1;
    m.kinks[0] = (kink){.gap = 1.0, .slope = {1.0, 0.0}, .tangent = {0.0, 1.0}};
    const double curvature[3] = {0.0, -0.5, 2.0};
    for (int i = 0; i < 3; i++) {
        m.kinks[0].curvature = curvature[i];
        const model_step found = gd_model_step(&m, 1.0 / m.height, 100.0);
        const vec2 d = found.d;
        CHECK_NEAR(d.x, 2.0, 1e-14);
        CHECK_NEAR(d.y, 1.0 / (1.0 + curvature[i]), 1e-14);
        const vec2 at = make2(1.0, 1.0 / 3.0); /* where Newton's direction crosses it */
        const double before = -2.5 - 1.0 / 3.0 + 1.0 / 18.0;
        const double after = beyond_kink(curvature[i], d) - beyond_kink(curvature[i], at);
        CHECK_NEAR(found.gain, -before - after, 1e-14);
        CHECK(found.active_count == 0);
    }
}

/* Newton's direction crosses the kink x = gap where its multiplier is share0. There the slope along
 * y is -0.25. The step continues along the kink by Newton's step of the Lagrangian, with a
 * multiplier limited to 0 ... 1. */
static void check_held(double coupling, double share0, double share) {
    const double curvature = 3.0, gy = -0.25;
    local_model m;
    memset(&m, 0, sizeof m);
    m.height = INFINITE;
    m.k00 = m.k11 = 2.0;
    m.k01 = coupling;
    m.s.u = -2.0 * share0; /* twice the slope at the kink, which is half-way */
    m.s.v = 2.0 * gy;
    const double det = 4.0 - coupling * coupling;
    const vec2 newton =
        make2((coupling * m.s.v - 2.0 * m.s.u) / det, (coupling * m.s.u - 2.0 * m.s.v) / det);
    m.count = 1;
    m.kinks[0] = (kink){
        .gap = 0.5 * newton.x, .slope = {1.0, 0.0}, .curvature = curvature, .tangent = {0.0, 1.0}};
    const model_step found = gd_model_step(&m, 1.0 / m.height, 100.0);
    const vec2 d = found.d;
    CHECK(found.active_count > 0);
    /* the end of the walk on the straight kink, then one step onto the curved one */
    const double y = 0.5 * newton.y - gy / (2.0 + share * curvature), bend = curvature * y;
    const double back = 0.5 * bend * y / (1.0 + bend * bend);
    CHECK_NEAR(d.x, 0.5 * newton.x - back, 1e-14);
    CHECK_NEAR(d.y, y - back * bend, 1e-14);
}

/* The multiplier is inside its limits, above them, and below them. */
static void test_held_kinks(void) {
    check_held(1.0, 0.5, 0.5);
    check_held(1.0, 1.03, 1.0);
    check_held(-1.0, -0.03, 0.0);
}

/* Along the kink x = 1 the step crosses another one, beyond which the first kink's multiplier is
 * 1.5. The step must leave the kink; the minimum is beyond both. */
static void test_kinks_are_let_go(void) {
    local_model m;
    memset(&m, 0, sizeof m);
    m.height = INFINITE;
    m.s.u = -1.5;
    m.s.v = -10.0;
    m.k00 = m.k11 = 1.0;
    m.count = 2;
    m.kinks[0] = (kink){.gap = 1.0, .slope = {1.0, 0.0}};
    m.kinks[1] = (kink){.gap = 7.0, .slope = {-1.0, 1.0}};
    const model_step found = gd_model_step(&m, 1.0 / m.height, 100.0);
    const vec2 d = found.d;
    CHECK_NEAR(d.x, 1.5, 1e-14); /* minus the sum of all slopes */
    CHECK_NEAR(d.y, 9.0, 1e-14);
    CHECK_NEAR(found.gain, -model_value(&m, d), 1e-12);
    CHECK(found.active_count == 0);
}

/* Two kinks that are steeper than the slope: the minimum is their corner. */
static void test_corners(void) {
    local_model m;
    memset(&m, 0, sizeof m);
    m.height = 1.0;
    m.s.u = m.s.v = -1.0;
    m.k00 = m.k11 = 0.01;
    m.count = 2;
    m.kinks[0] = (kink){.gap = 0.25, .slope = {4.0, 0.0}};
    m.kinks[1] = (kink){.gap = 0.5, .slope = {0.0, 4.0}};
    const model_step found = gd_model_step(&m, 1.0 / m.height, 10.0);
    const vec2 d = found.d;
    CHECK_NEAR(d.x, 0.0625, 1e-15);
    CHECK_NEAR(d.y, 0.125, 1e-15);
    CHECK(found.active_count > 0);
    CHECK(kinks_cross(m.kinks[0].slope, m.kinks[1].slope, 16.0));
    CHECK(!kinks_cross(m.kinks[0].slope, m.kinks[0].slope, 0.0));
}

/* Without slope and curvature the minimum is everywhere, and the gain is 0. */
static void test_a_flat_model_has_no_step(void) {
    local_model flat;
    memset(&flat, 0, sizeof flat);
    flat.height = 1.0;

    const model_step found = gd_model_step(&flat, 1.0 / flat.height, 0.5);
    const vec2 step = found.d;
    CHECK(step.x == 0.0 && step.y == 0.0 && found.gain == 0.0 && found.active_count == 0);
}

TEST(model_step) {
    test_steps_end_in_the_minimum();
    test_steps_stay_within_trust();
    test_curved_kinks();
    test_held_kinks();
    test_kinks_are_let_go();
    test_corners();
    test_a_flat_model_has_no_step();
}
