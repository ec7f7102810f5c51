/* Writes the rows of a trace: converts a solver's data to world coordinates and appends them to the
 * caller's buffer. Once a row does not fit, needed exceeds the capacity and no later row is
 * written. So the buffer always contains the beginning of the trace. */
#include "minkowski/trace.h"

GD_COLD void gd_trace_begin(gd_trace* trace, gd_quantity quantity) {
    trace->quantity = quantity;
    trace->used = trace->needed = trace->iterates = 0.0;
    trace->lower = -GD_INFINITY;
    trace->upper = GD_INFINITY;
}

GD_COLD gd_iterate* gd_trace_append(gd_trace* trace, const trace_form* form) {
    const size_t width = (size_t)form->width, vertex_count = (size_t)form->vertex_count;
    double lower = form->lower, upper = form->upper;
    if (form->type != GD_ITERATE_RESULT) {
        trace->upper = upper = min2(trace->upper, upper);
        trace->lower = max2(trace->lower, lower);
        lower = min2(trace->lower, upper); /* rounding may cross the bounds by an ulp */
    }
    const size_t vectors = GD_ITERATE_VECTORS + 3 * vertex_count;
    const size_t length =
        sizeof(gd_iterate) / 8 + vectors * width + vertex_count + 3 * (size_t)form->face_count;
    trace->iterates += 1.0;
    trace->needed += (double)length;
    if (!(trace->needed <= trace->capacity)) return NULL;
    gd_iterate* row = (gd_iterate*)(trace->rows + (size_t)trace->used);
    trace->used = trace->needed;
    memset(row, 0, 8 * length);
    row->type = form->type;
    row->length = (double)length;
    row->width = form->width;
    row->lower = lower;
    row->upper = upper;
    row->offset = GD_INFINITY;
    row->scale = 1.0;
    row->vertex_count = form->vertex_count;
    row->face_count = form->face_count;
    row->nearest = -1.0;
    return row;
}

/* Unit vector along v, or 0 if v is 0. */
static vec3 trace_unit(vec3 v) {
    return max_abs3(v) > 0.0 ? unit3(v) : v;
}

GD_COLD gd_iterate* gd_trace_row(gd_trace* trace, const pair3* pair, const trace_step* step) {
    const trace_form form = {step->type,      3, step->lower, step->upper, step->vertex_count,
                             step->face_count};
    gd_iterate* row = gd_trace_append(trace, &form);
    if (!row) return NULL;
    const mat3* r = &pair->rotation_a;
    row->iteration = step->iteration;
    row->offset = step->offset;
    store3(trace_vector(row, GD_VECTOR_NORMAL), rotate(r, step->normal));
    store3(trace_vector(row, GD_VECTOR_DIRECTION), rotate(r, trace_unit(step->direction)));
    store3(trace_vector(row, GD_VECTOR_RAY), rotate(r, trace_unit(step->ray)));
    store3(trace_vector(row, GD_VECTOR_SHIFT), rotate(r, step->shift));
    row->radius_a = step->radius_a;
    row->radius_b = step->radius_b;
    row->support = step->support ? 1.0 : 0.0;
    row->nearest = step->nearest;
    return row;
}

GD_COLD void gd_trace_vertex(gd_iterate* row, const pair3* pair, int i, const trace_point* point) {
    double *vertex = trace_vertex(row, i), *mean = trace_vector(row, GD_VECTOR_POINT);
    const vec3 x = rotate(&pair->rotation_a, point->x);
    store3(vertex, x);
    store3(vertex + 3, add3(pair->center_a, rotate(&pair->rotation_a, point->a)));
    store3(vertex + 6, add3(pair->center_b, rotate(&pair->rotation_b, point->b)));
    vertex[9] = point->weight;
    store3(mean, madd3(load3(mean), point->weight, x));
}

GD_COLD void gd_trace_bounds(const gd_trace* trace, double lower, double upper, trace_step* step) {
    switch ((gd_quantity)(int)trace->quantity) {
    case GD_QUANTITY_GROWTH:
    case GD_QUANTITY_GENERALIZED: /* unreachable: these compute their own bounds */
    case GD_QUANTITY_SIGNED: break;
    case GD_QUANTITY_DISTANCE:
        lower = max2(lower, 0.0);
        upper = max2(upper, 0.0);
        break;
    case GD_QUANTITY_DEPTH: {
        const double min_depth = max2(-upper, 0.0);
        upper = max2(-lower, 0.0);
        lower = min_depth;
        break;
    }
    }
    step->lower = min2(lower, upper);
    step->upper = upper;
}

/* ---- growth ------------------------------------------------------------------------------ */

static vec3 trace_support3(const gd_shape* shape, vec3 n, double inverse, uint32_t* hint) {
    return madd3(sub3(core_support(shape, n, hint), shape->center), shape->radius * inverse, n);
}

GD_COLD void gd_trace_support3(pair3* pair, vec3 n, double inverse, vertex3* vertex) {
    const vec3 m = inv_rotate(&pair->b_to_a, neg3(n));
    vertex->a = trace_support3(pair->a, n, inverse, &pair->hint_a);
    vertex->b = trace_support3(pair->b, m, inverse, &pair->hint_b);
    pair3_place(pair, vertex);
}

GD_COLD void gd_trace_support2(pair2* pair, double y, double inverse, vertex2* vertex) {
    pair2_support(pair, y, inverse, vertex);
}

static trace_step trace_growth_step(gd_iterate_type type, const pair3* pair, double inner,
                                    trace_growth known, vec3 n) {
    const double upper = pair->distance > 0.0 ? pair->distance / inner : 0.0;
    return (trace_step){
        .type = type,
        .iteration = known.iterations,
        .lower = min2(pair->distance / known.outer, upper),
        .upper = upper,
        .normal = known.normal,
        .offset = known.outer * dot3(known.normal, pair->ray),
        .direction = n,
        .ray = pair->ray,
        .shift = pair->p,
        .nearest = -1,
    };
}

GD_COLD void gd_trace_portal3(gd_trace* trace, const pair3* pair, const portal3* portal,
                              trace_growth known, const vertex3* s, vec3 n) {
    trace_step step = trace_growth_step(GD_ITERATE_PORTAL, pair, portal->inner, known, n);
    if (!s) step.direction = make3(0.0, 0.0, 0.0);
    step.support = s != NULL;
    step.vertex_count = s ? 4 : 3;
    gd_iterate* row = gd_trace_row(trace, pair, &step);
    if (!row) return;
    for (int i = 0; i < 3; i++) {
        const vertex3* v = &portal->v[i];
        const double weight = portal->weight[i] / portal->weight_sum;
        gd_trace_vertex(row, pair, i, &(trace_point){v->s, v->a, v->b, weight});
    }
    if (s) gd_trace_vertex(row, pair, 3, &(trace_point){s->s, s->a, s->b, 0.0});
}

GD_COLD void gd_trace_direction3(gd_trace* trace, const pair3* pair, double inner,
                                 trace_growth known, const vertex3* s, vec3 n) {
    trace_step step = trace_growth_step(GD_ITERATE_DIRECTION, pair, inner, known, n);
    step.support = true;
    step.vertex_count = 1;
    gd_iterate* row = gd_trace_row(trace, pair, &step);
    if (row) gd_trace_vertex(row, pair, 0, &(trace_point){s->s, s->a, s->b, 0.0});
}

static vec3 trace_lift(vec2 v) {
    return make3(v.x, v.y, 0.0);
}

static mat3 trace_lift_rotation(rot2 r) {
    return (mat3){{r.c, r.s, 0.0}, {-r.s, r.c, 0.0}, {0.0, 0.0, 1.0}};
}

GD_COLD void gd_trace_portal2(gd_trace* trace, const pair2* pair, const portal2* portal,
                              trace_growth known, const vertex2* s, double y) {
    const vec3 ray = trace_lift(pair->ray_a), n = trace_lift(along_ray2(pair->ray_a, y, 1.0));
    const pair3 lifted = {
        .rotation_a = trace_lift_rotation(pair->rotation_a),
        .rotation_b = trace_lift_rotation(pair->rotation_b),
        .center_a = trace_lift(pair->center_a),
        .center_b = trace_lift(pair->center_b),
        .p = scale3(pair->distance, ray),
        .distance = pair->distance,
        .ray = ray,
    };
    trace_step step = trace_growth_step(GD_ITERATE_PORTAL, &lifted, portal->inner, known, n);
    if (!s) step.direction = make3(0.0, 0.0, 0.0);
    step.support = s != NULL;
    step.vertex_count = s ? 3 : 2;
    gd_iterate* row = gd_trace_row(trace, &lifted, &step);
    if (!row) return;
    for (int i = 0; i < step.vertex_count; i++) {
        const vertex2* v = i < 2 ? &portal->v[i] : s;
        const trace_point point = {trace_lift(along_ray2(pair->ray_a, v->u, v->w)),
                                   trace_lift(v->a), trace_lift(v->b),
                                   i < 2 ? portal->weight[i] / portal->weight_sum : 0.0};
        gd_trace_vertex(row, &lifted, i, &point);
    }
}

/* ---- every query -------------------------------------------------------------------------- */

GD_COLD void gd_trace_result(const gd_query* query, const trace_answer* answer) {
    gd_trace* trace = trace_of(query->settings);
    const trace_form form = {GD_ITERATE_RESULT, 3, answer->lower, answer->upper, 1, 0};
    gd_iterate* row = gd_trace_append(trace, &form);
    pair3 pair; /* only its frames are used */
    frame3 frame_a, frame_b;
    if (!row) return;
    if (!frame_of_pose(query->pose_a, query->a->dimension, &frame_a) || /* unreachable: checked */
        !frame_of_pose(query->pose_b, query->b->dimension, &frame_b))   /* unreachable: likewise */
        return;                                                         /* unreachable: likewise */
    pair3_join(&pair, query->a, &frame_a, query->b, &frame_b);
    row->iteration = answer->iterations;
    const vec3 on_a = load3(answer->point_a), on_b = load3(answer->point_b);
    vec3 point = sub3(on_a, on_b);
    if (trace->quantity == GD_QUANTITY_GROWTH) {
        store3(trace_vector(row, GD_VECTOR_SHIFT), rotate(&pair.rotation_a, pair.p));
        point = sub3(sub3(on_a, pair.center_a), sub3(on_b, pair.center_b));
    }
    store3(trace_vector(row, GD_VECTOR_NORMAL), load3(answer->normal));
    store3(trace_vector(row, GD_VECTOR_POINT), point);
    double* vertex = trace_vertex(row, 0);
    store3(vertex, point);
    store3(vertex + 3, on_a);
    store3(vertex + 6, on_b);
    vertex[9] = 1.0;
}
