/* Begin and end of the comparison methods: the first bounds, points of the inner ball, and portals
 * around the ray. Proofs are completed to points on the ray, whatever their weights. */
#include "lib/check.h"
#include "lib/compared.h"
#include "lib/make.h"

#include "compare/ray.h"

#include <string.h>

/* A box and an ellipsoid with centres away from the middle. */
static void make_pair(gd_shape** a, gd_shape** b) {
    const double box[9] = {GD_KIND_BOX, 0.25, 1, 0.3, -0.2, 0.1, 1, 2, 1.5};
    const double egg[9] = {GD_KIND_ELLIPSOID, 0, 1, 0.1, 0.2, -0.3, 2, 1, 1.5};
    *a = make(box, 9);
    *b = make(egg, 9);
}

static bool holds(const gd_shape* shape, vec3 x) {
    const vec3 local = madd3(shape->center, 1.0 - 1e-9, x);
    return gd_shape_contains(shape, (const double[3]){local.x, local.y, local.z}) == 1;
}

/* At first C contains a ball about the origin and is within the extent; nothing more is proved. */
static void test_the_first_bounds(const gd_shape* a, const gd_shape* b) {
    double pose[7];
    compared_pose(pose, 1.0);
    const gd_query query = {a, compared_here, b, pose, &compared_usual, NULL};
    compare_ray ray;
    CHECK(gd_ray_init(&ray, &query) == GD_STATUS_OPTIMAL);
    CHECK(ray.inner == 0.0 && ray.count == 0 && ray.iterations == 0.0 && !ray.trace);
    CHECK(ray.max_iterations == compared_usual.max_iterations && !ray_proved(&ray));
    CHECK_NEAR(ray.unit * ray.extent * ray.extent, 1.0, 1e-15);
    CHECK(max_abs3(sub3(ray.normal, ray.pair.ray)) == 0.0);
    for (int i = 0; i < 200; i++) {
        const double x = random_between(-1.0, 1.0), y = random_between(-1.0, 1.0);
        const vec3 n = unit3(make3(x, y, random_between(-1.0, 1.0)));
        vertex3 s, in_ball;
        pair3_support(&ray.pair, n, 1.0, &s);
        CHECK(dot3(n, s.s) >= ray.ball && length3(s.s) <= ray.extent * (1.0 + 1e-15));
        const vec3 at = scale3(ray.ball * random_next(), n);
        gd_ray_ball(&ray, at, &in_ball);
        CHECK(max_abs3(sub3(in_ball.s, at)) < 1e-14 && holds(a, in_ball.a) && holds(b, in_ball.b));
        CHECK_NEAR(in_ball.w, dot3(ray.pair.ray, at), 1e-14);
        /* the plane of a support vertex bounds where the ray leaves */
        const double outer = ray.outer, along = dot3(n, ray.pair.ray);
        ray_support(&ray, n, &s);
        CHECK(ray.iterations == i + 1.0 && ray.outer <= outer);
        if (along > 0.0) CHECK(ray.outer <= dot3(n, s.s) / along * (1.0 + 1e-15));
    }
}

/* Weights that miss the ray by a little or a lot, or no points: the completed mean must be on the
 * ray. */
static void test_proofs_are_completed(const gd_shape* a, const gd_shape* b) {
    for (int i = 0; i < 300; i++) {
        double pose[7];
        compared_pose(pose, 1.0);
        const gd_query query = {a, compared_here, b, pose, &compared_usual, NULL};
        compare_ray ray;
        CHECK(gd_ray_init(&ray, &query) == GD_STATUS_OPTIMAL);
        ray.count = i % 4;
        for (int k = 0; k < ray.count; k++) {
            const double aside = random_between(-0.5, 0.5);
            const vec3 n = add3(ray.pair.ray, make3(aside, random_between(-0.5, 0.5), 0.1));
            pair3_support(&ray.pair, n, 1.0 / length3(n), &ray.point[k]);
            ray.weight[k] = random_between(0.1, 1.0);
        }
        gd_growth_result r;
        gd_growth_result truth;
        gd_growth_distance(&query, &truth);
        compare_ray done = ray;
        gd_ray_complete(&done);
        vec3 mean = make3(0.0, 0.0, 0.0);
        double sum = 0.0;
        for (int k = 0; k < done.count; k++) {
            CHECK(done.weight[k] >= 0.0);
            mean = madd3(mean, done.weight[k], done.point[k].s);
            sum += done.weight[k];
        }
        mean = scale3(1.0 / sum, mean);
        CHECK(max_abs3(sub3(mean, scale3(done.inner, ray.pair.ray))) < 1e-13);
        CHECK(done.inner >= 0.98 * ray.ball * (1.0 - 1e-15));
        CHECK(done.inner <= ray.pair.distance / truth.lower * (1.0 + 1e-12));
        CHECK(done.count == 1 || done.count == i % 4 + 1);
        /* the result: points of the shapes, and never optimal without a proof */
        CHECK(gd_ray_finish(&ray, GD_STATUS_OPTIMAL, &r) == GD_STATUS_PRECISION);
        CHECK_NEAR(r.upper * done.inner, ray.pair.distance, 1e-12 * ray.pair.distance);
        CHECK_NEAR(r.lower * ray.outer, ray.pair.distance, 1e-12 * ray.pair.distance);
        compared_check_certificate(
            &query,
            &(gd_growth_result){.lower = truth.lower,
                                .upper = r.upper,
                                .normal = {truth.normal[0], truth.normal[1], truth.normal[2]},
                                .point_a = {r.point_a[0], r.point_a[1], r.point_a[2]},
                                .point_b = {r.point_b[0], r.point_b[1], r.point_b[2]},
                                .contact = {r.contact[0], r.contact[1], r.contact[2]}},
            1.0);
        ray.outer = ray.inner = ray.ball; /* equal bounds are a proof, whatever the status was */
        ray.count = 0;
        gd_ray_complete(&ray);
        ray.outer = ray.inner * (1.0 + 1e-9);
        CHECK(gd_ray_finish(&ray, GD_STATUS_MAX_ITERATIONS, &r) == GD_STATUS_OPTIMAL);
    }
}

/* Triangles around the ray in either orientation, and triangles beside it. */
static void test_portals_surround_the_ray(const gd_shape* a, const gd_shape* b) {
    const double pose[7] = {4, 0, 0, 0, 0, 0, 1};
    const gd_query query = {a, compared_here, b, pose, &compared_usual, NULL};
    compare_ray ray;
    CHECK(gd_ray_init(&ray, &query) == GD_STATUS_OPTIMAL);
    for (int i = 0; i < 300; i++) {
        vertex3 v[3];
        memset(v, 0, sizeof v);
        for (int k = 0; k < 3; k++) {
            v[k].u = random_between(-1.0, 1.0);
            v[k].v = random_between(-1.0, 1.0);
            v[k].w = random_between(1.0, 2.0);
        }
        bool left = true, right = true;
        for (int k = 0; k < 3; k++) {
            const vertex3 *p = &v[k], *q = &v[(k + 1) % 3];
            left = left && p->u * q->v - p->v * q->u >= 0.0;
            right = right && p->u * q->v - p->v * q->u <= 0.0;
        }
        portal3 portal;
        CHECK(gd_ray_surrounded(v, &portal) == (left || right));
        if (!left && !right) continue;
        double u = 0.0, w = 0.0, sum = 0.0;
        for (int k = 0; k < 3; k++) {
            u += portal.weight[k] * portal.v[k].u;
            w += portal.weight[k] * portal.v[k].w;
            sum += portal.weight[k];
        }
        CHECK_NEAR(u, 0.0, 1e-15);
        CHECK_NEAR(portal.inner, w / sum, 1e-15);
        CHECK_NEAR(portal.weight_sum, sum, 1e-15);
    }
}

static void test_refusals(const gd_shape* a) {
    const double segment[12] = {GD_KIND_SEGMENT, 0, 0, 0, 0, 0, -1, 0, 0, 1, 0, 0};
    const double none[7] = {0};
    gd_shape* line = make(segment, 12);
    compare_ray ray;
    const gd_query pose = {a, compared_here, a, none, &compared_usual, NULL};
    const gd_query flat = {line, compared_here, line, compared_here, &compared_usual, NULL};
    CHECK(gd_ray_init(&ray, &pose) == GD_ERROR_POSE);
    CHECK(gd_ray_init(&ray, &flat) == GD_ERROR_UNDEFINED);
    gd_shape_destroy(line);
}

TEST(ray) {
    gd_shape *a, *b;
    make_pair(&a, &b);
    for (int i = 0; i < 10; i++)
        test_the_first_bounds(a, b);
    test_proofs_are_completed(a, b);
    test_portals_surround_the_ray(a, b);
    test_refusals(a);
    gd_shape_destroy(a);
    gd_shape_destroy(b);
}
