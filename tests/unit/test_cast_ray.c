/* Rays from the definition: the normal proves lower, the point is on the shape and proves upper.
 * Closed forms agree with the cast of a point. */
#include "lib/check.h"
#include "lib/make.h"
#include "proof/cast_pairs.h"

#include "casts/cast_ray.h"

#include <string.h>

static const double here[7] = {0, 0, 0, 0, 0, 0, 1};

static gd_ray ray_of(const cast_pair* c) {
    gd_ray ray = {
        .min_time = c->cast.min_time, .max_time = c->cast.max_time, .target = c->cast.target};
    memcpy(ray.direction, c->cast.displacement, sizeof ray.direction);
    memcpy(ray.origin, c->b.pose, (size_t)c->set_a.dimension * sizeof *ray.origin);
    return ray;
}

/* The result as the one of a cast whose B is a point at the origin of the ray. */
static gd_cast_result as_cast(const gd_ray* ray, const gd_ray_result* r, int dimension) {
    gd_cast_result c = {.status = r->status,
                        .iterations = r->iterations,
                        .hit = r->hit,
                        .time = r->time,
                        .lower = r->lower,
                        .upper = r->upper};
    memcpy(c.normal, r->normal, sizeof c.normal);
    memcpy(c.point_a, r->point, sizeof c.point_a);
    if (r->hit == 1.0 && r->status != GD_STATUS_OVERLAPPING)
        for (int i = 0; i < dimension; i++)
            c.point_b[i] = ray->origin[i] + r->lower * ray->direction[i];
    return c;
}

static void test_random_rays_are_certified(void) {
    const int kinds = DRAW_KINDS_3D + DRAW_KINDS_2D;
    for (uint64_t i = 0; i < ROUNDS(40000); i++) {
        draw d = {.state = i * UINT64_C(0xd1342543de82ef95) + 5};
        const int k = (int)(i / FAMILY_COUNT % (uint64_t)kinds);
        const gd_kind kind =
            k < DRAW_KINDS_3D ? draw_kinds_3d[k] : draw_kinds_2d[k - DRAW_KINDS_3D];
        cast_pair c;
        gd_ray_result r;
        gd_cast_result cast;
        if (!draw_ray(&d, (family)(i % FAMILY_COUNT), kind, &c)) continue;
        const gd_ray ray = ray_of(&c);
        CHECK(gd_cast_ray(c.a.shape, c.a.pose, &ray, NULL, &r) >= 0);
        const gd_cast_result as = as_cast(&ray, &r, c.set_a.dimension);
        CHECK_CERTIFIED(certify_cast_pair(&c, &as));
        gd_cast_shape(&(gd_query){c.a.shape, c.a.pose, c.b.shape, c.b.pose, NULL, NULL}, &c.cast,
                      &cast);
        const double rounding =
            1e-9 * c.a.shape->origin_bound_radius / fmax(fabs(c.cast.displacement[0]), 1e-300);
        if (cast.status == GD_STATUS_OPTIMAL && r.status == GD_STATUS_OPTIMAL && cast.hit == 1.0 &&
            r.hit == 1.0)
            CHECK(r.lower <= cast.upper + rounding && cast.lower <= r.upper + rounding);
        cast_pair_free(&c);
    }
}

static void test_refusals(void) {
    gd_shape* ball = make_sphere(1.0);
    gd_ray ray = {{-5, 0, 0}, {1, 0, 0}, 0.0, INFINITE, 0.0};
    gd_ray_result r;
    CHECK(gd_cast_ray(ball, here, &ray, NULL, &r) == GD_STATUS_OPTIMAL);
    CHECK_NEAR(r.time, 4.0, 1e-7);
    CHECK_NEAR(r.point[0], -1.0, 1e-12);
    CHECK_NEAR(r.normal[0], -1.0, 1e-12);
    const gd_settings settings = {.tolerance = 2.0, .max_iterations = 10};
    CHECK(gd_cast_ray(ball, here, &ray, &settings, &r) == GD_ERROR_SETTINGS);
    CHECK(gd_cast_ray(ball, (const double[7]){0}, &ray, NULL, &r) == GD_ERROR_POSE);
    ray.origin[1] = NOT_A_NUMBER;
    CHECK(gd_cast_ray(ball, here, &ray, NULL, &r) == GD_ERROR_MOTION);
    ray.origin[1] = 0.0;
    ray.direction[0] = 0.0;
    CHECK(gd_cast_ray(ball, here, &ray, NULL, &r) == GD_ERROR_MOTION);
    CHECK(r.status == GD_ERROR_MOTION && r.time == 0.0);
    gd_shape_destroy(ball);
}

TEST(cast_ray) {
    test_random_rays_are_certified();
    test_refusals();
}
