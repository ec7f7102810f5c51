/* Newton's method for the growth distance: which pairs it answers, type by type, and agreement with
 * the cutting plane on these. */
#include "lib/check.h"
#include "lib/draw.h"

#include "growth_distance.h"

#include <string.h>

/* A shape, whether the method models its pieces, and whether it is a polytope. */
typedef struct newton_shape {
    const char* name;
    bool known, polytope;
    size_t length;
    double record[64];
} newton_shape;

#define HEAD(kind) GD_KIND_##kind, 0, 0, 0, 0, 0
#define WIDE(kind) GD_KIND_##kind, 0.25, 0, 0, 0, 0
#define BALL HEAD(ELLIPSOID), 1, 2, 0.5
#define CUBE HEAD(BOX), 1, 1, 1
#define CORNERS 2, 0, 0, -2, 0, 0, 0, 3, 0, 0, -3, 0, 0, 0, 1, 0, 0, -1
#define MATRIX 2, 0, 0, 1, 1, 0, 0, 0, 3, 0, 0, 0
#define FLAT_CORNERS 2, 0, 0, 3, -2, 0, 0, -3

static const newton_shape space[] = {
    {"sphere", true, false, 7, {HEAD(SPHERE), 1}},
    {"ellipsoid", true, false, 9, {BALL}},
    {"box", true, true, 9, {CUBE}},
    {"rounded box", true, false, 9, {WIDE(BOX), 1, 2, 3}},
    {"capsule", true, false, 8, {HEAD(CAPSULE), 1, 0.5}},
    {"cylinder", true, false, 8, {HEAD(CYLINDER), 1, 0.5}},
    {"cone", true, false, 8, {HEAD(CONE), 1, 0.5}},
    {"frustum", true, false, 9, {HEAD(FRUSTUM), 1, 0.5, 2}},
    {"hull", true, true, 24, {HEAD(HULL), CORNERS}},
    {"rounded hull", true, false, 24, {WIDE(HULL), CORNERS}},
    {"triangle", true, true, 15, {HEAD(TRIANGLE), 1, 0, 0, 0, 1, 0, 0, 0, 1}},
    {"segment", true, true, 12, {HEAD(SEGMENT), 1, 0, 0, 0, 1, 0}},
    {"smooth hull", true, false, 25, {HEAD(DSF), 2, CORNERS}},
    {"less smooth hull", false, false, 25, {HEAD(DSF), 1.5, CORNERS}},
    {"image of an ellipsoid", true, false, 27, {HEAD(TRANSFORMED), MATRIX, BALL}},
    {"image of a box", false, false, 27, {HEAD(TRANSFORMED), MATRIX, CUBE}},
    {"sum of ellipsoids", true, false, 25, {HEAD(SUM), 9, BALL, BALL}},
    {"sum of a box and an ellipsoid", false, false, 25, {HEAD(SUM), 9, CUBE, BALL}},
};

/* In 2D, all pairs except two polytopes. */
static const newton_shape plane[] = {
    {"circle", true, false, 7, {HEAD(CIRCLE), 1}},
    {"ellipse", true, false, 8, {HEAD(ELLIPSE), 1, 2}},
    {"rectangle", true, true, 8, {HEAD(RECTANGLE), 1, 2}},
    {"rounded rectangle", true, false, 8, {WIDE(RECTANGLE), 1, 2}},
    {"polygon", true, true, 14, {HEAD(POLYGON), FLAT_CORNERS}},
    {"stadium", true, false, 8, {HEAD(STADIUM), 1, 0.5}},
    {"triangle", true, true, 12, {HEAD(TRIANGLE2), 1, 0, 0, 1, 0, 0}},
    {"segment", true, true, 10, {HEAD(SEGMENT2), 1, 0, 0, 1}},
    {"smooth hull", true, false, 15, {HEAD(DSF2), 1.5, FLAT_CORNERS}},
};

static gd_growth_result ask(gd_shape* const* of, const double* at, gd_method method) {
    const double here[7] = {0, 0, 0, 0, 0, 0, 1};
    const gd_settings settings = {
        .tolerance = GD_DEFAULT_TOLERANCE, .max_iterations = 100, .method = method};
    gd_growth_result r;
    CHECK(gd_growth_distance(&(gd_query){of[0], here, of[1], at, &settings, NULL}, &r) ==
          (int)r.status);
    return r;
}

static bool is_zero(const gd_growth_result* r) {
    const double* x = &r->status;
    for (size_t i = 1; i < sizeof *r / sizeof *x; i++)
        if (x[i] != 0.0) return false;
    return true;
}

static void check_pair(const newton_shape* a, const newton_shape* b, const double* at) {
    const newton_shape* both[2] = {a, b};
    gd_shape* of[2];
    for (int i = 0; i < 2; i++)
        CHECK(gd_shape_create(both[i]->record, both[i]->length, &of[i]) == GD_STATUS_OPTIMAL);
    gd_shape_info info[2];
    for (int i = 0; i < 2; i++)
        gd_shape_describe(of[i], &info[i]);
    const bool solid = info[0].inradius > 0.0 || info[1].inradius > 0.0;
    const bool expected = solid && a->known && b->known && !(a->polytope && b->polytope);
    const gd_growth_result newton = ask(of, at, GD_METHOD_NEWTON);
    const bool right =
        expected ? newton.status >= 0.0 : newton.status == GD_ERROR_UNDEFINED && is_zero(&newton);
    CHECK(right);
    if (!right) printf("  %s and %s: %g\n", a->name, b->name, newton.status);
    if (expected) {
        const gd_growth_result cut = ask(of, at, GD_METHOD_CUTTING_PLANE);
        CHECK(newton.lower <= cut.upper * (1.0 + 1e-12) &&
              cut.lower <= newton.upper * (1.0 + 1e-12));
    }
    for (int i = 0; i < 2; i++)
        gd_shape_destroy(of[i]);
}

TEST(newton) {
    const double there[7] = {5, 1, 2, 0.1, 0.2, 0.3, 1}, there2[3] = {5, 1, 0.3};
    for (size_t i = 0; i < LENGTH(space); i++)
        for (size_t k = 0; k < LENGTH(space); k++)
            check_pair(&space[i], &space[k], there);
    for (size_t i = 0; i < LENGTH(plane); i++)
        for (size_t k = 0; k < LENGTH(plane); k++)
            check_pair(&plane[i], &plane[k], there2);
}
