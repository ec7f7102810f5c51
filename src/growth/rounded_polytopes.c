/* Growth distance of rounded polytopes: the loop. rounded_polytopes.h explains the method. */
#include "growth/rounded_polytopes.h"

#include "minkowski/early_out.h"
#include "minkowski/trace.h"

/* Steps after which Newton's method continues. */
#define ROUNDED_STEPS 24.0
/* Least radius and least inner ball of the cores, as fractions of the extent. Normals of a smaller
 * rounding have too few digits. */
#define ROUNDED_LEAST 0x1p-20
/* Below this tolerance only refined weights and normals prove the answer. */
#define ROUNDED_FINE 0x1p-46

/* The vertices on whose rounded hull the ray ends. */
typedef struct rounded_basis {
    int count;
    int slot[3];
    double weight[3]; /* of the vertices in the core's point below the exit, positive */
    double beta;      /* height of the exit */
    vec3 n;           /* unit normal there, ray coordinates */
} rounded_basis;

typedef struct rounded {
    growth3* g;
    stop_rule rule;
    double radius;
    vertex3 v[4];  /* of the cores; one slot is free */
    bool inner[4]; /* a point of the inner ball, without parts */
    rounded_basis basis;
} rounded;

GD_INLINE vec3 rounded_vertex(const rounded* x, int slot) {
    return in_ray_frame(&x->v[slot]);
}

/* ---- exits ------------------------------------------------------------------------------- */

/* The exit from the sphere about a vertex. Each of the three functions returns false if the ray
 * misses the surface or if the exit is not above the feature. */
static bool rounded_at_vertex(const rounded* x, int i, rounded_basis* out) {
    const vec3 p = rounded_vertex(x, i);
    const double left = x->radius * x->radius - (p.x * p.x + p.y * p.y);
    if (!(left > 0.0)) return false;
    const double up = sqrt(left), t = 1.0 / x->radius;
    *out = (rounded_basis){1, {i, i, i}, {1.0, 0.0, 0.0}, p.z + up, {-t * p.x, -t * p.y, t * up}};
    return true;
}

/* The exit from the cylinder about the edge from i to j. */
static bool rounded_at_edge(const rounded* x, int i, int j, rounded_basis* out) {
    const vec3 p = rounded_vertex(x, i), e = sub3(rounded_vertex(x, j), p);
    const double across = e.x * e.x + e.y * e.y, miss = p.x * e.y - p.y * e.x;
    const double left = across * (x->radius * x->radius) - miss * miss;
    if (!(left > 0.0)) return false;
    const double ee = across + e.z * e.z, pe = dot3(p, e);
    /* the quotient, because a product would overflow at extreme sizes */
    const double beta = (p.z * ee - e.z * pe + ee * sqrt(left / ee)) / across;
    const double t = (beta * e.z - pe) / ee;
    if (!(t > 0.0 && t < 1.0)) return false;
    const vec3 n = sub3(make3(0.0, 0.0, beta), madd3(p, t, e));
    *out = (rounded_basis){2, {i, j, j}, {1.0 - t, t, 0.0}, beta, unit3(n)};
    return true;
}

/* The exit from the plane above the triangle. */
static bool rounded_at_face(const rounded* x, int i, int j, int k, rounded_basis* out) {
    const vec3 p = rounded_vertex(x, i), q = rounded_vertex(x, j), s = rounded_vertex(x, k);
    const vec3 normal = cross3(sub3(q, p), sub3(s, p));
    const double square = dot3(normal, normal);
    if (!(square > 0.0) || normal.z == 0.0) return false;
    const vec3 n = scale3(copysign(1.0, normal.z) / sqrt(square), normal);
    const double u = -x->radius * n.x, v = -x->radius * n.y;
    const vec2 a = make2(p.x - u, p.y - v), b = make2(q.x - u, q.y - v),
               c = make2(s.x - u, s.y - v);
    const double t = 1.0 / normal.z;
    const double wp = t * cross2(b, c), wq = t * cross2(c, a), ws = t * cross2(a, b);
    if (!(wp > 0.0 && wq > 0.0 && ws > 0.0)) return false;
    *out = (rounded_basis){3, {i, j, k}, {wp, wq, ws}, (dot3(n, p) + x->radius) / n.z, n};
    return true;
}

/* Whether no vertex of the old basis is above the new one, which contains the vertex p. */
static bool rounded_covers(const rounded* x, const rounded_basis* next, int p) {
    const double h = dot3(next->n, rounded_vertex(x, p)) + x->g->portal.rounding;
    for (int i = 0; i < x->basis.count; i++) {
        const int k = x->basis.slot[i];
        if (k == next->slot[1] || k == next->slot[2]) continue;
        if (dot3(next->n, rounded_vertex(x, k)) > h) return false;
    }
    return true;
}

/* The basis of the old basis and a vertex p above it, which contains p. Returns false if rounding
 * leaves none. */
static bool rounded_next(const rounded* x, int p, rounded_basis* next) {
    const int* old = x->basis.slot;
    if (rounded_at_vertex(x, p, next) && rounded_covers(x, next, p)) return true;
    for (int i = 0; i < x->basis.count; i++)
        if (rounded_at_edge(x, p, old[i], next) && rounded_covers(x, next, p)) return true;
    for (int i = 0; i < x->basis.count; i++)
        for (int j = 0; j < i; j++)
            if (rounded_at_face(x, p, old[i], old[j], next) && rounded_covers(x, next, p))
                return true;
    return false;
}

static bool rounded_enter(rounded* x, int p) {
    const double beta = x->basis.beta;
    rounded_basis next;
    if (!rounded_next(x, p, &next)) return false;
    x->basis = next;
    return next.beta > beta;
}

/* ---- loop -------------------------------------------------------------------------------- */

bool gd_rounded_fits(const growth3* g) {
    const gd_shape *a = g->pair.a, *b = g->pair.b;
    const double radius = a->radius + b->radius, least = ROUNDED_LEAST * growth_extent(g);
    return radius > least && g->portal.ball - radius > least &&
           g->settings->tolerance >= ROUNDED_FINE && shape_is_polytope(a) && shape_is_polytope(b);
}

/* The first basis: three points of the cores' inner ball. */
static void rounded_begin(rounded* x) {
    const double r = x->g->portal.ball - x->radius;
    const double reach = 0.85 * r, sin60 = 0.8660254037844386; /* as in portal3_init */
    const double across[3][2] = {{1.0, 0.0}, {-0.5, sin60}, {-0.5, -sin60}};
    for (int i = 0; i < 3; i++) {
        x->v[i].u = reach * across[i][0];
        x->v[i].v = reach * across[i][1];
        x->v[i].w = 0.5 * r;
        x->inner[i] = true;
    }
    x->inner[3] = false;
    x->basis = (rounded_basis){3, {0, 1, 2}, {1.0, 1.0, 1.0}, 0.5 * r + x->radius, {0.0, 0.0, 1.0}};
}

/* The slot that the basis does not use. */
static int rounded_free(const rounded* x) {
    int used = 0;
    for (int i = 0; i < x->basis.count; i++)
        used |= 1 << x->basis.slot[i];
    for (int i = 0; i < 3; i++)
        if (!(used >> i & 1)) return i;
    return 3;
}

/* Finds the support vertex of the cores along a unit normal, A's frame, and updates outer. */
static void rounded_support(rounded* x, vec3 n, vertex3* s) {
    growth3* g = x->g;
    pair3* pair = &g->pair;
    s->a = sub3(core_support(pair->a, n, &pair->hint_a), pair->a->center);
    s->b = sub3(core_support(pair->b, inv_rotate(&pair->b_to_a, neg3(n)), &pair->hint_b),
                pair->b->center);
    pair3_place(pair, s);
    g->iterations += 1.0;
    const double h = dot3(n, s->s) + x->radius, n_dot_ray = dot3(n, pair->ray);
    if (h > 0.0 && h < g->outer * n_dot_ray) {
        g->outer = h / n_dot_ray;
        g->normal = n;
    }
}

/* Moves vertices of the cores to the surface of C along n, A's frame. */
static void rounded_lift(const rounded* x, vec3 n, vertex3* v, int count) {
    const pair3* pair = &x->g->pair;
    const vec3 a = scale3(pair->a->radius, n);
    const vec3 b = scale3(-pair->b->radius, inv_rotate(&pair->b_to_a, n));
    for (int i = 0; i < count; i++) {
        v[i].a = add3(v[i].a, a);
        v[i].b = add3(v[i].b, b);
        pair3_place(pair, &v[i]);
    }
}

/* Sets the portal to the basis, lifted to the surface of C. Returns false if the basis contains a
 * point of the inner ball. */
static bool rounded_portal(const rounded* x, portal3* portal) {
    const rounded_basis* basis = &x->basis;
    for (int i = 0; i < 3; i++) {
        if (x->inner[basis->slot[i]]) return false;
        vertex3_copy(&portal->v[i], &x->v[basis->slot[i]]);
        portal->weight[i] = basis->weight[i];
    }
    rounded_lift(x, from_ray_frame(&x->g->pair, basis->n), portal->v, basis->count);
    portal3_measure(portal);
    portal->inner = portal3_certain(portal, portal->ball);
    return true;
}

/* Returns whether the basis proves the answer. */
static bool rounded_proved(const rounded* x) {
    growth3* g = x->g;
    return g->outer <= x->rule.slack * x->basis.beta && rounded_portal(x, &g->portal) &&
           stop_proved(&x->rule, g->portal.inner, g->outer);
}

/* Records the basis and the vertex found along n, A's frame. */
static GD_COLD void rounded_record(const rounded* x, vec3 n, const vertex3* s) {
    const growth3* g = x->g;
    const trace_growth known = {g->normal, g->outer, g->iterations};
    portal3 portal = g->portal;
    vertex3 lifted = *s;
    if (!rounded_portal(x, &portal)) portal3_init(&portal, &g->pair, g->offset);
    rounded_lift(x, n, &lifted, 1);
    gd_trace_portal3(g->trace, &g->pair, &portal, known, &lifted, n);
}

/* The first direction: the saved normal, or the normal where the ray leaves an ellipsoid about as
 * wide as C. */
static vec3 rounded_first(const growth3* g) {
    const pair3* pair = &g->pair;
    if (g->warm && dot3(g->start, pair->ray) > 0.0) return unit3(g->start);
    const sym3 inverse = early_out_inverse(pair->a, pair->b, &pair->b_to_a);
    const vec3 n = sym3_apply(&inverse, pair->ray);
    const double m = max_abs3(n);
    return m > 0.0 ? unit3(scale3(1.0 / m, n)) : pair->ray;
}

bool gd_rounded_run(growth3* g) {
    const double limit = min2(g->settings->max_iterations, ROUNDED_STEPS);
    rounded x;
    x.g = g;
    x.rule = growth_stop_rule(g);
    x.radius = g->pair.a->radius + g->pair.b->radius;
    rounded_begin(&x);
    vec3 n = rounded_first(g);
    bool guess = true;
    while (g->iterations < limit) {
        const int p = rounded_free(&x);
        rounded_support(&x, n, &x.v[p]);
        x.inner[p] = false;
        if (g->trace) rounded_record(&x, n, &x.v[p]);
        if (rounded_proved(&x)) return true;
        const vec3 above = sub3(rounded_vertex(&x, p), rounded_vertex(&x, x.basis.slot[0]));
        const bool enters = dot3(x.basis.n, above) > g->portal.rounding;
        if (!(enters ? rounded_enter(&x, p) : guess)) break;
        if (rounded_proved(&x)) return true;
        guess = false;
        n = from_ray_frame(&g->pair, x.basis.n);
    }
    g->portal.inner = 0.0;
    return false;
}
