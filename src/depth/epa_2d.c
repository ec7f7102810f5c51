/* Expanding polytope in 2D: as epa.c, with a polygon whose edges form a ring. The nearest edge
 * becomes two.
 *
 * Support vertices see no other edge beside it, except edges in line. But the first three vertices
 * may come from another pose and be inside D now. So the further edges that a new vertex sees are
 * removed; otherwise the polygon would have dents that no edge could fill. */
#include "depth/depth.h"

#define EPA2_EDGES 512
#define EPA2_ROUNDING (8.0 * GD_EPS)

typedef struct epa2_edge {
    core_vertex from; /* from here to the next edge's from, counter-clockwise */
    vec3 n;           /* unit, outward */
    double offset;    /* infinite if the edge cannot expand any further */
    int next, prev;   /* next is -1 if the edge was removed */
} epa2_edge;

typedef struct epa2 {
    epa2_edge edge[EPA2_EDGES];
    int count;
} epa2;

static void epa2_measure(epa2* e, int i) {
    epa2_edge* edge = &e->edge[i];
    const vec3 x0 = edge->from.x, x1 = e->edge[edge->next].from.x, d = sub3(x1, x0);
    const double length = sqrt(dot3(d, d));
    edge->n = make3(0.0, 0.0, 0.0);
    edge->offset = GD_INFINITY;
    if (!(length > 0.0))
        return; /* vertices are distinct, unless a support function contradicts itself */
    edge->n = make3(d.y / length, -d.x / length, 0.0);
    edge->offset = min2(dot3(edge->n, x0), dot3(edge->n, x1));
}

static void epa2_foot(const epa2* e, int i, depth_bounds* d) {
    const core_vertex *u = &e->edge[i].from, *v = &e->edge[e->edge[i].next].from;
    const vec3 x[2] = {u->x, v->x};
    double w[4];
    gd_simplex_weights(x, 2, w);
    d->a = add3(scale3(w[0], u->a), scale3(w[1], v->a));
    d->b = add3(scale3(w[0], u->b), scale3(w[1], v->b));
}

/* Records the polygon, the nearest edge f (or -1), and the vertex found along its normal. */
static GD_COLD void epa2_record(const epa2* e, const gjk* g, const depth_rule* rule,
                                const depth_bounds* d, int f, const core_vertex* found) {
    trace_step step = depth_step(GD_ITERATE_POLYTOPE, g, rule, d, d->upper);
    step.direction = f < 0 ? make3(0.0, 0.0, 0.0) : e->edge[f].n;
    step.support = found != NULL;
    step.vertex_count = found ? e->count + 1 : e->count;
    step.nearest = f;
    step.face_count = 0;
    for (int i = 0; i < e->count; i++) {
        if (i == f) step.nearest = step.face_count;
        /* cppcheck-suppress negativeIndex ; if f is -1, i differs from it */
        step.face_count += e->edge[i].next >= 0;
    }
    gd_iterate* row = gd_trace_row(rule->trace, &g->pair, &step);
    if (!row) return;
    double weight[4] = {0.0, 0.0, 0.0, 0.0};
    const int next = f < 0 ? -1 : e->edge[f].next;
    if (f >= 0) {
        const vec3 x[2] = {e->edge[f].from.x, e->edge[next].from.x};
        gd_simplex_weights(x, 2, weight);
    }
    for (int i = 0, face = 0; i < e->count; i++) {
        const double share = i == f ? weight[0] : i == next ? weight[1] : 0.0;
        depth_vertex(row, g, i, &e->edge[i].from, share);
        if (e->edge[i].next >= 0) trace_face(row, face++, i, e->edge[i].next, 0);
    }
    if (found) depth_vertex(row, g, e->count, found, 0.0);
}

static void epa2_init(epa2* e, const initial_simplex* start) {
    e->count = 3;
    for (int i = 0; i < 3; i++) {
        e->edge[i].from = start->v[i];
        e->edge[i].next = (i + 1) % 3;
        e->edge[i].prev = (i + 2) % 3;
    }
    for (int i = 0; i < 3; i++)
        epa2_measure(e, i);
}

/* Whether a vertex is beyond an edge by more than rounding. */
static bool epa2_sees(const epa2* e, int i, vec3 w, double rounding) {
    const epa2_edge* edge = &e->edge[i];
    return dot3(edge->n, sub3(w, edge->from.x)) > rounding;
}

static void epa2_drop(epa2* e, int i) {
    e->edge[i].offset = GD_INFINITY;
    e->edge[i].next = -1;
}

/* Replaces the edge, and its neighbours that see the new vertex, by two edges to and from that
 * vertex. */
static void epa2_push(epa2* e, int f, const core_vertex* w, double rounding) {
    int next = e->edge[f].next;
    const int added = e->count++;
    while (next != e->edge[f].prev && epa2_sees(e, next, w->x, rounding)) {
        const int beyond = e->edge[next].next;
        epa2_drop(e, next);
        next = beyond;
    }
    while (e->edge[f].prev != next && epa2_sees(e, e->edge[f].prev, w->x, rounding)) {
        const int prev = e->edge[f].prev;
        epa2_drop(e, f);
        f = prev;
    }
    e->edge[added] = (epa2_edge){.from = *w, .next = next, .prev = f};
    e->edge[f].next = e->edge[next].prev = added;
    epa2_measure(e, f);
    epa2_measure(e, added);
}

static gd_status epa2_run(epa2* e, gjk* g, const depth_rule* rule, depth_bounds* d) {
    const double rounding = EPA2_ROUNDING * g->extent;
    double settled = GD_INFINITY;
    bool was_proved = false;
    for (;;) {
        int f = 0;
        for (int i = 1; i < e->count; i++)
            if (e->edge[i].offset < e->edge[f].offset) f = i;
        const double offset = e->edge[f].offset;
        d->lower = max2(min2(min2(offset, settled), d->upper), d->lower);
        const bool proved = depth_proved(d, rule);
        if (proved && (was_proved || d->upper - d->lower <= rounding)) return GD_STATUS_OPTIMAL;
        was_proved = proved;
        if (offset >= d->upper || d->upper - d->lower <= rounding) return GD_STATUS_PRECISION;
        if (d->iterations >= rule->max_iterations || e->count == EPA2_EDGES)
            return GD_STATUS_MAX_ITERATIONS;

        gd_gjk_support(g, e->edge[f].n, 0);
        const core_vertex w = {g->x[0], g->a[0], g->b[0]};
        d->iterations += 1.0;
        d->calls += 1.0;
        const double h = dot3(e->edge[f].n, w.x);
        if (h < d->upper) {
            d->upper = max2(h, 0.0);
            d->normal = e->edge[f].n;
            epa2_foot(e, f, d);
        }
        if (rule->trace) epa2_record(e, g, rule, d, f, &w);
        if (h - offset <= rounding) {
            settled = min2(settled, offset);
            e->edge[f].offset = GD_INFINITY;
            continue;
        }
        epa2_push(e, f, &w, rounding);
    }
}

gd_status gd_epa2(gjk* g, const initial_simplex* start, const depth_rule* rule, depth_bounds* d) {
    epa2 e;
    epa2_init(&e, start);
    d->lower = 0.0;
    const gd_status status = epa2_run(&e, g, rule, d);
    if (rule->trace) epa2_record(&e, g, rule, d, -1, NULL);
    return status;
}
