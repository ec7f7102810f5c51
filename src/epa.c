/* Expanding polytope in space (van den Bergen 2001; algorithms.md 4): a polytope inscribed in D,
 * its facet nearest the origin pushed out to the support vertex along the facet's normal, again and
 * again. The nearest facet's offset bounds the depth from below, its normal's support value from
 * above.
 *
 * Invariants: the surface is closed, every edge belongs to two facets; lower is the least offset of
 * all facets but slivers, so it never exceeds the depth by more than rounding.
 *
 * A sliver of height t lies within t of its neighbours' planes: leaving its own out moves the
 * nearest point by t^2 / 2 depth at most, far less than its normal's rounding would. */
#include "depth.h"

#include <string.h>

#define EPA_VERTICES 512
#define EPA_FACETS 1024 /* twice the vertices less 4 */
/* A facet less high than this part of its offset is a sliver. */
#define EPA_SLIVER 1e-7
/* A facet is thin when its height is less than about this part of its size, squared. */
#define EPA_THIN 0x1p-16
/* Support vertices above a facet by less than this part of the extent lie on it. */
#define EPA_ROUNDING (8.0 * GD_EPS)

typedef uint16_t epa_index;

/* The side of a facet that an edge is seen from: facet * 4 + edge, which is an epa_index, too. */
#define EPA_SIDE(facet, edge) ((epa_index)((facet)*4 + (edge)))

typedef struct epa_facet {
    vec3 n;              /* unit, outward */
    double plane;        /* n.x of its points */
    epa_index v[3];      /* counter-clockwise from outside */
    epa_index across[3]; /* the side beyond the edge from v[i] to v[i + 1] */
    bool sliver;
    bool removed;
} epa_facet;

typedef struct epa {
    gjk* g;
    core_vertex vertex[EPA_VERTICES];
    uint32_t hint_a[EPA_VERTICES]; /* mesh vertices that vertex is made of: where climbing starts */
    uint32_t hint_b[EPA_VERTICES];
    epa_facet facet[EPA_FACETS];
    double offset[EPA_FACETS]; /* of facets that may be nearest; infinite for all others */
    bool listed[EPA_FACETS];   /* whether open names the facet */
    epa_index
        open[EPA_FACETS]; /* facets nearer than the upper bound, and some that no longer are */
    int open_count;
    epa_index seen[EPA_VERTICES]; /* the push in which the border last met a vertex */
    epa_index pushes;
    int vertex_count;
    int facet_count; /* used at any time; those not in use now are on the free list */
    epa_index free[EPA_FACETS];
    int free_count;
    epa_index horizon[EPA_FACETS]; /* sides of facets that stay, in order around the hole */
    int horizon_count;
    epa_index hole[EPA_FACETS]; /* facets that go */
    int hole_count;
    double settled; /* least offset of facets that cannot be pushed out any further */
    double rounding;
} epa;

/* Normal, plane and offset of a facet whose vertices are known. */
static void epa_measure(epa* e, int f) {
    epa_facet* facet = &e->facet[f];
    const vec3 x0 = e->vertex[facet->v[0]].x, x1 = e->vertex[facet->v[1]].x,
               x2 = e->vertex[facet->v[2]].x;
    const vec3 e0 = sub3(x1, x0), e1 = sub3(x2, x1);
    const vec3 n = cross3(e0, e1);
    const double nn = dot3(n, n); /* square of twice the area */
    const double edges = dot3(e0, e0) + dot3(e1, e1);
    facet->removed = false;
    if (!(nn > 0.0)) {
        facet->n = make3(0.0, 0.0, 0.0);
        facet->plane = 0.0;
        facet->sliver = true;
    } else {
        facet->n = scale3(1.0 / sqrt(nn), n);
        facet->plane = dot3(facet->n, x2);
        /* a thin facet's normal leans by rounding: the least of three is below all of it */
        if (nn < EPA_THIN * edges * edges)
            facet->plane = min2(min2(dot3(facet->n, x0), dot3(facet->n, x1)), facet->plane);
        const double thin = max2(EPA_SLIVER * facet->plane, e->rounding);
        facet->sliver = nn <= 2.0 * edges * (thin * thin);
    }
    e->offset[f] = facet->sliver ? GD_INFINITY : facet->plane;
}

static void epa_open(epa* e, int f) {
    if (e->listed[f]) return;
    e->listed[f] = true;
    e->open[e->open_count++] = (epa_index)f;
}

GD_INLINE void epa_join(epa* e, epa_index side, epa_index other) {
    e->facet[side >> 2].across[side & 3] = other;
    e->facet[other >> 2].across[other & 3] = side;
}

static void epa_init(epa* e, gjk* g, const seed* start) {
    static const epa_index corners[4][3] = {{0, 1, 2}, {0, 3, 1}, {1, 3, 2}, {2, 3, 0}};
    e->g = g;
    e->rounding = EPA_ROUNDING * g->extent;
    e->settled = GD_INFINITY;
    e->vertex_count = 4;
    e->facet_count = 4;
    e->free_count = 0;
    e->open_count = 0;
    e->pushes = 0;
    for (int i = 0; i < 4; i++) {
        e->vertex[i] = start->v[i];
        e->hint_a[i] = g->pair.hint_a;
        e->hint_b[i] = g->pair.hint_b;
        e->seen[i] = 0;
        e->listed[i] = false;
    }
    for (int f = 0; f < 4; f++) {
        memcpy(e->facet[f].v, corners[f], sizeof corners[f]);
        epa_measure(e, f);
        epa_open(e, f);
    }
    for (int i = 0; i < 3; i++) {
        epa_join(e, EPA_SIDE(0, i), EPA_SIDE(i + 1, 2));
        epa_join(e, EPA_SIDE(i + 1, 1), EPA_SIDE((i + 1) % 3 + 1, 0));
    }
}

/* The nearest of the facets that are nearer than upper, or -1. Near the end these are few, while
 * the polytope has hundreds: looking at all was a third of the time. */
static int epa_nearest(epa* e, double upper) {
    int best = -1;
    double least = upper;
    for (int i = 0; i < e->open_count;) {
        const int f = e->open[i];
        const double offset = e->offset[f];
        if (!(offset < upper)) {
            e->listed[f] = false;
            e->open[i] = e->open[--e->open_count];
            continue;
        }
        if (offset < least) {
            least = offset;
            best = f;
        }
        i++;
    }
    return best;
}

/* Whether the facet has to go for a new vertex. A sliver's plane means nothing: it goes when the
 * hole reaches it. */
GD_INLINE bool epa_visible(const epa* e, const epa_facet* facet, vec3 w) {
    return facet->sliver || dot3(facet->n, w) - facet->plane > e->rounding;
}

/* The facets that w sees, beginning with one of them, and the sides around them in order: depth
 * first, turning the same way at each facet, so that the hole's border is met along its course. */
static void epa_flood(epa* e, int first, vec3 w) {
    epa_index stack[3 * EPA_FACETS / 2];
    int waiting = 0;
    e->horizon_count = 0;
    e->hole_count = 0;
    e->facet[first].removed = true;
    e->hole[e->hole_count++] = (epa_index)first;
    for (int i = 2; i >= 0; i--)
        stack[waiting++] = e->facet[first].across[i];
    while (waiting > 0) {
        const epa_index side = stack[--waiting];
        epa_facet* facet = &e->facet[side >> 2];
        if (facet->removed) continue;
        if (!epa_visible(e, facet, w)) {
            e->horizon[e->horizon_count++] = side;
            continue;
        }
        facet->removed = true;
        e->hole[e->hole_count++] = (epa_index)(side >> 2);
        stack[waiting++] = facet->across[((side & 3) + 2) % 3];
        stack[waiting++] = facet->across[((side & 3) + 1) % 3];
    }
}

GD_INLINE epa_index epa_from(const epa* e, epa_index side) {
    return e->facet[side >> 2].v[side & 3];
}
GD_INLINE epa_index epa_to(const epa* e, epa_index side) {
    return e->facet[side >> 2].v[((side & 3) + 1) % 3];
}

/* Whether the border is one closed loop of at least three sides, none of which meets w itself:
 * what exact arithmetic would promise. */
static bool epa_border_holds(epa* e, vec3 w) {
    const int count = e->horizon_count;
    if (count < 3) return false;
    const epa_index push = ++e->pushes;
    for (int i = 0; i < count; i++) {
        const epa_index from = epa_from(e, e->horizon[i]);
        if (from != epa_to(e, e->horizon[i + 1 < count ? i + 1 : 0])) return false;
        const vec3 x = e->vertex[from].x;
        if (x.x == w.x && x.y == w.y && x.z == w.z) return false;
        if (e->seen[from] == push) return false; /* pinched */
        e->seen[from] = push;
    }
    return true;
}

static int epa_take(epa* e) {
    if (e->free_count > 0) return e->free[--e->free_count];
    e->listed[e->facet_count] = false;
    return e->facet_count++;
}

typedef enum epa_step { EPA_PUSHED, EPA_REFUSED, EPA_FULL } epa_step;

/* Pushes the polytope out to w, which the first facet sees. Refused, with nothing changed, where
 * rounding makes the hole anything but a disc. */
static epa_step epa_push(epa* e, int first, const core_vertex* w, double upper) {
    epa_flood(e, first, w->x);
    const bool holds = epa_border_holds(e, w->x);
    const bool full = e->vertex_count == EPA_VERTICES ||
                      e->facet_count + e->horizon_count > EPA_FACETS + e->free_count;
    if (!holds || full) {
        for (int i = 0; i < e->hole_count; i++)
            e->facet[e->hole[i]].removed = false;
        return holds ? EPA_FULL : EPA_REFUSED;
    }
    for (int i = 0; i < e->hole_count; i++) {
        e->offset[e->hole[i]] = GD_INFINITY;
        e->free[e->free_count++] = e->hole[i];
    }
    const epa_index apex = (epa_index)e->vertex_count;
    e->seen[apex] = 0;
    e->hint_a[apex] = e->g->pair.hint_a;
    e->hint_b[apex] = e->g->pair.hint_b;
    e->vertex[e->vertex_count++] = *w;
    int last = 0, begin = 0;
    for (int i = 0; i < e->horizon_count; i++) {
        const epa_index side = e->horizon[i];
        const int f = epa_take(e);
        epa_facet* facet = &e->facet[f];
        facet->v[0] = epa_to(e, side);
        facet->v[1] = epa_from(e, side);
        facet->v[2] = apex;
        epa_join(e, EPA_SIDE(f, 0), side);
        /* edge 1 of each new facet runs where edge 2 of the one before ends */
        if (i > 0)
            epa_join(e, EPA_SIDE(f, 2), EPA_SIDE(last, 1));
        else
            begin = f;
        last = f;
        epa_measure(e, f);
        if (e->offset[f] < upper) epa_open(e, f);
    }
    epa_join(e, EPA_SIDE(begin, 2), EPA_SIDE(last, 1));
    return EPA_PUSHED;
}

/* The foot of the perpendicular from the origin on a triangle of vertices, in parts of A and B. */
static void epa_foot(const epa* e, const epa_index v[3], depth* d) {
    const vec3 x[3] = {e->vertex[v[0]].x, e->vertex[v[1]].x, e->vertex[v[2]].x};
    double w[4];
    gd_simplex_weights(x, 3, w);
    d->a = d->b = make3(0.0, 0.0, 0.0);
    for (int i = 0; i < 3; i++) {
        d->a = madd3(d->a, w[i], e->vertex[v[i]].a);
        d->b = madd3(d->b, w[i], e->vertex[v[i]].b);
    }
}

/* The whole polytope, the facet f that is nearest, or -1, and the vertex found along its normal.
 * What lies within the nearest facet is its foot, where it is the nearest of all planes. */
static GD_COLD void epa_record(const epa* e, const depth_rule* rule, const depth* d, int f,
                               const core_vertex* w) {
    const vec3 none = make3(0.0, 0.0, 0.0);
    trace_step step = depth_step(GD_ITERATE_POLYTOPE, e->g, rule, d, d->upper);
    step.direction = f < 0 ? none : e->facet[f].n;
    step.support = w != NULL;
    step.vertex_count = w ? e->vertex_count + 1 : e->vertex_count;
    for (int i = 0; i < e->facet_count; i++) {
        if (i == f) step.nearest = step.face_count;
        if (!e->facet[i].removed) step.face_count++;
    }
    gd_iterate* row = gd_trace_row(rule->trace, &e->g->pair, &step);
    if (!row) return;
    double weight[4] = {0.0, 0.0, 0.0, 0.0};
    const epa_index* v = f < 0 ? NULL : e->facet[f].v;
    if (v) {
        const vec3 x[3] = {e->vertex[v[0]].x, e->vertex[v[1]].x, e->vertex[v[2]].x};
        gd_simplex_weights(x, 3, weight);
    }
    for (int i = 0; i < e->vertex_count; i++) {
        double share = 0.0;
        for (int k = 0; v && k < 3; k++)
            if (v[k] == i) share = weight[k];
        depth_vertex(row, e->g, i, &e->vertex[i], share);
    }
    if (w) depth_vertex(row, e->g, e->vertex_count, w, 0.0);
    for (int i = 0, face = 0; i < e->facet_count; i++) {
        const epa_facet* facet = &e->facet[i];
        if (!facet->removed) trace_face(row, face++, facet->v[0], facet->v[1], facet->v[2]);
    }
}

/* Pushes out facet after facet. best: the vertices of the facet whose normal gave the upper bound;
 * untouched when none was better than what d came with. */
static gd_status epa_run(epa* e, const depth_rule* rule, depth* d, epa_index best[3]) {
    bool last = false;
    for (;;) {
        const int f = epa_nearest(e, d->upper);
        const double offset = f < 0 ? GD_INFINITY : e->offset[f];
        d->lower = max2(min2(min2(offset, e->settled), d->upper), d->lower);
        /* one more step where it may close the gap: a polytope's last facet is exact */
        const bool proved = depth_proved(d, rule);
        if (proved && (last || f < 0 || d->upper - d->lower <= e->rounding))
            return GD_STATUS_OPTIMAL;
        last = proved;
        /* only settled facets are nearer, or the rest is rounding */
        if (f < 0 || d->upper - d->lower <= e->rounding) return GD_STATUS_PRECISION;
        if (d->iterations >= rule->max_iterations) return GD_STATUS_MAX_ITERATIONS;

        const epa_facet* facet = &e->facet[f];
        const vec3 n = facet->n;
        e->g->pair.hint_a = e->hint_a[facet->v[2]];
        e->g->pair.hint_b = e->hint_b[facet->v[2]];
        gd_gjk_support(e->g, n, 0);
        const core_vertex w = {e->g->x[0], e->g->a[0], e->g->b[0]};
        d->iterations += 1.0;
        d->calls += 1.0;
        const double h = dot3(n, w.x);
        /* proved before, and this facet proves it by itself: its foot is the nearest point */
        const bool close = last && h - d->lower <= rule->tolerance * (h + rule->radius);
        if (close || h < d->upper) {
            d->upper = max2(h, 0.0);
            d->normal = n;
            memcpy(best, facet->v, sizeof facet->v);
        }
        if (rule->trace) {
            const core_vertex found = w; /* w itself stays in registers */
            epa_record(e, rule, d, f, &found);
        }
        if (close) return GD_STATUS_OPTIMAL;
        const epa_step step =
            h - offset <= e->rounding ? EPA_REFUSED : epa_push(e, f, &w, d->upper);
        if (step == EPA_FULL) return GD_STATUS_MAX_ITERATIONS;
        if (step == EPA_REFUSED) {
            e->settled = min2(e->settled, offset);
            e->offset[f] = GD_INFINITY;
        }
    }
}

gd_status gd_epa3(gjk* g, const seed* start, const depth_rule* rule, depth* d) {
    epa e;
    epa_init(&e, g, start);
    d->lower = 0.0;
    epa_index best[3] = {0, 0, 0};
    const gd_status status = epa_run(&e, rule, d, best);
    if (best[0] != best[1]) epa_foot(&e, best, d);
    if (rule->trace) epa_record(&e, rule, d, -1, NULL);
    return status;
}
