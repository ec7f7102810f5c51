/* The pieces of C at a normal: support points, levels, slopes and curvature, against their
 * definitions and differences of the support function. */
#include "lib/check.h"
#include "lib/draw.h"

#include "derivatives/optimum.h"

#include <string.h>

static vec3 random_unit(int dimension) {
    const double x = random_between(-1.0, 1.0), y = random_between(-1.0, 1.0);
    const double z = random_between(-1.0, 1.0);
    return unit3(make3(x, y, dimension == 3 ? z : 0.0));
}

/* The support point of a shape in world axes, relative to its centre. */
static vec3 farthest(const gd_shape* shape, const mat3* rotation, vec3 n) {
    const vec3 local = inv_rotate(rotation, n);
    double point[3];
    CHECK(gd_shape_support(shape, (const double[3]){local.x, local.y, local.z}, point) == 0);
    return rotate(rotation, sub3(load3(point), shape->center));
}

/* Checks the centres at their poses, and the extent. */
static void check_frame(const optimum* t, const double* pose_a, const double* pose_b) {
    const gd_shape *a = t->a, *b = t->b;
    CHECK(max_abs3(sub3(t->offset_a, rotate(&t->rotation_a, a->center))) < 1e-15);
    const bool space = a->dimension == 3;
    const vec3 at_a = make3(pose_a[0], pose_a[1], space ? pose_a[2] : 0.0);
    const vec3 at_b = make3(pose_b[0], pose_b[1], space ? pose_b[2] : 0.0);
    CHECK(max_abs3(sub3(t->center_a, add3(at_a, t->offset_a))) < 1e-14);
    CHECK(max_abs3(sub3(t->center_b, add3(at_b, t->offset_b))) < 1e-14);
    CHECK(max_abs3(sub3(t->p, sub3(t->center_b, t->center_a))) < 1e-13);
    const double size = a->bound_radius + b->bound_radius;
    CHECK_NEAR(t->extent, size + (t->growth ? 0.0 : length3(t->p)), 1e-13);
}

/* For growth, the scale of C that touches; otherwise the distance of its plane. */
static void check_levels(const optimum* t) {
    double top = -INFINITE, h = -INFINITE;
    for (int i = 0; i < t->count; i++) {
        const active_piece* v = &t->piece[i];
        const vec3 x = sub3(v->s, t->q);
        CHECK(max_abs3(sub3(v->s, sub3(v->a, v->b))) == 0.0);
        CHECK_NEAR(v->level, dot3(t->n, x), 1e-13);
        CHECK_NEAR(v->g[0], dot3(t->e[0], x), 1e-13);
        CHECK_NEAR(v->g[1], dot3(t->e[1], x), 1e-13);
        top = fmax(top, v->level);
        h = fmax(h, dot3(t->n, v->s));
    }
    const double n_dot_p = dot3(t->n, t->p);
    CHECK_NEAR(top, t->growth ? 0.0 : h - n_dot_p, 1e-13 * (1.0 + fabs(h)));
    CHECK_NEAR(t->level, t->growth ? 0.0 : top, 1e-13);
    CHECK_NEAR(t->t, t->growth ? h / n_dot_p : 1.0, 1e-13 * (1.0 + fabs(t->t)));
    CHECK(max_abs3(sub3(t->q, scale3(t->t, t->p))) < 1e-12 * (1.0 + fabs(t->t)));
    CHECK_NEAR(length3(t->e[0]), 1.0, 1e-14);
    CHECK_NEAR(dot3(t->n, t->e[0]), 0.0, 1e-14);
    CHECK_NEAR(length3(t->e[1]), t->a->dimension == 3 ? 1.0 : 0.0, 1e-14);
    CHECK_NEAR(dot3(t->n, t->e[1]) + dot3(t->e[0], t->e[1]), 0.0, 1e-14);
}

/* Checks the curvature of one piece against second differences of h_C along its tangents. */
static void check_curvature(optimum* t) {
    const vec3 n = t->n;
    const double step = 1e-3, more = -t->level;
    gd_optimum_hessian(t);
    const double ways[3][2] = {{1.0, 0.0}, {0.0, 1.0}, {1.0, 1.0}};
    for (int k = 0; k < (t->a->dimension == 3 ? 3 : 1); k++) {
        double sum = 0.0;
        for (int i = -1; i <= 1; i++) {
            const vec3 e = madd3(scale3(ways[k][0], t->e[0]), ways[k][1], t->e[1]);
            const vec3 m = madd3(n, i * step, e), unit = unit3(m);
            active_piece piece = t->piece[0];
            optimum moved = *t;
            moved.n = unit;
            gd_optimum_place(&moved, &piece);
            sum += (i == 0 ? -2.0 : 1.0) * dot3(m, piece.s);
        }
        const double *m = t->m, weight = t->piece[0].weight;
        const double bent = k == 0   ? m[0] - more
                            : k == 1 ? m[2] - more
                                     : m[0] + 2.0 * m[1] + m[2] - 2.0 * more;
        CHECK_NEAR(bent, weight * sum / (step * step), 1e-3 * (1.0 + fabs(bent)));
    }
    if (t->a->dimension == 2) CHECK(t->m[2] == t->extent);
}

static void test_pieces_are_those_of_the_difference(void) {
    static const gd_kind kinds[2][5] = {
        {GD_KIND_ELLIPSOID, GD_KIND_BOX, GD_KIND_CAPSULE, GD_KIND_CYLINDER, GD_KIND_HULL},
        {GD_KIND_ELLIPSE, GD_KIND_RECTANGLE, GD_KIND_STADIUM, GD_KIND_POLYGON, GD_KIND_CIRCLE}};
    for (int i = 0; i < 500; i++) {
        const bool space = i % 3 > 0;
        drawn a, b;
        double pose_a[7], pose_b[7];
        draw_shape(kinds[!space][i % 5], 1.0, &a);
        draw_shape(kinds[!space][i / 5 % 5], 1.0, &b);
        draw_pose(space ? 3 : 2, 1.0, false, pose_a);
        draw_pose(space ? 3 : 2, 4.0, false, pose_b);
        optimum t;
        memset(&t, 0, sizeof t);
        gd_optimum_init(&t, &(gd_query){a.shape, pose_a, b.shape, pose_b, NULL, NULL}, i % 2);
        check_frame(&t, pose_a, pose_b);
        vec3 n = random_unit(space ? 3 : 2);
        if (dot3(n, t.p) < 0.0) n = neg3(n);
        for (int k = 0; k < 3; k++) {
            const vec3 m = k ? unit3(madd3(n, 0.2, random_unit(space ? 3 : 2))) : n;
            active_piece piece;
            gd_optimum_support(&t, m, &piece);
            const vec3 on_a = farthest(a.shape, &t.rotation_a, m);
            const vec3 on_b = farthest(b.shape, &t.rotation_b, neg3(m));
            CHECK_NEAR(dot3(m, piece.a), dot3(m, on_a), 1e-12);
            CHECK_NEAR(dot3(m, piece.b), dot3(m, on_b), 1e-12);
            CHECK(max_abs3(sub3(piece.s, sub3(piece.a, piece.b))) == 0.0);
            CHECK(piece.level == INFINITE && piece.weight == 0.0);
            gd_optimum_add(&t, &piece);
            CHECK(!gd_optimum_add(&t, &piece)); /* already in the list */
        }
        gd_optimum_move(&t, n);
        check_levels(&t);
        t.piece[0].weight = 0.75;
        check_curvature(&t);
        gd_shape_destroy(a.shape);
        gd_shape_destroy(b.shape);
    }
}

/* A full list loses the lowest piece without weight. */
static void test_a_full_list_keeps_what_matters(void) {
    drawn a, b;
    draw_shape(GD_KIND_BOX, 1.0, &a);
    draw_shape(GD_KIND_BOX, 1.0, &b);
    const double pose[7] = {0, 0, 0, 0, 0, 0, 1}, other[7] = {9, 0, 0, 0, 0, 0, 1};
    optimum t;
    memset(&t, 0, sizeof t);
    gd_optimum_init(&t, &(gd_query){a.shape, pose, b.shape, other, NULL, NULL}, true);
    active_piece piece;
    gd_optimum_support(&t, unit3(make3(1, 1, 1)), &piece);
    for (int i = 0; i < OPTIMUM_MAX; i++) {
        piece.on_a.core.x = i;
        CHECK(gd_optimum_add(&t, &piece) && t.count == i + 1);
        t.piece[i].level = i == 5 ? -9.0 : i == 7 ? -20.0 : -i * 0.1;
    }
    t.piece[7].weight = 0.5;
    piece.on_a.core.x = -1.0;
    CHECK(gd_optimum_add(&t, &piece) && t.count == OPTIMUM_MAX);
    CHECK(t.piece[5].on_a.core.x == -1.0 && t.piece[5].weight == 0.0);
    CHECK(t.piece[7].on_a.core.x == 7.0 && t.piece[15].on_a.core.x == 15.0);
    gd_shape_destroy(a.shape);
    gd_shape_destroy(b.shape);
}

TEST(optimum) {
    test_pieces_are_those_of_the_difference();
    test_a_full_list_keeps_what_matters();
}
