#include "distance/warm_normal.h"

/* What the normal keeps, as the count of the state. The positive counts are GJK's. */
typedef enum warm_contact {
    WARM_FIXED_TO_A = 0, /* the state then is the normal alone */
    WARM_FIXED_TO_B = -4,
    WARM_FREE = -5,
    WARM_EDGE_OF_A = -6,
    WARM_EDGE_OF_B = -7,
    WARM_TWO_EDGES = -8,
} warm_contact;

/* A larger step in the tangent plane is no small motion. */
#define WARM_NORMAL_TRUST 0.5
/* Two directions are parallel if the squared sine of their angle is below this. */
#define WARM_NORMAL_PARALLEL 0x1p-40
/* A smaller component of a unit normal is 0. Each query from the previous normal squares the error
 * of such a component. The products of subnormal numbers take 100 times as long as others. */
#define WARM_NORMAL_TINY 0x1p-200

static double warm_normal_flush(double x) {
    return fabs(x) < WARM_NORMAL_TINY ? 0.0 : x;
}

static vec3 warm_normal_whole(vec3 n) {
    return make3(warm_normal_flush(n.x), warm_normal_flush(n.y), warm_normal_flush(n.z));
}

/* ---- saving ---------------------------------------------------------------------------------- */

/* What each shape adds to the model, with the kinks that share in the nearest point. */
typedef struct warm_part {
    int edges;
    vec3 edge; /* the latest one, local frame */
    sym2 k;
} warm_part;

static void warm_normal_parts(const difference_model* d, const local_model* m, const double* share,
                              warm_part part[2]) {
    part[0] = (warm_part){0, {0.0, 0.0, 0.0}, d->of_a};
    part[1] = (warm_part){0, {0.0, 0.0, 0.0}, {m->k00, m->k01, m->k11}};
    part[1].k = sym2_add(part[1].k, -1.0, d->of_a);
    for (int i = 0; i < m->count; i++) {
        const kink* h = &m->kinks[i];
        warm_part* at = &part[h->of_b];
        if (!(share[i] > 0.0)) continue;
        at->k = sym2_add_square(at->k, share[i] * h->curvature, h->tangent);
        if (!(share[i] < 1.0)) continue;
        at->edges++;
        at->edge = vec3_read(&h->beyond);
    }
}

static warm_contact warm_normal_contact(int faces, const warm_part part[2]) {
    if ((faces & 1) || part[0].edges > 1) return WARM_FIXED_TO_A;
    if ((faces & 2) || part[1].edges > 1) return WARM_FIXED_TO_B;
    if (part[0].edges > 0) return part[1].edges > 0 ? WARM_TWO_EDGES : WARM_EDGE_OF_A;
    return part[1].edges > 0 ? WARM_EDGE_OF_B : WARM_FREE;
}

static void warm_normal_store(double* to, vec3 point, sym2 k, vec3 last) {
    store3(to, point);
    store3(to + 3, make3(k.xx, k.xy, k.yy));
    store3(to + 6, last);
}

void gd_warm_normal_save(gd_warm* warm, double key, const difference_model* d, const evaluation* at,
                         const double* share) {
    const local_model* m = &at->m;
    const vec3 n = vec3_read(&at->n);
    const vec3 n_b = warm_normal_whole(support_model_local(&d->models[1], make3(0.0, 0.0, 1.0)));
    const vec3 a = madd3(m->s.a, -d->models[0].shape->radius, n);
    const vec3 b = madd3(m->s.b, -d->models[1].shape->radius, n_b);
    warm_part part[2];
    warm_normal_parts(d, m, share, part);
    const warm_contact contact = warm_normal_contact(d->faces, part);
    warm->key = key;
    warm->count = contact;
    store3(warm->normal, warm_normal_whole(n));
    warm_normal_store(warm->points_a, a, part[0].k, part[contact == WARM_EDGE_OF_B].edge);
    warm_normal_store(warm->points_b, b, part[1].k, contact == WARM_TWO_EDGES ? part[1].edge : n_b);
    warm->check = warm_check(warm);
}

/* ---- predicting ------------------------------------------------------------------------------ */

static sym2 warm_normal_load2(const double* from) {
    return (sym2){from[0], from[1], from[2]};
}

/* The normals n of an edge in contact: n.u = c, with a unit vector u. Along the side of a cylinder,
 * cone or frustum the edge is the one below the normal, and all of them have the same angle to the
 * axis. */
typedef struct edge_normals {
    vec3 u;
    double c;
} edge_normals;

static edge_normals warm_normal_of_edge(const gd_shape* shape, const double* edge) {
    if (shape->core == GD_CORE_CYLINDER || shape->core == GD_CORE_FRUSTUM) {
        const double across = shape->size.z - shape->size.x, along = 2.0 * shape->size.y;
        return (edge_normals){make3(0.0, 1.0, 0.0),
                              -across / sqrt(across * across + along * along)};
    }
    return (edge_normals){unit3(load3(edge)), 0.0};
}

/* The same for a normal in A's frame. */
static edge_normals warm_normal_of_b(const pair3* pair, const double* edge) {
    edge_normals at = warm_normal_of_edge(pair->b, edge);
    at.u = neg3(rotate(&pair->b_to_a, at.u));
    return at;
}

/* The normal of edges of both shapes that is on the same side as n. */
static vec3 warm_normal_two_edges(const gd_warm* warm, const pair3* pair, vec3 n) {
    const edge_normals a = warm_normal_of_edge(pair->a, warm->points_a + 6);
    const edge_normals b = warm_normal_of_b(pair, warm->points_b + 6);
    const vec3 cross = cross3(a.u, b.u);
    const double between = dot3(a.u, b.u), square = dot3(cross, cross);
    const double of_a = a.c - b.c * between, of_b = b.c - a.c * between;
    const double up2 = square - of_a * a.c - of_b * b.c;
    if (!(square > WARM_NORMAL_PARALLEL && up2 > 0.0)) return n;
    const vec3 v = madd3(scale3(of_a, a.u), of_b, b.u);
    return unit3(madd3(v, copysign(sqrt(up2), dot3(cross, n)), cross));
}

/* Newton's direction. */
static vec2 warm_normal_free(vec2 g, sym2 k) {
    const double det = k.xx * k.yy - k.xy * k.xy;
    return make2((k.xy * g.y - k.yy * g.x) / det, (k.xy * g.x - k.xx * g.y) / det);
}

/* The same along an edge; u in the frame (e1, e2, n). */
static vec2 warm_normal_along(vec2 g, sym2 k, vec3 u, double c) {
    const vec2 t = make2(-u.y, u.x);
    const vec2 y = scale2((c - u.z) / dot2(t, t), make2(u.x, u.y));
    const double slope = dot2(t, add2(g, sym2_apply(k, y)));
    return madd2(y, -slope / dot2(t, sym2_apply(k, t)), t);
}

/* Minimises the saved model at the present poses. */
static vec3 warm_normal_newton(const gd_warm* warm, const pair3* pair, vec3 n, double min_gap) {
    const sym2 a = warm_normal_load2(warm->points_a + 3), b = warm_normal_load2(warm->points_b + 3);
    const bool free = warm->count == WARM_FREE;
    const vec3 x =
        sub3(sub3(load3(warm->points_a), rotate(&pair->b_to_a, load3(warm->points_b))), pair->p);
    const vec3 n_b = neg3(rotate(&pair->b_to_a, load3(warm->points_b + 6)));
    vec3 e1, e2;
    complete_ray(n, &e1, &e2);
    const double gap = max2(-dot3(n, x), min_gap), t = 1.0 / dot3(n, n_b);
    const vec2 turn = make2(t * dot3(e1, n_b), t * dot3(e2, n_b)); /* of B's normal */
    const sym2 k = {a.xx + b.xx + gap, a.xy + b.xy, a.yy + b.yy + gap};
    const vec2 g = sub2(make2(dot3(e1, x), dot3(e2, x)), sym2_apply(b, turn));
    edge_normals at;
    vec2 y;
    if (free) {
        y = warm_normal_free(g, k);
    } else {
        at = warm->count == WARM_EDGE_OF_A ? warm_normal_of_edge(pair->a, warm->points_a + 6)
                                           : warm_normal_of_b(pair, warm->points_a + 6);
        y = warm_normal_along(g, k, make3(dot3(e1, at.u), dot3(e2, at.u), dot3(n, at.u)), at.c);
    }
    const double square = dot2(y, y);
    if (!(square < WARM_NORMAL_TRUST * WARM_NORMAL_TRUST)) return n;
    const vec3 m = madd3(madd3(n, y.x, e1), y.y, e2);
    if (free) return scale3(1.0 / sqrt(1.0 + square), m);
    const vec3 across = madd3(m, -dot3(m, at.u), at.u);
    const double rest = dot3(across, across);
    if (!(rest > WARM_NORMAL_PARALLEL)) return n;
    return unit3(madd3(scale3(at.c, at.u), sqrt((1.0 - at.c * at.c) / rest), across));
}

vec3 gd_warm_normal(const gd_warm* warm, const pair3* pair, double min_gap) {
    const vec3 n = load3(warm->normal);
    if (warm->count == WARM_FIXED_TO_B)
        return neg3(rotate(&pair->b_to_a, load3(warm->points_b + 6)));
    if (warm->count == WARM_TWO_EDGES) return warm_normal_two_edges(warm, pair, n);
    return warm->count <= WARM_FREE ? warm_normal_newton(warm, pair, n, min_gap) : n;
}
