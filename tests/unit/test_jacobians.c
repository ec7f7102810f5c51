/* Jacobians at refined optima against differences: normal and points of the same pair with one pose
 * moved or turned a little, refined too. test_gradient.c checks the gradients of values. */
#include "lib/check.h"
#include "lib/differences.h"
#include "lib/draw.h"
#include "lib/make.h"

#include "derivatives/optimum.h"

#include <string.h>

/* What a pose changes: the normal, and points in the world. */
typedef struct solution {
    optimum t;
    vec3 n, point_a, point_b, contact;
} solution;

static bool solve(solution* s, const gd_query* query, bool growth) {
    vec3 n, on_a, on_b;
    if (growth) {
        gd_growth_result r;
        if (gd_growth_distance(query, &r) != GD_STATUS_OPTIMAL) return false;
        n = load3(r.normal);
        on_a = load3(r.point_a);
        on_b = load3(r.point_b);
    } else {
        gd_distance_result r;
        if (gd_distance(query, &r) != GD_STATUS_OPTIMAL || !(r.value > 0.1)) return false;
        n = load3(r.normal);
        on_a = load3(r.point_a);
        on_b = load3(r.point_b);
    }
    optimum* t = &s->t;
    gd_optimum_init(t, query, growth);
    t->n = n;
    t->touch_a = sub3(on_a, t->a.center);
    t->touch_b = sub3(on_b, t->b.center);
    if (!gd_optimum_refine(t)) return false;
    const double value = growth ? 1.0 / t->t : -t->level;
    s->n = t->n;
    s->point_a = add3(t->a.center, t->touch_a);
    s->point_b = add3(t->b.center, t->touch_b);
    s->contact = growth ? madd3(t->a.center, value, t->touch_a) : make3(0.0, 0.0, 0.0);
    return true;
}

/* Returns true if the pair could be refined and is regular. */
static bool check_pair(const gd_query* query, bool growth) {
    const int dimension = query->a->dimension;
    static solution here, moved[2];
    gd_jacobians d;
    memset(&d, 0, sizeof d);
    if (!solve(&here, query, growth)) return false;
    if (gd_optimum_unique_normal(&here.t) && gd_optimum_unique_contact(&here.t))
        gd_optimum_jacobians(&here.t, &d);
    if (d.regular == 0.0) {
        for (int i = 0; i < 36; i++)
            CHECK(d.normal[i] == 0.0 && d.point_a[i] == 0.0 && d.contact[i] == 0.0);
        return false;
    }
    for (int j = 0; j < 12; j++) {
        const bool idle = dimension == 2 && (j % 6 == 2 || j % 6 == 3 || j % 6 == 4);
        double pose[2][7];
        for (int k = 0; k < 2; k++) {
            differences_move(j < 6 ? query->pose_a : query->pose_b, dimension, idle ? 0 : j % 6,
                             idle ? 0.0
                             : k  ? DIFFERENCES_STEP
                                  : -DIFFERENCES_STEP,
                             pose[k]);
            gd_query other = *query;
            if (j < 6)
                other.pose_a = pose[k];
            else
                other.pose_b = pose[k];
            if (!solve(&moved[k], &other, growth)) return false;
        }
        differences_check(d.normal, j, moved[0].n, moved[1].n, 1e-4);
        differences_check(d.point_a, j, moved[0].point_a, moved[1].point_a, 1e-4);
        differences_check(d.point_b, j, moved[0].point_b, moved[1].point_b, 1e-4);
        differences_check(d.contact, j, moved[0].contact, moved[1].contact, 1e-4);
    }
    return true;
}

static void test_derivatives_are_limits_of_differences(void) {
    static const gd_kind kinds[2][6] = {{GD_KIND_ELLIPSOID, GD_KIND_BOX, GD_KIND_CAPSULE,
                                         GD_KIND_CYLINDER, GD_KIND_CONE, GD_KIND_SPHERE},
                                        {GD_KIND_ELLIPSE, GD_KIND_RECTANGLE, GD_KIND_STADIUM,
                                         GD_KIND_CIRCLE, GD_KIND_ELLIPSE, GD_KIND_TRIANGLE2}};
    int regular = 0;
    for (int i = 0; i < 108; i++) {
        const int dimension = i % 3 ? 3 : 2;
        drawn a, b;
        double pose_a[7], pose_b[7];
        draw_shape(kinds[dimension == 2][i / 3 % 6], 1.0, &a);
        draw_shape(kinds[dimension == 2][i / 18], 1.0, &b);
        draw_pose(dimension, 1.0, false, pose_a);
        draw_pose(dimension, 1.0, false, pose_b);
        pose_b[i % 2] += 9.0;
        const gd_query query = {a.shape, pose_a, b.shape, pose_b, NULL, NULL};
        regular += check_pair(&query, i % 2);
        gd_shape_destroy(a.shape);
        gd_shape_destroy(b.shape);
    }
    CHECK(regular > 80);
}

/* Inside a box's face two diagonal corners may carry a contact, and none, one or both of the
 * others, too: the normal is the face's all the same. */
static void test_middles_of_faces(void) {
    gd_shape *cube = make_box(1, 1, 1), *ball = make_sphere(1);
    const double here[7] = {0, 0, 0, 0, 0, 0, 1};
    for (int i = 0; i < 3; i++) {
        const double there[7] = {4, 0.25 * i, -0.25 * i, 0, 0, 0, 1};
        CHECK(check_pair(&(gd_query){cube, here, ball, there, NULL, NULL}, i % 2));
        CHECK(check_pair(&(gd_query){ball, there, cube, here, NULL, NULL}, i % 2 == 0));
    }
    gd_shape_destroy(cube);
    gd_shape_destroy(ball);
}

/* A contact at the end of an edge: there a corner takes over, and normal and points have a kink. */
static void test_ends_of_edges(void) {
    const double rod[8] = {GD_KIND_CAPSULE, 0, 0, 0, 0, 0, 2, 0.5};
    gd_shape *capsule = make(rod, 8), *ball = make_sphere(1);
    const double here[7] = {0, 0, 0, 0, 0, 0, 1};
    for (int i = 0; i < 3; i++) {
        const double there[7] = {4, 1.0 + i, 0, 0, 0, 0, 1};
        CHECK(check_pair(&(gd_query){capsule, here, ball, there, NULL, NULL}, false) == (i != 1));
    }
    gd_shape_destroy(capsule);
    gd_shape_destroy(ball);
}

/* Capsules that cross in their middles, 20 degrees apart: two opposite pairs of ends carry the
 * contact. The two other pairs fix the normal too, but few leaning normals find them. Half a turn
 * of B changes which pairs are found first. */
static void test_crossed_edges_fix_the_normal(void) {
    const double rod[8] = {GD_KIND_CAPSULE, 0, 0, 0, 0, 0, 2, 0.5}, right = acos(0.0);
    gd_shape* capsule = make(rod, 8);
    for (int i = 0; i < 36; i++) {
        const double turn = i * right / 36.0; /* in the quaternions: half the angles about z */
        const double other = turn + right / 9.0 + (i % 2 ? right : 0.0);
        const double pose_a[7] = {0, 0, 0, 0, 0, sin(turn), cos(turn)};
        const double pose_b[7] = {0, 0, 3, 0, 0, sin(other), cos(other)};
        CHECK(check_pair(&(gd_query){capsule, pose_a, capsule, pose_b, NULL, NULL}, false));
    }
    gd_shape_destroy(capsule);
}

TEST(jacobians) {
    test_derivatives_are_limits_of_differences();
    test_middles_of_faces();
    test_ends_of_edges();
    test_crossed_edges_fix_the_normal();
}
