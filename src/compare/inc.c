/* Incremental facet walking on two polytopes with facets f_i.x <= g_i about their centres. Source:
 * Ong, Huang and Hong 2000; [G] Table I; docs/lab/methods.md. The simplex method solves the linear
 * program
 *    min sigma  subject to  f_i.x <= sigma g_i (A),  f_j.(x - p) <= sigma g_j (B)
 *
 * A basis is four facets, chosen from both sets, with weights y_i >= 0, sum y_i f_i = 0 and sum y_i
 * g_i = 1. It is dual feasible. With n the sum of y_i f_i over A's facets, sigma = n.p is a lower
 * bound. x is the intersection of the four planes. If x is inside an active facet of each set, it
 * is in both scaled sets and optimal. Otherwise it is beyond an edge, and the facet across that
 * edge enters the basis. So only neighbours of the active facets are examined.
 *
 * Hulls store no list of facets. The triangle across an edge is found among the common neighbours
 * of its ends, and crossing between two triangles of one flat facet needs no pivot.
 *
 * The published walk instead keeps x feasible and ends when the weights y_i are >= 0. Both walks
 * visit the facets between start and optimum. At the end, points and a support plane prove the
 * bounds, even if rounding has spoilt the basis. */
#include "compare/compare.h"

#include "compare/ray.h"

/* Rounding of x, which solves four rounded equations, as a fraction of the extent. A point counts
 * as beyond a facet only if its distance from the plane exceeds this. */
#define INC_ROUNDING (64.0 * GD_EPS)

typedef struct inc_side {
    const gd_shape* shape;
    const gd_hull* hull; /* NULL: a box */
    const mat3* to_a;    /* from its frame to A's; NULL for A itself */
} inc_side;

typedef struct inc_facet {
    int side;
    uint32_t v[3]; /* counter-clockwise from outside; for a box v[0] is 2 axis + (negative) */
    vec3 f;        /* unit, A's frame */
    double g;
    double r; /* f.p for B, 0 for A */
} inc_facet;

typedef struct inc {
    compare_ray ray;
    inc_side side[2];
    double rounding;
    vec3 p; /* p of the walk: along the ray, of length extent; sigma belongs to this p */
    inc_facet active[4];
    double y[4];
    double determinant; /* of the rows (f, g) of the basis */
    double sigma;
    vec3 x;
} inc;

/* ---- facets of one polytope, in its own frame about its centre ---------------------------- */

GD_INLINE vec3 inc_corner(const inc_side* side, uint32_t i) {
    return sub3(hull_corner(side->hull->corners, i), side->shape->center);
}

GD_INLINE vec3 inc_local(const inc_side* side, vec3 n) {
    return side->to_a ? inv_rotate(side->to_a, n) : n;
}

GD_INLINE double inc_component(vec3 v, uint32_t axis) {
    return axis == 0 ? v.x : axis == 1 ? v.y : v.z;
}

/* Computes a facet's plane from its vertices. Returns false for a triangle without area: its
 * corners differ by no more than the rounding of their distance from the centre. */
static bool inc_measure(const inc* w, inc_facet* facet) {
    const inc_side* side = &w->side[facet->side];
    vec3 n;
    if (side->hull) {
        const vec3 v0 = inc_corner(side, facet->v[0]);
        n = cross3(sub3(inc_corner(side, facet->v[1]), v0),
                   sub3(inc_corner(side, facet->v[2]), v0));
        if (!(max_abs3(n) > 0.0)) return false;
        n = unit3(n);
        facet->g = dot3(n, v0);
    } else {
        const uint32_t axis = facet->v[0] / 2;
        const double sign = facet->v[0] % 2 ? -1.0 : 1.0;
        n = make3(axis == 0 ? sign : 0.0, axis == 1 ? sign : 0.0, axis == 2 ? sign : 0.0);
        facet->g = inc_component(side->shape->size, axis) -
                   sign * inc_component(side->shape->center, axis);
    }
    facet->f = side->to_a ? rotate(side->to_a, n) : n;
    facet->r = side->to_a ? dot3(facet->f, w->p) : 0.0;
    return true;
}

static bool inc_are_neighbors(const gd_hull* hull, uint32_t u, uint32_t v) {
    for (uint32_t e = hull->first_neighbor[u]; e < hull->first_neighbor[u + 1]; e++)
        if (hull->neighbors[e] == v) return true;
    return false;
}

/* The third vertex of the triangle across the edge uv of a triangle u v w. It is a common neighbour
 * of both ends. There may be others, because three edges of a hull can form a ring that is not a
 * triangle of the hull. Then all others are below the plane of u, v and the right one. */
static uint32_t inc_across(const inc_side* side, uint32_t u, uint32_t v, uint32_t w) {
    const gd_hull* hull = side->hull;
    const uint32_t degree_u = hull->first_neighbor[u + 1] - hull->first_neighbor[u];
    const uint32_t degree_v = hull->first_neighbor[v + 1] - hull->first_neighbor[v];
    const uint32_t from = degree_u < degree_v ? u : v, other = from == u ? v : u;
    uint32_t found = w;
    vec3 n = make3(0.0, 0.0, 0.0);
    for (uint32_t e = hull->first_neighbor[from]; e < hull->first_neighbor[from + 1]; e++) {
        const uint32_t c = hull->neighbors[e];
        if (c == w || c == other || !inc_are_neighbors(hull, other, c)) continue;
        const vec3 origin = hull_corner(hull->corners, v),
                   s = sub3(hull_corner(hull->corners, c), origin);
        if (found != w && !(dot3(n, s) > 0.0)) continue;
        found = c;
        n = cross3(sub3(hull_corner(hull->corners, u), origin), s);
    }
    return found;
}

/* How far y, a point of a facet's plane in the set's frame, is beyond a neighbouring facet. *next
 * is the neighbour with the largest distance. Returns 0 if y is beyond none. */
static double inc_leave_box(const inc* w, const inc_facet* facet, vec3 y, inc_facet* next) {
    const inc_side* side = &w->side[facet->side];
    const vec3 local = add3(y, side->shape->center);
    double worst = w->rounding;
    for (uint32_t axis = 0; axis < 3; axis++) {
        const double t = inc_component(local, axis);
        const double beyond = fabs(t) - inc_component(side->shape->size, axis);
        if (axis == facet->v[0] / 2 || !(beyond > worst)) continue;
        worst = beyond;
        next->v[0] = 2 * axis + (t < 0.0);
    }
    if (!(worst > w->rounding)) return 0.0;
    next->side = facet->side;
    inc_measure(w, next);
    return worst;
}

/* The same for a triangle. The search crosses edges to the other triangles of the same plane;
 * *facet becomes the last of them. */
static double inc_leave_hull(const inc* w, inc_facet* facet, vec3 y, inc_facet* next) {
    const inc_side* side = &w->side[facet->side];
    for (uint32_t hops = 0; hops < side->hull->triangle_count; hops++) {
        double worst = 0.0;
        uint32_t flat[3] = {0, 0, 0};
        bool hop = false;
        const vec3 n = inc_local(side, facet->f);
        for (int i = hops > 0; i < 3; i++) { /* edge 0 was crossed before */
            const uint32_t a = facet->v[i], b = facet->v[(i + 1) % 3], c = facet->v[(i + 2) % 3];
            const vec3 va = inc_corner(side, a), edge = sub3(inc_corner(side, b), va);
            if (!(dot3(n, cross3(edge, sub3(y, va))) < -w->rounding * max_abs3(edge))) continue;
            inc_facet beyond = {.side = facet->side, .v = {b, a, inc_across(side, a, b, c)}};
            if (!inc_measure(w, &beyond)) continue;
            const vec3 f = inc_local(side, beyond.f);
            const double violation = dot3(f, y) - beyond.g;
            if (violation > w->rounding) {
                if (violation > worst) *next = beyond;
                worst = max2(worst, violation);
            } else {
                hop = true;
                for (int k = 0; k < 3; k++)
                    flat[k] = beyond.v[k];
            }
        }
        if (worst > 0.0 || !hop) return worst;
        for (int k = 0; k < 3; k++)
            facet->v[k] = flat[k];
    }
    return 0.0;
}

/* ---- the basis --------------------------------------------------------------------------- */

GD_INLINE double inc_triple(const inc_facet* a, const inc_facet* b, const inc_facet* c) {
    return dot3(a->f, cross3(b->f, c->f));
}

/* Weights of the active facets: signed volumes of three normals each, divided by the determinant of
 * all four (f_i, g_i). Returns the determinant, or 0 if it is rounding. */
static double inc_weigh(inc* w) {
    const inc_facet* facet = w->active;
    double* y = w->y;
    y[0] = inc_triple(&facet[1], &facet[2], &facet[3]);
    y[1] = -inc_triple(&facet[0], &facet[2], &facet[3]);
    y[2] = inc_triple(&facet[0], &facet[1], &facet[3]);
    y[3] = -inc_triple(&facet[0], &facet[1], &facet[2]);
    double determinant = 0.0, size = 0.0;
    for (int i = 0; i < 4; i++) {
        determinant += y[i] * facet[i].g;
        size += fabs(facet[i].g);
    }
    if (!(fabs(determinant) > INC_ROUNDING * size)) return 0.0;
    for (int i = 0; i < 4; i++)
        y[i] /= determinant;
    return determinant;
}

/* The least weight relative to the sum of all. */
static double inc_least_weight(const inc* w) {
    const double* y = w->y;
    const double least = min2(min2(y[0], y[1]), min2(y[2], y[3]));
    return least / (fabs(y[0]) + fabs(y[1]) + fabs(y[2]) + fabs(y[3]));
}

/* Computes sigma and x of the active facets. x is the intersection of the three planes whose
 * normals span the largest volume. The volume exceeds rounding if inc_weigh did not return 0. */
static void inc_solve(inc* w) {
    const inc_facet* facet = w->active;
    int out = 0;
    w->sigma = 0.0;
    for (int i = 0; i < 4; i++) {
        w->sigma -= w->y[i] * facet[i].r;
        if (fabs(w->y[i]) > fabs(w->y[out])) out = i;
    }
    const inc_facet *a = &facet[(out + 1) % 4], *b = &facet[(out + 2) % 4],
                    *c = &facet[(out + 3) % 4];
    const double volume = inc_triple(a, b, c);
    w->x = scale3((a->r + w->sigma * a->g) / volume, cross3(b->f, c->f));
    w->x = madd3(w->x, (b->r + w->sigma * b->g) / volume, cross3(c->f, a->f));
    w->x = madd3(w->x, (c->r + w->sigma * c->g) / volume, cross3(a->f, b->f));
}

/* The point of the unscaled set that scaling moves to x, in the set's frame. */
static vec3 inc_preimage(const inc* w, int side) {
    const double t = 1.0 / w->sigma;
    if (side == 0) return scale3(t, w->x);
    return scale3(t, inv_rotate(w->side[1].to_a, sub3(w->x, w->p)));
}

/* Finds the entering facet: the neighbour of an active facet that x violates most. Returns false if
 * there is none. */
static bool inc_entering(inc* w, inc_facet* entering) {
    const vec3 y[2] = {inc_preimage(w, 0), inc_preimage(w, 1)};
    double worst = 0.0;
    for (int i = 0; i < 4; i++) {
        inc_facet* facet = &w->active[i];
        inc_facet next;
        const double beyond = w->side[facet->side].hull
                                  ? inc_leave_hull(w, facet, y[facet->side], &next)
                                  : inc_leave_box(w, facet, y[facet->side], &next);
        if (!(beyond > worst)) continue;
        worst = beyond;
        *entering = next;
    }
    return worst > 0.0;
}

/* The ratio test. (f, g) of the entering facet is sum beta_i (f_i, g_i); among beta_i > 0 the least
 * y_i / beta_i leaves. beta_i is the ratio of determinants with and without the entering facet in
 * place i. Parallel faces make many y_i 0; then the largest beta_i decides. */
static bool inc_pivot(inc* w, const inc_facet* entering) {
    const double y[4] = {w->y[0], w->y[1], w->y[2], w->y[3]};
    const double tie = INC_ROUNDING * max2(max2(y[0], y[1]), max2(y[2], y[3]));
    const double prev_determinant = w->determinant;
    int leaving = -1;
    double least = GD_INFINITY, largest = 0.0;
    for (int k = 0; k < 4; k++) {
        const inc_facet left = w->active[k];
        w->active[k] = *entering;
        const double beta = inc_weigh(w) / prev_determinant;
        w->active[k] = left;
        if (!(beta > 0.0)) continue;
        const double ratio = max2(y[k], 0.0) / beta;
        if (!(ratio < least - tie || (ratio <= least + tie && beta > largest))) continue;
        least = ratio;
        largest = beta;
        leaving = k;
    }
    if (leaving >= 0) w->active[leaving] = *entering;
    w->determinant = inc_weigh(w);
    inc_solve(w);
    return leaving >= 0;
}

/* ---- start and end ----------------------------------------------------------------------- */

/* The next facet around the vertex v[0], or around the corner of a box. Returns false if it is a
 * triangle without area; *next then still has its vertices. */
static bool inc_turn(const inc* w, const inc_facet* facet, vec3 corner, inc_facet* next) {
    const inc_side* side = &w->side[facet->side];
    *next = *facet;
    if (side->hull) {
        next->v[0] = facet->v[0];
        next->v[1] = facet->v[2];
        next->v[2] = inc_across(side, facet->v[2], facet->v[0], facet->v[1]);
    } else {
        const uint32_t axis = (facet->v[0] / 2 + 1) % 3;
        next->v[0] = 2 * axis + (inc_component(corner, axis) < 0.0);
    }
    return inc_measure(w, next);
}

/* Whether all neighbours of vertex v[0] are below the facet's plane, up to rounding. */
static bool inc_supports(const inc* w, const inc_facet* facet) {
    const inc_side* side = &w->side[facet->side];
    const gd_hull* hull = side->hull;
    const vec3 f = inc_local(side, facet->f);
    const uint32_t v = facet->v[0];
    for (uint32_t e = hull->first_neighbor[v]; e < hull->first_neighbor[v + 1]; e++)
        if (dot3(f, inc_corner(side, hull->neighbors[e])) - facet->g > w->rounding) return false;
    return true;
}

/* Finds a triangle at vertex v[0]. The other two vertices are neighbours of v[0] and of each other,
 * and all further neighbours of v[0] are below the plane of the three, up to rounding. */
static bool inc_find(const inc* w, inc_facet* facet) {
    const gd_hull* hull = w->side[facet->side].hull;
    const uint32_t v = facet->v[0];
    for (uint32_t i = hull->first_neighbor[v]; i < hull->first_neighbor[v + 1]; i++)
        for (uint32_t j = i + 1; j < hull->first_neighbor[v + 1]; j++) {
            facet->v[1] = hull->neighbors[i];
            facet->v[2] = hull->neighbors[j];
            if (!inc_are_neighbors(hull, facet->v[1], facet->v[2])) continue;
            if (!inc_measure(w, facet)) continue;
            if (facet->g < 0.0) {
                facet->v[1] = hull->neighbors[j];
                facet->v[2] = hull->neighbors[i];
                inc_measure(w, facet);
            }
            if (inc_supports(w, facet)) return true;
        }
    return false;
}

/* Finds one facet at the support vertex along n; *corner is that vertex. Returns the number of
 * facets there, or 0 if all are slivers. */
static uint32_t inc_first(const inc* w, int which, vec3 n, inc_facet* facet, vec3* corner) {
    const inc_side* side = &w->side[which];
    const vec3 local = inc_local(side, n);
    uint32_t hint = GD_NO_HINT;
    *corner = core_support(side->shape, local, &hint);
    facet->side = which;
    if (!side->hull) {
        facet->v[0] = corner->x < 0.0;
        inc_measure(w, facet);
        return 3;
    }
    const uint32_t v = hint == GD_NO_HINT ? vertices_scan(side->shape->vertices.corners,
                                                          side->shape->vertices.padded_count, local)
                                          : hint;
    facet->v[0] = v;
    if (!inc_find(w, facet)) return 0;
    return side->hull->first_neighbor[v + 1] - side->hull->first_neighbor[v];
}

/* Among the facets at B's support vertex, finds the one that faces A most. */
static bool inc_start_b(const inc* w, inc_facet* best) {
    vec3 corner;
    inc_facet facet;
    const vec3 down = neg3(w->ray.pair.ray);
    const uint32_t degree = inc_first(w, 1, down, &facet, &corner);
    *best = facet;
    for (uint32_t i = 1; i < degree; i++) {
        inc_facet next;
        if (inc_turn(w, &facet, corner, &next) &&
            dot3(down, next.f) * best->g > dot3(down, best->f) * next.g)
            *best = next;
        facet = next;
    }
    return degree > 0;
}

/* The first basis: a facet of B with normal f, and three facets at the support vertex of A along
 * -f. The cone of the three normals contains -f, up to rounding. */
static bool inc_start(inc* w) {
    if (!inc_start_b(w, &w->active[3])) return false;
    vec3 corner;
    inc_facet turning, second, third;
    const uint32_t degree = inc_first(w, 0, neg3(w->active[3].f), &w->active[0], &corner);
    if (degree == 0) return false;
    turning = second = third = w->active[1] = w->active[0];
    double best = -INC_ROUNDING;
    for (uint32_t i = 1; i < degree && !(best > 0.0); i++) {
        inc_facet next;
        const bool measured = inc_turn(w, &turning, corner, &next);
        turning = next;
        if (!measured) continue;
        w->active[2] = next;
        const double least = inc_weigh(w) != 0.0 ? inc_least_weight(w) : -1.0;
        if (least > best) {
            best = least;
            second = w->active[1];
            third = next;
        }
        w->active[1] = next;
    }
    w->active[1] = second;
    w->active[2] = third;
    w->determinant = inc_weigh(w);
    if (!(best > -INC_ROUNDING)) return false;
    inc_solve(w);
    return true;
}

/* A point of a facet that is close to y, a point of the facet's plane. It need not be the nearest
 * one: the bounds only require a point of the set. */
static vec3 inc_clamp(const inc_side* side, const inc_facet* facet, vec3 y) {
    if (!side->hull) {
        const vec3 c = side->shape->center, h = side->shape->size, local = add3(y, c);
        return sub3(make3(max2(min2(local.x, h.x), -h.x), max2(min2(local.y, h.y), -h.y),
                          max2(min2(local.z, h.z), -h.z)),
                    c);
    }
    vec3 v[3];
    for (int i = 0; i < 3; i++)
        v[i] = inc_corner(side, facet->v[i]);
    const vec3 n = inc_local(side, facet->f);
    double area[3], sum = 0.0;
    for (int i = 0; i < 3; i++) {
        const vec3 a = sub3(v[(i + 1) % 3], y), b = sub3(v[(i + 2) % 3], y);
        area[i] = max2(dot3(n, cross3(a, b)), 0.0);
        sum += area[i];
    }
    if (!(sum > 0.0)) return v[0];
    /* divide by the sum first: products of the smallest areas would underflow */
    vec3 point = make3(0.0, 0.0, 0.0);
    for (int i = 0; i < 3; i++)
        point = madd3(point, area[i] / sum, v[i]);
    return point;
}

/* Sets bounds that hold even if rounding has spoilt the basis. They come from a support plane along
 * the normal n = sum y_i f_i over A's facets, and from the difference of a point of each set. */
static void inc_prove(inc* w) {
    compare_ray* ray = &w->ray;
    vec3 n = make3(0.0, 0.0, 0.0);
    vec3 part[2] = {n, n};
    double nearest[2] = {GD_INFINITY, GD_INFINITY};
    for (int i = 0; i < 4; i++) {
        const inc_facet* facet = &w->active[i];
        const int side = facet->side;
        if (side == 0) n = madd3(n, w->y[i] * ray->extent, facet->f);
        const vec3 y = inc_preimage(w, side);
        const vec3 point = inc_clamp(&w->side[side], facet, y), gap = sub3(point, y);
        if (!(dot3(gap, gap) < nearest[side])) continue;
        nearest[side] = dot3(gap, gap);
        part[side] = point;
    }
    vertex3 s;
    if (dot3(n, n) > 0.0) {
        ray_support(ray, n, &s);
        ray->iterations -= 1.0; /* the proof is not a step */
    }
    ray->count = 1;
    ray->weight[0] = 1.0;
    ray->point[0].a = part[0];
    ray->point[0].b = part[1];
    pair3_place(&ray->pair, &ray->point[0]);
}

/* Records the normal sum y_i f_i over A's facets and the support vertex along it. The method itself
 * needs neither. */
static GD_COLD void inc_record(const inc* w) {
    const compare_ray* ray = &w->ray;
    vec3 n = make3(0.0, 0.0, 0.0);
    for (int i = 0; i < 4; i++)
        if (w->active[i].side == 0) n = madd3(n, w->y[i] * ray->extent, w->active[i].f);
    if (!(dot3(n, n) > 0.0)) return;
    n = unit3(n);
    pair3 pair = ray->pair;
    vertex3 s;
    gd_trace_support3(&pair, n, 1.0, &s);
    const double h = dot3(n, s.s), n_dot_ray = dot3(n, pair.ray);
    const bool better = n_dot_ray > 0.0 && h < ray->outer * n_dot_ray;
    const trace_growth known = {better ? n : ray->normal, better ? h / n_dot_ray : ray->outer,
                                ray->iterations};
    gd_trace_direction3(ray->trace, &pair, ray->inner, known, &s, n);
}

static gd_status inc_run(inc* w) {
    for (;;) {
        if (w->ray.trace) inc_record(w);
        inc_facet entering;
        if (!inc_entering(w, &entering)) return GD_STATUS_OPTIMAL;
        if (w->ray.iterations >= w->ray.max_iterations) return GD_STATUS_MAX_ITERATIONS;
        if (!inc_pivot(w, &entering)) return GD_STATUS_PRECISION;
        w->ray.iterations += 1.0;
    }
}

static bool inc_takes(const gd_shape* shape) {
    return shape->radius == 0.0 && shape->solid && (shape->core == GD_CORE_BOX || shape->hull);
}

gd_status gd_compare_inc(const gd_query* query, gd_growth_result* out) {
    if (!inc_takes(query->a) || !inc_takes(query->b)) return GD_ERROR_UNDEFINED;
    inc w;
    gd_status status = gd_ray_init(&w.ray, query);
    if (status != GD_STATUS_OPTIMAL) return status;
    w.side[0] = (inc_side){query->a, query->a->hull, NULL};
    w.side[1] = (inc_side){query->b, query->b->hull, &w.ray.pair.b_to_a};
    w.rounding = INC_ROUNDING * w.ray.extent;
    w.p = scale3(w.ray.extent, w.ray.pair.ray);
    /* all facets are slivers: return the bounds of the inner and outer balls */
    if (!inc_start(&w)) return gd_ray_finish(&w.ray, GD_STATUS_PRECISION, out);
    status = inc_run(&w);
    inc_prove(&w);
    return gd_ray_finish(&w.ray, status, out);
}
