/* World boxes (src/world/aabb): they contain the posed shape, as tightly as their proxy allows, so
 * that the boxes of touching shapes overlap. Unions, comparisons and the half-space test match
 * their definitions. */
#include "lib/check.h"
#include "lib/draw.h"
#include "lib/make.h"

#include "world/aabb.h"

/* ---- boxes of shapes ----------------------------------------------------------------------- */

/* Returns the lower or upper end of a box along an axis. */
static double box_end(const gd_aabb* box, int axis, bool upper) {
    return upper ? -box->axis[axis][1] : box->axis[axis][0];
}

/* ---- boxes ------------------------------------------------------------------------------- */

static void check_box(const gd_shape* shape, int dimension, const double* pose, bool tight) {
    gd_aabb_proxy proxy;
    gd_aabb box;
    double bounds[6];
    gd_aabb_proxy_make(shape, &proxy);
    CHECK(gd_aabb_of(&proxy, pose, dimension, 0.0, &box));
    CHECK(gd_shape_bounds(shape, pose, bounds) == GD_STATUS_OPTIMAL);
    for (int axis = 0; axis < dimension; axis++) {
        const double low = box_end(&box, axis, false), high = box_end(&box, axis, true);
        CHECK(low <= bounds[axis] && high >= bounds[3 + axis]);
        if (!tight) continue;
        const double rounding = 1e-13 * (fabs(low) + fabs(high));
        CHECK_NEAR(low, bounds[axis], rounding);
        CHECK_NEAR(high, bounds[3 + axis], rounding);
    }
}

static void test_boxes_hold_the_shapes_of_every_kind(void) {
    const gd_kind solid[] = {
        GD_KIND_SPHERE,      GD_KIND_ELLIPSOID, GD_KIND_BOX,  GD_KIND_CAPSULE, GD_KIND_CONE,
        GD_KIND_CYLINDER,    GD_KIND_FRUSTUM,   GD_KIND_HULL, GD_KIND_SEGMENT, GD_KIND_TRIANGLE,
        GD_KIND_TRANSFORMED, GD_KIND_POINT,     GD_KIND_SUM,  GD_KIND_CUSTOM,  GD_KIND_DSF};
    const gd_kind flat[] = {GD_KIND_CIRCLE,   GD_KIND_ELLIPSE, GD_KIND_RECTANGLE,   GD_KIND_STADIUM,
                            GD_KIND_POLYGON,  GD_KIND_SUM2,    GD_KIND_CUSTOM2,     GD_KIND_DSF2,
                            GD_KIND_SEGMENT2, GD_KIND_POINT2,  GD_KIND_TRANSFORMED2};
    const size_t solids = sizeof solid / sizeof solid[0], flats = sizeof flat / sizeof flat[0];
    random_seed(84);
    for (size_t i = 0; i < 20 * (solids + flats); i++) {
        const size_t which = i % (solids + flats);
        const int dimension = which < solids ? 3 : 2;
        drawn shape;
        double pose[7];
        draw_shape(which < solids ? solid[which] : flat[which - solids], 1.0, &shape);
        draw_pose(dimension, 5.0, false, pose);
        check_box(shape.shape, dimension, pose, which < 7);
        gd_shape_destroy(shape.shape);
    }
}

/* A rotated box has a world box whose extent along each axis is the sum of its edges' parts along
 * it, enlarged on all sides. */
static void test_boxes_of_turned_boxes_have_the_closed_form(void) {
    for (int i = 0; i < 200; i++) {
        const double x = random_between(0.1, 3.0), y = random_between(0.1, 3.0);
        const vec3 half = make3(x, y, 1.0);
        const double extra = random_between(0.0, 2.0), scale = ldexp(1.0, 5 * (i % 20) - 50);
        double pose[7];
        draw_pose(3, 5.0, i % 9 == 0, pose);
        for (int k = 0; k < 3; k++)
            pose[k] *= scale;
        gd_shape* shape = make_box(half.x * scale, half.y * scale, half.z * scale);
        gd_aabb_proxy proxy;
        gd_aabb box;
        gd_aabb_proxy_make(shape, &proxy);
        CHECK(gd_aabb_of(&proxy, pose, 3, extra * scale, &box));
        const double *q = pose + 3,
                     two = 2.0 / (q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
        for (int axis = 0; axis < 3; axis++) {
            double reach = extra;
            for (int k = 0; k < 3; k++) { /* a row of the quaternion's rotation matrix */
                const int next = 3 - axis - k;
                const double sign = (k + 1) % 3 == axis ? 1.0 : -1.0;
                const double entry = k == axis
                                         ? 1.0 - two * (q[(axis + 1) % 3] * q[(axis + 1) % 3] +
                                                        q[(axis + 2) % 3] * q[(axis + 2) % 3])
                                         : two * (q[axis] * q[k] + sign * q[3] * q[next]);
                reach += fabs(entry) * (k == 0 ? half.x : k == 1 ? half.y : half.z);
            }
            CHECK_NEAR(box_end(&box, axis, false) / scale, pose[axis] / scale - reach, 1e-12);
            CHECK_NEAR(box_end(&box, axis, true) / scale, pose[axis] / scale + reach, 1e-12);
        }
        gd_shape_destroy(shape);
    }
}

/* The local box of an octahedron is a cube, which extends farther when rotated; the ball about the
 * centre does not. Without rotation the world box is exact, with its margin. */
static void test_the_ball_cuts_the_box_of_a_hull(void) {
    const double record[24] = {GD_KIND_HULL, 0.5, 0, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 1, 0, 0,
                               -1,           0,   0, 0, 1, 0, 0, -1};
    gd_shape* shape = make(record, 24);
    gd_aabb_proxy proxy;
    gd_aabb_proxy_make(shape, &proxy);
    for (int i = 0; i < 100; i++) {
        double pose[7];
        gd_aabb box;
        draw_pose(3, 5.0, i % 2 == 0, pose);
        CHECK(gd_aabb_of(&proxy, pose, 3, 0.0, &box));
        for (int axis = 0; axis < 3; axis++) {
            CHECK(box_end(&box, axis, true) <= pose[axis] + 1.5 + 1e-12);
            CHECK(box_end(&box, axis, false) >= pose[axis] - 1.5 - 1e-12);
            if (i % 2 == 0) CHECK(box_end(&box, axis, true) >= pose[axis] + 1.5);
        }
    }
    gd_shape_destroy(shape);
}

/* The bounding ball of a slab is much larger than its box. The world box must be the slab's own,
 * and contain the margin once. */
static void test_the_margin_of_a_hull_counts_once(void) {
    const double half[3] = {3.0, 0.5, 1.0}, pose[7] = {0, 0, 0, 0, 0, 0, 1};
    double record[30] = {GD_KIND_HULL, 0.25};
    for (int i = 0; i < 24; i++)
        record[6 + i] = i / 3 >> i % 3 & 1 ? half[i % 3] : -half[i % 3];
    gd_shape* shape = make(record, 30);
    gd_aabb_proxy proxy;
    gd_aabb box;
    gd_aabb_proxy_make(shape, &proxy);
    CHECK(gd_aabb_of(&proxy, pose, 3, 0.125, &box));
    for (int axis = 0; axis < 3; axis++) {
        CHECK_NEAR(box_end(&box, axis, true), half[axis] + 0.375, 1e-13);
        CHECK_NEAR(box_end(&box, axis, false), -half[axis] - 0.375, 1e-13);
    }
    gd_shape_destroy(shape);
}

static void test_wrong_poses_have_no_box(void) {
    gd_shape* shape = make_sphere(1.0);
    gd_aabb_proxy proxy;
    gd_aabb box;
    gd_aabb_proxy_make(shape, &proxy);
    for (int k = 0; k < 7; k++) {
        double pose[7] = {0, 0, 0, 0, 0, 0, 1};
        CHECK(gd_aabb_of(&proxy, pose, 3, 0.0, &box));
        pose[k] = k < 6 ? NOT_A_NUMBER : 0.0;
        CHECK(!gd_aabb_of(&proxy, pose, 3, 0.0, &box));
    }
    gd_shape_destroy(shape);
}

/* ---- boxes and half-spaces ------------------------------------------------------------------- */

static gd_aabb make_aabb(const double* low, const double* high) {
    gd_aabb box;
    for (int k = 0; k < 3; k++)
        box.axis[k] = (lanes2){low[k], -high[k]};
    return box;
}

/* Decides by the lowest of the eight corners; skips cases that rounding decides. */
static void test_half_spaces_meet_boxes_with_a_corner_in_reach(void) {
    int met = 0, apart = 0;
    for (int i = 0; i < 2000; i++) {
        const int dimension = i % 2 ? 3 : 2;
        const double extra = random_between(0.0, 1.0);
        drawn half;
        double pose[7], low[3] = {0, 0, 0}, high[3] = {0, 0, 0}, bottom = INFINITE;
        draw_shape(dimension == 3 ? GD_KIND_HALFSPACE : GD_KIND_HALFPLANE, 1.0, &half);
        draw_pose(dimension, 5.0, false, pose);
        for (int k = 0; k < dimension; k++) {
            low[k] = random_between(-5.0, 5.0);
            high[k] = low[k] + random_between(0.0, 3.0);
        }
        frame3 frame;
        CHECK(frame_of_pose(pose, dimension, &frame));
        const vec3 n = rotate(&frame.rotation, half.shape->size);
        for (int k = 0; k < 8; k++) {
            const vec3 corner =
                make3(k & 1 ? high[0] : low[0], k & 2 ? high[1] : low[1], k & 4 ? high[2] : low[2]);
            bottom = fmin(bottom, dot3(n, sub3(corner, frame.position)) - half.shape->offset);
        }
        const gd_aabb box = make_aabb(low, high);
        gd_aabb_proxy proxy;
        gd_aabb all;
        gd_aabb_proxy_make(half.shape, &proxy);
        CHECK(gd_aabb_of(&proxy, pose, dimension, extra, &all));
        const gd_aabb flipped = aabb_flip(&box);
        CHECK(!aabb_apart(&all, &flipped)); /* the box of a half-space is all of space */
        const bool meets = gd_aabb_meets_halfspace(&proxy, pose, dimension, extra, &box);
        if (fabs(bottom - extra) > 1e-12) CHECK(meets == (bottom < extra));
        met += meets;
        apart += !meets;
        gd_shape_destroy(half.shape);
    }
    CHECK(met > 300 && apart > 300);
}

/* A box that touches a rotated plane, at coordinates that doubles cannot represent exactly. */
static void test_half_spaces_meet_what_touches_them(void) {
    const double record[10] = {GD_KIND_HALFSPACE, 0, 0, 0, 0, 0, 0, 1, 0, 0};
    gd_shape* half = make(record, 10);
    gd_aabb_proxy proxy;
    gd_aabb_proxy_make(half, &proxy);
    for (int i = 0; i < 1000; i++) {
        const double turn = random_between(-0.7, 0.7);
        const double pose[7] = {0, 0, 0, 0, 0, sin(turn / 2.0), cos(turn / 2.0)};
        const double x = random_between(-1e3, 1e3), y = x * tan(turn);
        /* of the corners, the lowest along the normal (-sin, cos) */
        const double low[3] = {turn > 0.0 ? x - 1.0 : x, y, -1.0};
        const double high[3] = {turn > 0.0 ? x : x + 1.0, y + 1.0, 1.0};
        const gd_aabb box = make_aabb(low, high);
        CHECK(gd_aabb_meets_halfspace(&proxy, pose, 3, 0.0, &box));
    }
    gd_shape_destroy(half);
}

/* ---- boxes alone --------------------------------------------------------------------------- */

static void test_unions_and_comparisons(void) {
    for (int i = 0; i < 2000; i++) {
        double low[2][3], high[2][3];
        bool apart = false;
        for (int k = 0; k < 3; k++) {
            for (int j = 0; j < 2; j++) { /* whole numbers, so that many touch */
                low[j][k] = floor(random_between(-4.0, 4.0));
                high[j][k] = low[j][k] + floor(random_between(0.0, 6.0));
            }
            apart |= low[0][k] > high[1][k] || low[1][k] > high[0][k];
        }
        const gd_aabb a = make_aabb(low[0], high[0]), b = make_aabb(low[1], high[1]);
        const gd_aabb flipped = aabb_flip(&b), both = aabb_union(&a, &b);
        CHECK(aabb_apart(&a, &flipped) == apart);
        for (int k = 0; k < 3; k++) {
            CHECK(box_end(&both, k, false) == fmin(low[0][k], low[1][k]));
            CHECK(box_end(&both, k, true) == fmax(high[0][k], high[1][k]));
        }
    }
}

TEST(aabb) {
    test_boxes_hold_the_shapes_of_every_kind();
    test_boxes_of_turned_boxes_have_the_closed_form();
    test_the_ball_cuts_the_box_of_a_hull();
    test_the_margin_of_a_hull_counts_once();
    test_wrong_poses_have_no_box();
    test_half_spaces_meet_boxes_with_a_corner_in_reach();
    test_half_spaces_meet_what_touches_them();
    test_unions_and_comparisons();
}
