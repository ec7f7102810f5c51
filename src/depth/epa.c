/* Expanding polytope in 3D. A polytope inscribed in D expands: each step adds the support vertex
 * along the normal of the facet nearest to the origin. That facet's offset bounds the depth from
 * below, h_D of its normal from above. Source: van den Bergen 2001; docs/algorithms.md, Depth.
 *
 * lower is the least offset of all facets except slivers (polytope.h), so it exceeds the depth by
 * rounding at most. */
#include "depth/depth.h"
#include "depth/polytope.h"

#include <string.h>

typedef struct epa {
    gjk* g;
    polytope p;
    double settled; /* least offset of the facets that cannot expand any further */
} epa;

/* Takes the nearest point of a triangle to the origin, in parts of A and B. It must be nearer to
 * the foot of the perpendicular than *miss, the square of the least distance so far. */
static void epa_point(const epa* e, const polytope_index v[3], double* miss, depth_bounds* d) {
    const vec3 x[3] = {e->p.vertex[v[0]].x, e->p.vertex[v[1]].x, e->p.vertex[v[2]].x};
    double w[4];
    gd_simplex_weights(x, 3, w);
    vec3 across = scale3(-d->upper, d->normal);
    for (int i = 0; i < 3; i++)
        across = madd3(across, w[i], x[i]);
    if (!(dot3(across, across) < *miss)) return;
    *miss = dot3(across, across);
    if (w[0] > 0.0 && w[1] > 0.0 && w[2] > 0.0) *miss = 0.0; /* the foot itself, up to rounding */
    d->a = d->b = make3(0.0, 0.0, 0.0);
    for (int i = 0; i < 3; i++) {
        d->a = madd3(d->a, w[i], e->p.vertex[v[i]].a);
        d->b = madd3(d->b, w[i], e->p.vertex[v[i]].b);
    }
}

/* The points of A and B at the foot of the perpendicular. The foot may be outside the facet with
 * the best normal, on another facet of the same face of D. */
static void epa_foot(const epa* e, const polytope_index best[3], depth_bounds* d) {
    double miss = GD_INFINITY;
    epa_point(e, best, &miss, d);
    const double plane = d->upper - e->p.rounding;
    for (int f = 0; f < e->p.facet_count && miss > 0.0; f++) {
        const polytope_facet* facet = &e->p.facet[f];
        bool within = !facet->removed;
        for (int i = 0; i < 3 && within; i++)
            within = dot3(d->normal, e->p.vertex[facet->v[i]].x) >= plane;
        if (within) epa_point(e, facet->v, &miss, d);
    }
}

/* Records the polytope, the nearest facet f (or -1), and the vertex found along its normal. The
 * weights are for the foot on facet f, which is inside the facet if no plane is nearer. */
static GD_COLD void epa_record(const epa* e, const depth_rule* rule, const depth_bounds* d, int f,
                               const core_vertex* w) {
    const vec3 none = make3(0.0, 0.0, 0.0);
    trace_step step = depth_step(GD_ITERATE_POLYTOPE, e->g, rule, d, d->upper);
    step.direction = f < 0 ? none : e->p.facet[f].n;
    step.support = w != NULL;
    step.vertex_count = w ? e->p.vertex_count + 1 : e->p.vertex_count;
    for (int i = 0; i < e->p.facet_count; i++) {
        if (i == f) step.nearest = step.face_count;
        /* cppcheck-suppress negativeIndex ; f may be -1, i never is */
        if (!e->p.facet[i].removed) step.face_count++;
    }
    gd_iterate* row = gd_trace_row(rule->trace, &e->g->pair, &step);
    if (!row) return;
    double weight[4] = {0.0, 0.0, 0.0, 0.0};
    const polytope_index* v = f < 0 ? NULL : e->p.facet[f].v;
    if (v) {
        const vec3 x[3] = {e->p.vertex[v[0]].x, e->p.vertex[v[1]].x, e->p.vertex[v[2]].x};
        gd_simplex_weights(x, 3, weight);
    }
    for (int i = 0; i < e->p.vertex_count; i++) {
        double share = 0.0;
        for (int k = 0; v && k < 3; k++)
            if (v[k] == i) share = weight[k];
        depth_vertex(row, e->g, i, &e->p.vertex[i], share);
    }
    if (w) depth_vertex(row, e->g, e->p.vertex_count, w, 0.0);
    for (int i = 0, face = 0; i < e->p.facet_count; i++) {
        const polytope_facet* facet = &e->p.facet[i];
        if (!facet->removed) trace_face(row, face++, facet->v[0], facet->v[1], facet->v[2]);
    }
}

/* Expands facet after facet. best: the vertices of the facet whose normal gave the upper bound;
 * unchanged if no facet improved the bound in d. */
static gd_status epa_run(epa* e, const depth_rule* rule, depth_bounds* d, polytope_index best[3]) {
    bool was_proved = false;
    for (;;) {
        const int f = gd_polytope_nearest(&e->p, d->upper);
        const double offset = f < 0 ? GD_INFINITY : e->p.offset[f];
        d->lower = max2(min2(min2(offset, e->settled), d->upper), d->lower);
        /* one more step may close the gap: the final facet of a polytope is exact */
        const bool proved = depth_proved(d, rule);
        if (proved && (was_proved || f < 0 || d->upper - d->lower <= e->p.rounding))
            return GD_STATUS_OPTIMAL;
        was_proved = proved;
        /* only facets that cannot expand are nearer, or the gap is rounding */
        if (f < 0 || d->upper - d->lower <= e->p.rounding) return GD_STATUS_PRECISION;
        if (d->iterations >= rule->max_iterations) return GD_STATUS_MAX_ITERATIONS;

        const polytope_facet* facet = &e->p.facet[f];
        const vec3 n = facet->n;
        gd_gjk_support(e->g, n, 0);
        const core_vertex w = {e->g->x[0], e->g->a[0], e->g->b[0]};
        d->iterations += 1.0;
        d->calls += 1.0;
        const double h = dot3(n, w.x);
        /* the bounds were proved and this facet proves them by itself: its foot is the nearest
         * point */
        const bool close = was_proved && h - d->lower <= rule->tolerance * (h + rule->radius);
        if (close || h < d->upper) {
            d->upper = max2(h, 0.0);
            d->normal = n;
            memcpy(best, facet->v, sizeof facet->v);
        }
        if (rule->trace) {
            const core_vertex found = w; /* keeps w in registers */
            epa_record(e, rule, d, f, &found);
        }
        if (close) return GD_STATUS_OPTIMAL;
        const polytope_push step = h - offset <= e->p.rounding
                                       ? POLYTOPE_REFUSED
                                       : gd_polytope_push(&e->p, f, &w, d->upper);
        if (step == POLYTOPE_FULL) return GD_STATUS_MAX_ITERATIONS;
        if (step == POLYTOPE_REFUSED) {
            e->settled = min2(e->settled, offset);
            e->p.offset[f] = GD_INFINITY;
        }
    }
}

gd_status gd_epa3(gjk* g, const initial_simplex* start, const depth_rule* rule, depth_bounds* d) {
    epa e;
    e.g = g;
    e.settled = GD_INFINITY;
    gd_polytope_init(&e.p, g->extent, start->v, d->upper);
    d->lower = 0.0;
    polytope_index best[3] = {0, 0, 0};
    const gd_status status = epa_run(&e, rule, d, best);
    if (best[0] != best[1]) epa_foot(&e, best, d);
    if (rule->trace) epa_record(&e, rule, d, -1, NULL);
    return status;
}
