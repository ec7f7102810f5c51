/* Times of impact: the work of random motions is limited, and simple motions have known times.
 * test_impact_random.c certifies the results of random motions. */
#include "lib/check.h"
#include "lib/draw.h"
#include "lib/make.h"
#include "lib/motions.h"

#include "growth_distance.h"

#include <string.h>

static const double IDENTITY[7] = {0, 0, 0, 0, 0, 0, 1};

/* ---- random motions ------------------------------------------------------------------------ */

static const gd_kind KINDS[] = {
    GD_KIND_SPHERE,   GD_KIND_ELLIPSOID, GD_KIND_BOX,     GD_KIND_CAPSULE,     GD_KIND_CYLINDER,
    GD_KIND_CONE,     GD_KIND_FRUSTUM,   GD_KIND_HULL,    GD_KIND_POINT,       GD_KIND_SEGMENT,
    GD_KIND_TRIANGLE, GD_KIND_DSF,       GD_KIND_SUM,     GD_KIND_TRANSFORMED, GD_KIND_CUSTOM,
    GD_KIND_CIRCLE,   GD_KIND_ELLIPSE,   GD_KIND_POLYGON, GD_KIND_RECTANGLE,   GD_KIND_STADIUM,
    GD_KIND_SEGMENT2, GD_KIND_TRIANGLE2, GD_KIND_DSF2,    GD_KIND_SUM2,        GD_KIND_CUSTOM2,
};
#define COUNT (int)(sizeof KINDS / sizeof *KINDS)
#define FIRST_2D 15

static gd_kind draw_kind(int dimension) {
    const int low = dimension == 3 ? 0 : FIRST_2D, high = dimension == 3 ? FIRST_2D : COUNT;
    return KINDS[(int)random_between(low, high)];
}

typedef struct tally {
    int hits, misses, unsure;
    double normals, most;
} tally;

static double bound_radius(const gd_shape* shape) {
    gd_shape_info info;
    gd_shape_describe(shape, &info);
    return info.bound_radius;
}

static void count_motion(const gd_query* q, const gd_motion* m, tally* t) {
    gd_cast_result r;
    gd_time_of_impact(q, m, &r);
    t->normals += r.iterations;
    t->most = fmax(t->most, r.iterations);
    t->hits += r.status == GD_STATUS_OPTIMAL && r.hit == 1.0;
    t->misses += r.hit == 0.0;
    t->unsure += r.status == GD_STATUS_PRECISION || r.status == GD_STATUS_GRAZING ||
                 r.status == GD_STATUS_MAX_ITERATIONS;
}

/* The mean and the greatest number of normals are limits of the work, measured with a reserve of a
 * tenth and a third. */
static void test_random_motions(double turn, int pairs, double mean, double most) {
    tally t = {0};
    for (int i = 0; i < pairs; i++) {
        const int dimension = i % 4 == 3 ? 2 : 3;
        drawn a, b;
        draw_shape(draw_kind(dimension), 1.0, &a);
        draw_shape(draw_kind(dimension), 1.0, &b);
        double pose_a[7], pose_b[7];
        gd_motion m;
        const double size = bound_radius(a.shape) + bound_radius(b.shape);
        draw_motion(dimension, size, turn, pose_a, pose_b, &m);
        if (i % 8 == 0) m.target = random_shrunk(size, 20.0);
        if (i % 5 == 0) m.max_time = 1.5;
        count_motion(&(gd_query){a.shape, pose_a, b.shape, pose_b, NULL, NULL}, &m, &t);
        gd_shape_destroy(a.shape);
        gd_shape_destroy(b.shape);
    }
    CHECK(t.hits > pairs / 3 && t.misses > pairs / 6);
    CHECK(t.unsure <= pairs / 100);
    CHECK(t.normals <= mean * pairs && t.most <= most);
}

/* ---- known times --------------------------------------------------------------------------- */

/* Solves, and checks that the time is in the interval. */
static gd_cast_result check_time(const gd_query* q, const gd_motion* m, double time) {
    gd_cast_result r;
    CHECK(gd_time_of_impact(q, m, &r) == GD_STATUS_OPTIMAL);
    CHECK(r.hit == 1.0);
    CHECK(r.lower <= time * (1.0 + 1e-15) && r.upper >= time * (1.0 - 1e-15));
    CHECK(r.upper - r.lower <= GD_DEFAULT_IMPACT_TOLERANCE * m->max_time);
    return r;
}

/* A rod that turns about its centre above the ground touches it with an end. */
static void test_a_turning_rod_touches_the_ground(void) {
    const double rod_record[8] = {GD_KIND_CAPSULE, 0, 0, 0, 0, 0, 2.0, 0.25};
    const double ground_record[10] = {GD_KIND_HALFSPACE, 0, 0, 0, 0, 0, 0.0, 0.0, 1.0, 0.5};
    gd_shape *rod = make(rod_record, 8), *ground = make(ground_record, 10);
    const double pose[7] = {3.0, 7.0, 1.75, 0, 0, 0, 1}; /* along y, 1 above the ground */
    const gd_motion m = {.angular_a = {1.5, 0.0, 0.0}, .max_time = 2.0};
    const gd_query q = {rod, pose, ground, IDENTITY, NULL, NULL};
    const double time = asin(1.0 / 2.0) / 1.5;
    gd_cast_result r = check_time(&q, &m, time);
    CHECK_NEAR(r.normal[2], -1.0, 1e-15);
    CHECK_NEAR(r.point_a[1], 7.0 - 2.0 * cos(1.5 * time), 1e-7);
    CHECK_NEAR(r.point_a[2], 0.5, 1e-7);
    CHECK_NEAR(r.point_b[2], 0.5, 1e-15);
    const gd_motion other = {.angular_b = {1.5, 0.0, 0.0}, .max_time = 2.0};
    const gd_query swapped = {ground, IDENTITY, rod, pose, NULL, NULL};
    r = check_time(&swapped, &other, time);
    CHECK_NEAR(r.normal[2], 1.0, 1e-15);
    gd_shape_destroy(rod);
    gd_shape_destroy(ground);
}

/* The ground turns about its origin towards a ball: sin(w t) x - cos(w t) y = -radius. */
static void test_a_turning_ground_hits_a_ball(void) {
    const double record[10] = {GD_KIND_HALFSPACE, 0, 0, 0, 0, 0, 0.0, 1.0, 0.0, 0.0};
    gd_shape *ground = make(record, 10), *ball = make_sphere(1.0);
    const double pose[7] = {4.0, 2.0, 0.0, 0, 0, 0, 1};
    const gd_motion m = {.angular_a = {0.0, 0.0, 0.3}, .max_time = 3.0};
    const double time = (atan2(2.0, 4.0) - asin(1.0 / sqrt(20.0))) / 0.3;
    check_time(&(gd_query){ground, IDENTITY, ball, pose, NULL, NULL}, &m, time);
    gd_shape_destroy(ground);
    gd_shape_destroy(ball);
}

/* The corner of a square at (0, sqrt 2) after an eighth of a turn meets a ball that falls. */
static void test_a_corner_meets_a_point(void) {
    const double point_record[6] = {GD_KIND_POINT};
    gd_shape *box = make_box(1.0, 1.0, 1.0), *point = make(point_record, 6);
    const double eighth = atan2(1.0, 1.0);
    const double pose[7] = {0.0, sqrt(2.0), 0.0, 0, 0, 0, 1};
    /* the point stays where the corner arrives */
    const gd_motion m = {.angular_a = {0.0, 0.0, eighth}, .max_time = 4.0};
    gd_cast_result r;
    gd_time_of_impact(&(gd_query){box, IDENTITY, point, pose, NULL, NULL}, &m, &r);
    CHECK(r.hit == 1.0 && r.lower <= 1.0 && r.lower > 1.0 - 1e-7);
    gd_shape_destroy(box);
    gd_shape_destroy(point);
}

static void test_a_target_and_a_margin_count_alike(void) {
    const double record[9] = {GD_KIND_BOX, 0.125, 0, 0, 0, 0, 1.0, 1.0, 1.0};
    gd_shape *box = make_box(1.0, 1.0, 1.0), *rounded = make(record, 9);
    const double pose[7] = {0.0, 4.0, 0.0, 0, 0, 0, 1};
    gd_motion m = {.velocity_b = {0.0, -1.0, 0.0}, .angular_b = {0.0, 2.0, 0.0}, .max_time = 3.0};
    check_time(&(gd_query){box, IDENTITY, box, pose, NULL, NULL}, &m, 2.0);
    check_time(&(gd_query){box, IDENTITY, rounded, pose, NULL, NULL}, &m, 1.875);
    m.target = 0.125;
    check_time(&(gd_query){box, IDENTITY, box, pose, NULL, NULL}, &m, 1.875);
    check_time(&(gd_query){box, IDENTITY, rounded, pose, NULL, NULL}, &m, 1.75);
    gd_shape_destroy(box);
    gd_shape_destroy(rounded);
}

static void test_a_motion_of_many_turns_in_2d(void) {
    gd_shape *bar = make_rectangle(2.0, 0.5), *box = make_rectangle(1.0, 1.0);
    const double pose[3] = {0.0, 0.0, 0.0}, beside[3] = {3.5, 0.0, 0.0};
    gd_motion m = {.angular_a = {200.0}, .velocity_b = {-1.0, 0.0}, .max_time = 1.0};
    /* the bar's corners pass at sqrt 4.25 all the time: the contact is within one of its turns */
    gd_cast_result r;
    CHECK(gd_time_of_impact(&(gd_query){bar, pose, box, beside, NULL, NULL}, &m, &r) == 0);
    const double reached = 2.5 - sqrt(4.25);
    CHECK(r.hit == 1.0 && r.lower >= reached && r.upper <= reached + 0.05);
    gd_shape_destroy(bar);
    gd_shape_destroy(box);
}

/* ---- statuses ------------------------------------------------------------------------------ */

static void test_touching_at_the_start_is_overlapping(void) {
    gd_shape* box = make_box(1.0, 1.0, 1.0);
    const double pose[7] = {0.0, 2.0, 0.0, 0, 0, 0, 1};
    gd_motion m = {.velocity_b = {0.0, 1.0, 0.0}, .max_time = 1.0};
    const gd_query q = {box, IDENTITY, box, pose, NULL, NULL};
    gd_cast_result r;
    CHECK(gd_time_of_impact(&q, &m, &r) == GD_STATUS_OVERLAPPING);
    CHECK(r.hit == 1.0 && r.time == 0.0 && r.upper == 0.0 && r.normal[1] == 0.0);
    m.max_time = 0.0;
    CHECK(gd_time_of_impact(&q, &m, &r) == GD_STATUS_OVERLAPPING);
    const double apart[7] = {0.0, 2.5, 0.0, 0, 0, 0, 1};
    CHECK(gd_time_of_impact(&(gd_query){box, IDENTITY, box, apart, NULL, NULL}, &m, &r) == 0);
    CHECK(r.hit == 0.0 && r.lower == 0.0 && r.upper == INFINITE);
    gd_shape_destroy(box);
}

static void test_sliding_takes_one_normal(void) {
    gd_shape *plate = make_box(10.0, 1.0, 10.0), *box = make_box(1.0, 1.0, 1.0);
    gd_motion m = {.velocity_b = {10.0, 0.0, 0.0}, .angular_b = {0.0, 3.0, 0.0}, .max_time = 1.0};
    for (int k = 0; k < 40; k++) {
        const double pose[7] = {-5.0, 2.0 + 1e-13 * (double)(1ull << k), 0.0, 0, 0, 0, 1};
        const gd_query q = {plate, IDENTITY, box, pose, NULL, NULL};
        gd_cast_result r;
        CHECK(gd_time_of_impact(&q, &m, &r) == GD_STATUS_OPTIMAL);
        CHECK(r.hit == 0.0 && r.iterations == 1.0 && r.normal[1] == 1.0);
        CHECK(gd_stays_apart(&q, &m) == 1);
    }
    gd_shape_destroy(plate);
    gd_shape_destroy(box);
}

/* A ball passes another at distances down to rounding: a miss, a hit, or a graze within rounding,
 * and never a hit that is later than the contact. */
static void test_grazing_balls(void) {
    gd_shape* ball = make_sphere(1.0);
    const gd_motion m = {.velocity_b = {10.0, 0.0, 0.0}, .max_time = 1.0};
    for (int e = -14; e < -1; e++) {
        const double depth = pow(10.0, e), y = 2.0 - depth;
        const double in[7] = {-5.0, y, 0.0, 0, 0, 0, 1},
                     out[7] = {-5.0, 2.0 + depth, 0, 0, 0, 0, 1};
        gd_cast_result r;
        const gd_status hit =
            gd_time_of_impact(&(gd_query){ball, IDENTITY, ball, in, NULL, NULL}, &m, &r);
        /* a contact is shown up to rounding of the distance */
        const double time = 0.1 * (5.0 - sqrt((2.0 - y) * (2.0 + y)));
        const double early = 0.1 * (5.0 - sqrt((2.0 - y + 4e-15) * (2.0 + y)));
        CHECK(r.hit == 1.0 && r.lower <= time && r.upper >= early);
        CHECK(hit == GD_STATUS_OPTIMAL || (e < -10 && hit >= 0));
        const gd_status miss =
            gd_time_of_impact(&(gd_query){ball, IDENTITY, ball, out, NULL, NULL}, &m, &r);
        CHECK(r.hit == 0.0 || (e < -12 && miss == GD_STATUS_GRAZING));
        if (r.hit == 1.0) CHECK(r.lower < 0.5 && r.upper > 0.5);
        const int apart = gd_stays_apart(&(gd_query){ball, IDENTITY, ball, out, NULL, NULL}, &m);
        CHECK(apart == 0 || r.hit == 0.0);
    }
    gd_shape_destroy(ball);
}

static void test_the_limit_of_normals(void) {
    const gd_settings one = {.tolerance = 1e-9, .max_iterations = 1.0};
    gd_shape* rod = make_box(1.0, 0.01, 0.01);
    const double pose[7] = {0.0, 1.9, 0.0, 0, 0, 0, 1};
    const gd_motion m = {.angular_a = {0, 0, 30.0}, .angular_b = {20.0, 0, 7.0}, .max_time = 1.0};
    gd_cast_result r;
    CHECK(gd_time_of_impact(&(gd_query){rod, IDENTITY, rod, pose, &one, NULL}, &m, &r) ==
          GD_STATUS_MAX_ITERATIONS);
    CHECK(r.hit == 1.0 && r.time == r.lower && r.lower > 0.0 && r.upper == INFINITE);
    CHECK(r.iterations == 1.0);
    gd_cast_result all;
    gd_time_of_impact(&(gd_query){rod, IDENTITY, rod, pose, NULL, NULL}, &m, &all);
    CHECK(r.lower <= all.lower);
    gd_shape_destroy(rod);
}

/* The least tolerances are below rounding: the search stops, and the bounds hold. */
static void test_tolerances_below_rounding(void) {
    gd_shape* box = make_box(1.0, 1.0, 1.0);
    const double pose[7] = {0.1, 4.0, 0.3, 0.1, 0.2, 0.3, 0.9};
    const gd_motion m = {.velocity_b = {0, -3.0, 0}, .angular_b = {1.0, 2.0, 0.5}, .max_time = 1.0};
    gd_cast_result r, s;
    gd_time_of_impact(&(gd_query){box, IDENTITY, box, pose, NULL, NULL}, &m, &r);
    for (int e = -12; e >= -300; e -= 4) {
        const gd_settings settings = {.tolerance = pow(10.0, e), .max_iterations = 1000.0};
        const gd_status status =
            gd_time_of_impact(&(gd_query){box, IDENTITY, box, pose, &settings, NULL}, &m, &s);
        CHECK(status == GD_STATUS_OPTIMAL || status == GD_STATUS_PRECISION);
        CHECK(s.hit == 1.0 && s.lower <= r.upper && s.upper >= r.lower);
        CHECK(s.upper - s.lower <= 1e-12);
    }
    gd_shape_destroy(box);
}

/* A distance just below the target, nearer than the tolerance of a first query. */
static void test_a_target_reached_at_the_start(void) {
    gd_shape *box = make_box(1.0, 1.0, 1.0), *ball = make_ball(1.0);
    const gd_motion m = {.angular_a = {1, 2, 3}, .max_time = 1.0, .target = 1.0};
    for (int e = -12; e < 0; e++) {
        const double pose[7] = {0.0, 3.0 - pow(10.0, e), 0.0, 0, 0, 0, 1};
        gd_cast_result r;
        CHECK(gd_time_of_impact(&(gd_query){box, IDENTITY, ball, pose, NULL, NULL}, &m, &r) ==
              GD_STATUS_OVERLAPPING);
    }
    gd_shape_destroy(box);
    gd_shape_destroy(ball);
}

/* A clearance that one revolution in a million does not use up takes too many normals. */
static void test_work_is_bounded(void) {
    gd_shape *fan = make_box(1.0, 0.01, 0.01), *ball = make_sphere(1.0);
    const double pose[7] = {0.0, 2.0 + 5e-5 + 1e-7, 0.0, 0, 0, 0, 1};
    const gd_motion m = {.angular_a = {0.0, 0.0, 1000.0}, .max_time = 1000.0};
    gd_cast_result r;
    CHECK(gd_time_of_impact(&(gd_query){fan, IDENTITY, ball, pose, NULL, NULL}, &m, &r) ==
          GD_STATUS_MAX_ITERATIONS);
    CHECK(r.iterations == GD_DEFAULT_CAST_ITERATIONS);
    gd_shape_destroy(fan);
    gd_shape_destroy(ball);
}

/* ---- invariance ---------------------------------------------------------------------------- */

/* Powers of two change no bit: of the unit of time, of the unit of length. */
static void test_units_do_not_matter(void) {
    for (int i = 0; i < 50; i++) {
        gd_shape* shapes[2][2];
        double pose_a[7], pose_b[7];
        gd_motion m;
        for (int k = 0; k < 2; k++) {
            double record[9] = {k ? GD_KIND_BOX : GD_KIND_FRUSTUM};
            for (int j = 6; j < 9; j++)
                record[j] = random_between(0.3, 1.0);
            shapes[0][k] = make(record, 9);
            for (int j = 6; j < 9; j++)
                record[j] *= 0x1p20;
            shapes[1][k] = make(record, 9);
        }
        draw_motion(3, 2.0, 3.0, pose_a, pose_b, &m);
        gd_cast_result r, s;
        gd_time_of_impact(&(gd_query){shapes[0][0], pose_a, shapes[0][1], pose_b, NULL, NULL}, &m,
                          &r);
        m.max_time *= 0x1p-10;
        for (int k = 0; k < 3; k++) {
            pose_a[k] *= 0x1p20;
            pose_b[k] *= 0x1p20;
            m.velocity_a[k] *= 0x1p30;
            m.velocity_b[k] *= 0x1p30;
            m.angular_a[k] *= 0x1p10;
            m.angular_b[k] *= 0x1p10;
        }
        gd_time_of_impact(&(gd_query){shapes[1][0], pose_a, shapes[1][1], pose_b, NULL, NULL}, &m,
                          &s);
        CHECK(r.status == s.status && r.iterations == s.iterations);
        CHECK(s.lower == 0x1p-10 * r.lower && s.upper == 0x1p-10 * r.upper);
        for (int k = 0; k < 4; k++)
            gd_shape_destroy(shapes[k / 2][k % 2]);
    }
}

static void test_exchanged_shapes_and_warm_states_agree(void) {
    for (int i = 0; i < 200; i++) {
        drawn a, b;
        draw_shape(draw_kind(3), 1.0, &a);
        draw_shape(draw_kind(3), 1.0, &b);
        double pose_a[7], pose_b[7];
        gd_motion m, n;
        draw_motion(3, 3.0, 3.0, pose_a, pose_b, &m);
        n = m;
        memcpy(n.velocity_a, m.velocity_b, sizeof m.velocity_a);
        memcpy(n.velocity_b, m.velocity_a, sizeof m.velocity_a);
        memcpy(n.angular_a, m.angular_b, sizeof m.angular_a);
        memcpy(n.angular_b, m.angular_a, sizeof m.angular_a);
        gd_warm warm = {0};
        gd_cast_result r, s, w;
        gd_time_of_impact(&(gd_query){a.shape, pose_a, b.shape, pose_b, NULL, &warm}, &m, &r);
        gd_time_of_impact(&(gd_query){a.shape, pose_a, b.shape, pose_b, NULL, &warm}, &m, &w);
        gd_time_of_impact(&(gd_query){b.shape, pose_b, a.shape, pose_a, NULL, NULL}, &n, &s);
        if (r.status == GD_STATUS_OPTIMAL && s.status == GD_STATUS_OPTIMAL) {
            CHECK(r.hit == s.hit && r.hit == w.hit);
            CHECK(r.lower <= s.upper && s.lower <= r.upper);
            CHECK(r.lower <= w.upper && w.lower <= r.upper);
        }
        gd_shape_destroy(a.shape);
        gd_shape_destroy(b.shape);
    }
}

TEST(impact) {
    test_random_motions(3.0, 1200, 4.0, 20.0);
    test_random_motions(10.0, 400, 5.0, 40.0);
    test_random_motions(30.0, 400, 7.5, 80.0);
    test_a_turning_rod_touches_the_ground();
    test_a_turning_ground_hits_a_ball();
    test_a_corner_meets_a_point();
    test_a_target_and_a_margin_count_alike();
    test_a_motion_of_many_turns_in_2d();
    test_touching_at_the_start_is_overlapping();
    test_sliding_takes_one_normal();
    test_grazing_balls();
    test_the_limit_of_normals();
    test_tolerances_below_rounding();
    test_a_target_reached_at_the_start();
    test_work_is_bounded();
    test_units_do_not_matter();
    test_exchanged_shapes_and_warm_states_agree();
}
