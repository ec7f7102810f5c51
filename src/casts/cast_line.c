#include "casts/cast_line.h"

/* If the positions are farther apart than this multiple of the extent, the place of B at the time
 * ref is computed with exact products and sums. */
#define CAST_FAR 4.0

/* a b as a sum of two doubles (Dekker 1971). */
GD_INLINE double line_product(double a, double b, double* low) {
    const double split = 134217729.0, p = a * b;
    double t = split * a;
    const double ah = t - (t - a), al = a - ah;
    t = split * b;
    const double bh = t - (t - b), bl = b - bh;
    *low = ((ah * bh - p) + ah * bl + al * bh) + al * bl;
    return p;
}

/* a + b as a sum of two doubles (Knuth). */
GD_INLINE double line_sum(double a, double b, double* low) {
    const double s = a + b, z = s - a;
    *low = (a - (s - z)) + (b - z);
    return s;
}

/* (b - a) + t v, rounded about once. */
static double line_moved(double a, double b, double t, double v) {
    double e, f, g;
    const double d = line_sum(b, -a, &e), m = line_product(t, v, &f), s = line_sum(d, m, &g);
    return s + (e + f + g);
}

static GD_COLD vec3 line_moved3(vec3 a, vec3 b, double t, vec3 v) {
    return make3(line_moved(a.x, b.x, t, v.x), line_moved(a.y, b.y, t, v.y),
                 line_moved(a.z, b.z, t, v.z));
}

/* The power of two that makes the square of a velocity usual. */
static double line_unit(vec3 v) {
    const double square = dot3(v, v);
    if (square > 0x1p-200 && square < 0x1p200) return 1.0;
    double unit = 1.0;
    const double m = max_abs3(v);
    while (m * unit > 2.0)
        unit *= 0.5;
    while (m * unit < 1.0)
        unit *= 2.0;
    return unit;
}

/* Products with a rotation, about z in 2D. */
GD_INLINE vec3 line_rotate(const mat3* r, vec3 v, bool plane) {
    if (!plane) return rotate(r, v);
    return make3(r->cx.x * v.x + r->cy.x * v.y, r->cx.y * v.x + r->cy.y * v.y, 0.0);
}
GD_INLINE vec3 line_inv_rotate(const mat3* r, vec3 v, bool plane) {
    if (!plane) return inv_rotate(r, v);
    return make3(r->cx.x * v.x + r->cx.y * v.y, r->cy.x * v.x + r->cy.y * v.y, 0.0);
}
GD_INLINE mat3 line_inv_mul(const mat3* a, const mat3* b, bool plane) {
    if (!plane) return inv_mul(a, b);
    const vec3 x = line_inv_rotate(a, b->cx, true);
    return (mat3){x, {-x.y, x.x, 0.0}, {0.0, 0.0, 1.0}};
}

void gd_cast_line_frame(cast_line* line) {
    pair3* pair = &line->pair;
    if (pair->a->dimension == 3) {
        complete_ray(pair->ray, &pair->e1, &pair->e2);
        line->at = cast_seen(pair, pair->p);
        return;
    }
    const vec2 ray = make2(pair->ray.x, pair->ray.y), p = make2(pair->p.x, pair->p.y);
    pair->e1 = make3(ray.y, -ray.x, 0.0);
    pair->e2 = make3(0.0, 0.0, 1.0);
    const vec3 ray_b = line_inv_rotate(&pair->b_to_a, pair->ray, true);
    line->ray_b = make2(ray_b.x, ray_b.y);
    line->e1_b = make2(ray_b.y, -ray_b.x);
    line->at = make3(-cross2(ray, p), 0.0, dot2(ray, p));
}

/* The frames of both poses. Returns false if one is not valid. */
GD_INLINE bool line_frames(const gd_query* query, bool plane, frame3* a, frame3* b) {
    if (plane) return frame_of_pose(query->pose_a, 2, a) && frame_of_pose(query->pose_b, 2, b);
    return frame_of_pose3(query->pose_a, a) && frame_of_pose3(query->pose_b, b);
}

GD_INLINE bool line_init(cast_line* line, const gd_query* query, const gd_cast* cast, bool plane) {
    frame3 fa, fb;
    const gd_shape *a = query->a, *b = query->b;
    pair3* pair = &line->pair;
    if (!line_frames(query, plane, &fa, &fb)) return false;
    vec3 v = load3(cast->displacement);
    if (plane) v.z = 0.0;
    line->unit = line_unit(v);
    line->per_unit = 1.0 / line->unit;
    line->velocity = v = scale3(line->unit, v);
    const double square = dot3(v, v), inverse = 1.0 / square;
    line->speed = sqrt(square);
    pair->a = a;
    pair->b = b;
    pair->rotation_a = fa.rotation;
    pair->rotation_b = fb.rotation;
    pair->b_to_a = line_inv_mul(&fa.rotation, &fb.rotation, plane);
    pair->hint_a = pair->hint_b = GD_NO_HINT;
    vec3 offset_a = make3(0.0, 0.0, 0.0), offset_b = offset_a;
    if (a->off_center || b->off_center) {
        offset_a = line_rotate(&fa.rotation, a->center, plane);
        offset_b = line_rotate(&fb.rotation, b->center, plane);
    }
    const vec3 offset = sub3(offset_b, offset_a), between = sub3(fb.position, fa.position);
    pair->center_a = add3(fa.position, offset_a);
    pair->center_b = add3(fb.position, offset_b);
    line->ref = -dot3(add3(between, offset), v) * inverse;
    line->target = cast->target;
    line->extent = a->bound_radius + b->bound_radius + cast->target;
    line->size = a->origin_bound_radius + b->origin_bound_radius + cast->target;
    const double far = max_abs3(between), offsets = max_abs3(offset_a) + max_abs3(offset_b);
    const bool exact = far > CAST_FAR * line->extent;
    const vec3 moved =
        exact ? line_moved3(fa.position, fb.position, line->ref, v) : madd3(between, line->ref, v);
    const vec3 p = add3(moved, offset);
    pair->p = line_inv_rotate(&fa.rotation, p, plane);
    pair->ray = line_inv_rotate(&fa.rotation, scale3(-line->speed * inverse, v), plane);
    gd_cast_line_frame(line);
    line->slack = CAST_ROUNDING * (line->extent + offsets + max_abs3(p) + (exact ? 0.0 : far));
    return true;
}

bool gd_cast_line_init(cast_line* line, const gd_query* query, const gd_cast* cast) {
    if (query->a->dimension == 2) return line_init(line, query, cast, true);
    return line_init(line, query, cast, false);
}

cast_line gd_cast_line_reversed(const cast_line* line) {
    cast_line back = *line;
    back.pair.ray = neg3(line->pair.ray);
    back.velocity = neg3(line->velocity);
    back.ref = -line->ref;
    gd_cast_line_frame(&back);
    return back;
}

static void line_support_2d(const cast_line* line, vec3 n, vertex3* s) {
    const pair3* pair = &line->pair;
    vec2 na, nb;
    cast_directions(line, n, &na, &nb);
    const vec2 a = support2(pair->a, na, 1.0), b = support2(pair->b, nb, 1.0);
    const vec2 sum = line_difference_2d(line, n, a, b);
    s->a = make3(a.x, a.y, 0.0);
    s->b = make3(b.x, b.y, 0.0);
    s->u = sum.x - line->at.x;
    s->v = 0.0;
    s->w = sum.y - line->at.z;
}

void gd_cast_support(cast_line* line, vec3 n, vertex3* s) {
    pair3* pair = &line->pair;
    if (pair->a->dimension == 2) {
        line_support_2d(line, n, s);
        return;
    }
    const vec3 m = from_ray_frame(pair, n), opposite = inv_rotate(&pair->b_to_a, neg3(m));
    const gd_shape *a = pair->a, *b = pair->b;
    s->a = madd3(sub3(core_support(a, m, &pair->hint_a), a->center), a->radius, m);
    s->b = madd3(sub3(core_support(b, opposite, &pair->hint_b), b->center), b->radius, opposite);
    cast_line_place(line, n, s);
}
