/* Casts among the bodies of a world, compared with loops over all bodies: bodies at the start,
 * half-spaces, masks, groups, excluded bodies, margins, targets. */
#include "lib/check.h"
#include "lib/crowd.h"

#include "growth_distance_world.h"

#include <stdlib.h>
#include <string.h>

static bool takes(const crowd* c, const gd_world_filter* filter, uint32_t body) {
    for (uint32_t k = 0; k < filter->exclude_count; k++)
        if (filter->exclude[k] == body) return false;
    return (c->group[body] & filter->mask) && (!filter->group || (c->mask[body] & filter->group));
}

/* The bodies that are hit, with the lower and upper bounds of each. */
typedef struct truth {
    double lower[CROWD_BODIES], upper[CROWD_BODIES]; /* infinite on a miss */
    double first;                                    /* the least lower bound */
    double until;                                    /* the least upper bound */
    int hits;
} truth;

static void note(truth* t, uint32_t body, const gd_cast_result* r) {
    t->lower[body] = t->upper[body] = INFINITE;
    if (r->status < 0.0 || r->hit == 0.0) return;
    t->lower[body] = r->lower;
    t->upper[body] = r->upper;
    t->hits++;
    if (r->lower < t->first) t->first = r->lower;
    if (r->upper < t->until) t->until = r->upper;
}

static truth cast_all(const crowd* c, const gd_query* query, const gd_cast* cast,
                      const gd_world_filter* filter) {
    truth t = {.first = INFINITE, .until = INFINITE};
    for (uint32_t body = 0; body < c->count; body++) {
        gd_cast_result r = {0};
        if (takes(c, filter, body)) {
            const gd_query q = {
                c->shape[body], crowd_pose(c, body), query->b, query->pose_b, NULL, NULL};
            gd_cast_shape(&q, cast, &r);
        }
        note(&t, body, &r);
    }
    return t;
}

/* Checks the first hit. A body of which only the lower bound is earlier may be skipped: its contact
 * is later than the least upper bound. */
static void check_first(const truth* t, double body, double lower) {
    if (t->hits == 0) {
        CHECK(body == -1.0);
        return;
    }
    CHECK(body >= 0.0 && body < CROWD_BODIES);
    if (!(body >= 0.0 && body < CROWD_BODIES)) return;
    CHECK(t->lower[(int)body] == lower);
    CHECK(lower <= t->until);
    if (t->first == lower)
        for (int i = 0; i < (int)body; i++)
            CHECK(t->lower[i] > lower);
    else
        CHECK_NEAR(t->first, lower, 1e-6 * (1.0 + fabs(lower)));
}

static void check_cast(const crowd* c, const gd_shape* shape, const gd_cast* cast,
                       const gd_world_filter* filter) {
    double pose[7];
    crowd_place(c->dimension, 14.0, pose);
    const gd_query query = {.b = shape, .pose_b = pose};
    const truth t = cast_all(c, &query, cast, filter);
    gd_world_cast_hit hit;
    CHECK(gd_world_cast_shape(c->world, &query, cast, filter, &hit) == (int)hit.cast.status);
    check_first(&t, hit.body, hit.cast.lower);
    CHECK(hit.cast.status >= 0.0 && hit.cast.hit == (t.hits > 0));
    if (t.hits > 0) return;
    CHECK(hit.cast.lower == cast->max_time && hit.cast.time == INFINITE);
}

static truth ray_all(const crowd* c, const gd_ray* ray, const gd_world_filter* filter) {
    truth t = {.first = INFINITE, .until = INFINITE};
    for (uint32_t body = 0; body < c->count; body++) {
        gd_cast_result r = {0};
        if (takes(c, filter, body)) {
            gd_ray_result one;
            gd_cast_ray(c->shape[body], crowd_pose(c, body), ray, NULL, &one);
            memcpy(&r, &one, sizeof one);
        }
        note(&t, body, &r);
    }
    return t;
}

static void check_ray(const crowd* c, const gd_ray* ray, const gd_world_filter* filter) {
    const truth t = ray_all(c, ray, filter);
    gd_world_ray_hit hit;
    CHECK(gd_world_cast_ray(c->world, ray, NULL, filter, &hit) == (int)hit.ray.status);
    check_first(&t, hit.body, hit.ray.lower);
    CHECK(gd_world_cast_ray_any(c->world, ray, NULL, filter) == (t.until < INFINITE));
    const int32_t count = gd_world_cast_ray_all(c->world, ray, NULL, filter);
    CHECK(count == t.hits);
    const gd_world_ray_hit* hits = gd_world_at(c->world, GD_WORLD_ARRAY_RAY_HITS);
    for (int32_t k = 0; k < count; k++) {
        CHECK(hits[k].ray.lower == t.lower[(int)hits[k].body]);
        if (k == 0) continue;
        CHECK(hits[k - 1].ray.lower < hits[k].ray.lower ||
              (hits[k - 1].ray.lower == hits[k].ray.lower && hits[k - 1].body < hits[k].body));
    }
}

static void check_casts(int dimension) {
    crowd c;
    crowd_open(&c, dimension);
    const uint32_t some[3] = {3, 150, 17};
    for (int round = 0; round < 60; round++) {
        if (round == 30) CHECK(gd_world_find(c.world, 3.0) >= 0); /* boxes enlarged by 1.5 */
        CHECK(gd_world_fit(c.world) == GD_STATUS_OPTIMAL);
        gd_world_filter filter = {.mask = UINT32_MAX};
        if (round % 3 == 1)
            filter = (gd_world_filter){.mask = 5, .exclude = some, .exclude_count = 3};
        if (round % 3 == 2) filter.group = 6;
        gd_cast cast = {.max_time = round % 5 == 0 ? INFINITE : 1.0,
                        .min_time = round % 7 == 0 ? -INFINITE : 0.0,
                        .target = round % 4 == 0 ? 0.5 : 0.0};
        crowd_vector(dimension, round % 11 == 0 ? 0.0 : 20.0, cast.displacement);
        check_cast(&c, c.shapes[round % (CROWD_SHAPES + 1)], &cast, &filter);
        gd_ray ray = {.min_time = cast.min_time, .max_time = cast.max_time, .target = cast.target};
        crowd_vector(dimension, 14.0, ray.origin);
        crowd_vector(dimension, 20.0, ray.direction);
        if (round % 6 == 5) ray.direction[1] = 0.0; /* along an axis of the boxes, in 2D */
        check_ray(&c, &ray, &filter);
    }
    crowd_close(&c);
}

/* Among bodies that overlap at the start, and among equal times, the least number is hit. */
static void check_ties(void) {
    gd_world* world = NULL;
    gd_shape* ball = NULL;
    const double record[7] = {GD_KIND_SPHERE, 0, 0, 0, 0, 0, 1};
    CHECK(gd_shape_create(record, 7, &ball) == GD_STATUS_OPTIMAL);
    CHECK(gd_world_create(3, &world) == GD_STATUS_OPTIMAL);
    for (int k = 0; k < 40; k++) {
        const double pose[7] = {k < 20 ? 5.0 : 9.0, 0, 0, 0, 0, 0, 1};
        CHECK(gd_world_add(world, ball, pose, 1, 1) == k);
    }
    const gd_world_filter filter = {.mask = 1};
    gd_world_ray_hit hit;
    gd_ray ray = {.direction = {1, 0, 0}, .max_time = INFINITE};
    CHECK(gd_world_cast_ray(world, &ray, NULL, &filter, &hit) == GD_STATUS_OPTIMAL);
    CHECK(hit.body == 0.0);
    CHECK_NEAR(hit.ray.time, 4.0, 1e-7);
    ray.origin[0] = 9.0;
    CHECK(gd_world_cast_ray(world, &ray, NULL, &filter, &hit) == GD_STATUS_OVERLAPPING);
    CHECK(hit.body == 20.0 && hit.ray.time == 0.0);
    gd_world_destroy(world);
    gd_shape_destroy(ball);
}

static void check_refusals(void) {
    crowd c;
    crowd_open(&c, 3);
    const double bad[7] = {0}, origin[7] = {0, 0, 0, 0, 0, 0, 1};
    const double record[7] = {GD_KIND_CIRCLE, 0, 0, 0, 0, 0, 0.7};
    gd_shape* circle = NULL;
    CHECK(gd_shape_create(record, 7, &circle) == GD_STATUS_OPTIMAL);
    const gd_world_filter filter = {.mask = UINT32_MAX};
    gd_world_cast_hit hit;
    gd_world_ray_hit ray_hit;
    gd_cast cast = {.displacement = {1, 0, 0}, .max_time = 1.0};
    gd_query query = {.b = c.shapes[0], .pose_b = bad};
    CHECK(gd_world_cast_shape(c.world, &query, &cast, &filter, &hit) == GD_ERROR_POSE);
    CHECK(hit.body == -1.0 && hit.cast.status == GD_ERROR_POSE);
    query.pose_b = origin;
    query.b = circle;
    CHECK(gd_world_cast_shape(c.world, &query, &cast, &filter, &hit) == GD_ERROR_DIMENSION);
    query.b = c.shapes[0];
    cast.displacement[0] = NOT_A_NUMBER;
    CHECK(gd_world_cast_shape(c.world, &query, &cast, &filter, &hit) == GD_ERROR_MOTION);
    gd_ray ray = {.max_time = 1.0};
    CHECK(gd_world_cast_ray(c.world, &ray, NULL, &filter, &ray_hit) == GD_ERROR_MOTION);
    CHECK(gd_world_cast_ray_all(c.world, &ray, NULL, &filter) == GD_ERROR_MOTION);
    CHECK(gd_world_cast_ray_any(c.world, &ray, NULL, &filter) == GD_ERROR_MOTION);
    gd_shape_destroy(circle);
    crowd_close(&c);
}

TEST(world_casts) {
    check_casts(3);
    check_casts(2);
    check_ties();
    check_refusals();
}
