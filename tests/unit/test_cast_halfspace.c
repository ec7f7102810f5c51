/* Casts against half-spaces: the gap to the plane changes at a constant rate. */
#include "lib/check.h"
#include "lib/make.h"

#include <string.h>

static const double here[7] = {0, 0, 0, 0, 0, 0, 1};

/* The floor y <= 1, and a box of half height 2 whose centre is at y = 10. */
static gd_cast_result drop(bool floor_is_a, double speed, double min_time, double max_time,
                           double target) {
    const double record[10] = {GD_KIND_HALFSPACE, 0, 0, 0, 0, 0, 0, 3, 0, 3};
    gd_shape *floor = make(record, 10), *box = make_box(1, 2, 1);
    const double above[7] = {5, 10, -3, 0, 0, 0, 1};
    const gd_cast cast = {{0.5, floor_is_a ? -speed : speed, 0}, min_time, max_time, target};
    const gd_query fixed = {floor, here, box, above, NULL, NULL};
    const gd_query moved = {box, above, floor, here, NULL, NULL};
    gd_cast_result r;
    CHECK(gd_cast_shape(floor_is_a ? &fixed : &moved, &cast, &r) >= 0);
    gd_shape_destroy(floor);
    gd_shape_destroy(box);
    return r;
}

TEST(cast_halfspace) {
    for (int i = 0; i < 2; i++) {
        const bool a = i == 0;
        const gd_cast_result r = drop(a, 2.0, 0.0, 10.0, 0.0);
        CHECK(r.hit == 1.0 && r.lower <= 3.5 && r.upper >= 3.5 && r.upper - r.lower < 1e-12);
        CHECK_NEAR(r.normal[1], a ? 1.0 : -1.0, 1e-15);
        CHECK_NEAR(r.point_a[1], a ? 1.0 : 8.0, 1e-12);
        CHECK_NEAR(r.point_b[1], r.point_a[1], 1e-12);
        const gd_cast_result near = drop(a, 2.0, 0.0, 10.0, 1.0);
        CHECK_NEAR(near.time, 3.0, 1e-12);
        CHECK_NEAR(fabs(near.point_a[1] - near.point_b[1]), 1.0, 1e-12);
        CHECK(drop(a, 2.0, 0.0, 3.0, 0.0).hit == 0.0);
        CHECK(drop(a, 2.0, 4.0, 9.0, 0.0).status == GD_STATUS_OVERLAPPING);
        CHECK(drop(a, -2.0, 0.0, INFINITE, 0.0).hit == 0.0);
        CHECK(drop(a, -2.0, -4.0, 9.0, 0.0).status == GD_STATUS_OVERLAPPING);
        CHECK(drop(a, 0.0, 0.0, INFINITE, 0.0).hit == 0.0);
        CHECK(drop(a, 0.0, 0.0, INFINITE, 7.0).status == GD_STATUS_OVERLAPPING);
    }
    const double record[10] = {GD_KIND_HALFSPACE, 0, 0, 0, 0, 0, 0, 3, 0, 3};
    gd_shape* floor = make(record, 10);
    const gd_cast cast = {{0, 1, 0}, 0, 1, 0};
    gd_cast_result r;
    CHECK(gd_cast_shape(&(gd_query){floor, here, floor, here, NULL, NULL}, &cast, &r) ==
          GD_ERROR_UNDEFINED);
    gd_shape_destroy(floor);
}
