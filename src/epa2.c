/* Expanding polytope in the plane: as epa.c, with a polygon whose edges are kept in a ring. An edge
 * that is pushed out becomes two; nothing else is seen from the new vertex but edges in line. */
#include "depth.h"

#define EPA2_EDGES 512
#define EPA2_ROUNDING (8.0 * GD_EPS)

typedef struct epa2_edge {
    core_vertex from; /* to the next edge's from, counter-clockwise */
    vec3 n;           /* unit, outward */
    double offset;    /* infinite where the edge cannot be pushed out any further */
    int next;
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
    if (!(length > 0.0)) return;
    edge->n = make3(d.y / length, -d.x / length, 0.0);
    edge->offset = min2(dot3(edge->n, x0), dot3(edge->n, x1));
}

static void epa2_foot(const epa2* e, int i, depth* d) {
    const core_vertex *u = &e->edge[i].from, *v = &e->edge[e->edge[i].next].from;
    const vec3 x[2] = {u->x, v->x};
    double w[4];
    gd_simplex_weights(x, 2, w);
    d->a = add3(scale3(w[0], u->a), scale3(w[1], v->a));
    d->b = add3(scale3(w[0], u->b), scale3(w[1], v->b));
}

gd_status gd_epa2(gjk* g, const seed* start, const depth_rule* rule, depth* d) {
    const double rounding = EPA2_ROUNDING * g->extent;
    double settled = GD_INFINITY;
    epa2 e;
    e.count = 3;
    for (int i = 0; i < 3; i++) {
        e.edge[i].from = start->v[i];
        e.edge[i].next = (i + 1) % 3;
    }
    for (int i = 0; i < 3; i++)
        epa2_measure(&e, i);
    d->lower = 0.0;
    bool last = false;
    for (;;) {
        int f = 0;
        for (int i = 1; i < e.count; i++)
            if (e.edge[i].offset < e.edge[f].offset) f = i;
        const double offset = e.edge[f].offset;
        d->lower = max2(min2(min2(offset, settled), d->upper), d->lower);
        const bool proved = depth_proved(d, rule);
        if (proved && (last || d->upper - d->lower <= rounding)) return GD_STATUS_OPTIMAL;
        last = proved;
        if (offset >= d->upper || d->upper - d->lower <= rounding) return GD_STATUS_PRECISION;
        if (d->iterations >= rule->max_iterations || e.count == EPA2_EDGES)
            return GD_STATUS_MAX_ITERATIONS;

        gd_gjk_support(g, e.edge[f].n, 0);
        d->iterations += 1.0;
        d->calls += 1.0;
        const double h = dot3(e.edge[f].n, g->x[0]);
        if (h < d->upper) {
            d->upper = max2(h, 0.0);
            d->normal = e.edge[f].n;
            epa2_foot(&e, f, d);
        }
        if (h - offset <= rounding) {
            settled = min2(settled, offset);
            e.edge[f].offset = GD_INFINITY;
            continue;
        }
        epa2_edge* split = &e.edge[e.count];
        split->from = (core_vertex){g->x[0], g->a[0], g->b[0]};
        split->next = e.edge[f].next;
        e.edge[f].next = e.count++;
        epa2_measure(&e, f);
        epa2_measure(&e, e.count - 1);
    }
}
