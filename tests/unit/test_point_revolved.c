/* A ball or point and a cylinder, cone or frustum. The signed distance equals the distance of a
 * point and a polygon, found here from all edges. Points are at random places, and exactly on
 * the axis, the apex, rims and faces. Growth is compared with the cutting planes, and certified. */
#include "lib/check.h"
#include "lib/gaps.h"
#include "lib/make.h"

#include <string.h>

static const double HERE[7] = {0, 0, 0, 0, 0, 0, 1};

/* The corners of half the section, and its outward half-planes. */
typedef struct section {
    vec2 corner[4];
} section;

static section section_of(double half_height, double bottom, double top) {
    return (section){
        {{0.0, -half_height}, {bottom, -half_height}, {top, half_height}, {0.0, half_height}}};
}

/* The signed distance of a point from the polygon, without its edge on the axis. */
static double truth_of(const section* s, vec2 x) {
    double nearest = INFINITE, plane = -INFINITE;
    for (int i = 0; i < 3; i++) {
        const vec2 from = s->corner[i], edge = sub2(s->corner[i + 1], from), w = sub2(x, from);
        const double length = length2(edge);
        if (!(length > 0.0)) continue;
        const double t = fmin(fmax(dot2(w, edge) / (length * length), 0.0), 1.0);
        nearest = fmin(nearest, length2(madd2(w, -t, edge)));
        plane = fmax(plane, cross2(w, edge) / length); /* > 0: right of the edge, outside */
    }
    return plane > 0.0 ? nearest : plane;
}

static void draw_solid(gap_case* c, int i) {
    static const gd_kind kinds[3] = {GD_KIND_CYLINDER, GD_KIND_CONE, GD_KIND_FRUSTUM};
    const gd_kind kind = kinds[i % 3];
    memset(c->record, 0, sizeof c->record);
    c->record[0] = kind;
    c->length = kind == GD_KIND_FRUSTUM ? 9 : 8;
    for (size_t k = 6; k < c->length; k++)
        c->record[k] = random_between(0.2, 2.0);
    if (kind == GD_KIND_FRUSTUM && i % 4 == 0) c->record[7 + i / 12 % 2] = 0.0;
    if (i % 5 == 0) c->record[GD_RECORD_MARGIN] = 0.25;
}

static section section_of_record(const double* record) {
    const double top = record[0] == GD_KIND_CONE       ? 0.0
                       : record[0] == GD_KIND_CYLINDER ? record[7]
                                                       : record[8];
    return section_of(record[6], record[7], top);
}

/* A place in the section: anywhere, or on a special feature. */
static vec2 draw_place(const section* s, int i) {
    const vec2 bottom = s->corner[1], top = s->corner[2];
    const double t = random_next();
    switch (i % 8) {
    case 0: return make2(0.0, random_between(-2.0, 2.0) * top.y);
    case 1: return i % 16 == 1 ? bottom : top;
    case 2: return make2(t * bottom.x, bottom.y);
    case 3: return make2(t * top.x, top.y);
    case 4: return add2(scale2(1.0 - t, bottom), scale2(t, top));
    case 5: return make2(0.0, i % 16 == 5 ? bottom.y : top.y);
    default: return make2(random_between(0.0, 4.0), random_between(-2.5, 2.5) * top.y);
    }
}

static void test_places(void) {
    for (int i = 0; i < 2400; i++) {
        gap_case c;
        draw_solid(&c, i);
        draw_gap_case(&c, 3, i / 3);
        const section s = section_of_record(c.record);
        const vec2 x = draw_place(&s, i / 3);
        const double turn = random_between(0.0, 6.3);
        c.at = make3(x.x * cos(turn), x.y, x.x * sin(turn));
        check_gap_case(gd_point_revolved_gap, &c, truth_of(&s, x));
    }
}

/* Sizes from 1e-12 to 1e12; needles and disks of 1 to 1e4. */
static void test_sizes(void) {
    for (int i = -12; i <= 12; i += 3) {
        const double scale = pow(10.0, i),
                     shapes[3][3] = {{1, 1, 1e-4}, {1e-4, 1, 0}, {1, 1e-4, 1}};
        for (int k = 0; k < 24; k++) {
            const double* p = shapes[k % 3];
            gap_case c = {.record = {GD_KIND_FRUSTUM, 0, 0, 0, 0, 0, p[0] * scale, p[1] * scale,
                                     p[2] * scale},
                          .length = 9};
            draw_gap_case(&c, 3, k / 3);
            c.pose[0] *= scale, c.pose[1] *= scale, c.pose[2] *= scale, c.radius *= scale;
            const section s = section_of_record(c.record);
            const vec2 x = make2(random_between(0.0, 1.5) * scale * fmax(p[1], p[2]),
                                 random_between(-1.5, 1.5) * scale * p[0]);
            c.at = make3(x.x, x.y, 0.0);
            check_gap_case(gd_point_revolved_gap, &c, truth_of(&s, x));
        }
    }
}

/* ---- growth -------------------------------------------------------------------------------- */

static const gd_settings DEFAULTS = {.tolerance = GD_DEFAULT_TOLERANCE, .max_iterations = 400.0};

static void test_growth(void) {
    for (int i = 0; i < 1200; i++) {
        gap_case c;
        draw_solid(&c, i);
        if (i % 4 == 3) { /* a capsule */
            const double record[9] = {GD_KIND_CAPSULE, 0, 0, 0, 0, 0, 1.5, 0.5};
            memcpy(c.record, record, sizeof record);
            c.length = 8;
        }
        draw_gap_case(&c, 3, i / 3);
        c.record[GD_RECORD_HAS_CENTER] = i % 7 == 0;
        c.record[GD_RECORD_CENTER + 1] = 0.1 * c.record[6];
        c.at = i % 11 ? draw_in_cube(3.0) : load3(c.record + GD_RECORD_CENTER);
        check_growth_case(gd_growth_point_revolved, &c);
    }
}

/* Growth without a closed form: a centre off the axis, no ball, two capsules, an invalid pose. */
static void test_growth_left_alone(void) {
    const double aside[8] = {GD_KIND_CYLINDER, 0, 1, 0.1, 0, 0, 1, 1};
    const double rod[8] = {GD_KIND_CAPSULE, 0, 0, 0, 0, 0, 1, 1};
    const double moved[7] = {GD_KIND_SPHERE, 0, 1, 0.1, 0, 0, 1};
    const double at[7] = {3, 0, 0, 0, 0, 0, 1}, none[7] = {0};
    gd_shape *cylinder = make(aside, 8), *capsule = make(rod, 8), *off = make(moved, 7);
    gd_shape* ball = make_sphere(1.0);
    gd_growth_result r;
    CHECK(!gd_growth_point_revolved(&(gd_query){cylinder, HERE, ball, at, &DEFAULTS, NULL}, &r));
    CHECK(!gd_growth_point_revolved(&(gd_query){capsule, HERE, capsule, at, &DEFAULTS, NULL}, &r));
    CHECK(!gd_growth_point_revolved(&(gd_query){capsule, HERE, off, at, &DEFAULTS, NULL}, &r));
    CHECK(!gd_growth_point_revolved(&(gd_query){capsule, none, ball, at, &DEFAULTS, NULL}, &r));
    CHECK(gd_growth_point_revolved(&(gd_query){ball, at, capsule, HERE, &DEFAULTS, NULL}, &r));
    CHECK_NEAR(r.value, 1.5, 1e-15);
    /* coincident centres: the limit from world +X */
    CHECK(gd_growth_point_revolved(&(gd_query){ball, HERE, capsule, HERE, &DEFAULTS, NULL}, &r));
    CHECK(r.status == GD_STATUS_COINCIDENT && r.value == 0.0 && r.normal[0] == 1.0);
    gd_shape_destroy(cylinder);
    gd_shape_destroy(capsule);
    gd_shape_destroy(off);
    gd_shape_destroy(ball);
}

TEST(point_revolved) {
    test_places();
    test_sizes();
    test_growth();
    test_growth_left_alone();
}
