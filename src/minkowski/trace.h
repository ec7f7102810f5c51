/* Recording iterates: how solvers fill a caller's gd_trace.
 *
 * A solver asks trace_wanted once an iteration and records out of line, so that a query without
 * trace pays one branch that is always predicted. Solvers describe a step in the terms they work
 * in, A's frame and relative to the centres; what is written is in world coordinates.
 *
 * A variable whose address is taken anywhere lives in memory everywhere: the hottest loops exist
 * twice, with and without, and the one with trace asks for support points out of line. */
#ifndef GD_TRACE_H
#define GD_TRACE_H

#include "minkowski/portal.h"
#include "minkowski/problem.h"

#include <string.h>

/* NULL when no trace is asked for. */
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

/* A row before its vertices. */
typedef struct trace_step {
    gd_iterate_type type;
    double iteration;
    double lower, upper; /* of the query's quantity */
    vec3 normal;         /* of the best supporting plane; all vectors in A's frame */
    double offset;
    vec3 direction; /* 0 0 0: none */
    vec3 ray;       /* likewise */
    vec3 shift;
    double radius_a, radius_b;
    int vertex_count;
    bool support; /* the last vertex is the one found in this step */
    int face_count;
    int nearest;
} trace_step;

/* Clears a trace for a query. */
GD_INTERNAL void gd_trace_begin(gd_trace* trace, gd_quantity quantity);

/* What a row is made for. */
typedef struct trace_form {
    gd_iterate_type type;
    int width;
    double lower, upper;
    int vertex_count, face_count;
} trace_form;

/* Appends a row; scalars but the bounds and counts are 0, 1 for scale and -1 for nearest. NULL when
 * there is no room left: bounds are kept all the same. */
GD_INTERNAL gd_iterate* gd_trace_append(gd_trace* trace, const trace_form* form);

GD_INLINE double* trace_vector(gd_iterate* row, gd_iterate_vector which) {
    return row->data + (size_t)row->width * (size_t)which;
}

/* Point, part on A, part on B, weight of vertex i. */
GD_INLINE double* trace_vertex(gd_iterate* row, int i) {
    const size_t width = (size_t)row->width;
    return row->data + GD_ITERATE_VECTORS * width + (3 * width + 1) * (size_t)i;
}

/* Appends the row of a step, to be filled by gd_trace_vertex and trace_face; NULL when there is no
 * room left. Only the pair's rotations and centres are used. */
GD_INTERNAL gd_iterate* gd_trace_row(gd_trace* trace, const pair3* pair, const trace_step* step);

/* Vertex i of a row: x of the difference, A's frame; a and b its parts, own frames, relative to the
 * centres. Vertices that carry the row's point have a weight. */
typedef struct trace_point {
    vec3 x, a, b;
    double weight;
} trace_point;

GD_INTERNAL void gd_trace_vertex(gd_iterate* row, const pair3* pair, int i,
                                 const trace_point* point);

/* Face i of a row; in the plane k is 0. */
GD_INLINE void trace_face(gd_iterate* row, int face, int i, int j, int k) {
    double* at = trace_vertex(row, (int)row->vertex_count) + 3 * face;
    at[0] = i;
    at[1] = j;
    at[2] = k;
}

/* What lower <= signed distance <= upper says of the trace's quantity; not for growth. */
GD_INTERNAL void gd_trace_bounds(const gd_trace* trace, double lower, double upper,
                                 trace_step* step);

/* ---- growth, also by the methods of src/compare/ ----------------------------------------- */

/* What is known of a growth query: beta <= outer, proved by the plane of a unit normal. */
typedef struct trace_growth {
    vec3 normal;
    double outer;
    double iterations;
} trace_growth;

/* pair3_support and pair2_support out of line: one more copy of the switch over shapes for all who
 * need not be fast. */
GD_INTERNAL void gd_trace_support3(pair3* pair, vec3 n, double inverse, vertex3* vertex);
GD_INTERNAL void gd_trace_support2(pair2* pair, double y, double inverse, vertex2* vertex);

/* A portal and, unless NULL, the support vertex found along n (any length; otherwise ignored), in
 * the plane along ray + y across. The portal's inner bound gives the upper bound of the growth
 * distance. */
GD_INTERNAL void gd_trace_portal3(gd_trace* trace, const pair3* pair, const portal3* portal,
                                  trace_growth known, const vertex3* s, vec3 n);
GD_INTERNAL void gd_trace_portal2(gd_trace* trace, const pair2* pair, const portal2* portal,
                                  trace_growth known, const vertex2* s, double y);

/* A support vertex found along n without a portal; inner <= beta, 0 when nothing is known. */
GD_INTERNAL void gd_trace_direction3(gd_trace* trace, const pair3* pair, double inner,
                                     trace_growth known, const vertex3* s, vec3 n);

/* ---- every query ------------------------------------------------------------------------- */

/* What a query answered. */
typedef struct trace_answer {
    double iterations, lower, upper;
    const double *normal, *point_a, *point_b;
} trace_answer;

/* The last row. */
GD_INTERNAL void gd_trace_result(const gd_query* query, const trace_answer* answer);

#endif
