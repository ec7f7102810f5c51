/* Casts among the bodies of a world and times of impact of all bodies, compared with loops over all
 * bodies: bodies at the start, half-spaces, masks, groups, excluded bodies, margins, targets. */
#include "lib/check.h"
#include "lib/make.h"

#include "growth_distance_world.h"

#include <stdlib.h>
#include <string.h>

#define BODIES 200
#define SHAPES 4

typedef struct crowd {
    gd_world* world;
    int dimension;
    uint32_t count;
    gd_shape* shapes[SHAPES + 1]; /* the last one is a half-space */
    const gd_shape* shape[BODIES];
    uint32_t group[BODIES], mask[BODIES];
    double velocities[6 * BODIES];
} crowd;

static void random_place(int dimension, double spread, double* pose) {
    const int coordinates = dimension == 3 ? 7 : 3;
    for (int i = 0; i < coordinates; i++)
        pose[i] = random_between(-1.0, 1.0) * (i < dimension ? spread : 1.0);
}

static void add(crowd* c, const gd_shape* shape, const double* pose) {
    const uint32_t group = 1u << (int)random_between(0.0, 3.0);
    const uint32_t mask = random_next() < 0.2 ? 1u : UINT32_MAX;
    const int32_t body = gd_world_add(c->world, shape, pose, group, mask);
    CHECK(body == (int32_t)c->count);
    c->shape[body] = shape;
    c->group[body] = group;
    c->mask[body] = mask;
    c->count++;
}

static void open_crowd(crowd* c, int dimension) {
    memset(c, 0, sizeof *c);
    c->dimension = dimension;
    CHECK(gd_world_create(dimension, &c->world) == GD_STATUS_OPTIMAL);
    const double records[2][SHAPES + 1][10] = {{{GD_KIND_CIRCLE, 0, 0, 0, 0, 0, 0.7},
                                                {GD_KIND_RECTANGLE, 0.2, 0, 0, 0, 0, 1.5, 0.1},
                                                {GD_KIND_ELLIPSE, 0, 0, 0, 0, 0, 0.5, 0.9},
                                                {GD_KIND_STADIUM, 0.1, 0, 0, 0, 0, 2.5, 0.4},
                                                {GD_KIND_HALFPLANE, 0, 0, 0, 0, 0, 0, 1, -13}},
                                               {{GD_KIND_SPHERE, 0, 0, 0, 0, 0, 0.7},
                                                {GD_KIND_BOX, 0.2, 0, 0, 0, 0, 2.5, 0.1, 0.4},
                                                {GD_KIND_CAPSULE, 0, 0, 0, 0, 0, 0.5, 0.4},
                                                {GD_KIND_CONE, 0, 0, 0, 0, 0, 0.5, 0.9},
                                                {GD_KIND_HALFSPACE, 0, 0, 0, 0, 0, 0, 1, 0, -13}}};
    const size_t lengths[2][SHAPES + 1] = {{7, 8, 8, 8, 9}, {7, 9, 8, 8, 10}};
    for (int k = 0; k <= SHAPES; k++)
        CHECK(gd_shape_create(records[dimension - 2][k], lengths[dimension - 2][k],
                              &c->shapes[k]) == GD_STATUS_OPTIMAL);
    const double identity[7] = {0, 0, 0, 0, 0, 0, dimension == 3 ? 1.0 : 0.0};
    while (c->count < BODIES - 1) {
        double pose[7];
        random_place(dimension, 12.0, pose);
        add(c, c->shapes[c->count % SHAPES], pose);
    }
    add(c, c->shapes[SHAPES], identity);
}

static void close_crowd(crowd* c) {
    gd_world_destroy(c->world);
    for (int k = 0; k <= SHAPES; k++)
        gd_shape_destroy(c->shapes[k]);
}

static bool takes(const crowd* c, const gd_world_filter* filter, uint32_t body) {
    for (uint32_t k = 0; k < filter->exclude_count; k++)
        if (filter->exclude[k] == body) return false;
    return (c->group[body] & filter->mask) && (!filter->group || (c->mask[body] & filter->group));
}

static const double* pose_of(const crowd* c, uint32_t body) {
    const double* poses = gd_world_at(c->world, GD_WORLD_ARRAY_POSES);
    return poses + (size_t)(c->dimension == 3 ? 7 : 3) * body;
}

/* The bodies that are hit, with the lower and upper bounds of each. */
typedef struct truth {
    double lower[BODIES], upper[BODIES]; /* infinite on a miss */
    double first;                        /* the least lower bound */
    double until;                        /* the least upper bound */
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
                c->shape[body], pose_of(c, body), query->b, query->pose_b, NULL, NULL};
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
    CHECK(body >= 0.0 && body < BODIES);
    if (!(body >= 0.0 && body < BODIES)) return;
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
    random_place(c->dimension, 14.0, pose);
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
            gd_cast_ray(c->shape[body], pose_of(c, body), ray, NULL, &one);
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

static void random_vector(int dimension, double size, double* out) {
    out[2] = 0.0;
    for (int i = 0; i < dimension; i++)
        out[i] = random_between(-size, size);
}

static void check_casts(int dimension) {
    crowd c;
    open_crowd(&c, dimension);
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
        random_vector(dimension, round % 11 == 0 ? 0.0 : 20.0, cast.displacement);
        check_cast(&c, c.shapes[round % (SHAPES + 1)], &cast, &filter);
        gd_ray ray = {.min_time = cast.min_time, .max_time = cast.max_time, .target = cast.target};
        random_vector(dimension, 14.0, ray.origin);
        random_vector(dimension, 20.0, ray.direction);
        if (round % 6 == 5) ray.direction[1] = 0.0; /* along an axis of the boxes, in 2D */
        check_ray(&c, &ray, &filter);
    }
    close_crowd(&c);
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
    open_crowd(&c, dimension);
    for (uint32_t body = 0; body < c.count; body++) {
        random_vector(dimension, 2.0, c.velocities + 6 * (size_t)body);
        random_vector(dimension, body % 3 ? 2.0 : 0.0, c.velocities + 6 * (size_t)body + 3);
    }
    const gd_world_motion all = {c.velocities, 0.5, 0.1};
    const int32_t count = gd_world_times_of_impact(c.world, &all, NULL);
    CHECK(count > 100 && count < BODIES * BODIES / 4);
    const uint32_t* pairs = gd_world_at(c.world, GD_WORLD_ARRAY_MOVING);
    const gd_cast_result* impacts = gd_world_at(c.world, GD_WORLD_ARRAY_IMPACTS);
    int32_t at = 0;
    int wrong = 0, hits = 0;
    for (uint32_t i = 0; i < c.count; i++)
        for (uint32_t j = i + 1; j < c.count; j++) {
            const gd_motion motion = motion_of(&c, &all, i, j);
            const gd_query query = {c.shape[i],     pose_of(&c, i), c.shape[j],
                                    pose_of(&c, j), NULL,           NULL};
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
    c.velocities[0] = NOT_A_NUMBER;
    CHECK(gd_world_times_of_impact(c.world, &all, NULL) == GD_ERROR_MOTION);
    c.velocities[0] = 0.0;
    const gd_settings none = {0};
    CHECK(gd_world_times_of_impact(c.world, &all, &none) == count);
    impacts = gd_world_at(c.world, GD_WORLD_ARRAY_IMPACTS);
    CHECK(impacts[0].status == GD_ERROR_SETTINGS && impacts[0].hit == 1.0 &&
          impacts[0].upper == INFINITE);
    gd_world_clear(c.world);
    CHECK(gd_world_times_of_impact(c.world, &all, NULL) == 0);
    close_crowd(&c);
}

static void check_refusals(void) {
    crowd c;
    open_crowd(&c, 3);
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
    close_crowd(&c);
}

TEST(world_casts) {
    check_casts(3);
    check_casts(2);
    check_ties();
    check_impacts(3);
    check_impacts(2);
    check_refusals();
}
