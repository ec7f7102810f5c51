#include "second_order/model_step.h"

/* Limit on the legs of a walk. Random pairs of primitives take two on average. */
#define WALK_LEGS 12

typedef struct walk {
    const local_model* m;
    vec2 d;
    vec2 g; /* gradient at d, including the crossed kinks but not the active ones */
    double k00, k01, k11;
    double gain;
    double trust;
    int crossed; /* one bit per kink */
    int active[2];
    int active_count;
    int freed; /* kink released for this leg, which does not count as crossed; -1: none */
    int left;  /* kink just crossed; -1: none */
} walk;

static vec2 walk_curvature(const walk* w, vec2 v) {
    return make2(w->k00 * v.x + w->k01 * v.y, w->k01 * v.x + w->k11 * v.y);
}

/* Moves to the other side of kink i at d. sign is 1 to add the piece beyond, -1 to remove it. */
static GD_NOINLINE void walk_cross(walk* w, int i, double sign) {
    const kink* h = &w->m->kinks[i];
    w->crossed ^= 1 << i;
    const vec2 t = h->tangent, k = scale2(sign * h->curvature, t);
    w->k00 += k.x * t.x;
    w->k01 += k.x * t.y;
    w->k11 += k.y * t.y;
    w->g = madd2(madd2(w->g, sign, h->slope), dot2(t, w->d), k);
}

/* Newton's direction, or the step to the minimum along the negative gradient. */
static vec2 walk_free(const walk* w) {
    const vec2 g = w->g;
    vec2 d;
    if (model_step_newton(g, w->k00, w->k01, w->k11, &d)) return d;
    const double gg = dot2(g, g), gkg = dot2(g, walk_curvature(w, g));
    const double reach = 2.0 * w->trust;
    if (!(gg > 0.0)) return make2(0.0, 0.0);
    return scale2(gkg * reach > gg * sqrt(gg) ? -gg / gkg : -reach / sqrt(gg), g);
}

/* The step to the minimum along the active kink. */
static vec2 walk_along(const walk* w) {
    const kink* h = &w->m->kinks[w->active[0]];
    /* Scale the vector near length 1; otherwise products overflow or underflow at extreme sizes. */
    const double size = 1.0 / (fabs(h->slope.x) + fabs(h->slope.y));
    const vec2 t = make2(-h->slope.y * size, h->slope.x * size);
    double curvature = dot2(t, walk_curvature(w, t));
    const double slope = dot2(w->g, t), tt = dot2(t, t);
    if (h->curvature != 0.0) {
        const double share = min2(max2(-dot2(w->g, h->slope) / dot2(h->slope, h->slope), 0.0), 1.0);
        const double along = dot2(h->tangent, t);
        curvature += share * h->curvature * along * along;
    }
    const double reach = 2.0 * w->trust;
    if (curvature > 0.0 && curvature * curvature * (reach * reach) > slope * slope * tt)
        return scale2(-slope / curvature, t);
    return scale2((slope > 0.0 ? -reach : reach) / sqrt(tt), t);
}

/* Releases the kink active[which], to the piece beyond it or to this side. */
static GD_NOINLINE void walk_release(walk* w, int which, bool beyond) {
    const int i = w->active[which];
    w->active[which] = w->active[1];
    w->active_count--;
    w->freed = i;
    if (beyond) walk_cross(w, i, 1.0);
}

/* Whether the corner of two active kinks is the minimum. If not, releases one of them. */
static bool walk_corner(walk* w) {
    const vec2 s = w->m->kinks[w->active[0]].slope, t = w->m->kinks[w->active[1]].slope, g = w->g;
    /* Multipliers times det > 0. At a minimum both are in 0 ... det. */
    double det = cross2(s, t), share[2] = {-cross2(g, t), -cross2(s, g)};
    if (det < 0.0) {
        det = -det;
        share[0] = -share[0];
        share[1] = -share[1];
    }
    const double out0 = max2(-share[0], share[0] - det), out1 = max2(-share[1], share[1] - det);
    if (!(max2(out0, out1) > 0.0)) return true;
    const int which = out0 >= out1 ? 0 : 1;
    walk_release(w, which, share[which] > 0.0);
    return false;
}

/* Moves by p, at most to the first kink or the border of the trust region. Returns the kink, or -1.
 * *whole is true if the trust region does not shorten p. */
static int walk_leg(walk* w, vec2 p, bool* whole) {
    const vec2 e = add2(w->d, p);
    double t = 1.0;
    const double trust2 = w->trust * w->trust;
    if (dot2(e, e) > trust2) {
        const double pp = dot2(p, p), dp = dot2(w->d, p), dd = dot2(w->d, w->d);
        const double root = dp * dp + pp * max2(trust2 - dd, 0.0);
        t = min2((sqrt(root) - dp) / pp, 1.0);
    }
    *whole = t == 1.0;
    int hit = -1;
    for (int i = 0; i < w->m->count; i++) {
        const kink* h = &w->m->kinks[i];
        const bool beyond = w->crossed >> i & 1;
        const double rate = dot2(h->slope, p), left = h->gap - dot2(h->slope, w->d);
        /* Find the first kink reached; divide only for kinks that are reached. */
        if (!(beyond ? rate < 0.0 : rate > 0.0) || fabs(left) >= t * fabs(rate)) continue;
        if (i == w->freed || (w->active_count > 0 && i == w->active[0])) continue;
        t = (beyond ? left < 0.0 : left > 0.0) ? left / rate : 0.0;
        hit = i;
    }
    const vec2 kp = walk_curvature(w, p);
    w->gain -= t * (dot2(w->g, p) + 0.5 * t * dot2(p, kp));
    w->d = madd2(w->d, t, p);
    w->g = madd2(w->g, t, kp);
    w->freed = -1;
    return hit;
}

/* At kink i, reached along p: crosses it or makes it active. Returns false if it is nearly parallel
 * to the kink that is already active. */
static bool walk_turn(walk* w, int i, vec2 p) {
    const vec2 slope = w->m->kinks[i].slope;
    const bool beyond = w->crossed >> i & 1;
    const double rate = fabs(dot2(slope, p));
    /* Cross if the model still decreases beyond. If the kink was just crossed, each side leads back
     * to the other: then the minimum is on the kink. */
    if (i != w->left && dot2(w->g, p) + rate < 0.0) {
        walk_cross(w, i, beyond ? -1.0 : 1.0);
        w->left = i;
        return true;
    }
    w->left = -1;
    if (beyond) walk_cross(w, i, -1.0);
    if (w->active_count == 1) {
        const vec2 active = w->m->kinks[w->active[0]].slope;
        if (!kinks_cross(active, slope, cross2(active, slope))) return false;
    }
    w->active[w->active_count++] = i;
    return true;
}

/* Walks downhill to the minimum. The first leg is *first, unless NULL. */
static void walk_down(walk* w, const vec2* first) {
    for (int leg = 0; leg < WALK_LEGS; leg++) {
        if (w->active_count == 2) {
            if (walk_corner(w)) break;
            continue;
        }
        const bool along = w->active_count == 1;
        const vec2 p = along ? walk_along(w) : leg == 0 && first ? *first : walk_free(w);
        bool whole;
        const int hit = walk_leg(w, p, &whole);
        if (hit >= 0) {
            if (!walk_turn(w, hit, p)) break;
            continue;
        }
        if (!along || !whole) break;
        const vec2 slope = w->m->kinks[w->active[0]].slope;
        const double share = -dot2(w->g, slope); /* multiplier of the piece beyond, times slope^2 */
        if (share >= 0.0 && share <= dot2(slope, slope)) break;
        walk_release(w, 0, share > 0.0);
    }
}

/* How far a step d is beyond kink h, with its curvature. *slope is the gradient of that at d. */
static double walk_over(const kink* h, vec2 d, vec2* slope) {
    const double along = dot2(h->tangent, d), bend = h->curvature * along;
    *slope = madd2(h->slope, bend, h->tangent);
    return dot2(h->slope, d) - h->gap + 0.5 * bend * along;
}

/* The walk treats kinks as straight. Moves its end onto the active kinks of a round shape, beside
 * which h decreases at first order. */
static vec2 walk_end(const walk* w) {
    vec2 s, t;
    if (w->active_count == 0) return w->d;
    const kink *h = &w->m->kinks[w->active[0]], *k = &w->m->kinks[w->active[1]];
    const bool two = w->active_count == 2;
    if (h->curvature == 0.0 && !(two && k->curvature != 0.0)) return w->d;
    const double over = walk_over(h, w->d, &s);
    if (!two) return madd2(w->d, -over / dot2(s, s), s);
    const double other = walk_over(k, w->d, &t), det = cross2(s, t);
    if (!kinks_cross(s, t, det)) return w->d;
    return make2(w->d.x - (over * t.y - other * s.y) / det,
                 w->d.y - (other * s.x - over * t.x) / det);
}

model_step gd_model_walk(const local_model* m, double square, double trust, const vec2* first) {
    const vec2 g = make2(m->s.u, m->s.v);
    walk w = {.m = m,
              .g = g,
              .k00 = m->k00 + square * g.x * g.x,
              .k01 = m->k01 + square * g.x * g.y,
              .k11 = m->k11 + square * g.y * g.y,
              .trust = trust,
              .freed = -1,
              .left = -1};
    walk_down(&w, first);
    return (model_step){walk_end(&w), w.gain, {w.active[0], w.active[1]}, w.active_count};
}

model_step gd_model_step(const local_model* m, double square, double trust) {
    return model_step_inlined(m, square, trust);
}
