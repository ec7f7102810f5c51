/* Fuzzes shape records: any bytes are refused, or make a shape that answers every query. */
#include "fuzz.h"

#define DOUBLES 160

/* Reads raw bytes, or a type and numbers of which some are special. */
static size_t record_read(draw* d, double* record) {
    const uint8_t way = draw_byte(d);
    if (way < 64) {
        const size_t count = d->left / 8 < DOUBLES ? d->left / 8 : DOUBLES;
        memcpy(record, d->bytes, 8 * count);
        return count;
    }
    size_t length = GD_RECORD_PARAMETERS + draw_byte(d) % 120;
    for (size_t i = 0; i < length; i++)
        record[i] = draw_any(d);
    record[GD_RECORD_KIND] = draw_byte(d) % 34;
    if (way < 224) record[GD_RECORD_MARGIN] = draw_byte(d) & 1 ? 0.25 : 0.0;
    if (way < 192) {
        record[GD_RECORD_HAS_CENTER] = 0.0;
        /* nearly valid: one number replaced */
        length = draw_record(d, draw_kinds_3d[draw_byte(d) % DRAW_KINDS_3D], FAMILY_GENERAL, 1.0,
                             record);
        if (length > DOUBLES) return 0;
        record[draw_byte(d) % length] = draw_any(d);
        if (way < 96 && length > 0) length--;
    }
    return length;
}

static void record_ask(draw* d, const gd_shape* shape) {
    gd_shape_info info;
    double direction[GD_DIMENSION_MAX], point[GD_DIMENSION_MAX], center[GD_DIMENSION_MAX];
    double box[6], pose[7];
    gd_shape_describe(shape, &info);
    REQUIRE(info.dimension >= 2.0 && info.dimension <= GD_DIMENSION_MAX);
    REQUIRE(info.inradius >= 0.0 && info.volume >= 0.0);
    REQUIRE(info.bound_radius >= 0.0 || info.bound_radius == -1.0);
    const int n = (int)info.dimension;
    gd_shape_center(shape, center);
    for (int i = 0; i < n; i++) {
        REQUIRE(fabs(center[i]) <= (double)INFINITY);
        direction[i] = draw_any(d);
    }
    if (gd_shape_support(shape, direction, point) == GD_STATUS_OPTIMAL) {
        /* in long double, whose squares neither overflow nor underflow */
        real square = 0;
        for (int i = 0; i < n; i++)
            square += ((real)point[i] - center[i]) * ((real)point[i] - center[i]);
        REQUIRE(sqrtl(square) <= (real)info.bound_radius * (1 + 1e-9L) + 1e-12L * fabsl(center[0]) +
                                     1e-12L * (fabsl(center[1]) + fabsl(center[n - 1])));
    }
    for (int i = 0; i < 7; i++)
        pose[i] = draw_any(d);
    if (n <= 3 && gd_shape_bounds(shape, pose, box) == GD_STATUS_OPTIMAL)
        for (int i = 0; i < 3; i++)
            REQUIRE(box[i] <= box[i + 3] || fabs(box[i] - box[i + 3]) <= 1e-12 * fabs(box[i]));
    if (n <= 3) {
        const int contains = gd_shape_contains(shape, pose);
        REQUIRE(contains == 0 || contains == 1 || contains < 0);
    }
    double* vertices = malloc(sizeof(double) * 3 * ((size_t)info.vertex_count + 1));
    uint32_t* triangles = malloc(sizeof(uint32_t) * 3 * ((size_t)info.triangle_count + 1));
    gd_shape_surface(shape, vertices, triangles);
    for (size_t i = 0; i < 3 * (size_t)info.triangle_count; i++)
        REQUIRE(triangles[i] < (uint32_t)info.vertex_count);
    free(vertices);
    free(triangles);
}

/* Runs every query of a pair of any sizes and poses: bounds must be in order and no number NaN. */
static void record_pair(draw* d, const gd_shape* a, const gd_shape* b) {
    double pose_a[7], pose_b[7];
    for (int i = 0; i < 7; i++) {
        pose_a[i] = draw_any(d);
        pose_b[i] = draw_any(d);
    }
    if (draw_byte(d) & 1) pose_a[6] = pose_b[6] = 1.0;
    gd_growth_result growth;
    gd_collision_result collision;
    gd_distance_result distance;
    gd_penetration_result depth;
    gd_signed_result both;
    gd_growth_gradient_result gradient;
    gd_jacobians jacobians;
    gd_growth_distance(&(gd_query){a, pose_a, b, pose_b, NULL, NULL}, &growth);
    REQUIRE(fuzz_is_status(growth.status) && growth.lower <= growth.upper);
    gd_collide(&(gd_query){a, pose_a, b, pose_b, NULL, NULL}, &collision);
    REQUIRE(fuzz_is_status(collision.status) && collision.lower <= collision.upper);
    gd_distance(&(gd_query){a, pose_a, b, pose_b, NULL, NULL}, &distance);
    REQUIRE(fuzz_is_status(distance.status) && distance.lower <= distance.value);
    gd_penetration(&(gd_query){a, pose_a, b, pose_b, NULL, NULL}, &depth);
    REQUIRE(fuzz_is_status(depth.status) && depth.lower <= depth.depth);
    gd_signed_distance(&(gd_query){a, pose_a, b, pose_b, NULL, NULL}, &both);
    REQUIRE(fuzz_is_status(both.status) && both.lower <= both.upper);
    gd_growth_gradient(&(gd_query){a, pose_a, b, pose_b, NULL, NULL}, NULL, &jacobians, &gradient);
    REQUIRE(fuzz_is_status(gradient.result.status));
    const int answer = gd_intersects(&(gd_query){a, pose_a, b, pose_b, NULL, NULL});
    REQUIRE(answer < 0 ? collision.status == answer : answer == (int)collision.colliding);
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    draw d = {.bytes = data, .left = size};
    double records[2][DRAW_RECORD_MAX];
    gd_shape* shapes[2] = {NULL, NULL};
    for (int i = 0; i < 2; i++) {
        const size_t length = record_read(&d, records[i]);
        /* exactly as long as claimed, so that the sanitizer reports a read past its end */
        double* exact = malloc(8 * length + 1);
        memcpy(exact, records[i], 8 * length);
        const gd_status status = gd_shape_create_custom(exact, length, &set_custom, &shapes[i]);
        free(exact);
        REQUIRE((status == GD_STATUS_OPTIMAL) == (shapes[i] != NULL));
        REQUIRE(status <= GD_STATUS_OPTIMAL && status >= GD_ERROR_PARTS);
        if (shapes[i]) record_ask(&d, shapes[i]);
    }
    if (shapes[0] && shapes[1]) record_pair(&d, shapes[0], shapes[1]);
    gd_shape_destroy(shapes[0]);
    gd_shape_destroy(shapes[1]);
    return 0;
}
