/* Shapes made of others: records inside records, and support functions of the caller's. */
#include "check.h"
#include "make.h"

#include "composite.h"
#include "curvature.h"
#include "growth_distance.h"

#include <string.h>

/* x 1.5, y 0.5, z 1 with a shear, offset (1, 2, 3), of an ellipsoid with a margin */
static const double IMAGE[] = {
    GD_KIND_TRANSFORMED, 0.25, 0, 0, 0, 0, 1.5, 0, 0,  0.2, 0.5, 0, 0, 0.1, 1, 1, 2, 3,
    GD_KIND_ELLIPSOID,   0.1,  0, 0, 0, 0, 1,   2, 0.5};
/* an ellipsoid and a ball */
static const double SUM[] = {GD_KIND_SUM, 0, 0, 0, 0, 0, 9, GD_KIND_ELLIPSOID, 0,
                             0,           0, 0, 0, 1, 2, 3, GD_KIND_SPHERE,    0,
                             0,           0, 0, 0, 2};
static const double SMOOTH[] = {GD_KIND_DSF, 0.1, 0, 0,   0,  0, 3.5, 1,   0.1, 0, -1, 0, 0.1,
                                0,           1,   0, 0.1, -1, 0, 0,   0.1, 1,   0, 0,  -1};
static const double SMOOTH2[] = {GD_KIND_DSF2, 0, 0, 0, 0, 0, 4, 1, 0, 0, 2, -1, 0, 0, -1};
#define LENGTH(record) (sizeof(record) / sizeof(record)[0])

/* Every truncation, and every double replaced by what breaks things: refused or a shape, never a
 * trap; the sanitizers look on. */
static void check_malformed(const double* record, size_t length) {
    static const double bad[] = {0.0, -1.0, 1e300, 1e-300, 0.5, 1e9};
    double copy[64];
    CHECK(try_record(record, length) == GD_STATUS_OPTIMAL);
    for (size_t cut = 0; cut < length; cut++)
        CHECK(try_record(record, cut) < 0 || record[0] == GD_KIND_DSF || record[0] == GD_KIND_DSF2);
    for (size_t i = 0; i < length; i++)
        for (size_t k = 0; k < LENGTH(bad) + 2; k++) {
            memcpy(copy, record, length * sizeof *copy);
            copy[i] = k < LENGTH(bad) ? bad[k] : k == LENGTH(bad) ? NOT_A_NUMBER : INFINITE;
            const gd_status status = try_record(copy, length);
            CHECK(status <= 0);
        }
}

/* The support point is where h is: its height is not less than that of any other point. */
static void check_support(const double* record, size_t length) {
    gd_shape* shape;
    CHECK(gd_shape_create(record, length, &shape) == GD_STATUS_OPTIMAL);
    for (int k = 0; k < 100; k++) {
        double d[3], e[3], p[3], q[3];
        for (int i = 0; i < 3; i++) {
            d[i] = random_next() - 0.5;
            e[i] = random_next() - 0.5;
        }
        CHECK(gd_shape_support(shape, d, p) == GD_STATUS_OPTIMAL);
        CHECK(gd_shape_support(shape, e, q) == GD_STATUS_OPTIMAL);
        CHECK(dot3(load3(d), load3(p)) >= dot3(load3(d), load3(q)) - 1e-14);
    }
    gd_shape_info info;
    gd_shape_describe(shape, &info);
    CHECK(info.inradius > 0.0 && info.inradius <= info.bound_radius);
    gd_shape_destroy(shape);
}

/* Curvature against differences of support points: composite cores have all their parts'. */
static void check_curvature(const double* record, size_t length) {
    gd_shape* shape;
    CHECK(gd_shape_create(record, length, &shape) == GD_STATUS_OPTIMAL);
    const double step = 1e-5;
    for (int k = 0; k < 50; k++) {
        vec3 v[2];
        for (int i = 0; i < 2; i++)
            v[i] = unit3(make3(random_next() - 0.5, random_next() - 0.5, random_next() - 0.5));
        const vec3 n = v[0], t = sub3(v[1], scale3(dot3(v[0], v[1]), v[0]));
        uint32_t hint = GD_NO_HINT;
        vec3 s[2];
        for (int i = 0; i < 2; i++) {
            const vec3 m = madd3(n, i ? step : -step, t);
            s[i] = madd3(core_support(shape, m, &hint), shape->radius / length3(m), m);
        }
        const sym3 h = curvature(shape, core_support(shape, n, &hint), n);
        const vec3 expected = scale3(0.5 / step, sub3(s[1], s[0]));
        const vec3 error = sub3(sym3_apply(&h, t), expected);
        CHECK_NEAR(max_abs3(error), 0.0, 1e-7 * (shape->bound_radius + max_abs3(expected)));
    }
    gd_shape_destroy(shape);
}

/* ---- custom support functions ------------------------------------------------------------ */

typedef struct ball {
    double radius;
    int calls;
    bool broken;
} ball;

static void ball_support(void* context, double id, const double direction[3], double point[3]) {
    ball* b = context;
    b->calls++;
    CHECK(id == 7.0);
    CHECK_NEAR(length3(load3(direction)), 1.0, 1e-15);
    for (int i = 0; i < 3; i++)
        point[i] = b->broken ? NOT_A_NUMBER : b->radius * direction[i];
}

static void test_custom(void) {
    const double record[] = {GD_KIND_CUSTOM, 0, 0, 0, 0, 0, 7};
    const double other[] = {GD_KIND_SPHERE, 0, 0, 0, 0, 0, 1};
    const double here[7] = {0, 0, 0, 0, 0, 0, 1}, there[7] = {6, 0, 0, 0, 0, 0, 1};
    gd_shape *custom, *sphere;
    ball b = {2.0, 0, false};
    const gd_custom function = {ball_support, &b};
    CHECK(gd_shape_create(record, 7, &custom) == GD_ERROR_KIND);
    CHECK(gd_shape_create_custom(record, 7, &function, &custom) == GD_STATUS_OPTIMAL);
    CHECK(gd_shape_create(other, 7, &sphere) == GD_STATUS_OPTIMAL);
    CHECK(b.calls > 0);
    gd_shape_info info;
    gd_shape_describe(custom, &info);
    CHECK(info.inradius > 1.8 && info.inradius <= 2.0 && info.bound_radius >= 2.0);
    gd_growth_result growth;
    gd_distance_result distance;
    CHECK(gd_growth_distance(custom, here, sphere, there, NULL, NULL, &growth) == 0);
    CHECK_NEAR(growth.value, 2.0, 1e-7);
    CHECK(gd_distance(custom, here, sphere, there, NULL, NULL, &distance) == 0);
    CHECK_NEAR(distance.value, 3.0, 1e-7);
    /* a function that breaks is no trap, no NaN and no endless loop */
    b.broken = true;
    CHECK(gd_growth_distance(custom, here, sphere, there, NULL, NULL, &growth) >= 0);
    CHECK(growth.value == growth.value && growth.iterations <= 100.0);
    CHECK(gd_distance(custom, here, sphere, there, NULL, NULL, &distance) >= 0);
    CHECK(distance.value == distance.value);
    gd_penetration_result depth;
    CHECK(gd_penetration(custom, here, sphere, here, NULL, NULL, &depth) >= 0);
    CHECK(depth.depth == depth.depth);
    gd_shape_destroy(custom);
    CHECK(gd_shape_create_custom(record, 7, &function, &custom) == GD_STATUS_OPTIMAL);
    gd_shape_destroy(custom); /* a single point */
    gd_shape_destroy(sphere);
}

static void test_nesting(void) {
    /* affine images of images of ... a sphere: 16 deep at most */
    double record[12 * 20 + 6 * 20 + 8];
    for (int depth = 0; depth < 20; depth++) {
        double* p = record;
        for (int i = 0; i < depth; i++) {
            const double image[18] = {
                GD_KIND_TRANSFORMED, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0.5, 0, 0, 0, 1, 0, 0, 0};
            memcpy(p, image, sizeof image);
            p += 18;
        }
        const double sphere[7] = {GD_KIND_SPHERE, 0, 0, 0, 0, 0, 1};
        memcpy(p, sphere, sizeof sphere);
        CHECK(try_record(record, (size_t)(p - record) + 7) ==
              (depth <= 16 ? GD_STATUS_OPTIMAL : GD_ERROR_PARTS));
    }
}

void test_composite(void) {
    random_seed(3);
    check_malformed(IMAGE, LENGTH(IMAGE));
    check_malformed(SUM, LENGTH(SUM));
    check_malformed(SMOOTH, LENGTH(SMOOTH));
    check_malformed(SMOOTH2, LENGTH(SMOOTH2));
    check_support(IMAGE, LENGTH(IMAGE));
    check_support(SUM, LENGTH(SUM));
    check_support(SMOOTH, LENGTH(SMOOTH));
    check_curvature(IMAGE, LENGTH(IMAGE));
    check_curvature(SUM, LENGTH(SUM));
    check_curvature(SMOOTH, LENGTH(SMOOTH));
    test_custom();
    test_nesting();
}
