#include "closed/flat_sets.h"

#include "math/pose.h"
#include "math/predicates_any.h"

/* A triangle, whose corners may coincide or be collinear. In 2D z is 0. */
typedef struct flat_set {
    vec3 x[3];
} flat_set;

/* A projection along an axis: 0 drops x, 1 drops y, 2 drops z. */
GD_INLINE vec2 flat_project(vec3 p, int axis) {
    return axis == 0 ? make2(p.y, p.z) : axis == 1 ? make2(p.z, p.x) : make2(p.x, p.y);
}

static int flat_turn(vec3 a, vec3 b, vec3 c, int axis) {
    return gd_orient2_any(flat_project(a, axis), flat_project(b, axis), flat_project(c, axis));
}

/* The axis along which three points project to a triangle, or -1 if they are collinear. */
static int flat_axis(vec3 a, vec3 b, vec3 c) {
    for (int axis = 2; axis >= 0; axis--)
        if (flat_turn(a, b, c, axis) != 0) return axis;
    return -1;
}

static bool flat_between(double a, double b, double x) {
    return min2(a, b) <= x && x <= max2(a, b);
}

/* Whether a point that is collinear with a segment's projection is on it. */
static bool flat_on(vec2 a, vec2 b, vec2 x) {
    return flat_between(a.x, b.x, x.x) && flat_between(a.y, b.y, x.y);
}

/* Whether two segments in a plane meet, seen along an axis in which the plane is not edge-on. */
static bool flat_segments_2d(vec3 p, vec3 q, vec3 a, vec3 b, int axis) {
    const vec2 p2 = flat_project(p, axis), q2 = flat_project(q, axis);
    const vec2 a2 = flat_project(a, axis), b2 = flat_project(b, axis);
    const int sp = gd_orient2_any(a2, b2, p2), sq = gd_orient2_any(a2, b2, q2);
    const int sa = gd_orient2_any(p2, q2, a2), sb = gd_orient2_any(p2, q2, b2);
    if (sp * sq < 0 && sa * sb < 0) return true;
    return (sp == 0 && flat_on(a2, b2, p2)) || (sq == 0 && flat_on(a2, b2, q2)) ||
           (sa == 0 && flat_on(p2, q2, a2)) || (sb == 0 && flat_on(p2, q2, b2));
}

static bool flat_intervals(double a, double b, double c, double d) {
    return max2(min2(a, b), min2(c, d)) <= min2(max2(a, b), max2(c, d));
}

/* Whether two segments meet. Their ends may coincide. */
static bool flat_segments(vec3 p, vec3 q, vec3 a, vec3 b) {
    if (gd_orient3_any(p, q, a, b) != 0) return false;
    int axis = flat_axis(p, q, a);
    if (axis < 0) axis = flat_axis(p, q, b);
    if (axis < 0) axis = flat_axis(a, b, p);
    if (axis >= 0) return flat_segments_2d(p, q, a, b, axis);
    return flat_intervals(p.x, q.x, a.x, b.x) && flat_intervals(p.y, q.y, a.y, b.y) &&
           flat_intervals(p.z, q.z, a.z, b.z); /* collinear */
}

/* Whether a point in the plane of a triangle is in it. */
static bool flat_inside(vec3 p, const flat_set* t, int axis) {
    const vec3* x = t->x;
    const int u = flat_turn(x[0], x[1], p, axis), v = flat_turn(x[1], x[2], p, axis);
    const int w = flat_turn(x[2], x[0], p, axis);
    return (u >= 0 && v >= 0 && w >= 0) || (u <= 0 && v <= 0 && w <= 0);
}

static bool flat_segment_edges(vec3 p, vec3 q, const flat_set* t) {
    const vec3* x = t->x;
    return flat_segments(p, q, x[0], x[1]) || flat_segments(p, q, x[1], x[2]) ||
           flat_segments(p, q, x[2], x[0]);
}

/* Whether a segment meets a triangle; axis is the triangle's, or -1 if its corners are collinear.
 */
static bool flat_segment_triangle(vec3 p, vec3 q, const flat_set* t, int axis) {
    const vec3* x = t->x;
    if (axis < 0) return flat_segment_edges(p, q, t);
    const int sp = gd_orient3_any(x[0], x[1], x[2], p), sq = gd_orient3_any(x[0], x[1], x[2], q);
    if (sp * sq > 0) return false;
    if (sp == 0 && sq == 0) return flat_inside(p, t, axis) || flat_segment_edges(p, q, t);
    const int u = gd_orient3_any(p, q, x[0], x[1]), v = gd_orient3_any(p, q, x[1], x[2]);
    const int w = gd_orient3_any(p, q, x[2], x[0]);
    return (u >= 0 && v >= 0 && w >= 0) || (u <= 0 && v <= 0 && w <= 0);
}

static bool flat_edges_meet(const flat_set* s, const flat_set* t) {
    const int axis = flat_axis(t->x[0], t->x[1], t->x[2]);
    for (int i = 0; i < 3; i++)
        if (flat_segment_triangle(s->x[i], s->x[(i + 1) % 3], t, axis)) return true;
    return false;
}

/* The corners in the world. Returns false if the shape has other vertices. */
static bool flat_read(const gd_shape* shape, const double* pose, flat_set* set) {
    frame3 at;
    const uint32_t count = shape->core == GD_CORE_POINT ? 1 : shape->vertices.count;
    const bool known = shape->core == GD_CORE_POINT || shape->core == GD_CORE_VERTICES;
    if (!known || count > 3 || !frame_of_pose(pose, shape->dimension, &at)) return false;
    for (uint32_t i = 0; i < 3; i++) {
        const uint32_t k = i < count ? i : count - 1;
        vec3 local = make3(0.0, 0.0, 0.0);
        if (shape->core == GD_CORE_VERTICES && shape->dimension == 3)
            local = hull_corner(shape->vertices.corners, k);
        else if (shape->core == GD_CORE_VERTICES)
            local = make3(shape->vertices.x[k], shape->vertices.y[k], 0.0);
        set->x[i] = add3(rotate(&at.rotation, local), at.position);
    }
    return true;
}

flat_answer gd_flat_sets(const gd_query* query) {
    flat_set s[2];
    if (!flat_read(query->a, query->pose_a, &s[0]) || !flat_read(query->b, query->pose_b, &s[1]))
        return FLAT_UNKNOWN;
    return flat_edges_meet(&s[0], &s[1]) || flat_edges_meet(&s[1], &s[0]) ? FLAT_MEET : FLAT_APART;
}

/* The gap between two flat sets along n. */
static double flat_gap(const flat_set* s, const flat_set* t, vec3 n) {
    double most = -GD_INFINITY, least = GD_INFINITY;
    for (int i = 0; i < 3; i++) { /* from one corner, so that a far origin costs no digits */
        most = max2(most, dot3(n, sub3(s->x[i], s->x[0])));
        least = min2(least, dot3(n, sub3(t->x[i], s->x[0])));
    }
    return least - most;
}

/* Keeps n, of any length, or its opposite if the gap along it is larger. */
static void flat_keep(const flat_set* s, const flat_set* t, vec3 n, vec3* best, double* gap) {
    if (!(max_abs3(n) > 0.0)) return;
    length_and_unit3(n, &n);
    for (int i = 0; i < 2; i++, n = neg3(n)) {
        const double found = flat_gap(s, t, n);
        if (!(found > *gap)) continue;
        *gap = found;
        *best = n;
    }
}

/* The cross product. Its rounding is relative to its own length, also if a and b are nearly
 * parallel. */
static vec3 flat_cross(vec3 a, vec3 b) {
    const vec2 zero = make2(0.0, 0.0);
    return make3(gd_area2(zero, flat_project(a, 0), flat_project(b, 0)),
                 gd_area2(zero, flat_project(a, 1), flat_project(b, 1)),
                 gd_area2(zero, flat_project(a, 2), flat_project(b, 2)));
}

bool gd_flat_normal(const gd_query* query, double normal[3]) {
    flat_set s[2];
    /* the axes stand for directions beside a segment whose distance is rounding */
    vec3 edge[9] = {[6] = {1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}}, best = load3(normal);
    if (!flat_read(query->a, query->pose_a, &s[0]) || !flat_read(query->b, query->pose_b, &s[1]))
        return false;
    for (int i = 0; i < 6; i++) {
        const vec3* x = s[i / 3].x;
        edge[i] = sub3(x[(i + 1) % 3], x[i % 3]);
        edge[i] = scale3(exact_unit(max_abs3(edge[i])), edge[i]);
    }
    const double old = flat_gap(&s[0], &s[1], best);
    double gap = old;
    const int count = query->a->dimension == 2 ? 6 : 9;
    for (int i = 0; i < count; i++) {
        if (count == 6) flat_keep(&s[0], &s[1], make3(-edge[i].y, edge[i].x, 0.0), &best, &gap);
        for (int j = 0; j < i && count == 9; j++)
            flat_keep(&s[0], &s[1], flat_cross(edge[j], edge[i]), &best, &gap);
    }
    store3(normal, best);
    return gap > old;
}
