/* Penetration depth along rays from the origin in 3D. Source: [P]; docs/algorithms.md, Depth.
 *
 * MPR finds where the ray along d leaves D. It refines a portal: three points of D whose cone
 * contains d. This is the cutting plane of the growth distance, about the origin instead of the
 * centres. SQP then takes the portal's normal n at the exit point as the next d. h_D(n), the
 * distance of the supporting plane from the origin, is an upper bound of the depth and falls from
 * ray to ray. INCREMENTAL takes a shortcut: it leaves a ray as soon as h_D(n) is below the lower
 * bound along that ray.
 *
 * The result is the best supporting plane, because moving by it separates for sure. It is a local
 * minimum, so only the tetrahedron around the origin bounds the depth from below. */
#include "depth/depth.h"

#include "minkowski/portal.h"

/* Sine of the probing angle, if the first ray already ends at a minimum. */
#define INCREMENTAL_PROBE 0x1p-6
/* After this many pivots that improve neither bound of a ray, the rest is rounding. */
#define INCREMENTAL_IDLE 8

typedef struct ray3 {
    gjk* g;
    const initial_simplex* start;
    gd_method method;
    vec3 d, e1, e2;
    portal3 portal;
} ray3;

static vertex3 ray_place(const ray3* r, const core_vertex* v) {
    return (vertex3){v->x, v->a, v->b, dot3(r->e1, v->x), dot3(r->e2, v->x), dot3(r->d, v->x)};
}

/* Starts with the tetrahedron's facet through which the ray leaves. */
static void ray_begin(ray3* r, vec3 d) {
    static const int corners[4][3] = {{0, 1, 2}, {0, 3, 1}, {1, 3, 2}, {2, 3, 0}};
    r->d = d;
    complete_ray(d, &r->e1, &r->e2);
    vertex3 v[4];
    for (int i = 0; i < 4; i++)
        v[i] = ray_place(r, &r->start->v[i]);
    const double rounding = 8.0 * GD_EPS * r->g->extent;
    double best = -GD_INFINITY;
    for (int f = 0; f < 4; f++) {
        const vertex3 *p = &v[corners[f][0]], *q = &v[corners[f][1]], *s = &v[corners[f][2]];
        const double w[3] = {vertex3_cross(q, s), vertex3_cross(s, p), vertex3_cross(p, q)};
        /* all >= 0 if the ray leaves through this facet; relative to the area, so that thin facets
         * can win */
        const double sum = w[0] + w[1] + w[2];
        /* an edge-on facet does not qualify */
        const double spread = vertex3_spread(p) + vertex3_spread(q) + vertex3_spread(s);
        const bool faces = sum > rounding * spread;
        const double least = faces ? min2(min2(w[0], w[1]), w[2]) / sum : -0x1p1000;
        if (!(least > best)) continue;
        best = least;
        r->portal = (portal3){{*p, *q, *s}, {max2(w[0], 0.0), max2(w[1], 0.0), max2(w[2], 0.0)},
                              0.0,          0.0,
                              rounding,     0.0};
    }
    portal3_measure(&r->portal);
}

/* Adds a vertex to the portal if it is above the portal's plane. */
static bool ray_raise(ray3* r, const core_vertex* v) {
    const vec3 n = portal3_normal(&r->portal);
    if (!(dot3(n, v->x) > dot3(n, r->portal.v[0].s))) return false;
    const vertex3 placed = ray_place(r, v);
    return portal3_pivot(&r->portal, &placed);
}

/* Starts a ray: the portal is a facet of the tetrahedron, raised by s and by the previous portal's
 * vertices. */
static void ray_turn(ray3* r, vec3 d, const core_vertex* s) {
    const portal3 prev = r->portal;
    ray_begin(r, d);
    ray_raise(r, s);
    for (int i = 0; i < 3; i++) {
        const core_vertex v = {prev.v[i].s, prev.v[i].a, prev.v[i].b};
        ray_raise(r, &v);
    }
}

/* The portal's point on the ray, in parts of A and B. */
static void ray_point(const ray3* r, depth_bounds* d) {
    d->a = d->b = make3(0.0, 0.0, 0.0);
    for (int i = 0; i < 3; i++) {
        const double w = r->portal.weight[i] / r->portal.weight_sum;
        d->a = madd3(d->a, w, r->portal.v[i].a);
        d->b = madd3(d->b, w, r->portal.v[i].b);
    }
}

/* Records the portal and, unless s is NULL, the vertex found along n. along: an upper bound of the
 * exit along the ray. */
static GD_COLD void ray_record(const ray3* r, const depth_rule* rule, const depth_bounds* d,
                               double along, const core_vertex* s, vec3 n) {
    const double upper = min2(d->upper, along);
    trace_step step = depth_step(GD_ITERATE_RAY, r->g, rule, d, upper);
    if (r->method == GD_METHOD_MPR)
        step.offset = GD_INFINITY; /* the depth along a ray has no supporting plane */
    step.direction = n;
    step.ray = r->d;
    step.support = s != NULL;
    step.vertex_count = s ? 4 : 3;
    gd_iterate* row = gd_trace_row(rule->trace, &r->g->pair, &step);
    if (!row) return;
    const double sum = r->portal.weight_sum;
    for (int i = 0; i < 3; i++) {
        const core_vertex v = {r->portal.v[i].s, r->portal.v[i].a, r->portal.v[i].b};
        depth_vertex(row, r->g, i, &v, sum > 0.0 ? r->portal.weight[i] / sum : 0.0);
    }
    if (s) depth_vertex(row, r->g, 3, s, 0.0);
}

/* Tries four directions around n: a stationary direction may be a maximum, for example an axis of
 * symmetry. */
static bool ray_escape(ray3* r, vec3 n, depth_bounds* d, vec3* out) {
    vec3 e1, e2;
    complete_ray(n, &e1, &e2);
    const vec3 aside[4] = {e1, e2, neg3(e1), neg3(e2)};
    bool found = false;
    for (int i = 0; i < 4; i++) {
        const vec3 m = unit3(madd3(n, INCREMENTAL_PROBE, aside[i]));
        gd_gjk_support(r->g, m, 0);
        d->calls += 1.0;
        const double h = dot3(m, r->g->x[0]);
        if (!(h < d->upper * (1.0 - 0x1p-40))) continue;
        d->upper = h;
        d->normal = m;
        *out = m;
        found = true;
    }
    return found;
}

gd_status gd_incremental3(gjk* g, const initial_simplex* start, gd_method method, vec3 direction,
                          const depth_rule* rule, depth_bounds* d) {
    const double rounding = 16.0 * GD_EPS * g->extent;
    ray3 r = {.g = g, .start = start, .method = method};
    ray_begin(&r, direction);
    bool turned = method == GD_METHOD_MPR;
    double along = g->extent, inner = 0.0; /* upper and lower bound of the exit along the ray */
    int idle = 0;
    bool rebuilt = false;
    core_vertex s = start->v[0];
    gd_status status = GD_STATUS_LOCAL;
    for (;;) {
        if (d->iterations >= rule->max_iterations) {
            status = GD_STATUS_MAX_ITERATIONS;
            break;
        }
        const vec3 m = portal3_normal(&r.portal);
        const vec3 n = max_abs3(m) > 0.0 ? unit3(m) : r.d;
        gd_gjk_support(g, n, 0);
        s = (core_vertex){g->x[0], g->a[0], g->b[0]};
        d->iterations += 1.0;
        d->calls += 1.0;
        const double h = dot3(n, s.x), n_dot_ray = dot3(n, r.d);
        const bool better = h < d->upper;
        if (better && method != GD_METHOD_MPR) {
            d->upper = h;
            d->normal = n;
        }
        const double leaves = n_dot_ray > 0.0 ? h / n_dot_ray : along;
        const bool gained = leaves < along || r.portal.inner > inner;
        along = min2(along, leaves);
        inner = max2(inner, r.portal.inner);
        idle = gained ? 0 : idle + 1;
        if (rule->trace) ray_record(&r, rule, d, along, &s, n);

        const double slack = max2(rule->tolerance * (h + rule->radius), rounding);
        const bool proved = along - inner <= slack;
        const bool done = proved || idle >= INCREMENTAL_IDLE;
        if (method == GD_METHOD_INCREMENTAL && !done && better && h <= inner - slack) {
            ray_turn(&r, n, &s);
        } else {
            const vertex3 placed = ray_place(&r, &s);
            if (!done && portal3_pivot(&r.portal, &placed)) continue;
            if (!proved && !rebuilt) {
                /* the portal started with the previous ray's vertices and may be too thin */
                ray_begin(&r, r.d);
                rebuilt = true;
                idle = 0;
                continue;
            }
            if (!proved) status = GD_STATUS_PRECISION;
            if (method == GD_METHOD_MPR) {
                d->upper = along;
                d->normal = r.d;
                ray_point(&r, d);
                break;
            }
            /* the exit is found: the next direction is its plane's normal, if that lowers the
             * depth */
            vec3 next = d->normal;
            if (!(along - d->upper > slack)) {
                if (turned || !ray_escape(&r, d->normal, d, &next)) break;
            }
            ray_turn(&r, next, &s);
        }
        turned = true;
        rebuilt = false;
        along = g->extent;
        inner = 0.0;
        idle = 0;
        status = GD_STATUS_LOCAL;
    }
    if (method != GD_METHOD_MPR) {
        /* the nearest point is on the best normal, which may differ from the previous ray */
        ray_turn(&r, d->normal, &s);
        ray_point(&r, d);
    }
    if (!(d->upper < GD_INFINITY)) { /* no iterations left on the only ray */
        d->upper = along;
        d->normal = r.d;
    }
    d->upper = max2(d->upper, 0.0);
    d->lower = min2(d->lower, d->upper);
    if (rule->trace) ray_record(&r, rule, d, d->upper, NULL, make3(0.0, 0.0, 0.0));
    return status;
}
