/* The overlap test without witness, beside the bounds of the growth distance. B moves along the ray
 * until the pair nearly touches, overlaps or is separated. */
#include "lib/check.h"
#include "lib/draw.h"

#include "growth/growth.h"

#include <string.h>

static const gd_settings SETTINGS = {.tolerance = GD_DEFAULT_TOLERANCE, .max_iterations = 400.0};
static const gd_kind KINDS[] = {GD_KIND_ELLIPSOID, GD_KIND_BOX,  GD_KIND_CAPSULE,
                                GD_KIND_CYLINDER,  GD_KIND_CONE, GD_KIND_FRUSTUM,
                                GD_KIND_HULL,      GD_KIND_DSF};
#define KIND_COUNT (int)(sizeof KINDS / sizeof *KINDS)

/* Moves B along the ray until the growth distance is about the given one. Returns it. */
static gd_growth_result move_to(const gd_query* query, double pose_b[7], double growth) {
    gd_growth_result r;
    CHECK(gd_growth_distance(query, &r) >= 0);
    for (int k = 0; k < 3; k++)
        pose_b[k] = query->pose_a[k] + (pose_b[k] - query->pose_a[k]) * growth / r.value;
    CHECK(gd_growth_distance(query, &r) >= 0);
    return r;
}

static void check_answer(const gd_query* query, const gd_growth_result* r) {
    const early_out seen = gd_intersects3(query);
    CHECK(seen == EARLY_OUT_APART || seen == EARLY_OUT_MEET);
    if (r->lower > 1.0) CHECK(seen == EARLY_OUT_APART);
    if (r->upper < 1.0) CHECK(seen == EARLY_OUT_MEET);
}

static void test_answers(void) {
    static const double growths[] = {1.0001, 0.9999, 1.00000001, 1.25, 0.6, 4.0};
    for (int i = 0; i < 3000; i++) {
        drawn a, b;
        double pose_a[7], pose_b[7];
        draw_shape(KINDS[i % KIND_COUNT], 1.0, &a);
        draw_shape(KINDS[i / KIND_COUNT % KIND_COUNT], 1.0, &b);
        draw_pose(3, 2.0, i % 5 == 0, pose_a);
        draw_pose(3, 2.0, i % 5 == 0, pose_b);
        gd_query query = {a.shape, pose_a, b.shape, pose_b, NULL, NULL};
        const gd_growth_result r = move_to(&query, pose_b, growths[i % 6]);
        gd_warm warm;
        memset(&warm, 0, sizeof warm);
        query.settings = &SETTINGS;
        check_answer(&query, &r);
        query.warm = &warm;
        for (int frame = 0; frame < 3; frame++)
            check_answer(&query, &r);
        gd_shape_destroy(a.shape);
        gd_shape_destroy(b.shape);
    }
}

/* Coincident centres are left to gd_collide3. */
static void test_undecided(void) {
    drawn shape;
    double pose[7];
    draw_shape(GD_KIND_CYLINDER, 1.0, &shape);
    draw_pose(3, 2.0, false, pose);
    const gd_query same = {shape.shape, pose, shape.shape, pose, &SETTINGS, NULL};
    CHECK(gd_intersects3(&same) >= EARLY_OUT_MEET);
    gd_shape_destroy(shape.shape);
}

TEST(intersects) {
    test_answers();
    test_undecided();
}
