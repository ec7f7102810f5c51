/* Rows of traces in n dimensions. Every vertex is its part on A minus its part on B plus the shift,
 * and the row's point is the weighted mean. No point of the artificial ball appears. */
#include "lib/check.h"
#include "lib/make.h"

#include "nd/basis.h"

#include <stdlib.h>
#include <string.h>

#define N 4

/* A trace with enough capacity, and the memory of a basis over up to three balls. */
typedef struct scene {
    gd_trace* trace;
    gd_basis basis;
    gd_support_nd set[3];
    double memory[400], center[3][N];
} scene;

static void scene_start(scene* s, gd_shape* const* shapes, int sets) {
    memset(s, 0, sizeof *s);
    s->trace = calloc(1, sizeof *s->trace + 4000 * sizeof(double));
    s->trace->capacity = 4000.0;
    gd_trace_begin(s->trace, GD_QUANTITY_GENERALIZED);
    s->basis.n = N;
    s->basis.sets = sets;
    for (int k = 0; k < sets; k++) {
        for (int i = 0; i < N; i++)
            s->center[k][i] = random_between(-3.0, 3.0);
        CHECK(gd_support_nd_init(&s->set[k], shapes[k], s->center[k]));
        s->basis.set[k] = &s->set[k];
        s->basis.factor[k] = k == 0 ? 1.0 : -1.0;
    }
    gd_basis_place(&s->basis, s->memory);
    for (int i = 0; i < N; i++)
        s->basis.ray[i] = 0.5;
    gd_basis_start(&s->basis);
}

static void step(gd_basis* basis) {
    CHECK(gd_basis_normal(basis));
    gd_basis_support(basis);
}

static gd_iterate* last_row(const scene* s) {
    double* at = (double*)s->trace->rows;
    gd_iterate* row = NULL;
    for (int i = 0; i < (int)s->trace->iterates; i++) {
        row = (gd_iterate*)(void*)at;
        at += (size_t)row->length;
    }
    CHECK(row && at - s->trace->rows == (ptrdiff_t)s->trace->used);
    return row;
}

/* Checks every vertex, and the point as their weighted mean. */
static void check_row(const scene* s, gd_iterate* row, bool asked) {
    const double *shift = trace_vector(row, GD_VECTOR_SHIFT), *end = s->center[1];
    const double* point = trace_vector(row, GD_VECTOR_POINT);
    double mean[N] = {0}, sum = 0.0;
    CHECK(row->width == N && row->type == GD_ITERATE_PORTAL && row->face_count == 0.0);
    CHECK(row->lower == 0.25 && row->upper == 4.0 && row->scale == 1.0);
    for (int k = 0; k < N; k++) { /* from the centre of growth to the end of the ray */
        const double minus = s->basis.sets > 2 ? s->center[2][k] : 0.0;
        CHECK(trace_vector(row, GD_VECTOR_RAY)[k] == 0.5);
        CHECK_NEAR(shift[k], end[k] - s->center[0][k] + minus, 1e-14);
    }
    for (int i = 0; i < (int)row->vertex_count; i++) {
        const double* v = trace_vertex(row, i);
        const bool found = asked && i + 1 == (int)row->vertex_count;
        for (int k = 0; k < N; k++) {
            CHECK_NEAR(v[k], v[N + k] - v[2 * N + k] + shift[k], 1e-12);
            mean[k] += v[3 * N] * v[k];
            if (found) CHECK(v[k] == s->basis.entering[k]);
        }
        CHECK(found ? v[3 * N] == 0.0 : v[3 * N] >= 0.0);
        sum += v[3 * N];
    }
    for (int k = 0; k < N; k++)
        CHECK_NEAR(point[k], mean[k], 1e-12);
    CHECK(row->support == asked);
    if (row->vertex_count > N) CHECK_NEAR(sum, 1.0, 1e-12);
    CHECK(row->iteration == s->basis.iterations);
    const double* normal = trace_vector(row, GD_VECTOR_NORMAL);
    const double* direction = trace_vector(row, GD_VECTOR_DIRECTION);
    for (int k = 0; k < N; k++) {
        CHECK(normal[k] == (asked ? s->basis.direction[k] : s->basis.normal[k]));
        CHECK(direction[k] == (asked ? s->basis.direction[k] : 0.0));
    }
    if (asked) CHECK(row->offset == s->basis.height);
}

static void test_rows_are_what_the_basis_is(gd_shape* const* shapes) {
    for (int sets = 2; sets <= 3; sets++) {
        scene s;
        scene_start(&s, shapes, sets);
        basis_view view = {.center = s.center[0], .center_b = s.center[1], .scale = 1.0};
        if (sets > 2) view.center_minus = s.center[2];
        view.lower = 0.25;
        view.upper = 4.0;
        for (int k = 0; k < 12; k++) {
            step(&s.basis);
            view.asked = k % 3 < 2;
            gd_basis_record(s.trace, &s.basis, &view);
            check_row(&s, last_row(&s), view.asked);
            CHECK(last_row(&s)->vertex_count == N + (view.asked ? 1 : 0));
            CHECK(s.trace->iterates == k + 1.0);
            gd_basis_pivot(&s.basis);
        }
        /* points of the artificial ball are no vertices; while one has a weight, no bound is
         * known */
        s.basis.artificial[1] = 1.0;
        s.basis.artificial_radius = 1.0;
        s.basis.lambda[1] = 0.5;
        view.asked = true;
        gd_basis_record(s.trace, &s.basis, &view);
        gd_iterate* row = last_row(&s);
        CHECK(row->vertex_count == N);
        check_row(&s, row, true);
        for (int i = 0; i < N; i++)
            CHECK(trace_vertex(row, i)[3 * N] == 0.0);
        free(s.trace);
    }
}

/* The result's row: the points a and b and their scaled difference, with and without centres. */
static void test_results(gd_shape* const* shapes) {
    scene s;
    scene_start(&s, shapes, 2);
    const double a[N] = {1, 2, 3, 4}, b[N] = {2, 2, 2, 2}, n[N] = {0, 0, 1, 0};
    const trace_answer answer = {7.0, 1.0, 2.0, n, a, b};
    for (int k = 0; k < 2; k++) {
        const basis_view about = {.center = s.center[0], .center_b = s.center[1], .scale = 0.5};
        const basis_view plain = {.scale = 0.5};
        gd_basis_record_result(s.trace, N, k ? &about : &plain, &answer);
        gd_iterate* row = last_row(&s);
        CHECK(row->type == GD_ITERATE_RESULT && row->vertex_count == 1.0 && row->scale == 0.5);
        CHECK(row->iteration == 7.0 && row->lower == 1.0 && row->upper == 2.0);
        const double* v = trace_vertex(row, 0);
        for (int i = 0; i < N; i++) {
            const double shift = k ? s.center[1][i] - s.center[0][i] : 0.0;
            CHECK(trace_vector(row, GD_VECTOR_SHIFT)[i] == shift);
            CHECK_NEAR(v[i], a[i] - 0.5 * b[i] + shift, 1e-15);
            CHECK(trace_vector(row, GD_VECTOR_POINT)[i] == v[i]);
            CHECK(v[N + i] == a[i] && v[2 * N + i] == b[i]);
            CHECK(trace_vector(row, GD_VECTOR_NORMAL)[i] == n[i]);
        }
        CHECK(v[3 * N] == 1.0);
    }
    free(s.trace);
}

/* In 2D a row has three coordinates a vector; without capacity it is only counted. */
static void test_rows_have_width_three_at_least(void) {
    double memory[60];
    gd_trace* trace = (gd_trace*)(void*)memory;
    memset(memory, 0, sizeof memory);
    trace->capacity = (double)(LENGTH(memory) - sizeof *trace / sizeof(double));
    gd_trace_begin(trace, GD_QUANTITY_GROWTH);
    const double a[2] = {1, 2}, n[2] = {1, 0};
    const basis_view view = {.scale = 1.0};
    const trace_answer answer = {1.0, 1.0, 1.0, n, a, a};
    gd_basis_record_result(trace, 2, &view, &answer);
    gd_iterate* row = (gd_iterate*)(void*)trace->rows;
    CHECK(row->width == 3.0 && trace_vertex(row, 0)[3] == 1.0 && trace_vertex(row, 0)[5] == 0.0);
    const double used = trace->used;
    gd_basis_record_result(trace, 2, &view, &answer);
    CHECK(trace->used == used && trace->needed == 2.0 * used && trace->iterates == 2.0);
}

TEST(basis_trace) {
    gd_shape* shapes[3];
    for (int k = 0; k < 3; k++) {
        const double record[9] = {GD_KIND_NORM_BALL, 0, 0, 0, 0, 0, N, 2, 1.0 + k};
        shapes[k] = make(record, 9);
    }
    test_rows_are_what_the_basis_is(shapes);
    test_results(shapes);
    test_rows_have_width_three_at_least();
    for (int k = 0; k < 3; k++)
        gd_shape_destroy(shapes[k]);
}
