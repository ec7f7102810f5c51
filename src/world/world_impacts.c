/* Times of impact of all bodies of a world: see growth_distance_world.h.
 *
 * A swept box contains a body during its whole motion. It is the box at the time 0, extended
 * by the displacement. Rotation adds the longest path of a point relative to the local
 * origin: the angle times the radius about it, at most two radii. A tree over the swept boxes gives
 * the pairs. A half-space that translates makes pairs with the boxes that it can reach, and with
 * all bodies if it rotates. */
#include "world/world.h"

/* Relative rounding of a swept box: about a dozen operations. */
#define SWEEP_ROUNDING 0x1p-48

/* Velocity and angular velocity of a body: six doubles. */
GD_INLINE const double* sweep_velocity(const gd_world_motion* motion, uint32_t body) {
    return motion->velocities + 6 * (size_t)body;
}

/* The angle by which a body turns, or more. */
static double sweep_angle(const gd_world* world, const gd_world_motion* motion, uint32_t body) {
    const double* w = sweep_velocity(motion, body) + 3;
    const double sum = world->dimension == 3 ? fabs(w[0]) + fabs(w[1]) + fabs(w[2]) : fabs(w[0]);
    return sum * motion->max_time;
}

/* Checks that velocities, times and the target are in range. */
static bool sweep_holds(const gd_world* world, const gd_world_motion* motion) {
    if (!(motion->max_time >= 0.0 && motion->max_time <= GD_POSITION_MAX)) return false;
    if (!(motion->target >= 0.0 && motion->target <= GD_LENGTH_MAX)) return false;
    const int turns = world->dimension == 3 ? 3 : 1;
    for (uint32_t i = 0; i < world->count; i++) {
        if (!world_holds(world, i)) continue;
        const double* v = sweep_velocity(motion, i);
        for (int k = 0; k < world->dimension; k++)
            if (!(fabs(v[k]) <= GD_POSITION_MAX)) return false;
        for (int k = 0; k < turns; k++)
            if (!(fabs(v[3 + k]) <= GD_POSITION_MAX)) return false;
    }
    return true;
}

/* Makes room for the tree of swept boxes. */
static bool sweep_reserve(gd_world* world) {
    const size_t n = world->capacity;
    if (n == world->swept_capacity) return true;
    gd_bvh* bvh = &world->swept;
    world->swept_capacity = 0;
    if (!world_resize((void**)&bvh->nodes, 2 * n * sizeof *bvh->nodes) ||
        !world_resize((void**)&bvh->order, n * sizeof *bvh->order) ||
        !world_resize((void**)&bvh->boxes, n * sizeof *bvh->boxes) ||
        !world_resize((void**)&world->swept_boxes, n * sizeof *world->swept_boxes))
        return false;
    world->swept_capacity = world->capacity;
    return true;
}

/* The swept box of a body, enlarged by half the target. */
static void sweep_box(gd_world* world, const gd_world_motion* motion, uint32_t body) {
    const double* pose = world->poses + (size_t)world_stride(world) * body;
    const double* v = sweep_velocity(motion, body);
    const double radius = world->shapes[body]->origin_bound_radius;
    const double path = min2(sweep_angle(world, motion, body), 2.0) * radius;
    gd_aabb* box = &world->swept_boxes[body];
    gd_aabb_of(&world->proxies[body], pose, world->dimension, 0.5 * motion->target, box);
    for (int i = 0; i < world->dimension; i++) {
        const double move = v[i] * motion->max_time;
        const double size = fabs(box->axis[i][0]) + fabs(box->axis[i][1]) + fabs(move) + path;
        const double more = path + SWEEP_ROUNDING * size;
        box->axis[i] = (lanes2){box->axis[i][0] + min2(move, 0.0) - more,
                                box->axis[i][1] + min2(-move, 0.0) - more};
    }
}

/* Appends the pairs of a half-space and the bodies that it can reach. */
static bool sweep_halfspaces(gd_world* world, const gd_world_motion* motion, gd_pairs* out) {
    for (uint32_t k = 0; k < world->unbounded_count; k++) {
        const uint32_t i = world->unbounded[k];
        const double* pose = world->poses + (size_t)world_stride(world) * i;
        const double* v = sweep_velocity(motion, i);
        const bool turns = sweep_angle(world, motion, i) > 0.0;
        double way = 0.0;
        for (int d = 0; d < world->dimension; d++)
            way += fabs(v[d]) * motion->max_time;
        way += 0.5 * motion->target;
        for (uint32_t m = 0; m < world->bounded_count; m++) {
            const uint32_t j = world->bounded[m];
            if (!turns && !gd_aabb_meets_halfspace(&world->proxies[i], pose, world->dimension, way,
                                                   &world->swept_boxes[j]))
                continue;
            if (!pairs_push(out, i < j ? i : j, i < j ? j : i)) return false;
        }
    }
    return true;
}

/* Lists the allowed pairs whose swept boxes touch, sorted. Returns false without memory. */
static bool sweep_pairs(gd_world* world, const gd_world_motion* motion) {
    gd_pair_cache* cache = &world->caches[WORLD_MOVING];
    gd_pairs* pairs = &cache->pairs;
    gd_bvh* bvh = &world->swept;
    pairs->count = 0;
    if (!sweep_reserve(world)) return false;
    for (uint32_t k = 0; k < world->bounded_count; k++)
        sweep_box(world, motion, world->bounded[k]);
    bvh->stale = true;
    gd_bvh_fit(bvh, world->swept_boxes, world->bounded, world->bounded_count);
    if (!gd_bvh_search(bvh, pairs) || !sweep_halfspaces(world, motion, pairs)) return false;
    gd_world_filter_pairs(world, pairs);
    return gd_pair_cache_update(cache, world->count, world->counts, true);
}

/* Solves pair k. */
static void sweep_solve(gd_world* world, const gd_world_motion* motion, const gd_settings* settings,
                        gd_warm* warm, uint32_t k) {
    const gd_pair_cache* cache = &world->caches[WORLD_MOVING];
    const uint32_t* pair = cache->pairs.items + 2 * (size_t)k;
    gd_query query = world_pair(world, pair[0], pair[1]);
    query.settings = settings;
    query.warm = warm + cache->slots[k];
    gd_motion both = {.max_time = motion->max_time, .target = motion->target};
    const double *a = sweep_velocity(motion, pair[0]), *b = sweep_velocity(motion, pair[1]);
    for (int i = 0; i < 3; i++) {
        both.velocity_a[i] = a[i];
        both.angular_a[i] = a[3 + i];
        both.velocity_b[i] = b[i];
        both.angular_b[i] = b[3 + i];
    }
    gd_cast_result* out = &world->impacts[k];
    if (gd_time_of_impact(&query, &both, out) >= 0) return;
    out->hit = 1.0; /* without proof */
    out->upper = GD_INFINITY;
}

int32_t gd_world_times_of_impact(gd_world* world, const gd_world_motion* motion,
                                 const gd_settings* settings) {
    const gd_status status = gd_world_fit(world);
    if (status != GD_STATUS_OPTIMAL) return status;
    if (!sweep_holds(world, motion)) return GD_ERROR_MOTION;
    gd_pair_cache* cache = &world->caches[WORLD_MOVING];
    gd_pairs* pairs = &cache->pairs;
    const uint32_t capacity = pairs->capacity;
    const bool found = sweep_pairs(world, motion);
    if (pairs->capacity != capacity) world->version++;
    if (!found) return GD_ERROR_MEMORY;
    if (world->impact_capacity < pairs->count) {
        if (!world_resize((void**)&world->impacts, pairs->capacity * sizeof *world->impacts))
            return GD_ERROR_MEMORY;
        world->impact_capacity = pairs->capacity;
        world->version++;
    }
    gd_warm* warm = gd_pair_cache_warm(cache, GD_POOL_DISTANCE);
    if (!warm && pairs->count > 0) return GD_ERROR_MEMORY;
    for (uint32_t k = 0; k < pairs->count; k++)
        sweep_solve(world, motion, settings, warm, k);
    return (int32_t)pairs->count;
}
