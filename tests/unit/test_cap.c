/* Caps in which the support function is proved to be at least L: it is, for random directions of
 * random caps, at kinks and faces too. */
#include "lib/check.h"
#include "lib/second_order.h"

#include "second_order/cap.h"
#include "second_order/kink_shares.h"

typedef struct caps {
    int tried, proved;
    double worst; /* least h - L in a cap, as a fraction of L */
} caps;

/* A direction in the cap, near its rim every other time. */
static vec3 within(const evaluation* at, double tau) {
    const double turn = random_between(0.0, 6.283185307179586);
    const double t = tau * (random_next() < 0.5 ? 1.0 - 0.01 * random_next() : random_next());
    const vec3 side = madd3(scale3(cos(turn), at->e1), sin(turn), at->e2);
    return unit3(madd3(at->n, t, side));
}

static void check_cap(curved_pair* p, difference_model* d, const evaluation* at, double part,
                      caps* c) {
    const local_model* m = &at->m;
    double share[LOCAL_MODEL_KINKS];
    vec3 x = make3(m->s.u, m->s.v, 0.0);
    gd_kink_shares(m, (kink_limits){0.0, 1e-12}, &x, share);
    x.z += m->height;
    const double lower = part * m->height;
    if (!(lower > 1e-3 * p->g.extent)) return;
    const double tau = gd_cap(d, m, share, x, lower);
    c->tried++;
    if (!(tau > 0.0)) return;
    c->proved++;
    for (int k = 0; k < 100; k++)
        c->worst = fmin(c->worst, curved_height(p, within(at, tau)) / lower - 1.0);
}

/* At n, and where it leads along a kink or to a round face. */
static void try_pair(curved_pair* p, caps* c) {
    difference_model d;
    difference_model_init(&d, &p->g.pair);
    evaluation at;
    const double part = 1.0 - random_fine(20.0) * random_fine(4.0);
    at.n = curved_direction();
    gd_difference_evaluate(&d, &at);
    check_cap(p, &d, &at, part, c);
    for (int i = 0; i < at.m.count; i++) { /* on a kink: twice, if it is curved */
        evaluation on = at;
        for (int k = 0; k < 6 && on.m.count > i; k++) {
            const vec2 s = on.m.kinks[i].slope;
            const vec2 t = scale2(on.m.kinks[i].gap / dot2(s, s), s);
            on.n = unit3(madd3(madd3(on.n, t.x, on.e1), t.y, on.e2));
            gd_difference_evaluate(&d, &on);
        }
        check_cap(p, &d, &on, part, c);
    }
    for (int i = 0; i < 2; i++) {
        gd_core core = i == 0 ? p->a.shape->core : p->b.shape->core;
        if (core != GD_CORE_CYLINDER) continue;
        d.faces = 1 << i;
        at.n = i == 0 ? make3(0.0, 1.0, 0.0) : p->g.pair.b_to_a.cy;
        gd_difference_evaluate(&d, &at);
        check_cap(p, &d, &at, part, c);
        d.faces = 0;
    }
}

static void test_caps_hold(void) {
    caps c = {0, 0, INFINITE};
    for (int i = 0; i < 6000; i++) {
        curved_pair p;
        curved_draw(&p, i % 2 ? 0.5 : 2.0, i % 8 == 0);
        try_pair(&p, &c);
        curved_destroy(&p);
    }
    CHECK(c.tried > 4000 && c.proved > 1000);
    CHECK(c.worst >= -1e-13);
    CHECK(c.worst < 1e-3); /* caps are not needlessly small */
}

/* A sphere of radius 1 in the origin has h = 1: all directions have h >= L for every L <= 1. */
static void test_a_ball_has_the_largest_cap(void) {
    drawn ball, point;
    draw_shape(GD_KIND_ELLIPSOID, 1.0, &ball);
    draw_shape(GD_KIND_SPHERE, 1.0, &point);
    ball.shape->size = make3(1.0, 1.0, 1.0);
    const double here[7] = {0, 0, 0, 0, 0, 0, 1};
    const gd_settings settings = {.tolerance = GD_DEFAULT_TOLERANCE, .max_iterations = 100.0};
    gjk g;
    CHECK(
        gd_gjk_init(&g, &(gd_query){ball.shape, here, point.shape, here, &settings, NULL}, false));
    difference_model d;
    difference_model_init(&d, &g.pair);
    evaluation at;
    double share[LOCAL_MODEL_KINKS];
    at.n = curved_direction();
    gd_difference_evaluate(&d, &at);
    const vec3 x = make3(at.m.s.u, at.m.s.v, at.m.height);
    CHECK_NEAR(gd_cap(&d, &at.m, share, x, 1.0 - 1e-9), 8.0, 0.0);
    CHECK(gd_cap(&d, &at.m, share, x, 1.0 + 1e-9) == 0.0);
    gd_shape_destroy(ball.shape);
    gd_shape_destroy(point.shape);
}

static void test_composites_do_not_fit(void) {
    drawn s;
    draw_shape(GD_KIND_DSF, 1.0, &s);
    CHECK(!cap_fits(s.shape));
    gd_shape_destroy(s.shape);
}

TEST(cap) {
    test_caps_hold();
    test_a_ball_has_the_largest_cap();
    test_composites_do_not_fit();
}
