/* Points of a face of the difference of two boxes as points of both: every point is on its box, and
 * their difference is the point asked for. Random boxes have two edges in a face; aligned boxes,
 * and boxes turned about one axis, have more. */
#include "lib/check.h"
#include "lib/make.h"

#include "closed/boxes.h"

#include <string.h>

static const gd_settings DEFAULTS = {.tolerance = GD_DEFAULT_TOLERANCE, .max_iterations = 100.0};
static const double HERE[7] = {0, 0, 0, 0, 0, 0, 1};

static gd_shape* draw_box(void) {
    const double x = random_between(0.2, 2.0), y = random_between(0.2, 2.0);
    return make_box(x, y, random_between(0.2, 2.0));
}

static vec3 any_point(vec3 half) {
    const double x = random_between(-1.0, 1.0) * half.x, y = random_between(-1.0, 1.0) * half.y;
    return make3(x, y, random_between(-1.0, 1.0) * half.z);
}

/* The point of a box farthest along n; any of the face where n has no component. */
static vec3 point_along(vec3 half, vec3 n) {
    const vec3 x = any_point(half);
    return make3(fabs(n.x) > 1e-9 ? copysign(half.x, n.x) : x.x,
                 fabs(n.y) > 1e-9 ? copysign(half.y, n.y) : x.y,
                 fabs(n.z) > 1e-9 ? copysign(half.z, n.z) : x.z);
}

static void check_point(vec3 x, vec3 half, vec3 along) {
    const double slack = 1.0 + 1e-14;
    CHECK(fabs(x.x) <= half.x * slack && fabs(x.y) <= half.y * slack &&
          fabs(x.z) <= half.z * slack);
    /* on the face: no other point of the box is farther along the normal */
    const double reach = half.x * fabs(along.x) + half.y * fabs(along.y) + half.z * fabs(along.z);
    CHECK_NEAR(dot3(x, along), reach, 1e-13);
}

/* The face across the edges i and j, on either side, and a point of it. */
static void check_face(const boxes* x, int i, int j, double side) {
    boxes_face face = {.edge = {i, j}};
    face.normal = scale3(side, cross3(boxes_axis(x, i), boxes_axis(x, j)));
    face.length = length3(face.normal);
    if (!(face.length > 1e-3)) return;
    const vec3 n = scale3(1.0 / face.length, face.normal), m = neg3(inv_rotate(&x->b_to_a, n));
    const vec3 a = point_along(x->a->size, n), b = point_along(x->b->size, m);
    boxes_answer answer;
    face.point = sub3(a, rotate(&x->b_to_a, b));
    gd_boxes_divide(x, &face, &answer);
    const vec3 found = sub3(answer.a, rotate(&x->b_to_a, answer.b));
    CHECK_NEAR(length3(sub3(found, face.point)), 0.0, 1e-14);
    CHECK_NEAR(length3(sub3(answer.normal, n)), 0.0, 1e-15);
    check_point(answer.a, x->a->size, n);
    check_point(answer.b, x->b->size, m);
}

static void check_faces(const double* pose) {
    gd_shape *a = draw_box(), *b = draw_box();
    boxes x;
    CHECK(gd_boxes_of(&(gd_query){a, HERE, b, pose, &DEFAULTS, NULL}, &x));
    for (int k = 0; k < 2; k++) {
        const double side = k ? -1.0 : 1.0;
        for (int i = 0; i < 3; i++) {
            check_face(&x, i, (i + 1) % 3, side);
            check_face(&x, 3 + i, 3 + (i + 1) % 3, side);
            for (int j = 3; j < 6; j++)
                check_face(&x, i, j, side);
        }
    }
    gd_shape_destroy(a);
    gd_shape_destroy(b);
}

static void test_random_boxes(void) {
    for (int i = 0; i < 500; i++) {
        double pose[7] = {1, 2, 3, 0, 0, 0, 0};
        for (int k = 3; k < 7; k++)
            pose[k] = random_between(-1.0, 1.0);
        check_faces(pose);
    }
}

static void test_aligned_boxes(void) {
    const double turns[5][4] = {
        {0, 0, 0, 1}, {0, 0, 1, 1}, {1, 1, 1, 1}, {0, 0.3, 0, 1}, {0.2, 0, 0, 1}};
    for (int i = 0; i < 200; i++) {
        double pose[7] = {1, 2, 3, 0, 0, 0, 0};
        memcpy(pose + 3, turns[i % 5], sizeof turns[0]);
        check_faces(pose);
    }
}

TEST(box_divide) {
    test_random_boxes();
    test_aligned_boxes();
}
