/* Projection of the origin onto simplices: the three sub-algorithms against each other and against
 * known results. */
#include "lib/check.h"

#include "distance/simplex_methods.h"

static double uniform(void) {
    return 2.0 * random_next() - 1.0;
}

/* One statement each: the order of arguments is not defined. */
static vec3 uniform3(void) {
    const double x = uniform(), y = uniform(), z = uniform();
    return make3(x, y, z);
}

static const gd_subalgorithm all[] = {GD_SUBALGORITHM_SIGNED_VOLUMES, GD_SUBALGORITHM_JOHNSON,
                                      GD_SUBALGORITHM_DIVIDE_AND_CONQUER};

static void test_known_feet(void) {
    const vec3 x[4] = {{1, -1, 1}, {1, 1, 1}, {-3, 0, 1}, {0, 0, 5}};
    for (int k = 0; k < 3; k++) {
        const simplex_face edge = simplex_nearest(all[k], x, 2);
        CHECK(edge.kept == 3);
        CHECK_NEAR(length3(sub3(edge.nearest, make3(1, 0, 1))), 0.0, 1e-15);
        const simplex_face triangle = simplex_nearest(all[k], x, 3);
        CHECK(triangle.kept == 7);
        CHECK_NEAR(length3(sub3(triangle.nearest, make3(0, 0, 1))), 0.0, 1e-15);
        const vec3 around[4] = {{1, 0, -1}, {-1, 1, -1}, {-1, -1, -1}, {0, 0, 2}};
        CHECK(simplex_nearest(all[k], around, 4).kept == 15);
    }
}

/* In GJK the newest point is beyond the nearest point of the others. For such simplices all three
 * sub-algorithms agree, and the weights give the same point. */
static void test_all_agree_on_random_simplices(void) {
    random_seed(7);
    for (int i = 0; i < 2000; i++) {
        const int count = 2 + i % 3;
        vec3 x[4];
        const vec3 shift = add3(uniform3(), make3(0, 0, 1));
        for (int k = 0; k < count; k++)
            x[k] = add3(shift, uniform3());
        /* the newest point, lower along the nearest point of the rest */
        const simplex_face rest = gd_simplex_search(x, count - 1);
        const double square = dot3(rest.nearest, rest.nearest);
        if (!(dot3(rest.nearest, x[count - 1]) < square)) continue;
        const simplex_face a = simplex_nearest(all[0], x, count);
        for (int k = 1; k < 3; k++) {
            const simplex_face b = simplex_nearest(all[k], x, count);
            CHECK_NEAR(length3(sub3(a.nearest, b.nearest)), 0.0, 1e-11);
        }
        vec3 kept[4], mean = {0, 0, 0};
        double lambda[4], sum = 0.0;
        int n = 0;
        for (int k = 0; k < count; k++)
            if (a.kept >> k & 1u) kept[n++] = x[k];
        gd_simplex_weights(kept, n, lambda);
        for (int k = 0; k < n; k++) {
            CHECK(lambda[k] >= 0.0);
            sum += lambda[k];
            mean = madd3(mean, lambda[k], kept[k]);
        }
        CHECK_NEAR(sum, 1.0, 1e-14);
        CHECK_NEAR(length3(sub3(mean, a.nearest)), 0.0, 1e-9);
    }
}

/* Collinear points, equal points, a tetrahedron without volume: a valid face and finite numbers. */
static void test_flat_simplices_have_an_answer(void) {
    const vec3 flat[4][4] = {{{1, 0, 0}, {1, 0, 0}, {1, 0, 0}, {1, 0, 0}},
                             {{-1, 0, 1}, {0, 0, 1}, {1, 0, 1}, {3, 0, 1}},
                             {{-1, -1, 1}, {1, -1, 1}, {1, 1, 1}, {-1, 1, 1}},
                             {{-1, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, -1, 0}}};
    const double nearest[4] = {1, 1, 1, 0};
    for (int i = 0; i < 4; i++) {
        for (int k = 0; k < 3; k++) {
            const simplex_face f = simplex_nearest(all[k], flat[i], 4);
            CHECK(f.kept >= 1u && f.kept <= 15u);
            CHECK(length3(f.nearest) <= nearest[i] + 1.0);
        }
        double lambda[4];
        vec3 mean = {0, 0, 0};
        gd_simplex_weights(flat[i], 4, lambda);
        for (int k = 0; k < 4; k++)
            mean = madd3(mean, lambda[k], flat[i][k]);
        CHECK_NEAR(length3(mean), nearest[i], 1e-15);
    }
}

/* The projection of the origin is on the line of a triangle as thin as rounding. The weights must
 * give a point of the triangle, and the nearest one if the projection is inside. */
static void test_weights_of_thin_triangles(void) {
    random_seed(71);
    for (int i = 0; i < 20000; i++) {
        const vec3 along = unit3(make3(random_next() - 0.5, random_next() - 0.5, random_next()));
        const vec3 base = scale3(i % 3, make3(random_next(), random_next(), random_next()));
        const double thin = ldexp(1.0, -(i / 3 % 60)), size = ldexp(1.0, -(i / 7 % 40));
        vec3 x[3];
        double most = 0.0;
        for (int k = 0; k < 3; k++) {
            const vec3 off = make3(random_next() - 0.5, random_next() - 0.5, random_next() - 0.5);
            x[k] = madd3(madd3(base, size * (random_next() - 0.5), along), size * thin, off);
            most = fmax(most, max_abs3(x[k]));
        }
        double weight[4], sum = 0.0;
        gd_simplex_weights(x, 3, weight);
        vec3 mean = make3(0.0, 0.0, 0.0);
        for (int k = 0; k < 3; k++) {
            CHECK(weight[k] >= 0.0);
            sum += weight[k];
            mean = madd3(mean, weight[k], x[k]);
        }
        CHECK_NEAR(sum, 1.0, 1e-14);
        const simplex_face face = simplex_nearest(GD_SUBALGORITHM_SIGNED_VOLUMES, x, 3);
        if (face.kept == 7) CHECK_NEAR(max_abs3(sub3(mean, face.nearest)), 0.0, 1e-6 * most);
    }
}

TEST(simplex) {
    test_weights_of_thin_triangles();
    test_known_feet();
    test_all_agree_on_random_simplices();
    test_flat_simplices_have_an_answer();
}
