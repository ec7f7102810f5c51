/* The global depth by second order agrees with EPA, within both certificates, on pairs of every
 * curved type, and its trace shows every direction. */
#include "lib/check.h"
#include "lib/second_order.h"

#include "depth/depth.h"

#include <stdlib.h>
#include <string.h>

#define PAIRS ROUNDS(3000)

static newton_depth_end solve(const curved_pair* p, const vec3* start, depth_bounds* d) {
    depth_plan plan = {.query = &p->query, .directed = start != NULL};
    if (start) plan.direction = *start;
    return gd_newton_depth(&p->g, &plan, d);
}

/* Checks the bounds and points against those of EPA. */
static void check_depth(curved_pair* p, const depth_bounds* d) {
    const double radius = p->a.shape->radius + p->b.shape->radius, extent = p->g.extent;
    const double rounding = 1e-13 * extent, depth = d->upper + radius, lower = d->lower + radius;
    gd_settings epa = p->settings;
    epa.method = GD_METHOD_EPA;
    gd_query query = p->query;
    query.settings = &epa;
    gd_signed_result r;
    gd_signed_distance(&query, &r);
    CHECK(lower <= depth && depth - lower <= GD_DEFAULT_TOLERANCE * depth * (1.0 + 1e-9));
    CHECK(depth >= -r.upper - rounding && lower <= -r.lower + rounding);
    CHECK_NEAR(length3(d->normal), 1.0, 1e-14);
    CHECK_NEAR(curved_height(p, d->normal), d->upper, rounding);
    const pair3* pair = &p->g.pair;
    const vec3 x = sub3(sub3(d->a, rotate(&pair->b_to_a, d->b)), pair->p);
    CHECK_NEAR(dot3(x, d->normal), d->upper, 1e-6 * extent);
}

static void test_random_pairs_agree_with_epa(void) {
    int found = 0, apart = 0, lost = 0;
    double steps = 0.0;
    for (int i = 0; i < PAIRS; i++) {
        curved_pair p;
        curved_draw(&p, i % 2 ? 0.5 : 2.0, i % 16 == 0);
        CHECK(gd_newton_depth_fits(p.a.shape, p.b.shape));
        depth_bounds d;
        const vec3 start = curved_direction();
        const newton_depth_end end = solve(&p, i % 3 ? NULL : &start, &d);
        found += end == NEWTON_DEPTH_FOUND;
        apart += end == NEWTON_DEPTH_APART;
        lost += end == NEWTON_DEPTH_LOST;
        steps += d.iterations;
        CHECK(d.iterations <= NEWTON_DEPTH_STEPS + 16.0 && d.calls == d.iterations);
        if (end == NEWTON_DEPTH_FOUND) check_depth(&p, &d);
        if (end == NEWTON_DEPTH_APART) {
            CHECK(d.upper + p.a.shape->radius + p.b.shape->radius <= 0.0);
            CHECK_NEAR(curved_height(&p, d.normal), d.upper, 1e-13 * p.g.extent);
        }
        curved_destroy(&p);
    }
    CHECK(found > PAIRS / 3 * 2 && apart > PAIRS / 15 && lost < 0.04 * PAIRS);
    CHECK(steps < 14.0 * PAIRS);
}

/* With a coarse tolerance the lower bound is far below; the true depth is still between. */
static void test_tolerances(void) {
    for (int i = 0; i < 500; i++) {
        curved_pair p;
        curved_draw(&p, 0.5, false);
        depth_bounds fine, coarse;
        const newton_depth_end end = solve(&p, NULL, &fine);
        p.settings.tolerance = 0.9 * random_next();
        if (end == NEWTON_DEPTH_FOUND && solve(&p, NULL, &coarse) == NEWTON_DEPTH_FOUND) {
            CHECK(coarse.lower <= fine.upper + 1e-13 * p.g.extent);
            CHECK(coarse.upper >= fine.lower - 1e-13 * p.g.extent);
        }
        curved_destroy(&p);
    }
}

static void test_the_trace_has_a_row_for_each_direction(void) {
    enum { ROOM = 20000 };
    gd_trace* trace = malloc(sizeof *trace + ROOM * sizeof(double));
    CHECK(trace != NULL);
    if (!trace) return;
    for (int i = 0; i < 50; i++) {
        curved_pair p;
        curved_draw(&p, 0.5, false);
        *trace = (gd_trace){.capacity = ROOM, .quantity = GD_QUANTITY_DEPTH};
        depth_bounds plain, traced;
        solve(&p, NULL, &plain);
        p.settings.trace = (double)(uintptr_t)trace;
        solve(&p, NULL, &traced);
        CHECK(traced.upper == plain.upper && traced.iterations == plain.iterations);
        CHECK(trace->iterates <= plain.iterations && trace->iterates >= plain.iterations - 8.0);
        const gd_iterate* row = (const gd_iterate*)(const void*)trace->rows;
        CHECK(row->type == GD_ITERATE_DIRECTION && row->support == 1.0 && row->vertex_count == 1.0);
        curved_destroy(&p);
    }
    free(trace);
}

/* Stacked cylinders whose axes are parallel up to rounding: the rims turn round in that angle, so
 * both faces are evaluated at once. */
static void test_stacked_cylinders(void) {
    for (int i = 0; i < 300; i++) {
        curved_pair p;
        draw_shape(GD_KIND_CYLINDER, 1.0, &p.a);
        draw_shape(GD_KIND_CYLINDER, 1.0, &p.b);
        draw_pose(3, 1.0, false, p.pose_a);
        memcpy(p.pose_b, p.pose_a, sizeof p.pose_b);
        for (int k = 3; k < 7; k++)
            p.pose_b[k] *= 1.0 + random_between(-2.0, 2.0) * GD_EPS;
        p.settings = (gd_settings){.tolerance = GD_DEFAULT_TOLERANCE, .max_iterations = 500.0};
        p.query = (gd_query){p.a.shape, p.pose_a, p.b.shape, p.pose_b, &p.settings, NULL};
        CHECK(gd_gjk_init(&p.g, &p.query, false));
        const vec3 half_a = p.a.shape->size, half_b = p.b.shape->size;
        const double depth = 1e-3 * fmin(half_a.y, half_b.y) * (1.0 + random_next());
        const double aside = 0.5 * random_next() * (half_a.x + half_b.x) * (i % 2);
        const vec3 up =
            rotate(&p.g.pair.rotation_a, make3(aside, half_a.y + half_b.y - depth, 0.0));
        double at[3];
        store3(at, up);
        for (int k = 0; k < 3; k++)
            p.pose_b[k] = p.pose_a[k] + at[k];
        CHECK(gd_gjk_init(&p.g, &p.query, false));
        depth_bounds d;
        CHECK(solve(&p, NULL, &d) == NEWTON_DEPTH_FOUND);
        CHECK_NEAR(d.upper, depth, 1e-14 * p.g.extent);
        CHECK_NEAR(d.normal.y, 1.0, 1e-15);
        CHECK(d.iterations < 16.0);
        check_depth(&p, &d);
        curved_destroy(&p);
    }
}

TEST(newton_depth) {
    test_stacked_cylinders();
    test_random_pairs_agree_with_epa();
    test_tolerances();
    test_the_trace_has_a_row_for_each_direction();
}
