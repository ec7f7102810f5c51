/* Penetration depth along rays from the origin, in 2D and 3D. Source: [P]; docs/algorithms.md,
 * Depth.
 *
 * MPR finds where the ray along d leaves D. It refines a portal: as many points of D as there are
 * dimensions, whose cone contains d. This is the cutting plane of the growth distance, about the
 * origin instead of the centres. SQP then takes the portal's normal n at the exit point as the next
 * d. h_D(n), the distance of the supporting plane from the origin, is an upper bound of the depth
 * and falls from ray to ray. INCREMENTAL takes a shortcut: it leaves a ray as soon as h_D(n) is
 * below the lower bound along that ray.
 *
 * The result is the best supporting plane, because moving by it separates for sure. It is a local
 * minimum, so only the initial simplex around the origin bounds the depth from below. */
#include "depth/depth.h"

#include "minkowski/portal.h"

/* Sine of the probing angle, if the first ray already ends at a minimum. */
#define INCREMENTAL_PROBE 0x1p-6
/* After this many pivots that improve neither bound of a ray, the rest is rounding. */
#define INCREMENTAL_IDLE 8

/* In 2D the portal is a segment: vertex 0 is right of the ray, vertex 1 left of it, and the third
 * vertex has no weight. */
typedef struct depth_ray {
    gjk* g;
    const initial_simplex* start;
    const depth_rule* rule;
    gd_method method;
    int dimension; /* also the number of the portal's vertices */
    vec3 d, e1, e2;
    portal3 portal;
    double along, inner; /* upper and lower bound of the exit along the ray */
    double slack;        /* bounds this near have converged */
} depth_ray;

typedef enum depth_ray_end {
    RAY_EXIT,     /* the bounds have converged */
    RAY_ROUNDING, /* rounding stopped the bounds */
    RAY_LEFT,     /* a plane is nearer to the origin than the exit: the rest of the ray is no use */
    RAY_LIMIT,    /* no iterations left */
} depth_ray_end;

/* Directions perpendicular to n: one in 2D, two in 3D. */
GD_INLINE void ray_across(const depth_ray* r, vec3 n, vec3* e1, vec3* e2) {
    if (r->dimension == 3) {
        complete_ray(n, e1, e2);
    } else {
        *e1 = make3(-n.y, n.x, 0.0);
        *e2 = make3(0.0, 0.0, 0.0);
    }
}

GD_INLINE vertex3 ray_place(const depth_ray* r, const core_vertex* v) {
    return (vertex3){v->x, v->a, v->b, dot3(r->e1, v->x), dot3(r->e2, v->x), dot3(r->d, v->x)};
}

static core_vertex ray_vertex(const depth_ray* r, int i) {
    const vertex3* v = &r->portal.v[i];
    return (core_vertex){v->s, v->a, v->b};
}

/* The tetrahedron's facet through which the ray leaves. */
static void ray_first_triangle(depth_ray* r) {
    static const int corners[4][3] = {{0, 1, 2}, {0, 3, 1}, {1, 3, 2}, {2, 3, 0}};
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

/* In 2D the other vertex's distance from the ray is the weight, as in portal2. */
static void ray_measure_segment(portal3* portal) {
    double* w = portal->weight;
    w[0] = portal->v[1].u;
    w[1] = -portal->v[0].u;
    portal->weight_sum = w[0] + w[1];
    portal->inner = portal->weight_sum > 0.0
                        ? (w[0] * portal->v[0].w + w[1] * portal->v[1].w) / portal->weight_sum
                        : min2(portal->v[0].w, portal->v[1].w);
}

/* The triangle's edge through which the ray leaves. */
static void ray_first_segment(depth_ray* r) {
    vertex3 v[3];
    for (int i = 0; i < 3; i++)
        v[i] = ray_place(r, &r->start->v[i]);
    double best = -GD_INFINITY;
    for (int i = 0; i < 3; i++) {
        const vertex3 *right = &v[i], *left = &v[(i + 1) % 3];
        /* an edge in line with the ray does not qualify */
        const bool faces = left->u - right->u > 8.0 * GD_EPS * r->g->extent;
        const double fits = faces ? min2(-right->u, left->u) : -0x1p1000;
        if (!(fits > best)) continue;
        best = fits;
        r->portal.v[0] = *right;
        r->portal.v[1] = *left;
    }
    r->portal.v[0].u = min2(r->portal.v[0].u, 0.0);
    r->portal.v[1].u = max2(r->portal.v[1].u, 0.0);
    ray_measure_segment(&r->portal);
}

/* Starts with the facet of the initial simplex through which the ray leaves. */
static void ray_begin(depth_ray* r, vec3 d) {
    r->d = d;
    ray_across(r, d, &r->e1, &r->e2);
    if (r->dimension == 3)
        ray_first_triangle(r);
    else
        ray_first_segment(r);
}

/* Normal of the portal, not normalised. */
GD_INLINE vec3 ray_portal_normal(const depth_ray* r) {
    if (r->dimension == 3) return portal3_normal(&r->portal);
    const vec3 e = sub3(r->portal.v[1].s, r->portal.v[0].s);
    return make3(e.y, -e.x, 0.0);
}

/* Brings a vertex into the portal. Returns false if rounding leaves no choice. */
GD_INLINE bool ray_pivot(depth_ray* r, const core_vertex* v) {
    const vertex3 placed = ray_place(r, v);
    if (r->dimension == 3) return portal3_pivot(&r->portal, &placed);
    r->portal.v[placed.u > 0.0] = placed; /* on its side of the ray */
    ray_measure_segment(&r->portal);
    return true;
}

/* Adds a vertex to the portal if it is above the portal's plane. */
static void ray_raise(depth_ray* r, const core_vertex* v) {
    const vec3 n = ray_portal_normal(r);
    if (dot3(n, v->x) > dot3(n, r->portal.v[0].s)) ray_pivot(r, v);
}

/* Starts a ray: the portal is a facet of the initial simplex, raised by s and by the previous
 * portal's vertices. */
static void ray_turn(depth_ray* r, vec3 d, const core_vertex* s) {
    core_vertex prev[3];
    for (int i = 0; i < r->dimension; i++)
        prev[i] = ray_vertex(r, i);
    ray_begin(r, d);
    ray_raise(r, s);
    for (int i = 0; i < r->dimension; i++)
        ray_raise(r, &prev[i]);
}

/* The weights of the portal's point on the ray. */
static void ray_weights(const depth_ray* r, double w[3]) {
    const portal3* portal = &r->portal;
    for (int i = 0; i < 3; i++)
        w[i] = portal->weight_sum > 0.0 ? portal->weight[i] / portal->weight_sum : 0.0;
    if (r->dimension == 2) w[0] = 1.0 - w[1];
}

/* The portal's point on the ray, in parts of A and B. */
static void ray_point(const depth_ray* r, depth_bounds* d) {
    double w[3];
    ray_weights(r, w);
    d->a = d->b = make3(0.0, 0.0, 0.0);
    for (int i = 0; i < r->dimension; i++) {
        d->a = madd3(d->a, w[i], r->portal.v[i].a);
        d->b = madd3(d->b, w[i], r->portal.v[i].b);
    }
}

/* Records the portal and, unless s is NULL, the vertex found along n. along: an upper bound of the
 * exit along the ray. */
static GD_COLD void ray_record(const depth_ray* r, const depth_bounds* d, double along,
                               const core_vertex* s, vec3 n) {
    trace_step step = depth_step(GD_ITERATE_RAY, r->g, r->rule, d, min2(d->upper, along));
    if (r->method == GD_METHOD_MPR)
        step.offset = GD_INFINITY; /* the depth along a ray has no supporting plane */
    step.direction = n;
    step.ray = r->d;
    step.support = s != NULL;
    step.vertex_count = r->dimension + (s != NULL);
    gd_iterate* row = gd_trace_row(r->rule->trace, &r->g->pair, &step);
    if (!row) return;
    double w[3];
    ray_weights(r, w);
    for (int i = 0; i < r->dimension; i++) {
        const core_vertex v = ray_vertex(r, i);
        depth_vertex(row, r->g, i, &v, w[i]);
    }
    if (s) depth_vertex(row, r->g, r->dimension, s, 0.0);
}

/* Follows the ray until its bounds converge. *s receives the last support vertex. */
static depth_ray_end ray_follow(depth_ray* r, core_vertex* s, depth_bounds* d) {
    gjk* g = r->g;
    const depth_rule* rule = r->rule;
    const double rounding = 16.0 * GD_EPS * g->extent;
    int idle = 0;
    bool rebuilt = false;
    r->along = g->extent;
    r->inner = 0.0;
    while (d->iterations < rule->max_iterations) {
        const vec3 m = ray_portal_normal(r), n = max_abs3(m) > 0.0 ? unit3(m) : r->d;
        gd_gjk_support(g, n, 0);
        *s = (core_vertex){g->x[0], g->a[0], g->b[0]};
        d->iterations += 1.0;
        d->calls += 1.0;
        const double h = dot3(n, s->x), n_dot_ray = dot3(n, r->d);
        const bool better = h < d->upper && r->method != GD_METHOD_MPR;
        if (better) {
            d->upper = h;
            d->normal = n;
        }
        const double leaves = n_dot_ray > 0.0 ? h / n_dot_ray : r->along;
        idle = leaves < r->along || r->portal.inner > r->inner ? 0 : idle + 1;
        r->along = min2(r->along, leaves);
        /* a pivot in 3D may choose its vertex by rounding and lower the portal */
        r->inner = r->dimension == 3 ? max2(r->inner, r->portal.inner) : r->portal.inner;
        if (rule->trace) ray_record(r, d, r->along, s, n);

        /* relative to the depth: the h of one plane of needles may be 100 times larger */
        const double depth = min2(r->along, d->upper);
        r->slack = max2(rule->tolerance * (depth + rule->radius), rounding);
        if (r->along - r->inner <= r->slack) return RAY_EXIT;
        /* in 2D a vertex on the segment's line, up to rounding, improves nothing */
        if (r->dimension == 2 && h - dot3(n, r->portal.v[0].s) <= rounding) return RAY_EXIT;
        if (idle < INCREMENTAL_IDLE) {
            const bool shortcut = r->method == GD_METHOD_INCREMENTAL && better;
            if (shortcut && h <= r->inner - r->slack) return RAY_LEFT;
            if (ray_pivot(r, s)) continue;
        }
        /* a portal that started with the previous ray's vertices may be too thin */
        if (rebuilt) return RAY_ROUNDING;
        ray_begin(r, r->d);
        rebuilt = true;
        idle = 0;
    }
    return RAY_LIMIT;
}

/* Tries directions on all sides of the best normal: a stationary direction may be a maximum, for
 * example an axis of symmetry. */
static bool ray_escape(depth_ray* r, depth_bounds* d) {
    const vec3 n = d->normal;
    vec3 across[2];
    ray_across(r, n, &across[0], &across[1]);
    const int count = r->dimension - 1;
    bool found = false;
    for (int i = 0; i < 2 * count; i++) {
        const double probe = i < count ? INCREMENTAL_PROBE : -INCREMENTAL_PROBE;
        const vec3 m = unit3(madd3(n, probe, across[i % count]));
        gd_gjk_support(r->g, m, 0);
        d->calls += 1.0;
        const double h = dot3(m, r->g->x[0]);
        if (!(h < d->upper * (1.0 - 0x1p-40))) continue;
        d->upper = h;
        d->normal = m;
        found = true;
    }
    return found;
}

gd_status gd_incremental(gjk* g, const initial_simplex* start, gd_method method, vec3 direction,
                         const depth_rule* rule, depth_bounds* d) {
    depth_ray r = {.g = g, .start = start, .rule = rule, .method = method};
    r.dimension = (int)g->pair.a->dimension;
    core_vertex s = start->v[0];
    ray_begin(&r, direction);
    depth_ray_end end = ray_follow(&r, &s, d);
    for (bool first = true; end != RAY_LIMIT && method != GD_METHOD_MPR; first = false) {
        /* At an exit, the best plane must leave the ray there, too. Another plane, even if hardly
         * lower, is no local minimum: its normal is the next direction. */
        const double leaves = dot3(d->normal, r.d) * (d->upper + r.slack);
        const bool lower = end == RAY_LEFT || leaves < d->upper;
        if (!lower && !(first && ray_escape(&r, d))) break;
        ray_turn(&r, d->normal, &s);
        end = ray_follow(&r, &s, d);
    }
    if (method != GD_METHOD_MPR)
        ray_turn(&r, d->normal, &s); /* the best normal may differ from the previous ray */
    if (method != GD_METHOD_MPR || end != RAY_LIMIT) ray_point(&r, d);
    if (!(d->upper < GD_INFINITY) || method == GD_METHOD_MPR) {
        d->upper = r.along; /* the only ray */
        d->normal = r.d;
    }
    d->upper = max2(d->upper, 0.0);
    d->lower = min2(d->lower, d->upper);
    if (rule->trace) ray_record(&r, d, d->upper, NULL, make3(0.0, 0.0, 0.0));
    return end == RAY_LIMIT      ? GD_STATUS_MAX_ITERATIONS
           : end == RAY_ROUNDING ? GD_STATUS_PRECISION
                                 : GD_STATUS_LOCAL;
}
