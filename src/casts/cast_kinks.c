#include "casts/cast_kinks.h"

/* Passes over the shares of more than two kinks. */
#define KINKS_SWEEPS 12

static void kinks_add(vertex3* v, const local_model* m, const kink* k, double share) {
    v->u += share * k->slope.x;
    v->v += share * k->slope.y;
    v->w -= share * (k->gap + dot2(k->slope, m->y));
    vec3* part = k->of_b ? &v->b : &v->a;
    *part = madd3(*part, share, k->beyond);
}

GD_INLINE double kinks_share(double x) {
    return min2(max2(x, 0.0), 1.0);
}

/* The shares of two kinks that bring the point g nearest to the line. */
static void kinks_of_two(vec2 g, const kink* p, const kink* q, double* first, double* second) {
    const vec2 s = p->slope, t = q->slope;
    const double det = cross2(s, t);
    *first = -dot2(g, s) / dot2(s, s);
    *second = 0.0;
    if (kinks_cross(s, t, det)) {
        *first = -cross2(g, t) / det;
        *second = kinks_share(-cross2(s, g) / det);
    }
    *first = kinks_share(*first);
    if (!(*first + *second > 1.0 && kinks_exclude(p, q))) return;
    const vec2 edge = sub2(t, s);
    *second = kinks_share(-dot2(add2(g, s), edge) / dot2(edge, edge));
    *first = 1.0 - *second;
}

/* Adds the shares of all kinks through the normal one after the other. */
static GD_COLD void kinks_sweep(const local_model* m, double flat, double* share, vertex3* v) {
    for (int sweep = 0; sweep < KINKS_SWEEPS; sweep++) {
        for (int i = 0; i < m->count; i++) {
            const kink* k = &m->kinks[i];
            if (!(k->gap <= flat) || k->vertex) continue;
            const double over = dot2(k->slope, make2(v->u, v->v)) / dot2(k->slope, k->slope);
            const double next = kinks_share(share[i] - over);
            kinks_add(v, m, k, next - share[i]);
            share[i] = next;
        }
    }
}

vertex3 gd_cast_kinks(const local_model* m, double near, double flat) {
    vertex3 v = m->s;
    const kink *p = NULL, *q = NULL;
    double share[LOCAL_MODEL_KINKS] = {0.0}, first = 0.0, second = 0.0;
    int through = 0;
    for (int i = 0; i < m->count; i++) {
        const kink* k = &m->kinks[i];
        if (!(k->gap <= near)) continue;
        if (k->gap <= flat && !k->vertex) through++;
        if (!p || k->gap < p->gap) {
            q = p;
            p = k;
        } else if (!q || k->gap < q->gap) {
            q = k;
        }
    }
    if (!p) return v;
    const vec2 g = make2(v.u, v.v);
    if (q)
        kinks_of_two(g, p, q, &first, &second);
    else
        first = kinks_share(-dot2(g, p->slope) / dot2(p->slope, p->slope));
    kinks_add(&v, m, p, first);
    if (q) kinks_add(&v, m, q, second);
    if (through > 2 && !p->vertex && !q->vertex) {
        share[p - m->kinks] = first;
        share[q - m->kinks] = second;
        kinks_sweep(m, flat, share, &v);
    }
    return v;
}
