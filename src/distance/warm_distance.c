#include "distance/warm_distance.h"

#include "distance/gjk_project.h"
#include "distance/gjk_stop.h"
#include "shapes/curvature.h"

/* Limit on the support calls of a query. */
#define WARM_STEPS 3
/* Square of the largest step in the tangent plane that counts as a small motion. */
#define WARM_TRUST 0.25
/* Least gap used in the Hessian, as a fraction of the distance of the centres. */
#define WARM_FLOOR 0x1p-14
/* Two directions are parallel if the squared sine of their angle is below this. */
#define WARM_PARALLEL 0x1p-40
/* A smaller component of a unit normal is 0. Each query from the previous normal squares the error
 * of such a component, and products of subnormal numbers take 100 times as long as others. */
#define WARM_TINY 0x1p-200

static double warm_flush(double x) {
    return fabs(x) < WARM_TINY ? 0.0 : x;
}

static vec3 warm_flushed(vec3 n) {
    return make3(warm_flush(n.x), warm_flush(n.y), warm_flush(n.z));
}

void gd_warm_distance_save(gd_warm* warm, const gjk* g, vec3 n, warm_contact contact,
                           const vec3 edge[2]) {
    const vec3 m = inv_rotate(&g->pair.b_to_a, neg3(n));
    warm->key = warm_key(g->pair.a, g->pair.b, g->family);
    warm->count = contact;
    store3(warm->normal, warm_flushed(n));
    store3(warm->points_a, madd3(g->a[0], g->deflate_a, n));
    store3(warm->points_b, madd3(g->b[0], g->deflate_b, m));
    store3(warm->points_a + 3, edge[0]);
    store3(warm->points_b + 3, edge[1]);
    store3(warm->points_a + 6, make3(0.0, 0.0, 0.0));
    store3(warm->points_b + 6, warm_flushed(m));
    warm->check = warm_check(warm);
}

/* ---- edges ----------------------------------------------------------------------------------- */

static bool warm_is_round(const gd_shape* shape) {
    return shape->core == GD_CORE_CYLINDER || shape->core == GD_CORE_FRUSTUM;
}

/* The unit normals of an edge in contact: n.u = c, with a unit vector u. Along the side of a
 * cylinder, cone or frustum the edge is the one below the normal, and the normals of all of them
 * have the same angle to the axis. */
typedef struct edge_normals {
    vec3 u;
    double c;
} edge_normals;

static edge_normals warm_edge_normals(const gd_shape* shape, const double* edge) {
    if (!warm_is_round(shape)) return (edge_normals){unit3(load3(edge)), 0.0};
    const double across = shape->size.z - shape->size.x, along = 2.0 * shape->size.y;
    return (edge_normals){make3(0.0, 1.0, 0.0), -across / sqrt(across * across + along * along)};
}

/* From the support point c of the core at n to the other end of its edge, local frame. */
static vec3 warm_edge_beyond(const gd_shape* shape, vec3 u, vec3 n, vec3 c) {
    if (!warm_is_round(shape)) return scale3(-2.0 * dot3(c, u), u);
    const double wider = shape->size.z - shape->size.x;
    const double t = (c.y > 0.0 ? -wider : wider) / sqrt(n.x * n.x + n.z * n.z);
    return make3(t * n.x, -2.0 * c.y, t * n.z);
}

/* ---- the model ------------------------------------------------------------------------------- */

/* The model in a frame at the saved normal n. A direction is t (n + y0 e1 + y1 e2). */
typedef struct warm_model {
    gjk* g;
    const gd_warm* warm;
    warm_contact contact;
    vec3 n, e1, e2;
    sym2 k;                /* Hessian in y of h_D, plus the sphere's */
    edge_normals edges[2]; /* of A and B in contact; u in A's frame */
    vec3 u_b;              /* B's u in its own frame */
} warm_model;

GD_INLINE bool warm_has_edge(const warm_model* w, int of_b) {
    return w->contact == WARM_TWO_EDGES || w->contact == (of_b ? WARM_EDGE_OF_B : WARM_EDGE_OF_A);
}

GD_INLINE vec2 warm_across(const warm_model* w, vec3 v) {
    return make2(dot3(w->e1, v), dot3(w->e2, v));
}

/* Hessian at n, in the frame (e1, e2), of the piece of the nearest point a; all in the shape's
 * frame. On an edge of a round shape, the radius is the point's. */
static sym2 warm_curvature(const gd_shape* shape, vec3 a, vec3 n, vec3 e1, vec3 e2) {
    const vec3 c = add3(a, shape->center);
    if (warm_is_round(shape)) {
        const double rho2 = n.x * n.x + n.z * n.z;
        if (!(rho2 > SUPPORT_AXIS * SUPPORT_AXIS)) return (sym2){0.0, 0.0, 0.0};
        const double t = sqrt((c.x * c.x + c.z * c.z) / (rho2 * rho2 * rho2));
        const vec2 along = make2(n.x * e1.z - n.z * e1.x, n.x * e2.z - n.z * e2.x);
        return sym2_add_square((sym2){0.0, 0.0, 0.0}, t, along);
    }
    if (!(shape->strictly_convex || shape->composite)) return (sym2){0.0, 0.0, 0.0};
    const sym3 h = curvature_core(shape, c, n, (sym3){0.0, 0.0, 0.0, 0.0, 0.0, 0.0});
    const vec3 h1 = sym3_apply(&h, e1), h2 = sym3_apply(&h, e2);
    return (sym2){dot3(e1, h1), dot3(e2, h1), dot3(e2, h2)};
}

/* The normal of one edge of each shape, on the side of n. */
static vec3 warm_two_edges(const warm_model* w) {
    const edge_normals *a = &w->edges[0], *b = &w->edges[1];
    const vec3 cross = cross3(a->u, b->u);
    const double between = dot3(a->u, b->u), square = dot3(cross, cross);
    const double of_a = a->c - b->c * between, of_b = b->c - a->c * between;
    const double up2 = square - of_a * a->c - of_b * b->c;
    if (!(square > WARM_PARALLEL && up2 > 0.0)) return w->n;
    const vec3 v = madd3(scale3(of_a, a->u), of_b, b->u);
    return madd3(v, copysign(sqrt(up2), dot3(cross, w->n)), cross);
}

/* The edge's unit normal nearest to m. */
static vec3 warm_turn(const warm_model* w, const edge_normals* at, vec3 m) {
    const vec3 across = madd3(m, -dot3(m, at->u), at->u);
    const double rest = dot3(across, across);
    if (!(rest > WARM_PARALLEL)) return w->n;
    return madd3(scale3(at->c, at->u), sqrt((1.0 - at->c * at->c) / rest), across);
}

/* The direction after Newton's step from m for the gradient g in y. An edge leaves only the steps
 * around its u. */
static vec3 warm_step(const warm_model* w, vec3 m, vec2 g) {
    const sym2 k = w->k;
    if (w->contact == WARM_FREE) {
        const double t = 1.0 / (k.xx * k.yy - k.xy * k.xy);
        m = madd3(m, t * (k.xy * g.y - k.yy * g.x), w->e1);
        return madd3(m, t * (k.xy * g.x - k.xx * g.y), w->e2);
    }
    const edge_normals* at = &w->edges[w->contact == WARM_EDGE_OF_B];
    const vec3 turn = cross3(at->u, m);
    const vec2 t = warm_across(w, turn);
    return warm_turn(w, at, madd3(m, -dot2(t, g) / dot2(t, sym2_apply(k, t)), turn));
}

/* The minimum of the model at the present poses. */
static vec3 warm_minimum(warm_model* w) {
    const pair3* pair = &w->g->pair;
    const mat3* r = &pair->b_to_a;
    const vec3 on_a = load3(w->warm->points_a), on_b = load3(w->warm->points_b);
    const vec3 x = sub3(sub3(on_a, rotate(r, on_b)), pair->p);
    const vec3 m_b = load3(w->warm->points_b + 6), n_b = neg3(rotate(r, m_b));
    const double gap = max2(-dot3(w->n, x), WARM_FLOOR * pair->distance);
    const sym2 a = warm_curvature(pair->a, on_a, w->n, w->e1, w->e2);
    const sym2 b = warm_curvature(pair->b, on_b, m_b, inv_rotate(r, w->e1), inv_rotate(r, w->e2));
    /* B's normal turned by y of n_b */
    const vec2 turned = scale2(1.0 / dot3(w->n, n_b), warm_across(w, n_b));
    vec2 g = sub2(warm_across(w, x), sym2_apply(b, turned));
    w->k = (sym2){a.xx + b.xx + gap, a.xy + b.xy, a.yy + b.yy + gap};
    if (w->contact == WARM_FREE) return warm_step(w, w->n, g);
    const vec3 m = warm_turn(w, &w->edges[w->contact == WARM_EDGE_OF_B], w->n);
    g = add2(g, sym2_apply(w->k, scale2(1.0 / dot3(w->n, m), warm_across(w, m))));
    return warm_step(w, m, g);
}

/* Whether m is near the saved normal. */
static bool warm_is_near(const warm_model* w, vec3 m) {
    const vec2 y = warm_across(w, m);
    const double along = dot3(w->n, m);
    return along > 0.0 && dot2(y, y) < WARM_TRUST * (along * along);
}

/* ---- the search ------------------------------------------------------------------------------ */

/* The nearest point of a vertex, an edge or a parallelogram: the support point plus shares of the
 * ways to the other ends. */
typedef struct warm_nearest {
    vec3 a, b;   /* the support points of the stripped cores */
    vec3 way[2]; /* to the other end of A's and B's edge, in the shape's frame */
    double share[2];
    vec3 x;
} warm_nearest;

/* Shares of the ways e and f from x. Returns false if the nearest point is not inside. */
static bool warm_shares(const warm_model* w, vec3 e, vec3 f, warm_nearest* at) {
    const double ee = dot3(e, e), ff = dot3(f, f), ef = dot3(e, f);
    const double ex = -dot3(e, at->x), fx = -dot3(f, at->x);
    double* share = at->share;
    if (w->contact == WARM_TWO_EDGES) {
        const double det = ee * ff - ef * ef;
        if (!(det > WARM_PARALLEL * ee * ff)) return false;
        share[0] = (ff * ex - ef * fx) / det;
        share[1] = (ee * fx - ef * ex) / det;
    } else {
        share[0] = warm_has_edge(w, 0) ? ex / ee : 0.0;
        share[1] = warm_has_edge(w, 1) ? fx / ff : 0.0;
    }
    at->x = madd3(madd3(at->x, share[0], e), share[1], f);
    for (int i = 0; i < 2; i++)
        if (warm_has_edge(w, i) && !(share[i] > 0.0 && share[i] < 1.0)) return false;
    return true;
}

/* Evaluates the unit normal m, and updates the lower bound. Returns false if the contact is not the
 * saved one. */
static bool warm_evaluate(warm_model* w, vec3 m, warm_nearest* at) {
    gjk* g = w->g;
    pair3* pair = &g->pair;
    const vec3 zero = make3(0.0, 0.0, 0.0), m_b = inv_rotate(&pair->b_to_a, neg3(m));
    const vec3 a = core_support(pair->a, m, &pair->hint_a);
    const vec3 b = core_support(pair->b, m_b, &pair->hint_b);
    at->a = madd3(sub3(a, pair->a->center), -g->deflate_a, m);
    at->b = madd3(sub3(b, pair->b->center), -g->deflate_b, m_b);
    at->x = sub3(sub3(at->a, rotate(&pair->b_to_a, at->b)), pair->p);
    g->iterations += 1.0;
    const double bound = -dot3(m, at->x);
    if (bound > g->lower) {
        g->lower = bound;
        g->proof = m;
    }
    at->way[0] = warm_has_edge(w, 0) ? warm_edge_beyond(pair->a, w->edges[0].u, m, a) : zero;
    at->way[1] = warm_has_edge(w, 1) ? warm_edge_beyond(pair->b, w->u_b, m_b, b) : zero;
    at->share[0] = at->share[1] = 0.0;
    if (w->contact == WARM_FREE) return true;
    return warm_shares(w, at->way[0], neg3(rotate(&pair->b_to_a, at->way[1])), at);
}

/* Stores a vertex that has these shares of the ways. */
static void warm_place(gjk* g, int slot, const warm_nearest* at, double share_a, double share_b) {
    g->a[slot] = madd3(at->a, share_a, at->way[0]);
    g->b[slot] = madd3(at->b, share_b, at->way[1]);
    gjk_place(g, slot);
}

/* Stores the nearest point as one vertex, and after it the simplex around it, if wanted. */
static void warm_store(const warm_model* w, const warm_nearest* at, bool simplex) {
    gjk* g = w->g;
    gjk_approach(g, at->x, length3(at->x));
    g->count = 1;
    warm_place(g, 0, at, at->share[0], at->share[1]);
    if (!simplex) return;
    g->vertices = 0;
    const double first = at->share[0] >= at->share[1] ? 1.0 : 0.0; /* the larger share is A's */
    warm_place(g, ++g->vertices, at, 0.0, 0.0);
    if (w->contact == WARM_FREE) return;
    warm_place(g, ++g->vertices, at, first, 1.0 - first);
    if (w->contact == WARM_TWO_EDGES) warm_place(g, ++g->vertices, at, 1.0, 1.0);
}

/* Loads the state. Returns false if only its normal is of use. */
static bool warm_load(warm_model* w, gjk* g, const gd_warm* warm) {
    const mat3* r = &g->pair.b_to_a;
    w->g = g;
    w->warm = warm;
    w->contact = (warm_contact)(int)warm->count;
    w->n = load3(warm->normal);
    if (w->contact == WARM_FIXED_TO_B) w->n = neg3(rotate(r, load3(warm->points_b + 6)));
    if (w->contact > WARM_FREE) return false;
    w->edges[0].u = w->edges[1].u = w->u_b = make3(0.0, 0.0, 0.0);
    if (warm_has_edge(w, 0)) w->edges[0] = warm_edge_normals(g->pair.a, warm->points_a + 3);
    if (warm_has_edge(w, 1)) {
        w->edges[1] = warm_edge_normals(g->pair.b, warm->points_b + 3);
        w->u_b = w->edges[1].u;
        w->edges[1].u = neg3(rotate(r, w->u_b));
    }
    complete_ray(w->n, &w->e1, &w->e2);
    return true;
}

bool gd_warm_distance(gjk* g, const gd_query* query, vec3* start) {
    warm_model w;
    warm_nearest at;
    const bool model = warm_load(&w, g, query->warm);
    *start = w.n;
    if (!model) return false;
    const gjk_stop stop = gjk_stop_of(g, query->settings, GJK_DISTANCE);
    const bool fixed = w.contact == WARM_TWO_EDGES;
    vec3 m = fixed ? warm_two_edges(&w) : warm_minimum(&w);
    for (int i = 0; i < (fixed ? 1 : WARM_STEPS) && warm_is_near(&w, m); i++) {
        if (!(g->iterations < query->settings->max_iterations - 1.0)) break;
        *start = m = unit3(m);
        if (!warm_evaluate(&w, m, &at)) break;
        const double length = length3(at.x);
        if (g->lower > g->radius && length > g->radius && gjk_answered(&stop, length, g->lower)) {
            warm_store(&w, &at, simplex_wanted(query));
            const vec3 edge[2] = {w.edges[0].u, w.u_b};
            gd_warm_distance_save(query->warm, g, m, w.contact, edge);
            return true;
        }
        const vec3 side = madd3(at.x, -dot3(at.x, m), m);
        m = fixed ? m : warm_step(&w, m, warm_across(&w, side));
    }
    if (warm_is_near(&w, m)) *start = unit3(m);
    return false;
}
