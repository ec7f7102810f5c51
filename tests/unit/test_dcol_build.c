/* Conic programs of pairs: the least s that all constraints of a body allow at a point must be the
 * body's scale at which the point is on its surface. Shapes with a core and a ball have auxiliary
 * variables. */
#include "lib/check.h"
#include "lib/compared.h"
#include "lib/make.h"

#include "compare/dcol.h"

#include <string.h>

static dcol_solver solver;

static void build(const gd_shape* a, const double* pose_a, const gd_shape* b,
                  const double* pose_b) {
    const gd_query query = {a, pose_a, b, pose_b, &compared_usual, NULL};
    memset(&solver, 0, sizeof solver);
    CHECK(gd_ray_init(&solver.ray, &query) == GD_STATUS_OPTIMAL);
    CHECK(gd_dcol_build(&solver));
}

/* Whether all slacks of one body are in their cones at v, whose last entry is s. */
static bool is_feasible(bool of_b, const double* v) {
    for (int k = 0; k < solver.group_count; k++) {
        const dcol_group* g = &solver.group[k];
        if (g->of_b != of_b) continue;
        double xi[4];
        dcol_locate(&solver, g, v, false, xi);
        for (uint32_t i = g->first; i < g->last; i++)
            if (xi[3] + dot3(solver.row[i], make3(xi[0], xi[1], xi[2])) < 0.0) return false;
        const soc cone = dcol_cone(g, xi);
        if (g->coned && !(length3(cone.x) <= cone.t)) return false;
    }
    return true;
}

static double least_scale(bool of_b, double* v) {
    double low = 0.0, high = 1e3;
    for (int k = 0; k < 100; k++) {
        const double mid = 0.5 * (low + high);
        v[solver.count - 1] = mid;
        if (is_feasible(of_b, v))
            high = mid;
        else
            low = mid;
    }
    return high;
}

/* Converts a local point to y, in units of the extent; the distance of the centres is 1. */
static vec3 place_of(const gd_shape* shape, bool of_b, vec3 local) {
    const pair3* pair = &solver.ray.pair;
    vec3 x = scale3(1.0 / solver.ray.extent, sub3(local, shape->center));
    if (of_b) x = add3(rotate(&pair->b_to_a, x), pair->ray);
    return sub3(x, solver.origin);
}

/* Checks a point at s times a surface point's distance from the centre. */
static void check_surface(const gd_shape* shape, bool of_b, vec3 surface, double s, double* v) {
    const vec3 grown = madd3(shape->center, s, sub3(surface, shape->center));
    store3(v, place_of(shape, of_b, grown));
    CHECK_NEAR(least_scale(of_b, v), s, 1e-11 * (1.0 + s));
}

static vec3 surface_of(const gd_shape* shape, vec3 n) {
    double point[3];
    CHECK(gd_shape_support(shape, (const double[3]){n.x, n.y, n.z}, point) == 0);
    return load3(point);
}

static vec3 random_unit(void) {
    const double x = random_between(-1.0, 1.0), y = random_between(-1.0, 1.0);
    return unit3(make3(x, y, random_between(-1.0, 1.0)));
}

/* Shapes without auxiliary variables: every support point is on the surface. */
static void test_points_of_surfaces(void) {
    const gd_kind kinds[] = {GD_KIND_SPHERE, GD_KIND_ELLIPSOID, GD_KIND_BOX, GD_KIND_CYLINDER,
                             GD_KIND_FRUSTUM};
    const double degree[] = {1, 1, 6, 3, 3};
    for (int i = 0; i < 100; i++) {
        const int j = i % 5, k = i / 5 % 5;
        gd_shape* a = compared_kind(kinds[j], 1.5, 0.8, 0.6);
        gd_shape* b = compared_kind(kinds[k], 1.0, 2.0, 0.7);
        double pose_a[7], pose_b[7], v[DCOL_VARIABLES] = {0};
        compared_pose(pose_a, 1.0);
        compared_pose(pose_b, 1.0);
        build(a, pose_a, b, pose_b);
        CHECK(solver.count == 4 && solver.group_count == 2);
        CHECK(solver.degree == degree[j] + degree[k]);
        CHECK(solver.core[0] == (j == 0 ? -1 : 0) && solver.core[1] == (k == 0 ? -1 : 1));
        for (int m = 0; m < 10; m++) {
            const double s = random_between(0.5, 3.0);
            check_surface(a, false, surface_of(a, random_unit()), s, v);
            check_surface(b, true, surface_of(b, random_unit()), s, v);
        }
        gd_shape_destroy(a);
        gd_shape_destroy(b);
    }
}

/* The auxiliary variables of a rounded box are the ball's part of a support point, along its
 * normal. A capsule's is the parameter of the axis. */
static void test_auxiliaries_share_the_point(void) {
    const double box[9] = {GD_KIND_BOX, 0.5, 1, 0.1, 0.2, -0.1, 1, 2, 1.5};
    const double rod[8] = {GD_KIND_CAPSULE, 0, 0, 0, 0, 0, 1.5, 0.7};
    gd_shape *rounded = make(box, 9), *capsule = make(rod, 8);
    for (int i = 0; i < 60; i++) {
        const bool swap = i % 2;
        double pose_a[7], pose_b[7], v[DCOL_VARIABLES] = {0};
        compared_pose(pose_a, 1.0);
        compared_pose(pose_b, 1.0);
        build(swap ? capsule : rounded, pose_a, swap ? rounded : capsule, pose_b);
        CHECK(solver.count == 3 + 3 + 1 + 1 && solver.group_count == 4);
        CHECK(solver.degree == (6 + 1) + (2 + 1) && solver.core[!swap] == -1);
        const int first = swap ? 4 : 3, axis = swap ? 3 : 6; /* where their variables begin */
        for (int m = 0; m < 10; m++) {
            const double s = random_between(0.5, 3.0);
            const vec3 n = random_unit(), side = random_unit();
            store3(v + first, scale3(s, n));
            check_surface(rounded, swap, surface_of(rounded, n), s, v);
            v[axis] = copysign(s, side.y);
            check_surface(capsule, !swap, surface_of(capsule, side), s, v);
            v[axis] *= 1.001; /* beyond the axis' end */
            CHECK(least_scale(!swap, v) > s * 1.0005);
        }
    }
    gd_shape_destroy(rounded);
    gd_shape_destroy(capsule);
}

/* y is relative to the smaller shape's centre. */
static void test_the_origin_is_the_smaller_sets(void) {
    gd_shape *small = make_sphere(1.0), *large = make_sphere(2.0);
    const double away[7] = {0, 5, 0, 0, 0, 0, 1};
    build(small, compared_here, large, away);
    CHECK(max_abs3(solver.origin) == 0.0);
    build(large, compared_here, small, away);
    CHECK(solver.origin.x == 0.0 && solver.origin.y == 1.0 && solver.origin.z == 0.0);
    const double record[19] = {GD_KIND_DSF, 0, 0, 0, 0, 0, 4,  1,  0, 0,
                               0,           1, 0, 0, 0, 1, -1, -1, -1};
    gd_shape* smooth = make(record, 19);
    const gd_query query = {small, compared_here, smooth, away, &compared_usual, NULL};
    CHECK(gd_ray_init(&solver.ray, &query) == GD_STATUS_OPTIMAL);
    CHECK(!gd_dcol_build(&solver));
    gd_shape_destroy(small);
    gd_shape_destroy(large);
    gd_shape_destroy(smooth);
}

TEST(dcol_build) {
    test_points_of_surfaces();
    test_auxiliaries_share_the_point();
    test_the_origin_is_the_smaller_sets();
}
