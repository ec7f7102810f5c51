/* Distance by GJK ([N] Alg. 1 and III; algorithms.md 3): the point of the Minkowski difference
 * D = A - B nearest to the origin, by projecting it on simplices of support vertices.
 *
 * Balls are stripped first: the iteration sees only the cores, whose distance less the radii is the
 * answer; so spheres and capsules are points and segments, and touching rounded shapes are far from
 * degenerate. Everything is seen from A's frame and relative to the centres: x = s - p, where s is
 * a vertex of C = (A - a) - (B - b) and p = b - a.
 *
 * Invariants: the length of x falls; lower is the largest support bound seen, so
 * lower <= true distance of the cores <= length. */
#include "solvers.h"

#include "pair.h"
#include "simplex.h"

/* Below this part of the pair's extent a distance of cores is rounding: they meet. */
#define DISTANCE_ROUNDING (4.0 * GD_EPS)

typedef struct distance_vertex {
    vec3 x; /* of D */
    vec3 a; /* part on A's core, A's frame, relative to its centre */
    vec3 b; /* part on B's core, B's frame, relative to its centre */
} distance_vertex;

typedef struct distance_work {
    pair3 pair;
    vec3 p; /* from centre to centre, A's frame */
    distance_vertex vertex[4];
    double lambda[4];
    int count;
    vec3 normal;   /* unit, from the nearest point to the origin */
    double length; /* of the nearest point: the upper bound of the cores' distance */
    double lower;
    double iterations;
    bool meet; /* the cores intersect */
} distance_work;

/* Support point of either dimension's core relative to the centre; in the plane z stays 0. */
GD_INLINE vec3 distance_core(const gd_shape* shape, vec3 n, uint32_t* hint) {
    if (shape->dimension == 3) return sub3(core_support3(shape, n, hint), shape->center);
    const vec2 s = core_support2(shape, make2(n.x, n.y));
    return make3(s.x - shape->center.x, s.y - shape->center.y, 0.0);
}

static void distance_support(distance_work* w, vec3 n, distance_vertex* vertex) {
    vertex->a = distance_core(w->pair.a, n, &w->pair.hint_a);
    vertex->b = distance_core(w->pair.b, inv_rotate(&w->pair.b_to_a, neg3(n)), &w->pair.hint_b);
    vertex->x = sub3(sub3(vertex->a, rotate(&w->pair.b_to_a, vertex->b)), w->p);
}

/* Projects on the simplex and drops what does not carry the projection. False when rounding makes
 * the point no nearer than before: then the simplex before was the best. */
static bool distance_project(distance_work* w) {
    vec3 x[4];
    for (int i = 0; i < w->count; i++)
        x[i] = w->vertex[i].x;
    simplex_point found = gd_simplex_project(x, w->count);
    double length = safe_length3(found.x);
    if (w->length >= 0.0 && !(length < w->length)) {
        found = gd_simplex_search(x, w->count);
        length = safe_length3(found.x);
        if (!(length < w->length)) return false;
    }
    if (max_abs3(found.normal) > 0.0) w->normal = neg3(unit3(found.normal));
    w->length = length;
    int kept = 0;
    for (int i = 0; i < w->count; i++) {
        if (!(found.lambda[i] > 0.0)) continue;
        w->vertex[kept] = w->vertex[i];
        w->lambda[kept++] = found.lambda[i];
    }
    w->count = kept;
    return true;
}

/* What the bounds are worth: relative to the distance that remains after the radii. */
static gd_status distance_status(const distance_work* w, const gd_settings* settings,
                                 double radius) {
    const double gap = w->length - w->lower;
    return gap <= settings->tolerance * max2(w->length - radius, 0.0) ? GD_STATUS_OPTIMAL
                                                                      : GD_STATUS_PRECISION;
}

static gd_status distance_run(distance_work* w, const gd_settings* settings, double radius) {
    const double extent = w->pair.a->bound_radius + w->pair.b->bound_radius;
    const double rounding = DISTANCE_ROUNDING * (extent + w->pair.distance);
    distance_support(w, w->pair.ray, &w->vertex[0]);
    w->count = 1;
    w->length = -1.0;
    w->lower = 0.0;
    w->iterations = 1.0;
    distance_project(w);
    for (;;) {
        if (w->count == 4 || w->length <= rounding) {
            w->meet = true;
            w->lower = 0.0;
            return GD_STATUS_OPTIMAL;
        }
        if (distance_status(w, settings, radius) == GD_STATUS_OPTIMAL) return GD_STATUS_OPTIMAL;
        if (w->iterations >= settings->max_iterations) return GD_STATUS_MAX_ITERATIONS;

        const vec3 n = w->normal;
        distance_vertex* next = &w->vertex[w->count];
        distance_support(w, n, next);
        w->iterations += 1.0;
        const double bound = -dot3(n, next->x);
        w->lower = max2(w->lower, bound);
        /* a vertex no nearer along x than x itself: converged to rounding */
        if (w->length - bound <= rounding) {
            return distance_status(w, settings, radius);
        }
        const int before = w->count++;
        if (!distance_project(w)) {
            w->count = before;
            return distance_status(w, settings, radius);
        }
    }
}

/* Any dimension's pair in space. */
static bool distance_pair(pair3* pair, const gd_query* query) {
    if (query->a->dimension == 3)
        return pair3_init(pair, query->a, query->pose_a, query->b, query->pose_b);
    frame2 frame_a, frame_b;
    if (!frame_of_pose2(query->pose_a, &frame_a) || !frame_of_pose2(query->pose_b, &frame_b))
        return false;
    /* the rotations by the half angle: (0, 0, s, c) is the same turn in space */
    const rot2 ra = rotation_of_angle(0.5 * query->pose_a[2]);
    const rot2 rb = rotation_of_angle(0.5 * query->pose_b[2]);
    const double a[7] = {query->pose_a[0], query->pose_a[1], 0.0, 0.0, 0.0, ra.s, ra.c};
    const double b[7] = {query->pose_b[0], query->pose_b[1], 0.0, 0.0, 0.0, rb.s, rb.c};
    return pair3_init(pair, query->a, a, query->b, b);
}

/* Where the cores meet there is no direction of separation; the centres' is usable. */
static vec3 distance_normal(const distance_work* w) {
    const vec3 n = w->meet ? w->pair.ray : w->normal;
    return rotate(&w->pair.rotation_a, n);
}

gd_status gd_distance_gjk(const gd_query* query, gd_distance_result* out) {
    distance_work w = {.meet = false};
    if (!distance_pair(&w.pair, query)) return GD_ERROR_POSE;
    w.p = scale3(w.pair.distance, w.pair.ray);
    const double radius_a = query->a->radius, radius_b = query->b->radius;
    const double radius = radius_a + radius_b;
    const gd_status status = distance_run(&w, query->settings, radius);

    vec3 a = make3(0.0, 0.0, 0.0), b = a;
    for (int i = 0; i < w.count; i++) {
        a = madd3(a, w.lambda[i], w.vertex[i].a);
        b = madd3(b, w.lambda[i], w.vertex[i].b);
        store3(out->simplex_a + 3 * i,
               add3(w.pair.center_a, rotate(&w.pair.rotation_a, w.vertex[i].a)));
        store3(out->simplex_b + 3 * i,
               add3(w.pair.center_b, rotate(&w.pair.rotation_b, w.vertex[i].b)));
    }
    vec3 on_a = add3(w.pair.center_a, rotate(&w.pair.rotation_a, a));
    vec3 on_b = add3(w.pair.center_b, rotate(&w.pair.rotation_b, b));
    const vec3 n = distance_normal(&w);
    const double length = w.meet ? 0.0 : w.length;
    /* what rounding leaves between them and the distance along the normal, shared by both */
    const vec3 miss = sub3(sub3(on_b, on_a), scale3(length, n));
    on_a = madd3(on_a, 0.5, miss);
    on_b = madd3(on_b, -0.5, miss);
    const double value = max2(length - radius, 0.0);
    /* in contact both witnesses are one point of both sets, as far into A as its share allows */
    const double reach_a = value > 0.0 || radius == 0.0 ? radius_a : length * (radius_a / radius);
    const vec3 point_a = madd3(on_a, reach_a, n);
    out->status = status;
    out->iterations = w.iterations;
    out->value = value;
    out->lower = min2(max2(w.lower - radius, 0.0), value);
    out->gap = value - out->lower;
    store3(out->normal, n);
    store3(out->point_a, point_a);
    store3(out->point_b, value > 0.0 ? madd3(on_b, -radius_b, n) : point_a);
    out->simplex_count = w.count;
    return status;
}
