/* Times of impact of all bodies of a world, compared with a loop over all pairs. */
#include "lib/check.h"
#include "lib/crowd.h"

#include "growth_distance_world.h"

#include <string.h>

static gd_motion motion_of(const crowd* c, const gd_world_motion* all, uint32_t i, uint32_t j) {
    gd_motion motion = {.max_time = all->max_time, .target = all->target};
    memcpy(motion.velocity_a, c->velocities + 6 * (size_t)i, 24);
    memcpy(motion.angular_a, c->velocities + 6 * (size_t)i + 3, 24);
    memcpy(motion.velocity_b, c->velocities + 6 * (size_t)j, 24);
    memcpy(motion.angular_b, c->velocities + 6 * (size_t)j + 3, 24);
    return motion;
}

/* A pair in the list must have the result of gd_time_of_impact; all others must be misses. */
static void check_impacts(int dimension) {
    crowd c;
    crowd_open(&c, dimension);
    for (uint32_t body = 0; body < c.count; body++) {
        crowd_vector(dimension, 2.0, c.velocities + 6 * (size_t)body);
        crowd_vector(dimension, body % 3 ? 2.0 : 0.0, c.velocities + 6 * (size_t)body + 3);
    }
    const gd_world_motion all = {c.velocities, 0.5, 0.1};
    const int32_t count = gd_world_times_of_impact(c.world, &all, NULL);
    CHECK(count > 100 && count < CROWD_BODIES * CROWD_BODIES / 4);
    const uint32_t* pairs = gd_world_at(c.world, GD_WORLD_ARRAY_MOVING);
    const gd_cast_result* impacts = gd_world_at(c.world, GD_WORLD_ARRAY_IMPACTS);
    int32_t at = 0;
    int wrong = 0, hits = 0;
    for (uint32_t i = 0; i < c.count; i++)
        for (uint32_t j = i + 1; j < c.count; j++) {
            const gd_motion motion = motion_of(&c, &all, i, j);
            const gd_query query = {
                c.shape[i], crowd_pose(&c, i), c.shape[j], crowd_pose(&c, j), NULL, NULL};
            gd_cast_result r;
            gd_time_of_impact(&query, &motion, &r);
            const bool listed = at < count && pairs[2 * at] == i && pairs[2 * at + 1] == j;
            const bool allowed = (c.group[i] & c.mask[j]) && (c.group[j] & c.mask[i]);
            wrong += listed && !allowed;
            wrong += !listed && allowed && r.hit == 1.0;
            wrong += listed && memcmp(&r, &impacts[at], sizeof r) != 0;
            hits += listed && r.hit == 1.0;
            at += listed;
        }
    CHECK(at == count && wrong == 0 && hits > 20);
    const gd_world_motion endless = {c.velocities, INFINITE, 0.0};
    CHECK(gd_world_times_of_impact(c.world, &endless, NULL) == GD_ERROR_MOTION);
    const double first = c.velocities[0];
    c.velocities[0] = NOT_A_NUMBER;
    CHECK(gd_world_times_of_impact(c.world, &all, NULL) == GD_ERROR_MOTION);
    c.velocities[0] = first;
    const gd_settings none = {0};
    CHECK(gd_world_times_of_impact(c.world, &all, &none) == count);
    impacts = gd_world_at(c.world, GD_WORLD_ARRAY_IMPACTS);
    CHECK(impacts[0].status == GD_ERROR_SETTINGS && impacts[0].hit == 1.0 &&
          impacts[0].upper == INFINITE);
    gd_world_clear(c.world);
    CHECK(gd_world_times_of_impact(c.world, &all, NULL) == 0);
    crowd_close(&c);
}

/* Every call starts from the previous one, as a pair with its own warm record does, until a reset.
 */
static void check_warm(int dimension) {
    crowd c;
    crowd_open(&c, dimension);
    for (uint32_t k = 0; k < 6 * c.count; k += 3)
        crowd_vector(dimension, 1.0, c.velocities + k);
    const gd_world_motion all = {c.velocities, 0.5, 0.0};
    const int32_t count = gd_world_times_of_impact(c.world, &all, NULL);
    CHECK(gd_world_times_of_impact(c.world, &all, NULL) == count && count > 20);
    const uint32_t* pairs = gd_world_at(c.world, GD_WORLD_ARRAY_MOVING);
    const gd_cast_result* impacts = gd_world_at(c.world, GD_WORLD_ARRAY_IMPACTS);
    double cold_normals = 0.0, warm_normals = 0.0;
    for (int turn = 0; turn < 2; turn++) {
        for (int32_t k = 0; k < count; k++) {
            const uint32_t i = pairs[2 * k], j = pairs[2 * k + 1];
            const gd_motion motion = motion_of(&c, &all, i, j);
            gd_warm warm = {0};
            const gd_query query = {
                c.shape[i], crowd_pose(&c, i), c.shape[j], crowd_pose(&c, j), NULL, &warm};
            gd_cast_result r;
            gd_time_of_impact(&query, &motion, &r);
            if (turn == 0) cold_normals += r.iterations;
            if (turn == 0) gd_time_of_impact(&query, &motion, &r);
            CHECK(memcmp(&r, &impacts[k], sizeof r) == 0);
            if (turn == 0) warm_normals += r.iterations;
        }
        gd_world_reset(c.world);
        CHECK(gd_world_times_of_impact(c.world, &all, NULL) == count);
        pairs = gd_world_at(c.world, GD_WORLD_ARRAY_MOVING);
        impacts = gd_world_at(c.world, GD_WORLD_ARRAY_IMPACTS);
    }
    CHECK(warm_normals < cold_normals);
    crowd_close(&c);
}

TEST(world_impacts) {
    check_impacts(3);
    check_impacts(2);
    check_warm(3);
    check_warm(2);
}
