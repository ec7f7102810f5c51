/* Quadratic programs in two variables: steps for random pieces fulfil the optimality conditions,
 * which are sufficient because the program is convex, and no step nearby is better. */
#include "lib/check.h"
#include "lib/make.h"

#include "derivatives/optimum.h"

#include <string.h>

/* The largest piece plus the quadratic form. */
static double program_value(const optimum* t, double damping, double x, double y) {
    double top = -INFINITE;
    for (int i = 0; i < t->count; i++)
        top = fmax(top, t->piece[i].level + t->piece[i].g[0] * x + t->piece[i].g[1] * y);
    const double xx = t->m[0] + damping, yy = t->m[2] + damping;
    return top + 0.5 * (xx * x * x + 2.0 * t->m[1] * x * y + yy * y * y);
}

/* Pieces with random slopes, and a random form: definite, or sometimes of rank one or zero. */
static void random_program(optimum* t, int i) {
    t->count = 1 + i % 7;
    for (int k = 0; k < t->count; k++) {
        active_piece* piece = &t->piece[k];
        piece->level = random_between(-1.0, 0.0);
        piece->g[0] = random_between(-1.0, 1.0);
        piece->g[1] = random_between(-1.0, 1.0);
    }
    const double a = random_between(-1.0, 1.0), b = random_between(-1.0, 1.0);
    const double c = i % 3 ? random_between(0.1, 1.0) : 0.0, rank = i % 9 ? 1.0 : 0.0;
    t->m[0] = rank * a * a + c;
    t->m[1] = rank * a * b;
    t->m[2] = rank * b * b + c;
}

/* Checks weights >= 0 with sum 1 on pieces at the top, whose weighted slopes balance the form's
 * gradient. */
static void check_optimality(const optimum* t, double damping, const qp2_step* s) {
    double sum = 0.0, x = (t->m[0] + damping) * s->d[0] + t->m[1] * s->d[1];
    double y = t->m[1] * s->d[0] + (t->m[2] + damping) * s->d[1], top = -INFINITE;
    const double size = 1.0 + fabs(s->d[0]) + fabs(s->d[1]);
    for (int i = 0; i < t->count; i++) {
        const active_piece* v = &t->piece[i];
        top = fmax(top, v->level + v->g[0] * s->d[0] + v->g[1] * s->d[1]);
    }
    for (int i = 0; i < s->count; i++) {
        const active_piece* v = &t->piece[s->basis[i]];
        CHECK(s->weight[i] >= -1e-7);
        CHECK_NEAR(v->level + v->g[0] * s->d[0] + v->g[1] * s->d[1], top, 2e-7 * size);
        sum += s->weight[i];
        x += s->weight[i] * v->g[0];
        y += s->weight[i] * v->g[1];
    }
    CHECK_NEAR(sum, 1.0, 1e-12);
    CHECK_NEAR(x, 0.0, 1e-9 * size);
    CHECK_NEAR(y, 0.0, 1e-9 * size);
}

static void test_steps_are_optimal(optimum* t) {
    int solved = 0;
    for (int i = 0; i < 3000; i++) {
        random_program(t, i);
        const double damping = i % 4 ? 0.0 : 0.5;
        qp2_step step;
        if (!gd_qp2_minimise(t, damping, &step)) {
            CHECK(damping == 0.0 && i % 3 == 0); /* only a singular form has no minimum */
            continue;
        }
        solved++;
        CHECK(step.count >= 1 && step.count <= (t->a->dimension == 3 ? 3 : 2));
        check_optimality(t, damping, &step);
        const double best = program_value(t, damping, step.d[0], step.d[1]);
        for (int k = 0; k < 8; k++) {
            const double r = ldexp(1.0, -k), x = step.d[0] + r * random_between(-1.0, 1.0);
            const double y = step.d[1] + r * random_between(-1.0, 1.0);
            CHECK(program_value(t, damping, x, y) >= best - 1e-6);
        }
        double d[2], level;
        CHECK(gd_qp2_solve(t, damping, d, &level) && d[0] == step.d[0] && d[1] == step.d[1]);
        const double form = program_value(t, damping, d[0], d[1]) - level;
        CHECK_NEAR(form,
                   0.5 * ((t->m[0] + damping) * d[0] * d[0] + 2.0 * t->m[1] * d[0] * d[1] +
                          (t->m[2] + damping) * d[1] * d[1]),
                   1e-6 * (1.0 + fabs(form)));
    }
    CHECK(solved > 2000);
}

/* One piece, a kink and a corner whose minima are known. */
static void test_known_steps(optimum* t) {
    t->m[0] = t->m[2] = 2.0;
    t->m[1] = 0.0;
    t->count = 1;
    t->piece[0].level = 0.5;
    t->piece[0].g[0] = -4.0;
    t->piece[0].g[1] = 2.0;
    double d[2], level;
    CHECK(gd_qp2_solve(t, 0.0, d, &level));
    CHECK(d[0] == 2.0 && d[1] == -1.0 && level == -9.5);
    CHECK(gd_qp2_solve(t, 2.0, d, &level)); /* twice the form, half the step */
    CHECK(d[0] == 1.0 && d[1] == -0.5 && level == -4.5);
    t->count = 2; /* |x - 1|, steeper than the form */
    t->piece[0].level = t->piece[1].g[1] = t->piece[0].g[1] = 0.0;
    t->piece[0].g[0] = -8.0;
    t->piece[1].level = -16.0;
    t->piece[1].g[0] = 8.0;
    CHECK(gd_qp2_solve(t, 0.0, d, &level));
    CHECK_NEAR(d[0], 1.0, 1e-15);
    CHECK_NEAR(d[1], 0.0, 1e-15);
    CHECK_NEAR(level, -8.0, 1e-14);
}

/* Without pieces, or with a slope and no curvature, there is no minimum. */
static void test_programs_of_nothing(void) {
    optimum t;
    memset(&t, 0, sizeof t);
    double d[2], level;
    CHECK(!gd_qp2_solve(&t, 1.0, d, &level));
    gd_shape* ball = make_sphere(1.0);
    t.a = t.b = ball;
    t.extent = 1.0;
    t.count = 1;
    t.piece[0].g[0] = 1.0;
    CHECK(!gd_qp2_solve(&t, 0.0, d, &level));
    gd_shape_destroy(ball);
}

TEST(qp2) {
    const double record[7] = {GD_KIND_CIRCLE, 0, 0, 0, 0, 0, 1};
    optimum t;
    memset(&t, 0, sizeof t);
    t.extent = 1.0;
    gd_shape* ball = make_sphere(1.0);
    t.a = t.b = ball;
    test_steps_are_optimal(&t);
    test_known_steps(&t);
    gd_shape_destroy(ball);
    gd_shape* disc = make(record, 7); /* in 2D two pieces determine the step */
    t.a = t.b = disc;
    test_known_steps(&t);
    gd_shape_destroy(disc);
    test_programs_of_nothing();
}
