/* Prints the ABI of growth_distance.h as JSON: the one list of its names beside the header itself.
 * abi.mjs checks that nothing is missing and writes the constants JavaScript uses. */
#include "../src/growth_distance.h"

#include <stdio.h>

#define NUMBER(name) printf("    \"%s\": %.17g,\n", #name, (double)GD_##name)
#define ENUMERATOR(group, name) printf("    \"%s\": %d,\n", #name, (int)GD_##group##_##name)
#define FIELD(type, name)                                                                          \
    printf("    \"%s\": [%zu, %zu],\n", #name, offsetof(type, name) / 8,                           \
           sizeof(((type*)0)->name) / 8)
#define BEGIN(name) printf("  \"%s\": {\n", name)
#define END_RECORD(type) printf("    \"\": %zu\n  },\n", sizeof(type) / 8)
#define END() printf("    \"\": 0\n  },\n")

static void dump_enums(void) {
    BEGIN("KIND");
    ENUMERATOR(KIND, NONE);
    ENUMERATOR(KIND, SPHERE);
    ENUMERATOR(KIND, ELLIPSOID);
    ENUMERATOR(KIND, BOX);
    ENUMERATOR(KIND, CAPSULE);
    ENUMERATOR(KIND, CYLINDER);
    ENUMERATOR(KIND, CONE);
    ENUMERATOR(KIND, FRUSTUM);
    ENUMERATOR(KIND, HULL);
    ENUMERATOR(KIND, HALFSPACE);
    ENUMERATOR(KIND, POINT);
    ENUMERATOR(KIND, SEGMENT);
    ENUMERATOR(KIND, TRIANGLE);
    ENUMERATOR(KIND, CIRCLE);
    ENUMERATOR(KIND, ELLIPSE);
    ENUMERATOR(KIND, RECTANGLE);
    ENUMERATOR(KIND, POLYGON);
    ENUMERATOR(KIND, STADIUM);
    ENUMERATOR(KIND, HALFPLANE);
    ENUMERATOR(KIND, POINT2);
    ENUMERATOR(KIND, SEGMENT2);
    ENUMERATOR(KIND, TRIANGLE2);
    ENUMERATOR(KIND, DSF);
    ENUMERATOR(KIND, DSF2);
    ENUMERATOR(KIND, TRANSFORMED);
    ENUMERATOR(KIND, TRANSFORMED2);
    ENUMERATOR(KIND, SUM);
    ENUMERATOR(KIND, SUM2);
    ENUMERATOR(KIND, CUSTOM);
    ENUMERATOR(KIND, CUSTOM2);
    ENUMERATOR(KIND, POINTS);
    ENUMERATOR(KIND, NORM_BALL);
    END();
    BEGIN("RECORD");
    ENUMERATOR(RECORD, KIND);
    ENUMERATOR(RECORD, MARGIN);
    ENUMERATOR(RECORD, HAS_CENTER);
    ENUMERATOR(RECORD, CENTER);
    ENUMERATOR(RECORD, PARAMETERS);
    END();
    BEGIN("STATUS");
    ENUMERATOR(STATUS, OPTIMAL);
    ENUMERATOR(STATUS, COINCIDENT);
    ENUMERATOR(STATUS, MAX_ITERATIONS);
    ENUMERATOR(STATUS, PRECISION);
    ENUMERATOR(STATUS, LOCAL);
    END();
    BEGIN("ERROR");
    ENUMERATOR(ERROR, KIND);
    ENUMERATOR(ERROR, LENGTH);
    ENUMERATOR(ERROR, MARGIN);
    ENUMERATOR(ERROR, CENTER);
    ENUMERATOR(ERROR, RADIUS);
    ENUMERATOR(ERROR, RADII);
    ENUMERATOR(ERROR, HALF_EXTENTS);
    ENUMERATOR(ERROR, HALF_HEIGHT);
    ENUMERATOR(ERROR, BOTTOM_RADIUS);
    ENUMERATOR(ERROR, TOP_RADIUS);
    ENUMERATOR(ERROR, POINTS);
    ENUMERATOR(ERROR, TOO_FEW_POINTS);
    ENUMERATOR(ERROR, FLAT);
    ENUMERATOR(ERROR, NORMAL);
    ENUMERATOR(ERROR, OFFSET);
    ENUMERATOR(ERROR, MEMORY);
    ENUMERATOR(ERROR, HANDLE);
    ENUMERATOR(ERROR, DIMENSION);
    ENUMERATOR(ERROR, POSE);
    ENUMERATOR(ERROR, SETTINGS);
    ENUMERATOR(ERROR, BUFFER);
    ENUMERATOR(ERROR, UNDEFINED);
    ENUMERATOR(ERROR, INDEX);
    ENUMERATOR(ERROR, DIRECTION);
    ENUMERATOR(ERROR, EXPONENT);
    ENUMERATOR(ERROR, MATRIX);
    ENUMERATOR(ERROR, PARTS);
    END();
    BEGIN("METHOD");
    ENUMERATOR(METHOD, AUTO);
    ENUMERATOR(METHOD, CUTTING_PLANE);
    ENUMERATOR(METHOD, GJK);
    ENUMERATOR(METHOD, NESTEROV);
    ENUMERATOR(METHOD, NESTEROV_NORMALIZED);
    ENUMERATOR(METHOD, POLYAK);
    ENUMERATOR(METHOD, FRANK_WOLFE);
    ENUMERATOR(METHOD, INCREMENTAL);
    ENUMERATOR(METHOD, SQP);
    ENUMERATOR(METHOD, MPR);
    ENUMERATOR(METHOD, EPA);
    ENUMERATOR(METHOD, NEWTON);
    ENUMERATOR(METHOD, IE);
    ENUMERATOR(METHOD, ZC);
    ENUMERATOR(METHOD, ZC_IE);
    ENUMERATOR(METHOD, INC);
    ENUMERATOR(METHOD, DCF);
    ENUMERATOR(METHOD, DCOL);
    END();
    BEGIN("SUBALGORITHM");
    ENUMERATOR(SUBALGORITHM, SIGNED_VOLUMES);
    ENUMERATOR(SUBALGORITHM, JOHNSON);
    ENUMERATOR(SUBALGORITHM, DIVIDE_AND_CONQUER);
    END();
}

static void dump_records(void) {
    BEGIN("SHAPE_INFO");
    FIELD(gd_shape_info, kind);
    FIELD(gd_shape_info, dimension);
    FIELD(gd_shape_info, center);
    FIELD(gd_shape_info, inradius);
    FIELD(gd_shape_info, bound_radius);
    FIELD(gd_shape_info, vertex_count);
    FIELD(gd_shape_info, triangle_count);
    FIELD(gd_shape_info, volume);
    END_RECORD(gd_shape_info);
    BEGIN("SETTINGS");
    FIELD(gd_settings, tolerance);
    FIELD(gd_settings, max_iterations);
    FIELD(gd_settings, method);
    FIELD(gd_settings, subalgorithm);
    FIELD(gd_settings, direction);
    END_RECORD(gd_settings);
    BEGIN("GROWTH_RESULT");
    FIELD(gd_growth_result, status);
    FIELD(gd_growth_result, iterations);
    FIELD(gd_growth_result, value);
    FIELD(gd_growth_result, lower);
    FIELD(gd_growth_result, upper);
    FIELD(gd_growth_result, normal);
    FIELD(gd_growth_result, point_a);
    FIELD(gd_growth_result, point_b);
    FIELD(gd_growth_result, contact);
    END_RECORD(gd_growth_result);
    BEGIN("COLLISION_RESULT");
    FIELD(gd_collision_result, status);
    FIELD(gd_collision_result, iterations);
    FIELD(gd_collision_result, colliding);
    FIELD(gd_collision_result, lower);
    FIELD(gd_collision_result, upper);
    FIELD(gd_collision_result, normal);
    FIELD(gd_collision_result, point);
    END_RECORD(gd_collision_result);
    BEGIN("DISTANCE_RESULT");
    FIELD(gd_distance_result, status);
    FIELD(gd_distance_result, iterations);
    FIELD(gd_distance_result, value);
    FIELD(gd_distance_result, lower);
    FIELD(gd_distance_result, gap);
    FIELD(gd_distance_result, normal);
    FIELD(gd_distance_result, point_a);
    FIELD(gd_distance_result, point_b);
    FIELD(gd_distance_result, simplex_count);
    FIELD(gd_distance_result, simplex_a);
    FIELD(gd_distance_result, simplex_b);
    END_RECORD(gd_distance_result);
    BEGIN("PENETRATION_RESULT");
    FIELD(gd_penetration_result, status);
    FIELD(gd_penetration_result, iterations);
    FIELD(gd_penetration_result, support_calls);
    FIELD(gd_penetration_result, depth);
    FIELD(gd_penetration_result, lower);
    FIELD(gd_penetration_result, normal);
    FIELD(gd_penetration_result, point_a);
    FIELD(gd_penetration_result, point_b);
    END_RECORD(gd_penetration_result);
    BEGIN("SIGNED_RESULT");
    FIELD(gd_signed_result, status);
    FIELD(gd_signed_result, iterations);
    FIELD(gd_signed_result, support_calls);
    FIELD(gd_signed_result, value);
    FIELD(gd_signed_result, lower);
    FIELD(gd_signed_result, upper);
    FIELD(gd_signed_result, normal);
    FIELD(gd_signed_result, point_a);
    FIELD(gd_signed_result, point_b);
    END_RECORD(gd_signed_result);
    BEGIN("WARM");
    FIELD(gd_warm, key);
    FIELD(gd_warm, check);
    FIELD(gd_warm, count);
    FIELD(gd_warm, normal);
    FIELD(gd_warm, points_a);
    FIELD(gd_warm, points_b);
    FIELD(gd_warm, hint_a);
    FIELD(gd_warm, hint_b);
    END_RECORD(gd_warm);
}

int main(void) {
    printf("{\n");
    dump_enums();
    dump_records();
    BEGIN("");
    NUMBER(ABI_VERSION);
    NUMBER(LENGTH_MIN);
    NUMBER(LENGTH_MAX);
    NUMBER(POSITION_MAX);
    NUMBER(ANGLE_MAX);
    NUMBER(EXPONENT_MAX);
    NUMBER(DEFAULT_TOLERANCE);
    NUMBER(DEFAULT_MAX_ITERATIONS);
    NUMBER(DEFAULT_DEPTH_ITERATIONS);
    NUMBER(MAX_ITERATIONS_LIMIT);
    printf("    \"\": 0\n  }\n}\n");
    return 0;
}
