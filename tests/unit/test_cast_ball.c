/* Casts of balls in closed form: known times at a face, an edge and a corner of a box, and the same
 * contact if the shapes are exchanged. */
#include "lib/check.h"
#include "lib/make.h"
#include "proof/cast_pairs.h"

#include "casts/cast.h"

static const double here[7] = {0, 0, 0, 0, 0, 0, 1};
static const gd_settings settings = {.tolerance = GD_DEFAULT_TOLERANCE, .max_iterations = 1000};

/* A ball of radius 1/2 moves by -x from a place 10 away from the middle of a cube of edge 2. */
static void test_contacts_with_a_cube(void) {
    gd_shape *cube = make_box(1.0, 1.0, 1.0), *ball = make_sphere(0.5);
    const double place[3][2] = {{0.2, -0.3}, {1.3, 0.0}, {1.3, -1.3}};
    const double reach[3] = {0.5, 0.4, 0.26457513110645906}; /* sqrt(1/4 - offsets^2) */
    for (int i = 0; i < 3; i++) {
        const double at[7] = {10.0, place[i][0], place[i][1], 0, 0, 0, 1};
        const gd_cast cast = {{-1, 0, 0}, 0.0, 20.0, 0.0};
        gd_cast_result r, back;
        const gd_cast away = {{1, 0, 0}, 0.0, 20.0, 0.0};
        CHECK(gd_cast_ball(&(gd_query){cube, here, ball, at, &settings, NULL}, &cast, &r));
        CHECK(gd_cast_ball(&(gd_query){ball, at, cube, here, &settings, NULL}, &away, &back));
        CHECK(r.status == GD_STATUS_OPTIMAL && r.iterations == 1.0);
        CHECK(r.lower <= 9.0 - reach[i] + 1e-15 && r.upper >= 9.0 - reach[i] - 1e-15);
        CHECK_NEAR(r.normal[0], 2.0 * reach[i], 1e-12);
        CHECK_NEAR(r.point_a[0], 1.0, 1e-12);
        CHECK_NEAR(r.point_b[0], 1.0, 1e-12);
        CHECK_NEAR(back.time, r.time, 1e-12);
        for (int k = 0; k < 3; k++) {
            CHECK_NEAR(back.normal[k], -r.normal[k], 1e-12);
            /* the cube has moved instead of the ball */
            CHECK_NEAR(back.point_a[k] - (k ? 0.0 : r.time), r.point_b[k], 1e-12);
            CHECK_NEAR(back.point_b[k] - (k ? 0.0 : r.time), r.point_a[k], 1e-12);
        }
    }
    gd_shape_destroy(cube);
    gd_shape_destroy(ball);
}

/* Most casts of balls have a closed form, with all families of pairs. */
static void test_random_balls_are_certified(void) {
    const gd_kind kinds[] = {GD_KIND_SPHERE,   GD_KIND_BOX,     GD_KIND_CAPSULE,
                             GD_KIND_CYLINDER, GD_KIND_FRUSTUM, GD_KIND_CONE};
    int closed = 0, all = 0;
    for (uint64_t i = 0; i < 12000; i++) {
        draw d = {.state = i * UINT64_C(0xd1342543de82ef95) + 5};
        const gd_kind kind = kinds[i / FAMILY_COUNT % 6];
        const bool swapped = i / FAMILY_COUNT / 6 & 1;
        cast_pair c;
        if (!draw_cast(&d, (family)(i % FAMILY_COUNT), swapped ? GD_KIND_SPHERE : kind,
                       swapped ? kind : GD_KIND_SPHERE, &c))
            continue;
        const gd_query query = {c.a.shape, c.a.pose, c.b.shape, c.b.pose, &settings, NULL};
        gd_cast_result r;
        const double* v = c.cast.displacement;
        if ((v[0] != 0.0 || v[1] != 0.0 || v[2] != 0.0) && gd_cast_ball(&query, &c.cast, &r)) {
            closed++;
            CHECK_CERTIFIED(certify_cast_pair(&c, &r));
        }
        all++;
        cast_pair_free(&c);
    }
    CHECK(closed > all / 2);
}

TEST(cast_ball) {
    test_contacts_with_a_cube();
    test_random_balls_are_certified();
}
