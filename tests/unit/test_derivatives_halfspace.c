/* Derivatives of pairs with a half-space: gradient and Jacobians against differences of values and
 * contacts from the definition, and one-sided derivatives of bodies that rest on faces. */
#include "lib/check.h"
#include "lib/differences.h"
#include "lib/make.h"

#include "derivatives/halfspace.h"
#include "math/pose.h"

#include <string.h>

/* Normal, value and points from the poses, by support points. */
typedef struct resting {
    double value;
    vec3 normal, point_a, point_b, contact;
} resting;

static frame3 frame_at(const double* pose, int dimension) {
    frame3 f = {0};
    CHECK(frame_of_pose(pose, dimension, &f));
    return f;
}

static resting rest(const gd_query* query, bool growth) {
    const bool flip = query->b->bound_radius < 0.0;
    const gd_shape *half = flip ? query->b : query->a, *body = flip ? query->a : query->b;
    const int dimension = body->dimension;
    const frame3 plane = frame_at(flip ? query->pose_b : query->pose_a, dimension);
    const frame3 at = frame_at(flip ? query->pose_a : query->pose_b, dimension);
    const vec3 m = rotate(&plane.rotation, half->size), down = inv_rotate(&at.rotation, neg3(m));
    double point[3];
    CHECK(gd_shape_support(body, (const double[3]){down.x, down.y, down.z}, point) == 0);
    const vec3 center = add3(at.position, rotate(&at.rotation, body->center));
    const vec3 low = add3(at.position, rotate(&at.rotation, load3(point)));
    const double height = dot3(m, sub3(center, plane.position)) - half->offset;
    const double below = dot3(m, sub3(low, plane.position)) - half->offset;
    resting r = {growth ? height / (height - below) : below, flip ? neg3(m) : m, low, low, low};
    const vec3 grown = madd3(center, r.value, sub3(low, center));
    const vec3 on_plane = growth ? grown : madd3(low, -below, m);
    if (flip)
        r.point_b = on_plane;
    else
        r.point_a = on_plane;
    r.contact = growth ? grown : make3(0.0, 0.0, 0.0);
    return r;
}

static void check_pair(const gd_query* query, bool growth) {
    const int dimension = query->a->dimension;
    gd_derivatives d;
    gd_jacobians j;
    memset(&d, 0, sizeof d);
    memset(&j, 0, sizeof j);
    const double above = gd_plane_derive(query, NULL, growth, &d, &j);
    const resting here = rest(query, growth);
    CHECK_NEAR(above > 0.0, here.value > 0.0, 0.0);
    if (!growth) CHECK_NEAR(above, here.value, 1e-13);
    CHECK(d.unique == 1.0 && j.regular == 1.0 && d.directional == 0.0);
    for (int i = 0; i < 12; i++) {
        if (dimension == 2 && (i % 6 == 2 || i % 6 == 3 || i % 6 == 4)) {
            CHECK(d.gradient[i] == 0.0 && j.normal[i] == 0.0 && j.point_a[12 + i] == 0.0);
            continue;
        }
        resting moved[2];
        for (int k = 0; k < 2; k++) {
            double pose[7];
            differences_move(i < 6 ? query->pose_a : query->pose_b, dimension, i % 6,
                             k ? DIFFERENCES_STEP : -DIFFERENCES_STEP, pose);
            gd_query other = *query;
            if (i < 6)
                other.pose_a = pose;
            else
                other.pose_b = pose;
            moved[k] = rest(&other, growth);
        }
        const double slope = (moved[1].value - moved[0].value) / (2.0 * DIFFERENCES_STEP);
        CHECK_NEAR(d.gradient[i], slope, 1e-7 * (1.0 + fabs(slope)));
        differences_check(j.normal, i, moved[0].normal, moved[1].normal, 1e-6);
        differences_check(j.point_a, i, moved[0].point_a, moved[1].point_a, 1e-6);
        differences_check(j.point_b, i, moved[0].point_b, moved[1].point_b, 1e-6);
        differences_check(j.contact, i, moved[0].contact, moved[1].contact, 1e-6);
    }
}

/* Bodies with centres away from the middle above arbitrarily rotated half-spaces, in either
 * order. */
static void test_derivatives_are_limits_of_differences(void) {
    const double ground[10] = {GD_KIND_HALFSPACE, 0, 0, 0, 0, 0, 1, 2, 3, 0.5};
    const double line[9] = {GD_KIND_HALFPLANE, 0, 0, 0, 0, 0, 1, 2, 0.5};
    const double egg[9] = {GD_KIND_ELLIPSOID, 0.2, 1, 0.1, 0.2, 0.3, 1, 2, 3};
    const double box[9] = {GD_KIND_BOX, 0, 1, 0.1, -0.2, 0, 1, 2, 3};
    const double can[8] = {GD_KIND_CYLINDER, 0, 0, 0, 0, 0, 1, 2};
    const double oval[8] = {GD_KIND_ELLIPSE, 0, 1, 0.1, 0.2, 0, 1, 2};
    gd_shape *half = make(ground, 10), *half2 = make(line, 9);
    gd_shape* body[4] = {make(egg, 9), make(box, 9), make(can, 8), make(oval, 8)};
    for (int i = 0; i < 80; i++) {
        const bool flat = i % 4 == 3, flip = i / 4 % 2;
        double pose[2][7];
        for (int k = 0; k < 2; k++)
            for (int j = 0; j < 7; j++)
                pose[k][j] = random_between(-1.0, 1.0);
        const vec3 m = unit3(make3(1, 2, flat ? 0 : 3));
        const frame3 plane = frame_at(pose[0], flat ? 2 : 3);
        const vec3 up = scale3(6.0, rotate(&plane.rotation, m));
        pose[1][0] += up.x;
        pose[1][1] += up.y;
        if (!flat) pose[1][2] += up.z;
        const gd_shape *h = flat ? half2 : half, *x = body[i % 4];
        const gd_query query = {flip ? x : h, pose[flip], flip ? h : x, pose[!flip], NULL, NULL};
        check_pair(&query, i / 8 % 2);
    }
    for (int i = 0; i < 4; i++)
        gd_shape_destroy(body[i]);
    gd_shape_destroy(half);
    gd_shape_destroy(half2);
}

/* A box with half extents 1, 2, 3 rests on a face: rotating it either way lowers an edge. */
static void test_resting_boxes_tilt_either_way(void) {
    const double ground[10] = {GD_KIND_HALFSPACE, 0, 0, 0, 0, 0, 0, 1, 0, 0};
    gd_shape *half = make(ground, 10), *box = make_box(1, 2, 3);
    const double here[7] = {0, 0, 0, 0, 0, 0, 1}, there[7] = {5, 4, 0, 0, 0, 0, 1};
    const gd_query query = {half, here, box, there, NULL, NULL};
    for (int i = 0; i < 8; i++) {
        const double about_x = i & 1 ? 0.5 : 0.0, about_z = i & 2 ? -0.25 : 0.25;
        const double v[12] = {0, 0, 0, 0, 0, 0, 7, -1, 7, about_x, 0, i & 4 ? 0.0 : about_z};
        gd_derivatives d;
        gd_jacobians j;
        memset(&d, 0, sizeof d);
        memset(&j, 0, sizeof j);
        const double above = gd_plane_derive(&query, v, false, &d, &j);
        const double truth = -1.0 - 3.0 * fabs(v[9]) - 1.0 * fabs(v[11]);
        CHECK(above == 2.0 && d.unique == 0.0 && j.regular == 0.0);
        CHECK_NEAR(d.directional, truth, 1e-9);
        CHECK(d.directional_lower == d.directional && d.directional_upper == d.directional);
        CHECK(gd_plane_derive(&query, v, true, &d, NULL) == 4.0); /* of the centre */
        /* (4 + t v) / (2 + t (reach's rate)) at t = 0 */
        CHECK_NEAR(d.directional, -0.5 - (3.0 * fabs(v[9]) + fabs(v[11])), 1e-9);
    }
    /* a box on an edge along z or x may tilt, too */
    const double s = 0.3826834323650898, c = 0.9238795325112867;
    const double edges[2][7] = {{5, 4, 0, 0, 0, s, c}, {5, 4, 0, s, 0, 0, c}};
    for (int i = 0; i < 2; i++) {
        gd_derivatives d;
        gd_jacobians j;
        memset(&d, 0, sizeof d);
        memset(&j, 0, sizeof j);
        const gd_query edge = {half, here, box, edges[i], NULL, NULL};
        gd_plane_derive(&edge, NULL, false, &d, &j);
        CHECK(d.unique == 0.0 && j.regular == 0.0 && d.gradient[7] == 1.0);
    }
    /* growth has no derivatives if the body does not reach below its centre */
    const double point[6] = {GD_KIND_POINT};
    gd_shape* dot = make(point, 6);
    gd_derivatives d;
    memset(&d, 0, sizeof d);
    const gd_query flat = {half, here, dot, there, NULL, NULL};
    CHECK(gd_plane_derive(&flat, NULL, true, &d, NULL) == 0.0 && d.unique == 0.0);
    gd_shape_destroy(dot);
    gd_shape_destroy(half);
    gd_shape_destroy(box);
}

/* Whether the contact of a body with a half-space counts as a single point. */
static bool contact_is_unique(const gd_shape* half, const double* under, const gd_shape* body,
                              const double* pose) {
    gd_derivatives d;
    gd_jacobians j;
    memset(&d, 0, sizeof d);
    memset(&j, 0, sizeof j);
    const gd_query query = {half, under, body, pose, NULL, NULL};
    CHECK(gd_plane_derive(&query, NULL, false, &d, &j) > 0.0);
    CHECK(j.regular == d.unique);
    return d.unique == 1.0;
}

/* A capsule that lies on the ground touches along a segment, whatever its heading. A tilt too small
 * to count makes the solver start at one end. Only tangents towards the other end find a second
 * point. */
static void test_lying_capsules_touch_along_a_segment(void) {
    const double ground[10] = {GD_KIND_HALFSPACE, 0, 0, 0, 0, 0, 0, 0, 1, 0};
    const double rod[8] = {GD_KIND_CAPSULE, 0, 0, 0, 0, 0, 2, 0.5}, here[7] = {0, 0, 0, 0, 0, 0, 1};
    gd_shape *half = make(ground, 10), *capsule = make(rod, 8);
    for (int i = 0; i < 32; i++) {
        const double turn = i * acos(-1.0) / 32.0; /* half the angle about z */
        const double s = sin(turn), c = cos(turn), least = 1e-12, tilt = 1e-3;
        /* a tilt about the capsule's own x, then the turn about z */
        const double lying[7] = {0, 0, 3, least * c, least * s, s, c};
        CHECK(!contact_is_unique(half, here, capsule, lying));
        const double tilted[7] = {0, 0, 3, tilt * c, tilt * s, s, c};
        CHECK(contact_is_unique(half, here, capsule, tilted));
    }
    gd_shape_destroy(half);
    gd_shape_destroy(capsule);
}

/* The same for a rectangle's sides in 2D, from either corner of a side. */
static void test_resting_rectangles_touch_along_a_side(void) {
    const double line[9] = {GD_KIND_HALFPLANE, 0, 0, 0, 0, 0, 0, 1, 0}, here[3] = {0, 0, 0};
    gd_shape *half = make(line, 9), *rectangle = make_rectangle(1, 2);
    for (int i = 0; i < 4; i++) {
        for (int k = -1; k <= 1; k += 2) {
            const double level[3] = {0, 3, i * acos(0.0) + k * 1e-12};
            CHECK(!contact_is_unique(half, here, rectangle, level));
            const double tilted[3] = {0, 3, i * acos(0.0) + k * 1e-3};
            CHECK(contact_is_unique(half, here, rectangle, tilted));
        }
    }
    gd_shape_destroy(half);
    gd_shape_destroy(rectangle);
}

TEST(derivatives_halfspace) {
    test_derivatives_are_limits_of_differences();
    test_resting_boxes_tilt_either_way();
    test_lying_capsules_touch_along_a_segment();
    test_resting_rectangles_touch_along_a_side();
}
