/* Casts by second derivatives have the same contacts as those by the portal alone, in fewer
 * evaluations. */
#include "lib/check.h"
#include "lib/cast_searches.h"
#include "lib/make.h"

TEST(cast_newton) {
    const gd_kind curved[7] = {GD_KIND_SPHERE,   GD_KIND_ELLIPSOID, GD_KIND_BOX,    GD_KIND_CAPSULE,
                               GD_KIND_CYLINDER, GD_KIND_CONE,      GD_KIND_FRUSTUM};
    double steps = 0.0, portal_steps = 0.0;
    int hits = 0, misses = 0;
    for (uint64_t i = 0; i < 4000; i++) {
        draw d = {.state = i + 1};
        cast_pair pair;
        cast_search c;
        if (!draw_cast_search(&d, FAMILY_GENERAL, curved[i % 7], curved[i / 7 % 7], &pair, &c))
            continue;
        cast_search alone = c;
        const cast_guess guess = gd_cast_guess(&c.line);
        CHECK(gd_cast_by_newton(&c, &guess, false) == cast_decided(&c));
        const gd_status status = gd_cast_by_portal(&alone, guess.entry);
        if (cast_decided(&c) && status == GD_STATUS_OPTIMAL) {
            check_same_contact(&c, &alone);
            CHECK(c.miss == alone.miss);
            steps += c.iterations;
            portal_steps += alone.iterations;
            hits += !c.miss;
            misses += c.miss;
        }
        cast_pair_free(&pair);
    }
    CHECK(hits > 1000 && misses > 300);
    CHECK(steps < 0.5 * portal_steps);
}

/* The support point of a posed shape along the unit vector n. */
static vec3 outline_point(const gd_shape* shape, const mat3* rotation, vec3 n) {
    uint32_t hint = GD_NO_HINT;
    const vec3 local = inv_rotate(rotation, n);
    return rotate(rotation, madd3(core_support(shape, local, &hint), shape->radius, local));
}

static vec3 random_unit(void) {
    return unit3(make3(random_between(-1, 1), random_between(-1, 1), random_between(-1, 1)));
}

static void random_rotation(double pose[7], mat3* rotation) {
    frame3 frame;
    for (int i = 0; i < 7; i++)
        pose[i] = i < 3 ? 0.0 : random_between(-1.0, 1.0);
    CHECK(frame_of_pose3(pose, &frame));
    *rotation = frame.rotation;
}

/* Casts a shape along the outline of another one, this deep inside. Returns the evaluations. */
static double cast_along_outline(const gd_shape* a, const gd_shape* b, double depth) {
    double pose_a[7], pose_b[7];
    mat3 ra, rb;
    random_rotation(pose_a, &ra);
    random_rotation(pose_b, &rb);
    const vec3 u = random_unit(), v = scale3(8.0, unit3(cross3(u, random_unit())));
    const vec3 touching = sub3(outline_point(a, &ra, u), outline_point(b, &rb, neg3(u)));
    gd_cast cast = {.max_time = 1.0};
    store3(pose_b, madd3(madd3(touching, -depth, u), -0.5, v));
    store3(cast.displacement, v);
    gd_cast_result r;
    CHECK(gd_cast_shape(&(gd_query){a, pose_a, b, pose_b, NULL, NULL}, &cast, &r) >= 0);
    CHECK(r.hit == (depth > 0.0));
    return r.iterations;
}

/* Models next to the outline find the contact or prove the miss: 4.5 evaluations in the mean, 7.4
 * without them. */
TEST(cast_newton_outline) {
    const double records[3][9] = {{GD_KIND_ELLIPSOID, 0, 0, 0, 0, 0, 1.0, 0.6, 0.4},
                                  {GD_KIND_CYLINDER, 0, 0, 0, 0, 0, 0.8, 0.5},
                                  {GD_KIND_CAPSULE, 0, 0, 0, 0, 0, 0.5, 0.3}};
    const size_t lengths[3] = {9, 8, 8};
    gd_shape* shapes[3];
    for (int i = 0; i < 3; i++)
        shapes[i] = make(records[i], lengths[i]);
    double sum = 0.0;
    for (int i = 0; i < 900; i++)
        sum += cast_along_outline(shapes[0], shapes[i % 3], i & 1 ? 1e-5 : -1e-5);
    CHECK(sum < 5.5 * 900);
    for (int i = 0; i < 3; i++)
        gd_shape_destroy(shapes[i]);
}

/* Casts b towards the top face of a cylinder, so that the line passes this far beside the face.
 * Returns the evaluations. */
static double cast_beside_face(const gd_shape* a, const gd_shape* b, double beside) {
    const double pose_a[7] = {[6] = 1.0};
    double pose_b[7];
    mat3 rb;
    random_rotation(pose_b, &rb);
    const double angle = random_between(0.0, 6.0), reach = a->size.x + beside;
    const vec3 down = make3(0.0, -1.0, 0.0);
    const vec3 aim = make3(reach * cos(angle), a->size.y, reach * sin(angle));
    const vec3 v = madd3(scale3(8.0, down), 4.0, random_unit());
    gd_cast cast = {.max_time = 1.0};
    store3(pose_b, madd3(sub3(aim, outline_point(b, &rb, down)), -0.5, v));
    store3(cast.displacement, v);
    gd_cast_result r;
    CHECK(gd_cast_shape(&(gd_query){a, pose_a, b, pose_b, NULL, NULL}, &cast, &r) >= 0);
    return r.iterations;
}

/* Steps from the face to the rim: 4.6 evaluations in the mean, 8 at most; 9.5 and 80 without. */
TEST(cast_newton_face) {
    gd_shape* disc = make((double[]){GD_KIND_CYLINDER, 0, 0, 0, 0, 0, 0.5, 2.0}, 8);
    gd_shape* other = make((double[]){GD_KIND_ELLIPSOID, 0, 0, 0, 0, 0, 1.0, 0.6, 0.4}, 9);
    double sum = 0.0, most = 0.0;
    for (int i = 0; i < 600; i++) {
        const double n = cast_beside_face(disc, other, random_between(0.0, 0.1));
        sum += n;
        most = fmax(most, n);
    }
    CHECK(sum < 5.5 * 600);
    CHECK(most <= 10.0);
    gd_shape_destroy(disc);
    gd_shape_destroy(other);
}
