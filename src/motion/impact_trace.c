/* Traces of times of impact: the intervals proved free, and the tests for contact. Rows use the
 * caller's poses and unit of time. */
#include "motion/impact.h"

#include "minkowski/trace.h"

/* Appends a row; the pair is proved free until `free`. */
static gd_iterate* impact_row(const impact* w, gd_iterate_type type, double t, double t2,
                              double free, int vertex_count) {
    const double max_time = w->motion->max_time;
    const trace_form form = {type, 3, impact_lower(w, free), GD_INFINITY, vertex_count, 0};
    gd_iterate* row = gd_trace_append(w->trace, &form);
    if (!row) return NULL;
    row->iteration = w->normals;
    row->start = t * max_time;
    row->end = t2 * max_time;
    store3(trace_vector(row, GD_VECTOR_NORMAL), w->n);
    return row;
}

/* The support vertex along w->n at w->at. Hints of the search must not change. */
static void impact_trace_support(const impact* w, gd_iterate* row) {
    moving_pair m = w->pair;
    const moving_place* at = &w->at;
    const moving_gap gap = moving_gap_at(&m, at, w->n);
    const vec3 on_a = madd3(rotate(&at->a, gap.a), m.a.radius, w->n);
    const vec3 on_b = madd3(add3(at->p, rotate(&at->b, gap.b)), -m.b.radius, w->n);
    const vec3 origin = impact_origin(w, row->start);
    double* vertex = trace_vertex(row, 0);
    store3(vertex, sub3(on_a, on_b));
    store3(vertex + 3, add3(origin, on_a));
    store3(vertex + 6, add3(origin, on_b));
    row->support = 1.0;
    row->offset = dot3(w->n, sub3(on_a, on_b));
    store3(trace_vector(row, GD_VECTOR_DIRECTION), w->n);
}

GD_COLD void gd_impact_trace_interval(const impact* w, const impact_course* c, double t2) {
    gd_iterate* row = impact_row(w, GD_ITERATE_INTERVAL, w->at.t, t2, t2, c ? 1 : 0);
    if (!row || !c) return;
    impact_trace_support(w, row);
    const double per_time = w->motion->max_time > 0.0 ? 1.0 / w->motion->max_time : 0.0;
    if (c->turns) store3(trace_vector(row, GD_VECTOR_TURN), scale3(per_time, c->omega));
}

GD_COLD void gd_impact_trace_probe(const impact* w, double t2, bool contact) {
    if (contact) w->trace->upper = min2(w->trace->upper, impact_upper(w, t2));
    impact_row(w, GD_ITERATE_PROBE, t2, t2, w->at.t, 0);
}
