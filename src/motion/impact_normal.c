/* Normals for the search, from distance queries of the moving pair.
 *
 * They use the normal of the best lower bound. The direction of the nearest points may prove
 * nothing next to a contact: at a distance of 1e-9 of the size its angle has an error of 1e-4. */
#include "motion/impact.h"

#include "convex/convex.h"
#include "distance/gjk.h"
#include "distance/newton_distance.h"

/* Pairs with a closed form take poses. */
static bool impact_closed(const impact* w, const moving_place* at, const gd_settings* settings,
                          impact_nearest* out) {
    const closed_form form = closed_form_of(w->pair.a.shape, w->pair.b.shape);
    if (!closed_has_gap(form)) return false;
    double pose_a[7], pose_b[7];
    gd_moving_poses(&w->pair, at->t, pose_a, pose_b);
    const gd_query query = {w->pair.a.shape, pose_a, w->pair.b.shape, pose_b, settings, NULL};
    core_gap gap;
    if (!convex_gap(&query, form, GAP_DISTANCE, &gap)) return false;
    gd_distance_result d;
    gd_gap_distance(&query, &gap, &d);
    out->value = d.value;
    out->normal = load3(d.normal);
    out->a = load3(d.point_a);
    out->b = load3(d.point_b);
    return true;
}

void gd_impact_distance(const impact* w, const moving_place* at, const gd_settings* settings,
                        gd_warm* warm, impact_nearest* out) {
    out->count = 0;
    if (impact_closed(w, at, settings, out)) return;
    const gd_shape *a = w->pair.a.shape, *b = w->pair.b.shape;
    gd_settings own = *settings;
    own.simplex = 1.0;
    const gd_query query = {a, NULL, b, NULL, &own, warm};
    const frame3 frame_a = {at->a, make3(0.0, 0.0, 0.0)}, frame_b = {at->b, at->p};
    gjk g;
    gd_gjk_join(&g, a, &frame_a, b, &frame_b, true);
    gjk_run_auto(&g, &query);
    vec3 on_a, on_b;
    gd_gjk_use_mean(&g, gd_gjk_points(&g, &on_a, &on_b));
    out->value = g.meet ? 0.0 : max2(g.length - g.radius, 0.0);
    out->normal = rotate(&at->a, g.lower > g.radius ? g.proof : g.normal);
    const vec3 far = rotate(&at->a, g.normal);
    out->a = madd3(add3(g.pair.center_a, rotate(&at->a, on_a)), g.radius_a, far);
    out->b = madd3(add3(g.pair.center_b, rotate(&at->b, on_b)), -g.radius_b, far);
    int first;
    out->count = gjk_simplex(&g, &first);
    for (int i = 0; i < out->count; i++) {
        out->corner_a[i] = add3(g.a[first + i], a->center);
        out->corner_b[i] = add3(g.b[first + i], b->center);
    }
}

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

void gd_impact_measure(impact* w) {
    const moving_place* at = &w->at;
    w->gap = moving_gap_at(&w->pair, at, w->n);
    w->rate = moving_rate(&w->pair, at, w->n, impact_halfspace_omega(w), rotate(&at->a, w->gap.a),
                          rotate(&at->b, w->gap.b));
}

void gd_impact_find_normal(impact* w) {
    w->normals += 1.0;
    if (w->halfspace) {
        impact_halfspace_normal(w);
        gd_impact_measure(w);
        w->nearest_rate = w->rate;
        return;
    }
    impact_nearest d;
    w->settings.tolerance = impact_distance_tolerance(w);
    gd_impact_distance(w, &w->at, &w->settings, &w->warm, &d);
    impact_store_nearest(w, &d);
    const vec3 n = w->n;
    const bool proved =
        w->gap.g > 0.0; /* false at first: the gap along the balls' normal is unknown */
    w->n = w->found;
    gd_impact_measure(w);
    if (w->gap.g > 0.0) return;
    const double gap = w->gap.g;
    w->n = n;
    gd_impact_measure(w);
    if (!proved && w->gap.g < gap) {
        w->n = w->found;
        gd_impact_measure(w);
    }
    w->found = w->n;
}
