/* Warm casts: certified like cold ones, and fewer evaluations if the shapes move little. */
#include "lib/check.h"
#include "proof/cast_pairs.h"

#include <string.h>

enum { FRAMES = 6 };

/* The greatest ratios to the cold evaluations, with a reserve of an eighth: 0.67, 0.50 and 0.48
 * were measured. */
#define RATIO 0.75
#define HULLS_RATIO 0.56
#define FLAT_RATIO 0.54

/* Moves B by a hundredth of its size, in every third frame by all of it. */
static void move(draw* d, cast_pair* c, int frame) {
    const double reach = (double)c->set_b.radius * (frame % 3 == 2 ? 1.0 : 0.01);
    for (int i = 0; i < (c->set_b.dimension == 3 ? 3 : 2); i++) {
        c->b.pose[i] += reach * (2.0 * draw_unit(d) - 1.0);
        c->cast.displacement[i] *= 1.0 + 0.01 * draw_unit(d);
    }
    posed_move(&c->set_b, c->b.pose);
}

/* Casts random pairs in several frames, warm and cold. Returns the ratio of the evaluations. */
static double check_pairs(const gd_kind* kinds, int count, int rounds, family f, bool jumps) {
    double warm_steps = 0.0, cold_steps = 0.0;
    for (int i = 0; i < rounds * count; i++) {
        draw d = {.state = (uint64_t)i * 77 + 3};
        cast_pair c;
        if (!draw_cast(&d, f, kinds[i % count], kinds[(i + i / count) % count], &c)) continue;
        gd_warm warm = {0};
        for (int frame = 0; frame < FRAMES; frame++) {
            gd_query query = {c.a.shape, c.a.pose, c.b.shape, c.b.pose, NULL, NULL};
            gd_cast_result cold, r;
            CHECK(gd_cast_shape(&query, &c.cast, &cold) >= 0);
            query.warm = &warm;
            CHECK(gd_cast_shape(&query, &c.cast, &r) >= 0);
            CHECK_CERTIFIED(certify_cast_pair(&c, &r));
            if (frame == 0) CHECK(memcmp(&r, &cold, sizeof r) == 0);
            if (frame > 0) warm_steps += r.iterations;
            if (frame > 0) cold_steps += cold.iterations;
            move(&d, &c, jumps ? frame : 0);
        }
        cast_pair_free(&c);
    }
    return warm_steps / cold_steps;
}

static void test_warm_casts_need_fewer_evaluations(void) {
    const gd_kind curved[] = {GD_KIND_SPHERE, GD_KIND_ELLIPSOID, GD_KIND_BOX, GD_KIND_CYLINDER,
                              GD_KIND_CONE};
    const gd_kind hulls[] = {GD_KIND_HULL, GD_KIND_ELLIPSOID};
    const gd_kind flat[] = {GD_KIND_POLYGON, GD_KIND_RECTANGLE, GD_KIND_ELLIPSE};
    CHECK(check_pairs(curved, 5, 60, FAMILY_GENERAL, false) < RATIO);
    CHECK(check_pairs(hulls, 2, 60, FAMILY_GENERAL, false) < HULLS_RATIO);
    CHECK(check_pairs(flat, 3, 60, FAMILY_GENERAL, false) < FLAT_RATIO);
}

static void test_jumps_and_thin_shapes_are_certified(void) {
    for (int f = 0; f < FAMILY_COUNT; f++) {
        check_pairs(draw_kinds_3d, DRAW_KINDS_3D, ROUNDS(60), (family)f, true);
        check_pairs(draw_kinds_2d, DRAW_KINDS_2D, ROUNDS(60), (family)f, true);
    }
}

/* States of other queries and of other pairs, and damaged ones, change nothing. */
static void test_states_of_others_are_ignored(void) {
    draw d = {.state = 5};
    cast_pair c, other;
    CHECK(draw_cast(&d, FAMILY_GENERAL, GD_KIND_HULL, GD_KIND_CYLINDER, &c));
    CHECK(draw_cast(&d, FAMILY_GENERAL, GD_KIND_HULL, GD_KIND_CYLINDER, &other));
    gd_query query = {c.a.shape, c.a.pose, c.b.shape, c.b.pose, NULL, NULL};
    gd_warm warm[3] = {{0}};
    gd_query strange = {other.a.shape, other.a.pose, other.b.shape, other.b.pose, NULL, &warm[0]};
    gd_cast_result cold, r;
    gd_distance_result near;
    gd_cast_shape(&query, &c.cast, &cold);
    gd_cast_shape(&strange, &other.cast, &r);
    query.warm = &warm[1];
    gd_distance(&query, &near);
    query.warm = &warm[2];
    gd_cast_shape(&query, &c.cast, &r);
    warm[2].normal[0] += 1e-3;
    for (int i = 0; i < 3; i++) {
        query.warm = &warm[i];
        gd_cast_shape(&query, &c.cast, &r);
        CHECK(memcmp(&r, &cold, sizeof r) == 0);
    }
    cast_pair_free(&c);
    cast_pair_free(&other);
}

TEST(cast_warm) {
    test_warm_casts_need_fewer_evaluations();
    test_jumps_and_thin_shapes_are_certified();
    test_states_of_others_are_ignored();
}
