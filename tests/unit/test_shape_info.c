/* Sizes, centre, support points, box and surface of shapes, from closed forms. */
#include "lib/check.h"
#include "lib/draw.h"
#include "lib/make.h"

#include "growth_distance.h"

#include <string.h>

static void test_radii_have_closed_forms(void) {
    const struct {
        double record[15];
        size_t length;
        double dimension, inradius, bound;
    } cases[] = {
        {{GD_KIND_SPHERE, 0.5, 0, 0, 0, 0, 2}, 7, 3, 2.5, 2.5},
        {{GD_KIND_SPHERE, 0.5, 1, 0, 1, 0, 2}, 7, 3, 1.5, 3.5},
        {{GD_KIND_BOX, 0, 0, 0, 0, 0, 2, 3, 6}, 9, 3, 2, 7},
        {{GD_KIND_BOX, 0.25, 1, 0, -1, 0, 1, 2, 2}, 9, 3, 1.25, sqrt(14.0) + 0.25},
        {{GD_KIND_CAPSULE, 0, 0, 0, 0, 0, 2, 0.5}, 8, 3, 0.5, 2.5},
        {{GD_KIND_CYLINDER, 0, 0, 0, 0, 0, 3, 4}, 8, 3, 3, 5},
        {{GD_KIND_ELLIPSOID, 0, 0, 0, 0, 0, 2, 0.5, 3}, 9, 3, 0.5, 3},
        /* the side falls by 4 over 3: it is 6/5 from the middle */
        {{GD_KIND_CONE, 0, 0, 0, 0, 0, 2, 3}, 8, 3, 1.2, sqrt(13.0)},
        {{GD_KIND_FRUSTUM, 0, 0, 0, 0, 0, 4, 3, 3}, 9, 3, 3, 5},
        {{GD_KIND_HALFSPACE, 0, 0, 0, 0, 0, 0, 2, 0, 3}, 10, 3, 0, -1},
        {{GD_KIND_SEGMENT, 0, 0, 0, 0, 0, 1, 2, 2, -1, -2, -2}, 12, 3, 0, 3},
        {{GD_KIND_SEGMENT, 0.5, 0, 0, 0, 0, 1, 2, 2, -1, -2, -2}, 12, 3, 0.5, 3.5},
        {{GD_KIND_TRIANGLE, 0, 0, 0, 0, 0, 2, -1, 0, -1, 2, 0, -1, -1, 0}, 15, 3, 0, sqrt(5.0)},
        {{GD_KIND_CIRCLE, 0, 0, 0, 0, 0, 2}, 7, 2, 2, 2},
        {{GD_KIND_RECTANGLE, 0, 0, 0, 0, 0, 3, 4}, 8, 2, 3, 5},
        {{GD_KIND_STADIUM, 0, 0, 0, 0, 0, 2, 0.5}, 8, 2, 0.5, 2.5},
    };
    for (size_t i = 0; i < LENGTH(cases); i++) {
        gd_shape* shape = make(cases[i].record, cases[i].length);
        gd_shape_info info;
        gd_shape_describe(shape, &info);
        CHECK(info.kind == cases[i].record[0] && info.dimension == cases[i].dimension);
        if (cases[i].record[0] != GD_KIND_HALFSPACE)
            CHECK_NEAR(info.inradius, cases[i].inradius, 1e-13);
        CHECK_NEAR(info.bound_radius, cases[i].bound, 1e-12);
        CHECK(info.vertex_count == 0.0 && info.triangle_count == 0.0 && info.volume == 0.0);
        for (int k = 0; k < 3 && cases[i].record[GD_RECORD_HAS_CENTER] != 0.0; k++)
            CHECK(info.center[k] == cases[i].record[GD_RECORD_CENTER + k]);
        gd_shape_destroy(shape);
    }
}

/* A corner of a cube: three of its four faces are in coordinate planes. */
static void test_hulls_and_polygons_have_counts_and_volumes(void) {
    const double corner[] = {
        GD_KIND_HULL, 0, 0, 0, 0, 0, 0, 0, 0, 3, 0, 0, 0, 3, 0, 0, 0, 3, 1, 0.5, 0.5, 0.5, 0.5, 1};
    const double square[] = {GD_KIND_POLYGON, 0, 1, 1, 0.5, 0, 0, 0, 4, 0, 4, 2, 0, 2, 1, 1};
    gd_shape *hull = make(corner, LENGTH(corner)), *polygon = make(square, LENGTH(square));
    gd_shape_info info;
    gd_shape_describe(hull, &info);
    CHECK(info.vertex_count == 4.0 && info.triangle_count == 4.0);
    CHECK_NEAR(info.volume, 4.5, 1e-14);
    double center[3] = {0, 0, 7};
    gd_shape_center(hull, center);
    for (int k = 0; k < 3; k++) {
        CHECK_NEAR(center[k], 0.75, 1e-15);
        CHECK(center[k] == info.center[k]);
    }
    CHECK_NEAR(info.inradius, 0.75 / sqrt(3.0), 1e-14); /* below the slanted face x + y + z = 3 */
    CHECK_NEAR(info.bound_radius, sqrt(2.25 * 2.25 + 2.0 * 0.75 * 0.75), 1e-13);
    gd_shape_describe(polygon, &info);
    CHECK(info.dimension == 2.0 && info.vertex_count == 4.0 && info.triangle_count == 0.0);
    CHECK(info.volume == 8.0 && info.inradius == 0.5);
    center[2] = 7.0;
    gd_shape_center(polygon, center);
    CHECK(center[0] == 1.0 && center[1] == 0.5 &&
          center[2] == 7.0); /* only two numbers are written */
    gd_shape_destroy(hull);
    gd_shape_destroy(polygon);
}

/* The support point of a box is its corner in the direction's octant, moved by the margin along the
 * direction, which may have any length. */
static void test_support_points_of_directions_of_any_length(void) {
    const double half[3] = {1.0, 2.0, 0.5}, margin = 0.25;
    const double record[9] = {GD_KIND_BOX, margin, 1, 0.1, 0.2, 0.3, half[0], half[1], half[2]};
    const double flat[8] = {GD_KIND_RECTANGLE, margin, 0, 0, 0, 0, half[0], half[1]};
    gd_shape *box = make(record, 9), *rectangle = make(flat, 8);
    for (int i = 0; i < 400; i++) {
        const double scale = ldexp(1.0, 5 * (i % 400) - 1000);
        double n[3], d[3], length = 0.0, point[3], plane[3] = {7, 7, 7}, length2 = 0.0;
        for (int k = 0; k < 3; k++) {
            n[k] = random_between(-1.0, 1.0);
            d[k] = n[k] * scale;
            length += n[k] * n[k];
            if (k < 2) length2 = length;
        }
        CHECK(gd_shape_support(box, d, point) == GD_STATUS_OPTIMAL);
        CHECK(gd_shape_support(rectangle, d, plane) == GD_STATUS_OPTIMAL);
        for (int k = 0; k < 3; k++) {
            const double corner = copysign(half[k], n[k]);
            CHECK_NEAR(point[k], corner + margin * n[k] / sqrt(length), 1e-13);
            if (k < 2) CHECK_NEAR(plane[k], corner + margin * n[k] / sqrt(length2), 1e-13);
        }
        CHECK(plane[2] == 0.0);
    }
    gd_shape_destroy(box);
    gd_shape_destroy(rectangle);
}

/* A quarter turn about z exchanges two half extents; a turn by 60 degrees in 2D mixes them. */
static void test_bounds_of_turned_boxes(void) {
    const double record[9] = {GD_KIND_BOX, 0.5, 1, 0.1, 0.2, 0.3, 1, 2, 4};
    const double flat[8] = {GD_KIND_RECTANGLE, 0.5, 0, 0, 0, 0, 1, 2};
    const double quarter[7] = {10, 20, 30, 0, 0, 1, 1}, turned[3] = {10, 20, acos(0.5)};
    const double half[3] = {2.5, 1.5, 4.5};
    const double half2[2] = {0.5 + sqrt(3.0) + 0.5, sqrt(0.75) + 1.0 + 0.5};
    gd_shape *box = make(record, 9), *rectangle = make(flat, 8);
    double b[6];
    CHECK(gd_shape_bounds(box, quarter, b) == GD_STATUS_OPTIMAL);
    for (int k = 0; k < 3; k++) {
        CHECK_NEAR(b[k], quarter[k] - half[k], 1e-13);
        CHECK_NEAR(b[3 + k], quarter[k] + half[k], 1e-13);
    }
    CHECK(gd_shape_bounds(rectangle, turned, b) == GD_STATUS_OPTIMAL);
    for (int k = 0; k < 2; k++) {
        CHECK_NEAR(b[k], turned[k] - half2[k], 1e-13);
        CHECK_NEAR(b[3 + k], turned[k] + half2[k], 1e-13);
    }
    CHECK(b[2] == 0.0 && b[5] == 0.0);
    gd_shape_destroy(box);
    gd_shape_destroy(rectangle);
}

static void test_half_spaces_have_no_support_point(void) {
    const double record[] = {GD_KIND_HALFSPACE, 0, 0, 0, 0, 0, 0, 1, 0, 3};
    const double up[3] = {0, 1, 0};
    gd_shape* half = make(record, 10);
    double point[3] = {7, 7, 7};
    CHECK(gd_shape_support(half, up, point) == GD_ERROR_UNDEFINED);
    CHECK(point[0] == 0.0 && point[1] == 0.0 && point[2] == 0.0);
    gd_shape_destroy(half);
}

static void test_questions_that_cannot_be_answered(void) {
    gd_shape* box = make_box(1, 2, 3);
    double point[3], bounds[6];
    for (int i = 0; i < 3; i++) {
        double d[3] = {1.0, 1.0, 1.0};
        d[i] = NOT_A_NUMBER;
        CHECK(gd_shape_support(box, d, point) == GD_ERROR_DIRECTION);
        CHECK(gd_shape_contains(box, d) == GD_ERROR_DIRECTION);
        d[i] = INFINITE;
        CHECK(gd_shape_support(box, d, point) == GD_ERROR_DIRECTION);
        CHECK(point[0] == 0.0 && point[1] == 0.0 && point[2] == 0.0);
    }
    const double none[7] = {0.0}, far[3] = {2e150, 0.0, 0.0};
    CHECK(gd_shape_support(box, none, point) == GD_ERROR_DIRECTION);
    CHECK(gd_shape_contains(box, far) == GD_ERROR_DIRECTION);
    memset(bounds, 1, sizeof bounds);
    CHECK(gd_shape_bounds(box, none, bounds) == GD_ERROR_POSE);
    CHECK(bounds[0] == 0.0 && bounds[5] == 0.0);
    double vertices[3] = {7.0, 7.0, 7.0};
    uint32_t triangles[3] = {7, 7, 7};
    gd_shape_surface(box, vertices, triangles); /* a box has no surface */
    CHECK(vertices[0] == 7.0 && triangles[0] == 7);
    gd_shape_destroy(box);
}

/* y <= 3 raised by 2 has the bound 5 along y, and no bound along any axis once tilted. -y <= 3
 * raised by 2 has the lower bound -1. */
static void test_bounds_of_a_half_space(void) {
    const double record[] = {GD_KIND_HALFSPACE, 0, 0, 0, 0, 0, 0, 1, 0, 3};
    const double up[7] = {0, 2, 0, 0, 0, 0, 1}, tilted[7] = {0, 2, 0, 0, 0, 0.6, 0.8};
    gd_shape* half = make(record, 10);
    double bounds[6];
    CHECK(gd_shape_bounds(half, up, bounds) == GD_STATUS_OPTIMAL);
    CHECK(bounds[4] == 5.0 && bounds[1] == -INFINITE && bounds[3] == INFINITE);
    CHECK(gd_shape_bounds(half, tilted, bounds) == GD_STATUS_OPTIMAL);
    for (int i = 0; i < 6; i++)
        CHECK(bounds[i] == (i < 3 ? -INFINITE : INFINITE));
    gd_shape_destroy(half);
    const double below[] = {GD_KIND_HALFSPACE, 0, 0, 0, 0, 0, 0, -1, 0, 3};
    half = make(below, 10);
    CHECK(gd_shape_bounds(half, up, bounds) == GD_STATUS_OPTIMAL);
    CHECK(bounds[1] == -1.0 && bounds[4] == INFINITE);
    gd_shape_destroy(half);
}

static void test_points_of_many_dimensions_describe_themselves(void) {
    const double record[] = {GD_KIND_POINTS, 0, 1, 0, 0, 0, 4, 1, 2, 3, 4, 1, 2, 3, 4, 2, 2, 2, 2};
    gd_shape* points = make(record, sizeof record / sizeof *record);
    gd_shape_info info;
    gd_shape_describe(points, &info);
    CHECK(info.dimension == 4.0);
    double center[4], bounds[6];
    gd_shape_center(points, center);
    for (int i = 0; i < 4; i++)
        CHECK(center[i] == i + 1.0);
    CHECK(gd_shape_bounds(points, center, bounds) == GD_ERROR_DIMENSION);
    CHECK(gd_shape_contains(points, center) == GD_ERROR_DIMENSION);
    gd_shape_destroy(points);
}

/* The triangles enclose the stated volume; a polygon's corners enclose its area. */
static void test_surfaces_enclose_their_volume(void) {
    random_seed(45);
    for (int k = 0; k < 40; k++) {
        drawn set;
        draw_shape(k % 2 ? GD_KIND_HULL : GD_KIND_POLYGON, 1.0, &set);
        gd_shape_info info;
        gd_shape_describe(set.shape, &info);
        double vertices[3 * 128], sum = 0.0;
        uint32_t triangles[3 * 256];
        CHECK(info.vertex_count <= 128.0 && info.triangle_count <= 256.0);
        gd_shape_surface(set.shape, vertices, triangles);
        gd_shape_surface(set.shape, NULL, NULL); /* writes nothing */
        for (int i = 0; i < (int)info.triangle_count; i++) {
            const double *a = vertices + 3 * triangles[3 * i],
                         *b = vertices + 3 * triangles[3 * i + 1],
                         *c = vertices + 3 * triangles[3 * i + 2];
            sum += (a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) +
                    a[2] * (b[0] * c[1] - b[1] * c[0])) /
                   6.0;
        }
        const int corners = (int)info.vertex_count;
        for (int i = 0; i < corners && info.triangle_count == 0.0; i++) {
            const double *a = vertices + 3 * i, *b = vertices + 3 * ((i + 1) % corners);
            sum += 0.5 * (a[0] * b[1] - a[1] * b[0]);
        }
        CHECK_NEAR(sum, info.volume, 1e-12 * info.volume);
        gd_shape_destroy(set.shape);
    }
}

TEST(shape_info) {
    test_radii_have_closed_forms();
    test_hulls_and_polygons_have_counts_and_volumes();
    test_support_points_of_directions_of_any_length();
    test_bounds_of_turned_boxes();
    test_half_spaces_have_no_support_point();
    test_questions_that_cannot_be_answered();
    test_bounds_of_a_half_space();
    test_points_of_many_dimensions_describe_themselves();
    test_surfaces_enclose_their_volume();
}
