/* Closed forms of rays: a box with a margin has known times at a face, an edge and a corner; they
 * prove nothing where rounding decides. */
#include "lib/check.h"
#include "lib/make.h"

#include "casts/cast_ray.h"

static const frame3 here = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {0, 0, 0}};

static bool cast(const gd_shape* shape, double y, double z, double target, gd_ray_result* r) {
    const gd_ray ray = {{-5, y, z}, {2, 0, 0}, 0.0, INFINITE, target};
    return gd_ray_closed(shape, &here, &ray, GD_DEFAULT_TOLERANCE, r);
}

TEST(ray_closed) {
    gd_shape* box = make_box(1.0, 1.0, 1.0);
    gd_ray_result r;
    const double place[3][2] = {{0.5, -0.5}, {1.3, 0.5}, {1.2, -1.2}};
    const double reach[3] = {0.5, 0.4, 0.41231056256176607}; /* sqrt(1/4 - offsets^2) */
    for (int i = 0; i < 3; i++) {
        CHECK(cast(box, place[i][0], place[i][1], 0.5, &r));
        CHECK(r.status == GD_STATUS_OPTIMAL && r.hit == 1.0);
        CHECK_NEAR(r.time, 2.0 - 0.5 * reach[i], 1e-12);
        CHECK(r.lower <= 2.0 - 0.5 * reach[i] + 1e-15);
        CHECK_NEAR(r.normal[0], -2.0 * reach[i], 1e-12);
        CHECK_NEAR(r.point[0], -1.0, 1e-12);
    }
    CHECK(cast(box, 1.4, 1.4, 0.5, &r) == false || r.hit == 0.0); /* beside the corner */
    CHECK(cast(box, 1.6, 0.0, 0.5, &r) && r.hit == 0.0);
    CHECK_NEAR(fabs(r.normal[1]), 1.0, 1e-12);
    CHECK(!cast(box, 1.5, 0.0, 0.5, &r)); /* a tangent */
    gd_shape_destroy(box);
}
