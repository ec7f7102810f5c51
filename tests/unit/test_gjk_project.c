/* The careful projection of the origin on GJK's simplex: the point is nearest, the simplex is the
 * least one, and a projection that gains nothing changes nothing. */
#include "lib/check.h"
#include "lib/make.h"

#include "distance/gjk_project.h"

static gd_shape* box;

/* A search whose simplex has the given vertices, all of them parts of A. */
static void start(gjk* g, const vec3* x, int count) {
    static const double here[7] = {0, 0, 0, 0, 0, 0, 1}, apart[7] = {3, 0, 0, 0, 0, 0, 1};
    static const gd_settings settings = {.tolerance = GD_DEFAULT_TOLERANCE,
                                         .max_iterations = 100.0};
    CHECK(gd_gjk_init(g, &(gd_query){box, here, box, apart, &settings, NULL}, false));
    for (int i = 0; i < count; i++) {
        g->x[i] = x[i];
        g->b[i] = make3(0.0, 0.0, 0.0);
        g->a[i] = add3(x[i], g->pair.p);
    }
}

static vec3 random_point(void) {
    const double x = random_between(0.1, 2.0), y = random_between(-1.0, 1.0);
    return make3(x, y, random_between(-1.0, 1.0));
}

/* The newest vertex may only bring the point nearer. The point is a mean of both shapes' parts. */
static void test_the_point_is_a_mean(void) {
    for (int i = 0; i < 2000; i++) {
        gjk g;
        vec3 x[4];
        const int count = 1 + i % 4;
        for (int k = 0; k < count; k++)
            x[k] = random_point();
        start(&g, x, count);
        g.count = count - 1;
        CHECK(gd_gjk_project(&g, GD_SUBALGORITHM_SIGNED_VOLUMES, 0.0));
        CHECK(g.count >= 1 && g.count <= 3);
        CHECK(g.length <= length3(x[count - 1]));
        vec3 a, b;
        const vec3 mean = gd_gjk_points(&g, &a, &b);
        CHECK_NEAR(length3(mean), g.length, 1e-12);
        CHECK_NEAR(length3(sub3(sub3(a, g.pair.p), mean)), 0.0, 1e-12);
        const double length = g.length;
        gd_gjk_refresh(&g);
        CHECK_NEAR(g.length, length, 1e-12);
        gd_gjk_merge(&g);
        CHECK(g.count == 1);
        CHECK_NEAR(length3(g.x[0]), length, 1e-12);
    }
}

static void test_a_vertex_that_gains_nothing_is_refused(void) {
    gjk g;
    const vec3 x[2] = {make3(1.0, 0.0, 0.0), make3(2.0, 0.0, 0.0)};
    start(&g, x, 2);
    g.count = 0;
    CHECK(gd_gjk_project(&g, GD_SUBALGORITHM_SIGNED_VOLUMES, 0.0));
    CHECK(!gd_gjk_project(&g, GD_SUBALGORITHM_SIGNED_VOLUMES, 0.0));
    CHECK(g.count == 1 && g.length == 1.0);
}

TEST(gjk_project) {
    box = make_box(1, 1, 1);
    test_the_point_is_a_mean();
    test_a_vertex_that_gains_nothing_is_refused();
    gd_shape_destroy(box);
}
