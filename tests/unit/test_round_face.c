/* Normals pinned to round faces: three fixed points of the face around the contact. If the normal,
 * the contact or the shape does not allow it, there is no pin. */
#include "lib/check.h"
#include "lib/make.h"

#include "derivatives/optimum.h"

#include <string.h>

static const double HERE[7] = {0, 0, 0, 0, 0, 0, 1};

/* Checks that the face's points are in its disc of radius 1 at height y, and surround the
 * contact. */
static void check_around(const optimum* t, bool is_a, double y, double x, double z) {
    CHECK(t->count == 3);
    double side[3];
    for (int i = 0; i < 3; i++) {
        const piece_name* p = is_a ? &t->piece[i].on_a : &t->piece[i].on_b;
        const piece_name* q = is_a ? &t->piece[(i + 1) % 3].on_a : &t->piece[(i + 1) % 3].on_b;
        CHECK(p->fixed && p->core.y == y);
        CHECK(hypot(p->core.x, p->core.z) <= 1.0 + 1e-12);
        CHECK(hypot(p->core.x - q->core.x, p->core.z - q->core.z) > 1e-3); /* they span an area */
        side[i] =
            (q->core.x - p->core.x) * (z - p->core.z) - (q->core.z - p->core.z) * (x - p->core.x);
        CHECK_NEAR(t->piece[i].weight, 1.0 / 3.0, 1e-16);
        CHECK_NEAR(t->piece[i].level, t->level, 1e-14);
    }
    for (int i = 0; i < 3; i++) /* equal signs: inside; a corner has two zeros */
        CHECK(side[i] * side[(i + 1) % 3] >= -1e-14);
}

/* A cylinder of radius 1 and half height 1, as A or as B, with contacts inside and on the rim. */
static void test_faces_are_pinned(void) {
    const double record[8] = {GD_KIND_CYLINDER, 0, 0, 0, 0, 0, 1, 1};
    gd_shape *round = make(record, 8), *ball = make_sphere(0.5);
    for (int i = 0; i < 400; i++) {
        const bool is_a = i % 2;
        const double out = i % 10 ? random_between(0.0, 0.9) : 1.0;
        const double turn = random_between(0.0, 6.28), x = out * cos(turn), z = out * sin(turn);
        const double up = i % 4 < 2 ? 1.0 : -1.0;
        const double there[7] = {x, 3.0 * up, z, 0, 0, 0, 1};
        optimum t;
        memset(&t, 0, sizeof t);
        t.count = 5; /* left over from a previous search */
        if (is_a)
            gd_optimum_init(&t, &(gd_query){round, HERE, ball, there, NULL, NULL}, false);
        else
            gd_optimum_init(&t, &(gd_query){ball, there, round, HERE, NULL, NULL}, false);
        t.face_a = !is_a;
        const vec3 axis = make3(0.0, is_a ? up : -up, 0.0), on_face = make3(x, up, z);
        const double lean = random_between(-6e-3, 6e-3);
        const vec3 n = unit3(add3(axis, make3(lean, 0.0, 0.6 * lean)));
        CHECK(gd_optimum_pin_face(&t, n, on_face, on_face, is_a));
        CHECK(max_abs3(sub3(t.n, axis)) == 0.0);
        CHECK(t.face_a == is_a && t.face_b == !is_a);
        check_around(&t, is_a, up, x, z);
        CHECK_NEAR(t.level, -1.5, 1e-14); /* the gap */
    }
    gd_shape_destroy(round);
    gd_shape_destroy(ball);
}

/* Not pinned: normals too far from the axis, contacts beside the face, apexes, boxes and discs. */
static void test_what_is_not_pinned(void) {
    const double cone[8] = {GD_KIND_CONE, 0, 0, 0, 0, 0, 1, 1};
    const double disc[7] = {GD_KIND_CIRCLE, 0, 0, 0, 0, 0, 1};
    gd_shape *round = make(cone, 8), *box = make_box(1, 1, 1), *flat = make(disc, 7);
    const double there[7] = {0, -3, 0, 0, 0, 0, 1};
    const vec3 down = make3(0, -1, 0), inside = make3(0.2, -1.0, 0.2);
    optimum t;
    memset(&t, 0, sizeof t);
    gd_optimum_init(&t, &(gd_query){round, HERE, box, there, NULL, NULL}, false);
    CHECK(gd_optimum_pin_face(&t, down, inside, inside, true));
    CHECK(!gd_optimum_pin_face(&t, unit3(make3(0.02, -1, 0)), inside, inside, true));
    CHECK(!gd_optimum_pin_face(&t, down, make3(1.01, -1, 0), inside, true));
    CHECK(!gd_optimum_pin_face(&t, neg3(down), inside, inside, true)); /* the apex */
    CHECK(!gd_optimum_pin_face(&t, down, inside, inside, false));      /* the box */
    gd_optimum_init(&t, &(gd_query){flat, HERE, flat, there, NULL, NULL}, false);
    CHECK(!gd_optimum_pin_face(&t, down, down, down, true));
    gd_shape_destroy(round);
    gd_shape_destroy(box);
    gd_shape_destroy(flat);
}

TEST(round_face) {
    test_faces_are_pinned();
    test_what_is_not_pinned();
}
