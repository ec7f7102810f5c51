/* A pair at a normal: support heights, levels, slopes and curvature of pairs of pieces, against
 * their definitions and differences of the support function. */
#include "lib/check.h"
#include "lib/draw.h"
#include "lib/make.h"

#include "derivatives/optimum.h"

static vec3 random_unit(int dimension) {
    const double x = random_between(-1.0, 1.0), y = random_between(-1.0, 1.0);
    const double z = random_between(-1.0, 1.0);
    return unit3(make3(x, y, dimension == 3 ? z : 0.0));
}

/* The support point of a shape in world axes, relative to its centre. */
static vec3 farthest(const side* s, vec3 n) {
    const vec3 local = inv_rotate(&s->rotation, n);
    double point[3];
    CHECK(gd_shape_support(s->shape, (const double[3]){local.x, local.y, local.z}, point) == 0);
    return rotate(&s->rotation, sub3(load3(point), s->shape->center));
}

static double height_of(const optimum* t, vec3 n) {
    return dot3(n, sub3(farthest(&t->a, n), farthest(&t->b, neg3(n))));
}

/* Checks the centres at their poses, and the extent. */
static void check_frame(const optimum* t, const double* pose_a, const double* pose_b) {
    const gd_shape *a = t->a.shape, *b = t->b.shape;
    CHECK(max_abs3(sub3(t->a.offset, rotate(&t->a.rotation, a->center))) < 1e-15);
    const bool space = a->dimension == 3;
    const vec3 at_a = make3(pose_a[0], pose_a[1], space ? pose_a[2] : 0.0);
    const vec3 at_b = make3(pose_b[0], pose_b[1], space ? pose_b[2] : 0.0);
    CHECK(max_abs3(sub3(t->a.center, add3(at_a, t->a.offset))) < 1e-14);
    CHECK(max_abs3(sub3(t->b.center, add3(at_b, t->b.offset))) < 1e-14);
    CHECK(max_abs3(sub3(t->p, sub3(t->b.center, t->a.center))) < 1e-13);
    const double size = a->bound_radius + b->bound_radius;
    CHECK_NEAR(t->extent, size + (t->growth ? 0.0 : length3(t->p)), 1e-13);
}

static void check_basis(const optimum* t) {
    CHECK_NEAR(length3(t->e[0]), 1.0, 1e-14);
    CHECK(max_abs3(sub3(cross3(t->e[0], t->e[1]), t->n)) < 1e-14);
    if (t->a.shape->dimension == 2) CHECK(t->e[0].z == 0.0 && t->e[1].z == 1.0);
}

/* Growth: the touching multiple of C; otherwise the distance of its plane. */
static void check_levels(optimum* t) {
    const double n_dot_p = dot3(t->n, t->p), h = height_of(t, t->n);
    CHECK_NEAR(t->h, h, 1e-12);
    CHECK_NEAR(t->t, t->growth ? h / n_dot_p : 1.0, 1e-12 * (1.0 + fabs(t->t)));
    CHECK_NEAR(t->level, t->growth ? 0.0 : h - n_dot_p, 1e-12);
    const vec3 q = scale3(t->t, t->p);
    CHECK(gd_optimum_pairs(t) && t->count == t->a.pieces.count * t->b.pieces.count);
    for (int i = 0; i < t->count; i++) {
        const vec3 a = side_place(&t->a, t->a.pieces.item[t->on_a[i]].core, t->n);
        const vec3 b = side_place(&t->b, t->b.pieces.item[t->on_b[i]].core, neg3(t->n));
        const vec3 s = sub3(a, b);
        CHECK_NEAR(t->model[i].level, dot3(t->n, s) - t->h, 1e-12);
        CHECK_NEAR(t->model[i].g.x, dot3(t->e[0], sub3(s, q)), 1e-12 * (1.0 + fabs(t->t)));
        CHECK_NEAR(t->model[i].g.y, dot3(t->e[1], sub3(s, q)), 1e-12 * (1.0 + fabs(t->t)));
    }
}

/* The curvature where one pair supports: second differences of h_C along the tangents. */
static void check_curvature(optimum* t) {
    const double step = 1e-3, more = -t->level;
    t->basis_count = 1;
    t->basis[0] = 0;
    t->weight[0] = 1.0;
    gd_optimum_curve(t);
    const double ways[3][2] = {{1.0, 0.0}, {0.0, 1.0}, {1.0, 1.0}};
    for (int k = 0; k < (t->a.shape->dimension == 3 ? 3 : 1); k++) {
        double sum = 0.0;
        for (int i = -1; i <= 1; i++) {
            const vec3 e = madd3(scale3(ways[k][0], t->e[0]), ways[k][1], t->e[1]);
            const vec3 m = madd3(t->n, i * step, e);
            sum += (i == 0 ? -2.0 : 1.0) * length3(m) * height_of(t, unit3(m));
        }
        const vec2 d = make2(ways[k][0], ways[k][1]);
        const double bent = dot2(d, sym2_apply(t->m, d)) - more * dot2(d, d);
        CHECK_NEAR(bent, sum / (step * step), 1e-3 * (1.0 + fabs(bent)));
    }
    CHECK_NEAR(t->ka.xx + t->kb.xx + more, t->m.xx, 1e-12);
    if (t->a.shape->dimension == 2) CHECK(t->m.yy == t->extent);
}

static void test_pairs_are_those_of_the_difference(void) {
    static const gd_kind kinds[2][5] = {
        {GD_KIND_ELLIPSOID, GD_KIND_BOX, GD_KIND_CAPSULE, GD_KIND_CYLINDER, GD_KIND_HULL},
        {GD_KIND_ELLIPSE, GD_KIND_RECTANGLE, GD_KIND_STADIUM, GD_KIND_POLYGON, GD_KIND_CIRCLE}};
    int curved = 0;
    for (int i = 0; i < 500; i++) {
        const int dimension = i % 3 > 0 ? 3 : 2;
        drawn a, b;
        double pose_a[7], pose_b[7];
        draw_shape(kinds[dimension == 2][i % 5], 1.0, &a);
        draw_shape(kinds[dimension == 2][i / 5 % 5], 1.0, &b);
        draw_pose(dimension, 1.0, false, pose_a);
        draw_pose(dimension, 4.0, false, pose_b);
        static optimum t;
        gd_optimum_init(&t, &(gd_query){a.shape, pose_a, b.shape, pose_b, NULL, NULL}, i % 2);
        check_frame(&t, pose_a, pose_b);
        vec3 n = random_unit(dimension);
        if (dot3(n, t.p) < 0.0) n = neg3(n);
        const vec3 s = gd_optimum_support(&t, scale3(3.0, n));
        CHECK_NEAR(dot3(n, s), height_of(&t, n), 1e-12);
        t.n = n;
        gd_optimum_evaluate(&t);
        check_basis(&t);
        check_levels(&t);
        t.window *= 16.0;
        gd_optimum_evaluate(&t); /* differences step over no kink */
        if (t.a.pieces.count * t.b.pieces.count == 1) {
            curved++;
            gd_optimum_pairs(&t);
            check_curvature(&t);
        }
        gd_shape_destroy(a.shape);
        gd_shape_destroy(b.shape);
    }
    CHECK(curved > 300);
}

/* Faces on faces have more pairs than a program holds: it begins with the highest one. */
static void test_faces_begin_with_the_highest_pair(void) {
    const double prism[36] = {GD_KIND_HULL, 0, 0,  0,    0, 0,  1,    0,  -1, 0.5,  1,  -1,
                              -0.5,         1, -1, -1,   0, -1, -0.5, -1, -1, 1,    0,  1,
                              0.5,          1, 1,  -0.5, 1, 1,  -1,   0,  1,  -0.5, -1, 1};
    gd_shape* hull = make(prism, 36);
    const double here[7] = {0, 0, 0, 0, 0, 0, 1}, there[7] = {0, 0, 5, 0, 0, 0, 1};
    static optimum t;
    gd_optimum_init(&t, &(gd_query){hull, here, hull, there, NULL, NULL}, true);
    t.n = make3(0, 0, 1);
    gd_optimum_evaluate(&t);
    CHECK(t.a.pieces.count == 5 && t.b.pieces.count == 5);
    CHECK(!gd_optimum_pairs(&t) && t.count == 1);
    CHECK_NEAR(t.model[0].level, 0.0, 1e-15);
    gd_shape_destroy(hull);
}

TEST(optimum) {
    test_pairs_are_those_of_the_difference();
    test_faces_begin_with_the_highest_pair();
}
