/* Iterates of the solvers in n dimensions, which work in world axes on arrays. */
#include "nd/basis.h"
#include "minkowski/trace.h"

static int view_width(int n) {
    return n > 3 ? n : 3;
}

static void view_copy(double* to, const double* from, int n) {
    memcpy(to, from, (size_t)n * sizeof *to);
}

/* From the centre of what grows to the point its ray aims at. */
static void view_shift(double* shift, const cone_view* view, int n) {
    for (int i = 0; i < n; i++) {
        shift[i] = view->center_b ? view->center_b[i] : 0.0;
        shift[i] -= view->center[i];
        if (view->center_minus) shift[i] += view->center_minus[i];
    }
}

/* A point of C and its parts, row or entering, as vertex i. */
static void view_vertex(gd_iterate* row, const cone_view* view, int n, int i, const double* s,
                        const double* const part[GD_CONE_SETS], double weight) {
    const size_t width = (size_t)row->width;
    double *vertex = trace_vertex(row, i), *a = vertex + width, *b = a + width;
    double* mean = trace_vector(row, GD_VECTOR_POINT);
    for (int k = 0; k < n; k++) {
        vertex[k] = s[k];
        a[k] = view->center[k] + part[0][k];
        if (part[2]) a[k] -= view->center_minus[k] + part[2][k];
        b[k] = part[1][k] + (view->center_b ? view->center_b[k] : 0.0);
        mean[k] += weight * s[k];
    }
    vertex[3 * width] = weight;
}

GD_COLD void gd_cone_record(gd_trace* trace, const gd_cone* cone, const cone_view* view) {
    const int n = cone->n;
    int count = view->asked ? 1 : 0;
    for (int i = 0; i < n; i++)
        if (cone->guessed[i] == 0.0) count++;
    gd_iterate* row = gd_trace_append(trace, GD_ITERATE_PORTAL, view_width(n), view->lower,
                                      view->upper, count, 0);
    if (!row) return;
    row->iteration = cone->iterations;
    row->scale = view->scale;
    row->support = view->asked ? 1.0 : 0.0;
    view_copy(trace_vector(row, GD_VECTOR_RAY), cone->ray, n);
    view_copy(trace_vector(row, GD_VECTOR_NORMAL), view->asked ? cone->direction : cone->normal, n);
    if (view->asked) {
        row->offset = cone->height;
        view_copy(trace_vector(row, GD_VECTOR_DIRECTION), cone->direction, n);
    }
    view_shift(trace_vector(row, GD_VECTOR_SHIFT), view, n);
    const bool real = !gd_cone_virtual(cone);
    int at = 0;
    for (int i = 0; i < n; i++) {
        if (cone->guessed[i] != 0.0) continue;
        const double* part[GD_CONE_SETS] = {cone->part[0] + i * n, cone->part[1] + i * n,
                                            cone->sets > 2 ? cone->part[2] + i * n : NULL};
        const double weight = real ? max2(cone->lambda[i], 0.0) / cone->sum : 0.0;
        view_vertex(row, view, n, at++, cone->s + i * n, part, weight);
    }
    if (!view->asked) return;
    const double* point[GD_CONE_SETS] = {cone->point[0], cone->point[1],
                                         cone->sets > 2 ? cone->point[2] : NULL};
    view_vertex(row, view, n, at, cone->entering, point, 0.0);
}

GD_COLD void gd_cone_record_result(gd_trace* trace, int n, const cone_view* view, double iterations,
                                   const double* normal, const double* a, const double* b) {
    const int width = view_width(n);
    gd_iterate* row =
        gd_trace_append(trace, GD_ITERATE_RESULT, width, view->lower, view->upper, 1, 0);
    if (!row) return;
    row->iteration = iterations;
    row->scale = view->scale;
    view_copy(trace_vector(row, GD_VECTOR_NORMAL), normal, n);
    double *shift = trace_vector(row, GD_VECTOR_SHIFT), *vertex = trace_vertex(row, 0);
    if (view->center) view_shift(shift, view, n);
    for (int i = 0; i < n; i++)
        vertex[i] = a[i] - view->scale * b[i] + shift[i];
    view_copy(trace_vector(row, GD_VECTOR_POINT), vertex, n);
    view_copy(vertex + width, a, n);
    view_copy(vertex + 2 * width, b, n);
    vertex[3 * width] = 1.0;
}
