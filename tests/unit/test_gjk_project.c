/* The careful projection of the origin on GJK's simplex: it finds the nearest point of all faces.
 * The normal keeps its side next to the origin, and the vertices keep their parts. */
#include "lib/check.h"
#include "lib/make.h"

#include "distance/gjk_project.h"

static const double IDENTITY[7] = {0, 0, 0, 0, 0, 0, 1};

static void begin(gjk* g, const gd_shape* a, const gd_shape* b) {
    static const double apart[7] = {9, 0, 0, 0, 0, 0, 1};
    CHECK(gd_gjk_init(g, &(gd_query){a, IDENTITY, b, apart, NULL, NULL}, false));
}

static vec3 random3(void) {
    const double x = random_between(-1.0, 1.0), y = random_between(-1.0, 1.0);
    return make3(x, y, random_between(-1.0, 1.0));
}

/* Adds a vertex of D with parts that give it. */
static void place(gjk* g, vec3 x) {
    g->b[g->count] = random3();
    g->a[g->count] = add3(add3(x, g->pair.p), g->b[g->count]);
    gjk_place(g, g->count);
}

/* GJK by hand: each vertex is in the simplex or gains nothing, and the length falls. */
static void test_comes_nearer_step_by_step(void) {
    gd_shape* box = make_box(1, 1, 1);
    for (int i = 0; i < 3000; i++) {
        gjk g;
        begin(&g, box, box);
        const vec3 shift = scale3(3.0, random3());
        for (int k = 0; k < 6 && g.count < 4; k++) {
            const double before = g.length;
            const int count = g.count;
            place(&g, add3(shift, random3()));
            const bool nearer = gd_gjk_project(&g, (gd_subalgorithm)(i % 3), 0.0);
            CHECK(nearer ? g.length < before : g.length == before && g.count == count);
            for (int j = 0; j < g.count; j++) /* all vertices are in the plane across the normal */
                if (g.count < 4) CHECK_NEAR(dot3(g.normal, g.x[j]), -g.length, 1e-9);
        }
        vec3 a, b;
        const vec3 x = gd_gjk_points(&g, &a, &b);
        CHECK_NEAR(length3(x), g.length, 1e-9);
        CHECK_NEAR(max_abs3(sub3(sub3(a, b), add3(x, g.pair.p))), 0.0, 1e-12);
        gd_gjk_refresh(&g);
        CHECK_NEAR(length3(x), g.length, 1e-9);
        gd_gjk_merge(&g);
        CHECK(g.count == 1);
        CHECK_NEAR(max_abs3(sub3(g.x[0], x)), 0.0, 1e-12);
    }
    gd_shape_destroy(box);
}

static void test_slack_admits_a_point_as_near(void) {
    gd_shape* box = make_box(1, 1, 1);
    gjk g;
    begin(&g, box, box);
    place(&g, make3(1, 0, 0));
    CHECK(gd_gjk_project(&g, GD_SUBALGORITHM_SIGNED_VOLUMES, 0.0));
    place(&g, make3(1, 1, 0));
    CHECK(!gd_gjk_project(&g, GD_SUBALGORITHM_SIGNED_VOLUMES, 0.0));
    CHECK(gd_gjk_project(&g, GD_SUBALGORITHM_SIGNED_VOLUMES, 1e-3));
    gd_shape_destroy(box);
}

static void test_the_normal_keeps_its_side_next_to_the_origin(void) {
    gd_shape* box = make_box(1, 1, 1);
    gjk g;
    begin(&g, box, box);
    g.normal = make3(1, 0, 0);
    gjk_approach(&g, make3(1e-16, 0, 0), 1e-16); /* towards the origin this is -x */
    CHECK(g.normal.x == 1.0 && g.length == 1e-16);
    gjk_approach(&g, make3(0.5, 0, 0), 0.5);
    CHECK(g.normal.x == -1.0);
    gjk_approach(&g, make3(0, 0, 0), 0.0); /* no direction: it stays */
    CHECK(g.normal.x == -1.0 && g.length == 0.0);
    gd_shape_destroy(box);
}

TEST(gjk_project) {
    test_comes_nearer_step_by_step();
    test_slack_admits_a_point_as_near();
    test_the_normal_keeps_its_side_next_to_the_origin();
}
