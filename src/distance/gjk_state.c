/* The state of GJK outside of its loop: the pair, single support calls, traces, warm starts and the
 * nearest points. */
#include "distance/gjk.h"

#include "distance/gjk_project.h"

/* A mean counts as equally near if its length is within this factor. */
#define GJK_AS_NEAR (1.0 + 0x1p-40)

void gd_gjk_reset(gjk* g) {
    g->count = g->vertices = 0;
    g->length = GD_INFINITY;
    g->lower = 0.0;
    g->iterations = 0.0;
    g->normal = vec3_read(&g->pair.ray);
    g->proof = vec3_read(&g->pair.ray);
    g->along = vec3_read(&g->pair.ray);
    g->meet = false;
}

void gd_gjk_join(gjk* g, const gd_shape* a, const frame3* frame_a, const gd_shape* b,
                 const frame3* frame_b, bool deflate) {
    pair3_join(&g->pair, a, frame_a, b, frame_b);
    g->family = deflate && a->summand_radius + b->summand_radius > 0.0 ? WARM_DEFLATED : WARM_CORES;
    g->deflate_a = deflate ? a->summand_radius : 0.0;
    g->deflate_b = deflate ? b->summand_radius : 0.0;
    g->radius_a = a->radius + g->deflate_a;
    g->radius_b = b->radius + g->deflate_b;
    g->radius = g->radius_a + g->radius_b;
    g->extent = a->bound_radius + b->bound_radius + g->pair.distance;
    gd_gjk_reset(g);
}

bool gd_gjk_init(gjk* g, const gd_query* query, bool deflate) {
    frame3 frame_a, frame_b;
    if (!frame_of_pose_inlined(query->pose_a, query->a->dimension, &frame_a) ||
        !frame_of_pose_inlined(query->pose_b, query->b->dimension, &frame_b))
        return false;
    gd_gjk_join(g, query->a, &frame_a, query->b, &frame_b, deflate);
    return true;
}

void gd_gjk_keep_radii(gjk* g) {
    g->family = WARM_WHOLE;
    g->deflate_a = -g->pair.a->radius;
    g->deflate_b = -g->pair.b->radius;
    g->radius_a = g->radius_b = g->radius = 0.0;
}

/* For all other solvers: without copies of the switch over cores. */
GD_NOINLINE void gd_gjk_support(gjk* g, vec3 n, int i) {
    const vec3 m = inv_rotate(&g->pair.b_to_a, neg3(n));
    const vec3 a = core_support(g->pair.a, n, &g->pair.hint_a);
    const vec3 b = core_support(g->pair.b, m, &g->pair.hint_b);
    g->a[i] = madd3(sub3(a, g->pair.a->center), -g->deflate_a, n);
    g->b[i] = madd3(sub3(b, g->pair.b->center), -g->deflate_b, m);
    gjk_place(g, i);
}

GD_COLD void gd_gjk_record(const gjk* g, gd_trace* trace, vec3 n, bool support) {
    const double upper = g->meet ? 0.0 : g->length;
    trace_step step = {
        .type = GD_ITERATE_SIMPLEX,
        .iteration = g->iterations,
        .normal = g->proof,
        .offset = g->lower > 0.0 ? -g->lower : GD_INFINITY,
        .direction = n,
        .radius_a = g->radius_a,
        .radius_b = g->radius_b,
        .vertex_count = support ? g->count + 1 : g->count,
        .support = support,
        .nearest = -1,
    };
    if (trace->quantity == GD_QUANTITY_GROWTH) {
        step.lower = gjk_growth_lower(g);
        step.upper = gjk_growth_upper(g);
    } else {
        const double lower = g->lower > 0.0 ? g->lower - g->radius : -GD_INFINITY;
        gd_trace_bounds(trace, lower, upper - g->radius, &step);
    }
    gd_iterate* row = gd_trace_row(trace, &g->pair, &step);
    if (!row) return;
    double weight[4] = {0.0, 0.0, 0.0, 0.0};
    if (g->count > 0) gd_simplex_weights(g->x, g->count, weight);
    for (int i = 0; i < step.vertex_count; i++)
        gd_trace_vertex(row, &g->pair, i,
                        &(trace_point){g->x[i], g->a[i], g->b[i], i < g->count ? weight[i] : 0.0});
}

void gd_gjk_save(gd_warm* warm, const gjk* g) {
    memset(warm, 0, sizeof *warm);
    warm->key = warm_key(g->pair.a, g->pair.b, g->family);
    warm->count = g->count; /* 4: around the origin; the state keeps three points */
    store3(warm->normal, g->normal);
    for (int i = 0; i < g->count && i < 3; i++) {
        store3(warm->points_a + 3 * i, g->a[i]);
        store3(warm->points_b + 3 * i, g->b[i]);
    }
    warm->check = warm_check(warm);
}

double gd_gjk_flat_gap(const gjk* g) {
    const bool flat = g->meet && g->count < 4 && g->length > GJK_ROUNDING * g->extent;
    return flat ? g->length : 0.0;
}

GD_NOINLINE bool gd_gjk_take_mean(gjk* g, double x, double y, double z) {
    const vec3 mean = make3(x, y, z);
    const double length = length3(mean);
    if (!(length > GJK_UNDERFLOW && length <= g->length * GJK_AS_NEAR)) return false;
    g->length = length;
    g->along = neg3(mean);
    g->normal = scale3(1.0 / length, g->along);
    return true;
}

bool gd_gjk_use_mean(gjk* g, vec3 x) {
    return gjk_use_mean(g, x);
}

vec3 gd_gjk_points(gjk* g, vec3* on_a, vec3* on_b) {
    return gjk_points(g, on_a, on_b);
}
