/* Derivatives at refined optima against differences: the value, normal and points of the same pair
 * with one pose moved or rotated slightly, refined as well. */
#include "lib/check.h"
#include "lib/differences.h"
#include "lib/draw.h"
#include "lib/make.h"

#include "derivatives/optimum.h"

#include <string.h>

/* The values that depend on the poses, in the world. */
typedef struct solution {
    optimum t;
    double value;
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
    memset(t, 0, sizeof *t);
    gd_optimum_init(t, query, growth);
    if (!gd_optimum_refine(t, n, sub3(on_a, t->center_a), sub3(on_b, t->center_b))) return false;
    vec3 a = make3(0.0, 0.0, 0.0), b = a;
    for (int i = 0; i < t->basis_count; i++) {
        a = madd3(a, t->piece[t->basis[i]].weight, t->piece[t->basis[i]].a);
        b = madd3(b, t->piece[t->basis[i]].weight, t->piece[t->basis[i]].b);
    }
    s->value = growth ? 1.0 / t->t : -t->level;
    s->n = t->n;
    s->point_a = add3(t->center_a, a);
    s->point_b = add3(t->center_b, b);
    s->contact = growth ? madd3(t->center_a, s->value, a) : make3(0.0, 0.0, 0.0);
    return true;
}

/* Returns true if the pair could be refined and is regular. */
static bool check_pair(const gd_query* query, bool growth) {
    const int dimension = query->a->dimension;
    solution here;
    gd_derivatives d;
    memset(&d, 0, sizeof d);
    if (!solve(&here, query, growth)) return false;
    gd_optimum_derive(&here.t, NULL, &d);
    CHECK(d.directional == 0.0 && d.directional_lower == 0.0);
    if (d.regular == 0.0) {
        for (int i = 0; i < 36; i++)
            CHECK(d.normal[i] == 0.0 && d.point_a[i] == 0.0 && d.contact[i] == 0.0);
        return false;
    }
    CHECK(d.unique == 1.0);
    for (int j = 0; j < 12; j++) {
        const bool idle = dimension == 2 && (j % 6 == 2 || j % 6 == 3 || j % 6 == 4);
        double pose[2][7];
        solution moved[2];
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
        const double slope = (moved[1].value - moved[0].value) / (2.0 * DIFFERENCES_STEP);
        CHECK_NEAR(d.gradient[j], slope, 1e-6 * (1.0 + fabs(slope)));
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

/* Cubes face on face: the value has a derivative, but the contact is not unique. Growth edge on
 * edge: the normal is not unique. A ball on a face is regular. */
static void test_what_is_not_regular(void) {
    gd_shape *cube = make_box(1, 1, 1), *ball = make_sphere(1);
    const double here[7] = {0, 0, 0, 0, 0, 0, 1};
    const double at[3][7] = {
        {3, 0.5, 0.25, 0, 0, 0, 1}, {3, 3, 3, 0, 0, 0, 1}, {4, 0, 0, 0, 0, 0, 1}};
    for (int i = 0; i < 3; i++) {
        const gd_query query = {cube, here, i == 2 ? ball : cube, at[i], NULL, NULL};
        solution s;
        gd_derivatives d;
        memset(&d, 0, sizeof d);
        CHECK(solve(&s, &query, true));
        gd_optimum_derive(&s.t, NULL, &d);
        CHECK(d.unique == (i == 2) && d.regular == (i == 2));
        CHECK_NEAR(d.gradient[6] + d.gradient[7] + d.gradient[8], 0.5, 1e-12);
        CHECK_NEAR(d.gradient[0], -d.gradient[6], 0.0);
    }
    gd_shape_destroy(cube);
    gd_shape_destroy(ball);
}

/* Capsules that cross in their middles at 20 degrees: two opposite pairs of ends carry the contact.
 * The other two pairs fix the normal too, but few tilted normals find them. Half a turn of B
 * changes which pairs are found first. */
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

/* With given normal, value and contacts, the gradient consists of the forces n and -n at the
 * contact, and their moments about the poses' positions. */
static void test_the_gradient_is_a_force(void) {
    optimum t;
    memset(&t, 0, sizeof t);
    gd_shape* ball = make_sphere(1.0);
    t.a = t.b = ball;
    t.offset_a = make3(1, 0, 0);
    t.offset_b = make3(0, 0, 2);
    double g[12];
    gd_optimum_gradient(&t, make3(0, 1, 0), 2.0, make3(0, 0, 1), make3(1, 0, 0), g);
    const double truth[12] = {0, -1, 0, 2, 0, -1, 0, 1, 0, -2, 0, 2};
    for (int i = 0; i < 12; i++)
        CHECK(g[i] == truth[i]);
    gd_shape_destroy(ball);
}

TEST(sensitivity) {
    test_derivatives_are_limits_of_differences();
    test_what_is_not_regular();
    test_crossed_edges_fix_the_normal();
    test_the_gradient_is_a_force();
}
