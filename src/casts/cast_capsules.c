/* Casts of two segments with balls in 3D, in closed form.
 *
 * K is a parallelogram enlarged by a ball. Seen along the line, the point of the parallelogram
 * nearest to the line decides whether the line misses K. Otherwise the line enters K at a face or
 * at the capsule around an edge, whichever is first. Both are only proposals: a support value
 * proves the normal, and the point must be on the line. If the bounds do not answer the query, the
 * search goes on from them. */
#include "casts/cast_search.h"

/* An edge this nearly along the line is entered at its end: squared sine. */
#define CAPSULES_ALONG 0x1p-40

/* The parallelogram m + s a + t b with |s|, |t| <= 1, in ray coordinates, and the ball's radius. */
typedef struct capsules {
    vec3 m, a, b;
    double r;
} capsules;

/* Where the line enters: the height, and s and t of the parallelogram's point behind it. */
typedef struct capsules_entry {
    double height, s, t;
} capsules_entry;

GD_INLINE vec3 capsules_point(const capsules* k, double s, double t) {
    return madd3(madd3(k->m, s, k->a), t, k->b);
}

/* Edges 0 and 1 are those with s = -1 and s = 1; edges 2 and 3 those with t = -1 and t = 1. */
GD_INLINE vec3 capsules_edge(const capsules* k, int i, vec3* direction) {
    const double side = i & 1 ? 1.0 : -1.0;
    *direction = i < 2 ? k->b : k->a;
    return i < 2 ? madd3(k->m, side, k->a) : madd3(k->m, side, k->b);
}

/* The point of the parallelogram nearest to the line, in the projection along it. */
static vec2 capsules_nearest(const capsules* k) {
    const vec2 m = make2(k->m.x, k->m.y), a = make2(k->a.x, k->a.y), b = make2(k->b.x, k->b.y);
    const double det = cross2(a, b), size = fabs(det);
    if (fabs(cross2(b, m)) < size && fabs(cross2(m, a)) < size) return make2(0.0, 0.0);
    vec2 best = m;
    for (int i = 0; i < 4; i++) {
        vec3 d;
        const vec3 c = capsules_edge(k, i, &d);
        const double square = d.x * d.x + d.y * d.y;
        const double t = square > 0.0 ? clamp(-(c.x * d.x + c.y * d.y) / square, 1.0) : 0.0;
        const vec2 q = make2(c.x + t * d.x, c.y + t * d.y);
        if (dot2(q, q) < dot2(best, best)) best = q;
    }
    return best;
}

/* Enters the ball around one end of an edge. Returns the height, or -infinity. */
static double capsules_ball(vec3 c, double r) {
    const double left = r * r - (c.x * c.x + c.y * c.y);
    return left >= 0.0 ? c.z + sqrt(left) : -GD_INFINITY;
}

/* Where the line enters the capsule around c + t d. Returns the height, or -infinity. */
static double capsules_enter(vec3 c, vec3 d, double r, double* t) {
    const double square = dot3(d, d), inverse = square > 0.0 ? 1.0 / square : 0.0;
    const double along = d.z * inverse, from = -dot3(c, d) * inverse;
    const vec3 across = neg3(madd3(c, from, d)); /* from the axis to the line at height 0 */
    const double lead = 1.0 - d.z * along;
    double height = 0.0;
    *t = copysign(2.0, d.z);
    if (lead > CAPSULES_ALONG) {
        const double b = across.z, left = b * b - lead * (dot3(across, across) - r * r);
        if (!(left >= 0.0)) return -GD_INFINITY;
        height = (sqrt(left) - b) / lead;
        *t = from + height * along;
        if (fabs(*t) <= 1.0) return height;
    }
    *t = clamp(*t, 1.0);
    return capsules_ball(madd3(c, *t, d), r);
}

/* Where the line enters a face. Returns false if it enters beside the face. */
static bool capsules_face(const capsules* k, capsules_entry* entry) {
    const vec3 c = cross3(k->a, k->b), n = c.z < 0.0 ? neg3(c) : c;
    const double square = dot3(n, n), length = sqrt(square);
    if (!(n.z > 0.0)) return false;
    const double height = (dot3(n, k->m) + k->r * length) / n.z;
    const vec3 x = sub3(madd3(make3(0.0, 0.0, height), -k->r / length, n), k->m);
    const double s = dot3(cross3(x, k->b), c) / square, t = dot3(cross3(k->a, x), c) / square;
    *entry = (capsules_entry){height, s, t};
    return fabs(s) <= 1.0 && fabs(t) <= 1.0;
}

static capsules_entry capsules_first(const capsules* k) {
    capsules_entry first = {-GD_INFINITY, 0.0, 0.0};
    if (capsules_face(k, &first)) return first;
    first.height = -GD_INFINITY;
    for (int i = 0; i < 4; i++) {
        vec3 d;
        double t;
        const vec3 c = capsules_edge(k, i, &d);
        const double height = capsules_enter(c, d, k->r, &t), side = i & 1 ? 1.0 : -1.0;
        if (height > first.height)
            first = i < 2 ? (capsules_entry){height, side, t} : (capsules_entry){height, t, side};
    }
    return first;
}

static bool capsules_suit(const cast_line* line) {
    const gd_shape *a = line->pair.a, *b = line->pair.b;
    return a->core == GD_CORE_SEGMENT && b->core == GD_CORE_SEGMENT && a->dimension == 3 &&
           a->radius + b->radius + line->target > 0.0;
}

static capsules capsules_of(const cast_line* line) {
    const pair3* pair = &line->pair;
    const gd_shape *a = pair->a, *b = pair->b;
    vec3 m = neg3(line->at);
    const vec3 y = pair->b_to_a.cy;
    if (a->off_center || b->off_center) /* the middles of the segments are the origins */
        m = add3(m, cast_seen(pair, sub3(rotate(&pair->b_to_a, b->center), a->center)));
    return (capsules){.m = m,
                      .a = scale3(a->size.y, make3(pair->e1.y, pair->e2.y, pair->ray.y)),
                      .b = scale3(-b->size.y, cast_seen(pair, y)),
                      .r = a->radius + b->radius + line->target};
}

/* The point behind an entry, with the balls of the normal n. */
static void capsules_take(cast_search* c, const capsules_entry* entry, vec3 n) {
    const pair3* pair = &c->line.pair;
    const gd_shape *a = pair->a, *b = pair->b;
    const vec3 m = from_ray_frame(pair, n), opposite = inv_rotate(&pair->b_to_a, neg3(m));
    const vec3 on_a = make3(0.0, entry->s * a->size.y, 0.0);
    const vec3 on_b = make3(0.0, entry->t * b->size.y, 0.0);
    vertex3 x = {.a = madd3(sub3(on_a, a->center), a->radius, m),
                 .b = madd3(sub3(on_b, b->center), b->radius, opposite)};
    cast_line_place(&c->line, n, &x);
    gd_cast_take_point(c, &x);
}

/* The normal at an entry, any length. */
static vec3 capsules_normal(const capsules* k, const capsules_entry* entry) {
    return sub3(make3(0.0, 0.0, entry->height), capsules_point(k, entry->s, entry->t));
}

/* Whether the line leaves K before the start, at the entry of the mirrored K. */
static bool capsules_leave(cast_search* c, const capsules* k) {
    const capsules mirrored = {make3(k->m.x, k->m.y, -k->m.z), make3(k->a.x, k->a.y, -k->a.z),
                               make3(k->b.x, k->b.y, -k->b.z), k->r};
    const capsules_entry exit = capsules_first(&mirrored);
    if (!(exit.height > -GD_INFINITY)) return false;
    const vec3 n = capsules_normal(&mirrored, &exit);
    return n.z > 0.0 && gd_cast_leaves(c, make3(n.x, n.y, -n.z));
}

bool gd_cast_by_capsules(cast_search* c) {
    if (!capsules_suit(&c->line) || !cast_may_evaluate(c)) return false;
    const capsules k = capsules_of(&c->line);
    const vec2 q = capsules_nearest(&k);
    vec3 n = make3(-q.x, -q.y, 0.0);
    vertex3 s;
    if (dot2(q, q) > k.r * k.r) return length_and_unit3(n, &n) > 0.0 && gd_cast_look(c, n, &s);
    const capsules_entry entry = capsules_first(&k);
    if (!(entry.height > -GD_INFINITY)) return false;
    if (!c->exits && entry.height > c->window.early && capsules_leave(c, &k)) return true;
    n = capsules_normal(&k, &entry);
    if (!(length_and_unit3(n, &n) > 0.0 && n.z > 0.0 && cast_may_evaluate(c))) return false;
    if (gd_cast_look(c, n, &s)) return true;
    capsules_take(c, &entry, n);
    return cast_decided(c);
}
