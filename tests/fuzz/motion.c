/* Fuzzes casts, rays, their derivatives and times of impact, and certifies the results. Some
 * numbers of the motion are arbitrary: then each query must return a valid status, or refuse. */
#include "fuzz.h"

#include "proof/draw_motion.h"

/* Replaces numbers of a motion by any doubles, and runs every query. */
static void ask_damaged(draw* d, const asked* pair) {
    moving m = pair->move;
    double* at = m.motion.velocity_a;
    for (int i = draw_byte(d) % 4; i >= 0; i--)
        at[draw_byte(d) % (sizeof m / sizeof *at)] = draw_any(d);
    const double *v = m.motion.velocity_b, *from = pair->b->pose;
    const gd_cast cast = {{v[0], v[1], v[2]}, m.min_time, m.max_time, m.motion.target};
    const gd_ray ray = {{from[0], from[1], from[2]}, {v[0], v[1], v[2]}, m.min_time, m.max_time, 0};
    const gd_query query = {pair->a->shape, pair->a->pose, pair->b->shape,
                            pair->b->pose,  NULL,          NULL};
    gd_cast_result moved, met;
    gd_cast_gradient_result derived;
    gd_ray_result hit;
    gd_cast_shape(&query, &cast, &moved);
    gd_cast_gradient(&query, &cast, &derived);
    gd_cast_ray(query.a, query.pose_a, &ray, NULL, &hit);
    gd_time_of_impact(&query, &m.motion, &met);
    REQUIRE(fuzz_is_motion_status(moved.status) && moved.status == derived.result.status);
    REQUIRE(fuzz_is_motion_status(hit.status) && fuzz_is_motion_status(met.status));
    for (int i = 0; i < 16; i++)
        REQUIRE(fabs((&derived.unique)[i]) < (double)INFINITY);
    REQUIRE(moved.lower == moved.lower && met.lower == met.lower && hit.lower == hit.lower);
    REQUIRE(moved.status < 0.0 || moved.lower <= moved.upper);
    REQUIRE(met.status < 0.0 || met.lower <= met.upper);
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    draw d = {.bytes = data, .left = size};
    drawn a, b;
    if (!fuzz_pair(&d, &a, &b)) return 0;
    asked pair;
    moving move;
    draw_moving(&d, &a, &b, &move);
    asked_make(&pair, &a, &b);
    pair.move = move;
    for (int i = 0; i < 3; i++) {
        const question q = ASK_CAST + draw_byte(&d) % (ASK_COUNT - ASK_CAST);
        gd_settings settings;
        fuzz_ask(q, &pair, ask_settings(q, &d, &settings), NULL);
    }
    ask_damaged(&d, &pair);
    drawn_free(&a, &b);
    return 0;
}
