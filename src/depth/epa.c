/* Expanding polytope in 3D. A polytope inscribed in D expands: each step adds the support vertex
 * along the normal of the facet nearest to the origin. That facet's offset bounds the depth from
 * below, h_D of its normal from above. Source: van den Bergen 2001; docs/algorithms.md, Depth.
 *
 * Invariants: the polytope is the exact convex hull of its vertices, and each facet has an area
 * above zero. Exact predicates decide on which side of a plane a vertex is. So the facets that see
 * a new vertex form a disc with one closed border. With rounded signs, a thin facet could stay by
 * mistake and fold over the new ones. lower is the least offset of all facets except slivers, so it
 * exceeds the depth by rounding at most.
 *
 * A sliver of height t is within t of its neighbours' planes. Ignoring its own plane moves the
 * nearest point by at most t^2 / (2 depth), far less than the rounding of its normal would. */
#include "depth/depth.h"
#include "math/predicates.h"

#include <string.h>

#define EPA_VERTICES 512
#define EPA_FACETS 1024 /* 2 * EPA_VERTICES - 4 facets are the most in use */
/* A facet whose height is below this fraction of its offset is a sliver. */
#define EPA_SLIVER 1e-7
/* A facet is thin if (height / size)^2 is below about this. */
#define EPA_THIN 0x1p-16
/* A support vertex less than this fraction of the extent above a facet counts as on it. */
#define EPA_ROUNDING (8.0 * GD_EPS)
/* Below this, a squared area may have lost digits to underflow. */
#define EPA_TINY 0x1p-960
/* For extents below this, facets are measured in this unit: otherwise squared areas underflow. */
#define EPA_SMALL 0x1p-200

typedef uint16_t epa_index;

/* The side of a facet that faces an edge: facet * 4 + edge, also stored as an epa_index. */
#define EPA_SIDE(facet, edge) ((epa_index)((facet)*4 + (edge)))

typedef struct epa_facet {
    vec3 n;              /* unit, outward */
    double plane;        /* n.x of its points */
    double doubt;        /* bound of the rounding of n.x - plane for any x of D */
    epa_index v[3];      /* counter-clockwise from outside */
    epa_index across[3]; /* the neighbour's side at the edge from v[i] to v[i + 1] */
    bool sliver;
    bool removed;
} epa_facet;

typedef struct epa {
    gjk* g;
    core_vertex vertex[EPA_VERTICES];
    epa_facet facet[EPA_FACETS];
    double offset[EPA_FACETS];  /* of facets that may be nearest; infinite for all others */
    bool listed[EPA_FACETS];    /* whether open contains the facet */
    epa_index open[EPA_FACETS]; /* facets with an offset below the upper bound, and some outdated
                                   entries */
    int open_count;
    int vertex_count;
    int facet_count; /* facets ever used; those not in use are in free */
    epa_index free[EPA_FACETS];
    int free_count;
    epa_index horizon[EPA_FACETS]; /* sides of the facets that stay, in order around the hole */
    int horizon_count;
    epa_index hole[EPA_FACETS]; /* facets to remove */
    int hole_count;
    double settled; /* least offset of the facets that cannot expand any further */
    double rounding;
    double unit; /* scale of lengths, so that squared areas do not underflow */
} epa;

/* Computes a facet's normal, plane and offset from its vertices; upper is the upper bound of the
 * depth. */
static void epa_measure(epa* e, int f, double upper) {
    epa_facet* facet = &e->facet[f];
    const vec3 x0 = e->vertex[facet->v[0]].x, x1 = e->vertex[facet->v[1]].x,
               x2 = e->vertex[facet->v[2]].x;
    const vec3 e0 = scale3(e->unit, sub3(x1, x0)), e1 = scale3(e->unit, sub3(x2, x1));
    const vec3 n = cross3(e0, e1);
    const double nn = dot3(n, n); /* square of twice the area */
    const double edges = dot3(e0, e0) + dot3(e1, e1);
    facet->removed = false;
    if (!(nn > EPA_TINY)) {
        facet->n = make3(0.0, 0.0, 0.0);
        facet->plane = 0.0;
        facet->doubt = GD_INFINITY;
        facet->sliver = true;
    } else {
        const double scale = 1.0 / sqrt(nn);
        facet->n = scale3(scale, n);
        facet->doubt = 2.0 * e->rounding * edges * scale;
        facet->plane = dot3(facet->n, x2);
        /* rounding tilts a thin facet's normal: the least of three heights is below the whole
         * facet */
        if (nn < EPA_THIN * edges * edges)
            facet->plane = min2(min2(dot3(facet->n, x0), dot3(facet->n, x1)), facet->plane);
        /* the tilted plane may even be behind the origin: then |plane| does not measure the
         * depth */
        const double away = min2(fabs(facet->plane), upper);
        const double thin = e->unit * max2(EPA_SLIVER * away, e->rounding);
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

static void epa_init(epa* e, gjk* g, const initial_simplex* start, double upper) {
    static const epa_index corners[4][3] = {{0, 1, 2}, {0, 3, 1}, {1, 3, 2}, {2, 3, 0}};
    e->g = g;
    e->rounding = EPA_ROUNDING * g->extent;
    e->unit = g->extent < EPA_SMALL ? 1.0 / EPA_SMALL : 1.0;
    e->settled = GD_INFINITY;
    e->vertex_count = 4;
    e->facet_count = 4;
    e->free_count = 0;
    e->open_count = 0;
    for (int i = 0; i < 4; i++) {
        e->vertex[i] = start->v[i];
        e->listed[i] = false;
    }
    for (int f = 0; f < 4; f++) {
        memcpy(e->facet[f].v, corners[f], sizeof corners[f]);
        epa_measure(e, f, upper);
        epa_open(e, f);
    }
    for (int i = 0; i < 3; i++) {
        epa_join(e, EPA_SIDE(0, i), EPA_SIDE(i + 1, 2));
        epa_join(e, EPA_SIDE(i + 1, 1), EPA_SIDE((i + 1) % 3 + 1, 0));
    }
}

/* The nearest facet whose offset is below upper, or -1. Near the end few facets qualify while the
 * polytope has hundreds: scanning them all took a third of the time. */
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

/* Whether equal coordinates put four points into a plane across an axis of A, or in pairs on two
 * lines parallel to an axis. Faces of boxes and prisms do this, and exact arithmetic is slow for
 * them. */
static bool epa_aligned(const vec3 x[4]) {
    const double at[3][4] = {{x[0].x, x[1].x, x[2].x, x[3].x},
                             {x[0].y, x[1].y, x[2].y, x[3].y},
                             {x[0].z, x[1].z, x[2].z, x[3].z}};
    for (int k = 0; k < 3; k++) {
        const double *s = at[k], *t = at[(k + 1) % 3];
        if (s[0] == s[3] && s[1] == s[3] && s[2] == s[3]) return true;
        for (int i = 0; i < 3; i++) {
            if (s[i] != s[3] || t[i] != t[3]) continue;
            const int j = (i + 1) % 3, l = (i + 2) % 3;
            if (s[j] == s[l] && t[j] == t[l]) return true;
        }
    }
    return false;
}

static GD_NOINLINE int epa_exact_side(const epa* e, const epa_facet* facet, vec3 w) {
    vec3 x[4] = {e->vertex[facet->v[0]].x, e->vertex[facet->v[1]].x, e->vertex[facet->v[2]].x, w};
    if (epa_aligned(x)) return 0;
    const double unit = exact_unit(e->g->extent);
    for (int i = 0; i < 4; i++)
        x[i] = make3(exact_snap(unit, x[i].x), exact_snap(unit, x[i].y), exact_snap(unit, x[i].z));
    return gd_orient3(x[0], x[1], x[2], x[3]);
}

/* The exact sign of w's height over a facet's plane. */
GD_INLINE int epa_side(const epa* e, const epa_facet* facet, vec3 w) {
    const double height = dot3(facet->n, w) - facet->plane;
    if (fabs(height) > facet->doubt) return height > 0.0 ? 1 : -1;
    return epa_exact_side(e, facet, w);
}

/* Finds the facets that see w, starting from one, and the sides around them. A depth-first search
 * that turns the same way at each facet visits the border in order. Facets whose plane contains w
 * go too: a border in line with w would make a facet of area 0. */
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
        if (epa_side(e, facet, w) < 0) {
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

/* Whether the border is one closed loop. It is, unless a support function contradicts itself or its
 * radius. Each facet of the hole except the first was entered through a side. So the border has at
 * most two more sides than the hole has facets, and horizon is large enough. */
static bool epa_border_holds(const epa* e) {
    const int count = e->horizon_count;
    if (count < 3) return false;
    epa_index to = epa_to(e, e->horizon[0]);
    for (int i = count - 1; i >= 0; i--) {
        if (epa_from(e, e->horizon[i]) != to) return false;
        to = epa_to(e, e->horizon[i]);
    }
    return true;
}

static int epa_take(epa* e) {
    if (e->free_count > 0) return e->free[--e->free_count];
    e->listed[e->facet_count] = false;
    return e->facet_count++;
}

typedef enum epa_step { EPA_PUSHED, EPA_REFUSED, EPA_FULL } epa_step;

/* Adds w to the polytope. Returns EPA_REFUSED and changes nothing if the facet does not see w
 * exactly. */
static epa_step epa_push(epa* e, int first, const core_vertex* w, double upper) {
    if (epa_side(e, &e->facet[first], w->x) <= 0) return EPA_REFUSED;
    if (e->vertex_count == EPA_VERTICES) return EPA_FULL;
    epa_flood(e, first, w->x);
    if (!epa_border_holds(e)) {
        for (int i = 0; i < e->hole_count; i++)
            e->facet[e->hole[i]].removed = false;
        return EPA_REFUSED;
    }
    for (int i = 0; i < e->hole_count; i++) {
        e->offset[e->hole[i]] = GD_INFINITY;
        e->free[e->free_count++] = e->hole[i];
    }
    const epa_index apex = (epa_index)e->vertex_count;
    e->vertex[e->vertex_count++] = *w;
    int prev = 0, begin = 0;
    for (int i = 0; i < e->horizon_count; i++) {
        const epa_index side = e->horizon[i];
        const int f = epa_take(e);
        epa_facet* facet = &e->facet[f];
        facet->v[0] = epa_to(e, side);
        facet->v[1] = epa_from(e, side);
        facet->v[2] = apex;
        epa_join(e, EPA_SIDE(f, 0), side);
        /* edge 1 of each new facet is edge 2 of the next */
        if (i > 0)
            epa_join(e, EPA_SIDE(f, 2), EPA_SIDE(prev, 1));
        else
            begin = f;
        prev = f;
        epa_measure(e, f, upper);
        if (e->offset[f] < upper) epa_open(e, f);
    }
    epa_join(e, EPA_SIDE(begin, 2), EPA_SIDE(prev, 1));
    return EPA_PUSHED;
}

/* Takes the nearest point of a triangle to the origin, in parts of A and B. It must be nearer to
 * the foot of the perpendicular than *miss, the square of the least distance so far. */
static void epa_point(const epa* e, const epa_index v[3], double* miss, depth_bounds* d) {
    const vec3 x[3] = {e->vertex[v[0]].x, e->vertex[v[1]].x, e->vertex[v[2]].x};
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
        d->a = madd3(d->a, w[i], e->vertex[v[i]].a);
        d->b = madd3(d->b, w[i], e->vertex[v[i]].b);
    }
}

/* The points of A and B at the foot of the perpendicular. The foot may be outside the facet with
 * the best normal, on another facet of the same face of D. */
static void epa_foot(const epa* e, const epa_index best[3], depth_bounds* d) {
    double miss = GD_INFINITY;
    epa_point(e, best, &miss, d);
    const double plane = d->upper - e->rounding;
    for (int f = 0; f < e->facet_count && miss > 0.0; f++) {
        const epa_facet* facet = &e->facet[f];
        bool within = !facet->removed;
        for (int i = 0; i < 3 && within; i++)
            within = dot3(d->normal, e->vertex[facet->v[i]].x) >= plane;
        if (within) epa_point(e, facet->v, &miss, d);
    }
}

/* Records the polytope, the nearest facet f (or -1), and the vertex found along its normal. The
 * weights are for the foot on facet f, which is inside the facet if no plane is nearer. */
static GD_COLD void epa_record(const epa* e, const depth_rule* rule, const depth_bounds* d, int f,
                               const core_vertex* w) {
    const vec3 none = make3(0.0, 0.0, 0.0);
    trace_step step = depth_step(GD_ITERATE_POLYTOPE, e->g, rule, d, d->upper);
    step.direction = f < 0 ? none : e->facet[f].n;
    step.support = w != NULL;
    step.vertex_count = w ? e->vertex_count + 1 : e->vertex_count;
    for (int i = 0; i < e->facet_count; i++) {
        if (i == f) step.nearest = step.face_count;
        /* cppcheck-suppress negativeIndex ; f may be -1, i never is */
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

/* Expands facet after facet. best: the vertices of the facet whose normal gave the upper bound;
 * unchanged if no facet improved the bound in d. */
static gd_status epa_run(epa* e, const depth_rule* rule, depth_bounds* d, epa_index best[3]) {
    bool was_proved = false;
    for (;;) {
        const int f = epa_nearest(e, d->upper);
        const double offset = f < 0 ? GD_INFINITY : e->offset[f];
        d->lower = max2(min2(min2(offset, e->settled), d->upper), d->lower);
        /* one more step may close the gap: the final facet of a polytope is exact */
        const bool proved = depth_proved(d, rule);
        if (proved && (was_proved || f < 0 || d->upper - d->lower <= e->rounding))
            return GD_STATUS_OPTIMAL;
        was_proved = proved;
        /* only facets that cannot expand are nearer, or the gap is rounding */
        if (f < 0 || d->upper - d->lower <= e->rounding) return GD_STATUS_PRECISION;
        if (d->iterations >= rule->max_iterations) return GD_STATUS_MAX_ITERATIONS;

        const epa_facet* facet = &e->facet[f];
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
        const epa_step step =
            h - offset <= e->rounding ? EPA_REFUSED : epa_push(e, f, &w, d->upper);
        if (step == EPA_FULL) return GD_STATUS_MAX_ITERATIONS;
        if (step == EPA_REFUSED) {
            e->settled = min2(e->settled, offset);
            e->offset[f] = GD_INFINITY;
        }
    }
}

gd_status gd_epa3(gjk* g, const initial_simplex* start, const depth_rule* rule, depth_bounds* d) {
    epa e;
    epa_init(&e, g, start, d->upper);
    d->lower = 0.0;
    epa_index best[3] = {0, 0, 0};
    const gd_status status = epa_run(&e, rule, d, best);
    if (best[0] != best[1]) epa_foot(&e, best, d);
    if (rule->trace) epa_record(&e, rule, d, -1, NULL);
    return status;
}
