/* Pairs for the tests of second order: see second_order.h. */
#include "second_order.h"

#include "check.h"

static const gd_kind KINDS[] = {GD_KIND_CYLINDER,  GD_KIND_CONE, GD_KIND_FRUSTUM,
                                GD_KIND_ELLIPSOID, GD_KIND_BOX,  GD_KIND_CAPSULE,
                                GD_KIND_SPHERE};

void curved_draw(curved_pair* p, double reach, bool aligned) {
    draw_shape(KINDS[(int)random_between(0.0, 4.0)], 1.0, &p->a);
    draw_shape(KINDS[(int)random_between(0.0, 7.0)], 1.0, &p->b);
    draw_pose(3, reach, aligned, p->pose_a);
    draw_pose(3, reach, aligned, p->pose_b);
    p->settings = (gd_settings){.tolerance = GD_DEFAULT_TOLERANCE, .max_iterations = 500.0};
    p->query = (gd_query){p->a.shape, p->pose_a, p->b.shape, p->pose_b, &p->settings, NULL};
    CHECK(gd_gjk_init(&p->g, &p->query, false));
}

void curved_destroy(curved_pair* p) {
    gd_shape_destroy(p->a.shape);
    gd_shape_destroy(p->b.shape);
}

vec3 curved_direction(void) {
    for (;;) {
        const double x = random_between(-1.0, 1.0), y = random_between(-1.0, 1.0);
        const double z = random_between(-1.0, 1.0);
        const vec3 n = make3(x, y, z);
        if (dot3(n, n) > 0.01 && dot3(n, n) <= 1.0) return unit3(n);
    }
}

double curved_height(curved_pair* p, vec3 n) {
    gd_gjk_support(&p->g, n, 3);
    return dot3(n, p->g.x[3]);
}
