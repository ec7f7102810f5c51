#include "casts/cast_dual.h"

#include "minkowski/portal.h"
#include "second_order/model_step.h"

/* Newton steps for the two numbers. */
#define DUAL_STEPS 4
/* Largest tangent of half of a rim's angle. */
#define DUAL_TURN 0.5
/* A point this near to the line, as a multiple of the rounding of gaps, needs no further step. */
#define DUAL_NEAR 0x1p-20

typedef struct cast_dual {
    const support_model* models;
    const local_model* m;
    double share[LOCAL_MODEL_KINKS];
    double turn[2]; /* tangent of half of the angle by which each rim turns */
    int own[2];     /* the kink to the other rim of each shape, or -1 */
    int held[2];    /* kinks whose shares are unknown */
    int unknown_count;
    int rim[2]; /* rims whose turns are the other unknowns */
    vec3 part[2];
    vec2 by_turn[2], by_share[2]; /* derivatives of the point, by a turn and by the own share */
} cast_dual;

/* Adds the change of one round shape to the point p. */
static vec3 dual_round(cast_dual* w, int i, vec3 p) {
    const support_model* s = &w->models[i];
    const kink* h = w->own[i] >= 0 ? &w->m->kinks[w->own[i]] : NULL;
    const double t = w->turn[i], f = 1.0 / (1.0 + t * t);
    const double cosine = (1.0 - t * t) * f, sine = 2.0 * t * f;
    const vec2 r = s->radial;
    const vec2 q = make2(cosine * r.x - sine * r.y, cosine * r.y + sine * r.x);
    const double share = h ? w->share[w->own[i]] : 0.0, along = h ? h->beyond.y : 0.0;
    const double wider = h ? h->wider : 0.0, radius = s->rim + share * wider, g = 2.0 * f * radius;
    w->part[i] = make3(radius * q.x - s->rim * r.x, share * along, radius * q.y - s->rim * r.y);
    w->by_turn[i] = make2(g * (q.x * s->z.x - q.y * s->x.x), g * (q.x * s->z.y - q.y * s->x.y));
    w->by_share[i] = make2(wider * (q.x * s->x.x + q.y * s->z.x) + along * s->y.x,
                           wider * (q.x * s->x.y + q.y * s->z.y) + along * s->y.y);
    const vec3 part = w->part[i];
    return add3(p, madd3(madd3(scale3(part.x, s->x), part.y, s->y), part.z, s->z));
}

/* The point with the present numbers. */
static vec3 dual_point(cast_dual* w) {
    const local_model* m = w->m;
    vec3 p = in_ray_frame(&m->s);
    for (int i = 0; i < 2; i++) {
        w->part[i] = make3(0.0, 0.0, 0.0);
        if (shape_has_rims(w->models[i].shape)) p = dual_round(w, i, p);
    }
    for (int k = 0; k < m->count; k++) {
        const kink* h = &m->kinks[k];
        if (w->share[k] == 0.0 || k == w->own[0] || k == w->own[1]) continue;
        const vec3 beyond = make3(h->slope.x, h->slope.y, -(h->gap + dot2(h->slope, m->y)));
        p = madd3(p, w->share[k], beyond);
        w->part[h->of_b] = madd3(w->part[h->of_b], w->share[k], h->beyond);
    }
    return p;
}

/* Which kinks the step crosses or ends on, and how far it turns the rims. Returns false if there
 * are not two unknowns. */
static bool dual_begin(cast_dual* w, vec2 d, double flat) {
    const local_model* m = w->m;
    w->unknown_count = 0;
    for (int i = 0; i < 2; i++) {
        const support_model* s = &w->models[i];
        w->own[i] = -1;
        w->turn[i] = 0.0;
        w->rim[i] = -1;
        if (!shape_has_rims(s->shape)) continue;
        if (s->rim > 0.0) w->turn[i] = 0.5 * dot2(s->tangent, d) * s->curvature / s->rim;
        if (!(fabs(w->turn[i]) < DUAL_TURN)) return false;
    }
    for (int k = 0; k < m->count; k++) {
        const kink* h = &m->kinks[k];
        const double over = dot2(h->slope, d) - h->gap;
        if (shape_has_rims(w->models[h->of_b].shape)) w->own[h->of_b] = k;
        w->share[k] = over > flat ? 1.0 : over >= -flat ? 0.5 : 0.0;
        if (w->share[k] != 0.5) continue;
        if (w->unknown_count == 2) return false;
        w->held[w->unknown_count++] = k;
    }
    return true;
}

/* Chooses the rims that complete the unknowns: the one that moves the point best, or both. */
static bool dual_choose(cast_dual* w) {
    if (w->unknown_count == 2) return true;
    if (w->unknown_count == 0) {
        w->rim[0] = 0;
        w->rim[1] = 1;
        return shape_has_rims(w->models[0].shape) && shape_has_rims(w->models[1].shape);
    }
    const vec2 slope = w->m->kinks[w->held[0]].slope;
    double best = 0.0;
    for (int i = 0; i < 2; i++) {
        const support_model* s = &w->models[i];
        if (!shape_has_rims(s->shape)) continue;
        const double moves = fabs(cross2(slope, s->tangent)) * s->rim;
        if (!(moves > best)) continue;
        best = moves;
        w->rim[1] = i;
    }
    return w->rim[1] >= 0;
}

/* The derivative of the point by unknown i, 0 or 1. */
static vec2 dual_derivative(const cast_dual* w, int i) {
    if (i >= w->unknown_count) return w->by_turn[w->rim[i]];
    const int k = w->held[i];
    return k == w->own[0] ? w->by_share[0] : k == w->own[1] ? w->by_share[1] : w->m->kinks[k].slope;
}

static bool dual_move(cast_dual* w, int i, double x) {
    if (i >= w->unknown_count) {
        w->turn[w->rim[i]] += x;
        return true;
    }
    double* share = &w->share[w->held[i]];
    *share += x;
    return *share >= 0.0 && *share <= 1.0;
}

/* Shares of vertices of one hull must not add up to more than 1. */
static bool dual_whole(const cast_dual* w) {
    double total[2] = {0.0, 0.0};
    for (int k = 0; k < w->m->count; k++)
        if (w->m->kinks[k].vertex) total[w->m->kinks[k].of_b] += w->share[k];
    return total[0] <= 1.0 && total[1] <= 1.0;
}

bool gd_cast_dual(const support_model models[2], const local_model* m, vec2 d, double flat,
                  vertex3* x) {
    cast_dual w = {.models = models, .m = m};
    if (!dual_begin(&w, d, flat) || !dual_choose(&w)) return false;
    vec3 p = dual_point(&w);
    for (int step = 0; step < DUAL_STEPS && fabs(p.x) + fabs(p.y) > DUAL_NEAR * flat; step++) {
        const vec2 s = dual_derivative(&w, 0), t = dual_derivative(&w, 1);
        const double det = cross2(s, t);
        if (!kinks_cross(s, t, det)) return false;
        const bool first = dual_move(&w, 0, -(p.x * t.y - p.y * t.x) / det);
        if (!dual_move(&w, 1, -(s.x * p.y - s.y * p.x) / det) || !first) return false;
        p = dual_point(&w);
    }
    if (!dual_whole(&w)) return false;
    *x = (vertex3){
        .a = add3(m->s.a, w.part[0]), .b = add3(m->s.b, w.part[1]), .u = p.x, .v = p.y, .w = p.z};
    return true;
}
