/* Rays against hulls: a walk over the facets that face the ray.
 *
 * Seen along the ray, these facets form a triangulation of the hull's shadow. The walk crosses, of
 * each facet, an edge that has the line beyond it. In the projection of a convex surface it never
 * returns to a facet, so it ends at the one that the line enters through. If it leaves the facets
 * that face the ray, the edge there separates the line from the hull. */
#include "casts/cast_ray.h"

#include "shapes/support.h"

/* Squares of the entry's depth in front of the middle, in radii: of a line through the middle, and
 * the least. They only choose where the walk starts. */
#define HULL_DEPTH 0.85
#define HULL_DEPTH_MIN 0.0625

typedef struct hull_walk {
    const gd_hull* hull;
    vec3 x, v, e1, e2; /* e1 and e2 complete v */
    uint32_t facet;
    uint32_t corner[3];
    double a[3], b[3]; /* of the corners, along e1 and e2 from the line */
} hull_walk;

GD_INLINE void hull_walk_see(hull_walk* w, int k, uint32_t vertex) {
    const vec3 d = sub3(hull_vertex(w->hull, vertex), w->x);
    w->corner[k] = vertex;
    w->a[k] = dot3(w->e1, d);
    w->b[k] = dot3(w->e2, d);
}

GD_INLINE double hull_walk_cross(const hull_walk* w, int i, int j) {
    return w->a[i] * w->b[j] - w->a[j] * w->b[i];
}

/* Whether the facet faces the ray: its corners then turn clockwise, seen along the ray. */
GD_INLINE bool hull_walk_faces(const hull_walk* w) {
    return (w->a[1] - w->a[0]) * (w->b[2] - w->b[0]) < (w->a[2] - w->a[0]) * (w->b[1] - w->b[0]);
}

static void hull_walk_enter(hull_walk* w, uint32_t facet) {
    w->facet = facet;
    for (int k = 0; k < 3; k++)
        hull_walk_see(w, k, w->hull->triangles[3 * facet + (uint32_t)k]);
}

/* Enters a facet at the vertex that faces the ray. Returns false if there is none. */
static bool hull_walk_from(hull_walk* w, uint32_t vertex) {
    const gd_hull* hull = w->hull;
    for (uint32_t i = hull->first_neighbor[vertex]; i < hull->first_neighbor[vertex + 1]; i++) {
        hull_walk_enter(w, hull->edge_triangles[i]);
        if (hull_walk_faces(w)) return true;
    }
    return false;
}

static uint32_t hull_walk_vertex(const gd_shape* shape, vec3 n) {
    uint32_t hint = GD_NO_HINT;
    if (shape->core == GD_CORE_MESH) {
        core_support(shape, n, &hint);
        return hint;
    }
    return vertices_scan(shape->vertices.corners, shape->vertices.padded_count, n);
}

/* Starts where the line would enter an ellipsoid as wide as the hull along each axis. */
static bool hull_walk_start(const gd_shape* shape, hull_walk* w) {
    const vec3 squares = shape->ellipsoid_proxy, v = w->v; /* divided by the largest radius */
    const vec3 i = make3(1.0 / squares.x, 1.0 / squares.y, 1.0 / squares.z);
    const vec3 from = sub3(w->x, w->hull->centroid);
    const vec3 iv = make3(i.x * v.x, i.y * v.y, i.z * v.z);
    const double radius = max_abs3(squares), t = 1.0 / dot3(v, iv);
    const vec3 q = madd3(from, -t * dot3(from, iv), v);
    const vec3 iq = make3(i.x * q.x, i.y * q.y, i.z * q.z);
    const double left = max2(HULL_DEPTH * radius - dot3(q, iq), HULL_DEPTH_MIN * radius);
    const vec3 n = madd3(iq, -sqrt(left * t), iv);
    if (hull_walk_from(w, hull_walk_vertex(shape, n))) return true;
    return hull_walk_from(w, hull_walk_vertex(shape, neg3(v)));
}

/* The facet across the edge from corner k to the next one, with the corners of the edge first. */
static void hull_walk_across(hull_walk* w, int k) {
    const gd_hull* hull = w->hull;
    const int next = k == 2 ? 0 : k + 1;
    const uint32_t from = w->corner[next], to = w->corner[k];
    uint32_t i = hull->first_neighbor[from];
    while (hull->neighbors[i] != to)
        i++;
    w->facet = hull->edge_triangles[i];
    const uint32_t* t = hull->triangles + 3 * (size_t)w->facet;
    const uint32_t other = t[0] != from && t[0] != to   ? t[0]
                           : t[1] != from && t[1] != to ? t[1]
                                                        : t[2];
    const double a[2] = {w->a[next], w->a[k]}, b[2] = {w->b[next], w->b[k]};
    for (int j = 0; j < 2; j++) {
        w->corner[j] = j ? to : from;
        w->a[j] = a[j];
        w->b[j] = b[j];
    }
    hull_walk_see(w, 2, other);
}

/* The edge that has the line farthest beyond it, except the first one if `entered`; -1: none. */
static int hull_walk_edge(const hull_walk* w, bool entered) {
    int edge = -1;
    double beyond = 0.0;
    for (int k = entered ? 1 : 0; k < 3; k++) {
        const double cross = hull_walk_cross(w, k, k == 2 ? 0 : k + 1);
        if (!(cross > beyond)) continue;
        beyond = cross;
        edge = k;
    }
    return edge;
}

/* The point of the facet on the line, and the facet's normal. */
static ray_answer hull_walk_end(const hull_walk* w, ray_span* span) {
    const vec3 p = hull_vertex(w->hull, w->corner[0]), q = hull_vertex(w->hull, w->corner[1]);
    const vec3 r = hull_vertex(w->hull, w->corner[2]);
    const double s = hull_walk_cross(w, 1, 2), t = hull_walk_cross(w, 2, 0);
    const double u = hull_walk_cross(w, 0, 1), sum = s + t + u;
    if (!(sum < 0.0)) return RAY_UNKNOWN;
    const vec3 mean =
        add3(scale3(s, sub3(p, w->x)), add3(scale3(t, sub3(q, w->x)), scale3(u, sub3(r, w->x))));
    span->in = dot3(w->v, mean) / sum;
    span->out = GD_INFINITY;
    const vec3 pq = sub3(q, p), pr = sub3(r, p), n = cross3(pq, pr);
    span->n_in = span->n_out = n;
    span->corner = p;
    span->sine = sqrt(dot3(n, n) / (dot3(pq, pq) * dot3(pr, pr)));
    return dot3(span->n_in, w->v) < 0.0 ? RAY_SPAN : RAY_UNKNOWN; /* seen edge-on */
}

ray_answer gd_ray_hull(const gd_shape* shape, const ray_line* line, ray_span* span) {
    hull_walk w = {.hull = shape->hull, .x = line->x, .v = line->v};
    complete_ray(w.v, &w.e1, &w.e2);
    if (!hull_walk_start(shape, &w)) return RAY_UNKNOWN;
    int edge = hull_walk_edge(&w, false);
    for (uint32_t step = 0; step < w.hull->triangle_count; step++) {
        if (edge < 0) return hull_walk_end(&w, span);
        hull_walk_across(&w, edge);
        if (!hull_walk_faces(&w)) { /* over the rim of the shadow */
            const double a = w.a[1] - w.a[0], b = w.b[1] - w.b[0];
            span->n_in = madd3(scale3(b, w.e1), -a, w.e2);
            return RAY_MISS;
        }
        edge = hull_walk_edge(&w, true);
    }
    return RAY_UNKNOWN;
}
