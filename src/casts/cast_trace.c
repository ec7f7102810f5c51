/* Traces of casts: a row for each support vertex of K, with the bounds of the time. Points of K
 * found after the vertex, by a portal or a ball, belong to the same row. So a row is completed when
 * the next one begins. */
#include "casts/cast_search.h"

#include "minkowski/trace.h"

/* The row of one support vertex s along n, without bounds. */
static trace_step cast_trace_step(const cast_search* c, vec3 n, vec3 x) {
    const cast_line* line = &c->line;
    const pair3* pair = &line->pair;
    const vec3 best = c->exits ? n : c->normal;
    const bool own = best.x == n.x && best.y == n.y && best.z == n.z;
    const bool none = best.x == 0.0 && best.y == 0.0; /* the bound of the bounding balls */
    return (trace_step){
        .type = GD_ITERATE_DIRECTION,
        .iteration = c->iterations,
        .lower = -GD_INFINITY,
        .upper = GD_INFINITY,
        .normal = from_ray_frame(pair, best),
        .offset = own    ? dot3(from_ray_frame(pair, n), x)
                  : none ? GD_INFINITY
                         : best.z * (c->outer - line->ref * line->speed) - line->target,
        .direction = from_ray_frame(pair, n),
        .ray = scale3(c->exits ? 1.0 : -1.0, pair->ray),
        .vertex_count = 1,
        .support = true,
        .nearest = -1,
    };
}

GD_COLD void gd_cast_trace_row(cast_search* c, vec3 n, const vertex3* s) {
    const pair3* pair = &c->line.pair;
    gd_trace* trace = c->trace;
    gd_cast_trace_complete(c);
    const vec3 between = inv_rotate(&pair->rotation_a, sub3(pair->center_b, pair->center_a));
    const vec3 x = sub3(sub3(s->a, rotate(&pair->b_to_a, s->b)), between);
    trace_step step = cast_trace_step(c, n, x);
    if (!c->exits) {
        const double lower = c->miss ? GD_INFINITY : c->line.unit * cast_lower_time(c);
        step.lower = min2(max2(lower, c->cast->min_time), c->cast->max_time);
    }
    c->row = gd_trace_row(trace, pair, &step);
    if (c->row) gd_trace_vertex(c->row, pair, 0, &(trace_point){x, s->a, s->b, 0.0});
}

GD_COLD void gd_cast_trace_complete(cast_search* c) {
    gd_trace* trace = c->trace;
    const double upper = c->line.unit * cast_upper_time(c);
    if (!c->exits && upper >= c->cast->min_time) trace->upper = min2(trace->upper, upper);
    if (!c->row) return;
    c->row->upper = trace->upper;
    c->row->lower = min2(c->row->lower, trace->upper);
}
