/* Projections onto the cone of a few vertices. The residual of the nearest point reaches no vertex
 * and is orthogonal to the face, which proves that it is nearest. With a lift, the same in one more
 * dimension. */
#include "lib/check.h"

#include "compare/conic_projection.h"

#include <string.h>

static vec3 random3(void) {
    const double x = random_between(-1.0, 1.0), y = random_between(-1.0, 1.0);
    return make3(x, y, random_between(-1.0, 1.0));
}

/* The part of x along the lift that is missing; every vertex has the same lift. */
static double missing(const cone3* cone, double lift) {
    double sum = 0.0;
    for (int i = 0; i < cone->count; i++)
        sum += cone->lambda[i];
    return lift * (1.0 - sum);
}

static void check_projection(const cone3* cone, vec3 x, double lift) {
    vec3 left = x;
    const double high = missing(cone, lift);
    for (int i = 0; i < cone->count; i++) {
        CHECK(cone->lambda[i] > 0.0);
        left = madd3(left, -cone->lambda[i], cone->v[i].s);
        CHECK_NEAR(dot3(cone->residual, cone->v[i].s) + lift * high, 0.0, 1e-11);
    }
    CHECK(max_abs3(sub3(left, cone->residual)) < 1e-12);
    CHECK_NEAR(cone->squared, dot3(left, left) + high * high, 1e-12);
    if (cone->count < 3) return;
    const vec3 d = sub3(cone->v[1].s, cone->v[0].s), e = sub3(cone->v[2].s, cone->v[0].s);
    CHECK_NEAR(dot3(cone->normal, d), 0.0, 1e-12);
    CHECK_NEAR(dot3(cone->normal, e), 0.0, 1e-12);
    CHECK(length3(cone->normal) > 0.0 && dot3(cone->normal, cone->residual) >= -1e-12);
}

/* Vertices join one after the other, each beyond the plane across the residual, as in a search. The
 * distance decreases, and every vertex that was left out is behind the plane. */
static void test_projections_come_nearer(void) {
    int full = 0;
    for (int i = 0; i < 3000; i++) {
        const double lift = i % 2 ? random_between(0.1, 2.0) : 0.0;
        const vec3 x = add3(random3(), make3(0, 0, 2));
        cone3 cone;
        memset(&cone, 0, sizeof cone);
        double nearest = dot3(x, x) + lift * lift;
        vec3 residual = x;
        for (int k = 0; k < 8; k++) {
            vertex3 s;
            memset(&s, 0, sizeof s);
            s.s = add3(random3(), make3(0, 0, 0.5));
            const double high = missing(&cone, lift);
            if (!(dot3(residual, s.s) + lift * high > 1e-5)) continue;
            const cone3 before = cone;
            CHECK(gd_conic_project(&cone, &s, x, lift));
            check_projection(&cone, x, lift);
            CHECK(cone.squared < nearest + 1e-12);
            const double left = missing(&cone, lift);
            /* x may be inside four lifted vertices, although no three contain it */
            const bool inside = lift > 0.0 && before.count == 3;
            CHECK(inside || dot3(cone.residual, s.s) + lift * left < 1e-6);
            for (int j = 0; j < before.count && !inside; j++)
                CHECK(dot3(cone.residual, before.v[j].s) + lift * left < 1e-6);
            nearest = cone.squared;
            residual = cone.residual;
            full += cone.count == 3;
            if (nearest < 1e-9) break; /* x is in the cone */
        }
    }
    CHECK(full > 1000);
}

/* Known projections: onto a ray, onto the plane of two vertices and, without lift, inside three. */
static void test_known_projections(void) {
    cone3 cone;
    memset(&cone, 0, sizeof cone);
    vertex3 s;
    memset(&s, 0, sizeof s);
    s.s = make3(2, 0, 0);
    const vec3 x = make3(1, 1, 1);
    CHECK(gd_conic_project(&cone, &s, x, 0.0));
    CHECK(cone.count == 1 && cone.lambda[0] == 0.5 && cone.squared == 2.0);
    CHECK(cone.residual.x == 0.0 && cone.residual.y == 1.0 && cone.residual.z == 1.0);
    s.s = make3(0, 2, 0);
    CHECK(gd_conic_project(&cone, &s, x, 0.0));
    CHECK(cone.count == 2);
    CHECK_NEAR(cone.squared, 1.0, 1e-15);
    CHECK_NEAR(cone.lambda[0], 0.5, 1e-15);
    CHECK_NEAR(cone.lambda[1], 0.5, 1e-15);
    s.s = make3(0, 0, 4);
    CHECK(gd_conic_project(&cone, &s, x, 0.0));
    CHECK(cone.count == 3);
    CHECK_NEAR(cone.squared, 0.0, 1e-15);
    CHECK_NEAR(cone.lambda[0] + cone.lambda[1] + cone.lambda[2], 1.25, 1e-15);
    memset(&cone, 0, sizeof cone); /* as much as the lift allows: (2 + 9) / (4 + 9) */
    s.s = make3(2, 0, 0);
    CHECK(gd_conic_project(&cone, &s, x, 3.0));
    CHECK_NEAR(cone.lambda[0], 11.0 / 13.0, 1e-15);
}

/* A vertex behind x does not join the cone, and three vertices on the ray surround nothing. */
static void test_projections_on_nothing(void) {
    cone3 basis;
    memset(&basis, 0, sizeof basis);
    vertex3 behind;
    memset(&behind, 0, sizeof behind);
    behind.s = make3(-1.0, 0.0, 0.0);
    CHECK(!gd_conic_project(&basis, &behind, make3(1.0, 0.0, 0.0), 0.0));
    CHECK(basis.count == 0);
    vertex3 on_ray[3];
    memset(on_ray, 0, sizeof on_ray);
    portal3 portal;
    CHECK(!gd_ray_surrounded(on_ray, &portal));
}

TEST(conic_projection) {
    test_projections_come_nearer();
    test_known_projections();
    test_projections_on_nothing();
}
