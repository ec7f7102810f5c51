/* Shares of kinks: the point is in the face that the kinks span, and as near to the line as it can
 * be. */
#include "lib/check.h"

#include "casts/cast_kinks.h"

/* A face of two unit steps across the line, from the corner (u, v). */
static local_model face_at(double u, double v, double gap, bool of_hull) {
    local_model m = {.s = {.u = u, .v = v, .w = 2.0}, .count = 2};
    for (int i = 0; i < 2; i++)
        m.kinks[i] = (kink){.gap = gap,
                            .slope = i ? make2(0.0, 1.0) : make2(1.0, 0.0),
                            .beyond = i ? make3(0, 1, 0) : make3(1, 0, 0),
                            .vertex = of_hull};
    return m;
}

TEST(cast_kinks) {
    for (int i = 0; i < 1000; i++) {
        const double u = random_between(-1.5, 0.5), v = random_between(-1.5, 0.5);
        const bool hull = i % 2;
        const local_model m = face_at(u, v, 0.0, hull);
        const vertex3 x = gd_cast_kinks(&m, 1e-3, 1e-12);
        const double p = x.u - u, q = x.v - v; /* the shares */
        CHECK(p >= -1e-15 && q >= -1e-15 && p <= 1.0 + 1e-15 && q <= 1.0 + 1e-15);
        CHECK_NEAR(x.a.x, p, 1e-15);
        CHECK_NEAR(x.a.y, q, 1e-15);
        if (hull) CHECK(p + q <= 1.0 + 1e-15);
        const bool inside = u <= 0.0 && v <= 0.0 && (hull ? -u - v <= 1.0 : -u <= 1.0 && -v <= 1.0);
        if (inside) CHECK(fabs(x.u) + fabs(x.v) < 1e-15);
        if (!hull) {
            CHECK_NEAR(x.u, fmin(fmax(0.0, u), u + 1.0), 1e-15);
            CHECK_NEAR(x.v, fmin(fmax(0.0, v), v + 1.0), 1e-15);
        }
    }
    /* kinks far from the normal do not contribute */
    const local_model far = face_at(-0.5, -0.5, 0.1, false);
    CHECK(gd_cast_kinks(&far, 1e-3, 1e-12).u == -0.5);
    /* a gap lowers the point by its share */
    const local_model near = face_at(-0.5, -0.5, 1e-4, false);
    CHECK_NEAR(gd_cast_kinks(&near, 1e-3, 1e-12).w, 2.0 - 1e-4, 1e-15);
}
