#include "casts/cast_osculate.h"

/* Curvature is singular if its determinant is below this fraction of its squared trace. */
#define OSCULATE_SINGULAR 0x1p-30
/* A line this near to the rim of the ellipsoid's shadow is beside it. */
#define OSCULATE_RIM (1.0 - 0x1p-40)
/* Limit on the kinks that a step crosses. */
#define OSCULATE_KINKS 4

/* h(y) = sqrt(y.Q y + 2 b.y + c) + middle.y + height: Q, b and c are the ellipsoid's matrix. */
typedef struct osculating {
    sym2 q;
    vec2 b;
    double c;
    vec2 middle;
    double height;
} osculating;

static bool osculating_of(const local_model* m, osculating* o) {
    const vec2 y = m->y;
    const sym2 k = {m->k00, m->k01, m->k11};
    const double trace = k.xx + k.yy, det = k.xx * k.yy - k.xy * k.xy;
    if (!(det > OSCULATE_SINGULAR * trace * trace)) return false;
    const vec2 ky = sym2_apply(k, y);
    const double yky = dot2(y, ky);
    const double radius = 0.5 * (trace + yky); /* the mean radius of curvature, divided by |n| */
    const double f = radius * (1.0 + dot2(y, y)), g = radius * radius;
    o->q = sym2_add_square((sym2){f * k.xx, f * k.xy, f * k.yy}, g, y);
    o->b = sub2(scale2(g, y), scale2(f, ky));
    o->c = f * yky + g;
    o->middle = madd2(make2(m->s.u, m->s.v), -radius, y);
    o->height = m->s.w - radius;
    return true;
}

static double osculating_height(const osculating* o, vec2 y) {
    const vec2 g = add2(sym2_apply(o->q, y), o->b);
    const double square = max2(dot2(y, add2(g, o->b)) + o->c, 0.0);
    return sqrt(square) + dot2(o->middle, y) + o->height;
}

static vec2 osculating_gradient(const osculating* o, vec2 y) {
    const vec2 g = add2(sym2_apply(o->q, y), o->b);
    const double square = max2(dot2(y, add2(g, o->b)) + o->c, 0x1p-1000);
    return madd2(o->middle, 1.0 / sqrt(square), g);
}

/* The y with the least h, and this h. If the line misses the ellipsoid, y is across it. Neither of
 * the two divisions waits for the other one. */
static osculate_result osculating_least(const osculating* o, osculate_step* least) {
    const sym2 q = o->q;
    const double det = q.xx * q.yy - q.xy * q.xy;
    if (!(det > 0.0)) return OSCULATE_NONE;
    const double t = 1.0 / det;
    const vec2 b = o->b, x = neg2(o->middle);
    const vec2 tilt = make2(q.yy * b.x - q.xy * b.y, q.xx * b.y - q.xy * b.x);
    const vec2 across = make2(q.yy * x.x - q.xy * x.y, q.xx * x.y - q.xy * x.x);
    const double offset = dot2(x, across), top = o->c - t * dot2(b, tilt);
    least->y = scale2(t, across);
    if (!(offset < OSCULATE_RIM * det)) return offset >= det ? OSCULATE_BESIDE : OSCULATE_NONE;
    if (!(top > 0.0)) return OSCULATE_NONE;
    const double inside = det - offset, f = sqrt(top * (det * (1.0 / inside)));
    least->y = scale2(t, sub2(scale2(f, across), tilt));
    least->height = o->height + t * (dot2(x, tilt) + f * inside);
    return OSCULATE_STEP;
}

/* The y with the least h on the line from `at` along t. */
static bool osculating_along(const osculating* o, vec2 at, vec2 t, vec2* y) {
    const vec2 g = add2(sym2_apply(o->q, at), o->b);
    const double a = dot2(t, sym2_apply(o->q, t)), b = dot2(t, g);
    const double c = dot2(at, add2(g, o->b)) + o->c, l = dot2(o->middle, t);
    if (!(a > 0.0)) return false;
    const double top = c - b * b / a, offset = l * l / a;
    if (!(top >= 0.0 && offset < OSCULATE_RIM)) return false;
    *y = madd2(at, -(b + l * sqrt(top / (1.0 - offset))) / a, t);
    return true;
}

/* The kink that the step d crosses first in proportion to its gap, or -1. Crossed ones do not
 * count. */
static int osculate_first_kink(const local_model* m, vec2 d, unsigned crossed) {
    int first = -1;
    double far = 1.0;
    for (int i = 0; i < m->count; i++) {
        const double over = dot2(m->kinks[i].slope, d), gap = m->kinks[i].gap;
        if (crossed >> i & 1 || !(over > gap * far)) continue;
        first = i;
        far = gap > 0.0 ? over / gap : GD_INFINITY;
    }
    return first;
}

/* Whether the step d is on the assumed side of every kink except `active`. */
static bool osculate_consistent(const local_model* m, vec2 d, int active, unsigned crossed) {
    for (int i = 0; i < m->count; i++) {
        const bool over = dot2(m->kinks[i].slope, d) > m->kinks[i].gap;
        if (i != active && over != (crossed >> i & 1)) return false;
    }
    return true;
}

/* Whether a kink is between the local model and the normal n across the line. */
static bool osculate_crosses(const local_model* m, vec2 n) {
    for (int i = 0; i < m->count; i++)
        if (dot2(m->kinks[i].slope, n) > 0.0) return true;
    return false;
}

osculate_result gd_cast_osculate(const local_model* m, osculate_step* step) {
    osculating o;
    unsigned crossed = 0;
    if (!osculating_of(m, &o)) return OSCULATE_NONE;
    for (int round = 0; round < OSCULATE_KINKS; round++) {
        const osculate_result found = osculating_least(&o, step);
        if (found == OSCULATE_BESIDE && (crossed || osculate_crosses(m, step->y)))
            return OSCULATE_NONE;
        if (found != OSCULATE_STEP) return found;
        const int first = osculate_first_kink(m, sub2(step->y, m->y), crossed);
        step->active = first >= 0;
        if (first < 0) return OSCULATE_STEP;
        const kink* k = &m->kinks[first];
        if (k->curvature != 0.0) return OSCULATE_NONE;
        const double square = dot2(k->slope, k->slope);
        const vec2 at = madd2(m->y, k->gap / square, k->slope);
        if (!osculating_along(&o, at, make2(-k->slope.y, k->slope.x), &step->y))
            return OSCULATE_NONE;
        const double share = -dot2(osculating_gradient(&o, step->y), k->slope) / square;
        if (share > 1.0) { /* all of the way beyond the kink */
            crossed |= 1u << first;
            o.middle = add2(o.middle, k->slope);
            o.height -= k->gap + dot2(k->slope, m->y);
            continue;
        }
        step->height = osculating_height(&o, step->y);
        if (!(share >= 0.0)) return OSCULATE_NONE;
        return osculate_consistent(m, sub2(step->y, m->y), first, crossed) ? OSCULATE_STEP
                                                                           : OSCULATE_NONE;
    }
    return OSCULATE_NONE;
}
