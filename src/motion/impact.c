/* The search for the time of impact. */
#include "motion/impact.h"

#include "minkowski/trace.h"
#include "minkowski/warm_start.h"

#include <string.h>

static bool impact_starts_in_contact(impact* w) {
    if (w->at.t > 0.0 || w->gap.g > 0.0) return false;
    const double gap = w->halfspace ? w->gap.g + w->at.error : w->distance - w->pair.target;
    return gap <= 2.0 * w->at.error || (w->sharp && gd_impact_contact(w, 0.0));
}

GD_INLINE bool impact_ends(const impact* w) {
    return w->at.t >= 1.0 || w->upper - w->at.t <= w->tolerance;
}

/* Whether a state is of a distance query of the pair. */
static bool impact_warm_fits(const impact* w, const gd_warm* warm) {
    const gd_shape *a = w->pair.a.shape, *b = w->pair.b.shape;
    return warm_fits(warm, a, b, WARM_CORES) || warm_fits(warm, a, b, WARM_DEFLATED);
}

/* Tries the normal of the warm state, without a distance query. */
static bool impact_recall(impact* w) {
    const gd_warm* warm = w->query->warm;
    if (w->halfspace || !impact_warm_fits(w, warm)) return false;
    vec3 n = load3(warm->normal);
    if (!warm_normal_holds(&n)) return false;
    w->n = rotate(&w->pair.a.start, n);
    gd_impact_measure(w);
    w->nearest_rate = w->rate;
    return w->gap.g > 0.0 && !gd_impact_is_close(w);
}

/* Saves the last normal, in A's frame at time 0. */
static void impact_save(const impact* w, gd_warm* warm) {
    *warm = w->warm;
    if (!impact_warm_fits(w, warm)) {
        memset(warm, 0, sizeof *warm);
        warm->key = warm_key(w->pair.a.shape, w->pair.b.shape, WARM_CORES);
    }
    store3(warm->normal, inv_rotate(&w->pair.a.start, w->n));
    warm->check = warm_check(warm);
}

static int impact_search(impact* w, impact_goal goal) {
    const vec3 n = w->n;
    if (impact_recall(w)) {
        w->normals += 1.0;
        if (goal == IMPACT_APART && gd_impact_meets(w)) return GD_STATUS_GRAZING;
        if (gd_impact_advance(w) && impact_ends(w)) return GD_STATUS_OPTIMAL;
    } else {
        w->n = n;
        w->gap.g = 0.0;
    }
    for (;;) {
        if (w->normals >= w->max_normals) return GD_STATUS_MAX_ITERATIONS;
        gd_impact_find_normal(w);
        if (impact_starts_in_contact(w)) return GD_STATUS_OVERLAPPING;
        if (goal == IMPACT_APART && gd_impact_meets(w)) return GD_STATUS_GRAZING;
        if (!gd_impact_is_close(w)) {
            w->sharp = false;
            if (!gd_impact_advance(w)) return GD_STATUS_PRECISION;
        } else if (goal == IMPACT_APART) {
            return GD_STATUS_GRAZING;
        } else if (!w->sharp && !w->halfspace) {
            w->sharp = true;
            if (!(w->gap.g > 0.0)) w->expected = 0.0; /* unproved: ask for full precision */
        } else {
            w->sharp = false;
            const int status = gd_impact_finish(w);
            if (status != IMPACT_ON) return status;
        }
        if (impact_ends(w)) return GD_STATUS_OPTIMAL;
    }
}

gd_status gd_impact_init(impact* w, const gd_query* query, const gd_motion* motion) {
    const gd_shape *a = query->a, *b = query->b;
    const gd_status status = gd_moving_pair_init(&w->pair, query, motion);
    if (status != GD_STATUS_OPTIMAL) return status;
    w->settings = (gd_settings){.max_iterations = GD_DEFAULT_MAX_ITERATIONS};
    if (query->warm)
        w->warm = *query->warm;
    else
        memset(&w->warm, 0, sizeof w->warm);
    w->halfspace = a->core == GD_CORE_HALFSPACE || b->core == GD_CORE_HALFSPACE;
    w->flat = !a->solid && !b->solid && !w->halfspace && impact_target_is_tiny(&w->pair);
    /* less the rounding of both times in impact_fill */
    const double tolerance = query->settings->tolerance;
    w->tolerance = max2(tolerance - 4.0 * GD_EPS, 0.5 * tolerance);
    w->small_gap = tolerance * w->pair.size;
    w->max_normals = query->settings->max_iterations;
    w->normals = 0.0;
    w->upper = w->expected = GD_INFINITY;
    w->found_t = w->found_prev_t = -1.0;
    w->found = w->n = make3(1.0, 0.0, 0.0);
    w->gap.g = 0.0;
    w->sharp = false;
    w->trace = trace_of(query->settings);
    w->query = query;
    w->motion = motion;
    w->at = moving_at(&w->pair, 0.0);
    const double free = gd_moving_balls_free(&w->pair, &w->n);
    if (w->trace && free > 0.0) gd_impact_trace_interval(w, NULL, free);
    w->at = moving_at(&w->pair, free);
    return GD_STATUS_OPTIMAL;
}

/* The body's support point and its projection on the half-space, relative to A's position. */
static void impact_points_on_halfspace(impact* w, impact_nearest* d) {
    const moving_pair* m = &w->pair;
    const moving_place* at = &w->at;
    gd_impact_measure(w);
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
static void impact_points(impact* w, gd_cast_result* out) {
    impact_nearest d;
    w->settings.tolerance = IMPACT_SHARP;
    if (w->halfspace)
        impact_points_on_halfspace(w, &d);
    else
        gd_impact_distance(w, &w->at, &w->settings, &w->warm, &d);
    const vec3 origin = impact_origin(w, out->lower);
    store3(out->point_a, add3(origin, d.a));
    store3(out->point_b, add3(origin, d.b));
}

/* Fills out for a contact or a miss. */
static void impact_fill(impact* w, gd_cast_result* out) {
    const bool hit = out->hit != 0.0;
    out->lower = impact_lower(w, w->at.t);
    out->upper = impact_upper(w, w->upper);
    out->time = hit ? out->lower : GD_INFINITY;
    store3(out->normal, w->n);
    if (hit) impact_points(w, out);
}

/* Largest part of the size by which the normal may fail to prove the gap at the start. */
#define IMPACT_UNPROVED 0x1p-38

/* A contact at the start needs no free interval before it, but rounding may prevent a normal that
 * separates the pair. */
static bool impact_unproved(const impact* w) {
    return w->at.t == 0.0 && w->gap.g < -IMPACT_UNPROVED * w->pair.size;
}

gd_status gd_impact(const gd_query* query, const gd_motion* motion, impact_goal goal,
                    gd_cast_result* out) {
    impact w;
    const gd_status status = gd_impact_init(&w, query, motion);
    if (status != GD_STATUS_OPTIMAL) return status;
    int end = GD_STATUS_OPTIMAL;
    if (w.at.t < 1.0) end = impact_search(&w, goal);
    if (end == GD_STATUS_OPTIMAL && impact_unproved(&w)) end = GD_STATUS_PRECISION;
    if (query->warm && !w.halfspace) impact_save(&w, query->warm);
    memset(out, 0, sizeof *out);
    out->status = end;
    out->iterations = w.normals;
    out->hit = end == GD_STATUS_OVERLAPPING || w.at.t < 1.0;
    if (end != GD_STATUS_OVERLAPPING && goal == IMPACT_TIME) impact_fill(&w, out);
    return (gd_status)end;
}
