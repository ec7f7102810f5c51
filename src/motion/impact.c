/* The search for the time of impact: normals, free intervals, and their end. */
#include "motion/impact.h"

#include <string.h>

/* Tolerances of distance queries: while the normal only has to be good, and next to the contact. */
#define IMPACT_LOOSE 0x1p-10
#define IMPACT_SHARP 0x1p-26
/* Factor that covers the rounding of the test of an interval. */
#define IMPACT_SPARE (1.0 - 0x1p-40)
/* The last step ends this part of the tolerance before the predicted contact; a test for contact
 * follows as far behind it. */
#define IMPACT_ASIDE 0.375
/* Tests for contact, or free intervals, next to a contact. */
#define IMPACT_PROBES 60
/* Lengths tried in one step. */
#define IMPACT_TRIES 8

/* A way to turn the normal, and what is known about the gap on it. */
typedef struct impact_course {
    bool turns;
    vec3 omega;
    double curvature; /* M */
    double rate;      /* estimate */
    double step;      /* proposed */
} impact_course;

/* ---- normals ------------------------------------------------------------------------------- */

/* The tolerance is relative to the distance, which includes the target; the gap does not. */
static double impact_distance_tolerance(const impact* w) {
    const double tolerance = w->sharp ? IMPACT_SHARP : IMPACT_LOOSE, target = w->pair.target;
    if (!(target > 0.0) || !(w->expected < target)) return tolerance;
    return max2(IMPACT_SHARPEST, tolerance * w->expected / target);
}

static void impact_halfspace_normal(impact* w) {
    const moving_pair* m = &w->pair;
    const moving_place* at = &w->at;
    w->n = moving_is_halfspace(&m->a) ? rotate(&at->a, m->a.shape->size)
                                      : neg3(rotate(&at->b, m->b.shape->size));
}

/* Stores the result of a distance query at w->at. */
static void impact_store_nearest(impact* w, const impact_nearest* d) {
    const vec3 none = make3(0.0, 0.0, 0.0);
    w->distance = d->value;
    if (w->found_t < w->at.t) {
        w->found_prev = w->found;
        w->found_prev_t = w->found_t;
        w->found_t = w->at.t;
    }
    w->found = unit3(d->normal);
    w->nearest_rate = moving_rate(&w->pair, &w->at, w->found, none, d->a, sub3(d->b, w->at.p));
}

/* The gap along w->n at w->at, and its rate. */
static void impact_measure(impact* w) {
    const moving_place* at = &w->at;
    w->gap = moving_gap_at(&w->pair, at, w->n);
    w->rate = moving_rate(&w->pair, at, w->n, impact_halfspace_omega(w), rotate(&at->a, w->gap.a),
                          rotate(&at->b, w->gap.b));
}

/* Proposes a normal at w->at. Next to a contact rounding may return one that proves nothing; then
 * the normal that proved w->at stays. */
static void impact_find_normal(impact* w) {
    w->normals += 1.0;
    if (w->halfspace) {
        impact_halfspace_normal(w);
        impact_measure(w);
        w->nearest_rate = w->rate;
        return;
    }
    impact_nearest d;
    w->settings.tolerance = impact_distance_tolerance(w);
    gd_impact_distance(w, &w->at, &w->settings, &w->warm, &d);
    impact_store_nearest(w, &d);
    const vec3 n = w->n;
    const bool proved = w->gap.g > 0.0;
    w->n = w->found;
    impact_measure(w);
    if (w->gap.g > 0.0 || !proved) return;
    w->n = w->found = n;
    impact_measure(w);
}

/* ---- free intervals ------------------------------------------------------------------------ */

/* How long an interval with these gaps at its ends is free. */
GD_INLINE double impact_reach(double g, double g2, double curvature) {
    return (sqrt(g) + sqrt(g2)) / sqrt(0.5 * curvature) * IMPACT_SPARE; /* M = 0: infinite */
}

/* The longest step whose test the predicted gap passes. */
static double impact_predict(double g, double rate, double curvature) {
    double step = impact_reach(g, g, curvature);
    for (int i = 0; i < 4 && step < GD_INFINITY; i++)
        step = impact_reach(g, max2(g + rate * step, 0.0), curvature);
    return step;
}

/* When the gap would be 0 at a constant rate. */
GD_INLINE double impact_root(double g, double rate) {
    return rate < 0.0 ? g / -rate : GD_INFINITY;
}

/* The end of an interval from w->at. */
typedef struct impact_end {
    moving_place at;
    vec3 n;
    double g;
    double reach; /* the interval is free if it is shorter; 0 if g <= 0 */
} impact_end;

static vec3 impact_turned(const impact_course* c, vec3 n, double step) {
    const double rate = length3(c->omega);
    if (!c->turns || !(rate > 0.0)) return n;
    return moving_turned(n, scale3(1.0 / rate, c->omega), rate * step);
}

static void impact_evaluate(impact* w, const impact_course* c, double t2, impact_end* end) {
    const double t = w->at.t;
    end->at = moving_at(&w->pair, t2);
    end->n = impact_turned(c, w->n, t2 - t);
    end->g = moving_gap_at(&w->pair, &end->at, end->n).g;
    double curvature = c->curvature;
    if (c->turns) {
        const moving_turn turn = {c->omega, w->n, end->n, t, t2};
        curvature = gd_moving_curvature_turning(&w->pair, &turn);
    }
    end->reach = end->g > 0.0 ? impact_reach(w->gap.g, end->g, curvature) : 0.0;
}

static void impact_accept(impact* w, const impact_end* end) {
    w->at = end->at;
    w->n = end->n;
    w->gap.g = end->g;
}

/* ---- one step ------------------------------------------------------------------------------ */

/* A fixed normal. */
static impact_course impact_fixed(const impact* w) {
    const double curvature = gd_moving_curvature(&w->pair, w->n);
    const double rate = min2(w->rate, w->nearest_rate);
    const double step =
        min2(impact_predict(w->gap.g, w->rate, curvature), impact_root(w->gap.g, rate));
    return (impact_course){false, make3(0.0, 0.0, 0.0), curvature, w->rate, step};
}

/* The curvature of a turning normal's gap at w->at. */
static double impact_curvature_of(const impact* w, const impact_course* c) {
    const moving_turn turn = {c->omega, w->n, w->n, w->at.t, w->at.t};
    return gd_moving_curvature_turning(&w->pair, &turn);
}

/* The normal turns as it did between the two previous queries, and the gap falls at the rate of the
 * nearest points. */
static impact_course impact_turning(const impact* w) {
    const double t = w->at.t;
    impact_course c = {.turns = true, .rate = w->nearest_rate};
    c.omega = scale3(1.0 / (t - w->found_prev_t), cross3(w->found_prev, w->found));
    c.curvature = impact_curvature_of(w, &c);
    c.step = min2(impact_predict(w->gap.g, c.rate, c.curvature), impact_root(w->gap.g, c.rate));
    return c;
}

static impact_course impact_with_halfspace(const impact* w) {
    impact_course c = {.turns = true, .omega = impact_halfspace_omega(w), .rate = w->rate};
    const double root = impact_root(w->gap.g, w->rate);
    c.curvature = impact_curvature_of(w, &c);
    c.step = min2(impact_predict(w->gap.g, c.rate, c.curvature), root);
    return c;
}

/* Two rates differ from each other by more than this part if the features at the normal move. */
#define IMPACT_RATES 0x1p-10
/* Largest squared sine of the angle between two normals for a normal to turn. */
#define IMPACT_TURNED 0.25
/* How much longer a step with a turning normal must be. */
#define IMPACT_LONGER 1.25

/* Whether a step at a fixed normal converges as Newton's method does. */
static bool impact_closes(const impact* w, double curvature) {
    const double soon = impact_root(w->gap.g, min2(w->rate, w->nearest_rate));
    return soon < 1.0 - w->at.t && curvature * soon * soon < w->gap.g;
}

/* Whether a step passes its test. */
static bool impact_holds(impact* w, const impact_course* c, double step) {
    const double t2 = min2(w->at.t + step, 1.0);
    impact_end end;
    impact_evaluate(w, c, t2, &end);
    return t2 - w->at.t < end.reach;
}

static impact_course impact_choose(impact* w) {
    if (impact_halfspace_turns(w)) return impact_with_halfspace(w);
    const impact_course fixed = impact_fixed(w);
    if (w->halfspace) return fixed;
    if (!(w->found_prev_t >= 0.0 && w->found_t == w->at.t)) return fixed;
    if (!(fabs(w->rate - w->nearest_rate) > IMPACT_RATES * fabs(w->nearest_rate))) return fixed;
    const vec3 sine = cross3(w->found_prev, w->found);
    if (!(dot3(sine, sine) < IMPACT_TURNED)) return fixed;
    const impact_course turning = impact_turning(w);
    const double longer = impact_closes(w, fixed.curvature) ? 1.0 : IMPACT_LONGER;
    if (turning.step > longer * fixed.step) return turning;
    if (!(w->nearest_rate < w->rate)) return fixed;
    if (!(fixed.step > 2.0 * turning.step)) return turning;
    return impact_holds(w, &fixed, 0.9 * fixed.step) ? fixed : turning;
}

/* A longer step than the proved one, or 0. */
static double impact_longer(const impact* w, const impact_end* end, double step, double bad) {
    const double slope = (end->g - w->gap.g) / step, zero = impact_root(end->g, slope);
    const double next = min2(min2(end->reach, step + zero * (1.0 - 0x1p-8)), 4.0 * step);
    if (!(next > 1.5 * step) || next >= bad) return 0.0;
    return bad < GD_INFINITY ? min2(next, 0.5 * (bad + step)) : next;
}

/* Where the parabola with the gap and rate at w->at and the gap g <= 0 at the end is 0, less a
 * little. If the gap is not concave, the secant's root is too far. */
static double impact_parabola_root(const impact* w, double rate, double g, double step) {
    const double fall = -rate * step, bend = w->gap.g - g - fall;
    if (!(bend > 0.0)) return 0.75 * step * w->gap.g / (w->gap.g - g);
    const double root = fall + sqrt(fall * fall + 4.0 * bend * w->gap.g);
    return 2.0 * w->gap.g * step / root * (1.0 - 0x1p-6);
}

/* A shorter step than the one that failed. */
static double impact_shorter(const impact* w, const impact_course* c, const impact_end* end,
                             double step) {
    const double next = end->g <= 0.0 ? impact_parabola_root(w, c->rate, end->g, step)
                                      : min2(0.95 * end->reach, 0.9 * step);
    return max2(next, 0x1p-4 * step);
}

/* Takes the longest step that passes the test. Returns false if none does. */
static bool impact_step(impact* w, const impact_course* c, double step) {
    const double left = 1.0 - w->at.t;
    double bad = GD_INFINITY;
    bool good = false;
    impact_end best, end;
    for (int tries = 0; tries < IMPACT_TRIES; tries++) {
        const double t2 = step < left ? w->at.t + step : 1.0;
        step = t2 - w->at.t;
        if (!(step > 0.0)) break;
        impact_evaluate(w, c, t2, &end);
        if (step < end.reach) {
            best = end;
            good = true;
            if (t2 >= 1.0) break;
            step = impact_longer(w, &end, step, bad);
            if (step == 0.0) break;
        } else {
            if (good) break;
            bad = step;
            step = impact_shorter(w, c, &end, step);
        }
    }
    if (good) impact_accept(w, &best);
    return good;
}

/* As far as the largest rate proves the pair free. Returns false if this is no step. */
static bool impact_creep(impact* w, const impact_course* c) {
    const double fall = gd_moving_fall(&w->pair, c->omega, w->at.t, 1.0);
    const double step = fall > 0.0 ? w->gap.g / fall * IMPACT_SPARE : 1.0;
    const double t2 = min2(w->at.t + step, 1.0);
    if (!(t2 > w->at.t)) return false;
    impact_end end;
    impact_evaluate(w, c, t2, &end);
    impact_accept(w, &end);
    return true;
}

/* Advances w->at. Returns false if rounding prevents it. */
static bool impact_advance(impact* w) {
    const impact_course c = impact_choose(w);
    const double root = impact_root(w->gap.g, c.rate), left = 1.0 - w->at.t;
    /* part of the root by which curvature may move it */
    const double share = root < GD_INFINITY ? 0.5 * c.curvature * root / -c.rate : 0.0;
    const bool final = root < left && share * root < w->tolerance;
    const double shy = min2(max2(0.5 * share, 0x1p-24), 0x1p-4);
    double step = min2(c.step, root * (1.0 - shy));
    if (final && root > 0.5 * w->tolerance) step = min2(root - IMPACT_ASIDE * w->tolerance, c.step);
    const double start = w->at.t;
    w->expected = w->gap.g * 0x1p-10;
    if (!impact_step(w, &c, step) && !impact_creep(w, &c)) return false;
    if (w->gap.g > 0.0) w->expected = w->gap.g;
    const double gone = w->at.t - start;
    if (final && gone >= root - 1.01 * IMPACT_ASIDE * w->tolerance && w->at.t < 1.0) {
        const double t2 = min2(w->at.t + 2.0 * IMPACT_ASIDE * w->tolerance, 1.0);
        if (gd_impact_contact(w, t2)) w->upper = t2;
    }
    return true;
}

/* ---- next to a contact --------------------------------------------------------------------- */

/* Whether the pair is free from w->at to t2, by the normal at t2. If so, w->at becomes t2. */
static bool impact_free_until(impact* w, double t2) {
    impact probe = *w;
    probe.at = moving_at(&w->pair, t2);
    probe.sharp = true;
    probe.gap.g = 0.0;
    impact_find_normal(&probe);
    w->normals = probe.normals;
    w->distance = probe.distance;
    if (!w->halfspace && !(probe.distance > w->pair.target)) return false;
    const vec3 sine = scale3(1.0 / (t2 - w->at.t), cross3(w->n, probe.n));
    impact_course c = {.turns = true, .omega = w->halfspace ? impact_halfspace_omega(w) : sine};
    impact_end end;
    impact_evaluate(w, &c, t2, &end); /* the normal turns from this one to that one */
    bool free = w->gap.g > 0.0 && t2 - w->at.t < end.reach;
    if (!free && !w->halfspace) {
        const vec3 n = w->n;
        const double g = w->gap.g;
        c = (impact_course){.curvature = gd_moving_curvature(&w->pair, probe.n)};
        w->n = probe.n;
        w->gap.g = moving_gap_at(&w->pair, &w->at, w->n).g;
        impact_evaluate(w, &c, t2, &end);
        free = w->gap.g > 0.0 && t2 - w->at.t < end.reach;
        w->n = n;
        w->gap.g = g;
    }
    if (free) impact_accept(w, &end);
    return free;
}

#define IMPACT_ON (-1) /* the search goes on */

/* Tests for contact behind w->at at growing distances, and proves what is free in between. Returns
 * OPTIMAL if w->upper is finite, otherwise GRAZING or IMPACT_ON. */
static int impact_find_contact(impact* w, double step) {
    double t2 = w->at.t;
    for (int k = 0; k < IMPACT_PROBES; k++, step *= 2.0) {
        t2 = min2(w->at.t + step, 1.0);
        if (gd_impact_contact(w, t2)) {
            w->upper = t2;
            return GD_STATUS_OPTIMAL;
        }
        if (impact_free_until(w, t2)) {
            if (w->at.t >= 1.0 || w->gap.g > w->small_gap) return IMPACT_ON;
            continue;
        }
        const double gap = w->halfspace ? 0.0 : w->distance - w->pair.target;
        if (t2 >= 1.0 || gap > w->small_gap) break;
    }
    w->upper = t2;
    return GD_STATUS_GRAZING;
}

/* Bisects between w->at and w->upper. Rounding may leave an interval in which neither is shown;
 * then its end is the least upper bound. */
static int impact_bisect(impact* w) {
    double open = w->at.t;
    while (w->upper - w->at.t > w->tolerance && w->upper - open > 0.125 * w->tolerance) {
        const double t2 = open + 0.5 * (w->upper - open);
        if (gd_impact_contact(w, t2)) {
            w->upper = t2;
        } else {
            open = t2;
            impact_free_until(w, t2);
        }
    }
    return w->upper - w->at.t <= w->tolerance ? GD_STATUS_OPTIMAL : GD_STATUS_PRECISION;
}

/* The contact is within the tolerance, by size or by time. Returns the status of the query, or
 * IMPACT_ON. */
static int impact_finish(impact* w) {
    const double root = impact_root(w->gap.g, w->rate);
    const double step = max2(root < 1.0 ? 1.25 * root : 0.0, 0x1p-3 * w->tolerance);
    const int status = impact_find_contact(w, step);
    return status == GD_STATUS_OPTIMAL ? impact_bisect(w) : status;
}

/* Steps of at least this part of the motion are taken however small the gap is. */
#define IMPACT_LONG 0x1p-5

/* Whether the search must end here, and impact_finish says how. */
static bool impact_is_close(impact* w) {
    if (!(w->gap.g > 0.0)) return true;
    const bool rounding = w->gap.g <= 4.0 * w->at.error;
    if (!rounding && w->gap.g > w->small_gap)
        return impact_root(w->gap.g, w->rate) <= 0.25 * w->tolerance;
    const impact_course c = impact_choose(w);
    return c.step < IMPACT_LONG && (rounding || !impact_closes(w, c.curvature));
}

/* ---- the search ---------------------------------------------------------------------------- */

static bool impact_starts_in_contact(impact* w) {
    if (w->at.t > 0.0) return false;
    const double gap = w->halfspace ? w->gap.g + w->at.error : w->distance - w->pair.target;
    return w->gap.g <= 0.0 && gap <= 2.0 * w->at.error;
}

static int impact_search(impact* w, impact_goal goal) {
    for (;;) {
        if (w->normals >= w->max_normals) return GD_STATUS_MAX_ITERATIONS;
        impact_find_normal(w);
        if (impact_starts_in_contact(w)) return GD_STATUS_OVERLAPPING;
        if (!impact_is_close(w)) {
            w->sharp = false;
            if (!impact_advance(w)) return GD_STATUS_PRECISION;
        } else if (goal == IMPACT_APART) {
            return GD_STATUS_GRAZING;
        } else if (!w->sharp && !w->halfspace) {
            w->sharp = true;
        } else {
            w->sharp = false;
            const int status = impact_finish(w);
            if (status != IMPACT_ON) return status;
        }
        if (w->at.t >= 1.0 || w->upper - w->at.t <= w->tolerance) return GD_STATUS_OPTIMAL;
    }
}

static void impact_init(impact* w, const gd_query* query, const gd_motion* motion) {
    const gd_shape *a = query->a, *b = query->b;
    w->settings = (gd_settings){.max_iterations = GD_DEFAULT_MAX_ITERATIONS};
    if (query->warm)
        w->warm = *query->warm;
    else
        memset(&w->warm, 0, sizeof w->warm);
    w->halfspace = a->core == GD_CORE_HALFSPACE || b->core == GD_CORE_HALFSPACE;
    w->flat = !a->solid && !b->solid && motion->target == 0.0 && !w->halfspace;
    w->tolerance = query->settings->tolerance;
    w->small_gap = w->tolerance * w->pair.size;
    w->max_normals = query->settings->max_iterations;
    w->normals = 0.0;
    w->upper = w->expected = GD_INFINITY;
    w->found_t = w->found_prev_t = -1.0;
    w->found = w->n = make3(1.0, 0.0, 0.0);
    w->gap.g = 0.0;
    w->sharp = false;
}

/* The body's support point and its projection on the half-space, relative to A's position. */
static void impact_points_on_halfspace(impact* w, impact_nearest* d) {
    const moving_pair* m = &w->pair;
    const moving_place* at = &w->at;
    impact_measure(w);
    const double distance = w->gap.g + at->error + m->target;
    if (moving_is_halfspace(&m->a)) {
        d->b = madd3(add3(at->p, rotate(&at->b, w->gap.b)), -m->b.radius, w->n);
        d->a = madd3(d->b, -distance, w->n);
    } else {
        d->a = madd3(rotate(&at->a, w->gap.a), m->a.radius, w->n);
        d->b = madd3(d->a, distance, w->n);
    }
}

/* Nearest points at `lower`. */
static void impact_points(impact* w, const gd_query* query, const gd_motion* motion,
                          gd_cast_result* out) {
    impact_nearest d;
    w->settings.tolerance = IMPACT_SHARP;
    if (w->halfspace)
        impact_points_on_halfspace(w, &d);
    else
        gd_impact_distance(w, &w->at, &w->settings, &w->warm, &d);
    vec3 origin = madd3(load3(query->pose_a), out->lower, load3(motion->velocity_a));
    if (w->pair.dimension == 2) origin.z = 0.0;
    store3(out->point_a, add3(origin, d.a));
    store3(out->point_b, add3(origin, d.b));
}

/* Fills out for a contact or a miss. Times are rounded outwards. */
static void impact_fill(impact* w, const gd_query* query, const gd_motion* motion,
                        gd_cast_result* out) {
    const bool hit = w->at.t < 1.0 || w->upper < GD_INFINITY || out->status != GD_STATUS_OPTIMAL;
    const double time = motion->max_time;
    out->hit = hit;
    out->lower = w->at.t >= 1.0 ? time : w->at.t * time * (1.0 - GD_EPS);
    out->upper = hit ? w->upper * time * (1.0 + GD_EPS) : GD_INFINITY;
    if (w->upper >= 1.0 && hit) out->upper = w->upper < GD_INFINITY ? time : GD_INFINITY;
    out->time = hit ? out->lower : GD_INFINITY;
    store3(out->normal, w->n);
    if (hit) impact_points(w, query, motion, out);
}

gd_status gd_impact(const gd_query* query, const gd_motion* motion, impact_goal goal,
                    gd_cast_result* out) {
    impact w;
    const gd_status status = gd_moving_pair_init(&w.pair, query, motion);
    if (status != GD_STATUS_OPTIMAL) return status;
    impact_init(&w, query, motion);
    memset(out, 0, sizeof *out);
    w.at = moving_at(&w.pair, gd_moving_balls_free(&w.pair, &w.n));
    int end = GD_STATUS_OPTIMAL;
    if (w.at.t < 1.0) end = impact_search(&w, goal);
    out->status = end;
    out->iterations = w.normals;
    if (query->warm) *query->warm = w.warm;
    if (end == GD_STATUS_OVERLAPPING)
        out->hit = 1.0;
    else
        impact_fill(&w, query, motion, out);
    return (gd_status)end;
}
