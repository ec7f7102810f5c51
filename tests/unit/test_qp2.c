/* Quadratic programs in two variables: steps of random models fulfil the optimality conditions,
 * which are sufficient because the program is convex, and no step nearby is better. */
#include "lib/check.h"

#include "derivatives/qp2.h"

/* The largest model plus the quadratic form. */
static double program_value(const qp2* q, vec2 d) {
    double top = -INFINITE;
    for (int i = 0; i < q->count; i++)
        top = fmax(top, qp2_height(&q->models[i], d));
    return top + 0.5 * dot2(d, sym2_apply(q->m, d));
}

/* Models with random slopes and a random form, definite or, now and then, of rank one or zero. */
static void random_program(qp2* q, qp2_model* models, int i) {
    q->count = 1 + i % 7;
    for (int k = 0; k < q->count; k++) {
        models[k].level = random_between(-1.0, 0.0);
        models[k].g.x = random_between(-1.0, 1.0);
        models[k].g.y = random_between(-1.0, 1.0);
    }
    const double a = random_between(-1.0, 1.0), b = random_between(-1.0, 1.0);
    const double c = i % 3 ? random_between(0.1, 1.0) : 0.0, rank = i % 9 ? 1.0 : 0.0;
    q->m = (sym2){rank * a * a + c, rank * a * b, rank * b * b + c};
}

/* Weights >= 0 with sum 1 of models that are all at the top, whose slopes the form balances. */
static void check_optimality(const qp2* q, const qp2_step* s) {
    double sum = 0.0, top = -INFINITE;
    vec2 force = sym2_apply(q->m, s->d);
    const double size = 1.0 + fabs(s->d.x) + fabs(s->d.y);
    for (int i = 0; i < q->count; i++)
        top = fmax(top, qp2_height(&q->models[i], s->d));
    for (int i = 0; i < s->count; i++) {
        const qp2_model* v = &q->models[s->basis[i]];
        CHECK(s->weight[i] >= -1e-7);
        CHECK_NEAR(qp2_height(v, s->d), top, 2e-7 * size);
        sum += s->weight[i];
        force = madd2(force, s->weight[i], v->g);
    }
    CHECK_NEAR(sum, 1.0, 1e-12);
    CHECK_NEAR(force.x, 0.0, 1e-9 * size);
    CHECK_NEAR(force.y, 0.0, 1e-9 * size);
}

static void test_steps_are_optimal(void) {
    qp2_model models[7];
    qp2 q = {models, 0, {0, 0, 0}, 1.0};
    int solved = 0;
    for (int i = 0; i < 3000; i++) {
        random_program(&q, models, i);
        const double damping = i % 4 ? 0.0 : 0.5;
        qp2_step step;
        if (!gd_qp2_solve_damped(&q, damping, &step)) {
            CHECK(damping == 0.0 && i % 3 == 0); /* only a singular form has no minimum */
            continue;
        }
        solved++;
        CHECK(step.count >= 1 && step.count <= 3);
        q.m.xx += damping;
        q.m.yy += damping;
        check_optimality(&q, &step);
        const double best = program_value(&q, step.d);
        for (int k = 0; k < 8; k++) {
            const double r = ldexp(1.0, -k), x = r * random_between(-1.0, 1.0);
            const vec2 d = add2(step.d, make2(x, r * random_between(-1.0, 1.0)));
            CHECK(program_value(&q, d) >= best - 1e-6);
        }
    }
    CHECK(solved > 2000);
}

/* A form may be indefinite, as for depths: a kink of two models across which it is positive. */
static void test_indefinite_forms(void) {
    const qp2_model models[2] = {{0.0, {-1.0, 0.0}}, {0.0, {1.0, 0.0}}};
    for (int i = 0; i < 2; i++) {
        const qp2 q = {models, 2, {-3.0, 0.0, i ? 1.0 : -1.0}, 1.0};
        qp2_step step;
        CHECK(gd_qp2_solve(&q, &step) == (i == 1));
        if (i == 0) continue;
        CHECK(step.count == 2 && step.weight[0] == 0.5 && step.d.x == 0.0 && step.d.y == 0.0);
    }
}

/* One model, a kink and a corner whose minima are known. */
static void test_known_steps(void) {
    qp2_model models[3] = {{0.5, {-4.0, 2.0}}};
    qp2 q = {models, 1, {2.0, 0.0, 2.0}, 1.0};
    qp2_step step;
    CHECK(gd_qp2_solve(&q, &step));
    CHECK(step.d.x == 2.0 && step.d.y == -1.0);
    CHECK(gd_qp2_solve_damped(&q, 2.0, &step)); /* twice the form, half the step */
    CHECK(step.d.x == 1.0 && step.d.y == -0.5);
    models[0] = (qp2_model){0.0, {-8.0, 0.0}}; /* 8 |x - 1|, steeper than the form */
    models[1] = (qp2_model){-16.0, {8.0, 0.0}};
    q.count = 2;
    CHECK(gd_qp2_solve(&q, &step));
    CHECK_NEAR(step.d.x, 1.0, 1e-15);
    CHECK_NEAR(step.d.y, 0.0, 1e-15);
    models[2] = (qp2_model){-9.0, {0.0, 8.0}}; /* and a third plane, above both where y > 0.125 */
    q.count = 3;
    q.m = (sym2){0.0, 0.0, 0.0};
    models[1].g.y = models[0].g.y = -1.0;
    CHECK(gd_qp2_solve(&q, &step) && step.count == 3);
    CHECK_NEAR(step.d.x, 1.0, 1e-15);
    CHECK_NEAR(step.d.y, 1.0 / 9.0, 1e-15);
}

/* Without models, or with a slope that nothing bends, there is no minimum. */
static void test_programs_of_nothing(void) {
    const qp2_model slope = {0.0, {1.0, 0.0}};
    qp2 q = {&slope, 0, {0.0, 0.0, 0.0}, 1.0};
    qp2_step step;
    CHECK(!gd_qp2_solve_damped(&q, 1.0, &step));
    q.count = 1;
    CHECK(!gd_qp2_solve(&q, &step));
}

TEST(qp2) {
    test_steps_are_optimal();
    test_indefinite_forms();
    test_known_steps();
    test_programs_of_nothing();
}
