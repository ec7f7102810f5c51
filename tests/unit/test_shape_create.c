/* Creation of shapes from records: the effect of every field, and the refusal of malformed
 * records. */
#include "lib/check.h"
#include "lib/make.h"

#include "growth_distance.h"

#include <stdlib.h>
#include <string.h>

static const struct {
    double record[16];
    size_t length;
} good[] = {
    {{GD_KIND_SPHERE, 0, 0, 0, 0, 0, 1}, 7},
    {{GD_KIND_ELLIPSOID, 0.1, 0, 0, 0, 0, 1, 2, 3}, 9},
    {{GD_KIND_BOX, 0, 1, 0.1, 0.2, 0.3, 1, 2, 3}, 9},
    {{GD_KIND_CAPSULE, 0, 0, 0, 0, 0, 0, 3}, 8},
    {{GD_KIND_CYLINDER, 0, 0, 0, 0, 0, 1, 3}, 8},
    {{GD_KIND_CONE, 0, 0, 0, 0, 0, 1, 3}, 8},
    {{GD_KIND_FRUSTUM, 0, 0, 0, 0, 0, 1, 3, 0}, 9},
    {{GD_KIND_HALFSPACE, 0, 0, 0, 0, 0, 1, 3, 0, -2}, 10},
    {{GD_KIND_POINT, 0, 0, 0, 0, 0}, 6},
    {{GD_KIND_SEGMENT, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1}, 12},
    {{GD_KIND_TRIANGLE, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 0, 0}, 15},
    {{GD_KIND_CIRCLE, 0, 0, 0, 0, 0, 1}, 7},
    {{GD_KIND_ELLIPSE, 0, 0, 0, 0, 0, 1, 2}, 8},
    {{GD_KIND_RECTANGLE, 0, 0, 0, 0, 0, 1, 2}, 8},
    {{GD_KIND_POLYGON, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 1}, 12},
    {{GD_KIND_STADIUM, 0, 0, 0, 0, 0, 0, 2}, 8},
    {{GD_KIND_HALFPLANE, 0, 0, 0, 0, 0, 1, 2, 3}, 9},
    {{GD_KIND_POINT2, 1, 0, 0, 0, 0}, 6},
    {{GD_KIND_SEGMENT2, 0, 0, 0, 0, 0, 0, 0, 1, 1}, 10},
    {{GD_KIND_TRIANGLE2, 0, 0, 0, 0, 0, 0, 0, 1, 1, 2, 2}, 12},
};
#define GOOD_COUNT (sizeof good / sizeof good[0])

static void test_every_kind_has_a_good_record(void) {
    for (size_t i = 0; i < GOOD_COUNT; i++)
        CHECK(try_record(good[i].record, good[i].length) == GD_STATUS_OPTIMAL);
}

static void test_every_truncation_is_refused(void) {
    for (size_t i = 0; i < GOOD_COUNT; i++)
        for (size_t length = 0; length < good[i].length; length++) {
            /* an exact copy, so that a sanitizer reports any read past the end */
            double* copy = malloc((length ? length : 1) * sizeof *copy);
            memcpy(copy, good[i].record, length * sizeof *copy);
            CHECK(try_record(copy, length) < 0);
            free(copy);
        }
}

static void test_every_parameter_must_be_finite_and_in_range(void) {
    const double bad[] = {NOT_A_NUMBER, INFINITE, -INFINITE, 1e76};
    for (size_t i = 0; i < GOOD_COUNT; i++)
        for (size_t k = 0; k < good[i].length; k++) {
            if (k == GD_RECORD_HAS_CENTER) continue;
            if (k >= GD_RECORD_CENTER && k < GD_RECORD_PARAMETERS && good[i].record[2] == 0.0)
                continue; /* not read */
            for (size_t b = 0; b < sizeof bad / sizeof bad[0]; b++) {
                double record[16];
                memcpy(record, good[i].record, sizeof record);
                record[k] = bad[b];
                CHECK(try_record(record, good[i].length) < 0);
            }
        }
}

static void test_each_field_has_its_code(void) {
    const struct {
        double record[16];
        size_t length;
        gd_status status;
    } cases[] = {
        {{GD_KIND_SPHERE, 0, 0, 0, 0, 0, -1}, 7, GD_ERROR_RADIUS},
        {{GD_KIND_SPHERE, -1, 0, 0, 0, 0, 1}, 7, GD_ERROR_MARGIN},
        {{GD_KIND_SPHERE, 0, 1, 0, 1, 0, 1}, 7, GD_ERROR_CENTER},
        {{GD_KIND_ELLIPSOID, 0, 0, 0, 0, 0, 1, 0, 1}, 9, GD_ERROR_RADII},
        {{GD_KIND_ELLIPSOID, 0, 1, 0, 2, 0, 1, 2, 3}, 9, GD_ERROR_CENTER},
        {{GD_KIND_BOX, 0, 0, 0, 0, 0, 1, 1, -1}, 9, GD_ERROR_HALF_EXTENTS},
        {{GD_KIND_BOX, 0, 1, 1, 0, 0, 1, 1, 1}, 9, GD_ERROR_CENTER},
        {{GD_KIND_CAPSULE, 0, 0, 0, 0, 0, -1, 1}, 8, GD_ERROR_HALF_HEIGHT},
        {{GD_KIND_CAPSULE, 0, 0, 0, 0, 0, 1, 0}, 8, GD_ERROR_RADIUS},
        {{GD_KIND_CYLINDER, 0, 0, 0, 0, 0, 0, 1}, 8, GD_ERROR_HALF_HEIGHT},
        {{GD_KIND_CONE, 0, 0, 0, 0, 0, 1, 0}, 8, GD_ERROR_RADIUS},
        {{GD_KIND_CONE, 0, 0, 0, 0, 0, -1, 0}, 8, GD_ERROR_HALF_HEIGHT},
        {{GD_KIND_FRUSTUM, 0, 0, 0, 0, 0, 1, -1, 1}, 9, GD_ERROR_BOTTOM_RADIUS},
        {{GD_KIND_FRUSTUM, 0, 0, 0, 0, 0, 1, 1, -1}, 9, GD_ERROR_TOP_RADIUS},
        {{GD_KIND_FRUSTUM, 0, 0, 0, 0, 0, 1, 0, 0}, 9, GD_ERROR_BOTTOM_RADIUS},
        {{GD_KIND_HALFSPACE, 0, 0, 0, 0, 0, 0, 0, 0, 1}, 10, GD_ERROR_NORMAL},
        {{GD_KIND_HALFSPACE, 0, 0, 0, 0, 0, 1, 0, 0, NOT_A_NUMBER}, 10, GD_ERROR_OFFSET},
        {{GD_KIND_POLYGON, 0, 0, 0, 0, 0, 0, 0, 1, 1, 2, 2}, 12, GD_ERROR_FLAT},
        {{GD_KIND_HULL, 0, 0, 0, 0, 0, 0, 0, 1}, 9, GD_ERROR_TOO_FEW_POINTS},
        {{GD_KIND_SEGMENT, 0, 0, 0, 0, 0, 0, 0, NOT_A_NUMBER, 0, 0, 0}, 12, GD_ERROR_POINTS},
        {{GD_KIND_HALFSPACE, 0, 0, 0, 0, 0, 1e-70, 0, 0, 1e10}, 10, GD_ERROR_OFFSET},
        {{GD_KIND_HULL, 0, 0, 0, 0, 0, 0, 0, 1, 0}, 10, GD_ERROR_LENGTH},
        {{GD_KIND_HULL, 0, 0, 0, 0, 0, 0, INFINITE, 1}, 9, GD_ERROR_POINTS},
        {{99, 0, 0, 0, 0, 0, 1}, 7, GD_ERROR_KIND},
        {{1.5, 0, 0, 0, 0, 0, 1}, 7, GD_ERROR_KIND},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        CHECK(try_record(cases[i].record, cases[i].length) == cases[i].status);
}

/* The least of h(n) - n.c over many directions must be just above the inradius. */
static void test_the_inradius_is_that_of_the_largest_ball(void) {
    random_seed(8);
    for (size_t i = 0; i < GOOD_COUNT; i++) {
        for (int offset = 0; offset < 2; offset++) {
            double record[16];
            memcpy(record, good[i].record, sizeof record);
            const int kind = (int)record[0];
            if (offset && (kind == GD_KIND_POLYGON || kind == GD_KIND_HALFSPACE)) continue;
            if (offset) {
                record[GD_RECORD_HAS_CENTER] = 1.0;
                for (int k = 0; k < 3; k++)
                    record[GD_RECORD_CENTER + k] = 0.2 * (random_next() - 0.5);
            }
            gd_shape* shape;
            if (gd_shape_create(record, good[i].length, &shape) != GD_STATUS_OPTIMAL) continue;
            gd_shape_info info;
            gd_shape_describe(shape, &info);
            double least = INFINITE, most = 0.0;
            for (int k = 0; info.inradius > 0.0 && k < 200000; k++) {
                double n[3], s[3], length = 0.0, h = 0.0;
                for (int m = 0; m < 3; m++) {
                    n[m] = m < (int)info.dimension ? random_next() - 0.5 : 0.0;
                    if (k % 5 == m) n[m] *= 1e-3; /* also test near the axes */
                    length += n[m] * n[m];
                }
                length = sqrt(length);
                if (gd_shape_support(shape, n, s) != GD_STATUS_OPTIMAL) break;
                for (int m = 0; m < 3; m++)
                    h += n[m] / length * (s[m] - info.center[m]);
                if (h < least) least = h;
                double reach = 0.0;
                for (int m = 0; m < 3; m++)
                    reach += pow(s[m] - info.center[m], 2.0);
                if (reach > most) most = reach;
            }
            if (info.inradius > 0.0 && info.bound_radius > 0.0) {
                CHECK(least >= info.inradius * (1.0 - 1e-12));
                CHECK(least <= info.inradius * 1.002);
                CHECK(sqrt(most) <= info.bound_radius * (1.0 + 1e-12));
            }
            gd_shape_destroy(shape);
        }
    }
}

/* Inradii about given centres, in closed form. */
static void test_the_depth_of_a_centre(void) {
    const struct {
        double record[18];
        size_t length;
        double inradius;
    } cases[] = {
        /* beyond 1.5, the centre of curvature of the end, the nearest point is the end itself */
        {{GD_KIND_ELLIPSOID, 0, 1, 1.75, 0, 0, 2, 1, 1}, 9, 0.25},
        {{GD_KIND_ELLIPSOID, 0, 1, 0, 0, 0.5, 2, 1, 1}, 9, 0.5},
        {{GD_KIND_CAPSULE, 0, 1, 0, -2, 0, 1, 1.5}, 8, 0.5},
        {{GD_KIND_CAPSULE, 0, 1, 0, 2, 0, 1, 1.5}, 8, 0.5},
        /* beside the triangle's sides and corners, and above it */
        {{GD_KIND_TRIANGLE, 1, 1, -0.5, 0.5, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0}, 15, 0.5},
        {{GD_KIND_TRIANGLE, 1, 1, 0.5, -0.5, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0}, 15, 0.5},
        {{GD_KIND_TRIANGLE, 1, 1, 0.6, 0.8, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0}, 15, 0.7171572875253810},
        {{GD_KIND_TRIANGLE, 1, 1, 0.25, 0.25, 0.5, 0, 0, 0, 1, 0, 0, 0, 1, 0}, 15, 0.5},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        gd_shape* shape = make(cases[i].record, cases[i].length);
        gd_shape_info info;
        gd_shape_describe(shape, &info);
        CHECK_NEAR(info.inradius, cases[i].inradius, 1e-14);
        gd_shape_destroy(shape);
    }
}

TEST(shape_create) {
    test_the_depth_of_a_centre();
    test_every_kind_has_a_good_record();
    test_every_truncation_is_refused();
    test_every_parameter_must_be_finite_and_in_range();
    test_each_field_has_its_code();
    test_the_inradius_is_that_of_the_largest_ball();
}
