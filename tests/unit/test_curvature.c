/* Hessians of support functions, compared with differences of support points. */
#include "lib/check.h"

#include "shapes/curvature.h"

static vec3 random_unit(int dimension) {
    for (;;) {
        const vec3 v = make3(2.0 * random_next() - 1.0, 2.0 * random_next() - 1.0,
                             dimension == 3 ? 2.0 * random_next() - 1.0 : 0.0);
        if (dot3(v, v) > 0.01 && dot3(v, v) < 1.0) return unit3(v);
    }
}

/* Support point, including the radius. */
static vec3 point_at(const gd_shape* shape, vec3 n) {
    uint32_t hint = GD_NO_HINT;
    return madd3(core_support(shape, n, &hint), shape->radius, n);
}

static void check_shape(const double* record, size_t length) {
    gd_shape* shape;
    CHECK(gd_shape_create(record, length, &shape) == GD_STATUS_OPTIMAL);
    const double step = 1e-6;
    double worst = 0.0, least = 1e300;
    int smooth = 0;
    for (int k = 0; k < 200; k++) {
        const vec3 n = random_unit(shape->dimension), t = random_unit(shape->dimension);
        const vec3 ahead = unit3(madd3(n, step, t)), behind = unit3(madd3(n, -step, t));
        uint32_t hint = GD_NO_HINT;
        const vec3 c = core_support(shape, n, &hint);
        const vec3 apart =
            sub3(core_support(shape, ahead, &hint), core_support(shape, behind, &hint));
        if (max_abs3(apart) > 1e-3 * shape->bound_radius) continue; /* on different pieces */
        smooth++;
        const sym3 h = curvature_core(shape, c, n, curvature_ball(shape->radius, n));
        /* the difference of the unit directions is 2 step t, minus the part of t along n */
        const vec3 difference =
            scale3(0.5 / step, sub3(point_at(shape, ahead), point_at(shape, behind)));
        const vec3 error = sub3(sym3_apply(&h, t), difference);
        const double size = shape->bound_radius + max_abs3(difference);
        worst = max2(worst, max_abs3(error) / size);
        least = min2(least, dot3(t, sym3_apply(&h, t)) / size);
    }
    CHECK(smooth > 150);
    CHECK_NEAR(worst, 0.0, 1e-7);
    CHECK(least >= -1e-12); /* convex */
    gd_shape_destroy(shape);
}

static void check_faces(void) {
    const double cone[] = {GD_KIND_CONE, 0, 0, 0, 0, 0, 2, 1};
    gd_shape* shape;
    CHECK(gd_shape_create(cone, 8, &shape) == GD_STATUS_OPTIMAL);
    vec3 normal = make3(0.0, 0.0, 0.0), middle = normal;
    CHECK(round_face(shape, make3(0.0, -1.0, 0.0), 1e-3, &normal, &middle));
    CHECK(normal.y == -1.0 && middle.y == -2.0);
    CHECK(!round_face(shape, make3(0.0, 1.0, 0.0), 1e-3, &normal, &middle)); /* the apex */
    CHECK(!round_face(shape, make3(1.0, 0.0, 0.0), 1e-3, &normal, &middle));
    gd_shape_destroy(shape);
}

TEST(curvature) {
    random_seed(7);
    const double margin = 0.25;
    const double records[][12] = {
        {GD_KIND_SPHERE, margin, 0, 0, 0, 0, 1.5},
        {GD_KIND_ELLIPSOID, 0, 0, 0, 0, 0, 3, 0.5, 1},
        {GD_KIND_ELLIPSOID, margin, 0, 0, 0, 0, 0.2, 0.5, 1},
        {GD_KIND_BOX, margin, 0, 0, 0, 0, 1, 2, 3},
        {GD_KIND_CAPSULE, 0, 0, 0, 0, 0, 2, 0.5},
        {GD_KIND_CYLINDER, 0, 0, 0, 0, 0, 2, 1},
        {GD_KIND_CONE, margin, 0, 0, 0, 0, 2, 1},
        {GD_KIND_FRUSTUM, 0, 0, 0, 0, 0, 2, 1, 3},
        {GD_KIND_ELLIPSE, margin, 0, 0, 0, 0, 2, 1},
        {GD_KIND_RECTANGLE, margin, 0, 0, 0, 0, 2, 1},
        {GD_KIND_STADIUM, 0, 0, 0, 0, 0, 2, 1},
    };
    const size_t parameters[] = {1, 3, 3, 3, 2, 2, 2, 3, 2, 2, 2};
    for (size_t i = 0; i < sizeof parameters / sizeof parameters[0]; i++)
        check_shape(records[i], GD_RECORD_PARAMETERS + parameters[i]);
    const double triangle[] = {GD_KIND_TRIANGLE2, margin, 0, 0, 0, 0, 0, 0, 4, 1, 1, 3};
    check_shape(triangle, 12);
    check_faces();
}
