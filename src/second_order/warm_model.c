#include "second_order/warm_model.h"

/* Square of the largest step in the tangent plane that counts as a small motion. */
#define WARM_TRUST 0.25
/* Two directions are parallel if the squared sine of their angle is below this. */
#define WARM_PARALLEL 0x1p-40
/* A normal this near to the normals of an edge belongs to it. */
#define WARM_ON_EDGE 0x1p-26
/* A smaller component of a unit normal becomes 0. Each query from the previous normal squares its
 * error until it is subnormal. Products of such numbers make a query twice as slow. */
#define WARM_TINY 0x1p-200

static double warm_flush(double x) {
    return fabs(x) < WARM_TINY ? 0.0 : x;
}

static vec3 warm_flushed(vec3 n) {
    return make3(warm_flush(n.x), warm_flush(n.y), warm_flush(n.z));
}

/* ---- edges ----------------------------------------------------------------------------------- */

/* On the side of a cylinder, cone or frustum, all normals have the same angle to the axis; the edge
 * is the line in contact. Other edges are parallel to an axis of a box or segment. */
static edge_normals warm_edge_normals(const gd_shape* shape, int axis) {
    const double across = shape->size.z - shape->size.x, along = 2.0 * shape->size.y;
    if (shape_has_rims(shape))
        return (edge_normals){make3(0.0, 1.0, 0.0),
                              -across / sqrt(across * across + along * along)};
    return (edge_normals){make3(axis == 0, axis == 1, axis == 2), 0.0};
}

/* The axes of edges whose normals contain the unit normal n, local frame, as bits; 8: a round
 * face. */
static int warm_edges(const gd_shape* shape, vec3 n) {
    int axes = 0;
    if (shape->core == GD_CORE_BOX)
        for (int i = 0; i < 3; i++)
            axes |= (fabs(dot3(warm_edge_normals(shape, i).u, n)) < WARM_ON_EDGE) << i;
    else if (shape->core == GD_CORE_SEGMENT)
        axes = (fabs(n.y) < WARM_ON_EDGE) << 1;
    else if (shape_has_rims(shape))
        axes = n.x * n.x + n.z * n.z < WARM_ON_EDGE * WARM_ON_EDGE
                   ? 8
                   : (fabs(n.y - warm_edge_normals(shape, 1).c) < WARM_ON_EDGE) << 1;
    return axes;
}

static bool warm_is_fixed(int axes) {
    return (axes & (axes - 1)) != 0 || axes == 8;
}

static warm_contact warm_contact_of(int of_a, int of_b) {
    if (warm_is_fixed(of_a)) return WARM_FIXED_TO_A;
    if (warm_is_fixed(of_b)) return WARM_FIXED_TO_B;
    if (of_a != 0) return of_b != 0 ? WARM_TWO_EDGES : WARM_EDGE_OF_A;
    return of_b != 0 ? WARM_EDGE_OF_B : WARM_FREE;
}

/* From the support point c of the core at n to the other end of its edge, local frame. */
static vec3 warm_edge_beyond(const gd_shape* shape, vec3 u, vec3 n, vec3 c) {
    if (!shape_has_rims(shape)) return scale3(-2.0 * dot3(c, u), u);
    const double wider = shape->size.z - shape->size.x;
    const double t = (c.y > 0.0 ? -wider : wider) / sqrt(n.x * n.x + n.z * n.z);
    return make3(t * n.x, -2.0 * c.y, t * n.z);
}

/* ---- saving and loading ---------------------------------------------------------------------- */

void gd_warm_model_update(gd_warm* warm, const pair3* pair, vec3 n, vec3 a, vec3 b) {
    store3(warm->normal, warm_flushed(n));
    store3(warm->points_a, a);
    store3(warm->points_b, b);
    store3(warm->points_b + 3, warm_flushed(inv_rotate(&pair->b_to_a, neg3(n))));
    warm->check = warm_check(warm);
}

void gd_warm_model_save(gd_warm* warm, const pair3* pair, warm_family family, vec3 n, vec3 a,
                        vec3 b) {
    const int of_a = warm_edges(pair->a, n);
    const int of_b = warm_edges(pair->b, inv_rotate(&pair->b_to_a, neg3(n)));
    memset(warm, 0, sizeof *warm);
    warm->key = warm_key(pair->a, pair->b, family);
    warm->count = warm_contact_of(of_a, of_b);
    warm->points_a[3] = of_a >> 1; /* bits 1, 2, 4 to axes 0, 1, 2 */
    warm->points_a[4] = of_b >> 1;
    gd_warm_model_update(warm, pair, n, a, b);
}

/* The saved contact. The caller may have damaged the state: 0 for any other number. */
static warm_contact warm_saved_contact(const gd_warm* warm) {
    const bool known = warm->count >= WARM_TWO_EDGES && warm->count <= WARM_FIXED_TO_A;
    return known ? (warm_contact)(int)warm->count : (warm_contact)0;
}

/* A saved axis: 0, 1 or 2, whatever the number is. */
static int warm_saved_axis(double saved) {
    return saved == 2.0 ? 2 : saved == 1.0;
}

bool gd_warm_model_load(warm_model* w, pair3* pair, const gd_warm* warm) {
    const mat3* r = &pair->b_to_a;
    w->pair = pair;
    w->warm = warm;
    w->contact = warm_saved_contact(warm);
    w->n = load3(warm->normal);
    if (w->contact == WARM_FIXED_TO_B && warm_is_unit(warm->points_b + 3))
        w->n = neg3(rotate(r, load3(warm->points_b + 3)));
    if (w->contact > WARM_FREE) return false;
    if (warm_has_edge(w, 0))
        w->edges[0] = warm_edge_normals(pair->a, warm_saved_axis(warm->points_a[3]));
    if (warm_has_edge(w, 1)) {
        w->edges[1] = warm_edge_normals(pair->b, warm_saved_axis(warm->points_a[4]));
        w->u_b = w->edges[1].u;
        w->edges[1].u = neg3(rotate(r, w->u_b));
    }
    complete_ray(w->n, &w->e1, &w->e2);
    return true;
}

/* ---- steps ----------------------------------------------------------------------------------- */

GD_INLINE vec2 warm_across(const warm_model* w, vec3 v) {
    return make2(dot3(w->e1, v), dot3(w->e2, v));
}

/* Hessian at n, in the frame (e1, e2), of the piece of the nearest point a; all in the shape's
 * frame. On an edge of a round shape, the radius is the point's. */
static sym2 warm_curvature(const gd_shape* shape, vec3 a, vec3 n, vec3 e1, vec3 e2) {
    const vec3 c = add3(a, shape->center);
    if (shape_has_rims(shape)) {
        const double rho2 = n.x * n.x + n.z * n.z;
        if (!(rho2 > SUPPORT_AXIS * SUPPORT_AXIS)) return (sym2){0.0, 0.0, 0.0};
        const double t = sqrt((c.x * c.x + c.z * c.z) / (rho2 * rho2 * rho2));
        const vec2 along = make2(n.x * e1.z - n.z * e1.x, n.x * e2.z - n.z * e2.x);
        return sym2_add_square((sym2){0.0, 0.0, 0.0}, t, along);
    }
    if (!(shape->core == GD_CORE_ELLIPSOID || shape->twice_differentiable))
        return (sym2){0.0, 0.0, 0.0};
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

/* The normal after Newton's step from m for the gradient g in y. An edge leaves only the steps
 * around its u. */
static vec3 warm_newton(const warm_model* w, vec3 m, vec2 g) {
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

vec3 gd_warm_model_step(const warm_model* w, vec3 m, vec3 residual) {
    return w->contact == WARM_TWO_EDGES ? m : warm_newton(w, m, warm_across(w, residual));
}

/* Sets the Hessian from the points a and b at the normals n and m of both shapes. Returns B's
 * part. */
static sym2 warm_bend(warm_model* w, vec3 a, vec3 n, vec3 b, vec3 m, double added) {
    const mat3* r = &w->pair->b_to_a;
    const sym2 of_a = warm_curvature(w->pair->a, a, n, w->e1, w->e2);
    const sym2 of_b = warm_curvature(w->pair->b, b, m, inv_rotate(r, w->e1), inv_rotate(r, w->e2));
    w->k = (sym2){of_a.xx + of_b.xx + added, of_a.xy + of_b.xy, of_a.yy + of_b.yy + added};
    return of_b;
}

void gd_warm_model_bend(warm_model* w, vec3 m, const warm_support* at, double added) {
    const vec3 a = madd3(at->a, at->share[0], at->way[0]);
    const vec3 b = madd3(at->b, at->share[1], at->way[1]);
    warm_bend(w, a, m, b, inv_rotate(&w->pair->b_to_a, neg3(m)), added);
}

vec3 gd_warm_model_minimum(warm_model* w, vec3 residual, double added) {
    if (w->contact == WARM_TWO_EDGES) return warm_two_edges(w);
    const vec3 m_b = load3(w->warm->points_b + 3), n_b = neg3(rotate(&w->pair->b_to_a, m_b));
    const sym2 b =
        warm_bend(w, load3(w->warm->points_a), w->n, load3(w->warm->points_b), m_b, added);
    /* B's normal turned by y of n_b */
    const vec2 turned = scale2(1.0 / dot3(w->n, n_b), warm_across(w, n_b));
    vec2 g = sub2(warm_across(w, residual), sym2_apply(b, turned));
    if (w->contact == WARM_FREE) return warm_newton(w, w->n, g);
    const vec3 m = warm_turn(w, &w->edges[w->contact == WARM_EDGE_OF_B], w->n);
    g = add2(g, sym2_apply(w->k, scale2(1.0 / dot3(w->n, m), warm_across(w, m))));
    return warm_newton(w, m, g);
}

bool gd_warm_model_near(const warm_model* w, vec3 m) {
    const vec2 y = warm_across(w, m);
    const double along = dot3(w->n, m);
    return along > 0.0 && dot2(y, y) < WARM_TRUST * (along * along);
}

/* ---- support --------------------------------------------------------------------------------- */

void gd_warm_model_support(const warm_model* w, vec3 m, warm_support* at) {
    pair3* pair = w->pair;
    const vec3 zero = make3(0.0, 0.0, 0.0), m_b = inv_rotate(&pair->b_to_a, neg3(m));
    const vec3 a = core_support(pair->a, m, &pair->hint_a);
    const vec3 b = core_support(pair->b, m_b, &pair->hint_b);
    at->a = sub3(a, pair->a->center);
    at->b = sub3(b, pair->b->center);
    at->way[0] = warm_has_edge(w, 0) ? warm_edge_beyond(pair->a, w->edges[0].u, m, a) : zero;
    at->way[1] = warm_has_edge(w, 1) ? warm_edge_beyond(pair->b, w->u_b, m_b, b) : zero;
    at->share[0] = at->share[1] = 0.0;
}

bool gd_warm_model_shares(const warm_model* w, warm_support* at, vec3* residual) {
    if (w->contact == WARM_FREE) return true;
    const vec3 e = at->way[0], f = neg3(rotate(&w->pair->b_to_a, at->way[1]));
    const double ee = dot3(e, e), ff = dot3(f, f), ef = dot3(e, f);
    const double ex = -dot3(e, *residual), fx = -dot3(f, *residual);
    double* share = at->share;
    if (w->contact == WARM_TWO_EDGES) {
        const double det = ee * ff - ef * ef;
        if (!(det > WARM_PARALLEL * ee * ff)) return false;
        share[0] = (ff * ex - ef * fx) / det;
        share[1] = (ee * fx - ef * ex) / det;
    } else if (warm_has_edge(w, 0)) {
        share[0] = ex / ee;
    } else {
        share[1] = fx / ff;
    }
    *residual = madd3(madd3(*residual, share[0], e), share[1], f);
    for (int i = 0; i < 2; i++)
        if (warm_has_edge(w, i) && !(share[i] > 0.0 && share[i] < 1.0)) return false;
    return true;
}

double gd_warm_model_ball(const gd_shape* shape, vec3 n) {
    if (shape->core != GD_CORE_ELLIPSOID) return shape->radius;
    const vec3 size = shape->size;
    return shape->radius + ellipsoid_inner_square(size) / length3(scaled3(size, n));
}
