#include "second_order/kink_shares.h"

/* Passes over the shares of more than two kinks. */
#define KINK_SWEEPS 8

GD_INLINE double kink_share(double x) {
    return min2(max2(x, 0.0), 1.0);
}

GD_INLINE vec3 kink_beyond(const kink* h) {
    return make3(h->slope.x, h->slope.y, -h->gap);
}

/* The shares l in [0, 1]^2 that minimise l.A l / 2 - b.l: inside, or on the best of four edges. */
static void kink_square(double a00, double a01, double a11, vec2 b, double* l0, double* l1) {
    const double det = a00 * a11 - a01 * a01;
    const double p = a11 * b.x - a01 * b.y, q = a00 * b.y - a01 * b.x;
    if (det > 0x1p-44 * a00 * a11 && p >= 0.0 && p <= det && q >= 0.0 && q <= det) {
        *l0 = p / det;
        *l1 = q / det;
        return;
    }
    double least = GD_INFINITY;
    for (int edge = 0; edge < 4; edge++) {
        const bool first = edge < 2; /* the first share is fixed */
        const double fixed = edge & 1 ? 1.0 : 0.0;
        const double free_a = first ? a11 : a00, free_b = (first ? b.y : b.x) - fixed * a01;
        const double l = free_b > 0.0 ? (free_b < free_a ? free_b / free_a : 1.0) : 0.0;
        const double rest = fixed * (0.5 * (first ? a00 : a11) - (first ? b.x : b.y));
        const double value = l * (0.5 * free_a * l - free_b) + rest;
        if (!(value < least)) continue;
        least = value;
        *l0 = first ? fixed : l;
        *l1 = first ? l : fixed;
    }
}

/* The most that share i may have: shares of vertices of one hull add up to at most 1. */
static double kink_limit(const local_model* m, int i, const double* share) {
    double limit = 1.0;
    for (int k = 0; k < m->count; k++)
        if (k != i && kinks_exclude(&m->kinks[i], &m->kinks[k])) limit -= share[k];
    return max2(limit, 0.0);
}

/* The two kinks nearest to n by angle; -1: none within the limits. */
static void kink_nearest(const local_model* m, kink_limits limits, int held[2]) {
    const double near2 = limits.near * limits.near;
    double gap2[2], slope2[2]; /* their quotients are the squared angles */
    held[0] = held[1] = -1;
    for (int i = 0; i < m->count; i++) {
        const kink* h = &m->kinks[i];
        const double gap = h->gap * h->gap, slope = dot2(h->slope, h->slope);
        if (!(gap < near2 * slope || h->gap <= limits.flat)) continue;
        int k = held[0] < 0 || gap * slope2[0] < gap2[0] * slope ? 0 : 1;
        if (k == 1 && held[1] >= 0 && !(gap * slope2[1] < gap2[1] * slope)) continue;
        if (k == 0) {
            held[1] = held[0];
            gap2[1] = gap2[0];
            slope2[1] = slope2[0];
        }
        held[k] = i;
        gap2[k] = gap;
        slope2[k] = slope;
    }
}

/* Several kinks through n, of parallel features: their shares one after the other. */
static GD_COLD void kink_sweep(const local_model* m, vec3* x, double flat, double* share) {
    for (int sweep = 0; sweep < KINK_SWEEPS; sweep++) {
        for (int i = 0; i < m->count; i++) {
            if (m->kinks[i].gap > flat && share[i] == 0.0) continue;
            const vec3 beyond = kink_beyond(&m->kinks[i]);
            const double free = share[i] - dot3(beyond, *x) / dot3(beyond, beyond);
            const double l = min2(max2(free, 0.0), kink_limit(m, i, share));
            *x = madd3(*x, l - share[i], beyond);
            share[i] = l;
        }
    }
}

void gd_kink_shares(const local_model* m, kink_limits limits, vec3* point, double* share) {
    int held[2];
    for (int i = 0; i < m->count; i++)
        share[i] = 0.0;
    kink_nearest(m, limits, held);
    if (held[0] < 0) return;
    vec3 x = vec3_read(point);
    const vec3 s = kink_beyond(&m->kinks[held[0]]);
    if (held[1] < 0) {
        const double l = kink_share(-dot3(s, x) / dot3(s, s));
        share[held[0]] = l;
        *point = madd3(x, l, s);
        return;
    }
    const vec3 t = kink_beyond(&m->kinks[held[1]]);
    double first = 0.0, second = 0.0;
    kink_square(dot3(s, s), dot3(s, t), dot3(t, t), make2(-dot3(s, x), -dot3(t, x)), &first,
                &second);
    if (first + second > 1.0 && kinks_exclude(&m->kinks[held[0]], &m->kinks[held[1]])) {
        const vec3 edge = sub3(t, s);
        second = kink_share(-dot3(add3(x, s), edge) / dot3(edge, edge));
        first = 1.0 - second;
    }
    share[held[0]] = first;
    share[held[1]] = second;
    *point = madd3(madd3(x, first, s), second, t);
    for (int i = 0; i < m->count; i++)
        if (i != held[0] && i != held[1] && m->kinks[i].gap <= limits.flat) {
            kink_sweep(m, point, limits.flat, share);
            return;
        }
}
