/* Whether normal and contact are the only ones, of pairs in which that is known: corners, crossed
 * and parallel edges, faces, round shapes, in 2D and 3D. */
#include "lib/check.h"
#include "lib/make.h"

#include "derivatives/optimum.h"

#include <string.h>

/* A pair along an axis, the rotation of B, and whether the contact is a single point. */
typedef struct contact {
    const gd_shape *a, *b;
    double at[3], turn[4];
    bool single;
} contact;

static bool contact_is_single(const contact* c, bool growth) {
    const double here[7] = {0, 0, 0, 0, 0, 0, 1};
    double pose[7];
    memcpy(pose, c->at, sizeof c->at);
    memcpy(pose + 3, c->turn, sizeof c->turn);
    if (c->a->dimension == 2) pose[2] = c->turn[0];
    const gd_query query = {c->a, here, c->b, pose, NULL, NULL};
    gd_growth_result r;
    gd_distance_result apart;
    vec3 n, on_a, on_b;
    static optimum t;
    gd_optimum_init(&t, &query, growth);
    if (growth) {
        CHECK(gd_growth_distance(&query, &r) >= 0);
        n = load3(r.normal);
        on_a = load3(r.point_a);
        on_b = load3(r.point_b);
    } else {
        CHECK(gd_distance(&query, &apart) >= 0);
        n = load3(apart.normal);
        on_a = load3(apart.point_a);
        on_b = load3(apart.point_b);
    }
    t.n = n;
    t.touch_a = sub3(on_a, t.a.center);
    t.touch_b = sub3(on_b, t.b.center);
    CHECK(gd_optimum_refine(&t));
    return gd_optimum_unique_contact(&t);
}

static void test_contacts_in_space(void) {
    const double round[8] = {GD_KIND_CYLINDER, 0, 0, 0, 0, 0, 1, 1};
    const double rod[8] = {GD_KIND_CAPSULE, 0, 0, 0, 0, 0, 1, 0.5};
    gd_shape *cube = make_box(1, 1, 1), *ball = make_sphere(1), *can = make(round, 8);
    gd_shape* capsule = make(rod, 8);
    const double s = 0.3826834323650898, c = 0.9238795325112867;  /* 45 degrees about one axis */
    const double x = 0.4247082002778669, y = 0.17591989660616114; /* a corner towards -x */
    const double w = 0.8804762392171493;
    const contact list[] = {
        {cube, cube, {4, 0.5, 0.5}, {0, 0, 0, 1}, false}, /* face on face */
        {cube, ball, {4, 0.5, 0.5}, {0, 0, 0, 1}, true},
        {ball, cube, {4, 0.5, 0.5}, {0, 0, 0, 1}, true},
        {ball, ball, {4, 1, 2}, {0, 0, 0, 1}, true},
        {cube, cube, {4, 0.2, 0.1}, {0, 0, s, c}, false}, /* B's edge on A's face */
        {cube, cube, {4, 0.2, 0.1}, {0, -y, x, w}, true}, /* B's corner on it */
        {cube, capsule, {4, 0.2, 0.1}, {0, 0, 0, 1}, false},
        {cube, capsule, {4, 0.2, 0.1}, {0, 0, s, c}, true},
        {capsule, capsule, {4, 0.5, 0}, {0, 0, 0, 1}, false},
        {capsule, capsule, {4, 0.1, 0}, {s, 0, 0, c}, true}, /* crossed */
        {can, ball, {0.3, 4, 0.2}, {0, 0, 0, 1}, true},
        {ball, can, {0.3, 4, 0.2}, {0, 0, 0, 1}, true},
        {can, can, {0.3, 4, 0.2}, {0, 0, 0, 1}, false},
        {can, can, {4, 0.3, 0.2}, {0, 0, 0, 1}, false},
        {can, can, {4, 0.1, 0.2}, {s, 0, 0, c}, true},
        {can, cube, {0.3, 4, 0.2}, {0, 0, 0, 1}, false},
    };
    for (size_t i = 0; i < LENGTH(list); i++)
        for (int growth = 0; growth < 2; growth++) {
            const bool single = contact_is_single(&list[i], growth);
            if (single != list[i].single) printf("contact %zu, growth %d\n", i, growth);
            CHECK(single == list[i].single);
        }
    gd_shape_destroy(cube);
    gd_shape_destroy(ball);
    gd_shape_destroy(can);
    gd_shape_destroy(capsule);
}

static void test_contacts_in_the_plane(void) {
    const double square[8] = {GD_KIND_RECTANGLE, 0, 0, 0, 0, 0, 1, 1};
    const double circle[7] = {GD_KIND_CIRCLE, 0, 0, 0, 0, 0, 1};
    gd_shape *box = make(square, 8), *disc = make(circle, 7);
    const contact list[] = {
        {box, box, {4, 0.5, 0}, {0}, false},
        {box, box, {4, 0.5, 0}, {0.7}, true},
        {box, disc, {4, 0.5, 0}, {0}, true},
        {disc, disc, {4, 0.5, 0}, {0}, true},
    };
    for (size_t i = 0; i < LENGTH(list); i++)
        for (int growth = 0; growth < 2; growth++)
            CHECK(contact_is_single(&list[i], growth) == list[i].single);
    gd_shape_destroy(box);
    gd_shape_destroy(disc);
}

/* Faces that overlap in one corner only, up to rounding, touch in a single point, although both
 * have many points along the normal. */
static void test_corners_of_faces(void) {
    gd_shape* cube = make_box(1, 1, 1);
    const double here[7] = {0, 0, 0, 0, 0, 0, 1}, there[7] = {3, 2, 2, 0, 0, 0, 1};
    static optimum t;
    gd_optimum_init(&t, &(gd_query){cube, here, cube, there, NULL, NULL}, false);
    t.n = make3(1, 0, 0);
    t.touch_a = make3(1, 1, 1);
    t.touch_b = make3(-1, -1, -1);
    CHECK(gd_optimum_refine(&t));
    CHECK(gd_optimum_unique_contact(&t));
    gd_shape_destroy(cube);
}

/* Normals: of a corner on a corner, an edge or a face, for growth, where only pieces fix them. For
 * a distance the sphere of normals does. */
static void test_normals(void) {
    const double dot[6] = {GD_KIND_POINT}, round[8] = {GD_KIND_CYLINDER, 0, 0, 0, 0, 0, 1, 1};
    gd_shape *cube = make_box(1, 1, 1), *ball = make_sphere(1), *can = make(round, 8);
    gd_shape* point = make(dot, 6);
    const double here[7] = {0, 0, 0, 0, 0, 0, 1};
    const struct {
        const gd_shape *a, *b;
        double at[3];
        bool single, pinned;
    } list[] = {
        {cube, point, {3, 3, 3}, false, false},   {cube, point, {3, 3, 0.5}, false, false},
        {cube, point, {3, 1, 0.5}, true, true},   {cube, ball, {4, 4, 4}, true, false},
        {cube, cube, {3, 0.5, 0.25}, true, true}, {cube, cube, {3, 3, 0.25}, false, false},
        {can, point, {1, 3, 0.5}, true, true},    {can, point, {4, 0.5, 0}, true, false},
        {can, point, {3, 3, 0}, false, false},
    };
    for (size_t i = 0; i < LENGTH(list); i++)
        for (int growth = 0; growth < 2; growth++) {
            const double* x = list[i].at;
            const double there[7] = {x[0], x[1], x[2], 0, 0, 0, 1};
            const gd_query query = {list[i].a, here, list[i].b, there, NULL, NULL};
            gd_growth_result r;
            CHECK(gd_growth_distance(&query, &r) >= 0);
            gd_distance_result apart;
            CHECK(gd_distance(&query, &apart) >= 0);
            static optimum t;
            gd_optimum_init(&t, &query, growth);
            t.n = load3(growth ? r.normal : apart.normal);
            t.touch_a = sub3(load3(growth ? r.point_a : apart.point_a), t.a.center);
            t.touch_b = sub3(load3(growth ? r.point_b : apart.point_b), t.b.center);
            CHECK(gd_optimum_refine(&t));
            CHECK(gd_optimum_unique_normal(&t) == (list[i].single || !growth));
            if (growth) CHECK(gd_optimum_pinned(&t) == list[i].pinned);
        }
    gd_shape_destroy(cube);
    gd_shape_destroy(ball);
    gd_shape_destroy(can);
    gd_shape_destroy(point);
}

TEST(unique) {
    test_contacts_in_space();
    test_contacts_in_the_plane();
    test_corners_of_faces();
    test_normals();
}
