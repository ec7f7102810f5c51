/* One step of the search: the course of the normal, and the longest free interval on it. */
#include "motion/impact.h"

/* Factor that covers the rounding of the test of an interval. */
#define IMPACT_SPARE (1.0 - 0x1p-40)
/* The final step ends this part of the tolerance before the predicted contact; a test for contact
 * follows as far behind it. */
#define IMPACT_ASIDE 0.375
/* Lengths tried in one step. */
#define IMPACT_TRIES 8

/* ---- free intervals ------------------------------------------------------------------------ */

/* How long an interval with these gaps at its ends is free. The unit of length cancels before the
 * roots: the root of a scale of 2^k is inexact for odd k. */
GD_INLINE double impact_reach(double g, double g2, double curvature) {
    const double half = 0.5 * curvature; /* 0: the result is infinite */
    return (sqrt(g / half) + sqrt(g2 / half)) * IMPACT_SPARE;
}

/* The longest step whose test the predicted gap passes. */
static double impact_predict(double g, double rate, double curvature) {
    double step = impact_reach(g, g, curvature);
    for (int i = 0; i < 4 && step < GD_INFINITY; i++)
        step = impact_reach(g, max2(g + rate * step, 0.0), curvature);
    return step;
}

static vec3 impact_turned(const impact_course* c, vec3 n, double step) {
    const double rate = length3(c->omega);
    if (!c->turns || !(rate > 0.0)) return n;
    const vec3 turned = moving_turned(n, scale3(1.0 / rate, c->omega), rate * step);
    return scale3(1.0 / length3(turned), turned); /* errors of many turns must not add up */
}

void gd_impact_evaluate(impact* w, const impact_course* c, double t2, impact_end* end) {
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

void gd_impact_accept(impact* w, const impact_course* c, const impact_end* end) {
    if (w->trace) gd_impact_trace_interval(w, c, end->at.t);
    w->at = end->at;
    w->n = end->n;
    w->gap.g = end->g;
}

/* ---- courses of the normal ------------------------------------------------------------------ */

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
    gd_impact_evaluate(w, c, t2, &end);
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

/* ---- lengths of a step ---------------------------------------------------------------------- */

/* Steps of at least this part of the motion are taken however small the gap is. */
#define IMPACT_LONG 0x1p-5

bool gd_impact_is_close(impact* w) {
    if (!(w->gap.g > 0.0)) return true;
    const bool rounding = w->gap.g <= 4.0 * w->at.error;
    if (!rounding && w->gap.g > w->small_gap)
        return impact_root(w->gap.g, w->rate) <= 0.25 * w->tolerance;
    const impact_course c = impact_choose(w);
    return c.step < IMPACT_LONG && (rounding || !impact_closes(w, c.curvature));
}

/* The test for gd_stays_apart looks this much farther than the predicted contact. It takes a third
 * of the time that the search to the contact takes: 1.2 instead of 3.8 us in the median. */
#define IMPACT_BEHIND 1.5

bool gd_impact_meets(impact* w) {
    if (w->flat || w->halfspace) return false;
    const double root = impact_root(w->gap.g, min2(w->rate, w->nearest_rate));
    const double t2 = w->at.t + IMPACT_BEHIND * root;
    return t2 < 1.0 && impact_closes(w, gd_moving_curvature(&w->pair, w->n)) &&
           gd_impact_contact(w, t2);
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
        gd_impact_evaluate(w, c, t2, &end);
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
    if (good) gd_impact_accept(w, c, &best);
    return good;
}

/* As far as the largest rate proves the pair free. Returns false if this is no step. */
static bool impact_step_by_rate(impact* w, const impact_course* c) {
    const double fall = gd_moving_fall(&w->pair, c->omega, w->at.t, 1.0);
    const double step = fall > 0.0 ? w->gap.g / fall * IMPACT_SPARE : 1.0;
    const double t2 = min2(w->at.t + step, 1.0);
    if (!(t2 > w->at.t)) return false;
    impact_end end;
    gd_impact_evaluate(w, c, t2, &end);
    gd_impact_accept(w, c, &end);
    return true;
}

bool gd_impact_advance(impact* w) {
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
    if (!impact_step(w, &c, step) && !impact_step_by_rate(w, &c)) return false;
    if (w->gap.g > 0.0) w->expected = w->gap.g;
    const double gone = w->at.t - start;
    if (final && gone >= root - 1.01 * IMPACT_ASIDE * w->tolerance && w->at.t < 1.0) {
        const double t2 = min2(w->at.t + 2.0 * IMPACT_ASIDE * w->tolerance, 1.0);
        if (gd_impact_contact(w, t2)) w->upper = t2;
    }
    return true;
}
