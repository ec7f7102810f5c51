/* Recording in n dimensions, where solvers use arrays in world axes. */
#include "nd/basis.h"

static int view_width(int n) {
    return n > 3 ? n : 3;
}

static void view_copy(double* to, const double* from, int n) {
    memcpy(to, from, (size_t)n * sizeof *to);
}

/* From the centre of the growing set to the target of its ray. */
static void view_shift(double* shift, const basis_view* view, int n) {
    for (int i = 0; i < n; i++) {
        shift[i] = view->center_b ? view->center_b[i] : 0.0;
        shift[i] -= view->center[i];
        if (view->center_minus) shift[i] += view->center_minus[i];
    }
}

/* A point of C and its parts: a row of the basis or the entering point. */
typedef struct view_point {
    const double* s;
    const double* part[GD_BASIS_SETS]; /* part[2] may be NULL */
    double weight;
} view_point;

static void view_vertex(gd_iterate* row, const basis_view* view, int n, int i,
                        const view_point* point) {
    const size_t width = (size_t)row->width;
    double *vertex = trace_vertex(row, i), *a = vertex + width, *b = a + width;
    double* mean = trace_vector(row, GD_VECTOR_POINT);
    for (int k = 0; k < n; k++) {
        vertex[k] = point->s[k];
        a[k] = view->center[k] + point->part[0][k];
        if (point->part[2]) a[k] -= view->center_minus[k] + point->part[2][k];
        b[k] = point->part[1][k] + (view->center_b ? view->center_b[k] : 0.0);
        mean[k] += point->weight * point->s[k];
    }
    vertex[3 * width] = point->weight;
}

GD_COLD void gd_basis_record(gd_trace* trace, const gd_basis* basis, const basis_view* view) {
    const int n = basis->n;
    int count = view->asked ? 1 : 0;
    for (int i = 0; i < n; i++)
        if (basis->artificial[i] == 0.0) count++;
    const trace_form form = {GD_ITERATE_PORTAL, view_width(n), view->lower, view->upper, count, 0};
    gd_iterate* row = gd_trace_append(trace, &form);
    if (!row) return;
    row->iteration = basis->iterations;
    row->scale = view->scale;
    row->support = view->asked ? 1.0 : 0.0;
    view_copy(trace_vector(row, GD_VECTOR_RAY), basis->ray, n);
    view_copy(trace_vector(row, GD_VECTOR_NORMAL), view->asked ? basis->direction : basis->normal,
              n);
    if (view->asked) {
        row->offset = basis->height;
        view_copy(trace_vector(row, GD_VECTOR_DIRECTION), basis->direction, n);
    }
    view_shift(trace_vector(row, GD_VECTOR_SHIFT), view, n);
    const bool real = !gd_basis_is_artificial(basis);
    int at = 0;
    for (int i = 0; i < n; i++) {
        if (basis->artificial[i] != 0.0) continue;
        const view_point point = {basis->s + i * n,
                                  {basis->part[0] + i * n, basis->part[1] + i * n,
                                   basis->sets > 2 ? basis->part[2] + i * n : NULL},
                                  real ? max2(basis->lambda[i], 0.0) / basis->sum : 0.0};
        view_vertex(row, view, n, at++, &point);
    }
    if (!view->asked) return;
    const view_point point = {
        basis->entering,
        {basis->point[0], basis->point[1], basis->sets > 2 ? basis->point[2] : NULL},
        0.0};
    view_vertex(row, view, n, at, &point);
}

GD_COLD void gd_basis_record_result(gd_trace* trace, int n, const basis_view* view,
                                    const trace_answer* answer) {
    const int width = view_width(n);
    const trace_form form = {GD_ITERATE_RESULT, width, answer->lower, answer->upper, 1, 0};
    gd_iterate* row = gd_trace_append(trace, &form);
    if (!row) return;
    row->iteration = answer->iterations;
    row->scale = view->scale;
    view_copy(trace_vector(row, GD_VECTOR_NORMAL), answer->normal, n);
    double *shift = trace_vector(row, GD_VECTOR_SHIFT), *vertex = trace_vertex(row, 0);
    if (view->center) view_shift(shift, view, n);
    const double *a = answer->point_a, *b = answer->point_b;
    for (int i = 0; i < n; i++)
        vertex[i] = a[i] - view->scale * b[i] + shift[i];
    view_copy(trace_vector(row, GD_VECTOR_POINT), vertex, n);
    view_copy(vertex + width, a, n);
    view_copy(vertex + 2 * width, b, n);
    vertex[3 * width] = 1.0;
}
