#include "gaps.h"

#include "check.h"
#include "growth/growth.h"
#include "make.h"
#include "math/pose.h"
#include "proof/certify.h"

#include <string.h>

static const gd_settings DEFAULTS = {
    .tolerance = GD_DEFAULT_TOLERANCE, .max_iterations = 100.0, .simplex = 1.0};

/* A case as a query, with its sets by definition. */
typedef struct made {
    gd_query query;
    gd_shape *solid, *ball;
    double ball_record[7], ball_pose[7];
    posed set[2]; /* A, B */
    double size;
} made;

void draw_gap_case(gap_case* c, int dimension, int i) {
    for (int k = 0; k < 7; k++)
        c->pose[k] = random_between(-1.0, 1.0) * (k < 3 ? 3.0 : 1.0);
    c->radius = i % 3 ? random_between(0.1, 0.8) : 0.0;
    c->ball_first = i % 2;
    if (dimension == 2) c->pose[2] = random_between(-3.0, 3.0);
}

vec3 draw_in_cube(double reach) {
    const double x = random_between(-reach, reach), y = random_between(-reach, reach);
    return make3(x, y, random_between(-reach, reach));
}

static void make_case(made* m, const gap_case* c) {
    m->solid = make(c->record, c->length);
    const int dimension = m->solid->dimension;
    const bool round = c->radius > 0.0;
    const double kinds[2][2] = {{GD_KIND_POINT2, GD_KIND_CIRCLE}, {GD_KIND_POINT, GD_KIND_SPHERE}};
    const double record[7] = {kinds[dimension - 2][round], 0, 0, 0, 0, 0, c->radius};
    memcpy(m->ball_record, record, sizeof record);
    m->ball = make(m->ball_record, round ? 7 : 6);
    frame3 frame;
    CHECK(frame_of_pose(c->pose, dimension, &frame));
    const vec3 at = add3(frame.position, rotate(&frame.rotation, c->at));
    const double pose[7] = {at.x, at.y, dimension == 3 ? at.z : 1.0, 1, 0, 0, 2};
    memcpy(m->ball_pose, pose, sizeof pose);
    posed_make(&m->set[c->ball_first], c->record, c->length, c->pose, m->solid);
    posed_make(&m->set[!c->ball_first], m->ball_record, round ? 7 : 6, m->ball_pose, m->ball);
    m->query = (gd_query){m->solid, c->pose, m->ball, m->ball_pose, &DEFAULTS, NULL};
    if (c->ball_first)
        m->query = (gd_query){m->ball, m->ball_pose, m->solid, c->pose, &DEFAULTS, NULL};
    m->size = (double)(m->set[0].extent + m->set[1].extent);
}

static const truth ANY = {
    .growth_most = (real)INFINITY, .distance_most = (real)INFINITY, .depth_most = (real)INFINITY};

static void check_distance(const made* m, const core_gap* gap, double distance) {
    worst seen = {0};
    gd_distance_result d;
    CHECK(gd_gap_distance(&m->query, gap, &d) == GD_STATUS_OPTIMAL);
    CHECK_CERTIFIED(certify_distance(&m->set[0], &m->set[1], &d, 1e-12, &ANY, &seen));
    CHECK_CERTIFIED(certify_simplex(&m->set[0], &m->set[1], &d));
    CHECK_NEAR(d.value, fmax(distance, 0.0), 1e-14 * m->size);
    CHECK(d.iterations == 0.0 && d.gap <= 1e-14 * m->size);
}

static void check_overlap(const made* m, const core_gap* gap, double distance) {
    worst seen = {0};
    gd_collision_result c;
    CHECK(gd_gap_collide(&m->query, gap, &c) >= 0);
    CHECK_CERTIFIED(certify_collision(&m->set[0], &m->set[1], &c, &ANY, &seen));
    if (fabs(distance) > 1e-13 * m->size) CHECK(c.colliding == (distance < 0.0) && c.status == 0.0);
    CHECK(c.iterations == 0.0);
}

static void check_depth(const made* m, const core_gap* gap, double distance) {
    worst seen = {0};
    gd_penetration_result p;
    gd_signed_result s;
    CHECK(gd_gap_penetration(&m->query, gap, &p) == GD_STATUS_OPTIMAL);
    CHECK(gd_gap_signed(&m->query, gap, &s) == GD_STATUS_OPTIMAL);
    CHECK_CERTIFIED(certify_depth(&m->set[0], &m->set[1], &p, 1e-12, GD_METHOD_AUTO, &ANY, &seen));
    CHECK_CERTIFIED(certify_signed(&m->set[0], &m->set[1], &s, 1e-12, GD_METHOD_AUTO, &ANY, &seen));
    CHECK_NEAR(p.depth, fmax(-distance, 0.0), 1e-14 * m->size);
    CHECK_NEAR(s.value, distance, 1e-14 * m->size);
    CHECK(p.depth - p.lower <= 1e-14 * m->size && s.upper - s.lower <= 1e-14 * m->size);
    CHECK(p.iterations == 0.0 && s.support_calls == 0.0);
}

/* INCREMENTAL, SQP and EPA handle overlapping cores themselves. */
static void check_method(gap_function* gap, const made* m, double distance) {
    gd_settings settings = DEFAULTS;
    settings.method = GD_METHOD_EPA;
    gd_query query = m->query;
    query.settings = &settings;
    core_gap g;
    CHECK(gap(&query, GAP_DISTANCE, &g));
    if (fabs(distance) > 1e-13 * m->size) CHECK(gap(&query, GAP_DEPTH, &g) == (distance > 0.0));
}

void check_gap_case(gap_function* gap, const gap_case* c, double distance) {
    made m;
    core_gap g;
    make_case(&m, c);
    const double margin = c->record[GD_RECORD_MARGIN], value = distance - c->radius - margin;
    CHECK(gap(&m.query, GAP_DISTANCE, &g));
    check_distance(&m, &g, value);
    check_overlap(&m, &g, value);
    CHECK(gap(&m.query, GAP_DEPTH, &g));
    check_depth(&m, &g, value);
    check_method(gap, &m, distance);
    m.ball_pose[0] = NOT_A_NUMBER;
    CHECK(!gap(&m.query, GAP_DEPTH, &g));
    gd_shape_destroy(m.solid);
    gd_shape_destroy(m.ball);
}

static void check_growth(growth_function* grows, const gd_query* query, const posed set[2]) {
    const truth any = {.growth_most = (long double)INFINITY};
    worst seen = {0};
    gd_growth_result r, cut;
    CHECK(grows(query, &r));
    CHECK_CERTIFIED(certify_growth(&set[0], &set[1], &r, 1e-12, &any, &seen));
    CHECK(r.iterations == 0.0);
    gd_query by_planes = *query;
    gd_settings planes = *query->settings;
    planes.method = GD_METHOD_CUTTING_PLANE;
    by_planes.settings = &planes;
    CHECK(gd_growth(&by_planes, &cut) >= 0);
    const double open = certify_crossing(&set[0], &set[1], cut.value);
    CHECK(r.lower <= cut.upper + open && cut.lower <= r.upper + open);
}

void check_growth_case(growth_function* grows, const gap_case* c) {
    const gd_settings settings = {.tolerance = GD_DEFAULT_TOLERANCE, .max_iterations = 400.0};
    made m;
    make_case(&m, c);
    m.query.settings = &settings;
    check_growth(grows, &m.query, m.set);
    gd_shape_destroy(m.solid);
    gd_shape_destroy(m.ball);
}
