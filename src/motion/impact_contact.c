/* Upper bounds of the time of impact: times at which a contact is shown. */
#include "motion/impact.h"

#include "convex/convex.h"

static const gd_settings impact_defaults = {
    .tolerance = GD_DEFAULT_TOLERANCE,
    .max_iterations = GD_DEFAULT_MAX_ITERATIONS,
};

/* The gap along the half-space's normal is the signed distance. */
static bool impact_in_halfspace(impact* w, double t) {
    moving_pair* m = &w->pair;
    const bool first = moving_is_halfspace(&m->a);
    const moving_place at = moving_at(m, t);
    const vec3 n = first ? rotate(&at.a, m->a.shape->size) : neg3(rotate(&at.b, m->b.shape->size));
    return moving_gap_at(m, &at, n).g + at.error <= 0.0;
}

static bool impact_overlaps(const impact* w, double t) {
    double pose_a[7], pose_b[7];
    gd_moving_poses(&w->pair, t, pose_a, pose_b);
    const gd_query query = {w->pair.a.shape, pose_a,           w->pair.b.shape,
                            pose_b,          &impact_defaults, NULL};
    gd_collision_result c;
    /* without an answer by growth, because a flat shape's centre is outside of it, GJK decides */
    if (convex_collide(&query, &c) < 0 && gd_collide_gjk(&query, &c) < 0) return false;
    return c.colliding != 0.0 && c.upper <= 1.0;
}

static bool impact_touches(impact* w, double t2) {
    if (w->halfspace) return impact_in_halfspace(w, t2);
    if (w->pair.target == 0.0 && !w->flat) return impact_overlaps(w, t2);
    const moving_place at = moving_at(&w->pair, t2);
    impact_nearest d;
    gd_settings settings = impact_defaults;
    if (w->pair.target > 0.0) settings.tolerance = IMPACT_SHARPEST; /* relative to the target */
    gd_impact_distance(w, &at, &settings, NULL, &d);
    if (d.value <= w->pair.target) return true;
    if (w->flat) return gd_impact_crosses(w, w->at.t, t2);
    return impact_target_is_tiny(&w->pair) && impact_overlaps(w, t2);
}

bool gd_impact_contact(impact* w, double t2) {
    const bool contact = impact_touches(w, t2);
    if (w->trace) gd_impact_trace_probe(w, t2, contact);
    return contact;
}
