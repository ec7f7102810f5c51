/* Penetration depth along rays from the origin in 2D: as incremental.c, with a segment as
 * portal. */
#include "depth/depth.h"

#define INCREMENTAL2_PROBE 0x1p-6

typedef struct ray2 {
    gjk* g;
    const initial_simplex* start;
    gd_method method;
    vec3 d;           /* unit, z = 0 */
    core_vertex v[2]; /* right and left of the ray */
    double u[2];      /* distances from the ray, u[0] <= 0 <= u[1] */
    double inner;     /* lower bound of the exit: where the ray crosses the segment */
} ray2;

static double ray2_across(const ray2* r, vec3 x) {
    return r->d.x * x.y - r->d.y * x.x;
}

static void ray2_measure(ray2* r) {
    const double width = r->u[1] - r->u[0];
    const double w0 = dot3(r->d, r->v[0].x), w1 = dot3(r->d, r->v[1].x);
    r->inner = width > 0.0 ? (r->u[1] * w0 - r->u[0] * w1) / width : min2(w0, w1);
}

/* The new vertex replaces the one on its side. */
static void ray2_replace(ray2* r, const core_vertex* s) {
    const double u = ray2_across(r, s->x);
    const int side = u > 0.0;
    r->v[side] = *s;
    r->u[side] = u;
    ray2_measure(r);
}

/* Starts with the triangle's edge through which the ray leaves. */
static void ray2_begin(ray2* r, vec3 d) {
    r->d = d;
    double best = -GD_INFINITY;
    ray2 found = *r;
    for (int i = 0; i < 3; i++) {
        ray2 at = *r;
        at.v[0] = r->start->v[i];
        at.v[1] = r->start->v[(i + 1) % 3];
        const double u0 = ray2_across(r, at.v[0].x), u1 = ray2_across(r, at.v[1].x);
        at.u[0] = min2(u0, 0.0);
        at.u[1] = max2(u1, 0.0);
        /* an edge in line with the ray does not qualify */
        const bool faces = u1 - u0 > 8.0 * GD_EPS * r->g->extent;
        const double fits = faces ? min2(-u0, u1) : -0x1p1000;
        if (!(fits > best)) continue;
        best = fits;
        ray2_measure(&at);
        found = at;
    }
    *r = found;
}

static void ray2_turn(ray2* r, vec3 d, const core_vertex* s) {
    const core_vertex kept[3] = {*s, r->v[0], r->v[1]};
    ray2_begin(r, d);
    for (int i = 0; i < 3; i++) {
        const vec3 e = sub3(r->v[1].x, r->v[0].x), n = make3(e.y, -e.x, 0.0);
        if (dot3(n, kept[i].x) > dot3(n, r->v[0].x)) ray2_replace(r, &kept[i]);
    }
}

static void ray2_point(const ray2* r, depth_bounds* d) {
    const double width = r->u[1] - r->u[0], w = width > 0.0 ? -r->u[0] / width : 0.0;
    d->a = add3(scale3(1.0 - w, r->v[0].a), scale3(w, r->v[1].a));
    d->b = add3(scale3(1.0 - w, r->v[0].b), scale3(w, r->v[1].b));
}

/* As ray_record in incremental.c. */
static GD_COLD void ray2_record(const ray2* r, const depth_rule* rule, const depth_bounds* d,
                                double along, const core_vertex* s, vec3 n) {
    trace_step step = depth_step(GD_ITERATE_RAY, r->g, rule, d, min2(d->upper, along));
    if (r->method == GD_METHOD_MPR)
        step.offset = GD_INFINITY; /* the depth along a ray has no supporting plane */
    step.direction = n;
    step.ray = r->d;
    step.support = s != NULL;
    step.vertex_count = s ? 3 : 2;
    gd_iterate* row = gd_trace_row(rule->trace, &r->g->pair, &step);
    if (!row) return;
    const double width = r->u[1] - r->u[0], w = width > 0.0 ? -r->u[0] / width : 0.0;
    depth_vertex(row, r->g, 0, &r->v[0], 1.0 - w);
    depth_vertex(row, r->g, 1, &r->v[1], w);
    if (s) depth_vertex(row, r->g, 2, s, 0.0);
}

static bool ray2_escape(ray2* r, vec3 n, depth_bounds* d, vec3* out) {
    bool found = false;
    for (int i = 0; i < 2; i++) {
        const double t = i == 0 ? INCREMENTAL2_PROBE : -INCREMENTAL2_PROBE;
        const vec3 m = unit3(madd3(n, t, make3(-n.y, n.x, 0.0)));
        gd_gjk_support(r->g, m, 0);
        d->calls += 1.0;
        const double h = dot3(m, r->g->x[0]);
        if (!(h < d->upper * (1.0 - 0x1p-40))) continue;
        d->upper = h;
        d->normal = *out = m;
        found = true;
    }
    return found;
}

gd_status gd_incremental2(gjk* g, const initial_simplex* start, gd_method method, vec3 direction,
                          const depth_rule* rule, depth_bounds* d) {
    const double rounding = 16.0 * GD_EPS * g->extent;
    ray2 r = {.g = g, .start = start, .method = method};
    ray2_begin(&r, direction);
    bool turned = method == GD_METHOD_MPR;
    double along = g->extent; /* upper bound of the exit along any ray */
    core_vertex s = start->v[0];
    gd_status status = GD_STATUS_LOCAL;
    for (;;) {
        if (d->iterations >= rule->max_iterations) {
            status = GD_STATUS_MAX_ITERATIONS;
            break;
        }
        const vec3 e = sub3(r.v[1].x, r.v[0].x), m = make3(e.y, -e.x, 0.0);
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
        if (n_dot_ray > 0.0) along = min2(along, h / n_dot_ray);
        if (rule->trace) ray2_record(&r, rule, d, along, &s, n);
        const double slack = max2(rule->tolerance * (h + rule->radius), rounding);
        /* a vertex on the segment's line, up to rounding, improves nothing */
        const bool done = along - r.inner <= slack || h - dot3(n, r.v[0].x) <= rounding;
        if (method == GD_METHOD_INCREMENTAL && !done && better && h <= r.inner - slack) {
            ray2_turn(&r, n, &s);
        } else if (!done) {
            ray2_replace(&r, &s);
            continue;
        } else if (method == GD_METHOD_MPR) {
            d->upper = along;
            d->normal = r.d;
            ray2_point(&r, d);
            break;
        } else {
            vec3 next = d->normal;
            if (!(along - d->upper > slack) && (turned || !ray2_escape(&r, d->normal, d, &next)))
                break;
            ray2_turn(&r, next, &s);
        }
        turned = true;
        along = g->extent;
    }
    if (method != GD_METHOD_MPR) {
        ray2_turn(&r, d->normal, &s);
        ray2_point(&r, d);
    }
    if (!(d->upper < GD_INFINITY)) { /* no iterations left on the only ray */
        d->upper = along;
        d->normal = r.d;
    }
    d->upper = max2(d->upper, 0.0);
    d->lower = min2(d->lower, d->upper);
    if (rule->trace) ray2_record(&r, rule, d, d->upper, NULL, make3(0.0, 0.0, 0.0));
    return status;
}
