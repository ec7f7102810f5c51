/* The portal of a cast: GJK in the projection until it surrounds the line, then pivots. */
#include "lib/check.h"

#include "casts/cast_portal.h"

static vertex3 at(double u, double v, double w) {
    return (vertex3){.u = u, .v = v, .w = w, .a = make3(u, v, w)};
}

/* The point of the portal is on the line, and it is a mean of what entered. */
static void check_on_line(cast_portal* p) {
    const vertex3 x = gd_cast_portal_point(p);
    CHECK(cast_portal_surrounds(p) && fabs(x.u) + fabs(x.v) < 1e-14);
    CHECK_NEAR(x.w, p->inner, 1e-14);
    CHECK_NEAR(x.a.x, 0.0, 1e-14);
    CHECK_NEAR(x.a.z, x.w, 1e-14);
    for (int i = 0; i < 3; i++)
        CHECK(p->weight[i] >= 0.0);
}

static void test_normals_lead_to_the_line(void) {
    cast_portal p;
    cast_portal_init(&p, 1e-16);
    const vertex3 a = at(3, 1, 0), b = at(1, -2, 0), c = at(-1, 1, 3);
    CHECK(max_abs3(gd_cast_portal_normal(&p)) == 0.0);
    CHECK(gd_cast_portal_enter(&p, &a));
    CHECK(dot3(gd_cast_portal_normal(&p), make3(3, 1, 0)) < 0.0);
    CHECK(gd_cast_portal_enter(&p, &b));
    const vec3 n = gd_cast_portal_normal(&p);
    CHECK(n.z == 0.0 && dot3(n, make3(3, 1, 0)) < 0.0 && dot3(n, make3(1, -2, 0)) < 0.0);
    CHECK(gd_cast_portal_enter(&p, &c));
    check_on_line(&p);
}

/* A vertex that is no nearer changes nothing. */
static void test_far_vertices_are_refused(void) {
    cast_portal p;
    cast_portal_init(&p, 1e-16);
    const vertex3 a = at(1, 0, 0), b = at(3, 1, 0);
    CHECK(gd_cast_portal_enter(&p, &a));
    CHECK(!gd_cast_portal_enter(&p, &b));
    CHECK(p.count == 1 && p.inner == -INFINITE);
}

static void test_random_vertices_keep_it_around_the_line(void) {
    cast_portal p;
    cast_portal_init(&p, 1e-16);
    int surrounded = 0;
    for (int i = 0; i < 3000; i++) {
        const vertex3 q = at(random_between(-1, 1), random_between(-1, 1), random_between(-1, 1));
        const bool before = cast_portal_surrounds(&p);
        const bool entered = gd_cast_portal_enter(&p, &q);
        if (before) CHECK(entered);
        if (!cast_portal_surrounds(&p)) continue;
        surrounded++;
        check_on_line(&p);
    }
    CHECK(surrounded > 2900);
}

TEST(cast_portal) {
    test_normals_lead_to_the_line();
    test_far_vertices_are_refused();
    test_random_vertices_keep_it_around_the_line();
}
