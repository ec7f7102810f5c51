/* The dual of a step: two discs whose rims turn until the point is on the line. */
#include "lib/check.h"
#include "lib/make.h"

#include "casts/cast_dual.h"

/* A cylinder's model along a ray of its frame. */
static void model_of(support_model* at, const gd_shape* shape, vec3 ray, bool of_b) {
    vec3 e1, e2;
    complete_ray(ray, &e1, &e2);
    gd_support_model_init(at, shape, of_b);
    support_model_aim(at, ray, e1, e2);
}

TEST(cast_dual) {
    const double record[8] = {GD_KIND_CYLINDER, 0, 0, 0, 0, 0, 0.5, 1.0};
    gd_shape* cylinder = make(record, 8);
    const double point_record[6] = {GD_KIND_POINT};
    gd_shape* point = make(point_record, 6);
    int found = 0;
    for (int i = 0; i < 500; i++) {
        support_model models[2];
        const vec3 ray =
            unit3(make3(random_between(-1, 1), random_between(-1, 1), random_between(-1, 1)));
        model_of(&models[0], cylinder, ray, false);
        model_of(&models[1], cylinder, neg3(ray), true);
        local_model m = {.y = make2(random_between(-0.3, 0.3), random_between(-0.3, 0.3))};
        const double inverse = 1.0 / sqrt(1.0 + dot2(m.y, m.y));
        gd_support_model_evaluate(&models[0], inverse, &m);
        gd_support_model_evaluate(&models[1], inverse, &m);
        /* the line is near the support point, so a small turn of both rims reaches it */
        m.s.u = random_between(-1e-3, 1e-3);
        m.s.v = random_between(-1e-3, 1e-3);
        vertex3 x;
        if (!gd_cast_dual(models, &m, make2(0.0, 0.0), 1e-9, &x)) continue;
        if (fabs(x.u) + fabs(x.v) > 1e-10) continue; /* the caller refuses these */
        found++;
        CHECK_NEAR(x.w, m.s.w, 1.0);  /* near the support point's height */
        for (int k = 0; k < 2; k++) { /* each part stays in its cylinder */
            const vec3 part = k ? x.b : x.a;
            CHECK(hypot(part.x, part.z) <= 1.0 + 1e-12 && fabs(part.y) <= 0.5 + 1e-12);
        }
    }
    CHECK(found > 20);
    /* points have no rims, and no kinks: nothing to solve for */
    support_model models[2];
    model_of(&models[0], point, make3(0, 0, 1), false);
    model_of(&models[1], point, make3(0, 0, -1), true);
    const local_model m = {.s = {.u = 0.1}};
    vertex3 x;
    CHECK(!gd_cast_dual(models, &m, make2(0.1, 0.0), 1e-9, &x));
    gd_shape_destroy(point);
    gd_shape_destroy(cylinder);
}
