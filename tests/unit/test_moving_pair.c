/* Places, gaps and bounds of moving pairs against the definition of a motion in extended
 * precision. A sign error in a bound of curvature fails no example, so it is tested directly. */
#include "lib/check.h"
#include "lib/draw.h"
#include "lib/make.h"
#include "lib/motions.h"

#include "motion/moving_pair.h"

#include <string.h>

static const gd_kind KINDS[] = {
    GD_KIND_SPHERE,    GD_KIND_ELLIPSOID,   GD_KIND_BOX,     GD_KIND_CAPSULE, GD_KIND_CYLINDER,
    GD_KIND_CONE,      GD_KIND_FRUSTUM,     GD_KIND_HULL,    GD_KIND_SEGMENT, GD_KIND_TRIANGLE,
    GD_KIND_DSF,       GD_KIND_TRANSFORMED, GD_KIND_SUM,     GD_KIND_CUSTOM,  GD_KIND_ELLIPSE,
    GD_KIND_RECTANGLE, GD_KIND_POLYGON,     GD_KIND_STADIUM, GD_KIND_DSF2,    GD_KIND_SUM2,
    GD_KIND_TRIANGLE2,
};
#define COUNT (int)(sizeof KINDS / sizeof *KINDS)
#define FIRST_2D 14
#define PAIRS ROUNDS(2000)

/* A random pair in motion; the caller destroys the shapes. */
typedef struct pair {
    drawn a, b;
    double pose_a[7], pose_b[7];
    gd_motion motion;
    gd_query query;
    int dimension;
    moving_pair m;
} pair;

static void draw_pair(int i, double turn, pair* p) {
    const bool plane = i % 4 == 3;
    p->dimension = plane ? 2 : 3;
    const int low = plane ? FIRST_2D : 0, high = plane ? COUNT : FIRST_2D;
    draw_shape(KINDS[(int)random_between(low, high)], 1.0, &p->a);
    draw_shape(KINDS[(int)random_between(low, high)], 1.0, &p->b);
    draw_motion(p->dimension, 3.0, turn, p->pose_a, p->pose_b, &p->motion);
    p->query = (gd_query){p->a.shape, p->pose_a, p->b.shape, p->pose_b, NULL, NULL};
    CHECK(gd_moving_pair_init(&p->m, &p->query, &p->motion) == GD_STATUS_OPTIMAL);
}

static void destroy(pair* p) {
    gd_shape_destroy(p->a.shape);
    gd_shape_destroy(p->b.shape);
}

static void places_at(const pair* p, long double t, exact_place* a, exact_place* b) {
    const gd_motion* m = &p->motion;
    exact_place_at(p->dimension, p->pose_a, m->velocity_a, m->angular_a, t, a);
    exact_place_at(p->dimension, p->pose_b, m->velocity_b, m->angular_b, t, b);
}

static vec3 draw_unit(int dimension) {
    const double x = random_between(-1.0, 1.0), y = random_between(-1.0, 1.0);
    const double z = random_between(-1.0, 1.0);
    return unit3(make3(x, y, dimension == 3 ? z : 0.0));
}

/* A point of the core without its known ball, in the body's frame. */
static void draw_core_point(const gd_shape* shape, double out[3]) {
    uint32_t hint = GD_NO_HINT;
    const vec3 n = draw_unit(shape->dimension);
    const vec3 s = madd3(core_support(shape, n, &hint), -shape->summand_radius, n);
    store3(out, s);
}

/* n.(y_B - y_A), with a normal that turns. */
static long double gap_of(const pair* p, vec3 n, vec3 omega, long double t0, long double t,
                          const double a[3], const double b[3]) {
    exact_place at_a, at_b, turn;
    long double x[3], y[3], world[3], gap = 0.0L;
    const double identity[7] = {0, 0, 0, 0, 0, 0, 1}, none[3] = {0},
                 w[3] = {omega.x, omega.y, omega.z};
    const double local[3] = {n.x, n.y, n.z};
    places_at(p, t, &at_a, &at_b);
    exact_place_at(3, identity, none, w, t - t0, &turn);
    exact_point(&turn, local, world);
    exact_point(&at_a, a, x);
    exact_point(&at_b, b, y);
    for (int i = 0; i < 3; i++)
        gap += world[i] * (y[i] - x[i]);
    return gap;
}

static void test_places_and_poses_agree_with_the_motion(void) {
    for (int i = 0; i < PAIRS; i++) {
        pair p;
        draw_pair(i, 30.0, &p);
        const double t = random_next();
        const moving_place at = moving_at(&p.m, t);
        exact_place a, b, pose;
        places_at(&p, (long double)t, &a, &b);
        double pose_a[7], pose_b[7], y[3];
        const double none[3] = {0};
        gd_moving_poses(&p.m, t, pose_a, pose_b);
        long double x[3], z[3];
        draw_core_point(p.b.shape, y);
        exact_point(&b, y, x);
        const vec3 ours = add3(at.p, rotate(&at.b, load3(y)));
        if (p.m.b.rate > 0.0 || max_abs3(load3(p.motion.angular_b)) == 0.0) {
            exact_place_at(p.dimension, pose_b, none, none, 0.0L, &pose);
            exact_point(&pose, y, z);
            CHECK_NEAR(ours.x, (double)(x[0] - a.position[0]), at.error);
            CHECK_NEAR(ours.y, (double)(x[1] - a.position[1]), at.error);
            CHECK_NEAR(ours.z, (double)(x[2] - a.position[2]), at.error);
            CHECK_NEAR((double)z[0], ours.x, 2.0 * at.error);
            CHECK_NEAR((double)z[1], ours.y, 2.0 * at.error);
        }
        destroy(&p);
    }
}

/* Core points of both shapes prove that the gap along n is at most theirs less the balls. */
static void test_a_gap_less_its_error_is_at_most_every_gap_of_points(void) {
    for (int i = 0; i < PAIRS; i++) {
        pair p;
        draw_pair(i, i % 2 ? 3.0 : 100.0, &p);
        const double t = random_next(), balls = p.a.shape->radius + p.b.shape->radius;
        const moving_place at = moving_at(&p.m, t);
        const vec3 n = draw_unit(p.dimension), none = make3(0.0, 0.0, 0.0);
        const moving_gap gap = moving_gap_at(&p.m, &at, n);
        const double a[3] = {gap.a.x, gap.a.y, gap.a.z}, b[3] = {gap.b.x, gap.b.y, gap.b.z};
        const long double attained = gap_of(&p, n, none, 0.0L, (long double)t, a, b);
        if (p.m.a.rate > 0.0 && p.m.b.rate > 0.0) {
            CHECK((long double)(gap.g + balls) <= attained);
            CHECK((long double)(gap.g + balls + 2.0 * at.error) >= attained);
        }
        for (int k = 0; k < 10; k++) {
            double x[3], y[3];
            draw_core_point(p.a.shape, x);
            draw_core_point(p.b.shape, y);
            const double deflated = p.a.shape->summand_radius + p.b.shape->summand_radius;
            const long double other = gap_of(&p, n, none, 0.0L, (long double)t, x, y);
            if (p.m.a.rate > 0.0 && p.m.b.rate > 0.0)
                CHECK((long double)(gap.g + balls + deflated) <= other);
        }
        destroy(&p);
    }
}

/* The gap of a box and a turning half-space is its exact signed distance, less an error. Positions
 * are up to 100 sizes from the origin of the half-space. */
static void test_the_gap_beside_a_halfspace_is_exact(void) {
    double worst = 0.0;
    for (int i = 0; i < 4 * PAIRS; i++) {
        double record[10] = {GD_KIND_HALFSPACE}, pose_a[7], pose_b[7];
        for (int k = 6; k < 10; k++)
            record[k] = random_between(-1.0, 1.0);
        gd_shape *plane = make(record, 10), *box = make_box(1.0, 2.0, 0.5);
        gd_motion m;
        draw_motion(3, random_shrunk(100.0, 8.0), i % 2 ? 3.0 : 100.0, pose_a, pose_b, &m);
        moving_pair moved;
        const gd_query q = {plane, pose_a, box, pose_b, NULL, NULL};
        gd_moving_pair_init(&moved, &q, &m);
        const double t = random_next();
        const moving_place at = moving_at(&moved, t);
        const vec3 n = rotate(&at.a, plane->size);
        exact_place a, b;
        exact_place_at(3, pose_a, m.velocity_a, m.angular_a, (long double)t, &a);
        exact_place_at(3, pose_b, m.velocity_b, m.angular_b, (long double)t, &b);
        const double sides[3] = {1.0, 2.0, 0.5},
                     local[3] = {plane->size.x, plane->size.y, plane->size.z};
        long double gap = -(long double)plane->offset, normal[3];
        for (int k = 0; k < 3; k++) {
            normal[k] = 0.0L;
            for (int j = 0; j < 3; j++)
                normal[k] += a.rotation[k][j] * (long double)local[j];
            gap += normal[k] * (b.position[k] - a.position[k]);
        }
        for (int j = 0; j < 3; j++) {
            long double along = 0.0L;
            for (int k = 0; k < 3; k++)
                along += normal[k] * b.rotation[k][j];
            gap -= fabsl(along) * (long double)sides[j];
        }
        const double g = moving_gap_at(&moved, &at, n).g;
        const double off = (double)((long double)g + (long double)at.error - gap) / at.error;
        worst = fmax(worst, fabs(off));
        gd_shape_destroy(plane);
        gd_shape_destroy(box);
    }
    CHECK(worst < 0.5);
    CHECK(worst > 0.05);
}

/* The second difference of the gap of random core points at times between t and t2. */
static double worst_curvature(const pair* p, const moving_turn* turn) {
    const long double h = 1e-4L;
    double worst = -INFINITE;
    for (int k = 0; k < 20; k++) {
        double x[3], y[3];
        draw_core_point(p->a.shape, x);
        draw_core_point(p->b.shape, y);
        const long double from = (long double)turn->t;
        const long double t = from + (long double)(random_next() * (turn->t2 - turn->t));
        const long double middle = gap_of(p, turn->n, turn->omega, from, t, x, y);
        const long double sum = gap_of(p, turn->n, turn->omega, from, t - h, x, y) +
                                gap_of(p, turn->n, turn->omega, from, t + h, x, y);
        worst = fmax(worst, (double)((sum - 2.0L * middle) / (h * h)));
    }
    return worst;
}

static void test_curvature_is_a_bound(bool turns) {
    double tightest = 0.0;
    for (int i = 0; i < PAIRS; i++) {
        pair p;
        draw_pair(i, i % 2 ? 3.0 : 10.0, &p);
        const double t = random_next(), t2 = t + random_shrunk(1.0 - t, 10.0);
        const double rate = turns ? random_shrunk(10.0, 6.0) : 0.0;
        const vec3 n = draw_unit(p.dimension);
        vec3 omega = scale3(rate, draw_unit(3));
        if (p.dimension == 2) omega = make3(0.0, 0.0, rate);
        const double length = length3(omega);
        const vec3 axis = length > 0.0 ? scale3(1.0 / length, omega) : omega;
        const moving_turn turn = {omega, n, moving_turned(n, axis, length * (t2 - t)), t, t2};
        const double bound =
            turns ? gd_moving_curvature_turning(&p.m, &turn) : gd_moving_curvature(&p.m, n);
        const double worst = worst_curvature(&p, &turn);
        if (p.m.a.rate > 0.0 && p.m.b.rate > 0.0) {
            CHECK(worst <= bound + 1e-5 * (1.0 + bound));
            if (bound > 1e-3) tightest = fmax(tightest, worst / bound);
        }
        destroy(&p);
    }
    CHECK(tightest > 0.7); /* and not an idle one */
}

static void test_the_gap_falls_no_faster_than_its_bound(void) {
    const long double h = 1e-6L;
    for (int i = 0; i < PAIRS; i++) {
        pair p;
        draw_pair(i, 10.0, &p);
        const double t = random_next();
        const vec3 n = draw_unit(p.dimension), w = draw_unit(3);
        const vec3 omega = scale3(random_shrunk(10.0, 6.0), p.dimension == 3 ? w : make3(0, 0, 1));
        const double bound = gd_moving_fall(&p.m, omega, t, 1.0);
        for (int k = 0; k < 10; k++) {
            double x[3], y[3];
            draw_core_point(p.a.shape, x);
            draw_core_point(p.b.shape, y);
            const long double from = (long double)t;
            const long double time = from + (long double)(random_next() * (1.0 - t));
            const long double change =
                gap_of(&p, n, omega, from, time + h, x, y) - gap_of(&p, n, omega, from, time, x, y);
            if (p.m.a.rate > 0.0 && p.m.b.rate > 0.0)
                CHECK((double)(-change / h) <= bound * (1.0 + 1e-4));
        }
        destroy(&p);
    }
}

/* A chord's length is at most the reach, and no core point is farther from the axis. */
static void test_no_core_point_is_beyond_the_reach(void) {
    double tightest = 0.0;
    for (int i = 0; i < PAIRS; i++) {
        pair p;
        draw_pair(i, 3.0, &p);
        const moving_body* body = &p.m.a;
        const vec3 axis = inv_rotate(&body->start, body->axis);
        for (int k = 0; k < 20; k++) {
            double x[3];
            draw_core_point(p.a.shape, x);
            CHECK(length3(load3(x)) <= body->reach);
            CHECK(length3(cross3(axis, load3(x))) <= body->across);
            if (body->across > 0.0)
                tightest = fmax(tightest, length3(cross3(axis, load3(x))) / body->across);
        }
        destroy(&p);
    }
    CHECK(tightest > 0.999);
}

/* A body turns by w = d + omega with d across omega. The normal starts along d and makes half a
 * turn: at both ends the bound of w alone is small, in between it is |d|^2. */
static void test_curvature_between_the_ends_is_bounded(void) {
    const double record[12] = {GD_KIND_SEGMENT, 0, 0, 0, 0, 0, 0, -1, -1, 0, 1, 1};
    const double pose[7] = {0, 0, 0, 0, 0, 0, 1}, beside[7] = {9, 0, 0, 0, 0, 0, 1};
    pair p = {.dimension = 3, .motion = {.angular_a = {20.0, 0.0, TRIG_PI}, .max_time = 1.0}};
    memcpy(p.pose_a, pose, sizeof pose);
    memcpy(p.pose_b, beside, sizeof pose);
    p.a.shape = make(record, 12);
    p.b.shape = make_sphere(1.0);
    p.query = (gd_query){p.a.shape, p.pose_a, p.b.shape, p.pose_b, NULL, NULL};
    gd_moving_pair_init(&p.m, &p.query, &p.motion);
    const vec3 x = make3(1.0, 0.0, 0.0);
    const moving_turn turn = {make3(0.0, 0.0, TRIG_PI), x, neg3(x), 0.0, 1.0};
    const double worst = worst_curvature(&p, &turn);
    CHECK(worst > 200.0);
    CHECK(worst <= gd_moving_curvature_turning(&p.m, &turn));
    destroy(&p);
}

/* An ellipsoid counts without the ball of radius 1^2 / 3 that is a summand of it. */
static void test_an_ellipsoid_counts_without_its_ball(void) {
    const double record[9] = {GD_KIND_ELLIPSOID, 0, 0, 0, 0, 0, 3.0, 1.0, 2.0};
    const double pose[7] = {0, 0, 0, 0, 0, 0, 1};
    gd_shape* ellipsoid = make(record, 9);
    gd_motion motion = {.max_time = 1.0, .angular_a = {5.0, 0, 0}, .angular_b = {0, 0, 5.0}};
    moving_pair m;
    const gd_query q = {ellipsoid, pose, ellipsoid, pose, NULL, NULL};
    gd_moving_pair_init(&m, &q, &motion);
    CHECK_NEAR(m.a.reach, 3.0 - 1.0 / 3.0, 1e-11);
    CHECK_NEAR(m.a.across, 2.0 - 1.0 / 3.0, 1e-11);
    CHECK_NEAR(m.b.across, 3.0 - 1.0 / 3.0, 1e-11);
    gd_shape_destroy(ellipsoid);
}

static void test_a_body_that_looks_the_same_does_not_turn(void) {
    const double record[8] = {GD_KIND_CYLINDER, 0, 0, 0, 0, 0, 1.0, 2.0};
    const double pose[7] = {0, 0, 0, 0.3, 0.1, -0.2, 0.9};
    gd_shape *cylinder = make(record, 8), *sphere = make_sphere(1.0), *box = make_box(1, 2, 3);
    mat3 r;
    frame3 frame;
    CHECK(frame_of_pose(pose, 3, &frame));
    r = frame.rotation;
    gd_motion motion = {.max_time = 1.0, .angular_b = {1.0, 2.0, 3.0}};
    store3(motion.angular_a, scale3(5.0, r.cy));
    moving_pair m;
    const gd_query query = {cylinder, pose, sphere, pose, NULL, NULL};
    gd_moving_pair_init(&m, &query, &motion);
    CHECK(m.a.rate == 0.0 && m.b.rate == 0.0);
    store3(motion.angular_a, scale3(5.0, r.cx));
    gd_moving_pair_init(&m, &query, &motion);
    CHECK_NEAR(m.a.rate, 5.0, 1e-14);
    const gd_query other = {box, pose, box, pose, NULL, NULL};
    gd_moving_pair_init(&m, &other, &motion);
    CHECK(m.a.rate > 0.0 && m.b.rate > 0.0);
    gd_shape_destroy(cylinder);
    gd_shape_destroy(sphere);
    gd_shape_destroy(box);
}

/* Until the time that bounding balls prove, the centres are farther apart than both radii. */
static void test_balls_are_apart_until_their_time(void) {
    int some = 0, all = 0;
    for (int i = 0; i < 4 * PAIRS; i++) {
        pair p;
        draw_pair(i, 3.0, &p);
        p.motion.target = i % 3 == 0 ? 0.2 : 0.0;
        gd_moving_pair_init(&p.m, &p.query, &p.motion);
        vec3 n = make3(0.0, 0.0, 0.0);
        const double free = gd_moving_balls_free(&p.m, &n);
        CHECK(free >= 0.0 && free <= 1.0);
        some += free > 0.0 && free < 1.0;
        all += free == 1.0;
        for (int k = 0; k <= 20; k++) {
            const vec3 x = madd3(p.m.p, 0.05 * k * free, p.m.v);
            if (free > 0.0) CHECK(length3(x) > p.m.bound);
            if (free == 1.0) CHECK(dot3(n, x) > p.m.bound * (1.0 - 1e-9));
        }
        destroy(&p);
    }
    CHECK(some > PAIRS / 10 && all > PAIRS / 50);
}

TEST(moving_pair) {
    test_places_and_poses_agree_with_the_motion();
    test_a_gap_less_its_error_is_at_most_every_gap_of_points();
    test_the_gap_beside_a_halfspace_is_exact();
    test_curvature_is_a_bound(false);
    test_curvature_is_a_bound(true);
    test_curvature_between_the_ends_is_bounded();
    test_the_gap_falls_no_faster_than_its_bound();
    test_no_core_point_is_beyond_the_reach();
    test_an_ellipsoid_counts_without_its_ball();
    test_a_body_that_looks_the_same_does_not_turn();
    test_balls_are_apart_until_their_time();
}
