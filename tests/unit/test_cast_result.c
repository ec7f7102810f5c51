/* The results of casts that end without a search: complete records, also over old contents. */
#include "lib/check.h"

#include "casts/cast.h"

static const gd_cast cast = {{1, 2, 3}, -0.5, 2.0, 0.25};

static gd_cast_result dirty(void) {
    gd_cast_result r;
    double* at = &r.status;
    for (size_t i = 0; i < sizeof r / sizeof *at; i++)
        at[i] = 7.0;
    return r;
}

static void test_a_miss_keeps_its_proof(void) {
    gd_cast_result r = dirty();
    CHECK(gd_cast_missed(&cast, make3(0.0, 0.6, -0.8), &r) == GD_STATUS_OPTIMAL);
    CHECK(r.status == GD_STATUS_OPTIMAL && r.hit == 0.0 && r.lower == 2.0);
    CHECK(r.time == INFINITE && r.upper == INFINITE);
    CHECK(r.normal[0] == 0.0 && r.normal[1] == 0.6 && r.normal[2] == -0.8);
    for (int i = 0; i < 3; i++)
        CHECK(r.point_a[i] == 0.0 && r.point_b[i] == 0.0);
    CHECK(r.iterations == 7.0); /* the caller's */
}

static void test_an_overlap_is_at_the_start(void) {
    gd_cast_result r = dirty();
    CHECK(gd_cast_overlapping(&cast, &r) == GD_STATUS_OVERLAPPING);
    CHECK(r.status == GD_STATUS_OVERLAPPING && r.hit == 1.0);
    CHECK(r.time == -0.5 && r.lower == -0.5 && r.upper == -0.5);
    for (int i = 0; i < 3; i++)
        CHECK(r.normal[i] == 0.0 && r.point_a[i] == 0.0 && r.point_b[i] == 0.0);
}

TEST(cast_result) {
    test_a_miss_keeps_its_proof();
    test_an_overlap_is_at_the_start();
}
