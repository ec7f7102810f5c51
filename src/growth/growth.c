/* Growth distance and its overlap test, in 2D and 3D. */
#include "growth/growth.h"

#include "closed/boxes.h"
#include "closed/closed.h"

gd_status gd_growth(const gd_query* query, gd_growth_result* out) {
    return query->a->dimension == 3 ? gd_growth3(query, out) : gd_growth2(query, out);
}

/* If a flat shape's centre is outside, the segment from it to the surface leaves the shape. Then
 * the common point is the mean of the surface point and the inner ball's centre, weighted by upper
 * and 1 - upper. The other shape's inner ball contains that centre. */
static void growth_fix_outside_center(const gd_query* query, gd_collision_result* out) {
#pragma GCC unroll 1
    for (int i = 0; i < 2; i++) {
        const gd_shape* shape = i ? query->b : query->a;
        frame3 at;
        if (!(shape->center_inradius < 0.0 && out->upper < 1.0)) continue;
        gd_frame_of(shape, i ? query->pose_b : query->pose_a, &at);
        store3(out->point, madd3(load3(out->point), 1.0 - out->upper,
                                 rotate(&at.rotation, shape->inner_center)));
    }
}

gd_status gd_collide_growth(const gd_query* query, gd_collision_result* out) {
    /* without a ball about the centres inside C, the solvers may have to return an error */
    const bool solid = query->a->center_inradius + query->b->center_inradius > 0.0;
    if (solid && gd_balls_apart(query, out)) return GD_STATUS_OPTIMAL;
    const gd_status status =
        query->a->dimension == 3 ? gd_collide3(query, out) : gd_collide2(query, out);
    if (status >= 0) growth_fix_outside_center(query, out);
    return status;
}
