/* Newton's method for the growth distance: the loop. newton.h explains the method. */
#include "growth/newton.h"

#include "second_order/model_step.h"
#include "second_order/ray_model.h"
#include "minkowski/trace.h"

/* Largest first step in y, as a multiple of |n|. */
#define NEWTON_TRUST 4.0
/* After this many iterations no more model steps: the portal continues alone. */
#define NEWTON_STEPS 32.0
/* A predicted gain below this fraction of h is rounding. */
#define NEWTON_ROUNDING 0x1p-50
/* A point this near to the ray, as a fraction of the inner ball's radius, is on it. */
#define NEWTON_ON_RAY 0x1p-40
/* A kink may contribute to the vertex if its other piece is lower by at most this fraction of h. */
#define NEWTON_BLEND 0x1p-10
/* After a step with a predicted gain above this fraction of h, the portal is not updated yet. */
#define NEWTON_DEFER 0x1p-20
/* An overlap test whose model predicts a least h below this factor times the distance may find the
 * shapes separated. */
#define NEWTON_APART (1.0 + 0x1p-6)
/* Bounds within this factor are equal. */
#define NEWTON_EQUAL (1.0 + 0x1p-50)
/* A saved normal is used as first direction if the cosine of its angle to the ray exceeds this. */
#define NEWTON_STEEP 0x1p-10

typedef struct newton {
    growth3* g;
    stop_rule rule;
    ray_model ray;
    local_model locals[2];
    int best;   /* index of the local model with the least h; the other one is free */
    bool known; /* a best local model exists */
    double trust;
    double predicted; /* predicted gain of the step to y; 0: not a Newton step */
    bool active;      /* the step ended on kinks */
    vec2 y;           /* the next direction */
    int face;         /* index of the shape whose round face is evaluated, or -1 */
    vec2 outer_y;     /* y and face that gave outer */
    int outer_face;
    bool improved; /* this method lowered outer */
    bool rebuilt;
} newton;

GD_NOINLINE bool gd_newton_fits(const gd_shape* a, const gd_shape* b) {
    const bool curved =
        !shape_is_polytope(a) || !shape_is_polytope(b) || a->radius + b->radius > 0.0;
    return curved && support_model_exists(a) && support_model_exists(b);
}

static void newton_blend_kink(vertex3* v, const local_model* m, const kink* h, double share) {
    v->u += share * h->slope.x;
    v->v += share * h->slope.y;
    v->w -= share * (h->gap + dot2(h->slope, m->y));
    vec3* part = h->of_b ? &v->b : &v->a;
    *part = madd3(*part, share, h->beyond);
}

/* The support vertex, moved to the point nearest to the ray. It may move on the face that it forms
 * with the pieces beyond the nearest kinks, at most two. */
static vertex3 newton_blend_kinks(const local_model* m) {
    vertex3 v;
    vertex3_copy(&v, &m->s);
    const kink* near[2] = {NULL, NULL};
    int count = 0;
    for (int i = 0; i < m->count && count < 2; i++)
        if (m->kinks[i].gap <= NEWTON_BLEND * m->height) near[count++] = &m->kinks[i];
    if (count == 0) return v;
    const vec2 g = make2(v.u, v.v), s = near[0]->slope;
    double first = -dot2(g, s) / dot2(s, s), second = 0.0;
    if (count == 2) {
        const vec2 t = near[1]->slope;
        const double det = cross2(s, t);
        if (kinks_cross(s, t, det)) {
            first = -cross2(g, t) / det;
            second = min2(max2(-cross2(s, g) / det, 0.0), 1.0);
        }
    }
    first = min2(max2(first, 0.0), 1.0);
    if (first + second > 1.0 && kinks_exclude(near[0], near[1])) {
        const vec2 edge = sub2(near[1]->slope, s);
        second = min2(max2(-dot2(add2(g, s), edge) / dot2(edge, edge), 0.0), 1.0);
        first = 1.0 - second;
    }
    newton_blend_kink(&v, m, near[0], first);
    if (count == 2) newton_blend_kink(&v, m, near[1], second);
    return v;
}

/* If C contains a ball that touches it in the support vertex, the exit point of the ray from that
 * ball bounds beta from below. Returns true if this bound proves the answer; the exit point then
 * replaces the portal's vertices. */
static bool newton_inner_ball_bound(newton* w, const local_model* m, double inverse) {
    const support_model* models = w->ray.models;
    const stop_rule* rule = &w->rule;
    portal3* portal = &w->g->portal;
    const double r = models[0].ball + models[1].ball;
    /* a growth distance needs an outer bound from a normal, not from the bounding balls */
    if (!(r > 0.0 && (w->improved || rule->boolean))) return false;
    const double min_inner = rule->boolean ? rule->distance : w->g->outer / rule->slack;
    const vec3 n = scale3(inverse, make3(m->y.x, m->y.y, 1.0));
    const vec3 middle = madd3(in_ray_frame(&m->s), -r, n);
    const double missing = max2(min_inner - middle.z, 0.0);
    const double left = r * r - (middle.x * middle.x + middle.y * middle.y);
    if (!(left > missing * missing)) return false;
    const double up = sqrt(left), t = 1.0 / r;
    if (!stop_proved(rule, middle.z + up, w->g->outer)) return false;
    const vec3 turn = sub3(make3(-t * middle.x, -t * middle.y, t * up), n);
    vertex3 v = m->s;
    v.u = v.v = 0.0;
    v.w = middle.z + up;
    v.a = madd3(m->s.a, models[0].ball, support_model_local(&models[0], turn));
    v.b = madd3(m->s.b, models[1].ball, support_model_local(&models[1], turn));
    portal3_take_point(portal, &v, v.w);
    return true;
}

/* The first portal, expanded by the best vertex so far. */
static GD_NOINLINE void newton_open_portal(newton* w) {
    growth3* g = w->g;
    portal3_init(&g->portal, &g->pair, g->offset);
    if (!w->known) return;
    const vertex3* s = &w->locals[w->best].s;
    portal3_expand(&g->portal, s, s);
}

/* Rebuilds the portal from the first portal and s, because the present one is too thin for its
 * rounding. */
static GD_COLD bool newton_rebuild(newton* w, const vertex3* s) {
    w->rebuilt = true;
    newton_open_portal(w);
    return portal3_expand(&w->g->portal, s, s);
}

/* Updates the trust radius from the step to the new local model. If this model is the best and
 * whole (not of a round face), keeps it. Returns whether the step lowered h. */
static bool newton_update_trust(newton* w, bool whole) {
    const local_model *m = &w->locals[1 - w->best], *best = &w->locals[w->best];
    const bool gained = !w->known || m->height < best->height;
    if (w->predicted > 0.0) {
        const double gain = best->height - m->height;
        w->trust = model_step_trust(w->trust, sub2(m->y, best->y), w->predicted, gain);
    }
    if (gained && whole) {
        if (!w->known) w->trust = NEWTON_TRUST * sqrt(1.0 + dot2(m->y, m->y));
        w->best = 1 - w->best;
        w->known = true;
    }
    return gained;
}

/* Chooses the next direction: a face's normal, the model's minimum, or the portal's normal. Returns
 * false if rounding leaves no direction. */
static bool newton_next(newton* w, bool gained) {
    const bool newtons = w->predicted > 0.0;
    w->predicted = 0.0;
    w->active = false;
    w->face = -1;
    if (gained) w->face = ray_model_select_face(&w->ray, &w->locals[w->best], &w->y);
    if (w->face >= 0) return true;
    if ((gained || !newtons) && w->g->iterations < NEWTON_STEPS) {
        const local_model* m = &w->locals[w->best];
        /* Newton's method on h^2 / 2 instead of h: for an ellipsoid this is exactly quadratic. */
        const model_step step = model_step_inlined(m, 1.0 / m->height, w->trust);
        w->y = add2(m->y, step.d);
        if (step.gain > NEWTON_ROUNDING * m->height) {
            w->predicted = step.gain;
            w->active = step.active_count > 0;
            return true;
        }
    }
    if (!(w->g->portal.inner > 0.0)) newton_open_portal(w);
    const vec3 n = portal3_normal_in_ray_frame(&w->g->portal);
    w->y = make2(n.x / n.z, n.y / n.z);
    return n.z > 0.0;
}

/* The first y: the normal at the point where the ray leaves an ellipsoid about as wide as C. */
static vec2 newton_first(const newton* w) {
    double q00 = 0.0, q01 = 0.0, q11 = 0.0;
    vec2 b = make2(0.0, 0.0);
#pragma GCC unroll 1
    for (int i = 0; i < 2; i++) {
        const support_model* at = &w->ray.models[i];
        const vec3 d = at->shape->ellipsoid_proxy;
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

/* The unit normal at y, A's frame. */
static vec3 newton_normal(const pair3* pair, vec2 y) {
    return unit3(from_ray_frame(pair, make3(y.x, y.y, 1.0)));
}

/* The exact normal of shape i's round face, A's frame. */
static vec3 newton_face_normal(const newton* w, int i) {
    const double up = copysign(1.0, w->ray.models[i].y.z);
    return i == 0 ? make3(0.0, up, 0.0) : scale3(-up, w->g->pair.b_to_a.cy);
}

/* Records the portal and, unless s is NULL, the vertex found at y. */
static GD_COLD void newton_record(const newton* w, const vertex3* s, vec2 y, vec2 outer_y) {
    const pair3* pair = &w->g->pair;
    portal3 portal = w->g->portal;
    if (!(portal.inner > 0.0)) portal3_init(&portal, pair, w->g->offset);
    for (int i = 0; i < 3; i++)
        portal.v[i].s = from_ray_frame(pair, in_ray_frame(&portal.v[i]));
    const trace_growth known = {newton_normal(pair, outer_y), w->g->outer, w->g->iterations};
    vertex3 found;
    if (s) {
        found = *s;
        found.s = from_ray_frame(pair, in_ray_frame(s));
    }
    gd_trace_portal3(w->g->trace, pair, &portal, known, s ? &found : NULL, newton_normal(pair, y));
}

/* Evaluates the local model at w->y and updates the outer bound. */
static double newton_evaluate(newton* w, local_model* m) {
    growth3* g = w->g;
    const double inverse = ray_model_evaluate(&w->ray, w->y, w->face, m);
    g->iterations += 1.0;
    /* a face's normal is exact, so it also replaces a normal with an equal bound */
    const bool lower = m->height < g->outer;
    if (m->height > 0.0 && (lower || (w->face >= 0 && m->height <= g->outer * NEWTON_EQUAL))) {
        g->outer = min2(g->outer, m->height);
        w->outer_y = w->y;
        w->outer_face = w->face;
        w->improved = true;
    }
    return inverse;
}

/* Returns true if the bounds prove the answer. A portal that is close to a proof is certified
 * first. */
static GD_NOINLINE bool newton_proved(newton* w) {
    growth3* g = w->g;
    if (!stop_proved(&w->rule, g->portal.inner, g->outer) &&
        !(g->outer <= STOP_FINE * g->portal.inner))
        return false;
    if (g->portal.inner > 0.0) portal3_certify(&g->portal);
    return stop_proved(&w->rule, g->portal.inner, g->outer);
}

/* For overlap tests. If a point of C near the ray proves the overlap, it completes a portal that
 * does: steps before that need none, which takes half the time. */
static GD_NOINLINE bool newton_overlaps(newton* w, const local_model* m) {
    portal3* portal = &w->g->portal;
    const double distance = w->rule.distance;
    const vertex3 v = newton_blend_kinks(m);
    const double inner = cone_inner(portal->ball, in_ray_frame(&v));
    if (!(inner >= distance)) return false;
    if (w->g->answer_only) {
        portal->inner = inner;
        return true;
    }
    if (!(portal->inner > 0.0)) newton_open_portal(w);
    portal3_expand(portal, &v, &v);
    return newton_proved(w);
}

/* Whether a point of C on the ray proves the answer, without a portal. */
static bool newton_point_proves(newton* w, const vertex3* v) {
    portal3* portal = &w->g->portal;
    const double inner = cone_inner(portal->ball, in_ray_frame(v));
    if (!(fabs(v->u) + fabs(v->v) <= NEWTON_ON_RAY * portal->ball)) return false;
    if (!stop_proved(&w->rule, inner, w->g->outer)) return false;
    portal3_take_point(portal, v, inner);
    return true;
}

/* Adds the local model's vertex to the portal. Returns false if rounding prevents any further
 * progress. */
static bool newton_expand_portal(newton* w, const local_model* m, double inverse, bool* proved) {
    growth3* g = w->g;
    vertex3 v;
    if (w->active) {
        v = newton_blend_kinks(m);
        *proved = newton_point_proves(w, &v);
        if (*proved) return true;
    }
    if (!(g->portal.inner > 0.0)) newton_open_portal(w);
    const double height = (m->height - g->portal.inner) * inverse;
    bool thin;
    if (w->active) {
        thin = !portal3_expand(&g->portal, &v, &m->s);
    } else {
        thin = !portal3_expand(&g->portal, &m->s, &m->s);
    }
    *proved = newton_proved(w);
    if (*proved) return true;
    thin = stop_stalled(&w->rule, g->portal.inner, g->outer, height) || thin;
    if (!thin) return true;
    if (w->rebuilt || g->outer <= STOP_IDLE_GAP * g->portal.inner) return false;
    return newton_rebuild(w, &m->s);
}

/* Whether to skip the portal this time: the step was long and lowered h. An overlap test also skips
 * the portal while the shapes seem separated. */
static bool newton_may_defer_portal(const newton* w, const local_model* m) {
    const local_model* best = &w->locals[w->best];
    if (!w->known)
        return !(w->g->portal.inner > 0.0) &&
               (w->rule.boolean || w->ray.models[0].ball + w->ray.models[1].ball > 0.0);
    if (!(m->height < best->height)) return false;
    if (w->rule.boolean && best->height - w->predicted < NEWTON_APART * w->rule.distance)
        return true;
    return !w->active && w->face < 0 && w->predicted > NEWTON_DEFER * m->height;
}

/* Returns true if the bounds prove the answer. */
static bool newton_loop(newton* w) {
    const double max_iterations = min2(w->g->settings->max_iterations, STOP_LATE);
    while (w->g->iterations < max_iterations) {
        local_model* m = &w->locals[1 - w->best];
        const double inverse = newton_evaluate(w, m);
        if (w->g->trace) newton_record(w, &m->s, w->y, w->outer_y);
        if (newton_inner_ball_bound(w, m, inverse)) return true;
        if (w->rule.boolean && m->height >= w->rule.distance && newton_overlaps(w, m)) return true;
        bool proved = false;
        if (newton_may_defer_portal(w, m))
            proved = newton_proved(w);
        else if (!newton_expand_portal(w, m, inverse, &proved))
            return false;
        if (proved) return true;
        if (!newton_next(w, newton_update_trust(w, w->face < 0))) return false;
    }
    return false;
}

/* The normal that proves outer, A's frame. */
static vec3 newton_outer_normal(const newton* w) {
    if (w->outer_face >= 0) return newton_face_normal(w, w->outer_face);
    return w->improved ? newton_normal(&w->g->pair, w->outer_y) : w->g->normal;
}

GD_NOINLINE bool gd_newton_run(growth3* g) {
    pair3* pair = &g->pair;
    newton w;
    w.g = g;
    w.best = 0;
    w.locals[0].s.s = w.locals[1].s.s = make3(0.0, 0.0, 0.0); /* this method does not use s */
    w.known = w.improved = w.rebuilt = false;
    w.trust = w.predicted = 0.0;
    w.active = g->warm;
    w.face = w.outer_face = -1;
    ray_model_init(&w.ray, pair);
    w.rule = growth_stop_rule(g);
    w.outer_y = make2(0.0, 0.0);
    w.improved = !g->boolean && g->iterations > 0.0; /* by a warm query */
    if (g->boolean || w.improved) { /* the normal is known: of a guess, the ray, or a warm query */
        const double t = 1.0 / dot3(g->normal, pair->ray);
        w.outer_y = make2(t * dot3(g->normal, pair->e1), t * dot3(g->normal, pair->e2));
    }
    const vec3 n = g->start;
    const double n_dot_ray = dot3(n, pair->ray);
    if (g->aimed && n_dot_ray > NEWTON_STEEP)
        w.y = make2(dot3(n, pair->e1) / n_dot_ray, dot3(n, pair->e2) / n_dot_ray);
    else
        w.y = newton_first(&w);
    const bool proved = newton_loop(&w);
    if (!proved && g->portal.inner > 0.0)
        portal3_certify(&g->portal); /* the other loops continue from the portal */
    g->normal = newton_outer_normal(&w);
    if (g->trace && proved) newton_record(&w, NULL, w.outer_y, w.outer_y);
    return proved;
}
