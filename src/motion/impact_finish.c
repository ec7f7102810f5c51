/* The end of the search, next to a contact: bounds of its time by tests for contact, and free
 * intervals between them. */
#include "motion/impact.h"

/* Tests for contact at growing distances. */
#define IMPACT_PROBES 60

/* Whether the pair is free from w->at to t2, by the normal at t2. If so, w->at becomes t2. */
static bool impact_free_until(impact* w, double t2) {
    impact probe = *w;
    probe.at = moving_at(&w->pair, t2);
    probe.sharp = true;
    probe.gap.g = 0.0;
    gd_impact_find_normal(&probe);
    w->normals = probe.normals;
    w->distance = probe.distance;
    if (!w->halfspace && !(probe.distance > w->pair.target)) return false;
    const vec3 sine = scale3(1.0 / (t2 - w->at.t), cross3(w->n, probe.n));
    impact_course c = {.turns = true, .omega = w->halfspace ? impact_halfspace_omega(w) : sine};
    impact_end end;
    gd_impact_evaluate(w, &c, t2, &end); /* the normal turns from this one to that one */
    bool free = w->gap.g > 0.0 && t2 - w->at.t < end.reach;
    if (!free && !w->halfspace) {
        const vec3 n = w->n;
        const double g = w->gap.g;
        c = (impact_course){.curvature = gd_moving_curvature(&w->pair, probe.n)};
        w->n = probe.n;
        w->gap.g = moving_gap_at(&w->pair, &w->at, w->n).g;
        gd_impact_evaluate(w, &c, t2, &end);
        free = w->gap.g > 0.0 && t2 - w->at.t < end.reach;
        if (!free) {
            w->n = n;
            w->gap.g = g;
        }
    }
    if (free) gd_impact_accept(w, &c, &end);
    return free;
}

/* A gap is rounding if it is below this multiple of its error. */
#define IMPACT_ROUNDING 8.0

/* Gaps below this may be grazing. */
static double impact_small(const impact* w) {
    return max2(w->small_gap, IMPACT_ROUNDING * w->at.error);
}

/* Tests for contact behind w->at at growing distances, and proves what is free in between. Returns
 * OPTIMAL if a contact is shown, GRAZING if the gap is small, otherwise MAX_ITERATIONS, PRECISION
 * or IMPACT_ON. */
static int impact_find_contact(impact* w, double step) {
    const double small = impact_small(w);
    double t2 = w->at.t;
    for (int k = 0; k < IMPACT_PROBES; k++, step *= 2.0) {
        t2 = min2(w->at.t + step, 1.0);
        if (gd_impact_contact(w, t2)) {
            w->upper = t2;
            return GD_STATUS_OPTIMAL;
        }
        if (w->normals >= w->max_normals) return GD_STATUS_MAX_ITERATIONS;
        if (impact_free_until(w, t2)) {
            if (w->at.t >= 1.0 || w->gap.g > small) return IMPACT_ON;
            continue;
        }
        const double gap = w->halfspace ? 0.0 : w->distance - w->pair.target;
        if (t2 >= 1.0 || gap > small) break;
    }
    /* a wide tolerance of the time leads here far from a contact */
    if (w->gap.g > small) return gd_impact_advance(w) ? IMPACT_ON : GD_STATUS_PRECISION;
    w->upper = t2;
    return GD_STATUS_GRAZING;
}

/* Bisects between w->at and w->upper. Rounding may leave an interval in which neither is shown;
 * then its end is the least upper bound. */
static int impact_bisect(impact* w) {
    double open = w->at.t;
    while (w->upper - w->at.t > w->tolerance && w->upper - open > 0.125 * w->tolerance) {
        const double t2 = open + 0.5 * (w->upper - open);
        if (!(t2 > open && t2 < w->upper)) break; /* adjacent doubles */
        if (gd_impact_contact(w, t2)) {
            w->upper = t2;
        } else {
            open = t2;
            if (w->normals < w->max_normals) impact_free_until(w, t2);
        }
    }
    return w->upper - w->at.t <= w->tolerance ? GD_STATUS_OPTIMAL : GD_STATUS_PRECISION;
}

/* Whether flat shapes touch at w->at up to rounding. If their corners or edges meet, the origin
 * passes through no face, and this is the only evidence. */
static bool impact_flat_touches(const impact* w) {
    const gd_settings settings = {.tolerance = IMPACT_SHARPEST,
                                  .max_iterations = GD_DEFAULT_MAX_ITERATIONS};
    impact_nearest d;
    if (!w->flat) return false;
    gd_impact_distance(w, &w->at, &settings, NULL, &d);
    return d.value - w->pair.target <= IMPACT_ROUNDING * w->at.error;
}

int gd_impact_finish(impact* w) {
    const double root = impact_root(w->gap.g, w->rate);
    const double least = max2(0x1p-3 * w->tolerance, 4.0 * GD_EPS);
    const double step = max2(root < 1.0 ? 1.25 * root : 0.0, least);
    const int status = impact_find_contact(w, step);
    if (status == GD_STATUS_OPTIMAL) return impact_bisect(w);
    if (status == GD_STATUS_GRAZING && impact_flat_touches(w)) {
        w->upper = min2(w->upper, w->at.t + w->tolerance);
        return GD_STATUS_OPTIMAL;
    }
    if (status != GD_STATUS_GRAZING || !(w->gap.g > impact_small(w))) return status;
    w->upper = GD_INFINITY; /* the gap never became small: the probes began too early */
    return gd_impact_advance(w) ? IMPACT_ON : GD_STATUS_PRECISION;
}
