/* Recording of iterates: how solvers fill a caller's gd_trace.
 *
 * A solver checks trace_wanted once per iteration and records in functions that are not inlined. So
 * a query without a trace pays for one well-predicted branch. Solvers describe a step in their own
 * terms: in A's frame, relative to the centres. The rows are in world coordinates.
 *
 * A variable whose address is taken anywhere stays in memory everywhere. Therefore the hottest
 * loops exist twice, without and with recording; the recording loop calls support functions that
 * are not inlined. */
#ifndef GD_TRACE_H
#define GD_TRACE_H

#include "minkowski/portal.h"
#include "minkowski/problem.h"

#include <string.h>

/* The caller's trace, or NULL. */
GD_INLINE gd_trace* trace_of(const gd_settings* settings) {
    const uintptr_t address = (uintptr_t)settings->trace;
    gd_trace* trace;
    memcpy(&trace, &address, sizeof address);
    return trace;
}

/* Whether the caller wants the iterates recorded. */
GD_INLINE bool trace_wanted(const gd_settings* settings) {
    return settings->trace != 0.0;
}

/* Description of a row, without its vertices. All vectors are in A's frame. */
typedef struct trace_step {
    gd_iterate_type type;
    double iteration;
    double lower, upper; /* bounds of the query's quantity */
    vec3 normal;         /* of the best supporting plane */
    double offset;
    vec3 direction; /* 0 0 0: no direction */
    vec3 ray;       /* 0 0 0: no ray */
    vec3 shift;
    double radius_a, radius_b;
    int vertex_count;
    bool support; /* the last vertex was found in this step */
    int face_count;
    int nearest;
} trace_step;

/* Clears a trace at the beginning of a query. */
GD_INTERNAL void gd_trace_begin(gd_trace* trace, gd_quantity quantity);

/* Size, type and bounds of a row. */
typedef struct trace_form {
    gd_iterate_type type;
    int width;
    double lower, upper;
    int vertex_count, face_count;
} trace_form;

/* Appends a row. It sets bounds and counts; other fields are 0, except scale = 1 and nearest = -1.
 * Returns NULL if the buffer is full; the trace's best bounds are updated in any case. */
GD_INTERNAL gd_iterate* gd_trace_append(gd_trace* trace, const trace_form* form);

GD_INLINE double* trace_vector(gd_iterate* row, gd_iterate_vector which) {
    return row->data + (size_t)row->width * (size_t)which;
}

/* Data of vertex i: its point, part on A, part on B, weight. */
GD_INLINE double* trace_vertex(gd_iterate* row, int i) {
    const size_t width = (size_t)row->width;
    return row->data + GD_ITERATE_VECTORS * width + (3 * width + 1) * (size_t)i;
}

/* Appends the row of a step; gd_trace_vertex and trace_face fill its vertices and faces. Uses only
 * the rotations and centres of pair. Returns NULL if the buffer is full. */
GD_INTERNAL gd_iterate* gd_trace_row(gd_trace* trace, const pair3* pair, const trace_step* step);

/* Vertex i of a row: x is the point of the difference in A's frame; a and b are its parts, each in
 * its own frame relative to its centre. Weights are nonzero for the vertices whose mean is the
 * row's point. */
typedef struct trace_point {
    vec3 x, a, b;
    double weight;
} trace_point;

GD_INTERNAL void gd_trace_vertex(gd_iterate* row, const pair3* pair, int i,
                                 const trace_point* point);

/* Sets face i of a row; in 2D, k is 0. */
GD_INLINE void trace_face(gd_iterate* row, int face, int i, int j, int k) {
    double* at = trace_vertex(row, (int)row->vertex_count) + 3 * face;
    at[0] = i;
    at[1] = j;
    at[2] = k;
}

/* Converts lower <= signed distance <= upper to bounds of the trace's quantity. Not for growth. */
GD_INTERNAL void gd_trace_bounds(const gd_trace* trace, double lower, double upper,
                                 trace_step* step);

/* ---- growth, also by the methods of src/compare/ ----------------------------------------- */

/* State of a growth query: beta <= outer, proved by the plane with this unit normal. */
typedef struct trace_growth {
    vec3 normal;
    double outer;
    double iterations;
} trace_growth;

/* pair3_support and pair2_support without inlining: one shared copy of the switch over cores. */
GD_INTERNAL void gd_trace_support3(pair3* pair, vec3 n, double inverse, vertex3* vertex);
GD_INTERNAL void gd_trace_support2(pair2* pair, double y, double inverse, vertex2* vertex);

/* Records a portal and, unless s is NULL, the support vertex s found along n (any length; 2D: along
 * ray + y across). The portal's inner bound gives the upper bound of the growth distance. */
GD_INTERNAL void gd_trace_portal3(gd_trace* trace, const pair3* pair, const portal3* portal,
                                  trace_growth known, const vertex3* s, vec3 n);
GD_INTERNAL void gd_trace_portal2(gd_trace* trace, const pair2* pair, const portal2* portal,
                                  trace_growth known, const vertex2* s, double y);

/* Records a support vertex found along n without a portal. inner <= beta; 0 if unknown. */
GD_INTERNAL void gd_trace_direction3(gd_trace* trace, const pair3* pair, double inner,
                                     trace_growth known, const vertex3* s, vec3 n);

/* ---- every query -------------------------------------------------------------------------- */

/* The result of a query. */
typedef struct trace_answer {
    double iterations, lower, upper;
    const double *normal, *point_a, *point_b;
} trace_answer;

/* Records the last row, the result. */
GD_INTERNAL void gd_trace_result(const gd_query* query, const trace_answer* answer);

#endif
