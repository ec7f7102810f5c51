/* Casts in 3D by second derivatives: Newton's method on h(y), the height that the normal
 * n = ray + y0 e1 + y1 e2 proves.
 *
 * A local model of K (support_model.h) approximates h around y. The next y is where the line enters
 * the osculating ellipsoid, or the minimum of the model with its kinks. This is growth's problem
 * without a centre: h may be negative, and no point inside K is known.
 *
 * Points of K on the line come from a ball inside K that touches the support point, from the kinks
 * near the normal, and from the portal. If the line misses the osculating ellipsoid or y grows
 * without bound, the next normal is across the line. If rounding or the limit of steps ends this
 * search, the portal continues alone. */
#include "casts/cast_dual.h"
#include "casts/cast_kinks.h"
#include "casts/cast_osculate.h"
#include "casts/cast_search.h"

#include "second_order/model_step.h"
#include "second_order/polar_step.h"
#include "second_order/ray_model.h"

/* Limit on the evaluations. */
#define CAST_NEWTON_LIMIT 40.0
/* Largest first step in y, as a multiple of |n|. */
#define CAST_NEWTON_REACH 4.0
/* A predicted gain below this fraction of the extent is rounding. */
#define CAST_NEWTON_NOISE 0x1p-50
/* A kink may contribute if its gap is below NEAR; it passes through the normal below FLAT. Both as
 * fractions of the extent. */
#define CAST_NEWTON_NEAR 0x1p-10
#define CAST_NEWTON_FLAT 0x1p-40
/* The dual of a step is tried if the step gains at most this fraction of the extent. */
#define CAST_NEWTON_DUAL 0x1p-12
/* Rounding of a gap in the dual, as a fraction of the extent. */
#define CAST_NEWTON_GAP 0x1p-32
/* Until the portal surrounds the line, y^2 may grow by this factor between normals across it. */
#define CAST_NEWTON_GROWTH 4.0
/* Length of y next to the outline of K, seen along the line. A model there says whether the line
 * is inside. The curvature along the line still has half of its digits. */
#define CAST_NEWTON_OUTLINE 0x1p10
/* Limit on these models in a row. */
#define CAST_NEWTON_OUTLINES 3
/* Largest distance of the line from the outline, as a fraction of the extent, and least cosine
 * between two normals of the outline. */
#define CAST_NEWTON_OUTLINE_NEAR 0x1p-6
#define CAST_NEWTON_OUTLINE_TURN 0.9
/* Largest squared step away from a face's normal, as a multiple of n^2. */
#define CAST_NEWTON_RIM 1.0
/* Vertices kept for the portal, if a ball inside K is likely to decide before it. */
#define CAST_NEWTON_PENDING 4
/* Least height of the support value over the middle of K in the Hessian, as a fraction of the
 * extent. */
#define CAST_NEWTON_FLOOR 0x1p-3

typedef struct cast_newton {
    cast_search* c;
    ray_model ray; /* of K */
    local_model locals[2];
    int best; /* index of the local model with the least h; the other one is free */
    bool known;
    double trust;
    double predicted; /* predicted gain of the step to y; 0: not a step of the model */
    bool active;      /* the step ended on kinks */
    bool timid;       /* the previous step gained little: stay in the trust region */
    vec2 y;
    int face;    /* index of the shape whose round face is evaluated, or -1 */
    bool rims;   /* a shape has rims: the dual of a step may decide */
    bool rolls;  /* a ball inside K is likely to decide */
    bool beside; /* the line misses the osculating ellipsoid: try `across` */
    vec2 across;
    double beyond; /* how far K is beyond the line along the newest normal across it */
    bool outer;    /* the line seems to be near the outline of K, or beside K */
    int outlines;  /* models next to the outline in a row */
    double limit;  /* of y^2 while the portal does not surround the line */
    vertex3 pending[CAST_NEWTON_PENDING];
    int pending_count;
} cast_newton;

/* Whether second derivatives pay: both shapes have models. Beside a hull, the other shape must be
 * smooth, or a segment, point or box that makes K round. Hulls with rims and two hulls need half of
 * the portal's evaluations, which together take longer. */
static bool cast_newton_suits(const cast_line* line) {
    const gd_shape *a = line->pair.a, *b = line->pair.b;
    if (!support_model_exists(a) || !support_model_exists(b)) return false;
    const bool hull_a = a->vertices.count > 0, hull_b = b->vertices.count > 0;
    if (!hull_a && !hull_b) return true;
    if ((hull_a && hull_b) || shape_has_rims(a) || shape_has_rims(b)) return false;
    return !shape_is_polytope(a) || !shape_is_polytope(b) ||
           a->radius + b->radius + line->target > 0.0;
}

static void cast_newton_begin(cast_newton* w, cast_search* c) {
    const pair3* pair = &c->line.pair;
    w->c = c;
    ray_model_init(&w->ray, pair);
    w->ray.radius += c->line.target;
    w->ray.middle = sub3(w->ray.middle, c->line.at);
    w->locals[0].s.s = w->locals[1].s.s = make3(0.0, 0.0, 0.0); /* not used here */
    w->best = 0;
    w->known = w->active = w->timid = w->beside = w->outer = false;
    w->trust = w->predicted = 0.0;
    w->face = -1;
    w->rolls = pair->a->core == GD_CORE_ELLIPSOID || pair->b->core == GD_CORE_ELLIPSOID ||
               w->ray.radius > 0x1p-10 * c->line.extent;
    w->rims = !w->rolls && (shape_has_rims(pair->a) || shape_has_rims(pair->b));
    w->beyond = 0.0;
    w->pending_count = w->outlines = 0;
}

/* A ball inside K touches it in x: the line enters K not below this ball. */
static void cast_newton_take_ball(cast_newton* w, const vertex3* x, vec3 n) {
    cast_search* c = w->c;
    const support_model* models = w->ray.models;
    const double r = models[0].ball + models[1].ball + c->line.target;
    const vec3 middle = madd3(in_ray_frame(x), -r, n);
    const double left = r * r - (middle.x * middle.x + middle.y * middle.y);
    if (!(r > 0.0 && left >= 0.0)) return;
    const double up = sqrt(left), t = 1.0 / r;
    if (!(middle.z + up > c->inner)) return;
    const vec3 turn = sub3(make3(-t * middle.x, -t * middle.y, t * up), n);
    c->inner = middle.z + up;
    c->on_a = madd3(x->a, models[0].ball, support_model_local(&models[0], turn));
    c->on_b = madd3(x->b, models[1].ball, support_model_local(&models[1], turn));
}

/* Adds a vertex to the portal, and its point on the line to the bounds. */
static void cast_newton_enter(cast_newton* w, const vertex3* x) {
    cast_search* c = w->c;
    gd_cast_portal_enter(&c->portal, x);
    if (cast_portal_may_decide(c) && !(c->portal.inner <= c->inner)) gd_cast_take_portal(c);
}

static void cast_newton_flush(cast_newton* w) {
    for (int i = 0; i < w->pending_count; i++)
        cast_newton_enter(w, &w->pending[i]);
    w->pending_count = 0;
}

/* Evaluates K at y and takes all bounds. Returns true if they decide. */
static bool cast_newton_evaluate_at(cast_newton* w, local_model* m) {
    cast_search* c = w->c;
    const double inverse = ray_model_evaluate(&w->ray, w->y, w->face, m);
    const vec3 n = scale3(inverse, make3(m->y.x, m->y.y, 1.0));
    c->iterations += 1.0;
    if (inverse >= CAST_ACROSS)
        gd_cast_take_height(c, n, &m->s, m->height, (1.0 + dot2(m->y, m->y)) * inverse);
    else
        gd_cast_take_normal(c, n, &m->s);
    if (cast_decided(c)) return true;
    const double extent = c->line.extent;
    const vertex3 x =
        m->count ? gd_cast_kinks(m, CAST_NEWTON_NEAR * extent, CAST_NEWTON_FLAT * extent) : m->s;
    cast_newton_take_ball(w, &x, n);
    gd_cast_take_point(c, &x);
    if (cast_decided(c)) return true;
    if (w->rolls && w->pending_count < CAST_NEWTON_PENDING &&
        (w->predicted > 0.0 || w->face >= 0 || !w->known)) {
        w->pending[w->pending_count++] = w->active ? x : m->s;
        return false;
    }
    cast_newton_flush(w);
    cast_newton_enter(w, w->active ? &x : &m->s);
    if (w->active && cast_portal_surrounds(&c->portal)) cast_newton_enter(w, &m->s);
    return cast_decided(c);
}

/* Updates the trust radius, and keeps the model if it is the best. Returns whether h fell. */
static bool cast_newton_judge(cast_newton* w) {
    const local_model *m = &w->locals[1 - w->best], *best = &w->locals[w->best];
    const bool gained = !w->known || m->height < best->height;
    if (w->predicted > 0.0) {
        const double gain = best->height - m->height;
        w->timid = model_step_is_poor(w->predicted, gain);
        w->trust = model_step_trust(w->trust, sub2(m->y, best->y), w->predicted, gain);
    }
    if (gained && w->face < 0) {
        if (!w->known) w->trust = CAST_NEWTON_REACH * sqrt(1.0 + dot2(m->y, m->y));
        w->best = 1 - w->best;
        w->known = true;
    }
    return gained;
}

/* Steps from the best model to the next y. Returns false if the step gains nothing or y would grow
 * without bound. */
static bool cast_newton_step(cast_newton* w) {
    const cast_search* c = w->c;
    const local_model* m = &w->locals[w->best];
    osculate_step o;
    const osculate_result found = gd_cast_osculate(m, &o);
    const vec2 d = sub2(o.y, m->y);
    const bool round =
        found == OSCULATE_STEP && (!w->timid || dot2(d, d) <= 4.0 * w->trust * w->trust);
    w->beside = found == OSCULATE_BESIDE;
    if (w->beside) w->across = unit2(o.y);
    if (round) {
        w->y = o.y;
        w->predicted = m->height - o.height;
        w->active = o.active;
    } else {
        const double above = max2(m->height + c->line.at.z, CAST_NEWTON_FLOOR * c->line.extent);
        const model_step step = gd_model_step(m, 1.0 / above, w->trust);
        w->y = add2(m->y, step.d);
        w->predicted = step.gain;
        w->active = step.active_count > 0;
    }
    const double square = dot2(w->y, w->y);
    const bool open = !cast_portal_surrounds(&c->portal);
    w->outer = open && ((!round && square > w->limit) || w->beside);
    if (w->outer)
        w->limit = CAST_NEWTON_GROWTH * square;
    else if (w->predicted > CAST_NEWTON_NOISE * c->line.extent)
        return true;
    w->predicted = 0.0;
    w->active = false;
    return false;
}

/* Replaces the step to y if it would turn a rim by much. */
static void cast_newton_polar(cast_newton* w) {
    const local_model* m = &w->locals[w->best];
    vec2 d = sub2(w->y, m->y);
    if (!(dot2(d, d) < 1.0 + dot2(m->y, m->y))) return;
    if (gd_polar_step(w->ray.models, m, 0.0, &d)) w->y = add2(m->y, d);
}

/* Whether the dual of the step to y decides. */
static bool cast_newton_dual(cast_newton* w) {
    cast_search* c = w->c;
    const double extent = c->line.extent;
    const local_model* m = &w->locals[w->best];
    vertex3 x;
    if (!w->rims || !(w->predicted <= CAST_NEWTON_DUAL * extent)) return false;
    if (!gd_cast_dual(w->ray.models, m, sub2(w->y, m->y), CAST_NEWTON_GAP * extent, &x))
        return false;
    gd_cast_take_point(c, &x);
    return cast_decided(c);
}

/* One support vertex along the unit normal u across the line. Returns true if it decides. */
static bool cast_newton_look_across(cast_newton* w, vec2 u) {
    cast_search* c = w->c;
    vertex3 s;
    if (gd_cast_look(c, make3(u.x, u.y, 0.0), &s)) return true;
    w->beyond = u.x * s.u + u.y * s.v;
    cast_newton_enter(w, &s);
    return cast_decided(c);
}

static bool cast_newton_may_evaluate(const cast_newton* w) {
    return w->c->iterations < min2(w->c->max_iterations, CAST_NEWTON_LIMIT);
}

/* Starts at the unit normal u of the outline of K, seen along the line, if the line is near the
 * outline there. */
static bool cast_newton_go_to_outline(cast_newton* w, vec2 u, int count) {
    if (w->beyond > CAST_NEWTON_OUTLINE_NEAR * w->c->line.extent) return false;
    w->outlines = count;
    w->y = scale2(CAST_NEWTON_OUTLINE, u);
    return true;
}

/* Models next to the outline find the normal that proves a miss, or where the line enters. The
 * portal alone would bisect the outline. Continues after the evaluation of one. Returns true if
 * w->y is the next direction. */
static GD_NOINLINE bool cast_newton_continue_outline(cast_newton* w) {
    const local_model* m = &w->locals[1 - w->best];
    const int count = w->outlines;
    osculate_step o;
    w->outlines = 0;
    const osculate_result found = gd_cast_osculate(m, &o);
    if (found == OSCULATE_NONE) return false;
    const double far = length2(o.y), turn = dot2(m->y, o.y) / CAST_NEWTON_OUTLINE;
    if (!(turn > CAST_NEWTON_OUTLINE_TURN * far)) return false;
    if (found == OSCULATE_STEP) {
        w->best = 1 - w->best;
        w->y = o.y;
        w->trust = CAST_NEWTON_REACH * far;
        w->predicted = m->height - o.height;
        w->active = o.active;
        return w->predicted > 0.0;
    }
    const vec2 u = scale2(1.0 / far, o.y);
    if (count == CAST_NEWTON_OUTLINES || !cast_newton_may_evaluate(w)) return false;
    if (cast_newton_look_across(w, u)) return false;
    return cast_newton_go_to_outline(w, u, count + 1);
}

/* The portal's next normal. While it is across the line, evaluates K there. Returns false if the
 * bounds decide or no normal is left; otherwise w->y is the next direction. */
static bool cast_newton_by_portal(cast_newton* w) {
    cast_search* c = w->c;
    cast_newton_flush(w);
    if (w->outer && !cast_portal_surrounds(&c->portal) && cast_newton_may_evaluate(w)) {
        w->outer = false;
        if (w->beside && cast_newton_look_across(w, w->across)) return false;
        if (!w->beside) w->beyond = 0.0;
        if (cast_newton_go_to_outline(w, w->beside ? w->across : unit2(w->y), 1)) return true;
    }
    while (!cast_decided(c) && cast_newton_may_evaluate(w)) {
        const vec3 n = gd_cast_portal_normal(&c->portal);
        if (!(max_abs3(n) > 0.0)) return false;
        if (n.z > 0.0) {
            w->y = make2(n.x / n.z, n.y / n.z);
            return true;
        }
        if (cast_newton_look_across(w, unit2(make2(n.x, n.y)))) return false;
        if (cast_portal_surrounds(&c->portal) && w->known && cast_newton_step(w)) return true;
    }
    return false;
}

/* The line passes beside the round face that was evaluated. Next to the face's normal, the rim adds
 * to h in proportion to the step, so h falls most towards the rim's point nearest to the line. The
 * next y is where the other shape's curvature ends this. Returns false if this is not near. */
static GD_NOINLINE bool cast_newton_leave_face(cast_newton* w) {
    const support_model* at = &w->ray.models[w->face];
    const local_model* m = &w->locals[1 - w->best];
    const vec2 x = scale2(1.0 / at->face_radius, at->face_point);
    const double det = at->x.x * at->z.y - at->x.y * at->z.x, t = 1.0 / det;
    const vec2 d = make2(t * (at->z.y * x.x - at->x.y * x.y), t * (at->x.x * x.y - at->z.x * x.x));
    const double bend = m->k00 * d.x * d.x + 2.0 * m->k01 * d.x * d.y + m->k11 * d.y * d.y;
    const double far = at->face_miss / bend;
    if (!(far > 0.0 && far * far * dot2(d, d) < CAST_NEWTON_RIM * (1.0 + dot2(m->y, m->y))))
        return false;
    w->y = madd2(m->y, far, d);
    return true;
}

/* Searches from w->y. Returns true if the bounds decide. */
static bool cast_newton_search(cast_newton* w) {
    cast_search* c = w->c;
    while (cast_newton_may_evaluate(w)) {
        if (cast_newton_evaluate_at(w, &w->locals[1 - w->best])) return true;
        if (w->outlines > 0) {
            if (cast_newton_continue_outline(w) || cast_newton_by_portal(w)) continue;
            break;
        }
        const bool whole = w->face < 0;
        const bool left = !whole && cast_newton_leave_face(w);
        const bool stepped = w->predicted > 0.0 || !whole;
        const bool gained = cast_newton_judge(w);
        w->predicted = 0.0;
        w->active = false;
        w->face = -1;
        if (left) continue;
        if (gained) w->face = ray_model_select_face(&w->ray, &w->locals[w->best], &w->y);
        if (w->face >= 0) continue;
        if ((gained || !stepped) && w->known && cast_newton_step(w)) {
            if (gained && whole) {
                cast_newton_polar(w);
                if (cast_newton_dual(w)) return true;
            }
            continue;
        }
        if (!cast_newton_by_portal(w)) break;
    }
    if (c->portal.inner > c->inner) gd_cast_take_portal(c);
    return cast_decided(c);
}

bool gd_cast_by_newton(cast_search* c, const cast_guess* guess, bool across) {
    cast_newton w;
    if (!cast_newton_suits(&c->line)) return false;
    cast_newton_begin(&w, c);
    cast_portal_init(&c->portal, c->line.slack);
    if (across && cast_newton_look_across(&w, unit2(make2(guess->across.x, guess->across.y))))
        return true;
    w.y = make2(guess->entry.x, guess->entry.y);
    w.limit = CAST_NEWTON_GROWTH * (1.0 + dot2(w.y, w.y));
    return cast_newton_search(&w);
}
