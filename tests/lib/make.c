/* Shapes from their records: see make.h. */
#include "make.h"

#include "check.h"

#include <string.h>

gd_shape* make(const double* record, size_t length) {
    gd_shape* shape;
    CHECK(gd_shape_create(record, length, &shape) == GD_STATUS_OPTIMAL);
    return shape;
}

gd_shape* make_sphere(double radius) {
    const double record[7] = {GD_KIND_SPHERE, 0, 0, 0, 0, 0, radius};
    return make(record, 7);
}

gd_shape* make_box(double x, double y, double z) {
    const double record[9] = {GD_KIND_BOX, 0, 0, 0, 0, 0, x, y, z};
    return make(record, 9);
}

gd_shape* make_rectangle(double x, double y) {
    const double record[8] = {GD_KIND_RECTANGLE, 0, 0, 0, 0, 0, x, y};
    return make(record, 8);
}

gd_shape* make_norm_ball(int n, double p, double radius) {
    const double record[9] = {GD_KIND_NORM_BALL, 0, 0, 0, 0, 0, n, p, radius};
    return make(record, 9);
}

gd_shape* make_ball(double radius) {
    const double record[9] = {GD_KIND_ELLIPSOID, 0, 0, 0, 0, 0, radius, radius, radius};
    return make(record, 9);
}

gd_shape* make_circle(double radius) {
    const double record[8] = {GD_KIND_ELLIPSE, 0, 0, 0, 0, 0, radius, radius};
    return make(record, 8);
}

gd_status try_record(const double* record, size_t length) {
    gd_shape* shape;
    const gd_status status = gd_shape_create(record, length, &shape);
    CHECK((status == GD_STATUS_OPTIMAL) == (shape != NULL));
    gd_shape_destroy(shape);
    return status;
}

size_t wrap(double* record, size_t length, const double diagonal[3], double x) {
    memmove(record + 18, record, length * sizeof *record);
    memset(record, 0, 18 * sizeof *record);
    record[0] = GD_KIND_TRANSFORMED;
    for (int i = 0; i < 3; i++)
        record[6 + 4 * i] = diagonal[i];
    record[15] = x;
    return length + 18;
}
