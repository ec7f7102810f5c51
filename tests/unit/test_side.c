/* One shape of a pair: normals pinned to round faces by three points around the contact, what
 * touches along a normal, and the farthest of the touching points. */
#include "lib/check.h"
#include "lib/make.h"

#include "derivatives/side.h"
#include "minkowski/difference.h"

static const double HERE[7] = {0, 0, 0, 0, 0, 0, 1};

static void find_along(side* s, vec3 n) {
    vec3 e[2];
    complete_ray(n, &e[0], &e[1]);
    gd_side_find(s, &n, e, 1e-6);
}

/* The face's points lie on the rim of radius 1 at height y, and around the contact. */
static void check_around(const side* s, double y, double x, double z) {
    double turn[3];
    for (int i = 0; i < 3; i++) {
        const vec3 p = s->face[i], q = s->face[(i + 1) % 3];
        CHECK(p.y == y);
        CHECK(hypot(p.x, p.z) <= 1.0 + 1e-12);
        CHECK(hypot(p.x - q.x, p.z - q.z) > 1e-3); /* they span an area */
        turn[i] = (q.x - p.x) * (z - p.z) - (q.z - p.z) * (x - p.x);
    }
    for (int i = 0; i < 3; i++) /* one sign: inside; a corner has two zeros */
        CHECK(turn[i] * turn[(i + 1) % 3] >= -1e-14);
}

/* A cylinder of radius 1 and half height 1 with contacts inside and on the rim. */
static void test_faces_are_pinned(void) {
    const double record[8] = {GD_KIND_CYLINDER, 0, 0, 0, 0, 0, 1, 1};
    gd_shape* round = make(record, 8);
    for (int i = 0; i < 400; i++) {
        const double out = i % 10 ? random_between(0.0, 0.99999) : 1.0;
        const double turn = random_between(0.0, 6.28), x = out * cos(turn), z = out * sin(turn);
        const double up = i % 4 < 2 ? 1.0 : -1.0, lean = random_between(-6e-3, 6e-3);
        const vec3 axis = make3(0.0, up, 0.0);
        side s;
        CHECK(gd_side_init(&s, round, HERE));
        const vec3 n = unit3(add3(axis, make3(lean, 0.0, 0.6 * lean)));
        CHECK(max_abs3(sub3(gd_side_pin(&s, n, make3(x, up, z), 1e-2), axis)) == 0.0 && s.pinned);
        check_around(&s, up, x, z);
        find_along(&s, axis);
        CHECK(s.pieces.count == 3 && s.pieces.top == 1.0);
        for (int k = 0; k < 3; k++)
            CHECK(s.pieces.item[k].h == 1.0 && s.pieces.item[k].k.xx == 0.0);
    }
    gd_shape_destroy(round);
}

/* Normals too far from the axis, contacts beside the face, apexes, boxes and discs. */
static void test_what_is_not_pinned(void) {
    const double cone[8] = {GD_KIND_CONE, 0, 0, 0, 0, 0, 1, 1};
    const double disc[7] = {GD_KIND_CIRCLE, 0, 0, 0, 0, 0, 1};
    gd_shape *round = make(cone, 8), *box = make_box(1, 1, 1), *flat = make(disc, 7);
    const vec3 down = make3(0, -1, 0), inside = make3(0.2, -1.0, 0.2);
    const vec3 leaning = unit3(make3(0.02, -1, 0));
    side s;
    CHECK(gd_side_init(&s, round, HERE));
    gd_side_pin(&s, down, inside, 1e-2);
    CHECK(s.pinned);
    CHECK(max_abs3(sub3(gd_side_pin(&s, leaning, inside, 1e-2), leaning)) == 0.0 && !s.pinned);
    gd_side_pin(&s, down, make3(1.01, -1, 0), 1e-2);
    CHECK(!s.pinned);
    gd_side_pin(&s, neg3(down), inside, 1e-2); /* the apex */
    CHECK(!s.pinned);
    CHECK(gd_side_init(&s, box, HERE));
    gd_side_pin(&s, down, inside, 1e-2);
    CHECK(!s.pinned);
    const double none[7] = {NOT_A_NUMBER, 0, 0, 0, 0, 0, 1};
    CHECK(!gd_side_init(&s, box, none));
    CHECK(gd_side_init(&s, flat, HERE));
    gd_side_pin(&s, down, down, 1e-2);
    CHECK(!s.pinned);
    gd_shape_destroy(round);
    gd_shape_destroy(box);
    gd_shape_destroy(flat);
}

static side_contact contact_along(const gd_shape* shape, vec3 n, vec2* along) {
    static side s;
    CHECK(gd_side_init(&s, shape, HERE));
    find_along(&s, n);
    return gd_side_contact(&s, n, shape->bound_radius, along);
}

static void test_what_touches(void) {
    const double can[8] = {GD_KIND_CYLINDER, 0, 0, 0, 0, 0, 1, 1};
    gd_shape *box = make_box(1, 1, 1), *ball = make_ball(1), *round = make(can, 8);
    const vec3 diagonal = unit3(make3(1, 1, 0));
    vec2 along;
    CHECK(contact_along(box, unit3(make3(1, 2, 3)), &along) == SIDE_POINT);
    CHECK(contact_along(box, diagonal, &along) == SIDE_EDGE);
    CHECK_NEAR(length2(along), 2.0, 1e-14);
    CHECK(contact_along(box, make3(0, 0, -1), &along) == SIDE_FACE);
    CHECK(contact_along(ball, diagonal, &along) == SIDE_POINT);
    CHECK(contact_along(round, make3(1, 0, 0), &along) == SIDE_EDGE);
    CHECK(contact_along(round, diagonal, &along) == SIDE_POINT);
    CHECK(contact_along(round, make3(0, -1, 0), &along) == SIDE_FACE);
    gd_shape_destroy(box);
    gd_shape_destroy(ball);
    gd_shape_destroy(round);
}

/* The image of a cylinder has a round face that nothing names: its rim bends without bound. */
static void test_faces_of_parts(void) {
    const double record[26] = {
        GD_KIND_TRANSFORMED, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0,
        GD_KIND_CYLINDER,    0, 0, 0, 0, 0, 1, 1};
    gd_shape* image = make(record, 26);
    vec2 along;
    CHECK(contact_along(image, make3(0, 1, 0), &along) == SIDE_FACE);
    CHECK(contact_along(image, unit3(make3(1, 1, 1)), &along) == SIDE_POINT);
    CHECK(contact_along(image, make3(1, 0, 0), &along) == SIDE_EDGE);
    gd_shape_destroy(image);
}

/* The farthest touching point, on the whole shape with its margin. */
static void test_the_farthest_touching_point(void) {
    const double can[8] = {GD_KIND_CYLINDER, 0.25, 0, 0, 0, 0, 1, 2};
    gd_shape *box = make_box(1, 1, 1), *round = make(can, 8);
    const double turned[7] = {5, 0, 0, 0, 0, 1, 0}; /* half a turn about z */
    side s;
    CHECK(gd_side_init(&s, box, turned));
    const vec3 up = make3(0, 0, 1);
    find_along(&s, up);
    const vec3 corner = gd_side_extreme(&s, up, make3(1, -2, 0), 1.0);
    CHECK(max_abs3(sub3(corner, make3(1, -1, 1))) < 1e-15);
    CHECK(gd_side_init(&s, round, HERE));
    const vec3 top = make3(0, 1, 0);
    find_along(&s, top);
    const vec3 rim = gd_side_extreme(&s, top, make3(3, 7, 4), 1.0);
    CHECK(max_abs3(sub3(rim, make3(1.2, 1.25, 1.6))) < 1e-14);
    CHECK(max_abs3(sub3(gd_side_extreme(&s, top, top, 1.0), make3(0, 1.25, 0))) < 1e-15);
    gd_shape_destroy(box);
    gd_shape_destroy(round);
}

TEST(side) {
    test_faces_are_pinned();
    test_what_is_not_pinned();
    test_what_touches();
    test_faces_of_parts();
    test_the_farthest_touching_point();
}
