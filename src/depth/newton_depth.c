/* The global depth of curved shapes by second order. Newton's method finds a local minimum of h_D
 * over unit normals (newton_minimum.h). A coarse polytope proves that no normal is lower.
 *
 * A point x of D proves h_D(n) >= L for all n with n.x >= L: a cap around x. If all facets of a
 * polytope are at least L from the origin, the caps of its vertices cover the sphere. That is EPA's
 * certificate. Conversely, another argument may prove h_D >= L in a cap of half angle phi around n.
 * Then the point n L / cos phi may be a vertex of the polytope, although it need not be a point of
 * D. Such a "tip" at the local minimum takes the place of the hundreds of facets that EPA needs
 * around it: its cap follows from curvature (cap.h). The rest of the sphere needs a few support
 * points only.
 *
 * A support value below L leads to a lower minimum, where the proof begins anew. Invariant: in the
 * cap of each tip, h_D >= L. */
#include "depth/newton_minimum.h"
#include "depth/polytope.h"

#include <string.h>

/* Most vertices of a polytope, and minima. */
#define COVER_VERTICES 64
#define COVER_MINIMA 8
/* Cosines of the first support points' angles to the minimum's normal: the rings to try. */
#define COVER_RINGS                                                                                \
    { 0.5, 0.0, -0.7 }
/* The first tetrahedron is thin if its height or width is below this fraction of the extent. */
#define COVER_THIN 1e-6
/* A support value below this multiple of L is near another local minimum, unless a known one is
 * within this cosine. */
#define COVER_AGAIN 1.03
#define COVER_SAME 0.8

/* Steps to the first direction, and halvings of one. */
#define COVER_GUESSES 2
#define COVER_HALVINGS 6

/* A local minimum with a cap. */
typedef struct cover_minimum {
    vec3 n;
    double reach; /* 1 / cos of the cap's half angle; 0: no cap */
    bool used;    /* its tip is a vertex */
} cover_minimum;

typedef struct cover {
    depth_search s;
    depth_minimum least; /* the lowest minimum */
    cover_minimum minima[COVER_MINIMA];
    int minimum_count;
    const gd_warm* warm; /* with points for the first polytope; NULL: none */
    polytope p;
} cover;

typedef enum cover_end { COVER_PROVED, COVER_LOWER, COVER_APART, COVER_LOST } cover_end;

/* Cylinders, cones, frusta and ellipsoids with these, boxes, segments and points. */
bool gd_newton_depth_fits(const gd_shape* a, const gd_shape* b) {
    return a->dimension == 3 && (!shape_is_box(a) || !shape_is_box(b)) && cap_fits(a) &&
           cap_fits(b);
}

/* The first direction: the normal at the point nearest to the origin of an ellipsoid about as wide
 * as D. That point is (Q + t I)^-1 p with t = -h (h - n.p), if the matrix is positive definite. */
static vec3 cover_first(const pair3* pair, double extent) {
    const double unit = 1.0 / extent; /* scales products of six lengths */
    const sym3 matrix = gd_difference_ellipsoid(pair), q = sym3_scale(unit * unit, &matrix);
    const vec3 p = scale3(-unit, gd_difference_middle(pair));
    vec3 n = pair->ray;
    double t = 0.0;
    for (int i = 0; i < COVER_GUESSES; i++) {
        const double h = sqrt(dot3(n, sym3_apply(&q, n)));
        double next = h * min2(dot3(n, p) - h, 0.0);
        for (int k = 0; k < COVER_HALVINGS; k++, next = 0.5 * (next + t)) {
            const sym3 m = {q.xx + next, q.yy + next, q.zz + next, q.xy, q.xz, q.yz};
            const sym3 inverse = sym3_adjugate(&m);
            const double det = m.xx * inverse.xx + m.xy * inverse.xy + m.xz * inverse.xz;
            if (!(m.xx > 0.0 && inverse.zz > 0.0 && det > 0.0)) continue;
            t = next;
            const vec3 v = sym3_apply(&inverse, p);
            const double vv = dot3(v, v);
            if (vv > 0.0) n = scale3(1.0 / sqrt(vv), v);
            break;
        }
    }
    return n;
}

/* Support vertex of the cores along the unit vector n. */
static core_vertex cover_support(cover* c, vec3 n) {
    const pair3* pair = c->s.d.pair;
    uint32_t hint = GD_NO_HINT;
    const vec3 m = inv_rotate(&pair->b_to_a, neg3(n));
    const vec3 a = sub3(core_support(pair->a, n, &hint), pair->a->center);
    const vec3 b = sub3(core_support(pair->b, m, &hint), pair->b->center);
    const core_vertex v = {sub3(sub3(a, rotate(&pair->b_to_a, b)), pair->p), a, b};
    c->s.steps += 1.0;
    if (c->s.trace) gd_depth_record(&c->s, n, &v, c->least.n, c->least.h);
    return v;
}

/* A vertex without parts. */
static core_vertex cover_vertex(vec3 x) {
    const vec3 none = make3(0.0, 0.0, 0.0);
    return (core_vertex){x, none, none};
}

/* The vertex that stands for a cap. */
static core_vertex cover_tip(const cover* c, const cover_minimum* m) {
    return cover_vertex(scale3(c->s.lower * m->reach, m->n));
}

static void cover_remember(cover* c, const depth_minimum* m, bool used) {
    c->minima[c->minimum_count++] = (cover_minimum){m->n, m->reach, used};
}

/* Orders a tetrahedron for the polytope. Returns false if it is thin. */
static bool cover_orient(core_vertex v[4], double extent) {
    const vec3 e = sub3(v[1].x, v[0].x), f = sub3(v[2].x, v[0].x), n = cross3(e, f);
    const double volume = dot3(n, sub3(v[3].x, v[0].x)), area = length3(n);
    if (!(fabs(volume) > COVER_THIN * extent * area && area > COVER_THIN * extent * extent))
        return false;
    if (volume > 0.0) {
        const core_vertex t = v[1];
        v[1] = v[2];
        v[2] = t;
    }
    return true;
}

/* Three support points on a ring around the minimum's normal, at an angle of the given cosine. */
static void cover_ring(cover* c, double along, core_vertex v[3]) {
    const double third = 0x1.bb67ae8584caap-1; /* sine of 120 degrees */
    const double across[3][2] = {{1.0, 0.0}, {-0.5, third}, {-0.5, -third}};
    const double off = sqrt(1.0 - along * along);
    const depth_minimum* m = &c->least;
    for (int i = 0; i < 3; i++) {
        const vec3 side = madd3(scale3(across[i][0], m->e1), across[i][1], m->e2);
        v[i] = cover_support(c, madd3(scale3(along, m->n), off, side));
    }
}

/* The points that the previous query saved, where they are now. */
static void cover_warm(const cover* c, core_vertex v[3]) {
    const pair3* pair = c->s.d.pair;
    for (int i = 0; i < 3; i++) {
        v[i].a = load3(c->warm->points_a + 3 * i);
        v[i].b = load3(c->warm->points_b + 3 * i);
        v[i].x = sub3(sub3(v[i].a, rotate(&pair->b_to_a, v[i].b)), pair->p);
    }
}

/* The first polytope: the tip of the least minimum and three points of D around it. */
static bool cover_start(cover* c) {
    static const double rings[] = COVER_RINGS;
    const int count = (int)(sizeof rings / sizeof *rings);
    const depth_minimum* m = &c->least;
    c->s.lower = depth_lower(&c->s, m->h);
    for (int i = 0; i < c->minimum_count; i++)
        c->minima[i].used = false;
    cover_remember(c, m, true);
    const cover_minimum* first = &c->minima[c->minimum_count - 1];
    for (int k = c->warm ? -1 : 0; k < count; k++) {
        core_vertex v[4] = {m->reach > 0.0 ? cover_tip(c, first) : cover_vertex(m->x)};
        if (k < 0)
            cover_warm(c, v + 1);
        else
            cover_ring(c, rings[k], v + 1);
        if (!cover_orient(v, c->s.g->extent)) continue;
        gd_polytope_init(&c->p, c->s.g->extent, v, c->s.lower);
        return true;
    }
    return false;
}

/* Pushes a vertex from the facet that sees it best. */
static bool cover_push_tip(cover* c, cover_minimum* m) {
    const core_vertex tip = cover_tip(c, m);
    double best = c->p.rounding;
    int facet = -1;
    for (int i = 0; i < c->p.facet_count; i++) {
        const double above = dot3(c->p.facet[i].n, tip.x) - c->p.offset[i];
        if (!(above > best)) continue;
        best = above;
        facet = i;
    }
    m->used = true;
    return facet >= 0 && gd_polytope_push(&c->p, facet, &tip, c->s.lower) == POLYTOPE_PUSHED;
}

/* The known minimum near n; NULL: none. */
static cover_minimum* cover_near(cover* c, vec3 n) {
    for (int i = 0; i < c->minimum_count; i++)
        if (dot3(c->minima[i].n, n) > COVER_SAME) return &c->minima[i];
    return NULL;
}

/* Searches another minimum from n, where h is low. */
static cover_end cover_search(cover* c, vec3 n) {
    depth_minimum m;
    if (c->minimum_count == COVER_MINIMA) return COVER_LOST;
    const minimum_end end = gd_newton_minimum(&c->s, n, &m);
    if (end == MINIMUM_LOST) return COVER_LOST;
    if (m.h < c->least.h) c->least = m;
    if (end == MINIMUM_APART) return COVER_APART;
    if (!(m.h > 0.0)) return COVER_LOST;
    if (m.h < c->s.lower) return COVER_LOWER;
    cover_remember(c, &m, false);
    return COVER_PROVED;
}

/* Expands the nearest facet, until all are at least L away. */
static cover_end cover_run(cover* c) {
    for (;;) {
        const int f = gd_polytope_nearest(&c->p, c->s.lower);
        if (f < 0) return COVER_PROVED;
        if (c->s.steps >= c->s.limit || c->p.vertex_count == COVER_VERTICES) return COVER_LOST;
        const vec3 n = c->p.facet[f].n;
        const core_vertex w = cover_support(c, n);
        const double h = dot3(n, w.x);
        if (h < COVER_AGAIN * c->s.lower) {
            if (h < c->s.lower || !cover_near(c, n)) {
                const cover_end end = cover_search(c, n);
                if (end != COVER_PROVED) return end;
            }
            cover_minimum* m = cover_near(c, n);
            if (m && !m->used && m->reach > 0.0 && cover_push_tip(c, m)) continue;
        }
        if (!(h - c->p.offset[f] > c->p.rounding)) return COVER_LOST;
        if (gd_polytope_push(&c->p, f, &w, c->s.lower) != POLYTOPE_PUSHED) return COVER_LOST;
    }
}

/* Proves that no minimum is lower than the least one, which falls until that is true. */
static cover_end cover_prove(cover* c) {
    cover_end end = COVER_LOWER;
    while (end == COVER_LOWER) {
        if (c->minimum_count == COVER_MINIMA || !cover_start(c)) return COVER_LOST;
        end = cover_run(c);
    }
    return end;
}

static cover_end cover_solve(cover* c, vec3 start) {
    c->s.lower = 0.0;
    c->minimum_count = 0;
    c->least.h = GD_INFINITY;
    switch (gd_newton_minimum(&c->s, start, &c->least)) {
    case MINIMUM_APART: return COVER_APART;
    case MINIMUM_LOST: return COVER_LOST;
    case MINIMUM_FOUND: break;
    }
    if (c->least.h > 0.0) return cover_prove(c);
    c->s.lower =
        -length3(c->least.x); /* disjoint cores: the problem is convex, the point a proof */
    return COVER_PROVED;
}

/* Saves the normal and the points around it. GJK ignores the points: its cores may be smaller. */
static void cover_save(const cover* c, gd_warm* warm) {
    const gjk* g = c->s.g;
    memset(warm, 0, sizeof *warm);
    warm->key = warm_key(g->pair.a, g->pair.b, g->family);
    store3(warm->normal, c->least.n);
    for (int i = 0; c->least.h > 0.0 && i < 3; i++) {
        warm->count = WARM_AROUND;
        store3(warm->points_a + 3 * i, c->p.vertex[i + 1].a);
        store3(warm->points_b + 3 * i, c->p.vertex[i + 1].b);
    }
    warm->check = warm_check(warm);
}

GD_NOINLINE newton_depth_end gd_newton_depth(const gjk* g, const depth_plan* plan,
                                             depth_bounds* d) {
    const gd_query* query = plan->query;
    cover c;
    c.s.g = g;
    c.s.radius = g->pair.a->radius + g->pair.b->radius;
    c.s.tolerance = query->settings->tolerance;
    c.s.steps = 0.0;
    c.s.limit = NEWTON_DEPTH_STEPS;
    c.s.trace = trace_of(query->settings);
    c.s.nearest = GD_INFINITY;
    c.warm = plan->warm && query->warm->count == WARM_AROUND ? query->warm : NULL;
    difference_model_init(&c.s.d, &g->pair);
    const vec3 start = plan->directed ? plan->direction : cover_first(&g->pair, g->extent);
    const cover_end end = cover_solve(&c, start);
    d->upper = c.least.h;
    d->lower = end == COVER_PROVED ? min2(c.s.lower, c.least.h) : -GD_INFINITY;
    d->normal = c.least.n;
    d->a = c.least.a;
    d->b = c.least.b;
    d->iterations = d->calls = c.s.steps;
    if (end == COVER_APART) return NEWTON_DEPTH_APART;
    const bool enough = d->upper - d->lower <= c.s.tolerance * (d->upper + c.s.radius);
    if (end != COVER_PROVED || !enough) return NEWTON_DEPTH_LOST;
    if (query->warm) cover_save(&c, query->warm);
    return NEWTON_DEPTH_FOUND;
}
