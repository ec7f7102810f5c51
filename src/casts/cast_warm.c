/* Warm starts of casts: the normal that decided the previous query, and the vertices of its portal.
 * A vertex stays a point of its shape when the shape moves, so the portal's point is an inner bound
 * again. The normal is evaluated anew, so it can only cost an evaluation. */
#include "casts/cast_search.h"

#include "minkowski/warm_start.h"

/* Counts of a state without a portal: the normal separates the line, or the line leaves along it.
 */
#define CAST_WARM_MISS (-1.0)
#define CAST_WARM_LEAVES (-2.0)
/* Least component of the saved normal along the ray to start from it. */
#define CAST_WARM_STEEP 0x1p-6

/* A saved point of a shape; false if it is too far away for one. */
static bool warm_point(const gd_shape* shape, const double* saved, vec3* out) {
    *out = load3(saved);
    return dot3(*out, *out) <= 4.0 * shape->origin_bound_radius * shape->origin_bound_radius;
}

/* Enters the saved vertices. In 2D they must be on both sides of the line. */
static void warm_portal(cast_search* c, const gd_warm* warm, vec3 n) {
    cast_portal* portal = &c->portal;
    const pair3* pair = &c->line.pair;
    const bool plane = pair->a->dimension == 2;
    if (warm->count != (plane ? 2.0 : 3.0)) return;
    for (int i = 0; i < (plane ? 2 : 3); i++) {
        vertex3 s;
        if (!warm_point(pair->a, warm->points_a + 3 * i, &s.a)) return;
        if (!warm_point(pair->b, warm->points_b + 3 * i, &s.b)) return;
        cast_line_place(&c->line, n, &s);
        if (!plane)
            gd_cast_portal_enter(portal, &s);
        else if ((s.u > 0.0) == (i > 0))
            portal->v[portal->count++] = s;
    }
    if (plane && portal->count < 2) portal->count = 0;
    if (!cast_portal_surrounds(portal)) return;
    const vertex3 point = gd_cast_portal_point(portal);
    gd_cast_take_point(c, &point);
}

bool gd_cast_warm_load(cast_search* c, const gd_warm* warm, cast_guess* guess) {
    const pair3* pair = &c->line.pair;
    if (!warm_fits(warm, pair->a, pair->b, WARM_CAST)) return false;
    vec3 m = load3(warm->normal);
    if (!warm_normal_holds(&m)) return false;
    const vec3 n = cast_seen(pair, m);
    *guess = (cast_guess){.leaves = -GD_INFINITY};
    if (warm->count == CAST_WARM_MISS) {
        guess->across = make3(n.x, n.y, 0.0);
        guess->offset = GD_INFINITY;
    } else if (warm->count == CAST_WARM_LEAVES) {
        guess->exit = n;
        guess->leaves = GD_INFINITY;
        return n.z < -CAST_WARM_STEEP;
    } else if (n.z > CAST_WARM_STEEP) {
        guess->entry = scale3(1.0 / n.z, n);
        warm_portal(c, warm, n);
        return true;
    }
    return max_abs3(guess->across) > 0.0;
}

void gd_cast_warm_save(const cast_search* c, gd_warm* warm) {
    const pair3* pair = &c->line.pair;
    const cast_portal* portal = &c->portal;
    memset(warm, 0, sizeof *warm);
    warm->key = warm_key(pair->a, pair->b, WARM_CAST);
    store3(warm->normal, from_ray_frame(pair, c->normal));
    if (c->miss)
        warm->count = CAST_WARM_MISS;
    else if (c->normal.z < 0.0)
        warm->count = CAST_WARM_LEAVES;
    else if (portal->count == (pair->a->dimension == 2 ? 2 : 3))
        warm->count = portal->count;
    for (int i = 0; i < (int)warm->count; i++) {
        store3(warm->points_a + 3 * i, portal->v[i].a);
        store3(warm->points_b + 3 * i, portal->v[i].b);
    }
    warm->check = warm_check(warm);
}
