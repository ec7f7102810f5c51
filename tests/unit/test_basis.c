/* The basis of the n-dimensional cutting plane: the inverse, the weights on the ray, and bounds on
 * both sides of the point where the ray leaves C. Tested with norm balls and with boxes given as
 * corners, whose exit points are known. */
#include "lib/check.h"
#include "lib/make.h"

#include "nd/basis.h"

#include <string.h>

#define MOST 5

static const double NOWHERE[7] = {0, 0, 0, 0, 0, 0, 1};

/* The corners of a cross, all moved by the same offset, which becomes their mean. */
static gd_shape* make_cross(int n, double size, double shift) {
    double record[7 + 2 * MOST * MOST] = {GD_KIND_POINTS};
    record[6] = n;
    for (int i = 0; i < 2 * n; i++)
        for (int k = 0; k < n; k++)
            record[7 + i * n + k] = shift + (i / 2 == k ? (i % 2 ? size : -size) : 0.0);
    return make(record, 7 + 2 * (size_t)n * (size_t)n);
}

/* Two shapes whose difference is C, with the memory of a basis. */
typedef struct problem {
    gd_basis basis;
    gd_support_nd set[2];
    double memory[1000];
} problem;

static void problem_start(problem* p, int n, const gd_shape* a, const gd_shape* b) {
    static const double origin[MOST] = {0};
    memset(p, 0, sizeof *p);
    p->basis = (gd_basis){.n = n, .sets = 2, .set = {&p->set[0], &p->set[1]}};
    p->basis.factor[0] = 1.0;
    p->basis.factor[1] = -0.5;
    const double* pose = n == 3 ? NOWHERE : origin;
    CHECK(gd_support_nd_init(&p->set[0], a, pose) && gd_support_nd_init(&p->set[1], b, pose));
    const double* end = gd_basis_place(&p->basis, p->memory);
    CHECK((size_t)(end - p->memory) <= basis_workspace(n, 2));
    double* ray = p->basis.ray;
    for (int i = 0; i < n; i++)
        ray[i] = random_between(-1.0, 1.0);
    CHECK(gd_normalize_n(n, ray));
    gd_basis_start(&p->basis);
}

/* Checks inverse S = 1, S lambda = ray, lambda >= 0 and its sum, and that the parts on both shapes
 * add up to the points. */
static void check_basis(const problem* p) {
    const gd_basis* b = &p->basis;
    const int n = b->n;
    double sum = 0.0;
    for (int i = 0; i < n; i++) {
        double on_ray = 0.0, largest = 0.0;
        for (int j = 0; j < n; j++) {
            const double product = dot_n(n, b->inverse + i * n, b->s + j * n);
            CHECK_NEAR(product, i == j ? 1.0 : 0.0, 1e-7);
            on_ray += b->lambda[j] * b->s[j * n + i];
            largest = fmax(largest, fabs(b->s[i * n + j]));
        }
        CHECK_NEAR(on_ray, b->ray[i], 1e-9);
        CHECK(b->lambda[i] >= 0.0 && largest <= b->extent * (1.0 + 1e-9));
        sum += b->lambda[i];
        for (int k = 0; k < n && b->artificial[i] == 0.0; k++)
            CHECK_NEAR(b->part[0][i * n + k] - 0.5 * b->part[1][i * n + k], b->s[i * n + k], 1e-12);
    }
    CHECK_NEAR(b->sum, sum, 1e-12 * sum);
}

/* Iterates until the bounds agree; the ray leaves C at `beta`. */
static void check_search(problem* p, double beta, bool ball) {
    gd_basis* b = &p->basis;
    const int n = b->n;
    CHECK((b->artificial_radius > 0.0) == !ball);
    for (int k = 0; k < 400; k++) {
        if (!gd_basis_is_artificial(b)) {
            CHECK(1.0 / b->sum <= beta * (1.0 + 1e-9));
            if (b->outer * b->sum <= 1.0 + 1e-9) break;
        }
        CHECK(gd_basis_normal(b));
        CHECK_NEAR(gd_length_n(n, b->direction), 1.0, 1e-13);
        const double iterations = b->iterations;
        gd_basis_support(b);
        CHECK(b->iterations == iterations + 1.0);
        CHECK_NEAR(b->height, dot_n(n, b->direction, b->entering), 1e-13);
        CHECK_NEAR(b->n_dot_ray, dot_n(n, b->direction, b->ray), 1e-15);
        CHECK(b->outer >= beta * (1.0 - 1e-12));
        if (!(b->height - b->n_dot_ray / b->sum > 1e-13)) {
            CHECK(!ball || b->outer * b->sum < 1.0 + 1e-6);
            if (!gd_basis_shrink(b)) break;
            continue;
        }
        if (!gd_basis_pivot(b)) break;
        check_basis(p);
    }
    CHECK(gd_basis_certify(b));
    CHECK_NEAR(1.0 / b->sum, beta, 1e-7 * beta);
    CHECK_NEAR(b->outer, beta, 1e-7 * beta);
    double mean[MOST], other[MOST];
    gd_basis_mean(b, 0, mean);
    gd_basis_mean(b, 1, other);
    for (int i = 0; i < n; i++) /* the common point is on the ray */
        CHECK_NEAR(mean[i] - 0.5 * other[i], b->ray[i] / b->sum, 1e-9);
}

/* Two balls of one norm: the ray leaves C at the sum of the radii, in that norm. */
static void test_balls_of_norms(void) {
    for (int i = 0; i < 120; i++) {
        const int n = 2 + i % 4;
        const double p = i % 3 == 0 ? 1.0 : i % 3 == 1 ? 2.0 : INFINITE;
        gd_shape *a = make_norm_ball(n, p, 2.0), *b = make_norm_ball(n, p, 1.0);
        problem at;
        problem_start(&at, n, a, b);
        check_basis(&at);
        double sum = 0.0, largest = 0.0;
        for (int k = 0; k < n; k++) {
            sum += fabs(at.basis.ray[k]);
            largest = fmax(largest, fabs(at.basis.ray[k]));
        }
        const double holding = 2.5 * (p == INFINITE ? sqrt(n) : 1.0);
        CHECK(at.basis.extent >= holding * (1.0 - 1e-15));
        CHECK(at.basis.extent <= holding * (1.0 + 1e-9));
        if (p != 2.0) check_search(&at, 2.5 / (p == 1.0 ? sum : largest), true);
        gd_shape_destroy(a);
        gd_shape_destroy(b);
    }
}

/* Crosses as point clouds. If no ball inside is known, the artificial ball must leave the basis. */
static void test_clouds_replace_the_artificial_ball(void) {
    for (int i = 0; i < 120; i++) {
        const int n = 2 + i % 4;
        gd_shape *a = make_cross(n, 2.0, 0.0), *b = make_cross(n, 1.0, 0.0);
        problem at;
        problem_start(&at, n, a, b);
        double sum = 0.0;
        for (int k = 0; k < n; k++)
            sum += fabs(at.basis.ray[k]);
        check_search(&at, 2.5 / sum, !(at.basis.artificial_radius > 0.0));
        gd_shape_destroy(a);
        gd_shape_destroy(b);
    }
}

/* Shrinking the artificial ball shrinks its points and updates inverse and weights. After a few
 * times the ball is as small as rounding, and shrinking fails. */
static void test_the_artificial_ball_shrinks(void) {
    gd_shape *a = make_norm_ball(2, 2, 1), *b = make_norm_ball(2, 2, 1);
    problem p;
    problem_start(&p, 2, a, b);
    p.basis.artificial_radius = 0.0625 * p.basis.extent;
    p.basis.artificial[0] = 1.0;
    CHECK(gd_basis_is_artificial(&p.basis) && !gd_basis_certify(&p.basis));
    const double s = p.basis.s[0], other = p.basis.s[2], lambda = p.basis.lambda[0];
    CHECK(gd_basis_shrink(&p.basis));
    CHECK(p.basis.s[0] == s * 0x1p-14 && p.basis.s[2] == other);
    CHECK(p.basis.lambda[0] == lambda * 0x1p14);
    check_basis(&p);
    CHECK(gd_basis_shrink(&p.basis) && gd_basis_shrink(&p.basis) && !gd_basis_shrink(&p.basis));
    gd_shape_destroy(a);
    gd_shape_destroy(b);
}

/* A cross about (c, ..., c) contains the origin if n c < size. */
static void test_what_holds_the_origin(void) {
    for (int i = 0; i < 40; i++) {
        const int n = 2 + i % 4;
        const double shift = i / 4 * 0.1 + 0.05;
        gd_shape* a = make_cross(n, 1.0, shift);
        problem p;
        problem_start(&p, n, a, a);
        double center[MOST], offset[MOST];
        gd_support_nd set = p.set[0];
        gd_support_nd_center(&p.set[0], center);
        set.offset = center; /* support points are relative to the world's origin */
        const bool inside = gd_basis_holds_origin(&p.basis, &set, center, offset);
        CHECK(inside == (n * shift < 1.0));
        if (inside) CHECK(set.held <= (1.0 - n * shift) / sqrt(n) + 1e-12);
        gd_shape_destroy(a);
    }
}

/* A basis with a point at infinity has no inverse, and a point at the origin cannot enter. The
 * basis must stay unchanged. */
static void test_bases_that_cannot_be(void) {
    double workspace[200];
    gd_shape* ball = make_norm_ball(2, 2, 1);
    gd_support_nd set;
    gd_basis basis = {.n = 2, .sets = 1, .set = {&set}, .factor = {1.0}};
    CHECK(gd_support_nd_init(&set, ball, NOWHERE));
    gd_basis_place(&basis, workspace);
    basis.ray[0] = 1.0;
    basis.ray[1] = 0.0;
    gd_basis_start(&basis);
    const double sum = basis.sum;
    basis.entering[0] = basis.entering[1] = 0.0;
    CHECK(!gd_basis_pivot(&basis));
    CHECK(basis.sum == sum && basis.sum > 1.0 && basis.sum < INFINITE);
    basis.s[0] = INFINITE;
    CHECK(!gd_basis_refactor(&basis));
    gd_shape_destroy(ball);
}

TEST(basis) {
    test_balls_of_norms();
    test_clouds_replace_the_artificial_ball();
    test_the_artificial_ball_shrinks();
    test_what_holds_the_origin();
    test_bases_that_cannot_be();
}
