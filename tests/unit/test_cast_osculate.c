/* The step to the osculating ellipsoid is exact for balls and ellipsoids of the same curvature. */
#include "lib/check.h"

#include "casts/cast_osculate.h"

/* The local model at y of a ball of radius r about (u, v, 0). */
static local_model ball_at(double u, double v, double r, vec2 y) {
    const double t = 1.0 / sqrt(1.0 + dot2(y, y)), k = r * t;
    const vec2 n = scale2(t, y);
    return (local_model){.y = y,
                         .s = {.u = u + k * y.x, .v = v + k * y.y, .w = k},
                         .height = (u + k * y.x) * y.x + (v + k * y.y) * y.y + k,
                         .k00 = k - k * n.x * n.x,
                         .k01 = -k * n.x * n.y,
                         .k11 = k - k * n.y * n.y};
}

TEST(cast_osculate) {
    for (int i = 0; i < 1000; i++) {
        const double r = random_between(0.5, 2.0), off = random_between(0.0, 1.3) * r;
        const double angle = random_between(0.0, 6.0), u = off * cos(angle), v = off * sin(angle);
        const vec2 y = make2(random_between(-2, 2), random_between(-2, 2));
        const local_model m = ball_at(u, v, r, y);
        osculate_step step;
        const osculate_result found = gd_cast_osculate(&m, &step);
        const double left = r * r - off * off;
        if (left < 0.0) {
            CHECK(found == OSCULATE_BESIDE);
            CHECK(step.y.x * u + step.y.y * v < 0.0); /* towards the line */
            continue;
        }
        if (left < 1e-3) continue;
        CHECK(found == OSCULATE_STEP && !step.active);
        CHECK_NEAR(step.height, sqrt(left), 1e-9 * r);
        CHECK_NEAR(step.y.x * sqrt(left), -u, 1e-8 * r);
        CHECK_NEAR(step.y.y * sqrt(left), -v, 1e-8 * r);
    }
    /* a cylinder's curvature is singular: no ellipsoid */
    const local_model flat = {.s = {.w = 1.0}, .k00 = 1.0};
    osculate_step step;
    CHECK(gd_cast_osculate(&flat, &step) == OSCULATE_NONE);
    /* the minimum is on a kink: a ball and a segment across the line */
    local_model m = ball_at(-0.5, 0.0, 1.0, make2(0.0, 0.0));
    m.count = 1;
    m.kinks[0] = (kink){.gap = 0.0, .slope = make2(1.0, 0.0)};
    CHECK(gd_cast_osculate(&m, &step) == OSCULATE_STEP && step.active);
    CHECK_NEAR(step.y.x, 0.0, 1e-12);
    CHECK_NEAR(step.height, 1.0, 1e-12);
}
