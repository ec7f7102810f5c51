/* Newton's method: the loop. */
#include "newton.h"

#include "hinge.h"
#include "trace.h"

/* Longest first step in y, as a part of |n|. */
#define NEWTON_TRUST 4.0
/* Where the model has not led to the end after so many steps, the portal goes on alone. */
#define NEWTON_STEPS 32.0
/* Parts of the predicted gain below which a step was too long, and above which it may be longer. */
#define NEWTON_POOR 0.25
#define NEWTON_GOOD 0.75
/* A smaller predicted gain, as a part of h, is rounding. */
#define NEWTON_ROUNDING 0x1p-50
/* Hinges whose pieces are lower by no more than this part of h may share the vertex. */
#define NEWTON_SHARED 0x1p-10
/* Bounds no farther apart are one. */
#define NEWTON_EQUAL (1.0 + 0x1p-50)
/* Cosine of the angle to the ray from which on a kept normal is no longer worth a try. */
#define NEWTON_STEEP 0x1p-10

typedef struct newton {
    growth3* g;
    sight sights[2];
    double radius; /* of the balls of both */
    vec3 middle;   /* of the cores' origins, in ray coordinates */
    bend bends[2];
    int best;   /* the bend with the least h; the other one is free */
    bool known; /* there is one */
    double trust;
    double predicted; /* gain of the step to the last y; 0: no step of Newton's led there */
    bool held;        /* it ended on hinges */
} newton;

GD_NOINLINE bool gd_newton_fits(const gd_shape* a, const gd_shape* b) {
    const bool curved = !a->polytope || !b->polytope || a->radius + b->radius > 0.0;
    return curved && sight_fits(a) && sight_fits(b);
}

static GD_NOINLINE void newton_see_portal(portal3* portal) {
#pragma GCC unroll 1
    for (int i = 0; i < 3; i++) {
        vertex3* v = &portal->v[i];
        v->s = make3(v->u, v->v, v->w);
    }
}

static void newton_see(newton* w) {
    const pair3* pair = &w->g->pair;
    gd_sight_init(&w->sights[0], pair->a, pair->ray, pair->e1, pair->e2, false, pair->hint_a);
    const mat3* r = &pair->b_to_a;
    gd_sight_init(&w->sights[1], pair->b, neg3(inv_rotate(r, pair->ray)),
                  neg3(inv_rotate(r, pair->e1)), neg3(inv_rotate(r, pair->e2)), true, pair->hint_b);
    w->radius = pair->a->radius + pair->b->radius;
    w->middle = add3(w->sights[0].origin, w->sights[1].origin);
    newton_see_portal(&w->g->portal);
}

/* The bend of C at y; face: the shape whose round face is looked at, or -1. Returns 1 / |n|. */
static double newton_bend(newton* w, vec2 y, int face, bend* m) {
    const double inverse = 1.0 / sqrt(1.0 + dot2(y, y));
    const double k = w->radius * inverse;
    m->y = y;
    m->s.u = w->middle.x + k * y.x;
    m->s.v = w->middle.y + k * y.y;
    m->s.w = w->middle.z + k;
    m->count = 0;
    const vec2 t = scale2(inverse, y);
    m->k00 = k - k * t.x * t.x;
    m->k01 = -k * t.x * t.y;
    m->k11 = k - k * t.y * t.y;
    if (face >= 0) {
        gd_sight_bend(&w->sights[1 - face], inverse, m);
        gd_sight_face_bend(&w->sights[face], inverse, m);
    } else {
        gd_sight_bend(&w->sights[0], inverse, m);
        gd_sight_bend(&w->sights[1], inverse, m);
    }
    m->s.s = make3(m->s.u, m->s.v, m->s.w);
    m->height = dot2(make2(m->s.u, m->s.v), y) + m->s.w;
    return inverse;
}

static void newton_share(const newton* w, vertex3* v, const bend* m, const hinge* h, double share) {
    v->u += share * h->slope.x;
    v->v += share * h->slope.y;
    v->w -= share * (h->drop + dot2(h->slope, m->y));
    vec3* part = h->of_b ? &v->b : &v->a;
    *part = madd3(*part, share, sight_beyond(&w->sights[h->of_b], h));
}

/* The point nearest the ray of the face that the pieces around the nearest hinges span. */
static vertex3 newton_shared(const newton* w, const bend* m) {
    vertex3 v = m->s;
    const hinge* near[2] = {NULL, NULL};
    int count = 0;
    for (int i = 0; i < m->count && count < 2; i++)
        if (m->hinges[i].drop <= NEWTON_SHARED * m->height) near[count++] = &m->hinges[i];
    if (count == 0) return v;
    const vec2 g = make2(v.u, v.v), s = near[0]->slope;
    double first = -dot2(g, s) / dot2(s, s), second = 0.0;
    if (count == 2) {
        const vec2 t = near[1]->slope;
        const double det = cross2(s, t);
        if (hinge_crosses(s, t, det)) {
            first = -cross2(g, t) / det;
            second = min2(max2(-cross2(s, g) / det, 0.0), 1.0);
        }
    }
    first = min2(max2(first, 0.0), 1.0);
    newton_share(w, &v, m, near[0], first);
    if (count == 2) newton_share(w, &v, m, near[1], second);
    v.s = make3(v.u, v.v, v.w);
    return v;
}

/* The first portal again, with the last vertex: one grown too thin for its rounding goes no
 * further. */
static bool newton_rebuild(newton* w, const vertex3* s) {
    vec3 offset;
    portal3* portal = &w->g->portal;
    portal3_begin(portal, &w->g->pair, &offset);
    portal3_fill(portal, &w->g->pair, offset);
    newton_see_portal(portal);
    return portal3_raise(portal, s, s);
}

/* Keeps the best bend, and judges the step that led to the last one. */
static bool newton_judge(newton* w, bool whole) {
    const bend *m = &w->bends[1 - w->best], *best = &w->bends[w->best];
    const bool gained = !w->known || m->height < best->height;
    if (w->predicted > 0.0) {
        const double gain = best->height - m->height;
        const vec2 step = sub2(m->y, best->y);
        if (!(gain > NEWTON_POOR * w->predicted))
            w->trust = 0.25 * length2(step);
        else if (gain > NEWTON_GOOD * w->predicted && 4.0 * dot2(step, step) > w->trust * w->trust)
            w->trust = 2.0 * length2(step);
    }
    if (gained && whole) {
        if (!w->known) w->trust = NEWTON_TRUST * sqrt(1.0 + dot2(m->y, m->y));
        w->best = 1 - w->best;
        w->known = true;
    }
    return gained;
}

/* A round face where the ray leaves, if one is known now: its shape, or -1. */
static int newton_face(newton* w, vec2* y) {
    const bend* m = &w->bends[w->best];
#pragma GCC unroll 1
    for (int i = 0; i < 2; i++) {
        if (!gd_sight_face(&w->sights[i], m)) continue;
        w->sights[i].face = false;
        *y = w->sights[i].face_y;
        return i;
    }
    return -1;
}

/* The next direction; false when there is none. */
static bool newton_next(newton* w, bool gained, vec2* y) {
    const bool newtons = w->predicted > 0.0;
    w->predicted = 0.0;
    w->held = false;
    if ((gained || !newtons) && w->g->iterations < NEWTON_STEPS) {
        const bend* m = &w->bends[w->best];
        const vec2 d = gd_hinge_step(m, w->trust, &w->predicted, &w->held);
        if (w->predicted > NEWTON_ROUNDING * m->height) {
            *y = add2(m->y, d);
            return true;
        }
        w->predicted = 0.0;
        w->held = false;
    }
    const vec3 n = portal3_normal(&w->g->portal);
    if (!(n.z > 0.0)) return false;
    *y = make2(n.x / n.z, n.y / n.z);
    return true;
}

/* Where to look first: along the normal of an ellipsoid as wide as C in each direction. */
static vec2 newton_first(const newton* w) {
    double q00 = 0.0, q01 = 0.0, q11 = 0.0;
    vec2 b = make2(0.0, 0.0);
#pragma GCC unroll 1
    for (int i = 0; i < 2; i++) {
        const sight* at = &w->sights[i];
        const vec3 d = at->shape->spread;
        const vec3 x = scale3(d.x, at->x), y = scale3(d.y, at->y), z = scale3(d.z, at->z);
        q00 += x.x * at->x.x + y.x * at->y.x + z.x * at->z.x;
        q01 += x.x * at->x.y + y.x * at->y.y + z.x * at->z.y;
        q11 += x.y * at->x.y + y.y * at->y.y + z.y * at->z.y;
        b.x += x.x * at->x.z + y.x * at->y.z + z.x * at->z.z;
        b.y += x.y * at->x.z + y.y * at->y.z + z.y * at->z.z;
    }
    const double det = q00 * q11 - q01 * q01;
    if (!(det > 0.0)) return make2(0.0, 0.0);
    const double t = 1.0 / det;
    return make2(t * (q01 * b.y - q11 * b.x), t * (q01 * b.x - q00 * b.y));
}

static vec3 newton_unseen(const pair3* pair, vec3 s) {
    return madd3(madd3(scale3(s.z, pair->ray), s.x, pair->e1), s.y, pair->e2);
}

/* The unit normal at y, A's frame. */
static vec3 newton_normal(const pair3* pair, vec2 y) {
    return unit3(newton_unseen(pair, make3(y.x, y.y, 1.0)));
}

/* The normal of a shape's round face, exactly: A's frame. */
static vec3 newton_face_normal(const newton* w, int i) {
    const double up = copysign(1.0, w->sights[i].y.z);
    return i == 0 ? make3(0.0, up, 0.0) : scale3(-up, w->g->pair.b_to_a.cy);
}

/* The portal and, unless NULL, the vertex found at y. */
static GD_COLD void newton_record(const newton* w, gd_trace* trace, const vertex3* s, vec2 y,
                                  vec2 outer_y) {
    const pair3* pair = &w->g->pair;
    portal3 portal = w->g->portal;
    for (int i = 0; i < 3; i++)
        portal.v[i].s = newton_unseen(pair, portal.v[i].s);
    const trace_growth known = {newton_normal(pair, outer_y), w->g->outer, w->g->iterations};
    vertex3 found;
    if (s) {
        found = *s;
        found.s = newton_unseen(pair, s->s);
    }
    gd_trace_portal3(trace, pair, &portal, known, s ? &found : NULL, newton_normal(pair, y));
}

GD_NOINLINE gd_status gd_newton_run(growth3* g, vec3 n, bool warm, const gd_settings* settings,
                                    bool boolean, gd_trace* trace) {
    newton w;
    w.g = g;
    w.best = 0;
    w.known = false;
    w.trust = 0.0;
    w.predicted = 0.0;
    w.held = warm;
    newton_see(&w);
    const double extent = g->pair.a->bound_radius + g->pair.b->bound_radius;
    stop_rule rule = stop_rule_of(settings, boolean, g->pair.distance, extent, g->outer);
    vec2 y = make2(0.0, 0.0), outer_y = y;
    if (boolean) { /* which has looked along a first direction */
        const double t = 1.0 / dot3(g->normal, g->pair.ray);
        outer_y = make2(t * dot3(g->normal, g->pair.e1), t * dot3(g->normal, g->pair.e2));
    }
    const double rise = dot3(n, g->pair.ray);
    if (warm && rise > NEWTON_STEEP)
        y = make2(dot3(n, g->pair.e1) / rise, dot3(n, g->pair.e2) / rise);
    else
        y = newton_first(&w);
    bool improved = false;
    portal3 best;
    best.inner = 0.0;
    bool rebuilt = false;
    int face = -1, outer_face = -1;
    gd_status status = GD_STATUS_PRECISION;
    for (;;) {
        if (g->iterations == settings->max_iterations) {
            status = GD_STATUS_MAX_ITERATIONS;
            break;
        }
        bend* m = &w.bends[1 - w.best];
        const double inverse = newton_bend(&w, y, face, m);
        g->iterations += 1.0;
        const double above = (m->height - g->portal.inner) * inverse;
        /* a face's normal is exact, one that comes near it proves as much */
        if (m->height < g->outer || (face >= 0 && m->height <= g->outer * NEWTON_EQUAL)) {
            g->outer = min2(g->outer, m->height);
            outer_y = y;
            outer_face = face;
            improved = true;
        }
        const vertex3 v = w.held ? newton_shared(&w, m) : m->s;
        if (trace) newton_record(&w, trace, &m->s, y, outer_y);
        bool thin = !portal3_raise(&g->portal, &v, &m->s);
        if (stop_proved(&rule, g->portal.inner, g->outer) ||
            g->outer <= STOP_FINE * g->portal.inner) {
            portal3_settle(&g->portal);
            if (stop_proved(&rule, g->portal.inner, g->outer)) {
                status = GD_STATUS_OPTIMAL;
                break;
            }
            if (g->portal.inner > best.inner) best = g->portal;
        }
        thin = stop_stalled(&rule, g->portal.inner, g->outer, above) || thin;
        if (thin) {
            if (rebuilt || g->outer <= STOP_IDLE_GAP * max2(g->portal.inner, best.inner)) break;
            portal3_correct(&g->portal);
            if (g->portal.inner > best.inner) best = g->portal;
            rebuilt = true;
            if (!newton_rebuild(&w, &m->s)) break;
        }
        const bool gained = newton_judge(&w, face < 0);
        face = gained ? newton_face(&w, &y) : -1;
        if (face >= 0) {
            w.predicted = 0.0;
            w.held = false;
            continue;
        }
        if (!newton_next(&w, gained, &y)) break;
    }
    portal3_correct(&g->portal);
    if (best.inner > g->portal.inner) g->portal = best;
    if (outer_face >= 0)
        g->normal = newton_face_normal(&w, outer_face);
    else if (improved)
        g->normal = newton_normal(&g->pair, outer_y);
    if (trace) newton_record(&w, trace, NULL, outer_y, outer_y);
    g->pair.hint_a = w.sights[0].hint;
    g->pair.hint_b = w.sights[1].hint;
    return status;
}
