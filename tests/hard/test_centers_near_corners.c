/* Boxes whose centres are a few bits inside a face, an edge or a corner, against lines, balls and
 * boxes, with margins as thin as rounding. All pairs have closed forms. Growth is then a quotient
 * of rounding errors. The test requires that the bounds of all methods agree, up to rounding
 * divided by the inradius, and that they agree with separating planes from the definitions.
 *
 * RARE lists pairs, found among 60000, that execute branches no other pair does. */
#include "lib/check.h"

#include "compare/compare.h"
#include "proof/certify.h"
#include "proof/draw.h"

#include <string.h>

static double corner_size(void) {
    return random_next() < 0.3 ? pow(10.0, random_between(-9.0, 3.0))
                               : (random_next() < 0.5 ? 1.0 : random_between(0.3, 3.0));
}

static double corner_about(double size) {
    return size * random_between(-1.0, 1.0);
}

/* Half of the radii are as thin as rounding. */
static double corner_radius(void) {
    const double size = corner_size();
    return random_next() < 0.5 ? 1e-16 * size : size;
}

/* Draws a box whose centre is in the middle, or a few bits inside a face, an edge or a corner. */
static void corner_box(drawn* out) {
    double* p = out->record + GD_RECORD_PARAMETERS;
    out->record[GD_RECORD_HAS_CENTER] = random_next() < 0.7 ? 1.0 : 0.0;
    for (int k = 0; k < 3; k++) {
        p[k] = corner_size();
        const int how = (int)(4.0 * random_next());
        const double part = how == 0   ? 0.0
                            : how == 1 ? random_next()
                            : how == 2 ? 1.0 - ldexp(1.0 + floor(4.0 * random_next()), -53)
                                       : 1.0 - random_shrunk(random_next(), 53.0);
        if (out->record[GD_RECORD_HAS_CENTER] != 0.0)
            out->record[GD_RECORD_CENTER + k] = p[k] * (random_next() < 0.5 ? -part : part);
    }
    drawn_make(out, GD_KIND_BOX, 3);
}

static void corner_partner(drawn* out) {
    double* p = out->record + GD_RECORD_PARAMETERS;
    const int how = (int)(5.0 * random_next());
    p[0] = corner_size();
    if (how == 0) {
        p[0] = corner_radius();
        drawn_make(out, GD_KIND_SPHERE, 1);
    } else if (how == 1) {
        for (int k = 0; k < 6; k++) {
            p[k] = random_next() < 0.3 ? 0.0 : corner_size();
            if (p[k] > 0.0 && random_next() < 0.5) p[k] = -p[k];
        }
        if (random_next() < 0.5) out->record[GD_RECORD_MARGIN] = corner_radius();
        drawn_make(out, GD_KIND_SEGMENT, 6);
    } else if (how == 2) {
        p[1] = corner_radius();
        drawn_make(out, GD_KIND_CAPSULE, 2);
    } else if (how == 3) {
        drawn_make(out, GD_KIND_POINT, 0);
    } else {
        corner_box(out);
    }
}

static void corner_ask(const drawn* set) {
    static const gd_method methods[] = {GD_METHOD_AUTO,   GD_METHOD_CUTTING_PLANE,
                                        GD_METHOD_NEWTON, GD_METHOD_IE,
                                        GD_METHOD_ZC,     GD_METHOD_ZC_IE};
    posed a, b;
    truth least;
    posed_make(&a, set[0].record, set[0].length, set[0].pose, set[0].shape);
    posed_make(&b, set[1].record, set[1].length, set[1].pose, set[1].shape);
    truth_of_growth(&least, &a, &b, set[0].shape, set[0].pose, set[1].shape, set[1].pose);
    double lower = 0.0, upper = INFINITE;
    for (int m = 0; m < 6; m++) {
        const gd_settings settings = {
            .tolerance = 1e-8, .max_iterations = 300.0, .method = methods[m]};
        gd_growth_result r;
        const gd_status status = gd_compare_growth_distance(
            &(gd_query){set[0].shape, set[0].pose, set[1].shape, set[1].pose, &settings, NULL}, &r);
        CHECK(status >= 0 || status == GD_ERROR_UNDEFINED);
        if (status < 0) continue;
        CHECK(r.lower >= 0.0 && r.lower <= r.upper && r.value == r.upper && r.upper < INFINITE);
        for (int k = 0; k < 3; k++)
            CHECK(fabs(r.point_a[k] + r.point_b[k] + r.contact[k]) < INFINITE);
        CHECK_NEAR(hypot(hypot(r.normal[0], r.normal[1]), r.normal[2]), 1.0, 1e-12);
        lower = fmax(lower, r.lower);
        upper = fmin(upper, r.upper);
    }
    gd_collision_result hit;
    if (gd_collide(&(gd_query){set[0].shape, set[0].pose, set[1].shape, set[1].pose, NULL, NULL},
                   &hit) >= 0) {
        CHECK(hit.lower <= hit.upper);
        CHECK(hit.colliding == (hit.lower > 1.0 && hit.upper > 1.0 ? 0.0 : 1.0));
        lower = fmax(lower, hit.lower);
        upper = fmin(upper, hit.upper);
    }
    if (!(upper < INFINITE)) return; /* neither shape is solid */
    const double open = certify_crossing(&a, &b, upper);
    CHECK(lower <= upper + open);
    CHECK(!((double)least.growth_least > upper + open));
}

static void corner_pair(unsigned long long index) {
    random_seed(index * 987654321ULL + 18);
    drawn set[2];
    memset(set, 0, sizeof set);
    corner_box(&set[0]);
    corner_partner(&set[1]);
    random_turn(set[0].pose + 3, random_fine);
    random_turn(set[1].pose + 3, random_fine);
    for (int k = 0; k < 3; k++) {
        const double half = set[0].record[GD_RECORD_PARAMETERS + k];
        const int how = (int)(4.0 * random_next());
        const double off = random_fine(60.0);
        set[1].pose[k] = how == 0   ? 0.0
                         : how == 1 ? half
                         : how == 2 ? half * (1.0 + off)
                                    : corner_about(corner_size());
    }
    if (set[0].shape && set[1].shape) corner_ask(set);
    gd_shape_destroy(set[0].shape);
    gd_shape_destroy(set[1].shape);
}

static const unsigned RARE[] = {9783, 39835, 191003};

TEST(centers_near_corners) {
    for (unsigned i = 0; i < 300; i++)
        corner_pair(i);
    for (size_t i = 0; i < sizeof RARE / sizeof RARE[0]; i++)
        corner_pair(RARE[i]);
}
